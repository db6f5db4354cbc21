/* Atomic functions on objects of atomic types (OpenCL C 2.0, 6.13.11). Part of clbundle/native/native.h, once per level.
 * object_X is sequentially consistent, relaxed_object_X is not. local_object_X is for __local memory: one thread runs a
 * work-group, so no other access can come between, and `volatile` keeps the compiler from computing several work-items at
 * once. Knows memory orders; must not know lanes.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_ATOMIC_OBJECT

#define CLBN_OBJECT_FETCH(prefix, order, T, name, builtin)                                                         \
    CLBN_FN clbn_v_##T CLBN(prefix##name##__p##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T a)                      \
    {                                                                                                              \
        return builtin(p, a, order);                                                                               \
    }
/* Computes `value` from `old` and `a`, and repeats that until no other thread has changed the memory meanwhile. */
#define CLBN_OBJECT_COMPUTE(prefix, order, T, name, value)                                                         \
    CLBN_FN clbn_v_##T CLBN(prefix##name##__p##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T a)                      \
    {                                                                                                              \
        clbn_v_##T old, next;                                                                                      \
        __atomic_load(p, &old, __ATOMIC_RELAXED);                                                                  \
        do next = (value);                                                                                         \
        while (!__atomic_compare_exchange(p, &old, &next, 1, order, __ATOMIC_RELAXED));                            \
        return old;                                                                                                \
    }
