/* OpenCL C's types for the host, and lists of them. Part of clbundle/native/native.h; the same at all levels. Knows types; must
 * not know functions.
 *
 * clbn_double4 is a type by its name, clbn_v_d4 the same type by its code, for the macros of the other parts. A vector of 3
 * is a vector of 4 whose last component is unused.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_NATIVE_TYPES_H
#define CLBUNDLE_NATIVE_TYPES_H

#define CLBN_VECTOR_TYPES(name, scalar, code)                                              \
    typedef scalar clbn_##name;                                                            \
    typedef scalar clbn_##name##2 __attribute__((vector_size(2 * sizeof(scalar))));        \
    typedef scalar clbn_##name##4 __attribute__((vector_size(4 * sizeof(scalar))));        \
    typedef clbn_##name##4 clbn_##name##3;                                                 \
    typedef scalar clbn_##name##8 __attribute__((vector_size(8 * sizeof(scalar))));        \
    typedef scalar clbn_##name##16 __attribute__((vector_size(16 * sizeof(scalar))));      \
    typedef clbn_##name clbn_v_##code;                                                     \
    typedef clbn_##name##2 clbn_v_##code##2;                                               \
    typedef clbn_##name##3 clbn_v_##code##3;                                               \
    typedef clbn_##name##4 clbn_v_##code##4;                                               \
    typedef clbn_##name##8 clbn_v_##code##8;                                               \
    typedef clbn_##name##16 clbn_v_##code##16;
CLBN_VECTOR_TYPES(char, int8_t, c)
CLBN_VECTOR_TYPES(uchar, uint8_t, h)
CLBN_VECTOR_TYPES(short, int16_t, s)
CLBN_VECTOR_TYPES(ushort, uint16_t, t)
CLBN_VECTOR_TYPES(int, int32_t, i)
CLBN_VECTOR_TYPES(uint, uint32_t, u)
CLBN_VECTOR_TYPES(long, int64_t, l)
CLBN_VECTOR_TYPES(ulong, uint64_t, m)
CLBN_VECTOR_TYPES(float, float, f)
CLBN_VECTOR_TYPES(double, double, d)
#undef CLBN_VECTOR_TYPES

/* The bits of halves. */
typedef uint16_t clbn_half;
typedef clbn_ushort2 clbn_half2;
typedef clbn_ushort3 clbn_half3;
typedef clbn_ushort4 clbn_half4;
typedef clbn_ushort8 clbn_half8;
typedef clbn_ushort16 clbn_half16;

/* The types that clbundle/native/alias.h substitutes for their element types. */
#define CLBN_ANY(type, name) typedef type clbn_any_##name __attribute__((may_alias));
CLBN_ANY(_Bool, bool)
CLBN_ANY(int16_t, short) CLBN_ANY(uint16_t, ushort) CLBN_ANY(int32_t, int) CLBN_ANY(uint32_t, uint)
CLBN_ANY(int64_t, long) CLBN_ANY(uint64_t, ulong) CLBN_ANY(float, float) CLBN_ANY(double, double)
#undef CLBN_ANY

/* X(code, code of the unsigned type, code of the signed type, bits) */
#define CLBN_SIGNED(X) X(c, h, c, 8) X(s, t, s, 16) X(i, u, i, 32) X(l, m, l, 64)
#define CLBN_UNSIGNED(X) X(h, h, c, 8) X(t, t, s, 16) X(u, u, i, 32) X(m, m, l, 64)
#define CLBN_INTEGERS(X) CLBN_SIGNED(X) CLBN_UNSIGNED(X)
#define CLBN_FLOATS(X) X(f, u, i, 32) X(d, m, l, 64)
#define CLBN_ALL(X) CLBN_INTEGERS(X) CLBN_FLOATS(X)

