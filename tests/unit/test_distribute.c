/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "cgen/translate.h"
#include "clc/facts.h"
#include "clc/parse.h"

/* Adds the variables that the loops of the dump set, but for counters: `|` for each loop, then their names. */
static void add_sets(buffer *out, const char *dump)
{
    bool inside = false;
    for (const char *line = dump; line; line = strchr(line, '\n')) {
        line += strspn(line, "\n ");
        if (strncmp(line, "loop #", 6) == 0) buffer_addc(out, '|');
        inside |= strncmp(line, "loop #", 6) == 0;
        if (strncmp(line, "barrier", 7) == 0 || strncmp(line, "store ", 6) == 0) inside = false;
        if (!inside || strncmp(line, "set s", 5) != 0) continue;
        const char *name = line + 4, *end = name + strcspn(name, " ");
        while (*end != '_') --end; /* the variable's number */
        buffer_addc(out, ' ');
        buffer_add(out, name, (size_t)(end - name));
    }
    buffer_addc(out, '\0');
}

/* The kernel k(o, a, b) of a loop in a loop around barriers. */
static void check(const char *declarations, const char *before, const char *rounds, const char *behind,
                  const char *expected)
{
    workbench w;
    lex_cache cache;
    buffer dump = {0}, found = {0};
    workbench_start(&w);
    lex_cache_start(&cache, &w.arena);
    const source *s = workbench_source(
        &w, "a.cl",
        arena_printf(&w.arena,
                     "__kernel void k(__global uint *o, __local uint *a, __local uint *b, __local double *x, int n) {\n"
                     "const int l = get_local_id(0);\n%s\nfor (int t = 0; t < n; ++t) {\nbarrier(1);\n%s\n%s\n"
                     "barrier(1);\n}\n%s }",
                     declarations, before, rounds, behind));
    const preprocessed unit = preprocess(&w.arena, &cache, &w.diagnostics, &s, 1, NULL);
    const parsed program = parse(&w.arena, &w.diagnostics, &unit, NULL);
    assert_string_equal(workbench_messages(&w), "");
    native_text native = write_start(&w.arena, "p");
    native_program p = {.arena = &w.arena,
                        .text = &native,
                        .constants = {.arena = &w.arena},
                        .lowered = {.arena = &w.arena},
                        .functions = {.arena = &w.arena},
                        .records = {.arena = &w.arena}};
    symbol *kernel = program.functions[0];
    native_kernel result = {0};
    facts_find(&w.arena, kernel);
    translate_dump(&p, kernel, "distribute", &dump);
    translate_kernel(&p, kernel, &result, NULL);
    assert_null(result.reason);
    add_sets(&found, dump.text);
    if (strcmp(found.text, expected) != 0) print_message("%s\n", dump.text);
    assert_string_equal(found.text, expected);
    buffer_free(&native.types);
    buffer_free(&native.constants);
    buffer_free(&native.functions);
    buffer_free(&dump);
    buffer_free(&found);
    workbench_end(&w);
}

#define ROUNDS(what) "for (int k = 0; k < 8; ++k) {" what "}"
#define NESTED(m, n, what) "for (int i = 0; i < " #m "; ++i) for (int j = 0; j < " #n "; ++j) " what ";"
#define TILE(type, m, n) type " s[" #m "][" #n "]; " NESTED(m, n, "s[i][j] = l")
#define USE(m, n) NESTED(m, n, "o[l + 64 * (4 * i + j)] = s[i][j]")
#define PRODUCTS(m, n, a, b) ROUNDS(NESTED(m, n, "s[i][j] += " a "[8 * k + i] * " b "[8 * k + j + l]"))

static void a_tile_is_divided_into_blocks(void **state)
{
    (void)state;
    check(TILE("double", 4, 4), "", PRODUCTS(4, 4, "x", "x"), USE(4, 4),
          "|| s_0 s_8 s_32 s_40| s_16 s_24 s_48 s_56| s_64 s_72 s_96 s_104| s_80 s_88 s_112 s_120");
    check(TILE("uint", 4, 5), "", PRODUCTS(4, 5, "a", "b"), USE(4, 5),
          "|| s_0 s_4 s_8 s_12 s_20 s_24 s_28 s_32| s_16 s_36 s_40 s_44 s_56 s_60 s_64 s_76| s_48 s_52 s_68 s_72");
}

/* More than 32: then loads may be repeated more often. */
static void a_tile_that_no_processor_has_registers_for_is_divided(void **state)
{
    (void)state;
    check(TILE("uint", 5, 12), "", PRODUCTS(5, 12, "a", "b"), USE(5, 12),
          "|| s_0 s_4 s_8 s_12 s_48 s_52 s_56 s_60"
          "| s_16 s_20 s_24 s_28 s_64 s_68 s_72 s_76"
          "| s_32 s_36 s_40 s_44 s_80 s_84 s_88 s_92"
          "| s_96 s_100 s_104 s_108 s_144 s_148 s_152 s_156"
          "| s_112 s_116 s_120 s_124 s_160 s_164 s_168 s_172"
          "| s_128 s_132 s_136 s_140 s_176 s_180 s_184 s_188"
          "| s_192 s_196 s_200 s_204 s_208 s_212 s_216 s_220"
          "| s_224 s_228 s_232 s_236");
}

