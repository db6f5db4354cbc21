// Variables that kernels of one program write, and constants with addresses of them.
global int total = 3;
global float2 pair = (float2)(1.5f, -2);
global int sums[4], *global last = &sums[2];
constant int *constant first = 0;
constant int steps[3] = {1, 2, 4};
global int *constant home = &total;
const global int fixed = 9;

__attribute__((noinline)) static int add(int by)
{
    static int calls = 7;
    calls += by;
    return total += calls + fixed;
}

// @range: n
__kernel void spread(__global float *x, const int n)
{
    const int i = get_global_id(0);
    if (i < n) x[i] = x[i] * pair.x + sums[i & 3];
}

// @range: 1
__kernel void sum(__global int *out)
{
    *last = add(steps[total % 3]);
    out[0] = *home + (first == 0);
}
