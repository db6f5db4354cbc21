/* A back end is a const table of functions. The code above it is written once for all back ends and has checked the
 * arguments that it passes down: handles belong together, sizes fit, ranges are not empty. A back end trusts this and
 * reports only errors of the device. Knows devices, bundles and jobs; must not know any back end.
 *
 * Objects of a back end are `void *` here; each back end gives them its own types.
 * All functions may be called from several threads at once, except open, close and the release of one object.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_BACKEND_H
#define CLBI_BACKEND_H

#include "clbundle/image.h"
#include "clbundle/pipe.h"

#include <stdatomic.h>
#include "core/constants.h"

struct clb_buffer {
    clb_device *device;
    void *memory; /* the back end's */
    size_t size;
    uint64_t serial; /* never 0, never used again on this device: handles are */
    atomic_uint references;
    clb_buffer *parent; /* of a view, which keeps it; never a view itself */
    size_t offset;      /* in the parent */
    bool wrapped;       /* over memory of the application; a view has its parent's */
};

/* Commands of a native queue keep their buffers; drivers do so by themselves. Drop: in buffer.c. */
static inline void clbi_buffer_retain(clb_buffer *buffer)
{
    atomic_fetch_add_explicit(&buffer->references, 1, memory_order_relaxed);
}
void clbi_buffer_drop(clb_buffer *buffer);

struct clb_image {
    clb_native_image native; /* begins with the tag. With a back end of host memory it is what kernels get */
    clb_device *device;
    void *memory; /* the back end's: of host memory, the address of `native` */
    atomic_uint references;
    uint32_t access;         /* clb_access */
    clb_buffer *buffer;      /* whose memory it is, and which it keeps; or NULL */
    bool wrapped;            /* over memory of the application */
    clb_image_params params; /* as clb_image_get_params tells them */
};

static inline void clbi_image_retain(clb_image *image)
{
    atomic_fetch_add_explicit(&image->references, 1, memory_order_relaxed);
}
void clbi_image_drop(clb_image *image); /* image.c */

#define CLBI_PIPE_TAG UINT64_C(0x636c625f71756575)

struct clb_pipe {
    uint64_t tag; /* CLBI_PIPE_TAG: nothing else that is passed for a pipe has it */
    clb_device *device;
    void *memory; /* the back end's: of host memory, a clb_native_pipe */
    atomic_uint references;
    uint32_t packet_size, max_packets; /* bytes; packets */
};

static inline void clbi_pipe_retain(clb_pipe *pipe)
{
    atomic_fetch_add_explicit(&pipe->references, 1, memory_order_relaxed);
}
void clbi_pipe_drop(clb_pipe *pipe); /* pipe.c */

/* An image to be created: its format, sizes and pitches (0: the back end's) stand in `image`. */
typedef struct clbi_image_source {
    clb_image *image;
    size_t size; /* bytes of its memory, with the pitches of `image` */
    void *host;  /* pixels to be copied, or with `wrapped` its memory; NULL: none */
    size_t host_row_pitch, host_slice_pitch;
} clbi_image_source;

/* Of an argument that is an image, the address of the back end's handle: see clb_argument. */
static inline const void *clbi_image_handle(const clb_argument *argument)
{
    return argument->size == 0 ? &((const clb_image *)argument->value)->memory : argument->value;
}

/* The same of a pipe. */
static inline const void *clbi_pipe_handle(const clb_argument *argument)
{
    return argument->size == 0 ? &((const clb_pipe *)argument->value)->memory : argument->value;
}

/* A completion: the first and the last command that belong to one launch (often the same object), or NULLs. */
typedef struct clbi_completion {
    void *first, *last;
} clbi_completion;

/* A checked range. Unused dimensions have size 1 and offset 0. local[0] == 0: the back end chooses. */
typedef struct clbi_range {
    uint32_t dimensions; /* 1 to 3 */
    size_t global[3], local[3], offset[3];
} clbi_range;

