/* See proof.h. Runs the steps over bounds. A loop either runs as it would, where its condition is known in each round,
 * or its variables are widened until a round changes nothing.
 *
 * SPDX-License-Identifier: MIT */
#include "native/proof.h"

#include "native/proof_state.h"

#include <stdlib.h>
#include <string.h>

/* WORK: steps of a run. ROUNDS: of a loop that runs as it would. CUTS: times that ids are cut. MOST_STEPS, MOST_STATE:
 * of what a proof is tried for. */
enum { WORK = 40000, ROUNDS = 130, CUTS = 3, MOST_STEPS = 6000, MOST_STATE = 600 };

/* ---- steps ---- */

static void run_set(clbi_prover *p, const clb_proof_step *s)
{
    clbi_proof_variable *x = &p->state.variables[s->a];
    x->value = s->b == CLB_PROOF_NONE ? clbi_bounds_any((clb_proof_type)s->type, true, false) : p->values[s->b];
    x->stamp = ++p->stamps;
    x->source = s->b;
    x->other = CLB_PROOF_NONE;
    if (clbi_bounds_is_exact(&x->value)) return;
    x->value.varies |= p->state.taints;
    x->value.splits |= p->state.splits;
}

static void run_jump(clbi_prover *p, const clb_proof_step *s)
{
    clbi_proof_target *t = NULL;
    for (unsigned i = 0; i < p->depth; i++)
        if (p->targets[i].step == s->a) t = &p->targets[i];
    if (!t) {
        clbi_proof_fail(p);
        return;
    }
    const bool leaves = s->op == CLB_PROOF_LEAVE;
    clbi_proof_state *to = leaves ? &t->left : &t->continued;
    bool *has = leaves ? &t->has_left : &t->has_continued;
    if (*has) clbi_proof_join_state(p, to, &p->state, CLB_PROOF_NONE);
    else *has = clbi_proof_copy_state(p, to, &p->state);
    t->taints |= p->state.taints;
    t->splits |= p->state.splits;
    t->unsure |= p->state.unsure;
    p->state.dead = true;
}

static uint32_t run_construct(clbi_prover *p, uint32_t at);

static void run_steps(clbi_prover *p, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end && !p->failed && !p->state.dead; i++) {
        const clb_proof_step *s = &p->proof->steps[i];
        if (++p->work > WORK) clbi_proof_fail(p);
        switch (s->op) {
        case CLB_PROOF_CONSTANT: p->values[i] = clbi_bounds_exact(s->bits); break;
        case CLB_PROOF_ARGUMENT: p->values[i] = clbi_proof_argument(p, s); break;
        case CLB_PROOF_OBJECT:
            p->values[i] = clbi_bounds_exact(0);
            p->values[i].object = (int32_t)s->a;
            break;
        case CLB_PROOF_GET:
            p->values[i] = p->state.variables[s->a].value;
            p->stamps_of[i] = p->state.variables[s->a].stamp;
            break;
        case CLB_PROOF_SET: run_set(p, s); break;
        case CLB_PROOF_ACCESS: clbi_proof_access(p, i); break;
        case CLB_PROOF_STATE: p->values[i] = clbi_proof_bytes(p, s); break;
        case CLB_PROOF_MARK: clbi_proof_mark(p, s); break;
        case CLB_PROOF_FRESH: p->state.written[s->a] = (clbi_proof_range){0, 0}; break;
        case CLB_PROOF_IS_TRUE:
        case CLB_PROOF_IS_UP_TO: clbi_proof_check_value(p, s); break;
        case CLB_PROOF_ARRIVAL: clbi_proof_arrival(p); break;
        case CLB_PROOF_BARRIER: clbi_proof_barrier(p); break;
        case CLB_PROOF_IF:
        case CLB_PROOF_LOOP:
        case CLB_PROOF_TEST_LAST:
        case CLB_PROOF_SCOPE: i = run_construct(p, i) - 1; break;
        case CLB_PROOF_LEAVE:
        case CLB_PROOF_CONTINUE: run_jump(p, s); break;
        default:
            if (s->op >= CLB_PROOF_LOCAL_ID && s->op <= CLB_PROOF_DIMENSIONS) p->values[i] = clbi_proof_query(p, s);
            else clbi_proof_compute(p, i, &p->values[i]);
            break;
        }
    }
}

