/* Specialisation constants whose values are not known: each becomes an argument of the kernel, and of every function
 * that uses it or calls one that does. Readers of the tree find ordinary parameters and calls, and no constants.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include "base/name.h"

#include <string.h>

typedef struct spec_constant_call {
    symbol *caller;
    expression *call;
} spec_constant_call;

enum { PREFIX = sizeof NAME_OF_CONSTANT - 1 };

static bool is_spec_constant(const token *t)
{
    return t->kind == TOKEN_IDENTIFIER && t->length > PREFIX && memcmp(t->text, NAME_OF_CONSTANT, PREFIX) == 0;
}

/* The parameter that stands for the constant in the function. */
static symbol *parameter_of(parser *p, symbol *function, size_t number, const token *t)
{
    if (!function->spec_constants)
        function->spec_constants = arena_array(p->a, p->options->spec_constant_count, sizeof *function->spec_constants);
    symbol **known = &function->spec_constants[number];
    if (!*known) {
        *known = ARENA_NEW(p->a, symbol);
        **known = (symbol){.kind = SYMBOL_PARAMETER,
                           .name = p->options->spec_constants[number].name,
                           .token = t,
                           .type = p->options->spec_constants[number].type,
                           .function = function,
                           .used = true};
    }
    return *known;
}

expression *spec_constant_name(parser *p, const token *t)
{
    size_t number = 0;
    if (!is_spec_constant(t)) return NULL;
    for (const char *name; number < p->options->spec_constant_count; ++number) {
        name = p->options->spec_constants[number].name;
        if (strlen(name) == t->length - PREFIX && memcmp(name, t->text + PREFIX, t->length - PREFIX) == 0) break;
    }
    if (number == p->options->spec_constant_count) return NULL;
    const parse_spec_constant *found = &p->options->spec_constants[number];
    p->constants.latest = t;
    if (!p->constants.met) p->constants.met = arena_array(p->a, p->unit->token_count + 1, sizeof *p->constants.met);
    p->constants.met[parse_index(p, t)] = true;
    if (!p->body.function) {
        parse_error(p, t, "outside of a function '%s' must be known: list its values in its '@constant'", found->name);
        return make_error(p, t);
    }
    symbol *s = parameter_of(p, p->body.function, number, t);
    expression *e = make_expression(p, EXPRESSION_SYMBOL, t, s->type);
    e->symbol = s;
    e->lvalue = true;
    return make_cast(p, e, s->type,
                     CONVERSION_NONE); /* a value, not an lvalue: it cannot be changed and has no address */
}

void spec_constant_note_call(parser *p, expression *call)
{
    if (!p->options->spec_constant_count || !p->body.function) return;
    p->constants.calls = arena_reserve(p->a, p->constants.calls, p->constants.call_count, &p->constants.call_capacity,
                                       sizeof *p->constants.calls);
    p->constants.calls[p->constants.call_count++] = (spec_constant_call){p->body.function, call};
}

void spec_constant_check_text(parser *p)
{
    for (size_t i = 0; p->options->spec_constant_count && i < p->unit->token_count; ++i) {
        const token *t = &p->unit->tokens[i];
        const bool text = t->kind == TOKEN_STRING;
        size_t at = text ? 0 : 1;
        if (!text && t->kind != TOKEN_IDENTIFIER && t->kind != TOKEN_NUMBER) continue;
        while (at + PREFIX <= t->length && memcmp(t->text + at, NAME_OF_CONSTANT, PREFIX) != 0) ++at;
        if (at + PREFIX > t->length) continue;
        parse_error(p, t, "'%s' makes %s of a constant whose value is not known: list its values in its '@constant'",
                    text ? "#" : "##", text ? "text" : "a name");
    }
}

/* A driver replaces the name everywhere. Where no expression stands, that would break the program. */
static void check_uses(parser *p)
{
    for (size_t i = 0; i < p->unit->token_count && !p->failed; ++i) {
        const token *t = &p->unit->tokens[i];
        if (is_spec_constant(t) && !(p->constants.met && p->constants.met[i]))
            parse_error(p, t, "'%.*s' is the name of a '@constant': only a value can stand here where the name does",
                        (int)(t->length - PREFIX), t->text + PREFIX);
    }
}

static void add_parameters(parser *p, symbol *f)
{
    const size_t most = f->parameter_count + p->options->spec_constant_count;
    symbol **parameters = arena_array(p->a, most, sizeof *parameters);
    const type **types = arena_array(p->a, most, sizeof *types);
    size_t count = 0;
    for (; count < f->parameter_count; ++count) {
        parameters[count] = f->parameters[count];
        types[count] = f->type->parameters[count];
    }
    for (size_t i = 0; i < p->options->spec_constant_count; ++i) {
        if (!f->spec_constants[i]) continue;
        parameters[count] = f->spec_constants[i];
        types[count++] = f->spec_constants[i]->type;
    }
    f->parameters = parameters;
    f->parameter_count = count;
    f->type = type_function(p->a, f->type->base, types, count, f->type->variadic);
}

static void add_arguments(parser *p, const spec_constant_call *c)
{
    expression *call = c->call;
    if (!call->symbol->spec_constants) return;
    expression **operands = arena_array(p->a, call->operand_count + p->options->spec_constant_count, sizeof *operands);
    for (size_t i = 0; i < call->operand_count; ++i) operands[i] = call->operands[i];
    for (size_t i = 0; i < p->options->spec_constant_count; ++i) {
        if (!call->symbol->spec_constants[i]) continue;
        expression *e = make_expression(p, EXPRESSION_SYMBOL, call->token, c->caller->spec_constants[i]->type);
        e->symbol = c->caller->spec_constants[i];
        e->lvalue = true;
        operands[call->operand_count++] = e;
    }
    call->operands = operands;
}

void spec_constant_finish(parser *p)
{
    const size_t count = p->options->spec_constant_count;
    if (!count) return;
    check_uses(p);
    if (p->failed) return;
    for (size_t i = 0; i < p->result.function_count; ++i)
        for (size_t n = 0; p->result.functions[i]->is_kernel && n < count; ++n)
            (void)parameter_of(p, p->result.functions[i], n, p->result.functions[i]->token);
    for (bool more = true; more;) {
        more = false;
        for (size_t c = 0; c < p->constants.call_count; ++c) {
            symbol *caller = p->constants.calls[c].caller;
            const symbol *callee = p->constants.calls[c].call->symbol;
            for (size_t n = 0; callee->spec_constants && n < count; ++n) {
                if (!callee->spec_constants[n] || (caller->spec_constants && caller->spec_constants[n])) continue;
                (void)parameter_of(p, caller, n, caller->token);
                more = true;
            }
        }
    }
    for (size_t i = 0; i < p->result.function_count; ++i)
        if (p->result.functions[i]->spec_constants) add_parameters(p, p->result.functions[i]);
    for (size_t c = 0; c < p->constants.call_count; ++c) add_arguments(p, &p->constants.calls[c]);
}
