/* A small bundle for tests of the runtime, put together by hand in place of the generator.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "clbundle/core.h"

/* The kernels, by number. */
enum {
    SAMPLE_SCALE,     /* y[i] = a * x[i]: (in double *x: n, double a, out double *y: n, int n), range n, fp64 */
    SAMPLE_SHIFT,     /* y[i] += by: (inout double *y: n, long by, int n), range n; same program as SCALE */
    SAMPLE_GROUP_SUM, /* sums of 64: (in float *x: n, local float *: 64, out float *: n / 64, uint n), range n */
    SAMPLE_GRID,      /* out[j * m + i] = i + 1000 * j: (out int *out: m * l, int m, int l), range m, l */
    SAMPLE_BROKEN,    /* does not compile: (out int *out: 1), range 1 */
    SAMPLE_WIDE,      /* out[0] = sum of 30 ints: (30 times int, out int *out: 1), range 1 */
    SAMPLE_REQUIRED,  /* made for groups of 8: (out int *out, int n), no range, no extent */
    SAMPLE_EXTENT,    /* like SHIFT, extent (n - 1) * s + 1 with short s: (inout double *y, int n, short s), range n */
    SAMPLE_KERNELS
};

/* Points into static memory; made on the first call (call it before threads are started). */
const clb_bundle *sample_bundle(void);

/* A copy whose tables may be changed; sample_free. */
typedef struct sample_copy {
    clb_bundle bundle;
    clb_program_data *programs;
    clb_kernel_data *kernels;
    clb_argument_data *arguments;
    int64_t *code;
} sample_copy;
sample_copy *sample_clone(void);
void sample_free(sample_copy *copy);
/* Makes the first two parameters of WIDE a sampler and an image that is read. */
void sample_take_image(sample_copy *copy);

#endif
