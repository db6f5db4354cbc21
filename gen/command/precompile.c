/* clbundle precompile: binaries of a bundle's programs, for the devices of this machine, as C.
 * It reaches OpenCL as the doctor does: through the runtime that is linked into the command.
 *
 * SPDX-License-Identifier: MIT */
#include "command/programs.h"
#include "doctor/build.h"
#include "doctor/model.h"
#include "emit/emit.h"

#include <stdlib.h>
#include <string.h>

static void add_header(const bundle *b, buffer *out)
{
    buffer_addf(
        out,
        "#ifndef CLB_%s_BINARIES_H\n#define CLB_%s_BINARIES_H\n\n#include \"%s.h\"\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
        "/* Programs of %s_bundle that were built already, for clb_device_params.binaries. Each counts for the\n"
        " * device, platform and driver version that it was built on; elsewhere, and where the driver refuses it,\n"
        " * the program is built from source. */\n"
        "extern const unsigned char %s_binaries[];\n"
        "extern const size_t %s_binaries_size; /* bytes; 0: there was no device */\n\n"
        "/* For a device that is open already; one of native code has no use for them. As clb_binaries_import. */\n"
        "static inline clb_status %s_import_binaries(clb_device *device, clb_error *error)\n{\n"
        "    const clb_device_info *info = clb_device_get_info(device);\n"
        "    if (%s_binaries_size == 0 || (info && info->back_end[0] == 'n')) return CLB_OK;\n"
        "    return clb_binaries_import(device, &%s_bundle, %s_binaries, %s_binaries_size, NULL, error);\n}\n\n"
        "#ifdef __cplusplus\n}\n#endif\n\n#endif\n",
        b->name, b->name, b->name, b->name, b->name, b->name, b->name, b->name, b->name, b->name, b->name);
}

static void add_bytes(const buffer *bytes, buffer *out)
{
    for (size_t i = 0; i < bytes->length; ++i)
        buffer_addf(out, "%s%u,", i % 24 ? "" : "\n    ", (unsigned)(unsigned char)bytes->text[i]);
}

static void add_source(const bundle *b, const built *devices, size_t count, buffer *out)
{
    size_t total = 0;
    buffer_addf(out, "#include \"%s_binaries.h\"\n\nconst unsigned char %s_binaries[] = {", b->name, b->name);
    for (size_t i = 0; i < count; ++i) {
        add_bytes(&devices[i].binaries, out);
        total += devices[i].binaries.length;
    }
    buffer_addf(out, "%s};\n\nconst size_t %s_binaries_size = %zu;\n", total ? "\n" : "0", b->name, total);
}

static void write_files(command_run *run, const bundle *b, const char *folder, const built *devices, size_t count)
{
    arena *a = &run->arena;
    buffer header = {0}, source = {0};
    const char *names[] = {arena_printf(a, "%s_binaries.h", b->name), arena_printf(a, "%s_binaries.c", b->name)};
    emit_banner(b, names[0], &header);
    add_header(b, &header);
    emit_banner(b, names[1], &source);
    add_source(b, devices, count, &source);
    const char *paths[] = {path_join(a, folder, names[0]), path_join(a, folder, names[1])};
    if (command_may_write(run, paths[0]) && command_may_write(run, paths[1])) {
        command_write(run, paths[0], &header);
        if (!run->diagnostics.errors) command_write(run, paths[1], &source);
    }
    buffer_free(&header);
    buffer_free(&source);
}

/* Reports programs that could not be built, and that there is no device. */
static void report(command_run *run, const built *devices, size_t count, const char *problem, const char *filter,
                   bool optional)
{
    diagnostics *d = &run->diagnostics;
    size_t useful = 0;
    for (size_t i = 0; i < count; ++i) {
        const built *one = &devices[i];
        if (one->problem && one->binaries.length)
            diagnose_warning(d, (location){0}, "%s (%s): %s; what could be built is kept", one->info.name,
                             one->info.platform, one->problem);
        else if (one->problem && optional)
            diagnose_warning(d, (location){0}, "%s (%s): %s", one->info.name, one->info.platform, one->problem);
        else if (one->problem)
            diagnose_error(d, (location){0}, "%s (%s): %s; leave the device out with --device", one->info.name,
                           one->info.platform, one->problem);
        useful += one->binaries.length > 0;
    }
    if (useful || d->errors) return;
    const char *why = problem ? problem : count ? "no device gave binaries" : "no OpenCL device fits";
    if (optional)
        diagnose_warning(d, (location){0}, "%s%s%s%s; the files hold no binaries", why, *filter ? " --device \"" : "",
                         filter, *filter ? "\"" : "");
    else
        diagnose_error(d, (location){0}, "%s%s%s%s; see `clbundle doctor`, or give --optional to do without", why,
                       *filter ? " --device \"" : "", filter, *filter ? "\"" : "");
}

