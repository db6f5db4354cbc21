/* Shapes: which values are uniform, affine or varying along x, and which constructs are divergent. Everything is
 * taken for uniform until something proves otherwise. See passes.h.
 *
 * The work-items of a vector run in lock-step: a load of all from one address is one value.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

/* The block that holds all reads of a variable, or the loop, if they are in several blocks of one loop. */
typedef struct reach {
    const ir_block *block;
    const ir_value *loop;
    bool has_reads;
    const ir_block *checked_block; /* result of is_done_with() for this block */
    bool done;
} reach;

/* The users of an index that is widened. */
typedef enum index_use {
    USE_OTHER,  /* something else than addresses */
    USE_INSIDE, /* addresses alone */
    USE_START   /* addresses from the start of an object alone, below which nothing lies */
} index_use;

typedef struct shape_pass {
    passes *p;
    shape *values, *variables; /* the tables of shapes_result */
    bool *diverges, *round_diverges, *set_partially;
    const ir_value **cause;
    reach *reads;    /* by a variable's number */
    index_use *uses; /* by a value's number, of a CONVERT */
    bool *used;      /* by a value's number: it has been looked at */
    bool of_group;
    shape_premise *premises; /* of shapes_result */
    size_t premise_count;
    bool divergent; /* lanes of the block may be inactive, the first one, too */
    bool changed;
} shape_pass;

static shape uniform(void)
{
    return (shape){SHAPE_UNIFORM, 0, SHAPE_EXACT, false};
}
static const shape varying = {SHAPE_VARYING, 0, SHAPE_WRAPS, false}, unknown = {SHAPE_NONE, 0, SHAPE_WRAPS, false};

static shape affine(int64_t step, shape_exactness exact)
{
    if (step > INT32_MAX || step < INT32_MIN) return varying;
    return step ? (shape){SHAPE_AFFINE, step, exact, false} : uniform();
}

static shape_exactness lesser(shape_exactness a, shape_exactness b)
{
    return a < b ? a : b;
}

static shape join(shape a, shape b)
{
    if (a.kind == SHAPE_NONE) return b;
    if (b.kind == SHAPE_NONE) return a;
    if (a.kind != b.kind || a.step != b.step || a.kind == SHAPE_VARYING) return varying;
    a.exact = lesser(a.exact, b.exact);
    return a;
}

static bool is_same(shape a, shape b)
{
    return a.kind == b.kind && a.step == b.step && a.exact == b.exact && a.is_usual == b.is_usual;
}

static void raise_variable(shape_pass *s, const ir_value *set, shape to, bool missed)
{
    const unsigned number = set->variable->number;
    shape *value_shape = &s->variables[number];
    const shape joined = join(*value_shape, to);
    if (is_same(joined, *value_shape)) return;
    if (joined.kind == SHAPE_VARYING && value_shape->kind != SHAPE_VARYING) {
        s->cause[number] = set;
        s->set_partially[number] = missed;
    }
    *value_shape = joined;
    s->changed = true;
}

static void set_flag(shape_pass *s, bool *flag)
{
    s->changed |= !*flag;
    *flag = true;
}

enum { PREMISE = 24 }; /* values that a premise is made of */

/* Whether the group can compute it for its first work-item: from arguments, numbers and ids alone. */
static bool is_of_ids(const ir_value *v, unsigned *budget)
{
    if (!*budget || !ir_is_integer(v->type)) return false;
    --*budget;
    if (v->op == IR_CONSTANT || v->op == IR_QUERY) return v->op == IR_CONSTANT || v->query != IR_LANE;
    if (v->op == IR_ARGUMENT) return !type_is_vector(v->symbol->type) && !type_is_object(v->symbol->type);
    const bool computes = v->op >= IR_ADD && v->op <= IR_XOR;
    if (!computes && v->op != IR_CONVERT) return false;
    for (size_t i = 0; i < v->operand_count; ++i)
        if (!is_of_ids(v->operands[i], budget)) return false;
    return true;
}

