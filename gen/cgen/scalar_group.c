/* Work-groups in loops: the group's control flow, and the loops over work-items between barriers. See scalar_state.h.
 */
#include "cgen/scalar_state.h"

#include <stdlib.h>
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
    const symbol *kernel = s->f->kernel;
    for (size_t d = 0; d < 3; ++d) {
        const char n = names[d];
        const char *size = kernel->attributes.has_reqd_size
                               ? arena_printf(s->a, "%zu", (size_t)kernel->attributes.reqd_size[d])
                               : arena_printf(s->a, "w->range->local[%zu]", d);
        scalar_line(s, "const size_t s%c = %s, b%c = w->base[%zu];", n, size, n, d);
    }
    for (size_t d = 0; d < 3; ++d) {
        const char n = names[d];
        const ir_value *limit = s->p->guards.limits[d];
        if (!limit) {
            scalar_line(s, "const size_t n%c = s%c;", n, n);
            continue;
        }
        s->unnamed = true;
        make_bound(s, limit);
        s->unnamed = false;
        scalar_line(s, "const %s e%c = %s;", cgen_c_type(limit->type), n, scalar_operand(s, limit, LEVEL_CHOICE));
        const char *none = ir_is_signed(limit->type) ? arena_printf(s->a, "e%c <= 0 || ", n) : "";
        scalar_line(
            s, "const size_t n%c = %s(uint64_t)e%c <= b%c ? 0 : (uint64_t)e%c - b%c < s%c ? (size_t)(e%c - b%c) : s%c;",
            n, none, n, n, n, n, n, n, n, n);
    }
    if (s->p->guards.limits[1] || s->p->guards.limits[2]) scalar_line(s, "if (!nx || !ny || !nz) return;");
    scalar_line(s, s->columns ? "CLBN_ASSUME(ny <= INT32_MAX);" : "CLBN_ASSUME(nx <= INT32_MAX);");
}

/* ---- the context ---- */

static bool is_kept(const scalar_writer *s, const ir_variable *v)
{
    return s->p->regions.stored && !v->local && s->p->regions.stored[v->number] == STORED_IN_CONTEXT;
}

static size_t bytes_of(const ir_variable *v)
{
    return v->type != IR_VOID ? ir_size(v->type == IR_BOOL ? IR_I32 : v->type) : (v->size + 7) / 8 * 8;
}

static const char *kept_name(scalar_writer *s, const ir_variable *v)
{
    return arena_printf(s->a, "all_%s", s->names.variables[v->number]);
}

/* The context of a tiny group, on the stack. */
static void declare_few(scalar_writer *s, const ir_variable *v, const char *name, size_t bytes)
{
    const size_t count = s->p->replicas;
    if (v->type == IR_VOID) scalar_line(s, "char %s[%zu] __attribute__((aligned(16)));", name, count * bytes);
    else scalar_line(s, "%s %s[%zu];", v->type == IR_POINTER ? "uint64_t" : cgen_c_type(v->type), name, count);
}

/* Declares the context, an array for each variable, the widest elements first. Returns its bytes for a work-item. */
static size_t lay_out_context(scalar_writer *s)
{
    size_t bytes = 0;
    for (size_t size = 8; size; size /= 2)
        for (size_t i = 0; i < s->f->variable_count; ++i) {
            const ir_variable *v = s->f->variables[i];
            const size_t own = bytes_of(v);
            if (!is_kept(s, v) || (own > 8 ? 8 : own) != size) continue;
            const char *name = kept_name(s, v);
            if (s->p->replicas) {
                declare_few(s, v, name, own);
                continue;
            }
            const char *at = arena_printf(s->a, "(scratch + %zu + %zu * items)", s->fixed, bytes);
            if (v->type == IR_VOID) scalar_line(s, "char *const %s = %s;", name, at);
            else if (v->type == IR_POINTER) scalar_line(s, "uint64_t *const %s = (uint64_t *)%s;", name, at);
            else scalar_line(s, "%s *const %s = (%s *)%s;", cgen_c_type(v->type), name, cgen_c_type(v->type), at);
            bytes += own;
        }
    return bytes;
}

/* ---- regions ---- */

typedef struct region {
    ir_value *const *items;
    size_t count;
    unsigned number; /* 0: the whole kernel */
    const ir_variable **used; /* by it, by their numbers; s->marks says how */
    size_t used_count, capacity;
    const ir_value *collect; /* the work-group function that the region is, or NULL */
    bool serial;     /* its work-items may depend on each other */
} region;

