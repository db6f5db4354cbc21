/* Waiting loops: loops in which a work-item polls memory until another one has changed it. Their rounds are counted,
 * and OBSERVEs show all that the end of the loop depends on: if two rounds show the same, no round will end the loop
 * unless another work-item changes memory. So the runtime can tell groups that wait for each other for ever from
 * groups that compute. Where stores outside of inner loops are the only changes of memory in the loop, what they depend
 * on is observed, too, and a store counts as a change only if another value was there. See passes.h.
 *
 * A loop waits if its end depends on what an atomic function or a volatile variable yields. It does not wait if it has
 * an exit that its own rounds reach, such as `i < n`, nor if it repeats a compare-and-exchange of a value that it has
 * read with one that it has computed: one of the work-items that do so always succeeds.
 *
 * Work-items run one by one then: in lanes, one that holds a lock would wait for its neighbours in the loop.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

#include "clc/facts.h"

#include <string.h>

/* NESTED: most waiting loops around one another that are observed. EXITS: most exits that are looked at one by one. */
enum { NESTED = 8, EXITS = 16 };

typedef struct value_list {
    ir_value **of;
    size_t count, capacity;
} value_list;

typedef struct wait_pass {
    passes *p;
    arena *a;
    const ir_block **block_of; /* by a value's number */
    const ir_value *loop;      /* the loop that is looked at, */
    unsigned turn;             /* its number, and by a value's number the last loop that held the value */
    unsigned *inside;
    unsigned search; /* the number of the search, and the last one that reached the value, or the variable */
    unsigned *reached, *reached_variable;
    unsigned *skips;     /* the same, of constructs whose jumps were reached */
    ir_value **next_set; /* of the loop's SETs of one variable, by their numbers */
    ir_value **first_set;
    unsigned *set_turn;                 /* by a variable's number: the loop for which first_set holds */
    value_list stack, sets, own, jumps; /* own: STOREs to private and local memory */
    bool has_fence;
    bool stores_singly; /* stores of its own rounds are all that changes memory which other groups see */
    bool found_source, found_carried, found_own, found_inner; /* by the present search */
    unsigned loops;                                           /* waiting loops so far */
} wait_pass;

static void add(wait_pass *s, value_list *to, ir_value *v)
{
    to->of = arena_reserve(s->a, to->of, to->count, &to->capacity, sizeof *to->of);
    to->of[to->count++] = v;
}

static bool is_inside(const wait_pass *s, const ir_value *v)
{
    return s->inside[v->number] == s->turn;
}

/* ---- memory ---- */

static const ir_value *base_of(const ir_value *pointer)
{
    while (pointer->op == IR_MOVE || pointer->op == IR_CHECK) pointer = pointer->operands[0];
    return pointer;
}

/* Whether no other group sees the memory. */
static bool is_own(const ir_value *pointer)
{
    const ir_value *base = base_of(pointer);
    if (base->op == IR_ADDRESS || base->op == IR_LOCAL) return true;
    return base->op == IR_ARGUMENT && base->symbol->type->kind == TYPE_POINTER &&
           type_space(base->symbol->type->base) == SPACE_LOCAL;
}

static bool is_set_inside(const wait_pass *s, const ir_variable *x)
{
    return s->set_turn[x->number] == s->turn;
}

/* Whether the value is the same in all rounds, as far as a look at it tells. */
static bool is_constant(const wait_pass *s, const ir_value *v)
{
    while (v->op == IR_CONVERT || v->op == IR_REINTERPRET) v = v->operands[0];
    return ir_is_leaf(v) || !is_inside(s, v) || (v->op == IR_GET && !is_set_inside(s, v->variable));
}

static bool ends_with(const char *name, const char *end)
{
    const size_t length = strlen(name), n = strlen(end);
    return length >= n && strcmp(name + length - n, end) == 0;
}

