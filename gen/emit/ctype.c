#include "emit/ctype.h"

#include <string.h>

static const char *const scalars[TYPE_KINDS] = {
    [TYPE_CHAR] = "int8_t",   [TYPE_UCHAR] = "uint8_t", [TYPE_SHORT] = "int16_t", [TYPE_USHORT] = "uint16_t",
    [TYPE_INT] = "int32_t",   [TYPE_UINT] = "uint32_t", [TYPE_LONG] = "int64_t",  [TYPE_ULONG] = "uint64_t",
    [TYPE_HALF] = "clb_half", [TYPE_FLOAT] = "float",   [TYPE_DOUBLE] = "double", [TYPE_ENUM] = "int32_t",
    [TYPE_BOOL] = "uint8_t",
};

static const char *const vector_elements[TYPE_KINDS] = {
    [TYPE_CHAR] = "char", [TYPE_UCHAR] = "uchar", [TYPE_SHORT] = "short", [TYPE_USHORT] = "ushort", [TYPE_INT] = "int",
    [TYPE_UINT] = "uint", [TYPE_LONG] = "long",   [TYPE_ULONG] = "ulong", [TYPE_FLOAT] = "float",
    [TYPE_DOUBLE] = "double",
};

static const char *known_record(const ctype_records *r, const record *wanted)
{
    for (size_t i = 0; i < r->count; ++i)
        if (r->items[i] == wanted) return r->names[i];
    return NULL;
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

static void remember(ctype_records *records, const record *r, const char *name)
{
    if (records->count == records->capacity) {
        const size_t capacity = records->capacity ? records->capacity * 2 : 8;
        records->items = arena_grow(records->arena, records->items, records->count, capacity, sizeof *records->items);
        records->names = arena_grow(records->arena, records->names, records->count, capacity, sizeof *records->names);
        records->capacity = capacity;
    }
    records->items[records->count] = r;
    records->names[records->count++] = name;
}

/* The tag, or the typedef's name, behind the prefix; a number where two structures share one. */
static const char *choose_name(ctype_records *records, const type *t)
{
    const char *own = *t->record->name ? t->record->name : t->alias ? t->alias : "struct";
    const char *name = arena_printf(records->arena, "%s_%s", records->prefix, own);
    for (size_t n = 2;; ++n) {
        bool taken = false;
        for (size_t i = 0; i < records->count && !taken; ++i) taken = strcmp(records->names[i], name) == 0;
        if (!taken) return name;
        name = arena_printf(records->arena, "%s_%s_%zu", records->prefix, own, n);
    }
}

static void define_member(ctype_records *records, buffer *out, const record *r, size_t index)
{
    const field *f = &r->fields[index];
    const type *t = f->type;
    const char *bounds = "";
    while (t->kind == TYPE_ARRAY) {
        bounds = arena_printf(records->arena, "%s[%zu]", bounds, t->count);
        t = t->base;
    }
    /* 8-byte numbers are aligned to 4 in the structures of some hosts, never on a device. */
    size_t align = f->align > type_align(f->type) ? f->align : 0;
    if (!align && (t->kind == TYPE_LONG || t->kind == TYPE_ULONG || t->kind == TYPE_DOUBLE)) align = 8;
    if (index == 0 && r->align_asked > align) align = r->align_asked;
    buffer_adds(out, "    ");
    if (align) buffer_addf(out, "CLB_ALIGNED(%zu) ", align);
    buffer_addf(out, "%s %s%s;\n", ctype_name(records, t), f->name, bounds);
}

void ctype_define(ctype_records *records, buffer *out, const type *t)
{
    while (t->kind == TYPE_ARRAY) t = t->base;
    if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) return;
    const record *r = t->record;
    if (!r->complete || known_record(records, r)) return;
    const bool members = has_members(t);
    for (size_t i = 0; members && i < r->field_count; ++i) ctype_define(records, out, r->fields[i].type);
    const char *name = choose_name(records, t), *kind = t->kind == TYPE_UNION ? "union" : "struct";
    remember(records, r, name);
    buffer_addf(out, "/* The kernels' %s %s. */\ntypedef %s %s {\n", kind,
                *r->name ? r->name : t->alias ? t->alias : "without a name", kind, name);
    if (members)
        for (size_t i = 0; i < r->field_count; ++i) define_member(records, out, r, i);
    else
        buffer_addf(out, "    %sunsigned char bytes[%zu]; /* a layout that C cannot state */\n",
                    r->align > 1 ? arena_printf(records->arena, "CLB_ALIGNED(%zu) ", r->align) : "", r->size);
    buffer_addf(out, "} %s;\n", name);
    buffer_addf(out, "CLB_STATIC_ASSERT(sizeof(%s) == %zu, \"%s must have the device's size\");\n", name, r->size,
                name);
    for (size_t i = 0; members && i < r->field_count; ++i)
        buffer_addf(out, "CLB_STATIC_ASSERT(offsetof(%s, %s) == %zu, \"%s.%s must have the device's place\");\n", name,
                    r->fields[i].name, r->fields[i].offset, name, r->fields[i].name);
    buffer_addc(out, '\n');
}
