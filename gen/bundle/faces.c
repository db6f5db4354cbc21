/* SPDX-License-Identifier: MIT
 * Faces: a kernel of the files, as option sets make one or several kernels of the bundle of it. Adds and names these,
 * and finds the fronts: kernels whose parameters agree have functions in C in common. Knows described kernels; must not
 * know how functions are written. */
#include "bundle/build_state.h"

#include "describe/shape.h"

#include <string.h>

size_t faces_append_kernel(builder *b, const bundle_kernel *k)
{
    bundle *r = b->bundle;
    r->kernels = arena_reserve(b->arena, r->kernels, r->kernel_count, &b->kernel_capacity, sizeof *r->kernels);
    r->kernels[r->kernel_count] = *k;
    return r->kernel_count++;
}

static bundle_face *face_of(builder *b, const char *function)
{
    bundle *r = b->bundle;
    void **known = map_ats(&b->faces, function);
    if (*known) return &r->faces[(uintptr_t)*known - 1];
    r->faces = arena_reserve(b->arena, r->faces, r->face_count, &r->face_capacity, sizeof *r->faces);
    r->faces[r->face_count] =
        (bundle_face){.function = function, .kernels = arena_array(b->arena, b->set_count, sizeof *r->faces->kernels)};
    *known = (void *)(uintptr_t)++r->face_count;
    return &r->faces[r->face_count - 1];
}

/* Is the kernel the same in two option sets? Its text is, as its program says; its annotations may name macros. */
static bool is_same_kernel(const bundle_kernel *x, const bundle_kernel *y)
{
    if (x->program != y->program || x->constant_count != y->constant_count) return false;
    if (x->has_spec_constants || y->has_spec_constants) return false;
    for (size_t i = 0; i < x->constant_count; ++i)
        if (x->constants[i].value != y->constants[i].value || strcmp(x->constants[i].name, y->constants[i].name) != 0)
            return false;
    return true;
}

void faces_add_kernel(builder *b, const bundle_kernel *k)
{
    void **known = map_ats(&b->kernels, k->name);
    if (*known) {
        diagnose_error(b->context->diagnostics, k->where, "the bundle has two kernels named '%s'", k->name);
        return;
    }
    bundle_face *face = face_of(b, k->function);
    size_t n = 0;
    while (n < face->member_count && !is_same_kernel(&b->bundle->kernels[face->members[n]], k)) ++n;
    if (n == face->member_count) {
        face->members = arena_reserve(b->arena, face->members, n, &face->member_capacity, sizeof *face->members);
        face->members[face->member_count++] = faces_append_kernel(b, k);
    }
    face->kernels[b->set] = face->members[n] + 1;
    *known = (void *)(uintptr_t)face->kernels[b->set];
}

/* The kernel that the face has in an option set, or NULL. */
static bundle_kernel *kernel_of(const bundle *r, const bundle_face *face, size_t set)
{
    return face->kernels[set] ? &r->kernels[face->kernels[set] - 1] : NULL;
}

/* Marks the kernels that are not for every device: another one of the face does the same. */
static void mark_optional(builder *b, const bundle_face *face)
{
    bundle *r = b->bundle;
    uint32_t needs = UINT32_MAX;
    for (size_t n = 0; n < face->member_count; ++n) needs &= b->made[r->kernels[face->members[n]].program].items.needs;
    for (size_t n = 0; n < face->member_count; ++n) {
        bundle_kernel *k = &r->kernels[face->members[n]];
        if (b->made[k->program].items.needs & ~needs) k->flags |= CLB_KERNEL_OPTIONAL;
    }
}

/* Gives kernels of one name distinct ones, by the first of their sets. */
static void name_kernels(builder *b)
{
    bundle *r = b->bundle;
    map names = {.arena = b->arena};
    for (size_t f = 0; f < r->face_count; ++f) {
        const bundle_face *face = &r->faces[f];
        for (size_t s = b->set_count; face->member_count > 1 && s-- > 0;)
            if (face->kernels[s])
                r->kernels[face->kernels[s] - 1].name =
                    arena_printf(b->arena, "%s_%s", face->function, b->options->sets->items[s].name);
        mark_optional(b, face);
    }
    for (size_t i = 0; i < r->kernel_count; ++i) {
        void **known = map_ats(&names, r->kernels[i].name);
        if (*known)
            diagnose_error(b->context->diagnostics, r->kernels[i].where,
                           "two kernels of the bundle would be called '%s': give the configuration another 'name'",
                           r->kernels[i].name);
        *known = b;
    }
}

/* The reason why two kernels cannot share functions, or NULL. */
static const char *difference(arena *a, const bundle_kernel *x, const bundle_kernel *y)
{
    if (x->argument_count != y->argument_count)
        return arena_printf(a, "there are %zu parameters, and %zu", x->argument_count, y->argument_count);
    for (size_t i = 0; i < x->argument_count; ++i) {
        const bundle_argument *g = &x->arguments[i], *h = &y->arguments[i];
        if (strcmp(g->name, h->name) != 0)
            return arena_printf(a, "parameter %zu is '%s', and '%s'", i + 1, g->name, h->name);
        if (strcmp(g->spelling, h->spelling) != 0)
            return arena_printf(a, "'%s' is of type '%s', and '%s'", g->name, g->spelling, h->spelling);
        if ((g->type == NULL) != (h->type == NULL) || (g->type && !type_is_alike(g->type, h->type)))
            return arena_printf(a, "'%s' is of another type '%s'", g->name, g->spelling);
        if (g->access != h->access || (g->extent == 0) != (h->extent == 0))
            return arena_printf(a, "the '@arg %s' differ", g->name);
    }
    if ((x->range_dimensions == 0) != (y->range_dimensions == 0)) return "only one of them has a '@range'";
    return NULL;
}

