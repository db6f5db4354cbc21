/* How much varying work a form has, and in which width. Knows shapes; must not know how memory is accessed, nor C.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

#include <string.h>

/* Costs in vector operations: a built-in function; a called function; the masks that a divergent branch needs. */
enum { FUNCTION = 12, INVOKED = 40, BRANCH = 2 };

/* A function of few instructions on any processor. */
static bool is_short(const ir_value *v)
{
    static const char *const names[] = {"fabs", "copysign", "fma",  "sqrt", "rint", "floor",
                                        "ceil", "trunc",    "fmax", "fmin", "max",  "min"};
    if (v->op != IR_CALL || ir_is_muladd(v)) return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i], v->name) == 0) return true;
    return false;
}

static bool has_wide_vectors(const ir_value *v)
{
    static const char *const names[] = {"sin", "cos", "tan", "exp", "exp2", "log"};
    if (v->op != IR_CALL || v->type != IR_F64) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i], v->name) == 0) return true;
    return false;
}

/* Whether a comparison or selection of 64-bit numbers is varying. */
static bool needs_wide_mask(const passes *p, const ir_value *v)
{
    if (v->op == IR_SELECT) return true;
    if (v->op < IR_EQUAL || v->op > IR_LESS_EQUAL) return false;
    const shape *values = p->shapes.values;
    return values[v->operands[0]->number].kind == SHAPE_VARYING || values[v->operands[1]->number].kind == SHAPE_VARYING;
}

static bool counts_as_work(const ir_value *v)
{
    return (v->op >= IR_ADD && v->op <= IR_SELECT) || v->op == IR_CALL ||
           (v->op == IR_CONVERT && ir_is_floating(v->type));
}

/* A comparison of affine values: the first lane decides it, whatever the width. */
static bool compares_ids(const passes *p, const ir_value *v)
{
    return v->op >= IR_EQUAL && v->op <= IR_LESS_EQUAL &&
           p->shapes.values[v->operands[0]->number].kind != SHAPE_VARYING &&
           p->shapes.values[v->operands[1]->number].kind != SHAPE_VARYING;
}

void work_count(const passes *p, const ir_block *b, work *w)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (counts_as_work(v) && p->shapes.values[v->number].kind == SHAPE_VARYING) {
            const ir_type t = v->operand_count ? v->operands[v->operand_count - 1]->type : v->type;
            const bool is_wide = ir_size(t) == 8 && !compares_ids(p, v);
            *(is_wide ? &w->wide : &w->narrow) += v->op == IR_CALL && !(is_wide && is_short(v)) ? FUNCTION : 1;
            if (!is_wide && v->op == IR_CALL && is_short(v)) w->extra += FUNCTION - 1;
            if (is_wide) {
                if (!w->wide_at) w->wide_at = v->token;
                w->mask_work += needs_wide_mask(p, v);
                w->calls += has_wide_vectors(v);
            }
        }
        if (v->op == IR_INVOKE && p->shapes.values[v->number].kind == SHAPE_VARYING) {
            const bool is_wide =
                v->operand_count && ir_size(v->operands[0]->type) == 8 && v->operands[0]->type != IR_POINTER;
            *(is_wide ? &w->wide : &w->narrow) += INVOKED;
        }
        if (p->shapes.diverges[v->number]) w->mask_work += BRANCH;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) work_count(p, v->blocks[k], w);
    }
}

bool work_is_wide(const passes *p)
{
    work w = {0};
    work_count(p, p->f->body, &w);
    return (w.mask_work || p->f->is_called) && w.wide > w.narrow;
}
