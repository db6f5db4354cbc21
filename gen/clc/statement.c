/* Statements and declarations inside functions (C99 6.8; OpenCL C 1.2 6.5, 6.8, 6.9).
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct statement_list {
    statement **items;
    size_t count, capacity;
} statement_list;

static void add_statement(parser *p, statement_list *list, statement *s)
{
    if (!s) return;
    list->items = arena_reserve(p->a, list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = s;
}

static statement *new_statement(parser *p, statement_kind kind, const token *t)
{
    statement *s = ARENA_NEW(p->a, statement);
    s->kind = kind;
    s->token = t;
    return s;
}

/* The outermost scope of the function, or of the block of OpenCL C 2.0, that is parsed. */
static const scope *outermost_scope(const parser *p)
{
    return p->body.closure ? p->body.closure->body : p->body.block;
}

/* Declarations */

/* Declarations that are allowed inside a function, by address space: OpenCL C 1.2 6.5, 6.8, 6.9. */
static void check_local_variable(parser *p, const specifiers *s, const declarator *d, const symbol *v)
{
    const type *t = v->type;
    const address_space space = type_space(t);
    const token *at = d->name;
    if (t->kind == TYPE_ERROR) return;
    const bool lasting = s->storage == STORAGE_STATIC || s->storage == STORAGE_EXTERN;
    const bool fits = space == SPACE_CONSTANT || (t->kind == TYPE_SAMPLER && s->storage == STORAGE_STATIC) ||
                      (space == SPACE_GLOBAL && p->options->program_scope);
    if (s->storage == STORAGE_STATIC && !p->options->program_scope)
        parse_error(p, at, "'%s' cannot be static inside a function (6.8)", v->name);
    else if (lasting && !fits)
        parse_error(p, at, "'%s' is %s and must be %s", v->name, s->storage == STORAGE_STATIC ? "static" : "extern",
                    p->options->program_scope ? "__global or __constant" : "__constant");
    if (lasting && fits && half_object(t) && !parse_half(p)) {
        parse_error(p, at, "'%s' is a half: cl_khr_fp16 is not enabled", v->name);
    } else if (lasting && fits && !type_is_opaque(t)) {
        return;
    } else if (space == SPACE_GLOBAL || space == SPACE_GENERIC) {
        parse_error(p, at, "'%s' cannot be %s inside a function", v->name, type_space_name(space));
    } else if ((space == SPACE_LOCAL || space == SPACE_CONSTANT) && s->storage != STORAGE_EXTERN &&
               (!p->body.function->is_kernel || p->scopes.inner != outermost_scope(p))) {
        parse_error(p, at, "'%s' is %s: it can only be declared in the outermost block of a kernel (%s)%s", v->name,
                    type_space_name(space), space == SPACE_LOCAL ? "6.5.2" : "6.5.3",
                    space == SPACE_LOCAL ? "" : ", or outside of functions");
    } else if (t->kind == TYPE_EVENT && space != SPACE_PRIVATE) {
        parse_error(p, at, "'%s' of type '%s' can only be private", v->name,
                    type_spell(p->a, type_unqualified(p->a, t)));
    } else if (t->kind == TYPE_IMAGE || t->kind == TYPE_PIPE) {
        parse_error(p, at, "'%s' of type '%s' can only be a parameter (6.9.b)", v->name, type_spell(p->a, t));
    } else if (half_object(t) && !parse_half(p)) {
        parse_error(p, at, "'%s' is a half: cl_khr_fp16 is not enabled", v->name);
    }
}

