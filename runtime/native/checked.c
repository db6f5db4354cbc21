/* See checked.h. Each thread that runs groups has a checker, whose memory grows as its groups ask for it: cells in
 * pages, for the parts of buffers that the present group touches.
 *
 * SPDX-License-Identifier: MIT */
#include "native/checked.h"

#include "core/bundle.h"
#include "core/status.h"

#include "native/allocations.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ENTERED: private and constant objects that are found by address. TEXT: letters of a message. PAGES: that a checker
 * keeps from one group to the next. CROWDED: cells without a slot until an object has no table any more. */
enum { ENTERED = 64, TEXT = 640, PAGES = 1024, CROWDED = 4096 };
enum { OF_IMAGE = 3 }; /* clb_check_object.space */

/* Cells that stand for a part of an object. */
typedef struct page {
    struct page *next;
    uint32_t object;
    size_t number;
    clb_check_cell cells[1u << CLB_CHECK_PAGE];
    clb_check_part parts[1u << CLB_CHECK_PAGE];
} page;

typedef struct clbi_checker {
    clb_checker c;
    clbi_checks *launch;
    struct clbi_checker *next_idle, *next;
    const clb_native_range *range;
    void *const *arguments;
    bool samples; /* the group that runs now is the sample of a proof */
    clb_check_object located;
    page *used, *spare;
    size_t used_count;
} clbi_checker;

static uint32_t argument_count(const clbi_checks *checks)
{
    return checks->command ? checks->command->block->place_count : checks->job->kernel->argument_count;
}

/* ---- findings ---- */

static const char *const accesses[] = {
    [CLB_CHECK_READ] = "read",          [CLB_CHECK_TAKE] = "read", [CLB_CHECK_CARRY] = "read",
    [CLB_CHECK_WRITE] = "write",        [CLB_CHECK_PUT] = "write", [CLB_CHECK_UPDATE] = "atomic access",
    [CLB_CHECK_ASSIGN] = "atomic store"};

static void find_ids(const clbi_checker *k, uint32_t item, size_t local[3], size_t global[3])
{
    const size_t *size = k->range->local;
    local[0] = item % size[0];
    local[1] = item / size[0] % size[1];
    local[2] = item / size[0] / size[1];
    for (int d = 0; d < 3; d++) global[d] = k->c.base[d] + local[d];
}

static void add(char *text, size_t size, const char *format, ...) CLBI_PRINTF(3, 4);
static void add(char *text, size_t size, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text + length, size - length, format, list);
    va_end(list);
}

static void describe_pixel(char *text, const clb_finding *f, const clb_check_pixel *pixel)
{
    static const char *const dimensions[] = {"x", "y", "z"};
    add(text, TEXT, "a pixel outside of the image '%s', %s = %lld of %u", f->array, dimensions[pixel->dimension],
        (long long)pixel->at, pixel->count);
}

static void describe_outside(char *text, const clb_finding *f, const clb_check_object *o)
{
    if (!o) {
        add(text, TEXT, "%zu bytes at an address that is in no object", f->size);
        return;
    }
    add(text, TEXT, "%zu bytes outside of '%s', ", f->size, f->array);
    if (f->offset > SIZE_MAX / 2) add(text, TEXT, "%zu bytes before its begin", (size_t)0 - f->offset);
    else add(text, TEXT, "at offset %zu of its %zu bytes", f->offset, o->size);
}

