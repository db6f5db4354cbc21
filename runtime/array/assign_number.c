/* The ckernel that assigns numbers: elements that are not contiguous are gathered into a small buffer, converted by one
 * or two loops, and scattered to their addresses. A block with a value that the mode refuses, or with a missing one, is
 * repeated number by number, to find the element and the reason.
 * Knows numbers and strides of two dimensions; must not know arrays.
 *
 * SPDX-License-Identifier: MIT */
#include "array/assign_number.h"
#include "array/convert.h"
#include "array/number.h"
#include "array/type.h"

#include <string.h>

enum {
    LARGEST = 16,  /* bytes of a number */
    BUFFER = 8192, /* bytes: two buffers fit well into the nearest cache */
    RUN = 4096,    /* contiguous elements that are converted at a time without a buffer */
    STAGES = 3,
    CACHE_LINE = 64,
    BY_ROWS = 24,            /* numbers, approximately, from which one more loop costs less than a copy */
    ACROSS = 32,             /* contiguous source elements from which a loop pays */
    BEYOND_CACHES = 1 << 22, /* bytes; after so many, no cache still holds the first when the last is written */
    TRANSPOSE_ROWS = 512     /* rows that are transposed at a time; threads share such pieces */
};

typedef struct number_assign {
    clb_ckernel base;
    const clb_type *dst, *src; /* NULL: bytes */
    clb_assign_mode mode;
    bool one_by_one; /* no loop handles these types */
    bool straight;   /* one stage, which reads and writes contiguous memory itself */
    bool both_parts; /* complex to complex: each number is two for the loops */
    bool part_in,
        part_out; /* from complex to real: takes the real part; from real to complex: the imaginary part is zero */
    bool check_imaginary; /* the imaginary part of the source, with part_in, must be zero */
    clbi_convert *reals;  /* with part_in: from contiguous memory, with that check */
    bool swap_in, swap_out;
    bool copy; /* only moves bytes, in the other order with swap_in */
    uint8_t stages;
    uint16_t block; /* elements whose forms all fit into a buffer */
    clbi_convert *stage[STAGES];
    clbi_convert_strided *strided; /* for elements that are strided on both sides, if nothing is checked; or NULL */
    clbi_convert *none_missing;    /* check of the numbers that are read, or NULL */
    clbi_convert *none_marked; /* check of the results: none may equal the type's mark of a missing value; or NULL */
    size_t in_size, out_size;  /* bytes that are read and written of an element (of one part, with part_in, part_out) */
    size_t dst_size, src_size; /* bytes of an element */
    size_t move_size;          /* bytes that gather moves, with copy */
    clbi_move *gather, *scatter;       /* for in_size and out_size; numbers become native byte order */
    clbi_move_rows *transpose;         /* for in_size */
    clbi_move_rows *transpose_results; /* for dst_size */
    clbi_move_rows *transpose_large;   /* with copy: the same for memory beyond the caches */
    clbi_convert *to_bool;             /* for the imaginary part */
    clbi_move *fill;                   /* for dst_size, bytes unchanged */
} number_assign;

typedef struct buffer {
    _Alignas(64) char bytes[BUFFER];
} buffer;

static int log_size(size_t size)
{
    return size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : size == 8 ? 3 : size == 16 ? 4 : -1;
}

/* ---- Running -------------------------------------------------------------------------------------------------------
 */

/* Number by number. Returns how many are done. */
static size_t assign_slowly(const number_assign *me, char *to, const char *from, const clbi_dim *dim, const char **why)
{
    for (size_t i = 0; i < dim->count; i++) {
        *why = clbi_number_store(me->dst, clbi_number_load(me->src, from + (ptrdiff_t)i * dim->from), me->mode,
                                 to + (ptrdiff_t)i * dim->to);
        if (*why) return i;
    }
    return dim->count;
}

/* The inner loop runs along the longer dimension: the whole block is in the nearest cache. */
static void move_block(clbi_move *move, char *to, const char *from, const clbi_dim *row, const clbi_dim *column)
{
    if (row->count <= column->count)
        for (size_t r = 0; r < row->count; r++)
            move(to + (ptrdiff_t)r * row->to, column->to, from + (ptrdiff_t)r * row->from, column->from, column->count);
    else
        for (size_t c = 0; c < column->count; c++)
            move(to + (ptrdiff_t)c * column->to, row->to, from + (ptrdiff_t)c * column->from, row->from, row->count);
}

