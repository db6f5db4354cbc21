/* The Arrow C data interface: importing columns.
 * Knows Arrow's formats, buffers and null bitmaps. Checks everything that the structures allow to check; they do not
 * tell the sizes of buffers. arrow_export.c exports columns.
 *
 * SPDX-License-Identifier: MIT */
#include "array/array.h"
#include "array/owner.h"

#include "core/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ArrowSchema schema_t;
typedef struct ArrowArray array_t;

/* Null bitmaps that apply to an element: its own, and those of the structs and fixed-size lists around it. Element i
 * is missing if bit first + i / group is 0. */
typedef struct mask {
    const uint8_t *bits;
    size_t first, group;
    const struct mask *next;
} mask;

typedef struct importer {
    clb_missing missing;
    clb_owner *owner;
    const char *path; /* the part of the path that is not resolved yet */
    clb_error *error;
} importer;

/* Elements first .. first + count - 1 of an array, with the null bitmaps of the arrays around it. */
typedef struct part {
    const schema_t *schema;
    const array_t *array;
    size_t first, count;
    const mask *masks;
    unsigned depth;
    const struct part *outer; /* or NULL: this is the outermost level */
    const char
        *offsets; /* offsets of the outer lists; NULL: they are fixed-size lists of `width`, or structs if that is 0 */
    size_t offset_size, width;
} part;

/* The resulting elements: `count` contiguous ones. */
typedef struct result {
    char *data;
    const clb_type *type;
    bool moved; /* a copy, which begins with element `first` */
} result;

/* The position of an element, for messages. */
typedef struct place {
    char text[120];
} place;

#define REFUSE(m_, status_, ...) clbi_refuse((m_)->error, status_, "clb_arrow_import", __VA_ARGS__)

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static clb_status check(const importer *m, const part *p, int64_t buffers, int64_t children)
{
    const schema_t *s = p->schema;
    const array_t *a = p->array;
    if (!s || !a || !s->format)
        return REFUSE(m, CLB_ERROR_ARGUMENT, "%s of an Arrow column is NULL.",
                      !s   ? "A schema"
                      : !a ? "An array"
                           : "The format");
    if (!s->release || !a->release)
        return REFUSE(m, CLB_ERROR_ARGUMENT, "%s of an Arrow column has been released.",
                      s->release ? "An array" : "A schema");
    if (p->depth >= CLB_TYPE_DEPTH)
        return REFUSE(m, CLB_ERROR_ARGUMENT, "An Arrow column nests deeper than %d levels, or contains itself.",
                      CLB_TYPE_DEPTH);
    if (s->dictionary || a->dictionary)
        return REFUSE(m, CLB_ERROR_UNSUPPORTED, "An Arrow column of format %.40s has a dictionary: decode it first.",
                      s->format);
    if (a->length < 0 || a->offset < 0 || (uint64_t)a->length > (uint64_t)PTRDIFF_MAX - (uint64_t)a->offset)
        return REFUSE(m, CLB_ERROR_SIZE, "An Arrow array has a length of %lld from offset %lld on.",
                      (long long)a->length, (long long)a->offset);
    if (p->first > (uint64_t)a->length || p->count > (uint64_t)a->length - p->first)
        return REFUSE(m, CLB_ERROR_SIZE, "Elements %zu to %zu are wanted of an Arrow array of length %lld.", p->first,
                      p->first + p->count, (long long)a->length);
    if (buffers >= 0 && (a->n_buffers != buffers || (buffers > 0 && !a->buffers)))
        return REFUSE(m, CLB_ERROR_ARGUMENT, "An Arrow array of format %.40s has %lld buffers; %lld belong to it.",
                      s->format, a->buffers ? (long long)a->n_buffers : 0, (long long)buffers);
    if (a->n_buffers > 0 && a->null_count > 0 && a->buffers && !a->buffers[0])
        return REFUSE(m, CLB_ERROR_ARGUMENT, "An Arrow array has %lld missing values and no bitmap.",
                      (long long)a->null_count);
    if (a->n_children < 0 || a->n_children != s->n_children || (children >= 0 && a->n_children != children) ||
        (a->n_children > 0 && (!a->children || !s->children)))
        return REFUSE(m, CLB_ERROR_ARGUMENT, "An Arrow array of format %.40s has %lld children and its schema %lld.",
                      s->format, a->children ? (long long)a->n_children : 0,
                      s->children ? (long long)s->n_children : 0);
    return CLB_OK;
}

