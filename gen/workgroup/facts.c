/* Facts, see facts.h. Walks the call graph with an explicit stack, since chains of calls may be longer than the
 * process's stack allows. Knows calls; must not know how they are translated. */
#include "workgroup/facts.h"

#include "workgroup/specialise.h"
#include "workgroup/uniformity.h"

typedef struct visit {
    symbol *function;
    size_t next; /* of its callees */
} visit;

static void finish(arena *a, symbol *s)
{
    facts *f = s->facts;
    f->waits = s->calls_barrier;
    f->height = 1;
    f->has_closures = s->has_closures;
    for (size_t i = 0; i < s->callee_count; ++i) {
        const facts *callee = s->callees[i]->facts;
        f->waits |= callee->waits;
        f->has_closures |= callee->has_closures;
        if (callee->height >= f->height) f->height = callee->height + 1;
    }
    f->pure = uniformity_finds_pure(s);
    specialise_find(a, s);
}

void facts_find(arena *a, symbol *function)
{
    visit *stack = NULL;
    size_t depth = 0, capacity = 0;
    symbol *enter = function->facts ? NULL : function;
    while (enter || depth) {
        if (enter) {
            enter->facts = ARENA_NEW(a, facts);
            stack = arena_reserve(a, stack, depth, &capacity, sizeof *stack);
            stack[depth++] = (visit){enter, 0};
        }
        visit *top = &stack[depth - 1];
        for (enter = NULL; !enter && top->next < top->function->callee_count; ++top->next)
            if (!top->function->callees[top->next]->facts) enter = top->function->callees[top->next];
        if (enter) continue;
        finish(a, top->function);
        --depth;
    }
}

const char *facts_refusal(const symbol *kernel)
{
    if (kernel->facts->has_closures) return "blocks, which are there to be enqueued";
    return kernel->facts->height > FACTS_HEIGHT ? "functions call each other in a chain of more than 200" : NULL;
}
