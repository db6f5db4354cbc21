/* SPDX-License-Identifier: MIT */
#include "library/spec_constant.h"

#include "base/name.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const spec_constant_types[CLB_CONSTANT_DOUBLE + 1] = {
    "bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double",
};

enum { MAX_LISTED = 64 };

/* The annotation that is being read. */
typedef struct reader {
    arena *arena;
    const annotation *tag;
    spec_constant *spec_constant;
    diagnostics *diagnostics;
    bool failed;
} reader;

static void fail(reader *r, location where, const char *message)
{
    if (!r->failed) diagnose_error(r->diagnostics, where, "%s", message);
    r->failed = true;
}

static bool is_real(clb_constant_type type)
{
    return type == CLB_CONSTANT_FLOAT || type == CLB_CONSTANT_DOUBLE;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double real_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- numbers ---- */

/* Only digits. false: it is not such a number, or exceeds 64 bits. */
static bool read_magnitude(const char *text, uint64_t *value)
{
    const unsigned base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
    *value = 0;
    text += base == 16 ? 2 : 0;
    if (!*text) return false;
    for (; *text; ++text) {
        const char c = *text;
        const unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                               : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                               : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                      : 99;
        if (digit >= base || *value > (UINT64_MAX - digit) / base) return false;
        *value = *value * base + digit;
    }
    return true;
}

static bool fits(clb_constant_type type, bool negative, uint64_t magnitude)
{
    static const struct {
        uint64_t below, above; /* the largest distance from zero, downwards and upwards */
    } reach[] = {{0, 1},          {128, 127},
                 {0, 255},        {32768, 32767},
                 {0, 65535},      {UINT64_C(1) << 31, INT32_MAX},
                 {0, UINT32_MAX}, {UINT64_C(1) << 63, INT64_MAX},
                 {0, UINT64_MAX}};
    return magnitude <= (negative ? reach[type].below : reach[type].above);
}

/* Whether the digits of a number before its exponent are not all zero. */
static bool is_written_nonzero(const char *text)
{
    const bool hex = strpbrk(text, "xX") != NULL;
    const char *digits = hex ? strpbrk(text, "xX") + 1 : text;
    const size_t length = strcspn(digits, hex ? "pP" : "eE");
    return strcspn(digits, hex ? "123456789abcdefABCDEF" : "123456789") < length;
}

static uint64_t read_value(reader *r, const char *text, location where)
{
    const clb_constant_type type = r->spec_constant->type;
    const bool negative = *text == '-';
    uint64_t magnitude = 0;
    if (!*text) {
        fail(r, where, "a value is missing here");
        return 0;
    }
    if (is_real(type)) {
        char *end = NULL;
        const double value = strspn(text, "+-.0123456789abcdefABCDEFxXpP") == strlen(text) ? strtod(text, &end) : 0;
        const double kept = type == CLB_CONSTANT_FLOAT ? (double)(float)value : value;
        if (!end || *end) fail(r, where, arena_printf(r->arena, "'%s' is not a number", text));
        else if (!isfinite(kept))
            fail(r, where, arena_printf(r->arena, "%s does not fit a %s", text, spec_constant_types[type]));
        else if (kept == 0 && is_written_nonzero(text))
            fail(r, where,
                 arena_printf(r->arena, "%s is too small for a %s, which would hold 0", text,
                              spec_constant_types[type]));
        return bits_of(kept);
    }
    if (type == CLB_CONSTANT_BOOL && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)) return *text == 't';
    if (!read_magnitude(text + negative, &magnitude)) {
        fail(r, where, arena_printf(r->arena, "'%s' is not a 64-bit integer", text));
        return 0;
    }
    if (!fits(type, negative, magnitude))
        fail(r, where, arena_printf(r->arena, "%s does not fit a %s", text, spec_constant_types[type]));
    return negative ? 0 - magnitude : magnitude;
}

/* Whether x is below y, as numbers of the type. */
static bool is_less(clb_constant_type type, uint64_t x, uint64_t y)
{
    if (is_real(type)) return real_of(x) < real_of(y);
    if (type == CLB_CONSTANT_ULONG) return x < y;
    return (int64_t)x < (int64_t)y;
}

static bool is_same(clb_constant_type type, uint64_t x, uint64_t y)
{
    return !is_less(type, x, y) && !is_less(type, y, x);
}

/* ---- the annotation ---- */

/* `text`, at `offset` of a value, without the blanks around it. */
typedef struct part {
    const char *text;
    location where;
} part;