/* Whether the atomic function changes memory in every round: then the round has an effect. */
static bool always_changes(const ir_value *v)
{
    const bool sums = ends_with(v->name, "_add") || ends_with(v->name, "_sub");
    if (v->type == IR_VOID || ends_with(v->name, "_inc") || ends_with(v->name, "_dec")) return true;
    return sums && v->operands[1]->op == IR_CONSTANT && v->operands[1]->bits != 0;
}

static bool is_atomic(const ir_value *v)
{
    return v->op == IR_EACH && (strstr(v->name, "atom") || strstr(v->name, "object_") || strstr(v->name, "pipe_"));
}

/* A large function that stays one: what it does is not known. */
static bool is_atomic_call(const ir_value *v)
{
    return v->op == IR_INVOKE && v->symbol && v->symbol->facts && v->symbol->facts->has_atomics;
}

/* Whether it may be read to wait for a change of memory. Cheap: it may also be none. */
static bool may_be_source(const ir_value *v)
{
    return is_atomic(v) || is_atomic_call(v) || v->op == IR_FENCE || (v->op == IR_LOAD && v->is_volatile);
}

static bool is_source(const wait_pass *s, const ir_value *v)
{
    if (v->op == IR_LOAD) {
        if (base_of(v->operands[0])->op == IR_ADDRESS) return false;
        return v->is_volatile || (s->has_fence && !is_own(v->operands[0]) && is_constant(s, v->operands[0]));
    }
    if (is_atomic_call(v)) return true;
    if (!is_atomic(v) || always_changes(v)) return false;
    return !ends_with(v->name, "cmpxchg") || is_constant(s, v->operands[1]) || is_constant(s, v->operands[2]);
}

/* ---- the loop ---- */

static void scan_loop(wait_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        if (v->op == IR_OBSERVE) continue; /* of an inner loop: it is in no table */
        s->inside[v->number] = s->turn;
        s->has_fence |= v->op == IR_FENCE;
        if (v->op == IR_SET || v->op == IR_COLLECT) {
            const unsigned x = v->variable->number;
            s->next_set[v->number] = s->set_turn[x] == s->turn ? s->first_set[x] : NULL;
            s->first_set[x] = v;
            s->set_turn[x] = s->turn;
        }
        if ((v->op == IR_STORE || v->op == IR_COPY) && is_own(v->operands[0])) add(s, &s->own, v);
        if (v->op == IR_EACH && is_own(v->operands[0])) add(s, &s->own, v);
        if (v->op == IR_LEAVE || v->op == IR_CONTINUE) add(s, &s->jumps, v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) scan_loop(s, v->blocks[k]);
    }
}

/* ---- what a value depends on ---- */

static void reach(wait_pass *s, ir_value *v)
{
    if (!is_inside(s, v) || s->reached[v->number] == s->search) return;
    s->reached[v->number] = s->search;
    add(s, &s->stack, v);
}

static void reach_control(wait_pass *s, const ir_value *v);

/* The conditions of jumps that skip the rest of the construct, or of a round. */
static void reach_skips(wait_pass *s, const ir_value *construct)
{
    if (s->skips[construct->number] == s->search) return;
    s->skips[construct->number] = s->search;
    for (size_t i = 0; i < s->jumps.count; ++i) {
        const ir_value *v = s->jumps.of[i];
        if (v->target == construct && (construct->op == IR_SCOPE || v->op == IR_CONTINUE)) reach_control(s, v);
    }
}

/* The conditions that decide whether the item runs. */
static void reach_control(wait_pass *s, const ir_value *v)
{
    for (const ir_block *b = s->block_of[v->number]; b && b->owner; b = b->outer) {
        const ir_value *owner = b->owner;
        if (owner->op == IR_SCOPE || (owner->op == IR_LOOP && b == owner->blocks[1])) reach_skips(s, owner);
        if (owner == s->loop) break;
        if (owner->op == IR_IF) reach(s, owner->operands[0]);
        if (owner->op == IR_LOOP && owner->condition) reach(s, owner->condition);
        s->found_inner |= owner->op == IR_LOOP;
    }
}

