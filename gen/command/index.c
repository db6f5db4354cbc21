/* clbundle index: the dependency index of a library. */
#include "command/command.h"
#include "library/index.h"
#include "library/order.h"

static const char usage[] = "clbundle index DIR [-o FILE]";

int command_index(int argc, char **argv)
{
    command_run run;
    string_list operands = {0}, outputs = {0};
    const char *output = NULL;
    const option options[] = {{"-o", NULL, &outputs}};
    command_begin(&run, usage);
    if (!command_parse(&run, argc, argv, options, 1, &operands)) return EXIT_USAGE;
    if (!command_single(&run, &outputs, "-o", &output)) return EXIT_USAGE;
    if (operands.count != 1) return command_misused(&run, "expected one folder, got %zu", operands.count);

    const char *directory = operands.items[0];
    library *l = library_read(&run.sources, directory, library_name_of(&run.arena, directory), &run.diagnostics);
    if (l && order_compute(&run.arena, l, &run.diagnostics)) order_check_tags(&run.arena, l, &run.diagnostics);
    if (l && run.diagnostics.errors == 0) {
        buffer out = {0};
        index_write(&run.arena, l, &out);
        command_write(&run, output ? output : path_join(&run.arena, directory, "kernel_dependency_index.tsv"), &out);
        buffer_free(&out);
    }
    return command_end(&run);
}
