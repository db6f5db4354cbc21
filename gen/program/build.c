#include "program/build.h"

#include "program/kernel.h"
#include "program/reach.h"

#include <stdlib.h>
#include <string.h>

typedef struct builder {
    arena *arena;
    const unit_context *context;
    const build_options *options;
    bundle *bundle;
    pool *pool;
    size_t kernel_capacity;
    map kernels;   /* name -> itself, to find doubles */
    map used;      /* paths of files that hold a kept piece */
    const source **files;
    size_t file_count, file_capacity;
} builder;

static bool is_kernel(const declaration *d, size_t first_token)
{
    return d->kind == DECLARATION_FUNCTION && d->symbol->is_kernel && d->first >= first_token;
}

/* The first token of the kernel file itself: kernels before it belong to libraries. */
static size_t first_token_of_file(const unit *u)
{
    for (size_t i = u->text.event_count; i > 0; --i) {
        const event *e = &u->text.events[i - 1];
        if (e->kind == EVENT_ENTER && e->source == u->file->source) return e->token;
    }
    return 0;
}

static void note_files(builder *b, const text_range *ranges, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        void **known = map_ats(&b->used, ranges[i].source->path);
        if (*known) continue;
        *known = b;
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
static void check_defined(symbol *caller, symbol **stack, diagnostics *d)
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
            if (callee->defined) stack[count++] = callee;
            else
                diagnose_error(d, callee->token->where,
                               "'%s' is declared here and called by '%s', but no file of the program of '%s' defines it: "
                               "name the file that does in '@depends'", callee->name, f->name, caller->name);
        }
    }
}

/* Checks the text that a program holds as a driver's front end would, unless problems are not to be reported. What it
 * drops is nobody's concern. Returns the features that only the syntax shows it to need: a value may be a half where
 * nothing names the type. */
static uint32_t check_program(builder *b, const unit *u, const bool *kept, syntax_visitor *visit)
{
    arena scratch = {0};
    diagnostics unheard = {.arena = &scratch}, *d = b->options->unchecked ? &unheard : b->context->diagnostics;
    preprocessed part = {.failed = false};
    part.tokens = arena_array(&scratch, u->text.token_count + 1, sizeof *part.tokens);
    part.events = arena_array(&scratch, u->text.event_count, sizeof *part.events);
    size_t event = 0, token = 0;
    for (size_t i = 0; i < u->items.count; ++i) {
        const item *it = &u->items.items[i];
        if (it->kind != ITEM_CODE) continue;
        for (token = it->first; kept[i] && token < it->end; ++token) {
            part.tokens[part.token_count] = u->text.tokens[token];
            for (; event < u->text.event_count && u->text.events[event].token <= token; ++event) {
                part.events[part.event_count] = u->text.events[event];
                part.events[part.event_count++].token = part.token_count;
            }
            ++part.token_count;
        }
    }
    part.tokens[part.token_count] = u->text.tokens[u->text.token_count];
    const parsed syntax = parse(&scratch, d, &part, &b->context->text.language);
    symbol **stack = arena_array(&scratch, syntax.function_count + 1, sizeof *stack);
    for (size_t i = 0; i < syntax.function_count; ++i)
        if (syntax.functions[i]->is_kernel) check_defined(syntax.functions[i], stack, d);
    if (visit && !syntax.failed && !d->errors)
        visit(b->options->visit_context, &scratch, &syntax);
    arena_free(&scratch);
    return syntax.uses_half ? CLB_NEEDS_FP16 : 0;
}

/* Adds the program that holds what `roots` need. */
static uint32_t add_program(builder *b, const unit *u, const size_t *roots, size_t root_count, bool *independent)
{
    arena *a = b->arena;
    reached r = reach_from(a, &u->text, &u->items, roots, root_count, 0);
    size_t count = 0;
    uint32_t *pieces;
    const uint32_t needs = check_program(b, u, r.kept, b->options->visit);
    if (needs & ~r.needs) r = reach_from(a, &u->text, &u->items, roots, root_count, needs);
    if (b->options->whole) {
        const text_range *ranges = unit_whole_text(b->context, u, &count);
        pieces = arena_array(a, count, sizeof *pieces);
        for (size_t i = 0; i < count; ++i) pieces[i] = pool_add(b->pool, &ranges[i], 1);
        note_files(b, ranges, count);
    } else {
        pieces = arena_array(a, u->items.count, sizeof *pieces);
        for (size_t i = 0; i < u->items.count; ++i) {
            const item *it = &u->items.items[i];
            if (!r.kept[i]) continue;
            pieces[count++] = pool_add(b->pool, it->ranges, it->range_count);
            note_files(b, it->ranges, it->range_count);
        }
    }
    const uint32_t number = pool_add_program(b->pool, pieces, count);
    b->bundle->programs = arena_grow(a, b->bundle->programs, number, number + 1, sizeof *b->bundle->programs);
    b->bundle->programs[number] = (bundle_program){.needs = r.needs};
    *independent = r.independent;
    return number;
}

