/* Initialisers (C99 6.7.8; OpenCL C 1.2 6.1.6, 6.5.3).
 * Knows types and expressions; must not know what is initialised.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include <string.h>

/* One initialiser in progress. */
typedef struct filler {
    parser *p;
    bool constant;       /* only constant expressions are allowed */
    expression *pending; /* an expression that was read before it was known which element it initialises */
} filler;

static void initialise_list(filler *f, expression *node, bool braced);

static expression *checked(filler *f, expression *e)
{
    if (f->constant && !is_error(e) && !e->is_constant) {
        parse_error(f->p, e->token, "this must be a constant: it initialises a __constant variable");
        return make_error(f->p, e->token);
    }
    return e;
}

static expression *next_value(filler *f)
{
    expression *e = f->pending ? f->pending : parse_assignment(f->p);
    f->pending = NULL;
    return e;
}

static bool is_char_array(const type *t)
{
    return t->kind == TYPE_ARRAY && (t->base->kind == TYPE_CHAR || t->base->kind == TYPE_UCHAR);
}

static expression *new_list(parser *p, const token *t, const type *type)
{
    expression *node = make_expression(p, EXPRESSION_INITIALISER, t, type);
    node->is_constant = true;
    return node;
}

static void add_element(parser *p, expression *node, size_t index, const field *member, expression *value)
{
    size_t capacity = 4;
    while (capacity < node->element_count) capacity *= 2;
    if (node->element_count == 0 || node->element_count == capacity)
        node->elements = arena_grow(p->a, node->elements, node->element_count,
                                    node->element_count ? capacity * 2 : capacity, sizeof *node->elements);
    node->elements[node->element_count++] = (element){index, member, value};
    node->is_constant &= value->is_constant || is_error(value);
    note_depth(p, node, value);
}

static expression *string_value(filler *f, const type *t)
{
    expression *e = next_value(f);
    if (!is_error(e) && !t->incomplete && e->text_length > t->count)
        parse_warning(f->p, e->token, "the string has %zu characters, the array only %zu", e->text_length, t->count);
    return e;
}

/* "{" [expression] "}" for a vector: all components, 6.1.6. */
static expression *braced_vector(filler *f, const type *t)
{
    parser *p = f->p;
    const token *open = parse_next(p);
    expression **list = NULL;
    size_t count = 0, capacity = 0;
    while (!p->panic && !parse_at(p, TOKEN_RIGHT_BRACE)) {
        if (count == capacity) {
            capacity = capacity ? capacity * 2 : 4;
            list = arena_grow(p->a, list, count, capacity, sizeof *list);
        }
        list[count++] = parse_assignment(p);
        if (!parse_take(p, TOKEN_COMMA)) break;
    }
    parse_expect(p, TOKEN_RIGHT_BRACE, "after the components");
    return p->panic ? make_error(p, open) : checked(f, apply_vector(p, open, t, list, count));
}

/* initializer: assignment | "{" list [","] "}", for an object of type `t` */
static expression *initialise(filler *f, const type *t)
{
    parser *p = f->p;
    const token *first = p->at;
    if (!f->pending && parse_at(p, TOKEN_LEFT_BRACE)) {
        if (!parse_deeper(p)) return make_error(p, first);
        expression *e;
        if (type_is_vector(t)) {
            e = braced_vector(f, t);
        } else if (is_char_array(t) && first[1].kind == TOKEN_STRING) {
            parse_next(p);
            e = string_value(f, t);
            parse_take(p, TOKEN_COMMA);
            parse_expect(p, TOKEN_RIGHT_BRACE, "after the string");
        } else if (type_is_aggregate(t)) {
            parse_next(p);
            e = new_list(p, first, t);
            initialise_list(f, e, true);
            parse_expect(p, TOKEN_RIGHT_BRACE, "after the initialisers");
        } else {
            if (type_is_opaque(t)) parse_error(p, first, "'%s' cannot be initialised in braces", type_spell(p->a, t));
            parse_next(p);
            e = initialise(f, t);
            while (parse_take(p, TOKEN_COMMA) && !parse_at(p, TOKEN_RIGHT_BRACE)) {
                parse_warning(p, p->at, "more than one value for '%s'", type_spell(p->a, t));
                (void)parse_assignment(p);
            }
            parse_expect(p, TOKEN_RIGHT_BRACE, "after the value");
        }
        p->depth--;
        return e;
    }
    if (is_char_array(t) && (f->pending ? f->pending->kind == EXPRESSION_STRING : parse_at(p, TOKEN_STRING)))
        return string_value(f, t);
    expression *e = next_value(f);
    if (t->kind == TYPE_ARRAY) {
        if (!is_error(e)) parse_error(p, e->token, "an array needs an initialiser in braces");
        return make_error(p, e->token);
    }
    return checked(f, convert_to(p, e, t, "in this initialisation"));
}

