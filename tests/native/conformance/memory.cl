// Copies by the whole group of every type, atomic functions of 32 and 64 bits, fences. Each kernel reads `in`, writes `out`.
// @range: n
// @arg in: in 20480
// @arg out: inout 20480
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

// There and back, in one piece and with strides: 3 elements of T, which have at most 384 bytes. Copies depend on the size of
// an element alone: one type of each size has all vectors, and the others that of three, which takes the space of four.
#define COPY(T, tile, at)                                                                       \
    event = async_work_group_copy(tile, (__global const T *)(in), 3, 0);                        \
    event = async_work_group_strided_copy(tile + 3, (__global const T *)(in), 2, 2, event);     \
    prefetch((__global const T *)in, 3);                                                        \
    wait_group_events(1, &event);                                                               \
    event = async_work_group_copy((__global T *)(out + at), tile + 1, 3, 0);                    \
    events[0] = async_work_group_strided_copy((__global T *)(out + at) + 3, tile, 2, 2, 0);     \
    events[1] = event;                                                                          \
    wait_group_events(2, events);                                                               \
    barrier(CLK_LOCAL_MEM_FENCE);

__kernel void nd_copies_char(__global const int *in, __global int *out, const int n)
{
    __local char tile1[5];
    __local char2 tile2[5];
    __local char3 tile3[5];
    __local char4 tile4[5];
    __local char8 tile8[5];
    __local char16 tile16[5];
    event_t event, events[2];
    if (get_group_id(0) != 0) return;
    COPY(char, tile1, 0)
    COPY(char2, tile2, 160)
    COPY(char3, tile3, 320)
    COPY(char4, tile4, 480)
    COPY(char8, tile8, 640)
    COPY(char16, tile16, 800)
}

__kernel void nd_copies_uchar(__global const int *in, __global int *out, const int n)
{
    __local uchar tile1[5];
    __local uchar3 tile3[5];
    event_t event, events[2];
    if (get_group_id(0) != 0) return;
    COPY(uchar, tile1, 0)
    COPY(uchar3, tile3, 320)
}

__kernel void nd_copies_short(__global const int *in, __global int *out, const int n)
{
    __local short tile1[5];
    __local short2 tile2[5];
    __local short3 tile3[5];
    __local short4 tile4[5];
    __local short8 tile8[5];
    __local short16 tile16[5];
    event_t event, events[2];
    if (get_group_id(0) != 0) return;
    COPY(short, tile1, 0)
    COPY(short2, tile2, 160)
    COPY(short3, tile3, 320)
    COPY(short4, tile4, 480)
    COPY(short8, tile8, 640)
    COPY(short16, tile16, 800)
}

__kernel void nd_copies_ushort(__global const int *in, __global int *out, const int n)
{
    __local ushort tile1[5];
    __local ushort3 tile3[5];
    event_t event, events[2];
    if (get_group_id(0) != 0) return;
    COPY(ushort, tile1, 0)
    COPY(ushort3, tile3, 320)
}

__kernel void nd_copies_int(__global const int *in, __global int *out, const int n)
{
    __local int tile1[5];
    __local int2 tile2[5];
    __local int3 tile3[5];
    __local int4 tile4[5];
    __local int8 tile8[5];
    __local int16 tile16[5];
    event_t event, events[2];
    if (get_group_id(0) != 0) return;
    COPY(int, tile1, 0)
    COPY(int2, tile2, 160)
    COPY(int3, tile3, 320)
    COPY(int4, tile4, 480)
    COPY(int8, tile8, 640)
    COPY(int16, tile16, 800)
}

__kernel void nd_copies_uint(__global const int *in, __global int *out, const int n)
{
    __local uint tile1[5];
    __local uint3 tile3[5];
    event_t event, events[2];
    if (get_group_id(0) != 0) return;
    COPY(uint, tile1, 0)
    COPY(uint3, tile3, 320)
}

__kernel void nd_copies_long(__global const int *in, __global int *out, const int n)
{
    __local long tile1[5];
    __local long2 tile2[5];
    __local long3 tile3[5];
    __local long4 tile4[5];
    __local long8 tile8[5];
    __local long16 tile16[5];
    event_t event, events[2];
    if (get_group_id(0) != 0) return;
    COPY(long, tile1, 0)
    COPY(long2, tile2, 160)
    COPY(long3, tile3, 320)
    COPY(long4, tile4, 480)
    COPY(long8, tile8, 640)
    COPY(long16, tile16, 800)
}

