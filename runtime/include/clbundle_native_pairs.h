/* Lanes of two vectors, twice as many work-items as clbundle_native_lanes.h has in one, at the levels above the baseline:
 * most kernels are one long chain of dependent operations, and a processor looks ahead only a few hundred of them.
 * Two interleaved chains use the waiting time.
 * Part of clbundle_native.h, once per level. Knows pairs of the vectors that CLBL() names; must not know how these work.
 *
 * A vector type twice as long would be slower: gcc 12 keeps it in memory. Two members of a structure stay in
 * registers.
 *
 * SPDX-License-Identifier: MIT */

#undef CLBN_W
#if CLB_NATIVE_LEVEL == 2
#define CLBN_HALF 8
#define CLBN_W 16
#else
#define CLBN_HALF 4
#define CLBN_W 8
#endif

#define CLBN_PAIR_TYPE(X, U, S, bits) \
    typedef struct {                  \
        CLBL(w_##X) low, high;        \
    } CLBN(w_##X);
CLBN_LANE_ALL(CLBN_PAIR_TYPE)
#undef CLBN_PAIR_TYPE
typedef struct {
    CLBL(mask) low, high;
} CLBN(mask);

/* Functions of pairs that do the same to both: R, A, B, C are types as CLBN() names them. */
#define CLBN_PAIR_1(name, R, A) \
    CLBN_FN CLBN(R) CLBN(name)(CLBN(A) a) { return (CLBN(R)){CLBL(name)(a.low), CLBL(name)(a.high)}; }
#define CLBN_PAIR_2(name, R, A, B)                                            \
    CLBN_FN CLBN(R) CLBN(name)(CLBN(A) a, CLBN(B) b)                          \
    {                                                                         \
        return (CLBN(R)){CLBL(name)(a.low, b.low), CLBL(name)(a.high, b.high)}; \
    }
#define CLBN_PAIR_3(name, R, A, B, C)                                         \
    CLBN_FN CLBN(R) CLBN(name)(CLBN(A) a, CLBN(B) b, CLBN(C) c)               \
    {                                                                         \
        return (CLBN(R)){CLBL(name)(a.low, b.low, c.low), CLBL(name)(a.high, b.high, c.high)}; \
    }

/* ---- Values -------------------------------------------------------------------------------------------------------- */

#define CLBN_PAIR_SPLAT(X, U, S, bits)                                                                        \
    CLBN_FN CLBN(w_##X) CLBN(splat_##X)(clbn_v_##X a)                                                         \
    {                                                                                                         \
        return (CLBN(w_##X)){CLBL(splat_##X)(a), CLBL(splat_##X)(a)};                                         \
    }
CLBN_LANE_ALL(CLBN_PAIR_SPLAT)
#undef CLBN_PAIR_SPLAT

#define CLBN_PAIR_RAMP(X, U, S, bits)                                                                         \
    CLBN_FN CLBN(w_##X) CLBN(ramp_##X)(clbn_v_##X first, clbn_v_##X step)                                     \
    {                                                                                                         \
        const CLBL(w_##X) low = CLBL(ramp_##X)(first, step);                                                  \
        return (CLBN(w_##X)){low, low + CLBL(splat_##X)(step) * CLBL(splat_##X)(CLBN_HALF)};                  \
    }
CLBN_LANE_INTEGERS(CLBN_PAIR_RAMP)
#undef CLBN_PAIR_RAMP

#define CLBN_PAIR_CAST(T, F) CLBN_PAIR_1(cast_##T##_##F, w_##T, w_##F)
CLBN_PAIR_CAST(l, i) CLBN_PAIR_CAST(l, u) CLBN_PAIR_CAST(m, i) CLBN_PAIR_CAST(m, u) CLBN_PAIR_CAST(d, i) CLBN_PAIR_CAST(d, u)
CLBN_PAIR_CAST(i, l) CLBN_PAIR_CAST(u, l) CLBN_PAIR_CAST(i, m) CLBN_PAIR_CAST(u, m) CLBN_PAIR_CAST(i, d) CLBN_PAIR_CAST(u, d)
CLBN_PAIR_CAST(l, d) CLBN_PAIR_CAST(m, d) CLBN_PAIR_CAST(d, l) CLBN_PAIR_CAST(d, m) CLBN_PAIR_CAST(d, f) CLBN_PAIR_CAST(f, d)
CLBN_PAIR_CAST(f, i) CLBN_PAIR_CAST(f, u) CLBN_PAIR_CAST(i, f) CLBN_PAIR_CAST(u, f)
CLBN_PAIR_CAST(f, l) CLBN_PAIR_CAST(f, m) CLBN_PAIR_CAST(l, f) CLBN_PAIR_CAST(m, f)
#undef CLBN_PAIR_CAST

/* Integers of the same size, and conversions of which one side is narrower than those that cast_ takes. */
#define CLBN_PAIR_BITS(T, F)                                                                                  \
    CLBN_FN CLBN(w_##T) CLBN(bits_##T##_##F)(CLBN(w_##F) a)                                                   \
    {                                                                                                         \
        return (CLBN(w_##T)){(CLBL(w_##T))a.low, (CLBL(w_##T))a.high};                                        \
    }
#ifdef CLBN_USES_SMALL_LANES
CLBN_PAIR_BITS(c, h) CLBN_PAIR_BITS(h, c) CLBN_PAIR_BITS(s, t) CLBN_PAIR_BITS(t, s)
#endif
CLBN_PAIR_BITS(i, u) CLBN_PAIR_BITS(u, i) CLBN_PAIR_BITS(l, m) CLBN_PAIR_BITS(m, l)
#undef CLBN_PAIR_BITS
#define CLBN_PAIR_CONVERT(T, F)                                                                               \
    CLBN_FN CLBN(w_##T) CLBN(convert_##T##_##F)(CLBN(w_##F) a)                                                \
    {                                                                                                         \
        return (CLBN(w_##T)){__builtin_convertvector(a.low, CLBL(w_##T)), __builtin_convertvector(a.high, CLBL(w_##T))}; \
    }
#define CLBN_PAIR_CONVERTS(X, Y) CLBN_PAIR_CONVERT(X, Y) CLBN_PAIR_CONVERT(Y, X)
#define CLBN_PAIR_CONVERT_SMALL(X, U, S, bits)                                                                            \
    CLBN_PAIR_CONVERTS(X, i) CLBN_PAIR_CONVERTS(X, u) CLBN_PAIR_CONVERTS(X, l) CLBN_PAIR_CONVERTS(X, m)       \
    CLBN_PAIR_CONVERTS(X, f) CLBN_PAIR_CONVERTS(X, d)
CLBN_LANE_SMALL(CLBN_PAIR_CONVERT_SMALL)
#ifdef CLBN_USES_SMALL_LANES
CLBN_PAIR_CONVERTS(c, s) CLBN_PAIR_CONVERTS(c, t) CLBN_PAIR_CONVERTS(h, s) CLBN_PAIR_CONVERTS(h, t)
#endif
#undef CLBN_PAIR_CONVERT_SMALL
#undef CLBN_PAIR_CONVERTS
#undef CLBN_PAIR_CONVERT

/* ---- Operators: see those of one vector in clbundle_native_lanes.h ------------------------------------------------- */

#define CLBN_PAIR_OPERATOR(name, X, op)                                                                       \
    CLBN_FN CLBN(w_##X) CLBN(name##_##X)(CLBN(w_##X) a, CLBN(w_##X) b)                                        \
    {                                                                                                         \
        return (CLBN(w_##X)){a.low op b.low, a.high op b.high};                                               \
    }
#define CLBN_PAIR_NUMBER(X, U, S, bits)                                                                       \
    CLBN_PAIR_OPERATOR(add, X, +) CLBN_PAIR_OPERATOR(subtract, X, -) CLBN_PAIR_OPERATOR(multiply, X, *)       \
    CLBN_FN CLBN(w_##X) CLBN(negate_##X)(CLBN(w_##X) a) { return (CLBN(w_##X)){-a.low, -a.high}; }
CLBN_LANE_ALL(CLBN_PAIR_NUMBER)
CLBN_PAIR_OPERATOR(divide, f, /)
CLBN_PAIR_OPERATOR(divide, d, /)
#define CLBN_PAIR_INTEGER(X, U, S, bits)                                                                      \
    CLBN_PAIR_OPERATOR(and, X, &) CLBN_PAIR_OPERATOR(or, X, |) CLBN_PAIR_OPERATOR(xor, X, ^)                  \
    CLBN_PAIR_OPERATOR(left_by, X, <<) CLBN_PAIR_OPERATOR(right_by, X, >>)                                    \
    CLBN_FN CLBN(w_##X) CLBN(complement_##X)(CLBN(w_##X) a) { return (CLBN(w_##X)){~a.low, ~a.high}; }        \
    CLBN_FN CLBN(w_##X) CLBN(left_##X)(CLBN(w_##X) a, int n) { return (CLBN(w_##X)){a.low << n, a.high << n}; } \
    CLBN_FN CLBN(w_##X) CLBN(right_##X)(CLBN(w_##X) a, int n) { return (CLBN(w_##X)){a.low >> n, a.high >> n}; } \
    CLBN_PAIR_2(divide_##X, w_##X, w_##X, w_##X)                                                              \
    CLBN_PAIR_2(remainder_##X, w_##X, w_##X, w_##X)
CLBN_LANE_INTEGERS(CLBN_PAIR_INTEGER)
#undef CLBN_PAIR_INTEGER
#undef CLBN_PAIR_NUMBER
#undef CLBN_PAIR_OPERATOR

#define CLBN_ADD(X, a, b) CLBN(add_##X)(a, b)
#define CLBN_SUBTRACT(X, a, b) CLBN(subtract_##X)(a, b)
#define CLBN_MULTIPLY(X, a, b) CLBN(multiply_##X)(a, b)
#define CLBN_DIVIDE(X, a, b) CLBN(divide_##X)(a, b)
#define CLBN_AND(X, a, b) CLBN(and_##X)(a, b)
#define CLBN_OR(X, a, b) CLBN(or_##X)(a, b)
#define CLBN_XOR(X, a, b) CLBN(xor_##X)(a, b)
#define CLBN_NEGATE(X, a) CLBN(negate_##X)(a)
#define CLBN_COMPLEMENT(X, a) CLBN(complement_##X)(a)
#define CLBN_LEFT(X, a, n) CLBN(left_##X)(a, n)
#define CLBN_LEFT_BY(X, a, b) CLBN(left_by_##X)(a, b)
#define CLBN_RIGHT(X, a, n) CLBN(right_##X)(a, n)
#define CLBN_RIGHT_BY(X, a, b) CLBN(right_by_##X)(a, b)
/* Not functions, in which no number would be constant yet when gcc takes the division apart. */
#define CLBN_BY_NUMBER(X, a, op, n)                                                                           \
    __extension__({                                                                                           \
        const CLBN(w_##X) clbn_whole = a;                                                                     \
        (CLBN(w_##X)){clbn_whole.low op(clbn_v_##X)(n), clbn_whole.high op(clbn_v_##X)(n)};                   \
    })
#define CLBN_QUOTIENT(X, a, n) CLBN_BY_NUMBER(X, a, /, n)
#define CLBN_REST(X, a, n) CLBN_BY_NUMBER(X, a, %, n)
#define CLBN_BITS(T, F, a) CLBN(bits_##T##_##F)(a)
#define CLBN_CONVERT(T, F, a) CLBN(convert_##T##_##F)(a)

/* ---- Masks --------------------------------------------------------------------------------------------------------- */

CLBN_FN CLBN(mask) CLBN(full)(int yes) { return (CLBN(mask)){CLBL(full)(yes), CLBL(full)(yes)}; }
CLBN_FN int CLBN(any)(CLBN(mask) m) { return CLBL(any)(CLBL(either)(m.low, m.high)); }
CLBN_FN int CLBN(all)(CLBN(mask) m) { return CLBL(all)(CLBL(both)(m.low, m.high)); }
CLBN_PAIR_1(not, mask, mask)
CLBN_PAIR_2(both, mask, mask, mask)
CLBN_PAIR_2(either, mask, mask, mask)
CLBN_PAIR_2(one_of, mask, mask, mask)
CLBN_PAIR_2(without, mask, mask, mask)
/* The first n lanes. */
CLBN_FN CLBN(mask) CLBN(first)(size_t n)
{
    return (CLBN(mask)){CLBL(first)(n), CLBL(first)(n > CLBN_HALF ? n - CLBN_HALF : 0)};
}
#define CLBN_PAIR_COMPARE(X)                                                                                  \
    CLBN_PAIR_2(lt_##X, mask, w_##X, w_##X) CLBN_PAIR_2(le_##X, mask, w_##X, w_##X)                           \
    CLBN_PAIR_2(eq_##X, mask, w_##X, w_##X) CLBN_PAIR_2(ne_##X, mask, w_##X, w_##X)
CLBN_PAIR_COMPARE(i) CLBN_PAIR_COMPARE(u) CLBN_PAIR_COMPARE(l) CLBN_PAIR_COMPARE(m) CLBN_PAIR_COMPARE(f) CLBN_PAIR_COMPARE(d)
#undef CLBN_PAIR_COMPARE
#define CLBN_PAIR_PICK(X, U, S, bits) CLBN_PAIR_3(pick_##X, w_##X, mask, w_##X, w_##X)
CLBN_LANE_ALL(CLBN_PAIR_PICK)
#undef CLBN_PAIR_PICK

/* ---- Memory -------------------------------------------------------------------------------------------------------- */

#define CLBN_PAIR_MEMORY(X, U, S, bits)                                                                       \
    CLBN_PAIR_2(fetch_##X, w_##X, mask, w_m)                                                                  \
    CLBN_FN void CLBN(put_##X)(CLBN(mask) m, CLBN(w_m) address, CLBN(w_##X) a)                                \
    {                                                                                                         \
        CLBL(put_##X)(m.low, address.low, a.low);                                                             \
        CLBL(put_##X)(m.high, address.high, a.high);                                                          \
    }                                                                                                         \
    CLBN_FN CLBN(w_##X) CLBN(gather_##X)(CLBN(mask) m, const clbn_v_##X *p, CLBN(w_l) index)                  \
    {                                                                                                         \
        return (CLBN(w_##X)){CLBL(gather_##X)(m.low, p, index.low), CLBL(gather_##X)(m.high, p, index.high)}; \
    }                                                                                                         \
    CLBN_FN void CLBN(scatter_##X)(CLBN(mask) m, clbn_v_##X *p, CLBN(w_l) index, CLBN(w_##X) a)               \
    {                                                                                                         \
        CLBL(scatter_##X)(m.low, p, index.low, a.low);                                                        \
        CLBL(scatter_##X)(m.high, p, index.high, a.high);                                                     \
    }                                                                                                         \
    CLBN_FN CLBN(w_##X) CLBN(row_##X)(CLBN(mask) m, const clbn_v_##X *p)                                      \
    {                                                                                                         \
        return (CLBN(w_##X)){CLBL(row_##X)(m.low, p), CLBL(row_##X)(m.high, p + CLBN_HALF)};                  \
    }                                                                                                         \
    CLBN_FN void CLBN(put_row_##X)(CLBN(mask) m, clbn_v_##X *p, CLBN(w_##X) a)                                \
    {                                                                                                         \
        CLBL(put_row_##X)(m.low, p, a.low);                                                                   \
        CLBL(put_row_##X)(m.high, p + CLBN_HALF, a.high);                                                     \
    }                                                                                                         \
    CLBN_FN CLBN(w_##X) CLBN(load_##X)(CLBN(mask) m, const clbn_v_##X *p, ptrdiff_t step)                     \
    {                                                                                                         \
        if (step == 1) return CLBN(row_##X)(m, p);                                                            \
        if (step == 0) return CLBN(splat_##X)(CLBN(any)(m) ? *p : 0);                                         \
        return (CLBN(w_##X)){CLBL(load_##X)(m.low, p, step), CLBL(load_##X)(m.high, p + CLBN_HALF * step, step)}; \
    }                                                                                                         \
    /* All lanes to one place: whichever comes last. */                                                       \
    CLBN_FN void CLBN(store_##X)(CLBN(mask) m, clbn_v_##X *p, ptrdiff_t step, CLBN(w_##X) a)                  \
    {                                                                                                         \
        if (step == 1) {                                                                                      \
            CLBN(put_row_##X)(m, p, a);                                                                       \
        } else {                                                                                              \
            CLBL(store_##X)(m.low, p, step, a.low);                                                           \
            CLBL(store_##X)(m.high, p + CLBN_HALF * step, step, a.high);                                      \
        }                                                                                                     \
    }                                                                                                         \
    /* Lane k at p[first + k * step], modulo 2^32. */                                                         \
    CLBN_FN CLBN(w_##X) CLBN(load_ring_##X)(CLBN(mask) m, const clbn_v_##X *p, uint32_t first, ptrdiff_t step) \
    {                                                                                                         \
        const uint32_t next = first + CLBN_HALF * (uint32_t)step;                                             \
        return (CLBN(w_##X)){CLBL(load_ring_##X)(m.low, p, first, step), CLBL(load_ring_##X)(m.high, p, next, step)}; \
    }                                                                                                         \
    CLBN_FN void CLBN(store_ring_##X)(CLBN(mask) m, clbn_v_##X *p, uint32_t first, ptrdiff_t step, CLBN(w_##X) a) \
    {                                                                                                         \
        CLBL(store_ring_##X)(m.low, p, first, step, a.low);                                                   \
        CLBL(store_ring_##X)(m.high, p, first + CLBN_HALF * (uint32_t)step, step, a.high);                    \
    }                                                                                                         \
    /* One element of an array that every lane has for itself. */                                             \
    CLBN_FN CLBN(w_##X) CLBN(own_##X)(CLBN(mask) m, const CLBN(w_##X) *p, CLBN(w_l) index)                    \
    {                                                                                                         \
        const CLBL(w_l) lane = CLBL(ramp_l)(0, 1);                                                            \
        return CLBN(gather_##X)(m, (const clbn_v_##X *)p,                                                     \
                                (CLBN(w_l)){index.low * CLBN_W + lane, index.high * CLBN_W + (lane + CLBN_HALF)}); \
    }                                                                                                         \
    CLBN_FN void CLBN(put_own_##X)(CLBN(mask) m, CLBN(w_##X) *p, CLBN(w_l) index, CLBN(w_##X) a)              \
    {                                                                                                         \
        const CLBL(w_l) lane = CLBL(ramp_l)(0, 1);                                                            \
        CLBN(scatter_##X)(m, (clbn_v_##X *)p,                                                                 \
                          (CLBN(w_l)){index.low * CLBN_W + lane, index.high * CLBN_W + (lane + CLBN_HALF)}, a); \
    }
CLBN_LANE_ALL(CLBN_PAIR_MEMORY)
#undef CLBN_PAIR_MEMORY

/* ---- Functions ----------------------------------------------------------------------------------------------------- */

CLBN_PAIR_2(product_low, w_m, w_m, w_m)
CLBN_PAIR_1(wide_fabs__d, w_d, w_d)
CLBN_PAIR_1(wide_fabs__f, w_f, w_f)
CLBN_PAIR_2(wide_copysign__d_d, w_d, w_d, w_d)
CLBN_PAIR_3(wide_mad__d_d_d, w_d, w_d, w_d, w_d)
CLBN_PAIR_3(wide_mad__f_f_f, w_f, w_f, w_f, w_f)
CLBN_PAIR_3(wide_fma__d_d_d, w_d, w_d, w_d, w_d)
CLBN_PAIR_3(wide_fma__f_f_f, w_f, w_f, w_f, w_f)
CLBN_PAIR_2(wide_fmax__d_d, w_d, w_d, w_d)
CLBN_PAIR_2(wide_fmax__f_f, w_f, w_f, w_f)
CLBN_PAIR_2(wide_fmin__d_d, w_d, w_d, w_d)
CLBN_PAIR_2(wide_fmin__f_f, w_f, w_f, w_f)
CLBN_PAIR_1(wide_sqrt__d, w_d, w_d)
CLBN_PAIR_1(wide_rint__d, w_d, w_d)
CLBN_PAIR_1(wide_floor__d, w_d, w_d)
CLBN_PAIR_1(wide_ceil__d, w_d, w_d)
CLBN_PAIR_1(wide_trunc__d, w_d, w_d)
#define CLBN_PAIR_CLASS(X)                                                                                    \
    CLBN_PAIR_1(wide_isnan_##X, mask, w_##X) CLBN_PAIR_1(wide_isinf_##X, mask, w_##X) CLBN_PAIR_1(wide_isfinite_##X, mask, w_##X)
CLBN_PAIR_CLASS(d)
CLBN_PAIR_CLASS(f)
#undef CLBN_PAIR_CLASS
#define CLBN_PAIR_AS(A, R) CLBN_PAIR_1(wide_as_##R##__##A, w_##R, w_##A)
CLBN_PAIR_AS(d, l) CLBN_PAIR_AS(d, m) CLBN_PAIR_AS(l, d) CLBN_PAIR_AS(m, d) CLBN_PAIR_AS(f, i) CLBN_PAIR_AS(f, u)
CLBN_PAIR_AS(i, f) CLBN_PAIR_AS(u, f) CLBN_PAIR_AS(l, m) CLBN_PAIR_AS(m, l) CLBN_PAIR_AS(i, u) CLBN_PAIR_AS(u, i)
#undef CLBN_PAIR_AS
#undef CLBN_HALF
