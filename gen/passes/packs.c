/* Packs: the components of short vectors that are treated alike. Values that come from memory and go to memory may
 * stay in memory's order: the components of one work-item are adjacent, then come those of the next. Vector number k
 * of a pack is then the k-th vector of that sequence, not component k of all work-items. Operations are the same, and
 * no vector is shuffled. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

#include <string.h>

typedef struct candidate {
    value_pack own; /* comes first, so that a candidate can be seen as a pack */
    bool valid;
    unsigned depth;     /* depth of loops around it */
    bool masked;        /* inside a divergent construct */
    size_t first, last; /* positions in the block */
    const ir_block *block;
    struct candidate *users, *next_user; /* candidates of operations, by the candidate of their first operand */
    struct candidate *web;               /* union-find: candidates that are packed together or not at all */
    struct candidate *next;              /* list of all */
    long gain;                           /* of a web's root: shuffles saved, less those that packing costs */
    bool used_early;                     /* the same: a component is used on its own before the pack is complete */
} candidate;

typedef struct pack_pass {
    passes *p;
    value_pack **of; /* the tables of packs_result */
    bool *cycled;
    candidate *all, **end;            /* in order, so that one round rejects all that depend on a rejected candidate */
    candidate **open_get, **open_set; /* by the number of a vector's first variable */
    candidate **variables;            /* the same: the variables themselves as a candidate */
    unsigned *order, *uses;           /* by a value's number */
    size_t *position;                 /* the same: its position in its block */
    unsigned count, depth, masked;
} pack_pass;

enum { WINDOW = 4096 }; /* most positions between a pack's first and last member */

static candidate *candidate_of(const pack_pass *s, const ir_value *v)
{
    return (candidate *)s->p->packs.of[v->number];
}

static unsigned member(const candidate *r, const ir_value *v)
{
    unsigned i = 0;
    while (i < r->own.count && r->own.of[i] != v) ++i;
    return i;
}

static bool is_count(unsigned n)
{
    return n == 2 || n == 4 || n == 8 || n == 16;
}

/* ---- candidates ---- */

static candidate *begin_candidate(pack_pass *s, const ir_block *b, unsigned count, const ir_value *first)
{
    candidate *r = ARENA_NEW(s->p->f->arena, candidate);
    *r = (candidate){.own = {.count = count}, .valid = true, .depth = s->depth, .masked = s->masked != 0, .block = b};
    *s->end = r;
    s->end = &r->next;
    r->own.of[0] = first;
    if (first) s->of[first->number] = &r->own;
    return r;
}

static bool join_candidate(pack_pass *s, candidate *r, const ir_block *b, unsigned i, const ir_value *v)
{
    if (!r || r->block != b || i >= r->own.count || r->own.of[i] || !r->own.of[i - 1]) return false;
    r->own.of[i] = v;
    s->of[v->number] = &r->own;
    return true;
}

/* In loops, packs are vectors of C. */
static bool fits(const passes *p, ir_type t)
{
    if (t == IR_BOOL) return true;
    return p->one_by_one ? ir_size(t) && t != IR_POINTER && t != IR_F16 : ir_size(t) && ir_size(t) <= 4;
}

/* Whether it is varying; in loops this does not matter. */
static bool differs(const passes *p, shape s)
{
    return p->one_by_one || s.kind == SHAPE_VARYING;
}

static void find_memory(pack_pass *s, const ir_block *b, const ir_value *v)
{
    const ir_type t = v->op == IR_LOAD ? v->type : v->operands[1]->type;
    const ir_value *pointer = v->operands[0];
    if (!is_count(v->components) || !v->first || !fits(s->p, t)) return;
    if (s->p->one_by_one ? v->loose : s->p->objects.root[pointer->number] != NULL) return;
    if (!v->component && (s->p->one_by_one || s->p->shapes.values[pointer->number].kind != SHAPE_UNIFORM))
        begin_candidate(s, b, v->components, v);
    else if (v->component && candidate_of(s, v->first))
        join_candidate(s, candidate_of(s, v->first), b, v->component, v);
}

