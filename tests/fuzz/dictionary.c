/* Prints the words of the language for libFuzzer (-dict): punctuators, keywords, built-in functions, directives,
 * predefined names, annotations and build options, from the tables that the generator itself reads.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/builtin_extension.h"
#include "clc/builtin_second.h"
#include "clc/builtin_table.h"
#include "clc/predefined.h"
#include "clc/token.h"
#include "library/annotation.h"

#include <stdio.h>

static void print_word(const char *before, const char *text, const char *behind)
{
    printf("\"%s", before);
    /* '#' and '@' stand for widths and roundings in the names of built-in functions: no part of a word. */
    for (const char *c = text; *c && !(before[0] == '\0' && behind[0] == '(' && (*c == '#' || *c == '@')); ++c) {
        if (*c == '"' || *c == '\\') putchar('\\');
        putchar(*c);
    }
    printf("%s\"\n", behind);
}

int main(void)
{
    static const char *const directives[] = {"define ", "undef ",   "if ",   "ifdef ",  "ifndef ", "elif ",   "else",
                                             "endif",   "include ", "line ", "pragma ", "error ",  "warning "};
    static const char *const words[] = {
        "__VA_ARGS__",
        "defined(",
        "_Pragma(",
        "__has_include(",
        "OPENCL EXTENSION ",
        "\\x0a",
        "\\\\\\x0a",
        "/*",
        "*/",
        "//",
        "\\xff",
        "SPDX-License-Identifier: ",
        "-D",
        "-I",
        "-w",
        "-Werror",
        "-cl-std=CL2.0",
        "-cl-std=CL3.0",
        "-cl-fast-relaxed-math",
        "-cl-single-precision-constant",
        "min(",
        "max(",
        "in ",
        "out ",
        "inout ",
        "local ",
        "// @constant W: int = 4 in 4, 8\\x0a",
        "// @constant F: float = 1\\x0a",
        /* manifests */
        "true",
        "false",
        "null",
        "\\\"kernels\\\":[",
        "\\\"name\\\":\\\"",
        "{\\\"",
        "\\\",\\\"",
        "-1.5e+3",
        "\\\\u00e9",
        "\\\\ud83d\\\\ude00",
    };
#define X(name, text) print_word("", text, "");
    TOKEN_PUNCTUATORS(X)
    TOKEN_KEYWORDS(X)
#undef X
#define X(class_name, name, elements, widths, signature) print_word("", name, "(");
    BUILTIN_TABLE(X)
    BUILTIN_EXTENSION_TABLE(X)
    BUILTIN_SECOND_TABLE(X)
#undef X
#define X(name, body) print_word("", name, "");
    PREDEFINED_FIXED(X)
#undef X
#define X(tag) print_word("// @", tag, ": ");
    ANNOTATION_TAGS(X)
#undef X
    for (size_t i = 0; i < sizeof directives / sizeof *directives; ++i) print_word("#", directives[i], "");
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) printf("\"%s\"\n", words[i]);
    return 0;
}