static void reach_all(wait_pass *s, const ir_value *v)
{
    for (size_t i = 0; i < v->operand_count; ++i) reach(s, v->operands[i]);
    reach_control(s, v);
}

static void reach_variable(wait_pass *s, const ir_variable *x)
{
    if (!is_set_inside(s, x) || s->reached_variable[x->number] == s->search) return;
    s->reached_variable[x->number] = s->search;
    s->found_carried = true;
    for (const ir_value *v = s->first_set[x->number]; v; v = s->next_set[v->number]) reach_all(s, v);
}

static void reach_own(wait_pass *s)
{
    if (s->found_own) return;
    s->found_own = true;
    for (size_t i = 0; i < s->own.count; ++i) {
        reach_all(s, s->own.of[i]);
        if (s->own.of[i]->op == IR_EACH) reach(s, s->own.of[i]);
    }
}

/* A jump out of an inner loop counts if something in an inner loop does. */
static void reach_jumps(wait_pass *s, bool inner)
{
    for (size_t i = 0; i < s->jumps.count; ++i) {
        const ir_value *v = s->jumps.of[i];
        if (inner || !is_inside(s, v->target) || v->target->op != IR_LOOP) reach_control(s, v);
    }
}

static void follow(wait_pass *s)
{
    while (s->stack.count) {
        const ir_value *v = s->stack.of[--s->stack.count];
        s->found_source |= is_source(s, v);
        for (size_t i = 0; i < v->operand_count; ++i) reach(s, v->operands[i]);
        if (v->op == IR_GET) reach_variable(s, v->variable);
        if ((v->op == IR_LOAD || v->op == IR_EACH) && is_own(v->operands[0])) reach_own(s);
    }
}

static void begin_search(wait_pass *s)
{
    ++s->search;
    s->found_source = s->found_carried = s->found_own = s->found_inner = false;
}

/* Whether the jump leaves the loop. */
static bool is_exit(const wait_pass *s, const ir_value *jump)
{
    if (jump->target == s->loop) return jump->op == IR_LEAVE;
    return !is_inside(s, jump->target);
}

/* Whether the loop waits: no exit is reached by its own rounds alone, and some exit depends on a source. */
static bool is_waiting(wait_pass *s)
{
    size_t exits = 0;
    bool any = false;
    if (s->loop->condition) {
        begin_search(s);
        reach(s, s->loop->condition);
        follow(s);
        if (!s->found_source && s->found_carried) return false;
        any = s->found_source;
    }
    for (size_t i = 0; i < s->jumps.count; ++i) {
        if (!is_exit(s, s->jumps.of[i])) continue;
        if (exits++ < EXITS) begin_search(s);
        reach_control(s, s->jumps.of[i]);
        follow(s);
        if (exits <= EXITS && !s->found_source && s->found_carried) return false;
        any |= s->found_source;
    }
    return any;
}

/* ---- changes of memory ---- */

/* Whether it stores one value, so that memory tells whether the store changes it. */
static bool is_store(const ir_value *v)
{
    const bool stores =
        v->op == IR_STORE || (v->op == IR_EACH && v->operand_count == 2 && strstr(v->name, "object_store"));
    return stores && !is_own(v->operands[0]);
}

static bool changes_memory(const ir_value *v)
{
    switch (v->op) {
    case IR_STORE:
    case IR_COPY: return !is_own(v->operands[0]);
    case IR_INVOKE: return !v->pure;
    case IR_EACH: return is_atomic(v) && always_changes(v) && !is_own(v->operands[0]);
    default: return false;
    }
}

static bool any_changes(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        if (changes_memory(b->items[i])) return true;
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k] && any_changes(b->items[i]->blocks[k])) return true;
    }
    return false;
}

