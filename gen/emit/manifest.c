/* SPDX-License-Identifier: MIT */
#include "emit/emit.h"

#include "base/escape.h"

#include <inttypes.h>
#include <string.h>

static void add_member(buffer *out, const char *name, const char *text)
{
    buffer_addf(out, ", \"%s\": ", name);
    if (text) escape_json(out, text);
    else buffer_adds(out, "null");
}

static void add_name(buffer *out, const char *member, const bundle *b, const char *family, const char *kernel)
{
    buffer_addf(out, "%s: \"%s_%s_%s\"", member, b->name, family, kernel);
}

/* Names are those of the kernel; names with `c_` are those of the generated C. */
static void add_argument(ctype_records *records, const bundle_argument *g, const kernel_names *names, size_t index,
                         buffer *out)
{
    static const char *const kinds[] = {"value", "global", "constant", "local", "image", "sampler", "pipe"};
    static const char *const access[] = {"none", "in", "out", "inout"};
    static const char *const numbers[] = {NULL,    "int8",   "uint8", "int16", "uint16",
                                          "int32", "uint32", "int64", "uint64"};
    arena *a = records->arena;
    const bool memory = g->kind == CLB_ARGUMENT_GLOBAL || g->kind == CLB_ARGUMENT_CONSTANT;
    buffer_adds(out, "{\"name\": ");
    escape_json(out, g->name);
    add_member(out, "type", g->spelling);
    buffer_addf(out, ", \"kind\": \"%s\", \"access\": \"%s\", \"size\": %u", kinds[g->kind], access[g->access],
                g->format ? 0 : (unsigned)g->size);
    add_member(out, "extent", g->extent_text);
    if (g->format) add_member(out, "format", g->format);
    if (g->dim_count) {
        buffer_adds(out, ", \"shape\": [");
        for (size_t d = 0; d < g->dim_count; ++d) {
            buffer_adds(out, d ? ", " : "");
            escape_json(out, g->dim_texts[d]);
        }
        buffer_addf(out, "], \"order\": \"%s\"", g->column ? "column" : "row");
        if (g->split) buffer_addf(out, ", \"split\": %zu", g->split - 1);
    }
    if (emit_array_type_text(a, g)) add_member(out, "layout", emit_array_type_text(a, g));
    if (numbers[g->number]) add_member(out, "integer", numbers[g->number]);
    add_member(out, "c_name", names->parameters[index]);
    if (g->type && ctype_name(records, g->type)) add_member(out, "c_type", ctype_name(records, g->type));
    if (memory && g->type && ctype_buffer(records, g->type))
        add_member(out, "c_buffer", ctype_buffer(records, g->type));
    if (memory && !g->extent) add_member(out, "c_count", names->counts[index]);
    buffer_addc(out, '}');
}

/* The configurations in which the bundle has this kernel. */
static void add_configurations(const bundle *b, const bundle_kernel *k, buffer *out)
{
    const bundle_face *face = b->faces;
    const size_t number = (size_t)(k - b->kernels) + 1;
    size_t count = 0;
    while (strcmp(face->function, k->function) != 0) ++face;
    for (size_t s = 0; s < b->sets->count; ++s)
        if (face->kernels[s] == number)
            buffer_addf(out, "%s\"%s\"", count++ ? ", " : ", \"configurations\": [", b->sets->items[s].name);
    buffer_addc(out, ']');
}

/* A kernel of the bundle, the front with its functions, and the names of both. */
typedef struct kernel_entry {
    const bundle_kernel *kernel, *front;
    kernel_names names;
} kernel_entry;

