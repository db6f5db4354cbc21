/* Functions of sub-groups whose work-items are lanes of one vector (clbundle/native/simd.h). Part of
 * clbundle/native/native.h, once per level. Knows lanes and clusters; must not know work-groups.
 *
 * m: the mask of active lanes; the others take no part. n: lanes of a cluster, a power of two up to CLBN_SIMD_W; cluster k has the
 * lanes from k n on. n is a constant in all calls, so that compilers drop the steps that are too long. `none`: the operation's
 * neutral element, which inactive lanes contribute.
 *
 * A reduction combines each lane with the one whose number differs in bit 0, then 1, 2 ..., after which all lanes have the result.
 * A scan combines each lane with the one 1, 2, 4 ... lanes before it (Hillis and Steele 1986).
 *
 * SPDX-License-Identifier: MIT */

/* simd_permute_X(v, at): lane k gets lane at[k] of v, modulo CLBN_SIMD_W. */
#define CLBN_PERMUTED_BY_MEMORY(X, T)                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_permute_##X)(CLBN(simd_##X) v, CLBN(simd_u) at)                                 \
    {                                                                                                                \
        T from[CLBN_SIMD_W], to[CLBN_SIMD_W];                                                                        \
        CLBN(simd_put_all_##X)((char *)from, v);                                                                     \
        for (int k = 0; k < CLBN_SIMD_W; ++k) to[k] = from[at[k] & (CLBN_SIMD_W - 1)];                               \
        return CLBN(simd_all_##X)((const char *)to);                                                                 \
    }
#if CLB_NATIVE_LEVEL == 2
CLBN_FN CLBN(simd_f) CLBN(simd_permute_f)(CLBN(simd_f) v, CLBN(simd_u) at)
{
    return (CLBN(simd_f))_mm512_permutexvar_ps((__m512i)at, (__m512)v);
}
#define CLBN_PERMUTED(X)                                                                                             \
    CLBN_FN CLBN(simd_##X) CLBN(simd_permute_##X)(CLBN(simd_##X) v, CLBN(simd_u) at)                                 \
    {                                                                                                                \
        return (CLBN(simd_##X))_mm512_permutexvar_epi32((__m512i)at, (__m512i)v);                                    \
    }
CLBN_PERMUTED(i)
CLBN_PERMUTED(u)
#undef CLBN_PERMUTED
#define CLBN_PERMUTED(X, T)                                                                                          \
    CLBN_FN CLBN(simd_##X) CLBN(simd_permute_##X)(CLBN(simd_##X) v, CLBN(simd_u) at)                                 \
    {                                                                                                                \
        const __m512i low = (__m512i)CLBN(simd_extend)(CLBN(simd_lower)((CLBN(simd_i))at)),                          \
                      high = (__m512i)CLBN(simd_extend)(CLBN(simd_upper)((CLBN(simd_i))at));                         \
        return (CLBN(simd_##X)){(CLBN(half_##X))_mm512_permutex2var_epi64((__m512i)v.low, low, (__m512i)v.high),     \
                                (CLBN(half_##X))_mm512_permutex2var_epi64((__m512i)v.low, high, (__m512i)v.high)};   \
    }
CLBN_SIMD_PAIRS(CLBN_PERMUTED)
#undef CLBN_PERMUTED
#elif CLB_NATIVE_LEVEL == 1
CLBN_FN CLBN(simd_f) CLBN(simd_permute_f)(CLBN(simd_f) v, CLBN(simd_u) at)
{
    return (CLBN(simd_f))_mm256_permutevar8x32_ps((__m256)v, (__m256i)at);
}
#define CLBN_PERMUTED(X)                                                                                             \
    CLBN_FN CLBN(simd_##X) CLBN(simd_permute_##X)(CLBN(simd_##X) v, CLBN(simd_u) at)                                 \
    {                                                                                                                \
        return (CLBN(simd_##X))_mm256_permutevar8x32_epi32((__m256i)v, (__m256i)at);                                 \
    }
CLBN_PERMUTED(i)
CLBN_PERMUTED(u)
#undef CLBN_PERMUTED
CLBN_SIMD_PAIRS(CLBN_PERMUTED_BY_MEMORY)
#else
CLBN_SIMD_SINGLES(CLBN_PERMUTED_BY_MEMORY)
CLBN_SIMD_PAIRS(CLBN_PERMUTED_BY_MEMORY)
#endif
#undef CLBN_PERMUTED_BY_MEMORY

/* The operations on two vectors. Integers wrap. */
#define CLBN_OF_WORDS(X, U, name, op)                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_two_##name##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                           \
    {                                                                                                                \
        return (CLBN(simd_##X))((CLBN(simd_##U))a op (CLBN(simd_##U))b);                                             \
    }
#define CLBN_OF_PAIRS(X, U, name, op)                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_two_##name##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                           \
    {                                                                                                                \
        return (CLBN(simd_##X)){(CLBN(half_##X))((CLBN(half_##U))a.low op (CLBN(half_##U))b.low),                    \
                                (CLBN(half_##X))((CLBN(half_##U))a.high op (CLBN(half_##U))b.high)};                 \
    }
#define CLBN_EXTREMES(X, T)                                                                                          \
    CLBN_FN CLBN(simd_##X) CLBN(simd_two_min_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                                \
    {                                                                                                                \
        return CLBN(simd_pick_##X)(CLBN(simd_lt_##X)(b, a), b, a);                                                   \
    }                                                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_two_max_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                                \
    {                                                                                                                \
        return CLBN(simd_pick_##X)(CLBN(simd_lt_##X)(a, b), b, a);                                                   \
    }
#define CLBN_ALL_INTEGERS(kind, X, U)                                                                                \
    kind(X, U, add, +) kind(X, U, mul, *) kind(X, U, and, &) kind(X, U, or, |) kind(X, U, xor, ^)
CLBN_OF_WORDS(f, f, add, +)
CLBN_OF_WORDS(f, f, mul, *)
CLBN_ALL_INTEGERS(CLBN_OF_WORDS, i, u)
CLBN_ALL_INTEGERS(CLBN_OF_WORDS, u, u)
CLBN_OF_PAIRS(d, d, add, +)
CLBN_OF_PAIRS(d, d, mul, *)
CLBN_ALL_INTEGERS(CLBN_OF_PAIRS, l, m)
CLBN_ALL_INTEGERS(CLBN_OF_PAIRS, m, m)
CLBN_SIMD_SINGLES(CLBN_EXTREMES)
CLBN_SIMD_PAIRS(CLBN_EXTREMES)
#undef CLBN_EXTREMES
#undef CLBN_ALL_INTEGERS
#undef CLBN_OF_WORDS
#undef CLBN_OF_PAIRS

CLBN_FN CLBN(simd_u) CLBN(simd_own_lane)(void) { return CLBN(simd_ramp_u)(0, 1); }

/* Reductions and scans. */
#define CLBN_ACROSS(X, name, d) (v = CLBN(simd_two_##name##_##X)(v, CLBN(simd_permute_##X)(v, lane ^ (uint32_t)(d))))
#define CLBN_BEFORE(X, name, d)                                                                                      \
    (v = CLBN(simd_pick_##X)(CLBN(simd_le_u)(CLBN(simd_splat_u)(d), lane & (uint32_t)(n - 1)),                       \
                             CLBN(simd_two_##name##_##X)(CLBN(simd_permute_##X)(v, lane - (uint32_t)(d)), v), v))
#define CLBN_FOLDS(X, name)                                                                                          \
    CLBN_FN CLBN(simd_##X) CLBN(simd_sub_group_reduce_##name##_##X)(CLBN(simd_mask) m, CLBN(simd_##X) v,             \
                                                                    CLBN(simd_##X) none, int n)                      \
    {                                                                                                                \
        const CLBN(simd_u) lane = CLBN(simd_own_lane)();                                                             \
        v = CLBN(simd_pick_##X)(m, v, none);                                                                         \
        if (n > 1) CLBN_ACROSS(X, name, 1);                                                                          \
        if (n > 2) CLBN_ACROSS(X, name, 2);                                                                          \
        if (n > 4) CLBN_ACROSS(X, name, 4);                                                                          \
        if (n > 8) CLBN_ACROSS(X, name, 8);                                                                          \
        return v;                                                                                                    \
    }                                                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_sub_group_inclusive_##name##_##X)(CLBN(simd_mask) m, CLBN(simd_##X) v,          \
                                                                       CLBN(simd_##X) none, int n)                   \
    {                                                                                                                \
        const CLBN(simd_u) lane = CLBN(simd_own_lane)();                                                             \
        v = CLBN(simd_pick_##X)(m, v, none);                                                                         \
        if (n > 1) CLBN_BEFORE(X, name, 1);                                                                          \
        if (n > 2) CLBN_BEFORE(X, name, 2);                                                                          \
        if (n > 4) CLBN_BEFORE(X, name, 4);                                                                          \
        if (n > 8) CLBN_BEFORE(X, name, 8);                                                                          \
        return v;                                                                                                    \
    }                                                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_sub_group_exclusive_##name##_##X)(CLBN(simd_mask) m, CLBN(simd_##X) v,          \
                                                                       CLBN(simd_##X) none, int n)                   \
    {                                                                                                                \
        const CLBN(simd_u) lane = CLBN(simd_own_lane)();                                                             \
        v = CLBN(simd_sub_group_inclusive_##name##_##X)(m, v, none, n);                                              \
        return CLBN(simd_pick_##X)(CLBN(simd_eq_u)(lane & (uint32_t)(n - 1), CLBN(simd_splat_u)(0)), none,           \
                                   CLBN(simd_permute_##X)(v, lane - 1u));                                            \
    }
#define CLBN_NUMBER_FOLDS(X, T) CLBN_FOLDS(X, add) CLBN_FOLDS(X, mul) CLBN_FOLDS(X, min) CLBN_FOLDS(X, max)
#define CLBN_INTEGER_FOLDS(X) CLBN_FOLDS(X, and) CLBN_FOLDS(X, or) CLBN_FOLDS(X, xor)
CLBN_SIMD_SINGLES(CLBN_NUMBER_FOLDS)
CLBN_SIMD_PAIRS(CLBN_NUMBER_FOLDS)
CLBN_INTEGER_FOLDS(i)
CLBN_INTEGER_FOLDS(u)
CLBN_INTEGER_FOLDS(l)
CLBN_INTEGER_FOLDS(m)
#undef CLBN_NUMBER_FOLDS
#undef CLBN_INTEGER_FOLDS
#undef CLBN_FOLDS
#undef CLBN_BEFORE
#undef CLBN_ACROSS

/* One bit for each active lane of the cluster whose v is not 0. */
CLBN_FN CLBN(simd_u) CLBN(simd_sub_group_ballot_u)(CLBN(simd_mask) m, CLBN(simd_u) v, int n)
{
    const uint32_t bits = CLBN(simd_bits)(CLBN(simd_both)(m, CLBN(simd_ne_u)(v, CLBN(simd_splat_u)(0))));
    if (n >= CLBN_SIMD_W) return CLBN(simd_splat_u)(bits);
    return CLBN(simd_splat_u)(bits) >> (CLBN(simd_own_lane)() & ~(uint32_t)(n - 1)) & ((1u << n) - 1);
}

/* The first active lane of the cluster; an unspecified lane if none is active. */
CLBN_FN CLBN(simd_u) CLBN(simd_first_lane)(CLBN(simd_mask) m, int n)
{
    if (n >= CLBN_SIMD_W) return CLBN(simd_splat_u)((uint32_t)__builtin_ctz(CLBN(simd_bits)(m) | 1u << 31));
    const CLBN(simd_u) active = CLBN(simd_sub_group_ballot_u)(m, CLBN(simd_splat_u)(1), n);
    return (CLBN(simd_own_lane)() & ~(uint32_t)(n - 1)) + CLBN(simd_popcount__u)((active & -active) - 1u);
}

CLBN_FN CLBN(simd_i) CLBN(simd_sub_group_elect_i)(CLBN(simd_mask) m, CLBN(simd_i) v, int n)
{
    (void)v;
    return CLBN(simd_pick_i)(CLBN(simd_eq_u)(CLBN(simd_own_lane)(), CLBN(simd_first_lane)(m, n)), CLBN(simd_splat_i)(1),
                             CLBN(simd_splat_i)(0));
}

/* first: the value of the first active lane. lane: the value of lane `at` of the cluster. */
#define CLBN_EXCHANGED(X, T)                                                                                         \
    CLBN_FN CLBN(simd_##X) CLBN(simd_sub_group_first_##X)(CLBN(simd_mask) m, CLBN(simd_##X) v, int n)                \
    {                                                                                                                \
        return CLBN(simd_permute_##X)(v, CLBN(simd_first_lane)(m, n));                                               \
    }                                                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_sub_group_lane_##X)(CLBN(simd_mask) m, CLBN(simd_##X) v, CLBN(simd_u) at, int n) \
    {                                                                                                                \
        (void)m;                                                                                                     \
        const uint32_t inside = (uint32_t)(n - 1);                                                                   \
        return CLBN(simd_permute_##X)(v, (CLBN(simd_own_lane)() & ~inside) | (at & inside));                         \
    }
CLBN_SIMD_SINGLES(CLBN_EXCHANGED)
CLBN_SIMD_PAIRS(CLBN_EXCHANGED)
#undef CLBN_EXCHANGED
