/* Build: clbundle bundle --native --name mine --output-dir . sum.cl
 *        cc main.c mine.c mine_native.c $(pkg-config --cflags --libs clbundle) -o example
 * The kernel leaves one sum for each work-group. The host adds these.
 *
 * SPDX-License-Identifier: MIT */
#include "mine.h"

#include <stdio.h>

enum { N = 1000, GROUPS = 4 };

int main(void)
{
    static float x[N], sums[GROUPS];
    for (int i = 0; i < N; i++) x[i] = (float)(i + 1);
    clb_error error = {0};
    clb_device *device = NULL;
    clb_status status = clb_device_open(&(clb_device_params){.bundle = &mine_bundle}, &device, &error);
    if (!status) status = mine_call_sum(device, mine_args_sum(.x = x, .sums = sums, .n = N, .groups = GROUPS), &error);
    float total = 0;
    for (int i = 0; i < GROUPS; i++) total += sums[i];
    if (status) fprintf(stderr, "%s\n", error.message);
    else printf("%.0f\n", total);
    clb_device_close(&device);
    clb_error_clear(&error);
    return status;
}
