/* A group of native code on one processor and a second device, beside each of them alone: who gets how much of a call,
 * and what it saves. The second device is native code on one processor, too, or the machine's OpenCL device: give a
 * driver for processors one of them by POCL_MAX_PTHREAD_COUNT=1.
 *
 * usage: bench_devices native|opencl
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 1 << 21, RUNS = 8, MEMBERS = 2 };

static clb_error error;

static void need(clb_status status)
{
    if (status == CLB_OK) return;
    fprintf(stderr, "%s\n", error.message);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    const char *second = argc > 1 ? argv[1] : "opencl";
    static float x[N + 512], y[N];
    static const int32_t halves[] = {0, 8, 32, 64};
    const clb_device_params members[MEMBERS] = {{.struct_size = sizeof(clb_device_params),
                                                 .bundle = &kernels_bundle,
                                                 .filter = "native",
                                                 .environment = "",
                                                 .threads = 1},
                                                {.struct_size = sizeof(clb_device_params),
                                                 .bundle = &kernels_bundle,
                                                 .filter = second,
                                                 .environment = "",
                                                 .threads = 1}};
    clb_group *groups[MEMBERS + 1] = {NULL};
    for (int g = 0; g <= MEMBERS; g++) {
        const clb_group_params params = {.members = members + (g < MEMBERS ? g : 0),
                                         .member_count = g < MEMBERS ? 1 : MEMBERS};
        if (clb_group_open(&params, &groups[g], &error) != CLB_OK) {
            printf("%s\n", error.message);
            return error.status == CLB_ERROR_NO_DEVICE ? 0 : 1;
        }
    }
    printf("%8s %12s %12s %12s %14s %14s %10s\n", "window", "native/ms", "second/ms", "both/ms", "second's share",
           "of the speed", "saves");
    for (size_t k = 0; k < sizeof halves / sizeof *halves; k++) {
        const uint64_t n = N;
        const clb_host_argument list[] = {{x, 0}, {y, 0}, {&halves[k], sizeof halves[k]}, {&n, sizeof n}};
        double best[MEMBERS + 1] = {1e9, 1e9, 1e9}, share = 0;
        for (int run = 0; run < RUNS; run++)
            for (int g = 0; g <= MEMBERS; g++) {
                clb_group_share shares[MEMBERS];
                const double begun = now();
                need(clb_group_call(groups[g], &kernels_bundle, kernels_KERNEL_window, NULL, list, 4, shares, &error));
                const double seconds = now() - begun;
                if (seconds >= best[g]) continue;
                best[g] = seconds;
                if (g == MEMBERS) share = (double)shares[1].units / N;
            }
        const double native = clb_group_speed(groups[MEMBERS], &kernels_bundle, kernels_KERNEL_window, 0);
        const double other = clb_group_speed(groups[MEMBERS], &kernels_bundle, kernels_KERNEL_window, 1);
        const double ideal = 1 / (1 / best[0] + 1 / best[1]);
        printf("%8d %12.2f %12.2f %12.2f %14.2f %14.2f %9.0f%%\n", 2 * halves[k] + 1, 1e3 * best[0], 1e3 * best[1],
               1e3 * best[2], share, other / (native + other), 100 * ideal / best[2]);
    }
    printf("saves: 100%% is the time of both working all the time at the speed that each has alone\n");
    for (int g = 0; g <= MEMBERS; g++) clb_group_close(&groups[g]);
    return 0;
}
