/* SPDX-License-Identifier: MIT */
#include "capture/merge.h"

#include "base/escape.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void merge_start(merged *m, arena *a, source_set *sources, diagnostics *d)
{
    *m = (merged){.arena = a, .sources = sources, .diagnostics = d, .by_key.arena = a, .names.arena = a};
}

static const char *text_of(const json *object, const char *member, const char *otherwise)
{
    const json *value = json_member(object, member);
    return value && value->kind == JSON_STRING ? value->text : otherwise;
}

static unsigned long long number_of(const json *value)
{
    return value && value->kind == JSON_NUMBER ? strtoull(value->text, NULL, 10) : 0;
}

/* The root of a programs.json or of another file, or NULL after a report. */
static const json *read_json(merged *m, const char *path, const char *name)
{
    const char *why = NULL;
    const source *s = source_read(m->sources, path, name, &why);
    if (!s) diagnose_error(m->diagnostics, (location){0}, "%s", why);
    return s ? json_read(m->arena, s, m->diagnostics) : NULL;
}

/* ---- Kernels and launches ---- */

static merged_kernel *find_kernel(merged_program *p, const char *name, size_t length)
{
    for (size_t i = 0; i < p->kernel_count; ++i)
        if (strlen(p->kernels[i].name) == length && memcmp(p->kernels[i].name, name, length) == 0)
            return &p->kernels[i];
    return NULL;
}

static void add_launch(merged *m, merged_kernel *k, const merged_launch *launch)
{
    buffer words = {0};
    for (size_t d = 0; d < launch->dimensions; ++d)
        buffer_addf(&words, "%zu %zu %zu ", launch->offset[d], launch->global[d],
                    launch->has_local ? launch->local[d] : 0);
    buffer_addf(&words, "%s", launch->sizes);
    k->by_words.arena = m->arena;
    void **at = map_ats(&k->by_words, arena_strndup(m->arena, words.text, words.length));
    buffer_free(&words);
    if (*at) {
        k->launches[(size_t)(uintptr_t)*at - 1].count += launch->count;
        return;
    }
    k->launches = arena_reserve(m->arena, k->launches, k->launch_count, &k->launch_capacity, sizeof *k->launches);
    k->launches[k->launch_count++] = *launch;
    *at = (void *)(uintptr_t)k->launch_count;
}

static void take_kernels(merged *m, merged_program *p, const json *kernels)
{
    if (!kernels || kernels->kind != JSON_ARRAY || p->kernels) return;
    p->kernels = arena_array(m->arena, kernels->count, sizeof *p->kernels);
    for (size_t i = 0; i < kernels->count; ++i) {
        const json *kernel = &kernels->items[i];
        const char *name = text_of(kernel, "name", NULL);
        if (name)
            p->kernels[p->kernel_count++] =
                (merged_kernel){.name = name, .arguments = json_member(kernel, "arguments")};
    }
}

static void take_sizes(const json *list, size_t dimensions, size_t sizes[3])
{
    for (size_t d = 0; list && list->kind == JSON_ARRAY && d < dimensions && d < list->count; ++d)
        sizes[d] = (size_t)number_of(&list->items[d]);
}

/* The launches that a programs.json states. */
static void take_launches(merged *m, merged_program *p, const json *kernels)
{
    for (size_t i = 0; kernels && kernels->kind == JSON_ARRAY && i < kernels->count; ++i) {
        const char *name = text_of(&kernels->items[i], "name", "");
        const json *launches = json_member(&kernels->items[i], "launches");
        merged_kernel *k = find_kernel(p, name, strlen(name));
        for (size_t n = 0; k && launches && launches->kind == JSON_ARRAY && n < launches->count; ++n) {
            const json *launch = &launches->items[n], *global = json_member(launch, "global"),
                       *local = json_member(launch, "local");
            const json *bytes = json_member(launch, "bytes"), *values = json_member(launch, "values");
            merged_launch l = {.count = number_of(json_member(launch, "count")),
                               .has_local = local && local->kind == JSON_ARRAY};
            buffer sizes = {0};
            l.dimensions = global && global->kind == JSON_ARRAY && global->count <= 3 ? global->count : 0;
            take_sizes(json_member(launch, "offset"), l.dimensions, l.offset);
            take_sizes(global, l.dimensions, l.global);
            take_sizes(local, l.dimensions, l.local);
            for (size_t b = 0; bytes && bytes->kind == JSON_ARRAY && b < bytes->count; ++b) {
                const json *value =
                    values && values->kind == JSON_ARRAY && b < values->count ? &values->items[b] : NULL;
                buffer_addf(&sizes, "%s%llu", b ? " " : "", number_of(&bytes->items[b]));
                if (value && value->kind == JSON_NUMBER) buffer_addf(&sizes, "=%llu", number_of(value));
            }
            l.sizes = arena_strndup(m->arena, sizes.text ? sizes.text : "", sizes.length);
            buffer_free(&sizes);
            if (l.dimensions) add_launch(m, k, &l);
        }
    }
}

