/* Fuzzes the imports of structures: Arrow's, DLPack's and NumPy's, filled in from the input. Their buffers are as large
 * as small lengths ask for, since no ABI says how large they are; everything else is arbitrary. Each imported array
 * is read completely and exported again; everything is released exactly once.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/exchange.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t *at, *end;
static int released;
static volatile unsigned char sink;

static unsigned take(void)
{
    return at < end ? *at++ : 0;
}

/* Mostly small; now and then any number. */
static int64_t number(void)
{
    const unsigned kind = take();
    int64_t value = 0;
    if (kind < 200) return kind % 40;
    if (kind < 230) return (int64_t)(kind % 8) - 4;
    for (int i = 0; i < 8; i++) value = (int64_t)((uint64_t)value << 8 | take());
    return kind < 240 ? INT64_MAX - (value & 15) : kind < 245 ? INT64_MIN + (value & 15) : value;
}

/* For what is read without a length to check it by: not more than the buffers hold. */
static int64_t length(void)
{
    const int64_t value = number();
    return value > 2000 ? value % 2000 : value;
}

/* ---- Arrow ------------------------------------------------------------------------------------------------------- */

enum { NODES = 40, BUFFER = 4100 * 16, MAX_ELEMENTS = 1 << 20 };

static struct ArrowSchema schemas[NODES], *schema_children[NODES][3];
static struct ArrowArray arrays[NODES], *array_children[NODES][3];
static const void *buffers[NODES][3];
static int64_t memory[BUFFER / 8];
static char format[NODES][16];

static void release_schema(struct ArrowSchema *s)
{
    if (s == &schemas[0]) released++;
    s->release = NULL;
}

static void release_array(struct ArrowArray *a)
{
    released++;
    a->release = NULL;
}

static void fill_arrow(void)
{
    static const char *const formats[] = {"g", "i", "b", "+l", "+L", "+s",      "+w:3", "w:5",  "u",
                                          "Z", "l", "C", "e",  "+m", "tsn:UTC", "c",    "+w:0", "+w:40"};
    static const char *const names[] = {"a", "b", "a.b", "", "c"};
    /* One memory for all buffers: offsets that ascend slowly, mostly, whose bytes are bits and numbers too. */
    int32_t *words = (int32_t *)(void *)memory;
    const unsigned seed = take(), mix = take();
    memset(memory, 0, sizeof memory);
    for (unsigned i = 0, last = 0; i < 2100; i++) words[i] = (int32_t)(last += (i * 2654435761u >> 13) % 256 < seed);
    if (mix & 1)
        for (int i = 2100; i-- > 0;) memory[i] = words[i];
    if (mix > 220) words[mix % 8] = (int32_t)number();
    for (size_t i = 0; i < NODES; i++) {
        const unsigned f = take();
        if (f < 200) strcpy(format[i], formats[f % (sizeof formats / sizeof *formats)]);
        else
            for (size_t k = 0; k < 7; k++) format[i][k] = k < f % 8 ? (char)take() : '\0';
        const unsigned flags = take();
        int64_t children = format[i][0] == '+' ? format[i][1] == 's' ? 2 : 1 : 0;
        if (flags == 7) children = number();
        const bool text = strchr("uUzZ", format[i][0]) != NULL;
        for (int k = 0; k < 3; k++) {
            /* Behind this one, mostly. */
            const unsigned c = take();
            const size_t next = c < 5 ? i : (i + 1 + c % 3 < NODES ? i + 1 + c % 3 : NODES - 1);
            schema_children[i][k] = c == 5 ? NULL : &schemas[next];
            array_children[i][k] = c == 6 ? NULL : &arrays[next];
            buffers[i][k] = c == 7 || (k == 0 && c % 3 == 0) ? NULL : (const char *)memory + (c == 8);
        }
        schemas[i] = (struct ArrowSchema){.format = flags == 1 ? NULL : format[i],
                                          .name = flags == 2 ? NULL : names[take() % 5],
                                          .n_children = flags == 3 ? number() : children,
                                          .children = flags == 4 ? NULL : schema_children[i],
                                          .release = flags == 5 ? NULL : release_schema};
        arrays[i] = (struct ArrowArray){.length = length(),
                                        .offset = flags & 16 ? length() : 0,
                                        .null_count = flags & 32 ? number() : 0,
                                        .n_buffers = flags == 6                                          ? number()
                                                     : text                                              ? 3
                                                     : format[i][0] == '+' && strchr("sw", format[i][1]) ? 1
                                                                                                         : 2,
                                        .buffers = flags == 8 ? NULL : buffers[i],
                                        .n_children = children,
                                        .children = flags == 9 ? NULL : array_children[i],
                                        .release = flags == 10 ? NULL : release_array};
        if (flags < 240 && i > 0 && arrays[i].length >= 0) arrays[i].length = 2000; /* so that parents mostly fit */
        if (children > 3) schemas[i].children = NULL; /* a count that lies cannot be found out */
    }
}

