/* Whether work-items of a group touch bytes of their own, where one writes. Two accesses by two work-items differ by a
 * sum: of local ids of both, of numbers of groups, which they share, and of a rest. What the conditions around them
 * say of ids, facts, bounds parts of that sum. Knows integers; must not know the order of steps.
 *
 * SPDX-License-Identifier: MIT */
#include "native/proof_state.h"

#include <stdlib.h>
#include <string.h>

/* TERMS: the rest, distances, facts of both, local ids of both, groups. WORK: sums that are tried in one run. FAR: no
 * number is beyond. DEPTH: of operations below an address. */
enum {
    TERMS = 1 + CLBI_GROUP_IDS + 2 * CLBI_PROOF_FACTS + 2 * CLBI_GROUP_IDS + CLBI_IDS - CLBI_GROUP_IDS,
    WORK = 20000,
    DEPTH = 8
};
#define FAR (INT64_C(1) << 50)

/* by * a number from `low` to `high`, which is not `hole` if there is one. */
typedef struct term {
    int64_t by, low, high, hole;
    bool has_hole, is_distance; /* between the local ids, of the same number, of the two work-items */
} term;

/* What the place of one access is beyond that of another one: from `low` to `high`, and terms. */
typedef struct difference {
    int64_t low, high;
    term terms[TERMS];
    int64_t group[CLBI_IDS]; /* coefficients of groups that are no terms yet */
    unsigned count;
    unsigned ids, distances; /* local ids of several values, and how many of these are distances: if all are, and are
                                zero, it is the same work-item */
} difference;

/* ---- facts ---- */

static int64_t divide_down(int64_t x, int64_t y) /* y > 0 */
{
    return x / y - (x % y < 0);
}

static bool is_same_fact(const clbi_proof_fact *x, const clbi_proof_fact *y)
{
    return x->low == y->low && x->high == y->high && x->has_hole == y->has_hole && x->hole == y->hole &&
           memcmp(x->id, y->id, sizeof x->id) == 0;
}

/* Notes that the sum of x's ids lies between these, or is not `hole`. */
static void add_fact(clbi_proof_state *s, const clbi_bounds *x, const clbi_proof_fact *range)
{
    clbi_proof_fact f = *range;
    int64_t divisor = 0;
    for (unsigned i = 0; i < CLBI_IDS; i++) {
        int64_t a = x->id[i] < 0 ? -x->id[i] : x->id[i], b = divisor;
        if (a >= FAR) return;
        while (a) {
            const int64_t rest = b % a;
            b = a;
            a = rest;
        }
        divisor = b;
    }
    if (divisor == 0 || s->fact_count == CLBI_PROOF_FACTS) return;
    unsigned first = 0;
    while (!x->id[first]) first++;
    if (x->id[first] < 0) {
        f.low = -range->high;
        f.high = -range->low;
        f.hole = -range->hole;
    }
    for (unsigned i = 0; i < CLBI_IDS; i++) f.id[i] = x->id[i] / (x->id[first] < 0 ? -divisor : divisor);
    if (f.has_hole && f.hole % divisor) return;
    f.hole /= divisor;
    if (f.low > -FAR) f.low = -divide_down(-f.low, divisor);
    if (f.high < FAR) f.high = divide_down(f.high, divisor);
    for (unsigned i = 0; i < s->fact_count; i++)
        if (is_same_fact(&s->facts[i], &f)) return;
    s->facts[s->fact_count++] = f;
}

void clbi_proof_note_fact(clbi_prover *p, const clbi_bounds *less, const clbi_bounds *more, int64_t apart)
{
    clbi_proof_fact f = {.low = -FAR, .high = FAR};
    const clbi_bounds d = clbi_bounds_compute(CLB_PROOF_SUBTRACT, CLB_PROOF_I64, less, more, &p->box);
    if (!d.known || d.low <= -FAR || d.low >= FAR) return;
    f.high = -apart - d.low; /* whatever the rest is: it is not below */
    add_fact(&p->state, &d, &f);
}

