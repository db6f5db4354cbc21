/* The format of exported program binaries. All numbers are little-endian. Knows programs; must not know any back end.
 *
 *     8 bytes  "CLBBIN\r\n"
 *     4        version of this form: 1
 *     4        number of entries
 *     8        size of the whole
 *     8        FNV-1a of all bytes after this field
 *   entries, one after the other:
 *     8 + 8    hash of the program
 *     4        number of strings: 4
 *     4 * 4    their lengths: options, platform, device, driver version
 *     8        length of the binary
 *              the strings, the binary
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_BINARIES_H
#define CLBI_BINARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLBI_KEY_OPTIONS, CLBI_KEY_PLATFORM, CLBI_KEY_DEVICE, CLBI_KEY_DRIVER, CLBI_KEY_COUNT };

typedef struct clbi_binary_part {
    const void *data;
    size_t size;
} clbi_binary_part;

typedef struct clbi_binary_entry {
    uint64_t hash[2];
    clbi_binary_part key[CLBI_KEY_COUNT];
    clbi_binary_part binary;
} clbi_binary_entry;

typedef struct clbi_binary_reader {
    const unsigned char *at, *end;
    uint32_t left; /* entries */
} clbi_binary_reader;

/* The first bytes of binaries; other data in this form have 8 bytes of their own. */
extern const char clbi_binaries_magic[8];

/* Checks magic, version, size, checksum and the form of every entry; NULL, or the fault in words. */
const char *clbi_binaries_open(clbi_binary_reader *reader, const char magic[8], const void *data, size_t size);

/* The next entry, which points into the data; false at the end. */
bool clbi_binaries_next(clbi_binary_reader *reader, clbi_binary_entry *entry);

typedef struct clbi_binary_writer {
    unsigned char *data; /* the caller's (free) */
    size_t size;
    uint32_t entries;
} clbi_binary_writer;

/* Both return false where there is no memory; the data stay as they are. */
bool clbi_binaries_begin(clbi_binary_writer *writer);
bool clbi_binaries_add(clbi_binary_writer *writer, const clbi_binary_entry *entry);
void clbi_binaries_end(clbi_binary_writer *writer, const char magic[8]);

/* Little-endian numbers of `bytes` bytes; put returns the address behind. */
uint64_t clbi_binaries_get(const unsigned char *at, int bytes);
unsigned char *clbi_binaries_put(unsigned char *at, uint64_t value, int bytes);

#endif
