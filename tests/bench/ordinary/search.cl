// Ciphers, random numbers, texts, sorting and graphs, in more ways than bits.cl and linear.cl. For bench_ordinary.c.

// Rounds of a cipher by tables, which a group copies into local memory.
// @arg in: in n
// @arg key: in 44
// @arg table: in 1024
// @arg out: out n
// @range: n
// @local: 64
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void aes_tables(__global const uint4 *restrict in,
                                                                         __constant uint *key,
                                                                         __global const uint *restrict table,
                                                                         __global uint4 *restrict out, const int n)
{
    __local uint t0[256], t1[256], t2[256], t3[256];
    const int l = get_local_id(0), i = get_global_id(0);
    for (int k = l; k < 256; k += 64) {
        t0[k] = table[k];
        t1[k] = table[256 + k];
        t2[k] = table[512 + k];
        t3[k] = table[768 + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint4 s = in[i] ^ (uint4)(key[0], key[1], key[2], key[3]);
    for (int r = 1; r < 10; ++r) {
        uint4 next;
        next.x = t0[s.x >> 24] ^ t1[(s.y >> 16) & 255] ^ t2[(s.z >> 8) & 255] ^ t3[s.w & 255] ^ key[4 * r];
        next.y = t0[s.y >> 24] ^ t1[(s.z >> 16) & 255] ^ t2[(s.w >> 8) & 255] ^ t3[s.x & 255] ^ key[4 * r + 1];
        next.z = t0[s.z >> 24] ^ t1[(s.w >> 16) & 255] ^ t2[(s.x >> 8) & 255] ^ t3[s.y & 255] ^ key[4 * r + 2];
        next.w = t0[s.w >> 24] ^ t1[(s.x >> 16) & 255] ^ t2[(s.y >> 8) & 255] ^ t3[s.z & 255] ^ key[4 * r + 3];
        s = next;
    }
    out[i] = s;
}

__constant uint sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define TURN(x, n) rotate((uint)(x), (uint)(32 - (n)))

// A block of SHA-256 for each.
// @arg in: in 16 * n
// @arg out: out 8 * n
// @range: n
// @local: 64
__kernel void sha256(__global const uint *restrict in, __global uint *restrict out, const int n)
{
    const int i = get_global_id(0);
    uint w[16],
        state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6],
         h = state[7];
    for (int t = 0; t < 16; ++t) w[t] = in[16 * i + t];
    for (int t = 0; t < 64; ++t) {
        if (t >= 16) {
            const uint p = w[(t + 1) & 15], q = w[(t + 14) & 15];
            w[t & 15] +=
                (TURN(p, 7) ^ TURN(p, 18) ^ (p >> 3)) + w[(t + 9) & 15] + (TURN(q, 17) ^ TURN(q, 19) ^ (q >> 10));
        }
        const uint t1 = h + (TURN(e, 6) ^ TURN(e, 11) ^ TURN(e, 25)) + bitselect(g, f, e) + sha_k[t] + w[t & 15];
        const uint t2 = (TURN(a, 2) ^ TURN(a, 13) ^ TURN(a, 22)) + ((a & b) | (c & (a | b)));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    out[8 * i] = state[0] + a;
    out[8 * i + 1] = state[1] + b;
    out[8 * i + 2] = state[2] + c;
    out[8 * i + 3] = state[3] + d;
    out[8 * i + 4] = state[4] + e;
    out[8 * i + 5] = state[5] + f;
    out[8 * i + 6] = state[6] + g;
    out[8 * i + 7] = state[7] + h;
}

// A small Mersenne twister for each work-item, its state in an array of its own.
// @arg seed: in n
// @arg out: out n * many
// @range: n
// @local: 64
__kernel void twister(__global const uint *restrict seed, __global float *restrict out, const int n, const int many)
{
    const int id = get_global_id(0);
    uint mt[19];
    mt[0] = seed[id];
    for (int k = 1; k < 19; ++k) mt[k] = 1812433253u * (mt[k - 1] ^ (mt[k - 1] >> 30)) + (uint)k;
    int now = 0, next, mid;
    uint m1, mm, x, m0 = mt[0];
    for (int k = 0; k < many; ++k) {
        next = now + 1;
        mid = now + 9;
        if (next >= 19) next -= 19;
        if (mid >= 19) mid -= 19;
        m1 = mt[next];
        mm = mt[mid];
        x = (m0 & 0xfffffffeu) | (m1 & 1u);
        x = mm ^ (x >> 1) ^ ((x & 1u) ? 0x8f7011eeu : 0u);
        mt[now] = x;
        m0 = m1;
        now = next;
        x ^= x >> 12;
        x ^= (x << 7) & 0x655e5280u;
        x ^= (x << 15) & 0xffd58000u;
        x ^= x >> 18;
        out[id + k * n] = ((float)x + 1.0f) / 4294967296.0f;
    }
}

// Options by chance: paths of normal numbers, a group's mean.
// @arg price: in n
// @arg out: out n
// @range: n * 64
// @local: 64
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void monte_carlo(__global const float *restrict price,
                                                                          __global float *restrict out, const int n,
                                                                          const int paths, const float drift,
                                                                          const float spread)
{
    __local float sums[64];
    const int l = get_local_id(0), option = get_group_id(0);
    uint state = 0x9e3779b9u * (uint)(get_global_id(0) + 1);
    const float s = price[option];
    float sum = 0.0f;
    for (int k = 0; k < paths; ++k) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        const float u = ((float)(state >> 8) + 1.0f) / 16777217.0f;
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        const float z = sqrt(-2.0f * log(u)) * cos(6.2831853f * ((float)(state >> 8) / 16777216.0f));
        sum += fmax(s * exp(drift + spread * z) - s, 0.0f);
    }
    sums[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 32; d > 0; d >>= 1) {
        if (l < d) sums[l] += sums[l + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) out[option] = sums[0] / (float)(64 * paths);
}

// Check sums of texts by a table.
// @arg text: in n * length
// @arg table: in 256
// @arg out: out n
// @range: n
// @local: 64
__kernel void crc(__global const uchar *restrict text, __constant uint *table, __global uint *restrict out,
                  const int n, const int length)
{
    const int i = get_global_id(0);
    uint c = 0xffffffffu;
    for (int k = 0; k < length; ++k) c = table[(c ^ text[i * length + k]) & 255] ^ (c >> 8);
    out[i] = ~c;
}

// Where a word stands in a text: each work-item looks at one place.
// @arg text: in n + 16
// @arg word: in 16
// @arg found: out n
// @range: n
// @local: 64
__kernel void find_word(__global const char *restrict text, __constant char *word, __global int *restrict found,
                        const int n, const int length)
{
    const int i = get_global_id(0);
    int k = 0;
    while (k < length && text[i + k] == word[k]) ++k;
    found[i] = k == length ? i : -k;
}

// A diagonal of the best alignment of two texts (Smith and Waterman).
// @arg a: in n
// @arg b: in n
// @arg last: in n + 1
// @arg before: in n + 1
// @arg gap_a: inout n + 1
// @arg now: inout n + 1
// @range: n
// @local: 64
__kernel void waterman_step(__global const char *restrict a, __global const char *restrict b,
                            __global const int *restrict last, __global const int *restrict before,
                            __global int *restrict gap_a, __global int *restrict now, const int n, const int diagonal)
{
    const int i = get_global_id(0), j = diagonal - i;
    if (j < 0 || j >= n) return;
    const int gap = max(gap_a[i + 1] - 1, last[i + 1] - 4);
    int best = before[i] + (a[i] == b[j] ? 5 : -3);
    best = max(best, gap);
    best = max(best, last[i] - 4);
    now[i + 1] = max(best, 0);
    gap_a[i + 1] = gap;
}

// A step of the ways between all (Floyd and Warshall).
// @arg far: inout n * n
// @arg by: inout n * n
// @range: n, n
// @local: 16, 4
__kernel void all_ways(__global int *restrict far, __global int *restrict by, const int n, const int k)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x == k || y == k) return;
    const int old = far[y * n + x], through = far[y * n + k] + far[k * n + x];
    if (through < old) {
        far[y * n + x] = through;
        by[y * n + x] = k;
    }
}

