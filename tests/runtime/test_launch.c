/* Launches and calls: what is checked before, how ranges are cut, what is kept for the next time.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include "clbundle/pipe.h"
#include "clbundle/pipeline.h"

static clb_device *device;
static clb_buffer *buffer; /* of 100 doubles */

static int open_all(void **state)
{
    clb_error error = {0};
    double zeros[100] = {0};
    (void)start_fake(state);
    device = open_fake();
    OK(clb_buffer_create(device, sizeof zeros, zeros, &buffer, &error), &error);
    return 0;
}

static int close_all(void **state)
{
    clb_buffer_release(&buffer);
    clb_device_close(&device);
    return end_fake(state);
}

/* Launches `extent` with buffer, n and s. */
static clb_status launch_extent(int32_t n, int16_t s, clb_error *error)
{
    const clb_argument arguments[] = {{.buffer = buffer}, {&n, NULL, sizeof n}, {&s, NULL, sizeof s}};
    return clb_kernel_launch(device, sample_bundle(), SAMPLE_EXTENT, NULL, arguments, 3, NULL, error);
}

static void buffers_too_small_for_the_extent_are_refused(void **state)
{
    (void)state;
    clb_error error = {0};
    OK(launch_shift(device, buffer, 1, 100, NULL, NULL, &error), &error);
    FAILS(launch_shift(device, buffer, 1, 101, NULL, NULL, &error), CLB_ERROR_SIZE, &error,
          "argument 'y' of kernel 'shift' needs 808 bytes for these scalars, but 800 were given");
    OK(launch_extent(34, 3, &error), &error);
    FAILS(launch_extent(35, 3, &error), CLB_ERROR_SIZE, &error, "needs 824 bytes");
    FAILS(launch_extent(10, -3, &error), CLB_ERROR_SIZE, &error, "extent of -26 elements");
    assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 2);
}