void clbi_proof_note_unequal(clbi_prover *p, const clbi_bounds *x, const clbi_bounds *y)
{
    const clbi_bounds d = clbi_bounds_compute(CLB_PROOF_SUBTRACT, CLB_PROOF_I64, x, y, &p->box);
    if (!clbi_bounds_is_affine(&d) || d.low <= -FAR || d.low >= FAR) return;
    const clbi_proof_fact f = {.low = -FAR, .high = FAR, .has_hole = true, .hole = -d.low};
    add_fact(&p->state, &d, &f);
}

unsigned clbi_proof_common_facts(const clbi_proof_fact *x, unsigned x_count, const clbi_proof_fact *y, unsigned y_count)
{
    unsigned count = 0;
    while (count < x_count && count < y_count && is_same_fact(&x[count], &y[count])) count++;
    return count;
}

/* ---- differences ---- */

static int64_t common_divisor(int64_t x, int64_t y)
{
    while (y) {
        const int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x < 0 ? -x : x;
}

static bool multiply(int64_t x, int64_t y, int64_t *product)
{
    const int64_t size = x < 0 ? -x : x, times = y < 0 ? -y : y;
    if (size >= FAR || times >= FAR || (times && size > FAR / times)) return false;
    *product = x * y;
    return true;
}

/* false: some number is too large. */
static bool add_term(difference *d, const term *t)
{
    int64_t first, last;
    if (t->by == 0) return true;
    if (!multiply(t->by, t->low, &first) || !multiply(t->by, t->high, &last)) return false;
    if (t->low == t->high && !t->has_hole) {
        d->low += first;
        d->high += first;
        return true;
    }
    term *to = &d->terms[d->count++];
    *to = *t;
    if (t->by > 0) return true;
    *to = (term){-t->by, -t->high, -t->low, -t->hole, t->has_hole, t->is_distance};
    return true;
}

/* Bounds of a fact's sum: its own, those of the box, and of other facts of that sum. */
static bool bound_fact(const clbi_prover *p, const clbi_proof_place *place, const clbi_proof_fact *f, term *t)
{
    for (unsigned i = 0; i < CLBI_IDS; i++) {
        int64_t low, high;
        if (!multiply(f->id[i], f->id[i] < 0 ? p->box.high[i] : p->box.low[i], &low) ||
            !multiply(f->id[i], f->id[i] < 0 ? p->box.low[i] : p->box.high[i], &high))
            return false;
        t->low += low;
        t->high += high;
    }
    for (unsigned k = 0; k < place->fact_count; k++) {
        const clbi_proof_fact *g = &place->facts[k];
        if (memcmp(f->id, g->id, sizeof f->id) != 0) continue;
        if (g->low > t->low) t->low = g->low;
        if (g->high < t->high) t->high = g->high;
        if (!g->has_hole) continue;
        t->has_hole = true;
        t->hole = g->hole;
    }
    return true;
}

/* Where the coefficients of a work-item's local ids, `own`, hold a multiple of a fact's sum, that becomes a term.
 * `sign`: that of the work-item's place in the difference. */
static bool take_facts(const clbi_prover *p, const clbi_proof_place *place, int64_t sign, int64_t *own, difference *d)
{
    for (unsigned k = 0; k < place->fact_count; k++) {
        const clbi_proof_fact *f = &place->facts[k];
        unsigned first = 0;
        while (first < CLBI_IDS && !f->id[first]) first++;
        if (first >= CLBI_GROUP_IDS) continue;
        const int64_t by = own[first] / f->id[first];
        bool fits = by != 0;
        for (unsigned i = 0; i < CLBI_GROUP_IDS; i++) fits &= f->id[i] == 0 || own[i] == by * f->id[i];
        if (!fits) continue;
        term t = {.by = sign * by};
        if (!bound_fact(p, place, f, &t) || !add_term(d, &t)) return false;
        for (unsigned i = 0; i < CLBI_GROUP_IDS; i++) own[i] -= f->id[i] ? own[i] : 0;
        for (unsigned i = CLBI_GROUP_IDS; i < CLBI_IDS; i++) {
            int64_t taken;
            if (!multiply(by, f->id[i], &taken)) return false;
            d->group[i] -= sign * taken;
        }
    }
    return true;
}

static bool add_id(const clbi_prover *p, unsigned id, int64_t by, difference *d)
{
    const term t = {.by = by, .low = p->box.low[id], .high = p->box.high[id]};
    return add_term(d, &t);
}

/* false: some number is too large. */
static bool subtract(const clbi_prover *p, const clbi_proof_place *x, const clbi_proof_place *y, difference *d)
{
    int64_t own[2][CLBI_IDS];
    *d = (difference){.low = x->at.low - y->at.high, .high = x->at.high - y->at.low};
    if (x->at.low <= -FAR || x->at.high >= FAR || y->at.low <= -FAR || y->at.high >= FAR) return false;
    const int64_t by = common_divisor(x->step_of_rest, y->step_of_rest);
    if (by > 1) {
        const term t = {.by = by, .low = (y->at.low - y->at.high) / by, .high = (x->at.high - x->at.low) / by};
        d->low = d->high = x->at.low - y->at.low;
        if (!add_term(d, &t)) return false;
    }
    for (unsigned i = 0; i < CLBI_IDS; i++) {
        const int64_t of_x = x->at.id[i], of_y = y->at.id[i], count = p->box.high[i] - p->box.low[i];
        if (of_x >= FAR || of_x <= -FAR || of_y >= FAR || of_y <= -FAR) return false;
        d->group[i] = of_x - of_y;
        own[0][i] = of_x == of_y ? 0 : of_x;
        own[1][i] = of_x == of_y ? 0 : of_y;
        if (i >= CLBI_GROUP_IDS || count == 0) continue;
        d->ids++;
        if (of_x != of_y || of_x == 0) continue;
        const term t = {.by = of_x, .low = -count, .high = count, .is_distance = true};
        d->distances++;
        if (!add_term(d, &t)) return false;
    }
    if (!take_facts(p, x, 1, own[0], d) || !take_facts(p, y, -1, own[1], d)) return false;
    for (unsigned i = 0; i < CLBI_GROUP_IDS; i++)
        if (!add_id(p, i, own[0][i], d) || !add_id(p, i, -own[1][i], d)) return false;
    for (unsigned i = CLBI_GROUP_IDS; i < CLBI_IDS; i++)
        if (!add_id(p, i, d->group[i], d)) return false;
    return true;
}

/* ---- sums ---- */

static int compare_terms(const void *a, const void *b)
{
    const term *x = a, *y = b;
    return x->by != y->by ? (x->by < y->by) - (x->by > y->by) : 0;
}

/* The terms from number k on, largest factors first, are chosen so that their sum may lie between `low` and `high`.
 * `apart`: some distance is not zero. Whether that can be, for two work-items; or is not known, as it takes too long.
 */
static bool can_meet(const difference *d, unsigned k, int64_t low, int64_t high, bool apart, unsigned *work)
{
    int64_t least = 0, most = 0; /* of the terms behind */
    if (++*work > WORK) return true;
    if (k == d->count) return low <= 0 && high >= 0 && (apart || d->distances < d->ids);
    const term *t = &d->terms[k];
    for (unsigned i = k + 1; i < d->count; i++) {
        least += d->terms[i].by * d->terms[i].low;
        most += d->terms[i].by * d->terms[i].high;
    }
    int64_t first = -divide_down(most - low, t->by), last = divide_down(high - least, t->by);
    if (first < t->low) first = t->low;
    if (last > t->high) last = t->high;
    for (int64_t v = first; v <= last; v++) {
        if (t->has_hole && v == t->hole) continue;
        if (can_meet(d, k + 1, low - t->by * v, high - t->by * v, apart || (t->is_distance && v != 0), work))
            return true;
    }
    return false;
}

bool clbi_proof_are_apart(clbi_prover *p, uint32_t number)
{
    for (size_t i = 0; i < p->place_count; i++)
        for (size_t k = 0; k < p->place_count; k++) {
            const clbi_proof_place *x = &p->places[i], *y = &p->places[k];
            difference d;
            if (x->object != number || y->object != number || !x->writes || (y->writes && k < i)) continue;
            if (!subtract(p, x, y, &d)) return false;
            qsort(d.terms, d.count, sizeof *d.terms, compare_terms);
            /* They overlap where x is less than y's size behind y, and less than its own before. */
            if (can_meet(&d, 0, 1 - x->size - d.high, y->size - 1 - d.low, false, &p->sums)) return false;
        }
    return true;
}

/* ---- places ---- */

static bool has_ids(const clbi_bounds *x)
{
    bool result = false;
    for (unsigned i = 0; i < CLBI_IDS; i++) result |= x->id[i] != 0;
    return result;
}

/* Whether x is `times` y, and z if it is not NULL: ids and rest. */
static bool is_sum(const clbi_bounds *x, const clbi_bounds *y, int64_t times, const clbi_bounds *z)
{
    int64_t low, high;
    if (!y->known || (z && !z->known) || times < 1) return false;
    if (!multiply(y->low, times, &low) || !multiply(y->high, times, &high)) return false;
    bool result = x->low == low + (z ? z->low : 0) && x->high == high + (z ? z->high : 0);
    for (unsigned i = 0; i < CLBI_IDS && result; i++) {
        int64_t own;
        result = multiply(y->id[i], times, &own) && x->id[i] == own + (z ? z->id[i] : 0);
    }
    return result;
}

/* The step of the value's rest, from its least number on, by how it is computed: what has no ids is its rest. 1: any.
 */
static int64_t step_of_rest(const clbi_prover *p, uint32_t step, unsigned depth)
{
    const clb_proof_step *s = &p->proof->steps[step];
    const clbi_bounds *v = &p->values[step];
    if (!v->known) return 1;
    if (v->low == v->high) return 0;
    if (!has_ids(v)) return v->low == v->least && v->high == v->most && v->step ? v->step : 1;
    if (depth == 0) return 1;
    const clbi_bounds *a = &p->values[s->a], *b = &p->values[s->b];
    int64_t times = 1;
    switch (s->op) {
    case CLB_PROOF_CONVERT: return is_sum(v, a, 1, NULL) ? step_of_rest(p, s->a, depth - 1) : 1;
    case CLB_PROOF_ADD:
        if (!is_sum(v, a, 1, b)) return 1;
        return common_divisor(step_of_rest(p, s->a, depth - 1), step_of_rest(p, s->b, depth - 1));
    case CLB_PROOF_MULTIPLY: {
        const bool by_first = clbi_bounds_is_exact(a);
        if (!by_first && !clbi_bounds_is_exact(b)) return 1;
        const int64_t by = by_first ? a->least : b->least;
        if (!is_sum(v, by_first ? b : a, by, NULL)) return 1;
        return multiply(step_of_rest(p, by_first ? s->b : s->a, depth - 1), by, &times) ? times : 1;
    }
    case CLB_PROOF_MOVE:
        if (!is_sum(v, b, s->bits, a) || !multiply(step_of_rest(p, s->b, depth - 1), s->bits, &times)) return 1;
        return common_divisor(times, step_of_rest(p, s->a, depth - 1));
    default: return 1;
    }
}

void clbi_proof_note_place(clbi_prover *p, uint32_t step, const clbi_bounds *at, int64_t size, bool writes)
{
    const clbi_proof_state *s = &p->state;
    const clb_proof_step *from = &p->proof->steps[step];
    for (size_t i = 0; i < p->place_count; i++) {
        clbi_proof_place *x = &p->places[i];
        if (x->step != step) continue;
        bool alike = true;
        for (unsigned k = 0; k < CLBI_IDS; k++) alike &= x->at.id[k] == at->id[k];
        x->step_of_rest = !alike ? 1
                                 : common_divisor(common_divisor(x->step_of_rest, step_of_rest(p, from->a, DEPTH)),
                                                  at->low - x->at.low);
        x->at = clbi_bounds_join(&x->at, at); /* as both are known, and in one object, so is it */
        x->fact_count = clbi_proof_common_facts(x->facts, x->fact_count, s->facts, s->fact_count);
        return;
    }
    if (p->place_count == CLBI_PROOF_PLACES) {
        p->objects[from->b].has_more_places = true;
        return;
    }
    clbi_proof_place *x = &p->places[p->place_count++];
    *x = (clbi_proof_place){
        .step = step, .object = from->b, .at = *at, .size = size, .writes = writes, .fact_count = s->fact_count};
    x->step_of_rest = step_of_rest(p, from->a, DEPTH);
    memcpy(x->facts, s->facts, s->fact_count * sizeof *s->facts);
}
