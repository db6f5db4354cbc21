/* SPDX-License-Identifier: MIT
 *
 * Outlining, see outline.h. A run of neighbouring items of a block becomes a function, and an INVOKE replaces it. A
 * variable that only one run uses moves with it. Other variables that some run sets, and values that are used behind
 * their run, are kept in four objects of the caller, the frame: one for each size of scalar. Everything else that a
 * run needs is passed to it. A jump out of a run becomes a number that the function returns. */
#include "passes/outline.h"

/* Sizes in instructions. USUAL: a function of this size is left alone. RUN: least size of a run, if there is so much.
 * WHOLE: constructs up to this size are not divided. SHORT: shorter runs stay. CLASSES: sizes of scalars. TURNS: most
 * rounds of the search for what control around barriers depends on. */
enum { USUAL = 12000, RUN = 2000, WHOLE = 3000, SHORT = 300, CLASSES = 4, TURNS = 50 };

static const unsigned crossing = UINT32_MAX; /* no number of a run */

typedef struct run {
    ir_block *block;
    size_t first, count;     /* its items */
    ir_function *f;          /* the function that it becomes */
    ir_block *inside;        /* the block of that function with its items */
    ir_block *head;          /* the block before it, with INPUTs and leaves */
    ir_value **given;        /* by an INPUT's number: the value that is passed; NULL: a variable's, or the frame */
    ir_variable **variables; /* the same: the variable whose value is passed, or NULL */
    unsigned *classes;       /* the same: the class of the frame, or CLASSES */
    size_t given_count, given_capacity, variables_capacity, classes_capacity;
    ir_value *frame[CLASSES]; /* INPUTs, or NULL */
    ir_variable **copied;     /* variables of the frame that it uses, each followed by its own copy */
    size_t copied_count, copied_capacity;
    ir_value *scope;  /* the SCOPE that jumps out of the run leave, or NULL */
    ir_variable *way; /* the variable for their target: 1 more than the index in `targets`; 0: the next item */
    ir_value **jumps; /* the jumps out of it */
    size_t jump_count, jump_capacity;
} run;

typedef struct outlining {
    ir_function *f;
    unsigned old_values; /* numbers of values before */
    size_t old_variables;
    size_t *size;     /* by a value's number: its instructions; 0: it must stay */
    unsigned *run_of; /* the same: its run, from 1; 0: it stays in the caller */
    /* the same, of a value that is used behind its run: 1 more than its number in the frame */
    unsigned *slots;
    ir_value **instead;  /* the same: the value that replaces a GET of a variable that is gone */
    ir_value **inputs;   /* the same, and by a variable's number: its INPUT in the present run; */
    unsigned *input_run; /* the number of that run */
    ir_value **variable_inputs;
    unsigned *variable_input_run;
    ir_variable **copies; /* the same, of a variable of the frame: the run's copy */
    unsigned *copy_run;
    unsigned *used_in;        /* by a variable's number: 1 more than its run; 0: it is unused; crossing */
    bool *set_in_run;         /* the same: some run sets it */
    ir_variable **root;       /* by a value's number, of an address: its object */
    unsigned *variable_slots; /* the same: 1 more than its number in the frame */
    unsigned slot_count[CLASSES];
    ir_variable *frame[CLASSES];
    run *runs;
    size_t run_count, run_capacity;
    bool *needed;          /* by a value's number: control around barriers depends on it, so that it must stay */
    bool *needed_variable; /* by a variable's number: the same */
    bool measured, changed, impossible;
} outlining;

/* ---- which items ---- */

static bool stays(const outlining *o, const ir_value *v)
{
    if (o->needed[v->number]) return true;
    switch (v->op) {
    case IR_SET: return o->needed_variable[v->variable->number];
    case IR_LEAVE:
    case IR_CONTINUE: return o->f->has_barrier && o->measured && !o->size[v->target->number];
    case IR_ARGUMENT:
    case IR_INPUT:
    case IR_RETURN:
    case IR_BARRIER:
    case IR_COLLECT: return true;
    default: return false;
    }
}

