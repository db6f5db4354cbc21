// Work-group functions of OpenCL C 2.0: each kernel looks at its own results, by loops over local memory.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define LARGEST 64

// Sums are taken in the order of the linear ids, so that those of floats are exact here too.
#define FOLDS(T, LOW, HIGH)                                                                                                       \
    {                                                                                                                             \
        const T x = (T)(in[g] * 7 % 23) - (T)(l % 3);                                                                             \
        T sum = 0, least = HIGH, most = LOW, sum_before = 0, least_before = HIGH, most_before = LOW;                              \
        tile[l] = x;                                                                                                              \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                             \
        for (int i = 0; i <= l; ++i) {                                                                                            \
            sum_before = sum, least_before = least, most_before = most;                                                           \
            sum += tile[i], least = min(least, tile[i]), most = max(most, tile[i]);                                               \
        }                                                                                                                         \
        right &= work_group_scan_inclusive_add(x) == sum && work_group_scan_inclusive_min(x) == least;                            \
        right &= work_group_scan_inclusive_max(x) == most;                                                                        \
        right &= work_group_scan_exclusive_add(x) == sum_before;                                                                  \
        const T lower = work_group_scan_exclusive_min(x);                                                                         \
        right = right && lower == least_before && work_group_scan_exclusive_max(x) == most_before;                                \
        for (int i = l + 1; i < size; ++i) sum += tile[i], least = min(least, tile[i]), most = max(most, tile[i]);                \
        const T all = work_group_reduce_add(x);                                                                                   \
        right &= all == sum && work_group_reduce_min(x) == least && (work_group_reduce_max(x)) == most;                           \
        const int from = in[group * size] % size;                                                                                 \
        right &= BROADCAST(x, from) == tile[from];                                                                                \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                             \
    }

#define BROADCAST(x, from) work_group_broadcast(x, from)
#define KERNEL(T, LOW, HIGH)                                                                                                      \
    __kernel void check_folds_##T(__global const int *in, __global int *out, const int n)                                         \
    {                                                                                                                             \
        const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0), group = get_group_id(0);                   \
        __local T tile[LARGEST];                                                                                                  \
        int right = 1;                                                                                                            \
        FOLDS(T, LOW, HIGH)                                                                                                       \
        out[g] = right;                                                                                                           \
    }
KERNEL(int, INT_MIN, INT_MAX)
KERNEL(uint, 0, UINT_MAX)
KERNEL(long, LONG_MIN, LONG_MAX)
KERNEL(ulong, 0, ULONG_MAX)
KERNEL(float, -INFINITY, INFINITY)
KERNEL(double, -INFINITY, INFINITY)

#undef BROADCAST
#define BROADCAST(x, from) work_group_broadcast(x, from % sx, from / sx % sy, from / sx / sy)

__kernel void nd_check_folds(__global const int *in, __global int *out, const int n)
{
    const int sx = get_local_size(0), sy = get_local_size(1), size = sx * sy * get_local_size(2);
    const int l = get_local_linear_id(), group = get_group_id(0), g = group * size + l;
    __local float tile[LARGEST];
    int right = 1;
    FOLDS(float, -INFINITY, INFINITY)
    right &= work_group_broadcast(l, 1 % sx, (size_t)0) % (sx * sy) == 1 % sx;
    out[g] = right;
}

static int twice(__local int *tile, int x)
{
    const int sum = work_group_reduce_add(x);
    if (sum < 0) return -1;
    tile[get_local_id(0)] = work_group_scan_inclusive_add(x);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    return sum + tile[get_local_size(0) - 1];
}

// In conditions, loops, arguments, functions and branches that all take or none.
__kernel void check_places(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0), first = g - l;
    int sum = 0, right = 1, y = in[g], rounds = 0;
    for (int i = 0; i < size; ++i) sum += in[first + i];
    right &= twice(tile, in[g]) == 2 * sum && twice(tile, twice(tile, 1)) == 4 * size * size;
    // All go round until the slowest is done.
    while (work_group_any(y > 0)) {
        y -= 1 + l % 2;
        ++rounds;
    }
    int longest = 0;
    for (int i = 0; i < size; ++i) longest = max(longest, (in[first + i] + i % 2) / (1 + i % 2));
    right &= rounds == longest;
    if (work_group_all(in[g] >= 0) && !work_group_all(l > 0)) right &= work_group_reduce_max(l) == size - 1;
    else right = 0;
    for (int i = 0; i < work_group_broadcast(in[g], 0) % 4; ++i) {
        if (i == 2) break;
        y = work_group_scan_exclusive_add(1) + i;
        right &= y == l + i;
    }
    do rounds = work_group_reduce_min(rounds) / 2;
    while (work_group_reduce_add(rounds) > 0);
    right &= rounds == 0 && (size == 1 ? work_group_reduce_add(l) : work_group_reduce_add(1)) == (size == 1 ? 0 : size);
    switch (work_group_reduce_max(l % 2)) {
    case 0: right &= size == 1; break;
    case 1: right &= work_group_reduce_add((long)l) == size * (size - 1L) / 2;
    }
    const char small = (char)(l & 1);
    right &= work_group_reduce_add((int)small) == size / 2 && work_group_any(small) == (size > 1) && work_group_all(small) == 0;
    out[g] = right;
}

// What is static in a function and const, and what is defined outside of functions and never changed, though not const.
int never = 5;
__global int table[2][3] = {{1, 2, 3}, {-4, 5}};
struct limits { char low; double high; } limits = {-3, 0.25};
static int unused_room[4];

static int looked_up(int i)
{
    static const double steps[4] = {0.5, 1.5, 2.5};
    static __constant char letters[3] = {'a', 'b', 'c'};
    static int kept[2] = {7, 9};
    return (int)(steps[i & 3] * 2) + letters[i % 3] + kept[i & 1];
}

static int looked_up_elsewhere(int i)
{
    static const double steps[4] = {8, 16, 24, 32};
    const __global double *p = steps;
    return (int)(p[i & 3] + *(p + 1));
}

__kernel void check_fixed_variables(__global const int *in, __global int *out, int n)
{
    const int i = in[get_global_id(0)];
    const int wanted_steps[4] = {1, 3, 5, 0};
    int right = looked_up(i) == wanted_steps[i & 3] + 'a' + i % 3 + (i & 1 ? 9 : 7);
    right &= looked_up_elsewhere(i) == 24 + 8 * (i & 3);
    right &= never + table[i & 1][i % 3] == 5 + (i & 1 ? (i % 3 == 0 ? -4 : i % 3 == 1 ? 5 : 0) : i % 3 + 1);
    right &= limits.low == -3 && limits.high == 0.25 && unused_room[i & 3] == 0;
    out[get_global_id(0)] = right;
}

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Halves: combined as floats, and rounded once.
__kernel void check_halves_of_the_group(__global const int *in, __global int *out, const int n)
{
    const int l = get_local_id(0), size = get_local_size(0);
    const half own = (half)(l + 1);
    const int right = work_group_reduce_add(own) == (half)(size * (size + 1) / 2) && work_group_reduce_max(own) == size &&
                      work_group_scan_inclusive_min(-own) == -own && work_group_broadcast(own, size - 1) == size &&
                      work_group_scan_exclusive_add((half)2) == 2 * l;
    out[get_global_id(0)] = right;
}
