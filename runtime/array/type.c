/* Types of elements: predefined types, layouts, checking of hand-written types, equality. Knows nothing about their
 * text, arrays, or memory of elements.
 *
 * SPDX-License-Identifier: MIT */
#include "array/type.h"

#include "core/status.h"

#include <string.h>

/* No object may be larger: differences of addresses must fit ptrdiff_t. */
#define SIZE_LIMIT ((size_t)PTRDIFF_MAX)

/* ---- Const types ------------------------------------------------------------------------------------------------- */

#define SIMPLE(kind_, size_, alignment_, flags_)                               \
    {                                                                          \
        .kind = kind_, .flags = flags_, .size = size_, .alignment = alignment_ \
    }
#define FOUR(kind_, size_, alignment_)                                                                  \
    [kind_] = {SIMPLE(kind_, size_, alignment_, 0), SIMPLE(kind_, size_, alignment_, CLB_TYPE_SWAPPED), \
               SIMPLE(kind_, size_, alignment_, CLB_TYPE_OPTIONAL),                                     \
               SIMPLE(kind_, size_, alignment_, CLB_TYPE_SWAPPED | CLB_TYPE_OPTIONAL)}

static const clb_type simple[CLB_KIND_COMPLEX128 + 1][4] = {
    FOUR(CLB_KIND_BOOL, 1, 1),    FOUR(CLB_KIND_INT8, 1, 1),      FOUR(CLB_KIND_INT16, 2, 2),
    FOUR(CLB_KIND_INT32, 4, 4),   FOUR(CLB_KIND_INT64, 8, 8),     FOUR(CLB_KIND_UINT8, 1, 1),
    FOUR(CLB_KIND_UINT16, 2, 2),  FOUR(CLB_KIND_UINT32, 4, 4),    FOUR(CLB_KIND_UINT64, 8, 8),
    FOUR(CLB_KIND_FLOAT16, 2, 2), FOUR(CLB_KIND_BFLOAT16, 2, 2),  FOUR(CLB_KIND_FLOAT32, 4, 4),
    FOUR(CLB_KIND_FLOAT64, 8, 8), FOUR(CLB_KIND_COMPLEX64, 8, 4), FOUR(CLB_KIND_COMPLEX128, 16, 8),
};

const clb_type clb_type_bool = SIMPLE(CLB_KIND_BOOL, 1, 1, 0);
const clb_type clb_type_int8 = SIMPLE(CLB_KIND_INT8, 1, 1, 0);
const clb_type clb_type_int16 = SIMPLE(CLB_KIND_INT16, 2, 2, 0);
const clb_type clb_type_int32 = SIMPLE(CLB_KIND_INT32, 4, 4, 0);
const clb_type clb_type_int64 = SIMPLE(CLB_KIND_INT64, 8, 8, 0);
const clb_type clb_type_uint8 = SIMPLE(CLB_KIND_UINT8, 1, 1, 0);
const clb_type clb_type_uint16 = SIMPLE(CLB_KIND_UINT16, 2, 2, 0);
const clb_type clb_type_uint32 = SIMPLE(CLB_KIND_UINT32, 4, 4, 0);
const clb_type clb_type_uint64 = SIMPLE(CLB_KIND_UINT64, 8, 8, 0);
const clb_type clb_type_float16 = SIMPLE(CLB_KIND_FLOAT16, 2, 2, 0);
const clb_type clb_type_bfloat16 = SIMPLE(CLB_KIND_BFLOAT16, 2, 2, 0);
const clb_type clb_type_float32 = SIMPLE(CLB_KIND_FLOAT32, 4, 4, 0);
const clb_type clb_type_float64 = SIMPLE(CLB_KIND_FLOAT64, 8, 8, 0);
const clb_type clb_type_complex64 = SIMPLE(CLB_KIND_COMPLEX64, 8, 4, 0);
const clb_type clb_type_complex128 = SIMPLE(CLB_KIND_COMPLEX128, 16, 8, 0);

