/* Work-items side by side: CLBN_W of them in the lanes of vectors, with masks that say which of them are active. Part
 * of clbundle_native.h, once per level. Knows vectors and masks; must not know work-groups.
 *
 * CLBN(w_X): CLBN_W values of the type with code X (clbundle_native.h). CLBN(mask): one truth value a lane. Functions
 * that access memory do so only for the lanes of their mask; all others compute every lane, and the results of
 * inactive lanes are meaningless.
 *
 * CLBL(name): the same for one vector. At level 0 that is all lanes; at the others clbundle_native_pairs.h makes lanes of
 * two vectors.
 *
 * SPDX-License-Identifier: MIT */

#undef CLBN_W
#undef CLBL
#undef CLBN_ALL_LANES
#undef CLBN_LANE_NUMBERS
#undef CLBN_LANE_IN
#if CLB_NATIVE_LEVEL == 2
#define CLBL(name) CLBN(vector_##name)
#define CLBN_W 8
#define CLBN_ALL_LANES(x) {x, x, x, x, x, x, x, x}
#define CLBN_LANE_NUMBERS {0, 1, 2, 3, 4, 5, 6, 7}
#elif CLB_NATIVE_LEVEL == 1
#define CLBL(name) CLBN(vector_##name)
#define CLBN_W 4
#define CLBN_ALL_LANES(x) {x, x, x, x}
#define CLBN_LANE_NUMBERS {0, 1, 2, 3}
#else
#define CLBL(name) CLBN(name)
#define CLBN_W 2
#define CLBN_ALL_LANES(x) {x, x}
#define CLBN_LANE_NUMBERS {0, 1}
#endif

#define CLBN_WIDE_TYPE(X, U, S, bits) \
    typedef clbn_v_##X CLBL(w_##X) __attribute__((vector_size(CLBN_W * sizeof(clbn_v_##X))));
CLBN_LANE_ALL(CLBN_WIDE_TYPE)
#undef CLBN_WIDE_TYPE