/* ---- constructs ---- */

static void run_if(clbi_prover *p, uint32_t at)
{
    const clb_proof_step *s = &p->proof->steps[at];
    const clbi_bounds condition = p->values[s->a];
    clbi_proof_state before = {0}, then = {0};
    const size_t mark = p->trail_count;
    if (clbi_bounds_is_exact(&condition)) {
        run_steps(p, condition.least ? at + 1 : s->b, condition.least ? s->b : s->c);
        return;
    }
    if (!clbi_proof_copy_state(p, &before, &p->state)) return;
    clbi_proof_take_control(p, &condition, s->a, true);
    if (!clbi_proof_refine(p, s->a, true, at, CLBI_PROOF_INTO)) p->state.dead = true;
    run_steps(p, at + 1, s->b);
    clbi_proof_undo(p, mark);
    if (!p->failed && clbi_proof_copy_state(p, &then, &p->state)) {
        clbi_proof_put_state(p, &p->state, &before);
        clbi_proof_take_control(p, &condition, s->a, false);
        if (!clbi_proof_refine(p, s->a, false, at, CLBI_PROOF_INTO)) p->state.dead = true;
        run_steps(p, s->b, s->c);
        if (p->state.dead && !then.dead) {
            clbi_proof_undo(p, mark);
            clbi_proof_put_state(p, &p->state, &then);
            (void)clbi_proof_refine(p, s->a, true, at, CLBI_PROOF_INTO);
        } else if (!p->state.dead && !then.dead) {
            clbi_proof_undo(p, mark);
            clbi_proof_join_state(p, &then, &p->state, s->a);
            clbi_proof_put_state(p, &p->state, &then);
            clbi_proof_restore_control(p, &before);
        }
    }
    clbi_proof_free_state(&then);
    clbi_proof_free_state(&before);
}

static bool enter_target(clbi_prover *p, uint32_t at)
{
    if (p->depth == CLBI_PROOF_DEPTH) {
        clbi_proof_fail(p);
        return false;
    }
    p->targets[p->depth++] = (clbi_proof_target){.step = at};
    return true;
}

/* The construct ends: what left it comes, too. */
static void leave_target(clbi_prover *p, const clbi_proof_state *before)
{
    clbi_proof_target *t = &p->targets[--p->depth];
    if (t->has_left && !p->failed) {
        clbi_proof_join_state(p, &t->left, &p->state, CLB_PROOF_NONE);
        clbi_proof_put_state(p, &p->state, &t->left);
    }
    if (t->has_left) clbi_proof_free_state(&t->left);
    if (t->has_continued) clbi_proof_free_state(&t->continued);
    if (!p->state.dead) clbi_proof_restore_control(p, before);
}

static void run_scope(clbi_prover *p, uint32_t at)
{
    const size_t mark = p->trail_count;
    clbi_proof_state before = {0};
    if (!clbi_proof_copy_state(p, &before, &p->state)) return;
    if (enter_target(p, at)) {
        run_steps(p, at + 1, p->proof->steps[at].c);
        leave_target(p, &before);
        clbi_proof_undo(p, mark);
    }
    clbi_proof_free_state(&before);
}

static void take_continued(clbi_prover *p)
{
    clbi_proof_target *t = &p->targets[p->depth - 1];
    if (!t->has_continued || p->failed) return;
    clbi_proof_join_state(p, &t->continued, &p->state, CLB_PROOF_NONE);
    clbi_proof_put_state(p, &p->state, &t->continued);
    clbi_proof_free_state(&t->continued);
    t->has_continued = false;
}

/* The loop's condition, which is true where there is none. */
static clbi_bounds condition_of(const clbi_prover *p, const clb_proof_step *s)
{
    return s->bits < 0 ? clbi_bounds_exact(1) : p->values[s->bits];
}

