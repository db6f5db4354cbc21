/* The Arrow C data interface: exporting columns. Memory that already has Arrow's layout is only described. Everything
 * else is copied: bools as bits, bitmaps of missing values, offsets of rows, rows that are not contiguous, and fields
 * of records, which Arrow stores as columns. Knows Arrow's structures and the types of arrays; must not know kernels.
 *
 * Every level of nesting is a block of its own, with its own release function: a consumer may move a child away and
 * release it later than its parent. The copies live as long as any of the blocks.
 *
 * SPDX-License-Identifier: MIT */
#include "array/array.h"
#include "array/owner.h"
#include "array/row.h"

#include "core/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ArrowSchema schema_t;
typedef struct ArrowArray array_t;

static const char call_name[] = "clb_arrow_export";

/* The addresses of the children and the schema's name follow. */
typedef struct schema_block {
    char format[32];
    schema_t child[];
} schema_block;

typedef struct array_block {
    const void *buffers[2];
    clb_owner *owner;
    array_t child[];
} array_block;

typedef struct exporter {
    clb_owner *owner; /* owner of the copies and of the array */
    clb_error *error;
} exporter;

/* One level: `count` elements of a type, or of dimensions `dim` ... of the array, which then have no gaps between
 * them. */
typedef struct level {
    const clb_array *array;
    uint32_t dim;
    const clb_type *type;
    char *data;
    size_t count;
    ptrdiff_t stride; /* bytes, if there are no dimensions */
} level;

/* ---- Blocks ---------------------------------------------------------------------------------------------------------
 */

static void release_schema(schema_t *schema)
{
    schema_block *block = schema->private_data;
    for (int64_t i = 0; i < schema->n_children; i++)
        if (block->child[i].release) block->child[i].release(&block->child[i]);
    free(block);
    schema->release = NULL;
}

static void release_array(array_t *array)
{
    array_block *block = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++)
        if (block->child[i].release) block->child[i].release(&block->child[i]);
    clb_owner_release(&block->owner);
    free(block);
    array->release = NULL;
}

/* Both structures of a level, whose children do not exist yet; false if memory runs out. The number of a type's
 * fields is so small that the products fit. */
static bool make_blocks(const exporter *e, const level *l, const char *name, size_t children, schema_t *schema,
                        array_t *array)
{
    const size_t length = strlen(name) + 1;
    schema_block *s = calloc(1, sizeof *s + children * (sizeof(schema_t) + sizeof(schema_t *)) + length);
    array_block *a = calloc(1, sizeof *a + children * (sizeof(array_t) + sizeof(array_t *)));
    if (!s || !a) {
        free(s);
        free(a);
        return false;
    }
    schema_t **schemas = (schema_t **)(void *)&s->child[children];
    array_t **arrays = (array_t **)(void *)&a->child[children];
    char *own_name = (char *)&schemas[children];
    memcpy(own_name, name, length);
    for (size_t i = 0; i < children; i++) {
        schemas[i] = &s->child[i];
        arrays[i] = &a->child[i];
    }
    a->owner = clb_owner_retain(e->owner);
    *schema = (schema_t){.format = s->format,
                         .name = own_name,
                         .n_children = (int64_t)children,
                         .children = children ? schemas : NULL,
                         .release = release_schema,
                         .private_data = s};
    *array = (array_t){.length = (int64_t)l->count,
                       .n_buffers = 1,
                       .n_children = (int64_t)children,
                       .buffers = a->buffers,
                       .children = children ? arrays : NULL,
                       .release = release_array,
                       .private_data = a};
    return true;
}

/* ---- Memory that is made anew ---- */

/* Zeroed memory that belongs to the owner. */
static void *keep(const exporter *e, size_t count, size_t size)
{
    void *made = clbi_multiply(count, size, &size) ? clbi_owner_keep(e->owner, size > 0 ? size : 1) : NULL;
    if (made) memset(made, 0, size);
    return made;
}

static clb_status refuse(const exporter *e, const level *l)
{
    char text[200];
    (void)clb_type_print(l->type, text, sizeof text);
    return clbi_refuse(e->error, CLB_ERROR_UNSUPPORTED, call_name,
                       "Arrow wants another layout for elements of %s: assign them to another type first.", text);
}

