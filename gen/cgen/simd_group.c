/* Work-groups in vectors: the group's control flow, and the loops over work-items between barriers. See simd_state.h.
 */
#include "cgen/simd_state.h"

#include <string.h>

/* ---- sizes ---- */

/* Writes the values that the guard's bound is made of. */
static void write_limit(simd_writer *s, const ir_value *v)
{
    for (size_t i = 0; i < v->operand_count; ++i) write_limit(s, v->operands[i]);
    if (!s->text[v->number]) simd_value(s, v);
}

static void write_sizes(simd_writer *s)
{
    static const char names[] = "xyz";
    const symbol *kernel = s->f->kernel;
    for (size_t d = 0; d < 3; ++d) {
        const char n = names[d];
        const char *size = kernel->attributes.has_reqd_size
                               ? arena_printf(s->a, "%zu", (size_t)kernel->attributes.reqd_size[d])
                               : arena_printf(s->a, "w->range->local[%zu]", d);
        simd_line(s, "const size_t s%c = %s, b%c = w->base[%zu];", n, size, n, d);
    }
    const ir_value *limit = s->p->guards.limits[0];
    if (!limit) {
        simd_line(s, "const size_t nx = sx;");
    } else {
        write_limit(s, limit);
        const char *bound = simd_scalar(s, limit);
        if (ir_is_signed(limit->type)) simd_line(s, "const uint64_t ex = %s < 0 ? 0 : (uint64_t)%s;", bound, bound);
        else simd_line(s, "const uint64_t ex = %s;", bound);
        simd_line(s, "const size_t nx = ex <= bx ? 0 : ex - bx < sx ? (size_t)(ex - bx) : sx;");
    }
    /* If ids exceed 32 bits, each vector has one active lane. */
    simd_line(s, "const size_t step = (bx + nx) >> 31 ? 1 : CLBN_SIMD_W;");
    if (s->p->regions.context_bytes) simd_line(s, "char *const context = scratch + %zu;", s->fixed);
    if (s->p->regions.context_bytes) simd_line(s, "const size_t items = sx * sy * sz;");
}

/* ---- regions ---- */

typedef struct region {
    ir_value *const *items;
    size_t count;
    unsigned number; /* 0: the whole kernel */
    bool *gets, *sets; /* by a variable's number: it is in the context and read, or set */
} region;

static void find_context(const simd_writer *s, const ir_block *b, region *r);

static void find_context_in(const simd_writer *s, ir_value *const *items, size_t count, region *r)
{
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = items[i];
        if (v->op == IR_GET) r->gets[v->variable->number] = true;
        if (v->op == IR_SET) r->sets[v->variable->number] = true;
        const ir_variable *root = v->op == IR_LOAD || v->op == IR_STORE ? s->p->objects.root[v->operands[0]->number] : NULL;
        if (root) r->gets[root->number] = true;
        if (root && v->op == IR_STORE) r->sets[root->number] = true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_context(s, v->blocks[k], r);
    }
}

static void find_context(const simd_writer *s, const ir_block *b, region *r)
{
    find_context_in(s, b->items, b->count, r);
}

static bool is_kept(const simd_writer *s, const region *r, size_t i)
{
    return r->number && s->p->regions.stored[i] == STORED_IN_CONTEXT && (r->gets[i] || r->sets[i]);
}

static const char *context_address(simd_writer *s, const ir_variable *v)
{
    const unsigned size = ir_size(v->type) == 8 ? 8 : 4;
    return arena_printf(s->a, "context + %zu * items + (row + lx) * %u", s->p->regions.offset[v->number], size);
}

