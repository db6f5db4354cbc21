/* Fuzz target: bytes as layer files and a kernel file (divided by byte 0xFF) through annotations, front end, cutting,
 * pruning and emission. What is accepted must be emitted without a crash, a leak or undefined behaviour.
 *
 * SPDX-License-Identifier: MIT */
#include "emit/emit.h"
#include "json.h"
#include "bundle/build.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *file_name(arena *a, size_t number)
{
    return arena_printf(a, "file%zu.cl", number);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arena a = {0};
    diagnostics d = {.arena = &a, .limit = 20};
    source_set sources = {.arena = &a, .by_path = {.arena = &a}};
    layer_list layers = {0};
    lex_cache cache = {0};
    layer_file files[8];
    const char *text = (const char *)data;
    size_t count = 0;
    if (memchr(data, 0, size)) return 0; /* source_read refuses these */
    layers.items = files;
    while (count < 7) {
        const char *end = memchr(text, 0xFF, size);
        if (!end) break;
        files[count] =
            (layer_file){"layer", source_from_text(&sources, file_name(&a, count), text, (size_t)(end - text))};
        ++count;
        size -= (size_t)(end - text) + 1;
        text = end + 1;
    }
    layers.count = count;
    kernel_file kernel = {.stem = "kernel", .source = source_from_text(&sources, "kernel.cl", text, size)};
    kernel.annotations = annotations_read(&a, kernel.source, &d);
    kernel.spec_constants = spec_constants_read(&a, &kernel.annotations, &kernel.spec_constant_count, &d);
    lex_cache_start(&cache, &a);
    const unit_context context = {&sources, &cache, &layers, &d};
    kernel_file *const kernels[] = {&kernel};
    const build_options options = {.name = "fuzz", .options = "", .whole = size % 5 == 0};
    bundle *b = build_bundle(&context, kernels, 1, &options);
    if (!d.errors) {
        buffer header = {0}, source_text = {0}, manifest = {0};
        emit_header(&a, b, &header);
        emit_source(&a, b, false, &source_text);
        emit_manifest(&a, b, false, &manifest);
        if (!json_is_valid(manifest.text, manifest.length)) abort();
        buffer_free(&header);
        buffer_free(&source_text);
        buffer_free(&manifest);
    }
    buffer_free(&b->text.text);
    arena_free(&a);
    return 0;
}
