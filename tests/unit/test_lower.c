/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "cgen/translate.h"
#include "clc/facts.h"
#include "clc/parse.h"
#include "lower/choice.h"
#include "emit/lines.h"

/* What the passes find for the last kernel of the text. */
static native_kernel lower(workbench *w, const char *text, const char *pass, buffer *out)
{
    lex_cache cache;
    lex_cache_start(&cache, &w->arena);
    const source *s = workbench_source(w, "a.cl", text);
    const preprocessed unit = preprocess(&w->arena, &cache, &w->diagnostics, &s, 1, NULL);
    const parsed program = parse(&w->arena, &w->diagnostics, &unit, NULL);
    assert_string_equal(workbench_messages(w), "");
    native_text native = write_start(&w->arena, "p");
    native_program p = {.arena = &w->arena,
                        .text = &native,
                        .constants = {.arena = &w->arena},
                        .lowered = {.arena = &w->arena},
                        .functions = {.arena = &w->arena},
                        .records = {.arena = &w->arena}};
    symbol *kernel = program.functions[program.function_count - 1];
    native_kernel result = {0};
    facts_find(&w->arena, kernel);
    if (pass) translate_dump(&p, kernel, pass, out);
    translate_kernel(&p, kernel, &result, NULL);
    if (!pass && native.functions.text) buffer_add(out, native.functions.text, native.functions.length);
    buffer_free(&native.types);
    buffer_free(&native.constants);
    buffer_free(&native.functions);
    return result;
}

static void check_refused(const char *text, const char *reason)
{
    workbench w;
    buffer out = {0};
    workbench_start(&w);
    const native_kernel k = lower(&w, text, NULL, &out);
    assert_null(k.function);
    assert_non_null(k.reason);
    assert_string_equal(k.reason, reason);
    buffer_free(&out);
    workbench_end(&w);
}

static void check_contains(const char *text, const char *pass, const char *expected)
{
    workbench w;
    buffer out = {0};
    workbench_start(&w);
    const native_kernel k = lower(&w, text, pass, &out);
    assert_null(k.reason);
    if (!strstr(out.text, expected)) print_message("%s\n", out.text);
    assert_non_null(strstr(out.text, expected));
    buffer_free(&out);
    workbench_end(&w);
}

static void what_is_outside_of_the_subset_is_refused(void **state)
{
    (void)state;
    check_refused("#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable\n"
                  "__kernel void k(__read_only image2d_t i, sampler_t s, __global float4 *o) { *o = read_imagef(i, s, "
                  "(float2)(0.0f), 1.0f); }",
                  "images with mip levels (cl_khr_mipmap_image): native images have one level");
}

/* Halves are loaded and stored as such, computed in float, and rounded once. */
static void halves_and_their_vectors_are_scalars_of_16_bits(void **state)
{
    (void)state;
    const char *const text =
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
        "__kernel void k(__global const half2 *x, __global half2 *o, half2 a) { *o = sqrt(*x) - a; }";
    check_contains(text, "ir", "f16 = load");
    check_contains(text, "ir", "to_half_rte");
    check_contains("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                   "__kernel void k(__global half *o) { *o = fma(*o, *o, *o); }",
                   "ir", "f64 = multiply");
}

/* Barriers end up in branches and loops, whatever they stood in. */
static void barriers_come_out_of_switches_and_expressions(void **state)
{
    (void)state;
    const char *text = "__kernel void k(__global int *o, int n) { switch (n) { case 1: barrier(1); *o = 1; break; "
                       "default: *o = 2; } }";
    check_contains(text, "ir", "  if %8\n  then:\n    barrier\n");
    /* What is declared between labels is known behind all of them. */
    text = "__kernel void k(__global int *o, int n) { switch (n) { case 1: o[0] = 1; int x = 3; case 2: barrier(1); x "
           "+= n; "
           "o[get_local_id(0)] = x; break; default: x = 4; o[0] = x; } }";
    check_contains(text, "ir", "set x_");
    check_contains(
        "__kernel void k(__global int *o) { switch (*o) { case 1: if (*o) { case 2: barrier(1); } } *o = 1; }", "ir",
        "meant");
    check_contains("__kernel void k(__global int *o) { again: barrier(1); *o += 1; if (*o < 3) goto again; }", "ir",
                   "loop");
    text = "int f(void) { barrier(1); return 1; }\n"
           "__kernel void k(__global int *o, int n) { while (n && f()) *o = 2; o[1] = n ? f() : 3; }";
    check_contains(text, "ir", "  if %4\n  then:\n    barrier\n");
    check_contains(text, "ir", "set chosen_1");
}

static void uniform_values_are_proven(void **state)
{
    (void)state;
    const char *text = "__kernel void k(__global int *o, int n) {\n"
                       "int a = n * 2, b = get_local_id(0), c = a + b, d = 0, e = 0;\n"
                       "if (b > 3) d = 1;\n"
                       "for (int i = 0; i < a; ++i) e += i;\n"
                       "o[b] = a + c + d + e; }";
    check_contains(text, "shapes", "d_0: varying\ne_1: uniform\ni_2: uniform\n");
    check_contains(text, "explain", "value c (a.cl:2): affine, 1 more from one work-item to the next");
}

static void a_loop_that_some_leave_early_is_masked(void **state)
{
    (void)state;
    const char *text = "__kernel void k(__global int *o) {\n"
                       "int l = get_local_id(0);\n"
                       "for (int i = 0; i < 9; ++i) { if (l == i) break; barrier(1); }\n"
                       "o[l] = l; }";
    check_contains(text, "predicate", "  collect any_3 %32 (any)\n");
    check_contains(text, "predicate", "        set inside_1 %42\n");
}

static void a_guard_becomes_a_bound(void **state)
{
    (void)state;
    check_contains("__kernel __attribute__((vec_type_hint(long2))) void k(__global long *o, int n) { int i = "
                   "get_global_id(0); if (i < n) o[i] *= 3; }",
                   NULL, "const int32_t ex = n;");
    check_contains("__kernel __attribute__((vec_type_hint(long2))) void k(__global long *o, int w, int h) { int x = "
                   "get_global_id(0), y = get_global_id(1);\n"
                   "if (x >= w || y >= h) return; o[y * w + x] *= 3; }",
                   NULL, "const int32_t ey = h;");
}

static void an_object_whose_address_outlives_a_region_is_in_the_context(void **state)
{
    (void)state;
    check_contains("__kernel void k(__global int *o) { int a[4]; a[*o] = 1; barrier(1); int *p = &a[1]; *o = p[1]; }",
                   "explain",
                   "a private array of 16 bytes, accessed with indices that are not constant; in the context");
    check_contains("void f(int *a, int **b) { *b = a; }\n"
                   "__kernel void k(__global int *o) { int x = *o; int *p; f(&x, &p); barrier(1); *o = *p; }",
                   NULL, "int32_t");
}