/* The address of elements of `size` bytes; NULL only if there are none. */
static clb_status find_buffer(const importer *m, const part *p, int64_t buffer, size_t size, size_t more, char **data)
{
    const size_t start = (size_t)p->array->offset + p->first;
    char *const memory = (char *)(uintptr_t)p->array->buffers[buffer];
    size_t end;
    if (!clbi_add(start, p->count, &end) || !clbi_add(end, more, &end) || !clbi_multiply(end, size, &end) ||
        end > (size_t)PTRDIFF_MAX || end > UINTPTR_MAX - (uintptr_t)memory)
        return REFUSE(m, CLB_ERROR_SIZE, "An Arrow array of %zu elements from %zu on is too large.", p->count, start);
    if (!memory && p->count > 0)
        return REFUSE(m, CLB_ERROR_ARGUMENT, "Buffer %d of an Arrow array of format %.40s and %zu elements is NULL.",
                      (int)buffer, p->schema->format, p->count);
    *data = memory ? memory + start * size : NULL;
    return CLB_OK;
}

/* ---- Positions in messages ---- */

static int64_t offset_at(const char *offsets, size_t size, size_t i)
{
    int32_t narrow;
    int64_t wide;
    if (size == sizeof narrow) {
        memcpy(&narrow, offsets + i * size, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, offsets + i * size, sizeof wide);
    return wide;
}

/* The number of lists around an element. */
static unsigned level_of(const part *p)
{
    unsigned level = 0;
    for (; p->outer; p = p->outer) level += p->offsets || p->width > 0;
    return level;
}

/* The list that holds element i of a part, and the element's number in that list. */
static size_t outer_of(const part *p, size_t i, size_t *inside)
{
    if (!p->offsets) {
        *inside = p->width ? i % p->width : i;
        return p->width ? i / p->width : i;
    }
    size_t low = 0, high = p->outer->count; /* offset low is not above the element's, offset high is */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if ((size_t)offset_at(p->offsets, p->offset_size, middle) <= p->first + i) low = middle;
        else high = middle;
    }
    *inside = p->first + i - (size_t)offset_at(p->offsets, p->offset_size, low);
    return low;
}

/* "Element 5 of an Arrow column", "Element [5][0][2] (row 5, level 2) of an Arrow column"; only the first numbers if
 * there are many. */
static place place_of(const part *p, size_t i)
{
    enum { NUMBERS = 3 };
    size_t numbers[NUMBERS] = {0};
    const unsigned level = level_of(p);
    unsigned at = level;
    place made;
    for (; p->outer; p = p->outer) {
        size_t inside;
        const size_t outer = outer_of(p, i, &inside);
        if ((p->offsets || p->width > 0) && at < NUMBERS) numbers[at] = inside;
        at -= p->offsets || p->width > 0;
        i = outer;
    }
    numbers[0] = i;
    if (level == 0) {
        (void)snprintf(made.text, sizeof made.text, "Element %zu of an Arrow column", i);
        return made;
    }
    int length = snprintf(made.text, sizeof made.text, "Element ");
    for (unsigned k = 0; k <= level && k < NUMBERS; k++)
        length += snprintf(made.text + length, sizeof made.text - (size_t)length, "[%zu]", numbers[k]);
    (void)snprintf(made.text + length, sizeof made.text - (size_t)length, "%s (row %zu, level %u) of an Arrow column",
                   level >= NUMBERS ? "..." : "", i, level);
    return made;
}

