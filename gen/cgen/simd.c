/* Control flow of kernels in vectors. Uniform control flow is C's own. A divergent construct has a mask of the active
 * lanes inside it, and jumps clear lanes of it. A branch is skipped, and a loop ends, when its mask is empty. See
 * simd.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/provide.h"
#include "cgen/simd_state.h"

#include <string.h>

enum { UNROLLED = 8 }; /* most rounds of all strands that are written one behind the other */

void simd_line(simd_writer *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    cgen_line(&s->c, format, list);
    va_end(list);
}

const char *simd_mask_name(simd_writer *s, const lower_mask *m)
{
    s->needs.mask |= m && m->kind == MASK_FIRST;
    return m ? arena_printf(s->c.a, "m%u", m->number) : NULL;
}

const char *simd_mask(simd_writer *s)
{
    return s->here.item ? simd_mask_name(s, s->here.item->mask) : NULL;
}

const char *simd_mask_or_full(simd_writer *s)
{
    const char *m = simd_mask(s);
    return m ? m : s->c.p->packs.wide ? "CLBN(wide_full)(1)" : "CLBN(simd_full)(1)";
}

const char *simd_masks(const simd_writer *s)
{
    return s->c.p->packs.wide ? "wide" : "simd";
}

const char *simd_narrow(const simd_writer *s, const char *mask)
{
    return mask && s->c.p->packs.wide ? arena_printf(s->c.a, "CLBN(simd_of)(%s)", mask) : mask;
}

const char *simd_narrow_mask(simd_writer *s)
{
    return simd_narrow(s, simd_mask(s));
}

const char *simd_narrow_mask_or_full(simd_writer *s)
{
    const char *m = simd_narrow_mask(s);
    return m ? m : "CLBN(simd_full)(1)";
}

void simd_open(simd_writer *s)
{
    simd_line(s, "{");
    ++s->c.w.indent;
}

void simd_close(simd_writer *s)
{
    --s->c.w.indent;
    simd_line(s, "}");
}

/* ---- masks ---- */

static const char *both(simd_writer *s, const char *mask, const char *with)
{
    return mask ? arena_printf(s->c.a, "CLBN(%s_both)(%s, %s)", simd_masks(s), mask, with) : with;
}

static const char *without(simd_writer *s, const char *mask, const char *removed)
{
    return mask ? arena_printf(s->c.a, "CLBN(%s_without)(%s, %s)", simd_masks(s), mask, removed)
                : arena_printf(s->c.a, "CLBN(%s_not)(%s)", simd_masks(s), removed);
}

const char *simd_label(simd_writer *s, const char *stem, const ir_value *construct)
{
    const bool grouped = s->c.p->regions.grouped && s->c.p->regions.grouped[construct->number];
    const unsigned copy = grouped || !s->here.code ? 0 : s->here.code->copy;
    if (grouped || !s->here.strands) return arena_printf(s->c.a, "%s_%u_%u", stem, construct->number, copy);
    return arena_printf(s->c.a, "%s_%u_%u_%u", stem, construct->number, copy,
                        s->here.strand + (s->here.strands->along_y ? STRANDS_MOST : 0));
}

/* The label at the end of the code. */
static const char *skip_label(simd_writer *s, const lower_code *c)
{
    static const char *const stems[] = {"skip", "skip_b", "skip_c"};
    return simd_label(s, stems[c->index], c->owner);
}

static void write_skip(simd_writer *s, const lower_skip *skip)
{
    if (skip->code)
        simd_line(s, "if (!CLBN(%s_any)(%s)) goto %s;", simd_masks(s), simd_mask_name(s, skip->mask),
                  skip_label(s, skip->code));
}

static void write_mask(simd_writer *s, const lower_mask *m, const char *value)
{
    simd_line(s, "CLBN(%s_mask) %s = %s;", simd_masks(s), simd_mask_name(s, m), value);
}

/* ---- jumps ---- */

void simd_jump(simd_writer *s, const ir_value *v)
{
    simd_line(s, "goto %s;", simd_label(s, v->op == IR_LEAVE ? "end" : "next", v->target));
}

static void write_jump(simd_writer *s, const ir_value *v, const lower_control *c)
{
    if (!c->masks[0]) {
        simd_jump(s, v);
        return;
    }
    const char *jumping = simd_mask_name(s, c->masks[0]);
    simd_line(s, "const CLBN(%s_mask) %s = %s;", simd_masks(s), jumping, simd_mask_or_full(s));
    for (size_t i = 0; i < c->cleared_count; ++i) {
        const char *mask = simd_mask_name(s, c->cleared[i]);
        simd_line(s, "%s = CLBN(%s_without)(%s, %s);", mask, simd_masks(s), mask, jumping);
    }
    if (c->to) simd_line(s, "goto %s;", skip_label(s, c->to));
}