#define CLBN_WIDE_SPLAT(X, U, S, bits) \
    CLBN_FN CLBL(w_##X) CLBL(splat_##X)(clbn_v_##X a) { return (CLBL(w_##X))CLBN_ALL_LANES(a); }
CLBN_LANE_ALL(CLBN_WIDE_SPLAT)
#undef CLBN_WIDE_SPLAT

/* first, first + step, ... */
#define CLBN_WIDE_RAMP(X, U, S, bits)                                                               \
    CLBN_FN CLBL(w_##X) CLBL(ramp_##X)(clbn_v_##X first, clbn_v_##X step)                           \
    {                                                                                               \
        return CLBL(splat_##X)(first) + CLBL(splat_##X)(step) * (CLBL(w_##X))CLBN_LANE_NUMBERS;     \
    }
CLBN_LANE_INTEGERS(CLBN_WIDE_RAMP)
#undef CLBN_WIDE_RAMP

/* Conversions, cast_TO_FROM; gcc takes those between widths apart where one instruction does them. */
#define CLBN_CAST(T, F, value) \
    CLBN_FN CLBL(w_##T) CLBL(cast_##T##_##F)(CLBL(w_##F) a) { return (CLBL(w_##T))value; }
#define CLBN_CAST_PLAIN(T, F) CLBN_CAST(T, F, __builtin_convertvector(a, CLBL(w_##T)))
#if CLB_NATIVE_LEVEL == 2
#define CLBN_CAST_LONG(T, signed_, unsigned_)                                                                \
    CLBN_CAST(T, i, signed_) CLBN_CAST(T, u, unsigned_)
CLBN_CAST_LONG(l, _mm512_cvtepi32_epi64((__m256i)a), _mm512_cvtepu32_epi64((__m256i)a))
CLBN_CAST_LONG(m, _mm512_cvtepi32_epi64((__m256i)a), _mm512_cvtepu32_epi64((__m256i)a))
CLBN_CAST_LONG(d, _mm512_cvtepi32_pd((__m256i)a), _mm512_cvtepu32_pd((__m256i)a))
CLBN_CAST(i, l, _mm512_cvtepi64_epi32((__m512i)a))
CLBN_CAST(u, l, _mm512_cvtepi64_epi32((__m512i)a))
CLBN_CAST(i, m, _mm512_cvtepi64_epi32((__m512i)a))
CLBN_CAST(u, m, _mm512_cvtepi64_epi32((__m512i)a))
CLBN_CAST(i, d, _mm512_cvttpd_epi32((__m512d)a))
CLBN_CAST(u, d, _mm512_cvttpd_epu32((__m512d)a))
CLBN_CAST(l, d, _mm512_cvttpd_epi64((__m512d)a))
CLBN_CAST(m, d, _mm512_cvttpd_epu64((__m512d)a))
CLBN_CAST(d, l, _mm512_cvtepi64_pd((__m512i)a))
CLBN_CAST(d, m, _mm512_cvtepu64_pd((__m512i)a))
CLBN_CAST(d, f, _mm512_cvtps_pd((__m256)a))
CLBN_CAST(f, d, _mm512_cvtpd_ps((__m512d)a))
#undef CLBN_CAST_LONG
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_EVEN(x) _mm256_castsi256_si128(_mm256_permutevar8x32_epi32((__m256i)(x), _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6)))
CLBN_CAST(l, i, _mm256_cvtepi32_epi64((__m128i)a))
CLBN_CAST(m, i, _mm256_cvtepi32_epi64((__m128i)a))
CLBN_CAST(l, u, _mm256_cvtepu32_epi64((__m128i)a))
CLBN_CAST(m, u, _mm256_cvtepu32_epi64((__m128i)a))
CLBN_CAST(d, i, _mm256_cvtepi32_pd((__m128i)a))
CLBN_CAST_PLAIN(d, u)
CLBN_CAST(i, l, CLBN_EVEN(a))
CLBN_CAST(u, l, CLBN_EVEN(a))
CLBN_CAST(i, m, CLBN_EVEN(a))
CLBN_CAST(u, m, CLBN_EVEN(a))
CLBN_CAST(i, d, _mm256_cvttpd_epi32((__m256d)a))
CLBN_CAST_PLAIN(u, d)
CLBN_CAST_PLAIN(l, d)
CLBN_CAST_PLAIN(m, d)
CLBN_CAST_PLAIN(d, l)
CLBN_CAST_PLAIN(d, m)
CLBN_CAST(d, f, _mm256_cvtps_pd((__m128)a))
CLBN_CAST(f, d, _mm256_cvtpd_ps((__m256d)a))
#undef CLBN_EVEN
#else
CLBN_CAST_PLAIN(l, i) CLBN_CAST_PLAIN(m, i) CLBN_CAST_PLAIN(l, u) CLBN_CAST_PLAIN(m, u) CLBN_CAST_PLAIN(d, i) CLBN_CAST_PLAIN(d, u)
CLBN_CAST_PLAIN(i, l) CLBN_CAST_PLAIN(u, l) CLBN_CAST_PLAIN(i, m) CLBN_CAST_PLAIN(u, m) CLBN_CAST_PLAIN(i, d) CLBN_CAST_PLAIN(u, d)
CLBN_CAST_PLAIN(l, d) CLBN_CAST_PLAIN(m, d) CLBN_CAST_PLAIN(d, l) CLBN_CAST_PLAIN(d, m) CLBN_CAST_PLAIN(f, d)
#if defined(__SSE2__) && !defined(__clang__)
/* gcc 12 (forwprop) stops at the plain conversion where the bits of its lanes are looked at behind it. */
CLBN_CAST(d, f, ((CLBL(w_d)){a[0], a[1]}))
#else
CLBN_CAST_PLAIN(d, f)
#endif
#endif
CLBN_CAST_PLAIN(f, i) CLBN_CAST_PLAIN(f, u) CLBN_CAST_PLAIN(i, f) CLBN_CAST_PLAIN(u, f)
CLBN_CAST_PLAIN(f, l) CLBN_CAST_PLAIN(f, m) CLBN_CAST_PLAIN(l, f) CLBN_CAST_PLAIN(m, f)
#undef CLBN_CAST
#undef CLBN_CAST_PLAIN

/* ---- Operators ----------------------------------------------------------------------------------------------------- */

/* As the generated code spells them: X, T and F are codes, n is a number that the compiler knows. */
#undef CLBN_ADD
#undef CLBN_SUBTRACT
#undef CLBN_MULTIPLY
#undef CLBN_DIVIDE
#undef CLBN_AND
#undef CLBN_OR
#undef CLBN_XOR
#undef CLBN_NEGATE
#undef CLBN_COMPLEMENT
#undef CLBN_LEFT
#undef CLBN_LEFT_BY
#undef CLBN_RIGHT
#undef CLBN_RIGHT_BY
#undef CLBN_QUOTIENT
#undef CLBN_REST
#undef CLBN_BITS
#undef CLBN_CONVERT
#if CLB_NATIVE_LEVEL < 1
#define CLBN_ADD(X, a, b) ((a) + (b))
#define CLBN_SUBTRACT(X, a, b) ((a) - (b))
#define CLBN_MULTIPLY(X, a, b) ((a) * (b))
#define CLBN_DIVIDE(X, a, b) ((a) / (b)) /* of floating-point numbers */
#define CLBN_AND(X, a, b) ((a) & (b))
#define CLBN_OR(X, a, b) ((a) | (b))
#define CLBN_XOR(X, a, b) ((a) ^ (b))
#define CLBN_NEGATE(X, a) (-(a))
#define CLBN_COMPLEMENT(X, a) (~(a))
#define CLBN_LEFT(X, a, n) ((a) << (n))
#define CLBN_LEFT_BY(X, a, b) ((a) << (b))
#define CLBN_RIGHT(X, a, n) ((a) >> (n))
#define CLBN_RIGHT_BY(X, a, b) ((a) >> (b))
#define CLBN_QUOTIENT(X, a, n) ((a) / (clbn_v_##X)(n)) /* of integers */
#define CLBN_REST(X, a, n) ((a) % (clbn_v_##X)(n))
#define CLBN_BITS(T, F, a) ((CLBN(w_##T))(a)) /* integers of the same size */
#define CLBN_CONVERT(T, F, a) __builtin_convertvector(a, CLBN(w_##T))
#endif

/* ---- Masks --------------------------------------------------------------------------------------------------------- */

#if CLB_NATIVE_LEVEL == 2

typedef uint8_t CLBL(mask);

#define CLBN_LANE_IN(m, k) ((m) >> (k) & 1)
CLBN_FN CLBL(mask) CLBL(full)(int yes) { return yes ? 0xff : 0; }
CLBN_FN int CLBL(any)(CLBL(mask) m) { return m != 0; }
CLBN_FN int CLBL(all)(CLBL(mask) m) { return m == 0xff; }
CLBN_FN CLBL(mask) CLBL(not)(CLBL(mask) m) { return (uint8_t)~m; }
CLBN_FN CLBL(mask) CLBL(both)(CLBL(mask) a, CLBL(mask) b) { return a & b; }
CLBN_FN CLBL(mask) CLBL(either)(CLBL(mask) a, CLBL(mask) b) { return a | b; }
CLBN_FN CLBL(mask) CLBL(one_of)(CLBL(mask) a, CLBL(mask) b) { return a ^ b; }
CLBN_FN CLBL(mask) CLBL(without)(CLBL(mask) a, CLBL(mask) b) { return (uint8_t)(a & ~b); }
/* The first n lanes. */
CLBN_FN CLBL(mask) CLBL(first)(size_t n) { return n >= CLBN_W ? 0xff : (uint8_t)((1u << n) - 1); }

#define CLBN_WIDE_COMPARE(X, Y, cast, suffix, LT, LE)                                                                    \
    CLBN_FN CLBL(mask) CLBL(lt_##X)(CLBL(w_##X) a, CLBL(w_##X) b) { return Y##_mask((cast)a, (cast)b, LT); }              \
    CLBN_FN CLBL(mask) CLBL(le_##X)(CLBL(w_##X) a, CLBL(w_##X) b) { return Y##_mask((cast)a, (cast)b, LE); }              \
    CLBN_FN CLBL(mask) CLBL(eq_##X)(CLBL(w_##X) a, CLBL(w_##X) b) { return Y##_mask((cast)a, (cast)b, 0); }               \
    CLBN_FN CLBL(mask) CLBL(ne_##X)(CLBL(w_##X) a, CLBL(w_##X) b) { return Y##_mask((cast)a, (cast)b, 4); }
CLBN_WIDE_COMPARE(d, _mm512_cmp_pd, __m512d, , _CMP_LT_OQ, _CMP_LE_OQ)
CLBN_WIDE_COMPARE(f, _mm256_cmp_ps, __m256, , _CMP_LT_OQ, _CMP_LE_OQ)
CLBN_WIDE_COMPARE(l, _mm512_cmp_epi64, __m512i, , 1, 2)
CLBN_WIDE_COMPARE(m, _mm512_cmp_epu64, __m512i, , 1, 2)
CLBN_WIDE_COMPARE(i, _mm256_cmp_epi32, __m256i, , 1, 2)
CLBN_WIDE_COMPARE(u, _mm256_cmp_epu32, __m256i, , 1, 2)
#undef CLBN_WIDE_COMPARE

#define CLBN_WIDE_PICK(X, blend, cast)                                                     \
    CLBN_FN CLBL(w_##X) CLBL(pick_##X)(CLBL(mask) m, CLBL(w_##X) a, CLBL(w_##X) b)         \
    {                                                                                      \
        return (CLBL(w_##X))blend(m, (cast)b, (cast)a);                                    \
    }
CLBN_WIDE_PICK(d, _mm512_mask_blend_pd, __m512d)
CLBN_WIDE_PICK(f, _mm256_mask_blend_ps, __m256)
CLBN_WIDE_PICK(l, _mm512_mask_blend_epi64, __m512i)
CLBN_WIDE_PICK(m, _mm512_mask_blend_epi64, __m512i)
CLBN_WIDE_PICK(i, _mm256_mask_blend_epi32, __m256i)
CLBN_WIDE_PICK(u, _mm256_mask_blend_epi32, __m256i)
#undef CLBN_WIDE_PICK
#define CLBN_PICK_SMALL(X, U, S, bits)                                                         \
    CLBN_FN CLBL(w_##X) CLBL(pick_##X)(CLBL(mask) m, CLBL(w_##X) a, CLBL(w_##X) b)         \
    {                                                                                      \
        for (int k = 0; k < CLBN_W; k++) b[k] = CLBN_LANE_IN(m, k) ? a[k] : b[k];          \
        return b;                                                                          \
    }
CLBN_LANE_SMALL(CLBN_PICK_SMALL)
#undef CLBN_PICK_SMALL

#else

typedef CLBL(w_l) CLBL(mask);

#define CLBN_LANE_IN(m, k) ((m)[k] != 0)
CLBN_FN CLBL(mask) CLBL(full)(int yes) { return CLBL(splat_l)(-(int64_t)(yes != 0)); }
#if CLB_NATIVE_LEVEL == 1
CLBN_FN int CLBL(any)(CLBL(mask) m) { return !_mm256_testz_si256((__m256i)m, (__m256i)m); }
CLBN_FN int CLBL(all)(CLBL(mask) m) { return _mm256_testc_si256((__m256i)m, _mm256_set1_epi64x(-1)); }
#else
CLBN_FN int CLBL(any)(CLBL(mask) m) { return (m[0] | m[1]) != 0; }
CLBN_FN int CLBL(all)(CLBL(mask) m) { return (m[0] & m[1]) != 0; }
#endif
CLBN_FN CLBL(mask) CLBL(not)(CLBL(mask) m) { return ~m; }
CLBN_FN CLBL(mask) CLBL(both)(CLBL(mask) a, CLBL(mask) b) { return a & b; }
CLBN_FN CLBL(mask) CLBL(either)(CLBL(mask) a, CLBL(mask) b) { return a | b; }
CLBN_FN CLBL(mask) CLBL(one_of)(CLBL(mask) a, CLBL(mask) b) { return a ^ b; }
CLBN_FN CLBL(mask) CLBL(without)(CLBL(mask) a, CLBL(mask) b) { return a & ~b; }
CLBN_FN CLBL(mask) CLBL(first)(size_t n)
{
    return CLBL(ramp_l)(0, 1) < CLBL(splat_l)(n >= CLBN_W ? CLBN_W : (int64_t)n);
}

#define CLBN_WIDE_COMPARE(X, as_mask)                                                                            \
    CLBN_FN CLBL(mask) CLBL(lt_##X)(CLBL(w_##X) a, CLBL(w_##X) b) { return as_mask(a < b); }                     \
    CLBN_FN CLBL(mask) CLBL(le_##X)(CLBL(w_##X) a, CLBL(w_##X) b) { return as_mask(a <= b); }                    \
    CLBN_FN CLBL(mask) CLBL(eq_##X)(CLBL(w_##X) a, CLBL(w_##X) b) { return as_mask(a == b); }                    \
    CLBN_FN CLBL(mask) CLBL(ne_##X)(CLBL(w_##X) a, CLBL(w_##X) b) { return as_mask(a != b); }
#define CLBN_SAME(x) ((CLBL(w_l))(x))
#define CLBN_WIDENED(x) CLBL(cast_l_i)((CLBL(w_i))(x))
CLBN_WIDE_COMPARE(d, CLBN_SAME)
CLBN_WIDE_COMPARE(l, CLBN_SAME)
CLBN_WIDE_COMPARE(m, CLBN_SAME)
CLBN_WIDE_COMPARE(f, CLBN_WIDENED)
CLBN_WIDE_COMPARE(i, CLBN_WIDENED)
CLBN_WIDE_COMPARE(u, CLBN_WIDENED)
#undef CLBN_WIDE_COMPARE
#undef CLBN_SAME
#undef CLBN_WIDENED

#define CLBN_NARROWED(m, S, bits) CLBN_NARROWED_##bits(m, S)
#define CLBN_NARROWED_8(m, S) __builtin_convertvector(m, CLBL(w_##S))
#define CLBN_NARROWED_16(m, S) __builtin_convertvector(m, CLBL(w_##S))
#define CLBN_NARROWED_32(m, S) CLBL(cast_i_l)(m)
#define CLBN_NARROWED_64(m, S) (m)
#define CLBN_WIDE_PICK(X, U, S, bits)                                                                \
    CLBN_FN CLBL(w_##X) CLBL(pick_##X)(CLBL(mask) m, CLBL(w_##X) a, CLBL(w_##X) b)                   \
    {                                                                                                \
        const CLBL(w_##S) chosen = CLBN_NARROWED(m, S, bits);                                        \
        return (CLBL(w_##X))((chosen & (CLBL(w_##S))a) | (~chosen & (CLBL(w_##S))b));                \
    }
CLBN_LANE_SIGNED(CLBN_WIDE_PICK)
#ifdef CLBN_USES_SMALL_LANES
CLBN_WIDE_PICK(h, h, c, 8) CLBN_WIDE_PICK(t, t, s, 16)
#endif
CLBN_WIDE_PICK(u, u, i, 32) CLBN_WIDE_PICK(f, u, i, 32)
#undef CLBN_WIDE_PICK
#if CLB_NATIVE_LEVEL == 1
#define CLBN_PICK_WIDE(X)                                                                                    \
    CLBN_FN CLBL(w_##X) CLBL(pick_##X)(CLBL(mask) m, CLBL(w_##X) a, CLBL(w_##X) b)                           \
    {                                                                                                        \
        return (CLBL(w_##X))_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)m);                            \
    }
#else
#define CLBN_PICK_WIDE(X)                                                                                    \
    CLBN_FN CLBL(w_##X) CLBL(pick_##X)(CLBL(mask) m, CLBL(w_##X) a, CLBL(w_##X) b)                           \
    {                                                                                                        \
        return (CLBL(w_##X))((m & (CLBL(w_l))a) | (~m & (CLBL(w_l))b));                                      \
    }
#endif
CLBN_PICK_WIDE(d) CLBN_PICK_WIDE(m)
#undef CLBN_PICK_WIDE

#endif

/* ---- Memory -------------------------------------------------------------------------------------------------------- */

/* load, store: lane k at p[k * step]; gather, scatter: at p[index]; fetch, put: at the address. */
#define CLBN_WIDE_MEMORY(X, U, S, bits)                                                                       \
    CLBN_FN CLBL(w_##X) CLBL(gather_##X)(CLBL(mask) m, const clbn_v_##X *p, CLBL(w_l) index)                  \
    {                                                                                                         \
        CLBL(w_##X) r = {0};                                                                                  \
        for (int k = 0; k < CLBN_W; k++)                                                                      \
            if (CLBN_LANE_IN(m, k)) r[k] = p[index[k]];                                                       \
        return r;                                                                                             \
    }                                                                                                         \
    CLBN_FN CLBL(w_##X) CLBL(fetch_##X)(CLBL(mask) m, CLBL(w_m) address)                                      \
    {                                                                                                         \
        CLBL(w_##X) r = {0};                                                                                  \
        for (int k = 0; k < CLBN_W; k++)                                                                      \
            if (CLBN_LANE_IN(m, k)) r[k] = *(const clbn_v_##X *)(uintptr_t)address[k];                        \
        return r;                                                                                             \
    }                                                                                                         \
    CLBN_FN void CLBL(scatter_##X)(CLBL(mask) m, clbn_v_##X *p, CLBL(w_l) index, CLBL(w_##X) a)               \
    {                                                                                                         \
        for (int k = 0; k < CLBN_W; k++)                                                                      \
            if (CLBN_LANE_IN(m, k)) p[index[k]] = a[k];                                                       \
    }                                                                                                         \
    CLBN_FN void CLBL(put_##X)(CLBL(mask) m, CLBL(w_m) address, CLBL(w_##X) a)                                \
    {                                                                                                         \
        for (int k = 0; k < CLBN_W; k++)                                                                      \
            if (CLBN_LANE_IN(m, k)) *(clbn_v_##X *)(uintptr_t)address[k] = a[k];                              \
    }
#define CLBN_WIDE_PLAIN_ROWS(X, U, S, bits)                                                                   \
    CLBN_FN CLBL(w_##X) CLBL(row_##X)(CLBL(mask) m, const clbn_v_##X *p)                                      \
    {                                                                                                         \
        CLBL(w_##X) r = {0};                                                                                  \
        for (int k = 0; k < CLBN_W; k++)                                                                      \
            if (CLBN_LANE_IN(m, k)) r[k] = p[k];                                                              \
        return r;                                                                                             \
    }                                                                                                         \
    CLBN_FN void CLBL(put_row_##X)(CLBL(mask) m, clbn_v_##X *p, CLBL(w_##X) a)                                \
    {                                                                                                         \
        for (int k = 0; k < CLBN_W; k++)                                                                      \
            if (CLBN_LANE_IN(m, k)) p[k] = a[k];                                                              \
    }
#if CLB_NATIVE_LEVEL == 0
CLBN_LANE_ALL(CLBN_WIDE_MEMORY)
CLBN_LANE_ALL(CLBN_WIDE_PLAIN_ROWS)
#else
CLBN_LANE_SMALL(CLBN_WIDE_MEMORY)
#if CLB_NATIVE_LEVEL == 2 && defined(CLBN_USES_SMALL_LANES)
#define CLBN_WIDE_SMALL_ROWS(X, read, write, in, out)                                                         \
    CLBN_FN CLBL(w_##X) CLBL(row_##X)(CLBL(mask) m, const clbn_v_##X *p) { return (CLBL(w_##X))out(read(m, p)); } \
    CLBN_FN void CLBL(put_row_##X)(CLBL(mask) m, clbn_v_##X *p, CLBL(w_##X) a) { write(p, m, in(a)); }
#define CLBN_EIGHT_BYTES(a) _mm_cvtsi64_si128((long long)(a))
#define CLBN_SIXTEEN_BYTES(a) ((__m128i)(a))
CLBN_WIDE_SMALL_ROWS(c, _mm_maskz_loadu_epi8, _mm_mask_storeu_epi8, CLBN_EIGHT_BYTES, _mm_cvtsi128_si64)
CLBN_WIDE_SMALL_ROWS(h, _mm_maskz_loadu_epi8, _mm_mask_storeu_epi8, CLBN_EIGHT_BYTES, _mm_cvtsi128_si64)
CLBN_WIDE_SMALL_ROWS(s, _mm_maskz_loadu_epi16, _mm_mask_storeu_epi16, CLBN_SIXTEEN_BYTES, )
CLBN_WIDE_SMALL_ROWS(t, _mm_maskz_loadu_epi16, _mm_mask_storeu_epi16, CLBN_SIXTEEN_BYTES, )
#undef CLBN_SIXTEEN_BYTES
#undef CLBN_EIGHT_BYTES
#undef CLBN_WIDE_SMALL_ROWS
#elif CLB_NATIVE_LEVEL == 1
CLBN_LANE_SMALL(CLBN_WIDE_PLAIN_ROWS)
#endif
#define CLBN_WIDE_SCATTER(X)                                                                                  \
    CLBN_FN void CLBL(scatter_##X)(CLBL(mask) m, clbn_v_##X *p, CLBL(w_l) index, CLBL(w_##X) a)               \
    {                                                                                                         \
        for (int k = 0; k < CLBN_W; k++)                                                                      \
            if (CLBN_LANE_IN(m, k)) p[index[k]] = a[k];                                                       \
    }                                                                                                         \
    CLBN_FN void CLBL(put_##X)(CLBL(mask) m, CLBL(w_m) address, CLBL(w_##X) a)                                \
    {                                                                                                         \
        for (int k = 0; k < CLBN_W; k++)                                                                      \
            if (CLBN_LANE_IN(m, k)) *(clbn_v_##X *)(uintptr_t)address[k] = a[k];                              \
    }
CLBN_WIDE_SCATTER(i) CLBN_WIDE_SCATTER(u) CLBN_WIDE_SCATTER(l) CLBN_WIDE_SCATTER(m)
CLBN_WIDE_SCATTER(f) CLBN_WIDE_SCATTER(d)
#undef CLBN_WIDE_SCATTER
/* Addresses, with that of a 0 for the lanes that are not there. One load a lane: what processors have to do all at once
 * takes two to five times as long where they do it safely (INTEL-SA-00828), and no less on others. */
static const clbn_v_m CLBL(nothing)[1] = {0};
CLBN_FN CLBL(w_m) CLBL(addresses)(CLBL(mask) m, CLBL(w_m) address)
{
    return CLBL(pick_m)(m, address, CLBL(splat_m)((uintptr_t)CLBL(nothing)));
}
#define CLBN_AT(X, a, k) (*(const clbn_v_##X *)(uintptr_t)(a)[k])
#if CLB_NATIVE_LEVEL == 2
#define CLBN_ALL_AT(X, a)                                                                                     \
    {CLBN_AT(X, a, 0), CLBN_AT(X, a, 1), CLBN_AT(X, a, 2), CLBN_AT(X, a, 3),                                  \
     CLBN_AT(X, a, 4), CLBN_AT(X, a, 5), CLBN_AT(X, a, 6), CLBN_AT(X, a, 7)}
#else
#define CLBN_ALL_AT(X, a) {CLBN_AT(X, a, 0), CLBN_AT(X, a, 1), CLBN_AT(X, a, 2), CLBN_AT(X, a, 3)}
#endif
#define CLBN_WIDE_GATHER(X)                                                                                   \
    CLBN_FN CLBL(w_##X) CLBL(fetch_##X)(CLBL(mask) m, CLBL(w_m) address)                                      \
    {                                                                                                         \
        const CLBL(w_m) a = CLBL(addresses)(m, address);                                                      \
        return (CLBL(w_##X))CLBN_ALL_AT(X, a);                                                                \
    }                                                                                                         \
    CLBN_FN CLBL(w_##X) CLBL(gather_##X)(CLBL(mask) m, const clbn_v_##X *p, CLBL(w_l) index)                  \
    {                                                                                                         \
        return CLBL(fetch_##X)(m, (CLBL(w_m))index * sizeof(clbn_v_##X) + (uintptr_t)p);                      \
    }
CLBN_WIDE_GATHER(i) CLBN_WIDE_GATHER(u) CLBN_WIDE_GATHER(l) CLBN_WIDE_GATHER(m)
CLBN_WIDE_GATHER(f) CLBN_WIDE_GATHER(d)
#undef CLBN_WIDE_GATHER
#undef CLBN_ALL_AT
#undef CLBN_AT
/* Most masks are full, and some processors are slow at stores with masks, or at loads that follow them. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_WIDE_ROWS(X, V, read, write)                                                                     \
    CLBN_FN CLBL(w_##X) CLBL(row_##X)(CLBL(mask) m, const clbn_v_##X *p) { return (CLBL(w_##X))read(m, p); }  \
    CLBN_FN void CLBL(put_row_##X)(CLBL(mask) m, clbn_v_##X *p, CLBL(w_##X) a)                                \
    {                                                                                                         \
        if (CLBL(all)(m)) __builtin_memcpy((void *)p, &a, sizeof a);                                          \
        else if (CLBL(any)(m)) write(p, m, (V)a);                                                             \
    }
CLBN_WIDE_ROWS(d, __m512d, _mm512_maskz_loadu_pd, _mm512_mask_storeu_pd)
CLBN_WIDE_ROWS(l, __m512i, _mm512_maskz_loadu_epi64, _mm512_mask_storeu_epi64)
CLBN_WIDE_ROWS(m, __m512i, _mm512_maskz_loadu_epi64, _mm512_mask_storeu_epi64)
CLBN_WIDE_ROWS(f, __m256, _mm256_maskz_loadu_ps, _mm256_mask_storeu_ps)
CLBN_WIDE_ROWS(i, __m256i, _mm256_maskz_loadu_epi32, _mm256_mask_storeu_epi32)
CLBN_WIDE_ROWS(u, __m256i, _mm256_maskz_loadu_epi32, _mm256_mask_storeu_epi32)
#else
#define CLBN_WIDE_ROWS(X, C, V, read, write, masked)                                                                    \
    CLBN_FN CLBL(w_##X) CLBL(row_##X)(CLBL(mask) m, const clbn_v_##X *p)                                                \
    {                                                                                                                   \
        return (CLBL(w_##X))read((C)p, masked(m));                                                                      \
    }                                                                                                                   \
    CLBN_FN void CLBL(put_row_##X)(CLBL(mask) m, clbn_v_##X *p, CLBL(w_##X) a)                                          \
    {                                                                                                                   \
        if (CLBL(all)(m)) __builtin_memcpy((void *)p, &a, sizeof a);                                                    \
        else write((void *)p, masked(m), (V)a);                                                                         \
    }
#define CLBN_MASK_64(m) ((__m256i)(m))
#define CLBN_MASK_32(m) ((__m128i)CLBL(cast_i_l)(m))
CLBN_WIDE_ROWS(d, const double *, __m256d, _mm256_maskload_pd, _mm256_maskstore_pd, CLBN_MASK_64)
CLBN_WIDE_ROWS(l, const long long *, __m256i, _mm256_maskload_epi64, _mm256_maskstore_epi64, CLBN_MASK_64)
CLBN_WIDE_ROWS(m, const long long *, __m256i, _mm256_maskload_epi64, _mm256_maskstore_epi64, CLBN_MASK_64)
CLBN_WIDE_ROWS(f, const float *, __m128, _mm_maskload_ps, _mm_maskstore_ps, CLBN_MASK_32)
CLBN_WIDE_ROWS(i, const int *, __m128i, _mm_maskload_epi32, _mm_maskstore_epi32, CLBN_MASK_32)
CLBN_WIDE_ROWS(u, const int *, __m128i, _mm_maskload_epi32, _mm_maskstore_epi32, CLBN_MASK_32)
#undef CLBN_MASK_64
#undef CLBN_MASK_32
#endif
#undef CLBN_WIDE_ROWS
#endif
#undef CLBN_WIDE_MEMORY
#undef CLBN_WIDE_PLAIN_ROWS

/* The last lane of a mask that has one. */
#if CLB_NATIVE_LEVEL == 2
CLBN_FN int CLBL(last)(CLBL(mask) m) { return 31 - __builtin_clz(m); }
#elif CLB_NATIVE_LEVEL == 1
CLBN_FN int CLBL(last)(CLBL(mask) m) { return 31 - __builtin_clz((unsigned)_mm256_movemask_pd((__m256d)m)); }
#else
CLBN_FN int CLBL(last)(CLBL(mask) m) { return m[1] ? 1 : 0; }
#endif
/* All lanes to one place: whichever comes last. */
#define CLBN_WIDE_ONE(X, U, S, bits)                                                                                \
    CLBN_FN void CLBL(put_one_##X)(CLBL(mask) m, clbn_v_##X *p, CLBL(w_##X) a)                                      \
    {                                                                                                               \
        if (CLBL(any)(m)) *p = a[CLBL(last)(m)];                                                                    \
    }
CLBN_LANE_ALL(CLBN_WIDE_ONE)
#undef CLBN_WIDE_ONE

#if CLB_NATIVE_LEVEL == 2
#define CLBN_STRIDED(p, step)                                                                                       \
    {(p)[0], (p)[step], (p)[2 * (step)], (p)[3 * (step)], (p)[4 * (step)], (p)[5 * (step)], (p)[6 * (step)], (p)[7 * (step)]}
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_STRIDED(p, step) {(p)[0], (p)[step], (p)[2 * (step)], (p)[3 * (step)]}
#else
#define CLBN_STRIDED(p, step) {(p)[0], (p)[step]}
#endif
/* Written out, as loads that follow get their values from such stores at once, but not from a scatter. */
#define CLBN_PUT(k) p[(k) * step] = a[k]
#if CLB_NATIVE_LEVEL == 2
#define CLBN_PUT_STRIDED CLBN_PUT(0), CLBN_PUT(1), CLBN_PUT(2), CLBN_PUT(3), CLBN_PUT(4), CLBN_PUT(5), CLBN_PUT(6), CLBN_PUT(7)
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_PUT_STRIDED CLBN_PUT(0), CLBN_PUT(1), CLBN_PUT(2), CLBN_PUT(3)
#else
#define CLBN_PUT_STRIDED CLBN_PUT(0), CLBN_PUT(1)
#endif
#define CLBN_WIDE_STEPS(X, U, S, bits)                                                                              \
    CLBN_FN CLBL(w_##X) CLBL(strided_##X)(const clbn_v_##X *p, ptrdiff_t step)                                      \
    {                                                                                                               \
        return (CLBL(w_##X))CLBN_STRIDED(p, step);                                                                  \
    }                                                                                                               \
    CLBN_FN void CLBL(put_strided_##X)(clbn_v_##X *p, ptrdiff_t step, CLBL(w_##X) a) { CLBN_PUT_STRIDED; }          \
    CLBN_FN CLBL(w_##X) CLBL(load_##X)(CLBL(mask) m, const clbn_v_##X *p, ptrdiff_t step)                           \
    {                                                                                                               \
        if (step == 1) return CLBL(row_##X)(m, p);                                                                  \
        if (step == 0) return CLBL(any)(m) ? CLBL(splat_##X)(*p) : (CLBL(w_##X)){0};                                \
        return CLBL(all)(m) ? CLBL(strided_##X)(p, step) : CLBL(gather_##X)(m, p, CLBL(ramp_l)(0, step));           \
    }                                                                                                               \
    CLBN_FN void CLBL(store_##X)(CLBL(mask) m, clbn_v_##X *p, ptrdiff_t step, CLBL(w_##X) a)                        \
    {                                                                                                               \
        if (step == 1) CLBL(put_row_##X)(m, p, a);                                                                  \
        else if (step == 0) CLBL(put_one_##X)(m, p, a);                                                             \
        else if (CLBL(all)(m)) CLBL(put_strided_##X)(p, step, a);                                                   \
        else CLBL(scatter_##X)(m, p, CLBL(ramp_l)(0, step), a);                                                     \
    }                                                                                                               \
    /* Lane k at p[first + k * step], modulo 2^32. */                                                               \
    CLBN_FN CLBL(w_##X) CLBL(load_ring_##X)(CLBL(mask) m, const clbn_v_##X *p, uint32_t first, ptrdiff_t step)      \
    {                                                                                                               \
        if (step == 1 && first <= UINT32_MAX - CLBN_W) return CLBL(row_##X)(m, p + first);                          \
        return CLBL(gather_##X)(m, p, CLBL(cast_l_u)(CLBL(ramp_u)(first, (uint32_t)step)));                         \
    }                                                                                                               \
    CLBN_FN void CLBL(store_ring_##X)(CLBL(mask) m, clbn_v_##X *p, uint32_t first, ptrdiff_t step, CLBL(w_##X) a)   \
    {                                                                                                               \
        if (step == 1 && first <= UINT32_MAX - CLBN_W) CLBL(put_row_##X)(m, p + first, a);                          \
        else CLBL(scatter_##X)(m, p, CLBL(cast_l_u)(CLBL(ramp_u)(first, (uint32_t)step)), a);                       \
    }
CLBN_LANE_ALL(CLBN_WIDE_STEPS)
#undef CLBN_WIDE_STEPS
#if CLB_NATIVE_LEVEL == 0
/* One element of an array that every lane has for itself. */
#define CLBN_WIDE_OWN_ELEMENT(X, U, S, bits)                                                                        \
    CLBN_FN CLBL(w_##X) CLBL(own_##X)(CLBL(mask) m, const CLBL(w_##X) *p, CLBL(w_l) index)                          \
    {                                                                                                               \
        return CLBL(gather_##X)(m, (const clbn_v_##X *)p, index * CLBN_W + CLBL(ramp_l)(0, 1));                     \
    }                                                                                                               \
    CLBN_FN void CLBL(put_own_##X)(CLBL(mask) m, CLBL(w_##X) *p, CLBL(w_l) index, CLBL(w_##X) a)                    \
    {                                                                                                               \
        CLBL(scatter_##X)(m, (clbn_v_##X *)p, index * CLBN_W + CLBL(ramp_l)(0, 1), a);                              \
    }
CLBN_LANE_ALL(CLBN_WIDE_OWN_ELEMENT)
#undef CLBN_WIDE_OWN_ELEMENT
#endif
#undef CLBN_STRIDED
#undef CLBN_PUT
#undef CLBN_PUT_STRIDED

/* ---- Functions ----------------------------------------------------------------------------------------------------- */

/* Integer division: by zero it gives some value, as everywhere here. */
#define CLBN_WIDE_DIVIDE(X, quotient, rest)                                                                         \
    CLBN_FN CLBL(w_##X) CLBL(divide_##X)(CLBL(w_##X) a, CLBL(w_##X) b)                                              \
    {                                                                                                               \
        for (int k = 0; k < CLBN_W; k++) a[k] = (clbn_v_##X)(quotient);                                             \
        return a;                                                                                                   \
    }                                                                                                               \
    CLBN_FN CLBL(w_##X) CLBL(remainder_##X)(CLBL(w_##X) a, CLBL(w_##X) b)                                           \
    {                                                                                                               \
        for (int k = 0; k < CLBN_W; k++) a[k] = (clbn_v_##X)(rest);                                                 \
        return a;                                                                                                   \
    }
/* The least number by -1 would overflow. */
#define CLBN_DIVIDE_SIGNED(X, U, S, bits)                                                                           \
    CLBN_WIDE_DIVIDE(X, b[k] == -1 ? (clbn_v_##X)(0 - (clbn_v_##U)a[k]) : a[k] / (b[k] ? b[k] : 1),                 \
                     b[k] == -1 ? 0 : a[k] % (b[k] ? b[k] : 1))
#define CLBN_DIVIDE_UNSIGNED(X, U, S, bits) CLBN_WIDE_DIVIDE(X, a[k] / (b[k] ? b[k] : 1), a[k] % (b[k] ? b[k] : 1))
CLBN_LANE_SIGNED(CLBN_DIVIDE_SIGNED)
CLBN_LANE_UNSIGNED(CLBN_DIVIDE_UNSIGNED)
#undef CLBN_DIVIDE_SIGNED
#undef CLBN_DIVIDE_UNSIGNED
#undef CLBN_WIDE_DIVIDE

/* All 64 bits of the product of the factors' low halves: far cheaper than a product of 64-bit numbers. */
CLBN_FN CLBL(w_m) CLBL(product_low)(CLBL(w_m) a, CLBL(w_m) b)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBL(w_m))_mm512_mul_epu32((__m512i)a, (__m512i)b);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBL(w_m))_mm256_mul_epu32((__m256i)a, (__m256i)b);
#else
    return (a & 0xffffffff) * (b & 0xffffffff);
#endif
}

/* A built-in function lane by lane, in arrays, which compilers vectorise where it has no branch. R, A, B, C: codes. */
#define CLBN_WIDE_BEGIN static __attribute__((noinline, unused))
#define CLBN_WIDE_1(name, R, A)                                                                  \
    CLBN_WIDE_BEGIN CLBN(w_##R) CLBN(wide_##name)(CLBN(w_##A) a)                                 \
    {                                                                                            \
        CLBN(w_##R) r;                                                                           \
        clbn_v_##A x[CLBN_W];                                                                    \
        clbn_v_##R y[CLBN_W];                                                                    \
        __builtin_memcpy(x, &a, sizeof a);                                                       \
        for (int k = 0; k < CLBN_W; k++) y[k] = (clbn_v_##R)CLBN(name)(x[k]);                    \
        __builtin_memcpy(&r, y, sizeof r);                                                       \
        return r;                                                                                \
    }
#define CLBN_WIDE_2(name, R, A, B)                                                               \
    CLBN_WIDE_BEGIN CLBN(w_##R) CLBN(wide_##name)(CLBN(w_##A) a, CLBN(w_##B) b)                  \
    {                                                                                            \
        CLBN(w_##R) r;                                                                           \
        clbn_v_##A x[CLBN_W];                                                                    \
        clbn_v_##B y[CLBN_W];                                                                    \
        clbn_v_##R z[CLBN_W];                                                                    \
        __builtin_memcpy(x, &a, sizeof a);                                                       \
        __builtin_memcpy(y, &b, sizeof b);                                                       \
        for (int k = 0; k < CLBN_W; k++) z[k] = (clbn_v_##R)CLBN(name)(x[k], y[k]);              \
        __builtin_memcpy(&r, z, sizeof r);                                                       \
        return r;                                                                                \
    }
#define CLBN_WIDE_3(name, R, A, B, C)                                                            \
    CLBN_WIDE_BEGIN CLBN(w_##R) CLBN(wide_##name)(CLBN(w_##A) a, CLBN(w_##B) b, CLBN(w_##C) c)   \
    {                                                                                            \
        CLBN(w_##R) r;                                                                           \
        clbn_v_##A x[CLBN_W];                                                                    \
        clbn_v_##B y[CLBN_W];                                                                    \
        clbn_v_##C z[CLBN_W];                                                                    \
        clbn_v_##R v[CLBN_W];                                                                    \
        __builtin_memcpy(x, &a, sizeof a);                                                       \
        __builtin_memcpy(y, &b, sizeof b);                                                       \
        __builtin_memcpy(z, &c, sizeof c);                                                       \
        for (int k = 0; k < CLBN_W; k++) v[k] = (clbn_v_##R)CLBN(name)(x[k], y[k], z[k]);        \
        __builtin_memcpy(&r, v, sizeof r);                                                       \
        return r;                                                                                \
    }
/* With a second result in the lanes of a mask. */
#define CLBN_WIDE_1P(name, R, A, P)                                                              \
    CLBN_WIDE_BEGIN CLBN(w_##R) CLBN(wide_##name)(CLBN(mask) m, CLBN(w_##A) a, CLBN(w_##P) *p)   \
    {                                                                                            \
        CLBN(w_##R) r;                                                                           \
        CLBN(w_##P) q;                                                                           \
        clbn_v_##A x[CLBN_W];                                                                    \
        clbn_v_##R y[CLBN_W];                                                                    \
        clbn_v_##P z[CLBN_W];                                                                    \
        __builtin_memcpy(x, &a, sizeof a);                                                       \
        for (int k = 0; k < CLBN_W; k++) y[k] = (clbn_v_##R)CLBN(name)(x[k], &z[k]);             \
        __builtin_memcpy(&r, y, sizeof r);                                                       \
        __builtin_memcpy(&q, z, sizeof q);                                                       \
        *p = CLBN(pick_##P)(m, q, *p);                                                           \
        return r;                                                                                \
    }

/* Those that are an instruction or two. */
#define CLBN_WIDE_OWN(name, R, ...) CLBN_FN CLBL(w_##R) CLBL(wide_##name)(__VA_ARGS__)
CLBN_WIDE_OWN(fabs__d, d, CLBL(w_d) a) { return (CLBL(w_d))((CLBL(w_l))a & INT64_MAX); }
CLBN_WIDE_OWN(fabs__f, f, CLBL(w_f) a) { return (CLBL(w_f))((CLBL(w_i))a & INT32_MAX); }
CLBN_WIDE_OWN(copysign__d_d, d, CLBL(w_d) a, CLBL(w_d) b)
{
    return (CLBL(w_d))(((CLBL(w_l))a & INT64_MAX) | ((CLBL(w_l))b & INT64_MIN));
}
CLBN_WIDE_OWN(mad__d_d_d, d, CLBL(w_d) a, CLBL(w_d) b, CLBL(w_d) c) { return a * b + c; }
CLBN_WIDE_OWN(mad__f_f_f, f, CLBL(w_f) a, CLBL(w_f) b, CLBL(w_f) c) { return a * b + c; }
#define CLBN_WIDE_EXTREMES(X)                                                                                   \
    CLBN_WIDE_OWN(fmax__##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b)                                             \
    {                                                                                                           \
        return CLBL(pick_##X)(CLBL(ne_##X)(a, a), b, CLBL(pick_##X)(CLBL(lt_##X)(a, b), b, a));                 \
    }                                                                                                           \
    CLBN_WIDE_OWN(fmin__##X##_##X, X, CLBL(w_##X) a, CLBL(w_##X) b)                                             \
    {                                                                                                           \
        return CLBL(pick_##X)(CLBL(ne_##X)(a, a), b, CLBL(pick_##X)(CLBL(lt_##X)(b, a), b, a));                 \
    }
CLBN_WIDE_EXTREMES(d)
CLBN_WIDE_EXTREMES(f)
#undef CLBN_WIDE_EXTREMES
#define CLBN_WIDE_AS(A, R) \
    CLBN_WIDE_OWN(as_##R##__##A, R, CLBL(w_##A) a) { return (CLBL(w_##R))a; }
CLBN_WIDE_AS(d, l) CLBN_WIDE_AS(d, m) CLBN_WIDE_AS(l, d) CLBN_WIDE_AS(m, d) CLBN_WIDE_AS(f, i) CLBN_WIDE_AS(f, u)
CLBN_WIDE_AS(i, f) CLBN_WIDE_AS(u, f) CLBN_WIDE_AS(l, m) CLBN_WIDE_AS(m, l) CLBN_WIDE_AS(i, u) CLBN_WIDE_AS(u, i)
#undef CLBN_WIDE_AS
#define CLBN_WIDE_CLASS(X)                                                                                            \
    CLBN_FN CLBL(mask) CLBL(wide_isnan_##X)(CLBL(w_##X) a) { return CLBL(ne_##X)(a, a); }                             \
    CLBN_FN CLBL(mask) CLBL(wide_isinf_##X)(CLBL(w_##X) a)                                                            \
    {                                                                                                                 \
        return CLBL(eq_##X)(CLBL(wide_fabs__##X)(a), CLBL(splat_##X)((clbn_v_##X)__builtin_inf()));                   \
    }                                                                                                                 \
    CLBN_FN CLBL(mask) CLBL(wide_isfinite_##X)(CLBL(w_##X) a)                                                         \
    {                                                                                                                 \
        return CLBL(lt_##X)(CLBL(wide_fabs__##X)(a), CLBL(splat_##X)((clbn_v_##X)__builtin_inf()));                   \
    }
CLBN_WIDE_CLASS(d)
CLBN_WIDE_CLASS(f)
#undef CLBN_WIDE_CLASS

#if CLB_NATIVE_LEVEL == 2
CLBN_WIDE_OWN(fma__d_d_d, d, CLBL(w_d) a, CLBL(w_d) b, CLBL(w_d) c)
{
    return (CLBL(w_d))_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}
CLBN_WIDE_OWN(fma__f_f_f, f, CLBL(w_f) a, CLBL(w_f) b, CLBL(w_f) c)
{
    return (CLBL(w_f))_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}
CLBN_WIDE_OWN(sqrt__d, d, CLBL(w_d) a) { return (CLBL(w_d))_mm512_sqrt_pd((__m512d)a); }
#define CLBN_WIDE_ROUND(name, mode) \
    CLBN_WIDE_OWN(name##__d, d, CLBL(w_d) a) { return (CLBL(w_d))_mm512_roundscale_pd((__m512d)a, mode); }
#elif CLB_NATIVE_LEVEL == 1
CLBN_WIDE_OWN(fma__d_d_d, d, CLBL(w_d) a, CLBL(w_d) b, CLBL(w_d) c)
{
    return (CLBL(w_d))_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
CLBN_WIDE_OWN(fma__f_f_f, f, CLBL(w_f) a, CLBL(w_f) b, CLBL(w_f) c)
{
    return (CLBL(w_f))_mm_fmadd_ps((__m128)a, (__m128)b, (__m128)c);
}
CLBN_WIDE_OWN(sqrt__d, d, CLBL(w_d) a) { return (CLBL(w_d))_mm256_sqrt_pd((__m256d)a); }
#define CLBN_WIDE_ROUND(name, mode) \
    CLBN_WIDE_OWN(name##__d, d, CLBL(w_d) a) { return (CLBL(w_d))_mm256_round_pd((__m256d)a, mode); }
#else
CLBN_WIDE_3(fma__d_d_d, d, d, d, d)
CLBN_WIDE_3(fma__f_f_f, f, f, f, f)
CLBN_WIDE_1(sqrt__d, d, d)
#undef CLBN_WIDE_ROUND
#define CLBN_WIDE_ROUND(name, mode) CLBN_WIDE_1(name##__d, d, d)
#endif
CLBN_WIDE_ROUND(rint, 0x08)
CLBN_WIDE_ROUND(floor, 0x09)
CLBN_WIDE_ROUND(ceil, 0x0a)
CLBN_WIDE_ROUND(trunc, 0x0b)
#undef CLBN_WIDE_ROUND

#if CLB_NATIVE_LEVEL > 0
#include "clbundle_native_pairs.h"
#endif
#include "clbundle_native_wide.h"