static bool take_number(const char **at, unsigned long long *number)
{
    char *end = NULL;
    while (**at == ' ') ++*at;
    if (**at < '0' || **at > '9') return false;
    *number = strtoull(*at, &end, 10);
    *at = end;
    return true;
}

static bool take_triple(const char **at, size_t dimensions, size_t sizes[3])
{
    unsigned long long number = 0;
    for (size_t d = 0; d < dimensions; ++d) {
        if (!take_number(at, &number)) return false;
        sizes[d] = (size_t)number;
    }
    return true;
}

/* A line of a file launches-*: "COUNT KERNEL DIMENSIONS OFFSET... GLOBAL... LOCAL... or - SIZE...", where a SIZE may be
 * followed by =VALUE. What an application that was killed left of a line is passed over. */
static void take_line(merged *m, merged_program *p, const char *line)
{
    merged_launch l = {0};
    unsigned long long dimensions = 0;
    const char *at = line;
    if (!take_number(&at, &l.count) || *at != ' ') return;
    const char *name = ++at;
    at += strcspn(at, " ");
    merged_kernel *k = find_kernel(p, name, (size_t)(at - name));
    if (!k || !take_number(&at, &dimensions) || dimensions < 1 || dimensions > 3) return;
    l.dimensions = (size_t)dimensions;
    if (!take_triple(&at, l.dimensions, l.offset) || !take_triple(&at, l.dimensions, l.global)) return;
    l.has_local = strncmp(at, " -", 2) != 0;
    if (!l.has_local) at += 2;
    else if (!take_triple(&at, l.dimensions, l.local)) return;
    l.sizes = at + strspn(at, " ");
    add_launch(m, k, &l);
}

/* ---- Programs ---- */

/* The program with that key, made if there is none. */
static merged_program *program_of(merged *m, const char *key)
{
    void **at = map_ats(&m->by_key, key);
    if (!*at) {
        m->programs = arena_reserve(m->arena, m->programs, m->program_count, &m->program_capacity, sizeof *m->programs);
        m->programs[m->program_count++] = (merged_program){.key = key};
        *at = (void *)(uintptr_t)m->program_count;
    }
    return &m->programs[(size_t)(uintptr_t)*at - 1];
}

static merged_program *known_program(const merged *m, const char *key)
{
    const size_t number = (size_t)(uintptr_t)map_gets(&m->by_key, key);
    return number ? &m->programs[number - 1] : NULL;
}

void merge_folder(merged *m, const char *folder)
{
    const captured all = captured_read(m->arena, m->sources, folder, m->diagnostics);
    if (m->diagnostics->errors) return;
    const json *root = json_read(m->arena, all.json, m->diagnostics), *programs = json_member(root, "programs");
    for (size_t i = 0; programs && i < programs->count; ++i) {
        const json *entry = &programs->items[i];
        const char *name = text_of(entry, "name", "");
        /* An entry that was written by hand has no key: it stays as it is. */
        merged_program *p = program_of(m, text_of(entry, "key", arena_printf(m->arena, "by hand: %s", name)));
        p->name = name;
        p->json = entry;
        p->builds = number_of(json_member(entry, "builds"));
        *map_ats(&m->names, name) = p;
        take_kernels(m, p, json_member(entry, "kernels"));
        take_launches(m, p, json_member(entry, "kernels"));
    }
}

/* The key in a file's name: "kernels-KEY-PROCESS". */
static const char *key_in(arena *a, const char *file, size_t prefix)
{
    const size_t length = strcspn(file + prefix, "-");
    return arena_strndup(a, file + prefix, length);
}

