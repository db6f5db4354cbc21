// Private arrays in loops of few rounds, across barriers and by places that the data tells; what most work-items do.
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

// ---- loops that are written out ----

__kernel void rounds_of_all_kinds(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a[6], b[2][3], i, sum = 0;
    for (i = 0; i < 6; ++i) a[i] = in[g + i];
    sum += i;
    for (i = 5; i >= 0; i -= 2) a[i] -= in[g] & 3;
    sum += 10 * i;
    for (uint k = 3; k != 0; --k) a[k] ^= (int)k * a[k - 1];
    for (char k = 0; k <= 4; k += 2) a[k + 1] += a[k];
    for (i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j) b[i][j] = a[3 * i + j] + (i == j ? 7 : j);
    for (i = 0; i < 6; ++i) {
        if (a[i] == 4) continue;
        if (i == 3) sum ^= 21;
        else if (i > 4) sum += b[1][i - 5];
        sum += a[i];
        if (a[i] > 15) break;
        for (int j = 0; j < 3; ++j) {
            if (b[i & 1][j] < in[g + 1] % 5) break;
            sum += b[i & 1][2 - j];
        }
    }
    out[g] = sum + 100 * i;
}

// Nests whose inner rounds depend on the outer counter, and which only constant indices make small.
__kernel void rounds_in_order(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const uchar4 *pixels = (__global const uchar4 *)in;
    uchar4 v[25];
    short s[12];
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) v[5 * j + i] = pixels[clamp(g + j - 2, 0, n) + i];
    for (int k = 0; k < 13; ++k)
        for (int i = k + 1; i < 25; ++i) {
            const uchar4 low = min(v[k], v[i]);
            v[i] = max(v[k], v[i]);
            v[k] = low;
        }
    for (int i = 0; i < 12; ++i) s[i] = in[g + i];
    for (int k = 0; k < 12; ++k)
        for (int i = 0; i < 11 - k; ++i)
            if (s[i] > s[i + 1]) {
                const short t = s[i];
                s[i] = s[i + 1];
                s[i + 1] = t;
            }
    out[g] = as_int(v[12]) ^ (s[2] * 3 + s[5] * 5 + s[6] * 7 + s[11]) ^ as_int(v[3]);
}

__kernel void rounds_of_a_matrix(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uint a[6][6], sum = 0;
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) a[i][j] = in[g + 6 * i + j] | (i == j);
    for (int k = 0; k < 6; ++k)
        for (int i = k + 1; i < 6; ++i) {
            const uint by = a[i][k] * 3 + a[k][k];
            a[i][k] = by;
            for (int j = k + 1; j < 6; ++j) {
                if (j == i && (by & 1)) a[i][j] += 5;
                a[i][j] -= by * a[k][j];
            }
        }
    for (int k = 5; k >= 0; --k)
        for (int i = 0; i <= k; i += 2) sum = sum * 31 + a[i][k] + a[k][i];
    out[g] = (int)sum;
}

// One index depends on data, or a loop has a jump: the nests stay.
__kernel void rounds_that_stay(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a[20], b[20], sum = 0;
    for (int i = 0; i < 20; ++i) b[i] = a[i] = in[g + i];
    for (int k = 0; k < 10; ++k)
        for (int i = k + 1; i < 20; ++i) {
            const int low = min(a[k], a[i]);
            a[i] = max(a[k], a[i]);
            a[k] = low;
        }
    for (int k = 0; k < 10; ++k)
        for (int i = k + 1; i < 20; ++i) {
            if (b[i] == 3) break;
            if (b[k] > b[i]) b[k] ^= b[i];
        }
    for (int i = 0; i < 20; ++i) sum = sum * 3 + a[i] + b[i];
    out[g] = sum + a[in[g] & 15];
}

