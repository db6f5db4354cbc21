/* clbundle runtime: the library's text as C files, for builds in which several bundles share it. */
#include "base/output.h"
#include "command/command.h"
#include "emit/standalone.h"

static int run_runtime(int argc, char **argv)
{
    command_run run;
    string_list operands = {0};
    const char *folder = NULL, *why = NULL;
    const option options[] = {
        {"--output-dir", "DIR", "write the files to this folder", .required = true, .single = &folder},
    };
    command_begin(&run, &command_runtime);
    if (!command_parse(&run, argc, argv, options, 1, &operands)) return run.status;
    if (operands.count) return command_misused(&run, "expected no operand, got '%s'", operands.items[0]);

    if (!output_make_folder(&run.arena, folder, &why)) diagnose_error(&run.diagnostics, (location){0}, "%s", why);
    for (size_t i = 0; i < standalone_file_count && !run.diagnostics.errors; ++i) {
        buffer text = {0};
        if (!standalone_is_runtime(&standalone_files[i])) continue;
        standalone_add(&standalone_files[i], &text);
        command_write(&run, path_join(&run.arena, folder, standalone_files[i].name), &text);
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
