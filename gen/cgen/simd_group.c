/* Work-groups in vectors: the group's control flow, and the loops over work-items between barriers. See simd_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/group.h"
#include "cgen/simd_state.h"

#include <string.h>

/* ---- sizes ---- */

/* Writes the values that the guard's bound is made of. */
static void write_limit(simd_writer *s, const ir_value *v)
{
    for (size_t i = 0; i < v->operand_count; ++i) write_limit(s, v->operands[i]);
    if (!*simd_text(s, v)) simd_value(s, v);
}

static void write_sizes(simd_writer *s)
{
    static const char names[] = "xyz";
    const symbol *kernel = s->c.f->kernel;
    for (size_t d = 0; d < 3; ++d) {
        const char n = names[d];
        const char *size = kernel->attributes.has_reqd_size
                               ? arena_printf(s->c.a, "%zu", (size_t)kernel->attributes.reqd_size[d])
                               : arena_printf(s->c.a, "w->range->local[%zu]", d);
        simd_line(s, "const size_t s%c = %s, b%c = w->base[%zu];", n, size, n, d);
    }
    for (size_t d = 0; d < 3; ++d) {
        const char n = names[d];
        const ir_value *limit = s->c.p->guards.limits[d];
        if (!limit) {
            simd_line(s, "const size_t n%c = s%c;", n, n);
            continue;
        }
        write_limit(s, limit);
        const char *bound = simd_scalar(s, limit);
        if (ir_is_signed(limit->type)) simd_line(s, "const uint64_t e%c = %s < 0 ? 0 : (uint64_t)%s;", n, bound, bound);
        else simd_line(s, "const uint64_t e%c = %s;", n, bound);
        simd_line(s, "const size_t n%c = e%c <= b%c ? 0 : e%c - b%c < s%c ? (size_t)(e%c - b%c) : s%c;", n, n, n, n, n,
                  n, n, n, n);
    }
    /* If ids exceed 32 bits, each vector has one active lane. */
    simd_line(s, "const size_t step = (bx + nx) >> 31 ? 1 : CLBN_SIMD_W;");
    if (s->c.p->regions.context_bytes) simd_line(s, "char *const context = scratch + %zu;", s->c.l->layout.fixed);
    if (s->c.p->regions.context_bytes) simd_line(s, "const size_t items = sx * sy * sz;");
}

/* ---- regions ---- */

/* Whether the use is of a variable in the context. */
static bool is_kept(const simd_writer *s, const lower_region *r, const lower_use *u)
{
    return r->number && s->c.p->regions.stored[u->variable->number] == STORED_IN_CONTEXT && (u->gets || u->sets);
}

static const char *context_address(simd_writer *s, const ir_variable *v)
{
    const unsigned size = ir_size(v->type) == 8 ? 8 : 4;
    return arena_printf(s->c.a, "context + %zu * items + (%s + %s) * %u", s->c.p->regions.offset[v->number],
                        simd_row(s), simd_local_id(s, 0), size);
}

/* Copies a private object from the context, or back into it. */
static void move_object(simd_writer *s, const ir_variable *v, const char *mask, bool back)
{
    const unsigned size = s->c.p->objects.unit[v->number] == 8 ? 8 : 4;
    const char *code = size == 8 ? "l" : "i", *name = simd_variable(s, v);
    const char *address = arena_printf(s->c.a, "context + (%zu + at * %u) * items + (%s + %s) * %u",
                                       s->c.p->regions.offset[v->number], size, simd_row(s), simd_local_id(s, 0), size);
    simd_line(s, "for (size_t at = 0; at < %zu; ++at)", passes_units(s->c.p, v));
    if (back && mask)
        simd_line(s, "    %s(%s, %s, %s[at]);", simd_put(s, "contiguous", code, true), mask, address, name);
    else if (back) simd_line(s, "    %s(%s, %s[at]);", simd_memory(s, "put_all", code), address, name);
    else if (mask) simd_line(s, "    %s[at] = %s(%s, %s);", name, simd_memory(s, "contiguous", code), mask, address);
    else simd_line(s, "    %s[at] = %s(%s);", name, simd_memory(s, "all", code), address);
}