static symbol *local_variable(parser *p, const specifiers *s, const declarator *d)
{
    const symbol *old = parse_find_in(p, p->scopes.inner, d->name);
    const type *made = d->type;
    if (closure_check_variable(p, s, d)) made = type_qualify(p->a, made, type_qualifiers(made) | QUALIFIER_CONST);
    /* OpenCL C 2.0 6.8: a static variable is __global unless the declaration names another address space. */
    if (p->options->program_scope && (s->storage == STORAGE_STATIC || s->storage == STORAGE_EXTERN) &&
        type_space(made) == SPACE_PRIVATE && !type_space_written(made) && made->kind != TYPE_SAMPLER)
        made = type_in_space(p->a, made, SPACE_GLOBAL, false);
    symbol *v = parse_symbol(p, SYMBOL_VARIABLE, d->name, made);
    v->storage = s->storage;
    v->attributes = d->attributes;
    if (s->attributes.align > v->attributes.align) v->attributes.align = s->attributes.align;
    v->defined = true;
    if (old) {
        parse_error(p, d->name, "'%s' is declared twice in one block", v->name);
        if (!p->panic) token_note(p->d, old->token, "'%s' was declared here", old->name);
    }
    check_local_variable(p, s, d, v);
    const address_space space = type_space(made);
    if (p->body.function && space == SPACE_LOCAL) p->body.function->has_locals = true;
    /* The scope of the name begins before its initialiser: C99 6.2.1 p7. */
    parse_declare(p, v);
    if (parse_at(p, TOKEN_ASSIGN)) {
        if (space == SPACE_LOCAL) parse_error(p, p->at, "'%s' is __local and cannot be initialised (6.5.2)", v->name);
        else if (s->storage == STORAGE_EXTERN)
            parse_error(p, p->at, "'%s' is extern: it is initialised elsewhere", v->name);
        parse_next(p);
        const type *t = made;
        v->initialiser = parse_initialiser(p, &t, d->name, space == SPACE_CONSTANT || s->storage == STORAGE_STATIC);
        v->type = t;
    } else if (space == SPACE_CONSTANT && s->storage != STORAGE_EXTERN) {
        parse_error(p, d->name, "'%s' is __constant and needs an initialiser", v->name);
    }
    if (!type_is_complete(v->type) && v->type->kind != TYPE_ERROR && !p->panic) {
        parse_error(p, d->name, "'%s' has incomplete type '%s'", v->name, type_spell(p->a, v->type));
        v->type = type_basic(TYPE_ERROR);
    }
    return v;
}

static void local_typedef(parser *p, const declarator *d)
{
    const symbol *old = parse_find_in(p, p->scopes.inner, d->name);
    symbol *s = parse_symbol(p, SYMBOL_TYPEDEF, d->name, type_alias(p->a, d->type, token_text(p->a, d->name)));
    s->storage = STORAGE_TYPEDEF;
    if (old && (old->kind != SYMBOL_TYPEDEF || !type_equal(old->type, s->type, true)))
        parse_error(p, d->name, "'%s' is declared twice in one block", s->name);
    parse_declare(p, s);
}

static void local_prototype(parser *p, const specifiers *s, const declarator *d)
{
    parse_check_function(p, s, d);
    if (s->storage == STORAGE_STATIC)
        parse_error(p, d->name, "'%.*s' cannot be static: it is declared inside a function", (int)d->name->length,
                    d->name->text);
    symbol *old = parse_find(p, d->name);
    if (old && old->kind == SYMBOL_FUNCTION) {
        if (!type_equal(old->type, d->type, false))
            parse_error(p, d->name, "'%s' is declared again with another type", old->name);
        return;
    }
    symbol *made = parse_symbol(p, SYMBOL_FUNCTION, d->name, d->type);
    made->is_global = true;
    made->function = NULL;
    made->parameters = d->parameters;
    made->parameter_count = d->parameter_count;
    /* All declarations of one name are one function, in whatever scope. */
    parse_declare_in(p, p->scopes.file, made);
}

