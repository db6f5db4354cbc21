/* The native back end through the public interface, with the work-group functions of sample_native.h. Also built with a
 * thread sanitizer.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/pipeline.h"
#include "sample_native.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static sample_copy *sample;
static clb_device *device;
static size_t printed;

static void count_text(void *cookie, const char *text, size_t length)
{
    (void)cookie;
    assert_memory_equal(text, "grid\n", 5);
    printed += length;
}

static void open_with(uint32_t threads)
{
    clb_error error = {0};
    const clb_device_params params = {.bundle = &sample->bundle,
                                      .environment = "",
                                      .filter = "native",
                                      .threads = threads,
                                      .profiling = true,
                                      .print = count_text};
    const clb_status status = clb_device_open(&params, &device, &error);
    if (status != CLB_OK) fail_msg("%s", error.message);
}

static int open_eight(void **state)
{
    (void)state;
    sample = sample_clone();
    sample->bundle.native = sample_native_table;
    printed = 0;
    atomic_store(&sample_misaligned, false);
    open_with(8);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    clb_device_close(&device);
    sample_free(sample);
    return 0;
}

static clb_status call(uint32_t kernel, const clb_launch *launch, const clb_host_argument *arguments, size_t count)
{
    clb_error error = {0};
    const clb_status status = clb_kernel_call(device, &sample->bundle, kernel, launch, arguments, count, &error);
    if (status != CLB_OK) fail_msg("%s", error.message);
    return status;
}

static void scale(const double *x, double a, double *y, int32_t n)
{
    const clb_host_argument arguments[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    (void)call(SAMPLE_SCALE, NULL, arguments, 4);
}

static void shift(double *y, int64_t by, int32_t n)
{
    const clb_host_argument arguments[] = {{y, 0}, {&by, sizeof by}, {&n, sizeof n}};
    (void)call(SAMPLE_SHIFT, NULL, arguments, 3);
}

static void group_sum(const float *x, float *sums, uint32_t n)
{
    const clb_host_argument arguments[] = {{x, 0}, {NULL, 0}, {sums, 0}, {&n, sizeof n}};
    (void)call(SAMPLE_GROUP_SUM, NULL, arguments, 4);
}

/* ---- Tests ---------------------------------------------------------------------------------------------------------
 */

static void native_code_makes_the_device_fit(void **state)
{
    (void)state;
    clb_device_info *list = NULL;
    size_t count = 0, native = 0;
    clb_error error = {0};
    const clb_device_params with = {.bundle = &sample->bundle, .environment = "", .back_ends = CLB_BACK_END_NATIVE};
    const clb_device_params without = {.bundle = sample_bundle(), .environment = "", .back_ends = CLB_BACK_END_NATIVE};
    assert_int_equal(clb_device_list(&with, &list, &count, &error), CLB_OK);
    while (native < count && strcmp(list[native].back_end, "native") != 0) native++;
    assert_true(native < count && !list[native].rejected);
    clb_device_list_free(&list);

    assert_int_equal(clb_device_list(&without, &list, &count, &error), CLB_OK);
    for (native = 0; native < count && strcmp(list[native].back_end, "native") != 0;) native++;
    assert_true(native < count && list[native].rejected);
    assert_non_null(strstr(list[native].reason, "has no native code"));
    clb_device_list_free(&list);

    const clb_device_params no_bundle = {.environment = "", .back_ends = CLB_BACK_END_NATIVE};
    assert_int_equal(clb_device_list(&no_bundle, &list, &count, &error), CLB_OK);
    assert_int_equal(count, 0);
    clb_device_list_free(&list);
}

static void every_item_runs_once(void **state)
{
    (void)state;
    static const int32_t sizes[] = {1, 2, 63, 64, 65, 1000, 1024, 4099, 100003};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        double *y = calloc((size_t)sizes[k] + 1, sizeof *y);
        assert_non_null(y);
        shift(y, 3, sizes[k]);
        for (int32_t i = 0; i < sizes[k]; i++)
            if (!(y[i] > 2.5 && y[i] < 3.5)) fail_msg("item %d of %d: %g", i, sizes[k], y[i]);
        assert_true(y[sizes[k]] == 0);
        free(y);
    }
}

