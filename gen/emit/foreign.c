/* See foreign.h. SPDX-License-Identifier: MIT */
#include "emit/foreign.h"

#include <string.h>

enum { ARGUMENTS_MAX = 256 }; /* largest number of a kernel's arguments that the packages' tables can hold */
enum { MEMBERS_MAX = 1000 };  /* largest number of a structure's members, nested ones included */

static bool is_memory(const bundle_argument *g)
{
    return g->kind == CLB_ARGUMENT_GLOBAL || g->kind == CLB_ARGUMENT_CONSTANT ||
           (g->kind == CLB_ARGUMENT_IMAGE && g->dim_count);
}

/* ---- Types ---- */

static bool is_number(const type *t)
{
    return (t->kind >= TYPE_BOOL && t->kind <= TYPE_DOUBLE) || t->kind == TYPE_ENUM;
}

bool foreign_is_record(const type *t)
{
    return t->kind == TYPE_STRUCT;
}

static bool is_ascii(const char *name)
{
    for (; *name; ++name)
        if ((unsigned char)*name >= 0x80) return false;
    return true;
}

/* Why records of numbers cannot hold a member or element of the type, or NULL. *members counts the members that were
 * visited: nested structures may double their number at each level. */
static const char *type_refusal(arena *a, const type *t, size_t *members)
{
    if (is_number(t) || t->kind == TYPE_VECTOR) return NULL;
    if (++*members > MEMBERS_MAX) return "a structure of too many members";
    if (t->kind == TYPE_ARRAY && !t->incomplete && t->count) {
        if (t->base->kind == TYPE_VECTOR || t->base->kind == TYPE_ARRAY)
            return t->base->kind == TYPE_VECTOR ? "an array of vectors" : "an array of arrays";
        return type_refusal(a, t->base, members);
    }
    if (t->kind == TYPE_UNION) return "a union";
    if (t->kind != TYPE_STRUCT || !t->record->complete || t->record->has_flexible || !t->record->field_count)
        return arena_printf(a, "a value of type '%s'", type_spell(a, t));
    for (size_t i = 0; i < t->record->field_count; ++i) {
        const field *f = &t->record->fields[i];
        if (!*f->name) return "an unnamed member";
        if (!is_ascii(f->name)) return arena_printf(a, "the member '%s', whose name is not ASCII", f->name);
        const char *why = type_size(f->type) ? type_refusal(a, f->type, members) : "a member without size";
        if (why) return why;
    }
    return NULL;
}

const char *foreign_refusal(arena *a, const bundle_kernel *k)
{
    if (!k->range_dimensions) return "it has no @range";
    if (k->argument_count > ARGUMENTS_MAX) return arena_printf(a, "it has more than %d parameters", ARGUMENTS_MAX);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        size_t members = 0;
        if (g->kind == CLB_ARGUMENT_IMAGE && !g->dim_count)
            return arena_printf(a, "no @arg states the format and extents of its image '%s'", g->name);
        if (g->kind == CLB_ARGUMENT_PIPE)
            return arena_printf(a, "its parameter '%s' is a pipe; packages have none", g->name);
        if (g->kind == CLB_ARGUMENT_SAMPLER && g->foreign)
            return arena_printf(a, "its parameter '%s' is a queue; packages have none", g->name);
        if (g->kind == CLB_ARGUMENT_LOCAL || g->kind == CLB_ARGUMENT_SAMPLER) continue;
        if (!g->type) return arena_printf(a, "its parameter '%s' points to void", g->name);
        if (g->type->kind == TYPE_VECTOR || g->type->kind == TYPE_ARRAY)
            return arena_printf(a, "its parameter '%s' is neither a number nor a structure, nor an array of such",
                                g->name);
        const char *why = type_refusal(a, g->type, &members);
        if (why) return arena_printf(a, "its parameter '%s' is or holds %s", g->name, why);
        if (is_memory(g) && !g->dim_count)
            return arena_printf(a, "the extent of its array '%s' is not stated", g->name);
    }
    return NULL;
}

