/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "clc/builtin.h"
#include "clc/dump.h"
#include "clc/parse.h"

typedef struct run {
    workbench w;
    preprocessed unit;
    parsed result;
} run;

static void parse_text(run *r, const char *text, const parse_options *options)
{
    lex_cache cache;
    workbench_start(&r->w);
    lex_cache_start(&cache, &r->w.arena);
    const source *s = workbench_source(&r->w, "a.cl", text);
    r->unit = preprocess(&r->w.arena, &cache, &r->w.diagnostics, &s, 1, NULL);
    r->result = parse(&r->w.arena, &r->w.diagnostics, &r->unit, options);
}

/* What the last function's body becomes. */
static void check_body(const char *before, const char *body, const char *expected)
{
    run r;
    buffer b = {0};
    char text[2048];
    snprintf(text, sizeof text, "%s\nvoid f(void) { %s }", before, body);
    parse_text(&r, text, NULL);
    assert_string_equal(workbench_messages(&r.w), "");
    dump_function(&b, &r.w.arena, r.result.functions[r.result.function_count - 1]);
    const char *begin = strstr(b.text, "{\n") + 2;
    b.text[b.length - 2] = '\0';
    assert_string_equal(begin, expected);
    buffer_free(&b);
    workbench_end(&r.w);
}

static void check_error(const char *text, const char *expected)
{
    run r;
    parse_text(&r, text, NULL);
    assert_string_equal(workbench_messages(&r.w), expected);
    assert_true(r.result.failed);
    workbench_end(&r.w);
}

static void check_accepted(const char *text)
{
    run r;
    parse_text(&r, text, NULL);
    assert_string_equal(workbench_messages(&r.w), "");
    assert_false(r.result.failed);
    workbench_end(&r.w);
}

static void declarations_are_listed_with_their_tokens(void **state)
{
    run r;
    (void)state;
    parse_text(&r,
               "typedef struct s { int a; } t, *u;\n__constant int n = 3;\nenum { A, B = 5 };\nint g(int x);\n"
               "__kernel void k(__global t *restrict p, const uint m) { p->a = g(m); }\nint g(int x) { return x; }",
               NULL);
    static const struct {
        declaration_kind kind;
        const char *name;
        size_t first, end;
    } expected[] = {
        {DECLARATION_TAG, "s", 0, 13},         {DECLARATION_TYPEDEF, "t", 0, 13},
        {DECLARATION_TYPEDEF, "u", 0, 13},     {DECLARATION_VARIABLE, "n", 13, 19},
        {DECLARATION_TAG, "", 19, 28},         {DECLARATION_ENUMERATOR, "A", 19, 28},
        {DECLARATION_ENUMERATOR, "B", 19, 28}, {DECLARATION_PROTOTYPE, "g", 28, 35},
        {DECLARATION_FUNCTION, "k", 35, 60},   {DECLARATION_FUNCTION, "g", 60, 71},
    };
    assert_string_equal(workbench_messages(&r.w), "");
    assert_int_equal(r.result.declaration_count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < r.result.declaration_count; ++i) {
        const declaration *d = &r.result.declarations[i];
        assert_int_equal(d->kind, expected[i].kind);
        assert_string_equal(d->name, expected[i].name);
        assert_int_equal(d->first, expected[i].first);
        assert_int_equal(d->end, expected[i].end);
    }
    const declaration *k = &r.result.declarations[8];
    assert_true(token_is(&r.unit.tokens[k->body], "{"));
    assert_true(k->symbol->is_kernel);
    assert_string_equal(type_declare(&r.w.arena, k->symbol->parameters[0]->type, k->symbol->parameters[0]->name),
                        "__global t *restrict p");
    assert_ptr_equal(r.result.declarations[7].symbol, r.result.declarations[9].symbol);
    workbench_end(&r.w);
}

static void signatures_are_known_without_bodies(void **state)
{
    run r;
    const parse_options options = {.skip_bodies = true};
    (void)state;
    parse_text(&r,
               "#define K(n) __kernel void n##_k(__global float *x, __local int *l, float4 v) { nonsense((; }\n"
               /* clang-format off */
                   "K(a) K(b)",
               /* clang-format on */
               &options);
    assert_string_equal(workbench_messages(&r.w), "");
    assert_int_equal(r.result.function_count, 2);
    assert_string_equal(r.result.functions[1]->name, "b_k");
    assert_int_equal(r.result.functions[1]->parameter_count, 3);
    workbench_end(&r.w);
}

static void attributes_are_read_wherever_they_stand(void **state)
{
    run r;
    (void)state;
    parse_text(&r,
               "__kernel __attribute__((reqd_work_group_size(8, 4, 2), vec_type_hint(float4))) void a(void) {}\n"
               "__attribute__((work_group_size_hint(1, 2, 3), intel_reqd_sub_group_size(8))) __kernel void "
               "__attribute__((__noinline__)) b(void) "
               "{}\n"
               "typedef struct __attribute__((packed)) { char c; int i __attribute__((aligned(8))); } t;",
               NULL);
    assert_string_equal(workbench_messages(&r.w), "");
    const attributes *a = &r.result.functions[0]->attributes, *b = &r.result.functions[1]->attributes;
    assert_true(a->has_reqd_size && a->reqd_size[0] == 8 && a->reqd_size[2] == 2);
    assert_ptr_equal(a->vec_type_hint, type_vector(TYPE_FLOAT, 4));
    assert_true(b->has_size_hint && b->size_hint[2] == 3 && b->noinline_);
    assert_true(b->sub_group_size == 8 && a->sub_group_size == 0);
    assert_int_equal(r.result.declarations[2].record->fields[1].offset, 8);
    workbench_end(&r.w);
}