__kernel void rounds_of_vectors(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int4 v[4];
    uchar4 c[3];
    const int2 ways[4] = {(int2)(-1, 2), (int2)(0, 1), (int2)(3, 3), (int2)(1, 0)};
    int sum = 0;
    for (int k = 0; k < 4; ++k) v[k] = (int4)(in[g], in[g + k], k, sum++);
    for (int k = 0; k < 3; ++k) c[k] = convert_uchar4(v[k + 1] * 9);
    for (int k = 0; k < 4; ++k) {
        const int x = g + ways[k].x, y = ways[k].y;
        if (x < 0 || x >= n) continue;
        int4 t = v[k] + v[3 - k].wzyx;
        sum += in[x] * y + t.x - t.y * t.z + c[k % 3].s1;
    }
    out[g] = sum;
}

// A pointer that each round points to another array.
__kernel void rounds_of_pointers(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int even[2], odd[2];
    for (int h = 0; h < 2; ++h) {
        int *to = h ? odd : even;
        to[0] = in[g + h];
        to[1] = in[g + 2 * h] - h;
    }
    if (in[g] > 11) {
        int *p = even;
        p += 1;
        *p = 5;
    }
    out[g] = even[0] + 3 * even[1] + 5 * odd[0] + 7 * odd[1];
}

// ---- arrays across barriers ----

__kernel void array_across_barriers(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    int a[9];
    uchar bytes[7];
    long wide[3] = {1, -2, 3};
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2), me = place(), l = me % size;
    for (int k = 0; k < 9; ++k) a[k] = in[me + k];
    for (int k = 0; k < 7; ++k) bytes[k] = (uchar)(in[me] * k * 11);
    for (int round = 0; round < 3; ++round) {
        tile[l] = a[(in[me] + round) % 9] + bytes[in[me] % 7] + (int)wide[in[me] % 3];
        barrier(CLK_LOCAL_MEM_FENCE);
        const int other = tile[(l + 1) % size];
        if (other & 1) a[other & 7] += round;
        bytes[(uint)other % 7] += (uchar)other;
        wide[(uint)other % 3] -= other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    int sum = (int)(wide[0] ^ wide[1] ^ wide[2]);
    for (int k = 0; k < 9; ++k) sum = 3 * sum + a[k];
    for (int k = 0; k < 7; ++k) sum = 5 * sum + bytes[k];
    out[me] = sum;
}

__kernel void place_across_barriers(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    int a[5];
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2), me = place(), l = me % size;
    for (int k = 0; k < 5; ++k) a[k] = k * k;
    int *const p = &a[in[me] % 4];
    tile[l] = *p + in[me + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    p[1] += tile[size - 1 - l];
    p[0] -= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (int k = 0; k < 5; ++k) sum = 7 * sum + a[k];
    out[me] = sum + *p;
}

// Sums of a tile of each work-item's own, as products by blocks keep them.
__kernel void blocks_across_barriers(__global const float *in, __global float *out, const int n)
{
    __local float left[LARGEST], right[LARGEST];
    float sum[2][4] = {{0.0f}, {0.0f}};
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2), me = place(), l = me % size;
    for (int t = 0; t < 4; ++t) {
        left[l] = floor(in[me + t]);
        right[l] = floor(in[me + 2 * t]);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < size; ++k)
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 4; ++j) sum[i][j] += left[(k + i) % size] * (right[k] + (float)j);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float all = 0.0f;
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) all += sum[i][j] * (float)(i + 2 * j);
    out[me] = all;
}

// ---- places that the data tells ----

__kernel void order_kept(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int best[8];
    for (int k = 0; k < 8; ++k) best[k] = 1000 + k;
    for (int j = 0; j < 20; ++j) {
        const int r = in[g + j] * 7 % 31;
        if (r >= best[7]) continue;
        int k = 7;
        while (k > 0 && best[k - 1] > r) {
            best[k] = best[k - 1];
            --k;
        }
        best[k] = r;
    }
    int sum = 0;
    for (int k = 0; k < 8; ++k) sum = 11 * sum + best[k];
    out[g] = sum;
}

__kernel void stack_of_each(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int stack[40], depth = 0, sum = 0;
    ushort small[13];
    for (int k = 0; k < 13; ++k) small[k] = (ushort)(k * 5001);
    stack[depth++] = in[g] % 8 + 1;
    while (depth > 0) {
        const int at = stack[--depth];
        sum += at * depth + small[at % 13];
        small[at % 13] += (ushort)(at * 999);
        if (at < 60) {
            stack[depth++] = 2 * at + 1;
            if (at & in[g + 1] & 3) stack[depth++] = 2 * at;
        }
    }
    out[g] = sum;
}

