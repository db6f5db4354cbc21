/* What checked code of bundles and the runtime share: places, objects, cells, and the functions by which a fault is
 * told. Generated code gets it through clbundle/native/checked.h; applications need none of it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_CHECKS_H
#define CLBUNDLE_CHECKS_H

#include "data.h"

/* A place in a kernel: constant data of generated code. */
typedef struct clb_check_site {
    const char *file, *name; /* of the object or variable; "": not known there */
    uint32_t line;
} clb_check_site;

/* What is known of a byte. COPIED: it was copied from one that was not written. */
typedef enum clb_check_written { CLB_CHECK_UNWRITTEN, CLB_CHECK_WRITTEN, CLB_CHECK_COPIED } clb_check_written;

/* READ, WRITE; TAKE: a read that does not ask whether the bytes were written; CARRY: one whose value is only copied to
 * memory, which bytes of global memory that were not written allow; PUT: a write of unknown bytes; UPDATE,
 * ASSIGN: an atomic access, an atomic store. */
typedef enum clb_check_access {
    CLB_CHECK_READ,
    CLB_CHECK_TAKE,
    CLB_CHECK_CARRY,
    CLB_CHECK_WRITE,
    CLB_CHECK_PUT,
    CLB_CHECK_UPDATE,
    CLB_CHECK_ASSIGN
} clb_check_access;

/* The last write and the last read of 1, 2, 4, 8 or 16 bytes, each a stamp: the region's number in the upper 16 bits,
 * then whether the cell's part has to be looked at, then the work-item (a linear number in the group). */
typedef struct clb_check_cell {
    uint32_t written, read;
} clb_check_cell;

/* Of a cell whose stamp says so: the bytes (a bit each) of these accesses. */
typedef struct clb_check_part {
    uint16_t written, read;
    uint16_t read_before; /* by other work-items than the last one that read */
    uint16_t atomic;      /* the write was */
} clb_check_part;

/* A cell of global memory that the present region has touched, in a table: without stamps of that region, the slot is
 * free. */
typedef struct clb_check_slot {
    clb_check_cell cell;
    size_t number; /* of the cell */
} clb_check_slot;

enum {
    CLB_CHECK_PAGE = 10,        /* cells of a page: 2^10 */
    CLB_CHECK_TABLE = 10,       /* slots of a table: 2^10 */
    CLB_CHECK_WAYS = 4,         /* slots in which a cell may be: slot s, s ^ 1 ... */
    CLB_CHECK_REGION = 16,      /* bits below the region in a stamp */
    CLB_CHECK_IN_PART = 0x8000, /* in a stamp: see the cell's part */
    CLB_CHECK_MANY = 0x7fff     /* the work-item of a stamp: several */
};

/* Memory that pointers may lead into. */
typedef struct clb_check_object {
    char *memory;
    size_t size;
    const char *name;
    unsigned char *written; /* for each byte a clb_check_written; NULL: all were written. Of local memory with
                               cells: unless its cell is stamped by the present group, as a whole */
    /* Cells and their parts: of local memory all. Of other memory in a table, whose parts are `parts`; and, where there
     * is none or its slots are taken, in pages of 2^CLB_CHECK_PAGE, cells first, or NULL. */
    clb_check_slot *table;
    clb_check_cell *cells;
    clb_check_part *parts;
    size_t cell_count, page_count;
    clb_check_cell **pages;
    uint32_t crowded;  /* cells that found the table's slots taken */
    uint8_t has_cells; /* races are looked for */
    uint8_t shift;     /* a cell stands for 2^shift bytes */
    uint8_t space; /* 0: private or constant, 1: global, 2: local, 3: an image, whose `memory` is a clb_check_pixel or
                      NULL */
} clb_check_object;

/* The first slot of a cell. Columns of a matrix must not share one. */
static inline size_t clb_check_slot_of(size_t cell)
{
    return (cell ^ cell >> CLB_CHECK_TABLE) & (((size_t)1 << CLB_CHECK_TABLE) - 1);
}

/* A pixel that an image does not have, along the dimension where it is outside, and how many pixels there are. */
typedef struct clb_check_pixel {
    int64_t at;
    uint32_t dimension, count;
} clb_check_pixel;

