// Kernels that are right: nothing may be found in them. See outside.cl.
// SPDX-License-Identifier: MIT

typedef struct __attribute__((packed)) tight {
    char c;
    int i;
} tight;

typedef struct padded {
    char c;
    int i;
} padded;

__kernel void scan(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1; step < 16; step *= 2) {
        const int other = l >= step ? t[l - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[i] = t[l];
}

__kernel void guarded(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i < 63 && x[i + 1] > 2 && x[i] != 0 && 7 / x[i] < 3) y[i] = x[i] < 31 ? 1 << x[i] : 0;
}

__kernel void all_write_alike(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[0] = 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[0] + l;
}

__kernel void counted(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    if (l == 0) t[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int place = atomic_inc(&t[0]);
    for (int seen = t[1 - 1], next; (next = atomic_cmpxchg(&t[0], seen, seen + 1)) != seen; seen = next) {}
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[0] + place;
}

__kernel void bytes(__global const int *x, __global int *y, __local int *t, const int n)
{
    __local uchar a[16];
    const int i = get_global_id(0), l = get_local_id(0);
    a[l] = (uchar)x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = ((__local uint *)a)[l & 3];
}

__kernel void structures(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    tight a[3];
    padded p = {1, x[i]}, q = p, r;
    for (int k = 0; k < 3; ++k) a[k] = (tight){(char)k, i + k};
    if (i & 1) r = q;
    else r.i = 4;
    y[i] = a[i % 3].i + q.i + r.i;
}

__kernel void always_given(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int a, b[4];
    switch (x[i] & 1) {
    case 0: a = 1; break;
    default: a = 2;
    }
    float4 v;
    v.x = 1; v.y = 2; v.zw = (float2)(3, 4);
    for (int k = 0; k < 4; ++k) b[k] = k;
    y[i] = a + (int)(v.x + v.y + v.z + v.w) + b[x[i] & 3];
}

static void halves(__global const int *from, int *low, int *high) { *low = *from & 7; *high = *from >> 3; }

__kernel void given_by_address(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int low, high;
    halves(x + i, &low, &high);
    y[i] = low + high;
}

__kernel void uniform_barriers(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = 0;
    for (int k = 0; k < x[3]; ++k) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x[k] & 1) {
            t[l] += k;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    if (n == 12345) barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[l];
}

__kernel void vectors(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    const int4 v = *(__global const int4 *)(x + (i & ~3));
    const int3 w = vload3(i / 4, x);
    if (i < 15) vstore4(v + (int4)(w, 0), i, y);
}

__kernel void copies_what_is_unwritten(__global const int *x, __global int4 *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    __global int *words = (__global int *)y;
    if (i >= 16) return;
    words[i] = words[i + 32];
    t[l] = words[i];
    words[i + 16] = t[l];
    if (i >= 4) return;
    const int4 v = vload4(i, words + 48);
    vstore4(v, i, words + 48);
}

__kernel void three_of_four(__global const int *x, __global int4 *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i >= 16) return;
    __global int *words = (__global int *)(y + i);
    words[0] = words[1] = words[2] = x[i];
    int4 v = y[i];
    v.xyz += (int3)(1, 2, 3);
    y[i] = v;
}

__kernel void structure_in_parts(__global const int *x, __global padded *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i >= 16) return;
    y[i].c = 1;
    y[i].i = x[i];
    const padded p = y[i];
    y[i + 16] = p;
    y[i + 16].i += p.c + y[i].i;
}
