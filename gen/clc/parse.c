/* The parser's frame: the unit, external declarations, scopes, recovery. See parse.h and parse_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include "clc/builtin.h"
#include "clc/kernel.h"

#include <stdarg.h>
#include <string.h>

/* Reporting */

static void report(parser *p, severity s, const token *t, const char *format, va_list args)
{
    if (token_reports_enough(p->d)) return;
    char message[MESSAGE_SIZE];
    token_format(message, format, args);
    token_report(p->d, s, t, "%s", message);
}

void parse_error(parser *p, const token *t, const char *format, ...)
{
    p->failed = true;
    if (p->panic) return;
    va_list args;
    va_start(args, format);
    report(p, SEVERITY_ERROR, t, format, args);
    va_end(args);
}

void parse_syntax_error(parser *p, const token *t, const char *format, ...)
{
    p->failed = true;
    if (p->panic) return;
    va_list args;
    va_start(args, format);
    report(p, SEVERITY_ERROR, t, format, args);
    va_end(args);
    p->panic = true;
}

void parse_warning(parser *p, const token *t, const char *format, ...)
{
    if (p->panic) return;
    va_list args;
    va_start(args, format);
    report(p, SEVERITY_WARNING, t, format, args);
    va_end(args);
}

/* Tokens */

const token *parse_next(parser *p)
{
    const token *t = p->at;
    if (t->kind != TOKEN_END) p->at++;
    return t;
}

bool parse_take(parser *p, token_kind kind)
{
    if (p->panic || p->at->kind != kind) return false;
    parse_next(p);
    return true;
}

bool parse_expect(parser *p, token_kind kind, const char *behind)
{
    if (p->panic) return false;
    if (parse_take(p, kind)) return true;
    if (p->at->kind == TOKEN_END)
        parse_syntax_error(p, p->at, "expected '%s' %s, but the program ends here", token_kind_name(kind), behind);
    else
        parse_syntax_error(p, p->at, "expected '%s' %s, not '%.*s'", token_kind_name(kind), behind, (int)p->at->length,
                           p->at->text);
    return false;
}

size_t parse_index(const parser *p, const token *t)
{
    return (size_t)(t - p->unit->tokens);
}

/* Only brackets of one kind count: a missing bracket of another kind must not have effects far behind it. All
 * partners are found in one pass, so that nested brackets are not searched again and again. */
static void find_partners(parser *p)
{
    const size_t count = p->unit->token_count;
    size_t open[3] = {0}; /* for each kind: 1 + the index of the innermost open bracket; partners[] of that one holds
                             the next outer one */
    p->partners = arena_array(p->a, count + 1, sizeof *p->partners);
    for (size_t i = 0; i < count; ++i) {
        const int kind = p->unit->tokens[i].kind;
        const bool opens = kind == TOKEN_LEFT_PAREN || kind == TOKEN_LEFT_BRACKET || kind == TOKEN_LEFT_BRACE;
        if (!opens && kind != TOKEN_RIGHT_PAREN && kind != TOKEN_RIGHT_BRACKET && kind != TOKEN_RIGHT_BRACE) continue;
        size_t *innermost = &open[kind == TOKEN_LEFT_PAREN || kind == TOKEN_RIGHT_PAREN       ? 0
                                  : kind == TOKEN_LEFT_BRACKET || kind == TOKEN_RIGHT_BRACKET ? 1
                                                                                              : 2];
        if (opens) {
            p->partners[i] = *innermost;
            *innermost = i + 1;
        } else if (*innermost) {
            const size_t partner = *innermost - 1;
            *innermost = p->partners[partner];
            p->partners[partner] = i;
        }
    }
    for (size_t k = 0; k < 3; ++k)
        for (size_t i = open[k], outer; i; i = outer) {
            outer = p->partners[i - 1];
            p->partners[i - 1] = count;
        }
}

const token *parse_partner(parser *p, const token *open)
{
    if (!p->partners) find_partners(p);
    return &p->unit->tokens[p->partners[parse_index(p, open)]];
}

