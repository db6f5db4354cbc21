/* NumPy's array interface structure: import and export.
 * Knows the structure; dtype.c reads the text of dtypes. Knows nothing about Python's objects.
 *
 * SPDX-License-Identifier: MIT */
#include "array/array.h"
#include "array/dtype.h"
#include "array/owner.h"

#include "core/status.h"

#include <stdio.h>
#include <string.h>

#define REFUSE(status_, ...) clbi_refuse(error, status_, call, __VA_ARGS__)

enum { VERSION = 2 };

/* ---- Import ---- */

static clb_status read_type(const clb_numpy_interface *i, const char *dtype, const clb_type **type, clb_error *error)
{
    static const char call[] = "clb_numpy_import";
    char word[32];
    if (!dtype) {
        const uint16_t one = 1;
        unsigned char little;
        memcpy(&little, &one, 1);
        const bool swapped = !(i->flags & CLB_NUMPY_NOTSWAPPED);
        int size = i->itemsize;
        if (i->typekind == 'U') size /= 4;
        (void)snprintf(word, sizeof word, "'%c%c%d'", swapped == (little != 0) ? '>' : '<', i->typekind, size);
        if (!strchr("biufcSUVMm", i->typekind) || !i->typekind)
            return REFUSE(CLB_ERROR_UNSUPPORTED, "An array of NumPy's kind '%c' has no type here.",
                          i->typekind >= ' ' && i->typekind < 0x7f ? i->typekind : '?');
        dtype = word;
    }
    clb_status status = clb_numpy_read_dtype(dtype, strlen(dtype), type, error);
    if (status == CLB_OK && (*type)->size != (size_t)i->itemsize) {
        status = REFUSE(CLB_ERROR_ARGUMENT, "An array has items of %d bytes; its dtype %s has %zu.", i->itemsize, dtype,
                        (*type)->size);
        clb_type_free(type);
    }
    return status;
}

clb_status clb_numpy_import(const clb_numpy_interface *interface_, const char *dtype, void (*release)(void *held),
                            void *held, clb_array *array, clb_owner **owner, clb_error *error)
{
    static const char call[] = "clb_numpy_import";
    const clb_numpy_interface *const i = interface_;
    clb_array made = {.type = NULL};
    const clb_type *type = NULL;
    clb_owner *keeper = NULL;
    if (!i || !array || !owner) return REFUSE(CLB_ERROR_ARGUMENT, "An argument of %s is NULL.", call);
    if (i->two != VERSION)
        return REFUSE(CLB_ERROR_ARGUMENT, "An array interface begins with %d, not 2, so it is not one.", i->two);
    if (i->nd < 0 || i->nd > CLB_ARRAY_DIMS)
        return REFUSE(i->nd < 0 ? CLB_ERROR_ARGUMENT : CLB_ERROR_UNSUPPORTED,
                      "An array has %d dimensions; 0 to %d are possible.", i->nd, CLB_ARRAY_DIMS);
    if (i->itemsize <= 0) return REFUSE(CLB_ERROR_ARGUMENT, "An array has items of %d bytes.", i->itemsize);
    if (i->nd > 0 && (!i->shape || !i->strides))
        return REFUSE(CLB_ERROR_ARGUMENT, "An array of %d dimensions has its %s at NULL.", i->nd,
                      i->shape ? "strides" : "shape");
    made.data = i->data;
    made.dims = (uint32_t)i->nd;
    made.flags = i->flags & CLB_NUMPY_WRITEABLE ? 0 : CLB_ARRAY_READ_ONLY;
    for (int d = 0; d < i->nd; d++) {
        if (i->shape[d] < 0)
            return REFUSE(CLB_ERROR_SIZE, "Dimension %d of an array has %td elements.", d, (ptrdiff_t)i->shape[d]);
        made.shape[d] = (size_t)i->shape[d];
        made.strides[d] = i->shape[d] > 1 ? (ptrdiff_t)i->strides[d] : 0;
    }
    clb_status status = read_type(i, dtype, &type, error);
    made.type = type;
    if (status == CLB_OK) status = clb_array_check(&made, error);
    if (status == CLB_OK) status = clb_owner_make(release, held, &keeper, error);
    if (status) {
        clb_type_free(&type);
        return status;
    }
    clbi_owner_keep_type(keeper, type);
    *array = made;
    *owner = keeper;
    return CLB_OK;
}

/* ---- Export ---- */

/* The letter and the size of a dtype's text, '<f8'. */
static clb_status set_kind(const clb_type *type, clb_numpy_interface *i, clb_error *error)
{
    char text[32];
    size_t length;
    const clb_status status = clb_numpy_print_dtype(type, text, sizeof text, &length, error);
    if (status) return status;
    i->typekind = type->kind == CLB_KIND_RECORD ? 'V' : text[2];
    return CLB_OK;
}

clb_status clb_numpy_export(const clb_array *array, clb_numpy_export_data *data, clb_error *error)
{
    static const char call[] = "clb_numpy_export";
    clb_numpy_interface made = {.two = VERSION};
    clb_array opened;
    clb_status status = clb_array_check(array, error);
    if (status) return status;
    if (!data) return REFUSE(CLB_ERROR_ARGUMENT, "The data to fill in are NULL.");
    opened = *array;
    while (status == CLB_OK && (opened.type->kind == CLB_KIND_VECTOR || opened.type->kind == CLB_KIND_FIXED))
        status = clb_array_open_element(&opened, &opened, error);
    if (status == CLB_OK) status = set_kind(opened.type, &made, error);
    if (status) return status;
    if (opened.type->size > INT32_MAX)
        return REFUSE(CLB_ERROR_SIZE, "Elements of %zu bytes are too large for NumPy.", opened.type->size);
    made.nd = (int)opened.dims;
    made.itemsize = (int)opened.type->size;
    made.data = opened.data;
    if (!(opened.type->flags & CLB_TYPE_SWAPPED)) made.flags |= CLB_NUMPY_NOTSWAPPED;
    if (!(opened.flags & CLB_ARRAY_READ_ONLY)) made.flags |= CLB_NUMPY_WRITEABLE;
    if (clb_array_is_aligned(&opened, opened.type->alignment)) made.flags |= CLB_NUMPY_ALIGNED;
    if (clb_array_is_row_major(&opened)) made.flags |= CLB_NUMPY_C_CONTIGUOUS;
    if (clb_array_is_column_major(&opened)) made.flags |= CLB_NUMPY_F_CONTIGUOUS;
    for (uint32_t d = 0; d < opened.dims; d++) {
        data->shape[d] = (intptr_t)opened.shape[d];
        data->strides[d] = (intptr_t)opened.strides[d];
    }
    made.shape = data->shape;
    made.strides = data->strides;
    data->interface_ = made;
    return CLB_OK;
}
