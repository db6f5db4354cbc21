/* Work-group functions, OpenCL C 2.0 6.13.15: a COLLECT, whose result is a variable. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

static ir_combination combination_of(const char *name)
{
    static const struct {
        const char *end;
        ir_combination combination;
    } ends[] = {{"_all", IR_OF_ALL}, {"_any", IR_OF_ANY}, {"_add", IR_SUM}, {"_min", IR_MIN}, {"_max", IR_MAX}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i)
        if (strcmp(name + strlen(name) - 4, ends[i].end) == 0) return ends[i].combination;
    return IR_ONE;
}

components build_collective(builder *b, const expression *e)
{
    const token *w = e->token;
    const char *name = e->builtin->name;
    const ir_combination combination = combination_of(name);
    const bool halves = build_scalar(e->type) == IR_F16; /* combined as floats, and rounded once */
    const ir_type t = halves ? IR_F32 : build_scalar(e->type);
    ir_value *operands[4];
    size_t count = e->operand_count;
    if (!count || count > 4 || t == IR_VOID)
        return build_refuse(b, w, arena_printf(b->f->arena, "the work-group function '%s' for this type", name));
    for (size_t i = 0; i < count; ++i) {
        operands[i] = build_number(b, e->operands[i]);
        if (i) operands[i] = build_convert(b, IR_U64, operands[i], w);
    }
    if (b->f->reason) return (components){0};
    operands[0] = build_convert(b, t, operands[0], w);
    ir_variable *result = ir_add_variable(b->f, name + strlen("work_group_"), t);
    result->home = b->block;
    ir_value *v = ir_make(b->f, IR_COLLECT, IR_VOID, w, count);
    for (size_t i = 0; i < count; ++i) v->operands[i] = operands[i];
    v->variable = result;
    v->combination = combination;
    v->range = strstr(name, "inclusive") ? IR_UP_TO_HERE : strstr(name, "exclusive") ? IR_BEFORE_HERE : IR_WHOLE;
    ir_append(b->f, b->block, v);
    b->f->has_barrier = true;
    ir_value *got = ir_add(b->f, b->block, IR_GET, t, w, 0);
    got->variable = result;
    return (components){{halves ? build_to_half(b, got, NULL, w) : got}, 1};
}
