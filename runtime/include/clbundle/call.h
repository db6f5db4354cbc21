/* clbundle: kernels over arrays. Included by the generated headers, whose NAME_array_KERNEL functions call
 * clb_array_call.
 *
 *     clb_array x, y;
 *     ...                                      x: float32, every second column of a matrix; y: float64
 *     mine_array_scale(device, mine_arrays_scale(.x = &x, .a = 2.0, .y = &y), &error);
 *
 * What the kernel finds in its arrays
 *  - Numbers of the kernel's type in the order of its shape (`@arg X: in l1, l2`), whatever type and layout the arrays
 *    have.
 *  - Integers of the kernel that are dimensions of arrays (`l1` above, `n` in `@arg x: in n`) are taken from the
 *    arrays. All arrays must agree on them; an error names both arrays and the dimension.
 *  - A kernel with a single integer n as its range, and arrays of n elements, is element-wise: its arrays may have any
 *    number of dimensions. The outputs' shape counts, and n is their number of elements. Inputs are broadcast to that
 *    shape by NumPy's rules. Element number i of the kernel is the i-th in row-major order, for any layout and any
 *    split of the work, so random variates depend on neither.
 *  - A kernel that states a product of sizes (`@arg x: in l1*l2`) takes an array of any shape with this number of
 *    elements.
 *
 * What is copied
 *  - Natively, no array that the kernel can use in place. Other arrays are converted: in pieces that fit into the
 *    caches if the generator found that the kernel works element by element, else as a whole.
 *  - On OpenCL, arrays are converted into staging memory, and the outputs back. Element-wise kernels over large arrays
 *    run chunk by chunk: while the device copies and runs one, the host converts the next.
 *
 * The rules of clbundle/core.h hold here, too. Thread-safety: calls that make ckernels follow the rule of their builder
 * (one thread at a time); all others are safe.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_CALL_H
#define CLBUNDLE_CALL_H

#include "array.h"
#include "assign.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One argument. The members used depend on the kernel's parameter:
 *  - GLOBAL, CONSTANT: `array`. One that the kernel writes must not be CLB_ARRAY_READ_ONLY, nor have a stride of 0
 *    where it has several elements: which of their results would stay is not determined (CLB_ERROR_ARGUMENT).
 *  - VALUE: `value` and its size in bytes; or `array` of one element, which is converted; or neither, if the arrays
 *    tell.
 *  - LOCAL: `size` in bytes (0: as @arg says).
 *  - IMAGE, SAMPLER: as in clb_argument. */
typedef struct clb_array_argument {
    const clb_array *array;
    const void *value;
    size_t size;
} clb_array_argument;

/* How a call over arrays converts. */
typedef struct clb_array_call_params {
    size_t struct_size CLB_SIZED(clb_array_call_params); /* see CLB_PARAMS */
    /* Losses that a conversion between an array's and the kernel's numbers must not cause. The first element that
     * does not fit ends the call with CLB_ERROR_ARGUMENT, which names the array and the element's indices. */
    clb_assign_mode mode;
} clb_array_call_params;

/* Runs a kernel over arrays, and returns when all is done. params NULL: {0}. `launch` as for clb_kernel_call;
 * element-wise kernels take none. Outputs must not overlap each other, unless an array is given twice. An output that
 * overlaps an input holds the result that it would have if the input were a copy. On failure, outputs may hold results
 * in part. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE (shapes), CLB_ERROR_UNSUPPORTED (types that cannot be converted),
 * and those of clb_kernel_call. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_array_call(clb_device *device, const clb_bundle *bundle, uint32_t kernel,
                                         const clb_launch *launch, const clb_array_argument *arguments,
                                         size_t argument_count, const clb_array_call_params *params, clb_error *error);

/* The shape that an array of a kernel must have in a call with these arguments, so that outputs can be made. Nothing is
 * run. The arguments are those of the call; those that the kernel only writes may be {0} and tell nothing then.
 * `argument` is the number of the array. Of an element-wise kernel, the shape is that of the outputs given, or else the
 * one to which all other arrays broadcast; of other kernels, what @arg states. *dims is the number of dimensions,
 * shape[0] to shape[*dims - 1] the number of elements along each. Errors: as of clb_array_call for arguments that do
 * not fit each other; CLB_ERROR_ARGUMENT (`argument` is no array, or has no stated extent), CLB_ERROR_SIZE (an extent
 * that is negative or overflows). Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_array_find_shape(clb_device *device, const clb_bundle *bundle, uint32_t kernel,
                                               const clb_array_argument *arguments, size_t argument_count,
                                               const clb_array_call_params *params, uint32_t argument, uint32_t *dims,
                                               size_t shape[CLB_ARRAY_DIMS], clb_error *error);

/* ---- Kernels as ckernels ------------------------------------------------------------------------------------------
 */

