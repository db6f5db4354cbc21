/* The loops of convert.h for x86-64-v4. Knows these instructions; the loops are in convert_loops.h.
 *
 * SPDX-License-Identifier: MIT */
#include "array/convert.h"

#if defined(CLBI_ARRAY_LEVELS)
#include <math.h>
#include <string.h>
#include <emmintrin.h>
#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi,bmi2,f16c"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi,bmi2,f16c,prefer-vector-width=512")
#endif
#define LOOPS clbi_loops_v4
#include "array/convert_loops.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
