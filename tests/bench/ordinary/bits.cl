// Integer kernels: hashes, ciphers, random numbers, codes and tricks with bits. For bench_ordinary.c.

// A hash of 32 bits in the manner of xxHash: each work-item hashes `blocks` blocks of 16 bytes, block-interleaved.
// @arg data: in n * blocks
// @arg hash: out n
// @range: n
// @local: 64
__kernel void hash_blocks(__global const uint4 *restrict data, __global uint *restrict hash, const int n,
                          const int blocks, const uint seed)
{
    const uint p1 = 2654435761u, p2 = 2246822519u, p3 = 3266489917u;
    const int i = get_global_id(0);
    uint4 lane = (uint4)(seed + p1 + p2, seed + p2, seed, seed - p1);
    for (int b = 0; b < blocks; ++b) {
        lane += data[b * n + i] * p2;
        lane = rotate(lane, (uint4)13) * p1;
    }
    const uint4 turned = rotate(lane, (uint4)(1, 7, 12, 18));
    uint h = turned.x + turned.y + turned.z + turned.w + 16u * (uint)blocks;
    h ^= h >> 15;
    h *= p2;
    h ^= h >> 13;
    h *= p3;
    hash[i] = h ^ (h >> 16);
}

// Murmur's mixing of `words` words that follow each other in memory.
// @arg data: in n * words
// @arg hash: out n
// @range: n
// @local: 64
__kernel void hash_words(__global const uint *restrict data, __global uint *restrict hash, const int n,
                         const int words)
{
    const int i = get_global_id(0);
    uint h = (uint)i;
    for (int w = 0; w < words; ++w) {
        uint k = data[i * words + w] * 0xcc9e2d51u;
        k = rotate(k, 15u) * 0x1b873593u;
        h = rotate(h ^ k, 13u) * 5u + 0xe6546b64u;
    }
    h ^= 4u * (uint)words;
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    hash[i] = h ^ (h >> 16);
}

// ChaCha's block function with 20 rounds, on four rows of four words.
// @arg key: in 2
// @arg text: in 4 * n
// @arg cipher: out 4 * n
// @range: n
// @local: 64
__kernel void chacha(__global const uint4 *restrict key, __global const uint4 *restrict text,
                     __global uint4 *restrict cipher, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const uint4 first = (uint4)(0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u);
    const uint4 last = (uint4)((uint)i, 0u, 0x01234567u, 0x89abcdefu);
    uint4 a = first, b = key[0], c = key[1], d = last;
    for (int round = 0; round < 10; ++round) {
        a += b; d = rotate(d ^ a, (uint4)16);
        c += d; b = rotate(b ^ c, (uint4)12);
        a += b; d = rotate(d ^ a, (uint4)8);
        c += d; b = rotate(b ^ c, (uint4)7);
        b = b.yzwx; c = c.zwxy; d = d.wxyz;
        a += b; d = rotate(d ^ a, (uint4)16);
        c += d; b = rotate(b ^ c, (uint4)12);
        a += b; d = rotate(d ^ a, (uint4)8);
        c += d; b = rotate(b ^ c, (uint4)7);
        b = b.wxyz; c = c.zwxy; d = d.yzwx;
    }
    cipher[4 * i] = text[4 * i] ^ (a + first);
    cipher[4 * i + 1] = text[4 * i + 1] ^ (b + key[0]);
    cipher[4 * i + 2] = text[4 * i + 2] ^ (c + key[1]);
    cipher[4 * i + 3] = text[4 * i + 3] ^ (d + last);
}

// XTEA with 32 cycles, a block of 64 bits a work-item.
// @arg key: in 4
// @arg text: in n
// @arg cipher: out n
// @range: n
// @local: 64
__kernel void xtea(__constant uint *key, __global const uint2 *restrict text, __global uint2 *restrict cipher, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    uint2 v = text[i];
    uint sum = 0;
    for (int cycle = 0; cycle < 32; ++cycle) {
        v.x += (((v.y << 4) ^ (v.y >> 5)) + v.y) ^ (sum + key[sum & 3]);
        sum += 0x9e3779b9u;
        v.y += (((v.x << 4) ^ (v.x >> 5)) + v.x) ^ (sum + key[(sum >> 11) & 3]);
    }
    cipher[i] = v;
}

// Philox 4x32 with ten rounds; the numbers as floats in 0 .. 1.
// @arg out: out n
// @range: n
// @local: 64
__kernel void philox(__global float4 *restrict out, const int n, const uint seed)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    uint4 c = (uint4)((uint)i, 0u, 0u, 0u);
    uint2 k = (uint2)(seed, ~seed);
    for (int round = 0; round < 10; ++round) {
        const uint high0 = mul_hi(0xd2511f53u, c.x), low0 = 0xd2511f53u * c.x;
        const uint high1 = mul_hi(0xcd9e8d57u, c.z), low1 = 0xcd9e8d57u * c.z;
        c = (uint4)(high1 ^ c.y ^ k.x, low1, high0 ^ c.w ^ k.y, low0);
        k += (uint2)(0x9e3779b9u, 0xbb67ae85u);
    }
    out[i] = convert_float4(c >> 8) * 0x1p-24f;
}

