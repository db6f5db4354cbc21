/* SPDX-License-Identifier: MIT */
#include "emit/emit.h"

#include "base/escape.h"

#include <inttypes.h>
#include <string.h>

/* The text stream: the segments, and behind them every name once. */
typedef struct stream {
    arena *arena;
    buffer text;
    map known;      /* name -> offset + 1 */
    bool qualified; /* types have the parameters' own qualifiers */
} stream;

/* "{offset, length}" of a string in the stream. */
static const char *text_reference(stream *s, const char *text)
{
    const size_t length = strlen(text);
    void **at = map_ats(&s->known, text);
    if (!*at) {
        *at = (void *)(uintptr_t)(s->text.length + 1);
        buffer_add(&s->text, text, length);
    }
    return arena_printf(s->arena, "{%zu, %zu}", (size_t)(uintptr_t)*at - 1, length);
}

/* Ends a literal of the stream. It ends with a line, or here: clang takes an array element of several literals for a
 * missing comma if all other elements have one. */
enum { LITERAL_BYTES = 120 };

/* One row of the stream: one literal for each line. clang takes two literals in one array element for a forgotten
 * comma (-Wstring-concatenation) and three for intent, so a row of two ends with an empty one. */
static void add_row(const char *text, size_t length, buffer *out)
{
    size_t literals = 0;
    do {
        const size_t most = length < LITERAL_BYTES ? length : LITERAL_BYTES;
        const char *end = memchr(text, '\n', most);
        const size_t line = end ? (size_t)(end - text) + 1 : most;
        buffer_adds(out, "    ");
        escape_string(out, text, line);
        text += line;
        length -= line;
        ++literals;
        if (length) buffer_addc(out, '\n');
    } while (length);
    if (literals == 2) buffer_adds(out, " \"\"");
}

void emit_rows(const char *name, const char *text, size_t length, buffer *out)
{
    const size_t rows = (length + CLB_TEXT_ROW - 1) / CLB_TEXT_ROW;
    buffer_addf(out, "static const char %s[%zu][CLB_TEXT_ROW + 1] = {\n", name, rows ? rows : 1);
    if (!rows) buffer_adds(out, "    \"\"\n");
    for (size_t i = 0; i < rows; ++i) {
        const size_t begin = i * CLB_TEXT_ROW, left = length - begin;
        add_row(text + begin, left < CLB_TEXT_ROW ? left : CLB_TEXT_ROW, out);
        buffer_adds(out, ",\n");
    }
    buffer_adds(out, "};\n\n");
}

static void add_segments(const bundle *b, buffer *out)
{
    const segmentation *t = &b->text;
    buffer_addf(out, "static const clb_span %s_segments[] = {\n", b->name);
    for (size_t i = 0; i < t->segment_count; ++i)
        buffer_addf(out, "    {%zu, %zu},\n", t->segments[i].offset, t->segments[i].length);
    if (!t->segment_count) buffer_adds(out, "    {0, 0}\n");
    buffer_addf(out, "};\n\nstatic const uint32_t %s_program_segments[] = {\n", b->name);
    size_t total = 0;
    for (size_t p = 0; p < t->program_count; ++p) {
        for (size_t i = 0; i < t->programs[p].count; ++i, ++total)
            buffer_addf(out, "%s%u,", i % 16 ? " " : i ? "\n    " : "    ", (unsigned)t->programs[p].items[i]);
        buffer_addc(out, '\n');
    }
    if (!total) buffer_adds(out, "    0\n");
    buffer_adds(out, "};\n\n");
}

/* The beginning of a program's entries in the table of programs' constants, and of a kernel's in that of versions. */
static size_t first_spec_constant(const bundle *b, size_t program)
{
    size_t first = 0;
    for (size_t p = 0; p < program; ++p) first += b->programs[p].spec_constant_count;
    return first;
}

static size_t first_version(const bundle *b, size_t kernel)
{
    size_t first = 0;
    for (size_t i = 0; i < kernel; ++i) first += b->kernels[i].version_count;
    return first;
}

