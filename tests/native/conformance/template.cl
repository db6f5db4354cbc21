// Templates the way of C: a header that is included once a type.
#define T float
#define NAME(x) x##_float
#include "template.h"
#undef T
#undef NAME
#define T long
#define NAME(x) x##_long
#include "template.h"
#undef T
#undef NAME
#define T uchar
#define NAME(x) x##_uchar
#include "template.h"
#undef T
#undef NAME

__kernel void check_template_float(__global const int *in, __global int *out, int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const pair_float p = {in[i] + 0.25f, 0.5f};
    out[i] = sum_float(p) == in[i] + 0.75f;
}

__kernel void check_template_others(__global const int *in, __global int *out, int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const pair_long p = {in[i], 5000000000L};
    const pair_uchar q = {250, 10};
    out[i] = sum_long(p) == in[i] + 5000000000L && sum_uchar(q) == 4 && sizeof(pair_uchar) == 2;
}