/* "k.cl:9: kernel 'scale': write of 4 bytes outside of 'y', ..." */
static void describe(const clbi_checker *k, char *text, const clb_finding *f, clb_check_access access,
                     const clb_check_object *o, uint32_t other)
{
    size_t local[3], global[3];
    text[0] = '\0';
    add(text, TEXT, "%s:%u: kernel '%s': ", f->file, f->line, f->kernel);
    switch (f->kind) {
    case CLB_FINDING_OUTSIDE:
        add(text, TEXT, "%s of ", accesses[access]);
        if (o && o->space == OF_IMAGE) describe_pixel(text, f, (const void *)o->memory);
        else describe_outside(text, f, o);
        break;
    case CLB_FINDING_NULL:
        add(text, TEXT, "%s of %zu bytes through NULL", accesses[access], f->size);
        if (*f->array) add(text, TEXT, ", '%s'", f->array);
        break;
    case CLB_FINDING_MISALIGNED:
        if (o && o->space == OF_IMAGE) {
            add(text, TEXT, "%s of a block of the image '%s' at byte %lld of a row, which is no multiple of %zu",
                accesses[access], f->array, (long long)((const clb_check_pixel *)(const void *)o->memory)->at, f->size);
            break;
        }
        add(text, TEXT, "%s of %zu bytes of '%s' at an address that is not aligned as its type asks for",
            accesses[access], f->size, f->array);
        break;
    case CLB_FINDING_UNWRITTEN: add(text, TEXT, "'%s' is read where it was never written", f->array); break;
    case CLB_FINDING_RACE:
        add(text, TEXT, "race on '%s': %s of %zu bytes at offset %zu, which ", f->array, accesses[access], f->size,
            f->offset);
        if (other == CLB_CHECK_MANY) {
            add(text, TEXT, "other work-items of the group access without a barrier between");
            break;
        }
        find_ids(k, other, local, global);
        add(text, TEXT, "work-item (%zu, %zu, %zu) accesses without a barrier between", global[0], global[1],
            global[2]);
        break;
    case CLB_FINDING_BARRIER:
        add(text, TEXT, "a barrier that %u of %u work-items of the group reach", other, k->c.items);
        break;
    case CLB_FINDING_DIVISION: add(text, TEXT, "an integer is divided by zero"); break;
    case CLB_FINDING_FORMAT:
        add(text, TEXT, "%s of the image '%s' by a function for numbers of another kind than its format has",
            accesses[access], f->array);
        break;
    case CLB_FINDING_SHIFT: add(text, TEXT, "a shift by %u in a type of %zu bits", other, f->size); break;
    }
    add(text, TEXT, "; work-item (%zu, %zu, %zu) of group (%zu, %zu, %zu)", f->global_id[0], f->global_id[1],
        f->global_id[2], f->group_id[0], f->group_id[1], f->group_id[2]);
}

static bool is_same_place(const clb_check_site *a, const clb_check_site *b)
{
    return a == b || (a->line == b->line && strcmp(a->file, b->file) == 0 && strcmp(a->name, b->name) == 0);
}

/* Whether it is the first finding of its kind at that place. */
static bool is_new(clbi_checks *checks, const clb_check_site *site, clb_finding_kind kind)
{
    for (size_t i = 0; i < checks->place_count; i++)
        if (checks->kinds[i] == kind && is_same_place(checks->places[i], site)) return false;
    if (checks->place_count == CLBI_PLACES) return false;
    checks->places[checks->place_count] = site;
    checks->kinds[checks->place_count++] = kind;
    return true;
}

/* The object that a pointer has most likely left: it begins or ends at most NEAR bytes away. Or NULL. */
static const clb_check_object *nearest(const clb_checker *c, const void *address)
{
    enum { NEAR = 4096 };
    const clb_check_object *found = NULL;
    uintptr_t least = NEAR;
    for (uint32_t i = 0; i < c->count; i++) {
        const clb_check_object *o = &c->objects[i];
        const uintptr_t begin = (uintptr_t)o->memory, at = (uintptr_t)address;
        const uintptr_t away = at < begin ? begin - at : at - begin - o->size;
        if (!o->memory || away >= least) continue;
        least = away;
        found = o;
    }
    return found;
}

static void report(clb_checker *c, const clb_check_site *site, clb_finding_kind kind, clb_check_access access,
                   const clb_check_object *object, const void *address, size_t size, uint32_t other)
{
    clbi_checker *k = (clbi_checker *)c;
    clbi_checks *checks = k->launch->launch;
    const clbi_enqueued *command = k->launch->command;
    char text[TEXT];
    if (!object && kind == CLB_FINDING_OUTSIDE) object = nearest(c, address);
    const bool of_image = object && object->space == OF_IMAGE;
    if (object && !object->memory && !of_image && kind == CLB_FINDING_OUTSIDE) kind = CLB_FINDING_NULL;
    /* What is defined: shifts by the width or more, and blocks of images beyond an edge, which `other` tells. */
    const bool is_warning = kind == CLB_FINDING_SHIFT || (of_image && other);
    pthread_mutex_lock(&checks->lock);
    checks->faults += !is_warning;
    checks->findings++;
    if (is_new(checks, site, kind)) {
        clb_finding f = {.kind = kind,
                         .is_warning = is_warning,
                         .file = site->file,
                         .line = site->line,
                         .array = *site->name              ? site->name
                                  : object && object->name ? object->name
                                                           : "",
                         .offset =
                             object && !of_image ? (size_t)((uintptr_t)address - (uintptr_t)object->memory) : SIZE_MAX,
                         .size = size,
                         .message = text};
        memcpy(f.group_id, c->group, sizeof f.group_id);
        const clbi_name kernel = clbi_span_name(checks->job->bundle, checks->job->kernel->name);
        f.kernel = command ? command->block->name : kernel.text;
        find_ids(k, c->item, f.local_id, f.global_id);
        describe(k, text, &f, access, object, other);
        if (!is_warning && checks->faults == 1) (void)snprintf(checks->message, sizeof checks->message, "%s", text);
        if (checks->device->finding) checks->device->finding(checks->device->finding_cookie, &f);
    }
    pthread_mutex_unlock(&checks->lock);
}