static void extents_that_overflow_are_refused(void **state)
{
    (void)state;
    clb_error error = {0};
    sample_copy *copy = sample_clone();
    const int64_t by = 1;
    const int32_t n = 4;
    const clb_argument arguments[] = {{.buffer = buffer}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    /* The extent of shift's y becomes what the constants say. */
    const clb_argument_data *y = &copy->arguments[copy->kernels[SAMPLE_SHIFT].first_argument];
    static const struct {
        int64_t count;
        const char *text;
    } cases[] = {
        {INT64_MAX, "9223372036854775807 elements of 8 bytes, which is not a valid size"},
        {INT64_MAX / 8 + 1, "needs 9223372036854775808 bytes"},
        {-1, "extent of -1 elements"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        copy->code[y->extent] = CLB_OP_CONSTANT;
        copy->code[y->extent + 1] = cases[i].count;
        FAILS(clb_kernel_launch(device, &copy->bundle, SAMPLE_SHIFT, NULL, arguments, 3, NULL, &error), CLB_ERROR_SIZE,
              &error, cases[i].text);
    }
    clb_buffer_release(&buffer);
    clb_device_close(&device); /* before the bundle goes */
    sample_free(copy);
}

static void empty_range_succeeds_and_launches_nothing(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_event *event = (clb_event *)&error; /* must be overwritten */
    OK(launch_shift(device, buffer, 1, 0, NULL, &event, &error), &error);
    assert_null(event);
    OK(clb_event_wait(event, &error), &error);
    OK(call_scale(device, NULL, 1, NULL, 0, &error), &error);
    const clb_launch none = {.dimensions = 2, .global = {5, 0}};
    OK(launch_shift(device, buffer, 1, 1000, &none, NULL, &error), &error); /* the extent is not looked at */
    assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 0);
    assert_int_equal(fake()->calls("clBuildProgram"), 0);
}

static void negative_range_is_refused(void **state)
{
    (void)state;
    clb_error error = {0};
    FAILS(launch_shift(device, buffer, 1, -5, NULL, NULL, &error), CLB_ERROR_SIZE, &error,
          "@range of kernel 'shift' comes out as -5");
}

static void wrong_arguments_are_refused_by_name(void **state)
{
    (void)state;
    clb_error error = {0};
    const int64_t by = 1;
    const int32_t n = 10;
    clb_argument arguments[] = {{.buffer = buffer}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
#define LAUNCH(number, count) clb_kernel_launch(device, sample_bundle(), number, NULL, arguments, count, NULL, &error)
    FAILS(LAUNCH(SAMPLE_SHIFT, 2), CLB_ERROR_ARGUMENT, &error, "kernel 'shift' takes 3 arguments, not 2");
    FAILS(LAUNCH(SAMPLE_KERNELS, 3), CLB_ERROR_ARGUMENT, &error, "has no kernel 8");
    arguments[1].size = 4;
    FAILS(LAUNCH(SAMPLE_SHIFT, 3), CLB_ERROR_SIZE, &error, "argument 'by' of kernel 'shift' takes a 'long' of 8 bytes");
    arguments[1] = (clb_argument){NULL, NULL, 8};
    FAILS(LAUNCH(SAMPLE_SHIFT, 3), CLB_ERROR_ARGUMENT, &error, "'by' of kernel 'shift' has no value");
    arguments[1] = (clb_argument){&by, NULL, 8};
    arguments[0].buffer = NULL;
    FAILS(LAUNCH(SAMPLE_SHIFT, 3), CLB_ERROR_ARGUMENT, &error, "'y' of kernel 'shift' has no buffer");
    clb_device *other = open_fake();
    OK(clb_buffer_create(other, 80, NULL, &arguments[0].buffer, &error), &error);
    FAILS(LAUNCH(SAMPLE_SHIFT, 3), CLB_ERROR_ARGUMENT, &error, "belongs to another device");
    clb_buffer_release(&arguments[0].buffer);
    clb_device_close(&other);
    FAILS(clb_kernel_launch(NULL, sample_bundle(), 0, NULL, arguments, 3, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "the device is NULL");
    FAILS(clb_kernel_launch(device, NULL, 0, NULL, arguments, 3, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "the bundle is NULL");
#undef LAUNCH
}

static void bundles_of_another_layout_are_refused(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_bundle old = *sample_bundle();
    clb_device *opened = NULL;
    clb_device_info *list = NULL;
    size_t count = 0;
    char *source = NULL;
    /* One number beyond this library's, whatever that is. */
    old.abi = CLB_ABI + 1;
    FAILS(launch_shift(NULL, NULL, 1, 1, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "the device is NULL");
    FAILS(clb_kernel_launch(device, &old, 0, NULL, NULL, 0, NULL, &error), CLB_ERROR_ABI, &error,
          "the bundle has layout");
    FAILS(clb_device_open(&(clb_device_params){.bundle = &old}, &opened, &error), CLB_ERROR_ABI, &error,
          "generate the bundle again");
    FAILS(clb_device_list(&(clb_device_params){.bundle = &old}, &list, &count, &error), CLB_ERROR_ABI, &error,
          "layout");
    FAILS(clb_program_source(&old, 0, &source, NULL, &error), CLB_ERROR_ABI, &error, "layout");
    assert_int_equal(clb_kernel_find(&old, "scale"), -1);
    clb_bundle damaged = *sample_bundle();
    damaged.text_length = 10;
    FAILS(clb_kernel_launch(device, &damaged, 0, NULL, NULL, 0, NULL, &error), CLB_ERROR_ABI, &error,
          "contradict each other");
}

/* A clone whose kernel shift sees its group, with the options of a program, which stand in the kernel's own text. */
static sample_copy *with_options(const char *options, uint32_t flags)
{
    static char text[1 << 16];
    sample_copy *copy = sample_clone();
    const size_t length = strlen(options);
    copy->kernels[SAMPLE_SHIFT].flags = flags;
    for (uint32_t at = 0; at + length <= copy->bundle.text_length; at++) {
        const clb_span span = {at, (uint32_t)length};
        (void)clb_text_copy(&copy->bundle, span, text, sizeof text);
        if (strcmp(text, options) != 0) continue;
        copy->programs[copy->kernels[SAMPLE_SHIFT].program].options = span;
        return copy;
    }
    fail_msg("the sample does not hold %s", options);
    return copy;
}

static clb_status shift_ten_by_four(const clb_bundle *bundle, clb_launch launch, clb_error *error)
{
    static double y[64];
    const int64_t by = 5;
    const int32_t n = 64;
    const clb_host_argument host[] = {{y, sizeof y}, {&by, sizeof by}, {&n, sizeof n}};
    if (launch.dimensions == 0) launch = (clb_launch){.dimensions = 1, .global = {10}, .local = {4}, .offset = {3}};
    memset(y, 0, sizeof y);
    const clb_status status = clb_kernel_call(device, bundle, SAMPLE_SHIFT, &launch, host, 3, error);
    for (size_t i = 0; i < 64 && status == CLB_OK; i++)
        assert_true(y[i] == (i >= launch.offset[0] && i < launch.offset[0] + launch.global[0]
                                 ? 5 * (double)(launch.dimensions == 3 ? launch.global[1] * launch.global[2] : 1)
                                 : 0));
    return status;
}

static void ranges_that_the_local_size_does_not_divide_are_cut_where_kernels_cannot_see_it(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_buffer_release(&buffer);
    for (int flags = CLB_KERNEL_INDEPENDENT; flags; flags = flags == CLB_KERNEL_BY_GROUPS ? 0 : CLB_KERNEL_BY_GROUPS) {
        sample_copy *copy = with_options("-DSAMPLE=1", (uint32_t)flags);
        fake()->reset(NULL);
        OK(shift_ten_by_four(&copy->bundle, (clb_launch){0}, &error), &error);
        assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 2);
        assert_int_equal(fake()->launch(0).global[0], 8);
        assert_int_equal(fake()->launch(0).local[0], 4);
        assert_int_equal(fake()->launch(0).offset[0], 3);
        assert_int_equal(fake()->launch(1).global[0], 2);
        assert_int_equal(fake()->launch(1).local[0], 2);
        assert_int_equal(fake()->launch(1).offset[0], 11);
        fake()->reset(NULL);
        /* Every dimension has a rest. */
        OK(shift_ten_by_four(&copy->bundle, (clb_launch){.dimensions = 3, .global = {5, 5, 5}, .local = {2, 2, 2}},
                             &error),
           &error);
        assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 8);
        fake()->reset(NULL);
        OK(shift_ten_by_four(&copy->bundle, (clb_launch){.dimensions = 1, .global = {3}, .local = {16}}, &error),
           &error);
        assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 1); /* no full group */
        assert_int_equal(fake()->launch(0).local[0], 3);
        clb_device_close(&device);
        sample_free(copy);
        fake()->reset(NULL);
        device = open_fake();
    }
    sample_copy *copy = with_options("-DSAMPLE=1", 0);
    FAILS(shift_ten_by_four(&copy->bundle, (clb_launch){0}, &error), CLB_ERROR_SIZE, &error,
          "local size 4 of kernel 'shift' does not divide the range 10");
    clb_device_close(&device);
    sample_free(copy);
}

static void drivers_of_opencl_2_take_local_sizes_that_do_not_divide(void **state)
{
    (void)state;
    static const fake_setup modern = {
        .platform_count = 1,
        .platforms = {{"Fake platform", 1, {{.name = "New", .type = 4, .units = 1, .non_uniform = true}}}}};
    clb_error error = {0};
    clb_buffer_release(&buffer);
    clb_device_close(&device);
    fake()->reset(&modern);
    device = open_fake();
    sample_copy *copies[] = {with_options("-DSAMPLE=1 -cl-std=CL2.0", 0), with_options("-DSAMPLE=1", 0)};
    OK(shift_ten_by_four(&copies[0]->bundle, (clb_launch){0}, &error), &error);
    assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 1);
    assert_int_equal(fake()->launch(0).global[0], 10);
    assert_int_equal(fake()->launch(0).local[0], 4);
    FAILS(shift_ten_by_four(&copies[1]->bundle, (clb_launch){0}, &error), CLB_ERROR_SIZE, &error,
          "does not divide"); /* OpenCL C 1.2 */
    clb_device_close(&device);
    sample_free(copies[0]);
    sample_free(copies[1]);
}

/* @range: by, with by = 2^63 - 1 and an array of one element. */
static void ranges_that_would_not_end_are_refused(void **state)
{
    (void)state;
    clb_error error = {0};
    static const int64_t cases[] = {INT64_MAX, (INT64_C(1) << 52) + 1, INT64_C(1) << 60};
    sample_copy *copy = sample_clone();
    const uint32_t code = copy->kernels[SAMPLE_SHIFT].range[0];
    copy->code[code + 1] = 1; /* argument 1 in place of 2 */
    double y = 0;
    const int32_t n = 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const clb_host_argument host[] = {{&y, sizeof y}, {&cases[i], sizeof cases[i]}, {&n, sizeof n}};
        const clb_argument arguments[] = {{.buffer = buffer}, {&cases[i], NULL, sizeof cases[i]}, {&n, NULL, sizeof n}};
        FAILS(clb_kernel_call(device, &copy->bundle, SAMPLE_SHIFT, NULL, host, 3, &error), CLB_ERROR_SIZE, &error,
              "work-items, more than 2^52");
        FAILS(clb_kernel_launch(device, &copy->bundle, SAMPLE_SHIFT, NULL, arguments, 3, NULL, &error), CLB_ERROR_SIZE,
              &error, "more than 2^52, which would not end");
    }
    assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 0);
    assert_true(y == 0);
    clb_buffer_release(&buffer);
    clb_device_close(&device);
    sample_free(copy);
}

