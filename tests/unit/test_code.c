/* The names that one file defines, promises and mentions, by its tokens alone.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include "names/code.h"

static const char kinds[] = {'f', 'm', 't', 'c'};

/* "f:name" for each definition (- behind it: is_prototype; ~: weak; !: undone), then "|" and the mentions, then "?" and
 * what conditions ask for. */
static const char *summary(workbench *w, const char *text)
{
    lex_cache cache;
    lex_cache_start(&cache, &w->arena);
    code_names names = {.arena = &w->arena, .cache = &cache, .by_text.arena = &w->arena};
    const code_file *c = code_read(&names, workbench_source(w, "a.cl", text), NULL, NULL);
    const char *out = "";
    for (size_t i = 0; i < c->definition_count; ++i) {
        const code_definition *d = c->definitions[i];
        out = arena_printf(&w->arena, "%s%s%c:%s%s%s%s", out, i ? " " : "", kinds[d->kind], d->name->text,
                           d->is_prototype ? "-" : "", d->weak ? "~" : "", d->undone ? "!" : "");
        for (size_t k = 0; k < d->mention_count; ++k)
            out = arena_printf(&w->arena, "%s%c%s", out, k ? ',' : '=', d->mentions[k]->text);
    }
    for (size_t i = 0; i < c->mention_count; ++i)
        out = arena_printf(&w->arena, "%s%s%s", out, i ? " " : " | ", c->mentions[i].name->text);
    for (size_t i = 0; i < c->condition_count; ++i)
        out = arena_printf(&w->arena, "%s%s%s", out, i ? " " : " ? ", c->conditions[i].name->text);
    return out;
}

typedef struct example {
    const char *text, *says;
} example;

static void check_all(const example *examples, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        workbench w;
        workbench_start(&w);
        assert_string_equal(summary(&w, examples[i].text), examples[i].says);
        workbench_end(&w);
    }
}

#define CHECK(...)                                   \
    static const example examples[] = {__VA_ARGS__}; \
    (void)state;                                     \
    check_all(examples, sizeof examples / sizeof *examples)

static void external_declarations_are_told_apart(void **state)
{
    CHECK({"double f(double x) { return x; }", "f:f"}, {"double f(double x);", "f:f-"},
          {"double f(double), g(int n);", "f:g- | f"}, /* the last of several prototypes in one */
          {"static inline double *f(__global const double *x) { return 0; }", "f:f"},
          {"FN real f(real x) { return x; }", "f:f | FN real"},
          {"__attribute__((overloadable)) double f(double x) { return x; }", "f:f"},
          {"__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void k(__global double *x) {}", "f:k | WG"},
          {"ALIGNED(N) double f(double x) { return x; }", "f:f | ALIGNED N"},
          {"double f(double x) __attribute__((noinline)) { return x; }", "f:f"},
          {"typedef double real; typedef struct s { int a, b; } pair, *pointer;", "t:real t:s t:pair t:pointer"},
          {"typedef double (*function)(double x, other y);", "t:function | other"},
          {"struct s { T a; struct u *next; };", "t:s | T u"}, {"union u; struct t *p;", "c:p | u t"},
          {"enum e { A, B = C + 1, D };", "t:e c:A c:B c:D | C"},
          {"__constant double t[N] = {a, b}, u = v;", "c:t c:u | N a b v"},
          {"extern __constant int n; __constant int m = 2;", "c:n- c:m"}, {"double (*p)(double);", "c:p"},
          {"int f(const char *text, ...) FORMAT(1, 2);\nint *g(int n) FORMAT(1, 2);", "f:f- f:g- | FORMAT"},
          {"#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\nint n;",
           "f:f- c:n ? __cplusplus __cplusplus"});
}

static void the_linker_sees_what_is_not_static(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    workbench_start(&w);
    lex_cache_start(&cache, &w.arena);
    code_names names = {.arena = &w.arena, .cache = &cache, .by_text.arena = &w.arena};
    const code_file *c =
        code_read(&names,
                  workbench_source(
                      &w, "a.c",
                      "int a; static int b; int f(int x) { static int y; return y; }\n"
                      "static int *g(void); enum e { C }; typedef int t; struct s { int m; }; extern const int d[3];\n"
                      "#define M 1\nconst char *const *h(void), k = 2;\n"),
                  NULL, NULL);
    const char *linked = "";
    for (size_t i = 0; i < c->definition_count; ++i)
        if (c->definitions[i]->linked) linked = arena_printf(&w.arena, "%s %s", linked, c->definitions[i]->name->text);
    assert_string_equal(linked, " a f d h k");
    workbench_end(&w);
}