static void declarators_nest(void **state)
{
    run r;
    (void)state;
    parse_text(&r, "void f(int (*a)[3], int *b[2], __global float *const *__local *c, int d[4][5]) {}", NULL);
    static const char *const expected[] = {"int (*a)[3]", "int **b", "__global float *const *__local *c",
                                           "int (*d)[5]"};
    const symbol *f = r.result.functions[0];
    assert_string_equal(workbench_messages(&r.w), "");
    for (size_t i = 0; i < 4; ++i) {
        const char *text = type_declare(&r.w.arena, f->parameters[i]->type, f->parameters[i]->name);
        assert_string_equal(text, expected[i]);
    }
    workbench_end(&r.w);
}

static void precedence_is_that_of_c(void **state)
{
    (void)state;
    check_body("", "int a = 1, b = 2; a = a + b * 3 << 1 < 4 == b & a | 1 && a ? b : a, b;",
               "  int a = 1;\n  int b = 2;\n"
               "  ((a = ((((((((a + (b * 3)) << 1) < 4) == b) & a) | 1) && a) ? b : a)), b);\n");
    check_body("", "int a = 1, *p = &a; a = -a++ - --*p + !~a;",
               "  int a = 1;\n  int *p = &(a);\n"
               "  (a = ((-((a)++) - --(*(p))) + !(~(a))));\n");
}

static void arithmetic_converts_as_c_does(void **state)
{
    (void)state;
    check_body("", "char c = 1; uint u = 2; long l; float f; double d; l = c + u; f = l * c; d = f + 1; c += 1.5;",
               "  char c = <char>1;\n  uint u = <uint>2;\n  long l;\n  float f;\n  double d;\n"
               "  (l = <long>(<uint>c + u));\n  (f = <float>(l * <long>c));\n  (d = <double>(f + <float>1));\n"
               "  (c +:double= 1.5:double);\n");
}

static void scalars_become_vectors_beside_vectors(void **state)
{
    (void)state;
    check_body("",
               "float4 v = 1; int i = 2; v = v * 2 + i; int4 c = v > 0; v = c ? v : 1.0f; v *= 2.0f; c = c << 1 && "
               "c;",
               "  float4 v = <splat float4><float>1;\n  int i = 2;\n"
               "  (v = ((v * <splat float4><float>2) + <splat float4><float>i));\n"
               "  int4 c = (v > <splat float4><float>0);\n  (v = (c ? v : <splat float4>1:float));\n"
               "  (v *:float4= <splat float4>2:float);\n  (c = ((c << <splat int4>1) && c));\n");
}

static void swizzles_and_vector_literals_are_resolved(void **state)
{
    (void)state;
    check_body("",
               "float4 a = (float4)(1, (float2)(2), 3.0), b; b.xy = a.hi; b.s2 = a.odd.y; b = a.wzyx; "
               "float x = ((float2)(1, 2)).y; float3 t = (float3)(0); t.lo = t.zy;",
               "  float4 a = (float4)(<float>1, (splat float2)<float>2, <float>3:double);\n  float4 b;\n"
               "  (b.s01 = a.s23);\n  (b.s2 = a.s13.s1);\n  (b = a.s3210);\n"
               "  float x = (float2)(<float>1, <float>2).s1;\n  float3 t = (splat float3)<float>0;\n  (t.s01 = "
               "t.s21);\n");
}

static void initialisers_find_their_places(void **state)
{
    (void)state;
    check_body("typedef struct { int a; float b[2]; } s;",
               "int x[] = {1, [3] = 2}; s y = {1, 2, 3}, z = {.b = {1}, .a = 2}, w[2] = {{1}, 2, {3, 4}}; char t[] = "
               "\"ab\";",
               "  int x[4] = {[0] = 1, [3] = 2};\n"
               "  s y = {.a = 1, .b = {[0] = <float>2, [1] = <float>3}};\n"
               "  s z = {.b = {[0] = <float>1}, .a = 2};\n"
               "  s w[2] = {[0] = {.a = 1}, [1] = {.a = 2, .b = {[0] = <float>3, [1] = <float>4}}};\n"
               "  char t[3] = \"2 bytes\";\n");
}

static void built_in_functions_take_the_type_of_the_call(void **state)
{
    (void)state;
    check_body("",
               "float4 v = 1; double d = pow(2.0, 2); v = fmax(v, 0); v = max(v, v.x); int i = abs_diff(-1, 2); "
               "v = mad(v, v, v); d = fma(d, d, 1);",
               "  float4 v = <splat float4><float>1;\n  double d = pow:double(2:double, <double>2);\n"
               "  (v = fmax:float4(v, <float>0));\n  (v = max:float4(v, v.s0));\n"
               "  int i = <int>abs_diff:uint(-(1), 2);\n  (v = mad:float4(v, v, v));\n"
               "  (d = fma:double(d, d, <double>1));\n");
}

