/* .npy files in memory. Knows the file's header; opens no file. dtype.c reads the text of dtypes.
 *
 * SPDX-License-Identifier: MIT */
#include "array/array.h"
#include "array/dtype.h"
#include "array/owner.h"

#include "core/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REFUSE(status_, ...) clbi_refuse(error, status_, call, __VA_ARGS__)

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

enum { LENGTH_V1 = 10, LENGTH_V2 = 12, MULTIPLE = 64 };

/* The contents of a header. */
typedef struct header {
    const clb_type *type;
    bool column, has_order, has_shape;
    uint32_t dims;
    size_t shape[CLB_ARRAY_DIMS];
    size_t end; /* offset of the elements */
} header;

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static bool take_word(clbi_literal *l, const char *word)
{
    const size_t length = strlen(word);
    (void)clbi_literal_peek(l);
    if (l->length - l->at < length || memcmp(l->text + l->at, word, length) != 0) return false;
    l->at += length;
    return true;
}

static bool take_key(clbi_literal *l, const char *name)
{
    const size_t length = strlen(name);
    const char quote = clbi_literal_peek(l);
    if ((quote != '\'' && quote != '"') || l->length - l->at < length + 2 ||
        memcmp(l->text + l->at + 1, name, length) != 0 || l->text[l->at + 1 + length] != quote)
        return false;
    l->at += length + 2;
    return true;
}

/* 'descr': ..., 'fortran_order': ..., 'shape': ..., in any order */
static clb_status read_entry(clbi_literal *l, header *h)
{
    const bool descr = !h->type && take_key(l, "descr");
    const bool order = !descr && !h->has_order && take_key(l, "fortran_order");
    const bool shape = !descr && !order && !h->has_shape && take_key(l, "shape");
    if (!descr && !order && !shape)
        return clbi_literal_fail(l, CLB_ERROR_ARGUMENT,
                                 "'descr', 'fortran_order' and 'shape', each once, are expected");
    clb_status status = clbi_literal_expect(l, ':');
    if (status) return status;
    if (descr) return clbi_dtype_read(l, &h->type);
    if (shape) {
        h->has_shape = true;
        return clbi_literal_shape(l, &h->dims, h->shape);
    }
    h->has_order = true;
    h->column = take_word(l, "True");
    if (!h->column && !take_word(l, "False"))
        return clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "True or False is missing here");
    return CLB_OK;
}

static clb_status read_dictionary(clbi_literal *l, header *h)
{
    clb_status status = clbi_literal_expect(l, '{');
    while (status == CLB_OK && !clbi_literal_take(l, '}')) {
        status = read_entry(l, h);
        if (status == CLB_OK && !clbi_literal_take(l, ',') && clbi_literal_peek(l) != '}')
            status = clbi_literal_expect(l, '}');
    }
    if (status == CLB_OK && (!h->type || !h->has_order || !h->has_shape))
        status = clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "%s is missing in the header",
                                   !h->type        ? "'descr'"
                                   : !h->has_order ? "'fortran_order'"
                                                   : "'shape'");
    if (status == CLB_OK && (clbi_literal_peek(l) || l->at < l->length))
        status = clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "the header is complete before this");
    return status;
}

static clb_status read_header(const unsigned char *bytes, size_t size, header *h, clb_error *error)
{
    static const char call[] = "clb_npy_read";
    if (size < LENGTH_V1 || memcmp(bytes, magic, sizeof magic) != 0)
        return REFUSE(CLB_ERROR_ARGUMENT, "%zu bytes do not start like a .npy file.", size);
    const unsigned version = bytes[6];
    if (version < 1 || version > 3)
        return REFUSE(CLB_ERROR_UNSUPPORTED, "A .npy file has version %u.%u; 1 to 3 are known.", version,
                      (unsigned)bytes[7]);
    const size_t start = version == 1 ? LENGTH_V1 : LENGTH_V2;
    size_t length = 0;
    for (size_t i = start; size >= start && i-- > 8;) length = length << 8 | bytes[i];
    if (size < start || length > size - start)
        return REFUSE(CLB_ERROR_SIZE, "A .npy file of %zu bytes has a header of %zu.", size, length);
    clbi_literal l = {
        .text = (const char *)bytes + start, .length = length, .latin1 = version < 3, .call = call, .error = error};
    h->end = start + length;
    return read_dictionary(&l, h);
}

