/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "prune/identity.h"
#include "prune/reach.h"

/* A library that several programs use. Each program has text before it, and a kernel behind it. */
typedef struct shelf {
    workbench w;
    lex_cache cache;
    identities *list;
    library_file library;
    library_file *needs[1];
} shelf;

static void start(shelf *s, const char *library)
{
    *s = (shelf){.needs = {NULL}};
    workbench_start(&s->w);
    lex_cache_start(&s->cache, &s->w.arena);
    s->list = identity_start(&s->w.arena);
    s->library.source = workbench_source(&s->w, "lib.cl", library);
    s->needs[0] = &s->library;
}

static size_t identity_with(shelf *s, const parse_options *language, const char *before, const char *behind,
                            const char *name)
{
    arena *a = &s->w.arena;
    layer_file one = {.source = workbench_source(&s->w, "before.cl", before)};
    const layer_list layers = {.items = &one, .count = 1};
    const unit_context context = {.sources = &s->w.sources,
                                  .cache = &s->cache,
                                  .layers = &layers,
                                  .diagnostics = &s->w.diagnostics,
                                  .text = {.language = *language}};
    kernel_file file = {.source = workbench_source(&s->w, "kernel.cl", behind), .needs = s->needs, .need_count = 1};
    unit *u = unit_read(&context, &file);
    assert_int_equal(s->w.diagnostics.errors, 0);
    const declaration *last = &u->syntax.declarations[u->syntax.declaration_count - 1];
    const size_t root = unit_item_of(u, last->first);
    const reached r = reach_from(a, &u->text, &u->items, &root, 1, 0);
    const preprocessed part = unit_gather(a, u, r.kept, r.count);
    const parsed program = parse(a, &s->w.diagnostics, &part, language);
    assert_int_equal(s->w.diagnostics.errors, 0);
    identity_set(s->list, u, language, &program);
    for (size_t i = 0; i < program.function_count; ++i)
        if (strcmp(program.functions[i]->name, name) == 0) return program.functions[i]->identity;
    fail_msg("no function '%s'", name);
    return 0;
}

static size_t identity(shelf *s, const char *before, const char *behind, const char *name)
{
    const parse_options language = {.version = 120};
    return identity_with(s, &language, before, behind, name);
}

static const char kernel_f[] = "__kernel void k(__global float *o) { *o = f(*o); }\n";
static const char other_f[] =
    "float own(float x) { return x; }\n\n__kernel void k2(__global float *o) { *o = own(f(*o)); }\n";

/* The two texts before the library give f other meanings. */
static void check_differs(const char *library, const char *before, const char *other)
{
    shelf s;
    start(&s, library);
    const size_t one = identity(&s, before, kernel_f, "f"), two = identity(&s, other, kernel_f, "f");
    assert_int_not_equal(one, two);
    workbench_end(&s.w);
}

static void a_function_of_several_programs_has_one_identity(void **state)
{
    shelf s;
    (void)state;
    start(&s, "#define TWO 2\ntypedef struct pair_s { float x, y; } pair;\nfloat f(float x);\n"
              "__constant float table[2] = {1, 2};\nfloat unused(float x) { return x; }\n"
              "float g(pair p) { return p.x + table[1]; }\n"
              "float f(float x) { pair p = {x, TWO}; return g(p); }\n");
    const size_t f = identity(&s, "", kernel_f, "f"), g = identity(&s, "", kernel_f, "g");
    assert_int_not_equal(f, 0);
    assert_int_not_equal(g, 0);
    assert_int_not_equal(f, g);
    assert_int_equal(identity(&s, "#define OTHER 1\n", other_f, "f"), f);
    assert_int_equal(identity(&s, "#define OTHER 1\n", other_f, "g"), g);
    workbench_end(&s.w);
}

