// Functions of sub-groups: each kernel looks at its own results, by loops over the values of its group in memory.
// @range: n
// @arg in: in n + 64
// @arg out: inout n
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Where it is in its group and sub-group; the values of the group begin at in[first].
#define BEGIN                                                                                                       \
    const int sx = get_local_size(0), sy = get_local_size(1), items = sx * sy * (int)get_local_size(2);             \
    const int at = get_local_linear_id(), first = (int)get_group_id(0) * items, g = first + at;                     \
    const int most = get_max_sub_group_size(), own = get_sub_group_local_id(), base = at - own, from = first + base; \
    const int size = min(most, items - base);                                                                       \
    int right = 1;

__kernel void nd_check_queries(__global const int *in, __global int *out, const int n)
{
    BEGIN
    right &= most == 16 && own == at % most && get_sub_group_id() == at / most && get_sub_group_size() == size;
    right &= get_num_sub_groups() == (items + most - 1) / most && get_enqueued_num_sub_groups() == get_num_sub_groups();
    right &= get_sub_group_eq_mask().x == 1u << own && get_sub_group_lt_mask().x == (1u << own) - 1;
    right &= get_sub_group_le_mask().x == (2u << own) - 1 && get_sub_group_ge_mask().x == 0xffffu - ((1u << own) - 1);
    right &= get_sub_group_gt_mask().x == 0xffffu - ((2u << own) - 1) && get_sub_group_gt_mask().w == 0;
    out[g] = right;
}

#define VALUE(T, i) ((T)((in[from + (i)] * 7 % 23) % 5 - ((i) % 3)))
#define FOLDS(T, LOW, HIGH)                                                                                         \
    {                                                                                                               \
        const T x = VALUE(T, own);                                                                                  \
        T sum = 0, least = HIGH, greatest = LOW, sum_before = 0, least_before = HIGH, greatest_before = LOW;        \
        for (int i = 0; i <= own; ++i) {                                                                            \
            sum_before = sum, least_before = least, greatest_before = greatest;                                     \
            sum += VALUE(T, i), least = min(least, VALUE(T, i)), greatest = max(greatest, VALUE(T, i));             \
        }                                                                                                           \
        right &= sub_group_scan_inclusive_add(x) == sum && sub_group_scan_inclusive_min(x) == least;                \
        right &= sub_group_scan_inclusive_max(x) == greatest && sub_group_scan_exclusive_add(x) == sum_before;      \
        right &= sub_group_scan_exclusive_min(x) == least_before && sub_group_scan_exclusive_max(x) == greatest_before; \
        right &= sub_group_non_uniform_scan_inclusive_add(x) == sum;                                                \
        right &= sub_group_non_uniform_scan_exclusive_max(x) == greatest_before;                                    \
        for (int i = own + 1; i < size; ++i)                                                                        \
            sum += VALUE(T, i), least = min(least, VALUE(T, i)), greatest = max(greatest, VALUE(T, i));             \
        right &= sub_group_reduce_add(x) == sum && sub_group_reduce_min(x) == least && sub_group_reduce_max(x) == greatest; \
        const int from_item = in[first] % size;                                                                     \
        right &= sub_group_broadcast(x, from_item) == VALUE(T, from_item);                                          \
        right &= sub_group_shuffle(x, (own + 1) % size) == VALUE(T, (own + 1) % size);                              \
        right &= sub_group_broadcast_first(x) == VALUE(T, 0);                                                       \
    }

#define KERNEL(T, LOW, HIGH)                                                                                        \
    __kernel void nd_check_folds_##T(__global const int *in, __global int *out, const int n)                        \
    {                                                                                                               \
        BEGIN                                                                                                       \
        FOLDS(T, LOW, HIGH)                                                                                         \
        out[g] = right;                                                                                             \
    }
// With -DSAMPLE a type and a size of each kind.
KERNEL(int, INT_MIN, INT_MAX)
#ifndef SAMPLE
KERNEL(char, CHAR_MIN, CHAR_MAX)
KERNEL(ushort, 0, USHRT_MAX)
KERNEL(long, LONG_MIN, LONG_MAX)
KERNEL(float, -INFINITY, INFINITY)
#endif