static void find_access(pack_pass *s, const ir_block *b, const ir_value *v)
{
    const ir_variable *x = v->variable;
    if (!is_count(x->components) || !fits(s->p, x->type) || !differs(s->p, s->p->shapes.variables[x->number])) return;
    candidate **open = &(v->op == IR_GET ? s->open_get : s->open_set)[x->number - x->component];
    if (!x->component) *open = begin_candidate(s, b, x->components, v);
    else join_candidate(s, *open, b, x->component, v);
}

static bool is_same_operation(const ir_value *v, const ir_value *w)
{
    for (size_t k = 0; k < v->operand_count && k < w->operand_count; ++k)
        if (v->operands[k]->type != w->operands[k]->type) return false;
    return v->op == w->op && v->type == w->type && v->bits == w->bits && v->operand_count == w->operand_count &&
           (v->name == w->name || (v->name && w->name && strcmp(v->name, w->name) == 0));
}

/* Whether vectors of C can compute it. */
static bool is_of_vectors(const ir_value *v)
{
    switch (v->op) {
    case IR_DIVIDE: return ir_is_floating(v->type);
    case IR_REMAINDER: return false;
    case IR_CONVERT: return v->operands[0]->type != IR_BOOL;
    case IR_SELECT: return v->type != IR_BOOL;
    case IR_CALL: /* built-in functions that exist for vectors under their own names */
        return v->operand_count <= 3 && strncmp(v->name, "convert_", 8) != 0 && strncmp(v->name, "to_half", 7) != 0;
    default: return true;
    }
}

/* The other operands are checked when all members are known. */
static void find_operation(pack_pass *s, const ir_block *b, const ir_value *v)
{
    if (!differs(s->p, s->p->shapes.values[v->number]) || !fits(s->p, v->type)) return;
    if (s->p->one_by_one && !is_of_vectors(v)) return;
    candidate *from = NULL;
    unsigned i = 0;
    for (size_t k = 0; k < v->operand_count; ++k) {
        const ir_value *x = v->operands[k];
        candidate *r = candidate_of(s, x);
        if (!fits(s->p, x->type)) return;
        if (!r) continue;
        if (from && member(r, x) != i) continue; /* a component by itself */
        if (!from) {
            from = r;
            i = member(r, x);
        }
    }
    if (!from) return;
    if (!i) {
        candidate *pack = begin_candidate(s, b, from->own.count, v);
        pack->next_user = from->users;
        from->users = pack;
        return;
    }
    for (candidate *r = from->users; r; r = r->next_user)
        if (is_same_operation(r->own.of[0], v) && join_candidate(s, r, b, i, v)) return;
}

static void find_candidates(pack_pass *s, const ir_block *b)
{
    const passes *p = s->p;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        s->order[v->number] = ++s->count;
        s->position[v->number] = i;
        if (!ir_has_effect(v) && !s->uses[v->number]) continue;
        if (p->one_by_one && p->regions.once && p->regions.once[v->number]) continue;
        if (v->op == IR_LOAD || v->op == IR_STORE) find_memory(s, b, v);
        else if (v->op == IR_GET || v->op == IR_SET) find_access(s, b, v);
        else if ((v->op >= IR_ADD && v->op <= IR_REINTERPRET) || v->op == IR_CALL) find_operation(s, b, v);
        s->depth += v->op == IR_LOOP;
        s->masked += p->shapes.diverges[v->number];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_candidates(s, v->blocks[k]);
        s->depth -= v->op == IR_LOOP;
        s->masked -= p->shapes.diverges[v->number];
    }
}

static void count_uses(pack_pass *s, const ir_block *b)
{
    for (size_t i = b->count; i-- > 0;) {
        const ir_value *v = b->items[i];
        if (!ir_has_effect(v) && !s->uses[v->number]) continue;
        if (v->op == IR_LOOP && v->condition) ++s->uses[v->condition->number];
        for (int k = 2; k >= 0; --k)
            if (v->blocks[k]) count_uses(s, v->blocks[k]);
        for (size_t k = 0; k < v->operand_count; ++k) ++s->uses[v->operands[k]->number];
    }
}

/* ---- rules for packs ---- */

