/* clbundle: run the kernels of a bundle.
 *
 * A bundle is const data that the generator `clbundle` wrote at build time. This library opens a device, builds a
 * bundle's programs on first use, moves memory and launches kernels. The generated header of a bundle has typed
 * functions for each kernel; they are built on the untyped calls below.
 *
 *     clb_error error = {0};
 *     clb_device *device = NULL;
 *     if (clb_device_open(&(clb_device_params){.bundle = &my_bundle}, &device, &error) == CLB_OK)
 *         my_call_scale(device, my_args_scale(.x = x, .a = 2.0, .y = y, .n = n), &error);
 *     if (error.status) fputs(error.message, stderr);
 *     clb_device_close(&device);
 *     clb_error_clear(&error);
 *
 * Rules that hold everywhere
 *  - A call that can fail returns a clb_status and fills a clb_error, if one is given. On failure every out-parameter
 *    is untouched and nothing is owned by the caller that was not before.
 *  - The library prints nothing of its own (natively, printf of kernels goes to the standard output, or where
 *    clb_device_params.print says), opens no file, changes no process state and never aborts. OpenCL drivers may do
 *    all of this. They are started when OpenCL is asked for devices, and one folder is listed before: see
 *    clb_device_open, and clb_device_params.back_ends to prevent it.
 *  - Thread-safety: calls may come from any number of threads at once, where their comments say nothing else.
 *  - Destroying calls (close, release, free) take the address of the handle, accept NULL, and set the handle to NULL.
 *    No other thread may use that handle during the call or after it.
 *  - Errors: clb_status says what each status means in every call. A comment lists the statuses that a call returns,
 *    and in brackets causes of its own. Every call returns CLB_ERROR_ARGUMENT where a device, buffer, queue, pool,
 *    image or group that it needs is NULL, and CLB_ERROR_UNSUPPORTED where a child made by fork uses an OpenCL device
 *    of its parent.
 *  - After fork, a child may use, release and close the native devices, buffers and events of its parent: they are
 *    copies, like all memory. Calls on OpenCL devices return CLB_ERROR_UNSUPPORTED in the child, and releasing them
 *    does not call the driver. A driver that the parent has started may hang in the child even with new devices (PoCL
 *    does): open native devices there, or call exec.
 *  - A thread that is cancelled (pthread_cancel) inside a call is cancelled when the call has returned.
 *  - The library runs threads of its own until a device is closed: close devices before dlclose unmaps the library
 *    or a bundle, at the latest in a destructor of the plugin. The shared library itself is never unmapped.
 *  - Parameter structures need to live only until the call returns; {0} asks for the defaults. See CLB_PARAMS.
 *  - Sizes are in bytes where the name says `size`, in elements where it says `count`.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_H
#define CLBUNDLE_H

#include "data.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CLB_MUST_CHECK __attribute__((warn_unused_result))
#else
#define CLB_MUST_CHECK
#endif

/* Names that the next series of versions removes; `use`: the replacement. */
#if defined(__GNUC__)
#define CLB_DEPRECATED(use) __attribute__((deprecated(use)))
#elif defined(_MSC_VER)
#define CLB_DEPRECATED(use) __declspec(deprecated(use))
#else
#define CLB_DEPRECATED(use)
#endif

#ifdef __cplusplus
#define CLB_STATIC_ASSERT(condition, message) static_assert(condition, message)
#else
#define CLB_STATIC_ASSERT(condition, message) _Static_assert(condition, message)
#endif

/* ---- Parameter structures -------------------------------------------------------------------------------------
 *
 * Every structure of parameters begins with `struct_size`, from which the library knows which fields there are: a
 * program may have been compiled with the headers of another version of the library's series. CLB_PARAMS and CLB_INIT
 * fill it in, and C++ does so by itself:
 *
 *     clb_device_open(CLB_PARAMS(clb_device_params, .bundle = &my_bundle), &device, &error);
 *     const clb_launch launch = CLB_INIT(clb_launch, .dimensions = 1, .global = {n});
 *
 * 0, as in (clb_launch){.queue = queue} and {0}, stands for the fields that the structure had in version 0.3, the first
 * with `struct_size`. That is safe at all times, but fields that came later are not looked at then; their comments say
 * since which version they are there. Any call may return, for such a structure: CLB_ERROR_ARGUMENT (struct_size is
 * smaller than in version 0.3), CLB_ERROR_UNSUPPORTED (a field that this library does not know is not zero: the program
 * was compiled for a later one). */

#ifdef __cplusplus
#define CLB_SIZED(type) = sizeof(type)
#else
#define CLB_SIZED(type)
/* An initialiser, and the address of a structure that lives as long as the block around it. */
#define CLB_INIT(type, ...)                      \
    {                                            \
        .struct_size = sizeof(type), __VA_ARGS__ \
    }
#define CLB_PARAMS(type, ...) (&(type)CLB_INIT(type, __VA_ARGS__))
#endif

/* ---- Errors ------------------------------------------------------------------------------------------------- */

