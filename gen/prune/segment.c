/* SPDX-License-Identifier: MIT */
#include "prune/segment.h"

#include "base/escape.h"
#include "base/phase.h"

#include <stdbool.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX, MANY = UINT32_MAX - 1;

/* A gap of at most this many lines in a file is bridged by line feeds; a `#line` would be longer. */
enum { BRIDGED_LINES = 8 };

typedef struct piece {
    text_range *ranges;
    size_t count;
    uint32_t before,
        behind; /* its only neighbours over all programs; NONE for the first and last piece, MANY if they differ */
    bool placed;
    uint32_t segment;
} piece;

struct pool {
    arena *arena;
    piece *pieces;
    size_t count, capacity;
    map by_range;
    piece_list *programs;
    size_t program_count, program_capacity;
};

pool *pool_new(arena *a)
{
    pool *p = ARENA_NEW(a, pool);
    p->arena = a;
    p->by_range.arena = a;
    return p;
}

uint32_t pool_add(pool *p, const text_range *ranges, size_t count)
{
    text_range *copy = arena_grow(p->arena, ranges, count, count, sizeof *copy);
    void **at = map_at(&p->by_range, (const char *)copy, count * sizeof *copy);
    if (*at) return (uint32_t)((uintptr_t)*at - 1);
    p->pieces = arena_reserve(p->arena, p->pieces, p->count, &p->capacity, sizeof *p->pieces);
    p->pieces[p->count] = (piece){.ranges = copy, .count = count};
    *at = (void *)(uintptr_t)(p->count + 1);
    return (uint32_t)p->count++;
}

static void note_neighbour(uint32_t *known, bool first_time, uint32_t now)
{
    if (first_time) *known = now;
    else if (*known != now) *known = MANY;
}

uint32_t pool_program_count(const pool *p)
{
    return (uint32_t)p->program_count;
}

uint32_t pool_add_program(pool *p, const uint32_t *pieces, size_t count)
{
    p->programs = arena_reserve(p->arena, p->programs, p->program_count, &p->program_capacity, sizeof *p->programs);
    p->programs[p->program_count] = (piece_list){arena_grow(p->arena, pieces, count, count, sizeof *pieces), count};
    for (size_t i = 0; i < count; ++i) {
        piece *it = &p->pieces[pieces[i]];
        note_neighbour(&it->before, !it->placed, i ? pieces[i - 1] : NONE);
        note_neighbour(&it->behind, !it->placed, i + 1 < count ? pieces[i + 1] : NONE);
        it->placed = true;
    }
    return (uint32_t)p->program_count++;
}

/* ---- writing ---- */

/* The state of writing a segment: a `#line` is only written where the text jumps. A `#line` within a branch that a
 * device does not take has no effect there: so another one follows the next #elif, #else or #endif. */
typedef struct writer {
    buffer *out;
    const text_range *last; /* the range that was written last, or NULL */
    long long line;         /* the number of the line of the next byte */
    size_t open;            /* number of conditionals that began in this segment */
    size_t jumped;          /* the number of those, from outside, that hold a `#line` */
    bool lost;              /* the number of the next line is unknown */
} writer;

static void write_line_directive(writer *w, const text_range *r, long long line)
{
    if (w->out->length && w->out->text[w->out->length - 1] != '\n') buffer_addc(w->out, '\n');
    buffer_addf(w->out, "#line %lld ", line);
    escape_line_name(w->out, r->line_name ? r->line_name : r->source->name);
    buffer_addc(w->out, '\n');
    w->jumped = w->open;
    w->lost = false;
}

static long long line_of(const text_range *r, size_t offset)
{
    return (long long)source_position(r->source, offset).line + r->line_shift;
}

/* Do both say that they are of the same file, by lines counted alike? */
static bool continues(const text_range *a, const text_range *b)
{
    if (!a || a->source != b->source || a->line_shift != b->line_shift) return false;
    return a->line_name == b->line_name || (a->line_name && b->line_name && strcmp(a->line_name, b->line_name) == 0);
}

/* The kind of the directive whose '#' has just been read, from the letters behind it. */
static void note_directive(writer *w, const char *word, const char *end)
{
    while (word < end && (*word == ' ' || *word == '\t')) ++word;
    const size_t length = (size_t)(end - word);
    if (length > 1 && strncmp(word, "if", 2) == 0) {
        w->open++;
    } else if (length > 2 && (strncmp(word, "el", 2) == 0 || strncmp(word, "end", 3) == 0)) {
        if (!w->open || w->open <= w->jumped) w->lost = true;
        if (w->open && *word == 'e' && word[1] == 'n') w->open--;
        if (w->jumped > w->open) w->jumped = w->open;
    } else if (length > 3 && strncmp(word, "line", 4) == 0) {
        w->jumped = w->open;
    }
}

/* Whether a continuation joins the line that ends at `end`, in a range that begins at `begin`, with the next one. */
static bool is_joined(const char *text, size_t begin, size_t end)
{
    return phase_line_end(text, begin, end) != end;
}

