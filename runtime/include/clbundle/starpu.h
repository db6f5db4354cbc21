/* clbundle: kernels as tasks of StarPU 1.3 (https://starpu.gitlabpages.inria.fr). Included by NAME_starpu.h, which
 * `clbundle bundle --starpu` writes. It needs StarPU's headers, and OpenCL's if StarPU was built with OpenCL. Link
 * with StarPU and the OpenCL loader.
 *
 *     NAME_starpu tasks;
 *     (void)starpu_init(NULL);
 *     status = NAME_starpu_open(&tasks, &error);
 *     ...                                               x, y: arrays of vector handles, one for each block of data
 *     for (size_t b = 0; b < blocks && !status; b++) {
 *         const clb_part part = {b * units, units};
 *         const NAME_blocks_scale arguments = {.x = x[b], .y = y[b], .a = 2.0, .n = n};
 *         status = NAME_task_scale(&tasks, &part, &arguments, &error);
 *     }
 *     (void)starpu_task_wait_for_all();
 *     if (!status) status = clb_starpu_check(&tasks.base, &error);
 *     NAME_starpu_close(&tasks);                        before starpu_shutdown
 *
 * What a task is
 *  - A task is one part of a kernel with @split. Arrays are StarPU's vectors (starpu_vector_data_register). The
 *    vector of an array that is cut holds the pieces of the part, one behind the other; any other vector holds the
 *    whole array. StarPU moves the vectors, and orders the tasks by them.
 *  - Scalars are those of the whole call: `n` is the number of all units.
 *  - On a processor, a task runs the kernel's native code in the worker's thread.
 *  - On an OpenCL device, it runs the kernel's program on StarPU's own buffers, in StarPU's context and queue. A
 *    kernel can do so if it has CLB_KERNEL_RELATIVE, a work-item for each unit (`@range: n`) and no stated group size.
 *    Others stay on processors.
 *  - A task that fails does not end the program. clb_starpu_check returns the first failure.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_STARPU_H
#define CLBUNDLE_STARPU_H

#include "group.h"

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120 /* for views of buffers; StarPU would ask for 100 */
#endif
#include <starpu.h>
#if defined(STARPU_USE_OPENCL) && !defined(CLB_STARPU_NO_OPENCL)
#define CLB_STARPU_OPENCL
#endif

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A kernel as StarPU knows it. `codelet` may be changed before tasks are submitted: its `where`, its performance model.
 */
typedef struct clb_starpu_kernel {
    struct starpu_codelet codelet;
    char name[64];
#ifdef CLB_STARPU_OPENCL
    struct starpu_opencl_program program;
    bool has_program;
#endif
} clb_starpu_kernel;

/* A bundle's tasks. It must stay where it is as long as there are any. */
typedef struct clb_starpu {
    const clb_bundle *bundle;
    clb_device *native;               /* of one thread: the worker's; NULL: the bundle has no native code */
    clb_starpu_kernel *kernels;       /* one a kernel of the bundle; those without @split are empty */
    pthread_mutex_t lock;             /* for the rest */
    clb_error error;                  /* the first failure of a task */
    uint64_t cpu_tasks, opencl_tasks; /* that have run */
} clb_starpu;

/* One argument of a task. */
typedef struct clb_starpu_argument {
    starpu_data_handle_t handle; /* arrays */
    const void *value;           /* scalars, copied */
    size_t size;                 /* bytes of the scalar. Local memory is what the kernel states */
} clb_starpu_argument;

/* The data of a task: freed by StarPU. The scalars follow it, each at its offset. */
typedef struct clb_starpu_block {
    clb_starpu *owner;
    uint32_t kernel;
    clb_part part;
    size_t values; /* where the scalars begin */
} clb_starpu_block;

/* Fills `error` (NULL is fine) with a sentence about a kernel. Errors: returns `status`. */
static inline clb_status clb_starpu_fail(clb_error *error, clb_status status, const char *call, const char *text,
                                         const char *kernel)
{
    if (!error) return status;
    clb_error_clear(error);
    error->status = status;
    error->code_name = error->hint = "";
    error->call = call;
    (void)snprintf(error->message, sizeof error->message, "%s: %s%s%s.", call, text, *kernel ? " " : "", kernel);
    return status;
}

static inline bool clb_starpu_is_array(const clb_argument_data *parameter)
{
    return parameter->kind == CLB_ARGUMENT_GLOBAL || parameter->kind == CLB_ARGUMENT_CONSTANT;
}

