/* SPDX-License-Identifier: MIT */
#include "base/name.h"

#include <stdlib.h>
#include <string.h>

/* Keywords of C up to C23 and of C++ up to C++20 that OpenCL C does not have, types and macros without parentheses of the
 * headers of C, and macros that compilers and windows.h define. In byte order. */
static const char *const taken_words[] = {
    "BUFSIZ", "CHAR_BIT", "CHAR_MAX", "CHAR_MIN", "CLOCKS_PER_SEC", "DBL_DECIMAL_DIG", "DBL_DIG", "DBL_EPSILON",
    "DBL_HAS_SUBNORM", "DBL_MANT_DIG", "DBL_MAX", "DBL_MAX_10_EXP", "DBL_MAX_EXP", "DBL_MIN", "DBL_MIN_10_EXP",
    "DBL_MIN_EXP", "DBL_TRUE_MIN", "DECIMAL_DIG", "DELETE", "DOMAIN", "EDOM", "EILSEQ", "EOF", "ERANGE", "ERROR",
    "EXIT_FAILURE", "EXIT_SUCCESS", "FALSE", "FE_ALL_EXCEPT", "FE_DFL_ENV", "FE_DIVBYZERO", "FE_DOWNWARD",
    "FE_INEXACT", "FE_INVALID", "FE_OVERFLOW", "FE_TONEAREST", "FE_TOWARDZERO", "FE_UNDERFLOW", "FE_UPWARD",
    "FILENAME_MAX", "FLT_DECIMAL_DIG", "FLT_DIG", "FLT_EPSILON", "FLT_EVAL_METHOD", "FLT_HAS_SUBNORM", "FLT_MANT_DIG",
    "FLT_MAX", "FLT_MAX_10_EXP", "FLT_MAX_EXP", "FLT_MIN", "FLT_MIN_10_EXP", "FLT_MIN_EXP", "FLT_RADIX", "FLT_ROUNDS",
    "FLT_TRUE_MIN", "FOPEN_MAX", "FP_FAST_FMA", "FP_FAST_FMAF", "FP_FAST_FMAL", "FP_ILOGB0", "FP_ILOGBNAN",
    "FP_INFINITE", "FP_NAN", "FP_NORMAL", "FP_SUBNORMAL", "FP_ZERO", "HUGE", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL",
    "I", "INFINITY", "INT16_MAX", "INT16_MIN", "INT32_MAX", "INT32_MIN", "INT64_MAX", "INT64_MIN", "INT8_MAX",
    "INT8_MIN", "INTMAX_MAX", "INTMAX_MIN", "INTPTR_MAX", "INTPTR_MIN", "INT_FAST16_MAX", "INT_FAST16_MIN",
    "INT_FAST32_MAX", "INT_FAST32_MIN", "INT_FAST64_MAX", "INT_FAST64_MIN", "INT_FAST8_MAX", "INT_FAST8_MIN",
    "INT_LEAST16_MAX", "INT_LEAST16_MIN", "INT_LEAST32_MAX", "INT_LEAST32_MIN", "INT_LEAST64_MAX", "INT_LEAST64_MIN",
    "INT_LEAST8_MAX", "INT_LEAST8_MIN", "INT_MAX", "INT_MIN", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MONETARY",
    "LC_NUMERIC", "LC_TIME", "LDBL_DECIMAL_DIG", "LDBL_DIG", "LDBL_EPSILON", "LDBL_HAS_SUBNORM", "LDBL_MANT_DIG",
    "LDBL_MAX", "LDBL_MAX_10_EXP", "LDBL_MAX_EXP", "LDBL_MIN", "LDBL_MIN_10_EXP", "LDBL_MIN_EXP", "LDBL_TRUE_MIN",
    "LLONG_MAX", "LLONG_MIN", "LONG_MAX", "LONG_MIN", "L_tmpnam", "MATH_ERREXCEPT", "MATH_ERRNO", "MAXFLOAT",
    "MB_CUR_MAX", "MB_LEN_MAX", "M_1_PI", "M_2_PI", "M_2_SQRTPI", "M_E", "M_LN10", "M_LN2", "M_LOG10E", "M_LOG2E",
    "M_PI", "M_PI_2", "M_PI_4", "M_SQRT1_2", "M_SQRT2", "NAN", "NULL", "ONCE_FLAG_INIT", "OVERFLOW", "PLOSS",
    "PTRDIFF_MAX", "PTRDIFF_MIN", "RAND_MAX", "SCHAR_MAX", "SCHAR_MIN", "SEEK_CUR", "SEEK_END", "SEEK_SET",
    "SHRT_MAX", "SHRT_MIN", "SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_ATOMIC_MAX",
    "SIG_ATOMIC_MIN", "SIG_DFL", "SIG_ERR", "SIG_IGN", "SING", "SIZE_MAX", "TIME_UTC", "TLOSS", "TMP_MAX", "TRUE",
    "UCHAR_MAX", "UINT16_MAX", "UINT32_MAX", "UINT64_MAX", "UINT8_MAX", "UINTMAX_MAX", "UINTPTR_MAX",
    "UINT_FAST16_MAX", "UINT_FAST32_MAX", "UINT_FAST64_MAX", "UINT_FAST8_MAX", "UINT_LEAST16_MAX", "UINT_LEAST32_MAX",
    "UINT_LEAST64_MAX", "UINT_LEAST8_MAX", "UINT_MAX", "ULLONG_MAX", "ULONG_MAX", "UNDERFLOW", "USHRT_MAX", "VOID",
    "WCHAR_MAX", "WCHAR_MIN", "WINT_MAX", "WINT_MIN", "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand",
    "bitor", "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await",
    "co_return", "co_yield", "compl", "complex", "concept", "const", "const_cast", "consteval", "constexpr",
    "constinit", "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "errno",
    "explicit", "export", "extern", "false", "far", "float", "for", "fortran", "friend", "goto", "hpux", "i386", "if",
    "imaginary", "inline", "int", "int16_t", "int32_t", "int64_t", "int8_t", "int_fast16_t", "int_fast32_t",
    "int_fast64_t", "int_fast8_t", "int_least16_t", "int_least32_t", "int_least64_t", "int_least8_t", "interface",
    "intmax_t", "intptr_t", "linux", "long", "math_errhandling", "max_align_t", "mips", "mutable", "namespace",
    "near", "new", "noexcept", "noreturn", "not", "not_eq", "nullptr", "nullptr_t", "operator", "or", "or_eq",
    "private", "protected", "ptrdiff_t", "public", "register", "reinterpret_cast", "requires", "restrict", "return",
    "sgi", "short", "signed", "signgam", "size_t", "sizeof", "small", "sparc", "static", "static_assert",
    "static_cast", "stderr", "stdin", "stdout", "struct", "sun", "switch", "template", "this", "thread_local",
    "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "typeof_unqual", "uint16_t", "uint32_t",
    "uint64_t", "uint8_t", "uint_fast16_t", "uint_fast32_t", "uint_fast64_t", "uint_fast8_t", "uint_least16_t",
    "uint_least32_t", "uint_least64_t", "uint_least8_t", "uintmax_t", "uintptr_t", "union", "unix", "unsigned",
    "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",};

