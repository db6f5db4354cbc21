/* Predication: a divergent construct around a barrier becomes one that the whole group takes, with a variable of each
 * work-item as its mask. Code between the barriers runs under the mask; a loop goes on while some work-item is
 * active. OpenCL leaves a barrier that some work-items do not reach undefined; here it waits for those that do.
 *
 * One construct is divided at a time, the outermost first, until control around barriers is uniform. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/alike.h"
#include "passes/returns.h"

#include <math.h>
#include <string.h>

typedef struct predicate_pass {
    passes *p;
    ir_function *f;
    bool *holds;               /* by a construct's number: it holds a barrier */
    const ir_value *target;    /* the construct that is divided */
    ir_variable *mask, *round; /* which work-items are in it; which are in the present round of a loop, or NULL */
    ir_variable **carried;     /* by a value's number: the variable that carries it to other blocks, or NULL */
    bool *visible;             /* the same: it can be used here */
    const bool *alike;         /* of alike.h, or NULL: that stays outside of masks */
} predicate_pass;

static ir_value *get(predicate_pass *s, ir_block *b, ir_variable *v)
{
    ir_value *x = ir_add(s->f, b, IR_GET, v->type, NULL, 0);
    x->variable = v;
    return x;
}

static void set(predicate_pass *s, ir_block *b, ir_variable *v, ir_value *to)
{
    ir_add(s->f, b, IR_SET, IR_VOID, NULL, 1, to)->variable = v;
}

static ir_value *number(predicate_pass *s, ir_block *b, ir_type t, uint64_t bits)
{
    ir_value *v = ir_add(s->f, b, IR_CONSTANT, t, NULL, 0);
    v->bits = bits;
    return v;
}

static ir_variable *new_mask(predicate_pass *s, const char *name, const ir_block *home)
{
    ir_variable *v = ir_add_variable(s->f, name, IR_BOOL);
    v->home = home;
    return v;
}

static bool find_holders(predicate_pass *s, const ir_block *b)
{
    bool any = false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        bool found = v->op == IR_BARRIER || v->op == IR_COLLECT;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) found |= find_holders(s, v->blocks[k]);
        s->holds[v->number] = found;
        any |= found;
    }
    return any;
}

/* ---- code under a mask ---- */

static bool has_jump_to(const ir_block *b, const ir_value *target)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->target == target) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && has_jump_to(v->blocks[k], target)) return true;
    }
    return false;
}

/* A jump to the construct clears the work-item's masks and leaves `scope`. */
static void replace_jumps(predicate_pass *s, ir_block *b, ir_value *scope)
{
    ir_value **items = b->items;
    const size_t count = b->count;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count; ++i) {
        ir_value *v = items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) replace_jumps(s, v->blocks[k], scope);
        if (v->target == s->target) {
            ir_value *no = number(s, b, IR_BOOL, 0);
            if (v->op == IR_LEAVE) set(s, b, s->mask, no);
            if (s->round) set(s, b, s->round, no);
            v->op = IR_LEAVE;
            v->target = scope;
        }
        ir_append(s->f, b, v);
    }
}

static void close_run(predicate_pass *s, ir_block *run, ir_variable *mask, ir_block *into)
{
    if (!run->count) return;
    ir_value *branch = ir_add(s->f, into, IR_IF, IR_VOID, NULL, 1, get(s, into, mask));
    for (int k = 0; k < 2; ++k) branch->blocks[k] = ir_add_block(s->f, into, branch);
    ir_block *inside = branch->blocks[0];
    ir_value *scope = NULL;
    if (has_jump_to(run, s->target)) {
        scope = ir_add(s->f, inside, IR_SCOPE, IR_VOID, NULL, 0);
        scope->blocks[0] = ir_add_block(s->f, inside, scope);
        inside = scope->blocks[0];
    }
    for (size_t i = 0; i < run->count; ++i) {
        for (int k = 0; k < 3; ++k)
            if (run->items[i]->blocks[k]) run->items[i]->blocks[k]->outer = inside;
        ir_append(s->f, inside, run->items[i]);
    }
    if (scope) replace_jumps(s, inside, scope);
    *run = (ir_block){0};
}

/* v in active work-items, `other` in the rest. */
static ir_value *select_by_mask(predicate_pass *s, ir_block *run, ir_value *v, ir_value *other, ir_variable *mask,
                                ir_block *into)
{
    ir_variable *x = ir_add_variable(s->f, "among", v->type);
    x->home = into;
    set(s, into, x, other);
    ir_value *value = ir_make(s->f, IR_SET, IR_VOID, NULL, 1);
    value->operands[0] = v;
    value->variable = x;
    ir_append(s->f, run, value);
    close_run(s, run, mask, into);
    return get(s, into, x);
}

