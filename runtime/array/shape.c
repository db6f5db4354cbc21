/* The sizes of a call with arrays: which values the arrays' shapes give to the kernel's integers, and whether all
 * agree. Knows shapes and the bundle's expressions; reads no element, launches nothing.
 *
 * SPDX-License-Identifier: MIT */
#include "array/call.h"

#include "core/bundle.h"
#include "core/expression.h"
#include "core/status.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* An integer of the kernel that is a dimension, and the first array that determines it. */
typedef struct found {
    bool known;
    size_t value;
    uint32_t argument, dim;
} found;

clbi_name clbi_array_name(const clbi_array_call *c, uint32_t argument)
{
    return clbi_span_name(c->use.bundle, c->use.parameters[argument].name);
}

bool clbi_array_is_memory(const clbi_array_call *c, uint32_t i)
{
    const clb_argument_data *parameter = &c->use.parameters[i];
    return parameter->kind == CLB_ARGUMENT_GLOBAL || parameter->kind == CLB_ARGUMENT_CONSTANT ||
           (parameter->kind == CLB_ARGUMENT_IMAGE && parameter->shape != 0);
}

bool clbi_code_is_scalar(const clb_bundle *b, uint32_t arguments, uint32_t code, uint32_t *index)
{
    if (code == 0 || code >= b->code_count || b->code_count - code < 3 || b->code[code] != CLB_OP_ARGUMENT ||
        b->code[code + 2] != CLB_OP_END || b->code[code + 1] < 0 || b->code[code + 1] >= (int64_t)arguments)
        return false;
    *index = (uint32_t)b->code[code + 1];
    return true;
}

static bool is_scalar(const clbi_array_call *c, uint32_t code, uint32_t *index)
{
    return clbi_code_is_scalar(c->use.bundle, c->count, code, index);
}

/* The number of dimensions of an argument's shape; 0 if it states none. *code: the expressions. */
static uint32_t shape_of(const clbi_array_call *c, uint32_t i, const uint32_t **code, bool *column)
{
    const clb_bundle *b = c->use.bundle;
    const uint32_t at = c->use.parameters[i].shape;
    if (at == 0) return 0;
    *column = (b->shapes[at] & CLB_SHAPE_COLUMN) != 0;
    *code = b->shapes + at + 1;
    return b->shapes[at] & ~CLB_SHAPE_COLUMN;
}

/* ---- Arrays --------------------------------------------------------------------------------------------------------
 */

static clb_status take_array(clbi_array_call *c, uint32_t i, clb_error *error)
{
    const clb_argument_data *parameter = &c->use.parameters[i];
    const clb_array *given = c->given[i].array;
    clbi_operand *o = &c->operands[i];
    if (!given && c->partial && parameter->access == CLB_ACCESS_OUT) return CLB_OK;
    if (!given) return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_ARGUMENT, "%s", "is not an array; pass one.");
    clb_error inner = {0};
    const clb_status status = clb_array_check(given, &inner);
    if (status != CLB_OK) return CLBI_REFUSE_ARRAY(c, i, error, status, "is not a usable array: %.600s", inner.message);
    o->type = c->use.bundle->types[c->use.kernel->first_argument + i];
    if (!o->type)
        return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_UNSUPPORTED, "%s",
                                 "has elements without a type; use clb_kernel_call.");
    o->given = given;
    o->view = *given;
    o->read = (parameter->access & CLB_ACCESS_IN) != 0;
    o->written = (parameter->access & CLB_ACCESS_OUT) != 0;
    if (o->written && (given->flags & CLB_ARRAY_READ_ONLY))
        return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_ARGUMENT, "%s",
                                 "is written by the kernel, but its array is read-only.");
    bool empty = false; /* without elements, strides have no meaning */
    for (uint32_t d = 0; d < given->dims; d++) empty = empty || given->shape[d] == 0;
    for (uint32_t d = 0; o->written && !empty && d < given->dims; d++)
        if (given->strides[d] == 0 && given->shape[d] > 1)
            return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_ARGUMENT,
                                     "is written by the kernel, but its array has a stride of 0 in dimension %" PRIu32
                                     ": its %zu "
                                     "elements there are one; pass an array with memory for each.",
                                     d, given->shape[d]);
    return CLB_OK;
}

