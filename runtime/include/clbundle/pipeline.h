/* clbundle: what a pipeline needs. Several queues, copies that do not block, callbacks, parts of buffers, buffers that
 * are used again, a table of times, and launches that can be watched and stopped. Includes clbundle/core.h, whose rules
 * hold here too.
 *
 *     clb_queue *copies = NULL;                    a queue beside the device's own
 *     clb_event *ready = NULL, *done = NULL;
 *     clb_command first = {0}, last = {0};
 *     clb_queue_create(device, &copies, &error);
 *     first.queue = last.queue = copies;
 *     clb_buffer_write_async(x, 0, host, size, &first, &ready, &error);
 *     clb_launch launch = {.wait = &ready, .wait_count = 1};
 *     clb_kernel_launch(device, bundle, kernel, &launch, arguments, count, &done, &error);
 *     last.wait = &done, last.wait_count = 1;
 *     clb_buffer_read_async(y, 0, host, size, &last, NULL, &error);
 *     clb_queue_finish(copies, &error);
 *     clb_event_release(&ready), clb_event_release(&done), clb_queue_release(&copies);
 *
 * Order of commands
 *  - A queue runs its commands one after the other, in the order of the calls. Between two queues there is no order but
 *    that of events: a command begins when all events of its wait list are complete. NULL in a wait list is a command
 *    that has run.
 *  - Each device has a queue of its own, which is used where none is named, and by all blocking calls of
 *    clbundle/core.h. Blocking calls do not wait for other queues; clb_device_finish does.
 *  - Events of another device may be waited for, too; that wait happens inside the call.
 *
 * What runs when
 *  - OpenCL: each queue is a cl_command_queue. What is enqueued on a queue of one's own begins by itself.
 *  - Native: the device's own queue is synchronous: a command has run when its call returns, after the wait inside the
 *    call. Each other queue has one thread that runs its commands; launches share the device's threads.
 *  - In an asynchronous command, host memory must stay, and must not be changed (nor looked at, where it is written),
 *    until the command is complete. Buffers may be released at once: the commands keep what they need.
 *
 * Failures
 *  - What is wrong with a command's arguments is the status of the call, and nothing is enqueued.
 *  - A command that fails later makes its event fail: clb_event_wait, a callback and clb_queue_finish say how.
 *  - Native: a command that waits for a failed one fails as that did, and so do the later commands of its queue, none
 *    of which runs, until clb_queue_finish or clb_device_finish has told of the failure. OpenCL: the driver decides;
 *    most take no more commands.
 *
 * After fork, calls with a parent's queue or pool return CLB_ERROR_UNSUPPORTED in the child, and so does waiting for a
 * command that had not run when the process was forked. Releases free what is the child's.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_PIPELINE_H
#define CLBUNDLE_PIPELINE_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Queues -------------------------------------------------------------------------------------------------------
 */

/* A new queue (clb_queue is declared in clbundle/core.h). On success *queue is owned by the caller: clb_queue_release,
 * before the device is closed. Native: a thread is started. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_MEMORY (also where
 * the machine starts no more threads), CLB_ERROR_DEVICE, CLB_ERROR_UNSUPPORTED (after fork). Thread-safety: safe, as
 * all calls with a queue but its release. */
CLB_MUST_CHECK clb_status clb_queue_create(clb_device *device, clb_queue **queue, clb_error *error);

/* Waits for all commands of the queue, then frees it; events of its commands stay. Not from a callback of an event, and
 * no other thread may use the queue any more. */
void clb_queue_release(clb_queue **queue);

/* Blocks until all commands enqueued so far on this queue have run. Not from a callback of an event.
 * Errors: CLB_ERROR_ARGUMENT; natively the failure of the first command that has failed since the last such call; else
 * CLB_ERROR_DEVICE. */
CLB_MUST_CHECK clb_status clb_queue_finish(clb_queue *queue, clb_error *error);

/* The cl_command_queue, or NULL for a back end that has none. Not retained: valid as long as the queue. */
void *clb_queue_get_handle(const clb_queue *queue);

/* The queue of a command, and the events that it waits for. NULL or {0}: the device's own queue, no events. */
typedef struct clb_command {
    size_t struct_size CLB_SIZED(clb_command); /* see CLB_PARAMS */
    clb_queue *queue;                          /* of the same device as the buffer; NULL: the device's own */
    clb_event *const *wait;                    /* events to be waited for */
    size_t wait_count;
} clb_command;

