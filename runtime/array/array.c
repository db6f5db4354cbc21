/* Arrays: making, checking, querying and printing them. Knows the addresses of elements; never reads one.
 *
 * SPDX-License-Identifier: MIT */
#include "array/array.h"

#include "core/status.h"

#include <stdio.h>
#include <string.h>

#define LIMIT ((size_t)PTRDIFF_MAX)

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

const char *clbi_shape_print(uint32_t dims, const size_t *shape, char text[CLBI_SHAPE_TEXT])
{
    size_t length = (size_t)snprintf(text, CLBI_SHAPE_TEXT, "(");
    for (uint32_t i = 0; i < dims && i < CLB_ARRAY_DIMS; i++)
        length += (size_t)snprintf(text + length, CLBI_SHAPE_TEXT - length, "%s%zu", i > 0 ? ", " : "", shape[i]);
    (void)snprintf(text + length, CLBI_SHAPE_TEXT - length, dims == 1 ? ",)" : ")");
    return text;
}

bool clbi_shape_count(uint32_t dims, const size_t *shape, size_t *count, bool *empty)
{
    size_t product = 1;
    *empty = false;
    for (uint32_t i = 0; i < dims; i++) {
        if (shape[i] == 0) *empty = true;
        else if (!clbi_multiply(product, shape[i], &product) || product > LIMIT) return false;
    }
    *count = product;
    return true;
}

bool clbi_shape_strides(uint32_t dims, const size_t *shape, size_t size, bool column, ptrdiff_t *strides)
{
    size_t stride = size;
    for (uint32_t i = 0; i < dims; i++) {
        const uint32_t dim = column ? i : dims - 1 - i;
        if (stride > LIMIT) return false;
        strides[dim] = (ptrdiff_t)stride;
        if (shape[dim] > 1 && !clbi_multiply(stride, shape[dim], &stride)) return false;
    }
    return stride <= LIMIT;
}

bool clbi_array_extent(uint32_t dims, const size_t *shape, const ptrdiff_t *strides, size_t reach, size_t *below,
                       size_t *above)
{
    size_t negative = 0, positive = reach;
    for (uint32_t i = 0; i < dims; i++) {
        size_t *const sum = strides[i] < 0 ? &negative : &positive;
        const size_t step = strides[i] < 0 ? 0 - (size_t)strides[i] : (size_t)strides[i];
        size_t way;
        if (shape[i] < 2) continue;
        if (!clbi_multiply(shape[i] - 1, step, &way) || !clbi_add(*sum, way, sum) || *sum > LIMIT) return false;
    }
    *below = negative;
    *above = positive;
    return positive <= LIMIT && negative <= LIMIT;
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

/* The range of memory that an array's elements occupy; `lowest` and `end` are addresses of bytes. */
static clb_status refuse_extent(const clb_array *array, uintptr_t lowest, uintptr_t end, const char *call,
                                clb_error *error)
{
    char shape[CLBI_SHAPE_TEXT];
    const uintptr_t memory = (uintptr_t)array->memory;
    return clbi_refuse(error, CLB_ERROR_SIZE, call,
                       "An array of shape %s reaches from byte %s%zu to byte %s%zu of memory of %zu bytes.",
                       clbi_shape_print(array->dims, array->shape, shape), lowest < memory ? "-" : "",
                       (size_t)(lowest < memory ? memory - lowest : lowest - memory), end < memory ? "-" : "",
                       (size_t)(end < memory ? memory - end : end - memory), array->memory_size);
}

static clb_status check_memory(const clb_array *array, const char *call, clbi_extent *extent, clb_error *error)
{
    char shape[CLBI_SHAPE_TEXT];
    const uintptr_t data = (uintptr_t)array->data, memory = (uintptr_t)array->memory;
    const bool fits = clbi_array_extent(array->dims, array->shape, array->strides, clbi_type_reach(array->type),
                                        &extent->below, &extent->above);
    const size_t below = extent->below, above = extent->above;
    if (!fits || below > data || above > UINTPTR_MAX - data)
        return clbi_refuse(error, CLB_ERROR_SIZE, call,
                           "An array of shape %s has strides whose addresses leave the address space.",
                           clbi_shape_print(array->dims, array->shape, shape));
    if (above == 0) return CLB_OK;
    if (!array->data)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "An array of shape %s has its data at NULL.",
                           clbi_shape_print(array->dims, array->shape, shape));
    if (!array->memory) return CLB_OK;
    if (data < memory || data - memory > array->memory_size || below > data - memory ||
        above > array->memory_size - (data - memory))
        return refuse_extent(array, data - below, data + above, call, error);
    return CLB_OK;
}

