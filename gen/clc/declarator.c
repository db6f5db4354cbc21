/* Declarators, parameters and type names (C99 6.7.5, 6.7.6).
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include <string.h>

static bool fits_in_type(parser *p, const token *t, const type *made)
{
    if (made->depth <= TYPE_NESTING) return true;
    parse_syntax_error(p, t, "a type nests deeper than %d", (int)TYPE_NESTING);
    return false;
}

/* pointer: (("*" | "^") qualifier*)* */
static const type *pointers(parser *p, const type *t, attributes *a)
{
    while ((parse_at(p, TOKEN_STAR) || parse_at(p, TOKEN_XOR)) && !p->panic) {
        const token *star = parse_next(p);
        unsigned qualifiers = 0;
        address_space space = SPACE_PRIVATE;
        bool written = false;
        while (!p->panic && parse_pointer_qualifier(p, &qualifiers, &space, &written, a)) {
        }
        if (star->kind == TOKEN_XOR) {
            t = closure_type(p, star, t);
            if (qualifiers) t = type_qualify(p->a, t, qualifiers);
            if (written) t = type_in_space(p->a, t, space, true);
            continue;
        }
        if (closure_is_refused(p, star, t, "pointed to")) t = type_basic(TYPE_ERROR);
        if (t->kind == TYPE_FUNCTION) {
            parse_error(p, star, "pointers to functions are not OpenCL C (6.9.a)");
            t = type_basic(TYPE_ERROR);
        }
        if (type_is_opaque(t) && !type_is_handle(t)) {
            parse_error(p, star, "pointers to '%s' are not OpenCL C (6.9.b)", type_spell(p->a, t));
            t = type_basic(TYPE_ERROR);
        }
        if (t->kind == TYPE_ERROR) continue;
        /* OpenCL C 1.2 6.5: without an address space, the private one; 2.0 6.5: the generic one. */
        if (p->options->generic_pointers && type_space(t) == SPACE_PRIVATE && !type_space_written(t))
            t = type_in_space(p->a, t, SPACE_GENERIC, false);
        t = type_pointer(p->a, t);
        if (!fits_in_type(p, star, t)) return type_basic(TYPE_ERROR);
        if (qualifiers) t = type_qualify(p->a, t, qualifiers);
        if (written) t = type_in_space(p->a, t, space, true);
    }
    return t;
}

/* "[" [qualifiers] [constant-expression] "]". `of` is the element. */
static const type *array_of(parser *p, const token *open, const type *of, bool has_size, int64_t size)
{
    if (of->kind == TYPE_ERROR) return of;
    if (closure_is_refused(p, open, of, "an element of an array")) return type_basic(TYPE_ERROR);
    if (of->kind == TYPE_FUNCTION || type_is_opaque(of)) {
        if (type_is_handle(of)) return type_array(p->a, of, has_size ? (size_t)size : 0, !has_size);
        parse_error(p, open, "arrays of '%s' are not OpenCL C", type_spell(p->a, of));
        return type_basic(TYPE_ERROR);
    }
    if (!type_is_complete(of)) {
        parse_error(p, open, "an array of the incomplete type '%s'", type_spell(p->a, of));
        return type_basic(TYPE_ERROR);
    }
    const size_t element = type_size(of);
    if (has_size && element > 0 && (uint64_t)size > TYPE_LARGEST / element) {
        parse_error(p, open, "this array is larger than any device's memory");
        return type_basic(TYPE_ERROR);
    }
    const type *t = type_array(p->a, of, has_size ? (size_t)size : 0, !has_size);
    return fits_in_type(p, open, t) ? t : type_basic(TYPE_ERROR);
}

/* parameter-declaration: specifiers [declarator]; the type is adjusted by C99 6.7.5.3 p7. */
static symbol *parameter(parser *p)
{
    specifiers s = {0};
    const token *first = p->at;
    parse_specifiers(p, &s);
    if (s.storage_token) parse_error(p, s.storage_token, "a parameter has no storage class");
    declarator d = {0};
    parse_declarator(p, &s, &d, true);
    const type *t = d.type;
    const token *name = d.name ? d.name : first;
    if ((s.attributes.nosvm || d.attributes.nosvm) && parse_version(p) < 200)
        parse_error(p, name, "the attribute 'nosvm' needs OpenCL C 2.0");
    if (closure_is_refused(p, name, t, "a parameter")) {
        t = type_basic(TYPE_ERROR);
    } else if (t->kind == TYPE_ARRAY) {
        const type *element = t->base;
        if (p->options->generic_pointers && type_space(element) == SPACE_PRIVATE && !type_space_written(element))
            element = type_in_space(p->a, element, SPACE_GENERIC, false);
        t = type_pointer(p->a, element);
    } else if (t->kind == TYPE_FUNCTION) {
        parse_error(p, name, "pointers to functions are not OpenCL C (6.9.a)");
        t = type_basic(TYPE_ERROR);
    } else if (t->kind == TYPE_VOID && d.name) {
        parse_error(p, name, "a parameter cannot be void");
        t = type_basic(TYPE_ERROR);
    } else if (type_space(t) != SPACE_PRIVATE) {
        parse_error(p, name, "a parameter itself cannot be %s; only what it points to can",
                    type_space_name(type_space(t)));
        t = type_in_space(p->a, t, SPACE_PRIVATE, false);
    }
    symbol *made = parse_symbol(p, SYMBOL_PARAMETER, d.name, t);
    made->token = name;
    made->is_global = false;
    made->attributes = d.attributes;
    return made;
}

