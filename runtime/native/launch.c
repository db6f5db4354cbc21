/* A launch of the native back end: chooses the work-groups, lays out the memory of a thread, and passes the groups
 * to the pool. A launch on another queue is passed to that queue (queue.c). Knows ranges and the memory of work-groups;
 * must not know how threads share the groups.
 *
 * SPDX-License-Identifier: MIT */
#include "core/bundle.h"
#include "core/status.h"
#include "native/allocations.h"
#include "native/checked.h"
#include "native/enqueue.h"
#include "native/native.h"
#include "observe/watch.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

enum {
    ARGUMENTS_ON_STACK = 32,
    PIECES_A_THREAD = 64, /* at most so many pieces of a launch for each thread: the first is run alone, and threads
                             wait for each other's last */
    GROUPS_A_THREAD = 16, /* if the runtime chooses their size */
    ITEMS_MIN = 64,       /* of a group whose size the runtime chooses: shorter loops do not pay */
    ITEMS_MAX = 2048,
    ROWS_MIN = 4, /* of a range that tall groups are worth */
    LANES = 16    /* of the longest vector */
};

/* The groups of a launch that have one size. Read by all threads. */
typedef struct part {
    clb_native_range range;
    clb_native_function *function;
    const clbi_job *job;
    clbi_checks *checks;    /* or NULL */
    void *const *arguments; /* of the calling thread, without memory for LOCAL arguments */
    uint32_t count;         /* number of these: the kernel's constants follow its arguments */
    bool has_local;
    size_t local_start; /* offsets in a thread's memory: the argument array comes before the local arguments */
    size_t scratch_start;
    size_t pieces_start; /* index into job->pieces */
    size_t capacity;     /* largest number of items of a piece */
    clbi_enqueuer enqueuer;
} part;

/* ---- Work-groups ---------------------------------------------------------------------------------------------------
 */

size_t clbi_native_divisor(size_t n, size_t most)
{
    size_t k = n < most ? n : most;
    while (k > 1 && n % k != 0) k--;
    return k ? k : 1;
}

/* Used if neither the caller nor the kernel's file states a size. */
static void choose_local(const clbi_native_device *device, const clbi_job *job, const clb_native_kernel *kernel,
                         size_t local[3])
{
    const clbi_range *range = job->range;
    const uint32_t *preferred = kernel->preferred_local;
    bool fits = preferred[0] != 0;
    for (int d = 0; d < 3; d++) {
        local[d] = preferred[d] ? preferred[d] : 1;
        fits = fits && range->global[d] % local[d] == 0;
    }
    if (fits) return;
    local[1] = local[2] = 1;
    if (!(job->kernel->flags & CLB_KERNEL_INDEPENDENT)) {
        local[0] = clbi_native_divisor(range->global[0], CLBI_GROUP_ITEMS);
    } else if (preferred[1] > 1 && range->global[1] >= ROWS_MIN) {
        for (int d = 0; d < 2; d++) local[d] = range->global[d] < preferred[d] ? range->global[d] : preferred[d];
    } else if (range->global[0] > ITEMS_MIN) {
        size_t items = range->global[0] / device->threads / GROUPS_A_THREAD;
        if (items < ITEMS_MIN) items = ITEMS_MIN;
        if (items > ITEMS_MAX) items = ITEMS_MAX;
        local[0] = items / ITEMS_MIN * ITEMS_MIN;
    } else {
        local[0] = range->global[0];
        local[1] = clbi_native_divisor(range->global[1], CLBI_GROUP_ITEMS / local[0]);
    }
}

/* Groups narrower than a vector leave lanes without work. A kernel that does not see its groups runs in wider ones,
 * whatever size is stated; but findings of checked code name groups as they were stated. */
static void widen_local(const part *p, const clb_native_kernel *kernel, size_t local[3])
{
    const clb_kernel_data *data = p->job->kernel;
    const size_t *global = p->job->range->global;
    const uint32_t *preferred = kernel->preferred_local;
    const bool may_differ = (data->flags & CLB_KERNEL_INDEPENDENT) && !(data->flags & CLB_KERNEL_WAITS) && !p->checks &&
                            data->required_local[0] == 0 && preferred[0] != local[0];
    if (!may_differ || local[0] >= LANES || global[0] <= local[0]) return;
    local[0] = global[0] < LANES ? global[0] : LANES;
    if (preferred[1] > local[1]) local[1] = global[1] < preferred[1] ? global[1] : preferred[1];
}