/* The result of a call. */
typedef enum clb_status {
    CLB_OK = 0,
    CLB_ERROR_ARGUMENT,      /* a call was used wrongly: the message names the argument */
    CLB_ERROR_MEMORY,        /* host memory ran out */
    CLB_ERROR_ABI,           /* the bundle was made for another runtime, or is damaged: regenerate it */
    CLB_ERROR_NO_DEVICE,     /* no device fits: the message lists what was found and why each was rejected */
    CLB_ERROR_UNSUPPORTED,   /* the device, or this build of the library, lacks what the call needs */
    CLB_ERROR_BUILD,         /* the driver could not build a program: see clb_error.build_log */
    CLB_ERROR_SIZE,          /* a buffer, range or local size does not fit the kernel: nothing was launched */
    CLB_ERROR_DEVICE_MEMORY, /* device memory ran out */
    CLB_ERROR_DEVICE,        /* an OpenCL call failed: see clb_error.code */
    CLB_ERROR_BINARY,        /* the data given to clb_binaries_import is not such data, or is damaged */
    CLB_ERROR_CANCELLED,     /* a watched launch was stopped on request */
    CLB_ERROR_KERNEL         /* a fault of the kernel: checked code has found one, and the message has the first; or
                                work-groups wait for each other for ever, which native code notices */
} clb_status;

/* A failure. Start with {0}. A call that succeeds leaves it as it was; one that fails overwrites it. The strings
 * without a size are constants. Thread-safety: one per thread. */
typedef struct clb_error {
    clb_status status;
    int32_t code;          /* OpenCL's error number, or 0 */
    const char *code_name; /* its name, "CL_OUT_OF_RESOURCES", or "" */
    const char *call;      /* the OpenCL or clb_ call that failed, or "" */
    const char *hint;      /* what to try, or "" */
    char device[128];      /* device, or "" */
    char driver[128];      /* platform and driver version, or "" */
    char message[1024];    /* one full sentence with all of the above but the log */
    char *build_log;       /* CLB_ERROR_BUILD: the driver's log with original files and lines; owned: clb_error_clear */
} clb_error;

/* Frees the log and sets everything to zero. NULL is fine. */
void clb_error_clear(clb_error *error);

/* "CLB_OK", "CLB_ERROR_ARGUMENT", ... A constant, never NULL. */
const char *clb_status_name(clb_status status);

/* ---- Devices ------------------------------------------------------------------------------------------------ */

/* An opened device with its context, queue, built programs, kernels and staging memory.
 * Thread-safety: safe. All calls on one device may come from any number of threads; commands run in the order in which
 * they were enqueued. It must outlive its buffers and events; the bundles used with it must outlive the device. */
typedef struct clb_device clb_device;

/* The kind of a device. */
typedef enum clb_device_type {
    CLB_DEVICE_OTHER = 0,
    CLB_DEVICE_CPU,
    CLB_DEVICE_GPU,
    CLB_DEVICE_ACCELERATOR
} clb_device_type;

/* The properties of a device that are known without opening it. */
typedef struct clb_device_info {
    char back_end[16]; /* "opencl", "native" */
    char platform[128], vendor[128], name[128], driver[128], version[128];
    clb_device_type type;
    uint32_t features; /* CLB_NEEDS_... that it has */
    uint32_t compute_units;
    uint64_t memory_size;       /* bytes of global memory */
    uint64_t allocation_size;   /* bytes of the largest buffer */
    uint64_t local_memory_size; /* bytes a work-group */
    size_t work_group_size;     /* largest number of work-items in a group */
    size_t work_item_sizes[3];  /* of a work-group in each dimension; 0: not known */
    uint32_t
        sub_group_size;   /* work-items that the device runs in step, the largest where it has several; 0: not known */
    bool emulates_fp64;   /* double precision is made of other instructions, and slow */
    bool local_is_global; /* local memory is as fast as global memory */
    bool rejected;        /* by the parameters of the call that made this list */
    char reason[256];     /* why it was rejected; "" otherwise */
} clb_device_info;

/* A piece of what kernels print, not NUL-terminated. Called from one thread at a time, but from any. */
typedef void clb_print(void *cookie, const char *text, size_t length);

/* For clb_device_params.print: what kernels print goes nowhere, and costs nothing natively. */
void clb_print_discard(void *cookie, const char *text, size_t length);

/* A fault found by checked code (`clbundle bundle --native-checked`). Strings are valid until the report returns. */
typedef struct clb_finding {
    clb_finding_kind kind;
    bool is_warning; /* the kernel is defined all the same: the launch does not fail */
    const char *kernel;
    const char *file; /* of the kernel's source, as the generator got it */
    uint32_t line;
    const char *array;   /* the buffer, array or variable; "": not known, or there is none */
    size_t offset, size; /* bytes: of the access, in the array (SIZE_MAX: not known); 0 where there is none */
    size_t global_id[3], local_id[3], group_id[3]; /* of the work-item */
    const char *message;                           /* one full sentence with all of the above, without its stop */
} clb_finding;

/* Told once for each place and kind in a launch, from one thread at a time, but from any. Must not use the device. */
typedef void clb_finding_report(void *cookie, const clb_finding *finding);

/* The kind of a clb_constant: the member that holds its value. Integers and bool take INTEGER or UNSIGNED; float and
 * double take REAL, rounded to the type. */
typedef enum clb_constant_kind {
    CLB_CONSTANT_INTEGER = 0, /* .integer */
    CLB_CONSTANT_UNSIGNED,    /* .natural: for values beyond INT64_MAX */
    CLB_CONSTANT_REAL         /* .real */
} clb_constant_kind;

