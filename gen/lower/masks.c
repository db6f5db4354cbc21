/* See masks.h.
 * SPDX-License-Identifier: MIT */
#include "lower/masks_state.h"

#include "lower/functions.h"

/* LIGHT, LIGHT_LOADS: most values, and loads, of a block that runs with an empty mask. TWICE: most values of a region
 * that is written both for full masks and for the rest. FEW_ROUNDS, SMALL: most rounds, and values of a round, of a
 * loop that is unrolled. NEAR: most values between the loop and what sets its counter. */
enum { LIGHT = 16, LIGHT_LOADS = 2, TWICE = 1500, FEW_ROUNDS = 4, SMALL = 100, NEAR = 32 };

typedef struct mask_target {
    struct mask_target *outer;
    const ir_value *construct;
    lower_control *control;
} mask_target;

static bool is_divergent(const mask_search *s, const ir_value *v)
{
    return s->l->p->shapes.diverges[v->number];
}

static const lower_mask *new_mask(mask_search *s, mask_kind kind, const ir_value *owner)
{
    lower_mask *m = ARENA_NEW(s->l->f->arena, lower_mask);
    *m = (lower_mask){kind, kind == MASK_FIRST ? 0 : ++s->masks, owner};
    return m;
}

/* The active lanes. */
static const lower_mask *active(const mask_search *s)
{
    const mask_scope *c = s->scope;
    return !c ? s->first : c->round ? c->round : c->mask;
}

/* The rest of the innermost scope's code is skipped if no lane is active, in case lanes may have jumped. */
static lower_skip take_skip(mask_search *s)
{
    if (!s->may_be_empty || !s->scope) return (lower_skip){NULL, NULL};
    s->may_be_empty = false;
    s->scope->code->is_skipped = true;
    return (lower_skip){s->scope->code, active(s)};
}

/* ---- code ---- */

static lower_code *new_code(mask_search *s, const ir_block *block, ir_value *const *values, size_t count)
{
    lower_code *c = ARENA_NEW(s->l->f->arena, lower_code);
    *c = (lower_code){.block = block, .values = values, .value_count = count, .mask = active(s), .copy = s->copy};
    return c;
}

static void add_items(mask_search *s, lower_code *c, size_t count);

static lower_code *find_block(mask_search *s, const ir_block *b)
{
    lower_code *c = new_code(s, b, b->items, b->count);
    add_items(s, c, b->count);
    return c;
}

/* The block from item `from` on, for the full mask. */
static lower_code *find_full(mask_search *s, const ir_block *b, size_t from)
{
    mask_scope *scope = s->scope;
    const unsigned copy = s->copy;
    s->scope = NULL;
    s->copy = ++s->copies;
    s->may_be_empty = false;
    ++s->full_depth;
    lower_code *c = new_code(s, from ? NULL : b, b->items + from, b->count - from);
    add_items(s, c, c->value_count);
    --s->full_depth;
    s->scope = scope;
    s->copy = copy;
    s->may_be_empty = false;
    return c;
}

/* A block under the scope's mask. */
static lower_code *find_inside(mask_search *s, mask_scope *scope, int k)
{
    const ir_block *b = scope->construct->blocks[k];
    scope->block = b;
    scope->outer = s->scope;
    s->scope = scope;
    s->may_be_empty = false;
    lower_code *c = scope->code = new_code(s, b, b->items, b->count);
    c->owner = scope->construct;
    c->index = k;
    const size_t rest = full_mask_find_rest(s, b);
    add_items(s, c, rest);
    if (rest < b->count) {
        c->skip = take_skip(s);
        c->full = find_full(s, b, rest);
        const bool was_beside = s->is_beside_full;
        s->is_beside_full = true;
        c->partial = new_code(s, NULL, b->items + rest, b->count - rest);
        add_items(s, c->partial, c->partial->value_count);
        s->is_beside_full = was_beside;
    }
    s->scope = scope->outer;
    s->may_be_empty = true; /* the block may have jumped further out */
    return c;
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

/* Whether the block is cheap enough to run with an empty mask: it only sets variables, to values that exist already,
 * uniform loads or table look-ups. Branches on data are often mispredicted. */
static bool is_light(const mask_search *s, const ir_block *b)
{
    size_t loads = 0;
    if (b->count > LIGHT) return false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_DIVIDE || v->op == IR_REMAINDER || v->op == IR_INVOKE) return false;
        const bool looks_up = v->op == IR_LOAD && s->l->accesses[v->number].kind == ACCESS_TABLE;
        if (v->op == IR_LOAD && !looks_up && (mask_shape(s, v) != SHAPE_UNIFORM || ++loads > LIGHT_LOADS)) return false;
        if (v->op == IR_CALL && !function_is_instruction(v)) return false;
        if (ir_has_effect(v) && v->op != IR_SET) return false;
    }
    return true;
}