statement *parse_local_declaration(parser *p)
{
    statement *made = new_statement(p, STATEMENT_DECLARATION, p->at);
    size_t capacity = 0;
    specifiers s = {0};
    parse_specifiers(p, &s);
    if (s.is_kernel) parse_error(p, s.first, "a kernel cannot be declared inside a function");
    while (!p->panic && !parse_at(p, TOKEN_SEMICOLON)) {
        declarator d = {0};
        parse_declarator(p, &s, &d, false);
        if (p->panic || !d.name) break;
        if (s.storage == STORAGE_TYPEDEF) {
            local_typedef(p, &d);
        } else if (d.type->kind == TYPE_FUNCTION) {
            local_prototype(p, &s, &d);
            if (parse_at(p, TOKEN_LEFT_BRACE)) {
                parse_syntax_error(p, p->at, "a function cannot be defined inside a function");
                break;
            }
        } else {
            if (s.is_inline) parse_error(p, d.name, "'inline' can only precede a function");
            symbol *v = local_variable(p, &s, &d);
            if (made->symbol_count == capacity) {
                capacity = capacity ? capacity * 2 : 2;
                made->symbols = arena_grow(p->a, made->symbols, made->symbol_count, capacity, sizeof *made->symbols);
            }
            made->symbols[made->symbol_count++] = v;
        }
        if (!parse_take(p, TOKEN_COMMA)) break;
        if (parse_at(p, TOKEN_SEMICOLON)) parse_syntax_error(p, p->at, "expected a name after ','");
    }
    parse_expect(p, TOKEN_SEMICOLON, "after the declaration");
    return made;
}

static statement *substatement(parser *p);

/* Loops */

/* `#pragma unroll [N]` directly before the token. */
static unsigned pragma_unroll(parser *p, const token *t)
{
    const preprocessed *unit = p->unit;
    const size_t index = parse_index(p, t);
    unsigned found = 0;
    for (; p->next_event < unit->event_count && unit->events[p->next_event].token <= index; ++p->next_event) {
        const event *e = &unit->events[p->next_event];
        if (e->kind != EVENT_PRAGMA || e->token != index || strncmp(e->name, "unroll", 6) != 0) continue;
        const char *digits = e->name + 6;
        while (*digits == ' ' || *digits == '(') ++digits;
        char *end = NULL;
        const long count = strtol(digits, &end, 0);
        if (end > digits && count < 1 && !p->panic) {
            p->failed = true;
            diagnose_error(p->d, (location){e->source, e->begin}, "the number of '#pragma unroll' must be positive");
        }
        found = count > 0 && count <= 4096 ? (unsigned)count : 1;
    }
    return found;
}

static void enter(parser *p, enclosing *e, statement *s, bool is_loop)
{
    *e = (enclosing){.statement = s, .is_loop = is_loop, .cases.arena = p->a, .outer = p->body.enclosing};
    p->body.enclosing = e;
}

static statement *loop_body(parser *p, statement *loop)
{
    enclosing e;
    enter(p, &e, loop, true);
    statement *body = substatement(p);
    p->body.enclosing = e.outer;
    return body;
}

static expression *condition_in_parentheses(parser *p, const char *what)
{
    parse_expect(p, TOKEN_LEFT_PAREN, "before the condition");
    if (p->panic) return make_error(p, p->at);
    expression *e = convert_condition(p, parse_expression(p), what);
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the condition");
    return e;
}

/* "for" "(" (declaration | [expression] ";") [expression] ";" [expression] ")" statement, C99 6.8.5.3 */
static statement *for_statement(parser *p, const token *t)
{
    statement *s = new_statement(p, STATEMENT_FOR, t);
    parse_open_scope(p);
    parse_expect(p, TOKEN_LEFT_PAREN, "after 'for'");
    if (parse_starts_type(p, p->at)) {
        s->first = parse_local_declaration(p);
    } else {
        if (!parse_at(p, TOKEN_SEMICOLON) && !p->panic) {
            s->first = new_statement(p, STATEMENT_EXPRESSION, p->at);
            s->first->value = parse_expression(p);
        }
        parse_expect(p, TOKEN_SEMICOLON, "in 'for'");
    }
    if (!parse_at(p, TOKEN_SEMICOLON) && !p->panic)
        s->value = convert_condition(p, parse_expression(p), "the condition of 'for'");
    parse_expect(p, TOKEN_SEMICOLON, "after the condition");
    if (!parse_at(p, TOKEN_RIGHT_PAREN) && !p->panic) s->step = parse_expression(p);
    parse_expect(p, TOKEN_RIGHT_PAREN, "after 'for (...'");
    if (!p->panic) s->body = loop_body(p, s);
    parse_close_scope(p);
    return s;
}

