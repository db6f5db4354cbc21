/* Element-wise kernels where a work-group whose elements have the same parameters fills one table for all of them; else
 * every element computes on its own. Knows no more than elementwise.h does.
 *
 * A group takes an equal share of the n elements, however many groups there are. The first item fills the table.
 * SPDX-License-Identifier: MIT */
#include "elementwise.h"

#define HEAD(v) v[v##_step ? head : 0]

/* type: of the table; differ: whether element i has other parameters than element `head`; fill: fills `table`, which
 * is local, for the parameters of `head` and says whether it did; guide: statement for place t of the `guides` places
 * of its guide; begin and then look, or own: statements for element i. The barrier keeps begin a loop over work-items
 * of its own, which compilers vectorise. */
#define SHARED_BODY(type, differ, fill, guides, guide, begin, look, own)                           \
    {                                                                                              \
        __local type table;                                                                        \
        __local int state[2]; /* mixed, ready */                                                   \
        const size_t lid = get_local_id(0), width = get_local_size(0), groups = get_num_groups(0); \
        const size_t share = (n + groups - 1) / groups, base = share * get_group_id(0);            \
        const size_t head = base < n ? base : 0, end = base + share < n ? base + share : n;        \
        int mixed = base >= n;                                                                     \
        if (lid == 0) state[0] = mixed;                                                            \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        for (size_t t = base; t < end; t += width) {                                               \
            const size_t i = t + lid;                                                              \
            if (i < end) mixed |= differ;                                                          \
        }                                                                                          \
        if (mixed) atomic_or(&state[0], 1);                                                        \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (lid == 0) state[1] = !state[0] && fill;                                                \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (state[1]) {                                                                            \
            for (int t = (int)lid; t < (guides); t += (int)width) guide;                           \
            barrier(CLK_LOCAL_MEM_FENCE);                                                          \
            for (size_t t = base; t < end; t += width) {                                           \
                const size_t i = t + lid;                                                          \
                if (i < end) begin;                                                                \
                barrier(CLK_LOCAL_MEM_FENCE);                                                      \
                if (i < end) look;                                                                 \
            }                                                                                      \
        } else {                                                                                   \
            for (size_t t = base; t < end; t += width) {                                           \
                const size_t i = t + lid;                                                          \
                if (i < end) own;                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

/* Random counts f(a, ...), which nm_count_walk.cl draws where `walk` says so. */
#define WALK_FILL(f, walk, parameters, arguments)                               \
    NM_RV_INLINE double f##_uniform(DRAW_KEY) DRAW_START(0, unif_rand(&rng))    \
        NM_RV_INLINE int f##_fill(parameters, __local nm_rv_walk_table *table)  \
    {                                                                           \
        nm_rv_walk w;                                                           \
        return walk(arguments, NM_WALK_MEAN, &w) && nm_rv_walk_fill(&w, table); \
    }
#define WALK_BODY(f, differ, fill, call)                                                     \
    SHARED_BODY(nm_rv_walk_table, differ, fill, NM_GUIDE_CELLS, nm_rv_walk_guide(&table, t), \
                out[i] = f##_uniform(KEY), out[i] = nm_rv_walk_find(&table, out[i]), out[i] = call)
#define COMMA ,
/* clang-format off */
#define WALK1(f, walk, a)                                               \
    WALK_FILL(f, walk, double a, a)                                     \
    DRAW1(f##_all, 0, a, f(a, &rng))                                    \
    __kernel void f##_kernel(INPUT(a), DRAW, OUTPUT)                    \
        WALK_BODY(f, AT(a) != HEAD(a), f##_fill(HEAD(a), &table), f##_all(AT(a), KEY))
#define WALK2(f, walk, a, b)                                            \
    WALK_FILL(f, walk, double a COMMA double b, a COMMA b)              \
    DRAW2(f##_all, 0, a, b, f(a, b, &rng))                              \
    __kernel void f##_kernel(INPUT(a), INPUT(b), DRAW, OUTPUT)          \
        WALK_BODY(f, AT(a) != HEAD(a) || AT(b) != HEAD(b), f##_fill(HEAD(a), HEAD(b), &table), \
                  f##_all(AT(a), AT(b), KEY))
#define WALK3(f, walk, a, b, c)                                                   \
    WALK_FILL(f, walk, double a COMMA double b COMMA double c, a COMMA b COMMA c) \
    DRAW3(f##_all, 0, a, b, c, f(a, b, c, &rng))                                  \
    __kernel void f##_kernel(INPUT(a), INPUT(b), INPUT(c), DRAW, OUTPUT)          \
        WALK_BODY(f, AT(a) != HEAD(a) || AT(b) != HEAD(b) || AT(c) != HEAD(c),    \
                  f##_fill(HEAD(a), HEAD(b), HEAD(c), &table), f##_all(AT(a), AT(b), AT(c), KEY))
/* clang-format on */
