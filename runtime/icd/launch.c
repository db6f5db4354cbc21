/* Launches of kernels: clEnqueueNDRangeKernel, clEnqueueTask and clEnqueueNativeKernel. A launch that runs at once
 * reads the kernel's own values. A launch that waits copies them. Knows the native back end's table; must not know
 * which thread runs a command.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/device.h"
#include "icd/device_queue.h"
#include "icd/kernel.h"

#include "core/pool.h"
#include "native/allocations.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEW = 16,        /* up to so many arguments, a launch needs no memory from malloc */
    SHORT_NS = 2000, /* of launches that are expected to be shorter, about one in so many is timed: reading the clock
                        takes as long as a short kernel */
    TIMED_ONE_IN = 8
};

/* A kernel with its arguments and its range. */
typedef struct icd_launch {
    cl_kernel kernel;
    clbi_range range;
    clb_argument *arguments; /* one for each argument of the kernel */
    clb_buffer *buffers;     /* one for each argument; only `memory` and `size` are set */
    cl_mem *held;            /* only of a copy: the memory object of each argument, or NULL */
} icd_launch;

/* ---- Running -------------------------------------------------------------------------------------------------------
 */

static uint64_t items_of(const clbi_range *range)
{
    return (uint64_t)range->global[0] * range->global[1] * range->global[2];
}

/* The expected time of a launch in ns, by earlier launches of the kernel; UINT64_MAX: not known. */
static uint64_t cost_of(const icd_entry *entry, const clbi_range *range)
{
    const uint64_t item = atomic_load_explicit(&((icd_entry *)(uintptr_t)entry)->cost, memory_order_relaxed);
    const uint64_t items = items_of(range);
    if (item == 0 || items > UINT64_MAX / item) return UINT64_MAX;
    return 200 + items * item / 1000;
}

static void note_cost(icd_entry *entry, const clbi_range *range, uint64_t took)
{
    const uint64_t items = items_of(range);
    uint64_t seen = took < UINT64_MAX / 1000 ? took * 1000 / (items ? items : 1) + 1 : UINT32_MAX;
    const uint64_t before = atomic_load_explicit(&entry->cost, memory_order_relaxed);
    if (seen > UINT32_MAX) seen = UINT32_MAX;
    if (before > seen) seen = (before + seen) / 2;
    atomic_store_explicit(&entry->cost, (unsigned)seen, memory_order_relaxed);
}

/* Whether to time a launch. Which of several are timed follows no pattern, as the application's launches may. */
static bool is_timed(icd_entry *entry, const clbi_range *range)
{
    if (cost_of(entry, range) > SHORT_NS) return true;
    const unsigned number = atomic_load_explicit(&entry->launches, memory_order_relaxed) * 1664525u + 1013904223u;
    atomic_store_explicit(&entry->launches, number, memory_order_relaxed);
    return (number >> 16) % TIMED_ONE_IN == 0;
}

/* What get_default_queue() gives. */
static uint64_t default_queue_of(const struct _cl_kernel *kernel, cl_command_queue queue)
{
    const cl_command_queue found = clbi_icd_device_queue_default(kernel->program->context, queue->device);
    return found ? (uint64_t)(uintptr_t)found : CLBI_NO_QUEUE;
}

/* Those of the kernel's program on the device, which has_device() has found in it. */
static clbi_variables *variables_of(const struct _cl_program *program, cl_device_id device)
{
    cl_uint i = 0;
    while (program->devices[i] != device) i++;
    return &program->variables[i];
}

