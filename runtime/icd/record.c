/* Writes records. The file launches-KEY-XXXXXX has a line for each launch that differs from all before it:
 *     COUNT KERNEL DIMENSIONS OFFSET... GLOBAL... LOCAL... or - SIZE...
 * The SIZE of an integer argument is followed by =VALUE, an unsigned number of SIZE bytes.
 * COUNT has 20 digits and is overwritten in place, so that nothing is lost if the application is killed. Knows this
 * form; must not know how it is merged.
 *
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "icd/record.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An application whose launches all differ must not fill the disk. Beyond MAX_VALUES lines, new ones are written
 * without values: a number that counts launches would make each line different. */
enum { COUNT_DIGITS = 20, MAX_LINES = 100000, MAX_VALUES = 1000 };

typedef struct line {
    char *words; /* the line without its count */
    uint64_t count;
    off_t place; /* of the line in the file, bytes */
} line;

struct clbi_icd_record {
    pthread_mutex_t lock;
    int file;
    off_t end;
    line *lines;            /* a hash table with open addressing; words NULL: free */
    size_t count, capacity; /* a power of two */
};

static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return hash;
}

/* The entry with these words, or the free entry for them. */
static line *find_line(line *lines, size_t capacity, const char *words)
{
    size_t at = (size_t)hash_of(words) & (capacity - 1);
    while (lines[at].words && strcmp(lines[at].words, words) != 0) at = (at + 1) & (capacity - 1);
    return &lines[at];
}

static bool grow(clbi_icd_record *r)
{
    if (r->count * 2 < r->capacity) return true;
    const size_t capacity = r->capacity ? r->capacity * 2 : 64;
    line *lines = calloc(capacity, sizeof *lines);
    if (!lines) return false;
    for (size_t i = 0; i < r->capacity; i++)
        if (r->lines[i].words) *find_line(lines, capacity, r->lines[i].words) = r->lines[i];
    free(r->lines);
    r->lines = lines;
    r->capacity = capacity;
    return true;
}

/* Each record has files of its own: an application may build a program again, and in several processes. */
static int open_file(const char *folder, const char *name, const uint64_t key[2])
{
    clbi_icd_words path = {0};
    clbi_icd_words_addf(&path, "%s/%s-%016" PRIx64 "%016" PRIx64 "-XXXXXX", folder, name, key[0], key[1]);
    const int file = path.failed ? -1 : mkstemp(path.text);
    free(path.text);
    if (file >= 0) (void)fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
}

clbi_icd_record *clbi_icd_record_open(const char *folder, const clbi_icd_words *kernels, const uint64_t key[2])
{
    clbi_icd_record *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->file = -1;
    if (pthread_mutex_init(&r->lock, NULL) != 0) {
        free(r);
        return NULL;
    }
    const int file = kernels->failed ? -1 : open_file(folder, "kernels", key);
    bool written = file >= 0 && write(file, kernels->text, kernels->length) == (ssize_t)kernels->length;
    if (file >= 0 && close(file) != 0) written = false;
    if (written) r->file = open_file(folder, "launches", key);
    if (r->file >= 0) return r;
    clbi_icd_record_close(r);
    return NULL;
}

void clbi_icd_record_close(clbi_icd_record *r)
{
    if (!r) return;
    for (size_t i = 0; i < r->capacity; i++) free(r->lines[i].words);
    free(r->lines);
    if (r->file >= 0) close(r->file);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

/* Adds the sizes; zeros where `sizes` is NULL. */
static void add_sizes(clbi_icd_words *words, uint32_t dimensions, const size_t *sizes)
{
    for (uint32_t d = 0; d < dimensions; d++) clbi_icd_words_addf(words, " %zu", sizes ? sizes[d] : (size_t)0);
}

/* Raises the count of a known line, or appends a new one. Takes over `words`. */
static void count_line(clbi_icd_record *r, char *words)
{
    char digits[COUNT_DIGITS + 1];
    line *l = find_line(r->lines, r->capacity, words);
    if (l->words) {
        (void)snprintf(digits, sizeof digits, "%0*" PRIu64, COUNT_DIGITS, ++l->count);
        if (pwrite(r->file, digits, COUNT_DIGITS, l->place) != COUNT_DIGITS) --l->count;
        free(words);
        return;
    }
    clbi_icd_words text = {0};
    clbi_icd_words_addf(&text, "%0*d %s\n", COUNT_DIGITS, 1, words);
    if (!text.failed && r->count < MAX_LINES &&
        pwrite(r->file, text.text, text.length, r->end) == (ssize_t)text.length) {
        *l = (line){words, 1, r->end};
        r->end += (off_t)text.length;
        r->count++;
        words = NULL;
    }
    free(text.text);
    free(words);
}

/* The bits of a value as an unsigned number. */
static uint64_t bits_of(const void *value, size_t size)
{
    uint8_t byte;
    uint16_t half;
    uint32_t word;
    uint64_t bits = 0;
    switch (size) {
    case sizeof byte: memcpy(&byte, value, sizeof byte); return byte;
    case sizeof half: memcpy(&half, value, sizeof half); return half;
    case sizeof word: memcpy(&word, value, sizeof word); return word;
    default: memcpy(&bits, value, sizeof bits); return bits;
    }
}

static bool is_integer(const clbi_icd_recorded *argument)
{
    const size_t size = argument->size;
    return argument->is_integer && argument->value && (size == 1 || size == 2 || size == 4 || size == 8);
}

/* Writes a line, with the values of integer arguments or only with sizes. */
static void write_line(clbi_icd_words *words, const clbi_icd_launch *launch, bool with_values)
{
    const clbi_icd_range *range = &launch->range;
    words->length = 0;
    clbi_icd_words_addf(words, "%s %u", launch->kernel, (unsigned)range->dimensions);
    add_sizes(words, range->dimensions, range->offset);
    add_sizes(words, range->dimensions, range->global);
    if (range->local) add_sizes(words, range->dimensions, range->local);
    else clbi_icd_words_addf(words, " -");
    for (size_t i = 0; i < launch->argument_count; i++) {
        const clbi_icd_recorded *argument = &launch->arguments[i];
        clbi_icd_words_addf(words, " %zu", argument->size);
        if (with_values && is_integer(argument))
            clbi_icd_words_addf(words, "=%" PRIu64, bits_of(argument->value, argument->size));
    }
}

void clbi_icd_record_add(clbi_icd_record *r, const clbi_icd_launch *launch)
{
    clbi_icd_words words = {0};
    write_line(&words, launch, true);
    pthread_mutex_lock(&r->lock);
    if (!words.failed && grow(r)) {
        if (r->count >= MAX_VALUES && !find_line(r->lines, r->capacity, words.text)->words)
            write_line(&words, launch, false);
        if (!words.failed) {
            count_line(r, words.text);
            words.text = NULL;
        }
    }
    pthread_mutex_unlock(&r->lock);
    free(words.text);
}
