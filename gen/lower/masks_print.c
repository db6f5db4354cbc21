/* Checks and prints masks. See masks.h.
 * SPDX-License-Identifier: MIT */
#include "lower/lower.h"

/* ---- rules ---- */

typedef struct check {
    const lowered *l;
    unsigned *met; /* by a value's number: how often it is an item, on the way through the partial masks */
    const char *broken;
} check;

static void check_code(check *c, const lower_code *code, const lower_mask *outer, bool counts);

static void check_mask(check *c, const lower_mask *inner, const lower_mask *outer)
{
    if (inner && inner->kind != MASK_FIRST && outer && outer->kind != MASK_FIRST && inner->number <= outer->number)
        c->broken = "a mask inside a later one";
}

static void check_control(check *c, const lower_item *item, bool counts)
{
    const lower_control *k = item->control;
    const ir_value *v = item->value;
    const bool divides = v->op == IR_IF && k->masks[0];
    for (size_t i = 0; i < 2; ++i) check_mask(c, k->masks[i], item->mask);
    if (v->op == IR_LOOP && k->narrows && !k->masks[0]) c->broken = "a loop that narrows no mask";
    if ((v->op == IR_LEAVE || v->op == IR_CONTINUE) && k->masks[0] && !k->cleared_count)
        c->broken = "a divergent jump that clears no mask";
    for (int i = 0; i < 3; ++i) {
        const lower_mask *mask = k->masks[0] ? k->masks[0] : item->mask;
        if (i == 1 && (divides || k->masks[1])) mask = k->masks[1];
        if (!k->code[i] != !(v->blocks[i] && (v->op == IR_LOOP || v->blocks[i]->count || i == 0)))
            c->broken = "a block without code";
        else if (k->code[i]) check_code(c, k->code[i], mask, counts);
        if (i < 2 && k->full[i]) check_code(c, k->full[i], NULL, false);
        if (!k->rounds[i] != !k->rounds[0] || (k->rounds[i] && (!k->narrows || item->mask)))
            c->broken = "rounds for the full mask that cannot be";
        else if (k->rounds[i]) check_code(c, k->rounds[i], NULL, false);
    }
}

/* `outer`: the mask around it. `counts`: it is on the way through the partial masks. */
static void check_code(check *c, const lower_code *code, const lower_mask *outer, bool counts)
{
    if (code->mask != outer) c->broken = "code with another mask than the one around it";
    for (size_t i = 0; i < code->count && !c->broken; ++i) {
        const lower_item *item = &code->items[i];
        if (item->mask != outer) c->broken = "an item with another mask than its code";
        else if (item->keeps && !item->mask) c->broken = "a full mask that keeps values";
        else if (item->skip.code && item->skip.mask != item->mask) c->broken = "a test of another mask";
        else if (!item->control != !(item->value->blocks[0] || item->value->target))
            c->broken = "control without its parts";
        else if (counts && c->met[item->value->number]++) c->broken = "an item of two versions";
        else if (item->control) check_control(c, item, counts);
    }
    if (!code->full != !code->partial) c->broken = "one version of two";
    if (c->broken) return;
    if (code->full) check_code(c, code->full, NULL, false);
    if (code->partial) check_code(c, code->partial, outer, counts);
}

static void check_effects(check *c, ir_value *const *values, size_t count)
{
    for (size_t i = 0; i < count && !c->broken; ++i) {
        const ir_value *v = values[i];
        if (ir_has_effect(v) && c->met[v->number] != 1) c->broken = "an effect under no mask";
        c->met[v->number] = 0;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) check_effects(c, v->blocks[k]->items, v->blocks[k]->count);
    }
}

static void check_version(check *c, const lower_code *code, mask_kind kind, bool is_full)
{
    if (is_full ? code->mask != NULL : !code->mask || code->mask->kind != kind) c->broken = "a version of another mask";
    else check_code(c, code, code->mask, true);
    check_effects(c, code->values, code->value_count);
}

static void check_steps(check *c, const lower_steps *steps)
{
    for (size_t i = 0; i < steps->count && !c->broken; ++i) {
        const lower_step *step = &steps->items[i];
        if (step->region && !step->region->code.partial) c->broken = "a region without code";
        else if (step->region) check_version(c, step->region->code.partial, MASK_FIRST, false);
        if (step->region && step->region->code.full && !c->broken)
            check_version(c, step->region->code.full, MASK_FIRST, true);
        for (int k = 0; k < 3; ++k)
            if (step->blocks[k]) check_steps(c, step->blocks[k]);
    }
}