/* ---- memory ---- */

/* An object of its own for what is neither an argument nor the kernel's. */
static clb_check_object *locate(clb_checker *c, const void *address)
{
    clbi_checker *k = (clbi_checker *)c;
    const clbi_checks *launch = k->launch->launch;
    clbi_allocation a;
    const clb_native_variable *v = clbi_variables_locate(launch->variables, launch->variables_block, address);
    if (v) {
        k->located = (clb_check_object){.memory = (char *)(uintptr_t)launch->variables_block + v->offset,
                                        .size = (size_t)v->size,
                                        .name = v->name,
                                        .shift = 2,
                                        .space = 1};
        return &k->located;
    }
    if (!clbi_allocations_find(k->launch->device->allocations, address, CLBI_RED_ZONE, &a)) return NULL;
    for (uint32_t i = 0; i < c->fixed; i++)
        if ((uintptr_t)c->objects[i].memory - (uintptr_t)a.memory < a.size) return &c->objects[i];
    k->located = (clb_check_object){
        .memory = a.memory, .size = a.size, .name = "shared memory", .written = a.written, .shift = 2, .space = 1};
    return &k->located;
}

static void drop_pages(clbi_checker *k)
{
    for (page *p; (p = k->used) != NULL;) {
        k->c.objects[p->object].pages[p->number] = NULL;
        k->used = p->next;
        p->next = k->spare;
        k->spare = p;
    }
    k->used_count = 0;
}

static clb_check_cell *take_page(clb_checker *c, clb_check_object *object, size_t cell)
{
    clbi_checker *k = (clbi_checker *)c;
    page *p = k->spare;
    if (p) k->spare = p->next;
    else if (!(p = calloc(1, sizeof *p))) return NULL;
    p->object = (uint32_t)(object - c->objects);
    p->number = cell >> CLB_CHECK_PAGE;
    p->next = k->used;
    k->used = p;
    k->used_count++;
    object->pages[p->number] = p->cells;
    return p->cells;
}

static void drop_table(clb_check_object *o)
{
    free(o->table);
    free(o->parts);
    o->table = NULL;
    o->parts = NULL;
}

/* Before the stamps of local memory go, its bytes take what these say. */
static void keep_written(const clb_checker *c, clb_check_object *o)
{
    const uint32_t since = c->first_region << CLB_CHECK_REGION;
    for (size_t n = 0; o->written && n < o->cell_count; n++) {
        const size_t start = n << o->shift, width = (size_t)1 << o->shift;
        if (start >= o->size || o->cells[n].written < since || o->cells[n].written & CLB_CHECK_IN_PART) continue;
        memset(o->written + start, CLB_CHECK_WRITTEN, o->size - start < width ? o->size - start : width);
    }
}

/* Cells of regions with the same numbers must not be found. */
static void pass(clb_checker *c)
{
    clbi_checker *k = (clbi_checker *)c;
    drop_pages(k);
    for (page *p = k->spare; p; p = p->next) memset(p->cells, 0, sizeof p->cells);
    for (uint32_t i = 0; i < c->fixed; i++) {
        clb_check_object *o = &c->objects[i];
        if (o->table) memset(o->table, 0, sizeof *o->table << CLB_CHECK_TABLE);
        if (!o->has_cells || o->pages) continue;
        keep_written(c, o);
        memset(o->cells, 0, o->cell_count * sizeof *o->cells);
    }
    c->region = c->first_region = 1;
}

