/* SPDX-License-Identifier: MIT */
#include "standalone/merge.h"

#include <string.h>

typedef struct merge_unit {
    const char *path, *stem;
    bool separate;
    buffer text;
    const lexed *tokens;
    scan names;
    map changed; /* name -> its new one */
} merge_unit;

/* One line from `at`, without its '\n'. */
static size_t line_length(const source *s, size_t at)
{
    return strcspn(s->text + at, "\n");
}

/* The file behind `#include "..."`, or NULL where the line is none. */
static const char *quoted_include(arena *a, const char *line, size_t length)
{
    static const char start[] = "#include \"";
    if (length < sizeof start || memcmp(line, start, sizeof start - 1) != 0) return NULL;
    const char *name = line + sizeof start - 1, *end = memchr(name, '"', length - (sizeof start - 1));
    return end ? arena_strndup(a, name, (size_t)(end - name)) : NULL;
}

/* Feature macros stand at the top of the whole. */
static bool is_feature_macro(const char *line, size_t length)
{
    static const char *const macros[] = {"#define _GNU_SOURCE", "#define _POSIX_C_SOURCE", "#define _XOPEN_SOURCE"};
    for (size_t i = 0; i < sizeof macros / sizeof *macros; ++i)
        if (length >= strlen(macros[i]) && memcmp(line, macros[i], strlen(macros[i])) == 0) return true;
    return false;
}

const char *merge_included(const char *header)
{
    static const char folder[] = "/include/";
    const char *name = header;
    for (const char *at; (at = strstr(name, folder)) != NULL;) name = at + sizeof folder - 1;
    return name;
}

/* The path as an include names it. */
static bool is_public(const merge *m, const char *path)
{
    for (size_t i = 0; i < m->public_count; ++i)
        if (strcmp(merge_included(m->publics[i]), path) == 0) return true;
    return false;
}

/* The first directive that is not within a comment is `#ifndef NAME`, and the next one defines that name. */
static bool is_guarded(merge *m, const source *s)
{
    const lexed *l = lex_source(m->lex, s);
    return l->count > 5 && l->directive_count > 1 && token_is(&l->tokens[1], "ifndef") &&
           token_is(&l->tokens[4], "define") && l->tokens[2].length == l->tokens[5].length &&
           memcmp(l->tokens[2].text, l->tokens[5].text, l->tokens[2].length) == 0;
}

/* As the root's folder has it. */
static const char *path_in_root(const merge *m, const char *path)
{
    const size_t length = strlen(m->root);
    return strncmp(path, m->root, length) == 0 && path[length] == '/' ? path + length + 1 : path_base(path);
}

/* The suffix that makes a file's names unique. */
static const char *make_stem(const merge *m, const char *path)
{
    char *stem = arena_strndup(m->arena, path_in_root(m, path), strcspn(path_in_root(m, path), "."));
    for (char *p = stem; *p; ++p)
        if (*p == '/') *p = '_';
    return stem;
}

static void add_title(buffer *out, const merge *m, const char *path)
{
    buffer_addf(out, "\n/* ---- %s ---- */\n", path_in_root(m, path));
}

static void take_text(merge *m, const source *s, buffer *out);

static void take_include(merge *m, const source *includer, const char *name, buffer *out)
{
    arena *a = m->arena;
    const char *why = NULL;
    if (is_public(m, name)) { /* those for applications stand at the top; others come where they are needed first */
        void **included = map_ats(&m->taken, name);
        if (strncmp(name, "clbundle/native/", 16) == 0 && !*included)
            buffer_addf(&m->prelude, "\n#include \"%s\"\n", name);
        *included = m;
        return;
    }
    const source *s = source_read(m->sources, path_join(a, m->root, name), name, &why);
    if (!s) s = source_read(m->sources, path_join(a, path_directory(a, includer->path), name), name, &why);
    if (!s) {
        if (!m->failed) m->failed = arena_printf(a, "%s: %s", includer->path, why);
        return;
    }
    if (!is_guarded(m, s)) {
        take_text(m, s, out);
        return;
    }
    void **known = map_ats(&m->taken, s->path);
    if (*known) return;
    *known = m;
    /* Headers that the header includes come before it. */
    buffer text = {0};
    take_text(m, s, &text);
    add_title(&m->prelude, m, s->path);
    buffer_add(&m->prelude, text.text, text.length);
    buffer_free(&text);
}

static void take_text(merge *m, const source *s, buffer *out)
{
    for (size_t at = 0; at < s->length;) {
        const char *line = s->text + at;
        const size_t length = line_length(s, at);
        const char *name = quoted_include(m->arena, line, length);
        if (name) {
            take_include(m, s, name, out);
        } else if (!is_feature_macro(line, length)) {
            buffer_add(out, line, length);
            buffer_addc(out, '\n');
        }
        at += length + 1;
    }
}

scan merge_scan(merge *m, const char *name, const char *text, size_t length)
{
    return scan_file_scope(m->arena, m->lex, source_from_text(m->texts, name, text, length));
}

