/* Writes and reads archives. An archive starts with "clbundle program 1 ", the key as 32 hexadecimal digits, and "\n".
 * If it holds texts, fields follow. A field is a length in decimal digits, a colon, as many bytes, and a NUL. The
 * fields are, in order: the number of units, the options for linking, and for each unit its text, its options, its
 * number of headers, and for each header its name and its text. A field that is a number holds its decimal digits.
 * Knows this layout; must not know catalogues.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/archive.h"

#include "icd/request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char start[] = "clbundle program 1 ";
enum { START = sizeof start - 1, KEY_DIGITS = 32, HEAD = START + KEY_DIGITS + 1 };

/* ---- Writing -------------------------------------------------------------------------------------------------------
 */

static void add_field(clbi_icd_words *out, const char *text, size_t length)
{
    clbi_icd_words_addf(out, "%zu:", length);
    clbi_icd_words_add(out, text, length);
    clbi_icd_words_add(out, "", 1);
}

static void add_count(clbi_icd_words *out, size_t count)
{
    char digits[24];
    add_field(out, digits, (size_t)snprintf(digits, sizeof digits, "%zu", count));
}

unsigned char *clbi_icd_archive_write(const clbi_icd_key *key, const clbi_icd_units *units, size_t *size)
{
    clbi_icd_words out = {0};
    clbi_icd_words_addf(&out, "%s%016" PRIx64 "%016" PRIx64 "\n", start, key->words[0], key->words[1]);
    if (units) {
        add_count(&out, units->count);
        add_field(&out, units->link_options, strlen(units->link_options));
    }
    for (size_t i = 0; units && i < units->count; i++) {
        const clbi_icd_source *unit = &units->list[i];
        add_field(&out, unit->text.text, unit->text.length);
        add_field(&out, unit->options, strlen(unit->options));
        add_count(&out, unit->header_count);
        for (size_t h = 0; h < unit->header_count; h++) {
            add_field(&out, unit->headers[h].name, strlen(unit->headers[h].name));
            add_field(&out, unit->headers[h].text, unit->headers[h].length);
        }
    }
    *size = out.length;
    if (!out.failed) return (unsigned char *)out.text;
    free(out.text);
    return NULL;
}

/* ---- Reading -------------------------------------------------------------------------------------------------------
 */

typedef struct reader {
    const char *at, *end;
    bool failed;
} reader;

static const char *take_field(reader *r, size_t *length)
{
    size_t number = 0;
    bool any = false;
    *length = 0;
    for (; !r->failed && r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++, any = true) {
        if (number > (SIZE_MAX - 9) / 10) r->failed = true;
        else number = number * 10 + (size_t)(*r->at - '0');
    }
    if (r->failed || !any || r->at == r->end || *r->at != ':' || (size_t)(r->end - r->at) < 2 ||
        number > (size_t)(r->end - r->at) - 2 || r->at[1 + number] != '\0') {
        r->failed = true;
        return "";
    }
    const char *text = r->at + 1;
    r->at += number + 2;
    *length = number;
    return text;
}

/* A field that contains no NUL. */
static const char *take_words(reader *r)
{
    size_t length = 0;
    const char *text = take_field(r, &length);
    if (strlen(text) != length) r->failed = true;
    return text;
}

/* The number of items that follow. Each takes at least `least` bytes, so a number that cannot be true is refused. */
static size_t take_count(reader *r, size_t least)
{
    size_t count = 0;
    for (const char *digits = take_words(r); !r->failed && *digits; digits++) {
        if (*digits < '0' || *digits > '9' || count > (SIZE_MAX - 9) / 10) r->failed = true;
        else count = count * 10 + (size_t)(*digits - '0');
    }
    if (count > (size_t)(r->end - r->at) / least) r->failed = true;
    return r->failed ? 0 : count;
}

static const size_t min_field = 3; /* bytes of the shortest field: "0:" and the NUL */

/* False without memory. A malformed archive sets r->failed. */
static bool read_unit(reader *r, clbi_icd_source *unit)
{
    unit->text.text = take_field(r, &unit->text.length);
    unit->options = take_words(r);
    const size_t count = take_count(r, 2 * min_field);
    clbi_icd_text *headers = calloc(count + 1, sizeof *headers);
    unit->headers = headers;
    for (size_t h = 0; headers && h < count; h++) {
        headers[h].name = take_words(r);
        headers[h].text = take_field(r, &headers[h].length);
        unit->header_count++;
    }
    return headers != NULL;
}

static bool read_digits(const char *text, uint64_t *value)
{
    static const char digits[] = "0123456789abcdef";
    *value = 0;
    for (int i = 0; i < KEY_DIGITS / 2; i++) {
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit) return false;
        *value = *value << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

cl_int clbi_icd_archive_read(const unsigned char *bytes, size_t size, clbi_icd_archive *archive)
{
    const char *text = (const char *)bytes;
    bool memory = true;
    *archive = (clbi_icd_archive){.link_options = ""};
    if (size < HEAD || memcmp(text, start, START) != 0 || text[HEAD - 1] != '\n' ||
        !read_digits(text + START, &archive->key.words[0]) ||
        !read_digits(text + START + KEY_DIGITS / 2, &archive->key.words[1]))
        return CL_INVALID_BINARY;
    if (size == HEAD) return CL_SUCCESS;
    reader r = {text + HEAD, text + size, false};
    const size_t count = take_count(&r, 3 * min_field);
    archive->link_options = take_words(&r);
    archive->units = calloc(count + 1, sizeof *archive->units);
    memory = archive->units != NULL;
    while (memory && !r.failed && archive->count < count) memory = read_unit(&r, &archive->units[archive->count++]);
    if (memory && !r.failed && r.at == r.end && count > 0) return CL_SUCCESS;
    clbi_icd_archive_free(archive);
    return memory ? CL_INVALID_BINARY : CL_OUT_OF_HOST_MEMORY;
}

void clbi_icd_archive_free(clbi_icd_archive *archive)
{
    for (size_t i = 0; i < archive->count; i++) free((void *)(uintptr_t)archive->units[i].headers);
    free(archive->units);
    archive->units = NULL;
    archive->count = 0;
}