/* For the cells that a region touches, mostly few, a table stays in the processor's caches. */
static void make_table(clb_check_object *o)
{
    o->table = calloc((size_t)1 << CLB_CHECK_TABLE, sizeof *o->table);
    o->parts = calloc((size_t)1 << CLB_CHECK_TABLE, sizeof *o->parts);
    o->crowded = 0;
    if (o->table && o->parts) return;
    drop_table(o);
}

/* Without memory for its cells, races are not looked for in an object. */
static void look_for_races(clb_checker *c, clb_check_object *o)
{
    if (o->has_cells || (c->items < 2 && o->space != 2) || o->size == 0 || o->size == PTRDIFF_MAX) return;
    const size_t count = (o->size >> o->shift) + 1;
    if (o->space == 2) {
        o->cells = calloc(count, sizeof *o->cells);
        o->parts = calloc(count, sizeof *o->parts);
        o->cell_count = count;
        o->has_cells = o->cells && o->parts;
    } else {
        o->page_count = (count >> CLB_CHECK_PAGE) + 1;
        o->pages = calloc(o->page_count, sizeof *o->pages);
        o->has_cells = o->pages != NULL;
        if (o->has_cells) make_table(o);
    }
    if (o->has_cells || o->space != 2) return;
    free(o->cells);
    free(o->parts);
    o->cells = NULL;
    o->parts = NULL;
}

static void forget_races(clb_check_object *o)
{
    drop_table(o);
    free(o->cells);
    free(o->pages);
    o->pages = NULL;
    o->cells = NULL;
    o->cell_count = 0;
    o->has_cells = 0;
}

static void begin_group(clb_checker *c, uint64_t changed)
{
    clbi_checker *k = (clbi_checker *)c;
    if (k->used_count > PAGES) drop_pages(k);
    for (uint32_t i = 0; i < c->fixed; i++) {
        clb_check_object *o = &c->objects[i];
        if (o->table && o->crowded > CROWDED) drop_table(o); /* no stamp is of the region that begins */
        if (o->space == 1 && (i >= 64 || changed >> i & 1u)) look_for_races(c, o);
        if (o->space != 2) continue;
        look_for_races(c, o);
        if (o->written) memset(o->written, 0, o->size);
    }
}

/* Room for object number `number`; false without memory. */
static bool reserve(clb_checker *c, size_t number)
{
    if (number < c->capacity) return true;
    const size_t capacity = number * 2 + 16;
    clb_check_object *objects = realloc(c->objects, capacity * sizeof *objects);
    if (!objects) return false;
    memset(objects + c->capacity, 0, (capacity - c->capacity) * sizeof *objects);
    c->objects = objects;
    c->capacity = (uint32_t)capacity;
    return true;
}

static void add_local(clb_checker *c, size_t number, const clb_check_object *object)
{
    if (!reserve(c, number)) return;
    clb_check_object *o = &c->objects[number];
    o->memory = object->memory;
    o->name = object->name;
    if (o->size == object->size) { /* it was the same in the group before */
        if (o->written) memset(o->written, 0, o->size);
        return;
    }
    forget_races(o);
    o->size = object->size;
    o->shift = object->shift;
    if (o->space == 2) free(o->written);
    o->space = 2;
    o->written = calloc(1, o->size);
    look_for_races(c, o);
    if (number >= c->fixed) c->fixed = c->count = (uint32_t)number + 1;
}

static void enter(clb_checker *c, const clb_check_object *object)
{
    for (uint32_t i = c->fixed; i < c->count; i++)
        if (c->objects[i].memory == object->memory) {
            c->objects[i] = *object;
            return;
        }
    if (c->count >= c->fixed + ENTERED || !reserve(c, c->count)) {
        c->open = 1;
        return;
    }
    c->objects[c->count++] = *object;
}

/* ---- proofs ---- */

/* FEW: groups that a proof is not worth. BOXES: tried for one: all groups; without the last ones along each dimension,
 * which may be partly beyond the end of an array; and without the first ones, too. */
enum { FEW = 4, BOXES = 3 };

