/* Views: arrays over the memory of other arrays.
 * Knows shapes, strides and the parts of types; never reads an element, allocates nothing.
 *
 * SPDX-License-Identifier: MIT */
#include "array/array.h"

#include "core/status.h"

#include <stdio.h>
#include <string.h>

#define REFUSE(status_, ...) clbi_refuse(error, status_, call, __VA_ARGS__)

/* Checks the arguments that every view has. `dim` must be below `limit`. */
static clb_status check_arguments(const clb_array *array, const clb_array *view, uint32_t dim, uint32_t limit,
                                  const char *call, clb_error *error)
{
    char shape[CLBI_SHAPE_TEXT];
    if (!array || !view || !array->type || array->dims > CLB_ARRAY_DIMS)
        return REFUSE(CLB_ERROR_ARGUMENT, "%s.",
                      !array  ? "The array is NULL"
                      : !view ? "The view is NULL"
                              : "The array is not valid: see clb_array_check");
    if (dim >= limit)
        return REFUSE(CLB_ERROR_ARGUMENT, "There is no dimension %u in an array of shape %s.", (unsigned)dim,
                      clbi_shape_print(array->dims, array->shape, shape));
    return CLB_OK;
}

static bool is_empty(const clb_array *array)
{
    for (uint32_t i = 0; i < array->dims; i++)
        if (array->shape[i] == 0) return true;
    return false;
}

/* Also for elements without bytes, whose address may be NULL. */
static void move(clb_array *array, ptrdiff_t by)
{
    if (by != 0) array->data += by;
}

clb_status clb_array_slice(const clb_array *array, uint32_t dim, size_t start, size_t count, ptrdiff_t step,
                           clb_array *view, clb_error *error)
{
    static const char call[] = "clb_array_slice";
    const clb_status status = check_arguments(array, view, dim, array ? array->dims : 1, call, error);
    if (status) return status;
    const size_t size = array->shape[dim];
    const size_t way = step < 0 ? 0 - (size_t)step : (size_t)step;
    if (step == 0) return REFUSE(CLB_ERROR_ARGUMENT, "A slice of dimension %u has a step of 0.", (unsigned)dim);
    if (start > size || (count > 0 && (start == size || (count - 1) > (step < 0 ? start : size - 1 - start) / way)))
        return REFUSE(CLB_ERROR_SIZE, "%zu elements from %zu by steps of %td are not within the %zu of dimension %u.",
                      count, start, step, size, (unsigned)dim);
    clb_array made = *array;
    if (count > 0 && !is_empty(array)) move(&made, (ptrdiff_t)start * array->strides[dim]);
    if (count > 1) made.strides[dim] = array->strides[dim] * step;
    made.shape[dim] = count;
    *view = made;
    return CLB_OK;
}

clb_status clb_array_reverse(const clb_array *array, uint32_t dim, clb_array *view, clb_error *error)
{
    const clb_status status = check_arguments(array, view, dim, array ? array->dims : 1, "clb_array_reverse", error);
    if (status) return status;
    clb_array made = *array;
    if (!is_empty(array) && array->shape[dim] > 1) {
        move(&made, (ptrdiff_t)(array->shape[dim] - 1) * array->strides[dim]);
        made.strides[dim] = -array->strides[dim];
    }
    *view = made;
    return CLB_OK;
}

static void drop_dim(clb_array *array, uint32_t dim)
{
    const size_t behind = array->dims - dim - 1;
    memmove(&array->shape[dim], &array->shape[dim + 1], behind * sizeof *array->shape);
    memmove(&array->strides[dim], &array->strides[dim + 1], behind * sizeof *array->strides);
    array->dims--;
}

clb_status clb_array_index(const clb_array *array, uint32_t dim, size_t index, clb_array *view, clb_error *error)
{
    static const char call[] = "clb_array_index";
    const clb_status status = check_arguments(array, view, dim, array ? array->dims : 1, call, error);
    if (status) return status;
    if (index >= array->shape[dim])
        return REFUSE(CLB_ERROR_SIZE, "There is no element %zu among the %zu of dimension %u.", index,
                      array->shape[dim], (unsigned)dim);
    clb_array made = *array;
    if (!is_empty(array)) move(&made, (ptrdiff_t)index * array->strides[dim]);
    drop_dim(&made, dim);
    *view = made;
    return CLB_OK;
}

