/* Makes, checks and prints the lowered form. See lower.h.
 * SPDX-License-Identifier: MIT */
#include "lower/lower.h"

#include "clc/facts.h"

static lower_homes find_homes(const ir_function *f)
{
    lower_homes h = {.first = {.arena = f->arena}};
    h.next = arena_array(f->arena, f->variable_count + 1, sizeof *h.next);
    for (size_t i = f->variable_count; i-- > 0;) {
        const ir_variable *v = f->variables[i];
        void **first = map_at(&h.first, (const char *)&v->home, sizeof v->home);
        h.next[i] = *first;
        *first = (void *)v;
    }
    return h;
}

const ir_variable *lower_first_at(const lowered *l, const ir_block *home)
{
    return map_get(&l->homes.first, (const char *)&home, sizeof home);
}

const ir_variable *lower_next_at(const lowered *l, const ir_variable *v)
{
    return l->homes.next[v->number];
}

/* Values that are deeper count as relying on all premises, so that a long chain does not fill the stack. */
enum { DEEPEST = 200 };

typedef struct premise_search {
    const shapes_result *shapes;
    unsigned *seen; /* by a value's number: the last region that has visited it */
    unsigned region, found, depth;
} premise_search;

static void find_premises(premise_search *s, const ir_value *v)
{
    if (s->depth == DEEPEST) {
        s->found = (1u << SHAPE_PREMISES) - 1;
        return;
    }
    if (s->seen[v->number] == s->region) return;
    s->seen[v->number] = s->region;
    ++s->depth;
    for (size_t i = 0; i < s->shapes->premise_count; ++i)
        if (ir_is_same(s->shapes->premises[i].value, v)) s->found |= 1u << i;
    for (size_t i = 0; i < v->operand_count; ++i) find_premises(s, v->operands[i]);
    for (int k = 0; k < 3; ++k)
        for (size_t i = 0; v->blocks[k] && i < v->blocks[k]->count; ++i) find_premises(s, v->blocks[k]->items[i]);
    --s->depth;
}

/* Each region asks for the premises of its own values: other regions are not slower for them. */
static void find_in_regions(premise_search *s, const lower_steps *steps)
{
    for (size_t i = 0; i < steps->count; ++i) {
        const lower_step *step = &steps->items[i];
        if (step->region) {
            ++s->region;
            s->found = 0;
            for (size_t k = 0; k < step->region->count; ++k) find_premises(s, step->region->items[k]);
            step->region->premises = s->found;
        }
        for (int k = 0; k < 3; ++k)
            if (step->blocks[k]) find_in_regions(s, step->blocks[k]);
    }
}

lowered *lower_form(const passes *p, size_t spill_from)
{
    lowered *l = ARENA_NEW(p->f->arena, lowered);
    *l = (lowered){.f = p->f, .p = p, .spill_from = spill_from};
    if (p->f->reason) return l;
    l->homes = find_homes(p->f);
    l->accesses = access_find(p);
    l->layout = lower_lay_out(p, l->accesses, spill_from);
    l->names = names_find(p);
    if (!p->f->is_called) l->steps = lower_find_steps(l);
    if (p->one_by_one) {
        l->expressions = expressions_find(l);
        names_find_in_loops(l);
    } else {
        masks_find(l);
        strands_find(l);
        if (l->steps && p->shapes.premise_count) {
            premise_search s = {.shapes = &p->shapes,
                                .seen = arena_array(p->f->arena, p->f->values + 1, sizeof *s.seen)};
            find_in_regions(&s, l->steps);
        }
    }
    const char *broken = lower_verify(l);
    if (broken) ir_refuse(p->f, NULL, arena_printf(p->f->arena, "internal error in the lowered form: %s", broken));
    return l;
}

bool lower_is_kept(const lowered *l, const ir_variable *v)
{
    const regions_result *r = &l->p->regions;
    return r->stored && !v->local && r->stored[v->number] == STORED_IN_CONTEXT;
}

bool lower_is_elsewhere(const lowered *l, const ir_variable *v)
{
    return l->layout.in_scratch[v->number] || lower_is_kept(l, v);
}

/* Sizes of facts.h, with called functions. FAR_INLINED: for always_inline. */
enum { INLINED = 400, FAR_INLINED = 1500 };

bool lower_is_inlined(const symbol *function)
{
    const facts *callee = function->facts;
    return !callee->loops && callee->size <= (function->attributes.always_inline ? FAR_INLINED : INLINED);
}

/* ---- rules ---- */

typedef struct check {
    const lowered *l;
    unsigned char *steps; /* by a value's number: how many steps have it */
    const char *broken;
} check;