/* The same for the types that lanes hold. */
#ifdef CLBN_USES_SMALL_LANES
#define CLBN_LANE_SMALL(X) X(c, h, c, 8) X(h, h, c, 8) X(s, t, s, 16) X(t, t, s, 16)
#define CLBN_LANE_SIGNED(X) CLBN_SIGNED(X)
#define CLBN_LANE_UNSIGNED(X) CLBN_UNSIGNED(X)
#else
#define CLBN_LANE_SMALL(X)
#define CLBN_LANE_SIGNED(X) X(i, u, i, 32) X(l, m, l, 64)
#define CLBN_LANE_UNSIGNED(X) X(u, u, i, 32) X(m, m, l, 64)
#endif
#define CLBN_LANE_INTEGERS(X) CLBN_LANE_SIGNED(X) CLBN_LANE_UNSIGNED(X)
#define CLBN_LANE_ALL(X) CLBN_LANE_INTEGERS(X) CLBN_FLOATS(X)

/* X(width, ...) for the widths of vectors. */
#define CLBN_WIDTHS(X, ...) X(2, __VA_ARGS__) X(3, __VA_ARGS__) X(4, __VA_ARGS__) X(8, __VA_ARGS__) X(16, __VA_ARGS__)

/* Functions of vectors that apply a scalar function to each component. R, A, B, C are codes of types. They loop over the
 * components, which both compilers vectorise if the scalar function has no branch. */
