/* Calls: of the program's functions, and of built-in ones (OpenCL C 1.2 6.12), whose generic patterns are tried against
 * the arguments by the rules that compilers use for overloaded functions: the best pattern must be at least as good as
 * every other one in each argument, and better in one.
 * Knows types, conversions and the table of built-ins; must not know the grammar.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include "clc/builtin.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MAX_ARGUMENTS = 8 }; /* of a built-in function */

static expression *make_call(parser *p, expression_kind kind, const token *t, const type *result,
                             expression **arguments, size_t count)
{
    expression *e = make_expression(p, kind, t, result);
    e->operands = arguments;
    e->operand_count = count;
    for (size_t i = 0; i < count; ++i) note_depth(p, e, arguments[i]);
    return e;
}

static void note_callee(parser *p, symbol *callee)
{
    callee->used = true;
    if (!p->body.function || p->unevaluated) return;
    symbol *f = p->body.function;
    const size_t known = (uintptr_t)map_get(&p->body.callees, (const char *)&callee, sizeof callee);
    if (known) {
        if (!p->body.closure) f->calls_directly[known - 1] = true;
        return;
    }
    if (f->callee_count == p->body.callee_capacity) {
        p->body.callee_capacity = p->body.callee_capacity ? p->body.callee_capacity * 2 : 8;
        f->callees = arena_grow(p->a, f->callees, f->callee_count, p->body.callee_capacity, sizeof *f->callees);
        f->calls_directly =
            arena_grow(p->a, f->calls_directly, f->callee_count, p->body.callee_capacity, sizeof *f->calls_directly);
    }
    f->calls_directly[f->callee_count] = !p->body.closure;
    f->callees[f->callee_count++] = callee;
    symbol **key = ARENA_NEW(p->a, symbol *);
    *key = callee;
    *map_at(&p->body.callees, (const char *)key, sizeof *key) = (void *)(uintptr_t)f->callee_count;
}

void parse_note_callees(parser *p, const symbol *closure)
{
    if (map_get(&p->body.callees, (const char *)&closure, sizeof closure)) return;
    const symbol **key = ARENA_NEW(p->a, const symbol *);
    *key = closure;
    *map_at(&p->body.callees, (const char *)key, sizeof *key) = p;
    for (size_t i = 0; i < closure->callee_count; ++i) note_callee(p, closure->callees[i]);
}

/* Of functions with the attribute overloadable: the one that fits best. */
static symbol *choose_overload(parser *p, symbol *first, expression **arguments, size_t count)
{
    symbol *best = NULL;
    int best_score = -1;
    for (symbol *s = first; s; s = s->overload) {
        if (s->parameter_count != count) continue;
        int score = 0;
        for (size_t i = 0; i < count && score >= 0; ++i) {
            const fit f = convert_fit(p, arguments[i], s->type->parameters[i]);
            score = f == FIT_NONE ? -1 : score + (int)f;
        }
        if (score > best_score) {
            best = s;
            best_score = score;
        }
    }
    return best ? best : first;
}

static expression *call_function(parser *p, const token *t, symbol *f, const token *name, expression **arguments,
                                 size_t count)
{
    if (f->overload) f = choose_overload(p, f, arguments, count);
    const type *type = f->type;
    const size_t wanted = type->parameter_count;
    note_callee(p, f);
    if (count != wanted) {
        parse_error(p, name, "'%s' takes %zu argument%s, but %zu %s given", f->name, wanted, wanted == 1 ? "" : "s",
                    count, count == 1 ? "is" : "are");
        if (!p->panic) token_note(p->d, f->token, "'%s' is declared here", f->name);
        return make_error(p, name);
    }
    bool failed = type->base->kind == TYPE_ERROR;
    for (size_t i = 0; i < count; ++i) {
        const symbol *parameter = i < f->parameter_count ? f->parameters[i] : NULL;
        char what[CONVERSION_PURPOSE];
        if (parameter && parameter->name[0])
            snprintf(what, sizeof what, "for parameter '%.100s' of '%.100s'", parameter->name, f->name);
        else snprintf(what, sizeof what, "for argument %zu of '%.100s'", i + 1, f->name);
        arguments[i] = convert_to(p, arguments[i], type->parameters[i], what);
        failed |= is_error(arguments[i]);
    }
    (void)t;
    if (failed) return make_error(p, name);
    expression *e = make_call(p, EXPRESSION_CALL, name, type_unqualified(p->a, type->base), arguments, count);
    e->symbol = f;
    spec_constant_note_call(p, e);
    return e;
}

