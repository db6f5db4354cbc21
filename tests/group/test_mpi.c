/* Kernels split over the ranks of MPI_COMM_WORLD: results are those of one device, bit for bit, from 1 rank to 4; what
 * fails on one rank fails on all.
 *
 * usage: mpirun -np N test_mpi [native|opencl [large]]     exit 77: there is no such device
 *
 * SPDX-License-Identifier: MIT */
#include "kernels.h"

#include "clbundle/mpi.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static clb_mpi *ranks;
static clb_device *one;
static clb_error error;
static int rank, size, failures;

static void check(bool well, const char *what, int line)
{
    if (well) return;
    fprintf(stderr, "test_mpi.c:%d: rank %d of %d: %s (%s)\n", line, rank, size, what, error.message);
    failures++;
}

#define CHECK(condition) check((condition), #condition, __LINE__)
#define OK(call) check((call) == CLB_OK, #call, __LINE__)
#define FAILS(call, status_, text)                                  \
    do {                                                            \
        check((call) == (status_), #call, __LINE__);                \
        check(strstr(error.message, text) != NULL, text, __LINE__); \
        clb_error_clear(&error);                                    \
    } while (0)
#define SCALAR(x)                     \
    {                                 \
        &(x), sizeof(x), CLB_MPI_ROOT \
    }

static const clb_mpi_params ways[] = {
    {0},                                 /* equal shares, large messages */
    {.message_size = 1000},              /* many small messages */
    {.weight = -1},                      /* as measured */
    {.weight = 1, .message_size = 4096}, /* by weights: see weigh */
};

/* Ranks that differ in weight; the last way's root is the last rank. */
static clb_mpi_params weigh(size_t way)
{
    clb_mpi_params p = ways[way];
    if (p.weight > 0) {
        p.weight = rank + 0.5;
        p.root = size - 1;
    }
    return p;
}

static void windows(void)
{
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
        for (uint64_t n = 1; n < 100000; n = n * 11 + 1) {
            const clb_mpi_params p = weigh(way);
            const bool root = rank == p.root;
            int32_t h = root ? 3 : -99; /* the root's counts */
            uint64_t count = root ? n : 12345;
            float *x = malloc((n + 6) * 4), *y = calloc(n, 4), *z = calloc(n, 4);
            for (uint64_t i = 0; i < n + 6; i++) x[i] = (float)(i % 1021);
            const clb_mpi_argument list[] = {
                {root ? x : NULL, 0, CLB_MPI_ROOT}, {root ? y : NULL, 0, CLB_MPI_ROOT}, SCALAR(h), SCALAR(count)};
            OK(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, &p, &error));
            if (root) OK(kernels_call_window(one, kernels_args_window(.x = x, .y = z, .h = 3, .n = n), &error));
            if (root) CHECK(memcmp(y, z, n * 4) == 0);
            free(x);
            free(y);
            free(z);
        }
}

/* A matrix by rows with a vector for all; by columns, whose pieces lie apart. */
static void matrices(void)
{
    enum { M = 1003, L = 17 };
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        const clb_mpi_params p = weigh(way);
        const bool root = rank == p.root;
        const int32_t m = M, l = L;
        double *X = malloc(M * L * sizeof *X), b[L], y[M], z[M];
        for (int i = 0; i < M * L; i++) X[i] = i % 97;
        for (int i = 0; i < L; i++) b[i] = i + 1;
        memset(y, 0, sizeof y);
        const clb_mpi_argument list[] = {
            {root ? X : NULL, 0, 0}, {root ? b : NULL, 0, 0}, {root ? y : NULL, 0, 0}, SCALAR(m), SCALAR(l)};
        OK(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_rows, list, 5, &p, &error));
        if (root) OK(kernels_call_rows(one, kernels_args_rows(.X = X, .b = b, .y = z, .m = M, .l = L), &error));
        if (root) CHECK(memcmp(y, z, sizeof y) == 0);

        int32_t *A = (int32_t *)X, *B = calloc(M * L, 4), *C = calloc(M * L, 4);
        for (int i = 0; i < M * L; i++) A[i] = i;
        const clb_mpi_argument columns[] = {{root ? A : NULL, 0, 0}, {root ? B : NULL, 0, 0}, SCALAR(m), SCALAR(l)};
        OK(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_columns, columns, 4, &p, &error));
        if (root) OK(kernels_call_columns(one, kernels_args_columns(.X = A, .Y = C, .m = M, .l = L), &error));
        if (root) CHECK(memcmp(B, C, M * L * 4) == 0);
        free(X);
        free(B);
        free(C);
    }
}

