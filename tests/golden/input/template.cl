// A header that is included twice with other macros, and a branch that another device takes.
#define T float
#define NAME add_float
#include "template.h"
#undef T
#undef NAME
#define T double
#define NAME add_double
#include "template.h"
#undef T
#undef NAME
#ifdef cl_khr_fp16
#define T half
#define NAME add_half
#include "template.h"
#undef T
#undef NAME
#endif

__kernel void floats(__global float *x)
{
    x[0] = add_float(x[0], 1.0f);
}

#line 100 "made.y"
__kernel void doubles(__global double *x)
{
    x[0] = add_double(x[0], __LINE__);
#ifdef cl_khr_fp16
    x[1] = add_half(1, 2);
#endif
    x[2] = __LINE__;
}
