/* SPDX-License-Identifier: MIT */
#include "core/constants.h"

#include "core/status.h"
#include "core/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSIONS_MAX = 256, LITERAL = 48 }; /* of a kernel; bytes of a literal */

static bool is_real(const clb_constant_data *c)
{
    return c->type == CLB_CONSTANT_FLOAT || c->type == CLB_CONSTANT_DOUBLE;
}

static double real_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Is x below y, as numbers of the constant's type? */
static bool is_less(const clb_constant_data *c, uint64_t x, uint64_t y)
{
    if (is_real(c)) return real_of(x) < real_of(y);
    if (c->type == CLB_CONSTANT_ULONG) return x < y;
    return (int64_t)x < (int64_t)y;
}

/* The index in the list, or UINT32_MAX. */
static uint32_t place_of(const clb_bundle *b, const clb_constant_data *c, uint64_t value)
{
    const uint64_t *values = b->constant_values + c->first_value + 1;
    for (uint32_t i = 0; i < c->value_count; i++)
        if (!is_less(c, values[i], value) && !is_less(c, value, values[i])) return i;
    return UINT32_MAX;
}

static bool is_allowed(const clb_bundle *b, const clb_constant_data *c, uint64_t value)
{
    const uint64_t *values = b->constant_values + c->first_value + 1;
    if (c->rule == CLB_CONSTANT_RANGE) return !is_less(c, value, values[0]) && !is_less(c, values[1], value);
    return c->rule == CLB_CONSTANT_ANY || place_of(b, c, value) != UINT32_MAX;
}

/* ---- Checks ---------------------------------------------------------------------------------------------------------
 */

static bool constant_fits(const clb_bundle *b, const clb_constant_data *c)
{
    static const uint32_t least[] = {0, 2, 1}; /* values of each rule */
    if ((uint64_t)c->name.offset + c->name.length > b->text_length || c->type > CLB_CONSTANT_DOUBLE ||
        c->rule > CLB_CONSTANT_LIST || c->first_value >= b->constant_value_count ||
        c->value_count >= b->constant_value_count - c->first_value || c->value_count < least[c->rule])
        return false;
    return is_allowed(b, c, b->constant_values[c->first_value]);
}

/* How many versions a program's kernels have; 0: more than there can be. */
static uint32_t version_count(const clb_bundle *b, const clb_program_data *p)
{
    uint32_t count = 1;
    for (uint32_t i = 0; i < p->constant_count; i++) {
        const clb_constant_data *c = &b->constants[b->program_constants[p->first_constant + i]];
        if (c->rule != CLB_CONSTANT_LIST) continue;
        if (c->value_count > VERSIONS_MAX / count) return 0;
        count *= c->value_count;
    }
    return count;
}

bool clbi_constants_fit(const clb_bundle *b)
{
    if ((b->constant_count > 0 && (!b->constants || !b->constant_values)) ||
        (b->program_constant_count > 0 && !b->program_constants) || (b->version_count > 0 && !b->versions))
        return false;
    for (uint32_t i = 0; i < b->constant_count; i++)
        if (!constant_fits(b, &b->constants[i])) return false;
    for (uint32_t i = 0; i < b->program_constant_count; i++)
        if (b->program_constants[i] >= b->constant_count && b->constant_count > 0) return false;
    for (uint32_t i = 0; i < b->program_count; i++) {
        const clb_program_data *p = &b->programs[i];
        if (p->constant_count == 0) continue;
        if (b->constant_count == 0 || p->first_constant > b->program_constant_count ||
            p->constant_count > b->program_constant_count - p->first_constant || version_count(b, p) == 0)
            return false;
    }
    for (uint32_t i = 0; i < b->kernel_count; i++) {
        const clb_kernel_data *k = &b->kernels[i];
        if (k->program >= b->program_count) return false;
        const uint32_t versions = version_count(b, &b->programs[k->program]);
        if (versions > 1 ? k->first_version == 0 || k->first_version - 1 > b->version_count ||
                               versions > b->version_count - (k->first_version - 1)
                         : k->first_version != 0)
            return false;
    }
    return true;
}

/* ---- Values ---- */

static clbi_value value_of(const clb_constant_data *c, uint64_t bits)
{
    clbi_value value = {.bits = bits, .native = {.u64 = 0}};
    switch ((clb_constant_type)c->type) {
    case CLB_CONSTANT_BOOL:
    case CLB_CONSTANT_CHAR:
    case CLB_CONSTANT_UCHAR:
    case CLB_CONSTANT_SHORT:
    case CLB_CONSTANT_USHORT:
    case CLB_CONSTANT_INT: value.native.i32 = (int32_t)(int64_t)bits; break;
    case CLB_CONSTANT_UINT: value.native.u32 = (uint32_t)bits; break;
    case CLB_CONSTANT_LONG: value.native.i64 = (int64_t)bits; break;
    case CLB_CONSTANT_ULONG: value.native.u64 = bits; break;
    case CLB_CONSTANT_FLOAT: value.native.f32 = (float)real_of(bits); break;
    case CLB_CONSTANT_DOUBLE: value.native.f64 = real_of(bits); break;
    }
    return value;
}

