// y = a x + y, element by element.
// SPDX-License-Identifier: MIT
// @range: n
// @arg x: in n
// @arg y: inout n
__kernel void axpy(const float a, __global const float *x, __global float *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] += a * x[i];
}