static uint64_t identity(const ir_value *v)
{
    static const double far = (double)INFINITY, nothing = -0.0;
    const ir_type t = v->operands[0]->type;
    const bool is_min = v->combination == IR_MIN;
    uint64_t bits = 0;
    if (v->combination == IR_OF_ALL) return 1;
    if (t == IR_F64 && v->combination != IR_ONE) {
        const double number = v->combination == IR_SUM ? nothing : is_min ? far : -far;
        memcpy(&bits, &number, sizeof number);
        return bits;
    }
    if (t == IR_F32 && v->combination == IR_SUM) return 0x80000000u;
    if (t == IR_F32 && v->combination != IR_ONE) return is_min ? 0x7f800000u : 0xff800000u;
    if (!is_min && v->combination != IR_MAX) return 0;
    const unsigned width = (unsigned)ir_size(t) * 8;
    if (!ir_is_signed(t)) return is_min ? UINT64_MAX >> (64 - width) : 0;
    const uint64_t highest = (UINT64_C(1) << (width - 1)) - 1;
    return is_min ? highest : ~highest;
}

static ir_value *move_masked(predicate_pass *s, ir_block *from, ir_variable *mask, ir_block *into, ir_value *truth);

static bool has_alike_loop(const predicate_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count && s->alike; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LOOP && s->alike[v->number]) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && has_alike_loop(s, v->blocks[k])) return true;
    }
    return false;
}

/* Whether some work-item has the mask: a predicate of the group. A flag in the group's memory tells. */
static ir_value *test_any(predicate_pass *s, ir_variable *mask, ir_block *into)
{
    ir_function *f = s->f;
    ir_variable *flag = ir_add_variable(f, "any", IR_VOID);
    flag->local = true;
    flag->size = flag->align = ir_size(IR_I32);
    ir_value *address = ir_add(f, into, IR_LOCAL, IR_POINTER, NULL, 0);
    address->variable = flag;
    ir_add(f, into, IR_STORE, IR_VOID, NULL, 2, address, number(s, into, IR_I32, 0));
    ir_add(f, into, IR_BARRIER, IR_VOID, NULL, 0);
    ir_value *one = number(s, into, IR_I32, 1);
    ir_value *store = ir_make(f, IR_STORE, IR_VOID, NULL, 2);
    store->operands[0] = address;
    store->operands[1] = one;
    ir_block run = {0};
    ir_append(f, &run, store);
    close_run(s, &run, mask, into);
    ir_add(f, into, IR_BARRIER, IR_VOID, NULL, 0);
    ir_value *found = ir_add(f, into, IR_LOAD, IR_I32, NULL, 1, address);
    return ir_add(f, into, IR_UNEQUAL, IR_BOOL, NULL, 2, found, number(s, into, IR_I32, 0));
}

/* The block for code that the group enters only if some work-item has the mask: a loop that is alike need not end
 * where none has it. */
static ir_block *enter_if_any(predicate_pass *s, ir_variable *mask, ir_block *into)
{
    ir_value *branch = ir_add(s->f, into, IR_IF, IR_VOID, NULL, 1, test_any(s, mask, into));
    for (int k = 0; k < 2; ++k) branch->blocks[k] = ir_add_block(s->f, into, branch);
    return branch->blocks[0];
}

/* A branch of a construct, under a mask that was just made for it. */
static void move_branch(predicate_pass *s, ir_block *from, ir_variable *mask, ir_block *into)
{
    (void)move_masked(s, from, mask, has_alike_loop(s, from) ? enter_if_any(s, mask, into) : into, NULL);
}

/* A branch that nothing jumps out of, inside the mask, gets two masks of its own. Inactive work-items are in neither:
 * a false condition alone would send them to the second block. */
static void split_inner(predicate_pass *s, ir_block *run, ir_value *v, ir_variable *mask, ir_block *into)
{
    ir_variable *inside = new_mask(s, "inside", into),
                *outside = v->blocks[1]->count ? new_mask(s, "outside", into) : NULL;
    set(s, into, inside, select_by_mask(s, run, v->operands[0], number(s, into, IR_BOOL, 0), mask, into));
    if (outside) {
        ir_value *rest = ir_add(s->f, into, IR_NOT, IR_BOOL, v->token, 1, get(s, into, inside));
        set(s, into, outside, ir_add(s->f, into, IR_AND, IR_BOOL, v->token, 2, get(s, into, mask), rest));
    }
    move_branch(s, v->blocks[0], inside, into);
    if (outside) move_branch(s, v->blocks[1], outside, into);
}