const char *masks_verify(const lowered *l)
{
    check c = {.l = l, .met = arena_array(l->f->arena, l->f->values + 1, sizeof *c.met)};
    if (l->steps) check_steps(&c, l->steps);
    else if (!l->code) c.broken = "a function without code";
    else check_version(&c, l->code, MASK_FIRST, false);
    return c.broken;
}

/* ---- dump ---- */

static void print_code(const lower_code *c, unsigned depth, buffer *out);

static void indent(unsigned depth, buffer *out)
{
    for (unsigned n = 0; n < depth; ++n) buffer_adds(out, "  ");
}

static void print_mask(const lower_mask *m, buffer *out)
{
    if (m) buffer_addf(out, "m%u", m->number);
    else buffer_adds(out, "full");
}

static void print_skip(const lower_skip *skip, unsigned depth, buffer *out)
{
    if (!skip->code) return;
    indent(depth, out);
    buffer_addf(out, "skip the rest of block %d of %%%u if m%u is empty\n", skip->code->index,
                skip->code->owner->number, skip->mask->number);
}

static void print_part(const char *what, const lower_code *code, unsigned depth, buffer *out)
{
    if (!code) return;
    indent(depth, out);
    buffer_addf(out, "%s, mask ", what);
    print_mask(code->mask, out);
    buffer_addf(out, "%s:\n", code->is_speculative ? ", speculative" : "");
    print_code(code, depth + 1, out);
}

static void print_parts(const lower_item *item, unsigned depth, buffer *out)
{
    static const char *const branch[] = {"then", "else", ""}, *const loop[] = {"test", "body", "step"},
                             *const rounds[] = {"test, full", "body, full", "step, full"};
    const lower_control *k = item->control;
    for (int i = 0; i < 3; ++i) print_part(rounds[i], k->rounds[i], depth, out);
    for (int i = 0; i < 3; ++i) {
        if (i < 2) print_part(i ? "else, full" : "then, full", k->full[i], depth, out);
        print_part(item->value->op == IR_IF     ? branch[i]
                   : item->value->op == IR_LOOP ? loop[i]
                                                : "inside",
                   k->code[i], depth, out);
        if (i < 2) print_skip(&k->behind[i], depth, out);
    }
}

static void print_control(const lower_item *item, buffer *out)
{
    const lower_control *k = item->control;
    if (k->is_guard) buffer_adds(out, ", the bound of the loop over work-items");
    else if (item->value->target && !k->masks[0]) buffer_adds(out, ", all lanes");
    for (size_t i = 0; i < k->cleared_count; ++i)
        buffer_addf(out, "%sm%u", i ? ", " : ", clears ", k->cleared[i]->number);
    if (k->to) buffer_adds(out, ", then skips");
    if (k->narrows) buffer_adds(out, ", narrowed by its condition");
    if (k->ends_if_empty) buffer_adds(out, ", until it is empty");
    if (k->few_rounds) buffer_addf(out, ", %u rounds", k->few_rounds);
}

static bool prints(const lower_item *item)
{
    const ir_op op = item->value->op;
    return item->control || op == IR_LOAD || ir_has_effect(item->value) || op == IR_INVOKE;
}

static void print_code(const lower_code *c, unsigned depth, buffer *out)
{
    for (size_t i = 0; i < c->count; ++i) {
        const lower_item *item = &c->items[i];
        print_skip(&item->skip, depth, out);
        if (!prints(item)) continue;
        indent(depth, out);
        buffer_addf(out, "%%%u %s, mask ", item->value->number, ir_op_name(item->value->op));
        print_mask(item->mask, out);
        if (item->keeps) buffer_adds(out, ", other lanes keep their value");
        if (item->control) print_control(item, out);
        buffer_addc(out, '\n');
        if (item->control) print_parts(item, depth + 1, out);
    }
    print_skip(&c->skip, depth, out);
    print_part("rest, full", c->full, depth, out);
    print_part("rest", c->partial, depth, out);
}

static void print_steps(const lower_steps *steps, buffer *out)
{
    for (size_t i = 0; i < steps->count; ++i) {
        const lower_region *r = steps->items[i].region;
        if (r) {
            buffer_addf(out, "region %u\n", r->number);
            print_part("whole vectors", r->code.full, 1, out);
            print_part("rest of a line", r->code.partial, 1, out);
        }
        for (int k = 0; k < 3; ++k)
            if (steps->items[i].blocks[k]) print_steps(steps->items[i].blocks[k], out);
    }
}

void masks_print(const lowered *l, buffer *out)
{
    if (l->f->reason) buffer_addf(out, "refused: %s\n", l->f->reason);
    else print_steps(l->steps, out);
}
