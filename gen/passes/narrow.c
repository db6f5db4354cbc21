/* Narrow: which packs are vectors of bytes or shorts. Such a pack has four bytes or two shorts for each work-item in
 * one vector, and is read, computed and written without being widened. A pack of values of 8 or 16 bits may be narrow
 * if vectors of such elements can compute it; values never need more bits, since the typed form says how wide they are.
 * Packs that use each other form a web. A web is narrow if that saves instructions: where narrow packs and others meet,
 * elements are widened or narrowed. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

#include <string.h>

typedef struct web {
    value_pack *pack;
    unsigned size;       /* bytes of an element; of a mask, those of the compared elements; 0: not known yet */
    bool possible;       /* its vectors may be narrow */
    bool wide_mask;      /* of the root of masks: they meet vectors that are not narrow */
    struct web *up;      /* union-find: packs that are narrow together or not at all */
    struct web *mask_up; /* the same of masks that are computed from each other */
    long gain;           /* of a root: instructions saved */
} web;

typedef struct narrow_pass {
    passes *p;
    web **webs;      /* by the number of a pack's first member */
    web **variables; /* by a variable's number: the pack of some access; or NULL */
    unsigned depth;
    bool any;
} narrow_pass;

static web *web_of(const narrow_pass *s, const ir_value *v)
{
    const value_pack *r = s->p->packs.of[v->number];
    return r ? s->webs[r->of[0]->number] : NULL;
}

static web *root(web *w)
{
    while (w->up != w) w = w->up = w->up->up;
    return w;
}

static web *mask_root(web *w)
{
    while (w->mask_up != w) w = w->mask_up = w->mask_up->mask_up;
    return w;
}

static void join(web *a, web *b)
{
    web *x = root(a), *y = root(b);
    if (x == y) return;
    x->up = y;
    y->gain += x->gain;
}

static void join_masks(web *a, web *b)
{
    web *x = mask_root(a), *y = mask_root(b);
    if (x == y) return;
    x->mask_up = y;
    y->wide_mask |= x->wide_mask;
}

static bool is_comparison(const ir_value *v)
{
    return v->op >= IR_EQUAL && v->op <= IR_LESS_EQUAL;
}

/* ---- what vectors of bytes and shorts can compute ---- */

static ir_type element_type(const ir_value *v)
{
    if (v->op == IR_STORE) return v->operands[1]->type;
    if (v->op == IR_SET) return v->variable->type;
    return is_comparison(v) ? v->operands[0]->type : v->type;
}

static bool is_one_constant(const value_pack *r, size_t k)
{
    const ir_value *x = r->of[0]->operands[k];
    for (unsigned i = 0; i < r->count; ++i) {
        const ir_value *y = r->of[i]->operands[k];
        if (y->op != IR_CONSTANT || y->bits != x->bits) return false;
    }
    return true;
}

static bool is_function(const ir_value *v)
{
    static const char names[] = " min max add_sat sub_sat hadd rhadd mul_hi ";
    const char *at = strstr(names, v->name);
    if (v->operand_count != 2 || v->operands[0]->type != v->type || v->operands[1]->type != v->type || !at)
        return false;
    if (at[-1] != ' ' || at[strlen(v->name)] != ' ') return false;
    return strcmp(v->name, "mul_hi") != 0 || ir_size(v->type) == 2;
}

static bool is_possible(const value_pack *r)
{
    const ir_value *v = r->of[0];
    const ir_type t = element_type(v);
    if (!ir_is_integer(t) || ir_size(t) > 2 || r->count * ir_size(t) % 4) return false;
    switch (v->op) {
    case IR_LOAD:
    case IR_STORE:
    case IR_GET:
    case IR_SET:
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_NOT:
    case IR_NEGATE:
    case IR_EQUAL:
    case IR_UNEQUAL:
    case IR_LESS:
    case IR_LESS_EQUAL:
    case IR_SELECT: return true;
    case IR_LEFT:
    case IR_RIGHT: return is_one_constant(r, 1);
    case IR_CONVERT:
    case IR_REINTERPRET: return ir_is_integer(v->operands[0]->type) && ir_size(v->operands[0]->type) <= 4;
    case IR_CALL: return is_function(v);
    default: return false;
    }
}

/* ---- webs ---- */

static bool is_first(const narrow_pass *s, const ir_value *v)
{
    const value_pack *r = s->p->packs.of[v->number];
    return r && r->of[0] == v;
}

static void find_webs(narrow_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_webs(s, v->blocks[k]);
        if (!is_first(s, v)) continue;
        web *w = ARENA_NEW(s->p->f->arena, web);
        value_pack *r = s->p->packs.of[v->number];
        *w = (web){.pack = r, .possible = v->type == IR_BOOL && !is_comparison(v) ? v->op <= IR_NOT : is_possible(r)};
        w->up = w->mask_up = w;
        if (w->possible && (v->type != IR_BOOL || is_comparison(v))) w->size = (unsigned)ir_size(element_type(v));
        s->webs[v->number] = w;
        s->any |= w->possible;
    }
}

/* What operand k of v, a pack, tells of masks. Masks whose elements are those of bytes or shorts are computed from such
 * masks, choose such elements, and do nothing else. */
static void find_mask(web *w, const ir_value *v, size_t k, web *x, bool inside)
{
    const bool computes = v->type == IR_BOOL && w->possible;
    const bool chooses = v->op == IR_SELECT && w->possible && x && w->size == x->size;
    if (computes && x && inside && x->size && (!w->size || w->size == x->size)) {
        w->size = x->size;
        join_masks(w, x);
        return;
    }
    if (k == 0 && inside && chooses) return;
    if (computes) mask_root(w)->wide_mask = true;
    if (x) mask_root(x)->wide_mask = true;
}

