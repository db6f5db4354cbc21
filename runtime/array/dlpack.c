/* DLPack: import and export of tensors.
 * Knows DLPack's structures and which side deletes them; types and extents are checked like those of every array.
 *
 * SPDX-License-Identifier: MIT */
#include "array/array.h"
#include "array/owner.h"

#include "core/status.h"

#include <stdlib.h>

#define REFUSE(status_, ...) clbi_refuse(error, status_, call, __VA_ARGS__)

enum { CODE_INT = 0, CODE_UINT = 1, CODE_FLOAT = 2, CODE_BFLOAT = 4, CODE_COMPLEX = 5, CODE_BOOL = 6 };
enum { DEVICE_CPU = 1, DEVICE_CUDA_HOST = 3, DEVICE_ROCM_HOST = 11, MAJOR_VERSION = 1 };

static const struct {
    uint8_t code, bits;
    uint8_t kind;
} words[] = {
    {CODE_INT, 8, CLB_KIND_INT8},           {CODE_INT, 16, CLB_KIND_INT16},
    {CODE_INT, 32, CLB_KIND_INT32},         {CODE_INT, 64, CLB_KIND_INT64},
    {CODE_UINT, 8, CLB_KIND_UINT8},         {CODE_UINT, 16, CLB_KIND_UINT16},
    {CODE_UINT, 32, CLB_KIND_UINT32},       {CODE_UINT, 64, CLB_KIND_UINT64},
    {CODE_FLOAT, 16, CLB_KIND_FLOAT16},     {CODE_FLOAT, 32, CLB_KIND_FLOAT32},
    {CODE_FLOAT, 64, CLB_KIND_FLOAT64},     {CODE_BFLOAT, 16, CLB_KIND_BFLOAT16},
    {CODE_COMPLEX, 64, CLB_KIND_COMPLEX64}, {CODE_COMPLEX, 128, CLB_KIND_COMPLEX128},
    {CODE_BOOL, 8, CLB_KIND_BOOL},
};
enum { WORDS = sizeof words / sizeof *words };

/* ---- Import ---- */

/* Shape and strides in bytes, for elements of `size` bytes. */
static clb_status read_shape(const clb_dl_tensor *t, size_t size, clb_array *made, const char *call, clb_error *error)
{
    if (t->ndim > 0 && !t->shape)
        return REFUSE(CLB_ERROR_ARGUMENT, "A tensor of %d dimensions has no shape.", (int)t->ndim);
    for (int32_t i = 0; i < t->ndim; i++) {
        if (t->shape[i] < 0 || (uint64_t)t->shape[i] > SIZE_MAX)
            return REFUSE(CLB_ERROR_SIZE, "Dimension %d of a tensor has %lld elements.", (int)i,
                          (long long)t->shape[i]);
        made->shape[i] = (size_t)t->shape[i];
    }
    made->dims = (uint32_t)t->ndim;
    if (!t->strides) {
        char text[CLBI_SHAPE_TEXT];
        if (!clbi_shape_strides(made->dims, made->shape, size, false, made->strides))
            return REFUSE(CLB_ERROR_SIZE, "A tensor of shape %s is too large.",
                          clbi_shape_print(made->dims, made->shape, text));
        return CLB_OK;
    }
    const int64_t most = (int64_t)(PTRDIFF_MAX / (ptrdiff_t)size);
    for (int32_t i = 0; i < t->ndim; i++) {
        if (made->shape[i] > 1 && (t->strides[i] > most || t->strides[i] < -most))
            return REFUSE(CLB_ERROR_SIZE, "Dimension %d of a tensor has a stride of %lld elements of %zu bytes.",
                          (int)i, (long long)t->strides[i], size);
        made->strides[i] = made->shape[i] > 1 ? (ptrdiff_t)t->strides[i] * (ptrdiff_t)size : 0;
    }
    return CLB_OK;
}

/* More than one lane: an OpenCL vector, or one more dimension. */
static clb_status read_lanes(clb_array *made, size_t lanes, clb_owner *owner, const char *call, clb_error *error)
{
    const clb_type *component = made->type;
    const bool is_vector = (lanes == 2 || lanes == 4 || lanes == 8 || lanes == 16) &&
                           component->kind >= CLB_KIND_INT8 && component->kind <= CLB_KIND_FLOAT64;
    if (is_vector) {
        clb_type *vector = clbi_owner_keep(owner, sizeof *vector);
        if (!vector) return clbi_no_memory(error, call);
        *vector = (clb_type){.kind = CLB_KIND_VECTOR, .element = component, .count = lanes};
        made->type = vector;
        return clb_type_complete(vector, error);
    }
    if (made->dims == CLB_ARRAY_DIMS)
        return REFUSE(CLB_ERROR_UNSUPPORTED, "A tensor has %d dimensions and %zu lanes.", CLB_ARRAY_DIMS, lanes);
    made->shape[made->dims] = lanes;
    made->strides[made->dims] = (ptrdiff_t)component->size;
    made->dims++;
    return CLB_OK;
}

