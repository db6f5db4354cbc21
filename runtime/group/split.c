/* SPDX-License-Identifier: MIT */
#include "group/split.h"

#include "core/bundle.h"
#include "core/expression.h"
#include "core/status.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A call while it is analysed. */
typedef struct study {
    const clb_bundle *bundle;
    const clb_kernel_data *kernel;
    const clb_argument_data *parameters;
    const clbi_value *constants; /* NULL: the defaults */
    const uint32_t *required_local;
    const clb_host_argument *given;
    clb_argument *values;   /* for expressions: the given values, except the one that counts the units */
    unsigned char units[8]; /* used instead of that one */
    const char *call;
} study;

/* An extent or a range as a function of the units: slope * units + base. */
typedef struct line {
    int64_t slope, base;
} line;

void clbi_split_number(clb_number kind, uint64_t value, unsigned char bytes[8])
{
    const uint8_t v1 = (uint8_t)value;
    const uint16_t v2 = (uint16_t)value;
    const uint32_t v4 = (uint32_t)value;
    switch (kind) {
    case CLB_NUMBER_I8:
    case CLB_NUMBER_U8: memcpy(bytes, &v1, sizeof v1); break;
    case CLB_NUMBER_I16:
    case CLB_NUMBER_U16: memcpy(bytes, &v2, sizeof v2); break;
    case CLB_NUMBER_I32:
    case CLB_NUMBER_U32: memcpy(bytes, &v4, sizeof v4); break;
    case CLB_NUMBER_I64:
    case CLB_NUMBER_U64: memcpy(bytes, &value, sizeof value); break;
    case CLB_NUMBER_NONE: break;
    }
}

static clbi_name kernel_name(const study *s)
{
    return clbi_span_name(s->bundle, s->kernel->name);
}

#define REFUSE_ARRAY(s, i, error, status, format, ...)                                               \
    clbi_refuse((error), (status), (s)->call, "%s: argument '%s' of kernel '%s' " format, (s)->call, \
                clbi_span_name((s)->bundle, (s)->parameters[i].name).text, kernel_name(s).text, __VA_ARGS__)

static clb_status refuse_outcome(const study *s, clbi_outcome outcome, const char *what, clb_error *error)
{
    return clbi_refuse(error, outcome == CLBI_MALFORMED ? CLB_ERROR_ABI : CLB_ERROR_SIZE, s->call,
                       "%s: %s of kernel '%s' %s; check the scalars passed to it.", s->call, what, kernel_name(s).text,
                       clbi_outcome_text(outcome));
}

/* The value of an expression for this many units. */
static clbi_outcome evaluate(study *s, uint32_t code, uint64_t units, int64_t *value)
{
    const uint32_t n = s->kernel->split - 1;
    clbi_split_number((clb_number)s->parameters[n].number, units, s->units);
    return clbi_expression_run(s->bundle, s->kernel, code, s->values, s->constants, value);
}

static bool subtract(int64_t a, int64_t b, int64_t *difference)
{
    if (b > 0 ? a < INT64_MIN + b : a > INT64_MAX + b) return false;
    *difference = a - b;
    return true;
}

/* An expression that the generator has found to be linear. */
static clb_status find_line(study *s, uint32_t code, const char *what, line *found, clb_error *error)
{
    int64_t none = 0, one = 0;
    clbi_outcome outcome = evaluate(s, code, 0, &none);
    if (outcome == CLBI_VALUE) outcome = evaluate(s, code, 1, &one);
    if (outcome == CLBI_VALUE && !subtract(one, none, &found->slope)) outcome = CLBI_OVERFLOW;
    found->base = none;
    return outcome == CLBI_VALUE ? CLB_OK : refuse_outcome(s, outcome, what, error);
}

static bool multiply(uint64_t *product, uint64_t factor)
{
    if (factor != 0 && *product > (uint64_t)PTRDIFF_MAX / factor) return false;
    *product *= factor;
    return true;
}

