// What wide code does with places and branches that differ from work-item to work-item.

// A division is done where somebody takes the branch: `m` may be 0 otherwise.
__kernel void guarded_division(__global int *out, __global const int *x, const int n, const int m)
{
    const int i = get_global_id(0);
    int r = 7;
    if (x[i] > 0) r = n / m;
    out[i] = r;
}

__kernel void light_branch(__global int *out, __global const int *x, const int n, const int m)
{
    const int i = get_global_id(0);
    int r = 7;
    if (x[i] > 0) r = n + m;
    out[i] = r;
}

__kernel void scattered(__global float *out, __global uchar *bytes, __global double *wide, __global const int *where,
                        __global const uint *there, __global const float *x)
{
    const int i = get_global_id(0);
    out[where[i]] = x[there[i]];
    out[there[i]] = x[where[i] + 3];
    bytes[where[i]] = bytes[there[i]];
    wide[2 * where[i]] = wide[there[i]];
    if (x[i] > 0) out[where[i]] = 1;
}

// Neighbours at the edges: nearly side by side, upwards and downwards.
__kernel void nearby(__global float *out, __global const float *x, const int n)
{
    const int i = get_global_id(0);
    out[i] = x[clamp(i - 1, 0, n - 1)] + x[max(i, 1) - 1] + x[n - max(i, 1)] + x[(i + 1) % n] + x[min(i, n - 2) + 1]
           + x[clamp(n - 1 - i, 0, n - 1)];
    out[max(i, 1) - 1] = 1;
    out[n - max(i, 1)] = 2;
    out[(i + 5) & 63] = x[(i + 9) & 63];
}

// A branch that holds nothing but a jump.
__kernel void jumps(__global int *out, __global const int *x, const int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; ++k) {
        if (x[i] == k) continue;
        if (x[i] + sum > 100) break;
        sum += k;
    }
    out[i] = sum;
}

// The same function of all components is one of rows.
__kernel void converted_in_rows(__global int4 *out, __global const float4 *in)
{
    const int i = get_global_id(0);
    const float4 a = in[i];
    out[i] = convert_int4_rte(a) + (int4)(convert_int_rtp(a.x), convert_int_rtp(a.y), convert_int_rtp(a.z), convert_int_rtp(a.w));
}