static void add_kernel(ctype_records *records, const bundle *b, const kernel_entry *entry, bool native, buffer *out)
{
    const bundle_kernel *k = entry->kernel, *front = entry->front;
    const kernel_names *names = &entry->names;
    buffer_adds(out, "    {\"name\": ");
    escape_json(out, k->name);
    if (k->function != k->name) add_member(out, "function", k->function);
    if (front->table) add_configurations(b, k, out);
    buffer_addf(out, ", \"program\": %u, \"independent\": %s, \"elementwise\": %s", (unsigned)k->program,
                k->flags & CLB_KERNEL_INDEPENDENT ? "true" : "false",
                k->flags & CLB_KERNEL_ELEMENTWISE ? "true" : "false");
    add_member(out, "range", k->range_text);
    add_member(out, "local", k->local_text);
    if (k->gpu_range_text) add_member(out, "gpu_range", k->gpu_range_text);
    for (size_t i = 0; i < k->local_count; ++i) {
        buffer_addf(out, "%s{\"class\": \"%s\"", i ? ", " : ", \"locals\": [", k->locals[i].word);
        add_member(out, "local", k->locals[i].text);
        buffer_addc(out, '}');
    }
    if (k->local_count) buffer_addc(out, ']');
    for (size_t i = 0; i < k->alternative_count; ++i) {
        const bundle_variant *v = k->alternatives[i].variant;
        buffer_adds(out, i ? ", {\"kernel\": " : ", \"variants\": [{\"kernel\": ");
        escape_json(out, b->kernels[k->alternatives[i].kernel].name);
        add_member(out, "classes", v->words);
        if (v->text) add_member(out, "when", v->text);
        buffer_addc(out, '}');
    }
    if (k->alternative_count) buffer_addc(out, ']');
    if (k->split) {
        add_member(out, "split", k->arguments[k->split - 1].name);
        buffer_addf(out, ", \"relative\": %s", k->flags & CLB_KERNEL_RELATIVE ? "true" : "false");
    }
    if (k->required_local[0])
        buffer_addf(out, ", \"required_local\": [%u, %u, %u]", (unsigned)k->required_local[0],
                    (unsigned)k->required_local[1], (unsigned)k->required_local[2]);
    buffer_addf(out, ", \"native\": %s,\n     ", native && k->native ? "true" : "false");
    add_name(out, "\"functions\": {\"call\"", b, "call", front->name);
    add_name(out, ", \"run\"", b, "run", front->name);
    if (!front->no_arrays) add_name(out, ", \"array\"", b, "array", front->name);
    if (shape_is_ckernel(front)) add_name(out, ", \"ckernel\"", b, "ckernel", front->name);
    if (front->split) add_name(out, ", \"group\"", b, "group", front->name);
    if (front->table) add_name(out, ", \"select\"", b, "select", k->function);
    if (k->argument_count) {
        add_name(out, "}, \"structures\": {\"call\"", b, emit_families[EMIT_ARGS], front->name);
        add_name(out, ", \"run\"", b, emit_families[EMIT_BUFFERS], front->name);
        if (!front->no_arrays) add_name(out, ", \"array\"", b, emit_families[EMIT_ARRAYS], front->name);
        if (shape_is_ckernel(front) && emit_has_fields(b, front, EMIT_VALUES))
            add_name(out, ", \"ckernel\"", b, emit_families[EMIT_VALUES], front->name);
    }
    buffer_addf(out, "}, \"enumerator\": \"%s_KERNEL_%s\"", b->name, names->enumerator);
    if (k->constant_count) {
        for (size_t i = 0; i < k->constant_count; ++i) {
            buffer_adds(out, i ? ", " : ", \"constants\": {");
            escape_json(out, k->constants[i].name);
            buffer_addf(out, ": %" PRId64, k->constants[i].value);
        }
        buffer_addc(out, '}');
    }
    add_member(out, "comment", k->comment);
    buffer_adds(out, ",\n     \"arguments\": [");
    for (size_t i = 0; i < k->argument_count; ++i) {
        buffer_adds(out, i ? ",\n      " : "\n      ");
        add_argument(records, &k->arguments[i], names, i, out);
    }
    buffer_adds(out, "]}");
}

/* A structure that C cannot state has no members here: it is bytes. */
static void add_structure(ctype_records *records, const type *t, buffer *out)
{
    arena *a = records->arena;
    const record *r = t->record;
    const char **names = ctype_members(a, t);
    buffer_adds(out, "    {\"name\": ");
    escape_json(out, *r->name ? r->name : t->alias ? t->alias : "");
    buffer_addf(out, ", \"kind\": \"%s\", \"size\": %zu, \"align\": %zu", t->kind == TYPE_UNION ? "union" : "struct",
                r->size, r->align);
    add_member(out, "c_name", ctype_name(records, t));
    add_member(out, "c_buffer", ctype_buffer(records, t));
    buffer_adds(out, ", \"members\": ");
    if (!names) buffer_adds(out, "null");
    for (size_t i = 0; names && i < r->field_count; ++i) {
        const field *f = &r->fields[i];
        buffer_adds(out, i ? ",\n      {\"name\": " : "[\n      {\"name\": ");
        escape_json(out, f->name);
        add_member(out, "type", type_spell(a, type_qualify(a, f->type, 0)));
        buffer_addf(out, ", \"offset\": %zu, \"size\": %zu", f->offset, type_size(f->type));
        add_member(out, "c_name", names[i]);
        add_member(out, "c_declaration", ctype_declare(records, f->type, names[i]));
        buffer_addc(out, '}');
    }
    buffer_adds(out, names ? "]}" : "}");
}

/* Specialisation constants. Their values are text, since not all readers of JSON keep numbers of 64 bits. */
static void add_spec_constants(arena *a, const bundle *b, buffer *out)
{
    static const char *const rules[] = {"any", "range", "list"};
    for (size_t i = 0; i < b->spec_constant_count; ++i) {
        const spec_constant *s = &b->spec_constants[i];
        buffer_addf(out, "%s{\"name\": \"%s\", \"type\": \"%s\", \"default\": \"%s\", \"rule\": \"%s\", \"values\": [",
                    i ? ",\n    " : ",\n  \"constants\": [\n    ", s->name, spec_constant_types[s->type],
                    spec_constant_value(a, s->type, s->values[0]), rules[s->rule]);
        for (size_t n = 1; n <= s->value_count; ++n)
            buffer_addf(out, "%s\"%s\"", n > 1 ? ", " : "", spec_constant_value(a, s->type, s->values[n]));
        buffer_adds(out, "]}");
    }
    if (b->spec_constant_count) buffer_adds(out, "\n  ]");
}

