/* SPDX-License-Identifier: MIT */
#include "command/captured_programs.h"

#include "base/escape.h"
#include "base/output.h"
#include "capture/captured.h"
#include "command/captured_sets.h"
#include "command/programs.h"
#include "emit/icd.h"
#include "emit/native.h"

#include <string.h>

/* A program while it is translated. */
typedef struct translation {
    const captured_program *captured;
    program_inputs inputs;
    native_output *native;
    bundle *bundle;
    build_group group; /* all kernels, once it is known that they have to be one program */
    bool is_grouped;
} translation;

static void visit_fp16_kernel(void *context, arena *a, const char *name, uint32_t program, symbol *kernel,
                              const char *problem)
{
    native_add_fp16_kernel(context, a, name, program, kernel, problem);
}

static void visit_version(void *context, arena *a, const kernel_version *version)
{
    native_add_version(context, a, version);
}

/* As a device defines that has the extension. */
#define DEFINITION(name) " -D" #name "=1"

static void read_inputs(command_run *run, translation *t)
{
    string_list_add(&run->arena, &t->inputs.kernels, t->captured->entry);
    t->inputs.build_text = arena_printf(&run->arena,
                                        "%s" CLB_SUB_GROUP_EXTENSIONS(DEFINITION) CLB_INTEL_EXTENSIONS(DEFINITION)
                                            CLB_KERNEL_EXTENSIONS(DEFINITION) CLB_DOT_PRODUCT_EXTENSION(DEFINITION),
                                        t->captured->options);
    t->inputs.folders = t->captured->folders;
    t->inputs.folder_count = t->captured->folder_count;
    program_read(run, &t->inputs);
}

/* Each kernel is a program of its own in the bundle, which is smaller. But the kernels of a cl_program share the
 * variables that they write. Returns whether the program has to be built again, as a group. */
static bool group_kernels(arena *a, translation *t)
{
    const bundle *b = t->bundle;
    if (t->is_grouped || t->inputs.attempt.errors || b->kernel_count < 2 || !native_has_variables(t->native))
        return false;
    const char **kernels = arena_array(a, b->kernel_count, sizeof *kernels);
    for (size_t i = 0; i < b->kernel_count; ++i) kernels[i] = arena_printf(a, "%s", b->kernels[i].name);
    t->group = (build_group){"all", kernels, b->kernel_count};
    t->is_grouped = true;
    return true;
}

static void translate(command_run *run, const captured_request *request, translation *t)
{
    arena *a = &run->arena;
    const char *name = arena_printf(a, "%s_%s", request->name, t->captured->name);
    const size_t explained = request->explanation ? request->explanation->length : 0;
    read_inputs(run, t);
    if (run->diagnostics.errors) return;
    do {
        if (t->bundle) build_free(t->bundle);
        if (t->native) native_drop(t->native);
        if (request->explanation) request->explanation->length = explained;
        program_build_start(run, &t->inputs);
        t->native = native_start(a, name, request->lines, request->checked, request->explanation);
        native_without_header(t->native);
        const build_options build = {.name = name,
                                     .options = t->inputs.build_text,
                                     .may_lack_kernels = true,
                                     .groups = &t->group,
                                     .group_count = t->is_grouped,
                                     .visit = native_add_program,
                                     .visit_fp16 = visit_fp16_kernel,
                                     .visit_version = visit_version,
                                     .visit_context = t->native};
        t->bundle = build_bundle(&t->inputs.context, t->inputs.files, t->inputs.file_count, &build);
    } while (group_kernels(a, t) || program_build_again(run, &t->inputs, false));
    native_settle(t->native, t->bundle);
    for (size_t i = 0; i < t->bundle->kernel_count && request->checked; ++i)
        t->bundle->kernels[i].flags |= CLB_KERNEL_CHECKED;
}

/* One file of native code for each program: they compile in parallel, and a change of one program does not affect
 * the others. */
static void write_native(command_run *run, const captured_request *request, translation *t)
{
    buffer text = {0};
    emit_native(t->native, t->bundle, &run->diagnostics, false, request->levels, &text);
    command_write(
        run, path_join(&run->arena, request->output, arena_printf(&run->arena, "%s_native.c", t->bundle->name)), &text);
    buffer_free(&text);
}

