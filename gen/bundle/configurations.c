/* SPDX-License-Identifier: MIT
 * Configurations: the text of a program with other values of listed specialisation constants, and with CLB_GPU
 * defined. Checks that each holds everything that it needs. Knows units and constants; must not know what a bundle
 * consists of. */
#include "bundle/build_state.h"

#include <stdlib.h>
#include <string.h>

static int compare_ranges(const void *a, const void *b)
{
    const text_range *x = a, *y = b;
    if (x->source != y->source) return (uintptr_t)x->source < (uintptr_t)y->source ? -1 : 1;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return x->end < y->end ? -1 : x->end > y->end;
}

/* The text of a program, sorted, whatever inclusion it comes from. */
static text_range *sorted_ranges(arena *a, const unit *u, const reached *r, size_t *count)
{
    size_t total = 0;
    for (size_t i = 0; i < r->count; ++i) total += u->items.items[r->kept[i]].range_count;
    text_range *all = arena_array(a, total, sizeof *all);
    *count = 0;
    for (size_t i = 0; i < r->count; ++i)
        for (size_t k = 0; k < u->items.items[r->kept[i]].range_count; ++k)
            all[(*count)++] = u->items.items[r->kept[i]].ranges[k];
    if (total) qsort(all, total, sizeof *all, compare_ranges);
    /* A range within the previous one is left out, so that the ends ascend like the beginnings. */
    size_t kept = 0;
    for (size_t i = 0; i < total; ++i)
        if (!kept || all[kept - 1].source != all[i].source || all[i].end > all[kept - 1].end) all[kept++] = all[i];
    *count = kept;
    return all;
}

static bool holds(const text_range *all, size_t count, const text_range *r)
{
    size_t low = 0, high = count;
    while (low < high) { /* the first range that begins behind r's beginning */
        const size_t middle = low + (high - low) / 2;
        const text_range *m = &all[middle];
        const bool behind = m->source != r->source ? (uintptr_t)m->source > (uintptr_t)r->source : m->begin > r->begin;
        if (behind) high = middle;
        else low = middle + 1;
    }
    return low && all[low - 1].source == r->source && all[low - 1].end >= r->end;
}

/* The unit with other values of its listed constants, and with CLB_GPU defined. Each configuration is read once. */
static unit *read_configuration(builder *b, const unit *u, const size_t *listed, bool gpu)
{
    arena *a = b->arena;
    const size_t count = u->file->spec_constant_count;
    size_t *key = arena_grow(a, listed, count, count + 1, sizeof *key);
    key[count] = gpu;
    void **known = map_at(&b->configurations, (const char *)key, (count + 1) * sizeof *key);
    unit *other = *known;
    if (other) return other;
    const kernel_file *file = unit_file_with(a, u->file, listed);
    other = gpu ? unit_read_defined(b->context, file, "CLB_GPU=1") : unit_read(b->context, file);
    *map_at(&b->configurations, (const char *)key, (count + 1) * sizeof *key) = other;
    return other;
}

/* The values of listed constants with which a unit is read. */
static size_t *listed_of(arena *a, const unit *u)
{
    size_t *listed = arena_array(a, u->file->spec_constant_count, sizeof *listed);
    for (size_t i = 0; i < u->file->spec_constant_count; ++i) listed[i] = u->file->spec_constants[i].listed;
    return listed;
}

/* The same for version v; the last constant changes fastest. *base, if not NULL: it is the version in which the file
 * is read. */
static size_t *listed_of_version(const builder *b, const unit *u, size_t v, bool *base)
{
    const kernel_file *file = u->file;
    size_t *listed = listed_of(b->arena, u);
    bool same = true;
    for (size_t i = file->spec_constant_count; i-- > 0;) {
        if (file->spec_constants[i].rule != CLB_CONSTANT_LIST || !b->wanted[i]) continue;
        listed[i] = v % file->spec_constants[i].value_count;
        v /= file->spec_constants[i].value_count;
        same = same && listed[i] == file->spec_constants[i].listed;
    }
    if (base) *base = same;
    return listed;
}

/* "with CLB_GPU defined and WG = 128" */
static const char *describe_configuration(arena *a, const unit *u, const unit *other, bool gpu)
{
    const char *text = gpu ? "with CLB_GPU defined" : "";
    for (size_t i = 0; i < u->file->spec_constant_count; ++i)
        if (u->file->spec_constants[i].listed != other->file->spec_constants[i].listed)
            text = arena_printf(a, "%s%s%s", text, *text ? " and " : "with ",
                                spec_constant_text(a, &other->file->spec_constants[i]));
    return text;
}

