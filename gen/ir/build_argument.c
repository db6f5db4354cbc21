/* A kernel's parameters. A structure that the kernel only reads stays where the launch keeps it; of others, each
 * work-item has a copy.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include <string.h>

/* A copy of an argument: `object` has it, and items `first` to `end` of the kernel's block make it. */
struct argument_copy {
    ir_variable *object;
    const ir_value *argument;
    size_t first, end;
    bool needed; /* it is written, or its address goes where this file does not follow it */
    struct argument_copy *next;
};

/* Why a parameter of the type is refused. */
static const char *no_argument(arena *a, const type *t)
{
    return arena_printf(a, "the type '%s', which only drivers have", type_spell(a, type_unqualified(a, t)));
}

static void bind_aggregate(builder *b, binding *bound, const symbol *p, unsigned index)
{
    ir_value *made = ir_add(b->f, b->block, IR_ARGUMENT, IR_POINTER, p->token, 0); /* of the launch's copy */
    made->index = index;
    made->symbol = p;
    bound->storage = build_at(b, made, p->type);
    if (!p->assigned && !p->address_taken) return;
    const components whole = {{made}, 1};
    bound->storage = build_storage(b, p->name, p->type, true);
    if (b->f->reason) return;
    argument_copy *copy = ARENA_NEW(b->f->arena, argument_copy);
    *copy = (argument_copy){
        .object = bound->storage.address->variable, .argument = made, .first = b->block->count, .next = b->copies};
    build_copy(b, &bound->storage, &whole, p->type, p->token);
    copy->end = b->block->count;
    b->copies = copy;
}

void build_parameter(builder *b, const symbol *p, unsigned index)
{
    binding *bound = build_bind(b, p);
    const type *t = p->type;
    if (type_is_object(t)) {
        bind_aggregate(b, bound, p, index);
        return;
    }
    if (build_scalar(t) == IR_VOID) {
        build_refuse(b, p->token, no_argument(b->f->arena, t));
        return;
    }
    components value = {.count = type_width(t)};
    for (size_t i = 0; i < value.count; ++i) {
        value.v[i] = ir_add(b->f, b->block, IR_ARGUMENT, build_scalar(t), p->token, 0);
        value.v[i]->index = index;
        value.v[i]->bits = i;
        value.v[i]->symbol = p;
    }
    bound->is_value = !p->assigned && !p->address_taken;
    bound->value = value;
    if (bound->is_value) return;
    bound->storage = build_storage(b, p->name, t, p->address_taken);
    if (!b->f->reason) build_write(b, &bound->storage, &value, p->token);
}

/* ---- copies that are not needed ---- */

typedef struct reads {
    argument_copy **of; /* by a variable's number: the copy in it, or NULL */
    argument_copy **at; /* by a value's number: the copy that this pointer leads into, or NULL */
} reads;

static void find_needed(const reads *r, const ir_block *block)
{
    for (size_t i = 0; i < block->count; ++i) {
        const ir_value *v = block->items[i];
        if (v->op == IR_ADDRESS) r->at[v->number] = r->of[v->variable->number];
        for (size_t k = 0; k < v->operand_count; ++k) {
            argument_copy *copy = r->at[v->operands[k]->number];
            if (!copy) continue;
            if (!block->outer && i >= copy->first && i < copy->end) continue; /* it is being made */
            if (v->op == IR_MOVE && k == 0) r->at[v->number] = copy;
            else if (v->op != IR_LOAD && !(v->op == IR_COPY && k == 1)) copy->needed = true;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_needed(r, v->blocks[k]);
    }
}

static void read_in_place(const reads *r, const ir_block *block)
{
    for (size_t i = 0; i < block->count; ++i) {
        ir_value *v = block->items[i];
        const argument_copy *copy = v->op == IR_ADDRESS ? r->of[v->variable->number] : NULL;
        if (copy && !copy->needed) {
            v->op = IR_ARGUMENT;
            v->index = copy->argument->index;
            v->symbol = copy->argument->symbol;
            v->variable = NULL;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) read_in_place(r, v->blocks[k]);
    }
}

void build_drop_copies(builder *b)
{
    ir_function *f = b->f;
    if (!b->copies) return;
    reads r = {arena_array(f->arena, f->variable_count, sizeof *r.of), arena_array(f->arena, f->values, sizeof *r.at)};
    for (argument_copy *c = b->copies; c; c = c->next) r.of[c->object->number] = c;
    find_needed(&r, f->body);
    read_in_place(&r, f->body);
    /* The last copy first, so that the items of earlier ones keep their numbers. */
    for (const argument_copy *c = b->copies; c; c = c->next) {
        if (c->needed) continue;
        memmove(f->body->items + c->first, f->body->items + c->end, (f->body->count - c->end) * sizeof *f->body->items);
        f->body->count -= c->end - c->first;
    }
    size_t kept = 0;
    for (size_t i = 0; i < f->variable_count; ++i) {
        const argument_copy *c = r.of[i];
        if (c && !c->needed) continue;
        f->variables[kept] = f->variables[i];
        f->variables[kept]->number = (unsigned)kept;
        ++kept;
    }
    f->variable_count = kept;
}
