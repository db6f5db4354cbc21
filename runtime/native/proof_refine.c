/* What the conditions around a place say of values, and of the work-items that come there. What follows from a value
 * that became narrower is computed again; a trail keeps what was known before.
 *
 * SPDX-License-Identifier: MIT */
#include "native/proof_state.h"

#include <stdlib.h>
#include <string.h>

static void change_value(clbi_prover *p, uint32_t step, const clbi_bounds *to)
{
    if (p->trail_count == p->trail_capacity) {
        const size_t capacity = p->trail_capacity * 2 + 64;
        clbi_proof_change *trail = realloc(p->trail, capacity * sizeof *trail);
        if (!trail) {
            clbi_proof_fail(p);
            return;
        }
        p->trail = trail;
        p->trail_capacity = capacity;
    }
    p->trail[p->trail_count++] = (clbi_proof_change){step, p->values[step]};
    p->values[step] = *to;
}

void clbi_proof_undo(clbi_prover *p, size_t mark)
{
    while (p->trail_count > mark) {
        const clbi_proof_change *e = &p->trail[--p->trail_count];
        p->values[e->step] = e->was;
    }
}

static bool is_pure(clb_proof_op op)
{
    return op >= CLB_PROOF_ADD && op <= CLB_PROOF_MOVE;
}

/* Computes again what follows from a value that became narrower, up to `end`. */
static void follow_change(clbi_prover *p, uint32_t from, uint32_t end)
{
    const clb_proof_step *steps = p->proof->steps;
    memset(p->changed + from, 0, (size_t)(end - from));
    p->changed[from] = true;
    p->work += (end - from) / 8;
    for (uint32_t i = from + 1; i < end && !p->failed; i++) {
        const clb_proof_step *s = &steps[i];
        if (!is_pure((clb_proof_op)s->op)) continue;
        const bool changed = (s->a >= from && s->a < end && p->changed[s->a]) ||
                             (s->b >= from && s->b < end && p->changed[s->b]) ||
                             (s->op == CLB_PROOF_SELECT && s->c >= from && s->c < end && p->changed[s->c]);
        if (!changed) continue;
        clbi_bounds now;
        clbi_proof_compute(p, i, &now);
        change_value(p, i, &now);
        p->changed[i] = true;
    }
}

/* The value of a step is between these. false: it cannot be. */
static bool narrow(clbi_prover *p, uint32_t step, int64_t least, int64_t most, uint32_t end, unsigned depth)
{
    const clb_proof_step *s = &p->proof->steps[step];
    clbi_bounds now = p->values[step];
    if (!now.known || (now.least >= least && now.most <= most)) return true;
    if (!clbi_bounds_clip(&now, least, most, &p->box)) return false;
    change_value(p, step, &now);
    follow_change(p, step, end);
    if (s->op == CLB_PROOF_GET) {
        clbi_proof_variable *x = &p->state.variables[s->a];
        if (x->stamp == p->stamps_of[step]) x->value = now;
    }
    if (depth == 0) return true;
    if (s->op == CLB_PROOF_CONVERT && p->values[s->a].known && s->bits >= CLB_PROOF_I8) {
        /* The same number, as it has bounds in both types. */
        const clbi_bounds as = clbi_bounds_convert(&p->values[s->a], (clb_proof_type)s->bits, (clb_proof_type)s->type);
        if (as.known && as.least <= now.least && as.least == p->values[s->a].least && as.most == p->values[s->a].most)
            return narrow(p, s->a, least, most, end, depth - 1);
    }
    if (s->op == CLB_PROOF_ADD || s->op == CLB_PROOF_SUBTRACT) {
        const clbi_bounds *by = &p->values[s->b], *x = &p->values[s->a];
        if (x->known && by->known && by->least == by->most && by->least > -CLBI_BOUND / 2 &&
            by->least < CLBI_BOUND / 2 && least > -CLBI_BOUND && most < CLBI_BOUND) {
            const int64_t d = s->op == CLB_PROOF_ADD ? by->least : -by->least;
            /* Not where it may have wrapped: then it was any value of its type. */
            if (x->least > -CLBI_BOUND / 2 && x->most < CLBI_BOUND / 2 && x->most + d >= now.most &&
                x->least + d <= now.least && s->type == CLB_PROOF_I32 && x->least + d >= INT32_MIN &&
                x->most + d <= INT32_MAX)
                return narrow(p, s->a, least - d, most - d, end, depth - 1);
        }
    }
    return true;
}

