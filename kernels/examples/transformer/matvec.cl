// y = W x, for matrices W whose rows are stored in blocks of few bits, as language models are.
//
// A row is shared by 16 neighbouring work-items: each one adds up its share, and the sums are combined. Natively the 16
// are a sub-group. For OpenCL devices each format has a kernel that combines the sums in local memory instead, since
// not every device has sub-groups; there 32 work-items share a row. The caller names that kernel; natively its variant
// runs in its place.
//
// The formats, with d and m as half-precision numbers:
//   f16   numbers in half precision
//   q8_0  32 numbers in 34 bytes: d, 32 signed bytes q. A number is d q.
//   q4_0  32 numbers in 18 bytes: d, 16 bytes. Number i is d (q - 8): q is the lower half of byte i, for i < 16, and
//         the upper half of byte i - 16 else.
//   q4_K  256 numbers in 144 bytes: d, m, 12 bytes with eight scales s and eight offsets o of 6 bits, 128 bytes. Number
//         i of part p = i / 32 is d s[p] q - m o[p]: q are the lower halves of 32 bytes for even p, then the upper
//         halves of the same bytes.
//   q6_K  256 numbers in 210 bytes: 128 bytes with the lower 4 bits of q, 64 bytes with the upper 2 bits, 16 signed
//         scales s, d. A number is d s (q - 32), with a scale for 16 numbers.
//
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

#define LANES 16 /* work-items that share a block */

static inline float half_at(__global const uchar *at)
{
    return vload_half(0, (__global const half *)at);
}

/* The share of work-item `lane` in a row's sum: blocks first, first + step ... of `count`. */

static inline float part_f16(__global const uchar *row, __global const float *x, int count, int lane, int first, int step)
{
    __global const half *w = (__global const half *)row;
    float sum = 0;
    for (int b = first; b < count; b += step) sum += vload_half(b * LANES + lane, w) * x[b * LANES + lane];
    return sum;
}

static inline float part_q8_0(__global const uchar *row, __global const float *x, int count, int lane, int first, int step)
{
    float sum = 0;
    for (int b = first; b < count; b += step) {
        __global const char *q = (__global const char *)(row + b * 34 + 2);
        __global const float *v = x + b * 32;
        sum += half_at(row + b * 34) * (q[lane] * v[lane] + q[lane + 16] * v[lane + 16]);
    }
    return sum;
}

static inline float part_q4_0(__global const uchar *row, __global const float *x, int count, int lane, int first, int step)
{
    float sum = 0;
    for (int b = first; b < count; b += step) {
        const int q = row[b * 18 + 2 + lane];
        __global const float *v = x + b * 32;
        sum += half_at(row + b * 18) * (((q & 15) - 8) * v[lane] + ((q >> 4) - 8) * v[lane + 16]);
    }
    return sum;
}

/* Scale and offset of part p of a q4_K block: eight of each, of 6 bits, in 12 bytes. */
static inline int scale_q4_K(__global const uchar *s, int p)
{
    return p < 4 ? s[p] & 63 : (s[p + 4] & 15) | (s[p - 4] >> 6) << 4;
}
static inline int offset_q4_K(__global const uchar *s, int p)
{
    return p < 4 ? s[p + 4] & 63 : s[p + 4] >> 4 | (s[p] >> 6) << 4;
}

static inline float part_q4_K(__global const uchar *row, __global const float *x, int count, int lane, int first, int step)
{
    float sum = 0;
    for (int b = first; b < count; b += step) {
        __global const uchar *block = row + b * 144, *s = block + 4;
        const float d = half_at(block), m = half_at(block + 2);
        for (int c = 0; c < 4; ++c) {
            __global const uchar *q = block + 16 + c * 32;
            __global const float *v = x + b * 256 + c * 64;
            const int q0 = q[lane], q1 = q[lane + 16];
            const float v0 = v[lane], v1 = v[lane + 16], v2 = v[lane + 32], v3 = v[lane + 48];
            sum += d * scale_q4_K(s, 2 * c) * ((q0 & 15) * v0 + (q1 & 15) * v1) - m * offset_q4_K(s, 2 * c) * (v0 + v1);
            sum += d * scale_q4_K(s, 2 * c + 1) * ((q0 >> 4) * v2 + (q1 >> 4) * v3) -
                   m * offset_q4_K(s, 2 * c + 1) * (v2 + v3);
        }
    }
    return sum;
}

static inline float part_q6_K(__global const uchar *row, __global const float *x, int count, int lane, int first, int step)
{
    float sum = 0;
    for (int b = first; b < count; b += step) {
        __global const uchar *block = row + b * 210;
        __global const char *s = (__global const char *)(block + 192);
        float of_block = 0;
        for (int h = 0; h < 4; ++h) { /* half h / 2 of the block, and half h % 2 of 32 numbers */
            const int i = lane + h % 2 * 16;
            __global const uchar *low = block + h / 2 * 64;
            __global const float *v = x + b * 256 + h / 2 * 128;
            __global const char *own = s + h / 2 * 8 + h % 2;
            const int l0 = low[i], l1 = low[i + 32], top = block[128 + h / 2 * 32 + i];
            of_block += own[0] * (((l0 & 15) | (top & 3) << 4) - 32) * v[i];
            of_block += own[2] * (((l1 & 15) | (top >> 2 & 3) << 4) - 32) * v[i + 32];
            of_block += own[4] * ((l0 >> 4 | (top >> 4 & 3) << 4) - 32) * v[i + 64];
            of_block += own[6] * ((l1 >> 4 | top >> 6 << 4) - 32) * v[i + 96];
        }
        sum += half_at(block + 208) * of_block;
    }
    return sum;
}