static statement *do_statement(parser *p, const token *t)
{
    statement *s = new_statement(p, STATEMENT_DO, t);
    s->body = loop_body(p, s);
    if (!p->panic && parse_keyword(p) != KEYWORD_WHILE) {
        parse_syntax_error(p, p->at, "expected 'while' after the body of 'do'");
        return s;
    }
    if (p->panic) return s;
    parse_next(p);
    s->value = condition_in_parentheses(p, "the condition of 'do'");
    parse_expect(p, TOKEN_SEMICOLON, "after 'do ... while (...)'");
    return s;
}

/* Selection */

/* "if" "(" expression ")" statement ["else" statement]; a chain of else-ifs is read in a loop. */
static statement *if_statement(parser *p, const token *t)
{
    statement *first = NULL, *last = NULL;
    for (size_t length = 0;; ++length) {
        statement *s = new_statement(p, STATEMENT_IF, t);
        if (last) last->otherwise = s;
        else first = s;
        last = s;
        if (length >= AST_DEPTH) {
            parse_syntax_error(p, t, "more than %d else-ifs", (int)AST_DEPTH);
            break;
        }
        s->value = condition_in_parentheses(p, "the condition of 'if'");
        if (p->panic) break;
        s->body = substatement(p);
        if (p->panic || parse_keyword(p) != KEYWORD_ELSE) break;
        parse_next(p);
        t = p->at;
        if (parse_keyword(p) != KEYWORD_IF) {
            s->otherwise = substatement(p);
            break;
        }
        parse_next(p);
    }
    return first;
}

static statement *switch_statement(parser *p, const token *t)
{
    statement *s = new_statement(p, STATEMENT_SWITCH, t);
    parse_expect(p, TOKEN_LEFT_PAREN, "after 'switch'");
    if (p->panic) return s;
    expression *value = read_value(p, parse_expression(p));
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the value");
    if (!is_error(value) && !type_is_integer(value->type)) {
        parse_error(p, value->token, "'switch' needs an integer, not '%s'", type_spell(p->a, value->type));
        value = make_error(p, value->token);
    }
    if (!is_error(value)) value = convert_number(p, value, promoted(p, value->type));
    s->value = value;
    enclosing e;
    enter(p, &e, s, false);
    e.type = value->type;
    if (!p->panic) s->body = substatement(p);
    p->body.enclosing = e.outer;
    return s;
}

static enclosing *find_switch(const parser *p)
{
    enclosing *e = p->body.enclosing;
    while (e && e->is_loop) e = e->outer;
    return e;
}

/* "case" constant ["..." constant] ":" | "default" ":" */
static statement *case_label(parser *p, const token *t)
{
    const bool is_default = t->keyword == KEYWORD_DEFAULT;
    statement *s = new_statement(p, is_default ? STATEMENT_DEFAULT : STATEMENT_CASE, t);
    enclosing *e = find_switch(p);
    if (!e) parse_error(p, t, "'%.*s' outside of 'switch'", (int)t->length, t->text);
    s->parent = e ? e->statement : NULL;
    if (is_default) {
        if (e && e->has_default) parse_error(p, t, "a second 'default' in one 'switch'");
        if (e) e->has_default = true;
    } else if (parse_constant(p, "the value of 'case'", &s->low)) {
        s->high = s->low;
        if (parse_take(p, TOKEN_ELLIPSIS) && !parse_constant(p, "the value of 'case'", &s->high)) s->high = s->low;
        if (s->high < s->low) parse_error(p, t, "an empty range of 'case'");
        if (e && e->type->kind != TYPE_ERROR) {
            s->low = (int64_t)fold_integer(e->type, (uint64_t)s->low);
            s->high = (int64_t)fold_integer(e->type, (uint64_t)s->high);
            int64_t *key = ARENA_NEW(p->a, int64_t);
            *key = s->low;
            void **seen = map_at(&e->cases, (const char *)key, sizeof *key);
            if (*seen) parse_error(p, t, "a second 'case %lld' in one 'switch'", (long long)s->low);
            *seen = s;
        }
    }
    parse_expect(p, TOKEN_COLON, is_default ? "after 'default'" : "after 'case'");
    return s;
}

