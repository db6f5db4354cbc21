/* cl_khr_icd 2: what a loader finds in a driver. The tests call as a loader does, by tables and addresses.
 *
 * SPDX-License-Identifier: MIT */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef cl_int CL_API_CALL get_platforms(cl_uint, cl_platform_id *, cl_uint *);
typedef void *CL_API_CALL get_address(cl_platform_id, const char *);
typedef cl_int CL_API_CALL set_data(cl_platform_id, void *);

/* How every object begins, by the extension. */
typedef struct head {
    const cl_icd_dispatch *dispatch;
    void *data;
} head;

static get_platforms *platforms;
static get_address *address_of;
static set_data *set;
static cl_platform_id platform;

static void take(const char *name, void *function)
{
    void *address = clGetExtensionFunctionAddress(name);
    if (!address) fail_msg("no %s", name);
    memcpy(function, &address, sizeof address);
}

static int find_functions(void **state)
{
    (void)state;
    take("clIcdGetPlatformIDsKHR", &platforms);
    take("clIcdGetFunctionAddressForPlatformKHR", &address_of);
    take("clIcdSetPlatformDispatchDataKHR", &set);
    return platforms(1, &platform, NULL);
}

static head head_of(const void *object)
{
    head h;
    memcpy(&h, object, sizeof h);
    return h;
}

static void the_table_has_the_tag_twice(void **state)
{
    const intptr_t tag = sizeof(intptr_t) == 4 ? (intptr_t)0x434C3331 : (intptr_t)0x4F50454E434C3331;
    intptr_t first, second;
    const head h = head_of(platform);
    (void)state;
    memcpy(&first, &h.dispatch->clGetPlatformIDs, sizeof first);
    memcpy(&second, &h.dispatch->clUnloadCompiler, sizeof second);
    assert_true(first == tag && second == tag);
    /* Loaders of the first version call by the table. */
    assert_non_null(h.dispatch->clGetPlatformInfo);
}

static void every_function_has_an_address(void **state)
{
    static const char *const names[] = {"clGetPlatformIDs", "clUnloadCompiler",        "clGetPlatformInfo",
                                        "clCreateContext",  "clEnqueueNDRangeKernel",  "clSetContextDestructorCallback",
                                        "clCreateImage2D",  "clGetKernelSubGroupInfo", "clIcdGetPlatformIDsKHR"};
    char name[32] = "";
    void *address;
    cl_int(CL_API_CALL * info)(cl_platform_id, cl_platform_info, size_t, void *, size_t *);
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!address_of(platform, names[i])) fail_msg("no %s", names[i]);
    assert_null(address_of(platform, "clNoSuchFunction"));
    assert_null(address_of(platform, ""));
    assert_null(address_of(NULL, "clGetPlatformInfo"));
    address = address_of(platform, "clGetPlatformInfo");
    memcpy(&info, &address, sizeof info);
    assert_int_equal(info(platform, CL_PLATFORM_NAME, sizeof name, name, NULL), CL_SUCCESS);
    assert_string_equal(name, "clbundle");
}

static void the_loaders_data_is_in_every_object(void **state)
{
    static int mine, other;
    cl_device_id device;
    cl_int code;
    const float x[4] = {0};
    (void)state;
    assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_SUCCESS);
    assert_int_equal(set(platform, &mine), CL_SUCCESS);
    assert_ptr_equal(head_of(platform).data, &mine);
    assert_ptr_equal(head_of(device).data, &mine); /* there before */
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, (void *)(uintptr_t)x, &code);
    cl_event event = clCreateUserEvent(context, &code);
    cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &code);
    const char *text = "none";
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    const void *const objects[] = {context, queue, buffer, event, sampler, program};
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        assert_non_null(objects[i]);
        assert_ptr_equal(head_of(objects[i]).data, &mine);
        assert_ptr_equal(head_of(objects[i]).dispatch, head_of(platform).dispatch);
    }
    assert_int_equal(set((cl_platform_id)device, &other), CL_INVALID_PLATFORM);
    assert_int_equal(set(NULL, &other), CL_INVALID_PLATFORM);
    assert_ptr_equal(head_of(platform).data, &mine);
    (void)clReleaseProgram(program);
    (void)clReleaseSampler(sampler);
    (void)clSetUserEventStatus(event, CL_COMPLETE);
    (void)clReleaseEvent(event);
    (void)clReleaseMemObject(buffer);
    (void)clReleaseCommandQueue(queue);
    (void)clReleaseContext(context);
}

static void the_version_of_the_extension_is_2(void **state)
{
    cl_name_version list[64];
    size_t size = 0;
    bool found = false;
    (void)state;
    assert_int_equal(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof list, list, &size),
                     CL_SUCCESS);
    for (size_t i = 0; i < size / sizeof *list; i++) {
        if (strcmp(list[i].name, "cl_khr_icd") == 0) found = list[i].version == CL_MAKE_VERSION(2, 0, 0);
        else if (strcmp(list[i].name, "cl_khr_integer_dot_product") != 0)
            assert_int_equal(list[i].version, CL_MAKE_VERSION(1, 0, 0));
    }
    assert_true(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_has_the_tag_twice),
        cmocka_unit_test(every_function_has_an_address),
        cmocka_unit_test(the_loaders_data_is_in_every_object),
        cmocka_unit_test(the_version_of_the_extension_is_2),
    };
    return cmocka_run_group_tests(tests, find_functions, NULL);
}