static void find_uniform_branch(mask_search *s, const ir_value *v, lower_control *c)
{
    c->code[0] = find_block(s, v->blocks[0]);
    const bool diverged = s->may_be_empty;
    if (v->blocks[1]->count) {
        s->may_be_empty = false;
        c->code[1] = find_block(s, v->blocks[1]);
    }
    s->may_be_empty |= diverged;
}

static void find_branch(mask_search *s, const ir_value *v, lower_control *c)
{
    const bool other = v->blocks[1]->count != 0;
    c->is_guard = v == s->guard;
    if (c->is_guard) {
        c->code[0] = find_block(s, v->blocks[0]);
        return;
    }
    if (!is_divergent(s, v)) {
        find_uniform_branch(s, v, c);
        return;
    }
    c->masks[0] = new_mask(s, MASK_THEN, v);
    if (other) c->masks[1] = new_mask(s, MASK_ELSE, v);
    for (int k = 0; k < 1 + other; ++k) {
        mask_scope inside = {.construct = v, .mask = c->masks[k]};
        const bool light = is_light(s, v->blocks[k]);
        if (!light && full_mask_is_wanted(s, v, v->blocks[k])) c->full[k] = find_full(s, v->blocks[k], 0);
        const bool was_beside = s->is_beside_full;
        s->is_beside_full |= c->full[k] != NULL;
        c->code[k] = find_inside(s, &inside, k);
        c->code[k]->is_speculative = light;
        s->is_beside_full = was_beside;
        /* The mask can become empty only if the branch was taken. */
        s->may_be_empty = has_jump(v->blocks[k]);
        c->behind[k] = take_skip(s);
    }
}

static lower_code *find_loop_block(mask_search *s, mask_scope *scope, const ir_value *v, int k)
{
    return scope ? find_inside(s, scope, k) : find_block(s, v->blocks[k]);
}

static void find_loop(mask_search *s, const ir_value *v, lower_control *c)
{
    const bool diverges = is_divergent(s, v), round_diverges = s->l->p->shapes.round_diverges[v->number];
    const bool has_rounds = diverges && !round_diverges && !active(s) && full_mask_wants_rounds(s, v);
    for (int k = 0; k < 3 && has_rounds; ++k) c->rounds[k] = find_full(s, v->blocks[k], 0);
    mask_scope inside = {.construct = v}, *scope = NULL;
    if (diverges || round_diverges) {
        scope = &inside;
        inside.mask = c->masks[0] = new_mask(s, MASK_LOOP, v);
    }
    c->narrows = scope && v->condition && mask_shape(s, v->condition) != SHAPE_UNIFORM;
    c->ends_if_empty = diverges;
    if (!v->test_last) c->code[0] = find_loop_block(s, scope, v, 0);
    if (round_diverges) inside.round = c->masks[1] = new_mask(s, MASK_ROUND, v);
    c->code[1] = find_loop_block(s, scope, v, 1);
    inside.round = NULL;
    c->code[2] = find_loop_block(s, scope, v, 2);
    if (v->test_last) c->code[0] = find_loop_block(s, scope, v, 0);
    s->may_be_empty = has_jump(v->blocks[1]);
}