/* Built-in functions */

typedef struct candidate {
    const builtin_name *name;
    builtin_binding binding;
    fit fits[MAX_ARGUMENTS];
    bool exact;
    bool poor; /* an argument fits poorly: the pattern is used only if no other one fits */
} candidate;

/* 1: a is better, -1: b is, 0: neither. */
static int compare_candidates(const candidate *a, const candidate *b, size_t count)
{
    bool better = false, worse = false;
    if (a->poor != b->poor) return a->poor ? -1 : 1;
    for (size_t i = 0; i < count; ++i) {
        better |= a->fits[i] > b->fits[i];
        worse |= a->fits[i] < b->fits[i];
    }
    return better == worse ? 0 : better ? 1 : -1;
}

typedef struct search {
    parser *p;
    expression **arguments;
    size_t count;
    candidate best;
    bool found, ambiguous, right_count;
    arena scratch;  /* of the types that are tried */
    bool verifying; /* second round: tests whether the best pattern is better than every other one */
} search;

static void try_candidate(search *s, const builtin_name *name, const builtin_binding *binding)
{
    candidate c = {.name = name, .binding = *binding, .exact = true};
    for (size_t i = 0; i < s->count; ++i) {
        const type *t = builtin_word(&s->scratch, name->pattern, i + 1, binding);
        c.fits[i] = convert_fit(s->p, s->arguments[i], t);
        if (c.fits[i] == FIT_NONE) return;
        /* A poor conversion between pointers is an error between a pointer and a number. */
        if (c.fits[i] <= FIT_POOR && s->arguments[i]->type->kind != t->kind) return;
        c.exact &= c.fits[i] >= FIT_QUALIFICATION;
        c.poor |= c.fits[i] <= FIT_POOR;
    }
    const int order = s->found ? compare_candidates(&c, &s->best, s->count) : 1;
    if (!s->verifying) {
        s->found = true;
        if (order > 0) s->best = c;
        return;
    }
    if (order < 0) return;
    /* Two patterns with the same types are treated as one. */
    bool same = true;
    for (size_t i = 0; i <= s->count && same; ++i)
        same = type_equal(builtin_word(&s->scratch, name->pattern, i, binding),
                          builtin_word(&s->scratch, s->best.name->pattern, i, &s->best.binding), false);
    s->ambiguous |= !same;
}

/* All spaces, and all widths of M, for one element and width. */
static void try_spaces(search *s, const builtin_name *name, builtin_binding binding)
{
    static const size_t widths[] = {2, 4, 8, 16};
    const bool other = builtin_has_other(name->pattern);
    for (address_space space = SPACE_PRIVATE; space <= SPACE_GENERIC; ++space) {
        if (!builtin_has_space(name->pattern, space, s->p->options->generic_pointers)) continue;
        binding.space = space;
        for (size_t i = 0; i < (other ? sizeof widths / sizeof *widths : 1); ++i) {
            binding.other = other ? widths[i] : 0;
            try_candidate(s, name, &binding);
            if (s->found && s->best.exact) return; /* no pattern can be better */
        }
    }
}

/* The element kind that the type of an argument suggests. */
static type_kind suggested(const type *t)
{
    if (t->kind == TYPE_POINTER) t = t->base;
    if (t->kind == TYPE_ATOMIC) t = t->base;
    return type_element_kind(t);
}

