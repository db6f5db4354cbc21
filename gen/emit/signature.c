/* Names, structures of arguments and parameter lists of the generated functions.
 *
 * SPDX-License-Identifier: MIT */
#include "emit/emit.h"

#include "base/name.h"

#include <string.h>

enum { FIELDS_COUNTED = 64 }; /* fields that CLB_COUNT of clbundle/typed.h counts */

/* Names that no parameter may have: those that generated files declare, and those that the functions use. */
static void take_globals(ctype_records *records, const bundle *b, const bundle_kernel *list, size_t count,
                         const kernel_names *names, map *globals)
{
    arena *a = records->arena;
    static const char *const own[] = {"device", "launch", "event", "error", "arguments"};
    static const char *const functions[] = {"run",    "call",  "args",    "buffers", "arrays",
                                            "values", "array", "ckernel", "group"};
    static const char *const of_sets[] = {"select", "configurations", "kernels_of", "best"};
    buffer unused = {0};
    for (size_t i = 0; i < count; ++i)
        for (size_t n = 0; n < list[i].argument_count; ++n)
            if (list[i].arguments[n].type) ctype_define(records, &unused, list[i].arguments[n].type);
    buffer_free(&unused);
    *globals = records->names;
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i) *map_ats(globals, own[i]) = globals;
    if (b->sets) *map_ats(globals, "configuration") = *map_ats(globals, "options") = globals;
    for (size_t i = 0; i < NAME_TABLES; ++i)
        *map_ats(globals, arena_printf(a, "%s_%s", b->name, name_tables[i])) = globals;
    *map_ats(globals, arena_printf(a, "%s_KERNEL_COUNT", b->name)) = globals;
    for (size_t i = 0; i < count; ++i) {
        *map_ats(globals, arena_printf(a, "%s_KERNEL_%s", b->name, names[i].enumerator)) = globals;
        for (size_t f = 0; f < sizeof functions / sizeof *functions; ++f)
            *map_ats(globals, arena_printf(a, "%s_%s_%s", b->name, functions[f], list[i].name)) = globals;
    }
    for (size_t i = 0; b->sets && i < b->face_count; ++i)
        for (size_t f = 0; f < sizeof of_sets / sizeof *of_sets; ++f)
            *map_ats(globals, arena_printf(a, "%s_%s_%s", b->name, of_sets[f], b->faces[i].function)) = globals;
}

static void name_parameters(arena *a, arena *scratch, const map *globals, const bundle_kernel *k, kernel_names *names)
{
    map known = {.arena = scratch};
    for (size_t i = 0; i < k->argument_count; ++i) *map_ats(&known, k->arguments[i].name) = &known;
    names->parameters = arena_array(a, k->argument_count, sizeof *names->parameters);
    names->counts = arena_array(a, k->argument_count, sizeof *names->counts);
    for (size_t i = 0; i < k->argument_count; ++i)
        names->parameters[i] = name_choose(a, globals, &known, k->arguments[i].name, "argument_", i);
    for (size_t i = 0; i < k->argument_count; ++i)
        names->counts[i] = name_add(a, globals, &known, arena_printf(a, "%s_count", names->parameters[i]));
}

static kernel_names *name_all(arena *a, const bundle *b, const bundle_kernel *list, size_t count)
{
    ctype_records records = {.arena = a, .prefix = b->name, .unified = b->sets != NULL};
    kernel_names *names = arena_array(a, count, sizeof *names);
    arena scratch = {0};
    map globals, kernels = {.arena = &scratch};
    records.names.arena = &scratch;
    for (size_t i = 0; i < b->kernel_count; ++i) *map_ats(&kernels, b->kernels[i].name) = &kernels;
    for (size_t i = 0; i < count; ++i) {
        /* NAME_KERNEL_COUNT is the number of kernels. */
        const char *name = names[i].enumerator = list[i].name;
        if (strcmp(name, "COUNT") == 0)
            while (map_gets(&kernels, names[i].enumerator))
                names[i].enumerator = arena_printf(a, "%s_", names[i].enumerator);
        names[i].number = list[i].table
                              ? arena_printf(a, "clb_configuration_kernel(&%s_configurations_%s, configuration)",
                                             b->name, list[i].table)
                              : arena_printf(a, "%s_KERNEL_%s", b->name, names[i].enumerator);
    }
    take_globals(&records, b, list, count, names, &globals);
    for (size_t i = 0; i < count; ++i) name_parameters(a, &scratch, &globals, &list[i], &names[i]);
    arena_free(&scratch);
    return names;
}

kernel_names *emit_names(arena *a, const bundle *b)
{
    return name_all(a, b, b->kernels, b->kernel_count);
}

kernel_names *emit_front_names(arena *a, const bundle *b)
{
    return name_all(a, b, b->fronts, b->front_count);
}

const char *emit_element_type(ctype_records *records, const bundle_argument *argument)
{
    const char *name = argument->type ? ctype_name(records, argument->type) : NULL;
    return name ? name : "void";
}

const char *const emit_families[EMIT_FAMILIES] = {"buffers", "args", "arrays", "values"};

bool emit_is_field(const bundle *b, const bundle_kernel *k, size_t index, emit_family family)
{
    if (family == EMIT_VALUES && k->arguments[index].kind != CLB_ARGUMENT_VALUE) return false;
    return (family != EMIT_ARRAYS && family != EMIT_VALUES) || !shape_finds(k, &b->code, index);
}