/* ---- The memory of a thread ----------------------------------------------------------------------------------------
 */

bool clbi_native_add_size(size_t *size, size_t more)
{
    if (more > SIZE_MAX / 4 || *size > SIZE_MAX / 4) return false;
    *size += (more + CLB_NATIVE_ALIGNMENT - 1) / CLB_NATIVE_ALIGNMENT * CLB_NATIVE_ALIGNMENT;
    return true;
}

static void start_thread(const void *context, void *memory)
{
    const part *p = context;
    if (!p->has_local) return;
    void **arguments = memory;
    char *at = (char *)memory + p->local_start;
    for (uint32_t i = 0; i < p->job->kernel->argument_count; i++) {
        arguments[i] = p->arguments[i];
        if (p->job->parameters[i].kind != CLB_ARGUMENT_LOCAL) continue;
        size_t size = 0;
        (void)clbi_native_add_size(&size, p->job->arguments[i].size); /* was checked when the memory was measured */
        arguments[i] = at;
        at += size;
    }
    for (uint32_t i = p->job->kernel->argument_count; i < p->count; i++) arguments[i] = p->arguments[i];
}

/* Groups of a range of one dimension, a few at a time, with arguments prepared for each piece. */
static void run_pieces(const part *p, char *memory, size_t first, size_t end)
{
    const clbi_pieces *pieces = p->job->pieces;
    const size_t local = p->range.local[0], step = pieces->items > local ? pieces->items / local : 1;
    void **arguments = (void **)(void *)memory;
    memcpy(arguments, p->arguments, p->count * sizeof *arguments);
    for (size_t groups; first < end; first += groups) {
        groups = step < end - first ? step : end - first;
        const size_t item = p->range.offset[0] + p->range.first_group[0] * p->range.enqueued_local[0] + first * local;
        char *own = memory + p->pieces_start;
        if (!pieces->before(pieces->context, own, p->capacity, item, groups * local, arguments)) continue;
        p->function(&p->range, arguments, first, first + groups, memory + p->scratch_start);
        pieces->after(pieces->context, own, p->capacity, item, groups * local);
    }
}

/* Groups of a watched launch: in slices, and none after it was stopped. */
static void run_watched(const part *p, void *const *arguments, size_t first, size_t end, void *scratch)
{
    clbi_watching *w = p->job->watching;
    const uint64_t items = (uint64_t)p->range.local[0] * p->range.local[1] * p->range.local[2];
    while (first < end && !clbi_watching_stopped(w)) {
        size_t step = atomic_load_explicit(&w->step, memory_order_relaxed);
        if (step > end - first) step = end - first;
        const uint64_t start = clbi_now_ns();
        p->function(&p->range, arguments, first, first + step, scratch);
        const uint64_t took = clbi_now_ns() - start;
        if (took < w->slice_ns / 2 && step <= SIZE_MAX / 2)
            atomic_store_explicit(&w->step, 2 * step, memory_order_relaxed);
        else if (took > 2 * w->slice_ns && step > 1) atomic_store_explicit(&w->step, step / 2, memory_order_relaxed);
        clbi_watching_add(w, step * items);
        first += step;
    }
}

static void run_groups(const void *context, void *memory, size_t first, size_t end)
{
    const part *p = context;
    if (p->job->watching) {
        run_watched(p, p->has_local ? (void *const *)memory : p->arguments, first, end,
                    memory ? (char *)memory + p->scratch_start : NULL);
        return;
    }
    if (p->job->pieces) {
        run_pieces(p, memory, first, end);
        return;
    }
    p->function(&p->range, p->has_local ? (void *const *)memory : p->arguments, first, end,
                memory ? (char *)memory + p->scratch_start : NULL);
}

