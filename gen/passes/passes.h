/* The passes over the typed form, in order: passes_run() has the list.
 *
 *   pass     PoCL calls it           what the next ones may rely on
 *   unroll   unrolling               loops of few rounds whose counter indexes a private array are written out
 *   along    loop vectoriser         loops in which work-items walk along rows read four places of a row at once
 *   objects  (LLVM's SROA)           what is only used by constant places is scalar variables; of other objects every place
 *                                    that is used is known to belong to one object, and to be of one size
 *   guards   -                       `if (id >= n) return;` around the whole kernel is a bound of the work-item loops
 *   masks    -                       control around barriers is the group's: where work-items part, a variable says who
 *                                    is inside
 *   interchange  implicit    loops that all work-items go through alike are the group's, as if barriers stood in them;
 *            loop barriers       only for work-items that run one by one
 *   regions  parallel regions,       what lies between barriers is run by work-item loops, and control around barriers by the
 *            context arrays          group; what a work-item keeps from one region to another is a variable of the context
 *   replicate  work-item replication  in how many copies straight regions of a tiny group are written
 *   members  (load vectoriser)       members of a structure that lie side by side are rows, as the components of a short
 *                                    vector are
 *   forward  (LLVM's mem2reg)        what a variable was set to in straight code is used in its place; only for vectors
 *   halves   (InstCombine)           products in 64 bits of which one half is asked for are products in 32; only for vectors
 *   shapes   uniformity, affine      a table: which values work-items share, which rise by a constant from one to the next,
 *                                    and which constructs some leave while others stay
 *   closed   (LLVM's LCSSA)          a variable that is uniform in a loop, but differs behind it because work-items leave at
 *                                    different rounds, is two; only for vectors
 *   choices  (if-conversion)         branches taken apart that only compute and set variables are selections; only for vectors
 *   rows     (SLP vectoriser)        a table: short vectors whose components all go one way, and stay in memory's order
 *
 * Knows the form; must not know C. */
#ifndef CLB_PASSES_PASSES_H
#define CLB_PASSES_PASSES_H

#include "ir/ir.h"

/* What neighbouring work-items along x see. */
typedef enum shape_kind {
    SHAPE_NONE,    /* not known yet */
    SHAPE_UNIFORM, /* the same value */
    SHAPE_AFFINE,  /* `step` more from one to the next */
    SHAPE_VARYING
} shape_kind;

typedef struct shape {
    shape_kind kind;
    int64_t step; /* in units of the value; of pointers, bytes. Of a varying one: what it mostly is, or 0 */
    bool exact;   /* an unsigned one that does not wrap among neighbours */
} shape;

/* Where a variable lives in a kernel with barriers. */
typedef enum storage_class {
    STORED_IN_REGION, /* all that speaks of it is in one region */
    STORED_FOR_GROUP, /* one value, which the group's own control sets */
    STORED_IN_CONTEXT /* one a work-item, in the launch's scratch */
} storage_class;

/* Values that are one short vector's components and go one way: all of them in the order of memory, vector by vector. */
typedef struct value_pack {
    unsigned count;
    const ir_value *of[16];
    bool packed;
    bool also_scalar; /* some are used by themselves as well */
} value_pack;