/* Only braces decide here: a missing parenthesis must not swallow the rest of the program. */
void parse_recover(parser *p, const token *first, bool in_block)
{
    const token *reached = p->at;
    size_t braces = 0;
    p->panic = false;
    for (const token *t = first;; ++t) {
        p->at = t;
        if (t->kind == TOKEN_END) return;
        if (t->kind == TOKEN_LEFT_BRACE) braces++;
        if (t->kind == TOKEN_RIGHT_BRACE) {
            if (braces == 0) {
                /* The end of the enclosing block; outside of functions, a superfluous brace. */
                if (in_block) return;
                p->at = t + 1;
                return;
            }
            if (--braces == 0 && t >= reached) {
                p->at = t + 1;
                if (!in_block && p->at->kind == TOKEN_SEMICOLON) p->at++;
                return;
            }
        }
        if (t->kind == TOKEN_SEMICOLON && braces == 0 && t >= reached) {
            p->at = t + 1;
            return;
        }
    }
}

bool parse_deeper(parser *p)
{
    if (p->depth >= PARSE_NESTING) {
        parse_syntax_error(p, p->at, "nested deeper than %d", (int)PARSE_NESTING);
        return false;
    }
    p->depth++;
    return true;
}

symbol *parse_symbol(parser *p, symbol_kind kind, const token *name, const type *type)
{
    symbol *s = ARENA_NEW(p->a, symbol);
    s->kind = kind;
    s->token = name;
    s->name = name && name->kind == TOKEN_IDENTIFIER ? token_text(p->a, name) : "";
    s->type = type;
    s->is_global = p->scopes.inner == p->scopes.file;
    s->function = p->body.function;
    return s;
}

/* External declarations */

void parse_add_declaration(parser *p, declaration_kind kind, const token *name, symbol *s, record *r)
{
    if (p->scopes.inner != p->scopes.file || p->body.function) return;
    parsed *result = &p->result;
    if (result->declaration_count == p->declaration_capacity) {
        const size_t capacity = p->declaration_capacity ? p->declaration_capacity * 2 : 64;
        result->declarations =
            arena_grow(p->a, result->declarations, result->declaration_count, capacity, sizeof *result->declarations);
        p->declaration_capacity = capacity;
    }
    result->declarations[result->declaration_count++] =
        (declaration){.kind = kind, .name = r ? r->name : s->name, .token = name, .symbol = s, .record = r};
}

static void note_previous(parser *p, const symbol *old)
{
    if (!p->panic) token_note(p->d, old->token, "'%s' was declared here", old->name);
}

static void merge_attributes(attributes *into, const attributes *from)
{
    if (from->has_reqd_size) {
        into->has_reqd_size = true;
        memcpy(into->reqd_size, from->reqd_size, sizeof into->reqd_size);
    }
    if (from->has_size_hint) {
        into->has_size_hint = true;
        memcpy(into->size_hint, from->size_hint, sizeof into->size_hint);
    }
    if (from->sub_group_size) into->sub_group_size = from->sub_group_size;
    if (from->vec_type_hint) into->vec_type_hint = from->vec_type_hint;
    into->packed |= from->packed;
    into->noinline_ |= from->noinline_;
    into->always_inline |= from->always_inline;
    into->overloadable |= from->overloadable;
    if (from->align > into->align) into->align = from->align;
    if (!into->first) into->first = from->first;
}

/* The built-in type names are declared in the program's outermost scope. */
static void check_type_name(parser *p, const token *name, const type *as)
{
    const type *built_in = parse_built_in_type(p, name);
    if (built_in && p->scopes.inner == p->scopes.file && !(as && type_equal(built_in, as, true)))
        parse_error(p, name, "'%.*s' is a built-in type and cannot be something else", (int)name->length, name->text);
}

void parse_check_function(parser *p, const specifiers *s, const declarator *d)
{
    const type *t = d->type, *returns = t->base;
    if (s->storage == STORAGE_TYPEDEF) return;
    if ((type_space(returns) != SPACE_PRIVATE || type_space_written(returns)) && returns->kind != TYPE_ERROR)
        parse_error(p, d->name, "the return type of '%.*s' cannot have an address space", (int)d->name->length,
                    d->name->text);
    if (returns->kind == TYPE_ARRAY || returns->kind == TYPE_FUNCTION)
        parse_error(p, d->name, "'%.*s' cannot return %s", (int)d->name->length, d->name->text,
                    returns->kind == TYPE_ARRAY ? "an array" : "a function");
    (void)closure_is_refused(p, d->name, returns, "a function's result");
    if (type_is_opaque(returns) && !type_is_handle(returns))
        parse_error(p, d->name, "'%.*s' cannot return '%s'", (int)d->name->length, d->name->text,
                    type_spell(p->a, returns));
    if (returns->kind == TYPE_HALF && !parse_half(p))
        parse_error(p, d->name, "'%.*s' cannot return half: cl_khr_fp16 is not enabled", (int)d->name->length,
                    d->name->text);
    if (t->variadic && !s->is_kernel)
        parse_error(p, d->name, "'%.*s' cannot take variable arguments: OpenCL C has none", (int)d->name->length,
                    d->name->text);
}

