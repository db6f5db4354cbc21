/* Signatures of the element-wise kernels, each written once; kernel files include it through elementwise.h or pairs.h.
 * Knows the shape of a kernel; must not know any function of the library, nor how many elements a work-item takes.
 *
 * A numeric input v is an array and its step in elements: 1 when it has n elements, 0 when it has one that holds
 * for all. A flag (give_log, lower_tail, log_p, expo) is a scalar. NAME_kernel writes out[i] for i < n.
 * SPDX-License-Identifier: MIT */

#define INPUT(v) __global const double *restrict v, const ulong v##_step
#define AT(v) v[v##_step ? i : 0] /* not i * step: compilers then keep one vectorised loop for both */
#define BODY(call)                         \
    {                                      \
        const size_t i = get_global_id(0); \
        if (i < n) out[i] = call;          \
    }
#define OUTPUT __global double *restrict out, const ulong n
/* EACHk(f, inputs, rest): f of k inputs for every element, with the flags behind them: WITH(flag) or nothing.
 * SCALEk(f, inputs, rest, flag): the same with one more flag, whether results are logarithms. */
#define WITH(flag) , flag

/* No flag: FUNCTIONk(f, arguments) for f(a, ...). */
#define FUNCTION1(f, a) __kernel void f##_kernel(INPUT(a), OUTPUT) EACH1(f, a, )
#define FUNCTION2(f, a, b) __kernel void f##_kernel(INPUT(a), INPUT(b), OUTPUT) EACH2(f, a, b, )
#define FUNCTION3(f, a, b, c) __kernel void f##_kernel(INPUT(a), INPUT(b), INPUT(c), OUTPUT) EACH3(f, a, b, c, )

/* One flag, named by its user: FLAGk(f, arguments, flag) for f(a, ..., flag). */
#define FLAG1(f, a, flag) __kernel void f##_kernel(INPUT(a), const int flag, OUTPUT) SCALE1(f, a, , flag)
#define FLAG2(f, a, b, flag) \
    __kernel void f##_kernel(INPUT(a), INPUT(b), const int flag, OUTPUT) SCALE2(f, a, b, , flag)
#define FLAG3(f, a, b, c, flag) \
    __kernel void f##_kernel(INPUT(a), INPUT(b), INPUT(c), const int flag, OUTPUT) SCALE3(f, a, b, c, , flag)
#define FLAG4(f, a, b, c, d, flag)                                                           \
    __kernel void f##_kernel(INPUT(a), INPUT(b), INPUT(c), INPUT(d), const int flag, OUTPUT) \
        EACH4(f, a, b, c, d, WITH(flag))

/* Modified Bessel functions take expo, a double in R's interface: 1 as it is, 2 exponentially scaled. _ex: a null work
 * area for the functions that have one and do not use it. */
#define EXPO2(f, a, b) \
    __kernel void f##_kernel(INPUT(a), INPUT(b), const double expo, OUTPUT) BODY(f(AT(a), AT(b), expo))
#define EXPO2_EX(f, a, b) \
    __kernel void f##_kernel(INPUT(a), INPUT(b), const double expo, OUTPUT) BODY(f(AT(a), AT(b), expo, (double *)0))
#define FUNCTION2_EX(f, a, b) __kernel void f##_kernel(INPUT(a), INPUT(b), OUTPUT) BODY(f(AT(a), AT(b), (double *)0))

/* Densities take give_log. */
#define DENSITY1(f, a) FLAG1(f, a, give_log)
#define DENSITY2(f, a, b) FLAG2(f, a, b, give_log)
#define DENSITY3(f, a, b, c) FLAG3(f, a, b, c, give_log)
#define DENSITY4(f, a, b, c, d) FLAG4(f, a, b, c, d, give_log)

/* Distribution functions and quantiles take lower_tail and log_p. */
#define TAILS const int lower_tail, const int log_p
#define WITH_TAILS , lower_tail, log_p
#define TAIL1(f, a) __kernel void f##_kernel(INPUT(a), TAILS, OUTPUT) SCALE1(f, a, WITH(lower_tail), log_p)
#define TAIL2(f, a, b) \
    __kernel void f##_kernel(INPUT(a), INPUT(b), TAILS, OUTPUT) SCALE2(f, a, b, WITH(lower_tail), log_p)
#define TAIL3(f, a, b, c) \
    __kernel void f##_kernel(INPUT(a), INPUT(b), INPUT(c), TAILS, OUTPUT) SCALE3(f, a, b, c, WITH(lower_tail), log_p)
#define TAIL4(f, a, b, c, d) \
    __kernel void f##_kernel(INPUT(a), INPUT(b), INPUT(c), INPUT(d), TAILS, OUTPUT) EACH4(f, a, b, c, d, WITH_TAILS)

