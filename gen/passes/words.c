/* See words.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/words.h"

typedef struct word_pass {
    ir_function *f;
    ir_variable *const *root;
    const size_t *unit;
    ir_block *to; /* the block that is rebuilt */
    const token *where;
} word_pass;

/* A narrow element: which unit it lies in, and where. */
typedef struct narrow_place {
    ir_value *pointer;        /* to the unit */
    ir_value *shift;          /* of its lowest bit, in the type `whole` */
    ir_type whole, unit, own; /* types to compute in, of the unit, and of the element as an integer without a sign */
    size_t size;
} narrow_place;

static ir_type unsigned_type(size_t size)
{
    return size == 1 ? IR_U8 : size == 2 ? IR_U16 : size == 4 ? IR_U32 : IR_U64;
}

static ir_value *number(word_pass *s, ir_type t, uint64_t bits)
{
    ir_value *v = ir_add(s->f, s->to, IR_CONSTANT, t, s->where, 0);
    v->bits = bits;
    return v;
}

static ir_value *binary(word_pass *s, ir_op op, ir_value *x, ir_value *y)
{
    return ir_add(s->f, s->to, op, x->type, s->where, 2, x, y);
}

static ir_value *convert(word_pass *s, ir_type t, ir_value *x)
{
    return x->type == t ? x : ir_add(s->f, s->to, IR_CONVERT, t, s->where, 1, x);
}

static ir_value *reinterpret(word_pass *s, ir_type t, ir_value *x)
{
    return x->type == t ? x : ir_add(s->f, s->to, IR_REINTERPRET, t, s->where, 1, x);
}

/* The offset of the pointer in bytes, and the address of its object: modulo 2^32, as objects are smaller. */
static ir_value *offset_of(word_pass *s, const ir_value *pointer, ir_value **object)
{
    ir_value *sum = NULL;
    uint64_t fixed = 0;
    for (; pointer->op == IR_MOVE; pointer = pointer->operands[0]) {
        ir_value *by = pointer->operands[1];
        if (by->op == IR_CONSTANT) {
            fixed += by->bits * pointer->bits;
            continue;
        }
        if (by->op == IR_CONVERT && ir_is_integer(by->operands[0]->type) && ir_size(by->operands[0]->type) <= 4)
            by = by->operands[0];
        ir_value *bytes = convert(s, IR_U32, by);
        if (pointer->bits != 1) bytes = binary(s, IR_MULTIPLY, bytes, number(s, IR_U32, pointer->bits & UINT32_MAX));
        sum = sum ? binary(s, IR_ADD, sum, bytes) : bytes;
    }
    *object = (ir_value *)pointer;
    if (!sum) return number(s, IR_U32, fixed & UINT32_MAX);
    return fixed ? binary(s, IR_ADD, sum, number(s, IR_U32, fixed & UINT32_MAX)) : sum;
}

/* With the lowest byte last, elements are counted from the unit's other end. */
static ir_value *shift_of(word_pass *s, ir_value *offset, const narrow_place *at, size_t unit)
{
    ir_value *order = ir_add(s->f, s->to, IR_QUERY, IR_U64, s->where, 0);
    order->query = IR_BYTE_ORDER;
    ir_value *from_end = binary(s, IR_XOR, offset, convert(s, IR_U32, order));
    ir_value *byte = binary(s, IR_AND, from_end, number(s, IR_U32, unit - at->size));
    return convert(s, at->whole, binary(s, IR_LEFT, byte, number(s, IR_U32, 3)));
}

static narrow_place find_place(word_pass *s, const ir_value *pointer, ir_type t, size_t unit)
{
    narrow_place at = {.size = ir_size(t), .unit = unsigned_type(unit), .own = unsigned_type(ir_size(t))};
    unsigned log2 = 0;
    while ((size_t)1 << log2 < unit) ++log2;
    at.whole = unit == 8 ? IR_U64 : IR_U32;
    ir_value *object, *offset = offset_of(s, pointer, &object), *index;
    if (offset->op == IR_CONSTANT) index = number(s, IR_I64, offset->bits >> log2);
    else index = convert(s, IR_I64, binary(s, IR_RIGHT, offset, number(s, IR_U32, log2)));
    at.pointer = ir_add(s->f, s->to, IR_MOVE, IR_POINTER, s->where, 2, object, index);
    at.pointer->bits = unit;
    at.shift = shift_of(s, offset, &at, unit);
    return at;
}

static ir_value *read_unit(word_pass *s, const narrow_place *at)
{
    return convert(s, at->whole, ir_add(s->f, s->to, IR_LOAD, at->unit, s->where, 1, at->pointer));
}

static void become_single(ir_value *v)
{
    v->components = 1;
    v->component = 0;
    v->first = NULL;
    v->by_element = v->part = v->loose = false;
}

/* The value of LOAD v, which becomes a conversion of the element that was found. */
static void read_narrow(word_pass *s, ir_value *v, size_t unit)
{
    const narrow_place at = find_place(s, v->operands[0], v->type, unit);
    ir_value *word = read_unit(s, &at);
    ir_value *element = binary(s, IR_RIGHT, word, at.shift);
    become_single(v);
    v->op = v->type == at.own ? IR_CONVERT : IR_REINTERPRET;
    v->operands[0] = v->type == at.own ? element : convert(s, at.own, element);
}

