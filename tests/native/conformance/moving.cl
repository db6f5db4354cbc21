// Pointers and counters that begin apart and are moved on alike, groups of one work-item in x, and arrays in the context.
// Each kernel reads `in`, writes `out`, and has n work-items in groups of one size.
// @range: n
// @arg in: in 8*n+64
// @arg out: out n
// SPDX-License-Identifier: MIT

#define LARGEST 64

static int place(void)
{
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
    return (int)get_group_id(0) * size +
           (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));
}

static void add4(const int a, __local const int *b, int *c)
{
    c[0] += a * b[0];
    c[1] += a * b[1];
    c[2] ^= a + b[2];
    c[3] += c[0] - b[3];
}

// A register-blocked product: pointers get their beginning in two steps, and move between barriers.
__kernel void nd_blocked(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST + 6];
    const int lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);
    const int id = lx + (ly + lz * (int)get_local_size(1)) * (int)get_local_size(0);
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2), first = get_group_id(0) * size;
    __global const int *A = in, *B = in;
    int c[4] = {0, 7}, a[2];
    A += first;
    A += id;
    B = in + first / 2;
    B += id * 2;
    for (int round = 0; round < 3; round++, B += 3) {
        for (int i = 0; i < 2; i++) a[i] = A[i * size];
        tile[id] = B[0];
        if (id == 0)
            for (int i = 0; i < 6; ++i) tile[size + i] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
        A += 2;
        add4(a[0], &tile[0], c);
        a[0] = A[0];
        add4(a[1], &tile[round], c);
        A -= 1;
        add4(a[0], tile, c);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[place()] = c[0] + 3 * c[1] + 5 * c[2] + 7 * c[3] + A[0] + B[-1];
}

// The same beginning for a pointer that only some move.
__kernel void some_move(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int id = get_global_id(0), size = get_local_size(0);
    __global const int *p = in + id;
    int sum = 0;
    for (int round = 0; round < 4; ++round) {
        tile[id % size] = *p;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (in[id] > 8) p += 2;
        else ++p;
        sum += tile[(id + round) % size];
        barrier(CLK_LOCAL_MEM_FENCE);
        p += round;
    }
    out[id] = sum + *p;
}

// Some leave while the others' pointers move on.
__kernel void leaving(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int id = get_global_id(0), size = get_local_size(0);
    __global const int *p = in;
    int sum = 0;
    p += id;
    for (int round = 0; round < 5; ++round, ++p) {
        tile[id % size] = p[1];
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[(id + 1) % size];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (round == in[0] % 5) break;
        p += 2;
    }
    out[id] = sum - *p;
}

// Triangles: counters that begin with the id, with `continue`, `break`, unsigned, by twos, and downwards.
__kernel void triangle(__global const int *in, __global int *out, const int n)
{
    const int id = get_global_id(0);
    int sum = 0;
    for (int j = id + 1; j < 40; j++) {
        if (in[j] == 3) continue;
        sum += in[j] * (j - id);
    }
    for (uint j = (uint)id; j < 25u; j += 2u) {
        sum ^= in[j + 1u];
        if (in[j] > 20) break;
    }
    for (long j = 30 - id; j >= 0; --j) sum += in[j] & (int)j;
    for (uint j = (uint)id - 5u; (int)j < 6; ++j) sum += in[j + 5u] * (int)(j & 3u);
    out[id] = sum;
}

// A counter that is asked for after its loop.
__kernel void counted(__global const int *in, __global int *out, const int n)
{
    const int id = get_global_id(0);
    int j = id, steps = 0;
    while (in[j] != 5 && j < id + 40) {
        j++;
        steps += in[j] > 10;
    }
    out[id] = j - id + 100 * steps;
}

