/* Kernel objects and launches. clSetKernelArg changes the kernel object, so each launch has one of its own while it
 * sets arguments and enqueues. The last arguments of each object are remembered, and only changed ones are set again.
 * Knows bundles and the values of arguments; must not know how programs are built.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

#include "core/bundle.h"

#include <stdlib.h>
#include <string.h>

static const clb_argument_data *parameters_of(const clb_bundle *bundle, uint32_t kernel)
{
    return bundle->arguments + bundle->kernels[kernel].first_argument;
}

static void free_pooled(clbi_cl_device *device, clbi_cl_pooled *pooled)
{
    if (!pooled) return;
    if (pooled->kernel) (void)device->cl.clReleaseKernel(pooled->kernel);
    free(pooled->bound);
    free(pooled->values);
    free(pooled);
}

static clb_status new_pooled(clbi_cl_device *device, const clb_bundle *bundle, const clbi_cl_kernel *kernel,
                             clbi_cl_pooled **result, clb_error *error)
{
    static const char call[] = "clCreateKernel";
    const clb_argument_data *parameters = parameters_of(bundle, kernel->number);
    const uint32_t count = bundle->kernels[kernel->number].argument_count;
    cl_int code = CL_SUCCESS;
    clbi_cl_pooled *pooled = calloc(1, sizeof *pooled);
    if (!pooled) return clbi_no_memory(error, call);
    pooled->bound = calloc((size_t)count + 1, sizeof *pooled->bound);
    pooled->values = calloc(kernel->values_size + 1, 1);
    if (!pooled->bound || !pooled->values) {
        free_pooled(device, pooled);
        return clbi_no_memory(error, call);
    }
    size_t place = 0;
    for (uint32_t i = 0; i < count; i++) {
        pooled->bound[i].place = place;
        if (parameters[i].kind == CLB_ARGUMENT_VALUE) place += parameters[i].size;
    }
    pooled->kernel = device->cl.clCreateKernel(kernel->program->program, kernel->name, &code);
    if (code != CL_SUCCESS || !pooled->kernel) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        pooled->kernel = NULL;
        free_pooled(device, pooled);
        return CLBI_CL_FAIL(error, device, code, call, "Cannot create kernel '%s'.", kernel->name);
    }
    *result = pooled;
    return CLB_OK;
}

/* The driver's number of parameters of the kernel must be ours. */
static clb_status inspect(clbi_cl_device *device, const clb_bundle *bundle, clbi_cl_kernel *kernel, cl_kernel object,
                          clb_error *error)
{
    const uint32_t expected = bundle->kernels[kernel->number].argument_count;
    cl_uint count = 0;
    cl_int code = device->cl.clGetKernelInfo(object, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
    if (code != CL_SUCCESS)
        return CLBI_CL_FAIL(error, device, code, "clGetKernelInfo", "Cannot inspect kernel '%s'.", kernel->name);
    if (count != expected)
        return clbi_fail(error,
                         (clbi_cause){.status = CLB_ERROR_BUILD,
                                      .call = "clGetKernelInfo",
                                      .device = device->info,
                                      .hint = "Generate the bundle again; check that no parameter depends on a "
                                              "macro that only drivers define."},
                         "Kernel '%s' has %u parameters for the driver but %u in the bundle.", kernel->name,
                         (unsigned)count, (unsigned)expected);
    code = device->cl.clGetKernelWorkGroupInfo(object, device->id, CL_KERNEL_WORK_GROUP_SIZE,
                                               sizeof kernel->work_group_size, &kernel->work_group_size, NULL);
    if (code != CL_SUCCESS)
        return CLBI_CL_FAIL(error, device, code, "clGetKernelWorkGroupInfo", "Cannot inspect kernel '%s'.",
                            kernel->name);
    return CLB_OK;
}

clb_status clbi_cl_kernel_open(clbi_cl_device *device, const clb_bundle *bundle, uint32_t number,
                               clbi_cl_program *program, clbi_cl_kernel **result, clb_error *error)
{
    static const char call[] = "clCreateKernel";
    const clb_argument_data *parameters = parameters_of(bundle, number);
    clbi_cl_kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel) return clbi_no_memory(error, call);
    if (pthread_mutex_init(&kernel->lock, NULL) != 0) {
        free(kernel);
        return clbi_no_memory(error, call);
    }
    kernel->program = program;
    kernel->bundle = bundle;
    kernel->number = number;
    for (uint32_t i = 0; i < bundle->kernels[number].argument_count; i++)
        if (parameters[i].kind == CLB_ARGUMENT_VALUE) kernel->values_size += parameters[i].size;
    kernel->name = clbi_text_dup(bundle, bundle->kernels[number].name);
    clb_status status = kernel->name ? CLB_OK : clbi_no_memory(error, call);
    if (status == CLB_OK) status = new_pooled(device, bundle, kernel, &kernel->idle, error);
    if (status == CLB_OK) status = inspect(device, bundle, kernel, kernel->idle->kernel, error);
    if (status != CLB_OK) {
        clbi_cl_kernel_close(device, kernel);
        return status;
    }
    *result = kernel;
    return CLB_OK;
}

