// A kernel for each compiler bug of a driver that runtime/opencl/quirks.c knows: short, strict OpenCL C, with results that
// test_known.c knows exactly. Written from the reports' descriptions.

int known_sum(int values[4])
{
    int sum = 0;
    for (int k = 0; k < 4; k++) sum = 10 * sum + values[k];
    return sum;
}

// An array as a function's parameter.
// @arg out: out n
// @range: n
__kernel void array_parameter(__global int *out, const int n)
{
    const int i = get_global_id(0);
    int values[4];
    if (i >= n) return;
    for (int k = 0; k < 4; k++) values[k] = (i + k) % 10;
    out[i] = known_sum(values);
}

// A long chain of sums and products, exact in double precision.
// @arg out: out n
// @range: n
__kernel void long_chain(__global int *out, const int n)
{
    const int i = get_global_id(0);
    double x = i % 7, y = 1.0;
    if (i >= n) return;
    for (int k = 0; k < 18; k++) {
        const double z = 3.0 * x - y;
        y = y + x;
        x = k % 3 == 2 ? z * 0.5 + 0.5 * (z - 2.0 * floor(0.5 * z)) : z - y;
    }
    out[i] = (int)(x + y);
}

// An index that is computed from a double.
// @arg table: in m
// @arg out: out n
// @range: n
__kernel void index_of_double(__global const int *table, const int m, __global int *out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const double place = (i - 3) * 0.75;
    const int at = (int)fmin(fmax(floor(place), 0.0), (double)(m - 1));
    out[i] = place >= 0.0 && place < (double)m ? table[at] : -1;
}

int4 known_powers(int x)
{
    return (int4)(1, x, x * x, x * x * x);
}

// A function that returns a vector, and a loop whose bounds are variables.
// @arg out: out n
// @range: n
__kernel void vector_result(__global int *out, const int first, const int end, const int n)
{
    const int i = get_global_id(0);
    int4 sum = (int4)(0, 0, 0, 0);
    if (i >= n) return;
    for (int k = first; k < end; k++) sum += known_powers(i + k);
    out[i] = sum.x + 2 * sum.y + 3 * sum.z + 5 * sum.w;
}

// Every work-item meets the barrier in the loop's first turns; later turns, whose number differs, have none.
// @arg out: out n
// @range: n
// @local: 16
__attribute__((reqd_work_group_size(16, 1, 1)))
__kernel void guarded_barrier(__global int *out, const int n)
{
    __local int shared[16];
    const int i = get_global_id(0), l = get_local_id(0);
    int sum = 0;
    shared[l] = l + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int turns = 3 + l % 4;
    for (int k = 0; k < turns; k++) {
        int next = 0;
        if (k < 3) {
            next = shared[(l + 1) % 16];
            barrier(CLK_LOCAL_MEM_FENCE);
            shared[l] = next;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        sum = 2 * sum + next + k;
    }
    if (i < n) out[i] = sum;
}

typedef struct known_store {
    int low[16], high[16];
    int kind;
} known_store;

__attribute__((noinline)) int known_fill(__local known_store *store, int count, int factor)
{
    for (int k = 0; k < count; k++) {
        store->low[k] = factor * k;
        store->high[k] = -k;
    }
    store->kind = factor;
    return count > 0;
}

// What a function that is not inlined stores in a kernel's local memory.
// @arg out: out n
// @range: n
// @local: 16
__attribute__((reqd_work_group_size(16, 1, 1)))
__kernel void local_parameter(__global int *out, const int n)
{
    __local known_store store;
    __local int filled;
    const int i = get_global_id(0), l = get_local_id(0);
    if (l == 0) filled = known_fill(&store, 16, get_group_id(0) + 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = filled ? store.low[l] + 1000 * store.high[15 - l] + 100000 * store.kind : -7;
}
