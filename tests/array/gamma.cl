// dgamma, for the consumers of arrays that others own.
// @library_deps: nmath
// @depends_nmath: dgamma
// SPDX-License-Identifier: MIT

// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg shape: in 1+(n-1)*shape_step
// @arg y: out n
__kernel void dgamma_kernel(__global const double *x, const ulong x_step, __global const double *shape, const ulong shape_step,
                            const double scale, __global double *y, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = dgamma(x[x_step ? i : 0], shape[shape_step ? i : 0], scale, 0);
}
