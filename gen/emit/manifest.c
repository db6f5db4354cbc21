#include "emit/emit.h"

#include <inttypes.h>

static void add_string(buffer *out, const char *text)
{
    buffer_addc(out, '"');
    for (; *text; ++text) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') buffer_addf(out, "\\%c", c);
        else if (c < 32) buffer_addf(out, "\\u%04x", c);
        else buffer_addc(out, (char)c);
    }
    buffer_addc(out, '"');
}

static void add_member(buffer *out, const char *name, const char *text)
{
    buffer_addf(out, ", \"%s\": ", name);
    if (text) add_string(out, text);
    else buffer_adds(out, "null");
}

static void add_kernel(const bundle_kernel *k, buffer *out)
{
    static const char *const kinds[] = {"value", "global", "constant", "local", "image", "sampler"};
    static const char *const access[] = {"none", "in", "out", "inout"};
    buffer_adds(out, "    {\"name\": ");
    add_string(out, k->name);
    buffer_addf(out, ", \"program\": %u, \"independent\": %s", (unsigned)k->program,
                k->flags & CLB_KERNEL_INDEPENDENT ? "true" : "false");
    add_member(out, "range", k->range_text);
    add_member(out, "local", k->local_text);
    if (k->gpu_range_text) add_member(out, "gpu_range", k->gpu_range_text);
    buffer_adds(out, ", \"arguments\": [");
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        buffer_adds(out, i ? ",\n      {\"name\": " : "\n      {\"name\": ");
        add_string(out, g->name);
        add_member(out, "type", g->spelling);
        buffer_addf(out, ", \"kind\": \"%s\", \"access\": \"%s\", \"size\": %u", kinds[g->kind], access[g->access],
                    (unsigned)g->size);
        add_member(out, "extent", g->extent_text);
        buffer_addc(out, '}');
    }
    buffer_adds(out, "]}");
}

void emit_manifest(arena *a, const bundle *b, buffer *out)
{
    (void)a;
    const segmentation *t = &b->text;
    buffer_adds(out, "{\n  \"bundle\": ");
    add_string(out, b->name);
    buffer_addf(out, ", \"generator\": \"%s\", \"abi\": %d, \"options\": ", CLBUNDLE_VERSION, CLB_ABI);
    add_string(out, b->options);
    buffer_addf(out, ",\n  \"text_bytes\": %zu, \"source_bytes\": %zu, \"segments\": %zu,\n  \"files\": [",
                t->text.length, t->source_bytes, t->segment_count);
    for (size_t i = 0; i < b->file_count; ++i) {
        buffer_adds(out, i ? ", " : "");
        add_string(out, b->files[i]->name);
    }
    buffer_adds(out, "],\n  \"licences\": [");
    for (size_t i = 0; i < b->licence_count; ++i) {
        buffer_adds(out, i ? ", " : "");
        add_string(out, b->licences[i]);
    }
    buffer_adds(out, "],\n  \"programs\": [\n");
    for (size_t p = 0; p < t->program_count; ++p) {
        size_t bytes = 0;
        for (size_t i = 0; i < t->programs[p].count; ++i) bytes += t->segments[t->programs[p].items[i]].length;
        buffer_addf(out,
                    "    {\"hash\": \"%016" PRIx64 "%016" PRIx64 "\", \"bytes\": %zu, \"segments\": %zu, \"needs\": %u}%s\n",
                    b->programs[p].hash[0], b->programs[p].hash[1], bytes, t->programs[p].count,
                    (unsigned)b->programs[p].needs, p + 1 < t->program_count ? "," : "");
    }
    buffer_adds(out, "  ],\n  \"kernels\": [\n");
    for (size_t i = 0; i < b->kernel_count; ++i) {
        add_kernel(&b->kernels[i], out);
        buffer_adds(out, i + 1 < b->kernel_count ? ",\n" : "\n");
    }
    buffer_adds(out, "  ]\n}\n");
}