/* v may wrap, but it is exact if the group tests it first. */
static bool has_premise(shape_pass *s, const ir_value *v, int64_t step)
{
    const passes *p = s->p;
    unsigned budget = PREMISE;
    if (p->f->is_called || p->f->in_lanes || p->one_by_one || s->of_group || !is_of_ids(v, &budget)) return false;
    for (size_t i = 0; i < s->premise_count; ++i)
        if (ir_is_same(s->premises[i].value, v)) return true;
    if (s->premise_count == SHAPE_PREMISES) return false;
    s->premises[s->premise_count++] = (shape_premise){v, step};
    return true;
}

/* An overflow in an active lane is undefined, so sums of signed numbers stay exact there. If the first lane may be
 * inactive, it may be the one that overflows. */
static shape_exactness exactness_of_sum(const shape_pass *s, const ir_value *v, shape x, shape y)
{
    if (!ir_is_signed(v->type)) return SHAPE_WRAPS;
    return lesser(lesser(x.exact, y.exact), s->divergent ? SHAPE_EXACT_IF_ACTIVE : SHAPE_EXACT);
}

static shape shape_of_conversion(shape_pass *s, const ir_value *v, shape x)
{
    const ir_type from = v->operands[0]->type, to = v->type;
    const bool was_signed = ir_is_signed(from);
    if (x.kind == SHAPE_VARYING || !ir_is_integer(from) || !ir_is_integer(to) || ir_size(to) < 4) return varying;
    if (ir_size(to) < ir_size(from)) {
        /* Where ids are longer than an int, vectors hold one work-item. */
        const bool is_id = v->operands[0]->op == IR_QUERY;
        return affine(x.step, is_id || has_premise(s, v, x.step) ? SHAPE_EXACT : SHAPE_WRAPS);
    }
    if (ir_size(to) > ir_size(from) && x.exact != SHAPE_EXACT) {
        /* A number that wraps upwards is negative from there on, and nothing is accessed below the start of an
         * object. */
        const index_use use = s->uses[v->number];
        const bool wraps_out = was_signed && x.step > 0 && use == USE_START;
        if (!wraps_out && (use == USE_OTHER || x.exact == SHAPE_WRAPS)) return varying;
        return affine(x.step, SHAPE_EXACT_IF_ACTIVE);
    }
    return affine(x.step, was_signed && !ir_is_signed(to) ? SHAPE_WRAPS : x.exact);
}

