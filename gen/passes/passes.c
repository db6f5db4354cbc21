/* The list of passes. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

#include <string.h>

static const struct {
    const char *name;
    void (*run)(passes *);
    bool of_kernels; /* it deals with ranges and barriers, which only kernels have */
    bool one_by_one; /* its dump shows the form for work-items in loops */
    bool has_tables; /* it makes the first tables, whose sizes are then known */
} list[] = {
    {"waits", waits_run, false, true, false},
    {"webs", webs_run, false, false, false},
    {"unroll", unroll_run, false, false, false},
    {"read-ahead", read_ahead_run, true, false, false},
    {"fixed-arrays", fixed_arrays_run, false, false, false},
    {"objects", objects_run, false, false, true},
    {"guards", guards_run, true, false, false},
    {"predicate", predicate_run, true, true, false},
    {"interchange", interchange_run, true, true, false},
    {"regions", regions_run, true, false, false},
    {"replicate", replicate_run, true, true, false},
    {"members", members_run, false, false, false},
    {"forward", forward_run, false, false, false},
    {"reloads", reloads_run, false, false, false},
    {"halves", halves_run, false, false, false},
    {"saturate", saturate_run, false, false, false},
    {"shapes", shapes_run, false, false, false},
    {"loop-closed", loop_closed_run, false, false, false},
    {"choices", choices_run, false, false, false},
    {"distribute", distribute_run, false, false, false},
    {"packs", packs_run, false, false, false},
    {"narrow", narrow_run, false, false, false},
};

size_t passes_units(const passes *p, const ir_variable *v)
{
    const size_t unit = p->objects.unit[v->number];
    return (v->size + unit - 1) / unit;
}

bool passes_has(const char *name)
{
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i)
        if (strcmp(list[i].name, name) == 0) return true;
    return false;
}

void passes_add_names(buffer *out)
{
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i) buffer_addf(out, "%s, ", list[i].name);
}

bool passes_is_one_by_one(const char *name)
{
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i)
        if (strcmp(list[i].name, name) == 0) return list[i].one_by_one;
    return false;
}

bool passes_is_available(const passes *p, const ir_value *x, const ir_value *user)
{
    return ir_is_leaf(x) || !p->regions.region || p->regions.region[x->number] == p->regions.region[user->number];
}

void passes_measure(passes *p)
{
    p->value_capacity = (size_t)p->f->values * 3 + 256;
    p->variable_capacity = p->f->variable_count + p->f->values + 16;
}

/* The passes that checked code needs; others move, merge or add accesses. */
static bool is_of_checked(void (*pass)(passes *))
{
    return pass == waits_run || pass == objects_run || pass == predicate_run || pass == regions_run ||
           pass == shapes_run;
}

/* Builds that look for faults check the form after each pass, so that the pass at fault is known; others once. */
#if !defined __OPTIMIZE__ || defined __SANITIZE_ADDRESS__
#define EACH_PASS true
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define EACH_PASS true
#endif
#endif
#ifndef EACH_PASS
#define EACH_PASS false
#endif

static void verify(ir_function *f, const char *pass)
{
    const char *broken = ir_verify(f);
    if (broken) ir_refuse(f, NULL, arena_printf(f->arena, "internal error after the pass %s: %s", pass, broken));
}

static passes *run(ir_function *f, const char *last, const bool *inputs, bool one_by_one, bool interchanges)
{
    passes *p = ARENA_NEW(f->arena, passes);
    p->f = f;
    p->inputs = inputs;
    p->one_by_one = one_by_one;
    p->interchanges = interchanges;
    if (f->checked && !f->reason) {
        checks_run(p);
        verify(f, "checks");
    }
    const char *latest = "checks";
    for (size_t i = 0; i < sizeof list / sizeof *list && !f->reason; ++i) {
        if (f->checked && !is_of_checked(list[i].run)) continue;
        if (list[i].has_tables) passes_measure(p);
        if (list[i].of_kernels && f->is_called) continue;
        list[i].run(p);
        if (f->checked && list[i].run == predicate_run) checks_settle(p);
        latest = list[i].name;
        if (EACH_PASS) verify(f, latest);
        if (last && strcmp(latest, last) == 0) break;
    }
    if (!EACH_PASS) verify(f, latest);
    return p;
}

passes *passes_run(ir_function *f, const char *last)
{
    return run(f, last, NULL, false, false);
}
passes *passes_run_one_by_one(ir_function *f, const char *last, bool interchanges)
{
    return run(f, last, NULL, true, interchanges);
}

passes *passes_run_checked(ir_function *f)
{
    return run(f, NULL, NULL, true, false);
}

void passes_run_checks(ir_function *f)
{
    passes p = {.f = f};
    if (f->reason) return;
    checks_run(&p);
    verify(f, "checks");
}

passes *passes_run_called(ir_function *f, const bool *inputs, bool one_by_one)
{
    return run(f, NULL, inputs, one_by_one, false);
}

void passes_print(const passes *p, buffer *out)
{
    static const char *const kinds[] = {"", "uniform", "affine", "varying"};
    const ir_function *f = p->f;
    const bool *grouped = p->regions.grouped ? p->regions.grouped : p->interchange.grouped;
    if (p->guards.limits[0]) buffer_addf(out, "limit %%%u\n", p->guards.limits[0]->number);
    if (p->one_by_one && p->regions.region) buffer_addf(out, "%zu replicas\n", p->replicas);
    ir_print(f, out);
    if (!p->shapes.values || f->reason) return;
    for (size_t i = 0; i < f->variable_count; ++i) {
        const shape s = p->shapes.variables[i];
        buffer_addf(out, "%s_%zu: %s", f->variables[i]->name, i, kinds[s.kind]);
        if (s.kind == SHAPE_AFFINE) buffer_addf(out, " %lld", (long long)s.step);
        buffer_addc(out, '\n');
    }
    for (unsigned i = 0; i < f->values; ++i) {
        const shape s = p->shapes.values[i];
        if (p->one_by_one && grouped && grouped[i]) buffer_addf(out, "%%%u: of the group\n", i);
        if (s.kind == SHAPE_AFFINE)
            buffer_addf(out, "%%%u: affine %lld%s\n", i, (long long)s.step, s.exact == SHAPE_WRAPS ? ", may wrap" : "");
        else if (s.kind == SHAPE_VARYING) buffer_addf(out, "%%%u: varying\n", i);
        if (p->shapes.diverges[i]) buffer_addf(out, "%%%u: divergent\n", i);
        if (p->shapes.round_diverges[i]) buffer_addf(out, "%%%u: divergent rounds\n", i);
        if (!p->packs.of || !p->packs.of[i] || p->packs.of[i]->of[0]->number != i) continue;
        buffer_addf(out, "pack of %u%s", p->packs.of[i]->count,
                    p->packs.of[i]->also_scalar ? ", also as components" : "");
        if (p->packs.of[i]->element)
            buffer_addf(out, ", in %u vector%s of %s", p->packs.of[i]->vectors, p->packs.of[i]->vectors == 1 ? "" : "s",
                        p->packs.of[i]->element == 1 ? "bytes" : "shorts");
        buffer_addc(out, ':');
        for (unsigned k = 0; k < p->packs.of[i]->count; ++k) buffer_addf(out, " %%%u", p->packs.of[i]->of[k]->number);
        buffer_addc(out, '\n');
    }
}
