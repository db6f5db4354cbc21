// Private memory that no stack of a thread holds: 16 kB, 512 kB and 8 MB a work-item, in loops, lanes, between barriers, in
// called functions, as structures, with initialisers. Every kernel compares what it reads back with what it wrote, and
// writes 1 where all is right. Groups have four work-items.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

#define ITEMS 4

static uint word(const uint i, const uint key) { return (i * 2654435761u) ^ (key + (i >> 3)); }

// Of long arrays, 4096 elements far apart are used; they are read back in another order than they were written.
#define APART(count) ((count) > 4096 ? (count) / 4096 : 1)
#define FILL(a, count, key) for (uint i = 0; i < (count); i += APART(count)) (a)[i] = word(i, key)
#define SUM(a, count, sum) \
    for (uint i = 0, k = 0; i < (count); i += APART(count), k = (k + 4099 * APART(count)) % (count)) (sum) += (a)[k]

static uint expected(const uint count, const uint key)
{
    uint sum = 0;
    for (uint i = 0; i < count; i += APART(count)) sum += word(i, key);
    return sum;
}

#define KERNELS(name, count)                                                                                     \
    /* Nothing but a loop. */                                                                                    \
    __kernel void plain_##name(__global const int *in, __global int *out, const int n)                           \
    {                                                                                                            \
        const int g = get_global_id(0);                                                                          \
        uint a[count], sum = 0;                                                                                  \
        FILL(a, count, g + in[g]);                                                                               \
        SUM(a, count, sum);                                                                                \
        out[g] = sum == expected(count, g + in[g]);                                                              \
    }                                                                                                            \
    /* Loops that each work-item leaves at its own time: lanes. */                                               \
    __kernel void lanes_##name(__global const int *in, __global int *out, const int n)                           \
    {                                                                                                            \
        const int g = get_global_id(0);                                                                          \
        uint a[count], sum = 0;                                                                                  \
        float x = in[g] + 1;                                                                                     \
        if (g >= n) return;                                                                                      \
        FILL(a, count, g + in[g]);                                                                               \
        while (x < 1000.0f) {                                                                                    \
            x = x > 30.0f ? x * 1.5f : x + 7.0f;                                                                 \
            a[0] += 3;                                                                                \
            sum -= 3;                                                                                            \
        }                                                                                                        \
        SUM(a, count, sum);                                                                                \
        out[g] = sum == expected(count, g + in[g]);                                                              \
    }                                                                                                            \
    /* One array that lives across barriers, one between them, one that is the same for all. */                  \
    __kernel void barrier_##name(__global const int *in, __global int *out, const int n)                         \
    {                                                                                                            \
        __local uint sums[ITEMS];                                                                                \
        const int g = get_global_id(0), l = get_local_id(0);                                                     \
        uint a[count], same[count], sum = 0, both = 0;                                                           \
        for (uint i = 0; i < count; ++i) same[i] = word(i, n);                                                   \
        FILL(a, count, g);                                                                                       \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                            \
        {                                                                                                        \
            uint b[count] = {1, 2, 3};                                                                           \
            uint head = b[0] + b[1] + b[2] + b[3] + b[count - 1];                                                \
            FILL(b, count, g + 5);                                                                               \
            SUM(b, count, sum);                                                                            \
            sums[l] = sum + head;                                                                                \
        }                                                                                                        \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                            \
        SUM(a, count, both);                                                                               \
        SUM(same, count, both);                                                                            \
        out[g] = sums[ITEMS - 1 - l] == expected(count, g + ITEMS - 1 - 2 * l + 5) + 6 &&                        \
                 both == expected(count, g) + expected(count, n);                                                \
    }                                                                                                            \
    typedef struct { uint before; uint a[count]; float after; } large_##name;                                    \
    static void fill_##name(large_##name *s, const uint key) { FILL(s->a, count, key); }                         \
    static uint called_##name(const uint key)                                                                    \
    {                                                                                                            \
        large_##name s = {.before = 7, .after = 2.5f}, t;                                                        \
        uint sum = s.a[count / 2];                                                                               \
        fill_##name(&s, key);                                                                                    \
        t = s;                                                                                                   \
        s.a[1] = 0;                                                                                              \
        SUM(t.a, count, sum);                                                                              \
        return t.before == 7 && t.after == 2.5f ? sum : 0;                                                       \
    }                                                                                                            \
    static uint outer_##name(const uint key)                                                                     \
    {                                                                                                            \
        uint a[count], sum = 0;                                                                                  \
        FILL(a, count, key + 1);                                                                                 \
        const uint inner = called_##name(key);                                                                   \
        SUM(a, count, sum);                                                                                \
        return sum + inner;                                                                                      \
    }                                                                                                            \
    /* Structures in functions that call each other. */                                                          \
    __kernel void calls_##name(__global const int *in, __global int *out, const int n)                           \
    {                                                                                                            \
        const int g = get_global_id(0);                                                                          \
        out[g] = outer_##name(g) == expected(count, g) + expected(count, g + 1);                                 \
    }

