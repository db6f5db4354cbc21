/* Barriers in non-uniform control flow, see divergence.h. A value has one of three classes: the same in the whole
 * group; distinct, because it is computed from ids by steps that keep values distinct; unknown. Only conditions of
 * the class `distinct` give a warning. So neither a group number that is computed from ids nor a flag in memory gives
 * one. A distinct value has the dimensions of its ids. Two distinct values without a common dimension are distinct
 * together, as in y * width + x. Others may cancel out, as in get_global_id(0) - get_local_id(0).
 *
 * SPDX-License-Identifier: MIT */
#include "passes/divergence.h"

#include "clc/facts.h"
#include "ir/build.h"

/* In this order: of the operands of a logical operator, the greater class decides. */
typedef enum value_class { CLASS_NONE, CLASS_SAME, CLASS_UNKNOWN, CLASS_DISTINCT } value_class;

/* A value's class, and of a distinct value a bit for each dimension of its ids. */
typedef struct value_facts {
    value_class class_;
    unsigned dimensions;
} value_facts;

static const value_facts same = {CLASS_SAME, 0}, unknown = {CLASS_UNKNOWN, 0};

/* Kernels in practice need two or three rounds. */
enum { ROUNDS = 32 };

typedef struct checker {
    const ir_function *form;
    diagnostics *diagnostics;
    value_facts *values; /* by a value's number */
    /* By the number of a GET, SET or COLLECT: the web of its variable. By a web's number: its facts. */
    unsigned *web;
    value_facts *webs;
    const ir_variable **variable_of;
    unsigned web_count;
    /* By a construct's number: the IF or LOOP by which some work-items left it, or left its present round; or NULL. */
    const ir_value **left, **ended;
    bool changed;
    bool told; /* the kernel has its warning, stop */
} checker;

/* ---- classes ---- */

static value_class class_of_value(const checker *c, const ir_value *v)
{
    return c->values[v->number].class_;
}

static value_facts facts_of_query(const checker *c, const ir_value *v)
{
    const attributes *given = &c->form->kernel->attributes;
    if (v->query != IR_LOCAL_ID && v->query != IR_GLOBAL_ID) return same;
    if (given->has_reqd_size && given->reqd_size[v->index] == 1) return same;
    return (value_facts){CLASS_DISTINCT, 1u << v->index};
}

/* The dimension of a query may depend on a value. Then the builder makes a chain of selections between queries. The
 * class of any other selection is unknown, since the condition matters too. */
static value_facts facts_of_select(const checker *c, const ir_value *v)
{
    const ir_value *query = v->operands[1];
    if (query->op != IR_QUERY || query->token != v->token || class_of_value(c, v->operands[0]) != CLASS_SAME)
        return unknown;
    const value_facts x = c->values[query->number], y = c->values[v->operands[2]->number];
    const bool distinct = x.class_ == CLASS_DISTINCT || y.class_ == CLASS_DISTINCT;
    return distinct ? (value_facts){CLASS_DISTINCT, x.dimensions | y.dimensions} : same;
}

static bool is_comparison(ir_op op)
{
    return op >= IR_EQUAL && op <= IR_LESS_EQUAL;
}

/* Whether an operation on an id and a uniform value keeps distinct values distinct. */
static bool keeps_distinct(ir_op op, const ir_value *uniform)
{
    switch (op) {
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
    case IR_REMAINDER:
    case IR_XOR:
    case IR_MOVE: return true;
    /* A mask of low bits keeps ids distinct; one of high bits gives the number of a subgroup. */
    case IR_AND: return uniform->op == IR_CONSTANT && (uniform->bits & 1);
    default: return is_comparison(op); /* quotients and shifts give numbers of subgroups, too */
    }
}

/* Whether an operation on distinct values of different dimensions gives distinct values. */
static bool keeps_both(ir_op op)
{
    return op == IR_ADD || op == IR_SUBTRACT || op == IR_MULTIPLY || op == IR_OR || op == IR_XOR || op == IR_MOVE ||
           is_comparison(op);
}

static bool is_unsigned_zero(const ir_value *v)
{
    return ir_is_integer(v->type) && !ir_is_signed(v->type) && ir_is_constant(v, 0);
}

