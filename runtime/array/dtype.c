/* NumPy's dtypes as text, read and printed.
 * Knows the array protocol's letters and the part of Python's literals that they need. A dtype is translated into
 * the text form of a type, which type_text.c reads: so there is only one parser that makes types.
 *
 * SPDX-License-Identifier: MIT */
#include "array/dtype.h"

#include "array/type.h"
#include "core/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Literals ---------------------------------------------------------------------------------------------------- */

clb_status clbi_literal_fail(const clbi_literal *l, clb_status status, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return clbi_refuse(l->error, status, l->call, "Column %zu of the dtype: %s.", l->at + 1, text);
}

char clbi_literal_peek(clbi_literal *l)
{
    while (l->at < l->length && (l->text[l->at] == ' ' || l->text[l->at] == '\n' || l->text[l->at] == '\t')) l->at++;
    return l->at < l->length ? l->text[l->at] : '\0';
}

bool clbi_literal_take(clbi_literal *l, char c)
{
    if (clbi_literal_peek(l) != c || l->at == l->length) return false;
    l->at++;
    return true;
}

clb_status clbi_literal_expect(clbi_literal *l, char c)
{
    return clbi_literal_take(l, c) ? CLB_OK : clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "'%c' is missing here", c);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

clb_status clbi_literal_number(clbi_literal *l, size_t *number)
{
    size_t value = 0;
    if (!is_digit(clbi_literal_peek(l))) return clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "a number is missing here");
    for (; l->at < l->length && is_digit(l->text[l->at]); l->at++)
        if (!clbi_multiply(value, 10, &value) || !clbi_add(value, (size_t)(l->text[l->at] - '0'), &value))
            return clbi_literal_fail(l, CLB_ERROR_SIZE, "a number is too large");
    (void)clbi_literal_take(l, 'L'); /* of Python 2 */
    *number = value;
    return CLB_OK;
}

clb_status clbi_literal_shape(clbi_literal *l, uint32_t *dims, size_t shape[CLB_ARRAY_DIMS])
{
    *dims = 0;
    if (!clbi_literal_take(l, '(')) {
        *dims = 1;
        return clbi_literal_number(l, &shape[0]);
    }
    while (!clbi_literal_take(l, ')')) {
        if (*dims == CLB_ARRAY_DIMS)
            return clbi_literal_fail(l, CLB_ERROR_UNSUPPORTED, "more than %d dimensions are not possible",
                                     CLB_ARRAY_DIMS);
        const clb_status status = clbi_literal_number(l, &shape[*dims]);
        if (status) return status;
        ++*dims;
        if (!clbi_literal_take(l, ',') && clbi_literal_peek(l) != ')') return clbi_literal_expect(l, ')');
    }
    return CLB_OK;
}

/* ---- Growing text ---- */

typedef struct sink {
    char *text;
    size_t length, capacity;
    bool failed;
} sink;

static void put(sink *s, const char *format, ...) CLBI_PRINTF(2, 3);
static void put(sink *s, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (!s->failed && s->length + (size_t)length >= s->capacity) {
        const size_t capacity = 2 * s->capacity + (size_t)length + 64;
        char *grown = realloc(s->text, capacity);
        s->failed = !grown;
        if (grown) {
            s->text = grown;
            s->capacity = capacity;
        }
    }
    if (!s->failed) {
        (void)vsnprintf(s->text + s->length, s->capacity - s->length, format, again);
        s->length += (size_t)length;
    }
    va_end(again);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

typedef struct layout {
    size_t size, alignment;
} layout;

/* One character of a name, as UTF-8 in the form of a type's quoted names. */
static void put_code(sink *out, uint32_t code)
{
    if (code == '"' || code == '\\') put(out, "\\%c", (char)code);
    else if (code < 0x20 || code == 0x7f) put(out, "\\x%02x", (unsigned)code);
    else if (code < 0x80) put(out, "%c", (char)code);
    else if (code < 0x800) put(out, "%c%c", (char)(0xC0 | code >> 6), (char)(0x80 | (code & 0x3F)));
    else if (code < 0x10000)
        put(out, "%c%c%c", (char)(0xE0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3F)), (char)(0x80 | (code & 0x3F)));
    else
        put(out, "%c%c%c%c", (char)(0xF0 | code >> 18), (char)(0x80 | (code >> 12 & 0x3F)),
            (char)(0x80 | (code >> 6 & 0x3F)), (char)(0x80 | (code & 0x3F)));
}

