/* SPDX-License-Identifier: MIT */
#include "capture/captured.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    arena *arena;
    source_set *sources;
    const char *folder;
    const source *json;
    diagnostics *diagnostics;
} reader;

static location location_of(const reader *r, const json *value)
{
    return (location){r->json, value->offset};
}

/* The member of that kind, or NULL after a report. */
static const json *need(const reader *r, const json *object, const char *name, json_kind kind)
{
    static const char *const kinds[] = {
        [JSON_NUMBER] = "a number", [JSON_STRING] = "a string", [JSON_ARRAY] = "an array", [JSON_OBJECT] = "an object"};
    const json *value = json_member(object, name);
    if (value && value->kind == kind) return value;
    diagnose_error(r->diagnostics, location_of(r, value ? value : object),
                   "'%s' must be %s here; `clbundle capture` writes such a file", name, kinds[kind]);
    return NULL;
}

/* A file of the folder: a relative path without "..". */
static bool is_inside(const char *name)
{
    if (!*name || *name == '/' || strchr(name, '\\') || strchr(name, ':')) return false;
    for (const char *at = name; *at; at += strcspn(at, "/"), at += *at == '/') {
        const size_t length = strcspn(at, "/");
        if (length == 0 || (length == 2 && at[0] == '.' && at[1] == '.')) return false;
    }
    return true;
}

/* The path of the file that the member names, or NULL after a report. */
static const char *path_of(const reader *r, const json *object, const char *member)
{
    const json *name = need(r, object, member, JSON_STRING);
    if (!name) return NULL;
    if (is_inside(name->text)) return path_join(r->arena, r->folder, name->text);
    diagnose_error(r->diagnostics, location_of(r, name),
                   "'%s' is not the name of a file inside the folder: write a relative path without '..'", name->text);
    return NULL;
}

static const source *read_text(const reader *r, const json *object, const char *member)
{
    const char *path = path_of(r, object, member), *why = NULL;
    if (!path) return NULL;
    const source *s = source_read(r->sources, path, json_member(object, member)->text, &why);
    if (!s) diagnose_error(r->diagnostics, location_of(r, object), "%s", why);
    return s;
}

/* The folder that must be searched so that `name` means the header's file: its path without the name. */
static void add_folder(const reader *r, captured_program *p, size_t *capacity, const json *header, const char *name,
                       const char *path)
{
    const size_t length = strlen(path), tail = strlen(name);
    if (!is_inside(name) || tail >= length || strcmp(path + length - tail, name) != 0 ||
        path[length - tail - 1] != '/') {
        diagnose_error(r->diagnostics, location_of(r, header),
                       "the file of the header '%s' must end in that name: put it into a folder as FOLDER/%s", name,
                       name);
        return;
    }
    const char *folder = arena_strndup(r->arena, path, length - tail - 1);
    for (size_t i = 0; i < p->folder_count; ++i)
        if (strcmp(p->folders[i], folder) == 0) return;
    p->folders = arena_reserve(r->arena, p->folders, p->folder_count, capacity, sizeof *p->folders);
    p->folders[p->folder_count++] = folder;
}

static void read_headers(const reader *r, captured_program *p, size_t *capacity, const json *headers,
                         captured_unit *unit)
{
    captured_header *list = arena_array(r->arena, headers->count, sizeof *list);
    for (size_t i = 0; i < headers->count; ++i) {
        const json *header = &headers->items[i], *name = need(r, header, "name", JSON_STRING);
        const source *text = read_text(r, header, "file");
        if (!name || !text) continue;
        add_folder(r, p, capacity, header, name->text, text->path);
        list[unit->header_count++] = (captured_header){name->text, text};
    }
    unit->headers = list;
}

static void read_units(const reader *r, captured_program *p, size_t *capacity, const json *units)
{
    captured_unit *list = arena_array(r->arena, units->count, sizeof *list);
    for (size_t i = 0; i < units->count; ++i) {
        const json *unit = &units->items[i], *options = json_member(unit, "options"),
                   *headers = json_member(unit, "headers");
        captured_unit *u = &list[p->unit_count];
        u->text = read_text(r, unit, "file");
        u->options = options && options->kind == JSON_STRING ? options->text : "";
        if (headers && headers->kind == JSON_ARRAY) read_headers(r, p, capacity, headers, u);
        if (u->text) ++p->unit_count;
    }
    p->units = list;
}

