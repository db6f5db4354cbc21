// One thing each that the passes over the typed form find; see gen/passes/passes.h.

__kernel void guarded(__global float4 *out, __global const float4 *in, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    float4 v = in[i];
    v.xy += v.zw;
    out[i] = v;
}

void both(float x, float *sine, float *cosine)
{
    *sine = sin(x);
    *cosine = cos(x);
}

// The objects behind the pointers become variables, and `steps` stays an array.
__kernel void objects(__global float *out, __global const int *which)
{
    const int i = get_global_id(0);
    float s, c, steps[4] = {1, 2, 3, 4};
    both(out[i], &s, &c);
    out[i] = s * c + steps[which[i] & 3];
}

// `k` is the same for all that are still in the loop; `sum` is not.
__kernel void leaves(__global float *out, const int n)
{
    const int i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; ++k) {
        sum += out[k];
        if (sum > out[i]) break;
    }
    out[i] = sum;
}

// The loop is the group's; `id` is computed again in the last region, and `sum` is kept in the context.
__kernel void regions(__global float *out, __local float *shared)
{
    const int id = get_local_id(0);
    float sum = out[get_global_id(0)];
    for (int k = 1; k < 4; k *= 2) {
        shared[id] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[id ^ k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// What goes through memory stays in its order; the sum is taken apart in the end.
__kernel void rows(__global const float4 *a, __global const float4 *x, __global float4 *y, __global float *z, const int n)
{
    const int i = get_global_id(0);
    float4 sum = (float4)0.0f;
    for (int k = 0; k < n; ++k) sum += a[i * n + k] * x[k];
    y[i] = sum * (float4)(1.0f, 2.0f, 3.0f, 4.0f) + z[i];
    z[i] = sum.x + sum.y + sum.z + sum.w;
}

// Sums in an array of constant places, and one whose places the data tells, both kept across a barrier.
__kernel void kept_arrays(__global const float *x, __global float *y, __local float *tile)
{
    const int i = get_global_id(0), l = get_local_id(0);
    float sum[2] = {0.0f, 1.0f}, own[3];
    own[(int)x[i] & 1] = x[i + 1];
    tile[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 2; ++k) {
        if (tile[k] < 0.0f) continue;
        sum[k] += tile[k + 1] * x[i + k];
    }
    y[i] = sum[0] * sum[1] + own[l & 1];
}

// Written for all work-items of a vector, and for some.
__kernel void inside(__global const float *x, __global float *y, const int n)
{
    const int i = get_global_id(0);
    if (i == 0 || i == n - 1) return;
    y[i] = x[i - 1] * x[i + 1];
}

// Each work-item walks along a row of its own: four rounds at once, then the rest.
__kernel void along(__global const float *a, __global const float *x, __global float *y, const int n)
{
    const int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += a[i * n + k] * x[k];
    y[i] = sum;
}

// The first s work-items: the bound of the loop over them. The 64-bit ids are counted.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void first_ones(__global const double *in, __global double *out, __local double *part)
{
    const size_t l = get_local_id(0);
    part[l] = in[get_global_id(0)];
    for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) part[l] += part[l + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double sum = part[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l >= 3) part[l] = fabs(sum) + in[l > 9 ? 1 : 0];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = part[l];
}

// ---- what is the same for all who are still in a loop ----

// `at` and `flip` are, as nobody reads them behind it; `far` is not.
__kernel void table_in_step(__global int *out, __global const int *in)
{
    const int g = get_global_id(0);
    int at = 0, far = 0, sum = 0, flip = 1;
    for (int k = 1; k <= 9; ++k) {
        sum += flip * in[at + k] + in[far];
        at += k + 1;
        far += k;
        if (sum > in[g]) break;
        flip = -flip;
    }
    out[g] = sum + far;
}

// Who has left an inner loop is back in the next round of the outer one: `at` is begun anew there, `far` is not.
__kernel void table_begun_again(__global int *out, __global const int *in)
{
    const int g = get_global_id(0);
    int sum = 0, far = 0;
    for (int round = 0; round < 3; ++round) {
        for (int at = 0; in[g + at] > round; at += 2) {
            sum += in[3 * at] + in[far];
            far += 5;
        }
    }
    out[g] = sum;
}

// The number of rounds is shared in the loop, and differs behind it: two variables.
__kernel void first_below(__global int *out, __global const int *in, __constant int *limits)
{
    const int g = get_global_id(0);
    int k = 0;
    while (k < 8 && in[g + k] >= limits[k]) ++k;
    out[g] = k;
}

// Here it differs in the loop as well, as some do not count in some rounds.
__kernel void count_some(__global int *out, __global const int *in, __constant int *limits)
{
    const int g = get_global_id(0);
    int k = 0;
    for (int round = 0; round < 8 && in[g + round] >= 0; ++round)
        if (in[g + round] > limits[k]) ++k;
    out[g] = k;
}

// Loops of two rounds read no further ahead. What the branch reads again was read by its condition, so a selection is left.
__kernel void largest_of_four(__global int *out, __global const int *in, const int n)
{
    const int g = get_global_id(0);
    int best = 0;
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i)
            if (in[2 * g + j * n + i] > best) best = in[2 * g + j * n + i];
    out[g] = best;
}

// A write in between, in straight code and in a round before: it is read again. Truths are compared as predicates.
__kernel void read_again(__global int *out, __global const int *in)
{
    const int g = get_global_id(0);
    int sum = out[g] + in[g];
    out[g] = sum;
    sum += out[g];
    for (int k = 0; k < 4; ++k) {
        sum += in[g];
        if ((sum > 7) == (in[g] > 3)) out[g] += sum;
    }
    out[g] = sum + out[g];
}

// The inner rounds depend on the outer counter: the nest is written out, since all indices are constant then.
__kernel void middle_of_three(__global int *out, __global const int *in)
{
    const int g = get_global_id(0);
    int v[3];
    for (int i = 0; i < 3; ++i) v[i] = in[g + i];
    for (int k = 0; k < 2; ++k)
        for (int i = k + 1; i < 3; ++i) {
            const int low = min(v[k], v[i]);
            v[i] = max(v[k], v[i]);
            v[k] = low;
        }
    out[g] = v[1];
}