static bool choose_box(const clb_native_range *range, unsigned box, clbi_launch_proof *proof)
{
    size_t count = 1;
    bool differs = box == 0;
    for (int d = 0; d < 3; d++) {
        proof->first[d] = range->first_group[d];
        proof->end[d] = range->end_group[d];
        const size_t groups = proof->end[d] - proof->first[d];
        if (groups > 2 && box > 0) proof->end[d]--;
        if (groups > 2 && box > 1) proof->first[d]++;
        differs |= groups > 2;
        if (proof->end[d] <= proof->first[d]) return false;
        const size_t left = proof->end[d] - proof->first[d];
        count = left > SIZE_MAX / count ? SIZE_MAX : count * left;
    }
    return differs && count >= FEW;
}

static bool is_same_range(const clb_native_range *x, const clb_native_range *y)
{
    return memcmp(x->local, y->local, sizeof x->local) == 0 &&
           memcmp(x->first_group, y->first_group, sizeof x->first_group) == 0 &&
           memcmp(x->end_group, y->end_group, sizeof x->end_group) == 0;
}

/* What the proved groups write counts as written from here on: nothing reads it before. */
static void note_fills(clbi_checker *k)
{
    const clbi_proof_fills *fills = &k->launch->proof.fills;
    for (size_t i = 0; i < fills->count; i++) {
        const clbi_proof_fill *f = &fills->of[i];
        unsigned char *written = k->c.objects[f->argument].written;
        if (written) memset(written + f->begin, CLB_CHECK_WRITTEN, f->end - f->begin);
    }
}

/* What the proof of the groups in the present box is told. */
static clbi_proof_launch launch_of(const clbi_checker *k)
{
    const clbi_launch_proof *found = &k->launch->proof;
    return (clbi_proof_launch){.range = k->range,
                               .first = found->first,
                               .end = found->end,
                               .arguments = k->arguments,
                               .objects = k->c.objects,
                               .object_count = argument_count(k->launch)};
}

/* Once for each range of a launch. */
static void find_proof(clbi_checker *k, const clb_proof *proof)
{
    clbi_launch_proof *found = &k->launch->proof;
    if (found->is_known && is_same_range(&found->range, k->range)) return;
    *found = (clbi_launch_proof){.range = *k->range, .is_known = true};
    for (unsigned box = 0; box < BOXES && found->result == CLBI_UNPROVED; box++) {
        if (!choose_box(k->range, box, found)) continue;
        const clbi_proof_launch launch = launch_of(k);
        found->result = clbi_proof_run(proof, &launch, &found->fills);
    }
    if (found->result == CLBI_UNPROVED && choose_box(k->range, 0, found)) {
        const clbi_proof_launch launch = launch_of(k);
        found->result = clbi_proof_run_parts(proof, &launch, &found->fills, &found->objects);
    }
    if (found->result == CLBI_PROVED) note_fills(k);
}

/* After a group: what it shows as a sample. Where its work-items wrote the same value to the same bytes, those of
 * another group may write several. */
static void settle_sample(clbi_checker *k)
{
    clbi_launch_proof *found = &k->launch->proof;
    if (found->result == CLBI_PROVED_BY_SAMPLE && (k->launch->launch->findings || (k->samples && k->c.same_writes)))
        found->result = CLBI_UNPROVED;
    if (found->result == CLBI_PROVED_BY_SAMPLE && k->samples) {
        found->result = CLBI_PROVED;
        note_fills(k);
    }
    k->samples = false;
}

static void prove(clb_checker *c, const clb_proof *proof, const size_t *group)
{
    clbi_checker *k = (clbi_checker *)c;
    clbi_checks *checks = k->launch;
    bool inside = true;
    pthread_mutex_lock(&checks->lock);
    find_proof(k, proof);
    clbi_launch_proof *found = &checks->proof;
    settle_sample(k);
    for (int d = 0; d < 3; d++) inside &= group[d] >= found->first[d] && group[d] < found->end[d];
    k->samples = found->result == CLBI_PROVED_BY_SAMPLE && inside;
    c->same_writes = 0;
    c->asks = found->result == CLBI_PROVED_BY_SAMPLE;
    if (found->result == CLBI_PROVED && found->objects) {
        c->proved_objects = found->objects;
    } else if (found->result == CLBI_PROVED) {
        memcpy(c->proved_first, found->first, sizeof c->proved_first);
        memcpy(c->proved_end, found->end, sizeof c->proved_end);
    }
    pthread_mutex_unlock(&checks->lock);
}

