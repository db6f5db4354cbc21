/* SPDX-License-Identifier: MIT */
#include "emit/ctype.h"

#include "base/name.h"

#include <string.h>

static const char *const scalars[TYPE_KINDS] = {
    [TYPE_CHAR] = "int8_t",   [TYPE_UCHAR] = "uint8_t", [TYPE_SHORT] = "int16_t", [TYPE_USHORT] = "uint16_t",
    [TYPE_INT] = "int32_t",   [TYPE_UINT] = "uint32_t", [TYPE_LONG] = "int64_t",  [TYPE_ULONG] = "uint64_t",
    [TYPE_HALF] = "clb_half", [TYPE_FLOAT] = "float",   [TYPE_DOUBLE] = "double", [TYPE_ENUM] = "int32_t",
    [TYPE_BOOL] = "uint8_t",
};

static const char *const vector_elements[TYPE_KINDS] = {
    [TYPE_CHAR] = "char",   [TYPE_UCHAR] = "uchar",   [TYPE_SHORT] = "short", [TYPE_USHORT] = "ushort",
    [TYPE_INT] = "int",     [TYPE_UINT] = "uint",     [TYPE_LONG] = "long",   [TYPE_ULONG] = "ulong",
    [TYPE_FLOAT] = "float", [TYPE_DOUBLE] = "double", [TYPE_HALF] = "half",
};

static const char *known_record(const ctype_records *r, const record *wanted)
{
    return map_get(&r->known, (const char *)&wanted, sizeof wanted);
}

const char *ctype_name(ctype_records *records, const type *t)
{
    if (t->kind == TYPE_VECTOR) {
        const char *element = vector_elements[t->base->kind];
        return element ? arena_printf(records->arena, "clb_%s%zu", element, t->count) : NULL;
    }
    if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) return known_record(records, t->record);
    return t->kind < TYPE_KINDS ? scalars[t->kind] : NULL;
}

const char *ctype_buffer(ctype_records *records, const type *t)
{
    const char *name = ctype_name(records, t);
    if (!name) return NULL;
    if (t->kind == TYPE_VECTOR)
        return arena_printf(records->arena, "clb_buffer_%s%zu", vector_elements[t->base->kind], t->count);
    if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION)
        return arena_printf(records->arena, "%s_buffer_%s", records->prefix, name + strlen(records->prefix) + 1);
    return arena_printf(records->arena, "clb_buffer_%s",
                        vector_elements[t->kind == TYPE_ENUM   ? TYPE_INT
                                        : t->kind == TYPE_BOOL ? TYPE_UCHAR
                                                               : t->kind]);
}

/* Whether every member has a C type, so that the structure can be written member by member. */
static bool has_members(const type *t)
{
    if (t->kind == TYPE_ARRAY) return !t->incomplete && t->count && has_members(t->base);
    if (t->kind == TYPE_VECTOR) return vector_elements[t->base->kind] != NULL;
    if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) return scalars[t->kind] != NULL;
    const record *r = t->record;
    if (!r->complete || r->packed || r->has_flexible || !r->field_count) return false;
    for (size_t i = 0; i < r->field_count; ++i)
        if (!*r->fields[i].name || !has_members(r->fields[i].type)) return false;
    return true;
}

static void name_record(ctype_records *records, const record *r, const char *name)
{
    records->known.arena = records->arena;
    *map_at(&records->known, arena_grow(records->arena, &r, 1, 1, sizeof r), sizeof r) = (void *)(uintptr_t)name;
}

static void remember(ctype_records *records, const type *t, const char *name)
{
    records->written =
        arena_reserve(records->arena, records->written, records->count, &records->capacity, sizeof *records->written);
    records->written[records->count++] = t;
    if (!records->names.arena) records->names.arena = records->arena;
    name_record(records, t->record, name);
    *map_ats(&records->names, name) = records;
}

/* The name of a structure that was written and is the same in another reading of the text, or NULL. */
static const char *find_alike(const ctype_records *records, const type *t)
{
    for (size_t i = 0; records->unified && i < records->count; ++i) {
        const type *other = records->written[i];
        const char *alias = t->alias ? t->alias : "", *other_alias = other->alias ? other->alias : "";
        if (strcmp(t->record->name, other->record->name) == 0 && strcmp(alias, other_alias) == 0 &&
            type_is_alike(t, other))
            return known_record(records, other->record);
    }
    return NULL;
}

/* Whether other names of the generated files are, or begin with, the bundle's prefix and this name: functions,
 * enumerators, and in the native file the kernels' structures, constants and vectors. */
