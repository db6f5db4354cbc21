/* convert_T, convert_T_sat, ..._rte and as_T (OpenCL C 1.2, 6.2.3 and 6.2.4). Part of clbundle/native/native.h, once per level.
 *
 * Without _sat, a value that does not fit gives an unspecified result (for integers, without undefined behaviour in
 * C). With _sat it gives the nearest end of the range, and NaN gives 0. Knows numbers; must not know memory.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_NUMBERS

/* ---- Rounding to whole numbers --------------------------------------------------------------------------------- */

/* Rounds to the nearest integer, for _rte and rint: adding and subtracting 2^52 leaves an integer. copysign keeps the sign of 0. */
CLBN_FN double CLBN(whole_rte__d)(double a)
{
    const double size = __builtin_fabs(a), big = 0x1p52;
    return __builtin_copysign(size < big ? (size + big) - big : size, a);
}
CLBN_FN double CLBN(whole_rtz__d)(double a)
{
    const double size = __builtin_fabs(a), near = CLBN(whole_rte__d)(size);
    return __builtin_copysign(near > size ? near - 1 : near, a);
}
CLBN_FN double CLBN(whole_rtn__d)(double a)
{
    const double near = CLBN(whole_rte__d)(a);
    return __builtin_copysign(near > a ? near - 1 : near, a);
}
CLBN_FN double CLBN(whole_rtp__d)(double a)
{
    const double near = CLBN(whole_rte__d)(a);
    return __builtin_copysign(near < a ? near + 1 : near, a);
}
CLBN_FN float CLBN(whole_rte__f)(float a)
{
    const float size = __builtin_fabsf(a), big = 0x1p23f;
    return __builtin_copysignf(size < big ? (size + big) - big : size, a);
}
CLBN_FN float CLBN(whole_rtz__f)(float a)
{
    const float size = __builtin_fabsf(a), near = CLBN(whole_rte__f)(size);
    return __builtin_copysignf(near > size ? near - 1 : near, a);
}
CLBN_FN float CLBN(whole_rtn__f)(float a)
{
    const float near = CLBN(whole_rte__f)(a);
    return __builtin_copysignf(near > a ? near - 1 : near, a);
}
CLBN_FN float CLBN(whole_rtp__f)(float a)
{
    const float near = CLBN(whole_rte__f)(a);
    return __builtin_copysignf(near < a ? near + 1 : near, a);
}

/* ---- The neighbours of a number ------------------------------------------------------------------------------------ */