/* Makes the numbers of a block contiguous. False if an imaginary part is not zero. */
static bool gather_block(const number_assign *me, char *gathered, const char *from, const clbi_dim *row,
                         const clbi_dim *column)
{
    const size_t rows = row->count, columns = column->count;
    const ptrdiff_t in = (ptrdiff_t)me->in_size, to_row = in * (ptrdiff_t)columns;
    const clbi_dim gathered_row = {rows, to_row, row->from}, gathered_column = {columns, in, column->from};
    if (me->check_imaginary) {
        buffer parts, set;
        parts.bytes[0] = 0; /* there is at least one number, which gcc 12 at -O3 does not see */
        move_block(me->gather, parts.bytes, from + in, &gathered_row, &gathered_column);
        (void)me->to_bool(set.bytes, parts.bytes, rows * columns);
        if (memchr(set.bytes, 1, rows * columns)) return false;
    }
    if (me->both_parts && me->swap_in) {
        const ptrdiff_t half = in / 2;
        move_block(me->gather, gathered, from, &gathered_row, &gathered_column);
        move_block(me->gather, gathered + half, from + half, &gathered_row, &gathered_column);
    } else if (row->from == in && rows > 1 && columns > 1 && !me->swap_in) {
        me->transpose(gathered, (const ptrdiff_t[]){to_row, in}, from, (const ptrdiff_t[]){in, column->from}, rows,
                      columns);
    } else {
        move_block(me->gather, gathered, from, &gathered_row, &gathered_column);
    }
    return true;
}

/* A block of at most me->block elements. False: it must be done number by number. */
static bool convert_block(const number_assign *me, char *to, const char *from, const clbi_dim *row,
                          const clbi_dim *column)
{
    buffer space[2];
    const size_t rows = row->count, columns = column->count, count = rows * columns;
    const size_t numbers = me->both_parts ? 2 * count : count;
    const ptrdiff_t in = (ptrdiff_t)me->in_size, out = (ptrdiff_t)me->out_size;
    const bool out_in_place =
        !me->swap_out && !me->part_out && column->to == out && (rows == 1 || row->to == out * (ptrdiff_t)columns);
    const char *at = from;
    int next = 0;
    if (me->reals && column->from == 2 * in && (rows == 1 || row->from == column->from * (ptrdiff_t)columns)) {
        char *made = me->stages == 0 && out_in_place ? to : space[next].bytes;
        if (!me->reals(made, from, count)) return false;
        at = made;
        next = 1;
    } else if (me->swap_in || column->from != in || (rows > 1 && row->from != in * (ptrdiff_t)columns)) {
        if (!gather_block(me, space[next].bytes, from, row, column)) return false;
        at = space[next].bytes;
        next = 1;
    }
    if (me->none_missing && !me->none_missing(NULL, at, numbers)) return false;
    /* Rows that are long enough get a loop of their own. */
    const bool by_rows = !out_in_place && !me->swap_out && !me->part_out && column->to == out && columns >= BY_ROWS;
    for (uint8_t s = 0; s < me->stages; s++) {
        if (by_rows && s + 1 == me->stages) {
            const ptrdiff_t size = s == 0 ? in : (ptrdiff_t)sizeof(float); /* float is the type between two stages */
            const ptrdiff_t step = size * (ptrdiff_t)columns;
            for (size_t r = 0; r < rows; r++) {
                char *made = to + (ptrdiff_t)r * row->to;
                if (!me->stage[s](made, at + (ptrdiff_t)r * step, numbers / rows)) return false;
                if (me->none_marked && !me->none_marked(NULL, made, numbers / rows)) return false;
            }
            return true;
        }
        char *made = s + 1 == me->stages && out_in_place ? to : space[next].bytes;
        if (!me->stage[s](made, at, numbers)) return false;
        at = made;
        next = 1 - next;
    }
    if (me->none_marked && !me->none_marked(NULL, at, numbers)) return false;
    if (at == to) return true;
    const clbi_dim scattered_row = {rows, row->to, out * (ptrdiff_t)columns},
                   scattered_column = {columns, column->to, out};
    if (me->both_parts && me->swap_out) {
        const ptrdiff_t half = out / 2;
        move_block(me->scatter, to, at, &scattered_row, &scattered_column);
        move_block(me->scatter, to + half, at + half, &scattered_row, &scattered_column);
        return true;
    }
    move_block(me->scatter, to, at, &scattered_row, &scattered_column);
    if (me->part_out) {
        static const char zero[LARGEST] = {0};
        move_block(me->scatter, to + out, zero, &(clbi_dim){rows, row->to, 0}, &(clbi_dim){columns, column->to, 0});
    }
    return true;
}

