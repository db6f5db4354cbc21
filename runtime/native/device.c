/* The device of the native back end, which is this machine's processors, and the back end's table. Knows limits and
 * instruction sets; must not know how work-groups run.
 *
 * SPDX-License-Identifier: MIT */
#include "core/bundle.h"
#include "core/status.h"
#include "native/allocations.h"
#include "native/native.h"
#include "platform/platform.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LOCAL_MEMORY = 1 << 20, /* bytes of a work-group, which a cache can hold */
    GROUP_ITEMS = 4096,     /* the largest work-group */
    PREFERRED_ITEMS = 16    /* floats of the widest vector */
};

/* The instruction sets that generated code is compiled for and that this processor and its system have. */
int clbi_native_level(void)
{
#if defined(__GNUC__) && defined(__x86_64__)
    __builtin_cpu_init();
    /* Compilers do not know all feature names; processors with these have the rest of x86-64-v3, F16C too. */
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2"))
        return CLB_NATIVE_BASE;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return CLB_NATIVE_V3;
    return CLB_NATIVE_V4;
#else
    return CLB_NATIVE_BASE;
#endif
}

static int level_of(const clb_native_kernel *kernel, int level)
{
    while (level > CLB_NATIVE_BASE && !kernel->run[level]) level--;
    return level;
}

clb_native_function *clbi_native_function(const clb_native_kernel *kernel, int level)
{
    return kernel->run[level_of(kernel, level)];
}

const clb_native_variables *clbi_native_variables(const clb_native_kernel *kernel, int level)
{
    return kernel->variables[level_of(kernel, level)];
}

clbi_pool *clbi_native_pool(const void *device)
{
    return ((const clbi_native_device *)device)->pool;
}

void clbi_native_share_allocations(void *device, clbi_allocations *allocations)
{
    ((clbi_native_device *)device)->allocations = allocations;
}

static clb_status discover(void **session, clb_device_info **infos, size_t *count, clbi_note *note, clb_error *error)
{
#define NAME(name, suffix, text) text,
    static const char *const levels[CLB_NATIVE_LEVELS] = {CLB_NATIVE_LEVEL_LIST(NAME)};
#undef NAME
    (void)note;
    clb_device_info *info = calloc(1, sizeof *info);
    if (!info) return clbi_no_memory(error, "clb_device_list");
    *info =
        (clb_device_info){.back_end = "native",
                          .platform = "clbundle",
                          .vendor = "clbundle",
                          .name = "processor",
                          .version = "OpenCL C 1.2",
                          .type = CLB_DEVICE_CPU,
                          .features = CLB_NEEDS_FP64 | CLB_NEEDS_FP16 | CLB_NEEDS_INT64_ATOMICS | CLB_NEEDS_SUBGROUPS |
                                      CLB_NEEDS_IMAGES | CLB_NEEDS_3D_IMAGE_WRITES | CLB_NEEDS_PIPES,
                          .compute_units = clbi_processor_count(),
                          .local_memory_size = LOCAL_MEMORY,
                          .work_group_size = GROUP_ITEMS,
                          .work_item_sizes = {GROUP_ITEMS, GROUP_ITEMS, GROUP_ITEMS},
                          .local_is_global = true};
    (void)snprintf(info->driver, sizeof info->driver, "compiled in, %s instructions", levels[clbi_native_level()]);
    info->memory_size = clbi_machine_memory();
    if (info->memory_size == 0) info->memory_size = UINT64_C(1) << 30;
    info->allocation_size = info->memory_size;
    *session = NULL;
    *infos = info;
    *count = 1;
    return CLB_OK;
}

static void end_session(void *session)
{
    (void)session;
}

static void release_variables(clbi_native_device *device)
{
    if (atomic_fetch_sub(&device->variables->references, 1) != 1) return;
    clbi_variables_clear(&device->variables->own);
    free(device->variables);
}

static clb_status open_device(void *session, size_t index, const clb_device_info *info, bool profiling, void **device,
                              clb_error *error)
{
    (void)session, (void)index;
    clbi_native_device *made = calloc(1, sizeof *made);
    if (!made) return clbi_no_memory(error, "clb_device_open");
    *made = (clbi_native_device){.info = info,
                                 .threads = info->compute_units ? info->compute_units : 1,
                                 .level = clbi_native_level(),
                                 .profiling = profiling};
    made->pool = clbi_pool_create(made->threads);
    if (!made->pool) goto no_pool;
    if (pthread_mutex_init(&made->lock, NULL) != 0) goto no_lock;
    if (pthread_mutex_init(&made->event_lock, NULL) != 0) goto no_event_lock;
    if (pthread_cond_init(&made->completed, NULL) != 0) goto no_condition;
    if (!clbi_waiting_room_open(&made->room, CLBI_WAITING_CALLS)) goto no_room;
    made->variables = calloc(1, sizeof *made->variables);
    if (!made->variables) goto no_variables;
    atomic_init(&made->variables->references, 1);
    *device = made;
    return CLB_OK;

no_variables:
    clbi_waiting_room_close(&made->room);
no_room:
    pthread_cond_destroy(&made->completed);
no_condition:
    pthread_mutex_destroy(&made->event_lock);
no_event_lock:
    pthread_mutex_destroy(&made->lock);
no_lock:
    clbi_pool_destroy(made->pool);
no_pool:
    free(made);
    return clbi_no_memory(error, "clb_device_open");
}

