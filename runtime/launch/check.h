/* Everything that is checked before a kernel runs: kinds and sizes of arguments, the range, the extents.
 * Knows the bundle's description of the kernel and the device's limits; enqueues nothing.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_CHECK_H
#define CLBI_CHECK_H

#include "launch/programs.h"

/* One use of a kernel: the request, and the tables that belong to it. */
typedef struct clbi_use {
    clb_device *handle; /* the owner of buffers and events: the caller's device, or the one that its front has chosen */
    clb_device *device; /* at work: another one only in a child made by fork */
    clbi_bundle_state *state;
    const clb_bundle *bundle;
    const clb_kernel_data *kernel;
    const clb_argument_data *parameters;
    const uint32_t *required_local; /* of the kernel's version */
    uint32_t number;
    const char *call; /* the public function at work */
} clbi_use;

/* A kernel and its arguments, as the caller names them. */
typedef struct clbi_request {
    clb_device *device; /* NULL is refused */
    const clb_bundle *bundle;
    uint32_t kernel;
    const void *arguments; /* only compared with NULL */
    size_t count;          /* of the arguments given */
    const char *call;      /* the public function at work */
} clbi_request;

/* Finds the tables. */
clb_status clbi_use_open_kernel(clb_device *device, const clb_bundle *bundle, uint32_t kernel, const char *call,
                                clbi_use *use, clb_error *error); /* no matter what arguments */
clb_status clbi_use_open(const clbi_request *request, clbi_use *use, clb_error *error);

/* The classes that a device is of: CLB_CLASS_... */
uint32_t clbi_device_classes(const clb_device *device);

/* Makes it the use of another kernel with the same parameters. */
void clbi_use_variant(clbi_use *use, uint32_t kernel);

/* Makes it the use of the first variant that fits device and scalars, if there is one and the launch states no range,
 * local size or offset of its own: those belong to the kernel that was named. A condition that cannot be computed (it
 * overflows) does not hold. `arguments` are checked. */
void clbi_use_choose(clbi_use *use, const clb_launch *launch, const clb_argument *arguments);

/* Values: each is there and has its parameter's size. Buffers are not looked at. */
/* The d-th dimension of a shape that @arg states. */
clb_status clbi_dimension_size(const clbi_use *use, uint32_t i, uint32_t d, const clb_argument *arguments, size_t *size,
                               clb_error *error);
clb_status clbi_check_value(const clbi_use *use, uint32_t i, const clb_argument *argument, clb_error *error);
clb_status clbi_check_values(const clbi_use *use, const clb_argument *arguments, clb_error *error);

/* The range, completed from @range and @local. *empty: there is nothing to launch. */
clb_status clbi_check_range(const clbi_use *use, const clb_launch *launch, const clb_argument *arguments,
                            clbi_range *range, bool *empty, clb_error *error);

/* Bytes that an argument's extent asks for; 0 where none is stated (*stated false). */
clb_status clbi_extent_size(const clbi_use *use, uint32_t argument, const clb_argument *arguments, bool *stated,
                            size_t *size, clb_error *error);

/* Memory of `given` bytes for an argument that needs `needed`. */
clb_status clbi_check_extent(const clbi_use *use, uint32_t argument, size_t needed, size_t given, clb_error *error);

/* `size` bytes of memory for an argument: SIZE_MAX (clb_bytes), and sizes beyond any memory, are refused. */
clb_status clbi_check_size(const clbi_use *use, uint32_t argument, size_t size, clb_error *error);

/* Size of local memory for a LOCAL argument; `size` 0 is an error. */
clb_status clbi_check_local(const clbi_use *use, uint32_t argument, size_t size, clb_error *error);

#endif