/* A value for a specialisation constant of a bundle (`@constant` in its kernels). */
typedef struct clb_constant {
    const char *name; /* of the constant; must live as long as the structure is used */
    clb_constant_kind kind;
    int64_t integer;
    uint64_t natural;
    double real;
} clb_constant;

/* The next three make a clb_constant. `name` is not copied. */
static inline clb_constant clb_constant_integer(const char *name, int64_t value)
{
    const clb_constant constant = {name, CLB_CONSTANT_INTEGER, value, 0, 0.0};
    return constant;
}

static inline clb_constant clb_constant_unsigned(const char *name, uint64_t value)
{
    const clb_constant constant = {name, CLB_CONSTANT_UNSIGNED, 0, value, 0.0};
    return constant;
}

static inline clb_constant clb_constant_real(const char *name, double value)
{
    const clb_constant constant = {name, CLB_CONSTANT_REAL, 0, 0, value};
    return constant;
}

/* Back ends, to be combined. */
#define CLB_BACK_END_OPENCL 0x1u /* the devices of OpenCL's drivers */
#define CLB_BACK_END_NATIVE 0x2u /* the native code of the bundle, on this machine's processors */

/* When clb_device_open returns, and what runs until then.
 *
 * CLB_START_BLOCKING: when the device is open. Its first call of a kernel waits for the build of the kernel's program.
 *
 * CLB_START_TIERED: at once. Until the device is open, and until a kernel's program is built, clb_kernel_call,
 * clb_array_call and all that is made of them are answered by native code. The device is chosen and opened, and
 * programs are built as calls ask for them, in threads of the library. clb_call_report says which one has run. Both
 * give the same results where a kernel is exact; else they agree as far as the kernel's accuracy goes, so that a
 * repeated call may change in its last bits when the device takes over.
 *  - The device is the one that clb_device_open would choose without this, by the same filter. Where native code is
 *    chosen, no device fits or it cannot be opened, all stays native: see clb_device_get_stage.
 *  - Buffers belong to one device: clb_buffer_create, clb_kernel_launch, clb_prepare, clb_binaries_import,
 *    clb_binaries_export, clb_timings_import and clb_device_get_handle wait until it is open, and launches for the
 *    build.
 *  - A kernel without native code waits for the device. So does, with an error, one that neither can run.
 *  - A program that the driver refuses stays native; clb_prepare returns the driver's error and log.
 *  - A bundle without native code, .back_ends or .needs that leave native code out, a machine without enough memory
 *    for it, and a system that starts no thread make the start a blocking one.
 *  - clb_device_close waits for what the driver is doing at that moment, and drops what has not begun. Leaving the
 *    process in the middle is as dangerous as with any thread inside a driver: close the device first.
 *  - The environment must not be changed (setenv) until the device is open: drivers read it. After fork the child has
 *    native code alone. */
typedef enum clb_start { CLB_START_BLOCKING = 0, CLB_START_TIERED } clb_start;

/* Why a call has run where it did. */
typedef enum clb_ran {
    CLB_RAN_CHOSEN = 0, /* on the device that was opened */
    CLB_RAN_OPENING,    /* natively: the device was still being opened */
    CLB_RAN_BUILDING,   /* natively: the kernel's program was still being built */
    CLB_RAN_SMALL,      /* natively: measured to be faster there */
    CLB_RAN_TRIAL,      /* natively, to measure it: .calibrate */
    CLB_RAN_REFUSED,    /* natively: the driver has refused the kernel's program */
    CLB_RAN_NATIVE,     /* natively: no other device was chosen, or it could not be opened */
    CLB_RAN_NOTHING     /* nowhere: the range was empty */
} clb_ran;

/* The result of one call. */
typedef struct clb_call_report {
    const clb_device_info *device; /* that ran it, valid as long as the device; NULL: CLB_RAN_NOTHING */
    clb_ran why;
} clb_call_report;

/* Thread-safety: called from any number of threads at once. Must not use or close the device. */
typedef void clb_report(void *cookie, const clb_bundle *bundle, uint32_t kernel, const clb_call_report *report);