/* Copies a private object from the context, or back into it. */
static void move_object(simd_writer *s, const ir_variable *v, bool back)
{
    const unsigned size = s->p->objects.unit[v->number] == 8 ? 8 : 4;
    const char letter = size == 8 ? 'l' : 'i', *name = simd_variable(s, v);
    const char *address =
        arena_printf(s->a, "context + (%zu + at * %u) * items + (row + lx) * %u", s->p->regions.offset[v->number], size, size);
    simd_line(s, "for (size_t at = 0; at < %zu; ++at)", passes_units(s->p, v));
    if (back && s->mask)
        simd_line(s, "    CLBN(simd_put_row_%c)(%s, %s, %s[at]);", letter, simd_narrow(s, s->mask), address, name);
    else if (back) simd_line(s, "    CLBN(simd_put_all_%c)(%s, %s[at]);", letter, address, name);
    else if (s->mask)
        simd_line(s, "    %s[at] = CLBN(simd_row_%c)(%s, %s);", name, letter, simd_narrow(s, s->mask), address);
    else simd_line(s, "    %s[at] = CLBN(simd_all_%c)(%s);", name, letter, address);
}

/* Declares the context variables of the region, with their values. */
static void get_context(simd_writer *s, const region *r)
{
    for (size_t i = 0; i < s->f->variable_count; ++i) {
        const ir_variable *v = s->f->variables[i];
        if (!is_kept(s, r, i)) continue;
        if (v->type == IR_VOID) {
            simd_declare(s, v);
            move_object(s, v, false);
            continue;
        }
        const char letter = cgen_letter(v->type), *address = context_address(s, v);
        const char *value =
            s->mask ? arena_printf(s->a, "CLBN(simd_row_%c)(%s, %s)", letter, simd_narrow(s, s->mask), address)
                    : arena_printf(s->a, "CLBN(simd_all_%c)(%s)", letter, address);
        if (v->type == IR_BOOL) {
            value = arena_printf(s->a, "CLBN(simd_ne_i)(%s, CLBN(simd_splat_i)(0))", value);
            if (s->wide) value = arena_printf(s->a, "CLBN(wide_of)(%s)", value);
        }
        simd_line(s, "%s %s = %s;", simd_vector_type(s, v->type), simd_variable(s, v), value);
    }
}

static void put_context(simd_writer *s, const region *r)
{
    for (size_t i = 0; i < s->f->variable_count; ++i) {
        const ir_variable *v = s->f->variables[i];
        if (!is_kept(s, r, i) || !r->sets[i]) continue;
        if (v->type == IR_VOID) {
            move_object(s, v, true);
            continue;
        }
        const char letter = cgen_letter(v->type), *address = context_address(s, v), *value = simd_variable(s, v);
        if (v->type == IR_BOOL) value = simd_pick(s, IR_I32, value, "CLBN(simd_splat_i)(-1)", "CLBN(simd_splat_i)(0)");
        if (s->mask) simd_line(s, "CLBN(simd_put_row_%c)(%s, %s, %s);", letter, simd_narrow(s, s->mask), address, value);
        else simd_line(s, "CLBN(simd_put_all_%c)(%s, %s);", letter, address, value);
    }
}

/* Forgets names of values: each copy of a region gives its own. */
static void forget_values(simd_writer *s)
{
    for (size_t i = 0; i < s->f->values; ++i)
        if (!s->p->regions.once || !s->p->regions.once[i]) s->text[i] = s->component_text[i] = NULL;
    memset(s->jumped, 0, s->f->values + 1);
    memset(s->went_on, 0, s->f->values + 1);
    s->scope = NULL;
    s->may_diverge = false;
    s->copy = ++s->copies;
}

static void write_copy(simd_writer *s, const region *r, const char *mask)
{
    forget_values(s);
    s->mask = mask;
    for (size_t i = 0; i < s->f->variable_count; ++i) {
        const ir_variable *v = s->f->variables[i];
        if (v->local) continue;
        if (!r->number ? v->home == s->f->body
                       : s->p->regions.stored[i] == STORED_IN_REGION && s->p->regions.region_of_variable[i] == r->number &&
                             (!v->home->owner || s->p->regions.grouped[v->home->owner->number]))
            simd_declare(s, v);
    }
    if (r->number) get_context(s, r);
    simd_items(s, r->items, r->count);
    s->at = NULL;
    if (r->number) put_context(s, r);
}

