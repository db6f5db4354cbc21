/* Called functions in loops, and those with uniform arguments in vectors. See scalar_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/call.h"
#include "cgen/checked.h"
#include "cgen/provide.h"
#include "cgen/scalar_state.h"

const char *scalar_input(scalar_writer *s, const ir_value *v)
{
    const char *name = s->c.names.values[v->number];
    return name ? name : arena_printf(s->c.a, "in%u", v->index);
}

/* ---- the function ---- */

static const char *declare(void *w, ir_type t, const char *name)
{
    return arena_printf(((scalar_writer *)w)->c.a, t == IR_POINTER ? "%s%s" : "%s %s", cgen_c_type(t), name);
}

static const char *declare_input(void *w, const ir_value *v)
{
    return declare(w, v->type, scalar_input(w, v));
}

static const char *result_type(void *w, ir_type t)
{
    (void)w;
    return cgen_c_type(t);
}

static void write_function(native_program *program, const lowered *l, const ir_value *call, cgen_called *c, buffer *out)
{
    ir_function *f = l->f;
    refusal nothing;
    buffer body = {0};
    scalar_writer s = scalar_begin(program, l, &nothing, &body);
    c->takes = cgen_find_taken(program->arena, f, call->operand_count, s.values.uses);
    if (f->checked || cgen_needs_item(f->body)) {
        s.needs.item = true;
        cgen_write_item(&s.c.w);
    }
    if (f->checked) checked_begin_call(&s);
    scalar_block(&s, f->body);
    c->needs_item = s.needs.item;
    c->needs_variables = s.c.uses_variables;
    const bool inlined = lower_is_inlined(f->kernel) && !cgen_has_objects(l->p);
    const call_printer print = {program, declare_input, result_type, NULL, "char *scratch", false};
    call_write_head(&print, &s, l, c, call->outlined ? "CLBN_FAR" : inlined ? "CLBN_FN" : "static", out);
    if (body.text) buffer_add(out, body.text, body.length);
    buffer_adds(out, "}\n");
    if (nothing.reason) ir_refuse(f, nothing.where, nothing.reason);
    buffer_free(&body);
}

void scalar_return(scalar_writer *s, const ir_value *v)
{
    for (size_t i = 1; i < v->operand_count; ++i)
        scalar_line(s, "*out%zu = %s;", i, scalar_operand(s, v->operands[i], LEVEL_CHOICE));
    if (s->c.f->checked) checked_end_call(s);
    if (v->operand_count) scalar_line(s, "return %s;", scalar_operand(s, v->operands[0], LEVEL_CHOICE));
}

/* ---- the call ---- */

const cgen_called *scalar_find_called(native_program *program, ir_function *f, const ir_value *v,
                                      const lower_called *callee)
{
    return call_find(program, f, v, callee, write_function);
}

void scalar_write_called(scalar_writer *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count && !s->c.f->reason; ++i) {
        const ir_value *v = b->items[i];
        const lower_called *callee = s->c.l->calls[v->number].callee;
        if (callee) (void)scalar_find_called(s->c.w.program, s->c.f, v, callee);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) scalar_write_called(s, v->blocks[k]);
    }
}

static void write_line(void *w, const char *text)
{
    scalar_line(w, "%s", text);
}

/* A function of clbundle/native/image.h: it returns the first result and stores the others. */
static void invoke_image(scalar_writer *s, const ir_value *v)
{
    const ir_type t = (ir_type)v->bits;
    const char *arguments = scalar_operand(s, v->operands[0], LEVEL_CHOICE), *result = "";
    provide_feature(s->c.w.program->text, "IMAGE");
    for (size_t i = 1; i < v->operand_count; ++i)
        arguments = arena_printf(s->c.a, "%s, %s", arguments, scalar_operand(s, v->operands[i], LEVEL_CHOICE));
    for (size_t i = 1; i < v->index; ++i) {
        scalar_line(s, "%s r%u_%zu;", cgen_c_type(t), v->number, i);
        arguments = arena_printf(s->c.a, "%s, &r%u_%zu", arguments, v->number, i);
    }
    if (v->index) result = arena_printf(s->c.a, "const %s r%u_0 = ", cgen_c_type(t), v->number);
    scalar_line(s, "%sCLBN(%s)(%s);", result, v->name, arguments);
}

void scalar_invoke(scalar_writer *s, const ir_value *v)
{
    if (!v->symbol && !v->outlined) {
        invoke_image(s, v);
        return;
    }
    const lower_called *callee = s->c.l->calls[v->number].callee;
    const cgen_called *c = scalar_find_called(s->c.w.program, s->c.f, v, callee);
    if (!c) return;
    const char **arguments = arena_array(s->c.a, v->operand_count + 1, sizeof *arguments);
    call_site site = {.v = v, .c = c, .arguments = arguments, .declare = declare, .line = write_line};
    for (size_t i = 0; i < v->operand_count; ++i) arguments[i] = scalar_operand(s, v->operands[i], LEVEL_CHOICE);
    if (callee->sizes.fixed) site.memory = arena_printf(s->c.a, "scratch + %zu", s->c.l->layout.fixed);
    s->needs.item |= c->needs_item;
    s->c.uses_variables |= c->needs_variables;
    call_write_site(s->c.a, s, &site);
}