static size_t measure(outlining *o, const ir_block *b)
{
    size_t total = 0;
    bool whole = true;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        size_t bytes = 1;
        bool movable = !stays(o, v);
        for (int k = 0; k < 3; ++k) {
            if (!v->blocks[k]) continue;
            const size_t below = measure(o, v->blocks[k]);
            movable &= below != 0 || !v->blocks[k]->count;
            bytes += below;
        }
        o->size[v->number] = movable ? bytes : 0;
        whole &= movable;
        total += bytes;
    }
    return whole ? total : 0;
}

static void need(outlining *o, const ir_value *v)
{
    o->changed |= !o->needed[v->number];
    o->needed[v->number] = true;
}

/* Passes must see that control around barriers is uniform, so what it depends on stays. From the last item to the
 * first, since users come after operands. Returns whether something in the block stays. */
static bool find_needed(outlining *o, const ir_block *b)
{
    bool any = false;
    for (size_t i = b->count; i-- > 0;) {
        const ir_value *v = b->items[i];
        bool found = v->op == IR_BARRIER || v->op == IR_COLLECT;
        const bool jumps = (v->op == IR_LEAVE || v->op == IR_CONTINUE) && !o->size[v->target->number];
        if (v->condition && !o->size[v->number]) need(o, v->condition);
        for (int k = 3; k-- > 0;)
            if (v->blocks[k]) found |= find_needed(o, v->blocks[k]);
        if (found && v->op == IR_IF) need(o, v->operands[0]);
        if (v->op == IR_SET && o->needed_variable[v->variable->number]) need(o, v);
        for (size_t k = 0; k < v->operand_count && o->needed[v->number]; ++k) need(o, v->operands[k]);
        if (v->op == IR_GET && o->needed[v->number] && !o->needed_variable[v->variable->number])
            o->needed_variable[v->variable->number] = o->changed = true;
        found |= jumps || (o->needed[v->number] && !ir_is_leaf(v));
        if (found) o->size[v->number] = 0;
        any |= found;
    }
    return any;
}

/* Whether a run may end before item i: an INVOKE keeps its RESULTs, and a short vector in memory its components. */
static bool can_cut(const ir_block *b, size_t i, const ir_value *last_access)
{
    if (i < b->count && b->items[i]->op == IR_RESULT) return false;
    return !last_access || last_access->component + 1 >= last_access->components;
}

static void mark(outlining *o, const ir_block *b, size_t first, size_t count, unsigned number)
{
    for (size_t i = first; i < first + count; ++i) {
        const ir_value *v = b->items[i];
        o->run_of[v->number] = number;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) mark(o, v->blocks[k], 0, v->blocks[k]->count, number);
    }
}

static void add_run(outlining *o, ir_block *b, size_t first, size_t count, size_t size)
{
    if (size < SHORT) return;
    o->runs = arena_reserve(o->f->arena, o->runs, o->run_count, &o->run_capacity, sizeof *o->runs);
    o->runs[o->run_count++] = (run){.block = b, .first = first, .count = count};
    mark(o, b, first, count, (unsigned)o->run_count);
}

static void find_runs(outlining *o, ir_block *b)
{
    size_t first = 0, size = 0;
    const ir_value *access = NULL;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        const size_t bytes = o->size[v->number];
        if (v->blocks[0] && (!bytes || bytes > WHOLE)) {
            for (int k = v->op == IR_LOOP; k < 3; ++k) /* a loop keeps its condition */
                if (v->blocks[k]) find_runs(o, v->blocks[k]);
        }
        if (!bytes || bytes > WHOLE) {
            add_run(o, b, first, i - first, size);
            first = i + 1;
            size = 0;
            access = NULL;
            continue;
        }
        size += bytes;
        if (v->first) access = v;
        if (size < RUN || !can_cut(b, i + 1, access)) continue;
        add_run(o, b, first, i + 1 - first, size);
        first = i + 1;
        size = 0;
        access = NULL;
    }
    add_run(o, b, first, b->count - first, size);
}

/* ---- what crosses the borders of runs ---- */

