// The mean of neighbours. Several devices may each compute a part of the n elements; x has one more at each end.
// SPDX-License-Identifier: MIT
// @range: n
// @split: n
// @arg x: in n+2
// @arg y: out n
__kernel void smooth(__global const float *x, __global float *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = (x[i] + x[i + 1] + x[i + 2]) / 3;
}