/* In disjoint blocks the same name does for both variables; inside of one another the inner one gets a number. */
static void variables_keep_their_names(void **state)
{
    (void)state;
    const char *text = "__kernel __attribute__((vec_type_hint(int4))) void k(__global int *row, int n) {\n"
                       "const int lx = row[n] * 3, unix = lx + n, t_1 = lx ^ n;\n"
                       "if (lx > 1) { row[unix] = unix; } else { int a = t_1; a += unix; { int a = n; a ^= t_1; row[a] "
                       "= a; } row[a] = t_1; } }";
    check_contains(text, NULL, "int32_t *row_, int32_t n");
    check_contains(text, NULL, "int32_t lx_ = row_[n] * 3;");
    check_contains(text, NULL, "int32_t unix_ = lx_ + n;");
    check_contains(text, NULL, "int32_t t_1_ = lx_ ^ n;");
    check_contains(text, NULL, "int32_t a = t_1_;");
    check_contains(text, NULL, "int32_t a_2_ = n;");
}

/* The lines of a native file, behind one line of its own. */
static void check_lines(const char *text, const char *expected)
{
    static const char *const names[] = {"a.cl", "b \"c\".cl"};
    buffer in = {0}, out = {0};
    buffer_adds(&in, text);
    buffer_adds(&out, "own\n");
    lines_add(&in, "n.c", names, &out);
    assert_string_equal(out.text, expected);
    buffer_free(&in);
    buffer_free(&out);
}

static void lines_say_where_they_come_from(void **state)
{
    (void)state;
    check_lines("{\n\0027,0\002x;\n\0028,0\002y;\n}\n", "own\n{\n#line 7 \"a.cl\"\nx;\ny;\n}\n#line 8 \"n.c\"\n");
    check_lines("\0023,1\002x;\nown();\n", "own\n#line 3 \"b _c_.cl\"\nx;\n#line 5 \"n.c\"\nown();\n");
}

/* Broken where the fewest brackets are, and not inside of a literal; in a macro's arguments no directive may stand. */
static void long_lines_are_broken(void **state)
{
    (void)state;
#define THIRTY "aaaaaaaaa(bbbbbbbbb) + cccccc "
#define WORD \
    "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
    check_lines(THIRTY "* " THIRTY "- (" THIRTY "+ " THIRTY ");\n",
                "own\n" THIRTY "* " THIRTY "-\n    (" THIRTY "+ " THIRTY ");\n");
    check_lines("\0029,0\002f(" WORD ", " WORD ");\n",
                "own\n#line 9 \"a.cl\"\nf(" WORD ",\n#line 9 \"a.cl\"\n    " WORD ");\n#line 7 \"n.c\"\n");
    check_lines("\0029,0\002CLBN_F(" WORD ", " WORD ");\n",
                "own\n#line 9 \"a.cl\"\nCLBN_F(" WORD ",\n    " WORD ");\n#line 6 \"n.c\"\n");
    check_lines("f(\"" WORD " " WORD " \\\" " WORD "\");\n", "own\nf(\"" WORD " " WORD " \\\" " WORD "\");\n");
#undef WORD
#undef THIRTY
}

static void few_work_items_have_statements_of_their_own(void **state)
{
    (void)state;
    const char *text = "__kernel __attribute__((reqd_work_group_size(2, 2, 1))) void k(__global int *o) {\n"
                       "int x = *o; barrier(1); o[get_local_id(0)] = x; }";
    check_contains(text, "replicate", "4 replicas\n");
    check_contains(text, NULL, "const size_t lx = 1, ly = 1, lz = 0;");
    check_contains(text, NULL, "int32_t all_kept[4];");
    check_contains("__kernel __attribute__((reqd_work_group_size(9, 1, 1))) void k(__global int *o) { barrier(1); }",
                   "replicate", "0 replicas\n");
    check_contains("__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(__global int *o) {\n"
                   "__local int l[1000]; l[*o] = 1; barrier(1); *o = l[1]; }",
                   "replicate", "0 replicas\n");
    /* Loops stay loops over the work-items. */
    check_contains("__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(__global int *o) {\n"
                   "barrier(1); for (int i = get_local_id(0); i < *o; ++i) o[i] = 1; }",
                   NULL, "for (size_t lx = 0; lx < nx; ");
}

/* The lowered form of the last kernel of the text, in vectors or in loops. */
static const lowered *lower_text(workbench *w, const char *text, bool in_loops)
{
    lex_cache cache;
    lex_cache_start(&cache, &w->arena);
    const source *s = workbench_source(w, "a.cl", text);
    const preprocessed unit = preprocess(&w->arena, &cache, &w->diagnostics, &s, 1, NULL);
    const parsed program = parse(&w->arena, &w->diagnostics, &unit, NULL);
    symbol *kernel = program.functions[program.function_count - 1];
    const char *objection = NULL;
    assert_string_equal(workbench_messages(w), "");
    facts_find(&w->arena, kernel);
    const lowered *l =
        in_loops ? choice_lower_loops(&w->arena, kernel, &objection) : choice_lower_vectors(&w->arena, kernel);
    assert_null(l->f->reason);
    assert_null(lower_verify(l));
    return l;
}

