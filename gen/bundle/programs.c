/* SPDX-License-Identifier: MIT
 * The program of one kernel, or of several that share one: checks its text as a driver would, passes it to the
 * visitors, and adds it to the pool. Knows one program; must not know how kernels are distributed among programs. */
#include "bundle/build_state.h"

#include <string.h>

static bool is_options(const build_text *text, const source *s)
{
    for (size_t i = 0; i < text->source_count; ++i)
        if (text->sources[i] == s) return true;
    return false;
}

void build_note_files(builder *b, const text_range *ranges, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        void **known = map_ats(&b->used, ranges[i].source->path);
        if (*known) continue;
        *known = b;
        if (is_options(&b->context->text, ranges[i].source)) continue; /* text of the options, which is not a file */
        if (b->file_count == b->file_capacity) {
            const size_t capacity = b->file_capacity ? b->file_capacity * 2 : 64;
            b->files = arena_grow(b->arena, b->files, b->file_count, capacity, sizeof *b->files);
            b->file_capacity = capacity;
        }
        b->files[b->file_count++] = ranges[i].source;
    }
}

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

/* The pieces of a program, in order. `final`: their files are among the bundle's. */
static uint32_t *list_pieces(builder *b, const unit *u, const reached *r, bool final, size_t *count)
{
    uint32_t *pieces;
    *count = 0;
    if (b->options->whole) {
        size_t total = 0;
        const text_range *ranges = unit_whole_text(b->context, u, &total);
        pieces = arena_array(b->arena, total, sizeof *pieces);
        for (size_t i = 0; i < total; ++i) pieces[(*count)++] = pool_add(b->pool, &ranges[i], 1);
        if (final) build_note_files(b, ranges, total);
        return pieces;
    }
    pieces = arena_array(b->arena, r->count, sizeof *pieces);
    for (size_t i = 0; i < r->count; ++i) {
        const item *it = &u->items.items[r->kept[i]];
        pieces[(*count)++] = pool_add(b->pool, it->ranges, it->range_count);
        if (final) build_note_files(b, it->ranges, it->range_count);
    }
    return pieces;
}

/* Where the program is kept under which every option set finds it that makes the same text with the same options. The
 * definitions of a set are text, so nothing else can tell two programs apart. */
static void **find_shared(builder *b, const unit *u, const reached *r, const char *kernel)
{
    size_t count = 0;
    const uint32_t *pieces = list_pieces(b, u, r, false, &count);
    const char *driver = b->context->text.driver;
    buffer key = {0};
    buffer_add(&key, (const char *)pieces, count * sizeof *pieces);
    buffer_addf(&key, "%s\n%s", driver ? driver : "", kernel);
    void **place = map_at(&b->shared, arena_strndup(b->arena, key.text, key.length), key.length);
    buffer_free(&key);
    return place;
}

/* Remembers a program for other option sets, with what was found of its kernels. */
static void share_program(builder *b, void **place, const sharing *s, const bundle_kernel *kernels, uint32_t number,
                          uint32_t independence)
{
    shared_program *shared = ARENA_NEW(b->arena, shared_program);
    *shared = (shared_program){.number = number, .independence = independence};
    shared->uses = arena_array(b->arena, s->count, sizeof *shared->uses);
    shared->relative = arena_array(b->arena, s->count, sizeof *shared->relative);
    for (size_t n = 0; n < s->count; ++n) {
        shared->uses[n] = map_gets(&b->uses, kernels[s->kernels[n]].name);
        shared->relative[n] = map_gets(&b->relative, kernels[s->kernels[n]].name);
    }
    *place = shared;
}

/* Takes the program of another option set. */
static uint32_t take_shared(builder *b, const shared_program *shared, const sharing *s, const bundle_kernel *kernels,
                            uint32_t *independence)
{
    for (size_t n = 0; n < s->count; ++n) {
        *map_ats(&b->uses, kernels[s->kernels[n]].name) = shared->uses[n];
        *map_ats(&b->relative, kernels[s->kernels[n]].name) = shared->relative[n];
    }
    *independence = shared->independence;
    return shared->number;
}

uint32_t build_add_program(builder *b, unit *u, const sharing *s, bundle_kernel *kernels, uint32_t *independence)
{
    arena *a = b->arena;
    const char *kernel = kernels[s->first].name;
    reached r = reach_from(a, &u->text, &u->items, s->roots, s->count, 0);
    size_t count = 0;
    build_find_spec_constants(b, u, &r);
    void **place = b->options->sets ? find_shared(b, u, &r, kernel) : NULL;
    if (place && *place) return take_shared(b, *place, s, kernels, independence);
    version_list versions = {.needs = build_check_program(b, u, &r, b->options->visit)};
    versions.independence = r.independence;
    configurations_read(b, u, s, kernels, &versions);
    if (versions.needs & ~r.needs) r = reach_from(a, &u->text, &u->items, s->roots, s->count, versions.needs);
    const uint32_t *pieces = list_pieces(b, u, &r, true, &count);
    const uint32_t number = pool_add_program(b->pool, pieces, count);
    made_program made = {.unit = u, .items = r, .kernel = kernel, .context = b->context};
    made.spec_constants = arena_array(a, u->file->spec_constant_count, sizeof *made.spec_constants);
    for (size_t i = 0; i < u->file->spec_constant_count; ++i)
        if (b->wanted[i]) made.spec_constants[made.spec_constant_count++] = (uint32_t)b->spec_constant_numbers[i];
    b->made = arena_reserve(a, b->made, number, &b->made_capacity, sizeof *b->made);
    b->made[number] = made;
    for (size_t i = 0; i < versions.count; ++i) {
        const version_configuration *v = &versions.items[i];
        if (!v->unit) continue;
        made_program other = {.unit = v->unit, .kernel = kernel, .context = b->context};
        other.items = reach_from(a, &v->unit->text, &v->unit->items, v->roots, s->count, versions.needs);
        if (!configurations_check_text(b, &made, &other, v->where)) break;
        configurations_note(b, number, false, v->where, other);
    }
    *independence = r.independence & versions.independence;
    if (place && !made.spec_constant_count) share_program(b, place, s, kernels, number, *independence);
    return number;
}
