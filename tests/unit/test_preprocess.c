/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "clc/preprocess.h"

/* One run: the sources by name, the first one is the program, the others can be included. */
typedef struct run {
    workbench w;
    lex_cache cache;
    const source *files[8];
    size_t file_count;
    bool has_folders; /* where angle includes are looked for */
    preprocess_options options;
    preprocessed result;
} run;

static const source *resolve(void *context, const source *includer, const char *name, bool angle, const char **why)
{
    const run *r = context;
    (void)includer;
    *why = "a device program has no system headers";
    if (angle && !r->has_folders) return NULL;
    for (size_t i = 0; i < r->file_count; ++i)
        if (strcmp(r->files[i]->name, name) == 0) return r->files[i];
    *why = "File not found";
    return NULL;
}

static void start(run *r)
{
    *r = (run){.options.resolve = resolve};
    workbench_start(&r->w);
    lex_cache_start(&r->cache, &r->w.arena);
    r->options.context = r;
}

static void add(run *r, const char *name, const char *text)
{
    r->files[r->file_count++] = workbench_source(&r->w, name, text);
}

static void go(run *r, size_t count)
{
    r->result = preprocess(&r->w.arena, &r->cache, &r->w.diagnostics, r->files, count, &r->options);
}

static const event *find_event(const run *r, event_kind kind, size_t skip)
{
    for (size_t i = 0; i < r->result.event_count; ++i)
        if (r->result.events[i].kind == kind && skip-- == 0) return &r->result.events[i];
    return NULL;
}

/* The tokens, joined by single blanks. */
static const char *expand(run *r, const char *text)
{
    start(r);
    add(r, "a.cl", text);
    go(r, 1);
    const char *all = "";
    for (size_t i = 0; i < r->result.token_count; ++i)
        all = arena_printf(&r->w.arena, "%s%s%.*s", all, i ? " " : "", (int)r->result.tokens[i].length,
                           r->result.tokens[i].text);
    return all;
}

static void check(const char *text, const char *expected)
{
    run r;
    assert_string_equal(expand(&r, text), expected);
    assert_string_equal(workbench_messages(&r.w), "");
    assert_false(r.result.failed);
    workbench_end(&r.w);
}

static void check_error(const char *text, const char *expected)
{
    run r;
    (void)expand(&r, text);
    assert_string_equal(workbench_messages(&r.w), expected);
    assert_true(r.result.failed);
    workbench_end(&r.w);
}

/* C99 6.10.3.5, example 3. */
static void rescanning_follows_the_standards_example(void **state)
{
    (void)state;
    check("#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n"
          "#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n"
          "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n"
          "p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };",
          "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; "
          "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ; "
          "int i [ ] = { 1 , 23 , 4 , 5 , } ;");
}

/* Example 4 and 5. */
static void strings_and_pasting_follow_the_standards_example(void **state)
{
    (void)state;
    check("#define str(s) # s\n#define xstr(s) str(s)\n#define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n"
          "#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n#define LOW LOW \", world\"\n"
          "str(strncmp(\"abc\\0d\", \"abc\", '\\4') /* away */\n== 0) str(: @\\n) xstr(INCFILE(2).h) glue(HIGH, LOW) "
          "xglue(HIGH, LOW)",
          "\"strncmp(\\\"abc\\\\0d\\\", \\\"abc\\\", '\\\\4') == 0\" \": @\\n\" \"vers2.h\" \"hello\" \"hello\" "
          "\", world\"");
    check("#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n"
          "#define join(c, d) in_between(c hash_hash d)\njoin(x, y)",
          "\"x ## y\"");
    check("#define t(x,y,z) x ## y ## z\nt(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(10,,) t(,11,) t(,,12) t(,,)",
          "123 45 67 89 10 11 12");
}

