/* Half precision, IEEE 754's binary16 (cl_khr_fp16): conversions from and to float and double in each rounding, and
 * neighbours. Halves are held as their bits. All conversions are exact or rounded once; a NaN keeps the upper digits of its
 * payload and becomes quiet, as F16C's instructions do it, so that all levels give the same bits.
 * Part of clbundle/native/native.h, once per level. Knows numbers; must not know memory.
 *
 * SPDX-License-Identifier: MIT */

#undef CLBN_HAS_F16C
#if defined(__x86_64__) && (CLB_NATIVE_LEVEL > 0 || defined(__F16C__))
#define CLBN_HAS_F16C 1
#else
#define CLBN_HAS_F16C 0
#endif

/* The half with the bits `a`, of the unsigned type U, as a float of the type F. The fraction is shifted into
 * position; a product corrects the exponent, and normalises subnormal numbers. IF(c): ones if c holds, otherwise
 * zeros. */
#undef CLBN_FLOAT_OF_HALF
#define CLBN_FLOAT_OF_HALF(U, F, AS_U, AS_F, IF)                                                                     \
    const U size = (a & 0x7fffu) << 13, sign = (a & 0x8000u) << 16, ends = IF(size >= 0x0f800000u);                  \
    const U quiet = IF(size > 0x0f800000u) & 0x00400000u, finite = AS_U(AS_F(size) * 0x1p112f);                      \
    return AS_F((ends & (0x7f800000u | size | quiet)) | (~ends & finite) | sign)

/* The float `a` as a half. NEAREST: to the nearest, ties to even; otherwise away from zero where AWAY has ones, else
 * towards it. Subnormal halves are rounded by a sum: a unit in the last place of 0.5 is that of such halves. */
#undef CLBN_HALF_OF_FLOAT
#define CLBN_HALF_OF_FLOAT(U, F, AS_U, AS_F, IF, NEAREST, AWAY)                                                      \
    const U bits = AS_U(a), size = bits & 0x7fffffffu, away = (AWAY);                                                \
    const U step = (NEAREST) ? 0x0fffu + (size >> 13 & 1u) : (away & 0x1fffu);                                       \
    const U most = (NEAREST) ? 0x7c00u + (away & 0u) : 0x7bffu + (away & 1u);                                        \
    const U rounded = (size + step - 0x38000000u) >> 13, fits = IF(rounded < most);                                  \
    const U large = (fits & rounded) | (~fits & most);                                                               \
    const F sum = AS_F(size) + 0.5f, back = sum - 0.5f;                                                              \
    const U near = AS_U(sum) - 0x3f000000u;                                                                          \
    const U up = IF(back < AS_F(size)) & away & 1u, down = IF(back > AS_F(size)) & ~away & 1u;                       \
    const U small = (NEAREST) ? near : near + up - down;                                                             \
    const U is_small = IF(size < 0x38800000u), is_end = IF(size >= 0x7f800000u);                                     \
    const U payload = IF(size > 0x7f800000u) & (0x0200u | (size >> 13 & 0x03ffu));                                   \
    const U number = (is_small & small) | (~is_small & large);                                                       \
    return (is_end & (0x7c00u | payload)) | (~is_end & number) | (bits >> 16 & 0x8000u)

#if CLBN_HAS_F16C
CLBN_FN float CLBN(of_half__t)(uint16_t a) { return _cvtsh_ss(a); }
/* The modes are those of the instruction's operand: to the nearest, down, up, towards zero. */
CLBN_FN uint16_t CLBN(to_half_rte__f)(float a) { return _cvtss_sh(a, 0); }
CLBN_FN uint16_t CLBN(to_half_rtn__f)(float a) { return _cvtss_sh(a, 1); }
CLBN_FN uint16_t CLBN(to_half_rtp__f)(float a) { return _cvtss_sh(a, 2); }
CLBN_FN uint16_t CLBN(to_half_rtz__f)(float a) { return _cvtss_sh(a, 3); }
#else
#define CLBN_HALF_IF(c) (0u - (uint32_t)(c))
CLBN_FN float CLBN(of_half_bits)(uint32_t a)
{
    CLBN_FLOAT_OF_HALF(uint32_t, float, CLBN(as_u__f), CLBN(as_f__u), CLBN_HALF_IF);
}
CLBN_FN float CLBN(of_half__t)(uint16_t a) { return CLBN(of_half_bits)(a); }
#define CLBN_TO_HALF(mode, nearest, away)                                                                            \
    CLBN_FN uint32_t CLBN(half_bits_##mode)(float a)                                                                 \
    {                                                                                                                \
        CLBN_HALF_OF_FLOAT(uint32_t, float, CLBN(as_u__f), CLBN(as_f__u), CLBN_HALF_IF, nearest, away);              \
    }                                                                                                                \
    CLBN_FN uint16_t CLBN(to_half_##mode##__f)(float a) { return (uint16_t)CLBN(half_bits_##mode)(a); }
CLBN_TO_HALF(rte, 1, 0u)
CLBN_TO_HALF(rtn, 0, CLBN_HALF_IF(bits >= 0x80000000u))
CLBN_TO_HALF(rtp, 0, CLBN_HALF_IF(bits < 0x80000000u))
CLBN_TO_HALF(rtz, 0, 0u)
#undef CLBN_TO_HALF
#undef CLBN_HALF_IF
#endif

/* A double as a float, rounded to odd: what is not exact has a one as its last digit. A float has more than two digits
 * more than a half, so that rounding it gives what rounding the double would: Boldo and Melquiond, "Emulation of a FMA and
 * correctly rounded sums: proved algorithms using rounding to odd", IEEE Transactions on Computers 57 (2008). */
CLBN_FN float CLBN(odd__d)(double a)
{
    const float near = (float)a;
    const double found = __builtin_fabs((double)near), wanted = __builtin_fabs(a);
    const uint32_t bits = CLBN(as_u__f)(near);
    const uint32_t odd = bits + (uint32_t)(found < wanted) - (uint32_t)(found > wanted);
    return CLBN(as_f__u)(bits & 1u ? bits : odd);
}
CLBN_FN uint16_t CLBN(to_half_rte__d)(double a) { return CLBN(to_half_rte__f)(CLBN(odd__d)(a)); }
CLBN_FN uint16_t CLBN(to_half_rtn__d)(double a) { return CLBN(to_half_rtn__f)(CLBN(odd__d)(a)); }
CLBN_FN uint16_t CLBN(to_half_rtp__d)(double a) { return CLBN(to_half_rtp__f)(CLBN(odd__d)(a)); }
CLBN_FN uint16_t CLBN(to_half_rtz__d)(double a) { return CLBN(to_half_rtz__f)(CLBN(odd__d)(a)); }

/* The half next to a, on the way to b (C99 7.12.11.3): bits of one sign are in the order of their halves. */
CLBN_FN uint16_t CLBN(half_nextafter__t_t)(uint16_t a, uint16_t b)
{
    const uint32_t size = a & 0x7fffu, other = b & 0x7fffu, sign = a & 0x8000u;
    if (size > 0x7c00u) return a | 0x0200u;
    if (other > 0x7c00u) return b | 0x0200u;
    if (a == b || !(size | other)) return b;
    if (!size) return (uint16_t)((b & 0x8000u) | 1u);
    return (uint16_t)(sign == (b & 0x8000u) && size < other ? a + 1u : a - 1u);
}
