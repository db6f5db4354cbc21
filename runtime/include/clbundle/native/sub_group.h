/* Functions of sub-groups (OpenCL C 3.0, 6.15.19). Part of clbundle/native/native.h, once per level. Each is a macro's
 * instance for a type T, with U for its unsigned arithmetic. Knows sub-groups and clusters; must not know barriers.
 *
 * tile: the values of all work-items of the work-group, `places` numbers of 8 bytes, and behind them a mark for each (1: the
 * work-item has arrived, 2: its result is ready). at: the work-item's position in the work-group, which has `items`. shape:
 * bits 0 to 7 hold the size of a sub-group, a power of two, bits 8 to 15 the size of a cluster, the bits from 16 on `places`.
 * All work-items that take part call the function one after the other, and the first one of a cluster computes for all. The
 * functions are not inlined, since compilers would copy them for each lane.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_SUB_GROUP

#define CLBN_SUB_GROUP_U_c uint32_t
#define CLBN_SUB_GROUP_U_h uint32_t
#define CLBN_SUB_GROUP_U_s uint32_t
#define CLBN_SUB_GROUP_U_t uint32_t
#define CLBN_SUB_GROUP_U_i uint32_t
#define CLBN_SUB_GROUP_U_u uint32_t
#define CLBN_SUB_GROUP_U_l uint64_t
#define CLBN_SUB_GROUP_U_m uint64_t
#define CLBN_SUB_GROUP_U_f float
#define CLBN_SUB_GROUP_U_d double

#define CLBN_SUB_GROUP_MIN_c INT8_MIN
#define CLBN_SUB_GROUP_MIN_h 0
#define CLBN_SUB_GROUP_MIN_s INT16_MIN
#define CLBN_SUB_GROUP_MIN_t 0
#define CLBN_SUB_GROUP_MIN_i INT32_MIN
#define CLBN_SUB_GROUP_MIN_u 0
#define CLBN_SUB_GROUP_MIN_l INT64_MIN
#define CLBN_SUB_GROUP_MIN_m 0
#define CLBN_SUB_GROUP_MIN_f -__builtin_inff()
#define CLBN_SUB_GROUP_MIN_d -__builtin_inf()
#define CLBN_SUB_GROUP_MAX_c INT8_MAX
#define CLBN_SUB_GROUP_MAX_h UINT8_MAX
#define CLBN_SUB_GROUP_MAX_s INT16_MAX
#define CLBN_SUB_GROUP_MAX_t UINT16_MAX
#define CLBN_SUB_GROUP_MAX_i INT32_MAX
#define CLBN_SUB_GROUP_MAX_u UINT32_MAX
#define CLBN_SUB_GROUP_MAX_l INT64_MAX
#define CLBN_SUB_GROUP_MAX_m UINT64_MAX
#define CLBN_SUB_GROUP_MAX_f __builtin_inff()
#define CLBN_SUB_GROUP_MAX_d __builtin_inf()

/* The neutral element of an operation, and the operation. */
#define CLBN_SUB_GROUP_NONE_add(T) 0
#define CLBN_SUB_GROUP_NONE_mul(T) 1
#define CLBN_SUB_GROUP_NONE_min(T) CLBN_SUB_GROUP_MAX_##T
#define CLBN_SUB_GROUP_NONE_max(T) CLBN_SUB_GROUP_MIN_##T
#define CLBN_SUB_GROUP_NONE_and(T) -1
#define CLBN_SUB_GROUP_NONE_or(T) 0
#define CLBN_SUB_GROUP_NONE_xor(T) 0
#define CLBN_SUB_GROUP_DO_add(T, a, b) (CLBN_SUB_GROUP_U_##T)(a) + (CLBN_SUB_GROUP_U_##T)(b)
#define CLBN_SUB_GROUP_DO_mul(T, a, b) (CLBN_SUB_GROUP_U_##T)(a) * (CLBN_SUB_GROUP_U_##T)(b)
#define CLBN_SUB_GROUP_DO_min(T, a, b) ((b) < (a) ? (b) : (a))
#define CLBN_SUB_GROUP_DO_max(T, a, b) ((b) > (a) ? (b) : (a))
#define CLBN_SUB_GROUP_DO_and(T, a, b) ((a) & (b))
#define CLBN_SUB_GROUP_DO_or(T, a, b) ((a) | (b))
#define CLBN_SUB_GROUP_DO_xor(T, a, b) ((a) ^ (b))