static void search_patterns(search *s, const builtin_name *names)
{
    static const size_t widths[] = {1, 2, 3, 4, 8, 16};
    /* First the element kinds that the arguments' own types suggest: an exact match ends the search. Then all kinds,
     * and then all once more to verify the best one. */
    for (int round = 0; round < 3; ++round) {
        const bool all = round > 0;
        s->verifying = round == 2;
        for (const builtin_name *n = names; n; n = n->next) {
            const builtin *b = n->pattern;
            if (builtin_parameters(b) != s->count || s->count > MAX_ARGUMENTS) continue;
            s->right_count = true;
            const bool generic = b->elements[0] != '\0', sized = b->widths[0] != '\0';
            for (int kind = TYPE_CHAR; kind <= TYPE_DOUBLE; ++kind) {
                if (generic ? !builtin_has_element(b, (type_kind)kind) : kind != TYPE_CHAR) continue;
                for (size_t w = 0; w < sizeof widths / sizeof *widths; ++w) {
                    const size_t width = n->width ? n->width : widths[w];
                    if (n->width ? w > 0 : sized ? !builtin_has_width(b, width) : w > 0) continue;
                    bool hinted = !generic;
                    for (size_t i = 0; i < s->count && !hinted; ++i) {
                        const type *t = s->arguments[i]->type;
                        hinted = suggested(t) == (type_kind)kind;
                    }
                    /* Without the pragma only halves among the arguments ask for halves, so that no other call
                     * becomes ambiguous. */
                    if (!hinted && (!all || (kind == TYPE_HALF && !s->p->fp16))) continue;
                    try_spaces(s, n,
                               (builtin_binding){.element = (type_kind)kind,
                                                 .width = width,
                                                 .first = s->count > 0 ? s->arguments[0]->type : NULL});
                    if (s->found && s->best.exact) return;
                }
            }
        }
        if (!all) s->found = false;
    }
}

static const char *argument_types(parser *p, expression **arguments, size_t count)
{
    const char *text = "";
    for (size_t i = 0; i < count && i < 16; ++i)
        text = arena_printf(p->a, "%s%s%s", text, i ? ", " : "",
                            type_spell(p->a, type_unqualified(p->a, arguments[i]->type)));
    return text;
}

static builtin_call *make_builtin(parser *p, const builtin *entry, const token *name, size_t count, const type ***types)
{
    builtin_call *call = ARENA_NEW(p->a, builtin_call);
    *types = arena_array(p->a, count, sizeof **types);
    call->entry = entry;
    call->name = token_text(p->a, name);
    call->parameters = *types;
    call->parameter_count = count;
    return call;
}

static expression *finish_builtin(parser *p, builtin_call *call, const token *name, const type *result,
                                  expression **arguments, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        char what[CONVERSION_PURPOSE];
        snprintf(what, sizeof what, "for argument %zu of '%.100s'", i + 1, call->name);
        if (i < call->parameter_count) arguments[i] = convert_to(p, arguments[i], call->parameters[i], what);
        if (is_error(arguments[i])) return make_error(p, name);
    }
    expression *e = make_call(p, EXPRESSION_BUILTIN, name, result, arguments, count);
    e->builtin = call;
    return e;
}

/* printf: 6.12.13. A float becomes a double as in C, where the format does not say otherwise. */
static expression *call_printf(parser *p, const builtin *entry, const token *name, expression **arguments, size_t count)
{
    if (count == 0) {
        parse_error(p, name, "'printf' needs a format");
        return make_error(p, name);
    }
    const type **types;
    builtin_call *call = make_builtin(p, entry, name, 1, &types);
    types[0] = builtin_word(p->a, entry, 1, &(builtin_binding){.width = 1});
    for (size_t i = 1; i < count; ++i) {
        expression *e = arguments[i];
        if (type_is_vector(e->type) || e->type->kind == TYPE_POINTER) continue;
        if (!type_is_arithmetic(e->type)) {
            parse_error(p, e->token, "'printf' cannot print '%s'", type_spell(p->a, type_unqualified(p->a, e->type)));
            return make_error(p, name);
        }
        const bool floating = type_is_floating(e->type);
        arguments[i] = convert_number(p, e, floating ? type_basic(TYPE_DOUBLE) : promoted(p, e->type));
    }
    return finish_builtin(p, call, name, type_basic(TYPE_INT), arguments, count);
}