/* slope * units + base, not negative. */
static bool line_at(const line *l, uint64_t units, uint64_t *value)
{
    uint64_t product = (uint64_t)l->slope;
    if (l->slope < 0 || !multiply(&product, units)) return false;
    if (l->base < 0 ? (uint64_t) - (l->base + 1) + 1 > product : (uint64_t)l->base > (uint64_t)PTRDIFF_MAX - product)
        return false;
    *value = l->base < 0 ? product - ((uint64_t) - (l->base + 1) + 1) : product + (uint64_t)l->base;
    return true;
}

/* The size of an array that is not cut. */
static clb_status find_whole(study *s, uint32_t i, clb_split_array *array, uint64_t units, clb_error *error)
{
    const clb_argument_data *parameter = &s->parameters[i];
    uint64_t size = s->given[i].size;
    if (parameter->extent != 0) {
        int64_t count = 0;
        const clbi_outcome outcome =
            s->kernel->split != 0
                ? evaluate(s, parameter->extent, units, &count)
                : clbi_expression_run(s->bundle, s->kernel, parameter->extent, s->values, s->constants, &count);
        if (outcome != CLBI_VALUE) return refuse_outcome(s, outcome, "an extent", error);
        size = count < 0 ? UINT64_MAX : (uint64_t)count;
        if (!multiply(&size, parameter->size) || size > PTRDIFF_MAX)
            return REFUSE_ARRAY(s, i, error, CLB_ERROR_SIZE,
                                "has an extent of %" PRId64
                                " elements, which is no size; check the scalars passed to the kernel.",
                                count);
        if (s->given[i].size != 0 && s->given[i].size < size)
            return REFUSE_ARRAY(s, i, error, CLB_ERROR_SIZE,
                                "needs %" PRIu64 " bytes for these scalars, but %zu were given; "
                                "use more memory or a smaller range.",
                                size, s->given[i].size);
    } else if (size == 0 || size > PTRDIFF_MAX) {
        return REFUSE_ARRAY(s, i, error, CLB_ERROR_SIZE, "%s",
                            "has no @arg extent and no size; state its size in bytes.");
    }
    *array = (clb_split_array){1, (size_t)size, 0, (ptrdiff_t)size};
    return CLB_OK;
}

static clb_status refuse_pieces(const study *s, uint32_t i, const line *l, clb_error *error)
{
    return REFUSE_ARRAY(s, i, error, CLB_ERROR_SIZE,
                        "has %" PRId64 " elements a unit and %" PRId64
                        " beside, which are no pieces of an array; check the scalars passed to the kernel.",
                        l->slope, l->base);
}

