/* Blocks of OpenCL C 2.0 6.12. A variable of a block is initialised by a block and never assigned, and neither a
 * parameter nor a result is a block, so each call names its block: it is inlined, with what it captured. Knows blocks
 * that are called; must not know how blocks are enqueued. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

/* Copies the variable's value as it is now; or, `before` the block is made, gives the copy its storage. Memory of the
 * group is not copied: it is there once. */
static binding capture(builder *b, const symbol *s, bool before, const token *where)
{
    const binding *bound = build_bound(b, s);
    if (!bound) {
        build_refuse(b, where,
                     arena_printf(b->f->arena, "a block that uses '%s', which is declared in a jump", s->name));
        return (binding){0};
    }
    if (bound->is_value || bound->block || type_space(s->type) == SPACE_LOCAL) return *bound;
    if (before) return (binding){.storage = build_storage(b, s->name, s->type, s->address_taken)};
    binding copy = {.is_value = true, .value = build_read(b, &bound->storage, where)};
    if (b->f->reason || (!type_is_object(s->type) && !s->address_taken)) return copy;
    copy.is_value = false;
    copy.storage = build_storage(b, s->name, s->type, true);
    if (!b->f->reason) build_copy(b, &copy.storage, &copy.value, s->type, where);
    return copy;
}

static const block_value *make_block(builder *b, symbol *function, bool before)
{
    block_value *made = ARENA_NEW(b->f->arena, block_value);
    made->function = function;
    made->captured = arena_array(b->f->arena, function->capture_count + 1, sizeof *made->captured);
    for (size_t i = 0; i < function->capture_count && !b->f->reason; ++i)
        made->captured[i] = capture(b, function->captures[i], before, function->token);
    return b->f->reason ? NULL : made;
}

const block_value *build_block(builder *b, const expression *e)
{
    if (b->f->reason) return NULL;
    switch (e->kind) {
    case EXPRESSION_CLOSURE: return make_block(b, e->symbol, false);
    case EXPRESSION_CAST: return build_block(b, e->left);
    case EXPRESSION_SYMBOL: {
        const binding *bound = build_bound(b, e->symbol);
        if (bound && bound->block) return bound->block;
        /* At program scope, or static: it captures nothing. */
        if (!bound && e->symbol->initialiser) return build_block(b, e->symbol->initialiser);
        break;
    }
    case EXPRESSION_BLOCK: {
        const expression *last = build_but_last(b, e);
        if (last) return build_block(b, last);
        break;
    }
    case EXPRESSION_BINARY:
        if (e->op != OPERATOR_COMMA) break;
        build_value(b, e->left);
        return build_block(b, e->right);
    default: break;
    }
    build_refuse(b, e->token, "a block that is neither written here nor named by its variable");
    return NULL;
}

/* The literal in a variable's initialiser, or NULL: it is another variable. */
static symbol *literal_in(const expression *e)
{
    while (e->kind == EXPRESSION_CAST) e = e->left;
    return e->kind == EXPRESSION_CLOSURE ? e->symbol : NULL;
}

const block_value *build_block_before(builder *b, const expression *e)
{
    symbol *function = literal_in(e);
    return function ? make_block(b, function, true) : build_block(b, e);
}

void build_block_reached(builder *b, const block_value *block, const expression *e)
{
    const symbol *function = literal_in(e);
    for (size_t i = 0; function && i < function->capture_count && !b->f->reason; ++i) {
        const symbol *s = function->captures[i];
        const binding *now = build_bound(b, s), *copy = &block->captured[i];
        if (now->is_value || now->block || type_space(s->type) == SPACE_LOCAL) continue;
        const components value = build_read(b, &now->storage, function->token);
        build_copy(b, &copy->storage, &value, s->type, function->token);
    }
}

components build_invocation(builder *b, const expression *e)
{
    const block_value *block = build_block(b, e->left);
    if (!block) return (components){0};
    components *values = arena_array(b->f->arena, e->operand_count + 1, sizeof *values);
    for (size_t i = 0; i < e->operand_count; ++i) values[i] = build_value(b, e->operands[i]);
    if (b->f->reason) return (components){0};
    return build_inlined(b, block->function, block->captured, values, e->token);
}
