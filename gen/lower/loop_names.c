/* Which values have a name in loops. The walk follows the order in which the function runs, and keeps what the
 * expression of each value holds. Knows the form, its packs and what control becomes an expression; must not know how
 * C is spelled. See names.h.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/lower.h"

/* Operations of an expression: with more than MEDIUM it has a name if control follows before its use; with more than
 * SMALL, if it would be written several times. */
enum { MEDIUM = 3, SMALL = 2 };

typedef struct seen_variable {
    const ir_variable *variable;
    const struct seen_variable *next;
} seen_variable;

/* What an expression holds. Of a name: nothing. */
typedef struct content {
    size_t operations;
    bool loads; /* it reads memory */
    const seen_variable *gets;
} content;

typedef struct value_state {
    content holds;
    unsigned left;      /* uses that remain */
    bool is_expression; /* it has no name so far */
    bool is_inside;     /* it stands in the head of a loop or the like, where no names can be given */
} value_state;

typedef struct walk {
    const lowered *l;
    arena *a;
    bool *is_named, *is_vector; /* the results */
    value_state *of;            /* by a value's number */
    content *chosen;            /* by the number of a variable that is an expression */
    bool *has_vector;           /* by the number of a pack's first value: the pack is a vector with a name */
    bool is_inside;             /* in the head of a loop or the like */
    const ir_value **pending;   /* expressions that still have uses, in order */
    size_t pending_count;
} walk;

static void give_name(walk *w, const ir_value *v)
{
    value_state *s = &w->of[v->number];
    if (s->is_inside) return;
    w->is_named[v->number] = true;
    s->is_expression = false;
    s->holds = (content){0};
}

/* ---- expressions that something between them and their use would change ---- */

static bool reads(const content *c, const ir_variable *variable)
{
    const seen_variable *g = c->gets;
    while (g && g->variable != variable) g = g->next;
    return g != NULL;
}

/* Names the pending expressions that read the variable, or, with NULL, memory; or all that `control` must not take
 * along. */
static void name_pending(walk *w, const ir_variable *changed, bool control)
{
    size_t count = 0;
    for (size_t i = 0; i < w->pending_count; ++i) {
        const ir_value *v = w->pending[i];
        const value_state *s = &w->of[v->number];
        if (!s->is_expression || !s->left) continue;
        const bool must = control   ? s->holds.loads || s->holds.gets || s->left > 1 || s->holds.operations > MEDIUM
                          : changed ? reads(&s->holds, changed)
                                    : s->holds.loads;
        if (must) give_name(w, v);
        else w->pending[count++] = v;
    }
    w->pending_count = count;
}

static void change_variable(walk *w, const ir_variable *v)
{
    name_pending(w, v, false);
}

static void change_memory(walk *w)
{
    name_pending(w, NULL, false);
}

static void begin_control(walk *w)
{
    name_pending(w, NULL, true);
}

/* ---- uses ---- */

static void add_content(walk *w, content *to, const content *from)
{
    to->operations += from->operations;
    to->loads |= from->loads;
    for (const seen_variable *g = from->gets; g; g = g->next) {
        if (reads(to, g->variable)) continue;
        seen_variable *seen = ARENA_NEW(w->a, seen_variable);
        *seen = (seen_variable){g->variable, to->gets};
        to->gets = seen;
    }
}

static void use(walk *w, content *user, const ir_value *v)
{
    value_state *s = &w->of[v->number];
    if (s->left) --s->left;
    add_content(w, user, &s->holds);
}

static void use_all(walk *w, content *user, const ir_value *v)
{
    for (size_t i = 0; i < v->operand_count; ++i) use(w, user, v->operands[i]);
}

/* The value will be written several times. */
static void repeat(walk *w, const ir_value *v)
{
    const value_state *s = &w->of[v->number];
    if (s->is_expression && !w->is_inside && s->holds.operations > SMALL) give_name(w, v);
}

