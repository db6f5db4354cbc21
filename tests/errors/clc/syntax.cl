// One message for each mistake; the rest is read on.
__kernel void k(__global float *o
{
}
__kernel void l(__global float *o)
{
    o[0] = (1 + 2;
    o[1 = 2;
    o[2] = 1 +;
    o[3] = 3..4;
    o[4] = 08;
    o[5] = 'ab;
    o[6] = "abc;
    o[7] = 1lu2;
    o[8] = @;
    o[9] = sizeof;
    o[10] = (float4);
    o[11] = float;
    int 2x;
    return
}
}
int good(void) { return undeclared; }
