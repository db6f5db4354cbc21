/* Calls with arrays: the types of all arguments as clb_type, and for each kernel a function that takes clb_array and
 * one that makes a ckernel.
 *
 * SPDX-License-Identifier: MIT */
#include "emit/emit.h"

#include "base/escape.h"

#include <string.h>

/* ---- Types ---- */

/* The types that were written already: initialiser -> number + 1. */
typedef struct type_table {
    arena *arena;
    const char *prefix;
    map known;
    size_t types, fields;
    buffer *out;
} type_table;

static const char *const kinds[TYPE_KINDS] = {
    [TYPE_BOOL] = "BOOL",     [TYPE_CHAR] = "INT8",    [TYPE_UCHAR] = "UINT8",   [TYPE_SHORT] = "INT16",
    [TYPE_USHORT] = "UINT16", [TYPE_INT] = "INT32",    [TYPE_UINT] = "UINT32",   [TYPE_LONG] = "INT64",
    [TYPE_ULONG] = "UINT64",  [TYPE_HALF] = "FLOAT16", [TYPE_FLOAT] = "FLOAT32", [TYPE_DOUBLE] = "FLOAT64",
    [TYPE_ENUM] = "INT32",
};

static const char *const kind_names[TYPE_KINDS] = {
    [TYPE_BOOL] = "bool",     [TYPE_CHAR] = "int8",    [TYPE_UCHAR] = "uint8",   [TYPE_SHORT] = "int16",
    [TYPE_USHORT] = "uint16", [TYPE_INT] = "int32",    [TYPE_UINT] = "uint32",   [TYPE_LONG] = "int64",
    [TYPE_ULONG] = "uint64",  [TYPE_HALF] = "float16", [TYPE_FLOAT] = "float32", [TYPE_DOUBLE] = "float64",
    [TYPE_ENUM] = "int32",
};

/* Whether a structure's members can be named one by one; others are bytes. */
static bool has_fields(const type *t)
{
    const record *r = t->record;
    if (t->kind != TYPE_STRUCT || !r->complete || r->has_flexible || !r->field_count) return false;
    for (size_t i = 0; i < r->field_count; ++i)
        if (!*r->fields[i].name || !type_size(r->fields[i].type)) return false;
    return true;
}

