/* What the parts of a proof (proof.c) share: what holds at a place, what is known of values, and what was accessed.
 * Knows bounds and steps; must not know the order in which they run.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_PROOF_STATE_H
#define CLBI_NATIVE_PROOF_STATE_H

#include "native/proof_launch.h"
#include "native/proof_value.h"

/* DEPTH: of constructs. WIDENINGS: until a loop's variables must hold. INTO: conditions that are looked into. FACTS: of
 * a place. PLACES: accesses of global memory. */
enum {
    CLBI_PROOF_DEPTH = 48,
    CLBI_PROOF_WIDENINGS = 4,
    CLBI_PROOF_INTO = 6,
    CLBI_PROOF_FACTS = 8,
    CLBI_PROOF_PLACES = 48
};

/* What a variable holds. `stamp` tells SETs apart. */
typedef struct clbi_proof_variable {
    clbi_bounds value;
    uint32_t stamp;
    uint32_t source, other; /* the step whose value it has; and, of `a && b` and `a || b`, that of a; or none */
    bool is_or;
} clbi_proof_variable;

/* Bytes of an object that are certainly written. */
typedef struct clbi_proof_range {
    int64_t begin, end;
} clbi_proof_range;

/* What the conditions around a place say of the ids of the work-items that come there: a sum of them, whose
 * coefficients have no common divisor and the first of which is positive, lies between two numbers, and is not `hole`.
 */
typedef struct clbi_proof_fact {
    int64_t id[CLBI_IDS];
    int64_t low, high, hole;
    bool has_hole;
} clbi_proof_fact;

/* What holds at a place. The control that led there: `taints` if it depends on data or the group, `splits` if on the
 * work-item, `unsure` if not all work-items may come. Those with local ids from `first` to `last` certainly come,
 * unless `none`. */
typedef struct clbi_proof_state {
    bool dead, taints, splits, unsure, none;
    int64_t first[CLBI_GROUP_IDS], last[CLBI_GROUP_IDS];
    clbi_proof_variable *variables;
    clbi_proof_range *written;
    unsigned fact_count;
    clbi_proof_fact facts[CLBI_PROOF_FACTS]; /* those of the constructs around come first */
} clbi_proof_state;

/* All that an ACCESS of global memory touches, and the facts that always hold there. */
typedef struct clbi_proof_place {
    uint32_t step, object;
    clbi_bounds at;
    int64_t step_of_rest; /* the rest is at.low and a multiple of it; 0: it is at.low */
    int64_t size;
    bool writes; /* not atomically */
    unsigned fact_count;
    clbi_proof_fact facts[CLBI_PROOF_FACTS];
} clbi_proof_place;

/* Accesses of an object. */
typedef struct clbi_proof_accesses {
    clbi_bounds at;  /* of all plain accesses, one with another */
    bool any, alike; /* there are some; their coefficients are the same */
    bool varies, tainted;
    bool writes, reads;                /* `reads`: atomic accesses, too */
    int64_t size, least, most;         /* of the bytes */
    bool unsure_writes;                /* which bytes they write depends on data or the group */
    bool copies_unwritten;             /* bytes of it may be unwritten again: none is certain */
    bool relies;                       /* it is read elsewhere in each group because bytes are certain */
    bool open_reads;                   /* of bytes that are not certainly written */
    bool region_writes, region_varies; /* since the last barrier */
    bool has_more_places;              /* than there is room for */
    bool is_looked_at, was_written;    /* all of it was written before the launch, once that is looked at */
    bool refused;                      /* an access may be a fault */
} clbi_proof_accesses;

/* What LEAVE and CONTINUE bring to a construct, and what they leave uncertain in it. */
typedef struct clbi_proof_target {
    uint32_t step;
    clbi_proof_state left, continued;
    bool has_left, has_continued;
    bool taints, splits, unsure;
} clbi_proof_target;

typedef struct clbi_proof_change {
    uint32_t step;
    clbi_bounds was;
} clbi_proof_change;

typedef struct clbi_prover {
    const clb_proof *proof;
    const clbi_proof_launch *launch;
    clbi_proof_fills *fills;
    clbi_box box;
    clbi_cuts wanted;
    bool concrete, failed, sample;
    bool parts;              /* objects are proved one by one */
    unsigned work, all_work; /* steps of the present run, and of all */
    unsigned sums;           /* that were tried for races */
    uint32_t stamps;
    clbi_bounds *values;
    uint32_t *stamps_of; /* by a GET: the stamp of what it read */
    bool *changed;
    clbi_proof_accesses *objects;
    clbi_proof_place *places;
    size_t place_count;
    clbi_proof_state state;
    clbi_proof_target targets[CLBI_PROOF_DEPTH];
    unsigned depth;
    unsigned widened; /* loops around whose rounds are not known */
    clbi_proof_change *trail;
    size_t trail_count, trail_capacity;
} clbi_prover;

