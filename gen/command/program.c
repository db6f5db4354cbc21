/* clbundle program: the assembled program of one kernel file, or the stems that it is made of. */
#include "command/programs.h"
#include "emit/native.h"

static const char usage[] = "clbundle program [--layer PATH]... [--library NAME=DIR]... [--depends-tag TAG] [--no-prune] "
                            "[--options TEXT] [--kernel NAME] [--list] [--dump PASS] KERNEL.cl";

int command_program(int argc, char **argv)
{
    command_run run;
    program_inputs inputs = {0};
    bool list = false;
    string_list names = {0}, dumps = {0};
    const char *kernel = NULL, *dump = NULL;
    option options[PROGRAM_OPTIONS + 3] = {{"--list", &list, NULL}, {"--kernel", NULL, &names}, {"--dump", NULL, &dumps}};
    program_options(&inputs, options + 3);
    command_begin(&run, usage);
    if (!command_parse(&run, argc, argv, options, PROGRAM_OPTIONS + 3, &inputs.kernels)) return EXIT_USAGE;
    if (!command_single(&run, &names, "--kernel", &kernel)) return EXIT_USAGE;
    if (!command_single(&run, &dumps, "--dump", &dump)) return EXIT_USAGE;
    if (dump && !native_has_dump(dump))
        return command_misused(&run, "--dump %s: the passes are flatten, uniformity, region, replicate, context and lower", dump);
    if (inputs.kernels.count != 1)
        return command_misused(&run, "expected one kernel file, got %zu", inputs.kernels.count);
    if (!program_read(&run, &inputs)) return EXIT_USAGE;
    if (run.diagnostics.errors) return command_end(&run);

    buffer out = {0};
    if (list) {
        const kernel_file *file = inputs.files[0];
        for (size_t i = 0; i < inputs.layer_files.count; ++i)
            buffer_addf(&out, "%s\n", inputs.layer_files.items[i].stem);
        for (size_t i = 0; i < file->need_count; ++i) buffer_addf(&out, "%s\n", file->needs[i]->stem);
        buffer_addf(&out, "%s\n", file->stem);
    } else {
        native_dump text = {.arena = &run.arena, .pass = dump};
        const build_options build = {.name = "program", .options = "", .whole = inputs.whole, .text_only = !kernel && !dump,
                                     .kernel = kernel,
                                     .together = true, .unchecked = !dump,
                                     .visit = dump ? native_dump_program : NULL, .visit_context = &text};
        bundle *b = build_bundle(&inputs.context, inputs.files, inputs.file_count, &build);
        if (dump) {
            out = text.out;
        } else if (!run.diagnostics.errors && b->text.program_count) {
            const piece_list *p = &b->text.programs[0];
            for (size_t i = 0; i < p->count; ++i)
                buffer_add(&out, b->text.text.text + b->text.segments[p->items[i]].offset,
                           b->text.segments[p->items[i]].length);
        }
        build_free(b);
    }
    if (!run.diagnostics.errors) command_write(&run, NULL, &out);
    buffer_free(&out);
    return command_end(&run);
}