clb_status clb_npy_read(const void *data, size_t size, clb_array *array, clb_owner **owner, clb_error *error)
{
    static const char call[] = "clb_npy_read";
    header h = {.type = NULL};
    clb_array made;
    clb_owner *keeper = NULL;
    if (!data || !array || !owner) return REFUSE(CLB_ERROR_ARGUMENT, "An argument of %s is NULL.", call);
    clb_status status = read_header(data, size, &h, error);
    if (status == CLB_OK) {
        char *first = (char *)(uintptr_t)data + h.end;
        const size_t rest = size - h.end;
        status = h.column ? clb_array_make_column(first, rest, h.type, h.dims, h.shape, &made, error)
                          : clb_array_make(first, rest, h.type, h.dims, h.shape, NULL, &made, error);
    }
    if (status == CLB_OK) status = clb_owner_make(NULL, NULL, &keeper, error);
    if (status) {
        clb_type_free(&h.type);
        return status;
    }
    made.flags |= CLB_ARRAY_READ_ONLY;
    clbi_owner_keep_type(keeper, h.type);
    *array = made;
    *owner = keeper;
    return CLB_OK;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static bool is_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x80) return false;
    return true;
}

clb_status clb_npy_write_header(const clb_type *type, uint32_t dims, const size_t *shape, bool column, void *header,
                                size_t capacity, size_t *size, clb_error *error)
{
    static const char call[] = "clb_npy_write_header";
    char sizes[CLBI_SHAPE_TEXT];
    size_t length = 0;
    if (!size || (dims > 0 && !shape) || dims > CLB_ARRAY_DIMS)
        return REFUSE(CLB_ERROR_ARGUMENT, dims > CLB_ARRAY_DIMS ? "There are more dimensions than possible."
                                                                : "The size or the shape is NULL.");
    clb_status status = clb_numpy_print_dtype(type, NULL, 0, &length, error);
    if (status) return status;
    const size_t most = length + sizeof sizes + (size_t)2 * MULTIPLE + 100;
    char *text = malloc(most);
    if (!text) return clbi_no_memory(error, call);

    /* Writes the text behind the longest prefix; then the prefix that fits it. */
    size_t at = LENGTH_V2 + (size_t)snprintf(text + LENGTH_V2, most - LENGTH_V2, "{'descr': ");
    char *const dtype = text + at;
    status = clb_numpy_print_dtype(type, dtype, length + 1, &length, error);
    if (status == CLB_OK) {
        at += length;
        at += (size_t)snprintf(text + at, most - at, ", 'fortran_order': %s, 'shape': %s, }", column ? "True" : "False",
                               clbi_shape_print(dims, shape, sizes));
        const unsigned version = !is_ascii(dtype, length) ? 3 : at > 65000 ? 2 : 1;
        const size_t prefix = version == 1 ? LENGTH_V1 : LENGTH_V2;
        const size_t words = at - LENGTH_V2, whole = (prefix + words + MULTIPLE) / MULTIPLE * MULTIPLE;
        char *const out = text + LENGTH_V2 - prefix;
        memset(text + at, ' ', whole - prefix - words);
        out[whole - 1] = '\n';
        memcpy(out, magic, sizeof magic);
        out[6] = (char)version;
        out[7] = 0;
        for (size_t i = 8; i < prefix; i++) out[i] = (char)((whole - prefix) >> 8 * (i - 8) & 0xff);
        if (capacity > 0) memcpy(header, out, whole < capacity ? whole : capacity);
        *size = whole;
    }
    free(text);
    return status;
}
