/* Names, structures of arguments and parameter lists of the generated functions. */
#include "emit/emit.h"

#include "base/name.h"

#include <string.h>

enum { FIELDS_COUNTED = 64 }; /* fields that CLB_COUNT of clbundle_typed.h counts */

/* What no parameter may be called: what generated files declare, and what the functions use themselves. */
static void take_globals(ctype_records *records, const bundle *b, const kernel_names *names, map *globals)
{
    arena *a = records->arena;
    static const char *const own[] = {"device", "launch", "event", "error", "arguments"};
    buffer unused = {0};
    for (size_t i = 0; i < b->kernel_count; ++i)
        for (size_t n = 0; n < b->kernels[i].argument_count; ++n)
            if (b->kernels[i].arguments[n].type) ctype_define(records, &unused, b->kernels[i].arguments[n].type);
    buffer_free(&unused);
    *globals = records->names;
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i) *map_ats(globals, own[i]) = globals;
    for (size_t i = 0; i < NAME_TABLES; ++i) *map_ats(globals, arena_printf(a, "%s_%s", b->name, name_tables[i])) = globals;
    *map_ats(globals, arena_printf(a, "%s_KERNEL_COUNT", b->name)) = globals;
    for (size_t i = 0; i < b->kernel_count; ++i) {
        *map_ats(globals, arena_printf(a, "%s_KERNEL_%s", b->name, names[i].enumerator)) = globals;
        *map_ats(globals, arena_printf(a, "%s_run_%s", b->name, b->kernels[i].name)) = globals;
        *map_ats(globals, arena_printf(a, "%s_call_%s", b->name, b->kernels[i].name)) = globals;
        *map_ats(globals, arena_printf(a, "%s_args_%s", b->name, b->kernels[i].name)) = globals;
        *map_ats(globals, arena_printf(a, "%s_buffers_%s", b->name, b->kernels[i].name)) = globals;
        *map_ats(globals, arena_printf(a, "%s_array_%s", b->name, b->kernels[i].name)) = globals;
        *map_ats(globals, arena_printf(a, "%s_ckernel_%s", b->name, b->kernels[i].name)) = globals;
    }
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

kernel_names *emit_names(arena *a, const bundle *b)
{
    ctype_records records = {.arena = a, .prefix = b->name};
    kernel_names *names = arena_array(a, b->kernel_count, sizeof *names);
    arena scratch = {0};
    map globals, kernels = {.arena = &scratch};
    records.names.arena = &scratch;
    for (size_t i = 0; i < b->kernel_count; ++i) *map_ats(&kernels, b->kernels[i].name) = &kernels;
    for (size_t i = 0; i < b->kernel_count; ++i) {
        /* NAME_KERNEL_COUNT is how many there are. */
        const char *name = names[i].enumerator = b->kernels[i].name;
        if (strcmp(name, "COUNT") == 0)
            while (map_gets(&kernels, names[i].enumerator)) names[i].enumerator = arena_printf(a, "%s_", names[i].enumerator);
    }
    take_globals(&records, b, names, &globals);
    for (size_t i = 0; i < b->kernel_count; ++i) name_parameters(a, &scratch, &globals, &b->kernels[i], &names[i]);
    arena_free(&scratch);
    return names;
}

const char *emit_element_type(ctype_records *records, const bundle_argument *argument)
{
    const char *name = argument->type ? ctype_name(records, argument->type) : NULL;
    return name ? name : "void";
}

const char *const emit_families[2] = {"buffers", "args"};

void emit_fields(ctype_records *records, const bundle_kernel *k, const kernel_names *names, bool wrapper, bool compiled, buffer *out)
{
    const char *type = arena_printf(records->arena, "%s_%s_%s", records->prefix, emit_families[wrapper], k->name);
    size_t count = k->argument_count;
    if (!count) return;
    buffer_addf(out, "typedef struct %s%s {\n", compiled ? "CLB_NAMED " : "", type);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *argument = &k->arguments[i];
        const char *name = names->parameters[i], *element = emit_element_type(records, argument);
        const char *handle = argument->type ? ctype_buffer(records, argument->type) : NULL;
        buffer_adds(out, "    ");
        switch (argument->kind) {
        case CLB_ARGUMENT_VALUE:
            buffer_addf(out, "%s %s;\n", element, name);
            break;
        case CLB_ARGUMENT_LOCAL:
            buffer_addf(out, "size_t %s;\n", name);
            break;
        case CLB_ARGUMENT_IMAGE:
        case CLB_ARGUMENT_SAMPLER:
            buffer_addf(out, "void *%s;\n", name);
            break;
        case CLB_ARGUMENT_GLOBAL:
        case CLB_ARGUMENT_CONSTANT:
            if (!wrapper) {
                buffer_addf(out, "%s%s;\n", handle ? handle : "clb_buffer *", handle ? arena_printf(records->arena, " %s", name) : name);
                break;
            }
            buffer_addf(out, "%s%s *%s;\n", argument->access == CLB_ACCESS_IN ? "const " : "", element, name);
            if (argument->extent) break;
            buffer_addf(out, "    size_t %s;\n", names->counts[i]);
            ++count;
            break;
        }
    }
    buffer_addf(out, "} %s;\n", type);
    if (compiled && count <= FIELDS_COUNTED)
        buffer_addf(out, "#ifndef __cplusplus\n#define %s(...) CLB_ARGUMENTS(%s, %zu, __VA_ARGS__)\n#endif\n", type, type, count);
}

void emit_parameters(const bundle *b, const bundle_kernel *k, bool wrapper, bool reference, buffer *out)
{
    buffer_adds(out, "\n    clb_device *device");
    if (!wrapper || !k->range_dimensions) buffer_adds(out, ",\n    const clb_launch *launch");
    if (k->argument_count)
        buffer_addf(out, ",\n    const %s_%s_%s %carguments", b->name, emit_families[wrapper], k->name, reference ? '&' : '*');
    buffer_adds(out, wrapper ? ",\n    clb_error *error" : ",\n    clb_event **event,\n    clb_error *error");
}