/* Fills the layout of p; the memory that a thread needs, or false if that overflows. */
static bool measure(part *p, const clb_native_kernel *kernel, size_t *memory)
{
    size_t items = 1, size = 0, locals = 0, scratch = 0;
    for (int d = 0; d < 3; d++) {
        if (p->range.local[d] > SIZE_MAX / items) return false;
        items *= p->range.local[d];
    }
    for (uint32_t i = 0; i < p->job->kernel->argument_count; i++) {
        if (p->job->parameters[i].kind != CLB_ARGUMENT_LOCAL) continue;
        p->has_local = true;
        if (!clbi_native_add_size(&locals, p->job->arguments[i].size)) return false;
    }
    if ((p->has_local || p->job->pieces) && !clbi_native_add_size(&size, p->count * sizeof(void *))) return false;
    p->local_start = size;
    if (!clbi_native_add_size(&size, locals)) return false;
    p->scratch_start = size;
    if (kernel->context_scratch > 0 && items > SIZE_MAX / 4 / kernel->context_scratch) return false;
    scratch = items * kernel->context_scratch;
    if (!clbi_native_add_size(&scratch, kernel->fixed_scratch) || !clbi_native_add_size(&size, scratch)) return false;
    if (p->job->pieces) {
        const clbi_pieces *pieces = p->job->pieces;
        p->pieces_start = size;
        p->capacity = 0;
        if (!clbi_native_add_size(&p->capacity, pieces->items > items ? pieces->items : items) ||
            !clbi_native_add_size(&size, pieces->fixed_memory) ||
            (pieces->item_memory > 0 && p->capacity > SIZE_MAX / 4 / pieces->item_memory) ||
            !clbi_native_add_size(&size, p->capacity * pieces->item_memory))
            return false;
    }
    *memory = size;
    return true;
}

/* ---- Launching -----------------------------------------------------------------------------------------------------
 */

static clb_status too_large(const clbi_native_device *device, const clbi_job *job, clb_error *error)
{
    return clbi_fail(error, (clbi_cause){.status = CLB_ERROR_SIZE, .call = "clbundle", .device = device->info},
                     "The range or the memory of a work-group of kernel '%s' is larger than any memory.",
                     clbi_span_name(job->bundle, job->kernel->name).text);
}

/* The groups of the part, and the memory of a thread; false: that overflows. */
static bool count_part(part *p, const clb_native_kernel *kernel, size_t *groups, size_t *memory)
{
    *groups = 1;
    for (int d = 0; d < 3; d++) {
        const size_t along = p->range.end_group[d] - p->range.first_group[d];
        if (along > SIZE_MAX / 2 / *groups) return false;
        *groups *= along;
    }
    return measure(p, kernel, memory);
}

size_t clbi_native_grain(const clbi_native_device *device, size_t groups)
{
    const size_t pieces = (size_t)device->threads * PIECES_A_THREAD;
    return groups < 2 * pieces ? 1 : groups / pieces;
}

/* Runs the work, whose units are groups. */
static clb_status run_work(const clbi_native_device *device, const clbi_job *job, clbi_work *work, clb_error *error)
{
    work->grain = clbi_native_grain(device, work->count);
    if (clbi_pool_run(device->pool, work)) return CLB_OK;
    return clbi_fail(error,
                     (clbi_cause){.status = CLB_ERROR_MEMORY, .call = "clbi_aligned_alloc", .device = device->info},
                     "There is no memory for a work-group of kernel '%s', which takes %zu bytes.",
                     clbi_span_name(job->bundle, job->kernel->name).text, work->memory);
}

static clb_status run_part(const clbi_native_device *device, const clb_native_kernel *kernel, part *p, clb_error *error)
{
    clbi_work work = {.start = start_thread, .run = run_groups, .context = p};
    if (!count_part(p, kernel, &work.count, &work.memory)) return too_large(device, p->job, error);
    return run_work(device, p->job, &work, error);
}

bool clbi_native_choose_part(clb_native_range *range, unsigned last)
{
    for (int d = 0; d < 3; d++) {
        const size_t full = range->global[d] / range->enqueued_local[d],
                     rest = range->global[d] % range->enqueued_local[d];
        const bool is_last = last >> d & 1u;
        range->local[d] = is_last ? rest : range->enqueued_local[d];
        range->first_group[d] = is_last ? full : 0;
        range->end_group[d] = is_last ? full + 1 : full;
        if (range->local[d] == 0 || range->first_group[d] == range->end_group[d]) return false;
    }
    return true;
}

/* ---- Groups that wait for each other -------------------------------------------------------------------------------
 */

/* A launch of a kernel with CLB_KERNEL_WAITS: all its groups, of whatever size, may run at once. */
typedef struct waiting_launch {
    clbi_waiting *waiting;
    part parts[CLBI_PARTS];
    size_t ends[CLBI_PARTS]; /* groups of the parts up to this one */
    unsigned count;
} waiting_launch;

static bool is_stopped(const void *context)
{
    const waiting_launch *l = context;
    return l->parts[0].job->watching && clbi_watching_stopped(l->parts[0].job->watching);
}