__kernel void nd_check_exchanges(__global const int *in, __global int *out, const int n)
{
    BEGIN
    const int x = in[g] * 3 + own;
#define X(i) (in[from + (i)] * 3 + (i))
    if ((own ^ 1) < size) right &= sub_group_shuffle_xor(x, 1u) == X(own ^ 1);
    else (void)sub_group_shuffle_xor(x, 1u);
    const int up = sub_group_shuffle_up(x, 2u), down = sub_group_shuffle_down(x, 3u);
    right &= (own < 2 || up == X(own - 2)) && (own + 3 >= size || down == X(own + 3));
    const int turned = sub_group_rotate(x, 5), turned_within = sub_group_clustered_rotate(x, -1, 4u);
    const int source = (own + 5) % most, source_within = own / 4 * 4 + (own + 3) % 4;
    right &= (source >= size || turned == X(source)) && (source_within >= size || turned_within == X(source_within));
    const float4 v = intel_sub_group_shuffle((float4)(x, own, at, g), (uint)(own / 2));
    right &= v.x == X(own / 2) && v.y == own / 2 && v.z == base + own / 2 && v.w == from + own / 2;
    const int below = intel_sub_group_shuffle_up(-x - 1, x, 1u), above = intel_sub_group_shuffle_down(x, -x - 1, 1u);
    if (own) right &= below == X(own - 1);
    else if (size == most) right &= below == -X(most - 1) - 1;
    if (own + 1 < size) right &= above == X(own + 1);
    else if (size == most) right &= above == -X(0) - 1;
    out[g] = right;
}

__kernel void nd_check_clusters(__global const int *in, __global int *out, const int n)
{
    BEGIN
    const int x = in[g];
    int sum = 0, both = -1, product = 1, some = 0, odd = 0, all = 1;
    for (int i = own / 4 * 4; i < min(own / 4 * 4 + 4, size); ++i) {
        const int y = in[from + i];
        sum += y, both &= y, product *= y, some |= y % 2 != 0, odd ^= y % 2 != 0, all &= y % 2 != 0;
    }
    right &= sub_group_clustered_reduce_add(x, 4u) == sum && sub_group_clustered_reduce_and(x, 4u) == both;
    right &= sub_group_clustered_reduce_mul(x, 4u) == product && sub_group_clustered_reduce_logical_or(x % 2, 4u) == some;
    right &= sub_group_clustered_reduce_logical_xor(x % 2, 4u) == odd;
    right &= sub_group_clustered_reduce_logical_and(x % 2 ? 256 : 0, 4u) == all;
    right &= sub_group_clustered_reduce_max((float)x, 1u) == (float)x;
    out[g] = right;
}

__kernel void nd_check_votes(__global const int *in, __global int *out, const int n)
{
    BEGIN
    uint bits = 0;
    int most_of_all = 0, equal = 1;
    for (int i = 0; i < size; ++i) {
        bits |= (in[from + i] > 11 ? 1u : 0u) << i;
        most_of_all = max(most_of_all, in[from + i]);
        equal &= in[from + i] == in[from];
    }
    right &= (sub_group_any(in[g] == most_of_all) != 0) && (sub_group_all(in[g] <= most_of_all) != 0);
    right &= !sub_group_any(in[g] > most_of_all) && !sub_group_all(in[g] < most_of_all);
    const uint4 votes = sub_group_ballot(in[g] > 11);
    right &= votes.x == bits && votes.y == 0 && votes.z == 0 && votes.w == 0;
    right &= sub_group_inverse_ballot(votes) == (in[g] > 11) && sub_group_ballot_bit_extract(votes, 2u) == (int)(bits >> 2 & 1);
    right &= sub_group_ballot_bit_count(votes) == popcount(bits);
    right &= sub_group_ballot_inclusive_scan(votes) == popcount(bits & ((2u << own) - 1));
    right &= sub_group_ballot_exclusive_scan(votes) == popcount(bits & ((1u << own) - 1));
    if (bits) right &= sub_group_ballot_find_msb(votes) == 31 - clz(bits) && bits >> sub_group_ballot_find_lsb(votes) & 1;
    if (bits) right &= (bits & ((1u << sub_group_ballot_find_lsb(votes)) - 1)) == 0;
    right &= (sub_group_non_uniform_all_equal(in[g]) != 0) == equal && sub_group_non_uniform_all_equal(5.0f);
    right &= (sub_group_elect() != 0) == (own == 0);
    out[g] = right;
}

