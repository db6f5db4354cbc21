/* Integer dot products: cl_khr_integer_dot_product, and Arm's extensions. Four products of bytes fit 32 bits; sums of
 * products of shorts wrap. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

/* The bytes of a uint, as numbers of type t. */
static components unpack(builder *b, ir_value *packed, ir_type t, const token *w)
{
    components p = {.count = 4};
    for (unsigned i = 0; i < 4; ++i)
        p.v[i] =
            build_convert(b, t, build_binary(b, IR_RIGHT, packed, build_constant(b, IR_U32, UINT64_C(8) * i), w), w);
    return p;
}

components build_dot(builder *b, const expression *e)
{
    static const char packed[] = "4x8packed_";
    const token *w = e->token;
    const ir_type t = build_scalar(e->type);
    const char *name = e->builtin->name, *kinds = strstr(name, packed);
    const bool adds = strstr(name, "_acc") != NULL, saturates = strstr(name, "_sat") != NULL;
    components x[2] = {0};
    for (int i = 0; i < 2; ++i) {
        x[i] = build_value(b, e->operands[i]);
        if (b->f->reason) return (components){0};
        if (kinds) x[i] = unpack(b, x[i].v[0], kinds[strlen(packed) + (size_t)i] == 's' ? IR_I8 : IR_U8, w);
    }
    /* Unsigned numbers wrap in C, too. A signed sum of bytes' products always fits. */
    const bool bytes = ir_size(x[0].v[0]->type) == 1;
    const ir_type wide = bytes && t == IR_I32 ? IR_I32 : IR_U32;
    ir_value *sum = NULL;
    for (size_t i = 0; i < x[0].count; ++i) {
        ir_value *left = build_convert(b, wide, x[0].v[i], w), *right = build_convert(b, wide, x[1].v[i], w);
        ir_value *product = build_binary(b, IR_MULTIPLY, left, right, w);
        sum = sum ? build_binary(b, IR_ADD, sum, product, w) : product;
    }
    if (!sum) return build_refuse(b, w, "a dot product of nothing");
    if (adds) {
        ir_value *more = build_number(b, e->operands[2]);
        if (b->f->reason) return (components){0};
        sum = saturates
                  ? build_saturated(b, false, build_convert(b, t, sum, w), more, w)
                  : build_binary(b, IR_ADD, build_convert(b, IR_U32, sum, w), build_convert(b, IR_U32, more, w), w);
    }
    return (components){{build_convert(b, t, sum, w)}, 1};
}
