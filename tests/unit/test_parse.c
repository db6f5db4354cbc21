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
    parse_text(&r, "typedef struct s { int a; } t, *u;\n__constant int n = 3;\nenum { A, B = 5 };\nint g(int x);\n"
                   "__kernel void k(__global t *restrict p, const uint m) { p->a = g(m); }\nint g(int x) { return x; }",
               NULL);
    static const struct {
        declaration_kind kind;
        const char *name;
        size_t first, end;
    } expected[] = {
        {DECLARATION_TAG, "s", 0, 13},
        {DECLARATION_TYPEDEF, "t", 0, 13},
        {DECLARATION_TYPEDEF, "u", 0, 13},
        {DECLARATION_VARIABLE, "n", 13, 19},
        {DECLARATION_TAG, "", 19, 28},
        {DECLARATION_ENUMERATOR, "A", 19, 28},
        {DECLARATION_ENUMERATOR, "B", 19, 28},
        {DECLARATION_PROTOTYPE, "g", 28, 35},
        {DECLARATION_FUNCTION, "k", 35, 60},
        {DECLARATION_FUNCTION, "g", 60, 71},
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
    parse_text(&r, "#define K(n) __kernel void n##_k(__global float *x, __local int *l, float4 v) { nonsense((; }\n"
                   "K(a) K(b)",
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
    parse_text(&r, "__kernel __attribute__((reqd_work_group_size(8, 4, 2), vec_type_hint(float4))) void a(void) {}\n"
                   "__attribute__((work_group_size_hint(1, 2, 3))) __kernel void __attribute__((__noinline__)) b(void) "
                   "{}\n"
                   "typedef struct __attribute__((packed)) { char c; int i __attribute__((aligned(8))); } t;",
               NULL);
    assert_string_equal(workbench_messages(&r.w), "");
    const attributes *a = &r.result.functions[0]->attributes, *b = &r.result.functions[1]->attributes;
    assert_true(a->has_reqd_size && a->reqd_size[0] == 8 && a->reqd_size[2] == 2);
    assert_ptr_equal(a->vec_type_hint, type_vector(TYPE_FLOAT, 4));
    assert_true(b->has_size_hint && b->size_hint[2] == 3 && b->noinline_);
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
    check_body("", "int a = 1, *p = &a; a = -a++ - --*p + !~a;", "  int a = 1;\n  int *p = &(a);\n"
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
    check_body("", "float4 v = 1; int i = 2; v = v * 2 + i; int4 c = v > 0; v = c ? v : 1.0f; v *= 2.0f; c = c << 1 && "
                   "c;",
               "  float4 v = <splat float4><float>1;\n  int i = 2;\n"
               "  (v = ((v * <splat float4><float>2) + <splat float4><float>i));\n"
               "  int4 c = (v > <splat float4><float>0);\n  (v = (c ? v : <splat float4>1:float));\n"
               "  (v *:float4= <splat float4>2:float);\n  (c = ((c << <splat int4>1) && c));\n");
}

static void swizzles_and_vector_literals_are_resolved(void **state)
{
    (void)state;
    check_body("", "float4 a = (float4)(1, (float2)(2), 3.0), b; b.xy = a.hi; b.s2 = a.odd.y; b = a.wzyx; "
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
    check_body("", "float4 v = 1; double d = pow(2.0, 2); v = fmax(v, 0); v = max(v, v.x); int i = abs_diff(-1, 2); "
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
    check_body("", "for (int i = 0; i < 3; ++i) { if (i) continue; else break; } switch (1) { case 1: case 2: ; "
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
    parse_text(&r, "void f(int n) {\n#pragma unroll 4\nfor (;n;) --n;\n__attribute__((opencl_unroll_hint)) while (n) "
                   "--n;\n"
                   "while (n) --n; }", NULL);
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
    parse_text(&r, "void a(void) { barrier(CLK_LOCAL_MEM_FENCE); } void b(void) { a(); a(); }\n"
                   "__kernel void k(__global int *p) { b(); int i = 0; i = 1; p[i] = (int)sizeof(i); }", NULL);
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
    parse_text(&r, "__kernel void k(__global int *p, image2d_t i, sampler_t s) { event_t e;\n"
                   "p[0] = sizeof(event_t) + sizeof e + sizeof i + sizeof(sampler_t) + sizeof s; }", NULL);
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
    parse_text(&r, "__constant long a = (char)200 + (1 << 4) - 7 / 2 * (5 % 3), b = -1 > 0u, c = (uchar)-1 >> 1;\n"
                   "__constant double d = 1.0f / 3, e = 1 / 3.0; __constant float g = 16777217; __constant int "
                   "h[sizeof(float3)] = {0};\n"
                   "__constant double i = 0.1f; __constant int j = INT_MIN; __constant float k = INFINITY;", NULL);
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

static void work_group_functions_are_of_the_second_language(void **state)
{
    run r;
    const parse_options options = {.generic_pointers = true};
    static const char text[] = "__kernel void k(__global long *o, char c, uint u) {\n"
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
                "a.cl:3:11: error: expected ';' behind the expression, not '}'\n"
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
    check_accepted("float distance(float a) { return a; } void f(void) { int max = 1, float4 = 2; max = float4; }");
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
        cmocka_unit_test(work_group_functions_are_of_the_second_language),
        cmocka_unit_test(each_statement_is_recovered_from),
        cmocka_unit_test(errors_come_with_the_macros_that_led_there),
        cmocka_unit_test(suggestions_are_made),
        cmocka_unit_test(recursion_is_refused),
        cmocka_unit_test(names_of_built_ins_may_be_taken),
        cmocka_unit_test(deep_nesting_ends_with_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
