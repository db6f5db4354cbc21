/* The passes over the typed form, in order; passes.c has the list. In brackets: the usual name, of LLVM or PoCL.
 *
 *   checks       [AddressSanitizer and its like] what kernels do is checked; only in checked code
 *   waits        [-] loops in which a work-item waits for others are found, and what their end depends on
 *   webs         [live range splitting] a variable with several purposes, one after the other, becomes one for each
 *   unroll       [loop unrolling] writes out loops of few rounds whose counter indexes a private array
 *   read-ahead   [loop vectoriser] loops along matrix rows read four elements of a row at once
 *   fixed-arrays [-] arrays of a work-item that never change, with indices that depend on data, become constants of the
 *                program
 *   objects      [SROA] private objects with constant offsets become variables; of the others, each access is known to
 *                belong to one object, whose slots have one size
 *   guards       `if (id >= n) return;` around the whole kernel becomes a bound of the work-item loops
 *   predicate    [predication] divergent control around barriers becomes uniform; variables are its masks
 *   interchange  [implicit loop barriers] loops that all work-items take alike become the group's; only in loops
 *   regions      [parallel regions, context arrays] work-item loops run the code between barriers, the group runs the
 *                control around them, and values that live across barriers are kept in the context
 *   replicate    [work-item replication] whether straight regions of a tiny group are written once for each work-item
 *   members      [load vectoriser] adjacent members of a structure become packs
 *   forward      [mem2reg] values replace reads of variables in straight code; only in vectors
 *   reloads      [GVN] what was read before, and cannot have changed, is not read again; only in vectors
 *   halves       [InstCombine] 64-bit products and sums of which one half is used become 32-bit ones; only in vectors
 *   saturate     [InstCombine] clamped and halved sums of bytes and shorts become functions of them; only in vectors
 *   shapes       [uniformity analysis] a table: uniform, affine and varying values, divergent constructs
 *   loop-closed  [LCSSA] a variable that is uniform in a loop and varying behind it becomes two; only in vectors
 *   choices      [if-conversion] divergent branches that only compute become selections; only in vectors
 *   distribute   [loop distribution] a loop between barriers that carries more accumulators than registers hold becomes
 *                several, each a region of its own; only in vectors
 *   packs        [SLP vectoriser] a table: short vectors whose components are treated alike
 *   narrow       [demanded bits] in that table: which packs are vectors of bytes or shorts
 *
 * Knows the form; must not know C.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PASSES_PASSES_H
#define CLB_PASSES_PASSES_H

#include "ir/ir.h"

/* The shape of a value: how it differs between neighbouring work-items along x. */
typedef enum shape_kind {
    SHAPE_NONE,    /* not found yet */
    SHAPE_UNIFORM, /* equal in all lanes */
    SHAPE_AFFINE,  /* `step` more in the next lane */
    SHAPE_VARYING
} shape_kind;

/* Whether neighbours keep their distance as whole numbers, too, not only modulo 2^width: then a wider type keeps it. */
typedef enum shape_exactness {
    SHAPE_WRAPS,           /* it may wrap between two neighbours */
    SHAPE_EXACT_IF_ACTIVE, /* exact among active lanes; the first lane may be inactive, and may have overflowed */
    SHAPE_EXACT            /* exact in all lanes. One of 32 bits without a sign then has its highest bit alike, too */
} shape_exactness;

typedef struct shape {
    shape_kind kind;
    int64_t step; /* in units of the value; of pointers, bytes. Of a varying value: the step that it mostly has, or 0 */
    shape_exactness exact;
    bool is_usual; /* of a varying value: neighbours mostly have that step, which may be 0 */
} shape;

/* A value of 32 bits that is exact in groups whose ids do not lead it across a multiple of 2^32, or of 2^31 if it is
 * unsigned. The group computes whether that is so from arguments and ids; if not, its vectors have one active lane. */
typedef struct shape_premise {
    const ir_value *value; /* a CONVERT from 64 bits, or a LEFT */
    int64_t step;
} shape_premise;
enum { SHAPE_PREMISES = 8 };

/* Where a variable is stored in a kernel with barriers. */
typedef enum storage_class {
    STORED_IN_REGION, /* one region uses it */
    STORED_FOR_GROUP, /* the group has one value, which its control sets */
    STORED_IN_CONTEXT /* each work-item has one, in the context */
} storage_class;