static clb_status read_escape(clbi_literal *l, uint32_t *code)
{
    static const char from[] = "\\'\"ntr", to[] = "\\'\"\n\t\r";
    const char c = l->at < l->length ? l->text[l->at] : '\0';
    const char *const found = c ? strchr(from, c) : NULL;
    const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    uint32_t value = 0;
    if (found) {
        l->at++;
        *code = (uint32_t)(unsigned char)to[found - from];
        return CLB_OK;
    }
    for (size_t i = 1; i <= digits; i++) {
        const char digit = l->at + i < l->length ? l->text[l->at + i] : '\0';
        const char *const place = digit ? strchr("0123456789abcdef", digit) : NULL;
        if (!place) return clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "an escape lacks its digits");
        value = value << 4 | (uint32_t)(place - strchr("0123456789abcdef", '0'));
    }
    if (digits == 0 || value > 0x10FFFF) return clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "an escape is not known");
    l->at += digits + 1;
    *code = value;
    return CLB_OK;
}

/* A string; its characters go to `out`, quoted. *empty: it has none. */
static clb_status read_string(clbi_literal *l, sink *out, bool *empty)
{
    const char quote = clbi_literal_peek(l);
    (void)(clbi_literal_take(l, 'u') || clbi_literal_take(l, 'b'));
    const char end = clbi_literal_peek(l);
    if (end != '\'' && end != '"')
        return clbi_literal_fail(l, CLB_ERROR_ARGUMENT,
                                 quote ? "a string is missing here" : "a string is missing at the end");
    l->at++;
    *empty = l->at < l->length && l->text[l->at] == end;
    while (l->at < l->length && l->text[l->at] != end) {
        uint32_t code = (unsigned char)l->text[l->at++];
        if (code == '\\') {
            const clb_status status = read_escape(l, &code);
            if (status) return status;
        } else if (code >= 0x80 && !l->latin1) {
            put(out, "%c", (char)code);
            continue;
        }
        if (code == 0) return clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "a name cannot hold a NUL");
        put_code(out, code);
    }
    if (l->at == l->length) return clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "a string has no end");
    l->at++;
    return CLB_OK;
}

static const struct {
    char letter;
    uint8_t size, kind;
} letters[] = {
    {'b', 1, CLB_KIND_BOOL},      {'i', 1, CLB_KIND_INT8},        {'i', 2, CLB_KIND_INT16},
    {'i', 4, CLB_KIND_INT32},     {'i', 8, CLB_KIND_INT64},       {'u', 1, CLB_KIND_UINT8},
    {'u', 2, CLB_KIND_UINT16},    {'u', 4, CLB_KIND_UINT32},      {'u', 8, CLB_KIND_UINT64},
    {'f', 2, CLB_KIND_FLOAT16},   {'f', 4, CLB_KIND_FLOAT32},     {'f', 8, CLB_KIND_FLOAT64},
    {'c', 8, CLB_KIND_COMPLEX64}, {'c', 16, CLB_KIND_COMPLEX128}, {'M', 8, CLB_KIND_INT64},
    {'m', 8, CLB_KIND_INT64},
};
enum { LETTERS = sizeof letters / sizeof *letters };

