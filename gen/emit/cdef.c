/* Declarations of a bundle for cffi: the header without everything that only compilers understand. cffi computes the
 * layout of structures, but handles only the alignments of numbers. So functions with vectors or explicit alignments
 * are left out, with a comment. The rest has the kernels' layout on hosts that align 8-byte numbers to 8 bytes.
 *
 * SPDX-License-Identifier: MIT */
#include "emit/emit.h"

/* Whether the layout follows from the members' own alignments. */
static bool is_natural(const type *t)
{
    while (t->kind == TYPE_ARRAY && !t->align_asked) t = t->base;
    if (t->kind == TYPE_VECTOR || t->align_asked) return false;
    if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) return true;
    const record *r = t->record;
    if (!r->complete || r->packed || r->align_asked) return false;
    for (size_t i = 0; i < r->field_count; ++i)
        if (r->fields[i].align || !is_natural(r->fields[i].type)) return false;
    return true;
}

static void add_structure(ctype_records *records, const type *t, buffer *out)
{
    const char **names = is_natural(t) ? ctype_members(records->arena, t) : NULL;
    const char *kind = t->kind == TYPE_UNION ? "union" : "struct";
    const char *name = ctype_name(records, t), *handle = ctype_buffer(records, t);
    if (names) {
        buffer_addf(out, "typedef %s %s {\n", kind, name);
        for (size_t i = 0; i < t->record->field_count; ++i)
            buffer_addf(out, "    %s;\n", ctype_declare(records, t->record->fields[i].type, names[i]));
        buffer_addf(out, "} %s;\n", name);
    } else {
        buffer_addf(out, "/* of a layout that cffi cannot state */\ntypedef %s %s %s;\n", kind, name, name);
    }
    buffer_addf(out, "typedef struct %s { clb_buffer *buffer; } %s;\n\n", handle, handle);
}

static void add_function(ctype_records *records, const bundle *b, const bundle_kernel *k, const kernel_names *names,
                         bool wrapper, buffer *out)
{
    emit_fields(records, &(emit_kernel){b, k, names}, wrapper ? EMIT_ARGS : EMIT_BUFFERS, false, out);
    buffer_addf(out, "clb_status %s_%s_%s(", b->name, wrapper ? "call" : "run", k->name);
    emit_parameters(b, k, wrapper, false, out);
    buffer_adds(out, ");\n");
}

void emit_cdef(arena *a, const bundle *b, buffer *out)
{
    const kernel_names *enumerators = emit_names(a, b), *names = emit_front_names(a, b);
    ctype_records records = {.arena = a, .prefix = b->name, .unified = b->sets != NULL};
    buffer header = {0};
    emit_banner(b, arena_printf(a, "%s_cdef.h", b->name), out);
    buffer_addf(out, "extern clb_bundle %s_bundle; /* const; cffi takes what is for a number */\nenum {\n", b->name);
    for (size_t i = 0; i < b->kernel_count; ++i)
        buffer_addf(out, "    %s_KERNEL_%s = %zu,\n", b->name, enumerators[i].enumerator, i);
    buffer_addf(out, "    %s_KERNEL_COUNT = %zu\n};\n\n", b->name, b->kernel_count);
    for (size_t i = 0; i < b->front_count; ++i) {
        const bundle_kernel *k = &b->fronts[i];
        const char *unnatural = NULL;
        const size_t written = records.count;
        for (size_t n = 0; n < k->argument_count; ++n) {
            const bundle_argument *g = &k->arguments[n];
            if (g->type) ctype_define(&records, &header, g->type);
            if (g->kind == CLB_ARGUMENT_VALUE && !is_natural(g->type)) unnatural = names[i].parameters[n];
        }
        for (size_t n = written; n < records.count; ++n) add_structure(&records, records.written[n], out);
        if (unnatural) {
            buffer_addf(out,
                        "/* Kernel %s: cffi cannot state the layout of its argument %s; use clb_kernel_call */\n\n",
                        k->name, unnatural);
            continue;
        }
        add_function(&records, b, k, &names[i], true, out);
        add_function(&records, b, k, &names[i], false, out);
        buffer_addc(out, '\n');
    }
    buffer_free(&header);
}
