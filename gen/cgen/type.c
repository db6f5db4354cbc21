/* Types in C, and structures laid out as devices do. See writer.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/writer.h"

#include "cgen/provide.h"

static const char *const scalars[TYPE_KINDS] = {
    [TYPE_VOID] = "void",      [TYPE_BOOL] = "_Bool",         [TYPE_CHAR] = "int8_t",   [TYPE_UCHAR] = "uint8_t",
    [TYPE_SHORT] = "int16_t",  [TYPE_USHORT] = "uint16_t",    [TYPE_INT] = "int32_t",   [TYPE_UINT] = "uint32_t",
    [TYPE_LONG] = "int64_t",   [TYPE_ULONG] = "uint64_t",     [TYPE_HALF] = "uint16_t", [TYPE_FLOAT] = "float",
    [TYPE_DOUBLE] = "double",  [TYPE_ENUM] = "int32_t",       [TYPE_EVENT] = "int32_t", [TYPE_RESERVE_ID] = "uint64_t",
    [TYPE_QUEUE] = "uint64_t", [TYPE_CLK_EVENT] = "uint64_t",
};

static const char *const elements[TYPE_KINDS] = {
    [TYPE_CHAR] = "char", [TYPE_UCHAR] = "uchar", [TYPE_SHORT] = "short",   [TYPE_USHORT] = "ushort",
    [TYPE_INT] = "int",   [TYPE_UINT] = "uint",   [TYPE_LONG] = "long",     [TYPE_ULONG] = "ulong",
    [TYPE_HALF] = "half", [TYPE_FLOAT] = "float", [TYPE_DOUBLE] = "double",
};

/* Whether a member is a pointer, or an array of pointers, to a structure. Such a member is kept as an untyped pointer,
 * so that structures may point to themselves and to each other. */
static bool is_untyped(const type *member)
{
    while (member->kind == TYPE_ARRAY) member = member->base;
    if (member->kind != TYPE_POINTER) return false;
    while (member->kind == TYPE_POINTER || member->kind == TYPE_ARRAY) member = member->base;
    return type_is_aggregate(member);
}

static const type *untyped(arena *a, const type *t)
{
    if (t->kind == TYPE_ARRAY) return type_array(a, untyped(a, t->base), t->count, t->incomplete);
    return type_pointer(a, type_basic(TYPE_VOID));
}

/* The host may align less: 8-byte numbers in structures on 32-bit x86, and gcc's vectors without AVX. */
enum { ALIGNED_ANYWHERE = 4 };

static void add_attributes(buffer *b, const record *r)
{
    if (r->packed) buffer_adds(b, " __attribute__((packed))");
    if (r->align_asked) buffer_addf(b, " __attribute__((aligned(%zu)))", r->align_asked);
    else if (!r->packed && r->align > ALIGNED_ANYWHERE) buffer_addf(b, " __attribute__((aligned(%zu)))", r->align);
}

/* Padding becomes a member, too. Copies are then whole, as drivers make them, and single bytes read back as they were
 * written. */
static void add_padding(buffer *b, size_t from, size_t to, const size_t *depth)
{
    if (from < to) buffer_addf(b, "    char pad_%zu_%zu[%zu];\n", *depth, from, to - from);
}

static size_t pointers_in(const type *t)
{
    size_t count = 1;
    for (; t->kind == TYPE_ARRAY; t = t->base) count *= t->count;
    return t->kind == TYPE_POINTER ? count : 0;
}

/* Whether a member occupies no bytes, such as an array without a size at the end: the C structure lacks it. Accesses
 * compute addresses and name no members. */
static bool is_empty(const field *f)
{
    return !type_size(f->type);
}

static void add_members(writer *w, buffer *b, const record *r, size_t *depth)
{
    arena *a = w->program->arena;
    size_t end = 0;
    ++*depth;
    for (size_t i = 0; i < r->field_count; ++i) {
        const field *f = &r->fields[i];
        if (is_empty(f)) continue;
        size_t align = f->align ? f->align : f->type->align_asked;
        if (!align && !r->packed && type_align(f->type) > ALIGNED_ANYWHERE) align = type_align(f->type);
        if (r->kind == TYPE_STRUCT) {
            add_padding(b, end, f->offset, depth);
            end = f->offset + type_size(f->type);
        } else if (type_size(f->type) > end) {
            end = type_size(f->type);
        }
        buffer_adds(b, "    ");
        if (*f->name) {
            const type *t = is_untyped(f->type) ? untyped(a, f->type) : f->type;
            buffer_adds(b, write_declaration(w, t, write_name(a, "m_", f->name)));
        } else {
            buffer_adds(b, f->type->kind == TYPE_UNION ? "union {\n" : "struct {\n");
            size_t below = *depth + 16 * (i + 1);
            add_members(w, b, f->type->record, &below);
            buffer_adds(b, "    }");
            add_attributes(b, f->type->record);
        }
        if (align) buffer_addf(b, " __attribute__((aligned(%zu)))", align);
        buffer_adds(b, ";\n");
        const size_t pointers = pointers_in(f->type);
        if (pointers && r->kind == TYPE_STRUCT)
            buffer_addf(b, "    char pad_%zu_%zu[%zu * (8 - sizeof(void *))];\n", *depth, f->offset, pointers);
    }
    if (r->kind == TYPE_STRUCT) add_padding(b, end, r->size, depth);
    else if (end < r->size) add_padding(b, 0, r->size, depth);
}

