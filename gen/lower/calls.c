/* See calls.h.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/calls.h"

#include "ir/build.h"
#include "lower/choice.h"
#include "lower/sizes.h"
#include "passes/outline.h"

/* How a version of a called function is made. */
typedef struct call_version {
    const char *signature; /* tells versions of a function apart */
    const bool *inputs;    /* as in passes */
    bool one_by_one;
    size_t spill_from; /* as for lower_form() */
} call_version;

/* Adds which objects are passed by value, and as what. */
static const char *add_passed(arena *a, const ir_value *call, const char *key)
{
    for (size_t i = 0; call->passed && i < call->symbol->parameter_count; ++i)
        if (call->passed[i].type)
            key = arena_printf(a, "%s, %zu: %s + %llu", key, i, type_spell(a, call->passed[i].type),
                               (unsigned long long)call->passed[i].offset);
    return key;
}

static lower_called *record_of(const lower_program *program, const ir_value *v, const char *signature)
{
    const void *callee = v->outlined ? (const void *)v->outlined : v->symbol;
    const char *key =
        add_passed(program->arena, v,
                   arena_printf(program->arena, "%p %s%s", callee, signature, program->checked ? " checked" : ""));
    void **at = map_ats(program->called, key);
    if (!*at) *at = ARENA_NEW(program->arena, lower_called);
    return *at;
}

/* Whether the spelling of the type says all about it. */
static bool is_spelled_in_full(const type *t)
{
    while (t->kind == TYPE_ARRAY) t = t->base;
    return t->kind != TYPE_STRUCT && t->kind != TYPE_UNION && t->kind != TYPE_ENUM && t->kind != TYPE_POINTER;
}

/* The key of the version among all programs: the function is the same by its identity, and what else it is made from
 * is the signature, and the objects that are passed by value. NULL: it is this program's own. */
static const char *find_key(const lower_program *program, const ir_value *call, const char *signature)
{
    if (!program->earlier || call->outlined || !call->symbol->identity) return NULL;
    for (size_t i = 0; call->passed && i < call->symbol->parameter_count; ++i)
        if (call->passed[i].type && !is_spelled_in_full(call->passed[i].type)) return NULL;
    return add_passed(program->arena, call,
                      arena_printf(program->arena, "%zu %s%s", call->symbol->identity, signature,
                                   program->checked ? " checked" : ""));
}

/* The passes of a function: once for all versions in loops, which differ in where objects lie. */
static const passes *run_passes(const lower_program *program, const ir_value *call, const call_version *how)
{
    lower_called *shared = how->one_by_one ? record_of(program, call, "one by one") : NULL;
    if (shared && shared->p) return shared->p;
    ir_function *f = how->one_by_one ? call->outlined : NULL;
    if (!f) {
        f = ir_build_called(program->arena, call, how->one_by_one, program->checked);
        if (how->one_by_one && !f->checked) outline_run(f);
    }
    const passes *p = passes_run_called(f, how->inputs, how->one_by_one);
    if (shared) shared->p = p;
    return p;
}

static void refuse(lowered *l, const token *where, const char *reason)
{
    if (l->reason) return;
    l->reason = reason;
    l->where = where;
}

static void take_earlier(lower_called *c)
{
    c->found = true;
    c->sizes = c->earlier->sizes;
    c->result_count = c->earlier->result_count;
}

static void lower_called_function(const lower_program *program, const ir_value *v, const call_version *how,
                                  lower_called *c)
{
    c->is_being_lowered = true;
    lowered *l = lower_form(run_passes(program, v, how), how->spill_from);
    if (l->f->reason) refuse(l, l->f->where, l->f->reason);
    c->found = calls_find(program, l);
    if (c->found) {
        const ir_block *body = l->f->body;
        c->form = l;
        c->sizes = l->sizes;
        c->result_count = body->items[body->count - 1]->operand_count;
    }
    c->reason = l->reason;
    c->where = l->where;
    c->is_being_lowered = false;
}