enum { MAX_OVERLOADS = 256 };

/* The symbol of a function declarator: the earlier declaration's, if it fits. */
static symbol *declare_function(parser *p, const specifiers *s, const declarator *d, const attributes *a,
                                bool definition)
{
    parse_check_function(p, s, d);
    check_type_name(p, d->name, NULL);
    symbol *old = parse_find_in(p, p->scopes.file, d->name);
    symbol *first = old, *found = NULL;
    if (old && old->kind != SYMBOL_FUNCTION) {
        parse_error(p, d->name, "'%s' is declared again, as something else", old->name);
        note_previous(p, old);
        old = first = NULL;
    }
    size_t overloads = 0;
    for (symbol *each = old; each; each = each->overload, ++overloads)
        if (type_equal(each->type, d->type, false)) found = each;
    if (overloads > MAX_OVERLOADS && !found) {
        found = old;
        parse_syntax_error(p, d->name, "more than %d functions are named '%s'", (int)MAX_OVERLOADS, old->name);
    }
    if (old && !found && !(a->overloadable && old->attributes.overloadable)) {
        parse_error(p, d->name, "'%s' is declared again with another type: '%s', before '%s'", old->name,
                    type_spell(p->a, d->type), type_spell(p->a, old->type));
        note_previous(p, old);
        first = NULL;
    }
    if (found && definition && found->defined) {
        parse_error(p, d->name, "'%s' is defined twice", found->name);
        note_previous(p, found);
        found = first = NULL;
    }
    if (!found) {
        found = parse_symbol(p, SYMBOL_FUNCTION, d->name, d->type);
        found->is_global = true;
        found->parameters = d->parameters;
        found->parameter_count = d->parameter_count;
        found->storage = s->storage;
        found->overload = first;
        parse_declare_in(p, p->scopes.file, found);
    }
    if (definition) {
        found->defined = true;
        found->token = d->name;
        found->type = d->type;
        found->parameters = d->parameters;
        found->parameter_count = d->parameter_count;
    }
    if (s->storage == STORAGE_STATIC) found->storage = STORAGE_STATIC;
    found->is_kernel |= s->is_kernel;
    found->is_inline |= s->is_inline;
    merge_attributes(&found->attributes, a);
    for (size_t i = 0; i < d->parameter_count; ++i) d->parameters[i]->function = found;
    return found;
}

static void declare_typedef(parser *p, const declarator *d, const attributes *a)
{
    symbol *old = parse_find_in(p, p->scopes.inner, d->name);
    check_type_name(p, d->name, d->type);
    if (old && (old->kind != SYMBOL_TYPEDEF || !type_equal(old->type, d->type, true))) {
        parse_error(p, d->name, "'%s' is declared again, as something else", old->name);
        note_previous(p, old);
        return;
    }
    const type *made = type_alias(p->a, d->type, token_text(p->a, d->name));
    if (a->align > made->align_asked) {
        type *aligned = ARENA_NEW(p->a, type);
        *aligned = *made;
        aligned->align_asked = a->align;
        made = aligned;
    }
    symbol *s = parse_symbol(p, SYMBOL_TYPEDEF, d->name, made);
    s->storage = STORAGE_TYPEDEF;
    s->attributes = *a;
    parse_declare(p, s);
    parse_add_declaration(p, DECLARATION_TYPEDEF, d->name, s, NULL);
}

