/* Webs: a variable that the kernel uses for several purposes, one after the other, becomes one for each. `int i` that
 * counts two loops is the usual one: a value that differs between work-items in the first need not do so in the second,
 * nor outlive the barrier between them.
 *
 * The webs of a variable are found as SSA form is built on structured control [Brandis and Mössenböck, Single-pass
 * generation of static single-assignment form for structured languages, 1994]: an element stands for each SET, and one
 * for each point where several meet. Elements are joined when a read needs what meets; see S. S. Muchnick, Advanced
 * Compiler Design and Implementation, section 16.3.3, for webs.
 *
 * Knows variables and structured control; must not know lanes. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

#include <string.h>

typedef struct edge {
    size_t to; /* an element */
    struct edge *next;
} edge;

typedef struct web_element {
    size_t joined;      /* union-find: another element of the web, or itself */
    edge *meets;        /* the elements that meet here; NULL: of a SET, or of the kernel's start */
    const ir_block *at; /* a loop's head: the block around the loop, where the variable must live */
    bool read;
} web_element;

/* The elements that meet behind a construct, or at a loop's next step, for each of its variables. */
typedef struct meeting {
    const ir_value *construct;
    const ir_variable *const *variables; /* those that are set in the construct */
    size_t count;
    size_t *behind, *next; /* elements, by the index in `variables`; `next` may be NULL */
    bool reached, reached_next;
    struct meeting *outer;
} meeting;

typedef struct web_pass {
    ir_function *f;
    arena *scratch;
    web_element *elements;
    size_t count, capacity;
    size_t *now;        /* by a variable's number: its element */
    size_t *of;         /* by the number of a GET, SET or COLLECT */
    bool *fixed;        /* by a variable's number: it is not divided */
    size_t *seen, turn; /* by a variable's number: in which search it was found last */
    meeting *inner;
    bool dead; /* nothing gets here */
    size_t budget;
} web_pass;

/* STEPS: for each value, what the search for variables may cost in deep nests; with A_FEW for small kernels. */
enum { STEPS = 64, A_FEW = 100000 };

static size_t add(web_pass *w)
{
    w->elements = arena_reserve(w->scratch, w->elements, w->count, &w->capacity, sizeof *w->elements);
    w->elements[w->count] = (web_element){.joined = w->count};
    return w->count++;
}

static void meet(web_pass *w, size_t at, size_t from)
{
    if (at == from) return;
    edge *e = ARENA_NEW(w->scratch, edge);
    *e = (edge){from, w->elements[at].meets};
    w->elements[at].meets = e;
}

static bool spend(web_pass *w, size_t steps)
{
    w->budget = steps < w->budget ? w->budget - steps : 0;
    return w->budget;
}

/* ---- which variables a construct sets ---- */

typedef struct variable_list {
    const ir_variable **of;
    size_t count, capacity;
} variable_list;

static void find_sets(web_pass *w, const ir_block *b, variable_list *found)
{
    for (size_t i = 0; i < b->count && spend(w, 1); ++i) {
        const ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_sets(w, v->blocks[k], found);
        if ((v->op != IR_SET && v->op != IR_COLLECT) || w->seen[v->variable->number] == w->turn) continue;
        w->seen[v->variable->number] = w->turn;
        found->of = arena_reserve(w->scratch, found->of, found->count, &found->capacity, sizeof *found->of);
        found->of[found->count++] = v->variable;
    }
}

static variable_list sets_of(web_pass *w, const ir_value *construct)
{
    variable_list found = {0};
    ++w->turn;
    for (int k = 0; k < 3; ++k)
        if (construct->blocks[k]) find_sets(w, construct->blocks[k], &found);
    return found;
}

/* ---- control ---- */

static void follow(web_pass *w, const ir_block *b);

static size_t *new_elements(web_pass *w, size_t count)
{
    size_t *made = arena_array(w->scratch, count, sizeof *made);
    for (size_t i = 0; i < count; ++i) made[i] = add(w);
    return made;
}