static bool narrow_pair(clbi_prover *p, const clb_proof_step *s, bool is_less, bool equal, uint32_t end)
{
    /* is_less: a < b or, with `equal`, a <= b; otherwise the reverse: b < a, b <= a. */
    const uint32_t small = is_less ? s->a : s->b, large = is_less ? s->b : s->a;
    const clbi_bounds x = p->values[small], y = p->values[large];
    const bool is_wide = s->type == CLB_PROOF_U64 || s->type == CLB_PROOF_POINTER;
    const int64_t apart = equal ? 0 : 1;
    if (s->type == CLB_PROOF_OTHER) return true;
    /* Without a sign, a number that is below one of known size is between 0 and that. */
    if (is_wide && (!y.known || y.least < 0)) return true;
    if (x.known && y.known && !(is_wide && x.least < 0) && s->type != CLB_PROOF_POINTER)
        clbi_proof_note_fact(p, &x, &y, apart);
    if (y.known && x.known && !(is_wide && x.least < 0) &&
        !narrow(p, small, x.least, y.most - apart, end, CLBI_PROOF_INTO))
        return false;
    if (x.known && !(is_wide && x.least < 0) && y.known)
        return narrow(p, large, x.least + apart, y.most, end, CLBI_PROOF_INTO);
    return true;
}

static void note_unequal(clbi_prover *p, const clb_proof_step *s)
{
    const clbi_bounds *x = &p->values[s->a], *y = &p->values[s->b];
    const bool is_wide = s->type == CLB_PROOF_U64;
    if (s->type == CLB_PROOF_OTHER || s->type == CLB_PROOF_POINTER || !x->known || !y->known ||
        (is_wide && (x->least < 0 || y->least < 0)))
        return;
    clbi_proof_note_unequal(p, x, y);
}

bool clbi_proof_refine(clbi_prover *p, uint32_t step, bool is_true, uint32_t end, unsigned depth)
{
    const clb_proof_step *s = &p->proof->steps[step];
    const clbi_bounds *value = &p->values[step];
    if (value->known && (is_true ? value->most == 0 : value->least == 1)) return false;
    if (depth == 0) return true;
    switch (s->op) {
    case CLB_PROOF_NOT: return clbi_proof_refine(p, s->a, !is_true, end, depth - 1);
    case CLB_PROOF_AND:
        return !is_true ||
               (clbi_proof_refine(p, s->a, true, end, depth - 1) && clbi_proof_refine(p, s->b, true, end, depth - 1));
    case CLB_PROOF_OR:
        return is_true ||
               (clbi_proof_refine(p, s->a, false, end, depth - 1) && clbi_proof_refine(p, s->b, false, end, depth - 1));
    case CLB_PROOF_CONVERT: return s->bits != CLB_PROOF_BOOL || clbi_proof_refine(p, s->a, is_true, end, depth - 1);
    case CLB_PROOF_GET: {
        const clbi_proof_variable *x = &p->state.variables[s->a];
        if (x->stamp != p->stamps_of[step] || x->source == CLB_PROOF_NONE || x->source >= step) return true;
        if (x->other == CLB_PROOF_NONE) return clbi_proof_refine(p, x->source, is_true, end, depth - 1);
        if (x->is_or == is_true) return true;
        const uint32_t other = x->other;
        return clbi_proof_refine(p, x->source, is_true, end, depth - 1) &&
               clbi_proof_refine(p, other, is_true, end, depth - 1);
    }
    case CLB_PROOF_LESS: return narrow_pair(p, s, is_true, !is_true, end);
    case CLB_PROOF_LESS_EQUAL: return narrow_pair(p, s, is_true, is_true, end);
    case CLB_PROOF_EQUAL:
    case CLB_PROOF_UNEQUAL:
        if (is_true == (s->op == CLB_PROOF_EQUAL))
            return narrow_pair(p, s, true, true, end) && narrow_pair(p, s, false, true, end);
        note_unequal(p, s);
        for (int k = 0; k < 2; k++) {
            const clbi_bounds x = p->values[k ? s->b : s->a], y = p->values[k ? s->a : s->b];
            if (!x.known || !clbi_bounds_is_exact(&y) || s->type == CLB_PROOF_OTHER) continue;
            if (x.least == y.least && !narrow(p, k ? s->b : s->a, x.least + 1, x.most, end, CLBI_PROOF_INTO))
                return false;
            if (x.most == y.least && !narrow(p, k ? s->b : s->a, x.least, x.most - 1, end, CLBI_PROOF_INTO))
                return false;
        }
        return true;
    default: return true;
    }
}