/* Copies a range. In comments, bytes beyond ASCII, which some drivers refuse, and control characters become '_'. A
 * '?' could be part of a trigraph, one of which joins the next line of code to the comment. */
static void copy_text(writer *w, const text_range *r)
{
    enum { CODE, LINE_COMMENT, BLOCK_COMMENT, QUOTED } state = CODE;
    const char *text = r->source->text;
    buffer *out = w->out;
    size_t opened = 0; /* the offset behind the slash and star that opened a block comment */
    size_t escaped;    /* the offset behind an escape sequence in a string */
    char quote = 0;
    bool blank = true; /* only white space and comments on this line so far */
    for (size_t i = r->begin; i < r->end; ++i) {
        const char c = text[i], next = i + 1 < r->end ? text[i + 1] : '\0';
        const bool comment = state == LINE_COMMENT || state == BLOCK_COMMENT;
        const bool plain = c == '\n' || c == '\t' || ((unsigned char)c >= 32 && (unsigned char)c < 127);
        buffer_addc(out, comment && !plain ? '_' : c);
        switch (state) {
        case CODE:
            if (c == '/' && next == '/') state = LINE_COMMENT;
            else if (c == '/' && next == '*') {
                state = BLOCK_COMMENT;
                buffer_addc(out, next);
                opened = ++i + 1;
            } else if (c == '"' || c == '\'') {
                state = QUOTED;
                quote = c;
            } else if (c == '#' && blank) {
                note_directive(w, text + i + 1, text + r->end);
            } else if (blank && phase_trigraph(text, r->end, i) == '#') {
                note_directive(w, text + i + 3, text + r->end);
            }
            if (state == CODE && c != ' ' && c != '\t') blank = false;
            break;
        case LINE_COMMENT:
            if (c == '\n' && !is_joined(text, r->begin, i)) state = CODE;
            break;
        case BLOCK_COMMENT:
            if (c == '/' && i > opened && text[i - 1] == '*') state = CODE;
            break;
        case QUOTED:
            escaped = c == '\\' ? 1 : phase_trigraph(text, r->end, i) == '\\' ? 3 : 0;
            if (escaped && i + escaped < r->end) {
                buffer_add(out, text + i + 1, escaped);
                i += escaped;
            } else if (c == quote || c == '\n') {
                state = CODE;
            }
            break;
        }
        if (c != '\n' || state != CODE || is_joined(text, r->begin, i)) continue;
        blank = true;
        if (w->lost && i + 1 < r->end) write_line_directive(w, r, line_of(r, i + 1));
    }
}

static void write_range(writer *w, const text_range *r)
{
    if (r->begin >= r->end) return;
    const long long line = line_of(r, r->begin);
    if (!w->lost && continues(w->last, r) && line >= w->line && line - w->line <= BRIDGED_LINES) {
        for (; w->line < line; ++w->line) buffer_addc(w->out, '\n');
    } else {
        write_line_directive(w, r, line);
    }
    const size_t start = w->out->length;
    copy_text(w, r);
    w->last = r;
    w->line = line_of(r, r->end);
    if (r->source->text[r->end - 1] != '\n') {
        buffer_addc(w->out, '\n');
        ++w->line;
    }
    /* In the file, a line without code follows, which is not kept. */
    if (is_joined(w->out->text, start, w->out->length - 1)) {
        buffer_addc(w->out, '\n');
        ++w->line;
    }
}

segmentation pool_cut(pool *p)
{
    segmentation result = {.program_count = p->program_count};
    result.segments = arena_array(p->arena, p->count, sizeof *result.segments);
    result.programs = arena_array(p->arena, p->program_count, sizeof *result.programs);
    for (size_t i = 0; i < p->count; ++i) p->pieces[i].segment = NONE;
    for (size_t n = 0; n < p->program_count; ++n) {
        const piece_list *program = &p->programs[n];
        piece_list *cut = &result.programs[n];
        cut->items = arena_array(p->arena, program->count, sizeof *cut->items);
        for (size_t i = 0; i < program->count;) {
            /* The chain of pieces that begins here: it is the same in every program, since each piece has only one
             * neighbour. */
            size_t end = i + 1;
            while (end < program->count && p->pieces[program->items[end - 1]].behind == program->items[end] &&
                   p->pieces[program->items[end]].before == program->items[end - 1])
                ++end;
            piece *first = &p->pieces[program->items[i]];
            if (first->segment == NONE) {
                writer w = {.out = &result.text};
                const size_t begin = result.text.length;
                for (size_t k = i; k < end; ++k) {
                    const piece *it = &p->pieces[program->items[k]];
                    for (size_t r = 0; r < it->count; ++r) {
                        write_range(&w, &it->ranges[r]);
                        result.source_bytes += it->ranges[r].end - it->ranges[r].begin;
                    }
                }
                first->segment = (uint32_t)result.segment_count;
                result.segments[result.segment_count++] = (segment){begin, result.text.length - begin};
            }
            cut->items[cut->count++] = first->segment;
            i = end;
        }
    }
    return result;
}
