/* See foreign_functions.h. SPDX-License-Identifier: MIT */
#include "emit/foreign_functions.h"

#include <string.h>

const char *foreign_options(arena *a, const option_sets *sets, size_t set, bool types)
{
    const char *text = "";
    for (size_t i = 0; i < sets->name_count; ++i) {
        const char *value = sets->items[set].values[i], *mark = value && strpbrk(value, " \t") ? "\"" : "";
        const char *between = *text ? " " : "";
        if (types && !sets->typing[i]) continue;
        if (value) text = arena_printf(a, "%s%s-D%s=%s%s%s", text, between, sets->names[i], mark, value, mark);
        else if (types) text = arena_printf(a, "%s%s-U%s", text, between, sets->names[i]);
    }
    return text;
}

const char *foreign_choices(const foreign_functions *all, const foreign_function *f, const char *mark)
{
    const option_sets *sets = all->bundle->sets;
    buffer text = {0};
    for (size_t s = 0; s < sets->count; ++s)
        for (size_t i = 0; i < f->count; ++i)
            if (f->face->kernels[s] == f->numbers[i] + 1)
                buffer_addf(&text, "%s%s%s%s", text.length ? " or " : "", mark, foreign_options(all->a, sets, s, false),
                            mark);
    const char *copy = arena_strndup(all->a, text.text ? text.text : "", text.length);
    buffer_free(&text);
    return copy;
}

static foreign_function *add_function(foreign_functions *all, const foreign_kernel *k, const bundle_face *face)
{
    arena *a = all->a;
    const size_t count = face ? face->member_count : 1;
    foreign_function *f = &all->list[all->count++];
    *f = (foreign_function){.name = k->kernel->name,
                            .kernel = k,
                            .types = "",
                            .numbers = arena_array(a, count, sizeof *f->numbers),
                            .places = arena_array(a, count, sizeof *f->places)};
    if (!face) return f;
    size_t first = 0;
    while (face->kernels[first] != k->number + 1) ++first;
    f->name = k->kernel->front;
    f->face = face;
    if (strcmp(f->name, face->function) != 0) f->types = foreign_options(a, all->bundle->sets, first, true);
    *map_ats(&all->fronts, f->name) = f;
    return f;
}

/* Adds a kernel to its function, which is new or that of kernels with the same parameters. face NULL: it is alone. A
 * note tells of a kernel that cannot be called as the others. */
static void add_kernel(foreign_functions *all, const foreign_form *form, size_t place, const bundle_face *face,
                       size_t table)
{
    const foreign_kernel *k = &all->kernels[place];
    const char *formals = form->formals(all->a, k), *values = form->values(all->a, k);
    foreign_function *f = face ? map_gets(&all->fronts, k->kernel->front) : NULL;
    if (f && (strcmp(f->formals, formals) != 0 || strcmp(f->values, values) != 0 || !f->kernel->length != !k->length)) {
        diagnose_note(all->d, k->kernel->where,
                      "kernel '%s' is left out of %s: other arguments follow from its arrays than in '%s'",
                      k->kernel->name, form->what, f->kernel->kernel->name);
        return;
    }
    if (!f) {
        f = add_function(all, k, face);
        f->table = table;
        f->formals = formals;
        f->values = values;
    }
    f->places[f->count] = place;
    f->numbers[f->count++] = k->number;
}

foreign_functions foreign_list_functions(arena *a, const bundle *b, const foreign_form *form, diagnostics *d)
{
    foreign_functions all = {.a = a, .bundle = b, .d = d, .fronts.arena = a};
    const bundle_face **faces = arena_array(a, b->kernel_count + 1, sizeof *faces);
    size_t *numbers = arena_array(a, b->kernel_count + 1, sizeof *numbers), table_count = 0;
    all.kernels = foreign_list(a, b, form->what, &all.kernel_count, d);
    all.samplers = foreign_has_sampler(all.kernels, all.kernel_count);
    all.list = arena_array(a, all.kernel_count + 1, sizeof *all.list);
    for (size_t f = 0; f < b->face_count; ++f) {
        if (b->faces[f].member_count < 2) continue;
        for (size_t n = 0; n < b->faces[f].member_count; ++n) {
            faces[b->faces[f].members[n]] = &b->faces[f];
            numbers[b->faces[f].members[n]] = table_count;
        }
        buffer_addf(&all.tables, "%s&%s_configurations_%s", table_count++ ? ", " : "", b->name, b->faces[f].function);
    }
    for (size_t i = 0; i < all.kernel_count; ++i)
        add_kernel(&all, form, i, faces[all.kernels[i].number], numbers[all.kernels[i].number]);
    return all;
}
