/* Narrow packs in vectors of bytes and shorts. Vector j of a pack is the text of its member j; further members have
 * none. See simd_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/provide.h"
#include "cgen/simd_state.h"

#include "cgen/spell.h"

const char *simd_narrow_type(simd_writer *s, ir_type t)
{
    provide_feature_of(s->c.w.program->text, "SIMD_NARROW", cgen_code(t));
    return arena_printf(s->c.a, "CLBN(narrow_%s)", cgen_code(t));
}

/* The type of a mask, by the bytes of its elements. */
static const char *mask_type(simd_writer *s, unsigned element)
{
    return simd_narrow_type(s, element == 1 ? IR_I8 : IR_I16);
}

static const char *type_of(simd_writer *s, const value_pack *r)
{
    const ir_value *v = r->of[0];
    return v->type == IR_BOOL ? mask_type(s, r->element) : simd_narrow_type(s, v->type);
}

const char *simd_narrow_mask_of(simd_writer *s, const value_pack *r, unsigned j, const char *mask)
{
    if (!mask || r->vectors == 1) return mask;
    provide_feature(s->c.w.program->text, "SIMD_PACKS");
    return arena_printf(s->c.a, "CLBN(simd_mask_of)(%s, %u, %u)", mask, r->vectors, j);
}

void simd_name_narrow(simd_writer *s, const value_pack *r, unsigned j, const char *value)
{
    const ir_value *v = r->of[j];
    const char *spelling = simd_spelling(s, v);
    const char *name = spelling ? spelling : arena_printf(s->c.a, "t%s", simd_number(s, v));
    simd_line(s, "const %s %s = %s;", type_of(s, r), name, value);
    *simd_text(s, v) = name;
}

const char *simd_widened(simd_writer *s, const value_pack *r, unsigned j)
{
    const unsigned parts = 4 / r->element;
    return arena_printf(s->c.a, "%s((CLBN(simd_u))%s, %u)", simd_memory(s, "of_words", cgen_code(r->of[0]->type)),
                        simd_scalar(s, r->of[j / parts]), j % parts);
}

/* ---- operands ---- */

/* Vector j of a pack whose elements have another size. */
static const char *resized(simd_writer *s, const value_pack *r, const value_pack *from, ir_type t, unsigned j)
{
    const char *type = simd_narrow_type(s, t);
    if (from->element == 1)
        return arena_printf(s->c.a, "((%s)CLBN(narrow_shorts_%s)(%s, %u))", type, cgen_code(from->of[0]->type),
                            simd_scalar(s, from->of[j / 2]), j % 2);
    if (from->element == 2)
        return arena_printf(s->c.a, "((%s)CLBN(narrow_bytes)((CLBN(narrow_t))%s, (CLBN(narrow_t))%s))", type,
                            simd_scalar(s, from->of[(size_t)2 * j]), simd_scalar(s, from->of[(size_t)2 * j + 1]));
    const unsigned parts = 4 / r->element;
    const char *all = "";
    for (unsigned i = 0; i < parts; ++i)
        all = arena_printf(s->c.a, "%s%s(CLBN(simd_u))%s", all, i ? ", " : "",
                           simd_scalar(s, from->of[(size_t)parts * j + i]));
    return arena_printf(s->c.a, "((%s)%s(%s))", type, simd_memory(s, "to_words", r->element == 1 ? "h" : "t"), all);
}

/* A uniform value as a number of the type. */
static const char *number_text(simd_writer *s, const ir_value *x, ir_type t)
{
    const char *text = simd_scalar(s, x);
    return x->type == t ? text : arena_printf(s->c.a, "(%s)%s", cgen_c_type(t), text);
}