/* ---- Commands on buffers ------------------------------------------------------------------------------------------
 *
 * All of them: `command` may be NULL. `event` may be NULL; otherwise, on success, *event is owned by the caller
 * (clb_event_release), or NULL where nothing is left to wait for. A size of 0 does nothing, and stores NULL.
 * Errors: CLB_ERROR_ARGUMENT (NULL, a queue of another device, a wait list that is none), CLB_ERROR_SIZE (beyond the
 * buffer), CLB_ERROR_MEMORY, CLB_ERROR_DEVICE, CLB_ERROR_UNSUPPORTED (after fork), and failures of commands that are
 * waited for inside the call. Thread-safety: safe. */

/* As clb_buffer_read and clb_buffer_write, without waiting for the end. Drivers of GPUs are fast, and copy beside the
 * host's own work, only with memory that they know: that of a buffer which is mapped, and stays so (clb_buffer_map). */
CLB_MUST_CHECK clb_status clb_buffer_read_async(clb_buffer *buffer, size_t offset, void *host, size_t size,
                                                const clb_command *command, clb_event **event, clb_error *error);
CLB_MUST_CHECK clb_status clb_buffer_write_async(clb_buffer *buffer, size_t offset, const void *host, size_t size,
                                                 const clb_command *command, clb_event **event, clb_error *error);

/* Copies `size` bytes between buffers of one device. The two parts must not overlap (CLB_ERROR_ARGUMENT), be it in one
 * buffer or in views of one. */
CLB_MUST_CHECK clb_status clb_buffer_copy(clb_buffer *from, size_t from_offset, clb_buffer *to, size_t to_offset,
                                          size_t size, const clb_command *command, clb_event **event, clb_error *error);

/* Repeats the pattern of 1, 2, 4, ... 128 bytes over `size` bytes. Offset and size must be multiples of its size
 * (CLB_ERROR_SIZE). The pattern has been read when the call returns. OpenCL: CLB_ERROR_UNSUPPORTED before OpenCL 1.2.
 * */
CLB_MUST_CHECK clb_status clb_buffer_fill(clb_buffer *buffer, size_t offset, size_t size, const void *pattern,
                                          size_t pattern_size, const clb_command *command, clb_event **event,
                                          clb_error *error);

/* The layout of a box of bytes in memory: its first byte, and the distances of its rows and its planes. */
typedef struct clb_box {
    size_t origin[3];   /* in bytes, rows, planes */
    size_t row_pitch;   /* bytes; 0: rows lie one behind the other in the box */
    size_t plane_pitch; /* bytes, a multiple of row_pitch; 0: as many rows as the box has */
} clb_box;

/* Copies region[0] bytes of each of region[1] rows of each of region[2] planes: part of a matrix, or of a volume. A
 * region of 0 does nothing. The pitches must be no smaller than what they hold (CLB_ERROR_SIZE), and the box must lie
 * in the buffer (CLB_ERROR_SIZE). Within one buffer, or views of one, a copy has the same pitches on both sides, and
 * nothing that lies between the first and the last byte of one box lies between those of the other
 * (CLB_ERROR_ARGUMENT). A NULL box has its origin at 0 and no gaps. */
CLB_MUST_CHECK clb_status clb_buffer_read_box(clb_buffer *buffer, const clb_box *from, void *host, const clb_box *to,
                                              const size_t region[3], const clb_command *command, clb_event **event,
                                              clb_error *error);
CLB_MUST_CHECK clb_status clb_buffer_write_box(clb_buffer *buffer, const clb_box *to, const void *host,
                                               const clb_box *from, const size_t region[3], const clb_command *command,
                                               clb_event **event, clb_error *error);
CLB_MUST_CHECK clb_status clb_buffer_copy_box(clb_buffer *source, const clb_box *from, clb_buffer *target,
                                              const clb_box *to, const size_t region[3], const clb_command *command,
                                              clb_event **event, clb_error *error);

/* How the host uses mapped memory; may be combined, except DISCARD, which stands alone. */
#define CLB_MAP_READ 0x1u
#define CLB_MAP_WRITE 0x2u
#define CLB_MAP_DISCARD 0x4u /* writes all of it: what was there need not be copied */

