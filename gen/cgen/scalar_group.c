/* Work-groups in loops: the group's control flow, and the loops over work-items between barriers. See scalar_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/checked.h"
#include "cgen/group.h"
#include "cgen/scalar_state.h"

#include <string.h>

/* ---- sizes ---- */

/* Makes the operands of the guard's bound, for one expression. */
static void make_bound(scalar_writer *s, const ir_value *v)
{
    for (size_t i = 0; i < v->operand_count; ++i) make_bound(s, v->operands[i]);
    if (!ir_is_leaf(v)) scalar_value(s, v);
}

static void write_sizes(scalar_writer *s)
{
    static const char names[] = "xyz";
    const symbol *kernel = s->c.f->kernel;
    for (size_t d = 0; d < 3; ++d) {
        const char n = names[d];
        const char *size = kernel->attributes.has_reqd_size
                               ? arena_printf(s->c.a, "%zu", (size_t)kernel->attributes.reqd_size[d])
                               : arena_printf(s->c.a, "w->range->local[%zu]", d);
        scalar_line(s, "const size_t s%c = %s, b%c = w->base[%zu];", n, size, n, d);
    }
    for (size_t d = 0; d < 3; ++d) {
        const char n = names[d];
        const ir_value *limit = s->c.p->guards.limits[d];
        if (!limit) {
            scalar_line(s, "const size_t n%c = s%c;", n, n);
            continue;
        }
        s->values.unnamed = true;
        make_bound(s, limit);
        s->values.unnamed = false;
        scalar_line(s, "const %s e%c = %s;", cgen_c_type(limit->type), n, scalar_operand(s, limit, LEVEL_CHOICE));
        const char *none = ir_is_signed(limit->type) ? arena_printf(s->c.a, "e%c <= 0 || ", n) : "";
        scalar_line(
            s, "const size_t n%c = %s(uint64_t)e%c <= b%c ? 0 : (uint64_t)e%c - b%c < s%c ? (size_t)(e%c - b%c) : s%c;",
            n, none, n, n, n, n, n, n, n, n);
    }
    if (s->c.p->guards.limits[1] || s->c.p->guards.limits[2]) scalar_line(s, "if (!nx || !ny || !nz) return;");
    scalar_line(s, s->loops.columns ? "CLBN_ASSUME(ny <= INT32_MAX);" : "CLBN_ASSUME(nx <= INT32_MAX);");
}

/* ---- the context ---- */

static const char *kept_name(scalar_writer *s, const ir_variable *v)
{
    return arena_printf(s->c.a, "all_%s", s->c.names.variables[v->number]);
}

/* The context of a tiny group, on the stack. */
static void declare_few(scalar_writer *s, const ir_variable *v, const char *name, size_t bytes)
{
    const size_t count = s->c.p->replicas;
    if (v->type == IR_VOID) scalar_line(s, "char %s[%zu] __attribute__((aligned(16)));", name, count * bytes);
    else scalar_line(s, "%s %s[%zu];", v->type == IR_POINTER ? "uint64_t" : cgen_c_type(v->type), name, count);
}

/* Declares the context, an array for each variable, the widest elements first. */
static void declare_context(scalar_writer *s)
{
    const lower_layout *y = &s->c.l->layout;
    for (size_t size = 8; size; size /= 2)
        for (size_t i = 0; i < s->c.f->variable_count; ++i) {
            const ir_variable *v = s->c.f->variables[i];
            const size_t count = lower_kept_size(v);
            if (!lower_is_kept(s->c.l, v) || (count > 8 ? 8 : count) != size) continue;
            const char *name = kept_name(s, v);
            if (s->c.p->replicas) {
                declare_few(s, v, name, count);
                continue;
            }
            const char *at = arena_printf(s->c.a, "(scratch + %zu + %zu * items)",
                                          y->fixed + s->c.l->sizes.called_fixed, y->context_offset[i]);
            if (v->type == IR_VOID) scalar_line(s, "char *const %s = %s;", name, at);
            else if (v->type == IR_POINTER) scalar_line(s, "uint64_t *const %s = (uint64_t *)%s;", name, at);
            else scalar_line(s, "%s *const %s = (%s *)%s;", cgen_c_type(v->type), name, cgen_c_type(v->type), at);
        }
}

/* ---- regions ---- */

