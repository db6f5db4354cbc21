#include "bundle/build.h"

#include "describe/fp16.h"
#include "describe/kernel.h"
#include "prune/reach.h"
#include "describe/shape.h"
#include "describe/split.h"
#include "prune/verify.h"

#include <stdlib.h>
#include <string.h>

/* Native code for processors of the other byte order would be wrong where this is asked for. */
static const char byte_order_macro[] = "__ENDIAN_LITTLE__";

/* What a program was made of, for the last check. */
typedef struct made_program {
    const unit *unit;
    reached items;
    const char *kernel; /* one of its kernels */
    uint32_t *specials; /* as bundle_program.specials */
    size_t special_count;
} made_program;

/* The same as a driver reads it that has CLB_GPU defined, or gets other values of constants. */
typedef struct other_reading {
    uint32_t program;
    bool gpu;
    const char *where; /* "with CLB_GPU defined" */
    made_program made;
} other_reading;

typedef struct builder {
    arena *arena;
    const unit_context *context;
    const build_options *options;
    bundle *bundle;
    pool *pool;
    size_t kernel_capacity;
    made_program *made; /* as many as the pool has programs */
    size_t made_capacity;
    other_reading *others;
    size_t other_count, other_capacity;
    bool *wanted;  /* of each of them, whether the present program uses it */
    const size_t *special_numbers; /* of the present unit's constants, in the bundle */
    map readings;  /* of the present unit: with which values of listed constants, and CLB_GPU -> unit */
    map kernels;   /* name -> its place among the bundle's kernels, plus one */
    map groups;    /* name of a kernel -> its group */
    map used;      /* paths of files that hold a kept piece */
    map uses;      /* kernel -> element_use of each argument */
    map for_drivers; /* names of kernels that are */
    map relative;  /* kernel -> its relative_uses */
    fp16_reading *fp16; /* of the present unit, or NULL while nobody asked for it */
    const source **files;
    size_t file_count, file_capacity;
} builder;

static bool is_kernel(const declaration *d, size_t first_token)
{
    return d->kind == DECLARATION_FUNCTION && d->symbol->is_kernel && d->first >= first_token;
}

/* The event with which the kernel file itself begins: kernels before it belong to libraries. */
static size_t first_event_of_file(const unit *u)
{
    size_t i = u->text.event_count;
    while (i > 0 && (u->text.events[i - 1].kind != EVENT_ENTER || u->text.events[i - 1].source != u->file->source)) --i;
    return i ? i - 1 : 0;
}

static void note_files(builder *b, const text_range *ranges, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        void **known = map_ats(&b->used, ranges[i].source->path);
        if (*known) continue;
        *known = b;
        if (ranges[i].source == b->context->text.source) continue; /* no file */
        if (b->file_count == b->file_capacity) {
            const size_t capacity = b->file_capacity ? b->file_capacity * 2 : 64;
            b->files = arena_grow(b->arena, b->files, b->file_count, capacity, sizeof *b->files);
            b->file_capacity = capacity;
        }
        b->files[b->file_count++] = ranges[i].source;
    }
}

/* Reports functions that kernels call, directly or not, and that nothing in the program defines: a driver finds that
 * out when it links, and names neither file nor caller. Marks what it has seen. */
static void check_defined(symbol *caller, symbol **stack, const parse_help *help, diagnostics *d)
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
            if (help) help->unknown(help->context, callee->token, PARSE_PROMISED);
            diagnose_error(d, callee->token->where,
                           "'%s' is declared here and called by '%s', but no file of the program of '%s' defines it: "
                           "name the file that does in '@depends'", callee->name, f->name, caller->name);
        }
    }
}

/* Remembers how the kernels of a program use their arguments: what was parsed is gone behind check_program. */
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

/* What one reading of a kernel does with its arguments, the other must do too. */
static void narrow_uses(builder *b, const symbol *kernel)
{
    element_use *uses = map_gets(&b->uses, kernel->name);
    const element_use *others = elementwise_uses(b->arena, kernel);
    for (size_t i = 0; uses && i < kernel->parameter_count; ++i)
        uses[i].own = uses[i].own && others[i].own && uses[i].step == others[i].step;
    relative_uses *relative = map_gets(&b->relative, kernel->name);
    if (relative) relative_narrow(relative, relative_find(b->arena, kernel), kernel->parameter_count);
}

static symbol *find_kernel(const parsed *syntax, const char *name)
{
    for (size_t i = 0; i < syntax->function_count; ++i)
        if (syntax->functions[i]->is_kernel && strcmp(syntax->functions[i]->name, name) == 0) return syntax->functions[i];
    return NULL;
}

/* Does what is kept of the unit name that constant of its file? */
static bool uses_special(const builder *b, const unit *u, const reached *r, size_t number)
{
    const item_name *name = map_gets(&u->items.names, u->file->specials[number].name);
    if (b->options->whole) return true;
    for (size_t i = 0; name && i < r->count; ++i) {
        const item *it = &u->items.items[r->kept[i]];
        for (size_t k = 0; k < it->mention_count; ++k)
            if (it->mentions[k] == name) return true;
    }
    return false;
}

/* Finds which constants the program uses that keeps r of u. */
static void find_specials(builder *b, const unit *u, const reached *r)
{
    b->wanted = arena_array(b->arena, u->file->special_count, sizeof *b->wanted);
    for (size_t i = 0; i < u->file->special_count; ++i) b->wanted[i] = uses_special(b, u, r, i);
}

/* How the present program is parsed: with those constants that it uses, whichever its reading. */
static parse_options program_language(const builder *b, const unit *u)
{
    return unit_language(b->context, u->file, b->wanted);
}

/* Hands out the kernels of a program as a device with cl_khr_fp16 reads them. What is true of the kernels of `syntax` and
 * not of those is no longer said: what its work-items do not look at (returned), and how arguments are used. */