static void local_sizes_must_fit_range_device_and_kernel(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_launch launch = {.dimensions = 1, .global = {4096}, .local = {2048}};
    FAILS(launch_shift(device, buffer, 1, 100, &launch, NULL, &error), CLB_ERROR_SIZE, &error,
          "a work-group of 2048 items");
    launch = (clb_launch){.dimensions = 2, .global = {8, 8}, .local = {8, 0}};
    FAILS(launch_shift(device, buffer, 1, 100, &launch, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "state all dimensions or none");
    launch = (clb_launch){.dimensions = 4};
    FAILS(launch_shift(device, buffer, 1, 100, &launch, NULL, &error), CLB_ERROR_ARGUMENT, &error, "state 1 to 3");
    launch = (clb_launch){.dimensions = 1, .global = {10}, .offset = {SIZE_MAX}};
    FAILS(launch_shift(device, buffer, 1, 100, &launch, NULL, &error), CLB_ERROR_SIZE, &error,
          "exceeds the largest id");

    int32_t out[16];
    const int32_t n = 16;
    const clb_host_argument arguments[] = {{out, sizeof out}, {&n, 4}};
    launch = (clb_launch){.dimensions = 1, .global = {16}, .local = {4}};
    FAILS(clb_kernel_call(device, sample_bundle(), SAMPLE_REQUIRED, &launch, arguments, 2, &error), CLB_ERROR_SIZE,
          &error, "made for a local size of 8");
    launch.local[0] = 0;
    OK(clb_kernel_call(device, sample_bundle(), SAMPLE_REQUIRED, &launch, arguments, 2, &error), &error);
    assert_int_equal(fake()->launch(0).local[0], 8);
    FAILS(clb_kernel_call(device, sample_bundle(), SAMPLE_REQUIRED, NULL, arguments, 2, &error), CLB_ERROR_ARGUMENT,
          &error, "has no @range");
}

static void kernels_have_limits_of_their_own(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_kernel_limits limits;
    /* The fake states 512 work-items for its kernels, where the device has 1024. It is the driver that decides:
     * NVIDIA's runs kernels with 512 for which it states 256. */
    const clb_launch launch = {.dimensions = 1, .global = {1024}, .local = {1024}};
    FAILS(launch_shift(device, buffer, 1, 100, &launch, NULL, &error), CLB_ERROR_SIZE, &error,
          "CL_INVALID_WORK_GROUP_SIZE");
    assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 1);
    OK(clb_kernel_get_limits(device, sample_bundle(), SAMPLE_SHIFT, &limits, &error), &error);
    assert_int_equal(limits.work_group_size, 512);
    assert_int_equal(limits.preferred_multiple, 32);
    assert_int_equal(limits.local_memory_size, 40);
    assert_int_equal(limits.private_memory_size, 8);
    assert_int_equal(limits.required_local[0], 0);
    OK(clb_kernel_get_limits(device, sample_bundle(), SAMPLE_REQUIRED, &limits, &error), &error);
    assert_int_equal(limits.required_local[0], 8);
    FAILS(clb_kernel_get_limits(device, sample_bundle(), SAMPLE_BROKEN, &limits, &error), CLB_ERROR_BUILD, &error, "");
    FAILS(clb_kernel_get_limits(device, sample_bundle(), SAMPLE_KERNELS, &limits, &error), CLB_ERROR_ARGUMENT, &error,
          "has no kernel");
    FAILS(clb_kernel_get_limits(NULL, sample_bundle(), 0, &limits, &error), CLB_ERROR_ARGUMENT, &error,
          "the device is NULL");
    FAILS(clb_kernel_get_limits(device, sample_bundle(), 0, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "`limits` is NULL");
}

static void local_memory_must_fit_the_device(void **state)
{
    (void)state;
    clb_error error = {0};
    float x[64] = {0}, sums[1];
    const uint32_t n = 64;
    clb_host_argument arguments[] = {{x, 0}, {NULL, 40000}, {sums, 0}, {&n, 4}};
    FAILS(clb_kernel_call(device, sample_bundle(), SAMPLE_GROUP_SUM, NULL, arguments, 4, &error), CLB_ERROR_SIZE,
          &error, "asks for 40000 bytes of local memory");
    arguments[1].size = 255;
    FAILS(clb_kernel_call(device, sample_bundle(), SAMPLE_GROUP_SUM, NULL, arguments, 4, &error), CLB_ERROR_SIZE,
          &error, "'scratch' of kernel 'group_sum' needs 256 bytes");
    arguments[1].size = 0; /* from the extent */
    OK(clb_kernel_call(device, sample_bundle(), SAMPLE_GROUP_SUM, NULL, arguments, 4, &error), &error);
    assert_int_equal(fake()->launch(0).local[0], 64);
}

static void local_memory_of_a_launch_has_the_extent_that_the_kernel_states(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_buffer *x = NULL, *sums = NULL;
    const uint32_t n = 64;
    OK(clb_buffer_create(device, 64 * sizeof(float), NULL, &x, &error), &error);
    OK(clb_buffer_create(device, sizeof(float), NULL, &sums, &error), &error);
    clb_argument arguments[] = {{.buffer = x}, {.size = 255}, {.buffer = sums}, {&n, NULL, sizeof n}};
#define LAUNCH() clb_kernel_launch(device, sample_bundle(), SAMPLE_GROUP_SUM, NULL, arguments, 4, NULL, &error)
    FAILS(LAUNCH(), CLB_ERROR_SIZE, &error, "'scratch' of kernel 'group_sum' needs 256 bytes");
    arguments[1].size = 0;
    OK(LAUNCH(), &error); /* the fake refuses local memory of 0 bytes */
    assert_int_equal(arguments[1].size, 0);
    OK(clb_device_finish(device, &error), &error);
    sample_copy *copy = sample_clone();
    copy->arguments[copy->kernels[SAMPLE_GROUP_SUM].first_argument + 1].extent = 0;
    FAILS(clb_kernel_launch(device, &copy->bundle, SAMPLE_GROUP_SUM, NULL, arguments, 4, NULL, &error), CLB_ERROR_SIZE,
          &error, "is local memory of 0 bytes");
#undef LAUNCH
    clb_buffer_release(&x);
    clb_buffer_release(&sums);
    clb_buffer_release(&buffer);
    clb_device_close(&device); /* before the bundle */
    sample_free(copy);
    device = open_fake();
}

static void ranges_without_a_good_divisor_are_launched_as_bulk_and_rest(void **state)
{
    (void)state;
    clb_error error = {0};
    enum { N = 2003 };
    static double y[N];
    clb_event *event = NULL;
    clb_device *timed = NULL;
    clb_buffer *large = NULL;
    uint64_t start = 0, end = 0;
    OK(clb_device_open(&(clb_device_params){.environment = "", .profiling = true}, &timed, &error), &error);
    OK(clb_buffer_create(timed, sizeof y, y, &large, &error), &error);
    OK(launch_shift(timed, large, 3, N, NULL, &event, &error), &error);
    assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 2);
    assert_int_equal(fake()->launch(0).global[0], 1792);
    assert_int_equal(fake()->launch(0).local[0], 256);
    assert_int_equal(fake()->launch(1).offset[0], 1792);
    assert_int_equal(fake()->launch(1).global[0], N - 1792);
    assert_int_equal(fake()->launch(1).local[0], 0);
    OK(clb_event_times(event, &start, &end, &error), &error);
    assert_int_equal(end - start, 3); /* from the start of the bulk to the end of the rest, in ticks of the fake */
    OK(clb_buffer_read(large, 0, y, sizeof y, &error), &error);
    for (int i = 0; i < N; i++) assert_true(y[i] == 3);
    clb_event_release(&event);

    fake()->reset(NULL);
    OK(launch_shift(timed, large, 3, 1792, NULL, NULL, &error), &error); /* 7 * 256: the driver may choose */
    assert_int_equal(fake()->launch(0).local[0], 0);
    OK(launch_shift(timed, large, 3, 1344, NULL, NULL, &error), &error); /* 6 * 224 */
    assert_int_equal(fake()->launch(1).local[0], 224);
    OK(launch_shift(timed, large, 3, 1021, NULL, NULL, &error), &error); /* too small to cut */
    assert_int_equal(fake()->launch(2).local[0], 0);
    OK(launch_shift(timed, large, 3, N, &(clb_launch){.dimensions = 1, .global = {1500}, .offset = {3}}, NULL, &error),
       &error);
    assert_int_equal(fake()->launch(4).offset[0], 3 + 1280);
    assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 5);
    clb_buffer_release(&large);
    clb_device_close(&timed);
}

