/* Converts parts of arrays that a kernel cannot use in place: any run of elements, in row-major order, between an array
 * and memory in the kernel's layout. Used by pieces.c and chunks.c. Knows arrays and ckernels; must not know devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_PACK_H
#define CLBI_ARRAY_PACK_H

#include "array/call.h"
#include "core/pool.h"

#include <pthread.h>

/* One array that is converted. Its dimensions are those of the operand's view, merged if they form one run. */
typedef struct clbi_packed {
    uint32_t argument;
    size_t size; /* bytes of one of the kernel's elements */
    size_t in_offset,
        out_offset; /* set by the caller: offsets in its memory of the elements that are read and written */
    bool read, written;
    char *data;
    uint32_t dims; /* at least 1 */
    size_t shape[CLB_ARRAY_DIMS];
    ptrdiff_t strides[CLB_ARRAY_DIMS];
    clb_ckernel_builder in, out;
} clbi_packed;

typedef struct clbi_packing {
    clbi_array_call *call;
    clbi_packed *arrays;
    size_t count;
    size_t scratch_size; /* of ckernels, for each thread; rounded up to CLB_NATIVE_ALIGNMENT */
    /* The first element that could not be converted; guarded by the lock. */
    pthread_mutex_t lock;
    size_t failed; /* its number; SIZE_MAX: none */
    uint32_t failed_argument;
    clb_status status;
    const char *reason;
} clbi_packing;

/* For the arrays of a call that are neither used in place nor packed. After a failure nothing has to be closed. */
clb_status clbi_packing_open(clbi_packing *p, clbi_array_call *call, clb_error *error);
void clbi_packing_close(clbi_packing *p);

/* Elements to convert between an array and contiguous memory. */
typedef struct clbi_packed_part {
    const clbi_packed *array;
    bool in;       /* from the array */
    char *scratch; /* scratch_size bytes of this thread */
    char *packed;
    size_t first, count;
} clbi_packed_part;

/* Converts them; false if one cannot be converted, which is recorded. Thread-safety: safe for different elements. */
bool clbi_packing_convert(clbi_packing *p, const clbi_packed_part *part);

/* The same for many elements, in the best order for the memory, by the threads of `pool` (or NULL). */
bool clbi_packing_convert_all(clbi_packing *p, const clbi_packed_part *part, clbi_pool *pool);

/* CLB_OK, or an error that names the first recorded element. */
clb_status clbi_packing_report(const clbi_packing *p, clb_error *error);

#endif