static cl_int run_kernel(const icd_command *command, cl_command_queue queue)
{
    const icd_launch *launch = command->launch;
    const struct _cl_kernel *kernel = launch->kernel;
    const clbi_job job = {.bundle = kernel->bundle,
                          .kernel = kernel->data,
                          .parameters = kernel->parameters,
                          .arguments = launch->arguments,
                          .range = &launch->range,
                          .default_queue = default_queue_of(kernel, queue),
                          .variables = variables_of(kernel->program, queue->device),
                          .values = kernel->constants};
    if (!queue->device->native) return CL_OUT_OF_RESOURCES; /* a child made by fork had no memory to open it again */
    const bool timed = is_timed(kernel->entry, &launch->range);
    const uint64_t start = timed ? clbi_now_ns() : 0;
    const clb_status status =
        clbi_native_backend.launch(queue->device->native, (void *)(uintptr_t)kernel->native, &job, NULL, NULL);
    if (timed) note_cost(kernel->entry, &launch->range, clbi_now_ns() - start);
    if (status == CLB_OK) return CL_SUCCESS;
    return status == CLB_ERROR_UNSUPPORTED ? CL_INVALID_PROGRAM_EXECUTABLE : CL_OUT_OF_RESOURCES;
}

/* Copies the launch, its arrays and its values into one block, and holds the kernel and the memory objects. */
static bool keep_launch(icd_command *command)
{
    const icd_launch *from = command->launch;
    cl_kernel kernel = from->kernel;
    const size_t count = kernel->count;
    const size_t plain = _Alignof(max_align_t);
    const size_t arguments_at = icd_align(sizeof *from, plain);
    const size_t buffers_at = icd_align(arguments_at + count * sizeof *from->arguments, plain);
    const size_t held_at = icd_align(buffers_at + count * sizeof *from->buffers, plain);
    const bool aligned = kernel->value_alignment > plain;
    const size_t values_at = icd_align(held_at + count * sizeof *from->held, aligned ? ICD_ALIGNMENT : plain);
    const size_t size = values_at + kernel->value_size;
    char *block = aligned ? clbi_aligned_alloc(size) : malloc(size);
    if (!block) return false;
    icd_launch *to = (icd_launch *)(void *)block;
    *to = (icd_launch){.kernel = kernel,
                       .range = from->range,
                       .arguments = (clb_argument *)(void *)(block + arguments_at),
                       .buffers = (clb_buffer *)(void *)(block + buffers_at),
                       .held = (cl_mem *)(void *)(block + held_at)};
    if (kernel->value_size > 0) memcpy(block + values_at, kernel->values, kernel->value_size);
    for (size_t i = 0; i < count; i++) {
        const bool object = icd_takes_object(&kernel->parameters[i]);
        const bool memory = icd_takes_memory(&kernel->parameters[i]) || object;
        to->arguments[i] = from->arguments[i];
        to->held[i] = memory ? kernel->arguments[i].memory : NULL;
        if (to->held[i]) clbi_icd_object_hold(&to->held[i]->object);
        if (memory) {
            to->buffers[i].memory = from->buffers[i].memory;
            to->buffers[i].size = from->buffers[i].size;
            if (object) to->arguments[i].value = &to->buffers[i].memory;
            else to->arguments[i].buffer = &to->buffers[i];
        } else if (icd_value_size(&kernel->parameters[i]) > 0) {
            to->arguments[i].value = block + values_at + kernel->arguments[i].place;
        }
    }
    clbi_icd_object_hold(&kernel->object);
    command->launch = to;
    return true;
}

static void drop_launch(icd_command *command)
{
    icd_launch *launch = (icd_launch *)(uintptr_t)command->launch;
    for (uint32_t i = 0; i < launch->kernel->count; i++)
        if (launch->held[i]) clbi_icd_object_drop(&launch->held[i]->object);
    const bool aligned = launch->kernel->value_alignment > _Alignof(max_align_t);
    clbi_icd_object_drop(&launch->kernel->object);
    if (aligned) clbi_aligned_free(launch);
    else free(launch);
}

/* ---- Checks --------------------------------------------------------------------------------------------------------
 */

