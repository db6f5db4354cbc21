/* SPDX-License-Identifier: MIT */
#include "core/params.h"

#include "clbundle/clbundle.h"
#include "core/status.h"

#include <stddef.h>
#include <string.h>

enum { SIZE_MAX_READ = 4096 }; /* no structure is so large: the field was never set */

/* `last`: the last field that the structure had in version 0.3. Never changed: fields are added behind it. */
#define FORM(type, last)                                                       \
    {                                                                          \
#type, sizeof(type), offsetof(type, last) + sizeof((type *)NULL)->last \
    }

static const struct {
    const char *name;
    size_t size, first_size; /* now, and without `struct_size` */
} forms[] = {
    [CLBI_FORM_DEVICE_PARAMS] = FORM(clb_device_params, finding_cookie),
    [CLBI_FORM_PREPARE_PARAMS] = FORM(clb_prepare_params, constant_count),
    [CLBI_FORM_LAUNCH] = FORM(clb_launch, watch),
    [CLBI_FORM_COMMAND] = FORM(clb_command, wait_count),
    [CLBI_FORM_WATCH] = FORM(clb_watch, slice_ms),
    [CLBI_FORM_ASSIGN_PARAMS] = FORM(clb_assign_params, device),
    [CLBI_FORM_ARRAY_CALL_PARAMS] = FORM(clb_array_call_params, mode),
    [CLBI_FORM_GROUP_PARAMS] = FORM(clb_group_params, member_count),
    [CLBI_FORM_IMAGE_PARAMS] = FORM(clb_image_params, buffer),
};

static bool is_zero(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0) return false;
    return true;
}

clb_status clbi_params_read(clbi_form form, const void *given, void *own, const char *call, clb_error *error)
{
    const size_t known = forms[form].size, first = forms[form].first_size;
    size_t size;
    memset(own, 0, known);
    if (!given) return CLB_OK;
    memcpy(&size, given, sizeof size);
    if (size == 0) size = first;
    if (size < first || size > SIZE_MAX_READ)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: .struct_size of the %s is %zu; set it to sizeof(%s), as CLB_PARAMS does, or to 0.",
                           call, forms[form].name, size, forms[form].name);
    if (size > known && !is_zero((const char *)given + known, size - known))
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call,
                           "%s: the %s has a field that this library does not know; install the version for which the "
                           "program was compiled, or leave the field out.",
                           call, forms[form].name);
    memcpy(own, given, size < known ? size : known);
    memcpy(own, &known, sizeof known); /* it may be passed on */
    return CLB_OK;
}
