// Pointers do not move between address spaces.
__constant float table[2] = {1, 2};
float first(float *p) { return p[0]; }
__kernel void k(__global float *g, __local float *l, __constant float *c)
{
    float x = first(g);
    g = l;
    float *p = (float *)g;
    x = g == l;
    c = g;
    p = x > 0 ? &x : c;
    table[0] = 1;
    c[0] = 1;
    __global float wrong;
    __local float initialised = 1;
    if (x > 0) {
        __local float inner;
    }
    __constant float unset;
    static int kept;
}
void helper(void)
{
    __local float not_in_a_kernel;
    __constant float nor_this = 1;
}
float outside;
__global float outside_global;