static void variable_arguments_work_with_and_without_the_gnu_comma(void **state)
{
    (void)state;
    check("#define s(...) f(#__VA_ARGS__)\n#define d(t, ...) g(t, ## __VA_ARGS__)\n#define n(a...) h(a)\n"
          "s(The first, second) d(1) d(1, 2, x) n(1, 2)",
          "f ( \"The first, second\" ) g ( 1 ) g ( 1 , 2 , x ) h ( 1 , "
          "2 )");
}

static void a_function_like_name_without_parenthesis_stays(void **state)
{
    (void)state;
    check("#define f(x) [x]\nf f\n(1) f", "f [ 1 ] f");
}

static void directives_work_among_arguments(void **state)
{
    (void)state;
    check("#define f(a, b) a - b\nf(1,\n#ifdef f\n2\n#else\n3\n#endif\n)", "1 - 2");
}

static void conditions_have_all_operators(void **state)
{
    (void)state;
    check("#if 1 + 2 * 3 == 7 && (4 ^ 6) == 2 && ~0 < 0 && -1 > 0u && (8 >> 1 | 1) == 5 && 7 % 4 == 3 && !0\na\n#endif",
          "a");
    check("#if (2 || 1 / 0) && !(0 && 1 % 0) && (1 ? 5 : 1 / 0) == 5 && 'a' == 97 && 0x10 == 020\na\n#endif", "a");
    check("#define d defined(X)\n#if !defined X && !d && X == 0\na\n#elif 1 / 0\nb\n#else\nc\n#endif", "a");
    check("#ifdef A\na\n#elif defined(B)\nb\n#else\nc\n#endif\n#if 0\n#if 1\nx\n#else\ny\n#endif\n#elif 1\nd\n#endif",
          "c d");
}

static void groups_that_are_not_taken_may_hold_anything(void **state)
{
    (void)state;
    check("#if 0\n#error no\n#foo\ndon't\n/* \n#endif */ \"\n#if 1 / 0\n#endif\n#endif\nx", "x");
}

static void lines_and_files_are_known(void **state)
{
    (void)state;
    check("__LINE__ __FILE__\n#line 10 \"b.cl\"\n__LINE__ __FILE__\n#define l __LINE__\nl",
          "1 \"a.cl\" 10 \"b.cl\" 12");
}

static void the_language_predefines_its_macros(void **state)
{
    (void)state;
    check("__OPENCL_VERSION__ cl_khr_fp64 INT_MAX CLK_LOCAL_MEM_FENCE", "120 1 2147483647 0x01");
}

static void mistakes_are_reported_where_they_stand(void **state)
{
    (void)state;
    check_error("#if 1\n", "a.cl:1:1: error: #if without #endif\n");
    check_error("\n  #endif\n", "a.cl:2:3: error: #endif without #if\n");
    check_error("#error too bad \n", "a.cl:1:1: error: #error too bad\n");
    check_error("#include \"no.cl\"\n", "a.cl:1:2: error: #include \"no.cl\": File not found\n");
    check_error("#include <math.h>\n", "a.cl:1:2: error: #include <math.h>: a device program has no system headers\n");
    check_error("#define f(a) a\nf(1, 2)\n", "a.cl:2:1: error: macro 'f' takes 1 argument, but 2 are given\n"
                                             "a.cl:1:9: note: 'f' is defined here\n");
    check_error("#define f(a) a\nf(1", "a.cl:2:1: error: unterminated argument list of macro 'f'\n");
    check_error("#define f(a) #b\n", "a.cl:1:14: error: '#' must be followed by a parameter of macro 'f'\n");
    check_error("#define a ##\n", "a.cl:1:11: error: '##' cannot stand at either end of a macro's body\n");
    check_error("#if 1 / 0\n#endif\n", "a.cl:1:7: error: division by zero in #if\n");
    check_error("#if 1 +\n#endif\n", "a.cl:1:7: error: the condition ends where a value is expected\n");
    check_error("x /* y\n", "a.cl:1:3: error: the file ends inside this comment\n");
    check_error("x 'y\n", "a.cl:1:3: error: this ' is not closed on its line\n");
    check_error("#define c(a, b) a ## b\nc(+, x)\n",
                "a.cl:2:3: error: pasting '+' and 'x' does not make a valid token\n"
                "a.cl:2:1: note: in expansion of macro 'c'\n");
}