static bool same_shape(const clb_array *a, uint32_t dims, const size_t *shape)
{
    return a->dims == dims && memcmp(a->shape, shape, dims * sizeof *shape) == 0;
}

/* The outputs' common shape, or that to which all inputs broadcast; *first: an argument that has it. */
static clb_status find_common_shape(clbi_array_call *c, uint32_t *first, clb_error *error)
{
    char a[CLBI_SHAPE_TEXT], b[CLBI_SHAPE_TEXT];
    *first = c->count;
    for (uint32_t i = 0; i < c->count; i++) {
        const clbi_operand *o = &c->operands[i];
        if (!o->given || !o->written) continue;
        if (*first == c->count) {
            *first = i;
            c->dims = o->given->dims;
            memcpy(c->shape, o->given->shape, sizeof c->shape);
        } else if (!same_shape(o->given, c->dims, c->shape)) {
            return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_SIZE,
                                     "has the shape %s, but '%s' has %s; outputs must have one shape.",
                                     clbi_shape_print(o->given->dims, o->given->shape, a),
                                     clbi_array_name(c, *first).text, clbi_shape_print(c->dims, c->shape, b));
        }
    }
    for (uint32_t i = 0; *first == c->count && i < c->count; i++) {
        const clbi_operand *o = &c->operands[i];
        clb_error inner = {0};
        if (!o->given) continue;
        const clb_status status =
            clb_shape_broadcast(c->dims, c->shape, o->given->dims, o->given->shape, &c->dims, c->shape, &inner);
        if (status != CLB_OK)
            return CLBI_REFUSE_ARRAY(c, i, error, status, "does not fit the others: %.600s", inner.message);
    }
    return CLB_OK;
}

/* An element-wise kernel: one shape for all. */
static clb_status bind_elements(clbi_array_call *c, found *found_, clb_error *error)
{
    char a[CLBI_SHAPE_TEXT], b[CLBI_SHAPE_TEXT];
    uint32_t first = 0, n = 0;
    bool empty = false;
    clb_status status = find_common_shape(c, &first, error);
    if (status != CLB_OK) return status;
    if (!clbi_shape_count(c->dims, c->shape, &c->elements, &empty))
        return clbi_refuse(error, CLB_ERROR_SIZE, c->use.call, "%s: an array of shape %s has too many elements.",
                           c->use.call, clbi_shape_print(c->dims, c->shape, a));
    if (empty) c->elements = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        clbi_operand *o = &c->operands[i];
        if (!o->given || o->written) continue;
        clb_error inner = {0};
        status = clb_array_broadcast(o->given, c->dims, c->shape, &o->view, &inner);
        if (status != CLB_OK && first < c->count)
            return CLBI_REFUSE_ARRAY(c, i, error, status,
                                     "has the shape %s, which does not broadcast to the shape %s of '%s'.",
                                     clbi_shape_print(o->given->dims, o->given->shape, a),
                                     clbi_shape_print(c->dims, c->shape, b), clbi_array_name(c, first).text);
        if (status != CLB_OK)
            return CLBI_REFUSE_ARRAY(c, i, error, status, "does not fit the others: %.600s", inner.message);
        const uint8_t step = c->use.parameters[i].step;
        o->single = step > 0 && clb_array_count(o->given) == 1;
        if (step == 0) continue;
        if (step > c->count)
            return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_ABI, "%s", "is damaged in the bundle; regenerate it.");
        found_[step - 1] = (found){true, o->single ? 0 : 1, i, CLB_ARRAY_DIMS};
    }
    if (!is_scalar(c, c->use.kernel->range[0], &n))
        return clbi_refuse(error, CLB_ERROR_ABI, c->use.call, "%s: the range of kernel '%s' is damaged in the bundle.",
                           c->use.call, clbi_span_name(c->use.bundle, c->use.kernel->name).text);
    found_[n] = (found){true, c->elements, first < c->count ? first : 0, CLB_ARRAY_DIMS};
    return CLB_OK;
}

