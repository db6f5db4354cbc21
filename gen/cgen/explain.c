/* Explains a kernel in words. Knows the form, the results of the passes and which functions have vector versions;
 * must not decide anything or write C.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/explain.h"

#include "base/escape.h"
#include "lower/functions.h"

#include <string.h>

typedef struct teller {
    const lowered *l;
    const passes *p;
    buffer *out;
    bool *used;             /* by a variable's number */
    const token **set;      /* the same: its first SET in the kernel */
    unsigned *seen, search; /* by a value's number: the last search for a reason that met it */
} teller;

enum { DEPTH = 1000 }; /* most values on the way to a reason */

void explain_location(buffer *out, const token *at)
{
    if (!at) return;
    const location where = at->site.source ? at->site : at->where;
    if (!where.source) return;
    buffer_adds(out, " (");
    escape_terminal(out, where.source->name, strlen(where.source->name));
    buffer_addf(out, ":%zu)", source_position(where.source, where.offset).line);
}

/* ---- why a value is varying ---- */

static bool is_context(const passes *p, const ir_variable *x)
{
    return p->regions.stored && p->regions.stored[x->number] == STORED_IN_CONTEXT;
}

/* The value where varying begins, at or below v; or NULL, if v is in a cycle. Each value is visited once. */
static const ir_value *find_root(teller *t, const ir_value *v, unsigned depth)
{
    const passes *p = t->p;
    if (p->shapes.values[v->number].kind != SHAPE_VARYING || t->seen[v->number] == t->search || depth > DEPTH)
        return NULL;
    t->seen[v->number] = t->search;
    if (v->op == IR_GET) {
        const ir_value *set = is_context(p, v->variable) ? NULL : p->shapes.cause[v->variable->number];
        return !set || p->shapes.set_partially[v->variable->number] ||
                       p->shapes.values[set->operands[0]->number].kind != SHAPE_VARYING
                   ? v
                   : find_root(t, set->operands[0], depth + 1);
    }
    bool inherited = false;
    for (size_t i = 0; i < v->operand_count && v->op != IR_LOAD && v->op != IR_EACH && v->op != IR_SUB_GROUP; ++i) {
        const ir_value *found = find_root(t, v->operands[i], depth + 1);
        if (found) return found;
        inherited |= p->shapes.values[v->operands[i]->number].kind == SHAPE_VARYING;
    }
    return inherited ? NULL : v;
}

static void add_variable_reason(teller *t, const ir_variable *x)
{
    const ir_value *set = t->p->shapes.cause[x->number];
    if (is_context(t->p, x)) {
        buffer_adds(t->out, "a value that is kept in the context");
    } else if (!set) {
        buffer_addf(t->out, "%s", x->name);
    } else {
        buffer_addf(t->out,
                    t->p->shapes.set_partially[x->number] ? "%s being set under a partial mask"
                                                          : "%s having another step here",
                    x->name);
        explain_location(t->out, set->token);
    }
}

static void add_reason(teller *t, const ir_value *v)
{
    static const char *const texts[IR_OP_COUNT] = {
        [IR_LOAD] = "a load from memory",
        [IR_EACH] = "the result of an atomic function",
        [IR_SUB_GROUP] = "a function of sub-groups",
        [IR_PRINT] = "the result of printf",
        [IR_QUEUE] = "the result of a function of device-side queues",
        [IR_QUERY] = "a work-item query",
        [IR_CALL] = "a function of an affine value",
        [IR_CONVERT] = "a conversion of an affine value",
        [IR_MULTIPLY] = "a factor that is not a constant",
        [IR_SELECT] = "a selection between values with different steps",
    };
    ++t->search;
    const ir_value *root = find_root(t, v, 0);
    if (!root) root = v;
    if (root->op == IR_GET) {
        add_variable_reason(t, root->variable);
        return;
    }
    if (root->op == IR_LOAD && t->p->objects.root[root->operands[0]->number])
        buffer_adds(t->out, "a load from a private array");
    else if (root->op == IR_EACH && strncmp(root->name, "pipe_", 5) == 0)
        buffer_adds(t->out, "the result of a function of pipes");
    else if (texts[root->op]) buffer_adds(t->out, texts[root->op]);
    else buffer_addf(t->out, "the operation '%s' on an affine value", ir_op_name(root->op));
    explain_location(t->out, root->token);
}