/* Declarations that are allowed outside of functions: OpenCL C 1.2 6.5, 6.8. */
static void check_program_variable(parser *p, const declarator *d, const symbol *s)
{
    const type *t = s->type;
    const address_space space = type_space(t);
    if (t->kind == TYPE_ERROR) return;
    if (t->kind == TYPE_VOID) parse_error(p, d->name, "'%s' cannot be void", s->name);
    if (t->kind == TYPE_ATOMIC && space == SPACE_CONSTANT)
        parse_error(p, d->name, "'%s' is atomic and cannot be __constant (6.13.11)", s->name);
    if (half_object(t) && !parse_half(p))
        parse_error(p, d->name, "'%s' is a half: cl_khr_fp16 is not enabled", s->name);
    if (t->kind == TYPE_SAMPLER) {
        if (space == SPACE_LOCAL || space == SPACE_GLOBAL)
            parse_error(p, d->name, "the sampler '%s' cannot be %s: write const sampler_t (6.12.14)", s->name,
                        type_space_name(space));
        else if (space != SPACE_CONSTANT && !(type_qualifiers(t) & QUALIFIER_CONST))
            parse_error(p, d->name, "the sampler '%s' must be const or __constant (6.12.14)", s->name);
        return;
    }
    if (type_is_opaque(t)) {
        parse_error(p, d->name, "'%s' cannot be declared outside of a function: it is of type '%s'", s->name,
                    type_spell(p->a, t));
    } else if (space == SPACE_CONSTANT || (space == SPACE_GLOBAL && p->options->program_scope)) {
        return;
    } else {
        parse_error(p, d->name, "'%s' must be %s: OpenCL C has no other variables outside of functions", s->name,
                    p->options->program_scope ? "__global or __constant" : "__constant");
    }
}

static void declare_variable(parser *p, const specifiers *s, const declarator *d, const attributes *a)
{
    const type *t = d->type;
    /* OpenCL C 2.0 6.5.1: in __global unless the declaration names another address space. */
    if (p->options->program_scope && type_space(t) == SPACE_PRIVATE && !type_space_written(t) && !type_is_opaque(t))
        t = type_in_space(p->a, t, SPACE_GLOBAL, false);
    if (closure_check_variable(p, s, d)) t = type_qualify(p->a, t, type_qualifiers(t) | QUALIFIER_CONST);
    check_type_name(p, d->name, NULL);
    symbol *old = parse_find_in(p, p->scopes.inner, d->name);
    symbol *v = parse_symbol(p, SYMBOL_VARIABLE, d->name, t);
    v->storage = s->storage;
    v->attributes = *a;
    if (old && (old->kind != SYMBOL_VARIABLE || !type_equal(old->type, t, true))) {
        parse_error(p, d->name, "'%s' is declared again, as something else", old->name);
        note_previous(p, old);
    } else if (old && (old->initialiser || old->storage != STORAGE_EXTERN) && s->storage != STORAGE_EXTERN) {
        parse_error(p, d->name, "'%s' is defined twice", old->name);
        note_previous(p, old);
    } else if (old) {
        v = old;
        if (s->storage != STORAGE_EXTERN) v->storage = s->storage;
    }
    parse_declare(p, v);
    check_program_variable(p, d, v);
    if (parse_take(p, TOKEN_ASSIGN)) {
        v->initialiser = parse_initialiser(p, &t, d->name, true);
        v->type = t;
        v->defined = true;
    } else if (s->storage != STORAGE_EXTERN && type_space(t) == SPACE_CONSTANT) {
        parse_error(p, d->name, "'%s' is __constant and needs an initialiser", v->name);
    } else if (s->storage != STORAGE_EXTERN) {
        v->defined = true;
    }
    if (s->storage != STORAGE_EXTERN && !type_is_complete(v->type) && v->type->kind != TYPE_ERROR)
        parse_error(p, d->name, "'%s' has incomplete type '%s'", v->name, type_spell(p->a, v->type));
    parse_add_declaration(p, DECLARATION_VARIABLE, d->name, v, NULL);
}

static void add_function(parser *p, symbol *f)
{
    parsed *result = &p->result;
    if (result->function_count == p->function_capacity) {
        const size_t capacity = p->function_capacity ? p->function_capacity * 2 : 32;
        result->functions =
            arena_grow(p->a, result->functions, result->function_count, capacity, sizeof *result->functions);
        p->function_capacity = capacity;
    }
    f->attributes.fuses = p->options->fuses;
    result->functions[result->function_count++] = f;
}

