/* SPDX-License-Identifier: MIT */
#include "prune/unit.h"

#include <string.h>

/* Groups the names of one declaration, which are adjacent, for the cutting. */
static item_declaration *list_declarations(arena *a, const parsed *syntax, size_t *count)
{
    item_declaration *list = arena_array(a, syntax->declaration_count, sizeof *list);
    const char **names = arena_array(a, syntax->declaration_count, sizeof *names);
    size_t n = 0;
    for (size_t i = 0; i < syntax->declaration_count; ++i) {
        const declaration *d = &syntax->declarations[i];
        if (!n || list[n - 1].first != d->first) list[n++] = (item_declaration){d->first, d->end, names + i, 0};
        if (d->end > list[n - 1].end) list[n - 1].end = d->end;
        list[n - 1].names[list[n - 1].name_count++] = d->name;
    }
    *count = n;
    return list;
}

parse_options unit_language(const unit_context *context, const kernel_file *file, const bool *wanted)
{
    static const type_kind kinds[] = {
        TYPE_INT,  TYPE_INT,  TYPE_INT,   TYPE_INT,   TYPE_INT,   TYPE_INT,
        TYPE_UINT, TYPE_LONG, TYPE_ULONG, TYPE_FLOAT, TYPE_DOUBLE}; /* indexed by clb_constant_type: the types of C's
                                                                       literals */
    parse_options language = context->text.language;
    parse_spec_constant *list = arena_array(context->sources->arena, file->spec_constant_count, sizeof *list);
    for (size_t i = 0; i < file->spec_constant_count; ++i)
        if (file->spec_constants[i].rule != CLB_CONSTANT_LIST && (!wanted || wanted[i]))
            list[language.spec_constant_count++] =
                (parse_spec_constant){file->spec_constants[i].name, type_basic(kinds[file->spec_constants[i].type])};
    language.spec_constants = list;
    return language;
}

const kernel_file *unit_file_with(arena *a, const kernel_file *file, const size_t *listed)
{
    kernel_file *other = ARENA_NEW(a, kernel_file);
    *other = *file;
    other->spec_constants = arena_grow(a, file->spec_constants, file->spec_constant_count, file->spec_constant_count,
                                       sizeof *other->spec_constants);
    for (size_t i = 0; i < file->spec_constant_count; ++i) other->spec_constants[i].listed = listed[i];
    return other;
}

unit *unit_read_text(const unit_context *context, const kernel_file *file)
{
    arena *a = context->sources->arena;
    unit *u = ARENA_NEW(a, unit);
    u->file = file;
    u->sources =
        arena_array(a, context->text.source_count + context->layers->count + file->need_count + 1, sizeof *u->sources);
    for (size_t i = 0; i < context->text.source_count; ++i) u->sources[u->source_count++] = context->text.sources[i];
    for (size_t i = 0; i < context->layers->count; ++i)
        u->sources[u->source_count++] = context->layers->items[i].source;
    for (size_t i = 0; i < file->need_count; ++i) u->sources[u->source_count++] = file->needs[i]->source;
    u->sources[u->source_count++] = file->source;

    const preprocess_options options = context_preprocess_options(context, file);
    u->text = preprocess(a, context->cache, context->diagnostics, u->sources, u->source_count, &options);
    if (!u->text.failed) u->layout = layout_make(a, &u->text);
    return u;
}

unit *unit_read(const unit_context *context, const kernel_file *file)
{
    arena *a = context->sources->arena;
    unit *u = unit_read_text(context, file);
    if (u->text.failed) return u;
    parse_options language = unit_language(context, file, NULL);
    language.skip_bodies = true;
    u->syntax = parse(a, context->diagnostics, &u->text, &language);
    if (u->syntax.failed) return u;
    size_t count = 0;
    const item_declaration *declarations = list_declarations(a, &u->syntax, &count);
    u->items = items_cut(a, context->cache, &u->text, &u->layout, declarations, count);
    return u;
}

unit *unit_read_defined(const unit_context *context, const kernel_file *file, const char *definition)
{
    arena *a = context->sources->arena;
    unit_context defined = *context;
    const size_t count = context->text.definition_count;
    defined.text.definitions =
        arena_grow(a, context->text.definitions, count, count + 1, sizeof *defined.text.definitions);
    defined.text.definitions[count] = definition;
    defined.text.definition_count = count + 1;
    return unit_read(&defined, file);
}

size_t unit_item_of(const unit *u, size_t token)
{
    size_t low = 0, high = u->items.count;
    while (low < high) { /* the first item that ends behind the token: tokens have the order of the items */
        const size_t middle = low + (high - low) / 2;
        if (u->items.items[middle].end <= token) low = middle + 1;
        else high = middle;
    }
    return low < u->items.count && u->items.items[low].first <= token ? low : u->items.count;
}

preprocessed unit_gather(arena *a, const unit *u, const size_t *kept, size_t count)
{
    const item_list *list = &u->items;
    preprocessed part = {.failed = false};
    size_t tokens = 0, pragmas = 0;
    for (size_t i = 0; i < count; ++i) {
        tokens += list->items[kept[i]].end - list->items[kept[i]].first;
        pragmas += list->items[kept[i]].pragma_count;
    }
    for (size_t i = 0; i < list->steering_count; ++i) pragmas += list->items[list->steering[i]].pragma_count;
    part.tokens = arena_array_unset(a, tokens + 1, sizeof *part.tokens);
    part.events = arena_array(a, pragmas, sizeof *part.events);
    for (size_t i = 0, k = 0; i < count || k < list->steering_count;) {
        const size_t next = i < count ? kept[i] : (size_t)-1;
        const size_t steering = k < list->steering_count ? list->steering[k] : (size_t)-1;
        const item *it = &list->items[next < steering ? next : steering];
        for (size_t n = 0; n < it->pragma_count; ++n) {
            const event *e = &u->text.events[list->pragmas[it->first_pragma + n]];
            part.events[part.event_count] = *e;
            part.events[part.event_count++].token =
                part.token_count + (e->token > it->first ? e->token - it->first : 0);
        }
        if (next <= steering)
            for (size_t t = it->first; t < it->end; ++t) part.tokens[part.token_count++] = u->text.tokens[t];
        i += next <= steering;
        k += steering <= next;
    }
    part.tokens[part.token_count] = u->text.tokens[u->text.token_count];
    return part;
}

text_range *unit_whole_text(const unit_context *context, const unit *u, size_t *count)
{
    return layout_ranges(context->sources->arena, &u->layout, 0, u->layout.length, count);
}