/* Random variates: element i draws as element `first` + i of its stream, so that a split range gives the same. */
#define DRAW const ulong seed, const ulong stream, const ulong first
#define RNG_BODY(call)                                         \
    {                                                          \
        const size_t i = get_global_id(0);                     \
        if (i < n) {                                           \
            nm_rng rng;                                        \
            nm_rng_init(&rng, seed, stream, first + (ulong)i); \
            out[i] = call;                                     \
        }                                                      \
    }
/* NAME for one element, from block `start` of its bits. A function, so that the generator lives in none of the arrays
 * that a kernel with barriers needs for its variables. */
#define DRAW_START(start, call)                   \
    {                                             \
        nm_rng rng;                               \
        nm_rng_init(&rng, seed, stream, element); \
        rng.block = start;                        \
        return call;                              \
    }
#define DRAW_KEY const ulong seed, const ulong stream, const ulong element
#define DRAW1(name, start, a, call) NM_RV_INLINE double name(const double a, DRAW_KEY) DRAW_START(start, call)
#define DRAW2(name, start, a, b, call) \
    NM_RV_INLINE double name(const double a, const double b, DRAW_KEY) DRAW_START(start, call)
#define DRAW3(name, start, a, b, c, call) \
    NM_RV_INLINE double name(const double a, const double b, const double c, DRAW_KEY) DRAW_START(start, call)
#define KEY seed, stream, first + (ulong)i

/* Rejection: f_first makes the first try for all elements, which compilers vectorise, since barriers keep it a loop
 * over work-items of its own; where it gives NaN, f draws. PAIR: f_first takes one block of bits, then f_second
 * finishes. `here` and not n in the condition, and i within it: the native code then has plain loops and no array of
 * i. */
#define TRY_STEP(statement)                \
    if (get_local_id(0) < here) {          \
        const size_t i = get_global_id(0); \
        statement;                         \
    }
#define TRY_REST const size_t base = get_group_id(0) * get_local_size(0), here = base < n ? n - base : 0;
/* clang-format off */
#define TRY_BODY(try, call)                                            \
    {                                                                  \
        TRY_REST                                                       \
        TRY_STEP(out[i] = try)                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                  \
        TRY_STEP(if (out[i] != out[i]) out[i] = call)                  \
    }
#define PAIR_BODY(one, other, call)                                    \
    {                                                                  \
        TRY_REST                                                       \
        TRY_STEP(out[i] = one)                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                  \
        TRY_STEP(out[i] = other)                                       \
        barrier(CLK_LOCAL_MEM_FENCE);                                  \
        TRY_STEP(if (out[i] != out[i]) out[i] = call)                  \
    }
#define TRY1(f, a)                                                     \
    DRAW1(f##_try, 0, a, f##_first(a, &rng))                           \
    DRAW1(f##_all, 0, a, f(a, &rng))                                   \
    __kernel void f##_kernel(INPUT(a), DRAW, OUTPUT) TRY_BODY(f##_try(AT(a), KEY), f##_all(AT(a), KEY))
#define TRY2(f, a, b)                                                  \
    DRAW2(f##_try, 0, a, b, f##_first(a, b, &rng))                     \
    DRAW2(f##_all, 0, a, b, f(a, b, &rng))                             \
    __kernel void f##_kernel(INPUT(a), INPUT(b), DRAW, OUTPUT)         \
        TRY_BODY(f##_try(AT(a), AT(b), KEY), f##_all(AT(a), AT(b), KEY))
#define PAIR2(f, a, b)                                                 \
    DRAW1(f##_one, 0, a, f##_first(a, &rng))                           \
    DRAW2(f##_two, 1, one, b, f##_second(one, b, &rng))                \
    DRAW2(f##_all, 0, a, b, f(a, b, &rng))                             \
    __kernel void f##_kernel(INPUT(a), INPUT(b), DRAW, OUTPUT)         \
        PAIR_BODY(f##_one(AT(a), KEY), f##_two(out[i], AT(b), KEY), f##_all(AT(a), AT(b), KEY))
/* clang-format on */
#define VARIATE0(f) __kernel void f##_kernel(DRAW, OUTPUT) RNG_BODY(f(&rng))
#define VARIATE1(f, a) __kernel void f##_kernel(INPUT(a), DRAW, OUTPUT) RNG_BODY(f(AT(a), &rng))
#define VARIATE2(f, a, b) __kernel void f##_kernel(INPUT(a), INPUT(b), DRAW, OUTPUT) RNG_BODY(f(AT(a), AT(b), &rng))
#define VARIATE3(f, a, b, c) \
    __kernel void f##_kernel(INPUT(a), INPUT(b), INPUT(c), DRAW, OUTPUT) RNG_BODY(f(AT(a), AT(b), AT(c), &rng))