/* ---- checkers ---- */

/* A pointer of which only the address is known may lead anywhere into its allocation. */
static void set_memory(clbi_checker *k, clb_check_object *o, char *memory, size_t size)
{
    clbi_allocation a;
    o->memory = memory;
    o->size = memory ? size : 0;
    o->written = NULL;
    const size_t zone = size == PTRDIFF_MAX ? CLBI_RED_ZONE : 0;
    if (!memory || !clbi_allocations_find(k->launch->device->allocations, memory, zone, &a)) return;
    if (size == PTRDIFF_MAX) {
        o->memory = a.memory;
        o->size = a.size;
    }
    o->written = a.written ? a.written + ((uintptr_t)o->memory - (uintptr_t)a.memory) : NULL;
}

/* Describes the arguments. Local ones are at the thread's own addresses. */
static void set_arguments(clbi_checker *k, void *const *arguments)
{
    const clbi_job *job = k->launch->job;
    for (uint32_t i = 0; i < job->kernel->argument_count; i++) {
        clb_check_object *o = &k->c.objects[i];
        const uint8_t kind = job->parameters[i].kind;
        o->memory = NULL;
        if (kind == CLB_ARGUMENT_LOCAL) {
            o->space = 2;
            o->size = job->arguments[i].size;
            if (!o->written) o->written = calloc(1, o->size ? o->size : 1);
        } else if (kind == CLB_ARGUMENT_GLOBAL || kind == CLB_ARGUMENT_CONSTANT) {
            o->space = kind == CLB_ARGUMENT_GLOBAL;
            set_memory(k, o, arguments[i], job->arguments[i].buffer->size);
        } else {
            continue;
        }
        if (kind == CLB_ARGUMENT_LOCAL) o->memory = arguments[i];
        o->name = k->launch->names[i].text;
        o->shift = clb_check_shift(job->parameters[i].size);
    }
}

static void set_local(clb_check_object *o, char *memory, size_t size)
{
    o->space = 2;
    o->size = size;
    o->memory = memory;
    if (!o->written) o->written = calloc(1, size ? size : 1);
}

/* The buffer of the launch that an address lies in, whose memory may be the application's own; or NULL. */
static const clb_buffer *find_buffer(const clbi_job *job, const char *address)
{
    for (uint32_t i = 0; i < job->kernel->argument_count; i++) {
        const uint8_t kind = job->parameters[i].kind;
        if (kind != CLB_ARGUMENT_GLOBAL && kind != CLB_ARGUMENT_CONSTANT) continue;
        const clb_buffer *buffer = job->arguments[i].buffer;
        const size_t offset = (size_t)((uintptr_t)address - (uintptr_t)buffer->memory);
        if (buffer->memory && buffer->size != PTRDIFF_MAX && offset <= buffer->size) return buffer;
    }
    return NULL;
}

/* Of a block, the arguments are what it captured. Generated code knows the sizes of elements: cells of one byte are
 * most.
 */
static void set_captured(clbi_checker *k, void *const *arguments)
{
    const clbi_enqueued *command = k->launch->command;
    uint32_t local = 0;
    for (uint32_t i = 0; i < command->block->place_count; i++) {
        clb_check_object *o = &k->c.objects[i];
        const uint8_t kind = command->block->places[i].kind;
        o->name = "";
        if (kind == CLB_BLOCK_LOCAL) {
            set_local(o, arguments[i], (size_t)command->local_sizes[local++]);
        } else if (kind == CLB_BLOCK_POINTER) {
            const clb_buffer *buffer = find_buffer(k->launch->job, arguments[i]);
            o->space = 1;
            set_memory(k, o, buffer ? buffer->memory : arguments[i], buffer ? buffer->size : PTRDIFF_MAX);
        }
    }
}

static clbi_checker *make(clbi_checks *checks)
{
    clbi_checker *k = calloc(1, sizeof *k);
    const uint32_t count = argument_count(checks);
    if (!k) return NULL;
    k->launch = checks;
    k->c = (clb_checker){.checks = &checks->functions, .region = 1, .first_region = 1, .fixed = count, .count = count};
    k->c.nothing = calloc(2, CLB_CHECK_STAND_IN);
    if (!reserve(&k->c, (size_t)count + ENTERED) || !k->c.nothing) {
        free(k->c.objects);
        free(k->c.nothing);
        free(k);
        return NULL;
    }
    k->c.sink = k->c.nothing + CLB_CHECK_STAND_IN;
    return k;
}

