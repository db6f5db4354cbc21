/* A program of OpenCL C 2.0: the local size need not divide the global one.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

extern const char *const uneven_pieces[];
const char *const icd_pieces[] = {NULL}; /* of support.c */

static void the_last_group_is_smaller(void **state)
{
    enum { X = 10, Y = 5, LOCAL_X = 4, LOCAL_Y = 2 };
    cl_device_id device;
    cl_int code, y[X * Y];
    cl_uint count = 0;
    cl_bool supported = CL_FALSE;
    const size_t global[2] = {X, Y}, local[2] = {LOCAL_X, LOCAL_Y};
    (void)state;
    OK(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    OK(clGetDeviceInfo(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof supported, &supported, NULL));
    assert_int_equal(supported, CL_TRUE);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    OK(code);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    OK(code);
    while (uneven_pieces[count]) count++;
    cl_program program =
        clCreateProgramWithSource(context, count, (const char **)(uintptr_t)uneven_pieces, NULL, &code);
    OK(code);
    CODE(clBuildProgram(program, 0, NULL, "-cl-std=CL1.2", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    OK(clBuildProgram(program, 0, NULL, " -cl-std=CL2.0 ", NULL, NULL));
    cl_kernel kernel = kernel_of(program, "sizes");
    cl_mem buffer = buffer_of(context, CL_MEM_USE_HOST_PTR, sizeof y, y);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
    OK(clFinish(queue));
    for (int i = 0; i < X * Y; i++) {
        const int in_x = i % X < X / LOCAL_X * LOCAL_X ? LOCAL_X : X % LOCAL_X;
        const int in_y = i / X < Y / LOCAL_Y * LOCAL_Y ? LOCAL_Y : Y % LOCAL_Y;
        assert_int_equal(y[i], 100 * LOCAL_X + 10 * in_x + in_y);
    }
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseContext(context));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_last_group_is_smaller)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