static statement *name_label(parser *p, const token *t)
{
    statement *s = new_statement(p, STATEMENT_LABEL, t);
    s->name = token_text(p->a, t);
    parse_next(p);
    void **slot = map_ats(&p->body.labels, s->name);
    if (*slot) parse_error(p, t, "label '%s' is defined twice", s->name);
    *slot = s;
    return s;
}

static bool at_label(const parser *p)
{
    const token *t = p->at;
    if (t->keyword == KEYWORD_CASE || t->keyword == KEYWORD_DEFAULT) return true;
    return t->kind == TOKEN_IDENTIFIER && !t->keyword && t[1].kind == TOKEN_COLON;
}

/* label+ statement, C99 6.8.1; read in a loop. */
static statement *labeled_statement(parser *p)
{
    statement *first = NULL, *last = NULL;
    for (size_t length = 0; at_label(p) && !p->panic; ++length) {
        const token *t = parse_next(p);
        statement *s = t->keyword ? case_label(p, t) : name_label(p, t);
        if (last) last->body = s;
        else first = s;
        last = s;
        if (length > AST_DEPTH) parse_syntax_error(p, t, "more than %d labels on one statement", (int)AST_DEPTH);
    }
    if (p->panic) return first;
    if (parse_at(p, TOKEN_RIGHT_BRACE)) {
        parse_error(p, last->token, "a label needs a statement after it: write ';'");
        last->body = new_statement(p, STATEMENT_EMPTY, p->at);
    } else {
        last->body = substatement(p);
    }
    return first;
}

/* Jumps */

static statement *jump_statement(parser *p, const token *t)
{
    statement *s = new_statement(p, t->keyword == KEYWORD_BREAK ? STATEMENT_BREAK : STATEMENT_CONTINUE, t);
    enclosing *e = p->body.enclosing;
    if (t->keyword == KEYWORD_CONTINUE)
        while (e && !e->is_loop) e = e->outer;
    if (!e) parse_error(p, t, "'%.*s' outside of a loop", (int)t->length, t->text);
    s->parent = e ? e->statement : NULL;
    parse_expect(p, TOKEN_SEMICOLON, "after the jump");
    return s;
}

static statement *goto_statement(parser *p, const token *t)
{
    statement *s = new_statement(p, STATEMENT_GOTO, t);
    const token *name = p->at;
    if (name->kind != TOKEN_IDENTIFIER || name->keyword) {
        parse_syntax_error(p, name, "'goto' needs the name of a label");
        return s;
    }
    parse_next(p);
    s->name = token_text(p->a, name);
    parse_expect(p, TOKEN_SEMICOLON, "after 'goto'");
    if (p->body.goto_count == p->body.goto_capacity) {
        const size_t capacity = p->body.goto_capacity ? p->body.goto_capacity * 2 : 8;
        p->body.gotos = arena_grow(p->a, p->body.gotos, p->body.goto_count, capacity, sizeof *p->body.gotos);
        p->body.goto_capacity = capacity;
    }
    p->body.gotos[p->body.goto_count++] = s;
    if (p->body.function) p->body.function->has_goto = true;
    return s;
}

static statement *return_statement(parser *p, const token *t)
{
    statement *s = new_statement(p, STATEMENT_RETURN, t);
    const symbol *f = p->body.function;
    const type *result = f->type->base;
    if (p->body.closure) {
        closure_return(p, t, s, parse_at(p, TOKEN_SEMICOLON) ? NULL : parse_expression(p));
        parse_expect(p, TOKEN_SEMICOLON, "after 'return'");
        return s;
    }
    if (!parse_at(p, TOKEN_SEMICOLON)) {
        expression *e = parse_expression(p);
        if (result->kind == TYPE_VOID) {
            if (!is_error(e) && (e->type->kind != TYPE_VOID || f->is_kernel))
                parse_error(p, t, "'%s' returns void and cannot return a value", f->name);
            s->value = e;
        } else {
            char what[CONVERSION_PURPOSE];
            snprintf(what, sizeof what, "as the result of '%.100s'", f->name);
            s->value = convert_to(p, e, result, what);
        }
    } else if (result->kind != TYPE_VOID && result->kind != TYPE_ERROR) {
        parse_error(p, t, "'%s' must return a value of type '%s'", f->name, type_spell(p->a, result));
    }
    parse_expect(p, TOKEN_SEMICOLON, "after 'return'");
    return s;
}