/* All elements as one dimension, if an argument states their number and no shape. */
static bool is_flat(const clbi_array_call *c, const clb_array *given, uint32_t dims, const uint32_t *code)
{
    uint32_t scalar = 0;
    return dims == 1 && given->dims != 1 && !is_scalar(c, code[0], &scalar);
}

/* Finds dimensions that are integers of the kernel. */
static clb_status bind_dimensions(clbi_array_call *c, found *found_, clb_error *error)
{
    for (uint32_t i = 0; i < c->count; i++) {
        clbi_operand *o = &c->operands[i];
        const uint32_t *code = NULL;
        bool column = false;
        const uint32_t dims = o->given ? shape_of(c, i, &code, &column) : 0;
        if (dims == 0) continue;
        if (column && clb_array_transpose(o->given, NULL, &o->view, error) != CLB_OK) return CLB_ERROR_ARGUMENT;
        if (is_flat(c, o->given, dims, code)) continue;
        if (o->given->dims != dims)
            return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_SIZE,
                                     "has %" PRIu32 " dimensions, but the kernel takes %" PRIu32 ".", o->given->dims,
                                     dims);
        for (uint32_t d = 0; d < dims; d++) {
            uint32_t s = 0;
            const size_t size = o->given->shape[d];
            if (!is_scalar(c, code[d], &s)) continue;
            if (!found_[s].known) found_[s] = (found){true, size, i, d};
            if (found_[s].value != size)
                return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_SIZE,
                                         "has %zu elements along dimension %" PRIu32
                                         ", but '%s' has %zu along dimension %" PRIu32 ": both are the kernel's '%s'.",
                                         size, d, clbi_array_name(c, found_[s].argument).text, found_[s].value,
                                         found_[s].dim, clbi_array_name(c, s).text);
        }
    }
    return CLB_OK;
}

/* ---- Values --------------------------------------------------------------------------------------------------------
 */

bool clbi_number_put(clb_number kind, size_t value, char *to)
{
    const uint64_t wide = value;
#define PUT(NUMBER, type, largest)                    \
    case CLB_NUMBER_##NUMBER: {                       \
        const type number = (type)wide;               \
        if (wide > (uint64_t)(largest)) return false; \
        memcpy(to, &number, sizeof number);           \
        return true;                                  \
    }
    switch (kind) {
        PUT(I8, int8_t, INT8_MAX)
        PUT(U8, uint8_t, UINT8_MAX)
        PUT(I16, int16_t, INT16_MAX)
        PUT(U16, uint16_t, UINT16_MAX)
        PUT(I32, int32_t, INT32_MAX)
        PUT(U32, uint32_t, UINT32_MAX)
        PUT(I64, int64_t, INT64_MAX)
        PUT(U64, uint64_t, UINT64_MAX)
    case CLB_NUMBER_NONE: break;
    }
#undef PUT
    return false;
}