/* An offset of a list has no meaning without the next one, so it cannot be copied alone. */
static bool ends_in_list(const clb_type *type)
{
    while (type->kind == CLB_KIND_FIXED) type = type->element;
    return type->kind == CLB_KIND_LIST;
}

static clb_status refuse_row(const exporter *e, const char *why)
{
    return clbi_refuse(e->error, CLB_ERROR_ARGUMENT, call_name, "An element of the array %s.", why);
}

/* The type of copied elements: lists become rows of a var dimension, since a clb_var has a meaning by itself. */
static clb_status find_moved(const exporter *e, const clb_type *type, const clb_type **moved)
{
    *moved = type;
    if (!ends_in_list(type)) return CLB_OK;
    clb_type *made = keep(e, 1, sizeof *made);
    if (!made) return clbi_no_memory(e->error, call_name);
    *moved = made;
    *made = (clb_type){.kind = CLB_KIND_VAR, .element = type->element, .stride = type->stride};
    if (type->kind == CLB_KIND_FIXED) {
        *made = (clb_type){.kind = CLB_KIND_FIXED, .count = type->count};
        const clb_status status = find_moved(e, type->element, &made->element);
        if (status != CLB_OK) return status;
    }
    return clb_type_complete(made, e->error);
}

/* `count` elements of a type, `stride` bytes apart. */
typedef struct strided {
    const clb_type *type;
    char *data;
    ptrdiff_t stride;
    size_t count;
} strided;

/* Copies elements to contiguous memory `to`, as the type that find_moved found. */
static clb_status move(const exporter *e, strided from, const clb_type *type, char *to)
{
    clb_status status = CLB_OK;
    clbi_row_form form;
    (void)clbi_row_read_form(from.type, &form); /* the list of an array has memory */
    for (size_t i = 0; status == CLB_OK && i < from.count; i++, from.data += from.stride, to += type->size) {
        clb_var row = {NULL, 0};
        const clb_type *const element = from.type->element;
        if (type == from.type) memcpy(to, from.data, type->size);
        else if (from.type->kind == CLB_KIND_FIXED)
            status = move(e, (strided){element, from.data, from.type->stride, from.type->count}, type->element, to);
        else {
            const char *why = clbi_row_find(&form, from.data, &row.data, &row.count);
            if (why) status = refuse_row(e, why);
            memcpy(to, &row, sizeof row);
        }
    }
    return status;
}

/* Makes a level's elements contiguous. Each of them is `inner` elements of *type, `inner_stride` bytes apart. */
static clb_status gather(const exporter *e, level *l, size_t inner, ptrdiff_t inner_stride, const clb_type **type)
{
    const clb_type *const from = *type;
    const bool together = inner <= 1 || inner_stride == (ptrdiff_t)from->size;
    size_t count;
    if (together && l->stride == (ptrdiff_t)(inner * from->size)) return CLB_OK;
    clb_status status = find_moved(e, from, type);
    if (status != CLB_OK) return status;
    const size_t row = inner * (*type)->size;
    char *const to = clbi_multiply(l->count, inner, &count) ? keep(e, count, (*type)->size) : NULL;
    if (!to) return clbi_no_memory(e->error, call_name);
    for (size_t i = 0; status == CLB_OK && i < l->count; i++)
        status = move(e, (strided){from, l->data + (ptrdiff_t)i * l->stride, inner_stride, inner}, *type, to + i * row);
    l->data = to;
    l->stride = (ptrdiff_t)row;
    return status;
}

/* Whether an element has the value by which its type marks missing values: CLB_TYPE_OPTIONAL. Numbers are in this
 * machine's byte order. */