/* The requirements on a device, and how it is opened. {0} or NULL: any device. */
typedef struct clb_device_params {
    size_t struct_size CLB_SIZED(clb_device_params); /* see CLB_PARAMS */
    const clb_bundle *bundle;                        /* the device must have what all its programs need; NULL: any */
    uint32_t needs;                                  /* CLB_NEEDS_... in addition */
    uint64_t memory_size;                            /* at least so many bytes of global memory */
    const char *filter;      /* NULL or "": any. Words divided by blanks or commas, all of which must fit, case
                                ignored. "opencl" and "native" are the back end's name; "#N" is the N-th (from 0) of
                                the list of clb_device_list; any other word must occur in "TYPE PLATFORM VENDOR NAME",
                                or be a short name of the platform: pocl, nvidia, amd, intel, mesa, apple, mali,
                                adreno */
    const char *environment; /* environment variable whose value, if set, replaces `filter`; NULL:
                                "CLBUNDLE_DEVICE"; "": none is read */
    bool profiling;          /* events carry times; costs a little at every launch */
    uint32_t threads;        /* native: how many work on one launch, the caller included; 0: one a processor */
    clb_print *print;     /* native: where printf of kernels goes; NULL: to the standard output, which is flushed when
                             the launch has run; clb_print_discard: nowhere. OpenCL drivers print as they like, mostly
                             to the standard output */
    void *cookie;         /* for print */
    uint32_t back_ends;   /* CLB_BACK_END_... to be asked for devices; 0: all. OpenCL's loader and drivers are not
                             touched where it is left out, here or by a filter with the word "native" and no "#N" */
    clb_start start;      /* when the device can be used: see clb_start */
    const void *binaries; /* what clb_binaries_export gave for `bundle`: taken as soon as the device is open, as
                             clb_binaries_import does, so that nothing is built. Data that are damaged or do not fit
                             are passed over. Copied; NULL: none */
    size_t binaries_size; /* bytes */
    const void *timings;  /* CLB_START_TIERED: what clb_timings_export gave for `bundle`; as binaries */
    size_t timings_size;  /* bytes */
    bool calibrate;       /* CLB_START_TIERED: see "Small calls" at clb_timings_export */
    clb_report *report;   /* CLB_START_TIERED: told of every clb_kernel_call and clb_array_call that has succeeded, on
                             the thread that made it, before it returns; or NULL */
    void *report_cookie;  /* for report */
    uint32_t probe_ms;    /* OpenCL: 0, or how many milliseconds the drivers have to list their devices in a child
                             process (fork) before they are started in this one: where the child crashes or the time
                             is up, they are passed over. POSIX only. The child is a copy of one thread: locks that
                             others held are taken for ever there, so that drivers may seem to hang; best before
                             there are threads. What the drivers print in the child is not shown */
    const clb_constant *constants; /* values for constants of `bundle`, which must then be given; the others have their
                                   defaults. CLB_ERROR_ARGUMENT: there is no such constant, the type is another one, or
                                   the bundle does not allow the value */
    size_t constant_count;         /* length of `constants` */
    bool checked;                  /* the bundle must have checked code, on which the device runs;
                                   CLB_ERROR_UNSUPPORTED: it has not. Checked code checks in any case: this keeps a
                                   driver's device from being chosen in its place */
    clb_finding_report *finding;   /* told of what checked code finds; or NULL. Launches in which it finds a
                                   fault fail with CLB_ERROR_KERNEL in any case */
    void *finding_cookie;          /* for finding */
} clb_device_params;

/* Lists every device of the back ends asked, best first among those that fit, then the rejected ones, each with its
 * reason. A machine without a loader, platform or device yields a list of length 0 and CLB_OK. On success *list is
 * owned by the caller: free it with clb_device_list_free. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_ABI, CLB_ERROR_MEMORY.
 * Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_device_list(const clb_device_params *params, clb_device_info **list, size_t *count,
                                          clb_error *error);
void clb_device_list_free(clb_device_info **list);

/* The topic of a statement about a driver. */
typedef enum clb_known_topic {
    CLB_KNOWN_DEVICE,     /* how its devices appear */
    CLB_KNOWN_START,      /* what takes time before the first result */
    CLB_KNOWN_BINARIES,   /* what it keeps of what it has built */
    CLB_KNOWN_GROUPS,     /* sizes of work-groups */
    CLB_KNOWN_LOCAL,      /* local memory */
    CLB_KNOWN_FP64,       /* double precision */
    CLB_KNOWN_SUB_GROUPS, /* work-items that run in step */
    CLB_KNOWN_COMPILER,   /* what it compiles wrongly */
    CLB_KNOWN_COPIES      /* copies between host memory and a device */
} clb_known_topic;

/* Something that is known of a driver beyond what it says of itself. All strings are constants, one sentence without
 * its capital letter and stop. */
typedef struct clb_known {
    const char *driver; /* "NVIDIA", "Intel NEO", ... */
    clb_known_topic topic;
    const char *note;
    const char *handled; /* what this library does about it; "": nothing, authors have to */
    const char *source;  /* where it is said, or on what it was seen */
    const char *test;    /* CLB_KNOWN_COMPILER: the kernel of tests/known that shows it, or NULL */
} clb_known;

/* Statement number `index`, from 0, of what is known of a device's driver; `info` NULL: of all drivers. NULL behind the
 * last one. Thread-safety: safe. */
const clb_known *clb_device_known(const clb_device_info *info, size_t index);

/* "device", "start", ...: a constant. */
const char *clb_known_topic_name(clb_known_topic topic);

/* Opens the best device: a GPU before an accelerator before another kind, and last one that only emulates double
 * precision where the bundle needs it; among equals native code, where the bundle has it, before a driver, then the one
 * with more compute units; the first of the list otherwise. params may be NULL; without a bundle there is no native
 * code to offer. Where native code would be chosen whatever the drivers offer, they are not started: where it fits, and
 * where the drivers listed in /etc/OpenCL/vendors and the device files of this machine say that there is no GPU
 * (Linux). Where that is not certain, they are asked. On success *device is owned by the caller: clb_device_close.
 * Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_NO_DEVICE (also where there is no loader or no OpenCL in this build),
 * CLB_ERROR_ABI, CLB_ERROR_MEMORY, CLB_ERROR_DEVICE. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_device_open(const clb_device_params *params, clb_device **device, clb_error *error);

/* Waits for all commands, then frees all that the device holds. Buffers and events must have been released before.
 * No other thread may use the device any more; any thread may close it. In a child made by fork it frees what belongs
 * to the child, and returns without waiting for anything; what belongs to an OpenCL driver stays until the process
 * ends. */