bool emit_has_fields(const bundle *b, const bundle_kernel *k, emit_family family)
{
    for (size_t i = 0; i < k->argument_count; ++i)
        if (emit_is_field(b, k, i, family)) return true;
    return false;
}

/* Adds the fields of one argument that is memory. Returns their number. */
static size_t add_memory_field(ctype_records *records, const bundle_argument *g, const kernel_names *names,
                               size_t index, emit_family family, buffer *out)
{
    const char *name = names->parameters[index], *handle = g->type ? ctype_buffer(records, g->type) : NULL;
    if (family == EMIT_ARRAYS) {
        buffer_addf(out, "const clb_array *%s;\n", name);
    } else if (family == EMIT_BUFFERS) {
        if (handle) buffer_addf(out, "%s %s;\n", handle, name);
        else buffer_addf(out, "clb_buffer *%s;\n", name);
    } else {
        const char *constant = g->access == CLB_ACCESS_IN ? "const " : "";
        buffer_addf(out, "%s%s *%s;\n", constant, emit_element_type(records, g), name);
        if (g->extent) return 1;
        buffer_addf(out, "    size_t %s;\n", names->counts[index]);
        return 2;
    }
    return 1;
}

/* An image, a sampler, a pipe, or another handle. */
static const char *object_type(const bundle_argument *g, emit_family family)
{
    if (g->foreign) return "void *";
    if (g->kind == CLB_ARGUMENT_PIPE) return "clb_pipe *";
    if (g->kind == CLB_ARGUMENT_SAMPLER) return "clb_sampler ";
    if (family == EMIT_ARRAYS && g->dim_count) return "const clb_array *";
    return family == EMIT_ARGS ? "const clb_host_image *" : "clb_image *";
}

void emit_fields(ctype_records *records, const emit_kernel *kernel, emit_family family, bool compiled, buffer *out)
{
    const bundle *b = kernel->b;
    const bundle_kernel *k = kernel->k;
    const kernel_names *names = kernel->names;
    const char *type = arena_printf(records->arena, "%s_%s_%s", records->prefix, emit_families[family], k->name);
    size_t count = 0;
    if (!emit_has_fields(b, k, family)) return;
    buffer_addf(out, "typedef struct %s%s {\n", compiled ? "CLB_NAMED " : "", type);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *argument = &k->arguments[i];
        const char *name = names->parameters[i];
        if (!emit_is_field(b, k, i, family)) continue;
        buffer_adds(out, "    ");
        ++count;
        switch (argument->kind) {
        case CLB_ARGUMENT_VALUE: buffer_addf(out, "%s %s;\n", emit_element_type(records, argument), name); break;
        case CLB_ARGUMENT_LOCAL: buffer_addf(out, "size_t %s;\n", name); break;
        case CLB_ARGUMENT_IMAGE:
        case CLB_ARGUMENT_PIPE:
        case CLB_ARGUMENT_SAMPLER: buffer_addf(out, "%s%s;\n", object_type(argument, family), name); break;
        case CLB_ARGUMENT_GLOBAL:
        case CLB_ARGUMENT_CONSTANT: count += add_memory_field(records, argument, names, i, family, out) - 1; break;
        }
    }
    buffer_addf(out, "} %s;\n", type);
    if (compiled && count <= FIELDS_COUNTED)
        buffer_addf(out, "#ifndef __cplusplus\n#define %s(...) CLB_ARGUMENTS(%s, %zu, __VA_ARGS__)\n#endif\n", type,
                    type, count);
}

void emit_group_parameters(const bundle *b, const bundle_kernel *k, bool reference, buffer *out)
{
    buffer_addf(out, "\n    clb_group *group,%s\n    const %s_%s_%s %carguments,\n    clb_error *error",
                k->table ? "\n    size_t configuration," : "", b->name, emit_families[EMIT_ARGS], k->name,
                reference ? '&' : '*');
}

static void add_device(const bundle_kernel *k, bool launch, buffer *out)
{
    buffer_adds(out, "\n    clb_device *device");
    if (k->table) buffer_adds(out, ",\n    size_t configuration");
    if (launch) buffer_adds(out, ",\n    const clb_launch *launch");
}

static void add_arguments(const bundle *b, const bundle_kernel *k, emit_family family, bool reference, buffer *out)
{
    if (emit_has_fields(b, k, family))
        buffer_addf(out, ",\n    const %s_%s_%s %carguments", b->name, emit_families[family], k->name,
                    reference ? '&' : '*');
}

void emit_parameters(const bundle *b, const bundle_kernel *k, bool wrapper, bool reference, buffer *out)
{
    add_device(k, !wrapper || !k->range_dimensions, out);
    add_arguments(b, k, wrapper ? EMIT_ARGS : EMIT_BUFFERS, reference, out);
    buffer_adds(out, wrapper ? ",\n    clb_error *error" : ",\n    clb_event **event,\n    clb_error *error");
}

void emit_array_parameters(const bundle *b, const bundle_kernel *k, bool reference, buffer *out)
{
    add_device(k, !k->range_dimensions, out);
    add_arguments(b, k, EMIT_ARRAYS, reference, out);
    buffer_adds(out, ",\n    clb_error *error");
}

void emit_ckernel_parameters(const bundle *b, const bundle_kernel *k, bool reference, buffer *out)
{
    buffer_adds(out, "\n    clb_ckernel_builder *builder,\n    size_t offset");
    add_arguments(b, k, EMIT_VALUES, reference, out);
    buffer_adds(out, ",\n    clb_ckernel_request request,\n    size_t *end,\n    clb_error *error");
}