static void find_scope(mask_search *s, const ir_value *v, lower_control *c)
{
    if (is_divergent(s, v)) {
        mask_scope inside = {.construct = v, .mask = c->masks[0] = new_mask(s, MASK_SCOPE, v)};
        c->code[0] = find_inside(s, &inside, 0);
    } else {
        c->code[0] = find_block(s, v->blocks[0]);
    }
    s->may_be_empty = has_jump(v->blocks[0]);
}

/* ---- jumps ---- */

/* Whether all lanes take the jump: nothing around it, up to its target, is divergent. */
static bool is_jump_of_all(const mask_search *s, const ir_value *jump)
{
    const mask_scope *c = s->scope;
    if (!c) return true;
    if (jump->op == IR_CONTINUE && c->construct == jump->target) return !c->round;
    if (c->construct == jump->target) return false;
    /* The innermost scope must lie outside the target. */
    for (const ir_block *b = jump->target->blocks[0]->outer; b; b = b->outer)
        if (b->owner == c->construct) return true;
    return false;
}

static void find_jump(mask_search *s, const ir_value *v, lower_control *c)
{
    const bool leaves = v->op == IR_LEAVE;
    size_t depth = 0;
    if (is_jump_of_all(s, v)) {
        for (mask_target *t = s->target; t; t = t->outer)
            if (t->construct == v->target) *(leaves ? &t->control->is_left : &t->control->goes_on) = true;
        return;
    }
    c->masks[0] = new_mask(s, MASK_JUMPING, v);
    for (const mask_scope *k = s->scope; k; k = k->outer) ++depth;
    c->cleared = arena_array(s->l->f->arena, 2 * depth + 1, sizeof *c->cleared);
    for (const mask_scope *k = s->scope; k; k = k->outer) {
        const bool here = k->construct == v->target;
        if (k->round) c->cleared[c->cleared_count++] = k->round;
        if (!(here && !leaves)) c->cleared[c->cleared_count++] = k->mask;
        if (here) break;
    }
    /* All active lanes have jumped. If the jump is at the end of the code, nothing is left to do in it. */
    s->may_be_empty = ir_is_in(s->scope->block, v);
    if (s->may_be_empty) return;
    c->to = s->scope->code;
    c->to->is_skipped = true;
}

/* ---- items ---- */

/* Whether the variable has inactive lanes here whose values must stay. */
static bool has_inactive_owners(const mask_search *s, const ir_variable *v)
{
    const mask_scope *c = s->scope;
    if (!c) return false;
    if (c->construct->op == IR_LOOP && !c->round && live_dies_in(&s->live, c->construct, v)) return false;
    for (const ir_block *b = v->home; b; b = b->outer)
        if (b->owner == c->construct && (b->owner->op != IR_IF || b == c->block)) return false;
    return true;
}

static lower_control *find_control(mask_search *s, const ir_value *v)
{
    lower_control *c = ARENA_NEW(s->l->f->arena, lower_control);
    mask_target target = {s->target, v, c};
    *c = (lower_control){.is_guard = false};
    if (v->op == IR_LOOP || v->op == IR_SCOPE) s->target = &target;
    switch (v->op) {
    case IR_IF: find_branch(s, v, c); break;
    case IR_LOOP: find_loop(s, v, c); break;
    case IR_SCOPE: find_scope(s, v, c); break;
    default: find_jump(s, v, c); break;
    }
    s->target = target.outer;
    return c;
}

static bool writes_memory(const ir_value *v)
{
    const bool is_control = v->blocks[0] || v->op == IR_LEAVE || v->op == IR_CONTINUE;
    return ir_has_effect(v) && v->op != IR_SET && !is_control;
}

/* Counts the values of the block up to the limit. A loop counts as all of it. So does what writes memory: behind it,
 * the next round reads everything anew. */