/* Runs the groups that the thread takes. */
static void run_taken(const void *context, void *memory, clbi_waiter *self)
{
    const waiting_launch *l = context;
    clbi_watching *w = l->parts[0].job->watching;
    clb_native_range range;
    unsigned at = CLBI_PARTS;
    for (size_t group; clbi_waiter_next(self, &group);) {
        unsigned k = 0;
        while (group >= l->ends[k]) k++;
        const part *p = &l->parts[k];
        if (k != at) {
            range = p->range;
            range.wait = clbi_waiter_wait;
            range.waiter = self;
            at = k;
        }
        const size_t number = group - (k ? l->ends[k - 1] : 0);
        p->function(&range, p->has_local ? (void *const *)memory : p->arguments, number, number + 1,
                    memory ? (char *)memory + p->scratch_start : NULL);
        if (w) clbi_watching_add(w, (uint64_t)range.local[0] * range.local[1] * range.local[2]);
    }
}

static void run_further(const void *context, void *memory, clbi_waiter *self)
{
    start_thread(&((const waiting_launch *)context)->parts[0], memory);
    run_taken(context, memory, self);
}

/* As a pool's work. Which groups these are is decided when they begin: in the order of their numbers. */
static void run_units(const void *context, void *memory, size_t first, size_t end)
{
    clbi_waiter self;
    clbi_waiter_begin(&self, ((const waiting_launch *)context)->waiting, end - first);
    run_taken(context, memory, &self);
    clbi_waiter_end(&self);
}

static void start_unit(const void *context, void *memory)
{
    start_thread(&((const waiting_launch *)context)->parts[0], memory);
}

static clb_status tell_stuck(const clbi_native_device *device, const clbi_waiting *w, const clbi_job *job,
                             clb_error *error)
{
    const size_t next = atomic_load(&w->next), all = w->params.groups;
    const char *const kernel = clbi_span_name(job->bundle, job->kernel->name).text;
    const clbi_cause cause = {.status = CLB_ERROR_KERNEL,
                              .call = "clbundle",
                              .device = device->info,
                              .hint = "Groups may only wait for what other groups do without waiting for them."};
    if (next >= all)
        return clbi_fail(error, cause,
                         "The work-groups of kernel '%s' wait for each other for ever: none leaves its loop (%s:%zu).",
                         kernel, w->file, w->line);
    return clbi_fail(error, cause,
                     "The work-groups of kernel '%s' wait for each other for ever: none of the %zu that have begun "
                     "leaves its loop (%s:%zu), and no more of the %zu can run at once.",
                     kernel, next, w->file, w->line, all);
}

/* `p`: of the whole range. */
static clb_status run_waiting(clbi_native_device *device, const clb_native_kernel *kernel, const part *p,
                              clb_error *error)
{
    clbi_waiting waiting;
    waiting_launch l = {.waiting = &waiting};
    clbi_work work = {.start = start_unit, .run = run_units, .context = &l};
    for (unsigned last = 0; last < CLBI_PARTS; last++) {
        part *own = &l.parts[l.count];
        size_t groups, memory;
        *own = *p;
        if (!clbi_native_choose_part(&own->range, last)) continue;
        if (!count_part(own, kernel, &groups, &memory) || groups > SIZE_MAX / 4 - work.count)
            return too_large(device, p->job, error);
        work.count += groups;
        if (memory > work.memory) work.memory = memory;
        l.ends[l.count++] = work.count;
    }
    const clbi_waiting_params params = {.room = &device->room,
                                        .groups = work.count,
                                        .memory = work.memory,
                                        .most_threads = CLBI_WAITING_THREADS,
                                        .work = run_further,
                                        .stopped = is_stopped,
                                        .context = &l};
    clbi_waiting_open(&waiting, &params);
    const clb_status status = run_work(device, p->job, &work, error);
    const bool stuck = clbi_waiting_close(&waiting);
    return status == CLB_OK && stuck ? tell_stuck(device, &waiting, p->job, error) : status;
}