static unsigned class_of(ir_type t)
{
    const size_t size = ir_size(t);
    return size == 8 ? 3 : size == 4 ? 2 : size == 2 ? 1 : 0;
}

static void use_variable(outlining *o, const ir_variable *x, unsigned number, bool sets)
{
    unsigned *used = &o->used_in[x->number];
    if (!*used) *used = number + 1;
    else if (*used != number + 1) *used = crossing;
    o->set_in_run[x->number] |= sets && number;
}

/* An object moves with a run only if all uses of its address are accesses in that run. */
static void follow_address(outlining *o, const ir_value *v, size_t k, unsigned number)
{
    const ir_value *x = v->operands[k];
    ir_variable *object = x->op == IR_ADDRESS ? x->variable : o->root[x->number];
    if (!object) return;
    const bool accesses = k == 0 && (v->op == IR_LOAD || v->op == IR_STORE);
    if (o->run_of[x->number] != number && x->op != IR_ADDRESS) o->used_in[object->number] = crossing;
    else if (v->op == IR_MOVE && k == 0) o->root[v->number] = object;
    else if (!accesses && v->op != IR_COPY) o->used_in[object->number] = crossing;
}

static void find_uses(outlining *o, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        const unsigned number = o->run_of[v->number];
        if (v->variable) use_variable(o, v->variable, v->op == IR_LOCAL ? 0 : number, v->op == IR_SET);
        for (size_t k = 0; k < v->operand_count; ++k) {
            const ir_value *x = v->operands[k];
            const unsigned from = o->run_of[x->number];
            follow_address(o, v, k, number);
            if (from == number || ir_is_leaf(x)) {
                /* A use of the address in another run keeps the object in the caller. */
                if (x->op == IR_ADDRESS) use_variable(o, x->variable, number, false);
                continue;
            }
            if (!from || o->slots[x->number]) continue;
            if (x->type == IR_VOID) o->impossible = true;
            o->slots[x->number] = ++o->slot_count[class_of(x->type)];
        }
        if (v->condition && o->run_of[v->condition->number] != number) o->impossible = true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_uses(o, v->blocks[k]);
    }
}

static bool begins_in(const outlining *o, const ir_variable *x, unsigned number)
{
    return x->home == o->runs[number - 1].block || (x->home->owner && o->run_of[x->home->owner->number] == number);
}

/* Components of a short vector stay together. */
static void join_components(outlining *o)
{
    ir_function *f = o->f;
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *x = f->variables[i];
        if (x->components < 2 || x->component) continue;
        const size_t end = i + x->components < f->variable_count ? i + x->components : f->variable_count;
        unsigned used = 0;
        bool sets = false;
        for (size_t k = i; k < end; ++k) {
            const unsigned count = o->used_in[k];
            if (count) used = !used || used == count ? count : crossing;
            sets |= o->set_in_run[k];
        }
        for (size_t k = i; k < end; ++k) {
            o->used_in[k] = used;
            o->set_in_run[k] = sets;
        }
    }
}

static void place_variables(outlining *o)
{
    ir_function *f = o->f;
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *x = f->variables[i];
        unsigned *used = &o->used_in[i];
        if (*used > 1 && *used != crossing && (x->local || !begins_in(o, x, *used - 1))) *used = crossing;
    }
    join_components(o);
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *x = f->variables[i];
        if (o->used_in[i] == crossing && x->type != IR_VOID && o->set_in_run[i])
            o->variable_slots[i] = ++o->slot_count[class_of(x->type)];
    }
}

/* A COLLECT needs its variable. */
static void check_collects(outlining *o, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_COLLECT && o->variable_slots[v->variable->number]) o->impossible = true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) check_collects(o, v->blocks[k]);
    }
}

/* ---- rewriting ---- */

/* Where values are added: a block that is rebuilt, of a run or, with NULL, of the caller. */
typedef struct insertion {
    ir_block *block;
    run *run;
    unsigned number; /* number of the run; 0: the caller */
} insertion;

