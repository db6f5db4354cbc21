/* SPDX-License-Identifier: MIT */
#include "array/plan.h"

#include "array/assign_nested.h"
#include "array/type.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHORT_RUN = 64, /* elements; rows up to this length are assigned several at a time */
    ROWS = 256,     /* rows of such a block */
    TILE = 128,     /* rows of a block that is transposed, and its columns */
    TILE_COLUMNS = 128,
    REPEATED = 4096,       /* columns of a block whose rows have the same source */
    PARALLEL_PIECE = 8192, /* elements, approximately, that a thread takes at once */
    PARALLEL_MIN = 65536   /* elements from which a second thread pays */
};

static size_t distance(ptrdiff_t stride)
{
    return stride < 0 ? 0 - (size_t)stride : (size_t)stride;
}

/* ---- Dimensions ----------------------------------------------------------------------------------------------------
 */

bool clbi_plan_opens(const clb_type *type)
{
    return type->kind == CLB_KIND_FIXED || type->kind == CLB_KIND_VECTOR;
}

static void open_one(clb_array *array, size_t count, bool repeat)
{
    const clb_type *type = array->type;
    const clb_type *element = type->kind == CLB_KIND_VECTOR ? clbi_type_part(type) : type->element;
    array->shape[array->dims] = count;
    if (repeat) {
        array->strides[array->dims++] = 0;
        return;
    }
    array->strides[array->dims++] = type->count == 1 && count != 1  ? 0
                                    : type->kind == CLB_KIND_VECTOR ? (ptrdiff_t)element->size
                                                                    : type->stride;
    array->type = element;
}

void clbi_plan_open(clb_array *to, clb_array *from)
{
    while (to->dims < CLB_ARRAY_DIMS && clbi_plan_opens(to->type)) {
        const unsigned depth = clbi_assign_depth(to->type), source = clbi_assign_depth(from->type);
        const size_t count = to->type->count;
        if (depth < source || (depth == source && (!clbi_plan_opens(from->type) ||
                                                   (from->type->count != count && from->type->count != 1))))
            return;
        open_one(to, count, false);
        open_one(from, count, depth > source);
    }
}

/* Whether a comes before b: its stride in the destination is larger, or if equal in the source. */
static bool is_outer(const clbi_dim *a, const clbi_dim *b)
{
    if (a->to != b->to) return distance(a->to) > distance(b->to);
    return distance(a->from) > distance(b->from);
}

bool clbi_plan_make(clbi_plan *plan, const clb_array *to, const clb_array *from)
{
    if (from->dims > to->dims) return false;
    const uint32_t missing = to->dims - from->dims;
    plan->dims = 0;
    plan->to_start = plan->from_start = 0;
    for (uint32_t d = 0; d < to->dims; d++) {
        clbi_dim dim = {to->shape[d], to->strides[d], 0};
        uint32_t at = plan->dims;
        if (d >= missing) {
            const size_t count = from->shape[d - missing];
            if (count == dim.count) dim.from = from->strides[d - missing];
            else if (count != 1) return false;
        }
        if (dim.count <= 1) continue;
        if (dim.to < 0) {
            plan->to_start += (ptrdiff_t)(dim.count - 1) * dim.to;
            plan->from_start += (ptrdiff_t)(dim.count - 1) * dim.from;
            dim.to = -dim.to;
            dim.from = -dim.from;
        }
        for (; at > 0 && is_outer(&dim, &plan->dim[at - 1]); at--) plan->dim[at] = plan->dim[at - 1];
        plan->dim[at] = dim;
        plan->dims++;
    }
    if (plan->dims <= 1) return true;
    uint32_t kept = 0;
    for (uint32_t d = 0; d < plan->dims; d++) {
        const clbi_dim *dim = &plan->dim[d];
        clbi_dim *last = &plan->dim[kept > 0 ? kept - 1 : 0];
        if (kept > 0 && last->to == (ptrdiff_t)dim->count * dim->to && last->from == (ptrdiff_t)dim->count * dim->from)
            *last = (clbi_dim){last->count * dim->count, dim->to, dim->from};
        else plan->dim[kept++] = *dim;
    }
    plan->dims = kept;
    return true;
}

/* ---- Pieces --------------------------------------------------------------------------------------------------------
 */

/* All elements as pieces of `rows` * `columns` (fewer at the ends), numbered with the last digit as the fastest. */
typedef struct pieces {
    const clb_ckernel *kernel;
    char *to;
    const char *from;
    bool blocks, turns;
    clbi_dim row, column; /* whole dimensions; row.count is 1 if pieces are runs */
    size_t rows, columns; /* of a piece */
    uint32_t digits;      /* the outer dimensions, then the pieces along the row dimension, then along the columns' */
    clbi_dim digit[CLB_ARRAY_DIMS + 2];
    atomic_bool *failed;
} pieces;

static bool run_piece(const pieces *p, char *to, const char *from, size_t rows, size_t columns)
{
    if (p->turns) {
        clbi_assign_transpose(p->kernel, to, from, &(clbi_dim){rows, p->row.to, p->row.from},
                              &(clbi_dim){columns, p->column.to, p->column.from});
        return true;
    }
    if (p->blocks)
        return clbi_assign_block(p->kernel, to, from, &(clbi_dim){rows, p->row.to, p->row.from},
                                 &(clbi_dim){columns, p->column.to, p->column.from});
    clb_ckernel_call call;
    call.scratch = NULL; /* ckernels of assignment have no scratch memory; a failure writes the rest */
    return clb_ckernel_run_strided(p->kernel, to, p->column.to, &from, &p->column.from, columns, &call) == columns;
}