void clb_device_close(clb_device **device);

/* Valid as long as the device. Of a tiered start: the device that is used now, native code until another one is open.
 */
const clb_device_info *clb_device_get_info(const clb_device *device);

/* How far a tiered start is. */
typedef enum clb_stage {
    CLB_STAGE_OPEN = 0, /* the device is open; any device of a blocking start */
    CLB_STAGE_OPENING,  /* native code answers */
    CLB_STAGE_NATIVE    /* native code answers from now on: it is the best, or nothing else could be opened */
} clb_stage;

/* Returns at once. `why`, if not NULL, is set to the error of an opening that failed, and is as it was otherwise; it is
 * the caller's, as after a failed call. A NULL device is CLB_STAGE_OPEN. Thread-safety: safe. */
clb_stage clb_device_get_stage(const clb_device *device, clb_error *why);

/* Blocks until everything enqueued so far has run, on all queues. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_DEVICE,
 * CLB_ERROR_UNSUPPORTED; where there are several queues (clbundle/pipeline.h), also the failure of a command. */
CLB_MUST_CHECK clb_status clb_device_finish(clb_device *device, clb_error *error);

/* The OpenCL objects behind a device, for applications that use OpenCL beside this library. NULL for a NULL device and
 * for a back end that has none. Not retained: valid as long as the device. A tiered start is waited for. */
typedef enum clb_handle { CLB_HANDLE_PLATFORM, CLB_HANDLE_DEVICE, CLB_HANDLE_CONTEXT, CLB_HANDLE_QUEUE } clb_handle;
void *clb_device_get_handle(const clb_device *device, clb_handle which);

/* ---- Buffers and events --------------------------------------------------------------------------------------- */

/* Memory of a device. Thread-safety: safe, as far as the commands on it are ordered by the caller. */
typedef struct clb_buffer clb_buffer;

/* The completion of a command. Thread-safety: safe. */
typedef struct clb_event clb_event;

/* Commands that run one after the other: see clbundle/pipeline.h. */
typedef struct clb_queue clb_queue;
typedef struct clb_watch clb_watch;

/* A new buffer of `size` bytes (at least 1), filled from `host` unless that is NULL; then its content is undefined.
 * `host` has been read when the call returns. On success *buffer is owned by the caller: clb_buffer_release, before the
 * device is closed. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE (0, or larger than any memory), CLB_ERROR_DEVICE_MEMORY,
 * CLB_ERROR_MEMORY, CLB_ERROR_DEVICE, CLB_ERROR_UNSUPPORTED. */
CLB_MUST_CHECK clb_status clb_buffer_create(clb_device *device, size_t size, const void *host, clb_buffer **buffer,
                                            clb_error *error);
/* Commands enqueued before may still use the buffer: they keep its memory. */
void clb_buffer_release(clb_buffer **buffer);
/* Bytes; 0 for NULL. */
size_t clb_buffer_size(const clb_buffer *buffer);

/* Blocking copies between host memory and bytes offset .. offset + size - 1 of a buffer, after all commands enqueued
 * before. A size of 0 does nothing. Where the driver is slow with ordinary memory, threads of the library help with
 * 8 MiB and more. On failure host memory may be written in part. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE (beyond the
 * buffer), CLB_ERROR_MEMORY, CLB_ERROR_DEVICE, CLB_ERROR_UNSUPPORTED. */
CLB_MUST_CHECK clb_status clb_buffer_write(clb_buffer *buffer, size_t offset, const void *host, size_t size,
                                           clb_error *error);
CLB_MUST_CHECK clb_status clb_buffer_read(clb_buffer *buffer, size_t offset, void *host, size_t size, clb_error *error);

/* The cl_mem behind a buffer, or NULL for a NULL buffer and for a back end that has none. Not retained: valid as long
 * as the buffer. */
void *clb_buffer_get_handle(const clb_buffer *buffer);

/* Blocks until the command has run. A NULL event is complete. Errors: the command's own failure, mostly
 * CLB_ERROR_DEVICE; CLB_ERROR_UNSUPPORTED. */
CLB_MUST_CHECK clb_status clb_event_wait(clb_event *event, clb_error *error);

/* Start and end of the command in nanoseconds of the device's clock. The device must have been opened with
 * .profiling. Waits for the command. Errors: CLB_ERROR_ARGUMENT (also for a NULL event), CLB_ERROR_UNSUPPORTED (the
 * device was opened without .profiling), and those of clb_event_wait. */
CLB_MUST_CHECK clb_status clb_event_times(clb_event *event, uint64_t *start_ns, uint64_t *end_ns, clb_error *error);
/* The command runs all the same. */
void clb_event_release(clb_event **event);

/* ---- Bundles ---------------------------------------------------------------------------------------------------- */

/* Number of the kernel of that name, or -1: also for a NULL name, a NULL bundle and one of another layout. */
int32_t clb_kernel_find(const clb_bundle *bundle, const char *name);