// A sparse matrix in any order, in whole numbers.
// @arg row: in many
// @arg column: in many
// @arg value: in many
// @arg x: in n
// @arg y: inout n
// @range: many
// @local: 64
__kernel void spmv_any(__global const int *restrict row, __global const int *restrict column,
                       __global const int *restrict value, __global const int *restrict x, __global int *restrict y,
                       const int n, const int many)
{
    const int i = get_global_id(0);
    if (i < many) atomic_add(&y[row[i]], value[i] * x[column[i]]);
}

// How often each of 16 digits is in the block of each group.
// @arg in: in n
// @arg counts: out n / 256 * 16
// @range: n
// @local: 256
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
radix_count(__global const uint *restrict in, __global uint *restrict counts, const int n, const int shift)
{
    __local uint own[16];
    const int l = get_local_id(0);
    if (l < 16) own[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&own[(in[get_global_id(0)] >> shift) & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16) counts[l * get_num_groups(0) + get_group_id(0)] = own[l];
}

// A group's block in the order of a bit, one bit after the other: scans of flags.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 128
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
radix_block(__global const uint *restrict in, __global uint *restrict out, const int n, const int bits)
{
    __local uint keys[128], sums[128];
    const int l = get_local_id(0);
    uint key = in[get_global_id(0)];
    for (int b = 0; b < bits; ++b) {
        const uint zero = !((key >> b) & 1);
        sums[l] = zero;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int d = 1; d < 128; d <<= 1) {
            const uint t = l >= d ? sums[l - d] : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            sums[l] += t;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        const uint zeros = sums[127], to = zero ? sums[l] - 1 : zeros + l - sums[l];
        keys[to] = key;
        barrier(CLK_LOCAL_MEM_FENCE);
        key = keys[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = key;
}

// What is above a level, close together in each group's block.
// @arg in: in n
// @arg out: inout n
// @arg many: out n / 128
// @range: n
// @local: 128
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void compact(__global const float *restrict in,
                                                                       __global float *restrict out,
                                                                       __global int *restrict many, const float level,
                                                                       const int n)
{
    __local int place[128];
    const int l = get_local_id(0), i = get_global_id(0);
    const float own = in[i];
    const int keep = own > level;
    place[l] = keep;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 128; d *= 2) {
        int t = place[l];
        if (l >= d) t += place[l - d];
        barrier(CLK_LOCAL_MEM_FENCE);
        place[l] = t;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (keep) out[get_group_id(0) * 128 + place[l] - 1] = own;
    if (l == 127) many[get_group_id(0)] = place[127];
}

// Quasi-random numbers by directions (Sobol).
// @arg direction: in 32 * dimensions
// @arg out: out n * dimensions
// @range: n, dimensions
// @local: 64, 1
__kernel void sobol(__constant uint *direction, __global float *restrict out, const int n, const int dimensions)
{
    const uint i = get_global_id(0), d = get_global_id(1), grey = i ^ (i >> 1);
    uint x = 0;
    for (uint k = 0; k < 32; ++k)
        if ((grey >> k) & 1) x ^= direction[32 * d + k];
    out[d * n + i] = (float)x * 2.3283064e-10f;
}

// Which leaf of a sorted array each number belongs to.
// @arg sorted: in many
// @arg x: in n
// @arg place: out n
// @range: n
// @local: 64
__kernel void binary_search(__global const float *restrict sorted, __global const float *restrict x,
                            __global int *restrict place, const int n, const int many)
{
    const int i = get_global_id(0);
    const float own = x[i];
    int low = 0, high = many;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (sorted[middle] < own)
            low = middle + 1;
        else
            high = middle;
    }
    place[i] = low;
}

// Labels of areas: the least of the neighbours that are of one colour.
// @arg colour: in width * height
// @arg label: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 4
__kernel void labels(__global const uchar *restrict colour, __global const int *restrict label,
                     __global int *restrict out, const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
    int least = label[i];
    const uchar own = colour[i];
    if (x > 0 && colour[i - 1] == own) least = min(least, label[i - 1]);
    if (x < width - 1 && colour[i + 1] == own) least = min(least, label[i + 1]);
    if (y > 0 && colour[i - width] == own) least = min(least, label[i - width]);
    if (y < height - 1 && colour[i + width] == own) least = min(least, label[i + width]);
    out[i] = least;
}

// The layer of a network between two: products of a tile, summed by powers of two.
// @arg input: in 16 * m
// @arg weight: in 16 * m * n
// @arg out: out m * n
// @range: n, 16 * m
// @local: 16, 16
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void back_layer(__global const float *restrict input,
                                                                          __global const float *restrict weight,
                                                                          __global float *restrict out, const int n,
                                                                          const int m)
{
    __local float node[16], tile[16][16];
    const int x = get_local_id(0), y = get_local_id(1), by = get_group_id(1);
    const int at = n * get_global_id(1) + get_global_id(0);
    if (x == 0) node[y] = input[16 * by + y];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[y][x] = weight[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[y][x] = tile[y][x] * node[y];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; i <= 16; i = i * 2) {
        if (y % i == 0 && y + i / 2 < 16 && i > 1) tile[y][x] = tile[y][x] + tile[y + i / 2][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (y == 0) out[by * n + get_global_id(0)] = tile[0][x];
}