static void get_context(scalar_writer *s, const lower_region *r)
{
    for (size_t k = 0; k < r->use_count; ++k) {
        const lower_use *u = &r->uses[k];
        const ir_variable *v = u->variable;
        const unsigned i = v->number;
        if (!lower_is_kept(s->c.l, v) || (!u->gets && !u->sets)) continue;
        const char *name = s->c.names.variables[i], *all = kept_name(s, v);
        s->variables.declared[i] = v->type == IR_VOID || !u->sets_first;
        if (!s->variables.declared[i]) continue;
        if (v->type == IR_VOID)
            scalar_declare_pointer(s, v, arena_printf(s->c.a, "%s + wi * %zu", all, lower_kept_size(v)));
        else if (v->type == IR_POINTER) scalar_line(s, "char *%s = (char *)(uintptr_t)%s[wi];", name, all);
        else scalar_line(s, "%s %s = %s[wi];", cgen_c_type(v->type), name, all);
    }
}

static void put_context(scalar_writer *s, const lower_region *r)
{
    for (size_t i = 0; i < r->use_count; ++i) {
        const ir_variable *v = r->uses[i].variable;
        if (!lower_is_kept(s->c.l, v) || !r->uses[i].sets || v->type == IR_VOID) continue;
        scalar_line(s, "%s[wi] = %s%s;", kept_name(s, v), v->type == IR_POINTER ? "(uint64_t)(uintptr_t)" : "",
                    s->c.names.variables[v->number]);
    }
}

static void forget_value(scalar_writer *s, const ir_value *v)
{
    if (!s->c.p->regions.once || !s->c.p->regions.once[v->number])
        s->values.of[v->number].text = s->packs.texts[v->number] = NULL;
}

/* Forgets names of values that the region computes or uses: each region gives its own. */
static void forget_values(scalar_writer *s, ir_value *const *items, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = items[i];
        forget_value(s, v);
        for (size_t k = 0; k < v->operand_count; ++k) forget_value(s, v->operands[k]);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) forget_values(s, v->blocks[k]->items, v->blocks[k]->count);
    }
}

static void begin_region(scalar_writer *s, const lower_region *r)
{
    forget_values(s, r->items, r->count);
    s->loops.head = NULL;
    s->c.w.at = NULL;
}

static void end_region(scalar_writer *s, const lower_region *r)
{
    forget_values(s, r->items, r->count);
}

static void declare_in_region(scalar_writer *s, const ir_variable *v)
{
    const ir_value *first = s->c.l->expressions.first[v->number];
    s->variables.declared[v->number] = false;
    if (s->c.l->expressions.is_chosen[v->number]) return;
    if (s->c.l->names.is_packed[v->number] || v->type == IR_VOID ||
        (first && (first->op != IR_SET || first->variable != v)))
        scalar_declare(s, v);
}

static void declare_of_region(scalar_writer *s, const lower_region *r)
{
    if (!r->number) {
        for (const ir_variable *v = lower_first_at(s->c.l, s->c.f->body); v; v = lower_next_at(s->c.l, v))
            if (!v->local) declare_in_region(s, v);
        return;
    }
    for (size_t i = 0; i < r->use_count; ++i) {
        const ir_variable *v = r->uses[i].variable;
        if (v->local || s->c.p->regions.stored[v->number] != STORED_IN_REGION ||
            s->c.p->regions.region_of_variable[v->number] != r->number ||
            (v->home->owner && !s->c.p->regions.grouped[v->home->owner->number]))
            continue;
        declare_in_region(s, v);
    }
}

/* Writes the region once for each work-item of a tiny group. */
static void write_replicas(scalar_writer *s, const lower_region *r)
{
    const uint64_t *size = s->c.f->kernel->attributes.reqd_size;
    const ir_value *const *limits = s->c.p->guards.limits;
    const bool guarded = limits[0] || limits[1] || limits[2];
    for (size_t i = 0; i < s->c.p->replicas; ++i) {
        begin_region(s, r);
        scalar_open(s);
        scalar_line(s, "const size_t lx = %zu, ly = %zu, lz = %zu;", i % (size_t)size[0],
                    i / (size_t)size[0] % (size_t)size[1], i / (size_t)size[0] / (size_t)size[1]);
        if (guarded) {
            scalar_line(s, "if (lx < nx && ly < ny && lz < nz) {");
            ++s->c.w.indent;
        }
        if (r->uses_context) {
            scalar_line(s, "const size_t wi = %zu;", i);
            get_context(s, r);
        }
        declare_of_region(s, r);
        scalar_items(s, r->items, r->count);
        s->c.w.at = NULL;
        if (r->uses_context) put_context(s, r);
        if (guarded) scalar_close(s);
        scalar_close(s);
    }
}

