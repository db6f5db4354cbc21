// Halves as arguments: by value, by pointer, in vectors, in structures and in local memory.
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

struct mixed {
    half a;
    half4 v;
    half3 w[2];
};

__kernel void by_value(__global const half4 *x, __global half4 *out, const half4 a, const half b, const half3 c, const struct mixed r)
{
    const int g = get_global_id(0);
    half4 sum = x[g] * a + b;
    sum.xyz += c + r.w[1];
    out[g] = sum + r.v * r.a;
}

__kernel void through_local(__global const half2 *x, __global half2 *out, const half4 a, const half b, const half3 c,
                            const struct mixed r, __local half2 *tile)
{
    const int g = get_global_id(0), l = get_local_id(0);
    tile[l] = x[g].yx + a.xw * b;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = tile[get_local_size(0) - 1 - l] - c.zy * r.a;
}