static bool is_missing(clb_type_kind kind, const char *at)
{
    union {
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        float f32;
        double f64;
    } v;
    switch (kind) {
    case CLB_KIND_BOOL: return *(const uint8_t *)at == 2;
    case CLB_KIND_INT8: return *(const uint8_t *)at == UINT8_MAX / 2 + 1;
    case CLB_KIND_UINT8: return *(const uint8_t *)at == UINT8_MAX;
    case CLB_KIND_INT16: memcpy(&v.u16, at, sizeof v.u16); return v.u16 == UINT16_MAX / 2 + 1;
    case CLB_KIND_UINT16: memcpy(&v.u16, at, sizeof v.u16); return v.u16 == UINT16_MAX;
    case CLB_KIND_INT32: memcpy(&v.u32, at, sizeof v.u32); return v.u32 == UINT32_MAX / 2 + 1;
    case CLB_KIND_UINT32: memcpy(&v.u32, at, sizeof v.u32); return v.u32 == UINT32_MAX;
    case CLB_KIND_INT64: memcpy(&v.u64, at, sizeof v.u64); return v.u64 == UINT64_MAX / 2 + 1;
    case CLB_KIND_UINT64: memcpy(&v.u64, at, sizeof v.u64); return v.u64 == UINT64_MAX;
    case CLB_KIND_FLOAT16: memcpy(&v.u16, at, sizeof v.u16); return (v.u16 & 0x7fff) > 0x7c00;
    case CLB_KIND_FLOAT32: memcpy(&v.f32, at, sizeof v.f32); return v.f32 != v.f32;
    default: memcpy(&v.f64, at, sizeof v.f64); return v.f64 != v.f64;
    }
}

/* The bitmap of an optional type's missing values, if there are any. */
static clb_status mark_missing(const exporter *e, const level *l, schema_t *schema, array_t *array, const void **bitmap)
{
    uint8_t *bits = NULL;
    size_t missing = 0;
    if (!(l->type->flags & CLB_TYPE_OPTIONAL)) return CLB_OK;
    schema->flags |= ARROW_FLAG_NULLABLE;
    for (size_t i = 0; i < l->count; i++) {
        if (!is_missing(l->type->kind, l->data + (ptrdiff_t)i * l->stride)) continue;
        if (!bits) {
            bits = keep(e, l->count / 8 + 1, 1);
            if (!bits) return clbi_no_memory(e->error, call_name);
            memset(bits, 0xff, l->count / 8 + 1);
        }
        bits[i / 8] = (uint8_t)(bits[i / 8] & ~(1u << i % 8));
        missing++;
    }
    array->null_count = (int64_t)missing;
    *bitmap = bits;
    return CLB_OK;
}

static clb_status pack_bools(const exporter *e, const level *l, const void **packed)
{
    uint8_t *bits = keep(e, l->count / 8 + 1, 1);
    if (!bits) return clbi_no_memory(e->error, call_name);
    for (size_t i = 0; i < l->count; i++)
        if (l->data[(ptrdiff_t)i * l->stride]) bits[i / 8] = (uint8_t)(bits[i / 8] | 1u << i % 8);
    *packed = bits;
    return CLB_OK;
}

/* ---- Levels ---- */

static clb_status make_level(const exporter *e, const level *given, const char *name, schema_t *schema, array_t *array);

static bool has_dimension(const level *l)
{
    return l->dim < l->array->dims;
}

/* The level below dimensions, fixed dimensions and vectors, and Arrow's format. */
static clb_status open_fixed(const exporter *e, level *l, char format[32], level *below)
{
    const clb_type *t = l->type, *element = t->kind == CLB_KIND_VECTOR ? clbi_type_part(t) : t->element;
    const bool dimension = has_dimension(l);
    const size_t width = dimension ? l->array->shape[l->dim] : t->count;
    clb_status status = CLB_OK;
    if (width > INT32_MAX) return refuse(e, l);
    if (!dimension)
        status = gather(e, l, width, t->kind == CLB_KIND_VECTOR ? (ptrdiff_t)element->size : t->stride, &element);
    if (status != CLB_OK) return status;
    *below = dimension ? (level){l->array, l->dim + 1, t, l->data, 0, (ptrdiff_t)t->size}
                       : (level){l->array, l->dim, element, l->data, 0, (ptrdiff_t)element->size};
    (void)snprintf(format, 32, "+w:%zu", width);
    return clbi_multiply(l->count, width, &below->count) ? CLB_OK : refuse(e, l);
}