/* A variable in the context, and the mask of the work-items or NULL. */
typedef struct kept_variable {
    const ir_variable *variable;
    const char *mask;
} kept_variable;

static void get_kept(simd_writer *s, const void *what)
{
    const kept_variable *kept = what;
    const ir_variable *v = kept->variable;
    if (v->type == IR_VOID) {
        simd_declare(s, v);
        move_object(s, v, kept->mask, false);
        return;
    }
    const char code[] = {cgen_letter(v->type), '\0'}, *address = context_address(s, v);
    const char *value =
        kept->mask ? arena_printf(s->c.a, "%s(%s, %s)", simd_memory(s, "contiguous", code), kept->mask, address)
                   : arena_printf(s->c.a, "%s(%s)", simd_memory(s, "all", code), address);
    if (v->type == IR_BOOL) {
        value = arena_printf(s->c.a, "CLBN(simd_ne_i)(%s, CLBN(simd_splat_i)(0))", value);
        if (s->c.p->packs.wide) value = arena_printf(s->c.a, "CLBN(wide_of)(%s)", value);
    }
    simd_line(s, "%s %s = %s;", simd_vector_type(s, v->type), simd_variable(s, v), value);
}

static void put_kept(simd_writer *s, const void *what)
{
    const kept_variable *kept = what;
    const ir_variable *v = kept->variable;
    if (v->type == IR_VOID) {
        move_object(s, v, kept->mask, true);
        return;
    }
    const char code[] = {cgen_letter(v->type), '\0'}, *address = context_address(s, v), *value = simd_variable(s, v);
    if (v->type == IR_BOOL) value = simd_pick(s, IR_I32, value, "CLBN(simd_splat_i)(-1)", "CLBN(simd_splat_i)(0)");
    if (kept->mask) simd_line(s, "%s(%s, %s, %s);", simd_put(s, "contiguous", code, true), kept->mask, address, value);
    else simd_line(s, "%s(%s, %s);", simd_memory(s, "put_all", code), address, value);
}

/* Declares the context variables of the region, with their values. */
static void get_context(simd_writer *s, const lower_region *r, const char *mask)
{
    for (size_t i = 0; i < r->use_count; ++i)
        if (is_kept(s, r, &r->uses[i]))
            simd_each_strand(s, true, get_kept, &(kept_variable){r->uses[i].variable, mask});
}

static void put_context(simd_writer *s, const lower_region *r, const char *mask)
{
    for (size_t i = 0; i < r->use_count; ++i)
        if (is_kept(s, r, &r->uses[i]) && r->uses[i].sets)
            simd_each_strand(s, true, put_kept, &(kept_variable){r->uses[i].variable, mask});
}

/* Forgets names of values: each copy of a region gives its own. */
static void forget_values(simd_writer *s)
{
    for (size_t i = 0; i < s->c.f->values; ++i)
        if (!s->c.p->regions.once || !s->c.p->regions.once[i]) simd_forget(s, i);
}

static void write_version(simd_writer *s, const lower_region *r, const lower_code *c)
{
    const char *mask = simd_narrow(s, simd_mask_name(s, c->mask));
    forget_values(s);
    for (size_t i = 0; i < s->c.f->variable_count; ++i) {
        const ir_variable *v = s->c.f->variables[i];
        if (v->local) continue;
        if (!r->number
                ? v->home == s->c.f->body
                : s->c.p->regions.stored[i] == STORED_IN_REGION && s->c.p->regions.region_of_variable[i] == r->number &&
                      (!v->home->owner || s->c.p->regions.grouped[v->home->owner->number]))
            simd_declare(s, v);
    }
    if (r->number) get_context(s, r, mask);
    simd_code(s, c);
    s->c.w.at = NULL;
    if (r->number) put_context(s, r, mask);
}

/* The code that most vectors run: it may become longer. */
static void write_most(simd_writer *s, const lower_region *r)
{
    s->unrolls = true;
    write_version(s, r, r->code.full);
    s->unrolls = false;
}

