// Unknown names, with the nearest one; each is reported once in a function.
float helper(float value) { return value; }
__kernel void k(__global float *out, float scale)
{
    out[0] = hleper(scale) + sqr(scale) + scael;
    out[1] = scael * get_globl_id(0);
    flota x = 1;
    struct missing s;
    out.x = 1;
    goto nowhere;
}
