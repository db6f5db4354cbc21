/* Rounding, parts of a number, remainders, minima: the exact functions. Part of clbundle/native/math.h, once per level.
 * All but the remainders are branch-free. Knows the bits of floating-point numbers; must not know memory.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_MATH

CLBN_FN double CLBN(fabs__d)(double a) { return __builtin_fabs(a); }
CLBN_FN float CLBN(fabs__f)(float a) { return __builtin_fabsf(a); }
CLBN_FN double CLBN(sqrt__d)(double a) { return __builtin_sqrt(a); }
CLBN_FN float CLBN(sqrt__f)(float a) { return __builtin_sqrtf(a); }
CLBN_FN double CLBN(rsqrt__d)(double a) { return 1 / __builtin_sqrt(a); }
CLBN_FN double CLBN(copysign__d_d)(double a, double b) { return __builtin_copysign(a, b); }
CLBN_FN float CLBN(copysign__f_f)(float a, float b) { return __builtin_copysignf(a, b); }
/* One instruction where the level has it, a call of libm's otherwise: it has to be exact. */
CLBN_FN double CLBN(fma__d_d_d)(double a, double b, double c) { return __builtin_fma(a, b, c); }
CLBN_FN float CLBN(fma__f_f_f)(float a, float b, float c) { return __builtin_fmaf(a, b, c); }

