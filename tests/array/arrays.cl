// Kernels for the tests of calls with arrays.
// SPDX-License-Identifier: MIT

// @range: n
// @arg x: in n
// @arg y: out n
__kernel void scale(__global const double *x, const double a, __global double *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = a * x[i];
}

// A step is 0 where one element holds for all.
// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg z: in 1+(n-1)*z_step
// @arg y: out n
__kernel void add(__global const double *x, const ulong x_step, __global const double *z, const ulong z_step,
                  __global double *y, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = x[x_step ? i : 0] + z[z_step ? i : 0];
}

// What a random kernel does: the result depends on the element's number.
// @range: n
// @arg y: out n
__kernel void number(__global long *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = i;
}

// Element-wise by its annotations only: it looks at a neighbour, so it must get its arrays whole.
// @range: n
// @arg x: in n
// @arg y: out n
__kernel void difference(__global const double *x, __global double *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = x[i] - (i ? x[i - 1] : 0.0);
}

// Two outputs.
// @range: n
// @arg x: in n
// @arg whole: out n
// @arg rest: out n
__kernel void split(__global const double *x, __global double *whole, __global double *rest, const int n)
{
    const int i = get_global_id(0);
    if (i < n) {
        whole[i] = floor(x[i]);
        rest[i] = x[i] - floor(x[i]);
    }
}

// @range: n
// @arg x: inout n
__kernel void increase(__global int *x, const int n)
{
    const int i = get_global_id(0);
    if (i < n) x[i] += 1;
}

// @range: m, n
// @arg x: in m, k
// @arg b: in column k, n
// @arg y: out m, n
__kernel void product(__global const float *x, __global const float *b, __global float *y, const int m, const int k,
                      const int n)
{
    const int i = get_global_id(0), j = get_global_id(1);
    float sum = 0.0f;
    for (int q = 0; q < k; ++q) sum += x[i * k + q] * b[j * k + q];
    y[i * n + j] = sum;
}

// A product of sizes takes an array of any shape with as many elements.
// @range: rows*width
// @arg x: in rows*width
// @arg y: out rows*width
__kernel void copy(__global const float *x, __global float *y, const int rows, const int width)
{
    const int i = get_global_id(0);
    if (i < rows * width) y[i] = x[i];
}

// Elements of other sizes, and other integers that count them.
// @range: n
// @arg x: in n
// @arg y: out n
__kernel void turn_bytes(__global const char *x, __global char *y, const uchar n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = (char)-x[i];
}

// @range: n
// @arg x: in n
// @arg y: out n
__kernel void turn_shorts(__global const short *x, __global short *y, const short n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = (short)-x[i];
}

// @range: n
// @arg x: in n
// @arg y: out n
__kernel void turn_floats(__global const float *x, __global float *y, const ushort n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = -x[i];
}

// @range: n
// @arg x: in n
// @arg y: out n
__kernel void turn_pairs(__global const double2 *x, __global double2 *y, const long n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = -x[i];
}

// @range: n
// @arg x: in n
// @arg y: out n
__kernel void turn_fours(__global const double4 *x, __global double4 *y, const char n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = -x[i];
}

// Division truncates, as in C: 1 window where n is 0.
// @range: (n-5)/2+3
// @arg x: in n
// @arg y: out (n-5)/2+3, 1-n%4
__kernel void windows(__global const int *x, __global int *y, const int n)
{
    const int i = get_global_id(0);
    if (i == 0 && n < 0) y[i] = x[i];
}
