/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "base/source.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Larger files are no kernels; the limit keeps every offset within 32 bits. */
enum { MAX_SOURCE_MIB = 64 };

static char *read_all(arena *a, const char *path, size_t *length, struct stat *about, const char **why)
{
    char *text = NULL;
    struct stat info;
    FILE *file = NULL;
    if (stat(path, &info) != 0) {
        *why = errno == ENOENT ? arena_printf(a, "File not found: %s", path)
                               : arena_printf(a, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    if (!S_ISREG(info.st_mode)) {
        *why = arena_printf(a, "%s is not a regular file", path);
        return NULL;
    }
    *about = info;
    const size_t limit = (size_t)MAX_SOURCE_MIB << 20;
    if (info.st_size < 0 || (uintmax_t)info.st_size > limit) {
        *why = arena_printf(a, "%s is larger than %d MiB", path, (int)MAX_SOURCE_MIB);
        return NULL;
    }
    file = fopen(path, "rb");
    if (!file) {
        *why = arena_printf(a, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    const size_t size = (size_t)info.st_size;
    text = arena_array(a, size + 1, 1);
    *length = fread(text, 1, size, file);
    if (ferror(file)) {
        *why = arena_printf(a, "cannot read %s", path);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* In place: drops a byte order mark, turns CR LF and a lone CR into LF. Returns the new length. */
static size_t normalise(char *text, size_t length)
{
    size_t from = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0, to = 0;
    while (from < length) {
        char c = text[from++];
        if (c == '\r') {
            if (from < length && text[from] == '\n') ++from;
            c = '\n';
        }
        text[to++] = c;
    }
    return to;
}

static source *add(source_set *set, const char *path, const char *name, const char *raw, size_t length)
{
    arena *a = set->arena;
    char *text = arena_array(a, length + 2, 1);
    if (length) memcpy(text, raw, length);
    length = normalise(text, length);
    if (length && text[length - 1] != '\n') text[length++] = '\n';
    text[length] = '\0';

    source *s = ARENA_NEW(a, source);
    s->path = path;
    s->name = name;
    s->text = text;
    s->length = length;
    size_t lines = 1;
    for (size_t i = 0; i < length; ++i) lines += text[i] == '\n';
    s->lines = arena_array(a, lines, sizeof *s->lines);
    s->line_count = 1;
    for (size_t i = 0; i < length; ++i)
        if (text[i] == '\n') s->lines[s->line_count++] = i + 1;

    set->items = arena_reserve(a, set->items, set->count, &set->capacity, sizeof *set->items);
    set->items[set->count++] = s;
    return s;
}

const source *source_read(source_set *set, const char *path, const char *name, const char **why)
{
    const source *known = map_gets(&set->by_path, path);
    if (known) return known;
    size_t length = 0;
    struct stat about = {0};
    const char *raw = read_all(set->arena, path, &length, &about, why);
    if (!raw) return NULL;
    const char *nul = memchr(raw, '\0', length);
    if (nul) {
        *why = arena_printf(set->arena, "%s is not text: NUL byte at offset %zu", path, (size_t)(nul - raw));
        return NULL;
    }
    path = arena_strndup(set->arena, path, strlen(path));
    name = arena_strndup(set->arena, name, strlen(name));
    source *s = add(set, path, name, raw, length);
    s->raw = raw;
    s->raw_length = length;
    s->device = (uintmax_t)about.st_dev;
    s->file = (uintmax_t)about.st_ino;
    *map_ats(&set->by_path, path) = s;
    return s;
}

const source *source_of_file(const source_set *set, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) return NULL;
    for (size_t i = 0; i < set->count; ++i) {
        const source *s = set->items[i];
        if (s->raw && s->device == (uintmax_t)info.st_dev && s->file == (uintmax_t)info.st_ino) return s;
    }
    return NULL;
}

const source *source_from_text(source_set *set, const char *name, const char *text, size_t length)
{
    return add(set, name, name, text, length);
}

position source_position(const source *s, size_t offset)
{
    size_t low = 0, high = s->line_count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (s->lines[middle] <= offset) low = middle;
        else high = middle;
    }
    return (position){low + 1, offset - s->lines[low] + 1};
}

char *path_join(arena *a, const char *dir, const char *name)
{
    const size_t length = strlen(dir);
    if (name[0] == '/' || length == 0 || strcmp(dir, ".") == 0) return arena_strndup(a, name, strlen(name));
    return arena_printf(a, dir[length - 1] == '/' ? "%s%s" : "%s/%s", dir, name);
}

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *path_directory(arena *a, const char *path)
{
    const char *base = path_base(path);
    if (base == path) return arena_strndup(a, ".", 1);
    const size_t length = (size_t)(base - path);
    return arena_strndup(a, path, length > 1 ? length - 1 : length);
}

char *path_stem(arena *a, const char *path)
{
    const char *base = path_base(path), *dot = strrchr(base, '.');
    return arena_strndup(a, base, dot && dot != base ? (size_t)(dot - base) : strlen(base));
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool directory_list(arena *a, const char *dir, const char *suffix, char ***names, size_t *count, const char **why)
{
    DIR *d = opendir(dir);
    if (!d) {
        *why = errno == ENOENT ? arena_printf(a, "File not found: %s", dir)
                               : arena_printf(a, "cannot read the folder %s: %s", dir, strerror(errno));
        return false;
    }
    char **list = NULL;
    size_t n = 0, capacity = 0;
    const size_t suffix_length = strlen(suffix);
    errno = 0;
    for (struct dirent *entry; (entry = readdir(d)) != NULL; errno = 0) {
        const size_t length = strlen(entry->d_name);
        if (length <= suffix_length || strcmp(entry->d_name + length - suffix_length, suffix) != 0) continue;
        if (n == capacity) {
            list = arena_grow(a, list, n, capacity ? capacity * 2 : 64, sizeof *list);
            capacity = capacity ? capacity * 2 : 64;
        }
        list[n++] = arena_strndup(a, entry->d_name, length);
    }
    const int error = errno;
    closedir(d);
    if (error) {
        *why = arena_printf(a, "cannot read the folder %s: %s", dir, strerror(error));
        return false;
    }
    if (n) qsort(list, n, sizeof *list, compare_names);
    *names = list;
    *count = n;
    return true;
}