static void copy_block(const number_assign *me, char *to, const char *from, const clbi_dim *row, const clbi_dim *column)
{
    const ptrdiff_t size = (ptrdiff_t)me->src_size;
    const size_t rows = row->count, columns = column->count;
    if (!me->swap_in && column->to == size && column->from == size) {
        for (size_t r = 0; r < rows; r++)
            memcpy(to + (ptrdiff_t)r * row->to, from + (ptrdiff_t)r * row->from, columns * me->src_size);
    } else if (!me->swap_in && rows > 1 && columns > 1 && column->to == size && row->from == size && me->transpose) {
        me->transpose(to, (const ptrdiff_t[]){row->to, size}, from, (const ptrdiff_t[]){size, column->from}, rows,
                      columns);
    } else if (me->gather) {
        for (ptrdiff_t part = 0; part < size; part += (ptrdiff_t)me->move_size)
            move_block(me->gather, to + part, from + part, row, column);
    } else {
        for (size_t r = 0; r < rows; r++)
            for (size_t c = 0; c < columns; c++)
                memcpy(to + (ptrdiff_t)r * row->to + (ptrdiff_t)c * column->to,
                       from + (ptrdiff_t)r * row->from + (ptrdiff_t)c * column->from, me->src_size);
    }
}

static size_t number_strided(char *dst, ptrdiff_t dst_stride, const char *const *src, const ptrdiff_t *src_strides,
                             size_t count, const clb_ckernel *self, clb_ckernel_call *call)
{
    const number_assign *me = (const number_assign *)self;
    const char *from = src[0];
    const clbi_dim one = {1, 0, 0};
    if (count == 0) return 0;
    if (count == 1) dst_stride = (ptrdiff_t)me->dst_size;
    const ptrdiff_t stride = count == 1 ? (ptrdiff_t)me->src_size : src_strides[0];
    if (me->copy) {
        copy_block(me, dst, from, &one, &(clbi_dim){count, dst_stride, stride});
        return count;
    }
    if (stride == 0) {
        /* One number, converted once. */
        char made[LARGEST];
        if (number_strided(made, (ptrdiff_t)me->dst_size, src, src_strides, 1, self, call) == 0) return 0;
        me->fill(dst, dst_stride, made, 0, count);
        return count;
    }
    const bool straight = me->straight && dst_stride == (ptrdiff_t)me->dst_size && stride == (ptrdiff_t)me->src_size;
    if (me->strided && dst_stride != (ptrdiff_t)me->dst_size && stride != (ptrdiff_t)me->src_size) {
        me->strided(dst, dst_stride, from, stride, count);
        return count;
    }
    const size_t step = straight ? RUN : me->block;
    for (size_t done = 0; done < count; done += step) {
        const size_t n = count - done < step ? count - done : step;
        char *to = dst + (ptrdiff_t)done * dst_stride;
        const char *at = from + (ptrdiff_t)done * stride;
        const char *why = NULL;
        if (straight
                ? me->stage[0](to, at, me->both_parts ? 2 * n : n) && (!me->none_marked || me->none_marked(NULL, to, n))
                : !me->one_by_one && convert_block(me, to, at, &one, &(clbi_dim){n, dst_stride, stride}))
            continue;
        const size_t well = assign_slowly(me, to, at, &(clbi_dim){n, dst_stride, stride}, &why);
        if (well == n) continue;
        (void)clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, why);
        clb_ckernel_fail_at(call, done + well);
        return done + well;
    }
    return count;
}