/* The value of an element inside a list; without braces of its own, an aggregate takes what it needs from the list. */
static expression *element_value(filler *f, const type *t)
{
    parser *p = f->p;
    const token *first = p->at;
    if ((!f->pending && parse_at(p, TOKEN_LEFT_BRACE)) || !type_is_aggregate(t)) return initialise(f, t);
    if (is_char_array(t) && (f->pending ? f->pending->kind == EXPRESSION_STRING : parse_at(p, TOKEN_STRING)))
        return string_value(f, t);
    expression *e = next_value(f);
    if (is_error(e) || (t->kind != TYPE_ARRAY && type_equal(e->type, t, false))) return checked(f, e);
    expression *node = new_list(p, first, t);
    f->pending = e;
    initialise_list(f, node, false);
    if (f->pending) {
        f->pending = NULL;
        parse_error(p, first, "'%s' has nothing to initialise", type_spell(p->a, t));
        return make_error(p, first);
    }
    return node;
}

/* The number of elements that an initialiser list for the type can have. */
static size_t element_limit(const type *t)
{
    if (t->kind == TYPE_ARRAY) return t->incomplete ? SIZE_MAX : t->count;
    if (t->kind == TYPE_UNION) return t->record->field_count > 0 ? 1 : 0;
    return t->record->field_count;
}

static const type *initialised_type(const type *t, size_t index)
{
    return t->kind == TYPE_ARRAY ? t->base : t->record->fields[index].type;
}

/* "." IDENTIFIER | "[" constant "]". false after an error. */
static bool designator(filler *f, const type *t, size_t *index)
{
    parser *p = f->p;
    const token *first = parse_next(p);
    if (first->kind == TOKEN_DOT) {
        const token *name = p->at;
        if (!parse_take(p, TOKEN_IDENTIFIER)) {
            parse_syntax_error(p, name, "expected a member's name after '.'");
            return false;
        }
        for (size_t i = 0; t->kind != TYPE_ARRAY && i < t->record->field_count; ++i) {
            const char *text = t->record->fields[i].name;
            if (strlen(text) == name->length && memcmp(text, name->text, name->length) == 0) {
                *index = i;
                return true;
            }
        }
        /* A member of an anonymous struct or union: enters that one first, and reads the name again there. */
        for (size_t i = 0; t->kind != TYPE_ARRAY && i < t->record->field_count; ++i) {
            const field *inner = &t->record->fields[i];
            size_t offset = 0;
            if (*inner->name || !type_is_aggregate(inner->type) ||
                !type_field(inner->type->record, name->text, name->length, &offset))
                continue;
            p->at = first;
            *index = i;
            return true;
        }
        parse_syntax_error(p, name, "'%s' has no member '%.*s'", type_spell(p->a, t), (int)name->length, name->text);
        return false;
    }
    int64_t value = 0;
    const token *at = p->at;
    if (!parse_constant(p, "an index in an initialiser", &value)) {
        if (!p->panic) p->panic = true;
        return false;
    }
    parse_expect(p, TOKEN_RIGHT_BRACKET, "after the index");
    if (t->kind != TYPE_ARRAY || value < 0 || (!t->incomplete && (uint64_t)value >= t->count) ||
        (uint64_t)value > TYPE_LARGEST) {
        parse_syntax_error(p, at,
                           t->kind == TYPE_ARRAY ? "the array has no element of this index"
                                                 : "an index in the initialiser of something that is not an array");
        return false;
    }
    *index = (size_t)value;
    return true;
}

static bool at_designator(const parser *p)
{
    return parse_at(p, TOKEN_DOT) || parse_at(p, TOKEN_LEFT_BRACKET);
}

/* The list of an element whose parts several designators name: the previous list, if it was that of the same
 * element. */
static expression *sublist(parser *p, expression *node, size_t index, const token *t)
{
    const type *whole = node->type, *part = initialised_type(whole, index);
    if (node->element_count > 0) {
        const element *last = &node->elements[node->element_count - 1];
        if (last->index == index && last->value->kind == EXPRESSION_INITIALISER) return last->value;
    }
    expression *made = new_list(p, t, part);
    add_element(p, node, index, whole->kind == TYPE_ARRAY ? NULL : &whole->record->fields[index], made);
    return made;
}

