/* See sizes.h. In loops, every value and variable with a name counts: without optimisation, compilers keep them on the
 * stack. In vectors, private objects count; compilers keep the rest in registers, or in the frame, whose size is
 * bounded.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/sizes.h"

/* Bytes of stack that compilers need beside what is counted. In loops: of a group's function, and of a called one. In
 * vectors: of a group's; of a called function, of one that is inlined, and for its live ranges at most. LANES: most
 * lanes of a vector. */
enum {
    GROUP_FRAME = 2048,
    CALLED_FRAME = 256,
    VECTORS_FRAME = 1024,
    CALLED_VECTORS_FRAME = 768,
    INLINED_FRAME = 256,
    LIVE = 4608,
    LANES = 16,
    WORD = 8
};

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* ---- names in loops ---- */

typedef struct measure {
    const lowered *l;
    size_t stack;
    size_t copies;             /* how often the present code is written */
    unsigned char *mask_bytes; /* by the number of the first value of a pack of predicates: bytes of an element */
} measure;

/* A value, or a vector of `count`, which may need as much again for its alignment. */
static void count_bytes(measure *m, size_t size, unsigned count)
{
    const size_t bytes = size * count;
    m->stack += (bytes > WORD ? bytes * 2 : WORD) * m->copies;
}

static void count_variable(measure *m, const ir_variable *v)
{
    if (v->local || v->type == IR_VOID || m->l->expressions.is_chosen[v->number]) return;
    count_bytes(m, ir_size(v->type), m->l->names.is_packed[v->number] && !v->component ? v->components : 1);
}

static void count_pack(measure *m, const value_pack *r)
{
    const ir_value *v = r->of[0];
    size_t size = ir_size(v->type);
    if (v->type == IR_BOOL) { /* a mask as wide as the compared elements */
        const ir_value *x = v->operand_count ? v->operands[0] : NULL;
        size = !x                   ? WORD
               : x->type != IR_BOOL ? ir_size(x->type)
                                    : m->mask_bytes[m->l->p->packs.of[x->number]->of[0]->number];
        m->mask_bytes[v->number] = (unsigned char)size;
    }
    count_bytes(m, size, r->count);
}

static void count_block(measure *m, const ir_block *b);

static void count_item(measure *m, const ir_value *v)
{
    const lower_names *names = &m->l->names;
    const value_pack *r = m->l->p->packs.of ? m->l->p->packs.of[v->number] : NULL;
    if (!ir_has_effect(v) && !names->uses[v->number]) return;
    if (r && v->op != IR_LOAD && v->op != IR_STORE) {
        if (v->op != IR_SET && v == r->of[v->op == IR_GET ? 0 : r->count - 1]) count_pack(m, r);
        return;
    }
    if (v->op == IR_LOAD && names->is_vector[v->number]) count_bytes(m, ir_size(v->type), v->components);
    if (names->is_named[v->number]) count_bytes(m, ir_size(v->type), 1);
    for (int k = 0; k < 3; ++k)
        if (v->blocks[k]) count_block(m, v->blocks[k]);
}

static void count_block(measure *m, const ir_block *b)
{
    for (const ir_variable *v = lower_first_at(m->l, b); v; v = lower_next_at(m->l, v)) count_variable(m, v);
    for (size_t i = 0; i < b->count; ++i) count_item(m, b->items[i]);
}

static void count_region(measure *m, const lower_region *r)
{
    const regions_result *regions = &m->l->p->regions;
    if (r->is_replicated) m->copies = m->l->p->replicas;
    if (!r->number)
        for (const ir_variable *v = lower_first_at(m->l, m->l->f->body); v; v = lower_next_at(m->l, v))
            count_variable(m, v);
    for (size_t i = 0; r->number && i < r->use_count; ++i) {
        const ir_variable *v = r->uses[i].variable;
        if (v->local) continue;
        const bool is_own = regions->stored[v->number] == STORED_IN_REGION &&
                            regions->region_of_variable[v->number] == r->number &&
                            (!v->home->owner || regions->grouped[v->home->owner->number]);
        if (is_own || (regions->stored[v->number] == STORED_IN_CONTEXT && r->uses[i].sets_first)) count_variable(m, v);
    }
    for (size_t i = 0; i < r->count; ++i) count_item(m, r->items[i]);
    m->copies = 1;
}