/* The configurations: sets of values of macros. */
static void add_sets(const bundle *b, buffer *out)
{
    for (size_t s = 0; s < b->sets->count; ++s) {
        const char *between = "";
        buffer_addf(out, "%s{\"name\": \"%s\", \"values\": {", s ? ",\n    " : ",\n  \"configurations\": [\n    ",
                    b->sets->items[s].name);
        for (size_t i = 0; i < b->sets->name_count; ++i) {
            if (!b->sets->items[s].values[i]) continue;
            buffer_addf(out, "%s\"%s\": ", between, b->sets->names[i]);
            escape_json(out, b->sets->items[s].values[i]);
            between = ", ";
        }
        buffer_adds(out, "}}");
    }
    buffer_adds(out, "\n  ]");
}

void emit_manifest(arena *a, const bundle *b, bool native, buffer *out)
{
    const segmentation *t = &b->text;
    const kernel_names *names = emit_names(a, b), *front_names = emit_front_names(a, b);
    map fronts = {.arena = a};
    ctype_records records = {.arena = a, .prefix = b->name, .unified = b->sets != NULL};
    buffer header = {0};
    for (size_t i = 0; i < b->front_count; ++i) {
        *map_ats(&fronts, b->fronts[i].name) = (void *)(uintptr_t)(i + 1);
        for (size_t n = 0; n < b->fronts[i].argument_count; ++n)
            if (b->fronts[i].arguments[n].type) ctype_define(&records, &header, b->fronts[i].arguments[n].type);
    }
    for (size_t i = 0; i < b->kernel_count; ++i)
        for (size_t n = 0; n < b->kernels[i].argument_count; ++n)
            if (b->kernels[i].arguments[n].type) ctype_define(&records, &header, b->kernels[i].arguments[n].type);
    buffer_free(&header);
    buffer_adds(out, "{\n  \"bundle\": ");
    escape_json(out, b->name);
    buffer_addf(out, ", \"generator\": \"%s\", \"abi\": %d, \"native\": %s, \"options\": ", CLBUNDLE_VERSION, CLB_ABI,
                native ? "true" : "false");
    escape_json(out, b->options);
    buffer_addf(out, ",\n  \"text_bytes\": %zu, \"source_bytes\": %zu, \"segments\": %zu,\n  \"files\": [",
                t->text.length, t->source_bytes, t->segment_count);
    for (size_t i = 0; i < b->file_count; ++i) {
        buffer_adds(out, i ? ", " : "");
        escape_json(out, b->files[i]->name);
    }
    buffer_adds(out, "],\n  \"licences\": [");
    for (size_t i = 0; i < b->licence_count; ++i) {
        buffer_adds(out, i ? ", " : "");
        escape_json(out, b->licences[i]);
    }
    buffer_adds(out, "],\n  \"programs\": [\n");
    for (size_t p = 0; p < t->program_count; ++p) {
        size_t bytes = 0;
        for (size_t i = 0; i < t->programs[p].count; ++i) bytes += t->segments[t->programs[p].items[i]].length;
        buffer_addf(out,
                    "    {\"hash\": \"%016" PRIx64 "%016" PRIx64 "\", \"bytes\": %zu, \"segments\": %zu, \"needs\": %u",
                    b->programs[p].hash[0], b->programs[p].hash[1], bytes, t->programs[p].count,
                    (unsigned)b->programs[p].needs);
        for (size_t i = 0; i < b->programs[p].spec_constant_count; ++i)
            buffer_addf(out, "%s\"%s\"", i ? ", " : ", \"constants\": [",
                        b->spec_constants[b->programs[p].spec_constants[i]].name);
        if (b->programs[p].spec_constant_count) buffer_addc(out, ']');
        if (strcmp(b->programs[p].options, b->options) != 0) add_member(out, "options", b->programs[p].options);
        buffer_addf(out, "}%s\n", p + 1 < t->program_count ? "," : "");
    }
    buffer_adds(out, "  ],\n  \"kernels\": [\n");
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const size_t front = (uintptr_t)map_gets(&fronts, b->kernels[i].front) - 1;
        kernel_entry entry = {&b->kernels[i], &b->fronts[front], front_names[front]};
        entry.names.enumerator = names[i].enumerator;
        add_kernel(&records, b, &entry, native, out);
        buffer_adds(out, i + 1 < b->kernel_count ? ",\n" : "\n");
    }
    buffer_adds(out, "  ],\n  \"structures\": [\n");
    for (size_t i = 0; i < records.count; ++i) {
        add_structure(&records, records.written[i], out);
        buffer_adds(out, i + 1 < records.count ? ",\n" : "\n");
    }
    buffer_adds(out, "  ]");
    add_spec_constants(a, b, out);
    if (b->sets) add_sets(b, out);
    buffer_adds(out, "\n}\n");
}