static bool is_generated(const char *tag)
{
    static const char *const beginnings[] = {
        "run_",        "call_",   "array_", "select_",  "configuration", "CONFIGURATION_",
        "kernels_of_", "best_",   "args_",  "buffers_", "buffer_",       "type_",
        "fields_",     "KERNEL_", "s_",     "k_",       "clbn_",         "struct"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; ++i)
        if (strncmp(tag, beginnings[i], strlen(beginnings[i])) == 0) return true;
    for (size_t i = 0; i < NAME_TABLES; ++i)
        if (strcmp(tag, name_tables[i]) == 0) return true;
    return false;
}

/* The tag, or the typedef's name, behind the prefix; a number is appended if two structures share one. */
static const char *choose_name(ctype_records *records, const type *t)
{
    arena *a = records->arena;
    const char *tag = *t->record->name ? t->record->name : t->alias ? t->alias : "";
    tag = !name_is_ascii(tag) || !*tag ? "struct" : is_generated(tag) ? arena_printf(a, "struct_%s", tag) : tag;
    const char *name = arena_printf(a, "%s_%s", records->prefix, tag);
    for (size_t n = 2; map_gets(&records->names, name); ++n)
        name = arena_printf(a, "%s_%s_%zu", records->prefix, tag, n);
    return name;
}

/* The names of a structure's members. */
static const char **member_names(arena *a, const record *r)
{
    const char **names = arena_array(a, r->field_count, sizeof *names);
    map known = {.arena = a};
    for (size_t i = 0; i < r->field_count; ++i) *map_ats(&known, r->fields[i].name) = &known;
    for (size_t i = 0; i < r->field_count; ++i)
        names[i] = name_choose(a, NULL, &known, r->fields[i].name, "member_", i);
    return names;
}

const char **ctype_members(arena *a, const type *t)
{
    return has_members(t) ? member_names(a, t->record) : NULL;
}

const char *ctype_declare(ctype_records *records, const type *t, const char *name)
{
    const char *bounds = "";
    for (; t->kind == TYPE_ARRAY; t = t->base) bounds = arena_printf(records->arena, "%s[%zu]", bounds, t->count);
    return arena_printf(records->arena, "%s %s%s", ctype_name(records, t), name, bounds);
}

static void define_member(ctype_records *records, buffer *out, const record *r, size_t index, const char *name)
{
    const field *f = &r->fields[index];
    const type *t = f->type;
    while (t->kind == TYPE_ARRAY) t = t->base;
    /* 8-byte numbers are aligned to 4 in the structures of some hosts, never on a device. */
    size_t align = f->align > type_align(f->type) ? f->align : 0;
    if (!align && (t->kind == TYPE_LONG || t->kind == TYPE_ULONG || t->kind == TYPE_DOUBLE)) align = 8;
    /* C does not allow an alignment below that of the type. */
    if (index == 0 && r->align_asked > align && r->align_asked > type_align(f->type)) align = r->align_asked;
    buffer_adds(out, "    ");
    if (align) buffer_addf(out, "CLB_ALIGNED(%zu) ", align);
    buffer_addf(out, "%s;\n", ctype_declare(records, f->type, name));
}

void ctype_define(ctype_records *records, buffer *out, const type *t)
{
    while (t->kind == TYPE_ARRAY) t = t->base;
    if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) return;
    const record *r = t->record;
    if (!r->complete || known_record(records, r)) return;
    const bool members = has_members(t);
    for (size_t i = 0; members && i < r->field_count; ++i) ctype_define(records, out, r->fields[i].type);
    const char *alike = find_alike(records, t);
    if (alike) {
        name_record(records, r, alike);
        return;
    }
    const char *name = choose_name(records, t), *kind = t->kind == TYPE_UNION ? "union" : "struct";
    remember(records, t, name);
    const char *tag = *r->name ? r->name : t->alias ? t->alias : "without a name";
    const char **names = ctype_members(records->arena, t);
    buffer_addf(out, "/* The kernels' %s %s. */\ntypedef %s %s {\n", kind,
                name_is_ascii(tag) ? tag : "of a foreign name", kind, name);
    if (members)
        for (size_t i = 0; i < r->field_count; ++i) define_member(records, out, r, i, names[i]);
    else
        buffer_addf(out, "    %sunsigned char bytes[%zu]; /* a layout that C cannot state */\n",
                    r->align > 1 ? arena_printf(records->arena, "CLB_ALIGNED(%zu) ", r->align) : "", r->size);
    buffer_addf(out, "} %s;\n", name);
    buffer_addf(out, "CLB_STATIC_ASSERT(sizeof(%s) == %zu, \"%s must have the device's size\");\n", name, r->size,
                name);
    for (size_t i = 0; members && i < r->field_count; ++i)
        buffer_addf(out, "CLB_STATIC_ASSERT(offsetof(%s, %s) == %zu, \"%s.%s must have the device's offset\");\n", name,
                    names[i], r->fields[i].offset, name, names[i]);
    buffer_addf(out, "CLB_BUFFER_TYPE(%s, %s)\n\n", ctype_buffer(records, t), name);
}