/* function-definition: specifiers declarator compound-statement, C99 6.9.1 */
static void define_function(parser *p, symbol *f)
{
    add_function(p, f);
    p->result.declarations[p->result.declaration_count - 1].body = parse_index(p, p->at);
    if (f->type->base->kind != TYPE_VOID && !type_is_complete(f->type->base) && f->type->base->kind != TYPE_ERROR)
        parse_error(p, f->token, "'%s' returns the incomplete type '%s'", f->name, type_spell(p->a, f->type->base));
    if (p->options->skip_bodies) {
        const token *close = parse_partner(p, p->at);
        if (close->kind == TOKEN_END) parse_syntax_error(p, p->at, "this '{' is not closed");
        p->at = close->kind == TOKEN_END ? close : close + 1;
    } else {
        parse_body(p, f);
    }
}

/* Specifiers and attributes that only kernels may have, or must not have: OpenCL C 1.2 6.7, 6.8. */
static void check_kernel_words(parser *p, const specifiers *s, const declarator *d, const symbol *f, bool definition)
{
    const attributes *a = &f->attributes;
    if (f->is_kernel && s->storage == STORAGE_STATIC) parse_error(p, d->name, "kernel '%s' cannot be static", f->name);
    if (f->is_kernel && strcmp(f->name, "main") == 0) parse_error(p, d->name, "a kernel cannot be called 'main'");
    if (definition && !f->is_kernel && (a->has_reqd_size || a->has_size_hint || a->vec_type_hint))
        parse_error(p, d->name, "'%s' has an attribute that only kernels have (6.7.2): write '__kernel' before it",
                    f->name);
}

/* A definition with the name of a built-in function. Some drivers refuse it, depending on its parameters. Kernels
 * and functions may be overloads; some names are macros of drivers or cannot be overloaded. Only text that kernels
 * use matters. */
static void check_built_in_name(parser *p, const token *name, const symbol *s)
{
    const int length = (int)name->length;
    if (p->options->skip_bodies || s->attributes.overloadable) return;
    const builtin_name *known = builtin_find(p->a, name->text, name->length, parse_version(p));
    if (length > 3 && strncmp(s->name, "as_", 3) == 0 && type_named(name->text + 3, name->length - 3u)) {
        parse_error(p, name, "'%.*s' is a macro of OpenCL C compilers and cannot be defined: rename it", length,
                    name->text);
    } else if (known && known->pattern->class_ == BUILTIN_PRINTF) {
        parse_error(p, name, "'printf' is a built-in function that cannot be defined again: rename it");
    } else if (known && s->is_kernel) {
        parse_warning(p, name,
                      "kernel '%.*s' has the name of a built-in function: some drivers cannot create it (PoCL: "
                      "CL_INVALID_KERNEL_NAME); rename it",
                      length, name->text);
    } else if (known) {
        parse_warning(p, name,
                      "'%.*s' has the name of a built-in function: some drivers refuse such a program; rename it",
                      length, name->text);
    }
}

/* Gives each unnamed parameter of a kernel a name, since callers pass arguments by name: `unnamed_2` for the second
 * one, with underscores appended while another parameter has that name. */
static void name_parameters(parser *p, symbol *kernel)
{
    map taken = {.arena = p->a};
    for (size_t i = 0; i < kernel->parameter_count; ++i)
        if (kernel->parameters[i]->name[0]) *map_ats(&taken, kernel->parameters[i]->name) = kernel;
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        symbol *s = kernel->parameters[i];
        if (s->name[0]) continue;
        s->is_unnamed = true;
        s->name = arena_printf(p->a, "unnamed_%zu", i + 1);
        while (map_gets(&taken, s->name)) s->name = arena_printf(p->a, "%s_", s->name);
    }
}