/* designator+ "=" value. Returns false after an error; *index: the index of the first designator. */
static bool designated(filler *f, expression *node, size_t *index, bool *nested)
{
    parser *p = f->p;
    expression *target = node;
    const token *t = p->at;
    size_t element = 0;
    *nested = false;
    if (!designator(f, node->type, &element)) return false;
    *index = element;
    while (at_designator(p) && !p->panic) {
        const type *part = initialised_type(target->type, element);
        if (!type_is_aggregate(part)) {
            parse_syntax_error(p, p->at, "'%s' has no parts to initialise", type_spell(p->a, part));
            return false;
        }
        expression *outer = target;
        target = sublist(p, outer, element, t);
        note_depth(p, outer, target);
        *nested = true;
        if (!designator(f, target->type, &element)) return false;
    }
    parse_expect(p, TOKEN_ASSIGN, "after the designator");
    if (p->panic) return false;
    expression *value = element_value(f, initialised_type(target->type, element));
    const type *whole = target->type;
    add_element(p, target, element, whole->kind == TYPE_ARRAY ? NULL : &whole->record->fields[element], value);
    node->is_constant &= target->is_constant;
    return true;
}

/* [designation] value ("," [designation] value)*. A list without its own braces ends when the type is full. */
static void initialise_list(filler *f, expression *node, bool braced)
{
    parser *p = f->p;
    const type *t = node->type;
    const size_t limit = element_limit(t);
    bool nested = false, surplus = false;
    for (size_t i = 0; !p->panic && (f->pending || !parse_at(p, TOKEN_RIGHT_BRACE)); ++i) {
        const token *first = p->at;
        if (!f->pending && at_designator(p)) {
            if (!braced || !designated(f, node, &i, &nested)) return;
        } else if (i >= limit) {
            if (!braced) return;
            if (!surplus) parse_warning(p, first, "more initialisers than '%s' has elements", type_spell(p->a, t));
            surplus = true;
            if (parse_at(p, TOKEN_LEFT_BRACE)) {
                parse_syntax_error(p, first, "more initialisers than '%s' has elements", type_spell(p->a, t));
                return;
            }
            (void)next_value(f);
        } else if (nested) {
            parse_syntax_error(p, first, "after a designator with several parts every value needs a designator");
            return;
        } else {
            expression *value = element_value(f, initialised_type(t, i));
            add_element(p, node, i, t->kind == TYPE_ARRAY ? NULL : &t->record->fields[i], value);
        }
        if (!braced) {
            const bool more = i + 1 < limit && parse_at(p, TOKEN_COMMA) && p->at[1].kind != TOKEN_RIGHT_BRACE &&
                              p->at[1].kind != TOKEN_DOT && p->at[1].kind != TOKEN_LEFT_BRACKET;
            if (!more) return;
            parse_next(p);
        } else if (!parse_take(p, TOKEN_COMMA)) {
            return;
        }
    }
}

/* Gives an array without a size the one of its initialiser. */
static const type *completed(parser *p, const token *at, const type *t, const expression *e)
{
    if (t->kind != TYPE_ARRAY || !t->incomplete || is_error(e)) return t;
    size_t count = 0;
    if (e->kind == EXPRESSION_STRING) count = e->text_length + 1;
    for (size_t i = 0; i < e->element_count; ++i)
        if (e->elements[i].index + 1 > count) count = e->elements[i].index + 1;
    const size_t size = type_size(t->base);
    if (size > 0 && count > TYPE_LARGEST / size) {
        parse_error(p, at, "this array is larger than any device's memory");
        return type_basic(TYPE_ERROR);
    }
    return type_array(p->a, t->base, count, false);
}

expression *parse_initialiser(parser *p, const type **type, const token *at, bool constant_needed)
{
    filler f = {.p = p, .constant = constant_needed};
    const struct type *t = *type;
    if (t->kind == TYPE_ERROR || (!type_is_complete(t) && !(t->kind == TYPE_ARRAY && t->incomplete))) {
        /* The error was reported already, or will be: the initialiser is only read. */
        if (parse_at(p, TOKEN_LEFT_BRACE)) {
            const token *close = parse_partner(p, p->at);
            p->at = close->kind == TOKEN_END ? close : close + 1;
        } else {
            (void)parse_assignment(p);
        }
        return make_error(p, at);
    }
    expression *e = initialise(&f, t);
    *type = completed(p, at, t, e);
    if (e->kind == EXPRESSION_INITIALISER) e->type = *type;
    return e;
}

/* "(" type ")" "{" ... "}", C99 6.5.2.5 */
expression *make_compound_literal(parser *p, const token *t, const type *type)
{
    if (type->kind == TYPE_FUNCTION || type->kind == TYPE_VOID || type_is_opaque(type)) {
        parse_syntax_error(p, t, "there is no value of type '%s' in braces", type_spell(p->a, type));
        return make_error(p, t);
    }
    expression *value = parse_initialiser(p, &type, t, false);
    if (is_error(value)) return make_error(p, t);
    if (!type_is_aggregate(type)) return value;
    expression *e = make_expression(p, EXPRESSION_COMPOUND, t, type);
    e->left = value;
    e->lvalue = true;
    note_depth(p, e, value);
    return e;
}
