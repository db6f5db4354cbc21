// Kernels whose launches are proved before they run, and such as are faulty in one element alone: at the far end of a
// loop, in the last work-item or group, or by numbers that wrap. `// proof: KIND` says what a proof comes to: `all`: no
// group needs checks; `sample`: none does if one group shows no fault; `none`. `fills`: also where y was not written
// before, as all of it is. `// parts: NAMES`: where nothing is proved of the whole kernel, those of x, y and t of which all
// accesses are proved. For test_proof.c, and for test_checked.c
// (see outside.cl), which gives these kernels memory that was written.
// SPDX-License-Identifier: MIT

// proof: all, fills
__kernel void proved_affine(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = x[n - 1 - i] + x[i];
}

// proof: none
__kernel void proved_affine_last(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = x[n - i]; // finds outside x 0
}

// proof: none
__kernel void proved_last_item(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i + (i == n - 1)] = 1; // finds outside y 63
}

// proof: none
__kernel void proved_last_group(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), g = get_group_id(0), l = get_local_id(0);
    y[i] = x[g * 16 + l + (g == 3 && l == 15)]; // finds outside x 63
}

// proof: all
__kernel void proved_guard(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i > 0 && i < n - 1) y[i] = x[i - 1] + x[i + 1];
}

// proof: none
__kernel void proved_guard_last(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i > 0 && i <= n - 1) y[i] = x[i - 1] + x[i + 1]; // finds outside x 63
}

// proof: all
__kernel void proved_return(__global const int *x, __global int *y, __local int *t, const int n)
{
    const size_t i = get_global_id(0), at = i * 2;
    if (i >= n / 2) return;
    y[at] = x[at + 1];
}

// proof: none
__kernel void proved_return_last(__global const int *x, __global int *y, __local int *t, const int n)
{
    const size_t i = get_global_id(0), at = i * 2;
    if (i > n / 2) return;
    y[at % 64] = x[at]; // finds outside x 32
}

// proof: all, fills
__kernel void proved_loop(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; k += 4) sum += x[k + 3];
    y[i] = sum;
}

// proof: none
__kernel void proved_loop_last(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = 1; k < n; k += 4) sum += x[k + 3]; // finds outside x 0
    y[i] = sum;
}

// proof: all, fills
__kernel void proved_down(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = n - 1; k >= 0; --k) sum += x[k];
    y[i] = sum;
}

// proof: none
__kernel void proved_down_last(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = n - 1; k >= -1; --k) sum += x[k]; // finds outside x 0
    y[i] = sum;
}

// proof: none
__kernel void proved_do(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int k = 0, sum = 0;
    do sum += x[k]; while (k++ < n); // finds outside x 0
    y[i] = sum;
}

// proof: none
__kernel void proved_continue(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int at = 0, sum = 0;
    for (int k = 0; k < n; ++k) {
        if (x[k] == 3) continue;
        if (x[k] == 99) break;
        ++at;
    }
    for (int k = 0; k <= n; ++k) {
        if (k > at + 8) break;
        sum += x[k]; // finds outside x 0
    }
    y[i] = sum;
}

// proof: none
__kernel void proved_wraps(__global const int *x, __global int *y, __local int *t, const int n)
{
    const uint i = get_global_id(0);
    y[i] = x[(i * 0x10000001u) >> 24]; // finds outside x 4
}

// proof: none
__kernel void proved_wraps_below(__global const int *x, __global int *y, __local int *t, const int n)
{
    const uint i = get_global_id(0);
    y[i] = x[(i - 1) / 2]; // finds outside x 0
}

// proof: none
__kernel void proved_wraps_bytes(__global const int *x, __global int *y, __local int *t, const int n)
{
    const uchar k = (uchar)(get_global_id(0) * 4);
    y[get_global_id(0)] = x[k / 4 + (k > 251)]; // finds outside x 63
}

// proof: all, fills
__kernel void proved_masks(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = x[(x[i] * 7) & 63] + x[min((uint)x[i], 63u)] + x[abs(i % 9)];
}

// proof: none
__kernel void proved_masks_last(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = x[((x[i] * 9) & 63) + 1]; // finds outside x 7
}