static const builtin convert_entry = {BUILTIN_CONVERT, "convert_", "", "", "", 0};
static const builtin as_entry = {BUILTIN_AS, "as_", "", "", "", 0};

/* A value reinterpreted as another type, or converted to it: convert_T, 6.2.3; as_T and __builtin_astype, 6.2.4.2. */
typedef struct conversion_call {
    const type *to;
    bool converts, saturate;
    const char *rounding; /* "rte" and the like, or NULL */
} conversion_call;

static expression *call_to(parser *p, const token *name, const conversion_call *how, expression **arguments)
{
    const type *to = how->to;
    if (arguments[0]->type->kind == TYPE_ENUM)
        arguments[0] = convert_number(p, arguments[0], promoted(p, arguments[0]->type));
    const type *from = arguments[0]->type;
    const char *spelled = type_spell(p->a, type_unqualified(p->a, from));
    const char *problem = NULL;
    if (!type_is_number(from)) {
        problem = "it works on numbers and vectors";
    } else if (how->converts && type_width(from) != type_width(to)) {
        problem = "the numbers of components differ (6.2.3)";
    } else if (!how->converts) {
        /* A vector of three may be reinterpreted as one of four: 6.2.4.2. */
        const size_t a = type_size(from), b = type_size(to);
        if (a != b) problem = "the sizes differ (6.2.4.2)";
        else if (from->kind == TYPE_BOOL) problem = "a bool has no representation";
    }
    if (problem) {
        parse_error(p, name, "'%.*s' cannot take a '%s': %s", (int)name->length, name->text, spelled, problem);
        return make_error(p, name);
    }
    const type **types;
    builtin_call *call = make_builtin(p, how->converts ? &convert_entry : &as_entry, name, 1, &types);
    types[0] = type_unqualified(p->a, from);
    call->saturate = how->saturate;
    call->rounding = how->rounding;
    expression *e = finish_builtin(p, call, name, to, arguments, 1);
    e->is_constant = false;
    return e;
}

/* NULL if the name is neither convert_T nor as_T. */
static expression *call_conversion(parser *p, const token *name, expression **arguments, size_t count)
{
    conversion_call how = {0};
    how.to = builtin_conversion(name->text, name->length, &how.saturate, &how.rounding);
    how.converts = how.to != NULL;
    if (!how.to) how.to = builtin_reinterpretation(name->text, name->length);
    if (!how.to) return NULL;
    if (count != 1) {
        parse_error(p, name, "'%.*s' takes 1 argument, but %zu are given", (int)name->length, name->text, count);
        return make_error(p, name);
    }
    return call_to(p, name, &how, arguments);
}

expression *apply_astype(parser *p, const token *name, expression *e, const type *to, bool converts)
{
    e = read_value(p, e);
    if (is_error(e) || to->kind == TYPE_ERROR) return make_error(p, name);
    to = type_unqualified(p->a, to);
    /* Functions that make a handle of a constant of its size: CLK_NULL_EVENT and similar ones. */
    if (!converts && type_is_handle(to) && type_is_number(e->type) && type_size(e->type) == type_size(to))
        return make_cast(p, e, to, CONVERSION_NULL);
    if (!type_is_number(to)) {
        parse_error(p, name, "'%.*s' cannot make a '%s'", (int)name->length, name->text, type_spell(p->a, to));
        return make_error(p, name);
    }
    expression **arguments = arena_array(p->a, 1, sizeof *arguments);
    arguments[0] = e;
    return call_to(p, name, &(conversion_call){.to = to, .converts = converts}, arguments);
}