static void conversions_and_reinterpretations_are_built_in(void **state)
{
    run r;
    (void)state;
    parse_text(&r, "uchar4 f(float4 v) { return convert_uchar4_sat_rte(v); } int g(float x) { return as_int(x); }",
               NULL);
    assert_string_equal(workbench_messages(&r.w), "");
    const expression *e = r.result.functions[0]->body->items[0]->value;
    assert_int_equal(e->kind, EXPRESSION_BUILTIN);
    assert_int_equal(e->builtin->entry->class_, BUILTIN_CONVERT);
    assert_true(e->builtin->saturate);
    assert_string_equal(e->builtin->rounding, "rte");
    workbench_end(&r.w);
}

static void statements_have_their_parts(void **state)
{
    (void)state;
    check_body("",
               "for (int i = 0; i < 3; ++i) { if (i) continue; else break; } switch (1) { case 1: case 2: ; "
               "default: break; } "
               "do ; while (0); goto end; end: return;",
               "  for\n      int i = 0;\n    ((i < 3); ++(i))\n    {\n      if (i)\n        continue;\n      else\n"
               "        break;\n    }\n  switch (1)\n    {\n      case 1:\n      case 2:\n      ;\n      default:\n"
               "      break;\n    }\n  do\n    ;\n  while (0);\n  goto end;\n  end:\n  return;\n");
}

static void jumps_know_what_they_leave(void **state)
{
    run r;
    (void)state;
    parse_text(&r, "void f(int n) { while (n) { switch (n) { case 1: continue; default: break; } } }", NULL);
    const statement *loop = r.result.functions[0]->body->items[0], *choice = loop->body->items[0];
    const statement *one = choice->body->items[0], *other = choice->body->items[1];
    assert_ptr_equal(one->parent, choice);
    assert_ptr_equal(one->body->parent, loop);
    assert_ptr_equal(other->body->parent, choice);
    workbench_end(&r.w);
}

static void unrolling_is_remembered(void **state)
{
    run r;
    (void)state;
    parse_text(&r,
               "void f(int n) {\n#pragma unroll 4\nfor (;n;) --n;\n__attribute__((opencl_unroll_hint)) while (n) "
               "--n;\n"
               "while (n) --n; }",
               NULL);
    assert_string_equal(workbench_messages(&r.w), "");
    statement **items = r.result.functions[0]->body->items;
    assert_int_equal(items[0]->unroll, 4);
    assert_int_equal(items[1]->unroll, 1);
    assert_int_equal(items[2]->unroll, 0);
    workbench_end(&r.w);
}

static void functions_know_whom_they_call(void **state)
{
    run r;
    (void)state;
    parse_text(&r,
               "void a(void) { barrier(CLK_LOCAL_MEM_FENCE); } void b(void) { a(); a(); }\n"
               "__kernel void k(__global int *p) { b(); int i = 0; i = 1; p[i] = (int)sizeof(i); }",
               NULL);
    const symbol *a = r.result.functions[0], *b = r.result.functions[1], *k = r.result.functions[2];
    assert_string_equal(workbench_messages(&r.w), "");
    assert_true(a->calls_barrier);
    assert_int_equal(b->callee_count, 1);
    assert_ptr_equal(b->callees[0], a);
    const symbol *i = k->body->items[1]->symbols[0];
    assert_true(i->assigned);
    assert_false(i->address_taken);
    assert_ptr_equal(i->function, k);
    assert_false(k->parameters[0]->assigned);
    workbench_end(&r.w);
}

static void opaque_types_have_the_size_of_a_pointer(void **state)
{
    run r;
    (void)state;
    parse_text(&r,
               "__kernel void k(__global int *p, image2d_t i, sampler_t s) { event_t e;\n"
               "p[0] = sizeof(event_t) + sizeof e + sizeof i + sizeof(sampler_t) + sizeof s; }",
               NULL);
    assert_string_equal(workbench_messages(&r.w), "");
    const statement *sum = r.result.functions[0]->body->items[1];
    assert_true(sum->value->right->has_value);
    assert_int_equal(sum->value->right->value.integer, 40);
    workbench_end(&r.w);
}

static void constants_are_folded(void **state)
{
    run r;
    (void)state;
    parse_text(&r,
               "__constant long a = (char)200 + (1 << 4) - 7 / 2 * (5 % 3), b = -1 > 0u, c = (uchar)-1 >> 1;\n"
               "__constant double d = 1.0f / 3, e = 1 / 3.0; __constant float g = 16777217; __constant int "
               "h[sizeof(float3)] = {0};\n"
               "__constant double i = 0.1f; __constant int j = INT_MIN; __constant float k = INFINITY;",
               NULL);
    assert_string_equal(workbench_messages(&r.w), "");
    const declaration *x = r.result.declarations;
    assert_int_equal(x[0].symbol->initialiser->value.integer, -56 + 16 - 6);
    assert_int_equal(x[1].symbol->initialiser->value.integer, 1);
    assert_int_equal(x[2].symbol->initialiser->value.integer, 127);
    assert_true(x[3].symbol->initialiser->value.real == (double)(1.0f / 3));
    assert_true(x[4].symbol->initialiser->value.real == 1 / 3.0);
    assert_true(x[5].symbol->initialiser->value.real == 16777216.0);
    assert_int_equal(x[6].symbol->type->count, 16);
    assert_true(x[7].symbol->initialiser->value.real == (double)0.1f);
    assert_true((int32_t)x[8].symbol->initialiser->value.integer == INT32_MIN);
    workbench_end(&r.w);
}

