/* Which lanes are active where, in vectors. A divergent construct has a mask of the active lanes inside it, and jumps
 * clear lanes of it. A branch is skipped, and a loop ends, when its mask is empty. Where the mask may well be full, the
 * code stands twice: for the full mask, under which memory is accessed in whole vectors, and for a partial one.
 * Knows the form and its shapes; must not know C. SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_MASKS_H
#define CLB_LOWER_MASKS_H

#include "ir/ir.h"

typedef enum mask_kind {
    MASK_FIRST,  /* the lanes before the end of the line of work-items; of a called function, the caller's mask */
    MASK_THEN,   /* of an IF: the lanes that take block 0 */
    MASK_ELSE,   /* the lanes that take block 1 */
    MASK_LOOP,   /* of a LOOP: the lanes that have not left it */
    MASK_ROUND,  /* of a LOOP: those among them that have not ended the present round */
    MASK_SCOPE,  /* of a SCOPE: the lanes that have not left it */
    MASK_JUMPING /* the lanes that take a LEAVE or CONTINUE */
} mask_kind;

/* A mask. In place of it, NULL is the full mask. */
typedef struct lower_mask {
    mask_kind kind;
    unsigned number;       /* in its function; of MASK_FIRST 0 */
    const ir_value *owner; /* the construct or the jump; of MASK_FIRST NULL */
} lower_mask;

typedef struct lower_code lower_code;
typedef struct lower_control lower_control;

/* If no lane of the mask is active, the rest of `code` is skipped. */
typedef struct lower_skip {
    lower_code *code; /* NULL: this is not tested */
    const lower_mask *mask;
} lower_skip;

/* A value or an effect that is written. */
typedef struct lower_item {
    const ir_value *value;
    const lower_mask *mask; /* the active lanes */
    lower_skip skip;        /* before it */
    bool keeps;             /* of a SET: lanes outside of the mask keep the variable's value */
    lower_control *control; /* of an IF, a LOOP, a SCOPE, a LEAVE or a CONTINUE; or NULL */
} lower_item;

/* A block, or some items, in one version. */
struct lower_code {
    const ir_block *block;   /* its variables begin here; NULL: none do */
    ir_value *const *values; /* what it is made of */
    size_t value_count;
    lower_item *items; /* of the values, those that are written */
    size_t count;
    const lower_mask *mask; /* the active lanes at its begin */
    bool is_speculative;    /* it also runs with an empty mask */
    unsigned copy;          /* tells the labels of versions apart */
    const ir_value *owner;  /* of code under a mask of its own: the construct, and which of its blocks this is */
    int index;
    bool is_skipped;     /* something skips to its end */
    lower_skip skip;     /* behind the items */
    lower_code *full;    /* then: what follows in a version for the full mask, and */
    lower_code *partial; /* in one for a partial mask; or NULL, NULL */
};

/* How control is written. */
struct lower_control {
    lower_code *code[3]; /* by a block's number; NULL: it is not written */
    /* IF: of the blocks; NULL, NULL: all lanes take the same one. LOOP: of the loop and of its rounds, each may be
     * NULL. SCOPE: masks[0] or NULL. LEAVE, CONTINUE: the jumping lanes, or NULL: all lanes jump. */
    const lower_mask *masks[2];
    bool is_guard;       /* IF: its condition is the bound of the loop over work-items */
    lower_code *full[2]; /* IF: a version of the block for the full mask, or NULL */
    /* LOOP, by a block's number: its rounds for the full mask, which come first, as long as all lanes go on; or NULL.
     * Then block 0 has no effects. */
    lower_code *rounds[3];
    lower_skip behind[2];       /* IF: behind the blocks */
    bool narrows;               /* LOOP: its condition clears lanes of the mask; otherwise it ends the loop for all */
    bool ends_if_empty;         /* LOOP: it ends when its mask is empty */
    unsigned few_rounds;        /* LOOP: if it is small and has few rounds, for all lanes alike: how many; else 0 */
    bool is_left, goes_on;      /* LOOP, SCOPE: all lanes jump to its end, to its next round */
    const lower_mask **cleared; /* LEAVE, CONTINUE: the masks that lose the jumping lanes, the innermost first */
    size_t cleared_count;
    lower_code *to; /* LEAVE, CONTINUE: the code whose rest is then skipped, since no lane is left; or NULL */
};

/* All of a function, by what it consists of. */
typedef struct lower_versions {
    lower_code
        *full; /* of a region: for the lanes of a whole vector; NULL: there is too much code for a version of its own */
    lower_code *partial; /* of a region: for the rest of a line; of a called function: for the caller's mask */
} lower_versions;

struct lowered;
/* Fills the versions of all regions, or of the called function. Uses the names. */
void masks_find(struct lowered *l);
/* NULL, or the rule that is broken. */
const char *masks_verify(const struct lowered *l);
void masks_print(const struct lowered *l, buffer *out);

#endif
