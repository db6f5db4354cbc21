/* A plugin that holds the library and a bundle: loaded and unloaded by test_process.
 *
 * SPDX-License-Identifier: MIT */
#include "sample_native.h"

#include <stdlib.h>

int plugin_open_use(void);
int plugin_open_use_close(void);

static clb_device *device;
static clb_bundle bundle;

/* As a C++ plugin does with a static object. */
static __attribute__((destructor)) void close_at_the_end(void)
{
    clb_device_close(&device);
}

int plugin_open_use(void)
{
    enum { N = 64 * 700 };
    clb_error error = {0};
    float *x = calloc(N, sizeof *x), *sums = calloc(N / 64, sizeof *sums);
    const uint32_t n = N;
    bundle = *sample_bundle();
    bundle.native = sample_native_table;
    const clb_host_argument arguments[] = {{x, 0}, {NULL, 0}, {sums, 0}, {&n, sizeof n}};
    int wrong = !x || !sums;
    if (!wrong)
        wrong = clb_device_open(
                    &(clb_device_params){.bundle = &bundle, .filter = "native", .environment = "", .threads = 4},
                    &device, &error) != CLB_OK;
    for (int i = 0; i < 5 && !wrong; i++)
        wrong = clb_kernel_call(device, &bundle, SAMPLE_GROUP_SUM, NULL, arguments, 4, &error) != CLB_OK;
    free(x);
    free(sums);
    return wrong;
}

int plugin_open_use_close(void)
{
    const int wrong = plugin_open_use();
    clb_device_close(&device);
    return wrong;
}