static ir_value *put(outlining *o, ir_block *b, ir_op op, ir_type t, const token *where, size_t operands)
{
    ir_value *v = ir_make(o->f, op, t, where, operands);
    ir_append(o->f, b, v);
    return v;
}

static ir_value *put_integer(outlining *o, ir_block *b, ir_type t, uint64_t bits)
{
    ir_value *v = put(o, b, IR_CONSTANT, t, NULL, 0);
    v->bits = bits;
    return v;
}

static ir_value *add_input(outlining *o, run *r, ir_type t, ir_value *given, ir_variable *variable, unsigned class_)
{
    arena *a = o->f->arena;
    ir_value *v = put(o, r->head, IR_INPUT, t, given ? given->token : NULL, 0);
    r->given = arena_reserve(a, r->given, r->given_count, &r->given_capacity, sizeof *r->given);
    r->variables = arena_reserve(a, r->variables, r->given_count, &r->variables_capacity, sizeof *r->variables);
    r->classes = arena_reserve(a, r->classes, r->given_count, &r->classes_capacity, sizeof *r->classes);
    r->given[r->given_count] = given;
    r->variables[r->given_count] = variable;
    r->classes[r->given_count] = class_;
    v->index = (unsigned)r->given_count++;
    if (variable) v->spelling = variable->name;
    else if (given) v->spelling = given->spelling ? given->spelling : given->symbol ? given->symbol->name : NULL;
    v->vector = variable ? variable->vector : given && given->spelling ? given->vector : NULL;
    return v;
}

static ir_value *frame_base(outlining *o, const insertion *at, unsigned class_)
{
    if (at->run) {
        ir_value **value = &at->run->frame[class_];
        if (!*value) *value = add_input(o, at->run, IR_POINTER, NULL, NULL, class_);
        return *value;
    }
    ir_value *v = put(o, at->block, IR_ADDRESS, IR_POINTER, NULL, 0);
    v->variable = o->frame[class_];
    return v;
}

static ir_value *slot_address(outlining *o, const insertion *at, ir_type t, unsigned slot)
{
    const unsigned class_ = class_of(t);
    ir_value *base = frame_base(o, at, class_), *index = put_integer(o, at->block, IR_I64, slot - 1);
    ir_value *v = put(o, at->block, IR_MOVE, IR_POINTER, NULL, 2);
    v->operands[0] = base;
    v->operands[1] = index;
    v->bits = UINT64_C(1) << class_;
    return v;
}

static ir_value *load_slot(outlining *o, const insertion *at, ir_type t, unsigned slot, const token *where)
{
    ir_value *address = slot_address(o, at, t, slot);
    ir_value *v = put(o, at->block, IR_LOAD, t == IR_BOOL ? IR_U8 : t, where, 1);
    v->operands[0] = address;
    if (t != IR_BOOL) return v;
    ir_value *zero = put_integer(o, at->block, IR_U8, 0), *truth = put(o, at->block, IR_UNEQUAL, IR_BOOL, where, 2);
    truth->operands[0] = v;
    truth->operands[1] = zero;
    return truth;
}

static void store_slot(outlining *o, const insertion *at, ir_value *v, unsigned slot, const token *where)
{
    ir_value *address = slot_address(o, at, v->type, slot), *value = v;
    if (v->type == IR_BOOL) {
        value = put(o, at->block, IR_CONVERT, IR_U8, where, 1);
        value->operands[0] = v;
    }
    ir_value *store = put(o, at->block, IR_STORE, IR_VOID, where, 2);
    store->operands[0] = address;
    store->operands[1] = value;
}

static ir_value *copy_leaf(outlining *o, ir_block *to, const ir_value *x)
{
    ir_value *value = put(o, to, x->op, x->type, x->token, 0);
    const unsigned number = value->number;
    *value = *x;
    value->number = number;
    return value;
}