static void close_device(void *impl)
{
    clbi_native_device *device = impl;
    clbi_pool_destroy(device->pool);
    clbi_allocations_destroy(device->own_allocations);
    release_variables(device);
    clbi_waiting_room_close(&device->room);
    pthread_cond_destroy(&device->completed);
    pthread_mutex_destroy(&device->event_lock);
    pthread_mutex_destroy(&device->lock);
    free(device);
}

static void abandon(void *impl)
{
    clbi_native_device *device = impl;
    clbi_pool_abandon(device->pool);
    release_variables(device);
    free(device);
}

static void inherit(void *impl, void *from)
{
    clbi_native_device *device = impl;
    release_variables(device);
    device->variables = ((clbi_native_device *)from)->variables;
    atomic_fetch_add(&device->variables->references, 1);
}

static clb_status finish(void *impl, clb_error *error)
{
    (void)impl, (void)error; /* every command of the device's own queue has run when its call returns */
    return CLB_OK;
}

static void *get_handle(const void *impl, clb_handle which)
{
    (void)impl, (void)which;
    return NULL;
}

static size_t kernel_group_size(const void *impl, const void *kernel)
{
    (void)impl, (void)kernel;
    return GROUP_ITEMS;
}

/* A kernel's vectors run along the first dimension. */
static clb_status kernel_limits(void *impl, void *opened, clb_kernel_limits *limits, clb_error *error)
{
    const clb_native_kernel *kernel = opened;
    (void)impl, (void)error;
    *limits = (clb_kernel_limits){.work_group_size = GROUP_ITEMS,
                                  .preferred_multiple = PREFERRED_ITEMS,
                                  .local_memory_size = kernel->fixed_scratch,
                                  .private_memory_size = kernel->context_scratch};
    return CLB_OK;
}

/* Native code has required sizes compiled in. */
static bool non_uniform(const void *impl, const clb_bundle *bundle, const clb_kernel_data *kernel, bool required)
{
    (void)impl;
    return !required &&
           !clbi_program_has_option(bundle, &bundle->programs[kernel->program], "-cl-uniform-work-group-size");
}

/* Nothing is built. A program without any compiled kernel is refused here, so that clb_prepare reports it. */
static clb_status program_build(void *impl, const clbi_build *build, void **built, clb_error *error)
{
    const clbi_native_device *device = impl;
    const clb_bundle *bundle = build->bundle;
    const clb_native_kernel *missing = NULL;
    uint32_t missing_number = 0, runnable = 0;
    if (!bundle->native)
        return clbi_fail(error,
                         (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                                      .call = "clbundle",
                                      .device = device->info,
                                      .hint = "Generate the bundle with --native, or open an OpenCL device."},
                         "Bundle '%s' has no native code.", bundle->name ? bundle->name : "");
    for (uint32_t k = 0; k < bundle->kernel_count; k++) {
        if (bundle->kernels[k].program != build->program) continue;
        const clb_native_kernel *own = &bundle->native[k];
        if (bundle->kernels[k].first_version != 0)
            own = &bundle->native[bundle->kernel_count + bundle->kernels[k].first_version - 1 +
                                  clbi_constants_version(bundle, &bundle->programs[build->program], build->values)];
        build->kernels[k] = (void *)(uintptr_t)own;
        if (clbi_native_function(own, device->level)) {
            runnable++;
        } else if (!missing) {
            missing = own;
            missing_number = k;
        }
    }
    if (missing && runnable == 0)
        return clbi_fail(error,
                         (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                                      .call = "clbundle",
                                      .device = device->info,
                                      .hint = "Run it on an OpenCL device."},
                         "Kernel '%s' has no native version: %s.",
                         clbi_span_name(bundle, bundle->kernels[missing_number].name).text,
                         missing->reason ? missing->reason : "it was not compiled for this processor");
    *built = impl; /* any value except NULL */
    return CLB_OK;
}

static void program_release(void *impl, void *built)
{
    (void)impl, (void)built;
}

const clbi_backend clbi_native_backend = {
    .name = "native",
    .host_memory = true,
    .discover = discover,
    .end_session = end_session,
    .open = open_device,
    .close = close_device,
    .abandon = abandon,
    .inherit = inherit,
    .finish = finish,
    .get_handle = get_handle,
    .print_to = clbi_native_print_to,
    .find_to = clbi_native_find_to,
    .memory_create = clbi_native_memory_create,
    .memory_release = clbi_native_memory_release,
    .memory_wrap = clbi_native_memory_wrap,
    .memory_write = clbi_native_memory_write,
    .memory_read = clbi_native_memory_read,
    .image_create = clbi_native_image_create,
    .image_release = clbi_native_image_release,
    .image_formats = clbi_native_image_formats,
    .pipe_create = clbi_native_pipe_create,
    .pipe_release = clbi_native_pipe_release,
    .program_build = program_build,
    .program_release = program_release,
    .kernel_limits = kernel_limits,
    .kernel_group_size = kernel_group_size,
    .non_uniform = non_uniform,
    .launch = clbi_native_launch,
    .queue_create = clbi_native_queue_create,
    .queue_release = clbi_native_queue_release,
    .queue_abandon = clbi_native_queue_abandon,
    .queue_finish = clbi_native_queue_finish,
    .transfer = clbi_native_transfer,
    .memory_view = clbi_native_memory_view,
    .view_alignment = clbi_native_view_alignment,
    .watches = true,
    .event_wait = clbi_native_event_wait,
    .event_poll = clbi_native_event_poll,
    .event_notify = clbi_native_event_notify,
    .event_retain = clbi_native_event_retain,
    .event_times = clbi_native_event_times,
    .event_release = clbi_native_event_release,
};
