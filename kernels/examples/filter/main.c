/* Build: clbundle bundle --native --name mine --output-dir . blur.cl
 *        cc main.c mine.c mine_native.c $(pkg-config --cflags --libs clbundle) -o example
 * The picture stays on the device between the two passes.
 *
 * SPDX-License-Identifier: MIT */
#include "mine.h"

#include <stdio.h>

enum { WIDTH = 8, HEIGHT = 6 };

static clb_status run(clb_device *device, unsigned char *picture, size_t size, clb_error *error)
{
    clb_buffer *a = NULL, *b = NULL;
    clb_status status = clb_buffer_create(device, size, picture, &a, error);
    if (!status) status = clb_buffer_create(device, size, NULL, &b, error);
    if (!status)
        status = mine_run_blur(
            device, NULL, mine_buffers_blur(.from = {a}, .to = {b}, .width = WIDTH, .height = HEIGHT), NULL, error);
    if (!status)
        status = mine_run_blur(
            device, NULL, mine_buffers_blur(.from = {b}, .to = {a}, .width = WIDTH, .height = HEIGHT), NULL, error);
    if (!status) status = clb_buffer_read(a, 0, picture, size, error);
    clb_buffer_release(&a);
    clb_buffer_release(&b);
    return status;
}

int main(void)
{
    static unsigned char picture[HEIGHT][WIDTH];
    clb_error error = {0};
    clb_device *device = NULL;
    picture[2][3] = 243;
    clb_status status = clb_device_open(&(clb_device_params){.bundle = &mine_bundle}, &device, &error);
    if (!status) status = run(device, &picture[0][0], sizeof picture, &error);
    if (status) fprintf(stderr, "%s\n", error.message);
    for (int y = 0; y < HEIGHT && !status; y++)
        for (int x = 0; x < WIDTH; x++) printf("%d%s", picture[y][x], x + 1 < WIDTH ? " " : "\n");
    clb_device_close(&device);
    clb_error_clear(&error);
    return status;
}
