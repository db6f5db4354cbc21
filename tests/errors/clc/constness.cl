// What cannot be changed.
struct fixed { const int a; int b; };
__kernel void k(__global const float *in, __global float *out, const int n, __global struct fixed *f)
{
    in[0] = 1;
    n = 2;
    n++;
    const float4 v = 1;
    v.x = 2;
    float4 w = v;
    w.xx = (float2)(1);
    f[0] = f[1];
    f[0].a = 1;
    1 = n;
    out + 1 = out;
    float a[2];
    a = out;
    __global float *p = in;
    k = 1;
}
