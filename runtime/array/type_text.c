/* The text form of types: read into one block of memory, and printed.
 * Knows the grammar that clbundle/type.h shows; type.c knows sizes, layouts and valid combinations.
 *
 * The same functions read the text twice: once without memory, to count what is needed, and once to fill it in.
 *
 * SPDX-License-Identifier: MIT */
#include "array/type.h"

#include "core/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *text;
    size_t length, at;
    clb_error *error;
    clb_type *types; /* NULL while counting */
    clb_field *fields;
    char *names;
    size_t type_count, field_count, name_size;
} reader;

static bool is_big_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* ---- Words ------------------------------------------------------------------------------------------------------- */

static clb_status fail(const reader *r, clb_status status, const char *format, ...) CLBI_PRINTF(3, 4);
static clb_status fail(const reader *r, clb_status status, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return clbi_refuse(r->error, status, "clb_type_read", "Column %zu of the type: %s.", r->at + 1, text);
}

static void skip_blanks(reader *r)
{
    while (r->at < r->length && strchr(" \t\r\n", r->text[r->at]) && r->text[r->at]) r->at++;
}

/* The next character that is not a blank; NUL at the end. */
static char peek(reader *r)
{
    skip_blanks(r);
    return r->at < r->length ? r->text[r->at] : '\0';
}

static bool take_character(reader *r, char c)
{
    if (peek(r) != c || r->at == r->length) return false;
    r->at++;
    return true;
}

static clb_status expect(reader *r, char c)
{
    return take_character(r, c) ? CLB_OK : fail(r, CLB_ERROR_ARGUMENT, "'%c' is missing here", c);
}

static clb_status read_number(reader *r, size_t *number)
{
    size_t value = 0;
    if (!is_digit(peek(r))) return fail(r, CLB_ERROR_ARGUMENT, "a number is missing here");
    for (; r->at < r->length && is_digit(r->text[r->at]); r->at++)
        if (!clbi_multiply(value, 10, &value) || !clbi_add(value, (size_t)(r->text[r->at] - '0'), &value))
            return fail(r, CLB_ERROR_SIZE, "a number is too large");
    *number = value;
    return CLB_OK;
}

/* A word of letters, digits and underscores; it points into the text. */
static clb_status read_word(reader *r, const char **word, size_t *length)
{
    if (!is_letter(peek(r))) return fail(r, CLB_ERROR_ARGUMENT, "a name is missing here");
    *word = r->text + r->at;
    while (r->at < r->length && (is_letter(r->text[r->at]) || is_digit(r->text[r->at]))) r->at++;
    *length = (size_t)(r->text + r->at - *word);
    return CLB_OK;
}