/* The version of the function that v calls; NULL: there is none, which refuses the caller. */
static const lower_called *find_version(const lower_program *program, lowered *caller, const ir_value *v,
                                        const call_version *how)
{
    lower_called *c = record_of(program, v, how->signature);
    if (!c->found && !c->reason && !c->is_being_lowered) {
        c->key = find_key(program, v, how->signature);
        c->earlier = c->key ? map_gets(program->earlier, c->key) : NULL;
        if (c->earlier) take_earlier(c);
        else lower_called_function(program, v, how, c);
    }
    if (!c->found) refuse(caller, c->where ? c->where : v->token, c->reason ? c->reason : "recursion");
    return c->found ? c : NULL;
}

static const lower_called *find_in_loops(const lower_program *program, lowered *l, const ir_value *v, size_t spill_from)
{
    const call_version how = {.signature = arena_printf(program->arena, "one by one %zu", spill_from),
                              .one_by_one = true,
                              .spill_from = spill_from};
    return find_version(program, l, v, &how);
}

/* ---- in vectors ---- */

static bool is_uniform(const lowered *l, const ir_value *v)
{
    return l->p->shapes.values[v->number].kind == SHAPE_UNIFORM;
}

/* The function for a call by all work-items with the same arguments. */
static const lower_called *find_uniform(const lower_program *program, lowered *l, const ir_value *v)
{
    const lower_called *c = find_in_loops(program, l, v, CHOICE_LARGE);
    if (!c || !c->sizes.fixed) return c;
    refuse(l, c->where ? c->where : v->token, "a called function with a private object of 4096 bytes or more");
    return NULL;
}

/* Which arguments are varying: all scalars of one structure are alike, to keep the number of versions small. */
static const bool *find_varying(const lowered *l, const ir_value *v)
{
    bool *varies = arena_array(l->f->arena, v->operand_count + 1, sizeof *varies);
    for (size_t i = 0; i < v->operand_count; ++i) varies[i] = !is_uniform(l, v->operands[i]);
    for (size_t i = 1; i < v->operand_count; ++i)
        if (v->owners[i] == v->owners[i - 1]) varies[i] |= varies[i - 1];
    for (size_t i = v->operand_count; i-- > 1;)
        if (v->owners[i] == v->owners[i - 1]) varies[i - 1] |= varies[i];
    return varies;
}

static const lower_called *find_in_vectors(const lower_program *program, lowered *l, const ir_value *v,
                                           const bool *varies)
{
    char *signature = arena_printf(program->arena, "%*s", (int)v->operand_count, "");
    for (size_t i = 0; i < v->operand_count; ++i) signature[i] = varies[i] ? 'v' : 'u';
    return find_version(program, l, v, &(call_version){.signature = signature, .inputs = varies});
}

/* ---- all calls ---- */

static void find_call(const lower_program *program, lowered *l, const ir_value *v)
{
    lower_call *call = &l->calls[v->number];
    if (l->p->one_by_one) {
        call->callee = find_in_loops(program, l, v, l->spill_from);
        return;
    }
    call->varies = find_varying(l, v);
    call->is_uniform = is_uniform(l, v);
    call->callee = call->is_uniform ? find_uniform(program, l, v) : find_in_vectors(program, l, v, call->varies);
}

static void find_calls(const lower_program *program, lowered *l, const ir_block *b)
{
    for (size_t i = 0; i < b->count && !l->reason; ++i) {
        const ir_value *v = b->items[i];
        if (!ir_has_effect(v) && !l->names.uses[v->number]) continue;
        if (v->op == IR_INVOKE && (v->symbol || v->outlined)) find_call(program, l, v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_calls(program, l, v->blocks[k]);
    }
}

bool calls_find(const lower_program *program, lowered *l)
{
    if (l->calls || l->reason) return !l->reason;
    l->calls = arena_array(l->f->arena, l->f->values + 1, sizeof *l->calls);
    find_calls(program, l, l->f->body);
    if (!l->reason) l->sizes = sizes_find(l);
    return !l->reason;
}
