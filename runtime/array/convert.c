/* Chooses the table of loops that this processor can use. Knows instruction sets only.
 *
 * SPDX-License-Identifier: MIT */
#include "array/convert.h"

#include "clbundle/data.h"

/* CLBI_ARRAY_CAP is for measurements: the highest level to choose. */
#if !defined(CLBI_ARRAY_CAP)
#define CLBI_ARRAY_CAP CLB_NATIVE_V4
#endif

const clbi_loops *clbi_loops_of(int level)
{
    if (level == CLB_NATIVE_BASE) return &clbi_loops_base;
#if defined(CLBI_ARRAY_LEVELS)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2"))
        return NULL;
    if (level == CLB_NATIVE_V3) return &clbi_loops_v3;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return NULL;
    if (level == CLB_NATIVE_V4) return &clbi_loops_v4;
#endif
    return NULL;
}

const clbi_loops *clbi_loops_best(void)
{
#if defined(CLBI_ARRAY_LEVELS)
    __builtin_cpu_init();
    for (int level = CLBI_ARRAY_CAP; level > CLB_NATIVE_BASE; level--) {
        const clbi_loops *loops = clbi_loops_of(level);
        if (loops) return loops;
    }
#endif
    return &clbi_loops_base;
}
