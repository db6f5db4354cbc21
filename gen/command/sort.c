/* clbundle sort: the load order of a library. */
#include "command/command.h"
#include "library/order.h"

static const char usage[] = "clbundle sort DIR [--verbose]";

static void print_passes(const library *l)
{
    for (size_t i = 0; i < l->count && l->order[i]; ++i) {
        const library_file *f = l->order[i];
        const bool first = i == 0 || l->order[i - 1]->pass != f->pass;
        if (first) fprintf(stderr, "%sPass %zu: emitting ", i ? "\n" : "", f->pass);
        fprintf(stderr, "%s%s.cl", first ? "" : ", ", f->stem);
    }
    if (l->order[0]) fputc('\n', stderr);
}

static void print_stuck(const library *l)
{
    const char *separator = "Stuck: ";
    for (size_t i = 0; i < l->count; ++i) {
        if (l->files[i]->pass) continue;
        fprintf(stderr, "%s%s.cl", separator, l->files[i]->stem);
        separator = ", ";
    }
    fputc('\n', stderr);
}

int command_sort(int argc, char **argv)
{
    command_run run;
    bool verbose = false;
    string_list operands = {0};
    const option options[] = {{"--verbose", &verbose, NULL}};
    command_begin(&run, usage);
    if (!command_parse(&run, argc, argv, options, 1, &operands)) return EXIT_USAGE;
    if (operands.count != 1) return command_misused(&run, "expected one folder, got %zu", operands.count);

    library *l = library_read(&run.sources, operands.items[0], library_name_of(&run.arena, operands.items[0]),
                              &run.diagnostics);
    if (!l) return command_end(&run);
    const bool sorted = order_compute(&run.arena, l, &run.diagnostics);
    if (verbose) print_passes(l);
    if (verbose && !sorted) print_stuck(l);
    if (sorted) order_check_tags(&run.arena, l, &run.diagnostics);
    if (run.diagnostics.errors == 0) {
        buffer out = {0};
        for (size_t i = 0; i < l->count; ++i) buffer_addf(&out, "%s\n", l->order[i]->stem);
        command_write(&run, NULL, &out);
        buffer_free(&out);
    }
    return command_end(&run);
}
