/* What kernels that enqueue blocks and the runtime share (OpenCL C 2.0 6.13.17). Generated code gets it through
 * clbundle/native/enqueue.h; applications need none of it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_ENQUEUE_H
#define CLBUNDLE_ENQUEUE_H

#include "data.h"

/* An ndrange_t. Unused dimensions: 0, 1, 1; local[0] == 0: the runtime chooses the local size. */
typedef struct clb_native_ndrange {
    uint64_t dimensions;
    uint64_t offset[3], global[3], local[3];
} clb_native_ndrange;

/* An argument of an enqueued block. VALUE: the value's address, `offset` bytes behind the beginning of what was
 * captured; POINTER: the address that is stored there, in 8 bytes; LOCAL: memory for one group. */
typedef enum clb_block_argument_kind { CLB_BLOCK_VALUE, CLB_BLOCK_POINTER, CLB_BLOCK_LOCAL } clb_block_argument_kind;

/* Its kind, a clb_block_argument_kind, and its offset in bytes. */
typedef struct clb_block_argument {
    uint32_t kind;
    uint32_t offset;
} clb_block_argument;

/* A block that kernels enqueue, as native code of one instruction set: constant data of generated code. */
typedef struct clb_native_block {
    clb_native_function *run;
    const char *name; /* for messages */
    const clb_block_argument *places;
    uint32_t place_count, local_count;       /* arguments; those that are LOCAL */
    uint32_t captured_size;                  /* bytes; aligned to CLB_NATIVE_ALIGNMENT */
    uint32_t fixed_scratch, context_scratch; /* as in clb_native_kernel */
} clb_native_block;

/* Added to a command's flags in programs that were built with -g: errors say what is wrong. Else all are
 * CLK_ENQUEUE_FAILURE. */
#define CLB_ENQUEUE_SAYS_WHY 0x10000u

/* A call of enqueue_kernel; or of enqueue_marker, whose block and range are NULL. All is copied. */
typedef struct clb_native_command {
    const clb_native_block *block;
    const clb_native_ndrange *range;
    uint64_t queue;
    uint32_t flags; /* CLK_ENQUEUE_FLAGS_... */
    uint32_t wait_count;
    const void *wait;        /* events, or NULL */
    void *event;             /* gets the command's event; or NULL */
    const void *captured;    /* what the block captured, or NULL */
    const void *local_sizes; /* of the block's LOCAL arguments: uint64_t, or NULL */
} clb_native_command;

/* What the runtime does. Results are CLK_SUCCESS or one of OpenCL C's errors. All may be called from several threads.
 */
typedef struct clb_native_queue_functions {
    int32_t (*enqueue)(const clb_native_range *range, const clb_native_command *command);
    uint64_t (*create_user_event)(const clb_native_range *range); /* CLB_NULL_EVENT: there are too many */
    void (*retain)(const clb_native_range *range, uint64_t event);
    void (*release)(const clb_native_range *range, uint64_t event);
    int (*is_valid)(const clb_native_range *range, uint64_t event);
    void (*set_status)(const clb_native_range *range, uint64_t event, int32_t status);
    /* value: two uint64_t, set when the event's command is complete. */
    void (*capture_profiling)(const clb_native_range *range, uint64_t event, void *value);
} clb_native_queue_functions;

#define CLB_NULL_EVENT UINT64_MAX

/* Device-side queues as one command of a launch sees them. */
typedef struct clb_native_queue {
    const clb_native_queue_functions *functions;
    uint64_t default_queue; /* 0: there is none */
    uint32_t work_group_size, preferred_multiple;
} clb_native_queue;

#endif
