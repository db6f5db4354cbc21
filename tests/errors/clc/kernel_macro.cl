// Errors in what a macro makes are found in the macro, with the way there.
#define INDEX size_t
#define KERNEL(name) __kernel void name(__global float *x, INDEX n)
KERNEL(first) {}
KERNEL(second) {}