static void generic_pointers_are_an_option(void **state)
{
    run r;
    const parse_options options = {.generic_pointers = true};
    static const char text[] = "void f(float *p) { *p = 1; } __kernel void k(__global float *p) { float x; f(p); "
                               "f(&x); }";
    (void)state;
    parse_text(&r, text, &options);
    assert_string_equal(workbench_messages(&r.w), "");
    workbench_end(&r.w);
    parse_text(&r, text, NULL);
    assert_int_equal(r.w.diagnostics.errors, 1);
    workbench_end(&r.w);
}

/* Each was "ambiguous": the integer argument needs a conversion, and the generic space seemed as near as the own one.
 */
static void the_own_address_space_is_nearer_than_the_generic_one(void **state)
{
    run r;
    const parse_options options = {.version = 200, .generic_pointers = true};
    (void)state;
    parse_text(&r,
               "__kernel void k(__global float *p, __global int *c, __global half *h, __local float *l, __constant "
               "float *x) {\n"
               "float4 a = vload4(0, p); vstore4(a, 1, p); vstore4(vload4(0, l), 0u, l); a = vload4(0, x);\n"
               "float b = vload_half(0, h); vstore_half(b, 0, h); vstore_half_rtz((double)b, 0, h);\n"
               "atomic_add(c, 1); atom_add(c, 1L); atomic_inc(c); atomic_cmpxchg(c, 1u, 2); fract(b, p); }",
               &options);
    assert_string_equal(workbench_messages(&r.w), "");
    const expression *load = r.result.functions[0]->body->items[0]->symbols[0]->initialiser;
    assert_int_equal(type_space(load->builtin->parameters[1]->base), SPACE_GLOBAL);
    workbench_end(&r.w);
    /* The old atomic functions take no pointer into the generic space, and none gained a candidate by it. */
    parse_text(&r, "void f(int *p) { atomic_add(p, 1); }", &options);
    assert_string_equal(workbench_messages(&r.w),
                        "a.cl:1:18: error: 'atomic_add' does not take (__generic int *, int)\n");
    workbench_end(&r.w);
}

static void types_of_the_second_language_are_names_in_the_first(void **state)
{
    run r;
    static const char text[] =
        "typedef int queue_t; typedef float atomic_int; void f(int pipe) { int memory_order = pipe; "
        "int memory_order_relaxed = memory_order; }";
    const parse_options options = {.version = 200, .generic_pointers = true};
    (void)state;
    check_accepted(text);
    parse_text(&r, text, &options);
    assert_true(r.result.failed);
    workbench_end(&r.w);
    check_error("void f(__global atomic_uint *p);",
                "a.cl:1:17: error: 'atomic_uint' is a type of OpenCL C 2.0: it needs the option -cl-std=CL2.0\n");
    check_error(
        "void f(__global int *p) { atomic_fetch_add(p, 1); }",
        "a.cl:1:27: error: 'atomic_fetch_add' is a function of OpenCL C 2.0: it needs the option -cl-std=CL2.0\n");
}

static void atomic_objects_are_changed_by_functions_alone(void **state)
{
    run r;
    const parse_options options = {.version = 200, .generic_pointers = true, .program_scope = true};
    (void)state;
    parse_text(&r,
               "__global atomic_int g = 3; struct s { atomic_uint n; };\n"
               "__kernel void k(__global atomic_int *p, __global struct s *s, __local atomic_long *l) {\n"
               "atomic_int a; atomic_init(&a, 1); int x = *p; if (*p) x = atomic_load(p); int e = 3;\n"
               "x += atomic_fetch_add_explicit(p, 1, 0, 2) + atomic_exchange(&g, x); atomic_fetch_max(&s->n, 3u);\n"
               "bool b = atomic_compare_exchange_strong(p, &e, 5); atomic_store_explicit(l, 1L, 3);\n"
               "atomic_flag f; b = atomic_flag_test_and_set(&f); atomic_work_item_fence(1, 4, 1); }",
               &options);
    assert_string_equal(workbench_messages(&r.w), "");
    workbench_end(&r.w);
    parse_text(&r, "void f(atomic_int *p) { *p = 1; }", &options);
    assert_string_equal(workbench_messages(&r.w),
                        "a.cl:1:30: error: 'int' cannot become 'atomic_int' in this assignment: use "
                        "atomic_init() or atomic_store()\n");
    workbench_end(&r.w);
    parse_text(&r, "void f(atomic_int *p) { *p += 1; }", &options);
    assert_true(r.result.failed);
    workbench_end(&r.w);
    parse_text(&r, "void f(int *p, __constant int *c) { to_global(c); }", &options);
    assert_string_equal(workbench_messages(&r.w), "a.cl:1:37: error: 'to_global' does not take (__constant int *)\n");
    workbench_end(&r.w);
}

