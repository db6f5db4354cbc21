/* clbundle runtime: the library's text as C files, for builds in which several bundles share it.
 *
 * SPDX-License-Identifier: MIT */
#include "command/command.h"
#include "emit/standalone.h"

static int run_runtime(int argc, char **argv)
{
    command_run run;
    string_list operands = {0};
    const char *folder = NULL;
    const option options[] = {
        {"--output-dir", "DIR", "write the files to this folder", .required = true, .single = &folder},
    };
    command_begin(&run, &command_runtime);
    if (!command_parse(&run, argc, argv, options, 1, &operands)) return run.status;
    if (operands.count) return command_misused(&run, "expected no operand, got '%s'", operands.items[0]);

    command_make_folder(&run, folder);
    for (size_t i = 0; i < standalone_file_count && !run.diagnostics.errors; ++i) {
        buffer text = {0};
        if (!standalone_is_runtime(&standalone_files[i])) continue;
        const char *path = path_join(&run.arena, folder, standalone_files[i].name);
        standalone_add(&standalone_files[i], &text);
        command_make_folder(&run, path_directory(&run.arena, path));
        command_write(&run, path, &text);
        buffer_free(&text);
    }
    return command_end(&run);
}

const command command_runtime = {
    .name = "runtime",
    .operands = "",
    .summary = "write the runtime library as C files",
    .text = "Writes clbundle.c with its headers, as `bundle --standalone` does, but without a bundle: for a build that "
            "makes several bundles and compiles the runtime once.",
    .run = run_runtime,
};
