/* Build: clbundle bundle --native --name mine --output-dir . line.cl
 *        cc main.c mine.c mine_native.c $(pkg-config --cflags --libs clbundle) -o example
 * mine.h declares the kernel's structure as mine_line, with the layout that devices use.
 *
 * SPDX-License-Identifier: MIT */
#include "mine.h"

#include <stdio.h>

int main(void)
{
    enum { COUNT = 3 };
    const mine_line line = {.start = {{1, 2}}, .step = {{0.5f, -1}}, .count = COUNT};
    clb_float2 points[COUNT];
    clb_error error = {0};
    clb_device *device = NULL;
    clb_status status = clb_device_open(&(clb_device_params){.bundle = &mine_bundle}, &device, &error);
    if (!status) status = mine_call_draw(device, mine_args_draw(.l = line, .points = points), &error);
    if (status) fprintf(stderr, "%s\n", error.message);
    for (int i = 0; i < COUNT && !status; i++) printf("(%g, %g)\n", points[i].s[0], points[i].s[1]);
    clb_device_close(&device);
    clb_error_clear(&error);
    return status;
}