/* First the full groups, which are all if the local size divides the global one; then those at the far ends. */
static clb_status run_range(clbi_native_device *device, const clb_native_kernel *kernel, part *p, clb_error *error)
{
    const clbi_range *range = p->job->range;
    size_t local[3] = {range->local[0], range->local[1], range->local[2]};
    if (local[0] == 0) choose_local(device, p->job, kernel, local);
    else widen_local(p, kernel, local);
    p->range.dimensions = range->dimensions;
    p->range.print = device->print ? clbi_native_print : NULL;
    p->range.cookie = device;
    if (p->checks) p->range.checks = &p->checks->functions;
    p->range.queue = &p->enqueuer.queue;
    unsigned uneven = 0; /* the dimensions with a smaller group at their end, one bit for each */
    for (unsigned d = 0; d < 3; d++) {
        const bool rest = range->global[d] % local[d] != 0;
        p->range.global[d] = range->global[d];
        p->range.offset[d] = range->offset[d];
        p->range.enqueued_local[d] = local[d];
        p->range.groups[d] = range->global[d] / local[d] + rest;
        uneven |= (unsigned)rest << d;
    }
    /* The elements of pieces are work-items that share no memory. */
    if ((p->job->kernel->flags & CLB_KERNEL_WAITS) && !p->job->pieces) return run_waiting(device, kernel, p, error);
    clb_status status = CLB_OK;
    clbi_waiting_room_enter(&device->room);
    for (unsigned last = 0; last < CLBI_PARTS && status == CLB_OK; last++)
        if (!(last & ~uneven) && clbi_native_choose_part(&p->range, last)) status = run_part(device, kernel, p, error);
    clbi_waiting_room_leave(&device->room);
    return status;
}

/* A kernel, and what it enqueues. */
static clb_status run_job(clbi_native_device *device, const clb_native_kernel *kernel, part *p, clb_error *error)
{
    clbi_enqueuer_open(&p->enqueuer, device, p->job);
    p->enqueuer.checks = p->checks;
    p->enqueuer.variables = p->range.variables;
    const clb_status status = run_range(device, kernel, p, error);
    return clbi_enqueuer_close(&p->enqueuer, device, p->job, status, error);
}

static clb_status run_checked(clbi_native_device *device, const clb_native_kernel *kernel, part *p, clb_error *error)
{
    clbi_checks checks;
    if (!clbi_checks_open(&checks, device, p->job)) return clbi_no_memory(error, "clb_kernel_launch");
    checks.variables = clbi_native_variables(kernel, device->level);
    checks.variables_block = p->range.variables;
    p->checks = &checks;
    const clb_status status = run_job(device, kernel, p, error);
    p->checks = NULL;
    return clbi_checks_close(&checks, status, error);
}

/* Copies a value that lacks the alignment of its type to aligned memory. */
static bool align_values(const clbi_job *job, void **arguments, void **copies)
{
    size_t size = 0;
    *copies = NULL;
    for (int pass = 0; pass < 2; pass++) {
        char *at = *copies;
        for (uint32_t i = 0; i < job->kernel->argument_count; i++) {
            const size_t bytes = job->arguments[i].size, power = bytes & (~bytes + 1);
            const size_t alignment = power < CLB_NATIVE_ALIGNMENT ? power : CLB_NATIVE_ALIGNMENT;
            if (job->parameters[i].kind != CLB_ARGUMENT_VALUE || bytes == 0 ||
                ((uintptr_t)job->arguments[i].value & (alignment - 1)) == 0)
                continue;
            if (pass == 0) {
                if (!clbi_native_add_size(&size, bytes)) return false;
            } else {
                size_t step = 0;
                (void)clbi_native_add_size(&step, bytes);
                memcpy(at, job->arguments[i].value, bytes);
                arguments[i] = at;
                at += step;
            }
        }
        if (size == 0) return true;
        if (pass == 0 && !(*copies = clbi_aligned_alloc(size))) return false;
    }
    return true;
}

/* What code that is not checked may write counts as written. */
static void note_writes(const clbi_native_device *device, const clbi_job *job)
{
    for (uint32_t i = 0; i < job->kernel->argument_count && device->allocations; i++)
        if (job->parameters[i].kind == CLB_ARGUMENT_GLOBAL)
            clbi_allocations_write(device->allocations, job->arguments[i].buffer->memory,
                                   job->arguments[i].buffer->size);
}

static clb_native_function *find_function(const clbi_native_device *device, const clb_native_kernel *kernel,
                                          const clbi_job *job, clb_error *error)
{
    clb_native_function *function = clbi_native_function(kernel, device->level);
    if (!function)
        (void)clbi_fail(error,
                        (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                                     .call = "clbundle",
                                     .device = device->info,
                                     .hint = "Run it on an OpenCL device."},
                        "Kernel '%s' has no native version: %s.", clbi_span_name(job->bundle, job->kernel->name).text,
                        kernel->reason ? kernel->reason : "it was not compiled for this processor");
    return function;
}