/* ---- Missing values ---------------------------------------------------------------------------------------------- */

/* The array's own bitmap comes before those of its parents; NULL if it has none. */
static const mask *own_mask(const part *p, mask *made)
{
    const array_t *a = p->array;
    const uint8_t *bits = a->n_buffers > 0 && a->null_count != 0 ? a->buffers[0] : NULL;
    if (!bits) return p->masks;
    *made = (mask){bits, (size_t)a->offset + p->first, 1, p->masks};
    return made;
}

static bool is_missing(const mask *masks, size_t i)
{
    for (const mask *k = masks; k; k = k->next) {
        const size_t bit = k->first + i / k->group;
        if (!(k->bits[bit / 8] >> bit % 8 & 1)) return true;
    }
    return false;
}

/* The first missing element, or `count`. */
static size_t find_missing(const mask *masks, size_t count)
{
    size_t i = 0;
    while (masks && i < count && !is_missing(masks, i)) i++;
    return masks ? i : count;
}

static clb_status refuse_missing(const importer *m, const part *p, size_t i)
{
    return REFUSE(m, CLB_ERROR_UNSUPPORTED, "%s is missing.", place_of(p, i).text);
}

static void *keep(const importer *m, size_t count, size_t size)
{
    return clbi_multiply(count, size, &size) ? clbi_owner_keep(m->owner, size > 0 ? size : 1) : NULL;
}

/* The bytes that mark a missing value of an optional type, CLB_TYPE_OPTIONAL. */
static void mark_of(clb_type_kind kind, size_t size, unsigned char *mark)
{
    memset(mark, 0, size);
    if (kind == CLB_KIND_BOOL) mark[0] = 2;
    else if (kind >= CLB_KIND_UINT8 && kind <= CLB_KIND_UINT64) memset(mark, 0xff, size);
    else if (kind >= CLB_KIND_INT8 && kind <= CLB_KIND_INT64) {
        const int8_t narrow = INT8_MIN;
        const int16_t half = INT16_MIN;
        const int32_t word = INT32_MIN;
        const int64_t wide = INT64_MIN;
        const void *const marks[] = {&narrow, &half, &word, &wide};
        memcpy(mark, marks[kind - CLB_KIND_INT8], size);
    } else {
        const uint16_t half = 0x7e00;
        const uint32_t single = UINT32_C(0x7fc00000);
        const uint64_t full = UINT64_C(0x7ff8000000000000);
        memcpy(mark, size == 2 ? (const void *)&half : size == 4 ? (const void *)&single : (const void *)&full, size);
    }
}

/* A copy in which missing values carry their type's mark. */
static clb_status copy_with_marks(const importer *m, const part *p, const mask *masks, result *r)
{
    const size_t size = r->type->size, count = p->count;
    const clb_type_kind kind = r->type->kind;
    unsigned char mark[8];
    char *copy = keep(m, count, size);
    if (!copy) return clbi_no_memory(m->error, "clb_arrow_import");
    mark_of(kind, size, mark);
    const bool is_floating = kind >= CLB_KIND_FLOAT16;
    for (size_t i = 0; i < count; i++) {
        const bool gone = is_missing(masks, i);
        if (!gone && !is_floating && memcmp(r->data + i * size, mark, size) == 0)
            return REFUSE(m, CLB_ERROR_UNSUPPORTED,
                          "%s has the value that would mark a missing one of type ?%s: take missing values as NaN.",
                          place_of(p, i).text, clb_kind_name(kind));
        memcpy(copy + i * size, gone ? (const char *)mark : r->data + i * size, size);
    }
    *r = (result){copy, clb_type_of(kind, m->missing == CLB_MISSING_NAN ? 0 : CLB_TYPE_OPTIONAL), true};
    return CLB_OK;
}