/* "(" ["void" | parameter ("," parameter)* ["," "..."]] ")". `returns` is the function's result. */
static const type *function_of(parser *p, const type *returns, declarator *d, bool keep)
{
    symbol **list = NULL;
    size_t count = 0, capacity = 0;
    bool variadic = false;
    const token *open = parse_next(p);
    if (!parse_deeper(p)) return type_basic(TYPE_ERROR);
    parse_open_scope(p);
    while (!p->panic && !parse_at(p, TOKEN_RIGHT_PAREN)) {
        if (parse_take(p, TOKEN_ELLIPSIS)) {
            variadic = true;
            break;
        }
        symbol *s = parameter(p);
        if (p->panic) break;
        if (s->type->kind == TYPE_VOID) {
            if (count > 0 || s->type->qualifiers || !parse_at(p, TOKEN_RIGHT_PAREN))
                parse_error(p, s->token, "a parameter cannot be void");
            break;
        }
        if (s->name[0]) {
            if (parse_find_in(p, p->scopes.inner, s->token))
                parse_error(p, s->token, "two parameters are named '%s'", s->name);
            parse_declare(p, s);
        }
        if (count == capacity) {
            capacity = capacity ? capacity * 2 : 8;
            list = arena_grow(p->a, list, count, capacity, sizeof *list);
        }
        list[count++] = s;
        if (!parse_take(p, TOKEN_COMMA)) break;
        if (parse_at(p, TOKEN_RIGHT_PAREN)) parse_syntax_error(p, p->at, "expected a parameter after ','");
    }
    parse_close_scope(p);
    p->depth--;
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the parameters");
    if (keep) {
        d->parameters = list;
        d->parameter_count = count;
        d->parameters_token = open;
    }
    const type **types = arena_array(p->a, count, sizeof *types);
    for (size_t i = 0; i < count; ++i)
        types[i] = type_in_space(p->a, type_qualify(p->a, list[i]->type, 0), SPACE_PRIVATE, false);
    if (returns->kind == TYPE_ERROR) returns = type_basic(TYPE_ERROR);
    const type *t = type_function(p->a, returns, types, count, variadic);
    return fits_in_type(p, open, t) ? t : type_basic(TYPE_ERROR);
}

/* One "[" size "]". */
typedef struct dimension {
    const token *open;
    bool has_size;
    int64_t size;
} dimension;

/* ("[" ... "]" | "(" ... ")")*. Arrays apply from the right: the suffixes behind one come first. */
static const type *suffixes(parser *p, const type *t, declarator *d, bool next_to_name)
{
    if (parse_at(p, TOKEN_LEFT_PAREN)) {
        t = function_of(p, t, d, next_to_name);
        if (parse_at(p, TOKEN_LEFT_PAREN) || parse_at(p, TOKEN_LEFT_BRACKET))
            parse_syntax_error(p, p->at, "a function cannot return a function or an array");
        return t;
    }
    if (!parse_at(p, TOKEN_LEFT_BRACKET)) return t;
    /* All sizes first, then the types from the innermost out: a loop instead of a recursion. */
    dimension *list = NULL; /* on the heap, since a size may hold types with sizes of their own */
    size_t count = 0, capacity = 0;
    while (parse_at(p, TOKEN_LEFT_BRACKET) && !p->panic) {
        if (count == TYPE_NESTING) {
            parse_syntax_error(p, p->at, "an array has more than %d dimensions", (int)TYPE_NESTING);
            return type_basic(TYPE_ERROR);
        }
        list = arena_reserve(p->a, list, count, &capacity, sizeof *list);
        dimension *of = &list[count];
        of->open = parse_next(p);
        unsigned ignored = 0;
        address_space space = SPACE_PRIVATE;
        bool written = false;
        if (parse_keyword(p) == KEYWORD_STATIC) parse_next(p);
        while (!p->panic && parse_pointer_qualifier(p, &ignored, &space, &written, &d->attributes)) {
        }
        if (parse_keyword(p) == KEYWORD_STATIC) parse_next(p);
        of->has_size = !parse_at(p, TOKEN_RIGHT_BRACKET);
        of->size = 1;
        if (of->has_size) {
            const token *at = p->at;
            if (!parse_constant(p, "the size of an array (there are no variable-length arrays)", &of->size)) {
                of->size = 1;
            } else if (of->size < 0) {
                parse_error(p, at, "the size of an array is negative");
                of->size = 1;
            }
        }
        parse_expect(p, TOKEN_RIGHT_BRACKET, "after the array's size");
        count++;
    }
    if (parse_at(p, TOKEN_LEFT_PAREN)) parse_syntax_error(p, p->at, "an array of functions");
    while (count-- > 0 && !p->panic) t = array_of(p, list[count].open, t, list[count].has_size, list[count].size);
    return t;
}