/* init-declarator of an external declaration. Returns true behind a function definition. */
static bool external_declarator(parser *p, const specifiers *s, bool first)
{
    declarator d = {0};
    parse_declarator(p, s, &d, false);
    attributes a = s->attributes;
    merge_attributes(&a, &d.attributes);
    if (p->panic || !d.name) return false;
    if (s->storage == STORAGE_TYPEDEF) {
        if (s->is_kernel) parse_error(p, d.name, "'__kernel' can only stand before a function");
        declare_typedef(p, &d, &a);
    } else if (d.type->kind == TYPE_FUNCTION) {
        const bool definition = first && parse_at(p, TOKEN_LEFT_BRACE);
        symbol *f = declare_function(p, s, &d, &a, definition);
        check_kernel_words(p, s, &d, f, definition);
        parse_add_declaration(p, definition ? DECLARATION_FUNCTION : DECLARATION_PROTOTYPE, d.name, f, NULL);
        if (f->is_kernel && definition) name_parameters(p, f);
        if (f->is_kernel && (definition || !f->defined)) {
            if (!kernel_check(p->a, p->d, f, p->fp16, parse_version(p))) p->failed = true;
        }
        if (definition) {
            check_built_in_name(p, d.name, f);
            define_function(p, f);
            return true;
        }
    } else {
        if (s->is_kernel) parse_error(p, d.name, "'__kernel' can only stand before a function");
        if (s->is_inline) parse_error(p, d.name, "'inline' can only precede a function");
        declare_variable(p, s, &d, &a);
    }
    return false;
}

/* static_assert-declaration, C11 6.7.10 */
void parse_static_assert(parser *p)
{
    const token *t = parse_next(p);
    int64_t value = 1;
    const token *message = NULL;
    parse_expect(p, TOKEN_LEFT_PAREN, "after '_Static_assert'");
    const bool known = parse_constant(p, "the condition of _Static_assert", &value);
    if (parse_take(p, TOKEN_COMMA)) {
        message = p->at;
        parse_expect(p, TOKEN_STRING, "after ','");
    }
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the condition");
    parse_expect(p, TOKEN_SEMICOLON, "after _Static_assert");
    if (known && value == 0 && !p->panic)
        parse_error(p, t, "static assertion failed%s%.*s", message ? ": " : "", message ? (int)message->length : 0,
                    message ? message->text : "");
}

/* external-declaration: function-definition | declaration, C99 6.9 */
static void external_declaration(parser *p)
{
    const token *first = p->at;
    const size_t before = p->result.declaration_count, errors = p->d->errors;
    const bool had_failed = p->failed;
    bool defined = false;
    if (parse_take(p, TOKEN_SEMICOLON)) return;
    if (parse_keyword(p) == KEYWORD_STATIC_ASSERT) {
        parse_static_assert(p);
    } else if (parse_keyword(p) == KEYWORD_ASM) {
        parse_syntax_error(p, first, "assembly is not OpenCL C");
    } else {
        specifiers s = {0};
        parse_specifiers(p, &s);
        if (!p->panic && parse_at(p, TOKEN_SEMICOLON)) {
            if (!s.declares_tag) parse_warning(p, first, "this declares nothing");
            else if (s.is_kernel) parse_warning(p, first, "'__kernel' has no effect here: it belongs before functions");
            parse_next(p);
        } else {
            for (bool more = true, is_first = true; more && !p->panic; is_first = false) {
                defined = external_declarator(p, &s, is_first);
                more = !defined && parse_take(p, TOKEN_COMMA);
            }
            if (!defined) parse_expect(p, TOKEN_SEMICOLON, "after the declaration");
        }
        /* Complex numbers matter only once a kernel uses the declaration. */
        if (p->complex && !s.is_kernel && p->d->errors == errors) p->failed = had_failed;
    }
    if (p->panic) parse_recover(p, first, false);
    if (p->at == first) p->at++;
    const size_t begin = parse_index(p, first), end = parse_index(p, p->at);
    for (size_t i = before; i < p->result.declaration_count; ++i) {
        declaration *d = &p->result.declarations[i];
        d->first = begin;
        d->end = end;
        if (d->kind != DECLARATION_FUNCTION) d->body = end;
    }
}

/* Across functions */

enum { UNVISITED, ON_PATH, DONE };

