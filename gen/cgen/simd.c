/* Control flow of kernels in vectors. Uniform control flow is C's own. A divergent construct has a mask of the active
 * lanes inside it, and jumps clear lanes of it. A branch is skipped, and a loop ends, when its mask is empty. See
 * simd.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/simd_state.h"

#include <string.h>

void simd_line(simd_writer *s, const char *format, ...)
{
    va_list list;
    s->w.indent = s->indent;
    s->w.at = s->at;
    write_indent(&s->w);
    va_start(list, format);
    buffer_addv(s->out, format, list);
    va_end(list);
    buffer_addc(s->out, '\n');
}

const char *simd_new(simd_writer *s, const char *stem)
{
    return arena_printf(s->a, "%s%u", stem, ++s->names);
}

const char *simd_mask(simd_writer *s)
{
    const simd_scope *c = s->scope;
    s->asks_mask |= !c;
    return !c ? s->mask : c->round ? c->round : c->mask;
}

const char *simd_mask_or_full(simd_writer *s)
{
    const char *m = simd_mask(s);
    return m ? m : s->wide ? "CLBN(wide_full)(1)" : "CLBN(simd_full)(1)";
}

const char *simd_masks(const simd_writer *s)
{
    return s->wide ? "wide" : "simd";
}

const char *simd_narrow(const simd_writer *s, const char *mask)
{
    return mask && s->wide ? arena_printf(s->a, "CLBN(simd_of)(%s)", mask) : mask;
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

const char *simd_variable(simd_writer *s, const ir_variable *v)
{
    return s->names_of.variables[v->number];
}

void simd_open(simd_writer *s)
{
    simd_line(s, "{");
    ++s->indent;
}

void simd_close(simd_writer *s)
{
    --s->indent;
    simd_line(s, "}");
}

/* ---- masks ---- */

static const char *both(simd_writer *s, const char *mask, const char *with)
{
    return mask ? arena_printf(s->a, "CLBN(%s_both)(%s, %s)", simd_masks(s), mask, with) : with;
}

static const char *without(simd_writer *s, const char *mask, const char *removed)
{
    return mask ? arena_printf(s->a, "CLBN(%s_without)(%s, %s)", simd_masks(s), mask, removed)
                : arena_printf(s->a, "CLBN(%s_not)(%s)", simd_masks(s), removed);
}

static bool is_divergent(const simd_writer *s, const ir_value *v)
{
    return s->p->shapes.diverges[v->number];
}

/* Whether all lanes take the jump: nothing around it, up to its target, is divergent. */
static bool is_jump_of_all(const simd_writer *s, const ir_value *jump)
{
    const simd_scope *c = s->scope;
    if (!c) return true;
    if (jump->op == IR_CONTINUE && c->construct == jump->target) return !c->round;
    if (c->construct == jump->target) return false;
    /* The innermost scope must lie outside the target. */
    for (const ir_block *b = jump->target->blocks[0]->outer; b; b = b->outer)
        if (b->owner == c->construct) return true;
    return false;
}

const char *simd_label(simd_writer *s, const char *stem, const ir_value *construct)
{
    return arena_printf(s->a, "%s_%u_%u", stem, construct->number,
                        s->p->regions.grouped && s->p->regions.grouped[construct->number] ? 0 : s->copy);
}

/* The label at the end of the present block. */
static const char *skip_label(simd_writer *s, const simd_scope *c)
{
    static const char *const stems[] = {"skip", "skip_b", "skip_c"};
    int k = 0;
    while (c->construct->blocks[k] != c->block) ++k;
    return simd_label(s, stems[k], c->construct);
}

void simd_jump(simd_writer *s, const ir_value *v)
{
    const ir_value *target = v->target;
    const bool leaves = v->op == IR_LEAVE;
    if (is_jump_of_all(s, v)) {
        simd_line(s, "goto %s;", simd_label(s, leaves ? "end" : "next", target));
        (leaves ? s->jumped : s->went_on)[target->number] = true;
        return;
    }
    const char *jumping = simd_new(s, "m");
    simd_line(s, "const CLBN(%s_mask) %s = %s;", simd_masks(s), jumping, simd_mask_or_full(s));
    for (simd_scope *c = s->scope; c; c = c->outer) {
        const bool here = c->construct == target;
        if (c->round) simd_line(s, "%s = CLBN(%s_without)(%s, %s);", c->round, simd_masks(s), c->round, jumping);
        if (c->mask && !(here && !leaves))
            simd_line(s, "%s = CLBN(%s_without)(%s, %s);", c->mask, simd_masks(s), c->mask, jumping);
        if (here) break;
    }
    /* All active lanes have jumped. If the jump is at the end of a branch, nothing is left to do in it. */
    s->may_diverge = ir_is_in(s->scope->block, v);
    if (s->may_diverge) return;
    simd_line(s, "goto %s;", skip_label(s, s->scope));
    s->scope->skipped = true;
}

