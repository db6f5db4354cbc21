/* Checks of the integer, conversion, relational, memory, geometric and other built-ins, for one level: against plain
 * references in wider arithmetic, and vectors against scalars.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/native/native.h"

/* ---- Integers ------------------------------------------------------------------------------------------------------
 */

#define CLBT_INTEGERS_OF(T, U, S, bits)                                                                              \
    static void CLBN(check_integers_##T)(void)                                                                       \
    {                                                                                                                \
        const huge low = (clbn_v_##T) - 1 < (clbn_v_##T)1 ? -((huge)1 << (bits - 1)) : 0;                            \
        const huge high = low < 0 ? -low - 1 : ((huge)1 << (bits - 1)) * 2 - 1, all = (huge)1 << (bits - 1);         \
        for (int round = 0; round < 4000; round++) {                                                                 \
            const clbn_v_##T a = (clbn_v_##T)draw_integer(), b = (clbn_v_##T)draw_integer(),                         \
                             c = (clbn_v_##T)draw_integer();                                                         \
            const huge x = a, y = b, z = c, d = x < y ? y - x : x - y;                                               \
            const unsigned turn = (unsigned)((clbn_v_##U)b % bits);                                                  \
            const clbn_v_##U ua = (clbn_v_##U)a;                                                                     \
            CHECK(CLBN(abs__##T)(a) == (clbn_v_##U)(x < 0 ? -x : x));                                                \
            CHECK(CLBN(abs_diff__##T##_##T)(a, b) == (clbn_v_##U)d);                                                 \
            CHECK(CLBN(add_sat__##T##_##T)(a, b) == (clbn_v_##T)fit(x + y, low, high));                              \
            CHECK(CLBN(sub_sat__##T##_##T)(a, b) == (clbn_v_##T)fit(x - y, low, high));                              \
            CHECK(CLBN(hadd__##T##_##T)(a, b) == (clbn_v_##T)((x + y) >> 1));                                        \
            CHECK(CLBN(rhadd__##T##_##T)(a, b) == (clbn_v_##T)((x + y + 1) >> 1));                                   \
            CHECK(CLBN(min__##T##_##T)(a, b) == (x < y ? a : b));                                                    \
            CHECK(CLBN(max__##T##_##T)(a, b) == (x < y ? b : a));                                                    \
            if (y <= z) CHECK(CLBN(clamp__##T##_##T##_##T)(a, b, c) == (clbn_v_##T)fit(x, y, z));                    \
            CHECK(CLBN(mul_hi__##T##_##T)(a, b) == (clbn_v_##T)high_product(x, y, bits));                            \
            CHECK(CLBN(mad_hi__##T##_##T##_##T)(a, b, c) == (clbn_v_##T)(high_product(x, y, bits) + z));             \
            CHECK(CLBN(rotate__##T##_##T)(a, b) ==                                                                   \
                  (clbn_v_##T)(clbn_v_##U)(turn ? (uint64_t)ua << turn | (uint64_t)ua >> (bits - turn) : ua));       \
            CHECK(CLBN(popcount__##T)(a) == (clbn_v_##T)__builtin_popcountll(ua));                                   \
            CHECK(CLBN(clz__##T)(a) == (clbn_v_##T)(ua ? __builtin_clzll(ua) - 64 + bits : bits));                   \
            CHECK(CLBN(ctz__##T)(a) == (clbn_v_##T)(ua ? __builtin_ctzll(ua) : bits));                               \
            if (bits < 64 || (x < all && x > -all && y < 4 && y > -4))                                               \
                CHECK(CLBN(mad_sat__##T##_##T##_##T)(a, b, c) == (clbn_v_##T)fit(x * y + z, low, high));             \
            const clbn_v_##T##8 va = {a, b, c, a, 0, 1, b, c}, vb = {b, c, a, a, 1, 0, 7, b};                        \
            const clbn_v_##T##8 vm = CLBN(mul_hi__##T##8_##T##8)(va, vb), vs = CLBN(add_sat__##T##8_##T##8)(va, vb); \
            const clbn_v_##T##3 v3 = CLBN(max__##T##3_##T)((clbn_v_##T##3){a, b, c, 0}, b);                          \
            for (int k = 0; k < 8; k++) {                                                                            \
                CHECK(vm[k] == CLBN(mul_hi__##T##_##T)(va[k], vb[k]));                                               \
                CHECK(vs[k] == CLBN(add_sat__##T##_##T)(va[k], vb[k]));                                              \
            }                                                                                                        \
            CHECK(v3[2] == CLBN(max__##T##_##T)(c, b));                                                              \
        }                                                                                                            \
    }
CLBN_INTEGERS(CLBT_INTEGERS_OF)
#undef CLBT_INTEGERS_OF

static void CLBN(check_mad_sat)(void)
{
    for (int round = 0; round < 4000; round++) {
        const int64_t a = draw_integer(), b = draw_integer(), c = draw_integer();
        const huge exact = (huge)a * b, sum = exact + c; /* |a b| <= 2^126 */
        CHECK(CLBN(mad_sat__l_l_l)(a, b, c) == (int64_t)fit(sum, INT64_MIN, INT64_MAX));
        const huge_unsigned u = (huge_unsigned)(uint64_t)a * (uint64_t)b, s = u + (uint64_t)c;
        CHECK(CLBN(mad_sat__m_m_m)((uint64_t)a, (uint64_t)b, (uint64_t)c) ==
              (s > UINT64_MAX ? UINT64_MAX : (uint64_t)s));
        CHECK(CLBN(mad24__i_i_i)(-5, 100000, (int32_t)c / 2) == (int32_t)c / 2 - 500000);
        CHECK(CLBN(mul24__u_u)(4095, 4097) == 4095u * 4097u);
        CHECK(CLBN(upsample__i_u)((int32_t)a, (uint32_t)b) == (int64_t)((uint64_t)a << 32 | (uint32_t)b));
        CHECK(CLBN(upsample__c_h)((int8_t)a, (uint8_t)b) == (int16_t)((int8_t)a * 256 + (uint8_t)b));
    }
}

/* ---- Conversions ---------------------------------------------------------------------------------------------------
 */

/* clang-format off */
#define CLBT_MODES(R, A, sat) \
    CLBT_MODE(R, A, sat, , 'd') CLBT_MODE(R, A, sat, _rte, 'e') CLBT_MODE(R, A, sat, _rtz, 'z') \
    CLBT_MODE(R, A, sat, _rtp, 'p') CLBT_MODE(R, A, sat, _rtn, 'n')
/* clang-format on */
/* To an integer: exact in long double. Without _sat only what fits. */
#define CLBT_MODE(R, A, sat, mode, letter)                                                            \
    {                                                                                                 \
        const wide x = round_wide((wide)a, letter == 'd' ? 'z' : letter);                             \
        const bool fits = x >= (wide)low_##R && x <= (wide)high_##R;                                  \
        if (fits || sizeof #sat > 1) {                                                                \
            const clbn_v_##R want = a != a               ? 0                                          \
                                    : x < (wide)low_##R  ? low_##R                                    \
                                    : x > (wide)high_##R ? high_##R                                   \
                                                         : (clbn_v_##R)x;                             \
            CHECK(CLBN(convert_##R##sat##mode##__##A)(a) == want);                                    \
            CHECK(CLBN(convert_##R##4##sat##mode##__##A##4)((clbn_v_##A##4){0, a, 1, a})[3] == want); \
        }                                                                                             \
    }
/* clang-format off */
#define CLBT_TO_INTEGER(R, A) CLBT_MODES(R, A, ) CLBT_MODES(R, A, _sat)
#define CLBT_CONVERT(A, drawn)                                                                                      \
    static void CLBN(check_to_integers_##A)(void)                                                                   \
    {                                                                                                               \
        for (int round = 0; round < 4000; round++) {                                                                \
            const clbn_v_##A a = (clbn_v_##A)(drawn);                                                               \
            CLBT_TO_INTEGER(c, A) CLBT_TO_INTEGER(h, A) CLBT_TO_INTEGER(s, A) CLBT_TO_INTEGER(t, A)                 \
            CLBT_TO_INTEGER(i, A) CLBT_TO_INTEGER(u, A) CLBT_TO_INTEGER(l, A) CLBT_TO_INTEGER(m, A)                 \
        }                                                                                                           \
    }
CLBT_CONVERT(c, draw_integer()) CLBT_CONVERT(h, draw_integer()) CLBT_CONVERT(s, draw_integer())
CLBT_CONVERT(t, draw_integer()) CLBT_CONVERT(i, draw_integer()) CLBT_CONVERT(u, draw_integer())
CLBT_CONVERT(l, draw_integer()) CLBT_CONVERT(m, draw_integer()) CLBT_CONVERT(f, draw_real()) CLBT_CONVERT(d, draw_real())
/* clang-format on */
#undef CLBT_CONVERT
#undef CLBT_TO_INTEGER
#undef CLBT_MODE

/* To floating point: under the processor's own rounding modes. */
#define CLBT_MODE(R, A, sat, mode, letter)                                                                      \
    {                                                                                                           \
        const clbn_v_##R got = CLBN(convert_##R##mode##__##A)(a), want = (clbn_v_##R)real_##R((wide)a, letter); \
        CHECK(memcmp(&got, &want, sizeof got) == 0 || (got != got && want != want));                            \
    }
/* clang-format off */
#define CLBT_CONVERT(A, drawn)                                                                                      \
    static void CLBN(check_to_reals_##A)(void)                                                                      \
    {                                                                                                               \
        for (int round = 0; round < 4000; round++) {                                                                \
            const clbn_v_##A a = (clbn_v_##A)(drawn);                                                               \
            CLBT_MODES(f, A, ) CLBT_MODES(d, A, )                                                                   \
        }                                                                                                           \
    }
CLBT_CONVERT(c, draw_integer()) CLBT_CONVERT(h, draw_integer()) CLBT_CONVERT(s, draw_integer())
CLBT_CONVERT(t, draw_integer()) CLBT_CONVERT(i, draw_integer()) CLBT_CONVERT(u, draw_integer())
CLBT_CONVERT(l, draw_integer()) CLBT_CONVERT(m, draw_integer()) CLBT_CONVERT(f, draw_real()) CLBT_CONVERT(d, draw_real())
/* clang-format on */
#undef CLBT_CONVERT
#undef CLBT_MODE
#undef CLBT_MODES

/* ---- Relations, selection, shuffles --------------------------------------------------------------------------------
 */

#define CLBT_RELATIONS(T, U, S, bits)                                                                        \
    static void CLBN(check_relations_##T)(void)                                                              \
    {                                                                                                        \
        for (int round = 0; round < 2000; round++) {                                                         \
            const clbn_v_##T a = (clbn_v_##T)draw_real(), b = round % 3 ? (clbn_v_##T)draw_real() : a;       \
            const clbn_v_##T##4 va = {a, b, 1, -1}, vb = {b, a, a, b};                                       \
            CHECK(CLBN(isequal__##T##_##T)(a, b) == (a == b));                                               \
            CHECK(CLBN(isnotequal__##T##_##T)(a, b) == !(a == b));                                           \
            CHECK(CLBN(isgreater__##T##_##T)(a, b) == (isgreater(a, b) != 0));                               \
            CHECK(CLBN(isgreaterequal__##T##_##T)(a, b) == (isgreaterequal(a, b) != 0));                     \
            CHECK(CLBN(isless__##T##_##T)(a, b) == (isless(a, b) != 0));                                     \
            CHECK(CLBN(islessequal__##T##_##T)(a, b) == (islessequal(a, b) != 0));                           \
            CHECK(CLBN(islessgreater__##T##_##T)(a, b) == (islessgreater(a, b) != 0));                       \
            CHECK(CLBN(isordered__##T##_##T)(a, b) == !isunordered(a, b));                                   \
            CHECK(CLBN(isunordered__##T##_##T)(a, b) == (isunordered(a, b) != 0));                           \
            CHECK(CLBN(isfinite__##T)(a) == (isfinite(a) != 0));                                             \
            CHECK(CLBN(isinf__##T)(a) == (isinf(a) != 0));                                                   \
            CHECK(CLBN(isnan__##T)(a) == (isnan(a) != 0));                                                   \
            CHECK(CLBN(isnormal__##T)(a) == (isnormal(a) != 0));                                             \
            CHECK(CLBN(signbit__##T)(a) == (signbit(a) != 0));                                               \
            const clbn_v_##S##4 less = CLBN(isless__##T##4_##T##4)(va, vb);                                  \
            for (int k = 0; k < 4; k++) CHECK(less[k] == -(isless(va[k], vb[k]) != 0));                      \
            CHECK(CLBN(any__##S##4)(less) == (less[0] | less[1] | less[2] | less[3] ? 1 : 0));               \
            CHECK(CLBN(all__##S##3)(less) == (less[0] & less[1] & less[2] ? 1 : 0));                         \
            const clbn_v_##T##4 chosen = CLBN(select__##T##4_##T##4_##S##4)(va, vb, less);                   \
            for (int k = 0; k < 4; k++)                                                                      \
                CHECK(memcmp((const clbn_v_##T *)&chosen + k, (const clbn_v_##T *)(less[k] ? &vb : &va) + k, \
                             sizeof a) == 0);                                                                \
            const clbn_v_##U mask = (clbn_v_##U)draw_integer();                                              \
            const clbn_v_##U x = CLBN(as_##U##__##T)(a), y = CLBN(as_##U##__##T)(b);                         \
            CHECK(CLBN(as_##U##__##T)(CLBN(bitselect__##T##_##T##_##T)(a, b, CLBN(as_##T##__##U)(mask))) ==  \
                  ((x & ~mask) | (y & mask)));                                                               \
            const clbn_v_##T##8 from = {0, 1, 2, 3, 4, 5, 6, 7};                                             \
            const clbn_v_##T##2 two = CLBN(shuffle__##T##8_##U##2)(from, (clbn_v_##U##2){mask, 3});          \
            CHECK(two[0] == (clbn_v_##T)(mask % 8) && two[1] == 3);                                          \
            const clbn_v_##T##4 four =                                                                       \
                CLBN(shuffle2__##T##8_##T##8_##U##4)(from, from + 8, (clbn_v_##U##4){mask, 9, 0, 15});       \
            CHECK(four[0] == (clbn_v_##T)(mask % 16) && four[1] == 9 && four[2] == 0 && four[3] == 15);      \
        }                                                                                                    \
    }
                            CLBN_FLOATS(CLBT_RELATIONS)
#undef CLBT_RELATIONS

    /* ---- Memory, half, atomics
       ----------------------------------------------------------------------------------------- */

    static void CLBN(check_memory)(void)
{
    _Alignas(128) double d[64];
    float f[64];
    uint16_t h[64] = {0}, one;
    for (int i = 0; i < 64; i++) d[i] = i, f[i] = 0;
    CHECK(CLBN(vload3__m_pd)(5, d)[2] == 17 && CLBN(vload16__m_pd)(2, d + 1)[15] == 48);
    CLBN(vstore3__f3_m_pf)((clbn_float3){1, 2, 3, 4}, 1, f + 1);
    CHECK(f[3] == 0 && f[4] == 1 && f[6] == 3 && f[7] == 0);
    for (uint32_t bits = 0; bits < 0x10000; bits++) { /* every half there and back */
        one = (uint16_t)bits;
        const float a = CLBN(vload_half__m_pn)(0, &one);
        const int e = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
        const double size =
            e == 31 ? (fraction ? NAN : INFINITY) : ldexp(e ? 1024 + fraction : fraction, (e ? e : 1) - 25);
        CHECK(fraction && e == 31 ? isnan(a) : (double)a == (bits >> 15 ? -size : size));
        if (isnan(a)) continue;
        CHECK(CLBN(to_half_rte__d)((double)a) == one && CLBN(to_half_rtz__d)((double)a) == one);
        CHECK(CLBN(to_half_rtp__d)((double)a) == one && CLBN(to_half_rtn__d)((double)a) == one);
        if (e == 31 || bits >> 15) continue;
        /* Between a and its neighbour: half way goes to the even one. */
        const double next =
            e == 30 && fraction == 1023 ? 65536 : ldexp(1024 + (e ? fraction : fraction - 1024) + 1, (e ? e : 1) - 25);
        const double middle = ((double)a + next) / 2, above = nextafter(middle, INFINITY), below = nextafter(middle, 0);
        const uint16_t after = (uint16_t)(bits + 1);
        CHECK(CLBN(to_half_rte__d)(middle) == (bits & 1 ? after : one));
        CHECK(CLBN(to_half_rte__d)(above) == after && CLBN(to_half_rte__d)(below) == one);
        CHECK(CLBN(to_half_rtz__d)(above) == one && CLBN(to_half_rtp__d)(below) == after);
        CHECK(CLBN(to_half_rtn__d)(-below) == (after | 0x8000) && CLBN(to_half_rtp__d)(-above) == (one | 0x8000));
    }
    CLBN(vstorea_half3_rtz__d3_m_pn)((clbn_double3){1, 2, 0.5, 0}, 1, h);
    CHECK(h[3] == 0 && h[4] == 0x3c00 && h[5] == 0x4000 && h[6] == 0x3800 && h[7] == 0);
    CHECK(CLBN(vload_half3__m_pn)(1, h + 1)[2] == 0.5f && CLBN(vloada_half3__m_pn)(1, h)[1] == 2);

    int32_t i = 5;
    uint64_t m = 5;
    float x = 1;
    CHECK(CLBN(atomic_add__pi_i)(&i, 3) == 5 && CLBN(atomic_sub__pi_i)(&i, 1) == 8 && i == 7);
    CHECK(CLBN(atomic_inc__pi)(&i) == 7 && CLBN(atomic_dec__pi)(&i) == 8 && CLBN(atomic_max__pi_i)(&i, 20) == 7 &&
          i == 20);
    CHECK(CLBN(atomic_min__pi_i)(&i, -4) == 20 && CLBN(atomic_cmpxchg__pi_i_i)(&i, -4, 6) == -4 && i == 6);
    CHECK(CLBN(atomic_cmpxchg__pi_i_i)(&i, 7, 9) == 6 && i == 6 && CLBN(atomic_xchg__pf_f)(&x, 2) == 1 && x == 2);
    CHECK(CLBN(atom_or__pm_m)(&m, 8) == 5 && CLBN(atom_and__pm_m)(&m, 12) == 13 && CLBN(atom_xor__pm_m)(&m, 1) == 12 &&
          m == 13);
}

/* ---- Parts of numbers, common and geometric functions --------------------------------------------------------------
 */

static void CLBN(check_parts)(void)
{
    for (int round = 0; round < 4000; round++) {
        const double a = draw_real(), b = draw_real();
        double whole = 0, c = 0;
        int32_t e = -1, q = -1;
        int we = 0, wq = 0;
        const double fraction = CLBN(frexp__d_pi)(a, &e), want = frexp(a, &we);
        CHECK(same(fraction, want) && (!isfinite(a) || e == we));
        CHECK(CLBN(ilogb__d)(a) == (a == 0 ? INT32_MIN : isfinite(a) ? ilogb(a) : INT32_MAX));
        double w;
        const double m = modf(a, &w);
        CHECK(same(CLBN(modf__d_pd)(a, &whole), m) && same(whole, w));
        const double f = CLBN(fract__d_pd)(a, &whole), below = floor(a);
        CHECK(same(whole, below) && (isnan(a)   ? isnan(f)
                                     : isinf(a) ? f == 0
                                                : f == fmin(a - below, 0x1.fffffffffffffp-1)));
        const double r = CLBN(remquo__d_d_pi)(a, b, &q), rw = remquo(a, b, &wq);
        CHECK(same(r, rw) && (isnan(rw) || (q & 7) == (wq & 7)));
        const double s = CLBN(sincos__d_pd)(a, &c);
        CHECK(same(s, sin(a)) && same(c, cos(a)));
        CHECK(isnan(CLBN(nan__m)((uint64_t)round)) && isnan(CLBN(nan__u)((uint32_t)round)));
        CHECK(same(CLBN(fma__d_d_d)(a, b, 1), fma(a, b, 1)) &&
              same((double)CLBN(fma__f_f_f)((float)a, 3, 1), (double)fmaf((float)a, 3, 1)));
        CHECK(same(CLBN(sign__d)(a), isnan(a) ? 0 : a == 0 ? a : copysign(1, a)));
        CHECK(same(CLBN(step__d_d)(a, b), b < a ? 0 : 1));
        CHECK(CLBN(smoothstep__d_d_d)(0, 2, 1) == 0.5 && CLBN(mix__d_d_d)(1, 3, 0.5) == 2);
        CHECK(same(CLBN(clamp__d_d_d)(a, -1, 1), fmin(fmax(a, -1), 1)));
        const clbn_double4 v = {a, b, 1, 2}, vs = CLBN(sqrt__d4)(v), ve = CLBN(exp__d4)(v);
        const clbn_float8 vf = CLBN(floor__f8)((clbn_float8){(float)a, (float)b, 1.5f, -1.5f, 0, 0, 0, 0});
        CHECK(same(vs[0], sqrt(a)) && same(ve[1], CLBN(exp__d)(b)) && same((double)vf[0], (double)floorf((float)a)) &&
              vf[3] == -2);
        CHECK(same(CLBN(fmax__d4_d)(v, b)[0], a == b ? a : fmax(a, b)) && same(CLBN(ldexp__d4_i)(v, 3)[2], 8));
        int32_t gs = 7;
        const double g = CLBN(lgamma_r__d_pi)(-0.5, &gs);
        CHECK(gs == -1 && fabs(g - 1.2655121234846454) < 1e-14);
    }
    const clbn_double3 x = {3, 4, 12, 99}, y = {1, 0, 0, 99};
    CHECK(CLBN(dot__d3_d3)(x, x) == 169 && CLBN(length__d3)(x) == 13 && CLBN(distance__d3_d3)(x, x) == 0);
    CHECK(CLBN(length__d2)((clbn_double2){3e300, 4e300}) == 5e300 &&
          CLBN(length__d2)((clbn_double2){3e-310, 4e-310}) > 4.99e-310);
    CHECK(CLBN(length__f3)((clbn_float3){3e30f, 4e30f, 0, 0}) == 5e30f);
    const clbn_double3 n = CLBN(normalize__d3)(x * 1e200), cross = CLBN(cross__d3_d3)(x, y);
    CHECK(fabs(n[0] - 3. / 13) < 1e-15 && fabs(n[2] - 12. / 13) < 1e-15);
    CHECK(cross[0] == 0 && cross[1] == 12 && cross[2] == -4);
    CHECK(CLBN(degrees__d)(CLBN(radians__d)(180)) > 179.99999999 &&
          fabs(CLBN(radians__d)(180) - 3.141592653589793) < 1e-15);
}

static void CLBN(check_printf)(void)
{
    clb_native_range range = {.print = keep_text};
    const clbn_float4 v = {1, 2.5f, -3, 0};
    const clbn_uchar2 b = {255, 7};
    text_length = 0;
    CHECK(CLBN(printf)(&range, "%d|%5.2f|%s|%c|%%|%ld|%u|%hhd", -3, 2.5, "abc", 'x', (int64_t)-5000000000, 4000000000u,
                       200) == 0);
    CHECK(CLBN(printf)(&range, "|%v4hlf|%v2hhu|%x|%lu|%e", &v, &b, 255, (uint64_t)UINT64_MAX, 1.0) == 0);
    CHECK(strcmp(text, "-3| 2.50|abc|x|%|-5000000000|4000000000|-56"
                       "|1.000000,2.500000,-3.000000,0.000000|255,7|ff|18446744073709551615|1.000000e+00") == 0);
    text_length = 0;
    CHECK(CLBN(printf)(&range, "%y%d%", 7) == 0 && strcmp(text, "%y7%") == 0);
    range.print = NULL;
    CHECK(CLBN(printf)(&range, "%d", 1) == 0);
}

static void CLBN(check_all)(void)
{
#define CLBT_CALL(T, U, S, bits) CLBN(check_integers_##T)();
    CLBN_INTEGERS(CLBT_CALL)
#undef CLBT_CALL
#define CLBT_CALL(T, U, S, bits)   \
    CLBN(check_to_integers_##T)(); \
    CLBN(check_to_reals_##T)();
    CLBN_ALL(CLBT_CALL)
#undef CLBT_CALL
    CLBN(check_mad_sat)();
    CLBN(check_relations_f)();
    CLBN(check_relations_d)();
    CLBN(check_memory)();
    CLBN(check_parts)();
    CLBN(check_printf)();
}
