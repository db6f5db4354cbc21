/* Simple built-in functions of lanes, a few vector operations each, as macros: a generated file contains the
 * instances that it calls. X, U, S: the codes of the type, and of the unsigned and signed integers of its size. Other
 * functions go through arrays: CLBN_WIDE_1 and the like of clbundle_native_lanes.h, of which this is a part.
 * The results are those of the scalar functions, bit by bit.
 *
 * SPDX-License-Identifier: MIT */

/* The same for pairs, at the levels that have them. */
#undef CLBN_OF_PAIRS_1
#undef CLBN_OF_PAIRS_2
#undef CLBN_OF_PAIRS_3
#if CLB_NATIVE_LEVEL == 0
#define CLBN_OF_PAIRS_1(name, R, A)
#define CLBN_OF_PAIRS_2(name, R, A, B)
#define CLBN_OF_PAIRS_3(name, R, A, B, C)
#else
#define CLBN_OF_PAIRS_1(name, R, A) CLBN_PAIR_1(wide_##name, w_##R, w_##A)
#define CLBN_OF_PAIRS_2(name, R, A, B) CLBN_PAIR_2(wide_##name, w_##R, w_##A, w_##B)
#define CLBN_OF_PAIRS_3(name, R, A, B, C) CLBN_PAIR_3(wide_##name, w_##R, w_##A, w_##B, w_##C)
#endif

/* Vectors of X that are compared as such give -1 and 0 of S. */
#define CLBN_TEST(S, test) ((CLBL(w_##S))(test))
#define CLBN_CHOICE(X, S, m, a, b) ((CLBL(w_##X))(((m) & (CLBL(w_##S))(a)) | (~(m) & (CLBL(w_##S))(b))))

/* ---- Smaller and larger -------------------------------------------------------------------------------------------- */