static double integer_value(const char *at, clb_type_kind kind, bool *exact)
{
    union {
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
    } v;
    memset(&v, 0, sizeof v);
    memcpy(&v, at, clb_type_of(kind, 0)->size);
    const int64_t limit = INT64_C(1) << 53;
    switch (kind) {
    case CLB_KIND_INT8: return v.i8;
    case CLB_KIND_INT16: return v.i16;
    case CLB_KIND_INT32: return v.i32;
    case CLB_KIND_UINT16: return v.u16;
    case CLB_KIND_UINT32: return v.u32;
    case CLB_KIND_INT64: *exact = v.i64 >= -limit && v.i64 <= limit; return (double)v.i64;
    case CLB_KIND_UINT64: *exact = v.u64 <= (uint64_t)limit; return (double)v.u64;
    default: return v.u8; /* and bool */
    }
}

/* Integers with missing values, as float64. */
static clb_status copy_as_numbers(const importer *m, const part *p, const mask *masks, result *r)
{
    const uint64_t nan_bits = UINT64_C(0x7ff8000000000000);
    const size_t size = r->type->size, count = p->count;
    double *copy = keep(m, count, sizeof *copy), nan;
    if (!copy) return clbi_no_memory(m->error, "clb_arrow_import");
    memcpy(&nan, &nan_bits, sizeof nan);
    for (size_t i = 0; i < count; i++) {
        bool exact = true;
        copy[i] = is_missing(masks, i) ? nan : integer_value(r->data + i * size, r->type->kind, &exact);
        if (!exact && !is_missing(masks, i))
            return REFUSE(m, CLB_ERROR_UNSUPPORTED, "%s with missing values does not fit a float64.",
                          place_of(p, i).text);
    }
    *r = (result){(char *)copy, &clb_type_float64, true};
    return CLB_OK;
}

/* ---- Elements ---------------------------------------------------------------------------------------------------- */

static clb_status import(importer *m, const part *p, result *r);

static clb_status import_primitive(importer *m, const part *p, clb_type_kind kind, result *r)
{
    mask own;
    result made = {NULL, clb_type_of(kind, 0), kind == CLB_KIND_BOOL};
    clb_status status = check(m, p, 2, 0);
    if (status) return status;
    const mask *masks = own_mask(p, &own);
    if (kind == CLB_KIND_BOOL) { /* bits */
        const uint8_t *const bits = p->array->buffers[1];
        const size_t start = (size_t)p->array->offset + p->first;
        if (!bits && p->count > 0)
            return REFUSE(m, CLB_ERROR_ARGUMENT, "The values of an Arrow column of bools are NULL.");
        made.data = keep(m, p->count, 1);
        if (!made.data) return clbi_no_memory(m->error, "clb_arrow_import");
        for (size_t i = 0; i < p->count; i++)
            made.data[i] = (char)(is_missing(masks, i) ? 0 : bits[(start + i) / 8] >> (start + i) % 8 & 1);
    } else status = find_buffer(m, p, 1, made.type->size, 0, &made.data);
    if (status) return status;

    const size_t gone = find_missing(masks, p->count);
    if (gone < p->count) {
        if (m->missing == CLB_MISSING_REFUSE) return refuse_missing(m, p, gone);
        status = m->missing == CLB_MISSING_NAN && kind < CLB_KIND_FLOAT16 ? copy_as_numbers(m, p, masks, &made)
                                                                          : copy_with_marks(m, p, masks, &made);
        if (status) return status;
    }
    *r = made;
    return CLB_OK;
}

/* Wraps an element in a new type. */
static clb_status wrap(const importer *m, const clb_type *type, result *r, char *data, bool moved)
{
    clb_type *made = keep(m, 1, sizeof *made);
    if (!made) return clbi_no_memory(m->error, "clb_arrow_import");
    *made = *type;
    const clb_status status = clb_type_complete(made, m->error);
    if (status == CLB_OK) *r = (result){data, made, moved};
    return status;
}