/* ---- constructs ---- */

static void write_part(simd_writer *s, const lower_code *c)
{
    ++s->c.w.indent;
    simd_code(s, c);
    --s->c.w.indent;
}

static void write_uniform_branch(simd_writer *s, const ir_value *v, const lower_control *c)
{
    simd_line(s, "if (%s) {", simd_scalar(s, v->operands[0]));
    write_part(s, c->code[0]);
    if (c->code[1]) {
        simd_line(s, "} else {");
        write_part(s, c->code[1]);
    }
    simd_line(s, "}");
}

/* A block of a divergent IF under its mask. */
static void write_arm(simd_writer *s, const lower_control *c, int k)
{
    const char *mask = simd_mask_name(s, c->masks[k]);
    if (c->full[k]) {
        simd_line(s, "if (CLBN(%s_all)(%s)) {", simd_masks(s), mask);
        write_part(s, c->full[k]);
        simd_line(s, "} else");
    }
    if (c->code[k]->is_speculative) simd_line(s, "{");
    else simd_line(s, "if (CLBN(%s_any)(%s)) {", simd_masks(s), mask);
    ++s->c.w.indent;
    simd_code(s, c->code[k]);
    write_skip(s, &c->behind[k]);
    simd_close(s);
}

static void write_branch(simd_writer *s, const ir_value *v, const lower_control *c)
{
    if (c->is_guard) {
        simd_code(s, c->code[0]);
        return;
    }
    if (!c->masks[0]) {
        write_uniform_branch(s, v, c);
        return;
    }
    const char *condition = simd_truth(s, v->operands[0]), *mask = simd_mask(s);
    simd_open(s);
    write_mask(s, c->masks[0], both(s, mask, condition));
    if (c->masks[1]) write_mask(s, c->masks[1], without(s, mask, condition));
    for (int k = 0; k < 2; ++k)
        if (c->code[k]) write_arm(s, c, k);
    simd_close(s);
}

/* Block 0 of a LOOP, and its condition. */
static void write_test(simd_writer *s, const ir_value *v, const lower_control *c)
{
    simd_code(s, c->code[0]);
    if (!v->condition) return;
    if (c->narrows) {
        const char *mask = simd_mask_name(s, c->masks[0]);
        simd_line(s, "%s = CLBN(%s_both)(%s, %s);", mask, simd_masks(s), mask, simd_truth(s, v->condition));
    } else {
        simd_line(s, "if (!(%s)) break;", simd_scalar(s, v->condition));
    }
}

/* Whether all lanes of all strands go on. */
static const char *all_go_on(simd_writer *s, const ir_value *v)
{
    const unsigned strands = s->here.strands && !s->here.inside ? s->here.strands->count : 1, own = s->here.strand;
    const char *all = NULL;
    for (unsigned k = 0; k < strands; ++k) {
        if (strands > 1) s->here.strand = k;
        all = both(s, all, simd_truth(s, v->condition));
    }
    s->here.strand = own;
    return all;
}

static void forget_values(simd_writer *s, ir_value *const *values, size_t count);

/* The rounds for the full mask, which come before the others. */
static void write_rounds(simd_writer *s, const ir_value *v, const lower_control *c)
{
    simd_line(s, "for (;;) {");
    ++s->c.w.indent;
    simd_code(s, c->rounds[0]);
    simd_line(s, "if (!CLBN(%s_all)(%s)) break;", simd_masks(s), all_go_on(s, v));
    simd_open(s);
    simd_code(s, c->rounds[1]);
    simd_close(s);
    simd_code(s, c->rounds[2]);
    simd_close(s);
    for (int k = 0; k < 3; ++k) forget_values(s, c->rounds[k]->values, c->rounds[k]->value_count);
}

/* Whether compilers shall write the rounds one behind the other: what they have in common is then computed once. More
 * than eight, with those of all strands, would need too many registers. */
static bool is_unrolled(const simd_writer *s, const lower_control *c)
{
    const unsigned strands = s->here.strands && !s->here.inside ? s->here.strands->count : 1;
    return s->unrolls && c->few_rounds && c->few_rounds * strands <= UNROLLED;
}