/* Makes bytes of a buffer readable or writable for the host. With `event` NULL it blocks until they are; otherwise
 * *host is valid at once as an address, and its content when the event is complete. *host stays valid until
 * clb_buffer_unmap, before which no command may use this part (nor write to it, where it is mapped for reading only).
 * Native: no copy is made.
 * Errors besides: CLB_ERROR_ARGUMENT (`access`), CLB_ERROR_SIZE (a size of 0, too). */
CLB_MUST_CHECK clb_status clb_buffer_map(clb_buffer *buffer, uint32_t access, size_t offset, size_t size,
                                         const clb_command *command, void **host, clb_event **event, clb_error *error);

/* Ends a mapping: commands enqueued after it see what the host wrote. `host` is what clb_buffer_map gave for this
 * buffer. */
CLB_MUST_CHECK clb_status clb_buffer_unmap(clb_buffer *buffer, void *host, const clb_command *command,
                                           clb_event **event, clb_error *error);

/* An event that is complete when everything enqueued before on the queue, and all events of the wait list, are. NULL is
 * stored where that is so already. `device` is the queue's. OpenCL: CLB_ERROR_UNSUPPORTED before OpenCL 1.2. */
CLB_MUST_CHECK clb_status clb_device_mark(clb_device *device, const clb_command *command, clb_event **event,
                                          clb_error *error);

/* ---- Buffers over memory of the application ---- */

/* A buffer over `size` bytes (at least 1) of the application's own memory, which is not copied where the device can do
 * without: natively kernels work in it; an OpenCL driver gets it as CL_MEM_USE_HOST_PTR, and GPUs may keep a copy. The
 * memory must stay until the buffer is released and all commands that use it have run. Until then the application sees
 * what kernels wrote, and kernels see what it wrote, through clb_buffer_map and clb_buffer_unmap, which copy nothing
 * where nothing is copied, or through clb_buffer_read and clb_buffer_write. Natively it sees it, too, when the commands
 * have run. Two buffers over overlapping memory are undefined on OpenCL, as there. Natively the memory must be aligned
 * as the elements of the kernels that get it, up to 128 bytes: a launch refuses another address with CLB_ERROR_SIZE. On
 * success *buffer is owned by the caller: clb_buffer_release. The memory stays the application's. Errors:
 * CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE, CLB_ERROR_MEMORY, CLB_ERROR_DEVICE_MEMORY, CLB_ERROR_DEVICE,
 * CLB_ERROR_UNSUPPORTED (after fork). Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_buffer_wrap(clb_device *device, void *host, size_t size, clb_buffer **buffer,
                                          clb_error *error);

/* ---- Limits of one kernel ---- */

/* The limits of a kernel's launches on a device. A driver may give a kernel smaller work-groups than the device has,
 * or larger ones if the kernel requires its size. */
typedef struct clb_kernel_limits {
    size_t work_group_size;     /* work-items of a group at most, as the back end states it */
    size_t preferred_multiple;  /* of work-items in a group, for speed; at least 1 */
    size_t required_local[3];   /* reqd_work_group_size; 0: none */
    uint64_t local_memory_size; /* bytes of a group's local memory that the kernel takes, without its LOCAL arguments */
    uint64_t private_memory_size; /* bytes a work-item, as far as it is known; natively what is kept across barriers */
} clb_kernel_limits;

/* Builds the kernel's program, where it is not built. Natively a launch with a larger work-group is CLB_ERROR_SIZE. A
 * driver decides by itself: some run more work-items than they state. Errors: those of a launch's build;
 * CLB_ERROR_ARGUMENT. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_kernel_get_limits(clb_device *device, const clb_bundle *bundle, uint32_t kernel,
                                                clb_kernel_limits *limits, clb_error *error);

/* ---- Views --------------------------------------------------------------------------------------------------------
 */

/* A buffer that is bytes offset .. offset + size - 1 of another one, for whatever takes a buffer. It keeps its parent,
 * which may be released before it. What is written through one is seen through the other by commands that are ordered
 * after it. A view of a view is one of the first buffer. The offset in that must be a multiple of
 * clb_device_view_alignment.
 * On success *view is owned by the caller: clb_buffer_release.
 * Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE (no bytes, beyond the parent, or the offset's alignment, which is named),
 * CLB_ERROR_MEMORY, CLB_ERROR_DEVICE, CLB_ERROR_DEVICE_MEMORY, CLB_ERROR_UNSUPPORTED (after fork). Thread-safety: safe.
 * */