/* Whether stores that are not in inner loops are the only changes. */
static bool has_only_stores(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (changes_memory(v) && !is_store(v)) return false;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && !(v->op == IR_LOOP ? !any_changes(v->blocks[k]) : has_only_stores(v->blocks[k])))
                return false;
    }
    return true;
}

/* ---- observing ---- */

static void reach_stores(wait_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (is_store(v)) reach_all(s, v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) reach_stores(s, v->blocks[k]);
    }
}

/* Finds all that decides how the rounds go on, and what they store. */
static void find_observed(wait_pass *s)
{
    begin_search(s);
    if (s->loop->condition) reach(s, s->loop->condition);
    reach_jumps(s, false);
    for (int k = 0; k < 3 && s->stores_singly; ++k) reach_stores(s, s->loop->blocks[k]);
    follow(s);
    if (!s->found_inner) return;
    reach_jumps(s, true);
    follow(s);
}

typedef struct observed {
    value_list values;
    bool changes; /* memory that other groups see */
} observed;

static void observe(wait_pass *s, observed *seen, ir_value *v)
{
    if (v->type != IR_VOID) add(s, &seen->values, v);
}

static void observe_item(wait_pass *s, observed *seen, ir_value *v)
{
    const bool reached = s->reached[v->number] == s->search;
    if (reached && (v->op == IR_LOAD || v->op == IR_RESULT)) observe(s, seen, v);
    if (v->op == IR_EACH && !changes_memory(v) && (reached || (is_atomic(v) && !is_own(v->operands[0]))))
        observe(s, seen, v);
    if ((v->op == IR_SET || v->op == IR_COLLECT) && s->reached_variable[v->variable->number] == s->search)
        observe(s, seen, v->operands[0]);
    if (v->op == IR_STORE && s->found_own && is_own(v->operands[0])) observe(s, seen, v->operands[1]);
    /* A COPY without a source writes zeros, the same in each round. */
    seen->changes |= (changes_memory(v) && !(s->stores_singly && is_store(v))) ||
                     (v->op == IR_COPY && s->found_own && v->operand_count > 1);
}

static void flush(wait_pass *s, ir_block *b, observed *seen, const token *where)
{
    ir_function *f = s->p->f;
    for (int changes = 0; changes < 2; ++changes) {
        const size_t count = changes ? 0 : seen->values.count;
        if (changes ? !seen->changes : !count) continue;
        ir_value *v = ir_make(f, IR_OBSERVE, IR_VOID, where, count);
        for (size_t i = 0; i < count; ++i) v->operands[i] = seen->values.of[i];
        v->waiting = s->loops;
        ir_append(f, b, v);
    }
    *seen = (observed){0};
}

/* The store changes memory only if another value is there. */
static void observe_store(wait_pass *s, ir_block *b, const ir_value *store)
{
    ir_value *v = ir_make(s->p->f, IR_OBSERVE, IR_VOID, store->token, 2);
    v->operands[0] = store->operands[0];
    v->operands[1] = store->operands[1];
    v->index = 1;
    v->waiting = s->loops;
    ir_append(s->p->f, b, v);
}

/* Adds OBSERVEs in front of stores, jumps, barriers and constructs and at the end. An inner loop that changes memory
 * counts as a whole, so inside of it changes are `counted`. */
