/* clbundle capture: runs an OpenCL application as `clbundle run` does, and writes down the programs that it builds.
 *
 * SPDX-License-Identifier: MIT */
#include "base/output.h"
#include "capture/merge.h"
#include "command/run.h"

#include <unistd.h>

/* What becomes of the run's private folder before it is removed. */
typedef struct capture {
    command_run *run;
    const char *output;
    bool adds;
} capture;

static void write_captured(void *context, const char *folder)
{
    const capture *c = context;
    command_run *run = c->run;
    merged all;
    merged_output out = {0};
    const char *why = NULL;
    merge_start(&all, &run->arena, &run->sources, &run->diagnostics);
    if (c->adds) merge_folder(&all, c->output);
    if (!run->diagnostics.errors) merge_recorded(&all, folder);
    if (!run->diagnostics.errors) merge_write(&all, &out);
    for (size_t i = 0; i < out.count; ++i) {
        const char *path = path_join(&run->arena, c->output, out.names[i]);
        command_make_folder(run, path_directory(&run->arena, path));
        /* programs.json takes the place of the one that was read. */
        if (!run->diagnostics.errors && !output_write(&run->arena, path, out.texts[i].text ? out.texts[i].text : "", out.texts[i].length, NULL, &why))
            diagnose_error(&run->diagnostics, (location){0}, "%s", why);
        buffer_free(&out.texts[i]);
    }
}

static int run_capture(int argc, char **argv)
{
    command_run run;
    string_list words = {0};
    run_request r = {0};
    const char *output = NULL;
    bool adds = false;
    const option options[] = {
        {"--output", "DIR", "write the programs to this folder", .required = true, .single = &output},
        {"--add", NULL, "add to what the folder has from an earlier capture", .flag = &adds},
        RUN_OPTIONS(r),
    };
    command_begin(&run, &command_capture);
    if (!command_parse(&run, argc, argv, options, sizeof options / sizeof *options, &words)) return run.status;
    if (!words.count) return command_misused(&run, "no command given: write clbundle capture --output DIR -- COMMAND ARGUMENT...");
    if (!run_check_request(&run, &r)) return EXIT_USAGE;
    const char *json = path_join(&run.arena, output, "programs.json");
    const bool exists = access(json, F_OK) == 0;
    if (exists && !adds)
        diagnose_error(&run.diagnostics, (location){0}, "'%s' holds an earlier capture: give --add to add to it, or remove it", output);
    capture c = {&run, output, exists};
    r.captures = true;
    r.finish = write_captured;
    r.context = &c;
    const int status = run.diagnostics.errors ? EXIT_INPUT : run_application(&run, &r, &words);
    const int own = command_end(&run);
    return own != EXIT_FINE ? own : status;
}

const command command_capture = {
    .name = "capture",
    .operands = "-- COMMAND [ARGUMENT]...",
    .summary = "run an OpenCL application and write down its programs",
    .text = "Runs the command as `clbundle run` does. When it ends, the folder holds each program that was built as .cl files, and "
            "programs.json, which says with which options and headers they were built, which kernels they have, and with which sizes "
            "these were launched, how often. Equal programs are written once.\n\n"
            "`clbundle bundle --programs DIR --icd` makes a bundle of the folder. The files may be edited and kept under version "
            "control.\n\n"
            "The exit status is that of the command.",
    .run = run_capture,
};