/* One round as it would run; whether another one comes. *known: the condition was. */
static bool run_known_round(clbi_prover *p, uint32_t at, bool *known)
{
    const clb_proof_step *s = &p->proof->steps[at];
    if (s->op == CLB_PROOF_TEST_LAST) {
        run_steps(p, s->a, s->b);
        take_continued(p);
        run_steps(p, s->b, s->c);
    }
    run_steps(p, at + 1, s->a);
    if (p->state.dead || p->failed) return false;
    const clbi_bounds condition = condition_of(p, s);
    *known = clbi_bounds_is_exact(&condition); /* if not, the round is run again, as any round */
    if (!*known || !condition.least) return false;
    if (s->op == CLB_PROOF_TEST_LAST) return true;
    run_steps(p, s->a, s->b);
    take_continued(p);
    run_steps(p, s->b, s->c);
    return !p->state.dead && !p->failed;
}

/* Runs a round of which only bounds are known. The state at its end is the present one, and that of the loop's end
 * is added to `exit`. */
static void run_any_round(clbi_prover *p, uint32_t at, clbi_proof_state *exit)
{
    const clb_proof_step *s = &p->proof->steps[at];
    const bool last = s->op == CLB_PROOF_TEST_LAST;
    const size_t mark = p->trail_count;
    clbi_proof_state here = {0};
    if (last) {
        run_steps(p, s->a, s->b);
        take_continued(p);
        run_steps(p, s->b, s->c);
    }
    run_steps(p, at + 1, s->a);
    if (p->state.dead || p->failed || !clbi_proof_copy_state(p, &here, &p->state)) {
        clbi_proof_undo(p, mark);
        return;
    }
    const clbi_bounds condition = condition_of(p, s);
    /* Where its rounds end. */
    const size_t ends = p->trail_count;
    clbi_proof_take_control(p, &condition, CLB_PROOF_NONE, false);
    if (s->bits < 0 || !clbi_proof_refine(p, (uint32_t)s->bits, false, s->c, CLBI_PROOF_INTO)) p->state.dead = true;
    if (!p->failed && !p->state.dead) clbi_proof_join_state(p, exit, &p->state, CLB_PROOF_NONE);
    clbi_proof_undo(p, ends);
    clbi_proof_put_state(p, &p->state, &here);
    clbi_proof_free_state(&here);
    /* Where it goes on. */
    clbi_proof_take_control(p, &condition, CLB_PROOF_NONE, false);
    if (s->bits >= 0 && !clbi_proof_refine(p, (uint32_t)s->bits, true, s->c, CLBI_PROOF_INTO)) p->state.dead = true;
    if (!last) {
        run_steps(p, s->a, s->b);
        take_continued(p);
        run_steps(p, s->b, s->c);
    }
    clbi_proof_undo(p, mark);
}

static void run_widened(clbi_prover *p, uint32_t at)
{
    clbi_proof_state head = {0}, exit = {0};
    uint8_t *types = malloc(p->proof->variable_count + 1u);
    bool settled = false;
    if (types && clbi_proof_copy_state(p, &head, &p->state) && clbi_proof_copy_state(p, &exit, &p->state)) {
        clbi_proof_find_types(p, types);
        exit.dead = true;
        ++p->widened;
        for (unsigned round = 0; round <= CLBI_PROOF_WIDENINGS && !settled && !p->failed; round++) {
            const clbi_proof_target was = p->targets[p->depth - 1];
            p->state.taints |= was.taints; /* some work-items may have left in an earlier round */
            p->state.splits |= was.splits;
            p->state.unsure |= was.unsure;
            p->state.none |= was.unsure;
            run_any_round(p, at, &exit);
            if (p->failed) break;
            const clbi_proof_target *now = &p->targets[p->depth - 1];
            settled = (p->state.dead || clbi_proof_contains_state(p, &head, &p->state)) && was.taints == now->taints &&
                      was.splits == now->splits && was.unsure == now->unsure;
            if (!settled) clbi_proof_widen_state(p, &head, &p->state, round, types);
            clbi_proof_put_state(p, &p->state, settled ? &exit : &head);
        }
        --p->widened;
    }
    if (!settled) clbi_proof_fail(p);
    free(types);
    clbi_proof_free_state(&head);
    clbi_proof_free_state(&exit);
}

