/* SPDX-License-Identifier: MIT */
#include "prune/verify.h"

#include <string.h>

struct verifier {
    const unit_context *context;
    const segmentation *text;
    arena arena; /* memory of the segments' sources and tokens: each segment is lexed once for all programs */
    lex_cache cache;
    source_set sources;
    const source **segments;
};

verifier *verify_start(const unit_context *context, const segmentation *text)
{
    verifier *v = ARENA_NEW(context->sources->arena, verifier);
    v->context = context;
    v->text = text;
    v->sources = (source_set){.arena = &v->arena, .by_path.arena = &v->arena};
    lex_cache_start(&v->cache, &v->arena);
    v->segments = arena_array(&v->arena, text->segment_count, sizeof *v->segments);
    return v;
}

void verify_read_as(verifier *v, const unit_context *context)
{
    v->context = context;
}

void verify_end(verifier *v)
{
    arena_free(&v->arena);
}

static const source *segment_source(verifier *v, uint32_t number)
{
    if (!v->segments[number]) {
        const segment *s = &v->text->segments[number];
        v->segments[number] = source_from_text(&v->sources, "<program>", v->text->text.text + s->offset, s->length);
    }
    return v->segments[number];
}

/* A text as it was read before. */
typedef struct text_read {
    arena arena;
    diagnostics unheard;
    preprocessed found;
} text_read;

static void read_again(verifier *v, text_read *r, size_t number, const kernel_file *file, bool gpu)
{
    arena *a = &r->arena;
    const piece_list *program = &v->text->programs[number];
    const source **sources = arena_array(a, program->count, sizeof *sources);
    for (size_t i = 0; i < program->count; ++i) sources[i] = segment_source(v, program->items[i]);
    preprocess_options options = context_preprocess_options(v->context, file);
    const size_t count = options.definition_count;
    const char **definitions = arena_array(a, count + 1, sizeof *definitions);
    if (gpu) definitions[0] = "CLB_GPU=1";
    for (size_t i = 0; i < count; ++i) definitions[i + gpu] = options.definitions[i];
    options.definitions = definitions;
    options.definition_count = count + gpu;
    options.resolve = NULL;
    options.pieces = true;
    r->unheard = (diagnostics){.arena = a, .seen.arena = a};
    r->found = preprocess(a, &v->cache, &r->unheard, sources, program->count, &options);
}

static bool same_token(const token *a, const token *b)
{
    return a->kind == b->kind && a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* The spelling of a token for a message; long ones are cut. */
static const char *spell(arena *a, const token *t)
{
    if (t->kind == TOKEN_END) return "the end";
    return arena_printf(a, t->length > 60 ? "'%.60s...'" : "'%s'", token_text(a, t));
}

static void report(verifier *v, location where, bool whole, const char *kernel, const char *what)
{
    diagnose_error(v->context->diagnostics, where,
                   "the program made for the kernel '%s' does not mean the same as its files: %s. "
                   "This is a bug in clbundle; %s",
                   kernel, what, whole ? "please report it" : "with '--no-prune' the program holds whole files");
}

/* The comparison while it goes through the items. */
typedef struct comparison {
    verifier *v;
    text_read *again;
    const unit *unit;
    const char *kernel;
    bool whole;
    size_t token, event; /* the next token and event to compare */
} comparison;

static void differs(comparison *c, const token *wanted)
{
    arena *a = &c->again->arena;
    const token *found = &c->again->found.tokens[c->token];
    report(c->v, wanted->kind == TOKEN_END ? (location){c->unit->file->source, 0} : wanted->site, c->whole, c->kernel,
           arena_printf(a, "%s is %s there", spell(a, wanted), spell(a, found)));
}

static bool compare_pragma(comparison *c, const event *wanted, size_t token)
{
    const preprocessed *found = &c->again->found;
    while (c->event < found->event_count && found->events[c->event].kind != EVENT_PRAGMA) c->event++;
    const event *e = c->event < found->event_count ? &found->events[c->event++] : NULL;
    if (e && wanted && e->token == token && strcmp(e->name, wanted->name) == 0) return true;
    if (!wanted && !e) return true;
    report(c->v, wanted ? (location){wanted->source, wanted->begin} : (location){c->unit->file->source, 0}, c->whole,
           c->kernel, wanted ? "a #pragma is missing there or has moved" : "there is one more #pragma");
    return false;
}

static bool compare_tokens(comparison *c, size_t first, size_t end)
{
    for (size_t i = first; i < end; ++i, c->token++)
        if (!same_token(&c->unit->text.tokens[i], &c->again->found.tokens[c->token])) {
            differs(c, &c->unit->text.tokens[i]);
            return false;
        }
    return true;
}

static bool compare_item(comparison *c, const item *it)
{
    const item_list *items = &c->unit->items;
    const size_t base = c->token;
    for (size_t i = 0; i < it->pragma_count; ++i) {
        const event *e = &c->unit->text.events[items->pragmas[it->first_pragma + i]];
        const size_t at = e->token < it->first ? 0 : e->token < it->end ? e->token - it->first : it->end - it->first;
        if (!compare_pragma(c, e, base + at)) return false;
    }
    return compare_tokens(c, it->first, it->end);
}

static bool compare_whole(comparison *c)
{
    const preprocessed *text = &c->unit->text;
    for (size_t i = 0; i < text->event_count; ++i)
        if (text->events[i].kind == EVENT_PRAGMA && !compare_pragma(c, &text->events[i], text->events[i].token))
            return false;
    return compare_tokens(c, 0, text->token_count);
}

static bool is_readable(verifier *v, const text_read *r, const unit *u, bool whole, const char *kernel)
{
    if (!r->found.failed) return true;
    report(v, (location){u->file->source, 0}, whole, kernel,
           r->unheard.count ? r->unheard.items[0].message : "it has errors");
    return false;
}

void verify_program(verifier *v, size_t number, const verify_origin *from)
{
    const unit *u = from->unit;
    const size_t *kept = from->kept;
    text_read r = {.found = {.failed = false}};
    read_again(v, &r, number, u->file, false);
    comparison c = {.v = v, .again = &r, .unit = u, .kernel = from->kernel, .whole = !kept};
    bool same = is_readable(v, &r, u, !kept, from->kernel);
    if (same && !kept) same = compare_whole(&c);
    for (size_t i = 0; kept && same && i < from->count; ++i) same = compare_item(&c, &u->items.items[kept[i]]);
    if (same && c.token < r.found.token_count) differs(&c, &u->text.tokens[u->text.token_count]);
    else if (same) (void)compare_pragma(&c, NULL, 0);
    arena_free(&r.arena);
}

void verify_configuration(verifier *v, size_t number, const verify_origin *from, bool gpu, const char *where)
{
    const unit *u = from->unit;
    text_read r = {.found = {.failed = false}};
    read_again(v, &r, number, u->file, gpu);
    bool same = is_readable(v, &r, u, false, from->kernel);
    size_t at = 0;
    for (size_t i = 0; same && i < from->count; ++i) {
        const item *it = &u->items.items[from->kept[i]];
        const size_t length = it->end - it->first;
        size_t k = 0;
        for (; at + length <= r.found.token_count; ++at) {
            for (k = 0; k < length && same_token(&u->text.tokens[it->first + k], &r.found.tokens[at + k]); ++k)
                continue;
            if (k == length) break;
        }
        same = k == length;
        at += length;
        if (!same) report(v, it->where, false, from->kernel, arena_printf(&r.arena, "this is missing %s", where));
    }
    arena_free(&r.arena);
}