CLB_MUST_CHECK clb_status clb_buffer_view(clb_buffer *parent, size_t offset, size_t size, clb_buffer **view,
                                          clb_error *error);

/* In bytes: CL_DEVICE_MEM_BASE_ADDR_ALIGN; natively the alignment of the largest vector. 0 for NULL. */
size_t clb_device_view_alignment(const clb_device *device);

/* ---- Events -------------------------------------------------------------------------------------------------------
 */

/* *complete: the command has run or has failed. Does not block. A NULL event is complete.
 * Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_DEVICE (not the command's own failure: clb_event_wait tells that). */
CLB_MUST_CHECK clb_status clb_event_poll(clb_event *event, bool *complete, clb_error *error);

/* Called once when a command is complete. error->status is CLB_OK, or the command's failure; the structure and its
 * strings live until the function returns. It runs in a thread of the driver or of the library, or inside
 * clb_event_on_complete where the command is complete already. It may enqueue commands, release buffers and events, and
 * poll; it must not wait (clb_event_wait, clb_queue_finish, clb_device_finish, blocking copies, clb_kernel_call,
 * watched launches), release queues or close the device; natively it must not launch on the device's own queue with a
 * wait list. Other commands may wait for it: it should be short.
 * A function that releases the event for which it was set owns that event from the call of clb_event_on_complete on: no
 * other thread may use the handle behind that call. */
typedef void clb_completed(void *cookie, const clb_error *error);

/* On success the function is called exactly once, also where the event is released before; on failure never.
 * clb_device_close waits for callbacks under way. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_MEMORY, CLB_ERROR_DEVICE,
 * CLB_ERROR_UNSUPPORTED (after fork, for a command that had not run). Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_event_on_complete(clb_event *event, clb_completed *function, void *cookie,
                                                clb_error *error);

/* ---- Pools of buffers ---------------------------------------------------------------------------------------------
 */

/* Keeps buffers that are given back, and hands them out again. Thread-safety: safe, but for its release. */
typedef struct clb_pool clb_pool;

/* The state of a pool. */
typedef struct clb_pool_stats {
    size_t kept_count, kept_size;   /* buffers in the pool now, and their bytes */
    size_t taken_count, taken_size; /* handed out and not given back */
    uint64_t hits, misses;          /* calls that found one in the pool; that made one */
    uint64_t released;              /* that had to go: for the limit, by clb_pool_trim, or where memory ran out */
} clb_pool_stats;

/* `limit`: bytes that the pool keeps at most, not counting what is handed out; 0: a quarter of the device's memory.
 * On success *pool is owned by the caller: clb_pool_release, before the device is closed.
 * Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_MEMORY. */
CLB_MUST_CHECK clb_status clb_pool_create(clb_device *device, uint64_t limit, clb_pool **pool, clb_error *error);
/* Releases the pool and the buffers in it. Buffers that are handed out stay the caller's. */
void clb_pool_release(clb_pool **pool);

/* A buffer of at least `size` bytes (at least 1) of undefined content: clb_buffer_size tells how many. Its first
 * command has to go to `queue` (NULL: the device's own). On success *buffer is owned by the caller: clb_pool_put, or
 * clb_buffer_release. Where device memory runs out, what is kept is released and it is tried once more.
 * Errors: as clb_buffer_create, CLB_ERROR_ARGUMENT for a queue of another device, CLB_ERROR_UNSUPPORTED (after fork).
 * */
CLB_MUST_CHECK clb_status clb_pool_take(clb_pool *pool, size_t size, clb_queue *queue, clb_buffer **buffer,
                                        clb_error *error);

/* Gives a buffer back, of this pool or another one of the same device; *buffer becomes NULL. `last` says which commands
 * may still be using it: the commands whose events are its wait list, or, with no events, those of one queue (NULL: the
 * device's own). It is handed out again when the events are complete; without events at once to users of the same
 * queue, and to others when all that was enqueued on it until now has run. What the pool cannot keep is released, which
 * is safe at any time. A view, and a buffer of another device, is released. `last` may be NULL. NULL handles are
 * accepted. */
void clb_pool_put(clb_pool *pool, clb_buffer **buffer, const clb_command *last);

/* Releases kept buffers, the longest unused first, until no more than `size` bytes are kept. */
void clb_pool_trim(clb_pool *pool, uint64_t size);

