/* Classes of accesses, see access.h.
 * SPDX-License-Identifier: MIT */
#include "lower/access.h"

#include "clc/facts.h"

#include <string.h>

enum {
    OPERATIONS = 16, /* most operations of an index that are visited */
    TABLE_LEAST = 16,
    TABLE_MOST = 256 /* bytes of a table, in C */
};

const char *access_kind_name(access_kind kind)
{
#define X(name, text) text,
    static const char *const names[] = {ACCESS_KINDS(X)};
#undef X
    return names[kind];
}

const char *access_unit_name(access_unit unit)
{
#define X(name, text) text,
    static const char *const names[] = {ACCESS_UNITS(X)};
#undef X
    return names[unit];
}

/* ---- addresses ---- */

/* Whether the steps between lanes are equal; *has_step: they are not zero. Signed numbers of 32 bits do not overflow.
 */
static bool find_progression(const passes *p, const ir_value *v, unsigned *budget, bool *has_step)
{
    const shape value_shape = p->shapes.values[v->number];
    bool x = false, y = false;
    if (!ir_is_integer(v->type) || ir_size(v->type) < 4 || v->type == IR_U32) return false;
    if (value_shape.kind == SHAPE_AFFINE && value_shape.exact == SHAPE_WRAPS && ir_size(v->type) == 4) return false;
    if (value_shape.kind != SHAPE_VARYING) {
        *has_step = value_shape.kind == SHAPE_AFFINE;
        return true;
    }
    if (!*budget) return false;
    --*budget;
    if (v->op == IR_CONVERT && v->operands[0]->type != IR_BOOL && ir_size(v->operands[0]->type) <= ir_size(v->type))
        return find_progression(p, v->operands[0], budget, has_step);
    if (v->op != IR_ADD && v->op != IR_SUBTRACT && v->op != IR_MULTIPLY) return false;
    if (!find_progression(p, v->operands[0], budget, &x) || !find_progression(p, v->operands[1], budget, &y))
        return false;
    *has_step = x || y;
    return v->op != IR_MULTIPLY || x != y;
}

static bool is_progression(const passes *p, const ir_value *v)
{
    unsigned budget = OPERATIONS;
    bool has_step = false;
    return !p->shapes.values[v->number].step && find_progression(p, v, &budget, &has_step) && has_step;
}

/* x[c ? i : j] with a uniform c, where both are uniform or affine. */
static bool is_either(const passes *p, const ir_value *pointer)
{
    const shape *values = p->shapes.values;
    if (pointer->op != IR_MOVE || pointer->bits > 4096) return false;
    const ir_value *by = pointer->operands[1];
    while (by->op == IR_CONVERT && ir_is_integer(by->operands[0]->type) &&
           ir_size(by->operands[0]->type) == ir_size(by->type))
        by = by->operands[0];
    if (by->op != IR_SELECT || ir_size(by->type) != 8) return false;
    if (values[pointer->operands[0]->number].kind != SHAPE_UNIFORM) return false;
    if (values[by->operands[0]->number].kind != SHAPE_UNIFORM) return false;
    for (int k = 1; k < 3; ++k) {
        const shape value_shape = values[by->operands[k]->number];
        if (value_shape.kind == SHAPE_VARYING || value_shape.step > 4096 || value_shape.step < -4096) return false;
    }
    return true;
}

size_t access_table_bytes(const symbol *constant)
{
    const type *t = constant->type;
    size_t bytes = TABLE_LEAST;
    if (t->kind != TYPE_ARRAY || !type_is_arithmetic(t->base) || type_size(t->base) > 4 || !facts_is_fixed(constant))
        return 0;
    while (bytes < type_size(t) && bytes <= TABLE_MOST) bytes *= 2;
    return bytes <= TABLE_MOST ? bytes : 0;
}