static const declaration *declaration_of(const unit *u, const char *kernel)
{
    const declaration *found = NULL;
    for (size_t i = 0; i < u->syntax.declaration_count; ++i)
        if (build_is_kernel(&u->syntax.declarations[i], 0) && strcmp(u->syntax.declarations[i].name, kernel) == 0)
            found = &u->syntax.declarations[i];
    return found;
}

/* The items of another configuration of u that define the kernels of a program; NULL, with a report, if one is
 * missing or takes other arguments. */
static size_t *find_roots(builder *b, const sharing *s, const bundle_kernel *kernels, const unit *u, const unit *other,
                          const char *where)
{
    size_t *roots = arena_array(b->arena, s->count, sizeof *roots);
    for (size_t n = 0; n < s->count; ++n) {
        const bundle_kernel *k = &kernels[s->kernels[n]];
        const declaration *mine = declaration_of(u, k->name), *theirs = declaration_of(other, k->name);
        /* The functions in C have one signature. */
        const char *problem = mine && theirs ? fp16_parameter_problem(b->arena, mine->symbol, theirs->symbol) : NULL;
        if (theirs && !problem) {
            roots[n] = unit_item_of(other, theirs->first);
            continue;
        }
        if (problem)
            diagnose_error(b->context->diagnostics, k->where, "%s the kernel '%s' differs: %s", where, k->name,
                           problem);
        else diagnose_error(b->context->diagnostics, k->where, "%s there is no kernel '%s'", where, k->name);
        return NULL;
    }
    return roots;
}

bool configurations_check_text(builder *b, const made_program *made, const made_program *other, const char *where)
{
    const reached *needed = &other->items;
    size_t held_count = 0;
    const text_range *held = sorted_ranges(b->arena, made->unit, &made->items, &held_count);
    for (size_t i = 0; i < needed->count && !b->options->whole; ++i) {
        const item *it = &other->unit->items.items[needed->kept[i]];
        for (size_t k = 0; it->kind != ITEM_OPAQUE && k < it->range_count; ++k) {
            if (holds(held, held_count, &it->ranges[k])) continue;
            diagnose_error(b->context->diagnostics, it->where,
                           "the kernel '%s' uses this only %s, and its text does not contain the "
                           "name: write the name out",
                           other->kernel, where);
            return false;
        }
    }
    return true;
}

void configurations_note(builder *b, uint32_t program, bool gpu, const char *where, made_program made)
{
    b->others = arena_reserve(b->arena, b->others, b->other_count, &b->other_capacity, sizeof *b->others);
    b->others[b->other_count++] = (configuration){program, gpu, where, made};
}

/* Notes the values for which errors were reported since there were `errors`. */
static void note_values(builder *b, size_t errors, location kernel, const char *where)
{
    if (b->context->diagnostics->errors > errors)
        diagnose_note(b->context->diagnostics, kernel, "this is so %s, which its '@constant' allows", where);
}

/* Checks a version of a program's kernels, and passes it to the visitor. */
static uint32_t check_version(builder *b, unit *other, const reached *r, const sharing *s, bundle_kernel *kernels,
                              size_t version)
{
    arena scratch = {0};
    diagnostics unheard = {.arena = &scratch}, *d = b->options->unchecked ? &unheard : b->context->diagnostics;
    const size_t errors = d->errors;
    const preprocessed part = unit_gather(&scratch, other, r->kept, r->count);
    const parse_options language = build_language(b, other);
    const parsed syntax = parse(&scratch, d, &part, &language);
    symbol **stack = arena_array(&scratch, syntax.function_count + 1, sizeof *stack);
    if (b->options->visit_version) identity_set(b->identities, other, &language, &syntax);
    for (size_t n = 0; n < s->count && d->errors == errors && !syntax.failed; ++n) {
        bundle_kernel *k = &kernels[s->kernels[n]];
        symbol *kernel = build_find_kernel(&syntax, k->name);
        if (!kernel) continue;
        build_check_defined(kernel, stack, b->context->text.language.help, d);
        for (size_t i = 0; i < 3; ++i)
            k->versions[version].required_local[i] =
                kernel->attributes.has_reqd_size ? (uint32_t)kernel->attributes.reqd_size[i] : 0;
        if (b->options->visit) build_narrow_uses(b, kernel);
        if (!b->options->visit_version) continue;
        const bool fp16 = fp16_matters(b->context, other, r);
        kernel->asks_byte_order = reached_mentions(&other->items, r, BYTE_ORDER_MACRO);
        const kernel_version made = {k->name, pool_program_count(b->pool), version, fp16 ? NULL : kernel,
                                     fp16 ? "its code asks for cl_khr_fp16 and has constants with listed values"
                                          : NULL};
        b->options->visit_version(b->options->visit_context, &scratch, &made);
    }
    arena_free(&scratch);
    return build_needs(&syntax);
}

