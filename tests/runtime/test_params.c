/* Parameter structures of programs that were compiled with other headers of the library's series: without struct_size,
 * with fewer fields, with more. A structure is never read beyond its own end.
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "clbundle/clbundle.h"
#include "core/params.h"
#include "sample_native.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

/* Each structure, and the bytes that its fields took in version 0.3. These numbers never change: a program without
 * struct_size has at least so many. */
#if SIZE_MAX > UINT32_MAX
enum {
    DEVICE = 184,
    PREPARE = 72,
    LAUNCH = 128,
    COMMAND = 32,
    WATCH = 44,
    ASSIGN = 24,
    ARRAY_CALL = 12,
    GROUP = 32,
    IMAGE = 104
};
#endif

static const struct {
    clbi_form form;
    size_t now;
#if SIZE_MAX > UINT32_MAX
    size_t first;
#endif
} forms[] = {
#if SIZE_MAX > UINT32_MAX
#define FORM(form, type, first)   \
    {                             \
        form, sizeof(type), first \
    }
#else
#define FORM(form, type, first) \
    {                           \
        form, sizeof(type)      \
    }
#endif
    FORM(CLBI_FORM_DEVICE_PARAMS, clb_device_params, DEVICE),
    FORM(CLBI_FORM_PREPARE_PARAMS, clb_prepare_params, PREPARE),
    FORM(CLBI_FORM_LAUNCH, clb_launch, LAUNCH),
    FORM(CLBI_FORM_COMMAND, clb_command, COMMAND),
    FORM(CLBI_FORM_WATCH, clb_watch, WATCH),
    FORM(CLBI_FORM_ASSIGN_PARAMS, clb_assign_params, ASSIGN),
    FORM(CLBI_FORM_ARRAY_CALL_PARAMS, clb_array_call_params, ARRAY_CALL),
    FORM(CLBI_FORM_GROUP_PARAMS, clb_group_params, GROUP),
    FORM(CLBI_FORM_IMAGE_PARAMS, clb_image_params, IMAGE),
};
enum { FORMS = sizeof forms / sizeof *forms };

static clb_error error;
static sample_copy *sample;

/* The end of a page, behind which nothing may be read. */
static char *page_end(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    return pages + page;
}

static void set_size(char *given, size_t size)
{
    memcpy(given, &size, sizeof size);
}

static void without_struct_size_the_first_fields_are_read(void **state)
{
    char own[256];
    (void)state;
#if SIZE_MAX > UINT32_MAX
    char *end = page_end();
    for (size_t i = 0; i < FORMS; i++) {
        char *given = end - forms[i].first;
        memset(given, 0, forms[i].first);
        given[forms[i].first - 1] = 5;
        memset(own, 7, sizeof own);
        assert_int_equal(clbi_params_read(forms[i].form, given, own, "call", &error), CLB_OK);
        assert_int_equal(own[forms[i].first - 1], 5);
        for (size_t k = forms[i].first; k < forms[i].now; k++) assert_int_equal(own[k], 0);
        assert_int_equal(own[forms[i].now], 7);
    }
#endif
    memset(own, 7, sizeof own);
    assert_int_equal(clbi_params_read(CLBI_FORM_LAUNCH, NULL, own, "call", &error), CLB_OK);
    for (size_t k = 0; k < sizeof(clb_launch); k++) assert_int_equal(own[k], 0);
}

static void sizes_that_no_version_had_are_refused(void **state)
{
    char own[256], given[256] = {0};
    (void)state;
    for (size_t i = 0; i < FORMS; i++) {
        const size_t wrong[] = {1, sizeof(size_t), (size_t)1 << 20, SIZE_MAX};
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            set_size(given, wrong[k]);
            assert_int_equal(clbi_params_read(forms[i].form, given, own, "call", &error), CLB_ERROR_ARGUMENT);
            assert_non_null(strstr(error.message, "struct_size"));
        }
    }
}

static void later_fields_are_accepted_as_long_as_they_are_zero(void **state)
{
    char own[256], given[320] = {0};
    (void)state;
    for (size_t i = 0; i < FORMS; i++) {
        memset(given, 0, sizeof given);
        set_size(given, forms[i].now + 16);
        assert_int_equal(clbi_params_read(forms[i].form, given, own, "call", &error), CLB_OK);
        given[forms[i].now + 15] = 1;
        assert_int_equal(clbi_params_read(forms[i].form, given, own, "call", &error), CLB_ERROR_UNSUPPORTED);
        assert_non_null(strstr(error.message, "does not know"));
    }
}

/* A structure of a later version, as `struct_size` says; `unknown`: its last field. */
#define LATER(type)       \
    struct {              \
        type known;       \
        uint64_t unknown; \
    }