static shape strict_shape_of(shape_pass *s, const ir_value *v)
{
    const shape *values = s->p->shapes.values;
    shape x = unknown, y = unknown;
    bool all_uniform = true;
    for (size_t i = 0; i < v->operand_count; ++i) {
        const shape value_shape = values[v->operands[i]->number];
        if (value_shape.kind == SHAPE_NONE) return unknown;
        all_uniform &= value_shape.kind == SHAPE_UNIFORM;
        if (i == 0) x = value_shape;
        if (i == 1) y = value_shape;
    }
    const bool linear = x.kind != SHAPE_VARYING && y.kind != SHAPE_VARYING;
    switch (v->op) {
    case IR_CONSTANT:
    case IR_ARGUMENT:
    case IR_LOCAL:
    case IR_OBJECT: return uniform();
    case IR_ADDRESS: return s->p->one_by_one ? varying : uniform(); /* each work-item has its own */
    case IR_QUERY:
        if (v->query == IR_GLOBAL_ID || v->query == IR_LOCAL_ID || v->query == IR_LANE) {
            if (s->of_group) return varying;
            if (v->index == 0) return affine(1, SHAPE_EXACT);
        }
        return uniform();
    case IR_GET: return s->p->shapes.variables[v->variable->number];
    case IR_STRING: return uniform();
    case IR_INPUT: return s->p->inputs && !s->p->inputs[v->index] ? uniform() : varying;
    case IR_INVOKE: return v->pure && all_uniform ? uniform() : varying;
    case IR_RESULT: return x;
    case IR_PRINT:
    case IR_QUEUE:
    case IR_SUB_GROUP:
    case IR_CHECK:
    case IR_EACH: return varying;
    case IR_LOAD: return s->p->objects.root[v->operands[0]->number] ? varying : all_uniform ? uniform() : varying;
    case IR_ADD:
    case IR_SUBTRACT:
        if (all_uniform) return uniform();
        if (!linear || ir_is_floating(v->type) || ir_size(v->type) < 4) return varying;
        return affine(v->op == IR_ADD ? x.step + y.step : x.step - y.step, exactness_of_sum(s, v, x, y));
    case IR_NEGATE:
        if (all_uniform) return uniform();
        return linear && ir_is_integer(v->type) && ir_size(v->type) >= 4 ? affine(-x.step, exactness_of_sum(s, v, x, x))
                                                                         : varying;
    case IR_MULTIPLY:
    case IR_LEFT: {
        if (all_uniform) return uniform();
        const ir_value *by = v->operands[1];
        shape value_shape = x;
        if (v->op == IR_MULTIPLY && by->op != IR_CONSTANT) {
            by = v->operands[0];
            value_shape = y;
        }
        if (!linear || by->op != IR_CONSTANT || !ir_is_integer(v->type) || ir_size(v->type) < 4 || by->bits > 4096)
            return varying;
        if (v->op == IR_LEFT && by->bits > 12) return varying;
        const int64_t factor = v->op == IR_LEFT ? INT64_C(1) << by->bits : (int64_t)by->bits;
        /* A shift drops bits: it wraps, whatever its type. */
        shape_exactness exact = exactness_of_sum(s, v, value_shape, value_shape);
        if (v->op == IR_LEFT && exact != SHAPE_WRAPS)
            exact = value_shape.exact == SHAPE_EXACT && ir_size(v->type) == 4 &&
                            has_premise(s, v, value_shape.step * factor)
                        ? SHAPE_EXACT
                        : SHAPE_WRAPS;
        return affine(value_shape.step * factor, exact);
    }
    case IR_CONVERT: return all_uniform ? uniform() : shape_of_conversion(s, v, x);
    case IR_REINTERPRET:
        if (all_uniform) return uniform();
        /* Valid pointers do not wrap. */
        return linear && (v->type == IR_POINTER || v->type == IR_U64) && v->operands[0]->type != IR_F64
                   ? affine(x.step, ir_is_signed(v->operands[0]->type) ? SHAPE_WRAPS : x.exact)
                   : varying;
    case IR_MOVE:
        if (all_uniform) return uniform();
        if (!linear || v->bits > 4096) return varying;
        return affine(x.step + y.step * (int64_t)v->bits, s->divergent ? SHAPE_EXACT_IF_ACTIVE : SHAPE_EXACT);
    default: return all_uniform ? uniform() : varying;
    }
}

enum { NEIGHBOURS = 16 }; /* most lanes of a vector; work-items of a vector begin at a multiple of their number */

/* Whether `by` is at least the number of lanes, as far as known. */
static bool is_wide(const ir_value *by)
{
    return by->op != IR_CONSTANT || by->bits >= NEIGHBOURS;
}

/* The step of a bitwise operation of a number that has the step with the uniform `by`. What is not constant mostly
 * leaves the lowest bits alone. */
static bool find_step_of_bits(ir_op op, int64_t step, const ir_value *by, int64_t *to)
{
    const uint64_t low = by->bits & (NEIGHBOURS - 1), all = NEIGHBOURS - 1;
    const bool keeps = by->op != IR_CONSTANT || low == (op == IR_AND ? all : 0);
    if (!keeps && (op != IR_AND || low || step < -1 || step > 1)) return false;
    *to = keeps ? step : 0;
    return true;
}

/* The step that a varying value mostly has: up to the edge of an image, of a ring, or of the half of an array, or
 * within a row of a tile. false: unknown. */
