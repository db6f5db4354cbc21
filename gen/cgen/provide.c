/* See provide.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/provide.h"

#include <stdlib.h>
#include <string.h>

static const char *const features[] = {
    "INTEGER",       "CONVERT",       "ENDS",          "NUMBERS",       "MATH",           "EXP",
    "LOG",           "POWER",         "TRIG",          "ARC",           "GAMMA",          "COMMON",
    "GEOMETRIC",     "RELATIONAL",    "HALF",          "ATOMIC",        "ATOMIC_OBJECT",  "SUB_GROUP",
    "PRINTF",        "SIMD",          "SIMD_MATH",     "IMAGE",         "SIMD_SUB_GROUP", "SIMD_BASIC",
    "SIMD_WIDE",     "SIMD_PRIVATE",  "SIMD_MEMORY_c", "SIMD_MEMORY_h", "SIMD_MEMORY_s",  "SIMD_MEMORY_t",
    "SIMD_MEMORY_i", "SIMD_MEMORY_u", "SIMD_MEMORY_f", "SIMD_MEMORY_l", "SIMD_MEMORY_m",  "SIMD_MEMORY_d",
    "SIMD_PACKS",    "SIMD_PACKS_f",  "SIMD_PACKS_i",  "SIMD_PACKS_u",  "CHECKS",         "PIPE",
    "WAITING",       "ENQUEUE",       "SIMD_TABLE",    "SIMD_NARROW_c", "SIMD_NARROW_h",  "SIMD_NARROW_s",
    "SIMD_NARROW_t", "SIMD_BLENDS",   "SIMD_CLOSE"};

void provide_feature(native_text *text, const char *feature)
{
    *map_ats(&text->features, feature) = text;
}

void provide_feature_of(native_text *text, const char *part, const char *code)
{
    const size_t length = strlen(part);
    for (size_t i = 0; i < sizeof features / sizeof *features; ++i)
        if (strncmp(features[i], part, length) == 0 && features[i][length] == '_' &&
            strcmp(features[i] + length + 1, code) == 0)
            provide_feature(text, features[i]);
}

/* Adds a line to the file once, before the function that is being written. */
static void provide_instance(native_text *text, const char *line)
{
    if (map_gets(&text->instances, line)) return;
    *map_ats(&text->instances, arena_strndup(text->arena, line, strlen(line))) = text;
    buffer_addf(&text->functions, "%s\n", line);
}

void provide_define_features(const native_text *text, buffer *out)
{
    buffer_adds(out, "#define CLBN_SELECTED\n");
    for (size_t i = 0; i < sizeof features / sizeof *features; ++i)
        if (map_gets(&text->features, features[i])) buffer_addf(out, "#define CLBN_USES_%s\n", features[i]);
}

/* ---- forms ---- */

static unsigned width(const char *code)
{
    while (*code == 'p') ++code;
    return code[1] ? (unsigned)strtoul(code + 1, NULL, 10) : 1;
}

static char letter(const char *code)
{
    return code[strspn(code, "p")];
}

static unsigned call_width(const provided_call *call)
{
    unsigned n = width(call->result);
    for (size_t i = 0; i < call->count && n == 1; ++i) n = width(call->codes[i]);
    return n;
}

static bool is_integer(char code)
{
    return code != 'f' && code != 'd';
}

/* A function that applies another one to each component. The macro's name tells which parameters are vectors, scalars
 * and pointers. */
