/* Groups of fake devices: what each is given, and what becomes of a call whose devices fail.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include "clbundle/group.h"
#include "group/speed.h"

#include <pthread.h>

enum { N = 100003, GPUS = 3, NOT_AVAILABLE = -2 };

static sample_copy *copy;
static clb_group *group;
static double *x, *y;
static uint32_t shapes[8];

/* The sample's scale and shift with a @split. */
static void split_kernel(uint32_t kernel, uint32_t n, bool relative)
{
    clb_kernel_data *k = &copy->kernels[kernel];
    k->split = n + 1;
    k->flags = relative ? k->flags | CLB_KERNEL_RELATIVE : k->flags & ~CLB_KERNEL_RELATIVE;
    for (uint32_t i = 0; i < k->argument_count; i++) {
        clb_argument_data *a = &copy->arguments[k->first_argument + i];
        if (a->kind != CLB_ARGUMENT_GLOBAL) continue;
        a->shape = copy->bundle.shape_count;
        a->split = 1;
        shapes[copy->bundle.shape_count++] = 1;
        shapes[copy->bundle.shape_count++] = a->extent;
    }
}

static void make_bundle(bool relative)
{
    if (copy) sample_free(copy);
    copy = sample_clone();
    copy->bundle.shapes = shapes;
    copy->bundle.shape_count = 1;
    split_kernel(SAMPLE_SCALE, 3, relative);
    split_kernel(SAMPLE_SHIFT, 2, relative);
}

static void open_gpus(void)
{
    const fake_setup setup = {.platform_count = 1,
                              .platforms = {{"Fake",
                                             GPUS,
                                             {{.name = "One", .type = 4, .units = 4},
                                              {.name = "Two", .type = 4, .units = 4},
                                              {.name = "Three", .type = 4, .units = 4}}}}};
    const clb_device_params members[GPUS] = {{.struct_size = sizeof(clb_device_params), .filter = "One"},
                                             {.struct_size = sizeof(clb_device_params), .filter = "Two"},
                                             {.struct_size = sizeof(clb_device_params), .filter = "Three"}};
    clb_error error = {0};
    fake()->reset(&setup);
    OK(clb_group_open(&(clb_group_params){.members = members, .member_count = GPUS}, &group, &error), &error);
}

static int start(void **state)
{
    (void)start_fake(state);
    make_bundle(false);
    x = malloc(N * sizeof *x);
    y = malloc(N * sizeof *y);
    for (int i = 0; i < N; i++) x[i] = i;
    open_gpus();
    return 0;
}

static int end(void **state)
{
    clb_group_close(&group);
    sample_free(copy);
    copy = NULL;
    free(x);
    free(y);
    return end_fake(state);
}

