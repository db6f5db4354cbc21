#include "program/item.h"

#include <string.h>

/* A conditional that is open at the place where the cutting stands. */
typedef struct open_group {
    size_t event; /* its #if */
    size_t items; /* how many items there were before it */
    size_t group; /* its number where the device decides it, else 0 */
} open_group;

typedef struct cutter {
    arena *arena;
    lex_cache *cache;
    const preprocessed *unit;
    const item_declaration *declarations;
    size_t declaration_count;
    diagnostics *diagnostics;
    item_list list;
    open_group open[PREPROCESS_NESTING + PREPROCESS_INCLUDE_DEPTH];
    size_t open_count;
} cutter;

/* ---- symbols ---- */

item_name *items_name(item_list *list, const char *name, size_t length)
{
    item_name *known = map_get(&list->names, name, length);
    if (known) return known;
    arena *a = list->names.arena;
    item_name *s = ARENA_NEW(a, item_name);
    s->name = arena_strndup(a, name, length);
    *map_at(&list->names, s->name, length) = s;
    return s;
}

typedef struct name_set {
    item_name **items;
    size_t count, capacity;
    map seen;
} name_set;

static void set_add(arena *a, name_set *set, item_name *s)
{
    set->seen.arena = a;
    void **known = map_at(&set->seen, s->name, strlen(s->name));
    if (*known) return;
    *known = s;
    set->items = arena_reserve(a, set->items, set->count, &set->capacity, sizeof *set->items);
    set->items[set->count++] = s;
}

/* ---- items ---- */

static size_t current_group(const cutter *c)
{
    for (size_t i = c->open_count; i > 0; --i)
        if (c->open[i - 1].group) return c->open[i - 1].group;
    return 0;
}

static item *add_item(cutter *c, item_kind kind, const source *s, size_t begin, size_t end)
{
    item_list *list = &c->list;
    list->items = arena_reserve(c->arena, list->items, list->count, &list->capacity, sizeof *list->items);
    item *it = &list->items[list->count++];
    *it = (item){.kind = kind, .group = current_group(c), .where = {s, begin}};
    it->ranges = arena_array(c->arena, 1, sizeof *it->ranges);
    it->ranges[0] = (text_range){s, begin, end};
    it->range_count = 1;
    return it;
}

static void add_to_group(cutter *c, size_t group)
{
    item_group *g = &c->list.groups[group];
    g->items = arena_reserve(c->arena, g->items, g->count, &g->capacity, sizeof *g->items);
    g->items[g->count++] = c->list.count - 1;
}