/* The components of a short vector, in memory's order. */
typedef struct value_pack {
    unsigned count;
    const ir_value *of[16];
    bool packed;
    bool also_scalar; /* some components are also used by themselves */
    /* Of a narrow pack: bytes of an element, 1 or 2, and how many vectors hold the pack. Of others 0: elements have 32
     * bits, and there are `count` vectors. */
    unsigned element, vectors;
} value_pack;

/* ---- results: the pass that is named writes them; all others read them, or call the pass's functions below ---- */

typedef struct objects_result {
    ir_variable *const *root; /* by a value's number: the private object that a pointer points into, or NULL */
    const size_t *unit;  /* by a variable's number: the size of all its slots; 0: it became variables; 1: it is accessed
                            as bytes */
    const bool *escapes; /* by a variable's number: its address is stored or passed on */
} objects_result;

typedef struct guards_result {
    const ir_value *limits[3]; /* bounds of global ids along x, y and z, or NULL */
    const token *at;           /* the branch that gives the bound along x */
} guards_result;

typedef struct interchange_result {
    const bool *grouped; /* by a construct's number: it becomes the group's; NULL: none does */
} interchange_result;

/* Of kernels with barriers or interchanged loops; of others all is NULL. */
typedef struct regions_result {
    const bool *grouped; /* by a construct's number: its control is the group's, since it holds a barrier or a jump out
                            of such */
    const bool *once;    /* by a value's number: the group computes it, once */
    const unsigned *region;             /* by a value's number: its region, from 1; 0: none */
    const storage_class *stored;        /* by a variable's number */
    const unsigned *region_of_variable; /* the same: its region, if it is stored in one */
    const size_t *offset;               /* the same: bytes of context before it, for a work-item */
    size_t context_bytes;               /* for a work-item */
} regions_result;

typedef struct shapes_result {
    const shape *values;        /* by a value's number; NULL: not found yet */
    const shape *variables;     /* by a variable's number */
    const bool *diverges;       /* by a construct's number: it is divergent */
    const bool *round_diverges; /* by a LOOP's number: its rounds end divergently */
    /* By a variable's number, for messages: the SET that made it varying, or NULL; and whether that SET is under a
     * partial mask. */
    const ir_value *const *cause;
    const bool *set_partially;
    const shape_premise *premises; /* of values that are exact */
    size_t premise_count;
} shapes_result;

typedef struct packs_result {
    value_pack *const *of; /* by a value's number: the pack that it is in, or NULL */
    const bool *cycled;    /* LOAD of the first of several uniform values that packs use as a repeated sequence */
    bool wide;             /* masks are wide, and there are no packs: the kernel mostly computes in 64 bits */
    /* By a variable's number: its narrow pack; or NULL. NULL for all if no pack of the function is narrow. Otherwise
     * packs are computed where their last member stands. */
    value_pack *const *narrow;
} packs_result;

/* The input of the passes, the form, and the results so far. In the function's arena. */
typedef struct passes {
    ir_function *f;
    const bool *inputs; /* of a called function, by an INPUT's number: it is varying; NULL: all are */
    bool one_by_one;    /* work-items run in loops, not in vectors */
    bool interchanges;  /* loops may be interchanged */
    size_t value_capacity, variable_capacity; /* sizes of tables: passes may add values and variables up to these */
    objects_result objects;
    guards_result guards;
    interchange_result interchange;
    regions_result regions;
    size_t replicas; /* of replicate: work-items of a tiny group, for which regions are written; or 0 */
    shapes_result shapes;
    packs_result packs;
} passes;

/* For passes that add values: the value v, or the variable x, has the same facts as the older one. */
void objects_adopt(passes *p, const ir_value *v, const ir_value *like);
void objects_adopt_variable(passes *p, const ir_variable *x, const ir_variable *like);
void regions_adopt(passes *p, const ir_value *v, const ir_value *like);
void regions_adopt_variable(passes *p, const ir_variable *x, const ir_variable *like);
/* Sets the sizes of tables from the present form. */
void passes_measure(passes *p);
/* Enlarges the tables, to these sizes or twice the present ones. */
void objects_reserve(passes *p, size_t values, size_t variables);