const char *const name_tables[NAME_TABLES] = {
    "bundle", "text", "segments", "program_segments", "programs", "kernels", "arguments", "code", "native", "shapes", "types",
    "constants", "constant_values", "program_constants", "versions",
    "place", "at", "begin", "next", "HAS_LEVELS", "PART", "RUN",
};

static int compare_words(const void *key, const void *word)
{
    return strcmp(key, *(const char *const *)word);
}

static bool is_word_of(const char *name, const char *const *words, size_t count)
{
    return bsearch(name, words, count, sizeof *words, compare_words) != NULL;
}

bool name_is_ascii(const char *name)
{
    while (*name && (unsigned char)*name < 0x80) ++name;
    return !*name;
}

bool name_is_free(const char *name)
{
    if (!name_is_ascii(name)) return false;
    if (name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'))) return false;
    if (strncmp(name, "clb", 3) == 0 || strncmp(name, "CLB", 3) == 0) return false;
    return !is_word_of(name, taken_words, sizeof taken_words / sizeof *taken_words);
}

bool name_is_header(const char *name)
{
    static const char *const headers[] = {
        "assert", "complex", "ctype", "errno", "fenv", "float", "inttypes", "iso646", "limits", "locale", "math", "setjmp",
        "signal", "stdalign", "stdarg", "stdatomic", "stdbool", "stdckdint", "stddef", "stdint", "stdio", "stdlib",
        "stdnoreturn", "string", "tgmath", "threads", "time", "uchar", "wchar", "wctype"};
    return strncmp(name, "clb", 3) == 0 || is_word_of(name, headers, sizeof headers / sizeof *headers);
}

const char *name_add(arena *a, const map *globals, map *known, const char *wanted)
{
    /* Letters at the end do not free "__" nor "_", which they would lengthen. */
    const char *name = name_is_free(arena_printf(a, "%s_x_", wanted)) ? wanted : arena_printf(a, "x%s", wanted);
    while (!name_is_free(name) || (globals && map_gets(globals, name)) || map_gets(known, name))
        name = arena_printf(a, "%s_", name);
    *map_ats(known, name) = known;
    return name;
}

const char *name_choose(arena *a, const map *globals, map *known, const char *wanted, const char *plain, size_t number)
{
    if (name_is_free(wanted) && !(globals && map_gets(globals, wanted))) return wanted;
    if (!name_is_ascii(wanted)) return name_add(a, globals, known, arena_printf(a, "%s%zu", plain, number));
    /* More letters at the end do not free a name whose beginning is taken. */
    const bool hopeless = !name_is_free(arena_printf(a, "%s_x_", wanted));
    return name_add(a, globals, known, hopeless ? arena_printf(a, "%s%s", plain, wanted + strspn(wanted, "_")) : wanted);
}
