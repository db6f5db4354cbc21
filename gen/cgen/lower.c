/* Lowering, see lower.h. Decides between vectors and loops, and keeps the text. Knows the writers, and the limits of
 * compilers and stacks; must not know how a writer works. */
#include "cgen/lower.h"

#include "cgen/entry.h"
#include "cgen/explain.h"
#include "cgen/provide.h"
#include "cgen/scalar.h"
#include "cgen/simd.h"
#include "clc/facts.h"
#include "ir/build.h"
#include "passes/outline.h"

#include <string.h>

/* Limits in bytes. STACK: stack of a kernel with its called functions. MAX_SPILL: spill area. CONTEXT: context of a
 * work-item after interchange. LARGE, SMALL: private objects from this size on are not on the stack, or, on the
 * second try, from SMALL on. FRAME: stack of the group's function beside objects. MIN_ITEMS: work-items of a group
 * along x that vectors are worth. */
enum { STACK = 65536, MAX_SPILL = 1 << 20, CONTEXT = 1 << 14, LARGE = 4096, SMALL = 64, FRAME = 1024, MIN_ITEMS = 8, VERY_LARGE = 12000 };

/* A kernel that is being lowered. */
typedef struct lowering {
    native_program *program;
    symbol *kernel;
    buffer out;             /* the group's functions and the entry, '\1' for the kernel's name */
    cgen_needs needs;
    const passes *found;    /* the passes' results that the text was written from, or NULL */
    bool in_vectors, has_variants, is_very_large;
    const char *objection;  /* why it is not in vectors, or NULL */
    const token *objection_at;
    const char *reason;     /* why there is no native version, or NULL */
    const token *where;
} lowering;

static entry_variants no_variants(const lowering *l)
{
    arena *a = l->program->arena;
    const size_t count = l->kernel->parameter_count + 1;
    return (entry_variants){arena_array(a, count, sizeof(bool)), arena_array(a, count, sizeof(bool)), 0, 0};
}

static void give_up(lowering *l, const token *where, const char *reason)
{
    l->out.length = 0;
    l->reason = reason;
    l->where = where;
}

/* Adds the entry behind the group's function, and checks the limits. */
static void finish(lowering *l, const passes *found, const entry_variants *v, bool columns)
{
    refusal refused = {0};
    writer w = {.program = l->program, .refused = &refused, .out = &l->out, .indent = 1};
    if (l->needs.stack > STACK) {
        give_up(l, l->kernel->token,
                arena_printf(l->program->arena, "its variables and called functions need %zu bytes of stack; the limit is %d",
                             l->needs.stack, STACK));
        return;
    }
    if (l->needs.spill_bytes > MAX_SPILL) {
        give_up(l, l->kernel->token,
                arena_printf(l->program->arena, "its private arrays need %zu bytes of spill area; the limit is %d",
                             l->needs.spill_bytes, MAX_SPILL));
        return;
    }
    entry_write(&w, l->kernel, v, columns, l->needs.spill_bytes);
    write_check_nesting(&w, l->kernel->token, &l->out);
    if (refused.reason) give_up(l, refused.where, refused.reason);
    else l->found = found;
}

/* ---- in vectors ---- */

static const char *vectors_are_unwanted(const symbol *kernel)
{
    const type *hint = kernel->attributes.vec_type_hint;
    if (hint && type_is_vector(hint)) return "vec_type_hint says that each work-item fills a vector";
    if (kernel->attributes.has_reqd_size && kernel->attributes.reqd_size[0] < MIN_ITEMS)
        return "its work-groups have fewer than 8 work-items along x";
    return NULL;
}

/* Whether it was written in vectors. `at_any_cost`: without asking the cost model. */
static bool write_in_vectors(lowering *l, bool at_any_cost)
{
    ir_function *f = ir_build(l->program->arena, l->kernel);
    passes *found = f->reason ? NULL : passes_run(f, NULL);
    l->out.length = 0;
    l->reason = NULL;
    if (!f->reason && !at_any_cost) {
        l->objection = cost_objection(found, &l->objection_at);
        if (l->objection) return false;
    }
    if (!f->reason && simd_write_group(l->program, found, &l->out, &l->needs)) {
        const entry_variants none = no_variants(l);
        l->needs.stack += FRAME;
        finish(l, found, &none, false);
    } else {
        give_up(l, f->where, f->reason);
    }
    l->in_vectors = l->found != NULL;
    if (!l->in_vectors) {
        l->objection = l->reason;
        l->objection_at = l->where;
    } else {
        provide_feature(l->program->text, "SIMD");
    }
    return l->in_vectors;
}

/* ---- in loops ---- */

static bool write_group(lowering *l, passes *found, const scalar_wish *wish)
{
    if (scalar_write_group(l->program, found, wish, &l->out, &l->needs)) return true;
    give_up(l, found->f->where, found->f->reason);
    return false;
}