static clb_status read_tensor(const clb_dl_tensor *t, clb_array *array, clb_owner *owner, const char *call,
                              clb_error *error)
{
    clb_array made = {.type = NULL};
    const size_t lanes = t->dtype.lanes;
    if (t->device.type != DEVICE_CPU && t->device.type != DEVICE_CUDA_HOST && t->device.type != DEVICE_ROCM_HOST)
        return REFUSE(CLB_ERROR_UNSUPPORTED,
                      "A tensor lies in the memory of a device of type %d: copy it to the host first.",
                      (int)t->device.type);
    if (t->ndim < 0 || t->ndim > CLB_ARRAY_DIMS)
        return REFUSE(t->ndim < 0 ? CLB_ERROR_ARGUMENT : CLB_ERROR_UNSUPPORTED,
                      "A tensor has %d dimensions; 0 to %d are possible.", (int)t->ndim, CLB_ARRAY_DIMS);
    for (size_t i = 0; i < WORDS; i++)
        if (words[i].code == t->dtype.code && words[i].bits == t->dtype.bits)
            made.type = clb_type_of((clb_type_kind)words[i].kind, 0);
    if (!made.type || lanes == 0)
        return REFUSE(CLB_ERROR_UNSUPPORTED, "A tensor has elements of DLPack's type %d with %d bits and %zu lanes.",
                      (int)t->dtype.code, (int)t->dtype.bits, lanes);
    clb_status status = read_shape(t, made.type->size * lanes, &made, call, error);
    if (status == CLB_OK && lanes > 1) status = read_lanes(&made, lanes, owner, call, error);
    if (status) return status;
    if (t->byte_offset > PTRDIFF_MAX || t->byte_offset > UINTPTR_MAX - (uintptr_t)t->data)
        return REFUSE(CLB_ERROR_SIZE,
                      "A tensor's data start %llu bytes after their address, outside the address space.",
                      (unsigned long long)t->byte_offset);
    if (t->data) made.data = (char *)t->data + (size_t)t->byte_offset;
    status = clb_array_check(&made, error);
    if (status == CLB_OK) *array = made;
    return status;
}

static void delete_managed(void *held)
{
    clb_dl_managed *tensor = held;
    if (tensor->deleter) tensor->deleter(tensor);
}

static void delete_versioned(void *held)
{
    clb_dl_versioned *tensor = held;
    if (tensor->deleter) tensor->deleter(tensor);
}

/* The given tensor, and how it is released. */
typedef struct given_tensor {
    const clb_dl_tensor *tensor;
    void *held;
    void (*release)(void *held);
    uint32_t flags;
} given_tensor;

static clb_status import(const given_tensor *given, clb_array *array, clb_owner **owner, const char *call,
                         clb_error *error)
{
    clb_array made;
    clb_owner *keeper = NULL;
    clb_status status = clb_owner_make(NULL, NULL, &keeper, error);
    if (status == CLB_OK) status = read_tensor(given->tensor, &made, keeper, call, error);
    if (status) {
        clb_owner_release(&keeper);
        return status;
    }
    clbi_owner_set(keeper, given->release, given->held);
    made.flags = given->flags;
    *array = made;
    *owner = keeper;
    return CLB_OK;
}

clb_status clb_dlpack_import(clb_dl_managed *tensor, clb_array *array, clb_owner **owner, clb_error *error)
{
    static const char call[] = "clb_dlpack_import";
    if (!tensor || !array || !owner) return REFUSE(CLB_ERROR_ARGUMENT, "An argument of %s is NULL.", call);
    return import(&(given_tensor){&tensor->tensor, tensor, delete_managed, 0}, array, owner, call, error);
}

clb_status clb_dlpack_import_versioned(clb_dl_versioned *tensor, clb_array *array, clb_owner **owner, clb_error *error)
{
    static const char call[] = "clb_dlpack_import_versioned";
    if (!tensor || !array || !owner) return REFUSE(CLB_ERROR_ARGUMENT, "An argument of %s is NULL.", call);
    if (tensor->version.major != MAJOR_VERSION)
        return REFUSE(CLB_ERROR_UNSUPPORTED, "A tensor of DLPack %u.%u is given; this library knows version %d.",
                      (unsigned)tensor->version.major, (unsigned)tensor->version.minor, MAJOR_VERSION);
    const given_tensor given = {&tensor->tensor, tensor, delete_versioned,
                                tensor->flags & CLB_DL_READ_ONLY ? CLB_ARRAY_READ_ONLY : 0};
    return import(&given, array, owner, call, error);
}

/* ---- Out --------------------------------------------------------------------------------------------------------- */