/* Opens a block in which nx counts the work-items along x that the region's guard lets through. */
static void write_bound(simd_writer *s, const region_guard *g)
{
    const char *bound = simd_scalar(s, g->bound);
    simd_open(s);
    const char *wide = arena_printf(s->c.a, "(uint64_t)%s", bound);
    if (g->inclusive) wide = arena_printf(s->c.a, "%s + (%s != UINT64_MAX)", wide, wide);
    if (ir_is_signed(g->bound->type)) wide = arena_printf(s->c.a, "%s < 0 ? 0 : %s", bound, wide);
    simd_line(s, "const uint64_t ex = %s;", wide);
    const char *from = g->id->query == IR_GLOBAL_ID ? "bx" : "0";
    simd_line(s, "const size_t nr = ex <= %s ? 0 : ex - %s < nx ? (size_t)(ex - %s) : nx, nx = nr;", from, from, from);
}

/* How many work-items share a vector: one, if a value that is taken for exact would wrap in some row. */
static const char *write_step(simd_writer *s, const lower_region *r)
{
    const unsigned rows = s->here.strands ? s->here.strands->count : 1;
    const char *all = NULL;
    if (s->c.f->asks_lane && !s->c.f->in_lanes) /* no vector has lanes of two sub-groups */
        all = arena_printf(s->c.a, "%u %% CLBN_SIMD_W == 0 && (sx %% CLBN_SIMD_W == 0 || sy * sz == 1)",
                           (unsigned)s->c.f->sub_group_size);
    for (s->here.strand = 0; s->here.strand < rows; ++s->here.strand)
        for (size_t i = 0; i < s->c.p->shapes.premise_count; ++i) {
            if (!(r->premises >> i & 1)) continue;
            const char *text = simd_premise(s, &s->c.p->shapes.premises[i]);
            all = all ? arena_printf(s->c.a, "%s && %s", all, text) : text;
        }
    s->here.strand = 0;
    if (!all) return "step";
    simd_line(s, "const size_t width = %s ? step : 1;", all);
    return "width";
}

/* The vectors of several strands beside each other. */
static void write_strands(simd_writer *s, const lower_region *r, const char *step)
{
    const unsigned count = r->strands->count;
    simd_line(s, "if (%s > 1%s)", step, r->strands->is_apart ? " && CLBN_SIMD_W <= 8" : "");
    simd_line(s, "for (; nx - lx >= %u * CLBN_SIMD_W; lx += %u * CLBN_SIMD_W) {", count, count);
    ++s->c.w.indent;
    simd_begin_strands(s, r->strands);
    write_most(s, r);
    simd_end_strands(s);
    simd_close(s);
}

/* Sets `done` to the work-items of this row that the strands of several rows have computed: those of whole vectors.
 * Rows that are long enough have strands along x. */
static void write_rows(simd_writer *s, const lower_region *r)
{
    const unsigned count = r->rows->count;
    simd_line(s, "if (ly %% %u == 0) done = 0;", count);
    if (r->strands)
        simd_line(s, "if (ly %% %u == 0 && ny - ly >= %u && nx < %u * CLBN_SIMD_W) {", count, count, r->strands->count);
    else simd_line(s, "if (ly %% %u == 0 && ny - ly >= %u) {", count, count);
    ++s->c.w.indent;
    simd_begin_strands(s, r->rows);
    if (r->premises) simd_line(s, "const size_t lx = 0;");
    const char *step = write_step(s, r);
    /* Rows are not adjacent where an id as an int goes beyond its range. */
    simd_line(s, "if (%s > 1%s%s)", step, r->rows->is_apart ? " && CLBN_SIMD_W <= 8" : "",
              r->rows->adjacent ? " && !((by + ny) >> 31)" : "");
    simd_line(s, "for (; nx - done >= CLBN_SIMD_W; done += CLBN_SIMD_W) {");
    ++s->c.w.indent;
    simd_line(s, "const size_t lx = done;");
    write_most(s, r);
    simd_close(s);
    simd_end_strands(s);
    simd_close(s);
}