__kernel void nd_copies_ulong(__global const int *in, __global int *out, const int n)
{
    __local ulong tile1[5];
    __local ulong3 tile3[5];
    event_t event, events[2];
    if (get_group_id(0) != 0) return;
    COPY(ulong, tile1, 0)
    COPY(ulong3, tile3, 320)
}

__kernel void nd_copies_float(__global const int *in, __global int *out, const int n)
{
    __local float tile1[5];
    __local float3 tile3[5];
    event_t event, events[2];
    if (get_group_id(0) != 0) return;
    COPY(float, tile1, 0)
    COPY(float3, tile3, 320)
}

__kernel void nd_copies_double(__global const int *in, __global int *out, const int n)
{
    __local double tile1[5];
    __local double3 tile3[5];
    event_t event, events[2];
    if (get_group_id(0) != 0) return;
    COPY(double, tile1, 0)
    COPY(double3, tile3, 320)
}

// Places in `out` that no work-item has for itself hold what all have added up; the rest is 0.
__kernel void nd_atomics(__global const int *in, __global int *out, const int n)
{
    __local int sums[11];
    __local uint usums[11];
    const int l = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2), group = get_group_id(0), x = in[group * size + l];
    if (l == 0)
        for (int i = 0; i < 11; ++i) sums[i] = usums[i] = i == 7 ? -1 : i == 5 ? 1000 : 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sums[0], x); atomic_sub(&sums[1], x); atomic_inc(&sums[2]); atomic_dec(&sums[3]);
    atomic_max(&sums[4], x - 9); atomic_min(&sums[5], x - 9); atomic_or(&sums[6], 1 << x % 20); atomic_and(&sums[7], ~(1 << x % 20));
    atomic_xor(&sums[8], 1 << x);
    atomic_add(&usums[0], x); atomic_sub(&usums[1], x); atomic_inc(&usums[2]); atomic_dec(&usums[3]);
    atomic_max(&usums[4], (uint)(x - 9)); atomic_min(&usums[5], (uint)(x - 9)); atomic_or(&usums[6], 1u << x % 20); atomic_and(&usums[7], ~(1u << x % 20));
    atomic_xor(&usums[8], 1u << x);
    // A sum by exchanges that may fail, and a chain of exchanges whose values are all handed on.
    for (int seen = sums[9], next; (next = atomic_cmpxchg(&sums[9], seen, seen + x)) != seen; seen = next) {}
    atomic_add(&sums[10], atomic_xchg(&usums[10], (uint)x + 5u));
    volatile __global int *all = (volatile __global int *)out;
    atomic_add(&all[0], x); atomic_sub(&all[1], x); atomic_inc(&all[2]); atomic_dec(&all[3]); atomic_max(&all[4], x); atomic_min(&all[5], -x);
    atomic_or(&all[6], x); atomic_and(&all[7], x); atomic_xor(&all[8], x << 8);
    atomic_cmpxchg(&all[9], 0, 77);
    mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    read_mem_fence(CLK_LOCAL_MEM_FENCE);
    write_mem_fence(CLK_GLOBAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (l == 0)
        for (int i = 0; i < 10; ++i) out[64 + group * 24 + i] = sums[i], out[64 + group * 24 + 10 + i] = (int)usums[i];
    if (l == 0) out[64 + group * 24 + 20] = sums[10] + (int)usums[10];
    if (l == 0) atomic_add(&all[12], 1);
}

// One group alone: its order does not matter, and nothing is lost.
__kernel void nd_chains(__global const int *in, __global int *out, const int n)
{
    __local int last;
    __local float real;
    const int l = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2), group = get_group_id(0);
    if (l == 0) last = 1 << 20, real = 0.5f;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int ticket = atomic_inc(&last) - (1 << 20);
    out[group * 128 + (ticket & 63)] = 1; // each number once
    const float before = atomic_xchg(&real, (float)l + 1.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    // All but the last of the values handed in come out again: their sum, in halves.
    atomic_add(&last, (int)(before * 2.0f));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) out[group * 128 + 64] = last + (int)(real * 2.0f);
}

