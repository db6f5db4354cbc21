/* The element-wise kernels of the rank statistics: a work-group whose elements share their sizes fills one table for
 * all of them (nm_rank_table.cl); else every element computes on its own. Knows no more than elementwise.h does.
 *
 * A group takes an equal share of the n elements, however many groups there are. The first item fills the table.
 * SPDX-License-Identifier: MIT */
#include "elementwise.h"

#define FIRST(v) v[v##_step ? first : 0]

/* differ: whether element i has other sizes than element `first`; fits: nm_rank_fits of the sizes of `first`; table and
 * own: the result for element i. */
#define RANK_BODY(differ, fits, sums, table, own)                                                 \
    {                                                                                             \
        __local ulong low[NM_RANK_WORDS], high[NM_RANK_WORDS];                                    \
        __local nm_rank_shape shared;                                                             \
        __local int mixed, ready;                                                                 \
        const size_t lid = get_local_id(0), width = get_local_size(0), groups = get_num_groups(0); \
        const size_t share = (n + groups - 1) / groups, base = share * get_group_id(0);           \
        const size_t first = base < n ? base : 0, end = base + share < n ? base + share : n;      \
        if (lid == 0) mixed = 0;                                                                  \
        barrier(CLK_LOCAL_MEM_FENCE);                                                             \
        for (size_t t = base; t < end; t += width) {                                              \
            const size_t i = t + lid;                                                             \
            if (i < end && (differ)) atomic_or(&mixed, 1);                                        \
        }                                                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                             \
        if (lid == 0) {                                                                           \
            nm_rank_shape shape;                                                                  \
            ready = 0;                                                                            \
            if (base < n && !mixed && fits) {                                                     \
                nm_rank_fill(&shape, sums, low, high);                                            \
                shared = shape;                                                                   \
                ready = 1;                                                                        \
            }                                                                                     \
        }                                                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                             \
        if (ready) {                                                                              \
            const nm_rank_shape shape = shared;                                                   \
            for (size_t t = base; t < end; t += width) {                                          \
                const size_t i = t + lid;                                                         \
                if (i < end) out[i] = table;                                                      \
            }                                                                                     \
        } else {                                                                                  \
            for (size_t t = base; t < end; t += width) {                                          \
                const size_t i = t + lid;                                                         \
                if (i < end) out[i] = own;                                                        \
            }                                                                                     \
        }                                                                                         \
    }
