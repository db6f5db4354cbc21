/* A pipeline of three kernels over blocks through StarPU: on processors, on an OpenCL device where the kernels can, and
 * wherever StarPU likes. Results are those of one device, bit for bit.
 *
 * SPDX-License-Identifier: MIT */
#include "pipeline_starpu.h"

#include <stdio.h>

enum { N = 100003, BLOCK = 7000, BLOCKS = (N + BLOCK - 1) / BLOCK, ROUNDS = 3 };

static clb_error error;
static int failures;

#define CHECK(condition)                                                                         \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            fprintf(stderr, "test_starpu.c:%d: %s (%s)\n", __LINE__, #condition, error.message); \
            failures++;                                                                          \
        }                                                                                        \
    } while (0)
#define FAILS(call, status_, text)                  \
    do {                                            \
        CHECK((call) == (status_));                 \
        CHECK(strstr(error.message, text) != NULL); \
        clb_error_clear(&error);                    \
    } while (0)

static float table[16], x[N], y[N], sum[N], expected[N];

static void compute_expected(void)
{
    clb_device *device = NULL;
    const clb_device_params params = {.bundle = &pipeline_bundle, .filter = "native", .environment = ""};
    CHECK(clb_device_open(&params, &device, &error) == CLB_OK);
    for (int i = 0; i < 16; i++) table[i] = (float)(i * i);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        CHECK(pipeline_call_fill(device, pipeline_args_fill(.x = x, .seed = round, .n = N), &error) == CLB_OK);
        CHECK(pipeline_call_look_up(device, pipeline_args_look_up(.x = x, .table = table, .y = y, .n = N), &error) ==
              CLB_OK);
        CHECK(pipeline_call_collect(device, pipeline_args_collect(.y = y, .sum = expected, .weight = 0.5f, .n = N),
                                    &error) == CLB_OK);
    }
    clb_device_close(&device);
}

static starpu_data_handle_t vector(void *memory, size_t count)
{
    starpu_data_handle_t handle;
    starpu_vector_data_register(&handle, STARPU_MAIN_RAM, (uintptr_t)memory, (uint32_t)count, sizeof(float));
    return handle;
}

/* `where`: of the two kernels that can run on either. */
static void run_pipeline(pipeline_starpu *tasks, uint32_t where)
{
    starpu_data_handle_t bx[BLOCKS], by[BLOCKS], bs[BLOCKS], whole = vector(table, 16);
    pipeline_codelet_look_up(tasks)->where = where;
    pipeline_codelet_collect(tasks)->where = where;
    memset(sum, 0, sizeof sum);
    for (size_t b = 0; b < BLOCKS; b++) {
        const size_t first = b * BLOCK, count = first + BLOCK < N ? BLOCK : N - first;
        bx[b] = vector(x + first, count);
        by[b] = vector(y + first, count);
        bs[b] = vector(sum + first, count);
    }
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (size_t b = 0; b < BLOCKS; b++) {
            const clb_part part = {b * BLOCK, b * BLOCK + BLOCK < N ? BLOCK : N - b * BLOCK};
            CHECK(pipeline_task_fill(tasks, &part, &(pipeline_blocks_fill){.x = bx[b], .seed = round, .n = N},
                                     &error) == CLB_OK);
            CHECK(pipeline_task_look_up(tasks, &part,
                                        &(pipeline_blocks_look_up){.x = bx[b], .table = whole, .y = by[b], .n = N},
                                        &error) == CLB_OK);
            CHECK(pipeline_task_collect(tasks, &part,
                                        &(pipeline_blocks_collect){.y = by[b], .sum = bs[b], .weight = 0.5f, .n = N},
                                        &error) == CLB_OK);
        }
    (void)starpu_task_wait_for_all();
    for (size_t b = 0; b < BLOCKS; b++) {
        starpu_data_unregister(bx[b]);
        starpu_data_unregister(by[b]);
        starpu_data_unregister(bs[b]);
    }
    starpu_data_unregister(whole);
    CHECK(clb_starpu_check(&tasks->base, &error) == CLB_OK);
    CHECK(memcmp(sum, expected, sizeof sum) == 0);
}

static void wrong_tasks(pipeline_starpu *tasks)
{
    starpu_data_handle_t bx = vector(x, BLOCK), small = vector(y, 10);
    const clb_part part = {0, BLOCK}, beyond = {N - 1, 2};
    FAILS(pipeline_task_fill(tasks, &beyond, &(pipeline_blocks_fill){.x = bx, .n = N}, &error), CLB_ERROR_SIZE,
          "no part of the call");
    FAILS(pipeline_task_fill(tasks, &part, &(pipeline_blocks_fill){.n = N}, &error), CLB_ERROR_ARGUMENT,
          "without the handle");
    FAILS(pipeline_task_fill(tasks, NULL, &(pipeline_blocks_fill){.x = bx, .n = N}, &error), CLB_ERROR_ARGUMENT,
          "there is no part");
    FAILS(pipeline_task_fill(tasks, &part, &(pipeline_blocks_fill){.x = bx, .n = UINT64_MAX}, &error), CLB_ERROR_SIZE,
          "no number of");
    /* A task that fails where it runs: the next check tells. */
    CHECK(pipeline_task_fill(tasks, &part, &(pipeline_blocks_fill){.x = small, .n = N}, &error) == CLB_OK);
    (void)starpu_task_wait_for_all();
    FAILS(clb_starpu_check(&tasks->base, &error), CLB_ERROR_SIZE, "needs 28000 bytes for this part, but 40 were given");
    starpu_data_unregister(bx);
    starpu_data_unregister(small);
}

int main(void)
{
    pipeline_starpu tasks;
    struct starpu_conf conf;
    FAILS(pipeline_starpu_open(&tasks, &error), CLB_ERROR_ARGUMENT, "StarPU is not at work");
    compute_expected();
    (void)starpu_conf_init(&conf);
    conf.ncpus = 2;
    if (starpu_init(&conf) != 0) {
        printf("skipped: StarPU does not start here\n");
        return 77;
    }
    CHECK(pipeline_starpu_open(&tasks, &error) == CLB_OK);
    CHECK(pipeline_codelet_fill(&tasks)->where == STARPU_CPU);
    run_pipeline(&tasks, STARPU_CPU);
    const uint64_t parts = (uint64_t)BLOCKS * ROUNDS;
    CHECK(tasks.base.cpu_tasks == 3 * parts && tasks.base.opencl_tasks == 0);
    if (pipeline_codelet_collect(&tasks)->opencl_funcs[0]) {
        run_pipeline(&tasks, STARPU_OPENCL);
        CHECK(tasks.base.cpu_tasks == 4 * parts && tasks.base.opencl_tasks == 2 * parts);
        run_pipeline(&tasks, STARPU_CPU | STARPU_OPENCL);
        CHECK(tasks.base.cpu_tasks + tasks.base.opencl_tasks == 9 * parts);
        printf("tasks: %u on processors, %u on OpenCL\n", (unsigned)tasks.base.cpu_tasks,
               (unsigned)tasks.base.opencl_tasks);
    } else {
        printf("no OpenCL device for StarPU: tasks ran on processors only\n");
    }
    wrong_tasks(&tasks);
    pipeline_starpu_close(&tasks);
    pipeline_starpu_close(&tasks);
    starpu_shutdown();
    clb_error_clear(&error);
    return failures != 0;
}