/* The number of a type object. A new type is written. Types nest no deeper than TYPE_NESTING. */
static size_t write_type(type_table *table, const type *t)
{
    arena *a = table->arena;
    const size_t size = type_size(t), align = type_align(t);
    const char *text;
    if (kinds[t->kind]) {
        text = arena_printf(a, "{CLB_KIND_%s, 0, %zu, %zu, NULL, 0, 0, NULL, 0, NULL, 0}", kinds[t->kind], size, size);
    } else if (t->kind == TYPE_VECTOR && kinds[t->base->kind]) {
        text = arena_printf(a, "{CLB_KIND_VECTOR, 0, %zu, %zu, &%s_type_%zu, %zu, 0, NULL, 0, NULL, 0}", size, align,
                            table->prefix, write_type(table, t->base), t->count);
    } else if (t->kind == TYPE_ARRAY && !t->incomplete && t->count) {
        text = arena_printf(a, "{CLB_KIND_FIXED, 0, %zu, %zu, &%s_type_%zu, %zu, %zu, NULL, 0, NULL, 0}", size, align,
                            table->prefix, write_type(table, t->base), t->count, type_size(t->base));
    } else if ((t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && has_fields(t)) {
        const record *r = t->record;
        buffer fields = {0};
        for (size_t i = 0; i < r->field_count; ++i) {
            buffer_adds(&fields, i ? ",\n    {" : "\n    {");
            escape_string(&fields, r->fields[i].name, strlen(r->fields[i].name));
            buffer_addf(&fields, ", %zu, &%s_type_%zu}", r->fields[i].offset, table->prefix,
                        write_type(table, r->fields[i].type));
        }
        void **known = map_ats(&table->known, arena_strndup(a, fields.text, fields.length));
        if (!*known) {
            buffer_addf(table->out, "static const clb_field %s_fields_%zu[] = {", table->prefix, table->fields);
            buffer_add(table->out, fields.text, fields.length);
            buffer_adds(table->out, "\n};\n");
            *known = (void *)(uintptr_t)++table->fields;
        }
        buffer_free(&fields);
        text = arena_printf(a, "{CLB_KIND_RECORD, 0, %zu, %zu, NULL, 0, 0, %s_fields_%zu, %zu, NULL, 0}", size, align,
                            table->prefix, (size_t)(uintptr_t)*known - 1, r->field_count);
    } else {
        text = arena_printf(a, "{CLB_KIND_BYTES, 0, %zu, %zu, NULL, 0, 0, NULL, 0, NULL, 0}", size, align);
    }
    void **known = map_ats(&table->known, text);
    if (!*known) {
        buffer_addf(table->out, "static const clb_type %s_type_%zu = %s;\n", table->prefix, table->types, text);
        *known = (void *)(uintptr_t)++table->types;
    }
    return (size_t)(uintptr_t)*known - 1;
}

/* The type of a buffer's elements or of a value in clb_type's terms; NULL if it has none. */
static const type *array_type(const bundle_argument *g)
{
    const bool memory =
        g->kind == CLB_ARGUMENT_GLOBAL || g->kind == CLB_ARGUMENT_CONSTANT || g->kind == CLB_ARGUMENT_IMAGE;
    return (memory || g->kind == CLB_ARGUMENT_VALUE) && g->type && type_size(g->type) ? g->type : NULL;
}

void emit_array_tables(arena *a, const bundle *b, buffer *out)
{
    type_table table = {.arena = a, .prefix = b->name, .known = {.arena = a}, .out = out};
    buffer list = {0}, shapes = {0};
    size_t count = 0;
    buffer_addf(&shapes, "static const uint32_t %s_shapes[] = {\n    0,\n", b->name);
    for (size_t i = 0; i < b->kernel_count; ++i)
        for (size_t n = 0; n < b->kernels[i].argument_count; ++n, ++count) {
            const bundle_argument *g = &b->kernels[i].arguments[n];
            const type *t = array_type(g);
            if (t) buffer_addf(&list, "    &%s_type_%zu,\n", b->name, write_type(&table, t));
            else buffer_adds(&list, "    NULL,\n");
            if (!g->dim_count) continue;
            buffer_addf(&shapes, "    %s%zu,", g->column ? "CLB_SHAPE_COLUMN | " : "", g->dim_count);
            for (size_t d = 0; d < g->dim_count; ++d) buffer_addf(&shapes, " %u,", (unsigned)g->dims[d]);
            buffer_addc(&shapes, '\n');
        }
    if (!count) buffer_adds(&list, "    NULL\n");
    buffer_addf(out, "static const clb_type *const %s_types[] = {\n", b->name);
    buffer_add(out, list.text, list.length);
    buffer_adds(out, "};\n\n");
    buffer_add(out, shapes.text, shapes.length);
    buffer_adds(out, "};\n\n");
    buffer_free(&list);
    buffer_free(&shapes);
}

size_t emit_shape_words(const bundle_argument *g)
{
    return g->dim_count ? g->dim_count + 1 : 0;
}

static void add_type_text(arena *a, const type *t, buffer *out)
{
    if (kind_names[t->kind]) {
        buffer_adds(out, kind_names[t->kind]);
    } else if (t->kind == TYPE_VECTOR && kind_names[t->base->kind]) {
        buffer_addf(out, "%sx%zu", kind_names[t->base->kind], t->count);
    } else if (t->kind == TYPE_ARRAY && !t->incomplete && t->count) {
        buffer_addf(out, "%zu * ", t->count);
        add_type_text(a, t->base, out);
    } else if ((t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && has_fields(t)) {
        const record *r = t->record;
        buffer_addc(out, '{');
        for (size_t i = 0; i < r->field_count; ++i) {
            buffer_addf(out, "%s%s: ", i ? ", " : "", r->fields[i].name);
            add_type_text(a, r->fields[i].type, out);
            buffer_addf(out, " @ %zu", r->fields[i].offset);
        }
        buffer_addf(out, "}[size=%zu, align=%zu]", type_size(t), type_align(t));
    } else {
        buffer_addf(out, "bytes[%zu]", type_size(t));
    }
}

const char *emit_array_type_text(arena *a, const bundle_argument *g)
{
    const type *t = array_type(g);
    if (!t) return NULL;
    buffer text = {0};
    add_type_text(a, t, &text);
    const char *copy = arena_strndup(a, text.text, text.length);
    buffer_free(&text);
    return copy;
}

/* ---- Functions ---- */

static void add_array_call(const bundle *b, const bundle_kernel *k, const kernel_names *names, const char *list,
                           buffer *out)
{
    buffer_addf(out, "return clb_array_call(device, &%s_bundle, %s, %s, %s, %zu, NULL, error);\n", b->name,
                names->number, k->range_dimensions ? "NULL" : "launch", list, k->argument_count);
}

void emit_array_function(const bundle *b, const bundle_kernel *k, const kernel_names *names, buffer *out)
{
    buffer_addf(out, "\nclb_status %s_array_%s(", b->name, k->name);
    emit_array_parameters(b, k, false, out);
    buffer_adds(out, ")\n{\n    ");
    if (emit_has_fields(b, k, EMIT_ARRAYS)) {
        buffer_adds(out, "if (!arguments) ");
        add_array_call(b, k, names, "NULL", out);
        buffer_adds(out, "    ");
    }
    if (k->argument_count) buffer_adds(out, "const clb_array_argument list[] = {\n");
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        const char *name = names->parameters[i];
        if (!emit_is_field(b, k, i, EMIT_ARRAYS)) buffer_adds(out, "        {NULL, NULL, 0},\n");
        else if (g->kind == CLB_ARGUMENT_LOCAL) buffer_addf(out, "        {NULL, NULL, arguments->%s},\n", name);
        else if (g->kind == CLB_ARGUMENT_GLOBAL || g->kind == CLB_ARGUMENT_CONSTANT ||
                 (g->kind == CLB_ARGUMENT_IMAGE && g->dim_count))
            buffer_addf(out, "        {arguments->%s, NULL, 0},\n", name);
        else if (g->kind == CLB_ARGUMENT_IMAGE || g->kind == CLB_ARGUMENT_PIPE)
            buffer_addf(out, "        {NULL, arguments->%s, 0},\n", name);
        else buffer_addf(out, "        {NULL, &arguments->%s, sizeof arguments->%s},\n", name, name);
    }
    if (k->argument_count) buffer_adds(out, "    };\n    ");
    add_array_call(b, k, names, k->argument_count ? "list" : "NULL", out);
    buffer_adds(out, "}\n");
}

/* ---- ckernels ---- */

static void add_ckernel_call(const bundle *b, const bundle_kernel *k, const kernel_names *names, const char *list,
                             buffer *out)
{
    buffer_addf(
        out,
        "return clb_kernel_ckernel_make(builder, offset, &%s_bundle, %s_KERNEL_%s, %s, %zu, request, end, error);\n",
        b->name, b->name, names->enumerator, list, k->argument_count);
}

void emit_ckernel_function(const bundle *b, const bundle_kernel *k, const kernel_names *names, buffer *out)
{
    buffer_addf(out, "\nclb_status %s_ckernel_%s(", b->name, k->name);
    emit_ckernel_parameters(b, k, false, out);
    buffer_adds(out, ")\n{\n    ");
    if (emit_has_fields(b, k, EMIT_VALUES)) {
        buffer_adds(out, "if (!arguments) ");
        add_ckernel_call(b, k, names, "NULL", out);
        buffer_adds(out, "    ");
    }
    buffer_adds(out, "const clb_array_argument list[] = {\n");
    for (size_t i = 0; i < k->argument_count; ++i) {
        const char *name = names->parameters[i];
        if (emit_is_field(b, k, i, EMIT_VALUES))
            buffer_addf(out, "        {NULL, &arguments->%s, sizeof arguments->%s},\n", name, name);
        else buffer_adds(out, "        {NULL, NULL, 0},\n");
    }
    buffer_adds(out, "    };\n    ");
    add_ckernel_call(b, k, names, "list", out);
    buffer_adds(out, "}\n");
}
