// The end of the file comes too early.
__kernel void k(__global float *o)
{
    if (o[0] > 1) {
        o[0] = 1;
}