// Where only some work-items of a sub-group come: they count alone.
__kernel void nd_check_some(__global const int *in, __global int *out, const int n)
{
    BEGIN
    int sum = 0, lowest = size, before = 0;
    uint bits = 0;
    for (int i = size - 1; i >= 0; --i)
        if (in[from + i] % 3 == 1) {
            sum += in[from + i], lowest = i, bits |= 1u << i;
            if (i < own) before += in[from + i];
        }
    if (in[g] % 3 == 1) {
        right &= sub_group_non_uniform_reduce_add(in[g]) == sum && (sub_group_elect() != 0) == (own == lowest);
        right &= sub_group_ballot(1).x == bits && sub_group_broadcast_first(own) == lowest;
        right &= sub_group_non_uniform_scan_exclusive_add(in[g]) == before && sub_group_non_uniform_all(in[g]);
    } else {
        right &= (sub_group_ballot(1).x & bits) == 0 && sub_group_non_uniform_any(at == 1 << 20) == 0;
    }
    // Each work-item goes round as often as it wants; those that still do are counted.
    int rounds = in[g] % 5, gone = 0;
    while (gone < rounds) {
        uint here = 0;
        for (int i = 0; i < size; ++i) here += in[from + i] % 5 > gone;
        right &= popcount(sub_group_ballot(1).x) == here;
        ++gone;
    }
    out[g] = right;
}

static float sum_of_rows(__global const int *in, int row, int columns)
{
    float sum = 0;
    for (int i = get_sub_group_local_id(); i < columns; i += get_sub_group_size()) sum += in[row * columns + i];
    return sub_group_reduce_add(sum);
}

// Sub-groups go different ways: rows in turn, and a second stage by the first sub-group alone.
__kernel void many_check_rows(__global const int *in, __global int *out, const int n)
{
    BEGIN
    __local float sums[256];
    for (int row = get_sub_group_id(); row < 7; row += get_num_sub_groups()) {
        float wanted = 0;
        for (int i = 0; i < 9; ++i) wanted += in[row * 9 + i];
        right &= sum_of_rows(in, row, 9) == wanted;
    }
    const float part = sub_group_reduce_add((float)in[g]);
    if (own == 0) sums[get_sub_group_id()] = part;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_id() == 0) {
        float all = 0, wanted = 0;
        for (int i = own; i < get_num_sub_groups(); i += size) all += sums[i];
        for (int i = 0; i < items; ++i) wanted += in[first + i];
        right &= sub_group_reduce_add(all) == wanted;
    }
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = right;
}

__kernel __attribute__((intel_reqd_sub_group_size(8))) void nd_check_eight(__global const int *in, __global int *out, const int n)
{
    BEGIN
    int sum = 0;
    for (int i = 0; i < size; ++i) sum += in[from + i];
    right &= most == 8 && sub_group_reduce_add(in[g]) == sum && get_sub_group_ge_mask().x == 0xffu - ((1u << own) - 1);
    out[g] = right;
}

__kernel __attribute__((intel_reqd_sub_group_size(32))) void nd_check_thirty_two(__global const int *in, __global int *out, const int n)
{
    BEGIN
    right &= most == 32 && sub_group_ballot(1).x == (size == 32 ? 0xffffffffu : (1u << size) - 1);
    right &= sub_group_scan_inclusive_add(1) == own + 1 && get_sub_group_ge_mask().x == 0xffffffffu - ((1u << own) - 1);
    out[g] = right;
}

__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void check_blocks(__global const int *in, __global int *out, const int n)
{
    BEGIN
    __global const uint *words = (__global const uint *)in + first;
    const uint4 v = intel_sub_group_block_read4(words);
    for (int i = 0; i < 4; ++i) right &= ((uint *)&v)[i] == (uint)in[first + 16 * i + own];
    right &= intel_sub_group_block_read(words) == (uint)in[g] && as_float(intel_sub_group_block_read_ui(words)) == as_float(in[g]);
    right &= intel_sub_group_block_read_us((__global const ushort *)words) == ((__global const ushort *)words)[own];
    intel_sub_group_block_write((__global uint *)out + first, (uint)right);
}

__kernel __attribute__((reqd_work_group_size(4, 2, 2))) void nd_check_known_size(__global const int *in, __global int *out, const int n)
{
    BEGIN
    right &= sub_group_reduce_max(at) == 15 && sub_group_shuffle(own, 15u - own) == 15 - own;
    out[g] = right;
}

// Sub-groups that are a part of a vector, a whole one, or several, by level.
#define SIZED(N, T, LOW, HIGH)                                                                                      \
    __kernel __attribute__((intel_reqd_sub_group_size(N))) void nd_check_folds_##T##_of_##N(                        \
        __global const int *in, __global int *out, const int n)                                                     \
    {                                                                                                               \
        BEGIN                                                                                                       \
        FOLDS(T, LOW, HIGH)                                                                                         \
        out[g] = right;                                                                                             \
    }
SIZED(4, float, -INFINITY, INFINITY)
SIZED(16, long, LONG_MIN, LONG_MAX)
#ifndef SAMPLE
SIZED(2, int, INT_MIN, INT_MAX)
SIZED(4, double, -INFINITY, INFINITY)
SIZED(8, short, SHRT_MIN, SHRT_MAX)
SIZED(8, double, -INFINITY, INFINITY)
SIZED(16, double, -INFINITY, INFINITY)
#endif