/* Whether operand k of each member is the same member of one valid pack. */
static bool is_inside(const pack_pass *s, const candidate *r, size_t k)
{
    const candidate *from = candidate_of(s, r->own.of[0]->operands[k]);
    if (!from || !from->valid || from->own.count != r->own.count) return false;
    for (unsigned i = 0; i < r->own.count; ++i)
        if (r->own.of[i]->operands[k] != from->own.of[i]) return false;
    return true;
}

/* Whether the operands are all members of one pack, in another order. */
static bool is_shuffled(const pack_pass *s, const candidate *r, size_t k)
{
    const candidate *from = candidate_of(s, r->own.of[0]->operands[k]);
    if (!s->p->one_by_one || !from || !from->valid || r->own.of[0]->operands[k]->type == IR_BOOL) return false;
    for (unsigned i = 0; i < r->own.count; ++i)
        if (candidate_of(s, r->own.of[i]->operands[k]) != from) return false;
    return true;
}

static bool is_one_operand(const candidate *r, size_t k)
{
    const ir_value *x = r->own.of[0]->operands[k];
    for (unsigned i = 1; i < r->own.count; ++i) {
        const ir_value *y = r->own.of[i]->operands[k];
        if (y != x && !(x->op == IR_CONSTANT && y->op == IR_CONSTANT && x->bits == y->bits && x->type == y->type))
            return false;
    }
    return true;
}

static bool operand_is_fine(const pack_pass *s, const candidate *r, size_t k)
{
    const bool is_mask = r->own.of[0]->operands[k]->type == IR_BOOL;
    if (is_inside(s, r, k)) return true;
    if (is_one_operand(r, k)) return !s->p->one_by_one || !is_mask || r->own.of[0]->op == IR_SELECT;
    if (s->p->one_by_one) return !is_mask;
    if (r->own.count > 4 || r->own.of[0]->operands[k]->type == IR_BOOL) return false;
    for (unsigned i = 0; i < r->own.count; ++i) {
        const ir_value *x = r->own.of[i]->operands[k];
        if (s->p->shapes.values[x->number].kind != SHAPE_UNIFORM) return false;
        if (!ir_is_leaf(x) && s->order[x->number] > s->order[r->own.of[0]->number]) return false;
    }
    return true;
}

/* Whether the address is a uniform base and a signed 32-bit index, as the writer of vectors needs it. */
static bool can_gather(const passes *p, const ir_value *pointer)
{
    const ir_value *move = shapes_find_move(p, pointer);
    if (!move) return false;
    const ir_value *by = move->operands[1], *index = by->op == IR_CONVERT ? by->operands[0] : by;
    return ir_is_integer(index->type) && ir_size(index->type) <= 4 && ir_is_signed(index->type);
}

static ir_type type_in_memory(const ir_value *v)
{
    return v->op == IR_LOAD ? v->type : v->operands[1]->type;
}

static bool is_side_by_side(const passes *p, const candidate *r)
{
    const ir_value *v = r->own.of[0];
    const shape at = p->shapes.values[v->operands[0]->number];
    return at.kind == SHAPE_AFFINE && at.step == (int64_t)(ir_size(type_in_memory(v)) * r->own.count);
}

static bool memory_is_fine(const passes *p, const candidate *r)
{
    if (p->one_by_one) return true;
    const ir_value *v = r->own.of[0], *pointer = v->operands[0];
    const size_t size = ir_size(type_in_memory(v)), bytes = size * r->own.count;
    if (is_side_by_side(p, r)) return true;
    if (bytes == 4) return true; /* like one 32-bit number */
    return size == 4 && r->own.count <= 4 &&
           (p->shapes.values[pointer->number].kind == SHAPE_AFFINE || can_gather(p, pointer));
}

static bool is_access_of(const candidate *r, const ir_value *v)
{
    if ((v->op != IR_GET && v->op != IR_SET) || (r->own.of[0]->op != IR_GET && r->own.of[0]->op != IR_SET))
        return false;
    const ir_variable *x = v->variable, *own = r->own.of[0]->variable;
    return x->components && x->number - x->component == own->number;
}