static void a_comment_that_never_ends_is_an_error_wherever_it_begins(void **state)
{
    (void)state;
    check_error("int a; /* open\nb", "a.cl:1:8: error: the file ends inside this comment\n");
    check_error("#define X /* open", "a.cl:1:11: error: the file ends inside this comment\n");
    check_error("#define X 1 /* open\n#endif", "a.cl:1:13: error: the file ends inside this comment\n");
    check_error("#pragma x /* open", "a.cl:1:11: error: the file ends inside this comment\n");
    check_error("# /* open", "a.cl:1:3: error: the file ends inside this comment\n");
}

static void a_redefinition_is_warned_about_unless_it_is_the_same(void **state)
{
    run r;
    (void)state;
    check("#define a  1 + 2\n#define a 1 +  2\n", "");
    (void)expand(&r, "#define a 1\n#define a 2\n");
    assert_string_equal(workbench_messages(&r.w), "a.cl:2:9: warning: macro 'a' is redefined\n"
                                                  "a.cl:1:9: note: the definition before is here\n");
    workbench_end(&r.w);
}

static void expansion_is_bounded(void **state)
{
    run r;
    (void)state;
    start(&r);
    add(&r, "a.cl",
        "#define a b b b b b b b b\n#define b c c c c c c c c\n#define c d d d d d d d d\n"
        "#define d e e e e e e e e\na a a a a a a a\n");
    r.options.token_limit = 1000;
    go(&r, 1);
    assert_true(r.result.failed);
    assert_int_equal(r.w.diagnostics.errors, 1);
    assert_non_null(
        strstr(workbench_messages(&r.w), "the program has more than 1000 tokens, directives and uses of macros"));
    workbench_end(&r.w);
}

static void add_repeated(run *r, const char *before, const char *text, size_t count)
{
    const size_t n = strlen(before), length = strlen(text);
    char *all = arena_array(&r->w.arena, n + length * count + 1, 1);
    memcpy(all, before, n);
    for (size_t i = 0; i < count; ++i) memcpy(all + n + i * length, text, length);
    add(r, "a.cl", all);
}

static void tokens_that_are_gone_do_not_count(void **state)
{
    run r;
    (void)state;
    start(&r);
    /* 200 tokens in the end, of 200 uses, 8 events; some 10,000 were made on the way. */
    add_repeated(&r, "#define a(x) drop(x x x x x x x x) x\n#define drop(x)\n", "a(a(a(1)))\n", 60);
    r.options.token_limit = 1000;
    go(&r, 1);
    assert_string_equal(workbench_messages(&r.w), "");
    assert_int_equal(r.result.token_count, 60);
    workbench_end(&r.w);
}

static void work_that_leaves_no_token_is_bounded(void **state)
{
    run r;
    (void)state;
    start(&r);
    add_repeated(&r, "#define drop(x)\n#define a(x) drop(x x x x x x x x x x x x x x x x)\n",
                 "a(1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1)\n", 200);
    r.options.token_limit = 1000;
    go(&r, 1);
    assert_true(r.result.failed);
    assert_non_null(strstr(workbench_messages(&r.w), "macro expansion makes more than 32000 tokens"));
    workbench_end(&r.w);
}

static void conditionals_nest_to_a_limit(void **state)
{
    run r;
    (void)state;
    start(&r);
    add_repeated(&r, "", "#if 1\n", PREPROCESS_NESTING + 1);
    go(&r, 1);
    assert_string_equal(workbench_messages(&r.w), "a.cl:201:1: error: #if nests deeper than 200\n");
    workbench_end(&r.w);
    start(&r);
    add_repeated(&r, "", "#if 1\n#endif\n", PREPROCESS_NESTING * 3);
    go(&r, 1);
    assert_string_equal(workbench_messages(&r.w), "");
    workbench_end(&r.w);
}