/* An unsigned number is never below 0. */
static bool is_foregone(const ir_value *v)
{
    return (v->op == IR_LESS && is_unsigned_zero(v->operands[1])) ||
           (v->op == IR_LESS_EQUAL && is_unsigned_zero(v->operands[0]));
}

/* Comparisons of pointers are made of the integers of the pointers. Other operations on such integers say little,
 * since their lowest bits are equal. */
static value_facts facts_of_operand(const checker *c, const ir_value *v, size_t i)
{
    const ir_value *x = v->operands[i];
    const bool is_address = x->op == IR_REINTERPRET && x->operands[0]->type == IR_POINTER;
    return c->values[(is_address && is_comparison(v->op) ? x->operands[0] : x)->number];
}

static value_facts facts_of_binary(const checker *c, const ir_value *v)
{
    if (is_foregone(v)) return same;
    const value_facts l = facts_of_operand(c, v, 0), r = facts_of_operand(c, v, 1);
    if (v->type == IR_BOOL && (v->op == IR_AND || v->op == IR_OR)) return l.class_ > r.class_ ? l : r;
    if (l.class_ == CLASS_SAME && r.class_ == CLASS_SAME) return same;
    bool distinct = false;
    if (l.class_ == CLASS_DISTINCT && r.class_ == CLASS_SAME)
        distinct = keeps_distinct(v->op, v->operands[1]) || v->op == IR_LEFT;
    if (l.class_ == CLASS_SAME && r.class_ == CLASS_DISTINCT && v->op != IR_REMAINDER)
        distinct = keeps_distinct(v->op, v->operands[0]);
    if (l.class_ == CLASS_DISTINCT && r.class_ == CLASS_DISTINCT)
        distinct = !(l.dimensions & r.dimensions) && keeps_both(v->op);
    return distinct ? (value_facts){CLASS_DISTINCT, l.dimensions | r.dimensions} : unknown;
}

static value_facts facts_of(const checker *c, const ir_value *v)
{
    switch (v->op) {
    case IR_CONSTANT: return v->type == IR_POINTER ? unknown : same;
    case IR_ARGUMENT: return same;
    case IR_QUERY: return facts_of_query(c, v);
    case IR_GET: return c->webs[c->web[v->number]].class_ ? c->webs[c->web[v->number]] : unknown;
    case IR_CONVERT:
    case IR_NEGATE:
    case IR_NOT: return c->values[v->operands[0]->number];
    case IR_SELECT: return facts_of_select(c, v);
    default: break;
    }
    const bool is_binary = (v->op >= IR_ADD && v->op <= IR_XOR) || is_comparison(v->op) || v->op == IR_MOVE;
    return is_binary ? facts_of_binary(c, v) : unknown;
}

/* ---- variables ---- */

/* A loop that tests last has its head at the end. */
static int block_number(const ir_value *v, int i)
{
    return v->op == IR_LOOP && v->test_last ? (i + 1) % 3 : i;
}

/* One variable often holds several values one after another. Each has a web of its own. A SET in the variable's home
 * block begins a web, since all later reads there see it. A SET in a block below belongs to the present web. */
static void find_webs(checker *c, const ir_block *b, unsigned *current)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_GET || v->op == IR_SET || v->op == IR_COLLECT) {
            if (v->op != IR_GET && b == v->variable->home) {
                current[v->variable->number] = c->web_count;
                c->variable_of[c->web_count++] = v->variable;
            }
            c->web[v->number] = current[v->variable->number];
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[block_number(v, k)]) find_webs(c, v->blocks[block_number(v, k)], current);
    }
}

/* The class of a variable that an expression sets on several ways is unknown, since the condition matters too. */
static void join(checker *c, const ir_value *set, value_facts more)
{
    const ir_variable *v = set->variable;
    value_facts *facts_ = &c->webs[c->web[set->number]];
    if (v->inner) more = unknown;
    /* The builder makes these for logical operators and switches: the greater class counts. */
    if (v->type == IR_BOOL) {
        if (more.class_ > facts_->class_) *facts_ = more;
        return;
    }
    const value_facts next = facts_->class_ == CLASS_NONE || facts_->class_ == more.class_
                                 ? (value_facts){more.class_, facts_->dimensions | more.dimensions}
                                 : unknown;
    c->changed |= next.class_ != facts_->class_ || next.dimensions != facts_->dimensions;
    *facts_ = next;
}

