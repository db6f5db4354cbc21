/* Calls a kernel's native code without clbundle's runtime: no threads, no allocation, no OpenCL. For bare metal, and
 * for programs that count kilobytes. ../../../runtime/README.md explains each step.
 *
 * SPDX-License-Identifier: MIT */
#include "mine.h"

enum { N = 256, KERNEL = mine_KERNEL_smooth };

/* Memory for one work-group. The sizes stand in mine_native.c, and are checked below. */
static _Alignas(CLB_NATIVE_ALIGNMENT) unsigned char scratch[8192];
static float x[N], y[N];

int main(void)
{
    const clb_native_kernel *kernel = &mine_bundle.native[KERNEL];
    const size_t global[3] = {N, 1, 1}, local[3] = {64, 1, 1}, offset[3] = {0, 0, 0};
    const size_t needed = kernel->fixed_scratch + kernel->context_scratch * local[0];
    clb_native_function *run = kernel->run[CLB_NATIVE_BASE];
    if (!run || needed > sizeof scratch) return 1;

    for (int i = 0; i < N; ++i) x[i] = i % 2 ? 1.0f : -1.0f;
    float weight = 0.5f;
    int n = N;
    void *arguments[] = {x, y, &weight, &n}; /* memory itself; the addresses of values */
    const clb_native_range range = clb_native_range_make(1, global, local, offset);
    run(&range, arguments, 0, N / 64, scratch); /* all four groups, one after the other */

    for (int i = 1; i < N - 1; ++i)
        if (y[i] != 0.0f) return 2;
    return y[0] == -0.25f && y[N - 1] == 0.25f ? 0 : 3;
}