/* Contiguous offsets of a list are used as they are; the values are contiguous, or will be. */
static void open_list(const level *l, char format[32], level *below)
{
    const clb_type *t = l->type;
    *below = (level){l->array, l->dim, t->element, t->values, t->value_count, t->stride};
    (void)snprintf(format, 32, t->size == 4 ? "+l" : "+L");
}

/* The rows of a level as one run: its address (NULL: the rows are not contiguous), and its number of elements. */
static clb_status join_rows(const exporter *e, const level *l, const clbi_row_form *form, char **joined, size_t *total)
{
    bool together = true;
    char *start = NULL;
    const size_t most = (size_t)PTRDIFF_MAX / ((size_t)form->stride + (form->stride == 0));
    size_t before = 0;
    for (size_t i = 0; i < l->count; i++) {
        char *data = NULL;
        size_t count = 0;
        const char *why = clbi_row_find(form, l->data + (ptrdiff_t)i * l->stride, &data, &count);
        if (why) return refuse_row(e, why);
        if (count == 0) continue;
        if (!start) start = data;
        together = together && (uintptr_t)data - (uintptr_t)start == before * (uintptr_t)form->stride;
        if (!clbi_add(before, count, &before) || before > most)
            return clbi_refuse(e->error, CLB_ERROR_SIZE, call_name, "The rows of the array have too many elements.");
    }
    *joined = together ? start : NULL;
    *total = before;
    return CLB_OK;
}

/* Offsets for rows of a var dimension, and for lists with gaps between their offsets. */
static clb_status open_rows(const exporter *e, const level *l, char format[32], level *below, const void **offsets)
{
    const clb_type *t = l->type, *element = t->element;
    clbi_row_form form;
    char *values = NULL;
    size_t total = 0, at = 0;
    (void)clbi_row_read_form(t, &form); /* the list of an array has memory */
    clb_status status = join_rows(e, l, &form, &values, &total);
    if (status != CLB_OK) return status;
    const bool wide = total > INT32_MAX, moves = !values && total > 0;
    const size_t size = wide ? sizeof(int64_t) : sizeof(int32_t);
    char *made = l->count < SIZE_MAX ? keep(e, l->count + 1, size) : NULL;
    if (!made) return clbi_no_memory(e->error, call_name);
    if (moves) {
        status = find_moved(e, t->element, &element);
        values = status == CLB_OK ? keep(e, total, element->size) : NULL;
        if (!values) return status != CLB_OK ? status : clbi_no_memory(e->error, call_name);
    }
    for (size_t i = 0; status == CLB_OK && i < l->count; i++) {
        char *data = NULL;
        size_t count = 0;
        const char *why = clbi_row_find(&form, l->data + (ptrdiff_t)i * l->stride, &data, &count);
        if (why || count > total - at) return refuse_row(e, why ? why : "has changed meanwhile");
        if (moves)
            status = move(e, (strided){t->element, data, t->stride, count}, element, values + at * element->size);
        at += count;
        const int32_t narrow_end = (int32_t)(wide ? 0 : at);
        const int64_t wide_end = (int64_t)at;
        memcpy(made + (i + 1) * size, wide ? (const void *)&wide_end : (const void *)&narrow_end, size);
    }
    *below = (level){l->array, l->dim, element, values, total, moves ? (ptrdiff_t)element->size : t->stride};
    (void)snprintf(format, 32, wide ? "+L" : "+l");
    *offsets = made;
    return status;
}

static clb_status fill_number(const exporter *e, level *l, schema_t *schema, array_t *array, char format[32])
{
    static const char letters[] = {
        [CLB_KIND_BOOL] = 'b',   [CLB_KIND_INT8] = 'c',    [CLB_KIND_INT16] = 's',   [CLB_KIND_INT32] = 'i',
        [CLB_KIND_INT64] = 'l',  [CLB_KIND_UINT8] = 'C',   [CLB_KIND_UINT16] = 'S',  [CLB_KIND_UINT32] = 'I',
        [CLB_KIND_UINT64] = 'L', [CLB_KIND_FLOAT16] = 'e', [CLB_KIND_FLOAT32] = 'f', [CLB_KIND_FLOAT64] = 'g'};
    const clb_type *t = l->type;
    const void **buffers = array->buffers;
    if (t->kind == CLB_KIND_BYTES && t->size <= INT32_MAX) (void)snprintf(format, 32, "w:%zu", t->size);
    else if (t->kind < sizeof letters && letters[t->kind] && !(t->flags & CLB_TYPE_SWAPPED))
        format[0] = letters[t->kind];
    else return refuse(e, l);
    array->n_buffers = 2;
    clb_status status = mark_missing(e, l, schema, array, &buffers[0]);
    if (status == CLB_OK && t->kind == CLB_KIND_BOOL) return pack_bools(e, l, &buffers[1]);
    if (status == CLB_OK) status = gather(e, l, 1, 0, &t);
    buffers[1] = l->data;
    return status;
}