void clbi_proof_fail(clbi_prover *p);
/* Nothing is proved of the object. */
void clbi_proof_refuse(clbi_prover *p, uint32_t number);

/* ---- states (proof_state.c) ---- */

/* false: without memory, with nothing made and the proof failed. */
bool clbi_proof_make_state(clbi_prover *p, clbi_proof_state *s);
bool clbi_proof_copy_state(clbi_prover *p, clbi_proof_state *to, const clbi_proof_state *from);
void clbi_proof_free_state(clbi_proof_state *s);
void clbi_proof_put_state(const clbi_prover *p, clbi_proof_state *to, const clbi_proof_state *from);
/* `to` is what may come from either. `a`: the condition that `to` found true and `from` false, or CLB_PROOF_NONE. */
void clbi_proof_join_state(clbi_prover *p, clbi_proof_state *to, const clbi_proof_state *from, uint32_t a);
/* After a construct the control is what it was before it, but for work-items that have left an outer one. */
void clbi_proof_restore_control(clbi_prover *p, const clbi_proof_state *before);
bool clbi_proof_contains_state(const clbi_prover *p, const clbi_proof_state *outer, const clbi_proof_state *inner);
/* What is known at the head of a loop, where `back` is the end of a round. `types`: of variables. */
void clbi_proof_widen_state(clbi_prover *p, clbi_proof_state *head, const clbi_proof_state *back, unsigned round,
                            const uint8_t *types);
void clbi_proof_find_types(const clbi_prover *p, uint8_t *types);

/* ---- conditions (proof_refine.c) ---- */

/* What is known where the condition, a step, is true or false; it changes values of steps before `end`. false: it
 * cannot be. */
bool clbi_proof_refine(clbi_prover *p, uint32_t step, bool is_true, uint32_t end, unsigned depth);
/* Takes back all changes but the first `mark` ones. */
void clbi_proof_undo(clbi_prover *p, size_t mark);
/* Only work-items that find the condition, step `step` or none, true or false go on. */
void clbi_proof_take_control(clbi_prover *p, const clbi_bounds *condition, uint32_t step, bool is_true);

/* ---- values (proof_step.c) ---- */

clbi_bounds clbi_proof_argument(const clbi_prover *p, const clb_proof_step *s);
clbi_bounds clbi_proof_query(const clbi_prover *p, const clb_proof_step *s);
void clbi_proof_compute(clbi_prover *p, uint32_t step, clbi_bounds *result);

/* ---- races (proof_race.c) ---- */

/* For the work-items that go on, `less` is at least `apart` below `more`; or the two differ. */
void clbi_proof_note_fact(clbi_prover *p, const clbi_bounds *less, const clbi_bounds *more, int64_t apart);
void clbi_proof_note_unequal(clbi_prover *p, const clbi_bounds *x, const clbi_bounds *y);
/* How many of the first facts are the same: those that hold on two ways that meet. */
unsigned clbi_proof_common_facts(const clbi_proof_fact *x, unsigned x_count, const clbi_proof_fact *y,
                                 unsigned y_count);
/* `size` bytes at `at` are accessed by step `step`. */
void clbi_proof_note_place(clbi_prover *p, uint32_t step, const clbi_bounds *at, int64_t size, bool writes);
/* Whether no work-item of a group touches what another one writes; object `number` is global memory. */
bool clbi_proof_are_apart(clbi_prover *p, uint32_t number);

/* ---- accesses (proof_access.c) ---- */

bool clbi_proof_is_shared(const clbi_prover *p, uint32_t number); /* the object is local memory */
void clbi_proof_access(clbi_prover *p, uint32_t step);
clbi_bounds clbi_proof_bytes(clbi_prover *p, const clb_proof_step *s); /* of a STATE */
void clbi_proof_mark(clbi_prover *p, const clb_proof_step *s);
void clbi_proof_barrier(clbi_prover *p);
void clbi_proof_arrival(clbi_prover *p);
void clbi_proof_check_value(clbi_prover *p, const clb_proof_step *s);
/* At the end: whether the object's accesses are no faults. */
bool clbi_proof_settle(clbi_prover *p, uint32_t number);

#endif
