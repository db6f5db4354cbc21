/* Build: clbundle bundle --native --standalone --name mine --output-dir out axpy.cl
 *        cc -Iout main.c out/*.c -lm -lpthread -o example
 * With an installed clbundle, CMakeLists.txt and the Makefile beside this file build it, too.
 *
 * SPDX-License-Identifier: MIT */
#include "mine.h"

#include <stdio.h>

int main(void)
{
    const float x[4] = {1, 2, 3, 4};
    float y[4] = {10, 20, 30, 40};
    clb_error error = {0};
    clb_device *device = NULL;
    clb_status status = clb_device_open(&(clb_device_params){.bundle = &mine_bundle}, &device, &error);
    if (!status) status = mine_call_axpy(device, mine_args_axpy(.a = 2, .x = x, .y = y, .n = 4), &error);
    if (status) fprintf(stderr, "%s\n", error.message);
    else printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]);
    clb_device_close(&device);
    clb_error_clear(&error);
    return status;
}