/* Whether nothing between its members changes what they see. */
static bool window_is_fine(const pack_pass *s, const candidate *r)
{
    const ir_op op = r->own.of[0]->op;
    const size_t first = s->position[r->own.of[0]->number], last = s->position[r->own.of[r->own.count - 1]->number];
    if (last - first > WINDOW) return false;
    for (size_t i = first + 1; i < last; ++i) {
        const ir_value *v = r->block->items[i];
        if (v->op >= IR_IF || v->op == IR_EACH || v->op == IR_SUB_GROUP || v->op == IR_INVOKE || v->op == IR_PRINT ||
            v->op == IR_QUEUE || v->op == IR_FENCE || v->op == IR_OBSERVE)
            return false;
        if (candidate_of(s, v) == r) continue;
        if (op == IR_LOAD && v->op == IR_STORE) return false;
        if (op == IR_STORE && (v->op == IR_STORE || v->op == IR_LOAD)) return false;
        if (op == IR_GET && v->op == IR_SET && is_access_of(r, v)) return false;
        if (op == IR_SET && is_access_of(r, v)) return false;
    }
    return true;
}

static bool is_fine(const pack_pass *s, const candidate *r)
{
    const unsigned n = r->own.count;
    const ir_value *v = r->own.of[0];
    for (unsigned i = 0; i < n; ++i) {
        const ir_value *x = r->own.of[i];
        if (!x || (!ir_has_effect(x) && !s->uses[x->number])) return false;
        if (i && !is_same_operation(v, x)) return false;
    }
    if (!window_is_fine(s, r)) return false;
    switch (v->op) {
    case IR_LOAD: return memory_is_fine(s->p, r);
    case IR_STORE: return memory_is_fine(s->p, r) && operand_is_fine(s, r, 1);
    case IR_GET: return true;
    default:
        for (size_t k = 0; k < v->operand_count; ++k)
            if (!operand_is_fine(s, r, k)) return false;
        return true;
    }
}

/* ---- variables ---- */

static bool is_confined(const passes *p, const ir_variable *x)
{
    return !x->local && (!p->regions.stored || p->regions.stored[x->number] == STORED_IN_REGION);
}

static void find_variables(pack_pass *s)
{
    const ir_function *f = s->p->f;
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *x = f->variables[i];
        if (!is_count(x->components) || x->component) continue;
        candidate *r = begin_candidate(s, NULL, x->components, NULL);
        s->variables[i] = r;
        for (unsigned k = 0; k < x->components; ++k) {
            const ir_variable *y = i + k < f->variable_count ? f->variables[i + k] : NULL;
            r->valid &= y && y->component == k && y->components == x->components && y->type == x->type &&
                        y->home == x->home && is_confined(s->p, y) && differs(s->p, s->p->shapes.variables[y->number]);
        }
    }
}

static candidate *variables_of(const pack_pass *s, const ir_value *v)
{
    return is_count(v->variable->components) ? s->variables[v->variable->number - v->variable->component] : NULL;
}

/* ---- iteration ---- */

static bool strike(candidate *r)
{
    const bool was = r && r->valid;
    if (r) r->valid = false;
    return was;
}

/* Whether a use of a component outside the pack is possible. Components are split off behind the last member, or
 * behind the first one where it reads. */
static bool use_outside(const pack_pass *s, const ir_value *user, const ir_value *x, bool *also_scalar)
{
    candidate *r = candidate_of(s, x);
    if (!r || !r->valid) return true;
    *also_scalar = true;
    const ir_value *there = r->own.of[x->op == IR_LOAD || x->op == IR_GET ? 0 : r->own.count - 1];
    return (r->own.count <= 4 || s->p->one_by_one) && x->type != IR_BOOL &&
           s->order[user->number] > s->order[there->number];
}