void clbi_cl_kernel_close(clbi_cl_device *device, clbi_cl_kernel *kernel)
{
    while (kernel->idle) {
        clbi_cl_pooled *pooled = kernel->idle;
        kernel->idle = pooled->next;
        free_pooled(device, pooled);
    }
    pthread_mutex_destroy(&kernel->lock);
    free(kernel->name);
    free(kernel);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

static clb_status take_kernel(clbi_cl_device *device, const clb_bundle *bundle, clbi_cl_kernel *kernel,
                              clbi_cl_pooled **pooled, clb_error *error)
{
    pthread_mutex_lock(&kernel->lock);
    clbi_cl_pooled *idle = kernel->idle;
    if (idle) kernel->idle = idle->next;
    pthread_mutex_unlock(&kernel->lock);
    if (!idle) return new_pooled(device, bundle, kernel, pooled, error);
    *pooled = idle;
    return CLB_OK;
}

static void put_back(clbi_cl_kernel *kernel, clbi_cl_pooled *pooled)
{
    pthread_mutex_lock(&kernel->lock);
    pooled->next = kernel->idle;
    kernel->idle = pooled;
    pthread_mutex_unlock(&kernel->lock);
}

/* Values that a driver does not report are 0, or 1 for a multiple. */
clb_status clbi_cl_kernel_limits(void *impl, void *opened, clb_kernel_limits *limits, clb_error *error)
{
    clbi_cl_device *device = impl;
    clbi_cl_kernel *kernel = opened;
    clbi_cl_pooled *pooled = NULL;
    size_t multiple = 0;
    cl_ulong local = 0, own = 0;
    const clb_status status = take_kernel(device, kernel->bundle, kernel, &pooled, error);
    if (status != CLB_OK) return status;
#define ASK(what, value)                                                                                     \
    if (device->cl.clGetKernelWorkGroupInfo(pooled->kernel, device->id, what, sizeof value, &value, NULL) != \
        CL_SUCCESS)                                                                                          \
        value = 0;
    ASK(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, multiple)
    ASK(CL_KERNEL_LOCAL_MEM_SIZE, local)
    ASK(CL_KERNEL_PRIVATE_MEM_SIZE, own)
#undef ASK
    put_back(kernel, pooled);
    *limits = (clb_kernel_limits){.work_group_size = kernel->work_group_size,
                                  .preferred_multiple = multiple ? multiple : 1,
                                  .local_memory_size = local,
                                  .private_memory_size = own};
    return CLB_OK;
}

/* Most values have 4 or 8 bytes, which need no call to be compared. */
static bool same_value(const void *a, const void *b, size_t size)
{
    if (size == 8) {
        uint64_t x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        return x == y;
    }
    if (size == 4) {
        uint32_t x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        return x == y;
    }
    return memcmp(a, b, size) == 0;
}

static clb_status bind(clbi_cl_device *device, const clbi_job *job, const clbi_cl_kernel *kernel,
                       clbi_cl_pooled *pooled, clb_error *error)
{
    const uint32_t count = job->kernel->argument_count;
    for (uint32_t i = 0; i < count; i++) {
        const clb_argument_data *parameter = &job->parameters[i];
        const clb_argument *argument = &job->arguments[i];
        clbi_cl_bound *bound = &pooled->bound[i];
        clbi_cl_bound now = {.serial = 1, .place = bound->place};
        const void *value = argument->value;
        size_t size = argument->size;
        cl_sampler sampler = NULL;
        unsigned char *copy = NULL;
        switch ((clb_argument_kind)parameter->kind) {
        case CLB_ARGUMENT_GLOBAL:
        case CLB_ARGUMENT_CONSTANT:
            now.serial = argument->buffer->serial;
            if (bound->serial == now.serial) continue;
            value = &argument->buffer->memory;
            size = sizeof argument->buffer->memory;
            break;
        case CLB_ARGUMENT_LOCAL:
            now.size = size;
            if (bound->serial != 0 && bound->size == size) continue;
            value = NULL;
            break;
        case CLB_ARGUMENT_VALUE:
            copy = pooled->values + bound->place;
            if (bound->serial != 0 && same_value(copy, value, size)) continue;
            break;
        /* A handle may come again for another object: given anew each time. */
        case CLB_ARGUMENT_IMAGE:
            value = clbi_image_handle(argument);
            size = sizeof(void *);
            break;
        case CLB_ARGUMENT_PIPE:
            value = clbi_pipe_handle(argument);
            size = sizeof(void *);
            break;
        case CLB_ARGUMENT_SAMPLER: {
            clb_sampler number;
            memcpy(&number, value, sizeof number);
            if (number >= CLBI_CL_SAMPLERS) break;
            const clb_status status = clbi_cl_sampler_of(device, number, &sampler, error);
            if (status != CLB_OK) return status;
            value = &sampler;
            break;
        }
        }
        bound->serial = 0;
        const cl_int code = device->cl.clSetKernelArg(pooled->kernel, i, size, value);
        if (code != CL_SUCCESS)
            return CLBI_CL_FAIL(error, device, code, "clSetKernelArg", "Cannot set argument '%s' of kernel '%s'.",
                                clbi_span_name(job->bundle, parameter->name).text, kernel->name);
        if (copy) memcpy(copy, value, size);
        *bound = now;
    }
    return CLB_OK;
}

static clb_status enqueue(clbi_cl_device *device, const clbi_cl_kernel *kernel, const clbi_cl_pooled *pooled,
                          const clbi_job *job, cl_event *event, clb_error *error)
{
    const clbi_range *range = job->range;
    const cl_uint wait_count = job->wait_count;
    const cl_event *wait = wait_count ? (const cl_event *)job->wait : NULL;
    const size_t *offset = range->offset;
    for (int d = 0; d < 3 && device->short_offsets; d++)
        if (offset[d] > INT32_MAX)
            return clbi_fail(error,
                             (clbi_cause){.status = CLB_ERROR_SIZE,
                                          .call = "clEnqueueNDRangeKernel",
                                          .device = device->info,
                                          .hint = "Pass the first item as a scalar, or launch in parts."},
                             "Kernel '%s' cannot be launched at offset %zu: this driver wraps offsets above 2^31-1.",
                             kernel->name, offset[d]);
    if (offset[0] == 0 && offset[1] == 0 && offset[2] == 0) offset = NULL;
    const cl_int code = device->cl.clEnqueueNDRangeKernel(
        clbi_cl_queue_of(device, job->queue), pooled->kernel, range->dimensions, offset, range->global,
        range->local[0] ? range->local : NULL, wait_count, wait, event);
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clEnqueueNDRangeKernel",
                        "Cannot launch kernel '%s' with range %zu x %zu x %zu and local size %zu x %zu x %zu.",
                        kernel->name, range->global[0], range->global[1], range->global[2], range->local[0],
                        range->local[1], range->local[2]);
}