static void provide_components(arena *a, native_text *text, const provided_call *call)
{
    static const char *const kinds[][2] = {{"v", "1"},     {"vv", "2"},    {"vvv", "3"},   {"vs", "VS"}, {"sv", "SV"},
                                           {"vss", "VSS"}, {"vvs", "VVS"}, {"ssv", "SSV"}, {"vp", "1P"}, {"vvp", "2P"}};
    const unsigned n = call_width(call);
    char kind[4] = "";
    if (n == 1 || call->count > 3) return;
    const char *codes = arena_printf(a, "%c", letter(call->result));
    for (size_t i = 0; i < call->count; ++i) {
        kind[i] = call->codes[i][0] == 'p' ? 'p' : width(call->codes[i]) > 1 ? 'v' : 's';
        codes = arena_printf(a, "%s, %c", codes, letter(call->codes[i]));
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
        if (strcmp(kinds[i][0], kind) == 0)
            provide_instance(text, arena_printf(a, "CLBN_LANES_%s(%u, %s, %s)", kinds[i][1], n, call->name, codes));
}

/* The feature that holds a mathematical function. */
static const char *math_feature(const char *name)
{
    static const struct {
        const char *feature, *names;
    } table[] = {{"EXP", " exp exp2 exp10 expm1 sinh cosh tanh "},
                 {"LOG", " log log1p log2 log10 asinh acosh atanh "},
                 {"POWER", " pow powr pown rootn cbrt hypot "},
                 {"TRIG", " sin cos tan sinpi cospi tanpi sincos "},
                 {"ARC", " asin acos atan asinpi acospi atanpi atan2 atan2pi "},
                 {"GAMMA", " erf erfc tgamma lgamma lgamma_r "}};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
        for (const char *at = table[i].names; (at = strstr(at, name)) != NULL; ++at)
            if (at[-1] == ' ' && at[length] == ' ') return table[i].feature;
    return "MATH";
}

/* native_X and half_X of a float. */
static void provide_native(arena *a, native_text *text, const provided_call *call)
{
    const char *plain = strchr(call->name, '_') + 1;
    const int prefix = (int)(plain - 1 - call->name);
    provide_feature(text, math_feature(plain));
    provide_instance(text, arena_printf(a, "CLBN_NATIVE_%zu(%.*s, %s)", call->count, prefix, call->name, plain));
    provide_components(a, text, call);
}

static void provide_conversion(arena *a, native_text *text, const provided_call *call)
{
    const char to = letter(call->result), from = letter(call->codes[0]);
    const unsigned n = width(call->result);
    provide_feature(text, "CONVERT");
    if (is_integer(to) && is_integer(from)) provide_instance(text, arena_printf(a, "CLBN_I_I(%c, %c)", to, from));
    else if (is_integer(to)) provide_instance(text, arena_printf(a, "CLBN_F_I(%c, %c)", to, from));
    else if (is_integer(from)) provide_instance(text, arena_printf(a, "CLBN_I_F(%c)", from));
    if (n == 1) return;
    const char *mode = call->name + strlen("convert_") + strlen(call->result);
    provide_instance(text, arena_printf(a, "CLBN_LANES_CONVERT(%u, %s, %c, %c)", n, mode, to, from));
}

static void provide_relation(arena *a, native_text *text, const provided_call *call)
{
    const unsigned n = call_width(call);
    const char of = letter(call->codes[0]);
    provide_feature(text, "RELATIONAL");
    if (n == 1) return;
    if (strcmp(call->name, "bitselect") == 0) provide_components(a, text, call);
    else if (strcmp(call->name, "select") == 0)
        provide_instance(text, arena_printf(a, "CLBN_LANES_SELECT(%u, %c, %c)", n, of, letter(call->codes[2])));
    else if (strcmp(call->name, "any") == 0 || strcmp(call->name, "all") == 0)
        provide_instance(text, arena_printf(a, "CLBN_LANES_ANY(%u, %c)", n, of));
    else
        provide_instance(text, arena_printf(a, "CLBN_LANES_MASK_%zu(%u, %s, %c, %c)", call->count, n, call->name,
                                            letter(call->result), of));
}

static void provide_memory(arena *a, native_text *text, const provided_call *call)
{
    const char *pointer = call->codes[call->count - 1];
    if (letter(pointer) == 'n') provide_feature(text, "HALF");
    else
        provide_instance(text, arena_printf(a, "CLBN_LANES_MEMORY(%s, %c)",
                                            call->name + strcspn(call->name, "0123456789"), letter(pointer)));
}

/* sub_group_WAY or sub_group_WAY_OPERATION. */
static void provide_sub_group(arena *a, native_text *text, const provided_call *call)
{
    const char *way = call->name + strlen("sub_group_"), *operation = strchr(way, '_');
    provide_feature(text, "SUB_GROUP");
    if (operation)
        provide_instance(text, arena_printf(a, "CLBN_SUB_GROUP_%.*s(%s, %c)", (int)(operation - way), way,
                                            operation + 1, letter(call->codes[0])));
    else provide_instance(text, arena_printf(a, "CLBN_SUB_GROUP_%s(%c)", way, letter(call->codes[0])));
}

void provide_builtin(arena *a, native_text *text, const provided_call *call)
{
    switch (call->class_) {
    case BUILTIN_MATH:
        provide_feature(text, math_feature(call->name));
        provide_components(a, text, call);
        break;
    case BUILTIN_INTEGER:
        provide_feature(text, "INTEGER");
        provide_components(a, text, call);
        break;
    case BUILTIN_COMMON:
        provide_feature(text, "COMMON");
        provide_components(a, text, call);
        break;
    case BUILTIN_NATIVE: provide_native(a, text, call); break;
    case BUILTIN_GEOMETRIC: provide_feature(text, "GEOMETRIC"); break;
    case BUILTIN_RELATIONAL: provide_relation(a, text, call); break;
    case BUILTIN_VECTOR_DATA: provide_memory(a, text, call); break;
    case BUILTIN_ATOMIC: provide_feature(text, "ATOMIC"); break;
    case BUILTIN_ATOMIC_OBJECT: provide_feature(text, "ATOMIC_OBJECT"); break;
    case BUILTIN_SUB_GROUP: provide_sub_group(a, text, call); break;
    case BUILTIN_SHUFFLE:
        provide_instance(
            text, arena_printf(a, "CLBN_SHUFFLE(%c, %s, %u)", letter(call->result),
                               arena_printf(a, "%c, %u", letter(call->codes[call->count - 1]), width(call->result)),
                               width(call->codes[0])));
        break;
    case BUILTIN_CONVERT: provide_conversion(a, text, call); break;
    case BUILTIN_AS:
        if (call_width(call) == 1) provide_feature(text, "NUMBERS");
        else provide_instance(text, arena_printf(a, "CLBN_AS(%s, %s)", call->result, call->codes[0]));
        break;
    default: break;
    }
}
