/* Fuzz target: a kernel file, changed token by token, through front end, passes and the native back end, with the check
 * for divergent barriers. What is accepted must be translated, or refused with a reason, without a crash, a leak or a
 * hang.
 *
 * SPDX-License-Identifier: MIT */
#include "mutate.h"

#include "emit/emit.h"
#include "emit/native.h"
#include "passes/divergence.h"
#include "bundle/build.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return seed % 16 == 0 ? LLVMFuzzerMutate(data, size, most) : mutate(data, size, most, seed);
}

typedef struct look {
    diagnostics *diagnostics;
    native_output *native;
} look;

static void look_at_program(void *context, arena *a, const parsed *program, uint32_t number)
{
    const look *l = context;
    divergence_check(a, program, l->diagnostics);
    native_add_program(l->native, a, program, number);
}

static void look_at_fp16_kernel(void *context, arena *a, const char *name, uint32_t program, symbol *kernel,
                                const char *problem)
{
    const look *l = context;
    native_add_fp16_kernel(l->native, a, name, program, kernel, problem);
}

static void look_at_version(void *context, arena *a, const kernel_version *version)
{
    const look *l = context;
    native_add_version(l->native, a, version);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arena a = {0};
    diagnostics d = {.arena = &a, .limit = 20};
    source_set sources = {.arena = &a, .by_path = {.arena = &a}};
    layer_list layers = {0};
    lex_cache cache = {0};
    if (memchr(data, 0, size)) return 0; /* source_read refuses these */
    kernel_file kernel = {.stem = "kernel",
                          .source = source_from_text(&sources, "kernel.cl", (const char *)data, size)};
    kernel.annotations = annotations_read(&a, kernel.source, &d);
    kernel.spec_constants = spec_constants_read(&a, &kernel.annotations, &kernel.spec_constant_count, &d);
    lex_cache_start(&cache, &a);
    const unit_context context = {.sources = &sources, .cache = &cache, .layers = &layers, .diagnostics = &d};
    kernel_file *const kernels[] = {&kernel};
    native_output *native = native_start(&a, "fuzz", true, size % 2, NULL);
    look l = {&d, native};
    const build_options options = {.name = "fuzz",
                                   .options = "",
                                   .visit = look_at_program,
                                   .visit_fp16 = look_at_fp16_kernel,
                                   .visit_version = look_at_version,
                                   .visit_context = &l};
    bundle *b = build_bundle(&context, kernels, 1, &options);
    buffer out = {0};
    emit_native(native, b, &d, false, 0, &out);
    buffer_free(&out);
    buffer_free(&b->text.text);
    arena_free(&a);
    return 0;
}