/* The sum over 32 work-items, for the first one. */
static inline float sum_in_local_memory(float sum, __local float *part)
{
    const int l = get_local_id(0);
    part[l] = sum;
    for (int n = 16; n > 0; n /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < n) part[l] += part[l + n];
    }
    return part[0];
}

#define IN_LOCAL_MEMORY(part_of, row_bytes, count)                                                                     \
    __local float part[32];                                                                                            \
    const int row = get_group_id(0), l = get_local_id(0);                                                              \
    const float own = part_of(w + (size_t)row * (row_bytes), x, count, l % LANES, l / LANES, 2);                       \
    const float sum = sum_in_local_memory(own, part);                                                                  \
    if (l == 0) y[row] = sum;

#define IN_A_SUB_GROUP(part_of, row_bytes, count)                                                                      \
    const int row = get_group_id(0), l = get_sub_group_local_id();                                                     \
    const float own = part_of(w + (size_t)row * (row_bytes), x, count, l, 0, 1);                                       \
    const float sum = sub_group_reduce_add(own);                                                                       \
    if (l == 0) y[row] = sum;

// y = W x, W in f16.
// @range: rows*32
// @local: 32
// @arg w: in rows*columns*2
// @arg x: in columns
// @arg y: out rows
__kernel void matvec_f16(__global const uchar *w, __global const float *x, __global float *y, const int rows,
                         const int columns)
{
    IN_LOCAL_MEMORY(part_f16, columns * 2, columns / LANES)
}
// @variant of matvec_f16: native
// @range: rows*16
// @local: 16
// @arg w: in rows*columns*2
// @arg x: in columns
// @arg y: out rows
__attribute__((intel_reqd_sub_group_size(LANES)))
__kernel void matvec_f16_sub(__global const uchar *w, __global const float *x, __global float *y, const int rows,
                             const int columns)
{
    IN_A_SUB_GROUP(part_f16, columns * 2, columns / LANES)
}

// y = W x, W in q8_0.
// @range: rows*32
// @local: 32
// @arg w: in rows*(columns/32*34)
// @arg x: in columns
// @arg y: out rows
__kernel void matvec_q8_0(__global const uchar *w, __global const float *x, __global float *y, const int rows,
                          const int columns)
{
    IN_LOCAL_MEMORY(part_q8_0, columns / 32 * 34, columns / 32)
}
// @variant of matvec_q8_0: native
// @range: rows*16
// @local: 16
// @arg w: in rows*(columns/32*34)
// @arg x: in columns
// @arg y: out rows
__attribute__((intel_reqd_sub_group_size(LANES)))
__kernel void matvec_q8_0_sub(__global const uchar *w, __global const float *x, __global float *y, const int rows,
                              const int columns)
{
    IN_A_SUB_GROUP(part_q8_0, columns / 32 * 34, columns / 32)
}

// y = W x, W in q4_0.
// @range: rows*32
// @local: 32
// @arg w: in rows*(columns/32*18)
// @arg x: in columns
// @arg y: out rows
__kernel void matvec_q4_0(__global const uchar *w, __global const float *x, __global float *y, const int rows,
                          const int columns)
{
    IN_LOCAL_MEMORY(part_q4_0, columns / 32 * 18, columns / 32)
}
// @variant of matvec_q4_0: native
// @range: rows*16
// @local: 16
// @arg w: in rows*(columns/32*18)
// @arg x: in columns
// @arg y: out rows
__attribute__((intel_reqd_sub_group_size(LANES)))
__kernel void matvec_q4_0_sub(__global const uchar *w, __global const float *x, __global float *y, const int rows,
                              const int columns)
{
    IN_A_SUB_GROUP(part_q4_0, columns / 32 * 18, columns / 32)
}

// y = W x, W in q4_K.
// @range: rows*32
// @local: 32
// @arg w: in rows*(columns/256*144)
// @arg x: in columns
// @arg y: out rows
__kernel void matvec_q4_K(__global const uchar *w, __global const float *x, __global float *y, const int rows,
                          const int columns)
{
    IN_LOCAL_MEMORY(part_q4_K, columns / 256 * 144, columns / 256)
}
// @variant of matvec_q4_K: native
// @range: rows*16
// @local: 16
// @arg w: in rows*(columns/256*144)
// @arg x: in columns
// @arg y: out rows
__attribute__((intel_reqd_sub_group_size(LANES)))
__kernel void matvec_q4_K_sub(__global const uchar *w, __global const float *x, __global float *y, const int rows,
                              const int columns)
{
    IN_A_SUB_GROUP(part_q4_K, columns / 256 * 144, columns / 256)
}

// y = W x, W in q6_K.
// @range: rows*32
// @local: 32
// @arg w: in rows*(columns/256*210)
// @arg x: in columns
// @arg y: out rows
__kernel void matvec_q6_K(__global const uchar *w, __global const float *x, __global float *y, const int rows,
                          const int columns)
{
    IN_LOCAL_MEMORY(part_q6_K, columns / 256 * 210, columns / 256)
}
// @variant of matvec_q6_K: native
// @range: rows*16
// @local: 16
// @arg w: in rows*(columns/256*210)
// @arg x: in columns
// @arg y: out rows
__attribute__((intel_reqd_sub_group_size(LANES)))
__kernel void matvec_q6_K_sub(__global const uchar *w, __global const float *x, __global float *y, const int rows,
                              const int columns)
{
    IN_A_SUB_GROUP(part_q6_K, columns / 256 * 210, columns / 256)
}