// Counters in a uniform loop, moved by what is uniform, in the middle of a round too.
__kernel void strides(__global const int *in, __global int *out, const int n)
{
    const int id = get_global_id(0);
    int j = id * 3, k = 2 * id, sum = in[id] > 10 ? 1 : 0;
    for (int round = 0; round < 6; ++round, k += round) {
        sum += in[j];
        j += round + 1;
        if (in[id] & 1) sum -= in[k];
        sum += in[j] * 2;
    }
    out[id] = sum + j - k;
}

// What a loop moves, another one begins with; and a second beginning in between.
__kernel void again(__global const int *in, __global int *out, const int n)
{
    const int id = get_global_id(0);
    int j = id, sum = 0;
    for (int i = 0; i < 3; ++i) {
        sum += in[j] * (in[i] > 4 ? 2 : 3);
        j += 2;
    }
    sum += j;
    j = id + 1;
    for (int i = 0; i < in[id] % 4; ++i, ++j) sum -= in[j];
    out[id] = sum * 2 + j;
}

// Along y: with a tile, a rim that only the first and the last read, and a bound.
__kernel void nd_along_y(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST + 2];
    const int y = get_local_id(1), height = get_local_size(1), size = get_local_size(0) * get_local_size(2);
    const int plane = get_local_id(0) + get_local_id(2) * get_local_size(0);
    const int from = (int)(get_global_id(1) + 1) + plane;
    int kept = in[from];
    if (plane == 0) tile[y + 1] = kept;
    if (plane == 0 && y == 0) tile[0] = -1;
    if (plane == 0 && y == height - 1) tile[y + 2] = -2;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = tile[y] + 2 * tile[y + 1] + tile[y + 2];
    for (int s = height / 2; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (y < s) {
            if (plane == 0) tile[y] += tile[y + s];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place()] = sum + tile[0] * kept + size;
}

// Without barriers, with a guard and with what differs between rows.
__kernel void nd_rows(__global const int *in, __global int *out, const int n)
{
    const int y = get_global_id(1), x = get_global_id(0), width = get_global_size(0);
    if (y >= (int)get_global_size(1) || x >= n) return;
    int sum = 0;
    for (int k = 0; k < y + 2; ++k) sum += in[y * width + k] * (in[k] > 4 ? 1 : -1);
    out[place()] = sum + x;
}

__kernel __attribute__((reqd_work_group_size(1, 16, 1))) void nd_column(__global const int *in, __global int *out, const int n)
{
    __local int tile[16];
    const int y = get_local_id(1);
    __global const int *p = in + y;
    tile[y] = *p;
    for (int s = 8; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        p += s;
        const int other = tile[y ^ s];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[y] += other * (y & s ? 1 : *p);
    }
    out[place()] = tile[y] + *p;
}

// Ids less one, and times what is small, as ints.
__kernel void nd_id_sums(__global const int *in, __global int *out, const int n)
{
    const int before = get_global_id(0) - 1, column = get_group_id(1) * get_local_size(1) + get_local_id(1);
    const int flat = get_local_size(0) * get_group_id(0) + get_local_id(0) + 2, wide = get_group_id(0) * 16 - get_local_id(1) - 3;
    out[place()] = (before < 0 ? 1000 : in[before]) + 3 * column + in[flat] + (wide < 0 ? wide : in[wide]);
}

// Arrays of vectors with initialisers, where there are barriers.
__kernel void vectors_that_start(__global const int *in, __global int *out, __local int *tile, const int n)
{
    const int lid = get_local_id(0), i = get_global_id(0);
    uint4 rows[4] = {0}, other[3] = {(uint4)(1, 2, 3, 4), 5};
    tile[lid] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 4; ++k) rows[k] += (uint4)(tile[(lid + k) % (int)get_local_size(0)]) * other[k % 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[lid] = rows[3].x - rows[2].w;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint4 sum = rows[0] + rows[1] + rows[2] + rows[3] + other[1];
    if (i < n) out[i] = sum.x + 3 * sum.y + 5 * sum.z + 7 * sum.w + tile[0];
}