/* Whether the type holds the number; its bits. */
static bool take_integer(const clb_constant_data *c, const clb_constant *given, uint64_t *bits)
{
    static const struct {
        int64_t least;
        uint64_t most;
    } reach[] = {{0, 1},          {INT8_MIN, INT8_MAX},   {0, UINT8_MAX},  {INT16_MIN, INT16_MAX},
                 {0, UINT16_MAX}, {INT32_MIN, INT32_MAX}, {0, UINT32_MAX}, {INT64_MIN, INT64_MAX},
                 {0, UINT64_MAX}};
    const bool negative = given->kind == CLB_CONSTANT_INTEGER && given->integer < 0;
    *bits = given->kind == CLB_CONSTANT_INTEGER ? (uint64_t)given->integer : given->natural;
    return negative ? given->integer >= reach[c->type].least : *bits <= reach[c->type].most;
}

/* The same for a finite number. */
static bool take_real(const clb_constant_data *c, const clb_constant *given, uint64_t *bits)
{
    double value = given->real;
    memcpy(bits, &value, sizeof *bits);
    if (c->type == CLB_CONSTANT_FLOAT) {
        const float narrow = (float)value;
        value = (double)narrow;
        memcpy(bits, &value, sizeof *bits);
    }
    return (*bits >> 52 & 0x7FF) != 0x7FF;
}

static const char *type_name(const clb_constant_data *c)
{
    static const char *const names[] = {"bool", "char", "uchar", "short", "ushort", "int",
                                        "uint", "long", "ulong", "float", "double"};
    return names[c->type];
}

/* A number for people. */
static void write_value(const clb_constant_data *c, uint64_t bits, char text[LITERAL])
{
    if (is_real(c)) (void)snprintf(text, LITERAL, "%.9g", real_of(bits));
    else if (c->type == CLB_CONSTANT_ULONG) (void)snprintf(text, LITERAL, "%" PRIu64, bits);
    else (void)snprintf(text, LITERAL, "%" PRId64, (int64_t)bits);
}

static clb_status refuse_value(const clb_bundle *b, const clb_constant_data *c, uint64_t bits, const char *call,
                               clb_error *error)
{
    const uint64_t *values = b->constant_values + c->first_value + 1;
    char text[LITERAL], list[512] = "", value[LITERAL];
    size_t at = 0;
    write_value(c, bits, text);
    for (uint32_t i = 0; i < c->value_count && at < sizeof list - LITERAL; i++) {
        write_value(c, values[i], value);
        const int n = snprintf(list + at, sizeof list - at, "%s%s",
                               i == 0                          ? ""
                               : c->rule == CLB_CONSTANT_RANGE ? " to "
                                                               : ", ",
                               value);
        at += n > 0 ? (size_t)n : 0;
    }
    return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the constant '%s' cannot be %s; the bundle allows %s.",
                       call, clbi_span_name(b, c->name).text, text, list);
}

static clb_status refuse_name(const clb_bundle *b, const char *name, const char *call, clb_error *error)
{
    char list[512] = "";
    size_t at = 0;
    for (uint32_t i = 0; i < b->constant_count && at < sizeof list; i++) {
        const int n =
            snprintf(list + at, sizeof list - at, "%s%s", i ? ", " : "", clbi_span_name(b, b->constants[i].name).text);
        at += n > 0 ? (size_t)n : 0;
    }
    return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: bundle '%s' has no constant '%.100s'; it has %s.", call,
                       b->name ? b->name : "", name, *list ? list : "none");
}

static bool is_named(const clb_bundle *b, clb_span span, const char *name)
{
    clbi_piece piece;
    if (strlen(name) != span.length) return false;
    while (clbi_text_next(b, &span, &piece)) {
        if (memcmp(name, piece.text, piece.length) != 0) return false;
        name += piece.length;
    }
    return true;
}

static clb_status set(const clb_bundle *b, const clb_constant *given, const char *call, clbi_value *values,
                      clb_error *error)
{
    uint32_t n = 0;
    uint64_t bits = 0;
    if (!given->name)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: a constant has no name; state one.", call);
    while (n < b->constant_count && !is_named(b, b->constants[n].name, given->name)) n++;
    if (n == b->constant_count) return refuse_name(b, given->name, call, error);
    const clb_constant_data *c = &b->constants[n];
    if ((given->kind == CLB_CONSTANT_REAL) != is_real(c) || given->kind > CLB_CONSTANT_REAL)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the constant '%s' is of type %s; give it with %s.",
                           call, given->name, type_name(c), is_real(c) ? "clb_constant_real" : "clb_constant_integer");
    if (!(is_real(c) ? take_real(c, given, &bits) : take_integer(c, given, &bits)))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: the constant '%s' is of type %s, which cannot hold the value given.", call, given->name,
                           type_name(c));
    if (!is_allowed(b, c, bits)) return refuse_value(b, c, bits, call, error);
    values[n] = value_of(c, bits);
    return CLB_OK;
}

