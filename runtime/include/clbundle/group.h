/* clbundle: several devices that work as one. The generated header of a bundle includes this file if a kernel can be
 * split; its NAME_group_KERNEL functions call clb_group_call.
 *
 *     // @range: n
 *     // @split: n
 *     // @arg x: in n+2*h
 *     // @arg y: out n
 *     __kernel void blur(__global const float *x, __global float *y, const int h, const ulong n)
 *
 *     clb_group *group = NULL;
 *     const clb_group_params params = {.device = &(clb_device_params){.bundle = &mine_bundle}};
 *     if (clb_group_open(&params, &group, &error) == CLB_OK)
 *         mine_group_blur(group, mine_args_blur(.x = x, .y = y, .h = h, .n = n), &error);
 *     clb_group_close(&group);
 *
 * What `@split: n` says
 *  - The kernel has n units, and the range is a multiple of n (`n`, `n*64`). A part is some units that follow each
 *    other.
 *  - An array with the extent A*n+B in one dimension is cut there. The part that begins with unit f and has c units
 *    uses elements A*f to A*(f+c)+B-1. So unit i of `blur` reads x[i] to x[i+2*h]. Of an array of several dimensions
 *    (`@arg X: in n, m`, `@arg X: in column n, m`) the dimension that holds n is cut.
 *  - Parts must not write the same elements: B is at most 0 for an array that the kernel writes.
 *  - An array whose extent does not hold n is given whole to every part. The kernel can only read it.
 *  - The generator checks the extents. It does not check each access: that the kernel keeps to them is the author's
 *    promise.
 *  - Work-items see in a part what they see in the whole range: their own global id, and the n of the call. So random
 *    variates that count by the id stay the same.
 *  - For most kernels a device with memory of its own allocates the whole array, and only the pieces are copied. Two
 *    kinds of kernels have CLB_KERNEL_RELATIVE: those that use their id only to find their own elements, and those
 *    whose author writes `@split: n, alone`. A part of them runs on such a device as a call of its own: with memory
 *    for its pieces alone, its number of units for n, ids from 0, and the kernel's own choice of a @variant.
 *  - `alone` is a promise: a call for some units gives for them what a call for all gives. Do not use it where the
 *    results depend on n or on the value of an id, as those of random variates do.
 *  - Native code uses the memory of the host, and copies nothing. It runs a @variant only if one device does the
 *    whole call.
 *  - Work-items that work together in groups need a stated group size. Parts then begin and end between two groups.
 *
 * So results do not depend on how a call is split. They are those of one device, bit for bit, if all devices compute
 * the same values. Devices of one kind do. A GPU and a processor agree within the accuracy of their functions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_GROUP_H
#define CLBUNDLE_GROUP_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Splitting --------------------------------------------------------------------------------------------------- */

/* A call as units. */
typedef struct clb_split {
    uint64_t units;   /* 1 for a kernel that cannot be split */
    uint64_t granule; /* parts begin at multiples of it, the last one ends at `units` */
    bool can_split;   /* the kernel has a @split */
    bool relative;    /* CLB_KERNEL_RELATIVE: a part may run as a call of its own */
} clb_split;

/* An array of a call: `blocks` blocks of memory, each of `stride` bytes, of which a part has a piece each. A part that
 * begins with unit f and has c > 0 units has bytes f*unit to (f+c)*unit+halo-1 of each block. */
typedef struct clb_split_array {
    size_t blocks; /* 1, or more if the elements of one unit are not contiguous; 0: the argument is not an array */
    size_t stride;
    size_t unit;    /* bytes; 0: each part has the whole array */
    ptrdiff_t halo; /* bytes beyond those of the units; of a whole array, its size */
} clb_split_array;

/* The units of a call, and what each argument is in parts. `arguments` as for clb_kernel_call; memory is not looked at,
 * and of arrays without an extent, `size` counts. arrays: argument_count of them, or NULL. Errors: CLB_ERROR_ARGUMENT,
 * CLB_ERROR_SIZE (a scalar makes an extent no size, or pieces that are written overlap), CLB_ERROR_ABI,
 * CLB_ERROR_MEMORY. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_split_get(const clb_bundle *bundle, uint32_t kernel, const clb_host_argument *arguments,
                                        size_t argument_count, clb_split *split, clb_split_array *arrays,
                                        clb_error *error);

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

/* Devices that run parts of one call. It owns them, and a thread for each.
 * Thread-safety: safe; calls of one group run one after the other. */
typedef struct clb_group clb_group;