static void name_program(merged *m, merged_program *p)
{
    const char *kernel = p->kernel_count ? p->kernels[0].name : "program";
    const char *name = arena_printf(m->arena, "%s_%.8s", *kernel == '_' ? "program" : kernel, p->key);
    while (map_gets(&m->names, name)) name = arena_printf(m->arena, "%s_", name);
    *map_ats(&m->names, name) = p;
    p->name = name;
}

static void take_translation(merged *m, const char *folder)
{
    const json *root = read_json(m, path_join(m->arena, folder, "programs.json"), "programs.json");
    const json *programs = json_member(root, "programs");
    if (!programs || programs->kind != JSON_ARRAY || programs->count != 1) return;
    const char *key = text_of(&programs->items[0], "key", NULL);
    if (!key) return;
    merged_program *p = program_of(m, key);
    ++p->builds;
    if (p->json) return;
    p->json = &programs->items[0];
    p->folder = folder;
    p->added = true;
}

/* The kernels of a program as its text declares them, where it was read (`clbundle capture --through`): drivers need
 * not tell names and types. */
static void take_description(merged *m, const char *folder)
{
    const char *path = path_join(m->arena, folder, "kernels"), *why = NULL;
    if (!source_read(m->sources, path, "kernels", &why)) return;
    const json *root = read_json(m, path_join(m->arena, folder, "programs.json"), "programs.json"),
               *programs = json_member(root, "programs");
    const char *key = programs && programs->kind == JSON_ARRAY && programs->count == 1
                          ? text_of(&programs->items[0], "key", NULL)
                          : NULL;
    if (key) take_kernels(m, program_of(m, key), read_json(m, path, "kernels"));
}

static bool begins_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

void merge_recorded(merged *m, const char *folder)
{
    static const char kernels[] = "kernels-", launches[] = "launches-", translations[] = "translate-";
    const char *why = NULL;
    char **names = NULL;
    size_t count = 0;
    if (!directory_list(m->arena, folder, "", &names, &count, &why)) {
        diagnose_error(m->diagnostics, (location){0}, "%s", why);
        return;
    }
    for (size_t i = 0; i < count; ++i)
        if (begins_with(names[i], translations) && !strchr(names[i], '.'))
            take_description(m, path_join(m->arena, folder, names[i]));
    for (size_t i = 0; i < count; ++i)
        if (begins_with(names[i], kernels)) {
            merged_program *p = program_of(m, key_in(m->arena, names[i], sizeof kernels - 1));
            take_kernels(m, p, read_json(m, path_join(m->arena, folder, names[i]), names[i]));
        }
    /* Of a program that could not be translated there are no kernels, and it is left out. */
    for (size_t i = 0; i < count; ++i)
        if (begins_with(names[i], translations) && !strchr(names[i], '.'))
            take_translation(m, path_join(m->arena, folder, names[i]));
    for (size_t i = 0; i < count; ++i) {
        if (!begins_with(names[i], launches)) continue;
        merged_program *p = known_program(m, key_in(m->arena, names[i], sizeof launches - 1));
        const source *text = source_read(m->sources, path_join(m->arena, folder, names[i]), names[i], &why);
        for (size_t n = 0; p && text && n < text->line_count; ++n)
            take_line(m, p,
                      arena_strndup(m->arena, text->text + text->lines[n], strcspn(text->text + text->lines[n], "\n")));
    }
    for (size_t i = 0; i < m->program_count; ++i)
        if (!m->programs[i].name && m->programs[i].json && m->programs[i].kernels) name_program(m, &m->programs[i]);
}

/* ---- Writing ---- */

static void add_file(merged *m, merged_output *out, const char *name, const char *text, size_t length)
{
    size_t capacity = out->capacity;
    out->names = arena_reserve(m->arena, out->names, out->count, &capacity, sizeof *out->names);
    capacity = out->capacity;
    out->texts = arena_reserve(m->arena, out->texts, out->count, &capacity, sizeof *out->texts);
    out->capacity = capacity;
    out->names[out->count] = name;
    buffer_add(&out->texts[out->count++], text, length);
}

/* A file of a program that is new: its name in the captured folder, to which it is written. */
static const char *output_file(merged *m, merged_output *out, const merged_program *p, const char *file, bool alone)
{
    const char *why = NULL, *name = alone ? arena_printf(m->arena, "%s.cl", p->name)
                                          : arena_printf(m->arena, "%s/%s", p->name, file);
    if (!p->added) return file;
    const source *s = source_read(m->sources, path_join(m->arena, p->folder, file), file, &why);
    if (s) add_file(m, out, name, s->text, s->length);
    else diagnose_error(m->diagnostics, (location){0}, "%s", why);
    return name;
}