/* One call of each function that takes parameters. */
static void every_function_reads_the_size(void **state)
{
    const clb_bundle *bundle = &sample->bundle;
    clb_device *device = NULL, *other = NULL;
    clb_device_info *list = NULL;
    clb_group *group = NULL;
    clb_buffer *buffer = NULL;
    size_t count = 0;
    double x[4] = {1, 2, 3, 4}, y[4] = {0}, a = 2;
    int n = 4;
    const clb_host_argument arguments[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    (void)state;
    assert_int_equal(
        clb_device_open(CLB_PARAMS(clb_device_params, .bundle = bundle, .filter = "native", .environment = ""), &device,
                        &error),
        CLB_OK);
    assert_int_equal(clb_buffer_create(device, sizeof x, NULL, &buffer, &error), CLB_OK);

    LATER(clb_device_params)
    params = {{.struct_size = sizeof params, .bundle = bundle, .filter = "native", .environment = ""}, 1};
    assert_int_equal(clb_device_open(&params.known, &other, &error), CLB_ERROR_UNSUPPORTED);
    assert_int_equal(clb_device_list(&params.known, &list, &count, &error), CLB_ERROR_UNSUPPORTED);
    assert_int_equal(clb_group_open(CLB_PARAMS(clb_group_params, .device = &params.known), &group, &error),
                     CLB_ERROR_UNSUPPORTED);
    params.unknown = 0;
    assert_int_equal(clb_device_open(&params.known, &other, &error), CLB_OK);
    clb_device_close(&other);
    assert_int_equal(clb_group_open(CLB_PARAMS(clb_group_params, .device = &params.known), &group, &error), CLB_OK);
    clb_group_close(&group);

    LATER(clb_prepare_params) prepare = {{.struct_size = sizeof prepare}, 1};
    assert_int_equal(clb_prepare(device, bundle, &prepare.known, &error), CLB_ERROR_UNSUPPORTED);

    LATER(clb_launch) launch = {{.struct_size = sizeof launch}, 1};
    assert_int_equal(clb_kernel_call(device, bundle, SAMPLE_SCALE, &launch.known, arguments, 4, &error),
                     CLB_ERROR_UNSUPPORTED);
    assert_int_equal(clb_kernel_launch(device, bundle, SAMPLE_SCALE, &launch.known, NULL, 0, NULL, &error),
                     CLB_ERROR_UNSUPPORTED);
    launch.unknown = 0;
    assert_int_equal(clb_kernel_call(device, bundle, SAMPLE_SCALE, &launch.known, arguments, 4, &error), CLB_OK);
    assert_true(y[3] == 8);

    LATER(clb_watch) watch = {{.struct_size = sizeof watch}, 1};
    assert_int_equal(clb_kernel_call(device, bundle, SAMPLE_SCALE, CLB_PARAMS(clb_launch, .watch = &watch.known),
                                     arguments, 4, &error),
                     CLB_ERROR_UNSUPPORTED);

    LATER(clb_command) command = {{.struct_size = sizeof command}, 1};
    assert_int_equal(clb_buffer_write_async(buffer, 0, x, sizeof x, &command.known, NULL, &error),
                     CLB_ERROR_UNSUPPORTED);

    clb_array to, from;
    LATER(clb_assign_params) assign = {{.struct_size = sizeof assign}, 1};
    assert_int_equal(clb_array_make(x, sizeof x, &clb_type_float64, 1, (const size_t[]){4}, NULL, &from, &error),
                     CLB_OK);
    assert_int_equal(clb_array_make(y, sizeof y, &clb_type_float64, 1, (const size_t[]){4}, NULL, &to, &error), CLB_OK);
    assert_int_equal(clb_array_assign(&to, &from, &assign.known, &error), CLB_ERROR_UNSUPPORTED);

    LATER(clb_array_call_params) call = {{.struct_size = sizeof call}, 1};
    assert_int_equal(clb_array_call(device, bundle, SAMPLE_SCALE, NULL, NULL, 0, &call.known, &error),
                     CLB_ERROR_UNSUPPORTED);

    LATER(clb_group_params) of_group = {{.struct_size = sizeof of_group, .device = &params.known}, 1};
    assert_int_equal(clb_group_open(&of_group.known, &group, &error), CLB_ERROR_UNSUPPORTED);

    clb_buffer_release(&buffer);
    clb_device_close(&device);
}

/* Members of a group lie one behind the other, each as long as its program's headers say. */
static void members_of_a_group_tell_their_size(void **state)
{
    const clb_bundle *bundle = &sample->bundle;
    clb_group *group = NULL;
    LATER(clb_device_params) later[2];
    (void)state;
    for (int m = 0; m < 2; m++) {
        memset(&later[m], 0, sizeof later[m]);
        later[m].known =
            (clb_device_params)CLB_INIT(clb_device_params, .bundle = bundle, .filter = "native", .environment = "");
        later[m].known.struct_size = sizeof later[m];
    }
    const clb_group_params params = CLB_INIT(clb_group_params, .members = &later[0].known, .member_count = 2);
    assert_int_equal(clb_group_open(&params, &group, &error), CLB_OK);
    clb_group_close(&group);
    later[1].known.struct_size = sizeof(clb_device_params);
    assert_int_equal(clb_group_open(&params, &group, &error), CLB_ERROR_ARGUMENT);
    const clb_device_params none[2] = {{.bundle = bundle}, {.bundle = bundle}};
    assert_int_equal(clb_group_open(CLB_PARAMS(clb_group_params, .members = none, .member_count = 2), &group, &error),
                     CLB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "CLB_INIT"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_struct_size_the_first_fields_are_read),
        cmocka_unit_test(sizes_that_no_version_had_are_refused),
        cmocka_unit_test(later_fields_are_accepted_as_long_as_they_are_zero),
        cmocka_unit_test(every_function_reads_the_size),
        cmocka_unit_test(members_of_a_group_tell_their_size),
    };
    sample = sample_clone();
    sample->bundle.native = sample_native_table;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clb_error_clear(&error);
    sample_free(sample);
    return failed;
}