static void count_steps(measure *m, const lower_steps *s)
{
    const regions_result *regions = &m->l->p->regions;
    for (const ir_variable *v = lower_first_at(m->l, s->block); v && regions->stored; v = lower_next_at(m->l, v))
        if (!v->local && regions->stored[v->number] == STORED_FOR_GROUP) count_variable(m, v);
    for (size_t i = 0; i < s->count; ++i) {
        const lower_step *step = &s->items[i];
        if (step->kind == STEP_VALUE && m->l->names.is_named[step->value->number])
            count_bytes(m, ir_size(step->value->type), 1);
        if (step->region) count_region(m, step->region);
        for (int k = 0; k < 3; ++k)
            if (step->blocks[k]) count_steps(m, step->blocks[k]);
    }
}

static size_t measure_names(const lowered *l)
{
    measure m = {.l = l, .copies = 1};
    m.mask_bytes = arena_array(l->f->arena, l->f->values + 1, sizeof *m.mask_bytes);
    if (l->steps) count_steps(&m, l->steps);
    else count_block(&m, l->f->body);
    return m.stack;
}

/* ---- called functions ---- */

/* The most that one of the functions needs. */
static lower_sizes measure_called(const lowered *l)
{
    lower_sizes most = {0};
    for (size_t i = 0; i < l->f->values; ++i) {
        const lower_called *c = l->calls[i].callee;
        if (!c) continue;
        most.fixed = larger(most.fixed, c->sizes.fixed);
        most.spill = larger(most.spill, c->sizes.spill);
        most.stack = larger(most.stack, c->sizes.stack);
    }
    return most;
}

/* ---- functions ---- */

static size_t frame_of(const lowered *l)
{
    const ir_function *f = l->f;
    size_t bytes = 0;
    if (l->p->one_by_one) return f->is_called ? CALLED_FRAME : GROUP_FRAME;
    if (!f->is_called) return VECTORS_FRAME;
    if (lower_is_inlined(f->kernel)) return INLINED_FRAME;
    for (size_t i = 0; i < f->variable_count && bytes < LIVE; ++i) {
        const ir_variable *v = f->variables[i];
        if (v->type == IR_VOID || l->p->shapes.variables[i].kind != SHAPE_VARYING) continue;
        bytes += LANES * (ir_size(v->type) == 8 ? (size_t)8 : (size_t)4);
    }
    return CALLED_VECTORS_FRAME + (bytes < LIVE ? bytes : LIVE);
}

static bool has_objects_in_scratch(const lowered *l)
{
    for (size_t i = 0; i < l->f->variable_count; ++i)
        if (l->layout.in_scratch[i]) return true;
    return false;
}

lower_sizes sizes_find(const lowered *l)
{
    const lower_sizes called = measure_called(l);
    lower_sizes s = {.called_fixed = called.fixed, .context = l->layout.context};
    s.fixed = l->layout.fixed + called.fixed + l->layout.margin_behind;
    s.spill = l->layout.spill + called.spill;
    s.stack = l->layout.stack + called.stack + frame_of(l);
    if (!l->p->one_by_one) return s;
    s.stack += measure_names(l);
    if (l->p->replicas) { /* only large objects are not on the stack */
        s.stack += s.fixed + s.context * l->p->replicas;
        s.context = 0;
        if (!has_objects_in_scratch(l) && !called.fixed) s.fixed = 0;
    }
    return s;
}

/* ---- dump ---- */

static void print_line(const lowered *l, buffer *out)
{
    buffer_addf(out, "%zu bytes of stack; %zu bytes of scratch a group, %zu a work-item; spill area: %zu bytes\n",
                l->sizes.stack, l->sizes.fixed, l->sizes.context, l->sizes.spill);
}

static void print_called(const lowered *l, unsigned depth, map *known, buffer *out)
{
    for (size_t i = 0; i < l->f->values; ++i) {
        const lower_called *c = l->calls[i].callee;
        if (!c) continue;
        void **seen = map_at(known, (const char *)&l->calls[i].callee, sizeof c);
        for (unsigned n = 0; n < depth; ++n) buffer_adds(out, "  ");
        buffer_addf(out, "%%%zu calls %s: ", i, c->form->f->kernel->name);
        if (*seen) {
            buffer_adds(out, "as above\n");
            continue;
        }
        *seen = (void *)c;
        print_line(c->form, out);
        print_called(c->form, depth + 1, known, out);
    }
}

void sizes_print(const lowered *l, buffer *out)
{
    map known = {.arena = l->f->arena};
    if (l->f->reason || l->reason) {
        buffer_addf(out, "refused: %s\n", l->f->reason ? l->f->reason : l->reason);
        return;
    }
    print_line(l, out);
    print_called(l, 1, &known, out);
}