static void classify(checker *c, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        c->values[v->number] = facts_of(c, v);
        if (v->op == IR_SET) join(c, v, c->values[v->operands[0]->number]);
        if (v->op == IR_COLLECT) join(c, v, v->range == IR_WHOLE ? same : unknown);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[block_number(v, k)]) classify(c, v->blocks[block_number(v, k)]);
    }
}

/* Predicates get their classes anew in each round, since the classes of their operands may have become unknown. */
static void classify_once(checker *c, bool give_up)
{
    for (unsigned i = 0; i < c->web_count; ++i) {
        if (c->variable_of[i]->type == IR_BOOL) c->webs[i] = (value_facts){CLASS_NONE, 0};
        else if (give_up) c->webs[i] = unknown;
    }
    c->changed = false;
    classify(c, c->form->body);
}

static void find_classes(checker *c)
{
    const ir_function *f = c->form;
    const size_t most = f->values + f->variable_count + 1;
    unsigned *current = arena_array(f->arena, f->variable_count + 1, sizeof *current);
    int rounds = 0;
    c->web = arena_array(f->arena, f->values + 1, sizeof *c->web);
    c->webs = arena_array(f->arena, most, sizeof *c->webs);
    c->variable_of = arena_array(f->arena, most, sizeof *c->variable_of);
    for (; c->web_count < f->variable_count; ++c->web_count) {
        current[c->web_count] = c->web_count;
        c->variable_of[c->web_count] = f->variables[c->web_count];
    }
    find_webs(c, f->body, current);
    do classify_once(c, false);
    while (c->changed && ++rounds < ROUNDS);
    if (c->changed) classify_once(c, true);
}

/* ---- barriers ---- */

static const ir_value *condition_of(const ir_value *v)
{
    return v->op == IR_IF ? v->operands[0] : v->op == IR_LOOP ? v->condition : NULL;
}

static bool splits(const checker *c, const ir_value *v)
{
    const ir_value *condition = condition_of(v);
    return condition && class_of_value(c, condition) == CLASS_DISTINCT;
}

/* `rounds`: work-items leave a loop in different iterations, of which all may have met the barrier. */
static void tell(checker *c, const ir_value *barrier, const ir_value *by, bool has_left, bool rounds)
{
    const token *condition = condition_of(by)->token;
    const token *why = by->asked ? by->asked : condition ? condition : by->token;
    const char *name = barrier->op == IR_COLLECT ? "work-group function" : "barrier";
    if (rounds)
        diagnose_warning(
            c->diagnostics, barrier->token->where,
            "work-items of a group leave the loop around this %s in different iterations: some drivers get this "
            "wrong, even if all work-items meet the %s in the same iterations",
            name, name);
    else
        diagnose_warning(c->diagnostics, barrier->token->where,
                         "not all work-items of a group reach this %s, which OpenCL leaves undefined: "
                         "move it out of what depends on a work-item's id",
                         name);
    if (why)
        diagnose_note(c->diagnostics, why->where,
                      has_left && !rounds ? "some work-items return earlier, depending on this condition"
                                          : "this condition depends on a work-item's id");
    c->told = true;
}

/* Whether the value may change in the next iteration of a loop: it reads memory, or a variable that changes. A few
 * operations are visited only. */
static bool may_change(const ir_value *v, const bool *changes, int depth)
{
    enum { DEPTH = 8 };
    if (depth > DEPTH || v->op == IR_LOAD || v->op == IR_EACH || v->op == IR_RESULT) return true;
    if (v->op == IR_GET && changes[v->variable->number]) return true;
    for (size_t i = 0; i < v->operand_count; ++i)
        if (may_change(v->operands[i], changes, depth + 1)) return true;
    return false;
}

/* Which variables change while a loop runs. Truths of && and || are set anew in each iteration: what they are made of
 * counts. */
static void find_changes(const ir_block *b, bool truths, bool *changes)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_COLLECT) changes[v->variable->number] = true;
        if (v->op == IR_SET && (v->variable->type == IR_BOOL) == truths)
            changes[v->variable->number] |= !truths || may_change(v->operands[0], changes, 0);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_changes(v->blocks[k], truths, changes);
    }
}

