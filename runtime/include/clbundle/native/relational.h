/* Relational functions and select (OpenCL C 1.2, 6.12.6), shuffles (6.12.12). Part of clbundle/native/native.h, once per level.
 * For true, the result is 1 for scalars and -1 in each component for vectors. Knows numbers; must not know memory.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_RELATIONAL

#define CLBN_RELATION_2(name, T, S, test)                                                             \
    CLBN_FN int32_t CLBN(name##__##T##_##T)(clbn_v_##T a, clbn_v_##T b) { return (test) ? 1 : 0; }    \
    CLBN_FN clbn_v_##S CLBN(mask_##name##__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                     \
    {                                                                                                 \
        return (clbn_v_##S)((test) ? -1 : 0);                                                         \
    }
#define CLBN_RELATION_1(name, T, S, test)                                                             \
    CLBN_FN int32_t CLBN(name##__##T)(clbn_v_##T a) { return (test) ? 1 : 0; }                        \
    CLBN_FN clbn_v_##S CLBN(mask_##name##__##T)(clbn_v_##T a) { return (clbn_v_##S)((test) ? -1 : 0); }
#define CLBN_RELATIONS(T, S, U, size, infinite, least)                                                \
    CLBN_RELATION_2(isequal, T, S, a == b)                                                            \
    CLBN_RELATION_2(isnotequal, T, S, a != b)                                                         \
    CLBN_RELATION_2(isgreater, T, S, a > b)                                                           \
    CLBN_RELATION_2(isgreaterequal, T, S, a >= b)                                                     \
    CLBN_RELATION_2(isless, T, S, a < b)                                                              \
    CLBN_RELATION_2(islessequal, T, S, a <= b)                                                        \
    CLBN_RELATION_2(islessgreater, T, S, a < b || a > b)                                              \
    CLBN_RELATION_2(isordered, T, S, a == a && b == b)                                                \
    CLBN_RELATION_2(isunordered, T, S, a != a || b != b)                                              \
    CLBN_RELATION_1(isfinite, T, S, size(a) < infinite)                                               \
    CLBN_RELATION_1(isinf, T, S, size(a) == infinite)                                                 \
    CLBN_RELATION_1(isnan, T, S, a != a)                                                              \
    CLBN_RELATION_1(isnormal, T, S, size(a) < infinite && size(a) >= least)                           \
    CLBN_RELATION_1(signbit, T, S, CLBN(as_##S##__##T)(a) < 0)
CLBN_RELATIONS(f, i, u, __builtin_fabsf, __builtin_inff(), 0x1p-126f)
CLBN_RELATIONS(d, l, m, __builtin_fabs, __builtin_inf(), 0x1p-1022)
#undef CLBN_RELATIONS
#undef CLBN_RELATION_1
#undef CLBN_RELATION_2

/* any and all test the components' highest bits. */
#define CLBN_ANY(T, ...)                                                  \
    CLBN_FN int32_t CLBN(any__##T)(clbn_v_##T a) { return a < 0; }        \
    CLBN_FN int32_t CLBN(all__##T)(clbn_v_##T a) { return a < 0; }
CLBN_SIGNED(CLBN_ANY)
#undef CLBN_ANY

#define CLBN_BITSELECT(T, U, ...)                                                                                  \
    CLBN_FN clbn_v_##T CLBN(bitselect__##T##_##T##_##T)(clbn_v_##T a, clbn_v_##T b, clbn_v_##T c)                  \
    {                                                                                                              \
        const clbn_v_##U x = CLBN(as_##U##__##T)(a), y = CLBN(as_##U##__##T)(b), mask = CLBN(as_##U##__##T)(c);    \
        return CLBN(as_##T##__##U)((clbn_v_##U)((x & (clbn_v_##U)~mask) | (y & mask)));                            \
    }
CLBN_ALL(CLBN_BITSELECT)
#undef CLBN_BITSELECT

/* select tests scalars for "not 0", and components of vectors by the highest bit. */
#define CLBN_SELECT(T, U, S, bits)                                                                                 \
    CLBN_FN clbn_v_##T CLBN(select__##T##_##T##_##S)(clbn_v_##T a, clbn_v_##T b, clbn_v_##S c) { return c ? b : a; } \
    CLBN_FN clbn_v_##T CLBN(select__##T##_##T##_##U)(clbn_v_##T a, clbn_v_##T b, clbn_v_##U c) { return c ? b : a; }
CLBN_ALL(CLBN_SELECT)
#undef CLBN_SELECT

#endif

/* ---- Vectors ------------------------------------------------------------------------------------------------------- */

#define CLBN_LANES_MASK_2(N, name, S, T)                                                              \
    CLBN_FN clbn_v_##S##N CLBN(name##__##T##N##_##T##N)(clbn_v_##T##N a, clbn_v_##T##N b)             \
    {                                                                                                 \
        clbn_v_##S##N r = {0};                                                                        \
        for (int k = 0; k < N; k++) r[k] = CLBN(mask_##name##__##T##_##T)(a[k], b[k]);                \
        return r;                                                                                     \
    }
#define CLBN_LANES_MASK_1(N, name, S, T)                                                              \
    CLBN_FN clbn_v_##S##N CLBN(name##__##T##N)(clbn_v_##T##N a)                                       \
    {                                                                                                 \
        clbn_v_##S##N r = {0};                                                                        \
        for (int k = 0; k < N; k++) r[k] = CLBN(mask_##name##__##T)(a[k]);                            \
        return r;                                                                                     \
    }
#define CLBN_LANES_ANY(N, T)                                              \
    CLBN_FN int32_t CLBN(any__##T##N)(clbn_v_##T##N a)                    \
    {                                                                     \
        int32_t r = 0;                                                    \
        for (int k = 0; k < N; k++) r |= a[k] < 0;                        \
        return r;                                                         \
    }                                                                     \
    CLBN_FN int32_t CLBN(all__##T##N)(clbn_v_##T##N a)                    \
    {                                                                     \
        int32_t r = 1;                                                    \
        for (int k = 0; k < N; k++) r &= a[k] < 0;                        \
        return r;                                                         \
    }
#define CLBN_LANES_SELECT(N, T, C)                                                                                 \
    CLBN_FN clbn_v_##T##N CLBN(select__##T##N##_##T##N##_##C##N)(clbn_v_##T##N a, clbn_v_##T##N b, clbn_v_##C##N c) \
    {                                                                                                              \
        clbn_v_##T##N r = {0};                                                                                     \
        for (int k = 0; k < N; k++) r[k] = c[k] >> (8 * sizeof c[k] - 1) ? b[k] : a[k];                            \
        return r;                                                                                                  \
    }

#ifdef CLBN_INSTANCES
#define CLBN_RELATIONS(T, U, S, bits)                                                                              \
    CLBN_WIDTHS(CLBN_LANES_MASK_2, isequal, S, T) CLBN_WIDTHS(CLBN_LANES_MASK_2, isnotequal, S, T)                 \
    CLBN_WIDTHS(CLBN_LANES_MASK_2, isgreater, S, T) CLBN_WIDTHS(CLBN_LANES_MASK_2, isgreaterequal, S, T)           \
    CLBN_WIDTHS(CLBN_LANES_MASK_2, isless, S, T) CLBN_WIDTHS(CLBN_LANES_MASK_2, islessequal, S, T)                 \
    CLBN_WIDTHS(CLBN_LANES_MASK_2, islessgreater, S, T) CLBN_WIDTHS(CLBN_LANES_MASK_2, isordered, S, T)            \
    CLBN_WIDTHS(CLBN_LANES_MASK_2, isunordered, S, T) CLBN_WIDTHS(CLBN_LANES_MASK_1, isfinite, S, T)               \
    CLBN_WIDTHS(CLBN_LANES_MASK_1, isinf, S, T) CLBN_WIDTHS(CLBN_LANES_MASK_1, isnan, S, T)                        \
    CLBN_WIDTHS(CLBN_LANES_MASK_1, isnormal, S, T) CLBN_WIDTHS(CLBN_LANES_MASK_1, signbit, S, T)
CLBN_FLOATS(CLBN_RELATIONS)
#undef CLBN_RELATIONS
#define CLBN_ANY(T, ...) CLBN_WIDTHS(CLBN_LANES_ANY, T)
CLBN_SIGNED(CLBN_ANY)
#undef CLBN_ANY
#define CLBN_SELECT(T, U, S, bits)                                                                                 \
    CLBN_WIDTHS(CLBN_LANES_SELECT, T, S) CLBN_WIDTHS(CLBN_LANES_SELECT, T, U) CLBN_VECTORS_3(bitselect, T, T, T, T)
CLBN_ALL(CLBN_SELECT)
#undef CLBN_SELECT
#endif

/* ---- shuffle ------------------------------------------------------------------------------------------------------- */

/* Chooses N components from the M components of a (and of b) by the low bits of the mask. */
#define CLBN_SHUFFLE(T, U, N, M)                                                                                   \
    CLBN_FN clbn_v_##T##N CLBN(shuffle__##T##M##_##U##N)(clbn_v_##T##M a, clbn_v_##U##N mask)                      \
    {                                                                                                              \
        clbn_v_##T from[M];                                                                                        \
        clbn_v_##T##N r;                                                                                           \
        __builtin_memcpy(from, &a, sizeof from);                                                                   \
        for (int k = 0; k < N; k++) r[k] = from[mask[k] & (M - 1)];                                                \
        return r;                                                                                                  \
    }                                                                                                              \
    CLBN_FN clbn_v_##T##N CLBN(shuffle2__##T##M##_##T##M##_##U##N)(clbn_v_##T##M a, clbn_v_##T##M b, clbn_v_##U##N mask) \
    {                                                                                                              \
        clbn_v_##T from[2 * M];                                                                                    \
        clbn_v_##T##N r;                                                                                           \
        __builtin_memcpy(from, &a, sizeof a);                                                                      \
        __builtin_memcpy(from + M, &b, sizeof b);                                                                  \
        for (int k = 0; k < N; k++) r[k] = from[mask[k] & (2 * M - 1)];                                            \
        return r;                                                                                                  \
    }
#ifdef CLBN_INSTANCES
#define CLBN_SHUFFLES_FROM(T, U, M) \
    CLBN_SHUFFLE(T, U, 2, M) CLBN_SHUFFLE(T, U, 4, M) CLBN_SHUFFLE(T, U, 8, M) CLBN_SHUFFLE(T, U, 16, M)
#define CLBN_SHUFFLES(T, U, ...) \
    CLBN_SHUFFLES_FROM(T, U, 2) CLBN_SHUFFLES_FROM(T, U, 4) CLBN_SHUFFLES_FROM(T, U, 8) CLBN_SHUFFLES_FROM(T, U, 16)
CLBN_ALL(CLBN_SHUFFLES)
#undef CLBN_SHUFFLES
#undef CLBN_SHUFFLES_FROM
#endif
