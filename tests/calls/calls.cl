// Kernels whose generated functions the tests call from C and C++.
typedef struct parameters { double a; int n; } parameters;

// y = a x.
// @range: n
// @arg x: in n
// @arg y: out n
__kernel void scale(__global const double *x, const double a, __global double *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = a * x[i];
}

// As scale, with its numbers in a structure, and a vector.
// @arg x: in
// @arg y: inout
__kernel void offset(__global const float4 *x, const parameters p, const float4 by, __global float4 *y)
{
    const int i = get_global_id(0);
    if (i < p.n) y[i] += (float)p.a * x[i] + by;
}

// Sums of groups of 4.
// @range: 4*n
// @local: 4
// @arg x: in 4*n
// @arg tile: local 4
// @arg sums: out n
__kernel void sums(__global const parameters *x, __local double *tile, __global double *sums, const int n)
{
    const int l = get_local_id(0);
    tile[l] = x[get_global_id(0)].a;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) sums[get_group_id(0)] = tile[0] + tile[1] + tile[2] + tile[3];
}

#define LANES 4
#define WG (1 << 1 | LANES / 4 - 1)
typedef struct grid { char unused; parameters p; struct { ushort rows, columns; } size; } grid;

// Element (r, c) is 10 r + c; tiles of WG.
// @range: g.size.columns, g.size.rows*WG/2
// @local: 1, WG
// @arg tile: local 2*WG
// @arg out: out g.size.rows, g.size.columns
__kernel void tables(const grid g, __local int *tile, __global int *out)
{
    const int c = get_global_id(0), r = get_global_id(1);
    tile[get_local_id(1)] = 10 * r + c;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[r * g.size.columns + c] = tile[get_local_id(1)];
}

// @range: 1
__kernel void nothing(void) {}

// Writes which kernel ran: 1.
// @range: n
// @arg out: out n
__kernel void which(__global int *out, const int n)
{
    out[get_global_id(0)] = 1;
}

// In place of it: 2, and the size of the work-group.
// @variant of which: native opencl when n > 2 && n % 2 == 0
// @range: n/2
// @local native: 1
// @arg out: out n
__kernel void which_pairs(__global int *out, const int n)
{
    const int i = get_global_id(0);
    if (2 * i + 1 >= n) return;
    out[2 * i] = 2;
    out[2 * i + 1] = 2 + (int)get_local_size(0);
}