/* The run's INPUT for a value of the caller, or for the address of an object of the caller. */
static ir_value *input_for(outlining *o, const insertion *at, ir_value *x)
{
    const bool is_address = x->op == IR_ADDRESS || x->op == IR_LOCAL;
    unsigned *of = is_address ? &o->variable_input_run[x->variable->number] : &o->input_run[x->number];
    ir_value **value = is_address ? &o->variable_inputs[x->variable->number] : &o->inputs[x->number];
    if (*of == at->number) return *value;
    *of = at->number;
    const bool is_given = is_address || x->op == IR_ARGUMENT || x->op == IR_INPUT || !ir_is_leaf(x);
    *value = is_given ? add_input(o, at->run, x->type, x, NULL, CLASSES) : copy_leaf(o, at->run->head, x);
    return *value;
}

/* Whether a run uses the address of an object of the caller. */
static bool is_away(const outlining *o, const insertion *at, const ir_value *x)
{
    if (!at->run || (x->op != IR_ADDRESS && x->op != IR_LOCAL)) return false;
    return x->op == IR_LOCAL || o->used_in[x->variable->number] != at->number + 1;
}

static ir_value *operand_for(outlining *o, const insertion *at, ir_value *x, const token *where)
{
    if (x->number >= o->old_values) return x;
    const unsigned from = o->run_of[x->number];
    if (is_away(o, at, x)) return input_for(o, at, x);
    if (from == at->number) return o->instead[x->number] ? o->instead[x->number] : x;
    if (ir_is_leaf(x)) return at->run ? input_for(o, at, x) : copy_leaf(o, at->block, x);
    if (!from) return input_for(o, at, x);
    if (!at->run) return load_slot(o, at, x->type, o->slots[x->number], where);
    if (o->input_run[x->number] != at->number) {
        const insertion head = {at->run->head, at->run, at->number};
        o->input_run[x->number] = at->number;
        o->inputs[x->number] = load_slot(o, &head, x->type, o->slots[x->number], where);
    }
    return o->inputs[x->number];
}

static bool leads_out(const outlining *o, const insertion *at, const ir_value *v)
{
    return at->run && (v->op == IR_LEAVE || v->op == IR_CONTINUE) && o->run_of[v->target->number] != at->number;
}

static bool has_exit(const outlining *o, const ir_block *b, size_t first, size_t count, const insertion *at)
{
    for (size_t i = first; i < first + count; ++i) {
        const ir_value *v = b->items[i];
        if (leads_out(o, at, v)) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && has_exit(o, v->blocks[k], 0, v->blocks[k]->count, at)) return true;
    }
    return false;
}

static void write_exit(outlining *o, const insertion *at, ir_value *v)
{
    run *r = at->run;
    r->jumps = arena_reserve(o->f->arena, r->jumps, r->jump_count, &r->jump_capacity, sizeof *r->jumps);
    size_t i = 0;
    while (i < r->jump_count && (r->jumps[i]->target != v->target || r->jumps[i]->op != v->op)) ++i;
    if (i == r->jump_count) r->jumps[r->jump_count++] = v;
    ir_value *way = put_integer(o, at->block, IR_I32, i + 1), *set = put(o, at->block, IR_SET, IR_VOID, v->token, 1);
    set->operands[0] = way;
    set->variable = r->way;
    ir_value *leave = put(o, at->block, IR_LEAVE, IR_VOID, v->token, 0);
    leave->target = r->scope;
}

static void rewrite(outlining *o, insertion *at, ir_value *const *items, size_t count);

static void rewrite_block(outlining *o, const insertion *outer, ir_block *b)
{
    ir_value **items = b->items;
    const size_t count = b->count;
    b->items = NULL;
    b->count = b->capacity = 0;
    insertion at = {b, outer->run, outer->number};
    rewrite(o, &at, items, count);
}

/* The run's copy of a variable of the frame. It is read before the run and written behind it, with all components of
 * its short vector. */
