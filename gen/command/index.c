/* clbundle index: writes the dependency index of a library.
 *
 * SPDX-License-Identifier: MIT */
#include "command/command.h"
#include "library/index.h"
#include "library/claims.h"
#include "library/order.h"
#include "names/providers.h"

static int run_index(int argc, char **argv)
{
    command_run run;
    string_list operands = {0};
    const char *output = NULL;
    const option options[] = {
        {"-o", "FILE", "write to FILE, not to DIR/kernel_dependency_index.tsv; - is standard output",
         .single = &output},
        {"--quiet-derived", NULL, "do not report stale derived tags", .flag = &run.diagnostics.quiet_derived},
    };
    command_begin(&run, &command_index);
    if (!command_parse(&run, argc, argv, options, 2, &operands)) return run.status;
    if (operands.count != 1) return command_misused(&run, "expected one folder, got %zu", operands.count);

    const char *directory = operands.items[0];
    library *l = library_read(&run.sources, directory, library_name_of(&run.arena, directory), &run.diagnostics);
    if (l && order_compute(&run.arena, l, &run.diagnostics) &&
        providers_infer_untagged(&run.sources, l, &run.diagnostics))
        claims_check(&run.arena, l, CLAIMS_EACH, &run.diagnostics);
    if (l && run.diagnostics.errors == 0) {
        buffer out = {0};
        index_write(&run.arena, l, &out);
        command_write(&run, output ? output : path_join(&run.arena, directory, "kernel_dependency_index.tsv"), &out);
        buffer_free(&out);
    }
    return command_end(&run);
}

const command command_index = {
    .name = "index",
    .operands = "DIR",
    .summary = "write the dependencies of a library as a table",
    .text = "Writes kernel_dependency_index.tsv: each file of the library in DIR, in load order, and all files that it "
            "needs.",
    .run = run_index,
};
