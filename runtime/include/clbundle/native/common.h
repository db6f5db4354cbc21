/* Common and geometric functions (OpenCL C 1.2, 6.12.4 and 6.12.5). Part of clbundle/native/native.h, once per level. Knows
 * numbers; must not know memory.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_COMMON
#define CLBN_COMMON(T, U, S, bits)                                                                                 \
    CLBN_FN clbn_v_##T CLBN(max__##T##_##T)(clbn_v_##T a, clbn_v_##T b) { return a < b ? b : a; }                  \
    CLBN_FN clbn_v_##T CLBN(min__##T##_##T)(clbn_v_##T a, clbn_v_##T b) { return b < a ? b : a; }                  \
    CLBN_FN clbn_v_##T CLBN(clamp__##T##_##T##_##T)(clbn_v_##T a, clbn_v_##T low, clbn_v_##T high)                 \
    {                                                                                                              \
        return CLBN(fmin__##T##_##T)(CLBN(fmax__##T##_##T)(a, low), high);                                         \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(degrees__##T)(clbn_v_##T a) { return (clbn_v_##T)57.295779513082320877 * a; }          \
    CLBN_FN clbn_v_##T CLBN(radians__##T)(clbn_v_##T a) { return (clbn_v_##T)0.017453292519943295769 * a; }        \
    CLBN_FN clbn_v_##T CLBN(mix__##T##_##T##_##T)(clbn_v_##T a, clbn_v_##T b, clbn_v_##T t)                        \
    {                                                                                                              \
        return a + (b - a) * t;                                                                                    \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(step__##T##_##T)(clbn_v_##T edge, clbn_v_##T a) { return (clbn_v_##T)!(a < edge); }       \
    CLBN_FN clbn_v_##T CLBN(smoothstep__##T##_##T##_##T)(clbn_v_##T from, clbn_v_##T to, clbn_v_##T a)             \
    {                                                                                                              \
        const clbn_v_##T t = CLBN(clamp__##T##_##T##_##T)((a - from) / (to - from), 0, 1);                         \
        return t * t * (3 - 2 * t);                                                                                \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(sign__##T)(clbn_v_##T a)                                                               \
    {                                                                                                              \
        const clbn_v_##T one = CLBN(copysign__##T##_##T)(1, a), r = a == 0 ? a : one;                              \
        return a != a ? 0 : r;                                                                                     \
    }
CLBN_FLOATS(CLBN_COMMON)
#undef CLBN_COMMON
#endif

#ifdef CLBN_INSTANCES
#define CLBN_COMMON_VECTORS(T, U, S, bits)                                                                          \
    CLBN_VECTORS_2(max, T, T, T) CLBN_VECTORS_VS(max, T, T, T)                                                     \
    CLBN_VECTORS_2(min, T, T, T) CLBN_VECTORS_VS(min, T, T, T)                                                     \
    CLBN_VECTORS_3(clamp, T, T, T, T) CLBN_VECTORS_VSS(clamp, T, T, T, T)                                          \
    CLBN_VECTORS_1(degrees, T, T) CLBN_VECTORS_1(radians, T, T) CLBN_VECTORS_1(sign, T, T)                         \
    CLBN_VECTORS_3(mix, T, T, T, T) CLBN_VECTORS_VVS(mix, T, T, T, T)                                              \
    CLBN_VECTORS_2(step, T, T, T) CLBN_VECTORS_SV(step, T, T, T)                                                   \
    CLBN_VECTORS_3(smoothstep, T, T, T, T) CLBN_VECTORS_SSV(smoothstep, T, T, T, T)
CLBN_FLOATS(CLBN_COMMON_VECTORS)
#undef CLBN_COMMON_VECTORS
#endif

/* ---- Geometric functions ------------------------------------------------------------------------------------------- */

#ifdef CLBN_USES_GEOMETRIC

/* Sums of float are taken in double. For double, lengths are scaled by a power of two near the largest component, so that
 * no square leaves the range. */