static void report_difference(builder *b, const bundle_face *face, size_t first, size_t second, const char *problem)
{
    const option_sets *sets = b->options->sets;
    diagnose_error(b->context->diagnostics, kernel_of(b->bundle, face, second)->where,
                   "the kernel '%s' takes other arguments in the configuration '%s' than in '%s': %s; list in "
                   "'types' the names of the values that change them",
                   face->function, sets->items[second].name, sets->items[first].name, problem);
    diagnose_note(b->context->diagnostics, sets->items[second].where, "'%s' is %s", sets->items[second].name,
                  option_set_text(b->arena, sets, second));
    diagnose_note(b->context->diagnostics, sets->items[first].where, "'%s' is %s", sets->items[first].name,
                  option_set_text(b->arena, sets, first));
}

/* Functions in C have what all of their kernels have. */
static void narrow(bundle_kernel *front, const bundle_kernel *k, const code_list *code)
{
    for (size_t i = 0; i < k->argument_count; ++i)
        if (shape_finds(front, code, i) != shape_finds(k, code, i)) front->no_arrays = true;
    if (front->split != k->split) front->split = 0;
}

/* The front that kernels of a face have in common, which is new if none has its name. */
static bundle_kernel *front_of(builder *b, bundle_face *face, const bundle_kernel *k, const char *name, size_t set,
                               size_t *first_set)
{
    bundle *r = b->bundle;
    for (size_t n = 0; n < face->front_count; ++n)
        if (strcmp(r->fronts[face->first_front + n].name, name) == 0) return &r->fronts[face->first_front + n];
    first_set[face->front_count++] = set;
    bundle_kernel *front = &r->fronts[r->front_count++];
    *front = *k;
    front->name = front->front = front->table = name;
    front->flags &= ~CLB_KERNEL_PIECEWISE; /* no ckernel */
    return front;
}

/* The first option set that has the kernel. */
static size_t first_set_of(const bundle_face *face, size_t kernel)
{
    size_t s = 0;
    while (face->kernels[s] != kernel + 1) ++s;
    return s;
}

/* The fronts of a kernel of which the option sets make several. */
static void settle_face(builder *b, bundle_face *face)
{
    bundle *r = b->bundle;
    size_t *first_sets = arena_array(b->arena, face->member_count, sizeof *first_sets);
    const char *problem = NULL;
    for (size_t n = 1; n < face->member_count && !problem; ++n)
        problem = difference(b->arena, &r->kernels[face->members[0]], &r->kernels[face->members[n]]);
    for (size_t n = 0; n < face->member_count; ++n) {
        bundle_kernel *k = &r->kernels[face->members[n]];
        const size_t set = first_set_of(face, face->members[n]), count = face->front_count;
        const char *suffix = problem ? option_set_type_suffix(b->arena, b->options->sets, set) : "";
        k->front = *suffix ? arena_printf(b->arena, "%s_%s", face->function, suffix) : face->function;
        bundle_kernel *front = front_of(b, face, k, k->front, set, first_sets);
        const char *differs = difference(b->arena, front, k);
        if (differs) {
            report_difference(b, face, first_sets[front - &r->fronts[face->first_front]], set, differs);
            return;
        }
        if (face->front_count == count) narrow(front, k, &r->code);
    }
}

/* `"best": {"KERNEL": ...}` must name kernels. */
static void check_best(builder *b, const map *functions)
{
    const option_sets *sets = b->options->sets;
    for (size_t s = 0; sets && s < sets->count; ++s)
        for (size_t i = 0; i < sets->items[s].best_count; ++i) {
            const option_best *best = &sets->items[s].best[i];
            if (best->kernel && !map_gets(functions, best->kernel))
                diagnose_error(b->context->diagnostics, best->where,
                               "'best' names '%s', which is no kernel of the bundle", best->kernel);
        }
}

void faces_settle(builder *b)
{
    bundle *r = b->bundle;
    map names = {.arena = b->arena};
    name_kernels(b);
    r->fronts = arena_array(b->arena, r->kernel_count, sizeof *r->fronts);
    for (size_t f = 0; f < r->face_count; ++f) {
        bundle_face *face = &r->faces[f];
        face->first_front = r->front_count;
        if (face->member_count > 1) {
            settle_face(b, face);
            continue;
        }
        bundle_kernel *k = &r->kernels[face->members[0]];
        k->front = k->name;
        r->fronts[r->front_count++] = *k;
        face->front_count = 1;
    }
    for (size_t f = 0; f < r->face_count; ++f) *map_ats(&names, r->faces[f].function) = &r->faces[f];
    check_best(b, &names);
    for (size_t f = 0; f < r->face_count; ++f)
        for (size_t n = 0; n < r->faces[f].front_count; ++n) {
            const bundle_kernel *front = &r->fronts[r->faces[f].first_front + n];
            void **known = map_ats(&names, front->name);
            if (*known && *known != &r->faces[f])
                diagnose_error(b->context->diagnostics, front->where,
                               "the functions of two kernels would be called '%s': rename one", front->name);
            *known = &r->faces[f];
        }
}