clb_pool_stats clb_pool_get_stats(clb_pool *pool); /* all 0 for NULL */

/* ---- Times by name ------------------------------------------------------------------------------------------------
 */

/* Times and bytes of the commands of one kind: a kernel of a bundle, or a kind of transfer. */
typedef struct clb_profile_row {
    char name[96];            /* the kernel's; or "read", "write", "copy", "fill", "map", "unmap", in round brackets */
    const clb_bundle *bundle; /* NULL: a transfer */
    uint32_t kernel;          /* number in the bundle */
    uint64_t count;           /* commands that have run */
    uint64_t failed;          /* commands that have failed; they count nowhere else */
    uint64_t total_ns, min_ns, max_ns; /* on the device's clock, from start to end of a command */
    uint64_t bytes; /* transfers: copied. Kernels: of the arguments, as far as extents are stated, else of
                       whole buffers; `inout` counts twice */
} clb_profile_row;

/* Starts a table, which becomes empty. From now on all launches and transfers count, those of blocking calls, too. The
 * device must have been opened with .profiling: CLB_ERROR_UNSUPPORTED. Without a table a command costs nothing more.
 * Errors besides: CLB_ERROR_ARGUMENT, CLB_ERROR_MEMORY. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_device_profile_start(clb_device *device, clb_error *error);

/* Commands enqueued from now on no longer count; the table stays. */
void clb_device_profile_stop(clb_device *device);

/* The table so far, the most total time first. Waits for the commands that count. A command for which there was no host
 * memory is missing. On success *rows is owned by the caller: clb_device_profile_free; NULL and 0 where nothing has
 * run.
 * Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_MEMORY, CLB_ERROR_UNSUPPORTED (no table was started). Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_device_profile_get(clb_device *device, clb_profile_row **rows, size_t *count,
                                                 clb_error *error);
/* Frees the rows, and sets *rows to NULL. */
void clb_device_profile_free(clb_profile_row **rows);

/* ---- Launches that are watched --------------------------------------------------------------------------------------
 */

/* A wish to stop, which any thread may utter. Thread-safety: safe, but for its release. */
typedef struct clb_cancel clb_cancel;

/* On success *cancel is owned by the caller: clb_cancel_release, when no launch uses it. Errors: CLB_ERROR_ARGUMENT,
 * CLB_ERROR_MEMORY. */
CLB_MUST_CHECK clb_status clb_cancel_create(clb_cancel **cancel, clb_error *error);
void clb_cancel_release(clb_cancel **cancel);
/* Asks the launches that watch it to stop. Also from a signal handler. */
void clb_cancel_request(clb_cancel *cancel);
/* Withdraws the request, for the next launch. */
void clb_cancel_reset(clb_cancel *cancel);
bool clb_cancel_is_requested(const clb_cancel *cancel); /* false for NULL */

/* Work-items that have run, and all of the launch. Called from one thread at a time, but from any, now and then, and
 * once more at the end of a launch that was not stopped. Returning false stops the launch. It must not call the
 * library. */
typedef bool clb_launch_progress(void *cookie, uint64_t done, uint64_t total);

/* For clb_launch.watch: a launch that is run in slices of whole work-groups. The call returns when all has run, or when
 * it was stopped: then with CLB_ERROR_CANCELLED, after the slices under way, and *done says how many work-items have
 * run. Which ones those are is not said; what they wrote stays.
 * Work-items see the ids and the sizes of the whole range. Natively that holds for all kernels. OpenCL cannot cut a
 * range without showing it to kernels that ask for it. It runs those that the bundle marks as CLB_KERNEL_INDEPENDENT,
 * and, where a local size is stated, those marked as CLB_KERNEL_BY_GROUPS: all but those that use get_group_id,
 * get_num_groups, get_global_size, get_global_offset or get_global_linear_id. Others are refused with
 * CLB_ERROR_UNSUPPORTED. */
struct clb_watch {
    size_t struct_size CLB_SIZED(clb_watch); /* see CLB_PARAMS */
    clb_cancel *cancel;                      /* or NULL */
    clb_launch_progress *progress;           /* or NULL */
    void *cookie;                            /* for progress */
    uint64_t *done;                          /* or NULL: work-items that have run, set whenever the launch was begun */
    uint32_t slice_ms;                       /* how long a slice should take; 0: 10 */
};

#ifdef __cplusplus
}
#endif

#endif
