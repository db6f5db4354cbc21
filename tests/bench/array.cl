// Kernels for the benchmark of calls with arrays: one that is all memory, one that computes.
// @library_deps: nmath
// @depends_nmath: dnorm
// SPDX-License-Identifier: MIT

// @range: n
// @arg x: in n
// @arg y: out n
__kernel void scale(__global const double *restrict x, const double a, __global double *restrict y, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = a * x[i];
}

// @range: n
// @arg x: in n
// @arg mean: in 1+(n-1)*mean_step
// @arg y: out n
__kernel void density(__global const double *restrict x, __global const double *restrict mean, const ulong mean_step,
                      const double sd, __global double *restrict y, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = dnorm(x[i], mean[mean_step ? i : 0], sd, 0);
}
