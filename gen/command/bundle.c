/* clbundle bundle: the C source, the header and the manifest of a bundle. */
#include "base/output.h"
#include "command/programs.h"
#include "emit/emit.h"
#include "emit/native.h"
#include "workgroup/divergence.h"

#include <string.h>

static const char usage[] = "clbundle bundle --name NAME [--layer PATH]... [--library NAME=DIR]... --output-dir DIR "
                            "[--depfile FILE] [--depends-tag TAG] [--no-prune] [--no-check] [--group GROUP=KERNEL,KERNEL]... "
                            "[--options TEXT] [--native | --native-split] KERNEL.cl...";

static bool is_identifier(const char *text)
{
    if (!*text || (*text >= '0' && *text <= '9')) return false;
    for (; *text; ++text)
        if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || (*text >= '0' && *text <= '9') ||
              *text == '_'))
            return false;
    return true;
}

/* A path in a Make rule: blanks, '#' and '$' are special there. */
static void add_make_path(buffer *out, const char *path)
{
    for (; *path; ++path) {
        if (*path == ' ' || *path == '#' || *path == '\\') buffer_addc(out, '\\');
        if (*path == '$') buffer_addc(out, '$');
        buffer_addc(out, *path);
    }
}

static void write_depfile(command_run *run, const program_inputs *inputs, const char *target, const char *path)
{
    buffer out = {0};
    add_make_path(&out, target);
    buffer_addc(&out, ':');
    for (size_t i = 0; i < run->sources.count; ++i) {
        buffer_adds(&out, " \\\n  ");
        add_make_path(&out, run->sources.items[i]->path);
    }
    /* A file that joins or leaves a folder changes the folder. */
    for (size_t i = 0; i < inputs->set.count; ++i) {
        buffer_adds(&out, " \\\n  ");
        add_make_path(&out, inputs->set.items[i]->directory);
    }
    for (size_t i = 0; i < inputs->layer_files.folder_count; ++i) {
        buffer_adds(&out, " \\\n  ");
        add_make_path(&out, inputs->layer_files.folders[i]);
    }
    buffer_addc(&out, '\n');
    command_write(run, path, &out);
    buffer_free(&out);
}

/* NAME.h, NAME.c and NAME.json, and the depfile if one is asked for. */
static void write_files(command_run *run, const program_inputs *inputs, const bundle *b, native_output *native, bool split,
                        const char *folder, const char *depfile)
{
    arena *a = &run->arena;
    const char *why = NULL, *source_path = path_join(a, folder, arena_printf(a, "%s.c", b->name));
    buffer header = {0}, source_text = {0}, manifest = {0}, native_source = {0};
    if (!output_make_folder(a, folder, &why)) {
        diagnose_error(&run->diagnostics, (location){0}, "%s", why);
        return;
    }
    emit_header(a, b, &header);
    emit_source(a, b, native != NULL, &source_text);
    emit_manifest(a, b, &manifest);
    command_write(run, path_join(a, folder, arena_printf(a, "%s.h", b->name)), &header);
    command_write(run, source_path, &source_text);
    command_write(run, path_join(a, folder, arena_printf(a, "%s.json", b->name)), &manifest);
    if (native) {
        emit_native(native, b, &run->diagnostics, split, &native_source);
        command_write(run, path_join(a, folder, arena_printf(a, "%s_native.c", b->name)), &native_source);
    }
    for (unsigned level = 1; native && split && level < NATIVE_LEVELS; ++level) {
        native_source.length = 0;
        emit_native_level(b, level, &native_source);
        command_write(run, path_join(a, folder, arena_printf(a, "%s_native%s.c", b->name, native_suffixes[level])), &native_source);
    }
    if (depfile && !run->diagnostics.errors) write_depfile(run, inputs, source_path, depfile);
    buffer_free(&header);
    buffer_free(&source_text);
    buffer_free(&manifest);
    buffer_free(&native_source);
}

/* `NAME=KERNEL,KERNEL...` */
static bool read_group(command_run *run, const char *text, build_group *group)
{
    arena *a = &run->arena;
    const char *equals = strchr(text, '=');
    string_list kernels = {0};
    if (!equals || equals == text || !equals[1]) {
        command_misused(run, "--group %s: write --group NAME=KERNEL,KERNEL", text);
        return false;
    }
    for (const char *at = equals + 1; *at;) {
        const size_t length = strcspn(at, ",");
        if (length) string_list_add(a, &kernels, arena_strndup(a, at, length));
        at += length + (at[length] == ',');
    }
    *group = (build_group){arena_strndup(a, text, (size_t)(equals - text)), kernels.items, kernels.count};
    return true;
}

/* What is looked at in each program of the bundle. */
typedef struct look {
    diagnostics *diagnostics;
    native_output *native; /* or NULL */
} look;

static void look_at_program(void *context, arena *a, const parsed *program)
{
    const look *l = context;
    divergence_check(a, program, l->diagnostics);
    if (l->native) native_add_program(l->native, a, program);
}

int command_bundle(int argc, char **argv)
{
    command_run run;
    program_inputs inputs = {0};
    string_list names = {0}, folders = {0}, depfiles = {0}, groups = {0};
    const char *name = NULL, *folder = NULL, *depfile = NULL;
    bool unchecked = false, with_native = false, split = false;
    option options[PROGRAM_OPTIONS + 7] = {
        {"--native", &with_native, NULL},
        {"--native-split", &split, NULL},
        {"--no-check", &unchecked, NULL},
        {"--group", NULL, &groups},
        {"--name", NULL, &names},
        {"--output-dir", NULL, &folders},
        {"--depfile", NULL, &depfiles},
    };
    program_options(&inputs, options + 7);
    command_begin(&run, usage);
    if (!command_parse(&run, argc, argv, options, PROGRAM_OPTIONS + 7, &inputs.kernels)) return EXIT_USAGE;
    if (!command_single(&run, &names, "--name", &name) || !command_single(&run, &folders, "--output-dir", &folder) ||
        !command_single(&run, &depfiles, "--depfile", &depfile))
        return EXIT_USAGE;
    if (!name) return command_misused(&run, "--name is missing");
    with_native |= split;
    if (with_native && unchecked) return command_misused(&run, "--native needs the check that --no-check leaves out");
    if (!is_identifier(name)) return command_misused(&run, "--name %s: not a C identifier", name);
    if (!folder) return command_misused(&run, "--output-dir is missing");
    if (!inputs.kernels.count) return command_misused(&run, "no kernel file given");
    if (!program_read(&run, &inputs)) return EXIT_USAGE;
    if (run.diagnostics.errors) return command_end(&run);

    arena *a = &run.arena;
    build_group *group_list = arena_array(a, groups.count, sizeof *group_list);
    for (size_t i = 0; i < groups.count; ++i)
        if (!read_group(&run, groups.items[i], &group_list[i])) return EXIT_USAGE;
    native_output *native = native_start(a, name);
    look visit = {&run.diagnostics, with_native ? native : NULL};
    const build_options build = {.name = name, .options = inputs.build_text ? inputs.build_text : "-cl-std=CL1.2",
                                 .whole = inputs.whole, .unchecked = unchecked,
                                 .groups = group_list, .group_count = groups.count,
                                 .visit = look_at_program, .visit_context = &visit};
    bundle *b = build_bundle(&inputs.context, inputs.files, inputs.file_count, &build);
    if (!run.diagnostics.errors) write_files(&run, &inputs, b, with_native ? native : NULL, split, folder, depfile);
    build_free(b);
    return command_end(&run);
}
