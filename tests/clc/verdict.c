/* Prints the verdict of the front end on a file, for the scripts that compare it with clang.
 *
 *   clc_verdict OPTIONS FILE...
 *
 * OPTIONS are those of clBuildProgram. For each file: "file NAME", then each message as "LINE SEVERITY TEXT" (line 0:
 * about the options), and for each function whose last statement is an expression "LINE type TYPE", and where it calls
 * a built-in function "LINE call RESULT (PARAMETER, ...)" with the types of the one that was chosen. */
#include "clc/parse.h"
#include "names/build_text.h"

#include <stdio.h>
#include <string.h>

enum { MESSAGES = 100000 };

static size_t line_of(location where)
{
    return where.source ? source_position(where.source, where.offset).line : 0;
}

/* The type with every address space written, as both 1.2 and 2.0 read it. */
static const char *spell(arena *a, const type *t)
{
    if (t->kind != TYPE_POINTER || t->base->kind == TYPE_ARRAY) return type_spell(a, type_unqualified(a, t));
    const type *to = t->base;
    return arena_printf(
        a, "%s %s%s%s *", spell(a, to), to->space == SPACE_PRIVATE ? "__private" : type_space_name(to->space),
        to->qualifiers & QUALIFIER_CONST ? " const" : "", to->qualifiers & QUALIFIER_VOLATILE ? " volatile" : "");
}

static void print_type(arena *a, const symbol *f)
{
    const statement *last = f->body && f->body->item_count ? f->body->items[f->body->item_count - 1] : NULL;
    if (!last || last->kind != STATEMENT_EXPRESSION || last->value->type->kind == TYPE_ERROR) return;
    printf("%zu type %s\n", line_of(f->token->where), spell(a, last->value->type));
    if (last->value->kind != EXPRESSION_BUILTIN) return;
    const builtin_call *call = last->value->builtin;
    printf("%zu call %s (", line_of(f->token->where), type_spell(a, type_unqualified(a, last->value->type)));
    for (size_t i = 0; i < call->parameter_count; ++i)
        printf("%s%s", i ? ", " : "", type_spell(a, type_unqualified(a, call->parameters[i])));
    printf(")\n");
}

static bool print_verdict(const char *options, const char *path)
{
    static const char *const severities[] = {"note", "warning", "error"};
    arena a = {0};
    diagnostics d = {.arena = &a, .limit = MESSAGES, .seen.arena = &a};
    source_set sources = {.arena = &a, .by_path.arena = &a};
    const char *why = NULL;
    const source *s = source_read(&sources, path, path, &why);
    if (!s) {
        fprintf(stderr, "%s: %s\n", path, why);
        arena_free(&a);
        return false;
    }
    const build_text text = build_text_read(&a, options, &d);
    lex_cache cache;
    lex_cache_start(&cache, &a);
    const preprocess_options how = {
        .version = text.language.version, .definitions = text.definitions, .definition_count = text.definition_count};
    const preprocessed unit = preprocess(&a, &cache, &d, &s, 1, &how);
    const parsed result = parse(&a, &d, &unit, &text.language);
    printf("file %s\n", path);
    for (size_t i = 0; i < d.count; ++i)
        printf("%zu %s %s\n", line_of(d.items[i].where), severities[d.items[i].severity], d.items[i].message);
    for (size_t i = 0; i < result.function_count; ++i) print_type(&a, result.functions[i]);
    arena_free(&a);
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: clc_verdict OPTIONS FILE...\n", stderr);
        return 2;
    }
    bool fine = true;
    for (int i = 2; i < argc; ++i) fine &= print_verdict(argv[1], argv[i]);
    return fine ? 0 : 1;
}