static clb_status check_as(const clb_array *array, const char *call, clbi_extent *extent, clb_error *error)
{
    char shape[CLBI_SHAPE_TEXT];
    bool empty;
    *extent = (clbi_extent){0};
    if (!array || !array->type)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s is NULL.", array ? "The type of an array" : "An array");
    if (array->dims > CLB_ARRAY_DIMS)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "An array has %u dimensions; %d are possible.",
                           (unsigned)array->dims, CLB_ARRAY_DIMS);
    if (array->flags & ~CLB_ARRAY_READ_ONLY)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "An array has the unknown flags 0x%x.",
                           (unsigned)array->flags);
    const clb_status status = clb_type_check(array->type, error);
    if (status) return status;
    if (!clbi_shape_count(array->dims, array->shape, &extent->count, &empty))
        return clbi_refuse(error, CLB_ERROR_SIZE, call, "An array of shape %s has more elements than there can be.",
                           clbi_shape_print(array->dims, array->shape, shape));
    if (!empty) return check_memory(array, call, extent, error);
    extent->count = 0;
    return CLB_OK;
}

clb_status clbi_array_check(const clb_array *array, clbi_extent *extent, clb_error *error)
{
    return check_as(array, "clb_array_check", extent, error);
}

clb_status clb_array_check(const clb_array *array, clb_error *error)
{
    clbi_extent extent;
    return clbi_array_check(array, &extent, error);
}

/* The parameters of a new array, as the caller gave them. */
typedef struct layout {
    void *data;
    size_t size;
    const clb_type *type;
    uint32_t dims;
    const size_t *shape;
    const ptrdiff_t *strides; /* NULL: without gaps, with the first dimension contiguous if `column` */
    bool column;
} layout;

static clb_status make(const layout *given, clb_array *array, const char *call, clb_error *error)
{
    const clb_type *type = given->type;
    const uint32_t dims = given->dims;
    const size_t *shape = given->shape;
    char text[CLBI_SHAPE_TEXT];
    clbi_extent extent;
    clb_array made = {.data = given->data, .type = type, .dims = dims};
    if (!array || !type || (dims > 0 && !shape))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s is NULL.",
                           !array  ? "The array to fill in"
                           : !type ? "The type"
                                   : "The shape");
    if (dims > CLB_ARRAY_DIMS)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%u dimensions are too many; %d are possible.",
                           (unsigned)dims, CLB_ARRAY_DIMS);
    if (given->size != SIZE_MAX) {
        made.memory = given->data;
        made.memory_size = given->size;
    }
    for (uint32_t i = 0; i < dims; i++) made.shape[i] = shape[i];
    if (given->strides)
        for (uint32_t i = 0; i < dims; i++) made.strides[i] = given->strides[i];
    else if (!clbi_shape_strides(dims, shape, type->size, given->column, made.strides))
        return clbi_refuse(error, CLB_ERROR_SIZE, call, "An array of shape %s of elements of %zu bytes is too large.",
                           clbi_shape_print(dims, shape, text), type->size);
    const clb_status status = check_as(&made, call, &extent, error);
    if (status == CLB_OK) *array = made;
    return status;
}

clb_status clb_array_make(void *data, size_t size, const clb_type *type, uint32_t dims, const size_t *shape,
                          const ptrdiff_t *strides, clb_array *array, clb_error *error)
{
    return make(&(layout){data, size, type, dims, shape, strides, false}, array, "clb_array_make", error);
}

clb_status clb_array_make_column(void *data, size_t size, const clb_type *type, uint32_t dims, const size_t *shape,
                                 clb_array *array, clb_error *error)
{
    return make(&(layout){data, size, type, dims, shape, NULL, true}, array, "clb_array_make_column", error);
}

static bool has_strides(const clb_array *array, bool column)
{
    ptrdiff_t stride = (ptrdiff_t)array->type->size;
    for (uint32_t i = 0; i < array->dims; i++)
        if (array->shape[i] == 0) return true;
    for (uint32_t i = 0; i < array->dims; i++) {
        const uint32_t dim = column ? i : array->dims - 1 - i;
        if (array->shape[dim] == 1) continue;
        if (array->strides[dim] != stride) return false;
        stride *= (ptrdiff_t)array->shape[dim];
    }
    return true;
}

bool clb_array_is_row_major(const clb_array *array)
{
    return has_strides(array, false);
}

bool clb_array_is_column_major(const clb_array *array)
{
    return has_strides(array, true);
}

size_t clb_array_print(const clb_array *array, char *text, size_t capacity)
{
    size_t length = 0;
    for (uint32_t i = 0; i < array->dims; i++)
        length += (size_t)snprintf(length < capacity ? text + length : NULL, length < capacity ? capacity - length : 0,
                                   "%zu * ", array->shape[i]);
    return length + clb_type_print(array->type, length < capacity ? text + length : NULL,
                                   length < capacity ? capacity - length : 0);
}