/* Blocks */

/* "{" (declaration | statement)* "}". The scope is the caller's. */
static statement *block(parser *p)
{
    statement *s = new_statement(p, STATEMENT_BLOCK, p->at);
    statement_list list = {0};
    if (!parse_deeper(p)) return s;
    parse_expect(p, TOKEN_LEFT_BRACE, "before the block");
    while (!p->panic && !parse_at(p, TOKEN_RIGHT_BRACE) && !parse_at(p, TOKEN_END)) {
        const token *first = p->at;
        statement *item = NULL;
        const size_t depth = (size_t)p->depth;
        scope *outer = p->scopes.inner;
        enclosing *around = p->body.enclosing;
        closure *inner = p->body.closure;
        if (parse_keyword(p) == KEYWORD_STATIC_ASSERT) parse_static_assert(p);
        else item = parse_statement(p);
        if (p->panic) {
            parse_recover(p, first, true);
            p->depth = (int)depth;
            parse_close_scopes(p, outer);
            p->body.enclosing = around;
            p->body.closure = inner;
            item = NULL;
        }
        add_statement(p, &list, item);
    }
    s->end = p->at;
    if (parse_at(p, TOKEN_END)) parse_syntax_error(p, s->token, "this '{' is not closed");
    else parse_expect(p, TOKEN_RIGHT_BRACE, "after the block");
    s->items = list.items;
    s->item_count = list.count;
    p->depth--;
    return s;
}

/* Attributes that stand before a statement: only loops have one. */
static bool attributes_before_statement(parser *p)
{
    const token *t = p->at;
    while (t->keyword == KEYWORD_ATTRIBUTE && t[1].kind == TOKEN_LEFT_PAREN) {
        t = parse_partner(p, t + 1);
        if (t->kind == TOKEN_END) return false;
        t++;
    }
    return t != p->at && (t->keyword == KEYWORD_FOR || t->keyword == KEYWORD_WHILE || t->keyword == KEYWORD_DO ||
                          t->kind == TOKEN_SEMICOLON);
}

/* statement: C99 6.8. A declaration counts as one here; only blocks and for may hold it. */
static statement *statement_inside(parser *p)
{
    attributes before = {0};
    unsigned unroll = pragma_unroll(p, p->at);
    if (attributes_before_statement(p)) {
        parse_attributes(p, &before);
        const unsigned behind = pragma_unroll(p, p->at);
        unroll = before.unroll ? before.unroll : unroll ? unroll : behind;
    }
    const token *t = p->at;
    statement *s;
    if (parse_at(p, TOKEN_LEFT_BRACE)) {
        parse_open_scope(p);
        s = block(p);
        parse_close_scope(p);
        return s;
    }
    if (parse_take(p, TOKEN_SEMICOLON)) return new_statement(p, STATEMENT_EMPTY, t);
    if (at_label(p)) return labeled_statement(p);
    switch (parse_keyword(p)) {
    case KEYWORD_IF: parse_next(p); return if_statement(p, t);
    case KEYWORD_SWITCH: parse_next(p); return switch_statement(p, t);
    case KEYWORD_WHILE:
        parse_next(p);
        s = new_statement(p, STATEMENT_WHILE, t);
        s->unroll = unroll;
        s->value = condition_in_parentheses(p, "the condition of 'while'");
        if (!p->panic) s->body = loop_body(p, s);
        return s;
    case KEYWORD_DO:
        parse_next(p);
        s = do_statement(p, t);
        s->unroll = unroll;
        return s;
    case KEYWORD_FOR:
        parse_next(p);
        s = for_statement(p, t);
        s->unroll = unroll;
        return s;
    case KEYWORD_BREAK:
    case KEYWORD_CONTINUE: parse_next(p); return jump_statement(p, t);
    case KEYWORD_GOTO: parse_next(p); return goto_statement(p, t);
    case KEYWORD_RETURN: parse_next(p); return return_statement(p, t);
    case KEYWORD_ASM: parse_syntax_error(p, t, "assembly is not OpenCL C"); return NULL;
    case KEYWORD_ELSE: parse_syntax_error(p, t, "'else' without 'if'"); return NULL;
    default: break;
    }
    const bool unknown_type = t->kind == TOKEN_IDENTIFIER && !t->keyword && t[1].kind == TOKEN_IDENTIFIER &&
                              !t[1].keyword && !parse_find(p, t);
    if (parse_starts_type(p, t) || unknown_type) return parse_local_declaration(p);
    s = new_statement(p, STATEMENT_EXPRESSION, t);
    s->value = parse_expression(p);
    parse_expect(p, TOKEN_SEMICOLON, "after the expression");
    return s;
}