/* Copies a span of the bundle's text, NUL-terminated, into `text` of `capacity` bytes (0: nothing is written);
 * returns the span's length. Kernel and argument names are read with it. Where there is no such text (a NULL bundle,
 * one of another layout, a span beyond its text), it is "" and 0 is returned. `text` may be NULL: nothing is written.
 */
size_t clb_text_copy(const clb_bundle *bundle, clb_span span, char *text, size_t capacity);

/* The whole program of a kernel as one NUL-terminated string, as a driver gets it. Its specialisation constants are
 * not defined in it: a driver gets them as options.
 * On success *source is owned by the caller: free(). `length` may be NULL.
 * Errors: CLB_ERROR_ARGUMENT (also a kernel that the bundle does not have), CLB_ERROR_ABI, CLB_ERROR_MEMORY. */
CLB_MUST_CHECK clb_status clb_program_source(const clb_bundle *bundle, uint32_t kernel, char **source, size_t *length,
                                             clb_error *error);

/* Progress of clb_prepare. Called from one thread at a time, but from any of its threads; returning false stops the
 * work after the builds under way. `seconds` is the build time of `kernel`, just done. */
typedef bool clb_progress(void *cookie, uint32_t kernel, double seconds, size_t done, size_t total);

/* The programs to be built ahead, and how. {0} or NULL: all of the bundle. */
typedef struct clb_prepare_params {
    size_t struct_size CLB_SIZED(clb_prepare_params); /* see CLB_PARAMS */
    const uint32_t *kernels;                          /* numbers; NULL: all kernels of the bundle */
    size_t kernel_count;                              /* length of `kernels`; ignored where that is NULL */
    uint32_t threads;                                 /* builds at once; 0: one a processor, at most 8 */
    clb_progress *progress;                           /* or NULL */
    void *cookie;                                     /* for progress */
    bool background; /* a tiered start: only asks for the builds, and returns at once; `progress` is not called.
                        Another device builds before the call returns */
    const clb_constant
        *constants;        /* values for constants of the bundle, in place of those that the device has for it */
    size_t constant_count; /* length of `constants` */
} clb_prepare_params;

/* Builds programs ahead of their first use, each once, several at a time. params may be NULL.
 * Kernels whose needs the device lacks make it fail, after the others were built. Where `kernels` is NULL, variants for
 * other classes of devices are left out.
 * With `constants`, the programs are built for these values. Once that has succeeded, all calls with this bundle on
 * this device use them, until another clb_prepare names others; calls that other threads have under way use either.
 * What was built for other values is kept, and used again when they come back. On failure the values stay as they were.
 * Errors: those of a launch's build, of which the first is reported; CLB_ERROR_ARGUMENT: there is no such constant, its
 * type is another one, or the bundle does not allow the value. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_prepare(clb_device *device, const clb_bundle *bundle, const clb_prepare_params *params,
                                      clb_error *error);

/* All programs of the bundle that this device has built so far (the first 65,536 of them), as bytes to be kept by the
 * application and handed to clb_binaries_import in a later process. Keyed by program hash, options, device, platform
 * and driver version. The programs are those for the values that the bundle's constants have now: values are options.
 * On success *data (*size bytes) is owned by the caller: free(). Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_ABI,
 * CLB_ERROR_UNSUPPORTED (back end without binaries), CLB_ERROR_MEMORY, CLB_ERROR_DEVICE. */
CLB_MUST_CHECK clb_status clb_binaries_export(clb_device *device, const clb_bundle *bundle, void **data, size_t *size,
                                              clb_error *error);

/* Gives the device such bytes. Entries of other programs, devices, drivers or values of constants are passed over; one
 * that the driver then refuses is built from source. Several exports may stand one behind the other. `used`, if not
 * NULL, gets the number of programs taken. The data are copied. The checksum finds damage, not malice: a driver may do
 * anything with a binary that was made to harm. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_ABI, CLB_ERROR_BINARY (another
 * version, checksum or form wrong; nothing is taken), CLB_ERROR_MEMORY, CLB_ERROR_UNSUPPORTED (back end without
 * binaries). */
CLB_MUST_CHECK clb_status clb_binaries_import(clb_device *device, const clb_bundle *bundle, const void *data,
                                              size_t size, size_t *used, clb_error *error);

/* Small calls. A device of CLB_START_TIERED measures how long calls take, natively and on the device, by kernel and
 * size: the number of work-items and the bytes of buffers, each by its power of two. Calls of a size at which native
 * code was faster, and smaller ones, run natively without the device being asked (but for one in 1,024, which tells
 * whether that still holds). A native call that was shorter than a smaller one on the device tells so, too. Until then
 * the device runs them. A call over arrays counts with its conversions.
 *  - Nothing runs that was not called. Native times come from the calls before a program is built. With .calibrate a
 *    call for whose size they are missing, and which took the device less than a millisecond, is answered natively
 *    once.
 *  - Sizes are no measure for kernels whose work depends on values: for those open a blocking device.
 *
 * clb_timings_export: what was measured so far, as bytes to be kept by the application, and handed to
 * clb_timings_import or clb_device_params.timings in a later process. Keyed by program, kernel, device, platform,
 * driver version, and native code's instructions and threads; of one kernel 32 sizes are kept. On success *data is
 * owned by the caller: free(). Import: what was measured in this process for the same kernel is kept in place of what
 * is given. `used`, if not NULL, gets the number of kernels taken. Data of another form, or damaged, are
 * CLB_ERROR_BINARY; entries of others are passed over. Errors of both: CLB_ERROR_ARGUMENT, CLB_ERROR_ABI,
 * CLB_ERROR_MEMORY, CLB_ERROR_UNSUPPORTED (no tiered start, or in a child made by fork). Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_timings_export(clb_device *device, const clb_bundle *bundle, void **data, size_t *size,
                                             clb_error *error);
CLB_MUST_CHECK clb_status clb_timings_import(clb_device *device, const clb_bundle *bundle, const void *data,
                                             size_t size, size_t *used, clb_error *error);

/* The break-even of a kernel in work-items, as far as it was measured: *items is above the range of the largest call
 * that would run natively; 0: none would. Errors: as clb_timings_export. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_timings_break_even(clb_device *device, const clb_bundle *bundle, uint32_t kernel,
                                                 uint64_t *items, clb_error *error);

/* ---- Launches --------------------------------------------------------------------------------------------------- */

