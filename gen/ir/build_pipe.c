/* Pipes: built-in functions of OpenCL C 2.0, 6.13.16. A pipe is the address of its ring, a reservation a number. The
 * functions of clbundle/native/pipe.h give out slots of packets, and the packets are moved here, whatever their type
 * is: a slot is its distance from the pipe in bytes, or 0 where there is none. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

/* CLK_NULL_RESERVE_ID. */
#define NO_RESERVATION UINT64_MAX

/* The work-items that a function of reservations is for. */
typedef enum reservation_scope { ONE_ITEM, WORK_GROUP, SUB_GROUP } reservation_scope;

static ir_value *operate(builder *b, const char *name, ir_type result, size_t count, ir_value *const *operands,
                         const token *w)
{
    ir_value *v = build_function(b, name, result, w, count, operands);
    v->op = IR_EACH;
    v->bits = IR_U64;
    return v;
}

/* Begins a branch and returns the block outside. */
static ir_block *begin_if(builder *b, ir_value *condition, const token *w)
{
    ir_value *branch = ir_add(b->f, b->block, IR_IF, IR_VOID, w, 1, condition);
    ir_block *outside = b->block;
    for (int k = 0; k < 2; ++k) branch->blocks[k] = ir_add_block(b->f, b->block, branch);
    b->block = branch->blocks[0];
    return outside;
}

/* Moves the packet in `slot` from or to the memory behind the pointer, if there is one. Without a reservation, the
 * slot is then given back. */
static components move_packet(builder *b, const expression *e, ir_value *pipe, ir_value *slot, ir_value *pointer)
{
    const token *w = e->token;
    const bool writes = strcmp(e->builtin->name, "write_pipe") == 0;
    const type *packet = type_unqualified(b->f->arena, e->operands[0]->type->base);
    ir_value *found = build_not_zero(b, slot, w);
    ir_block *outside = begin_if(b, found, w);
    ir_value *at = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, w, 2, pipe, build_convert(b, IR_I64, slot, w));
    at->bits = 1;
    const lvalue in_pipe = build_at(b, at, packet), own = build_at(b, pointer, packet);
    const lvalue *from = writes ? &own : &in_pipe;
    components p = {{writes ? pointer : at}, 1};
    if (!type_is_object(packet)) p = build_read(b, from, w);
    build_copy(b, writes ? &in_pipe : &own, &p, packet, w);
    ir_value *operands[] = {pipe, slot};
    if (e->operand_count == 2) operate(b, "pipe_end", IR_VOID, 2, operands, w);
    b->block = outside;
    ir_value *good = build_constant(b, IR_I32, 0), *bad = build_constant(b, IR_I32, UINT32_MAX);
    return (components){{build_select(b, found, good, bad, w)}, 1};
}

static components access_packet(builder *b, const expression *e)
{
    const token *w = e->token;
    const bool writes = strcmp(e->builtin->name, "write_pipe") == 0, reserved = e->operand_count == 4;
    ir_value *operands[3] = {build_number(b, e->operands[0])};
    for (size_t i = 1; i < 3 && reserved; ++i) operands[i] = build_number(b, e->operands[i]);
    ir_value *pointer = build_number(b, e->operands[e->operand_count - 1]);
    if (b->f->reason) return (components){0};
    const char *name = reserved ? "pipe_packet" : writes ? "pipe_begin_write" : "pipe_begin_read";
    ir_value *slot = operate(b, name, IR_U64, reserved ? 3 : 1, operands, w);
    return move_packet(b, e, operands[0], slot, pointer);
}

static ir_value *get(builder *b, ir_variable *v, const token *w)
{
    ir_value *own = ir_add(b->f, b->block, IR_GET, v->type, w, 0);
    own->variable = v;
    return own;
}

static void set(builder *b, ir_variable *v, ir_value *to, const token *w)
{
    ir_add(b->f, b->block, IR_SET, IR_VOID, w, 1, to)->variable = v;
}

