/* NAME_starpu.h: a codelet and a function that submits a task for each kernel with @split.
 *
 * SPDX-License-Identifier: MIT */
#include "emit/emit.h"

static void add_task(ctype_records *records, const bundle *b, const bundle_kernel *k, const kernel_names *names,
                     buffer *out)
{
    buffer_addf(out, "/* Kernel %s: handles of vectors in place of arrays. */\ntypedef struct %s_blocks_%s {\n",
                k->name, b->name, k->name);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        if (g->kind == CLB_ARGUMENT_LOCAL) continue; /* the kernel states its size */
        buffer_addf(out, "    %s %s;\n",
                    g->kind == CLB_ARGUMENT_VALUE ? emit_element_type(records, g) : "starpu_data_handle_t",
                    names->parameters[i]);
    }
    buffer_addf(out, "} %s_blocks_%s;\n", b->name, k->name);
    buffer_addf(out, "static inline struct starpu_codelet *%s_codelet_%s(%s_starpu *tasks)\n{\n", b->name, k->name,
                b->name);
    buffer_addf(out, "    return &tasks->kernels[%s_KERNEL_%s].codelet;\n}\n", b->name, names->enumerator);
    buffer_addf(out,
                "static inline clb_status %s_task_%s(\n    %s_starpu *tasks,\n    const clb_part *part,\n"
                "    const %s_blocks_%s *blocks,\n    clb_error *error)\n{\n    const clb_starpu_argument list[] = {\n",
                b->name, k->name, b->name, b->name, k->name);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const char *name = names->parameters[i];
        if (k->arguments[i].kind == CLB_ARGUMENT_LOCAL) buffer_adds(out, "        {NULL, NULL, 0},\n");
        else if (k->arguments[i].kind == CLB_ARGUMENT_VALUE)
            buffer_addf(out, "        {NULL, &blocks->%s, sizeof blocks->%s},\n", name, name);
        else buffer_addf(out, "        {blocks->%s, NULL, 0},\n", name);
    }
    buffer_addf(out, "    };\n    return clb_starpu_submit(&tasks->base, %s_KERNEL_%s, part, list, %zu, error);\n}\n\n",
                b->name, names->enumerator, k->argument_count);
}

void emit_starpu(arena *a, const bundle *b, buffer *out)
{
    const kernel_names *names = emit_names(a, b);
    ctype_records records = {.arena = a, .prefix = b->name, .unified = b->sets != NULL};
    buffer unused = {0};
    emit_banner(b, arena_printf(a, "%s_starpu.h", b->name), out);
    buffer_addf(out,
                "#ifndef CLB_GENERATED_%s_STARPU_H\n#define CLB_GENERATED_%s_STARPU_H\n\n#include \"%s.h\"\n"
                "#include \"clbundle/starpu.h\"\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
                b->name, b->name, b->name);
    buffer_addf(out,
                "/* The kernels with @split as tasks of StarPU. */\ntypedef struct %s_starpu {\n    clb_starpu base;\n"
                "    clb_starpu_kernel kernels[%s_KERNEL_COUNT];\n} %s_starpu;\n",
                b->name, b->name, b->name);
    buffer_addf(out,
                "static inline clb_status %s_starpu_open(%s_starpu *tasks, clb_error *error)\n{\n"
                "    return clb_starpu_open(&tasks->base, &%s_bundle, tasks->kernels, error);\n}\n",
                b->name, b->name, b->name);
    buffer_addf(out,
                "static inline void %s_starpu_close(%s_starpu *tasks)\n{\n    clb_starpu_close(&tasks->base);\n}\n\n",
                b->name, b->name);
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const bundle_kernel *k = &b->kernels[i];
        for (size_t n = 0; n < k->argument_count; ++n)
            if (k->arguments[n].type) ctype_define(&records, &unused, k->arguments[n].type);
        if (k->split) add_task(&records, b, k, &names[i], out);
    }
    buffer_adds(out, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    buffer_free(&unused);
}