static ir_variable *copy_for(outlining *o, const insertion *at, const ir_variable *x)
{
    ir_function *f = o->f;
    run *r = at->run;
    if (o->copy_run[x->number] == at->number) return o->copies[x->number];
    const insertion head = {r->head, r, at->number};
    const unsigned count = x->components ? x->components : 1;
    for (unsigned k = 0; k < count; ++k) {
        ir_variable *old = f->variables[x->number - x->component + k],
                    *own = ir_add_variable(r->f, old->name, old->type);
        own->component = old->component;
        own->components = old->components;
        own->vector = old->vector;
        own->home = r->f->body;
        o->copies[old->number] = own;
        o->copy_run[old->number] = at->number;
        for (int i = 0; i < 2; ++i) {
            r->copied = arena_reserve(f->arena, r->copied, r->copied_count, &r->copied_capacity, sizeof old);
            r->copied[r->copied_count++] = i ? own : old;
        }
        ir_value *value = load_slot(o, &head, old->type, o->variable_slots[old->number], NULL);
        put(o, r->head, IR_SET, IR_VOID, NULL, 1)->operands[0] = value;
        r->head->items[r->head->count - 1]->variable = own;
    }
    return o->copies[x->number];
}

static void write_back(outlining *o, const insertion *end)
{
    const run *r = end->run;
    for (size_t i = 0; i < r->copied_count; i += 2) {
        ir_value *get = put(o, end->block, IR_GET, r->copied[i]->type, NULL, 0);
        get->variable = r->copied[i + 1];
        store_slot(o, end, get, o->variable_slots[r->copied[i]->number], NULL);
    }
}

/* Rewrites a GET or SET of a variable in the frame, or of one that is passed by value. */
static bool rewrite_access(outlining *o, const insertion *at, ir_value *v)
{
    if (v->op != IR_GET && v->op != IR_SET) return false;
    ir_variable *x = v->variable;
    const unsigned slot = o->variable_slots[x->number];
    if (slot && at->run) {
        v->variable = copy_for(o, at, x);
        return false;
    }
    if (slot && v->op == IR_GET) {
        o->instead[v->number] = load_slot(o, at, v->type, slot, v->token);
        return true;
    }
    if (slot) {
        store_slot(o, at, v->operands[0], slot, v->token);
        return true;
    }
    if (!at->run || o->used_in[x->number] != crossing) return false;
    if (o->variable_input_run[x->number] != at->number) {
        o->variable_inputs[x->number] = add_input(o, at->run, x->type, NULL, x, CLASSES);
        o->variable_input_run[x->number] = at->number;
    }
    o->instead[v->number] = o->variable_inputs[x->number];
    return true;
}

static void rewrite_item(outlining *o, const insertion *at, ir_value *v)
{
    for (size_t k = 0; k < v->operand_count; ++k) v->operands[k] = operand_for(o, at, v->operands[k], v->token);
    if (v->first && o->run_of[v->first->number] != at->number) {
        v->first = NULL;
        v->component = 0;
        v->components = 1;
    }
    if (leads_out(o, at, v)) {
        write_exit(o, at, v);
        return;
    }
    if (is_away(o, at, v)) return; /* it is passed where it is used */
    if (rewrite_access(o, at, v)) {
        if (v->op == IR_GET && o->slots[v->number])
            store_slot(o, at, o->instead[v->number], o->slots[v->number], v->token);
        return;
    }
    for (int k = 0; k < 3; ++k)
        if (v->blocks[k]) rewrite_block(o, at, v->blocks[k]);
    if (v->condition) v->condition = operand_for(o, at, v->condition, v->token);
    ir_append(o->f, at->block, v);
    if (at->run && o->slots[v->number]) store_slot(o, at, v, o->slots[v->number], v->token);
}

static void rewrite_run(outlining *o, const insertion *outer, run *r, ir_value *const *items, const ir_block *old);

/* Rewrites items; at->block is their new block. */
static void rewrite(outlining *o, insertion *at, ir_value *const *items, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const unsigned number = o->run_of[items[i]->number];
        if (number == at->number) {
            rewrite_item(o, at, items[i]);
            continue;
        }
        run *r = &o->runs[number - 1];
        rewrite_run(o, at, r, items + i, at->block);
        i += r->count - 1;
    }
}

/* ---- functions ---- */

static void number_values(ir_function *f, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        b->items[i]->number = f->values++;
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k]) number_values(f, b->items[i]->blocks[k]);
    }
}

