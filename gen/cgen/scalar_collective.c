/* Work-group functions. One thread runs the whole group, so a reduction is a loop over its work-items, in the order
 * of their linear ids; compilers must not change that order. Sums of signed integers wrap. Knows what is combined;
 * must not know regions. See scalar_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/scalar_state.h"

static const char *sum_name(scalar_writer *s, const ir_value *v)
{
    return arena_printf(s->c.a, "all_%u", v->number);
}

/* The neutral element. An exclusive scan shows it; otherwise a sum starts with -0.0, which keeps the sign of a zero. */
static const char *identity(const ir_value *v)
{
    const ir_type t = v->operands[0]->type;
    const bool floating = ir_is_floating(t);
    switch (v->combination) {
    case IR_OF_ALL: return "1";
    case IR_SUM: return floating && v->range != IR_BEFORE_HERE ? "-0.0f" : "0";
    case IR_MIN:
        return floating      ? "__builtin_inff()"
               : t == IR_I32 ? "INT32_MAX"
               : t == IR_U32 ? "UINT32_MAX"
               : t == IR_I64 ? "INT64_MAX"
                             : "UINT64_MAX";
    case IR_MAX: return floating ? "-__builtin_inff()" : t == IR_I32 ? "INT32_MIN" : t == IR_I64 ? "INT64_MIN" : "0";
    default: return "0";
    }
}

void scalar_collect_begin(scalar_writer *s, const ir_value *v)
{
    scalar_line(s, "%s %s = %s;", cgen_c_type(v->variable->type), sum_name(s, v), identity(v));
}

static void write_step(scalar_writer *s, const ir_value *v, const char *all, const char *text)
{
    const ir_type t = v->operands[0]->type;
    const char *name = cgen_c_type(t), *wraps = cgen_unsigned_type(t);
    switch (v->combination) {
    case IR_OF_ALL: scalar_line(s, "%s &= %s != 0;", all, text); break;
    case IR_OF_ANY: scalar_line(s, "%s |= %s != 0;", all, text); break;
    case IR_SUM:
        if (ir_is_floating(t)) scalar_line(s, "%s += %s;", all, text);
        else scalar_line(s, "%s = (%s)((%s)%s + (%s)%s);", all, name, wraps, all, wraps, text);
        break;
    case IR_MIN: scalar_line(s, "%s = %s < %s ? %s : %s;", all, text, all, text, all); break;
    case IR_MAX: scalar_line(s, "%s = %s > %s ? %s : %s;", all, text, all, text, all); break;
    case IR_ONE: {
        static const char *const ids[] = {"lx", "ly", "lz"};
        const char *test = "";
        for (size_t i = 1; i < v->operand_count; ++i)
            test = arena_printf(s->c.a, "%s%s%s == %s", test, i > 1 ? " && " : "", ids[i - 1],
                                scalar_operand(s, v->operands[i], LEVEL_ADD));
        scalar_line(s, "if (%s) %s = %s;", test, all, text);
        break;
    }
    }
}

void scalar_collect_step(scalar_writer *s, const ir_value *v)
{
    const ir_variable *x = v->variable;
    const char *all = sum_name(s, v), *own = arena_printf(s->c.a, "own_%u", v->number);
    scalar_line(s, "const %s %s = %s;", cgen_c_type(v->operands[0]->type), own,
                scalar_operand(s, v->operands[0], LEVEL_CHOICE));
    if (v->range != IR_BEFORE_HERE) write_step(s, v, all, own);
    if (v->range != IR_WHOLE) {
        scalar_line(s, "%s%s = %s;",
                    s->variables.declared[x->number] ? "" : arena_printf(s->c.a, "%s ", cgen_c_type(x->type)),
                    s->c.names.variables[x->number], all);
        s->variables.declared[x->number] = true;
    }
    if (v->range == IR_BEFORE_HERE) write_step(s, v, all, own);
}

void scalar_collect_end(scalar_writer *s, const ir_value *v)
{
    if (v->range == IR_WHOLE) scalar_line(s, "%s = %s;", s->c.names.variables[v->variable->number], sum_name(s, v));
}