// proof: sample, fills
__kernel void proved_tile(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    int sum = 0;
    for (int k = 0; k < n; k += 16) {
        t[l] = x[k + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 16; ++j) sum += t[j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[i] = sum;
}

// proof: none
__kernel void proved_tile_last(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    int sum = 0;
    for (int k = 0; k < n; k += 16) {
        t[l] = x[k + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j <= 16; ++j) sum += t[j]; // finds outside t 0
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[i] = sum;
}

// proof: sample, fills
__kernel void proved_tile_races(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i] + l;  // finds race t 8
    y[i] = t[15 - l]; // finds unwritten t 0; finds race t 8
}

// proof: none
__kernel void proved_last_group_races(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_group_id(0) == 3) t[0] = l; // finds race t 49
    y[i] = 1;
}

// proof: none
__kernel void proved_last_group_barrier(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = i;
    if (get_group_id(0) < 3) barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[l ^ 1]; // finds race t 48
}

// proof: none
__kernel void proved_last_group_writes_less(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    if (i < n - 1) t[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[l] + 1; // finds unwritten t 63
}

// proof: none
__kernel void proved_data_writes_less(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int own[2];
    own[0] = 1;
    if (x[i] < 7 || i < 48) own[1] = 2;
    y[i] = own[0] + own[1]; // finds unwritten own 55
}

// proof: sample, fills
__kernel void proved_counts(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    if (l < 8) t[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&t[x[i] & 7]);
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[l & 7];
}

// proof: none
__kernel void proved_counts_less(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    if (l < 7) t[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&t[x[i] & (i < 48 ? 3 : 7)]); // finds unwritten t 55
    y[i] = 1;
}

// proof: all
__kernel void proved_apart(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i < 16)
        for (int k = 0; k < 4; ++k) y[4 * i + k] += x[i] + k;
}

// proof: all
__kernel void proved_columns(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int l = get_local_id(0);
    for (int k = 0; k < 4; ++k) y[k * 16 + l] += x[63 - l] + k;
}

// proof: sample
__kernel void proved_columns_less(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int l = get_local_id(0);
    for (int k = 0; k < 4; ++k) y[k * 15 + l] = x[63 - l] + l + k; // finds race y 15
}

// proof: none
__kernel void proved_apart_by_less(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i >= 48 && i < 64)
        for (int k = 0; k < 5 - (i == 63); ++k) y[4 * (i - 48) + k] = i * 8 + k; // finds race y 49
}

// proof: sample
__kernel void proved_one_writes(__global const int *x, __global int *y, __local int *t, const int n)
{
    if (get_local_id(0) == 0) y[get_group_id(0)] = x[get_group_id(0)];
}

// proof: none
__kernel void proved_last_group_all_write(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int l = get_local_id(0), g = get_group_id(0);
    if (l == 0 || g == 3) y[g] = l; // finds race y 49
}

// proof: sample, fills
__kernel void proved_private(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int own[8], sum = 0;
    for (int k = 0; k < 8; ++k) own[k] = x[(i + k) & 63];
    for (int k = 0; k < 8; ++k) sum += own[7 - k];
    y[i] = sum;
}

// proof: none
__kernel void proved_private_last(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int own[8], sum = 0;
    for (int k = 0; k < 8; ++k) own[k] = x[(i + k) & 63];
    for (int k = 0; k < 8; ++k) sum += own[8 - k]; // finds outside own 0
    y[i] = sum;
}

// proof: none
__kernel void proved_division(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = n / (n - 1 - i); // finds division - 63
}

// proof: none
__kernel void proved_misaligned(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = *(__global const int *)((__global const char *)x + (i < 63 ? 4 * i : 4 * i - 1)); // finds misaligned x 63
}

// proof: all, fills
__kernel void proved_math(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    const float r = (float)x[i] * 0.1f;
    y[i] = (int)(sin(r) + exp(r) + pow(r, 2.5f) + log(1.0f + r));
}

// proof: all, fills
__kernel void proved_fills(__global int *x, __global int *y, __local int *t, const int n)
{
    x[get_global_id(0)] = n;
    y[get_global_id(0)] = n;
}

// proof: all
__kernel void proved_fills_but_one(__global int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i < n - 1) x[i] = n;
    y[i] = n;
}

// proof: all
__kernel void proved_fills_by_data(__global int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (y[i] != 7) x[i] = n;
}

// proof: sample
__kernel void proved_fills_every_other(__global int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    x[i & ~1] = n;
}

// In place: a work-item touches elements of its own, which masks and guards say.

// proof: all
__kernel void proved_pairs(__global const int *x, __global short *y, __local int *t, const int n)
{
    const int i = get_global_id(0), low = 2 * i - (i & 3), high = low + 4;
    if (y[low] > y[high] + x[i]) {
        const short was = y[low];
        y[low] = y[high];
        y[high] = was;
    }
}

// proof: sample
__kernel void proved_pairs_meet(__global const int *x, __global short *y, __local int *t, const int n)
{
    const int i = get_global_id(0), low = 2 * i - (i & 3), high = low + 3;
    y[low] += i + x[i]; // finds race y 3
    y[high] += i + 1;
}

// proof: all
__kernel void proved_pairs_of_groups(__global const int *x, __global short *y, __local int *t, const int n)
{
    const int i = get_global_id(0), low = 2 * i - (i & 31), high = low + 32;
    y[low] += y[high];
    y[high] -= x[i];
}

// proof: all
__kernel void proved_partner(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), partner = i ^ 4;
    if (partner > i && y[partner] < y[i] + x[i]) {
        const int was = y[i];
        y[i] = y[partner];
        y[partner] = was;
    }
}

// proof: all
__kernel void proved_partner_is_less(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), partner = i ^ 4;
    if (partner >= i) return;
    y[i] += y[partner];
    y[partner] = x[i];
}

