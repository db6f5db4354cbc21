/* SPDX-License-Identifier: MIT */
#include "prune/layout.h"

/* One inclusion of a file: a file that is included several times has several. */
typedef struct inclusion {
    const source *source;
    size_t includer;     /* number of the enclosing inclusion; its own number if nothing includes it */
    size_t first, count; /* its chunks: `chunk_order[first]` ... */
    size_t end;          /* the position behind its last byte */
} inclusion;

typedef struct mapper {
    arena *arena;
    const preprocessed *unit;
    layout *layout;
    inclusion *inclusions;
    size_t inclusion_count;
    size_t *chunk_owner; /* for each chunk, its inclusion */
    size_t *chunk_order; /* numbers of chunks, those of an inclusion next to each other and in order */
} mapper;

/* The state of an inclusion while its events are read. */
typedef struct open_text {
    size_t inclusion;
    size_t at; /* the offset up to which its text was laid out */
    long long line_shift;
    const char *line_name;
} open_text;

static void add_chunk(mapper *m, const open_text *open, size_t end)
{
    const source *s = m->inclusions[open->inclusion].source;
    if (open->at >= end) return;
    layout *l = m->layout;
    m->chunk_owner[l->count] = open->inclusion;
    l->chunks[l->count++] = (layout_chunk){{s, open->at, end, open->line_shift, open->line_name}, l->length};
    l->length += end - open->at;
    m->inclusions[open->inclusion].count++;
}

/* Cuts all files at their includes and lines, and puts the pieces in order. */
static void lay_out(mapper *m)
{
    const preprocessed *unit = m->unit;
    open_text open[PREPROCESS_INCLUDE_DEPTH + 2];
    size_t depth = 0;
    for (size_t i = 0; i < unit->event_count; ++i) {
        const event *e = &unit->events[i];
        open_text *top = depth ? &open[depth - 1] : NULL;
        if (e->kind == EVENT_ENTER) {
            const size_t number = m->inclusion_count++;
            m->inclusions[number] = (inclusion){.source = e->source, .includer = top ? top->inclusion : number};
            open[depth++] = (open_text){.inclusion = number};
            m->layout->event_begin[i] = m->layout->event_end[i] = m->layout->length;
        } else if (e->kind == EVENT_LEAVE && top) {
            add_chunk(m, top, e->source->length);
            m->inclusions[top->inclusion].end = m->layout->length;
            m->layout->event_begin[i] = m->layout->event_end[i] = m->layout->length;
            --depth;
        } else if ((e->kind == EVENT_INCLUDE || e->kind == EVENT_LINE) && top) {
            add_chunk(m, top, e->begin);
            top->at = e->end + (e->source->text[e->end] == '\n');
            if (e->kind == EVENT_LINE) {
                top->line_shift = e->line_shift;
                top->line_name = e->name;
            }
        }
    }
}

static void sort_chunks(mapper *m)
{
    size_t first = 0;
    for (size_t i = 0; i < m->inclusion_count; ++i) {
        m->inclusions[i].first = first;
        first += m->inclusions[i].count;
        m->inclusions[i].count = 0;
    }
    for (size_t i = 0; i < m->layout->count; ++i) {
        inclusion *owner = &m->inclusions[m->chunk_owner[i]];
        m->chunk_order[owner->first + owner->count++] = i;
    }
}

/* The position of a byte of an inclusion; if the byte has none, that of the next byte. */
static size_t position_of(const mapper *m, const inclusion *in, size_t offset)
{
    size_t low = 0, high = in->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (m->layout->chunks[m->chunk_order[in->first + middle]].range.end <= offset) low = middle + 1;
        else high = middle;
    }
    if (low == in->count) return in->end;
    const layout_chunk *chunk = &m->layout->chunks[m->chunk_order[in->first + low]];
    return offset > chunk->range.begin ? chunk->position + (offset - chunk->range.begin) : chunk->position;
}

/* The positions of a range of a source. */
static void find_positions(const mapper *m, const inclusion *in, text_range range, size_t *from, size_t *to)
{
    const size_t begin = range.begin, end = range.end;
    while (in->source != range.source && &m->inclusions[in->includer] != in) in = &m->inclusions[in->includer];
    *from = position_of(m, in, begin);
    *to = end > begin ? position_of(m, in, end - 1) + 1 : *from;
    if (*to < *from) *to = *from;
}

static void map_all(mapper *m)
{
    const preprocessed *unit = m->unit;
    const inclusion *in = NULL;
    size_t entered = 0, token = 0;
    for (size_t i = 0; i <= unit->event_count; ++i) {
        const event *e = i < unit->event_count ? &unit->events[i] : NULL;
        const size_t until = e ? e->token : unit->token_count;
        for (; token < until && in; ++token) {
            const struct token *t = &unit->tokens[token];
            find_positions(m, in, (text_range){.source = t->site.source, .begin = t->site.offset, .end = t->site_end},
                           &m->layout->token_begin[token], &m->layout->token_end[token]);
        }
        if (!e) break;
        if (e->kind == EVENT_ENTER) in = &m->inclusions[entered++];
        else if (e->kind == EVENT_LEAVE && in) in = &m->inclusions[in->includer];
        else if (in)
            find_positions(m, in, (text_range){.source = e->source, .begin = e->begin, .end = e->end},
                           &m->layout->event_begin[i], &m->layout->event_end[i]);
    }
}

layout layout_make(arena *a, const preprocessed *unit)
{
    layout l = {.count = 0};
    size_t entered = 0, cuts = 0;
    for (size_t i = 0; i < unit->event_count; ++i) {
        const event_kind kind = unit->events[i].kind;
        entered += kind == EVENT_ENTER;
        cuts += kind == EVENT_ENTER || kind == EVENT_INCLUDE || kind == EVENT_LINE;
    }
    arena scratch = {0};
    mapper m = {.arena = &scratch, .unit = unit, .layout = &l};
    m.inclusions = arena_array(&scratch, entered, sizeof *m.inclusions);
    m.chunk_owner = arena_array(&scratch, cuts, sizeof *m.chunk_owner);
    m.chunk_order = arena_array(&scratch, cuts, sizeof *m.chunk_order);
    l.chunks = arena_array(a, cuts, sizeof *l.chunks);
    l.token_begin = arena_array(a, unit->token_count + 1, sizeof *l.token_begin);
    l.token_end = arena_array(a, unit->token_count + 1, sizeof *l.token_end);
    l.event_begin = arena_array(a, unit->event_count, sizeof *l.event_begin);
    l.event_end = arena_array(a, unit->event_count, sizeof *l.event_end);
    lay_out(&m);
    sort_chunks(&m);
    map_all(&m);
    arena_free(&scratch);
    return l;
}

text_range *layout_ranges(arena *a, const layout *l, size_t begin, size_t end, size_t *count)
{
    size_t low = 0, high = l->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const layout_chunk *chunk = &l->chunks[middle];
        if (chunk->position + (chunk->range.end - chunk->range.begin) <= begin) low = middle + 1;
        else high = middle;
    }
    size_t last = low;
    while (last < l->count && l->chunks[last].position < end) ++last;
    text_range *ranges = arena_array(a, last - low, sizeof *ranges);
    for (size_t i = low; i < last; ++i) {
        const layout_chunk *chunk = &l->chunks[i];
        text_range *r = &ranges[i - low];
        *r = chunk->range;
        if (begin > chunk->position) r->begin += begin - chunk->position;
        if (end - chunk->position < chunk->range.end - chunk->range.begin)
            r->end = chunk->range.begin + (end - chunk->position);
    }
    *count = last - low;
    return ranges;
}
