/* Kernels outside of the typed form, in words. See explain.h. */
#include "workgroup/explain.h"

#include "base/escape.h"

#include <string.h>

void explain_place(buffer *out, const token *at)
{
    if (!at) return;
    const location where = at->site.source ? at->site : at->where;
    if (!where.source) return;
    buffer_adds(out, " (");
    escape_terminal(out, where.source->name, strlen(where.source->name));
    buffer_addf(out, ":%zu)", source_position(where.source, where.offset).line);
}

/* ---- control ---- */

static void add_control(const node *n, buffer *out)
{
    if (n->kind == NODE_IF) buffer_adds(out, "  branch");
    else if (n->kind == NODE_LOOP) buffer_adds(out, "  loop");
    else buffer_adds(out, "  switch");
    explain_place(out, n->token);
    buffer_adds(out, n->grouped ? ": of the group, around barriers" : ": of each work-item");
    if (n->left_apart) buffer_adds(out, ", some leave it while others stay");
    else buffer_adds(out, n->varies ? ", the condition may differ" : ", the same way for all");
    if (n->continued_apart) buffer_adds(out, ", some end a round early");
    buffer_addc(out, '\n');
}

/* The first and the last statement of each region, by its number. */
typedef struct span {
    const token *first, *last;
} span;

static void visit(const node *n, span *spans, size_t regions, buffer *out)
{
    if (n->kind == NODE_IF || n->kind == NODE_LOOP || n->kind == NODE_SWITCH) add_control(n, out);
    if (n->region && n->region <= regions && n->token) {
        span *s = &spans[n->region];
        if (!s->first) s->first = n->token;
        s->last = n->token;
    }
    for (size_t i = 0; i < n->item_count; ++i) visit(n->items[i], spans, regions, out);
    if (n->body) visit(n->body, spans, regions, out);
    if (n->otherwise) visit(n->otherwise, spans, regions, out);
}

/* ---- variables ---- */

static void add_variable(const variable *v, buffer *out)
{
    static const char *const places[] = {
        [STORED_HERE] = "in one region",
        [STORED_ONCE] = "once for the group",
        [STORED_CONTEXT] = "in the context, as it is used in several regions",
        [STORED_SPREAD] = "in the context, element by element beside the neighbours'",
        [STORED_AGAIN] = "computed again where it is used",
        [STORED_LOCAL] = "in the group's memory",
        [STORED_PARAMETER] = "a parameter",
    };
    buffer_addf(out, "  variable %s", v->symbol ? v->symbol->name : "(mask)");
    explain_place(out, v->symbol ? v->symbol->token : NULL);
    buffer_addf(out, ": %s; %s\n", v->varies ? "varying" : "uniform", places[v->stored]);
}

void explain_tree(const tree *t, buffer *out)
{
    arena *a = t->arena;
    span *spans = arena_array(a, (size_t)t->regions + 2, sizeof *spans);
    for (int d = 0; d < 3; ++d)
        if (t->limits[d]) {
            buffer_addf(out, "  guard along %c", "xyz"[d]);
            explain_place(out, t->limits[d]->token);
            buffer_adds(out, ": a bound of the work-item loops\n");
        }
    visit(t->body, spans, t->regions, out);
    for (unsigned i = 1; i <= t->regions; ++i) {
        if (!spans[i].first) continue;
        buffer_addf(out, "  region %u: from", i);
        explain_place(out, spans[i].first);
        buffer_adds(out, " to");
        explain_place(out, spans[i].last);
        buffer_addc(out, '\n');
    }
    for (size_t i = 0; i < t->variable_count; ++i) add_variable(t->variables[i], out);
}
