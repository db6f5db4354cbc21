/* SPDX-License-Identifier: MIT */
#include "prune/reach.h"

#include "clbundle/data.h"

#include <stdlib.h>
#include <string.h>

/* One search. Everything that it saw is marked with its number, so that nothing must be cleared before the next. */
typedef struct search {
    item_list *list;
    arena *arena;
    size_t number;
    size_t *kept; /* the items before `next` have been followed */
    size_t count, capacity, next;
} search;

static void keep(search *s, size_t index)
{
    item *it = &s->list->items[index];
    if (it->reached == s->number) return;
    it->reached = s->number;
    s->kept = arena_reserve(s->arena, s->kept, s->count, &s->capacity, sizeof *s->kept);
    s->kept[s->count++] = index;
}

static void keep_group(search *s, size_t group)
{
    for (; group && s->list->groups[group].reached != s->number; group = s->list->groups[group].parent) {
        item_group *g = &s->list->groups[group];
        g->reached = s->number;
        for (size_t i = 0; i < g->count; ++i) keep(s, g->items[i]);
    }
}

static void follow(search *s)
{
    while (s->next < s->count) {
        const item *it = &s->list->items[s->kept[s->next++]];
        keep_group(s, it->group);
        for (size_t i = 0; i < it->mention_count; ++i) {
            item_name *name = it->mentions[i];
            if (name->reached == s->number) continue;
            name->reached = s->number;
            for (size_t k = 0; k < name->count; ++k) keep(s, name->providers[k]);
        }
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

/* sub_group_all, get_num_sub_groups, intel_sub_group_shuffle ... */
static bool mentions_sub_groups(const token *t)
{
    static const char part[] = "sub_group";
    for (size_t i = 0; i + sizeof part - 1 <= t->length; ++i)
        if (memcmp(t->text + i, part, sizeof part - 1) == 0) return true;
    return false;
}

/* Whether the token spells one of the names. */
static bool is_one_of(const token *t, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (t->text[0] == names[i][0] && token_is(t, names[i])) return true;
    return false;
}

/* Functions by which a work-item queries its group, or the range as a whole. */
static bool sees_group(const token *t)
{
    static const char *const exact[] = {
        "get_local_id",
        "get_local_size",
        "get_enqueued_local_size",
        "get_group_id",
        "get_num_groups",
        "get_global_size",
        "get_global_offset",
        "get_local_linear_id",
        "get_global_linear_id",
        "barrier",
        "__local",
        "local",
        "prefetch",
        "wait_group_events",
        "get_image_dim",
    };
    return starts_with(t, "work_group_") || starts_with(t, "async_work_group_") || mentions_sub_groups(t) ||
           is_one_of(t, exact, sizeof exact / sizeof *exact);
}

/* Of these, the functions that query the range, or the position of the group in it. */
static bool sees_range(const token *t)
{
    static const char *const exact[] = {"get_group_id",      "get_num_groups",       "get_global_size",
                                        "get_global_offset", "get_global_linear_id", "get_enqueued_local_size"};
    return is_one_of(t, exact, sizeof exact / sizeof *exact);
}

/* Whether the `half` at token i is a type in memory, `half *` or `sizeof(half)`. That needs no extension; values do. */
static bool is_memory_of_half(const preprocessed *unit, const item *it, size_t i)
{
    const token *t = &unit->tokens[i];
    size_t next = i + 1;
    while (next < it->end && (token_is(&unit->tokens[next], "const") || token_is(&unit->tokens[next], "volatile")))
        ++next;
    if (next < it->end && unit->tokens[next].kind == TOKEN_STAR) return true;
    return i >= it->first + 2 && token_is(&t[-2], "sizeof") && next < it->end &&
           unit->tokens[next].kind == TOKEN_RIGHT_PAREN;
}

/* Finds the features that an item's own text needs; once, for all programs. */
static void look_at(const preprocessed *unit, item *it)
{
    if (it->looked_at) return;
    it->looked_at = true;
    for (size_t i = it->first; i < it->end; ++i) {
        const token *t = &unit->tokens[i];
        if (t->kind != TOKEN_IDENTIFIER) continue;
        if (is_type_or_vector(t, "double") || token_is(t, "atomic_double") || starts_with(t, "convert_double") ||
            starts_with(t, "as_double"))
            it->needs |= CLB_NEEDS_FP64;
        if ((is_type_or_vector(t, "half") && !is_memory_of_half(unit, it, i)) || starts_with(t, "convert_half") ||
            starts_with(t, "as_half"))
            it->needs |= CLB_NEEDS_FP16;
        if (starts_with(t, "image") && t->length > 6 && memcmp(t->text + t->length - 2, "_t", 2) == 0)
            it->needs |= CLB_NEEDS_IMAGES;
        if (starts_with(t, "sub_group_") || starts_with(t, "get_sub_group_")) it->needs |= CLB_NEEDS_SUBGROUPS;
        if (sees_group(t)) it->sees_group = true;
        if (sees_range(t)) it->sees_range = true;
    }
}

/* The features of a device that a name in a condition, or the name of an extension, stands for. */
static uint32_t needs_of_name(const char *name)
{
    if (strcmp(name, "cl_khr_fp64") == 0 || strcmp(name, "cl_amd_fp64") == 0) return CLB_NEEDS_FP64;
    if (strcmp(name, "cl_khr_fp16") == 0) return CLB_NEEDS_FP16;
    if (strcmp(name, "cl_khr_3d_image_writes") == 0) return CLB_NEEDS_3D_IMAGE_WRITES;
    if (strcmp(name, "__IMAGE_SUPPORT__") == 0) return CLB_NEEDS_IMAGES;
    if (strncmp(name, "cl_", 3) == 0 && strstr(name, "int64") && strstr(name, "atomics"))
        return CLB_NEEDS_INT64_ATOMICS;
    return 0;
}

/* A kernel in a conditional exists only on devices like the assumed one. */
static uint32_t needs_of_conditions(const item_list *list, size_t root)
{
    uint32_t needs = 0;
    for (size_t group = list->items[root].group; group; group = list->groups[group].parent)
        for (size_t i = 0; i < list->groups[group].count; ++i) {
            const item *it = &list->items[list->groups[group].items[i]];
            for (size_t k = 0; it->kind == ITEM_CONDITION && k < it->mention_count; ++k)
                needs |= needs_of_name(it->mentions[k]->name);
        }
    return needs;
}

/* Whether the pragma is kept, and the features that it needs. Extensions of types are enabled where the types are
 * used. */
static bool wants_pragma(arena *a, const char *pragma, uint32_t *needs)
{
    size_t length = 0;
    const char *name = preprocess_extension(pragma, &length);
    if (!name) return true;
    const uint32_t of_name = needs_of_name(arena_strndup(a, name, length));
    const uint32_t types = of_name & (CLB_NEEDS_FP64 | CLB_NEEDS_FP16);
    if (types) return (types & *needs) != 0;
    *needs |= of_name;
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

reached reach_from(arena *a, const preprocessed *unit, item_list *list, const size_t *roots, size_t root_count,
                   uint32_t needs)
{
    search s = {.list = list, .arena = a, .number = ++list->searches};
    reached r = {.needs = needs, .independence = CLB_KERNEL_INDEPENDENT | CLB_KERNEL_BY_GROUPS};
    for (size_t i = 0; i < root_count; ++i) {
        keep(&s, roots[i]);
        r.needs |= needs_of_conditions(list, roots[i]);
    }
    follow(&s);
    for (size_t i = 0; i < s.count; ++i) {
        item *it = &list->items[s.kept[i]];
        look_at(unit, it);
        r.needs |= it->needs;
        if (it->sees_group) r.independence &= ~CLB_KERNEL_INDEPENDENT;
        if (it->sees_range) r.independence &= ~CLB_KERNEL_BY_GROUPS;
    }
    for (size_t i = 0; i < list->steering_count; ++i) {
        const item *it = &list->items[list->steering[i]];
        for (size_t k = 0; k < it->pragma_count; ++k)
            if (wants_pragma(a, unit->events[list->pragmas[it->first_pragma + k]].name, &r.needs))
                keep(&s, list->steering[i]);
    }
    follow(&s);
    if (s.count) qsort(s.kept, s.count, sizeof *s.kept, compare_numbers);
    r.kept = s.kept;
    r.count = s.count;
    return r;
}

bool reached_mentions(const item_list *list, const reached *r, const char *name)
{
    const item_name *wanted = map_gets(&list->names, name);
    for (size_t i = 0; wanted && i < r->count; ++i) {
        const item *it = &list->items[r->kept[i]];
        if (it->kind == ITEM_PRAGMA) continue; /* it may enable an extension */
        for (size_t k = 0; k < it->mention_count; ++k)
            if (it->mentions[k] == wanted) return true;
    }
    return false;
}