static const ir_variable *object_of(const scalar_writer *s, const ir_value *v)
{
    return v->op == IR_ADDRESS ? v->variable : s->p->objects.root[v->number];
}

/* The base of a pointer, without its offsets. */
static const ir_value *base_of(const ir_value *p)
{
    while (p->op == IR_MOVE) p = p->operands[0];
    return p;
}

/* Whether v accesses the object behind operand k at a constant offset. Then a compiler keeps it in registers.
 * Otherwise all work-items share its bytes on the stack, and clang 14 takes uses in different work-items for
 * different objects if the loop is marked as independent. */
static bool is_fixed_use(const ir_value *v, size_t k)
{
    if (v->op == IR_MOVE) return v->operands[1]->op == IR_CONSTANT;
    return k == 0 && (v->op == IR_LOAD || v->op == IR_STORE);
}

/* What a region does with a variable; SET_FIRST: each work-item sets it in the region before reading it. */
enum { USED = 1, GOT = 2, SET = 4, SET_FIRST = 8 };

static void mark(const scalar_writer *s, region *r, const ir_variable *v, unsigned char marks)
{
    if (!s->marks[v->number]) {
        r->used = arena_reserve(s->a, r->used, r->used_count, &r->capacity, sizeof *r->used);
        r->used[r->used_count++] = v;
    }
    s->marks[v->number] |= marks | USED;
}

static int by_number(const void *a, const void *b)
{
    const unsigned x = (*(const ir_variable *const *)a)->number, y = (*(const ir_variable *const *)b)->number;
    return (x > y) - (x < y);
}

typedef struct independence {
    const scalar_writer *s;
    region *r;
    const ir_value *stored[8]; /* bases of stores so far */
    size_t count;
    unsigned depth; /* constructs around what is looked at */
} independence;

static void check_independence(independence *l, ir_value *const *items, size_t count)
{
    const scalar_writer *s = l->s;
    region *r = l->r;
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = items[i];
        if (v->variable) {
            const bool first = !l->depth && !s->marks[v->variable->number] && (v->op == IR_SET || v->op == IR_COLLECT);
            const bool sets = v->op == IR_SET || (v->op == IR_COLLECT && v->range != IR_WHOLE);
            mark(s, r, v->variable, (v->op == IR_GET ? GOT : 0) | (sets ? SET : 0) | (first ? SET_FIRST : 0));
        }
        if (v->op == IR_COLLECT) r->collect = v;
        for (size_t k = 0; k < v->operand_count; ++k) {
            const ir_variable *x = object_of(l->s, v->operands[k]);
            if (!x) continue;
            mark(s, r, x, GOT);
            r->serial |= l->s->in_scratch[x->number] || (!is_kept(l->s, x) && !is_fixed_use(v, k));
        }
        const bool calls = v->op == IR_INVOKE && !v->pure;
        if (v->op == IR_EACH || v->op == IR_COPY || v->op == IR_PRINT || v->op == IR_FENCE || v->op == IR_COLLECT ||
            calls)
            r->serial = true;
        if (v->op == IR_STORE || v->op == IR_LOAD) {
            /* gcc 12 reorders accesses of one work-item to one address if the loop is marked as independent. */
            const ir_value *base = base_of(v->operands[0]);
            for (size_t k = 0; k < l->count && base->op != IR_ADDRESS; ++k)
                r->serial |=
                    l->stored[k] == base || (l->stored[k]->op == base->op && l->stored[k]->symbol == base->symbol &&
                                             l->stored[k]->variable == base->variable);
            if (v->op == IR_STORE && base->op != IR_ADDRESS) {
                if (l->count == sizeof l->stored / sizeof *l->stored) r->serial = true;
                else l->stored[l->count++] = base;
            }
        }
        ++l->depth;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) check_independence(l, v->blocks[k]->items, v->blocks[k]->count);
        --l->depth;
    }
}