/* The value that the first work-item of the group has. */
static ir_value *share(builder *b, ir_value *v, const token *w)
{
    ir_variable *result = ir_add_variable(b->f, "shared_reservation", v->type);
    result->home = b->block;
    ir_value *collect = ir_make(b->f, IR_COLLECT, IR_VOID, w, 4);
    collect->operands[0] = v;
    for (size_t d = 0; d < 3; ++d) collect->operands[1 + d] = build_constant(b, IR_U64, 0);
    collect->variable = result;
    collect->combination = IR_ONE;
    ir_append(b->f, b->block, collect);
    b->f->has_barrier = true;
    return get(b, result, w);
}

/* One work-item reserves, for all. */
static components reserve(builder *b, const expression *e, reservation_scope scope, const char *name)
{
    const token *w = e->token;
    ir_value *operands[] = {build_number(b, e->operands[0]), build_number(b, e->operands[1])};
    if (b->f->reason) return (components){0};
    if (scope == ONE_ITEM) return (components){{operate(b, name, IR_U64, 2, operands, w)}, 1};
    ir_variable *own = ir_add_variable(b->f, "reservation", IR_U64);
    own->home = b->block;
    set(b, own, build_constant(b, IR_U64, NO_RESERVATION), w);
    ir_value *first = scope == WORK_GROUP ? build_is_first(b, w) : build_sub_group_elect(b, w);
    ir_block *outside = begin_if(b, first, w);
    set(b, own, operate(b, name, IR_U64, 2, operands, w), w);
    b->block = outside;
    ir_value *v = get(b, own, w);
    return (components){{scope == WORK_GROUP ? share(b, v, w) : build_sub_group_first(b, v, w)}, 1};
}

/* One work-item commits when all have accessed their packets. */
static components commit(builder *b, const expression *e, reservation_scope scope)
{
    const token *w = e->token;
    ir_value *operands[] = {build_number(b, e->operands[0]), build_number(b, e->operands[1])};
    if (b->f->reason) return (components){0};
    ir_block *outside = b->block;
    if (scope == WORK_GROUP) {
        b->f->has_barrier = true;
        ir_add(b->f, b->block, IR_BARRIER, IR_VOID, w, 0);
    }
    if (scope != ONE_ITEM) begin_if(b, scope == WORK_GROUP ? build_is_first(b, w) : build_sub_group_elect(b, w), w);
    operate(b, "pipe_commit", IR_VOID, 2, operands, w);
    b->block = outside;
    return (components){0};
}

components build_pipe(builder *b, const expression *e)
{
    const token *w = e->token;
    const char *name = e->builtin->name;
    const reservation_scope scope = strncmp(name, "work_group_", 11) == 0  ? WORK_GROUP
                                    : strncmp(name, "sub_group_", 10) == 0 ? SUB_GROUP
                                                                           : ONE_ITEM;
    name += scope == WORK_GROUP ? 11 : scope == SUB_GROUP ? 10 : 0;
    if (strcmp(name, "read_pipe") == 0 || strcmp(name, "write_pipe") == 0) return access_packet(b, e);
    if (strcmp(name, "reserve_read_pipe") == 0) return reserve(b, e, scope, "pipe_reserve_read");
    if (strcmp(name, "reserve_write_pipe") == 0) return reserve(b, e, scope, "pipe_reserve_write");
    if (strncmp(name, "commit_", 7) == 0) return commit(b, e, scope);
    ir_value *own = build_number(b, e->operands[0]);
    if (b->f->reason) return (components){0};
    if (strcmp(name, "is_valid_reserve_id") == 0) {
        ir_value *valid = build_binary(b, IR_UNEQUAL, own, build_constant(b, IR_U64, NO_RESERVATION), w);
        return (components){{build_convert(b, IR_U8, valid, w)}, 1};
    }
    return (components){{operate(b, strstr(name, "max") ? "pipe_max_packets" : "pipe_num_packets", IR_U32, 1, &own, w)},
                        1};
}