/* After a divergent jump: skips the rest of the block if no lane is active. */
static void skip_if_mask_is_empty(simd_writer *s)
{
    if (!s->may_diverge || !s->scope) return;
    s->may_diverge = false;
    simd_line(s, "if (!CLBN(%s_any)(%s)) goto %s;", simd_masks(s), simd_mask(s), skip_label(s, s->scope));
    s->scope->skipped = true;
}

static void declare_all(simd_writer *s, const ir_block *b);

/* A block under the scope's mask, which is declared already. */
static void write_inside(simd_writer *s, simd_scope *c, const ir_block *b)
{
    c->block = b;
    c->outer = s->scope;
    c->skipped = false;
    s->scope = c;
    s->may_diverge = false;
    const size_t rest = simd_find_full_mask_rest(s, b);
    if (rest < b->count) {
        declare_all(s, b);
        simd_items(s, b->items, rest);
        skip_if_mask_is_empty(s);
        simd_line(s, "if (CLBN(%s_all)(%s)) {", simd_masks(s), simd_mask(s));
        ++s->indent;
        simd_write_full_mask(s, b, rest);
        --s->indent;
        simd_line(s, "} else {");
        ++s->indent;
        const bool was_beside = s->beside_full_mask;
        s->beside_full_mask = true;
        simd_items(s, b->items + rest, b->count - rest);
        s->beside_full_mask = was_beside;
        simd_close(s);
    } else {
        simd_block(s, b);
    }
    if (c->skipped) simd_line(s, "%s:;", skip_label(s, c));
    s->scope = c->outer;
    s->may_diverge = true; /* the block may have jumped further out */
}

/* ---- constructs ---- */

static bool has_jump(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LEAVE || v->op == IR_CONTINUE) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && has_jump(v->blocks[k])) return true;
    }
    return false;
}

enum { LIGHT = 16, LIGHT_LOADS = 2 };

/* Whether the block is cheap enough to run with an empty mask: it only sets variables, to values that exist already
 * or to uniform loads. Branches on data are often mispredicted. */
static bool is_light(simd_writer *s, const ir_block *b)
{
    size_t loads = 0;
    if (b->count > LIGHT) return false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_DIVIDE || v->op == IR_REMAINDER || v->op == IR_INVOKE) return false;
        if (v->op == IR_LOAD && (simd_shape(s, v) != SHAPE_UNIFORM || ++loads > LIGHT_LOADS)) return false;
        if (v->op == IR_CALL && !simd_is_instruction(s, v)) return false;
        if (ir_has_effect(v) && v->op != IR_SET) return false;
    }
    return true;
}

static void write_branch(simd_writer *s, const ir_value *v)
{
    const bool other = v->blocks[1]->count != 0;
    if (v == s->guard) {
        simd_block(s, v->blocks[0]);
        return;
    }
    if (!is_divergent(s, v)) {
        simd_line(s, "if (%s) {", simd_scalar(s, v->operands[0]));
        ++s->indent;
        simd_block(s, v->blocks[0]);
        const bool diverged = s->may_diverge;
        if (other) {
            --s->indent;
            simd_line(s, "} else {");
            ++s->indent;
            s->may_diverge = false;
            simd_block(s, v->blocks[1]);
        }
        s->may_diverge |= diverged;
        simd_close(s);
        return;
    }
    const char *condition = simd_truth(s, v->operands[0]), *mask = simd_mask(s);
    const char *names[2] = {simd_new(s, "m"), other ? simd_new(s, "m") : NULL};
    simd_open(s);
    simd_line(s, "CLBN(%s_mask) %s = %s;", simd_masks(s), names[0], both(s, mask, condition));
    if (other) simd_line(s, "CLBN(%s_mask) %s = %s;", simd_masks(s), names[1], without(s, mask, condition));
    for (int k = 0; k < 1 + other; ++k) {
        simd_scope c = {.construct = v, .mask = names[k]};
        const bool light = is_light(s, v->blocks[k]), jumps = has_jump(v->blocks[k]);
        const bool full = !light && simd_wants_full_mask(s, v, v->blocks[k]);
        if (full) {
            simd_line(s, "if (CLBN(%s_all)(%s)) {", simd_masks(s), names[k]);
            ++s->indent;
            simd_write_full_mask(s, v->blocks[k], 0);
            --s->indent;
            simd_line(s, "} else");
        }
        if (light) simd_line(s, "{");
        else simd_line(s, "if (CLBN(%s_any)(%s)) {", simd_masks(s), names[k]);
        ++s->indent;
        const bool was_beside = s->beside_full_mask;
        s->beside_full_mask |= full;
        s->speculative = light ? names[k] : NULL;
        write_inside(s, &c, v->blocks[k]);
        s->speculative = NULL;
        s->beside_full_mask = was_beside;
        /* The mask can become empty only if the branch was taken. */
        s->may_diverge = jumps;
        skip_if_mask_is_empty(s);
        simd_close(s);
    }
    simd_close(s);
}

