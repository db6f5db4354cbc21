/* Fuzzes the readers of types: datashape's text and NumPy's. Each type that is read must print as text that gives an
 * equal type, with the same text.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/exchange.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *print(const clb_type *type)
{
    const size_t length = clb_type_print(type, NULL, 0);
    char *text = malloc(length + 1);
    if (!text) abort();
    if (clb_type_print(type, text, length + 1) != length || strlen(text) != length) abort();
    return text;
}

static void examine(const clb_type *type)
{
    clb_error error = {0};
    const clb_type *again = NULL;
    if (clb_type_check(type, &error)) abort();
    char *text = print(type);
    if (clb_type_read(text, strlen(text), &again, &error) || !clb_type_equal(type, again)) abort();
    char *second = print(again);
    if (strcmp(text, second) != 0) abort();

    /* What NumPy can say too says the same there. */
    size_t length;
    if (clb_numpy_print_dtype(type, NULL, 0, &length, NULL) == CLB_OK) {
        char *dtype = malloc(length + 1);
        const clb_type *theirs = NULL;
        if (!dtype || clb_numpy_print_dtype(type, dtype, length + 1, &length, &error)) abort();
        /* Gaps at the end of nothing but gaps, and dimensions without elements, are theirs to refuse. */
        if (clb_numpy_read_dtype(dtype, length, &theirs, &error) == CLB_OK && theirs->size != type->size) abort();
        clb_type_free(&theirs);
        free(dtype);
    }
    free(second);
    free(text);
    clb_type_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const clb_type *type = NULL;
    char *copy = malloc(size > 0 ? size : 1); /* exactly: a read behind the end is seen */
    if (!copy) return 0;
    memcpy(copy, data, size);
    clb_error error = {0};
    if (clb_type_read(copy, size, &type, &error) == CLB_OK) examine(type);
    else if (!*error.message || type) abort();
    clb_type_free(&type);
    if (clb_numpy_read_dtype(copy, size, &type, &error) == CLB_OK) examine(type);
    else if (type) abort();
    clb_type_free(&type);
    free(copy);
    return 0;
}