/* Runs all passes, or those up to `last`. `reason` of the function tells whether the form can be used. */
passes *passes_run(ir_function *f, const char *last);
/* The same for work-items in loops. */
passes *passes_run_one_by_one(ir_function *f, const char *last, bool interchanges);
/* Those of checked code, for a form of ir_build_checked(): none that moves, merges or adds accesses. */
passes *passes_run_checked(ir_function *f);
/* The pass `checks` alone. */
void passes_run_checks(ir_function *f);

/* Most slots of a private array that are all read where each lane needs one of its own. */
enum { PASSES_FEW = 16 };

/* The number of slots of an object whose slots have one size. */
size_t passes_units(const passes *p, const ir_variable *v);

/* Whether x is available at `user`, which comes later: regions do not share values. */
bool passes_is_available(const passes *p, const ir_value *x, const ir_value *user);

bool passes_has(const char *name);
/* Adds the names of all passes in order, each with ", " behind it. */
void passes_add_names(buffer *out);
bool passes_is_one_by_one(const char *name); /* its dump shows the form for loops */
/* The same for a called function. `inputs`: as in passes. */
passes *passes_run_called(ir_function *f, const bool *inputs, bool one_by_one);
/* Prints the form and the results of the passes. */
void passes_print(const passes *p, buffer *out);

/* The varying operations of some code. Those of the built-in functions count as several. */
typedef struct work {
    size_t narrow, wide;  /* in 32 bits, in 64 bits */
    size_t mask_work;     /* comparisons and selections in 64 bits: they widen or narrow a mask */
    size_t extra;         /* the part of `narrow` that short functions count beyond one operation */
    size_t calls;         /* functions of doubles with a vector version; the scalar ones are slower */
    const token *wide_at; /* the first one in 64 bits, for messages */
} work;

/* Adds the work of the block, and of those below it. */
void work_count(const passes *p, const ir_block *b, work *w);
/* Whether most varying operations are in 64 bits, so that wide masks are better. */
bool work_is_wide(const passes *p);

void checks_run(passes *p);
/* Behind predicate_run: barriers that are the group's own are reached by all work-items, and need not count them. */
void checks_settle(passes *p);
void waits_run(passes *p);
void webs_run(passes *p);
void unroll_run(passes *p);
/* How many rounds the loop behind these items has, if constants tell and there are few; else 0. */
unsigned unroll_count_rounds(ir_value *const *items, size_t count, const ir_value *loop);
void read_ahead_run(passes *p);

/* A guard of a region: `if (id < bound) {...}`, or <= if inclusive, around all that it does. */
typedef struct region_guard {
    const ir_value *branch, *id, *bound; /* the IF or NULL; the QUERY; a value that the group has */
    bool inclusive;
} region_guard;

region_guard guards_find_of_region(const passes *p, ir_value *const *items, size_t count);

void fixed_arrays_run(passes *p);
void objects_run(passes *p);
void members_run(passes *p);
void forward_run(passes *p);
void reloads_run(passes *p);
void guards_run(passes *p);
void halves_run(passes *p);
void saturate_run(passes *p);
void predicate_run(passes *p);
void interchange_run(passes *p);
void regions_run(passes *p);
void replicate_run(passes *p);
/* Whether a region is written once for each work-item; and whether a loop of the group is unrolled. */
bool passes_replicates(const passes *p, ir_value *const *items, size_t count);
bool passes_unrolls(const passes *p, const ir_value *loop);
void packs_run(passes *p);
/* Whether operand k of each member of the pack is that member of one pack. */
bool packs_is_inside(const passes *p, const value_pack *r, size_t k);
void narrow_run(passes *p);
/* Instructions that are saved if the pack, and what it uses and is used by, is narrow; 0: it cannot be. */
long narrow_gain(const value_pack *r);
void shapes_run(passes *p);
/* If the varying pointer is a uniform one that is moved once by a varying number of elements, and by uniform ones: the
 * varying MOVE; or NULL. */
const ir_value *shapes_find_move(const passes *p, const ir_value *pointer);
void loop_closed_run(passes *p);
void choices_run(passes *p);
void distribute_run(passes *p);
/* The same with the whole group in place of neighbours along x: uniform then means uniform in the group. */
void shapes_find_of_group(passes *p);

#endif