/* Moves a value or construct that is alike to the end of `into`; only what is in the construct gets the mask. */
static void keep_alike(predicate_pass *s, ir_value *v, ir_variable *mask, ir_block *into)
{
    v->speculative |= v->op == IR_ADD || v->op == IR_SUBTRACT || v->op == IR_MULTIPLY || v->op == IR_NEGATE;
    for (int k = 0; k < 3; ++k) {
        if (!v->blocks[k]) continue;
        ir_block *own = ir_add_block(s->f, into, v);
        (void)move_masked(s, v->blocks[k], mask, own, NULL);
        v->blocks[k] = own;
    }
    ir_append(s->f, into, v);
}

/* Moves the items to the end of block `into`, under the mask. `truth`: a condition that is known behind them, or
 * NULL. Returns it, as false where the mask is false. */
static ir_value *move_masked(predicate_pass *s, ir_block *from, ir_variable *mask, ir_block *into, ir_value *truth)
{
    ir_function *f = s->f;
    ir_block run = {0};
    ir_variable *result = NULL;
    if (truth) {
        result = new_mask(s, "among", into);
        set(s, into, result, number(s, into, IR_BOOL, 0));
    }
    ir_value **items = from->items;
    const size_t count = from->count;
    for (size_t i = 0; i < f->variable_count; ++i)
        if (f->variables[i]->home == from) f->variables[i]->home = into;
    for (size_t i = 0; i < count; ++i) {
        ir_value *v = items[i];
        if (ir_is_leaf(v)) {
            ir_append(f, into, v);
        } else if (s->alike && s->alike[v->number]) {
            if (v->op == IR_SET || v->blocks[0]) close_run(s, &run, mask, into);
            keep_alike(s, v, mask, into);
        } else if (v->op == IR_BARRIER) {
            close_run(s, &run, mask, into);
            ir_append(f, into, v);
        } else if (v->op == IR_COLLECT) {
            ir_value *other = number(s, into, v->operands[0]->type, identity(v));
            v->operands[0] = select_by_mask(s, &run, v->operands[0], other, mask, into);
            ir_append(f, into, v);
        } else if (!v->blocks[0] || !s->holds[v->number]) {
            ir_append(f, &run, v);
        } else {
            if (v->op == IR_IF && !has_jump_to(v->blocks[0], s->target) && !has_jump_to(v->blocks[1], s->target)) {
                split_inner(s, &run, v, mask, into);
                continue;
            }
            if (v->op == IR_IF)
                v->operands[0] = select_by_mask(s, &run, v->operands[0], number(s, into, IR_BOOL, 0), mask, into);
            close_run(s, &run, mask, into);
            for (int k = 0; k < 3; ++k) {
                if (!v->blocks[k]) continue;
                ir_block *own = ir_add_block(f, into, v);
                const bool tests = v->op == IR_LOOP && k == 0;
                ir_value *still = move_masked(s, v->blocks[k], mask, own, tests ? v->condition : NULL);
                /* Inactive work-items do not go on. */
                if (tests) v->condition = still ? still : get(s, own, mask);
                v->blocks[k] = own;
            }
            ir_append(f, into, v);
        }
    }
    if (truth) {
        ir_value *last = ir_make(f, IR_SET, IR_VOID, NULL, 1);
        last->operands[0] = truth;
        last->variable = result;
        ir_append(f, &run, last);
    }
    close_run(s, &run, mask, into);
    return truth ? get(s, into, result) : NULL;
}

/* ---- constructs ---- */

