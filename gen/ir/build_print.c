/* printf, and strings. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

ir_value *build_string(builder *b, const expression *e)
{
    ir_value *v = ir_add(b->f, b->block, IR_STRING, IR_POINTER, e->token, 0);
    v->name = e->text;
    v->bits = e->text_length;
    return v;
}

/* Fills an array with the string's characters, as many as fit, and zeros. */
void build_characters(builder *b, const lvalue *to, const type *t, const expression *e)
{
    const size_t storage = type_size(t), count = e->text_length < storage ? e->text_length : storage;
    if (storage <= BUILD_LEAVES) {
        for (size_t i = 0; i < storage; ++i) {
            const lvalue one = build_at(b, build_offset(b, to->address, i, e->token), t->base);
            const uint64_t character = i < count ? (unsigned char)e->text[i] : 0;
            const components p = {
                {build_constant(b, one.scalar, one.scalar == IR_I8 ? (uint64_t)(int8_t)character : character)}, 1};
            build_write(b, &one, &p, e->token);
        }
        return;
    }
    ir_add(b->f, b->block, IR_COPY, IR_VOID, e->token, 1, to->address)->bits = storage;
    if (count) ir_add(b->f, b->block, IR_COPY, IR_VOID, e->token, 2, to->address, build_string(b, e))->bits = count;
}

/* Passes a vector by the address of a copy. */
static ir_value *argument(builder *b, const expression *e)
{
    components p = build_value(b, e);
    if (b->f->reason) return NULL;
    if (p.count == 1) return p.v[0];
    const type *of = type_unqualified(b->f->arena, e->type);
    const lvalue storage = build_storage(b, "printed", of, true);
    if (!b->f->reason) build_write(b, &storage, &p, e->token);
    return storage.address;
}

components build_print(builder *b, const expression *e)
{
    ir_value **values = arena_array(b->f->arena, e->operand_count, sizeof *values);
    for (size_t i = 0; i < e->operand_count; ++i) values[i] = argument(b, e->operands[i]);
    if (b->f->reason) return (components){0};
    ir_value *v = ir_make(b->f, IR_PRINT, IR_I32, e->token, e->operand_count);
    for (size_t i = 0; i < e->operand_count; ++i) v->operands[i] = values[i];
    ir_append(b->f, b->block, v);
    return (components){{v}, 1};
}