/* Finds the memory of the variables that the kernel's program writes. */
static clb_status find_variables(clbi_native_device *device, const clb_native_kernel *kernel, part *p, clb_error *error)
{
    const clb_native_variables *program = clbi_native_variables(kernel, device->level);
    if (!program) return CLB_OK;
    p->range.variables = clbi_variables_find(p->job->variables ? p->job->variables : &device->variables->own, program);
    if (p->range.variables) return CLB_OK;
    return clbi_fail(
        error, (clbi_cause){.status = CLB_ERROR_MEMORY, .call = "calloc", .device = device->info},
        "There is no memory for the variables that kernel '%s' and others of its program keep: %llu bytes.",
        clbi_span_name(p->job->bundle, p->job->kernel->name).text, (unsigned long long)program->size);
}

clb_status clbi_native_run(clbi_native_device *device, const clb_native_kernel *kernel, const clbi_job *job,
                           clb_error *error)
{
    void *few[ARGUMENTS_ON_STACK], *copies = NULL;
    const clb_program_data *program = &job->bundle->programs[job->kernel->program];
    uint32_t count = job->kernel->argument_count;
    clb_native_function *function = find_function(device, kernel, job, error);
    if (!function) return CLB_ERROR_UNSUPPORTED;
    const size_t most = (size_t)count + program->constant_count;
    void **arguments = most <= ARGUMENTS_ON_STACK ? few : malloc(most * sizeof *arguments);
    if (!arguments) return clbi_no_memory(error, "clb_kernel_launch");
    for (uint32_t i = 0; i < count; i++) {
        const clb_argument *given = &job->arguments[i];
        const bool is_memory =
            job->parameters[i].kind == CLB_ARGUMENT_GLOBAL || job->parameters[i].kind == CLB_ARGUMENT_CONSTANT;
        arguments[i] = is_memory ? given->buffer->memory : (void *)(uintptr_t)given->value;
        if (job->parameters[i].kind == CLB_ARGUMENT_IMAGE)
            memcpy(&arguments[i], clbi_image_handle(given), sizeof arguments[i]);
        if (job->parameters[i].kind == CLB_ARGUMENT_PIPE)
            memcpy(&arguments[i], clbi_pipe_handle(given), sizeof arguments[i]);
    }
    clb_status status;
    if (align_values(job, arguments, &copies)) {
        for (uint32_t i = 0; i < program->constant_count; i++) {
            const uint32_t n = job->bundle->program_constants[program->first_constant + i];
            if (job->bundle->constants[n].rule != CLB_CONSTANT_LIST)
                arguments[count++] = (void *)(uintptr_t)&job->values[n].native;
        }
        part p = {.function = function, .job = job, .arguments = arguments, .count = count};
        /* Pieces have memory of their own, whose sizes the checks do not know. */
        const bool checked = (job->kernel->flags & CLB_KERNEL_CHECKED) && !job->pieces;
        status = find_variables(device, kernel, &p, error);
        if (status == CLB_OK && !checked) note_writes(device, job);
        if (status == CLB_OK)
            status = checked ? run_checked(device, kernel, &p, error) : run_job(device, kernel, &p, error);
        clbi_native_print_end(device);
    } else {
        status = clbi_no_memory(error, "clb_kernel_launch");
    }
    clbi_aligned_free(copies);
    if (arguments != few) free(arguments);
    return status;
}

clb_status clbi_native_launch(void *impl, void *kernel_of_bundle, const clbi_job *job, clbi_completion *completion,
                              clb_error *error)
{
    clbi_native_device *device = impl;
    const clb_native_kernel *kernel = kernel_of_bundle;
    clbi_native_event *event = NULL;
    if (job->queue) {
        if (!find_function(device, kernel, job, error)) return CLB_ERROR_UNSUPPORTED;
        return clbi_native_queue_launch(device, kernel, job, completion, error);
    }
    if (completion && device->profiling && !(event = clbi_native_event_new(device)))
        return clbi_no_memory(error, "clb_kernel_launch");
    clb_status status = CLB_OK;
    if (job->wait_count > 0) status = clbi_native_await_all(device, job->wait, job->wait_count, error);
    const uint64_t start = event ? clbi_now_ns() : 0;
    if (status == CLB_OK) status = clbi_native_run(device, kernel, job, error);
    if (status != CLB_OK) {
        clbi_native_event_drop(event);
        return status;
    }
    if (event) {
        event->start = start;
        event->end = clbi_now_ns();
        clbi_native_event_complete(event, CLB_OK, NULL);
    }
    if (completion) *completion = (clbi_completion){event, event};
    return CLB_OK;
}
