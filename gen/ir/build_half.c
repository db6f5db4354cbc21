/* Half precision: stored as such, computed in float. Results of + - * / are rounded once, since a float has more than
 * twice as many digits. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

ir_value *build_of_half(builder *b, ir_value *v, const token *where)
{
    return v->type == IR_F16 ? build_function(b, "of_half", IR_F32, where, 1, &v) : v;
}

ir_value *build_to_half(builder *b, ir_value *v, const char *rounding, const token *where)
{
    if (v->type == IR_F16) return v;
    ir_value *wide = build_convert(b, IR_F64, v, where);
    const char *name = arena_printf(b->f->arena, "to_half_%s", rounding ? rounding : "rte");
    return build_function(b, name, IR_F16, where, 1, &wide);
}

/* vload_half and vstore_half, scalar or vector; vloada_ and vstorea_, where three components have the layout of four.
 */
components build_half_in_memory(builder *b, const expression *e)
{
    const bool stores = strncmp(e->builtin->name, "vstore", 6) == 0;
    const bool aligned = strncmp(e->builtin->name, stores ? "vstorea" : "vloada", stores ? 7 : 6) == 0;
    components p = {0};
    if (stores) p = build_value(b, e->operands[0]);
    const type *of = stores ? e->operands[0]->type : e->type;
    ir_value *offset = build_convert(b, IR_I64, build_number(b, e->operands[stores]), e->token);
    ir_value *base = build_number(b, e->operands[stores + 1]);
    if (b->f->reason) return (components){0};
    lvalue l = {.scalar = IR_F16, .count = type_width(of)};
    l.address = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, e->token, 2, base, offset);
    l.address->bits = (aligned && l.count == 3 ? 4 : l.count) * ir_size(IR_F16);
    for (size_t i = 0; i < l.count; ++i) l.indices[i] = (unsigned char)i;
    if (stores) {
        for (size_t i = 0; i < p.count; ++i) p.v[i] = build_to_half(b, p.v[i], e->builtin->rounding, e->token);
        build_write(b, &l, &p, e->token);
        return (components){0};
    }
    p = build_read(b, &l, e->token);
    for (size_t i = 0; i < p.count; ++i) p.v[i] = build_of_half(b, p.v[i], e->token);
    return p;
}
