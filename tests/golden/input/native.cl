// Small kernels for the passes behind work-group functions: one idea each.
// @range: n
// @arg out: out n

__constant float weights[3] = {0.25f, 0.5f, 0.25f};

typedef struct pair {
    float2 sum;
    int count;
} pair;

static pair add(pair p, const float x)
{
    p.sum.x += x;
    p.sum.y = fma(x, x, p.sum.y);
    ++p.count;
    return p;
}

static float smooth(__global const float *p, const int last)
{
    if (last < 2) return 0.0f;
    return p[0] * weights[0] + p[1] * weights[1] + p[2] * weights[2];
}

// A guard becomes a bound; an argument that says yes or no becomes two loops.
__kernel void guarded(__global const float *restrict in, const int squared, __global float *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    out[i] = squared ? in[i] * in[i] : in[i];
}

// A loop that all go through together has the work-item loop inside.
__kernel void together(__global const float *restrict in, __global float *restrict out, const int n)
{
    const int i = get_global_id(0);
    pair p = {(float2)(0.0f), 0};
    float total = 0.0f;
    for (int k = 0; k < n; ++k) {
        p = add(p, in[k]);
        total = fma(in[k], (float)i, total);
    }
    out[i] = total + p.sum.y + smooth(in, n);
}

// Barriers in a loop and in a branch; values that live across them.
__kernel void tree(__global const float *in, __global float *out, const int n)
{
    __local float room[64];
    const int l = get_local_id(0);
    float own = in[get_global_id(0)];
    room[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = (int)get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s) room[l] += room[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (room[0] > 0.0f) {
        own /= room[0];
        barrier(CLK_LOCAL_MEM_FENCE);
        room[l] = own;
    }
    out[get_global_id(0)] = own;
}

// Outside of the subset.
__kernel void picture(__read_only image2d_t seen, __global float *out, const int n)
{
    out[get_global_id(0)] = (float)get_image_width(seen);
}

// Branches on data, a loop that work-items leave one by one, and a function that is left early: lanes.
int steps(uint n)
{
    int count = 0;
    while (n != 1u) {
        if (count == 1000) return -1;
        n = (n & 1u) ? 3u * n + 1u : n / 2u;
        ++count;
    }
    return count;
}

__kernel void collatz(__global const uint *in, __global int *out, const uint n)
{
    const size_t i = get_global_id(0);
    if (i < n) out[i] = in[i] ? steps(in[i]) : 0;
}
