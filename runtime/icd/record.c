/* launches-KEY-PROCESS has a line for each launch that differs from all before it:
 *     COUNT KERNEL DIMENSIONS OFFSET... GLOBAL... LOCAL... or - SIZE...
 * COUNT has 20 digits and is overwritten where it stands, so that nothing is lost if the application is killed.
 *
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "icd/record.h"

#include "core/bundle.h"
#include "icd/request.h"
#include "platform/platform.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT_DIGITS = 20, MAX_LINES = 100000 }; /* an application that never launches alike must not fill the disk */

typedef struct line {
    char *words; /* behind the count */
    uint64_t count;
    off_t place;
} line;

struct clbi_icd_record {
    const clb_bundle *bundle;
    pthread_mutex_t lock;
    int file;
    off_t end;
    line *lines;    /* a hash table with open addressing; words NULL: free */
    size_t count, capacity; /* a power of two */
};

static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return hash;
}

/* Where the words are, or would be. */
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

/* A span of a bundle as a JSON string: names and types need no escapes beyond these two. */
static void add_span(clbi_icd_words *out, const clb_bundle *bundle, clb_span span)
{
    char *text = clbi_text_dup(bundle, span);
    clbi_icd_words_add(out, "\"", 1);
    for (const char *at = text ? text : ""; *at; at++) {
        if (*at == '"' || *at == '\\') clbi_icd_words_add(out, "\\", 1);
        clbi_icd_words_add(out, (unsigned char)*at < 0x20 ? " " : at, 1);
    }
    clbi_icd_words_add(out, "\"", 1);
    out->failed = out->failed || !text;
    free(text);
}

static void add_kernels(clbi_icd_words *out, const clb_bundle *bundle)
{
    clbi_icd_words_add(out, "[", 1);
    for (uint32_t k = 0; k < bundle->kernel_count; k++) {
        const clb_kernel_data *kernel = &bundle->kernels[k];
        clbi_icd_words_addf(out, "%s{\"name\": ", k ? ",\n" : "");
        add_span(out, bundle, kernel->name);
        clbi_icd_words_addf(out, ", \"arguments\": [");
        for (uint32_t i = 0; i < kernel->argument_count; i++) {
            const clb_argument_data *argument = &bundle->arguments[kernel->first_argument + i];
            clbi_icd_words_addf(out, "%s{\"name\": ", i ? ", " : "");
            add_span(out, bundle, argument->name);
            clbi_icd_words_addf(out, ", \"type\": ");
            add_span(out, bundle, argument->type);
            clbi_icd_words_add(out, "}", 1);
        }
        clbi_icd_words_addf(out, "]}");
    }
    clbi_icd_words_addf(out, "]\n");
}

/* The processes of an application write to files of their own. */
static int open_file(const char *folder, const char *name, const uint64_t key[2])
{
    clbi_icd_words path = {0};
    clbi_icd_words_addf(&path, "%s/%s-%016" PRIx64 "%016" PRIx64 "-%ld", folder, name, key[0], key[1], clbi_process_number());
    const int file = path.failed ? -1 : open(path.text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    free(path.text);
    return file;
}

clbi_icd_record *clbi_icd_record_open(const char *folder, const clb_bundle *bundle, const uint64_t key[2])
{
    clbi_icd_words kernels = {0};
    clbi_icd_record *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->bundle = bundle;
    r->file = -1;
    if (pthread_mutex_init(&r->lock, NULL) != 0) {
        free(r);
        return NULL;
    }
    add_kernels(&kernels, bundle);
    const int file = kernels.failed ? -1 : open_file(folder, "kernels", key);
    bool written = file >= 0 && write(file, kernels.text, kernels.length) == (ssize_t)kernels.length;
    if (file >= 0 && close(file) != 0) written = false;
    free(kernels.text);
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

static void add_sizes(clbi_icd_words *words, uint32_t dimensions, const size_t *sizes)
{
    for (uint32_t d = 0; d < dimensions; d++) clbi_icd_words_addf(words, " %zu", sizes ? sizes[d] : (size_t)0);
}

/* A line that is new, at the end of the file; or the count of one that is there. */
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
    if (!text.failed && r->count < MAX_LINES && pwrite(r->file, text.text, text.length, r->end) == (ssize_t)text.length) {
        *l = (line){words, 1, r->end};
        r->end += (off_t)text.length;
        r->count++;
        words = NULL;
    }
    free(text.text);
    free(words);
}

void clbi_icd_record_add(clbi_icd_record *r, uint32_t kernel, uint32_t dimensions, const size_t *offset, const size_t *global,
                         const size_t *local, const clbi_icd_recorded *arguments, size_t argument_count)
{
    clbi_icd_words words = {0};
    char *name = clbi_text_dup(r->bundle, r->bundle->kernels[kernel].name);
    clbi_icd_words_addf(&words, "%s %u", name ? name : "?", (unsigned)dimensions);
    free(name);
    add_sizes(&words, dimensions, offset);
    add_sizes(&words, dimensions, global);
    if (local) add_sizes(&words, dimensions, local);
    else clbi_icd_words_addf(&words, " -");
    for (size_t i = 0; i < argument_count; i++) clbi_icd_words_addf(&words, " %zu", arguments[i].size);
    pthread_mutex_lock(&r->lock);
    if (!words.failed && grow(r)) {
        count_line(r, words.text);
        words.text = NULL;
    }
    pthread_mutex_unlock(&r->lock);
    free(words.text);
}