static bool find_usual_step(const shape_pass *s, const ir_value *v, int64_t *to)
{
    const shape *values = s->p->shapes.values;
    int64_t steps[3] = {0};
    size_t moving = 0, at = 0;
    if (!ir_is_integer(v->type) && v->type != IR_POINTER) return false;
    for (size_t i = 0; i < v->operand_count && i < 3; ++i) {
        const shape value_shape = values[v->operands[i]->number];
        steps[i] = value_shape.step;
        if (value_shape.kind == SHAPE_UNIFORM || (v->op == IR_SELECT && i == 0)) continue;
        if (value_shape.kind == SHAPE_VARYING && !value_shape.is_usual) return false;
        ++moving;
        at = i;
    }
    const int64_t step = steps[at];
    const ir_value *by = v->operand_count > 1 ? v->operands[!at] : NULL;
    const bool is_whole = ir_size(v->type) >= 4;
    *to = step;
    if (moving == 2 && v->op == IR_ADD) *to = steps[0] + steps[1];
    else if (moving == 2 && v->op == IR_SUBTRACT) *to = steps[0] - steps[1];
    else if (moving == 2 && v->op == IR_MOVE && v->bits < 4096) *to = steps[0] + steps[1] * (int64_t)v->bits;
    else if (moving != 1) return false;
    else switch (v->op) {
        case IR_SELECT:
        case IR_CONVERT: return is_whole;
        case IR_CALL:
        case IR_ADD: break;
        case IR_REMAINDER: return at == 0 && is_wide(by);
        case IR_DIVIDE: *to = 0; return at == 0 && is_wide(by) && step >= -1 && step <= 1;
        case IR_AND:
        case IR_OR:
        case IR_XOR: return is_whole && find_step_of_bits(v->op, step, by, to);
        case IR_SUBTRACT: *to = at == 0 ? step : -step; break;
        case IR_MULTIPLY:
            *to = step * (int64_t)(by->op == IR_CONSTANT ? by->bits : 0);
            return !step || (by->op == IR_CONSTANT && by->bits < 64);
        case IR_LEFT:
            *to = step * (by->op == IR_CONSTANT && by->bits < 6 ? 1 << by->bits : 0);
            return at == 0 && is_whole && (!step || *to);
        case IR_RIGHT:
            *to = 0;
            return at == 0 && is_whole && (by->op != IR_CONSTANT || by->bits >= 4) && step >= -1 && step <= 1;
        case IR_MOVE: *to = at == 1 ? step * (int64_t)v->bits : step; return at == 0 || v->bits < 4096;
        default: return false;
        }
    return true;
}

static shape shape_of(shape_pass *s, const ir_value *v)
{
    shape value_shape = strict_shape_of(s, v);
    if (value_shape.kind == SHAPE_VARYING && !s->of_group) {
        int64_t step = 0;
        value_shape.is_usual = find_usual_step(s, v, &step) && step <= INT32_MAX && step >= INT32_MIN;
        value_shape.step = value_shape.is_usual ? step : 0;
    }
    return value_shape;
}

/* The users of each value, for those that widen an index. */
static void find_uses(shape_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LOOP && v->condition) s->uses[v->condition->number] = USE_OTHER;
        for (size_t k = 0; k < v->operand_count; ++k) {
            const unsigned n = v->operands[k]->number;
            const ir_op base = v->operands[0]->op;
            const bool starts = base == IR_ARGUMENT || base == IR_LOCAL || base == IR_OBJECT || base == IR_ADDRESS;
            const index_use own = v->op != IR_MOVE || k != 1 ? USE_OTHER : starts ? USE_START : USE_INSIDE;
            if (!s->used[n] || own < s->uses[n]) s->uses[n] = own;
            s->used[n] = true;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_uses(s, v->blocks[k]);
    }
}

static bool is_around(const ir_block *outer, const ir_block *b)
{
    for (; b; b = b->outer)
        if (b == outer) return true;
    return false;
}

static void add_read(reach *r, const ir_block *b)
{
    if (!r->has_reads) {
        *r = (reach){.block = b, .has_reads = true};
        return;
    }
    /* Goes up from the block so far until the new one is inside. */
    const ir_block *old = r->loop ? r->loop->blocks[0] : r->block;
    for (; old; old = old->outer) {
        for (const ir_block *at = b; at; at = at->outer) {
            if (at == old) {
                r->block = old;
                r->loop = NULL;
                return;
            }
            if (at->owner && at->owner == old->owner && at->owner->op == IR_LOOP) {
                r->block = NULL;
                r->loop = at->owner;
                return;
            }
        }
    }
}