static void run_loop(clbi_prover *p, uint32_t at)
{
    clbi_proof_state before = {0};
    const size_t mark = p->trail_count;
    if (!clbi_proof_copy_state(p, &before, &p->state)) return;
    if (enter_target(p, at)) {
        bool known = false;
        unsigned rounds = 0;
        if (p->concrete) {
            clbi_proof_state start = {0};
            if (clbi_proof_copy_state(p, &start, &p->state)) {
                known = true;
                while (known && rounds < ROUNDS && run_known_round(p, at, &known)) {
                    clbi_proof_put_state(p, &start, &p->state);
                    ++rounds;
                }
                if (rounds == ROUNDS) known = false;
                if (!known && !p->failed) clbi_proof_put_state(p, &p->state, &start);
                clbi_proof_free_state(&start);
            }
        }
        if (!known && !p->state.dead && !p->failed) run_widened(p, at);
        leave_target(p, &before);
        clbi_proof_undo(p, mark);
    }
    clbi_proof_free_state(&before);
}

/* Returns the step behind it. */
static uint32_t run_construct(clbi_prover *p, uint32_t at)
{
    const clb_proof_step *s = &p->proof->steps[at];
    if (s->op == CLB_PROOF_IF) run_if(p, at);
    else if (s->op == CLB_PROOF_SCOPE) run_scope(p, at);
    else run_loop(p, at);
    return s->c;
}

/* ---- proofs ---- */

static bool make_box(clbi_prover *p)
{
    const clbi_proof_launch *l = p->launch;
    clbi_box_make(&p->box);
    p->box.wanted = &p->wanted;
    for (unsigned d = 0; d < 3; d++) {
        if (l->range->local[d] == 0 || l->range->local[d] > (size_t)1 << 30 || l->end[d] <= l->first[d] ||
            !clbi_bounds_takes(l->end[d]))
            return false;
        p->box.low[d] = 0;
        p->box.high[d] = (int64_t)l->range->local[d] - 1;
        p->box.low[CLBI_GROUP_IDS + d] = (int64_t)l->first[d];
        p->box.high[CLBI_GROUP_IDS + d] = (int64_t)l->end[d] - 1;
    }
    return true;
}

static clbi_proof_result run_once(clbi_prover *p)
{
    const uint32_t variables = p->proof->variable_count;
    p->failed = p->sample = false;
    p->fills->count = 0;
    p->work = p->sums = 0;
    p->depth = p->widened = 0;
    p->trail_count = p->place_count = 0;
    p->state.fact_count = 0;
    memset(p->objects, 0, (p->proof->object_count + 1u) * sizeof *p->objects);
    memset(p->state.written, 0, (p->proof->object_count + 1u) * sizeof *p->state.written);
    p->state.dead = p->state.taints = p->state.splits = p->state.unsure = p->state.none = false;
    for (unsigned i = 0; i < CLBI_GROUP_IDS; i++) {
        p->state.first[i] = p->box.low[i];
        p->state.last[i] = p->box.high[i];
    }
    for (uint32_t i = 0; i < variables; i++)
        p->state.variables[i] = (clbi_proof_variable){
            .value = clbi_bounds_any(CLB_PROOF_OTHER, false, false), .source = CLB_PROOF_NONE, .other = CLB_PROOF_NONE};
    run_steps(p, 0, p->proof->step_count);
    p->all_work += p->work;
    if (!p->parts)
        for (uint32_t i = 0; i < p->proof->object_count && !p->failed; i++) p->failed = !clbi_proof_settle(p, i);
    return p->failed ? CLBI_UNPROVED : p->sample ? CLBI_PROVED_BY_SAMPLE : CLBI_PROVED;
}

