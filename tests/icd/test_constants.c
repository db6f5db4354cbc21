/* Kernels of a bundle with specialisation constants run with the constants' defaults.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

extern const char *const constants_pieces[];
const char *const icd_pieces[] = {NULL}; /* of support.c */

static void constants_have_their_defaults(void **state)
{
    cl_device_id device;
    cl_int code, y[8];
    cl_uint count = 0;
    const size_t one = 1, eight = 8, two = 2;
    char text[64];
    size_t sizes[3] = {0};
    (void)state;
    OK(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    OK(code);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    OK(code);
    while (constants_pieces[count]) count++;
    cl_program program =
        clCreateProgramWithSource(context, count, (const char **)(uintptr_t)constants_pieces, NULL, &code);
    OK(code);
    OK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    cl_kernel filled = kernel_of(program, "filled"), grouped = kernel_of(program, "grouped");
    for (int i = 0; i < 8; i++) y[i] = -1;
    cl_mem buffer = buffer_of(context, CL_MEM_USE_HOST_PTR, sizeof y, y);
    OK(clSetKernelArg(filled, 0, sizeof buffer, &buffer));
    OK(clSetKernelArg(grouped, 0, sizeof buffer, &buffer));
    OK(clEnqueueNDRangeKernel(queue, filled, 1, NULL, &one, NULL, 0, NULL, NULL));
    OK(clFinish(queue));
    for (int i = 0; i < 8; i++) assert_int_equal(y[i], i < 4 ? 7 : -1);
    OK(clGetKernelInfo(grouped, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
    assert_string_equal(text, "reqd_work_group_size(4,1,1)");
    OK(clGetKernelWorkGroupInfo(grouped, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes, NULL));
    assert_int_equal(sizes[0], 4);
    CODE(clEnqueueNDRangeKernel(queue, grouped, 1, NULL, &eight, &two, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
    OK(clEnqueueNDRangeKernel(queue, grouped, 1, NULL, &eight, NULL, 0, NULL, NULL));
    OK(clFinish(queue));
    for (int i = 0; i < 8; i++) assert_int_equal(y[i], 4 + 7);
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(filled));
    OK(clReleaseKernel(grouped));
    OK(clReleaseProgram(program));
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseContext(context));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(constants_have_their_defaults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