#define CLBN_LANES_GEOMETRIC(N, T)                                                                                 \
    CLBN_FN clbn_v_##T CLBN(distance__##T##N##_##T##N)(clbn_v_##T##N a, clbn_v_##T##N b)                           \
    {                                                                                                              \
        return CLBN(length__##T##N)(a - b);                                                                        \
    }                                                                                                              \
    CLBN_FN clbn_v_##T##N CLBN(normalize__##T##N)(clbn_v_##T##N a)                                                 \
    {                                                                                                              \
        clbn_v_##T most = 0;                                                                                       \
        int undefined = 0;                                                                                         \
        clbn_v_##T##N x = a;                                                                                       \
        for (int k = 0; k < N; k++) {                                                                              \
            most = CLBN(fmax__##T##_##T)(most, CLBN(fabs__##T)(a[k]));                                             \
            undefined |= a[k] != a[k];                                                                             \
        }                                                                                                          \
        if (undefined) return a + (clbn_v_##T)__builtin_nan("");                                                   \
        if (most == 0) return a;                                                                                   \
        if (most == (clbn_v_##T)__builtin_inf())                                                                   \
            for (int k = 0; k < N; k++)                                                                            \
                x[k] = CLBN(copysign__##T##_##T)(CLBN(fabs__##T)(a[k]) == most ? 1 : 0, a[k]);                     \
        else                                                                                                       \
            for (int k = 0; k < N; k++) x[k] = CLBN(ldexp__##T##_i)(a[k], -CLBN(ilogb__##T)(most));                \
        return x / CLBN(length__##T##N)(x);                                                                        \
    }
#define CLBN_LANES_DOT_F(N)                                                                                        \
    CLBN_FN float CLBN(dot__f##N##_f##N)(clbn_v_f##N a, clbn_v_f##N b)                                             \
    {                                                                                                              \
        double sum = 0;                                                                                            \
        for (int k = 0; k < N; k++) sum += (double)a[k] * (double)b[k];                                            \
        return (float)sum;                                                                                         \
    }                                                                                                              \
    CLBN_FN float CLBN(length__f##N)(clbn_v_f##N a)                                                                \
    {                                                                                                              \
        double sum = 0;                                                                                            \
        int infinite = 0;                                                                                          \
        for (int k = 0; k < N; k++) {                                                                              \
            sum += (double)a[k] * (double)a[k];                                                                    \
            infinite |= __builtin_fabsf(a[k]) == __builtin_inff();                                                 \
        }                                                                                                          \
        return infinite ? __builtin_inff() : (float)__builtin_sqrt(sum);                                           \
    }                                                                                                              \
    CLBN_LANES_GEOMETRIC(N, f)                                                                                     \
    CLBN_FN float CLBN(fast_length__f##N)(clbn_v_f##N a) { return CLBN(length__f##N)(a); }                         \
    CLBN_FN float CLBN(fast_distance__f##N##_f##N)(clbn_v_f##N a, clbn_v_f##N b)                                   \
    {                                                                                                              \
        return CLBN(distance__f##N##_f##N)(a, b);                                                                  \
    }                                                                                                              \
    CLBN_FN clbn_v_f##N CLBN(fast_normalize__f##N)(clbn_v_f##N a) { return CLBN(normalize__f##N)(a); }
#define CLBN_LANES_DOT_D(N)                                                                                        \
    CLBN_FN double CLBN(dot__d##N##_d##N)(clbn_v_d##N a, clbn_v_d##N b)                                            \
    {                                                                                                              \
        double sum = a[0] * b[0];                                                                                  \
        for (int k = 1; k < N; k++) sum += a[k] * b[k];                                                            \
        return sum;                                                                                                \
    }                                                                                                              \
    CLBN_FN double CLBN(length__d##N)(clbn_v_d##N a)                                                               \
    {                                                                                                              \
        double most = 0, sum = 0;                                                                                  \
        for (int k = 0; k < N; k++) most = CLBN(fmax__d_d)(most, __builtin_fabs(a[k]));                            \
        const int ends = !(most < __builtin_inf()) || most == 0;                                                   \
        const int32_t by = ends ? 0 : CLBN(ilogb__d)(most);                                                        \
        for (int k = 0; k < N; k++) {                                                                              \
            const double x = CLBN(ldexp__d_i)(a[k], -by);                                                          \
            sum += x * x;                                                                                          \
        }                                                                                                          \
        return most == __builtin_inf() ? most : CLBN(ldexp__d_i)(__builtin_sqrt(sum), by);                         \
    }                                                                                                              \
    CLBN_LANES_GEOMETRIC(N, d)
CLBN_LANES_DOT_F(2) CLBN_LANES_DOT_F(3) CLBN_LANES_DOT_F(4)
CLBN_LANES_DOT_D(2) CLBN_LANES_DOT_D(3) CLBN_LANES_DOT_D(4)
#undef CLBN_LANES_DOT_F
#undef CLBN_LANES_DOT_D
#undef CLBN_LANES_GEOMETRIC

#define CLBN_LINE(T, U, S, bits)                                                                                   \
    CLBN_FN clbn_v_##T CLBN(dot__##T##_##T)(clbn_v_##T a, clbn_v_##T b) { return a * b; }                          \
    CLBN_FN clbn_v_##T CLBN(length__##T)(clbn_v_##T a) { return CLBN(fabs__##T)(a); }                              \
    CLBN_FN clbn_v_##T CLBN(distance__##T##_##T)(clbn_v_##T a, clbn_v_##T b) { return CLBN(fabs__##T)(a - b); }    \
    CLBN_FN clbn_v_##T CLBN(normalize__##T)(clbn_v_##T a)                                                          \
    {                                                                                                              \
        return a == 0 || a != a ? a : CLBN(copysign__##T##_##T)(1, a);                                             \
    }                                                                                                              \
    CLBN_FN clbn_v_##T##4 CLBN(cross__##T##4_##T##4)(clbn_v_##T##4 a, clbn_v_##T##4 b)                             \
    {                                                                                                              \
        const clbn_v_##T##4 r = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0}; \
        return r;                                                                                                  \
    }                                                                                                              \
    CLBN_FN clbn_v_##T##3 CLBN(cross__##T##3_##T##3)(clbn_v_##T##3 a, clbn_v_##T##3 b)                             \
    {                                                                                                              \
        return CLBN(cross__##T##4_##T##4)(a, b);                                                                   \
    }
CLBN_FLOATS(CLBN_LINE)
#undef CLBN_LINE
CLBN_FN float CLBN(fast_length__f)(float a) { return CLBN(length__f)(a); }
CLBN_FN float CLBN(fast_distance__f_f)(float a, float b) { return CLBN(distance__f_f)(a, b); }
CLBN_FN float CLBN(fast_normalize__f)(float a) { return CLBN(normalize__f)(a); }

#endif