static void find_reads(shape_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_GET) add_read(&s->reads[v->variable->number], b);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_reads(s, v->blocks[k]);
    }
}

typedef enum mention { MENTION_NONE, MENTION_SET, MENTION_OTHER } mention;

/* The first use of the variable in the block, on every path. */
static mention first_mention(const ir_block *b, const ir_variable *x)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->variable == x) return v->op == IR_SET ? MENTION_SET : MENTION_OTHER;
        if (!v->blocks[0]) continue;
        const bool last = v->op == IR_LOOP && v->test_last;
        const mention first = first_mention(v->blocks[last], x);
        if (first != MENTION_NONE) return v->op == IR_IF ? MENTION_OTHER : first;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && k != last && first_mention(v->blocks[k], x) != MENTION_NONE) return MENTION_OTHER;
    }
    return MENTION_NONE;
}

/* Whether a work-item that is not in the block, which holds all reads, cannot see the variable's value later: it does
 * not come back, or sets the variable first. */
static bool is_done_with(reach *r, const ir_block *b, const ir_variable *x)
{
    if (r->checked_block == b) return r->done;
    r->checked_block = b;
    r->done = true;
    for (const ir_block *at = b; at != x->home && at->owner && r->done; at = at->outer)
        if (at->owner->op == IR_LOOP) r->done = first_mention(b, x) == MENTION_SET;
    return r->done;
}

/* Whether all reads are in the loop. */
static bool is_read_in(const reach *r, const ir_value *loop)
{
    if (!r->has_reads || loop->op != IR_LOOP) return false;
    if (r->loop == loop) return true;
    for (const ir_block *at = r->loop ? r->loop->blocks[0]->outer : r->block; at && at->owner; at = at->outer)
        if (at->owner == loop) return true;
    return false;
}

/* Whether a SET in block b may miss work-items that read the variable later. Those that no longer read it do not
 * count. */
static bool misses_some(const shape_pass *s, const ir_block *b, const ir_variable *v)
{
    reach *r = &s->reads[v->number];
    const passes *p = s->p;
    for (const ir_block *at = b; at && at != v->home; at = at->outer) {
        if (r->has_reads && !r->loop && is_around(at, r->block) && is_done_with(r, at, v)) break;
        const ir_value *owner = at->owner;
        if (!owner) break;
        if (owner->op == IR_LOOP && p->shapes.round_diverges[owner->number] && at == owner->blocks[1]) return true;
        if (is_read_in(r, owner) && is_done_with(r, at->outer, v)) break;
        if (r->has_reads && r->loop && is_around(at, r->loop->blocks[0]->outer) && is_done_with(r, at, v)) break;
        if (p->shapes.diverges[owner->number]) return true;
    }
    return false;
}

/* A jump out of block b. If only some work-items take it, all constructs up to its target are divergent. */
static void jump(shape_pass *s, const ir_block *b, const ir_value *v)
{
    bool some = false;
    for (const ir_block *at = b; at && at->owner; at = at->outer) {
        const ir_value *owner = at->owner;
        some |= owner->op == IR_LOOP && s->p->shapes.round_diverges[owner->number] && at == owner->blocks[1];
        if (owner == v->target) {
            if (some) set_flag(s, v->op == IR_LEAVE ? &s->diverges[owner->number] : &s->round_diverges[owner->number]);
            break;
        }
        some |= s->p->shapes.diverges[owner->number];
    }
    if (!some) return;
    for (const ir_block *at = b; at->owner != v->target; at = at->outer)
        if (at->owner->op != IR_IF) set_flag(s, &s->diverges[at->owner->number]);
}

