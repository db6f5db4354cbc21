// SPDX-License-Identifier: MIT
// Layouts and names of everything that a kernel can be given.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef struct __attribute__((packed)) { char tag; double weight; } packed;
typedef struct { char a; struct { short b; long c[2][3]; } inner[2]; } nested;
typedef union __attribute__((aligned(32))) { float16 f; uint words[4]; } both;
struct tail { int count; float rest[]; };
struct holds { int x; };
struct outer { int before; struct { int hidden; }; int behind; };
struct run_x { char flag; half h; uchar3 rgb; };
struct table { enum { RED, GREEN = 7 } colour; int int32_t, class, clb_one, CLB_TWO, _Three, __four, _five; };
typedef struct { int4 v __attribute__((aligned(64))); char c; } aligned_member;
typedef struct { ushort2 u; } größe;
void twice(void) { struct table { char other; } t; t.other = 0; }

// Every scalar, by value and from memory.
// @arg c: out n
// @arg l: inout n * 2 + (m - 1)
// @range: n
// @gpu_range: n * 64
// @local: 64
__kernel void scalars(__global char *c, __global const uchar *uc, __global short *s, __global const ushort *us,
                      __global long *l, __global ulong *ul, __global float *f, __global double *d, __global half *h,
                      const char ch, const uchar uch, const short sh, const ushort ush, const int n, const uint m,
                      const long lo, const ulong ulo, const float fl, const double dbl, const half ha)
{
    const size_t i = get_global_id(0) / 64;
    if (i < n) c[i] = ch + uc[i] + uch + sh + ush + (char)(lo + ulo + m + us[i]);
    s[0] = 1; l[0] = ul[0]++; f[0] = fl; d[0] = dbl; h[0] = ha;
}

/* Vectors of every length. */
__kernel void vectors(__global char2 *a, __global uchar3 *b, __global short4 *c, __global ushort8 *d, __global int16 *e,
                      uint2 f, long3 g, ulong4 h, float8 i, double16 j, half2 k)
{
    a[0] = (char2)(f.x, g.x); b[0] = (uchar3)(1); c[0] = (short4)(h.x, i.s0, j.s0, k.x); d[0] = 0; e[0] = 0;
}

__attribute__((reqd_work_group_size(4, 2, 1))) __attribute__((vec_type_hint(float4)))
__kernel void records(__global packed *p, __global nested *n, __constant both *b, __global struct tail *t,
                      __local struct holds *h, __global struct outer *o,
                      const struct run_x r, const struct table in, __global aligned_member *run, int default_, int while_)
{
    p->weight = n->inner[1].c[1][2] + b->words[0] + t->count + o->behind + r.rgb.z + in.colour + run->c;
    h->x = default_ + while_;
}

__attribute__((work_group_size_hint(8, 8, 1)))
__kernel void images(read_only image1d_t a, write_only image1d_buffer_t b, read_only image1d_array_t c,
                     read_only image2d_array_t d, read_only image3d_t e, sampler_t s, __global int *kept, __local float *x)
{
    x[0] = read_imagef(a, 0).x + read_imagef(c, s, (int2)(0)).x;
}

__kernel void nothing(void) { }