static void get_context(scalar_writer *s, const region *r)
{
    for (size_t k = 0; k < r->used_count; ++k) {
        const ir_variable *v = r->used[k];
        const unsigned i = v->number;
        if (!is_kept(s, v) || !(s->marks[i] & (GOT | SET))) continue;
        const char *name = s->names.variables[i], *all = kept_name(s, v);
        s->declared[i] = v->type == IR_VOID || !(s->marks[i] & SET_FIRST);
        if (!s->declared[i]) continue;
        if (v->type == IR_VOID) scalar_declare_pointer(s, v, arena_printf(s->a, "%s + wi * %zu", all, bytes_of(v)));
        else if (v->type == IR_POINTER) scalar_line(s, "char *%s = (char *)(uintptr_t)%s[wi];", name, all);
        else scalar_line(s, "%s %s = %s[wi];", cgen_c_type(v->type), name, all);
    }
}

static void put_context(scalar_writer *s, const region *r)
{
    for (size_t i = 0; i < r->used_count; ++i) {
        const ir_variable *v = r->used[i];
        if (!is_kept(s, v) || !(s->marks[v->number] & SET)) continue;
        scalar_line(s, "%s[wi] = %s%s;", kept_name(s, v), v->type == IR_POINTER ? "(uint64_t)(uintptr_t)" : "",
                    s->names.variables[v->number]);
    }
}

