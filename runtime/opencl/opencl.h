/* The OpenCL back end's own objects, and the functions that its table is made of. Knows OpenCL; must not know the
 * checks above the back end.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_OPENCL_H
#define CLBI_OPENCL_H

#include "core/status.h"
#include "opencl/loader.h"

#include <pthread.h>

enum {
    CLBI_CL_SAMPLERS = 64 /* sums of CLB_SAMPLER_...; what is larger is a handle: no object lies at such an address */
};

typedef struct clbi_cl_device {
    clbi_cl_library cl;
    const clb_device_info *info;
    cl_platform_id platform;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    bool profiling;
    bool has_1_2;          /* fills, markers, mappings that discard, images */
    bool non_uniform;      /* the last group of a dimension may be smaller, in programs of OpenCL C 2.0 and later */
    bool short_offsets;    /* offsets of a range are 32-bit integers with a sign: see quirks.c */
    bool slow_copies;      /* from and to host memory that it has not given itself: see quirks.c */
    size_t view_alignment; /* bytes */
    pthread_mutex_t sampler_lock;
    cl_sampler samplers[CLBI_CL_SAMPLERS]; /* by value; NULL: not asked for so far */
} clbi_cl_device;

/* The queue of a command: its own, or the device's. */
cl_command_queue clbi_cl_queue_of(const clbi_cl_device *device, void *queue);

/* The argument that a cl_kernel was last given. */
typedef struct clbi_cl_bound {
    uint64_t serial; /* buffers: its number; values and local memory: 1; 0: unknown */
    size_t size;     /* local memory */
    size_t place;    /* for values: the offset in the copies */
} clbi_cl_bound;

/* One cl_kernel; never in two threads' hands. */
typedef struct clbi_cl_pooled {
    struct clbi_cl_pooled *next; /* in the pool */
    cl_kernel kernel;
    clbi_cl_bound *bound;  /* one an argument */
    unsigned char *values; /* copies of the values, one behind the other */
} clbi_cl_pooled;

/* A kernel of the bundle: as many cl_kernels as threads have needed at once. */
typedef struct clbi_cl_kernel {
    struct clbi_cl_kernel *next; /* of the same program */
    struct clbi_cl_program *program;
    const clb_bundle *bundle;
    char *name;
    uint32_t number;        /* in the bundle */
    size_t work_group_size; /* the largest that it runs with */
    size_t values_size;
    pthread_mutex_t lock; /* for `idle` */
    clbi_cl_pooled *idle;
} clbi_cl_kernel;

typedef struct clbi_cl_program {
    cl_program program;
    clbi_cl_kernel *kernels;
} clbi_cl_program;

/* A failed OpenCL call, with the status that its number stands for. */
#define CLBI_CL_FAIL(error, device, code, function, ...)                                                            \
    clbi_fail(                                                                                                      \
        (error),                                                                                                    \
        (clbi_cause){.status = clbi_code_status(code), .code = (code), .call = function, .device = (device)->info}, \
        __VA_ARGS__)

/* kernel.c */
clb_status clbi_cl_kernel_open(clbi_cl_device *device, const clb_bundle *bundle, uint32_t number,
                               clbi_cl_program *program, clbi_cl_kernel **kernel, clb_error *error);
void clbi_cl_kernel_close(clbi_cl_device *device, clbi_cl_kernel *kernel);
clb_status clbi_cl_launch(void *device, void *kernel, const clbi_job *job, clbi_completion *completion,
                          clb_error *error);

/* program.c */
clb_status clbi_cl_program_build(void *device, const clbi_build *build, void **built, clb_error *error);
void clbi_cl_program_release(void *device, void *built);
clb_status clbi_cl_program_binary(void *device, void *built, void **data, size_t *size, clb_error *error);

/* log.c: the log with original files and lines, where the driver counted lines of the whole program instead.
 * Takes the log over; returns it or another one. */
char *clbi_cl_log_translate(const clb_bundle *bundle, uint32_t program, char *log);

/* devices.c */
bool clbi_cl_may_accelerate(void);
clb_status clbi_cl_discover(void **session, clb_device_info **infos, size_t *count, clbi_note *note, clb_error *error);
void clbi_cl_end_session(void *session);
clb_status clbi_cl_device_open(void *session, size_t index, const clb_device_info *info, bool profiling, void **device,
                               clb_error *error);