KERNELS(16k, 4096)
KERNELS(512k, 131072)
KERNELS(8m, 2097152)

// Many small ones: none is large by itself.
#define LINK(n, next)                                                          \
    static uint link_##n(const uint key)                                       \
    {                                                                          \
        uint a[225], sum = 0;                                                  \
        FILL(a, 225, key);                                                     \
        const uint rest = next;                                                \
        SUM(a, 225, sum);                                                 \
        return sum - expected(225, key) + rest;                                \
    }
#define LINKS(n)                                                                                                \
    LINK(n##0, key) LINK(n##1, link_##n##0(key + 1)) LINK(n##2, link_##n##1(key + 1)) LINK(n##3, link_##n##2(key + 1)) \
    LINK(n##4, link_##n##3(key + 1)) LINK(n##5, link_##n##4(key + 1)) LINK(n##6, link_##n##5(key + 1))          \
    LINK(n##7, link_##n##6(key + 1)) LINK(n##8, link_##n##7(key + 1)) LINK(n##9, link_##n##8(key + 1))
#define LINKS_ON(n, before)                                                                                     \
    LINK(n##0, link_##before##9(key + 1)) LINK(n##1, link_##n##0(key + 1)) LINK(n##2, link_##n##1(key + 1))     \
    LINK(n##3, link_##n##2(key + 1)) LINK(n##4, link_##n##3(key + 1)) LINK(n##5, link_##n##4(key + 1))          \
    LINK(n##6, link_##n##5(key + 1)) LINK(n##7, link_##n##6(key + 1)) LINK(n##8, link_##n##7(key + 1))          \
    LINK(n##9, link_##n##8(key + 1))
LINKS(1)
LINKS_ON(2, 1)
LINKS_ON(3, 2)
LINKS_ON(4, 3)

__kernel void chain_of_calls(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    out[g] = link_49(g) == (uint)g + 39;
}

// Straight functions are inlined at each call.
static uint straight(const uint key)
{
    uint a[600];
    a[key & 511] = key;
    a[(key + 1) & 511] = key + 1;
    return a[key & 511] + a[(key + 1) & 511];
}

__kernel void many_inlined(__global const int *in, __global int *out, const int n)
{
    const uint g = get_global_id(0);
    uint sum = 0;
#define FIVE(k) sum += straight(g + k) + straight(g + k + 1) + straight(g + k + 2) + straight(g + k + 3) + straight(g + k + 4);
    FIVE(0) FIVE(5) FIVE(10) FIVE(15) FIVE(20) FIVE(25)
    out[g] = sum == 60 * g + 2 * 435 + 30;
}

// Tables: the same for all, and for each its own.
__kernel void tables(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uchar text[8192] = "private";
    long own[2048] = {g, 2 * g, [2047] = 7};
    short fixed[4096] = {1, -2, 3, [100] = 4};
    int sum = 0;
    for (int i = 0; i < 8192; ++i) sum += text[i];
    for (int i = 0; i < 2048; ++i) sum += (int)own[i];
    for (int i = 0; i < 4096; ++i) sum += fixed[(i * 4099) & 4095];
    out[g] = sum == 'p' + 'r' + 'i' + 'v' + 'a' + 't' + 'e' + 3 * g + 7 + 6;
}

// A switch jumps over declarations.
__kernel void jumped_over(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uint sum = 0;
    switch (g & 3) {
        uint a[8192];
    case 0: sum = 1; break;
    case 1:
        FILL(a, 8192, g);
        SUM(a, 8192, sum);
        sum = sum - expected(8192, g) + 1;
        break;
    default: sum = 1;
    }
    out[g] = sum;
}

// 160 kB in three arrays of three types: the primes below 40960 and the distances between them. How many there
// are, their sum and the largest distance were computed by another program.
__kernel void primes_in_160k(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uchar composite[40960];
    ushort primes[20480];
    ulong sums[10240];
    uint count = 0, sum = 0, widest = 0;
    for (uint i = 0; i < 40960; ++i) composite[i] = i < 2;
    for (uint i = 2; i < 40960; ++i) {
        if (composite[i]) continue;
        primes[count] = i;
        sums[count] = i + (count ? sums[count - 1] : (ulong)g << 33);
        ++count;
        for (uint k = i * i; k < 40960; k += i) composite[k] = 1;
    }
    for (uint i = 0; i < count; ++i) {
        sum += primes[i];
        if (i) widest = max(widest, (uint)primes[i] - primes[i - 1]);
    }
    out[g] = count == 4288 && sum == 82612317 && widest == 72 && sums[4287] == ((ulong)g << 33) + 82612317;
}

// A called function with 120 kB: chains of equal remainders, as a hash table has them. Walking them meets each key once.
static uint chained(const uint key, const uint heads)
{
    int head[15360], next[15360];
    uint met = 0, sum = 0;
    for (uint i = 0; i < 15360; ++i) head[i] = -1;
    for (uint i = 0; i < 15360; ++i) {
        const uint at = word(i, key) % heads;
        next[i] = head[at];
        head[at] = i;
    }
    for (uint at = 0; at < heads; ++at)
        for (int i = head[at]; i >= 0; i = next[i]) {
            if (word(i, key) % heads != at) return 0;
            ++met;
            sum += i;
        }
    return met == 15360 && sum == 15359u * 15360u / 2;
}

__kernel void calls_with_120k(__global const int *in, __global int *out, const int n)
{
    const uint g = get_global_id(0);
    uint right = 0;
    for (uint i = 0; i <= (g & 1); ++i) right += chained(g + i, 7 + 1000 * g);
    out[g] = right == (g & 1) + 1;
}

// Four arrays at once, each written from the one before in another order, two of them across a barrier.
__kernel void four_arrays(__global const int *in, __global int *out, const int n)
{
    const uint g = get_global_id(0);
    uint a[8192], sum = 0;
    ushort b[8192];
    long c[8192];
    float d[8192];
    for (uint i = 0; i < 8192; ++i) a[(i * 4099) & 8191] = i + g;
    for (uint i = 0; i < 8192; ++i) b[i] = a[8191 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < 8192; ++i) c[b[i] & 8191] = (long)a[i] << 20;
    for (uint i = 0; i < 8192; ++i) d[i] = (float)(c[i] >> 20);
    // Each element of `a` came to the place that its mirror names.
    for (uint i = 0; i < 8192; ++i) sum += (uint)d[a[8191 - i] & 8191] == a[i];
    out[g] = sum == 8192 && a[4099] == g + 1 && b[8191 - 4099] == g + 1;
}