static int run_precompile(int argc, char **argv)
{
    command_run run;
    program_inputs inputs = {0};
    string_list groups = {0};
    const char *name = NULL, *folder = NULL, *filter = NULL, *time = NULL, *problem = NULL;
    bool optional = false, unchecked = false;
    enum { OWN_OPTIONS = 8 };
    option options[OWN_OPTIONS + PROGRAM_OPTIONS] = {
        {"--name", "NAME", "the bundle's name, as for `clbundle bundle`", .required = true, .single = &name},
        {"--output-dir", "DIR", "write the files to this folder, which must exist", .required = true,
         .single = &folder},
        {"--device", "WORDS", "use only devices that fit these words, as in CLBUNDLE_DEVICE", .single = &filter},
        {"--optional", NULL, "if there is no device, write files without binaries", .flag = &optional},
        {"--timeout", "SECONDS", "time limit for each device; 600 by default", .single = &time},
        {"--group", "GROUP=KERNEL,KERNEL", "as for `clbundle bundle`", .values = &groups},
        {"--no-check", NULL, "as for `clbundle bundle`", .flag = &unchecked},
        program_configurations(&inputs),
    };
    program_options(&inputs, options + OWN_OPTIONS);
    command_begin(&run, &command_precompile);
    if (!command_parse(&run, argc, argv, options, OWN_OPTIONS + PROGRAM_OPTIONS, &inputs.kernels)) return run.status;
    char *end = NULL;
    const double seconds = time ? strtod(time, &end) : 600;
    if (time && (end == time || *end || !(seconds > 0 && seconds <= 86400)))
        return command_misused(&run, "--timeout %s: expected a number of seconds up to 86400", time);
    if (!program_is_identifier(name)) return command_misused(&run, "--name %s: not a C identifier", name);
    if (!inputs.kernels.count) return command_misused(&run, "no kernel file given");
    build_group *group_list = program_read_groups(&run, &groups);
    if (!group_list) return EXIT_USAGE;
    program_read(&run, &inputs);
    if (run.diagnostics.errors) return command_end(&run);

    bundle *b = NULL;
    do {
        if (b) build_free(b);
        program_build_start(&run, &inputs);
        const build_options build = {.name = name,
                                     .options = inputs.driver,
                                     .sets = inputs.configurations ? &inputs.sets : NULL,
                                     .whole = inputs.whole,
                                     .unchecked = unchecked,
                                     .groups = group_list,
                                     .group_count = groups.count};
        b = build_bundle(&inputs.context, inputs.files, inputs.file_count, &build);
    } while (program_build_again(&run, &inputs, unchecked));
    if (!run.diagnostics.errors) {
        size_t count = 0;
        built *devices =
            build_on_devices(&run.arena, model_bundle(&run.arena, b), filter ? filter : "", seconds, &count, &problem);
        report(&run, devices, count, problem, filter ? filter : "", optional);
        if (!run.diagnostics.errors) write_files(&run, b, folder, devices, count);
        for (size_t i = 0; i < count; ++i) buffer_free(&devices[i].binaries);
    }
    build_free(b);
    return command_end(&run);
}

const command command_precompile = {
    .name = "precompile",
    .operands = "KERNEL.cl...",
    .summary = "build the programs of a bundle for this machine's devices",
    .text = "Builds the programs of a bundle on this machine's OpenCL devices, and writes their binaries as C: "
            "NAME_binaries.c and "
            "NAME_binaries.h, beside the files that `clbundle bundle` has written for the same kernels and options. An "
            "application "
            "passes them to clb_device_open as clb_device_params.binaries. They are ignored on another device, with "
            "another driver "
            "version, or in a bundle of other kernels; programs are then built from source.\n\n"
            "Drivers run in child processes. A program that a driver cannot build gives a warning, if others could be "
            "built.",
    .run = run_precompile,
};