/* a * b + c, a * b - c and c - a * b, rounded once if that is an instruction: what -cl-mad-enable allows. */
#if CLB_NATIVE_LEVEL > 0 || defined(__FP_FAST_FMA)
CLBN_FN double CLBN(muladd__d_d_d)(double a, double b, double c) { return __builtin_fma(a, b, c); }
CLBN_FN float CLBN(muladd__f_f_f)(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
#else
CLBN_FN double CLBN(muladd__d_d_d)(double a, double b, double c) { return a * b + c; }
CLBN_FN float CLBN(muladd__f_f_f)(float a, float b, float c) { return a * b + c; }
#endif
CLBN_FN double CLBN(mulsub__d_d_d)(double a, double b, double c) { return CLBN(muladd__d_d_d)(a, b, -c); }
CLBN_FN float CLBN(mulsub__f_f_f)(float a, float b, float c) { return CLBN(muladd__f_f_f)(a, b, -c); }
CLBN_FN double CLBN(submul__d_d_d)(double a, double b, double c) { return CLBN(muladd__d_d_d)(-a, b, c); }
CLBN_FN float CLBN(submul__f_f_f)(float a, float b, float c) { return CLBN(muladd__f_f_f)(-a, b, c); }

/* x86-64's baseline has no instruction that rounds. */
#if defined(__x86_64__) && !defined(__SSE4_1__) && CLB_NATIVE_LEVEL == 0
#define CLBN_ROUNDS(name, mode)                                                            \
    CLBN_FN double CLBN(name##__d)(double a) { return CLBN(whole_##mode##__d)(a); }        \
    CLBN_FN float CLBN(name##__f)(float a) { return CLBN(whole_##mode##__f)(a); }
#else
#define CLBN_ROUNDS(name, mode)                                                            \
    CLBN_FN double CLBN(name##__d)(double a) { return __builtin_##name(a); }               \
    CLBN_FN float CLBN(name##__f)(float a) { return __builtin_##name##f(a); }
#endif
CLBN_ROUNDS(rint, rte)
CLBN_ROUNDS(trunc, rtz)
CLBN_ROUNDS(floor, rtn)
CLBN_ROUNDS(ceil, rtp)
#undef CLBN_ROUNDS
/* round: ties away from zero. The largest number below one half is added: with one half, 0.5 - 2^-54 would become 1. */
CLBN_FN double CLBN(round__d)(double a) { return CLBN(trunc__d)(a + __builtin_copysign(0x1.fffffffffffffp-2, a)); }
CLBN_FN float CLBN(round__f)(float a) { return CLBN(trunc__f)(a + __builtin_copysignf(0x1.fffffep-2f, a)); }

/* Functions on the parts of float and double. H: bits of the fraction; E: the bias; NORMAL: the smallest normal number. */
#define CLBN_PARTS(T, U, S, bits, H, E, NORMAL, suffix)                                                            \
    CLBN_FN clbn_v_##T CLBN(mad__##T##_##T##_##T)(clbn_v_##T a, clbn_v_##T b, clbn_v_##T c) { return a * b + c; }  \
    CLBN_FN clbn_v_##T CLBN(fmax__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                           \
    {                                                                                                              \
        const clbn_v_##T r = a < b ? b : a;                                                                        \
        return a != a ? b : r;                                                                                     \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(fmin__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                           \
    {                                                                                                              \
        const clbn_v_##T r = b < a ? b : a;                                                                        \
        return a != a ? b : r;                                                                                     \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(maxmag__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                         \
    {                                                                                                              \
        const clbn_v_##T x = CLBN(fabs__##T)(a), y = CLBN(fabs__##T)(b);                                           \
        return x > y ? a : y > x ? b : CLBN(fmax__##T##_##T)(a, b);                                                \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(minmag__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                         \
    {                                                                                                              \
        const clbn_v_##T x = CLBN(fabs__##T)(a), y = CLBN(fabs__##T)(b);                                           \
        return x < y ? a : y < x ? b : CLBN(fmin__##T##_##T)(a, b);                                                \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(fdim__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                           \
    {                                                                                                              \
        return a <= b ? 0 : a - b; /* the difference with a NaN is NaN */                                          \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(fract__##T##_p##T)(clbn_v_##T a, clbn_v_##T *whole)                                    \
    {                                                                                                              \
        const clbn_v_##T below = CLBN(floor__##T)(a), rest = a - below;                                            \
        const clbn_v_##T most = 1 - (clbn_v_##T)1 / ((clbn_v_##U)2 << H);                                          \
        *whole = below;                                                                                            \
        return CLBN(fabs__##T)(a) == __builtin_inf##suffix() ? 0 : rest > most ? most : rest;                      \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(modf__##T##_p##T)(clbn_v_##T a, clbn_v_##T *whole)                                     \
    {                                                                                                              \
        const clbn_v_##T near = CLBN(trunc__##T)(a);                                                               \
        *whole = near;                                                                                             \
        return CLBN(copysign__##T##_##T)(CLBN(fabs__##T)(a) == __builtin_inf##suffix() ? 0 : a - near, a);         \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(nextafter__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                      \
    {                                                                                                              \
        const clbn_v_##T next = a < b ? CLBN(up__##T)(a) : CLBN(down__##T)(a), r = a == b ? b : next;              \
        const clbn_v_##T kept = r == 0 && a != 0 ? CLBN(copysign__##T##_##T)(0, a) : r;                            \
        return a != a || b != b ? a + b : kept;                                                                    \
    }                                                                                                              \
    /* a = fraction * 2^*exponent with the fraction in [1, 2), for finite a but 0. */                              \
    CLBN_FN clbn_v_##T CLBN(split__##T)(clbn_v_##T a, clbn_v_##S *exponent)                                        \
    {                                                                                                              \
        const int tiny = CLBN(fabs__##T)(a) < NORMAL;                                                              \
        const clbn_v_##U x = CLBN(as_##U##__##T)(tiny ? a * (clbn_v_##T)((clbn_v_##U)4 << H) : a);                 \
        const clbn_v_##U all = (clbn_v_##U)(2 * E + 1) << H;                                                       \
        *exponent = (clbn_v_##S)((x & all) >> H) - (tiny ? E + H + 2 : E);                                         \
        return CLBN(as_##T##__##U)((x & ~all) | (clbn_v_##U)E << H);                                               \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(frexp__##T##_pi)(clbn_v_##T a, int32_t *exponent)                                      \
    {                                                                                                              \
        clbn_v_##S e;                                                                                              \
        const clbn_v_##T fraction = CLBN(split__##T)(a, &e);                                                       \
        const int normal = CLBN(fabs__##T)(a) < __builtin_inf##suffix() && a != 0;                                 \
        *exponent = (int32_t)(normal ? e + 1 : 0);                                                                 \
        return normal ? fraction / 2 : a;                                                                          \
    }                                                                                                              \
    CLBN_FN int32_t CLBN(ilogb__##T)(clbn_v_##T a)                                                                 \
    {                                                                                                              \
        clbn_v_##S e;                                                                                              \
        (void)CLBN(split__##T)(a, &e);                                                                             \
        const int32_t finite = CLBN(fabs__##T)(a) < __builtin_inf##suffix() ? (int32_t)e : INT32_MAX;              \
        return a == 0 ? INT32_MIN : finite;                                                                        \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(logb__##T)(clbn_v_##T a)                                                               \
    {                                                                                                              \
        clbn_v_##S e;                                                                                              \
        (void)CLBN(split__##T)(a, &e);                                                                             \
        const clbn_v_##T finite = CLBN(fabs__##T)(a) < __builtin_inf##suffix() ? (clbn_v_##T)e : a * a;            \
        return a == 0 ? -__builtin_inf##suffix() : finite;                                                         \
    }                                                                                                              \
    /* In two steps, of which only the second product can be inexact. */                                           \
    CLBN_FN clbn_v_##T CLBN(ldexp__##T##_i)(clbn_v_##T a, int32_t n)                                               \
    {                                                                                                              \
        clbn_v_##S e;                                                                                              \
        const clbn_v_##T fraction = CLBN(split__##T)(a, &e);                                                       \
        const clbn_v_##S by = n < -9999 ? -9999 : n > 9999 ? 9999 : n, sum = e + by;                               \
        const clbn_v_##S first = sum < 1 - E ? 1 - E : sum > E ? E : sum, left = sum - first;                      \
        const clbn_v_##S second = left < -H - 3 ? -H - 3 : left > 1 ? 1 : left;                                    \
        const clbn_v_##T r = fraction * CLBN(as_##T##__##U)((clbn_v_##U)(first + E) << H) *                        \
                             CLBN(as_##T##__##U)((clbn_v_##U)(second + E) << H);                                   \
        return CLBN(fabs__##T)(a) < __builtin_inf##suffix() && a != 0 ? r : a;                                     \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(nan__##U)(clbn_v_##U code)                                                             \
    {                                                                                                              \
        const clbn_v_##U quiet = (clbn_v_##U)1 << (H - 1);                                                         \
        return CLBN(as_##T##__##U)((clbn_v_##U)(2 * E + 1) << H | quiet | (code & (quiet - 1)));                   \
    }                                                                                                              \
    /* The quotient is split into powers of two: each difference is exact. */                                      \
    CLBN_FN clbn_v_##T CLBN(remquo__##T##_##T##_pi)(clbn_v_##T a, clbn_v_##T b, int32_t *quotient)                 \
    {                                                                                                              \
        const clbn_v_##T y = CLBN(fabs__##T)(b);                                                                   \
        clbn_v_##T x = __builtin_fmod##suffix(CLBN(fabs__##T)(a), y * 128);                                        \
        int32_t q = 0;                                                                                             \
        for (int k = 128; k > 0; k /= 2) {                                                                         \
            const clbn_v_##T t = y * (clbn_v_##T)k;                                                                \
            const int fits = x >= t && t > 0;                                                                      \
            x = fits ? x - t : x;                                                                                  \
            q += fits ? k : 0;                                                                                     \
        }                                                                                                          \
        const clbn_v_##T other = y - x;                                                                            \
        const int up = y < __builtin_inf##suffix() && (x > other || (x == other && (q & 1)));                      \
        x = up ? x - y : x;                                                                                        \
        q += up;                                                                                                   \
        const int defined = x == x;                                                                                \
        *quotient = defined ? (CLBN(as_##S##__##T)(a) ^ CLBN(as_##S##__##T)(b)) < 0 ? -(q & 127) : q & 127 : 0;    \
        return CLBN(as_##S##__##T)(a) < 0 ? -x : x;                                                                \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(remainder__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                      \
    {                                                                                                              \
        int32_t ignored;                                                                                           \
        return CLBN(remquo__##T##_##T##_pi)(a, b, &ignored);                                                       \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(fmod__##T##_##T)(clbn_v_##T a, clbn_v_##T b) { return __builtin_fmod##suffix(a, b); }
CLBN_PARTS(f, u, i, 32, 23, 127, 0x1p-126f, f)
CLBN_PARTS(d, m, l, 64, 52, 1023, 0x1p-1022, )
#undef CLBN_PARTS

#endif