static clb_status find_pieces(study *s, uint32_t i, clb_split_array *array, uint64_t units, clb_error *error)
{
    const clb_argument_data *parameter = &s->parameters[i];
    const uint32_t *shape = s->bundle->shapes + parameter->shape;
    const uint32_t dims = shape[0] & ~CLB_SHAPE_COLUMN;
    uint64_t blocks = 1, inner = parameter->size, whole = 0;
    line cut = {0, 0};
    bool fits = true;
    *array = (clb_split_array){1, 0, 0, 0};
    if (units == 0) return CLB_OK;
    for (uint32_t d = 1; d <= dims; d++) {
        int64_t length = 0;
        if (d == parameter->split) {
            const clb_status status = find_line(s, shape[d], "an extent", &cut, error);
            if (status != CLB_OK) return status;
            continue;
        }
        const clbi_outcome outcome = evaluate(s, shape[d], units, &length);
        if (outcome != CLBI_VALUE) return refuse_outcome(s, outcome, "an extent", error);
        const bool slower = (shape[0] & CLB_SHAPE_COLUMN) != 0 ? d > parameter->split : d < parameter->split;
        fits = fits && length >= 0 && multiply(slower ? &blocks : &inner, (uint64_t)length);
    }
    const bool written = (parameter->access & CLB_ACCESS_OUT) != 0;
    if (cut.slope < 0 || (cut.base < 0 && cut.slope + cut.base < 0)) return refuse_pieces(s, i, &cut, error);
    if (written && units > 1 && (cut.slope == 0 || cut.base > 0))
        return REFUSE_ARRAY(s, i, error, CLB_ERROR_SIZE,
                            "is written, but has %" PRId64 " elements a unit and %" PRId64
                            " beside: parts would write the same elements; check the scalars passed to the kernel.",
                            cut.slope, cut.base);
    fits = fits && line_at(&cut, units, &whole) && multiply(&whole, inner);
    uint64_t all = whole;
    if (!fits || !multiply(&all, blocks))
        return REFUSE_ARRAY(s, i, error, CLB_ERROR_SIZE, "%s",
                            "is larger than any memory for these scalars; check the scalars passed to the kernel.");
    if (s->given[i].size != 0 && s->given[i].size < all)
        return REFUSE_ARRAY(s, i, error, CLB_ERROR_SIZE,
                            "needs %" PRIu64 " bytes for these scalars, but %zu were given; use more "
                            "memory or a smaller range.",
                            all, s->given[i].size);
    if (written && units == 1) *array = (clb_split_array){1, (size_t)all, (size_t)all, 0};
    else if (cut.slope == 0 || all == 0) *array = (clb_split_array){1, (size_t)all, 0, (ptrdiff_t)all};
    else
        *array = (clb_split_array){(size_t)blocks, (size_t)whole, (size_t)(cut.slope * (int64_t)inner),
                                   (ptrdiff_t)(cut.base * (int64_t)inner)};
    return CLB_OK;
}

uint64_t clbi_split_gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The least number of units for which both ranges, cut there, hold whole groups. */
static clb_status find_granule(study *s, uint64_t units, uint64_t *granule, clb_error *error)
{
    const clb_kernel_data *k = s->kernel;
    const uint32_t dimension = k->split_dimension;
    const uint32_t ranges[2] = {k->range[dimension], k->gpu_range[dimension]};
    int64_t local = s->required_local[dimension];
    uint64_t found = 1;
    if (k->local[dimension] != 0) {
        const clbi_outcome outcome = evaluate(s, k->local[dimension], units, &local);
        if (outcome != CLBI_VALUE) return refuse_outcome(s, outcome, "@local", error);
    }
    for (int r = 0; r < 2; r++) {
        line l = {0, 0};
        /* A GPU runs parts of such a kernel as calls of their own, with the ranges of these. */
        if (ranges[r] == 0 || (r == 1 && (k->flags & CLB_KERNEL_RELATIVE) != 0)) continue;
        const clb_status status = find_line(s, ranges[r], r ? "@gpu_range" : "@range", &l, error);
        if (status != CLB_OK) return status;
        if (l.slope < 0 || l.base != 0)
            return clbi_refuse(error, CLB_ERROR_SIZE, s->call,
                               "%s: the range of kernel '%s' is no multiple of its units for these "
                               "scalars; check the scalars passed to it.",
                               s->call, kernel_name(s).text);
        if (local <= 1) continue;
        const uint64_t one = (uint64_t)local / clbi_split_gcd((uint64_t)l.slope, (uint64_t)local);
        uint64_t both = found / clbi_split_gcd(found, one);
        found = multiply(&both, one) ? both : UINT64_MAX;
    }
    *granule = found;
    return CLB_OK;
}

static clb_status find_units(study *s, clb_split *split, clb_error *error)
{
    const clb_kernel_data *k = s->kernel;
    *split = (clb_split){.units = 1, .granule = 1};
    if (k->split == 0) return CLB_OK;
    const uint32_t n = k->split - 1;
    const int64_t code[] = {0, CLB_OP_ARGUMENT, n, CLB_OP_END};
    clb_bundle reader = *s->bundle;
    int64_t units = 0;
    reader.code = code;
    reader.code_count = sizeof code / sizeof *code;
    const clbi_outcome outcome = clbi_expression_run(&reader, k, 1, s->values, NULL, &units);
    if (outcome != CLBI_VALUE || units < 0)
        return REFUSE_ARRAY(s, n, error, CLB_ERROR_SIZE, "%s", "is no number of units; pass one from 0 to 2^63-1.");
    *split = (clb_split){(uint64_t)units, 1, true, (k->flags & CLB_KERNEL_RELATIVE) != 0};
    s->values[n].value = s->units;
    return find_granule(s, split->units, &split->granule, error);
}

