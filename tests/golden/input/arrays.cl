// Shapes of arrays, a structure, and kernels that can be ckernels.

typedef struct { int count; double4 place; struct { float low, high; } range[2]; } cell;

// y = A x
// @range: m
// @arg a: in column m, n
// @arg x: in n
// @arg y: out m
__kernel void multiply(__global const double *a, __global const double *x, __global double *y, const int m, const int n)
{
    const int i = get_global_id(0);
    double sum = 0.0;
    for (int k = 0; k < n; ++k) sum += a[k * m + i] * x[k];
    if (i < m) y[i] = sum;
}

// @range: n
// @arg cells: in 1+(n-1)*cells_step
// @arg y: out n
__kernel void middle(__global const cell *cells, const ulong cells_step, const double weight, __global double *y, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = weight * (cells[cells_step ? i : 0].range[0].low + cells[cells_step ? i : 0].range[1].high);
}
