/* Entries, see entry.h. Knows arguments and groups; must not know what a group does.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/entry.h"

#include "cgen/spell.h"
#include "clc/specialise.h"

#define GROUP "CLBN(group_\1)" /* the function of a group */

static void line(writer *w, const char *text)
{
    write_indent(w);
    buffer_adds(w->out, text);
    buffer_addc(w->out, '\n');
}

static void text(writer *w, const char *t)
{
    buffer_adds(w->out, t);
}

/* FLAGS_SPLIT: most flags with variants. STRAIGHT: most size (of specialise.h) of code without loops that has
 * variants. */
enum { FLAGS_SPLIT = 3, STRAIGHT = 4000 };

entry_variants entry_find_variants(arena *a, const symbol *kernel, bool has_control)
{
    const size_t count = kernel->parameter_count + 1;
    entry_variants v = {arena_array(a, count, sizeof(bool)), arena_array(a, count, sizeof(bool)), 0, 0};
    bool loops = false;
    const size_t size = specialise_size(kernel, &loops);
    if (loops || size > STRAIGHT || has_control) return v;
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        const symbol *p = kernel->parameters[i];
        if (!type_is_integer(p->type) || !specialise_is_flag(kernel, p)) continue;
        if (type_size(p->type) == 8) {
            v.is_step[i] = true;
            ++v.steps;
        } else if (v.flags < FLAGS_SPLIT) {
            v.is_flag[i] = true;
            ++v.flags;
        }
    }
    return v;
}

typedef struct entry_kernel {
    const symbol *kernel;
    const entry_variants *v;
    size_t spill_bytes;
    bool has_proof;
} entry_kernel;

/* The call for one group. `flags`: steps and flags are fixed, and there is a bit for each flag; or NULL. */
static void write_group_call(writer *w, const entry_kernel *e, const char *function, const unsigned *flags)
{
    arena *a = w->program->arena;
    const symbol *kernel = e->kernel;
    unsigned flag = 0;
    buffer_addf(w->out, "%s(", function);
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        const symbol *p = kernel->parameters[i];
        if (flags && e->v->is_step[i]) text(w, "1, ");
        else if (flags && e->v->is_flag[i]) buffer_addf(w->out, "%u, ", *flags >> flag++ & 1u);
        else buffer_addf(w->out, "%s, ", spell_parameter(a, w->program->text->prefix, p));
    }
    if (e->spill_bytes) buffer_addf(w->out, "&w, (char *)scratch + %zu);\n", e->spill_bytes);
    else text(w, "&w, scratch);\n");
}

static void write_groups(writer *w, const entry_kernel *e, const char *function, const unsigned *flags)
{
    const char *prefix = w->program->text->prefix;
    write_indent(w);
    buffer_addf(w->out, "for (%s_begin(&w, range, first); first < end; ++first, %s_next(&w))\n", prefix, prefix);
    ++w->indent;
    write_indent(w);
    if (e->has_proof) {
        text(w, "if (clbn_check_proved(w.checker, &CLBN(proof_\1), w.group)) ");
        write_group_call(w, e, GROUP, flags);
        write_indent(w);
        text(w, "else ");
    }
    --w->indent;
    write_group_call(w, e, function, flags);
}

static void write_condition(writer *w, const symbol *kernel, const entry_variants *v, unsigned flags)
{
    unsigned flag = 0;
    bool any = false;
    write_indent(w);
    text(w, "if (");
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        if (!v->is_step[i] && !v->is_flag[i]) continue;
        const bool set = v->is_step[i] || (flags >> flag & 1u);
        flag += v->is_flag[i];
        buffer_addf(w->out, "%s%s%s", any ? " && " : "", set ? "" : "!",
                    spell_parameter(w->program->arena, w->program->text->prefix, kernel->parameters[i]));
        any = true;
    }
    text(w, ") {\n");
}

/* Calls the function for sub-groups of `lanes` lanes, where each is a part of one vector. */
static void write_lanes(writer *w, const entry_kernel *e, uint64_t lanes)
{
    arena *a = w->program->arena;
    const unsigned n = (unsigned)lanes;
    buffer_addf(w->out, "#if CLBN_SIMD_W >= %u\n", n);
    line(w, arena_printf(a, "if ((range->local[0] %% %u == 0 || range->local[1] * range->local[2] == 1) &&", n));
    line(w, "    (range->offset[0] + range->end_group[0] * range->enqueued_local[0]) >> 31 == 0) {");
    ++w->indent;
    write_groups(w, e, "CLBN(lanes_\1)", NULL);
    line(w, "return;");
    --w->indent;
    line(w, "}");
    text(w, "#endif\n");
}

void entry_write(writer *w, const symbol *kernel, const entry_variants *v, const entry_functions *functions)
{
    arena *a = w->program->arena;
    const entry_kernel e = {kernel, v, functions->spill_bytes, functions->has_proof};
    const bool checked = w->program->text->checked;
    buffer_addf(
        w->out,
        "CLBN_ENTRY void CLBN_RUN(\1)(const clb_native_range *range, void *const *arguments, size_t first, size_t "
        "end, void *scratch)\n{\n");
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        const symbol *p = kernel->parameters[i];
        const char *name = spell_parameter(a, w->program->text->prefix, p);
        const type *type = type_qualify(a, p->type, 0);
        if (type->kind == TYPE_QUEUE) {
            line(w, arena_printf(a, "const uint64_t %s = *(const uintptr_t *)arguments[%zu];", name, i));
        } else if (type->kind == TYPE_SAMPLER) {
            line(w, arena_printf(a, "const uint32_t %s = (uint32_t)*(const uintptr_t *)arguments[%zu];", name, i));
        } else if (type->kind == TYPE_POINTER || type->kind == TYPE_IMAGE || type->kind == TYPE_PIPE) {
            line(w,
                 arena_printf(a, "%s = (%s)arguments[%zu];", write_declaration(w, type, name), write_type(w, type), i));
        } else {
            line(w, arena_printf(a, "%s;", write_declaration(w, type, name)));
            line(w, arena_printf(a, "__builtin_memcpy(&%s, arguments[%zu], sizeof %s);", name, i, name));
        }
    }
    line(w, arena_printf(a, "%s_position w;", w->program->text->prefix));
    if (checked) line(w, "w.checker = clbn_checks_begin(range, arguments);");
    if (functions->lanes) write_lanes(w, &e, functions->lanes);
    if (functions->has_columns) {
        line(w, "if (range->local[0] == 1 && range->local[1] > 1) {");
        ++w->indent;
        write_groups(w, &e, "CLBN(column_\1)", NULL);
        line(w, "return;");
        --w->indent;
        line(w, "}");
    }
    if (v->steps || v->flags) text(w, "#if CLB_NATIVE_LEVEL > 0 || !defined(__x86_64__)\n");
    for (unsigned flags = 0; (v->steps || v->flags) && flags < 1u << v->flags; ++flags) {
        write_condition(w, kernel, v, flags);
        ++w->indent;
        write_groups(w, &e, GROUP, &flags);
        line(w, "return;");
        --w->indent;
        line(w, "}");
    }
    if (v->steps || v->flags) text(w, "#endif\n");
    const char *group = GROUP;
    if (checked) group = arena_printf(w->program->arena, "%s_CHECKED(checked_\1)", w->program->text->prefix);
    write_groups(w, &e, group, NULL);
    if (checked) line(w, "clbn_checks_end(w.checker);");
    text(w, "}\n");
}
