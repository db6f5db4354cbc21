/* Fuzzes the reader of .npy files. All data that are read must be inside the file: every element is read, and a
 * header written for the array gives the same array.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/exchange.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile unsigned char sink;

static void touch(const clb_array *array)
{
    const size_t count = clb_array_count(array);
    for (size_t n = 0; n < count && n < 1000; n++) {
        const size_t which = n < 500 ? n : count - 1 - (n - 500) % count;
        size_t rest = which;
        const char *at = array->data;
        for (uint32_t d = array->dims; d-- > 0; rest /= array->shape[d])
            at += (ptrdiff_t)(rest % array->shape[d]) * array->strides[d];
        for (size_t i = 0; i < array->type->size && i < 100; i++) sink = (unsigned char)(sink ^ (unsigned char)at[i]);
        if (array->type->size > 0) sink = (unsigned char)(sink ^ (unsigned char)at[array->type->size - 1]);
    }
}

static void read_file(const unsigned char *file, size_t size)
{
    clb_array array, again;
    clb_owner *owner = NULL, *second = NULL;
    clb_error error = {0};
    if (clb_npy_read(file, size, &array, &owner, &error)) {
        if (!*error.message || owner) abort();
        return;
    }
    if (clb_array_check(&array, &error)) abort();
    touch(&array);
    size_t length;
    if (clb_npy_write_header(array.type, array.dims, array.shape, clb_array_is_column_major(&array), NULL, 0, &length,
                             NULL) == CLB_OK) {
        const size_t bytes = size - (size_t)(array.data - (const char *)file);
        unsigned char *copy = malloc(length + bytes);
        if (!copy) abort();
        if (clb_npy_write_header(array.type, array.dims, array.shape, clb_array_is_column_major(&array), copy, length,
                                 &length, &error))
            abort();
        memcpy(copy + length, array.data, bytes);
        if (clb_npy_read(copy, length + bytes, &again, &second, &error) || again.dims != array.dims ||
            memcmp(again.shape, array.shape, array.dims * sizeof *array.shape) != 0 ||
            again.type->size != array.type->size)
            abort();
        clb_owner_release(&second);
        free(copy);
    }
    clb_owner_release(&owner);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *copy = malloc(size + 12);
    if (!copy) return 0;
    memcpy(copy, data, size);
    read_file(copy, size);
    /* The same as the text of a header that fits, so that the fuzzer gets behind magic and lengths. */
    if (size > 1 && size < 60000) {
        const size_t length = data[0] == 0 ? size - 1 : (size - 1) * 3 / 4;
        memcpy(copy, "\x93NUMPY\1\0", 8);
        copy[8] = (unsigned char)(length & 0xff);
        copy[9] = (unsigned char)(length >> 8);
        memcpy(copy + 10, data + 1, size - 1);
        unsigned char *exact = malloc(size + 9);
        if (!exact) abort();
        memcpy(exact, copy, size + 9);
        read_file(exact, size + 9);
        free(exact);
    }
    free(copy);
    return 0;
}