/* ---- Sizes ---- */

/* Whether the array has one element, or one for each of n. */
static bool is_stepped(const bundle *b, const bundle_argument *g, size_t *n, size_t *step)
{
    return is_memory(g) && g->access == CLB_ACCESS_IN && g->dim_count == 1 &&
           shape_is_stepped(&b->code, g->dims[0], n, step);
}

/* For each integer, finds the first input that has it as a dimension. */
static void find_tellers(const bundle *b, const bundle_kernel *k, foreign_argument *arguments)
{
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        for (size_t d = 0; is_memory(g) && d < g->dim_count; ++d) {
            size_t n = 0;
            if (!shape_is_scalar(&b->code, g->dims[d], &n)) continue;
            arguments[n].found = true;
            if (arguments[n].teller || g->access == CLB_ACCESS_OUT) continue;
            arguments[n].teller = i + 1;
            arguments[n].dimension = d;
        }
    }
}

foreign_kernel foreign_read(arena *a, const bundle *b, size_t number)
{
    const bundle_kernel *k = &b->kernels[number];
    foreign_argument *arguments = arena_array(a, k->argument_count + 1, sizeof *arguments);
    foreign_kernel f = {.kernel = k, .number = number, .arguments = arguments};
    find_tellers(b, k, arguments);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        size_t n = 0, step = 0;
        arguments[i].memory = is_memory(g);
        arguments[i].output = is_memory(g) && g->access == CLB_ACCESS_OUT;
        arguments[i].local = g->kind == CLB_ARGUMENT_LOCAL;
        arguments[i].sampler = g->kind == CLB_ARGUMENT_SAMPLER;
        if (arguments[i].local) arguments[i].optional = g->extent != 0;
        if (!is_stepped(b, g, &n, &step)) continue;
        arguments[i].counter = n + 1;
        arguments[n].optional = true;
        if (!arguments[step].step_of) arguments[step].step_of = i + 1;
        if (!f.length) f.length = n + 1;
    }
    for (size_t i = 0; i < k->argument_count; ++i) {
        size_t n = 0;
        foreign_argument *own = &arguments[i];
        /* If no input has one element or n, the outputs of an element-wise kernel decide. */
        if (!f.length && own->memory && (k->flags & CLB_KERNEL_ELEMENTWISE) &&
            shape_is_scalar(&b->code, k->arguments[i].dims[0], &n))
            f.length = n + 1;
        if (own->memory || own->local) continue;
        if (own->step_of) own->found = false;
        own->optional = own->optional || (own->found && own->teller);
    }
    return f;
}

bool foreign_has_sampler(const foreign_kernel *list, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        for (size_t n = 0; n < list[i].kernel->argument_count; ++n)
            if (list[i].arguments[n].sampler) return true;
    return false;
}

bool foreign_is_element(const bundle *b, const foreign_kernel *k, size_t index)
{
    const bundle_argument *g = &k->kernel->arguments[index];
    size_t n = 0;
    return k->length && is_memory(g) && g->dim_count == 1 && shape_is_scalar(&b->code, g->dims[0], &n) &&
           n + 1 == k->length;
}

foreign_kernel *foreign_list(arena *a, const bundle *b, const char *what, size_t *count, diagnostics *d)
{
    foreign_kernel *list = arena_array(a, b->kernel_count + 1, sizeof *list);
    *count = 0;
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const bundle_kernel *k = &b->kernels[i];
        const char *why = k->variant_count ? NULL : foreign_refusal(a, k);
        if (why) diagnose_note(d, k->where, "kernel '%s' is left out of %s: %s", k->name, what, why);
        if (!k->variant_count && !why) list[(*count)++] = foreign_read(a, b, i);
    }
    if (!*count && b->kernel_count)
        diagnose_error(d, b->kernels[0].where,
                       "%s would have no function: no kernel can be called from it; the notes say why", what);
    return list;
}
