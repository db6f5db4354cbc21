/* The mathematical functions over arrays, for one level: in loops, as kernels have them.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/native/native.h"

#define CLBT_UNARY(name)                                                                      \
    static void CLBN(loop_##name##_d)(const double *restrict a, double *restrict r, size_t n) \
    {                                                                                         \
        CLBN_SIMD                                                                             \
        for (size_t i = 0; i < n; i++) r[i] = CLBN(name##__d)(a[i]);                          \
    }                                                                                         \
    static void CLBN(loop_##name##_f)(const float *restrict a, float *restrict r, size_t n)   \
    {                                                                                         \
        CLBN_SIMD                                                                             \
        for (size_t i = 0; i < n; i++) r[i] = CLBN(name##__f)(a[i]);                          \
    }
#define CLBT_BINARY(name)                                                                                            \
    static void CLBN(loop_##name##_d)(const double *restrict a, const double *restrict b, double *restrict r,        \
                                      size_t n)                                                                      \
    {                                                                                                                \
        CLBN_SIMD                                                                                                    \
        for (size_t i = 0; i < n; i++) r[i] = CLBN(name##__d_d)(a[i], b[i]);                                         \
    }                                                                                                                \
    static void CLBN(loop_##name##_f)(const float *restrict a, const float *restrict b, float *restrict r, size_t n) \
    {                                                                                                                \
        CLBN_SIMD                                                                                                    \
        for (size_t i = 0; i < n; i++) r[i] = CLBN(name##__f_f)(a[i], b[i]);                                         \
    }
#define CLBT_INTEGER(name)                                                                                             \
    static void CLBN(loop_##name##_d)(const double *restrict a, const int32_t *restrict b, double *restrict r,         \
                                      size_t n)                                                                        \
    {                                                                                                                  \
        CLBN_SIMD                                                                                                      \
        for (size_t i = 0; i < n; i++) r[i] = CLBN(name##__d_i)(a[i], b[i]);                                           \
    }                                                                                                                  \
    static void CLBN(loop_##name##_f)(const float *restrict a, const int32_t *restrict b, float *restrict r, size_t n) \
    {                                                                                                                  \
        CLBN_SIMD                                                                                                      \
        for (size_t i = 0; i < n; i++) r[i] = CLBN(name##__f_i)(a[i], b[i]);                                           \
    }
CLBT_UNARIES(CLBT_UNARY)
CLBT_BINARIES(CLBT_BINARY)
CLBT_INTEGERS(CLBT_INTEGER)
#undef CLBT_UNARY
#undef CLBT_BINARY
#undef CLBT_INTEGER