static void split_loop(predicate_pass *s, ir_value *v, ir_block *into)
{
    ir_function *f = s->f;
    const bool continues = has_jump_to(v->blocks[1], v);
    ir_value *loop = ir_make(f, IR_LOOP, IR_VOID, v->token, 0);
    loop->test_last = v->test_last;
    loop->waiting = v->waiting;
    loop->bits = v->bits;
    for (int i = 0; i < 3; ++i) {
        /* In the order of execution, so that values of the first block are available in the next. */
        const int k = v->test_last ? (i + 1) % 3 : i;
        ir_block *inner = loop->blocks[k] = ir_add_block(f, into, loop);
        s->round = NULL;
        if (k == 1 && continues) {
            s->round = new_mask(s, "round", inner);
            set(s, inner, s->round, get(s, inner, s->mask));
        }
        ir_value *still = move_masked(s, v->blocks[k], s->round ? s->round : s->mask, inner, k ? NULL : v->condition);
        s->round = NULL;
        if (k) continue;
        if (still) set(s, inner, s->mask, still);
        if (!s->p->one_by_one) { /* vectors have no work-group functions */
            loop->condition = test_any(s, s->mask, inner);
            continue;
        }
        ir_variable *any = ir_add_variable(f, "any", IR_I32);
        any->home = inner;
        ir_value *here = ir_add(f, inner, IR_CONVERT, IR_I32, v->token, 1, get(s, inner, s->mask));
        ir_value *collect = ir_add(f, inner, IR_COLLECT, IR_VOID, v->token, 1, here);
        collect->variable = any;
        collect->combination = IR_OF_ANY;
        ir_value *counted = get(s, inner, any), *none = number(s, inner, IR_I32, 0);
        loop->condition = ir_add(f, inner, IR_UNEQUAL, IR_BOOL, v->token, 2, counted, none);
    }
    ir_append(f, into, loop);
}

/* Adds what replaces the construct. */
static void split(predicate_pass *s, ir_value *v, ir_block *into)
{
    s->target = v;
    s->round = NULL;
    s->mask = new_mask(s, "inside", into);
    if (v->op == IR_IF) {
        ir_variable *other = v->blocks[1]->count ? new_mask(s, "outside", into) : NULL;
        set(s, into, s->mask, v->operands[0]);
        if (other) set(s, into, other, ir_add(s->f, into, IR_NOT, IR_BOOL, v->token, 1, v->operands[0]));
        move_branch(s, v->blocks[0], s->mask, into);
        if (other) move_branch(s, v->blocks[1], other, into);
        return;
    }
    set(s, into, s->mask, number(s, into, IR_BOOL, 1));
    if (v->op == IR_SCOPE) (void)move_masked(s, v->blocks[0], s->mask, into, NULL);
    else split_loop(s, v, into);
}

static bool is_shared(const passes *p, const ir_value *v)
{
    if (p->shapes.diverges[v->number] || p->shapes.round_diverges[v->number]) return false;
    if (v->op == IR_IF) return p->shapes.values[v->operands[0]->number].kind == SHAPE_UNIFORM;
    return v->op != IR_LOOP || !v->condition || p->shapes.values[v->condition->number].kind == SHAPE_UNIFORM;
}

/* The outermost divergent construct around a barrier, or NULL. */
static const ir_value *find_first(const predicate_pass *s, const ir_block *b)
{
    const ir_value *found = NULL;
    for (size_t i = 0; i < b->count && !found; ++i) {
        const ir_value *v = b->items[i];
        if (!v->blocks[0] || !s->holds[v->number]) continue;
        if (!is_shared(s->p, v)) found = v;
        for (int k = 0; k < 3 && !found; ++k)
            if (v->blocks[k]) found = find_first(s, v->blocks[k]);
    }
    return found;
}

/* The constructs around barriers in the block: when one is divided, those inside it follow. */
static size_t count_holders(const predicate_pass *s, const ir_block *b)
{
    size_t n = 0;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (!v->blocks[0] || !s->holds[v->number]) continue;
        n += v->op == IR_IF || v->op == IR_LOOP;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) n += count_holders(s, v->blocks[k]);
    }
    return n;
}

static bool split_in(predicate_pass *s, ir_block *b, const ir_value *meant)
{
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        if (v != meant) {
            for (int k = 0; k < 3; ++k)
                if (v->blocks[k] && split_in(s, v->blocks[k], meant)) return true;
            continue;
        }
        ir_value **items = b->items;
        const size_t count = b->count;
        *b = (ir_block){.outer = b->outer, .owner = b->owner};
        for (size_t k = 0; k < count; ++k) {
            if (k == i) split(s, v, b);
            else ir_append(s->f, b, items[k]);
        }
        return true;
    }
    return false;
}

/* ---- values that are no longer available ---- */

static bool has_capacity(predicate_pass *s)
{
    if (s->f->values + 8 < s->p->value_capacity && s->f->variable_count + 8 < s->p->variable_capacity) return true;
    ir_refuse(s->f, NULL,
              arena_printf(s->f->arena, "masks around barriers that need more than %zu values", s->p->value_capacity));
    return false;
}

