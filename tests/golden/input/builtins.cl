// Built-in functions that become operators of the typed form, in one order whatever compiler built the generator.
// @kernel
// @arg x: in n
// @arg y: in n
// @arg out: out n
__kernel void reals(__global const float *x, __global const float *y, __global float *out, const int n)
{
    const int g = get_global_id(0);
    const float a = x[g], b = y[g];
    float s = isordered(a, b) + isunordered(a, b) * 2 + islessgreater(a, b) * 4 + isnormal(a) * 8 + isfinite(b) * 16 + isinf(a) * 32;
    s += step(a, b) + smoothstep(a, b, s) + rsqrt(a) + native_rsqrt(b) + clamp(a, b, 2.0f) + mix(a, b, 0.5f) + convert_char_sat(a);
    const float4 v = cross((float4)(a, b, s, 0), (float4)(b, s, a, 0));
    out[g] = s + dot(v, v) + length(v) + normalize(v).y + (!(a < b && b < s) || a > 3);
}

// @arg x: in n
// @arg out: out n
__kernel void integers(__global const int *x, __global int *out, const int n)
{
    const int g = get_global_id(0), a = x[g], b = g - a;
    const int4 v = (int4)(a, b, a, b) > (int4)(0, 1, 2, 3) ? (int4)(a) : (int4)(b);
    int s = add_sat(a, b) + sub_sat(a, b) + (int)add_sat((uint)a, (uint)b) + hadd(a, b) + rhadd(a, b) + (int)abs_diff(a, b) + (int)abs(b);
    switch (a) {
    case 1 ... 5: s += 1; break;
    case 7: s += 2;
    }
    out[g] = s + v.x + v.w + (int)get_global_size(a) + mul_hi((short)a, (short)b) + upsample((short)a, (ushort)b);
}
