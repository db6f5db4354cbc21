// Barriers of every shape. Each kernel reads `in`, writes `out`, and has n work-items in groups of one size.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

#define LARGEST 64

// One barrier; an automatic local array.
__kernel void reversed(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int l = get_local_id(0), size = get_local_size(0);
    tile[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[size - 1 - l] + l;
}

// A tree: a loop with a uniform condition, and a guard.
__kernel void tree(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int l = get_local_id(0);
    tile[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = (int)get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s) tile[l] += tile[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = l == 0 ? tile[0] : tile[1] - l;
}

// An inclusive scan: two barriers in a loop, and a private value that lives across both.
__kernel void scan(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const size_t l = get_local_id(0);
    int value = in[get_global_id(0)];
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t step = 1; step < get_local_size(0); step *= 2) {
        const int other = l >= step ? tile[l - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += other;
        tile[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = value;
}

static int shared_sum(__local int *tile, int value)
{
    const int l = get_local_id(0);
    int sum = 0;
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < (int)get_local_size(0); ++i) sum += tile[i] * (i + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

static int shared_twice(__local int *tile, int value)
{
    if (get_local_size(0) == 1) return value;
    return shared_sum(tile, value) - shared_sum(tile, value + (int)get_local_id(0));
}

// Barriers in functions, which are called from functions, in an expression, with a return before them.
__kernel void called(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0);
    const int a = shared_twice(tile, in[g]) + 1, b = shared_sum(tile, a - g);
    out[g] = a * 3 + b;
}

// A barrier in a branch that is the same for all work-items of a group.
__kernel void branch(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0), group = get_group_id(0);
    int value = in[g];
    if (group % 2 == 0) {
        tile[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = tile[(l ^ 1) < (int)get_local_size(0) ? (l ^ 1) : l];
    } else if (group % 3 == 0) {
        tile[l] = value * 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        value -= tile[0];
    } else {
        value = -value;
    }
    out[g] = value + l;
}

// The same, with a condition that only the data makes uniform.
__kernel void branch_by_data(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0);
    tile[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first = tile[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    int value = l;
    if (first & 1) {
        tile[l] = g;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += tile[get_local_size(0) - 1 - l];
    } else {
        tile[l] = 3 * g;
        barrier(CLK_LOCAL_MEM_FENCE);
        value -= tile[get_local_size(0) - 1 - l];
    }
    out[g] = value;
}

// continue and break around barriers, nested loops.
__kernel void jumps(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0);
    int sum = 0;
    for (int i = 0; i < 6; ++i) {
        if (i == 1) continue;
        tile[l] = in[g] + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0;; ++k) {
            sum += tile[(l + k) % (int)get_local_size(0)];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (k == i) break;
            if (k == 2) continue;
            tile[l] += k;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (i == 4) break;
    }
    out[g] = sum;
}

// while and do, with conditions that all work-items read from local memory.
__kernel void rounds(__global const int *in, __global int *out, const int n)
{
    __local int left;
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0);
    int value = in[g] & 15, count = 0;
    if (l == 0) left = 3 + (int)get_group_id(0) % 4;
    barrier(CLK_LOCAL_MEM_FENCE);
    while (left > 0) {
        tile[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += tile[(l + 1) % (int)get_local_size(0)];
        ++count;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == 0) --left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    int again = 2;
    do {
        tile[l] = value ^ count;
        barrier(CLK_LOCAL_MEM_FENCE);
        value -= tile[0] >> 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    } while (--again > 0);
    out[g] = value + 1000 * count;
}

// Private arrays, structures, vectors and addresses that live across barriers.
typedef struct pair {
    int a[3];
    float4 b;
} pair;

static void change(int *p, int by) { *p += by; }

__kernel void context(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0);
    int plain[4] = {1, 2, 3, 4}, spread[2][3];
    pair p = {{g, l, 7}, (float4)(1.0f, 2.0f, 3.0f, (float)l)};
    int4 v = (int4)(g, l, g + l, 1);
    int pointed = in[g];
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 3; ++k) spread[i][k] = i * l + k;
    tile[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    change(&pointed, tile[0] + l);
    p.a[1] += tile[l];
    p.b.xy = p.b.wz;
    v.yz += (int2)(tile[l], 2);
    plain[l & 3] += 10;
    spread[1][2] -= g;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = pointed + p.a[0] + p.a[1] * 2 + p.a[2] + (int)(p.b.x + p.b.y) + v.x + v.y + v.z * 3 + v.w;
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 3; ++k) sum += spread[i][k] * (i + k);
    out[g] = sum + plain[0] + plain[1] * 2 + plain[2] * 3 + plain[3] * 4;
}

// A local argument, and a group that knows its size.
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void required(__global const int *in, __global int *out, const int n,
                                                                       __local int *room)
{
    const int g = get_global_id(0), l = get_local_id(0);
    room[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = room[15 - l] + (int)get_local_size(0);
}

// Copies by the whole group.
__kernel void copies(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST], back[LARGEST];
    const int l = get_local_id(0), size = get_local_size(0), first = get_group_id(0) * size;
    event_t e = async_work_group_copy(tile, in + first, (size_t)size, 0);
    wait_group_events(1, &e);
    back[l] = tile[size - 1 - l] * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + first, back, (size_t)size, 0);
    wait_group_events(1, &e);
}

// Work-items that leave early, together, before a barrier.
__kernel void early(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0);
    out[g] = -1;
    if (get_group_id(0) % 3 == 1) return;
    tile[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tile[0] > 5 && get_group_id(0) == 2) return;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = tile[(l + 1) % (int)get_local_size(0)];
}