static void pipes_and_handles_are_types_of_the_second_language(void **state)
{
    run r;
    const parse_options options = {.version = 200, .generic_pointers = true};
    (void)state;
    parse_text(&r,
               "__kernel void k(read_only pipe int p, write_only pipe float4 q, __global float4 *o, queue_t v) {\n"
               "int x; if (read_pipe(p, &x) == 0) write_pipe(q, o); reserve_id_t r = reserve_read_pipe(p, 4);\n"
               "if (is_valid_reserve_id(r)) { read_pipe(p, r, 0, &x); commit_read_pipe(p, r); }\n"
               "x = get_pipe_num_packets(p) + get_pipe_max_packets(q); size_t n[2] = {1, 2};\n"
               "ndrange_t d = ndrange_2D(n), e[2]; e[0] = d; clk_event_t m = create_user_event(), none[1];\n"
               "enqueue_marker(get_default_queue(), 1, &m, none); retain_event(m); v = get_default_queue();\n"
               "__global int *g = to_global(&x); __private int *y = to_private(&x); x = get_fence(o); }",
               &options);
    assert_string_equal(workbench_messages(&r.w), "");
    assert_string_equal(type_spell(&r.w.arena, r.result.functions[0]->parameters[1]->type), "__write_only pipe float4");
    workbench_end(&r.w);
    parse_text(&r, "void f(read_only pipe int p, int x) { write_pipe(p, &x); }", &options);
    assert_string_equal(workbench_messages(&r.w),
                        "a.cl:1:39: error: 'write_pipe' does not take (__read_only pipe int, int *)\n");
    workbench_end(&r.w);
}

static void an_image_can_be_read_and_written_in_the_second_language(void **state)
{
    run r;
    const parse_options options = {.version = 200, .generic_pointers = true};
    static const char text[] =
        "__kernel void k(read_write image2d_t i, sampler_t s) { float4 v = read_imagef(i, (int2)(0)); "
        "write_imagef(i, (int2)(1), v); }";
    (void)state;
    parse_text(&r, text, &options);
    assert_string_equal(workbench_messages(&r.w), "");
    workbench_end(&r.w);
    check_error("void f(read_write image2d_t i) {}", "a.cl:1:8: error: OpenCL C 1.2 has no read-write images\n");
    parse_text(&r, "void f(read_write image2d_t i, sampler_t s) { read_imagef(i, s, (int2)(0)); }", &options);
    assert_true(r.result.failed);
    workbench_end(&r.w);
}

static void functions_of_extensions_are_known_in_each_version(void **state)
{
    (void)state;
    check_accepted(
        "__kernel void k(__global uint *p, __read_only image2d_t i, __read_only image2d_msaa_t m, __read_only "
        "image2d_depth_t d) {\n"
        "uint x = sub_group_broadcast(get_sub_group_local_id(), 0) + sub_group_reduce_add(1u);\n"
        "uint4 b = sub_group_ballot(1) + intel_sub_group_block_read4(p); x = sub_group_shuffle_xor(x, 1);\n"
        "float8 f = 0; f = intel_sub_group_shuffle_down(f, f, x); x += arm_dot((uchar4)(1), (uchar4)(2));\n"
        "x += dot((uchar4)(1), (uchar4)(2)) + dot_acc_sat((uchar4)1, (uchar4)2, x) + bit_reverse(x);\n"
        "float4 c = read_imagef(m, (int2)(0), 1); float e = read_imagef(d, (int2)(0)); __builtin_assume(x > 3);\n"
        "x = __builtin_astype(e, uint) + bitfield_insert(x, 1u, 2, 3); *p = x; }");
}

static void work_group_functions_are_of_the_second_language(void **state)
{
    run r;
    const parse_options options = {.generic_pointers = true};
    static const char text[] =
        "__kernel void k(__global long *o, char c, uint u) {\n"
        "*o = work_group_reduce_add(c) + work_group_scan_inclusive_max(u) + work_group_broadcast(*o, 1, 2);\n"
        "work_group_any(u == 0); }\n";
    (void)state;
    parse_text(&r, text, &options);
    assert_string_equal(workbench_messages(&r.w), "");
    assert_true(r.result.functions[0]->calls_barrier);
    workbench_end(&r.w);
    parse_text(&r, "void f(int x) { work_group_any(x); }", NULL);
    assert_string_equal(workbench_messages(&r.w), "a.cl:1:17: error: 'work_group_any' is a function of OpenCL C 2.0: "
                                                  "it needs the option -cl-std=CL2.0\n");
    workbench_end(&r.w);
}

static void each_statement_is_recovered_from(void **state)
{
    (void)state;
    check_error("void f(int a) {\n  a = ;\n  { a = 1 }\n  b = 2;\n}\nvoid g(int c) { c = d; }\n",
                "a.cl:2:7: error: expected an expression, not ';'\n"
                "a.cl:3:11: error: expected ';' after the expression, not '}'\n"
                "a.cl:4:3: error: unknown name 'b'; did you mean 'a'?\n"
                "a.cl:6:21: error: unknown name 'd'; did you mean 'c'?\n");
}

static void errors_come_with_the_macros_that_led_there(void **state)
{
    (void)state;
    check_error("#define SQUARE(x) ((x) * (x))\n#define LENGTH(v) sqrt(SQUARE((v).w))\nfloat f(float2 p) { return "
                "LENGTH(p); }\n",
                "a.cl:2:35: error: 'float2' has no '.w': the vector has fewer components\n"
                "a.cl:2:24: note: in expansion of macro 'SQUARE'\n"
                "a.cl:3:28: note: in expansion of macro 'LENGTH'\n");
}

static void suggestions_are_made(void **state)
{
    (void)state;
    check_error("float f(float value) { return sqr(vallue); }",
                "a.cl:1:35: error: unknown name 'vallue'; did you mean 'value'?\n");
    check_error("float f(float value) { return sqrtt(value); }",
                "a.cl:1:31: error: unknown function 'sqrtt'; did you mean 'sqrt'?\n");
    check_error("void f(flaot4 *p) { }", "a.cl:1:8: error: unknown type 'flaot4'; did you mean 'float4'?\n");
}

