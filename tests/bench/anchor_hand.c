/* Code by hand for AVX2 and AVX-512, what bench_anchor.c measures generated code by. Compiler extensions stand here,
 * and nowhere else in the benchmarks.
 *
 * SPDX-License-Identifier: MIT */
#include "anchor_hand.h"

#if defined __x86_64__
#include <immintrin.h>
#include <stddef.h>

int anchor_level(void)
{
    return __builtin_cpu_supports("avx512f")                                 ? 2
           : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1
                                                                             : 0;
}

static inline float filter_edge(const float *const *rows, const float *weights, int x, int width)
{
    float sum = 0.0f;
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) {
            const int at = x + i - 2;
            sum += weights[5 * j + i] * rows[j][at < 0 ? 0 : at >= width ? width - 1 : at];
        }
    return sum;
}

#define WIDTH 8
#define V __m256
#define TARGET __attribute__((target("avx2,fma")))
#define NAME(f) anchor_##f##_v3
#define LOAD(p) _mm256_loadu_ps(p)
#define STORE(p, v) _mm256_storeu_ps(p, v)
#define SET(x) _mm256_set1_ps(x)
#define ADD(a, b) _mm256_add_ps(a, b)
#define SUB(a, b) _mm256_sub_ps(a, b)
#define MUL(a, b) _mm256_mul_ps(a, b)
#define FMA(a, b, c) _mm256_fmadd_ps(a, b, c)
#define MAX(a, b) _mm256_max_ps(a, b)
#define ROUND(a) _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define SCALE(p, k)                       \
    _mm256_mul_ps(p, _mm256_castsi256_ps( \
                         _mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(k), _mm256_set1_epi32(127)), 23)))
#include "anchor_ways.h"
#undef WIDTH
#undef V
#undef TARGET
#undef NAME
#undef LOAD
#undef STORE
#undef SET
#undef ADD
#undef SUB
#undef MUL
#undef FMA
#undef MAX
#undef ROUND
#undef SCALE

#define WIDTH 16
#define V __m512
#define TARGET __attribute__((target("avx512f")))
#define NAME(f) anchor_##f##_v4
#define LOAD(p) _mm512_loadu_ps(p)
#define STORE(p, v) _mm512_storeu_ps(p, v)
#define SET(x) _mm512_set1_ps(x)
#define ADD(a, b) _mm512_add_ps(a, b)
#define SUB(a, b) _mm512_sub_ps(a, b)
#define MUL(a, b) _mm512_mul_ps(a, b)
#define FMA(a, b, c) _mm512_fmadd_ps(a, b, c)
#define MAX(a, b) _mm512_max_ps(a, b)
#define ROUND(a) _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT)
#define SCALE(p, k) _mm512_scalef_ps(p, k)
#include "anchor_ways.h"
#else
int anchor_level(void)
{
    return 0;
}
#endif