static part cut(reader *r, const annotation_value *value, size_t begin, size_t end)
{
    while (begin < end && (value->text[begin] == ' ' || value->text[begin] == '\t')) ++begin;
    while (end > begin && (value->text[end - 1] == ' ' || value->text[end - 1] == '\t')) --end;
    return (part){arena_strndup(r->arena, value->text + begin, end - begin),
                  {value->where.source, value->where.offset + begin}};
}

static void read_type(reader *r, part text)
{
    size_t n = 0;
    while (n <= CLB_CONSTANT_DOUBLE && strcmp(spec_constant_types[n], text.text) != 0) ++n;
    if (n > CLB_CONSTANT_DOUBLE)
        fail(r, text.where,
             arena_printf(r->arena,
                          "a constant cannot have the type '%s': it is a bool, char, uchar, short, "
                          "ushort, int, uint, long, ulong, float or double",
                          text.text));
    else r->spec_constant->type = (clb_constant_type)n;
}

static void add_value(reader *r, const char *text, location where)
{
    spec_constant *s = r->spec_constant;
    const uint64_t value = read_value(r, text, where);
    for (size_t i = 1; i <= s->value_count && !r->failed; ++i)
        if (s->rule == CLB_CONSTANT_LIST && is_same(s->type, s->values[i], value))
            fail(r, where, arena_printf(r->arena, "%s is listed twice", text));
    s->values[++s->value_count] = value;
}

/* The list or range behind `in`; the first value holds its beginning. */
static void read_rule(reader *r, part first)
{
    spec_constant *s = r->spec_constant;
    const char *dots = strstr(first.text, "..");
    s->values = arena_grow(r->arena, s->values, 1, r->tag->value_count + 3, sizeof *s->values);
    if (dots) {
        const annotation_value whole = {first.text, first.where};
        const part low = cut(r, &whole, 0, (size_t)(dots - first.text));
        const part high = cut(r, &whole, (size_t)(dots - first.text) + 2, strlen(first.text));
        s->rule = CLB_CONSTANT_RANGE;
        if (r->tag->value_count > 1)
            fail(r, r->tag->values[1].where, "a range cannot be part of a list: write LOWEST..HIGHEST alone");
        add_value(r, low.text, low.where);
        add_value(r, high.text, high.where);
        if (!r->failed && is_less(s->type, s->values[2], s->values[1])) fail(r, first.where, "the range is empty");
        return;
    }
    s->rule = CLB_CONSTANT_LIST;
    add_value(r, first.text, first.where);
    for (size_t i = 1; i < r->tag->value_count && !r->failed; ++i)
        add_value(r, r->tag->values[i].text, r->tag->values[i].where);
    if (s->value_count > MAX_LISTED) fail(r, r->tag->where, "a constant may list 64 values at most: each is compiled");
}

static void check_default(reader *r, part text)
{
    spec_constant *s = r->spec_constant;
    bool allowed = s->rule == CLB_CONSTANT_ANY;
    if (s->rule == CLB_CONSTANT_RANGE)
        allowed = !is_less(s->type, s->values[0], s->values[1]) && !is_less(s->type, s->values[2], s->values[0]);
    for (size_t i = 1; s->rule == CLB_CONSTANT_LIST && i <= s->value_count && !allowed; ++i) {
        allowed = is_same(s->type, s->values[0], s->values[i]);
        s->listed = i - 1;
    }
    if (!allowed) fail(r, text.where, arena_printf(r->arena, "the default %s is not an allowed value", text.text));
}

/* Whether it can be the name of a macro in a program. */
static bool is_name(const char *text)
{
    if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || *text == '_')) return false;
    for (const char *c = text; *c; ++c)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_'))
            return false;
    static const char *const taken[] = {"__", "cl_", "CL_", "CLK_",
                                        "CLB_"}; /* prefixes that implementations and clbundle reserve */
    for (size_t i = 0; i < sizeof taken / sizeof *taken; ++i)
        if (strncmp(text, taken[i], strlen(taken[i])) == 0) return false;
    return !(text[0] == '_' && text[1] >= 'A' && text[1] <= 'Z') && strcmp(text, "defined") != 0;
}

