/* The state that the files which find masks share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_MASKS_STATE_H
#define CLB_LOWER_MASKS_STATE_H

#include "lower/lower.h"

/* A divergent construct around the present code. */
typedef struct mask_scope {
    struct mask_scope *outer;
    const ir_value *construct;
    const ir_block *block; /* its block that is being lowered */
    lower_code *code;      /* of that block */
    lower_control *control;
    const lower_mask *mask; /* the active lanes */
    const lower_mask
        *round; /* of a LOOP whose rounds end divergently: the lanes active in the present round; or NULL */
} mask_scope;

/* Where variables are read and set. */
typedef struct live_ranges {
    const ir_block **reads;     /* by a variable's number: the block around all its GETs */
    const ir_block **first_set; /* the same: the block of its first SET */
} live_ranges;

/* The search for masks. */
typedef struct mask_search {
    lowered *l;
    live_ranges live;
    unsigned masks, copies; /* how many there are */
    /* The present version: */
    const lower_mask *first; /* the mask outside all scopes; NULL: full */
    unsigned copy;
    unsigned full_depth;        /* how many versions for the full mask are around it */
    bool is_beside_full;        /* it is for a partial mask, and has one for the full mask beside it */
    const ir_value *guard;      /* the IF whose condition is the bound of the loop over work-items; or NULL */
    mask_scope *scope;          /* the innermost, or NULL */
    struct mask_target *target; /* the innermost LOOP or SCOPE */
    bool may_be_empty;          /* lanes may have jumped since the mask was last tested */
} mask_search;

static inline shape_kind mask_shape(const mask_search *s, const ir_value *v)
{
    return s->l->p->shapes.values[v->number].kind;
}

/* ---- full_mask.c ---- */
/* Whether block b of the divergent IF gets a version for the full mask. */
bool full_mask_is_wanted(const mask_search *s, const ir_value *v, const ir_block *b);
/* Whether the divergent LOOP gets rounds for the full mask. */
bool full_mask_wants_rounds(const mask_search *s, const ir_value *loop);
/* The item from which on the rest of the block gets such a version, behind jumps; or the number of items. */
size_t full_mask_find_rest(const mask_search *s, const ir_block *b);

/* ---- live.c ---- */
live_ranges live_find(const ir_function *f);
/* Whether a lane that has left the LOOP reads the variable again only after setting it. */
bool live_dies_in(const live_ranges *r, const ir_value *loop, const ir_variable *x);

#endif