static void reparent(const ir_block *from, ir_block *to)
{
    for (size_t i = 0; i < to->count; ++i)
        for (int k = 0; k < 3; ++k)
            if (to->items[i]->blocks[k] && to->items[i]->blocks[k]->outer == from) to->items[i]->blocks[k]->outer = to;
}

/* Adds the INVOKE, and the jumps that its result tells. */
static void call_run(outlining *o, const insertion *at, const run *r, const token *where)
{
    ir_value **given = arena_array(o->f->arena, r->given_count + 1, sizeof(ir_value *));
    for (size_t i = 0; i < r->given_count; ++i) {
        if (r->given[i]) given[i] = operand_for(o, at, r->given[i], where);
        else if (r->classes[i] < CLASSES) given[i] = frame_base(o, at, r->classes[i]);
        else {
            given[i] = put(o, at->block, IR_GET, r->variables[i]->type, where, 0);
            given[i]->variable = r->variables[i];
        }
    }
    ir_value *call = put(o, at->block, IR_INVOKE, IR_VOID, where, r->given_count);
    for (size_t i = 0; i < r->given_count; ++i) call->operands[i] = given[i];
    call->symbol = o->f->kernel;
    call->outlined = r->f;
    if (!r->jump_count) return;
    ir_value *way = put(o, at->block, IR_RESULT, IR_I32, where, 1);
    way->operands[0] = call;
    for (size_t i = 0; i < r->jump_count; ++i) {
        ir_value *number = put_integer(o, at->block, IR_I32, i + 1);
        ir_value *same = put(o, at->block, IR_EQUAL, IR_BOOL, where, 2);
        same->operands[0] = way;
        same->operands[1] = number;
        ir_value *branch = put(o, at->block, IR_IF, IR_VOID, where, 1);
        branch->operands[0] = same;
        for (int k = 0; k < 2; ++k) branch->blocks[k] = ir_add_block(o->f, at->block, branch);
        ir_value *jump = put(o, branch->blocks[0], r->jumps[i]->op, IR_VOID, r->jumps[i]->token, 0);
        jump->target = r->jumps[i]->target;
    }
}

static void rewrite_run(outlining *o, const insertion *outer, run *r, ir_value *const *items, const ir_block *old)
{
    ir_function *f = o->f;
    const unsigned number = (unsigned)(r - o->runs) + 1;
    const token *where = items[0]->token;
    ir_function *g = ARENA_NEW(f->arena, ir_function);
    *g = (ir_function){.arena = f->arena, .kernel = f->kernel, .is_called = true};
    g->body = ir_add_block(f, NULL, NULL);
    r->f = g;
    r->head = ir_add_block(f, NULL, NULL);
    r->inside = g->body;
    insertion at = {g->body, r, number};
    const ir_block whole = {.items = (ir_value **)items, .count = r->count};
    if (has_exit(o, &whole, 0, r->count, &at)) {
        r->way = ir_add_variable(g, "way", IR_I32);
        r->way->home = g->body;
        ir_value *none = put_integer(o, g->body, IR_I32, 0), *set = put(o, g->body, IR_SET, IR_VOID, where, 1);
        set->operands[0] = none;
        set->variable = r->way;
        r->scope = put(o, g->body, IR_SCOPE, IR_VOID, where, 0);
        r->scope->blocks[0] = ir_add_block(f, g->body, r->scope);
        r->inside = at.block = r->scope->blocks[0];
    }
    rewrite(o, &at, items, r->count);
    reparent(old, r->inside);
    write_back(o, &(insertion){g->body, r, number});
    ir_value *end = ir_make(f, IR_RETURN, IR_VOID, where, r->scope != NULL);
    if (r->scope) {
        end->operands[0] = put(o, g->body, IR_GET, IR_I32, where, 0);
        end->operands[0]->variable = r->way;
    }
    ir_append(f, g->body, end);
    call_run(o, outer, r, where);
}

/* ---- all of it ---- */

static void finish_run(outlining *o, run *r)
{
    ir_function *f = o->f, *g = r->f;
    const ir_block behind = *g->body;
    *g->body = *r->head;
    g->body->outer = NULL;
    g->body->owner = NULL;
    for (size_t i = 0; i < behind.count; ++i) ir_append(f, g->body, behind.items[i]);
    number_values(g, g->body);
}

