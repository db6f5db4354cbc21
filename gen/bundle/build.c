/* SPDX-License-Identifier: MIT */
#include "bundle/build_state.h"

#include "describe/shape.h"
#include "describe/split.h"
#include "prune/verify.h"

#include <stdlib.h>
#include <string.h>

/* The event with which the kernel file itself begins: kernels before it belong to libraries. */
static size_t first_event_of_file(const unit *u)
{
    size_t i = u->text.event_count;
    while (i > 0 && (u->text.events[i - 1].kind != EVENT_ENTER || u->text.events[i - 1].source != u->file->source)) --i;
    return i ? i - 1 : 0;
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

/* Names the kernels of the file in branches that only other devices take, so that none is dropped silently. */
static void note_left_out(builder *b, const unit *u, size_t first_event)
{
    map known = {.arena = b->arena};
    for (size_t i = 0; i < u->syntax.declaration_count; ++i)
        if (build_is_kernel(&u->syntax.declarations[i], 0)) *map_ats(&known, u->syntax.declarations[i].name) = b;
    for (size_t i = 0; i < u->items.left_out_count; ++i) {
        const item_kernel *k = &u->items.left_out[i];
        const event *condition = &u->text.events[k->event];
        if (k->event < first_event || !condition->depends_on_device) continue;
        if (map_get(&known, k->name->text, k->name->length)) continue;
        void **named = map_at(&b->told, k->name->text, k->name->length);
        if (*named) continue;
        *named = b;
        diagnose_note(
            b->context->diagnostics, k->name->where,
            "the kernel '%.*s' is left out of the bundle: it stands in an #if "
            "that depends on the device's compiler and may be false there; to include it, define in '--options' what "
            "the condition tests",
            (int)k->name->length, k->name->text);
    }
}

/* Assigns each kernel to the set of kernels with which it shares a program. */
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
        const char **same = kernels[i].gpu_range_text ? &s->gpu : &s->no_gpu,
                   *other = kernels[i].gpu_range_text ? s->no_gpu : s->gpu;
        if (other)
            diagnose_error(b->context->diagnostics, kernels[i].where,
                           "'%s' and '%s' share a program, which is built "
                           "with CLB_GPU for both: give both a '@gpu_range', or none",
                           other, kernels[i].name);
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

/* Enters the constants of a file into the bundle. Returns their numbers there. */
static size_t *register_spec_constants(builder *b, const unit *u)
{
    bundle *r = b->bundle;
    diagnostics *d = b->context->diagnostics;
    const kernel_file *file = u->file;
    size_t *numbers = arena_array(b->arena, file->spec_constant_count, sizeof *numbers);
    for (size_t i = 0; i < file->spec_constant_count; ++i) {
        const spec_constant *s = &file->spec_constants[i];
        size_t n = 0;
        while (n < r->spec_constant_count && strcmp(r->spec_constants[n].name, s->name) != 0) ++n;
        numbers[i] = n;
        if (n < r->spec_constant_count && !spec_constant_equal(&r->spec_constants[n], s)) {
            diagnose_error(d, s->where,
                           "the constant '%s' has another type or other values in another file of the bundle: the "
                           "application sets it for both",
                           s->name);
            diagnose_note(d, r->spec_constants[n].where, "the other one is here");
        }
        if (s->type == CLB_CONSTANT_DOUBLE && b->context->text.language.single_constants)
            diagnose_error(d, s->where,
                           "-cl-single-precision-constant makes all constants floats: '%s' cannot be a double",
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
        if (n < r->spec_constant_count) continue;
        r->spec_constants =
            arena_reserve(b->arena, r->spec_constants, n, &r->spec_constant_capacity, sizeof *r->spec_constants);
        r->spec_constants[r->spec_constant_count++] = *s;
    }
    return numbers;
}

/* Reports constants that the options define, too: drivers take the last definition, or complain. */
static bool check_spec_constant_names(const unit_context *context, const kernel_file *file)
{
    bool fine = true;
    for (size_t i = 0; i < file->spec_constant_count; ++i)
        for (size_t n = 0; n < context->text.definition_count; ++n) {
            const char *name = file->spec_constants[i].name, *definition = context->text.definitions[n];
            if (strlen(name) != strcspn(definition, "=(") || strncmp(name, definition, strlen(name)) != 0) continue;
            diagnose_error(context->diagnostics, file->spec_constants[i].where,
                           "the options also define '%s': remove one of them", name);
            fine = false;
        }
    return fine;
}

/* Warns of a constant that nothing uses: it is probably misspelt. */
static void warn_of_unused(builder *b, const unit *u, const bundle_kernel *kernels, size_t count)
{
    if (b->options->sets) return; /* another set may use it */
    for (size_t i = 0; i < u->file->spec_constant_count; ++i) {
        const int64_t number = (int64_t)b->spec_constant_numbers[i];
        bool used = b->options->kernel != NULL;
        for (size_t k = 0; k < count && !used; ++k)
            for (size_t n = 0; n < b->made[kernels[k].program].spec_constant_count; ++n)
                used = used || b->made[kernels[k].program].spec_constants[n] == (uint64_t)number;
        const code_list *code = &b->bundle->code;
        for (size_t w = 0; w + 1 < code->count && !used; ++w)
            used = code->words[w] == CLB_OP_SPEC_CONSTANT && code->words[w + 1] == number;
        if (!used)
            diagnose_warning(b->context->diagnostics, u->file->spec_constants[i].where,
                             "no kernel of the file uses the constant '%s'", u->file->spec_constants[i].name);
    }
}

/* The queries that no work-item of one kernel makes, whatever the other kernels of its program do: 0 if that is not
 * certain. */
static uint32_t own_independence(const builder *b, unit *u, size_t root)
{
    const reached r = reach_from(b->arena, &u->text, &u->items, &root, 1, 0);
    return fp16_matters(b->context, u, &r) ? 0 : r.independence;
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
    b->spec_constant_numbers = register_spec_constants(b, u);
    b->configurations = (map){.arena = a};
    if (b->context->diagnostics->errors > errors) return;
    constant_table constants = {.arena = a, .unit = u, .spec_constants = b->spec_constant_numbers};
    for (size_t i = 0; i < syntax->declaration_count; ++i) {
        const declaration *d = &syntax->declarations[i];
        if (!build_is_kernel(d, first_token)) continue;
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
    uint32_t *independence = arena_array(a, count, sizeof *independence);
    for (size_t i = 0; i < count; ++i) {
        const size_t first = shared[i]->first;
        if (first < i) {
            kernels[i].program = kernels[first].program;
            independence[i] = independence[first];
        } else {
            kernels[i].program = build_add_program(b, u, shared[i], kernels, &independence[i]);
        }
        kernels[i].has_spec_constants = b->made[kernels[i].program].spec_constant_count != 0;
        if (b->context->diagnostics->errors) return;
    }
    for (size_t i = 0; i < count; ++i)
        if (shared[i]->count > 1 && !kernels[i].has_spec_constants) independence[i] |= own_independence(b, u, roots[i]);
    for (size_t i = 0; i < count; ++i) {
        const element_use *uses = map_gets(&b->uses, kernels[i].name);
        shape_settle(&kernels[i], &b->bundle->code, uses);
        uint32_t parts =
            independence[i]; /* parts may be cut out of the range, and GPUs may run parts as calls of their own */
        if (kernels[i].gpu_range_text) {
            uint32_t gpu = 0;
            configurations_check_gpu(b, u, kernels, i, &gpu);
            independence[i] &= gpu;
            if (!kernels[i].split_alone) parts = independence[i];
        }
        kernels[i].flags |= independence[i] & CLB_KERNEL_INDEPENDENT ? CLB_KERNEL_INDEPENDENT
                            : independence[i] & CLB_KERNEL_BY_GROUPS ? CLB_KERNEL_BY_GROUPS
                                                                     : 0;
        const split_facts facts = {parts & CLB_KERNEL_INDEPENDENT, parts & CLB_KERNEL_BY_GROUPS,
                                   map_gets(&b->relative, kernels[i].name)};
        split_settle(&kernels[i], &b->bundle->code, &facts, b->context->diagnostics);
        faces_add_kernel(b, &kernels[i]);
    }
    warn_of_unused(b, u, kernels, count);
}

/* A program of whole files, of which only the text is wanted: this front end need not understand it. */
static void add_whole_text(builder *b, const unit *u)
{
    size_t count = 0;
    const text_range *ranges = unit_whole_text(b->context, u, &count);
    uint32_t *pieces = arena_array(b->arena, count, sizeof *pieces);
    for (size_t i = 0; i < count; ++i) pieces[i] = pool_add(b->pool, &ranges[i], 1);
    const uint32_t number = pool_add_program(b->pool, pieces, count);
    b->made = arena_reserve(b->arena, b->made, number, &b->made_capacity, sizeof *b->made);
    b->made[number] = (made_program){.unit = NULL};
    build_note_files(b, ranges, count);
}

/* Reads all programs once more. */
static void verify_programs(builder *b)
{
    bundle *r = b->bundle;
    verifier *v = verify_start(b->context, &r->text);
    r->programs = arena_array(b->arena, r->text.program_count, sizeof *r->programs);
    for (size_t i = 0; i < r->text.program_count; ++i) {
        const made_program *m = &b->made[i];
        r->programs[i].options = b->options->sets && m->context ? m->context->text.driver : r->options;
        r->programs[i].needs = m->items.needs;
        r->programs[i].spec_constants = m->spec_constants;
        r->programs[i].spec_constant_count = m->spec_constant_count;
        if (m->context) verify_read_as(v, m->context);
        const verify_origin from = {m->unit, b->options->whole ? NULL : m->items.kept, m->items.count, m->kernel};
        if (m->unit) verify_program(v, i, &from);
    }
    for (size_t i = 0; i < b->other_count; ++i) {
        const configuration *o = &b->others[i];
        verify_read_as(v, o->made.context);
        const verify_origin from = {o->made.unit, o->made.items.kept, o->made.items.count, o->made.kernel};
        verify_configuration(v, o->program, &from, o->gpu, o->where);
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
            for (const char *c = b->bundle->programs[p].options; *c; ++c)
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
    if (!check_spec_constant_names(b->context, file)) return;
    unit *u = unit_read(b->context, file);
    if (b->context->diagnostics->errors == errors && !u->text.failed && !u->syntax.failed) add_unit(b, u);
}

/* The outcomes of the present option set, or NULL. */
static build_outcome *outcomes_of_set(const builder *b, size_t count)
{
    return b->options->outcomes ? b->options->outcomes + b->set * count : NULL;
}

/* Errors about several files, reported since there were `first` diagnostics: all files that take part have failed. With
 * option sets, they are those of the first of these files, which had none of its own. */
static void blame_files(const builder *b, kernel_file *const *files, size_t count, size_t first)
{
    const diagnostics *d = b->context->diagnostics;
    build_outcome *outcomes = outcomes_of_set(b, count);
    if (!outcomes) return;
    bool *failed = arena_array(b->arena, count + 1, sizeof *failed), owned = !b->options->sets;
    for (size_t i = first; i < d->count; ++i) {
        size_t n = 0;
        if (d->items[i].severity != SEVERITY_ERROR) continue;
        while (n < count && files[n]->source != d->items[i].where.source) ++n;
        if (n == count) return;
        failed[n] = true;
    }
    for (size_t n = 0; n < count; ++n) {
        if (failed[n] && !owned) outcomes[n] = (build_outcome){true, first, d->count, d->errors};
        owned = owned || failed[n];
        outcomes[n].failed |= failed[n];
    }
}

static void build_files(builder *b, kernel_file *const *files, size_t count)
{
    diagnostics *d = b->context->diagnostics;
    build_outcome *outcomes = outcomes_of_set(b, count);
    size_t failures = 0;
    for (size_t i = 0; i < count; ++i) {
        build_outcome *outcome = outcomes ? &outcomes[i] : NULL;
        const size_t first = d->count;
        /* An error in a library file is one of each kernel file that uses it. */
        if (outcome) d->seen_errors = (map){.arena = d->arena};
        if (!b->options->skipped || !b->options->skipped[i][b->set]) build_file(b, files[i]);
        if (!outcome) continue;
        /* Counted again at the end: none of them is to stop the next file. */
        *outcome = (build_outcome){d->errors != 0, first, d->count, d->errors};
        failures += d->errors;
        d->errors = 0;
    }
    d->errors += failures;
}

/* Builds the files with one option set after the other. What is wrong with one does not stop the others. */
static void build_sets(builder *b, kernel_file *const *files, size_t count)
{
    enum { MOST_ERRORS = 200 };
    const option_sets *sets = b->options->sets;
    const unit_context *common = b->context;
    diagnostics *d = common->diagnostics;
    size_t failures = 0;
    for (size_t s = 0; s < sets->count && (failures <= MOST_ERRORS || b->options->outcomes); ++s) {
        unit_context *context = ARENA_NEW(b->arena, unit_context);
        const size_t first = b->bundle->kernel_count;
        *context = *common;
        context->text = sets->items[s].text;
        context->text.language.help = common->text.language.help;
        b->context = context;
        b->set = s;
        b->kernels = (map){.arena = b->arena};
        d->seen_errors = (map){.arena = d->arena};
        build_files(b, files, count);
        const size_t late = d->count;
        if (!d->errors) variants_settle(b, first);
        if (d->count > late) blame_files(b, files, count, late);
        if (d->errors)
            diagnose_note(d, sets->items[s].where, "this is so in the configuration '%s': %s", sets->items[s].name,
                          option_set_text(b->arena, sets, s));
        failures += d->errors;
        d->errors = 0;
    }
    d->errors = failures;
    b->context = common;
}

bundle *build_bundle(const unit_context *context, kernel_file *const *files, size_t count, const build_options *options)
{
    arena *a = context->sources->arena;
    builder b = {.arena = a, .context = context, .options = options, .bundle = ARENA_NEW(a, bundle), .set_count = 1};
    diagnostics *d = context->diagnostics;
    b.pool = pool_new(a);
    b.kernels.arena = b.used.arena = b.groups.arena = b.uses.arena = b.relative.arena = b.for_drivers.arena = a;
    b.faces.arena = b.shared.arena = b.told.arena = a;
    b.identities = identity_start(a);
    note_groups(&b);
    b.bundle->name = options->name;
    b.bundle->options = options->options;
    b.bundle->sets = options->sets;
    if (options->sets) {
        b.set_count = options->sets->count;
        build_sets(&b, files, count);
    } else {
        build_files(&b, files, count);
    }
    if (!d->errors && options->kernel && !b.bundle->kernel_count)
        diagnose_error(d, (location){0}, "there is no kernel '%s' in the files given", options->kernel);
    if (!d->errors) variants_check_groups(&b);
    /* In a bundle of one program, the kernel of which another is a variant may be missing. */
    const size_t late = d->count;
    if (!d->errors && !options->kernel && !options->together && !options->sets) variants_settle(&b, 0);
    if (!options->sets && d->count > late) blame_files(&b, files, count, late);
    if (!d->errors) faces_settle(&b);
    if (d->errors) return b.bundle;
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
