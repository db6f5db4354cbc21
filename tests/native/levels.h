/* Includes CLBT_BODY once per level, as generated files include themselves.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/native/native.h"

#define CLB_NATIVE_LEVEL 0
#include CLBT_BODY
#undef CLB_NATIVE_LEVEL
#if defined(__x86_64__)
#define CLB_NATIVE_LEVEL 1
#include "clbundle/native/level.h"
#include CLBT_BODY
#include "clbundle/native/level.h"
#undef CLB_NATIVE_LEVEL
#define CLB_NATIVE_LEVEL 2
#include "clbundle/native/level.h"
#include CLBT_BODY
#include "clbundle/native/level.h"
#undef CLB_NATIVE_LEVEL
#endif

/* The levels that this processor runs: 1 to 3. */
static int clbt_levels(void)
{
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi2")) return 1;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
               ? 3
               : 2;
#else
    return 1;
#endif
}
#if defined(__x86_64__)
#define CLBT_EACH(name)                                   \
    {                                                     \
        clbn_##name##_0, clbn_##name##_1, clbn_##name##_2 \
    }
#else
#define CLBT_EACH(name)             \
    {                               \
        clbn_##name##_0, NULL, NULL \
    }
#endif