static void add_offsets(arena *a, buffer *b, const record *r, size_t before)
{
    for (size_t i = 0; i < r->field_count; ++i) {
        const field *f = &r->fields[i];
        if (is_empty(f)) continue;
        if (!*f->name) add_offsets(a, b, f->type->record, before + f->offset);
        else
            buffer_addf(b, "_Static_assert(offsetof(\1, %s) == %zu, \"layout\");\n", write_name(a, "m_", f->name),
                        before + f->offset);
    }
}

static const char *record_name(writer *w, const type *t)
{
    native_program *p = w->program;
    arena *a = p->arena;
    const record *r = t->record;
    const record **key = ARENA_NEW(a, const record *);
    *key = r;
    void *seen = map_get(&p->records, (const char *)key, sizeof *key);
    if (seen) return seen;
    if (!r->complete) {
        /* It is only pointed to, never accessed. */
        return "void";
    }
    if (!r->size) write_refuse(w, NULL, "a structure without members as a parameter or variable");
    buffer b = {0};
    buffer_addf(&b, "typedef %s {\n", r->kind == TYPE_UNION ? "union" : "struct");
    size_t depth = 0;
    add_members(w, &b, r, &depth);
    buffer_adds(&b, "}");
    add_attributes(&b, r);
    buffer_adds(&b, " \1;\n");
    buffer_addf(&b, "_Static_assert(sizeof(\1) == %zu && __alignof__(\1) == %zu, \"layout\");\n", r->size, r->align);
    add_offsets(a, &b, r, 0);
    if (w->refused->reason) {
        /* Nothing of this function is written, so its text must not be kept for others. */
        buffer_free(&b);
        return "int";
    }
    bool existing = false;
    const char *piece = *r->name ? r->name : t->alias ? t->alias : "unnamed";
    const char *name =
        write_once(p->text, write_name(a, arena_printf(a, "%s_s_", p->text->prefix), piece), b.text, &existing);
    if (!existing) {
        write_named(&p->text->types, b.text, name);
        buffer_addc(&p->text->types, '\n');
    }
    buffer_free(&b);
    *map_at(&p->records, (const char *)key, sizeof *key) = (void *)(uintptr_t)name;
    return name;
}

const char *write_type(writer *w, const type *t)
{
    arena *a = w->program->arena;
    switch (t->kind) {
    case TYPE_VECTOR: return arena_printf(a, "clbn_%s%zu", elements[t->base->kind], t->count);
    case TYPE_STRUCT:
    case TYPE_UNION: return record_name(w, t);
    case TYPE_POINTER:
    case TYPE_ARRAY: return write_declaration(w, t, "");
    case TYPE_ATOMIC: return write_type(w, t->base);
    case TYPE_IMAGE: return "const clb_native_image *";
    case TYPE_SAMPLER: return "uint32_t";
    case TYPE_PIPE: return "clb_native_pipe *";
    case TYPE_NDRANGE: provide_feature(w->program->text, "ENQUEUE"); return "clb_native_ndrange";
    default:
        if (t->kind < TYPE_KINDS && scalars[t->kind]) return scalars[t->kind];
        write_refuse(w, NULL,
                     arena_printf(a, "the type '%s', which only drivers have", type_spell(a, type_unqualified(a, t))));
        return "int";
    }
}

/* A vector in the application's memory, which may have the alignment of its elements only. */
static const char *unaligned(writer *w, const type *vector, const char *aligned)
{
    native_text *text = w->program->text;
    const char *name = arena_printf(text->arena, "%s_%s_any", text->prefix, aligned);
    void **at = map_ats(&text->instances, name);
    if (!*at)
        buffer_addf(&text->types,
                    "/* In memory that is aligned for its elements only. */\n"
                    "typedef %s %s __attribute__((aligned(%zu)));\n",
                    aligned, name, type_size(vector->base));
    *at = text;
    return name;
}

const char *write_declaration(writer *w, const type *t, const char *name)
{
    arena *a = w->program->arena;
    const char *declarator = name;
    bool is_volatile = false, is_pointed_to = false;
    while (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY) {
        if (t->kind == TYPE_POINTER) {
            declarator = arena_printf(a, t->base->kind == TYPE_ARRAY ? "(*%s)" : "*%s", declarator);
            is_pointed_to = true;
            is_volatile = (type_qualifiers(t->base) & QUALIFIER_VOLATILE) != 0;
        } else {
            if (t->incomplete) write_refuse(w, NULL, "an array without a size");
            declarator = arena_printf(a, "%s[%zu]", declarator, t->count);
        }
        t = t->base;
    }
    const char *base = write_type(w, t);
    if (is_pointed_to && type_is_vector(t)) base = unaligned(w, t, base);
    return arena_printf(a, "%s%s%s%s", is_volatile ? "volatile " : "", base, *declarator ? " " : "", declarator);
}