static void what_a_function_depends_on_makes_another_one(void **state)
{
    (void)state;
    /* macros in its body and in what it calls, types, constants, what it calls */
    check_differs("float f(float x) { return x * A; }\n", "#define A 1\n", "#define A 2\n");
    check_differs("float g(float x) { return x * A; }\nfloat f(float x) { return g(x); }\n", "#define A 1\n",
                  "#define A 2\n");
    check_differs("float f(float x) { real y = x; return y; }\n", "typedef float real;\n", "typedef double real;\n");
    check_differs("float f(float x) { struct s y = {x}; return y.x; }\n", "struct s { float x; };\n",
                  "struct s { double x; };\n");
    check_differs("float f(float x) { return x + c; }\n", "__constant float c = 1;\n", "__constant float c = 2;\n");
    check_differs("float f(float x) { return x + c; }\n", "enum { c = 1 };\n", "enum { d, c };\n");
    check_differs("float f(float x) { return g(x); }\n", "float g(float x) { return x; }\n",
                  "float g(float x) { return -x; }\n");
    /* a prototype with an attribute, and one of a function that it calls */
    check_differs("float f(float x) { return x; }\n", "", "float f(float x) __attribute__((noinline));\n");
    check_differs("float g(float x) { return x; }\nfloat f(float x) { return g(x); }\n", "float g(float x);\n",
                  "float g(float x) __attribute__((noinline));\n");
    /* a declaration that hides a built-in function */
    check_differs("float f(float x) { return step(x, 1.0f); }\n", "",
                  "float step(float x, float y) { return x + y; }\n");
}

static void places_pragmas_and_options_count(void **state)
{
    shelf s;
    (void)state;
    /* The same text at another place has other lines. */
    start(&s, "");
    const char text[] = "float f(float x) { return x; }\n__kernel void k(__global float *o) { *o = f(*o); }\n";
    assert_int_not_equal(identity(&s, "", text, "f"), identity(&s, "", arena_printf(&s.w.arena, "\n%s", text), "f"));
    workbench_end(&s.w);
    check_differs("float f(float x) { return x; }\n", "", "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    start(&s, "float f(float x) { return x; }\n");
    const parse_options plain = {.version = 120}, single = {.version = 120, .single_constants = true};
    assert_int_not_equal(identity_with(&s, &plain, "", kernel_f, "f"), identity_with(&s, &single, "", kernel_f, "f"));
    workbench_end(&s.w);
}

static void what_other_functions_may_change_has_no_identity(void **state)
{
    shelf s;
    (void)state;
    /* Whether a variable ever changes depends on all functions of a program. */
    const parse_options language = {.version = 200, .generic_pointers = true, .program_scope = true};
    start(&s, "__global int v = 1;\nfloat f(float x) { return x + v; }\n");
    assert_int_equal(identity_with(&s, &language, "", kernel_f, "f"), 0);
    workbench_end(&s.w);
    /* overloads, and functions that mention each other */
    start(&s, "float __attribute__((overloadable)) f(float x) { return x; }\n");
    assert_int_equal(identity(&s, "", kernel_f, "f"), 0);
    workbench_end(&s.w);
    start(&s, "struct s { float h; };\nfloat h(float x);\nfloat f(float x) { struct s y = {x}; return h(y.h); }\n"
              "float h(float x) { struct t { float f; } y = {x}; return y.f; }\n");
    assert_int_equal(identity(&s, "", kernel_f, "f"), 0);
    workbench_end(&s.w);
}

/* Each function of a long chain depends on all below it. */
static void long_chains_are_followed_without_recursion(void **state)
{
    enum { LENGTH = 30000 };
    shelf s;
    buffer text = {0};
    (void)state;
    buffer_adds(&text, "float f0(float x) { return x; }\n");
    for (size_t i = 1; i <= LENGTH; ++i) buffer_addf(&text, "float f%zu(float x) { return f%zu(x); }\n", i, i - 1);
    start(&s, text.text);
    const char *kernel =
        arena_printf(&s.w.arena, "__kernel void k(__global float *o) { *o = f%d(*o); }\n", (int)LENGTH);
    const char *last = arena_printf(&s.w.arena, "f%d", (int)LENGTH);
    const size_t first = identity(&s, "", kernel, last);
    assert_int_not_equal(first, 0);
    assert_int_equal(identity(&s, "", kernel, last), first);
    buffer_free(&text);
    workbench_end(&s.w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_of_several_programs_has_one_identity),
        cmocka_unit_test(what_a_function_depends_on_makes_another_one),
        cmocka_unit_test(places_pragmas_and_options_count),
        cmocka_unit_test(what_other_functions_may_change_has_no_identity),
        cmocka_unit_test(long_chains_are_followed_without_recursion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