/* Opens a block in which nx counts the work-items along x that the region's guard lets through. */
static void write_bound(simd_writer *s, const region_guard *g)
{
    const char *bound = simd_scalar(s, g->bound);
    simd_open(s);
    const char *wide = arena_printf(s->a, "(uint64_t)%s", bound);
    if (g->inclusive) wide = arena_printf(s->a, "%s + (%s != UINT64_MAX)", wide, wide);
    if (ir_is_signed(g->bound->type)) wide = arena_printf(s->a, "%s < 0 ? 0 : %s", bound, wide);
    simd_line(s, "const uint64_t ex = %s;", wide);
    const char *from = g->id->query == IR_GLOBAL_ID ? "bx" : "0";
    simd_line(s, "const size_t nr = ex <= %s ? 0 : ex - %s < nx ? (size_t)(ex - %s) : nx, nx = nr;", from, from, from);
}

enum { TWICE = 1500 }; /* most values of a region that is written both for full masks and for the rest */

/* A called function with one call is inlined by the compiler. */
static size_t count_written(const simd_writer *s, ir_value *const *items, size_t count)
{
    size_t written = 0;
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = items[i];
        if (v->op == IR_INVOKE && !cgen_is_inlined(v->symbol)) written += TWICE;
        written += ir_has_effect(v) || (s->uses[v->number] && !ir_is_leaf(v));
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) written += count_written(s, v->blocks[k]->items, v->blocks[k]->count);
    }
    return written;
}

/* How many work-items of a row share a vector: one, where a value that is taken for exact would wrap. */
static const char *write_step(simd_writer *s)
{
    const char *all = NULL;
    for (size_t i = 0; i < s->p->shapes.premise_count; ++i) {
        const shape_premise *premise = &s->p->shapes.premises[i];
        const char *own = simd_premise(s, premise);
        all = all ? arena_printf(s->a, "%s && %s", all, own) : own;
    }
    if (!all) return "step";
    simd_line(s, "const size_t width = %s ? step : 1;", all);
    return "width";
}

static void write_region(simd_writer *s, region *r)
{
    bool any = false;
    for (size_t i = 0; i < r->count; ++i) any |= ir_has_effect(r->items[i]);
    if (!any) return;
    r->gets = arena_array(s->a, s->f->variable_count + 1, sizeof(bool));
    r->sets = arena_array(s->a, s->f->variable_count + 1, sizeof(bool));
    find_context_in(s, r->items, r->count, r);
    s->at = NULL;
    region_guard g = {NULL, NULL, NULL, false};
    if (r->number) g = guards_find_of_region(s->p, r->items, r->count);
    s->guard = g.branch;
    if (g.branch) {
        write_bound(s, &g);
        --s->uses[g.branch->operands[0]->number];
    }
    simd_line(s, "for (size_t lz = 0; lz < sz; ++lz)");
    simd_line(s, "for (size_t ly = 0; ly < sy; ++ly) {");
    ++s->indent;
    simd_line(s, "size_t lx = 0;");
    if (s->p->regions.context_bytes) simd_line(s, "const size_t row = (lz * sy + ly) * sx;");
    const char *step = write_step(s);
    if (count_written(s, r->items, r->count) <= TWICE) {
        simd_line(s, "if (%s > 1)", step);
        simd_line(s, "for (; nx - lx >= CLBN_SIMD_W; lx += CLBN_SIMD_W) {");
        ++s->indent;
        write_copy(s, r, NULL);
        simd_close(s);
    }
    simd_line(s, "for (; lx < nx; lx += %s) {", step);
    ++s->indent;
    simd_line(s, "const CLBN(%s_mask) m0 = CLBN(%s_first)(nx - lx < %s ? nx - lx : %s);", simd_masks(s),
              simd_masks(s), step, step);
    write_copy(s, r, "m0");
    simd_close(s);
    simd_close(s);
    if (g.branch) simd_close(s);
    s->scope = NULL;
    s->mask = NULL;
    s->guard = NULL;
}

