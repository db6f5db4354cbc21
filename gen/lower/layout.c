/* Where objects lie: on the stack, in the group's part of the scratch, in the context or in the spill area. Knows sizes
 * only. See lower.h.
 * SPDX-License-Identifier: MIT */
#include "lower/lower.h"

/* In vectors: objects of at least SPILL_FROM bytes are in the spill area. LANES: most lanes of a vector. In loops,
 * clang may have an object in each of two COPIES of a loop. */
enum { SPILL_FROM = 4096, ALIGN = 128, LANES = 16, COPIES = 2, LOCAL_ALIGN = 64 };

/* The largest vector that a blended store writes: eight lanes of 64 bits. One of them is inside the object. */
enum { MARGIN = 64 };

static size_t rounded(size_t bytes, size_t to)
{
    return (bytes + to - 1) / to * to;
}

static bool has_blended_store(const ir_block *b, const access *accesses)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        const access *a = &accesses[v->number];
        if (v->op == IR_STORE && (a->is_blended || (a->whole && a->whole->is_blended))) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && has_blended_store(v->blocks[k], accesses)) return true;
    }
    return false;
}

/* The context is stored to by blends, too. There the first lanes are active. */
static void lay_out_margins(const passes *p, const access *accesses, lower_layout *l)
{
    if (has_blended_store(p->f->body, accesses)) l->margin = l->margin_behind = MARGIN;
    if (!p->one_by_one && p->regions.context_bytes) l->margin_behind = MARGIN;
    l->fixed = l->margin;
}

static void lay_out_locals(const ir_function *f, lower_layout *l)
{
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *v = f->variables[i];
        if (!v->local) continue;
        l->offset[i] = rounded(l->fixed, v->align > LOCAL_ALIGN ? v->align : LOCAL_ALIGN);
        l->fixed = l->offset[i] + v->size;
    }
    l->fixed = rounded(l->fixed, LOCAL_ALIGN);
}

/* In vectors, each slot takes 32 or 64 bits a lane. The spill area grows downwards, like a stack: a called function
 * gets the address below its caller's objects. */
static void lay_out_vectors(const passes *p, lower_layout *l)
{
    for (size_t i = 0; i < p->f->variable_count; ++i) {
        const ir_variable *v = p->f->variables[i];
        const size_t unit = p->objects.unit[i];
        if (v->local || v->type != IR_VOID || !unit) continue;
        const size_t size = (v->size / unit + 1) * LANES * (unit == 8 ? 8 : 4);
        if (size < SPILL_FROM) {
            l->stack += size;
            continue;
        }
        l->spill += rounded(size, ALIGN);
        l->spill_offset[i] = l->spill;
    }
    l->context = p->regions.context_bytes;
}

/* In loops, all work-items use the same bytes of a large object in turn. */
static void lay_out_loops(const passes *p, size_t spill_from, lower_layout *l)
{
    for (size_t i = 0; i < p->f->variable_count; ++i) {
        const ir_variable *v = p->f->variables[i];
        if (v->local || v->type != IR_VOID || !p->objects.unit[i]) continue;
        if (p->regions.stored && p->regions.stored[i] == STORED_IN_CONTEXT) continue;
        if (v->size < spill_from) {
            l->stack += COPIES * (v->size + v->align);
            continue;
        }
        l->in_scratch[i] = true;
        l->offset[i] = l->fixed;
        l->fixed += rounded(v->size, ALIGN);
    }
}

size_t lower_kept_size(const ir_variable *v)
{
    return v->type != IR_VOID ? ir_size(v->type == IR_BOOL ? IR_I32 : v->type) : rounded(v->size, 8);
}

/* In loops: an array for each variable, the widest elements first. */
static void lay_out_context(const passes *p, lower_layout *l)
{
    for (size_t size = 8; size && p->regions.stored; size /= 2)
        for (size_t i = 0; i < p->f->variable_count; ++i) {
            const ir_variable *v = p->f->variables[i];
            const size_t bytes = lower_kept_size(v);
            if (v->local || p->regions.stored[i] != STORED_IN_CONTEXT || (bytes > 8 ? 8 : bytes) != size) continue;
            l->context_offset[i] = l->context;
            l->context += bytes;
        }
}

lower_layout lower_lay_out(const passes *p, const access *accesses, size_t spill_from)
{
    const ir_function *f = p->f;
    const size_t variables = f->variable_count + 1;
    lower_layout l = {0};
    l.offset = arena_array(f->arena, variables, sizeof *l.offset);
    l.in_scratch = arena_array(f->arena, variables, sizeof *l.in_scratch);
    l.spill_offset = arena_array(f->arena, variables, sizeof *l.spill_offset);
    l.context_offset = arena_array(f->arena, variables, sizeof *l.context_offset);
    lay_out_margins(p, accesses, &l);
    lay_out_locals(f, &l);
    if (p->one_by_one) {
        lay_out_loops(p, spill_from, &l);
        lay_out_context(p, &l);
    } else {
        lay_out_vectors(p, &l);
    }
    return l;
}