/* Arrays that are given to an element-wise kernel piece by piece: before some of its groups run, a thread makes their
 * elements ready in memory of its own, and takes the results from there when they have run. Native only. */
typedef struct clbi_pieces {
    size_t items;        /* of a piece, as a rule; a piece has whole groups, at least one */
    size_t fixed_memory; /* bytes a thread; a multiple of CLB_NATIVE_ALIGNMENT ... */
    size_t item_memory;  /* ... and bytes for each item that a piece may have, which are `capacity`, a multiple of that
                            too */
    /* Sets arguments[i] of the arrays that it makes ready; false: the piece is left out. first: the piece's first
     * work-item. */
    bool (*before)(const void *context, char *memory, size_t capacity, size_t first, size_t count, void **arguments);
    void (*after)(const void *context, char *memory, size_t capacity, size_t first, size_t count);
    const void *context;
} clbi_pieces;

struct clbi_watching;  /* watch.h */
struct clbi_variables; /* native/variables.h */

/* A checked launch. */
typedef struct clbi_job {
    const clb_bundle *bundle;
    const clb_kernel_data *kernel;
    const clb_argument_data *parameters;
    const clb_argument *arguments; /* kernel->argument_count */
    const clbi_range *range;
    void *const *wait; /* parts of completions on the same device; they have been enqueued before */
    uint32_t wait_count;
    const clbi_pieces *pieces;        /* or NULL */
    void *queue;                      /* of queue_create; NULL: the device's own */
    struct clbi_watching *watching;   /* or NULL; only where the back end watches */
    const clbi_value *values;         /* of the bundle's constants */
    uint64_t default_queue;           /* on the device, natively: 0: the runtime's own, or CLBI_NO_QUEUE */
    struct clbi_variables *variables; /* natively: those that the kernel writes; NULL: the device's */
} clbi_job;

#define CLBI_NO_QUEUE UINT64_MAX

typedef enum clbi_transfer_kind {
    CLBI_READ,
    CLBI_WRITE,
    CLBI_COPY,
    CLBI_FILL,
    CLBI_MAP,
    CLBI_UNMAP,
    CLBI_MARK /* nothing is moved */
} clbi_transfer_kind;

/* A checked command on memory. */
typedef struct clbi_transfer {
    clbi_transfer_kind kind;
    uint32_t access;    /* MAP: CLB_MAP_... */
    void *queue;        /* of queue_create; NULL: the device's own */
    clb_buffer *buffer; /* all but MARK; COPY: from */
    clb_buffer *to;     /* COPY */
    size_t offset, to_offset, size;
    void *host;       /* READ: the target; UNMAP: the mapped address; MAP: set by the back end when it returns */
    const void *from; /* WRITE: the source; FILL: the pattern, of an image the colour, copied when it returns */
    size_t pattern_size;
    const size_t
        *region; /* READ, WRITE, COPY of a box: three sizes; then the offsets count for nothing. NULL: one row */
    clb_box box, other_box; /* in the buffer; in host memory, or in `to`. Complete: no pitch is 0 */
    /* A command on an image has `region` in pixels, rows and slices, and the two pitches of host memory (MAP: set by
     * the back end when it returns) instead of a box; its `size` is only for the table of times. COPY: from `image`
     * or a part of `buffer`, to `to_image` or a part of `to`; the buffer has no gaps. */
    clb_image *image, *to_image;
    size_t origin[3], to_origin[3];
    size_t pitch[2];
    void *const *wait; /* as in clbi_job */
    uint32_t wait_count;
} clbi_transfer;

/* Bytes to copy between host memory and memory of the device, in order with its commands. */
typedef struct clbi_memory_copy {
    void *memory; /* the back end's */
    size_t offset, size;
    void *host; /* only read where the copy goes to the device */
} clbi_memory_copy;

