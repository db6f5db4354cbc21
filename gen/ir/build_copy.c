/* Copies by the whole group, OpenCL C 1.2 6.12.10: the first work-item does them at once. A wait for their event is a
 * barrier. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

static ir_value *add_query(builder *b, ir_query what, unsigned d, const token *where)
{
    ir_value *v = ir_add(b->f, b->block, IR_QUERY, IR_U64, where, 0);
    v->query = what;
    v->index = d;
    return v;
}

ir_value *build_is_first(builder *b, const token *where)
{
    ir_value *all = NULL;
    for (unsigned d = 0; d < 3; ++d) {
        ir_value *id = add_query(b, IR_LOCAL_ID, d, where), *zero = build_constant(b, IR_U64, 0);
        ir_value *value = build_binary(b, IR_EQUAL, id, zero, where);
        all = all ? build_binary(b, IR_AND, all, value, where) : value;
    }
    return all;
}

/* Element number `index` of those at distance `step` (NULL: 1). */
static lvalue element_at(builder *b, ir_value *base, ir_value *index, ir_value *step, const type *t, const token *where)
{
    if (step) index = build_binary(b, IR_MULTIPLY, index, step, where);
    ir_value *at = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, where, 2, base, index);
    at->bits = type_size(t);
    return build_at(b, at, t);
}

components build_group_copy(builder *b, const expression *e)
{
    const token *w = e->token;
    const bool strided = strstr(e->builtin->name, "strided") != NULL;
    const bool to_local = type_space(e->operands[0]->type->base) == SPACE_LOCAL;
    const type *t = type_unqualified(b->f->arena, e->operands[0]->type->base);
    /* which has the same layout */
    if (type_is_vector(t) && type_width(t) == 3) t = type_vector(type_element_kind(t), 4);
    ir_value *to = build_number(b, e->operands[0]), *from = build_number(b, e->operands[1]);
    ir_value *count = build_convert(b, IR_I64, build_number(b, e->operands[2]), w);
    ir_value *step = strided ? build_convert(b, IR_I64, build_number(b, e->operands[3]), w) : NULL;
    if (b->f->reason) return (components){0};
    ir_value *event = build_constant(b, IR_I32, 0);
    ir_value *branch = ir_add(b->f, b->block, IR_IF, IR_VOID, w, 1, build_is_first(b, w));
    ir_block *outside = b->block;
    for (int k = 0; k < 2; ++k) branch->blocks[k] = ir_add_block(b->f, b->block, branch);
    b->block = branch->blocks[0];
    ir_variable *i = ir_add_variable(b->f, "copied", IR_I64);
    i->home = b->block;
    ir_add(b->f, b->block, IR_SET, IR_VOID, w, 1, build_constant(b, IR_I64, 0))->variable = i;
    ir_value *loop = ir_add(b->f, b->block, IR_LOOP, IR_VOID, w, 0);
    for (int k = 0; k < 3; ++k) loop->blocks[k] = ir_add_block(b->f, b->block, loop);
    ir_value *index[3];
    for (int k = 0; k < 3; ++k) {
        index[k] = ir_add(b->f, loop->blocks[k], IR_GET, IR_I64, w, 0);
        index[k]->variable = i;
    }
    b->block = loop->blocks[0];
    loop->condition = build_binary(b, IR_LESS, index[0], count, w);
    b->block = loop->blocks[1];
    const lvalue source = element_at(b, from, index[1], to_local ? step : NULL, t, w);
    const lvalue target = element_at(b, to, index[1], to_local ? NULL : step, t, w);
    if (!b->f->reason) {
        const components p = build_read(b, &source, w);
        build_write(b, &target, &p, w);
    }
    b->block = loop->blocks[2];
    ir_value *next = build_binary(b, IR_ADD, index[2], build_constant(b, IR_I64, 1), w);
    ir_add(b->f, b->block, IR_SET, IR_VOID, w, 1, next)->variable = i;
    b->block = outside;
    return (components){{event}, 1};
}
