/* clbundle sort: prints the load order of a library.
 *
 * SPDX-License-Identifier: MIT */
#include "base/escape.h"
#include "command/command.h"
#include "library/claims.h"
#include "library/order.h"
#include "names/providers.h"

#include <string.h>

/* "STEM.cl" on standard error. */
static void print_file(const char *separator, const char *stem)
{
    buffer out = {0};
    escape_terminal(&out, stem, strlen(stem));
    fprintf(stderr, "%s%s.cl", separator, out.text ? out.text : "");
    buffer_free(&out);
}

static void print_passes(const library *l)
{
    for (size_t i = 0; i < l->count && l->order[i]; ++i) {
        const library_file *f = l->order[i];
        const bool first = i == 0 || l->order[i - 1]->pass != f->pass;
        if (first) fprintf(stderr, "%sPass %zu: emitting ", i ? "\n" : "", f->pass);
        print_file(first ? "" : ", ", f->stem);
    }
    if (l->order[0]) fputc('\n', stderr);
}

static void print_stuck(const library *l)
{
    const char *separator = "Stuck: ";
    for (size_t i = 0; i < l->count; ++i) {
        if (l->files[i]->pass) continue;
        print_file(separator, l->files[i]->stem);
        separator = ", ";
    }
    fputc('\n', stderr);
}

static int run_sort(int argc, char **argv)
{
    command_run run;
    bool verbose = false;
    string_list operands = {0};
    const option options[] = {
        {"--verbose", NULL, "also print each pass on standard error", .flag = &verbose},
        {"--quiet-derived", NULL, "do not report stale derived tags", .flag = &run.diagnostics.quiet_derived},
    };
    command_begin(&run, &command_sort);
    if (!command_parse(&run, argc, argv, options, 2, &operands)) return run.status;
    if (operands.count != 1) return command_misused(&run, "expected one folder, got %zu", operands.count);

    library *l =
        library_read(&run.sources, operands.items[0], library_name_of(&run.arena, operands.items[0]), &run.diagnostics);
    if (!l) return command_end(&run);
    const bool sorted =
        order_compute(&run.arena, l, &run.diagnostics) && providers_infer_untagged(&run.sources, l, &run.diagnostics);
    if (verbose) print_passes(l);
    if (verbose && !sorted) print_stuck(l);
    if (sorted) claims_check(&run.arena, l, CLAIMS_EACH, &run.diagnostics);
    if (run.diagnostics.errors == 0) {
        buffer out = {0};
        for (size_t i = 0; i < l->count; ++i) buffer_addf(&out, "%s\n", l->order[i]->stem);
        command_write(&run, NULL, &out);
        buffer_free(&out);
    }
    return command_end(&run);
}

const command command_sort = {
    .name = "sort",
    .operands = "DIR",
    .summary = "print the load order of a library",
    .text =
        "Prints the names of the files of the library in DIR, without .cl, one per line. Each comes after all files "
        "that it needs.",
    .run = run_sort,
};
