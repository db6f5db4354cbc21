/* SPDX-License-Identifier: MIT */
#include "names/build_text.h"

#include "base/buffer.h"
#include "base/phase.h"

#include <ctype.h>
#include <string.h>

/* The options, and the position up to which they were read. */
typedef struct reader {
    arena *a;
    diagnostics *d;
    const char *at;
    buffer driver; /* the options for drivers, if any option was quoted */
    bool quoted;
    buffer macros; /* the definitions as text of the program */
    map defined;   /* names of the macros in that text */
} reader;

/* The next word, or NULL. As in shells and most drivers, quotes of both kinds hold a word together. A backslash
 * takes the next character as it is. Between single quotes it stands for itself; between double quotes it does so
 * unless a quote or another backslash follows. */
static const char *next_word(reader *r)
{
    r->at += strspn(r->at, " \t\n");
    if (!*r->at) return NULL;
    buffer text = {0};
    char quote = '\0';
    const char *const start = r->at;
    for (; *r->at && (quote || !strchr(" \t\n", *r->at)); ++r->at) {
        const char c = *r->at, next = r->at[1];
        if (quote ? c == quote : c == '"' || c == '\'') {
            quote = quote ? '\0' : c;
        } else if (c == '\\' && quote != '\'' && next && (!quote || next == '"' || next == '\\')) {
            buffer_addc(&text, next);
            ++r->at;
        } else {
            buffer_addc(&text, c);
        }
    }
    const char *word = arena_strndup(r->a, text.text, text.length);
    buffer_free(&text);
    if (quote) diagnose_error(r->d, (location){0}, "--options: %s: the quote %c is not closed", start, quote);
    return word;
}

static bool is_definition(const char *text)
{
    const size_t length = strcspn(text, "=(");
    if (!length || isdigit((unsigned char)*text)) return false;
    for (size_t i = 0; i < length; ++i)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_' && (unsigned char)text[i] < 0x80) return false;
    return true;
}

/* Options that change nothing for the front end: OpenCL 1.2 5.6.4, 2.0 5.8.4, 3.0 5.8.6. */
static const char *const other_options[] = {
    "-cl-denorms-are-zero",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-opt-disable",
    "-cl-strict-aliasing",
    "-cl-uniform-work-group-size",
    "-cl-no-subgroup-ifp",
    "-cl-mad-enable",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-kernel-arg-info",
    "-g",
};

/* Prefixes of the options of single vendors' drivers. */
static const char *const makers[] = {"-cl-nv-", "-cl-intel-", "-cl-amd-", "-cl-ext-", "-cl-qcom-",
                                     "-qcom-",  "-nv-",       "-amd-",    "-igc_opts"};

static bool is_other_option(const char *word)
{
    for (size_t i = 0; i < sizeof other_options / sizeof *other_options; ++i)
        if (strcmp(word, other_options[i]) == 0) return true;
    for (size_t i = 0; i < sizeof makers / sizeof *makers; ++i)
        if (strncmp(word, makers[i], strlen(makers[i])) == 0) return true;
    return false;
}

static void add_definition(build_text *b, arena *a, size_t *capacity, const char *definition)
{
    b->definitions = arena_reserve(a, b->definitions, b->definition_count, capacity, sizeof *b->definitions);
    b->definitions[b->definition_count++] = definition;
}

/* Adds an option for drivers, spelt so that all drivers read it alike. */
static void add_driver(reader *r, const char *word)
{
    if (r->quoted && strpbrk(word, " \t\n\"'\\"))
        diagnose_error(r->d, (location){0},
                       "--options: '%s' needs quotes, which drivers read in different ways: leave blanks, quotes "
                       "and backslashes out",
                       word);
    if (r->driver.length) buffer_addc(&r->driver, ' ');
    buffer_adds(&r->driver, word);
}

/* Adds NAME=BODY to the text of the program. The last definition of a name counts, as on a command line. */
static void add_macro(reader *r, const char *definition)
{
    const size_t length = strcspn(definition, "=("), head = strcspn(definition, "=");
    void **known = map_at(&r->defined, arena_strndup(r->a, definition, length), length);
    if (*known) buffer_addf(&r->macros, "#undef %.*s\n", (int)length, definition);
    *known = r;
    buffer_addf(&r->macros, "#define %.*s %s\n", (int)head, definition, definition[head] ? definition + head + 1 : "1");
}