static void ranges_may_have_offsets_and_dimensions(void **state)
{
    (void)state;
    static const size_t shapes[][4] = {{40, 30, 0, 0}, {40, 30, 8, 5}, {40, 30, 1, 30}, {40, 30, 40, 1}};
    int32_t out[1200], m = 40, l = 30;
    const clb_host_argument arguments[] = {{out, 0}, {&m, sizeof m}, {&l, sizeof l}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const clb_launch launch = {
            .dimensions = 2, .global = {shapes[k][0], shapes[k][1]}, .local = {shapes[k][2], shapes[k][3]}};
        memset(out, 0, sizeof out);
        (void)call(SAMPLE_GRID, &launch, arguments, 3);
        for (int i = 0; i < 1200; i++) assert_int_equal(out[i], i % 40 + i / 40 * 1000);
    }
    const clb_launch corner = {.dimensions = 2, .global = {3, 2}, .offset = {37, 28}};
    memset(out, 0, sizeof out);
    (void)call(SAMPLE_GRID, &corner, arguments, 3);
    for (int i = 0; i < 1200; i++) assert_int_equal(out[i], i % 40 >= 37 && i / 40 >= 28 ? i % 40 + i / 40 * 1000 : 0);
    assert_true(printed > 0 && printed % 5 == 0);
}

static void local_and_context_memory_belong_to_the_group(void **state)
{
    (void)state;
    enum { N = 64 * 501 };
    static float x[N];
    float first[501], sums[501];
    for (int i = 0; i < N; i++) x[i] = (float)(i % 1009) * 0.37f;
    group_sum(x, first, N);
    for (uint32_t threads = 1; threads <= 5; threads++) { /* the same bits with any number of threads */
        clb_device_close(&device);
        open_with(threads);
        assert_int_equal(clb_device_get_info(device)->compute_units, threads);
        for (int k = 0; k < 20; k++) {
            memset(sums, 0, sizeof sums);
            group_sum(x, sums, N);
            assert_memory_equal(sums, first, sizeof sums);
        }
    }
    assert_false(atomic_load(&sample_misaligned));
}

static void local_sizes_need_not_divide_the_range(void **state)
{
    static const clb_launch launches[] = {{.dimensions = 2, .global = {10, 8}, .local = {4, 3}},
                                          {.dimensions = 2, .global = {9, 7}, .local = {16, 2}},
                                          {.dimensions = 2, .global = {1, 5}, .local = {3, 4}},
                                          {.dimensions = 2, .global = {12, 9}, .local = {4, 2}}};
    static int32_t out[200];
    int32_t m, l;
    (void)state;
    for (size_t i = 0; i < 2 * sizeof launches / sizeof *launches; i++) {
        clb_launch launch = launches[i / 2];
        uint64_t done = 0;
        clb_watch watch = {.done = &done};
        if (i % 2) launch.watch = &watch;
        m = (int32_t)launch.global[0];
        l = (int32_t)launch.global[1];
        const size_t items = launch.global[0] * launch.global[1];
        const clb_host_argument arguments[] = {{out, 0}, {&m, sizeof m}, {&l, sizeof l}};
        memset(out, 0, sizeof out); /* inout: the kernel adds */
        (void)call(SAMPLE_GRID, &launch, arguments, 3);
        for (size_t k = 0; k < items; k++)
            assert_int_equal(out[k], k % launch.global[0] + 1000 * (k / launch.global[0]));
        if (i % 2) assert_int_equal(done, items);
    }
}

static atomic_size_t local_size[3];

static void keep_local_size(const clb_native_range *range, void *const *arguments, size_t first, size_t end,
                            void *scratch)
{
    (void)arguments;
    (void)first;
    (void)end;
    (void)scratch;
    for (int d = 0; d < 3; d++) atomic_store(&local_size[d], range->enqueued_local[d]);
}

