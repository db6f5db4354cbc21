/* Queries of kernels: their attributes, arguments, work-groups and sub-groups. Knows a bundle's parameters; changes
 * nothing.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/kernel.h"

#include "core/bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t clbi_icd_kernel_local(const struct _cl_kernel *kernel)
{
    return kernel->native->fixed_scratch;
}

/* CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL (cl_intel_required_subgroup_size): some versions of CL/cl.h lack it. */
enum { ICD_KERNEL_COMPILE_SUB_GROUP_SIZE = 0x410a };

/* The number of work-items of a sub-group that the kernel requires, or 0. */
static size_t required_sub_group(const struct _cl_kernel *kernel)
{
    const uint32_t bits = (kernel->data->flags & CLB_KERNEL_SUB_GROUP_MASK) >> CLB_KERNEL_SUB_GROUP_SHIFT;
    return bits ? (size_t)1 << (bits - 1) : 0;
}

cl_int CL_API_CALL clbi_clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t room, void *value,
                                        size_t *size_ret)
{
    if (!clbi_icd_object_valid(kernel, ICD_KERNEL)) return CL_INVALID_KERNEL;
    const cl_uint references = atomic_load(&kernel->object.references);
    const cl_uint count = kernel->count;
    switch (param_name) {
    case CL_KERNEL_FUNCTION_NAME: return clbi_icd_answer_text(room, value, size_ret, kernel->entry->name);
    case CL_KERNEL_NUM_ARGS: return clbi_icd_answer(room, value, size_ret, &count, sizeof count);
    case CL_KERNEL_REFERENCE_COUNT: return clbi_icd_answer(room, value, size_ret, &references, sizeof references);
    case CL_KERNEL_CONTEXT:
        return clbi_icd_answer(room, value, size_ret, &kernel->program->context, sizeof kernel->program->context);
    case CL_KERNEL_PROGRAM: return clbi_icd_answer(room, value, size_ret, &kernel->program, sizeof kernel->program);
    case CL_KERNEL_ATTRIBUTES: {
        char text[128] = "";
        const uint32_t *const size = kernel->required;
        const size_t items = required_sub_group(kernel);
        int at = 0;
        if (size[0] != 0)
            at = snprintf(text, sizeof text, "reqd_work_group_size(%u,%u,%u)", (unsigned)size[0], (unsigned)size[1],
                          (unsigned)size[2]);
        if (items != 0)
            (void)snprintf(text + at, sizeof text - (size_t)at, "%sintel_reqd_sub_group_size(%zu)", at ? " " : "",
                           items);
        return clbi_icd_answer_text(room, value, size_ret, text);
    }
    default: return CL_INVALID_VALUE;
    }
}

/* ---- Arguments -----------------------------------------------------------------------------------------------------
 */

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool continues_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Removes the qualifiers and the blanks before '*' from a type, in place; of a pipe, what precedes the type of its
 * packets. Returns the qualifiers. */
static cl_kernel_arg_type_qualifier strip_qualifiers(char *type, bool is_pipe)
{
    static const char *const dropped[] = {
        "__global", "global",      "__constant", "constant",     "__local",    "local",        "__private",
        "private",  "__read_only", "read_only",  "__write_only", "write_only", "__read_write", "read_write",
        "const",    "volatile",    "restrict",   "__restrict",   "struct",     "union",        "enum"};
    cl_kernel_arg_type_qualifier qualifiers = is_pipe ? CL_KERNEL_ARG_TYPE_PIPE : CL_KERNEL_ARG_TYPE_NONE;
    char *to = type;
    for (const char *at = type; *at;) {
        size_t length = 0;
        while (continues_name(at[length])) length++;
        bool drop = length == 0 && *at == ' ';
        if (length == 0) length = 1;
        drop = drop || (is_pipe && is_word(at, length, "pipe"));
        for (size_t i = 0; i < sizeof dropped / sizeof dropped[0]; i++) drop = drop || is_word(at, length, dropped[i]);
        if (is_word(at, length, "const")) qualifiers |= CL_KERNEL_ARG_TYPE_CONST;
        if (is_word(at, length, "volatile")) qualifiers |= CL_KERNEL_ARG_TYPE_VOLATILE;
        if (is_word(at, length, "restrict") || is_word(at, length, "__restrict"))
            qualifiers |= CL_KERNEL_ARG_TYPE_RESTRICT;
        if (!drop) {
            if (to > type && continues_name(to[-1]) && continues_name(*at)) *to++ = ' ';
            memmove(to, at, length);
            to += length;
        }
        at += length;
    }
    *to = '\0';
    return qualifiers;
}

