// Kernels that can be split, each in a way of its own. Results are exact on every device.
// SPDX-License-Identifier: MIT

// A window that slides: halo.
// @range: n
// @split: n
// @arg x: in n+2*h
// @arg y: out n
__kernel void window(__global const float *x, __global float *y, const int h, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k <= 2 * h; ++k) sum += x[i + k];
    y[i] = sum;
}

// Rows of a matrix, and a vector that every part needs.
// @range: m
// @split: m
// @arg X: in m, l
// @arg b: in l
// @arg y: out m
__kernel void rows(__global const double *X, __global const double *b, __global double *y, const int m, const int l)
{
    const int i = get_global_id(0);
    double sum = 0;
    for (int k = 0; k < l; ++k) sum += X[i * l + k] * b[k];
    y[i] = sum;
}

// The same by columns: the elements of a unit lie apart.
// @range: m
// @split: m
// @arg X: in column m, l
// @arg Y: out column m, l
__kernel void columns(__global const int *X, __global int *Y, const int m, const int l)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < l; ++k) {
        sum += X[i + k * m];
        Y[i + k * m] = sum;
    }
}

// Variates that count by the id, and see n.
// @range: n
// @split: n
// @arg u: out n
__kernel void variates(__global double *u, const ulong seed, const ulong n)
{
    ulong z = (get_global_id(0) + 1) * 0x9E3779B97F4A7C15UL + seed + n;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9UL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBUL;
    z ^= z >> 31;
    u[get_global_id(0)] = (double)(z >> 11) * 0x1p-53;
}

// Groups that work together: the largest of each 64 replaces them all.
// @range: n
// @local: 64
// @split: n
// @arg x: inout n
// @arg shared: local 64
__kernel void largest(__global int *x, __local int *shared, const uint n)
{
    const size_t l = get_local_id(0);
    shared[l] = x[get_global_id(0)];
    for (size_t s = 32; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int other = shared[l ^ s];
        barrier(CLK_LOCAL_MEM_FENCE);
        shared[l] = max(shared[l], other);
    }
    x[get_global_id(0)] = shared[l];
}

// Several work-items a unit, in a range of two dimensions, where the second one is cut.
// @range: w*4, h
// @split: h
// @arg out: out h, w, 4
__kernel void picture(__global uchar *out, const int w, const int h)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    out[y * (4 * w) + x] = (uchar)(x * 7 + y * 13 + h);
}

// Elements that are read and written, and a step that may be 0.
// @range: n
// @split: n
// @arg a: in 1+(n-1)*a_step
// @arg y: inout n
__kernel void add(__global const float *a, const int a_step, __global float *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] += a[i * a_step];
}

// A part may run as a call of its own: so its author says. `which` tells of the kernel that ran.
// @range: m
// @split: m, alone
// @arg X: in column m, l
// @arg Y: inout column m, l
// @arg which: out m
__kernel void folded(__global const int *X, __global int *Y, __global int *which, const int m, const int l)
{
    const int i = get_global_id(0);
    if (i >= m) return;
    for (int k = 0; k < l; ++k) Y[i + k * m] += X[i + k * m];
    which[i] = 0;
}

// @variant of folded: opencl when m <= 32
// @range: (m+15)/16*16
// @local: 16
// @arg X: in column m, l
// @arg Y: inout column m, l
// @arg which: out m
__kernel void folded_few(__global const int *X, __global int *Y, __global int *which, const int m, const int l)
{
    const int i = get_global_id(0);
    if (i >= m) return;
    for (int k = 0; k < l; ++k) Y[i + k * m] += X[i + k * m];
    which[i] = 1;
}

// @variant of folded: opencl
// @range: (m+255)/256*64
// @local: 64
// @arg X: in column m, l
// @arg Y: inout column m, l
// @arg which: out m
__kernel void folded_many(__global const int *X, __global int *Y, __global int *which, const int m, const int l)
{
    const int first = get_group_id(0) * 256 + get_local_id(0);
    for (int i = first; i < min(m, first + 256); i += 64) {
        for (int k = 0; k < l; ++k) Y[i + k * m] += X[i + k * m];
        which[i] = 2;
    }
}

// @variant of folded: native when m == 7
// @range: m
// @arg X: in column m, l
// @arg Y: inout column m, l
// @arg which: out m
__kernel void folded_seven(__global const int *X, __global int *Y, __global int *which, const int m, const int l)
{
    const int i = get_global_id(0);
    for (int k = 0; k < l; ++k) Y[i + k * m] += X[i + k * m];
    which[i] = 3;
}

// One that cannot be split.
// @range: 1
// @arg x: in n
// @arg sum: out 1
__kernel void total(__global const int *x, __global long *sum, const int n)
{
    long s = 0;
    for (int i = 0; i < n; ++i) s += x[i];
    sum[0] = s;
}

// One that tells of each unit: a test has it take as long as it likes.
// @range: n
// @split: n
// @arg y: out n
__kernel void report(__global int *y, const int n)
{
    y[get_global_id(0)] = (int)get_global_id(0) + n;
    printf("%d\n", y[get_global_id(0)]);
}

// Sums of a window within groups: the groups' size and the halo are constants.
// @constant GROUP: int = 8 in 8, 32
// @constant REACH: int = 1
// @range: n
// @local: GROUP
// @split: n
// @arg x: in n+2*REACH
// @arg y: out n
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void smooth(__global const int *x, __global int *y, const int n)
{
    __local int sums[GROUP];
    const int i = get_global_id(0), l = get_local_id(0);
    int sum = 0;
    for (int k = 0; k <= 2 * REACH; ++k) sum += x[i + k];
    sums[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = sums[GROUP - 1 - l];
}