static bool is_simple(clb_type_kind kind)
{
    return kind >= CLB_KIND_BOOL && kind <= CLB_KIND_COMPLEX128;
}

static bool has_element(clb_type_kind kind)
{
    return kind == CLB_KIND_VECTOR || kind == CLB_KIND_POINTER || kind == CLB_KIND_FIXED || kind == CLB_KIND_VAR ||
           kind == CLB_KIND_LIST;
}

static bool is_component(clb_type_kind kind)
{
    return kind >= CLB_KIND_INT8 && kind <= CLB_KIND_FLOAT64;
}

const clb_type *clb_type_of(clb_type_kind kind, uint32_t flags)
{
    if (!is_simple(kind) || (flags & ~(CLB_TYPE_SWAPPED | CLB_TYPE_OPTIONAL))) return NULL;
    if (simple[kind][0].size == 1) flags &= ~CLB_TYPE_SWAPPED;
    return &simple[kind][flags];
}

const char *clb_kind_name(clb_type_kind kind)
{
    static const char *const names[] = {"none",
                                        "bool",
                                        "int8",
                                        "int16",
                                        "int32",
                                        "int64",
                                        "uint8",
                                        "uint16",
                                        "uint32",
                                        "uint64",
                                        "float16",
                                        "bfloat16",
                                        "float32",
                                        "float64",
                                        "complex[float32]",
                                        "complex[float64]",
                                        "bytes",
                                        "vector",
                                        "record",
                                        "pointer",
                                        "fixed",
                                        "var",
                                        "list"};
    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

const clb_type *clbi_type_part(const clb_type *type)
{
    const uint32_t order = type->flags & CLB_TYPE_SWAPPED;
    switch (type->kind) {
    case CLB_KIND_VECTOR: return clb_type_of(type->element->kind, order);
    case CLB_KIND_COMPLEX64: return clb_type_of(CLB_KIND_FLOAT32, order);
    case CLB_KIND_COMPLEX128: return clb_type_of(CLB_KIND_FLOAT64, order);
    default: return NULL;
    }
}

size_t clbi_type_reach(const clb_type *type)
{
    size_t before = 0;
    for (; type->kind == CLB_KIND_FIXED && type->count > 0; type = type->element)
        before += type->size - type->element->size;
    return before + (type->kind == CLB_KIND_LIST ? 2 * type->size : type->size);
}

/* ---- Layout ------------------------------------------------------------------------------------------------------ */

static bool is_power_of_two(size_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

static clb_status too_large(clb_error *error, const char *call, const char *what)
{
    return clbi_refuse(error, CLB_ERROR_SIZE, call, "The size of the %s does not fit an address difference.", what);
}

clb_status clb_type_layout(clb_field *fields, size_t count, size_t *size, size_t *alignment, clb_error *error)
{
    size_t end = 0, widest = 1;
    for (size_t pass = 0; pass < 2; pass++) { /* the first pass only finds out whether it fits */
        end = 0;
        for (size_t i = 0; i < count; i++) {
            const size_t a = fields[i].type->alignment;
            if (!is_power_of_two(a))
                return clbi_refuse(error, CLB_ERROR_ARGUMENT, "clb_type_layout", "Field %zu is aligned to %zu bytes.",
                                   i, a);
            if (!clbi_add(end, (a - end % a) % a, &end)) return too_large(error, "clb_type_layout", "record");
            if (pass == 1) fields[i].offset = end;
            if (!clbi_add(end, fields[i].type->size, &end)) return too_large(error, "clb_type_layout", "record");
            if (a > widest) widest = a;
        }
        if (!clbi_add(end, (widest - end % widest) % widest, &end) || end > SIZE_LIMIT)
            return too_large(error, "clb_type_layout", "record");
    }
    *size = end;
    *alignment = widest;
    return CLB_OK;
}

/* Size and alignment that a type must have, for all kinds with a fixed layout. */
static clb_status complete_array(clb_type *type, clb_error *error)
{
    const clb_type *element = type->element;
    size_t size = 0;
    if (type->stride == 0) type->stride = (ptrdiff_t)element->size;
    if (type->stride < 0 || (size_t)type->stride < element->size || (size_t)type->stride % element->alignment != 0)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, "clb_type_check",
                           "A stride of %td bytes does not fit elements of %zu bytes aligned to %zu.", type->stride,
                           element->size, element->alignment);
    if (type->kind != CLB_KIND_FIXED) return CLB_OK;
    if (type->count > 0 && (!clbi_multiply(type->count - 1, (size_t)type->stride, &size) ||
                            !clbi_add(size, element->size, &size) || size > SIZE_LIMIT))
        return too_large(error, "clb_type_check", "fixed dimension");
    type->size = size;
    type->alignment = element->alignment;
    return CLB_OK;
}

clb_status clb_type_complete(clb_type *type, clb_error *error)
{
    clb_type made = *type;
    clb_status status = CLB_OK;
    if (has_element(made.kind) && (!made.element || !is_power_of_two(made.element->alignment)))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, "clb_type_complete", "A type of kind %s lacks its element.",
                           clb_kind_name(made.kind));
    switch (made.kind) {
    case CLB_KIND_BYTES: made.alignment = made.alignment ? made.alignment : 1; break;
    case CLB_KIND_VECTOR:
        if (!is_component(made.element->kind) || made.element->flags || made.count > 16)
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, "clb_type_complete",
                               "A vector has 2, 3, 4, 8 or 16 components that are integers or floating numbers; their "
                               "byte order is said of the vector.");
        made.size = made.element->size * (made.count == 3 ? 4 : made.count);
        made.alignment = made.size;
        break;
    case CLB_KIND_RECORD:
        if (made.size == 0) {
            made.alignment = 1;
            for (size_t i = 0; i < made.field_count; i++) {
                size_t end;
                if (!made.fields[i].type || !is_power_of_two(made.fields[i].type->alignment))
                    return clbi_refuse(error, CLB_ERROR_ARGUMENT, "clb_type_complete", "Field %zu lacks its type.", i);
                if (!clbi_add(made.fields[i].offset, made.fields[i].type->size, &end))
                    return too_large(error, "clb_type_complete", "record");
                if (end > made.size) made.size = end;
                if (made.fields[i].type->alignment > made.alignment) made.alignment = made.fields[i].type->alignment;
            }
            if (!clbi_add(made.size, (made.alignment - made.size % made.alignment) % made.alignment, &made.size))
                return too_large(error, "clb_type_complete", "record");
        }
        break;
    case CLB_KIND_POINTER: made.size = made.alignment = sizeof(char *); break;
    case CLB_KIND_FIXED: status = complete_array(&made, error); break;
    case CLB_KIND_VAR:
        made.size = sizeof(clb_var);
        made.alignment = sizeof(char *);
        status = complete_array(&made, error);
        break;
    case CLB_KIND_LIST:
        if (made.size == 0) made.size = sizeof(int32_t);
        made.alignment = made.size;
        status = complete_array(&made, error);
        break;
    default:
        if (is_simple(made.kind)) {
            made.size = simple[made.kind][0].size;
            made.alignment = simple[made.kind][0].alignment;
        }
    }
    if (status == CLB_OK) *type = made;
    return status;
}

