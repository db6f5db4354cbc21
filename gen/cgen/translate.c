/* See translate.h. Chooses the lowered form that fits, writes it, and keeps its text. Knows the writers, and what
 * stacks take; must not know how a writer works.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/translate.h"

#include "cgen/enqueued.h"
#include "cgen/entry.h"
#include "cgen/explain.h"
#include "cgen/proof.h"
#include "cgen/provide.h"
#include "cgen/scalar.h"
#include "cgen/simd.h"
#include "clc/facts.h"
#include "ir/build.h"
#include "lower/choice.h"
#include "lower/order.h"
#include "lower/sizes.h"

#include <string.h>

/* Limits in bytes. STACK: stack of a kernel with its called functions. NAMES: the same where all objects are in the
 * scratch, so that nearly all of it are names in loops: only code that is not optimised keeps them on the stack, and no
 * other form fits. MAX_SPILL: spill area. */
enum { STACK = 65536, NAMES = 262144, MAX_SPILL = 1 << 20 };
/* Work-items of a group that shall be tall: a vector, or a cache line of numbers, in some rows. */
enum { COLUMN_WIDTH = 16, COLUMN_HEIGHT = 32 };

/* A kernel that is being translated. */
typedef struct translation {
    native_program *program;
    symbol *kernel;
    buffer out;           /* the group's functions and the entry, '\1' for the kernel's name */
    lower_sizes sizes;    /* of the form that was written, or of the last one that did not fit */
    const lowered *found; /* the form that was written, or NULL */
    bool in_vectors, has_variants;
    const char *objection; /* why it is not in vectors, or NULL */
    const token *objection_at;
    const char *interchange_objection; /* why no loops are interchanged, or NULL */
    buffer lanes;                      /* the group's function with sub-groups as lanes, or empty */
    lower_sizes lanes_sizes;
    bool has_proof;      /* checked code has a second function, without checks, behind its proof */
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

/* Whether the form can be written: with its called functions, it stays within the limits. `copies`: how often the entry
 * holds the group's function. */
static bool fits_in(translation *l, lowered *form, size_t copies, size_t most)
{
    const lower_program program = {l->program->arena, form->f->checked, &l->program->lowered,
                                   &l->program->text->called};
    if (form->f->reason || !calls_find(&program, form)) {
        give_up(l, form->f->reason ? form->f->where : form->where, form->f->reason ? form->f->reason : form->reason);
        return false;
    }
    l->sizes = form->sizes;
    l->sizes.stack *= copies;
    l->reason = NULL;
    if (l->sizes.stack > most)
        give_up(l, l->kernel->token,
                arena_printf(l->program->arena,
                             "its variables and called functions need %zu bytes of stack; the limit is %zu",
                             l->sizes.stack, most));
    else if (l->sizes.spill > MAX_SPILL)
        give_up(l, l->kernel->token,
                arena_printf(l->program->arena, "its private arrays need %zu bytes of spill area; the limit is %d",
                             l->sizes.spill, MAX_SPILL));
    return !l->reason;
}

static bool fits(translation *l, lowered *form, size_t copies)
{
    return fits_in(l, form, copies, STACK);
}

/* Adds the function with sub-groups as lanes. A launch has scratch for either function. */
static void add_lanes(translation *l)
{
    if (!l->lane_count) return;
    buffer_addf(&l->out, "#if CLBN_SIMD_W >= %u\n", (unsigned)l->lane_count);
    buffer_add(&l->out, l->lanes.text, l->lanes.length);
    buffer_adds(&l->out, "#endif\n\n");
    l->sizes.fixed = larger(l->sizes.fixed, l->lanes_sizes.fixed);
    l->sizes.context = larger(l->sizes.context, l->lanes_sizes.context);
    l->sizes.spill = larger(l->sizes.spill, l->lanes_sizes.spill);
}

/* Adds the entry behind the group's function. */
static void finish(translation *l, const lowered *found, const entry_variants *v, bool columns)
{
    refusal refused = {0};
    writer w = {.program = l->program, .refused = &refused, .out = &l->out, .indent = 1};
    add_lanes(l);
    entry_write(&w, l->kernel, v, &(entry_functions){columns, l->has_proof, l->lane_count, l->sizes.spill});
    write_check_nesting(&w, l->kernel->token, &l->out);
    if (refused.reason) give_up(l, refused.where, refused.reason);
    else l->found = found;
}

/* ---- in vectors ---- */

/* Whether it was written. */
static bool write_in_vectors(translation *l, lowered *form)
{
    l->out.length = 0;
    if (fits(l, form, 1)) {
        const entry_variants none = no_variants(l);
        if (simd_write_group(l->program, form, &l->out)) finish(l, form, &none, false);
        else give_up(l, form->f->where, form->f->reason);
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
    lowered *form = choice_lower_lanes(l->program->arena, l->kernel);
    if (!form || !fits(l, form, 1) || !simd_write_group(l->program, form, &l->lanes)) return;
    l->lanes_sizes = l->sizes;
    l->lane_count = form->f->sub_group_size;
    provide_feature(l->program->text, "SIMD");
}

/* ---- in loops ---- */

static bool write_group(translation *l, const lowered *form, const scalar_wish *wish)
{
    if (scalar_write_group(l->program, form, wish, &l->out)) return true;
    give_up(l, form->f->where, form->f->reason);
    return false;
}

/* The form that fits: if the stack does not suffice, the one whose small objects are in the scratch, too; or NULL. */
static const lowered *find_fitting(translation *l, lowered *form, size_t copies)
{
    if (fits(l, form, copies)) return form;
    if (form->f->reason || form->reason || l->sizes.stack <= STACK) return NULL;
    form = lower_form(form->p, CHOICE_SMALL);
    return fits_in(l, form, copies, NAMES) ? form : NULL;
}

/* Whether it was written. */
static bool write_in_loops(translation *l, lowered *form, bool with_variants)
{
    l->out.length = 0;
    if (form->f->reason) {
        give_up(l, form->f->where, form->f->reason);
        return false;
    }
    const entry_variants v = with_variants && !form->is_outlined
                                 ? entry_find_variants(l->program->arena, l->kernel, form->p->regions.grouped != NULL)
                                 : no_variants(l);
    scalar_wish wish = {.inlined = v.steps || v.flags};
    l->has_variants = wish.inlined;
    const lowered *fitting = find_fitting(l, form, wish.inlined ? ((size_t)1 << v.flags) + 1 : 1);
    if (!fitting || !write_group(l, fitting, &wish)) return false;
    wish.columns = scalar_has_columns(form->f);
    if (wish.columns && !write_group(l, fitting, &wish)) return false;
    finish(l, fitting, &v, wish.columns);
    return l->found != NULL;
}

/* ---- checked code ---- */

/* Adds the group's function without checks, in vectors if these are worth it. */
static bool write_unchecked(translation *l, buffer *out)
{
    arena *a = l->program->arena;
    const token *where;
    const char *ignored;
    if (!choice_vectors_unwanted(l->kernel)) {
        lowered *vectors = choice_lower_vectors(a, l->kernel);
        if (!vectors->f->reason && !choice_objection(vectors, &where) && fits(l, vectors, 1) &&
            simd_write_group(l->program, vectors, out)) {
            provide_feature(l->program->text, "SIMD");
            return true;
        }
    }
    const lowered *loops = find_fitting(l, choice_lower_loops(a, l->kernel, &ignored), 1);
    return loops && scalar_write_group(l->program, loops, &(scalar_wish){0}, out);
}

/* The proof, and the code for groups that are proved. A launch has scratch for either function. */
static void write_proved(translation *l, buffer *proved, lower_sizes *sizes)
{
    ir_function *f = ir_build_checked(l->program->arena, l->kernel);
    passes_run_checks(f);
    l->has_proof = !f->reason && proof_write(f, proved) && write_unchecked(l, proved);
    *sizes = l->sizes;
    l->out.length = 0;
    l->reason = NULL;
    l->where = NULL;
}

static void write_checked(translation *l)
{
    arena *a = l->program->arena;
    buffer proved = {0};
    lower_sizes sizes;
    const entry_variants none = no_variants(l);
    l->objection = "checked code runs work-items one by one";
    provide_feature(l->program->text, "CHECKS");
    write_proved(l, &proved, &sizes);
    lowered *form = choice_lower_checked(a, l->kernel);
    const lowered *fitting = find_fitting(l, form, 1);
    if (!fitting) {
        if (form->f->reason) give_up(l, form->f->where, form->f->reason);
    } else if (write_group(l, fitting, &(scalar_wish){0})) {
        buffer text = l->out;
        l->out = (buffer){0};
        buffer_addf(&l->out, "#if %s_HAS_CHECKED\n", l->program->text->prefix);
        buffer_add(&l->out, text.text, text.length);
        buffer_adds(&l->out, "#endif\n\n");
        buffer_free(&text);
        if (l->has_proof) {
            buffer_add(&l->out, proved.text, proved.length);
            l->sizes.fixed = larger(l->sizes.fixed, sizes.fixed);
            l->sizes.context = larger(l->sizes.context, sizes.context);
            l->sizes.spill = larger(l->sizes.spill, sizes.spill);
            l->sizes.stack = larger(l->sizes.stack, sizes.stack);
        }
        finish(l, fitting, &none, false);
    }
    buffer_free(&proved);
}

/* ---- choice of a way ---- */

static void write_kernel(translation *l)
{
    arena *a = l->program->arena;
    lowered *vectors = NULL, *loops;
    l->objection = choice_vectors_unwanted(l->kernel);
    l->objection_at = l->kernel->token;
    if (l->program->text->checked) {
        write_checked(l);
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
    buffer_addf(out, "  scratch: %zu bytes a group, %zu a work-item\n", l->sizes.spill + l->sizes.fixed,
                l->sizes.context);
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
    result->fixed_scratch = l->sizes.spill + l->sizes.fixed;
    result->context_scratch = l->sizes.context;
    result->stack = l->sizes.stack;
    result->waits = l->found->f->waits;
    result->variables = l->program->uses_variables ? l->program->variables : NULL;
    for (size_t d = 0; d < 3 && kernel->attributes.has_reqd_size; ++d)
        result->preferred_local[d] = (unsigned)kernel->attributes.reqd_size[d];
    if (!kernel->attributes.has_reqd_size && order_wants_columns(l->found->f)) {
        result->preferred_local[0] = COLUMN_WIDTH;
        result->preferred_local[1] = COLUMN_HEIGHT;
        result->preferred_local[2] = 1;
    }
    if (existed) return;
    buffer_addc(&text->functions, '\n');
    result->begin = text->functions.length;
    write_named(&text->functions, l->out.text, result->function);
}

/* ---- blocks that are enqueued ---- */

static void translate_block(native_program *p, cgen_enqueued *e, buffer *explanation)
{
    facts_find(p->arena, e->kernel);
    translation l = {.program = p, .kernel = e->kernel, .reason = facts_refusal(e->kernel)};
    enqueued_begin(p);
    p->uses_variables = false;
    if (!l.reason) write_kernel(&l);
    e->translated = true;
    e->uses_variables = p->uses_variables;
    e->refused = (refusal){l.reason, l.where};
    if (!l.reason) e->functions = arena_strndup(p->arena, l.out.text, l.out.length);
    e->fixed_scratch = l.sizes.spill + l.sizes.fixed;
    e->context_scratch = l.sizes.context;
    e->below = enqueued_list(p, &e->below_count);
    if (explanation) explain(&l, explanation);
    buffer_free(&l.out);
    buffer_free(&l.lanes);
}

/* The blocks that the kernel enqueues, those that they enqueue in turn, and so on. Without one of them there is no
 * native version of the kernel. */
static void add_blocks(translation *l, buffer *explanation)
{
    native_program *p = l->program;
    bool uses_variables = p->uses_variables;
    arena *a = p->arena;
    const size_t number = p->enqueued.translation;
    size_t count, listed = 0, capacity = 0;
    cgen_enqueued **below = enqueued_list(p, &count), **list = NULL;
    for (size_t at = 0;; ++at) {
        for (size_t i = 0; i < count; ++i) {
            if (below[i]->listed_by == number) continue;
            below[i]->listed_by = number;
            list = arena_reserve(a, list, listed, &capacity, sizeof *list);
            list[listed++] = below[i];
        }
        if (at == listed) break;
        if (!list[at]->translated) translate_block(p, list[at], explanation);
        if (list[at]->refused.reason) {
            give_up(l, list[at]->refused.where ? list[at]->refused.where : list[at]->kernel->token,
                    arena_printf(a, "a block that it enqueues has none: %s", list[at]->refused.reason));
            return;
        }
        below = list[at]->below;
        count = list[at]->below_count;
    }
    for (size_t i = 0; i < listed; ++i) {
        enqueued_write(p, list[i]);
        uses_variables |= list[i]->uses_variables;
    }
    p->uses_variables = uses_variables;
}

void translate_kernel(native_program *p, symbol *kernel, native_kernel *result, buffer *explanation)
{
    translation l = {.program = p, .kernel = kernel, .reason = facts_refusal(kernel)};
    result->name = kernel->name;
    enqueued_begin(p);
    p->uses_variables = false;
    if (!l.reason) write_kernel(&l);
    if (!l.reason) add_blocks(&l, explanation);
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

static const char *const other_dumps[] = {"ir",    "access", "steps",   "masks", "names",
                                          "sizes", "lower",  "explain", "checks"};

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

static void dump_lowered(native_program *p, lowered *l, const char *pass, buffer *out)
{
    const lower_program program = {p->arena, p->text->checked, &p->lowered, NULL};
    if (strcmp(pass, "access") == 0) {
        lower_print_accesses(l, out);
    } else if (strcmp(pass, "masks") == 0) {
        masks_print(l, out);
    } else if (strcmp(pass, "names") == 0) {
        lower_print_names(l, out);
    } else if (strcmp(pass, "sizes") == 0) {
        if (!l->f->reason) (void)calls_find(&program, l);
        sizes_print(l, out);
    } else {
        lower_print_steps(l, out);
    }
}

static void dump_pass(native_program *p, symbol *kernel, const char *pass, buffer *out)
{
    static const char *const lowered_dumps[] = {"access", "masks", "steps", "names", "sizes"};
    enum { IN_LOOPS = 2 }; /* the first of those that concern loops, too */
    arena *a = p->arena;
    const char *ignored;
    for (size_t i = 0; i < sizeof lowered_dumps / sizeof *lowered_dumps; ++i) {
        if (strcmp(pass, lowered_dumps[i]) != 0) continue;
        dump_lowered(p, choice_lower_vectors(a, kernel), pass, out);
        if (i < IN_LOOPS) return;
        buffer_adds(out, "in loops:\n");
        dump_lowered(p, choice_lower_loops(a, kernel, &ignored), pass, out);
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