/* The present elements meet at `at`, which is then reached. */
static void arrive(web_pass *w, const meeting *m, const size_t *at, bool *reached)
{
    if (w->dead || !spend(w, m->count)) return;
    for (size_t i = 0; i < m->count; ++i) meet(w, at[i], w->now[m->variables[i]->number]);
    *reached = true;
}

/* Goes on from where `at` was reached. */
static void go_on(web_pass *w, const meeting *m, const size_t *at, bool reached)
{
    for (size_t i = 0; i < m->count; ++i) w->now[m->variables[i]->number] = at[i];
    w->dead = !reached;
}

static void jump(web_pass *w, const ir_value *v)
{
    for (meeting *m = w->inner; m; m = m->outer) {
        if (m->construct != v->target) continue;
        if (v->op == IR_LEAVE) arrive(w, m, m->behind, &m->reached);
        else arrive(w, m, m->next, &m->reached_next);
        break;
    }
    w->dead = true;
}

static void follow_branch(web_pass *w, const ir_value *v, meeting *m)
{
    size_t *before = arena_array(w->scratch, m->count, sizeof *before);
    const bool was_dead = w->dead;
    for (size_t i = 0; i < m->count; ++i) before[i] = w->now[m->variables[i]->number];
    for (int k = 0; k < 2; ++k) {
        for (size_t i = 0; i < m->count; ++i) w->now[m->variables[i]->number] = before[i];
        w->dead = was_dead;
        follow(w, v->blocks[k]);
        arrive(w, m, m->behind, &m->reached);
    }
}

static void follow_loop(web_pass *w, const ir_value *v, const ir_block *around, meeting *m)
{
    size_t *head = new_elements(w, m->count);
    bool reached = false;
    for (size_t i = 0; i < m->count; ++i) w->elements[head[i]].at = around;
    arrive(w, m, head, &reached);
    go_on(w, m, head, reached);
    m->next = new_elements(w, m->count);
    if (!v->test_last) {
        follow(w, v->blocks[0]);
        if (v->condition) arrive(w, m, m->behind, &m->reached);
    }
    follow(w, v->blocks[1]);
    arrive(w, m, m->next, &m->reached_next);
    go_on(w, m, m->next, m->reached_next);
    follow(w, v->blocks[2]);
    if (v->test_last) {
        follow(w, v->blocks[0]);
        if (v->condition) arrive(w, m, m->behind, &m->reached);
    }
    arrive(w, m, head, &reached);
}

static void follow_construct(web_pass *w, const ir_value *v, const ir_block *around)
{
    const variable_list sets = sets_of(w, v);
    meeting m = {.construct = v, .variables = sets.of, .count = sets.count, .outer = w->inner};
    if (!spend(w, sets.count * 4)) return;
    m.behind = new_elements(w, m.count);
    w->inner = &m;
    if (v->op == IR_IF) {
        follow_branch(w, v, &m);
    } else if (v->op == IR_LOOP) {
        follow_loop(w, v, around, &m);
    } else {
        follow(w, v->blocks[0]);
        arrive(w, &m, m.behind, &m.reached);
    }
    w->inner = m.outer;
    go_on(w, &m, m.behind, m.reached);
}

static void follow(web_pass *w, const ir_block *b)
{
    for (size_t i = 0; i < b->count && w->budget; ++i) {
        const ir_value *v = b->items[i];
        if (v->blocks[0]) follow_construct(w, v, b);
        if (v->op == IR_LEAVE || v->op == IR_CONTINUE) jump(w, v);
        if (!v->variable || v->op == IR_ADDRESS || v->op == IR_LOCAL) continue;
        if (v->op == IR_SET || v->op == IR_COLLECT) w->now[v->variable->number] = add(w);
        else if (v->op != IR_GET) w->fixed[v->variable->number] = true;
        w->of[v->number] = w->now[v->variable->number];
        w->elements[w->of[v->number]].read |= v->op == IR_GET;
    }
}

/* ---- webs ---- */

static size_t web_of(web_pass *w, size_t e)
{
    while (w->elements[e].joined != e) {
        w->elements[e].joined = w->elements[w->elements[e].joined].joined;
        e = w->elements[e].joined;
    }
    return e;
}