/* Makes the class of a load that of a table look-up, if it is one. */
static void find_table(const ir_value *v, access *a)
{
    const ir_value *at = a->pointer;
    const bool is_varying = a->kind == ACCESS_ANY || a->kind == ACCESS_GATHER || a->kind == ACCESS_NEAR;
    const bool is_number = ir_is_integer(v->type) || v->type == IR_F32;
    if (!is_varying || !is_number || v->op != IR_LOAD || v->components > 1 || at->op != IR_MOVE) return;
    if (at->bits != ir_size(v->type) || at->operands[0]->op != IR_OBJECT) return;
    const symbol *table = at->operands[0]->symbol;
    if (!access_table_bytes(table) || type_size(table->type->base) != at->bits) return;
    const ir_value *by = at->operands[1];
    a->kind = ACCESS_TABLE;
    a->move = at;
    a->index = by->op == IR_CONVERT && ir_is_integer(by->operands[0]->type) ? by->operands[0] : by;
}

bool access_is_bound(const ir_value *v)
{
    return v->op == IR_CALL && v->type == IR_I32 && v->operand_count == 2 &&
           (strcmp(v->name, "min") == 0 || strcmp(v->name, "max") == 0);
}

const ir_value *access_next_of_clamped(const passes *p, const ir_value *v)
{
    const shape *values = p->shapes.values;
    if (v->type != IR_I32 || (v->op != IR_ADD && v->op != IR_SUBTRACT && !access_is_bound(v))) return NULL;
    if (values[v->operands[1]->number].kind == SHAPE_UNIFORM) return v->operands[0];
    return v->op != IR_SUBTRACT && values[v->operands[0]->number].kind == SHAPE_UNIFORM ? v->operands[1] : NULL;
}

static bool is_clamped(const passes *p, const ir_value *index)
{
    bool has_bound = false;
    for (unsigned n = 0; index && n < OPERATIONS; ++n) {
        const shape s = p->shapes.values[index->number];
        if (s.kind == SHAPE_AFFINE) return has_bound && s.step == 1;
        has_bound |= access_is_bound(index);
        index = access_next_of_clamped(p, index);
    }
    return false;
}

/* Whether an index is made of parts that step back and forth: of the bits of an id, or of its quotient and remainder.
 */
static bool is_close(const passes *p, const ir_value *v)
{
    for (unsigned n = 0; n < OPERATIONS; ++n) {
        const bool is_sum = v->op == IR_ADD || v->op == IR_SUBTRACT || v->op == IR_OR;
        if (v->op == IR_XOR) return true;
        if (v->op != IR_CONVERT && v->op != IR_MULTIPLY && v->op != IR_LEFT && !is_sum) return false;
        size_t varying = 0, at = 0;
        for (size_t i = 0; i < v->operand_count; ++i) {
            if (p->shapes.values[v->operands[i]->number].kind == SHAPE_UNIFORM) continue;
            ++varying;
            at = i;
        }
        if (varying != 1) return is_sum;
        v = v->operands[at];
    }
    return false;
}

/* Of a varying pointer. */
static void classify_varying(const passes *p, size_t size, access *a)
{
    a->kind = ACCESS_ANY;
    a->move = shapes_find_move(p, a->pointer);
    if (!a->move) return;
    const ir_value *by = a->move->operands[1];
    if (is_progression(p, by)) {
        a->kind = ACCESS_PROGRESSION;
        return;
    }
    a->index = by->op == IR_CONVERT ? by->operands[0] : by;
    if (!ir_is_integer(a->index->type) || ir_size(a->index->type) > 4) return;
    const shape value_shape = p->shapes.values[a->index->number];
    a->is_unsigned = !ir_is_signed(a->index->type);
    a->kind = ACCESS_GATHER;
    if (a->move->bits != size || value_shape.step != 1) return;
    if (a->index->type == IR_U32 && value_shape.kind == SHAPE_AFFINE) a->kind = ACCESS_RING;
    else if (value_shape.kind != SHAPE_UNIFORM && !a->is_unsigned) a->kind = ACCESS_NEAR;
    a->is_clamped = a->kind == ACCESS_NEAR && is_clamped(p, a->index);
    a->is_close = a->kind == ACCESS_NEAR && is_close(p, a->index);
}