/* Opens a block in which nx counts the work-items along x that the region's guard lets through. */
static void write_bound(scalar_writer *s, const region_guard *g)
{
    const bool is_signed = ir_is_signed(g->bound->type);
    const char *bound = scalar_operand(s, g->bound, LEVEL_UNARY), *from = g->id->query == IR_GLOBAL_ID ? "bx" : "0";
    scalar_open(s);
    scalar_line(s, "const %s bound = %s;", is_signed ? "int64_t" : "uint64_t", bound);
    const char *wide = is_signed ? "bound < 0 ? 0 : (uint64_t)bound" : "bound";
    if (g->inclusive) wide = is_signed ? "bound < 0 ? 0 : (uint64_t)bound + 1" : "bound + (bound != UINT64_MAX)";
    scalar_line(s, "const uint64_t ex = %s;", wide);
    scalar_line(s, "const size_t nr = ex <= %s ? 0 : ex - %s < nx ? (size_t)(ex - %s) : nx, nx = nr;", from, from,
                from);
}

static void write_region(scalar_writer *s, const lower_region *r)
{
    const bool kept = r->uses_context;
    begin_region(s, r);
    if (r->is_replicated) {
        write_replicas(s, r);
        end_region(s, r);
        return;
    }
    if (s->c.f->checked && !r->collect && checked_is_only_barrier(r->items, r->count)) {
        checked_end_region(s);
        end_region(s, r);
        return;
    }
    if (r->collect) scalar_collect_begin(s, r->collect);
    const region_guard *g = &r->guard;
    const bool guarded = g->branch && !s->loops.columns;
    s->loops.guard = guarded ? g->branch : NULL;
    if (guarded) {
        write_bound(s, g);
        --s->values.uses[g->branch->operands[0]->number];
    }
    if (s->loops.columns) {
        scalar_line(s, "for (size_t lz = 0; lz < nz; ++lz) {");
    } else {
        scalar_line(s, "for (size_t lz = 0; lz < nz; ++lz)");
        scalar_line(s, "for (size_t ly = 0; ly < ny; ++ly) {");
    }
    ++s->c.w.indent;
    if (s->loops.columns) scalar_line(s, "const size_t lx = 0;");
    if (kept)
        scalar_line(s, s->loops.columns ? "const size_t row = lz * sy;" : "const size_t row = (lz * sy + ly) * sx;");
    const bool counts = scalar_sums_begin(s, r->items, r->count);
    if (!r->is_serial) scalar_line(s, "CLBN_SIMD");
    if (counts && s->loops.columns) scalar_line(s, "for (size_t ly = from; ly < until; ++ly) {");
    else if (counts) scalar_line(s, "for (size_t lx = from; lx < until; ++lx) {");
    else
        scalar_line(s,
                    s->loops.columns ? "for (size_t ly = 0; ly < ny; ++ly) {" : "for (size_t lx = 0; lx < nx; ++lx) {");
    ++s->c.w.indent;
    if (s->c.f->checked) checked_begin_item(s);
    if (kept) {
        scalar_line(s, s->loops.columns ? "const size_t wi = row + ly;" : "const size_t wi = row + lx;");
        get_context(s, r);
    }
    declare_of_region(s, r);
    s->loops.rest = r->rest;
    scalar_items(s, r->items, r->count);
    s->loops.rest = NULL;
    s->c.w.at = NULL;
    if (kept) put_context(s, r);
    scalar_close(s);
    scalar_sums_end(s);
    scalar_close(s);
    if (guarded) scalar_close(s);
    s->loops.guard = NULL;
    if (r->collect) scalar_collect_end(s, r->collect);
    if (s->c.f->checked) checked_end_region(s);
    end_region(s, r);
}

/* ---- the group's control ---- */

static void begin_step(void *w, const lower_step *step)
{
    scalar_writer *s = w;
    s->c.w.at = step && step->value ? step->value->token : NULL;
    s->loops.ends_region = step ? step->value : NULL;
}

