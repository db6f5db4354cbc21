/* Signatures of the element-wise kernels on floats, as those of kernels/nmath/signatures.h on doubles.
 * Knows the shape of a kernel; must not know any function of the library.
 * SPDX-License-Identifier: MIT */

#define INPUT(v) __global const float *restrict v, const ulong v##_step
#define AT(v) v[v##_step ? i : 0]
#define OUTPUT __global float *restrict out, const ulong n
#define BODY(call)                         \
    {                                      \
        const size_t i = get_global_id(0); \
        if (i < n) out[i] = call;          \
    }

/* Densities take give_log, distribution functions and quantiles lower_tail and log_p. */
#define DENSITY2(f, a, b) \
    __kernel void f##_kernel(INPUT(a), INPUT(b), const int give_log, OUTPUT) BODY(f(AT(a), AT(b), give_log))
#define DENSITY3(f, a, b, c)                                                           \
    __kernel void f##_kernel(INPUT(a), INPUT(b), INPUT(c), const int give_log, OUTPUT) \
        BODY(f(AT(a), AT(b), AT(c), give_log))
#define TAIL2(f, a, b)                                                                          \
    __kernel void f##_kernel(INPUT(a), INPUT(b), const int lower_tail, const int log_p, OUTPUT) \
        BODY(f(AT(a), AT(b), lower_tail, log_p))
#define TAIL3(f, a, b, c)                                                                                 \
    __kernel void f##_kernel(INPUT(a), INPUT(b), INPUT(c), const int lower_tail, const int log_p, OUTPUT) \
        BODY(f(AT(a), AT(b), AT(c), lower_tail, log_p))
