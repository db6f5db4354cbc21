// What only lanes of work-items do: branches that few take, numbers held in more bits than they have, and hints against
// lanes. Each kernel reads `in`, writes `out`.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// ---- few work-items take a branch behind a barrier (list.h) ----

static int collatz(int x, int most)
{
    int steps = 0;
    for (; x > 1 && steps < most; ++steps) x = x & 1 ? 3 * x + 1 : x >> 1;
    return steps;
}

#define REST const size_t base = get_group_id(0) * get_local_size(0), here = base < (size_t)n ? (size_t)n - base : 0;

__kernel void many_listed(__global const int *in, __global int *out, const int n)
{
    REST
    if (get_local_id(0) < here) {
        const size_t i = get_global_id(0);
        out[i] = in[i] % 7 == 3 ? -1 : in[i];
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) < here) {
        const size_t i = get_global_id(0);
        if (out[i] < 0) out[i] = collatz(in[i] * 37 + (int)i, 200);
    }
}

// Ids by themselves, and of other dimensions; all, none and the last take it.
__kernel void many_listed_ids(__global const int *in, __global int *out, const int n)
{
    REST
    out[get_global_id(0)] = 5;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) < here)
        if (in[get_global_id(0)] >= 0)
            out[get_global_id(0)] += collatz((int)get_local_id(0) + 3, 50) + (int)get_global_size(0) + (int)get_group_id(0) * 3 +
                                     (int)get_local_id(1) + (int)get_global_id(2);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) < here)
        if (in[get_global_id(0)] > 1000) out[get_global_id(0)] = collatz(in[get_global_id(0)], 50);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) < here) {
        const uint last = (uint)get_local_size(0) - 1u;
        if (get_local_id(0) == last) out[get_global_id(0)] -= collatz(in[get_global_id(0)] + 9, 50);
    }
}

// A private value that lives across the barrier, loops that work-items leave one by one, and a local array.
__kernel void listed_context(__global const int *in, __global int *out, const int n)
{
    __local int tile[64];
    REST
    const int l = get_local_id(0);
    int kept = in[get_global_id(0)] * 3, last = 0;
    tile[l] = kept + l;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < here) {
        const size_t i = get_global_id(0);
        if ((tile[l] & 3) == 1) {
            for (int k = 0; k < 40; ++k) {
                last += collatz(kept + k, 30);
                if (last > 100) break;
            }
            kept -= last;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = kept * 7 + last;
}

__kernel void nd_listed(__global const int *in, __global int *out, const int n)
{
    const size_t y = get_local_id(2) * get_local_size(1) + get_local_id(1), i = y * get_global_size(0) + get_global_id(0);
    REST
    out[i] = in[i & 31] - 2;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) < here)
        if (in[i & 31] % 5 == 2) out[i] = collatz((int)i + 2, 60);
}

// ---- 32-bit factors of 64-bit products (widen.h) ----

static ulong philox(uint c0, uint c1, uint c2, uint c3, uint k0, uint k1, int rounds)
{
    ulong a, b;
    for (int r = 0; r < rounds; ++r) {
        a = (ulong)c0 * 0xD2511F53u, b = (ulong)c2 * 0xCD9E8D57u;
        c0 = (uint)(b >> 32) ^ c1 ^ k0, c1 = (uint)b, k0 += 0x9E3779B9u;
        c2 = (uint)(a >> 32) ^ c3 ^ k1, c3 = (uint)a, k1 += 0xBB67AE85u;
    }
    return (ulong)(c0 ^ c3) << 32 | (c1 + c2);
}

static uint mixed(uint a, int s, uint rounds)
{
    uint x = a * 2654435769u, y = ~x, z = 0;
    ulong wide = 0;
    for (uint r = 0; r < rounds; ++r) {
        wide += (ulong)x * y;
        x = (uint)(wide >> 32) + (y & 0xffffu) - (uint)s;
        y -= x | 1u;
        y ^= s; /* a signed number mixed in */
        if (x > 0xf0000000u) break; /* a comparison wants the number itself */
        z = x >> 5 | y << 3;
        x += (uint)((float)y * 0.25f) ^ z;
    }
    return x ^ (y / 3u) ^ (uint)wide ^ (uint)((double)x);
}

static uint chosen(uint x, uint times)
{
    uint y = x ^ 0x12345678u, w = 1;
    for (uint k = 0; k < times; ++k) {
        const ulong p = (ulong)y * (ulong)w;
        if (p & 4) w = (uint)p - x; /* set by some */
        else y = w + (uint)(p >> 32);
        w |= 3u;
        y = y & 1 ? y : y + w;
    }
    return y + w;
}

