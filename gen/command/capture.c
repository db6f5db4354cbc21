/* clbundle capture: runs an OpenCL application as `clbundle run` does, and stores the programs that it builds.
 *
 * SPDX-License-Identifier: MIT */
#include "base/output.h"
#include "capture/merge.h"
#include "command/captured_annotate.h"
#include "command/captured_programs.h"
#include "command/run.h"

#include <string.h>
#include <unistd.h>

/* Merges the files of the run's private folder before that is removed. */
typedef struct capture {
    command_run *run;
    const char *output;
    bool adds, through;
} capture;

/* The recording layer does not read programs: this finds the headers that they include from folders of -I, and the
 * names and types of arguments that drivers do not report. */
static void describe_programs(command_run *run, const char *folder)
{
    const char *why = NULL;
    char **names = NULL;
    size_t count = 0;
    if (!directory_list(&run->arena, folder, "", &names, &count, &why))
        diagnose_error(&run->diagnostics, (location){0}, "%s", why);
    for (size_t i = 0; i < count; ++i) {
        if (strncmp(names[i], "translate-", 10) != 0) continue;
        if (!captured_programs_describe(&run->arena, path_join(&run->arena, folder, names[i]), &why))
            diagnose_error(&run->diagnostics, (location){0}, "%s", why);
    }
}

static void write_captured(void *context, const char *folder)
{
    const capture *c = context;
    command_run *run = c->run;
    merged all;
    merged_output out = {0};
    const char *why = NULL;
    if (c->through) describe_programs(run, folder);
    merge_start(&all, &run->arena, &run->sources, &run->diagnostics);
    if (c->adds) merge_folder(&all, c->output);
    if (!run->diagnostics.errors) merge_recorded(&all, folder);
    if (!run->diagnostics.errors) merge_write(&all, &out);
    for (size_t i = 0; i < out.count; ++i) {
        const char *path = path_join(&run->arena, c->output, out.names[i]);
        command_make_folder(run, path_directory(&run->arena, path));
        /* programs.json replaces the one that was read. */
        if (!run->diagnostics.errors && !output_write(&run->arena, path, out.texts[i].text ? out.texts[i].text : "",
                                                      out.texts[i].length, NULL, &why))
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
    bool adds = false, annotates = false;
    const option options[] = {
        {"--output", "DIR", "write the programs to this folder", .required = true, .single = &output},
        {"--add", NULL, "add to what the folder has from an earlier capture", .flag = &adds},
        {"--annotate", NULL,
         "write above each kernel what its launches imply; without a command, in a folder that is there",
         .flag = &annotates},
        {"--through", NULL, "record from the machine's own driver, by a layer of the OpenCL loader",
         .flag = &r.through},
        RUN_OPTIONS(r),
    };
    command_begin(&run, &command_capture);
    if (!command_parse(&run, argc, argv, options, sizeof options / sizeof *options, &words)) return run.status;
    if (!words.count && annotates) {
        (void)command_end(&run);
        return captured_annotate(output);
    }
    if (!words.count)
        return command_misused(&run, "no command given: write clbundle capture --output DIR -- COMMAND ARGUMENT...");
    if (!run_check_request(&run, &r)) return EXIT_USAGE;
    if (r.through && (r.cache || r.level || r.units || r.explains))
        return command_misused(
            &run, "--through translates nothing: --cache, --level, --units and --explain have no meaning with it");
    const char *json = path_join(&run.arena, output, "programs.json");
    const bool exists = access(json, F_OK) == 0;
    if (exists && !adds)
        diagnose_error(&run.diagnostics, (location){0},
                       "'%s' holds an earlier capture: give --add to add to it, or remove it", output);
    capture c = {&run, output, exists, r.through};
    r.captures = true;
    r.finish = write_captured;
    r.context = &c;
    const int status = run.diagnostics.errors ? EXIT_INPUT : run_application(&run, &r, &words);
    int own = command_end(&run);
    if (own == EXIT_FINE && annotates) own = captured_annotate(output);
    return own != EXIT_FINE ? own : status;
}

const command command_capture = {
    .name = "capture",
    .operands = "[-- COMMAND [ARGUMENT]...]",
    .summary = "run an OpenCL application and write down its programs",
    .text = "Runs the command as `clbundle run` does. When it ends, the folder holds each program that was built as "
            ".cl files, and "
            "programs.json, which says with which options and headers they were built, which kernels they have, and "
            "with which sizes "
            "these were launched, how often. Equal programs are written once.\n\n"
            "`clbundle bundle --programs DIR --icd` makes a bundle of the folder. The files may be edited and kept "
            "under version "
            "control.\n\n"
            "With --through, the command runs on the machine's own driver, as a program does that needs its GPU. A "
            "layer of the "
            "OpenCL loader (OPENCL_LAYERS) passes all calls on and records them. Launches in command buffers are not "
            "seen.\n\n"
            "With --annotate, the .cl files get the @range, @local and @arg lines that all recorded launches of a "
            "kernel agree on, and "
            "as plain comments what is only a guess. Beside them, PROGRAM_call.c shows how each kernel is called from "
            "C. Such lines "
            "are written anew each time.\n\n"
            "The exit status is that of the command.",
    .run = run_capture,
};