static void add_member(buffer *json, const char *separator, const char *name, const char *text)
{
    buffer_addf(json, "%s\"%s\": ", separator, name);
    escape_json(json, text);
}

static void add_units(merged *m, merged_output *out, const merged_program *p, buffer *text)
{
    const json *units = json_member(p->json, "units");
    const char *entry = text_of(p->json, "entry", NULL);
    buffer_adds(text, "\n   \"units\": [");
    for (size_t i = 0; units && i < units->count; ++i) {
        const json *unit = &units->items[i], *headers = json_member(unit, "headers");
        buffer_adds(text, i ? ",\n    {" : "\n    {");
        add_member(text, "", "file", output_file(m, out, p, text_of(unit, "file", ""), units->count == 1 && !entry));
        add_member(text, ", ", "options", text_of(unit, "options", ""));
        if (headers && headers->count) {
            buffer_adds(text, ", \"headers\": [");
            for (size_t h = 0; h < headers->count; ++h) {
                add_member(text, h ? ", {" : "{", "name", text_of(&headers->items[h], "name", ""));
                add_member(text, ", ", "file", output_file(m, out, p, text_of(&headers->items[h], "file", ""), false));
                buffer_addc(text, '}');
            }
            buffer_addc(text, ']');
        }
        buffer_addc(text, '}');
    }
    buffer_adds(text, "]");
    if (entry) {
        add_member(text, ",\n   ", "entry", output_file(m, out, p, entry, false));
        add_member(text, ",\n   ", "options", text_of(p->json, "options", ""));
    }
    if (*text_of(p->json, "link_options", ""))
        add_member(text, ",\n   ", "link_options", text_of(p->json, "link_options", ""));
}

/* The name by which a file in a folder of -I is included: what stands behind the folder. NULL: it is in none. */
static const char *included_name(const char *path, const char *options)
{
    const char *best = NULL;
    for (const char *at = strstr(options, "-I"); at; at = strstr(at + 2, "-I")) {
        const char *folder = at + 2 + strspn(at + 2, " \"'");
        size_t length = strcspn(folder, " \"'");
        while (length > 1 && folder[length - 1] == '/') --length;
        if (strncmp(path, folder, length) != 0 || path[length] != '/') continue;
        const char *name = path + length + strspn(path + length, "/");
        if (!best || strlen(name) < strlen(best)) best = name;
    }
    return best;
}

/* Files that were read beside those of the program itself: headers in folders of -I. */
static void add_includes(merged *m, merged_output *out, const merged_program *p, buffer *text)
{
    const json *old = json_member(p->json, "includes"), *units = json_member(p->json, "units");
    const char *why = NULL;
    bool any = false;
    for (size_t i = 0; !p->added && old && old->kind == JSON_ARRAY && i < old->count; ++i, any = true) {
        add_member(text, any ? ", {" : ",\n   \"includes\": [{", "name", text_of(&old->items[i], "name", ""));
        add_member(text, ", ", "file", text_of(&old->items[i], "file", ""));
        buffer_addc(text, '}');
    }
    const source *files =
        p->added ? source_read(m->sources, path_join(m->arena, p->folder, "files"), "files", &why) : NULL;
    for (size_t i = 0; files && i < files->line_count; ++i) {
        const char *line = files->text + files->lines[i];
        const char *path = arena_strndup(m->arena, line, strcspn(line, "\n")), *name = NULL;
        for (size_t u = 0; units && u < units->count && !name; ++u)
            name = included_name(path, text_of(&units->items[u], "options", ""));
        if (begins_with(path, p->folder)) continue;
        if (!name && *path == '/' && !strpbrk(path, "\\:")) name = path + 1; /* included by its absolute path */
        if (!name) {
            if (*path)
                diagnose_warning(m->diagnostics, (location){0},
                                 "the program '%s' includes '%s', which is in no folder of its -I: the file is not "
                                 "copied, and is read from there when the program is bundled",
                                 p->name, path);
            continue;
        }
        const source *s = source_read(m->sources, path, name, &why);
        const char *file = arena_printf(m->arena, "%s/include/%s", p->name, name);
        if (!s) continue;
        add_file(m, out, file, s->text, s->length);
        add_member(text, any ? ", {" : ",\n   \"includes\": [{", "name", name);
        add_member(text, ", ", "file", file);
        buffer_addc(text, '}');
        any = true;
    }
    if (any) buffer_addc(text, ']');
}