/* Headers that were found in folders of -I: they are not given again when the program is built from the bundle. */
static void read_includes(const reader *r, captured_program *p, size_t *capacity, const json *includes)
{
    for (size_t i = 0; i < includes->count; ++i) {
        const json *header = &includes->items[i], *name = need(r, header, "name", JSON_STRING);
        const source *text = name ? read_text(r, header, "file") : NULL;
        if (text) add_folder(r, p, capacity, header, name->text, text->path);
    }
}

static bool is_name(const char *text)
{
    if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z'))) return false;
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
}

static void read_program(const reader *r, const json *value, map *names, captured_program *p)
{
    const json *name = need(r, value, "name", JSON_STRING), *units = need(r, value, "units", JSON_ARRAY);
    const json *kernels = json_member(value, "kernels"), *options = json_member(value, "options");
    const json *link_options = json_member(value, "link_options"), *includes = json_member(value, "includes");
    size_t capacity = 0;
    p->where = location_of(r, value);
    if (!name || !units) return;
    if (!is_name(name->text))
        diagnose_error(r->diagnostics, location_of(r, name),
                       "'%s' cannot name a program: use letters, digits and '_', and begin with a letter", name->text);
    void **seen = map_ats(names, name->text);
    if (*seen)
        diagnose_error(r->diagnostics, location_of(r, name), "two programs are called '%s': rename one", name->text);
    *seen = p;
    if (!units->count)
        diagnose_error(r->diagnostics, location_of(r, units), "the program '%s' has no unit", name->text);
    p->name = name->text;
    read_units(r, p, &capacity, units);
    if (includes && includes->kind == JSON_ARRAY) read_includes(r, p, &capacity, includes);
    if (units->count > 1 || json_member(value, "entry")) p->entry = path_of(r, value, "entry");
    else if (p->unit_count) p->entry = p->units[0].text->path;
    p->options = options && options->kind == JSON_STRING ? options->text : p->unit_count ? p->units[0].options : "";
    p->link_options = link_options && link_options->kind == JSON_STRING ? link_options->text : "";
    if (kernels && kernels->kind == JSON_ARRAY) p->kernels = kernels;
}

captured captured_read(arena *a, source_set *sources, const char *folder, diagnostics *d)
{
    const char *why = NULL, *path = path_join(a, folder, "programs.json");
    captured all = {0};
    map names = {.arena = a};
    all.json = source_read(sources, path, "programs.json", &why);
    if (!all.json) {
        diagnose_error(d, (location){0}, "%s; `clbundle capture --output %s -- COMMAND` writes this folder", why,
                       folder);
        return all;
    }
    const json *root = json_read(a, all.json, d);
    const reader r = {a, sources, folder, all.json, d};
    if (!root) return all;
    const json *version = need(&r, root, "clbundle_programs", JSON_NUMBER),
               *programs = need(&r, root, "programs", JSON_ARRAY);
    if (!version || !programs) return all;
    if (strtol(version->text, NULL, 10) != CAPTURED_VERSION) {
        diagnose_error(d, location_of(&r, version),
                       "programs.json has version %s, and this clbundle reads version %d: capture again", version->text,
                       CAPTURED_VERSION);
        return all;
    }
    captured_program *list = arena_array(a, programs->count, sizeof *list);
    for (size_t i = 0; i < programs->count; ++i) read_program(&r, &programs->items[i], &names, &list[i]);
    all.programs = list;
    all.program_count = programs->count;
    return all;
}

const char *captured_text(arena *a, const source *s, size_t *length)
{
    const char *at = s->text, *begin, *end;
    *length = s->length;
    if (!strstr(at, CAPTURED_BEGIN)) return s->text;
    char *text = arena_array(a, s->length + 1, 1), *to = text;
    while ((begin = strstr(at, CAPTURED_BEGIN)) && (end = strstr(begin, CAPTURED_END))) {
        memcpy(to, at, (size_t)(begin - at));
        to += begin - at;
        at = end + sizeof CAPTURED_END - 1;
    }
    const size_t rest = s->length - (size_t)(at - s->text);
    memcpy(to, at, rest);
    *length = (size_t)(to - text) + rest;
    return text;
}