/* Of an object with such elements. */
static inline uint8_t clb_check_shift(size_t element)
{
    return element == 1 ? 0 : element == 2 ? 1 : element == 8 ? 3 : element == 16 ? 4 : 2;
}

/* ---- proofs ---- */

/* A kernel as what its addresses and its control are computed from, so that the runtime can prove before a launch that
 * no access of it can be a fault; groups that are proved run native code without checks. A step is a value, and its
 * number is its index. a, b, c: numbers of steps. IF: the THEN block ends before b, the ELSE block before c. LOOP: the
 * HEAD, which ends in the condition `bits` (a step, or -1), ends before a, the BODY before b, the STEP block before c;
 * TEST_LAST: they run in the order BODY, STEP, HEAD. SCOPE ends before c. */
typedef enum clb_proof_op {
    CLB_PROOF_CONSTANT, /* `bits` */
    CLB_PROOF_ARGUMENT, /* the integer at byte `bits` of argument a */
    CLB_PROOF_LOCAL_ID, /* along a, and so on */
    CLB_PROOF_GROUP_ID,
    CLB_PROOF_GLOBAL_ID,
    CLB_PROOF_LOCAL_SIZE,
    CLB_PROOF_ENQUEUED_LOCAL_SIZE,
    CLB_PROOF_GLOBAL_SIZE,
    CLB_PROOF_GROUPS,
    CLB_PROOF_GLOBAL_OFFSET,
    CLB_PROOF_DIMENSIONS,
    CLB_PROOF_OBJECT, /* the beginning of object a */
    CLB_PROOF_ADD,
    CLB_PROOF_SUBTRACT,
    CLB_PROOF_MULTIPLY,
    CLB_PROOF_DIVIDE,
    CLB_PROOF_REMAINDER,
    CLB_PROOF_LEFT,
    CLB_PROOF_RIGHT,
    CLB_PROOF_AND,
    CLB_PROOF_OR,
    CLB_PROOF_XOR,
    CLB_PROOF_NOT,
    CLB_PROOF_NEGATE,
    CLB_PROOF_EQUAL, /* the type is that of the operands */
    CLB_PROOF_UNEQUAL,
    CLB_PROOF_LESS,
    CLB_PROOF_LESS_EQUAL,
    CLB_PROOF_MIN,
    CLB_PROOF_MAX,
    CLB_PROOF_SELECT,
    CLB_PROOF_CONVERT, /* from the type `bits` */
    CLB_PROOF_MOVE,    /* pointer a, b elements of `bits` bytes further */
    CLB_PROOF_FIXED,   /* any value, the same for all work-items */
    CLB_PROOF_OF,      /* any value that a, b and c determine, which may be -1 */
    CLB_PROOF_DATA,    /* any value */
    CLB_PROOF_GET,     /* variable a */
    CLB_PROOF_SET,     /* variable a = b; -1: any value */
    CLB_PROOF_ACCESS, /* of `bits` bytes at pointer a, in object b; c: the alignment, and a clb_check_access above it */
    CLB_PROOF_STATE,  /* whether the `bits` bytes at pointer a, in object b, were written: CLB_PROOF_WRITTEN if so. c: 1
                         if an ACCESS before it tells of those that were not */
    CLB_PROOF_MARK,   /* the bytes at a pointer into object b are as STATE c says */
    CLB_PROOF_FRESH,  /* object a begins unwritten */
    CLB_PROOF_IS_TRUE,  /* of the predicate a: a check */
    CLB_PROOF_IS_UP_TO, /* the check that a is at most `bits`, as a number without a sign */
    CLB_PROOF_ARRIVAL,  /* the check that all work-items come here */
    CLB_PROOF_BARRIER,
    CLB_PROOF_IF,
    CLB_PROOF_LOOP,
    CLB_PROOF_TEST_LAST,
    CLB_PROOF_SCOPE,
    CLB_PROOF_LEAVE,   /* construct a */
    CLB_PROOF_CONTINUE /* loop a */
} clb_proof_op;

