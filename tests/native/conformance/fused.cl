// With -cl-mad-enable a product in a sum may be rounded once or twice, and nothing else changes. Each kernel looks at its own
// results.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define FUSED(T)                                                                                                \
    int right_##T(const T found, const T a, const T b, const T c)                                               \
    {                                                                                                           \
        const T product = a * b;                                                                                \
        return found == fma(a, b, c) || found == product + c;                                                   \
    }                                                                                                           \
    __kernel void check_fused_##T(__global const int *in, __global int *out, const int n)                       \
    {                                                                                                           \
        const int g = get_global_id(0);                                                                         \
        const T a = (T)1 / (T)(in[g] + 3), b = (T)(g + 1) / (T)7, c = (T)in[n - 1 - g] / (T)3 - a;              \
        T sum = c, rest = c;                                                                                    \
        sum += a * b;                                                                                           \
        rest -= a * b;                                                                                          \
        int right = right_##T(a * b + c, a, b, c) && right_##T(c + a * b, a, b, c) && right_##T(sum, a, b, c);  \
        right &= right_##T(a * b - c, a, b, -c) && right_##T(c - a * b, -a, b, c) && right_##T(rest, -a, b, c); \
        right &= right_##T(mad(a, b, c), a, b, c) && right_##T(a * (T)2.5 + 1, a, (T)2.5, 1);                   \
        const T both = a * b + c * b, square = a * a - b * b;                                                   \
        right &= right_##T(both, a, b, c * b) || right_##T(both, c, b, a * b);                                  \
        right &= right_##T(square, a, a, -(b * b)) || right_##T(square, -b, b, a * a);                          \
        const T##4 vector = (T##4)(a, b, c, a) * b + (T##4)(c, a, a, b);                                        \
        right &= right_##T(vector.x, a, b, c) && right_##T(vector.y, b, b, a) && right_##T(vector.z, c, b, a) && \
                 right_##T(vector.w, a, b, b);                                                                  \
        const T##2 other = mad((T##2)(a, c), b, (T##2)(b, a));                                                  \
        right &= right_##T(other.x, a, b, b) && right_##T(other.y, c, b, a);                                    \
        for (int k = 0; k < 3 + (g & 3); ++k) {                                                                 \
            const T before = sum;                                                                               \
            sum = sum * b + a;                                                                                  \
            right &= right_##T(sum, before, b, a);                                                              \
        }                                                                                                       \
        if (g & 1) right &= right_##T(a * b + sum, a, b, sum);                                                  \
        /* Whole numbers stay exact, and what has a name is rounded. */                                         \
        const T product = a * b;                                                                                \
        right &= product + c == c + product && g * 3 + in[g] == in[g] + g + g + g;                              \
        out[g] = right;                                                                                         \
    }
FUSED(float)
FUSED(double)
