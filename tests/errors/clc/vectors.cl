// Components, literals, conversions of vectors.
__kernel void k(__global float4 *o, double d, uint u)
{
    float4 a = (float4)(1, 2, 3);
    float4 b = (float4)(1, 2, 3, 4, 5);
    float2 c = o[0].xyz;
    float e = o[0].s5;
    float2 f = o[0].xs1;
    int4 i = o[0];
    i = (int4)o[0];
    a = a * d;
    i = i + u;
    i = i + 1.0f;
    a = a % a;
    a = ~a;
    i = 1 << i;
    if (a > 0) a++;
    a = a ? a : a;
    long4 l = 0;
    a = l ? a : a;
    float4 *p = &a.x;
    e = a;
    float5 g;
    double2x2 h;
}