/* An array of one element that is given for a value. */
static clb_status convert_value(clbi_array_call *c, uint32_t i, clb_error *error)
{
    clbi_operand *o = &c->operands[i];
    clb_array from = *c->given[i].array, to;
    clb_error inner = {0};
    char shape[CLBI_SHAPE_TEXT];
    const clb_type *type = c->use.bundle->types[c->use.kernel->first_argument + i];
    clb_status status = clb_array_check(&from, &inner);
    if (status != CLB_OK) return CLBI_REFUSE_ARRAY(c, i, error, status, "is not a usable array: %.600s", inner.message);
    if (clb_array_count(&from) != 1)
        return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_SIZE, "is one value, but its array has the shape %s.",
                                 clbi_shape_print(from.dims, from.shape, shape));
    if (!type || type->size != c->use.parameters[i].size || type->size > sizeof o->value)
        return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_UNSUPPORTED, "%s",
                                 "has no type that an array converts to; pass its value.");
    from.dims = 0;
    status = clb_array_make(o->value, sizeof o->value, type, 0, NULL, NULL, &to, &inner);
    if (status == CLB_OK) status = clb_array_assign(&to, &from, &(clb_assign_params){.mode = c->mode}, &inner);
    if (status != CLB_OK) return CLBI_REFUSE_ARRAY(c, i, error, status, "cannot be converted: %.600s", inner.message);
    c->values[i] = (clb_argument){.value = o->value, .size = type->size};
    return CLB_OK;
}

static clb_status bind_value(clbi_array_call *c, uint32_t i, const found *found_, clb_error *error)
{
    const clb_argument_data *parameter = &c->use.parameters[i];
    const clb_array_argument *given = &c->given[i];
    if (given->array) return convert_value(c, i, error);
    if (given->value) {
        c->values[i] = (clb_argument){.value = given->value, .size = given->size};
        return CLB_OK;
    }
    if (!found_->known)
        return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_ARGUMENT, "%s",
                                 "has no value, and no array tells it; pass its address.");
    if (!clbi_number_put((clb_number)parameter->number, found_->value, c->operands[i].value))
        return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_SIZE,
                                 "is of type '%s', which does not hold the %zu that '%s' tells.",
                                 clbi_span_name(c->use.bundle, parameter->type).text, found_->value,
                                 clbi_array_name(c, found_->argument).text);
    c->values[i] = (clb_argument){.value = c->operands[i].value, .size = parameter->size};
    return CLB_OK;
}

/* A value that was given although an array determines it must be the same. */
static clb_status check_found(const clbi_array_call *c, uint32_t i, const found *found_, clb_error *error)
{
    char text[16] = {0};
    if (c->use.parameters[i].kind != CLB_ARGUMENT_VALUE || !found_->known ||
        (c->elementwise && found_->dim == CLB_ARRAY_DIMS &&
         c->use.parameters[found_->argument].step == i + 1)) /* the call may choose a step */
        return CLB_OK;
    const clb_argument *value = &c->values[i];
    if (clbi_number_put((clb_number)c->use.parameters[i].number, found_->value, text) &&
        memcmp(text, value->value, c->use.parameters[i].size) == 0)
        return CLB_OK;
    return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_SIZE, "is not the %zu that '%s' tells.", found_->value,
                             clbi_array_name(c, found_->argument).text);
}

/* ---- Dimensions that are expressions ----------------------------------------------------------------------------- */

static clb_status check_dimension(const clbi_array_call *c, uint32_t i, uint32_t code, size_t size, const char *what,
                                  clb_error *error)
{
    int64_t value = 0;
    const clbi_outcome outcome =
        clbi_expression_run(c->use.bundle, c->use.kernel, code, c->values, c->use.state->values, &value);
    if (outcome != CLBI_VALUE)
        return CLBI_REFUSE_ARRAY(c, i, error, outcome == CLBI_MALFORMED ? CLB_ERROR_ABI : CLB_ERROR_SIZE,
                                 "has a size that %s; check the scalars passed to the kernel.",
                                 clbi_outcome_text(outcome));
    if (value < 0 || (uint64_t)value != size)
        return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_SIZE, "has %zu elements%s, but the kernel needs %" PRId64 ".",
                                 size, what, value);
    return CLB_OK;
}

