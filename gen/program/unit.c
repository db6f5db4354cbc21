#include "program/unit.h"

#include <string.h>

/* "a/b/../c.h" and "./c.h" as people write them: programs name files by their plain paths. */
static char *plain_path(arena *a, const char *path)
{
    char *result = arena_strndup(a, path, strlen(path));
    size_t length = 0;
    for (const char *part = path; *part;) {
        const size_t n = strcspn(part, "/");
        if (n == 2 && part[0] == '.' && part[1] == '.' && length > 0 &&
            !(length >= 2 && strcmp(result + length - 2, "..") == 0)) {
            result[length] = '\0';
            char *slash = strrchr(result, '/');
            length = slash ? (size_t)(slash - result) : 0;
        } else if (n && !(n == 1 && part[0] == '.')) {
            if (length || path[0] == '/') result[length++] = '/';
            memmove(result + length, part, n);
            length += n;
        }
        result[length] = '\0';
        part += n;
        part += *part == '/';
    }
    return result;
}

/* Beside the file that includes, unless in angle brackets, then in the folders of -I. */
static const source *resolve(void *context, const source *includer, const char *name, bool angle, const char **why)
{
    const unit_context *c = context;
    arena *a = c->sources->arena;
    const source *found = NULL;
    if (angle) {
        *why = c->text.folder_count ? "not in the folders of -I; a device program has no system headers"
                                    : "a device program has no system headers";
    } else {
        const char *path = path_join(a, path_directory(a, includer->path), name);
        const char *known_as = name[0] == '/' ? path_base(name)
                                              : plain_path(a, path_join(a, path_directory(a, includer->name), name));
        found = source_read(c->sources, plain_path(a, path), known_as, why);
    }
    const char *ignored = NULL;
    for (size_t i = 0; !found && name[0] != '/' && i < c->text.folder_count; ++i)
        found = source_read(c->sources, plain_path(a, path_join(a, c->text.folders[i], name)), plain_path(a, name), &ignored);
    return found;
}

/* Groups the names of one declaration, which stand next to each other, for the cutting. */
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

unit *unit_read_text(const unit_context *context, const kernel_file *file)
{
    arena *a = context->sources->arena;
    unit *u = ARENA_NEW(a, unit);
    u->file = file;
    u->sources = arena_array(a, context->layers->count + file->need_count + 1, sizeof *u->sources);
    for (size_t i = 0; i < context->layers->count; ++i) u->sources[u->source_count++] = context->layers->items[i].source;
    for (size_t i = 0; i < file->need_count; ++i) u->sources[u->source_count++] = file->needs[i]->source;
    u->sources[u->source_count++] = file->source;

    const preprocess_options options = {.resolve = resolve, .context = (void *)(uintptr_t)context,
                                        .definitions = context->text.definitions,
                                        .definition_count = context->text.definition_count};
    u->text = preprocess(a, context->cache, context->diagnostics, u->sources, u->source_count, &options);
    return u;
}

unit *unit_read(const unit_context *context, const kernel_file *file)
{
    arena *a = context->sources->arena;
    unit *u = unit_read_text(context, file);
    if (u->text.failed) return u;
    parse_options language = context->text.language;
    language.skip_bodies = true;
    u->syntax = parse(a, context->diagnostics, &u->text, &language);
    if (u->syntax.failed) return u;
    size_t count = 0;
    const item_declaration *declarations = list_declarations(a, &u->syntax, &count);
    u->items = items_cut(a, context->cache, &u->text, declarations, count, context->diagnostics);
    return u;
}

unit *unit_read_defined(const unit_context *context, const kernel_file *file, const char *definition)
{
    arena *a = context->sources->arena;
    unit_context defined = *context;
    const size_t count = context->text.definition_count;
    defined.text.definitions = arena_grow(a, context->text.definitions, count, count + 1, sizeof *defined.text.definitions);
    defined.text.definitions[count] = definition;
    defined.text.definition_count = count + 1;
    return unit_read(&defined, file);
}

size_t unit_item_of(const unit *u, size_t token)
{
    for (size_t i = 0; i < u->items.count; ++i) {
        const item *it = &u->items.items[i];
        if (it->kind == ITEM_CODE && token >= it->first && token < it->end) return i;
    }
    return u->items.count;
}

/* ---- whole text ---- */

typedef struct range_list {
    text_range *items;
    size_t count, capacity;
} range_list;

static void add_range(arena *a, range_list *list, const source *s, size_t begin, size_t end)
{
    list->items = arena_reserve(a, list->items, list->count, &list->capacity, sizeof *list->items);
    if (begin < end) list->items[list->count++] = (text_range){s, begin, end};
}

text_range *unit_whole_text(const unit_context *context, const unit *u, size_t *count)
{
    arena *a = context->sources->arena;
    range_list list = {0};
    size_t at[PREPROCESS_INCLUDE_DEPTH + 2] = {0}; /* where the text of each open file goes on */
    size_t depth = 0;
    for (size_t i = 0; i < u->text.event_count; ++i) {
        const event *e = &u->text.events[i];
        if (e->kind == EVENT_ENTER) {
            at[++depth] = 0;
        } else if (e->kind == EVENT_LEAVE) {
            add_range(a, &list, e->source, at[depth], e->source->length);
            --depth;
        } else if (e->kind == EVENT_INCLUDE) {
            add_range(a, &list, e->source, at[depth], e->begin);
            at[depth] = e->end;
        }
    }
    *count = list.count;
    return list.items;
}
