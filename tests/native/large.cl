// Kernels of so many instructions that runs of them become functions of their own: what crosses from one run to another.
// The hint keeps them out of vectors.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

#define TIMES_4(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
#define TIMES_16(...) TIMES_4(__VA_ARGS__) TIMES_4(__VA_ARGS__) TIMES_4(__VA_ARGS__) TIMES_4(__VA_ARGS__)
#define TIMES_64(...) TIMES_16(__VA_ARGS__) TIMES_16(__VA_ARGS__) TIMES_16(__VA_ARGS__) TIMES_16(__VA_ARGS__)
#define TIMES_256(...) TIMES_64(__VA_ARGS__) TIMES_64(__VA_ARGS__) TIMES_64(__VA_ARGS__) TIMES_64(__VA_ARGS__)

// Scalars of each size, a short vector, values that are used much later, and a private array at places that vary.
__attribute__((vec_type_hint(int4))) __kernel void large_variables(__global const int *in, __global int *out, const int n)
{
    const int i = get_global_id(0), early = in[i] * 7 + 1;
    uchar small = (uchar)in[i];
    ushort half_word = (ushort)(in[i] + 300);
    ulong wide = (ulong)early * 0x100000001UL;
    bool odd = in[i] & 1;
    int4 v = (int4)(early, 1, 2, 3);
    int places[8];
    for (int k = 0; k < 8; ++k) places[k] = k * early;
    TIMES_256(small = (uchar)(small * 5 + early); half_word ^= (ushort)(half_word << 3) + small; odd ^= small > 100;
              wide = wide * 6364136223846793005UL + half_word; v = v.yzwx + (int4)(early) * 3;
              places[(uint)(wide >> 60) & 7] += v.x;)
    out[i] = small ^ half_word ^ (int)(wide >> 32) ^ odd ^ v.x ^ v.w ^ places[3] ^ places[early & 7];
}

// Ways out of the middle: a return, breaks out of a loop around, its next round, and a variable that keeps its value from
// round to round.
__attribute__((vec_type_hint(int4))) __kernel void large_jumps(__global const int *in, __global int *out, const int n)
{
    const int i = get_global_id(0);
    int s = in[i], kept = 5;
    out[i] = -1;
    for (int round = 0; round < 3; ++round) {
        TIMES_64(s = s * 3 + round; if ((s & 1023) == 77) continue; kept ^= s << 1; if ((s & 2047) == 78) break;)
        TIMES_256(kept = kept * 5 + 1; if ((kept & 0xffff) == 0x1234) { out[i] = kept; return; } s ^= kept >> 3;)
        TIMES_256(if (s > kept) s -= kept & 255; else { s += round; kept -= 3; } s = s * 9 + 1;)
    }
    out[i] = s ^ kept;
}

__attribute__((noinline)) int pair_of(int a, int *b)
{
    *b = a * 3 + *b;
    return a ^ *b;
}

// Pointers to what belongs to the caller of a run, and functions that are called from runs.
__attribute__((vec_type_hint(int4))) __kernel void large_pointers(__global const int *in, __global int *out, const int n)
{
    const int i = get_global_id(0);
    int a = in[i], b = 4, t[6] = {1, 2, 3, 4, 5, 6};
    int *p = &t[a & 3];
    __global const int *q = in + i;
    TIMES_256(a = pair_of(a, &b); *p += b; p = &t[(uint)a % 6u]; b ^= q[0] + t[2]; q = in + (i & ~1);
              { int own[3] = {a, b, a + b}; a = own[(uint)b % 3u] + own[0]; })
    out[i] = a ^ b ^ *p ^ t[0] ^ t[5] ^ q[0];
}

// Barriers between long runs, in a loop of as many rounds as the data say, the same for all.
__attribute__((vec_type_hint(int4))) __kernel void large_barriers(__global const int *in, __global int *out, const int n)
{
    __local int tile[64];
    const int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    int s = in[i], rounds = 2;
    for (int k = 0; k < rounds; ++k) {
        TIMES_256(s = s * 5 + k; s ^= s >> 7; if (s < 0) s = ~s; s = s * 3 + (k ^ l); s -= l << 2; if (s & 8) s += size;)
        tile[l] = s;
        barrier(CLK_LOCAL_MEM_FENCE);
        s += tile[(l + 1) % size];
        if (k == 1) rounds = 3;
        barrier(CLK_LOCAL_MEM_FENCE);
        TIMES_256(s += 3; s *= 17; s ^= l;)
    }
    out[i] = s;
}