static uint32_t visit_fp16(builder *b, unit *u, const parsed *syntax)
{
    arena scratch = {0};
    diagnostics unheard = {.arena = &scratch};
    if (!b->fp16) b->fp16 = fp16_read(b->context, u->file);
    fp16_reading *reading = b->fp16;
    const char *problem = reading->problem;
    size_t *roots = arena_array(&scratch, syntax->function_count, sizeof *roots), root_count = 0;
    for (size_t i = 0; i < syntax->function_count; ++i) {
        const size_t item = syntax->functions[i]->is_kernel ? (uintptr_t)map_gets(&reading->kernels, syntax->functions[i]->name) : 0;
        if (item) roots[root_count++] = item - 1;
    }
    parsed second = {.failed = false};
    uint32_t freedom = CLB_KERNEL_INDEPENDENT | CLB_KERNEL_BY_GROUPS;
    bool asks_byte_order = false;
    if (!problem) {
        const reached r = reach_from(&scratch, &reading->unit->text, &reading->unit->items, roots, root_count, CLB_NEEDS_FP16);
        asks_byte_order = reached_mentions(&reading->unit->items, &r, byte_order_macro);
        const preprocessed part = unit_gather(&scratch, reading->unit, r.kept, r.count);
        const parse_options language = program_language(b, u);
        second = parse(&scratch, &unheard, &part, &language);
        if (second.failed || unheard.errors) problem = fp16_first_error(&scratch, &unheard, "it has errors");
        else freedom = r.freedom;
    }
    for (size_t i = 0; i < syntax->function_count; ++i) {
        const symbol *first = syntax->functions[i];
        if (!first->is_kernel) continue;
        symbol *kernel = problem ? NULL : find_kernel(&second, first->name);
        const char *why = problem ? problem : !kernel ? "there is no such kernel" : fp16_signature_problem(&scratch, first, kernel);
        if (!why) narrow_uses(b, kernel);
        if (kernel) {
            kernel->is_for_drivers = first->is_for_drivers;
            kernel->asks_byte_order = asks_byte_order;
        }
        b->options->visit_fp16(b->options->visit_context, &scratch, first->name, why ? NULL : kernel, why);
    }
    arena_free(&scratch);
    return freedom;
}

static uint32_t needs_of_syntax(const parsed *syntax)
{
    return (syntax->uses_half ? CLB_NEEDS_FP16 : 0) | (syntax->uses_long_atomics ? CLB_NEEDS_INT64_ATOMICS : 0) |
           (syntax->uses_sub_groups ? CLB_NEEDS_SUBGROUPS : 0) |
           (syntax->writes_volumes ? CLB_NEEDS_3D_IMAGE_WRITES : 0);
}

/* Checks the text that a program holds as a driver's front end would, unless problems are not to be reported. What it
 * drops is nobody's concern. Returns the features that only the syntax shows it to need: a value may be a half where
 * nothing names the type. */
static uint32_t check_program(builder *b, unit *u, reached *r, syntax_visitor *visit)
{
    arena scratch = {0};
    diagnostics unheard = {.arena = &scratch}, *d = b->options->unchecked ? &unheard : b->context->diagnostics;
    const preprocessed part = unit_gather(&scratch, u, r->kept, r->count);
    const parse_options language = program_language(b, u);
    const parsed syntax = parse(&scratch, d, &part, &language);
    symbol **stack = arena_array(&scratch, syntax.function_count + 1, sizeof *stack);
    for (size_t i = 0; i < syntax.function_count; ++i)
        if (syntax.functions[i]->is_kernel) check_defined(syntax.functions[i], stack, b->context->text.language.help, d);
    if (visit) note_uses(b, &syntax);
    if (visit && !syntax.failed && !d->errors) {
        const bool asks_byte_order = reached_mentions(&u->items, r, byte_order_macro);
        for (size_t i = 0; i < syntax.function_count; ++i) {
            syntax.functions[i]->is_for_drivers = map_gets(&b->for_drivers, syntax.functions[i]->name) != NULL;
            syntax.functions[i]->asks_byte_order = asks_byte_order;
        }
        if (b->options->visit_fp16 && fp16_matters(b->context, u, r)) r->freedom &= visit_fp16(b, u, &syntax);
        visit(b->options->visit_context, &scratch, &syntax);
    }
    arena_free(&scratch);
    return needs_of_syntax(&syntax);
}

static int compare_ranges(const void *a, const void *b)
{
    const text_range *x = a, *y = b;
    if (x->source != y->source) return (uintptr_t)x->source < (uintptr_t)y->source ? -1 : 1;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return x->end < y->end ? -1 : x->end > y->end;
}

/* The text that a program holds, whichever inclusions it is of, sorted. */
static text_range *sorted_ranges(arena *a, const unit *u, const reached *r, size_t *count)
{
    size_t total = 0;
    for (size_t i = 0; i < r->count; ++i) total += u->items.items[r->kept[i]].range_count;
    text_range *all = arena_array(a, total, sizeof *all);
    *count = 0;
    for (size_t i = 0; i < r->count; ++i)
        for (size_t k = 0; k < u->items.items[r->kept[i]].range_count; ++k) all[(*count)++] = u->items.items[r->kept[i]].ranges[k];
    if (total) qsort(all, total, sizeof *all, compare_ranges);
    /* What lies within the one before is left out, so that ends ascend like beginnings. */
    size_t kept = 0;
    for (size_t i = 0; i < total; ++i)
        if (!kept || all[kept - 1].source != all[i].source || all[i].end > all[kept - 1].end) all[kept++] = all[i];
    *count = kept;
    return all;
}

static bool holds(const text_range *all, size_t count, const text_range *r)
{
    size_t low = 0, high = count;
    while (low < high) { /* the first that begins behind r's beginning */
        const size_t middle = low + (high - low) / 2;
        const text_range *m = &all[middle];
        const bool behind = m->source != r->source ? (uintptr_t)m->source > (uintptr_t)r->source : m->begin > r->begin;
        if (behind) high = middle;
        else low = middle + 1;
    }
    return low && all[low - 1].source == r->source && all[low - 1].end >= r->end;
}

/* A program under way: those kernels of a unit that share it. */
typedef struct sharing {
    size_t first;    /* the first of them */
    size_t *roots, *kernels; /* the items that define them; their places among the unit's kernels */
    size_t count, capacity;
    const char *gpu, *no_gpu; /* one with a '@gpu_range', one without */
} sharing;

