/* The same with clbundle's calls. The kernel is in the executable; it runs with or without an OpenCL driver.
 *
 * SPDX-License-Identifier: MIT */
#include "heat.h"

#include <stdio.h>

enum { WIDTH = 64, HEIGHT = 48, STEPS = 100 };

static clb_status run(clb_device *device, float *plate, size_t size, clb_error *error)
{
    clb_buffer *from = NULL, *to = NULL;
    clb_status status = clb_buffer_create(device, size, plate, &from, error);
    if (!status) status = clb_buffer_create(device, size, NULL, &to, error);
    for (int step = 0; step < STEPS && !status; step++) {
        status = heat_run_heat_step(
            device, NULL,
            heat_buffers_heat_step(.from = {from}, .to = {to}, .width = WIDTH, .height = HEIGHT, .rate = 0.2f), NULL,
            error);
        clb_buffer *const old = from;
        from = to;
        to = old;
    }
    if (!status) status = clb_buffer_read(from, 0, plate, size, error);
    clb_buffer_release(&from);
    clb_buffer_release(&to);
    return status;
}

int main(void)
{
    static float plate[HEIGHT][WIDTH];
    clb_error error = {0};
    clb_device *device = NULL;
    for (int x = 0; x < WIDTH; x++) plate[0][x] = 100;
    clb_status status = clb_device_open(&(clb_device_params){.bundle = &heat_bundle}, &device, &error);
    if (!status) status = run(device, &plate[0][0], sizeof plate, &error);
    if (status) fprintf(stderr, "%s\n", error.message);
    else printf("%.4f %.4f\n", plate[1][WIDTH / 2], plate[HEIGHT / 2][WIDTH / 2]);
    clb_device_close(&device);
    clb_error_clear(&error);
    return status;
}