/* Joins what is read with all that meets there. */
static void join(web_pass *w)
{
    size_t *waiting = arena_array(w->scratch, w->count, sizeof *waiting), count = 0;
    for (size_t i = 0; i < w->count; ++i)
        if (w->elements[i].read) waiting[count++] = i;
    while (count) {
        const size_t e = waiting[--count];
        for (const edge *m = w->elements[e].meets; m; m = m->next) {
            w->elements[web_of(w, e)].joined = web_of(w, m->to);
            if (!w->elements[m->to].read) waiting[count++] = m->to;
            w->elements[m->to].read = true;
        }
    }
}

static const ir_block *common_block(const ir_block *a, const ir_block *b)
{
    size_t depth_a = 0, depth_b = 0;
    if (!a) return b;
    for (const ir_block *x = a; x; x = x->outer) ++depth_a;
    for (const ir_block *x = b; x; x = x->outer) ++depth_b;
    for (; depth_a > depth_b; --depth_a) a = a->outer;
    for (; depth_b > depth_a; --depth_b) b = b->outer;
    while (a != b) {
        a = a->outer;
        b = b->outer;
    }
    return a;
}

/* Where each web's variable must live. */
static void find_homes(web_pass *w, const ir_block *b, const ir_block **home)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        const bool uses = v->op == IR_GET || v->op == IR_SET || v->op == IR_COLLECT;
        if (uses && !w->fixed[v->variable->number]) {
            const size_t web = web_of(w, w->of[v->number]);
            home[web] = common_block(home[web], b);
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_homes(w, v->blocks[k], home);
    }
}

/* Gives each web that is read a variable: the first one keeps the kernel's. A SET that nothing reads stays as it is. */
static void divide(web_pass *w, const ir_block *b, ir_variable **variables, bool *taken, const ir_block **home)
{
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) divide(w, v->blocks[k], variables, taken, home);
        const bool uses = v->op == IR_GET || v->op == IR_SET || v->op == IR_COLLECT;
        if (!uses || w->fixed[v->variable->number] || !w->elements[w->of[v->number]].read) continue;
        const size_t web = web_of(w, w->of[v->number]);
        if (!variables[web] && !taken[v->variable->number]) {
            taken[v->variable->number] = true;
            variables[web] = v->variable;
        } else if (!variables[web]) {
            const ir_variable *old = v->variable;
            variables[web] = ir_add_variable(w->f, old->name, old->type);
            const unsigned number = variables[web]->number;
            *variables[web] = *old;
            variables[web]->number = number;
            variables[web]->home = home[web];
        }
        v->variable = variables[web];
    }
}

void webs_run(passes *p)
{
    ir_function *f = p->f;
    arena scratch = {0};
    web_pass w = {.f = f, .scratch = &scratch, .budget = (size_t)f->values * STEPS + A_FEW};
    const size_t variables = f->variable_count;
    w.now = arena_array(&scratch, variables, sizeof *w.now);
    w.seen = arena_array(&scratch, variables, sizeof *w.seen);
    w.fixed = arena_array(&scratch, variables, sizeof *w.fixed);
    w.of = arena_array(&scratch, f->values, sizeof *w.of);
    for (size_t i = 0; i < variables; ++i) {
        const ir_variable *v = f->variables[i];
        w.now[i] = add(&w);
        /* The variables of a short vector stay beside each other. */
        w.fixed[i] = v->type == IR_VOID || v->local || v->components;
    }
    follow(&w, f->body);
    if (w.budget) {
        join(&w);
        const ir_block **home = arena_array(&scratch, w.count, sizeof *home);
        ir_variable **of_web = arena_array(&scratch, w.count, sizeof *of_web);
        find_homes(&w, f->body, home);
        for (size_t i = 0; i < w.count; ++i)
            if (w.elements[i].read && w.elements[i].at)
                home[web_of(&w, i)] = common_block(home[web_of(&w, i)], w.elements[i].at);
        divide(&w, f->body, of_web, arena_array(&scratch, variables, sizeof(bool)), home);
    }
    arena_free(&scratch);
}