static bool is_word(const char *word, size_t length, const char *expected)
{
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

/* "name=" of an attribute. */
static bool take_attribute(reader *r, const char *name)
{
    const size_t length = strlen(name);
    skip_blanks(r);
    if (r->length - r->at < length || memcmp(r->text + r->at, name, length) != 0) return false;
    const size_t start = r->at;
    r->at += length;
    if (take_character(r, '=')) return true;
    r->at = start;
    return false;
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

static clb_status read_type(reader *r, unsigned depth, clb_type *type);

/* Memory for a type that another one points to; NULL while counting. */
static const clb_type *keep(reader *r, const clb_type *type)
{
    clb_type *place = r->types ? &r->types[r->type_count] : NULL;
    r->type_count++;
    if (place) *place = *type;
    return place;
}

/* Reads the element, and derives size and alignment from it. */
static clb_status read_element(reader *r, unsigned depth, clb_type *type)
{
    clb_type element;
    clb_status status = read_type(r, depth + 1, &element);
    if (status) return status;
    type->element = &element;
    status = clb_type_complete(type, r->error);
    type->element = keep(r, &element);
    return status;
}

/* "[stride=16] * element" */
static clb_status read_dimension(reader *r, unsigned depth, clb_type *type)
{
    clb_status status = CLB_OK;
    if (take_character(r, '[')) {
        size_t stride = 0;
        if (!take_attribute(r, "stride")) return fail(r, CLB_ERROR_ARGUMENT, "'stride=' is missing here");
        status = read_number(r, &stride);
        if (status == CLB_OK && (stride == 0 || stride > (size_t)PTRDIFF_MAX))
            return fail(r, CLB_ERROR_SIZE, "a stride of %zu bytes is not possible", stride);
        type->stride = (ptrdiff_t)stride;
        if (status == CLB_OK) status = expect(r, ']');
    }
    if (status == CLB_OK) status = expect(r, '*');
    return status == CLB_OK ? read_element(r, depth, type) : status;
}

static clb_status read_alignment(reader *r, size_t *alignment)
{
    const clb_status status = read_number(r, alignment);
    if (status) return status;
    if (*alignment == 0 || (*alignment & (*alignment - 1)) != 0)
        return fail(r, CLB_ERROR_ARGUMENT, "an alignment is a power of two, not %zu", *alignment);
    return CLB_OK;
}

static clb_status read_bytes(reader *r, clb_type *type)
{
    clb_status status = expect(r, '[');
    type->kind = CLB_KIND_BYTES;
    type->alignment = 1;
    if (status == CLB_OK) status = read_number(r, &type->size);
    if (status == CLB_OK && take_character(r, ',')) {
        if (!take_attribute(r, "align")) return fail(r, CLB_ERROR_ARGUMENT, "'align=' is missing here");
        status = read_alignment(r, &type->alignment);
    }
    return status == CLB_OK ? expect(r, ']') : status;
}

static clb_status read_complex(reader *r, clb_type *type)
{
    const char *word;
    size_t length;
    clb_status status = expect(r, '[');
    if (status == CLB_OK) status = read_word(r, &word, &length);
    if (status) return status;
    if (is_word(word, length, "float32")) type->kind = CLB_KIND_COMPLEX64;
    else if (is_word(word, length, "float64")) type->kind = CLB_KIND_COMPLEX128;
    else return fail(r, CLB_ERROR_ARGUMENT, "complex numbers are made of float32 or float64");
    return expect(r, ']');
}

static clb_status read_pointer(reader *r, unsigned depth, clb_type *type)
{
    clb_status status = expect(r, '[');
    type->kind = CLB_KIND_POINTER;
    if (status == CLB_OK) status = read_element(r, depth, type);
    return status == CLB_OK ? expect(r, ']') : status;
}

/* "float64", "float32x4" */
static clb_status read_simple(reader *r, const char *word, size_t length, clb_type *type)
{
    size_t end = length;
    while (end > 1 && is_digit(word[end - 1])) end--;
    for (int kind = CLB_KIND_BOOL; kind <= CLB_KIND_FLOAT64; kind++) {
        const char *const name = clb_kind_name((clb_type_kind)kind);
        if (is_word(word, length, name)) {
            type->kind = (clb_type_kind)kind;
            return CLB_OK;
        }
        if (end < length && length - end <= 2 && word[end - 1] == 'x' && is_word(word, end - 1, name)) {
            type->kind = CLB_KIND_VECTOR;
            type->element = clb_type_of((clb_type_kind)kind, 0);
            for (size_t i = end; i < length; i++) type->count = type->count * 10 + (size_t)(word[i] - '0');
            if (type->count > 0) return CLB_OK; /* the general check finds invalid counts */
            r->at -= length;
            return fail(r, CLB_ERROR_ARGUMENT, "a vector has components: %.*s", (int)length, word);
        }
    }
    if (is_word(word, length, "complex64")) type->kind = CLB_KIND_COMPLEX64;
    else if (is_word(word, length, "complex128")) type->kind = CLB_KIND_COMPLEX128;
    else {
        r->at -= length;
        return fail(r, CLB_ERROR_ARGUMENT, "there is no type %.*s", length < 40 ? (int)length : 40, word);
    }
    return CLB_OK;
}

static clb_status read_named(reader *r, unsigned depth, clb_type *type)
{
    const char *word;
    size_t length;
    clb_status status = read_word(r, &word, &length);
    if (status) return status;
    if (is_word(word, length, "bytes")) return read_bytes(r, type);
    if (is_word(word, length, "complex")) status = read_complex(r, type);
    else if (is_word(word, length, "pointer")) return read_pointer(r, depth, type);
    else if (is_word(word, length, "var")) {
        type->kind = CLB_KIND_VAR;
        return read_dimension(r, depth, type);
    } else if (is_word(word, length, "list32") || is_word(word, length, "list64")) {
        type->kind = CLB_KIND_LIST;
        type->size = word[4] == '3' ? 4 : 8;
        return read_dimension(r, depth, type);
    } else status = read_simple(r, word, length, type);
    if (status == CLB_OK) status = clb_type_complete(type, r->error);
    if (type->size == 1 || (type->kind == CLB_KIND_VECTOR && type->element->size == 1))
        type->flags &= ~CLB_TYPE_SWAPPED; /* a byte has no byte order */
    return status;
}

/* ---- Records ----------------------------------------------------------------------------------------------------- */

/* The number of fields up to the bracket that closes the record: its commas, plus one. */
static size_t count_fields(const reader *r)
{
    size_t count = 1, depth = 0;
    for (size_t i = r->at; i < r->length; i++) {
        const char c = r->text[i];
        if (c == '"')
            for (i++; i < r->length && r->text[i] != '"'; i++) i += r->text[i] == '\\';
        else if (c == '{' || c == '[') depth++;
        else if ((c == '}' || c == ']') && depth-- == 0) break;
        else if (c == ',' && depth == 0) count++;
    }
    return count;
}

static int hex_digit(char c)
{
    const char *const digits = "0123456789abcdef", *const upper = "0123456789ABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;
    if (found) return (int)(found - digits);
    found = c ? strchr(upper, c) : NULL;
    return found ? (int)(found - upper) : -1;
}

/* One character of a string, behind the backslash if it has one. */
static clb_status read_escape(reader *r, char *c)
{
    static const char from[] = "\"\\nt", to[] = "\"\\\n\t";
    const char given = r->at < r->length ? r->text[r->at] : '\0';
    const char *const found = given ? strchr(from, given) : NULL;
    if (found) {
        r->at++;
        *c = to[found - from];
        return CLB_OK;
    }
    if (given == 'x' && r->length - r->at > 2) {
        const int high = hex_digit(r->text[r->at + 1]), low = hex_digit(r->text[r->at + 2]);
        if (high >= 0 && low >= 0 && (high | low)) {
            r->at += 3;
            *c = (char)(high * 16 + low);
            return CLB_OK;
        }
    }
    return fail(r, CLB_ERROR_ARGUMENT, "\\\" \\\\ \\n \\t \\xHH are the escapes in a name");
}

static void keep_character(reader *r, char c)
{
    if (r->names) r->names[r->name_size] = c;
    r->name_size++;
}

static clb_status read_name(reader *r, const char **name)
{
    const size_t start = r->name_size;
    if (take_character(r, '"')) {
        while (r->at < r->length && r->text[r->at] != '"') {
            char c = r->text[r->at++];
            const clb_status status = c == '\\' ? read_escape(r, &c) : CLB_OK;
            if (status) return status;
            if (c == '\0') return fail(r, CLB_ERROR_ARGUMENT, "a name cannot hold a NUL");
            keep_character(r, c);
        }
        if (r->at == r->length) return fail(r, CLB_ERROR_ARGUMENT, "'\"' is missing here");
        r->at++;
    } else {
        const char *word;
        size_t length;
        const clb_status status = read_word(r, &word, &length);
        if (status) return status;
        for (size_t i = 0; i < length; i++) keep_character(r, word[i]);
    }
    keep_character(r, '\0');
    *name = r->names ? r->names + start : NULL;
    return CLB_OK;
}

static bool round_up(size_t *size, size_t alignment)
{
    return clbi_add(*size, (alignment - *size % alignment) % alignment, size);
}

/* "name: type @ offset"; `end` is the end of the previous field. */
static clb_status read_field(reader *r, unsigned depth, size_t end, clb_field *field, clb_type *type)
{
    clb_status status = read_name(r, &field->name);
    if (status == CLB_OK) status = expect(r, ':');
    if (status == CLB_OK) status = read_type(r, depth + 1, type);
    if (status) return status;
    field->offset = end;
    if (take_character(r, '@')) return read_number(r, &field->offset);
    return round_up(&field->offset, type->alignment) ? CLB_OK : fail(r, CLB_ERROR_SIZE, "the record is too large");
}

static clb_status read_layout(reader *r, clb_type *type)
{
    if (!take_character(r, '[')) return CLB_OK;
    do {
        clb_status status;
        if (take_attribute(r, "size")) status = read_number(r, &type->size);
        else if (take_attribute(r, "align")) status = read_alignment(r, &type->alignment);
        else return fail(r, CLB_ERROR_ARGUMENT, "'size=' or 'align=' is missing here");
        if (status) return status;
    } while (take_character(r, ','));
    return expect(r, ']');
}

static clb_status read_record(reader *r, unsigned depth, clb_type *type)
{
    const size_t count = count_fields(r), first = r->field_count;
    size_t end = 0, i = 0;
    if (count > CLB_TYPE_FIELDS) return fail(r, CLB_ERROR_SIZE, "%zu fields are more than there can be", count);
    r->field_count += count;
    type->kind = CLB_KIND_RECORD;
    type->alignment = 1;
    do {
        clb_field field = {0};
        clb_type part;
        const clb_status status = read_field(r, depth, end, &field, &part);
        if (status) return status;
        if (!clbi_add(field.offset, part.size, &end)) return fail(r, CLB_ERROR_SIZE, "the record is too large");
        if (end > type->size) type->size = end;
        if (part.alignment > type->alignment) type->alignment = part.alignment;
        field.type = keep(r, &part);
        if (r->fields) r->fields[first + i] = field;
    } while (++i < count && take_character(r, ','));
    if (!round_up(&type->size, type->alignment)) return fail(r, CLB_ERROR_SIZE, "the record is too large");
    const clb_status status = expect(r, '}');
    if (status) return status;
    type->fields = r->fields ? r->fields + first : NULL;
    type->field_count = i;
    return read_layout(r, type);
}

static clb_status read_type(reader *r, unsigned depth, clb_type *type)
{
    *type = (clb_type){0};
    if (depth >= CLB_TYPE_DEPTH)
        return fail(r, CLB_ERROR_ARGUMENT, "types nest at most %d levels deep", CLB_TYPE_DEPTH);
    if (r->type_count > CLB_TYPE_NODES)
        return fail(r, CLB_ERROR_SIZE, "a type is made of at most %d types", CLB_TYPE_NODES);
    if (is_digit(peek(r))) {
        type->kind = CLB_KIND_FIXED;
        const clb_status status = read_number(r, &type->count);
        return status == CLB_OK ? read_dimension(r, depth, type) : status;
    }
    if (take_character(r, '{')) return read_record(r, depth, type);
    if (take_character(r, '?')) type->flags |= CLB_TYPE_OPTIONAL;
    if (take_character(r, '>')) type->flags |= is_big_endian() ? 0 : CLB_TYPE_SWAPPED;
    else if (take_character(r, '<')) type->flags |= is_big_endian() ? CLB_TYPE_SWAPPED : 0;
    return read_named(r, depth, type);
}

static clb_status read_all(reader *r, clb_type *type)
{
    const clb_status status = read_type(r, 0, type);
    if (status) return status;
    skip_blanks(r);
    return r->at < r->length ? fail(r, CLB_ERROR_ARGUMENT, "the type is complete before this") : CLB_OK;
}

clb_status clb_type_read(const char *text, size_t length, const clb_type **type, clb_error *error)
{
    reader counts = {.text = text, .length = length, .error = error, .type_count = 1};
    clb_type root;
    if (!text || !type)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, "clb_type_read", "%s is NULL.", text ? "The type" : "The text");
    clb_status status = read_all(&counts, &root);
    if (status) return status;

    const size_t field_start = counts.type_count * sizeof(clb_type);
    const size_t name_start = field_start + counts.field_count * sizeof(clb_field);
    char *block = malloc(name_start + counts.name_size);
    if (!block) return clbi_no_memory(error, "clb_type_read");
    reader r = {.text = text,
                .length = length,
                .error = error,
                .types = (clb_type *)(void *)block,
                .fields = (clb_field *)(void *)(block + field_start),
                .names = block + name_start,
                .type_count = 1};
    status = read_all(&r, &root);
    r.types[0] = root;
    if (status == CLB_OK) status = clb_type_check(r.types, error);
    if (status) free(block);
    else *type = r.types;
    return status;
}

void clb_type_free(const clb_type **type)
{
    if (!type) return;
    free((void *)(uintptr_t)*type);
    *type = NULL;
}

/* ---- Printing ---------------------------------------------------------------------------------------------------- */

typedef struct printer {
    char *text;
    size_t capacity, length;
} printer;

static void put(printer *p, const char *format, ...) CLBI_PRINTF(2, 3);
static void put(printer *p, const char *format, ...)
{
    const bool fits = p->length < p->capacity;
    va_list arguments;
    va_start(arguments, format);
    const int length =
        vsnprintf(fits ? p->text + p->length : NULL, fits ? p->capacity - p->length : 0, format, arguments);
    va_end(arguments);
    if (length > 0) p->length += (size_t)length;
}

static void put_name(printer *p, const char *name)
{
    bool plain = is_letter(*name);
    for (const char *c = name; *c; c++) plain = plain && (is_letter(*c) || is_digit(*c));
    if (plain) {
        put(p, "%s", name);
        return;
    }
    put(p, "\"");
    for (const char *c = name; *c; c++) {
        if (*c == '"' || *c == '\\') put(p, "\\%c", *c);
        else if ((unsigned char)*c < 0x20 || *c == 0x7f) put(p, "\\x%02x", (unsigned)(unsigned char)*c);
        else put(p, "%c", *c);
    }
    put(p, "\"");
}

static void print_type(printer *p, const clb_type *type);

static void print_record(printer *p, const clb_type *type)
{
    size_t end = 0, widest = 1;
    bool natural = true;
    for (size_t i = 0; i < type->field_count; i++) {
        const clb_field *f = &type->fields[i];
        (void)round_up(&end, f->type->alignment);
        natural = natural && f->offset == end;
        end += f->type->size;
        if (f->type->alignment > widest) widest = f->type->alignment;
    }
    (void)round_up(&end, widest);
    put(p, "{");
    for (size_t i = 0; i < type->field_count; i++) {
        put(p, i > 0 ? ", " : "");
        put_name(p, type->fields[i].name);
        put(p, ": ");
        print_type(p, type->fields[i].type);
        if (!natural) put(p, " @ %zu", type->fields[i].offset);
    }
    put(p, "}");
    if (!natural || type->size != end || type->alignment != widest)
        put(p, "[size=%zu, align=%zu]", type->size, type->alignment);
}

static void print_dimension(printer *p, const clb_type *type)
{
    if ((size_t)type->stride != type->element->size) put(p, "[stride=%td]", type->stride);
    put(p, " * ");
    print_type(p, type->element);
}

static void print_type(printer *p, const clb_type *type)
{
    if (type->flags & CLB_TYPE_OPTIONAL) put(p, "?");
    if (type->flags & CLB_TYPE_SWAPPED) put(p, is_big_endian() ? "<" : ">");
    switch (type->kind) {
    case CLB_KIND_BYTES:
        put(p, type->alignment == 1 ? "bytes[%zu]" : "bytes[%zu, align=%zu]", type->size, type->alignment);
        break;
    case CLB_KIND_VECTOR: put(p, "%sx%zu", clb_kind_name(type->element->kind), type->count); break;
    case CLB_KIND_RECORD: print_record(p, type); break;
    case CLB_KIND_POINTER:
        put(p, "pointer[");
        print_type(p, type->element);
        put(p, "]");
        break;
    case CLB_KIND_FIXED:
        put(p, "%zu", type->count);
        print_dimension(p, type);
        break;
    case CLB_KIND_VAR:
    case CLB_KIND_LIST:
        put(p, type->kind == CLB_KIND_VAR ? "var" : type->size == 4 ? "list32" : "list64");
        print_dimension(p, type);
        break;
    default: put(p, "%s", clb_kind_name(type->kind));
    }
}

size_t clb_type_print(const clb_type *type, char *text, size_t capacity)
{
    printer p = {text, capacity, 0};
    if (capacity > 0) text[0] = '\0';
    print_type(&p, type);
    return p.length;
}