static void write_scalar(lowering *l, bool with_variants, bool interchanges, size_t spill_from)
{
    ir_function *f = ir_build_one_by_one(l->program->arena, l->kernel);
    if (!f->reason && f->values > VERY_LARGE) {
        l->is_very_large = true;
        with_variants = interchanges = false;
        outline_run(f);
    }
    passes *found = passes_run_one_by_one(f, NULL, interchanges);
    if (f->reason || (interchanges && found->regions.context_bytes > CONTEXT)) {
        give_up(l, f->where, f->reason ? f->reason
                                       : arena_printf(l->program->arena,
                                                      "loop interchange needs %zu bytes of context a work-item; the limit is %d",
                                                      found->regions.context_bytes, CONTEXT));
        return;
    }
    const entry_variants v = with_variants ? entry_find_variants(l->program->arena, l->kernel, found->regions.grouped != NULL)
                                           : no_variants(l);
    scalar_wish wish = {.inlined = v.steps || v.flags, .spill_from = spill_from};
    l->has_variants = wish.inlined;
    l->out.length = 0;
    l->reason = NULL;
    if (!write_group(l, found, &wish)) return;
    wish.columns = scalar_has_columns(f);
    if (wish.columns && !write_group(l, found, &wish)) return;
    if (wish.inlined) l->needs.stack *= (1u << v.flags) + 1;
    finish(l, found, &v, wish.columns);
}

/* Whether it was written in loops. Loops are interchanged if the context stays small; large objects are on the stack
 * if they fit. */
static bool write_one_by_one(lowering *l, bool with_variants)
{
    static const struct {
        bool interchanges;
        size_t spill_from;
    } tries[] = {{true, LARGE}, {false, LARGE}, {true, SMALL}, {false, SMALL}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries && !l->found; ++i)
        if (!l->is_very_large || !tries[i].interchanges || !i) write_scalar(l, with_variants, tries[i].interchanges, tries[i].spill_from);
    return l->found != NULL;
}

/* ---- choice of a way ---- */

static void write_kernel(lowering *l)
{
    const char *unwanted = vectors_are_unwanted(l->kernel);
    l->objection = unwanted;
    l->objection_at = l->kernel->token;
    if (!unwanted && write_in_vectors(l, false)) return;
    /* Without variants for its flags, a loop of branches is slower than vectors. */
    const bool costs = !unwanted && !l->reason;
    if (write_one_by_one(l, true)) return;
    if (costs && write_in_vectors(l, true)) {
        l->objection = NULL;
        return;
    }
    if (l->has_variants && !l->is_very_large) (void)write_one_by_one(l, false);
}

/* ---- explanation ---- */

static void explain(const lowering *l, buffer *out)
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
    else if (l->found->replicas)
        buffer_addf(out, ": %zu work-items, each with statements of its own\n", l->found->replicas);
    else buffer_adds(out, ": work-items one by one in loops, which the compiler may put into vectors\n");
    if (!l->in_vectors) {
        buffer_addf(out, "  not written in vectors: %s", l->objection);
        explain_location(out, l->objection_at);
        buffer_addc(out, '\n');
    }
    buffer_addf(out, "  scratch: %zu bytes a group, %zu a work-item\n", l->needs.spill_bytes + l->needs.fixed,
                l->needs.context);
    explain_form(l->found, out);
}

static void keep(lowering *l, native_kernel *result)
{
    native_text *text = l->program->text;
    const symbol *kernel = l->kernel;
    bool existed = false;
    result->function = write_once(text, write_name(l->program->arena, "k_", kernel->name), l->out.text, &existed);
    result->fixed_scratch = l->needs.spill_bytes + l->needs.fixed;
    result->context_scratch = l->needs.context;
    result->stack = l->needs.stack;
    for (size_t d = 0; d < 3 && kernel->attributes.has_reqd_size; ++d)
        result->preferred_local[d] = (unsigned)kernel->attributes.reqd_size[d];
    if (existed) return;
    buffer_addc(&text->functions, '\n');
    result->begin = text->functions.length;
    write_named(&text->functions, l->out.text, result->function);
}

void lower_kernel(native_program *p, symbol *kernel, native_kernel *result, buffer *explanation)
{
    lowering l = {.program = p, .kernel = kernel, .reason = facts_refusal(kernel)};
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
}

/* ---- dumps ---- */

bool lower_has_dump(const char *pass)
{
    return strcmp(pass, "ir") == 0 || strcmp(pass, "explain") == 0 || strcmp(pass, "lower") == 0 || passes_has(pass);
}

static void dump_pass(native_program *p, symbol *kernel, const char *pass, buffer *out)
{
    const bool one_by_one = passes_is_one_by_one(pass);
    ir_function *f = one_by_one ? ir_build_one_by_one(p->arena, kernel) : ir_build(p->arena, kernel);
    if (!passes_has(pass)) ir_print(f, out);
    else passes_print(one_by_one ? passes_run_one_by_one(f, pass, true) : passes_run(f, pass), out);
}

void lower_dump(native_program *p, symbol *kernel, const char *pass, buffer *out)
{
    native_kernel result = {0};
    if (strcmp(pass, "explain") == 0) {
        lower_kernel(p, kernel, &result, out);
        return;
    }
    buffer_addf(out, "== %s: %s\n", kernel->name, pass);
    if (facts_refusal(kernel)) {
        buffer_addf(out, "refused: %s\n", facts_refusal(kernel));
    } else if (strcmp(pass, "lower") != 0) {
        dump_pass(p, kernel, pass, out);
    } else {
        const size_t before = p->text->functions.length;
        lower_kernel(p, kernel, &result, NULL);
        if (result.reason) buffer_addf(out, "refused: %s\n", result.reason);
        else if (p->text->functions.length > before)
            buffer_add(out, p->text->functions.text + before, p->text->functions.length - before);
    }
}