/* The kernel does not depend on its groups, so they need not divide the range. */
static void the_preferred_group_is_taken_where_there_are_rows(void **state)
{
    static const struct {
        uint32_t preferred[2];
        size_t global[2], local[2];
    } cases[] = {{{4, 2}, {8, 6}, {4, 2}},       {{4, 2}, {4, 2}, {4, 2}},     {{4, 2}, {400, 20}, {4, 2}},
                 {{4, 2}, {9, 5}, {4, 2}},       {{4, 2}, {2, 2}, {2, 2}},     {{16, 32}, {64, 64}, {16, 32}},
                 {{16, 32}, {50, 33}, {16, 32}}, {{16, 32}, {7, 62}, {7, 32}}, {{16, 32}, {13, 4}, {13, 4}},
                 {{16, 32}, {60, 3}, {60, 3}}};
    clb_native_kernel table[SAMPLE_KERNELS];
    int32_t out[8000], m, l;
    (void)state;
    memcpy(table, sample_native_table, sizeof table);
    table[SAMPLE_GRID] = (clb_native_kernel){.run = {keep_local_size}};
    clb_device_close(&device);
    sample->bundle.native = table;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(table[SAMPLE_GRID].preferred_local, cases[i].preferred, sizeof cases[i].preferred);
        open_with(3);
        m = (int32_t)cases[i].global[0];
        l = (int32_t)cases[i].global[1];
        const clb_host_argument arguments[] = {{out, 0}, {&m, sizeof m}, {&l, sizeof l}};
        (void)call(SAMPLE_GRID, NULL, arguments, 3);
        assert_int_equal(atomic_load(&local_size[0]), cases[i].local[0]);
        assert_int_equal(atomic_load(&local_size[1]), cases[i].local[1]);
        assert_int_equal(atomic_load(&local_size[2]), 1);
        clb_device_close(&device);
    }
}

/* What is stated holds where it is as wide as a vector, or the kernel requires it or sees its groups. */
static void narrow_groups_are_widened_for_kernels_that_do_not_see_them(void **state)
{
    static const struct {
        uint32_t preferred[2];
        size_t global[2], stated[2], local[2];
    } cases[] = {{{0, 0}, {64, 64}, {8, 8}, {16, 8}},    {{0, 0}, {8, 64}, {8, 8}, {8, 8}},
                 {{0, 0}, {40, 8}, {4, 2}, {16, 2}},     {{0, 0}, {64, 8}, {32, 2}, {32, 2}},
                 {{0, 0}, {64, 8}, {16, 1}, {16, 1}},    {{0, 0}, {12, 6}, {4, 3}, {12, 3}},
                 {{16, 32}, {64, 64}, {8, 8}, {16, 32}}, {{16, 32}, {64, 20}, {8, 4}, {16, 20}},
                 {{8, 8}, {64, 64}, {8, 8}, {8, 8}}};
    clb_native_kernel table[SAMPLE_KERNELS];
    clb_error error = {0};
    int32_t out[8000], m, l;
    (void)state;
    memcpy(table, sample_native_table, sizeof table);
    table[SAMPLE_GRID] = (clb_native_kernel){.run = {keep_local_size}};
    clb_device_close(&device);
    sample->bundle.native = table;
    for (int sees = 0; sees < 2; sees++) {
        sample->kernels[SAMPLE_GRID].flags = sees ? 0 : CLB_KERNEL_INDEPENDENT;
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            memcpy(table[SAMPLE_GRID].preferred_local, cases[i].preferred, sizeof cases[i].preferred);
            open_with(3);
            m = (int32_t)cases[i].global[0];
            l = (int32_t)cases[i].global[1];
            const clb_launch launch = {.dimensions = 2,
                                       .global = {cases[i].global[0], cases[i].global[1]},
                                       .local = {cases[i].stated[0], cases[i].stated[1]}};
            const clb_host_argument arguments[] = {{out, 0}, {&m, sizeof m}, {&l, sizeof l}};
            assert_int_equal(clb_kernel_call(device, &sample->bundle, SAMPLE_GRID, &launch, arguments, 3, &error),
                             CLB_OK);
            const size_t *expected = sees ? cases[i].stated : cases[i].local;
            assert_int_equal(atomic_load(&local_size[0]), expected[0]);
            assert_int_equal(atomic_load(&local_size[1]), expected[1]);
            clb_device_close(&device);
        }
    }
}

