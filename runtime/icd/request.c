/* Writes request folders: programs.json, the units, their headers, and linked.cl. Knows the syntax of options; must not
 * know the generator.
 *
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "icd/request.h"

#include "icd/key.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes room for `more` bytes and a NUL. False without memory. */
static bool words_reserve(clbi_icd_words *words, size_t more)
{
    if (words->failed) return false;
    if (words->capacity - words->length > more) return true;
    size_t capacity = words->capacity ? words->capacity : 256;
    while (capacity - words->length <= more && capacity <= SIZE_MAX / 2) capacity *= 2;
    char *text = capacity - words->length > more ? realloc(words->text, capacity) : NULL;
    words->failed = !text;
    if (!text) return false;
    words->text = text;
    words->capacity = capacity;
    return true;
}

void clbi_icd_words_add(clbi_icd_words *words, const char *text, size_t length)
{
    if (!words_reserve(words, length)) return;
    if (length) memcpy(words->text + words->length, text, length);
    words->length += length;
    words->text[words->length] = '\0';
}

void clbi_icd_words_addf(clbi_icd_words *words, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && words_reserve(words, (size_t)length)) {
        (void)vsnprintf(words->text + words->length, (size_t)length + 1, format, again);
        words->length += (size_t)length;
    }
    va_end(again);
}

void clbi_icd_words_add_string(clbi_icd_words *out, const char *text)
{
    clbi_icd_words_add(out, "\"", 1);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') clbi_icd_words_addf(out, "\\%c", c);
        else if (c < 0x20) clbi_icd_words_addf(out, "\\u%04x", c);
        else clbi_icd_words_add(out, text, 1);
    }
    clbi_icd_words_add(out, "\"", 1);
}

static int write_all(int to, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(to, text, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        text += n;
        length -= (size_t)n;
    }
    return 0;
}

static int write_file(const char *folder, const char *name, const char *text, size_t length)
{
    clbi_icd_words path = {0};
    int error = 0;
    clbi_icd_words_addf(&path, "%s/%s", folder, name);
    if (path.failed) return ENOMEM;
    const int file = open(path.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) error = errno;
    else {
        error = write_all(file, text, length);
        if (close(file) != 0 && !error) error = errno;
    }
    free(path.text);
    return error;
}

/* Makes the folders between `folder` and a file in it. Returns 0 or a number of errno.h. */
static int make_folders(const char *folder, const char *name)
{
    clbi_icd_words path = {0};
    int error = 0;
    clbi_icd_words_addf(&path, "%s/%s", folder, name);
    if (path.failed) return ENOMEM;
    for (char *at = path.text + strlen(folder) + 1; !error && (at = strchr(at, '/')); *at++ = '/') {
        *at = '\0';
        if (mkdir(path.text, 0700) != 0 && errno != EEXIST) error = errno;
    }
    free(path.text);
    return error;
}

/* Whether a header's name leads to a file below the folder: it is relative, without "..", backslashes and colons. */
static bool is_below(const char *name)
{
    if (!*name || *name == '/' || strchr(name, '\\') || strchr(name, ':')) return false;
    for (const char *at = name; *at; at += strcspn(at, "/"), at += *at == '/') {
        const size_t length = strcspn(at, "/");
        if (length == 0 || (length == 2 && at[0] == '.' && at[1] == '.')) return false;
    }
    return true;
}

static int write_headers(const char *folder, size_t unit, const clbi_icd_source *source, clbi_icd_words *json,
                         const char **why)
{
    int error = 0;
    clbi_icd_words_addf(json, ", \"headers\": [");
    for (size_t i = 0; !error && i < source->header_count; i++) {
        const clbi_icd_text *header = &source->headers[i];
        clbi_icd_words name = {0};
        if (!is_below(header->name)) {
            *why = "The name of a header is absolute or has '..' in it: give headers names that are relative.";
            return -1;
        }
        clbi_icd_words_addf(&name, "headers%zu/%s", unit, header->name);
        error = name.failed ? ENOMEM : make_folders(folder, name.text);
        if (!error) error = write_file(folder, name.text, header->text, header->length);
        clbi_icd_words_addf(json, "%s{\"name\": ", i ? ", " : "");
        clbi_icd_words_add_string(json, header->name);
        clbi_icd_words_addf(json, ", \"file\": ");
        clbi_icd_words_add_string(json, name.failed ? "" : name.text);
        clbi_icd_words_add(json, "}", 1);
        free(name.text);
    }
    clbi_icd_words_add(json, "]", 1);
    return error;
}

/* Adds to `before` a #define for each definition among the options, to `behind` its #undef, and to `others` the other
 * options. Reads quotes and blanks as drivers do. */
