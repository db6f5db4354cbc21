/* Element-wise kernels where a work-group whose elements have the same parameters fills one table for all of them; else
 * every element computes on its own. Knows no more than elementwise.h does.
 *
 * A group takes an equal share of the n elements, however many groups there are. The first item fills the table.
 * SPDX-License-Identifier: MIT */
#include "elementwise.h"

#define HEAD(v) v[v##_step ? head : 0]

/* type: of the table; differ: whether element i has other parameters than element `head`; fill: fills `table`, which is
 * local, for the parameters of `head` and says whether it did; begin and then look, or own: statements for element i. The
 * barrier keeps begin a loop over work-items of its own, which compilers vectorise. */
#define SHARED_BODY(type, differ, fill, begin, look, own)                                                \
    {                                                                                             \
        __local type table;                                                                       \
        __local int mixed, ready;                                                                 \
        const size_t lid = get_local_id(0), width = get_local_size(0), groups = get_num_groups(0); \
        const size_t share = (n + groups - 1) / groups, base = share * get_group_id(0);           \
        const size_t head = base < n ? base : 0, end = base + share < n ? base + share : n;       \
        if (lid == 0) mixed = base >= n;                                                          \
        barrier(CLK_LOCAL_MEM_FENCE);                                                             \
        for (size_t t = base; t < end; t += width) {                                              \
            const size_t i = t + lid;                                                             \
            if (i < end && (differ)) atomic_or(&mixed, 1);                                        \
        }                                                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                             \
        if (lid == 0) ready = !mixed && fill;                                                     \
        barrier(CLK_LOCAL_MEM_FENCE);                                                             \
        if (ready) {                                                                              \
            for (size_t t = base; t < end; t += width) {                                          \
                const size_t i = t + lid;                                                         \
                if (i < end) begin;                                                               \
                barrier(CLK_LOCAL_MEM_FENCE);                                                     \
                if (i < end) look;                                                                \
            }                                                                                     \
        } else {                                                                                  \
            for (size_t t = base; t < end; t += width) {                                          \
                const size_t i = t + lid;                                                         \
                if (i < end) own;                                                                 \
            }                                                                                     \
        }                                                                                         \
    }

/* Random counts f(a, ...), which nm_count_walk.cl draws where f_walk says so. */
#define WALK_FILL(f, parameters, arguments)                                              \
    NM_RV_INLINE int f##_fill(parameters, __local nm_rv_walk_table *table)               \
    {                                                                                    \
        nm_rv_walk w;                                                                    \
        return f##_walk(arguments, &w) && nm_rv_walk_fill(&w, table);                    \
    }
#define WALK_BODY(differ, fill, call)                                                    \
    SHARED_BODY(nm_rv_walk_table, differ, fill, WALK_DRAW(unif_rand(&rng)), out[i] = nm_rv_walk_find(&table, out[i]), \
                WALK_DRAW(call))
#define WALK_DRAW(call)                                        \
    {                                                          \
        nm_rng rng;                                            \
        nm_rng_init(&rng, seed, stream, first + (ulong)i);     \
        out[i] = call;                                         \
    }
#define COMMA ,
#define WALK1(f, a)                                            \
    WALK_FILL(f, double a, a)                                  \
    __kernel void f##_kernel(INPUT(a), DRAW, OUTPUT) WALK_BODY(AT(a) != HEAD(a), f##_fill(HEAD(a), &table), f(AT(a), &rng))
#define WALK2(f, a, b)                                         \
    WALK_FILL(f, double a COMMA double b, a COMMA b)           \
    __kernel void f##_kernel(INPUT(a), INPUT(b), DRAW, OUTPUT) \
        WALK_BODY(AT(a) != HEAD(a) || AT(b) != HEAD(b), f##_fill(HEAD(a), HEAD(b), &table), f(AT(a), AT(b), &rng))
#define WALK3(f, a, b, c)                                                   \
    WALK_FILL(f, double a COMMA double b COMMA double c, a COMMA b COMMA c) \
    __kernel void f##_kernel(INPUT(a), INPUT(b), INPUT(c), DRAW, OUTPUT)    \
        WALK_BODY(AT(a) != HEAD(a) || AT(b) != HEAD(b) || AT(c) != HEAD(c), \
                  f##_fill(HEAD(a), HEAD(b), HEAD(c), &table), f(AT(a), AT(b), AT(c), &rng))
