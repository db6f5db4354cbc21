/* Images of each kind, read by real and whole coordinates, with and without a sampler, and written; some work-items take no
 * part. Checked against tests/native/test_images.c. SPDX-License-Identifier: MIT */
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define PLAIN(K, IMAGE, I, T, S)                                                                                       \
    __kernel void plain_##K##_##S(read_only IMAGE m, __global const I *at, __global T *out, int n)                     \
    {                                                                                                                  \
        const int i = get_global_id(0);                                                                                \
        if (i < n && i % 5 != 3) out[i] = read_image##S(m, at[i]);                                                     \
    }
#define WRITE(K, IMAGE, I, T, S)                                                                                       \
    __kernel void write_##K##_##S(write_only IMAGE m, __global const I *at, __global const T *in, int n)               \
    {                                                                                                                  \
        const int i = get_global_id(0);                                                                                \
        if (i < n && i % 5 != 3) write_image##S(m, at[i], in[i]);                                                      \
    }
#define READS(K, IMAGE, F, I, T, S)                                                                                    \
    __kernel void real_##K##_##S(read_only IMAGE m, sampler_t s, __global const F *at, __global T *out, int n)         \
    {                                                                                                                  \
        const int i = get_global_id(0);                                                                                \
        if (i < n && i % 5 != 3) out[i] = read_image##S(m, s, at[i]);                                                  \
    }                                                                                                                  \
    __kernel void whole_##K##_##S(read_only IMAGE m, sampler_t s, __global const I *at, __global T *out, int n)        \
    {                                                                                                                  \
        const int i = get_global_id(0);                                                                                \
        if (i < n && i % 5 != 3) out[i] = read_image##S(m, s, at[i]);                                                  \
    }                                                                                                                  \
    PLAIN(K, IMAGE, I, T, S) WRITE(K, IMAGE, I, T, S)

READS(1d, image1d_t, float, int, float4, f)
READS(1da, image1d_array_t, float2, int2, float4, f)
READS(2d, image2d_t, float2, int2, float4, f)
READS(2d, image2d_t, float2, int2, int4, i)
READS(2d, image2d_t, float2, int2, uint4, ui)
READS(2da, image2d_array_t, float4, int4, float4, f)
READS(3d, image3d_t, float4, int4, float4, f)
READS(2dd, image2d_depth_t, float2, int2, float, f)
READS(2dad, image2d_array_depth_t, float4, int4, float, f)
PLAIN(1db, image1d_buffer_t, int, float4, f)
WRITE(1db, image1d_buffer_t, int, float4, f)

#define ASK(K, IMAGE, H, D, N)                                                                                         \
    __kernel void ask_##K(read_only IMAGE m, __global int *out)                                                        \
    {                                                                                                                  \
        out[0] = get_image_width(m);                                                                                   \
        out[1] = H;                                                                                                    \
        out[2] = D;                                                                                                    \
        out[3] = N;                                                                                                    \
        out[4] = get_image_channel_data_type(m);                                                                       \
        out[5] = get_image_channel_order(m);                                                                           \
    }
ASK(1d, image1d_t, 0, 0, 0)
ASK(1db, image1d_buffer_t, 0, 0, 0)
ASK(1da, image1d_array_t, 0, 0, (int)get_image_array_size(m))
ASK(2d, image2d_t, get_image_height(m) + 1000 * get_image_dim(m).x + 100000 * get_image_dim(m).y, 0, 0)
ASK(2da, image2d_array_t, get_image_height(m) + 1000 * get_image_dim(m).x + 100000 * get_image_dim(m).y, 0, (int)get_image_array_size(m))
ASK(3d, image3d_t, get_image_height(m) + 1000 * get_image_dim(m).x + 100000 * get_image_dim(m).y, get_image_depth(m) + 1000 * get_image_dim(m).z, 0)
ASK(2dd, image2d_depth_t, get_image_height(m), 0, 0)
ASK(2dad, image2d_array_depth_t, get_image_height(m), 0, (int)get_image_array_size(m))

/* Each work-item changes a pixel of its own, and sees its change. */
__kernel void change(read_write image2d_t m, __global const int2 *at, __global float4 *out, int n)
{
    const int i = get_global_id(0);
    if (i >= n || i % 5 == 3) return;
    write_imagef(m, at[i], read_imagef(m, at[i]) + 1.0f);
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    out[i] = read_imagef(m, at[i]);
}

/* Samplers of the program, across a barrier and in a loop whose length differs. */
__kernel void inner(read_only image2d_t m, __global const float2 *at, __global float4 *out, int n)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
    __local float4 own[64];
    const int i = get_global_id(0), l = get_local_id(0);
    float4 sum = 0.0f;
    for (int k = 0; k <= i % 3; ++k) sum += read_imagef(m, s, at[min(i, n - 1)]);
    own[l] = sum / (float)(i % 3 + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n && i % 5 != 3) out[i] = own[l];
}

/* Colours as halves: what the other functions read and write, rounded. */
__kernel void halves(read_only image2d_t m, write_only image2d_t to, sampler_t s, __global const float2 *at, __global half4 *kept,
                     __global int *right, int n)
{
    const int i = get_global_id(0);
    if (i >= n || i % 5 == 3) return;
    const int2 own = (int2)(i % 16, i / 16);
    const half4 filtered = read_imageh(m, s, at[i]), plain = read_imageh(m, own), whole = read_imageh(m, s, own);
    const ushort4 wanted = as_ushort4(convert_half4_rte(read_imagef(m, s, at[i])));
    right[i] = all(as_ushort4(filtered) == wanted) &&
               all(as_ushort4(plain) == as_ushort4(convert_half4_rte(read_imagef(m, own)))) &&
               all(as_ushort4(whole) == as_ushort4(convert_half4_rte(read_imagef(m, s, own))));
    kept[i] = filtered;
    write_imageh(to, own, filtered);
}

__kernel void change_halves(read_write image2d_t m, __global const int2 *at, __global float4 *out, int n)
{
    const int i = get_global_id(0);
    if (i >= n || i % 5 == 3) return;
    write_imageh(m, at[i], read_imageh(m, at[i]) + (half4)1.0f);
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    out[i] = convert_float4(read_imageh(m, at[i]));
}
