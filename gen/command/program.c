/* clbundle program: prints the assembled program of one kernel file, or the names of the files in it.
 *
 * SPDX-License-Identifier: MIT */
#include "command/programs.h"
#include "emit/native.h"

static int run_program(int argc, char **argv)
{
    command_run run;
    program_inputs inputs = {0};
    bool list = false;
    const char *kernel = NULL, *dump = NULL;
    option options[PROGRAM_OPTIONS + 3] = {
        {"--list", NULL, "print the names of its files, not its text", .flag = &list},
        {"--kernel", "NAME", "print the program of this kernel alone", .single = &kernel},
        {"--dump", "PASS", "print the kernels as they are after this pass of the native back end", .single = &dump},
    };
    program_options(&inputs, options + 3);
    command_begin(&run, &command_program);
    if (!command_parse(&run, argc, argv, options, PROGRAM_OPTIONS + 3, &inputs.kernels)) return run.status;
    if (dump && !native_has_dump(dump))
        return command_misused(&run, "--dump %s: the passes are %s", dump, native_dump_names(&run.arena));
    if (inputs.kernels.count != 1)
        return command_misused(&run, "expected one kernel file, got %zu", inputs.kernels.count);
    program_read(&run, &inputs);
    if (run.diagnostics.errors) return command_end(&run);

    /* In these cases nothing else reads the text. */
    if (list || (inputs.whole && !kernel && !dump)) resolve_file(inputs.resolver, inputs.files[0], &run.diagnostics);
    buffer out = {0};
    if (list) {
        const kernel_file *file = inputs.files[0];
        for (size_t i = 0; i < inputs.layer_files.count; ++i)
            buffer_addf(&out, "%s\n", inputs.layer_files.items[i].stem);
        for (size_t i = 0; i < file->need_count; ++i) buffer_addf(&out, "%s\n", file->needs[i]->stem);
        buffer_addf(&out, "%s\n", file->stem);
    } else {
        native_dump text = {.arena = &run.arena, .pass = dump};
        const build_options build = {.name = "program",
                                     .options = "",
                                     .whole = inputs.whole,
                                     .text_only = !kernel && !dump,
                                     .kernel = kernel,
                                     .together = true,
                                     .unchecked = !dump,
                                     .visit = dump ? native_dump_program : NULL,
                                     .visit_context = &text};
        bundle *b = NULL;
        do {
            if (b) build_free(b);
            buffer_free(&text.out);
            text.out = (buffer){0};
            program_build_start(&run, &inputs);
            b = build_bundle(&inputs.context, inputs.files, inputs.file_count, &build);
        } while (program_build_again(&run, &inputs, !dump));
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

const command command_program = {
    .name = "program",
    .operands = "KERNEL.cl",
    .summary = "print the complete program of a kernel file",
    .text = "Prints the program of a kernel file as a driver gets it: the layers, what it uses of the libraries, and "
            "the file "
            "itself.",
    .run = run_program,
};