static void each_access_has_its_class(void **state)
{
    (void)state;
    static const struct {
        const char *statement, *expected;
    } cases[] = {
        {"o[i] = x[3];", "load of f32, uniform"},
        {"o[i] = x[i];", "load of f32, contiguous, 4 bytes"},
        {"o[i * 2] = 1;", "store of f32, strided, 8 bytes"},
        {"o[i] = x[n[i]];", "load of f32, gather, "},
        {"o[i] = x[i * n[0]];", "load of f32, uniformly strided, "},
        {"o[i] = x[min(i, 5)];", "load of f32, mostly contiguous, "},
        {"o[i] = x[i / 16 * n[0] + i % 16];", "load of f32, mostly contiguous, "},
        {"o[i] = x[2 * i - (i & (n[0] - 1))];", "load of f32, mostly contiguous, "},
        {"o[i] = x[(i >> 4) * 20 + (i & 15)];", "load of f32, mostly contiguous, "},
        {"o[i] = x[i / 3 * n[0] + i % 3];", "load of f32, gather, "},
        {"o[(i & ~15) * 2] = 1;", "store of f32, gather, "},
        {"o[i] = x[(uint)i + (uint)n[0]];", "load of f32, ring, "},
        {"o[i] = x[n[0] ? (long)i : 0];", "load of f32, one of two"},
        {"o[i] = *(__global float *)(size_t)m[i];", "load of f32, any address"},
        {"float a[9]; for (int k = 0; k < 9; ++k) a[k] = x[k]; o[i] = a[n[i]];", "load of f32, private object"},
        {"atomic_inc(n + i);", "call of atomic_inc, one lane at a time"},
        {"((__global float2 *)o)[i] = ((__global const float2 *)x)[n[i]] * 3.0f;",
         "load of 2 f32 as scattered pack, gather, "},
        {"float2 v = ((__global const float2 *)x)[n[i]]; o[i] = v.x - v.y;",
         "load of 2 f32 as scattered words, gather, "},
        {"float2 v = ((__global const float2 *)x)[i / n[0] + i % n[0]]; o[i] = v.x - v.y;",
         "load of 2 f32 as scattered words, mostly contiguous, "},
        {"vstore4(vload4(i, x), i, o);", "load of 4 f32 as pack, contiguous, 16 bytes"},
        {"float2 v = ((__global const float2 *)x)[i]; o[i] = v.x - v.y;", "load of 2 f32 as words, strided, 8 bytes"},
        {"o[i] = vload4(i, b).s2;", "load of 4 u8 as word, contiguous, 4 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        workbench w;
        buffer out = {0};
        workbench_start(&w);
        const char *text = arena_printf(&w.arena,
                                        "__kernel void k(__global float *o, __global const float *x, __global int *n,\n"
                                        "__global const long *m, __global const uchar *b)\n"
                                        "{ const int i = get_global_id(0); %s }",
                                        cases[i].statement);
        lower_print_accesses(lower_text(&w, text, false), &out);
        if (!strstr(out.text, cases[i].expected)) print_message("%s\n%s", cases[i].statement, out.text);
        assert_non_null(strstr(out.text, cases[i].expected));
        buffer_free(&out);
        workbench_end(&w);
    }
}

/* Under a mask, whole vectors are stored to __local variables alone: around all other memory, bytes of inactive lanes
 * may be those of other threads, or no memory at all. */
static void only_stores_to_local_variables_are_blended(void **state)
{
    (void)state;
    static const struct {
        const char *statement, *expected;
        bool contains;
    } cases[] = {
        {"if (x[i] > 0) t[l] = x[i];", "store of f32, contiguous, 4 bytes, blended", true},
        {"if (l >= 3) t[l - 3] = x[i];", "store of f32, contiguous, 4 bytes, blended", true},
        {"if (x[i] > 0) t[min(l, 5)] = 1;", ", blended", true},
        {"if (x[i] > 0) t[(uint)l + (uint)n] = 1;", "store of f32, ring, ", true},
        {"if (x[i] > 0) t[(uint)l + (uint)n] = 1;", ", blended", true},
        {"if (x[i] > 0) vstore4(vload4(i, x) * 3.0f, l, t);", "store of 4 f32 as pack, contiguous, 16 bytes, blended",
         true},
        {"if (x[i] > 0) t[l * 2] = x[i];", ", blended", false},
        {"if (x[i] > 0) t[3] = 1;", ", blended", false},
        {"if (x[i] > 0) a[l] = x[i];", ", blended", false},
        {"if (x[i] > 0) o[i] = x[i];", ", blended", false},
        {"if (x[i] > 0) { __local float *q = n ? a : t; q[l] = 1; }", ", blended", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        workbench w;
        buffer out = {0};
        workbench_start(&w);
        const char *text = arena_printf(&w.arena,
                                        "__kernel void k(__global float *o, __global const float *x,\n"
                                        "__local float *a, int n)\n"
                                        "{ __local float t[256]; const int i = get_global_id(0), l = get_local_id(0);\n"
                                        "%s\nbarrier(CLK_LOCAL_MEM_FENCE); o[i] = t[255 - l] + a[l]; }",
                                        cases[i].statement);
        lower_print_accesses(lower_text(&w, text, false), &out);
        if (!strstr(out.text, cases[i].expected) == cases[i].contains)
            print_message("%s\n%s", cases[i].statement, out.text);
        assert_int_equal(strstr(out.text, cases[i].expected) != NULL, cases[i].contains);
        buffer_free(&out);
        workbench_end(&w);
    }
}

/* 64 bytes in front of the first __local variable and behind all: an active lane's element is inside, and the vector
 * has 64 bytes at most. Behind the context as well. In loops there are no vectors. */
static void scratch_has_room_around_what_blended_stores_write(void **state)
{
    (void)state;
    static const char local[] = "__kernel void k(__global int *o, int n) {\n"
                                "__local int t[64]; const int l = get_local_id(0); %s\n"
                                "barrier(CLK_LOCAL_MEM_FENCE); o[get_global_id(0)] = t[63 - l]; }";
    static const char kept[] = "__kernel void k(__global int *o, __local int *t) { const int l = get_local_id(0);\n"
                               "int v = o[get_global_id(0)]; t[l] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "o[get_global_id(0)] = v + t[0]; }";
    char text[512];
    (void)snprintf(text, sizeof text, local, "if (n > l) t[l] = n;");
    check_contains(text, "sizes", "; 384 bytes of scratch a group, 0 a work-item");
    (void)snprintf(text, sizeof text, local, "if (n > l) t[l * 3 % 64] = n;");
    check_contains(text, "sizes", "; 256 bytes of scratch a group, 0 a work-item");
    check_contains(kept, "sizes", "; 64 bytes of scratch a group, 4 a work-item");
}

/* Up to four rounds without a loop inside, which write no memory: they stand one behind the other, in the code that
 * most vectors run. The rounds of all strands count, since each needs registers of its own. */
static void loops_of_few_rounds_are_unrolled(void **state)
{
    (void)state;
    static const struct {
        const char *statement;
        unsigned expected, group; /* a group of 8 work-items has one strand, one of 32 four */
    } cases[] = {
        {"for (int k = -1; k < 2; ++k) s = max(s, x[i + k * n]); o[i] = s;", 1, 8},
        {"for (int k = 0; k < 8; k += 2) if (x[k]) s = max(s, x[i + k * n]); o[i] = s;", 1, 8},
        {"for (int j = 0; j < 3; ++j) for (int k = 0; k < 4; ++k) s = max(s, x[i + j * n + k]); o[i] = s;", 1, 8},
        {"for (int k = -1; k < 2; ++k) s = max(s, x[i + k * n]); o[i] = s;", 0, 32},
        {"for (int k = 0; k < 2; ++k) s = max(s, x[i + k * n]); o[i] = s;", 1, 32},
        {"for (int k = 0; k < 5; ++k) s = max(s, x[i + k * n]); o[i] = s;", 0, 8},
        {"for (int k = 0; k < n; ++k) s = max(s, x[i + k * n]); o[i] = s;", 0, 8},
        {"for (int k = n; k < 4; ++k) s = max(s, x[i + k * n]); o[i] = s;", 0, 8},
        {"for (int k = 0; k < 3; ++k) { s = max(s, x[i + k * n]); o[i + k] = s; }", 0, 8},
        {"for (int k = 0; k < 3; ++k) { s = max(s, x[i + k * n]); if (s > 3) break; } o[i] = s;", 0, 8},
        {"for (int k = 0; k < 3; ++k) for (int j = 0; j < n; ++j) s = max(s, x[i + k * j]); o[i] = s;", 0, 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        workbench w;
        buffer out = {0};
        unsigned found = 0;
        workbench_start(&w);
        const char *text = arena_printf(&w.arena,
                                        "__kernel __attribute__((reqd_work_group_size(%u, 1, 1)))\n"
                                        "void k(__global int *o, __global const int *x, int n)\n"
                                        "{ const int i = get_global_id(0); int s = 0; %s }",
                                        cases[i].group, cases[i].statement);
        (void)lower(&w, text, "lower", &out);
        for (const char *at = out.text; (at = strstr(at, "CLBN_UNROLL")) != NULL; ++at) ++found;
        if (found != cases[i].expected) print_message("%s\n%s", cases[i].statement, out.text);
        assert_int_equal(found, cases[i].expected);
        buffer_free(&out);
        workbench_end(&w);
    }
}

typedef struct printed_case {
    const char *statement, *expected;
    bool contains;
} printed_case;

/* Whether the printed form of each statement contains the text, or not. `kernel`: its text, with %s for the statement.
 */
static void check_printed(const char *kernel, const printed_case *cases, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        workbench w;
        buffer out = {0};
        char text[512];
        workbench_start(&w);
        (void)snprintf(text, sizeof text, kernel, cases[i].statement);
        passes_print(lower_text(&w, text, false)->p, &out);
        if (!strstr(out.text, cases[i].expected) == cases[i].contains)
            print_message("%s\n%s", cases[i].statement, out.text);
        assert_int_equal(strstr(out.text, cases[i].expected) != NULL, cases[i].contains);
        buffer_free(&out);
        workbench_end(&w);
    }
}

/* Packs of bytes and shorts are vectors of such elements where they are computed, not where they are only widened. */
static void packs_of_bytes_and_shorts_are_narrow_where_that_pays(void **state)
{
    (void)state;
    static const printed_case cases[] = {
        {"o4[i] = max(b4[i], o4[i]);", ", in 1 vector of bytes", true},
        {"s8[i] = s8[i] * s8[i + 1] + (short8)3;", ", in 4 vectors of shorts", true},
        {"o4[i] = b4[i] < o4[i] ? b4[i] : o4[i] + b4[i];", ": bool = less", true},
        {"o4[i] = b4[i] < o4[i] ? b4[i] : o4[i] + b4[i];", "pack of 4:", false},
        {"uchar4 v = max(b4[i], o4[i]); o4[i] = v; f4[i].x = v.y;", ", also as components, in 1 vector of bytes", true},
        {"uchar4 v = max(b4[i], o4[i]); o4[i] = v * v.w;", ", also as components, in 1 vector of bytes", true},
        {"f4[i] = convert_float4(b4[i]) * 0.5f;", "vector of bytes", false},
        {"f4[i] = convert_float4(b4[i]) * 0.5f;", "pack of 4:", true},
        {"o4[i] = convert_uchar4(convert_ushort4(b4[i]) * convert_ushort4(o4[i]) >> (ushort4)8);",
         ", in 2 vectors of shorts", true},
        {"o4[i] = b4[i] / o4[i];", "in 1 vector of bytes", false},
    };
    check_printed("__kernel void k(__global uchar4 *o4, __global const uchar4 *b4,\n"
                  "__global short8 *s8, __global float4 *f4)\n"
                  "{ const int i = get_global_id(0); %s }",
                  cases, sizeof cases / sizeof *cases);
}

/* Sums of bytes and shorts that are clamped to the type or halved are functions of the type, also where the kernel
 * spells them out; sums that are clamped to other bounds are not. */
static void clamped_and_halved_sums_are_functions_of_the_type(void **state)
{
    (void)state;
    static const printed_case cases[] = {
        {"o[i] = add_sat(a, b);", "u8 = call add_sat %", true},
        {"o[i] = sub_sat((uchar)7, b);", "u8 = call sub_sat %", true},
        {"o[i] = clamp(a + b, 0, 255);", "u8 = call add_sat %", true},
        {"o[i] = max(0, min(255, a - b));", "u8 = call sub_sat %", true},
        {"o[i] = (a + b + 1) >> 1;", "u8 = call rhadd %", true},
        {"o[i] = (a + b) >> 1;", "u8 = call hadd %", true},
        {"s[i] = mul_hi(s[i], s[i + 1]);", "i16 = call mul_hi %", true},
        {"o[i] = clamp(a + b, 0, 254);", "call add_sat", false},
        {"o[i] = clamp(a + b, 1, 255);", "call add_sat", false},
        {"o[i] = clamp(a + b + b, 0, 255);", "call add_sat", false},
        {"o[i] = clamp(a + s[i], 0, 255);", "call add_sat", false},
        {"o[i] = min(a + b, 255);", "call add_sat", false},
        {"o[i] = (a + b + 2) >> 1;", "call rhadd", false},
        {"o[i] = (a + b) >> 2;", "call hadd", false},
        {"o[i] = clamp(a + 256, 0, 255);", "call add_sat", false},
    };
    check_printed("__kernel void k(__global uchar *o, __global const uchar *x, __global short *s)\n"
                  "{ const int i = get_global_id(0); const uchar a = x[i], b = x[i + 1]; %s }",
                  cases, sizeof cases / sizeof *cases);
}

/* The cost model asks the class of the access: eight bytes are two words, read by one gather. */
static void what_is_accessed_at_once_counts_as_one_gather(void **state)
{
    (void)state;
    check_contains("__kernel void k(__global int *o, __global const uchar8 *x, __global const int *n) {\n"
                   "const int i = get_global_id(0); uchar8 a = x[n[i]], b = x[n[i + 9]];\n"
                   "o[i] = (a.s0 ^ b.s5) + (a.s7 ^ b.s1); }",
                   "explain", "mostly gathers: 2, beside 3 vector operations");
}

/* Where each round goes far on in global memory, neighbours share cache lines: that outweighs a gather. */
static void loops_over_all_elements_are_in_vectors(void **state)
{
    (void)state;
    static const char kernel[] =
        "__kernel void k(__global const uchar *x, __global int *o, __local uchar *t, int n) {\n"
        "for (int i = get_global_id(0); i < n; i += %s) atomic_inc(&o[%s]); }";
    static const struct {
        const char *step, *index, *expected;
    } cases[] = {
        {"get_global_size(0)", "x[i]", ": neighbouring work-items in vectors"},
        {"64", "x[i]", ": neighbouring work-items in vectors"},
        {"n", "x[i + 3]", ": neighbouring work-items in vectors"},
        {"1", "x[i]", "a divergent loop mostly gathers: 1, beside"},
        {"get_local_size(0)", "t[i]", "a divergent loop mostly gathers: 1, beside"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[256];
        (void)snprintf(text, sizeof text, kernel, cases[i].step, cases[i].index);
        check_contains(text, "explain", cases[i].expected);
    }
    /* Atomics of a small loop beside it do not matter. */
    check_contains("__kernel void k(__global const int *x, __global int *o, __local int *t, int n) {\n"
                   "for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&t[x[i]]);\n"
                   "barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "for (int i = get_local_id(0); i < 64; i += get_local_size(0)) atomic_add(&o[i], t[i]); }",
                   "explain", ": neighbouring work-items in vectors");
}

/* A counter in 32 bits that goes on by a size_t keeps the distance between neighbours. */
static void neighbours_stay_neighbours_in_loops_over_all_elements(void **state)
{
    (void)state;
    check_contains("__kernel void k(__global float *y, __global const float *x, int n) {\n"
                   "for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] += x[i]; }",
                   "access", "load of f32, contiguous, 4 bytes");
    check_contains("__kernel void k(__global float *y, __global const float *x, uint n) {\n"
                   "for (uint i = get_global_id(0); i < n; i += get_local_size(0) * 2) y[i] += x[i]; }",
                   "access", "load of f32, ring");
}

/* What the group computes once stays the group's. */
static void a_count_in_32_bits_of_a_loop_of_the_group_in_64_is_in_vectors(void **state)
{
    (void)state;
    check_contains("__kernel void k(__global double *o, __global const double *x, __local double *t, int n) {\n"
                   "const int l = get_local_id(0); double s = 0;\n"
                   "for (long c = 0; c < n; c += 64) { const int m = n - c < 64 ? (int)(n - c) : 64;\n"
                   "if (l < m) t[l] = x[c + l] * x[l]; barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "for (int k = 0; k < m; ++k) s += t[k] * l; barrier(CLK_LOCAL_MEM_FENCE); }\n"
                   "o[get_global_id(0)] = s; }",
                   "explain", ": neighbouring work-items in vectors");
}