static void recursion_is_refused(void **state)
{
    (void)state;
    check_error("int b(int);\nint a(int x) { return b(x); }\nint b(int x) { return a(x); }\n",
                "a.cl:2:5: error: 'a' calls itself through others: OpenCL C has no recursion\n"
                "a.cl:3:5: note: by way of 'b'\n");
}

static void names_of_built_ins_may_be_taken(void **state)
{
    (void)state;
    check_accepted("__attribute__((overloadable)) float distance(int a) { return a; } void f(void) { int max = 1, "
                   "float4 = 2; max = float4; }");
    run r;
    parse_text(&r, "float distance(float a) { return a; }", NULL);
    assert_string_equal(workbench_messages(&r.w),
                        "a.cl:1:7: warning: 'distance' has the name of a built-in function: some "
                        "drivers refuse such a program; rename it\n");
    assert_false(r.result.failed);
    workbench_end(&r.w);
}

static void deep_nesting_ends_with_an_error(void **state)
{
    run r;
    enum { DEPTH = 100000 };
    (void)state;
    workbench_start(&r.w);
    char *text = arena_array(&r.w.arena, DEPTH + 64, 1);
    const int n = snprintf(text, 64, "int f(void) { return ");
    memset(text + n, '(', DEPTH);
    workbench end = r.w;
    parse_text(&r, text, NULL);
    assert_non_null(strstr(workbench_messages(&r.w), "error: nested deeper than 512\n"));
    assert_true(r.w.diagnostics.errors <= 2);
    workbench_end(&r.w);
    workbench_end(&end);
}

static void check_second(const char *text, const char *expected)
{
    run r;
    const parse_options options = {.version = 200, .generic_pointers = true, .program_scope = true};
    parse_text(&r, text, &options);
    assert_string_equal(workbench_messages(&r.w), expected);
    workbench_end(&r.w);
}

static void symbols_know_whether_they_are_outside_of_functions(void **state)
{
    run r;
    (void)state;
    parse_text(&r, "__constant int a = 1;\nint f(int p) { int v = p; { int w = v; p = w; } return p; }", NULL);
    assert_string_equal(workbench_messages(&r.w), "");
    const symbol *f = r.result.functions[0];
    const statement *const *items = (const statement *const *)f->body->items;
    assert_true(r.result.declarations[0].symbol->is_global);
    assert_true(f->is_global);
    assert_false(f->parameters[0]->is_global);
    assert_false(items[0]->symbols[0]->is_global);
    assert_false(items[1]->items[0]->symbols[0]->is_global);
    workbench_end(&r.w);
    check_accepted("__constant int a = 1, b[2] = {1}; __constant int *__constant p = &a, *__constant q = b;");
}

static void functions_return_neither_arrays_nor_functions(void **state)
{
    (void)state;
    check_error("typedef int three[3];\nthree f(void);\n", "a.cl:2:7: error: 'f' cannot return an array\n");
    check_error("typedef int call(void);\ncall g(void);\n", "a.cl:2:6: error: 'g' cannot return a function\n");
    check_accepted("typedef int three[3]; three *f(three *x) { return x; }");
}

static void what_logic_needs_not_look_at_may_be_unknown(void **state)
{
    (void)state;
    static const char refused[] = "a.cl:1:%d: error: this must be a constant: it initialises a __constant variable\n";
    static const struct {
        const char *value;
        int column; /* of the message; 0: a constant */
    } cases[] = {
        {"1 && 1", 0},    {"0 && g()", 0},  {"1 || g()", 0},    {"0 || 1", 0}, {"1 && g()", 64},   {"0 || g()", 64},
        {"g() && 0", 66}, {"g() || 1", 66}, {"g() && g()", 66}, {"1 / 0", 64}, {"0 ? g() : 1", 0}, {"1 ? g() : 1", 64},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[256], expected[256] = "";
        run r;
        snprintf(text, sizeof text, "int g(void);                                __constant int a = %s;",
                 cases[i].value);
        if (cases[i].column) snprintf(expected, sizeof expected, refused, cases[i].column);
        parse_text(&r, text, NULL);
        const char *found = workbench_messages(&r.w);
        if (strcmp(cases[i].value, "1 / 0") == 0) found = strchr(found, '\n') + 1; /* behind the warning */
        if (cases[i].column) assert_non_null(strstr(found, "error: this must be a constant"));
        else assert_string_equal(found, expected);
        workbench_end(&r.w);
    }
}

static void blocks_are_functions_without_a_name(void **state)
{
    run r;
    buffer b = {0};
    const parse_options options = {.version = 200, .generic_pointers = true, .program_scope = true};
    (void)state;
    parse_text(&r,
               "int f(int n)\n{\n    int (^twice)(int) = ^(int x) { return x + n; };\n    return twice(2) + ^{ return "
               "1L; }();\n}",
               &options);
    assert_string_equal(workbench_messages(&r.w), "");
    const symbol *f = r.result.functions[0], *twice = f->body->items[0]->symbols[0];
    assert_true(f->has_closures);
    assert_string_equal(type_declare(&r.w.arena, twice->type, "b"), "int (^const b)(int)");
    assert_int_equal(twice->initialiser->kind, EXPRESSION_CLOSURE);
    assert_string_equal(twice->initialiser->symbol->parameters[0]->name, "x");
    dump_function(&b, &r.w.arena, f);
    assert_non_null(strstr(b.text, "return <int>(<long>twice(2) + ^long (^)(void)\n"));
    buffer_free(&b);
    workbench_end(&r.w);
    parse_text(&r, "int f(int n) { return n; }", &options);
    assert_false(r.result.functions[0]->has_closures);
    workbench_end(&r.w);
}