static void accumulators_that_fit_stay_in_one_loop(void **state)
{
    (void)state;
    check(TILE("uint", 4, 4), "", PRODUCTS(4, 4, "a", "b"), USE(4, 4),
          "|| s_0 s_4 s_8 s_12 s_16 s_20 s_24 s_28 s_32 s_36 s_40 s_44 s_48 s_52 s_56 s_60");
    check(TILE("double", 2, 4), "", PRODUCTS(2, 4, "x", "x"), USE(2, 4), "|| s_0 s_8 s_16 s_24 s_32 s_40 s_48 s_56");
}

/* 18 of them; s[0] and s[3] stand in the text. */
#define SUMS "uint s[18]; for (int i = 0; i < 18; ++i) s[i] = l;"
#define BEHIND "for (int i = 0; i < 18; ++i) o[l + 64 * i] = s[i];"
#define ALL "for (int i = 0; i < 18; ++i) s[i] += a[8 * k + i + l];"
#define ALL_NAMES " s_0 s_4 s_8 s_12 s_16 s_20 s_24 s_28 s_32 s_36 s_40 s_44 s_48 s_52 s_56 s_60 s_64 s_68"

static void accumulators_that_depend_on_each_other_stay_together(void **state)
{
    (void)state;
    check(SUMS, "", ROUNDS(ALL), BEHIND,
          "|| s_0 s_4 s_8 s_12 s_16 s_20 s_24 s_28| s_32 s_36 s_40 s_44 s_48 s_52 s_56 s_60| s_64 s_68");
    check(SUMS, "", ROUNDS(ALL "s[17] ^= s[0];"), BEHIND,
          "|| s_4 s_8 s_12 s_16 s_20 s_24 s_28 s_32| s_36 s_40 s_44 s_48 s_52 s_56 s_60 s_64| s_0 s_68 s_68");
    check(SUMS, "",
          ROUNDS("for (int i = 0; i < 18; ++i) if (i < 17) s[i] += s[i + 1] + a[8 * k + i + l]; s[17] += s[0];"),
          BEHIND, "||" ALL_NAMES);
}

static void loops_that_do_more_than_read_stay(void **state)
{
    (void)state;
    check(SUMS, "", ROUNDS("for (int i = 0; i < 18; ++i) s[i] += ((__local volatile uint *)a)[8 * k + i + l];"), BEHIND,
          "||" ALL_NAMES);
    check(SUMS, "", ROUNDS(ALL "if (a[k] == 7) break;"), BEHIND, "||" ALL_NAMES);
    check(SUMS, "", ROUNDS(ALL "if (a[k + l] == 7) break;"), BEHIND, "||" ALL_NAMES);
    check(SUMS, "", ROUNDS(ALL "atomic_inc(b);"), BEHIND, "||" ALL_NAMES);
    check(SUMS, "", "if (a[l] & 1) " ROUNDS(ALL), BEHIND, "||" ALL_NAMES);
    check(SUMS, "", "for (int k = 0; k < 8 && s[0]; ++k) {" ALL "}", BEHIND, "||" ALL_NAMES);
}

static void what_the_region_does_before_stays_before(void **state)
{
    (void)state;
    check(SUMS, "const uint old = s[3];", ROUNDS(ALL) "s[3] -= old;", BEHIND, "||" ALL_NAMES " s_12");
    check(SUMS, "s[3] += 7;", ROUNDS(ALL), BEHIND, "||" ALL_NAMES);
    check(SUMS, "b[l] = 7;", ROUNDS(ALL), BEHIND, "||" ALL_NAMES);
}

/* What costs much in each loop outweighs accumulators in memory. */
static void what_all_compute_from_is_not_computed_many_times(void **state)
{
    (void)state;
    check(SUMS, "", ROUNDS("const uint v = b[a[k + l]]; for (int i = 0; i < 18; ++i) s[i] += v * a[i];"), BEHIND,
          "||" ALL_NAMES);
    check(SUMS, "", ROUNDS("const uint v = b[k + l]; for (int i = 0; i < 18; ++i) s[i] += v * a[i];"), BEHIND,
          "|| s_0 s_4 s_8 s_12 s_16 s_20 s_24 s_28| s_32 s_36 s_40 s_44 s_48 s_52 s_56 s_60| s_64 s_68");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tile_is_divided_into_blocks),
        cmocka_unit_test(a_tile_that_no_processor_has_registers_for_is_divided),
        cmocka_unit_test(accumulators_that_fit_stay_in_one_loop),
        cmocka_unit_test(accumulators_that_depend_on_each_other_stay_together),
        cmocka_unit_test(loops_that_do_more_than_read_stay),
        cmocka_unit_test(what_the_region_does_before_stays_before),
        cmocka_unit_test(what_all_compute_from_is_not_computed_many_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