__kernel void widened(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    const ulong p = philox((uint)x, (uint)g, 77u, (uint)(x * g), 0xa4093822u + (uint)x, 0x299f31d0u, x % 5 + 3);
    out[g] = (int)((uint)(p >> 32) ^ (uint)p * 3u ^ mixed((uint)(x - 3), x - 11, (uint)x % 9u) ^ chosen((uint)(x + g), (uint)x % 13u));
}

// ---- the author's own vectors ----

__kernel __attribute__((vec_type_hint(float8))) void hinted(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    float t[8], sum = 0.0f;
    for (int k = 0; k < in[g]; ++k) {
        for (int i = 0; i < 8; ++i) t[i] = (float)(i * k) * 0.5f + (float)in[g];
        if (t[7] > 60.0f) break;
        for (int i = 0; i < 8; ++i) sum += t[i];
    }
    out[g] = (int)sum;
}

// ---- the values of assignments, whose places they are made from ----

static uint drawn(uint *state) { return (*state = *state * 1664525u + 1013904223u) >> 8; }

typedef struct {
    int low;
    uchar small;
    int rows[3];
} kept;

__kernel void assigned_values(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uint state = (uint)in[g] + (uint)g;
    uint first = drawn(&state), second = drawn(&state), sum = 0;
    kept k = {in[g], (uchar)g, {1, 2, 3}};
    int a[4] = {1, in[g], 3, 4};
    for (int i = 0; i < in[g] % 5 + 1; ++i) {
        sum += (a[i & 3] = a[i & 3] * 3 + i) * 3;
        sum += (a[(i + 1) & 3] += a[i & 3]) + a[(i + 2) & 3];
        sum ^= (k.rows[i % 3] -= (k.low = k.low + k.rows[i % 3])) * (k.small = k.small * 5 + 1);
        if ((k.small += 100) > 90) sum += ++k.small + k.rows[1]--;
        while ((state = state / 2 - (state & 1)) > first && (int)state > 0) sum += drawn(&second) & 15;
    }
    out[g] = in[g];
    const int stored = (out[g] = out[g] * 2 + 1) + 3, doubled = (out[g] += out[g]) - 4, less = (out[g] -= 5) * 2;
    out[g] += stored + doubled + less + (int)(sum ^ first ^ second) + a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + k.low + k.small;
}

// ---- truths that are kept, as numbers of every size ----

__kernel void truths_as_numbers(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    bool kept = in[g] & 1;
    int sum = 0;
    for (int i = 0; i < in[g] % 7 + 1; ++i) {
        const char c = (char)kept | (char)(i & 2);
        const uchar u = (uchar)kept + (uchar)i;
        short s = kept;
        const ushort t = (ushort)(kept ? kept : 0);
        s += (short)(char)kept - (short)!kept;
        sum += c + u * 3 + s * 5 + t * 7 + (int)((long)kept << 3) + (int)(0.5f + (float)kept) + (int)((double)kept * 4.0);
        sum -= (int)((ulong)kept + (uint)kept) + (int)(bool)c;
        kept = (bool)(sum & 4) ^ kept;
    }
    out[g] = sum + kept;
}

// ---- floats as doubles, among values of which the bits are masked: gcc 12 stopped at it ----

__kernel void widened_floats(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const int whole[8] = {in[g]};
    const float few[4] = {(float)whole[g & 7], (float)whole[in[g] & 7] - 1.0f, 3.0f, (float)in[g]};
    int sum = 0;
    for (uint i = 7; i > 0; --i) {
        const char c = convert_char_sat((int)((long)i << whole[0]));
        const double kept[8] = {1.0, (double)g - (double)in[g & 3], (double)in[g],
                                (uint)c % 2u < 0u ? (double)few[g & 3] : (double)whole[4],
                                i <= (uint)in[g + 1] ? (double)c : 0.5};
        for (uint k = 7; k > 0; --k) {
            if (((kept[k & 7] > (double)in[k] ? whole[g & 7] : in[k]) & 2) > 0) continue;
            sum += (int)k;
        }
    }
    out[g] = sum;
}

// ---- what pointers point to, changed by all lanes that can see it or by some ----

static void part(const int x, int *low, int *high)
{
    *low = x & 15;
    *high = x >> 4;
}