__kernel void large_array(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int count[600];
    for (int k = 0; k < 600; ++k) count[k] = k;
    for (int k = 0; k < 20; ++k) count[in[g + k] * 25 + k] += k;
    int sum = 0;
    for (int k = 0; k < 600; ++k) sum = sum * 3 + count[k];
    out[g] = sum;
}

// ---- what most work-items do ----

__kernel void inside_of_a_row(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 3;
    out[g] = -1;
    if (g > 0 && g < n - 1) {
        for (int k = -1; k <= 1; ++k) sum += in[g + k] * (k + 2);
        if (g >= 5) sum += in[g - 5];
        else sum -= in[g];
        out[g] = sum;
    }
    out[g] += g > 2 && g != 9 ? in[g - 2] : in[g];
}

__kernel void rest_behind_returns(__global const int *in, __global int *out, const int n)
{
    const size_t g = get_global_id(0);
    out[g] = 9;
    if (g == 0 || g == (size_t)n - 1) return;
    if (g == 4) {
        out[g] = 44;
        return;
    }
    int sum = in[g - 1] - in[g + 1];
    for (int k = 0; k < 4; ++k) {
        const int x = (int)g + k - 2;
        if (x < 0 || x >= n) continue;
        if (in[x] == 6) break;
        sum = 3 * sum + in[x];
    }
    out[g] = sum;
}

__kernel void vectors_behind_returns(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const int4 *v = (__global const int4 *)in;
    if (g < 1 || g > n - 2) {
        out[g] = 8;
        return;
    }
    const int4 a = v[g - 1] + v[g], b = v[g + 1];
    out[g] = a.x - a.y + b.z * b.w;
}

__kernel void halves_of_a_group(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2), me = place(), l = me % size;
    tile[l] = in[me];
    barrier(CLK_LOCAL_MEM_FENCE);
    int s = 1;
    while (2 * s < size) s *= 2;
    for (; s > 0; s /= 2) {
        if (l < s && l + s < size) tile[l] += ((3 * tile[l + s] + (l ^ s)) * 5 - (l << 2) + s) * (l | 1) ^ (s * 3 +
                l) % 7;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[me] = tile[0] + l;
}

// Ids of 64 bits beside bounds: near, far, and at the ends of what such numbers can be.
__kernel void ids_and_bounds(__global const int *in, __global int *out, const int n)
{
    const size_t g = get_global_id(0);
    const long h = (long)g - 5;
    int sum = in[g];
    for (int k = 0; k < 3; ++k) {
        const ulong bound = k == 0 ? 7 : k == 1 ? (ulong)n : ULONG_MAX - (ulong)(n - 3);
        const long other = k == 0 ? -2 : k == 1 ? LONG_MAX : 11 - (long)n;
        sum = 3 * (sum & 0xffff);
        if (g < bound) sum += 1;
        if (g <= bound) sum ^= 2;
        if (bound < g) sum += 4;
        if (bound <= g) sum ^= 8;
        if (g == bound) sum += 16;
        if (g != bound) sum ^= 32;
        if (h < other) sum += 64;
        if (h <= other) sum ^= 128;
        if (other < h) sum += 256;
        if (other <= h) sum ^= 512;
        if (h == other) sum += 1024;
    }
    out[g] = sum;
}

// Rows of each work-item's own, of lengths that fours do not divide.
__kernel void rows_of_each(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const uchar *bytes = (__global const uchar *)in;
    __global const int *row = in + g * 7;
    int sum = 0, k = 0;
    for (int i = 0; i < 7; ++i) sum = sum * 3 + row[i] - in[7 * g + i] * i;
    for (uint i = 0; i < (uint)(n & 15); ++i) sum ^= bytes[5 * g + i] << (i & 7);
    for (k = 2; k < 13 - (n & 3); ++k) {
        const int own = in[3 * g + k];
        if (own & 1) sum += own * k;
    }
    if (g % 3 == 1)
        for (int i = 1; i < n % 11; ++i) sum += in[2 * g + i] * (in[i] - sum);
    out[g] = sum + 100 * k;
}

