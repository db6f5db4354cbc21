// @constant WIDTH: int = 4 in 4, 8
// @constant FACTOR: float = 0.5 in 0..1
// @constant OFFSET: long = -1

static long moved(long x)
{
    return x + OFFSET;
}

// Blocks of WIDTH.
// @arg x: inout n * WIDTH
// @range: n
// @local: WIDTH
__kernel __attribute__((reqd_work_group_size(WIDTH, 1, 1)))
void blocks(__global float *x, int n)
{
    float sums[WIDTH];
    for (int i = 0; i < WIDTH; ++i) sums[i] = x[get_global_id(0) * WIDTH + i] * FACTOR;
#if WIDTH > 4
    sums[0] += sums[WIDTH - 1];
#endif
    for (int i = 0; i < WIDTH; ++i) x[get_global_id(0) * WIDTH + i] = sums[i];
}

// @arg y: inout n
// @range: n
__kernel void move(__global long *y, int n)
{
    y[get_global_id(0)] = moved(y[get_global_id(0)]);
}