access access_classify(const passes *p, const ir_value *pointer, size_t size)
{
    const shape at = p->shapes.values[pointer->number];
    access a = {.pointer = pointer, .step = at.step};
    if (at.kind == SHAPE_UNIFORM) a.kind = ACCESS_UNIFORM;
    else if (at.kind == SHAPE_AFFINE) a.kind = at.step == (int64_t)size ? ACCESS_CONTIGUOUS : ACCESS_STRIDED;
    else classify_varying(p, size, &a);
    return a;
}

bool access_is_local(const ir_value *pointer)
{
    while (pointer->op == IR_MOVE) pointer = pointer->operands[0];
    if (pointer->op != IR_ARGUMENT) return pointer->op == IR_LOCAL;
    const type *t = pointer->symbol ? pointer->symbol->type : NULL;
    return t && t->kind == TYPE_POINTER && type_space(t->base) == SPACE_LOCAL;
}

/* ---- several components at once ---- */

/* A short vector as words; false: it has no such form. */
static bool find_words(const passes *p, const ir_value *v, size_t size, access *a)
{
    const ir_value *pointer = (v->first ? v->first : v)->operands[0];
    const shape at = p->shapes.values[pointer->number];
    const size_t bytes = size * v->components;
    if (v->components < 2 || at.kind == SHAPE_UNIFORM || size > 4 || bytes % 4) return false;
    const bool of_three = v->components == 3, affine = at.kind == SHAPE_AFFINE;
    /* Three components that are aligned as a vector have room for a fourth behind them. */
    const bool has_fourth = (affine && at.step == 16) || !(v->by_element || v->loose || v->part);
    if (of_three && (size < 4 || v->op != IR_LOAD || !has_fourth)) return false;
    const unsigned words = of_three ? 4 : (unsigned)(bytes / 4);
    *a = access_classify(p, pointer, words == 1 ? 4 : 0);
    if (words == 2 && a->kind == ACCESS_GATHER) {
        const access pair = access_classify(p, pointer, bytes);
        if (pair.kind == ACCESS_NEAR) *a = pair;
    }
    a->words = words;
    a->of_word = size < 4 ? (unsigned)(4 / size) : 1;
    a->unit = UNIT_WORD;
    if (words == 1) return true;
    if (words != 2 && words != 4 && words != 8) return false;
    a->unit = affine && at.step == (int64_t)words * 4 ? UNIT_WORDS : UNIT_WORDS_APART;
    if (a->unit == UNIT_WORDS) return true;
    return words != 8 && (affine || (a->kind == ACCESS_GATHER && !a->is_unsigned) || a->kind == ACCESS_NEAR ||
                          a->kind == ACCESS_PROGRESSION);
}

static void find_pack(const passes *p, const value_pack *pack, size_t size, access *a)
{
    const ir_value *first = pack->of[0]->operands[0];
    const size_t bytes = size * pack->count;
    const shape at = p->shapes.values[first->number];
    const bool contiguous = at.kind == SHAPE_AFFINE && at.step == (int64_t)bytes;
    *a = access_classify(p, first, contiguous ? bytes : bytes == 4 ? 4 : 0);
    a->unit = contiguous ? UNIT_PACK : bytes == 4 ? UNIT_PACK_WORD : UNIT_PACK_APART;
}

static bool is_varying(const access *a)
{
    return a->kind > ACCESS_TABLE && a->kind != ACCESS_EACH;
}

/* Whether a store may write back what it has read around its elements: into a __local variable, which only the group's
 * thread touches, and with a margin around it (lower_layout.margin). Around a __local argument there is none. Kernels
 * with waiting loops are not in vectors. */
static bool may_blend(const passes *p, const ir_value *v)
{
    const ir_value *base = v->operands[0];
    while (base->op == IR_MOVE) base = base->operands[0];
    return v->op == IR_STORE && base->op == IR_LOCAL && !p->one_by_one && !p->f->is_called;
}

static bool is_blended(const access *a)
{
    return a->unit == UNIT_PACK || a->kind == ACCESS_CONTIGUOUS || a->kind == ACCESS_RING || a->kind == ACCESS_NEAR;
}