/* "w:12": a number behind the colon. */
static clb_status read_width(const importer *m, const char *format, const char *digits, size_t *width)
{
    size_t value = 0;
    bool fits = *digits != '\0';
    for (const char *c = digits; *c && fits; c++)
        fits = *c >= '0' && *c <= '9' && clbi_multiply(value, 10, &value) &&
               clbi_add(value, (size_t)(*c - '0'), &value) && value <= INT32_MAX;
    if (!fits) return REFUSE(m, CLB_ERROR_ARGUMENT, "Arrow's format %.40s has no possible width.", format);
    *width = value;
    return CLB_OK;
}

static clb_status import_bytes(importer *m, const part *p, size_t width, result *r)
{
    char *data;
    mask own;
    clb_status status = check(m, p, 2, 0);
    if (status) return status;
    const size_t gone = find_missing(own_mask(p, &own), p->count);
    if (gone < p->count) return refuse_missing(m, p, gone);
    if (width == 0) return REFUSE(m, CLB_ERROR_UNSUPPORTED, "An Arrow column has elements of 0 bytes.");
    status = find_buffer(m, p, 1, width, 0, &data);
    return status ? status : wrap(m, &(clb_type){.kind = CLB_KIND_BYTES, .size = width}, r, data, false);
}

static clb_status import_fixed(importer *m, const part *p, size_t width, result *r)
{
    mask own, *copies = NULL;
    size_t first, count, depth = 0;
    clb_status status = check(m, p, 1, 1);
    if (status) return status;
    if (!clbi_multiply((size_t)p->array->offset + p->first, width, &first) || !clbi_multiply(p->count, width, &count))
        return REFUSE(m, CLB_ERROR_SIZE, "An Arrow array of %zu lists of %zu is too large.", p->count, width);
    /* One bit applies to `width` times as many elements now. */
    const mask *masks = own_mask(p, &own);
    for (const mask *k = masks; k; k = k->next) depth++;
    if (depth > 0 && width > 0) {
        copies = keep(m, depth, sizeof *copies);
        if (!copies) return clbi_no_memory(m->error, "clb_arrow_import");
        size_t i = 0;
        for (const mask *k = masks; k; k = k->next, i++) {
            copies[i] = (mask){k->bits, k->first, k->group, i + 1 < depth ? &copies[i + 1] : NULL};
            if (!clbi_multiply(k->group, width, &copies[i].group))
                return REFUSE(m, CLB_ERROR_SIZE, "Arrow's fixed-size lists of %zu are too large.", width);
        }
    }
    const part child = {.schema = p->schema->children[0],
                        .array = p->array->children[0],
                        .first = first,
                        .count = count,
                        .masks = copies,
                        .depth = p->depth + 1,
                        .outer = p,
                        .width = width};
    result inner;
    status = import(m, &child, &inner);
    if (status) return status;
    return wrap(m, &(clb_type){.kind = CLB_KIND_FIXED, .element = inner.type, .count = width}, r, inner.data,
                inner.moved);
}

/* Missing lists may be non-empty in memory, so each row gets an address and a count of its own. */
static clb_status list_as_var(const importer *m, const clb_type *list, const char *offsets, const mask *masks,
                              size_t count, result *r)
{
    clb_var *rows = keep(m, count, sizeof *rows);
    if (!rows) return clbi_no_memory(m->error, "clb_arrow_import");
    for (size_t i = 0; i < count; i++) {
        const size_t from = (size_t)offset_at(offsets, list->size, i);
        const size_t to = (size_t)offset_at(offsets, list->size, i + 1);
        const bool none = is_missing(masks, i) || from == to;
        rows[i] = (clb_var){none ? NULL : list->values + from * list->element->size, none ? 0 : to - from};
    }
    return wrap(m, &(clb_type){.kind = CLB_KIND_VAR, .element = list->element}, r, (char *)rows, true);
}