/* Vector j of operand k of the pack, with elements of the type. */
static const char *operand(simd_writer *s, const value_pack *r, size_t k, ir_type t, unsigned j)
{
    const ir_value *x = r->of[0]->operands[k];
    const value_pack *from = simd_pack(s, x);
    if (packs_is_inside(s->c.p, r, k)) {
        if (from->element != r->element) return resized(s, r, from, t, j);
        const char *text = simd_scalar(s, from->of[j]);
        return x->type == t || t == IR_BOOL ? text : arena_printf(s->c.a, "((%s)%s)", simd_narrow_type(s, t), text);
    }
    const char *code = cgen_code(t), *all = "";
    simd_narrow_type(s, t);
    if (simd_is_one_operand(s, r->of[0], k)) {
        if (simd_shape(s, x) == SHAPE_UNIFORM)
            return arena_printf(s->c.a, "CLBN(narrow_splat_%s)(%s)", code, number_text(s, x, t));
        return arena_printf(s->c.a, "CLBN(narrow_same_%s)((CLBN(simd_u))(%s), %u, %u)", code, simd_vector(s, x),
                            r->vectors, j);
    }
    for (unsigned i = 0; i < r->count; ++i)
        all = arena_printf(s->c.a, "%s%s%s", all, i ? ", " : "", number_text(s, r->of[i]->operands[k], t));
    return arena_printf(s->c.a, "CLBN(narrow_cycle_%u_%s)(%s)", r->count, code, all);
}

const char *simd_narrow_operand(simd_writer *s, const value_pack *r, size_t k, unsigned j)
{
    const ir_value *v = r->of[0];
    return operand(s, r, k, v->operands[k]->type, j);
}

/* ---- operations ---- */

static const char *unsigned_type(simd_writer *s, ir_type t)
{
    return simd_narrow_type(s, ir_size(t) == 1 ? IR_U8 : IR_U16);
}

static const char *select_text(simd_writer *s, const value_pack *r, unsigned j)
{
    const ir_value *v = r->of[0], *mask = v->operands[0];
    const char *x = operand(s, r, 1, v->type, j), *y = operand(s, r, 2, v->type, j);
    const char *type = simd_narrow_type(s, v->type);
    if (packs_is_inside(s->c.p, r, 0))
        return arena_printf(s->c.a, "CLBN(narrow_pick_%s)(%s, %s, %s)", cgen_code(v->type),
                            operand(s, r, 0, IR_BOOL, j), x, y);
    if (simd_shape(s, mask) == SHAPE_UNIFORM) return arena_printf(s->c.a, "%s ? %s : %s", simd_scalar(s, mask), x, y);
    const char *lanes = simd_narrow_mask_of(s, r, j, simd_vector(s, mask));
    return arena_printf(s->c.a, "(%s)CLBN(simd_pick_u)(%s, (CLBN(simd_u))%s, (CLBN(simd_u))%s)", type, lanes, x, y);
}

static const char *operator_text(simd_writer *s, const value_pack *r, unsigned j)
{
    static const char *const signs[IR_OP_COUNT] = {
        [IR_ADD] = "+",    [IR_SUBTRACT] = "-", [IR_MULTIPLY] = "*", [IR_AND] = "&",        [IR_OR] = "|",
        [IR_XOR] = "^",    [IR_LEFT] = "<<",    [IR_RIGHT] = ">>",   [IR_NOT] = "~",        [IR_NEGATE] = "-",
        [IR_EQUAL] = "==", [IR_UNEQUAL] = "!=", [IR_LESS] = "<",     [IR_LESS_EQUAL] = "<="};
    const ir_value *v = r->of[0];
    const ir_type t = v->operands[0]->type;
    const bool shifts = v->op == IR_LEFT || v->op == IR_RIGHT;
    const char *x = operand(s, r, 0, t, j), *sign = signs[v->op], *y = NULL;
    if (shifts) y = arena_printf(s->c.a, "%llu", (unsigned long long)v->operands[1]->bits);
    else if (v->operand_count > 1) y = operand(s, r, 1, t, j);
    if (v->op >= IR_EQUAL) return arena_printf(s->c.a, "(%s)(%s %s %s)", mask_type(s, r->element), x, sign, y);
    /* Integers wrap; in C only unsigned ones do. */
    const bool wraps =
        ir_is_signed(t) && v->op != IR_RIGHT && v->op != IR_AND && v->op != IR_OR && v->op != IR_XOR && v->op != IR_NOT;
    const char *cast = wraps ? arena_printf(s->c.a, "(%s)", unsigned_type(s, t)) : "";
    const char *text = !y ? arena_printf(s->c.a, "%s%s%s", sign, cast, x)
                          : arena_printf(s->c.a, "%s%s %s %s%s", cast, x, sign, shifts ? "" : cast, y);
    return wraps ? arena_printf(s->c.a, "(%s)(%s)", simd_narrow_type(s, t), text) : text;
}