static void visit(shape_pass *s, const ir_block *b)
{
    passes *p = s->p;
    const bool divergent = s->divergent;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        const shape value_shape = shape_of(s, v);
        if (!is_same(value_shape, p->shapes.values[v->number])) {
            s->values[v->number] = value_shape;
            s->changed = true;
        }
        if (v->op == IR_SET) {
            const shape value = p->shapes.values[v->operands[0]->number];
            const bool missed = misses_some(s, b, v->variable);
            raise_variable(s, v, missed ? varying : value, missed);
        }
        if (v->op == IR_COLLECT) raise_variable(s, v, v->range == IR_WHOLE ? uniform() : varying, false);
        if (v->op == IR_LEAVE || v->op == IR_CONTINUE) jump(s, b, v);
        if (v->op == IR_IF && p->shapes.values[v->operands[0]->number].kind == SHAPE_VARYING)
            set_flag(s, &s->diverges[v->number]);
        for (int k = 0; k < 3; ++k) {
            if (!v->blocks[k]) continue;
            s->divergent = divergent || s->diverges[v->number] || (k == 1 && s->round_diverges[v->number]);
            visit(s, v->blocks[k]);
        }
        s->divergent = divergent;
        if (v->op == IR_LOOP && v->condition && p->shapes.values[v->condition->number].kind == SHAPE_VARYING)
            set_flag(s, &s->diverges[v->number]);
    }
}

/* A variable that is never set may have any value; values made of it may still vary. Returns whether there was one. */
static bool settle_variables(shape_pass *s)
{
    bool some = false;
    for (size_t i = 0; i < s->p->f->variable_count; ++i) {
        if (s->variables[i].kind != SHAPE_NONE) continue;
        s->variables[i] = uniform();
        some = true;
    }
    return some;
}

static void settle(shape_pass *s)
{
    for (size_t i = 0; i < s->p->f->values; ++i)
        if (s->values[i].kind == SHAPE_NONE) s->values[i] = uniform();
}

/* Whether an affine number becomes a wider one that is affine because the narrow one is exact. */
static bool widens_some(const shape *values, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_CONVERT && values[v->number].kind == SHAPE_AFFINE &&
            ir_size(v->type) > ir_size(v->operands[0]->type))
            return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && widens_some(values, v->blocks[k])) return true;
    }
    return false;
}

static void find_shapes(passes *p, bool of_group)
{
    ir_function *f = p->f;
    shape_pass s = {.p = p, .of_group = of_group};
    s.reads = arena_array(f->arena, p->variable_capacity, sizeof *s.reads);
    s.values = arena_array(f->arena, p->value_capacity, sizeof *s.values);
    s.variables = arena_array(f->arena, p->variable_capacity, sizeof *s.variables);
    s.diverges = arena_array(f->arena, p->value_capacity, sizeof *s.diverges);
    s.round_diverges = arena_array(f->arena, p->value_capacity, sizeof *s.round_diverges);
    s.premises = arena_array(f->arena, SHAPE_PREMISES, sizeof *s.premises);
    s.cause = arena_array(f->arena, p->variable_capacity, sizeof *s.cause);
    s.set_partially = arena_array(f->arena, p->variable_capacity, sizeof *s.set_partially);
    p->shapes =
        (shapes_result){s.values, s.variables, s.diverges, s.round_diverges, s.cause, s.set_partially, s.premises, 0};
    for (size_t i = 0; i < f->variable_count && p->regions.stored; ++i)
        if (p->regions.stored[i] == STORED_IN_CONTEXT) s.variables[i] = varying;
    find_reads(&s, f->body);
    s.uses = arena_array(f->arena, p->value_capacity, sizeof *s.uses);
    s.used = arena_array(f->arena, p->value_capacity, sizeof *s.used);
    find_uses(&s, f->body);
    s.divergent = f->is_called; /* by some lanes, maybe */
    do {
        do {
            s.changed = false;
            visit(&s, f->body);
        } while (s.changed);
    } while (settle_variables(&s));
    settle(&s);
    p->shapes.premise_count = widens_some(s.values, f->body) ? s.premise_count : 0;
}

const ir_value *shapes_find_move(const passes *p, const ir_value *pointer)
{
    const shape *values = p->shapes.values;
    for (; pointer->op == IR_MOVE; pointer = pointer->operands[0]) {
        if (values[pointer->operands[1]->number].kind == SHAPE_UNIFORM) continue;
        return values[pointer->operands[0]->number].kind == SHAPE_UNIFORM ? pointer : NULL;
    }
    return NULL;
}

void shapes_run(passes *p)
{
    find_shapes(p, false);
}
void shapes_find_of_group(passes *p)
{
    find_shapes(p, true);
}