/* Checks the range that the application gives, and fills in `range`. *empty: it has no work-items. */
static cl_int check_range(const struct _cl_kernel *kernel, const clbi_icd_range *given, const clb_device_info *info,
                          clbi_range *range, bool *empty)
{
    const uint32_t *const required = kernel->required;
    const uint32_t dimensions = given->dimensions;
    const size_t *const global = given->global, *const local = given->local;
    size_t items = 1;
    *range = (clbi_range){.dimensions = dimensions, .global = {1, 1, 1}, .local = {0, 0, 0}};
    *empty = !global;
    if (dimensions < 1 || dimensions > 3) return CL_INVALID_WORK_DIMENSION;
    for (uint32_t d = 0; d < dimensions; d++) {
        if (global) range->global[d] = global[d];
        if (given->offset) range->offset[d] = given->offset[d];
        if (range->offset[d] > SIZE_MAX - range->global[d]) return CL_INVALID_GLOBAL_OFFSET;
        if (range->global[d] == 0) *empty = true;
    }
    if (!local && required[0] == 0) return CL_SUCCESS;
    for (uint32_t d = 0; d < 3; d++) {
        const size_t wanted = required[d] ? required[d] : 1;
        const size_t size = d >= dimensions ? 1 : local ? local[d] : wanted;
        if (size == 0 || (required[0] != 0 && size != wanted)) return CL_INVALID_WORK_GROUP_SIZE;
        if (size > info->work_item_sizes[d]) return CL_INVALID_WORK_ITEM_SIZE;
        if (size > info->work_group_size / items) return CL_INVALID_WORK_GROUP_SIZE;
        if (!*empty && range->global[d] % size != 0 && (!kernel->uneven || required[0] != 0))
            return CL_INVALID_WORK_GROUP_SIZE;
        items *= size;
        range->local[d] = size;
    }
    return CL_SUCCESS;
}