/* Arrays that stay where they are: a second kernel works on what the first one left on each rank. */
static void distributed(void)
{
    enum { N = 64 * 301 };
    const uint64_t seed = 5, n = N;
    const uint32_t n32 = N;
    clb_part part;
    clb_mpi_argument list[] = {{NULL, 0, CLB_MPI_LOCAL}, SCALAR(seed), SCALAR(n)};
    OK(clb_mpi_part(ranks, &kernels_bundle, kernels_KERNEL_variates, list, 3, NULL, &part, &error));
    double *u = malloc(part.count * sizeof *u + 1), *whole = malloc(N * sizeof *whole);
    list[0].value = u;
    list[0].size = part.count * sizeof *u;
    OK(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_variates, list, 3, NULL, &error));
    OK(kernels_call_variates(one, kernels_args_variates(.u = whole, .seed = seed, .n = N), &error));
    CHECK(memcmp(u, whole + part.first, part.count * sizeof *u) == 0);

    /* Groups of 64 stay on one rank. */
    clb_mpi_argument groups[] = {{NULL, 0, CLB_MPI_LOCAL}, {NULL, 0, CLB_MPI_ROOT}, SCALAR(n32)};
    OK(clb_mpi_part(ranks, &kernels_bundle, kernels_KERNEL_largest, groups, 3, NULL, &part, &error));
    CHECK(part.first % 64 == 0);
    int32_t *x = malloc(N * 4), *y = malloc(N * 4);
    for (int i = 0; i < N; i++) x[i] = y[i] = (int32_t)(i * 2654435761u >> 8);
    groups[0].value = y + part.first;
    OK(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_largest, groups, 3, NULL, &error));
    OK(kernels_call_largest(one, kernels_args_largest(.x = x, .shared = 0, .n = N), &error));
    CHECK(memcmp(x + part.first, y + part.first, part.count * 4) == 0);
    free(u);
    free(whole);
    free(x);
    free(y);
}

/* More than 2^31 elements: the parts are right, and each rank computes a corner of its own. */
static void large(void)
{
    const uint64_t n = UINT64_C(6000000000), seed = 9;
    const clb_mpi_argument list[] = {{NULL, 0, CLB_MPI_LOCAL}, SCALAR(seed), SCALAR(n)};
    clb_part part;
    OK(clb_mpi_part(ranks, &kernels_bundle, kernels_KERNEL_variates, list, 3, NULL, &part, &error));
    uint64_t bounds[2] = {part.first, part.count}, *all = calloc((size_t)size * 2, sizeof *all), next = 0;
    (void)MPI_Allgather(bounds, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++) {
        CHECK(all[2 * r] == next);
        next += all[2 * r + 1];
        CHECK(all[2 * r + 1] >= n / (uint64_t)size - 1 && all[2 * r + 1] <= n / (uint64_t)size + 2);
    }
    CHECK(next == n);
    /* A weight of 0 has a rank do nothing; one rank does all the rest. */
    const clb_mpi_params weights = {.weight = rank == size - 1 ? 1 : 0};
    OK(clb_mpi_part(ranks, &kernels_bundle, kernels_KERNEL_variates, list, 3, &weights, &part, &error));
    CHECK(part.count == (rank == size - 1 ? n : 0));
    free(all);
}

/* An array of more than 2^31 elements that travels. By hand: the root needs 2.3 GB, the other ranks together as much.
 */
static void large_array(void)
{
    const int32_t w = 32768, h = 17000;
    const size_t all = (size_t)4 * (size_t)w * (size_t)h;
    uint8_t *out = rank == 0 ? calloc(all, 1) : NULL;
    const clb_mpi_argument list[] = {{out, 0, CLB_MPI_ROOT}, SCALAR(w), SCALAR(h)};
    OK(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_picture, list, 3, NULL, &error));
    bool same = true;
    for (size_t y = 0; rank == 0 && y < (size_t)h; y++)
        for (size_t x = 0; x < 4 * (size_t)w; x++)
            same = same && out[y * 4 * (size_t)w + x] == (uint8_t)(x * 7 + y * 13 + (size_t)h);
    CHECK(same);
    free(out);
}