/* The unit with other values of its listed constants, and with CLB_GPU defined. Each reading is made once. */
static unit *read_other(builder *b, const unit *u, const size_t *listed, bool gpu)
{
    arena *a = b->arena;
    const size_t count = u->file->special_count;
    size_t *key = arena_grow(a, listed, count, count + 1, sizeof *key);
    key[count] = gpu;
    void **known = map_at(&b->readings, (const char *)key, (count + 1) * sizeof *key);
    unit *other = *known;
    if (other) return other;
    const kernel_file *file = unit_file_with(a, u->file, listed);
    other = gpu ? unit_read_defined(b->context, file, "CLB_GPU=1") : unit_read(b->context, file);
    *map_at(&b->readings, (const char *)key, (count + 1) * sizeof *key) = other;
    return other;
}

/* The values of listed constants with which a unit is read. */
static size_t *listed_of(arena *a, const unit *u)
{
    size_t *listed = arena_array(a, u->file->special_count, sizeof *listed);
    for (size_t i = 0; i < u->file->special_count; ++i) listed[i] = u->file->specials[i].listed;
    return listed;
}

/* The same for version v, the last constant fastest. *base, if not NULL: it is the version with which the file is read. */
static size_t *listed_of_version(const builder *b, const unit *u, size_t v, bool *base)
{
    const kernel_file *file = u->file;
    size_t *listed = listed_of(b->arena, u);
    bool same = true;
    for (size_t i = file->special_count; i-- > 0;) {
        if (file->specials[i].rule != CLB_CONSTANT_LIST || !b->wanted[i]) continue;
        listed[i] = v % file->specials[i].value_count;
        v /= file->specials[i].value_count;
        same = same && listed[i] == file->specials[i].listed;
    }
    if (base) *base = same;
    return listed;
}

/* "with CLB_GPU defined and WG = 128" */
static const char *describe_reading(arena *a, const unit *u, const unit *other, bool gpu)
{
    const char *text = gpu ? "with CLB_GPU defined" : "";
    for (size_t i = 0; i < u->file->special_count; ++i)
        if (u->file->specials[i].listed != other->file->specials[i].listed)
            text =
                arena_printf(a, "%s%s%s", text, *text ? " and " : "with ", special_text(a, &other->file->specials[i]));
    return text;
}

static const declaration *declaration_of(const unit *u, const char *kernel)
{
    const declaration *found = NULL;
    for (size_t i = 0; i < u->syntax.declaration_count; ++i)
        if (is_kernel(&u->syntax.declarations[i], 0) && strcmp(u->syntax.declarations[i].name, kernel) == 0)
            found = &u->syntax.declarations[i];
    return found;
}

/* The items of another reading of u that define the kernels of a program; NULL after a report: one is missing, or takes
 * other arguments. */
static size_t *find_roots(builder *b, const sharing *s, const bundle_kernel *kernels, const unit *u, const unit *other,
                          const char *where)
{
    size_t *roots = arena_array(b->arena, s->count, sizeof *roots);
    for (size_t n = 0; n < s->count; ++n) {
        const bundle_kernel *k = &kernels[s->kernels[n]];
        const declaration *mine = declaration_of(u, k->name), *theirs = declaration_of(other, k->name);
        /* The functions in C have one signature. */
        const char *problem = mine && theirs ? fp16_parameter_problem(b->arena, mine->symbol, theirs->symbol) : NULL;
        if (theirs && !problem) {
            roots[n] = unit_item_of(other, theirs->first);
            continue;
        }
        if (problem)
            diagnose_error(b->context->diagnostics, k->where, "%s the kernel '%s' differs: %s", where, k->name,
                           problem);
        else diagnose_error(b->context->diagnostics, k->where, "%s there is no kernel '%s'", where, k->name);
        return NULL;
    }
    return roots;
}

/* Does the program that keeps r of u hold the text that another reading of it needs? */
static bool check_held(builder *b, const unit *u, const reached *r, const unit *other, const reached *needed,
                       const char *kernel, const char *where)
{
    size_t held_count = 0;
    const text_range *held = sorted_ranges(b->arena, u, r, &held_count);
    for (size_t i = 0; i < needed->count && !b->options->whole; ++i) {
        const item *it = &other->items.items[needed->kept[i]];
        for (size_t k = 0; it->kind != ITEM_OPAQUE && k < it->range_count; ++k) {
            if (holds(held, held_count, &it->ranges[k])) continue;
            diagnose_error(b->context->diagnostics, it->where, "the kernel '%s' uses this only %s, and its text does not contain the "
                           "name: write the name out", kernel, where);
            return false;
        }
    }
    return true;
}

static void note_reading(builder *b, uint32_t program, bool gpu, const char *where, made_program made)
{
    b->others = arena_reserve(b->arena, b->others, b->other_count, &b->other_capacity, sizeof *b->others);
    b->others[b->other_count++] = (other_reading){program, gpu, where, made};
}

/* Says with which values errors were found that have been reported since there were `errors`. */
static void note_values(builder *b, size_t errors, location kernel, const char *where)
{
    if (b->context->diagnostics->errors > errors)
        diagnose_note(b->context->diagnostics, kernel, "this is so %s, which its '@constant' allows", where);
}

