/* Control over the fake OpenCL (fake_opencl.c), a library that a test finds in place of the real loader.
 * The kernels of sample.h, and some of tests/array/arrays.cl, run in it. Commands run when somebody waits for them, and
 * none sooner: host memory that is changed too early shows.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FAKE_OPENCL_H
#define FAKE_OPENCL_H

#include <stdbool.h>
#include <stdint.h>

enum { FAKE_PLATFORMS = 3, FAKE_DEVICES = 3, FAKE_ALIGNMENT = 256 /* of parts of buffers, in bytes */ };

typedef struct fake_device {
    const char *name;
    uint64_t type; /* CL_DEVICE_TYPE_ */
    uint32_t units;
    uint64_t memory; /* 0: 1 GiB */
    bool no_fp64, unavailable, no_compiler;
    bool old;           /* OpenCL 1.1 */
    bool non_uniform;   /* OpenCL 3.0, and takes local sizes that do not divide the range */
    const char *driver; /* NULL: "1.0" */
    bool images;
    bool pipes;     /* OpenCL 3.0 with pipes, of packets of at most 1024 bytes */
    bool soft_fp64; /* double precision is emulated */
    bool local_is_global;
    uint64_t item_sizes[3];  /* of a work-group; 0: 1024 */
    const char *extensions;  /* in addition to fp64 */
    uint32_t sub_group_size; /* what an extension for it answers */
} fake_device;

typedef struct fake_platform {
    const char *name;
    uint32_t device_count;
    fake_device devices[FAKE_DEVICES];
} fake_platform;

/* What becomes of the process that asks for the platforms. */
typedef enum fake_trouble { FAKE_WELL, FAKE_ABORTS, FAKE_CRASHES, FAKE_HANGS } fake_trouble;

typedef struct fake_setup {
    int platform_code; /* of clGetPlatformIDs, if not 0 */
    fake_trouble trouble;
    uint32_t platform_count;
    fake_platform platforms[FAKE_PLATFORMS];
    uint64_t memory_limit;   /* bytes of all buffers together; 0: none */
    bool refuse_binaries;    /* clBuildProgram of a binary fails */
    bool ignore_line_marks;  /* logs count the lines of the whole program */
    uint32_t open_ms;        /* how long a context takes */
    uint32_t build_ms;       /* how long a build takes */
    uint32_t run_us;         /* how long a kernel takes, at least */
    uint32_t argument_shift; /* added to the number of parameters that kernels report */
    /* If not 0: events tell the times of a device that copies to it, copies from it and computes at the same time, one
     * command of each at a time, as early as queues, waits and the host allow, which itself takes no time. */
    uint32_t bytes_per_tick, items_per_tick;
} fake_setup;

typedef struct fake_launch {
    uint32_t dimensions;
    uint64_t offset[3], global[3], local[3]; /* local 0: none was stated */
} fake_launch;

/* A command that has run. */
typedef struct fake_command {
    enum { FAKE_OTHER, FAKE_WRITE, FAKE_LAUNCH, FAKE_READ } kind;
    uint64_t start, end;
} fake_command;

typedef struct fake_control {
    void (*reset)(const fake_setup *setup); /* also all counters and failures; NULL: one GPU */
    /* The n-th call (from 1) of the function answers with the code. "run": the n-th kernel fails when it runs, and its
     * queue goes on with nothing any more. */
    void (*fail_call)(const char *function, unsigned n, int code);
    unsigned (*calls)(const char *function); /* since reset; "run": kernels that have run */
    unsigned (*function_count)(void);
    const char *(*function_name)(unsigned i);
    long (*live)(void);                /* objects not yet released */
    unsigned (*misuse)(void);          /* kernel objects that two threads had at once, objects used after their
                                        release, events that a queue waits for although their own was not flushed */
    const char *(*options)(void);      /* of the latest build */
    fake_launch (*launch)(unsigned i); /* the i-th launch since reset, of the first 64 */
    /* Since reset: copies that do not block and whose host memory is not mapped, which a driver has to copy itself; and
     * writes enqueued behind a kernel that has not been flushed, so that a device may still wait to begin with it. */
    unsigned (*ordinary_copies)(void);
    unsigned (*late_flushes)(void);
    /* The i-th command that has run since reset, of the first 256; false: there is none. */
    bool (*command)(unsigned i, fake_command *command);
} fake_control;

const fake_control *fake_opencl_control(void);

#endif