static bool holds(const unit *u, const bool *kept, const text_range *r)
{
    for (size_t i = 0; i < u->items.count; ++i)
        for (size_t k = 0; kept[i] && k < u->items.items[i].range_count; ++k) {
            const text_range *part = &u->items.items[i].ranges[k];
            if (part->source == r->source && part->begin <= r->begin && part->end >= r->end) return true;
        }
    return false;
}

/* Checks the program of u's kernel as a GPU's driver will read it, which has CLB_GPU defined: `gpu` is u read so.
 * *independent: no work-item looks at its group there. */
static void check_gpu_program(builder *b, const unit *u, const unit *gpu, const bundle_kernel *kernel, bool *independent)
{
    size_t roots[2] = {u->items.count, gpu->items.count};
    const unit *units[2] = {u, gpu};
    reached r[2];
    for (size_t n = 0; n < 2; ++n) {
        for (size_t i = 0; i < units[n]->syntax.declaration_count; ++i) {
            const declaration *d = &units[n]->syntax.declarations[i];
            if (is_kernel(d, 0) && strcmp(d->name, kernel->name) == 0) roots[n] = unit_item_of(units[n], d->first);
        }
        if (roots[n] == units[n]->items.count) {
            diagnose_error(b->context->diagnostics, kernel->where, "with CLB_GPU defined, which '@gpu_range' asks for, "
                                                                   "there is no kernel '%s'", kernel->name);
            return;
        }
        r[n] = reach_from(b->arena, &units[n]->text, &units[n]->items, &roots[n], 1, 0);
    }
    for (size_t i = 0; i < gpu->items.count && !b->options->whole; ++i) {
        const item *it = &gpu->items.items[i];
        for (size_t k = 0; r[1].kept[i] && it->kind != ITEM_OPAQUE && k < it->range_count; ++k) {
            if (holds(u, r[0].kept, &it->ranges[k])) continue;
            diagnose_error(b->context->diagnostics, it->where, "the kernel '%s' needs this only where CLB_GPU is defined, "
                           "and does not mention it by name: spell the name out", kernel->name);
            return;
        }
    }
    if (!b->options->unchecked) (void)check_program(b, gpu, r[1].kept, NULL);
    *independent = r[1].independent;
}

static void add_kernel(builder *b, const bundle_kernel *k)
{
    void **known = map_ats(&b->kernels, k->name);
    if (*known) {
        diagnose_error(b->context->diagnostics, k->where, "the bundle has two kernels named '%s'", k->name);
        return;
    }
    *known = b;
    bundle *r = b->bundle;
    if (r->kernel_count == b->kernel_capacity) {
        const size_t capacity = b->kernel_capacity ? b->kernel_capacity * 2 : 64;
        r->kernels = arena_grow(b->arena, r->kernels, r->kernel_count, capacity, sizeof *r->kernels);
        b->kernel_capacity = capacity;
    }
    r->kernels[r->kernel_count++] = *k;
}

static const build_group *find_group(const builder *b, const char *kernel)
{
    for (size_t g = 0; g < b->options->group_count; ++g)
        for (size_t i = 0; i < b->options->groups[g].count; ++i)
            if (strcmp(b->options->groups[g].kernels[i], kernel) == 0) return &b->options->groups[g];
    return NULL;
}