static void macros_have_their_bodies_for_themselves(void **state)
{
    CHECK({"#define A(x, y) x.y + b(x) + c\n", "m:A=b,c"}, {"#define A (B)\n", "m:A=B"},
          {"#define P(x) x##_f(y_##x) + z\n", "m:P=z"},
          {"#define L(n) do { double t = n; int k = t; use(t, k); } while (0)\n", "m:L=use"},
          {"#ifndef A\n#define A 1\n#endif\n", "m:A~ ? A"},
          {"#if !defined(A)\n#define A 1\n#define B 2\n#endif\n", "m:A~ m:B ? A"},
          {"#define A 1\n#undef A\n#define B 1\n#undef C\n", "m:A! m:B"}, {"#undef f\n#define f(x) g(x)\n", "m:f=g"});
}

static void local_names_members_and_labels_are_not_mentioned(void **state)
{
    CHECK({"void f(int a, double *b, T c) { int d = a, e = g; *b = c; d += e; }", "f:f | T g"},
          {"void f(void) { T x = y; U *z = &x; z->m = x.n; }", "f:f | T y U"},
          {"void f(void) { for (int i = lo; i < hi; ++i) g(i); }", "f:f | lo hi g"},
          {"void f(void) { goto out; out: ; lbl: g(); }", "f:f | g"},
          {"void f(int n) { switch (n) { case A: x(); break; default: { int q = B; y(q); } } }", "f:f | A x B y"},
          {"void f(int n) { if (n) T t = u; else do v(t); while (w); }", "f:f | T u v w"},
          {"void f(void) { struct s a = {.m = b, .n = {c}}; (T)a; sizeof(U); }", "f:f | s b c T U"},
          {"void f(void) { int a; { int b; } unsigned k = n ? a : b; }", "f:f | n"},
          {"double f(double (*g)(double h), int i[N]) { return g(i[0]); }", "f:f | N"},
          {"void f(void) { enum { A, B }; struct s { int c; }; struct s d = {A, B}; }", "f:f"});
}

static void conditionals_are_read_branch_by_branch(void **state)
{
    CHECK({"#ifdef X\ndouble f(double x) { return a; }\n#else\ndouble f(double x) { return b; }\n#endif\n",
           "f:f f:f | a b ? X"},
          {"#if X\ndouble f(double x) {\n#else\ndouble f(float x) {\n#endif\nreturn g(x); }\ndouble h(void) { return "
           "i; }\n",
           "f:f f:h | g i ? X"},
          {"#if 0\ndouble f(double x) { return a; }\n#else\ndouble g(double x) { return b; }\n#endif\n", "f:g | b"},
          {"#if 0\n#if X\ndouble f;\n#endif\n#define A\n#endif\n", ""},
          {"#ifndef GUARD\n#define GUARD\ndouble f(double x) { return x; }\n#endif\n", "m:GUARD~ f:f ? GUARD"},
          {"double f(double x\n#ifdef Y\n, int y\n#endif\n) { return x; }\n", "f:f ? Y"});
}

static void text_that_makes_no_sense_is_passed_over(void **state)
{
    CHECK({"", ""}, {"}}}}", ""}, {"{{{{", ""}, {"((((", ""}, {"#", ""}, {"#define", ""}, {"#define (", ""},
          {"#if", ""}, {"#else\n#endif\n#elif X\n", " ? X"}, {"a b c", "c:c | a b"}, {"f(x) g(y)", " | f x g y"},
          {"typedef", ""}, {"enum {", ""}, {"struct {{{ }", ""}, {"#define A(\n", "m:A"},
          {"#include\n#include \"\n", ""}, {"= = = ;", ""});
}

static void a_long_text_takes_no_long_time(void **state)
{
    static const char *const parts[] = {
        "{} ",           "{",       "( ",       "f( ",     "#if X\n", "#if X\n#else\n#endif\n", "struct { ", "a b; ",
        "#define A A\n", "enum { ", "= { } , ", "f() { } "};
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        workbench w;
        buffer text = {0};
        workbench_start(&w);
        while (text.length < 400000) buffer_adds(&text, parts[i]);
        lex_cache cache;
        lex_cache_start(&cache, &w.arena);
        code_names names = {.arena = &w.arena, .cache = &cache, .by_text.arena = &w.arena};
        assert_non_null(code_read(&names, workbench_source(&w, "a.cl", text.text), NULL, NULL));
        buffer_free(&text);
        workbench_end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(external_declarations_are_told_apart),
        cmocka_unit_test(the_linker_sees_what_is_not_static),
        cmocka_unit_test(macros_have_their_bodies_for_themselves),
        cmocka_unit_test(local_names_members_and_labels_are_not_mentioned),
        cmocka_unit_test(conditionals_are_read_branch_by_branch),
        cmocka_unit_test(text_that_makes_no_sense_is_passed_over),
        cmocka_unit_test(a_long_text_takes_no_long_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
