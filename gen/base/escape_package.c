/* The writers of escape.h for the files of R and Python packages.
 * Knows the syntax of Rd, R, DESCRIPTION, Python and TOML; must not know packages.
 *
 * SPDX-License-Identifier: MIT */
#include "base/escape.h"

#include "base/utf8.h"

#include <string.h>

static char last_byte(const buffer *out)
{
    return out->length ? out->text[out->length - 1] : '\n';
}

static bool is_word(const char *const *words, size_t count, const char *name)
{
    for (size_t i = 0; i < count; ++i)
        if (strcmp(words[i], name) == 0) return true;
    return false;
}

/* ---- Rd ---- */

/* One character of an Rd page: *used bytes of the text. */
static void add_rd(buffer *out, const char *text, size_t left, size_t *used)
{
    const int32_t c = utf8_decode(text, left, used);
    /* R ends lines at a carriage return, too. At the beginning of a line, '#' may begin a directive. */
    if (c == '\n') {
        buffer_addc(out, '\n');
        return;
    }
    if (c == '\t' || c == '\r') {
        buffer_addc(out, ' ');
        return;
    }
    if (c == '#' && last_byte(out) == '\n') buffer_addc(out, ' ');
    if (c == '%' || c == '\\' || c == '{' || c == '}') buffer_addc(out, '\\');
    buffer_addc(out, c >= ' ' && c < 0x7F ? (char)c : '?');
}

void escape_rd(buffer *out, const char *text)
{
    for (size_t left = strlen(text), used; left; text += used, left -= used) add_rd(out, text, left, &used);
}

void escape_rd_code(buffer *out, const char *text)
{
    char quote = '\0';
    for (size_t left = strlen(text), used; left; text += used, left -= used) {
        if (quote && *text == '\\' && left > 1) {
            /* An escape of a string; R reads \\l and \\v as markup there, and takes \\\\ for one backslash. */
            buffer_adds(out, "\\\\");
            size_t next = 0;
            add_rd(out, text + 1, left - 1, &next);
            used = 1 + next;
            continue;
        }
        if (quote ? *text == quote : *text == '"' || *text == '\'' || *text == '`') quote = quote ? '\0' : *text;
        if (quote && (*text == '{' || *text == '}')) {
            buffer_addc(out, *text);
            used = 1;
            continue;
        }
        add_rd(out, text, left, &used);
    }
}

/* ---- R ---- */

void escape_r_string(buffer *out, const char *text)
{
    buffer_addc(out, '"');
    for (size_t left = strlen(text), used; left; text += used, left -= used) {
        const int32_t c = utf8_decode(text, left, &used);
        if (c == '"' || c == '\\') buffer_addf(out, "\\%c", (char)c);
        else if (c == '\n') buffer_adds(out, "\\n");
        else if (c >= ' ' && c < 0x7F) buffer_addc(out, (char)c);
        else if (c > 0 && c < 0x80) buffer_addf(out, "\\%03o", (unsigned)c);
        else buffer_addf(out, c > 0xFFFF ? "\\U%08x" : "\\u%04x", c < 0 ? 0xFFFDu : (unsigned)c);
    }
    buffer_addc(out, '"');
}

bool escape_is_r_reserved(const char *name)
{
    static const char *const words[] = {
        "if",   "else", "repeat", "while", "function",    "for",      "next",          "break",       "TRUE", "FALSE",
        "NULL", "Inf",  "NaN",    "NA",    "NA_integer_", "NA_real_", "NA_character_", "NA_complex_", "in"};
    return is_word(words, sizeof words / sizeof *words, name);
}

/* A character that is not ASCII, in letters that are. */
static void add_number(buffer *out, const char *text, size_t left, size_t *used)
{
    const int32_t c = utf8_decode(text, left, used);
    buffer_addf(out, "u%04x", c < 0 ? (unsigned)(unsigned char)*text : (unsigned)c);
}

void escape_r_name(buffer *out, const char *name)
{
    const bool quoted = *name == '_' || escape_is_r_reserved(name);
    if (quoted) buffer_addc(out, '`');
    for (size_t left = strlen(name), used; left; name += used, left -= used) {
        used = 1;
        if ((unsigned char)*name < 0x80) buffer_addc(out, *name);
        else add_number(out, name, left, &used);
    }
    if (quoted) buffer_addc(out, '`');
}

void escape_dcf(buffer *out, const char *text)
{
    for (size_t left = strlen(text), used; left; text += used, left -= used) {
        const int32_t c = utf8_decode(text, left, &used);
        if (c == '\n' || c == '\r' || c == '\t') buffer_addc(out, ' ');
        else if (!utf8_is_shown(c)) buffer_addc(out, '?');
        else buffer_add(out, text, used);
    }
}

/* ---- Python and TOML ---- */

/* Both have the escapes of C and JSON for what is not shown. */
static void add_string(buffer *out, const char *text)
{
    buffer_addc(out, '"');
    for (size_t left = strlen(text), used; left; text += used, left -= used) {
        const int32_t c = utf8_decode(text, left, &used);
        if (c == '"' || c == '\\') buffer_addf(out, "\\%c", (char)c);
        else if (c == '\n') buffer_adds(out, "\\n");
        else if (utf8_is_shown(c)) buffer_add(out, text, used);
        else buffer_addf(out, c > 0xFFFF ? "\\U%08x" : "\\u%04x", c < 0 ? 0xFFFDu : (unsigned)c);
    }
    buffer_addc(out, '"');
}

void escape_python_string(buffer *out, const char *text)
{
    add_string(out, text);
}
void escape_toml(buffer *out, const char *text)
{
    add_string(out, text);
}

bool escape_is_python_reserved(const char *name)
{
    static const char *const words[] = {
        "False", "None",  "True",     "__debug__", "and",    "as",   "assert", "async",  "await",
        "break", "class", "continue", "def",       "del",    "elif", "else",   "except", "finally",
        "for",   "from",  "global",   "if",        "import", "in",   "is",     "lambda", "nonlocal",
        "not",   "or",    "pass",     "raise",     "return", "try",  "while",  "with",   "yield"};
    return is_word(words, sizeof words / sizeof *words, name);
}

/* Is it a letter that every version of Python takes in a name and leaves as it is? (Python normalises names by NFKC.)
 */
static bool is_python_letter(int32_t c)
{
    static const struct {
        int32_t first, last;
    } letters[] = {{0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x131},    {0x134, 0x13E},  {0x141, 0x148},
                   {0x14A, 0x17E},   {0x391, 0x3A1},   {0x3A3, 0x3A9},   {0x3B1, 0x3C9},  {0x410, 0x44F},
                   {0x3042, 0x3042}, {0x3044, 0x3044}, {0x4E00, 0x9FA5}, {0xAC00, 0xD7A3}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; ++i)
        if (c >= letters[i].first && c <= letters[i].last) return true;
    return false;
}

void escape_python_name(buffer *out, const char *name)
{
    const bool reserved = escape_is_python_reserved(name);
    for (size_t left = strlen(name), used; left; name += used, left -= used) {
        const int32_t c = utf8_decode(name, left, &used);
        if ((c >= 0 && c < 0x80) || is_python_letter(c)) buffer_add(out, name, used);
        else add_number(out, name, left, &used);
    }
    if (reserved) buffer_addc(out, '_');
}