void configurations_read(builder *b, unit *u, const sharing *s, bundle_kernel *kernels, version_list *list)
{
    enum { MAX_VERSIONS = 256 };
    arena *a = b->arena;
    const kernel_file *file = u->file;
    const bundle_kernel *first = &kernels[s->first];
    size_t total = 1;
    for (size_t i = 0; i < file->spec_constant_count; ++i) {
        if (file->spec_constants[i].rule != CLB_CONSTANT_LIST || !b->wanted[i]) continue;
        total *= file->spec_constants[i].value_count;
        if (total > MAX_VERSIONS) {
            diagnose_error(b->context->diagnostics, first->where,
                           "the constants of '%s' have more than %d choices of values, each "
                           "of which is compiled: list fewer, or state a range",
                           first->name, (int)MAX_VERSIONS);
            return;
        }
    }
    if (total == 1) return;
    for (size_t n = 0; n < s->count; ++n) {
        bundle_kernel *k = &kernels[s->kernels[n]];
        k->version_count = total;
        k->versions = arena_array(a, total, sizeof *k->versions);
        for (size_t v = 0; v < total; ++v)
            memcpy(k->versions[v].required_local, k->required_local, sizeof k->required_local);
    }
    version_configuration *versions = arena_array(a, total, sizeof *versions);
    for (size_t v = 0; v < total; ++v) {
        const size_t errors = b->context->diagnostics->errors;
        bool base;
        const size_t *listed = listed_of_version(b, u, v, &base);
        if (base) continue;
        unit *other = read_configuration(b, u, listed, false);
        const char *where = describe_configuration(a, u, other, false);
        if (!other->text.failed && !other->syntax.failed)
            versions[v] = (version_configuration){other, where, find_roots(b, s, kernels, u, other, where)};
        if (versions[v].roots) {
            const reached reads = reach_from(a, &other->text, &other->items, versions[v].roots, s->count, list->needs);
            list->needs |= reads.needs | check_version(b, other, &reads, s, kernels, v);
            list->independence &= reads.independence;
        }
        note_values(b, errors, first->where, where);
        if (b->context->diagnostics->errors > errors) return;
    }
    list->items = versions;
    list->count = total;
}

/* Checks the program of a kernel as a GPU's driver will read it, with CLB_GPU defined: `gpu` is u in that
 * configuration, possibly with other values of constants. *independence: the queries that no work-item makes there
 * (CLB_KERNEL_INDEPENDENT, CLB_KERNEL_BY_GROUPS). */
static void check_gpu_program(builder *b, unit *u, unit *gpu, bundle_kernel *kernels, size_t index,
                              uint32_t *independence)
{
    bundle_kernel *kernel = &kernels[index];
    const sharing alone = {.first = index, .kernels = &index, .count = 1};
    const char *where = describe_configuration(b->arena, u, gpu, true);
    const size_t errors = b->context->diagnostics->errors;
    const size_t *mine = find_roots(b, &alone, kernels, u, u, ""),
                 *theirs = find_roots(b, &alone, kernels, u, gpu, where);
    if (!mine || !theirs) return;
    const made_program held = {.unit = u, .items = reach_from(b->arena, &u->text, &u->items, mine, 1, 0)};
    made_program made = {.unit = gpu, .kernel = kernel->name, .context = b->context};
    made.items = reach_from(b->arena, &gpu->text, &gpu->items, theirs, 1, 0);
    if (!configurations_check_text(b, &held, &made, where)) return;
    if (!b->options->unchecked) (void)build_check_program(b, gpu, &made.items, NULL);
    if (u->file->spec_constant_count) note_values(b, errors, kernel->where, where);
    *independence &= made.items.independence;
    configurations_note(b, kernel->program, true, where, made);
}

void configurations_check_gpu(builder *b, unit *u, bundle_kernel *kernels, size_t index, uint32_t *independence)
{
    const made_program *made = &b->made[kernels[index].program];
    const size_t total = kernels[index].version_count ? kernels[index].version_count : 1;
    *independence = CLB_KERNEL_INDEPENDENT | CLB_KERNEL_BY_GROUPS;
    build_find_spec_constants(b, made->unit, &made->items);
    for (size_t v = 0; v < total && !b->context->diagnostics->errors; ++v) {
        const size_t *listed = total > 1 ? listed_of_version(b, u, v, NULL) : listed_of(b->arena, u);
        unit *gpu = read_configuration(b, u, listed, true);
        if (gpu->text.failed || gpu->syntax.failed) return;
        check_gpu_program(b, u, gpu, kernels, index, independence);
    }
}
