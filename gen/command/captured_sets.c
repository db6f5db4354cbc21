/* See captured_sets.h. SPDX-License-Identifier: MIT */
#include "command/captured_sets.h"

#include "base/buffer.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

typedef struct expansion {
    arena *a;
    const option_sets *sets;
    diagnostics *d;
    map macros;   /* names of the sets' macros */
    map texts;    /* text -> its number */
    map contents; /* numbers of texts, and options in order -> known */
    map names;    /* of programs */
    captured_program *list;
    size_t count, capacity;
} expansion;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The end of the word that begins at `at`: quotes hold blanks together, as in clBuildProgram. */
static const char *end_of_word(const char *at)
{
    char quote = '\0';
    for (; *at && (quote || !is_blank(*at)); ++at) {
        if (*at == quote) quote = '\0';
        else if (!quote && (*at == '"' || *at == '\'')) quote = *at;
    }
    return at;
}

/* The word without quotes. */
static const char *plain(arena *a, const char *at, const char *end)
{
    char *text = arena_strndup(a, at, (size_t)(end - at)), *to = text;
    for (const char *c = text; *c; ++c)
        if (*c != '"' && *c != '\'') *to++ = *c;
    *to = '\0';
    return text;
}

/* One option: a word, or `-D`, `-U` or `-I` with the word behind it. */
typedef struct option_word {
    const char *begin, *end; /* as written */
    const char *text;        /* without quotes, in one piece */
} option_word;

static bool next_option(arena *a, const char **at, option_word *w)
{
    while (is_blank(**at)) ++*at;
    if (!**at) return false;
    w->begin = *at;
    w->end = end_of_word(*at);
    w->text = plain(a, w->begin, w->end);
    const bool open = w->text[0] == '-' && w->text[1] && strchr("DUI", w->text[1]) && !w->text[2];
    const char *value = w->end;
    while (is_blank(*value)) ++value;
    if (open && *value) {
        w->end = end_of_word(value);
        w->text = arena_printf(a, "%s%s", w->text, plain(a, value, w->end));
    }
    *at = w->end;
    return true;
}

static bool names_macro(const expansion *e, const option_word *w)
{
    if (w->text[0] != '-' || (w->text[1] != 'D' && w->text[1] != 'U')) return false;
    return map_get(&e->macros, w->text + 2, strcspn(w->text + 2, "=(")) != NULL;
}

/* The options without those that name a macro of the sets. */
static const char *without_macros(const expansion *e, const char *options, bool *any)
{
    const char *at = options;
    buffer kept = {0};
    option_word w;
    while (next_option(e->a, &at, &w)) {
        if (names_macro(e, &w)) *any = true;
        else buffer_addf(&kept, "%s%.*s", kept.length ? " " : "", (int)(w.end - w.begin), w.begin);
    }
    const char *copy = kept.text ? arena_strndup(e->a, kept.text, kept.length) : "";
    buffer_free(&kept);
    return copy;
}

static const char *joined(arena *a, const char *x, const char *y)
{
    return arena_printf(a, "%s%s%s", x, *x && *y ? " " : "", y);
}

/* The values and options of a set, as an application writes them. */
static const char *options_of(const expansion *e, const option_set *set)
{
    const char *text = "";
    for (size_t i = 0; i < e->sets->name_count; ++i) {
        const char *value = set->values[i];
        if (!value) continue;
        const char *mark = strpbrk(value, " \t") ? "\"" : "";
        text = arena_printf(e->a, "%s%s-D%s=%s%s%s", text, *text ? " " : "", e->sets->names[i], mark, value, mark);
        if (!strpbrk(value, "\\\r\n\"'")) continue;
        diagnose_error(e->d, set->where,
                       "--icd: the value of '%s' has quotes, backslashes or ends of lines, which drivers read in "
                       "different ways: use a value without them",
                       e->sets->names[i]);
    }
    return joined(e->a, text, set->options);
}

static bool is_part_of_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the text has a word that is a macro of the sets. */
static bool mentions(const expansion *e, const source *s)
{
    for (size_t i = 0; i < s->length;) {
        size_t end = i;
        while (end < s->length && is_part_of_name(s->text[end])) ++end;
        if (end > i && map_get(&e->macros, s->text + i, end - i)) return true;
        i = end + 1;
    }
    return false;
}

