/* Cuts a unit into items. Everything relevant is an interval of the text: directives, conditionals from #if to #endif,
 * declarations from their first byte to their last, macro invocations included. One sweep over the intervals in order
 * of their beginnings joins those that overlap; a conditional that a declaration touches joins as a whole. Each
 * resulting part becomes an item and collects the names within it.
 *
 * SPDX-License-Identifier: MIT */
#include "prune/item.h"

#include <stdlib.h>
#include <string.h>

typedef enum element_kind { ELEMENT_EVENT, ELEMENT_USE, ELEMENT_DECLARATION } element_kind;

/* An interval before the sweep: a directive, an invocation outside of declarations, or a declaration. */
typedef struct element {
    element_kind kind;
    size_t number; /* number of the event or declaration */
    size_t begin, end, order;
} element;

/* An interval after the sweep. */
typedef struct part {
    item_kind kind;
    size_t begin, end;
    size_t event;    /* ITEM_CONDITION: its event */
    size_t uses_end; /* the end of invocations in it that make no tokens here but may do so on other devices; or 0 */
    bool open;       /* it has only such invocations: a declaration directly behind it belongs to them */
} part;

typedef struct cutter {
    arena *arena, scratch;
    lex_cache *cache;
    const preprocessed *unit;
    const layout *layout;
    const item_declaration *declarations;
    size_t declaration_count;
    item_list list;
    element *elements;
    size_t element_count;
    part *parts;
    size_t part_count, part_capacity;
    size_t *group_end;   /* for each IF event, its ENDIF event, or 0 */
    size_t device_depth; /* number of conditionals around the sweep's position that the device decides */
    map uncertain;       /* macros whose definition depends on the device */
} cutter;

static const char counter_name[] = "__COUNTER__";

static bool is_condition(event_kind kind)
{
    return kind == EVENT_IF || kind == EVENT_ELIF || kind == EVENT_ELSE || kind == EVENT_ENDIF;
}

/* ---- names ---- */

static item_name *find_name(cutter *c, const char *name, size_t length)
{
    item_name *known = map_get(&c->list.names, name, length);
    if (known) return known;
    item_name *s = ARENA_NEW(c->arena, item_name);
    s->name = arena_strndup(c->arena, name, length);
    *map_at(&c->list.names, s->name, length) = s;
    return s;
}

/* The names of one item while they are collected. */
typedef struct name_set {
    item_name **items;
    size_t count, capacity;
} name_set;

static void set_add(cutter *c, name_set *set, item_name *s)
{
    set->items = arena_reserve(&c->scratch, set->items, set->count, &set->capacity, sizeof *set->items);
    set->items[set->count++] = s;
}

static void provide(cutter *c, name_set *set, const char *name, size_t length)
{
    item_name *s = find_name(c, name, length);
    if (s->provided == c->list.count) return; /* the item is the last of the list, so the list's count is its mark */
    s->provided = c->list.count;
    set_add(c, set, s);
}

static void mention(cutter *c, name_set *set, const char *name, size_t length)
{
    item_name *s = find_name(c, name, length);
    if (s->mentioned == c->list.count) return;
    s->mentioned = c->list.count;
    set_add(c, set, s);
}

/* ---- raw tokens ---- */

/* The raw tokens of a range of text. */
static const token *raw_tokens(cutter *c, const text_range *r, const token **end)
{
    const lexed *raw = lex_source(c->cache, r->source);
    size_t bounds[2];
    for (size_t n = 0; n < 2; ++n) {
        const size_t offset = n ? r->end : r->begin;
        size_t low = 0, high = raw->count;
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (raw->tokens[middle].where.offset < offset) low = middle + 1;
            else high = middle;
        }
        bounds[n] = low;
    }
    *end = raw->tokens + bounds[1];
    return raw->tokens + bounds[0];
}

/* The name that the directive at `hash` defines or undefines, or NULL. The file's END token counts as the first of a
 * line. */
static const token *defined_name(const token *hash)
{
    if (hash->kind != TOKEN_HASH || !hash->first || hash[1].first || hash[2].first) return NULL;
    if (!token_is(&hash[1], "define") && !token_is(&hash[1], "undef")) return NULL;
    return hash[2].kind == TOKEN_IDENTIFIER ? &hash[2] : NULL;
}