static clb_status fill_record(const exporter *e, const level *l, schema_t *schema, array_t *array, char format[32])
{
    clb_status status = CLB_OK;
    (void)snprintf(format, 32, "+s");
    for (size_t i = 0; status == CLB_OK && i < l->type->field_count; i++) {
        const clb_field *field = &l->type->fields[i];
        const level column = {l->array, l->dim,   field->type, l->data ? l->data + field->offset : NULL,
                              l->count, l->stride};
        status = make_level(e, &column, field->name, schema->children[i], array->children[i]);
    }
    return status;
}

/* On failure nothing of the level remains. */
static clb_status make_level(const exporter *e, const level *given, const char *name, schema_t *schema, array_t *array)
{
    level l = *given, below;
    const clb_type_kind kind = has_dimension(&l) ? CLB_KIND_FIXED : l.type->kind;
    const bool rows = kind == CLB_KIND_LIST || kind == CLB_KIND_VAR;
    const bool nested = rows || kind == CLB_KIND_FIXED || kind == CLB_KIND_VECTOR;
    clb_status status = CLB_OK;
    if (!make_blocks(e, &l, name, nested ? 1 : kind == CLB_KIND_RECORD ? l.type->field_count : 0, schema, array))
        return clbi_no_memory(e->error, call_name);
    char *format = ((schema_block *)schema->private_data)->format;
    if (rows) {
        const bool as_it_is = kind == CLB_KIND_LIST && l.stride == (ptrdiff_t)l.type->size;
        array->n_buffers = 2;
        array->buffers[1] = l.data;
        if (as_it_is) open_list(&l, format, &below);
        else status = open_rows(e, &l, format, &below, &array->buffers[1]);
    } else if (nested) status = open_fixed(e, &l, format, &below);
    else if (kind == CLB_KIND_RECORD) status = fill_record(e, &l, schema, array, format);
    else status = fill_number(e, &l, schema, array, format);
    if (status == CLB_OK && nested) status = make_level(e, &below, "item", schema->children[0], array->children[0]);
    if (status == CLB_OK) return CLB_OK;
    release_schema(schema);
    release_array(array);
    return status;
}

static void release_held(void *held)
{
    clb_owner *owner = held;
    clb_owner_release(&owner);
}

clb_status clb_arrow_export(const clb_array *array, const char *name, clb_owner *owner, struct ArrowSchema *schema,
                            struct ArrowArray *column, clb_error *error)
{
    schema_t made_schema;
    array_t made_array;
    exporter e = {NULL, error};
    clb_status status = clb_array_check(array, error);
    if (status) return status;
    if (!schema || !column) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call_name, "A structure to fill in is NULL.");
    if (array->dims == 0 || !clb_array_is_row_major(array))
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call_name,
                           array->dims == 0 ? "An array of no dimension is not a column: add one first."
                                            : "The elements of the array are not neighbours in row-major order, as "
                                              "Arrow wants them: assign them to an array that is.");
    status = clb_owner_make(release_held, NULL, &e.owner, error);
    if (status) return status;
    clbi_owner_set(e.owner, release_held, clb_owner_retain(owner));
    const level top = {array, 1, array->type, array->data, array->shape[0], (ptrdiff_t)array->type->size};
    status = make_level(&e, &top, name ? name : "", &made_schema, &made_array);
    clb_owner_release(&e.owner); /* the structures have it */
    if (status) return status;
    *schema = made_schema;
    *column = made_array;
    return CLB_OK;
}