/* Fills in the arguments for the back end. CL_INVALID_KERNEL_ARGS: one is not set, or has been released. */
static cl_int collect_arguments(const struct _cl_kernel *kernel, const clb_device_info *info, icd_launch *launch)
{
    uint64_t local = clbi_icd_kernel_local(kernel);
    if (kernel->missing > 0) return CL_INVALID_KERNEL_ARGS;
    for (uint32_t i = 0; i < kernel->count; i++) {
        const icd_argument *given = &kernel->arguments[i];
        clb_argument *to = &launch->arguments[i];
        to->size = kernel->parameters[i].size;
        to->value = NULL;
        to->buffer = NULL;
        if (icd_takes_memory(&kernel->parameters[i])) {
            if (given->memory && !clbi_icd_object_valid(given->memory, ICD_MEMORY)) return CL_INVALID_KERNEL_ARGS;
            launch->buffers[i].memory = given->memory ? given->memory->data : given->pointer;
            /* An SVM pointer may point anywhere into its allocation, so the bytes behind it are not known. */
            launch->buffers[i].size = given->memory ? given->memory->size : given->pointer ? PTRDIFF_MAX : 0;
            to->buffer = &launch->buffers[i];
        } else if (icd_takes_object(&kernel->parameters[i])) {
            if (!clbi_icd_object_valid(given->memory, ICD_MEMORY)) return CL_INVALID_KERNEL_ARGS;
            const bool pipe = kernel->parameters[i].kind == CLB_ARGUMENT_PIPE;
            launch->buffers[i].memory = pipe ? (void *)given->memory->pipe : (void *)&given->memory->image;
            launch->buffers[i].size = pipe ? given->memory->size : sizeof given->memory->image;
            to->value = &launch->buffers[i].memory; /* kernels get the object's address by value */
            to->size = sizeof launch->buffers[i].memory;
        } else if (kernel->parameters[i].kind == CLB_ARGUMENT_LOCAL) {
            to->size = given->size;
            if (given->size > info->local_memory_size) return CL_OUT_OF_RESOURCES;
            local += given->size;
        } else {
            to->value = kernel->values + given->place;
        }
    }
    return local > info->local_memory_size ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

static bool has_device(const struct _cl_program *program, cl_device_id device)
{
    for (cl_uint i = 0; i < program->device_count; i++)
        if (program->devices[i] == device) return true;
    return false;
}

static void record(const icd_launch *launch, const clbi_icd_range *range)
{
    const struct _cl_kernel *kernel = launch->kernel;
    clbi_icd_recorded *list = calloc((size_t)kernel->count + 1, sizeof *list);
    if (!list) return; /* a record need not be complete */
    for (uint32_t i = 0; i < kernel->count; i++) {
        const icd_argument *given = &kernel->arguments[i];
        list[i].size = launch->arguments[i].size;
        list[i].value = launch->arguments[i].value;
        list[i].is_integer =
            kernel->parameters[i].kind == CLB_ARGUMENT_VALUE && kernel->parameters[i].number != CLB_NUMBER_NONE;
        if (icd_takes_memory(&kernel->parameters[i]))
            list[i].size =
                given->memory ? given->memory->size : clbi_icd_svm_size(kernel->program->context, given->pointer);
    }
    clbi_icd_record_launch(kernel->entry->binary, kernel->entry->number, range, list);
    free(list);
}

static cl_int enqueue(const icd_submission *s, cl_command_type type, cl_kernel kernel, const clbi_icd_range *range)
{
    const cl_command_queue queue = s->queue;
    clb_argument few_arguments[FEW];
    clb_buffer few_buffers[FEW];
    void *many = NULL;
    bool empty;
    if (!clbi_icd_object_valid(queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    if (!clbi_icd_object_valid(kernel, ICD_KERNEL)) return CL_INVALID_KERNEL;
    if (kernel->program->context != queue->context) return CL_INVALID_CONTEXT;
    if (!has_device(kernel->program, queue->device)) return CL_INVALID_PROGRAM_EXECUTABLE;
    icd_launch launch = {.kernel = kernel, .arguments = few_arguments, .buffers = few_buffers};
    if (kernel->count > FEW) {
        many = malloc(kernel->count * (sizeof *launch.arguments + sizeof *launch.buffers));
        if (!many) return CL_OUT_OF_HOST_MEMORY;
        launch.buffers = many;
        launch.arguments = (clb_argument *)(void *)(launch.buffers + kernel->count);
    }
    const clb_device_info *info = &queue->device->info;
    cl_int code = collect_arguments(kernel, info, &launch);
    if (code == CL_SUCCESS) code = check_range(kernel, range, info, &launch.range, &empty);
    if (code == CL_SUCCESS) code = clbi_icd_check_wait_list(queue->context, s->wait_count, s->wait_list);
    if (code == CL_SUCCESS && empty) {
        const icd_command command = {.type = type};
        code = clbi_icd_submit(s, &command);
    } else if (code == CL_SUCCESS) {
        const icd_command command = {.type = type,
                                     .cost = cost_of(kernel->entry, &launch.range),
                                     .run = run_kernel,
                                     .keep = keep_launch,
                                     .drop = drop_launch,
                                     .launch = &launch};
        if (kernel->entry->binary->record) record(&launch, range);
        code = clbi_icd_submit(s, &command);
    }
    free(many);
    return code;
}

cl_int CL_API_CALL clbi_clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                               const size_t *global_work_offset, const size_t *global_work_size,
                                               const size_t *local_work_size, cl_uint num_events_in_wait_list,
                                               const cl_event *event_wait_list, cl_event *event)
{
    const icd_submission s = {command_queue, CL_FALSE, num_events_in_wait_list, event_wait_list, event};
    const clbi_icd_range range = {work_dim, global_work_offset, global_work_size, local_work_size};
    return enqueue(&s, CL_COMMAND_NDRANGE_KERNEL, kernel, &range);
}

cl_int CL_API_CALL clbi_clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event)
{
    const size_t one = 1;
    const icd_submission s = {command_queue, CL_FALSE, num_events_in_wait_list, event_wait_list, event};
    return enqueue(&s, CL_COMMAND_TASK, kernel, &(clbi_icd_range){1, NULL, &one, &one});
}

/* ---- Native kernels ------------------------------------------------------------------------------------------------
 */

/* A call of a native kernel. */
typedef struct native_call {
    void *arguments; /* a copy in which memory objects are replaced by their addresses; or NULL */
    cl_uint count;   /* of memory objects */
    cl_mem held[];   /* the memory objects, or NULL */
} native_call;

static cl_int run_native(const icd_command *command, cl_command_queue queue)
{
    (void)queue;
    native_call *call = command->extra;
    command->native(call->arguments);
    for (cl_uint i = 0; i < call->count; i++)
        if (call->held[i]) clbi_allocations_write(clbi_icd_allocations(), call->held[i]->data, call->held[i]->size);
    return CL_SUCCESS;
}

/* The call is a copy already: only its memory objects must be held. */
static bool keep_native(icd_command *command)
{
    native_call *call = command->extra;
    for (cl_uint i = 0; i < call->count; i++)
        if (call->held[i]) clbi_icd_object_hold(&call->held[i]->object);
    return true;
}

static void drop_native(icd_command *command)
{
    native_call *call = command->extra;
    for (cl_uint i = 0; i < call->count; i++)
        if (call->held[i]) clbi_icd_object_drop(&call->held[i]->object);
    clbi_aligned_free(call);
}

/* The arguments of a native kernel as the application gives them. */
typedef struct native_arguments {
    const void *args;
    size_t size; /* bytes */
    cl_uint count;
    const cl_mem *objects; /* count */
    const void **places;   /* count: where in args the address of each object's memory belongs */
} native_arguments;

static cl_int make_call(cl_context context, const native_arguments *given, native_call **result)
{
    const void *const args = given->args;
    const void **const places = given->places;
    const cl_mem *const objects = given->objects;
    const size_t size = given->size;
    const cl_uint count = given->count;
    const size_t arguments_at = icd_align(sizeof(native_call) + count * sizeof(cl_mem), ICD_ALIGNMENT);
    if (size > SIZE_MAX / 2) return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; i < count; i++) {
        if (objects[i] && !clbi_icd_object_valid(objects[i], ICD_MEMORY)) return CL_INVALID_MEM_OBJECT;
        if (objects[i] && objects[i]->context != context) return CL_INVALID_CONTEXT;
        const uintptr_t at = (uintptr_t)places[i], start = (uintptr_t)args;
        if (at < start || at - start > size || size - (at - start) < sizeof(void *)) return CL_INVALID_VALUE;
    }
    char *block = clbi_aligned_alloc(arguments_at + size);
    if (!block) return CL_OUT_OF_HOST_MEMORY;
    native_call *call = (native_call *)(void *)block;
    call->count = count;
    call->arguments = args ? block + arguments_at : NULL;
    if (args) memcpy(call->arguments, args, size);
    for (cl_uint i = 0; i < count; i++) {
        void *address = objects[i] ? objects[i]->data : NULL;
        call->held[i] = objects[i];
        memcpy(block + arguments_at + ((uintptr_t)places[i] - (uintptr_t)args), &address, sizeof address);
    }
    *result = call;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clEnqueueNativeKernel(cl_command_queue command_queue, void(CL_CALLBACK *user_func)(void *),
                                              void *args, size_t cb_args, cl_uint num_mem_objects,
                                              const cl_mem *mem_list, const void **args_mem_loc,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event)
{
    native_call *call = NULL;
    if (!clbi_icd_object_valid(command_queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    if (!user_func || (args == NULL) != (cb_args == 0) || (!args && num_mem_objects > 0) ||
        (num_mem_objects > 0) != (mem_list != NULL) || (num_mem_objects > 0) != (args_mem_loc != NULL))
        return CL_INVALID_VALUE;
    cl_int code = clbi_icd_check_wait_list(command_queue->context, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS)
        code = make_call(command_queue->context,
                         &(native_arguments){args, cb_args, num_mem_objects, mem_list, args_mem_loc}, &call);
    if (code != CL_SUCCESS) return code;
    /* The application's function never runs inside of its own call. */
    const icd_command command = {.type = CL_COMMAND_NATIVE_KERNEL,
                                 .cost = UINT64_MAX,
                                 .run = run_native,
                                 .keep = keep_native,
                                 .drop = drop_native,
                                 .extra = call,
                                 .native = user_func};
    code = clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, false, event);
    if (code != CL_SUCCESS) clbi_aligned_free(call);
    return code;
}