/* Divides the variables among the functions that use them. */
static void divide_variables(outlining *o)
{
    ir_function *f = o->f;
    const size_t count = f->variable_count;
    f->variable_count = 0;
    for (size_t i = 0; i < count; ++i) {
        ir_variable *x = f->variables[i];
        if (i < o->old_variables && o->variable_slots[i]) continue;
        const unsigned used = i < o->old_variables ? o->used_in[i] : 0;
        if (used < 2 || used == crossing) {
            x->number = (unsigned)f->variable_count;
            f->variables[f->variable_count++] = x;
            continue;
        }
        const run *r = &o->runs[used - 2];
        ir_function *g = r->f;
        g->variables = arena_reserve(f->arena, g->variables, g->variable_count, &g->variable_capacity, sizeof x);
        x->number = (unsigned)g->variable_count;
        g->variables[g->variable_count++] = x;
        if (x->home == r->block) x->home = r->inside;
    }
}

static void add_frame(outlining *o)
{
    static const char *const names[CLASSES] = {"frame1", "frame2", "frame4", "frame8"};
    for (unsigned k = 0; k < CLASSES; ++k) {
        if (!o->slot_count[k]) continue;
        ir_variable *x = ir_add_variable(o->f, names[k], IR_VOID);
        x->size = (size_t)o->slot_count[k] << k;
        x->align = (size_t)1 << k;
        x->home = o->f->body;
        o->frame[k] = x;
    }
}

static void make_tables(outlining *o)
{
    ir_function *f = o->f;
    const size_t values = f->values + 1, variables = f->variable_count + 1;
    o->size = arena_array(f->arena, values, sizeof *o->size);
    o->needed = arena_array(f->arena, values, sizeof *o->needed);
    o->needed_variable = arena_array(f->arena, variables, sizeof *o->needed_variable);
    o->run_of = arena_array(f->arena, values, sizeof *o->run_of);
    o->slots = arena_array(f->arena, values, sizeof *o->slots);
    o->instead = arena_array(f->arena, values, sizeof *o->instead);
    o->root = arena_array(f->arena, values, sizeof *o->root);
    o->inputs = arena_array(f->arena, values, sizeof *o->inputs);
    o->input_run = arena_array(f->arena, values, sizeof *o->input_run);
    o->variable_inputs = arena_array(f->arena, variables, sizeof *o->variable_inputs);
    o->variable_input_run = arena_array(f->arena, variables, sizeof *o->variable_input_run);
    o->copies = arena_array(f->arena, variables, sizeof *o->copies);
    o->copy_run = arena_array(f->arena, variables, sizeof *o->copy_run);
    o->used_in = arena_array(f->arena, variables, sizeof *o->used_in);
    o->set_in_run = arena_array(f->arena, variables, sizeof *o->set_in_run);
    o->variable_slots = arena_array(f->arena, variables, sizeof *o->variable_slots);
}

void outline_run(ir_function *f)
{
    if (f->reason || f->values < USUAL) return;
    outlining o = {.f = f, .old_values = f->values, .old_variables = f->variable_count, .changed = true};
    make_tables(&o);
    measure(&o, f->body);
    o.measured = true;
    for (unsigned i = 0; f->has_barrier && o.changed && i < TURNS; ++i) {
        o.changed = false;
        (void)find_needed(&o, f->body);
    }
    if (f->has_barrier && o.changed) return;
    measure(&o, f->body);
    find_runs(&o, f->body);
    if (!o.run_count) return;
    find_uses(&o, f->body);
    place_variables(&o);
    check_collects(&o, f->body);
    if (o.impossible) return;
    add_frame(&o);
    rewrite_block(&o, &(insertion){NULL, NULL, 0}, f->body);
    divide_variables(&o);
    f->values = 0;
    number_values(f, f->body);
    for (size_t i = 0; i < o.run_count; ++i) finish_run(&o, &o.runs[i]);
}