clb_status clbi_split_find(const clbi_split_call *of, clb_split *split, clb_split_array *arrays, clb_error *error)
{
    const clb_kernel_data *kernel = of->kernel;
    const clb_host_argument *arguments = of->arguments;
    const uint32_t count = of->count;
    const char *call = of->call;
    study s = {of->bundle,
               kernel,
               of->bundle->arguments + kernel->first_argument,
               of->constants,
               of->required_local,
               arguments,
               NULL,
               {0},
               call};
    clb_split found;
    s.values = calloc((size_t)count + 1, sizeof *s.values);
    if (!s.values) return clbi_no_memory(error, call);
    for (uint32_t i = 0; i < count; i++)
        s.values[i] = (clb_argument){.value = arguments[i].value, .size = arguments[i].size};
    clb_status status = find_units(&s, &found, error);
    for (uint32_t i = 0; status == CLB_OK && i < count; i++) {
        const clb_argument_data *parameter = &s.parameters[i];
        clb_split_array array = {0, 0, 0, 0};
        if (parameter->kind == CLB_ARGUMENT_GLOBAL || parameter->kind == CLB_ARGUMENT_CONSTANT)
            status = parameter->split != 0 && kernel->split != 0 ? find_pieces(&s, i, &array, found.units, error)
                                                                 : find_whole(&s, i, &array, found.units, error);
        if (arrays) arrays[i] = array;
    }
    free(s.values);
    if (status == CLB_OK) *split = found;
    return status;
}

clb_status clb_split_get(const clb_bundle *bundle, uint32_t kernel, const clb_host_argument *arguments,
                         size_t argument_count, clb_split *split, clb_split_array *arrays, clb_error *error)
{
    static const char call[] = "clb_split_get";
    clb_split_array *found = NULL;
    clb_status status = clbi_bundle_check(bundle, call, error);
    if (status != CLB_OK) return status;
    if (kernel >= bundle->kernel_count || !split)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: %s.", call,
                           split ? "the bundle has no such kernel; take a number of its header"
                                 : "`split` is NULL; pass an address");
    const clb_kernel_data *data = &bundle->kernels[kernel];
    const clb_argument_data *parameters = bundle->arguments + data->first_argument;
    if (argument_count != data->argument_count || (argument_count > 0 && !arguments))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: kernel '%s' takes %" PRIu32 " arguments; pass as many.", call,
                           clbi_span_name(bundle, data->name).text, data->argument_count);
    for (uint32_t i = 0; i < data->argument_count; i++)
        if (parameters[i].kind == CLB_ARGUMENT_VALUE &&
            (!arguments[i].value || arguments[i].size != parameters[i].size))
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                               "%s: argument '%s' of kernel '%s' takes %" PRIu32 " bytes; pass the "
                               "address of the kernel's own type.",
                               call, clbi_span_name(bundle, parameters[i].name).text,
                               clbi_span_name(bundle, data->name).text, parameters[i].size);
    /* Out-parameters are unchanged on failure. */
    if (arrays) {
        found = calloc(argument_count + 1, sizeof *found);
        if (!found) return clbi_no_memory(error, call);
    }
    const clbi_split_call of = {bundle, data, NULL, data->required_local, arguments, data->argument_count, call};
    status = clbi_split_find(&of, split, found, error);
    if (status == CLB_OK && arrays) memcpy(arrays, found, argument_count * sizeof *found);
    free(found);
    return status;
}
