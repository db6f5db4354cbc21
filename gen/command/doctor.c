/* clbundle doctor: reports what this machine offers, what a bundle needs, which device would be chosen and why.
 * This is the only command that runs kernels. It contains a copy of the runtime, which opens the OpenCL loader at run
 * time, and uses its public interface.
 *
 * SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "command/command.h"
#include "doctor/report.h"

#include <stdlib.h>
#include <string.h>

static const json *need(command_run *run, const source *s, const json *object, const char *name, json_kind kind)
{
    const json *value = json_member(object, name);
    if (value && value->kind == kind) return value;
    diagnose_error(
        &run->diagnostics, (location){s, value ? value->offset : object->offset},
        "the manifest has no valid '%s': give the NAME.json of a bundle, and generate it again if an older clbundle "
        "wrote it",
        name);
    return NULL;
}

/* The contents of NAME.json. Problems are reported. */
static void read_manifest(command_run *run, const char *path, report_bundle *b)
{
    const char *why = NULL;
    const source *s = source_read(&run->sources, path, path_base(path), &why);
    if (!s) {
        diagnose_error(&run->diagnostics, (location){0}, "%s", why);
        return;
    }
    const json *all = json_read(&run->arena, s, &run->diagnostics);
    if (!all) return;
    const json *name = need(run, s, all, "bundle", JSON_STRING), *abi = need(run, s, all, "abi", JSON_NUMBER);
    const json *programs = need(run, s, all, "programs", JSON_ARRAY),
               *kernels = need(run, s, all, "kernels", JSON_ARRAY);
    if (!name || !abi || !programs || !kernels) return;
    b->wanted.name = name->text;
    b->abi = strtol(abi->text, NULL, 10);
    for (size_t i = 0; i < programs->count; ++i) {
        const json *needs = need(run, s, &programs->items[i], "needs", JSON_NUMBER);
        if (needs) b->wanted.needs |= (uint32_t)strtoul(needs->text, NULL, 10);
    }
    for (size_t i = 0; i < kernels->count; ++i) {
        const json *kernel = need(run, s, &kernels->items[i], "name", JSON_STRING);
        const json *native = json_member(&kernels->items[i], "native");
        ++b->kernel_count;
        if (native && native->kind == JSON_TRUE) ++b->native_count;
        else if (kernel && !b->first_without) b->first_without = kernel->text;
    }
    b->wanted.native = b->native_count > 0;
}

static int run_doctor(int argc, char **argv)
{
    command_run run;
    bool as_json = false, no_launch = false;
    string_list operands = {0};
    const char *time = NULL;
    const option options[] = {
        {"--json", NULL, "print JSON", .flag = &as_json},
        {"--no-launch", NULL, "skip the test launches", .flag = &no_launch},
        {"--timeout", "SECONDS", "time limit for each step of each driver; 30 by default", .single = &time},
    };
    command_begin(&run, &command_doctor);
    if (!command_parse(&run, argc, argv, options, 3, &operands)) return run.status;
    if (operands.count > 1) return command_misused(&run, "expected one manifest at most, got %zu", operands.count);
    char *end = NULL;
    const double seconds = time ? strtod(time, &end) : 30;
    if (time && (end == time || *end || !(seconds > 0 && seconds <= 3600)))
        return command_misused(&run, "--timeout %s: expected a number of seconds up to 3600", time);

    report_bundle bundle = {0};
    const wanted anything = {"anything", 0, true};
    if (operands.count) read_manifest(&run, operands.items[0], &bundle);
    if (run.diagnostics.errors) return command_end(&run);
    buffer out = {0};
    report r = {.machine = machine_inspect(&run.arena, "", seconds), .bundle = operands.count ? &bundle : NULL};
    r.answer = drivers_query(&run.arena, r.bundle ? &bundle.wanted : &anything, !no_launch, seconds);
    if (r.answer.problem) drivers_blame(&run.arena, &r.machine, seconds);
    if (as_json) report_json(&r, &out);
    else report_text(&r, &out);
    command_write(&run, NULL, &out);
    buffer_free(&out);
    const bool none = r.bundle && !report_choice(&r);
    const int status = command_end(&run);
    return status == EXIT_FINE && none ? EXIT_INPUT : status;
}

const command command_doctor = {
    .name = "doctor",
    .operands = "[BUNDLE.json]",
    .summary = "report what this machine can run",
    .text = "Looks for the OpenCL loader, its drivers, device files of GPUs and environment variables that matter. "
            "Lists all "
            "devices and runs a small kernel on each. With the manifest of a bundle, it says which devices have what "
            "the bundle "
            "needs, and which one would be chosen. Drivers start in child processes: one that crashes or hangs is only "
            "reported.\n\n"
            "Exit status 1 also means that no device fits the bundle.",
    .run = run_doctor,
};