// How many of `draws` points fall into the quarter of a circle: Marsaglia's xorshift with 128 bits of state.
// @arg state: inout n
// @arg inside: out n
// @range: n
// @local: 64
__kernel void xorshift(__global uint4 *restrict state, __global uint *restrict inside, const int n, const int draws)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    uint4 s = state[i];
    uint count = 0;
    for (int k = 0; k < draws; ++k) {
        float2 point;
        uint t = s.x ^ (s.x << 11);
        s = (uint4)(s.yzw, s.w ^ (s.w >> 19) ^ t ^ (t >> 8));
        point.x = (float)(s.w >> 8) * 0x1p-24f;
        t = s.x ^ (s.x << 11);
        s = (uint4)(s.yzw, s.w ^ (s.w >> 19) ^ t ^ (t >> 8));
        point.y = (float)(s.w >> 8) * 0x1p-24f;
        count += dot(point, point) < 1.0f ? 1u : 0u;
    }
    state[i] = s;
    inside[i] = count;
}

// Hamming distances of a fingerprint of 256 bits to many, the least kept with its place in one word.
// @arg queries: in 2 * n
// @arg entries: in 2 * m
// @arg nearest: out n
// @range: n
// @local: 64
__kernel void hamming(__global const uint4 *restrict queries, __global const uint4 *restrict entries,
                      __global uint *restrict nearest, const int n, const int m)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const uint4 low = queries[2 * i], high = queries[2 * i + 1];
    uint best = UINT_MAX;
    for (int k = 0; k < m; ++k) {
        const uint4 bits = popcount(low ^ entries[2 * k]) + popcount(high ^ entries[2 * k + 1]);
        best = min(best, (bits.x + bits.y + bits.z + bits.w) << 16 | (uint)k);
    }
    nearest[i] = best;
}

// Bits reversed, leading zeros, the lowest bit, parity, the next power of two and a Gray code, mixed into one word.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void bit_tricks(__global const uint *restrict in, __global uint *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const uint x = in[i];
    uint r = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
    r = ((r >> 2) & 0x33333333u) | ((r & 0x33333333u) << 2);
    r = ((r >> 4) & 0x0f0f0f0fu) | ((r & 0x0f0f0f0fu) << 4);
    r = ((r >> 8) & 0x00ff00ffu) | ((r & 0x00ff00ffu) << 8);
    r = (r >> 16) | (r << 16);
    uint p = x - 1;
    p |= p >> 1;
    p |= p >> 2;
    p |= p >> 4;
    p |= p >> 8;
    p |= p >> 16;
    out[i] = r + clz(x) * 7u + (x & -x) + (popcount(x) & 1u) + (p + 1u) + (x ^ (x >> 1));
}

// Morton codes of points in a cube: ten bits a coordinate.
// @arg x: in n
// @arg y: in n
// @arg z: in n
// @arg code: out n
// @range: n
// @local: 64
__kernel void morton(__global const float *restrict x, __global const float *restrict y,
                     __global const float *restrict z, __global uint *restrict code, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    uint4 v = convert_uint4(clamp((float4)(x[i], y[i], z[i], 0.0f) * 1024.0f, 0.0f, 1023.0f));
    v = (v | (v << 16)) & 0x030000ffu;
    v = (v | (v << 8)) & 0x0300f00fu;
    v = (v | (v << 4)) & 0x030c30c3u;
    v = (v | (v << 2)) & 0x09249249u;
    code[i] = v.x << 2 | v.y << 1 | v.z;
}

// The place of each point on Hilbert's curve through a square of side 2^bits.
// @arg x: in n
// @arg y: in n
// @arg place: out n
// @range: n
// @local: 64
__kernel void hilbert(__global const ushort *restrict x, __global const ushort *restrict y,
                      __global uint *restrict place, const int n, const int bits)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    uint px = x[i] & ((1u << bits) - 1), py = y[i] & ((1u << bits) - 1), d = 0;
    for (uint s = 1u << (bits - 1); s > 0; s >>= 1) {
        const uint rx = (px & s) != 0, ry = (py & s) != 0;
        d += s * s * ((3u * rx) ^ ry);
        if (ry == 0) {
            if (rx == 1) {
                px = s - 1 - px;
                py = s - 1 - py;
            }
            const uint t = px;
            px = py;
            py = t;
        }
    }
    place[i] = d;
}