static access find_access(const passes *p, const ir_value *v)
{
    const size_t size = ir_size(v->op == IR_LOAD ? v->type : v->operands[1]->type);
    const value_pack *pack = p->one_by_one ? NULL : p->packs.of[v->number];
    const ir_value *pointer = v->operands[0];
    if (p->objects.root[pointer->number]) return (access){.kind = ACCESS_OBJECT, .pointer = pointer};
    access single = access_classify(p, pointer, size), whole = {.unit = UNIT_NONE};
    if (!p->one_by_one) find_table(v, &single);
    if (pack) find_pack(p, pack, size, &whole);
    else if (!find_words(p, v, size, &whole)) whole.unit = UNIT_NONE;
    if (v->op == IR_LOAD && is_varying(&single) && is_either(p, pointer)) single.kind = ACCESS_EITHER;
    if (may_blend(p, v)) {
        single.is_blended = is_blended(&single);
        whole.is_blended = is_blended(&whole);
    }
    if (whole.unit == UNIT_NONE) return single;
    const bool one_word = whole.unit == UNIT_WORD || whole.unit == UNIT_PACK_WORD;
    if (v->op == IR_LOAD && one_word && is_varying(&whole) && is_either(p, whole.pointer)) whole.kind = ACCESS_EITHER;
    access *kept = ARENA_NEW(p->f->arena, access);
    *kept = whole;
    single.whole = kept;
    return single;
}

bool access_is_gather(const access *a, const ir_value *v)
{
    const access *at_once = a->whole ? a->whole : a;
    if (a->kind == ACCESS_EACH) return true;
    return is_varying(at_once) && !at_once->step && at_once->pointer == v->operands[0];
}

/* Local memory is mostly read shortly after it was written, in another order. A processor forwards what it has not
 * stored yet to reads that lie inside of one store, and other reads wait. */
const ir_value *access_of_row(const access *a, const ir_value *v, size_t *size)
{
    if (v->op != IR_STORE && (v->op != IR_LOAD || access_is_local(v->operands[0]))) return NULL;
    if (v->is_volatile) return NULL;
    *size = ir_size(v->op == IR_LOAD ? v->type : v->operands[1]->type);
    if (a->whole) {
        *size = 4;
        return a->whole->unit == UNIT_WORD || a->whole->unit == UNIT_PACK_WORD ? a->whole->pointer : NULL;
    }
    return *size <= 4 && v->components <= 1 ? a->pointer : NULL;
}

static void find_in(const passes *p, const ir_block *b, access *table)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LOAD || v->op == IR_STORE) table[v->number] = find_access(p, v);
        if (v->op == IR_EACH) table[v->number] = (access){.kind = ACCESS_EACH, .pointer = v->operands[0]};
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_in(p, v->blocks[k], table);
    }
}

const access *access_find(const passes *p)
{
    access *table = arena_array(p->f->arena, p->f->values + 1, sizeof *table);
    find_in(p, p->f->body, table);
    return table;
}

/* ---- in loops ---- */

bool access_is_unaligned(const ir_value *v, const ir_value *pointer, ir_type element)
{
    if (v->loose) return true;
    for (; pointer->op == IR_MOVE; pointer = pointer->operands[0]) {
        const ir_value *by = pointer->operands[1];
        if ((by->op == IR_CONSTANT ? by->bits * pointer->bits : pointer->bits) % ir_size(element)) return true;
    }
    return false;
}

bool access_is_vector(ir_value *const *items, size_t count, const unsigned *uses)
{
    const ir_value *v = items[0];
    const bool stores = v->op == IR_STORE;
    const ir_type t = stores ? v->operands[1]->type : v->type;
    unsigned found = 0, used = 0;
    if (v->components < 2 || v->component || v->first != v || v->components == 3 ||
        access_is_unaligned(v, v->operands[0], t))
        return false;
    for (size_t i = 0; i < count && found < v->components; ++i) {
        const ir_value *w = items[i];
        if (w->op == v->op && w->first == v) {
            if (w->component != found++ || (stores ? w->operands[1] : w)->type != t) return false;
            used += stores || uses[w->number];
        } else if (ir_has_effect(w) || w->op == IR_LOAD) {
            return false;
        }
    }
    return found == v->components && used > 1;
}
