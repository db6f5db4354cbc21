/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <dlfcn.h>

const fake_control *fake(void)
{
    static const fake_control *control;
    if (control) return control;
    const fake_control *(*get)(void) = NULL;
    void *handle = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    void *address = handle ? dlsym(handle, "fake_opencl_control") : NULL;
    if (!address) {
        (void)fprintf(stderr, "skipped: libOpenCL.so.1 is not the fake; set LD_LIBRARY_PATH to its folder\n");
        exit(77);
    }
    memcpy(&get, &address, sizeof get);
    control = get();
    return control;
}

int start_fake(void **state)
{
    (void)state;
    (void)sample_bundle();
    fake()->reset(NULL);
    return 0;
}

int end_fake(void **state)
{
    (void)state;
    if (fake()->live() == 0 && fake()->misuse() == 0) return 0;
    (void)fprintf(stderr, "%ld OpenCL objects left alive, %u used wrongly\n", fake()->live(), fake()->misuse());
    return -1;
}

clb_device *open_fake(void)
{
    clb_error error = {0};
    clb_device *device = NULL;
    OK(clb_device_open(&(clb_device_params){.environment = ""}, &device, &error), &error);
    return device;
}

clb_status call_scale(clb_device *device, const double *x, double a, double *y, int32_t n, clb_error *error)
{
    const clb_host_argument arguments[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    return clb_kernel_call(device, sample_bundle(), SAMPLE_SCALE, NULL, arguments, 4, error);
}

clb_status launch_shift(clb_device *device, clb_buffer *y, int64_t by, int32_t n, const clb_launch *launch,
                        clb_event **event, clb_error *error)
{
    const clb_argument arguments[] = {{.buffer = y}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    return clb_kernel_launch(device, sample_bundle(), SAMPLE_SHIFT, launch, arguments, 3, event, error);
}
