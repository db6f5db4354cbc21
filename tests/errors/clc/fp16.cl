// Without cl_khr_fp16 a half can only be pointed to.
half result(void);
float taken(half h) { return 1; }
__kernel void k(__global half *h, __global float *o)
{
    o[0] = *h;
    h[0] = o[0];
    o[1] = 1.0h;
    o[2] = (half)o[0];
    o[3] = vload_half(0, h);
    half x;
}
