/* nmath-eval [--device FILTER] [--seed N] FUNCTION: a function of cl/nmath or cl/nmathf from the shell.
 * nmath-eval ... -: several of them, which the input names.
 * nmath-eval ... FUNCTION --npy VALUE... --out FILE: the same over arrays, in NumPy's file format.
 *
 * Reads rows of arguments from standard input: numbers separated by tabs or blanks, decimal or hexadecimal, in the
 * order of R's C functions with the flags last. Writes one result per line as a hexadecimal float, in the order of
 * the rows. Empty lines and lines that start with '#' are skipped. With '-', a line ':FUNCTION' says which function the
 * rows behind it are for, and is repeated before their results: one process opens the device once.
 *
 * Knows the shape of the element-wise kernels from the bundle's own tables; must not know any function.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "nmath_eval.h"
#include "nmath.h"
#include "nmathf.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct table {
    double *values; /* rows x columns */
    size_t rows, columns, capacity;
} table;

static bool text_is(const char *text, const char *wanted)
{
    return strcmp(text, wanted) == 0;
}

/* Reads the kernel's parameters; false if it is not an element-wise kernel with one output. */
static bool read_signature(const clb_bundle *bundle, uint32_t kernel, signature *s)
{
    const clb_kernel_data *k = &bundle->kernels[kernel];
    size_t outputs = 0, steps = 0, singles = 0;
    *s = (signature){.bundle = bundle, .kernel = kernel};
    if (k->argument_count > MAX_COLUMNS) return false;
    for (size_t i = 0; i < k->argument_count; ++i) {
        const clb_argument_data *a = &bundle->arguments[k->first_argument + i];
        parameter *p = &s->items[s->count++];
        clb_text_copy(bundle, a->name, p->name, sizeof p->name);
        clb_text_copy(bundle, a->type, p->type, sizeof p->type);
        p->size = a->size;
        p->number = (clb_number)a->number;
        const size_t length = strlen(p->name);
        if (a->kind == CLB_ARGUMENT_GLOBAL) {
            p->role = a->access == CLB_ACCESS_IN ? ROLE_INPUT : ROLE_OUTPUT;
            if (p->role == ROLE_OUTPUT) ++outputs;
            else p->column = s->columns++;
            if (p->role == ROLE_INPUT && s->flags) return false;
            const bool single = strstr(p->type, "float") != NULL;
            if (a->extent == 0 || (!single && !strstr(p->type, "double"))) return false;
            singles += single;
        } else if (a->kind != CLB_ARGUMENT_VALUE) {
            return false;
        } else if (length > 5 && text_is(p->name + length - 5, "_step")) {
            p->role = ROLE_STEP;
            ++steps;
        } else if (text_is(p->name, "n")) {
            p->role = ROLE_COUNT;
        } else if (text_is(p->name, "seed")) {
            p->role = ROLE_SEED;
        } else if (text_is(p->name, "stream") || text_is(p->name, "first")) {
            p->role = ROLE_ZERO;
        } else {
            p->role = ROLE_FLAG;
            p->column = s->columns++;
            s->flags++;
        }
    }
    s->single = singles > 0;
    if (singles && singles != outputs + s->columns - s->flags) return false;
    return outputs == 1 && steps == s->columns - s->flags; /* other arrays hold several numbers an element */
}

/* ---- reading ---- */

static bool add_row(table *t, const double *row)
{
    if (t->rows == t->capacity) {
        const size_t capacity = t->capacity ? t->capacity * 2 : 1024;
        const size_t width = t->columns ? t->columns : 1;
        if (capacity > SIZE_MAX / sizeof(double) / width) return false;
        double *values = realloc(t->values, capacity * width * sizeof *values);
        if (!values) return false;
        t->values = values;
        t->capacity = capacity;
    }
    if (t->columns) memcpy(t->values + t->rows * t->columns, row, t->columns * sizeof *row);
    t->rows++;
    return true;
}

typedef struct input {
    FILE *file;
    char *line; /* with malloc */
    size_t capacity, number;
    bool has_names;
    char name[128]; /* of the function that the next rows are for; empty: none */
} input;