clb_status clb_array_transpose(const clb_array *array, const uint32_t *order, clb_array *view, clb_error *error)
{
    static const char call[] = "clb_array_transpose";
    const clb_status status = check_arguments(array, view, 0, 1, call, error);
    if (status) return status;
    clb_array made = *array;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < array->dims; i++) {
        const uint32_t from = order ? order[i] : array->dims - 1 - i;
        if (from >= array->dims || (seen & UINT32_C(1) << from))
            return REFUSE(CLB_ERROR_ARGUMENT, "Dimension %u of the view is to be dimension %u of %u, which %s.",
                          (unsigned)i, (unsigned)from, (unsigned)array->dims,
                          from >= array->dims ? "there is not" : "is another one already");
        seen |= UINT32_C(1) << from;
        made.shape[i] = array->shape[from];
        made.strides[i] = array->strides[from];
    }
    *view = made;
    return CLB_OK;
}

/* ---- Broadcasting ------------------------------------------------------------------------------------------------ */

clb_status clb_shape_broadcast(uint32_t dims_a, const size_t *shape_a, uint32_t dims_b, const size_t *shape_b,
                               uint32_t *dims, size_t *shape, clb_error *error)
{
    static const char call[] = "clb_shape_broadcast";
    char text_a[CLBI_SHAPE_TEXT], text_b[CLBI_SHAPE_TEXT];
    const uint32_t made_dims = dims_a > dims_b ? dims_a : dims_b;
    size_t made[CLB_ARRAY_DIMS];
    if (made_dims > CLB_ARRAY_DIMS)
        return REFUSE(CLB_ERROR_ARGUMENT, "%u dimensions are too many; %d are possible.", (unsigned)made_dims,
                      CLB_ARRAY_DIMS);
    for (uint32_t i = 0; i < made_dims; i++) { /* from the last dimension */
        const size_t a = i < dims_a ? shape_a[dims_a - 1 - i] : 1, b = i < dims_b ? shape_b[dims_b - 1 - i] : 1;
        if (a != b && a != 1 && b != 1)
            return REFUSE(CLB_ERROR_SIZE, "Shapes %s and %s do not broadcast: sizes %zu and %zu meet in dimension %u.",
                          clbi_shape_print(dims_a, shape_a, text_a), clbi_shape_print(dims_b, shape_b, text_b), a, b,
                          (unsigned)(made_dims - 1 - i));
        made[made_dims - 1 - i] = a == 1 ? b : a;
    }
    for (uint32_t i = 0; i < made_dims; i++) shape[i] = made[i];
    *dims = made_dims;
    return CLB_OK;
}

clb_status clb_array_broadcast(const clb_array *array, uint32_t dims, const size_t *shape, clb_array *view,
                               clb_error *error)
{
    static const char call[] = "clb_array_broadcast";
    char from[CLBI_SHAPE_TEXT], to[CLBI_SHAPE_TEXT];
    const clb_status status = check_arguments(array, view, 0, 1, call, error);
    size_t count;
    bool empty;
    if (status) return status;
    if (dims > CLB_ARRAY_DIMS || (dims > 0 && !shape))
        return REFUSE(CLB_ERROR_ARGUMENT, "%u dimensions cannot be: %s.", (unsigned)dims,
                      dims > CLB_ARRAY_DIMS ? "16 are possible" : "the shape is NULL");
    if (dims < array->dims)
        return REFUSE(CLB_ERROR_SIZE, "An array of shape %s does not broadcast to shape %s: that has fewer dimensions.",
                      clbi_shape_print(array->dims, array->shape, from), clbi_shape_print(dims, shape, to));
    if (!clbi_shape_count(dims, shape, &count, &empty))
        return REFUSE(CLB_ERROR_SIZE, "Shape %s has more elements than there can be.",
                      clbi_shape_print(dims, shape, to));
    clb_array made = *array;
    made.dims = dims;
    for (uint32_t i = 0; i < dims; i++) { /* from the last dimension */
        const uint32_t dim = dims - 1 - i;
        const bool there = i < array->dims;
        const size_t size = there ? array->shape[array->dims - 1 - i] : 1;
        if (size != shape[dim] && size != 1)
            return REFUSE(CLB_ERROR_SIZE,
                          "An array of shape %s does not broadcast to shape %s: sizes %zu and %zu meet in "
                          "dimension %u.",
                          clbi_shape_print(array->dims, array->shape, from), clbi_shape_print(dims, shape, to), size,
                          shape[dim], (unsigned)dim);
        made.shape[dim] = shape[dim];
        made.strides[dim] = there && size == shape[dim] ? array->strides[array->dims - 1 - i] : 0;
        if (size != shape[dim] && shape[dim] > 1) made.flags |= CLB_ARRAY_READ_ONLY;
    }
    *view = made;
    return CLB_OK;
}

