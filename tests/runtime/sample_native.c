/* SPDX-License-Identifier: MIT */
#include "sample_native.h"

atomic_bool sample_misaligned;

static void check_scratch(const void *scratch)
{
    if ((uintptr_t)scratch % CLB_NATIVE_ALIGNMENT != 0) atomic_store(&sample_misaligned, true);
}

/* The first item of the g-th group of this call, in one dimension. */
static size_t first_item(const clb_native_range *range, int d, size_t g)
{
    return range->offset[d] + (range->first_group[d] + g) * range->enqueued_local[d];
}

static void scale_groups(const clb_native_range *range, void *const *arguments, size_t first, size_t end, void *scratch)
{
    const double *x = arguments[0], a = *(const double *)arguments[1];
    double *y = arguments[2];
    (void)scratch;
    for (size_t g = first; g < end; g++)
        for (size_t lx = 0; lx < range->local[0]; lx++) {
            const size_t i = first_item(range, 0, g) + lx;
            y[i] = a * x[i];
        }
}

static void shift_groups(const clb_native_range *range, void *const *arguments, size_t first, size_t end, void *scratch)
{
    double *y = arguments[0];
    const int64_t by = *(const int64_t *)arguments[1];
    (void)scratch;
    for (size_t g = first; g < end; g++)
        for (size_t lx = 0; lx < range->local[0]; lx++) y[first_item(range, 0, g) + lx] += (double)by;
}

/* A variable of its program, which a launch has to bring along. */
static const float sum_factor = 1;
static const clb_native_variable sum_variable = {0, sizeof sum_factor, &sum_factor, "factor"};
static const clb_native_variables sum_variables = {sizeof sum_factor, 1024, 1, 0, &sum_variable, NULL};

/* With a context array: one float a work-item, in place of what a barrier would keep. */
static void sum_groups(const clb_native_range *range, void *const *arguments, size_t first, size_t end, void *scratch)
{
    const float *x = arguments[0];
    float *local = arguments[1], *sums = arguments[2], *context = (float *)scratch + 8;
    check_scratch(scratch);
    check_scratch(local);
    if ((uintptr_t)range->variables % sum_variables.alignment != 0) atomic_store(&sample_misaligned, true);
    for (size_t g = first; g < end; g++) {
        for (size_t lx = 0; lx < range->local[0]; lx++) context[lx] = x[first_item(range, 0, g) + lx];
        for (size_t lx = 0; lx < range->local[0]; lx++) local[lx] = context[lx];
        for (size_t s = range->local[0] / 2; s > 0; s /= 2)
            for (size_t lx = 0; lx < s; lx++) local[lx] += local[lx + s];
        sums[range->first_group[0] + g] = local[0] * *(const float *)range->variables;
    }
}

static void grid_groups(const clb_native_range *range, void *const *arguments, size_t first, size_t end, void *scratch)
{
    int32_t *out = arguments[0];
    const int32_t m = *(const int32_t *)arguments[1];
    (void)scratch;
    for (size_t g = first; g < end; g++) {
        const size_t row = range->end_group[0] - range->first_group[0], gx = g % row, gy = g / row;
        for (size_t ly = 0; ly < range->local[1]; ly++)
            for (size_t lx = 0; lx < range->local[0]; lx++) {
                const size_t i = first_item(range, 0, gx) + lx;
                const size_t j = first_item(range, 1, gy) + ly;
                out[j * (size_t)m + i] += (int32_t)(i + 1000 * j);
            }
    }
    if (range->print) range->print(range->cookie, "grid\n", 5);
}

static void wide_groups(const clb_native_range *range, void *const *arguments, size_t first, size_t end, void *scratch)
{
    int32_t *out = arguments[30], sum = 0;
    (void)range, (void)first, (void)end, (void)scratch;
    for (int i = 0; i < 30; i++) sum += *(const int32_t *)arguments[i];
    out[0] = sum;
}

static void required_groups(const clb_native_range *range, void *const *arguments, size_t first, size_t end,
                            void *scratch)
{
    int32_t *out = arguments[0];
    (void)scratch;
    for (size_t g = first; g < end; g++)
        for (size_t lx = 0; lx < range->local[0]; lx++) out[first_item(range, 0, g) + lx] = (int32_t)lx;
}

const clb_native_kernel sample_native_table[SAMPLE_KERNELS] = {
    [SAMPLE_SCALE] = {.run = {scale_groups}},
    [SAMPLE_SHIFT] = {.run = {shift_groups, shift_groups}},
    [SAMPLE_GROUP_SUM] = {.run = {sum_groups},
                          .fixed_scratch = 32,
                          .context_scratch = 4,
                          .variables = {&sum_variables, &sum_variables, &sum_variables}},
    [SAMPLE_GRID] = {.run = {grid_groups}},
    [SAMPLE_BROKEN] = {.reason = "it uses images"},
    [SAMPLE_WIDE] = {.run = {wide_groups}},
    [SAMPLE_REQUIRED] = {.run = {required_groups}},
    [SAMPLE_EXTENT] = {.run = {NULL}},
};