static void write_loop(simd_writer *s, const ir_value *v, const lower_control *c)
{
    const char *mask = simd_mask_name(s, c->masks[0]);
    simd_open(s);
    if (mask) write_mask(s, c->masks[0], simd_mask_or_full(s));
    if (is_unrolled(s, c)) {
        simd_line(s, "CLBN_UNROLL");
        simd_line(s, "for (; 1;) {"); /* gcc wants a condition there */
    } else {
        simd_line(s, "for (;;) {");
    }
    ++s->c.w.indent;
    if (!v->test_last) write_test(s, v, c);
    if (c->ends_if_empty) simd_line(s, "if (!CLBN(%s_any)(%s)) break;", simd_masks(s), mask);
    simd_open(s);
    if (c->masks[1]) write_mask(s, c->masks[1], mask);
    simd_code(s, c->code[1]);
    simd_close(s);
    if (c->goes_on) simd_line(s, "%s:;", simd_label(s, "next", v));
    simd_code(s, c->code[2]);
    if (v->test_last) write_test(s, v, c);
    simd_close(s);
    if (c->is_left) simd_line(s, "%s:;", simd_label(s, "end", v));
    simd_close(s);
}

static void write_scope(simd_writer *s, const ir_value *v, const lower_control *c)
{
    simd_open(s);
    if (c->masks[0]) write_mask(s, c->masks[0], simd_mask_or_full(s));
    simd_code(s, c->code[0]);
    if (c->is_left) simd_line(s, "%s:;", simd_label(s, "end", v));
    simd_close(s);
}

/* ---- variables ---- */

/* A narrow pack's vectors, when its last member is reached. */
static void set_narrow(simd_writer *s, const value_pack *r)
{
    const ir_type t = r->of[0]->variable->type;
    for (unsigned j = 0; j < r->vectors; ++j) {
        const char *name = simd_variable(s, r->of[j]->variable), *value = simd_narrow_operand(s, r, 0, j);
        if (s->here.item && s->here.item->keeps)
            value = arena_printf(s->c.a, "(%s)CLBN(simd_pick_u)(%s, (CLBN(simd_u))%s, (CLBN(simd_u))%s)",
                                 simd_narrow_type(s, t), simd_narrow_mask_of(s, r, j, simd_mask(s)), value, name);
        simd_line(s, "%s = %s;", name, value);
    }
}

static void set_one(simd_writer *s, const ir_value *v)
{
    const ir_variable *x = v->variable;
    const char *name = simd_variable(s, x), *mask = simd_mask_of(s, v), *value = simd_operand(s, v, 0);
    if (s->here.item && s->here.item->keeps) value = simd_pick(s, x->type, mask, value, name);
    simd_line(s, "%s = %s;", name, value);
}

void simd_set(simd_writer *s, const ir_value *v)
{
    const ir_variable *x = v->variable;
    const value_pack *r = simd_pack(s, v);
    if (s->c.p->shapes.variables[x->number].kind != SHAPE_VARYING) {
        simd_line(s, "%s = %s;", simd_variable(s, x), simd_scalar(s, v->operands[0]));
    } else if (r && s->c.p->packs.narrow) {
        if (r->of[r->count - 1] != v) return;
        if (r->element) set_narrow(s, r);
        for (unsigned i = 0; i < r->count && !r->element; ++i) set_one(s, r->of[i]);
    } else {
        set_one(s, v);
    }
}

static void declare(simd_writer *s, const void *what)
{
    const ir_variable *v = what;
    if (v->type == IR_VOID) {
        const size_t unit = s->c.p->objects.unit[v->number];
        const char letter = unit == 8 ? 'l' : 'i';
        if (s->c.l->layout.spill_offset[v->number])
            simd_line(s, "CLBN(simd_%c) *const %s = (CLBN(simd_%c) *)(void *)(%s - %zu);", letter, simd_variable(s, v),
                      letter, s->c.f->is_called ? "room" : "scratch", s->c.l->layout.spill_offset[v->number]);
        else if (unit) simd_line(s, "CLBN(simd_%c) %s[%zu];", letter, simd_variable(s, v), passes_units(s->c.p, v));
        return;
    }
    const value_pack *narrow = s->c.p->packs.narrow ? s->c.p->packs.narrow[v->number] : NULL;
    if (!s->c.l->names.is_used[v->number] || (narrow && v->component >= narrow->vectors)) return;
    if (narrow) {
        simd_line(s, "%s %s = {0};", simd_narrow_type(s, v->type), simd_variable(s, v));
        return;
    }
    const bool shared = s->c.p->shapes.variables[v->number].kind != SHAPE_VARYING;
    const char *type = shared ? cgen_c_type(v->type) : simd_vector_type(s, v->type);
    const char *zero = shared               ? "0"
                       : v->type == IR_BOOL ? arena_printf(s->c.a, "CLBN(%s_full)(0)", simd_masks(s))
                                            : "{0}";
    simd_line(s, "%s %s = %s;", type, simd_variable(s, v), zero);
}

