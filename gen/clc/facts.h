/* Facts about functions: computed once for each, from its body and the facts of its callees. Without them, every
 * question would walk the call graph again, which has exponentially many paths.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_FACTS_H
#define CLB_CLC_FACTS_H

#include "clc/ast.h"

/* Up to this height calls become C: generating them recurses, and so does what is generated, on a stack. */
enum { FACTS_HEIGHT = 200 };

typedef struct facts {
    bool waits;           /* it, or what it calls, waits for the other work-items */
    bool waits_with_goto; /* it waits, and so does what has a goto: it, or one that it calls */
    unsigned height;      /* the longest chain of calls that begins with it: 1 where it calls nothing */
    bool pure;       /* it depends on its arguments alone: no ids, no printing, no atomics in it or in what it calls */
    bool has_locals; /* it, or what it calls, declares __local variables */
    bool has_closures; /* it, or what it calls, makes or calls blocks of OpenCL C 2.0 */
    /* Of specialise.h: */
    bool *flags; /* of each parameter: nothing but a truth value */
    bool loops, straight;
    bool *single; /* of each parameter: a pointer to one thing (pointee.h) */
    size_t size;  /* nodes, with those of all that it calls, as often as it calls it */
    size_t own;   /* nodes of its own body */
} facts;

/* Gives symbol->facts to the function and to all that it calls. Callees come first; of a cycle, which no program that
 * was checked has, one call is left out. */
void facts_find(arena *a, symbol *function);

/* Nodes of the function and of all that it calls, each function once: what of the source belongs to it. */
size_t facts_count_nodes(arena *a, const symbol *function);

/* Whether the variable, which is defined outside of functions or is static, is the same whenever it is read. */
bool facts_is_fixed(const symbol *variable);

/* Why the kernel cannot become native code for what it calls, or NULL. After facts_find(). */
const char *facts_refusal(const symbol *kernel);

#endif
