// Structures that kernels take by value: read in place, indexed, copied because they are written, with padding and a
// union, around a barrier.
typedef struct {
    float a, b;
    int n;
    float w[4];
    float4 v;
    long q;
    char c[3];
} settings;

typedef struct {
    settings of[2];
    short k;
    union {
        int i;
        float f;
    } u;
} nested;

typedef struct {
    float w[4];
} table;

float area(settings p)
{
    return p.a * p.b;
}

__kernel void members(__global float *x, settings p)
{
    const int i = get_global_id(0);
    if (i < p.n) x[i] = p.a * x[i] + p.b + p.v.y + p.c[1] + (float)p.q;
}

__kernel void indexed(__global float *x, settings p)
{
    const int i = get_global_id(0);
    x[i] = p.w[i & 3] + area(p);
}

__kernel void written(__global float *x, settings p)
{
    const int i = get_global_id(0);
    p.a += i;
    p.w[1] = p.a;
    x[i] = p.a + p.w[1] + p.w[i & 1];
}

__kernel void written_by_item(__global float *x, table p)
{
    const int i = get_global_id(0);
    p.w[i & 3] += x[i];
    x[i] = p.w[1] + 2 * p.w[2];
}

__kernel void in_structures(__global float *x, nested o)
{
    const int i = get_global_id(0);
    const settings copy = o.of[i & 1];
    x[i] = o.of[1].a + copy.w[2] + o.k + o.u.f;
}

__kernel void around_barrier(__global float *x, settings p, __local float *l)
{
    const int i = get_local_id(0);
    l[i] = x[get_global_id(0)] * p.a;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = l[get_local_size(0) - 1 - i] + p.w[i & 3];
}