static void forget_values(clbi_prover *p)
{
    p->wanted.count = 0;
    for (uint32_t i = 0; i < p->proof->step_count; i++) p->values[i] = clbi_bounds_any(CLB_PROOF_OTHER, true, true);
}

/* First with any round of a loop for all, then with each round as it would run. */
static clbi_proof_result run_both(clbi_prover *p)
{
    forget_values(p);
    p->concrete = false;
    const clbi_proof_result result = run_once(p);
    if (result != CLBI_UNPROVED) return result;
    p->concrete = true;
    return run_once(p);
}

/* Whether ids were cut into digits as masks, shifts and remainders want it: then more values are exact. */
static bool cut_ids(clbi_prover *p)
{
    const clbi_cuts wanted = p->wanted;
    bool any = false;
    for (size_t i = 0; i < wanted.count; i++) any |= clbi_box_cut(&p->box, wanted.of[i]);
    return any;
}

/* Ids that are cut for one object serve all, and what is exact stays so. */
static clbi_proof_result run_parts(clbi_prover *p, uint64_t *objects)
{
    p->parts = p->concrete = true;
    *objects = 0;
    forget_values(p);
    if (run_once(p) == CLBI_UNPROVED) return CLBI_UNPROVED;
    if (cut_ids(p)) {
        forget_values(p);
        if (run_once(p) == CLBI_UNPROVED) return CLBI_UNPROVED;
    }
    bool sample = p->sample;
    for (uint32_t i = 0; i < p->proof->object_count; i++) {
        const clb_proof_object *o = &p->proof->objects[i];
        const size_t fills = p->fills->count;
        p->sample = false;
        const bool counts = (o->space == CLB_PROOF_MEMORY || o->space == CLB_PROOF_SHARED) && o->index < 64;
        if (!counts || !p->objects[i].any) continue;
        if (!clbi_proof_settle(p, i)) {
            p->fills->count = fills;
            continue;
        }
        *objects |= UINT64_C(1) << o->index;
        sample |= p->sample;
    }
    return !*objects ? CLBI_UNPROVED : sample ? CLBI_PROVED_BY_SAMPLE : CLBI_PROVED;
}

/* `objects`: NULL, or single objects are proved. */
static clbi_proof_result run_proof(const clb_proof *proof, const clbi_proof_launch *launch, clbi_proof_fills *fills,
                                   uint64_t *objects)
{
    clbi_proof_result result = CLBI_UNPROVED;
    clbi_prover p = {.proof = proof, .launch = launch, .fills = fills};
    if (proof->step_count > MOST_STEPS || proof->variable_count + proof->object_count > MOST_STATE || !make_box(&p))
        return result;
    p.values = malloc((proof->step_count + 1u) * sizeof *p.values);
    p.stamps_of = calloc(proof->step_count + 1u, sizeof *p.stamps_of);
    p.changed = malloc(proof->step_count + 1u);
    p.objects = malloc((proof->object_count + 1u) * sizeof *p.objects);
    p.places = malloc(CLBI_PROOF_PLACES * sizeof *p.places);
    if (p.values && p.stamps_of && p.changed && p.objects && p.places && clbi_proof_make_state(&p, &p.state)) {
        result = objects ? run_parts(&p, objects) : run_both(&p);
        for (unsigned cuts = 0; !objects && result == CLBI_UNPROVED && cuts < CUTS; cuts++) {
            if (p.all_work >= WORK || !cut_ids(&p)) break;
            result = run_both(&p);
        }
        clbi_proof_free_state(&p.state);
    }
    free(p.values);
    free(p.stamps_of);
    free(p.changed);
    free(p.objects);
    free(p.places);
    free(p.trail);
    return result;
}

clbi_proof_result clbi_proof_run(const clb_proof *proof, const clbi_proof_launch *launch, clbi_proof_fills *fills)
{
    return run_proof(proof, launch, fills, NULL);
}

clbi_proof_result clbi_proof_run_parts(const clb_proof *proof, const clbi_proof_launch *launch, clbi_proof_fills *fills,
                                       uint64_t *objects)
{
    *objects = 0;
    return run_proof(proof, launch, fills, objects);
}