/* The devices of a group. {0} or NULL: every GPU and accelerator, and native code. */
typedef struct clb_group_params {
    size_t struct_size CLB_SIZED(clb_group_params); /* see CLB_PARAMS */
    /* If `members` is NULL: what all devices must fit. The group then has every GPU and accelerator, and the native
     * code of the bundle; if there is neither, the device that clb_device_open takes. A GPU is opened twice: while one
     * copies, the other computes. A filter, here or in the environment, names the one device of the group. */
    const clb_device_params *device; /* NULL: {0} */
    /* Or the devices one by one, each opened as by clb_device_open. One may be named twice. More than one must all have
     * struct_size, which tells where the next one begins. */
    const clb_device_params *members;
    size_t member_count; /* of `members` */
    /* Specialisation constants (`constants` of either) may have any values, the same for all devices: otherwise
     * clb_group_call is CLB_ERROR_ARGUMENT for kernels that use them. clb_split_get counts with the defaults, and
     * clb_group_call_part and clb_kernel_call_part take only those. */
} clb_group_params;

/* Opens all devices. On success *group is owned by the caller: clb_group_close. On failure none stays open.
 * Errors: those of clb_device_open, CLB_ERROR_ARGUMENT (no member). Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_group_open(const clb_group_params *params, clb_group **group, clb_error *error);

/* Ends the threads and closes the devices. No other thread may use the group any more. In a child made by fork it only
 * frees what can be freed there. */
void clb_group_close(clb_group **group);

/* The properties of a member. */
typedef struct clb_group_member {
    clb_device *device; /* the group's: may be used as long as the group is open */
    bool lost;          /* a call on it failed with CLB_ERROR_DEVICE: it gets no more work */
    clb_error error;    /* then why, without build_log; {0} otherwise */
} clb_group_member;

/* The number of members, lost ones included; 0 for NULL. Thread-safety: safe. */
size_t clb_group_size(const clb_group *group);

/* Fills *member with the properties of member number `index`, from 0. Errors: CLB_ERROR_ARGUMENT (there is no such
 * member). Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_group_get_member(clb_group *group, size_t index, clb_group_member *member,
                                               clb_error *error);

/* Units of the kernel that a member does in a second, its copies included, as the calls so far have shown; 0: not
 * known, or there is no such member or kernel. Thread-safety: safe. */
double clb_group_speed(clb_group *group, const clb_bundle *bundle, uint32_t kernel, size_t member);

/* A member's share of one call. */
typedef struct clb_group_share {
    uint64_t units;
    uint32_t parts;
    double seconds;    /* it was busy, copies included */
    clb_status status; /* CLB_OK, or why it left the call; others have then done its part */
} clb_group_share;

/* Runs a kernel on all members. Each takes parts until there are none, in proportion to the speed that earlier parts
 * have shown. A kernel without @split runs on one of them. Returns when all is done. A member may cost more than it
 * does: it may take processors, memory or the bus from the others. So now and then three calls are made with one member
 * less, or with one more again, and calls go on the way that was faster. Arguments are as for clb_kernel_call. Memory
 * that a kernel with @split writes must not overlap that of another argument. launch: as for clb_kernel_call; for a
 * kernel with @split it can only name events to wait for. A member that fails leaves its part to the others. After
 * CLB_ERROR_DEVICE it is lost: later calls do without it. If no member is left, the call fails with the first failure.
 * Memory that is written then holds the results of some parts. shares: NULL, or room for clb_group_size() of them,
 * filled on success. Errors: those of clb_kernel_call, CLB_ERROR_ARGUMENT (overlap), CLB_ERROR_NO_DEVICE (all members
 * were lost before), CLB_ERROR_UNSUPPORTED (in a child made by fork). Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_group_call(clb_group *group, const clb_bundle *bundle, uint32_t kernel,
                                         const clb_launch *launch, const clb_host_argument *arguments,
                                         size_t argument_count, clb_group_share *shares, clb_error *error);

/* Some units of a call. */
typedef struct clb_part {
    uint64_t first; /* a multiple of the granule */
    uint64_t count; /* another one, unless the part ends with the call's last unit */
} clb_part;

/* Runs only a part of a kernel with @split. The scalars are those of the whole call. Of an array that is cut, `value`
 * is the part's own memory: its piece of each block, one behind the other, and `size` that of all pieces, or 0. So the
 * whole may be larger than the memory of this machine (natively; on other devices for kernels with
 * CLB_KERNEL_RELATIVE). Errors: as clb_group_call, CLB_ERROR_SIZE (no such part). Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_group_call_part(clb_group *group, const clb_bundle *bundle, uint32_t kernel,
                                              const clb_part *part, const clb_host_argument *arguments,
                                              size_t argument_count, clb_group_share *shares, clb_error *error);

/* The same on one device, without a group: the whole part is one launch. Thread-safety: safe; calls run side by side.
 * Errors: as clb_group_call_part, but none is made good by another device. */
CLB_MUST_CHECK clb_status clb_kernel_call_part(clb_device *device, const clb_bundle *bundle, uint32_t kernel,
                                               const clb_part *part, const clb_host_argument *arguments,
                                               size_t argument_count, clb_error *error);

#ifdef __cplusplus
}
#endif

#endif
