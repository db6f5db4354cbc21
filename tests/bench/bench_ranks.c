/* What a call over MPI costs, beside the model of clbundle/mpi.h: T = start + bytes / bandwidth + computing / ranks.
 * Start and bandwidth are measured with a kernel that hardly computes, at two sizes; the time of computing with the
 * data in place on their ranks. Calls of other sizes are then measured and predicted. Times are the shortest of some
 * runs.
 *
 * usage: mpirun -np N bench_ranks
 *
 * SPDX-License-Identifier: MIT */
#include "kernels.h"

#include "clbundle/mpi.h"

#include <stdio.h>
#include <stdlib.h>

enum { UNITS = 1 << 21, RUNS = 5 };

static clb_mpi *ranks;
static clb_error error;
static int rank, size;
static float *x, *y;

static void need(clb_status status)
{
    if (status == CLB_OK) return;
    fprintf(stderr, "rank %d: %s\n", rank, error.message);
    (void)MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The shortest of some runs, in seconds, of a window of 2*h+1 over n elements. */
static double measure(uint64_t n, int32_t h, clb_mpi_place place)
{
    const clb_mpi_argument list[] = {
        {x, 0, place}, {y, 0, place}, {&h, sizeof h, CLB_MPI_ROOT}, {&n, sizeof n, CLB_MPI_ROOT}};
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        (void)MPI_Barrier(MPI_COMM_WORLD);
        const double begun = MPI_Wtime();
        need(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, &error));
        const double seconds = MPI_Wtime() - begun;
        if (seconds < best) best = seconds;
    }
    return best;
}

int main(int argc, char **argv)
{
    int level = 0;
    (void)MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &size);
    const clb_device_params device = {.bundle = &kernels_bundle, .filter = "native", .environment = "", .threads = 1};
    need(clb_mpi_open(MPI_COMM_WORLD, &(clb_group_params){.members = &device, .member_count = 1}, &ranks, &error));
    x = calloc(UNITS + 512, sizeof *x);
    y = calloc(UNITS, sizeof *y);
    if (!x || !y) (void)MPI_Abort(MPI_COMM_WORLD, 1);
    (void)measure(UNITS, 0, CLB_MPI_ROOT); /* what comes first is slower */

    const double away = (double)(size - 1) / size, bytes = 8.0 * UNITS * away;
    const double latency = measure((uint64_t)size, 0, CLB_MPI_LOCAL);
    const double start = measure((uint64_t)size, 0, CLB_MPI_ROOT) - latency;
    const double moving = measure(UNITS, 0, CLB_MPI_ROOT) - measure(UNITS, 0, CLB_MPI_LOCAL) - start;
    const double bandwidth = size > 1 && moving > 0 ? bytes / moving : 0;
    if (rank == 0) {
        printf("%d ranks: a call without data %.0f us", size, 1e6 * latency);
        if (bandwidth > 0)
            printf(", its first messages %.0f us, %.2f GB/s from and to the root", 1e6 * start, 1e-9 * bandwidth);
        printf("\n%10s %6s %12s %12s %12s %s\n", "elements", "window", "in place/ms", "at root/ms", "predicted/ms",
               "  ratio");
    }
    for (uint64_t n = UNITS / 64; n <= UNITS; n *= 8)
        for (int32_t h = 0; h <= 128; h = h ? h * 4 : 8) {
            const double local = measure(n, h, CLB_MPI_LOCAL), root = measure(n, h, CLB_MPI_ROOT);
            const double predicted = local + start + (bandwidth > 0 ? 8.0 * (double)n * away / bandwidth : 0);
            if (rank == 0)
                printf("%10u %6d %12.3f %12.3f %12.3f   %.2f\n", (unsigned)n, 2 * h + 1, 1e3 * local, 1e3 * root,
                       1e3 * predicted, root / predicted);
        }
    free(x);
    free(y);
    clb_mpi_close(&ranks);
    (void)MPI_Finalize();
    return 0;
}