static void blocks_see_constant_copies_of_what_is_around_them(void **state)
{
    (void)state;
    check_second("void f(__global int *p, int n) { ^{ int m = n; m = 2; p[0] = m; }(); n = 1; }", "");
    check_second("void f(int n) { ^{ n = 1; }(); }", "a.cl:1:22: error: 'n' is const and cannot be changed\n");
    check_second("void f(int n) { ^(int n) { n = 1; }(n); }", "");
    check_second("void f(void) { static int n; ^{ n = 1; ^{ n = 2; }(); }(); }", "");
    check_second("void f(void) { void (^b)(void) = ^{ }; ^{ b(); }(); }",
                 "a.cl:1:43: error: a block cannot mention the block 'b' outside of it (6.12)\n");
    /* What follows a block is outside of it again. */
    check_second("int f(int n) { l: ^{ return 2.5f; }(); while (n) { ^{ l: ; }(); n = 0; break; } goto l; return n; }",
                 "");
}

static void what_is_enqueued_is_blamed_at_its_argument(void **state)
{
    (void)state;
#define ENQUEUE "void f(queue_t q, ndrange_t r, clk_event_t *e) { enqueue_kernel("
    check_second(ENQUEUE "q, 0, r, 1.5f, e, e, ^{ }); }",
                 "a.cl:1:74: error: 'enqueue_kernel' needs a block or the number of events here, not 'float'\n");
    check_second(ENQUEUE "q, 0, r, 1, e, e, ^{ }); enqueue_kernel(q, 0, r, ^{ }); }", "");
    check_second(ENQUEUE "q, 0, r, 1, e, e); }",
                 "a.cl:1:50: error: 'enqueue_kernel' takes a queue, flags, an ndrange_t and a block, "
                 "with or without events before the block\n");
#undef ENQUEUE
}

static void the_second_language_is_asked_for_by_name(void **state)
{
    (void)state;
    check_error("void f(void) { ^{ }(); }\n", "a.cl:1:16: error: blocks need OpenCL C 2.0: the option -cl-std=CL2.0\n");
    check_error("void f(void) { static int n; }\n", "a.cl:1:27: error: 'n' cannot be static inside a function (6.8)\n");
    check_error("void f(read_write image2d_t i);\n", "a.cl:1:8: error: OpenCL C 1.2 has no read-write images\n");
    check_error("void f(generic int *p);\n",
                "a.cl:1:8: error: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0\n");
    check_accepted("int f(int generic, int pipe) { return generic + pipe; }");
}

static void a_parameter_of_the_program_itself_needs_no_name(void **state)
{
    (void)state;
    check_accepted(
        "int f(int, float b, int) { return (int)b; }\n__kernel void k(__global int *p) { p[0] = f(1, 2, 3); }");
    check_accepted("__kernel void k(__global int *, int) { }\n");
    check_error("__kernel void k(int, bool) { }\n",
                "a.cl:1:22: error: kernel parameter 'unnamed_2' is of type bool, whose size a "
                "host cannot know (6.9.k): use int or uchar\n");
}

static void check_refused(const char *text, const char *expected)
{
    run r;
    parse_text(&r, text, NULL);
    if (!strstr(workbench_messages(&r.w), expected)) assert_string_equal(workbench_messages(&r.w), expected);
    workbench_end(&r.w);
}

static void types_nest_to_a_limit(void **state)
{
    buffer b = {0};
    (void)state;
    for (int i = 0; i < 5000; ++i) buffer_adds(&b, "__typeof__(");
    check_refused(b.text, "error: nested deeper than 512\n");
    b.length = 0;
    for (int i = 0; i < 200000; ++i) buffer_adds(&b, "what const ");
    check_refused(b.text, "error: unknown name 'what' before 'const'\n");
    b.length = 0;
    buffer_adds(&b, "struct s0 { int a; };\n");
    for (int i = 1; i < 5000; ++i) buffer_addf(&b, "struct s%d { struct s%d a; };\n", i, i - 1);
    buffer_adds(&b, "__constant struct s4999 a = {1};\n");
    check_refused(b.text, "error: member 'a' nests structures and arrays deeper than 256\n");
    buffer_free(&b);
}

static void structures_that_hold_each_other_twice_cost_no_more_than_others(void **state)
{
    buffer b = {0};
    (void)state;
    /* 2^200 members of no size. */
    buffer_adds(&b, "struct s0 { int a[0]; };\n");
    for (int i = 1; i < 200; ++i) buffer_addf(&b, "struct s%d { struct s%d a, b; };\n", i, i - 1);
    buffer_adds(&b, "__kernel void k(__global struct s199 *x, struct s199 y) { x[0] = y; }\n");
    check_accepted(b.text);
    buffer_free(&b);
}

static void a_type_name_alone_is_no_anonymous_member(void **state)
{
    (void)state;
    check_refused("typedef struct { int a; } t;\nstruct s { t; int b; };\nint f(struct s x) { return x.a; }\n",
                  "a.cl:2:12: warning: this declares no member\n");
}