/* '<f8', '|S5', '<U3', '|V4', '<M8[ns]' */
static clb_status read_word(clbi_literal *l, sink *out, layout *made)
{
    const char end = clbi_literal_peek(l);
    char order = '=';
    size_t size = 0;
    l->at++;
    if (l->at < l->length && strchr("<>|=", l->text[l->at]) && l->text[l->at]) order = l->text[l->at++];
    const char letter = l->at < l->length ? l->text[l->at++] : '\0';
    clb_status status = clbi_literal_number(l, &size);
    if (status) return status;
    if (clbi_literal_take(l, '['))
        while (l->at < l->length && l->text[l->at++] != ']') {
        }
    if (l->at >= l->length || l->text[l->at] != end)
        return clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "the dtype is complete before this");
    l->at++;
    if (letter == 'S' || letter == 'a' || letter == 'V' || letter == 'U') {
        if (!clbi_multiply(size, letter == 'U' ? 4 : 1, &size)) size = 0;
        if (size == 0) return clbi_literal_fail(l, CLB_ERROR_UNSUPPORTED, "strings and bytes need a size");
        put(out, "bytes[%zu]", size);
        *made = (layout){size, 1};
        return CLB_OK;
    }
    for (size_t i = 0; i < LETTERS; i++)
        if (letters[i].letter == letter && letters[i].size == size) {
            const clb_type *const type = clb_type_of((clb_type_kind)letters[i].kind, 0);
            put(out, "%s%s%s", letter == 'M' || letter == 'm' ? "?" : "",
                order == '>'   ? ">"
                : order == '<' ? "<"
                               : "",
                clb_kind_name(type->kind));
            *made = (layout){type->size, type->alignment};
            return CLB_OK;
        }
    return clbi_literal_fail(l, CLB_ERROR_UNSUPPORTED, "numbers '%c' of %zu bytes have no type here",
                             letter >= ' ' && letter < 0x7f ? letter : '?', size);
}

static clb_status read_dtype(clbi_literal *l, sink *out, unsigned depth, layout *made);
static clb_status put_shape(const clbi_literal *l, sink *out, uint32_t dims, const size_t *shape, layout *made);

/* ('name', dtype) or ('name', dtype, shape); the name may be ('title', 'name'). Its bytes start at *end. */
static clb_status read_field(clbi_literal *l, sink *out, unsigned depth, bool first, size_t *end, layout *record)
{
    const size_t start = out->length;
    uint32_t dims = 0;
    size_t shape[CLB_ARRAY_DIMS];
    layout part = {0, 1};
    bool gap = false;
    clb_status status = clbi_literal_expect(l, '(');
    if (status) return status;
    put(out, first ? "\"" : ", \"");
    const bool titled = clbi_literal_take(l, '(');
    if (titled) {
        sink title = {0};
        status = read_string(l, &title, &gap);
        free(title.text);
        if (status == CLB_OK) status = clbi_literal_expect(l, ',');
    }
    if (status == CLB_OK) status = read_string(l, out, &gap);
    if (status == CLB_OK && titled) status = clbi_literal_expect(l, ')');
    if (status == CLB_OK) status = clbi_literal_expect(l, ',');
    if (status) return status;
    put(out, "\": ");

    /* In our text the dimensions stand before the element, in NumPy's behind it. */
    sink element = {0};
    status = read_dtype(l, &element, depth + 1, &part);
    if (status == CLB_OK && clbi_literal_take(l, ',') && clbi_literal_peek(l) != ')')
        status = clbi_literal_shape(l, &dims, shape);
    if (status == CLB_OK) status = clbi_literal_expect(l, ')');
    if (status == CLB_OK) status = put_shape(l, out, dims, shape, &part);
    put(out, "%s @ %zu", element.text ? element.text : "", *end);
    out->failed = out->failed || element.failed;
    free(element.text);
    if (status) return status;
    if (gap) { /* an unnamed field is a gap, which our text does not mention */
        out->length = start;
        if (!out->failed && out->text) out->text[start] = '\0';
    } else {
        if (*end % part.alignment != 0) record->size = 1; /* packed */
        if (part.alignment > record->alignment) record->alignment = part.alignment;
    }
    return clbi_add(*end, part.size, end) ? CLB_OK : clbi_literal_fail(l, CLB_ERROR_SIZE, "the record is too large");
}