static void add_programs(const bundle *b, stream *s, buffer *out)
{
    const segmentation *t = &b->text;
    buffer_addf(out, "static const clb_program_data %s_programs[] = {\n", b->name);
    size_t first = 0;
    for (size_t p = 0; p < t->program_count; first += t->programs[p++].count)
        buffer_addf(out,
                    "    {%zu, %zu, 0x%x, %s, {UINT64_C(0x%016" PRIx64 "), UINT64_C(0x%016" PRIx64 ")}, %zu, %zu},\n",
                    first, t->programs[p].count, (unsigned)b->programs[p].needs,
                    text_reference(s, b->programs[p].options), b->programs[p].hash[0], b->programs[p].hash[1],
                    first_spec_constant(b, p), b->programs[p].spec_constant_count);
    if (!t->program_count) buffer_adds(out, "    {0, 0, 0, {0, 0}, {0, 0}, 0, 0}\n");
    buffer_adds(out, "};\n\n");
}

/* The constants, their values, those of each program, and the versions of kernels. Writes nothing if there are none. */
static void add_spec_constants(const bundle *b, stream *s, buffer *out)
{
    size_t first = 0;
    if (!b->spec_constant_count) return;
    buffer_addf(out, "static const clb_constant_data %s_constants[] = {\n", b->name);
    for (size_t i = 0; i < b->spec_constant_count; ++i) {
        const spec_constant *c = &b->spec_constants[i];
        buffer_addf(out, "    {%s, %zu, %zu, %u, %u}, /* %s: %s */\n", text_reference(s, c->name), first,
                    c->value_count, (unsigned)c->type, (unsigned)c->rule, c->name, spec_constant_types[c->type]);
        first += c->value_count + 1;
    }
    buffer_addf(out, "};\n\nstatic const uint64_t %s_constant_values[] = {\n", b->name);
    for (size_t i = 0; i < b->spec_constant_count; ++i)
        for (size_t n = 0; n <= b->spec_constants[i].value_count; ++n)
            buffer_addf(out, "%sUINT64_C(0x%" PRIx64 "),%s", n ? " " : "    ", b->spec_constants[i].values[n],
                        n < b->spec_constants[i].value_count ? "" : "\n");
    buffer_addf(out, "};\n\nstatic const uint32_t %s_program_constants[] = {\n", b->name);
    for (size_t p = 0; p < b->text.program_count; ++p)
        for (size_t i = 0; i < b->programs[p].spec_constant_count; ++i)
            buffer_addf(out, "%s%u,%s", i ? " " : "    ", (unsigned)b->programs[p].spec_constants[i],
                        i + 1 < b->programs[p].spec_constant_count ? "" : "\n");
    if (!first_spec_constant(b, b->text.program_count)) buffer_adds(out, "    0\n");
    buffer_addf(out, "};\n\nstatic const clb_version_data %s_versions[] = {\n", b->name);
    for (size_t i = 0; i < b->kernel_count; ++i)
        for (size_t v = 0; v < b->kernels[i].version_count; ++v) {
            const uint32_t *size = b->kernels[i].versions[v].required_local;
            buffer_addf(out, "    {{%u, %u, %u}}, /* %s */\n", (unsigned)size[0], (unsigned)size[1], (unsigned)size[2],
                        b->kernels[i].name);
        }
    if (!first_version(b, b->kernel_count)) buffer_adds(out, "    {{0, 0, 0}}\n");
    buffer_adds(out, "};\n\n");
}

/* The tables of local sizes for device classes, and of variants. Empty tables are left out. */
static void add_choices(const bundle *b, buffer *out)
{
    size_t locals = 0, variants = 0;
    for (size_t i = 0; i < b->kernel_count; ++i)
        for (size_t n = 0; n < b->kernels[i].local_count; ++n) {
            const bundle_local *l = &b->kernels[i].locals[n];
            if (!locals++) buffer_addf(out, "static const clb_local_data %s_locals[] = {\n", b->name);
            buffer_addf(out, "    {0x%x, {%u, %u, %u}}, /* %s: %s */\n", (unsigned)l->classes, (unsigned)l->size[0],
                        (unsigned)l->size[1], (unsigned)l->size[2], b->kernels[i].name, l->word);
        }
    if (locals) buffer_adds(out, "};\n\n");
    for (size_t i = 0; i < b->kernel_count; ++i)
        for (size_t n = 0; n < b->kernels[i].alternative_count; ++n) {
            const bundle_alternative *v = &b->kernels[i].alternatives[n];
            if (!variants++) buffer_addf(out, "static const clb_variant_data %s_variants[] = {\n", b->name);
            buffer_addf(out, "    {%zu, 0x%x, %u}, /* %s in place of %s: %s */\n", v->kernel,
                        (unsigned)v->variant->classes, (unsigned)v->variant->condition, b->kernels[v->kernel].name,
                        b->kernels[i].name, v->variant->words);
        }
    if (variants) buffer_adds(out, "};\n\n");
}

