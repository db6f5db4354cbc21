/* What a proof knows of a value: bounds that hold for all work-items and groups at once (abstract interpretation over
 * intervals, congruences and affine forms). A value is a sum of ids with constant coefficients and a rest between two
 * bounds, and has bounds and a step itself. Knows integers; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_PROOF_VALUE_H
#define CLBI_NATIVE_PROOF_VALUE_H

#include "clbundle/checks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Local ids along x, y, z, and room for digits of them; from CLBI_GROUP_IDS on the same of the numbers of groups. */
enum { CLBI_IDS = 12, CLBI_GROUP_IDS = 6, CLBI_CUTS = 8 };

/* Numbers beyond are not dealt with, so that sums of two never overflow. */
#define CLBI_BOUND (INT64_C(1) << 60)

/* Whether a size is small enough to be multiplied by another one that is. */
static inline bool clbi_bounds_takes(uint64_t size)
{
    return size < UINT64_C(1) << 40;
}

/* An id as two digits would make a value exact: `base` * (id / `base`) + id % `base`. */
typedef struct clbi_cut {
    unsigned id;
    int64_t base;
} clbi_cut;

typedef struct clbi_cuts {
    clbi_cut of[CLBI_CUTS];
    size_t count;
} clbi_cuts;

/* The least and the largest of each id. An id that was cut is a sum: of itself, its digit and further ones, each times
 * its `weight`; all combinations of digits occur. */
typedef struct clbi_box {
    int64_t low[CLBI_IDS], high[CLBI_IDS], weight[CLBI_IDS];
    unsigned of[CLBI_IDS]; /* the id that it is a digit of; or CLBI_IDS */
    clbi_cuts *wanted;     /* by computations, or NULL */
} clbi_box;

/* All ids are zero and whole. */
void clbi_box_make(clbi_box *box);
/* false: there is no room for a digit, or the id's numbers are no whole multiples of the base, and nothing changes. */
bool clbi_box_cut(clbi_box *box, clbi_cut cut);

typedef struct clbi_bounds {
    bool known;           /* false: any value of its type, and no other number here means anything */
    bool varies;          /* the rest depends on data or on the group */
    bool splits;          /* the rest depends on the work-item */
    int32_t object;       /* of a pointer, which is an offset into it; or -1 */
    int64_t id[CLBI_IDS]; /* coefficients */
    int64_t low, high;    /* of the rest */
    int64_t least, most;  /* of the value. Of 64 bits without a sign: modulo 2^64 */
    int64_t step;         /* the value is `least` and a multiple of it; 0: it is `least` */
} clbi_bounds;

clbi_bounds clbi_bounds_exact(int64_t x);
/* Id number `id`, with all its digits. */
clbi_bounds clbi_bounds_id(const clbi_box *box, unsigned id);
/* Any value of the type. */
clbi_bounds clbi_bounds_any(clb_proof_type type, bool varies, bool splits);

/* Whether the whole value differs between groups, or between work-items of a group. */
bool clbi_bounds_vary(const clbi_bounds *x);
bool clbi_bounds_split(const clbi_bounds *x);
bool clbi_bounds_is_exact(const clbi_bounds *x);
/* Whether it is a sum of ids and one number. */
bool clbi_bounds_is_affine(const clbi_bounds *x);

/* Only values from `least` to `most` are left; false: none is. */
bool clbi_bounds_clip(clbi_bounds *x, int64_t least, int64_t most, const clbi_box *box);
/* Values of either. */
clbi_bounds clbi_bounds_join(const clbi_bounds *x, const clbi_bounds *y);
/* Whether all values of `inner`, with all that is known of them, are among those of `outer`. */
bool clbi_bounds_contain(const clbi_bounds *outer, const clbi_bounds *inner);
/* What a loop makes of a value in any number of rounds, if it makes `after` of `before` in one. */
clbi_bounds clbi_bounds_widen(const clbi_bounds *before, const clbi_bounds *after, clb_proof_type type);

/* `type`: of the result; of a comparison, of what is compared. */
clbi_bounds clbi_bounds_compute(clb_proof_op op, clb_proof_type type, const clbi_bounds *x, const clbi_bounds *y,
                                const clbi_box *box);
/* The value as another type. */
clbi_bounds clbi_bounds_convert(const clbi_bounds *x, clb_proof_type from, clb_proof_type to);

#endif