/* A statement that is part of another one: C99 6.8.2 lets declarations stand in blocks alone. */
static statement *substatement(parser *p)
{
    const token *t = p->at;
    statement *s = parse_statement(p);
    if (s && s->kind == STATEMENT_DECLARATION && !p->panic)
        parse_error(p, t, "a declaration is not allowed here: put it in '{ }'");
    return s;
}

statement *parse_statement(parser *p)
{
    if (!parse_deeper(p)) return NULL;
    statement *s = statement_inside(p);
    p->depth--;
    return s;
}

/* The variables from number `first` on. */
static void resolve_gotos(parser *p, size_t first)
{
    for (size_t i = first; i < p->body.goto_count; ++i) {
        statement *s = p->body.gotos[i];
        s->target = map_gets(&p->body.labels, s->name);
        if (!s->target) parse_error(p, s->token, "there is no label '%s' in '%s'", s->name, p->body.function->name);
    }
    p->body.goto_count = first;
    p->body.labels = (map){.arena = p->a};
}

static void declare_parameters(parser *p, symbol *f)
{
    for (size_t i = 0; i < f->parameter_count; ++i) {
        symbol *s = f->parameters[i];
        if (s->name[0] && !s->is_unnamed) parse_declare(p, s);
        else if (!f->is_kernel)
            s->name = arena_printf(p->a, "%zu", i + 1); /* no name of the program begins with a digit */
        s->function = p->body.function;
        if (!type_is_complete(s->type) && s->type->kind != TYPE_ERROR)
            parse_error(p, s->token, "parameter '%s' has incomplete type '%s'", s->name, type_spell(p->a, s->type));
        if (s->type->kind == TYPE_HALF && !f->is_kernel && !parse_half(p))
            parse_error(p, s->token, "parameter '%s' is a half: cl_khr_fp16 is not enabled", s->name);
    }
}

/* The body of a block: a function of its own for labels and loops, but names see the scopes around it. */
void parse_closure_body(parser *p, symbol *s)
{
    symbol *function = p->body.function;
    enclosing *around = p->body.enclosing;
    scope *outer = p->scopes.inner, *body = p->body.block;
    const map labels = p->body.labels;
    const size_t gotos = p->body.goto_count;
    if (!function) {
        p->body.function = s;
        p->body.callees = (map){.arena = p->a};
        p->body.callee_capacity = 0;
    }
    p->body.enclosing = NULL;
    p->body.labels = (map){.arena = p->a};
    parse_open_scope(p);
    if (!body) p->body.block = p->scopes.inner;
    p->body.closure->body = p->scopes.inner;
    declare_parameters(p, s);
    s->body = block(p);
    if (!p->panic) resolve_gotos(p, gotos);
    p->body.goto_count = gotos;
    p->body.labels = labels;
    parse_close_scopes(p, outer);
    p->body.block = body;
    p->body.enclosing = around;
    p->body.function = function;
}

void parse_body(parser *p, symbol *f)
{
    p->body.function = f;
    p->body.closure = NULL;
    p->body.enclosing = NULL;
    p->body.callees = (map){.arena = p->a};
    p->body.callee_capacity = 0;
    parse_open_scope(p);
    declare_parameters(p, f);
    p->body.block = p->scopes.inner;
    f->body = block(p);
    parse_close_scope(p);
    if (!p->panic) resolve_gotos(p, 0);
    p->body.labels = (map){.arena = p->a};
    p->body.goto_count = 0;
    p->body.function = NULL;
    p->body.block = NULL;
    parse_close_scopes(p, p->scopes.file);
}
