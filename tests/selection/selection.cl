// Kernels whose text, types and work-groups depend on macros: selection.json says which.
// SPDX-License-Identifier: MIT
#ifdef DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#ifdef BIAS
#define BIAS_OF(i) bias[i]
#else
#define BIAS_OF(i) 0
#endif

struct scale {
    REAL factor;
    int shift;
};

static REAL twice(REAL x)
{
    return x * 2;
}

/* y += 2*a*x, WIDTH elements a work-item. */
// @range: (n+WIDTH-1)/WIDTH
// @arg x: in n
// @arg y: inout n
__kernel void axpy(__global const REAL *x, const REAL a, __global REAL *y, const int n)
{
    const int first = (int)get_global_id(0) * WIDTH;
    for (int k = 0; k < WIDTH; k++)
        if (first + k < n) y[first + k] += twice(a * x[first + k]);
}

/* Which configuration runs: its width. No parameter changes. */
// @range: n
// @arg width: out n
__kernel void width_of(__global int *width, const int n)
{
    const int i = get_global_id(0);
    if (i < n) width[i] = WIDTH;
}

/* The same in all configurations. */
// @range: n
// @arg v: inout n
__kernel void shifted(__global int *v, const int n)
{
    const int i = get_global_id(0);
    if (i < n) v[i] += 5;
}

/* A structure whose layout changes. */
// @range: n
// @arg y: inout n
__kernel void scaled(const struct scale s, __global REAL *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = y[i] * s.factor + s.shift;
}

/* The sums of groups of WG elements. The text of the kernel is one, its work-group is not. */
#define GROUP (4 * WIDTH)
// @range: groups*GROUP
// @local: GROUP
// @arg x: in groups*GROUP
// @arg sums: out groups
__kernel void group_sizes(__global const int *x, __global int *sums, const int groups)
{
    const int i = get_global_id(0);
    if (get_local_id(0) == 0) sums[get_group_id(0)] = (int)get_local_size(0) + x[i];
}

#if WIDTH > 1
/* There in some configurations only. */
// @range: n
// @arg v: out n
__kernel void wide_only(__global int *v, const int n)
{
    const int i = get_global_id(0);
    if (i < n) v[i] = 100 + WIDTH;
}
#endif