static const char *call_text(simd_writer *s, const value_pack *r, unsigned j)
{
    const ir_value *v = r->of[0];
    const char *code = cgen_code(v->type);
    return arena_printf(s->c.a, "CLBN(narrow_%s__%s_%s)(%s, %s)", v->name, code, code, operand(s, r, 0, v->type, j),
                        operand(s, r, 1, v->type, j));
}

void simd_narrow_pack(simd_writer *s, const value_pack *r)
{
    const ir_value *v = r->of[0];
    for (unsigned j = 0; j < r->vectors; ++j) {
        switch (v->op) {
        case IR_GET: simd_name_narrow(s, r, j, simd_variable(s, r->of[j]->variable)); break;
        case IR_SELECT: simd_name_narrow(s, r, j, select_text(s, r, j)); break;
        case IR_CONVERT:
        case IR_REINTERPRET: simd_name_narrow(s, r, j, operand(s, r, 0, v->type, j)); break;
        case IR_CALL: simd_name_narrow(s, r, j, call_text(s, r, j)); break;
        default: simd_name_narrow(s, r, j, operator_text(s, r, j));
        }
    }
}

/* ---- components that are used by themselves ---- */

const char *simd_of_word(simd_writer *s, ir_type t, const char *word, unsigned i)
{
    const unsigned bits = (unsigned)ir_size(t) * 8;
    return ir_is_signed(t)
               ? arena_printf(s->c.a, "(CLBN(simd_i))(%s << (%u - CLBN_SIMD_BIT(%u, %u))) >> %u", word, 32 - bits, bits,
                              i, 32 - bits)
               : arena_printf(s->c.a, "(%s >> CLBN_SIMD_BIT(%u, %u)) & 0x%xu", word, bits, i, (1u << bits) - 1);
}

void simd_split_narrow(simd_writer *s, const value_pack *r)
{
    const unsigned of_word = 4 / r->element;
    const char *number = simd_number(s, r->of[0]);
    const ir_type t = r->of[0]->type;
    const char *words[16], *names = "", *values = "";
    for (unsigned j = 0; j < r->vectors; ++j) {
        words[j] = arena_printf(s->c.a, "w%s_%u", number, j);
        names = arena_printf(s->c.a, "%s%s%s", names, j ? ", " : "", words[j]);
        values = arena_printf(s->c.a, "%s%s(CLBN(simd_u))%s, &%s", values, j ? ", " : "", simd_scalar(s, r->of[j]),
                              words[j]);
    }
    if (r->vectors == 1) {
        simd_line(s, "const CLBN(simd_u) %s = (CLBN(simd_u))%s;", words[0], simd_scalar(s, r->of[0]));
    } else {
        simd_line(s, "CLBN(simd_u) %s;", names);
        simd_line(s, "%s(%s);", simd_packed(s, "split", r->vectors, 'u'), values);
    }
    for (unsigned i = 0; i < r->count; ++i) {
        const char *name = arena_printf(s->c.a, "d%s_%u", number, i);
        simd_line(s, "const CLBN(simd_%c) %s = %s;", cgen_letter(t), name,
                  simd_of_word(s, t, words[i / of_word], i % of_word));
        *simd_component(s, r->of[i]) = name;
    }
}