static clb_status read_record(clbi_literal *l, sink *out, unsigned depth, layout *made)
{
    layout record = {0, 1}; /* size: 1 if a field is not aligned */
    size_t end = 0;
    l->at++;
    put(out, "{");
    const size_t start = out->length;
    while (!clbi_literal_take(l, ']')) {
        const clb_status status = read_field(l, out, depth, out->length == start, &end, &record);
        if (status) return status;
        if (!clbi_literal_take(l, ',') && clbi_literal_peek(l) != ']') return clbi_literal_expect(l, ']');
    }
    if (end == 0) return clbi_literal_fail(l, CLB_ERROR_UNSUPPORTED, "a record has no bytes");
    *made = (layout){end, record.size == 1 || end % record.alignment != 0 ? 1 : record.alignment};
    if (out->length == start) { /* only gaps */
        out->length--;
        put(out, "bytes[%zu]", end);
        made->alignment = 1;
    } else put(out, "}[size=%zu, align=%zu]", made->size, made->alignment);
    return CLB_OK;
}

/* "3 * 2 * " before an element; makes `made` an array of so many. */
static clb_status put_shape(const clbi_literal *l, sink *out, uint32_t dims, const size_t *shape, layout *made)
{
    for (uint32_t i = 0; i < dims; i++) {
        put(out, "%zu * ", shape[i]);
        if (!clbi_multiply(made->size, shape[i], &made->size))
            return clbi_literal_fail(l, CLB_ERROR_SIZE, "the field is too large");
    }
    return CLB_OK;
}

/* ('<f8', (3,)): a sub-array. Its element may be one, too. */
static clb_status read_sub_array(clbi_literal *l, sink *out, unsigned depth, layout *made)
{
    uint32_t dims = 0;
    size_t shape[CLB_ARRAY_DIMS];
    sink element = {0};
    l->at++;
    clb_status status = read_dtype(l, &element, depth + 1, made);
    if (status == CLB_OK) status = clbi_literal_expect(l, ',');
    if (status == CLB_OK) status = clbi_literal_shape(l, &dims, shape);
    if (status == CLB_OK) (void)clbi_literal_take(l, ',');
    if (status == CLB_OK) status = clbi_literal_expect(l, ')');
    if (status == CLB_OK) status = put_shape(l, out, dims, shape, made);
    put(out, "%s", element.text ? element.text : "");
    out->failed = out->failed || element.failed;
    free(element.text);
    return status;
}

static clb_status read_dtype(clbi_literal *l, sink *out, unsigned depth, layout *made)
{
    const char c = clbi_literal_peek(l);
    if (depth >= CLB_TYPE_DEPTH)
        return clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "types nest at most %d levels deep", CLB_TYPE_DEPTH);
    if (c == '[') return read_record(l, out, depth, made);
    if (c == '(') return read_sub_array(l, out, depth, made);
    if (c == '\'' || c == '"') return read_word(l, out, made);
    return clbi_literal_fail(l, CLB_ERROR_ARGUMENT, "a dtype is missing here, as '<f8' or [('x', '<f8')]");
}

clb_status clbi_dtype_read(clbi_literal *l, const clb_type **type)
{
    sink out = {0};
    layout made;
    clb_status status = read_dtype(l, &out, 0, &made);
    if (status == CLB_OK && out.failed) status = clbi_no_memory(l->error, l->call);
    if (status == CLB_OK) status = clb_type_read(out.text, out.length, type, l->error);
    free(out.text);
    return status;
}

clb_status clb_numpy_read_dtype(const char *text, size_t length, const clb_type **type, clb_error *error)
{
    static const char call[] = "clb_numpy_read_dtype";
    if (!text || !type)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s is NULL.", text ? "The type" : "The text");
    clbi_literal l = {.text = text, .length = length, .call = call, .error = error};
    const clb_type *made;
    const clb_status status = clbi_dtype_read(&l, &made);
    if (status) return status;
    if (clbi_literal_peek(&l) != '\0' || l.at < l.length) {
        clb_type_free(&made);
        return clbi_literal_fail(&l, CLB_ERROR_ARGUMENT, "the dtype is complete before this");
    }
    *type = made;
    return CLB_OK;
}

/* ---- Printing ---------------------------------------------------------------------------------------------------- */

typedef struct printer {
    sink out;
    char native_order;
} printer;

static bool print_dtype(printer *p, const clb_type *type);