enum { CLB_CKERNEL_SOURCES = 32 }; /* sources that the ckernels below may have */

/* Makes an element-wise kernel's native code a leaf at `offset`; NAME_ckernel_KERNEL calls it. It has one source for
 * each array that the kernel reads, in the order of its parameters, and the array that it writes is the destination.
 * The number of elements and the steps are those of each run, in which elements count from 0: a kernel that uses an
 * element's number (random variates) starts anew in every run. arguments: one for each parameter of the kernel; for
 * values, `value` and `size` count and are copied; those that a run finds may be {0}; arrays are ignored. Operands
 * in the kernel's own layout are used in place, others go through scratch memory: clb_ckernel_builder.scratch_size
 * is never 0. An operand that shares memory with the destination must be the same. Errors: CLB_ERROR_ARGUMENT,
 * CLB_ERROR_UNSUPPORTED (not element by element, no native code, not one array that is only written), CLB_ERROR_ABI,
 * CLB_ERROR_MEMORY. */
CLB_MUST_CHECK clb_status clb_kernel_ckernel_make(clb_ckernel_builder *builder, size_t offset, const clb_bundle *bundle,
                                                  uint32_t kernel, const clb_array_argument *arguments,
                                                  size_t argument_count, clb_ckernel_request request, size_t *end,
                                                  clb_error *error);

/* The next two make a ckernel at `offset` whose last child is still missing: make that one at *child, for a strided
 * request and with as many sources. It ends where that child ends.
 *
 *     size_t rows, leaf, end;                                     columns of lists of float32; y: lists of float64
 *     status = clb_rows_make(&builder, 0, y.type, types, 1, CLB_CKERNEL_STRIDED, &rows, &error);
 *     if (!status) status = clb_convert_make(&builder, rows, to, from, mode, CLB_CKERNEL_STRIDED, &leaf, &error);
 *     if (!status)
 *         status = mine_ckernel_scale(&builder, leaf, mine_values_scale(.a = 2.0), CLB_CKERNEL_STRIDED, &end, &error);
 *     if (!status) status = clb_array_run(clb_ckernel_root(&builder), builder.scratch_size, &y, columns, 1, &error);
 */

/* Runs the child over the elements of each row. An operand of a type that is a dimension (var, list32, list64, fixed)
 * has a row of its elements; any other has one element for the whole row. Rows of sources must be as long as the
 * destination's, or of length 1, which is repeated; one that is not ends the run with CLB_ERROR_SIZE, and one whose
 * offsets lead outside of its values with CLB_ERROR_ARGUMENT. The destination's rows are there already, nothing is
 * allocated. Types must live as long as the ckernel. Errors: CLB_ERROR_ARGUMENT (the destination has no dimension; a
 * list of no memory; too many sources), CLB_ERROR_MEMORY. */
CLB_MUST_CHECK clb_status clb_rows_make(clb_ckernel_builder *builder, size_t offset, const clb_type *dst,
                                        const clb_type *const *src, size_t sources, clb_ckernel_request request,
                                        size_t *child, clb_error *error);

/* Operand types of clb_convert_make: outside, and as the child has them. */
typedef struct clb_conversion {
    const clb_type *outer, *inner;
} clb_conversion;

/* Runs the child over operands of other types, converted through scratch memory, a few at a time. dst: the destination;
 * src: `sources` of them. Types that are equal cost nothing. Types must live as long as the ckernel. Errors: those of
 * clb_assign_make, CLB_ERROR_ARGUMENT (too many sources). */
CLB_MUST_CHECK clb_status clb_convert_make(clb_ckernel_builder *builder, size_t offset, clb_conversion dst,
                                           const clb_conversion *src, size_t sources, clb_assign_mode mode,
                                           clb_ckernel_request request, size_t *child, clb_error *error);

/* Runs a ckernel that was made for a strided request over all elements of dst, in row-major order, on the calling
 * thread; the sources are broadcast to its shape. The types must be those of the ckernel: nothing can check that.
 * scratch_size: that of the builder or the shared ckernel. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE (shapes),
 * CLB_ERROR_MEMORY, and those of the ckernel, with the indices of the element. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_array_run(const clb_ckernel *ckernel, size_t scratch_size, const clb_array *dst,
                                        const clb_array *const *src, size_t sources, clb_error *error);

#ifdef __cplusplus
}
#endif

#endif
