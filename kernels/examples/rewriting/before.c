/* The host code as OpenCL asks for it: 40 calls of its API. Reads the kernel from a file when it runs.
 *
 * SPDX-License-Identifier: MIT */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 64, HEIGHT = 48, STEPS = 100 };

static void need(cl_int code, const char *what)
{
    if (code == CL_SUCCESS) return;
    fprintf(stderr, "%s: %d\n", what, code);
    exit(1);
}

int main(int argc, char **argv)
{
    static float plate[HEIGHT][WIDTH];
    static char source[4096];
    cl_platform_id platform;
    cl_device_id device;
    cl_int code, width = WIDTH, height = HEIGHT;
    cl_float rate = 0.2f;
    for (int x = 0; x < WIDTH; x++) plate[0][x] = 100;

    FILE *file = fopen(argc > 1 ? argv[1] : "heat.cl", "rb");
    if (!file || fread(source, 1, sizeof source - 1, file) == 0) {
        fprintf(stderr, "no heat.cl\n");
        return 1;
    }
    fclose(file);

    need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    need(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    need(code, "clCreateCommandQueue");
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    need(code, "clCreateProgramWithSource");
    code = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (code != CL_SUCCESS) {
        char log[4096] = "";
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
        return 1;
    }
    cl_kernel kernel = clCreateKernel(program, "heat_step", &code);
    need(code, "clCreateKernel");
    cl_mem from = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof plate, plate, &code);
    need(code, "clCreateBuffer");
    cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof plate, NULL, &code);
    need(code, "clCreateBuffer");
    need(clSetKernelArg(kernel, 2, sizeof width, &width), "clSetKernelArg");
    need(clSetKernelArg(kernel, 3, sizeof height, &height), "clSetKernelArg");
    need(clSetKernelArg(kernel, 4, sizeof rate, &rate), "clSetKernelArg");
    for (int step = 0; step < STEPS; step++) {
        const size_t global[2] = {WIDTH, HEIGHT};
        need(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
        need(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");
        need(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
        const cl_mem old = from;
        from = to;
        to = old;
    }
    need(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, sizeof plate, plate, 0, NULL, NULL), "clEnqueueReadBuffer");
    printf("%.4f %.4f\n", plate[1][WIDTH / 2], plate[HEIGHT / 2][WIDTH / 2]);

    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