static inline void clb_starpu_note(clb_starpu *tasks, clb_error *error, bool opencl)
{
    pthread_mutex_lock(&tasks->lock);
    if (error->status == CLB_OK) {
        if (opencl) tasks->opencl_tasks++;
        else tasks->cpu_tasks++;
    } else if (tasks->error.status == CLB_OK) {
        tasks->error = *error;
        error->build_log = NULL;
    }
    pthread_mutex_unlock(&tasks->lock);
    clb_error_clear(error);
}

/* Scalars lie one behind the other, each aligned for any of them. */
static inline size_t clb_starpu_room(size_t size)
{
    return (size + 127) / 128 * 128;
}

/* The codelets' function for processors. */
static inline void clb_starpu_cpu(void *buffers[], void *argument)
{
    const clb_starpu_block *block = (const clb_starpu_block *)argument;
    const clb_kernel_data *kernel = &block->owner->bundle->kernels[block->kernel];
    const clb_argument_data *parameters = block->owner->bundle->arguments + kernel->first_argument;
    const char *at = (const char *)argument + block->values;
    clb_error error = {CLB_OK, 0, "", "", "", {0}, {0}, {0}, NULL};
    clb_host_argument *list = (clb_host_argument *)calloc(kernel->argument_count + 1u, sizeof *list);
    unsigned buffer = 0;
    for (uint32_t i = 0; list && i < kernel->argument_count; i++) {
        if (clb_starpu_is_array(&parameters[i])) {
            list[i].value = (const void *)STARPU_VECTOR_GET_PTR(buffers[buffer]);
            list[i].size = (size_t)STARPU_VECTOR_GET_NX(buffers[buffer]) * STARPU_VECTOR_GET_ELEMSIZE(buffers[buffer]);
            buffer++;
        } else if (parameters[i].kind == CLB_ARGUMENT_VALUE) {
            list[i].value = at;
            list[i].size = parameters[i].size;
            at += clb_starpu_room(parameters[i].size);
        }
    }
    if (!list) (void)clb_starpu_fail(&error, CLB_ERROR_MEMORY, "clb_starpu_cpu", "host memory ran out", "");
    else
        error.status = clb_kernel_call_part(block->owner->native, block->owner->bundle, block->kernel, &block->part,
                                            list, kernel->argument_count, &error);
    free(list);
    clb_starpu_note(block->owner, &error, false);
}

/* Whether a kernel can run on pieces of StarPU's in an OpenCL device's memory: with a work-item for each unit. */
static inline bool clb_starpu_can_opencl(const clb_bundle *bundle, const clb_kernel_data *kernel)
{
    const int64_t *range = bundle->code + kernel->range[0];
    return (kernel->flags & CLB_KERNEL_RELATIVE) != 0 && kernel->range_dimensions == 1 && kernel->gpu_range[0] == 0 &&
           range[0] == CLB_OP_ARGUMENT && range[1] == (int64_t)kernel->split - 1 && range[2] == CLB_OP_END &&
           kernel->local[0] == 0 && kernel->required_local[0] == 0;
}

#ifdef CLB_STARPU_OPENCL

/* A buffer as the kernel wants it. StarPU may have it begin inside of another one: *made is then a view, to be
 * released. */