static bool check_uses(pack_pass *s, const ir_block *b)
{
    bool changed = false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        const candidate *pack = candidate_of(s, v);
        const bool packed = pack && pack->valid;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) changed |= check_uses(s, v->blocks[k]);
        if (!ir_has_effect(v) && !s->uses[v->number]) continue;
        if (v->op == IR_GET || v->op == IR_SET) {
            candidate *x = variables_of(s, v);
            /* C can name an element of a vector. */
            if (!packed) changed |= !s->p->one_by_one && strike(x);
            else if (!x || !x->valid) changed |= strike((candidate *)pack);
        }
        if (v->op == IR_LOOP && v->condition && candidate_of(s, v->condition))
            changed |= strike(candidate_of(s, v->condition));
        for (size_t k = 0; k < v->operand_count; ++k) {
            candidate *from = candidate_of(s, v->operands[k]);
            if (!from || !from->valid || (packed && (is_inside(s, pack, k) || is_shuffled(s, pack, k)))) continue;
            if (!use_outside(s, v, v->operands[k], &from->own.also_scalar)) changed |= strike(from);
        }
    }
    return changed;
}

static void settle(pack_pass *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (candidate *r = s->all; r; r = r->next) {
            r->own.also_scalar = false;
            if (r->valid && r->own.of[0] && !is_fine(s, r)) changed |= strike(r);
        }
        changed |= check_uses(s, s->p->f->body);
    }
}

/* ---- gain ---- */

static candidate *root_of(candidate *r)
{
    while (r->web != r) r = r->web = r->web->web;
    return r;
}

static void connect(candidate *a, candidate *b)
{
    if (a && b) root_of(a)->web = root_of(b);
}

static long logarithm(unsigned n)
{
    return n == 2 ? 1 : n == 4 ? 2 : n == 8 ? 3 : 4;
}

enum { FUNCTION = 4 };

/* The gain in loops, in scalar operations. */
static long worth_of_vectors(const pack_pass *s, const candidate *r)
{
    const ir_value *v = r->own.of[0];
    const long n = (long)r->own.count;
    const bool computes = (v->op >= IR_ADD && v->op <= IR_REINTERPRET) || ir_is_muladd(v);
    long gain = v->op == IR_CALL && !ir_is_muladd(v) ? FUNCTION * n : computes ? n - 1 : 0;
    for (size_t k = v->op == IR_STORE; k < v->operand_count && v->op != IR_LOAD; ++k)
        if (!is_inside(s, r, k) && !is_one_operand(r, k)) gain -= is_shuffled(s, r, k) ? 1 : n;
    return r->own.also_scalar ? gain - n : gain;
}

/* Whether the elements are gathered as whole words, which give their parts by shifts. */
static bool is_gathered_word(const pack_pass *s, const ir_value *v, size_t n)
{
    const shape pointer = s->p->shapes.values[v->operands[0]->number];
    return v->op == IR_LOAD && ir_size(type_in_memory(v)) * n == 4 && pointer.kind == SHAPE_VARYING &&
           !pointer.is_usual;
}

/* The gain in vectors, in shuffles. */
static long worth(const pack_pass *s, const candidate *r)
{
    if (s->p->one_by_one) return worth_of_vectors(s, r);
    const ir_value *v = r->own.of[0];
    const long n = (long)r->own.count, shuffles = n * logarithm(r->own.count);
    long gain = v->op == IR_LOAD || v->op == IR_STORE ? 0 : narrow_gain(&r->own);
    if (v->op == IR_LOAD || v->op == IR_STORE) {
        const bool is_narrow = ir_size(type_in_memory(v)) < 4;
        gain += is_gathered_word(s, v, r->own.count) ? 0 : is_narrow ? 2 * n : shuffles;
        if (r->masked) gain -= n / 2; /* a mask for each vector; often it exists already */
    }
    for (size_t k = v->op == IR_STORE; k < v->operand_count && v->op != IR_LOAD; ++k) {
        if (is_inside(s, r, k)) continue;
        const bool shared = s->p->shapes.values[v->operands[k]->number].kind == SHAPE_UNIFORM;
        if (!shared) gain -= n;
        else if (!is_one_operand(r, k)) gain -= 1;
    }
    return r->own.also_scalar ? gain - shuffles : gain;
}