/* The VERSION of -cl-std=VERSION: 120 for CL1.2; 0 if there is no such version, which is reported. */
static unsigned version_of(const char *name, diagnostics *d)
{
    static const struct {
        const char *name;
        unsigned version;
    } versions[] = {{"CL1.0", 100}, {"CL1.1", 110}, {"CL1.2", 120}, {"CL2.0", 200}, {"CL3.0", 300}};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; ++i)
        if (strcmp(name, versions[i].name) == 0) return versions[i].version;
    const bool other = strncmp(name, "clc++", 5) == 0 || strncmp(name, "CLC++", 5) == 0;
    diagnose_error(d, (location){0}, "--options: -cl-std=%s: %sthe versions are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0",
                   name, other ? "C++ for OpenCL is another language; " : "");
    return 0;
}

build_text build_text_read(arena *a, const char *text, diagnostics *d)
{
    const bool quoted = strpbrk(text, "\"'\\") != NULL;
    build_text b = {.driver = text};
    reader r = {.a = a, .d = d, .at = text, .quoted = quoted, .defined.arena = a};
    bool relaxed = false;
    size_t capacity = 0, folder_capacity = 0;
    for (const char *word; (word = next_word(&r)) != NULL;) {
        if (strncmp(word, "-D", 2) == 0) {
            const char *definition = word[2] ? word + 2 : next_word(&r);
            if (!definition || !is_definition(definition)) {
                diagnose_error(d, (location){0}, "--options: -D %s: write -D NAME or -D NAME=VALUE",
                               definition ? definition : "");
                continue;
            }
            const size_t length = strlen(definition);
            if (strchr(definition, '\n') || phase_line_end(definition, 0, length) != length) {
                diagnose_error(d, (location){0}, "--options: -D %s: a definition cannot have several lines",
                               definition);
                continue;
            }
            add_definition(&b, a, &capacity, definition);
            add_macro(&r, definition);
            continue;
        } else if (strncmp(word, "-I", 2) == 0) {
            const char *folder = word[2] ? word + 2 : next_word(&r);
            if (!folder) {
                diagnose_error(d, (location){0}, "--options: -I: write -I FOLDER");
                continue;
            }
            b.folders = arena_reserve(a, b.folders, b.folder_count, &folder_capacity, sizeof *b.folders);
            b.folders[b.folder_count++] = folder;
            continue; /* assembled programs contain no #include */
        }
        if (*word) add_driver(&r, word);
        if (strncmp(word, "-cl-std=", 8) == 0) {
            b.language.version = version_of(word + 8, d);
            b.language.generic_pointers = b.language.program_scope = b.language.version >= 200;
        } else if (strcmp(word, "-cl-single-precision-constant") == 0) {
            b.language.single_constants = true;
        } else if (strcmp(word, "-cl-fast-relaxed-math") == 0) {
            relaxed = b.language.fuses = true;
        } else if (strcmp(word, "-cl-mad-enable") == 0 || strcmp(word, "-cl-unsafe-math-optimizations") == 0) {
            b.language.fuses = true;
        } else if (strcmp(word, "-g") == 0) {
            b.language.debugging = true;
        } else if (strcmp(word, "-w") == 0) {
            d->silent = true;
        } else if (strcmp(word, "-Werror") == 0) {
            d->strict = true;
        } else if (*word && *word != '-') {
            diagnose_error(d, (location){0},
                           "--options: '%s' is no option: options begin with '-', and quotes hold one with "
                           "blanks together, as in \"-D X=a b\"",
                           word);
        } else if (*word && !is_other_option(word)) {
            diagnose_warning(d, (location){0},
                             "--options: OpenCL has no option '%s': it is passed on to the driver, and many "
                             "drivers refuse to build a program with it",
                             word);
        }
    }
    if (quoted) {
        source_set set = {.arena = a, .by_path.arena = a};
        b.written_count = b.definition_count;
        if (r.macros.length) {
            b.sources = arena_array(a, 1, sizeof *b.sources);
            b.sources[b.source_count++] = source_from_text(&set, "<options>", r.macros.text, r.macros.length);
        }
        b.driver = arena_strndup(a, r.driver.text ? r.driver.text : "", r.driver.length);
    }
    if (relaxed) add_definition(&b, a, &capacity, "__FAST_RELAXED_MATH__=1");
    buffer_free(&r.driver);
    buffer_free(&r.macros);
    return b;
}