/* OpenCL C 1.2 6.9.i: recursion is forbidden. The search is depth first, with its own stack. */
static void check_recursion(parser *p)
{
    typedef struct step {
        symbol *function;
        size_t next;
    } step;
    const size_t count = p->result.function_count;
    step *path = arena_array(p->a, count + 1, sizeof *path);
    for (size_t i = 0; i < count; ++i) {
        if (p->result.functions[i]->mark != UNVISITED) continue;
        size_t depth = 0;
        path[depth++] = (step){p->result.functions[i], 0};
        p->result.functions[i]->mark = ON_PATH;
        while (depth > 0) {
            step *top = &path[depth - 1];
            if (top->next == top->function->callee_count) {
                top->function->mark = DONE;
                depth--;
                continue;
            }
            const bool direct = top->function->calls_directly[top->next];
            symbol *callee = top->function->callees[top->next++];
            if (!direct) continue; /* a block runs when it is enqueued: OpenCL C 2.0 6.13.17 */
            if (callee->mark == ON_PATH) {
                parse_error(p, callee->token, "'%s' calls itself%s: OpenCL C has no recursion", callee->name,
                            callee == top->function ? "" : " through others");
                size_t from = depth;
                while (from > 0 && path[from - 1].function != callee) from--;
                for (; from < depth && depth - from < 8; ++from)
                    token_note(p->d, path[from].function->token, "by way of '%s'", path[from].function->name);
            } else if (callee->mark == UNVISITED && callee->defined && depth < count) {
                callee->mark = ON_PATH;
                path[depth++] = (step){callee, 0};
            }
        }
    }
    for (size_t i = 0; i < count; ++i) p->result.functions[i]->mark = 0;
}

/* Everything that a kernel reaches must be defined: a device program is not linked with others. */
static void check_definitions(parser *p)
{
    const size_t count = p->result.function_count;
    symbol **pending = arena_array(p->a, count + 1, sizeof *pending);
    size_t n = 0;
    for (size_t i = 0; i < count; ++i) {
        symbol *f = p->result.functions[i];
        if (f->is_kernel && !f->mark) {
            f->mark = 1;
            pending[n++] = f;
        }
    }
    while (n > 0) {
        symbol *f = pending[--n];
        for (size_t i = 0; i < f->callee_count; ++i) {
            symbol *callee = f->callees[i];
            if (callee->mark) continue;
            if (!callee->defined)
                parse_error(p, callee->token, "function '%s' is called by '%s', but defined nowhere", callee->name,
                            f->name);
            callee->mark = 1;
            if (callee->defined && n < count) pending[n++] = callee;
        }
    }
    for (size_t i = 0; i < p->result.declaration_count; ++i)
        if (p->result.declarations[i].symbol) p->result.declarations[i].symbol->mark = 0;
}

/* Extensions of all vendors have names with cl_. */
static void read_extensions(parser *p)
{
    for (size_t i = 0; i < p->unit->event_count; ++i) {
        const event *e = &p->unit->events[i];
        size_t length = 0;
        const char *name = e->kind == EVENT_PRAGMA ? preprocess_extension(e->name, &length) : NULL;
        if (!name) continue;
        if (length == 11 && strncmp(name, "cl_khr_fp16", 11) == 0) p->fp16 |= strstr(name, "enable") != NULL;
        else if (strncmp(name, "cl_", 3) != 0 && !(length == 3 && strncmp(name, "all", 3) == 0))
            diagnose_warning(p->d, (location){e->source, e->begin}, "there is no extension '%.*s'", (int)length, name);
    }
}

void parse_note_half(parser *p)
{
    p->result.uses_half |= !p->unevaluated;
}

bool parse_half(parser *p)
{
    p->result.uses_half |= p->fp16 && !p->unevaluated;
    return p->fp16;
}

parsed parse(arena *a, diagnostics *d, const preprocessed *unit, const parse_options *options)
{
    static const parse_options none = {0};
    parser p = {.a = a, .d = d, .options = options ? options : &none, .unit = unit, .at = unit->tokens};
    p.scopes.names.arena = a;
    p.scopes.tags.arena = a;
    p.body.labels.arena = a;
    p.body.callees.arena = a;
    const size_t errors = d->errors;
    read_extensions(&p);
    parse_open_scope(&p);
    p.scopes.file = p.scopes.inner;
    spec_constant_check_text(&p);
    while (!parse_at(&p, TOKEN_END)) external_declaration(&p);
    p.panic = false;
    if (!p.options->skip_bodies) {
        check_recursion(&p);
        if (!p.failed) check_definitions(&p);
        spec_constant_finish(&p);
    }
    /* If a declaration fails because of its type, the reason was not reported yet. */
    if (p.failed && p.complex && d->errors == errors) parse_error(&p, p.complex, "OpenCL C has no complex numbers");
    p.result.failed = p.failed || unit->failed;
    return p.result;
}