static void local_memory_has_its_size_in_a_queue_too(void **state)
{
    (void)state;
    enum { N = 64 * 7 };
    static float x[N];
    float direct[7], sums[7];
    const uint32_t n = N;
    clb_error error = {0};
    clb_queue *queue = NULL;
    clb_buffer *in = NULL, *out = NULL;
    for (int i = 0; i < N; i++) x[i] = (float)i;
    group_sum(x, direct, N);
    assert_int_equal(clb_queue_create(device, &queue, &error), CLB_OK);
    assert_int_equal(clb_buffer_create(device, sizeof x, x, &in, &error), CLB_OK);
    assert_int_equal(clb_buffer_create(device, sizeof sums, NULL, &out, &error), CLB_OK);
    const clb_argument arguments[] = {{.buffer = in}, {.size = 256}, {.buffer = out}, {.value = &n, .size = sizeof n}};
    const clb_launch launch = {.queue = queue};
    assert_int_equal(clb_kernel_launch(device, &sample->bundle, SAMPLE_GROUP_SUM, &launch, arguments, 4, NULL, &error),
                     CLB_OK);
    assert_int_equal(clb_queue_finish(queue, &error), CLB_OK);
    assert_int_equal(clb_buffer_read(out, 0, sums, sizeof sums, &error), CLB_OK);
    assert_memory_equal(sums, direct, sizeof sums);
    clb_buffer_release(&in);
    clb_buffer_release(&out);
    clb_queue_release(&queue);
}

static void local_memory_smaller_than_the_kernel_states_is_refused(void **state)
{
    (void)state;
    clb_error error = {0};
    float x[64] = {0}, sums[1];
    const uint32_t n = 64;
    const clb_host_argument arguments[] = {{x, 0}, {NULL, 4}, {sums, 0}, {&n, sizeof n}};
    assert_int_equal(clb_kernel_call(device, &sample->bundle, SAMPLE_GROUP_SUM, NULL, arguments, 4, &error),
                     CLB_ERROR_SIZE);
    assert_non_null(strstr(error.message, "'scratch' of kernel 'group_sum' needs 256 bytes"));
    clb_error_clear(&error);
}

static void groups_of_a_required_size(void **state)
{
    (void)state;
    int32_t out[80], n = 80;
    const clb_launch launch = {.dimensions = 1, .global = {80}};
    const clb_host_argument arguments[] = {{out, sizeof out}, {&n, sizeof n}};
    (void)call(SAMPLE_REQUIRED, &launch, arguments, 2);
    for (int i = 0; i < 80; i++) assert_int_equal(out[i], i % 8);
}

static void many_arguments_and_unaligned_values(void **state)
{
    (void)state;
    _Alignas(8) char bytes[31 * 4 + 8];
    clb_host_argument arguments[31];
    int32_t out = 0;
    for (int i = 0; i < 30; i++) {
        const int32_t value = i;
        memcpy(bytes + 1 + 4 * i, &value, sizeof value);
        arguments[i] = (clb_host_argument){bytes + 1 + 4 * i, sizeof value};
    }
    arguments[30] = (clb_host_argument){&out, 0};
    (void)call(SAMPLE_WIDE, NULL, arguments, 31);
    assert_int_equal(out, 435);
}

static void kernels_without_a_native_version_say_so(void **state)
{
    (void)state;
    clb_error error = {0};
    int32_t out = 0;
    const clb_host_argument broken[] = {{&out, 0}};
    assert_int_equal(clb_kernel_call(device, &sample->bundle, SAMPLE_BROKEN, NULL, broken, 1, &error),
                     CLB_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "it uses images"));
    assert_non_null(strstr(error.message, "'broken'"));
    clb_error_clear(&error);
    double y[2] = {0};
    const int32_t n = 2;
    const int16_t s = 1;
    const clb_host_argument extent[] = {{y, 0}, {&n, sizeof n}, {&s, sizeof s}};
    assert_int_equal(clb_kernel_call(device, &sample->bundle, SAMPLE_EXTENT, NULL, extent, 3, &error),
                     CLB_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "not compiled for this processor"));
    clb_error_clear(&error);
}

static void count_that_overflowed_is_refused_where_the_kernel_states_no_extent(void **state)
{
    (void)state;
    clb_error error = {0};
    int32_t out[8] = {0}, n = 8;
    const clb_launch launch = {.dimensions = 1, .global = {8}};
    const size_t sizes[] = {clb_bytes(SIZE_MAX / 2, 4), SIZE_MAX - 3, (size_t)PTRDIFF_MAX + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const clb_host_argument required[] = {{out, sizes[i]}, {&n, sizeof n}};
        assert_int_equal(clb_kernel_call(device, &sample->bundle, SAMPLE_REQUIRED, &launch, required, 2, &error),
                         CLB_ERROR_SIZE);
        assert_non_null(
            strstr(error.message, "argument 'out' of kernel 'required' was given a size larger than any memory"));
    }
    assert_int_equal(out[1], 0);
    clb_buffer *buffer = NULL;
    assert_int_equal(clb_buffer_create(device, SIZE_MAX, NULL, &buffer, &error), CLB_ERROR_SIZE);
    assert_null(buffer);
    clb_error_clear(&error);
}

