/* vload, vstore and half in memory (OpenCL C 1.2, 6.12.7), prefetch. Part of clbundle/native/native.h, once per level.
 * Addresses are aligned as their elements are, no more.
 *
 * SPDX-License-Identifier: MIT */

#define CLBN_LANES_MEMORY(N, T)                                                                                    \
    CLBN_FN clbn_v_##T##N CLBN(vload##N##__m_p##T)(size_t at, const volatile clbn_v_##T *from)                     \
    {                                                                                                              \
        clbn_v_##T##N r = {0};                                                                                     \
        __builtin_memcpy(&r, (const clbn_v_##T *)from + at * N, N * sizeof *from);                                 \
        return r;                                                                                                  \
    }                                                                                                              \
    CLBN_FN void CLBN(vstore##N##__##T##N##_m_p##T)(clbn_v_##T##N a, size_t at, volatile clbn_v_##T *to)           \
    {                                                                                                              \
        __builtin_memcpy((clbn_v_##T *)to + at * N, &a, N * sizeof *to);                                           \
    }
#ifdef CLBN_INSTANCES
#define CLBN_MEMORY(T, ...) CLBN_WIDTHS(CLBN_LANES_MEMORY, T)
CLBN_ALL(CLBN_MEMORY)
#undef CLBN_MEMORY
#endif

#ifdef CLBN_USES_HALF

/* ---- half ---------------------------------------------------------------------------------------------------------- */

/* The fraction moves into place; a product mends the exponent, and normalises what is below the normal numbers. */
CLBN_FN float CLBN(of_half__t)(uint16_t a)
{
    const uint32_t size = (uint32_t)(a & 0x7fffu) << 13, sign = (uint32_t)(a & 0x8000u) << 16;
    const uint32_t ends = size >= 0x0f800000u ? 0x7f800000u | size : 0;
    const uint32_t r = CLBN(as_u__f)(CLBN(as_f__u)(size) * 0x1p112f);
    return CLBN(as_f__u)((ends ? ends : r) | sign);
}

/* The value is rounded as a multiple of the last place of a half of its size. `end`: what numbers too large become. */
#define CLBN_TO_HALF(mode, end)                                                                                    \
    CLBN_FN uint16_t CLBN(to_half_##mode##__d)(double a)                                                           \
    {                                                                                                              \
        const double size = CLBN(fmin__d_d)(__builtin_fabs(a), 0x1p17);                                            \
        int64_t e;                                                                                                 \
        (void)CLBN(split__d)(size, &e);                                                                            \
        const int64_t exponent = e < -14 ? -14 : e;                                                                \
        const double up = CLBN(as_d__m)((uint64_t)(1023 + 10 - exponent) << 52);                                   \
        const double down = CLBN(as_d__m)((uint64_t)(1023 - 10 + exponent) << 52);                                 \
        const double whole = CLBN(whole_##mode##__d)(__builtin_copysign(size, a) * up);                            \
        const double near = __builtin_fabs(whole) * down, most = (end) ? 65536 : 65504;                            \
        const double fit = near > most ? most : near, r = __builtin_fabs(a) == __builtin_inf() ? 65536 : fit;      \
        const uint32_t bits = a != a ? 0x7e00u : CLBN(as_u__f)((float)r * 0x1p-112f) >> 13;                        \
        return (uint16_t)(bits | (CLBN(as_m__d)(a) >> 63) << 15);                                                  \
    }
CLBN_TO_HALF(rte, 1)
CLBN_TO_HALF(rtz, 0)
CLBN_TO_HALF(rtp, a > 0)
CLBN_TO_HALF(rtn, a < 0)
#undef CLBN_TO_HALF

CLBN_FN float CLBN(vload_half__m_pn)(size_t at, const volatile uint16_t *from)
{
    return CLBN(of_half__t)(from[at]);
}
/* Each vector of 3 has the room of one of 4 under the names with "a", and its own otherwise. */
#define CLBN_LANES_HALF_LOAD(N, name, step)                                                                        \
    CLBN_FN clbn_v_f##N CLBN(name##N##__m_pn)(size_t at, const volatile uint16_t *from)                            \
    {                                                                                                              \
        clbn_v_f##N r = {0};                                                                                       \
        for (int k = 0; k < N; k++) r[k] = CLBN(of_half__t)(from[at * step + (size_t)k]);                          \
        return r;                                                                                                  \
    }
#define CLBN_HALF_LOADS(N, ...) \
    CLBN_LANES_HALF_LOAD(N, vload_half, N) CLBN_LANES_HALF_LOAD(N, vloada_half, (N == 3 ? 4 : N))
CLBN_WIDTHS(CLBN_HALF_LOADS, )
#undef CLBN_HALF_LOADS
#undef CLBN_LANES_HALF_LOAD

#define CLBN_LANES_HALF_STORE(N, T, name, step, suffix, mode)                                                      \
    CLBN_FN void CLBN(name##N##suffix##__##T##N##_m_pn)(clbn_v_##T##N a, size_t at, volatile uint16_t *to)         \
    {                                                                                                              \
        for (int k = 0; k < N; k++) to[at * step + (size_t)k] = CLBN(to_half_##mode##__d)((double)a[k]);           \
    }
#define CLBN_HALF_STORES(N, T, suffix, mode)                                                                       \
    CLBN_LANES_HALF_STORE(N, T, vstore_half, N, suffix, mode)                                                      \
    CLBN_LANES_HALF_STORE(N, T, vstorea_half, (N == 3 ? 4 : N), suffix, mode)
#define CLBN_HALF_STORE(T, suffix, mode)                                                                           \
    CLBN_FN void CLBN(vstore_half##suffix##__##T##_m_pn)(clbn_v_##T a, size_t at, volatile uint16_t *to)           \
    {                                                                                                              \
        to[at] = CLBN(to_half_##mode##__d)((double)a);                                                             \
    }                                                                                                              \
    CLBN_WIDTHS(CLBN_HALF_STORES, T, suffix, mode)
#define CLBN_HALF_MODES(T, ...)                                                                                    \
    CLBN_HALF_STORE(T, , rte) CLBN_HALF_STORE(T, _rte, rte) CLBN_HALF_STORE(T, _rtz, rtz)                          \
    CLBN_HALF_STORE(T, _rtp, rtp) CLBN_HALF_STORE(T, _rtn, rtn)
CLBN_FLOATS(CLBN_HALF_MODES)
#undef CLBN_HALF_MODES
#undef CLBN_HALF_STORE
#undef CLBN_HALF_STORES
#undef CLBN_LANES_HALF_STORE

#endif