static void explain_no_match(parser *p, const search *s, const builtin_name *names, const token *name)
{
    const char *types = argument_types(p, s->arguments, s->count);
    const int length = (int)name->length;
    if (!s->right_count) {
        size_t least = SIZE_MAX, most = 0;
        for (const builtin_name *n = names; n; n = n->next) {
            const size_t count = builtin_parameters(n->pattern);
            if (count < least) least = count;
            if (count > most) most = count;
        }
        if (least == most)
            parse_error(p, name, "'%.*s' takes %zu argument%s, but %zu %s given", length, name->text, most,
                        most == 1 ? "" : "s", s->count, s->count == 1 ? "is" : "are");
        else
            parse_error(p, name, "'%.*s' takes %zu to %zu arguments, but %zu %s given", length, name->text, least, most,
                        s->count, s->count == 1 ? "is" : "are");
        return;
    }
    if (names->pattern->class_ == BUILTIN_IMAGE && s->count > 0 && s->arguments[0]->type->kind == TYPE_IMAGE) {
        const bool reads = strncmp(names->pattern->name, "read", 4) == 0;
        const image_access access = s->arguments[0]->type->access;
        if (reads ? access == ACCESS_WRITE : access == ACCESS_READ && names->pattern->name[0] == 'w') {
            parse_error(p, name, "'%.*s' on a %s image", length, name->text, reads ? "__write_only" : "__read_only");
            return;
        }
    }
    parse_error(p, name, "'%.*s' does not take (%s)", length, name->text, types);
}

/* Notes the features that a device must have for the call, beside those of the types that it names. */
static void note_features(parsed *result, const token *name, expression **arguments, size_t count)
{
    const char *text = name->text;
    const type *first = count > 0 ? arguments[0]->type : NULL,
               *object = first && first->kind == TYPE_POINTER ? first->base : NULL;
    if (object && object->kind == TYPE_ATOMIC) object = object->base;
    if (name->length > 4 && memcmp(text, "atom", 4) == 0 && object && type_size(object) == 8)
        result->uses_long_atomics = true;
    if (name->length > 5 && memcmp(text, "write", 5) == 0 && first && first->kind == TYPE_IMAGE &&
        first->image == IMAGE_3D)
        result->writes_volumes = true;
    if (first && first->kind == TYPE_PIPE) result->uses_pipes = true;
    for (size_t i = 0; i + 9 <= name->length; ++i)
        if (memcmp(text + i, "sub_group", 9) == 0) result->uses_sub_groups = true;
}

/* Whether work-items may wait for each other in the function. */
static bool waits(builtin_class class_, const token *name)
{
    const size_t length = strlen("work_group_");
    if (class_ == BUILTIN_ASYNC) return token_is(name, "wait_group_events");
    if (class_ == BUILTIN_PIPE)
        return name->length > length &&
               (memcmp(name->text, "work_group_", length) == 0 || memcmp(name->text, "sub_group_", length - 1) == 0);
    return class_ == BUILTIN_BARRIER || class_ == BUILTIN_COLLECTIVE || class_ == BUILTIN_SUB_GROUP;
}

/* The patterns of a name, kept for the next call. */
static const builtin_name *find_patterns(parser *p, const token *name)
{
    p->body.builtins.arena = p->a;
    builtin_name *found = map_get(&p->body.builtins, name->text, name->length);
    if (found) return found;
    found = builtin_find(p->a, name->text, name->length, parse_version(p));
    if (found) *map_at(&p->body.builtins, name->text, name->length) = found;
    return found;
}

static expression *call_patterns(parser *p, const token *name, const builtin_name *names, expression **arguments,
                                 size_t count);