clb_status clbi_constants_set(const clb_bundle *b, const clbi_given_constants *all, const clbi_value *base,
                              const char *call, clbi_value *values, clb_error *error)
{
    const clb_constant *given = all->list;
    const size_t count = all->count;
    if (count > 0 && !given)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `constants` is NULL, but %zu are said to be there.",
                           call, count);
    for (uint32_t i = 0; i < b->constant_count; i++)
        values[i] = base ? base[i] : value_of(&b->constants[i], b->constant_values[b->constants[i].first_value]);
    for (size_t i = 0; i < count; i++) {
        const clb_status status = set(b, &given[i], call, values, error);
        if (status != CLB_OK) return status;
        for (size_t k = 0; k < i; k++)
            if (strcmp(given[k].name, given[i].name) == 0)
                return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the constant '%s' is given twice.", call,
                                   given[i].name);
    }
    return CLB_OK;
}

/* ---- For drivers ------------------------------------------------------------------------------------------------- */

/* A literal of OpenCL C with the type of the constant. Numbers with a point are hexadecimal: exact, whatever the
 * locale. */
static void write_literal(const clb_constant_data *c, uint64_t bits, char text[LITERAL])
{
    static const char *const suffixes[] = {"", "", "", "", "", "", "u", "L", "UL", "f", ""};
    const char *suffix = suffixes[c->type];
    if (is_real(c)) {
        const bool negative = bits >> 63;
        const int biased = (int)(bits >> 52 & 0x7FF);
        uint64_t digits = (bits & ((UINT64_C(1) << 52) - 1)) | (biased ? UINT64_C(1) << 52 : 0);
        int exponent = (biased ? biased : 1) - 1075;
        if (digits == 0) exponent = 0;
        for (; digits != 0 && digits % 2 == 0; digits /= 2) exponent++;
        (void)snprintf(text, LITERAL, "%s0x%" PRIx64 "p%d%s%s", negative ? "(-" : "", digits, exponent, suffix,
                       negative ? ")" : "");
    } else if (c->type == CLB_CONSTANT_ULONG || (int64_t)bits >= 0) {
        (void)snprintf(text, LITERAL, "%" PRIu64 "%s", bits, suffix);
    } else {
        (void)snprintf(text, LITERAL, "(-%" PRIu64 "%s-1)", UINT64_MAX - bits, suffix); /* the lowest has no literal */
    }
}

char *clbi_program_options(const clb_bundle *b, uint32_t number, const clbi_value *values)
{
    const clb_program_data *p = &b->programs[number];
    char *options = clbi_text_dup(b, p->options), literal[LITERAL];
    size_t length = options ? strlen(options) : 0, more = 0;
    if (!options || p->constant_count == 0) return options;
    const uint32_t *list = b->program_constants + p->first_constant;
    for (uint32_t i = 0; i < p->constant_count; i++) {
        more += b->constants[list[i]].name.length + LITERAL + 4;
        if (more > SIZE_MAX / 4) more = SIZE_MAX / 4;
    }
    char *longer = length < SIZE_MAX / 4 && more < SIZE_MAX / 4 ? realloc(options, length + more + 1) : NULL;
    if (!longer) {
        free(options);
        return NULL;
    }
    for (uint32_t i = 0; i < p->constant_count; i++) {
        const clb_constant_data *c = &b->constants[list[i]];
        longer[length++] = ' ';
        longer[length++] = '-';
        longer[length++] = 'D';
        length += clb_text_copy(b, c->name, longer + length, (size_t)c->name.length + 1);
        write_literal(c, values[list[i]].bits, literal);
        longer[length++] = '=';
        memcpy(longer + length, literal, strlen(literal) + 1);
        length += strlen(literal);
    }
    return longer;
}

bool clbi_constants_are_equal(const clb_bundle *bundle, const clb_program_data *p, const clbi_value *a,
                              const clbi_value *b)
{
    /* A bundle without constants has no list: nothing may be added to NULL. */
    for (uint32_t i = 0; i < p->constant_count; i++) {
        const uint32_t n = bundle->program_constants[p->first_constant + i];
        const uint64_t bits = a ? a[n].bits : bundle->constant_values[bundle->constants[n].first_value];
        if (b[n].bits != bits) return false;
    }
    return true;
}

uint32_t clbi_constants_version(const clb_bundle *b, const clb_program_data *p, const clbi_value *values)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < p->constant_count; i++) {
        const uint32_t n = b->program_constants[p->first_constant + i];
        const clb_constant_data *c = &b->constants[n];
        if (c->rule == CLB_CONSTANT_LIST) number = number * c->value_count + place_of(b, c, values[n].bits);
    }
    return number;
}

bool clbi_constants_integer(const clb_bundle *b, const clbi_value *values, size_t number, int64_t *result)
{
    const clb_constant_data *c = &b->constants[number];
    const uint64_t bits = values ? values[number].bits : b->constant_values[c->first_value];
    *result = (int64_t)bits;
    return c->type != CLB_CONSTANT_ULONG || bits <= INT64_MAX;
}