static void declare(void *w, const ir_variable *v)
{
    scalar_writer *s = w;
    const ir_value *first = s->c.l->expressions.first[v->number];
    if (first && (first->op != IR_SET || first->variable != v)) scalar_declare(s, v);
}

static void value(void *w, const ir_value *v)
{
    scalar_writer *s = w;
    if (v->op == IR_INVOKE) scalar_invoke(s, v);
    else if (v->op == IR_LOAD || s->values.uses[v->number]) scalar_value(s, v);
}

static void set(void *w, const ir_block *b, size_t index)
{
    scalar_set_or_head(w, b->items, b->count, index);
}
static void jump(void *w, const ir_value *v)
{
    scalar_jump(w, v);
}
static void region(void *w, const lower_region *r)
{
    write_region(w, r);
}

static void begin_branch(void *w, const ir_value *v)
{
    scalar_writer *s = w;
    const char *condition = scalar_operand(s, v->operands[0], LEVEL_CHOICE);
    scalar_line(s, "if (%s) {", condition);
    ++s->c.w.indent;
}

static void begin_else(void *w)
{
    scalar_writer *s = w;
    --s->c.w.indent;
    scalar_line(s, "} else {");
    ++s->c.w.indent;
}

static void end_scope(void *w, const ir_value *v)
{
    scalar_writer *s = w;
    if (s->labels.ends[v->number]) scalar_line(s, "%s:;", scalar_label(s, "end", v));
}

static void end_branch(void *w)
{
    scalar_close(w);
}

static bool begin_loop(void *w, const ir_value *v)
{
    scalar_writer *s = w;
    scalar_wait_begin(s, v);
    const char *head = scalar_head(s, v);
    if (head && passes_unrolls(s->c.p, v)) scalar_line(s, "CLBN_UNROLL");
    scalar_line(s, "%s {", head ? head : "for (;;)");
    ++s->c.w.indent;
    return head != NULL;
}

static void begin_block(void *w, const ir_value *v, int k)
{
    scalar_writer *s = w;
    if (k == 2 && s->labels.nexts[v->number]) scalar_line(s, "%s:;", scalar_label(s, "next", v));
}

static void end_block(void *w, const ir_value *v, int k)
{
    scalar_writer *s = w;
    if (k == 2) scalar_wait_round(s, v);
    if (k == 0 && v->condition) scalar_line(s, "if (!%s) break;", scalar_operand(s, v->condition, LEVEL_NAME));
}

static void end_loop(void *w, const ir_value *v)
{
    scalar_close(w);
    end_scope(w, v);
    scalar_wait_end(w, v);
}

static void begin_scope(void *w, const ir_value *v)
{
    (void)w;
    (void)v;
}

/* Declares __local variables, as pointers to their elements. */
static void declare_locals(scalar_writer *s)
{
    for (size_t i = 0; i < s->c.f->variable_count; ++i) {
        const ir_variable *v = s->c.f->variables[i];
        if (!v->local) continue;
        const char *at = arena_printf(s->c.a, "scratch + %zu", s->c.l->layout.offset[i]);
        if (s->c.p->replicas) {
            at = arena_printf(s->c.a, "room_%s", s->c.names.variables[i]);
            scalar_line(s, "char %s[%zu] __attribute__((aligned(64)));", at, v->size ? v->size : 1);
        }
        scalar_declare_pointer(s, v, at);
    }
}

void scalar_group(scalar_writer *s)
{
    static const group_printer print = {begin_step,  declare,      value,      set,         jump,
                                        region,      begin_branch, begin_else, end_branch,  begin_loop,
                                        begin_block, end_block,    end_loop,   begin_scope, end_scope};
    write_sizes(s);
    /* Without work-items along x, no column exists, and memory that the group's control reads may not exist either. */
    if (s->c.p->guards.limits[0] && (s->loops.columns || s->c.p->regions.grouped)) scalar_line(s, "if (!nx) return;");
    declare_locals(s);
    if (s->c.f->checked) checked_begin_group(s);
    if (s->c.p->regions.grouped) {
        scalar_line(s, "const size_t items = sx * sy * sz;");
        declare_context(s);
        begin_region(s, &(lower_region){.items = s->c.f->body->items, .count = s->c.f->body->count});
    }
    group_write(&print, s, s->c.l);
}