/* A value that has a name whatever it is: the result of a call, an element of a vector. */
static void set_named(walk *w, const ir_value *v)
{
    w->of[v->number] = (value_state){.left = w->l->names.uses[v->number]};
}

/* ---- packs ---- */

static const value_pack *pack_of(const walk *w, const ir_value *v)
{
    return w->l->p->packs.of ? w->l->p->packs.of[v->number] : NULL;
}

/* The pack whose members are operand k of r's members, or NULL. */
static const value_pack *inside(const walk *w, const value_pack *r, size_t k)
{
    const value_pack *from = pack_of(w, r->of[0]->operands[k]);
    if (!from || from->count != r->count) return NULL;
    for (unsigned i = 0; i < r->count; ++i)
        if (r->of[i]->operands[k] != from->of[i]) return NULL;
    return from;
}

static bool is_same_leaf(const ir_value *x, const ir_value *y)
{
    return y == x || (x->op == IR_CONSTANT && y->op == IR_CONSTANT && x->bits == y->bits && x->type == y->type);
}

/* Operand k of a pack: a vector, equal elements, or one element after the other. */
static void use_pack(walk *w, const value_pack *r, size_t k)
{
    const ir_value *x = r->of[0]->operands[k];
    const value_pack *from = inside(w, r, k);
    content ignored = {0};
    bool one = true;
    for (unsigned i = 1; i < r->count; ++i) one &= is_same_leaf(x, r->of[i]->operands[k]);
    if (one && !(from && w->has_vector[from->of[0]->number])) repeat(w, x);
    for (unsigned i = 0; i < r->count; ++i) use(w, &ignored, r->of[i]->operands[k]);
}

/* Whether it is in a pack, which is computed where its last member stands, and read where its first one stands. */
static bool visit_pack(walk *w, const ir_value *v)
{
    const value_pack *r = pack_of(w, v);
    content ignored = {0};
    if (!r || v->op == IR_LOAD || v->op == IR_STORE) return false;
    const ir_value *first = r->of[0], *last = r->of[r->count - 1];
    if (v != (v->op == IR_GET ? first : last)) return true;
    for (size_t k = 0; k < first->operand_count && k < 4; ++k) {
        if (first->op != IR_SELECT || k || inside(w, r, 0)) use_pack(w, r, k);
        else
            for (unsigned i = 0; i < r->count; ++i) use(w, &ignored, first->operands[0]);
    }
    if (v->op == IR_SET) {
        for (unsigned i = 0; i < r->count; ++i) change_variable(w, r->of[i]->variable);
        return true;
    }
    w->has_vector[first->number] = true;
    for (unsigned i = 0; i < r->count; ++i) set_named(w, r->of[i]);
    return true;
}

/* ---- values ---- */

/* Whether the expression may be written several times. */
static bool is_slight(const ir_value *v, const content *c)
{
    if (c->loads) return false;
    return (v->op == IR_GET && !c->operations) || v->op == IR_MOVE || (v->op == IR_CONVERT && c->operations <= SMALL);
}

bool lower_is_safe_divisor(const ir_value *v)
{
    return v->op == IR_CONSTANT && v->bits && !(ir_is_signed(v->type) && v->bits == UINT64_MAX);
}

/* Operands that compilers must see as a variable: gcc 12 turns 0.0 - (double)i into -(double)i, which has the wrong
 * sign for 0; and it would convert both sides of a selection to floating point, and then not vectorise it. */
static const ir_value *find_hidden(const ir_value *v)
{
    if (!ir_is_floating(v->type)) return NULL;
    if (v->op == IR_CONVERT) return v->operands[0]->op == IR_SELECT ? v->operands[0] : NULL;
    const bool negates = v->op == IR_SUBTRACT && v->operands[0]->op == IR_CONSTANT;
    return negates && (v->operands[1]->op == IR_CONVERT || v->operands[1]->op == IR_SELECT) ? v->operands[1] : NULL;
}

