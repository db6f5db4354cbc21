/* SPDX-License-Identifier: MIT */
#include "names/option_set.h"

#include "base/buffer.h"
#include "base/json.h"
#include "base/phase.h"
#include "clbundle/data.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_MOST = 2000 }; /* bytes of the values of a set: C compilers take literals of 4,095 */

typedef struct reader {
    arena *arena;
    source_set *sources;
    const source *json;
    const char *common;
    diagnostics *diagnostics;
    option_sets sets;
    map names;       /* macro -> its number among sets.names, plus one */
    map definitions; /* "NAME VALUE" -> the source that defines it */
    map set_names;   /* name of a set -> reader */
    map contents;    /* values and options of a set -> the set's number, plus one */
} reader;

/* A set before its lists are multiplied out. */
typedef struct entry {
    const json *value;
    const char *name;   /* or NULL */
    const json **given; /* of each macro, what the entry says; NULL: nothing */
    option_best *best;
    size_t best_count;
    build_text text;     /* without the values */
    const char *options; /* its own */
} entry;

static location location_of(const reader *r, const json *value)
{
    return (location){r->json, value->offset};
}

static bool is_identifier(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return *text && !(*text >= '0' && *text <= '9') && text[strspn(text, letters)] == '\0';
}

/* Reports members that the form does not have: they are likely to be misspelt. */
static void check_members(const reader *r, const json *object, const char *const *known, size_t count)
{
    map seen = {.arena = r->arena};
    for (size_t i = 0; i < object->count; ++i) {
        size_t n = 0;
        while (n < count && strcmp(known[n], object->names[i]) != 0) ++n;
        void **before = map_ats(&seen, object->names[i]);
        if (n == count) {
            const char *near = nearest_name(object->names[i], known, count);
            diagnose_error(r->diagnostics, location_of(r, &object->items[i]), "there is no member '%s' here%s%s%s",
                           object->names[i], near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        } else if (*before) {
            diagnose_error(r->diagnostics, location_of(r, &object->items[i]), "the member '%s' is there twice",
                           object->names[i]);
        }
        *before = (void *)(uintptr_t)object;
    }
}

/* The text of a value: of -DNAME=TEXT. NULL after a report, or, with *absent, where the macro is not to be defined. */
static const char *read_value(const reader *r, const json *value, bool *absent)
{
    *absent = value->kind == JSON_NULL || value->kind == JSON_FALSE;
    if (*absent) return NULL;
    if (value->kind == JSON_TRUE) return "1";
    if (value->kind == JSON_NUMBER) return value->text;
    if (value->kind != JSON_STRING) {
        diagnose_error(r->diagnostics, location_of(r, value),
                       "a value is a text, a number, true (as -D without a value), or null: not defined");
        return NULL;
    }
    const char *text = value->text;
    const size_t length = strlen(text);
    bool fine = phase_line_end(text, 0, length) == length && !strstr(text, "/*") && !strstr(text, "//") &&
                (!length || text[length - 1] != '\\');
    for (size_t i = 0; i < length; ++i) fine = fine && (unsigned char)text[i] >= 32 && text[i] != 127;
    if (fine) return text;
    diagnose_error(r->diagnostics, location_of(r, value),
                   "a value is one line of OpenCL C without comments, as in \"float\" or \"4\"");
    return NULL;
}

/* The number of a macro, which is added where it is new. */
static size_t number_of(reader *r, const char *name)
{
    void **known = map_ats(&r->names, name);
    if (!*known) {
        option_sets *s = &r->sets;
        s->names = arena_reserve(r->arena, s->names, s->name_count, &s->name_capacity, sizeof *s->names);
        s->names[s->name_count++] = name;
        *known = (void *)(uintptr_t)s->name_count;
    }
    return (size_t)(uintptr_t)*known - 1;
}

/* Enters the macros that an entry's values name. */
static void note_names(reader *r, const json *values)
{
    map seen = {.arena = r->arena};
    for (size_t i = 0; i < values->count; ++i) {
        const char *name = values->names[i];
        if (!is_identifier(name)) {
            diagnose_error(r->diagnostics, location_of(r, &values->items[i]),
                           "'%s' cannot name a macro: write an identifier", name);
            continue;
        }
        void **before = map_ats(&seen, name);
        if (*before)
            diagnose_error(r->diagnostics, location_of(r, &values->items[i]), "'%s' has two values here", name);
        *before = r;
        (void)number_of(r, name);
    }
}

/* ["gpu", "native"] as classes of devices; 0 after a report. */
static uint32_t read_classes(const reader *r, const json *list)
{
    static const struct {
        const char *word;
        uint32_t classes;
    } words[] = {{"gpu", CLB_CLASS_GPU},
                 {"cpu", CLB_CLASS_CPU},
                 {"accelerator", CLB_CLASS_ACCELERATOR},
                 {"opencl", CLB_CLASS_OPENCL},
                 {"native", CLB_CLASS_NATIVE}};
    enum { COUNT = sizeof words / sizeof *words };
    uint32_t all = 0;
    for (size_t i = 0; i < list->count; ++i) {
        const json *word = &list->items[i];
        size_t n = 0;
        while (n < COUNT && (word->kind != JSON_STRING || strcmp(words[n].word, word->text) != 0)) ++n;
        if (n < COUNT) all |= words[n].classes;
        else
            diagnose_error(r->diagnostics, location_of(r, word),
                           "a class of devices is \"gpu\", \"cpu\", \"accelerator\", \"opencl\" (any driver's device) "
                           "or \"native\"");
    }
    return all;
}

/* `"best": ["gpu"]`, or `"best": {"KERNEL": ["gpu"], ...}`. */
static void read_best(const reader *r, const json *best, entry *e)
{
    if (!best) return;
    if (best->kind == JSON_ARRAY) {
        e->best = arena_array(r->arena, 1, sizeof *e->best);
        e->best[e->best_count++] = (option_best){NULL, read_classes(r, best), location_of(r, best)};
        return;
    }
    if (best->kind != JSON_OBJECT) {
        diagnose_error(r->diagnostics, location_of(r, best),
                       "'best' is a list of classes of devices, or such a list for each kernel: {\"KERNEL\": "
                       "[\"gpu\"]}");
        return;
    }
    e->best = arena_array(r->arena, best->count, sizeof *e->best);
    for (size_t i = 0; i < best->count; ++i) {
        const json *list = &best->items[i];
        if (list->kind != JSON_ARRAY)
            diagnose_error(r->diagnostics, location_of(r, list), "'%s' needs a list of classes of devices here",
                           best->names[i]);
        else e->best[e->best_count++] = (option_best){best->names[i], read_classes(r, list), location_of(r, list)};
    }
}

/* The first pass over an entry: its members and names. */
static void read_entry(reader *r, const json *value, entry *e)
{
    static const char *const members[] = {"name", "values", "options", "best"};
    const json *name = json_member(value, "name"), *values = json_member(value, "values"),
               *options = json_member(value, "options");
    e->value = value;
    if (value->kind != JSON_OBJECT) {
        diagnose_error(r->diagnostics, location_of(r, value),
                       "a configuration is an object, as in {\"values\": {\"WIDTH\": 4}}");
        return;
    }
    check_members(r, value, members, sizeof members / sizeof *members);
    if (name && (name->kind != JSON_STRING || !is_identifier(name->text)))
        diagnose_error(r->diagnostics, location_of(r, name), "'name' must be an identifier: it becomes part of names");
    else if (name) e->name = name->text;
    if (!values || values->kind != JSON_OBJECT)
        diagnose_error(r->diagnostics, location_of(r, values ? values : value),
                       "'values' must be an object here, as in {\"WIDTH\": 4}");
    else note_names(r, values);
    if (options && options->kind != JSON_STRING)
        diagnose_error(r->diagnostics, location_of(r, options), "'options' must be a text, as for --options");
    e->options = options && options->kind == JSON_STRING ? options->text : "";
    read_best(r, json_member(value, "best"), e);
}

/* The common options with the entry's own. */
static void read_options(const reader *r, entry *e)
{
    const size_t errors = r->diagnostics->errors;
    const char *text = *e->options ? arena_printf(r->arena, "%s %s", r->common, e->options) : r->common;
    e->text = build_text_read(r->arena, text, r->diagnostics);
    if (r->diagnostics->errors > errors && e->value)
        diagnose_note(r->diagnostics, location_of(r, e->value), "these are options of this configuration");
    for (size_t i = 0; i < e->text.definition_count; ++i)
        for (size_t n = 0; n < r->sets.name_count; ++n) {
            const char *name = r->sets.names[n], *definition = e->text.definitions[i];
            if (strlen(name) != strcspn(definition, "=(") || strncmp(name, definition, strlen(name)) != 0) continue;
            diagnose_error(r->diagnostics, location_of(r, e->value), "the options also define '%s': remove one of them",
                           name);
        }
}

/* The value as part of a name: every other character becomes '_'. */
static const char *name_part(arena *a, const char *value)
{
    char *text = arena_strndup(a, value, strlen(value));
    for (char *c = text; *c; ++c)
        if (!(*c >= '0' && *c <= '9') && !(*c >= 'a' && *c <= 'z') && !(*c >= 'A' && *c <= 'Z')) *c = '_';
    return text;
}

static const char *join_name(arena *a, const char *name, const char *part)
{
    return *name ? arena_printf(a, "%s_%s", name, part) : part;
}

/* Text of the program that defines the macro: the same source wherever the value is the same, so that programs share
 * it. */
static const source *define(reader *r, const char *name, const char *value)
{
    void **known = map_ats(&r->definitions, arena_printf(r->arena, "%s %s", name, value));
    if (!*known) {
        source_set own = {.arena = r->arena, .by_path.arena = r->arena};
        const char *text = arena_printf(r->arena, "#define %s %s\n", name, value);
        *known = (void *)(uintptr_t)source_from_text(&own, "<configurations>", text, strlen(text));
    }
    return *known;
}

/* Adds the values to the options: in front of what drivers get as options, behind what is text already. */
static build_text text_with(reader *r, const entry *e, const char **values)
{
    arena *a = r->arena;
    build_text t = e->text;
    const size_t names = r->sets.name_count, given = t.definition_count, written = t.written_count;
    const char **definitions = arena_array(a, given + names, sizeof *definitions);
    const source **sources = arena_array(a, t.source_count + names, sizeof *sources);
    for (size_t i = 0; i < t.source_count; ++i) sources[i] = t.sources[i];
    for (size_t i = 0; i < written; ++i) definitions[i] = t.definitions[i];
    for (size_t i = 0; i < names; ++i) {
        if (!values[i]) continue;
        definitions[t.written_count++] = arena_printf(a, "%s=%s", r->sets.names[i], values[i]);
        sources[t.source_count++] = define(r, r->sets.names[i], values[i]);
    }
    for (size_t i = written; i < given; ++i) definitions[t.written_count + i - written] = t.definitions[i];
    t.definition_count = t.written_count + given - written;
    t.definitions = definitions;
    t.sources = sources;
    return t;
}

/* A name for the reader of C, and the set itself. */
static void add_set(reader *r, const entry *e, const char **values, const char *name)
{
    arena *a = r->arena;
    option_sets *s = &r->sets;
    const location where = location_of(r, e->value);
    buffer key = {0};
    for (size_t i = 0; i < s->name_count; ++i)
        buffer_addf(&key, "%s%s\n", values[i] ? "=" : "-", values[i] ? values[i] : "");
    if (key.length > VALUES_MOST)
        diagnose_error(r->diagnostics, where, "the values of the configuration '%s' have more than %d bytes", name,
                       (int)VALUES_MOST);
    buffer_adds(&key, e->options);
    void **same = map_ats(&r->contents, arena_strndup(a, key.text ? key.text : "", key.length));
    buffer_free(&key);
    if (*same) {
        diagnose_error(r->diagnostics, where, "the configuration '%s' has the values of '%s', too: remove one of them",
                       name, s->items[(uintptr_t)*same - 1].name);
        return;
    }
    if (!*name) name = "none";
    void **known = map_ats(&r->set_names, name);
    if (*known) {
        diagnose_error(r->diagnostics, where, "two configurations are called '%s': give one a 'name' of its own", name);
        return;
    }
    *known = r;
    s->items = arena_reserve(a, s->items, s->count, &s->capacity, sizeof *s->items);
    s->items[s->count++] = (option_set){.name = name,
                                        .values = values,
                                        .best = e->best,
                                        .best_count = e->best_count,
                                        .options = e->options,
                                        .text = text_with(r, e, values),
                                        .where = where};
    *same = (void *)(uintptr_t)s->count;
}

/* How many values a macro has in an entry. */
static size_t count_of(const json *given)
{
    return !given ? 1 : given->kind == JSON_ARRAY ? given->count : 1;
}

/* One set for each choice of the values that are lists, the last name fastest. */
static void multiply(reader *r, entry *e)
{
    arena *a = r->arena;
    const size_t names = r->sets.name_count;
    size_t total = 1;
    const json *all = json_member(e->value, "values");
    e->given = arena_array(a, names, sizeof *e->given);
    for (size_t i = 0; i < all->count; ++i) e->given[number_of(r, all->names[i])] = &all->items[i];
    for (size_t i = 0; i < names; ++i) {
        if (!count_of(e->given[i])) {
            diagnose_error(r->diagnostics, location_of(r, e->given[i]), "the list of values is empty");
            return;
        }
        total *= count_of(e->given[i]);
        if (total > OPTION_SETS_MOST || r->sets.count + total > OPTION_SETS_MOST) {
            diagnose_error(r->diagnostics, location_of(r, e->value),
                           "these are more than %d configurations, each of which is compiled: list fewer values",
                           (int)OPTION_SETS_MOST);
            return;
        }
    }
    for (size_t n = 0; n < total; ++n) {
        const char **values = arena_array(a, names, sizeof *values), *name = e->name ? e->name : "";
        bool fine = true;
        size_t rest = n, behind = total;
        for (size_t i = 0; i < names; ++i) {
            if (!e->given[i]) continue;
            const bool list = e->given[i]->kind == JSON_ARRAY;
            behind /= count_of(e->given[i]);
            const json *value = list ? &e->given[i]->items[rest / behind] : e->given[i];
            bool absent = false;
            if (list) rest %= behind;
            values[i] = read_value(r, value, &absent);
            fine = fine && (values[i] || absent);
            if (list || (!e->name && value->kind > JSON_TRUE))
                name = join_name(a, name, values[i] ? name_part(a, values[i]) : "no");
        }
        if (fine) add_set(r, e, values, name);
    }
}

/* `"types": ["REAL"]` */
static void read_types(reader *r, const json *types)
{
    r->sets.typing = arena_array(r->arena, r->sets.name_count, sizeof *r->sets.typing);
    if (!types) return;
    if (types->kind != JSON_ARRAY) {
        diagnose_error(r->diagnostics, location_of(r, types),
                       "'types' is the list of the names with which parameter types change");
        return;
    }
    for (size_t i = 0; i < types->count; ++i) {
        const json *name = &types->items[i];
        const size_t known = name->kind == JSON_STRING ? (uintptr_t)map_gets(&r->names, name->text) : 0;
        if (known) r->sets.typing[known - 1] = true;
        else
            diagnose_error(r->diagnostics, location_of(r, name), "no configuration defines '%s'",
                           name->kind == JSON_STRING ? name->text : "(no text)");
    }
}

static void read_sets(reader *r, const json *list)
{
    entry *entries = arena_array(r->arena, list->count, sizeof *entries);
    const size_t errors = r->diagnostics->errors;
    if (list->count > OPTION_SETS_MOST) {
        diagnose_error(r->diagnostics, location_of(r, list), "these are more than %d configurations: list fewer",
                       (int)OPTION_SETS_MOST);
        return;
    }
    for (size_t i = 0; i < list->count; ++i) read_entry(r, &list->items[i], &entries[i]);
    if (r->sets.name_count > OPTION_NAMES_MOST)
        diagnose_error(r->diagnostics, location_of(r, list), "the values name more than %d macros",
                       (int)OPTION_NAMES_MOST);
    if (r->diagnostics->errors > errors) return;
    for (size_t i = 0; i < list->count; ++i) read_options(r, &entries[i]);
    for (size_t i = 0; i < list->count; ++i) multiply(r, &entries[i]);
}

option_sets option_sets_read(arena *a, source_set *sources, const char *path, const char *common, diagnostics *d)
{
    static const char *const members[] = {"clbundle_configurations", "types", "configurations"};
    const char *why = NULL;
    reader r = {.arena = a, .sources = sources, .common = common, .diagnostics = d};
    r.names.arena = r.definitions.arena = r.set_names.arena = r.contents.arena = a;
    r.json = source_read(sources, path, path, &why);
    if (!r.json) {
        diagnose_error(d, (location){0}, "--configurations: %s", why);
        return r.sets;
    }
    const json *root = json_read(a, r.json, d);
    if (!root) return r.sets;
    r.sets.where = location_of(&r, root);
    const json *version = json_member(root, "clbundle_configurations"), *list = json_member(root, "configurations");
    if (!version || version->kind != JSON_NUMBER) {
        diagnose_error(d, location_of(&r, version ? version : root),
                       "write {\"clbundle_configurations\": %d, \"configurations\": [...]}", (int)OPTION_SETS_VERSION);
        return r.sets;
    }
    if (strcmp(version->text, "1") != 0) {
        diagnose_error(d, location_of(&r, version), "the file has version %s, and this clbundle reads version %d",
                       version->text, (int)OPTION_SETS_VERSION);
        return r.sets;
    }
    check_members(&r, root, members, sizeof members / sizeof *members);
    if (!list || list->kind != JSON_ARRAY || !list->count) {
        diagnose_error(d, location_of(&r, list ? list : root), "'configurations' must be a list of at least one");
        return r.sets;
    }
    read_sets(&r, list);
    read_types(&r, json_member(root, "types"));
    return r.sets;
}

const char *option_set_text(arena *a, const option_sets *all, size_t set)
{
    const char *text = "";
    for (size_t i = 0; i < all->name_count; ++i)
        if (all->items[set].values[i])
            text = arena_printf(a, "%s%s%s=%s", text, *text ? ", " : "", all->names[i], all->items[set].values[i]);
    return *text ? text : "no values";
}

const char *option_set_type_suffix(arena *a, const option_sets *all, size_t set)
{
    const char *text = "";
    for (size_t i = 0; i < all->name_count; ++i)
        if (all->typing[i])
            text = join_name(a, text, all->items[set].values[i] ? name_part(a, all->items[set].values[i]) : "no");
    return text;
}
