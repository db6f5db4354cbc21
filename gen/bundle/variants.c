/* SPDX-License-Identifier: MIT
 * Relations between kernels of a bundle: variants, and groups that share a program.
 * Knows described kernels; must not know their text. */
#include "bundle/build_state.h"

#include <string.h>

/* Why `v` cannot take the arguments of `k`, or NULL. */
static const char *parameter_problem(arena *a, const bundle_kernel *k, const bundle_kernel *v)
{
    if (k->argument_count != v->argument_count)
        return arena_printf(a, "it has %zu parameters, not %zu", v->argument_count, k->argument_count);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *x = &k->arguments[i], *y = &v->arguments[i];
        if (strcmp(x->name, y->name) != 0)
            return arena_printf(a, "its parameter %zu is '%s', not '%s'", i + 1, y->name, x->name);
        if (strcmp(x->spelling, y->spelling) != 0)
            return arena_printf(a, "its parameter '%s' is of type '%s', not '%s'", x->name, y->spelling, x->spelling);
        if (x->access != y->access || x->extent != y->extent || x->column != y->column || x->dim_count != y->dim_count)
            return arena_printf(a, "their '@arg %s' differ", x->name);
    }
    return NULL;
}

/* Reports contradictions between the variant's annotation and the kernel that it names. */
static bool check_variant(builder *b, const bundle_variant *variant, const bundle_kernel *k, const bundle_kernel *v)
{
    diagnostics *d = b->context->diagnostics;
    const size_t errors = d->errors;
    if (!k) {
        diagnose_error(d, variant->where,
                       "'%s' is a variant of '%s', which is no kernel of the bundle: give the file "
                       "that has it, too",
                       v->name, variant->of);
        return false;
    }
    if (k == v) {
        diagnose_error(d, variant->where,
                       "'%s' is a variant of itself: write the annotation directly above the "
                       "variant, not at the top of the file",
                       v->name);
        return false;
    }
    if (k->variant_count) {
        diagnose_error(d, variant->where, "'%s' is a variant of '%s', which is itself one of '%s': name that one",
                       v->name, k->name, k->variants[0].of);
        return false;
    }
    const char *problem = parameter_problem(b->arena, k, v);
    if (problem)
        diagnose_error(d, v->where, "'%s' cannot be a variant of '%s': %s; both must take the same arguments", v->name,
                       k->name, problem);
    if (!k->range_dimensions)
        diagnose_error(d, variant->where,
                       "'%s' cannot be a variant of '%s', which has no '@range': only where no caller "
                       "states a range can one be chosen",
                       v->name, k->name);
    return d->errors == errors;
}

/* The variants that kernels have in one option set. */
typedef struct wanted_variants {
    bundle_alternative *items;
    size_t count, capacity;
} wanted_variants;

static bool has_these(const bundle_kernel *k, const wanted_variants *wanted)
{
    if (k->alternative_count != wanted->count) return false;
    for (size_t i = 0; i < wanted->count; ++i)
        if (k->alternatives[i].kernel != wanted->items[i].kernel) return false;
    return true;
}

/* A copy of a kernel that other option sets have with other variants. */
static size_t copy_kernel(builder *b, bundle_face *face, size_t kernel)
{
    const bundle_kernel copy = b->bundle->kernels[kernel];
    const size_t number = faces_append_kernel(b, &copy);
    face->members =
        arena_reserve(b->arena, face->members, face->member_count, &face->member_capacity, sizeof *face->members);
    face->members[face->member_count++] = number;
    face->kernels[b->set] = number + 1;
    return number;
}

void variants_settle(builder *b, size_t first)
{
    bundle *r = b->bundle;
    wanted_variants *wanted = arena_array(b->arena, r->face_count, sizeof *wanted);
    const size_t errors = b->context->diagnostics->errors;
    for (size_t f = 0; f < r->face_count; ++f) {
        if (!r->faces[f].kernels[b->set]) continue;
        const size_t number = r->faces[f].kernels[b->set] - 1;
        const bundle_kernel *v = &r->kernels[number];
        for (size_t n = 0; n < v->variant_count; ++n) {
            const bundle_variant *variant = &v->variants[n];
            const size_t known = (uintptr_t)map_gets(&b->kernels, variant->of);
            if (!check_variant(b, variant, known ? &r->kernels[known - 1] : NULL, v)) continue;
            wanted_variants *w = &wanted[(uintptr_t)map_gets(&b->faces, variant->of) - 1];
            w->items = arena_reserve(b->arena, w->items, w->count, &w->capacity, sizeof *w->items);
            w->items[w->count++] = (bundle_alternative){number, variant};
        }
    }
    for (size_t f = 0; f < r->face_count && b->context->diagnostics->errors == errors; ++f) {
        if (!r->faces[f].kernels[b->set]) continue;
        size_t number = r->faces[f].kernels[b->set] - 1;
        if (has_these(&r->kernels[number], &wanted[f])) continue;
        if (number < first) number = copy_kernel(b, &r->faces[f], number);
        r->kernels[number].alternatives = wanted[f].items;
        r->kernels[number].alternative_count = wanted[f].count;
    }
}

/* The kernel in an option set, or NULL. */
static const bundle_kernel *find_kernel(const builder *b, const char *name, size_t set)
{
    const size_t face = (uintptr_t)map_gets(&b->faces, name);
    const size_t known = face ? b->bundle->faces[face - 1].kernels[set] : 0;
    return known ? &b->bundle->kernels[known - 1] : NULL;
}

/* The kernels of a group share a program in each option set. */
static void check_group(builder *b, const build_group *group, size_t set)
{
    const bundle_kernel *first = NULL;
    for (size_t i = 0; i < group->count; ++i) {
        const bundle_kernel *k = find_kernel(b, group->kernels[i], set);
        if (!map_gets(&b->faces, group->kernels[i]))
            diagnose(b->context->diagnostics, b->options->outcomes ? SEVERITY_WARNING : SEVERITY_ERROR, (location){0},
                     "the group '%s' names '%s', which is not a kernel of "
                     "the bundle",
                     group->name, group->kernels[i]);
        else if (k && first && k->program != first->program)
            diagnose_error(b->context->diagnostics, k->where,
                           "the group '%s' holds kernels of two files, or of two "
                           "groups: put them into one file",
                           group->name);
        if (!first) first = k;
    }
}

void variants_check_groups(builder *b)
{
    for (size_t g = 0; g < b->options->group_count; ++g)
        for (size_t s = 0; s < b->set_count; ++s) check_group(b, &b->options->groups[g], s);
}
