/* Sums of queries such as get_global_id(0), as 32-bit numbers. Compilers do not see that neighbours stay adjacent if
 * a 64-bit number is truncated. So the loop over the work-items has the first one's number in a variable, and counts
 * on from it, in pieces in which that does not overflow. See scalar_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/scalar_state.h"

/* SUMS: most sums of a loop. VALUES: most values of a sum. FACTOR: most factor of an id. */
enum { SUMS = 8, VALUES = 16, FACTOR = 4096 };

static bool is_moving(const scalar_writer *s, const ir_value *v)
{
    const bool is_id = v->op == IR_QUERY && (v->query == IR_GLOBAL_ID || v->query == IR_LOCAL_ID);
    return is_id && v->index == (s->loops.columns ? 1 : 0);
}

/* The step of the sum between work-items of the loop; false: it is no such sum. */
static bool find_step(const scalar_writer *s, const ir_value *v, unsigned *budget, int64_t *step)
{
    int64_t x = 0, y = 0;
    if (!*budget || !ir_is_integer(v->type)) return false;
    --*budget;
    *step = is_moving(s, v);
    if (v->op == IR_QUERY || v->op == IR_CONSTANT) return true;
    if (v->op == IR_ARGUMENT) return !type_is_vector(v->symbol->type);
    if (v->op == IR_CONVERT) return find_step(s, v->operands[0], budget, &x) && x == 0;
    if (v->op != IR_ADD && v->op != IR_SUBTRACT && v->op != IR_MULTIPLY) return false;
    const ir_value *left = v->operands[0], *right = v->operands[1];
    if (ir_size(v->type) < 4 || !find_step(s, left, budget, &x) || !find_step(s, right, budget, &y)) return false;
    if (v->op == IR_MULTIPLY) {
        const ir_value *by = x ? right : left;
        if ((x || y) && (by->op != IR_CONSTANT || by->bits > FACTOR)) return false;
        *step = x || y ? (x + y) * (int64_t)by->bits : 0;
    } else {
        *step = v->op == IR_ADD ? x + y : x - y;
    }
    /* Only sums that wrap as unsigned numbers can be computed for any work-item. */
    return (!ir_is_signed(v->type) || *step == 0) && *step <= INT32_MAX && *step >= INT32_MIN;
}

static const scalar_sum *find_sum(const scalar_writer *s, const ir_value *wide)
{
    for (size_t i = 0; i < s->loops.sum_count; ++i)
        if (ir_is_same(s->loops.sums[i].wide, wide)) return &s->loops.sums[i];
    return NULL;
}

/* Local ids fit an int. */
static bool is_local_id(const ir_value *v)
{
    return v->op == IR_QUERY && v->query == IR_LOCAL_ID;
}

static void add_sums(scalar_writer *s, ir_value *const *items, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = items[i];
        const bool cuts =
            v->op == IR_CONVERT && v->type == IR_I32 && v->operands[0]->type == IR_U64 && s->values.uses[v->number];
        unsigned budget = VALUES;
        int64_t step = 0;
        if (cuts && !is_local_id(v->operands[0]) && s->loops.sum_count < SUMS &&
            find_step(s, v->operands[0], &budget, &step) && step && !find_sum(s, v->operands[0]))
            s->loops.sums[s->loops.sum_count++] = (scalar_sum){v->operands[0], step};
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) add_sums(s, v->blocks[k]->items, v->blocks[k]->count);
    }
}

/* The sum's value for the work-item `from`. */
static const char *first_of(scalar_writer *s, const ir_value *v)
{
    static const char *const signs[IR_OP_COUNT] = {[IR_ADD] = "+", [IR_SUBTRACT] = "-", [IR_MULTIPLY] = "*"};
    if (is_moving(s, v))
        return v->query == IR_LOCAL_ID ? "(uint64_t)from"
               : s->loops.columns      ? "(uint64_t)(by + from)"
                                       : "(uint64_t)(bx + from)";
    if (ir_is_leaf(v)) return scalar_operand(s, v, LEVEL_UNARY);
    const char *x = first_of(s, v->operands[0]);
    if (v->op == IR_CONVERT) return arena_printf(s->c.a, "(%s)%s", cgen_c_type(v->type), x);
    return arena_printf(s->c.a, "(%s %s %s)", x, signs[v->op], first_of(s, v->operands[1]));
}

bool scalar_sums_begin(scalar_writer *s, ir_value *const *items, size_t count)
{
    const char d = s->loops.columns ? 'y' : 'x';
    const char *all = NULL;
    s->loops.sums = arena_array(s->c.a, SUMS, sizeof *s->loops.sums);
    s->loops.sum_count = 0;
    add_sums(s, items, count);
    if (!s->loops.sum_count) return false;
    scalar_line(s, "for (size_t from = 0, until; from < n%c; from = until) {", d);
    ++s->c.w.indent;
    for (size_t i = 0; i < s->loops.sum_count; ++i) {
        scalar_line(s, "const uint64_t wide_%zu = %s;", i, first_of(s, s->loops.sums[i].wide));
        scalar_line(s, "const int32_t id_%zu = (int32_t)wide_%zu;", i, i);
        const char *text =
            arena_printf(s->c.a, "clbn_stays_int(wide_%zu, n%c - from, %lld)", i, d, (long long)s->loops.sums[i].step);
        all = all ? arena_printf(s->c.a, "%s && %s", all, text) : text;
    }
    scalar_line(s, "until = %s ? n%c : from + 1;", all, d);
    scalar_line(s, "CLBN_ASSUME(until - from <= INT32_MAX);");
    return true;
}

void scalar_sums_end(scalar_writer *s)
{
    if (s->loops.sum_count) scalar_close(s);
    s->loops.sum_count = 0;
}

const char *scalar_sum_text(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    if (v->type != IR_I32 || v->operands[0]->type != IR_U64) return NULL;
    *level = LEVEL_UNARY;
    if (is_local_id(v->operands[0])) return arena_printf(s->c.a, "(int32_t)l%c", "xyz"[v->operands[0]->index]);
    const scalar_sum *sum = find_sum(s, v->operands[0]);
    if (!sum) return NULL;
    const char d = s->loops.columns ? 'y' : 'x';
    *level = LEVEL_ADD;
    const char *text = arena_printf(s->c.a, "id_%zu + (int32_t)(l%c - from)", (size_t)(sum - s->loops.sums), d);
    return sum->step == 1 ? text : arena_printf(s->c.a, "%s * %lld", text, (long long)sum->step);
}