// The same at each size: exchanges, votes and clusters, all of them under conditions, too.
#define WAYS(N)                                                                                                     \
    __kernel __attribute__((intel_reqd_sub_group_size(N))) void nd_check_ways_of_##N(__global const int *in,        \
                                                                                    __global int *out, const int n) \
    {                                                                                                               \
        BEGIN                                                                                                       \
        const double x = in[g] * 3 + own;                                                                           \
        const half h = (half)in[g];                                                                                 \
        const short2 pair = (short2)((short)in[g], (short)own);                                                     \
        if ((own ^ 1) < size) right &= sub_group_shuffle_xor(x, 1u) == in[from + (own ^ 1)] * 3 + (own ^ 1);        \
        right &= sub_group_shuffle(h, (uint)(size - 1 - own)) == (half)in[from + size - 1 - own];                   \
        const short2 other = intel_sub_group_shuffle(pair, (uint)(own / 2));                                        \
        right &= other.x == (short)in[from + own / 2] && other.y == own / 2;                                        \
        const float up = sub_group_shuffle_up((float)own, 1u);                                                      \
        right &= own == 0 || up == own - 1;                                                                         \
        int sum = 0, below = 0, lowest = size, either = 0;                                                          \
        uint bits = 0;                                                                                              \
        for (int i = size - 1; i >= 0; --i)                                                                         \
            if (in[from + i] % 3 == 1) {                                                                            \
                sum += in[from + i], lowest = i, bits |= 1u << i;                                                   \
                if (i < own) below += in[from + i];                                                                 \
                if (i / 2 == own / 2) either += in[from + i];                                                       \
            }                                                                                                       \
        right &= sub_group_ballot(in[g] % 3 == 1).x == bits && !sub_group_any(bits == 0) == (bits != 0);            \
        right &= (sub_group_all(in[g] % 3 == 1) != 0) == (popcount(bits) == size);                                  \
        if (in[g] % 3 == 1) {                                                                                       \
            right &= sub_group_non_uniform_reduce_add(in[g]) == sum && sub_group_ballot(1).x == bits;               \
            right &= (sub_group_elect() != 0) == (own == lowest) && sub_group_broadcast_first((long)own) == lowest; \
            right &= sub_group_non_uniform_scan_exclusive_add((double)in[g]) == below;                              \
            right &= sub_group_non_uniform_scan_inclusive_add((ulong)in[g]) == (ulong)(below + in[g]);              \
            right &= sub_group_clustered_reduce_add((float)in[g], 2u) == either;                                    \
            right &= sub_group_non_uniform_all_equal(sum) && sub_group_non_uniform_reduce_min(own) == lowest;       \
        }                                                                                                           \
        /* Each work-item leaves after its own number of rounds; those that are left are counted. */                \
        int gone = 0;                                                                                               \
        for (;;) {                                                                                                  \
            int here = 0;                                                                                           \
            for (int i = 0; i < size; ++i) here += in[from + i] % 5 >= gone;                                        \
            right &= sub_group_non_uniform_reduce_add(1) == here;                                                   \
            if (in[g] % 5 == gone) break;                                                                           \
            ++gone;                                                                                                 \
        }                                                                                                           \
        out[g] = right;                                                                                             \
    }
WAYS(8)
#ifndef SAMPLE
WAYS(4)
WAYS(16)
WAYS(32)
#endif

// Work-items beyond a bound do nothing: those of their sub-group do not count them.
__kernel __attribute__((intel_reqd_sub_group_size(4))) void nd_check_bound(__global const int *in, __global int *out, const int n)
{
    const int g = get_group_id(0) * get_local_size(0) * get_local_size(1) * get_local_size(2) + get_local_linear_id();
    const int bound = in[0] % 3 + 1;
    out[g] = 1;
    if (get_local_linear_id() >= (size_t)bound) return;
    out[g] = sub_group_non_uniform_reduce_add(1) == min(bound, (int)get_sub_group_size());
}

// Values go from one work-item to another through memory, by sub-group barriers.
__kernel __attribute__((intel_reqd_sub_group_size(8))) void nd_check_memory(__global const int *in, __global int *out, const int n)
{
    BEGIN
    __local int turned[64];
    for (int round = 0; round < 3; ++round) {
        turned[at] = in[g] + round;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        right &= turned[base + size - 1 - own] == in[from + size - 1 - own] + round;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g] = right;
}