static void errors(void)
{
    const bool last = rank == size - 1;
    float x[106], y[100];
    int32_t h = 3;
    uint64_t n = 100;
    memset(x, 0, sizeof x);
    clb_mpi_argument list[] = {{x, 0, CLB_MPI_ROOT}, {y, 0, CLB_MPI_ROOT}, SCALAR(h), SCALAR(n)};
    char who[32];
    (void)snprintf(who, sizeof who, "rank %d: ", size - 1);

    /* One rank alone fails: too few bytes of its own memory. */
    list[0].place = list[1].place = CLB_MPI_LOCAL;
    list[0].size = last ? 4 : 0;
    FAILS(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, &error), CLB_ERROR_SIZE,
          last ? "needs" : who);
    list[0].size = 0;
    list[0].place = list[1].place = CLB_MPI_ROOT;
    list[0].value = rank == 0 ? NULL : x;
    FAILS(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, &error), CLB_ERROR_ARGUMENT,
          "argument 0 is NULL on the root");
    list[0].value = x;
    FAILS(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, last ? 3 : 4, NULL, &error),
          CLB_ERROR_ARGUMENT, "takes 4");
    FAILS(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_total, list, 3, NULL, &error), CLB_ERROR_ARGUMENT,
          "has no @split");
    FAILS(clb_mpi_call(ranks, last ? NULL : &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, &error),
          CLB_ERROR_ARGUMENT, "the bundle is NULL");
    FAILS(clb_mpi_call(ranks, &kernels_bundle, 99, list, 4, NULL, &error), CLB_ERROR_ARGUMENT, "has no kernel 99");
    const clb_mpi_params far = {.root = last ? size : 0}, other = {.root = last ? size - 1 : 0},
                         small = {.message_size = last ? 9 : 8};
    FAILS(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, &far, &error), CLB_ERROR_ARGUMENT,
          "there is no rank");
    if (size > 1) {
        FAILS(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, &other, &error), CLB_ERROR_ARGUMENT,
              "do not agree about the root");
        FAILS(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, &small, &error), CLB_ERROR_ARGUMENT,
              "do not agree about the message size");
        clb_part part;
        clb_status status = CLB_OK; /* one rank calls another function */
        if (last) status = clb_mpi_part(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, &part, &error);
        else status = clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, &error);
        FAILS(status, CLB_ERROR_ARGUMENT, "do not agree about the function");
        FAILS(clb_mpi_part(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, last ? NULL : &part, &error),
              CLB_ERROR_ARGUMENT, "`part` is NULL");
        list[0].place = last ? CLB_MPI_LOCAL : CLB_MPI_ROOT;
        FAILS(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, &error), CLB_ERROR_ARGUMENT,
              "do not agree about the places");
        list[0].place = CLB_MPI_ROOT;
        FAILS(clb_mpi_call(ranks, &kernels_bundle, last ? kernels_KERNEL_window : kernels_KERNEL_columns, list, 4, NULL,
                           &error),
              CLB_ERROR_ARGUMENT, "");
    }
    FAILS(clb_mpi_call(NULL, &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, &error), CLB_ERROR_ARGUMENT,
          "`ranks` is NULL");
    FAILS(clb_mpi_part(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, NULL, &error), CLB_ERROR_ARGUMENT,
          "`part` is NULL");

    /* A rank whose devices do not open: nobody is left waiting, and nothing stays open. */
    clb_mpi *more = NULL;
    const clb_group_params nobody = {.device = CLB_PARAMS(clb_device_params, .bundle = &kernels_bundle,
                                                          .filter = last ? "nobody" : "native", .environment = "")};
    FAILS(clb_mpi_open(MPI_COMM_WORLD, &nobody, &more, &error), CLB_ERROR_NO_DEVICE, last ? "" : who);
    CHECK(more == NULL);
    FAILS(clb_mpi_open(MPI_COMM_NULL, NULL, &more, &error), CLB_ERROR_ARGUMENT, "MPI_COMM_NULL");
    FAILS(clb_mpi_open(MPI_COMM_WORLD, NULL, NULL, &error), CLB_ERROR_ARGUMENT, "`ranks` is NULL");
    CHECK(clb_mpi_group(NULL) == NULL);

    /* And after all that, calls still work; also without a clb_error. */
    CHECK(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_total, list, 3, NULL, NULL) == CLB_ERROR_ARGUMENT);
    OK(clb_mpi_call(ranks, &kernels_bundle, kernels_KERNEL_window, list, 4, NULL, &error));
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "native";
    int level = 0, all = 0;
    clb_mpi *early = NULL;
    FAILS(clb_mpi_open(MPI_COMM_WORLD, NULL, &early, &error), CLB_ERROR_ARGUMENT, "MPI is not at work");
    (void)MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &size);
    const clb_device_params device = {.bundle = &kernels_bundle, .filter = which, .environment = "", .threads = 1};
    const clb_group_params group = {.members = &device, .member_count = 1};
    const clb_status status = clb_mpi_open(MPI_COMM_WORLD, &group, &ranks, &error);
    if (status == CLB_ERROR_NO_DEVICE && strcmp(which, "opencl") == 0) {
        if (rank == 0) printf("skipped: %s\n", error.message);
        (void)MPI_Finalize();
        return 77;
    }
    if (status != CLB_OK || clb_device_open(&device, &one, &error) != CLB_OK) {
        fprintf(stderr, "rank %d: %s\n", rank, error.message);
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
    }
    CHECK(clb_group_size(clb_mpi_group(ranks)) == 1);
    windows();
    matrices();
    distributed();
    large();
    errors();
    if (argc > 2 && strcmp(argv[2], "large") == 0) large_array();
    clb_mpi_close(&ranks);
    CHECK(ranks == NULL);
    clb_device_close(&one);
    clb_error_clear(&error);
    (void)MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0) printf("%d ranks: fine\n", size);
    (void)MPI_Finalize();
    return all != 0;
}
