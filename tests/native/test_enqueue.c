/* Kernels that enqueue blocks on the device, by one thread and by several, with groups of several sizes. Those named
 * check_... write 1 for each work-item with correct results; never_ends enqueues a command that waits for an event that
 * nothing completes, and must fail; long_chain enqueues one command behind the other, 200,000 in all. Knows the names
 * of kernels; must not know how commands run.
 *
 * SPDX-License-Identifier: MIT */
#include <clbundle/core.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const clb_bundle enqueue_bundle;

enum { GROUPS = 5, LARGEST = 64, WORDS = GROUPS * LARGEST * 4, CHAIN = 200 };

static void copy_name(clb_span s, char *out, size_t size)
{
    size_t n = 0;
    for (; n < s.length && n + 1 < size; ++n)
        out[n] = enqueue_bundle.text[(s.offset + n) / CLB_TEXT_ROW][(s.offset + n) % CLB_TEXT_ROW];
    out[n] = '\0';
}

/* The kernel's parameters are `in`, `out` and `n`. */
static clb_status launch(clb_device *device, uint32_t kernel, size_t local, int32_t n, int32_t *out, clb_error *error)
{
    static int32_t in[WORDS];
    for (int32_t i = 0; i < WORDS; ++i) in[i] = i * 7 % 23;
    memset(out, 0, WORDS * sizeof *out);
    const clb_host_argument host[] = {{in, sizeof in}, {out, WORDS * sizeof *out}, {&n, sizeof n}};
    const clb_launch how = {.dimensions = 1, .global = {local * GROUPS}, .local = {local}};
    return clb_kernel_call(device, &enqueue_bundle, kernel, &how, host, 3, error);
}

static int check_kernel(clb_device *device, uint32_t kernel, const char *name)
{
    static const size_t locals[] = {1, 2, 7, 16, 64};
    static int32_t out[WORDS];
    int failures = 0;
    for (size_t i = 0; i < sizeof locals / sizeof *locals; ++i) {
        const int32_t n = (int32_t)locals[i] * GROUPS;
        int32_t wrong = 0;
        clb_error error = {0};
        if (launch(device, kernel, locals[i], n, out, &error)) {
            printf("%s, groups of %zu: %s\n", name, locals[i], error.message);
            ++failures;
        }
        for (int32_t k = 0; k < n && !wrong; ++k) {
            if (out[k] == 1) continue;
            printf("%s, groups of %zu: work-item %d has %d\n", name, locals[i], (int)k, (int)out[k]);
            wrong = 1;
        }
        failures += wrong;
        clb_error_clear(&error);
    }
    return failures;
}

static int run_other(clb_device *device, uint32_t kernel, const char *name)
{
    static int32_t out[WORDS];
    clb_error error = {0};
    int failures = 0;
    const clb_status status = launch(device, kernel, 1, CHAIN, out, &error);
    if (strcmp(name, "never_ends") == 0)
        failures = status != CLB_ERROR_KERNEL || !strstr(error.message, "wait for events that nothing completes") ||
                   out[0] != 5 || out[1] != 0;
    else failures = status != CLB_OK || out[0] != 1000 * CHAIN;
    if (failures) printf("%s: status %d, %d %d, %s\n", name, (int)status, (int)out[0], (int)out[1], error.message);
    clb_error_clear(&error);
    return failures;
}

static int run_all(uint32_t threads, int *runs)
{
    clb_error error = {0};
    clb_device *device = NULL;
    int failures = 0;
    const clb_device_params params = {
        .bundle = &enqueue_bundle, .filter = "native", .environment = "", .threads = threads};
    if (clb_device_open(&params, &device, &error)) {
        printf("%s\n", error.message);
        return 1;
    }
    for (uint32_t k = 0; k < enqueue_bundle.kernel_count; ++k) {
        char name[128];
        copy_name(enqueue_bundle.kernels[k].name, name, sizeof name);
        ++*runs;
        if (!enqueue_bundle.native[k].run[0] && !enqueue_bundle.native[k].run[1] && !enqueue_bundle.native[k].run[2]) {
            printf("%s: no native version: %s\n", name, enqueue_bundle.native[k].reason);
            ++failures;
        } else {
            failures += strncmp(name, "check_", 6) == 0 ? check_kernel(device, k, name) : run_other(device, k, name);
        }
    }
    clb_device_close(&device);
    return failures;
}

int main(void)
{
    int runs = 0;
    const int failures = run_all(1, &runs) + run_all(4, &runs);
    printf("%d kernels, %d failures\n", runs, failures);
    return failures != 0;
}
