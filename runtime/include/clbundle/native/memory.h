/* vload, vstore and half in memory (OpenCL C 1.2, 6.12.7), prefetch. Part of clbundle/native/native.h, once per level.
 * Addresses need only the alignment of their elements. Knows memory and types; must not know lanes.
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

/* ---- half in memory, by the conversions of half.h ------------------------------------------------------------------- */

CLBN_FN float CLBN(vload_half__m_pn)(size_t at, const volatile uint16_t *from)
{
    return CLBN(of_half__t)(from[at]);
}
/* In the functions with "a" in their names, a vector of 3 takes the memory of a vector of 4. */
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
        for (int k = 0; k < N; k++) to[at * step + (size_t)k] = CLBN(to_half_##mode##__##T)(a[k]);           \
    }
#define CLBN_HALF_STORES(N, T, suffix, mode)                                                                       \
    CLBN_LANES_HALF_STORE(N, T, vstore_half, N, suffix, mode)                                                      \
    CLBN_LANES_HALF_STORE(N, T, vstorea_half, (N == 3 ? 4 : N), suffix, mode)
#define CLBN_HALF_STORE(T, suffix, mode)                                                                           \
    CLBN_FN void CLBN(vstore_half##suffix##__##T##_m_pn)(clbn_v_##T a, size_t at, volatile uint16_t *to)           \
    {                                                                                                              \
        to[at] = CLBN(to_half_##mode##__##T)(a);                                                             \
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