static cl_kernel_arg_address_qualifier address_of(const clb_argument_data *parameter)
{
    switch (parameter->kind) {
    case CLB_ARGUMENT_GLOBAL:
    case CLB_ARGUMENT_PIPE:
    case CLB_ARGUMENT_IMAGE: return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case CLB_ARGUMENT_CONSTANT: return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case CLB_ARGUMENT_LOCAL: return CL_KERNEL_ARG_ADDRESS_LOCAL;
    default: return CL_KERNEL_ARG_ADDRESS_PRIVATE;
    }
}

cl_kernel_arg_access_qualifier clbi_icd_access_of(const clb_argument_data *parameter, const char *type)
{
    if (!icd_takes_object(parameter)) return CL_KERNEL_ARG_ACCESS_NONE;
    if (strstr(type, "read_write")) return CL_KERNEL_ARG_ACCESS_READ_WRITE;
    return strstr(type, "write_only") ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY : CL_KERNEL_ARG_ACCESS_READ_ONLY;
}

cl_int CL_API_CALL clbi_clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index, cl_kernel_arg_info param_name,
                                           size_t room, void *value, size_t *size_ret)
{
    if (!clbi_icd_object_valid(kernel, ICD_KERNEL)) return CL_INVALID_KERNEL;
    if (arg_index >= kernel->count) return CL_INVALID_ARG_INDEX;
    const clb_argument_data *parameter = &kernel->parameters[arg_index];
    char *name = clbi_text_dup(kernel->bundle, parameter->name), *type = clbi_text_dup(kernel->bundle, parameter->type);
    cl_int code = CL_OUT_OF_HOST_MEMORY;
    if (!name || !type) goto done;
    const cl_kernel_arg_address_qualifier address = address_of(parameter);
    const cl_kernel_arg_access_qualifier access = clbi_icd_access_of(parameter, type);
    cl_kernel_arg_type_qualifier qualifiers = strip_qualifiers(type, parameter->kind == CLB_ARGUMENT_PIPE);
    /* The qualifiers of a parameter passed by value do not concern the caller. __constant memory is const. */
    if (parameter->kind == CLB_ARGUMENT_VALUE) qualifiers = CL_KERNEL_ARG_TYPE_NONE;
    if (parameter->kind == CLB_ARGUMENT_CONSTANT) qualifiers |= CL_KERNEL_ARG_TYPE_CONST;
    switch (param_name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        code = clbi_icd_answer(room, value, size_ret, &address, sizeof address);
        break;
    case CL_KERNEL_ARG_ACCESS_QUALIFIER: code = clbi_icd_answer(room, value, size_ret, &access, sizeof access); break;
    case CL_KERNEL_ARG_TYPE_NAME: code = clbi_icd_answer_text(room, value, size_ret, type); break;
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
        code = clbi_icd_answer(room, value, size_ret, &qualifiers, sizeof qualifiers);
        break;
    case CL_KERNEL_ARG_NAME: code = clbi_icd_answer_text(room, value, size_ret, name); break;
    default: code = CL_INVALID_VALUE; break;
    }

done:
    free(name);
    free(type);
    return code;
}

/* ---- Work-groups ---------------------------------------------------------------------------------------------------
 */

/* The device of a query. NULL: the program has no such device. */
static cl_device_id device_of(const struct _cl_kernel *kernel, cl_device_id device)
{
    if (!device) return kernel->program->device_count == 1 ? kernel->program->devices[0] : NULL;
    for (cl_uint i = 0; i < kernel->program->device_count; i++)
        if (kernel->program->devices[i] == device) return device;
    return NULL;
}