#define CLBN_WIDE_min(X, U, S)                                                                                      \
    CLBN_WIDE_OWN(min__##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b)                                                  \
    {                                                                                                               \
        return CLBN_CHOICE(X, S, CLBN_TEST(S, b < a), b, a);                                                        \
    }                                                                                                               \
    CLBN_OF_PAIRS_2(min__##X##_##X, X, X, X)
#define CLBN_WIDE_max(X, U, S)                                                                                      \
    CLBN_WIDE_OWN(max__##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b)                                                  \
    {                                                                                                               \
        return CLBN_CHOICE(X, S, CLBN_TEST(S, a < b), b, a);                                                        \
    }                                                                                                               \
    CLBN_OF_PAIRS_2(max__##X##_##X, X, X, X)
#define CLBN_WIDE_clamp(X, U, S)                                                                                    \
    CLBN_WIDE_OWN(clamp__##X##_##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) low, CLBL(w_##X) high)                      \
    {                                                                                                               \
        const CLBL(w_##X) b = CLBN_CHOICE(X, S, CLBN_TEST(S, a < low), low, a);                                     \
        return CLBN_CHOICE(X, S, CLBN_TEST(S, high < b), high, b);                                                  \
    }                                                                                                               \
    CLBN_OF_PAIRS_3(clamp__##X##_##X##_##X, X, X, X, X)
/* Of floating-point numbers, as fmin and fmax have it. */
#define CLBN_WIDE_clamp_real(X, U, S)                                                                               \
    CLBN_WIDE_OWN(clamp__##X##_##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) low, CLBL(w_##X) high)                      \
    {                                                                                                               \
        return CLBL(wide_fmin__##X##_##X)(CLBL(wide_fmax__##X##_##X)(a, low), high);                                \
    }                                                                                                               \
    CLBN_OF_PAIRS_3(clamp__##X##_##X##_##X, X, X, X, X)
#define CLBN_WIDE_abs_diff(X, U, S)                                                                                 \
    CLBN_WIDE_OWN(abs_diff__##X##_##X, U, CLBL(w_##X) a, CLBL(w_##X) b)                                             \
    {                                                                                                               \
        const CLBL(w_##U) x = (CLBL(w_##U))a, y = (CLBL(w_##U))b;                                                   \
        return CLBN_CHOICE(U, S, CLBN_TEST(S, a < b), y - x, x - y);                                                \
    }                                                                                                               \
    CLBN_OF_PAIRS_2(abs_diff__##X##_##X, U, X, X)
#define CLBN_WIDE_abs(X, U, S)                                                                                      \
    CLBN_WIDE_OWN(abs__##X, U, CLBL(w_##X) a)                                                                       \
    {                                                                                                               \
        const CLBL(w_##U) x = (CLBL(w_##U))a;                                                                       \
        return CLBN_CHOICE(U, S, CLBN_TEST(S, a < (CLBL(w_##X)){0}), (CLBL(w_##U)){0} - x, x);                      \
    }                                                                                                               \
    CLBN_OF_PAIRS_1(abs__##X, U, X)

/* ---- Bits ---------------------------------------------------------------------------------------------------------- */

#define CLBN_WIDE_rotate(X, U, S)                                                                                   \
    CLBN_WIDE_OWN(rotate__##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b)                                               \
    {                                                                                                               \
        const clbn_v_##U bits = 8 * sizeof(clbn_v_##X);                                                             \
        const CLBL(w_##U) x = (CLBL(w_##U))a, by = (CLBL(w_##U))b & (bits - 1);                                     \
        return (CLBL(w_##X))((x << by) | (x >> ((bits - by) & (bits - 1))));                                        \
    }                                                                                                               \
    CLBN_OF_PAIRS_2(rotate__##X##_##X, X, X, X)
#define CLBN_WIDE_hadd(X, U, S)                                                                                     \
    CLBN_WIDE_OWN(hadd__##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b) { return (a & b) + ((a ^ b) >> 1); }            \
    CLBN_OF_PAIRS_2(hadd__##X##_##X, X, X, X)
#define CLBN_WIDE_rhadd(X, U, S)                                                                                    \
    CLBN_WIDE_OWN(rhadd__##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b) { return (a | b) - ((a ^ b) >> 1); }           \
    CLBN_OF_PAIRS_2(rhadd__##X##_##X, X, X, X)
#define CLBN_WIDE_bitselect(X, U, S)                                                                                \
    CLBN_WIDE_OWN(bitselect__##X##_##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b, CLBL(w_##X) c)                       \
    {                                                                                                               \
        return CLBN_CHOICE(X, S, (CLBL(w_##S))c, b, a);                                                             \
    }                                                                                                               \
    CLBN_OF_PAIRS_3(bitselect__##X##_##X##_##X, X, X, X, X)
/* C: the code of the condition. */
#define CLBN_WIDE_select(X, S, C)                                                                                   \
    CLBN_WIDE_OWN(select__##X##_##X##_##C, X, CLBL(w_##X) a, CLBL(w_##X) b, CLBL(w_##C) c)                          \
    {                                                                                                               \
        return CLBN_CHOICE(X, S, CLBN_TEST(S, c != (CLBL(w_##C)){0}), b, a);                                        \
    }                                                                                                               \
    CLBN_OF_PAIRS_3(select__##X##_##X##_##C, X, X, X, C)

/* ---- Products ------------------------------------------------------------------------------------------------------ */

#define CLBN_WIDE_mul24(X, U, S)                                                                                    \
    CLBN_WIDE_OWN(mul24__##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b)                                                \
    {                                                                                                               \
        return (CLBL(w_##X))((CLBL(w_u))a * (CLBL(w_u))b);                                                          \
    }                                                                                                               \
    CLBN_OF_PAIRS_2(mul24__##X##_##X, X, X, X)
#define CLBN_WIDE_mad24(X, U, S)                                                                                    \
    CLBN_WIDE_OWN(mad24__##X##_##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b, CLBL(w_##X) c)                           \
    {                                                                                                               \
        return (CLBL(w_##X))((CLBL(w_u))a * (CLBL(w_u))b + (CLBL(w_u))c);                                           \
    }                                                                                                               \
    CLBN_OF_PAIRS_3(mad24__##X##_##X##_##X, X, X, X, X)
/* The upper half of a product of 32-bit numbers; of signed ones, less what the signs' weights add to the unsigned. */
#define CLBN_UPPER_HALF(a, b) CLBL(cast_u_m)(CLBL(product_low)(CLBL(cast_m_u)(a), CLBL(cast_m_u)(b)) >> 32)
#define CLBN_WIDE_mul_hi_u(X, U, S)                                                                                 \
    CLBN_WIDE_OWN(mul_hi__u_u, u, CLBL(w_u) a, CLBL(w_u) b) { return CLBN_UPPER_HALF(a, b); }                       \
    CLBN_OF_PAIRS_2(mul_hi__u_u, u, u, u)
#define CLBN_WIDE_mul_hi_i(X, U, S)                                                                                 \
    CLBN_WIDE_OWN(mul_hi__i_i, i, CLBL(w_i) a, CLBL(w_i) b)                                                         \
    {                                                                                                               \
        const CLBL(w_u) x = (CLBL(w_u))a, y = (CLBL(w_u))b;                                                         \
        return (CLBL(w_i))(CLBN_UPPER_HALF(x, y) - ((CLBL(w_u))(a >> 31) & y) - ((CLBL(w_u))(b >> 31) & x));        \
    }                                                                                                               \
    CLBN_OF_PAIRS_2(mul_hi__i_i, i, i, i)

/* ---- Floating-point numbers ---------------------------------------------------------------------------------------- */

#define CLBN_WIDE_mix(X, U, S)                                                                                      \
    CLBN_WIDE_OWN(mix__##X##_##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b, CLBL(w_##X) t) { return a + (b - a) * t; } \
    CLBN_OF_PAIRS_3(mix__##X##_##X##_##X, X, X, X, X)
#define CLBN_WIDE_rsqrt_d(X, U, S)                                                                                  \
    CLBN_WIDE_OWN(rsqrt__d, d, CLBL(w_d) a) { return CLBL(splat_d)(1) / CLBL(wide_sqrt__d)(a); }                    \
    CLBN_OF_PAIRS_1(rsqrt__d, d, d)
#define CLBN_WIDE_rsqrt_f(X, U, S)                                                                                  \
    CLBN_WIDE_OWN(rsqrt__f, f, CLBL(w_f) a)                                                                         \
    {                                                                                                               \
        return CLBL(cast_f_d)(CLBL(splat_d)(1) / CLBL(wide_sqrt__d)(CLBL(cast_d_f)(a)));                            \
    }                                                                                                               \
    CLBN_OF_PAIRS_1(rsqrt__f, f, f)

#undef CLBN_WIDE_sqrt_f
#undef CLBN_WIDE_ROUND_F
#if CLB_NATIVE_LEVEL == 2
#define CLBN_WIDE_sqrt_f(X, U, S)                                                                                   \
    CLBN_WIDE_OWN(sqrt__f, f, CLBL(w_f) a) { return (CLBL(w_f))_mm256_sqrt_ps((__m256)a); }                         \
    CLBN_OF_PAIRS_1(sqrt__f, f, f)
#define CLBN_WIDE_ROUND_F(name, mode)                                                                               \
    CLBN_WIDE_OWN(name##__f, f, CLBL(w_f) a) { return (CLBL(w_f))_mm256_round_ps((__m256)a, mode); }                \
    CLBN_OF_PAIRS_1(name##__f, f, f)
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_WIDE_sqrt_f(X, U, S)                                                                                   \
    CLBN_WIDE_OWN(sqrt__f, f, CLBL(w_f) a) { return (CLBL(w_f))_mm_sqrt_ps((__m128)a); }                            \
    CLBN_OF_PAIRS_1(sqrt__f, f, f)
#define CLBN_WIDE_ROUND_F(name, mode)                                                                               \
    CLBN_WIDE_OWN(name##__f, f, CLBL(w_f) a) { return (CLBL(w_f))_mm_round_ps((__m128)a, mode); }                   \
    CLBN_OF_PAIRS_1(name##__f, f, f)
#else
#define CLBN_WIDE_sqrt_f(X, U, S) CLBN_WIDE_1(sqrt__f, f, f)
#define CLBN_WIDE_ROUND_F(name, mode) CLBN_WIDE_1(name##__f, f, f)
#endif
#define CLBN_WIDE_rint_f(X, U, S) CLBN_WIDE_ROUND_F(rint, 0x08)
#define CLBN_WIDE_floor_f(X, U, S) CLBN_WIDE_ROUND_F(floor, 0x09)
#define CLBN_WIDE_ceil_f(X, U, S) CLBN_WIDE_ROUND_F(ceil, 0x0a)
#define CLBN_WIDE_trunc_f(X, U, S) CLBN_WIDE_ROUND_F(trunc, 0x0b)