typedef struct passes {
    ir_function *f;
    const bool *inputs; /* of a function that is called, by an INPUT's number: it differs among neighbours; NULL: all do */
    bool one_by_one; /* work-items are to run one by one, not in vectors */
    bool interchanges; /* loops may be interchanged */
    size_t value_capacity, variable_capacity; /* of the tables: passes may add values and variables up to these */
    const ir_value *limit; /* of guards: work-items from this global id along x do nothing; or NULL */
    const token *limit_at; /* the branch that says so */
    const ir_value *limits[3]; /* the same along y and z; only where work-items run one by one */
    /* Of objects, by a value's number: the object that a pointer points into, or NULL; by a variable's: the size of all its
     * places, or 0: it was taken apart; or 1: of bytes that are used in any way. */
    ir_variable **root;
    size_t *unit;
    bool *escapes; /* by a variable's number: its address is stored or handed on */
    /* Of regions, for kernels with barriers. By a value's number: */
    bool *grouped;        /* a construct: its control is the group's, as it holds a barrier or a jump out of such */
    bool *once;           /* a value: it is computed by the group, once */
    unsigned *region;     /* of what work-items do: the region, from 1 */
    storage_class *stored; /* by a variable's number */
    unsigned *region_of_variable; /* of one in a region, by its number */
    size_t *offset;       /* the same: bytes a work-item before it in the context */
    size_t context_bytes;
    size_t replicas;      /* of replicate: work-items of a group that does straight regions once for each; or 0 */
    /* Of shapes: */
    shape *values, *variables;
    bool *diverges;     /* LOOP, SCOPE: some work-items may leave it while others stay; IF: they part */
    bool *round_diverges; /* LOOP: some may end a round while others stay */
    /* By a variable's number, for people: the SET by which it first differed, or NULL; and whether that is so because
     * some work-items that know the variable are elsewhere then. */
    const ir_value **cause;
    bool *elsewhere;
    /* Of rows, by a value's number: */
    value_pack **packs; /* the packed row that it is in, or NULL */
    bool *cycled;     /* LOAD of the first of several that all share: packed rows need them again and again */
} passes;

/* Runs all of them, or those up to `last`. `reason` of the function tells whether the form is fit for what follows. */
passes *passes_run(ir_function *f, const char *last);
/* The same for work-items that run one by one. */
passes *passes_run_one_by_one(ir_function *f, const char *last, bool interchanges);

/* Places of a private array, of which all are looked at where each work-item asks for one of its own: more cost more. */
enum { PASSES_FEW = 16 };

/* How many places an object has whose places are of one size. */
size_t passes_units(const passes *p, const ir_variable *v);

/* Whether x is there where `user` is, which comes later: values of one region are not those of another. */
bool passes_is_available(const passes *p, const ir_value *x, const ir_value *user);

bool passes_has(const char *name);
bool passes_is_one_by_one(const char *name); /* dumps show it for work-items that run one by one */
/* The same for a function that is called. `inputs`: as in passes. */
passes *passes_run_called(ir_function *f, const bool *inputs, bool one_by_one);
/* The form, and beside each value what is known of it. */
void passes_print(const passes *p, buffer *out);

/* Why vectors are not worth it, and where that shows first (or NULL); or NULL. */
const char *cost_objection(const passes *p, const token **where);

/* Whether most of what differs among work-items is computed in 64 bits, so that masks are better as wide. */
bool cost_is_wide(const passes *p);
/* Whether work-items compute with single numbers: components that one work-item computes side by side would lose by being
 * written one by one. */
bool cost_is_scalar(const ir_function *f);

void unroll_run(passes *p);
void read_ahead_run(passes *p);

/* Of a region: `if (id < bound) {...}`, or <= where it is inclusive, around all that it does; or nothing. */
typedef struct region_guard {
    const ir_value *branch, *id, *bound; /* the IF or NULL; the PLACE; what the group knows */
    bool inclusive;
} region_guard;

region_guard guards_find_of_region(const passes *p, ir_value *const *items, size_t count);

void objects_run(passes *p);
void members_run(passes *p);
void forward_run(passes *p);
void guards_run(passes *p);
void halves_run(passes *p);
void masks_run(passes *p);
void interchange_run(passes *p);
void regions_run(passes *p);
void replicate_run(passes *p);
/* Whether what lies between barriers is written once for each work-item; and whether a loop of the group is unrolled. */
bool passes_replicates(const passes *p, ir_value *const *items, size_t count);
bool passes_unrolls(const passes *p, const ir_value *loop);
void packs_run(passes *p);
void shapes_run(passes *p);
void loop_closed_run(passes *p);
void choices_run(passes *p);
/* The same with all of the group in place of neighbours along x: what is uniform is so for every work-item of the group. */
void shapes_find_of_group(passes *p);

#endif