static expression *call_builtin(parser *p, const token *name, expression **arguments, size_t count)
{
    expression *special = call_conversion(p, name, arguments, count);
    if (!special) special = closure_builtin(p, name, arguments, count);
    if (!special) special = compiler_builtin(p, name, arguments, count);
    if (special) return special;
    const builtin_name *names = find_patterns(p, name);
    if (!names) {
        const bool second = builtin_find(p->a, name->text, name->length, UINT_MAX) != NULL;
        const char *why = parse_explain_unknown(p, name, false);
        if (second)
            parse_error(p, name, "'%.*s' is a function of OpenCL C 2.0: it needs the option -cl-std=CL2.0",
                        (int)name->length, name->text);
        else parse_error(p, name, "unknown function '%.*s'%s", (int)name->length, name->text, why);
        return make_error(p, name);
    }
    return call_patterns(p, name, names, arguments, count);
}

expression *apply_own_builtin(parser *p, const token *name, expression **arguments, size_t count)
{
    expression *special = call_conversion(p, name, arguments, count);
    if (special) return special;
    return call_patterns(p, name, builtin_find(p->a, name->text, name->length, UINT_MAX), arguments, count);
}

static expression *call_patterns(parser *p, const token *name, const builtin_name *names, expression **arguments,
                                 size_t count)
{
    if (names->pattern->class_ == BUILTIN_PRINTF) return call_printf(p, names->pattern, name, arguments, count);
    search s = {.p = p, .arguments = arguments, .count = count};
    search_patterns(&s, names);
    arena_free(&s.scratch);
    if (!s.found) {
        explain_no_match(p, &s, names, name);
        return make_error(p, name);
    }
    const candidate *best = &s.best;
    const builtin_class class_ = best->name->pattern->class_;
    if (s.ambiguous) {
        parse_error(p, name, "'%.*s' is ambiguous for (%s): cast the arguments to one type", (int)name->length,
                    name->text, argument_types(p, arguments, count));
        return make_error(p, name);
    }
    if (p->body.function && waits(class_, name)) p->body.function->calls_barrier = true;
    if (p->body.function && (class_ == BUILTIN_ATOMIC || class_ == BUILTIN_ATOMIC_OBJECT || class_ == BUILTIN_PIPE))
        p->body.function->calls_atomic = true;
    if (p->body.function && class_ == BUILTIN_SPACE) p->body.function->asks_space = true;
    if (best->binding.element == TYPE_HALF) parse_note_half(p);
    if (!p->unevaluated) note_features(&p->result, name, arguments, count);
    const type **types;
    builtin_call *call = make_builtin(p, best->name->pattern, name, count, &types);
    for (size_t i = 0; i < count; ++i) types[i] = builtin_word(p->a, best->name->pattern, i + 1, &best->binding);
    call->rounding = best->name->rounding;
    const type *result = builtin_word(p->a, best->name->pattern, 0, &best->binding);
    return finish_builtin(p, call, name, result, arguments, count);
}

expression *apply_call(parser *p, const token *t, symbol *callee, const token *name, expression **arguments,
                       size_t count)
{
    bool failed = false;
    for (size_t i = 0; i < count; ++i) {
        if (callee == NULL || callee->kind == SYMBOL_FUNCTION) arguments[i] = read_value(p, arguments[i]);
        failed |= is_error(arguments[i]);
        if (!is_error(arguments[i]) && arguments[i]->type->kind == TYPE_VOID) {
            parse_error(p, arguments[i]->token, "argument %zu has no value: it is void", i + 1);
            failed = true;
        }
    }
    if (callee && callee->kind != SYMBOL_FUNCTION) {
        parse_error(p, name, "'%s' is not a function", callee->name);
        return make_error(p, name);
    }
    if (failed) return make_error(p, name);
    return callee ? call_function(p, t, callee, name, arguments, count) : call_builtin(p, name, arguments, count);
}