void simd_declare(simd_writer *s, const ir_variable *v)
{
    simd_each_strand(s, s->here.strands && s->here.strands->variables[v->number], declare, v);
}

static void write_value(simd_writer *s, const void *what)
{
    const lower_item *item = what;
    const ir_value *v = item->value;
    write_skip(s, &item->skip);
    switch (v->op) {
    case IR_IF: write_branch(s, v, item->control); break;
    case IR_LOOP: write_loop(s, v, item->control); break;
    case IR_SCOPE: write_scope(s, v, item->control); break;
    case IR_LEAVE:
    case IR_CONTINUE: write_jump(s, v, item->control); break;
    case IR_SET: simd_set(s, v); break;
    case IR_STORE: simd_store(s, v); break;
    case IR_EACH: simd_each(s, v); break;
    case IR_SUB_GROUP: simd_sub_group(s, v); break;
    case IR_RETURN: simd_return(s, v); break;
    case IR_BARRIER: ir_refuse(s->c.f, v->token, "internal error: a barrier inside a region"); break;
    default: simd_value(s, v); break;
    }
}

static void write_item(simd_writer *s, const lower_item *item)
{
    const ir_value *v = item->value;
    const lower_strands *strands = s->here.strands;
    if (v->token) s->c.w.at = v->token;
    s->here.item = item;
    if (item->control && item->control->rounds[0]) write_rounds(s, v, item->control);
    const bool *differs = !strands ? NULL : v->blocks[0] ? strands->whole : strands->values;
    s->here.together = !s->here.inside;
    simd_each_strand(s, differs && differs[v->number], write_value, item);
}

static void declare_all(simd_writer *s, const ir_block *b)
{
    for (size_t i = 0; i < s->c.f->variable_count; ++i) {
        const ir_variable *v = s->c.f->variables[i];
        if (!v->local && v->home == b) simd_declare(s, v);
    }
}

/* Forgets the texts of values, before the code is written in another version. */
static void forget_values(simd_writer *s, ir_value *const *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = values[i];
        simd_forget(s, v->number);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) forget_values(s, v->blocks[k]->items, v->blocks[k]->count);
    }
}

/* The rest of the code, once for the full mask and once for a partial one. */
static void write_versions(simd_writer *s, const lower_code *c)
{
    write_skip(s, &c->skip);
    simd_line(s, "if (CLBN(%s_all)(%s)) {", simd_masks(s), simd_mask_name(s, c->mask));
    write_part(s, c->full);
    forget_values(s, c->full->values, c->full->value_count);
    simd_line(s, "} else {");
    write_part(s, c->partial);
    simd_line(s, "}");
}

void simd_code(simd_writer *s, const lower_code *c)
{
    const lower_code *outer = s->here.code;
    const lower_item *user = s->here.item;
    s->here.code = c;
    if (c->block) declare_all(s, c->block);
    for (size_t i = 0; i < c->count && !s->c.f->reason; ++i) write_item(s, &c->items[i]);
    if (c->full) write_versions(s, c);
    if (c->is_skipped) simd_line(s, "%s:;", skip_label(s, c));
    s->here.code = outer;
    s->here.item = user;
}

/* ---- kernels ---- */

simd_writer simd_begin(native_program *program, const lowered *l, refusal *nothing, buffer *out)
{
    ir_function *f = l->f;
    const size_t values = f->values + 1;
    simd_writer s = {.c = cgen_begin(program, l, nothing, out)};
    s.texts[0] = (simd_texts){.values = arena_array(f->arena, values, sizeof *s.texts[0].values),
                              .components = arena_array(f->arena, values, sizeof *s.texts[0].components)};
    if (l->p->packs.wide) provide_feature(program->text, "SIMD_WIDE");
    return s;
}

bool simd_write_group(native_program *program, const lowered *l, buffer *out)
{
    ir_function *f = l->f;
    const size_t before = out->length;
    refusal nothing;
    simd_writer s = simd_begin(program, l, &nothing, out);
    buffer_adds(out, f->in_lanes ? "static void CLBN(lanes_\1)(" : "static void CLBN(group_\1)(");
    cgen_parameters(&s.c.w, f->kernel, false);
    buffer_addf(out, "const %s_position *w, char *scratch)\n{\n", program->text->prefix);
    const size_t begin = out->length;
    simd_group(&s);
    cgen_declare_variables(&s.c, begin);
    buffer_adds(out, "}\n\n");
    if (nothing.reason) ir_refuse(f, nothing.where, nothing.reason);
    if (f->reason && out->text) out->text[out->length = before] = '\0';
    return !f->reason;
}