static size_t count_small(const ir_block *b, size_t limit)
{
    size_t count = 0;
    for (size_t i = 0; i < b->count && count < limit; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LOOP || writes_memory(v)) return limit;
        count += !ir_is_leaf(v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count += count_small(v->blocks[k], limit);
    }
    return count < limit ? count : limit;
}

/* The rounds of the loop at values[at], if it is small and they are few; else 0. Its counter is set near it. */
static unsigned count_rounds(ir_value *const *values, size_t at, const ir_value *loop, const lower_control *c)
{
    if (c->masks[0] || !loop->condition || count_small(loop->blocks[1], SMALL) >= SMALL) return 0;
    const size_t first = at > NEAR ? at - NEAR : 0;
    const unsigned rounds = unroll_count_rounds(values + first, at - first, loop);
    return rounds > 1 && rounds <= FEW_ROUNDS ? rounds : 0;
}

/* Adds those of the code's first values that are written. */
static void add_items(mask_search *s, lower_code *c, size_t count)
{
    const lower_names *names = &s->l->names;
    c->items = arena_array(s->l->f->arena, count + 1, sizeof *c->items);
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = c->values[i];
        if (!ir_has_effect(v) && !names->uses[v->number]) continue;
        lower_item *item = &c->items[c->count++];
        *item = (lower_item){.value = v, .mask = active(s)};
        if (v->op != IR_LEAVE && v->op != IR_CONTINUE) item->skip = take_skip(s);
        if (v->op == IR_SET && s->l->p->shapes.variables[v->variable->number].kind == SHAPE_VARYING)
            item->keeps = item->mask && has_inactive_owners(s, v->variable);
        const bool is_control = v->blocks[0] || v->op == IR_LEAVE || v->op == IR_CONTINUE;
        if (is_control) item->control = find_control(s, v);
        if (v->op == IR_LOOP) item->control->few_rounds = count_rounds(c->values, i, v, item->control);
    }
}

/* ---- regions ---- */

static lower_code *find_version(mask_search *s, ir_value *const *values, size_t count, const lower_mask *first)
{
    s->scope = NULL;
    s->target = NULL;
    s->may_be_empty = false;
    s->copy = ++s->copies;
    s->first = first;
    lower_code *c = new_code(s, NULL, values, count);
    add_items(s, c, count);
    return c;
}

/* A called function with one call is inlined by the compiler. */
static size_t count_written(const lowered *l, ir_value *const *items, size_t count)
{
    size_t written = 0;
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = items[i];
        if (v->op == IR_INVOKE && v->symbol && !lower_is_inlined(v->symbol)) written += TWICE;
        written += ir_has_effect(v) || (l->names.uses[v->number] && !ir_is_leaf(v));
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) written += count_written(l, v->blocks[k]->items, v->blocks[k]->count);
    }
    return written;
}

static void find_region(mask_search *s, lower_region *r)
{
    s->guard = r->guard.branch;
    /* The bound of the loop over the work-items stands for the condition. */
    if (s->guard) --s->l->names.uses[s->guard->operands[0]->number];
    if (count_written(s->l, r->items, r->count) <= TWICE) r->code.full = find_version(s, r->items, r->count, NULL);
    r->code.partial = find_version(s, r->items, r->count, new_mask(s, MASK_FIRST, NULL));
}

/* In the order of execution. */
static void find_in_steps(mask_search *s, const lower_steps *steps)
{
    for (size_t i = 0; i < steps->count; ++i) {
        const lower_step *step = &steps->items[i];
        const bool last = step->kind == STEP_LOOP && step->value->test_last;
        if (step->region) find_region(s, step->region);
        for (int n = 0; n < 3; ++n) {
            const int k = last ? (n + 1) % 3 : n;
            if (step->blocks[k]) find_in_steps(s, step->blocks[k]);
        }
    }
}

void masks_find(lowered *l)
{
    mask_search s = {.l = l, .live = live_find(l->f)};
    if (l->steps) {
        find_in_steps(&s, l->steps);
        return;
    }
    s.first = new_mask(&s, MASK_FIRST, NULL);
    l->code = find_block(&s, l->f->body);
}