/* Checks a version of a program's kernels, and hands it out. */
static uint32_t check_version(builder *b, unit *other, const reached *r, const sharing *s, bundle_kernel *kernels,
                              size_t version, uint32_t *freedom)
{
    arena scratch = {0};
    diagnostics unheard = {.arena = &scratch}, *d = b->options->unchecked ? &unheard : b->context->diagnostics;
    const size_t errors = d->errors;
    const preprocessed part = unit_gather(&scratch, other, r->kept, r->count);
    const parse_options language = program_language(b, other);
    const parsed syntax = parse(&scratch, d, &part, &language);
    symbol **stack = arena_array(&scratch, syntax.function_count + 1, sizeof *stack);
    *freedom = r->freedom;
    for (size_t n = 0; n < s->count && d->errors == errors && !syntax.failed; ++n) {
        bundle_kernel *k = &kernels[s->kernels[n]];
        symbol *kernel = find_kernel(&syntax, k->name);
        if (!kernel) continue;
        check_defined(kernel, stack, b->context->text.language.help, d);
        for (size_t i = 0; i < 3; ++i)
            k->versions[version].required_local[i] =
                kernel->attributes.has_reqd_size ? (uint32_t)kernel->attributes.reqd_size[i] : 0;
        if (b->options->visit) narrow_uses(b, kernel);
        if (!b->options->visit_version) continue;
        const bool fp16 = fp16_matters(b->context, other, r);
        kernel->asks_byte_order = reached_mentions(&other->items, r, byte_order_macro);
        b->options->visit_version(b->options->visit_context, &scratch, k->name, version, fp16 ? NULL : kernel,
                                  fp16 ? "its code asks for cl_khr_fp16 and has constants with listed values" : NULL);
    }
    arena_free(&scratch);
    return needs_of_syntax(&syntax);
}

/* One of the versions of a program. */
typedef struct version_reading {
    unit *unit; /* NULL: the base itself */
    const char *where;
    size_t *roots;
} version_reading;

/* The other versions of a program, and what all of them need. Sets the kernels' versions. */
static version_reading *read_versions(builder *b, unit *u, const sharing *s, bundle_kernel *kernels, size_t *count,
                                      uint32_t *needs, uint32_t *freedom)
{
    enum { MOST_VERSIONS = 256 };
    arena *a = b->arena;
    const kernel_file *file = u->file;
    const bundle_kernel *first = &kernels[s->first];
    size_t total = 1;
    *count = 0;
    for (size_t i = 0; i < file->special_count; ++i) {
        if (file->specials[i].rule != CLB_CONSTANT_LIST || !b->wanted[i]) continue;
        total *= file->specials[i].value_count;
        if (total > MOST_VERSIONS) {
            diagnose_error(b->context->diagnostics, first->where,
                           "the constants of '%s' have more than %d choices of values, each "
                           "of which is compiled: list fewer, or state a range",
                           first->name, (int)MOST_VERSIONS);
            return NULL;
        }
    }
    if (total == 1) return NULL;
    for (size_t n = 0; n < s->count; ++n) {
        bundle_kernel *k = &kernels[s->kernels[n]];
        k->version_count = total;
        k->versions = arena_array(a, total, sizeof *k->versions);
        for (size_t v = 0; v < total; ++v)
            memcpy(k->versions[v].required_local, k->required_local, sizeof k->required_local);
    }
    version_reading *list = arena_array(a, total, sizeof *list);
    for (size_t v = 0; v < total; ++v) {
        const size_t errors = b->context->diagnostics->errors;
        bool base;
        const size_t *listed = listed_of_version(b, u, v, &base);
        if (base) continue;
        unit *other = read_other(b, u, listed, false);
        const char *where = describe_reading(a, u, other, false);
        if (!other->text.failed && !other->syntax.failed)
            list[v] = (version_reading){other, where, find_roots(b, s, kernels, u, other, where)};
        if (list[v].roots) {
            uint32_t own = 0;
            const reached reads = reach_from(a, &other->text, &other->items, list[v].roots, s->count, *needs);
            *needs |= reads.needs | check_version(b, other, &reads, s, kernels, v, &own);
            *freedom &= own;
        }
        note_values(b, errors, first->where, where);
        if (b->context->diagnostics->errors > errors) return NULL;
    }
    *count = total;
    return list;
}

/* Adds the program that holds what the kernels of `s` need. */
static uint32_t add_program(builder *b, unit *u, const sharing *s, bundle_kernel *kernels, uint32_t *freedom)
{
    arena *a = b->arena;
    const char *kernel = kernels[s->first].name;
    reached r = reach_from(a, &u->text, &u->items, s->roots, s->count, 0);
    size_t count = 0, version_count = 0;
    uint32_t *pieces;
    find_specials(b, u, &r);
    uint32_t needs = check_program(b, u, &r, b->options->visit);
    uint32_t checked = r.freedom;
    const version_reading *versions = read_versions(b, u, s, kernels, &version_count, &needs, &checked);
    if (needs & ~r.needs) r = reach_from(a, &u->text, &u->items, s->roots, s->count, needs);
    if (b->options->whole) {
        const text_range *ranges = unit_whole_text(b->context, u, &count);
        pieces = arena_array(a, count, sizeof *pieces);
        for (size_t i = 0; i < count; ++i) pieces[i] = pool_add(b->pool, &ranges[i], 1);
        note_files(b, ranges, count);
    } else {
        pieces = arena_array(a, r.count, sizeof *pieces);
        for (size_t i = 0; i < r.count; ++i) {
            const item *it = &u->items.items[r.kept[i]];
            pieces[count++] = pool_add(b->pool, it->ranges, it->range_count);
            note_files(b, it->ranges, it->range_count);
        }
    }
    const uint32_t number = pool_add_program(b->pool, pieces, count);
    made_program made = {.unit = u, .items = r, .kernel = kernel};
    made.specials = arena_array(a, u->file->special_count, sizeof *made.specials);
    for (size_t i = 0; i < u->file->special_count; ++i)
        if (b->wanted[i]) made.specials[made.special_count++] = (uint32_t)b->special_numbers[i];
    b->made = arena_reserve(a, b->made, number, &b->made_capacity, sizeof *b->made);
    b->made[number] = made;
    for (size_t v = 0; v < version_count; ++v) {
        if (!versions[v].unit) continue;
        unit *other = versions[v].unit;
        const reached reads = reach_from(a, &other->text, &other->items, versions[v].roots, s->count, needs);
        if (!check_held(b, u, &r, other, &reads, kernel, versions[v].where)) break;
        note_reading(b, number, false, versions[v].where,
                     (made_program){.unit = other, .items = reads, .kernel = kernel});
    }
    *freedom = r.freedom & checked;
    return number;
}