/* Neighbours are found by the bits as integers, in the order of the numbers: those of negative numbers count down. */
#define CLBN_NEIGHBOURS(T, U, S, bits)                                                                             \
    CLBN_FN clbn_v_##S CLBN(ordinal__##T)(clbn_v_##T a)                                                            \
    {                                                                                                              \
        clbn_v_##U x;                                                                                              \
        __builtin_memcpy(&x, &a, sizeof x);                                                                        \
        const clbn_v_##U sign = (clbn_v_##U)1 << (bits - 1);                                                       \
        return (clbn_v_##S)(x & sign ? sign - x : x);                                                              \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(of_ordinal__##T)(clbn_v_##S n)                                                         \
    {                                                                                                              \
        const clbn_v_##U sign = (clbn_v_##U)1 << (bits - 1), x = n < 0 ? sign - (clbn_v_##U)n : (clbn_v_##U)n;     \
        clbn_v_##T a;                                                                                              \
        __builtin_memcpy(&a, &x, sizeof a);                                                                        \
        return a;                                                                                                  \
    }                                                                                                              \
    /* The neighbour above the largest negative number is the negative zero (IEEE 754, 5.3.1). */                  \
    CLBN_FN clbn_v_##T CLBN(up__##T)(clbn_v_##T a)                                                                 \
    {                                                                                                              \
        const clbn_v_##S next = CLBN(ordinal__##T)(a) + 1;                                                         \
        return next ? CLBN(of_ordinal__##T)(next) : -(clbn_v_##T)0;                                                \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(down__##T)(clbn_v_##T a) { return CLBN(of_ordinal__##T)(CLBN(ordinal__##T)(a) - 1); }
CLBN_FLOATS(CLBN_NEIGHBOURS)
#undef CLBN_NEIGHBOURS

#endif

/* ---- Scalars ------------------------------------------------------------------------------------------------------- */

/* The unrounded conversion of integers, and every conversion that is exact. */
#define CLBN_PLAIN(R, A)                                                                                           \
    CLBN_FN clbn_v_##R CLBN(convert_##R##__##A)(clbn_v_##A a) { return (clbn_v_##R)a; }

/* The same result under every rounding mode. */
#define CLBN_ALIKE(R, A, sat)                                                                                      \
    CLBN_FN clbn_v_##R CLBN(convert_##R##sat##_rte__##A)(clbn_v_##A a) { return CLBN(convert_##R##sat##__##A)(a); } \
    CLBN_FN clbn_v_##R CLBN(convert_##R##sat##_rtz__##A)(clbn_v_##A a) { return CLBN(convert_##R##sat##__##A)(a); } \
    CLBN_FN clbn_v_##R CLBN(convert_##R##sat##_rtp__##A)(clbn_v_##A a) { return CLBN(convert_##R##sat##__##A)(a); } \
    CLBN_FN clbn_v_##R CLBN(convert_##R##sat##_rtn__##A)(clbn_v_##A a) { return CLBN(convert_##R##sat##__##A)(a); }

/* Integer to integer. The limits are the ends of R, or of A where R has more. */
#define CLBN_I_I(R, A)                                                                                             \
    CLBN_PLAIN(R, A)                                                                                               \
    CLBN_FN clbn_v_##R CLBN(convert_##R##_sat__##A)(clbn_v_##A a)                                                  \
    {                                                                                                              \
        const clbn_v_##R low = CLBN(floor__##R)((clbn_v_##R)-1), high = CLBN(limit__##R)(0);                       \
        const int negative = a < 1 && a != 0;                                                                       \
        const clbn_v_##R under = low == 0 || (int64_t)a < (int64_t)low ? low : (clbn_v_##R)a;                      \
        const clbn_v_##R over = (uint64_t)a > (uint64_t)high ? high : (clbn_v_##R)a;                               \
        return negative ? under : over;                                                                            \
    }                                                                                                              \
    CLBN_ALIKE(R, A, ) CLBN_ALIKE(R, A, _sat)

/* Floating point to integer. `below` and `above` are the first numbers of A that do not fit; they are exact in A where
 * they are powers of two. */
#define CLBN_F_I_MODE(R, A, mode, below, above)                                                                    \
    CLBN_FN clbn_v_##R CLBN(convert_##R##_##mode##__##A)(clbn_v_##A a)                                             \
    {                                                                                                              \
        const clbn_v_##A x = CLBN(whole_##mode##__##A)(a);                                                         \
        return (clbn_v_##R)(x > (below) && x < (above) ? x : 0);                                                   \
    }                                                                                                              \
    CLBN_FN clbn_v_##R CLBN(convert_##R##_sat_##mode##__##A)(clbn_v_##A a)                                         \
    {                                                                                                              \
        const clbn_v_##A x = CLBN(whole_##mode##__##A)(a);                                                         \
        const clbn_v_##R inside = (clbn_v_##R)(x > (below) && x < (above) ? x : 0);                                \
        const clbn_v_##R up = x >= (above) ? CLBN(limit__##R)(0) : inside;                                         \
        return x <= (below) ? CLBN(floor__##R)((clbn_v_##R)-1) : up;                                               \
    }
#define CLBN_F_I_ENDS(R, A, below, above)                                                                          \
    CLBN_FN clbn_v_##R CLBN(convert_##R##__##A)(clbn_v_##A a)                                                      \
    {                                                                                                              \
        return (clbn_v_##R)(a > (below) && a < (above) ? a : 0);                                                   \
    }                                                                                                              \
    CLBN_FN clbn_v_##R CLBN(convert_##R##_sat__##A)(clbn_v_##A a)                                                  \
    {                                                                                                              \
        const clbn_v_##R inside = (clbn_v_##R)(a > (below) && a < (above) ? a : 0);                                \
        const clbn_v_##R up = a >= (above) ? CLBN(limit__##R)(0) : inside;                                         \
        return a <= (below) ? CLBN(floor__##R)((clbn_v_##R)-1) : up;                                               \
    }                                                                                                              \
    CLBN_F_I_MODE(R, A, rte, below, above)                                                                         \
    CLBN_F_I_MODE(R, A, rtz, below, above)                                                                         \
    CLBN_F_I_MODE(R, A, rtp, below, above)                                                                         \
    CLBN_F_I_MODE(R, A, rtn, below, above)
/* For a wide type R, the number below its minimum is no number of A: the next smaller number of A is used. */
#define CLBN_F_I(R, A) CLBN_F_I_##R(A)
#define CLBN_F_I_c(A) CLBN_F_I_ENDS(c, A, -129, 128)
#define CLBN_F_I_h(A) CLBN_F_I_ENDS(h, A, -1, 256)
#define CLBN_F_I_s(A) CLBN_F_I_ENDS(s, A, -32769, 32768)
#define CLBN_F_I_t(A) CLBN_F_I_ENDS(t, A, -1, 65536)
#define CLBN_F_I_i(A) CLBN_F_I_ENDS(i, A, CLBN_BELOW_i_##A, 0x1p31f)
#define CLBN_F_I_u(A) CLBN_F_I_ENDS(u, A, -1, 0x1p32f)
#define CLBN_F_I_l(A) CLBN_F_I_ENDS(l, A, CLBN_BELOW_l_##A, 0x1p63f)
#define CLBN_F_I_m(A) CLBN_F_I_ENDS(m, A, -1, 0x1p64f)
#define CLBN_BELOW_i_f -0x1.000002p31f
#define CLBN_BELOW_i_d -0x1.00000002p31
#define CLBN_BELOW_l_f -0x1.000002p63f
#define CLBN_BELOW_l_d -0x1.0000000000001p63

#ifdef CLBN_USES_CONVERT

/* Rounds the exact value `near` + `rest` in a direction, where `near` is the nearest number. Only the sign of `rest` is
 * used. */
#define CLBN_DIRECT(T)                                                                                             \
    CLBN_FN clbn_v_##T CLBN(direct_rtp__##T)(clbn_v_##T near, double rest)                                         \
    {                                                                                                              \
        return rest > 0 ? CLBN(up__##T)(near) : near;                                                              \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(direct_rtn__##T)(clbn_v_##T near, double rest)                                         \
    {                                                                                                              \
        return rest < 0 ? CLBN(down__##T)(near) : near;                                                            \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(direct_rtz__##T)(clbn_v_##T near, double rest)                                         \
    {                                                                                                              \
        const int shrink = (near > 0 && rest < 0) || (near < 0 && rest > 0);                                       \
        return shrink ? (near > 0 ? CLBN(down__##T)(near) : CLBN(up__##T)(near)) : near;                           \
    }
CLBN_DIRECT(f)
CLBN_DIRECT(d)
#undef CLBN_DIRECT

/* double to float. The difference is exact; if the nearest float is infinite, its sign is right. */
CLBN_PLAIN(f, d)
#define CLBN_D_F(mode)                                                                                             \
    CLBN_FN float CLBN(convert_f_##mode##__d)(double a)                                                            \
    {                                                                                                              \
        const float near = (float)a;                                                                               \
        const double rest = a - (double)near;                                                                      \
        return CLBN(direct_##mode##__f)(near, rest == rest ? rest : 0);                                            \
    }
CLBN_D_F(rtz)
CLBN_D_F(rtp)
CLBN_D_F(rtn)
#undef CLBN_D_F
CLBN_FN float CLBN(convert_f_rte__d)(double a) { return (float)a; }
CLBN_PLAIN(d, f)
CLBN_ALIKE(d, f, )
CLBN_PLAIN(f, f)
CLBN_ALIKE(f, f, )
CLBN_PLAIN(d, d)
CLBN_ALIKE(d, d, )

#endif

/* Integers of up to 32 bits fit a double. */
#define CLBN_SHORT_F(A)                                                                                                \
    CLBN_PLAIN(d, A)                                                                                               \
    CLBN_ALIKE(d, A, )                                                                                             \
    CLBN_PLAIN(f, A)                                                                                               \
    CLBN_FN float CLBN(convert_f_rte__##A)(clbn_v_##A a) { return (float)a; }                                      \
    CLBN_FN float CLBN(convert_f_rtz__##A)(clbn_v_##A a) { return CLBN(convert_f_rtz__d)((double)a); }             \
    CLBN_FN float CLBN(convert_f_rtp__##A)(clbn_v_##A a) { return CLBN(convert_f_rtp__d)((double)a); }             \
    CLBN_FN float CLBN(convert_f_rtn__##A)(clbn_v_##A a) { return CLBN(convert_f_rtn__d)((double)a); }

/* 64 bits: both halves are exact, and so is the error of their sum. Rounding twice in one direction equals rounding
 * once. */
#define CLBN_L_F_MODE(A, mode, high)                                                                               \
    CLBN_FN double CLBN(convert_d_##mode##__##A)(clbn_v_##A a)                                                     \
    {                                                                                                              \
        const double above = (double)(high)(a >> 32) * 0x1p32, below = (double)(uint32_t)((uint64_t)a & UINT32_MAX); \
        const double near = above + below;                                                                         \
        return CLBN(direct_##mode##__d)(near, above == 0 ? 0 : below - (near - above));                            \
    }                                                                                                              \
    CLBN_FN float CLBN(convert_f_##mode##__##A)(clbn_v_##A a)                                                      \
    {                                                                                                              \
        return CLBN(convert_f_##mode##__d)(CLBN(convert_d_##mode##__##A)(a));                                      \
    }
#define CLBN_L_F(A, high)                                                                                          \
    CLBN_PLAIN(d, A)                                                                                               \
    CLBN_PLAIN(f, A)                                                                                               \
    CLBN_FN float CLBN(convert_f_rte__##A)(clbn_v_##A a) { return (float)a; }                                      \
    CLBN_FN double CLBN(convert_d_rte__##A)(clbn_v_##A a) { return (double)a; }                                    \
    CLBN_L_F_MODE(A, rtz, high)                                                                                    \
    CLBN_L_F_MODE(A, rtp, high)                                                                                    \
    CLBN_L_F_MODE(A, rtn, high)
/* Integer to floating point. */
#define CLBN_I_F(A) CLBN_I_F_##A
#define CLBN_I_F_c CLBN_SHORT_F(c)
#define CLBN_I_F_h CLBN_SHORT_F(h)
#define CLBN_I_F_s CLBN_SHORT_F(s)
#define CLBN_I_F_t CLBN_SHORT_F(t)
#define CLBN_I_F_i CLBN_SHORT_F(i)
#define CLBN_I_F_u CLBN_SHORT_F(u)
#define CLBN_I_F_l CLBN_L_F(l, int32_t)
#define CLBN_I_F_m CLBN_L_F(m, uint32_t)

#ifdef CLBN_INSTANCES
#define CLBN_WITH_EACH(A, ...)                                                                                     \
    CLBN_I_I(c, A) CLBN_I_I(h, A) CLBN_I_I(s, A) CLBN_I_I(t, A) CLBN_I_I(i, A) CLBN_I_I(u, A) CLBN_I_I(l, A)       \
    CLBN_I_I(m, A) CLBN_I_F(A) CLBN_F_I(A, f) CLBN_F_I(A, d)
CLBN_INTEGERS(CLBN_WITH_EACH)
#undef CLBN_WITH_EACH
#endif

/* ---- Vectors ------------------------------------------------------------------------------------------------------- */

#define CLBN_LANES_CONVERT(N, name, R, A)                                                      \
    CLBN_FN clbn_v_##R##N CLBN(convert_##R##N##name##__##A##N)(clbn_v_##A##N a)                \
    {                                                                                          \
        clbn_v_##R##N r = {0};                                                                 \
        for (int k = 0; k < N; k++) r[k] = CLBN(convert_##R##name##__##A)(a[k]);               \
        return r;                                                                              \
    }
#ifdef CLBN_INSTANCES
#define CLBN_CONVERT_MODES(R, A, sat)                        \
    CLBN_WIDTHS(CLBN_LANES_CONVERT, sat, R, A)               \
    CLBN_WIDTHS(CLBN_LANES_CONVERT, sat##_rte, R, A)         \
    CLBN_WIDTHS(CLBN_LANES_CONVERT, sat##_rtz, R, A)         \
    CLBN_WIDTHS(CLBN_LANES_CONVERT, sat##_rtp, R, A)         \
    CLBN_WIDTHS(CLBN_LANES_CONVERT, sat##_rtn, R, A)
#define CLBN_CONVERT_TO(A, ...)                              \
    CLBN_CONVERT_MODES(f, A, ) CLBN_CONVERT_MODES(d, A, )    \
    CLBN_CONVERT_MODES(c, A, ) CLBN_CONVERT_MODES(c, A, _sat) CLBN_CONVERT_MODES(h, A, ) CLBN_CONVERT_MODES(h, A, _sat) \
    CLBN_CONVERT_MODES(s, A, ) CLBN_CONVERT_MODES(s, A, _sat) CLBN_CONVERT_MODES(t, A, ) CLBN_CONVERT_MODES(t, A, _sat) \
    CLBN_CONVERT_MODES(i, A, ) CLBN_CONVERT_MODES(i, A, _sat) CLBN_CONVERT_MODES(u, A, ) CLBN_CONVERT_MODES(u, A, _sat) \
    CLBN_CONVERT_MODES(l, A, ) CLBN_CONVERT_MODES(l, A, _sat) CLBN_CONVERT_MODES(m, A, ) CLBN_CONVERT_MODES(m, A, _sat)
#ifndef CLBN_WITHOUT_VECTOR_CONVERSIONS /* a file that uses none of these thousands defines it */
CLBN_ALL(CLBN_CONVERT_TO)
#endif
#undef CLBN_CONVERT_TO
#undef CLBN_CONVERT_MODES
#endif

/* ---- as_T: the same bytes ------------------------------------------------------------------------------------------ */

#define CLBN_AS(R, A)                                                         \
    CLBN_FN clbn_v_##R CLBN(as_##R##__##A)(clbn_v_##A a)                      \
    {                                                                         \
        clbn_v_##R r;                                                         \
        __builtin_memcpy(&r, &a, sizeof r);                                   \
        return r;                                                             \
    }
#ifdef CLBN_USES_NUMBERS
CLBN_AS(c, c) CLBN_AS(c, h) CLBN_AS(h, c) CLBN_AS(h, h) CLBN_AS(s, s) CLBN_AS(s, t) CLBN_AS(t, s) CLBN_AS(t, t)
CLBN_AS(i, i) CLBN_AS(i, u) CLBN_AS(i, f) CLBN_AS(u, i) CLBN_AS(u, u) CLBN_AS(u, f) CLBN_AS(f, i) CLBN_AS(f, u) CLBN_AS(f, f)
CLBN_AS(l, l) CLBN_AS(l, m) CLBN_AS(l, d) CLBN_AS(m, l) CLBN_AS(m, m) CLBN_AS(m, d) CLBN_AS(d, l) CLBN_AS(d, m) CLBN_AS(d, d)
#endif

#ifdef CLBN_INSTANCES
/* as_R of each vector type with the same number of bytes; for a vector type R, also of each such scalar type. */
#define CLBN_FROM_2(R) CLBN_AS(R, c2) CLBN_AS(R, h2)
#define CLBN_FROM_4(R) CLBN_AS(R, s2) CLBN_AS(R, t2) CLBN_AS(R, c3) CLBN_AS(R, c4) CLBN_AS(R, h3) CLBN_AS(R, h4)
#define CLBN_FROM_8(R) CLBN_AS(R, i2) CLBN_AS(R, u2) CLBN_AS(R, f2) CLBN_AS(R, s3) CLBN_AS(R, s4) CLBN_AS(R, t3)   \
    CLBN_AS(R, t4) CLBN_AS(R, c8) CLBN_AS(R, h8)
#define CLBN_FROM_16(R) CLBN_AS(R, l2) CLBN_AS(R, m2) CLBN_AS(R, d2) CLBN_AS(R, i3) CLBN_AS(R, i4) CLBN_AS(R, u3)  \
    CLBN_AS(R, u4) CLBN_AS(R, f3) CLBN_AS(R, f4) CLBN_AS(R, s8) CLBN_AS(R, t8) CLBN_AS(R, c16) CLBN_AS(R, h16)
#define CLBN_FROM_32(R) CLBN_AS(R, l3) CLBN_AS(R, l4) CLBN_AS(R, m3) CLBN_AS(R, m4) CLBN_AS(R, d3) CLBN_AS(R, d4)  \
    CLBN_AS(R, i8) CLBN_AS(R, u8) CLBN_AS(R, f8) CLBN_AS(R, s16) CLBN_AS(R, t16)
#define CLBN_FROM_64(R) CLBN_AS(R, l8) CLBN_AS(R, m8) CLBN_AS(R, d8) CLBN_AS(R, i16) CLBN_AS(R, u16)               \
    CLBN_AS(R, f16)
#define CLBN_FROM_128(R) CLBN_AS(R, l16) CLBN_AS(R, m16) CLBN_AS(R, d16)
#define CLBN_TO_2(R) CLBN_AS(R, s) CLBN_AS(R, t) CLBN_FROM_2(R)
#define CLBN_TO_4(R) CLBN_AS(R, i) CLBN_AS(R, u) CLBN_AS(R, f) CLBN_FROM_4(R)
#define CLBN_TO_8(R) CLBN_AS(R, l) CLBN_AS(R, m) CLBN_AS(R, d) CLBN_FROM_8(R)
CLBN_FROM_2(s) CLBN_FROM_2(t)
CLBN_TO_2(c2) CLBN_TO_2(h2)
CLBN_FROM_4(i) CLBN_FROM_4(u) CLBN_FROM_4(f)
CLBN_TO_4(s2) CLBN_TO_4(t2) CLBN_TO_4(c3) CLBN_TO_4(c4) CLBN_TO_4(h3) CLBN_TO_4(h4)
CLBN_FROM_8(l) CLBN_FROM_8(m) CLBN_FROM_8(d)
CLBN_TO_8(i2) CLBN_TO_8(u2) CLBN_TO_8(f2) CLBN_TO_8(s3) CLBN_TO_8(s4) CLBN_TO_8(t3) CLBN_TO_8(t4) CLBN_TO_8(c8)
CLBN_TO_8(h8)
CLBN_FROM_16(l2) CLBN_FROM_16(m2) CLBN_FROM_16(d2) CLBN_FROM_16(i3) CLBN_FROM_16(i4) CLBN_FROM_16(u3)
CLBN_FROM_16(u4) CLBN_FROM_16(f3) CLBN_FROM_16(f4) CLBN_FROM_16(s8) CLBN_FROM_16(t8) CLBN_FROM_16(c16)
CLBN_FROM_16(h16)
CLBN_FROM_32(l3) CLBN_FROM_32(l4) CLBN_FROM_32(m3) CLBN_FROM_32(m4) CLBN_FROM_32(d3) CLBN_FROM_32(d4)
CLBN_FROM_32(i8) CLBN_FROM_32(u8) CLBN_FROM_32(f8) CLBN_FROM_32(s16) CLBN_FROM_32(t16)
CLBN_FROM_64(l8) CLBN_FROM_64(m8) CLBN_FROM_64(d8) CLBN_FROM_64(i16) CLBN_FROM_64(u16) CLBN_FROM_64(f16)
CLBN_FROM_128(l16) CLBN_FROM_128(m16) CLBN_FROM_128(d16)
#undef CLBN_FROM_2
#undef CLBN_FROM_4
#undef CLBN_FROM_8
#undef CLBN_FROM_16
#undef CLBN_FROM_32
#undef CLBN_FROM_64
#undef CLBN_FROM_128
#undef CLBN_TO_2
#undef CLBN_TO_4
#undef CLBN_TO_8
#endif
