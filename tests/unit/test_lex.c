/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "clc/lex.h"
#include "clc/literal.h"

static const lexed *lex(workbench *w, lex_cache *cache, const char *text)
{
    workbench_start(w);
    lex_cache_start(cache, &w->arena);
    return lex_source(cache, workbench_source(w, "a.cl", text));
}

/* "text kind_name" of each token, joined by blanks; '^' before one that begins a line, '_' before one behind space. */
static const char *shown(workbench *w, const lexed *l)
{
    const char *all = "";
    for (size_t i = 0; i < l->count; ++i) {
        const token *t = &l->tokens[i];
        const char *mark = t->first ? "^" : t->space ? "_" : "";
        all = arena_printf(&w->arena, "%s%s%s%.*s", all, i ? " " : "", mark, (int)t->length, t->text);
    }
    return all;
}

static void the_longest_punctuator_wins(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    assert_string_equal(shown(&w, lex(&w, &cache, "a+++b>>=c...d->e<<f##g")), "^a ++ + b >>= c ... d -> e << f ## g");
    workbench_end(&w);
}

static void numbers_take_exponents_suffixes_and_dots(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    assert_string_equal(shown(&w, lex(&w, &cache, "0x1.8p-3f+1e+10 .5 1..2 a.1")), "^0x1.8p-3f + 1e+10 _.5 _1..2 _a "
                                                                                   ".1");
    workbench_end(&w);
}

static void comments_are_white_space_and_end_no_line(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    const lexed *l = lex(&w, &cache, "a/* x\n y */b // c \\\n still\nd /**/e");
    assert_string_equal(shown(&w, l), "^a _b ^d _e");
    workbench_end(&w);
}

static void a_continuation_may_stand_inside_a_token(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    const lexed *l = lex(&w, &cache, "fo\\\no /\\\n* c *\\\n/ 1\\  \n2 \"a\\\nb\" x\\\n");
    assert_string_equal(shown(&w, l), "^foo _12 _\"ab\" _x");
    assert_int_equal(l->tokens[0].where.offset, 0);
    assert_int_equal(l->tokens[0].end, 5);
    assert_int_equal(l->tokens[3].end - l->tokens[3].where.offset, 1);
    workbench_end(&w);
}

static void trigraphs_are_the_characters_that_they_stand_for(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    const lexed *l = lex(&w, &cache,
                         "?\?=?\?( ?\?)?\?<?\?> ?\?' ?\?- ?\?!?\?! \"a?\?!?\?/\"?"
                         "?=\" ?\?? x?\?/\ny ?\?=?\?= ?\?");
    assert_string_equal(shown(&w, l), "^# [ _] { } _^ _~ _|| _\"a|\\\"#\" _? ? ? _xy _## _? ?");
    assert_int_equal(l->tokens[0].end, 3);
    assert_int_equal(l->tokens[8].where.offset, 32);
    assert_int_equal(l->directive_count, 1);
    workbench_end(&w);
}

static void a_trigraph_for_a_backslash_joins_lines_also_of_comments(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    assert_string_equal(shown(&w, lex(&w, &cache, "a // b?\?/\nc\nd // e ?\?/ \t\nf\ng // h ?\? /\ni // ??\?/\nj\nk")),
                        "^a ^d ^g ^i ^k");
    workbench_end(&w);
    assert_string_equal(shown(&w, lex(&w, &cache, "#a /* *?\?/\n/ b?\?/\nc\nd")), "^# a _bc ^d");
    workbench_end(&w);
}

static void unfinished_things_are_tokens_of_their_own(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    const lexed *l = lex(&w, &cache, "don't\n\"x\ny /* z");
    assert_int_equal(l->tokens[1].kind, TOKEN_UNTERMINATED);
    assert_int_equal(l->tokens[2].kind, TOKEN_UNTERMINATED);
    assert_int_equal(l->tokens[3].kind, TOKEN_IDENTIFIER);
    assert_int_equal(l->tokens[4].kind, TOKEN_OPEN_COMMENT);
    assert_int_equal(l->tokens[4].where.offset, 11);
    assert_int_equal(l->count, 5);
    workbench_end(&w);
}

static void identifiers_may_have_letters_of_any_language(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    const lexed *l = lex(&w, &cache,
                         "gr\xC3\xB6\xC3\x9F"
                         "e = 1");
    assert_int_equal(l->tokens[0].kind, TOKEN_IDENTIFIER);
    assert_int_equal(l->tokens[0].length, 7);
    workbench_end(&w);
}