static void add_sizes(buffer *text, const char *name, size_t dimensions, const size_t sizes[3])
{
    buffer_addf(text, ", \"%s\": [", name);
    for (size_t d = 0; d < dimensions; ++d) buffer_addf(text, "%s%zu", d ? ", " : "", sizes[d]);
    buffer_addc(text, ']');
}

/* The sizes of "SIZE=VALUE SIZE ...", or its values, null where there is none. */
static void add_words(buffer *text, const char *name, const char *words, bool values)
{
    buffer_addf(text, ", \"%s\": [", name);
    for (const char *at = words; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        const size_t length = strcspn(at, " "), size = strcspn(at, " =");
        if (at != words) buffer_adds(text, ", ");
        if (!values) buffer_add(text, at, size);
        else if (size < length) buffer_add(text, at + size + 1, length - size - 1);
        else buffer_adds(text, "null");
    }
    buffer_addc(text, ']');
}

static void add_launches(const merged_kernel *k, buffer *text)
{
    buffer_adds(text, ", \"launches\": [");
    for (size_t i = 0; i < k->launch_count; ++i) {
        const merged_launch *l = &k->launches[i];
        buffer_addf(text, "%s\n     {\"count\": %llu", i ? "," : "", l->count);
        if (l->offset[0] || l->offset[1] || l->offset[2]) add_sizes(text, "offset", l->dimensions, l->offset);
        add_sizes(text, "global", l->dimensions, l->global);
        if (l->has_local) add_sizes(text, "local", l->dimensions, l->local);
        add_words(text, "bytes", l->sizes, false);
        if (strchr(l->sizes, '=')) add_words(text, "values", l->sizes, true);
        buffer_addc(text, '}');
    }
    buffer_addc(text, ']');
}

static void add_kernels(const merged_program *p, buffer *text)
{
    buffer_adds(text, ",\n   \"kernels\": [");
    for (size_t i = 0; i < p->kernel_count; ++i) {
        const json *arguments = p->kernels[i].arguments;
        add_member(text, i ? ",\n    {" : "\n    {", "name", p->kernels[i].name);
        buffer_adds(text, ", \"arguments\": [");
        for (size_t n = 0; arguments && n < arguments->count; ++n) {
            add_member(text, n ? ", {" : "{", "name", text_of(&arguments->items[n], "name", ""));
            add_member(text, ", ", "type", text_of(&arguments->items[n], "type", ""));
            buffer_addc(text, '}');
        }
        buffer_addc(text, ']');
        if (p->kernels[i].launch_count) add_launches(&p->kernels[i], text);
        buffer_addc(text, '}');
    }
    buffer_adds(text, "]");
}

static int by_name(const void *a, const void *b)
{
    const merged_program *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

void merge_write(merged *m, merged_output *out)
{
    const merged_program **sorted = arena_array(m->arena, m->program_count, sizeof *sorted);
    size_t count = 0;
    buffer text = {0};
    for (size_t i = 0; i < m->program_count; ++i)
        if (m->programs[i].name) sorted[count++] = &m->programs[i];
    qsort(sorted, count, sizeof *sorted, by_name);
    buffer_addf(&text, "{\n \"clbundle_programs\": %d,\n \"programs\": [", CAPTURED_VERSION);
    for (size_t i = 0; i < count; ++i) {
        add_member(&text, i ? ",\n  {" : "\n  {", "name", sorted[i]->name);
        if (!begins_with(sorted[i]->key, "by hand")) add_member(&text, ", ", "key", sorted[i]->key);
        buffer_addf(&text, ", \"builds\": %llu,", sorted[i]->builds);
        add_units(m, out, sorted[i], &text);
        add_includes(m, out, sorted[i], &text);
        add_kernels(sorted[i], &text);
        buffer_addc(&text, '}');
    }
    buffer_adds(&text, "\n ]\n}\n");
    add_file(m, out, "programs.json", text.text, text.length);
    buffer_free(&text);
}