static void add_shape(teller *t, shape value_shape, const ir_value *v, const ir_variable *x)
{
    switch (value_shape.kind) {
    case SHAPE_AFFINE:
        buffer_addf(t->out, "affine, %lld more from one work-item to the next%s", (long long)value_shape.step,
                    value_shape.exact == SHAPE_WRAPS ? ", may wrap" : "");
        break;
    case SHAPE_VARYING:
        buffer_adds(t->out, "varying, by ");
        if (x && t->p->shapes.cause[x->number] && !t->p->shapes.set_partially[x->number])
            v = t->p->shapes.cause[x->number]->operands[0];
        if (v && t->p->shapes.values[v->number].kind == SHAPE_VARYING) add_reason(t, v);
        else add_variable_reason(t, x);
        break;
    default: buffer_adds(t->out, "uniform");
    }
}

/* ---- uses ---- */

static void find_uses(teller *t, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->variable && v->op != IR_LOCAL) {
            t->used[v->variable->number] = true;
            if (v->op == IR_SET && !t->set[v->variable->number]) t->set[v->variable->number] = v->token;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_uses(t, v->blocks[k]);
    }
}

static void add_variable(teller *t, const ir_variable *x)
{
    const passes *p = t->p;
    if (x->local || !t->used[x->number] || (x->type == IR_VOID && !p->objects.unit[x->number])) return;
    const bool kept = is_context(p, x);
    if (strcmp(x->name, "kept") == 0 && kept) buffer_adds(t->out, "  a value that a later region needs");
    else buffer_addf(t->out, "  variable %s", x->name);
    explain_location(t->out, t->set[x->number]);
    if (x->type == IR_VOID) {
        buffer_addf(t->out, ": a private array of %zu bytes, accessed with indices that are not constant%s\n", x->size,
                    kept ? "; in the context" : "");
        return;
    }
    buffer_adds(t->out, ": ");
    if (kept) buffer_addf(t->out, "in the context, %u bytes a work-item\n", ir_size(x->type) == 8 ? 8 : 4);
    else add_shape(t, p->shapes.variables[x->number], NULL, x);
    if (!kept && p->regions.stored && p->regions.stored[x->number] == STORED_FOR_GROUP)
        buffer_adds(t->out, "; set by the group");
    if (!kept) buffer_addc(t->out, '\n');
}

static void add_regions(teller *t)
{
    const passes *p = t->p;
    unsigned regions = 0;
    if (!p->regions.region) {
        buffer_adds(t->out, "  one region: no barriers\n");
        return;
    }
    for (unsigned i = 0; i < p->f->values; ++i)
        regions = p->regions.region[i] > regions ? p->regions.region[i] : regions;
    buffer_addf(t->out, "  %u region%s, %zu bytes of context a work-item\n", regions, regions == 1 ? "" : "s",
                p->regions.context_bytes);
}

static void add_count(teller *t, const lower_region *r, const lower_strands *strands)
{
    if (r->number) buffer_addf(t->out, "  region %u:", r->number);
    else buffer_addc(t->out, ' ');
    buffer_addf(t->out, " %u vectors of work-items at a time%s\n", strands->count, strands->along_y ? ", along y" : "");
}

static void add_strands(teller *t, const lower_steps *steps)
{
    for (size_t i = 0; i < steps->count; ++i) {
        const lower_region *r = steps->items[i].region;
        if (r && r->strands) add_count(t, r, r->strands);
        if (r && r->rows) add_count(t, r, r->rows);
        for (int k = 0; k < 3; ++k)
            if (steps->items[i].blocks[k]) add_strands(t, steps->items[i].blocks[k]);
    }
}

static void add_condition(teller *t, const ir_value *c)
{
    if (!c || t->p->shapes.values[c->number].kind != SHAPE_VARYING) return;
    buffer_adds(t->out, ", by ");
    add_reason(t, c);
}

