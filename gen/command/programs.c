#include "command/programs.h"

#include <string.h>

void program_options(program_inputs *inputs, option options[PROGRAM_OPTIONS])
{
    options[0] = (option){"--layer", "PATH", "put this file, or the files of this folder, before all libraries",
                          .values = &inputs->layers};
    options[1] = (option){"--library", "NAME=DIR", "offer the functions of the library in this folder to the kernels",
                          .values = &inputs->libraries};
    options[2] = (option){"--depends-tag", "TAG", "read this tag, not @depends_LIB, for the direct dependencies of a kernel",
                          .single = &inputs->tag};
    options[3] = (option){"--no-prune", NULL, "keep whole files, also what no kernel reaches", .flag = &inputs->whole};
    options[4] = (option){"--options", "TEXT", "options for the driver; by default -cl-std=CL1.2",
                          .single = &inputs->build_text};
}

/* Adds the folders that no option names. */
static void add_folders(arena *a, const program_inputs *inputs, build_text *text)
{
    const char **all = arena_array(a, text->folder_count + inputs->folder_count + 1, sizeof *all);
    if (text->folder_count) memcpy(all, text->folders, text->folder_count * sizeof *all);
    for (size_t i = 0; i < inputs->folder_count; ++i) all[text->folder_count++] = inputs->folders[i];
    text->folders = all;
}

void program_read(command_run *run, program_inputs *inputs)
{
    arena *a = &run->arena;
    for (size_t i = 0; i < inputs->layers.count; ++i)
        layer_add(&run->sources, &inputs->layer_files, inputs->layers.items[i], &run->diagnostics);
    command_read_libraries(run, &inputs->libraries, &inputs->set);
    inputs->files = arena_array(a, inputs->kernels.count, sizeof *inputs->files);
    for (size_t i = 0; i < inputs->kernels.count; ++i) {
        kernel_file *k = kernel_file_read(&run->sources, inputs->kernels.items[i], &inputs->set, inputs->tag,
                                          &run->diagnostics);
        if (k) inputs->files[inputs->file_count++] = k;
    }
    lex_cache_start(&inputs->cache, a);
    inputs->context = (unit_context){.sources = &run->sources, .cache = &inputs->cache, .layers = &inputs->layer_files,
                                     .diagnostics = &run->diagnostics};
    inputs->context.text = inputs->build_text ? build_text_read(a, inputs->build_text, &run->diagnostics)
                                              : (build_text){.driver = "-cl-std=CL1.2"};
    if (inputs->folder_count) add_folders(a, inputs, &inputs->context.text);
    inputs->resolver = resolver_start(&inputs->context, &inputs->set);
    for (size_t i = 0; i < inputs->file_count && !run->diagnostics.errors; ++i) {
        if (!resolve_is_open(inputs->resolver, inputs->files[i])) continue;
        resolve_file(inputs->resolver, inputs->files[i], &run->diagnostics);
        kernel_file_check_calls(a, inputs->files[i], &inputs->set, &run->diagnostics);
    }
}

void program_build_start(command_run *run, program_inputs *inputs)
{
    inputs->attempt = (diagnostics){.arena = &run->arena, .limit = run->diagnostics.limit, .strict = run->diagnostics.strict,
                                    .silent = run->diagnostics.silent};
    inputs->context.diagnostics = &inputs->attempt;
}

bool program_build_again(command_run *run, program_inputs *inputs, bool unchecked)
{
    bool changed = false;
    inputs->context.diagnostics = &run->diagnostics;
    if ((inputs->attempt.errors || unchecked) && resolver_met_unknown(inputs->resolver)) {
        const size_t errors = run->diagnostics.errors;
        for (size_t i = 0; i < inputs->file_count; ++i)
            changed = resolve_file(inputs->resolver, inputs->files[i], &run->diagnostics) || changed;
        if (run->diagnostics.errors > errors) return false; /* these say why the others are there */
    }
    if (!changed) diagnostics_append(&run->diagnostics, &inputs->attempt);
    return changed;
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

build_group *program_read_groups(command_run *run, const string_list *options)
{
    build_group *groups = arena_array(&run->arena, options->count + 1, sizeof *groups);
    for (size_t i = 0; i < options->count; ++i)
        if (!read_group(run, options->items[i], &groups[i])) return NULL;
    return groups;
}

bool program_is_identifier(const char *text)
{
    if (!*text || (*text >= '0' && *text <= '9')) return false;
    for (; *text; ++text)
        if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || (*text >= '0' && *text <= '9') ||
              *text == '_'))
            return false;
    return true;
}
