/* Atomic functions (OpenCL C 1.2, 6.12.11, and the 64-bit extensions). Part of clbundle/native/native.h, once per level.
 * They are relaxed, as in OpenCL: fences and barriers order other accesses. Knows memory and integers; must not know lanes.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_ATOMIC

#define CLBN_ATOMIC_FETCH(prefix, T, name, builtin)                                                                \
    CLBN_FN clbn_v_##T CLBN(prefix##name##__p##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T a)                      \
    {                                                                                                              \
        return builtin(p, a, __ATOMIC_RELAXED);                                                                    \
    }
#define CLBN_ATOMIC_STEP(prefix, T, name, builtin)                                                                 \
    CLBN_FN clbn_v_##T CLBN(prefix##name##__p##T)(volatile clbn_v_##T *p)                                          \
    {                                                                                                              \
        return builtin(p, (clbn_v_##T)1, __ATOMIC_RELAXED);                                                        \
    }
#define CLBN_ATOMIC_BEST(prefix, T, name, than)                                                                    \
    CLBN_FN clbn_v_##T CLBN(prefix##name##__p##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T a)                      \
    {                                                                                                              \
        clbn_v_##T old = __atomic_load_n(p, __ATOMIC_RELAXED);                                                     \
        while (a than old && !__atomic_compare_exchange_n(p, &old, a, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}   \
        return old;                                                                                                \
    }
#define CLBN_ATOMICS(prefix, T)                                                                                    \
    CLBN_ATOMIC_FETCH(prefix, T, add, __atomic_fetch_add)                                                          \
    CLBN_ATOMIC_FETCH(prefix, T, sub, __atomic_fetch_sub)                                                          \
    CLBN_ATOMIC_FETCH(prefix, T, and, __atomic_fetch_and)                                                          \
    CLBN_ATOMIC_FETCH(prefix, T, or, __atomic_fetch_or)                                                            \
    CLBN_ATOMIC_FETCH(prefix, T, xor, __atomic_fetch_xor)                                                          \
    CLBN_ATOMIC_FETCH(prefix, T, xchg, __atomic_exchange_n)                                                        \
    CLBN_ATOMIC_STEP(prefix, T, inc, __atomic_fetch_add)                                                           \
    CLBN_ATOMIC_STEP(prefix, T, dec, __atomic_fetch_sub)                                                           \
    CLBN_ATOMIC_BEST(prefix, T, min, <)                                                                            \
    CLBN_ATOMIC_BEST(prefix, T, max, >)                                                                            \
    CLBN_FN clbn_v_##T CLBN(prefix##cmpxchg__p##T##_##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T old, clbn_v_##T a) \
    {                                                                                                              \
        (void)__atomic_compare_exchange_n(p, &old, a, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                      \
        return old;                                                                                                \
    }
CLBN_ATOMICS(atomic_, i) CLBN_ATOMICS(atomic_, u)
CLBN_ATOMICS(atom_, i) CLBN_ATOMICS(atom_, u) CLBN_ATOMICS(atom_, l) CLBN_ATOMICS(atom_, m)
#undef CLBN_ATOMICS
#undef CLBN_ATOMIC_BEST
#undef CLBN_ATOMIC_STEP
#undef CLBN_ATOMIC_FETCH

CLBN_FN float CLBN(atomic_xchg__pf_f)(volatile float *p, float a)
{
    float old;
    __atomic_exchange(p, &a, &old, __ATOMIC_RELAXED);
    return old;
}

/* The same for __local memory. One thread runs a work-group, so no other access can come between. `volatile` keeps the compiler
 * from computing several work-items at once. */
#define CLBN_LOCAL_FETCH(prefix, T, U, name, value)                                                                \
    CLBN_FN clbn_v_##T CLBN(prefix##name##__p##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T a)                      \
    {                                                                                                              \
        const clbn_v_##T old = *p;                                                                                 \
        *p = (clbn_v_##T)(value);                                                                                  \
        return old;                                                                                                \
    }
#define CLBN_LOCAL_STEP(prefix, T, U, name, op)                                                                    \
    CLBN_FN clbn_v_##T CLBN(prefix##name##__p##T)(volatile clbn_v_##T *p)                                          \
    {                                                                                                              \
        const clbn_v_##T old = *p;                                                                                 \
        *p = (clbn_v_##T)((clbn_v_##U)old op 1);                                                                   \
        return old;                                                                                                \
    }
#define CLBN_LOCAL_ATOMICS(prefix, T, U)                                                                           \
    CLBN_LOCAL_FETCH(prefix, T, U, add, (clbn_v_##U)old + (clbn_v_##U)a)                                           \
    CLBN_LOCAL_FETCH(prefix, T, U, sub, (clbn_v_##U)old - (clbn_v_##U)a)                                           \
    CLBN_LOCAL_FETCH(prefix, T, U, and, old & a)                                                                   \
    CLBN_LOCAL_FETCH(prefix, T, U, or, old | a)                                                                    \
    CLBN_LOCAL_FETCH(prefix, T, U, xor, old ^ a)                                                                   \
    CLBN_LOCAL_FETCH(prefix, T, U, xchg, a)                                                                        \
    CLBN_LOCAL_STEP(prefix, T, U, inc, +)                                                                          \
    CLBN_LOCAL_STEP(prefix, T, U, dec, -)                                                                          \
    CLBN_LOCAL_FETCH(prefix, T, U, min, a < old ? a : old)                                                         \
    CLBN_LOCAL_FETCH(prefix, T, U, max, a > old ? a : old)                                                         \
    CLBN_FN clbn_v_##T CLBN(prefix##cmpxchg__p##T##_##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T is, clbn_v_##T a) \
    {                                                                                                              \
        const clbn_v_##T old = *p;                                                                                 \
        if (old == is) *p = a;                                                                                     \
        return old;                                                                                                \
    }
CLBN_LOCAL_ATOMICS(local_atomic_, i, u) CLBN_LOCAL_ATOMICS(local_atomic_, u, u)
CLBN_LOCAL_ATOMICS(local_atom_, i, u) CLBN_LOCAL_ATOMICS(local_atom_, u, u)
CLBN_LOCAL_ATOMICS(local_atom_, l, m) CLBN_LOCAL_ATOMICS(local_atom_, m, m)
#undef CLBN_LOCAL_ATOMICS
#undef CLBN_LOCAL_STEP
#undef CLBN_LOCAL_FETCH

CLBN_FN float CLBN(local_atomic_xchg__pf_f)(volatile float *p, float a)
{
    const float old = *p;
    *p = a;
    return old;
}

#endif
