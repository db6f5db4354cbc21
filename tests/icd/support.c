/* SPDX-License-Identifier: MIT */
#include "support.h"

cl_program source_program(cl_context context)
{
    cl_int code;
    cl_uint count = 0;
    while (icd_pieces[count]) count++;
    cl_program program = clCreateProgramWithSource(context, count, (const char **)(uintptr_t)icd_pieces, NULL, &code);
    OK(code);
    return program;
}

int start(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    cl_int code;
    const cl_queue_properties disorder[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
    const cl_queue_properties order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    if (!f) return -1;
    OK(clGetPlatformIDs(1, &f->platform, NULL));
    OK(clGetDeviceIDs(f->platform, CL_DEVICE_TYPE_ALL, 1, &f->device, NULL));
    f->context = clCreateContext(NULL, 1, &f->device, NULL, NULL, &code);
    OK(code);
    f->queue = clCreateCommandQueueWithProperties(f->context, f->device, order, &code);
    OK(code);
    f->disordered = clCreateCommandQueueWithProperties(f->context, f->device, disorder, &code);
    OK(code);
    f->program = source_program(f->context);
    OK(clBuildProgram(f->program, 0, NULL, NULL, NULL, NULL));
    *state = f;
    return 0;
}

int end(void **state)
{
    fixture *f = *state;
    OK(clFinish(f->queue));
    OK(clFinish(f->disordered));
    OK(clReleaseProgram(f->program));
    OK(clReleaseCommandQueue(f->queue));
    OK(clReleaseCommandQueue(f->disordered));
    OK(clReleaseContext(f->context));
    free(f);
    return 0;
}

cl_kernel kernel_of(cl_program program, const char *name)
{
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    OK(code);
    return kernel;
}

cl_mem buffer_of(cl_context context, cl_mem_flags flags, size_t size, void *host)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(context, flags, size, host, &code);
    OK(code);
    return buffer;
}

cl_event user_event(cl_context context)
{
    cl_int code;
    cl_event event = clCreateUserEvent(context, &code);
    OK(code);
    return event;
}

cl_int status_of(cl_event event)
{
    cl_int status = 0;
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

cl_uint references_of_event(cl_event event)
{
    cl_uint count = 0;
    OK(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

cl_int enqueue_advance(cl_command_queue queue, cl_kernel kernel, cl_mem y, cl_int a, cl_uint count,
                       const cl_event *list, cl_event *event)
{
    const size_t one = 1;
    OK(clSetKernelArg(kernel, 1, sizeof a, &a));
    OK(clSetKernelArg(kernel, 0, sizeof y, &y));
    return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, count, list, event);
}