static void names_have_a_longest_length(void **state)
{
    run r;
    (void)state;
    start(&r);
    add_repeated(&r, "int ", "a", PREPROCESS_LONGEST_NAME + 1);
    go(&r, 1);
    assert_string_equal(workbench_messages(&r.w), "a.cl:1:5: error: this name is longer than 4096 bytes\n");
    workbench_end(&r.w);
}

static void a_macro_is_noted_once_for_each_outermost_use(void **state)
{
    run r;
    size_t uses = 0;
    (void)state;
    start(&r);
    add(&r, "a.cl", "#define a(x) x\na(a(a(1))) a(1)\n#include \"b.cl\"\n#include \"b.cl\"\n");
    add(&r, "b.cl", "a(1)\n");
    go(&r, 1);
    for (size_t i = 0; i < r.result.event_count; ++i) uses += r.result.events[i].kind == EVENT_MACRO_USE;
    assert_int_equal(uses, 4);
    workbench_end(&r.w);
}

static void pasting_cannot_make_endless_tokens(void **state)
{
    run r;
    char text[1024] = "#define c(a, b) a ## b\n#define d(x) c(x, x)\n";
    (void)state;
    for (int i = 0; i < 60; ++i) strcat(text, "d(");
    strcat(text, "ab");
    for (int i = 0; i < 60; ++i) strcat(text, ")");
    (void)expand(&r, text);
    assert_true(r.result.failed);
    workbench_end(&r.w);
}

static void angle_includes_are_looked_for_where_there_are_folders(void **state)
{
    run r;
    (void)state;
    start(&r);
    r.has_folders = true;
    add(&r, "a.cl", "#include <b.h>\nx");
    add(&r, "b.h", "b");
    go(&r, 1);
    assert_string_equal(workbench_messages(&r.w), "");
    assert_int_equal(r.result.token_count, 2);
    assert_string_equal(find_event(&r, EVENT_INCLUDE, 0)->name, "b.h");
    workbench_end(&r.w);
}

static void a_file_that_includes_itself_ends(void **state)
{
    run r;
    (void)state;
    (void)expand(&r, "#include \"a.cl\"\n");
    assert_int_equal(r.w.diagnostics.errors, 1);
    workbench_end(&r.w);
}

static void includes_are_resolved_and_read_once_where_asked(void **state)
{
    run r;
    (void)state;
    start(&r);
    add(&r, "a.cl",
        "#include \"b.h\"\n#include \"b.h\"\n#include \"c.h\"\n#include \"c.h\"\n#include \"d.h\"\n"
        "#include \"d.h\"\n");
    add(&r, "b.h", "#pragma once\nb\n");
    add(&r, "c.h", "#ifndef C_H\n#define C_H\nc\n#endif\n");
    add(&r, "d.h", "d\n");
    go(&r, 1);
    assert_int_equal(r.result.token_count, 4);
    assert_string_equal(r.result.tokens[0].where.source->name, "b.h");
    assert_string_equal(workbench_messages(&r.w), "");
    workbench_end(&r.w);
}

static void macros_carry_over_to_the_next_source(void **state)
{
    run r;
    (void)state;
    start(&r);
    add(&r, "a.cl", "#define a 1\n");
    add(&r, "b.cl", "a");
    go(&r, 2);
    assert_int_equal(r.result.token_count, 1);
    assert_true(token_is(&r.result.tokens[0], "1"));
    workbench_end(&r.w);
}