static uint32_t next_random(void)
{
    static uint64_t random = 11;
    random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random >> 33);
}

/* Every way into a bundle that may be damaged, with arguments that fit an undamaged one; nothing is run. */
static bool use_damaged(const clb_bundle *bundle)
{
    clb_error error = {0};
    clb_device *opened = NULL;
    const clb_device_params params = {.bundle = bundle, .environment = "", .back_ends = CLB_BACK_END_NATIVE};
    if (clb_device_open(&params, &opened, &error) != CLB_OK) {
        const bool told = error.status == CLB_ERROR_ABI;
        clb_error_clear(&error);
        return told;
    }
    static const char zeros[64] = {0};
    bool fine = true;
    for (uint32_t k = 0; k < bundle->kernel_count && fine; k++) {
        clb_host_argument arguments[80];
        char *source = NULL;
        const uint32_t count = bundle->kernels[k].argument_count, first = bundle->kernels[k].first_argument;
        for (uint32_t i = 0; i < count && i < 80; i++) {
            const clb_argument_data *a = &bundle->arguments[first + i];
            const bool value = a->kind == CLB_ARGUMENT_VALUE && a->size <= sizeof zeros;
            arguments[i] = (clb_host_argument){zeros, value ? a->size : next_random() % 3 ? 0 : next_random()};
        }
        /* Launches of empty ranges succeed; the other kernels have no code. */
        const clb_launch launch = {.dimensions = next_random() % 4, .global = {next_random(), next_random(), 1}};
        fine = count > 80 || clb_kernel_call(opened, bundle, k, &launch, arguments, count, &error) == error.status;
        if (clb_program_source(bundle, k, &source, NULL, &error) == CLB_OK) free(source);
        clb_error_clear(&error);
    }
    clb_device_close(&opened);
    return fine;
}

static void no_damage_to_a_table_crashes(void **state)
{
    (void)state;
    static const clb_native_kernel none[SAMPLE_KERNELS] = {{.reason = "it is only a test"}};
    for (int round = 0; round < 4000; round++) {
        sample_copy *copy = sample_clone();
        copy->bundle.native = none;
        const struct {
            void *bytes;
            size_t size;
        } tables[] = {{copy->programs, copy->bundle.program_count * sizeof *copy->programs},
                      {copy->kernels, copy->bundle.kernel_count * sizeof *copy->kernels},
                      {copy->arguments, copy->bundle.argument_count * sizeof *copy->arguments},
                      {copy->code, copy->bundle.code_count * sizeof *copy->code}};
        for (uint32_t n = 1 + next_random() % 4; n > 0; n--) {
            const uint32_t t = next_random() % 4;
            unsigned char *bytes = tables[t].bytes;
            bytes[next_random() % tables[t].size] ^= (unsigned char)(1u << next_random() % 8);
        }
        const bool fine = use_damaged(&copy->bundle);
        sample_free(copy);
        if (!fine) fail_msg("round %d: a failure without its status", round);
    }
}

static void buffers_and_events(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_buffer *buffer = NULL;
    clb_event *event = NULL;
    double y[100] = {0};
    const int64_t by = 7;
    const int32_t n = 100;
    uint64_t start = 1, end = 0;
    assert_int_equal(clb_buffer_create(device, sizeof y, y, &buffer, &error), CLB_OK);
    const clb_argument arguments[] = {
        {.buffer = buffer}, {.value = &by, .size = sizeof by}, {.value = &n, .size = sizeof n}};
    assert_int_equal(clb_kernel_launch(device, &sample->bundle, SAMPLE_SHIFT, NULL, arguments, 3, &event, &error),
                     CLB_OK);
    const clb_launch after = {.wait = &event, .wait_count = 1};
    assert_int_equal(clb_kernel_launch(device, &sample->bundle, SAMPLE_SHIFT, &after, arguments, 3, NULL, &error),
                     CLB_OK);
    assert_int_equal(clb_event_wait(event, &error), CLB_OK);
    assert_int_equal(clb_event_times(event, &start, &end, &error), CLB_OK);
    assert_true(start <= end);
    clb_event_release(&event);
    assert_int_equal(clb_buffer_read(buffer, 8, y, sizeof y - 8, &error), CLB_OK);
    for (int i = 0; i < 99; i++) assert_true(y[i] > 13.5 && y[i] < 14.5);
    assert_null(clb_buffer_get_handle(buffer));
    clb_buffer_release(&buffer);
    assert_int_equal(clb_device_finish(device, &error), CLB_OK);
}

