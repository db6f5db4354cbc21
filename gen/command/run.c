/* clbundle run: starts an OpenCL application with a platform whose programs are translated and compiled while it runs.
 * Knows how the application finds the platform (variables of the loaders) and how the platform finds this command (a
 * folder with a file `config`, named by CLBUNDLE_RUN). runtime/icd/translate.c reads that file.
 *
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "base/output.h"
#include "base/process.h"
#include "command/command.h"
#include "command/run.h"
#include "emit/standalone.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef CLBUNDLE_LIBDIR
#define CLBUNDLE_LIBDIR "lib" /* relative to the prefix */
#endif

static const char front_name[] = "libclbundle-opencl.so", layer_name[] = "libclbundle-layer.so";

/* The shared object of the platform or of the layer: beside this command in an installation or in a Meson build
 * folder. */
static const char *find_front(arena *a, const char *own, const char *name)
{
    static const char *const folders[] = {("../" CLBUNDLE_LIBDIR), "../lib", "../lib64", "../runtime/icd"};
    const char *folder = path_directory(a, own);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i) {
        const char *path = path_join(a, path_join(a, folder, folders[i]), name);
        char *real = access(path, R_OK) == 0 ? realpath(path, NULL) : NULL;
        if (!real) continue;
        path = arena_strndup(a, real, strlen(real));
        free(real);
        return path;
    }
    return NULL;
}

/* The absolute path of a file or folder. NULL, and a report, if there is none. */
static const char *absolute(command_run *run, const char *path)
{
    char *real = realpath(path, NULL);
    if (!real) {
        diagnose_error(&run->diagnostics, (location){0}, "File not found: %s", path);
        return NULL;
    }
    const char *result = arena_strndup(&run->arena, real, strlen(real));
    free(real);
    return result;
}

void run_write_headers(command_run *run, const char *folder)
{
    arena *a = &run->arena;
    for (size_t i = 0; i < standalone_file_count && !run->diagnostics.errors; ++i) {
        const standalone_file *file = &standalone_files[i];
        const size_t length = strlen(file->name);
        const char *path = path_join(a, folder, file->name);
        buffer text = {0};
        if (!standalone_is_runtime(file) || length < 2 || strcmp(file->name + length - 2, ".h") != 0) continue;
        standalone_add(file, &text);
        command_make_folder(run, path_directory(a, path));
        if (!run->diagnostics.errors) command_write(run, path, &text);
        buffer_free(&text);
    }
}

static void add_line(buffer *out, const char *key, const char *value)
{
    if (value) buffer_addf(out, "%s %s\n", key, value);
}

static void set(command_run *run, const char *name, const char *value)
{
    if (setenv(name, value, 1) != 0)
        diagnose_error(&run->diagnostics, (location){0}, "cannot set %s: out of memory", name);
}

/* Replaces all other platforms. */
static void set_platform(command_run *run, const run_request *r, const char *front, const char *folder, const char *own,
                         const char *cache)
{
    buffer config = {0};
    run_write_headers(run, path_join(&run->arena, folder, "include"));
    add_line(&config, "generator", own);
    add_line(&config, "cache", cache);
    add_line(&config, "capture", r->captures ? "yes" : NULL);
    add_line(&config, "level", r->level);
    add_line(&config, "units", r->units);
    add_line(&config, "explain", r->explains ? "yes" : NULL);
    add_line(&config, "checked", r->checked ? "yes" : NULL);
    command_write(run, path_join(&run->arena, folder, "config"), &config);
    buffer_free(&config);
    set(run, "CLBUNDLE_RUN", folder);
    set(run, "OCL_ICD_VENDORS", front);   /* ocl-icd */
    set(run, "OCL_ICD_FILENAMES", front); /* Khronos' loader */
}

/* Adds the layer on top of the user's platforms and layers. Without a file `config`, a platform of this tool
 * translates nothing. */
static void set_layer(command_run *run, const char *layer, const char *folder)
{
    const char *others = getenv("OPENCL_LAYERS");
    set(run, "CLBUNDLE_RUN", folder);
    set(run, "OPENCL_LAYERS", others && *others ? arena_printf(&run->arena, "%s:%s", others, layer) : layer);
}

int run_application(command_run *run, const run_request *r, const string_list *words)
{
    arena *a = &run->arena;
    const char *name = r->through ? layer_name : front_name;
    const char *why = NULL, *own = process_own_path(a),
               *front = r->front ? absolute(run, r->front)
                        : own    ? find_front(a, own, name)
                                 : NULL;
    const char *cache = NULL, *folder = NULL;
    int status = 0;
    if (!own)
        diagnose_error(&run->diagnostics, (location){0}, "cannot find the path of this command: /proc is not mounted");
    else if (!front && !run->diagnostics.errors)
        diagnose_error(&run->diagnostics, (location){0},
                       "%s is not beside this command: install clbundle with it, or name it by --front", name);
    if (r->cache && !run->diagnostics.errors) {
        if (!output_make_folder(a, r->cache, &why)) diagnose_error(&run->diagnostics, (location){0}, "%s", why);
        else cache = absolute(run, r->cache);
    }
    if (!run->diagnostics.errors) {
        folder = process_private_folder(a, "clbundle-run", &why);
        if (!folder) diagnose_error(&run->diagnostics, (location){0}, "%s", why);
    }
    if (folder) {
        if (r->through) set_layer(run, front, folder);
        else set_platform(run, r, front, folder, own, cache);
        string_list argv = {0};
        for (size_t i = 0; i < words->count; ++i) string_list_add(a, &argv, words->items[i]);
        string_list_add(a, &argv, NULL);
        if (!run->diagnostics.errors && !process_run_in_front(a, argv.items, &status, &why))
            diagnose_error(&run->diagnostics, (location){0}, "%s", why);
        if (r->finish && !run->diagnostics.errors) r->finish(r->context, folder);
        process_remove_folder(folder);
    }
    return status;
}

static int run_run(int argc, char **argv)
{
    command_run run;
    string_list words = {0};
    run_request r = {0};
    const option options[] = {RUN_OPTIONS(r)};
    command_begin(&run, &command_run_program);
    if (!command_parse(&run, argc, argv, options, sizeof options / sizeof *options, &words)) return run.status;
    if (!words.count) return command_misused(&run, "no command given: write clbundle run -- COMMAND ARGUMENT...");
    if (!run_check_request(&run, &r)) return EXIT_USAGE;
    const int status = run_application(&run, &r, &words);
    const int own = command_end(&run);
    return own != EXIT_FINE ? own : status;
}

bool run_check_request(command_run *run, const run_request *r)
{
    char *end = NULL;
    const long units = r->units ? strtol(r->units, &end, 10) : 1;
    if (!r->units || (units >= 1 && units <= 65535 && *end == '\0')) return true;
    command_misused(run, "--units %s: expected a number from 1 to 65535", r->units);
    return false;
}

const command command_run_program = {
    .name = "run",
    .operands = "-- COMMAND [ARGUMENT]...",
    .summary = "run an OpenCL application with a platform of native code",
    .text = "Starts the command so that its OpenCL loader finds a platform \"clbundle\" with one device, the "
            "processor. No driver is "
            "needed. Each program that the application builds is translated to C and compiled with $CC (or cc) in "
            "child processes, "
            "and loaded from a temporary folder that is gone when the command ends. A program that was built before in "
            "this run is "
            "not built again; --cache keeps programs for later runs.\n\n"
            "The exit status is that of the command.",
    .run = run_run,
};