static void write_condition(simd_writer *s, const ir_value *v, simd_scope *c)
{
    if (!v->condition) return;
    if (!c || simd_shape(s, v->condition) == SHAPE_UNIFORM) {
        simd_line(s, "if (!(%s)) break;", simd_scalar(s, v->condition));
        return;
    }
    simd_line(s, "%s = CLBN(%s_both)(%s, %s);", c->mask, simd_masks(s), c->mask, simd_truth(s, v->condition));
}

static void write_loop_block(simd_writer *s, simd_scope *c, const ir_block *b)
{
    if (c) write_inside(s, c, b);
    else simd_block(s, b);
}

static void write_loop(simd_writer *s, const ir_value *v)
{
    const bool diverges = is_divergent(s, v), round_diverges = s->p->shapes.round_diverges[v->number];
    simd_scope inside = {.construct = v}, *c = NULL;
    simd_open(s);
    if (diverges || round_diverges) {
        c = &inside;
        inside.mask = simd_new(s, "m");
        simd_line(s, "CLBN(%s_mask) %s = %s;", simd_masks(s), inside.mask, simd_mask_or_full(s));
    }
    simd_line(s, "for (;;) {");
    ++s->indent;
    if (!v->test_last) {
        write_loop_block(s, c, v->blocks[0]);
        write_condition(s, v, c);
    }
    if (diverges) simd_line(s, "if (!CLBN(%s_any)(%s)) break;", simd_masks(s), inside.mask);
    simd_open(s);
    if (round_diverges) {
        inside.round = simd_new(s, "m");
        simd_line(s, "CLBN(%s_mask) %s = %s;", simd_masks(s), inside.round, inside.mask);
    }
    write_loop_block(s, c, v->blocks[1]);
    inside.round = NULL;
    simd_close(s);
    if (s->went_on[v->number]) simd_line(s, "%s:;", simd_label(s, "next", v));
    write_loop_block(s, c, v->blocks[2]);
    if (v->test_last) {
        write_loop_block(s, c, v->blocks[0]);
        write_condition(s, v, c);
    }
    simd_close(s);
    if (s->jumped[v->number]) simd_line(s, "%s:;", simd_label(s, "end", v));
    simd_close(s);
    s->may_diverge = has_jump(v->blocks[1]);
}

static void write_scope(simd_writer *s, const ir_value *v)
{
    simd_open(s);
    if (is_divergent(s, v)) {
        simd_scope c = {.construct = v, .mask = simd_new(s, "m")};
        simd_line(s, "CLBN(%s_mask) %s = %s;", simd_masks(s), c.mask, simd_mask_or_full(s));
        write_inside(s, &c, v->blocks[0]);
    } else {
        simd_block(s, v->blocks[0]);
    }
    if (s->jumped[v->number]) simd_line(s, "%s:;", simd_label(s, "end", v));
    simd_close(s);
    s->may_diverge = has_jump(v->blocks[0]);
}

/* ---- variables ---- */

/* Whether the variable has inactive lanes here whose values must stay. */
static bool has_inactive_owners(const simd_writer *s, const ir_variable *v)
{
    if (!s->scope) return false;
    if (s->scope->construct->op == IR_LOOP && !s->scope->round && simd_dies_in(s, s->scope->construct, v)) return false;
    for (const ir_block *b = v->home; b; b = b->outer)
        if (b->owner == s->scope->construct && (b->owner->op != IR_IF || b == s->scope->block)) return false;
    return true;
}

void simd_set(simd_writer *s, const ir_value *v)
{
    const ir_variable *x = v->variable;
    const shape_kind kind = s->p->shapes.variables[x->number].kind;
    const char *name = simd_variable(s, x), *mask = simd_mask_of(s, v);
    if (kind != SHAPE_VARYING) {
        simd_line(s, "%s = %s;", name, simd_scalar(s, v->operands[0]));
        return;
    }
    const char *value = simd_operand(s, v, 0);
    if (mask && has_inactive_owners(s, x)) value = simd_pick(s, x->type, mask, value, name);
    simd_line(s, "%s = %s;", name, value);
}