static bool program_uses(const expansion *e, const captured_program *p)
{
    for (size_t u = 0; u < p->unit_count; ++u) {
        bool any = false;
        (void)without_macros(e, p->units[u].options, &any);
        any = any || mentions(e, p->units[u].text);
        for (size_t h = 0; h < p->units[u].header_count && !any; ++h) any = mentions(e, p->units[u].headers[h].text);
        if (any) return true;
    }
    return false;
}

static uintptr_t number_of_text(expansion *e, const source *s)
{
    void **known = map_at(&e->texts, s->text, s->length);
    if (!*known) *known = (void *)(uintptr_t)e->texts.count;
    return (uintptr_t)*known;
}

static int by_text(const void *x, const void *y)
{
    return strcmp(((const option_word *)x)->text, ((const option_word *)y)->text);
}

/* The options by meaning: in order, `-DX` as `-DX=1`. */
static void add_sorted(const expansion *e, const char *options, buffer *out)
{
    size_t count = 0;
    const char *at = options;
    option_word w, *all = arena_array(e->a, strlen(options) + 1, sizeof *all);
    while (next_option(e->a, &at, &w)) {
        if (w.text[0] == '-' && w.text[1] == 'D' && !strchr(w.text, '=')) w.text = arena_printf(e->a, "%s=1", w.text);
        all[count++] = w;
    }
    qsort(all, count, sizeof *all, by_text);
    for (size_t i = 0; i < count; ++i) buffer_addf(out, "%s\n", all[i].text);
}

/* Adds the program, unless there is one with its text and options. */
static void add(expansion *e, const captured_program *p)
{
    buffer key = {0};
    for (size_t u = 0; u < p->unit_count; ++u) {
        const captured_unit *unit = &p->units[u];
        buffer_addf(&key, "%zu\n", (size_t)number_of_text(e, unit->text));
        for (size_t h = 0; h < unit->header_count; ++h)
            buffer_addf(&key, "%s %zu\n", unit->headers[h].name, (size_t)number_of_text(e, unit->headers[h].text));
        add_sorted(e, unit->options, &key);
    }
    buffer_adds(&key, p->link_options);
    void **known = map_at(&e->contents, arena_strndup(e->a, key.text, key.length), key.length);
    buffer_free(&key);
    if (*known) return;
    *known = e;
    e->list = arena_reserve(e->a, e->list, e->count, &e->capacity, sizeof *e->list);
    e->list[e->count++] = *p;
}

/* The program with the options of a set. */
static captured_program with_set(expansion *e, const captured_program *p, const option_set *set)
{
    const char *options = options_of(e, set);
    captured_unit *units = arena_array(e->a, p->unit_count, sizeof *units);
    captured_program made = *p;
    bool any = false;
    for (size_t u = 0; u < p->unit_count; ++u) {
        units[u] = p->units[u];
        units[u].options = joined(e->a, without_macros(e, p->units[u].options, &any), options);
    }
    made.units = units;
    made.options = joined(e->a, without_macros(e, p->options, &any), options);
    made.kernels = NULL; /* nothing was recorded of it */
    made.name = arena_printf(e->a, "%s_%s", p->name, set->name);
    while (map_gets(&e->names, made.name)) made.name = arena_printf(e->a, "%s_", made.name);
    *map_ats(&e->names, made.name) = e;
    return made;
}

captured captured_with_sets(arena *a, const captured *all, const option_sets *sets, diagnostics *d)
{
    expansion e = {.a = a, .sets = sets, .d = d};
    captured result = *all;
    e.macros.arena = e.texts.arena = e.contents.arena = e.names.arena = a;
    for (size_t i = 0; i < sets->name_count; ++i) *map_ats(&e.macros, sets->names[i]) = &e;
    for (size_t i = 0; i < all->program_count; ++i) {
        *map_ats(&e.names, all->programs[i].name) = &e;
        add(&e, &all->programs[i]);
    }
    for (size_t i = 0; i < all->program_count; ++i) {
        if (!program_uses(&e, &all->programs[i])) continue;
        if (all->programs[i].unit_count > 1) {
            diagnose_note(d, all->programs[i].where,
                          "the program '%s' stays as it was captured: configurations do not apply to programs that "
                          "were linked of several units; capture the application once with each of the values",
                          all->programs[i].name);
            continue;
        }
        for (size_t s = 0; s < sets->count && !d->errors; ++s) {
            const captured_program made = with_set(&e, &all->programs[i], &sets->items[s]);
            add(&e, &made);
        }
    }
    result.programs = e.list;
    result.program_count = e.count;
    return result;
}
