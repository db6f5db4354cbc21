/* SPDX-License-Identifier: MIT
 * Checks the text of one program as a driver's front end would, passes its syntax to the visitors, and finds what is
 * known of its kernels from it. Knows one program and its text for devices with cl_khr_fp16; must not know its other
 * configurations, nor where it is kept. */
#include "bundle/build_state.h"

#include <string.h>

void build_check_defined(symbol *caller, symbol **stack, const parse_help *help, diagnostics *d)
{
    size_t count = 0;
    stack[count++] = caller;
    caller->mark = 1;
    while (count) {
        const symbol *f = stack[--count];
        for (size_t i = 0; i < f->callee_count; ++i) {
            symbol *callee = f->callees[i];
            if (callee->mark) continue;
            callee->mark = 1;
            if (callee->defined) {
                stack[count++] = callee;
                continue;
            }
            if (help) help->unknown(help->context, callee->token, PARSE_PROTOTYPE);
            diagnose_error(d, callee->token->where,
                           "'%s' is declared here and called by '%s', but no file of the program of '%s' defines it: "
                           "name the file that does in '@depends'",
                           callee->name, f->name, caller->name);
        }
    }
}

/* Stores how the kernels of a program use their arguments: the tree is freed after build_check_program. */
static void note_uses(builder *b, const parsed *syntax)
{
    for (size_t i = 0; !syntax->failed && i < syntax->function_count; ++i) {
        const symbol *f = syntax->functions[i];
        if (!f->is_kernel) continue;
        const char *name = arena_strndup(b->arena, f->name, strlen(f->name));
        *map_ats(&b->uses, name) = elementwise_uses(b->arena, f);
        *map_ats(&b->relative, name) = relative_find(b->arena, f);
    }
}

void build_narrow_uses(builder *b, const symbol *kernel)
{
    element_use *uses = map_gets(&b->uses, kernel->name);
    const element_use *others = elementwise_uses(b->arena, kernel);
    for (size_t i = 0; uses && i < kernel->parameter_count; ++i)
        uses[i].own_element = uses[i].own_element && others[i].own_element && uses[i].step == others[i].step;
    relative_uses *relative = map_gets(&b->relative, kernel->name);
    if (relative) relative_narrow(relative, relative_find(b->arena, kernel), kernel->parameter_count);
}

symbol *build_find_kernel(const parsed *syntax, const char *name)
{
    for (size_t i = 0; i < syntax->function_count; ++i)
        if (syntax->functions[i]->is_kernel && strcmp(syntax->functions[i]->name, name) == 0)
            return syntax->functions[i];
    return NULL;
}

/* Whether the kept text of the unit names that constant of its file. */
static bool uses_spec_constant(const builder *b, const unit *u, const reached *r, size_t number)
{
    const item_name *name = map_gets(&u->items.names, u->file->spec_constants[number].name);
    if (b->options->whole) return true;
    for (size_t i = 0; name && i < r->count; ++i) {
        const item *it = &u->items.items[r->kept[i]];
        for (size_t k = 0; k < it->mention_count; ++k)
            if (it->mentions[k] == name) return true;
    }
    return false;
}

void build_find_spec_constants(builder *b, const unit *u, const reached *r)
{
    b->wanted = arena_array(b->arena, u->file->spec_constant_count, sizeof *b->wanted);
    for (size_t i = 0; i < u->file->spec_constant_count; ++i) b->wanted[i] = uses_spec_constant(b, u, r, i);
}

parse_options build_language(const builder *b, const unit *u)
{
    return unit_language(b->context, u->file, b->wanted);
}

/* Passes on the kernels of a program in the configuration for devices with cl_khr_fp16. Facts about the kernels of
 * `syntax` that do not hold for those are dropped: the queries that no work-item makes (returned), and the uses of
 * arguments. */