static void a_gpu_has_its_own_range_and_build_option(void **state)
{
    (void)state;
    static const fake_setup cpu = {.platform_count = 1,
                                   .platforms = {{"Fake platform", 1, {{.name = "Fake CPU", .type = 2, .units = 4}}}}};
    clb_error error = {0};
    sample_copy *copy = sample_clone();
    const int32_t n = 10;
    const int16_t s = 3;
    /* Its range on a GPU becomes its extent, (n - 1) * s + 1. */
    clb_kernel_data *extent = &copy->kernels[SAMPLE_EXTENT];
    extent->gpu_range[0] = copy->arguments[extent->first_argument].extent;
    for (int gpu = 1; gpu >= 0; gpu--) {
        const clb_argument arguments[] = {{.buffer = buffer}, {&n, NULL, sizeof n}, {&s, NULL, sizeof s}};
        OK(clb_kernel_launch(device, &copy->bundle, SAMPLE_EXTENT, NULL, arguments, 3, NULL, &error), &error);
        assert_int_equal(fake()->launch(0).global[0], gpu ? 28 : 10);
        assert_string_equal(fake()->options(), gpu ? " -DCLB_GPU=1" : "");
        OK(launch_shift(device, buffer, 1, n, NULL, NULL, &error), &error);
        assert_int_equal(fake()->launch(1).global[0], 10);
        assert_string_equal(fake()->options(), "-DSAMPLE=1");
        clb_buffer_release(&buffer);
        clb_device_close(&device);
        if (!gpu) break;
        fake()->reset(&cpu);
        device = open_fake();
        OK(clb_buffer_create(device, 800, NULL, &buffer, &error), &error);
    }
    sample_free(copy);
}

