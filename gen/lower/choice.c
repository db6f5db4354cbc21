/* See choice.h.
 * SPDX-License-Identifier: MIT */
#include "lower/choice.h"

#include "ir/build.h"
#include "lower/cost.h"
#include "passes/outline.h"

/* VERY_LARGE: values of a kernel that is divided into functions. CONTEXT: most bytes of context of a work-item after
 * interchange. MIN_ITEMS: work-items of a group along x that vectors are worth. LANES: most lanes of a vector. */
enum { VERY_LARGE = 12000, CONTEXT = 1 << 14, MIN_ITEMS = 8, LANES = 16 };

const char *choice_vectors_unwanted(const symbol *kernel)
{
    const type *hint = kernel->attributes.vec_type_hint;
    if (hint && type_is_vector(hint)) return "vec_type_hint says that each work-item fills a vector";
    if (kernel->attributes.has_reqd_size && kernel->attributes.reqd_size[0] < MIN_ITEMS)
        return "its work-groups have fewer than 8 work-items along x";
    return NULL;
}

lowered *choice_lower_vectors(arena *a, symbol *kernel)
{
    ir_function *f = ir_build(a, kernel);
    const passes *p = passes_run(f, NULL);
    if (f->needs_gaps) p = passes_run(ir_build_with_gaps(a, kernel), NULL);
    return lower_form(p, 0);
}

lowered *choice_lower_lanes(arena *a, symbol *kernel)
{
    const attributes *stated = &kernel->attributes;
    const uint64_t *size = stated->reqd_size;
    ir_function *f = ir_build_in_lanes(a, kernel);
    if (f->sub_group_size > LANES) return NULL;
    if (stated->has_reqd_size && size[0] % f->sub_group_size && (size[1] > 1 || size[2] > 1)) return NULL;
    return lower_form(passes_run(f, NULL), 0);
}

const char *choice_objection(const lowered *vectors, const token **where)
{
    return cost_objection(vectors, where);
}

lowered *choice_lower_loops(arena *a, symbol *kernel, const char **objection)
{
    ir_function *f = ir_build_one_by_one(a, kernel);
    *objection = NULL;
    if (!f->reason && f->values > VERY_LARGE) {
        outline_run(f);
        lowered *l = lower_form(passes_run_one_by_one(f, NULL, false), CHOICE_LARGE);
        l->is_outlined = true;
        return l;
    }
    const passes *p = passes_run_one_by_one(f, NULL, true);
    *objection = f->reason;
    if (!f->reason && p->regions.context_bytes > CONTEXT)
        *objection = arena_printf(a, "loop interchange needs %zu bytes of context a work-item; the limit is %d",
                                  p->regions.context_bytes, CONTEXT);
    if (!*objection) return lower_form(p, CHOICE_LARGE);
    f = ir_build_one_by_one(a, kernel);
    return lower_form(passes_run_one_by_one(f, NULL, false), CHOICE_LARGE);
}

lowered *choice_lower_checked(arena *a, symbol *kernel)
{
    return lower_form(passes_run_checked(ir_build_checked(a, kernel)), CHOICE_LARGE);
}