/* Whether C has it for nothing: an address is a part of its access, and an index is widened by C itself. */
static bool is_free(const ir_value *v)
{
    return v->op == IR_MOVE || (v->op == IR_CONVERT && v->type == IR_I64 && ir_is_integer(v->operands[0]->type));
}

static content content_of(walk *w, const ir_value *v)
{
    content c = {.operations = !is_free(v)};
    if (v->op == IR_GET) {
        if (w->l->expressions.is_chosen[v->variable->number]) return w->chosen[v->variable->number];
        seen_variable *seen = ARENA_NEW(w->a, seen_variable);
        *seen = (seen_variable){v->variable, NULL};
        return (content){.gets = seen};
    }
    const ir_value *hidden = find_hidden(v);
    if (hidden && w->of[hidden->number].is_expression && !w->is_inside) give_name(w, hidden);
    if ((v->op == IR_DIVIDE || v->op == IR_REMAINDER) && ir_is_integer(v->type) &&
        !lower_is_safe_divisor(v->operands[1])) {
        repeat(w, v->operands[0]);
        repeat(w, v->operands[1]);
    }
    c.loads = v->op == IR_LOAD;
    use_all(w, &c, v);
    return c;
}

static void visit_value(walk *w, const ir_value *v)
{
    const unsigned n = v->number, uses = w->l->names.uses[n];
    if (ir_is_leaf(v)) {
        w->is_named[n] |= v->op == IR_QUERY && v->spelling;
        return;
    }
    const bool is_element = v->op == IR_LOAD && v->first && w->has_vector[v->first->number];
    if (v->op == IR_RESULT || is_element) {
        set_named(w, v);
        w->is_named[n] |= is_element && v->spelling && !pack_of(w, v);
        return;
    }
    const content c = content_of(w, v);
    w->of[n] = (value_state){c, uses, true, w->is_inside};
    if (w->is_inside) return;
    if (v->spelling || (uses > 1 && !is_slight(v, &c)) || c.operations > NAMES_OPERATIONS) give_name(w, v);
    else w->pending[w->pending_count++] = v;
}

/* A call with effects. */
static void visit_call(walk *w, const ir_value *v)
{
    content ignored = {0};
    use_all(w, &ignored, v);
    if (v->op != IR_INVOKE || !v->pure) change_memory(w);
    set_named(w, v);
    w->is_named[v->number] |= v->op != IR_INVOKE && v->type != IR_VOID && w->l->names.uses[v->number];
}

/* ---- control that is an expression ---- */

static void visit_inside(walk *w, const ir_block *b)
{
    const bool outer = w->is_inside;
    w->is_inside = true;
    for (size_t i = 0; i < b->count; ++i)
        if (!ir_has_effect(b->items[i]) && w->l->names.uses[b->items[i]->number]) visit_value(w, b->items[i]);
    w->is_inside = outer;
}

/* The head of `for (...; condition; step)`. */
static void visit_head(walk *w, const ir_value *v)
{
    content ignored = {0};
    const ir_block *step = v->blocks[2];
    visit_inside(w, step);
    if (step->count && step->items[step->count - 1]->op == IR_SET)
        use(w, &ignored, step->items[step->count - 1]->operands[0]);
    visit_inside(w, v->blocks[0]);
    if (v->condition) use(w, &ignored, v->condition);
}

/* An IF that is the value of its variable. */
static void visit_choice(walk *w, const ir_value *v)
{
    const ir_value *set = w->l->expressions.choices[v->number];
    content c = {.operations = 1};
    use(w, &c, v->blocks[1]->count ? v->operands[0] : set->operands[0]);
    for (int k = 0; k < 2; ++k) {
        const ir_block *b = v->blocks[k];
        visit_inside(w, b);
        if (b->count) use(w, &c, b->items[b->count - 1]->operands[0]);
    }
    w->chosen[set->variable->number] = c;
}

/* ---- control ---- */

static void visit_block(walk *w, const ir_block *b);

/* A block in braces of its own: what is pending has its uses in it. */
static void visit_scope(walk *w, const ir_block *b)
{
    visit_block(w, b);
    w->pending_count = 0;
}