/* The most work-items that a kernel's @range may come out as: natively they take weeks, at a thousand million a second.
 * More are CLB_ERROR_SIZE, as an expression must have gone wrong, unless clb_launch.watch can stop them. A range that
 * is stated in clb_launch may be any. */
#define CLB_LAUNCH_ITEMS (UINT64_C(1) << 52)

/* Work-groups. A local size need not divide the range: the last group of a dimension is then smaller, as in OpenCL 2.0.
 * get_local_size tells a work-item the size of its own group, get_enqueued_local_size that of a full one.
 *  - Native code takes this for all kernels but those with reqd_work_group_size.
 *  - OpenCL takes it for kernels that the bundle marks as CLB_KERNEL_INDEPENDENT or CLB_KERNEL_BY_GROUPS, whose range
 *    is cut for drivers of 1.2, and for all others where the device has OpenCL 2.0 or later with such groups and the
 *    program was made with -cl-std=CL2.0 or later.
 *  - A program with the option -cl-uniform-work-group-size does without.
 *
 * Otherwise such a launch is CLB_ERROR_SIZE. Where no local size is stated, groups that a kernel can see divide the
 * range. */

/* The range of a launch, in work-items; {0} or NULL: as the kernel's @range and @local say. A kernel with a
 * @gpu_range has other work-items on a GPU: a range stated here counts those. If no range, local size or offset is
 * stated, the first @variant of the kernel that fits the device and the scalars runs instead; a stated range is for
 * the named kernel. */
typedef struct clb_launch {
    size_t struct_size CLB_SIZED(clb_launch); /* see CLB_PARAMS */
    uint32_t dimensions;                      /* 1 to 3; 0: the kernel's own range */
    size_t global[3];                         /* the range; 0 work-items launch nothing and succeed */
    size_t local[3];  /* size of a work-group; 0: the back end chooses. Where it does not divide the range, the last
                         group  of a dimension is smaller: see "Work-groups" below */
    size_t offset[3]; /* first global id */
    clb_event *const *wait; /* to be waited for, beside the order of the queue */
    size_t wait_count;
    clb_call_report *report; /* set by a call or launch that succeeds; or NULL */
    clb_queue *queue;        /* of clbundle/pipeline.h; NULL: the device's own. Calls that block take none */
    const clb_watch *watch;  /* of clbundle/pipeline.h: progress, and a way to stop; NULL: none */
} clb_launch;

/* An image, of clbundle/image.h. */
typedef struct clb_image clb_image;

/* A pipe, of clbundle/pipe.h. */
typedef struct clb_pipe clb_pipe;

/* A sampler: a sum of CLB_SAMPLER_NORMALIZED (coordinates from 0 to 1) or 0, an addressing mode
 * (CLB_SAMPLER_CLAMP_TO_EDGE, ...) or 0, and CLB_SAMPLER_NEAREST or CLB_SAMPLER_LINEAR; without a filter it is NEAREST.
 * The repeating modes need NORMALIZED. On an OpenCL device the library makes a cl_sampler of it, once for each value.
 * An application with a cl_sampler of its own passes that, cast to clb_sampler. */
typedef uintptr_t clb_sampler;

/* One argument of a launch. The members used depend on the kernel's parameter:
 *   VALUE: value, size (bytes);  GLOBAL, CONSTANT: buffer;
 *   LOCAL: size (bytes of a work-group); 0 where the kernel states the extent: as many as that;
 *   IMAGE: value = a clb_image, size = 0; or value = address of the application's own cl_mem, natively of the address
 * of a clb_native_image, size = sizeof of it; SAMPLER: value = address of a clb_sampler, size = sizeof of it;
 *   PIPE: value = a clb_pipe, size = 0; or value = address of the application's own cl_mem, natively of the address of
 * a clb_native_pipe, size = sizeof of it. */
typedef struct clb_argument {
    const void *value;
    clb_buffer *buffer;
    size_t size;
} clb_argument;