/* v, or what stands for it in the block that is rebuilt. */
static ir_value *available(predicate_pass *s, ir_block *b, ir_value *v)
{
    passes *p = s->p;
    if (s->visible[v->number] || !has_capacity(s)) return v;
    if (v->op == IR_MOVE) { /* an address in a private object is computed again, since passes know it by its number */
        ir_value *value = ir_make(s->f, IR_MOVE, v->type, v->token, 2);
        value->bits = v->bits;
        for (size_t i = 0; i < 2; ++i) value->operands[i] = available(s, b, v->operands[i]);
        objects_adopt(p, value, v);
        ir_append(s->f, b, value);
        return value;
    }
    if (ir_is_leaf(v)) {
        ir_value *value = ir_make(s->f, v->op, v->type, v->token, 0);
        const unsigned given = value->number;
        *value = *v;
        value->number = given;
        objects_adopt(p, value, v);
        ir_append(s->f, b, value);
        return value;
    }
    if (!s->carried[v->number]) {
        s->carried[v->number] = ir_add_variable(s->f, "carried", v->type);
        s->carried[v->number]->home = s->f->body;
    }
    return get(s, b, s->carried[v->number]);
}

static void repair(predicate_pass *s, ir_block *b)
{
    ir_value **items = b->items;
    const size_t count = b->count;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count && !s->f->reason; ++i) {
        ir_value *v = items[i];
        for (size_t k = 0; k < v->operand_count; ++k) v->operands[k] = available(s, b, v->operands[k]);
        for (int n = 0; n < 3; ++n) {
            const int k = v->op == IR_LOOP && v->test_last ? (n + 1) % 3 : n;
            if (v->blocks[k]) repair(s, v->blocks[k]);
        }
        if (v->condition && !ir_is_in(v->blocks[0], v->condition))
            v->condition = available(s, v->blocks[0], v->condition);
        ir_append(s->f, b, v);
        s->visible[v->number] = true;
    }
    for (size_t i = 0; i < b->count; ++i) s->visible[b->items[i]->number] = false;
}

/* Adds a SET behind each value that is carried. */
static void carry(predicate_pass *s, ir_block *b)
{
    ir_value **items = b->items;
    const size_t count = b->count;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count; ++i) {
        ir_value *v = items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) carry(s, v->blocks[k]);
        ir_append(s->f, b, v);
        if (s->carried[v->number] && has_capacity(s)) set(s, b, s->carried[v->number], v);
    }
}

/* CONSTRUCTS: most that are divided. GROWTH: values that may be added for one value when a construct is divided. */
enum { CONSTRUCTS = 256, GROWTH = 16 };

static void split_construct(passes *p, const ir_value *construct, arena *scratch)
{
    ir_function *f = p->f;
    objects_reserve(p, (size_t)f->values * GROWTH + 256, f->variable_count + (size_t)f->values * 2 + 16);
    predicate_pass s = {.p = p, .f = f};
    s.holds = arena_array(scratch, p->value_capacity, sizeof *s.holds);
    s.carried = arena_array(scratch, p->value_capacity, sizeof *s.carried);
    s.visible = arena_array(scratch, p->value_capacity, sizeof *s.visible);
    find_holders(&s, f->body);
    if (!p->one_by_one && construct->op == IR_IF) s.alike = alike_find(p, construct, s.holds, scratch);
    (void)split_in(&s, f->body, construct);
    if (has_capacity(&s)) {
        repair(&s, f->body);
        carry(&s, f->body);
    }
    /* The next passes need the capacity that they would have without this one. */
    objects_reserve(p, (size_t)f->values * 3 + 256, f->variable_count + f->values + 16);
}

/* false: nothing is left to do, or the form was refused. */
static bool run_once(passes *p, size_t made, arena *scratch)
{
    ir_function *f = p->f;
    predicate_pass s = {.p = p, .f = f, .holds = arena_array(scratch, p->value_capacity, sizeof(bool))};
    size_t inside = 1;
    find_holders(&s, f->body);
    shapes_find_of_group(p);
    const ir_value *first = find_first(&s, f->body);
    if (!first) return false;
    for (int k = 0; k < 3; ++k)
        if (first->blocks[k]) inside += count_holders(&s, first->blocks[k]);
    if (made + inside > CONSTRUCTS)
        ir_refuse(f, first->token,
                  arena_printf(f->arena, "more than %d divergent branches and loops around barriers", CONSTRUCTS));
    if (!f->reason) split_construct(p, first, scratch);
    return !f->reason;
}

void predicate_run(passes *p)
{
    bool goes_on = p->f->has_barrier;
    if (goes_on && !p->one_by_one) returns_nest(p);
    for (size_t made = 0; goes_on; ++made) {
        arena scratch = {0};
        goes_on = run_once(p, made, &scratch);
        arena_free(&scratch);
    }
}