/* Checks the program of a kernel as a GPU's driver will read it, which has CLB_GPU defined: `gpu` is u read so, or with
 * other values of constants too. *freedom: what no work-item looks at there (CLB_KERNEL_INDEPENDENT, CLB_KERNEL_BY_GROUPS). */
static void check_gpu_program(builder *b, unit *u, unit *gpu, bundle_kernel *kernels, size_t index, uint32_t *freedom)
{
    bundle_kernel *kernel = &kernels[index];
    const sharing alone = {.first = index, .kernels = &index, .count = 1};
    const char *where = describe_reading(b->arena, u, gpu, true);
    const size_t errors = b->context->diagnostics->errors;
    const size_t *mine = find_roots(b, &alone, kernels, u, u, ""),
                 *theirs = find_roots(b, &alone, kernels, u, gpu, where);
    if (!mine || !theirs) return;
    const reached held = reach_from(b->arena, &u->text, &u->items, mine, 1, 0);
    reached r = reach_from(b->arena, &gpu->text, &gpu->items, theirs, 1, 0);
    if (!check_held(b, u, &held, gpu, &r, kernel->name, where)) return;
    if (!b->options->unchecked) (void)check_program(b, gpu, &r, NULL);
    if (u->file->special_count) note_values(b, errors, kernel->where, where);
    *freedom &= r.freedom;
    note_reading(b, kernel->program, true, where, (made_program){.unit = gpu, .items = r, .kernel = kernel->name});
}

/* ... and with all values of its constants. */
static void check_gpu_programs(builder *b, unit *u, bundle_kernel *kernels, size_t index, uint32_t *freedom)
{
    const made_program *made = &b->made[kernels[index].program];
    const size_t total = kernels[index].version_count ? kernels[index].version_count : 1;
    *freedom = CLB_KERNEL_INDEPENDENT | CLB_KERNEL_BY_GROUPS;
    find_specials(b, u, &made->items);
    for (size_t v = 0; v < total && !b->context->diagnostics->errors; ++v) {
        const size_t *listed = total > 1 ? listed_of_version(b, u, v, NULL) : listed_of(b->arena, u);
        unit *gpu = read_other(b, u, listed, true);
        if (gpu->text.failed || gpu->syntax.failed) return;
        check_gpu_program(b, u, gpu, kernels, index, freedom);
    }
}

static void add_kernel(builder *b, const bundle_kernel *k)
{
    void **known = map_ats(&b->kernels, k->name);
    if (*known) {
        diagnose_error(b->context->diagnostics, k->where, "the bundle has two kernels named '%s'", k->name);
        return;
    }
    bundle *r = b->bundle;
    *known = (void *)(uintptr_t)(r->kernel_count + 1);
    if (r->kernel_count == b->kernel_capacity) {
        const size_t capacity = b->kernel_capacity ? b->kernel_capacity * 2 : 64;
        r->kernels = arena_grow(b->arena, r->kernels, r->kernel_count, capacity, sizeof *r->kernels);
        b->kernel_capacity = capacity;
    }
    r->kernels[r->kernel_count++] = *k;
}

/* The group that names the kernel, or NULL. */
static const build_group *find_group(const builder *b, const char *kernel)
{
    return map_gets(&b->groups, kernel);
}

static void note_groups(builder *b)
{
    for (size_t g = 0; g < b->options->group_count; ++g)
        for (size_t i = 0; i < b->options->groups[g].count; ++i) {
            void **known = map_ats(&b->groups, b->options->groups[g].kernels[i]);
            if (!*known) *known = (void *)(uintptr_t)&b->options->groups[g];
        }
}

/* Names the kernels of the file that stand in a branch which only other devices take: none vanishes in silence. */
static void note_left_out(builder *b, const unit *u, size_t first_event)
{
    map known = {.arena = b->arena};
    for (size_t i = 0; i < u->syntax.declaration_count; ++i)
        if (is_kernel(&u->syntax.declarations[i], 0)) *map_ats(&known, u->syntax.declarations[i].name) = b;
    for (size_t i = 0; i < u->items.left_out_count; ++i) {
        const item_kernel *k = &u->items.left_out[i];
        const event *condition = &u->text.events[k->event];
        if (k->event < first_event || !condition->depends_on_device) continue;
        void **named = map_at(&known, k->name->text, k->name->length);
        if (*named) continue;
        *named = b;
        diagnose_note(b->context->diagnostics, k->name->where, "the kernel '%.*s' is left out of the bundle: it stands in an #if "
                      "that depends on the device's compiler and may be false there; to include it, define in '--options' what "
                      "the condition tests", (int)k->name->length, k->name->text);
    }
}

/* Puts each kernel to those that it shares its program with. */
static sharing **share_out(builder *b, const bundle_kernel *kernels, const size_t *roots, size_t count)
{
    arena *a = b->arena;
    sharing **of = arena_array(a, count, sizeof *of), *all = NULL;
    map by_group = {.arena = a};
    for (size_t i = 0; i < count; ++i) {
        const build_group *group = find_group(b, kernels[i].name);
        void **known = group ? map_at(&by_group, (const char *)group, sizeof *group) : NULL;
        sharing *s = b->options->together ? all : known ? *known : NULL;
        if (!s) {
            s = ARENA_NEW(a, sharing);
            s->first = i;
            if (b->options->together) all = s;
            else if (known) *known = s;
        }
        const char **same = kernels[i].gpu_range_text ? &s->gpu : &s->no_gpu, *other = kernels[i].gpu_range_text ? s->no_gpu : s->gpu;
        if (other)
            diagnose_error(b->context->diagnostics, kernels[i].where, "'%s' and '%s' share a program, which is built "
                           "with CLB_GPU for both: give both a '@gpu_range', or none", other, kernels[i].name);
        if (!*same) *same = kernels[i].name;
        if (s->count == s->capacity) {
            s->capacity = s->count ? s->count * 2 : 4;
            s->roots = arena_grow(a, s->roots, s->count, s->capacity, sizeof *s->roots);
            s->kernels = arena_grow(a, s->kernels, s->count, s->capacity, sizeof *s->kernels);
        }
        s->kernels[s->count] = i;
        s->roots[s->count++] = roots[i];
        of[i] = s;
    }
    return of;
}

