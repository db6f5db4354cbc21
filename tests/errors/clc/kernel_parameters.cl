// What no kernel may take, and what to write instead.
struct inside { __global float *p; };
struct sized { size_t n; };
__kernel void k(size_t a, ptrdiff_t b, intptr_t c, uintptr_t d, bool e, half f, event_t g, __global float **h, float *i,
                struct inside j, struct sized l, image2d_t *m, __global size_t *n, __private int *o) {}
__kernel int returns(void) { return 1; }
__kernel void variadic(int a, ...) {}
__kernel void unnamed(size_t) {}