size_t merge_add(merge *m, const char *path, bool separate)
{
    arena *a = m->arena;
    const char *why = NULL;
    m->units = arena_reserve(a, m->units, m->unit_count, &m->unit_capacity, sizeof *m->units);
    merge_unit *u = &m->units[m->unit_count];
    *u = (merge_unit){.path = path, .stem = make_stem(m, path), .separate = separate, .changed = {.arena = a}};
    const source *s = source_read(m->sources, path, path_base(path), &why);
    if (!s) {
        if (!m->failed) m->failed = why;
        return m->unit_count++;
    }
    take_text(m, s, &u->text);
    const source *whole = source_from_text(m->texts, path, u->text.text, u->text.length);
    u->tokens = lex_source(m->lex, whole);
    u->names = scan_file_scope(a, m->lex, whole);
    return m->unit_count++;
}

/* The owner of a name: the first unit, or the prelude, or several. */
static const char in_prelude, in_several;

static void note_owner(map *owners, const char *name, const void *owner)
{
    void **slot = map_ats(owners, name);
    if (!*slot) *slot = (void *)(uintptr_t)owner;
    else if (*slot != owner) *slot = (void *)(uintptr_t)&in_several;
}

void merge_settle(merge *m)
{
    map owners = {.arena = m->arena}, macros = {.arena = m->arena};
    const scan prelude = merge_scan(m, "prelude", m->prelude.text ? m->prelude.text : "", m->prelude.length);
    for (size_t i = 0; i < prelude.count; ++i) {
        if (prelude.names[i].kind == SCAN_MACRO) *map_ats(&macros, prelude.names[i].name) = m;
        else note_owner(&owners, prelude.names[i].name, &in_prelude);
    }
    for (size_t u = 0; u < m->unit_count; ++u)
        for (size_t i = 0; i < m->units[u].names.count && !m->units[u].separate; ++i) {
            const scan_name *n = &m->units[u].names.names[i];
            if (n->kind == SCAN_MACRO) *map_ats(&macros, n->name) = m;
            else if (n->kind == SCAN_LOCAL) note_owner(&owners, n->name, &m->units[u]);
        }
    for (size_t u = 0; u < m->unit_count; ++u)
        for (size_t i = 0; i < m->units[u].names.count && !m->units[u].separate; ++i) {
            const scan_name *n = &m->units[u].names.names[i];
            if (n->kind != SCAN_LOCAL || strncmp(n->name, "clb", 3) == 0 || map_gets(&macros, n->name)) continue;
            if (map_gets(&owners, n->name) != &in_several) continue;
            *map_ats(&m->units[u].changed, n->name) = arena_printf(m->arena, "%s_of_%s", n->name, m->units[u].stem);
        }
}

void merge_print(const merge *m, size_t unit, buffer *out)
{
    const merge_unit *u = &m->units[unit];
    const lexed *l = u->tokens;
    size_t at = 0;
    if (!l) return;
    const bool has_pragma = strstr(u->text.text, "#pragma GCC") != NULL;
    add_title(out, m, u->path);
    if (has_pragma)
        buffer_adds(out, "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC push_options\n#endif\n");
    else /* sources whose speed counts say how they are optimised */
        buffer_adds(out, "#if defined(CLB_QUICK_BUILD) && defined(__GNUC__) && !defined(__clang__)\n"
                         "#pragma GCC push_options\n#pragma GCC optimize(\"O1\")\n#endif\n");
    for (size_t i = 0; i < l->count; ++i) {
        const token *t = &l->tokens[i];
        /* A member of a structure is not the name at file scope. */
        if (t->kind != TOKEN_IDENTIFIER || (i && (t[-1].kind == TOKEN_DOT || t[-1].kind == TOKEN_ARROW))) continue;
        const char *changed = map_get(&u->changed, t->text, t->length);
        if (!changed) continue;
        buffer_add(out, l->source->text + at, t->where.offset - at);
        buffer_adds(out, changed);
        at = t->where.offset + t->length;
    }
    buffer_add(out, l->source->text + at, l->source->length - at);
    map ended = {.arena = m->arena};
    for (size_t i = 0; i < u->names.count; ++i) {
        const scan_name *n = &u->names.names[i];
        if (n->kind != SCAN_MACRO) continue;
        void **slot = map_ats(&ended, n->name);
        if (*slot) continue;
        *slot = ended.arena;
        buffer_addf(out, "#undef %s\n", n->name);
    }
    buffer_addf(out, "#if %sdefined(__GNUC__) && !defined(__clang__)\n#pragma GCC pop_options\n#endif\n",
                has_pragma ? "" : "defined(CLB_QUICK_BUILD) && ");
}

void merge_free(merge *m)
{
    for (size_t i = 0; i < m->unit_count; ++i) buffer_free(&m->units[i].text);
    buffer_free(&m->prelude);
}