/* Enters the constants of a file among the bundle's. Returns their numbers there. */
static size_t *register_specials(builder *b, const unit *u)
{
    bundle *r = b->bundle;
    diagnostics *d = b->context->diagnostics;
    const kernel_file *file = u->file;
    size_t *numbers = arena_array(b->arena, file->special_count, sizeof *numbers);
    for (size_t i = 0; i < file->special_count; ++i) {
        const special *s = &file->specials[i];
        size_t n = 0;
        while (n < r->special_count && strcmp(r->specials[n].name, s->name) != 0) ++n;
        numbers[i] = n;
        if (n < r->special_count && !special_equal(&r->specials[n], s)) {
            diagnose_error(d, s->where,
                           "the constant '%s' has another type or other values in another file of the bundle: the "
                           "application sets it for both",
                           s->name);
            diagnose_note(d, r->specials[n].where, "the other one is here");
        }
        if (s->type == CLB_CONSTANT_DOUBLE && b->context->text.language.single_constants)
            diagnose_error(d, s->where, "-cl-single-precision-constant makes all constants floats: '%s' cannot be a double",
                           s->name);
        for (size_t k = 0; k < u->text.event_count; ++k) {
            const event *e = &u->text.events[k];
            const char *name = e->kind == EVENT_DEFINE ? e->macro->name : e->kind == EVENT_UNDEF ? e->name : "";
            if (strcmp(name, s->name) == 0)
                diagnose_error(d, (location){e->source, e->begin},
                               "'%s' is a '@constant', which drivers get as a macro: the text "
                               "cannot define it",
                               s->name);
        }
        if (n < r->special_count) continue;
        r->specials = arena_reserve(b->arena, r->specials, n, &r->special_capacity, sizeof *r->specials);
        r->specials[r->special_count++] = *s;
    }
    return numbers;
}

/* Constants that the options define, too: drivers take the last definition, or complain. */
static bool check_special_names(const unit_context *context, const kernel_file *file)
{
    bool fine = true;
    for (size_t i = 0; i < file->special_count; ++i)
        for (size_t n = 0; n < context->text.definition_count; ++n) {
            const char *name = file->specials[i].name, *definition = context->text.definitions[n];
            if (strlen(name) != strcspn(definition, "=(") || strncmp(name, definition, strlen(name)) != 0) continue;
            diagnose_error(context->diagnostics, file->specials[i].where, "'--options' also define '%s': remove one of them", name);
            fine = false;
        }
    return fine;
}

/* A constant that nothing uses is likely to be misspelt. */
static void warn_of_unused(builder *b, const unit *u, const bundle_kernel *kernels, size_t count)
{
    for (size_t i = 0; i < u->file->special_count; ++i) {
        const int64_t number = (int64_t)b->special_numbers[i];
        bool used = b->options->kernel != NULL;
        for (size_t k = 0; k < count && !used; ++k)
            for (size_t n = 0; n < b->made[kernels[k].program].special_count; ++n)
                used = used || b->made[kernels[k].program].specials[n] == (uint64_t)number;
        const code_list *code = &b->bundle->code;
        for (size_t w = 0; w + 1 < code->count && !used; ++w)
            used = code->words[w] == CLB_OP_SPECIAL && code->words[w + 1] == number;
        if (!used)
            diagnose_warning(b->context->diagnostics, u->file->specials[i].where,
                             "no kernel of the file uses the constant '%s'", u->file->specials[i].name);
    }
}

/* What the work-items of one kernel do not look at, whatever the others in its program do: 0 where that is not certain. */
static uint32_t own_freedom(const builder *b, unit *u, size_t root)
{
    const reached r = reach_from(b->arena, &u->text, &u->items, &root, 1, 0);
    return fp16_matters(b->context, u, &r) ? 0 : r.freedom;
}


static void add_unit(builder *b, unit *u)
{
    arena *a = b->arena;
    b->fp16 = NULL;
    const parsed *syntax = &u->syntax;
    const size_t first_event = first_event_of_file(u), first_token = u->text.events[first_event].token;
    size_t *roots = arena_array(a, syntax->declaration_count, sizeof *roots), count = 0;
    bundle_kernel *kernels = arena_array(a, syntax->declaration_count, sizeof *kernels);
    const size_t errors = b->context->diagnostics->errors;
    b->special_numbers = register_specials(b, u);
    b->readings = (map){.arena = a};
    if (b->context->diagnostics->errors > errors) return;
    constant_table constants = {.arena = a, .unit = u, .specials = b->special_numbers};
    for (size_t i = 0; i < syntax->declaration_count; ++i) {
        const declaration *d = &syntax->declarations[i];
        if (!is_kernel(d, first_token)) continue;
        if (b->options->kernel && strcmp(b->options->kernel, d->name) != 0) continue;
        roots[count] = unit_item_of(u, d->first);
        kernels[count] = kernel_describe(a, &constants, d, &b->bundle->code, b->context->diagnostics);
        if (kernel_is_for_drivers(&kernels[count])) *map_ats(&b->for_drivers, kernels[count].name) = b;
        ++count;
    }
    if (!count && !b->options->kernel && !b->options->may_lack_kernels)
        diagnose_error(b->context->diagnostics, (location){u->file->source, 0}, "the file defines no kernel");
    note_left_out(b, u, first_event);
    if (!b->options->kernel) {
        kernel_check_head(u, kernels, count, b->context->diagnostics);
        kernel_check_blocks(u, kernels, count, b->context->diagnostics);
    }
    if (b->context->diagnostics->errors) return;

    sharing **shared = share_out(b, kernels, roots, count);
    uint32_t *freedom = arena_array(a, count, sizeof *freedom);
    for (size_t i = 0; i < count; ++i) {
        const size_t first = shared[i]->first;
        if (first < i) {
            kernels[i].program = kernels[first].program;
            freedom[i] = freedom[first];
        } else {
            kernels[i].program = add_program(b, u, shared[i], kernels, &freedom[i]);
        }
        kernels[i].has_specials = b->made[kernels[i].program].special_count != 0;
        if (b->context->diagnostics->errors) return;
    }
    for (size_t i = 0; i < count; ++i)
        if (shared[i]->count > 1 && !kernels[i].has_specials) freedom[i] |= own_freedom(b, u, roots[i]);
    for (size_t i = 0; i < count; ++i) {
        const element_use *uses = map_gets(&b->uses, kernels[i].name);
        shape_settle(&kernels[i], &b->bundle->code, uses);
        uint32_t parts = freedom[i]; /* where parts may be cut out of the range; GPUs run those of some kernels as calls */
        if (kernels[i].gpu_range_text) {
            uint32_t gpu = 0;
            check_gpu_programs(b, u, kernels, i, &gpu);
            freedom[i] &= gpu;
            if (!kernels[i].split_alone) parts = freedom[i];
        }
        kernels[i].flags |= freedom[i] & CLB_KERNEL_INDEPENDENT  ? CLB_KERNEL_INDEPENDENT
                            : freedom[i] & CLB_KERNEL_BY_GROUPS ? CLB_KERNEL_BY_GROUPS
                                                                 : 0;
        const split_facts facts = {parts & CLB_KERNEL_INDEPENDENT, parts & CLB_KERNEL_BY_GROUPS,
                                   map_gets(&b->relative, kernels[i].name)};
        split_settle(&kernels[i], &b->bundle->code, &facts, b->context->diagnostics);
        add_kernel(b, &kernels[i]);
    }
    warn_of_unused(b, u, kernels, count);
}