static inline cl_int clb_starpu_memory(void *buffer, cl_mem *memory, cl_mem *made)
{
    const size_t offset = STARPU_VECTOR_GET_OFFSET(buffer);
    *memory = (cl_mem)STARPU_VECTOR_GET_DEV_HANDLE(buffer);
    *made = NULL;
    if (offset == 0) return CL_SUCCESS;
#ifdef CL_VERSION_1_1
    const cl_buffer_region region = {offset, (size_t)STARPU_VECTOR_GET_NX(buffer) * STARPU_VECTOR_GET_ELEMSIZE(buffer)};
    cl_int code = CL_SUCCESS;
    *memory = *made = clCreateSubBuffer(*memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    return code;
#else
    return CL_INVALID_OPERATION; /* starpu.h was included before, for OpenCL 1.0 */
#endif
}

/* The number of the part's own units, in the type of the parameter that counts them. */
static inline cl_int clb_starpu_count(cl_kernel object, cl_uint i, const clb_argument_data *parameter, uint64_t count)
{
    const uint8_t v1 = (uint8_t)count;
    const uint16_t v2 = (uint16_t)count;
    const uint32_t v4 = (uint32_t)count;
    const void *value = parameter->size == 1   ? (const void *)&v1
                        : parameter->size == 2 ? (const void *)&v2
                        : parameter->size == 4 ? (const void *)&v4
                                               : (const void *)&count;
    return clSetKernelArg(object, i, parameter->size, value);
}

/* The codelets' function for OpenCL devices: asynchronous, StarPU waits for the queue. */
static inline void clb_starpu_opencl(void *buffers[], void *argument)
{
    enum { VIEWS = STARPU_NMAXBUFS };
    const clb_starpu_block *block = (const clb_starpu_block *)argument;
    clb_starpu_kernel *task = &block->owner->kernels[block->kernel];
    const clb_kernel_data *kernel = &block->owner->bundle->kernels[block->kernel];
    const clb_argument_data *parameters = block->owner->bundle->arguments + kernel->first_argument;
    const char *at = (const char *)argument + block->values;
    const size_t global = (size_t)block->part.count;
    clb_error error = {CLB_OK, 0, "", "", "", {0}, {0}, {0}, NULL};
    cl_mem views[VIEWS];
    cl_kernel object = NULL;
    cl_command_queue queue = NULL;
    unsigned buffer = 0;
    cl_int code = starpu_opencl_load_kernel(&object, &queue, &task->program, task->name,
                                            starpu_worker_get_devid(starpu_worker_get_id()));
    for (uint32_t i = 0; code == CL_SUCCESS && i < kernel->argument_count; i++) {
        if (clb_starpu_is_array(&parameters[i])) {
            cl_mem memory = NULL;
            code = clb_starpu_memory(buffers[buffer], &memory, &views[buffer]);
            if (code != CL_SUCCESS) break;
            buffer++;
            code = clSetKernelArg(object, i, sizeof memory, &memory);
        } else if (i + 1 == kernel->split) {
            code = clb_starpu_count(object, i, &parameters[i], block->part.count);
            at += clb_starpu_room(parameters[i].size);
        } else {
            code = clSetKernelArg(object, i, parameters[i].size, at);
            at += clb_starpu_room(parameters[i].size);
        }
    }
    if (code == CL_SUCCESS && global > 0)
        code = clEnqueueNDRangeKernel(queue, object, 1, NULL, &global, NULL, 0, NULL, NULL);
    while (buffer > 0)
        if (views[--buffer]) (void)clReleaseMemObject(views[buffer]);
    if (object) (void)clReleaseKernel(object);
    if (code != CL_SUCCESS) {
        (void)clb_starpu_fail(&error, CLB_ERROR_DEVICE, "clb_starpu_opencl", "OpenCL could not run a part of kernel",
                              task->name);
        error.code = code;
    }
    clb_starpu_note(block->owner, &error, true);
}

/* Builds the program of a kernel on all OpenCL devices of StarPU; where that fails, the kernel stays on the processors.
 * Errors: CLB_ERROR_MEMORY, and those of clb_program_source. */
static inline clb_status clb_starpu_build(clb_starpu *tasks, uint32_t number, clb_error *error)
{
    clb_starpu_kernel *task = &tasks->kernels[number];
    const clb_span options = tasks->bundle->programs[tasks->bundle->kernels[number].program].options;
    char *source = NULL, *text = (char *)malloc(options.length + 1u);
    if (!text) return clb_starpu_fail(error, CLB_ERROR_MEMORY, "clb_starpu_open", "host memory ran out", "");
    const clb_status status = clb_program_source(tasks->bundle, number, &source, NULL, error);
    if (status == CLB_OK) {
        (void)clb_text_copy(tasks->bundle, options, text, options.length + 1u);
        task->has_program = starpu_opencl_load_opencl_from_string(source, &task->program, text) == 0;
        if (task->has_program) {
            task->codelet.opencl_funcs[0] = clb_starpu_opencl;
            task->codelet.opencl_flags[0] = STARPU_OPENCL_ASYNC;
            task->codelet.where |= STARPU_OPENCL;
        }
    }
    free(source);
    free(text);
    return status;
}

#endif

/* Opens the tasks of a bundle: called by NAME_starpu_open. `kernels`: as many as the bundle has. starpu_init has been
 * called. On success, clb_starpu_close. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_ABI, CLB_ERROR_MEMORY,
 * CLB_ERROR_UNSUPPORTED (more arrays than a codelet takes), those of clb_device_open. Thread-safety: one thread. */
static inline clb_status clb_starpu_open(clb_starpu *tasks, const clb_bundle *bundle, clb_starpu_kernel *kernels,
                                         clb_error *error)
{
    static const char call[] = "clb_starpu_open";
    clb_device_params params;
    if (!bundle || bundle->abi != CLB_ABI || !starpu_is_initialized())
        return clb_starpu_fail(error, bundle && bundle->abi != CLB_ABI ? CLB_ERROR_ABI : CLB_ERROR_ARGUMENT, call,
                               !bundle ? "the bundle is NULL; pass one"
                               : bundle->abi != CLB_ABI
                                   ? "the bundle was generated for another clbundle; generate it again"
                                   : "StarPU is not at work; call starpu_init before",
                               "");
    memset(tasks, 0, sizeof *tasks);
    memset(kernels, 0, bundle->kernel_count * sizeof *kernels);
    memset(&params, 0, sizeof params);
    tasks->bundle = bundle;
    tasks->kernels = kernels;
    tasks->error.code_name = tasks->error.call = tasks->error.hint = "";
    params.bundle = bundle;
    params.filter = "native";
    params.environment = "";
    params.threads = 1;
    clb_status status = bundle->native ? clb_device_open(&params, &tasks->native, error) : CLB_OK;
    if (status == CLB_OK && pthread_mutex_init(&tasks->lock, NULL) != 0)
        status = clb_starpu_fail(error, CLB_ERROR_MEMORY, call, "no memory for a lock", "");
    if (status != CLB_OK) {
        clb_device_close(&tasks->native);
        return status;
    }
    for (uint32_t k = 0; status == CLB_OK && k < bundle->kernel_count; k++) {
        const clb_kernel_data *kernel = &bundle->kernels[k];
        struct starpu_codelet *codelet = &kernels[k].codelet;
        if (kernel->split == 0) continue;
        starpu_codelet_init(codelet);
        (void)clb_text_copy(bundle, kernel->name, kernels[k].name, sizeof kernels[k].name);
        codelet->name = kernels[k].name;
        for (uint32_t i = 0; i < kernel->argument_count; i++) {
            const clb_argument_data *parameter = &bundle->arguments[kernel->first_argument + i];
            if (!clb_starpu_is_array(parameter)) continue;
            if (codelet->nbuffers == STARPU_NMAXBUFS) {
                status = clb_starpu_fail(error, CLB_ERROR_UNSUPPORTED, call,
                                         "more arrays than a codelet takes has kernel", kernels[k].name);
                break;
            }
            codelet->modes[codelet->nbuffers++] = parameter->access == CLB_ACCESS_IN    ? STARPU_R
                                                  : parameter->access == CLB_ACCESS_OUT ? STARPU_W
                                                                                        : STARPU_RW;
        }
        codelet->where = 0;
        if (tasks->native && !bundle->native[k].reason) {
            codelet->cpu_funcs[0] = clb_starpu_cpu;
            codelet->where = STARPU_CPU;
        }
#ifdef CLB_STARPU_OPENCL
        if (status == CLB_OK && clb_starpu_can_opencl(bundle, kernel) && starpu_opencl_worker_get_count() > 0)
            status = clb_starpu_build(tasks, k, error);
#endif
    }
    if (status == CLB_OK) return CLB_OK;
    pthread_mutex_destroy(&tasks->lock);
    clb_device_close(&tasks->native);
    return status;
}

/* Closes the tasks of a bundle, all of which must have run. No other thread may use them any more. */
static inline void clb_starpu_close(clb_starpu *tasks)
{
    if (!tasks->bundle) return;
#ifdef CLB_STARPU_OPENCL
    for (uint32_t k = 0; k < tasks->bundle->kernel_count; k++)
        if (tasks->kernels[k].has_program) (void)starpu_opencl_unload_opencl(&tasks->kernels[k].program);
#endif
    pthread_mutex_destroy(&tasks->lock);
    clb_device_close(&tasks->native);
    clb_error_clear(&tasks->error);
    tasks->bundle = NULL;
}

/* Submits a task: called by NAME_task_KERNEL. Returns at once; results are there when StarPU says so.
 * Errors: CLB_ERROR_ARGUMENT (no @split; a handle that is no vector), CLB_ERROR_SIZE (no such part), CLB_ERROR_MEMORY,
 * CLB_ERROR_NO_DEVICE (no worker can run it). Thread-safety: safe. */
static inline clb_status clb_starpu_submit(clb_starpu *tasks, uint32_t number, const clb_part *part,
                                           const clb_starpu_argument *arguments, size_t count, clb_error *error)
{
    static const char call[] = "clb_starpu_submit";
    if (!tasks || !tasks->bundle || !part || !arguments)
        return clb_starpu_fail(error, CLB_ERROR_ARGUMENT, call,
                               "the tasks are not open, or there is no part or no argument", "");
    const clb_bundle *bundle = tasks->bundle;
    if (number >= bundle->kernel_count || bundle->kernels[number].split == 0 ||
        count != bundle->kernels[number].argument_count)
        return clb_starpu_fail(error, CLB_ERROR_ARGUMENT, call,
                               "no kernel with @split, or not one of so many arguments", "");
    const clb_kernel_data *kernel = &bundle->kernels[number];
    const clb_argument_data *parameters = bundle->arguments + kernel->first_argument;
    clb_starpu_kernel *task_kernel = &tasks->kernels[number];
    /* The part is checked here, so that a wrong one is its caller's error. */
    clb_split split;
    size_t size = clb_starpu_room(sizeof(clb_starpu_block));
    clb_host_argument *values = (clb_host_argument *)calloc(count, sizeof *values);
    if (!values) return clb_starpu_fail(error, CLB_ERROR_MEMORY, call, "host memory ran out", "");
    clb_status status = CLB_OK;
    for (size_t i = 0; status == CLB_OK && i < count; i++) {
        const bool array = clb_starpu_is_array(&parameters[i]);
        if (array &&
            (!arguments[i].handle || starpu_data_get_interface_id(arguments[i].handle) != STARPU_VECTOR_INTERFACE_ID))
            status = clb_starpu_fail(error, CLB_ERROR_ARGUMENT, call,
                                     "an array without the handle of a vector was given to kernel", task_kernel->name);
        else if (array && parameters[i].extent == 0)
            values[i].size =
                starpu_vector_get_nx(arguments[i].handle) * starpu_vector_get_elemsize(arguments[i].handle);
        if (parameters[i].kind != CLB_ARGUMENT_VALUE) continue;
        values[i].value = arguments[i].value;
        values[i].size = arguments[i].size;
        size += clb_starpu_room(parameters[i].size);
    }
    if (status == CLB_OK) status = clb_split_get(bundle, number, values, count, &split, NULL, error);
    free(values);
    if (status != CLB_OK) return status;
    if (part->first > split.units || part->count > split.units - part->first || part->first % split.granule != 0 ||
        (part->first + part->count != split.units && part->count % split.granule != 0))
        return clb_starpu_fail(error, CLB_ERROR_SIZE, call, "the units are no part of the call of kernel",
                               task_kernel->name);

    char *bytes = (char *)calloc(1, size);
    struct starpu_task *task = bytes ? starpu_task_create() : NULL;
    if (!task) {
        free(bytes);
        return clb_starpu_fail(error, CLB_ERROR_MEMORY, call, "host memory ran out", "");
    }
    clb_starpu_block *block = (clb_starpu_block *)(void *)bytes;
    block->owner = tasks;
    block->kernel = number;
    block->part = *part;
    block->values = clb_starpu_room(sizeof *block);
    char *at = bytes + block->values;
    unsigned buffer = 0;
    for (size_t i = 0; i < count; i++) {
        if (clb_starpu_is_array(&parameters[i])) task->handles[buffer++] = arguments[i].handle;
        if (parameters[i].kind != CLB_ARGUMENT_VALUE) continue;
        memcpy(at, arguments[i].value, parameters[i].size);
        at += clb_starpu_room(parameters[i].size);
    }
    task->cl = &task_kernel->codelet;
    task->cl_arg = bytes;
    task->cl_arg_size = size;
    task->cl_arg_free = 1;
    if (starpu_task_submit(task) == 0) return CLB_OK;
    task->destroy = 0;
    starpu_task_destroy(task); /* and the block */
    return clb_starpu_fail(error, CLB_ERROR_NO_DEVICE, call, "StarPU has no worker that could run kernel",
                           task_kernel->name);
}

/* Whether all tasks that have run did so without a failure. Call it after starpu_task_wait_for_all. Errors: the first
 * failure of a task. Thread-safety: safe. */
static inline clb_status clb_starpu_check(clb_starpu *tasks, clb_error *error)
{
    pthread_mutex_lock(&tasks->lock);
    const clb_status status = tasks->error.status;
    if (status != CLB_OK && error) {
        clb_error_clear(error);
        *error = tasks->error;
        error->build_log = NULL;
    }
    pthread_mutex_unlock(&tasks->lock);
    return status;
}

#ifdef __cplusplus
}
#endif

#endif