static void check_accesses(check *c, const ir_block *b)
{
    for (size_t i = 0; i < b->count && !c->broken; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LOAD || v->op == IR_STORE || v->op == IR_EACH) {
            const access *a = &c->l->accesses[v->number], *w = a->whole;
            const bool indexed = a->kind == ACCESS_TABLE || (a->kind >= ACCESS_RING && a->kind <= ACCESS_GATHER);
            if (a->kind == ACCESS_UNKNOWN || !a->pointer) c->broken = "an access without a class";
            else if ((indexed || a->kind == ACCESS_PROGRESSION) && !a->move) c->broken = "a gather without a base";
            else if (indexed && !a->index) c->broken = "a gather without an index";
            else if (w && w->unit == UNIT_PACK_APART && (w->kind == ACCESS_ANY || w->is_unsigned))
                c->broken = "a pack whose address is not a base and a 32-bit index";
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) check_accesses(c, v->blocks[k]);
    }
}

static void count(check *c, const ir_value *v)
{
    if (c->steps[v->number] < 2) ++c->steps[v->number];
}

static void check_steps(check *c, const lower_steps *s, unsigned *last)
{
    for (size_t i = 0; i < s->count; ++i) {
        const lower_step *step = &s->items[i];
        if (!step->region && step->value) count(c, step->value);
        if ((step->kind == STEP_REGION) != (step->region != NULL)) c->broken = "a step with another one's region";
        for (size_t k = 0; step->region && k < step->region->count; ++k) count(c, step->region->items[k]);
        if (step->region && step->region->number && step->region->number <= *last) c->broken = "regions out of order";
        if (step->region) *last = step->region->number;
        for (int k = 0; k < 3; ++k)
            if (step->blocks[k]) check_steps(c, step->blocks[k], last);
    }
}

/* Items of the group's own blocks. */
static void check_effects(check *c, const lower_steps *s)
{
    for (size_t i = 0; i < s->block->count && !c->broken; ++i) {
        const ir_value *v = s->block->items[i];
        if (c->steps[v->number] > 1) c->broken = "an item of two steps";
        else if (ir_has_effect(v) && v->op != IR_BARRIER && !c->steps[v->number])
            c->broken = "an effect without a step";
    }
    for (size_t i = 0; i < s->count; ++i)
        for (int k = 0; k < 3; ++k)
            if (s->items[i].blocks[k]) check_effects(c, s->items[i].blocks[k]);
}

/* Objects in the group's part of the scratch are laid out one behind the other. */
static void check_layout(check *c)
{
    const lower_layout *l = &c->l->layout;
    const ir_function *f = c->l->f;
    size_t end = l->margin;
    for (int scratch = 0; scratch < 2; ++scratch)
        for (size_t i = 0; i < f->variable_count && !c->broken; ++i) {
            const ir_variable *v = f->variables[i];
            if (scratch ? !l->in_scratch[i] : !v->local) continue;
            if (l->offset[i] < end) c->broken = "two objects that overlap";
            end = l->offset[i] + v->size;
        }
    if (end > l->fixed) c->broken = "an object outside the scratch";
}

/* What reads memory, or costs a call, is written once: if it has several uses, it has a name. */
static bool is_written_twice(const lowered *l, const ir_value *v)
{
    const lower_names *n = &l->names;
    if (n->uses[v->number] <= 1) return false;
    if (!l->p->one_by_one) return n->nested[v->number];
    if (v->op != IR_LOAD && v->op != IR_CALL) return false;
    const bool is_element = v->op == IR_LOAD && v->first && n->is_vector[v->first->number];
    return !n->is_named[v->number] && !is_element && !(l->p->packs.of && l->p->packs.of[v->number]);
}

static void check_names(check *c, const ir_block *b)
{
    for (size_t i = 0; i < b->count && !c->broken; ++i) {
        const ir_value *v = b->items[i];
        if (is_written_twice(c->l, v)) c->broken = "an expression that is written several times";
        else if (c->l->p->one_by_one && c->l->names.is_named[v->number] && ir_is_leaf(v) && v->op != IR_QUERY)
            c->broken = "a leaf with a name";
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) check_names(c, v->blocks[k]);
    }
}

const char *lower_verify(const lowered *l)
{
    check c = {.l = l};
    unsigned last = 0;
    if (l->f->reason) return NULL;
    c.steps = arena_array(l->f->arena, l->f->values + 1, sizeof *c.steps);
    check_accesses(&c, l->f->body);
    check_names(&c, l->f->body);
    if (l->steps) {
        check_steps(&c, l->steps, &last);
        check_effects(&c, l->steps);
    }
    check_layout(&c);
    return c.broken || l->p->one_by_one ? c.broken : masks_verify(l);
}

/* ---- dumps ---- */