static void write_region(simd_writer *s, const lower_region *r)
{
    s->c.w.at = NULL;
    const region_guard *g = &r->guard;
    if (g->branch) write_bound(s, g);
    simd_line(s, "for (size_t lz = 0; lz < nz; ++lz)");
    if (r->rows) simd_line(s, "for (size_t ly = 0, done = 0; ly < ny; ++ly) {");
    else simd_line(s, "for (size_t ly = 0; ly < ny; ++ly) {");
    ++s->c.w.indent;
    if (s->c.p->regions.context_bytes) simd_line(s, "const size_t row = (lz * sy + ly) * sx;");
    if (r->rows) write_rows(s, r);
    simd_line(s, "size_t lx = %s;", r->rows ? "done" : "0");
    const char *step = write_step(s, r);
    if (r->strands) write_strands(s, r, step);
    if (r->code.full) {
        simd_line(s, "if (%s > 1)", step);
        simd_line(s, "for (; nx - lx >= CLBN_SIMD_W; lx += CLBN_SIMD_W) {");
        ++s->c.w.indent;
        if (r->strands || r->rows) write_version(s, r, r->code.full);
        else write_most(s, r);
        simd_close(s);
    }
    simd_line(s, "for (; lx < nx; lx += %s) {", step);
    ++s->c.w.indent;
    simd_line(s, "const CLBN(%s_mask) m0 = CLBN(%s_first)(nx - lx < %s ? nx - lx : %s);", simd_masks(s), simd_masks(s),
              step, step);
    write_version(s, r, r->code.partial);
    simd_close(s);
    simd_close(s);
    if (g->branch) simd_close(s);
}

/* ---- the group's control ---- */

/* Lines of what ends a region are taken for the generated code's own. */
static void begin_step(void *w, const lower_step *step)
{
    const bool known = step && step->value && !step->ends_region;
    ((simd_writer *)w)->c.w.at = known ? step->value->token : NULL;
}

static void declare(void *w, const ir_variable *v)
{
    simd_declare(w, v);
}

static void value(void *w, const ir_value *v)
{
    simd_writer *s = w;
    if (v->op == IR_LOAD || s->c.l->names.uses[v->number]) simd_value(s, v);
}

static void set(void *w, const ir_block *b, size_t index)
{
    simd_set(w, b->items[index]);
}
static void jump(void *w, const ir_value *v)
{
    simd_jump(w, v);
}
static void region(void *w, const lower_region *r)
{
    write_region(w, r);
}

static void begin_branch(void *w, const ir_value *v)
{
    simd_writer *s = w;
    simd_line(s, "if (%s) {", simd_scalar(s, v->operands[0]));
    ++s->c.w.indent;
}

static void begin_else(void *w)
{
    simd_writer *s = w;
    --s->c.w.indent;
    simd_line(s, "} else {");
    ++s->c.w.indent;
}

static void close(void *w)
{
    simd_close(w);
}

static void write_label(simd_writer *s, const char *stem, const ir_value *v)
{
    simd_line(s, "%s: __attribute__((unused));", simd_label(s, stem, v));
}

static bool begin_loop(void *w, const ir_value *v)
{
    simd_writer *s = w;
    (void)v;
    simd_open(s);
    simd_line(s, "for (;;) {");
    ++s->c.w.indent;
    return false;
}

static void begin_block(void *w, const ir_value *v, int k)
{
    if (k == 2) write_label(w, "next", v);
    if (k == 1) simd_open(w);
}

static void end_block(void *w, const ir_value *v, int k)
{
    simd_writer *s = w;
    if (k == 1) simd_close(s);
    if (k == 0 && v->condition) simd_line(s, "if (!(%s)) break;", simd_scalar(s, v->condition));
}

static void end_loop(void *w, const ir_value *v)
{
    simd_close(w);
    write_label(w, "end", v);
    simd_close(w);
}

static void begin_scope(void *w, const ir_value *v)
{
    (void)v;
    simd_open(w);
}

static void end_scope(void *w, const ir_value *v)
{
    write_label(w, "end", v);
    simd_close(w);
}

void simd_group(simd_writer *s)
{
    static const group_printer print = {begin_step,  declare,      value,      set,         jump,
                                        region,      begin_branch, begin_else, close,       begin_loop,
                                        begin_block, end_block,    end_loop,   begin_scope, end_scope};
    write_sizes(s);
    if (s->c.p->regions.grouped) memset(s->texts[0].values, 0, (s->c.f->values + 1) * sizeof *s->texts[0].values);
    group_write(&print, s, s->c.l);
}