/* ---- Parts of elements ------------------------------------------------------------------------------------------- */

clb_status clb_array_field(const clb_array *array, const char *name, clb_array *view, clb_error *error)
{
    static const char call[] = "clb_array_field";
    const clb_status status = check_arguments(array, view, 0, 1, call, error);
    if (status) return status;
    if (!name || array->type->kind != CLB_KIND_RECORD)
        return REFUSE(CLB_ERROR_ARGUMENT, name ? "Elements of kind %s have no fields." : "The name is NULL.",
                      clb_kind_name(array->type->kind));
    const clb_field *field = clb_type_find_field(array->type, name);
    if (!field) {
        char names[400] = "";
        size_t length = 0;
        for (size_t i = 0; i < array->type->field_count && length < sizeof names; i++)
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                                       array->type->fields[i].name);
        return REFUSE(CLB_ERROR_ARGUMENT, "There is no field %s; there are: %s%s.", name, names,
                      length >= sizeof names ? " ..." : "");
    }
    clb_array made = *array;
    if (!is_empty(array)) move(&made, (ptrdiff_t)field->offset);
    made.type = field->type;
    *view = made;
    return CLB_OK;
}

/* Whether the fields have one type and equal distances, in the order of their offsets. */
static bool is_even(const clb_type *record, size_t *first, size_t *step)
{
    const size_t count = record->field_count;
    *step = count > 1 ? record->fields[1].offset - record->fields[0].offset : record->size;
    *first = record->fields[0].offset;
    for (size_t i = 1; i < count; i++)
        if (record->fields[i].offset < record->fields[i - 1].offset ||
            record->fields[i].offset - record->fields[i - 1].offset != *step ||
            !clb_type_equal(record->fields[i].type, record->fields[0].type))
            return false;
    return true;
}

clb_status clb_array_open_element(const clb_array *array, clb_array *view, clb_error *error)
{
    static const char call[] = "clb_array_open_element";
    const clb_status status = check_arguments(array, view, 0, 1, call, error);
    if (status) return status;
    const clb_type *type = array->type, *part = clbi_type_part(type);
    size_t count = 2, step = part ? part->size : 0, first = 0;
    if (type->kind == CLB_KIND_VECTOR) count = type->count;
    if (type->kind == CLB_KIND_FIXED) {
        part = type->element;
        count = type->count;
        step = (size_t)type->stride;
    } else if (type->kind == CLB_KIND_RECORD && is_even(type, &first, &step)) {
        part = type->fields[0].type;
        count = type->field_count;
    }
    if (!part)
        return REFUSE(CLB_ERROR_UNSUPPORTED, "An element of kind %s is no row of equal parts.",
                      clb_kind_name(type->kind));
    if (array->dims == CLB_ARRAY_DIMS)
        return REFUSE(CLB_ERROR_ARGUMENT, "The array has %d dimensions already.", CLB_ARRAY_DIMS);
    clb_array made = *array;
    size_t elements;
    bool empty;
    made.type = part;
    made.shape[made.dims] = count;
    made.strides[made.dims] = (ptrdiff_t)step;
    made.dims++;
    if (!clbi_shape_count(made.dims, made.shape, &elements, &empty))
        return REFUSE(CLB_ERROR_SIZE, "%zu parts in each element are more than there can be.", count);
    if (!empty) move(&made, (ptrdiff_t)first);
    *view = made;
    return CLB_OK;
}

/* ---- Other shapes ------------------------------------------------------------------------------------------------ */

clb_status clb_array_add_dim(const clb_array *array, uint32_t dim, clb_array *view, clb_error *error)
{
    static const char call[] = "clb_array_add_dim";
    const clb_status status = check_arguments(array, view, dim, array ? array->dims + 1 : 1, call, error);
    if (status) return status;
    if (array->dims == CLB_ARRAY_DIMS)
        return REFUSE(CLB_ERROR_ARGUMENT, "The array has %d dimensions already.", CLB_ARRAY_DIMS);
    clb_array made = *array;
    const size_t behind = made.dims - dim;
    memmove(&made.shape[dim + 1], &made.shape[dim], behind * sizeof *made.shape);
    memmove(&made.strides[dim + 1], &made.strides[dim], behind * sizeof *made.strides);
    made.shape[dim] = 1;
    made.strides[dim] = 0;
    made.dims++;
    *view = made;
    return CLB_OK;
}

