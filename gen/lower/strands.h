/* Strands: several vectors of work-items whose code is interleaved, so that a processor computes one while another one
 * waits for a result. A loop of a work-item is often one chain of dependent operations, such as a sum; with four
 * strands there are four chains, and what all have in common is computed once. Strands lie beside each other along x,
 * or below each other along y, as in groups of 16 x 16. Knows the lowered form; must not know C.
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_STRANDS_H
#define CLB_LOWER_STRANDS_H

#include "ir/ir.h"

enum { STRANDS_MOST = 4 };

/* Where the element of the next row lies. */
typedef enum adjacent_rows {
    ROWS_APART, /* elsewhere */
    ROWS_UP,    /* behind that of this row */
    ROWS_DOWN   /* before it */
} adjacent_rows;

/* The strands of a region. Tables of the whole function. */
typedef struct lower_strands {
    unsigned count; /* 2 to STRANDS_MOST */
    bool along_y;
    bool is_apart;         /* their lanes read rows of their own: more than 16 do not stay in the cache */
    const bool *values;    /* by a value's number: each strand has its own, or, of an effect, does it itself */
    const bool *variables; /* the same, by a variable's number */
    const bool *whole;     /* by a construct's number: it is written as a whole for one strand after the other */
    /* Of four strands along y, by the number of a LOAD or STORE: the lanes access memory far apart, and the strands
     * adjacent elements, as in the transpose of a matrix. All four are accessed at once. NULL: there are none. */
    const adjacent_rows *adjacent;
} lower_strands;

struct lowered;
/* Decides for each region, whose versions of code must be known. */
void strands_find(struct lowered *l);

#endif
