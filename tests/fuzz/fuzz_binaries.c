/* Fuzzes the reader of program binaries, which an application may keep where others can write.
 *     clang -g -fsanitize=fuzzer,address,undefined -Iruntime -Iruntime/include tests/fuzz/fuzz_binaries.c runtime/?*.c
 *
 * SPDX-License-Identifier: MIT */
#include "binaries.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile unsigned char sink;

static void touch(clbi_binary_part part)
{
    const unsigned char *bytes = part.data;
    for (size_t i = 0; i < part.size; i++) sink = (unsigned char)(sink ^ bytes[i]);
}

/* Size and checksum are put right, so that the fuzzer gets behind them. */
static void seal(unsigned char *data, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 32; i < size; i++) sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    for (int i = 0; i < 8; i++) {
        data[16 + i] = (unsigned char)((uint64_t)size >> (8 * i) & 0xff);
        data[24 + i] = (unsigned char)(sum >> (8 * i) & 0xff);
    }
}

static void read_all(const void *data, size_t size)
{
    clbi_binary_reader reader;
    clbi_binary_entry entry;
    if (clbi_binaries_open(&reader, data, size) != NULL) return;
    while (clbi_binaries_next(&reader, &entry)) {
        for (int i = 0; i < CLBI_KEY_COUNT; i++) touch(entry.key[i]);
        touch(entry.binary);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_all(data, size);
    if (size < 32) return 0;
    unsigned char *copy = malloc(size);
    if (!copy) return 0;
    memcpy(copy, data, size);
    memcpy(copy, "CLBBIN\r\n\1\0\0\0", 12);
    seal(copy, size);
    read_all(copy, size);
    free(copy);
    return 0;
}