static bool run_pieces(const pieces *p, size_t first, size_t end)
{
    size_t at[CLB_ARRAY_DIMS + 2], rest = first;
    const uint32_t r = p->digits - 2, c = p->digits - 1;
    char *to = p->to;
    const char *from = p->from;
    for (uint32_t d = p->digits; d-- > 0; rest /= p->digit[d].count) {
        at[d] = first == 0 ? 0 : rest % p->digit[d].count;
        to += (ptrdiff_t)at[d] * p->digit[d].to;
        from += (ptrdiff_t)at[d] * p->digit[d].from;
    }
    for (size_t i = first; i < end; i++) {
        const size_t rows = p->row.count - at[r] * p->rows, columns = p->column.count - at[c] * p->columns;
        if (!run_piece(p, to, from, rows < p->rows ? rows : p->rows, columns < p->columns ? columns : p->columns))
            return false;
        for (uint32_t d = p->digits; d-- > 0;) {
            const clbi_dim *digit = &p->digit[d];
            if (++at[d] < digit->count) {
                to += digit->to;
                from += digit->from;
                break;
            }
            to -= (ptrdiff_t)(digit->count - 1) * digit->to;
            from -= (ptrdiff_t)(digit->count - 1) * digit->from;
            at[d] = 0;
        }
    }
    return true;
}

static void work(const void *context, void *memory, size_t first, size_t end)
{
    const pieces *p = context;
    (void)memory;
    if (atomic_load_explicit(p->failed, memory_order_relaxed)) return;
    if (!run_pieces(p, first, end)) atomic_store_explicit(p->failed, true, memory_order_relaxed);
}

static clbi_dim digit_of(const clbi_dim *dim, size_t piece)
{
    const size_t count = (dim->count - 1) / piece + 1;
    /* With one piece there is no step, and the product may not fit. */
    return count == 1 ? (clbi_dim){1, 0, 0}
                      : (clbi_dim){count, (ptrdiff_t)piece * dim->to, (ptrdiff_t)piece * dim->from};
}

/* The dimension that forms blocks with the innermost one; dims if there is none. */
static uint32_t find_rows(const clbi_plan *plan, bool *across)
{
    const uint32_t inner = plan->dims - 1;
    uint32_t rows = plan->dims;
    *across = false;
    if (inner == 0) return rows;
    for (uint32_t d = 0; d < inner; d++)
        if (plan->dim[d].from != 0 && distance(plan->dim[d].from) < distance(plan->dim[inner].from) &&
            (rows == plan->dims || distance(plan->dim[d].from) < distance(plan->dim[rows].from)))
            rows = d;
    *across = rows < plan->dims && plan->dim[inner].count >= 4 && plan->dim[rows].count >= 4;
    if (*across) return rows;
    /* Rows that are all one, or of one element each, are converted once. */
    for (uint32_t d = inner; plan->dim[inner].from != 0 && d-- > 0;)
        if (plan->dim[d].from == 0) return d;
    return plan->dim[inner].count < SHORT_RUN || plan->dim[inner].from == 0 ? inner - 1 : plan->dims;
}

bool clbi_plan_run(const clbi_plan *plan, const clb_ckernel *kernel, char *to, const char *from, clbi_pool *pool)
{
    static const clbi_dim one = {1, 0, 0};
    const uint32_t inner = plan->dims > 0 ? plan->dims - 1 : 0;
    bool across = false;
    atomic_bool failed;
    pieces p;
    size_t count = 1;
    to += plan->to_start;
    from += plan->from_start;
    if (plan->dims <= 1 && !pool) {
        clb_ckernel_call call;
        call.scratch = NULL;
        const clbi_dim *dim = plan->dims ? &plan->dim[0] : &one;
        return clb_ckernel_run_strided(kernel, to, dim->to, &from, &dim->from, dim->count, &call) == dim->count;
    }
    p.kernel = kernel;
    p.to = to;
    p.from = from;
    p.digits = 0;
    p.failed = &failed;
    const uint32_t rows = clbi_assign_has_blocks(kernel) && plan->dims > 0 ? find_rows(plan, &across) : plan->dims;
    p.blocks = rows < plan->dims;
    p.column = plan->dims > 0 ? plan->dim[inner] : one;
    p.row = p.blocks ? plan->dim[rows] : one;
    for (uint32_t d = 0; d < plan->dims; d++) {
        count *= plan->dim[d].count;
        if (d != inner && d != rows) p.digit[p.digits++] = plan->dim[d];
    }
    const bool shared = pool && count >= PARALLEL_MIN;
    p.rows = across ? TILE : p.blocks ? ROWS : 1;
    p.columns = across ? TILE_COLUMNS : shared ? PARALLEL_PIECE : p.column.count;
    if (p.blocks && p.row.from == 0) p.columns = REPEATED;
    p.turns = across && clbi_assign_transposes(kernel, &p.row, &p.column, &p.rows, &p.columns);
    p.digit[p.digits++] = digit_of(&p.row, p.rows);
    p.digit[p.digits++] = digit_of(&p.column, p.columns);
    size_t all = 1;
    for (uint32_t d = 0; d < p.digits; d++) all *= p.digit[d].count;
    if (!shared) return run_pieces(&p, 0, all);
    atomic_init(&failed, false);
    const size_t piece =
        (p.rows < p.row.count ? p.rows : p.row.count) * (p.columns < p.column.count ? p.columns : p.column.count);
    const clbi_work job = {
        .run = work, .context = &p, .count = all, .grain = piece < PARALLEL_PIECE ? PARALLEL_PIECE / piece : 1};
    if (!clbi_pool_run(pool, &job)) return run_pieces(&p, 0, all);
    return !atomic_load_explicit(&failed, memory_order_relaxed);
}