static void add_kernels(const bundle *b, stream *s, buffer *out)
{
    size_t local = 0, variant = 0;
    buffer_addf(out, "static const clb_kernel_data %s_kernels[] = {\n", b->name);
    size_t first = 0;
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const bundle_kernel *k = &b->kernels[i];
        buffer_addf(out,
                    "    {%s, %u, %zu, %zu, 0x%x, {%u, %u, %u}, %u, {%u, %u, %u}, {%u, %u, %u}, {%u, %u, %u}, %zu, "
                    "%zu, %zu, %zu, %zu, %zu, %u}, /* %s */\n",
                    text_reference(s, k->function), (unsigned)k->program, first, k->argument_count, (unsigned)k->flags,
                    (unsigned)k->required_local[0], (unsigned)k->required_local[1], (unsigned)k->required_local[2],
                    (unsigned)k->range_dimensions, (unsigned)k->range[0], (unsigned)k->range[1], (unsigned)k->range[2],
                    (unsigned)k->local[0], (unsigned)k->local[1], (unsigned)k->local[2], (unsigned)k->gpu_range[0],
                    (unsigned)k->gpu_range[1], (unsigned)k->gpu_range[2], local, k->local_count, variant,
                    k->alternative_count, k->version_count ? first_version(b, i) + 1 : (size_t)0, k->split,
                    (unsigned)k->split_dimension, k->name);
        first += k->argument_count;
        local += k->local_count;
        variant += k->alternative_count;
    }
    if (!b->kernel_count)
        buffer_adds(out,
                    "    {{0, 0}, 0, 0, 0, 0, {0, 0, 0}, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0, 0, 0, 0}\n");
    buffer_addf(out, "};\n\nstatic const clb_argument_data %s_arguments[] = {\n", b->name);
    size_t shape = 1; /* index into the table of emit_array_tables */
    for (size_t i = 0; i < b->kernel_count; ++i)
        for (size_t n = 0; n < b->kernels[i].argument_count; ++n) {
            const bundle_argument *g = &b->kernels[i].arguments[n];
            /* Evaluated one after the other: the stream must not depend on the compiler's order of evaluation. */
            const char *name = text_reference(s, g->name);
            const char *spelling = text_reference(s, s->qualified ? g->qualified : g->spelling);
            buffer_addf(out, "    {%s, %s, %u, %u, %u, %u, %u, %zu, %zu, %zu},\n", name, spelling, (unsigned)g->size,
                        (unsigned)g->extent, (unsigned)g->kind, (unsigned)g->access, (unsigned)g->number, g->step,
                        emit_shape_words(g) ? shape : (size_t)0, g->split);
            shape += emit_shape_words(g);
        }
    if (!first) buffer_adds(out, "    {{0, 0}, {0, 0}, 0, 0, 0, 0, 0, 0, 0, 0}\n");
    buffer_adds(out, "};\n\n");
}

static void add_code(const bundle *b, buffer *out)
{
    buffer_addf(out, "static const int64_t %s_code[] = {", b->name);
    for (size_t i = 0; i < b->code.count; ++i)
        buffer_addf(out, "%sINT64_C(%" PRId64 "),", i % 8 ? " " : "\n    ", b->code.words[i]);
    buffer_adds(out, b->code.count ? "\n};\n\n" : "0};\n\n");
}