static void a_conditional_may_reach_over_the_ends_of_pieces(void **state)
{
    run r;
    (void)state;
    start(&r);
    r.options.pieces = true;
    add(&r, "1", "#if 0\na\n#if 1\n");
    add(&r, "2", "b\n#endif\nc\n#define m d");
    add(&r, "3", "#else\ne m\n#if 1\n");
    add(&r, "4", "f\n#else\ng\n#endif\n#endif\nh");
    go(&r, 4);
    assert_int_equal(r.result.token_count, 4);
    for (size_t i = 0; i < 4; ++i) assert_true(token_is(&r.result.tokens[i], (const char *[]){"e", "m", "f", "h"}[i]));
    assert_false(r.result.failed);
    workbench_end(&r.w);
    start(&r);
    r.options.pieces = true;
    add(&r, "1", "#if 1\na\n");
    add(&r, "2", "b\n");
    go(&r, 2);
    assert_string_equal(workbench_messages(&r.w), "1:1:1: error: #if without #endif\n");
    assert_true(r.result.failed);
    workbench_end(&r.w);
}

static void the_counter_counts(void **state)
{
    (void)state;
    check("#define two(a) a a\n__COUNTER__ two(__COUNTER__) __COUNTER__\n#if __COUNTER__ == 3\n__COUNTER__\n#endif",
          "0 1 1 2 4");
}

static void definitions_of_the_caller_are_macros(void **state)
{
    run r;
    static const char *const definitions[] = {"A", "B=2 + 3", "C(x)=[x]"};
    (void)state;
    start(&r);
    r.options.definitions = definitions;
    r.options.definition_count = 3;
    add(&r, "a.cl", "A B C(1)");
    go(&r, 1);
    assert_int_equal(r.result.token_count, 7);
    workbench_end(&r.w);
}

/* site: the outermost invocation with its arguments; where: the place in the body or argument. */
static void tokens_remember_both_places(void **state)
{
    run r;
    (void)state;
    (void)expand(&r, "#define in(x) x + 7\n#define out(x) in(x)\na = out( 12 ) ;");
    const token *t = r.result.tokens; /* a = 12 + 7 ; */
    assert_int_equal(r.result.token_count, 6);
    assert_int_equal(t[0].site.offset, 41);
    assert_int_equal(t[0].site_end, 42);
    for (int i = 2; i < 5; ++i) {
        assert_int_equal(t[i].site.offset, 45);
        assert_int_equal(t[i].site_end, 54);
    }
    assert_int_equal(t[2].where.offset, 50);
    assert_int_equal(t[4].where.offset, 18);
    assert_string_equal(t[4].use->macro->name, "in");
    assert_string_equal(t[4].use->outer->macro->name, "out");
    assert_null(t[4].use->outer->outer);
    assert_null(t[0].use);
    workbench_end(&r.w);
}

static void events_give_exact_ranges(void **state)
{
    run r;
    (void)state;
    (void)expand(&r, "x\n  #define a(n) n \\\n   + 1 /* c\n */\ny a(2)\n#undef a\n#pragma unroll  4\nz");
    const event *define = find_event(&r, EVENT_DEFINE, 0), *use = find_event(&r, EVENT_MACRO_USE, 0);
    const event *undef = find_event(&r, EVENT_UNDEF, 0), *pragma = find_event(&r, EVENT_PRAGMA, 0);
    assert_int_equal(define->begin, 4);
    assert_int_equal(define->end, 36);
    assert_int_equal(define->source->text[36], '\n');
    assert_int_equal(define->token, 1);
    assert_ptr_equal(use->macro, define->macro);
    assert_int_equal(use->token, 2);
    assert_int_equal(use->begin, 39);
    assert_int_equal(use->end, 43);
    assert_ptr_equal(undef->macro, define->macro);
    assert_string_equal(pragma->name, "unroll 4");
    assert_int_equal(pragma->token, 5);
    workbench_end(&r.w);
}

