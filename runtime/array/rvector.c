/* R's vectors.
 * Knows the numbers of R's types, its order of dimensions and its NA; nothing about R's objects.
 *
 * SPDX-License-Identifier: MIT */
#include "array/array.h"
#include "clbundle/exchange.h"

#include "core/status.h"

#include <string.h>

#define REFUSE(status_, ...) clbi_refuse(error, status_, "clb_r_import", __VA_ARGS__)

/* R's NA of integers and logicals. */
static clb_status refuse_missing(const char *data, size_t length, clb_error *error)
{
    for (size_t i = 0; i < length; i++) {
        int32_t value;
        memcpy(&value, data + i * sizeof value, sizeof value);
        if (value == INT32_MIN) return REFUSE(CLB_ERROR_UNSUPPORTED, "Element %zu of the vector is NA.", i + 1);
    }
    return CLB_OK;
}

clb_status clb_r_import(void *data, size_t length, int type, const int *dim, uint32_t dims, clb_missing missing,
                        clb_array *array, clb_error *error)
{
    size_t shape[CLB_ARRAY_DIMS] = {length}, count = 1;
    const clb_type *element;
    bool empty;
    switch (type) {
    case CLB_R_LOGICAL:
    case CLB_R_INTEGER:
        element = clb_type_of(CLB_KIND_INT32, missing == CLB_MISSING_REFUSE ? 0 : CLB_TYPE_OPTIONAL);
        break;
    case CLB_R_REAL: element = &clb_type_float64; break;
    case CLB_R_COMPLEX: element = &clb_type_complex128; break;
    case CLB_R_RAW: element = &clb_type_uint8; break;
    default:
        return REFUSE(CLB_ERROR_UNSUPPORTED,
                      "A vector of R's type %d has no numbers: logical (10), integer (13), double "
                      "(14), complex (15) and raw (24) vectors have.",
                      type);
    }
    if (!array || (dims > 0 && !dim)) return REFUSE(CLB_ERROR_ARGUMENT, "The %s is NULL.", array ? "dim" : "array");
    if (dims > CLB_ARRAY_DIMS)
        return REFUSE(CLB_ERROR_ARGUMENT, "%u dimensions are too many; %d are possible.", (unsigned)dims,
                      CLB_ARRAY_DIMS);
    for (uint32_t i = 0; i < dims; i++) {
        if (dim[i] < 0) return REFUSE(CLB_ERROR_SIZE, "Dimension %u has %d elements.", (unsigned)i + 1, dim[i]);
        shape[i] = (size_t)dim[i];
    }
    if (dims > 0) {
        char text[CLBI_SHAPE_TEXT];
        if (!clbi_shape_count(dims, shape, &count, &empty) || (empty ? 0 : count) != length)
            return REFUSE(CLB_ERROR_SIZE, "A vector of length %zu has dim %s.", length,
                          clbi_shape_print(dims, shape, text));
    }
    size_t size;
    if (!clbi_multiply(length, element->size, &size))
        return REFUSE(CLB_ERROR_SIZE, "A length of %zu is not possible.", length);
    if (missing == CLB_MISSING_REFUSE && element->kind == CLB_KIND_INT32 && data) {
        const clb_status status = refuse_missing(data, length, error);
        if (status) return status;
    }
    return clb_array_make_column(data, size, element, dims > 0 ? dims : 1, shape, array, error);
}
