// A bool under every operator that assigns, with operands of every type, wherever it is kept.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct flags {
    char before;
    bool b;
    short after;
} flags;

// Numbers whose lowest byte, or whose whole part, is 0; and others.
__constant int numbers[16] = {0, 1, 2, 256, -256, 0x10000, -1, 255, 1 << 30, 0x102, 128, -128, 3, 512, 0x7f00, -2};
__constant float fractions[8] = {0.0f, 0.5f, -0.25f, 1.0f, 256.0f, -1.0f, 0x1p-149f, 1e10f};

// With what the caller changes: its parameter, and what its pointer points to.
#define CHANGERS(T, name, op)                            \
    static bool name##_##T(bool c, const T x, bool *at)  \
    {                                                    \
        c op x;                                          \
        *at op x;                                        \
        return c;                                        \
    }
#define EVERYWHERE(T, name, op)                            \
    {                                                      \
        bool v = c, a[3] = {c, c, c}, at = c;              \
        flags f = {1, c, 2};                               \
        seen[l] = c;                                       \
        const int value = v op x;                          \
        f.b op x;                                          \
        a[g % 3] op x;                                     \
        seen[l] op x;                                      \
        h = h * 3 + value + v + 2 * (v == true);           \
        h = h * 3 + f.b + 4 * f.before + f.after;          \
        h = h * 3 + a[0] + 2 * a[1] + 4 * a[2];            \
        h = h * 3 + seen[l] + 2 * name##_##T(c, x, &at);   \
        h = h * 3 + at + (at ? 5 : 7);                     \
    }
#define BEFORE(T)                                                                         \
    const int g = get_global_id(0), l = get_local_id(0);                                  \
    bool c = in[g] & 1;                                                                   \
    uint h = c;                                                                           \
    T x;
#define COMMON(X, T) X(T, sum, +=) X(T, difference, -=) X(T, product, *=) X(T, equal, =)
#define INTEGERS(X, T) COMMON(X, T) X(T, either, |=) X(T, both, &=) X(T, one, ^=) X(T, left, <<=) X(T, right, >>=)
#define DIVISIONS(X, T) X(T, quotient, /=) X(T, remainder, %=)
#define TRUTH_OF_INTEGERS(T)                                                   \
    INTEGERS(CHANGERS, T) DIVISIONS(CHANGERS, T)                               \
    __kernel void truth_##T(__global const int *in, __global int *out, int n)  \
    {                                                                          \
        __local bool seen[64];                                                 \
        BEFORE(T)                                                              \
        for (int k = 0; k < 16; ++k) {                                         \
            x = (T)numbers[(k + in[g + 1]) & 15];                              \
            INTEGERS(EVERYWHERE, T)                                            \
            if (x != 0) { DIVISIONS(EVERYWHERE, T) }                           \
        }                                                                      \
        out[g] = (int)h;                                                       \
    }
#define TRUTH_OF_FRACTIONS(T)                                                  \
    COMMON(CHANGERS, T) CHANGERS(T, quotient, /=)                              \
    __kernel void truth_##T(__global const int *in, __global int *out, int n)  \
    {                                                                          \
        __local bool seen[64];                                                 \
        BEFORE(T)                                                              \
        for (int k = 0; k < 8; ++k) {                                          \
            x = (T)fractions[(k + in[g + 1]) & 7];                             \
            COMMON(EVERYWHERE, T) EVERYWHERE(T, quotient, /=)                  \
        }                                                                      \
        out[g] = (int)h;                                                       \
    }

TRUTH_OF_INTEGERS(bool)
TRUTH_OF_INTEGERS(char)
TRUTH_OF_INTEGERS(uchar)
TRUTH_OF_INTEGERS(short)
TRUTH_OF_INTEGERS(ushort)
TRUTH_OF_INTEGERS(int)
TRUTH_OF_INTEGERS(uint)
TRUTH_OF_INTEGERS(long)
TRUTH_OF_INTEGERS(ulong)
TRUTH_OF_FRACTIONS(float)
TRUTH_OF_FRACTIONS(double)

__constant bool written[8] = {2, 0.5f, 256, 0, -1, 0x1p-149f, 1e300, !5};

__kernel void truth_steps(__global const int *in, __global int *out, int n)
{
    __local bool seen[64];
    const int g = get_global_id(0), l = get_local_id(0);
    bool v = in[g] & 1, a[2] = {in[g] & 256, in[g] & 1};
    flags f = {0, in[g] & 3, 0};
    seen[l] = in[g] & 2;
    uint h = 0;
    for (int k = 0; k < 4; ++k) {
        h = h * 5 + v++ + 2 * (k & 1 ? v-- : --v) + 4 * (++v == true);
        h = h * 5 + --a[k & 1] + 2 * a[0]++ + 4 * a[1];
        h = h * 5 + f.b-- + 2 * f.b + 4 * --f.b;
        h = h * 5 + --seen[l] + 2 * seen[l]-- + 4 * seen[l];
        v = h & 16;
        h += written[(k + g) & 7] + 2 * (written[k] == true);
    }
    out[g] = (int)h;
}

// The conversions that a program states, and those of calls and returns.
static bool as_result(float x) { return x; }
static int as_parameter(const bool b) { return b + 2 * (b == true); }

__kernel void truth_converted(__global const int *in, __global int *out, int n)
{
    const int g = get_global_id(0);
    uint h = 0;
    for (int k = 0; k < 16; ++k) {
        const int x = numbers[(k + in[g]) & 15];
        const float y = fractions[(k + in[g]) & 7];
        bool b = y, d;
        d = (double)y;
        h = h * 3 + b + d + as_result(y) + as_parameter(x) + as_parameter(y) + (bool)(long)x + (bool)(in + x);
        b = x << 8;
        b |= numbers[k] & 256;
        d += y;
        d ^= (uchar)x;
        h = h * 3 + b + 2 * d + (b ? 4 : 0) + ((b == true) != 0) + (d + b) * 8 + (int)(b * 0.5f);
    }
    out[g] = (int)h;
}