/* ---- Check ------------------------------------------------------------------------------------------------------- */

typedef struct checker {
    size_t nodes;
    clb_error *error;
} checker;

static clb_status check(checker *c, const clb_type *type, unsigned depth);

#define REFUSE(c_, ...) clbi_refuse((c_)->error, CLB_ERROR_ARGUMENT, "clb_type_check", __VA_ARGS__)

static clb_status check_places(checker *c, const clb_type *type)
{
    bool ascending = true;
    size_t end = 0;
    for (size_t i = 0; i < type->field_count; i++) {
        const clb_field *f = &type->fields[i];
        const size_t wanted = f->type->alignment < type->alignment ? f->type->alignment : type->alignment;
        if (f->offset > type->size || f->type->size > type->size - f->offset)
            return REFUSE(c, "Field %s of %zu bytes at offset %zu does not fit its record of %zu bytes.", f->name,
                          f->type->size, f->offset, type->size);
        if (f->offset % wanted != 0)
            return REFUSE(c,
                          "Field %s at offset %zu is not aligned to %zu bytes; state a smaller alignment of the "
                          "record if it is packed.",
                          f->name, f->offset, wanted);
        ascending = ascending && f->offset >= end;
        end = f->offset + f->type->size;
    }
    for (size_t i = 0; i < type->field_count; i++)
        for (size_t j = 0; j < i; j++) {
            const clb_field *a = &type->fields[j], *b = &type->fields[i];
            if (a->name[0] == b->name[0] && strcmp(a->name, b->name) == 0)
                return REFUSE(c, "A record has two fields %s.", a->name);
            if (!ascending && a->offset < b->offset + b->type->size && b->offset < a->offset + a->type->size)
                return REFUSE(c, "Fields %s and %s of a record overlap.", a->name, b->name);
        }
    return CLB_OK;
}