static void decide(pack_pass *s)
{
    for (candidate *r = s->all; r; r = r->next) r->web = r;
    for (candidate *r = s->all; r; r = r->next) {
        const ir_value *v = r->own.of[0];
        if (!r->valid || !v) continue;
        if (v->op == IR_GET || v->op == IR_SET) connect(r, variables_of(s, v));
        for (size_t k = v->op == IR_STORE; k < v->operand_count && v->op != IR_LOAD; ++k)
            if (is_inside(s, r, k)) connect(r, candidate_of(s, v->operands[k]));
    }
    for (candidate *r = s->all; r; r = r->next)
        if (r->valid && r->own.of[0]) root_of(r)->gain += worth(s, r) * (1L << (r->depth < 4 ? 3 * r->depth : 12));
    for (candidate *r = s->all; r; r = r->next) r->own.packed = r->valid && r->own.of[0] && root_of(r)->gain > 0;
}

/* A pack may use the components of another one by themselves, if shuffling them turned out not to be worth it. The
 * other pack may not be complete yet; it is marked. */
static bool find_early_uses(pack_pass *s, const ir_block *b)
{
    bool found = false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        const candidate *pack = candidate_of(s, v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) found |= find_early_uses(s, v->blocks[k]);
        if ((pack && pack->own.packed) || (!ir_has_effect(v) && !s->uses[v->number])) continue;
        for (size_t k = 0; k < v->operand_count; ++k) {
            candidate *from = candidate_of(s, v->operands[k]);
            if (!from || !from->own.packed || use_outside(s, v, v->operands[k], &from->own.also_scalar)) continue;
            root_of(from)->used_early = true;
            found = true;
        }
    }
    return found;
}

static void unpack_early_uses(pack_pass *s)
{
    while (find_early_uses(s, s->p->f->body))
        for (candidate *r = s->all; r; r = r->next)
            if (root_of(r)->used_early) r->own.packed = false;
}

/* Finds uniform loads that packs use as a repeated sequence. */
static void find_cycles(pack_pass *s)
{
    for (candidate *r = s->all; r; r = r->next) {
        const ir_value *v = r->own.of[0];
        for (size_t k = v && v->op == IR_STORE; v && r->own.packed && k < v->operand_count && v->op != IR_LOAD; ++k) {
            const ir_value *x = v->operands[k];
            if (is_inside(s, r, k) || is_one_operand(r, k) || !x->first || x->components != r->own.count ||
                ir_size(x->type) != 4)
                continue;
            bool all = true;
            for (unsigned i = 0; i < r->own.count; ++i) {
                const ir_value *y = r->own.of[i]->operands[k];
                all &= y->op == IR_LOAD && y->first == x && y->component == i;
            }
            if (all) s->cycled[x->number] = true;
        }
    }
}

bool packs_is_inside(const passes *p, const value_pack *r, size_t k)
{
    const value_pack *from = p->packs.of[r->of[0]->operands[k]->number];
    bool inside = from && from->count == r->count;
    for (unsigned i = 0; inside && i < r->count; ++i) inside = r->of[i]->operands[k] == from->of[i];
    return inside;
}

void packs_run(passes *p)
{
    arena *a = p->f->arena;
    const size_t values = p->value_capacity, variables = p->variable_capacity;
    pack_pass s = {.p = p};
    s.end = &s.all;
    s.of = arena_array(a, values, sizeof *s.of);
    s.cycled = arena_array(a, values, sizeof *s.cycled);
    p->packs = (packs_result){.of = s.of, .cycled = s.cycled, .wide = !p->one_by_one && work_is_wide(p)};
    if (p->packs.wide) return;
    s.open_get = arena_array(a, variables, sizeof *s.open_get);
    s.open_set = arena_array(a, variables, sizeof *s.open_set);
    s.variables = arena_array(a, variables, sizeof *s.variables);
    s.order = arena_array(a, values, sizeof *s.order);
    s.uses = arena_array(a, values, sizeof *s.uses);
    s.position = arena_array(a, values, sizeof *s.position);
    count_uses(&s, p->f->body);
    find_candidates(&s, p->f->body);
    find_variables(&s);
    settle(&s);
    decide(&s);
    unpack_early_uses(&s);
    find_cycles(&s);
    for (size_t i = 0; i < p->f->values; ++i)
        if (s.of[i] && !s.of[i]->packed) s.of[i] = NULL;
}