static bool print_name(printer *p, const char *name)
{
    put(&p->out, "'");
    for (const char *c = name; *c; c++) {
        if (*c == '\'' || *c == '\\') put(&p->out, "\\%c", *c);
        else if ((unsigned char)*c < 0x20 || *c == 0x7f) put(&p->out, "\\x%02x", (unsigned)(unsigned char)*c);
        else put(&p->out, "%c", *c);
    }
    put(&p->out, "'");
    return true;
}

static void print_gap(printer *p, size_t size, bool *first)
{
    if (size > 0) {
        put(&p->out, "%s('', '|V%zu')", *first ? "" : ", ", size);
        *first = false;
    }
}

/* A field; fixed dimensions and the components of a vector become its shape. */
static bool print_field(printer *p, const clb_field *field, bool *first)
{
    const clb_type *type = field->type;
    put(&p->out, "%s(", *first ? "" : ", ");
    *first = false;
    (void)print_name(p, field->name);
    put(&p->out, ", ");
    const clb_type *element = type;
    for (; element->kind == CLB_KIND_FIXED; element = element->element)
        if ((size_t)element->stride != element->element->size) return false;
    const bool vector = element->kind == CLB_KIND_VECTOR && element->count != 3;
    const clb_type *part = vector ? clbi_type_part(element) : element;
    if (!print_dtype(p, part)) return false;
    if (vector || element != type) {
        put(&p->out, ", (");
        for (const clb_type *t = type; t != element; t = t->element) put(&p->out, "%zu,", t->count);
        if (vector) put(&p->out, "%zu,", element->count);
        put(&p->out, ")");
    }
    put(&p->out, ")");
    return true;
}

static bool print_record(printer *p, const clb_type *type)
{
    size_t end = 0;
    bool first = true;
    put(&p->out, "[");
    const clb_field *last = NULL;
    for (size_t done = 0; done < type->field_count; done++) {
        const clb_field *next = NULL; /* in the order of their offsets; fields without bytes in listed order */
        for (size_t i = 0; i < type->field_count; i++) {
            const clb_field *f = &type->fields[i];
            const bool behind = !last || f->offset > last->offset || (f->offset == last->offset && f > last);
            if (behind && (!next || f->offset < next->offset)) next = f;
        }
        last = next;
        if (!next) return false;
        print_gap(p, next->offset - end, &first);
        if (!print_field(p, next, &first)) return false;
        end = next->offset + next->type->size;
    }
    print_gap(p, type->size - end, &first);
    put(&p->out, "]");
    return true;
}

static bool print_dtype(printer *p, const clb_type *type)
{
    const bool is_floating = type->kind >= CLB_KIND_FLOAT16 && type->kind <= CLB_KIND_COMPLEX128;
    if (type->kind == CLB_KIND_RECORD) return print_record(p, type);
    if (type->kind == CLB_KIND_BYTES) {
        put(&p->out, "'|V%zu'", type->size);
        return true;
    }
    if (type->flags & CLB_TYPE_OPTIONAL && !is_floating) return false;
    for (size_t i = 0; i < LETTERS; i++)
        if (letters[i].kind == (uint8_t)type->kind) {
            const char other = p->native_order == '<' ? '>' : '<';
            put(&p->out, "'%c%c%zu'",
                type->size == 1                  ? '|'
                : type->flags & CLB_TYPE_SWAPPED ? other
                                                 : p->native_order,
                letters[i].letter, type->size);
            return true;
        }
    return false;
}

clb_status clb_numpy_print_dtype(const clb_type *type, char *text, size_t capacity, size_t *length, clb_error *error)
{
    static const char call[] = "clb_numpy_print_dtype";
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    printer p = {.native_order = first ? '<' : '>'};
    clb_status status = clb_type_check(type, error);
    if (status) return status;
    if (!print_dtype(&p, type)) {
        char name[200];
        (void)clb_type_print(type, name, sizeof name);
        status = clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call,
                             "NumPy has no dtype for %s: assign the elements to another type first.", name);
    } else if (p.out.failed) status = clbi_no_memory(error, call);
    else {
        if (capacity > 0) {
            const size_t fits = p.out.length < capacity ? p.out.length : capacity - 1;
            memcpy(text, p.out.text, fits);
            text[fits] = '\0';
        }
        if (length) *length = p.out.length;
    }
    free(p.out.text);
    return status;
}
