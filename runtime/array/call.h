/* The state of a call with arrays, which its parts share: shape.c finds sizes, pack.c converts, pieces.c and chunks.c
 * run kernels part by part, call.c leads. Knows arrays and the checks of launches; must not know back ends.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_CALL_H
#define CLBI_ARRAY_CALL_H

#include "array/array.h"
#include "clbundle/call.h"
#include "core/bundle.h"
#include "launch/check.h"
#include "launch/launch.h"

/* One argument of a call. */
typedef struct clbi_operand {
    const clb_array *given; /* if the argument is an array; otherwise NULL */
    const clb_type *type;   /* the type of the kernel's elements */
    clb_array view;         /* `given` as the kernel sees it: broadcast, with the dimensions in memory order */
    bool read, written;
    bool single;                     /* a stepped input: element 0 serves for all */
    bool in_place;                   /* the kernel can use the array's own memory */
    char *packed;                    /* otherwise a converted copy, unless it is converted piece by piece */
    CLB_ALIGNED(16) char value[128]; /* VALUE: one that was inferred or converted */
} clbi_operand;

typedef struct clbi_array_call {
    clbi_use use;
    const clb_array_argument *given;
    clb_assign_mode mode;
    clbi_operand *operands; /* one for each argument */
    clb_argument *values;   /* VALUE: as passed to the launch */
    uint32_t count;
    bool partial; /* arrays that the kernel only writes may be missing: the call asks for their shape */
    bool elementwise;
    uint32_t dims; /* element-wise kernels: shape of the outputs */
    size_t shape[CLB_ARRAY_DIMS];
    size_t elements;
} clbi_array_call;

/* A sentence about one argument of the kernel. */
#define CLBI_REFUSE_ARRAY(c, i, error, status, format, ...)                                                  \
    clbi_refuse((error), (status), (c)->use.call, "%s: argument '%s' of kernel '%s' " format, (c)->use.call, \
                clbi_array_name((c), (i)).text, clbi_span_name((c)->use.bundle, (c)->use.kernel->name).text, \
                __VA_ARGS__)

clbi_name clbi_array_name(const clbi_array_call *c, uint32_t argument);

/* shape.c: whether an argument is an array: a buffer, or an image with a stated format. */
bool clbi_array_is_memory(const clbi_array_call *c, uint32_t i);

/* shape.c: fills views, shape and values from the given arrays, and checks that all agree. */
clb_status clbi_array_bind(clbi_array_call *c, clb_error *error);

/* shape.c: the sizes that array number `i` must have, from the arrays and values of a call with `partial`. */
clb_status clbi_array_find_shape(clbi_array_call *c, uint32_t i, uint32_t *dims, size_t shape[CLB_ARRAY_DIMS],
                                 clb_error *error);

/* shape.c: whether an expression of the bundle is just one of a kernel's arguments; writes an integer in the type of
 * a kernel's parameter, false if it does not fit. */
bool clbi_code_is_scalar(const clb_bundle *bundle, uint32_t arguments, uint32_t code, uint32_t *index);
bool clbi_number_put(clb_number kind, size_t value, char *to);

/* pieces.c: runs an element-wise kernel natively, piece by piece. The range was checked, the program built. */
clb_status clbi_array_run_pieces(clbi_array_call *c, const clbi_range *range, clb_error *error);

/* chunks.c: runs an element-wise kernel on a device with its own memory, chunk by chunk: while one chunk is
 * converted, the previous one is copied and run. Whether the range allows this, and whether it is long enough to
 * pay. */
bool clbi_array_can_chunk(const clbi_array_call *c, const clbi_range *range);
clb_status clbi_array_run_chunks(clbi_array_call *c, const clbi_range *range, clb_error *error);

#endif