/* What is the same for an integer and for the bits of a half. */
#define CLBN_OBJECT_BITS(prefix, order, T)                                                                         \
    CLBN_FN clbn_v_##T CLBN(prefix##load__p##T)(volatile clbn_v_##T *p) { return __atomic_load_n(p, order); }      \
    CLBN_FN void CLBN(prefix##store__p##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T a)                             \
    {                                                                                                              \
        __atomic_store_n(p, a, order);                                                                             \
    }                                                                                                              \
    CLBN_OBJECT_FETCH(prefix, order, T, exchange, __atomic_exchange_n)                                             \
    CLBN_FN clbn_v_##T CLBN(prefix##cmpxchg__p##T##_##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T is, clbn_v_##T a) \
    {                                                                                                              \
        (void)__atomic_compare_exchange_n(p, &is, a, 0, order, __ATOMIC_RELAXED);                                  \
        return is;                                                                                                 \
    }
#define CLBN_OBJECT_INTEGERS(prefix, order, T)                                                                     \
    CLBN_OBJECT_BITS(prefix, order, T)                                                                             \
    CLBN_OBJECT_FETCH(prefix, order, T, fetch_add, __atomic_fetch_add)                                             \
    CLBN_OBJECT_FETCH(prefix, order, T, fetch_sub, __atomic_fetch_sub)                                             \
    CLBN_OBJECT_FETCH(prefix, order, T, fetch_and, __atomic_fetch_and)                                             \
    CLBN_OBJECT_FETCH(prefix, order, T, fetch_or, __atomic_fetch_or)                                               \
    CLBN_OBJECT_FETCH(prefix, order, T, fetch_xor, __atomic_fetch_xor)                                             \
    CLBN_OBJECT_COMPUTE(prefix, order, T, fetch_min, a < old ? a : old)                                            \
    CLBN_OBJECT_COMPUTE(prefix, order, T, fetch_max, a > old ? a : old)
/* What is computed with halves is rounded once. */
#ifdef CLBN_USES_HALF
CLBN_FN clbn_v_t CLBN(half_sum)(clbn_v_t a, clbn_v_t b)
{
    return CLBN(to_half_rte__f)(CLBN(of_half__t)(a) + CLBN(of_half__t)(b));
}
CLBN_FN clbn_v_t CLBN(half_difference)(clbn_v_t a, clbn_v_t b)
{
    return CLBN(to_half_rte__f)(CLBN(of_half__t)(a) - CLBN(of_half__t)(b));
}
CLBN_FN clbn_v_t CLBN(half_least)(clbn_v_t a, clbn_v_t b)
{
    const float x = CLBN(of_half__t)(a), y = CLBN(of_half__t)(b);
    return y < x || x != x ? b : a;
}
CLBN_FN clbn_v_t CLBN(half_most)(clbn_v_t a, clbn_v_t b)
{
    const float x = CLBN(of_half__t)(a), y = CLBN(of_half__t)(b);
    return y > x || x != x ? b : a;
}
#define CLBN_OBJECT_HALVES(prefix, order)                                                                          \
    CLBN_OBJECT_COMPUTE(prefix, order, t, half_fetch_add, CLBN(half_sum)(old, a))                                  \
    CLBN_OBJECT_COMPUTE(prefix, order, t, half_fetch_sub, CLBN(half_difference)(old, a))                           \
    CLBN_OBJECT_COMPUTE(prefix, order, t, half_fetch_min, CLBN(half_least)(old, a))                                \
    CLBN_OBJECT_COMPUTE(prefix, order, t, half_fetch_max, CLBN(half_most)(old, a))
#else
#define CLBN_OBJECT_HALVES(prefix, order)
#endif
#define CLBN_OBJECT_FLOATS(prefix, order, T)                                                                       \
    CLBN_OBJECT_COMPUTE(prefix, order, T, fetch_add, old + a)                                                      \
    CLBN_OBJECT_COMPUTE(prefix, order, T, fetch_sub, old - a)                                                      \
    CLBN_OBJECT_COMPUTE(prefix, order, T, fetch_min, a < old || old != old ? a : old)                              \
    CLBN_OBJECT_COMPUTE(prefix, order, T, fetch_max, a > old || old != old ? a : old)
#define CLBN_OBJECTS(prefix, order)                                                                                \
    CLBN_OBJECT_INTEGERS(prefix, order, i) CLBN_OBJECT_INTEGERS(prefix, order, u)                                  \
    CLBN_OBJECT_INTEGERS(prefix, order, l) CLBN_OBJECT_INTEGERS(prefix, order, m)                                  \
    CLBN_OBJECT_FLOATS(prefix, order, f) CLBN_OBJECT_FLOATS(prefix, order, d)                                      \
    CLBN_OBJECT_BITS(prefix, order, t) CLBN_OBJECT_HALVES(prefix, order)
CLBN_OBJECTS(object_, __ATOMIC_SEQ_CST)
CLBN_OBJECTS(relaxed_object_, __ATOMIC_RELAXED)
#undef CLBN_OBJECTS
#undef CLBN_OBJECT_HALVES
#undef CLBN_OBJECT_FLOATS
#undef CLBN_OBJECT_INTEGERS
#undef CLBN_OBJECT_BITS
#undef CLBN_OBJECT_COMPUTE
#undef CLBN_OBJECT_FETCH

#define CLBN_LOCAL_FETCH(T, name, value)                                                                           \
    CLBN_FN clbn_v_##T CLBN(local_object_##name##__p##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T a)               \
    {                                                                                                              \
        const clbn_v_##T old = *p;                                                                                 \
        *p = (clbn_v_##T)(value);                                                                                  \
        return old;                                                                                                \
    }
#define CLBN_LOCAL_BITS(T)                                                                                         \
    CLBN_FN clbn_v_##T CLBN(local_object_load__p##T)(volatile clbn_v_##T *p) { return *p; }                        \
    CLBN_FN void CLBN(local_object_store__p##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T a) { *p = a; }            \
    CLBN_LOCAL_FETCH(T, exchange, a)                                                                               \
    CLBN_FN clbn_v_##T CLBN(local_object_cmpxchg__p##T##_##T##_##T)(volatile clbn_v_##T *p, clbn_v_##T is, clbn_v_##T a) \
    {                                                                                                              \
        const clbn_v_##T old = *p;                                                                                 \
        if (old == is) *p = a;                                                                                     \
        return old;                                                                                                \
    }
#define CLBN_LOCAL_INTEGERS(T, U)                                                                                  \
    CLBN_LOCAL_BITS(T)                                                                                             \
    CLBN_LOCAL_FETCH(T, fetch_add, (clbn_v_##U)old + (clbn_v_##U)a)                                                \
    CLBN_LOCAL_FETCH(T, fetch_sub, (clbn_v_##U)old - (clbn_v_##U)a)                                                \
    CLBN_LOCAL_FETCH(T, fetch_and, old & a)                                                                        \
    CLBN_LOCAL_FETCH(T, fetch_or, old | a)                                                                         \
    CLBN_LOCAL_FETCH(T, fetch_xor, old ^ a)                                                                        \
    CLBN_LOCAL_FETCH(T, fetch_min, a < old ? a : old)                                                              \
    CLBN_LOCAL_FETCH(T, fetch_max, a > old ? a : old)
#define CLBN_LOCAL_FLOATS(T)                                                                                       \
    CLBN_LOCAL_FETCH(T, fetch_add, old + a)                                                                        \
    CLBN_LOCAL_FETCH(T, fetch_sub, old - a)                                                                        \
    CLBN_LOCAL_FETCH(T, fetch_min, a < old || old != old ? a : old)                                                \
    CLBN_LOCAL_FETCH(T, fetch_max, a > old || old != old ? a : old)
CLBN_LOCAL_INTEGERS(i, u) CLBN_LOCAL_INTEGERS(u, u) CLBN_LOCAL_INTEGERS(l, m) CLBN_LOCAL_INTEGERS(m, m)
CLBN_LOCAL_FLOATS(f) CLBN_LOCAL_FLOATS(d)
CLBN_LOCAL_BITS(t)
#ifdef CLBN_USES_HALF
CLBN_LOCAL_FETCH(t, half_fetch_add, CLBN(half_sum)(old, a))
CLBN_LOCAL_FETCH(t, half_fetch_sub, CLBN(half_difference)(old, a))
CLBN_LOCAL_FETCH(t, half_fetch_min, CLBN(half_least)(old, a))
CLBN_LOCAL_FETCH(t, half_fetch_max, CLBN(half_most)(old, a))
#endif
#undef CLBN_LOCAL_FLOATS
#undef CLBN_LOCAL_INTEGERS
#undef CLBN_LOCAL_BITS
#undef CLBN_LOCAL_FETCH

#endif
