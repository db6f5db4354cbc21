#ifndef WIDTH
#define WIDTH 1
#endif
struct pair {
    REAL a, b;
};

/* Types, range and text change. */
// @range: (n+WIDTH-1)/WIDTH
// @arg p: in n
// @arg y: out n
__kernel void norm(__global const struct pair *p, __global REAL *y, const int n)
{
    const int first = (int)get_global_id(0) * WIDTH;
    for (int k = 0; k < WIDTH; k++)
        if (first + k < n) y[first + k] = p[first + k].a * p[first + k].a + p[first + k].b * p[first + k].b;
}

/* Only the range changes. */
// @range: n*WIDTH
// @arg x: inout n*WIDTH
__kernel void add(__global int *x, const int n)
{
    x[get_global_id(0)] += n;
}
