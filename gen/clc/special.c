/* Specialisation constants whose values are not known: each becomes an argument of the kernel, and of every function
 * that names it or calls one that does. So whoever reads the tree meets parameters and calls, and no constants. */
#include "clc/parse_state.h"

#include "base/name.h"

#include <string.h>

typedef struct special_call {
    symbol *caller;
    expression *call;
} special_call;

enum { PREFIX = sizeof NAME_OF_CONSTANT - 1 };

static bool is_special(const token *t)
{
    return t->kind == TOKEN_IDENTIFIER && t->length > PREFIX && memcmp(t->text, NAME_OF_CONSTANT, PREFIX) == 0;
}

/* The parameter that stands for the constant in the function. */
static symbol *parameter_of(parser *p, symbol *function, size_t number, const token *t)
{
    if (!function->specials)
        function->specials = arena_array(p->a, p->options->special_count, sizeof *function->specials);
    symbol **known = &function->specials[number];
    if (!*known) {
        *known = ARENA_NEW(p->a, symbol);
        **known = (symbol){.kind = SYMBOL_PARAMETER, .name = p->options->specials[number].name, .token = t,
                           .type = p->options->specials[number].type, .function = function, .used = true};
    }
    return *known;
}

expression *special_name(parser *p, const token *t)
{
    size_t number = 0;
    if (!is_special(t)) return NULL;
    for (const char *name; number < p->options->special_count; ++number) {
        name = p->options->specials[number].name;
        if (strlen(name) == t->length - PREFIX && memcmp(name, t->text + PREFIX, t->length - PREFIX) == 0) break;
    }
    if (number == p->options->special_count) return NULL;
    const parse_special *found = &p->options->specials[number];
    p->special = t;
    if (!p->special_met) p->special_met = arena_array(p->a, p->unit->token_count + 1, sizeof *p->special_met);
    p->special_met[parse_index(p, t)] = true;
    if (!p->function) {
        parse_error(p, t, "outside of a function '%s' must be known: list its values in its '@constant'", found->name);
        return make_error(p, t);
    }
    symbol *s = parameter_of(p, p->function, number, t);
    expression *e = make_expression(p, EXPRESSION_SYMBOL, t, s->type);
    e->symbol = s;
    e->lvalue = true;
    return make_cast(p, e, s->type, CONVERSION_NONE); /* a value, that nobody can change or take the address of */
}

void special_note_call(parser *p, expression *call)
{
    if (!p->options->special_count || !p->function) return;
    p->special_calls = arena_reserve(p->a, p->special_calls, p->special_call_count, &p->special_call_capacity,
                                     sizeof *p->special_calls);
    p->special_calls[p->special_call_count++] = (special_call){p->function, call};
}

void special_check_text(parser *p)
{
    for (size_t i = 0; p->options->special_count && i < p->unit->token_count; ++i) {
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

/* A driver replaces the name everywhere: what is no expression would be broken there. */
static void check_uses(parser *p)
{
    for (size_t i = 0; i < p->unit->token_count && !p->failed; ++i) {
        const token *t = &p->unit->tokens[i];
        if (is_special(t) && !(p->special_met && p->special_met[i]))
            parse_error(p, t, "'%.*s' is the name of a '@constant': only a value can stand here where the name does",
                        (int)(t->length - PREFIX), t->text + PREFIX);
    }
}

static void add_parameters(parser *p, symbol *f)
{
    const size_t most = f->parameter_count + p->options->special_count;
    symbol **parameters = arena_array(p->a, most, sizeof *parameters);
    const type **types = arena_array(p->a, most, sizeof *types);
    size_t count = 0;
    for (; count < f->parameter_count; ++count) {
        parameters[count] = f->parameters[count];
        types[count] = f->type->parameters[count];
    }
    for (size_t i = 0; i < p->options->special_count; ++i) {
        if (!f->specials[i]) continue;
        parameters[count] = f->specials[i];
        types[count++] = f->specials[i]->type;
    }
    f->parameters = parameters;
    f->parameter_count = count;
    f->type = type_function(p->a, f->type->base, types, count, f->type->variadic);
}

static void add_arguments(parser *p, const special_call *c)
{
    expression *call = c->call;
    if (!call->symbol->specials) return;
    expression **operands = arena_array(p->a, call->operand_count + p->options->special_count, sizeof *operands);
    for (size_t i = 0; i < call->operand_count; ++i) operands[i] = call->operands[i];
    for (size_t i = 0; i < p->options->special_count; ++i) {
        if (!call->symbol->specials[i]) continue;
        expression *e = make_expression(p, EXPRESSION_SYMBOL, call->token, c->caller->specials[i]->type);
        e->symbol = c->caller->specials[i];
        e->lvalue = true;
        operands[call->operand_count++] = e;
    }
    call->operands = operands;
}

void special_finish(parser *p)
{
    const size_t count = p->options->special_count;
    if (!count) return;
    check_uses(p);
    if (p->failed) return;
    for (size_t i = 0; i < p->result.function_count; ++i)
        for (size_t n = 0; p->result.functions[i]->is_kernel && n < count; ++n)
            (void)parameter_of(p, p->result.functions[i], n, p->result.functions[i]->token);
    for (bool more = true; more;) {
        more = false;
        for (size_t c = 0; c < p->special_call_count; ++c) {
            symbol *caller = p->special_calls[c].caller;
            const symbol *callee = p->special_calls[c].call->symbol;
            for (size_t n = 0; callee->specials && n < count; ++n) {
                if (!callee->specials[n] || (caller->specials && caller->specials[n])) continue;
                (void)parameter_of(p, caller, n, caller->token);
                more = true;
            }
        }
    }
    for (size_t i = 0; i < p->result.function_count; ++i)
        if (p->result.functions[i]->specials) add_parameters(p, p->result.functions[i]);
    for (size_t c = 0; c < p->special_call_count; ++c) add_arguments(p, &p->special_calls[c]);
}