static void add_bundle(const bundle *b, const stream *s, bool native, buffer *out)
{
    const char *table = native ? arena_printf(s->arena, "%s_native", b->name) : "NULL";
    if (native)
        buffer_addf(out,
                    "#if defined(CLB_NO_NATIVE)\n#define %s_native NULL\n#else\n" EMIT_NATIVE_NAME
                    "extern const clb_native_kernel %s_native[];\n#endif\n\n",
                    b->name, b->name, b->name, b->name);
    size_t arguments = 0, program_segments = 0, shapes = 1, locals = 0, variants = 0;
    for (size_t i = 0; i < b->kernel_count; ++i) {
        arguments += b->kernels[i].argument_count;
        locals += b->kernels[i].local_count;
        variants += b->kernels[i].alternative_count;
        for (size_t n = 0; n < b->kernels[i].argument_count; ++n)
            shapes += emit_shape_words(&b->kernels[i].arguments[n]);
    }
    for (size_t p = 0; p < b->text.program_count; ++p) program_segments += b->text.programs[p].count;
    size_t values = 0;
    for (size_t i = 0; i < b->spec_constant_count; ++i) values += b->spec_constants[i].value_count + 1;
    const char *special =
        !b->spec_constant_count
            ? "0, 0, 0, 0, NULL, NULL, NULL, NULL"
            : arena_printf(s->arena,
                           "%zu, %zu, %zu, %zu, %s_constants, %s_constant_values, %s_program_constants, %s_versions",
                           b->spec_constant_count, values, first_spec_constant(b, b->text.program_count),
                           first_version(b, b->kernel_count), b->name, b->name, b->name, b->name);
    buffer_addf(
        out,
        "const clb_bundle %s_bundle = {\n    %d, %zu, %zu, %zu, %zu, %zu, %zu, %zu, UINT64_C(%zu), \"%s\", %s_text,\n"
        "    %s_segments, %s_program_segments, %s_programs, %s_kernels, %s_arguments, %s_code, %s, %s_shapes, "
        "%s_types,\n"
        "    %zu, %zu, %s, %s, %s\n};\n",
        b->name, CLB_ABI, b->kernel_count, b->text.program_count, b->text.segment_count, arguments, b->code.count,
        program_segments, shapes, s->text.length, b->name, b->name, b->name, b->name, b->name, b->name, b->name,
        b->name, table, b->name, b->name, locals, variants,
        locals ? arena_printf(s->arena, "%s_locals", b->name) : "NULL",
        variants ? arena_printf(s->arena, "%s_variants", b->name) : "NULL", special);
}

/* `{value, buffer, size}` of clb_argument, or `{value, size}` of clb_host_argument. */
static void add_argument(ctype_records *records, const bundle_kernel *k, const kernel_names *names, size_t index,
                         bool wrapper, buffer *out)
{
    const bundle_argument *g = &k->arguments[index];
    const char *name = names->parameters[index], *middle = wrapper ? "" : "NULL, ";
    buffer_adds(out, "        ");
    switch (g->kind) {
    case CLB_ARGUMENT_IMAGE:
        if (wrapper) buffer_addf(out, "{arguments->%s, sizeof *arguments->%s},\n", name, name);
        else buffer_addf(out, "{arguments->%s, NULL, 0},\n", name);
        break;
    case CLB_ARGUMENT_PIPE: buffer_addf(out, "{arguments->%s, %s0},\n", name, middle); break;
    case CLB_ARGUMENT_VALUE:
    case CLB_ARGUMENT_SAMPLER:
        buffer_addf(out, "{&arguments->%s, %ssizeof arguments->%s},\n", name, middle, name);
        break;
    case CLB_ARGUMENT_LOCAL: buffer_addf(out, "{NULL, %sarguments->%s},\n", middle, name); break;
    case CLB_ARGUMENT_GLOBAL:
    case CLB_ARGUMENT_CONSTANT:
        if (!wrapper)
            buffer_addf(out, "{NULL, arguments->%s%s, 0},\n", name,
                        g->type && ctype_buffer(records, g->type) ? ".buffer" : "");
        else if (g->extent) buffer_addf(out, "{arguments->%s, 0},\n", name);
        else
            buffer_addf(out, "{arguments->%s, clb_bytes(arguments->%s, %u)},\n", name, names->counts[index],
                        (unsigned)g->size);
        break;
    }
}

static void add_call(const bundle *b, const bundle_kernel *k, const kernel_names *names, bool wrapper, const char *list,
                     buffer *out)
{
    buffer_addf(out, "return clb_kernel_%s(device, &%s_bundle, %s, %s, %s, %zu, %serror);\n",
                wrapper ? "call" : "launch", b->name, names->number, wrapper && k->range_dimensions ? "NULL" : "launch",
                list, k->argument_count, wrapper ? "" : "event, ");
}

