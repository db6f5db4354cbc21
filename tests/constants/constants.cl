// Kernels with specialisation constants of every kind.
// @constant WG: int = 64 in 32, 64, 128
// @constant STEPS: uint = 3
// @constant FACTOR: double = 0.5
// @constant SHIFT: long = -5 in -10..10
// @constant BIAS: float = 1e-3 in 1e-3, -0.25
// @constant SQUARE: bool = false
// @constant A: int = 4
// @constant B: float = 2.5
// @constant L: int = 2 in 1, 2

static double scaled(double x)
{
    return x * FACTOR;
}

static double scaled_twice(double x)
{
    return scaled(scaled(x));
}

// Sums of groups: the local array, the required size and a branch of the text depend on WG.
// @arg x: in n
// @arg y: out n / WG
// @range: n
// @local: WG
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void sums(__global const double *x, int n, __global double *y)
{
    __local double part[WG];
    const size_t l = get_local_id(0);
    double s = 0.0;
    for (uint i = 0; i < STEPS; ++i) s += scaled_twice(x[get_global_id(0)]);
    part[l] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
#if WG > 64
    for (size_t h = WG / 2; h > 0; h /= 2) {
        if (l < h) part[l] += part[l + h];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) y[get_group_id(0)] = part[0];
#else
    if (l == 0) {
        double t = 0.0;
        for (int i = 0; i < WG; ++i) t += part[i];
        y[get_group_id(0)] = t;
    }
#endif
}

// Two constants; the group's memory is an argument.
// @arg x: inout n
// @arg room: local WG
// @range: n
// @local: WG
__kernel void rotate_groups(__global long *x, __local long *room, int n)
{
    const size_t l = get_local_id(0);
    room[l] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = room[(l + 1) % WG] + SHIFT;
}

// Neither is listed for all: one is compiled in, one is an argument.
// @arg x: inout n
// @range: n
__kernel void bias(__global float *x, int n)
{
    const size_t i = get_global_id(0);
    x[i] = (SQUARE ? x[i] * x[i] : x[i]) + BIAS;
}

// No constant at all.
// @arg x: inout n
// @range: n
__kernel void plain(__global int *x, int n)
{
    x[get_global_id(0)] += 1;
}

// The extent only.
// @arg x: out n * STEPS
// @range: n
__kernel void many(__global int *x, int n)
{
    for (int i = 0; i < 3; ++i) x[get_global_id(0) * 3 + i] = i;
}

// Constants reach functions through others: overloaded, declared before they are defined, kernels themselves.
int __attribute__((overloadable)) advance(int x);
int __attribute__((overloadable)) advance(int x) { return x + A; }
float __attribute__((overloadable)) advance(float x) { return x * B; }
static int late(int x);
static int outer(int x) { return late(x) * 2; }
static int late(int x) { return advance(x) + (int)advance(1.0f) * L; }

// @arg y: inout n
// @range: n
__kernel void deep(__global int *y, int n)
{
    y[get_global_id(0)] += outer(y[get_global_id(0)]);
}

// @arg y: inout n
// @range: n
__kernel void kernel_in_kernel(__global int *y, int n)
{
    deep(y, n);
    y[get_global_id(0)] -= 1;
}