/* "" for the outermost lists; " at [3][1] (row 3, level 1)" for others. */
static place within(const part *p, size_t i)
{
    static const char begin[] = "Element ", end[] = " of an Arrow column";
    place made = {""};
    if (level_of(p) == 0 || p->count == 0) return made;
    const place whole = place_of(p, i);
    const size_t length = strlen(whole.text) - (sizeof begin - 1) - (sizeof end - 1);
    (void)snprintf(made.text, sizeof made.text, " at %.*s", (int)length, whole.text + sizeof begin - 1);
    return made;
}

static clb_status check_offsets(const importer *m, const part *p, const char *offsets, size_t size, size_t length)
{
    int64_t last = 0;
    for (size_t i = 0; i <= p->count; i++) {
        const int64_t offset = offset_at(offsets, size, i);
        if (offset < last || (uint64_t)offset > length)
            return REFUSE(m, CLB_ERROR_SIZE, "Offset %zu of an Arrow list%s is %lld; it must be between %lld and %zu.",
                          i, within(p, i < p->count ? i : i - 1).text, (long long)offset, (long long)last, length);
        last = offset;
    }
    return CLB_OK;
}

/* Offsets that count from the first one, for values that are a copy. */
static clb_status count_from_first(const importer *m, char **offsets, size_t size, size_t count)
{
    const int64_t first = offset_at(*offsets, size, 0);
    char *copy = keep(m, count + 1, size);
    if (!copy) return clbi_no_memory(m->error, "clb_arrow_import");
    for (size_t i = 0; i <= count; i++) {
        const int64_t wide = offset_at(*offsets, size, i) - first;
        const int32_t narrow = (int32_t)wide;
        memcpy(copy + i * size, size == sizeof narrow ? (const void *)&narrow : (const void *)&wide, size);
    }
    *offsets = copy;
    return CLB_OK;
}

/* Lists, and strings as lists of bytes. If no row has an element, there may be no memory for offsets. */
static clb_status import_list(importer *m, const part *p, size_t size, bool text, result *r)
{
    static const int64_t nothing[2] = {0, 0};
    mask own;
    char *offsets;
    result values = {NULL, &clb_type_uint8, false};
    clb_status status = check(m, p, text ? 3 : 2, text ? 0 : 1);
    if (status == CLB_OK) status = find_buffer(m, p, 1, size, 1, &offsets);
    if (status) return status;
    if ((uintptr_t)offsets % size != 0)
        return REFUSE(m, CLB_ERROR_ARGUMENT, "The offsets of an Arrow list are not aligned to their %zu bytes.", size);
    if (p->count == 0) offsets = (char *)(uintptr_t)nothing;
    size_t length = (size_t)PTRDIFF_MAX;
    const array_t *const items = text ? NULL : p->array->children[0];
    if (items) length = items->length < 0 ? 0 : (size_t)items->length;
    status = check_offsets(m, p, offsets, size, length);
    if (status) return status;
    const size_t first = (size_t)offset_at(offsets, size, 0);
    length = (size_t)offset_at(offsets, size, p->count);
    if (text) {
        values.data = (char *)(uintptr_t)p->array->buffers[2];
        if (!values.data && length > 0) return REFUSE(m, CLB_ERROR_ARGUMENT, "The bytes of Arrow's strings are NULL.");
    } else {
        /* Rows before and behind a slice do not belong to it. */
        const part child = {.schema = p->schema->children[0],
                            .array = p->array->children[0],
                            .first = first,
                            .count = length - first,
                            .depth = p->depth + 1,
                            .outer = p,
                            .offsets = offsets,
                            .offset_size = size};
        status = import(m, &child, &values);
        if (status == CLB_OK && first > 0 && values.moved) {
            status = count_from_first(m, &offsets, size, p->count);
            length -= first;
        } else if (status == CLB_OK && values.data) {
            values.data -= first * values.type->size;
        }
        if (status) return status;
    }
    const bool moved = !text && first > 0 && values.moved;
    clb_type list = {
        .kind = CLB_KIND_LIST, .size = size, .element = values.type, .values = values.data, .value_count = length};
    if (!list.values) list.values = (char *)(uintptr_t)nothing; /* elements without bytes, or none */
    const mask *masks = own_mask(p, &own);
    const size_t gone = find_missing(masks, p->count);
    if (gone < p->count && m->missing == CLB_MISSING_REFUSE) return refuse_missing(m, p, gone);
    for (size_t i = gone; i < p->count; i++)
        if (is_missing(masks, i) && offset_at(offsets, size, i) < offset_at(offsets, size, i + 1)) {
            status = clb_type_complete(&list, m->error);
            return status ? status : list_as_var(m, &list, offsets, masks, p->count, r);
        }
    return wrap(m, &list, r, offsets, moved);
}