__kernel void nd_atomics_64(__global const int *in, __global int *out, const int n)
{
    __local long sums[10];
    __local ulong usums[10];
    const int l = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2), group = get_group_id(0), x = in[group * size + l];
    const long big = (long)x << 33;
    if (l == 0)
        for (int i = 0; i < 10; ++i) sums[i] = usums[i] = i == 7 ? -1 : i == 5 ? 1L << 50 : 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    atom_add(&sums[0], big); atom_sub(&sums[1], big); atom_inc(&sums[2]); atom_dec(&sums[3]);
    atom_max(&sums[4], big - 9); atom_min(&sums[5], big - 9); atom_or(&sums[6], big); atom_and(&sums[7], ~big); atom_xor(&sums[8], big);
    atom_add(&usums[0], (ulong)big); atom_sub(&usums[1], (ulong)big); atom_inc(&usums[2]); atom_dec(&usums[3]);
    atom_max(&usums[4], (ulong)big - 9); atom_min(&usums[5], (ulong)big + 9); atom_or(&usums[6], (ulong)big); atom_and(&usums[7], ~(ulong)big);
    atom_xor(&usums[8], (ulong)big);
    for (long seen = sums[9], next; (next = atom_cmpxchg(&sums[9], seen, seen + big)) != seen; seen = next) {}
    atom_xchg(&usums[9], 5ul);
    volatile __global long *all = (volatile __global long *)out;
    atom_add(&all[0], big); atom_sub(&all[1], big); atom_inc(&all[2]); atom_dec(&all[3]); atom_max(&all[4], big); atom_min(&all[5], -big);
    atom_or(&all[6], big); atom_and(&all[7], big); atom_xor(&all[8], big);
    volatile __global ulong *uall = (volatile __global ulong *)out + 10;
    atom_add(&uall[0], (ulong)big); atom_max(&uall[1], (ulong)big); atom_cmpxchg(&uall[2], 0ul, 1ul << 40);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (l == 0)
        for (int i = 0; i < 10; ++i) out[64 + group * 40 + 2 * i] = (int)sums[i], out[65 + group * 40 + 2 * i] = (int)(sums[i] >> 32),
            out[84 + group * 40 + 2 * i] = (int)usums[i], out[85 + group * 40 + 2 * i] = (int)(usums[i] >> 32);
}

__kernel void nd_ids(__global const int *in, __global int *out, const int n)
{
    const int l = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2), g = (int)get_group_id(0) * size + l;
    int sum = get_work_dim();
    for (uint d = 0; d < 3; ++d)
        sum = sum * 7 + (int)(get_global_id(d) * 3 + get_local_id(d) * 5 + get_group_id(d) * 7 + get_global_size(d) * 11 + get_local_size(d) * 13 +
                              get_num_groups(d) * 17 + get_global_offset(d) * 19) % 1000;
    out[g] = sum % 100000 + in[g];
}

// Of dimensions that are not there: 1 for each work-item, if all is right. PoCL 3.1 says 0 for the sizes.
__kernel void check_ids(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), three = 3 + in[0] * 0;
    out[g] = get_global_id(3) == 0 && get_local_id(three) == 0 && get_group_id(three + 1) == 0 && get_global_size(three) == 1 && get_local_size(7) == 1 &&
             get_num_groups(three) == 1 && get_global_offset(3) == 0 && get_work_dim() == 3;
}

// Pointers as numbers of other widths than their own: what is left does not depend on where the memory lies.
__kernel void narrow_pointers(__global const int *in, __global int *out, int n)
{
    const int g = get_global_id(0), x = in[g];
    __global int *p = out + x;
    int sum = (int)((uint)p - (uint)out) + (short)((ushort)(ulong)p - (ushort)(ulong)out);
    sum += (uchar)((uchar)(ulong)(p + 1) - (uchar)(ulong)p) * 3 + (int)((long)p - (long)out);
    __global char *q = (__global char *)x;
    sum += (int)(long)(q + 5) + ((long)(__global int *)(-x) < 0 ? 7 : 11) + (int)(ulong)(__global int *)(uchar)x;
    const bool some = p, none = (__global int *)(x & 0);
    out[g] = sum + some * 1000 + none * 3000;
}
