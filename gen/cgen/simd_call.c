/* Called functions in vectors: one version for each way in which the arguments are uniform or varying. A pure
 * function of uniform arguments is called once; scalar_call.c writes it. See simd_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/scalar.h"
#include "cgen/simd_state.h"

#include "ir/build.h"
#include "cgen/provide.h"

/* FRAME, SAVED: stack bytes that compilers need beside private objects; SAVED bounds the live ranges. OF_INLINED: the
 * same for a function that is inlined. */
enum { FRAME = 768, SAVED = 4608, OF_INLINED = 256, LARGE = 4096, LANES = 16 };

static bool is_shared(const simd_writer *s, const ir_value *v) { return simd_shape(s, v) == SHAPE_UNIFORM; }

const char *simd_input(simd_writer *s, const ir_value *v)
{
    const char *name = s->names_of.values[v->number];
    return name ? name : arena_printf(s->a, "in%u", v->index);
}

/* ---- the function ---- */

static size_t frame_of(const passes *p)
{
    size_t bytes = 0;
    if (cgen_is_inlined(p->f->kernel)) return OF_INLINED;
    for (size_t i = 0; i < p->f->variable_count && bytes < SAVED; ++i) {
        const ir_variable *v = p->f->variables[i];
        if (v->type == IR_VOID || p->shapes.variables[i].kind != SHAPE_VARYING) continue;
        bytes += LANES * (ir_size(v->type) == 8 ? (size_t)8 : (size_t)4);
    }
    return FRAME + (bytes < SAVED ? bytes : SAVED);
}

static void write_head(simd_writer *s, const cgen_called *c, buffer *out)
{
    const ir_block *body = s->f->body;
    const ir_value *end = body->items[body->count - 1];
    const char *comma = "";
    buffer_addf(out, "%s %s CLBN(\1)(", cgen_is_inlined(s->f->kernel) && !cgen_has_objects(s->p) ? "CLBN_FN" : "static",
                end->operand_count ? simd_vector_type(s, end->operands[0]->type) : "void");
    if (c->takes_mask) {
        buffer_addf(out, "CLBN(%s_mask) m0", simd_masks(s));
        comma = ", ";
    }
    for (size_t i = 0; i < body->count; ++i) {
        const ir_value *v = body->items[i];
        if (v->op != IR_INPUT || !c->takes[v->index]) continue;
        const char *name = simd_input(s, v);
        const char *type = is_shared(s, v) ? cgen_c_type(v->type) : simd_vector_type(s, v->type);
        buffer_addf(out, "%s%s%s%s", comma, type, is_shared(s, v) && v->type == IR_POINTER ? "" : " ", name);
        comma = ", ";
    }
    for (size_t i = 1; i < end->operand_count; ++i) {
        buffer_addf(out, "%s%s *out%zu", comma, simd_vector_type(s, end->operands[i]->type), i);
        comma = ", ";
    }
    if (c->needs_item) {
        buffer_addf(out, "%sconst %s_place *w, size_t lx, size_t ly, size_t lz", comma,
                    s->program->text->prefix);
        comma = ", ";
    }
    if (c->spill_bytes) buffer_addf(out, "%schar *room", comma);
    buffer_adds(out, c->spill_bytes || *comma ? ")\n{\n" : "void)\n{\n");
}

static void write_function(native_program *program, const ir_value *call, const bool *inputs, cgen_called *c)
{
    buffer body = {0}, text = {0};
    ir_function *f = ir_build_called(program->arena, (symbol *)call->symbol, false);
    passes *p = passes_run_called(f, inputs, false);
    const lowered *l = lower_form(p, 0);
    if (!f->reason) {
        refusal nothing;
        simd_writer s = simd_begin(program, l, &nothing, &body);
        s.mask = "m0";
        c->takes = cgen_find_taken(program->arena, f, call->operand_count, s.uses);
        if (cgen_needs_item(f->body)) {
            s.needs_item = true;
            cgen_write_item(&s.w);
        }
        simd_block(&s, f->body);
        c->needs_item = s.needs_item;
        c->wide = s.wide;
        c->takes_mask = s.asks_mask;
        c->stack = l->layout.stack + s.stack + frame_of(p);
        c->spill_bytes = l->layout.spill + s.callee_spill_bytes;
        write_head(&s, c, &text);
        if (body.text) buffer_add(&text, body.text, body.length);
        buffer_adds(&text, "}\n");
        if (nothing.reason) ir_refuse(f, nothing.where, nothing.reason);
    }
    c->reason = f->reason;
    c->where = f->where;
    if (!f->reason) {
        provide_feature(program->text, "SIMD");
        cgen_keep_function(program, f, "f_", &text, c);
    }
    buffer_free(&body);
    buffer_free(&text);
}