/* The field of a struct that the path names: the longest name that fits, since names may hold dots. */
static const char *find_field(const part *p, const char *path, int64_t *found)
{
    const char *rest = NULL;
    size_t longest = 0;
    for (int64_t i = 0; i < p->schema->n_children; i++) {
        const schema_t *child = p->schema->children[i];
        const char *const name = child && child->name ? child->name : "";
        const size_t length = strlen(name);
        if (strncmp(path, name, length) != 0 || (path[length] != '\0' && path[length] != '.')) continue;
        if (rest && length <= longest) continue;
        longest = length;
        rest = path[length] == '.' ? path + length + 1 : path + length;
        *found = i;
    }
    return rest;
}

static clb_status import_struct(importer *m, const part *p, result *r)
{
    mask own;
    int64_t found = 0;
    clb_status status = check(m, p, 1, -1);
    if (status) return status;
    if (p->schema->n_children > CLB_TYPE_NODES)
        return REFUSE(m, CLB_ERROR_UNSUPPORTED, "An Arrow struct has %lld fields.", (long long)p->schema->n_children);
    const char *const rest = m->path ? find_field(p, m->path, &found) : NULL;
    if (!rest) {
        char names[300] = "";
        size_t length = 0;
        for (int64_t i = 0; i < p->schema->n_children && length + 40 < sizeof names; i++) {
            const schema_t *child = p->schema->children[i];
            clbi_text_set(names + length, i > 0 ? 3 : 1, ", ");
            length = strlen(names);
            clbi_text_set(names + length, 36, child && child->name ? child->name : "");
            length = strlen(names);
        }
        return REFUSE(m, CLB_ERROR_ARGUMENT, "The path \"%.100s\" names none of the fields of an Arrow struct: %s.",
                      m->path ? m->path : "", names);
    }
    m->path = rest;
    part child = {.schema = p->schema->children[found],
                  .array = p->array->children[found],
                  .count = p->count,
                  .masks = own_mask(p, &own),
                  .depth = p->depth + 1,
                  .outer = p};
    if (!clbi_add((size_t)p->array->offset, p->first, &child.first))
        return REFUSE(m, CLB_ERROR_SIZE, "An Arrow offset overflows.");
    return import(m, &child, r);
}

static clb_type_kind kind_of(const char *format)
{
    static const char letters[] = "bcCsSiIlLefg";
    static const uint8_t kinds[] = {CLB_KIND_BOOL,   CLB_KIND_INT8,    CLB_KIND_UINT8,   CLB_KIND_INT16,
                                    CLB_KIND_UINT16, CLB_KIND_INT32,   CLB_KIND_UINT32,  CLB_KIND_INT64,
                                    CLB_KIND_UINT64, CLB_KIND_FLOAT16, CLB_KIND_FLOAT32, CLB_KIND_FLOAT64};
    if (*format && format[1] == '\0') {
        const char *const found = strchr(letters, *format);
        return found ? (clb_type_kind)kinds[found - letters] : CLB_KIND_NONE;
    }
    if (strcmp(format, "tdD") == 0 || strcmp(format, "tts") == 0 || strcmp(format, "ttm") == 0) return CLB_KIND_INT32;
    if (strcmp(format, "tdm") == 0 || strcmp(format, "ttu") == 0 || strcmp(format, "ttn") == 0 ||
        strncmp(format, "ts", 2) == 0 || strncmp(format, "tD", 2) == 0)
        return CLB_KIND_INT64;
    return CLB_KIND_NONE;
}