static void add_unit(builder *b, const unit *u)
{
    arena *a = b->arena;
    const parsed *syntax = &u->syntax;
    const size_t first_token = first_token_of_file(u);
    size_t *roots = arena_array(a, syntax->declaration_count, sizeof *roots), count = 0;
    bundle_kernel *kernels = arena_array(a, syntax->declaration_count, sizeof *kernels);
    for (size_t i = 0; i < syntax->declaration_count; ++i) {
        const declaration *d = &syntax->declarations[i];
        if (!is_kernel(d, first_token)) continue;
        if (b->options->kernel && strcmp(b->options->kernel, d->name) != 0) continue;
        roots[count] = unit_item_of(u, d->first);
        kernels[count++] = kernel_describe(a, u, d, &b->bundle->code, b->context->diagnostics);
    }
    if (!count && !b->options->kernel)
        diagnose_error(b->context->diagnostics, (location){u->file->source, 0}, "the file defines no kernel");
    if (!b->options->kernel) kernel_check_head(u, kernels, count, b->context->diagnostics);
    if (b->context->diagnostics->errors) return;

    const unit *gpu = NULL;
    for (size_t i = 0; i < count && !gpu; ++i)
        if (kernels[i].gpu_range_text) gpu = unit_read_defined(b->context, u->file, "CLB_GPU=1");
    if (gpu && (gpu->text.failed || gpu->syntax.failed)) return;

    for (size_t i = 0; i < count; ++i) {
        /* The kernels that share its program: its group, all, or itself alone. The first of them makes the program. */
        const build_group *group = find_group(b, kernels[i].name);
        size_t *shared = arena_array(a, count, sizeof *shared), shared_count = 0, first = count;
        bool independent = false;
        for (size_t n = 0; n < count; ++n) {
            const bool together = n == i || b->options->together || (group && find_group(b, kernels[n].name) == group);
            if (!together) continue;
            if (n > i && !kernels[n].gpu_range_text != !kernels[i].gpu_range_text)
                diagnose_error(b->context->diagnostics, kernels[n].where, "'%s' and '%s' share a program, which is built "
                               "with CLB_GPU for both: give both a '@gpu_range', or none", kernels[i].name, kernels[n].name);
            if (first == count) first = n;
            shared[shared_count++] = roots[n];
        }
        if (first < i) {
            kernels[i].program = kernels[first].program;
            kernels[i].flags |= kernels[first].flags & CLB_KERNEL_INDEPENDENT;
        } else {
            kernels[i].program = add_program(b, u, shared, shared_count, &independent);
            if (independent) kernels[i].flags |= CLB_KERNEL_INDEPENDENT;
        }
        if (kernels[i].gpu_range_text) {
            check_gpu_program(b, u, gpu, &kernels[i], &independent);
            if (!independent) kernels[i].flags &= ~CLB_KERNEL_INDEPENDENT;
        }
        add_kernel(b, &kernels[i]);
    }
}

/* A program of whole files, whose kernels nobody asks for: text that this front end need not understand. */
static void add_whole_text(builder *b, const unit *u)
{
    size_t count = 0;
    const text_range *ranges = unit_whole_text(b->context, u, &count);
    uint32_t *pieces = arena_array(b->arena, count, sizeof *pieces);
    for (size_t i = 0; i < count; ++i) pieces[i] = pool_add(b->pool, &ranges[i], 1);
    const uint32_t number = pool_add_program(b->pool, pieces, count);
    b->bundle->programs = arena_grow(b->arena, b->bundle->programs, number, number + 1, sizeof *b->bundle->programs);
    note_files(b, ranges, count);
}

/* Groups must name kernels of the bundle, all of one file. */
static void check_groups(builder *b)
{
    for (size_t g = 0; g < b->options->group_count; ++g) {
        const build_group *group = &b->options->groups[g];
        const bundle_kernel *first = NULL;
        for (size_t i = 0; i < group->count; ++i) {
            const bundle_kernel *k = NULL;
            for (size_t n = 0; n < b->bundle->kernel_count && !k; ++n)
                if (strcmp(b->bundle->kernels[n].name, group->kernels[i]) == 0) k = &b->bundle->kernels[n];
            if (!k)
                diagnose_error(b->context->diagnostics, (location){0}, "the group '%s' names '%s', which is no kernel of "
                                                                       "the bundle", group->name, group->kernels[i]);
            else if (first && k->program != first->program)
                diagnose_error(b->context->diagnostics, k->where, "the group '%s' holds kernels of two files, or of two "
                                                                  "groups: put them into one file", group->name);
            if (!first) first = k;
        }
    }
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

bundle *build_bundle(const unit_context *context, kernel_file *const *files, size_t count, const build_options *options)
{
    arena *a = context->sources->arena;
    builder b = {.arena = a, .context = context, .options = options, .bundle = ARENA_NEW(a, bundle)};
    b.pool = pool_new(a);
    b.kernels.arena = b.used.arena = a;
    b.bundle->name = options->name;
    b.bundle->options = options->options;
    for (size_t i = 0; i < count; ++i) {
        const size_t errors = context->diagnostics->errors;
        if (options->whole && options->text_only) {
            const unit *text = unit_read_text(context, files[i]);
            if (!text->text.failed) add_whole_text(&b, text);
            continue;
        }
        const unit *u = unit_read(context, files[i]);
        if (context->diagnostics->errors == errors && !u->text.failed && !u->syntax.failed) add_unit(&b, u);
    }
    if (!context->diagnostics->errors && options->kernel && !b.bundle->kernel_count)
        diagnose_error(context->diagnostics, (location){0}, "there is no kernel '%s' in the files given", options->kernel);
    if (!context->diagnostics->errors) check_groups(&b);
    if (context->diagnostics->errors) return b.bundle;
    b.bundle->text = pool_cut(b.pool);
    hash_programs(&b);
    list_files(&b);
    return b.bundle;
}

void build_free(bundle *b)
{
    buffer_free(&b->text.text);
}