/* One block: the structure in either form, and the data that it points to. */
typedef struct exported {
    union {
        clb_dl_managed managed;
        clb_dl_versioned versioned;
    } form;
    clb_owner *owner;
    int64_t shape[CLB_ARRAY_DIMS], strides[CLB_ARRAY_DIMS];
} exported;

static void release_owner(exported *block)
{
    clb_owner_release(&block->owner);
    free(block);
}

static void delete_exported_managed(clb_dl_managed *self)
{
    release_owner(self->manager);
}

static void delete_exported_versioned(clb_dl_versioned *self)
{
    release_owner(self->manager);
}

/* Fills in `t`, whose shape and strides lie in `block`. */
static clb_status write_tensor(const clb_array *array, exported *block, clb_dl_tensor *t, const char *call,
                               clb_error *error)
{
    const clb_type *type = array->type, *component = type;
    *t = (clb_dl_tensor){
        .data = array->data, .ndim = (int32_t)array->dims, .shape = block->shape, .strides = block->strides};
    t->device.type = DEVICE_CPU;
    t->dtype.lanes = 1;
    if (type->kind == CLB_KIND_VECTOR && type->count != 3) {
        component = type->element;
        t->dtype.lanes = (uint16_t)type->count;
    }
    const bool is_floating = type->kind >= CLB_KIND_FLOAT16 && type->kind <= CLB_KIND_COMPLEX128;
    bool known = !(type->flags & CLB_TYPE_SWAPPED) && (!(type->flags & CLB_TYPE_OPTIONAL) || is_floating);
    size_t i = 0;
    while (known && i < WORDS && words[i].kind != (uint8_t)component->kind) i++;
    if (!known || i == WORDS) {
        char text[200];
        (void)clb_type_print(type, text, sizeof text);
        return REFUSE(CLB_ERROR_UNSUPPORTED, "DLPack has no tensors of %s: assign the elements to another type first.",
                      text);
    }
    t->dtype.code = words[i].code;
    t->dtype.bits = words[i].bits;
    for (uint32_t d = 0; d < array->dims; d++) {
        if (array->shape[d] > 1 && array->strides[d] % (ptrdiff_t)type->size != 0)
            return REFUSE(CLB_ERROR_UNSUPPORTED,
                          "Dimension %u has a stride of %td bytes, which is not a multiple of the %zu of "
                          "an element.",
                          (unsigned)d, array->strides[d], type->size);
        block->shape[d] = (int64_t)array->shape[d];
        block->strides[d] = (int64_t)(array->strides[d] / (ptrdiff_t)type->size);
    }
    return CLB_OK;
}

static clb_status export(const clb_array *array, clb_owner *owner, bool versioned, exported **made, const char *call,
                         clb_error *error)
{
    clb_status status = clb_array_check(array, error);
    if (status) return status;
    exported *block = calloc(1, sizeof *block);
    if (!block) return clbi_no_memory(error, call);
    status = write_tensor(array, block, versioned ? &block->form.versioned.tensor : &block->form.managed.tensor, call,
                          error);
    if (status) {
        free(block);
        return status;
    }
    block->owner = clb_owner_retain(owner);
    *made = block;
    return CLB_OK;
}

clb_status clb_dlpack_export(const clb_array *array, clb_owner *owner, clb_dl_managed **tensor, clb_error *error)
{
    static const char call[] = "clb_dlpack_export";
    exported *block = NULL;
    if (!tensor) return REFUSE(CLB_ERROR_ARGUMENT, "The tensor to make is NULL.");
    if (array && array->flags & CLB_ARRAY_READ_ONLY)
        return REFUSE(CLB_ERROR_UNSUPPORTED, "This form of a tensor cannot say that an array is read-only: use "
                                             "clb_dlpack_export_versioned.");
    const clb_status status = export(array, owner, false, &block, call, error);
    if (status) return status;
    block->form.managed.manager = block;
    block->form.managed.deleter = delete_exported_managed;
    *tensor = &block->form.managed;
    return CLB_OK;
}

clb_status clb_dlpack_export_versioned(const clb_array *array, clb_owner *owner, clb_dl_versioned **tensor,
                                       clb_error *error)
{
    static const char call[] = "clb_dlpack_export_versioned";
    exported *block = NULL;
    if (!tensor) return REFUSE(CLB_ERROR_ARGUMENT, "The tensor to make is NULL.");
    const clb_status status = export(array, owner, true, &block, call, error);
    if (status) return status;
    block->form.versioned.version.major = MAJOR_VERSION;
    block->form.versioned.manager = block;
    block->form.versioned.deleter = delete_exported_versioned;
    block->form.versioned.flags = array->flags & CLB_ARRAY_READ_ONLY ? CLB_DL_READ_ONLY : 0;
    *tensor = &block->form.versioned;
    return CLB_OK;
}
