/* Finds the rows of ragged dimensions in memory. Knows types; nothing about ckernels and arrays.
 *
 * SPDX-License-Identifier: MIT */
#include "array/row.h"

#include <string.h>

bool clbi_row_read_form(const clb_type *type, clbi_row_form *form)
{
    *form = (clbi_row_form){.kind = CLB_KIND_NONE};
    switch (type->kind) {
    case CLB_KIND_VAR: *form = (clbi_row_form){.kind = CLB_KIND_VAR, .stride = type->stride}; return true;
    case CLB_KIND_FIXED:
        *form = (clbi_row_form){.kind = CLB_KIND_FIXED, .stride = type->stride, .count = type->count};
        return true;
    case CLB_KIND_LIST:
        *form = (clbi_row_form){.kind = CLB_KIND_LIST,
                                .stride = type->stride,
                                .count = type->value_count,
                                .size = type->size,
                                .values = type->values};
        return type->values || type->value_count == 0;
    default: return true;
    }
}

const char *clbi_row_find(const clbi_row_form *form, char *at, char **data, size_t *count)
{
    int64_t bounds[2];
    int32_t narrow[2];
    clb_var var;
    switch (form->kind) {
    case CLB_KIND_VAR:
        memcpy(&var, at, sizeof var);
        *data = var.data;
        *count = var.count;
        if (var.count > 0 && form->stride > 0 && var.count - 1 > (size_t)PTRDIFF_MAX / (size_t)form->stride)
            return "is a row of more elements than there can be";
        return !var.data && var.count > 0 ? "is a row without memory" : NULL;
    case CLB_KIND_LIST:
        if (form->size == sizeof narrow[0]) {
            memcpy(narrow, at, sizeof narrow);
            bounds[0] = narrow[0];
            bounds[1] = narrow[1];
        } else {
            memcpy(bounds, at, sizeof bounds);
        }
        if (bounds[0] < 0 || bounds[1] < bounds[0] || (uint64_t)bounds[1] > form->count)
            return "is a list whose offsets lead outside of its values";
        *count = (size_t)(bounds[1] - bounds[0]);
        *data = *count > 0 ? form->values + (ptrdiff_t)bounds[0] * form->stride : NULL;
        return NULL;
    case CLB_KIND_FIXED:
        *data = at;
        *count = form->count;
        return NULL;
    default:
        *data = at;
        *count = 1;
        return NULL;
    }
}