static void find_masks(narrow_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        web *w = is_first(s, v) ? web_of(s, v) : NULL;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_masks(s, v->blocks[k]);
        if (w && v->type == IR_BOOL && !w->possible) w->wide_mask = true;
        for (size_t k = 0; w && k < v->operand_count; ++k)
            if (v->operands[k]->type == IR_BOOL)
                find_mask(w, v, k, web_of(s, v->operands[k]), packs_is_inside(s->p, w->pack, k));
    }
}

/* Now that masks are known. */
static void settle(narrow_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        web *w = is_first(s, v) ? web_of(s, v) : NULL;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) settle(s, v->blocks[k]);
        if (!w || !w->possible) continue;
        if (v->type == IR_BOOL && mask_root(w)->wide_mask) w->possible = false;
        web *mask = v->op == IR_SELECT ? web_of(s, v->operands[0]) : NULL;
        if (mask && mask_root(mask)->wide_mask) w->possible = false;
    }
}

static void connect(narrow_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        web *w = is_first(s, v) ? web_of(s, v) : NULL;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) connect(s, v->blocks[k]);
        if (!w || !w->possible) continue;
        for (size_t k = v->op == IR_STORE; k < v->operand_count && v->op != IR_LOAD; ++k)
            if (packs_is_inside(s->p, w->pack, k) && web_of(s, v->operands[k])->possible)
                join(w, web_of(s, v->operands[k]));
        if (v->op != IR_GET && v->op != IR_SET) continue;
        web **of = &s->variables[v->variable->number];
        if (*of) join(w, *of);
        else *of = w;
    }
}

/* ---- gain ---- */

/* Instructions to make narrow vectors of others and back, for each component; and to repeat a number in the elements of
 * its work-item. */
enum { NARROWING = 2, WIDENING = 2, SAME = 3 };

static long worth_of_operation(const ir_value *v, long n, long vectors, unsigned size)
{
    switch (v->op) {
    case IR_STORE: return NARROWING * n;
    case IR_GET:
    case IR_SET:
    case IR_REINTERPRET:
    case IR_CONVERT: return 0;
    case IR_MULTIPLY: return size == 1 ? 2 * n - 9 * vectors : n - vectors; /* bytes are multiplied as shorts */
    case IR_LEFT:
    case IR_RIGHT: return size == 1 ? n - 2 * vectors : n - vectors; /* the same with shifts */
    default: return n - vectors;
    }
}

/* What operand k costs, in instructions. */
static long cost_of_operand(const narrow_pass *s, const web *w, const ir_value *v, size_t k)
{
    const long n = (long)w->pack->count;
    const web *x = packs_is_inside(s->p, w->pack, k) ? web_of(s, v->operands[k]) : NULL;
    if (!w->possible) return x && x->possible ? WIDENING * n : 0;
    if (!x) return s->p->shapes.values[v->operands[k]->number].kind == SHAPE_UNIFORM ? 0 : SAME;
    if (!x->possible) return NARROWING * n;
    return w->size == x->size ? 0 : n;
}

static void count_gains(narrow_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        s->depth += v->op == IR_LOOP;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count_gains(s, v->blocks[k]);
        s->depth -= v->op == IR_LOOP;
        web *w = is_first(s, v) ? web_of(s, v) : NULL;
        if (!w) continue;
        const long n = (long)w->pack->count, often = 1L << (s->depth < 4 ? 3 * s->depth : 12);
        if (w->possible) root(w)->gain += often * worth_of_operation(v, n, n * w->size / 4, w->size);
        /* Where a pack is not narrow, its operand's web bears the cost. */
        for (size_t k = v->op == IR_STORE; k < v->operand_count && v->op != IR_LOAD; ++k) {
            const long cost = often * cost_of_operand(s, w, v, k);
            if (cost) root(w->possible ? w : web_of(s, v->operands[k]))->gain -= cost;
        }
    }
}

long narrow_gain(const value_pack *r)
{
    const ir_value *v = r->of[0];
    const unsigned size = (unsigned)ir_size(element_type(v));
    return is_possible(r) ? worth_of_operation(v, (long)r->count, (long)(r->count * size / 4), size) : 0;
}

void narrow_run(passes *p)
{
    arena *a = p->f->arena;
    narrow_pass s = {.p = p};
    if (p->one_by_one || p->packs.wide) return;
    s.webs = arena_array(a, p->value_capacity, sizeof *s.webs);
    find_webs(&s, p->f->body);
    if (!s.any) return;
    s.variables = arena_array(a, p->variable_capacity, sizeof *s.variables);
    find_masks(&s, p->f->body);
    settle(&s, p->f->body);
    connect(&s, p->f->body);
    count_gains(&s, p->f->body);
    value_pack **of_variable = arena_array(a, p->variable_capacity, sizeof *of_variable);
    for (size_t i = 0; i < p->f->values; ++i) {
        web *w = s.webs[i];
        if (!w || !w->possible || root(w)->gain <= 0) continue;
        w->pack->element = w->size;
        w->pack->vectors = w->pack->count * w->size / 4;
        p->packs.narrow = of_variable;
    }
    for (size_t i = 0; i < p->f->variable_count; ++i) {
        const ir_variable *v = p->f->variables[i];
        web *w = i >= v->component ? s.variables[i - v->component] : NULL;
        if (w && w->pack->element && v->components == w->pack->count) of_variable[i] = w->pack;
    }
}
