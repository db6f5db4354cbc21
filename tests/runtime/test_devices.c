/* The choice of a device, the devices that are rejected with their reasons, and machines without any device.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "core/backend.h"
#include "support.h"

enum { CPU = 2, GPU = 4, ACCELERATOR = 8 };

static const fake_setup many = {
    .platform_count = 3,
    .platforms =
        {
            {"First",
             3,
             {{.name = "Plain CPU", .type = CPU, .units = 64},
              {.name = "Small GPU", .type = GPU, .units = 8},
              {.name = "Old GPU", .type = GPU, .units = 99, .no_fp64 = true}}},
            {"Empty", 0, {{0}}},
            {"Third",
             3,
             {{.name = "Large GPU", .type = GPU, .units = 16, .memory = UINT64_C(1) << 34},
              {.name = "Card", .type = ACCELERATOR, .units = 500},
              {.name = "Twin GPU", .type = GPU, .units = 16}}},
        },
};

static clb_device_info *list;
static size_t count;

static void get_list(const clb_device_params *params)
{
    clb_error error = {0};
    clb_device_list_free(&list);
    OK(clb_device_list(params, &list, &count, &error), &error);
}

static int end_list(void **state)
{
    clb_device_list_free(&list);
    return end_fake(state);
}

static const char *opened_name(const clb_device_params *params)
{
    static char name[1024];
    clb_error error = {0};
    clb_device *device = NULL;
    const clb_status status = clb_device_open(params, &device, &error);
    (void)snprintf(name, sizeof name, "%s", status == CLB_OK ? clb_device_get_info(device)->name : error.message);
    clb_device_close(&device);
    clb_error_clear(&error);
    return name;
}

static void list_is_ordered_by_kind_and_size_then_platform(void **state)
{
    (void)state;
    static const char *const order[] = {"Old GPU", "Large GPU", "Twin GPU", "Small GPU", "Card", "Plain CPU"};
    fake()->reset(&many);
    get_list(&(clb_device_params){.environment = ""});
    assert_int_equal(count, 6);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(list[i].name, order[i]);
        assert_false(list[i].rejected);
        assert_string_equal(list[i].reason, "");
        assert_string_equal(list[i].back_end, "opencl");
        assert_string_equal(list[i].vendor, "Fake vendor"); /* without the driver's blanks */
    }
    assert_int_equal(list[1].memory_size, UINT64_C(1) << 34);
    assert_int_equal(list[1].type, CLB_DEVICE_GPU);
    assert_int_equal(list[1].features, CLB_NEEDS_FP64);
    assert_int_equal(list[1].work_group_size, 1024);
    assert_string_equal(list[1].platform, "Third");
}

static void devices_that_lack_what_is_needed_come_last_with_the_reason(void **state)
{
    (void)state;
    fake()->reset(&many);
    get_list(&(clb_device_params){.environment = "", .bundle = sample_bundle(), .memory_size = UINT64_C(1) << 33});
    assert_string_equal(list[0].name, "Large GPU");
    assert_string_equal(list[1].name, "Old GPU");
    assert_string_equal(list[1].reason, "it lacks fp64");
    assert_string_equal(list[2].name, "Twin GPU");
    assert_non_null(strstr(list[2].reason, "it has 1073741824 bytes of memory, fewer than the 8589934592"));
    for (size_t i = 1; i < count; i++) assert_true(list[i].rejected);
    assert_string_equal(opened_name(&(clb_device_params){.environment = "", .needs = CLB_NEEDS_FP64}), "Large GPU");
    assert_string_equal(opened_name(&(clb_device_params){.environment = ""}), "Old GPU");
}