/* Up to the next name, if the input has names. false after a message. A function without arguments takes a row a
 * variate, whatever it says. */
static bool read_rows(input *in, table *t, const char *function)
{
    bool ok = true;
    while (ok && getline(&in->line, &in->capacity, in->file) >= 0) {
        double row[MAX_COLUMNS];
        size_t count = 0;
        char *line = in->line, *at = line;
        const size_t number = ++in->number;
        at += strspn(at, " \t\r\n");
        if (*at == ':' && in->has_names) {
            const size_t length = strcspn(++at, " \t\r\n");
            const bool fits = length > 0 && length < sizeof in->name;
            if (fits) (void)snprintf(in->name, sizeof in->name, "%.*s", (int)length, at);
            else fprintf(stderr, "nmath-eval: <stdin>:%zu: expected the name of a function behind ':'\n", number);
            return fits;
        }
        if (*at == '#' || (!*at && (t->columns || !function))) continue;
        if (!function) {
            fprintf(stderr, "nmath-eval: <stdin>:%zu: expected ':' and the name of a function\n", number);
            return false;
        }
        while (t->columns && *at) {
            char *end = NULL;
            const double value = strtod(at, &end);
            if (end == at || (*end && !isspace((unsigned char)*end)) || count == MAX_COLUMNS) {
                fprintf(stderr, "nmath-eval: <stdin>:%zu:%zu: expected a number\n", number, (size_t)(at - line) + 1);
                ok = false;
                break;
            }
            row[count++] = value;
            at = end + strspn(end, " \t\r\n");
        }
        if (!ok) break;
        if (count != t->columns) {
            fprintf(stderr, "nmath-eval: <stdin>:%zu: %s takes %zu numbers a row, got %zu\n", number, function,
                    t->columns, count);
            ok = false;
        } else if (!add_row(t, row)) {
            fputs("nmath-eval: out of memory\n", stderr);
            ok = false;
        }
    }
    if (ok && ferror(in->file)) {
        fputs("nmath-eval: cannot read standard input\n", stderr);
        ok = false;
    }
    return ok;
}

/* ---- running ---- */

/* The value of a scalar parameter in the type that the kernel has. */
static bool store_scalar(const parameter *p, double value, void *place)
{
    if (p->number == CLB_NUMBER_NONE) {
        if (!text_is(p->type, "double")) return false;
        memcpy(place, &value, sizeof value);
        return true;
    }
    if (!(fabs(value) <= 2147483647.0) || value != floor(value)) return false;
    const int64_t wide = (int64_t)value;
    const int32_t word = (int32_t)value;
    if (p->size != sizeof wide && p->size != sizeof word) return false;
    if (p->size == sizeof wide) memcpy(place, &wide, sizeof wide);
    else memcpy(place, &word, sizeof word);
    return true;
}