/* Enqueues a kernel. Argument kinds and sizes, sizes of buffers and local memory against the kernel's extents, and the
 * range are checked before. On success, if `event` is not NULL, *event is owned by the caller: clb_event_release (NULL
 * is stored if the range was empty). The values have been copied when the call returns. Errors: CLB_ERROR_ARGUMENT (a
 * kernel, an argument, its number, kind or device), CLB_ERROR_SIZE (a value, an extent, local memory, the range or the
 * work-group), CLB_ERROR_ABI, CLB_ERROR_UNSUPPORTED (the device lacks what the program needs, or has no code of the
 * kernel), CLB_ERROR_BUILD, CLB_ERROR_MEMORY, CLB_ERROR_DEVICE, CLB_ERROR_DEVICE_MEMORY; CLB_ERROR_CANCELLED where it
 * is watched; natively, on the device's own queue, CLB_ERROR_KERNEL of checked code. Thread-safety: safe: kernel
 * objects are never shared between launches that run at the same time. */
CLB_MUST_CHECK clb_status clb_kernel_launch(clb_device *device, const clb_bundle *bundle, uint32_t kernel,
                                            const clb_launch *launch, const clb_argument *arguments,
                                            size_t argument_count, clb_event **event, clb_error *error);

/* An image for a blocking call: one of the device, or pixels in host memory, which it reads and writes as the kernel's
 * access qualifier says. Natively kernels work in that memory; a driver's images are made and copied for the call,
 * those of kind CLB_IMAGE_1D_BUFFER with their buffer. */
typedef struct clb_host_image {
    clb_image *image;              /* of the device; then all that follows is 0. NULL: pixels */
    void *pixels;                  /* written through unless the kernel only reads the image */
    uint32_t order, type;          /* clb_channel_order and clb_channel_type; both 0: those of the kernel's @arg */
    size_t width, height, depth;   /* pixels; 0: those that @arg states, or that the kind of image does not have */
    size_t layers;                 /* of arrays; 0: those that @arg states; else 0 */
    size_t row_pitch, slice_pitch; /* bytes; 0: without gaps. See clb_image_params */
} clb_host_image;

/* One argument of a blocking call: host memory instead of buffers.
 * GLOBAL, CONSTANT: `value` is host memory of `size` bytes, read for `in`, written for `out`;
 * IMAGE: value = address of a clb_host_image, size = sizeof of it, or as in clb_argument; the others as there.
 * size may be 0 if the kernel states the extent, which is then used, for LOCAL too. */
typedef struct clb_host_argument {
    const void *value; /* written through where the kernel's access is out or inout: must then be writable */
    size_t size;
} clb_host_argument;

/* Copies inputs to the device, runs the kernel, copies outputs back, and returns when all is done. Staging buffers are
 * kept by the device for later calls. Host memory of an output holds no partial result unless CLB_ERROR_DEVICE or
 * CLB_ERROR_KERNEL is returned. Errors: as clb_kernel_launch. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_kernel_call(clb_device *device, const clb_bundle *bundle, uint32_t kernel,
                                          const clb_launch *launch, const clb_host_argument *arguments,
                                          size_t argument_count, clb_error *error);

/* The size in bytes of `count` elements, or SIZE_MAX if that is not a size. Every call refuses SIZE_MAX, and all other
 * sizes beyond PTRDIFF_MAX, with CLB_ERROR_SIZE. */
static inline size_t clb_bytes(size_t count, size_t element_size)
{
    return element_size && count > SIZE_MAX / element_size ? SIZE_MAX : count * element_size;
}

/* ---- Types of kernel parameters -------------------------------------------------------------------------------- */

/* OpenCL's vectors, with its sizes and alignments: clb_double4 has those of cl_double4. A vector of 3 has the size of
 * one of 4. Scalars are int8_t .. uint64_t, float and double; half is clb_half. */
typedef uint16_t clb_half;

#ifdef __cplusplus
#define CLB_ALIGNED(bytes) alignas(bytes)
#else
#define CLB_ALIGNED(bytes) _Alignas(bytes)
#endif
#define CLB_VECTOR_TYPES(type, name)               \
    typedef struct clb_##name##2                   \
    {                                              \
        CLB_ALIGNED(2 * sizeof(type)) type s[2];   \
    }                                              \
    clb_##name##2;                                 \
    typedef struct clb_##name##4                   \
    {                                              \
        CLB_ALIGNED(4 * sizeof(type)) type s[4];   \
    }                                              \
    clb_##name##4;                                 \
    typedef clb_##name##4 clb_##name##3;           \
    typedef struct clb_##name##8                   \
    {                                              \
        CLB_ALIGNED(8 * sizeof(type)) type s[8];   \
    }                                              \
    clb_##name##8;                                 \
    typedef struct clb_##name##16                  \
    {                                              \
        CLB_ALIGNED(16 * sizeof(type)) type s[16]; \
    }                                              \
    clb_##name##16;
CLB_VECTOR_TYPES(int8_t, char)
CLB_VECTOR_TYPES(uint8_t, uchar)
CLB_VECTOR_TYPES(int16_t, short)
CLB_VECTOR_TYPES(uint16_t, ushort)
CLB_VECTOR_TYPES(int32_t, int)
CLB_VECTOR_TYPES(uint32_t, uint)
CLB_VECTOR_TYPES(int64_t, long)
CLB_VECTOR_TYPES(uint64_t, ulong)
CLB_VECTOR_TYPES(clb_half, half)
CLB_VECTOR_TYPES(float, float)
CLB_VECTOR_TYPES(double, double)
#undef CLB_VECTOR_TYPES

#ifdef __cplusplus
}
#endif

#endif