static size_t number_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    const number_assign *me = (const number_assign *)self;
    const ptrdiff_t stride = (ptrdiff_t)me->src_size;
    if (number_strided(dst, (ptrdiff_t)me->dst_size, src, &stride, 1, self, call) == 1) return 1;
    call->depth = 0; /* a single element has no index */
    return 0;
}

bool clbi_assign_has_blocks(const clb_ckernel *self)
{
    return clb_ckernel_get_strided(self) == number_strided;
}

/* A run of contiguous elements within one row of `to`. False if one is refused. */
static bool convert_run(const number_assign *me, char *to, ptrdiff_t to_stride, const char *from, ptrdiff_t stride,
                        size_t count)
{
    clb_ckernel_call call;
    call.scratch = NULL; /* a failure writes the rest */
    return number_strided(to, to_stride, &from, &stride, count, &me->base, &call) == count;
}

/* Rows that all have the same source: the first is converted, the others are copies of it. */
static bool repeat_row(const number_assign *me, char *to, const char *from, const clbi_dim *row, const clbi_dim *column)
{
    const size_t size = column->count * me->dst_size;
    if (!convert_run(me, to, column->to, from, column->from, column->count)) return false;
    for (size_t r = 1; r < row->count; r++) memcpy(to + (ptrdiff_t)r * row->to, to, size);
    return true;
}

/* Rows of one element each, which are converted as one run. */
static bool fill_rows(const number_assign *me, char *to, const char *from, const clbi_dim *row, const clbi_dim *column)
{
    buffer made;
    const size_t size = me->dst_size, most = BUFFER / size;
    for (size_t r = 0; r < row->count; r += most) {
        const size_t rows = row->count - r < most ? row->count - r : most;
        if (!convert_run(me, made.bytes, (ptrdiff_t)size, from + (ptrdiff_t)r * row->from, row->from, rows))
            return false;
        for (size_t i = 0; i < rows; i++)
            me->fill(to + (ptrdiff_t)(r + i) * row->to, column->to, made.bytes + i * size, 0, column->count);
    }
    return true;
}

/* Elements that are contiguous in the source are converted as they are, and transposed on their way from the buffer. */
static bool convert_across(const number_assign *me, char *to, const char *from, const clbi_dim *row,
                           const clbi_dim *column)
{
    buffer made;
    const size_t size = me->dst_size, wide = CACHE_LINE / size, high = BUFFER / CACHE_LINE;
    for (size_t r = 0; r < row->count; r += high) {
        const size_t rows = row->count - r < high ? row->count - r : high;
        const ptrdiff_t made_column = (ptrdiff_t)(rows * size);
        for (size_t c = 0; c < column->count; c += wide) {
            const size_t columns = column->count - c < wide ? column->count - c : wide;
            const char *at = from + (ptrdiff_t)r * row->from + (ptrdiff_t)c * column->from;
            for (size_t i = 0; i < columns; i++, at += column->from)
                if (!convert_run(me, made.bytes + (ptrdiff_t)i * made_column, (ptrdiff_t)size, at, row->from, rows))
                    return false;
            me->transpose_results(to + (ptrdiff_t)r * row->to + (ptrdiff_t)c * column->to,
                                  (const ptrdiff_t[]){row->to, column->to}, made.bytes,
                                  (const ptrdiff_t[]){(ptrdiff_t)size, made_column}, rows, columns);
        }
    }
    return true;
}

/* The same for numbers that become larger: they are transposed first, and converted on their way from the buffer. */
static bool convert_turned(const number_assign *me, char *to, const char *from, const clbi_dim *row,
                           const clbi_dim *column)
{
    enum { WIDE = 128 };
    buffer transposed;
    const size_t size = me->src_size, high = BUFFER / WIDE / size, parts = me->both_parts ? 2 : 1;
    for (size_t r = 0; r < row->count; r += high) {
        const size_t rows = row->count - r < high ? row->count - r : high;
        for (size_t c = 0; c < column->count; c += WIDE) {
            const size_t columns = column->count - c < WIDE ? column->count - c : WIDE;
            char *at = to + (ptrdiff_t)r * row->to + (ptrdiff_t)c * column->to;
            me->transpose(transposed.bytes, (const ptrdiff_t[]){(ptrdiff_t)(columns * size), (ptrdiff_t)size},
                          from + (ptrdiff_t)r * row->from + (ptrdiff_t)c * column->from,
                          (const ptrdiff_t[]){row->from, column->from}, rows, columns);
            for (size_t i = 0; i < rows; i++, at += row->to)
                if (!me->stage[0](at, transposed.bytes + i * columns * size, columns * parts)) return false;
        }
    }
    return true;
}