/* A row of a list or of a var dimension; also checks that its offsets are in order. */
static clb_var row_at(const clb_type *type, const char *from)
{
    clb_var v = {NULL, 0};
    int64_t bounds[2];
    int32_t narrow[2];
    if (type->kind == CLB_KIND_VAR) {
        memcpy(&v, from, sizeof v);
        return v;
    }
    memcpy(narrow, from, sizeof narrow);
    bounds[0] = narrow[0], bounds[1] = narrow[1];
    if (type->size == 8) memcpy(bounds, from, sizeof bounds);
    if (bounds[0] < 0 || bounds[1] < bounds[0] || (uint64_t)bounds[1] > type->value_count) abort();
    return (clb_var){type->values + (size_t)bounds[0] * type->element->size, (size_t)(bounds[1] - bounds[0])};
}

static bool is_row(const clb_type *type)
{
    return type->kind == CLB_KIND_LIST || type->kind == CLB_KIND_VAR;
}

/* Strings: their bytes have no length to check by. */
static bool has_memory(const clb_type *type, clb_var row)
{
    const uintptr_t first = (uintptr_t)row.data - (uintptr_t)memory;
    return row.count == 0 || type->element->kind != CLB_KIND_UINT8 || (first < BUFFER && row.count <= BUFFER - first);
}

/* Reads elements; false where there are strings without memory. */
static bool touch(const clb_type *type, const char *from, size_t count)
{
    bool whole = true;
    for (size_t i = 0; i < count && type->size > 0; i++, from += type->size) {
        if (type->kind == CLB_KIND_FIXED) whole = touch(type->element, from, type->count) && whole;
        else if (is_row(type)) {
            const clb_var v = row_at(type, from);
            if (!has_memory(type, v)) whole = false;
            else whole = touch(type->element, v.data, v.count) && whole;
        } else
            for (size_t k = 0; k < type->size && k < 16; k++) sink = (unsigned char)(sink ^ (unsigned char)from[k]);
    }
    return whole;
}

/* Elements that were exported and imported again: the same rows, the same bytes but for NaN. */
static void compare(const clb_type *a, const char *x, const clb_type *b, const char *y, size_t count)
{
    for (size_t i = 0; i < count && a->size > 0; i++, x += a->size, y += b->size) {
        if (is_row(a) != is_row(b) || (!is_row(a) && a->kind != b->kind)) abort();
        if (is_row(a)) {
            const clb_var v = row_at(a, x), w = row_at(b, y);
            if (v.count != w.count) abort();
            compare(a->element, v.data, b->element, w.data, v.count);
        } else if (a->kind == CLB_KIND_FIXED) {
            if (a->count != b->count) abort();
            compare(a->element, x, b->element, y, a->count);
        } else if (a->size != b->size) abort();
        else if (memcmp(x, y, a->size) != 0) {
            double full[2];
            float single[2];
            uint16_t half[2];
            if (a->kind == CLB_KIND_FLOAT64) {
                memcpy(&full[0], x, 8), memcpy(&full[1], y, 8);
                if (full[0] == full[0] || full[1] == full[1]) abort();
            } else if (a->kind == CLB_KIND_FLOAT32) {
                memcpy(&single[0], x, 4), memcpy(&single[1], y, 4);
                if (single[0] == single[0] || single[1] == single[1]) abort();
            } else if (a->kind == CLB_KIND_FLOAT16) {
                memcpy(&half[0], x, 2), memcpy(&half[1], y, 2);
                if ((half[0] & 0x7fff) <= 0x7c00 || (half[1] & 0x7fff) <= 0x7c00) abort();
            } else abort();
        }
    }
}

/* Elements that take no memory may be as many as they like, and offsets are made for their rows. */
static bool is_small(const clb_type *type, size_t count)
{
    if (count > MAX_ELEMENTS) return false;
    if (type->kind == CLB_KIND_FIXED)
        return count == 0 || type->count == 0 ||
               (type->count <= MAX_ELEMENTS && is_small(type->element, count * type->count));
    if (type->kind == CLB_KIND_LIST) return is_small(type->element, type->value_count);
    for (uint32_t i = 0; type->kind == CLB_KIND_RECORD && i < type->field_count; i++)
        if (!is_small(type->fields[i].type, count)) return false;
    return true;
}