#define CLB_PROOF_NONE UINT32_MAX
enum { CLB_PROOF_ACCESS_SHIFT = 16, CLB_PROOF_WRITTEN = 0x01010101 };

/* Types of values. */
typedef enum clb_proof_type {
    CLB_PROOF_OTHER, /* not dealt with, such as floating-point numbers */
    CLB_PROOF_BOOL,
    CLB_PROOF_I8,
    CLB_PROOF_U8,
    CLB_PROOF_I16,
    CLB_PROOF_U16,
    CLB_PROOF_I32,
    CLB_PROOF_U32,
    CLB_PROOF_I64,
    CLB_PROOF_U64,
    CLB_PROOF_POINTER
} clb_proof_type;

/* `op` is a clb_proof_op, `type` a clb_proof_type: that of the result, or of what is compared. */
typedef struct clb_proof_step {
    uint8_t op, type;
    uint32_t a, b, c;
    int64_t bits;
} clb_proof_step;

/* What an object is. MEMORY: behind argument `index`. SHARED: `size` bytes of local memory, the checker's object
 * `index`. PRIVATE, CONSTANT: the same
 * of a work-item, and of what nothing writes. */
typedef enum clb_proof_space {
    CLB_PROOF_MEMORY,
    CLB_PROOF_SHARED,
    CLB_PROOF_PRIVATE,
    CLB_PROOF_CONSTANT_SPACE
} clb_proof_space;

/* `space` is a clb_proof_space. */
typedef struct clb_proof_object {
    uint32_t space, index;
    uint64_t size;
} clb_proof_object;

/* Constant data of generated code. */
typedef struct clb_proof {
    const clb_proof_step *steps;
    const clb_proof_object *objects;
    uint32_t step_count, object_count, variable_count;
} clb_proof;

struct clb_native_checks;

/* One for each thread that runs groups of a launch. */
typedef struct clb_checker {
    const struct clb_native_checks *checks;
    clb_check_object *objects; /* of parameters, by number; of local variables; of what ENTER names */
    uint32_t fixed, count, capacity;
    uint32_t first_region; /* of the present group */
    uint32_t region;       /* number of the present one, from 1 to 0xffff */
    uint32_t item, items;  /* the present work-item, and how many a group has */
    int open;              /* pointers into unknown objects may be right */
    size_t group[3], base[3];
    char *nothing, *sink;                  /* zeros, and where faulty writes go: CLB_CHECK_STAND_IN bytes each */
    size_t proved_first[3], proved_end[3]; /* groups that may run without checks */
    int asks;                              /* `prove` has to be called before the next group */
    uint64_t proved_objects;               /* a bit for each of the first 64: no access of these can be a fault */
    int same_writes;                       /* work-items of a group have written the same value to the same bytes */
} clb_checker;

enum { CLB_CHECK_STAND_IN = 1 << 16 };

/* What the runtime does. begin: NULL without memory. page: the page of cell `number`, or NULL without memory.
 * locate: the object that an address lies in, or has just left; NULL: none that is known. report: `object` may be NULL;
 * `other` is the other work-item of a race, or the number of those that came to a barrier. prove: sets what the checker
 * says of proved groups; `group` is the next one. */
typedef struct clb_native_checks {
    clb_checker *(*begin)(const struct clb_native_checks *checks, const clb_native_range *range,
                          void *const *arguments);
    void (*end)(clb_checker *checker);
    void (*group)(clb_checker *checker, uint64_t changed);
    void (*local)(clb_checker *checker, size_t number, const clb_check_object *object);
    void (*enter)(clb_checker *checker, const clb_check_object *object);
    void (*pass)(clb_checker *checker); /* the regions' numbers are used up */
    clb_check_cell *(*page)(clb_checker *checker, clb_check_object *object, size_t number);
    clb_check_object *(*locate)(clb_checker *checker, const void *address);
    void (*report)(clb_checker *checker, const clb_check_site *site, clb_finding_kind kind, clb_check_access access,
                   const clb_check_object *object, const void *address, size_t size, uint32_t other);
    void (*prove)(clb_checker *checker, const clb_proof *proof, const size_t *group);
} clb_native_checks;

#endif
