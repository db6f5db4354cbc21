/* SPDX-License-Identifier: MIT */
#include "capture/imply.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_INTEGERS = 32 }; /* of a kernel, that are tried in products */

/* The launches as columns: for each argument, its size and value in each launch. */
typedef struct table {
    arena *arena;
    const imply_kernel *kernel;
    size_t launches;
    unsigned long long *sizes, *values; /* [argument * launches + launch] */
    bool *known;                        /* of each argument: all launches have a value that can be a size */
    unsigned long long total;           /* launches, with repetitions */
} table;

static void read_launch(table *t, size_t launch, const char *words)
{
    const imply_kernel *k = t->kernel;
    for (size_t i = 0; i < k->parameter_count; ++i) {
        const imply_parameter *p = &k->parameters[i];
        char *end = NULL;
        const bool any = *words != '\0';
        t->sizes[i * t->launches + launch] = any ? strtoull(words, &end, 10) : 0;
        const bool integer = p->kind == IMPLY_INTEGER || p->kind == IMPLY_SIGNED;
        if (any && *end == '=' && integer) {
            const unsigned long long value = strtoull(end + 1, &end, 10);
            t->values[i * t->launches + launch] = value;
            if (value == 0 || (p->kind == IMPLY_SIGNED && p->size && value >> (p->size * 8 - 1))) t->known[i] = false;
        } else {
            t->known[i] = false;
        }
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
}

static table read_table(arena *a, const imply_kernel *k)
{
    const size_t cells = k->parameter_count * k->recorded->launch_count + 1;
    table t = {.arena = a,
               .kernel = k,
               .launches = k->recorded->launch_count,
               .sizes = arena_array(a, cells, sizeof *t.sizes),
               .values = arena_array(a, cells, sizeof *t.values),
               .known = arena_array(a, k->parameter_count + 1, sizeof *t.known)};
    for (size_t i = 0; i < k->parameter_count; ++i) t.known[i] = true;
    for (size_t n = 0; n < t.launches; ++n) {
        read_launch(&t, n, k->recorded->launches[n].sizes);
        t.total += k->recorded->launches[n].count;
    }
    return t;
}

static bool is_constant(const unsigned long long *column, size_t count)
{
    for (size_t n = 1; n < count; ++n)
        if (column[n] != column[0]) return false;
    return count > 0;
}

/* Whether the argument can explain anything: 1 in all launches, it is in every product. */
static bool is_factor(const table *t, size_t i)
{
    const unsigned long long *values = &t->values[i * t->launches];
    return t->known[i] && !(is_constant(values, t->launches) && values[0] == 1);
}

/* Whether wanted = product of the arguments, of which `second` and `third` may be SIZE_MAX, in all launches. */
static bool explains(const table *t, const unsigned long long *wanted, size_t first, size_t second, size_t third)
{
    const size_t factors[3] = {first, second, third};
    for (size_t n = 0; n < t->launches; ++n) {
        unsigned long long left = wanted[n];
        for (size_t f = 0; f < 3; ++f) {
            if (factors[f] == SIZE_MAX) continue;
            const unsigned long long value = t->values[factors[f] * t->launches + n];
            if (left % value != 0) return false;
            left /= value;
        }
        if (left != 1) return false;
    }
    return true;
}

/* Whether wanted = the argument rounded up to a multiple of `unit`. */
static bool rounds_up(const table *t, const unsigned long long *wanted, size_t i, unsigned long long unit)
{
    for (size_t n = 0; n < t->launches; ++n) {
        const unsigned long long value = t->values[i * t->launches + n];
        if (wanted[n] % unit != 0 || value > wanted[n] || wanted[n] - value >= unit) return false;
    }
    return true;
}

/* Explanations that were found: with more than one, all are guesses. */
typedef struct found {
    size_t count;
    const char *text; /* of the only one, or of all, divided by " or " */
} found;

static void add_found(const table *t, found *f, const char *text)
{
    f->text = f->count++ ? arena_printf(t->arena, "%s or %s", f->text, text) : text;
}

/* By arguments, shorter expressions before longer ones. `unit`: the local size in all launches, or 0. */
static found explain(const table *t, const unsigned long long *wanted, unsigned long long unit)
{
    const imply_parameter *p = t->kernel->parameters;
    size_t integers[MAX_INTEGERS], count = 0;
    found f = {0};
    for (size_t i = 0; i < t->kernel->parameter_count && count < MAX_INTEGERS; ++i)
        if (is_factor(t, i)) integers[count++] = i;
    for (size_t i = 0; i < count; ++i)
        if (explains(t, wanted, integers[i], SIZE_MAX, SIZE_MAX)) add_found(t, &f, p[integers[i]].name);
    for (size_t i = 0; !f.count && i < count; ++i)
        for (size_t j = i; j < count; ++j)
            if (explains(t, wanted, integers[i], integers[j], SIZE_MAX))
                add_found(t, &f, arena_printf(t->arena, "%s*%s", p[integers[i]].name, p[integers[j]].name));
    if (f.count) return f;
    for (size_t i = 0; unit > 1 && i < count; ++i)
        if (rounds_up(t, wanted, integers[i], unit))
            add_found(t, &f, arena_printf(t->arena, "(%s+%llu)/%llu*%llu", p[integers[i]].name, unit - 1, unit, unit));
    if (f.count) return f;
    for (size_t i = 0; i < count; ++i)
        for (size_t j = i; j < count; ++j)
            for (size_t k = j; k < count; ++k)
                if (explains(t, wanted, integers[i], integers[j], integers[k]))
                    add_found(t, &f,
                              arena_printf(t->arena, "%s*%s*%s", p[integers[i]].name, p[integers[j]].name,
                                           p[integers[k]].name));
    return f;
}

/* ---- Range and local size ------------------------------------------------------------------------------------------
 */

/* The number of dimensions that all launches have; 0: they differ, or one has an offset. */
static size_t dimensions_of(const table *t)
{
    const merged_launch *l = t->kernel->recorded->launches;
    for (size_t n = 0; n < t->launches; ++n)
        if (l[n].dimensions != l[0].dimensions || l[n].offset[0] || l[n].offset[1] || l[n].offset[2]) return 0;
    return t->launches ? l[0].dimensions : 0;
}

/* All launches state the same local size. */
static bool same_local(const table *t)
{
    const merged_launch *l = t->kernel->recorded->launches;
    for (size_t n = 0; n < t->launches; ++n)
        if (!l[n].has_local || l[n].dimensions != l[0].dimensions ||
            memcmp(l[n].local, l[0].local, sizeof l[n].local) != 0)
            return false;
    return t->launches > 0;
}

static void add_range(const table *t, buffer *out)
{
    const merged_launch *l = t->kernel->recorded->launches;
    const size_t dimensions = dimensions_of(t);
    unsigned long long *wanted = arena_array(t->arena, t->launches + 1, sizeof *wanted);
    const char *words = "";
    bool sure = true;
    if (!dimensions || t->kernel->has_range) return;
    for (size_t d = 0; d < dimensions; ++d) {
        for (size_t n = 0; n < t->launches; ++n) wanted[n] = l[n].global[d];
        found f = explain(t, wanted, same_local(t) ? l[0].local[d] : 0);
        sure = sure && f.count == 1;
        if (!f.count) {
            if (!is_constant(wanted, t->launches)) return; /* launches differ, and no argument says why */
            f.text = arena_printf(t->arena, "%llu", wanted[0]);
        }
        words = arena_printf(t->arena, "%s%s%s", words, d ? ", " : "", f.text);
    }
    buffer_addf(out, sure ? "// @range: %s\n" : IMPLY_NOTE "perhaps @range: %s\n", words);
}

static void add_local(const table *t, buffer *out)
{
    const merged_launch *l = t->kernel->recorded->launches;
    if (t->kernel->has_local || !same_local(t)) return;
    buffer_adds(out, "// @local: ");
    for (size_t d = 0; d < l[0].dimensions; ++d) buffer_addf(out, "%s%zu", d ? ", " : "", l[0].local[d]);
    buffer_addc(out, '\n');
}

/* ---- Arguments -----------------------------------------------------------------------------------------------------
 */

static void add_extent(const table *t, size_t i, buffer *out)
{
    const imply_parameter *p = &t->kernel->parameters[i];
    const unsigned long long *bytes = &t->sizes[i * t->launches];
    unsigned long long *wanted = arena_array(t->arena, t->launches + 1, sizeof *wanted);
    if ((p->kind != IMPLY_MEMORY && p->kind != IMPLY_LOCAL) || p->stated || !p->size) return;
    for (size_t n = 0; n < t->launches; ++n) {
        if (bytes[n] == 0 || bytes[n] % p->size != 0) return;
        wanted[n] = bytes[n] / p->size;
    }
    const found f = explain(t, wanted, 0);
    const char *direction = p->kind == IMPLY_LOCAL ? "local" : p->direction;
    if (f.count)
        buffer_addf(out, f.count == 1 ? "// @arg %s: %s %s\n" : IMPLY_NOTE "perhaps @arg %s: %s %s\n", p->name,
                    direction, f.text);
    else if (is_constant(wanted, t->launches))
        buffer_addf(out, IMPLY_NOTE "perhaps @arg %s: %s %llu\n", p->name, direction, wanted[0]);
}

static void add_constant(const table *t, size_t i, buffer *out)
{
    const unsigned long long *values = &t->values[i * t->launches];
    if (!t->known[i] || t->total < 2 || !is_constant(values, t->launches)) return;
    buffer_addf(out, IMPLY_NOTE "%s is %llu in all %llu launches: perhaps a @constant\n", t->kernel->parameters[i].name,
                values[0], t->total);
}

void imply_tags(arena *a, const imply_kernel *k, buffer *out)
{
    if (!k->recorded->launch_count) return;
    const table t = read_table(a, k);
    add_range(&t, out);
    add_local(&t, out);
    for (size_t i = 0; i < k->parameter_count; ++i) add_extent(&t, i, out);
    for (size_t i = 0; i < k->parameter_count; ++i) add_constant(&t, i, out);
}
