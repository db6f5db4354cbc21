/* Build: clbundle bundle --native --name mine --output-dir . smooth.cl
 *        cc main.c mine.c mine_native.c $(pkg-config --cflags --libs clbundle) -o example
 * The group has every GPU and the processor; each computes a part of the elements.
 *
 * SPDX-License-Identifier: MIT */
#include "mine.h"

#include <clbundle/group.h>
#include <stdio.h>

enum { N = 30000 };

int main(void)
{
    static float x[N + 2], y[N];
    for (int i = 0; i < N + 2; i++) x[i] = (float)i;
    clb_error error = {0};
    clb_group *group = NULL;
    clb_status status =
        clb_group_open(&(clb_group_params){.device = &(clb_device_params){.bundle = &mine_bundle}}, &group, &error);
    if (!status) status = mine_group_smooth(group, mine_args_smooth(.x = x, .y = y, .n = N), &error);
    if (status) fprintf(stderr, "%s\n", error.message);
    else printf("%g %g\n", y[0], y[N - 1]);
    clb_group_close(&group);
    clb_error_clear(&error);
    return status;
}