/* false after a report. */
static bool read_spec_constant(arena *a, const annotation *tag, spec_constant *s, diagnostics *d)
{
    reader r = {a, tag, s, d, false};
    *s = (spec_constant){.name = tag->subject, .where = tag->where, .values = arena_array(a, 1, sizeof *s->values)};
    if (!*tag->subject || !tag->value_count || !strchr(tag->values[0].text, '=')) {
        fail(&r, tag->where,
             "write `// @constant NAME: TYPE = VALUE`, then `in VALUE, VALUE` or `in LOWEST..HIGHEST` "
             "where only some values are allowed");
        return false;
    }
    if (!is_name(tag->subject)) {
        fail(&r, tag->subject_where, arena_printf(a, "'%s' cannot be the name of a constant", tag->subject));
        return false;
    }
    const annotation_value *first = &tag->values[0];
    const size_t length = strlen(first->text), equals = strcspn(first->text, "=");
    size_t in = equals + 1;
    while (in < length && !(strncmp(first->text + in, "in", 2) == 0 && strchr(" \t", first->text[in - 1]) &&
                            (in + 2 == length || strchr(" \t-", first->text[in + 2]))))
        ++in;
    const part value = cut(&r, first, equals + 1, in);
    read_type(&r, cut(&r, first, 0, equals));
    if (!r.failed) s->values[0] = read_value(&r, value.text, value.where);
    if (!r.failed && in < length) read_rule(&r, cut(&r, first, in + 2, length));
    else if (!r.failed && tag->value_count > 1)
        fail(&r, tag->values[1].where, "a list of allowed values starts with 'in'");
    if (!r.failed && s->type == CLB_CONSTANT_BOOL && s->rule == CLB_CONSTANT_RANGE)
        fail(&r, tag->where, "a bool has no range");
    if (!r.failed) check_default(&r, value);
    return !r.failed;
}

spec_constant *spec_constants_read(arena *a, const annotations *all, size_t *count, diagnostics *d)
{
    size_t total = 0, n = 0;
    for (size_t b = 0; b < all->count; ++b) total += all->blocks[b].count;
    spec_constant *list = arena_array(a, total, sizeof *list);
    for (size_t b = 0; b < all->count; ++b)
        for (size_t i = 0; i < all->blocks[b].count; ++i) {
            const annotation *tag = &all->blocks[b].items[i];
            if (strcmp(tag->tag, "constant") != 0 || !read_spec_constant(a, tag, &list[n], d)) continue;
            size_t known = 0;
            while (strcmp(list[known].name, list[n].name) != 0) ++known;
            if (known == n) ++n;
            else diagnose_error(d, tag->subject_where, "the file has two constants '%s'", tag->subject);
        }
    *count = n;
    return list;
}

/* ---- for other files ---- */

const char *spec_constant_value(arena *a, clb_constant_type type, uint64_t value)
{
    if (is_real(type)) return arena_printf(a, type == CLB_CONSTANT_FLOAT ? "%.9g" : "%.17g", real_of(value));
    return type == CLB_CONSTANT_ULONG ? arena_printf(a, "%" PRIu64, value)
                                      : arena_printf(a, "%" PRId64, (int64_t)value);
}

/* The value as a literal of its type; a negative one stands in parentheses. */
static const char *literal(arena *a, clb_constant_type type, uint64_t value)
{
    static const char *const suffixes[] = {"", "", "", "", "", "", "u", "L", "UL", "f", ""};
    if (is_real(type))
        return arena_printf(a, signbit(real_of(value)) ? "(%a%s)" : "%a%s", real_of(value), suffixes[type]);
    const int64_t number = (int64_t)value;
    if (type == CLB_CONSTANT_ULONG || number >= 0) return arena_printf(a, "%" PRIu64 "%s", value, suffixes[type]);
    /* The least value has no literal. */
    return arena_printf(a, "(-%" PRIu64 "%s-1)", UINT64_MAX - value, suffixes[type]);
}

const char *spec_constant_definition(arena *a, const spec_constant *s)
{
    if (s->rule != CLB_CONSTANT_LIST) return arena_printf(a, "%s=" NAME_OF_CONSTANT "%s", s->name, s->name);
    return arena_printf(a, "%s=%s", s->name, literal(a, s->type, s->values[1 + s->listed]));
}

const char *spec_constant_text(arena *a, const spec_constant *s)
{
    const uint64_t value = s->values[s->rule == CLB_CONSTANT_LIST ? 1 + s->listed : 0];
    return arena_printf(a, "%s = %s", s->name, spec_constant_value(a, s->type, value));
}

bool spec_constant_equal(const spec_constant *x, const spec_constant *y)
{
    return x->type == y->type && x->rule == y->rule && x->value_count == y->value_count &&
           memcmp(x->values, y->values, (x->value_count + 1) * sizeof *x->values) == 0;
}