static void visit_branch(walk *w, const ir_value *v)
{
    content ignored = {0};
    const ir_value *next;
    if (ir_is_constant(v->operands[0], 1)) {
        begin_control(w);
        visit_scope(w, v->blocks[0]);
        return;
    }
    use(w, &ignored, v->operands[0]);
    begin_control(w);
    visit_scope(w, v->blocks[0]);
    for (; (next = expressions_only_branch(w->l, v->blocks[1])) != NULL; v = next) {
        const ir_block before = {.items = v->blocks[1]->items, .count = v->blocks[1]->count - 1};
        visit_inside(w, &before);
        use(w, &ignored, next->operands[0]);
        visit_scope(w, next->blocks[0]);
    }
    if (v->blocks[1]->count) visit_scope(w, v->blocks[1]);
}

static void visit_test(walk *w, const ir_value *v)
{
    content ignored = {0};
    visit_block(w, v->blocks[0]);
    if (v->condition) use(w, &ignored, v->condition);
}

static void visit_loop(walk *w, const ir_value *v)
{
    content ignored = {0};
    const bool has_head = expressions_fit_head(w->l, v);
    begin_control(w);
    if (has_head) visit_head(w, v);
    else if (!v->test_last) visit_test(w, v);
    visit_scope(w, v->blocks[1]);
    if (!has_head) visit_scope(w, v->blocks[2]);
    if (!v->test_last) return;
    if (v->condition && expressions_are_simple(w->l, v->blocks[0], 0)) {
        visit_inside(w, v->blocks[0]);
        use(w, &ignored, v->condition);
    } else {
        visit_test(w, v);
    }
}

/* ---- items ---- */

/* The STOREs of a short vector, up to the last one. */
static void visit_vector_store(walk *w, ir_value *const *items)
{
    const ir_value *v = items[0];
    content ignored = {0};
    for (unsigned found = 0; found < v->components; ++items) {
        if ((*items)->op != IR_STORE) continue;
        ++found;
        use(w, &ignored, (*items)->operands[0]);
        if (!pack_of(w, v)) use(w, &ignored, (*items)->operands[1]);
    }
    if (pack_of(w, v)) use_pack(w, pack_of(w, v), 1);
}

static void visit_check(walk *w, const ir_value *v)
{
    content ignored = {0};
    use_all(w, &ignored, v);
    set_named(w, v);
    w->is_named[v->number] |= v->type != IR_VOID;
}

static void visit_item(walk *w, const ir_value *v)
{
    content ignored = {0};
    switch (v->op) {
    case IR_IF:
        if (w->l->expressions.choices[v->number]) visit_choice(w, v);
        else visit_branch(w, v);
        break;
    case IR_LOOP: visit_loop(w, v); break;
    case IR_SCOPE:
        begin_control(w);
        visit_scope(w, v->blocks[0]);
        break;
    case IR_LEAVE:
    case IR_CONTINUE: break;
    case IR_SET:
        if (w->l->expressions.is_chosen[v->variable->number]) break;
        use_all(w, &ignored, v);
        change_variable(w, v->variable);
        break;
    case IR_STORE:
    case IR_COPY:
    case IR_FENCE:
        use_all(w, &ignored, v);
        change_memory(w);
        break;
    case IR_OBSERVE:
    case IR_COLLECT:
    case IR_RETURN: use_all(w, &ignored, v); break;
    case IR_CHECK: visit_check(w, v); break;
    case IR_EACH:
    case IR_INVOKE:
    case IR_QUEUE:
    case IR_PRINT: visit_call(w, v); break;
    case IR_LOAD: /* fall through */
    default: visit_value(w, v); break;
    }
}

