/* What the files of the lane writer share.
 * Knows scopes of masks and how values are spelled; must not know work-groups. */
#ifndef CLB_WORKGROUP_LANE_STATE_H
#define CLB_WORKGROUP_LANE_STATE_H

#include "workgroup/writer.h"

/* A construct that lanes may leave one by one. */
typedef struct lane_scope {
    struct lane_scope *outer;
    const char *mask;  /* the name of the mask of lanes that are inside */
    const node *node;  /* the block or loop, or NULL: a branch */
    bool is_round;     /* of a loop: the lanes in its present round */
} lane_scope;

typedef struct lane_writer {
    writer *w;
    arena *a;
    lane_scope *scope; /* innermost first; never NULL while statements are written */
    bool left_early;   /* some lane may have returned before */
    const type *result; /* of a function, or NULL */
    const node *region; /* the block of a region between barriers, or NULL */
    bool may_hold;      /* what is declared now can be seen until the region ends */
    variable **held;    /* variables of the context that live in the region's own until it ends */
    size_t held_count;
} lane_writer;

/* The value lane_step() of neighbouring lanes apart. */
typedef struct lane_line {
    const char *base, *step; /* C expressions; step: in the value's own type or int */
    bool wraps;              /* modulo 2^32: some lane may be beyond the end, and begin at 0 */
} lane_line;

/* ---- types: lane_type.c ---- */

/* "CLBN(w_d)", a record's name, "CLBN(w_d) *": what holds a value of the type for each lane. */
const char *lane_type(lane_writer *l, const type *t);
const char *lane_declaration(lane_writer *l, const type *t, const char *name);
/* The letter of a scalar type in names. */
const char *lane_code(lane_writer *l, const type *t);
/* An initialiser of zeros. */
const char *lane_zero(lane_writer *l, const type *t);
/* "a where the mask is set, else b" */
const char *lane_pick(lane_writer *l, const type *t, const char *mask, const char *a, const char *b);
bool lane_is_raw_pointer(const type *t);     /* into memory that all lanes share */
bool lane_is_private_pointer(const type *t); /* into memory that each lane has for itself */

/* ---- expressions: lane_expression.c ---- */

/* The value for each lane, as a C expression. May write statements first. */
const char *lane_value(lane_writer *l, const expression *e);
/* The value that all lanes have in common. */
const char *lane_uniform(lane_writer *l, const expression *e);
/* The same, of an operand before another one: in this order, as drivers have it, where calls in either change something. */
const char *lane_first(lane_writer *l, const expression *e, const expression *next);
/* Whether calls in it may change what pointers point to. */
bool lane_changes(const expression *e);
void lane_effect(lane_writer *l, const expression *e);
/* The initialiser of a variable whose lanes have values of their own. */
const char *lane_initial(lane_writer *l, const type *t, const expression *e);
bool lane_varies(const lane_writer *l, const expression *e);
/* A value of one number type as another. */
const char *lane_convert(lane_writer *l, const type *to, const type *from, const char *value);
/* The bits of an integer of the same size, by the letters of the types. */
const char *lane_bits(lane_writer *l, const char *to, const char *from, const char *value);
/* The address `count` (a long) elements of `size` bytes behind "ADD" or before "SUBTRACT" the address `base`. */
const char *lane_bytes(lane_writer *l, const char *base, const char *op, const char *count, size_t size);
const char *lane_long(lane_writer *l, const expression *e);
const char *lane_refuse(lane_writer *l, const expression *e, const char *reason);
const char *lane_mask(const lane_writer *l);
/* A name that is new in the function. */
const char *lane_new(lane_writer *l, const char *stem);
void lane_statement(lane_writer *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Begins and ends what only lanes of the mask do. */
void lane_enter(lane_writer *l, lane_scope *s, const char *mask);
void lane_leave(lane_writer *l, lane_scope *s);

/* ---- conditions: lane_truth.c ---- */

/* Which lanes find the expression true. */
const char *lane_truth(lane_writer *l, const expression *e);
/* Whether all lanes, which lie along x, find the same. */
bool lane_is_common(lane_writer *l, const expression *e);
/* Whether its value is 1 or 0. */
bool lane_is_truth(const lane_writer *l, const expression *e);
/* 1 and 0 of a mask. */
const char *lane_truth_value(lane_writer *l, const type *t, const char *mask);
/* condition ? left : right */
const char *lane_choose(lane_writer *l, const expression *e);

/* ---- places: lane_place.c ---- */

bool lane_is_private_place(const lane_writer *l, const expression *e);
/* Whether all lanes that can see what the pointer to private memory points to are in the present mask. */
bool lane_is_whole(const lane_writer *l, const expression *pointer);
bool lane_find_line(lane_writer *l, const expression *e, lane_line *line);
/* The same for numbers that may wrap: look at line->wraps. */
bool lane_find_ring(lane_writer *l, const expression *e, lane_line *line);
const char *lane_read_place(lane_writer *l, const expression *e);
const char *lane_read_variable(lane_writer *l, const expression *e);
void lane_change(lane_writer *l, const expression *left, const char *value);
const char *lane_private_pointer(lane_writer *l, const expression *e);
/* &place, or the address of an array's first element, in shared memory. */
const char *lane_address(lane_writer *l, const expression *e);

/* ---- cost: lane_cost.c ---- */

/* How much there is to compute, and under which conditions: MASK: only for those who are there; SOMEBODY: only if anybody
 * is there. */
enum { LANE_NEEDS_MASK = 1, LANE_NEEDS_SOMEBODY = 2 };
unsigned lane_cost(const lane_writer *l, const expression *e, unsigned *needs);
/* Little enough to be computed for all lanes, if it needs nothing but `allowed`. */
bool lane_is_cheap(const lane_writer *l, const expression *e, unsigned allowed);

/* ---- functions: lane_item.c ---- */

/* The function with parameters as `signature` says: one letter each, 'u' the same for all lanes, 'v' not, 'w' a pointer
 * to what only the lanes of the call can see. */
called *lane_called(native_program *p, symbol *s, const char *signature);

#endif
