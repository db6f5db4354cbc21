/* Platforms of another loader beside the library's own, with the loader of fake_loader.c. The first argument says what
 * is tested, since platforms are listed once in a process.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/icd.h"

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *scenario;

/* The names of the platforms, with commas between them. */
static void list_names(char *text)
{
    cl_platform_id list[8];
    cl_uint count = 0;
    text[0] = '\0';
    if (clGetPlatformIDs(8, list, &count) != CL_SUCCESS) return;
    for (cl_uint i = 0; i < count && i < 8; i++) {
        char name[64];
        assert_int_equal(clGetPlatformInfo(list[i], CL_PLATFORM_NAME, sizeof name, name, NULL), CL_SUCCESS);
        if (i) strcat(text, ",");
        strcat(text, name);
    }
}

static cl_platform_id find(const char *wanted)
{
    cl_platform_id list[8];
    cl_uint count = 0;
    assert_int_equal(clGetPlatformIDs(8, list, &count), CL_SUCCESS);
    for (cl_uint i = 0; i < count; i++) {
        char name[64];
        assert_int_equal(clGetPlatformInfo(list[i], CL_PLATFORM_NAME, sizeof name, name, NULL), CL_SUCCESS);
        if (strcmp(name, wanted) == 0) return list[i];
    }
    return NULL;
}

static void platforms_are_listed_in_the_order_that_is_wished(void **state)
{
    static const struct {
        const char *scenario, *names;
    } cases[] = {{"usual", "clbundle,fake"},    {"own", "clbundle"},         {"others", "fake"},
                 {"turned", "fake,clbundle"},   {"called", "fake,clbundle"}, {"overridden", "clbundle"},
                 {"misspelt", "clbundle,fake"}, {"alone", "clbundle"},       {"driver", "clbundle"}};
    char names[256];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(scenario, cases[i].scenario) != 0) continue;
        list_names(names);
        assert_string_equal(names, cases[i].names);
        /* Too late. */
        assert_int_equal(clb_icd_platforms_order("others"), 0);
        return;
    }
    fail_msg("no scenario %s", scenario);
}

static void objects_of_the_other_platform_go_to_its_loader(void **state)
{
    cl_platform_id platform = find("fake");
    cl_device_id device = NULL;
    cl_int code = 1;
    cl_uint count = 0;
    (void)state;
    if (!platform) return;
    assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_SUCCESS);
    const cl_context_properties named[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    cl_context contexts[] = {clCreateContext(NULL, 1, &device, NULL, NULL, &code),
                             clCreateContext(named, 1, &device, NULL, NULL, &code),
                             clCreateContextFromType(named, CL_DEVICE_TYPE_ALL, NULL, NULL, &code)};
    for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++) {
        assert_non_null(contexts[i]);
        assert_int_equal(clGetContextInfo(contexts[i], CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL),
                         CL_SUCCESS);
        assert_int_equal(count, 4001);
        /* The loader lacks this function. */
        assert_null(clCreateBuffer(contexts[i], CL_MEM_READ_WRITE, 4, NULL, &code));
        assert_int_equal(code, CL_INVALID_CONTEXT);
        assert_int_equal(clReleaseContext(contexts[i]), CL_SUCCESS);
    }
    assert_non_null(clGetExtensionFunctionAddressForPlatform(platform, "clFakeKHR"));
    assert_non_null(clGetExtensionFunctionAddress("clFakeKHR"));
}

static void objects_of_the_own_platform_stay_here(void **state)
{
    cl_platform_id platform = find("clbundle");
    cl_device_id device = NULL;
    cl_int code = 1;
    cl_uint count = 0;
    (void)state;
    if (!platform) return;
    assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_SUCCESS);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL), CL_SUCCESS);
    assert_int_equal(count, 1);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(clReleaseMemObject(buffer), CL_SUCCESS);
    assert_int_equal(clReleaseMemObject(buffer), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clReleaseContext(context), CL_SUCCESS);
    assert_int_equal(clReleaseContext(NULL), CL_INVALID_CONTEXT);
    assert_null(clGetExtensionFunctionAddressForPlatform(platform, "clFakeKHR"));
}

/* Calls that name no platform take the first one. */
static void without_a_platform_the_first_one_is_meant(void **state)
{
    cl_device_id device = NULL;
    cl_platform_id platform = NULL, first = NULL;
    cl_int code = 1;
    (void)state;
    assert_int_equal(clGetPlatformIDs(1, &first, NULL), CL_SUCCESS);
    assert_int_equal(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_SUCCESS);
    if (first == find("clbundle")) {
        assert_int_equal(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL), CL_SUCCESS);
        assert_ptr_equal(platform, first);
    } else {
        cl_device_id fake = NULL;
        assert_int_equal(clGetDeviceIDs(find("fake"), CL_DEVICE_TYPE_ALL, 1, &fake, NULL), CL_SUCCESS);
        assert_ptr_equal(device, fake);
    }
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(clReleaseContext(context), CL_SUCCESS);
}

static void counts_are_checked(void **state)
{
    cl_platform_id one[1];
    cl_uint count = 0;
    (void)state;
    assert_int_equal(clGetPlatformIDs(0, one, NULL), CL_INVALID_VALUE);
    assert_int_equal(clGetPlatformIDs(0, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(clGetPlatformIDs(1, one, &count), CL_SUCCESS);
    assert_true(count >= 1);
}

static void texts_that_are_no_order_are_refused(void **state)
{
    static const char *const bad[] = {"", " ", "clbundle clbundle", "other", "clbundle;others", "othersclbundle"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_int_equal(clb_icd_platforms_order(bad[i]), 0);
    assert_int_equal(clb_icd_platforms_order(NULL), 0);
}

static void *list_in_thread(void *names)
{
    list_names(names);
    return NULL;
}

/* Before the others: all threads ask first. */
static void threads_that_ask_at_once_get_one_answer(void **state)
{
    enum { THREADS = 8 };
    static char names[THREADS][256];
    pthread_t threads[THREADS];
    (void)state;
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, list_in_thread, names[i]), 0);
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 1; i < THREADS; i++) assert_string_equal(names[i], names[0]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_that_are_no_order_are_refused),
        cmocka_unit_test(threads_that_ask_at_once_get_one_answer),
        cmocka_unit_test(platforms_are_listed_in_the_order_that_is_wished),
        cmocka_unit_test(objects_of_the_other_platform_go_to_its_loader),
        cmocka_unit_test(objects_of_the_own_platform_stay_here),
        cmocka_unit_test(without_a_platform_the_first_one_is_meant),
        cmocka_unit_test(counts_are_checked),
    };
    scenario = argc > 1 ? argv[1] : "usual";
    /* As a loader begins: then this library is a driver. */
    if (strcmp(scenario, "driver") == 0 && !clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR")) return 1;
    if ((strcmp(scenario, "called") == 0 || strcmp(scenario, "overridden") == 0) &&
        !clb_icd_platforms_order("others, clbundle"))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