void captured_programs_write(command_run *run, const captured_request *request)
{
    arena *a = &run->arena;
    const char *why = NULL;
    captured all = captured_read(a, &run->sources, request->folder, &run->diagnostics);
    if (!run->diagnostics.errors && request->sets) all = captured_with_sets(a, &all, request->sets, &run->diagnostics);
    if (run->diagnostics.errors) return;
    translation *list = arena_array(a, all.program_count, sizeof *list);
    icd_program *offered = arena_array(a, all.program_count, sizeof *offered);
    size_t count = 0, failures = 0;
    for (size_t i = 0; i < all.program_count; ++i) {
        list[i].captured = &all.programs[i];
        translate(run, request, &list[i]);
        if (run->diagnostics.errors) {
            failures += run->diagnostics.errors;
            run->diagnostics.errors = 0;
            if (all.program_count > 1)
                diagnose_note(&run->diagnostics, all.programs[i].where, "in the program '%s'", all.programs[i].name);
        } else {
            offered[count++] = (icd_program){list[i].captured, list[i].bundle};
        }
    }
    if (!failures || request->keep_going) {
        buffer text = {0};
        if (!output_make_folder(a, request->output, &why)) diagnose_error(&run->diagnostics, (location){0}, "%s", why);
        emit_icd(a, request->name, offered, count, &text);
        for (size_t i = 0, n = 0; n < count && !run->diagnostics.errors; ++i) {
            if (list[i].bundle != offered[n].bundle) continue;
            write_native(run, request, &list[i]);
            ++n;
        }
        if (!run->diagnostics.errors)
            command_write(run, path_join(a, request->output, arena_printf(a, "%s_icd.c", request->name)), &text);
        buffer_free(&text);
    }
    for (size_t i = 0; i < all.program_count; ++i)
        if (list[i].bundle) build_free(list[i].bundle);
    run->diagnostics.errors += failures;
}

void captured_programs_check(command_run *run, const char *folder)
{
    const captured all = captured_read(&run->arena, &run->sources, folder, &run->diagnostics);
    for (size_t i = 0; i < all.program_count && !run->diagnostics.errors; ++i) {
        translation t = {.captured = &all.programs[i]};
        read_inputs(run, &t);
        for (size_t f = 0; f < t.inputs.file_count; ++f) (void)unit_read(&t.inputs.context, t.inputs.files[f]);
    }
}

bundle *captured_programs_build(command_run *run, const captured_program *program)
{
    translation t = {.captured = program};
    read_inputs(run, &t);
    if (run->diagnostics.errors) return NULL;
    do {
        if (t.bundle) build_free(t.bundle);
        program_build_start(run, &t.inputs);
        const build_options build = {.name = "p", .options = t.inputs.build_text, .may_lack_kernels = true};
        t.bundle = build_bundle(&t.inputs.context, t.inputs.files, t.inputs.file_count, &build);
    } while (program_build_again(run, &t.inputs, false));
    if (t.bundle && run->diagnostics.errors) {
        build_free(t.bundle);
        t.bundle = NULL;
    }
    return t.bundle;
}

static void add_string(buffer *text, const char *before, const char *value)
{
    buffer_adds(text, before);
    escape_json(text, value);
}

static void add_kernels(const bundle *b, buffer *text)
{
    buffer_addc(text, '[');
    for (size_t k = 0; k < b->kernel_count; ++k) {
        add_string(text, k ? ",\n{\"name\": " : "{\"name\": ", b->kernels[k].name);
        buffer_adds(text, ", \"arguments\": [");
        for (size_t i = 0; i < b->kernels[k].argument_count; ++i) {
            add_string(text, i ? ", {\"name\": " : "{\"name\": ", b->kernels[k].arguments[i].name);
            add_string(text, ", \"type\": ", b->kernels[k].arguments[i].qualified);
            buffer_addc(text, '}');
        }
        buffer_adds(text, "]}");
    }
    buffer_adds(text, "]\n");
}

bool captured_programs_describe(arena *a, const char *folder, const char **why)
{
    command_run run;
    buffer paths = {0}, kernels = {0};
    command_begin(&run, &command_capture);
    const captured all = captured_read(&run.arena, &run.sources, folder, &run.diagnostics);
    if (!run.diagnostics.errors && all.program_count == 1) {
        bundle *b = captured_programs_build(&run, &all.programs[0]);
        if (b) add_kernels(b, &kernels);
        if (b) build_free(b);
    }
    for (size_t i = 0; i < run.sources.count; ++i) buffer_addf(&paths, "%s\n", run.sources.items[i]->path);
    bool written =
        output_write(a, path_join(a, folder, "files"), paths.text ? paths.text : "", paths.length, NULL, why);
    if (written && kernels.length)
        written = output_write(a, path_join(a, folder, "kernels"), kernels.text, kernels.length, NULL, why);
    buffer_free(&kernels);
    buffer_free(&paths);
    arena_free(&run.arena);
    return written;
}
