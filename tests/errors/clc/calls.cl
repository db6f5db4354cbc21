// Wrong numbers and types of arguments.
float two(float a, __global float *b) { return a + b[0]; }
__kernel void k(__global float *g, __local float *l, float4 v)
{
    g[0] = two(1);
    g[0] = two(v, g);
    g[0] = two(1, l);
    g[0] = sin(1);
    g[0] = clamp(g[0], 0, 1);
    g[0] = pow(g[0]);
    g[0] = dot(v, g[0], g[1]);
    g[0] = length((float8)(1));
    g[0] = barrier(CLK_LOCAL_MEM_FENCE);
    g[0] = g(1);
    int i = get_global_id();
    vstore4(v, 0, v);
    convert_int4(g[0]);
    as_int(v);
    atomic_add(&i, 1);
}