#define CLBN_LANES_1(N, name, R, A)                                                            \
    CLBN_FN clbn_v_##R##N CLBN(name##__##A##N)(clbn_v_##A##N a)                                \
    {                                                                                          \
        clbn_v_##R##N r = {0};                                                                 \
        for (int k = 0; k < N; k++) r[k] = (clbn_v_##R)CLBN(name##__##A)(a[k]);                \
        return r;                                                                              \
    }
#define CLBN_LANES_2(N, name, R, A, B)                                                         \
    CLBN_FN clbn_v_##R##N CLBN(name##__##A##N##_##B##N)(clbn_v_##A##N a, clbn_v_##B##N b)      \
    {                                                                                          \
        clbn_v_##R##N r = {0};                                                                 \
        for (int k = 0; k < N; k++) r[k] = (clbn_v_##R)CLBN(name##__##A##_##B)(a[k], b[k]);    \
        return r;                                                                              \
    }
#define CLBN_LANES_3(N, name, R, A, B, C)                                                                        \
    CLBN_FN clbn_v_##R##N CLBN(name##__##A##N##_##B##N##_##C##N)(clbn_v_##A##N a, clbn_v_##B##N b, clbn_v_##C##N c) \
    {                                                                                                            \
        clbn_v_##R##N r = {0};                                                                                   \
        for (int k = 0; k < N; k++) r[k] = (clbn_v_##R)CLBN(name##__##A##_##B##_##C)(a[k], b[k], c[k]);          \
        return r;                                                                                                \
    }
/* The same with scalars, which are used for all components, as the last, the last two, the first or the first two arguments. */
#define CLBN_LANES_VS(N, name, R, A, B)                                                        \
    CLBN_FN clbn_v_##R##N CLBN(name##__##A##N##_##B)(clbn_v_##A##N a, clbn_v_##B b)            \
    {                                                                                          \
        clbn_v_##R##N r = {0};                                                                 \
        for (int k = 0; k < N; k++) r[k] = CLBN(name##__##A##_##B)(a[k], b);                   \
        return r;                                                                              \
    }
#define CLBN_LANES_SV(N, name, R, A, B)                                                        \
    CLBN_FN clbn_v_##R##N CLBN(name##__##A##_##B##N)(clbn_v_##A a, clbn_v_##B##N b)            \
    {                                                                                          \
        clbn_v_##R##N r = {0};                                                                 \
        for (int k = 0; k < N; k++) r[k] = CLBN(name##__##A##_##B)(a, b[k]);                   \
        return r;                                                                              \
    }
#define CLBN_LANES_VSS(N, name, R, A, B, C)                                                              \
    CLBN_FN clbn_v_##R##N CLBN(name##__##A##N##_##B##_##C)(clbn_v_##A##N a, clbn_v_##B b, clbn_v_##C c)  \
    {                                                                                                    \
        clbn_v_##R##N r = {0};                                                                           \
        for (int k = 0; k < N; k++) r[k] = CLBN(name##__##A##_##B##_##C)(a[k], b, c);                    \
        return r;                                                                                        \
    }
#define CLBN_LANES_VVS(N, name, R, A, B, C)                                                              \
    CLBN_FN clbn_v_##R##N CLBN(name##__##A##N##_##B##N##_##C)(clbn_v_##A##N a, clbn_v_##B##N b, clbn_v_##C c) \
    {                                                                                                    \
        clbn_v_##R##N r = {0};                                                                           \
        for (int k = 0; k < N; k++) r[k] = CLBN(name##__##A##_##B##_##C)(a[k], b[k], c);                 \
        return r;                                                                                        \
    }
#define CLBN_LANES_SSV(N, name, R, A, B, C)                                                              \
    CLBN_FN clbn_v_##R##N CLBN(name##__##A##_##B##_##C##N)(clbn_v_##A a, clbn_v_##B b, clbn_v_##C##N c)  \
    {                                                                                                    \
        clbn_v_##R##N r = {0};                                                                           \
        for (int k = 0; k < N; k++) r[k] = CLBN(name##__##A##_##B##_##C)(a, b, c[k]);                    \
        return r;                                                                                        \
    }
/* The same with a second result, a vector of P, which a pointer with the alignment of its elements receives. */
#define CLBN_LANES_1P(N, name, R, A, P)                                                        \
    CLBN_FN clbn_v_##R##N CLBN(name##__##A##N##_p##P##N)(clbn_v_##A##N a, void *p)             \
    {                                                                                          \
        clbn_v_##R##N r = {0};                                                                 \
        clbn_v_##P##N q = {0};                                                                 \
        for (int k = 0; k < N; k++) {                                                          \
            clbn_v_##P one;                                                                    \
            r[k] = CLBN(name##__##A##_p##P)(a[k], &one);                                       \
            q[k] = one;                                                                        \
        }                                                                                      \
        __builtin_memcpy(p, &q, sizeof q);                                                     \
        return r;                                                                              \
    }
#define CLBN_LANES_2P(N, name, R, A, B, P)                                                                           \
    CLBN_FN clbn_v_##R##N CLBN(name##__##A##N##_##B##N##_p##P##N)(clbn_v_##A##N a, clbn_v_##B##N b, void *p)        \
    {                                                                                                                \
        clbn_v_##R##N r = {0};                                                                                       \
        clbn_v_##P##N q = {0};                                                                                       \
        for (int k = 0; k < N; k++) {                                                                                \
            clbn_v_##P one;                                                                                          \
            r[k] = CLBN(name##__##A##_##B##_p##P)(a[k], b[k], &one);                                                 \
            q[k] = one;                                                                                              \
        }                                                                                                            \
        __builtin_memcpy(p, &q, sizeof q);                                                                           \
        return r;                                                                                                    \
    }

#define CLBN_VECTORS_1(name, R, A) CLBN_WIDTHS(CLBN_LANES_1, name, R, A)
#define CLBN_VECTORS_2(name, R, A, B) CLBN_WIDTHS(CLBN_LANES_2, name, R, A, B)
#define CLBN_VECTORS_3(name, R, A, B, C) CLBN_WIDTHS(CLBN_LANES_3, name, R, A, B, C)
#define CLBN_VECTORS_VS(name, R, A, B) CLBN_WIDTHS(CLBN_LANES_VS, name, R, A, B)
#define CLBN_VECTORS_SV(name, R, A, B) CLBN_WIDTHS(CLBN_LANES_SV, name, R, A, B)
#define CLBN_VECTORS_VSS(name, R, A, B, C) CLBN_WIDTHS(CLBN_LANES_VSS, name, R, A, B, C)
#define CLBN_VECTORS_VVS(name, R, A, B, C) CLBN_WIDTHS(CLBN_LANES_VVS, name, R, A, B, C)
#define CLBN_VECTORS_SSV(name, R, A, B, C) CLBN_WIDTHS(CLBN_LANES_SSV, name, R, A, B, C)
#define CLBN_VECTORS_1P(name, R, A, P) CLBN_WIDTHS(CLBN_LANES_1P, name, R, A, P)
#define CLBN_VECTORS_2P(name, R, A, B, P) CLBN_WIDTHS(CLBN_LANES_2P, name, R, A, B, P)

#endif
