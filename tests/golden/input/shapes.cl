typedef struct {
    char tag;
    double weight;
    float4 colour;
    int corners[3];
} shape;

// Every kind of parameter.
// @range: w, h
// @local: 16, 16
// @arg in: in w*h
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void shapes(__global const shape *in, __constant float *table, __local int *scratch, const shape base,
                     const uchar3 rgb, read_only image2d_t picture, sampler_t sampler, __global uint *out, int w, int h)
{
#ifdef __NV_CL_C_VERSION
    const int bias = 1;
#else
    const int bias = 0;
#endif
    const size_t at = get_global_id(1) * w + get_global_id(0);
    scratch[get_local_id(0)] = in[at].corners[0] + base.corners[1] + bias;
    out[at] = scratch[get_local_id(0)] + rgb.x + (uint)(table[0] * read_imagef(picture, sampler, (int2)(0, 0)).x);
}