/* ---- Threads -------------------------------------------------------------------------------------------------------
 */

enum { CALLERS = 8, ROUNDS = 60 };

static void *call_again_and_again(void *argument)
{
    const int number = *(const int *)argument;
    enum { N = 64 * 70 };
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    float *f = malloc(N * sizeof *f), sums[70];
    char *failure = NULL;
    for (int i = 0; x && y && f && i < N; i++) {
        x[i] = i;
        f[i] = (float)(i % 7);
    }
    for (int k = 0; x && y && f && k < ROUNDS && !failure; k++) {
        const int32_t n = 1 + (k * 71 + number * 13) % N;
        scale(x, number + 0.5, y, n);
        for (int i = 0; i < n; i++)
            if (y[i] < (number + 0.5) * i - 1e-9 || y[i] > (number + 0.5) * i + 1e-9) failure = "scale";
        group_sum(f, sums, N);
        for (int g = 0; g < 70; g++) {
            float sum = 0;
            for (int i = 64 * g; i < 64 * g + 64; i++) sum += f[i];
            if (sums[g] < sum - 0.5f || sums[g] > sum + 0.5f) failure = "group_sum";
        }
    }
    free(x);
    free(y);
    free(f);
    return failure;
}

static void many_threads_call_at_once(void **state)
{
    (void)state;
    pthread_t threads[CALLERS];
    int numbers[CALLERS];
    for (int i = 0; i < CALLERS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, call_again_and_again, &numbers[i]), 0);
    }
    for (int i = 0; i < CALLERS; i++) {
        void *failure = NULL;
        assert_int_equal(pthread_join(threads[i], &failure), 0);
        if (failure) fail_msg("thread %d: %s", i, (const char *)failure);
    }
}

int main(void)
{
    (void)sample_bundle();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(native_code_makes_the_device_fit, open_eight, close_all),
        cmocka_unit_test_setup_teardown(every_item_runs_once, open_eight, close_all),
        cmocka_unit_test_setup_teardown(ranges_may_have_offsets_and_dimensions, open_eight, close_all),
        cmocka_unit_test_setup_teardown(local_and_context_memory_belong_to_the_group, open_eight, close_all),
        cmocka_unit_test_setup_teardown(local_sizes_need_not_divide_the_range, open_eight, close_all),
        cmocka_unit_test_setup_teardown(the_preferred_group_is_taken_where_there_are_rows, open_eight, close_all),
        cmocka_unit_test_setup_teardown(narrow_groups_are_widened_for_kernels_that_do_not_see_them, open_eight,
                                        close_all),
        cmocka_unit_test_setup_teardown(local_memory_has_its_size_in_a_queue_too, open_eight, close_all),
        cmocka_unit_test_setup_teardown(local_memory_smaller_than_the_kernel_states_is_refused, open_eight, close_all),
        cmocka_unit_test_setup_teardown(groups_of_a_required_size, open_eight, close_all),
        cmocka_unit_test_setup_teardown(many_arguments_and_unaligned_values, open_eight, close_all),
        cmocka_unit_test_setup_teardown(kernels_without_a_native_version_say_so, open_eight, close_all),
        cmocka_unit_test_setup_teardown(count_that_overflowed_is_refused_where_the_kernel_states_no_extent, open_eight,
                                        close_all),
        cmocka_unit_test_setup_teardown(no_damage_to_a_table_crashes, open_eight, close_all),
        cmocka_unit_test_setup_teardown(buffers_and_events, open_eight, close_all),
        cmocka_unit_test_setup_teardown(many_threads_call_at_once, open_eight, close_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