static clb_status scale(clb_group_share *shares, clb_error *error)
{
    const double a = 3;
    const int32_t n = N;
    const clb_host_argument list[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    memset(y, 0, N * sizeof *y);
    return clb_group_call(group, &copy->bundle, SAMPLE_SCALE, NULL, list, 4, shares, error);
}

static clb_status shift(clb_group_share *shares, clb_error *error)
{
    const int64_t by = 1000000;
    const int32_t n = N;
    const clb_host_argument list[] = {{y, 0}, {&by, sizeof by}, {&n, sizeof n}};
    for (int i = 0; i < N; i++) y[i] = i;
    return clb_group_call(group, &copy->bundle, SAMPLE_SHIFT, NULL, list, 3, shares, error);
}

static void expect_scaled(void)
{
    for (int i = 0; i < N; i++)
        if (y[i] != 3.0 * i) fail_msg("element %d is %g", i, y[i]);
}

/* Added once to each, however often a part was done. */
static void expect_shifted(void)
{
    for (int i = 0; i < N; i++)
        if (y[i] != 1000000.0 + i) fail_msg("element %d is %g", i, y[i]);
}

static unsigned lost_members(void)
{
    unsigned lost = 0;
    for (size_t m = 0; m < clb_group_size(group); m++) {
        clb_group_member member;
        clb_error error = {0};
        OK(clb_group_get_member(group, m, &member, &error), &error);
        assert_non_null(member.device);
        assert_int_equal(member.lost, member.error.status == CLB_ERROR_DEVICE);
        lost += member.lost;
    }
    return lost;
}

static void parts_have_the_ids_of_the_whole(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_group_share shares[GPUS];
    for (int again = 0; again < 3; again++) {
        OK(scale(shares, &error), &error);
        expect_scaled();
        uint64_t units = 0;
        for (int m = 0; m < GPUS; m++) units += shares[m].units;
        assert_int_equal(units, N);
        OK(shift(NULL, &error), &error);
        expect_shifted();
    }
    /* Somewhere behind the first part. */
    bool has_offset = false;
    for (unsigned i = 0; i < 64; i++) has_offset = has_offset || fake()->launch(i).offset[0] > 0;
    assert_true(has_offset);
}

static void relative_kernels_get_pieces_alone(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_group_close(&group);
    make_bundle(true);
    open_gpus();
    for (int again = 0; again < 3; again++) {
        OK(scale(NULL, &error), &error);
        expect_scaled();
        OK(shift(NULL, &error), &error);
        expect_shifted();
    }
    const unsigned launches = fake()->calls("clEnqueueNDRangeKernel");
    assert_true(launches > 6);
    /* What has an offset is the rest of a part that does not divide into good groups. */
    for (unsigned i = 0; i < 64 && i < launches; i++)
        assert_true(fake()->launch(i).offset[0] == 0 || fake()->launch(i).global[0] < 256);
}

static void a_lost_device_leaves_its_part_to_the_others(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_group_share shares[GPUS];
    fake()->fail_call("clEnqueueNDRangeKernel", 4, NOT_AVAILABLE);
    OK(scale(shares, &error), &error);
    expect_scaled();
    assert_int_equal(lost_members(), 1);
    int out = 0;
    for (int m = 0; m < GPUS; m++) out += shares[m].status == CLB_ERROR_DEVICE;
    assert_int_equal(out, 1);
    clb_group_member member;
    for (size_t m = 0; m < GPUS; m++) {
        OK(clb_group_get_member(group, m, &member, &error), &error);
        if (member.lost) assert_string_equal(member.error.code_name, "CL_DEVICE_NOT_AVAILABLE");
    }
    OK(shift(shares, &error), &error);
    expect_shifted();
    fake()->fail_call("run", fake()->calls("run") + 1, NOT_AVAILABLE);
    OK(shift(NULL, &error), &error);
    expect_shifted();
    assert_int_equal(lost_members(), 2);
    fake()->fail_call("clEnqueueNDRangeKernel", fake()->calls("clEnqueueNDRangeKernel") + 1, NOT_AVAILABLE);
    FAILS(scale(NULL, &error), CLB_ERROR_DEVICE, &error, "CL_DEVICE_NOT_AVAILABLE");
    FAILS(scale(NULL, &error), CLB_ERROR_NO_DEVICE, &error, "all devices of the group were lost");
}

/* Each call of OpenCL fails once, early and late in a call: two devices are left, and nothing is done twice. */
static void every_failure_of_one_device_is_made_good(void **state)
{
    (void)state;
    static const char *const functions[] = {"clCreateBuffer",
                                            "clEnqueueWriteBuffer",
                                            "clEnqueueReadBuffer",
                                            "clSetKernelArg",
                                            "clEnqueueNDRangeKernel",
                                            "clFinish",
                                            "clCreateKernel",
                                            "clBuildProgram",
                                            "run",
                                            "clWaitForEvents",
                                            "clFlush"};
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (unsigned n = 1; n < 30; n = n < 4 ? n + 1 : n * 2) {
            clb_error error = {0};
            clb_group_close(&group);
            open_gpus();
            fake()->fail_call(functions[f], n, NOT_AVAILABLE);
            const clb_status status = n % 2 ? shift(NULL, &error) : scale(NULL, &error);
            if (status != CLB_OK) fail_msg("%s, call %u: %s", functions[f], n, error.message);
            if (n % 2) expect_shifted();
            else expect_scaled();
            assert_true(lost_members() <= 1);
        }
}

static void a_device_without_memory_leaves_the_call_but_is_not_lost(void **state)
{
    (void)state;
    clb_error error = {0};
    fake()->fail_call("clCreateBuffer", 1, -4);
    OK(scale(NULL, &error), &error); /* the second try has the memory that staging gave back, or others do it */
    expect_scaled();
    assert_int_equal(lost_members(), 0);
    fake()->fail_call("clBuildProgram", fake()->calls("clBuildProgram") + 1, -11);
    OK(shift(NULL, &error), &error);
    expect_shifted();
    assert_int_equal(lost_members(), 0);
}

static void a_failure_of_all_is_told(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_group_share untouched[GPUS] = {{.units = 77}};
    int32_t out = 0;
    const clb_host_argument list[] = {{&out, 0}};
    FAILS(clb_group_call(group, &copy->bundle, SAMPLE_BROKEN, NULL, list, 1, untouched, &error), CLB_ERROR_BUILD,
          &error, "broken");
    assert_int_equal(untouched[0].units, 77);
    assert_int_equal(lost_members(), 0);
    OK(scale(NULL, &error), &error);
    expect_scaled();
}

static void groups_open_whole_or_not_at_all(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_group *other = NULL;
    const clb_device_params members[] = {{.struct_size = sizeof(clb_device_params), .filter = "One"},
                                         {.struct_size = sizeof(clb_device_params), .filter = "Nobody"}};
    FAILS(clb_group_open(&(clb_group_params){.members = members, .member_count = 2}, &other, &error),
          CLB_ERROR_NO_DEVICE, &error, "");
    assert_null(other);
    /* Every GPU twice; there is no native code. */
    OK(clb_group_open(NULL, &other, &error), &error);
    assert_int_equal(clb_group_size(other), 2 * GPUS);
    clb_group_member member;
    for (size_t m = 0; m < 2 * GPUS; m++) {
        OK(clb_group_get_member(other, m, &member, &error), &error);
        assert_int_equal(clb_device_get_info(member.device)->type, CLB_DEVICE_GPU);
    }
    clb_group_close(&other);
    assert_null(other);
    clb_group_close(&other);
    clb_group_close(NULL);
    const clb_group_params named = {.device = &(clb_device_params){.filter = "Two"}};
    OK(clb_group_open(&named, &other, &error), &error);
    assert_int_equal(clb_group_size(other), 1);
    clb_group_close(&other);
    assert_int_equal(clb_group_size(NULL), 0);
}

typedef struct caller {
    pthread_t thread;
    double *out;
    clb_status status;
} caller;

static void *call_often(void *argument)
{
    caller *c = argument;
    const double a = 3;
    const int32_t n = N;
    const clb_host_argument list[] = {{x, 0}, {&a, sizeof a}, {c->out, 0}, {&n, sizeof n}};
    for (int i = 0; i < 3 && c->status == CLB_OK; i++)
        c->status = clb_group_call(group, &copy->bundle, SAMPLE_SCALE, NULL, list, 4, NULL, NULL);
    return NULL;
}

static void calls_from_several_threads_run_one_after_the_other(void **state)
{
    (void)state;
    caller callers[3];
    for (int c = 0; c < 3; c++) {
        callers[c] = (caller){.out = calloc(N, sizeof *x)};
        assert_int_equal(pthread_create(&callers[c].thread, NULL, call_often, &callers[c]), 0);
    }
    for (int c = 0; c < 3; c++) {
        (void)pthread_join(callers[c].thread, NULL);
        assert_int_equal(callers[c].status, CLB_OK);
        for (int i = 0; i < N; i++) assert_true(callers[c].out[i] == 3.0 * i);
        free(callers[c].out);
    }
}

/* A call of three members, of which each does 100 units a second, or less where the third one takes part: by `loss`. */
static unsigned learn(clbi_speeds *s, uint64_t units, double loss, unsigned calls)
{
    unsigned without = 0;
    for (unsigned i = 0; i < calls; i++) {
        double all = 0;
        clbi_speeds_begin(s, units);
        const bool hindered = !clbi_speeds_leave_out(s, 2);
        const double speed = hindered ? 100 * (1 - loss) : 100;
        for (size_t m = 0; m < 3; m++) all += clbi_speeds_leave_out(s, m) ? 0 : speed;
        for (size_t m = 0; m < 3; m++)
            if (!clbi_speeds_leave_out(s, m))
                clbi_speeds_note(s, m, (uint64_t)((double)units * speed / all), (double)units / all);
        clbi_speeds_end(s, units, (double)units / all);
        without += !hindered;
        assert_true(all > 0);
    }
    return without;
}

static void members_that_do_not_help_are_left_out(void **state)
{
    (void)state;
    clbi_speeds *list = NULL;
    clbi_speeds *s = clbi_speeds_find(&list, &copy->bundle, 1, 3, true);
    assert_non_null(s);
    assert_true(clbi_speeds_find(&list, &copy->bundle, 1, 3, false) == s);
    assert_null(clbi_speeds_find(&list, &copy->bundle, 2, 3, false));
    assert_true(clbi_speeds_portion(s, 0) == 0.6);
    assert_true(learn(s, 3000000, 0.1, 200) < 20); /* 270 units a second with it, and 200 without */
    for (size_t m = 0; m < 3; m++) assert_true(!s->of[m].out && clbi_speeds_portion(s, m) > 0.9);
    /* Now it hinders: 150 units a second with it. Trials have become rare. */
    (void)learn(s, 3000000, 0.5, 200);
    assert_true(s->of[2].out && !s->of[0].out && !s->of[1].out);
    assert_true(learn(s, 3000000, 0.5, 100) >= 70);
    /* What calls of another size show does not count, until there are no others. */
    assert_true(learn(s, 30, 0.1, 5) == 5 && s->of[2].out);
    /* It helps again; and it is taken again where others have failed. */
    (void)learn(s, 3000000, 0.1, 100);
    assert_true(!s->of[2].out);
    (void)learn(s, 3000000, 0.9, 200);
    assert_true(s->of[2].out);
    clbi_speeds_take_all(s);
    assert_true(learn(s, 3000000, 0.9, 1) == 0);
    clbi_speeds_free(&list);
    assert_null(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(parts_have_the_ids_of_the_whole, start, end),
        cmocka_unit_test_setup_teardown(relative_kernels_get_pieces_alone, start, end),
        cmocka_unit_test_setup_teardown(a_lost_device_leaves_its_part_to_the_others, start, end),
        cmocka_unit_test_setup_teardown(every_failure_of_one_device_is_made_good, start, end),
        cmocka_unit_test_setup_teardown(a_device_without_memory_leaves_the_call_but_is_not_lost, start, end),
        cmocka_unit_test_setup_teardown(a_failure_of_all_is_told, start, end),
        cmocka_unit_test_setup_teardown(groups_open_whole_or_not_at_all, start, end),
        cmocka_unit_test_setup_teardown(calls_from_several_threads_run_one_after_the_other, start, end),
        cmocka_unit_test_setup_teardown(members_that_do_not_help_are_left_out, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
