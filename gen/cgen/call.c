/* See call.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/call.h"

#include "cgen/variables.h"

/* ---- the function ---- */

enum { A_LINE = 8 }; /* members that are declared in one line */

/* The type of the results: compilers take long for functions with many variables whose addresses they pass on. */
static void write_structure(const call_printer *print, void *w, const ir_value *end, buffer *out)
{
    buffer_adds(out, "typedef struct {\n");
    for (size_t i = 0; i < end->operand_count; ++i) {
        const ir_type t = end->operands[i]->type;
        if (i % A_LINE && t == end->operands[i - 1]->type) buffer_addf(out, ", r%zu", i);
        else buffer_addf(out, "%s    %s r%zu", i ? ";\n" : "", print->result_type(w, t), i);
    }
    buffer_adds(out, ";\n} CLBN(\1_results);\n");
}

void call_write_head(const call_printer *print, void *w, const lowered *l, const cgen_called *c, const char *linkage,
                     buffer *out)
{
    const ir_block *body = l->f->body;
    const ir_value *end = body->items[body->count - 1];
    const char *comma = "";
    const bool in_structure = print->in_structure && end->operand_count > 1;
    if (in_structure) write_structure(print, w, end, out);
    buffer_addf(out, "%s %s CLBN(\1)(", linkage,
                in_structure         ? "CLBN(\1_results)"
                : end->operand_count ? print->result_type(w, end->operands[0]->type)
                                     : "void");
    if (c->takes_mask) {
        buffer_adds(out, print->mask);
        comma = ", ";
    }
    for (size_t i = 0; i < body->count; ++i) {
        const ir_value *v = body->items[i];
        if (v->op != IR_INPUT || !c->takes[v->index]) continue;
        buffer_addf(out, "%s%s", comma, print->declare_input(w, v));
        comma = ", ";
    }
    for (size_t i = 1; i < end->operand_count && !in_structure; ++i) {
        buffer_addf(out, "%s%s *out%zu", comma, print->result_type(w, end->operands[i]->type), i);
        comma = ", ";
    }
    if (c->needs_item) {
        buffer_addf(out, "%sconst %s_position *w, size_t lx, size_t ly, size_t lz", comma,
                    print->program->text->prefix);
        comma = ", ";
    }
    if (c->needs_variables) {
        buffer_addf(out, "%s%s *variables_", comma, print->program->variables->name);
        comma = ", ";
    }
    if (l->sizes.fixed || l->sizes.spill) {
        buffer_addf(out, "%s%s", comma, print->memory);
        comma = ", ";
    }
    buffer_adds(out, *comma ? ")\n{\n" : "void)\n{\n");
}

static void write_function(native_program *program, const ir_value *call, const lowered *l, call_writer *write,
                           cgen_called *c)
{
    buffer text = {0};
    write(program, l, call, c, &text);
    c->reason = l->f->reason;
    c->where = l->f->where;
    if (!c->reason) cgen_keep_function(program, l->f, "f_", &text, c);
    buffer_free(&text);
}

const cgen_called *call_find(native_program *program, ir_function *caller, const ir_value *v,
                             const lower_called *callee, call_writer *write)
{
    cgen_called *c = cgen_find_called(program, callee);
    if (!c->name && !c->reason) {
        write_function(program, v, callee->form, write, c);
        cgen_share(program, callee, v->operand_count, c);
    }
    if (!c->name) ir_refuse(caller, c->where ? c->where : v->token, c->reason);
    return c->name ? c : NULL;
}

/* ---- the call ---- */

static const char *joined(arena *a, const char *list, const char *item)
{
    return arena_printf(a, "%s%s%s", list, *list ? ", " : "", item);
}

void call_write_site(arena *a, void *w, const call_site *site)
{
    const ir_value *v = site->v;
    const cgen_called *c = site->c;
    const char *list = site->mask ? site->mask : "", *result = "";
    for (size_t i = 0; i < v->operand_count; ++i)
        if (c->takes[i]) list = joined(a, list, site->arguments[i]);
    const bool in_structure = site->in_structure && c->result_count > 1;
    for (size_t i = 1; i < c->result_count && !in_structure; ++i)
        list = joined(a, list, arena_printf(a, "&r%u_%zu", v->number, i));
    if (c->needs_item) list = joined(a, list, "w, lx, ly, lz");
    if (c->needs_variables) list = joined(a, list, "variables_");
    if (site->memory) list = joined(a, list, site->memory);
    for (size_t i = 1; i < c->result_count && !in_structure; ++i) {
        const char *name = arena_printf(a, "r%u_%zu", v->number, i);
        site->line(w, arena_printf(a, "%s;", site->declare(w, c->results[i], name)));
    }
    if (in_structure) result = arena_printf(a, "const CLBN(%s_results) r%u = ", c->name, v->number);
    else if (c->result_count)
        result = arena_printf(a, "const %s = ", site->declare(w, c->results[0], arena_printf(a, "r%u_0", v->number)));
    site->line(w, arena_printf(a, "%sCLBN(%s)(%s);", result, c->name, list));
}