// proof: none
__kernel void proved_partner_without_guard(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), partner = i ^ 4;
    y[i] = y[partner] + i; // finds race y 4
}

// proof: none
__kernel void proved_partner_wrong_guard(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), partner = i ^ 4;
    if (partner > i || i == 63) y[i] = y[partner] + i; // finds race y 63
}

// proof: none
__kernel void proved_partner_overlaps(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), partner = i ^ 6;
    if (partner > i) y[partner & 61] += i; // finds race y 2
}

// proof: all
__kernel void proved_mirror(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), partner = i ^ 7;
    if (partner > i) {
        const int was = y[i] + x[i];
        y[i] = y[partner];
        y[partner] = was;
    }
}

// proof: all
__kernel void proved_rows_guard(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), row = i / 8, column = i % 8;
    if (row > 2 && column > 2) y[8 * row + column] -= y[8 * row + 2] * y[16 + column] + y[18] * x[i];
}

// proof: none
__kernel void proved_rows_wrong_guard(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), row = i / 8, column = i % 8;
    if (row > 2 && column >= 2) y[8 * row + column] += y[8 * row + 2] + 1; // finds race y 27
}

// proof: none
__kernel void proved_rows_next_column(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), row = i / 8, column = i % 8;
    if (row > 2 && column > 2) y[8 * row + column] += y[8 * row + 3] + 1; // finds race y 28
}

// proof: all
__kernel void proved_ways(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), row = i / 8, column = i % 8;
    if (row == 5 || column == 3) return;
    y[8 * row + column] = min(y[8 * row + column], y[8 * row + 3] + y[40 + column] * x[i]);
}

// proof: none
__kernel void proved_ways_wrong_column(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), row = i / 8, column = i % 8;
    if (row == 5 || column == 4) return;
    y[8 * row + column] = y[8 * row + column] + y[8 * row + 3] + i; // finds race y 3
}

// proof: none
__kernel void proved_ways_by_data(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), row = i / 8, column = i % 8;
    if (column == (x[row] & 7)) return;
    y[8 * row + column] += y[8 * row + 3] + i; // finds race y 3
}

// What a group writes twice alike is no race, but another group may write other numbers there.

// proof: sample
__kernel void proved_fills_alike_in_one_group(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i | 1] = x[i / 16 * (i % 16)]; // finds race y 17
}

// Objects that are proved by themselves: y is accessed by data.

// proof: none
// parts: x t
__kernel void proved_parts(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i] * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[x[i] + i / 8 * 8] = t[15 - l];
}

// proof: none
// parts: x t
__kernel void proved_parts_outside(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i] * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[x[i] + (i + 1) / 8 * 8] = t[15 - l]; // finds outside y 63
}

// proof: none
// parts: x
__kernel void proved_parts_last_race(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i] * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i > 48 && x[i] == 7) t[l - 1] = 5; // finds race t 55
    y[x[i] + i / 8 * 8] = t[l];
}

// proof: none
// parts: x
__kernel void proved_parts_last_read(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    if (i != 50) t[l] = x[i] * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[x[i] + i / 8 * 8] = t[l] + 1; // finds unwritten t 50
}

// proof: none
// parts: x
__kernel void proved_parts_last_index(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i] * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[x[i] + i / 8 * 8] = t[l + (i == 63)]; // finds outside t 63
}

// proof: none
// parts: none
__kernel void proved_parts_race_of_groups(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i] * 2;
    if (get_group_id(0) < 3) barrier(CLK_LOCAL_MEM_FENCE);
    y[x[i] + i / 8 * 8] = t[l ^ 1]; // finds race t 48
}

// proof: none
// parts: x t
__kernel void proved_parts_of_copies(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = y[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[x[i] + i / 8 * 8] = t[l] + 1;
}

// proof: none
__kernel void proved_old_condition(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    bool is_inside = false;
    for (int k = 0; k < n / 32; ++k) {
        const bool now = i < n - 1 - 16 * k;
        if (k == 0) {
            is_inside = now;
            y[i] = i;
        }
        if (is_inside) y[i + 16 * k] = x[i] + i; // finds outside y 48
    }
}

// proof: none
__kernel void proved_half_of_next(__global const int *x, __global int *y, __local int *t, const int n)
{
    __global short *part = (__global short *)y;
    const int i = get_global_id(0);
    if (i < 63 && x[i] > 3) y[i] = part[2 * i + 3] + i; // finds race y 5
}

// proof: none
__kernel void proved_next_of_half(__global const int *x, __global int *y, __local int *t, const int n)
{
    __global short *part = (__global short *)y;
    const int i = get_global_id(0);
    if (i < 63 && x[i] > 3) part[2 * i + 1] = y[i + 1] + i; // finds race y 5
}

// proof: none
__kernel void proved_writes_every_other(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    if (l < 8) t[2 * l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[x[i] & 3] + 1; // finds unwritten t 1
}