/* Does a condition within the loop choose the iterations in which the barrier in block `b` is met? Then work-items that
 * leave the loop in different iterations may all have met it. */
static bool is_in_chosen_rounds(const checker *c, const ir_block *b, const ir_value *loop)
{
    bool *changes = arena_array(c->form->arena, c->form->variable_count + 1, sizeof *changes);
    for (int k = 0; k < 3; ++k)
        if (loop->blocks[k]) find_changes(loop->blocks[k], false, changes);
    for (int k = 0; k < 3; ++k)
        if (loop->blocks[k]) find_changes(loop->blocks[k], true, changes);
    for (; b->owner && b->owner != loop; b = b->outer)
        if (b->owner->op == IR_IF && may_change(b->owner->operands[0], changes, 0)) return true;
    return false;
}

static void check_barrier(checker *c, const ir_block *b, const ir_value *barrier)
{
    const ir_block *inner = b;
    for (; b->owner && !c->told; b = b->outer) {
        const ir_value *v = b->owner;
        const bool rounds =
            v->op == IR_LOOP && (splits(c, v) || c->left[v->number]) && is_in_chosen_rounds(c, inner, v);
        /* All work-items that have not left the loop reach its head. */
        if (splits(c, v)) tell(c, barrier, v, v->op == IR_LOOP && b == v->blocks[0], rounds);
        else if (c->left[v->number]) tell(c, barrier, c->left[v->number], true, rounds);
        else if (c->ended[v->number] && b == v->blocks[1]) tell(c, barrier, c->ended[v->number], true, false);
    }
}

/* A jump out of a divergent construct: some work-items are missing in all rounds of the loops on its way, and, after
 * the jump, in the constructs that it leaves. */
static void note_jump(checker *c, const ir_block *b, const ir_value *jump, bool passed)
{
    const ir_value *cause = NULL, *target = jump->target;
    for (const ir_block *at = b; at->owner != target; at = at->outer)
        if (splits(c, at->owner)) cause = at->owner;
    if (!cause) return;
    const ir_value **of_target = jump->op == IR_LEAVE ? &c->left[target->number] : &c->ended[target->number];
    if (passed && !*of_target) *of_target = cause;
    if (jump->op != IR_LEAVE) return;
    for (const ir_value *v = b->owner;; b = b->outer, v = b->owner) {
        if (v->op == IR_LOOP && !c->left[v->number]) c->left[v->number] = cause;
        if (v == target) break;
    }
}

static void walk(checker *c, const ir_block *b)
{
    for (size_t i = 0; i < b->count && !c->told; ++i) {
        const ir_value *v = b->items[i];
        if ((v->op == IR_BARRIER && !v->bits) || v->op == IR_COLLECT) check_barrier(c, b, v);
        if (v->op == IR_LEAVE || v->op == IR_CONTINUE) note_jump(c, b, v, true);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[block_number(v, k)]) walk(c, v->blocks[block_number(v, k)]);
    }
}

/* Loops that some work-items leave: this holds for the whole body, also for the part before the jump. */
static void find_left_loops(checker *c, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LEAVE) note_jump(c, b, v, false);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_left_loops(c, v->blocks[k]);
    }
}

static void check_kernel(arena *a, symbol *kernel, diagnostics *d)
{
    facts_find(a, kernel);
    /* If a goto leads back to a barrier, work-items that jumped may still reach it. */
    if (!kernel->facts->waits || kernel->facts->waits_with_goto) return;
    const ir_function *f = ir_build(a, kernel);
    if (f->reason) return;
    checker c = {.form = f, .diagnostics = d};
    c.values = arena_array(a, f->values + 1, sizeof *c.values);
    c.left = arena_array(a, f->values + 1, sizeof *c.left);
    c.ended = arena_array(a, f->values + 1, sizeof *c.ended);
    find_classes(&c);
    find_left_loops(&c, f->body);
    walk(&c, f->body);
}

void divergence_check(arena *a, const parsed *program, diagnostics *d)
{
    for (size_t i = 0; i < program->function_count; ++i)
        if (program->functions[i]->is_kernel) check_kernel(a, program->functions[i], d);
}
