// Kernels of which several devices can do a part each.

// A window that slides: a part needs h elements more on either side.
// @range: n
// @split: n
// @arg x: in n+2*h
// @arg y: out n
__kernel void window(__global const float *x, __global float *y, const int h, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = 0.5f * (x[i] + x[i + 2 * h]);
}

// Columns of a matrix, cut across; every part has all of b, and sees its ids.
// @range: m
// @split: m
// @arg X: in column m, l
// @arg b: in l
// @arg y: out m
__kernel void columns(__global const double *X, __global const double *b, __global double *y, const int m, const int l)
{
    const int i = get_global_id(0);
    double sum = 0;
    for (int k = 0; k < l; ++k) sum += X[i + k * m] * b[k];
    y[i] = sum;
}