static void print_access(const lowered *l, const ir_value *v, buffer *out)
{
    const access *a = &l->accesses[v->number], *w = a->whole;
    if (w && v->component) return;
    const access *of = w ? w : a;
    buffer_addf(out, "%%%u: %s of ", v->number, v->op == IR_LOAD ? "load" : v->op == IR_STORE ? "store" : "call");
    if (w) buffer_addf(out, "%u ", v->components);
    buffer_addf(out, "%s",
                v->op == IR_EACH ? v->name : ir_type_name(v->op == IR_LOAD ? v->type : v->operands[1]->type));
    if (w) buffer_addf(out, " as %s", access_unit_name(w->unit));
    buffer_addf(out, ", %s", access_kind_name(of->kind));
    if (of->kind == ACCESS_STRIDED || of->kind == ACCESS_CONTIGUOUS)
        buffer_addf(out, ", %lld bytes", (long long)of->step);
    if (of->move)
        buffer_addf(out, ", %%%u + %%%u x%llu", of->move->operands[0]->number,
                    (of->index ? of->index : of->move->operands[1])->number, (unsigned long long)of->move->bits);
    if (of->is_blended) buffer_adds(out, ", blended");
    buffer_addc(out, '\n');
}

static void print_accesses(const lowered *l, const ir_block *b, buffer *out)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LOAD || v->op == IR_STORE || v->op == IR_EACH) print_access(l, v, out);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) print_accesses(l, v->blocks[k], out);
    }
}

static bool print_refusal(const lowered *l, buffer *out)
{
    if (l->f->reason) buffer_addf(out, "refused: %s\n", l->f->reason);
    return l->f->reason != NULL;
}

void lower_print_accesses(const lowered *l, buffer *out)
{
    if (!print_refusal(l, out)) print_accesses(l, l->f->body, out);
}

/* A value with a name of its own, or in its user's expression; control that is an expression. */
static void print_name(const lowered *l, const ir_value *v, buffer *out)
{
    const ir_value *choice = l->p->one_by_one ? l->expressions.choices[v->number] : NULL;
    const bool is_named = l->p->one_by_one ? l->names.is_named[v->number] : v->spelling && l->names.uses[v->number];
    if (is_named)
        buffer_addf(out, "%%%u: named%s%s\n", v->number, v->spelling ? " " : "", v->spelling ? v->spelling : "");
    if (!l->p->one_by_one && l->names.nested[v->number])
        buffer_addf(out, "%%%u: in its user's expression\n", v->number);
    if (choice)
        buffer_addf(out, "%%%u: an expression in place of %s_%u\n", v->number, choice->variable->name,
                    choice->variable->number);
    if (l->p->one_by_one && v->op == IR_LOOP && expressions_fit_head(l, v))
        buffer_addf(out, "%%%u: its head is an expression\n", v->number);
}

static void print_names(const lowered *l, const ir_block *b, buffer *out)
{
    for (size_t i = 0; i < b->count; ++i) {
        print_name(l, b->items[i], out);
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k]) print_names(l, b->items[i]->blocks[k], out);
    }
}

void lower_print_names(const lowered *l, buffer *out)
{
    if (!print_refusal(l, out)) print_names(l, l->f->body, out);
}

static void print_region(const lowered *l, const lower_region *r, buffer *out)
{
    buffer_addf(out, "region %u: %zu items", r->number, r->count);
    if (r->guard.branch) buffer_addf(out, ", guard %%%u", r->guard.branch->number);
    if (r->is_replicated) buffer_adds(out, ", replicated");
    if (l->p->one_by_one) buffer_adds(out, r->is_serial ? ", serial" : ", independent");
    if (r->strands) buffer_addf(out, ", %u strands", r->strands->count);
    if (r->rows) buffer_addf(out, ", %u strands along y", r->rows->count);
    if (r->rows && r->rows->adjacent) buffer_addf(out, " with adjacent elements");
    for (size_t i = 0; i < r->use_count; ++i) {
        const lower_use *u = &r->uses[i];
        if (!lower_is_kept(l, u->variable) || (!u->gets && !u->sets)) continue;
        buffer_addf(out, ", %s %s_%u",
                    u->gets && u->sets ? "updates"
                    : u->sets          ? "sets"
                                       : "gets",
                    u->variable->name, u->variable->number);
    }
    buffer_addc(out, '\n');
}

static void print_steps(const lowered *l, const lower_steps *s, unsigned depth, buffer *out)
{
    static const char *const names[] = {"value", "set", "jump", "region", "branch", "loop", "scope"};
    for (size_t i = 0; i < s->count; ++i) {
        const lower_step *step = &s->items[i];
        for (unsigned n = 0; n < depth; ++n) buffer_adds(out, "  ");
        if (step->region) print_region(l, step->region, out);
        else buffer_addf(out, "%s %%%u\n", names[step->kind], step->value->number);
        for (int k = 0; k < 3; ++k)
            if (step->blocks[k]) print_steps(l, step->blocks[k], depth + 1, out);
    }
}

void lower_print_steps(const lowered *l, buffer *out)
{
    const lower_layout *y = &l->layout;
    if (print_refusal(l, out)) return;
    buffer_addf(
        out,
        "group: %zu bytes; context: %zu bytes a work-item; spill area: %zu bytes; objects on the stack: %zu bytes\n",
        y->fixed, y->context, y->spill, y->stack);
    print_steps(l, l->steps, 0, out);
}