cl_int CL_API_CALL clbi_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                 cl_kernel_work_group_info param_name, size_t param_value_size,
                                                 void *param_value, size_t *param_value_size_ret)
{
    if (!clbi_icd_object_valid(kernel, ICD_KERNEL)) return CL_INVALID_KERNEL;
    const cl_device_id asked = device_of(kernel, device);
    if (!asked) return CL_INVALID_DEVICE;
    const uint32_t *const required = kernel->required;
    const size_t group_size = asked->info.work_group_size, multiple = clbi_icd_device_processor()->vector / 4;
    const size_t sizes[3] = {required[0], required[1], required[2]};
    cl_ulong local = clbi_icd_kernel_local(kernel);
    const cl_ulong context = kernel->native->context_scratch;
    for (uint32_t i = 0; i < kernel->count; i++)
        if (kernel->parameters[i].kind == CLB_ARGUMENT_LOCAL) local += kernel->arguments[i].size;
    switch (param_name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &group_size, sizeof group_size);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, sizes, sizeof sizes);
    case CL_KERNEL_LOCAL_MEM_SIZE:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &local, sizeof local);
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &multiple, sizeof multiple);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &context, sizeof context);
    default: return CL_INVALID_VALUE; /* CL_KERNEL_GLOBAL_WORK_SIZE exists only for custom devices */
    }
}

/* ---- Sub-groups ----------------------------------------------------------------------------------------------------
 */

/* Sets *items to the number of work-items of a local size of one to three dimensions. False: the bytes are none. */
static bool read_local_size(const void *value, size_t bytes, size_t group_size, size_t *items)
{
    size_t local[3];
    if (!value || bytes == 0 || bytes > sizeof local || bytes % sizeof *local) return false;
    memcpy(local, value, bytes);
    *items = 1;
    for (size_t d = 0; d < bytes / sizeof *local; d++) {
        if (local[d] == 0 || local[d] > group_size / *items) return false;
        *items *= local[d];
    }
    return true;
}

/* Sets `local` to a local size along x with `count` sub-groups of `size` work-items; to zeros if there is none. */
static void find_local_size(const struct _cl_kernel *kernel, size_t count, size_t size, size_t group_size,
                            size_t local[3])
{
    const uint32_t *const required = kernel->required;
    const bool fits = count > 0 && count <= group_size / size;
    const size_t items = fits ? count * size : 0;
    local[0] = items;
    local[1] = local[2] = fits;
    if (required[0] == 0) return;
    const size_t items_required = (size_t)required[0] * required[1] * required[2];
    for (int d = 0; d < 3; d++) local[d] = count == (items_required + size - 1) / size ? required[d] : 0;
}

cl_int CL_API_CALL clbi_clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                                cl_kernel_sub_group_info param_name, size_t input_value_size,
                                                const void *input_value, size_t param_value_size, void *param_value,
                                                size_t *param_value_size_ret)
{
    if (!clbi_icd_object_valid(kernel, ICD_KERNEL)) return CL_INVALID_KERNEL;
    const cl_device_id asked = device_of(kernel, device);
    if (!asked) return CL_INVALID_DEVICE;
    const size_t required = required_sub_group(kernel), size = required ? required : CLB_SUB_GROUP_SIZE;
    size_t answer, shape[3];
    switch (param_name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
        size_t items;
        if (!read_local_size(input_value, input_value_size, asked->info.work_group_size, &items))
            return CL_INVALID_VALUE;
        answer = param_name == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE ? (items + size - 1) / size : size;
        break;
    }
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
        const size_t dimensions = param_value_size / sizeof *shape;
        if (!input_value || input_value_size != sizeof answer) return CL_INVALID_VALUE;
        if (param_value && (param_value_size % sizeof *shape || dimensions < 1 || dimensions > 3))
            return CL_INVALID_VALUE;
        memcpy(&answer, input_value, sizeof answer);
        find_local_size(kernel, answer, size, asked->info.work_group_size, shape);
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, shape,
                               param_value ? param_value_size : sizeof shape);
    }
    case CL_KERNEL_MAX_NUM_SUB_GROUPS: answer = (asked->info.work_group_size + size - 1) / size; break;
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: answer = 0; break; /* OpenCL C has no way to state it */
    case ICD_KERNEL_COMPILE_SUB_GROUP_SIZE: answer = required; break;
    default: return CL_INVALID_VALUE;
    }
    return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &answer, sizeof answer);
}