/* Runs the rows chosen[0 .. count-1], which agree in their flags. */
static clb_status run_group(clb_device *device, const signature *s, const table *t, const size_t *chosen, size_t count,
                            uint64_t seed, double *results, clb_error *error)
{
    clb_host_argument arguments[MAX_COLUMNS];
    const size_t width = s->single ? sizeof(float) : sizeof(double);
    void *columns[MAX_COLUMNS] = {0};
    uint64_t scalars[MAX_COLUMNS] = {0};
    void *out = malloc(count * width);
    clb_status status = out ? CLB_OK : CLB_ERROR_MEMORY;
    for (size_t i = 0; i < s->count && status == CLB_OK; ++i) {
        const parameter *p = &s->items[i];
        arguments[i] = (clb_host_argument){&scalars[i], p->size};
        switch (p->role) {
        case ROLE_INPUT:
            columns[i] = malloc(count * width);
            if (!columns[i]) status = CLB_ERROR_MEMORY;
            for (size_t k = 0; columns[i] && k < count; ++k) {
                const double value = t->values[chosen[k] * t->columns + p->column];
                if (s->single) ((float *)columns[i])[k] = (float)value;
                else ((double *)columns[i])[k] = value;
            }
            arguments[i] = (clb_host_argument){columns[i], 0};
            break;
        case ROLE_OUTPUT: arguments[i] = (clb_host_argument){out, 0}; break;
        case ROLE_STEP: scalars[i] = 1; break;
        case ROLE_COUNT: scalars[i] = count; break;
        case ROLE_SEED: scalars[i] = seed; break;
        case ROLE_ZERO: break;
        case ROLE_FLAG:
            if (!store_scalar(p, t->values[chosen[0] * t->columns + p->column], &scalars[i])) {
                snprintf(error->message, sizeof error->message, "the flag '%s' must be an integer", p->name);
                status = CLB_ERROR_ARGUMENT;
            }
            break;
        }
    }
    if (status == CLB_ERROR_MEMORY) snprintf(error->message, sizeof error->message, "out of memory");
    if (status == CLB_OK) status = clb_kernel_call(device, s->bundle, s->kernel, NULL, arguments, s->count, error);
    for (size_t k = 0; k < count && status == CLB_OK; ++k)
        results[chosen[k]] = s->single ? (double)((const float *)out)[k] : ((const double *)out)[k];
    for (size_t i = 0; i < s->count; ++i) free(columns[i]);
    free(out);
    return status;
}

static bool same_flags(const signature *s, const table *t, size_t a, size_t b)
{
    const size_t first = t->columns - s->flags;
    return memcmp(t->values + a * t->columns + first, t->values + b * t->columns + first, s->flags * sizeof(double)) ==
           0;
}

/* One launch for each combination of flags, in the order in which they first occur. */
static clb_status run_rows(clb_device *device, const signature *s, const table *t, uint64_t seed, double *results,
                           clb_error *error)
{
    size_t *chosen = malloc(t->rows * sizeof *chosen);
    bool *done = calloc(t->rows, sizeof *done);
    clb_status status = chosen && done ? CLB_OK : CLB_ERROR_MEMORY;
    for (size_t i = 0; i < t->rows && status == CLB_OK; ++i) {
        size_t count = 0;
        if (done[i]) continue;
        for (size_t k = i; k < t->rows; ++k) {
            if (done[k] || !same_flags(s, t, i, k)) continue;
            done[k] = true;
            chosen[count++] = k;
        }
        status = run_group(device, s, t, chosen, count, seed, results, error);
    }
    free(chosen);
    free(done);
    return status;
}

static void print_results(const double *results, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (isnan(results[i])) puts("nan");
        else printf("%a\n", results[i]);
    }
}

/* ---- the command ---- */

static int usage(FILE *file, int status)
{
    fputs("usage: nmath-eval [--device FILTER] [--seed N] FUNCTION|- < ROWS\n"
          "       nmath-eval [--device FILTER] [--seed N] FUNCTION --npy FILE|NUMBER... --out FILE\n"
          "       nmath-eval --list\n",
          file);
    return status;
}

/* Every function of the bundle that can be evaluated, with its columns. Variants of kernels are none. */
static void list_functions(const clb_bundle *bundle)
{
    static const char suffix[] = "_kernel";
    for (uint32_t k = 0; k < bundle->kernel_count; ++k) {
        signature s;
        char name[128];
        if (!read_signature(bundle, k, &s)) continue;
        clb_text_copy(bundle, bundle->kernels[k].name, name, sizeof name);
        const size_t length = strlen(name), own = length - (sizeof suffix - 1);
        if (length < sizeof suffix || strcmp(name + own, suffix) != 0) continue;
        name[own] = '\0';
        fputs(name, stdout);
        for (size_t i = 0; i < s.count; ++i)
            if (s.items[i].role == ROLE_INPUT || s.items[i].role == ROLE_FLAG) printf(" %s", s.items[i].name);
        putchar('\n');
    }
}