static void add_definitions(const char *options, clbi_icd_words *before, clbi_icd_words *behind, clbi_icd_words *others)
{
    for (const char *at = options; *at;) {
        clbi_icd_words word = {0};
        bool wants_value = false;
        at += strspn(at, " \t\r\n");
        for (char quote = '\0'; *at && (quote || wants_value || !strchr(" \t\r\n", *at)); at++) {
            if (wants_value && !quote && strchr(" \t\r\n", *at)) {
                if (word.length > 2) break;
                continue;
            }
            if (*at == quote) quote = '\0';
            else if (!quote && (*at == '"' || *at == '\'')) quote = *at;
            else clbi_icd_words_add(&word, at, 1);
            wants_value = word.length == 2 && word.text[0] == '-' && (word.text[1] == 'D' || word.text[1] == 'I');
        }
        if (word.length > 2 && strncmp(word.text, "-D", 2) == 0) {
            const size_t name = strcspn(word.text + 2, "=("), left = strcspn(word.text + 2, "=");
            const char *body = word.text[2 + left] ? word.text + 2 + left + 1 : "1";
            clbi_icd_words_addf(before, "#define %.*s %s\n", (int)left, word.text + 2, body);
            clbi_icd_words_addf(behind, "#undef %.*s\n", (int)name, word.text + 2);
        } else if (word.length) {
            clbi_icd_words_addf(others, "%s\"%s\"", others->length ? " " : "", word.text);
        }
        free(word.text);
    }
}

/* Writes linked.cl: the units one after the other, each between its own definitions. Other options hold for the whole
 * program, and are those of the first unit. */
static int write_linked(const char *folder, const clbi_icd_units *units, clbi_icd_words *json)
{
    clbi_icd_words text = {0}, options = {0};
    int error = 0;
    for (size_t i = 0; i < units->count; i++) {
        clbi_icd_words behind = {0}, others = {0};
        add_definitions(units->list[i].options, &text, &behind, i == 0 ? &options : &others);
        clbi_icd_words_addf(&text, "#include \"unit%zu.cl\"\n%s", i, behind.text ? behind.text : "");
        text.failed = text.failed || behind.failed || others.failed;
        free(behind.text);
        free(others.text);
    }
    clbi_icd_words_addf(json, ", \"entry\": \"linked.cl\", \"options\": ");
    clbi_icd_words_add_string(json, options.text ? options.text : "");
    error = text.failed || options.failed ? ENOMEM : write_file(folder, "linked.cl", text.text, text.length);
    free(text.text);
    free(options.text);
    return error;
}

int clbi_icd_request_write(const char *folder, const uint64_t key[2], const clbi_icd_units *units, const char **why)
{
    clbi_icd_words json = {0};
    int error = 0;
    clbi_icd_words_addf(&json,
                        "{\"clbundle_programs\": 1, \"programs\": [\n {\"name\": \"p\", \"key\": \"%016" PRIx64
                        "%016" PRIx64 "\"",
                        key[0], key[1]);
    if (units->count > 1) error = write_linked(folder, units, &json);
    clbi_icd_words_addf(&json, ", \"link_options\": ");
    clbi_icd_words_add_string(&json, units->link_options);
    clbi_icd_words_addf(&json, ", \"units\": [");
    for (size_t i = 0; !error && i < units->count; i++) {
        char file[40];
        const clbi_icd_source *unit = &units->list[i];
        const size_t length = clbi_icd_text_length(unit->text.text, unit->text.length);
        (void)snprintf(file, sizeof file, "unit%zu.cl", i);
        error = write_file(folder, file, unit->text.text, length);
        clbi_icd_words_addf(&json, "%s\n  {\"file\": \"%s\", \"options\": ", i ? "," : "", file);
        clbi_icd_words_add_string(&json, unit->options);
        if (!error && unit->header_count) error = write_headers(folder, i, unit, &json, why);
        clbi_icd_words_add(&json, "}", 1);
    }
    clbi_icd_words_addf(&json, "]}\n]}\n");
    if (!error && json.failed) error = ENOMEM;
    if (!error) error = write_file(folder, "programs.json", json.text, json.length);
    free(json.text);
    return error;
}

char *clbi_icd_file_read(const char *path, size_t *length)
{
    clbi_icd_words text = {0};
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    char buffer[4096];
    ssize_t n = -1;
    if (file < 0) return NULL;
    clbi_icd_words_add(&text, "", 0);
    while ((n = read(file, buffer, sizeof buffer)) != 0) {
        if (n > 0) clbi_icd_words_add(&text, buffer, (size_t)n);
        else if (errno != EINTR) break;
    }
    close(file);
    if (n == 0 && !text.failed) {
        *length = text.length;
        return text.text;
    }
    free(text.text);
    return NULL;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info, (void)type, (void)walk;
    return remove(path) == 0 || errno == ENOENT ? 0 : -1;
}

void clbi_icd_folder_remove(const char *path)
{
    (void)nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