bool clbi_assign_block(const clb_ckernel *self, char *to, const char *from, const clbi_dim *row, const clbi_dim *column)
{
    const number_assign *me = (const number_assign *)self;
    const bool dense = column->to == (ptrdiff_t)me->dst_size;
    if (row->from == 0 && dense && (size_t)row->to >= column->count * me->dst_size && row->count > 1)
        return repeat_row(me, to, from, row, column);
    if (column->from == 0 && me->fill && column->count > 1) return fill_rows(me, to, from, row, column);
    if (me->copy) {
        copy_block(me, to, from, row, column);
        return true;
    }
    if (dense && row->from == (ptrdiff_t)me->src_size && row->count > 1 && column->count > 1) {
        if (me->straight && me->dst_size > me->src_size && column->count >= ACROSS) {
            if (convert_turned(me, to, from, row, column)) return true;
        } else if (row->count >= ACROSS) {
            return convert_across(me, to, from, row, column);
        }
    }
    for (size_t r = 0, rows; r < row->count; r += rows) {
        const size_t left = row->count - r;
        const size_t most = column->count < me->block ? me->block / column->count : 1;
        rows = left < most ? left : most;
        for (size_t c = 0, columns; c < column->count; c += columns) {
            columns = column->count - c < me->block ? column->count - c : me->block;
            char *at = to + (ptrdiff_t)r * row->to + (ptrdiff_t)c * column->to;
            const char *source = from + (ptrdiff_t)r * row->from + (ptrdiff_t)c * column->from;
            const char *why = NULL;
            if (!me->one_by_one && convert_block(me, at, source, &(clbi_dim){rows, row->to, row->from},
                                                 &(clbi_dim){columns, column->to, column->from}))
                continue;
            for (size_t i = 0; i < rows; i++)
                if (assign_slowly(me, at + (ptrdiff_t)i * row->to, source + (ptrdiff_t)i * row->from,
                                  &(clbi_dim){columns, column->to, column->from}, &why) < columns)
                    return false;
        }
    }
    return true;
}

bool clbi_assign_run(const clb_ckernel *self, char *to, const char *from, const clbi_dim *column)
{
    return convert_run((const number_assign *)self, to, column->to, from, column->from, column->count);
}

bool clbi_assign_transposes(const clb_ckernel *self, const clbi_dim *row, const clbi_dim *column, size_t *rows,
                            size_t *columns)
{
    const number_assign *me = (const number_assign *)self;
    const size_t size = me->src_size;
    if (!clbi_assign_has_blocks(self) || !me->copy || me->swap_in || !me->transpose_large) return false;
    if (column->to != (ptrdiff_t)size || row->from != (ptrdiff_t)size || row->count < CACHE_LINE / size ||
        column->count < CACHE_LINE / size)
        return false;
    *rows = TRANSPOSE_ROWS;
    *columns = column->count;
    return row->count > BEYOND_CACHES / size / column->count;
}

void clbi_assign_transpose(const clb_ckernel *self, char *to, const char *from, const clbi_dim *row,
                           const clbi_dim *column)
{
    const number_assign *me = (const number_assign *)self;
    me->transpose_large(to, (const ptrdiff_t[]){row->to, column->to}, from,
                        (const ptrdiff_t[]){row->from, column->from}, row->count, column->count);
}

/* ---- Making --------------------------------------------------------------------------------------------------------
 */

/* The core type of a kind, after the first stage if it has one. */
static clbi_core source_core(clb_type_kind kind)
{
    switch (kind) {
    case CLB_KIND_BOOL: return CLBI_BOOL;
    case CLB_KIND_FLOAT64:
    case CLB_KIND_COMPLEX128: return CLBI_F64;
    case CLB_KIND_FLOAT16:
    case CLB_KIND_BFLOAT16:
    case CLB_KIND_FLOAT32:
    case CLB_KIND_COMPLEX64: return CLBI_F32;
    default: return (clbi_core)(kind - CLB_KIND_INT8); /* both lists have integers in the same order */
    }
}

