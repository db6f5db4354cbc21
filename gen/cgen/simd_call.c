/* Called functions in vectors: one version for each way in which the arguments are uniform or varying. A pure
 * function of uniform arguments is called once; scalar_call.c writes it. See simd_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/call.h"
#include "cgen/scalar.h"
#include "cgen/simd_state.h"

#include "cgen/provide.h"

static bool is_shared(const simd_writer *s, const ir_value *v)
{
    return simd_shape(s, v) == SHAPE_UNIFORM;
}

const char *simd_input(simd_writer *s, const ir_value *v)
{
    const char *name = s->c.names.values[v->number];
    return name ? name : arena_printf(s->c.a, "in%u", v->index);
}

/* ---- the function ---- */

static const char *declare_input(void *w, const ir_value *v)
{
    simd_writer *s = w;
    const bool is_scalar = is_shared(s, v);
    const char *type = is_scalar ? cgen_c_type(v->type) : simd_vector_type(s, v->type);
    return arena_printf(s->c.a, "%s%s%s", type, is_scalar && v->type == IR_POINTER ? "" : " ", simd_input(s, v));
}

static const char *vector_type(void *w, ir_type t)
{
    return simd_vector_type(w, t);
}

static void write_function(native_program *program, const lowered *l, const ir_value *call, cgen_called *c, buffer *out)
{
    ir_function *f = l->f;
    refusal nothing;
    buffer body = {0};
    simd_writer s = simd_begin(program, l, &nothing, &body);
    c->takes = cgen_find_taken(program->arena, f, call->operand_count, l->names.uses);
    if (cgen_needs_item(f->body)) {
        s.needs.item = true;
        cgen_write_item(&s.c.w);
    }
    simd_code(&s, l->code);
    c->needs_item = s.needs.item;
    c->needs_variables = s.c.uses_variables;
    c->wide = s.c.p->packs.wide;
    c->takes_mask = s.needs.mask;
    const char *mask = arena_printf(s.c.a, "CLBN(%s_mask) m0", simd_masks(&s));
    const call_printer print = {program, declare_input, vector_type, mask, "char *room", true};
    call_write_head(&print, &s, l, c, lower_is_inlined(f->kernel) && !cgen_has_objects(l->p) ? "CLBN_FN" : "static",
                    out);
    if (body.text) buffer_add(out, body.text, body.length);
    buffer_adds(out, "}\n");
    if (nothing.reason) ir_refuse(f, nothing.where, nothing.reason);
    if (!f->reason) provide_feature(program->text, "SIMD");
    buffer_free(&body);
}

void simd_return(simd_writer *s, const ir_value *v)
{
    if (v->operand_count == 1) simd_line(s, "return %s;", simd_vector(s, v->operands[0]));
    if (v->operand_count <= 1) return;
    simd_line(s, "CLBN(\1_results) results;");
    for (size_t i = 0; i < v->operand_count; ++i) simd_line(s, "results.r%zu = %s;", i, simd_vector(s, v->operands[i]));
    simd_line(s, "return results;");
}

void simd_result(simd_writer *s, const ir_value *v)
{
    const ir_value *call = v->operands[0];
    const lower_call *c = call->symbol || call->outlined ? &s->c.l->calls[call->number] : NULL;
    const bool in_structure = c && !c->is_uniform && c->callee && c->callee->result_count > 1;
    *simd_text(s, v) = arena_printf(s->c.a, in_structure ? "r%u.r%u" : "r%u_%u", call->number, v->index);
}

/* ---- the call ---- */

static const char *declare_scalar(void *w, ir_type t, const char *name)
{
    return arena_printf(((simd_writer *)w)->c.a, "%s %s", cgen_c_type(t), name);
}

static const char *declare_vector(void *w, ir_type t, const char *name)
{
    return arena_printf(((simd_writer *)w)->c.a, "%s %s", simd_vector_type(w, t), name);
}

static void write_line(void *w, const char *text)
{
    simd_line(w, "%s", text);
}

/* A function of clbundle/native/image.h, for all lanes or, of uniform operands, once. Reads stay inside the image
 * whatever the coordinates are, so only writes need the mask. */
static void invoke_image(simd_writer *s, const ir_value *v)
{
    const bool once = is_shared(s, v);
    const ir_type t = (ir_type)v->bits;
    const char *arguments = v->index || once ? "" : simd_narrow_mask_or_full(s), *result = "";
    provide_feature(s->c.w.program->text, "IMAGE");
    if (!once) provide_feature(s->c.w.program->text, "SIMD");
    for (size_t i = 0; i < v->operand_count; ++i) {
        const ir_value *x = v->operands[i];
        const bool as_scalar = once || i == 0 || x == cgen_image_sampler(v);
        if (as_scalar && !is_shared(s, x)) {
            ir_refuse(s->c.f, v->token, "an image or a sampler that differs between work-items");
            return;
        }
        arguments = arena_printf(s->c.a, "%s%s%s", arguments, *arguments ? ", " : "",
                                 as_scalar ? simd_scalar(s, x) : simd_vector(s, x));
    }
    const char *type = once ? cgen_c_type(t) : simd_vector_type(s, t);
    for (size_t i = 1; i < v->index; ++i) {
        simd_line(s, "%s r%u_%zu;", type, v->number, i);
        arguments = arena_printf(s->c.a, "%s, &r%u_%zu", arguments, v->number, i);
    }
    if (v->index) result = arena_printf(s->c.a, "const %s r%u_0 = ", type, v->number);
    simd_line(s, "%sCLBN(%s%s)(%s);", result, once ? "" : "simd_", v->name, arguments);
}

void simd_invoke(simd_writer *s, const ir_value *v)
{
    if (!v->symbol && !v->outlined) {
        invoke_image(s, v);
        return;
    }
    const lower_call *call = &s->c.l->calls[v->number];
    const bool once = call->is_uniform;
    const cgen_called *c = once ? scalar_find_called(s->c.w.program, s->c.f, v, call->callee)
                                : call_find(s->c.w.program, s->c.f, v, call->callee, write_function);
    if (!c) return;
    const char **arguments = arena_array(s->c.a, v->operand_count + 1, sizeof *arguments);
    call_site site = {.v = v, .c = c, .arguments = arguments, .line = write_line};
    site.declare = once ? declare_scalar : declare_vector;
    site.in_structure = !once;
    if (!once && c->takes_mask)
        site.mask = c->wide == s->c.p->packs.wide ? simd_mask_or_full(s)
                    : c->wide                     ? arena_printf(s->c.a, "CLBN(wide_of)(%s)", simd_mask_or_full(s))
                                                  : simd_narrow_mask_or_full(s);
    for (size_t i = 0; i < v->operand_count; ++i)
        if (c->takes[i])
            arguments[i] = call->varies[i] ? simd_vector(s, v->operands[i]) : simd_scalar(s, v->operands[i]);
    if (call->callee->sizes.spill)
        site.memory = arena_printf(s->c.a, "%s - %zu", s->c.f->is_called ? "room" : "scratch", s->c.l->layout.spill);
    s->needs.item |= c->needs_item;
    s->c.uses_variables |= c->needs_variables;
    call_write_site(s->c.a, s, &site);
}