/* ---- work-items ---- */

/* Of the work-items that certainly come, those whose local id l satisfies c * l + r <= 0 go on. */
static void keep_items(clbi_proof_state *s, unsigned id, int64_t c, int64_t r)
{
    if (c > 0) {
        const int64_t most = r > 0 ? -((r + c - 1) / c) : -r / c;
        if (most < s->last[id]) s->last[id] = most;
    } else {
        const int64_t least = r > 0 ? (r - c - 1) / -c : -(-r / -c);
        if (least > s->first[id]) s->first[id] = least;
    }
}

/* Which of them find the condition true, or false. `none`, unless it compares one local id with a number. */
static void choose_items(clbi_prover *p, uint32_t step, bool is_true, unsigned depth)
{
    const clb_proof_step *s = &p->proof->steps[step];
    clbi_proof_state *state = &p->state;
    unsigned id = CLBI_IDS, count = 0;
    if (depth && s->op == CLB_PROOF_NOT) {
        choose_items(p, s->a, !is_true, depth - 1);
        return;
    }
    if (depth && s->op == (is_true ? CLB_PROOF_AND : CLB_PROOF_OR) && s->type == CLB_PROOF_BOOL) {
        choose_items(p, s->a, is_true, depth - 1);
        choose_items(p, s->b, is_true, depth - 1);
        return;
    }
    const bool compares =
        s->op == CLB_PROOF_LESS || s->op == CLB_PROOF_LESS_EQUAL || (s->op == CLB_PROOF_EQUAL && is_true);
    const clbi_bounds *x = compares ? &p->values[s->a] : NULL, *y = compares ? &p->values[s->b] : NULL;
    const bool has_sign = s->type == CLB_PROOF_I32 || s->type == CLB_PROOF_I64;
    state->none |= !compares || !x->known || !y->known || s->type == CLB_PROOF_POINTER ||
                   (!has_sign && (x->least < 0 || y->least < 0));
    if (state->none) return;
    const clbi_bounds d = clbi_bounds_compute(CLB_PROOF_SUBTRACT, CLB_PROOF_I64, x, y, &p->box);
    for (unsigned i = 0; d.known && i < CLBI_IDS; i++) {
        if (!d.id[i]) continue;
        id = i;
        count++;
    }
    state->none = !d.known || count != 1 || id >= CLBI_GROUP_IDS || d.varies || d.splits || d.low != d.high ||
                  d.low <= -CLBI_BOUND / 2 || d.low >= CLBI_BOUND / 2 || d.id[id] <= -CLBI_BOUND / 2;
    if (state->none) return;
    const int64_t c = d.id[id], r = d.low;
    if (s->op == CLB_PROOF_EQUAL) {
        keep_items(state, id, c, r);
        keep_items(state, id, -c, -r);
    } else if (is_true) {
        keep_items(state, id, c, s->op == CLB_PROOF_LESS ? r + 1 : r);
    } else {
        keep_items(state, id, -c, s->op == CLB_PROOF_LESS ? -r : 1 - r);
    }
}

void clbi_proof_take_control(clbi_prover *p, const clbi_bounds *condition, uint32_t step, bool is_true)
{
    p->state.taints |= clbi_bounds_vary(condition);
    p->state.splits |= clbi_bounds_split(condition);
    p->state.unsure = true;
    if (step == CLB_PROOF_NONE) p->state.none = true;
    else choose_items(p, step, is_true, CLBI_PROOF_INTO);
}