static bool is_complex(const clb_type *type)
{
    return type->kind == CLB_KIND_COMPLEX64 || type->kind == CLB_KIND_COMPLEX128;
}

static bool is_short_float(const clb_type *type)
{
    return type->kind == CLB_KIND_FLOAT16 || type->kind == CLB_KIND_BFLOAT16;
}

static void add_stage(number_assign *me, clbi_convert *stage)
{
    if (stage) me->stage[me->stages++] = stage;
}

/* A bool that is not optional may have the value 2, which must not become a missing value. */
static bool is_marked_bool(const number_assign *me)
{
    return me->src->kind == CLB_KIND_BOOL && me->dst->kind == CLB_KIND_BOOL && !(me->src->flags & CLB_TYPE_OPTIONAL) &&
           (me->dst->flags & CLB_TYPE_OPTIONAL);
}

static void choose_stages(number_assign *me, const clbi_loops *loops)
{
    const clb_type_kind from = me->src->kind, to = me->dst->kind;
    if (to == CLB_KIND_BOOL && is_complex(me->src)) {
        add_stage(me, loops->bool_of_pair[me->mode != CLB_ASSIGN_NONE][from == CLB_KIND_COMPLEX128]);
        return;
    }
    if (from == to && !is_marked_bool(me)) return;
    const clbi_core source = source_core(from);
    const clbi_core target = is_short_float(me->dst) ? CLBI_ODD : source_core(to);
    if (from == CLB_KIND_FLOAT16) add_stage(me, loops->from_half);
    if (from == CLB_KIND_BFLOAT16) add_stage(me, loops->from_bfloat);
    if (me->part_out && !me->swap_out) {
        add_stage(me, loops->pairs[me->mode][to == CLB_KIND_COMPLEX128][source]);
        me->out_size = me->dst_size;
        me->part_out = false;
        return;
    }
    add_stage(me, loops->core[me->mode][target][source]);
    if (to == CLB_KIND_FLOAT16) add_stage(me, loops->to_half[me->mode]);
    if (to == CLB_KIND_BFLOAT16) add_stage(me, loops->to_bfloat[me->mode]);
}

static void choose_missing(number_assign *me, const clbi_loops *loops)
{
    const clb_type *src = me->src, *dst = me->dst;
    if (!(src->flags & CLB_TYPE_OPTIONAL)) return;
    if (src->kind == dst->kind && (dst->flags & CLB_TYPE_OPTIONAL)) return; /* the same bytes mark it */
    if (src->kind == CLB_KIND_BOOL || is_complex(src)) me->one_by_one = true;
    else if (src->kind >= CLB_KIND_FLOAT16 && dst->kind >= CLB_KIND_FLOAT16) return; /* a NaN stays one */
    else if (is_short_float(src)) me->one_by_one = true;
    else me->none_missing = loops->none_missing[source_core(src->kind)];
}

/* A present number must not become a missing one: the value that marks missing integers of an optional type is
 * refused. */
static void choose_marked(number_assign *me, const clbi_loops *loops)
{
    const clb_type *src = me->src, *dst = me->dst;
    const bool integer = dst->kind >= CLB_KIND_INT8 && dst->kind <= CLB_KIND_UINT64;
    if (!integer || !(dst->flags & CLB_TYPE_OPTIONAL) || me->mode == CLB_ASSIGN_NONE) return;
    if (src->kind == dst->kind && (src->flags & CLB_TYPE_OPTIONAL)) return; /* the source marks it, too */
    me->none_marked = loops->none_missing[source_core(dst->kind)];
}

