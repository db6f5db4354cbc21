/* See order.h.
 * SPDX-License-Identifier: MIT */
#include "lower/order.h"

enum {
    LINE = 64,  /* bytes of a cache line */
    VALUES = 64 /* most values of an address that are visited */
};

/* How a value changes from one work-item to the next along one dimension. */
typedef enum step_kind {
    STEP_KNOWN,  /* by `step` */
    STEP_LARGE,  /* by an amount that is known at run time, such as a matrix's width */
    STEP_UNKNOWN /* in another way */
} step_kind;

typedef struct id_step {
    step_kind kind;
    int64_t step;
} id_step;

typedef struct step_search {
    unsigned dimension, budget;
} step_search;

static const id_step unknown = {STEP_UNKNOWN, 0};

static id_step sum(id_step x, id_step y, bool subtracts)
{
    if (x.kind == STEP_UNKNOWN || y.kind == STEP_UNKNOWN) return unknown;
    if (x.kind == STEP_LARGE || y.kind == STEP_LARGE) return (id_step){STEP_LARGE, 0};
    const uint64_t a = (uint64_t)x.step, b = (uint64_t)y.step;
    return (id_step){STEP_KNOWN, (int64_t)(subtracts ? a - b : a + b)};
}

/* `factor`: the other one, if it is constant. */
static id_step times(id_step x, const ir_value *factor)
{
    if (x.kind != STEP_KNOWN) return x;
    if (factor->op != IR_CONSTANT) return x.step ? (id_step){STEP_LARGE, 0} : x;
    return (id_step){STEP_KNOWN, (int64_t)((uint64_t)x.step * factor->bits)};
}

static bool is_same_for_all(id_step x)
{
    return x.kind == STEP_KNOWN && !x.step;
}

static id_step step_of(step_search *s, const ir_value *v)
{
    if (!s->budget) return unknown;
    --s->budget;
    switch (v->op) {
    case IR_CONSTANT:
    case IR_ARGUMENT:
    case IR_LOCAL:
    case IR_OBJECT: return (id_step){STEP_KNOWN, 0};
    case IR_QUERY:
        if (v->query == IR_LANE) return unknown;
        return (id_step){STEP_KNOWN, (v->query == IR_GLOBAL_ID || v->query == IR_LOCAL_ID) && v->index == s->dimension};
    case IR_CONVERT: return ir_is_integer(v->type) && ir_size(v->type) >= 4 ? step_of(s, v->operands[0]) : unknown;
    case IR_ADD:
    case IR_SUBTRACT: {
        const id_step x = step_of(s, v->operands[0]), y = step_of(s, v->operands[1]);
        return sum(x, y, v->op == IR_SUBTRACT);
    }
    case IR_MULTIPLY: {
        const id_step x = step_of(s, v->operands[0]), y = step_of(s, v->operands[1]);
        if (is_same_for_all(y)) return times(x, v->operands[1]);
        return is_same_for_all(x) ? times(y, v->operands[0]) : unknown;
    }
    case IR_MOVE: {
        const id_step by = step_of(s, v->operands[1]);
        const id_step bytes =
            by.kind == STEP_KNOWN ? (id_step){STEP_KNOWN, (int64_t)((uint64_t)by.step * v->bits)} : by;
        return sum(step_of(s, v->operands[0]), bytes, false);
    }
    default: return unknown;
    }
}

static bool is_far(id_step x)
{
    return x.kind == STEP_LARGE || (x.kind == STEP_KNOWN && (x.step >= LINE || x.step <= -LINE));
}

static bool is_column(const ir_value *pointer)
{
    step_search along_x = {0, VALUES}, along_y = {1, VALUES};
    const id_step y = step_of(&along_y, pointer);
    return y.kind == STEP_KNOWN && y.step && !is_far(y) && is_far(step_of(&along_x, pointer));
}

static bool has_column(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if ((v->op == IR_LOAD || v->op == IR_STORE) && is_column(v->operands[0])) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && has_column(v->blocks[k])) return true;
    }
    return false;
}

bool order_is_column(const ir_value *pointer, size_t size)
{
    step_search along_y = {1, VALUES};
    const int64_t bytes = (int64_t)size;
    if (!is_column(pointer)) return false;
    const id_step y = step_of(&along_y, pointer);
    return y.step == bytes || y.step == -bytes;
}

bool order_wants_columns(const ir_function *f)
{
    return has_column(f->body);
}