static uint32_t visit_fp16(builder *b, unit *u, const parsed *syntax)
{
    arena scratch = {0};
    diagnostics unheard = {.arena = &scratch};
    if (!b->fp16) b->fp16 = fp16_read(b->context, u->file);
    fp16_configuration *fp16 = b->fp16;
    const char *problem = fp16->problem;
    size_t *roots = arena_array(&scratch, syntax->function_count, sizeof *roots), root_count = 0;
    for (size_t i = 0; i < syntax->function_count; ++i) {
        const size_t item =
            syntax->functions[i]->is_kernel ? (uintptr_t)map_gets(&fp16->kernels, syntax->functions[i]->name) : 0;
        if (item) roots[root_count++] = item - 1;
    }
    parsed second = {.failed = false};
    uint32_t independence = CLB_KERNEL_INDEPENDENT | CLB_KERNEL_BY_GROUPS;
    bool asks_byte_order = false;
    if (!problem) {
        const reached r =
            reach_from(&scratch, &fp16->unit->text, &fp16->unit->items, roots, root_count, CLB_NEEDS_FP16);
        asks_byte_order = reached_mentions(&fp16->unit->items, &r, BYTE_ORDER_MACRO);
        const preprocessed part = unit_gather(&scratch, fp16->unit, r.kept, r.count);
        const parse_options language = build_language(b, u);
        second = parse(&scratch, &unheard, &part, &language);
        if (second.failed || unheard.errors) problem = fp16_first_error(&scratch, &unheard, "it has errors");
        else independence = r.independence;
        if (!problem) identity_set(b->identities, fp16->unit, &language, &second);
    }
    for (size_t i = 0; i < syntax->function_count; ++i) {
        const symbol *first = syntax->functions[i];
        if (!first->is_kernel) continue;
        symbol *kernel = problem ? NULL : build_find_kernel(&second, first->name);
        const char *why = problem   ? problem
                          : !kernel ? "there is no such kernel"
                                    : fp16_signature_problem(&scratch, first, kernel);
        if (!why) build_narrow_uses(b, kernel);
        if (kernel) {
            kernel->is_for_drivers = first->is_for_drivers;
            kernel->asks_byte_order = asks_byte_order;
        }
        b->options->visit_fp16(b->options->visit_context, &scratch, first->name, pool_program_count(b->pool),
                               why ? NULL : kernel, why);
    }
    arena_free(&scratch);
    return independence;
}

uint32_t build_needs(const parsed *syntax)
{
    return (syntax->uses_half ? CLB_NEEDS_FP16 : 0) | (syntax->uses_long_atomics ? CLB_NEEDS_INT64_ATOMICS : 0) |
           (syntax->uses_sub_groups ? CLB_NEEDS_SUBGROUPS : 0) | (syntax->uses_pipes ? CLB_NEEDS_PIPES : 0) |
           (syntax->writes_volumes ? CLB_NEEDS_3D_IMAGE_WRITES : 0);
}

uint32_t build_check_program(builder *b, unit *u, reached *r, syntax_visitor *visit)
{
    arena scratch = {0};
    diagnostics unheard = {.arena = &scratch}, *d = b->options->unchecked ? &unheard : b->context->diagnostics;
    const preprocessed part = unit_gather(&scratch, u, r->kept, r->count);
    const parse_options language = build_language(b, u);
    const parsed syntax = parse(&scratch, d, &part, &language);
    symbol **stack = arena_array(&scratch, syntax.function_count + 1, sizeof *stack);
    for (size_t i = 0; i < syntax.function_count; ++i)
        if (syntax.functions[i]->is_kernel)
            build_check_defined(syntax.functions[i], stack, b->context->text.language.help, d);
    if (visit) note_uses(b, &syntax);
    if (visit && !syntax.failed && !d->errors) {
        const bool asks_byte_order = reached_mentions(&u->items, r, BYTE_ORDER_MACRO);
        for (size_t i = 0; i < syntax.function_count; ++i) {
            syntax.functions[i]->is_for_drivers = map_gets(&b->for_drivers, syntax.functions[i]->name) != NULL;
            syntax.functions[i]->asks_byte_order = asks_byte_order;
        }
        identity_set(b->identities, u, &language, &syntax);
        if (b->options->visit_fp16 && fp16_matters(b->context, u, r)) r->independence &= visit_fp16(b, u, &syntax);
        visit(b->options->visit_context, &scratch, &syntax, pool_program_count(b->pool));
    }
    arena_free(&scratch);
    return build_needs(&syntax);
}
