// Control around barriers that all work-items share, though nobody could tell before they run.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

#define LARGEST 64

// Zero, from each work-item's own memory.
static int nothing(__global const int *in) { return in[get_global_id(0)] - in[get_global_id(0)]; }

static int around(__local int *tile, int x, int by)
{
    const int l = get_local_id(0), size = get_local_size(0);
    tile[l] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int y = tile[(l + by) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    return y;
}

// Branches, and ways out of the kernel behind them.
__kernel void parted_branches(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0), zero = nothing(in);
    int x = in[g] % 1000, own[4] = {x, l, 3, 5};
    int *const second = &own[1];
    out[g] = -1;
    if (zero == 0) {
        x += around(tile, x, 1);
        own[x & 3] += x & 255;
        if (zero > l) {
            x = around(tile, 7, 2);
            if (l == 3) return;
        } else {
            *second += around(tile, *second, 3);
            x ^= own[l & 3];
        }
    } else {
        x = around(tile, 3, 1) / (x - x);
    }
    if (zero != 0) return;
    x = (x & 65535) * 3 + around(tile, own[2] + x, 1);
    if (n % 3 == zero) {
        if (l > n) return;
        x += around(tile, own[1], 5);
        out[g] = x;
        return;
    }
    for (int i = 0; i < 4; ++i) x = (x & 65535) * 5 + own[i];
    out[g] = x;
}

// Loops with every kind of jump.
__kernel void parted_loops(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0), zero = nothing(in);
    int x = in[g] % 1000;
    for (int i = zero; i < 5; ++i) {
        if (i == 1 + zero) continue;
        x = (x & 65535) * 3 + around(tile, x, i);
        if (i == 3 + zero) break;
        int k = zero;
        do {
            if (x & 1) x += 3;
            x ^= around(tile, x + k, 1);
            if (k == 1 + zero) {
                if ((x & 7) == 2) x += l;
                continue;
            }
            for (int m = 0; m < 2 + zero; ++m) {
                x += around(tile, m, m);
                if (x % 5 == 0) continue;
                x ^= 5;
            }
        } while (++k < 3 + zero);
    }
    int rounds = zero;
    while (rounds < 4) {
        if (rounds == 0) x += around(tile, x, 2);
        else if (rounds == 1 && l != 2) x -= 7;
        if (rounds++ == 2) x ^= around(tile, x & 255, rounds);
    }
    out[g] = x;
}

// Loops that all share, inside of a branch that nobody can tell.
__kernel void parted_around_loops(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0), zero = nothing(in);
    int x = in[g] % 100;
    if (zero == 0) {
        int sum = 0;
        for (int i = 0; i < size; ++i) {
            tile[l] = x + i;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum += tile[(l + i) % size] * (i + 1);
            if (sum > 100000) sum -= 100000;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        x = sum;
    }
    while (zero > l) x += around(tile, x, 1);
    out[g] = x;
}