/* Compilers vectorise straight code in 64 bits, unless they have to prove that an int does not wrap. */
static void straight_code_of_doubles_is_in_vectors_if_its_ids_are_ints(void **state)
{
    (void)state;
    check_contains("__kernel void k(__global double *y, __global const double *x, double a) {\n"
                   "const int i = get_global_id(0); y[i] += a * x[i]; }",
                   "explain", ": neighbouring work-items in vectors");
    check_contains("__kernel void k(__global double *y, __global const double *x, double a) {\n"
                   "const size_t i = get_global_id(0); y[i] += a * x[i]; }",
                   "explain", "straight code in 64 bits: 2 operations, beside 0 in 32 bits");
}

/* The mask of each effect, and what is tested before it: of the version for whole vectors. */
static void each_effect_has_its_mask(void **state)
{
    (void)state;
    static const struct {
        const char *statement, *expected;
    } cases[] = {
        {"o[i] = 1;",
         "whole vectors, mask full:\n    %8 store, mask full\n  rest of a line, mask m0:\n    %8 store, mask m0\n"},
        {"if (n > 3) o[i] = 1;", "      then, mask full:\n        %11 store, mask full\n"},
        {"if (x[i] > n) o[i] = 1; else o[i] = 2;",
         "      then, mask m1:\n        %13 store, mask m1\n      else, mask m2:\n        %17 store, mask m2\n"},
        {"if (i >= n && i < n * 3) o[i] = x[i];", "      then, full, mask full:\n"},
        {"int s = 0; if (x[i] > 9) s = x[n]; o[i] = s;", "then, mask m1, speculative:\n        %15 load, mask m1\n     "
                                                         "   %16 set, mask m1, other lanes keep their value\n"},
        {"int s = 0; for (int k = 0; k < x[i]; ++k) s += k; o[i] = s;",
         "loop, mask full, narrowed by its condition, until it is empty\n      test, mask m1:\n        %13 load, mask "
         "m1\n      body, mask m1:\n"},
        {"for (int k = 0; k < x[i]; ++k) { if (x[k] == i) continue; o[i] = k; }",
         "continue, mask m3, clears m3, m2\n          skip the rest of block 1 of"},
        {"for (int k = 0; k < x[i]; ++k) { if (x[k] == i) continue; o[i] = k; }", "rest, full, mask full:\n"},
        {"if (x[i] == 7) return; o[i] = 3;", "leave, mask m2, clears m2, m1\n"},
        {"for (int k = 0; k < n; ++k) { if (x[k] == 7) break; o[i + k] = 3; }", "leave, mask full, all lanes\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        workbench w;
        buffer out = {0};
        workbench_start(&w);
        const char *text = arena_printf(&w.arena,
                                        "__kernel void k(__global int *o, __global const int *x, int n)\n"
                                        "{ const int i = get_global_id(0); %s }",
                                        cases[i].statement);
        masks_print(lower_text(&w, text, false), &out);
        if (!strstr(out.text, cases[i].expected)) print_message("%s\n%s", cases[i].statement, out.text);
        assert_non_null(strstr(out.text, cases[i].expected));
        buffer_free(&out);
        workbench_end(&w);
    }
}

static void check_names(const char *text, bool in_loops, const char *expected)
{
    workbench w;
    buffer out = {0};
    workbench_start(&w);
    lower_print_names(lower_text(&w, text, in_loops), &out);
    if (!strstr(out.text, expected)) print_message("%s\n%s", text, out.text);
    assert_non_null(strstr(out.text, expected));
    buffer_free(&out);
    workbench_end(&w);
}

static void names_and_expressions_are_found_in_the_form(void **state)
{
    (void)state;
    const char *text = "__kernel void k(__global int *o, __global const int *x, int n) {\n"
                       "const int i = get_global_id(0), twice = x[i] * 2; o[i] = (twice ^ n) + 1; }";
    check_names(text, false, ": named twice\n");
    check_names(text, false, ": in its user's expression\n");
    check_names(text, true, ": named twice\n");
    text = "__kernel void k(__global int *o, int n) { o[get_global_id(0)] = n > 3 ? o[1] : n + 7; }";
    check_names(text, true, ": an expression in place of ");
    text = "__kernel void k(__global int *o, int n) { for (int i = 0; i < n; ++i) o[i] = i; }";
    check_names(text, true, ": its head is an expression\n");
}

/* All names, in loops. */
static void check_loop_names(const char *text, const char *expected)
{
    workbench w;
    buffer out = {0};
    workbench_start(&w);
    lower_print_names(lower_text(&w, text, true), &out);
    assert_string_equal(out.text ? out.text : "", expected);
    buffer_free(&out);
    workbench_end(&w);
}

static void operations_and_effects_decide_what_has_a_name(void **state)
{
    (void)state;
    const char *text = "__kernel void k(__global int *o, __global const int *a, int n) {\n"
                       "int i = get_global_id(0); o[i] = (((((a[i] + 1) * 2 ^ 3) - 4 | 5) * 6 + 7 & 8) ^ 9) + n; }";
    /* The 9th operation in loops, where a load is part of an expression, and in vectors, where it has a name. */
    check_loop_names(text, "%4: named i\n%25: named\n");
    check_names(text, false, "%25: in its user's expression\n%28: in");
    /* Operands that are written several times: only those of more than two operations. */
    text = "__kernel void k(__global int *o, __global const int *a, int n) { o[0] = a[1 + n] * 2 / (n * 2 * n + 1); }";
    check_loop_names(text, "%11: named\n%16: named\n");
    text = "__kernel void k(__global int *o, __global const int *a, int n) { o[0] = n / (n + 1); }";
    check_loop_names(text, "");
    /* A read before a write that may change it, and one that nothing changes. */
    text = "__kernel void k(__global int *o, __global const int *a, int n) { o[0] = a[1] + (o[2] = n); }";
    check_loop_names(text, "%8: named\n");
    text = "__kernel void k(__global int *o, __global const int *a, int n) { o[0] = a[1] + n; o[2] = n; }";
    check_loop_names(text, "");
    /* The same of a variable. */
    text = "__kernel void k(__global int *o, int n) { int x = n; do o[1] = x-- * n; while (x > 3); }";
    check_loop_names(text, "%10: named\n");
}

static const char barriers[] = "__kernel void k(__global int *o, int n) {\n"
                               "int l = get_local_id(0), kept = o[l] * 3;\n"
                               "__local int a[64]; __local int b[64]; int big[2000];\n"
                               "big[l] = o[l];\n"
                               "a[l] = b[l] = big[n];\n"
                               "for (int i = 0; i < n; ++i) { barrier(1); o[l + i] = a[63 - l] + kept; }\n"
                               "if (l < n) o[l] = kept; }";

static void a_group_does_its_steps_in_order(void **state)
{
    (void)state;
    workbench w;
    workbench_start(&w);
    const lowered *l = lower_text(&w, barriers, true);
    const lower_step *steps = l->steps->items;
    size_t loop = 0, first = 0;
    while (steps[first].kind != STEP_REGION && first + 1 < l->steps->count) ++first;
    while (loop < l->steps->count && steps[loop].kind != STEP_LOOP) ++loop;
    assert_true(loop < l->steps->count);
    assert_true(first < loop);
    assert_int_equal(steps[first].kind, STEP_REGION);
    assert_true(steps[first].region->uses_context);
    assert_true(steps[first].region->is_serial); /* it uses an object in the scratch */
    assert_true(steps[loop].blocks[1]->count >= 1);
    const lower_step *last = &steps[l->steps->count - 1];
    assert_int_equal(last->kind, STEP_REGION);
    assert_non_null(last->region->guard.branch);
    assert_null(last->value); /* the block ends it */
    /* Two __local arrays, and the private one, which is too large for the stack. */
    assert_int_equal(l->layout.fixed, 256 + 256 + 8064);
    assert_int_equal(l->layout.stack, 0);
    workbench_end(&w);
}

/* Damages a copy of the form, and expects the rule's name. */
static void check_broken(const lowered *l, const char *expected)
{
    const char *broken = lower_verify(l);
    assert_non_null(broken);
    assert_string_equal(broken, expected);
}

/* ---- sizes ---- */

static void check_sizes(const char *text, const char *expected)
{
    workbench w;
    buffer out = {0};
    workbench_start(&w);
    (void)lower(&w, text, "sizes", &out);
    assert_string_equal(out.text, expected);
    buffer_free(&out);
    workbench_end(&w);
}

/* In loops, a function needs twice the bytes of its objects and their alignment, 8 bytes for each value and variable
 * with a name, and its frame: 2048 bytes of a group, 256 of a called function. In vectors, each slot of an object needs
 * the bytes of 16 lanes. */
static void sizes_are_known_before_anything_is_written(void **state)
{
    (void)state;
    check_sizes("__kernel void k(__global int *o) { o[get_global_id(0)] = 1; }",
                "== k: sizes\n"
                "1024 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n"
                "in loops:\n"
                "2048 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n");
    check_sizes("__kernel void k(__global int *o) { int x = o[1]; while (x > 3) x = o[x]; o[2] = x; }",
                "== k: sizes\n"
                "1024 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n"
                "in loops:\n"
                "2056 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n");
    check_sizes("__kernel void k(__global int *o, __local int *p) {\n"
                "int a[10]; a[o[0]] = 1; int b[2000]; b[o[1]] = 2; o[2] = a[o[3]] + b[o[4]]; }",
                "== k: sizes\n"
                "1728 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 128128 bytes\n"
                "in loops:\n"
                "2136 bytes of stack; 8064 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n");
    check_sizes("__kernel void k(__global int *o) { __local int a[64]; int x = o[0] * 3; a[get_local_id(0)] = x;\n"
                "barrier(1); o[get_global_id(0)] = a[63 - get_local_id(0)] + x; }",
                "== k: sizes\n"
                "1024 bytes of stack; 384 bytes of scratch a group, 4 a work-item; spill area: 0 bytes\n"
                "in loops:\n"
                "2064 bytes of stack; 256 bytes of scratch a group, 4 a work-item; spill area: 0 bytes\n");
}

#define LOOP "for (int i = 0; i < n; ++i) { if (o[i] == 3) return i; a[i % 60] += o[i]; }"

/* The deepest chain counts, not each call. Versions of a function in vectors have sizes of their own. */
static void sizes_of_called_functions_add_up(void **state)
{
    (void)state;
    const char *text =
        "__attribute__((noinline)) int f(__global int *o, int n) { int a[60]; a[n] = 1; " LOOP " return a[n & 7]; }\n"
        "__attribute__((noinline)) int g(__global int *o, int n) { int a[60]; a[n] = 2; " LOOP
        " return a[n & 7] + f(o, n); }\n"
        "__kernel void k(__global int *o, int n) { o[get_global_id(0)] = f(o, n) + g(o, 2) + f(o, 3); }";
    check_sizes(text,
                "== k: sizes\n"
                "10496 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n"
                "  %5 calls f: 4736 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n"
                "  %8 calls g: 9472 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n"
                "    %44 calls f: as above\n"
                "  %12 calls f: as above\n"
                "in loops:\n"
                "3576 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n"
                "  %5 calls f: 760 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n"
                "  %8 calls g: 1528 bytes of stack; 0 bytes of scratch a group, 0 a work-item; spill area: 0 bytes\n"
                "    %44 calls f: as above\n"
                "  %12 calls f: as above\n");
}

/* One lowered form is written: the text has each function once. */
static void check_functions(const char *attribute, const char *body, unsigned count)
{
    workbench w;
    buffer text = {0}, out = {0};
    size_t found = 0;
    workbench_start(&w);
    for (unsigned i = 0; i < count; ++i) {
        buffer_addf(&text,
                    "__attribute__((noinline)) int f%u(__global int *o, int n) { int a[60]; a[n] = %u; " LOOP
                    " return a[n & 7]",
                    i, i);
        if (i) buffer_addf(&text, " + f%u(o, n + 1)", i - 1);
        buffer_adds(&text, "; }\n");
    }
    buffer_addf(&text, "__kernel %s void k(__global int *o, int n) { %s o[get_global_id(0)] = f%u(o, n); }", attribute,
                body, count - 1);
    const native_kernel k = lower(&w, text.text, NULL, &out);
    assert_null(k.reason);
    for (const char *at = out.text; (at = strstr(at, ")\n{\n")) != NULL; ++at) ++found;
    assert_int_equal(found, count + 2); /* with the group's function and the entry */
    buffer_free(&text);
    buffer_free(&out);
    workbench_end(&w);
}

static void a_kernel_is_written_once_whatever_its_stack(void **state)
{
    (void)state;
    check_functions("", "", 3);
    check_functions("", "", 40);
    check_functions("", "", 80);
    check_functions("__attribute__((vec_type_hint(int4)))", "", 120);
    check_functions("", "int big[900]; big[n] = 1; o[2] = big[o[3]];", 80);
}

static void a_damaged_form_is_noticed(void **state)
{
    (void)state;
    workbench w;
    workbench_start(&w);
    const lowered *good = lower_text(&w, barriers, true);
    lowered l = *good;
    lower_steps steps = *good->steps;
    l.steps = &steps;
    --steps.count;
    check_broken(&l, "an effect without a step");
    ++steps.count;
    lower_step *items = arena_array(&w.arena, steps.count + 1, sizeof *items);
    memcpy(items, steps.items, steps.count * sizeof *items);
    steps.items = items;
    items[steps.count] = items[0];
    ++steps.count;
    check_broken(&l, "an item of two steps");
    --steps.count;
    items[steps.count - 1].region = NULL;
    check_broken(&l, "a step with another one's region");
    l = *good;
    size_t *offset = arena_array(&w.arena, l.f->variable_count, sizeof *offset);
    l.layout.offset = offset; /* all at the beginning */
    check_broken(&l, "two objects that overlap");
    l = *good;
    l.layout.fixed = 100;
    check_broken(&l, "an object outside the scratch");
    l = *good;
    l.accesses = arena_array(&w.arena, l.f->values, sizeof *l.accesses);
    check_broken(&l, "an access without a class");
    workbench_end(&w);
}

static void damaged_names_are_noticed(void **state)
{
    (void)state;
    const char *const text = "__kernel void k(__global int *o, int n) { int i = o[1] + n; o[i] = i * o[n] + i; }";
    workbench w;
    workbench_start(&w);
    lowered l = *lower_text(&w, text, true);
    bool *flags = arena_array(&w.arena, l.f->values, sizeof *flags);
    for (size_t i = 0; i < l.f->body->count; ++i)
        if (l.f->body->items[i]->op == IR_LOAD) l.names.uses[l.f->body->items[i]->number] = 2;
    check_broken(&l, "an expression that is written several times");
    for (size_t i = 0; i < l.f->body->count; ++i) flags[l.f->body->items[i]->number] = true;
    l.names.is_named = flags;
    check_broken(&l, "a leaf with a name");
    l = *lower_text(&w, text, false);
    flags = arena_array(&w.arena, l.f->values, sizeof *flags);
    for (size_t i = 0; i < l.f->body->count; ++i)
        if (l.names.uses[l.f->body->items[i]->number] > 1) flags[l.f->body->items[i]->number] = true;
    l.names.nested = flags;
    check_broken(&l, "an expression that is written several times");
    workbench_end(&w);
}

static void damaged_masks_are_noticed(void **state)
{
    (void)state;
    workbench w;
    workbench_start(&w);
    const lowered *l =
        lower_text(&w,
                   "__kernel void k(__global int *o, __global const int *x, int n) {\n"
                   "const int i = get_global_id(0); int s = n; if (x[i] > 3) { s = 3; o[n + i] = s; } o[i] = s; }",
                   false);
    lower_code *whole = l->steps->items[0].region->code.full, *partial = l->steps->items[0].region->code.partial;
    size_t at = 0, last = whole->count - 1;
    while (!whole->items[at].control) ++at;
    lower_control *branch = whole->items[at].control;
    lower_code *then = branch->code[0];
    lower_item *set = then->items;
    while (set->value->op != IR_SET) ++set;
    const lower_item good = *set, end = whole->items[last];
    assert_true(set->keeps);
    set->mask = NULL; /* as if the store were of all lanes */
    check_broken(l, "an item with another mask than its code");
    *set = good;
    whole->items[last].mask = set->mask;
    check_broken(l, "an item with another mask than its code");
    whole->items[last] = end;
    whole->items[last].keeps = true;
    check_broken(l, "a full mask that keeps values");
    whole->items[last] = end;
    --whole->count;
    check_broken(l, "an effect under no mask");
    ++whole->count;
    whole->items[last] = whole->items[at];
    check_broken(l, "an item of two versions");
    whole->items[last] = end;
    branch->code[0] = NULL;
    check_broken(l, "a block without code");
    branch->code[0] = then;
    then->full = then;
    check_broken(l, "one version of two");
    then->full = NULL;
    whole->mask = partial->mask;
    check_broken(l, "a version of another mask");
    whole->mask = NULL;
    assert_null(lower_verify(l));
    workbench_end(&w);
}

/* Chains of dependent operations run in several vectors at a time. */
static void chains_are_interleaved(void **state)
{
    (void)state;
    const char *text =
        "__kernel void k(__global const int *in, __global int *out, int n) { int i = get_global_id(0), s "
        "= 0; for (int k = 0; k < n; ++k) s = s * 3 + in[i + k]; out[i] = s; }";
    check_contains(text, "steps", ", 4 strands");
    check_contains(text, "explain", "4 vectors of work-items at a time");
    check_contains(text, "lower", "for (; nx - lx >= 4 * CLBN_SIMD_W; lx += 4 * CLBN_SIMD_W) {");
    /* Two where each lane reads a row of its own, or where there is more to compute. */
    check_contains(
        "__kernel void k(__global const int *in, __global int *out, int n) { int i = get_global_id(0), s = 0; "
        "for (int k = 0; k < n; ++k) s = s * 3 + in[i * 64 + k * k]; out[i] = s; }",
        "steps", ", 2 strands");
    check_contains(
        "__kernel __attribute__((reqd_work_group_size(16, 4, 1))) void k(__global const int *in, __global int "
        "*out, int n) { int i = get_global_id(0), s = 0; for (int k = 0; k < n; ++k) s = s * 3 + in[i + k]; "
        "out[i] = s; }",
        "steps", ", 2 strands");
    /* Rows below each other, where there are too few work-items along x. */
    check_contains("__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void k(__global const int *in, __global "
                   "int *out, int n) { int x = get_global_id(0), y = get_global_id(1), s = 0; for (int k = 0; k < n; "
                   "++k) s += in[y * n + k] * in[k * n + x]; out[y * n + x] = s; }",
                   "steps", ", 2 strands, 4 strands along y\n");
    /* One where nothing is carried from round to round, or where rows of work-items are short. */
    check_contains("__kernel void k(__global const int *in, __global int *out, int n) { int i = get_global_id(0); for "
                   "(int k = 0; k < n; ++k) out[i + k * n] = in[i + k]; }",
                   "steps", "items\nin loops:");
    check_contains(
        "__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void k(__global const int *in, __global int "
        "*out, int n) { int i = get_global_id(0), s = 0; for (int k = 0; k < n; ++k) s = s * 3 + in[i + k]; "
        "out[i] = s; }",
        "steps", "items\nin loops:");
}

#define IDS "const int x = get_global_id(0), y = get_global_id(1);"

/* Four rows access their adjacent elements at once, where lanes access memory far apart. */
static void rows_access_adjacent_elements_at_once(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        bool adjacent;
    } cases[] = {
        {IDS "o[x * h + y] = p[y * w + x];", true},
        {IDS "o[y * w + x] = p[x * h + y] * 2;", true},
        {IDS "if (x < w && y < h) o[x * h + y] = 1;", true},
        {"const size_t x = get_global_id(0), y = get_global_id(1); o[y * w + x] = p[x * h + y];", true},
        {IDS "o[x * 64 + (y + 3)] = p[y * w + x];", true},
        {IDS "o[x * h - y] = p[y * w + x];", true},
        {IDS "((__global uchar4 *)o)[x * h + y] = ((__global const uchar4 *)p)[y * w + x];", true},
        {IDS "((__global char *)o)[x * h - y] = ((__global const char *)p)[y * w + x];", true},
        {IDS "((__global short *)o)[x * h - y] = ((__global const short *)p)[y * w + x];", true},
        /* Elements are larger; rows leave gaps, are the same, or may wrap. */
        {IDS "((__global double *)o)[x * h + y] = ((__global const double *)p)[y * w + x];", false},
        {IDS "((__global float4 *)o)[x * h + y] = ((__global const float4 *)p)[y * w + x];", false},
        {IDS "o[x * h + 2 * y] = p[y * w + x];", false},
        {IDS "o[x * h] = p[y * w + x];", false},
        {"const uint x = get_global_id(0), y = get_global_id(1); o[x * 64 + y] = p[y * w + x];", false},
        {IDS "o[x * h + (y & 7)] = p[y * w + x];", false},
        {IDS "o[x * h + (y << 1)] = p[y * w + x];", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        workbench w;
        buffer out = {0};
        workbench_start(&w);
        const char *text =
            arena_printf(&w.arena, "__kernel void k(__global const float *p, __global float *o, int w, int h) { %s }",
                         cases[i].body);
        const native_kernel k = lower(&w, text, "steps", &out);
        assert_null(k.reason);
        const bool found = strstr(out.text, "4 strands along y with adjacent elements") != NULL;
        if (found != cases[i].adjacent) print_message("%s\n%s", cases[i].body, out.text);
        assert_int_equal(found, cases[i].adjacent);
        buffer_free(&out);
        workbench_end(&w);
    }
}

static void check_group(const char *text, unsigned width, unsigned height)
{
    workbench w;
    buffer out = {0};
    workbench_start(&w);
    const native_kernel k = lower(&w, text, NULL, &out);
    assert_null(k.reason);
    assert_int_equal(k.preferred_local[0], width);
    assert_int_equal(k.preferred_local[1], height);
    buffer_free(&out);
    workbench_end(&w);
}

/* Where only neighbours along y are adjacent in memory, groups are tall. */
static void groups_are_tall_for_columns(void **state)
{
    (void)state;
    const char *text = "__kernel void k(__global const float *in, __global float *out, int w, int h) { const int x = "
                       "get_global_id(0), y = get_global_id(1); out[x * h + y] = in[y * w + x]; }";
    check_group(text, 16, 32);
    text = "__kernel void k(__global const float *in, __global float *out, int w, int h) { const size_t x = "
           "get_global_id(0), y = get_global_id(1); out[y * w + x] = in[x * 1000 - y + w]; }";
    check_group(text, 16, 32);
    /* Adjacent along x, along neither, or the same for all along y. */
    text = "__kernel void k(__global const float *in, __global float *out, int w, int h) { const int x = "
           "get_global_id(0), y = get_global_id(1); out[y * w + x] = in[(y + 1) * w + x]; }";
    check_group(text, 0, 0);
    text =
        "__kernel void k(__global const float *in, __global float *out, int w, int h) { const int x = "
        "get_global_id(0), y = get_global_id(1); out[y * w + x] = in[x * h + y * w] + in[x * h] + in[(x ^ y) * h]; }";
    check_group(text, 0, 0);
    text = "__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void k(__global float *out, int h) { "
           "out[get_global_id(0) * h + get_global_id(1)] = 1; }";
    check_group(text, 8, 4);
}

/* Only the last rounds of a loop from an id to a bound have a mask. */
static void loops_to_a_bound_begin_without_a_mask(void **state)
{
    (void)state;
    const char *text = "__kernel void k(__global const int *in, __global int *out, int n) { int s = 0; for (int i = "
                       "get_local_id(0); i < n; i += 64) s += in[i]; out[get_global_id(0)] = s; }";
    check_contains(text, "masks", "body, full, mask full:\n");
    check_contains(text, "lower", "if (!CLBN(simd_all)(");
    /* Nothing that is decided by data has such rounds, nor has what a jump leaves. */
    check_contains("__kernel void k(__global const int *in, __global int *out, int n) { int s = 0; for (int i = "
                   "get_local_id(0); in[i] < n; i += 64) s += in[i]; out[get_global_id(0)] = s; }",
                   "masks", "until it is empty\n      test, mask");
    check_contains(
        "__kernel void k(__global const int *in, __global int *out, int n) { int s = 0; for (int i = "
        "get_local_id(0); i < n; i += 64) { if (in[i] == 3) break; s += in[i]; } out[get_global_id(0)] = s; }",
        "masks", "until it is empty\n      test, mask");
}

static void a_large_context_prevents_interchange(void **state)
{
    (void)state;
    check_contains("__kernel __attribute__((vec_type_hint(int4))) void k(__global int *o, int n) {\n"
                   "int a[5000]; for (int i = 0; i < 5000; ++i) a[i] = o[i];\n"
                   "int s = 0; for (int i = 0; i < n; ++i) s += o[get_global_id(0) + i * 7] + a[(i * n) % 5000];\n"
                   "o[get_global_id(0)] = s; }",
                   "explain", "loops interchanged: loop interchange needs 20");
}

/* Each such variable has one beside it, which the pass adds to the kernel's own. */
static void variables_that_carry_memory_have_a_state_each(void **state)
{
    (void)state;
    for (unsigned count = 1; count < 24; count += count < 4 ? 1 : 7) {
        buffer text = {0};
        buffer_adds(&text, "__kernel void k(__global int *x, int n) { ");
        for (unsigned i = 0; i < count; ++i) buffer_addf(&text, "int v%u = n; ", i);
        buffer_adds(&text, "if (n > 1) { ");
        for (unsigned i = 0; i < count; ++i) buffer_addf(&text, "v%u = x[%u]; ", i, i);
        buffer_adds(&text, "} ");
        for (unsigned i = 0; i < count; ++i) buffer_addf(&text, "x[%u] = v%u; ", 99 + i, i);
        buffer_adds(&text, "}");
        for (unsigned i = 0; i < count; ++i) {
            char expected[64];
            (void)snprintf(expected, sizeof expected, "state_v%u_%u: u64\n", i, count + i);
            check_contains(text.text, "checks", expected);
        }
        buffer_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_outside_of_the_subset_is_refused),
        cmocka_unit_test(halves_and_their_vectors_are_scalars_of_16_bits),
        cmocka_unit_test(barriers_come_out_of_switches_and_expressions),
        cmocka_unit_test(uniform_values_are_proven),
        cmocka_unit_test(a_loop_that_some_leave_early_is_masked),
        cmocka_unit_test(a_guard_becomes_a_bound),
        cmocka_unit_test(variables_keep_their_names),
        cmocka_unit_test(lines_say_where_they_come_from),
        cmocka_unit_test(long_lines_are_broken),
        cmocka_unit_test(each_access_has_its_class),
        cmocka_unit_test(only_stores_to_local_variables_are_blended),
        cmocka_unit_test(scratch_has_room_around_what_blended_stores_write),
        cmocka_unit_test(loops_of_few_rounds_are_unrolled),
        cmocka_unit_test(packs_of_bytes_and_shorts_are_narrow_where_that_pays),
        cmocka_unit_test(clamped_and_halved_sums_are_functions_of_the_type),
        cmocka_unit_test(what_is_accessed_at_once_counts_as_one_gather),
        cmocka_unit_test(loops_over_all_elements_are_in_vectors),
        cmocka_unit_test(a_count_in_32_bits_of_a_loop_of_the_group_in_64_is_in_vectors),
        cmocka_unit_test(straight_code_of_doubles_is_in_vectors_if_its_ids_are_ints),
        cmocka_unit_test(neighbours_stay_neighbours_in_loops_over_all_elements),
        cmocka_unit_test(each_effect_has_its_mask),
        cmocka_unit_test(damaged_masks_are_noticed),
        cmocka_unit_test(chains_are_interleaved),
        cmocka_unit_test(rows_access_adjacent_elements_at_once),
        cmocka_unit_test(loops_to_a_bound_begin_without_a_mask),
        cmocka_unit_test(groups_are_tall_for_columns),
        cmocka_unit_test(names_and_expressions_are_found_in_the_form),
        cmocka_unit_test(operations_and_effects_decide_what_has_a_name),
        cmocka_unit_test(a_group_does_its_steps_in_order),
        cmocka_unit_test(sizes_are_known_before_anything_is_written),
        cmocka_unit_test(sizes_of_called_functions_add_up),
        cmocka_unit_test(a_kernel_is_written_once_whatever_its_stack),
        cmocka_unit_test(a_damaged_form_is_noticed),
        cmocka_unit_test(damaged_names_are_noticed),
        cmocka_unit_test(variables_that_carry_memory_have_a_state_each),
        cmocka_unit_test(a_large_context_prevents_interchange),
        cmocka_unit_test(few_work_items_have_statements_of_their_own),
        cmocka_unit_test(an_object_whose_address_outlives_a_region_is_in_the_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