static void branches_are_linked(void **state)
{
    run r;
    (void)state;
    (void)expand(&r, "#if 0\n#elif 1\na\n#else\n#endif\n");
    const event *first = find_event(&r, EVENT_IF, 0), *events = r.result.events;
    const event *second = &events[first->next], *third = &events[second->next], *last = &events[third->next];
    assert_false(first->taken);
    assert_int_equal(second->kind, EVENT_ELIF);
    assert_true(second->taken);
    assert_int_equal(third->kind, EVENT_ELSE);
    assert_false(third->taken);
    assert_int_equal(last->kind, EVENT_ENDIF);
    assert_ptr_equal(&events[last->group], first);
    workbench_end(&r.w);
}

static bool depends(const char *text, size_t which)
{
    run r;
    (void)expand(&r, text);
    const event *e = find_event(&r, EVENT_IF, which);
    const bool result = e && e->depends_on_device;
    workbench_end(&r.w);
    return result;
}

static void only_what_the_device_decides_depends_on_it(void **state)
{
    (void)state;
    assert_true(depends("#ifdef cl_khr_fp64\n#endif", 0));
    assert_true(depends("#if __OPENCL_VERSION__ >= 120\n#endif", 0));
    assert_true(depends("#ifdef __NV_CL_C_VERSION\n#endif", 0));
    assert_true(depends("#define V (__OPENCL_VERSION__ - 1)\n#if V\n#endif", 0));
    assert_true(depends("#ifndef FP_FAST_FMA\n#endif", 0));
    assert_false(depends("#ifdef DEBUG\n#endif", 0));
    assert_false(depends("#ifndef M_PI\n#define M_PI 3\n#endif", 0));
    assert_false(depends("#define __MY 1\n#ifdef __MY\n#endif", 0));
    assert_false(depends("#ifndef __GUARD_H__\n#define __GUARD_H__\n#endif", 0));
    assert_true(depends("#ifndef cl_khr_fp16\n#define cl_khr_fp16\n#endif", 0));
}

static void what_a_device_group_defines_depends_on_the_device_too(void **state)
{
    (void)state;
    assert_true(depends("#ifdef cl_khr_fp64\n#define D 1\n#endif\n#if D\n#endif", 1));
    assert_true(depends("#ifdef __NV__\n#define FAST\n#endif\n#ifdef FAST\n#endif", 1));
    assert_false(depends("#ifdef __NV__\n#define FAST\n#endif\n#undef FAST\n#ifdef FAST\n#endif", 1));
}

static void a_condition_says_which_macros_it_needs(void **state)
{
    run r;
    (void)state;
    (void)expand(&r, "#define A B\n#define B 1\n#if A\n#endif\n#ifdef B\n#endif\n");
    assert_string_equal(find_event(&r, EVENT_MACRO_USE, 0)->macro->name, "A");
    assert_string_equal(find_event(&r, EVENT_MACRO_USE, 1)->macro->name, "B");
    assert_string_equal(find_event(&r, EVENT_MACRO_USE, 2)->macro->name, "B");
    assert_true(find_event(&r, EVENT_MACRO_USE, 2)->in_condition);
    assert_int_equal(find_event(&r, EVENT_MACRO_USE, 2)->begin, 37);
    workbench_end(&r.w);
}

static void what_a_compiler_is_asked_counts_as_0(void **state)
{
    run r;
    (void)state;
    assert_string_equal(expand(&r, "#if __has_feature((a)(b)) || !__has_builtin(x) + 1\na\n#endif\n"
                                   "#if __has_include\nb\n#endif\n"
                                   "#if __has_include(<a.h>) || (__has_b) + (1)\nc\n#endif\n"),
                        "a c");
    assert_string_equal(workbench_messages(&r.w), "");
    workbench_end(&r.w);
    (void)expand(&r, "#if __has_include(a)(b)\n#endif\n");
    assert_string_equal(workbench_messages(&r.w),
                        "a.cl:1:5: error: a call in #if: no function-like macro of this name is defined here\n");
    workbench_end(&r.w);
}