static void add_control(teller *t, const ir_value *v)
{
    const passes *p = t->p;
    const bool grouped = p->regions.grouped && p->regions.grouped[v->number];
    if (v->op == IR_SCOPE && !p->shapes.diverges[v->number]) return;
    if (p->one_by_one && !grouped) return; /* it is C's own control flow */
    buffer_adds(t->out, v->op == IR_IF ? "  branch" : v->op == IR_LOOP ? "  loop" : "  block with jumps out of it");
    explain_location(t->out, v->token);
    if (grouped) {
        buffer_adds(t->out, p->f->has_barrier ? ": uniform in the group, around barriers\n"
                                              : ": uniform in the group, interchanged\n");
        return;
    }
    if (v->op == IR_IF && !p->shapes.diverges[v->number]) buffer_adds(t->out, ": uniform");
    else if (v->op == IR_IF) buffer_adds(t->out, ": divergent, both ways under masks");
    else if (p->shapes.diverges[v->number]) buffer_adds(t->out, ": divergent, under a mask");
    else buffer_adds(t->out, ": uniform");
    if (v->op == IR_IF) add_condition(t, v->operands[0]);
    else if (v->op == IR_LOOP) add_condition(t, v->condition);
    if (p->shapes.round_diverges[v->number]) buffer_adds(t->out, "; some lanes end a round early");
    buffer_addc(t->out, '\n');
}

static void add_access(teller *t, const ir_value *v)
{
    const ir_value *first = v->first ? v->first : v, *pointer = first->operands[0];
    const access *at = &t->l->accesses[first->number];
    const ir_type type = v->op == IR_LOAD ? v->type : v->operands[1]->type;
    if (at->kind == ACCESS_OBJECT || (v->components > 1 && v->component)) return;
    const long long size = (long long)ir_size(type) * v->components;
    const bool affine = at->kind == ACCESS_CONTIGUOUS || at->kind == ACCESS_STRIDED;
    buffer_addf(t->out, "  %s of %u %s", v->op == IR_LOAD ? "load" : "store", v->components, ir_type_name(type));
    explain_location(t->out, v->token);
    if (at->kind == ACCESS_UNIFORM) buffer_adds(t->out, ": uniform\n");
    else if (affine && at->step == size) buffer_adds(t->out, ": contiguous\n");
    else if (at->kind == ACCESS_TABLE) buffer_adds(t->out, ": looked up in registers\n");
    else if (affine) buffer_addf(t->out, ": strided, %lld bytes\n", (long long)at->step);
    else {
        if (at->step == size) buffer_adds(t->out, ": mostly contiguous, else");
        else buffer_addc(t->out, ':');
        buffer_addf(t->out, " a %s, by ", v->op == IR_LOAD ? "gather" : "scatter");
        add_reason(t, pointer);
        buffer_addc(t->out, '\n');
    }
}

static void add_call(teller *t, const ir_value *v)
{
    if (t->p->shapes.values[v->number].kind != SHAPE_VARYING || t->p->one_by_one) return;
    buffer_addf(t->out, "  function %s", v->name);
    explain_location(t->out, v->token);
    if (v->op == IR_EACH) buffer_adds(t->out, ": one lane at a time, since it changes memory\n");
    else if (function_find(v) != FUNCTION_EACH_LANE) buffer_adds(t->out, ": in vectors\n");
    else buffer_adds(t->out, ": one lane at a time, since there is no vector version\n");
}

static void add_block(teller *t, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_IF || v->op == IR_LOOP || v->op == IR_SCOPE) add_control(t, v);
        if (v->op == IR_LOAD || v->op == IR_STORE) add_access(t, v);
        if (v->op == IR_CALL || v->op == IR_EACH) add_call(t, v);
        if (v->spelling) {
            buffer_addf(t->out, "  value %s", v->spelling);
            explain_location(t->out, v->token);
            buffer_adds(t->out, ": ");
            add_shape(t, t->p->shapes.values[v->number], v, NULL);
            buffer_addc(t->out, '\n');
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) add_block(t, v->blocks[k]);
    }
}

void explain_form(const lowered *l, buffer *out)
{
    const passes *p = l->p;
    teller t = {.l = l, .p = p, .out = out};
    if (!p->shapes.values) return;
    if (p->guards.limits[0]) {
        buffer_adds(out, "  guard");
        explain_location(out, p->guards.at);
        buffer_adds(out, ": a bound of the work-item loops along x\n");
    }
    t.used = arena_array(p->f->arena, p->f->variable_count + 1, sizeof *t.used);
    t.seen = arena_array(p->f->arena, p->f->values + 1, sizeof *t.seen);
    t.set = arena_array(p->f->arena, p->f->variable_count + 1, sizeof *t.set);
    find_uses(&t, p->f->body);
    add_regions(&t);
    if (l->steps) add_strands(&t, l->steps);
    for (size_t i = 0; i < p->f->variable_count; ++i) add_variable(&t, p->f->variables[i]);
    add_block(&t, p->f->body);
}