static void visit_items(walk *w, ir_value *const *items, size_t count)
{
    ir_value *const *vector = NULL; /* STOREs that are written at once */
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = items[i];
        if ((!ir_has_effect(v) && !w->l->names.uses[v->number]) || visit_pack(w, v)) continue;
        const bool begins = (v->op == IR_LOAD || (v->op == IR_STORE && !vector)) &&
                            access_is_vector(items + i, count - i, w->l->names.uses);
        w->is_vector[v->number] |= begins;
        if (begins && v->op == IR_LOAD) {
            use(w, &(content){0}, v->operands[0]);
            w->has_vector[v->number] = true;
        } else if (begins) {
            vector = items + i;
        }
        if (v->op != IR_STORE || !vector) {
            visit_item(w, v);
        } else if (v->component + 1 == v->components) {
            visit_vector_store(w, vector);
            change_memory(w);
            vector = NULL;
        }
    }
}

static void visit_block(walk *w, const ir_block *b)
{
    visit_items(w, b->items, b->count);
}

/* ---- steps of a group ---- */

static void visit_steps(walk *w, const lower_steps *s);

static void visit_group_loop(walk *w, const lower_step *step)
{
    const ir_value *v = step->value;
    begin_control(w);
    if (expressions_fit_head(w->l, v)) {
        visit_head(w, v);
        visit_steps(w, step->blocks[1]);
        return;
    }
    for (int i = 0; i < 3; ++i) {
        const int k = v->test_last ? (i + 1) % 3 : i;
        visit_steps(w, step->blocks[k]);
        if (k == 0 && v->condition) use(w, &(content){0}, v->condition);
    }
}

static void visit_step(walk *w, const lower_steps *s, const lower_step *step)
{
    const ir_value *v = step->value;
    switch (step->kind) {
    case STEP_VALUE:
        if (v->op == IR_INVOKE) visit_call(w, v);
        else if (v->op == IR_LOAD || w->l->names.uses[v->number]) visit_value(w, v);
        break;
    case STEP_SET: visit_item(w, s->block->items[step->index]); break;
    case STEP_JUMP: break;
    case STEP_REGION:
        begin_control(w);
        w->pending_count = 0;
        visit_items(w, step->region->items, step->region->count);
        w->pending_count = 0;
        break;
    case STEP_BRANCH:
        use(w, &(content){0}, v->operands[0]);
        begin_control(w);
        visit_steps(w, step->blocks[0]);
        if (step->blocks[1]) visit_steps(w, step->blocks[1]);
        break;
    case STEP_LOOP: visit_group_loop(w, step); break;
    case STEP_SCOPE:
        begin_control(w);
        visit_steps(w, step->blocks[0]);
        break;
    }
}

static void visit_steps(walk *w, const lower_steps *s)
{
    for (size_t i = 0; i < s->count; ++i) visit_step(w, s, &s->items[i]);
}

/* ---- variables in packs ---- */

static void find_packed(const lowered *l, const ir_block *b, bool *is_packed)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if ((v->op == IR_GET || v->op == IR_SET) && l->p->packs.of[v->number]) is_packed[v->variable->number] = true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_packed(l, v->blocks[k], is_packed);
    }
}

void names_find_in_loops(lowered *l)
{
    const ir_function *f = l->f;
    const size_t values = f->values + 1;
    walk w = {.l = l, .a = f->arena};
    bool *is_packed = arena_array(w.a, f->variable_count + 1, sizeof *is_packed);
    w.is_named = arena_array(w.a, values, sizeof *w.is_named);
    w.is_vector = arena_array(w.a, values, sizeof *w.is_vector);
    w.of = arena_array(w.a, values, sizeof *w.of);
    w.chosen = arena_array(w.a, f->variable_count + 1, sizeof *w.chosen);
    w.has_vector = arena_array(w.a, values, sizeof *w.has_vector);
    w.pending = arena_array(w.a, values, sizeof *w.pending);
    if (l->steps) visit_steps(&w, l->steps);
    else visit_block(&w, f->body);
    if (l->p->packs.of) find_packed(l, f->body, is_packed);
    l->names.is_named = w.is_named;
    l->names.is_vector = w.is_vector;
    l->names.is_packed = is_packed;
}
