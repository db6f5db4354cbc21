/* See translate.h. Writes the lowered form that fits, and keeps its text. Knows the writers, and what stacks take; must
 * not know how a writer works.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/translate.h"

#include "cgen/entry.h"
#include "cgen/explain.h"
#include "cgen/provide.h"
#include "cgen/scalar.h"
#include "cgen/simd.h"
#include "clc/facts.h"
#include "ir/build.h"
#include "lower/choice.h"

#include <string.h>

/* Limits in bytes. STACK: stack of a kernel with its called functions. MAX_SPILL: spill area. FRAME: stack of the
 * group's function in vectors, beside objects. */
enum { STACK = 65536, MAX_SPILL = 1 << 20, FRAME = 1024 };

/* A kernel that is being translated. */
typedef struct translation {
    native_program *program;
    symbol *kernel;
    buffer out; /* the group's functions and the entry, '\1' for the kernel's name */
    cgen_needs needs;
    const lowered *found; /* the form that was written, or NULL */
    bool in_vectors, has_variants;
    const char *objection; /* why it is not in vectors, or NULL */
    const token *objection_at;
    const char *interchange_objection; /* why no loops are interchanged, or NULL */
    buffer lanes;                      /* the group's function with sub-groups as lanes, or empty */
    cgen_needs lanes_needs;
    uint64_t lane_count; /* of how many lanes these sub-groups are; 0: there is no such function */
    const char *reason;  /* why there is no native version, or NULL */
    const token *where;
} translation;

static entry_variants no_variants(const translation *l)
{
    arena *a = l->program->arena;
    const size_t count = l->kernel->parameter_count + 1;
    return (entry_variants){arena_array(a, count, sizeof(bool)), arena_array(a, count, sizeof(bool)), 0, 0};
}