void clbi_cl_device_close(void *device);
clb_status clbi_cl_finish(void *device, clb_error *error);
void *clbi_cl_get_handle(const void *device, clb_handle which);

/* memory.c */
clb_status clbi_cl_memory_create(void *device, size_t size, const void *host, void **memory, clb_error *error);
void clbi_cl_memory_release(void *device, void *memory);
clb_status clbi_cl_memory_write(void *device, const clbi_memory_copy *copy, bool block, clb_error *error);
clb_status clbi_cl_memory_read(void *device, const clbi_memory_copy *copy, bool block, clb_error *error);
clb_status clbi_cl_host_create(void *device, size_t size, void **memory, void **host, clb_error *error);
void clbi_cl_host_release(void *device, void *memory, void *host);
clb_status clbi_cl_memory_wrap(void *device, void *host, size_t size, void **memory, clb_error *error);
bool clbi_cl_copies_slowly(const void *device);
clb_status clbi_cl_flush(void *device, clb_error *error);

/* transfer.c */
clb_status clbi_cl_queue_create(void *device, void **queue, clb_error *error);
void clbi_cl_queue_release(void *device, void *queue);
clb_status clbi_cl_queue_finish(void *device, void *queue, clb_error *error);
clb_status clbi_cl_transfer(void *device, clbi_transfer *transfer, clbi_completion *completion, clb_error *error);
clb_status clbi_cl_memory_view(void *device, const clb_buffer *parent, size_t offset, size_t size, void **memory,
                               clb_error *error);
size_t clbi_cl_view_alignment(const void *device);

/* pipe.c */
clb_status clbi_cl_pipe_create(void *device, clb_pipe *pipe, clb_error *error);
void clbi_cl_pipe_release(void *device, clb_pipe *pipe);

/* image.c */
clb_status clbi_cl_image_create(void *device, const clbi_image_source *source, clb_error *error);
void clbi_cl_image_release(void *device, clb_image *image);
clb_status clbi_cl_image_formats(void *device, clb_image_kind kind, size_t capacity, clb_image_format *formats,
                                 size_t *count, clb_error *error);
/* The OpenCL call that does a command on an image, and its answer. */
cl_int clbi_cl_image_enqueue(const clbi_cl_device *device, clbi_transfer *transfer, cl_event *event, const char **call);
/* The device's own cl_sampler for a value below CLBI_CL_SAMPLERS, made when it is first asked for. */
clb_status clbi_cl_sampler_of(clbi_cl_device *device, clb_sampler value, cl_sampler *sampler, clb_error *error);
cl_map_flags clbi_cl_map_flags(const clbi_cl_device *device, uint32_t access);

clb_status clbi_cl_kernel_limits(void *device, void *kernel, clb_kernel_limits *limits, clb_error *error);

/* cut.c: the ranges to be enqueued instead of the job's, one after the other; returns their number. */
enum { CLBI_CL_PARTS = 8 };
size_t clbi_cl_cut(const clbi_cl_device *device, const clbi_cl_kernel *kernel, const clbi_job *job,
                   clbi_range parts[CLBI_CL_PARTS]);
bool clbi_cl_non_uniform(const void *device, const clb_bundle *bundle, const clb_kernel_data *kernel, bool required);

/* event.c */
clb_status clbi_cl_event_poll(void *device, const clbi_completion *completion, bool *complete, clb_error *error);
clb_status clbi_cl_event_notify(void *device, const clbi_completion *completion, clbi_notify *notify, void *cookie,
                                clb_error *error);
clb_status clbi_cl_event_retain(void *device, const clbi_completion *completion, clb_error *error);
/* Has a queue begin with its commands. */
void clbi_cl_begin(clbi_cl_device *device, cl_command_queue queue);
clb_status clbi_cl_event_wait(void *device, const clbi_completion *completion, clb_error *error);
clb_status clbi_cl_event_times(void *device, const clbi_completion *completion, uint64_t *start_ns, uint64_t *end_ns,
                               clb_error *error);
void clbi_cl_event_release(void *device, clbi_completion *completion);

#endif