/* STORE v becomes one of the whole unit. */
static void write_narrow(word_pass *s, ir_value *v, size_t unit)
{
    const narrow_place at = find_place(s, v->operands[0], v->operands[1]->type, unit);
    const uint64_t ones = UINT64_MAX >> (64 - at.size * 8);
    ir_value *hole = binary(s, IR_LEFT, number(s, at.whole, ones), at.shift);
    hole = ir_add(s->f, s->to, IR_NOT, at.whole, s->where, 1, hole);
    ir_value *kept = binary(s, IR_AND, read_unit(s, &at), hole);
    ir_value *own = convert(s, at.whole, reinterpret(s, at.own, v->operands[1]));
    ir_value *word = binary(s, IR_OR, kept, binary(s, IR_LEFT, own, at.shift));
    become_single(v);
    v->operands[0] = at.pointer;
    v->operands[1] = convert(s, at.unit, word);
}

static size_t unit_of(const word_pass *s, const ir_value *v)
{
    if (v->op != IR_LOAD && v->op != IR_STORE) return 0;
    const ir_variable *object = s->root[v->operands[0]->number];
    return object ? s->unit[object->number] : 0;
}

static void split_block(word_pass *s, ir_block *b)
{
    ir_value **items = b->items;
    const size_t count = b->count;
    bool changes = false;
    for (size_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k)
            if (items[i]->blocks[k]) split_block(s, items[i]->blocks[k]);
        changes |= unit_of(s, items[i]) != 0;
    }
    if (!changes) return;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count; ++i) {
        ir_value *v = items[i];
        const size_t unit = unit_of(s, v);
        const ir_type t = v->op == IR_STORE ? v->operands[1]->type : v->type;
        s->to = b;
        s->where = v->token;
        if (unit && ir_size(t) < unit && v->op == IR_LOAD) read_narrow(s, v, unit);
        else if (unit && ir_size(t) < unit) write_narrow(s, v, unit);
        else if (unit) become_single(v);
        ir_append(s->f, b, v);
    }
}

void words_split(passes *p, ir_variable *const *root, const size_t *unit)
{
    word_pass s = {.f = p->f, .root = root, .unit = unit};
    split_block(&s, p->f->body);
}

/* ---- copies ---- */

/* UNITS: most units of a copy that are written one by one; more are copied in a loop. */
enum { UNITS = 64 };

static ir_value *unit_at(word_pass *s, ir_value *base, ir_value *index, size_t unit)
{
    ir_value *at = ir_add(s->f, s->to, IR_MOVE, IR_POINTER, s->where, 2, base, index);
    at->bits = unit;
    return at;
}

static void copy_unit(word_pass *s, const ir_value *copy, ir_value *index, size_t unit)
{
    const ir_type t = unsigned_type(unit);
    ir_value *to = unit_at(s, copy->operands[0], index, unit), *from;
    if (copy->operand_count > 1)
        from = ir_add(s->f, s->to, IR_LOAD, t, s->where, 1, unit_at(s, copy->operands[1], index, unit));
    else from = number(s, t, 0);
    ir_add(s->f, s->to, IR_STORE, IR_VOID, s->where, 2, to, from);
}

static void set_counter(word_pass *s, ir_variable *i, ir_value *to)
{
    ir_add(s->f, s->to, IR_SET, IR_VOID, s->where, 1, to)->variable = i;
}

static ir_value *get_counter(word_pass *s, ir_variable *i)
{
    ir_value *v = ir_add(s->f, s->to, IR_GET, IR_I32, s->where, 0);
    v->variable = i;
    return v;
}

static void copy_in_loop(word_pass *s, const ir_value *copy, uint64_t count, size_t unit)
{
    ir_block *outside = s->to;
    ir_variable *i = ir_add_variable(s->f, "copied", IR_I32);
    i->home = outside;
    i->inner = true;
    set_counter(s, i, number(s, IR_I32, 0));
    ir_value *loop = ir_add(s->f, outside, IR_LOOP, IR_VOID, s->where, 0);
    for (int k = 0; k < 3; ++k) loop->blocks[k] = ir_add_block(s->f, outside, loop);
    s->to = loop->blocks[0];
    ir_value *now = get_counter(s, i);
    loop->condition = ir_add(s->f, s->to, IR_LESS, IR_BOOL, s->where, 2, now, number(s, IR_I32, count));
    s->to = loop->blocks[1];
    copy_unit(s, copy, convert(s, IR_I64, get_counter(s, i)), unit);
    s->to = loop->blocks[2];
    set_counter(s, i, binary(s, IR_ADD, get_counter(s, i), number(s, IR_I32, 1)));
    s->to = outside;
}

static void expand_copy(word_pass *s, const ir_value *copy)
{
    size_t unit = 8;
    const unsigned align = copy->index ? copy->index : 1;
    while (unit > 1 && (align % unit || copy->bits % unit)) unit /= 2;
    const uint64_t count = copy->bits / unit;
    if (count > UNITS) {
        copy_in_loop(s, copy, count, unit);
        return;
    }
    for (uint64_t i = 0; i < count; ++i) copy_unit(s, copy, number(s, IR_I64, i), unit);
}

static void expand_copies(word_pass *s, ir_block *b)
{
    ir_value **items = b->items;
    const size_t count = b->count;
    bool changes = false;
    for (size_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k)
            if (items[i]->blocks[k]) expand_copies(s, items[i]->blocks[k]);
        changes |= items[i]->op == IR_COPY && items[i]->bits <= INT32_MAX;
    }
    if (!changes) return;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count; ++i) {
        s->to = b;
        s->where = items[i]->token;
        if (items[i]->op == IR_COPY && items[i]->bits <= INT32_MAX) expand_copy(s, items[i]);
        else ir_append(s->f, b, items[i]);
    }
}

void words_expand_copies(passes *p)
{
    word_pass s = {.f = p->f};
    expand_copies(&s, p->f->body);
}
