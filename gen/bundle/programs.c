/* SPDX-License-Identifier: MIT
 * The program of one kernel, or of several that share one: has it checked in all configurations, and adds it to the
 * pool. Knows one program; must not know how kernels are distributed among programs. */
#include "bundle/build_state.h"

#include <string.h>

static bool is_options(const build_text *text, const source *s)
{
    for (size_t i = 0; i < text->source_count; ++i)
        if (text->sources[i] == s) return true;
    return false;
}

void build_note_files(builder *b, const text_range *ranges, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        void **known = map_ats(&b->used, ranges[i].source->path);
        if (*known) continue;
        *known = b;
        if (is_options(&b->context->text, ranges[i].source)) continue; /* text of the options, which is not a file */
        if (b->file_count == b->file_capacity) {
            const size_t capacity = b->file_capacity ? b->file_capacity * 2 : 64;
            b->files = arena_grow(b->arena, b->files, b->file_count, capacity, sizeof *b->files);
            b->file_capacity = capacity;
        }
        b->files[b->file_count++] = ranges[i].source;
    }
}

/* The pieces of a program, in order. `final`: their files are among the bundle's. */
static uint32_t *list_pieces(builder *b, const unit *u, const reached *r, bool final, size_t *count)
{
    uint32_t *pieces;
    *count = 0;
    if (b->options->whole) {
        size_t total = 0;
        const text_range *ranges = unit_whole_text(b->context, u, &total);
        pieces = arena_array(b->arena, total, sizeof *pieces);
        for (size_t i = 0; i < total; ++i) pieces[(*count)++] = pool_add(b->pool, &ranges[i], 1);
        if (final) build_note_files(b, ranges, total);
        return pieces;
    }
    pieces = arena_array(b->arena, r->count, sizeof *pieces);
    for (size_t i = 0; i < r->count; ++i) {
        const item *it = &u->items.items[r->kept[i]];
        pieces[(*count)++] = pool_add(b->pool, it->ranges, it->range_count);
        if (final) build_note_files(b, it->ranges, it->range_count);
    }
    return pieces;
}

/* Where the program is kept under which every option set finds it that makes the same text with the same options. The
 * definitions of a set are text, so nothing else can tell two programs apart. */
static void **find_shared(builder *b, const unit *u, const reached *r, const char *kernel)
{
    size_t count = 0;
    const uint32_t *pieces = list_pieces(b, u, r, false, &count);
    const char *driver = b->context->text.driver;
    buffer key = {0};
    buffer_add(&key, (const char *)pieces, count * sizeof *pieces);
    buffer_addf(&key, "%s\n%s", driver ? driver : "", kernel);
    void **place = map_at(&b->shared, arena_strndup(b->arena, key.text, key.length), key.length);
    buffer_free(&key);
    return place;
}

/* Remembers a program for other option sets, with what was found of its kernels. */
static void share_program(builder *b, void **place, const sharing *s, const bundle_kernel *kernels, uint32_t number,
                          uint32_t independence)
{
    shared_program *shared = ARENA_NEW(b->arena, shared_program);
    *shared = (shared_program){.number = number, .independence = independence};
    shared->uses = arena_array(b->arena, s->count, sizeof *shared->uses);
    shared->relative = arena_array(b->arena, s->count, sizeof *shared->relative);
    for (size_t n = 0; n < s->count; ++n) {
        shared->uses[n] = map_gets(&b->uses, kernels[s->kernels[n]].name);
        shared->relative[n] = map_gets(&b->relative, kernels[s->kernels[n]].name);
    }
    *place = shared;
}

/* Takes the program of another option set. */
static uint32_t take_shared(builder *b, const shared_program *shared, const sharing *s, const bundle_kernel *kernels,
                            uint32_t *independence)
{
    for (size_t n = 0; n < s->count; ++n) {
        *map_ats(&b->uses, kernels[s->kernels[n]].name) = shared->uses[n];
        *map_ats(&b->relative, kernels[s->kernels[n]].name) = shared->relative[n];
    }
    *independence = shared->independence;
    return shared->number;
}

uint32_t build_add_program(builder *b, unit *u, const sharing *s, bundle_kernel *kernels, uint32_t *independence)
{
    arena *a = b->arena;
    const char *kernel = kernels[s->first].name;
    reached r = reach_from(a, &u->text, &u->items, s->roots, s->count, 0);
    size_t count = 0;
    build_find_spec_constants(b, u, &r);
    void **place = b->options->sets ? find_shared(b, u, &r, kernel) : NULL;
    if (place && *place) return take_shared(b, *place, s, kernels, independence);
    version_list versions = {.needs = build_check_program(b, u, &r, b->options->visit)};
    versions.independence = r.independence;
    configurations_read(b, u, s, kernels, &versions);
    if (versions.needs & ~r.needs) r = reach_from(a, &u->text, &u->items, s->roots, s->count, versions.needs);
    const uint32_t *pieces = list_pieces(b, u, &r, true, &count);
    const uint32_t number = pool_add_program(b->pool, pieces, count);
    made_program made = {.unit = u, .items = r, .kernel = kernel, .context = b->context};
    made.spec_constants = arena_array(a, u->file->spec_constant_count, sizeof *made.spec_constants);
    for (size_t i = 0; i < u->file->spec_constant_count; ++i)
        if (b->wanted[i]) made.spec_constants[made.spec_constant_count++] = (uint32_t)b->spec_constant_numbers[i];
    b->made = arena_reserve(a, b->made, number, &b->made_capacity, sizeof *b->made);
    b->made[number] = made;
    for (size_t i = 0; i < versions.count; ++i) {
        const version_configuration *v = &versions.items[i];
        if (!v->unit) continue;
        made_program other = {.unit = v->unit, .kernel = kernel, .context = b->context};
        other.items = reach_from(a, &v->unit->text, &v->unit->items, v->roots, s->count, versions.needs);
        if (!configurations_check_text(b, &made, &other, v->where)) break;
        configurations_note(b, number, false, v->where, other);
    }
    *independence = r.independence & versions.independence;
    if (place && !made.spec_constant_count) share_program(b, place, s, kernels, number, *independence);
    return number;
}