static void destroy(clbi_checker *k)
{
    drop_pages(k);
    for (page *p = k->spare, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    for (uint32_t i = 0; i < k->c.fixed; i++) {
        forget_races(&k->c.objects[i]);
        if (k->c.objects[i].space == 2) free(k->c.objects[i].written);
    }
    free(k->c.objects);
    free(k->c.nothing);
    free(k);
}

static clb_checker *begin_checks(const clb_native_checks *functions, const clb_native_range *range,
                                 void *const *arguments)
{
    clbi_checks *checks = (clbi_checks *)(uintptr_t)functions;
    pthread_mutex_lock(&checks->lock);
    clbi_checker *k = checks->idle;
    if (k) checks->idle = k->next_idle;
    else if ((k = make(checks)) != NULL) {
        k->next = checks->all;
        checks->all = k;
    }
    pthread_mutex_unlock(&checks->lock);
    if (!k) return NULL;
    k->range = range;
    k->arguments = arguments;
    k->samples = false;
    k->c.asks = 1;
    k->c.proved_objects = 0;
    memset(k->c.proved_end, 0, sizeof k->c.proved_end);
    k->c.items = (uint32_t)(range->local[0] * range->local[1] * range->local[2]);
    if (checks->command) set_captured(k, arguments);
    else set_arguments(k, arguments);
    return &k->c;
}

static void end(clb_checker *c)
{
    clbi_checker *k = (clbi_checker *)c;
    clbi_checks *checks = k->launch;
    pthread_mutex_lock(&checks->lock);
    settle_sample(k);
    k->next_idle = checks->idle;
    checks->idle = k;
    pthread_mutex_unlock(&checks->lock);
}

/* ---- launches ---- */

void clbi_native_find_to(void *impl, bool checked, clb_finding_report *finding, void *cookie)
{
    clbi_native_device *device = impl;
    if (checked && !device->allocations) device->own_allocations = device->allocations = clbi_allocations_create();
    device->finding = finding;
    device->finding_cookie = cookie;
}

static const clb_native_checks check_functions = {begin_checks, end,       begin_group, add_local, enter,
                                                  pass,         take_page, locate,      report,    prove};

bool clbi_checks_open_command(clbi_checks *checks, clbi_checks *launch, const clbi_enqueued *command)
{
    *checks = (clbi_checks){.functions = check_functions,
                            .device = launch->device,
                            .job = launch->job,
                            .command = command,
                            .launch = launch};
    return pthread_mutex_init(&checks->lock, NULL) == 0;
}

bool clbi_checks_open(clbi_checks *checks, clbi_native_device *device, const clbi_job *job)
{
    *checks = (clbi_checks){.functions = check_functions, .device = device, .job = job, .launch = checks};
    const uint32_t count = job->kernel->argument_count;
    checks->names = calloc(count ? count : 1, sizeof *checks->names);
    if (!checks->names) return false;
    for (uint32_t i = 0; i < count; i++) checks->names[i] = clbi_span_name(job->bundle, job->parameters[i].name);
    if (pthread_mutex_init(&checks->lock, NULL) == 0) return true;
    free(checks->names);
    return false;
}

void clbi_checks_close_command(clbi_checks *checks)
{
    for (clbi_checker *k = checks->all, *next; k; k = next) {
        next = k->next;
        destroy(k);
    }
    pthread_mutex_destroy(&checks->lock);
}

clb_status clbi_checks_close(clbi_checks *checks, clb_status status, clb_error *error)
{
    clbi_checks_close_command(checks);
    free(checks->names);
    if (status != CLB_OK || checks->faults == 0) return status;
    char more[64] = "";
    if (checks->faults > 1)
        (void)snprintf(more, sizeof more, " (and %llu more faults)", (unsigned long long)(checks->faults - 1));
    return clbi_fail(error,
                     (clbi_cause){.status = CLB_ERROR_KERNEL,
                                  .call = "clbundle",
                                  .device = checks->device->info,
                                  .hint = "clb_device_params.finding is told of each place."},
                     "%s%s.", checks->message, more);
}
