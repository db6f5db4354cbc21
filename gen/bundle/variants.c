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

void variants_settle(builder *b)
{
    bundle *r = b->bundle;
    for (size_t i = 0; i < r->kernel_count; ++i) {
        const bundle_kernel *v = &r->kernels[i];
        for (size_t n = 0; n < v->variant_count; ++n) {
            const bundle_variant *variant = &v->variants[n];
            const size_t known = (uintptr_t)map_gets(&b->kernels, variant->of);
            bundle_kernel *k = known ? &r->kernels[known - 1] : NULL;
            diagnostics *d = b->context->diagnostics;
            if (!k) {
                diagnose_error(d, variant->where,
                               "'%s' is a variant of '%s', which is no kernel of the bundle: give the file "
                               "that has it, too",
                               v->name, variant->of);
                continue;
            }
            if (k == v) {
                diagnose_error(d, variant->where,
                               "'%s' is a variant of itself: write the annotation directly above the "
                               "variant, not at the top of the file",
                               v->name);
                continue;
            }
            if (k->variant_count) {
                diagnose_error(d, variant->where,
                               "'%s' is a variant of '%s', which is itself one of '%s': name that one", v->name,
                               k->name, k->variants[0].of);
                continue;
            }
            const char *problem = parameter_problem(b->arena, k, v);
            if (problem)
                diagnose_error(d, v->where, "'%s' cannot be a variant of '%s': %s; both must take the same arguments",
                               v->name, k->name, problem);
            if (!k->range_dimensions)
                diagnose_error(d, variant->where,
                               "'%s' cannot be a variant of '%s', which has no '@range': only where no caller "
                               "states a range can one be chosen",
                               v->name, k->name);
            k->alternatives = arena_reserve(b->arena, k->alternatives, k->alternative_count, &k->alternative_capacity,
                                            sizeof *k->alternatives);
            k->alternatives[k->alternative_count++] = (bundle_alternative){i, variant};
        }
    }
}

void variants_check_groups(builder *b)
{
    for (size_t g = 0; g < b->options->group_count; ++g) {
        const build_group *group = &b->options->groups[g];
        const bundle_kernel *first = NULL;
        for (size_t i = 0; i < group->count; ++i) {
            const bundle_kernel *k = NULL;
            const size_t known = (uintptr_t)map_gets(&b->kernels, group->kernels[i]);
            if (known) k = &b->bundle->kernels[known - 1];
            if (!k)
                diagnose(b->context->diagnostics, b->options->outcomes ? SEVERITY_WARNING : SEVERITY_ERROR,
                         (location){0},
                         "the group '%s' names '%s', which is not a kernel of "
                         "the bundle",
                         group->name, group->kernels[i]);
            else if (first && k->program != first->program)
                diagnose_error(b->context->diagnostics, k->where,
                               "the group '%s' holds kernels of two files, or of two "
                               "groups: put them into one file",
                               group->name);
            if (!first) first = k;
        }
    }
}