// A parameter that is changed, and values that are the same for all only by how they are computed.
__kernel void changed(__global const int *in, __global int *out, int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0);
    int uniform = n, varying = n;
    n = n / 2 + 1;
    tile[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    uniform = uniform * 3 + n;
    varying += l;
    if (l > 2) varying = uniform;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 3; ++i) {
        uniform += i;
        n -= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        varying += tile[i % (int)get_local_size(0)] * uniform;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g] = varying + n + uniform;
}

// Pointers to local memory that change from round to round.
__kernel void swapped(__global const int *in, __global int *out, const int n)
{
    __local int even[LARGEST], odd[LARGEST];
    __local int *from = even, *to = odd;
    const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    from[l] = in[g];
    for (int i = 0; i < 5; ++i) {
        barrier(CLK_LOCAL_MEM_FENCE);
        to[l] = from[(l + 1) % size] + from[l];
        __local int *const other = from;
        from = to;
        to = other;
    }
    out[g] = from[l];
}

// Two and three dimensions: a tile turned around, in rounds.
__kernel void nd_turned(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int w = get_local_size(0), h = get_local_size(1), d = get_local_size(2);
    const int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2), l = (z * h + y) * w + x, size = w * h * d;
    const int g = (int)get_group_id(0) * size + l;
    int value = in[g];
    for (int round = 0; round < d + 1; ++round) {
        tile[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (round & 1) {
            value += tile[(z * h + (h - 1 - y)) * w + (w - 1 - x)];
        } else {
            const int other = tile[((d - 1 - z) * h + y) * w + x];
            barrier(CLK_LOCAL_MEM_FENCE);
            value -= other + round;
            if (round == 2) continue;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g] = value;
}

static int column_sum(__local int *tile, const int x, const int w, const int h)
{
    int sum = 0;
    for (int y = 0; y < h; ++y) sum += tile[y * w + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

static void add_row(__local int *tile, const int value, const int l, const int times)
{
    for (int i = 0; i < times; ++i) {
        if (times == 3 && i == 1) continue;
        tile[l] += value + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (times > 4) return;
    }
}

// Functions that wait, called several times with other arguments; groups that leave together; barriers in nested loops.
__kernel void nd_helpers(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int w = get_local_size(0), h = get_local_size(1) * get_local_size(2);
    const int x = get_local_id(0), y = get_local_id(1) + get_local_size(1) * get_local_id(2), l = y * w + x;
    const int group = get_group_id(0), g = group * w * h + l;
    tile[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    add_row(tile, l, l, group + 1);
    int sum = column_sum(tile, x, w, h);
    if (group == 3) {
        out[g] = sum;
        return;
    }
    for (int i = 0; i < 2; ++i) {
        int k = i;
        while (k < 3) {
            tile[l] ^= sum + k;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum += column_sum(tile, (x + k) % w, w, h);
            if (++k == 2 && group == 1) break;
        }
        do {
            add_row(tile, i, l, 1);
            if (group == 2) continue;
            sum -= column_sum(tile, 0, w, h);
        } while (--k > 1);
    }
    out[g] = sum + tile[l];
}

// What is cheap is computed again in each region, also from variables that stand in one region alone.
__kernel void again_from_one_region(__global const int *in, __global int *out, const int n)
{
    __local int l[64];
    const int size = get_local_size(0);
    int i = get_local_id(0);
    int next = i + 1, beyond = next + n;
    l[i] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l[next < size ? next : 0] & 1) out[get_global_id(0)] = beyond - n + l[next < size ? next : 0];
    else out[get_global_id(0)] = -beyond;
}

// Conditions that memory decides, around barriers: all work-items read one value.
__kernel void decided_by_memory(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST], left, turn[2];
    const int l = get_local_id(0), size = get_local_size(0), g = get_global_id(0), group = get_group_id(0);
    int sum = 0;
    tile[l] = in[g] & 4095;
    if (l == 0) {
        left = in[group] % 5 + 2;
        turn[0] = turn[1] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    while (left > 0) {
        const int value = tile[(l + turn[0]) % size], round = left;
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[l] = (value & 4095) * 3 + round;
        if (l == size - 1) left -= turn[1] + 1;
        if (l == 0) turn[0] += round;
        if (tile[l] % 11 != 0 || l + 1 == size) sum += value;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int decided = tile[0] + turn[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (in[group] & 1) {
        tile[l] += sum & 4095;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum -= tile[size - 1 - l];
    } else if (decided > 40) {
        tile[l] = (sum & 4095) - l;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum ^= tile[(l + 1) % size];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    do {
        barrier(CLK_LOCAL_MEM_FENCE); /* the condition has been read */
        if (l == 0) turn[1]++;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < turn[1]; ++i) {
            const int other = tile[(l + i) % size];
            barrier(CLK_LOCAL_MEM_FENCE);
            tile[l] = (other & 4095) + i;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    } while (turn[1] < in[group] % 3 + 1);
    out[g] = (sum & 65535) + tile[l];
}

// What is computed again in each region, of variables of the group that change: outside of the block, and inside.
__kernel void again_from_the_group(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int l = get_local_id(0), size = get_local_size(0), g = get_global_id(0);
    int sum = 0, shift = in[0] * 0 + 1;
    for (int t = 0; t < 3 * size; t += size) {
        const int place = t + l, moved = place + shift;
        tile[l] = place * (in[g] & 4095);
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[(l + 1) % size] ^ moved;
        shift += t + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = (sum & 65535) - moved * place;
    }
    for (int t = 1; t < 4; ++t) {
        const int before = t + l;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (n > 0) t += before - before + (size & 1);
        tile[l] = before + t;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = (sum & 65535) * 5 + before * tile[size - 1 - l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int t = 0; t < 6; ++t) {
        const int before = t + l;
        tile[l] = sum & 65535;
        barrier(CLK_LOCAL_MEM_FENCE);
        t += size & 3;
        for (int i = 0; i < 2; ++i) {
            const int behind = before + 7 + i, from = t - i + l;
            sum = (sum & 65535) + (tile[(l + i) % size] & 65535);
            barrier(CLK_LOCAL_MEM_FENCE);
            tile[l] = sum + behind - from;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum ^= behind * from;
        }
    }
    out[g] = sum;
}