void simd_declare(simd_writer *s, const ir_variable *v)
{
    if (v->type == IR_VOID) {
        const size_t unit = s->p->objects.unit[v->number];
        const char letter = unit == 8 ? 'l' : 'i';
        if (s->l->layout.spill_offset[v->number])
            simd_line(s, "CLBN(simd_%c) *const %s = (CLBN(simd_%c) *)(void *)(%s - %zu);", letter, simd_variable(s, v),
                      letter, s->f->is_called ? "room" : "scratch", s->l->layout.spill_offset[v->number]);
        else if (unit) simd_line(s, "CLBN(simd_%c) %s[%zu];", letter, simd_variable(s, v), passes_units(s->p, v));
        return;
    }
    if (!s->named[v->number]) return;
    const bool shared = s->p->shapes.variables[v->number].kind != SHAPE_VARYING;
    const char *type = shared ? cgen_c_type(v->type) : simd_vector_type(s, v->type);
    const char *zero = shared               ? "0"
                       : v->type == IR_BOOL ? arena_printf(s->a, "CLBN(%s_full)(0)", simd_masks(s))
                                            : "{0}";
    simd_line(s, "%s %s = %s;", type, simd_variable(s, v), zero);
}

void simd_items(simd_writer *s, ir_value *const *items, size_t count)
{
    for (size_t i = 0; i < count && !s->f->reason; ++i) {
        const ir_value *v = items[i];
        if (!ir_has_effect(v) && !s->uses[v->number]) continue;
        if (v->token) s->at = v->token;
        if (v->op != IR_LEAVE && v->op != IR_CONTINUE) skip_if_mask_is_empty(s);
        switch (v->op) {
        case IR_IF: write_branch(s, v); break;
        case IR_LOOP: write_loop(s, v); break;
        case IR_SCOPE: write_scope(s, v); break;
        case IR_LEAVE:
        case IR_CONTINUE: simd_jump(s, v); break;
        case IR_SET: simd_set(s, v); break;
        case IR_STORE: simd_store(s, v); break;
        case IR_EACH: simd_each(s, v); break;
        case IR_RETURN: simd_return(s, v); break;
        case IR_BARRIER: ir_refuse(s->f, v->token, "internal error: a barrier inside a region"); break;
        default: simd_value(s, v); break;
        }
    }
}

static void declare_all(simd_writer *s, const ir_block *b)
{
    for (size_t i = 0; i < s->f->variable_count; ++i) {
        const ir_variable *v = s->f->variables[i];
        if (!v->local && v->home == b) simd_declare(s, v);
    }
}

void simd_block(simd_writer *s, const ir_block *b)
{
    declare_all(s, b);
    simd_items(s, b->items, b->count);
}

/* ---- kernels ---- */

static void find_named(simd_writer *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->variable && (ir_has_effect(v) || s->uses[v->number])) s->named[v->variable->number] = true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_named(s, v->blocks[k]);
    }
}

simd_writer simd_begin(native_program *program, const lowered *l, refusal *nothing, buffer *out)
{
    ir_function *f = l->f;
    const passes *p = l->p;
    const size_t values = f->values + 1;
    *nothing = (refusal){0};
    simd_writer s = {.program = program, .a = f->arena, .f = f, .l = l, .p = p, .out = out, .indent = 1};
    s.w = (writer){.program = program, .refused = nothing, .out = out};
    s.names_of = cgen_spell(f->arena, program->text->prefix, f);
    s.text = arena_array(f->arena, values, sizeof *s.text);
    s.component_text = arena_array(f->arena, values, sizeof *s.component_text);
    s.uses = arena_array(f->arena, values, sizeof *s.uses);
    s.jumped = arena_array(f->arena, values, sizeof *s.jumped);
    s.went_on = arena_array(f->arena, values, sizeof *s.went_on);
    s.named = arena_array(f->arena, f->variable_count + 1, sizeof *s.named);
    cgen_count_uses(s.uses, f->body, true);
    find_named(&s, f->body);
    s.wide = p->packs.wide;
    simd_find_nested(&s);
    simd_find_live(&s);
    return s;
}

bool simd_write_group(native_program *program, const lowered *l, buffer *out, cgen_needs *needs)
{
    ir_function *f = l->f;
    const size_t before = out->length;
    refusal nothing;
    simd_writer s = simd_begin(program, l, &nothing, out);
    buffer_adds(out, "static void CLBN(group_\1)(");
    cgen_parameters(&s.w, f->kernel, false);
    buffer_addf(out, "const %s_place *w, char *scratch)\n{\n", program->text->prefix);
    simd_group(&s);
    *needs = (cgen_needs){.fixed = l->layout.fixed, .context = l->layout.context};
    needs->stack = l->layout.stack + s.stack;
    needs->spill_bytes = l->layout.spill + s.callee_spill_bytes;
    buffer_adds(out, "}\n\n");
    if (nothing.reason) ir_refuse(f, nothing.where, nothing.reason);
    if (f->reason && out->text) out->text[out->length = before] = '\0';
    return !f->reason;
}