clb_status clbi_assign_make_number(const clbi_assignment *a, size_t *end, clb_error *error)
{
    const clb_status status = clb_ckernel_reserve_leaf(a->builder, a->offset + sizeof(number_assign), error);
    if (status != CLB_OK) return status;
    const clb_type *const dst = a->dst, *const src = a->src;
    number_assign *me = (number_assign *)clb_ckernel_at(a->builder, a->offset);
    const clbi_loops *loops = clbi_loops_best();
    clb_ckernel_set(&me->base, a->request, number_single, number_strided);
    me->dst = dst;
    me->src = src;
    me->mode = a->mode;
    me->dst_size = me->out_size = dst->size;
    me->src_size = me->in_size = src->size;
    me->swap_in = (src->flags & CLB_TYPE_SWAPPED) != 0;
    me->swap_out = (dst->flags & CLB_TYPE_SWAPPED) != 0;
    if (src->size == 1) me->swap_in = false;
    if (dst->size == 1) me->swap_out = false;
    me->both_parts = is_complex(src) && is_complex(dst);
    me->part_out = is_complex(dst) && !is_complex(src);
    if (dst->kind == CLB_KIND_BOOL && is_complex(src)) me->one_by_one = me->swap_in;
    else me->part_in = is_complex(src) && !is_complex(dst);
    if (me->part_in) me->in_size /= 2;
    if (me->part_out) me->out_size /= 2;
    me->check_imaginary = me->part_in && a->mode >= CLB_ASSIGN_FRACTIONAL;
    if (me->check_imaginary) me->to_bool = loops->core[CLB_ASSIGN_NONE][CLBI_BOOL][source_core(src->kind)];
    if (me->part_in && !me->swap_in) me->reals = loops->reals[me->check_imaginary][src->kind == CLB_KIND_COMPLEX128];
    choose_stages(me, loops);
    choose_missing(me, loops);
    choose_marked(me, loops);
    /* Also between two kinds if their bytes are the same. */
    me->copy =
        me->stages == 0 && !me->part_in && !me->part_out && !me->none_missing && !me->none_marked && !me->one_by_one;
    if (me->copy) me->swap_in = me->swap_out = me->swap_in != me->swap_out;
    const size_t gathered = me->both_parts && me->swap_in ? me->in_size / 2 : me->in_size;
    const size_t scattered = me->both_parts && me->swap_out ? me->out_size / 2 : me->out_size;
    me->gather = (me->swap_in ? loops->swap : loops->move)[log_size(gathered)];
    me->scatter = (me->swap_out ? loops->swap : loops->move)[log_size(scattered)];
    me->transpose = loops->transpose[log_size(me->in_size)];
    me->transpose_large = loops->transpose_large[log_size(me->in_size)];
    me->move_size = gathered;
    me->fill = loops->move[log_size(me->dst_size)];
    me->transpose_results = loops->transpose[log_size(me->dst_size)];
    const size_t wider = dst->size > src->size ? dst->size : src->size;
    /* there may be a float32 between the two */
    me->block = (uint16_t)(BUFFER / (wider > sizeof(float) ? wider : sizeof(float)));
    me->straight = me->stages == 1 && !me->one_by_one && !me->none_missing && !me->swap_in && !me->swap_out &&
                   !me->part_in && !me->part_out;
    if (me->straight && !me->both_parts && !me->none_marked) {
        const clbi_core from = source_core(src->kind), to = source_core(dst->kind);
        if (me->stage[0] == loops->core[CLB_ASSIGN_NONE][to][from]) me->strided = clbi_convert_strided_of(to, from);
    }
    *end = a->offset + CLB_CKERNEL_SIZE(number_assign);
    return CLB_OK;
}

clb_status clbi_assign_make_copy(clb_ckernel_builder *builder, size_t offset, size_t size, clb_ckernel_request request,
                                 size_t *end, clb_error *error)
{
    const clb_status status = clb_ckernel_reserve_leaf(builder, offset + sizeof(number_assign), error);
    if (status != CLB_OK) return status;
    number_assign *me = (number_assign *)clb_ckernel_at(builder, offset);
    const clbi_loops *loops = clbi_loops_best();
    const int number = log_size(size);
    clb_ckernel_set(&me->base, request, number_single, number_strided);
    me->copy = true;
    me->src_size = me->dst_size = me->in_size = me->out_size = me->move_size = size;
    if (number >= 0) {
        me->gather = me->scatter = me->fill = loops->move[number];
        me->transpose = loops->transpose[number];
        me->transpose_large = loops->transpose_large[number];
    }
    *end = offset + CLB_CKERNEL_SIZE(number_assign);
    return CLB_OK;
}