/* A program of whole files, whose kernels nobody asks for: text that this front end need not understand. */
static void add_whole_text(builder *b, const unit *u)
{
    size_t count = 0;
    const text_range *ranges = unit_whole_text(b->context, u, &count);
    uint32_t *pieces = arena_array(b->arena, count, sizeof *pieces);
    for (size_t i = 0; i < count; ++i) pieces[i] = pool_add(b->pool, &ranges[i], 1);
    const uint32_t number = pool_add_program(b->pool, pieces, count);
    b->made = arena_reserve(b->arena, b->made, number, &b->made_capacity, sizeof *b->made);
    b->made[number] = (made_program){.unit = NULL};
    note_files(b, ranges, count);
}

/* What keeps `v` from taking the arguments of `k`, or NULL. */
static const char *parameter_problem(arena *a, const bundle_kernel *k, const bundle_kernel *v)
{
    if (k->argument_count != v->argument_count)
        return arena_printf(a, "it has %zu parameters, not %zu", v->argument_count, k->argument_count);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *x = &k->arguments[i], *y = &v->arguments[i];
        if (strcmp(x->name, y->name) != 0) return arena_printf(a, "its parameter %zu is '%s', not '%s'", i + 1, y->name, x->name);
        if (strcmp(x->spelling, y->spelling) != 0)
            return arena_printf(a, "its parameter '%s' is of type '%s', not '%s'", x->name, y->spelling, x->spelling);
        if (x->access != y->access || x->extent != y->extent || x->column != y->column || x->dim_count != y->dim_count)
            return arena_printf(a, "their '@arg %s' differ", x->name);
    }
    return NULL;
}

/* Gives each kernel its variants, in the order of the bundle. */
static void settle_variants(builder *b)
{
    bundle *r = b->bundle;
    for (size_t i = 0; i < r->kernel_count; ++i) {
        const bundle_kernel *v = &r->kernels[i];
        for (size_t n = 0; n < v->variant_count; ++n) {
            const bundle_variant *variant = &v->variants[n];
            const size_t known = (uintptr_t)map_gets(&b->kernels, variant->of);
            bundle_kernel *k = known ? &r->kernels[known - 1] : NULL;
            diagnostics *d = b->context->diagnostics;
            if (!k) {
                diagnose_error(d, variant->where, "'%s' is a variant of '%s', which is no kernel of the bundle: give the file "
                                                  "that has it, too", v->name, variant->of);
                continue;
            }
            if (k == v) {
                diagnose_error(d, variant->where, "'%s' is a variant of itself: write the annotation directly above the "
                                                  "variant, not at the top of the file", v->name);
                continue;
            }
            if (k->variant_count) {
                diagnose_error(d, variant->where, "'%s' is a variant of '%s', which is itself one of '%s': name that one",
                               v->name, k->name, k->variants[0].of);
                continue;
            }
            const char *problem = parameter_problem(b->arena, k, v);
            if (problem)
                diagnose_error(d, v->where, "'%s' cannot be a variant of '%s': %s; both must take the same arguments", v->name,
                               k->name, problem);
            if (!k->range_dimensions)
                diagnose_error(d, variant->where, "'%s' cannot be a variant of '%s', which has no '@range': only where no caller "
                                                  "states a range can one be chosen", v->name, k->name);
            k->alternatives = arena_reserve(b->arena, k->alternatives, k->alternative_count, &k->alternative_capacity,
                                            sizeof *k->alternatives);
            k->alternatives[k->alternative_count++] = (bundle_alternative){i, variant};
        }
    }
}

/* Groups must name kernels of the bundle, all of one file. */
static void check_groups(builder *b)
{
    for (size_t g = 0; g < b->options->group_count; ++g) {
        const build_group *group = &b->options->groups[g];
        const bundle_kernel *first = NULL;
        for (size_t i = 0; i < group->count; ++i) {
            const bundle_kernel *k = NULL;
            const size_t known = (uintptr_t)map_gets(&b->kernels, group->kernels[i]);
            if (known) k = &b->bundle->kernels[known - 1];
            if (!k)
                diagnose(b->context->diagnostics, b->options->outcomes ? SEVERITY_WARNING : SEVERITY_ERROR, (location){0}, "the group '%s' names '%s', which is not a kernel of "
                                                                       "the bundle", group->name, group->kernels[i]);
            else if (first && k->program != first->program)
                diagnose_error(b->context->diagnostics, k->where, "the group '%s' holds kernels of two files, or of two "
                                                                  "groups: put them into one file", group->name);
            if (!first) first = k;
        }
    }
}