static void give_up(translation *l, const token *where, const char *reason)
{
    l->out.length = 0;
    l->reason = reason;
    l->where = where;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Adds the function with sub-groups as lanes. A launch has scratch for either function. */
static void add_lanes(translation *l)
{
    if (!l->lane_count) return;
    buffer_addf(&l->out, "#if CLBN_SIMD_W >= %u\n", (unsigned)l->lane_count);
    buffer_add(&l->out, l->lanes.text, l->lanes.length);
    buffer_adds(&l->out, "#endif\n\n");
    l->needs.fixed = larger(l->needs.fixed, l->lanes_needs.fixed);
    l->needs.context = larger(l->needs.context, l->lanes_needs.context);
    l->needs.spill_bytes = larger(l->needs.spill_bytes, l->lanes_needs.spill_bytes);
}

/* Adds the entry behind the group's function, and checks the limits. */
static void finish(translation *l, const lowered *found, const entry_variants *v, bool columns)
{
    refusal refused = {0};
    writer w = {.program = l->program, .refused = &refused, .out = &l->out, .indent = 1};
    if (l->needs.stack > STACK) {
        give_up(l, l->kernel->token,
                arena_printf(l->program->arena,
                             "its variables and called functions need %zu bytes of stack; the limit is %d",
                             l->needs.stack, STACK));
        return;
    }
    if (l->needs.spill_bytes > MAX_SPILL) {
        give_up(l, l->kernel->token,
                arena_printf(l->program->arena, "its private arrays need %zu bytes of spill area; the limit is %d",
                             l->needs.spill_bytes, MAX_SPILL));
        return;
    }
    add_lanes(l);
    entry_write(&w, l->kernel, v, columns, l->lane_count, l->needs.spill_bytes);
    write_check_nesting(&w, l->kernel->token, &l->out);
    if (refused.reason) give_up(l, refused.where, refused.reason);
    else l->found = found;
}

/* ---- in vectors ---- */

/* Whether it was written. */
static bool write_in_vectors(translation *l, const lowered *form)
{
    l->out.length = 0;
    l->reason = NULL;
    if (!form->f->reason && simd_write_group(l->program, form, &l->out, &l->needs)) {
        const entry_variants none = no_variants(l);
        l->needs.stack += FRAME;
        finish(l, form, &none, false);
    } else {
        give_up(l, form->f->where, form->f->reason);
    }
    l->in_vectors = l->found != NULL;
    if (l->in_vectors) {
        provide_feature(l->program->text, "SIMD");
        return true;
    }
    l->objection = l->reason;
    l->objection_at = l->where;
    return false;
}

/* Sub-groups as lanes: a further function, for processors whose vectors have as many. It has no barriers where a
 * function of a sub-group stands, so it is written whatever the cost model says. */
static void write_in_lanes(translation *l)
{
    const lowered *form = choice_lower_lanes(l->program->arena, l->kernel);
    if (!form || form->f->reason || !simd_write_group(l->program, form, &l->lanes, &l->lanes_needs)) return;
    if (l->lanes_needs.stack + FRAME > STACK || l->lanes_needs.spill_bytes > MAX_SPILL) return;
    l->lane_count = form->f->sub_group_size;
    provide_feature(l->program->text, "SIMD");
}

/* ---- in loops ---- */

static bool write_group(translation *l, const lowered *form, const scalar_wish *wish)
{
    if (scalar_write_group(l->program, form, wish, &l->out, &l->needs)) return true;
    give_up(l, form->f->where, form->f->reason);
    return false;
}

static void write_loops(translation *l, const lowered *form, bool with_variants)
{
    if (form->f->reason) {
        give_up(l, form->f->where, form->f->reason);
        return;
    }
    const entry_variants v = with_variants && !form->is_outlined
                                 ? entry_find_variants(l->program->arena, l->kernel, form->p->regions.grouped != NULL)
                                 : no_variants(l);
    scalar_wish wish = {.inlined = v.steps || v.flags};
    l->has_variants = wish.inlined;
    l->out.length = 0;
    l->reason = NULL;
    if (!write_group(l, form, &wish)) return;
    wish.columns = !form->f->checked && scalar_has_columns(form->f);
    if (wish.columns && !write_group(l, form, &wish)) return;
    if (wish.inlined) l->needs.stack *= (1u << v.flags) + 1;
    finish(l, form, &v, wish.columns);
}

/* Whether it was written. What named values need of the stack is known when they are written; only if that is too much,
 * the form is laid out once more, with small objects in the scratch. */
static bool write_in_loops(translation *l, const lowered *form, bool with_variants)
{
    write_loops(l, form, with_variants);
    if (!l->found && !form->f->reason && l->needs.stack > STACK)
        write_loops(l, lower_form(form->p, CHOICE_SMALL), with_variants);
    return l->found != NULL;
}

/* ---- choice of a way ---- */

static void write_kernel(translation *l)
{
    arena *a = l->program->arena;
    const lowered *vectors = NULL, *loops;
    l->objection = choice_vectors_unwanted(l->kernel);
    l->objection_at = l->kernel->token;
    if (l->program->text->checked) {
        l->objection = "checked code runs work-items one by one";
        provide_feature(l->program->text, "CHECKS");
        (void)write_in_loops(l, choice_lower_checked(a, l->kernel), false);
        return;
    }
    if (!l->objection) {
        vectors = choice_lower_vectors(a, l->kernel);
        if (vectors->f->sub_group_size) write_in_lanes(l);
        if (!vectors->f->reason) l->objection = choice_objection(vectors, &l->objection_at);
        if (!l->objection) {
            if (write_in_vectors(l, vectors)) return;
            vectors = NULL;
        }
    }
    loops = choice_lower_loops(a, l->kernel, &l->interchange_objection);
    if (write_in_loops(l, loops, true)) return;
    /* Without variants for its flags, a loop of branches is slower than vectors. */
    if (vectors && write_in_vectors(l, vectors)) {
        l->objection = NULL;
        return;
    }
    if (l->has_variants) (void)write_in_loops(l, loops, false);
}

/* ---- explanation ---- */

static void explain(const translation *l, buffer *out)
{
    buffer_addf(out, "kernel %s", l->kernel->name);
    explain_location(out, l->kernel->token);
    if (l->reason) {
        buffer_addf(out, ": no native version: %s", l->reason);
        explain_location(out, l->where);
        buffer_addc(out, '\n');
        return;
    }
    if (l->in_vectors) buffer_adds(out, ": neighbouring work-items in vectors\n");
    else if (l->found->p->replicas)
        buffer_addf(out, ": %zu work-items, each with statements of its own\n", l->found->p->replicas);
    else buffer_adds(out, ": work-items one by one in loops, which the compiler may put into vectors\n");
    if (!l->in_vectors) {
        buffer_addf(out, "  not written in vectors: %s", l->objection);
        explain_location(out, l->objection_at);
        buffer_addc(out, '\n');
    }
    buffer_addf(out, "  scratch: %zu bytes a group, %zu a work-item\n", l->needs.spill_bytes + l->needs.fixed,
                l->needs.context);
    if (!l->in_vectors && l->interchange_objection)
        buffer_addf(out, "  no loops interchanged: %s\n", l->interchange_objection);
    if (l->lane_count)
        buffer_addf(out,
                    "  where vectors have %u lanes or more: each sub-group is a vector or a part of one, if rows of "
                    "work-items are "
                    "multiples of %u\n",
                    (unsigned)l->lane_count, (unsigned)l->lane_count);
    explain_form(l->found, out);
}

static void keep(translation *l, native_kernel *result)
{
    native_text *text = l->program->text;
    const symbol *kernel = l->kernel;
    bool existed = false;
    result->function = write_once(text, write_name(l->program->arena, "k_", kernel->name), l->out.text, &existed);
    result->fixed_scratch = l->needs.spill_bytes + l->needs.fixed;
    result->context_scratch = l->needs.context;
    result->stack = l->needs.stack;
    result->waits = l->found->f->waits;
    for (size_t d = 0; d < 3 && kernel->attributes.has_reqd_size; ++d)
        result->preferred_local[d] = (unsigned)kernel->attributes.reqd_size[d];
    if (existed) return;
    buffer_addc(&text->functions, '\n');
    result->begin = text->functions.length;
    write_named(&text->functions, l->out.text, result->function);
}

void translate_kernel(native_program *p, symbol *kernel, native_kernel *result, buffer *explanation)
{
    translation l = {.program = p, .kernel = kernel, .reason = facts_refusal(kernel)};
    result->name = kernel->name;
    if (!l.reason) write_kernel(&l);
    if (l.reason) {
        result->reason = l.reason;
        if (l.where) result->where = (location){l.where->where.source, l.where->where.offset};
    } else {
        keep(&l, result);
    }
    if (explanation) explain(&l, explanation);
    buffer_free(&l.out);
    buffer_free(&l.lanes);
}

/* ---- dumps ---- */

static const char *const other_dumps[] = {"ir", "access", "steps", "masks", "names", "lower", "explain", "checks"};

bool translate_has_dump(const char *pass)
{
    for (size_t i = 0; i < sizeof other_dumps / sizeof *other_dumps; ++i)
        if (strcmp(pass, other_dumps[i]) == 0) return true;
    return passes_has(pass);
}

const char *translate_dump_names(arena *a)
{
    buffer b = {0};
    passes_add_names(&b);
    for (size_t i = 0; i < sizeof other_dumps / sizeof *other_dumps; ++i)
        buffer_addf(&b, "%s%s", i ? ", " : "", other_dumps[i]);
    const char *names = arena_strndup(a, b.text, b.length);
    buffer_free(&b);
    return names;
}

static void dump_lowered(const lowered *l, const char *pass, buffer *out)
{
    if (strcmp(pass, "access") == 0) lower_print_accesses(l, out);
    else if (strcmp(pass, "masks") == 0) masks_print(l, out);
    else if (strcmp(pass, "names") == 0) lower_print_names(l, out);
    else lower_print_steps(l, out);
}

static void dump_pass(native_program *p, symbol *kernel, const char *pass, buffer *out)
{
    arena *a = p->arena;
    const char *ignored;
    const bool both = strcmp(pass, "steps") == 0 || strcmp(pass, "names") == 0;
    if (both || strcmp(pass, "access") == 0 || strcmp(pass, "masks") == 0) {
        dump_lowered(choice_lower_vectors(a, kernel), pass, out);
        if (!both) return;
        buffer_adds(out, "in loops:\n");
        dump_lowered(choice_lower_loops(a, kernel, &ignored), pass, out);
        return;
    }
    const bool one_by_one = passes_is_one_by_one(pass);
    ir_function *f = one_by_one ? ir_build_one_by_one(a, kernel) : ir_build(a, kernel);
    if (!passes_has(pass)) ir_print(f, out);
    else passes_print(one_by_one ? passes_run_one_by_one(f, pass, true) : passes_run(f, pass), out);
}

void translate_dump(native_program *p, symbol *kernel, const char *pass, buffer *out)
{
    native_kernel result = {0};
    if (strcmp(pass, "explain") == 0) {
        translate_kernel(p, kernel, &result, out);
        return;
    }
    buffer_addf(out, "== %s: %s\n", kernel->name, pass);
    if (facts_refusal(kernel)) {
        buffer_addf(out, "refused: %s\n", facts_refusal(kernel));
    } else if (strcmp(pass, "checks") == 0) {
        passes_print(passes_run_checked(ir_build_checked(p->arena, kernel)), out);
    } else if (strcmp(pass, "lower") != 0) {
        dump_pass(p, kernel, pass, out);
    } else {
        const size_t before = p->text->functions.length;
        translate_kernel(p, kernel, &result, NULL);
        if (result.reason) buffer_addf(out, "refused: %s\n", result.reason);
        else if (p->text->functions.length > before)
            buffer_add(out, p->text->functions.text + before, p->text->functions.length - before);
    }
}