static void leave_early(const int x, int *p)
{
    if (x & 1) return;
    p[0] += x & 255;
    p[1] = (x & 255) * 3;
}

static void again_and_again(const int x, int *p)
{
    part(x, p, p + 1);
    for (int i = 0; i < (x & 7); ++i) {
        part((p[i & 1] & 65535) + i, p + 1, p);
        if (p[0] > 9) return;
        p[1] = (p[1] & 65535) + i;
    }
    *p ^= 7;
}

static int walk_down(const int x, int *steps)
{
    int at = x & 63;
    *steps = 0;
    while (at > 2) {
        *steps += 1;
        at -= 2 + (at & 1);
    }
    steps[1] = *steps + at;
    return at;
}

__kernel void changed_through_pointers(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a[2] = {g, in[g] & 65535}, sum = 0;
    leave_early(in[g], a);
    sum += (a[0] & 65535) + a[1] * 3;
    for (int i = 0; i < in[g] % 5 + 1; ++i) {
        int b[2] = {i, g}, low, high;
        part((in[g] & 65535) + i, &low, &high);
        leave_early(low + i, b);
        if (low > 8) again_and_again(high + g, a);
        if (b[0] == 3) break;
        if (low & 2) leave_early(high, a);
        part(sum, &high, &low);
        sum = (sum & 65535) + walk_down((in[g] & 65535) + i, b) + b[0] * 5 + b[1] + low - high;
    }
    again_and_again(sum, a);
    out[g] = sum + (a[0] & 65535) * 7 + a[1];
}

// ---- conditions with names ----

__kernel void named_conditions(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0;
    for (int i = 0; i < in[g] % 6 + 1; ++i) {
        const int odd = in[g] & 1, low = in[g] % 9 < 4, later = i > 1 && in[g] > i, same = low == later, none = !odd && !low;
        const bool either = low | later;
        const uint number = low;
        const long wide = (low ^ later) != either;
        int changed = low;
        if (low != (n > 3)) sum += 3;
        if (same == either) changed = 5;
        if (!later) sum ^= low + later * 2 + same * 4 + none * 8;
        sum += (low ? i : -i) * (later & low) + (int)(number << 3) - (int)(wide * 5) + (either && changed ? 7 : 1) + odd;
        sum = (sum & 65535) - (-low & 12);
        while (low && sum % 3 == 1) sum += 1 + later;
    }
    out[g] = sum;
}

// ---- what the expression behind return changes ----

static int high_part(const int x, int *low)
{
    *low = x & 15;
    return x >> 4;
}

static int low_dropped(const int x)
{
    int low;
    return high_part(x & 65535, &low);
}

static int kept_low(const int x)
{
    int low, steps = 1, top = 2;
    if (x & 8) return (high_part(x & 65535, &low), low * 3 + steps);
    return (top = x & 7, steps += top, steps * 5 + high_part(steps + (x & 255), &low));
}

__kernel void changed_in_returns(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0;
    for (int i = 0; i < in[g] % 7 + 1; ++i) sum = (sum & 65535) + kept_low(in[g] + i) - low_dropped(in[g] ^ i);
    out[g] = sum;
}

// ---- operands in order: what calls change, seen by those behind them and not by those before ----

static int add_up(int *p, const int by)
{
    *p = (*p & 4095) + by;
    return *p * 2;
}

static int three(const int a, const int b, const int c) { return a * 3 + b * 5 - c; }

__kernel void operands_in_order(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0, x = g;
    for (int i = 0; i < in[g] % 7 + 1; ++i) {
        sum = (sum & 65535) + x + add_up(&x, i) - x;
        sum ^= three(add_up(&x, 2), x, add_up(&x, in[g] & 3));
        if (x < add_up(&x, -3)) sum += x;
        sum += x * 4 < 100 + add_up(&x, 1) ? x : -x;
    }
    out[g] = sum;
}

// Variables that only a branch in a loop speaks of, which work-items take in different rounds.
__kernel void counted_in_branches(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int k = 0, x = 0, m = 0, last = 5, j;
    for (int i = 0; i < 8; ++i) {
        if ((in[g] + i) % 3 == 0) {
            k = k + 1;
            x += k * i;
        }
        if ((in[g] ^ i) & 1) {
            for (j = 0; j < 2; ++j) x += j + i;
            while (m < i) m += 2;
            x ^= m;
        } else if (x & 2) {
            x += last;
            last = i;
        }
    }
    out[g] = x;
}