static clb_status check_dimensions(const clbi_array_call *c, clb_error *error)
{
    static const char *const along[] = {" along dimension 0", " along dimension 1", " along dimension 2"};
    for (uint32_t i = 0; i < c->count; i++) {
        const clbi_operand *o = &c->operands[i];
        const uint32_t *code = NULL;
        bool column = false;
        uint32_t scalar = 0;
        const uint32_t dims = o->given ? shape_of(c, i, &code, &column) : 0;
        if (dims > 0 && is_flat(c, o->given, dims, code)) {
            const clb_status status = check_dimension(c, i, code[0], clb_array_count(o->given), "", error);
            if (status != CLB_OK) return status;
            continue;
        }
        for (uint32_t d = 0; d < dims; d++) {
            if (is_scalar(c, code[d], &scalar)) continue;
            const clb_status status =
                check_dimension(c, i, code[d], o->given->shape[d],
                                d < sizeof along / sizeof *along ? along[d] : " along a dimension", error);
            if (status != CLB_OK) return status;
        }
    }
    return CLB_OK;
}

/* ---- All of it ------------------------------------------------------------------------------------------------------
 */

static clb_status bind(clbi_array_call *c, found *found_, clb_error *error)
{
    clb_status status = CLB_OK;
    for (uint32_t i = 0; status == CLB_OK && i < c->count; i++)
        if (clbi_array_is_memory(c, i)) status = take_array(c, i, error);
    if (status == CLB_OK) status = c->elementwise ? bind_elements(c, found_, error) : bind_dimensions(c, found_, error);
    for (uint32_t i = 0; status == CLB_OK && i < c->count; i++) {
        if (c->use.parameters[i].kind == CLB_ARGUMENT_VALUE) status = bind_value(c, i, &found_[i], error);
        else if (!clbi_array_is_memory(c, i))
            c->values[i] = (clb_argument){.value = c->given[i].value, .size = c->given[i].size};
    }
    for (uint32_t i = 0; status == CLB_OK && i < c->count; i++)
        if (!clbi_array_is_memory(c, i)) status = clbi_check_value(&c->use, i, &c->values[i], error);
    for (uint32_t i = 0; status == CLB_OK && i < c->count; i++) status = check_found(c, i, &found_[i], error);
    if (status == CLB_OK && !c->elementwise) status = check_dimensions(c, error);
    return status;
}

clb_status clbi_array_bind(clbi_array_call *c, clb_error *error)
{
    enum { FEW = 24 };
    found few[FEW] = {{0}};
    found *all = c->count <= FEW ? few : calloc(c->count, sizeof *all);
    if (!all) return clbi_no_memory(error, c->use.call);
    const clb_status status = bind(c, all, error);
    if (all != few) free(all);
    return status;
}

clb_status clbi_array_find_shape(clbi_array_call *c, uint32_t i, uint32_t *dims, size_t shape[CLB_ARRAY_DIMS],
                                 clb_error *error)
{
    const uint32_t *code = NULL;
    bool column = false;
    clb_status status = clbi_array_bind(c, error);
    if (status != CLB_OK) return status;
    *dims = c->elementwise ? c->dims : shape_of(c, i, &code, &column);
    if (*dims > CLB_ARRAY_DIMS || (!c->elementwise && *dims == 0))
        return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_ARGUMENT, "%s", "has no extent that could be computed.");
    for (uint32_t d = 0; d < *dims; d++) {
        int64_t value = 0;
        if (c->elementwise) {
            shape[d] = c->shape[d];
            continue;
        }
        const clbi_outcome outcome =
            clbi_expression_run(c->use.bundle, c->use.kernel, code[d], c->values, c->use.state->values, &value);
        if (outcome != CLBI_VALUE)
            return CLBI_REFUSE_ARRAY(c, i, error, outcome == CLBI_MALFORMED ? CLB_ERROR_ABI : CLB_ERROR_SIZE,
                                     "has a size that %s; check the scalars passed to the kernel.",
                                     clbi_outcome_text(outcome));
        if (value < 0 || (uint64_t)value > SIZE_MAX)
            return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_SIZE,
                                     "would have %" PRId64 " elements; check the scalars passed to "
                                     "the kernel.",
                                     value);
        shape[d] = (size_t)value;
    }
    return CLB_OK;
}