/* Unicode's table 3-7: no byte too many, no surrogate, nothing above U+10FFFF. */
static bool is_utf8(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    while (*at) {
        const unsigned char first = *at++;
        if (first < 0x80) continue;
        if (first < 0xC2 || first > 0xF4) return false;
        const unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        const unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (*at < low || *at > high) return false;
        at++;
        for (int more = first < 0xE0 ? 0 : first < 0xF0 ? 1 : 2; more > 0; more--, at++)
            if ((*at & 0xC0) != 0x80) return false;
    }
    return true;
}

static clb_status check_record(checker *c, const clb_type *type, unsigned depth)
{
    if (!type->fields || type->field_count == 0 || type->field_count > CLB_TYPE_FIELDS)
        return REFUSE(c, "A record has %zu fields; 1 to %d are possible.", type->fields ? type->field_count : 0,
                      CLB_TYPE_FIELDS);
    if (!is_power_of_two(type->alignment) || type->size % type->alignment != 0 || type->size > SIZE_LIMIT)
        return REFUSE(c,
                      "A record has a size of %zu bytes and an alignment of %zu; the one must be a multiple of the "
                      "other, and that a power of two.",
                      type->size, type->alignment);
    for (size_t i = 0; i < type->field_count; i++) {
        const clb_field *f = &type->fields[i];
        if (!f->name || !*f->name) return REFUSE(c, "Field %zu of a record has no name.", i);
        if (!is_utf8(f->name)) return REFUSE(c, "Field %zu of a record has a name that is not UTF-8.", i);
        const clb_status status = check(c, f->type, depth + 1);
        if (status) return status;
        if (clbi_type_reach(f->type) != f->type->size)
            return REFUSE(c, "Field %s is a list; in a record there is no room for the offset where it ends.", f->name);
    }
    return check_places(c, type);
}

static clb_status check_flags(checker *c, const clb_type *type)
{
    const bool numbers = is_simple(type->kind) || type->kind == CLB_KIND_VECTOR;
    uint32_t possible = 0;
    if (numbers && clb_type_of(CLB_KIND_INT8, 0)->size < type->size) possible |= CLB_TYPE_SWAPPED;
    if (type->kind == CLB_KIND_VECTOR && type->element->size == 1) possible = 0;
    if (is_simple(type->kind) || type->kind == CLB_KIND_POINTER) possible |= CLB_TYPE_OPTIONAL;
    if (type->flags & ~possible)
        return REFUSE(c, "A type of kind %s has flags 0x%x; 0x%x are possible.", clb_kind_name(type->kind), type->flags,
                      possible);
    return CLB_OK;
}