/* declarator: pointer (IDENTIFIER | "(" declarator ")" | nothing) suffixes */
static void declarator_at(parser *p, const type *t, declarator *d, bool abstract_allowed)
{
    t = pointers(p, t, &d->attributes);
    parse_attributes(p, &d->attributes);
    if (p->panic) {
        d->type = type_basic(TYPE_ERROR);
        return;
    }
    const token *at = p->at;
    const bool group = at->kind == TOKEN_LEFT_PAREN &&
                       !(abstract_allowed && (at[1].kind == TOKEN_RIGHT_PAREN ||
                                              (parse_starts_type(p, at + 1) && at[1].keyword != KEYWORD_ATTRIBUTE)));
    if (group) {
        /* The suffixes behind the parenthesis belong to the type that the inner declarator is built on: read them
         * first. */
        const token *close = parse_partner(p, at);
        if (close->kind != TOKEN_RIGHT_PAREN) {
            parse_syntax_error(p, at, "this '(' is not closed");
            d->type = type_basic(TYPE_ERROR);
            return;
        }
        if (!parse_deeper(p)) return;
        p->at = close + 1;
        const token *inside = at + 1; /* only a name, in any number of parentheses */
        while (inside->kind == TOKEN_LEFT_PAREN) ++inside;
        const bool plain = inside->kind == TOKEN_IDENTIFIER && !inside->keyword &&
                           inside + (inside - at) == parse_partner(p, at) && parse_partner(p, inside - 1) == inside + 1;
        t = suffixes(p, t, d, plain);
        const token *behind = p->at;
        p->at = at + 1;
        if (!p->panic) declarator_at(p, t, d, abstract_allowed);
        p->depth--;
        if (p->panic) {
            d->type = type_basic(TYPE_ERROR);
            return;
        }
        if (p->at != close) {
            parse_syntax_error(p, p->at, "expected ')' after the declarator");
            return;
        }
        p->at = behind;
    } else {
        if (at->kind == TOKEN_IDENTIFIER && !at->keyword) {
            d->name = parse_next(p);
        } else if (!abstract_allowed) {
            d->type = type_basic(TYPE_ERROR);
            if (at->kind == TOKEN_END) parse_syntax_error(p, at, "expected a name, but the program ends here");
            else
                parse_syntax_error(
                    p, at, at->keyword ? "expected a name, but '%.*s' is a keyword" : "expected a name, not '%.*s'",
                    (int)at->length, at->text);
            return;
        }
        d->type = suffixes(p, t, d, true);
    }
    parse_attributes(p, &d->attributes);
}

void parse_declarator(parser *p, const specifiers *s, declarator *d, bool abstract_allowed)
{
    d->type = s->type;
    declarator_at(p, s->type, d, abstract_allowed);
    if (parse_keyword(p) == KEYWORD_ASM && !p->panic) parse_syntax_error(p, p->at, "assembly is not OpenCL C");
    if (!d->type) d->type = type_basic(TYPE_ERROR);
    d->type = parse_vector_attribute(p, &d->attributes, d->type);
}

void parse_closure_signature(parser *p, declarator *d, bool *open)
{
    specifiers s = {.type = type_basic(TYPE_VOID)};
    *open = parse_at(p, TOKEN_LEFT_PAREN) || parse_at(p, TOKEN_LEFT_BRACE);
    if (!*open) parse_specifiers(p, &s);
    d->type = s.type;
    if (!p->panic && !parse_at(p, TOKEN_LEFT_BRACE)) parse_declarator(p, &s, d, true);
    if (!p->panic && parse_at(p, TOKEN_LEFT_BRACE) && d->type->kind != TYPE_FUNCTION && d->type->kind != TYPE_ERROR)
        d->type = type_function(p->a, d->type, NULL, 0, false);
}

/* type-name: specifiers [abstract-declarator], C99 6.7.6 */
const type *parse_type_name(parser *p)
{
    specifiers s = {0};
    declarator d = {0};
    parse_specifiers(p, &s);
    if (p->panic) return type_basic(TYPE_ERROR);
    if (s.storage_token) parse_error(p, s.storage_token, "a type name has no storage class");
    parse_declarator(p, &s, &d, true);
    if (d.name) {
        parse_syntax_error(p, d.name, "expected a type without a name");
        return type_basic(TYPE_ERROR);
    }
    return d.type;
}
