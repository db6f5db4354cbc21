/* Called functions in loops, and those with uniform arguments in vectors. See scalar_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/scalar_state.h"

#include "ir/build.h"
#include "passes/outline.h"

/* Stack bytes that compilers need beside named values. */
enum { FRAME = 256 };

const char *scalar_input(scalar_writer *s, const ir_value *v)
{
    const char *name = s->names.values[v->number];
    return name ? name : arena_printf(s->a, "in%u", v->index);
}

/* ---- the function ---- */

static const char *declare(scalar_writer *s, ir_type t, const char *name)
{
    return arena_printf(s->a, t == IR_POINTER ? "%s%s" : "%s %s", cgen_c_type(t), name);
}

static void write_head(scalar_writer *s, const cgen_called *c, bool is_outlined, buffer *out)
{
    const ir_block *body = s->f->body;
    const ir_value *end = body->items[body->count - 1];
    const char *comma = "";
    const bool inlined = !is_outlined && cgen_is_inlined(s->f->kernel) && !cgen_has_objects(s->p);
    buffer_addf(out, "%s %s CLBN(\1)(", is_outlined ? "CLBN_FAR" : inlined ? "CLBN_FN" : "static",
                end->operand_count ? cgen_c_type(end->operands[0]->type) : "void");
    for (size_t i = 0; i < body->count; ++i) {
        const ir_value *v = body->items[i];
        if (v->op != IR_INPUT || !c->takes[v->index]) continue;
        buffer_addf(out, "%s%s", comma, declare(s, v->type, scalar_input(s, v)));
        comma = ", ";
    }
    for (size_t i = 1; i < end->operand_count; ++i) {
        buffer_addf(out, "%s%s *out%zu", comma, cgen_c_type(end->operands[i]->type), i);
        comma = ", ";
    }
    if (c->needs_item) {
        buffer_addf(out, "%sconst %s_place *w, size_t lx, size_t ly, size_t lz", comma, s->program->text->prefix);
        comma = ", ";
    }
    if (c->fixed) buffer_addf(out, "%schar *scratch", comma);
    buffer_adds(out, c->fixed || *comma ? ")\n{\n" : "void)\n{\n");
}

static void write_function(native_program *program, const ir_value *call, size_t spill_from, cgen_called *c)
{
    buffer body = {0}, text = {0};
    ir_function *f = call->outlined;
    if (!f) {
        f = ir_build_called(program->arena, (symbol *)call->symbol, true);
        outline_run(f);
    }
    const lowered *l = lower_form(passes_run_called(f, NULL, true), spill_from);
    if (!f->reason) {
        refusal nothing;
        scalar_writer s = scalar_begin(program, l, &nothing, &body);
        c->takes = cgen_find_taken(program->arena, f, call->operand_count, s.uses);
        if (cgen_needs_item(f->body)) {
            s.needs_item = true;
            cgen_write_item(&s.w);
        }
        scalar_block(&s, f->body);
        c->needs_item = s.needs_item;
        c->stack = l->layout.stack + s.stack + s.below + FRAME;
        c->fixed = l->layout.fixed + s.called_fixed;
        write_head(&s, c, call->outlined != NULL, &text);
        if (body.text) buffer_add(&text, body.text, body.length);
        buffer_adds(&text, "}\n");
        if (nothing.reason) ir_refuse(f, nothing.where, nothing.reason);
    }
    c->reason = f->reason;
    c->where = f->where;
    if (!f->reason) cgen_keep_function(program, f, "f_", &text, c);
    buffer_free(&body);
    buffer_free(&text);
}

void scalar_return(scalar_writer *s, const ir_value *v)
{
    for (size_t i = 1; i < v->operand_count; ++i)
        scalar_line(s, "*out%zu = %s;", i, scalar_operand(s, v->operands[i], LEVEL_CHOICE));
    if (v->operand_count) scalar_line(s, "return %s;", scalar_operand(s, v->operands[0], LEVEL_CHOICE));
}

/* ---- the call ---- */

const cgen_called *scalar_find_called(native_program *program, ir_function *f, const ir_value *v, size_t spill_from)
{
    cgen_called *c = cgen_find_called(program, v, arena_printf(program->arena, "one by one %zu", spill_from));
    if (!c->name && !c->reason && !c->busy) {
        c->busy = true;
        write_function(program, v, spill_from, c);
        c->busy = false;
    }
    if (!c->name) ir_refuse(f, c->where ? c->where : v->token, c->reason ? c->reason : "recursion");
    return c->name ? c : NULL;
}

size_t scalar_measure_called(scalar_writer *s, const ir_block *b)
{
    size_t most = 0;
    for (size_t i = 0; i < b->count && !s->f->reason; ++i) {
        const ir_value *v = b->items[i];
        size_t own = 0;
        if (v->op == IR_INVOKE) {
            const cgen_called *c = scalar_find_called(s->program, s->f, v, s->l->spill_from);
            own = c ? c->fixed : 0;
        }
        for (int k = 0; k < 3; ++k) {
            const size_t below = v->blocks[k] ? scalar_measure_called(s, v->blocks[k]) : 0;
            if (own < below) own = below;
        }
        if (most < own) most = own;
    }
    return most;
}

void scalar_invoke(scalar_writer *s, const ir_value *v)
{
    const cgen_called *c = scalar_find_called(s->program, s->f, v, s->l->spill_from);
    if (!c) return;
    const char *arguments = "", *result = "";
    for (size_t i = 0; i < v->operand_count; ++i) {
        const char *own = scalar_operand(s, v->operands[i], LEVEL_CHOICE);
        if (c->takes[i]) arguments = arena_printf(s->a, "%s%s%s", arguments, *arguments ? ", " : "", own);
    }
    for (size_t i = 1; i < c->result_count; ++i)
        arguments = arena_printf(s->a, "%s%s&r%u_%zu", arguments, *arguments ? ", " : "", v->number, i);
    if (c->needs_item) arguments = arena_printf(s->a, "%s%sw, lx, ly, lz", arguments, *arguments ? ", " : "");
    if (c->fixed) arguments = arena_printf(s->a, "%s%sscratch + %zu", arguments, *arguments ? ", " : "", s->l->layout.fixed);
    s->needs_item |= c->needs_item;
    if (s->below < c->stack) s->below = c->stack;
    if (!v->pure) scalar_flush(s, NULL);
    for (size_t i = 1; i < c->result_count; ++i)
        scalar_line(s, "%s;", declare(s, c->results[i], arena_printf(s->a, "r%u_%zu", v->number, i)));
    if (c->result_count)
        result = arena_printf(s->a, "const %s = ", declare(s, c->results[0], arena_printf(s->a, "r%u_0", v->number)));
    scalar_line(s, "%sCLBN(%s)(%s);", result, c->name, arguments);
}