/* Defines a function. `work` sets v[i] for each i from 0 to n - 1 whose marks[i] is not 0. */
#define CLBN_SUB_GROUP_FUNCTION(name, T, work)                                                                     \
    CLBN_FAR clbn_v_##T CLBN(sub_group_##name##__p##T##_m_m_m)(volatile clbn_v_##T *tile, uint64_t at, uint64_t items, \
                                                              uint64_t shape)                                      \
    {                                                                                                              \
        const uint64_t size = shape & 255, cluster = shape >> 8 & 255, base = at & ~(size - 1);                    \
        const uint64_t own = (at - base) & (cluster - 1), from = at - own;                                         \
        const uint64_t end = items - base < size ? items : base + size, n = end - from < cluster ? end - from : cluster; \
        clbn_v_##T *const v = (clbn_v_##T *)(uintptr_t)tile + from;                                                \
        unsigned char *const marks = (unsigned char *)(uintptr_t)tile + 8 * (shape >> 16) + from;                  \
        if (marks[own] == 1) {                                                                                     \
            uint64_t first = 0;                                                                                    \
            while (!marks[first]) ++first;                                                                         \
            work                                                                                                   \
            for (uint64_t i = 0; i < n; ++i) marks[i] = marks[i] ? 2 : 0;                                          \
        }                                                                                                          \
        marks[own] = 0;                                                                                            \
        return v[own];                                                                                             \
    }

#define CLBN_SUB_GROUP_reduce(name, T)                                                                             \
    CLBN_SUB_GROUP_FUNCTION(reduce_##name, T, {                                                                    \
        clbn_v_##T all = v[first];                                                                                   \
        for (uint64_t i = first + 1; i < n; ++i)                                                                     \
            if (marks[i]) all = (clbn_v_##T)(CLBN_SUB_GROUP_DO_##name(T, all, v[i]));                              \
        for (uint64_t i = first; i < n; ++i)                                                                         \
            if (marks[i]) v[i] = all;                                                                              \
    })
#define CLBN_SUB_GROUP_inclusive(name, T)                                                                          \
    CLBN_SUB_GROUP_FUNCTION(inclusive_##name, T, {                                                                 \
        clbn_v_##T all = v[first];                                                                                   \
        for (uint64_t i = first + 1; i < n; ++i)                                                                     \
            if (marks[i]) v[i] = all = (clbn_v_##T)(CLBN_SUB_GROUP_DO_##name(T, all, v[i]));                       \
    })
#define CLBN_SUB_GROUP_exclusive(name, T)                                                                          \
    CLBN_SUB_GROUP_FUNCTION(exclusive_##name, T, {                                                                 \
        clbn_v_##T all = (clbn_v_##T)(CLBN_SUB_GROUP_NONE_##name(T));                                              \
        for (uint64_t i = first; i < n; ++i) {                                                                       \
            const clbn_v_##T before = all;                                                                         \
            if (!marks[i]) continue;                                                                               \
            all = (clbn_v_##T)(CLBN_SUB_GROUP_DO_##name(T, all, v[i]));                                            \
            v[i] = before;                                                                                         \
        }                                                                                                          \
    })
#define CLBN_SUB_GROUP_first(T)                                                                                    \
    CLBN_SUB_GROUP_FUNCTION(first, T, {                                                                            \
        for (uint64_t i = first; i < n; ++i)                                                                         \
            if (marks[i]) v[i] = v[first];                                                                           \
    })
#define CLBN_SUB_GROUP_elect(T)                                                                                    \
    CLBN_SUB_GROUP_FUNCTION(elect, T, {                                                                            \
        for (uint64_t i = first; i < n; ++i)                                                                         \
            if (marks[i]) v[i] = i == first;                                                                         \
    })
#define CLBN_SUB_GROUP_ballot(T)                                                                                   \
    CLBN_SUB_GROUP_FUNCTION(ballot, T, {                                                                           \
        clbn_v_##T all = 0;                                                                                        \
        for (uint64_t i = first; i < n; ++i)                                                                         \
            if (marks[i] && v[i]) all |= (clbn_v_##T)1 << i;                                                       \
        for (uint64_t i = first; i < n; ++i)                                                                         \
            if (marks[i]) v[i] = all;                                                                              \
    })

#endif