static void forget_value(scalar_writer *s, const ir_value *v)
{
    if (!s->p->regions.once || !s->p->regions.once[v->number]) s->of[v->number].text = s->pack_texts[v->number] = NULL;
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

static void begin_region(scalar_writer *s, const region *r)
{
    forget_values(s, r->items, r->count);
    s->open_count = 0;
    s->head = NULL;
    s->at = NULL;
}

static void end_region(scalar_writer *s, const region *r)
{
    forget_values(s, r->items, r->count);
    s->open_count = 0;
    for (size_t i = 0; i < r->used_count; ++i) s->marks[r->used[i]->number] = 0;
}

static void declare_in_region(scalar_writer *s, const ir_variable *v)
{
    const ir_value *first = s->first[v->number];
    s->declared[v->number] = false;
    if (s->chosen[v->number].left) return;
    if (s->in_pack[v->number] || v->type == IR_VOID || (first && (first->op != IR_SET || first->variable != v)))
        scalar_declare(s, v);
}

static void declare_of_region(scalar_writer *s, const region *r)
{
    if (!r->number) {
        for (const ir_variable *v = cgen_first_at(&s->homes, s->f->body); v; v = s->homes.next[v->number])
            if (!v->local) declare_in_region(s, v);
        return;
    }
    for (size_t i = 0; i < r->used_count; ++i) {
        const ir_variable *v = r->used[i];
        if (v->local || s->p->regions.stored[v->number] != STORED_IN_REGION ||
            s->p->regions.region_of_variable[v->number] != r->number ||
            (v->home->owner && !s->p->regions.grouped[v->home->owner->number]))
            continue;
        declare_in_region(s, v);
    }
}

/* The SCOPE that is all that the region does, so that leaving it ends the work-item; or NULL. */
static const ir_value *find_rest(const region *r)
{
    const ir_value *last = NULL;
    for (size_t i = 0; i < r->count; ++i)
        if (ir_has_effect(r->items[i])) last = r->items[i];
    return last && last->op == IR_SCOPE ? last : NULL;
}

/* Writes the region once for each work-item of a tiny group. */
static void write_replicas(scalar_writer *s, const region *r, bool kept)
{
    const uint64_t *size = s->f->kernel->attributes.reqd_size;
    const ir_value *const *limits = s->p->guards.limits;
    const bool guarded = limits[0] || limits[1] || limits[2];
    /* A value that the group computes is used in each copy, but counted once. */
    unsigned *left = arena_array(s->a, s->f->values + 1, sizeof *left);
    for (size_t i = 0; i < s->f->values; ++i) left[i] = s->of[i].left;
    for (size_t i = 0; i < s->p->replicas; ++i) {
        for (size_t k = 0; k < s->f->values; ++k) s->of[k].left = left[k];
        begin_region(s, r);
        scalar_open(s);
        scalar_line(s, "const size_t lx = %zu, ly = %zu, lz = %zu;", i % (size_t)size[0],
                    i / (size_t)size[0] % (size_t)size[1], i / (size_t)size[0] / (size_t)size[1]);
        if (guarded) {
            scalar_line(s, "if (lx < nx && ly < ny && lz < nz) {");
            ++s->indent;
        }
        if (kept) {
            scalar_line(s, "const size_t wi = %zu;", i);
            get_context(s, r);
        }
        declare_of_region(s, r);
        scalar_items(s, r->items, r->count);
        s->at = NULL;
        if (kept) put_context(s, r);
        if (guarded) scalar_close(s);
        scalar_close(s);
    }
    s->open_count = 0;
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

static void write_region(scalar_writer *s, region *r)
{
    bool any = false, kept = false, sets = false;
    for (size_t i = 0; i < r->count; ++i) any |= ir_has_effect(r->items[i]);
    if (!any) return;
    independence l = {.s = s, .r = r};
    check_independence(&l, r->items, r->count);
    if (r->used_count) qsort(r->used, r->used_count, sizeof *r->used, by_number);
    for (size_t i = 0; i < r->used_count; ++i) {
        const unsigned char marks = s->marks[r->used[i]->number];
        if (!is_kept(s, r->used[i])) continue;
        kept |= (marks & (GOT | SET)) != 0;
        sets |= (marks & SET) != 0;
    }
    scalar_flush_all(s);
    begin_region(s, r);
    if (passes_replicates(s->p, r->items, r->count)) {
        write_replicas(s, r, kept);
        end_region(s, r);
        return;
    }
    if (r->collect) scalar_collect_begin(s, r->collect);
    region_guard g = {NULL, NULL, NULL, false};
    if (r->number && !s->columns && !r->collect) g = guards_find_of_region(s->p, r->items, r->count);
    s->guard = g.branch;
    if (g.branch) {
        write_bound(s, &g);
        --s->uses[g.branch->operands[0]->number];
    }
    if (s->columns) {
        scalar_line(s, "for (size_t lz = 0; lz < nz; ++lz) {");
    } else {
        scalar_line(s, "for (size_t lz = 0; lz < nz; ++lz)");
        scalar_line(s, "for (size_t ly = 0; ly < ny; ++ly) {");
    }
    ++s->indent;
    if (s->columns) scalar_line(s, "const size_t lx = 0;");
    if (kept) scalar_line(s, s->columns ? "const size_t row = lz * sy;" : "const size_t row = (lz * sy + ly) * sx;");
    const bool counts = scalar_sums_begin(s, r->items, r->count);
    if (!r->serial) scalar_line(s, "CLBN_SIMD");
    if (counts && s->columns) scalar_line(s, "for (size_t ly = from; ly < until; ++ly) {");
    else if (counts) scalar_line(s, "for (size_t lx = from; lx < until; ++lx) {");
    else scalar_line(s, s->columns ? "for (size_t ly = 0; ly < ny; ++ly) {" : "for (size_t lx = 0; lx < nx; ++lx) {");
    ++s->indent;
    if (kept) {
        scalar_line(s, s->columns ? "const size_t wi = row + ly;" : "const size_t wi = row + lx;");
        get_context(s, r);
    }
    declare_of_region(s, r);
    s->rest = sets ? NULL : find_rest(r);
    scalar_items(s, r->items, r->count);
    s->rest = NULL;
    s->at = NULL;
    if (kept) put_context(s, r);
    scalar_close(s);
    scalar_sums_end(s);
    scalar_close(s);
    if (g.branch) scalar_close(s);
    s->guard = NULL;
    if (r->collect) scalar_collect_end(s, r->collect);
    end_region(s, r);
}

/* ---- the group's control ---- */

static void write_grouped(scalar_writer *s, const ir_block *b);

static void write_construct(scalar_writer *s, const ir_value *v)
{
    const char *condition = v->op == IR_IF ? scalar_operand(s, v->operands[0], LEVEL_CHOICE) : NULL;
    scalar_flush_all(s);
    if (v->op == IR_IF) {
        scalar_line(s, "if (%s) {", condition);
        ++s->indent;
        write_grouped(s, v->blocks[0]);
        if (v->blocks[1]->count) {
            --s->indent;
            scalar_line(s, "} else {");
            ++s->indent;
            write_grouped(s, v->blocks[1]);
        }
        scalar_close(s);
        return;
    }
    const char *head = v->op == IR_LOOP ? scalar_head(s, v) : NULL;
    if (head) {
        if (passes_unrolls(s->p, v)) scalar_line(s, "CLBN_UNROLL");
        scalar_line(s, "%s {", head);
        ++s->indent;
        write_grouped(s, v->blocks[1]);
        if (s->went_on[v->number]) scalar_line(s, "%s:;", scalar_label(s, "next", v));
        scalar_close(s);
    } else if (v->op == IR_LOOP) {
        scalar_line(s, "for (;;) {");
        ++s->indent;
        for (int i = 0; i < 3; ++i) {
            const int k = v->test_last ? (i + 1) % 3 : i;
            if (k == 2 && s->went_on[v->number]) scalar_line(s, "%s:;", scalar_label(s, "next", v));
            write_grouped(s, v->blocks[k]);
            if (k == 0 && v->condition) scalar_line(s, "if (!%s) break;", scalar_operand(s, v->condition, LEVEL_NAME));
        }
        scalar_close(s);
    } else {
        write_grouped(s, v->blocks[0]);
    }
    if (s->jumped[v->number]) scalar_line(s, "%s:;", scalar_label(s, "end", v));
}

static void write_grouped(scalar_writer *s, const ir_block *b)
{
    const passes *p = s->p;
    ir_value **open = arena_array(s->a, b->count + 1, sizeof *open);
    region r = {.items = open};
    for (const ir_variable *v = cgen_first_at(&s->homes, b); v; v = s->homes.next[v->number]) {
        if (v->local || p->regions.stored[v->number] != STORED_FOR_GROUP) continue;
        const ir_value *first = s->first[v->number];
        if (first && (first->op != IR_SET || first->variable != v)) scalar_declare(s, v);
    }
    for (size_t i = 0; i <= b->count && !s->f->reason; ++i) {
        ir_value *v = i < b->count ? b->items[i] : NULL;
        s->at = v ? v->token : NULL;
        /* What the group computes has no effect on the region before its end. */
        if (v && p->regions.once[v->number] && v->op != IR_SET && v->op != IR_LOAD) {
            if (v->op == IR_INVOKE) scalar_invoke(s, v);
            else if (s->uses[v->number]) scalar_value(s, v);
            continue;
        }
        if (v && !p->regions.once[v->number] && !p->regions.region[v->number] && !ir_has_effect(v))
            continue; /* an argument or a constant */
        bool collected = false;
        if (v && p->regions.region[v->number] && (!r.number || r.number == p->regions.region[v->number])) {
            r.number = p->regions.region[v->number];
            open[r.count++] = v;
            /* The group's code that uses the result follows. */
            collected = v->op == IR_COLLECT;
            if (!collected) continue;
        }
        if (r.count) {
            region own = r;
            write_region(s, &own);
        }
        r.count = 0;
        r.number = 0;
        if (!v) break;
        if (collected) continue;
        s->at = v->token;
        if (p->regions.region[v->number]) --i; /* it begins the next region */
        else if (p->regions.grouped[v->number]) write_construct(s, v);
        else if (v->op == IR_SET) scalar_set_or_head(s, b->items, b->count, i);
        else if (v->op == IR_LOAD) scalar_value(s, v);
        else if (v->op == IR_LEAVE || v->op == IR_CONTINUE) scalar_jump(s, v);
    }
}

/* Declares __local variables, as pointers to their elements. */
static void declare_locals(scalar_writer *s)
{
    for (size_t i = 0; i < s->f->variable_count; ++i) {
        const ir_variable *v = s->f->variables[i];
        if (!v->local) continue;
        const char *at = arena_printf(s->a, "scratch + %zu", s->scratch_offset[i]);
        if (s->p->replicas) {
            at = arena_printf(s->a, "room_%s", s->names.variables[i]);
            scalar_line(s, "char %s[%zu] __attribute__((aligned(64)));", at, v->size ? v->size : 1);
        }
        scalar_declare_pointer(s, v, at);
    }
}

size_t scalar_group(scalar_writer *s)
{
    write_sizes(s);
    /* Without work-items along x, no column exists, and memory that the group's control reads may not exist either. */
    if (s->p->guards.limits[0] && (s->columns || s->p->regions.grouped)) scalar_line(s, "if (!nx) return;");
    declare_locals(s);
    if (s->p->regions.grouped) {
        scalar_line(s, "const size_t items = sx * sy * sz;");
        const size_t context = lay_out_context(s);
        begin_region(s, &(region){.items = s->f->body->items, .count = s->f->body->count});
        write_grouped(s, s->f->body);
        return context;
    }
    region r = {.items = s->f->body->items, .count = s->f->body->count};
    write_region(s, &r);
    return 0;
}