static void filter_words_must_all_occur(void **state)
{
    (void)state;
    fake()->reset(&many);
    static const char *const cases[][2] = {
        {"cpu", "Plain CPU"},
        {"TWIN", "Twin GPU"},
        {"third gpu", "Large GPU"},
        {"opencl, first,gpu", "Old GPU"},
        {"accelerator", "Card"},
        {"#0", "Old GPU"},
        {"#4", "Card"},
        {"#3 gpu", "Small GPU"},
        {"", "Old GPU"},
        {"  ", "Old GPU"},
        {"vendor", "Old GPU"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(opened_name(&(clb_device_params){.environment = "", .filter = cases[i][0]}), cases[i][1]);
    static const char *const none[] = {"#9", "#", "#1x", "gpu cpu", "nonesuch", "#99999999999999999999999"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_non_null(strstr(opened_name(&(clb_device_params){.environment = "", .filter = none[i]}),
                               "it does not match the filter"));
}

static void environment_variable_replaces_the_filter(void **state)
{
    (void)state;
    fake()->reset(&many);
    assert_int_equal(setenv("CLBUNDLE_DEVICE", "twin", 1), 0);
    assert_int_equal(setenv("SAMPLE_DEVICE", "card", 1), 0);
    assert_string_equal(opened_name(&(clb_device_params){.filter = "cpu"}), "Twin GPU");
    assert_string_equal(opened_name(&(clb_device_params){.filter = "cpu", .environment = "SAMPLE_DEVICE"}), "Card");
    assert_string_equal(opened_name(&(clb_device_params){.filter = "cpu", .environment = ""}), "Plain CPU");
    assert_string_equal(opened_name(NULL), "Twin GPU");
    assert_int_equal(unsetenv("CLBUNDLE_DEVICE"), 0);
    assert_string_equal(opened_name(NULL), "Old GPU");
}

static void machine_without_platform_or_device_is_a_normal_one(void **state)
{
    (void)state;
    static const fake_setup setups[] = {
        {.platform_code = -1001},
        {.platform_code = -30},
        {.platform_count = 0},
        {.platform_count = 1, .platforms = {{"Empty", 0, {{0}}}}},
    };
    static const char *const texts[] = {"clGetPlatformIDs returned CL_PLATFORM_NOT_FOUND_KHR (-1001)",
                                        "clGetPlatformIDs returned CL_INVALID_VALUE (-30)", "found no platform",
                                        "offer no device"};
    for (size_t i = 0; i < 4; i++) {
        clb_error error = {0};
        clb_device *device = NULL;
        fake()->reset(&setups[i]);
        get_list(NULL);
        assert_int_equal(count, 0);
        assert_non_null(list);
        FAILS(clb_device_open(NULL, &device, &error), CLB_ERROR_NO_DEVICE, &error, texts[i]);
        assert_null(device);
    }
}

static void platform_that_fails_does_not_hide_the_others(void **state)
{
    (void)state;
    fake()->reset(&many);
    fake()->fail_call("clGetDeviceIDs", 1, -5);
    get_list(&(clb_device_params){.environment = ""});
    assert_int_equal(count, 3);
    assert_string_equal(list[0].name, "Large GPU");
}

static void device_that_cannot_be_used_is_listed_with_the_reason(void **state)
{
    (void)state;
    static const fake_setup setup = {
        .platform_count = 1,
        .platforms = {{"Only",
                       2,
                       {{.name = "Gone GPU", .type = GPU, .unavailable = true},
                        {.name = "Bare GPU", .type = GPU, .no_compiler = true}}}},
    };
    clb_error error = {0};
    clb_device *device = NULL;
    fake()->reset(&setup);
    get_list(NULL);
    assert_int_equal(count, 2);
    assert_non_null(strstr(list[0].reason, "not available"));
    assert_non_null(strstr(list[1].reason, "no compiler"));
    FAILS(clb_device_open(NULL, &device, &error), CLB_ERROR_NO_DEVICE, &error,
          "Gone GPU (opencl, Only): its driver says that it is not available; Bare GPU");
}

static clb_bundle with_native(void)
{
    static const clb_native_kernel none[SAMPLE_KERNELS] = {{.reason = "it is only a test"}};
    clb_bundle bundle = *sample_bundle();
    bundle.native = none;
    return bundle;
}

static void native_devices_are_opened_without_touching_a_driver(void **state)
{
    (void)state;
    const clb_bundle bundle = with_native();
    const clb_device_params cases[] = {
        {.bundle = &bundle, .environment = "", .filter = "native"},
        {.bundle = &bundle, .environment = "", .filter = "CPU, Native"},
        {.bundle = &bundle, .environment = "", .back_ends = CLB_BACK_END_NATIVE},
        {.bundle = &bundle, .environment = "SAMPLE_DEVICE", .filter = "gpu"},
    };
    fake()->reset(&many);
    assert_int_equal(setenv("SAMPLE_DEVICE", "native", 1), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(opened_name(&cases[i]), "processor");
        get_list(&cases[i]);
        assert_int_equal(count, 1);
        assert_string_equal(list[0].back_end, "native");
    }
    assert_int_equal(unsetenv("SAMPLE_DEVICE"), 0);
    /* Neither where there is no native code. */
    assert_non_null(
        strstr(opened_name(&(clb_device_params){.environment = "", .filter = "native"}), "OpenCL was not asked for"));
    assert_non_null(strstr(opened_name(&(clb_device_params){
                               .bundle = sample_bundle(), .environment = "", .back_ends = CLB_BACK_END_NATIVE}),
                           "has no native code"));
    assert_int_equal(fake()->calls("clGetPlatformIDs"), 0);
}

static void back_ends_are_left_out_on_request(void **state)
{
    (void)state;
    const clb_bundle bundle = with_native();
    clb_error error = {0};
    fake()->reset(&many);
    get_list(&(clb_device_params){.bundle = &bundle, .environment = ""});
    assert_int_equal(count, 7);
    get_list(&(clb_device_params){.bundle = &bundle, .environment = "", .back_ends = CLB_BACK_END_OPENCL});
    assert_int_equal(count, 6);
    for (size_t i = 0; i < count; i++) assert_string_equal(list[i].back_end, "opencl");
    FAILS(clb_device_list(&(clb_device_params){.back_ends = 4}, &list, &count, &error), CLB_ERROR_ARGUMENT, &error,
          ".back_ends is 0x4");
}

static void numbers_count_all_devices_whatever_the_other_words_say(void **state)
{
    (void)state;
    const clb_bundle bundle = with_native();
    size_t native = 0;
    fake()->reset(&many);
    get_list(&(clb_device_params){.bundle = &bundle, .environment = ""});
    while (native < count && strcmp(list[native].back_end, "native") != 0) native++;
    assert_true(native > 0 && native < count);
    char filter[32];
    (void)snprintf(filter, sizeof filter, "#%zu native", native);
    assert_string_equal(opened_name(&(clb_device_params){.bundle = &bundle, .environment = "", .filter = filter}),
                        "processor");
    assert_non_null(
        strstr(opened_name(&(clb_device_params){.bundle = &bundle, .environment = "", .filter = "#0 native"}),
               "it does not match the filter"));
}

static void drivers_start_only_where_one_may_have_more_than_processors(void **state)
{
    (void)state;
    const clb_bundle bundle = with_native();
    const clb_device_params params = {.bundle = &bundle, .environment = ""};
    fake()->reset(NULL);
    const bool asked = clbi_opencl_backend.may_accelerate();
    assert_string_equal(opened_name(&params), asked ? "Fake GPU" : "processor");
    assert_int_equal(fake()->calls("clGetPlatformIDs") > 0, asked);
    /* With drivers elsewhere, what is installed here says nothing. */
    assert_int_equal(setenv("OCL_ICD_VENDORS", "/nonexistent", 1), 0);
    assert_true(clbi_opencl_backend.may_accelerate());
    assert_string_equal(opened_name(&params), "Fake GPU");
    assert_int_equal(unsetenv("OCL_ICD_VENDORS"), 0);
    /* Native code that does not fit is no reason to leave them out. */
    const clb_device_params large = {.bundle = &bundle, .environment = "", .memory_size = UINT64_MAX};
    fake()->reset(NULL);
    assert_non_null(strstr(opened_name(&large), "Fake GPU (opencl, Fake platform): "));
}

static void short_names_match_platforms_by_the_names_they_have(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"pocl", "Portable Computing Language"},
        {"POCL", "Portable Computing Language"},
        {"nvidia", "NVIDIA CUDA"},
        {"amd", "AMD Accelerated Parallel Processing"},
        {"amd", "Advanced Micro Devices, Inc."},
        {"intel", "Intel(R) OpenCL Graphics"},
        {"mesa", "Clover"},
        {"mesa", "rusticl"},
        {"apple", "Apple"},
        {"mali", "ARM Platform"},
        {"adreno", "QUALCOMM Snapdragon(TM)"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const fake_setup setup = {.platform_count = 2,
                                  .platforms = {{"Other", 1, {{.name = "big", .type = GPU, .units = 9}}},
                                                {names[i][1], 1, {{.name = "wanted", .type = CPU, .units = 1}}}}};
        fake()->reset(&setup);
        if (strcmp(opened_name(&(clb_device_params){.environment = "", .filter = names[i][0]}), "wanted") != 0)
            fail_msg("%s does not find %s", names[i][0], names[i][1]);
    }
}

static void driver_that_dies_or_hangs_takes_only_a_child_with_it(void **state)
{
    (void)state;
    static const struct {
        fake_trouble trouble;
        const char *text;
    } cases[] = {
        {FAKE_ABORTS, "has died, so they were skipped (Not enough memory to run on this device.)"},
        {FAKE_CRASHES, "has died, so they were skipped ("},
        {FAKE_HANGS, "did not answer within 300 ms"},
    };
    const clb_bundle bundle = with_native();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const fake_setup setup = {.trouble = cases[i].trouble};
        clb_error error = {0};
        clb_device *device = NULL;
        fake()->reset(&setup);
        const clb_device_params params = {.environment = "", .probe_ms = cases[i].trouble == FAKE_HANGS ? 300 : 20000};
        FAILS(clb_device_open(&params, &device, &error), CLB_ERROR_NO_DEVICE, &error, cases[i].text);
        clb_device_params native = params;
        native.bundle = &bundle;
        get_list(&native);
        assert_int_equal(count, 1);
        assert_string_equal(opened_name(&native), "processor");
        assert_int_equal(fake()->calls("clGetPlatformIDs"), 0); /* not in this process */
    }
    fake()->reset(NULL);
    assert_string_equal(opened_name(&(clb_device_params){.environment = "", .probe_ms = 20000}), "Fake GPU");
}

/* ---- Known drivers ---- */

static size_t count_known(const clb_device_info *info, const char *word)
{
    size_t found = 0;
    const clb_known *known;
    for (size_t i = 0; (known = clb_device_known(info, i)) != NULL; i++)
        if (strcmp(known->driver, word) == 0 || strstr(known->note, word)) found++;
    return found;
}

static void what_is_known_of_a_driver_is_told_by_its_platform(void **state)
{
    (void)state;
    static const struct {
        const char *platform, *driver;
        clb_device_type type;
        const char *expected;
    } cases[] = {
        {"NVIDIA CUDA", "535.1", CLB_DEVICE_GPU, "NVIDIA"},
        {"AMD Accelerated Parallel Processing", "3513.0 (HSA1.1,LC)", CLB_DEVICE_GPU, "AMD"},
        {"Intel(R) OpenCL Graphics", "24.1", CLB_DEVICE_GPU, "Intel NEO"},
        {"Intel(R) OpenCL", "2024.1", CLB_DEVICE_CPU, "Intel CPU"},
        {"rusticl", "25.0", CLB_DEVICE_GPU, "Mesa rusticl"},
        {"Apple", "1.2", CLB_DEVICE_CPU, "Apple"},
        {"Apple", "1.2", CLB_DEVICE_GPU, "Apple"},
        {"QUALCOMM Snapdragon(TM)", "OpenCL 3.0", CLB_DEVICE_GPU, "Adreno"},
        {"ARM Platform", "3.0", CLB_DEVICE_GPU, "Mali"},
        {"Portable Computing Language", "3.1+debian", CLB_DEVICE_CPU, "PoCL"},
        {"Oclgrind", "21.10", CLB_DEVICE_GPU, "Oclgrind"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        clb_device_info info = {
            .back_end = "opencl", .type = cases[i].type, .name = "Intel(R) Xeon(R), of NVIDIA and AMD"};
        size_t all = 0;
        (void)snprintf(info.platform, sizeof info.platform, "%s", cases[i].platform);
        (void)snprintf(info.driver, sizeof info.driver, "%s", cases[i].driver);
        while (clb_device_known(&info, all)) all++;
        if (all == 0 || count_known(&info, cases[i].expected) < all)
            fail_msg("%s: %zu of %zu", cases[i].platform, count_known(&info, cases[i].expected), all);
    }
    const clb_device_info other = {.back_end = "opencl", .platform = "Some new driver"},
                          own = {.back_end = "native", .platform = "NVIDIA"};
    assert_null(clb_device_known(&other, 0));
    assert_null(clb_device_known(&own, 0));
    /* Of one version only. */
    clb_device_info pocl = {
        .back_end = "opencl", .platform = "Portable Computing Language", .driver = "3.1", .type = CLB_DEVICE_CPU};
    assert_int_equal(count_known(&pocl, "local arrays"), 1);
    (void)snprintf(pocl.driver, sizeof pocl.driver, "5.0");
    assert_int_equal(count_known(&pocl, "local arrays"), 0);
    const clb_known *known;
    size_t all = 0;
    for (; (known = clb_device_known(NULL, all)) != NULL; all++) {
        assert_true(*known->driver && *known->note && *known->source && known->handled);
        assert_true(!known->test || known->topic == CLB_KNOWN_COMPILER);
        assert_true(*clb_known_topic_name(known->topic));
    }
    assert_true(all >= 20);
    assert_string_equal(clb_known_topic_name((clb_known_topic)99), "");
}

static void emulated_double_precision_comes_last_where_it_is_needed(void **state)
{
    (void)state;
    const fake_setup two = {
        .platform_count = 1,
        .platforms = {{"Intel",
                       3,
                       {{.name = "Soft GPU", .type = GPU, .units = 90, .soft_fp64 = true},
                        {.name = "Plain CPU", .type = CPU, .units = 1},
                        {.name = "Half GPU", .type = GPU, .units = 80, .soft_fp64 = true, .no_fp64 = true}}}}};
    fake()->reset(&two);
    get_list(&(clb_device_params){.environment = "", .bundle = sample_bundle()});
    assert_string_equal(list[0].name, "Plain CPU");
    assert_string_equal(list[1].name, "Soft GPU");
    assert_true(list[1].emulates_fp64 && !list[1].rejected);
    assert_true(list[2].rejected && !list[2].emulates_fp64);                               /* it has none at all */
    assert_string_equal(opened_name(&(clb_device_params){.environment = ""}), "Soft GPU"); /* where it is not needed */
    assert_string_equal(opened_name(&(clb_device_params){.environment = "", .needs = CLB_NEEDS_FP64}), "Plain CPU");
}

static void widths_and_limits_are_asked_for_as_each_driver_tells_them(void **state)
{
    (void)state;
    const fake_setup three = {.platform_count = 1,
                              .platforms = {{"Some",
                                             3,
                                             {{.name = "a",
                                               .type = GPU,
                                               .units = 9,
                                               .extensions = "cl_nv_device_attribute_query",
                                               .sub_group_size = 32},
                                              {.name = "b",
                                               .type = GPU,
                                               .units = 8,
                                               .extensions = "cl_amd_device_attribute_query",
                                               .sub_group_size = 64,
                                               .local_is_global = true,
                                               .item_sizes = {1024, 1, 7}},
                                              {.name = "c",
                                               .type = GPU,
                                               .units = 7,
                                               .extensions = "cl_intel_required_subgroup_size",
                                               .sub_group_size = 32}}}}};
    fake()->reset(&three);
    get_list(&(clb_device_params){.environment = ""});
    assert_int_equal(list[0].sub_group_size, 32);
    assert_int_equal(list[1].sub_group_size, 64);
    assert_int_equal(list[2].sub_group_size, 32); /* the largest of 8, 32, 16 */
    assert_true(list[1].local_is_global && !list[0].local_is_global);
    assert_int_equal(list[1].work_item_sizes[0], 1024);
    assert_int_equal(list[1].work_item_sizes[1], 1);
    assert_int_equal(list[1].work_item_sizes[2], 7);
    /* A group that one dimension is too small for is refused before the driver sees it. */
    clb_error error = {0};
    clb_device *device = NULL;
    int32_t out[64];
    const int32_t m = 8, l = 8;
    const clb_host_argument grid[] = {{out, 0}, {&m, sizeof m}, {&l, sizeof l}};
    OK(clb_device_open(&(clb_device_params){.environment = "", .filter = "#1"}, &device, &error), &error);
    FAILS(clb_kernel_call(device, sample_bundle(), SAMPLE_GRID,
                          &(clb_launch){.dimensions = 2, .global = {8, 8}, .local = {4, 2}}, grid, 3, &error),
          CLB_ERROR_SIZE, &error, "2 items in dimension 1");
    OK(clb_kernel_call(device, sample_bundle(), SAMPLE_GRID,
                       &(clb_launch){.dimensions = 2, .global = {8, 8}, .local = {8, 1}}, grid, 3, &error),
       &error);
    clb_device_close(&device);
}

static void handles_belong_to_opencl(void **state)
{
    (void)state;
    clb_device *device = open_fake();
    for (int which = CLB_HANDLE_PLATFORM; which <= CLB_HANDLE_QUEUE; which++)
        assert_non_null(clb_device_get_handle(device, (clb_handle)which));
    assert_null(clb_device_get_handle(NULL, CLB_HANDLE_QUEUE));
    assert_null(clb_device_get_info(NULL));
    clb_device_close(&device);
    clb_device_close(&device); /* NULL by now */
    clb_device_close(NULL);
    clb_buffer_release(NULL);
    clb_event_release(NULL);
    clb_device_list_free(NULL);
    clb_error_clear(NULL);
}

static void missing_parameters_are_refused(void **state)
{
    (void)state;
    clb_error error = {0};
    FAILS(clb_device_open(NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`device` is NULL");
    FAILS(clb_device_list(NULL, NULL, &count, &error), CLB_ERROR_ARGUMENT, &error, "`list` is NULL");
    FAILS(clb_device_finish(NULL, &error), CLB_ERROR_ARGUMENT, &error, "the device is NULL");
    FAILS(clb_prepare(NULL, sample_bundle(), NULL, &error), CLB_ERROR_ARGUMENT, &error, "the device is NULL");
    assert_int_equal(clb_device_finish(NULL, NULL), CLB_ERROR_ARGUMENT); /* no error wanted */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start_fake, end_list)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(list_is_ordered_by_kind_and_size_then_platform),
        TEST(devices_that_lack_what_is_needed_come_last_with_the_reason),
        TEST(filter_words_must_all_occur),
        TEST(environment_variable_replaces_the_filter),
        TEST(machine_without_platform_or_device_is_a_normal_one),
        TEST(platform_that_fails_does_not_hide_the_others),
        TEST(device_that_cannot_be_used_is_listed_with_the_reason),
        TEST(native_devices_are_opened_without_touching_a_driver),
        TEST(back_ends_are_left_out_on_request),
        TEST(numbers_count_all_devices_whatever_the_other_words_say),
        TEST(drivers_start_only_where_one_may_have_more_than_processors),
        TEST(short_names_match_platforms_by_the_names_they_have),
        TEST(driver_that_dies_or_hangs_takes_only_a_child_with_it),
        TEST(what_is_known_of_a_driver_is_told_by_its_platform),
        TEST(emulated_double_precision_comes_last_where_it_is_needed),
        TEST(widths_and_limits_are_asked_for_as_each_driver_tells_them),
        TEST(handles_belong_to_opencl),
        TEST(missing_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