static clb_status import(importer *m, const part *p, result *r)
{
    size_t width = 0;
    const clb_status status = check(m, p, -1, -1);
    if (status) return status;
    const char *const format = p->schema->format;
    const clb_type_kind kind = kind_of(format);
    if (kind != CLB_KIND_NONE) return import_primitive(m, p, kind, r);
    if (strcmp(format, "+s") == 0) return import_struct(m, p, r);
    if (strcmp(format, "+l") == 0 || strcmp(format, "+m") == 0) return import_list(m, p, 4, false, r);
    if (strcmp(format, "+L") == 0) return import_list(m, p, 8, false, r);
    if (strcmp(format, "u") == 0 || strcmp(format, "z") == 0) return import_list(m, p, 4, true, r);
    if (strcmp(format, "U") == 0 || strcmp(format, "Z") == 0) return import_list(m, p, 8, true, r);
    if (strncmp(format, "+w:", 3) == 0 || strncmp(format, "w:", 2) == 0) {
        const clb_status read = read_width(m, format, strchr(format, ':') + 1, &width);
        if (read) return read;
        return *format == '+' ? import_fixed(m, p, width, r) : import_bytes(m, p, width, r);
    }
    return REFUSE(m, CLB_ERROR_UNSUPPORTED, "Arrow columns of format %.40s have no type here.", format);
}

clb_status clb_arrow_column(const struct ArrowSchema *schema, const struct ArrowArray *array, const char *path,
                            clb_missing missing, clb_array *column, clb_owner **owner, clb_error *error)
{
    importer m = {.missing = missing, .path = path && *path ? path : NULL, .error = error};
    const part whole = {
        .schema = schema, .array = array, .count = array && array->length > 0 ? (size_t)array->length : 0};
    result r = {.data = NULL};
    clb_array made = {.type = NULL};
    if (!column || !owner) return REFUSE(&m, CLB_ERROR_ARGUMENT, "The column or the owner to make is NULL.");
    clb_status status = clb_owner_make(NULL, NULL, &m.owner, error);
    if (status == CLB_OK) status = import(&m, &whole, &r);
    if (status == CLB_OK && m.path && *m.path)
        status = REFUSE(&m, CLB_ERROR_ARGUMENT, "There is no struct in which %s could be a field.", m.path);
    if (status == CLB_OK) {
        made = (clb_array){.data = r.data, .type = r.type, .dims = 1, .flags = CLB_ARRAY_READ_ONLY};
        made.shape[0] = whole.count;
        made.strides[0] = (ptrdiff_t)r.type->size;
        status = clb_array_check(&made, error);
    }
    if (status) {
        clb_owner_release(&m.owner);
        return status;
    }
    *column = made;
    *owner = m.owner;
    return CLB_OK;
}

static void release_array(void *held)
{
    array_t *array = held;
    if (array->release) array->release(array);
    free(array);
}

clb_status clb_arrow_import(struct ArrowSchema *schema, struct ArrowArray *array, const char *path, clb_missing missing,
                            clb_array *column, clb_owner **owner, clb_error *error)
{
    clb_owner *keeper = NULL;
    clb_array made;
    if (!column || !owner)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, "clb_arrow_import", "The column or the owner to make is NULL.");
    array_t *moved = malloc(sizeof *moved);
    if (!moved) return clbi_no_memory(error, "clb_arrow_import");
    const clb_status status = clb_arrow_column(schema, array, path, missing, &made, &keeper, error);
    if (status) {
        free(moved);
        return status;
    }
    *moved = *array;
    array->release = NULL;
    schema->release(schema);
    clbi_owner_set(keeper, release_array, moved);
    *column = made;
    *owner = keeper;
    return CLB_OK;
}
