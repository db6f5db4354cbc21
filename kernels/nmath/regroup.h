/* Variants of element-wise kernels for GPUs: a work-group sorts its elements by kind (cl/nmath/nm_kind.cl), so that
 * neighbours take the same method with about as many steps, and writes each result to its place. Which work-item
 * computes an element changes no bit of it. Knows no more than elementwise.h does.
 *
 * A group has a share of the elements, several for each of its work-items, in turn, so that all are busy about as long.
 * The lines above a variant with a share of 1024 for 128 work-items, the width:
 *   // @variant of NAME: gpu when n >= 524288
 *   // @range: (n+1023)/1024*128
 *   // @local: 128
 * Smaller n are quicker with an element a work-item, which spreads them over more of the device. The width is one with
 * which many groups share a GPU's registers.
 * SPDX-License-Identifier: MIT */
#include "elementwise.h"

/* kind: of element i; call: its value. Counting gives each element its rank in its kind. */
#define REGROUP_BODY(share, kind, call)                                                                           \
    {                                                                                                             \
        __local uint counts[NM_KINDS], starts[NM_KINDS], ranks[share];                                            \
        __local ushort order[share];                                                                              \
        const uint lid = (uint)get_local_id(0), width = (uint)get_local_size(0);                                  \
        const size_t base = get_group_id(0) * share, rest = base < n ? n - base : 0;                              \
        const uint here = rest < share ? (uint)rest : share;                                                      \
        for (uint k = lid; k < NM_KINDS; k += width) counts[k] = 0;                                               \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                             \
        for (uint e = lid; e < here; e += width) {                                                                \
            const size_t i = base + e;                                                                            \
            const uint k = (uint)(kind);                                                                          \
            ranks[e] = k << 16 | atomic_inc(&counts[k]);                                                          \
        }                                                                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                             \
        for (uint k = lid; k < NM_KINDS; k += width) {                                                            \
            uint before = 0;                                                                                      \
            for (uint j = 0; j < k; ++j) before += counts[j];                                                     \
            starts[k] = before;                                                                                   \
        }                                                                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                             \
        for (uint e = lid; e < here; e += width) order[starts[ranks[e] >> 16] + (ranks[e] & 0xffff)] = (ushort)e; \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                             \
        for (uint t = lid; t < here; t += width) {                                                                \
            const size_t i = base + order[t];                                                                     \
            out[i] = call;                                                                                        \
        }                                                                                                         \
    }

/* name: the variant of f; kind: of element i. */
#define REGROUP_TAIL2(name, share, f, a, b, kind) \
    __kernel void name(INPUT(a), INPUT(b), TAILS, OUTPUT) REGROUP_BODY(share, kind, f(AT(a), AT(b) WITH_TAILS))
#define REGROUP_TAIL3(name, share, f, a, b, c, kind)                \
    __kernel void name(INPUT(a), INPUT(b), INPUT(c), TAILS, OUTPUT) \
        REGROUP_BODY(share, kind, f(AT(a), AT(b), AT(c) WITH_TAILS))
#define REGROUP_TAIL4(name, share, f, a, b, c, d, kind)                       \
    __kernel void name(INPUT(a), INPUT(b), INPUT(c), INPUT(d), TAILS, OUTPUT) \
        REGROUP_BODY(share, kind, f(AT(a), AT(b), AT(c), AT(d) WITH_TAILS))