static void observe_block(wait_pass *s, ir_block *b, bool counted)
{
    const ir_block before = *b;
    observed seen = {0};
    *b = (ir_block){.outer = before.outer, .owner = before.owner};
    for (size_t i = 0; i < before.count; ++i) {
        ir_value *v = before.items[i];
        bool inner = counted;
        for (int k = 0; k < 3 && v->op == IR_LOOP && !inner; ++k) inner = any_changes(v->blocks[k]);
        seen.changes |= inner && !counted;
        if (v->blocks[0] || v->op == IR_LEAVE || v->op == IR_CONTINUE || v->op == IR_BARRIER || v->op == IR_COLLECT)
            flush(s, b, &seen, v->token);
        if (s->stores_singly && is_store(v)) observe_store(s, b, v);
        ir_append(s->p->f, b, v);
        if (v->op != IR_OBSERVE) observe_item(s, &seen, v);
        seen.changes &= !counted;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) observe_block(s, v->blocks[k], inner);
    }
    const ir_value *last = b->count ? b->items[b->count - 1] : NULL;
    if (!last || (last->op != IR_LEAVE && last->op != IR_CONTINUE)) flush(s, b, &seen, last ? last->token : NULL);
}

static void begin_loop(wait_pass *s, const ir_value *loop)
{
    s->loop = loop;
    ++s->turn;
    s->own.count = s->jumps.count = s->stack.count = 0;
    s->has_fence = false;
    for (int k = 0; k < 3; ++k) scan_loop(s, loop->blocks[k]);
}

static void check_loop(wait_pass *s, ir_value *loop)
{
    ir_function *f = s->p->f;
    begin_loop(s, loop);
    if (!is_waiting(s)) return;
    if (!s->p->one_by_one) {
        ir_refuse(f, loop->token, "a loop that waits for other work-items");
        return;
    }
    if (f->is_called) {
        ir_refuse(f, loop->token, "a loop that waits for other work-items, in a function that is not inlined");
        return;
    }
    f->waits = true;
    loop->waiting = ++s->loops;
    s->stores_singly = true;
    for (int k = 0; k < 3; ++k) s->stores_singly &= has_only_stores(loop->blocks[k]);
    find_observed(s);
    for (int k = 0; k < 3; ++k) observe_block(s, loop->blocks[k], false);
}

/* Inner loops first. Returns how many loops with a source are in one another here. */
static size_t check_loops(wait_pass *s, const ir_block *b, bool *has_source)
{
    size_t most = 0;
    for (size_t i = 0; i < b->count && !s->p->f->reason; ++i) {
        ir_value *v = b->items[i];
        bool below = may_be_source(v);
        size_t nested = 0;
        for (int k = 0; k < 3; ++k) {
            const size_t n = v->blocks[k] ? check_loops(s, v->blocks[k], &below) : 0;
            if (n > nested) nested = n;
        }
        if (v->op == IR_LOOP && below && nested++ < NESTED) check_loop(s, v);
        *has_source |= below;
        if (nested > most) most = nested;
    }
    return most;
}

static void find_blocks(wait_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        s->block_of[b->items[i]->number] = b;
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k]) find_blocks(s, b->items[i]->blocks[k]);
    }
}

static bool has_source(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        if (may_be_source(b->items[i])) return true;
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k] && has_source(b->items[i]->blocks[k])) return true;
    }
    return false;
}

void waits_run(passes *p)
{
    ir_function *f = p->f;
    if (!has_source(f->body)) return;
    /* OBSERVEs, which come later, are in no table: nothing looks them up. */
    const size_t values = (size_t)f->values + 1, variables = f->variable_count + 1;
    wait_pass s = {.p = p, .a = f->arena};
    s.block_of = arena_array(s.a, values, sizeof *s.block_of);
    s.inside = arena_array(s.a, values, sizeof *s.inside);
    s.reached = arena_array(s.a, values, sizeof *s.reached);
    s.skips = arena_array(s.a, values, sizeof *s.skips);
    s.next_set = arena_array(s.a, values, sizeof *s.next_set);
    s.reached_variable = arena_array(s.a, variables, sizeof *s.reached_variable);
    s.first_set = arena_array(s.a, variables, sizeof *s.first_set);
    s.set_turn = arena_array(s.a, variables, sizeof *s.set_turn);
    find_blocks(&s, f->body);
    bool ignored = false;
    (void)check_loops(&s, f->body, &ignored);
}