clb_status clbi_cl_launch(void *impl, void *opened, const clbi_job *job, clbi_completion *completion, clb_error *error)
{
    clbi_cl_device *device = impl;
    clbi_cl_kernel *kernel = opened;
    clbi_cl_pooled *pooled = NULL;
    cl_event events[2] = {NULL, NULL};
    clbi_range parts[CLBI_CL_PARTS];
    clb_status status = take_kernel(device, job->bundle, kernel, &pooled, error);
    if (status != CLB_OK) return status;
    status = bind(device, job, kernel, pooled, error);
    if (status != CLB_OK) goto end;

    const size_t count = clbi_cl_cut(device, kernel, job, parts);
    for (size_t i = 0; i < count && status == CLB_OK; i++) {
        cl_event *event = !completion ? NULL : i == 0 ? &events[0] : i == count - 1 ? &events[1] : NULL;
        clbi_job part = *job;
        part.range = &parts[i];
        if (i > 0) part.wait_count = 0;
        status = enqueue(device, kernel, pooled, &part, event, error);
    }
    if (status == CLB_OK && job->queue) clbi_cl_begin(device, job->queue);
    if (status == CLB_OK && completion) *completion = (clbi_completion){events[0], events[1] ? events[1] : events[0]};
    else if (events[0]) (void)device->cl.clReleaseEvent(events[0]);
end:
    put_back(kernel, pooled);
    return status;
}
