/* Facts about functions: computed once for each, from its body and the facts of its callees. Without them, every
 * question would walk the call graph again, which has exponentially many paths.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_FACTS_H
#define CLB_CLC_FACTS_H

#include "clc/ast.h"

/* Up to this height calls become C functions: the generator recurses over them, and so does the generated code. */
enum { FACTS_HEIGHT = 200 };

typedef struct facts {
    bool waits;           /* it or a callee waits for other work-items */
    bool waits_with_goto; /* it waits, and it or a callee that waits has a goto */
    unsigned height;      /* the longest chain of calls that begins with it: 1 if it calls nothing */
    bool pure;            /* it depends on its arguments alone: no ids, no printf, no atomics in it or its callees */
    bool has_atomics;     /* it or a callee calls an atomic function */
    bool asks_space;      /* it or a callee asks for the address space of a generic pointer */
    bool has_locals;      /* it or a callee declares __local variables */
    bool has_closures;    /* it or a callee makes or calls blocks of OpenCL C 2.0 */
    /* From specialise.h: */
    bool *flags; /* for each parameter: it is only used as a truth value */
    bool loops, straight;
    bool *single;    /* for each parameter: a pointer to a single object (pointee.h) */
    size_t size;     /* nodes of its body, plus those of each call's callee */
    size_t own_size; /* nodes of its own body */
} facts;

/* Sets symbol->facts of the function and of all that it calls, callees first. A checked program has no cycle of
 * calls; in any other, one call of the cycle is ignored. */
void facts_find(arena *a, symbol *function);

/* Nodes of the function and of all that it calls, each function counted once: the size of the source that belongs to
 * it. */
size_t facts_count_nodes(arena *a, const symbol *function);

/* Whether each read of the variable, which is static or at program scope, yields the same value. */
bool facts_is_fixed(const symbol *variable);

/* The reason why calls keep the kernel from becoming native code, or NULL. After facts_find(). */
const char *facts_refusal(const symbol *kernel);

#endif
