#include "program/reach.h"

#include "clbundle_data.h"

#include <string.h>

typedef struct worklist {
    const item_list *list;
    bool *kept;
    bool *group_kept;
    size_t *stack;
    size_t count;
} worklist;

static void keep(worklist *w, size_t index)
{
    if (w->kept[index]) return;
    w->kept[index] = true;
    w->stack[w->count++] = index;
}

static void keep_group(worklist *w, size_t group)
{
    for (; group && !w->group_kept[group]; group = w->list->groups[group].parent) {
        w->group_kept[group] = true;
        for (size_t i = 0; i < w->list->groups[group].count; ++i) keep(w, w->list->groups[group].items[i]);
    }
}

static void follow(worklist *w)
{
    while (w->count) {
        const item *it = &w->list->items[w->stack[--w->count]];
        keep_group(w, it->group);
        for (size_t i = 0; i < it->mention_count; ++i)
            for (size_t k = 0; k < it->mentions[i]->count; ++k) keep(w, it->mentions[i]->providers[k]);
    }
}

static bool starts_with(const token *t, const char *prefix)
{
    const size_t length = strlen(prefix);
    return t->length >= length && memcmp(t->text, prefix, length) == 0;
}

/* "double", "double4", but not "doubles". */
static bool is_type_or_vector(const token *t, const char *name)
{
    if (!starts_with(t, name)) return false;
    for (size_t i = strlen(name); i < t->length; ++i)
        if (t->text[i] < '0' || t->text[i] > '9') return false;
    return true;
}

/* Functions by which a work-item sees its group, or the range as a whole. */
static bool sees_group(const token *t)
{
    static const char *const exact[] = {
        "get_local_id", "get_local_size", "get_enqueued_local_size", "get_group_id", "get_num_groups", "get_global_size",
        "get_global_offset", "get_local_linear_id", "get_global_linear_id", "barrier", "__local", "local", "prefetch",
        "wait_group_events", "get_image_dim",
    };
    if (starts_with(t, "work_group_") || starts_with(t, "sub_group_") || starts_with(t, "get_sub_group_") ||
        starts_with(t, "async_work_group_"))
        return true;
    for (size_t i = 0; i < sizeof exact / sizeof *exact; ++i)
        if (token_is(t, exact[i])) return true;
    return false;
}

/* Is the `half` at token i the type of memory, `half *` or `sizeof(half)`? That needs no extension; values do. */
static bool is_memory_of_half(const preprocessed *unit, const item *it, size_t i)
{
    const token *t = &unit->tokens[i];
    size_t next = i + 1;
    while (next < it->end && (token_is(&unit->tokens[next], "const") || token_is(&unit->tokens[next], "volatile"))) ++next;
    if (next < it->end && unit->tokens[next].kind == TOKEN_STAR) return true;
    return i >= it->first + 2 && token_is(&t[-2], "sizeof") && next < it->end &&
           unit->tokens[next].kind == TOKEN_RIGHT_PAREN;
}

static uint32_t needs_of(const preprocessed *unit, const item *it, bool *independent)
{
    uint32_t needs = 0;
    for (size_t i = it->first; i < it->end; ++i) {
        const token *t = &unit->tokens[i];
        if (t->kind != TOKEN_IDENTIFIER) continue;
        if (is_type_or_vector(t, "double") || starts_with(t, "convert_double") || starts_with(t, "as_double"))
            needs |= CLB_NEEDS_FP64;
        if ((is_type_or_vector(t, "half") && !is_memory_of_half(unit, it, i)) || starts_with(t, "convert_half") ||
            starts_with(t, "as_half"))
            needs |= CLB_NEEDS_FP16;
        if (starts_with(t, "image") && t->length > 6 && memcmp(t->text + t->length - 2, "_t", 2) == 0)
            needs |= CLB_NEEDS_IMAGES;
        if (starts_with(t, "sub_group_") || starts_with(t, "get_sub_group_")) needs |= CLB_NEEDS_SUBGROUPS;
        if (sees_group(t)) *independent = false;
    }
    return needs;
}

static const char *extension_of(arena *a, const char *pragma)
{
    size_t length = 0;
    const char *name = preprocess_extension(pragma, &length);
    return name ? arena_strndup(a, name, length) : NULL;
}

static bool wants_pragma(arena *a, const item *it, uint32_t needs)
{
    const char *extension = extension_of(a, it->pragma);
    if (!extension) return true;
    if (strcmp(extension, "cl_khr_fp64") == 0 || strcmp(extension, "cl_amd_fp64") == 0)
        return (needs & CLB_NEEDS_FP64) != 0;
    if (strcmp(extension, "cl_khr_fp16") == 0) return (needs & CLB_NEEDS_FP16) != 0;
    return true;
}

reached reach_from(arena *a, const preprocessed *unit, const item_list *list, const size_t *roots, size_t root_count,
                   uint32_t needs)
{
    reached r = {.needs = needs, .independent = true};
    r.kept = arena_array(a, list->count, sizeof *r.kept);
    worklist w = {.list = list, .kept = r.kept};
    w.group_kept = arena_array(a, list->group_count + 1, sizeof *w.group_kept);
    w.stack = arena_array(a, list->count, sizeof *w.stack);
    for (size_t i = 0; i < root_count; ++i) keep(&w, roots[i]);
    follow(&w);
    for (size_t i = 0; i < list->count; ++i)
        if (r.kept[i] && list->items[i].kind == ITEM_CODE) r.needs |= needs_of(unit, &list->items[i], &r.independent);
    for (size_t i = 0; i < list->count; ++i) {
        const item *it = &list->items[i];
        if (it->kind != ITEM_PRAGMA || !wants_pragma(a, it, r.needs)) continue;
        const char *extension = extension_of(a, it->pragma);
        if (extension && strstr(extension, "int64") && strstr(extension, "atomics")) r.needs |= CLB_NEEDS_INT64_ATOMICS;
        if (extension && strcmp(extension, "cl_khr_3d_image_writes") == 0) r.needs |= CLB_NEEDS_3D_IMAGE_WRITES;
        keep(&w, i);
    }
    follow(&w);
    return r;
}
