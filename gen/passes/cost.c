/* The cost model: whether a kernel gains by vectors of 32-bit numbers. Knows shapes; must not know how C is written.
 * Weights were measured on an AVX-512 processor against a loop of single work-items. */
#include "passes/passes.h"

typedef struct counts {
    size_t narrow, wide; /* operations of work-items that differ: in 32 bits, in 64 */
    size_t places;       /* of them, reads and writes place by place */
    size_t stores;       /* the writes: what is written is taken out of its vector, too */
    const token *wide_at, *place_at; /* the first of each, for people */
} counts;

/* In operations of vectors: what one place outweighs that is looked at by itself; what the writing of it adds; what a
 * function is. */
enum { PLACE = 4, TAKEN_OUT = 4, FUNCTION = 12 };

static bool is_place_by_place(const passes *p, const ir_value *v)
{
    if (v->op == IR_EACH) return true;
    if (v->op != IR_LOAD && v->op != IR_STORE) return false;
    const shape at = p->values[v->operands[0]->number];
    /* Bytes of a short vector are read by the word, and two or four words at once. */
    const ir_type t = v->op == IR_LOAD ? v->type : v->operands[1]->type;
    const bool at_once = ir_size(t) == 4 && (v->parts == 2 || v->parts == 4);
    const bool in_word = v->parts > 1 && (at_once ? v->part != 0 : v->part * ir_size(t) % 4 != 0);
    return at.kind == SHAPE_VARYING && !at.step && !in_word && !p->root[v->operands[0]->number];
}

static bool counts_as_work(const ir_value *v)
{
    return (v->op >= IR_ADD && v->op <= IR_SELECT) || v->op == IR_CALL || (v->op == IR_CONVERT && ir_is_floating(v->type));
}

static void count(const passes *p, const ir_block *b, counts *c);

/* false: a loop in which work-items go different numbers of rounds does little but look at places. */
static bool loops_pay(const passes *p, const ir_block *b, const token **where)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && !loops_pay(p, v->blocks[k], where)) return false;
        if (v->op != IR_LOOP || !p->apart[v->number]) continue;
        counts c = {0};
        for (int k = 0; k < 3; ++k) count(p, v->blocks[k], &c);
        if (c.places * PLACE <= c.narrow) continue;
        *where = c.place_at;
        return false;
    }
    return true;
}

static void count(const passes *p, const ir_block *b, counts *c)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (is_place_by_place(p, v)) {
            ++c->places;
            c->stores += v->op == IR_STORE;
            if (!c->place_at) c->place_at = v->token;
        }
        if (counts_as_work(v) && p->values[v->number].kind == SHAPE_VARYING) {
            const ir_type t = v->operand_count ? v->operands[v->operand_count - 1]->type : v->type;
            *(ir_size(t) == 8 ? &c->wide : &c->narrow) += v->op == IR_CALL ? FUNCTION : 1;
            if (ir_size(t) == 8 && !c->wide_at) c->wide_at = v->token;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count(p, v->blocks[k], c);
    }
}

const char *cost_objection(const passes *p, const token **where)
{
    arena *a = p->f->arena;
    counts c = {0};
    count(p, p->f->body, &c);
    *where = c.wide_at;
    if (c.wide * 3 > c.narrow)
        return arena_printf(a, "it computes in 64 bits: %zu operations, beside %zu in 32 bits", c.wide, c.narrow);
    *where = c.place_at;
    if (c.places && c.places * PLACE + c.stores * TAKEN_OUT > c.narrow + PLACE)
        return arena_printf(a, "it mostly looks at places of memory one by one: at %zu, beside %zu operations in vectors",
                            c.places, c.narrow);
    if (!loops_pay(p, p->f->body, where))
        return "work-items go different numbers of rounds through a loop that mostly looks at places one by one";
    *where = NULL;
    return NULL;
}