/* ---- the group's control ---- */

static void write_grouped(simd_writer *s, const ir_block *b);

static void write_construct(simd_writer *s, const ir_value *v)
{
    switch (v->op) {
    case IR_IF:
        simd_line(s, "if (%s) {", simd_scalar(s, v->operands[0]));
        ++s->indent;
        write_grouped(s, v->blocks[0]);
        if (v->blocks[1]->count) {
            --s->indent;
            simd_line(s, "} else {");
            ++s->indent;
            write_grouped(s, v->blocks[1]);
        }
        simd_close(s);
        break;
    case IR_LOOP:
        simd_open(s);
        simd_line(s, "for (;;) {");
        ++s->indent;
        for (int i = 0; i < 3; ++i) {
            const int k = v->test_last ? (i + 1) % 3 : i;
            if (k == 2) simd_line(s, "%s: __attribute__((unused));", simd_label(s, "next", v));
            if (k == 1) simd_open(s);
            write_grouped(s, v->blocks[k]);
            if (k == 1) simd_close(s);
            if (k == 0 && v->condition) simd_line(s, "if (!(%s)) break;", simd_scalar(s, v->condition));
        }
        simd_close(s);
        simd_line(s, "%s: __attribute__((unused));", simd_label(s, "end", v));
        simd_close(s);
        break;
    default:
        simd_open(s);
        write_grouped(s, v->blocks[0]);
        simd_line(s, "%s: __attribute__((unused));", simd_label(s, "end", v));
        simd_close(s);
    }
}

static void write_grouped(simd_writer *s, const ir_block *b)
{
    const passes *p = s->p;
    ir_value **open = arena_array(s->a, b->count + 1, sizeof *open);
    region r = {.items = open};
    for (size_t i = 0; i < s->f->variable_count; ++i) {
        const ir_variable *v = s->f->variables[i];
        if (v->home == b && !v->local && p->regions.stored[i] == STORED_FOR_GROUP) simd_declare(s, v);
    }
    for (size_t i = 0; i <= b->count && !s->f->reason; ++i) {
        ir_value *v = i < b->count ? b->items[i] : NULL;
        s->at = v ? v->token : NULL;
        /* What the group computes has no effect on the region before its end. */
        if (v && p->regions.once[v->number] && v->op != IR_SET && v->op != IR_LOAD) {
            if (s->uses[v->number]) simd_value(s, v);
            continue;
        }
        if (v && !p->regions.once[v->number] && !p->regions.region[v->number] && !ir_has_effect(v))
            continue; /* an argument or a constant */
        if (v && p->regions.region[v->number] && (!r.number || r.number == p->regions.region[v->number])) {
            r.number = p->regions.region[v->number];
            open[r.count++] = v;
            continue;
        }
        if (r.count) write_region(s, &r);
        r.count = 0;
        r.number = 0;
        if (!v) break;
        if (p->regions.region[v->number]) --i; /* it begins the next region */
        else if (p->regions.grouped[v->number]) write_construct(s, v);
        else if (v->op == IR_SET) simd_set(s, v);
        else if (v->op == IR_LOAD) simd_value(s, v);
        else if (v->op == IR_LEAVE || v->op == IR_CONTINUE) simd_jump(s, v);
    }
}

void simd_group(simd_writer *s)
{
    write_sizes(s);
    if (s->f->has_barrier) {
        memset(s->text, 0, (s->f->values + 1) * sizeof *s->text);
        write_grouped(s, s->f->body);
        return;
    }
    region r = {.items = s->f->body->items, .count = s->f->body->count};
    write_region(s, &r);
}