void simd_return(simd_writer *s, const ir_value *v)
{
    for (size_t i = 1; i < v->operand_count; ++i) simd_line(s, "*out%zu = %s;", i, simd_vector(s, v->operands[i]));
    if (v->operand_count) simd_line(s, "return %s;", simd_vector(s, v->operands[0]));
}

/* ---- the call ---- */

static const cgen_called *find_version(simd_writer *s, const ir_value *v, const bool *differs)
{
    char *signature = arena_printf(s->a, "%*s", (int)v->operand_count, "");
    for (size_t i = 0; i < v->operand_count; ++i) signature[i] = differs[i] ? 'v' : 'u';
    cgen_called *c = cgen_find_called(s->program, v, signature);
    if (!c->name && !c->reason && !c->busy) {
        c->busy = true;
        write_function(s->program, v, differs, c);
        c->busy = false;
    }
    if (!c->name) ir_refuse(s->f, c->where ? c->where : v->token, c->reason ? c->reason : "recursion");
    return c->name ? c : NULL;
}

/* The function for a call by all work-items with the same arguments. */
static const cgen_called *find_uniform(simd_writer *s, const ir_value *v)
{
    const cgen_called *c = scalar_find_called(s->program, s->f, v, LARGE);
    if (!c || !c->fixed) return c;
    ir_refuse(s->f, c->where ? c->where : v->token, "a called function with a private object of 4096 bytes or more");
    return NULL;
}

void simd_invoke(simd_writer *s, const ir_value *v)
{
    bool *differs = arena_array(s->program->arena, v->operand_count + 1, sizeof *differs);
    const bool once = is_shared(s, v);
    for (size_t i = 0; i < v->operand_count; ++i) differs[i] = !is_shared(s, v->operands[i]);
    /* All scalars of one structure are uniform or varying together, to keep the number of versions small. */
    for (size_t i = 1; i < v->operand_count; ++i)
        if (v->owners[i] == v->owners[i - 1]) differs[i] |= differs[i - 1];
    for (size_t i = v->operand_count; i-- > 1;)
        if (v->owners[i] == v->owners[i - 1]) differs[i - 1] |= differs[i];
    const cgen_called *c = once ? find_uniform(s, v) : find_version(s, v, differs);
    if (!c) return;
    const char *arguments = "";
    if (!once && c->takes_mask)
        arguments = c->wide == s->wide ? simd_mask_or_full(s)
                    : c->wide          ? arena_printf(s->a, "CLBN(wide_of)(%s)", simd_mask_or_full(s))
                                       : simd_narrow_mask_or_full(s);
    const char *results = "";
    for (size_t i = 0; i < v->operand_count; ++i) {
        if (!c->takes[i]) continue;
        const ir_value *x = v->operands[i];
        const char *own = differs[i] ? simd_vector(s, x) : simd_scalar(s, x);
        arguments = arena_printf(s->a, "%s%s%s", arguments, *arguments ? ", " : "", own);
    }
    for (size_t i = 1; i < c->result_count; ++i)
        arguments = arena_printf(s->a, "%s%s&r%u_%zu", arguments, *arguments ? ", " : "", v->number, i);
    if (c->needs_item) arguments = arena_printf(s->a, "%s%sw, lx, ly, lz", arguments, *arguments ? ", " : "");
    if (c->spill_bytes)
        arguments = arena_printf(s->a, "%s%s%s - %zu", arguments, *arguments ? ", " : "",
                                 s->f->is_called ? "room" : "scratch", s->l->layout.spill);
    if (s->callee_spill_bytes < c->spill_bytes) s->callee_spill_bytes = c->spill_bytes;
    s->needs_item |= c->needs_item;
    if (s->stack < c->stack) s->stack = c->stack;
    for (size_t i = 1; i < c->result_count; ++i) {
        const ir_type t = c->results[i];
        simd_line(s, "%s r%u_%zu;", once ? cgen_c_type(t) : simd_vector_type(s, t), v->number, i);
    }
    if (c->result_count) {
        const ir_type t = c->results[0];
        results = arena_printf(s->a, "const %s r%u_0 = ", once ? cgen_c_type(t) : simd_vector_type(s, t), v->number);
    }
    simd_line(s, "%sCLBN(%s)(%s);", results, c->name, arguments);
}