size_t items_event_at(const preprocessed *unit, size_t token)
{
    size_t low = 0, high = unit->event_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (unit->events[middle].token < token) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* ---- the sweep ---- */

static int compare_elements(const void *a, const void *b)
{
    const element *x = a, *y = b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void add_element(cutter *c, element_kind kind, size_t number, size_t begin, size_t end)
{
    c->elements[c->element_count] = (element){kind, number, begin, end, c->element_count};
    c->element_count++;
}

/* Whether the macro is used outside of declarations, so that only the sweep sees its text. */
static void add_use(cutter *c, size_t number, size_t *declaration)
{
    const event *e = &c->unit->events[number];
    while (*declaration < c->declaration_count && c->declarations[*declaration].end <= e->token) ++*declaration;
    if (*declaration < c->declaration_count) {
        const item_declaration *next = &c->declarations[*declaration];
        if (e->token > next->first) return;
        if (e->token == next->first && c->layout->event_begin[number] >= c->layout->token_begin[next->first]) return;
    }
    add_element(c, ELEMENT_USE, number, c->layout->event_begin[number], c->layout->event_end[number]);
}

static void list_elements(cutter *c)
{
    const preprocessed *unit = c->unit;
    c->elements = arena_array(&c->scratch, unit->event_count + c->declaration_count, sizeof *c->elements);
    c->group_end = arena_array(&c->scratch, unit->event_count, sizeof *c->group_end);
    size_t declaration = 0;
    for (size_t i = 0; i < unit->event_count; ++i) {
        const event *e = &unit->events[i];
        if (e->kind == EVENT_ENDIF) c->group_end[e->group] = i;
        if (e->kind == EVENT_DEFINE || e->kind == EVENT_UNDEF || e->kind == EVENT_PRAGMA || is_condition(e->kind))
            add_element(c, ELEMENT_EVENT, i, c->layout->event_begin[i], c->layout->event_end[i]);
        else if (e->kind == EVENT_MACRO_USE && !e->in_condition) add_use(c, i, &declaration);
    }
    for (size_t i = 0; i < c->declaration_count; ++i) {
        const item_declaration *d = &c->declarations[i];
        size_t begin = c->layout->token_begin[d->first], end = 0;
        for (size_t t = d->first; t < d->end; ++t)
            if (c->layout->token_end[t] > end) end = c->layout->token_end[t];
        add_element(c, ELEMENT_DECLARATION, i, begin, end);
    }
    if (c->element_count) qsort(c->elements, c->element_count, sizeof *c->elements, compare_elements);
}

static part *top_part(const cutter *c)
{
    return c->part_count ? &c->parts[c->part_count - 1] : NULL;
}

static part *push_part(cutter *c, item_kind kind, size_t begin, size_t end)
{
    c->parts = arena_reserve(&c->scratch, c->parts, c->part_count, &c->part_capacity, sizeof *c->parts);
    part *p = &c->parts[c->part_count++];
    *p = (part){.kind = kind, .begin = begin, .end = end};
    return p;
}

/* Extends the last part to an interval, and merges the parts before it that then overlap. */
static void widen(cutter *c, size_t begin, size_t end)
{
    part joined = *top_part(c);
    joined.kind = ITEM_CODE;
    joined.open = false;
    if (end > joined.end) joined.end = end;
    c->part_count--;
    for (part *before; (before = top_part(c)) != NULL && before->end > begin; c->part_count--) {
        if (before->begin < begin) begin = before->begin;
        if (before->uses_end > joined.uses_end) joined.uses_end = before->uses_end;
    }
    if (begin < joined.begin) joined.begin = begin;
    c->parts[c->part_count++] = joined;
}

/* Adds an interval that begins no earlier than the previous ones. */
static part *add_part(cutter *c, item_kind kind, size_t begin, size_t end)
{
    const part *top = top_part(c);
    if (!top || begin >= top->end) return push_part(c, kind, begin, end);
    widen(c, top->begin, end);
    return top_part(c);
}

/* Collects the names that a branch which was not taken here defines. */
static void note_uncertain(cutter *c, size_t begin, size_t end)
{
    size_t count = 0;
    const text_range *ranges = layout_ranges(&c->scratch, c->layout, begin, end, &count);
    for (size_t r = 0; r < count; ++r) {
        const token *last, *t = raw_tokens(c, &ranges[r], &last);
        for (; t < last; ++t) {
            const token *name = defined_name(t);
            if (name) *map_at(&c->uncertain, name->text, name->length) = c;
        }
    }
}

static bool has_tokens(cutter *c, size_t begin, size_t end)
{
    size_t count = 0;
    const text_range *ranges = layout_ranges(&c->scratch, c->layout, begin, end, &count);
    for (size_t r = 0; r < count; ++r) {
        const token *last, *first = raw_tokens(c, &ranges[r], &last);
        if (first < last) return true;
    }
    return false;
}

static void sweep_condition(cutter *c, const element *el)
{
    const event *e = &c->unit->events[el->number];
    const size_t end_event = c->group_end[e->group];
    const bool device = end_event && c->unit->events[end_event].depends_on_device;
    const part *top = top_part(c);
    if (device && e->kind == EVENT_IF) c->device_depth++;
    if (device && e->kind == EVENT_ENDIF) c->device_depth--;
    const bool other = device && e->kind != EVENT_ENDIF && !e->taken;
    const size_t branch_end = other ? c->layout->event_begin[e->next] : 0;
    if (other) note_uncertain(c, el->end, branch_end);
    if (top && el->begin < top->end) {
        if (end_event) widen(c, c->layout->event_begin[e->group], c->layout->event_end[end_event]);
    } else if (device) {
        push_part(c, ITEM_CONDITION, el->begin, el->end)->event = el->number;
        if (other && has_tokens(c, el->end, branch_end))
            push_part(c, ITEM_OPAQUE, el->end, branch_end)->event = el->number;
    }
}

/* An invocation outside of declarations: on other devices it may make a declaration, or the beginning of one. */
static void sweep_use(cutter *c, const element *el)
{
    const macro *m = c->unit->events[el->number].macro;
    if (!map_gets(&c->uncertain, m->name) && strcmp(m->name, counter_name) != 0) return;
    const part *top = top_part(c);
    if (top && top->open) widen(c, top->begin, el->end);
    else add_part(c, ITEM_CODE, el->begin, el->end);
    part *p = top_part(c);
    p->uses_end = el->end;
    p->open = true;
}

static void sweep(cutter *c)
{
    for (size_t i = 0; i < c->element_count; ++i) {
        const element *el = &c->elements[i];
        const event *e = el->kind == ELEMENT_EVENT ? &c->unit->events[el->number] : NULL;
        if (el->kind == ELEMENT_USE) {
            sweep_use(c, el);
        } else if (el->kind == ELEMENT_DECLARATION) {
            const part *top = top_part(c);
            if (top && top->open) widen(c, top->begin, el->end);
            else add_part(c, ITEM_CODE, el->begin, el->end);
        } else if (is_condition(e->kind)) {
            if (c->part_count) c->parts[c->part_count - 1].open = false;
            sweep_condition(c, el);
        } else {
            if (c->part_count) c->parts[c->part_count - 1].open = false;
            if (e->kind != EVENT_PRAGMA && c->device_depth) {
                const char *name = e->kind == EVENT_DEFINE ? e->macro->name : e->name;
                *map_ats(&c->uncertain, name) = c;
            }
            add_part(c, e->kind == EVENT_PRAGMA ? ITEM_PRAGMA : ITEM_DEFINE, el->begin, el->end);
        }
    }
}

/* ---- items ---- */

/* All identifiers of the item's text, of its expansion, and of the macros expanded on the way, since names made by
 * ## occur only there. The item provides the names that directives in its text define. */
static void collect_text(cutter *c, item *it, name_set *provides, name_set *mentions)
{
    bool invokes = it->kind == ITEM_CODE;
    for (size_t r = 0; r < it->range_count; ++r) {
        const token *last, *t = raw_tokens(c, &it->ranges[r], &last);
        if (it->kind == ITEM_PRAGMA && t < last && t->kind != TOKEN_HASH) invokes = true;
        for (; t < last; ++t) {
            const token *name = defined_name(t);
            if (name) provide(c, provides, name->text, name->length);
            if (t->kind == TOKEN_IDENTIFIER) mention(c, mentions, t->text, t->length);
        }
    }
    for (size_t i = it->first; i < it->end; ++i) {
        const token *t = &c->unit->tokens[i];
        if (t->kind == TOKEN_IDENTIFIER && t->use) mention(c, mentions, t->text, t->length);
    }
    if (!invokes) return;
    for (size_t i = items_event_at(c->unit, it->first); i < c->unit->event_count && c->unit->events[i].token <= it->end;
         ++i) {
        const event *e = &c->unit->events[i];
        if (e->kind != EVENT_MACRO_USE || e->in_condition || c->layout->event_begin[i] < it->begin ||
            c->layout->event_end[i] > it->end_position)
            continue;
        mention(c, mentions, e->macro->name, strlen(e->macro->name));
        /* __COUNTER__ yields numbers in order: an item that takes one needs all items that do. */
        if (strcmp(e->macro->name, counter_name) == 0) provide(c, provides, counter_name, strlen(counter_name));
    }
}

/* Text whose names are collected without parsing: all identifiers outside braces and parentheses count as provided;
 * with `inside` also those within. Kernels that it defines are noted. */
static void collect_unread(cutter *c, const text_range *ranges, size_t count, bool inside, size_t event,
                           name_set *provides)
{
    size_t depth = 0;
    for (size_t r = 0; r < count; ++r) {
        bool kernel = false; /* __kernel was read, and no declarator yet */
        const token *last, *t = raw_tokens(c, &ranges[r], &last);
        for (; t < last; ++t) {
            if (t->kind == TOKEN_LEFT_BRACE || t->kind == TOKEN_LEFT_PAREN) ++depth;
            if ((t->kind == TOKEN_RIGHT_BRACE || t->kind == TOKEN_RIGHT_PAREN) && depth) --depth;
            if (t->kind != TOKEN_IDENTIFIER) continue;
            if (inside ? !t->keyword && !map_get(&c->uncertain, t->text, t->length)
                       : depth == 0 || token_is(t, counter_name))
                provide(c, provides, t->text, t->length);
            if (inside || depth) continue;
            if (t->keyword == KEYWORD_KERNEL) kernel = true;
            if (kernel && !t->keyword && t[1].kind == TOKEN_LEFT_PAREN) {
                item_list *l = &c->list;
                l->left_out =
                    arena_reserve(c->arena, l->left_out, l->left_out_count, &l->left_out_capacity, sizeof *l->left_out);
                l->left_out[l->left_out_count++] = (item_kernel){t, event};
                kernel = false;
            }
        }
    }
}

/* Whether the pragma may affect text behind the item. A pragma within a declaration ends there, except those for
 * extensions. */
static bool pragma_steers(const cutter *c, const event *e, size_t *declaration)
{
    size_t length = 0;
    while (*declaration < c->declaration_count && c->declarations[*declaration].end <= e->token) ++*declaration;
    const bool within = *declaration < c->declaration_count && c->declarations[*declaration].first < e->token;
    return !within || preprocess_extension(e->name, &length);
}

/* The position of the collection in the sorted elements, the tokens and the declarations. */
typedef struct cursor {
    size_t element, token, declaration;
} cursor;

static void finish_item(cutter *c, const part *p, item *it, cursor *at)
{
    name_set provides = {0}, mentions = {0};
    const size_t *token_begin = c->layout->token_begin;
    while (at->token < c->unit->token_count && token_begin[at->token] < p->begin) ++at->token;
    it->first = at->token;
    while (at->token < c->unit->token_count && token_begin[at->token] < p->end) ++at->token;
    it->end = at->token;
    it->first_pragma = c->list.pragma_count;
    while (at->element < c->element_count && c->elements[at->element].begin < p->begin) ++at->element;
    for (; at->element < c->element_count && c->elements[at->element].begin < p->end; ++at->element) {
        const element *el = &c->elements[at->element];
        if (el->kind == ELEMENT_DECLARATION) {
            const item_declaration *d = &c->declarations[el->number];
            for (size_t k = 0; k < d->name_count; ++k) provide(c, &provides, d->names[k], strlen(d->names[k]));
        } else if (el->kind == ELEMENT_EVENT && c->unit->events[el->number].kind == EVENT_PRAGMA) {
            item_list *l = &c->list;
            l->pragmas = arena_reserve(c->arena, l->pragmas, l->pragma_count, &l->pragma_capacity, sizeof *l->pragmas);
            l->pragmas[l->pragma_count++] = el->number;
            it->pragma_count++;
            if (pragma_steers(c, &c->unit->events[el->number], &at->declaration)) it->steers = true;
        }
    }
    collect_text(c, it, &provides, &mentions);
    if (p->kind == ITEM_OPAQUE) {
        collect_unread(c, it->ranges, it->range_count, false, p->event, &provides);
    } else if (p->uses_end > p->begin) {
        size_t count = 0;
        const text_range *uses = layout_ranges(&c->scratch, c->layout, p->begin, p->uses_end, &count);
        collect_unread(c, uses, count, true, p->event, &provides);
    }
    it->provides = arena_grow(c->arena, provides.items, provides.count, provides.count, sizeof *it->provides);
    it->provide_count = provides.count;
    it->mentions = arena_grow(c->arena, mentions.items, mentions.count, mentions.count, sizeof *it->mentions);
    it->mention_count = mentions.count;
}

static size_t new_group(cutter *c, size_t parent)
{
    item_list *list = &c->list;
    list->groups =
        arena_reserve(c->arena, list->groups, list->group_count, &list->group_capacity, sizeof *list->groups);
    list->groups[list->group_count] = (item_group){.parent = parent};
    return list->group_count++;
}

static void make_items(cutter *c)
{
    item_list *list = &c->list;
    cursor at = {0};
    size_t group = new_group(c, 0);
    list->items = arena_array(c->arena, c->part_count, sizeof *list->items);
    for (size_t i = 0; i < c->part_count; ++i) {
        const part *p = &c->parts[i];
        const event_kind kind = c->unit->events[p->event].kind;
        item *it = &list->items[list->count++];
        if (p->kind == ITEM_CONDITION && kind == EVENT_IF) group = new_group(c, group);
        *it = (item){.kind = p->kind, .begin = p->begin, .end_position = p->end, .group = group};
        it->ranges = layout_ranges(c->arena, c->layout, p->begin, p->end, &it->range_count);
        /* The line of the condition does not belong to the branch. */
        if (p->kind == ITEM_OPAQUE && it->ranges[0].source->text[it->ranges[0].begin] == '\n') it->ranges[0].begin++;
        if (it->range_count) it->where = (location){it->ranges[0].source, it->ranges[0].begin};
        finish_item(c, p, it, &at);
        if (p->kind != ITEM_CONDITION && p->kind != ITEM_OPAQUE) continue;
        item_group *g = &list->groups[group];
        g->items = arena_reserve(c->arena, g->items, g->count, &g->capacity, sizeof *g->items);
        g->items[g->count++] = i;
        if (p->kind == ITEM_CONDITION && kind == EVENT_ENDIF) group = g->parent;
    }
}

/* Finds the items that provide each name, and those with pragmas that affect other items. */
static void register_items(cutter *c)
{
    item_list *list = &c->list;
    list->steering = arena_array(c->arena, list->count, sizeof *list->steering);
    for (size_t i = 0; i < list->count; ++i) {
        const item *it = &list->items[i];
        if (it->steers) list->steering[list->steering_count++] = i;
        for (size_t k = 0; k < it->provide_count; ++k) {
            item_name *s = it->provides[k];
            s->providers = arena_reserve(c->arena, s->providers, s->count, &s->capacity, sizeof *s->providers);
            s->providers[s->count++] = i;
        }
    }
}

item_list items_cut(arena *a, lex_cache *cache, const preprocessed *unit, const layout *layout,
                    const item_declaration *declarations, size_t count)
{
    cutter c = {.arena = a,
                .cache = cache,
                .unit = unit,
                .layout = layout,
                .declarations = declarations,
                .declaration_count = count,
                .list.names.arena = a};
    c.uncertain.arena = &c.scratch;
    list_elements(&c);
    sweep(&c);
    make_items(&c);
    register_items(&c);
    arena_free(&c.scratch);
    return c.list;
}