/* A program to build. */
typedef struct clbi_build {
    const clb_bundle *bundle;
    uint32_t program;
    const clbi_value *values; /* of the bundle's constants */
    const void *binary;       /* or NULL */
    size_t binary_size;
    void **kernels; /* one a kernel of the bundle */
} clbi_build;

/* Is told, once, how a command has ended. */
typedef void clbi_notify(void *cookie, const clb_error *error);

/* Why a back end found fewer devices than the user may expect: "" or a sentence. */
typedef struct clbi_note {
    char text[256];
} clbi_note;

typedef struct clbi_backend {
    const char *name;

    /* Memory objects are host addresses: clb_kernel_call may use the application's own memory instead of them. */
    bool host_memory;

    /* NULL: finding devices starts nothing. Otherwise it starts drivers, and this says, without starting one, whether
     * any of them may have a GPU or an accelerator; true where that cannot be known. */
    bool (*may_accelerate)(void);

    /* Finds devices and describes them (back_end .. work_group_size; `rejected` and `reason` where a device cannot be
     * used at all). No device is no error. *session is given to open and end_session. On success *infos is the caller's
     * (free). */
    clb_status (*discover)(void **session, clb_device_info **infos, size_t *count, clbi_note *note, clb_error *error);
    void (*end_session)(void *session);

    /* Opens the index-th device found. `info` lives as long as the device. */
    clb_status (*open)(void *session, size_t index, const clb_device_info *info, bool profiling, void **device,
                       clb_error *error);
    void (*close)(void *device); /* waits for all commands; everything of the device has been released */
    /* Called instead of close in a child made by fork: frees everything that needs none of the threads, which the
     * child lacks. NULL for a back end whose devices cannot be used there; otherwise buffers and events can. */
    void (*abandon)(void *device);
    /* There, before the first command on a device that stands in for another one: it goes on with what kernels have
     * written in variables of their programs. NULL: there is nothing to do. */
    void (*inherit)(void *device, void *from);
    clb_status (*finish)(void *device, clb_error *error);
    void *(*get_handle)(const void *device, clb_handle which);
    /* Where printf of kernels goes, said once after open, with NULL for the standard output; the function is NULL where
     * the driver prints as it likes. */
    void (*print_to)(void *device, clb_print *print, void *cookie);
    /* Who is told of what checked code finds, and whether the device runs such code, said once after open; NULL: there
     * is no checked code. */
    void (*find_to)(void *device, bool checked, clb_finding_report *finding, void *cookie);

    clb_status (*memory_create)(void *device, size_t size, const void *host, void **memory, clb_error *error);
    void (*memory_release)(void *device, void *memory); /* commands enqueued before may still use it */
    /* Over the caller's memory, which outlives it. With host_memory it is *memory, and needs no release. */
    clb_status (*memory_wrap)(void *device, void *host, size_t size, void **memory, clb_error *error);
    /* In order with all other commands of the device. Without `block` the host memory must stay until a later blocking
     * command of this device or finish. */
    clb_status (*memory_write)(void *device, const clbi_memory_copy *copy, bool block, clb_error *error);
    clb_status (*memory_read)(void *device, const clbi_memory_copy *copy, bool block, clb_error *error);

    /* Sets `memory`, and in `native` what the back end decides. The image of a buffer has that buffer. */
    clb_status (*image_create)(void *device, const clbi_image_source *source, clb_error *error);
    void (*image_release)(void *device, clb_image *image); /* commands enqueued before may still use it */
    clb_status (*image_formats)(void *device, clb_image_kind kind, size_t capacity, clb_image_format *formats,
                                size_t *count, clb_error *error);

    /* Sets `memory`. */
    clb_status (*pipe_create)(void *device, clb_pipe *pipe, clb_error *error);
    void (*pipe_release)(void *device, clb_pipe *pipe); /* commands enqueued before may still use it */

    /* Host memory that copies from and to the device are fastest with, and run beside the host's own work. *memory
     * stands for it in host_release, before which every command that uses it must have ended. NULL for a back end of
     * host memory. */
    clb_status (*host_create)(void *device, size_t size, void **memory, void **host, clb_error *error);
    void (*host_release)(void *device, void *memory, void *host);

    /* Whether copies from and to other host memory take much longer than those, so that processors had better copy,
     * too. NULL: they do not. */
    bool (*copies_slowly)(const void *device);

    /* Builds a program; where a binary is given, from that if the driver takes it. On success build->kernels[k] is set
     * for each kernel k of the bundle that belongs to the program: they live as long as the program. */
    clb_status (*program_build)(void *device, const clbi_build *build, void **built, clb_error *error);
    void (*program_release)(void *device, void *built);
    /* NULL for a back end without binaries. On success *data is the caller's (free). */
    clb_status (*program_binary)(void *device, void *built, void **data, size_t *size, clb_error *error);

    /* The limits of a kernel that is built, but for required_local. */
    clb_status (*kernel_limits)(void *device, void *kernel, clb_kernel_limits *limits, clb_error *error);
    /* Of these, the most work-items in a group. Cheap: asked at each launch with a local size. NULL: the device's. */
    size_t (*kernel_group_size)(const void *device, const void *kernel);

    /* Whether the last group of a dimension may be smaller than the others, where the local size does not divide the
     * range. `required`: the kernel has a reqd_work_group_size. NULL: it never may. */
    bool (*non_uniform)(const void *device, const clb_bundle *bundle, const clb_kernel_data *kernel, bool required);

    /* Enqueues. All argument values are copied before it returns. With `completion` not NULL, it is filled on success
     * and owned by the caller: event_release. */
    clb_status (*launch)(void *device, void *kernel, const clbi_job *job, clbi_completion *completion,
                         clb_error *error);

    /* Sends what was enqueued to the device, before a call waits for it. NULL for a back end that always does. */
    clb_status (*flush)(void *device, clb_error *error);

    /* A queue of its own thread or driver; its commands begin by themselves. Release waits for them. */
    clb_status (*queue_create)(void *device, void **queue, clb_error *error);
    void (*queue_release)(void *device, void *queue);
    /* Called instead of release in a child made by fork. NULL: nothing can be freed there. */
    void (*queue_abandon)(void *device, void *queue);
    clb_status (*queue_finish)(void *device, void *queue, clb_error *error);

    /* Enqueues, as launch does. */
    clb_status (*transfer)(void *device, clbi_transfer *transfer, clbi_completion *completion, clb_error *error);

    /* Part of a buffer that is no view. Released by memory_release; with host_memory it needs no release. */
    clb_status (*memory_view)(void *device, const clb_buffer *parent, size_t offset, size_t size, void **memory,
                              clb_error *error);
    size_t (*view_alignment)(const void *device); /* bytes */

    /* Launches look at clbi_job.watching by themselves, and wait for their end where it is set. */
    bool watches;

    clb_status (*event_wait)(void *device, const clbi_completion *completion, clb_error *error);
    /* Of a command that is complete; does not wait. One that has failed: its failure, or that there are no times. */
    clb_status (*event_times)(void *device, const clbi_completion *completion, uint64_t *start_ns, uint64_t *end_ns,
                              clb_error *error);
    /* Whether event_wait would return at once. */
    clb_status (*event_poll)(void *device, const clbi_completion *completion, bool *complete, clb_error *error);
    /* On success `notify` is called once, possibly before this returns; on failure never. */
    clb_status (*event_notify)(void *device, const clbi_completion *completion, clbi_notify *notify, void *cookie,
                               clb_error *error);
    /* On success the completion has another owner, for event_release. */
    clb_status (*event_retain)(void *device, const clbi_completion *completion, clb_error *error);
    void (*event_release)(void *device, clbi_completion *completion);
} clbi_backend;

extern const clbi_backend clbi_opencl_backend; /* unless -Dopencl=disabled */
extern const clbi_backend clbi_native_backend;

#endif