static void spellings_of_one_keyword_are_one_keyword(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    const lexed *l = lex(&w, &cache, "__global global __restrict restrict globals");
    assert_int_equal(l->tokens[0].keyword, KEYWORD_GLOBAL);
    assert_int_equal(l->tokens[1].keyword, KEYWORD_GLOBAL);
    assert_int_equal(l->tokens[2].keyword, l->tokens[3].keyword);
    assert_int_equal(l->tokens[4].keyword, KEYWORD_NONE);
    assert_int_equal(l->tokens[0].kind, TOKEN_IDENTIFIER);
    workbench_end(&w);
}

static void lines_that_begin_with_a_hash_are_found(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    const lexed *l = lex(&w, &cache, "#define a\nx # y\n  /* c */ # if\n%: endif\n");
    assert_int_equal(l->directive_count, 3);
    assert_int_equal(l->directives[0], 0);
    workbench_end(&w);
}

static void a_line_ends_behind_comments_and_continuations(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const source *s = workbench_source(&w, "a.cl", "#a b /* \n */ \\\n // c\nnext");
    assert_int_equal(lex_line_end(s, 4), 20);
    assert_int_equal(s->text[20], '\n');
    workbench_end(&w);
}

static void a_source_is_lexed_once(void **state)
{
    workbench w;
    lex_cache cache;
    (void)state;
    const lexed *l = lex(&w, &cache, "x");
    assert_ptr_equal(lex_source(&cache, l->source), l);
    workbench_end(&w);
}

static void pasted_text_must_be_one_token(void **state)
{
    workbench w;
    lex_cache cache;
    token t = {0};
    (void)state;
    (void)lex(&w, &cache, "");
    assert_true(lex_single(&cache, "ab1", 3, &t));
    assert_true(lex_single(&cache, "<<=", 3, &t));
    assert_int_equal(t.kind, TOKEN_SHIFT_LEFT_ASSIGN);
    assert_false(lex_single(&cache, "a+", 2, &t));
    assert_false(lex_single(&cache, "//", 2, &t));
    assert_false(lex_single(&cache, "", 0, &t));
    workbench_end(&w);
}

static literal number(const char *text)
{
    const token t = {.kind = TOKEN_NUMBER, .text = text, .length = (uint32_t)strlen(text)};
    return literal_number(&t);
}

static void literals_have_the_value_that_c_gives_them(void **state)
{
    (void)state;
    assert_int_equal(number("0x1F").integer, 31);
    assert_int_equal(number("017").integer, 15);
    assert_true(number("42uL").is_unsigned && number("42uL").longs == 1);
    assert_true(number("1e-3f").float_suffix == 'f' && number("0x1.8p1").real == 3.0);
    assert_true(number("16777217.0f").real == 16777216.0);
    assert_non_null(number("08").error);
    assert_non_null(number("0x").error);
    assert_non_null(number("1e+").error);
    assert_non_null(number("12abc").error);
    assert_non_null(number("1.2.3").error);
    assert_true(number("18446744073709551616").overflow);
}

static int64_t character(const char *text, const char **error)
{
    const token t = {.kind = TOKEN_CHARACTER, .text = text, .length = (uint32_t)strlen(text)};
    return literal_character(&t, error);
}

static void characters_are_signed_and_know_escapes(void **state)
{
    const char *error;
    (void)state;
    assert_int_equal(character("'a'", &error), 97);
    assert_int_equal(character("'\\n'", &error), 10);
    assert_int_equal(character("'\\x41'", &error), 65);
    assert_int_equal(character("'\\377'", &error), -1);
    assert_int_equal(character("'ab'", &error), 'a' * 256 + 'b');
    assert_null(error);
    (void)character("''", &error);
    assert_non_null(error);
    (void)character("'\\q'", &error);
    assert_non_null(error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_punctuator_wins),
        cmocka_unit_test(numbers_take_exponents_suffixes_and_dots),
        cmocka_unit_test(comments_are_white_space_and_end_no_line),
        cmocka_unit_test(a_continuation_may_stand_inside_a_token),
        cmocka_unit_test(trigraphs_are_the_characters_that_they_stand_for),
        cmocka_unit_test(a_trigraph_for_a_backslash_joins_lines_also_of_comments),
        cmocka_unit_test(unfinished_things_are_tokens_of_their_own),
        cmocka_unit_test(identifiers_may_have_letters_of_any_language),
        cmocka_unit_test(spellings_of_one_keyword_are_one_keyword),
        cmocka_unit_test(lines_that_begin_with_a_hash_are_found),
        cmocka_unit_test(a_line_ends_behind_comments_and_continuations),
        cmocka_unit_test(a_source_is_lexed_once),
        cmocka_unit_test(pasted_text_must_be_one_token),
        cmocka_unit_test(literals_have_the_value_that_c_gives_them),
        cmocka_unit_test(characters_are_signed_and_know_escapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
