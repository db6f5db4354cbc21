/* Is a text valid JSON (RFC 8259), in UTF-8? Strict: for what the generator writes itself.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_FUZZ_JSON_H
#define CLB_FUZZ_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct json_reader {
    const unsigned char *at, *end;
    int depth;
} json_reader;

static inline void json_blanks(json_reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t' || *r->at == '\r')) ++r->at;
}

static inline bool json_take(json_reader *r, unsigned char c)
{
    json_blanks(r);
    if (r->at == r->end || *r->at != c) return false;
    ++r->at;
    return true;
}

static inline bool json_word(json_reader *r, const char *word)
{
    const size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) return false;
    r->at += length;
    return true;
}

/* One character beyond ASCII: no surrogates, nothing longer than needed, nothing beyond U+10FFFF. */
static inline bool json_utf8(json_reader *r)
{
    const unsigned char first = *r->at++;
    const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || r->end - r->at < more) return false;
    unsigned long code = first & (0x3Fu >> more);
    for (int i = 0; i < more; ++i) {
        if ((*r->at & 0xC0) != 0x80) return false;
        code = code << 6 | (*r->at++ & 0x3F);
    }
    return code >= (more == 3   ? 0x10000ul
                    : more == 2 ? 0x800ul
                                : 0x80ul) &&
           code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
}

static inline bool json_string(json_reader *r)
{
    if (!json_take(r, '"')) return false;
    while (r->at < r->end && *r->at != '"') {
        if (*r->at < 0x20) return false;
        if (*r->at >= 0x80) {
            if (!json_utf8(r)) return false;
        } else if (*r->at++ == '\\') {
            if (r->at == r->end || !*r->at || !strchr("\"\\/bfnrtu", *r->at)) return false;
            if (*r->at++ != 'u') continue;
            for (int i = 0; i < 4; ++i, ++r->at)
                if (r->at == r->end || !*r->at || !strchr("0123456789abcdefABCDEF", *r->at)) return false;
        }
    }
    return json_take(r, '"');
}

static inline bool json_number(json_reader *r)
{
    json_take(r, '-');
    const unsigned char *begin = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') ++r->at;
    return r->at > begin && (*begin != '0' || r->at == begin + 1);
}

static inline bool json_value(json_reader *r)
{
    json_blanks(r);
    if (r->at == r->end || ++r->depth > 50) return false;
    const unsigned char c = *r->at;
    bool valid;
    if (c == '{' || c == '[') {
        const unsigned char close = c == '{' ? '}' : ']';
        ++r->at;
        valid = json_take(r, close);
        for (bool more = !valid; more;) {
            if (c == '{' && !(json_string(r) && json_take(r, ':'))) return false;
            if (!json_value(r)) return false;
            more = json_take(r, ',');
            if (!more) valid = json_take(r, close);
        }
    } else if (c == '"') {
        valid = json_string(r);
    } else {
        valid = json_word(r, "null") || json_word(r, "true") || json_word(r, "false") || json_number(r);
    }
    --r->depth;
    return valid;
}

static inline bool json_is_valid(const char *text, size_t length)
{
    json_reader r = {(const unsigned char *)text, (const unsigned char *)text + length, 0};
    const bool valid = json_value(&r);
    json_blanks(&r);
    return valid && r.at == r.end;
}

#endif