static void fuzz_arrow(void)
{
    static const char *const paths[] = {NULL, "a", "b", "a.b", "a.b.c", "c.a"};
    clb_array column;
    clb_owner *owner = NULL;
    clb_error error = {0};
    const char *const path = paths[take() % 6];
    const clb_missing missing = (clb_missing)(take() % 3);
    fill_arrow();
    released = 0;
    if (clb_arrow_import(&schemas[0], &arrays[0], path, missing, &column, &owner, &error)) {
        if (released || owner || !*error.message) abort();
        return;
    }
    if (clb_array_check(&column, &error)) abort();
    /* Strings that lead outside cannot be read again, and what is too large need not be. */
    if (!is_small(column.type, column.shape[0]) || !touch(column.type, column.data, column.shape[0])) {
        clb_owner_release(&owner);
        if (released != 2) abort();
        return;
    }
    struct ArrowSchema out_schema;
    struct ArrowArray out;
    clb_array second;
    clb_owner *other = NULL;
    if (clb_arrow_export(&column, "again", owner, &out_schema, &out, &error)) abort();
    if (clb_arrow_import(&out_schema, &out, NULL, missing, &second, &other, &error)) abort();
    if (second.shape[0] != column.shape[0]) abort();
    compare(column.type, column.data, second.type, second.data, second.shape[0]);
    clb_owner_release(&owner);
    if (released != 1) abort(); /* the schema: the memory is in use */
    clb_owner_release(&other);
    if (released != 2) abort();
}

/* ---- DLPack and NumPy -------------------------------------------------------------------------------------------- */

static void delete_tensor(clb_dl_versioned *self)
{
    (void)self;
    released++;
}

static void fuzz_dlpack(void)
{
    static const uint8_t bits[] = {8, 16, 32, 64, 128};
    static int64_t shape[40], strides[40];
    clb_dl_versioned t = {.deleter = delete_tensor, .flags = take()}, *out = NULL;
    clb_array array;
    clb_owner *owner = NULL;
    clb_error error = {0};
    t.version.major = take() < 250;
    t.tensor.data = take() < 20 ? NULL : memory;
    t.tensor.device.type = take() < 240 ? 1 : (int32_t)number();
    t.tensor.ndim = take() < 240 ? (int32_t)(take() % 18) : (int32_t)number();
    t.tensor.dtype.code = (uint8_t)(take() % 8);
    t.tensor.dtype.bits = take() < 240 ? bits[take() % 5] : (uint8_t)take();
    t.tensor.dtype.lanes = take() < 128 ? 1 : (uint16_t)number();
    for (int i = 0; i < 40; i++) shape[i] = number(), strides[i] = number();
    t.tensor.shape = take() < 5 ? NULL : shape;
    t.tensor.strides = take() < 60 ? NULL : strides;
    t.tensor.byte_offset = take() < 128 ? 0 : (uint64_t)number();
    released = 0;
    if (clb_dlpack_import_versioned(&t, &array, &owner, &error)) {
        if (released || owner || !*error.message) abort();
        return;
    }
    if (clb_array_check(&array, &error)) abort();
    if (clb_dlpack_export_versioned(&array, owner, &out, &error) == CLB_OK) {
        clb_array again;
        clb_owner *other = NULL;
        if (clb_dlpack_import_versioned(out, &again, &other, &error)) abort();
        if (again.dims != array.dims || memcmp(again.shape, array.shape, array.dims * sizeof *array.shape) != 0)
            abort();
        clb_owner_release(&owner);
        if (released) abort();
        clb_owner_release(&other);
    }
    clb_owner_release(&owner);
    if (released != 1) abort();
}

static void release_held(void *held)
{
    (void)held;
    released++;
}

static void fuzz_numpy(void)
{
    static intptr_t shape[40], strides[40];
    clb_numpy_interface i = {.two = take() < 250 ? 2 : (int)number(),
                             .nd = take() < 240 ? (int)(take() % 18) : (int)number()};
    clb_numpy_export_data out;
    clb_array array;
    clb_owner *owner = NULL;
    clb_error error = {0};
    char dtype[64];
    i.typekind = take() < 200 ? "biufcSUVMm"[take() % 10] : (char)take();
    i.itemsize = take() < 200 ? 1 << take() % 5 : (int)number();
    i.flags = (int)number();
    for (int k = 0; k < 40; k++) shape[k] = (intptr_t)number(), strides[k] = (intptr_t)number();
    i.shape = take() < 5 ? NULL : shape;
    i.strides = take() < 5 ? NULL : strides;
    i.data = take() < 5 ? NULL : memory;
    const bool given = take() < 60;
    for (size_t k = 0; k < sizeof dtype; k++) dtype[k] = k + 1 < sizeof dtype ? (char)take() : '\0';
    released = 0;
    if (clb_numpy_import(&i, given ? dtype : NULL, release_held, NULL, &array, &owner, &error)) {
        if (released || owner || !*error.message) abort();
        return;
    }
    if (clb_array_check(&array, &error)) abort();
    if (clb_numpy_export(&array, &out, &error) == CLB_OK && out.interface_.itemsize != i.itemsize && !given) abort();
    clb_owner_release(&owner);
    if (released != 1) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    at = data, end = data + size;
    switch (take() % 4) {
    case 0: fuzz_dlpack(); break;
    case 1: fuzz_numpy(); break;
    default: fuzz_arrow();
    }
    return 0;
}