/* The index of the first raw token at or behind an offset. */
static size_t raw_index(const lexed *raw, size_t offset)
{
    size_t low = 0, high = raw->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (raw->tokens[middle].where.offset < offset) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The index of the first event at or behind a token. */
static size_t event_index(const preprocessed *unit, size_t token)
{
    size_t low = 0, high = unit->event_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (unit->events[middle].token < token) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Every identifier of the item's text, of its expansion, and of the macros expanded on the way: names that are made by ##
 * occur only there. */
static void find_mentions(cutter *c, item *it)
{
    name_set set = {0};
    for (size_t r = 0; r < it->range_count; ++r) {
        const lexed *raw = lex_source(c->cache, it->ranges[r].source);
        for (size_t i = raw_index(raw, it->ranges[r].begin);
             i < raw->count && raw->tokens[i].where.offset < it->ranges[r].end; ++i)
            if (raw->tokens[i].kind == TOKEN_IDENTIFIER)
                set_add(c->arena, &set, items_name(&c->list, raw->tokens[i].text, raw->tokens[i].length));
    }
    for (size_t i = it->first; i < it->end; ++i) {
        const token *t = &c->unit->tokens[i];
        if (t->kind == TOKEN_IDENTIFIER && t->use) set_add(c->arena, &set, items_name(&c->list, t->text, t->length));
    }
    for (size_t i = event_index(c->unit, it->first); i < c->unit->event_count && c->unit->events[i].token < it->end; ++i) {
        const event *e = &c->unit->events[i];
        if (e->kind == EVENT_MACRO_USE && !e->in_condition)
            set_add(c->arena, &set, items_name(&c->list, e->macro->name, strlen(e->macro->name)));
    }
    it->mentions = set.items;
    it->mention_count = set.count;
}

static void finish_item(cutter *c, item *it, name_set *provides)
{
    it->provides = provides->items;
    it->provide_count = provides->count;
    find_mentions(c, it);
}

/* ---- declarations ---- */

/* Splits a range at the includes inside it, whose text takes their place. */
static void add_ranges(cutter *c, item *it, size_t *capacity, const source *s, size_t begin, size_t end,
                       size_t first_event, size_t end_event)
{
    for (size_t i = first_event; i <= end_event; ++i) {
        const event *e = i < end_event ? &c->unit->events[i] : NULL;
        if (e && !(e->kind == EVENT_INCLUDE && e->source == s && e->begin >= begin && e->end <= end)) continue;
        if (it->range_count == *capacity) {
            it->ranges = arena_grow(c->arena, it->ranges, it->range_count, *capacity * 2, sizeof *it->ranges);
            *capacity *= 2;
        }
        it->ranges[it->range_count++] = (text_range){s, begin, e ? e->begin : end};
        if (!e) return;
        begin = e->end;
        if (!e->included || e->skipped) continue;
        size_t leave = i + 1; /* the included text's events end with its LEAVE */
        size_t depth = 0;
        for (; leave < end_event; ++leave) {
            const event *inner = &c->unit->events[leave];
            depth += inner->kind == EVENT_ENTER;
            if (inner->kind == EVENT_LEAVE && --depth == 0) break;
        }
        add_ranges(c, it, capacity, e->included, 0, e->included->length, i + 1, leave);
        i = leave < end_event ? leave : end_event - 1;
    }
}

/* The part of the unit that has to stay together around a declaration: declarations first .. end - 1, from byte `begin`
 * to byte `finish` of one source, tokens first_token .. end_token - 1, events first_event .. end_event - 1. */
typedef struct span {
    size_t declaration_end;
    size_t first_token, end_token;
    size_t first_event, end_event;
    const source *source;
    size_t begin, finish;
} span;

static void widen_by_tokens(cutter *c, span *s, size_t from, size_t to)
{
    for (size_t i = from; i < to; ++i) {
        const token *t = &c->unit->tokens[i];
        if (t->site.source != s->source) continue; /* of an included file; its text is found by the include */
        if (t->site.offset < s->begin) s->begin = t->site.offset;
        if (t->site_end > s->finish) s->finish = t->site_end;
    }
}

static const event *end_of_group(const preprocessed *unit, size_t event_index)
{
    const event *e = &unit->events[unit->events[event_index].group];
    while (e->kind != EVENT_ENDIF && e->next > (size_t)(e - unit->events) && e->next < unit->event_count)
        e = &unit->events[e->next];
    return e;
}

/* Takes in what overlaps the span: later declarations of the same macro invocation, and conditionals that it cuts. */
static void widen(cutter *c, span *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        while (s->declaration_end < c->declaration_count) {
            const item_declaration *next = &c->declarations[s->declaration_end];
            const token *t = &c->unit->tokens[next->first];
            const bool overlaps = next->first < s->end_token ||
                                  (t->site.source == s->source && t->site.offset < s->finish);
            if (!overlaps) break;
            if (next->end > s->end_token) {
                widen_by_tokens(c, s, s->end_token, next->end);
                s->end_token = next->end;
            }
            s->declaration_end++;
            changed = true;
        }
        while (s->end_event < c->unit->event_count && c->unit->events[s->end_event].token < s->end_token)
            s->end_event++;
        for (size_t i = s->first_event; i < s->end_event; ++i) {
            const event *e = &c->unit->events[i];
            if (e->kind != EVENT_IF && e->kind != EVENT_ELIF && e->kind != EVENT_ELSE && e->kind != EVENT_ENDIF) continue;
            if (e->source != s->source) continue;
            const event *head = &c->unit->events[e->group], *tail = end_of_group(c->unit, i);
            if (head->begin < s->begin) {
                s->begin = head->begin;
                changed = true;
            }
            if (tail->kind == EVENT_ENDIF && tail->end > s->finish) {
                s->finish = tail->end;
                if (tail->token > s->end_token) s->end_token = tail->token;
                const size_t index = (size_t)(tail - c->unit->events) + 1;
                if (index > s->end_event) s->end_event = index;
                changed = true;
            }
        }
    }
}

static void cut_declaration(cutter *c, size_t index, size_t *next_declaration, size_t *next_event)
{
    const item_declaration *first = &c->declarations[index];
    const token *begin = &c->unit->tokens[first->first];
    span s = {index + 1, first->first, first->end, *next_event, *next_event, begin->site.source, begin->site.offset,
              begin->site_end};
    const token *last = &c->unit->tokens[first->end - 1];
    if (last->site.source != s.source) {
        diagnose_error(c->diagnostics, begin->site, "this declaration begins in %s and ends in %s: keep it in one file",
                       s.source->name, last->site.source->name);
        last = begin;
    }
    widen_by_tokens(c, &s, first->first, first->end);
    widen(c, &s);

    /* Conditionals that began before and are now inside: what was cut in them belongs to this item. */
    size_t keep = c->list.count;
    while (c->open_count && c->unit->events[c->open[c->open_count - 1].event].source == s.source &&
           c->unit->events[c->open[c->open_count - 1].event].begin >= s.begin) {
        keep = c->open[--c->open_count].items;
    }
    name_set provides = {0};
    for (size_t i = keep; i < c->list.count; ++i)
        for (size_t k = 0; k < c->list.items[i].provide_count; ++k)
            set_add(c->arena, &provides, c->list.items[i].provides[k]);
    size_t first_token = s.first_token;
    for (size_t i = keep; i < c->list.count; ++i)
        if (c->list.items[i].kind == ITEM_CODE && c->list.items[i].first < first_token)
            first_token = c->list.items[i].first;
    for (size_t g = 1; g < c->list.group_count; ++g)
        while (c->list.groups[g].count && c->list.groups[g].items[c->list.groups[g].count - 1] >= keep)
            c->list.groups[g].count--;
    c->list.count = keep;

    item *it = add_item(c, ITEM_CODE, s.source, s.begin, s.finish);
    size_t capacity = 1;
    it->range_count = 0;
    size_t first_event = s.first_event; /* includes before it, if it took in a conditional */
    while (first_event > 0 && c->unit->events[first_event - 1].source == s.source &&
           c->unit->events[first_event - 1].begin >= s.begin)
        --first_event;
    add_ranges(c, it, &capacity, s.source, s.begin, s.finish, first_event, s.end_event);
    it->first = first_token;
    it->end = s.end_token;
    for (size_t i = index; i < s.declaration_end; ++i)
        for (size_t k = 0; k < c->declarations[i].name_count; ++k)
            set_add(c->arena, &provides,
                    items_name(&c->list, c->declarations[i].names[k], strlen(c->declarations[i].names[k])));
    for (size_t i = first_event; i < s.end_event; ++i)
        if (c->unit->events[i].kind == EVENT_DEFINE)
            set_add(c->arena, &provides, items_name(&c->list, c->unit->events[i].macro->name,
                                                      strlen(c->unit->events[i].macro->name)));
    finish_item(c, it, &provides);
    *next_declaration = s.declaration_end;
    *next_event = s.end_event;
}

/* ---- directives ---- */

/* Text that only the device may see: its names are found without knowing what they mean, so all identifiers outside
 * braces and parentheses, and all macros, count as provided. */
static void add_opaque(cutter *c, const source *s, size_t begin, size_t end)
{
    const lexed *raw = lex_source(c->cache, s);
    name_set provides = {0};
    size_t depth = 0;
    const size_t first = raw_index(raw, begin);
    if (first >= raw->count || raw->tokens[first].where.offset >= end) return;
    item *it = add_item(c, ITEM_OPAQUE, s, begin, end);
    for (size_t i = first; i < raw->count && raw->tokens[i].where.offset < end; ++i) {
        const token *t = &raw->tokens[i];
        if (t->kind == TOKEN_LEFT_BRACE || t->kind == TOKEN_LEFT_PAREN) ++depth;
        if ((t->kind == TOKEN_RIGHT_BRACE || t->kind == TOKEN_RIGHT_PAREN) && depth) --depth;
        /* A header in angle brackets is the device's own affair; a file would have to be here. */
        if (t->kind == TOKEN_HASH && t->first && i + 2 < raw->count && token_is(t + 1, "include") && t[2].kind != TOKEN_LESS)
            diagnose_error(c->diagnostics, t->where,
                           "this #include is under a condition that only the device's compiler can decide: move it out");
        const bool defines = i > 0 && token_is(t - 1, "define") && i > first;
        if (t->kind == TOKEN_IDENTIFIER && (depth == 0 || defines))
            set_add(c->arena, &provides, items_name(&c->list, t->text, t->length));
    }
    finish_item(c, it, &provides);
    if (it->group) add_to_group(c, it->group);
}

static void add_condition(cutter *c, const event *e)
{
    name_set none = {0};
    item *it = add_item(c, ITEM_CONDITION, e->source, e->begin, e->end);
    finish_item(c, it, &none);
    add_to_group(c, it->group);
    if (e->kind == EVENT_ENDIF || e->taken || e->next >= c->unit->event_count) return;
    add_opaque(c, e->source, e->end, c->unit->events[e->next].begin);
}

static size_t new_group(cutter *c, size_t parent)
{
    item_list *list = &c->list;
    list->groups = arena_reserve(c->arena, list->groups, list->group_count, &list->group_capacity, sizeof *list->groups);
    if (!list->group_count) list->group_count = 1;
    list->groups[list->group_count] = (item_group){.parent = parent};
    return list->group_count++;
}

static void cut_event(cutter *c, size_t index)
{
    const event *e = &c->unit->events[index];
    name_set provides = {0};
    item *it = NULL;
    switch (e->kind) {
    case EVENT_DEFINE:
    case EVENT_UNDEF: {
        const char *name = e->kind == EVENT_DEFINE ? e->macro->name : e->name;
        it = add_item(c, ITEM_DEFINE, e->source, e->begin, e->end);
        set_add(c->arena, &provides, items_name(&c->list, name, strlen(name)));
        finish_item(c, it, &provides);
        break;
    }
    case EVENT_PRAGMA:
        it = add_item(c, ITEM_PRAGMA, e->source, e->begin, e->end);
        it->pragma = e->name;
        finish_item(c, it, &provides);
        break;
    case EVENT_IF: {
        if (c->open_count == sizeof c->open / sizeof *c->open) break;
        const event *end = end_of_group(c->unit, index);
        open_group *o = &c->open[c->open_count];
        *o = (open_group){index, c->list.count, 0};
        if (end->kind == EVENT_ENDIF && end->depends_on_device) {
            o->group = new_group(c, current_group(c));
            c->open_count++;
            add_condition(c, e);
        } else {
            c->open_count++;
        }
        break;
    }
    case EVENT_ELIF:
    case EVENT_ELSE:
    case EVENT_ENDIF:
        if (!c->open_count || c->open[c->open_count - 1].event != e->group) break;
        if (c->open[c->open_count - 1].group) add_condition(c, e);
        if (e->kind == EVENT_ENDIF) c->open_count--;
        break;
    case EVENT_ENTER:
    case EVENT_LEAVE:
    case EVENT_INCLUDE:
    case EVENT_LINE:
    case EVENT_MESSAGE:
    case EVENT_MACRO_USE:
        break;
    }
}

/* ---- the unit ---- */

static void register_providers(cutter *c)
{
    for (size_t i = 0; i < c->list.count; ++i)
        for (size_t k = 0; k < c->list.items[i].provide_count; ++k) {
            item_name *s = c->list.items[i].provides[k];
            s->providers = arena_reserve(c->arena, s->providers, s->count, &s->capacity, sizeof *s->providers);
            s->providers[s->count++] = i;
        }
}

item_list items_cut(arena *a, lex_cache *cache, const preprocessed *unit, const item_declaration *declarations,
                    size_t count, diagnostics *d)
{
    cutter *c = ARENA_NEW(a, cutter);
    c->arena = a;
    c->cache = cache;
    c->unit = unit;
    c->declarations = declarations;
    c->declaration_count = count;
    c->diagnostics = d;
    c->list.names.arena = a;
    size_t next_event = 0, next = 0;
    while (next < count || next_event < unit->event_count) {
        const size_t limit = next < count ? declarations[next].first : (size_t)-1;
        if (next_event < unit->event_count && unit->events[next_event].token <= limit) cut_event(c, next_event++);
        else cut_declaration(c, next, &next, &next_event);
    }
    register_providers(c);
    return c->list;
}