static void names_mean_what_the_innermost_scope_says(void **state)
{
    (void)state;
    check_body("", "int a = 1; { float a = 2; { char a = 3; a++; } a++; } a++; { a++; int a = 5; }",
               "  int a = 1;\n  {\n    float a = <float>2;\n    {\n      char a = <char>3;\n      (a)++;\n    }\n"
               "    (a)++;\n  }\n  (a)++;\n  {\n    (a)++;\n    int a = 5;\n  }\n");
    check_accepted(
        "struct s { int a; };\nint f(void) { struct s x; x.a = 1; { struct s { int b; }; struct s y; y.b = 2; } "
        "struct s z; z.a = 1; return z.a; }");
}

/* Each block that lies around the mention, once, and no variable that exists once in the program or in the block. */
static void a_block_captures_the_variables_around_it(void **state)
{
    run r;
    const parse_options options = {.version = 200, .generic_pointers = true, .program_scope = true};
    (void)state;
    parse_text(&r,
               "global int all; constant int fixed = 2; enum { ONE = 1 };\n"
               "void f(int a, int b) { int c = 1; static int kept;\n"
               "void (^outer)(int) = ^(int p) { int own = a; void (^inner)(void) = ^{ int x = a + c + own + p + all + "
               "fixed + ONE + kept; }; inner(); }; outer(b); }",
               &options);
    assert_string_equal(workbench_messages(&r.w), "");
    const statement *body = r.result.functions[0]->body;
    const symbol *outer = body->items[2]->symbols[0]->initialiser->symbol;
    assert_int_equal(outer->capture_count, 2);
    assert_string_equal(outer->captures[0]->name, "a");
    assert_string_equal(outer->captures[1]->name, "c");
    const symbol *inner = outer->body->items[1]->symbols[0]->initialiser->symbol;
    assert_int_equal(inner->capture_count, 4);
    assert_string_equal(inner->captures[2]->name, "own");
    assert_string_equal(inner->captures[3]->name, "p");
    assert_ptr_equal(inner->function, r.result.functions[0]);
    workbench_end(&r.w);
}

static void parentheses_around_a_functions_name_keep_its_parameters(void **state)
{
    (void)state;
    check_accepted("int (((f)))(int a) { return a; }\nint ((g)) (int b) { return f(b); }\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declarations_are_listed_with_their_tokens),
        cmocka_unit_test(signatures_are_known_without_bodies),
        cmocka_unit_test(attributes_are_read_wherever_they_stand),
        cmocka_unit_test(declarators_nest),
        cmocka_unit_test(precedence_is_that_of_c),
        cmocka_unit_test(arithmetic_converts_as_c_does),
        cmocka_unit_test(scalars_become_vectors_beside_vectors),
        cmocka_unit_test(swizzles_and_vector_literals_are_resolved),
        cmocka_unit_test(initialisers_find_their_places),
        cmocka_unit_test(built_in_functions_take_the_type_of_the_call),
        cmocka_unit_test(conversions_and_reinterpretations_are_built_in),
        cmocka_unit_test(statements_have_their_parts),
        cmocka_unit_test(jumps_know_what_they_leave),
        cmocka_unit_test(unrolling_is_remembered),
        cmocka_unit_test(functions_know_whom_they_call),
        cmocka_unit_test(constants_are_folded),
        cmocka_unit_test(opaque_types_have_the_size_of_a_pointer),
        cmocka_unit_test(generic_pointers_are_an_option),
        cmocka_unit_test(the_own_address_space_is_nearer_than_the_generic_one),
        cmocka_unit_test(types_of_the_second_language_are_names_in_the_first),
        cmocka_unit_test(atomic_objects_are_changed_by_functions_alone),
        cmocka_unit_test(pipes_and_handles_are_types_of_the_second_language),
        cmocka_unit_test(an_image_can_be_read_and_written_in_the_second_language),
        cmocka_unit_test(functions_of_extensions_are_known_in_each_version),
        cmocka_unit_test(work_group_functions_are_of_the_second_language),
        cmocka_unit_test(each_statement_is_recovered_from),
        cmocka_unit_test(errors_come_with_the_macros_that_led_there),
        cmocka_unit_test(suggestions_are_made),
        cmocka_unit_test(recursion_is_refused),
        cmocka_unit_test(names_of_built_ins_may_be_taken),
        cmocka_unit_test(deep_nesting_ends_with_an_error),
        cmocka_unit_test(symbols_know_whether_they_are_outside_of_functions),
        cmocka_unit_test(functions_return_neither_arrays_nor_functions),
        cmocka_unit_test(what_logic_needs_not_look_at_may_be_unknown),
        cmocka_unit_test(blocks_are_functions_without_a_name),
        cmocka_unit_test(blocks_see_constant_copies_of_what_is_around_them),
        cmocka_unit_test(what_is_enqueued_is_blamed_at_its_argument),
        cmocka_unit_test(the_second_language_is_asked_for_by_name),
        cmocka_unit_test(a_parameter_of_the_program_itself_needs_no_name),

        cmocka_unit_test(types_nest_to_a_limit),
        cmocka_unit_test(structures_that_hold_each_other_twice_cost_no_more_than_others),
        cmocka_unit_test(a_type_name_alone_is_no_anonymous_member),
        cmocka_unit_test(names_mean_what_the_innermost_scope_says),
        cmocka_unit_test(a_block_captures_the_variables_around_it),
        cmocka_unit_test(parentheses_around_a_functions_name_keep_its_parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
