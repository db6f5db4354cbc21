/* Declaration specifiers, tags and attributes (C99 6.7; OpenCL C 1.2 6.5 to 6.8, 6.11).
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include "clc/builtin.h"

#include <string.h>

/* Attributes */

/* `name` or `__name__`. */
static bool attribute_is(const token *t, const char *name)
{
    const char *text = t->text;
    size_t length = t->length;
    if (length > 4 && memcmp(text, "__", 2) == 0 && memcmp(text + length - 2, "__", 2) == 0) {
        text += 2;
        length -= 4;
    }
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

static void attribute_sizes(parser *p, const token *name, uint64_t sizes[3], bool *has)
{
    int64_t values[3] = {0};
    parse_expect(p, TOKEN_LEFT_PAREN, "after the attribute's name");
    for (int i = 0; i < 3 && !p->panic; ++i) {
        if (i > 0) parse_expect(p, TOKEN_COMMA, "between the three sizes");
        const token *t = p->at;
        if (!parse_constant(p, "a work-group size", &values[i])) values[i] = 1;
        if (values[i] <= 0 || values[i] > INT32_MAX) {
            parse_error(p, t, "a work-group size must be positive");
            values[i] = 1;
        }
    }
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the three sizes");
    if (*has && !p->panic)
        for (int i = 0; i < 3; ++i)
            if (sizes[i] != (uint64_t)values[i]) {
                parse_error(p, name, "'%.*s' is given twice, with different sizes", (int)name->length, name->text);
                break;
            }
    *has = true;
    for (int i = 0; i < 3; ++i) sizes[i] = (uint64_t)values[i];
}

static void attribute_align(parser *p, attributes *a)
{
    int64_t value = 128; /* without a number: the largest of any type */
    const token *t = p->at;
    if (parse_take(p, TOKEN_LEFT_PAREN)) {
        t = p->at;
        if (!parse_constant(p, "an alignment", &value)) value = 1;
        parse_expect(p, TOKEN_RIGHT_PAREN, "after the alignment");
    }
    if (value <= 0 || value > 1 << 28 || (value & (value - 1)) != 0)
        parse_error(p, t, "an alignment must be a power of two");
    else if ((size_t)value > a->align) a->align = (size_t)value;
}

/* cl_intel_required_subgroup_size */
static void attribute_sub_group(parser *p, const token *name, attributes *a)
{
    int64_t value = 0;
    if (!parse_expect(p, TOKEN_LEFT_PAREN, "after the attribute")) return;
    if (parse_constant(p, "the size of a sub-group", &value)) {
        if (value <= 0 || value > 1024) parse_error(p, name, "the size of a sub-group must be from 1 to 1024");
        else a->sub_group_size = (uint64_t)value;
    }
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the size");
}

static void skip_parenthesised(parser *p)
{
    const token *close = parse_partner(p, p->at);
    if (close->kind == TOKEN_END) parse_syntax_error(p, p->at, "this '(' is not closed");
    else p->at = close + 1;
}

/* ext_vector_type(COMPONENTS) and vector_size(BYTES), which drivers that are built on clang have. */
static void attribute_vector(parser *p, const token *name, attributes *a)
{
    int64_t value = 0;
    if (!parse_expect(p, TOKEN_LEFT_PAREN, "after the attribute")) return;
    if (parse_constant(p, "the size of a vector", &value)) {
        a->vector = value > 0 && value <= 128 ? (size_t)value : 1;
        a->vector_bytes = attribute_is(name, "vector_size");
        a->vector_token = name;
    }
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the size");
}

const type *parse_vector_attribute(parser *p, attributes *a, const type *t)
{
    const size_t size = a->vector;
    const token *where = a->vector_token;
    if (!size || t->kind == TYPE_ERROR) return t;
    a->vector = 0;
    if (type_is_vector(t) || !type_is_arithmetic(t) || t->kind == TYPE_BOOL || t->kind == TYPE_ENUM) {
        parse_error(p, where, "'%.*s' makes vectors of numbers, not of '%s'", (int)where->length, where->text,
                    type_spell(p->a, t));
        return type_basic(TYPE_ERROR);
    }
    size_t width = size;
    if (a->vector_bytes) width = size % type_size(t) ? 0 : size / type_size(t);
    if (width != 2 && width != 3 && width != 4 && width != 8 && width != 16) {
        parse_error(p, where, "OpenCL C has vectors of 2, 3, 4, 8 and 16 components");
        return type_basic(TYPE_ERROR);
    }
    const type *made = type_vector(t->kind, width);
    if (type_qualifiers(t)) made = type_qualify(p->a, made, type_qualifiers(t));
    return type_space(t) == SPACE_PRIVATE ? made : type_in_space(p->a, made, type_space(t), true);
}

/* attribute: [NAME ["(" ... ")"]]; unknown ones are skipped, OpenCL C 1.2 6.11. */
static void attribute(parser *p, attributes *a)
{
    const token *name = p->at;
    if (name->kind != TOKEN_IDENTIFIER) {
        parse_syntax_error(p, name, "expected the name of an attribute");
        return;
    }
    parse_next(p);
    if (!a->first) a->first = name;
    if (attribute_is(name, "reqd_work_group_size")) {
        attribute_sizes(p, name, a->reqd_size, &a->has_reqd_size);
    } else if (attribute_is(name, "work_group_size_hint")) {
        attribute_sizes(p, name, a->size_hint, &a->has_size_hint);
    } else if (attribute_is(name, "intel_reqd_sub_group_size") || attribute_is(name, "reqd_sub_group_size")) {
        attribute_sub_group(p, name, a);
    } else if (attribute_is(name, "vec_type_hint")) {
        parse_expect(p, TOKEN_LEFT_PAREN, "after 'vec_type_hint'");
        const token *t = p->at;
        a->vec_type_hint = parse_type_name(p);
        const type *hint = a->vec_type_hint;
        if (!type_is_number(hint) || hint->kind == TYPE_BOOL || hint->kind == TYPE_ENUM) {
            parse_error(p, t, "'vec_type_hint' names a type of numbers or vectors, not '%s'", type_spell(p->a, hint));
            a->vec_type_hint = NULL;
        }
        parse_expect(p, TOKEN_RIGHT_PAREN, "after the type");
    } else if (attribute_is(name, "ext_vector_type") || attribute_is(name, "vector_size")) {
        attribute_vector(p, name, a);
    } else if (attribute_is(name, "mode") || attribute_is(name, "address_space")) {
        parse_error(p, name, "the attribute '%.*s' makes another type than OpenCL C has", (int)name->length,
                    name->text);
        if (parse_at(p, TOKEN_LEFT_PAREN)) skip_parenthesised(p);
    } else if (attribute_is(name, "aligned")) {
        attribute_align(p, a);
    } else if (attribute_is(name, "opencl_unroll_hint")) {
        int64_t value = 1;
        if (parse_take(p, TOKEN_LEFT_PAREN)) {
            const token *t = p->at;
            if (!parse_constant(p, "the number of 'opencl_unroll_hint'", &value)) value = 1;
            else if (value < 1 || value > UINT32_MAX)
                parse_error(p, t, "the number of 'opencl_unroll_hint' must be positive");
            if (value < 1 || value > 4096) value = 1;
            parse_expect(p, TOKEN_RIGHT_PAREN, "after the number");
        }
        a->unroll = (unsigned)value;
    } else {
        a->nosvm |= attribute_is(name, "nosvm");
        a->packed |= attribute_is(name, "packed");
        a->noinline_ |= attribute_is(name, "noinline");
        a->always_inline |= attribute_is(name, "always_inline");
        a->overloadable |= attribute_is(name, "overloadable");
        if (parse_at(p, TOKEN_LEFT_PAREN)) skip_parenthesised(p);
    }
}

/* attribute-specifier: "__attribute__" "(" "(" [attribute ("," attribute)*] ")" ")" */
bool parse_attributes(parser *p, attributes *into)
{
    bool any = false;
    while (parse_keyword(p) == KEYWORD_ATTRIBUTE && !p->panic) {
        any = true;
        parse_next(p);
        parse_expect(p, TOKEN_LEFT_PAREN, "after '__attribute__'");
        parse_expect(p, TOKEN_LEFT_PAREN, "after '__attribute__('");
        while (!p->panic && !parse_at(p, TOKEN_RIGHT_PAREN)) {
            if (!parse_at(p, TOKEN_COMMA)) attribute(p, into);
            if (!parse_take(p, TOKEN_COMMA)) break;
        }
        parse_expect(p, TOKEN_RIGHT_PAREN, "after the attributes");
        parse_expect(p, TOKEN_RIGHT_PAREN, "after the attributes");
    }
    return any;
}

/* Tags */

enum { MAX_MEMBERS = 1024 };

static void add_field(parser *p, record *r, size_t *capacity, const declarator *d, const token *first, size_t align)
{
    const token *name = d->name ? d->name : first;
    const char *text = d->name ? token_text(p->a, d->name) : "";
    const type *t = d->type;
    size_t offset = 0;
    if (d->name && type_field(r, text, strlen(text), &offset)) parse_error(p, name, "two members are named '%s'", text);
    if (r->has_flexible) parse_error(p, name, "the member before has no size and must be the last one");
    if (closure_is_refused(p, name, t, "a member")) {
        t = type_basic(TYPE_ERROR);
    } else if (t->kind == TYPE_FUNCTION) {
        parse_error(p, name, "'%s' is a function and cannot be a member", text);
        t = type_basic(TYPE_ERROR);
    } else if (type_is_opaque(t) && (!type_is_handle(t) || t->kind == TYPE_EVENT)) {
        parse_error(p, name, "'%s' of type '%s' cannot be a member", text, type_spell(p->a, t));
    } else if (type_space(t) != SPACE_PRIVATE || type_space_written(t)) {
        parse_error(p, name, "member '%s' cannot have an address space", text);
    } else if (t->kind == TYPE_ARRAY && t->incomplete && type_is_complete(t->base) && r->kind == TYPE_STRUCT &&
               r->field_count > 0) {
        r->has_flexible = true;
    } else if (!type_is_complete(t) && t->kind != TYPE_ERROR) {
        parse_error(p, name, "member '%s' has incomplete type '%s'", text, type_spell(p->a, t));
        t = type_basic(TYPE_ERROR);
    } else if (type_depth(t) >= TYPE_MEMBER_NESTING) {
        parse_error(p, name, "member '%s' nests structures and arrays deeper than %d", text, (int)TYPE_MEMBER_NESTING);
        t = type_basic(TYPE_ERROR);
    }
    const type *inner = t;
    while (inner->kind == TYPE_ARRAY) inner = inner->base;
    const bool is_record = inner->kind == TYPE_STRUCT || inner->kind == TYPE_UNION;
    r->has_const |= (type_qualifiers(t) & QUALIFIER_CONST) || (is_record && inner->record->has_const);
    if (type_depth(t) + 1 > r->depth) r->depth = type_depth(t) + 1;
    if (r->field_count >= MAX_MEMBERS) {
        parse_syntax_error(p, name, "a type has more than %d members", (int)MAX_MEMBERS);
        return;
    }
    if (r->field_count == *capacity) {
        const size_t grown = *capacity ? *capacity * 2 : 8;
        r->fields = arena_grow(p->a, r->fields, r->field_count, grown, sizeof *r->fields);
        *capacity = grown;
    }
    r->fields[r->field_count++] = (field){.name = text, .type = t, .where = name->where, .align = align};
}

/* struct-declaration: specifiers [declarator ("," declarator)*] ";" */
static void member_declaration(parser *p, record *r, size_t *capacity)
{
    const token *first = p->at;
    specifiers s = {0};
    parse_specifiers(p, &s);
    if (s.storage_token) parse_error(p, s.storage_token, "a member has no storage class");
    if (p->panic) return;
    if (parse_at(p, TOKEN_SEMICOLON)) {
        /* An anonymous struct or union, C11 6.7.2.1 p13: its members count as this one's. */
        if (s.declares_tag && (s.type->kind == TYPE_STRUCT || s.type->kind == TYPE_UNION) && !s.type->record->name[0]) {
            const declarator d = {.type = s.type};
            for (size_t i = 0, offset = 0; i < s.type->record->field_count; ++i) {
                const char *name = s.type->record->fields[i].name;
                if (name[0] && type_field(r, name, strlen(name), &offset))
                    parse_error(p, first, "two members are named '%s'", name);
            }
            add_field(p, r, capacity, &d, first, s.attributes.align);
        } else {
            parse_warning(p, first, "this declares no member");
        }
    } else {
        do {
            declarator d = {0};
            if (!parse_at(p, TOKEN_COLON)) parse_declarator(p, &s, &d, false);
            if (parse_at(p, TOKEN_COLON)) {
                parse_error(p, p->at, "bit-fields are not OpenCL C (6.9): use shifts and masks");
                parse_next(p);
                int64_t width = 0;
                (void)parse_constant(p, "the width of a bit-field", &width);
                parse_attributes(p, &d.attributes);
                if (!d.name) continue;
            }
            if (p->panic || !d.name) return;
            const size_t align = d.attributes.align > s.attributes.align ? d.attributes.align : s.attributes.align;
            add_field(p, r, capacity, &d, first, align);
        } while (parse_take(p, TOKEN_COMMA));
    }
    parse_expect(p, TOKEN_SEMICOLON, "after the member");
}

static record *new_record(parser *p, type_kind kind, const token *where, const token *tag)
{
    record *r = ARENA_NEW(p->a, record);
    r->kind = kind;
    r->name = tag ? token_text(p->a, tag) : "";
    r->where = (tag ? tag : where)->where;
    if (tag) parse_declare_tag(p, tag, r);
    return r;
}

/* The record that a specifier names: found, or made. `defines`: braces follow. C99 6.7.2.3. */
static record *tagged_record(parser *p, type_kind kind, const token *first, const token *tag, bool defines, bool alone)
{
    record *r = tag ? parse_find_tag(p, tag, defines || alone) : NULL;
    if (tag && !r && !defines) parse_note_unknown(p, tag, PARSE_INCOMPLETE);
    if (r && r->kind != kind) {
        parse_error(p, tag, "'%s' was declared as another kind of tag", r->name);
        if (!p->panic) diagnose_note(p->d, r->where, "'%s' was declared here", r->name);
        r = NULL;
    }
    if (r && defines && (r->complete || r->laying_out)) {
        parse_error(p, tag, "'%s' is defined twice", r->name);
        if (!p->panic) diagnose_note(p->d, r->where, "'%s' was defined here", r->name);
        r = NULL;
    }
    return r ? r : new_record(p, kind, first, tag);
}

/* struct-or-union-specifier: ("struct" | "union") attributes [IDENTIFIER] ["{" struct-declaration* "}" attributes] */
const type *parse_record(parser *p, attributes *a)
{
    const token *first = parse_next(p);
    const type_kind kind = first->keyword == KEYWORD_STRUCT ? TYPE_STRUCT : TYPE_UNION;
    attributes own = {0};
    parse_attributes(p, &own);
    const token *tag = parse_at(p, TOKEN_IDENTIFIER) && !p->at->keyword ? parse_next(p) : NULL;
    parse_attributes(p, &own);
    const bool defines = parse_at(p, TOKEN_LEFT_BRACE);
    if (!tag && !defines) {
        parse_syntax_error(p, p->at, "expected a name or '{' after '%.*s'", (int)first->length, first->text);
        return type_basic(TYPE_ERROR);
    }
    record *r = tagged_record(p, kind, first, tag, defines, parse_at(p, TOKEN_SEMICOLON));
    if (!defines) return type_record(p->a, r);
    if (!parse_deeper(p)) return type_basic(TYPE_ERROR);
    parse_next(p);
    r->laying_out = true;
    r->where = (tag ? tag : first)->where;
    size_t capacity = 0;
    while (!p->panic && !parse_at(p, TOKEN_RIGHT_BRACE) && !parse_at(p, TOKEN_END))
        if (!parse_take(p, TOKEN_SEMICOLON)) member_declaration(p, r, &capacity);
    parse_expect(p, TOKEN_RIGHT_BRACE, "after the members");
    p->depth--;
    parse_attributes(p, &own);
    r->laying_out = false;
    r->complete = true;
    r->packed = own.packed;
    r->align_asked = own.align;
    if (!type_lay_out(r)) {
        parse_error(p, first, "this type is larger than any device's memory");
        r->size = 0;
    }
    if (r->field_count == 0) parse_warning(p, first, "this type has no members");
    (void)a;
    parse_add_declaration(p, DECLARATION_TAG, tag ? tag : first, NULL, r);
    return type_record(p->a, r);
}

/* enumerator: IDENTIFIER ["=" constant-expression] */
static void enumerator(parser *p, record *r, int64_t *next)
{
    const token *name = p->at;
    if (name->kind != TOKEN_IDENTIFIER || name->keyword) {
        parse_syntax_error(p, name, "expected the name of an enumerator");
        return;
    }
    parse_next(p);
    attributes ignored = {0};
    parse_attributes(p, &ignored);
    if (parse_take(p, TOKEN_ASSIGN)) {
        int64_t value = *next;
        if (parse_constant(p, "the value of an enumerator", &value)) *next = value;
    }
    /* C99 requires an int; all compilers accept more. Such an enumerator is valid as a number; objects of the type
     * are refused. */
    const bool wide = *next < INT32_MIN || *next > UINT32_MAX;
    if (wide) r->size = r->align = 8;
    r->is_signed |= *next < 0;
    const symbol *old = parse_find_in(p, p->scopes.inner, name);
    if (old) {
        parse_error(p, name, "'%s' is declared twice", old->name);
        return;
    }
    symbol *s = parse_symbol(p, SYMBOL_ENUMERATOR, name,
                             type_basic(wide                ? TYPE_LONG
                                        : *next > INT32_MAX ? TYPE_UINT
                                                            : TYPE_INT));
    s->value = *next;
    *next = (int64_t)((uint64_t)*next + 1);
    parse_declare(p, s);
    parse_add_declaration(p, DECLARATION_ENUMERATOR, name, s, NULL);
}

/* enum-specifier: "enum" attributes [IDENTIFIER] ["{" enumerator ("," enumerator)* [","] "}"], C99 6.7.2.2 */
const type *parse_enum(parser *p)
{
    const token *first = parse_next(p);
    attributes own = {0};
    parse_attributes(p, &own);
    const token *tag = parse_at(p, TOKEN_IDENTIFIER) && !p->at->keyword ? parse_next(p) : NULL;
    const bool defines = parse_at(p, TOKEN_LEFT_BRACE);
    if (!tag && !defines) {
        parse_syntax_error(p, p->at, "expected a name or '{' after 'enum'");
        return type_basic(TYPE_ERROR);
    }
    record *r = tagged_record(p, TYPE_ENUM, first, tag, defines, false);
    if (defines) {
        r->size = r->align = 4;
        int64_t next = 0;
        parse_next(p);
        parse_add_declaration(p, DECLARATION_TAG, tag ? tag : first, NULL, r);
        if (parse_at(p, TOKEN_RIGHT_BRACE)) parse_error(p, first, "an enum needs at least one name");
        while (!p->panic && !parse_at(p, TOKEN_RIGHT_BRACE)) {
            enumerator(p, r, &next);
            if (!parse_take(p, TOKEN_COMMA)) break;
        }
        parse_expect(p, TOKEN_RIGHT_BRACE, "after the enumerators");
        r->complete = true;
        parse_attributes(p, &own);
    }
    return type_record(p->a, r);
}

/* Specifiers */

/* The type that the words of a built-in type add up to, C99 6.7.2 p2. */
typedef struct words {
    int is_signed, is_unsigned, is_short, is_long, is_char, is_int, others;
    const type *type; /* a whole type: a typedef, tag, void, float ... */
    const token *last;
    bool is_complex;
} words;

const type *parse_built_in_type(const parser *p, const token *t)
{
    return parse_version(p) >= 200 ? type_named_second(t->text, t->length) : type_named(t->text, t->length);
}

/* Whether the name denotes a type here. */
static const type *named_type(const parser *p, const token *t)
{
    if (t->kind != TOKEN_IDENTIFIER || t->keyword) return NULL;
    const symbol *s = parse_find(p, t);
    if (s) return s->kind == SYMBOL_TYPEDEF ? s->type : NULL;
    return parse_built_in_type(p, t);
}

/* "pipe" is a keyword of OpenCL C 2.0 (6.1.9), unless the program declares something of that name. */
static bool at_pipe(const parser *p, const token *t)
{
    return token_is(t, "pipe") && parse_version(p) >= 200 && !parse_find(p, t);
}

/* "generic" is a keyword of OpenCL C 2.0, and an ordinary name if the program declares it. */
static bool at_generic(const parser *p, const token *t)
{
    return token_is(t, "generic") && !parse_find(p, t) && t[1].kind == TOKEN_IDENTIFIER;
}

bool parse_starts_type(const parser *p, const token *t)
{
    if (t->kind != TOKEN_IDENTIFIER) return false;
    switch (t->keyword) {
    case KEYWORD_NONE: return named_type(p, t) != NULL || at_generic(p, t) || at_pipe(p, t);
    case KEYWORD_CONST:
    case KEYWORD_VOLATILE:
    case KEYWORD_RESTRICT:
    case KEYWORD_GLOBAL:
    case KEYWORD_LOCAL:
    case KEYWORD_CONSTANT:
    case KEYWORD_PRIVATE:
    case KEYWORD_GENERIC:
    case KEYWORD_READ_ONLY:
    case KEYWORD_WRITE_ONLY:
    case KEYWORD_READ_WRITE:
    case KEYWORD_VOID:
    case KEYWORD_BOOL:
    case KEYWORD_CHAR:
    case KEYWORD_SHORT:
    case KEYWORD_INT:
    case KEYWORD_LONG:
    case KEYWORD_SIGNED:
    case KEYWORD_UNSIGNED:
    case KEYWORD_HALF:
    case KEYWORD_FLOAT:
    case KEYWORD_DOUBLE:
    case KEYWORD_STRUCT:
    case KEYWORD_UNION:
    case KEYWORD_ENUM:
    case KEYWORD_COMPLEX:
    case KEYWORD_IMAGINARY:
    case KEYWORD_TYPEDEF:
    case KEYWORD_EXTERN:
    case KEYWORD_STATIC:
    case KEYWORD_AUTO:
    case KEYWORD_REGISTER:
    case KEYWORD_INLINE:
    case KEYWORD_KERNEL:
    case KEYWORD_ATTRIBUTE:
    case KEYWORD_EXTENSION:
    case KEYWORD_TYPEOF: return true;
    default: return false;
    }
}

/* Text that no kernel uses may have complex numbers, since clang accepts them. While bodies are skipped, it is not
 * known yet what kernels use. */
static void note_complex(parser *p, const token *t)
{
    if (!p->options->skip_bodies) parse_error(p, t, "OpenCL C has no complex numbers");
    else if (!p->complex) p->complex = t;
}

static const type *words_type(parser *p, const words *w)
{
    if (w->is_complex) return type_basic(TYPE_ERROR);
    const int numbers = w->is_signed + w->is_unsigned + w->is_short + w->is_long + w->is_char + w->is_int;
    if (w->type && numbers == 0 && w->others == 1) return w->type;
    const bool both = w->is_signed && w->is_unsigned;
    const int longs = w->is_long == 2 ? 1 : w->is_long;
    if (w->others > 0 || both || w->is_signed > 1 || w->is_unsigned > 1 || w->is_int > 1 ||
        w->is_char + w->is_short + longs > 1 || (w->is_char && w->is_int)) {
        parse_error(p, w->last, "these words do not make a type together");
        return type_basic(TYPE_ERROR);
    }
    if (w->is_long > 1)
        parse_warning(p, w->last,
                      "'long long' is reserved in OpenCL C (6.1.4), and some drivers refuse it: long has 64 bits");
    const type_kind kind = w->is_char ? TYPE_CHAR : w->is_short ? TYPE_SHORT : w->is_long ? TYPE_LONG : TYPE_INT;
    return type_basic(w->is_unsigned ? type_to_unsigned(kind) : kind);
}

static void unknown_type(parser *p, specifiers *s)
{
    const token *t = p->at;
    s->type_missing = true;
    s->type = type_basic(TYPE_ERROR);
    const bool name_follows = t->kind == TOKEN_IDENTIFIER && !t->keyword;
    const token *next = t + (t->kind != TOKEN_END);
    if (name_follows && parse_starts_type(p, next)) {
        /* Most often a macro is missing: "INLINE double f(...)". */
        const char *why = parse_explain_unknown(p, t, false);
        parse_error(p, t, "unknown name '%.*s' before '%.*s'%s", (int)t->length, t->text, (int)next->length, next->text,
                    strncmp(why, "; did", 5) == 0 ? "" : why); /* a name that is only near is not that of a macro */
        if (!parse_deeper(p)) return;
        parse_next(p);
        parse_specifiers(p, s);
        p->depth--;
    } else if (name_follows && (next->kind == TOKEN_IDENTIFIER || next->kind == TOKEN_STAR)) {
        const char *why = parse_explain_unknown(p, t, true);
        if (type_named_second(t->text, t->length))
            parse_error(p, t, "'%.*s' is a type of OpenCL C 2.0: it needs the option -cl-std=CL2.0", (int)t->length,
                        t->text);
        else if (type_name_is_reserved(t->text, t->length))
            parse_error(p, t, "'%.*s' is reserved in OpenCL C and no device has it", (int)t->length, t->text);
        else parse_error(p, t, "unknown type '%.*s'%s", (int)t->length, t->text, why);
        parse_next(p);
    } else if (name_follows && next->kind == TOKEN_LEFT_PAREN) {
        parse_note_unknown(p, t, PARSE_UNKNOWN);
        parse_error(p, t, "'%.*s' needs a return type", (int)t->length, t->text);
    } else if (name_follows) {
        parse_note_unknown(p, t, PARSE_UNKNOWN);
        parse_error(p, t, "'%.*s' needs a type", (int)t->length, t->text);
    } else if (t->kind == TOKEN_END) {
        parse_syntax_error(p, t, "expected a type, but the program ends here");
    } else {
        parse_syntax_error(p, t, s->any ? "expected a type before '%.*s'" : "expected a declaration, not '%.*s'",
                           (int)t->length, t->text);
    }
}

static void set_storage(parser *p, specifiers *s, storage value)
{
    const token *t = p->at;
    if (s->storage_token && s->storage != value) parse_error(p, t, "more than one storage class");
    s->storage = value;
    s->storage_token = t;
}

/* Takes a type qualifier or address space. Returns false if the next token is neither. OpenCL C 1.2 6.5. */
bool parse_pointer_qualifier(parser *p, unsigned *qualifiers, address_space *space, bool *written, attributes *a)
{
    address_space named;
    switch (parse_keyword(p)) {
    case KEYWORD_CONST:
        *qualifiers |= QUALIFIER_CONST;
        parse_next(p);
        return true;
    case KEYWORD_VOLATILE:
        *qualifiers |= QUALIFIER_VOLATILE;
        parse_next(p);
        return true;
    case KEYWORD_RESTRICT:
        *qualifiers |= QUALIFIER_RESTRICT;
        parse_next(p);
        return true;
    case KEYWORD_EXTENSION: parse_next(p); return true;
    case KEYWORD_ATTRIBUTE: parse_attributes(p, a); return true;
    case KEYWORD_GLOBAL: named = SPACE_GLOBAL; break;
    case KEYWORD_LOCAL: named = SPACE_LOCAL; break;
    case KEYWORD_CONSTANT: named = SPACE_CONSTANT; break;
    case KEYWORD_PRIVATE: named = SPACE_PRIVATE; break;
    case KEYWORD_GENERIC: named = SPACE_GENERIC; break;
    default: return false;
    }
    if (named == SPACE_GENERIC && !p->options->generic_pointers)
        parse_error(p, p->at, "'__generic' needs OpenCL C 2.0: the option -cl-std=CL2.0");
    if (*written && *space != named) parse_error(p, p->at, "more than one address space");
    *space = named;
    *written = true;
    parse_next(p);
    return true;
}

static const type *access_image(parser *p, const type *t, image_access access, const token *where)
{
    if (t->kind == TYPE_ERROR) return t;
    if (t->kind != TYPE_IMAGE) {
        if (access) parse_error(p, where, "'%.*s' can only precede an image", (int)where->length, where->text);
        return t;
    }
    if (access == ACCESS_READ_WRITE && parse_version(p) < 200)
        parse_error(p, where, "OpenCL C 1.2 has no read-write images");
    if (access && t->access && access != t->access) parse_error(p, where, "more than one access qualifier");
    const type *image = type_image(t->image, access ? access : t->access ? t->access : ACCESS_READ);
    return t->alias ? type_alias(p->a, image, t->alias) : image;
}

/* OpenCL C 2.0 6.13.16: a pipe is read unless it is declared write_only. */
static const type *pipe_of(parser *p, const token *where, const type *packet, image_access access)
{
    if (packet->kind == TYPE_ERROR) return packet;
    if (!type_is_complete(packet) || type_is_opaque(packet)) {
        parse_error(p, where, "the packets of a pipe cannot be of type '%s'", type_spell(p->a, packet));
        return type_basic(TYPE_ERROR);
    }
    if (access == ACCESS_READ_WRITE) parse_error(p, where, "a kernel reads a pipe or writes it, not both");
    return type_pipe(p->a, packet, access ? access : ACCESS_READ);
}

/* The specifiers of a declaration while they are read. */
typedef struct specifier_list {
    specifiers *result;
    words words;
    unsigned qualifiers;
    address_space space;
    bool written; /* the address space is */
    image_access access;
    const token *access_token, *pipe; /* or NULL */
} specifier_list;

/* Counts a word of a built-in number type. false: it is none. */
static bool take_number_word(words *w, const token *t)
{
    switch (t->keyword) {
    case KEYWORD_SIGNED: w->is_signed++; break;
    case KEYWORD_UNSIGNED: w->is_unsigned++; break;
    case KEYWORD_SHORT: w->is_short++; break;
    case KEYWORD_LONG: w->is_long++; break;
    case KEYWORD_CHAR: w->is_char++; break;
    case KEYWORD_INT: w->is_int++; break;
    default: return false;
    }
    w->last = t;
    return true;
}

/* The type of a keyword that is a whole type, or NULL. */
static const type *keyword_type(keyword word)
{
    switch (word) {
    case KEYWORD_VOID: return type_basic(TYPE_VOID);
    case KEYWORD_BOOL: return type_basic(TYPE_BOOL);
    case KEYWORD_HALF: return type_basic(TYPE_HALF);
    case KEYWORD_FLOAT: return type_basic(TYPE_FLOAT);
    case KEYWORD_DOUBLE: return type_basic(TYPE_DOUBLE);
    default: return NULL;
    }
}

static void note_type(specifier_list *l, const type *whole, const token *t)
{
    l->words.type = whole;
    l->words.others++;
    l->words.last = t;
    l->result->any = true;
}

/* "typeof" "(" (expression | type-name) ")", as in gcc and clang. */
static void parse_typeof(parser *p, specifier_list *l)
{
    const token *t = p->at;
    const type *named = NULL;
    if (!parse_deeper(p)) return;
    parse_next(p);
    parse_expect(p, TOKEN_LEFT_PAREN, "after 'typeof'");
    if (parse_starts_type(p, p->at)) {
        named = parse_type_name(p);
    } else {
        const bool outer = p->unevaluated;
        p->unevaluated = true;
        named = parse_expression(p)->type;
        p->unevaluated = outer;
    }
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the operand of 'typeof'");
    p->depth--;
    note_type(l, named, t);
}

static void take_access(parser *p, specifier_list *l, const token *t)
{
    const image_access named = t->keyword == KEYWORD_READ_ONLY    ? ACCESS_READ
                               : t->keyword == KEYWORD_WRITE_ONLY ? ACCESS_WRITE
                                                                  : ACCESS_READ_WRITE;
    if (l->access && l->access != named) parse_error(p, t, "more than one access qualifier");
    l->access = named;
    l->access_token = t;
}

/* A name that may denote a type; *whole is that type. false: it does not belong to the specifiers. */
static bool take_name(parser *p, specifier_list *l, const token *t, const type **whole)
{
    /* A name denotes a type only if no type was given yet; otherwise it may be the declared name. */
    if (l->words.last) return false;
    *whole = named_type(p, t);
    if (*whole) return true;
    if (at_pipe(p, t)) {
        l->pipe = t;
        return true;
    }
    if (!at_generic(p, t)) return false;
    if (!p->options->generic_pointers) parse_error(p, t, "'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0");
    if (l->written && l->space != SPACE_GENERIC) parse_error(p, t, "more than one address space");
    l->space = SPACE_GENERIC;
    l->written = true;
    return true;
}

/* One specifier. false: the next token is none. */
static bool take_specifier(parser *p, specifier_list *l)
{
    specifiers *s = l->result;
    const token *t = p->at;
    if (parse_pointer_qualifier(p, &l->qualifiers, &l->space, &l->written, &s->attributes)) {
        s->any = true;
        return true;
    }
    if (t->kind != TOKEN_IDENTIFIER) return false;
    const type *whole = keyword_type(t->keyword);
    switch (t->keyword) {
    case KEYWORD_TYPEDEF: set_storage(p, s, STORAGE_TYPEDEF); break;
    case KEYWORD_EXTERN: set_storage(p, s, STORAGE_EXTERN); break;
    case KEYWORD_STATIC: set_storage(p, s, STORAGE_STATIC); break;
    case KEYWORD_AUTO:
    case KEYWORD_REGISTER:
        parse_error(p, t, "OpenCL C has no storage class '%.*s' (6.8)", (int)t->length, t->text);
        s->storage_token = t;
        break;
    case KEYWORD_INLINE: s->is_inline = true; break;
    case KEYWORD_KERNEL: s->is_kernel = true; break;
    case KEYWORD_READ_ONLY:
    case KEYWORD_WRITE_ONLY:
    case KEYWORD_READ_WRITE: take_access(p, l, t); break;
    case KEYWORD_COMPLEX:
    case KEYWORD_IMAGINARY:
        note_complex(p, t);
        l->words.is_complex = true;
        l->words.last = t;
        break;
    case KEYWORD_STRUCT:
    case KEYWORD_UNION:
    case KEYWORD_ENUM:
        s->declares_tag = true;
        note_type(l, t->keyword == KEYWORD_ENUM ? parse_enum(p) : parse_record(p, &s->attributes), t);
        return true;
    case KEYWORD_TYPEOF: parse_typeof(p, l); return true;
    case KEYWORD_NONE:
        if (!take_name(p, l, t, &whole)) return false;
        break;
    default:
        if (!whole && !take_number_word(&l->words, t)) return false;
        break;
    }
    if (whole) note_type(l, whole, t);
    s->any = true;
    parse_next(p);
    return true;
}

/* The type that the specifiers give. */
static const type *specified_type(parser *p, const specifier_list *l)
{
    const type *words = words_type(p, &l->words);
    const type *t =
        l->pipe ? pipe_of(p, l->pipe, words, l->access) : access_image(p, words, l->access, l->access_token);
    if (t->kind == TYPE_ERROR) return t;
    if (l->qualifiers) t = type_qualify(p->a, t, type_qualifiers(t) | l->qualifiers);
    if ((l->qualifiers & QUALIFIER_RESTRICT) && t->kind != TYPE_POINTER)
        parse_error(p, l->words.last, "'restrict' can only qualify a pointer");
    if (!l->written) return t;
    if (type_space(t) != SPACE_PRIVATE && type_space(t) != l->space)
        parse_error(p, l->words.last, "more than one address space");
    return type_in_space(p->a, t, l->space, true);
}

/* declaration-specifiers, C99 6.7: any order of storage class, qualifiers, address spaces, type words, attributes. */
void parse_specifiers(parser *p, specifiers *s)
{
    specifier_list l = {.result = s, .space = SPACE_PRIVATE, .access = ACCESS_NONE};
    s->first = p->at;
    while (!p->panic && take_specifier(p, &l)) continue;
    if (p->panic) s->type = type_basic(TYPE_ERROR);
    else if (!l.words.last) unknown_type(p, s);
    else s->type = parse_vector_attribute(p, &s->attributes, specified_type(p, &l));
}