clb_status clb_array_remove_dim(const clb_array *array, uint32_t dim, clb_array *view, clb_error *error)
{
    static const char call[] = "clb_array_remove_dim";
    const clb_status status = check_arguments(array, view, dim, array ? array->dims : 1, call, error);
    if (status) return status;
    if (array->shape[dim] != 1)
        return REFUSE(CLB_ERROR_SIZE, "Dimension %u has %zu elements; only one of size 1 can be left out.",
                      (unsigned)dim, array->shape[dim]);
    clb_array made = *array;
    drop_dim(&made, dim);
    *view = made;
    return CLB_OK;
}

/* Finds the size that was left open, and checks that the numbers of elements agree. */
static clb_status complete_shape(const clb_array *array, uint32_t dims, const size_t *shape, size_t *made,
                                 const char *call, clb_error *error)
{
    char from[CLBI_SHAPE_TEXT], to[CLBI_SHAPE_TEXT];
    size_t count, wanted, others = 1;
    uint32_t open = CLB_ARRAY_DIMS, opened = 0;
    bool empty, wanted_empty;
    for (uint32_t i = 0; i < dims; i++) {
        made[i] = shape[i];
        if (shape[i] != SIZE_MAX) continue;
        open = i;
        made[i] = 1;
        opened++;
    }
    if (opened > 1) return REFUSE(CLB_ERROR_ARGUMENT, "%u sizes are left open; one can be.", (unsigned)opened);
    if (!clbi_shape_count(array->dims, array->shape, &count, &empty) ||
        !clbi_shape_count(dims, made, &wanted, &wanted_empty))
        return REFUSE(CLB_ERROR_SIZE, "Shape %s has more elements than there can be.",
                      clbi_shape_print(dims, made, to));
    count = empty ? 0 : count;
    others = wanted_empty ? 0 : wanted;
    if (opened && others > 0 && count % others == 0) made[open] = count / others;
    else if (opened || others != count)
        return REFUSE(CLB_ERROR_SIZE, "An array of shape %s with %zu elements cannot have shape %s%s.",
                      clbi_shape_print(array->dims, array->shape, from), count, clbi_shape_print(dims, made, to),
                      opened ? ", whatever the open size" : "");
    return CLB_OK;
}

/* Runs of dimensions that one stride describes are matched with runs of the same product in the new shape. Strides
 * are multiplied without a sign: one step behind the last element there may be no valid address. */
static bool restride(const clb_array *array, uint32_t dims, const size_t *shape, ptrdiff_t *strides)
{
    uint32_t old = 0, new = 0;
    while (new < dims) {
        size_t have = 1, want = 1, stride = array->type->size;
        const uint32_t first = new;
        bool started = false;
        do { /* take dimensions on the side with the smaller product, until the products are equal */
            if (have <= want && !(have == want && started)) {
                while (old < array->dims && array->shape[old] == 1) old++;
                if (old == array->dims) { /* only sizes of 1 are left */
                    while (new < dims) strides[new ++] = 0;
                    return true;
                }
                if (started && stride != (size_t)array->strides[old] * array->shape[old]) return false;
                have *= array->shape[old];
                stride = (size_t)array->strides[old++];
                started = true;
            }
            while (have > want && new < dims) want *= shape[new ++];
        } while (have != want);
        while (new < dims && shape[new] == 1) new ++;
        size_t step = stride;
        for (uint32_t i = new; i-- > first;) {
            strides[i] = shape[i] > 1 ? (ptrdiff_t)step : 0;
            step *= shape[i];
        }
    }
    return true;
}

clb_status clb_array_reshape(const clb_array *array, uint32_t dims, const size_t *shape, clb_array *view,
                             clb_error *error)
{
    static const char call[] = "clb_array_reshape";
    char from[CLBI_SHAPE_TEXT], to[CLBI_SHAPE_TEXT];
    clb_status status = check_arguments(array, view, 0, 1, call, error);
    if (status) return status;
    if (dims > CLB_ARRAY_DIMS || (dims > 0 && !shape))
        return REFUSE(CLB_ERROR_ARGUMENT, "%u dimensions cannot be: %s.", (unsigned)dims,
                      dims > CLB_ARRAY_DIMS ? "16 are possible" : "the shape is NULL");
    clb_array made = *array;
    status = complete_shape(array, dims, shape, made.shape, call, error);
    if (status) return status;
    made.dims = dims;
    if (is_empty(array)) {
        for (uint32_t i = 0; i < dims; i++) made.strides[i] = 0;
    } else if (!restride(array, dims, made.shape, made.strides))
        return REFUSE(CLB_ERROR_UNSUPPORTED,
                      "An array of shape %s with these strides cannot have shape %s without a copy.",
                      clbi_shape_print(array->dims, array->shape, from), clbi_shape_print(dims, made.shape, to));
    *view = made;
    return CLB_OK;
}