static void offsets_that_a_driver_wraps_are_refused(void **state)
{
    (void)state;
    static const fake_setup nvidia = {.platform_count = 1,
                                      .platforms = {{"NVIDIA CUDA", 1, {{.name = "Fake GPU", .type = 4, .units = 4}}}}};
    clb_error error = {0};
    const int64_t by = 1;
    const int32_t n = 100;
    clb_buffer_release(&buffer);
    clb_device_close(&device);
    fake()->reset(&nvidia);
    device = open_fake();
    OK(clb_buffer_create(device, 800, NULL, &buffer, &error), &error);
    const clb_argument arguments[] = {{.buffer = buffer}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    clb_launch far = {.dimensions = 1, .global = {10}, .offset = {(size_t)INT32_MAX + 1}};
    FAILS(clb_kernel_launch(device, sample_bundle(), SAMPLE_SHIFT, &far, arguments, 3, NULL, &error), CLB_ERROR_SIZE,
          &error, "offset 2147483648: this driver wraps offsets above 2^31-1");
    far.offset[0] = 50;
    OK(clb_kernel_launch(device, sample_bundle(), SAMPLE_SHIFT, &far, arguments, 3, NULL, &error), &error);
}

/* A bundle in which shift has the given variants. The place of `scale` is taken by a kernel that differs from shift in
 * its range, n / 2, and in its local size on a GPU, 5. */
static sample_copy *with_variants(const clb_variant_data *variants, uint32_t count)
{
    sample_copy *copy = sample_clone();
    clb_kernel_data *shift = &copy->kernels[SAMPLE_SHIFT], *other = &copy->kernels[SAMPLE_SCALE];
    static clb_local_data local;
    other->name = shift->name; /* of the same program */
    other->first_argument = shift->first_argument;
    other->argument_count = shift->argument_count;
    static int64_t code[512];
    memcpy(code, copy->bundle.code, copy->bundle.code_count * sizeof *code);
    const int64_t more[] = {CLB_OP_ARGUMENT, 2,  CLB_OP_CONSTANT, 2, CLB_OP_DIVIDE,   CLB_OP_END,  /* n / 2 */
                            CLB_OP_CONSTANT, 5,  CLB_OP_END,                                       /* 5 */
                            CLB_OP_CONSTANT, 60, CLB_OP_ARGUMENT, 2, CLB_OP_LESS,     CLB_OP_END,  /* 60 < n */
                            CLB_OP_ARGUMENT, 1,  CLB_OP_CONSTANT, 2, CLB_OP_MULTIPLY, CLB_OP_END}; /* by * 2 */
    const uint32_t at = copy->bundle.code_count;
    memcpy(code + at, more, sizeof more);
    copy->bundle.code = code;
    copy->bundle.code_count += sizeof more / sizeof *more;
    other->range[0] = at;
    local = (clb_local_data){CLB_CLASS_GPU, {at + 6, 0, 0}};
    copy->bundle.locals = &local;
    copy->bundle.local_count = 1;
    other->first_local = 0;
    other->local_count = 1;
    static clb_variant_data placed[4];
    for (uint32_t i = 0; i < count; i++) {
        placed[i] = variants[i];
        if (placed[i].condition) placed[i].condition += at - 1; /* 1: the first word above */
    }
    copy->bundle.variants = placed;
    shift->variant_count = copy->bundle.variant_count = count;
    return copy;
}

enum { WHEN_MANY = 1 + 9, WHEN_TWICE = 1 + 15 }; /* conditions of with_variants */

static clb_status launch_variant(const sample_copy *copy, int64_t by, int32_t n, const clb_launch *launch,
                                 clb_error *error)
{
    const clb_argument arguments[] = {{.buffer = buffer}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    return clb_kernel_launch(device, &copy->bundle, SAMPLE_SHIFT, launch, arguments, 3, NULL, error);
}

static void the_first_variant_that_fits_runs_in_place_of_the_kernel(void **state)
{
    (void)state;
    clb_error error = {0};
    static const clb_variant_data variants[] = {{SAMPLE_SCALE, CLB_CLASS_CPU | CLB_CLASS_NATIVE, 0},
                                                {SAMPLE_SCALE, CLB_CLASS_OPENCL, WHEN_MANY}};
    sample_copy *copy = with_variants(variants, 2);
    OK(launch_variant(copy, 1, 60, NULL, &error), &error); /* too few for the second, and this is a GPU */
    assert_int_equal(fake()->launch(0).global[0], 60);
    assert_int_equal(fake()->launch(0).local[0], 0);
    OK(launch_variant(copy, 1, 70, NULL, &error), &error);
    assert_int_equal(fake()->launch(1).global[0], 35);
    assert_int_equal(fake()->launch(1).local[0], 5); /* its own, of the class GPU */
    /* What the caller states is for the kernel named. */
    OK(launch_variant(copy, 1, 70, &(clb_launch){.dimensions = 1, .global = {70}}, &error), &error);
    assert_int_equal(fake()->launch(2).global[0], 70);
    OK(launch_variant(copy, 1, 70, &(clb_launch){.local = {7}}, &error), &error);
    assert_int_equal(fake()->launch(3).global[0], 70);
    assert_int_equal(fake()->launch(3).local[0], 7);
    /* A call chooses as a launch does. */
    double y[80] = {0};
    const int64_t by = 1;
    const int32_t n = 80;
    const clb_host_argument host[] = {{y, 0}, {&by, sizeof by}, {&n, sizeof n}};
    OK(clb_kernel_call(device, &copy->bundle, SAMPLE_SHIFT, NULL, host, 3, &error), &error);
    assert_int_equal(fake()->launch(4).global[0], 40);
    clb_buffer_release(&buffer);
    clb_device_close(&device); /* before the bundle that it knows is freed */
    sample_free(copy);
}

static void variants_that_the_device_cannot_run_are_passed_over(void **state)
{
    (void)state;
    clb_error error = {0};
    static const clb_variant_data variants[] = {{SAMPLE_SCALE, CLB_CLASS_GPU, WHEN_TWICE}};
    sample_copy *copy = with_variants(variants, 1);
    OK(launch_variant(copy, 0, 10, NULL, &error), &error); /* 0 is false */
    assert_int_equal(fake()->launch(0).global[0], 10);
    OK(launch_variant(copy, 1, 10, NULL, &error), &error);
    assert_int_equal(fake()->launch(1).global[0], 5);
    OK(launch_variant(copy, INT64_MAX, 10, NULL, &error), &error); /* cannot be computed: does not hold */
    assert_int_equal(fake()->launch(2).global[0], 10);
    OK(launch_variant(copy, 1, 12, NULL, &error), &error); /* groups of 5 do not divide 6 */
    assert_int_equal(fake()->launch(3).global[0], 12);
    OK(launch_variant(copy, 1, 1, NULL, &error), &error); /* 1 / 2 work-items would leave the element out */
    assert_int_equal(fake()->launch(4).global[0], 1);
    clb_buffer_release(&buffer);
    clb_device_close(&device); /* before the bundle that it knows is freed */
    sample_free(copy);
}

static void preparing_a_kernel_builds_its_variants_too(void **state)
{
    (void)state;
    clb_error error = {0};
    static const clb_variant_data variants[] = {{SAMPLE_SCALE, CLB_CLASS_GPU, 0}, {SAMPLE_SCALE, CLB_CLASS_CPU, 0}};
    for (uint32_t first = 0; first < 2; first++) {
        sample_copy *copy = with_variants(variants, 2);
        const uint32_t kernel = SAMPLE_SHIFT;
        copy->kernels[SAMPLE_SCALE].program =
            copy->kernels[SAMPLE_GRID].program; /* its kernel has three parameters, too */
        copy->kernels[SAMPLE_SCALE].name = copy->kernels[SAMPLE_GRID].name;
        copy->kernels[SAMPLE_SHIFT].first_variant = first;
        copy->kernels[SAMPLE_SHIFT].variant_count = 1;
        const size_t before = fake()->calls("clBuildProgram");
        OK(clb_prepare(device, &copy->bundle,
                       &(clb_prepare_params){.kernels = &kernel, .kernel_count = 1, .threads = 1}, &error),
           &error);
        assert_int_equal(fake()->calls("clBuildProgram") - before, first == 0 ? 2 : 1);
        clb_buffer_release(&buffer);
        clb_device_close(&device);
        sample_free(copy);
        if (first == 0) device = open_fake();
    }
}

/* The variant's program needs sub-groups, which the fake devices lack: that keeps nothing else from running. */
static void a_variant_whose_needs_the_device_lacks_is_passed_over(void **state)
{
    (void)state;
    clb_error error = {0};
    static const clb_variant_data variants[] = {{SAMPLE_SCALE, CLB_CLASS_GPU, 0}};
    sample_copy *copy = with_variants(variants, 1);
    copy->kernels[SAMPLE_SCALE].program = copy->kernels[SAMPLE_GRID].program;
    copy->kernels[SAMPLE_GRID].program = copy->kernels[SAMPLE_SHIFT].program;
    copy->kernels[SAMPLE_GRID].name = copy->kernels[SAMPLE_SHIFT].name;
    copy->programs[copy->kernels[SAMPLE_SCALE].program].needs |= CLB_NEEDS_SUBGROUPS;
    const size_t before = fake()->calls("clBuildProgram");
    const uint32_t kernel = SAMPLE_SHIFT;
    OK(clb_prepare(device, &copy->bundle, &(clb_prepare_params){.kernels = &kernel, .kernel_count = 1}, &error),
       &error);
    assert_int_equal(fake()->calls("clBuildProgram") - before, 1);
    OK(launch_variant(copy, 1, 10, NULL, &error), &error);
    assert_int_equal(fake()->launch(0).global[0], 10); /* the variant would have half of it */
    clb_buffer_release(&buffer);
    clb_device_close(&device);
    OK(clb_device_open(&(clb_device_params){.bundle = &copy->bundle, .filter = "gpu", .environment = ""}, &device,
                       &error),
       &error);
    clb_device_close(&device);
    copy->kernels[SAMPLE_GRID].program = copy->kernels[SAMPLE_SCALE].program; /* now not of variants alone */
    FAILS(clb_device_open(&(clb_device_params){.bundle = &copy->bundle, .filter = "gpu", .environment = ""}, &device,
                          &error),
          CLB_ERROR_NO_DEVICE, &error, "it lacks sub-groups");
    sample_free(copy);
}

static void unchanged_arguments_are_not_set_again(void **state)
{
    (void)state;
    clb_error error = {0};
    OK(launch_shift(device, buffer, 1, 100, NULL, NULL, &error), &error);
    assert_int_equal(fake()->calls("clSetKernelArg"), 3);
    OK(launch_shift(device, buffer, 1, 100, NULL, NULL, &error), &error);
    assert_int_equal(fake()->calls("clSetKernelArg"), 3);
    OK(launch_shift(device, buffer, 2, 100, NULL, NULL, &error), &error);
    assert_int_equal(fake()->calls("clSetKernelArg"), 4);
    assert_int_equal(fake()->calls("clCreateKernel"), 2); /* scale and shift, of one program */
}

static void buffer_at_a_released_buffers_address_is_set_again(void **state)
{
    (void)state;
    clb_error error = {0};
    double y[10] = {0};
    for (int i = 0; i < 5; i++) {
        /* The allocator hands out the same addresses again; the kernel object must not be left with the old one. */
        clb_buffer *again = NULL;
        OK(clb_buffer_create(device, sizeof y, y, &again, &error), &error);
        OK(launch_shift(device, again, 1, 10, NULL, NULL, &error), &error);
        OK(clb_device_finish(device, &error), &error);
        clb_buffer_release(&again);
    }
    assert_int_equal(fake()->calls("clSetKernelArg"), 3 + 4);
}

static void argument_that_could_not_be_set_is_set_again(void **state)
{
    (void)state;
    clb_error error = {0};
    double y[100];
    OK(launch_shift(device, buffer, 1, 100, NULL, NULL, &error), &error);
    fake()->fail_call("clSetKernelArg", 4, -5);
    FAILS(launch_shift(device, buffer, 2, 100, NULL, NULL, &error), CLB_ERROR_DEVICE, &error,
          "Cannot set argument 'by' of kernel 'shift'");
    OK(launch_shift(device, buffer, 1, 100, NULL, NULL, &error), &error);
    assert_int_equal(fake()->calls("clSetKernelArg"), 5);
    OK(clb_buffer_read(buffer, 0, y, sizeof y, &error), &error);
    assert_true(y[99] == 2);
}

static void released_buffer_lives_until_its_launch_has_run(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_buffer *brief = NULL;
    OK(clb_buffer_create(device, 80, NULL, &brief, &error), &error);
    OK(launch_shift(device, brief, 1, 10, NULL, NULL, &error), &error);
    clb_buffer_release(&brief);
    OK(clb_device_finish(device, &error), &error);
}

static void calls_reuse_their_staging_memory(void **state)
{
    (void)state;
    clb_error error = {0};
    static double x[3000], y[3000];
    const unsigned before = fake()->calls("clCreateBuffer");
    for (int i = 0; i < 10; i++) OK(call_scale(device, x, 2, y, 500, &error), &error);
    assert_int_equal(fake()->calls("clCreateBuffer") - before, 2);
    assert_int_equal(fake()->calls("clSetKernelArg"), 4); /* the same buffers, so the same arguments */
    OK(call_scale(device, x, 2, y, 510, &error), &error); /* of about the same size */
    assert_int_equal(fake()->calls("clCreateBuffer") - before, 2);
    OK(call_scale(device, x, 2, y, 3000, &error), &error);
    assert_int_equal(fake()->calls("clCreateBuffer") - before, 4);
    assert_int_equal(fake()->calls("clEnqueueWriteBuffer"), 12); /* inputs only */
    assert_int_equal(fake()->calls("clEnqueueReadBuffer"), 12);  /* outputs only */
}

static void staging_memory_kept_is_bounded(void **state)
{
    (void)state;
    clb_error error = {0};
    static double x[60000], y[60000];
    const fake_setup small = {.platform_count = 1,
                              .platforms = {{"Small", 1, {{.name = "Small GPU", .type = 4, .memory = 400000}}}}};
    clb_buffer_release(&buffer);
    clb_device_close(&device);
    fake()->reset(&small);
    device = open_fake();
    /* At most a quarter of 400,000 bytes stays; what is larger goes at once. */
    OK(call_scale(device, x, 1, y, 60000, &error), &error);
    assert_int_equal(fake()->calls("clReleaseMemObject"), 2);
    OK(call_scale(device, x, 1, y, 5000, &error), &error); /* 40,960 twice: both stay */
    assert_int_equal(fake()->calls("clReleaseMemObject"), 2);
    OK(call_scale(device, x, 1, y, 1000, &error), &error); /* 8,192 twice: still within */
    OK(call_scale(device, x, 1, y, 1700, &error), &error); /* 14,336 twice: the oldest go */
    assert_true(fake()->calls("clReleaseMemObject") >= 3);
}

static void calls_check_what_they_are_given(void **state)
{
    (void)state;
    clb_error error = {0};
    double x[10] = {0}, y[10] = {0};
    const double a = 1;
    const int32_t n = 10;
    clb_host_argument arguments[] = {{x, 72}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
#define CALL() clb_kernel_call(device, sample_bundle(), SAMPLE_SCALE, NULL, arguments, 4, &error)
    FAILS(CALL(), CLB_ERROR_SIZE, &error, "argument 'x' of kernel 'scale' needs 80 bytes");
    arguments[0] = (clb_host_argument){NULL, 0};
    FAILS(CALL(), CLB_ERROR_ARGUMENT, &error, "argument 'x' of kernel 'scale' is NULL; pass host memory of 80 bytes");
    arguments[0] = (clb_host_argument){x, 0};
    OK(CALL(), &error);
#undef CALL
    int32_t out[16];
    const clb_host_argument required[] = {{out, 0}, {&n, 4}};
    FAILS(clb_kernel_call(device, sample_bundle(), SAMPLE_REQUIRED, &(clb_launch){.dimensions = 1, .global = {8}},
                          required, 2, &error),
          CLB_ERROR_SIZE, &error, "has no @arg extent and no size");
    assert_int_equal(error.status, 0);
}

static void memory_beyond_the_extent_is_left_alone(void **state)
{
    (void)state;
    clb_error error = {0};
    double x[10] = {1, 2, 3}, y[10];
    const double a = 1;
    const int32_t n = 3;
    for (int i = 0; i < 10; i++) y[i] = -1;
    const clb_host_argument arguments[] = {{x, sizeof x}, {&a, sizeof a}, {y, sizeof y}, {&n, sizeof n}};
    OK(clb_kernel_call(device, sample_bundle(), SAMPLE_SCALE, NULL, arguments, 4, &error), &error);
    assert_true(y[2] == 3 && y[3] == -1);
}

static void one_array_may_be_input_and_output_of_a_call(void **state)
{
    (void)state;
    clb_error error = {0};
    double x[4] = {1, 2, 3, 4};
    OK(call_scale(device, x, 2, x, 4, &error), &error);
    assert_true(x[0] == 2 && x[3] == 8);
}

static void parts_of_buffers_are_checked(void **state)
{
    (void)state;
    clb_error error = {0};
    double part[2] = {5, 6}, back[3] = {0};
    OK(clb_buffer_write(buffer, 16, part, sizeof part, &error), &error);
    OK(clb_buffer_read(buffer, 8, back, sizeof back, &error), &error);
    assert_true(back[0] == 0 && back[1] == 5 && back[2] == 6);
    FAILS(clb_buffer_write(buffer, 792, part, sizeof part, &error), CLB_ERROR_SIZE, &error, "beyond the buffer's 800");
    FAILS(clb_buffer_read(buffer, SIZE_MAX, part, 2, &error), CLB_ERROR_SIZE, &error, "beyond");
    FAILS(clb_buffer_read(buffer, 0, NULL, 2, &error), CLB_ERROR_ARGUMENT, &error, "`host` is NULL");
    FAILS(clb_buffer_create(device, 0, NULL, &buffer, &error), CLB_ERROR_SIZE, &error, "the size is 0");
    OK(clb_buffer_read(buffer, 800, NULL, 0, &error), &error);
    assert_int_equal(clb_buffer_size(buffer), 800);
    assert_non_null(clb_buffer_get_handle(buffer));
    assert_null(clb_buffer_get_handle(NULL));
}

static void events_of_other_devices_are_waited_for(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_device *other = open_fake();
    clb_buffer *there = NULL;
    clb_event *event = NULL;
    OK(clb_buffer_create(other, 80, NULL, &there, &error), &error);
    OK(launch_shift(other, there, 1, 10, NULL, &event, &error), &error);
    clb_event *waits[] = {NULL, event};
    OK(launch_shift(device, buffer, 1, 10, &(clb_launch){.wait = waits, .wait_count = 2}, NULL, &error), &error);
    assert_int_equal(fake()->calls("run"), 1);
    FAILS(launch_shift(device, buffer, 1, 10, &(clb_launch){.wait_count = 2}, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "`wait` does not hold");
    clb_event_release(&event);
    clb_buffer_release(&there);
    clb_device_close(&other);
}

static void times_need_a_device_with_profiling(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_event *event = NULL;
    uint64_t start = 7, end = 7;
    OK(launch_shift(device, buffer, 1, 10, NULL, &event, &error), &error);
    FAILS(clb_event_times(event, &start, &end, &error), CLB_ERROR_UNSUPPORTED, &error, ".profiling");
    assert_true(start == 7 && end == 7);
    clb_event_release(&event);
}

static void kernels_are_found_by_name_and_programs_read_back(void **state)
{
    (void)state;
    clb_error error = {0};
    char *source = NULL, name[8];
    size_t length = 0;
    assert_int_equal(clb_kernel_find(sample_bundle(), "grid"), SAMPLE_GRID);
    assert_int_equal(clb_kernel_find(sample_bundle(), "gri"), -1);
    assert_int_equal(clb_kernel_find(sample_bundle(), NULL), -1);
    OK(clb_program_source(sample_bundle(), SAMPLE_SHIFT, &source, &length, &error), &error);
    assert_int_equal(strlen(source), length);
    assert_true(length > 4000);
    assert_non_null(strstr(source, "#line 1 \"shared.cl\""));
    assert_non_null(strstr(source, "__kernel void shift("));
    free(source);
    FAILS(clb_program_source(sample_bundle(), 99, &source, NULL, &error), CLB_ERROR_ARGUMENT, &error, "no kernel 99");
    assert_int_equal(clb_text_copy(sample_bundle(), sample_bundle()->kernels[2].name, name, sizeof name), 9);
    assert_string_equal(name, "group_s");
}

static clb_bundle *refused;

/* Every way into the bundle answers, and none with success. */
static void check_refused(const char *what)
{
    clb_error error = {0};
    clb_device *opened = NULL;
    char *source = NULL;
    if (clb_device_open(&(clb_device_params){.bundle = refused, .environment = ""}, &opened, &error) != CLB_ERROR_ABI ||
        clb_program_source(refused, 0, &source, NULL, &error) != CLB_ERROR_ABI ||
        clb_kernel_launch(device, refused, 0, NULL, NULL, 0, NULL, &error) != CLB_ERROR_ABI)
        fail_msg("%s: accepted", what);
    (void)clb_kernel_find(refused, "scale");
    clb_error_clear(&error);
}

static void bundles_without_a_table_are_refused(void **state)
{
    (void)state;
    clb_bundle damaged = *sample_bundle();
    refused = &damaged;
#define WITHOUT(table)               \
    do {                             \
        damaged.table = NULL;        \
        check_refused("no " #table); \
        damaged = *sample_bundle();  \
    } while (0)
    WITHOUT(text);
    WITHOUT(segments);
    WITHOUT(program_segments);
    WITHOUT(programs);
    WITHOUT(kernels);
    WITHOUT(arguments);
    WITHOUT(code);
#undef WITHOUT
}

static void bundles_that_point_outside_their_tables_are_refused(void **state)
{
    (void)state;
    static const clb_span wild[] = {{UINT32_MAX, 1}, {0, UINT32_MAX}, {UINT32_MAX, UINT32_MAX}};
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
        sample_copy *copy = sample_clone();
        refused = &copy->bundle;
#define WITH(member, value)                          \
    do {                                             \
        const __typeof__(member) before_ = (member); \
        (member) = (value);                          \
        check_refused(#member " = " #value);         \
        (member) = before_;                          \
    } while (0)
        WITH(copy->kernels[0].name, wild[i]);
        WITH(copy->arguments[3].name, wild[i]);
        WITH(copy->arguments[3].type, wild[i]);
        WITH(copy->programs[1].options, wild[i]);
        WITH(copy->kernels[1].program, UINT32_MAX);
        WITH(copy->kernels[1].first_argument, UINT32_MAX);
        WITH(copy->kernels[1].argument_count, UINT32_MAX);
        WITH(copy->kernels[1].range_dimensions, 4);
        WITH(copy->kernels[1].range_dimensions, 2);
        WITH(copy->kernels[1].range[0], UINT32_MAX);
        WITH(copy->kernels[2].local[0], copy->bundle.code_count);
        WITH(copy->kernels[1].gpu_range[0], copy->bundle.code_count);
        WITH(copy->kernels[1].local_count, 1);
        WITH(copy->kernels[1].first_local, 1);
        WITH(copy->kernels[1].variant_count, 1);
        WITH(copy->kernels[1].first_variant, UINT32_MAX);
        WITH(copy->bundle.local_count, 1);
        WITH(copy->bundle.variant_count, 1);
        static clb_local_data local = {CLB_CLASS_GPU, {1, 0, 0}};
        static clb_variant_data variant = {SAMPLE_SHIFT, CLB_CLASS_GPU, 0};
        copy->bundle.locals = &local;
        copy->bundle.local_count = 1;
        WITH(local.size[0], 0);
        WITH(local.size[2], copy->bundle.code_count);
        copy->bundle.variants = &variant;
        copy->bundle.variant_count = 1;
        copy->kernels[SAMPLE_SHIFT].variant_count = 1;
        WITH(variant.kernel, SAMPLE_KERNELS);
        WITH(variant.kernel, SAMPLE_SCALE); /* it has other parameters */
        WITH(variant.condition, copy->bundle.code_count);
        WITH(copy->arguments[0].extent, copy->bundle.code_count);
        WITH(copy->arguments[0].kind, CLB_ARGUMENT_PIPE + 1);
        WITH(copy->arguments[0].access, 4);
        WITH(copy->arguments[0].size, 0);
        WITH(copy->arguments[3].number, 9);
        WITH(copy->arguments[3].size, 8);
        WITH(copy->programs[1].first_segment, UINT32_MAX);
        WITH(copy->programs[1].segment_count, UINT32_MAX);
#undef WITH
        sample_free(copy);
    }
}

static void pipes_are_made_by_the_driver_that_has_them(void **state)
{
    const fake_setup with_pipes = {
        .platform_count = 1,
        .platforms = {{"Fake platform", 1, {{.name = "New", .type = 4, .units = 1, .pipes = true}}}}};
    clb_error error = {0};
    clb_pipe *pipe = NULL;
    clb_device *other = NULL;
    (void)state;
    FAILS(clb_pipe_create(device, 8, 16, &pipe, &error), CLB_ERROR_UNSUPPORTED, &error, "has no pipes");
    assert_int_equal(fake()->calls("clCreatePipe"), 0);
    clb_buffer_release(&buffer);
    clb_device_close(&device);
    fake()->reset(&with_pipes);
    OK(clb_device_open(&(clb_device_params){.bundle = sample_bundle(), .filter = "opencl", .environment = ""}, &other,
                       &error),
       &error);
    const long live = fake()->live();
    OK(clb_pipe_create(other, 8, 16, &pipe, &error), &error);
    assert_int_equal(fake()->live(), live + 1);
    assert_non_null(clb_pipe_get_handle(pipe));
    assert_int_equal(clb_pipe_get_packet_size(pipe), 8);
    assert_int_equal(clb_pipe_get_max_packets(pipe), 16);
    clb_pipe_release(&pipe);
    assert_int_equal(fake()->live(), live);
    FAILS(clb_pipe_create(other, 1025, 16, &pipe, &error), CLB_ERROR_SIZE, &error,
          "no pipes of 16 packets of 1025 bytes");
    fake()->fail_call("clCreatePipe", fake()->calls("clCreatePipe") + 1, -4);
    FAILS(clb_pipe_create(other, 8, 16, &pipe, &error), CLB_ERROR_DEVICE_MEMORY, &error, "clCreatePipe");
    assert_null(pipe);
    clb_device_close(&other);
}

static void text_that_is_not_there_is_copied_as_nothing(void **state)
{
    (void)state;
    char text[4] = "abc";
    assert_int_equal(clb_text_copy(NULL, (clb_span){0, 5}, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(clb_text_copy(sample_bundle(), (clb_span){UINT32_MAX, 7}, text, sizeof text), 0);
    assert_int_equal(clb_text_copy(sample_bundle(), (clb_span){0, UINT32_MAX}, NULL, 0), 0);
    assert_int_equal(clb_text_copy(sample_bundle(), (clb_span){0, 5}, NULL, 10), 5);
    clb_bundle damaged = *sample_bundle();
    damaged.text = NULL;
    assert_int_equal(clb_text_copy(&damaged, (clb_span){0, 5}, text, sizeof text), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(buffers_too_small_for_the_extent_are_refused),
        TEST(extents_that_overflow_are_refused),
        TEST(empty_range_succeeds_and_launches_nothing),
        TEST(negative_range_is_refused),
        TEST(wrong_arguments_are_refused_by_name),
        TEST(bundles_of_another_layout_are_refused),
        TEST(ranges_that_the_local_size_does_not_divide_are_cut_where_kernels_cannot_see_it),
        TEST(drivers_of_opencl_2_take_local_sizes_that_do_not_divide),
        TEST(ranges_that_would_not_end_are_refused),
        TEST(local_sizes_must_fit_range_device_and_kernel),
        TEST(kernels_have_limits_of_their_own),
        TEST(local_memory_must_fit_the_device),
        TEST(local_memory_of_a_launch_has_the_extent_that_the_kernel_states),
        TEST(ranges_without_a_good_divisor_are_launched_as_bulk_and_rest),
        TEST(a_gpu_has_its_own_range_and_build_option),
        TEST(offsets_that_a_driver_wraps_are_refused),
        TEST(the_first_variant_that_fits_runs_in_place_of_the_kernel),
        TEST(variants_that_the_device_cannot_run_are_passed_over),
        TEST(preparing_a_kernel_builds_its_variants_too),
        TEST(a_variant_whose_needs_the_device_lacks_is_passed_over),
        TEST(unchanged_arguments_are_not_set_again),
        TEST(buffer_at_a_released_buffers_address_is_set_again),
        TEST(argument_that_could_not_be_set_is_set_again),
        TEST(released_buffer_lives_until_its_launch_has_run),
        TEST(calls_reuse_their_staging_memory),
        TEST(staging_memory_kept_is_bounded),
        TEST(calls_check_what_they_are_given),
        TEST(memory_beyond_the_extent_is_left_alone),
        TEST(one_array_may_be_input_and_output_of_a_call),
        TEST(parts_of_buffers_are_checked),
        TEST(events_of_other_devices_are_waited_for),
        TEST(times_need_a_device_with_profiling),
        TEST(bundles_without_a_table_are_refused),
        TEST(bundles_that_point_outside_their_tables_are_refused),
        TEST(pipes_are_made_by_the_driver_that_has_them),
        TEST(text_that_is_not_there_is_copied_as_nothing),
        TEST(kernels_are_found_by_name_and_programs_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