/* Reads all programs once more. */
static void verify_programs(builder *b)
{
    bundle *r = b->bundle;
    verifier *v = verify_start(b->context, &r->text);
    r->programs = arena_array(b->arena, r->text.program_count, sizeof *r->programs);
    for (size_t i = 0; i < r->text.program_count; ++i) {
        const made_program *m = &b->made[i];
        r->programs[i].needs = m->items.needs;
        r->programs[i].specials = m->specials;
        r->programs[i].special_count = m->special_count;
        if (m->unit) verify_program(v, i, m->unit, b->options->whole ? NULL : m->items.kept, m->items.count, m->kernel);
    }
    for (size_t i = 0; i < b->other_count; ++i) {
        const other_reading *o = &b->others[i];
        verify_other_reading(v, o->program, o->made.unit, o->gpu, o->made.items.kept, o->made.items.count,
                             o->made.kernel, o->where);
    }
    verify_end(v);
}

/* FNV-1a of the text and the options, from two different beginnings. */
static void hash_programs(builder *b)
{
    static const uint64_t begin[2] = {UINT64_C(0xcbf29ce484222325), UINT64_C(0x84222325cbf29ce4)};
    const segmentation *text = &b->bundle->text;
    for (size_t p = 0; p < text->program_count; ++p)
        for (size_t h = 0; h < 2; ++h) {
            uint64_t hash = begin[h];
            for (size_t i = 0; i < text->programs[p].count; ++i) {
                const segment *s = &text->segments[text->programs[p].items[i]];
                for (size_t k = 0; k < s->length; ++k)
                    hash = (hash ^ (unsigned char)text->text.text[s->offset + k]) * UINT64_C(0x100000001b3);
            }
            for (const char *c = b->options->options; *c; ++c)
                hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
            b->bundle->programs[p].hash[h] = hash;
        }
}

static int compare_sources(const void *a, const void *b)
{
    const source *x = *(const source *const *)a, *y = *(const source *const *)b;
    const int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->path, y->path);
}

static int compare_strings(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void list_files(builder *b)
{
    bundle *r = b->bundle;
    diagnostics ignored = {.arena = b->arena};
    if (b->file_count) qsort(b->files, b->file_count, sizeof *b->files, compare_sources);
    r->files = b->files;
    r->file_count = b->file_count;
    r->licences = arena_array(b->arena, b->file_count, sizeof *r->licences);
    for (size_t i = 0; i < b->file_count; ++i) {
        const char *licence = annotations_read(b->arena, b->files[i], &ignored).licence;
        bool known = !licence;
        for (size_t k = 0; k < r->licence_count && !known; ++k) known = strcmp(r->licences[k], licence) == 0;
        if (!known) r->licences[r->licence_count++] = licence;
    }
    if (r->licence_count) qsort(r->licences, r->licence_count, sizeof *r->licences, compare_strings);
}

static void build_file(builder *b, const kernel_file *file)
{
    const size_t errors = b->context->diagnostics->errors;
    if (b->options->whole && b->options->text_only) {
        const unit *text = unit_read_text(b->context, file);
        if (!text->text.failed) add_whole_text(b, text);
        return;
    }
    if (!check_special_names(b->context, file)) return;
    unit *u = unit_read(b->context, file);
    if (b->context->diagnostics->errors == errors && !u->text.failed && !u->syntax.failed) add_unit(b, u);
}

/* Errors about several files, reported since there were `first` diagnostics: the files that all of them are in have failed. */
static void blame_files(const builder *b, kernel_file *const *files, size_t count, size_t first)
{
    const diagnostics *d = b->context->diagnostics;
    bool *failed = arena_array(b->arena, count + 1, sizeof *failed);
    for (size_t i = first; i < d->count; ++i) {
        size_t n = 0;
        if (d->items[i].severity != SEVERITY_ERROR) continue;
        while (n < count && files[n]->source != d->items[i].where.source) ++n;
        if (n == count) return;
        failed[n] = true;
    }
    for (size_t n = 0; n < count; ++n) b->options->outcomes[n].failed |= failed[n];
}

bundle *build_bundle(const unit_context *context, kernel_file *const *files, size_t count, const build_options *options)
{
    arena *a = context->sources->arena;
    builder b = {.arena = a, .context = context, .options = options, .bundle = ARENA_NEW(a, bundle)};
    b.pool = pool_new(a);
    b.kernels.arena = b.used.arena = b.groups.arena = b.uses.arena = b.relative.arena = b.for_drivers.arena = a;
    note_groups(&b);
    b.bundle->name = options->name;
    b.bundle->options = options->options;
    size_t failures = 0;
    for (size_t i = 0; i < count; ++i) {
        build_outcome *outcome = options->outcomes ? &options->outcomes[i] : NULL;
        const size_t first = context->diagnostics->count;
        build_file(&b, files[i]);
        if (!outcome) continue;
        /* Counted again at the end: none of them is to stop the next file. */
        *outcome = (build_outcome){context->diagnostics->errors != 0, first, context->diagnostics->count, context->diagnostics->errors};
        failures += context->diagnostics->errors;
        context->diagnostics->errors = 0;
    }
    context->diagnostics->errors += failures;
    if (!context->diagnostics->errors && options->kernel && !b.bundle->kernel_count)
        diagnose_error(context->diagnostics, (location){0}, "there is no kernel '%s' in the files given", options->kernel);
    if (!context->diagnostics->errors) check_groups(&b);
    /* A program by itself need not hold the kernels that its own are variants of. */
    const size_t late = context->diagnostics->count;
    if (!context->diagnostics->errors && !options->kernel && !options->together) settle_variants(&b);
    if (options->outcomes && context->diagnostics->count > late) blame_files(&b, files, count, late);
    if (context->diagnostics->errors) return b.bundle;
    b.bundle->text = pool_cut(b.pool);
    verify_programs(&b);
    hash_programs(&b);
    list_files(&b);
    return b.bundle;
}

void build_free(bundle *b)
{
    buffer_free(&b->text.text);
}
