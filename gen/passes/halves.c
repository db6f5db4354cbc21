/* Halves: the product of two 32-bit numbers in 64 bits, of which only one half is asked for, is a product in 32 bits.
 * Vectors then hold twice as many, and need not be widened and narrowed. Only where work-items share vectors. See
 * passes.h. */
#include "passes/passes.h"

enum { ROOM = 64 }; /* numbers that must be left in the tables */

typedef struct state {
    passes *p;
    const ir_value **last; /* by a variable's number: what was set last in the present block, or NULL */
    bool *read;            /* by a variable's number: some GET of it is used */
    unsigned *uses;        /* by a value's number */
    bool *held;            /* by a variable's number: it held such a product */
} state;

/* What the value is, if it is a variable's that was set in the same block. */
static const ir_value *origin(const state *s, const ir_value *v)
{
    const ir_value *set = v->op == IR_GET ? s->last[v->variable->number] : NULL;
    return set ? set : v;
}

static bool is_half(const state *s, const ir_value *v)
{
    const ir_value *x = origin(s, v);
    if (x->op == IR_CONSTANT) return x->type == IR_U64 && x->bits <= UINT32_MAX;
    return x->op == IR_CONVERT && x->type == IR_U64 && x->operands[0]->type == IR_U32;
}

static const ir_value *product_of(const state *s, const ir_value *v)
{
    const ir_value *x = origin(s, v);
    if (x->op != IR_MULTIPLY || x->type != IR_U64) return NULL;
    return is_half(s, x->operands[0]) && is_half(s, x->operands[1]) ? x : NULL;
}

static bool is_here(const passes *p, const ir_value *x, const ir_value *user)
{
    return ir_is_leaf(x) || !p->region || p->region[x->number] == p->region[user->number];
}

static ir_value *make(state *s, ir_block *b, const ir_value *like, ir_op op, size_t operands)
{
    ir_value *v = ir_make(s->p->f, op, IR_U32, like->token, operands);
    if (s->p->region) s->p->region[v->number] = s->p->region[like->number];
    ir_append(s->p->f, b, v);
    return v;
}

/* The factor in 32 bits. */
static ir_value *factor(state *s, ir_block *b, const ir_value *user, const ir_value *wide)
{
    const ir_value *x = origin(s, wide);
    if (x->op == IR_CONVERT) return x->operands[0];
    ir_value *own = make(s, b, user, IR_CONSTANT, 0);
    own->bits = x->bits;
    return own;
}

/* A CONVERT to 32 bits of such a product, or of its upper half, becomes that half. */
static void narrow(state *s, ir_block *b, ir_value *v)
{
    const passes *p = s->p;
    if (v->op != IR_CONVERT || v->type != IR_U32 || p->f->values + ROOM >= p->value_capacity) return;
    const ir_value *from = origin(s, v->operands[0]), *product = product_of(s, from);
    const bool is_upper = !product;
    if (is_upper && from->op == IR_RIGHT && from->type == IR_U64 && from->operands[1]->op == IR_CONSTANT &&
        from->operands[1]->bits == 32)
        product = product_of(s, from->operands[0]);
    if (!product) return;
    for (size_t i = 0; i < 2; ++i) {
        const ir_value *x = origin(s, product->operands[i]);
        if (x->op == IR_CONVERT && !is_here(p, x->operands[0], v)) return;
    }
    ir_value *x = factor(s, b, v, product->operands[0]), *y = factor(s, b, v, product->operands[1]);
    if (is_upper) {
        v->op = IR_CALL;
        v->name = "mul_hi";
    } else {
        v->op = IR_MULTIPLY;
    }
    v->operands = arena_array(p->f->arena, 2, sizeof *v->operands);
    v->operands[0] = x;
    v->operands[1] = y;
    v->operand_count = 2;
}

/* The variables that were set in this block are not known in others, nor behind a construct. */
static void forget(state *s)
{
    for (size_t i = 0; i < s->p->f->variable_count; ++i) s->last[i] = NULL;
}

static void walk(state *s, ir_block *b)
{
    const ir_block before = *b;
    *b = (ir_block){.outer = before.outer, .owner = before.owner};
    forget(s);
    for (size_t i = 0; i < before.count; ++i) {
        ir_value *v = before.items[i];
        narrow(s, b, v);
        if (v->op == IR_SET) {
            s->held[v->variable->number] |= product_of(s, v->operands[0]) != NULL;
            s->last[v->variable->number] = origin(s, v->operands[0]);
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) walk(s, v->blocks[k]);
        if (v->blocks[0] || v->op == IR_BARRIER || v->op == IR_COLLECT) forget(s);
        ir_append(s->p->f, b, v);
    }
}

/* From the last one to the first: what uses a value stands behind it. */
static void find_reads(state *s, const ir_block *b)
{
    for (size_t i = b->count; i-- > 0;) {
        const ir_value *v = b->items[i];
        if (v->condition) ++s->uses[v->condition->number];
        for (int k = 2; k >= 0; --k)
            if (v->blocks[k]) find_reads(s, v->blocks[k]);
        if (!ir_has_effect(v) && !s->uses[v->number]) continue;
        if (v->op == IR_GET) s->read[v->variable->number] = true;
        for (size_t k = 0; k < v->operand_count; ++k) ++s->uses[v->operands[k]->number];
    }
}

/* What nobody reads any more is not set. */
static void drop_sets(state *s, ir_block *b)
{
    size_t kept = 0;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) drop_sets(s, v->blocks[k]);
        if (v->op != IR_SET || !s->held[v->variable->number] || s->read[v->variable->number]) b->items[kept++] = v;
    }
    b->count = kept;
}

static bool has_wide_product(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        if (b->items[i]->op == IR_MULTIPLY && b->items[i]->type == IR_U64) return true;
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k] && has_wide_product(b->items[i]->blocks[k])) return true;
    }
    return false;
}

void halves_run(passes *p)
{
    ir_function *f = p->f;
    if (p->one_by_one || !has_wide_product(f->body)) return;
    state s = {.p = p};
    s.last = arena_array(f->arena, f->variable_count + 1, sizeof *s.last);
    s.read = arena_array(f->arena, f->variable_count + 1, sizeof *s.read);
    s.held = arena_array(f->arena, f->variable_count + 1, sizeof *s.held);
    walk(&s, f->body);
    s.uses = arena_array(f->arena, (size_t)f->values + 1, sizeof *s.uses);
    find_reads(&s, f->body);
    drop_sets(&s, f->body);
}