static void pragmas_can_be_made_by_an_operator(void **state)
{
    run r;
    (void)state;
    /* C99 6.10.9: the string without its quotes and escapes, where the operator stands; macros make it too. */
    assert_string_equal(
        expand(&r,
               "a _Pragma(\"unroll 4\") b\n#define U(n) _Pragma(#n) c\nU(message \"x\\\\y\")\n_Pragma (\n\"d\"\n)\n"),
        "a b c");
    const event *first = find_event(&r, EVENT_PRAGMA, 0), *second = find_event(&r, EVENT_PRAGMA, 1),
                *third = find_event(&r, EVENT_PRAGMA, 2);
    assert_string_equal(first->name, "unroll 4");
    assert_int_equal(first->token, 1);
    assert_int_equal(first->begin, 2);
    assert_int_equal(first->end, 21);
    assert_string_equal(second->name, "message \"x\\\\y\"");
    assert_int_equal(second->token, 2);
    assert_string_equal(third->name, "d");
    assert_int_equal(third->token, 3);
    assert_string_equal(workbench_messages(&r.w), "");
    workbench_end(&r.w);
    static const char *const wrong[] = {"_Pragma(once)", "_Pragma \"once\"", "_Pragma(\"once\" x)", "_Pragma"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        (void)expand(&r, wrong[i]);
        assert_string_equal(workbench_messages(&r.w), "a.cl:1:1: error: _Pragma needs a string in parentheses\n");
        assert_null(find_event(&r, EVENT_PRAGMA, 0));
        workbench_end(&r.w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_compiler_is_asked_counts_as_0),
        cmocka_unit_test(pragmas_can_be_made_by_an_operator),
        cmocka_unit_test(rescanning_follows_the_standards_example),
        cmocka_unit_test(strings_and_pasting_follow_the_standards_example),
        cmocka_unit_test(variable_arguments_work_with_and_without_the_gnu_comma),
        cmocka_unit_test(a_function_like_name_without_parenthesis_stays),
        cmocka_unit_test(directives_work_among_arguments),
        cmocka_unit_test(conditions_have_all_operators),
        cmocka_unit_test(groups_that_are_not_taken_may_hold_anything),
        cmocka_unit_test(lines_and_files_are_known),
        cmocka_unit_test(the_language_predefines_its_macros),
        cmocka_unit_test(mistakes_are_reported_where_they_stand),
        cmocka_unit_test(a_comment_that_never_ends_is_an_error_wherever_it_begins),
        cmocka_unit_test(a_redefinition_is_warned_about_unless_it_is_the_same),
        cmocka_unit_test(expansion_is_bounded),
        cmocka_unit_test(tokens_that_are_gone_do_not_count),
        cmocka_unit_test(work_that_leaves_no_token_is_bounded),
        cmocka_unit_test(conditionals_nest_to_a_limit),
        cmocka_unit_test(names_have_a_longest_length),
        cmocka_unit_test(a_macro_is_noted_once_for_each_outermost_use),
        cmocka_unit_test(pasting_cannot_make_endless_tokens),
        cmocka_unit_test(angle_includes_are_looked_for_where_there_are_folders),
        cmocka_unit_test(a_file_that_includes_itself_ends),
        cmocka_unit_test(includes_are_resolved_and_read_once_where_asked),
        cmocka_unit_test(macros_carry_over_to_the_next_source),
        cmocka_unit_test(a_conditional_may_reach_over_the_ends_of_pieces),
        cmocka_unit_test(the_counter_counts),
        cmocka_unit_test(definitions_of_the_caller_are_macros),
        cmocka_unit_test(tokens_remember_both_places),
        cmocka_unit_test(events_give_exact_ranges),
        cmocka_unit_test(branches_are_linked),
        cmocka_unit_test(only_what_the_device_decides_depends_on_it),
        cmocka_unit_test(what_a_device_group_defines_depends_on_the_device_too),
        cmocka_unit_test(a_condition_says_which_macros_it_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