static void add_function(ctype_records *records, const bundle *b, const bundle_kernel *k, const kernel_names *names,
                         bool wrapper, buffer *out)
{
    buffer_addf(out, "\nclb_status %s_%s_%s(", b->name, wrapper ? "call" : "run", k->name);
    emit_parameters(b, k, wrapper, false, out);
    buffer_adds(out, ")\n{\n    ");
    if (k->argument_count) {
        buffer_adds(out, "if (!arguments) ");
        add_call(b, k, names, wrapper, "NULL", out);
        buffer_addf(out, "    const clb_%sargument list[] = {\n", wrapper ? "host_" : "");
        for (size_t i = 0; i < k->argument_count; ++i) add_argument(records, k, names, i, wrapper, out);
        buffer_adds(out, "    };\n    ");
    }
    add_call(b, k, names, wrapper, k->argument_count ? "list" : "NULL", out);
    buffer_adds(out, "}\n");
}

static void add_group_function(ctype_records *records, const bundle *b, const bundle_kernel *k,
                               const kernel_names *names, buffer *out)
{
    const char *call =
        arena_printf(records->arena, "return clb_group_call(group, &%s_bundle, %s, NULL", b->name, names->number);
    buffer_addf(out, "\nclb_status %s_group_%s(", b->name, k->name);
    emit_group_parameters(b, k, false, out);
    buffer_addf(out, ")\n{\n    if (!arguments) %s, NULL, %zu, NULL, error);\n    const clb_host_argument list[] = {\n",
                call, k->argument_count);
    for (size_t i = 0; i < k->argument_count; ++i) add_argument(records, k, names, i, true, out);
    buffer_addf(out, "    };\n    %s, list, %zu, NULL, error);\n}\n", call, k->argument_count);
}

static void add_data(arena *a, const bundle *b, bool native, bool qualified, buffer *out)
{
    stream s = {.arena = a, .known = {.arena = a}, .qualified = qualified};
    buffer tables = {0};
    buffer_add(&s.text, b->text.text.text ? b->text.text.text : "", b->text.text.length);
    add_segments(b, &tables);
    add_programs(b, &s, &tables);
    add_kernels(b, &s, &tables);
    add_spec_constants(b, &s, &tables);
    add_code(b, &tables);
    add_choices(b, &tables);
    emit_array_tables(a, b, &tables);
    emit_rows(arena_printf(a, "%s_text", b->name), s.text.text ? s.text.text : "", s.text.length, out);
    buffer_add(out, tables.text, tables.length);
    add_bundle(b, &s, native, out);
    buffer_free(&s.text);
    buffer_free(&tables);
}

void emit_catalogue_data(arena *a, const bundle *b, buffer *out)
{
    add_data(a, b, true, true, out);
}

void emit_source(arena *a, const bundle *b, bool native, buffer *out)
{
    ctype_records records = {.arena = a, .prefix = b->name, .unified = b->sets != NULL};
    const kernel_names *names = emit_front_names(a, b);
    buffer unused = {0};

    emit_banner(b, arena_printf(a, "%s.c", b->name), out);
    buffer_addf(out, "#include \"%s.h\"\n\n", b->name);
    add_data(a, b, native, false, out);
    if (b->sets) emit_configurations(a, b, out);
    for (size_t i = 0; i < b->front_count; ++i) {
        for (size_t n = 0; n < b->fronts[i].argument_count; ++n)
            if (b->fronts[i].arguments[n].type) ctype_define(&records, &unused, b->fronts[i].arguments[n].type);
        add_function(&records, b, &b->fronts[i], &names[i], false, out);
        add_function(&records, b, &b->fronts[i], &names[i], true, out);
        if (b->fronts[i].split) add_group_function(&records, b, &b->fronts[i], &names[i], out);
        if (!b->fronts[i].no_arrays) emit_array_function(b, &b->fronts[i], &names[i], out);
        if (shape_is_ckernel(&b->fronts[i])) emit_ckernel_function(b, &b->fronts[i], &names[i], out);
    }
    buffer_free(&unused);
}
