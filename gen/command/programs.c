#include "command/programs.h"

void program_options(program_inputs *inputs, option options[PROGRAM_OPTIONS])
{
    options[0] = (option){"--layer", NULL, &inputs->layers};
    options[1] = (option){"--library", NULL, &inputs->libraries};
    options[2] = (option){"--depends-tag", NULL, &inputs->tags};
    options[3] = (option){"--no-prune", &inputs->whole, NULL};
    options[4] = (option){"--options", NULL, &inputs->build_texts};
}

bool program_read(command_run *run, program_inputs *inputs)
{
    arena *a = &run->arena;
    const char *tag = NULL;
    if (!command_single(run, &inputs->tags, "--depends-tag", &tag) ||
        !command_single(run, &inputs->build_texts, "--options", &inputs->build_text))
        return false;
    for (size_t i = 0; i < inputs->layers.count; ++i)
        layer_add(&run->sources, &inputs->layer_files, inputs->layers.items[i], &run->diagnostics);
    command_read_libraries(run, &inputs->libraries, &inputs->set);
    inputs->files = arena_array(a, inputs->kernels.count, sizeof *inputs->files);
    for (size_t i = 0; i < inputs->kernels.count; ++i) {
        kernel_file *k = kernel_file_read(&run->sources, inputs->kernels.items[i], &inputs->set, tag,
                                          &run->diagnostics);
        if (k) inputs->files[inputs->file_count++] = k;
    }
    lex_cache_start(&inputs->cache, a);
    inputs->context = (unit_context){.sources = &run->sources, .cache = &inputs->cache, .layers = &inputs->layer_files,
                                     .diagnostics = &run->diagnostics};
    if (inputs->build_text) inputs->context.text = build_text_read(a, inputs->build_text, &run->diagnostics);
    return true;
}