static clb_status check(checker *c, const clb_type *type, unsigned depth)
{
    if (!type) return REFUSE(c, "A type is NULL.");
    if (depth >= CLB_TYPE_DEPTH)
        return REFUSE(c, "A type nests deeper than %d levels, or points back to itself.", CLB_TYPE_DEPTH);
    if (++c->nodes > CLB_TYPE_NODES)
        return REFUSE(c, "A type is made of more than %d types, or points back to itself.", CLB_TYPE_NODES);
    if (type->kind <= CLB_KIND_NONE || type->kind > CLB_KIND_LIST)
        return REFUSE(c, "A type has the unknown kind %d.", (int)type->kind);
    clb_status status = CLB_OK;
    if (has_element(type->kind)) status = check(c, type->element, depth + 1);
    if (status == CLB_OK) status = check_flags(c, type);
    if (status == CLB_OK && type->kind == CLB_KIND_RECORD) return check_record(c, type, depth);
    if (status) return status;

    if (type->kind == CLB_KIND_BYTES && (type->size == 0 || type->size > SIZE_LIMIT ||
                                         !is_power_of_two(type->alignment) || type->size % type->alignment != 0))
        return REFUSE(c,
                      "bytes have a size of %zu and an alignment of %zu; the one must be a multiple of the other, "
                      "and that a power of two.",
                      type->size, type->alignment);
    if (type->kind == CLB_KIND_VECTOR && type->count != 2 && type->count != 3 && type->count != 4 && type->count != 8 &&
        type->count != 16)
        return REFUSE(c, "A vector has %zu components; 2, 3, 4, 8 and 16 are possible.", type->count);
    if (type->kind == CLB_KIND_LIST && type->size != sizeof(int32_t) && type->size != sizeof(int64_t))
        return REFUSE(c, "A list has offsets of %zu bytes; 4 and 8 are possible.", type->size);
    if (type->kind == CLB_KIND_LIST && type->value_count > 0 && !type->values)
        return REFUSE(c, "A list has %zu elements at NULL.", type->value_count);
    if (type->kind == CLB_KIND_LIST && type->value_count > SIZE_LIMIT / (type->stride > 0 ? (size_t)type->stride : 1))
        return too_large(c->error, "clb_type_check", "values of a list");
    clb_type expected = *type;
    status = clb_type_complete(&expected, c->error);
    if (status) return status;
    if (expected.size != type->size || expected.alignment != type->alignment || expected.stride != type->stride)
        return REFUSE(c, "A type of kind %s has size %zu, alignment %zu and stride %td; it must have %zu, %zu and %td.",
                      clb_kind_name(type->kind), type->size, type->alignment, type->stride, expected.size,
                      expected.alignment, expected.stride);
    return CLB_OK;
}

/* The predefined types need no check; nearly every array has one. */
static bool is_known(const clb_type *type)
{
    if (!type || !is_simple(type->kind)) return false;
    const clb_type *known = clb_type_of(type->kind, type->flags);
    return known && known->flags == type->flags && type->size == known->size && type->alignment == known->alignment;
}

clb_status clb_type_check(const clb_type *type, clb_error *error)
{
    if (is_known(type)) return CLB_OK;
    return check(&(checker){.error = error}, type, 0);
}

/* ---- Equality and fields ----------------------------------------------------------------------------------------- */

const clb_field *clb_type_find_field(const clb_type *type, const char *name)
{
    for (size_t i = 0; i < type->field_count; i++)
        if (strcmp(type->fields[i].name, name) == 0) return &type->fields[i];
    return NULL;
}

bool clb_type_equal(const clb_type *a, const clb_type *b)
{
    if (a == b) return true;
    if (a->kind != b->kind || a->flags != b->flags || a->size != b->size || a->alignment != b->alignment ||
        a->count != b->count || a->stride != b->stride || a->field_count != b->field_count)
        return false;
    for (size_t i = 0; i < a->field_count; i++) {
        /* Records usually list their fields in the same order. */
        const clb_field *f = &a->fields[i];
        const clb_field *g = strcmp(b->fields[i].name, f->name) == 0 ? &b->fields[i] : clb_type_find_field(b, f->name);
        if (!g || f->offset != g->offset || !clb_type_equal(f->type, g->type)) return false;
    }
    return !has_element(a->kind) || clb_type_equal(a->element, b->element);
}