// The same with bounds that a round moves, or that the counter chooses: no later round tells of the ones before it.
__kernel void rows_of_moving_bounds(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0, end = 40;
    for (int k = 0; k < end; ++k) {
        sum += in[8 * g + k];
        if (sum > 60) end = k;
    }
    for (int k = 0; k < in[k] - 3; ++k) sum += in[3 * g + k] * k;
    for (int k = 0; k < 9 - end + sum % 7; ++k) sum += in[5 * g + k];
    out[g] = sum;
}

// Loops of eight rounds over private arrays, which stay loops where work-items go one by one.
__kernel __attribute__((vec_type_hint(double8))) void eights(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    double a[8], b[8], sum = 0.0;
    for (int i = 0; i < 8; ++i) a[i] = (double)in[g] * 0.25 + (double)i;
    for (int i = 0; i < 8; ++i) b[i] = a[i] < 20.0 ? a[i] * 3.0 - (double)n : a[7 - i] + 1.0;
    for (int i = 0; i < 16; ++i) a[i & 7] += b[(i + 3) & 7];
    for (int i = 0; i < 8; ++i) {
        if (b[i] > 1000.0) break;
        sum += a[i] * 0.5 - b[i];
    }
    out[g] = (int)sum;
}

// ---- a table read in step by those who are still in the loop ----

// `at` and `flip` are the same for all who go on; nobody reads them behind the loop.
__kernel void table_in_step(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const int key = in[g] & 31;
    int at = 0, sum = 0, flip = 1;
    for (int k = 1; k <= 9; ++k) {
        int p = in[at + k];
        for (int j = k - 1; j >= 0; --j) p = p * 3 + in[at + j];
        at += k + 1;
        sum += flip * p;
        if (sum % 7 == key % 7) break;
        flip = -flip;
        if (k & 1) sum ^= key;
    }
    out[g] = sum;
}

// Here `at` is read behind the loop, `carried` in the next round of the loop around it, and `skipped` is left out by
// some in some rounds: each differs.
__kernel void table_out_of_step(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0, at = 0, carried = 0, skipped = 0;
    for (int round = 0; round < 3; ++round) {
        at = round;
        int inner = 0;
        for (;;) {
            if (in[g + inner] % 5 == round || inner > 6) break;
            sum += in[at] + in[carried & 7];
            at += 2;
            carried += 3;
            if ((in[g] >> inner) & 1) {
                ++inner;
                continue;
            }
            skipped += 1;
            sum += in[skipped & 15];
            ++inner;
        }
        sum += 10 * at;
    }
    out[g] = sum + 100 * carried;
}

// Who has left an inner loop is back in the next round of the outer one, which sets `at` anew; `far` it does not.
__kernel void table_begun_again(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0, far = 0;
    do {
        int at = 0;
        do {
            sum += in[at] * 3 + in[far & 31];
            at += 1;
            far += 5;
        } while (at < 8 && (in[g + at] & 3));
        sum = sum * 5 + 1;
    } while ((sum & 7) && sum < 100000 && sum > -100000);
    out[g] = sum;
}

// The same in the loop for all who are in it, and another for each behind it; in a loop of the same kind.
__kernel void found_at(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0;
    for (int round = 0; round < 3 && sum < 1000000; ++round) {
        int k = round;
        for (; k < 12; k += 2) {
            if (in[g + k] % 4 == round) break;
            sum += in[k];
        }
        sum = sum % 1000 * 3 + k;
        if (k > 11) continue;
        int j = k;
        do {
            j++;
            sum ^= in[j & 31];
        } while (j < 20 && in[g + j] % 3);
        sum += j;
    }
    int p = g, q = 5;
    while (p < g + 30 && (in[p] & 3)) {
        ++p;
        if (in[q] % 3 == 0) q = 7;
        q += 2;
    }
    out[g] = sum + 10 * (p - g) + q;
}