/* In either bundle: no function is in both. False after a message. */
static bool find_function(const char *function, signature *s)
{
    const clb_bundle *const bundles[] = {&nmath_bundle, &nmathf_bundle};
    char name[128];
    (void)snprintf(name, sizeof name, "%s_kernel", function);
    for (size_t i = 0; i < sizeof bundles / sizeof *bundles; ++i) {
        const int32_t kernel = clb_kernel_find(bundles[i], name);
        if (kernel >= 0 && read_signature(bundles[i], (uint32_t)kernel, s)) return true;
    }
    fprintf(stderr, "nmath-eval: no function '%s'; --list prints all\n", function);
    return false;
}

/* The device of the bundle whose function was evaluated last. */
typedef struct session {
    const char *filter;
    uint64_t seed;
    clb_device *device;
    const clb_bundle *bundle;
    clb_error error;
} session;

/* Reads the rows of a function, and prints its results. False after a message. */
static bool evaluate(session *open, const signature *s, const char *function, input *in)
{
    table t = {.columns = s->columns};
    bool ok = read_rows(in, &t, function);
    double *results = ok ? malloc((t.rows + 1) * sizeof *results) : NULL;
    if (ok && !results) fputs("nmath-eval: out of memory\n", stderr);
    ok = results != NULL;
    if (ok && t.rows && open->bundle != s->bundle) {
        clb_device_close(&open->device);
        open->bundle = s->bundle;
        const clb_device_params params = {.bundle = s->bundle, .filter = open->filter};
        ok = clb_device_open(&params, &open->device, &open->error) == CLB_OK;
    }
    ok = ok && (!t.rows || run_rows(open->device, s, &t, open->seed, results, &open->error) == CLB_OK);
    if (!ok && results)
        fprintf(stderr, "nmath-eval: %s\n%s", open->error.message, open->error.build_log ? open->error.build_log : "");
    if (ok) print_results(results, t.rows);
    free(results);
    free(t.values);
    return ok;
}

/* Evaluates the functions that the input names. False after a message. */
static bool evaluate_named(session *open, input *in)
{
    table none = {0};
    bool ok = read_rows(in, &none, NULL);
    while (ok && in->name[0]) {
        signature s;
        char function[sizeof in->name];
        memcpy(function, in->name, sizeof function);
        in->name[0] = '\0';
        if (!find_function(function, &s)) return false;
        printf(":%s\n", function);
        ok = evaluate(open, &s, function, in);
    }
    return ok;
}

int main(int argc, char **argv)
{
    const char *function = NULL, *filter = NULL, *out = NULL;
    char **values = NULL;
    size_t value_count = 0;
    uint64_t seed = 1;
    for (int i = 1; i < argc; ++i) {
        if (text_is(argv[i], "--help")) return usage(stdout, 0);
        if (text_is(argv[i], "--list")) {
            list_functions(&nmath_bundle);
            list_functions(&nmathf_bundle);
            return 0;
        }
        if (text_is(argv[i], "--device") && i + 1 < argc) filter = argv[++i];
        else if (text_is(argv[i], "--seed") && i + 1 < argc) seed = strtoull(argv[++i], NULL, 0);
        else if (text_is(argv[i], "--out") && i + 1 < argc) out = argv[++i];
        else if (text_is(argv[i], "--npy") && !values)
            for (values = &argv[i + 1]; i + 1 < argc && strncmp(argv[i + 1], "--", 2) != 0; ++i) ++value_count;
        else if ((argv[i][0] == '-' && argv[i][1]) || function) return usage(stderr, 2);
        else function = argv[i];
    }
    if (!function || !values != !out) return usage(stderr, 2);

    signature s;
    session open = {.filter = filter, .seed = seed};
    input in = {.file = stdin, .has_names = text_is(function, "-")};
    if (in.has_names && values) return usage(stderr, 2);
    if (!in.has_names && !find_function(function, &s)) return 2;
    if (values) return npy_evaluate(filter, function, &s, values, value_count, out, seed) ? 0 : 1;
    bool ok = in.has_names ? evaluate_named(&open, &in) : evaluate(&open, &s, function, &in);
    if (fflush(stdout) || ferror(stdout)) ok = false;
    clb_device_close(&open.device);
    clb_error_clear(&open.error);
    free(in.line);
    return ok ? 0 : 1;
}
