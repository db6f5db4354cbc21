/* SPDX-License-Identifier: MIT */
#include "tier/tier.h"

#include "core/bundle.h"
#include "core/pool.h"
#include "core/status.h"
#include "launch/binaries.h"
#include "launch/open.h"
#include "native/access.h"
#include "platform/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WORKERS_MAX = 4,
    STACK_SIZE = 8 << 20,   /* compilers of drivers recurse deeply */
    TRIES_MAX = 3,          /* of a build that failed for want of memory */
    SMALL_CALLS_MAX = 1023, /* small calls in a row, before the device is asked again */
    HELD_BACK_MS = 5,       /* the opening, unless it is wanted sooner */
    TRIAL_NS_MAX = 1000000  /* .calibrate: native code is tried for calls that take the device no longer */
};

/* clbi_program.wanted */
enum { NOT_WANTED, WANTED, GIVEN_UP };

/* A program to be built. */
typedef struct want {
    struct want *next;
    clbi_bundle_state *state; /* of the native device */
    uint32_t program;
} want;

typedef struct clbi_tier {
    clb_device *native;
    _Atomic(clb_device *) fast; /* the device of a driver, once it is open */
    atomic_int stage;           /* clb_stage; set under the lock, after `fast` and `failure` */
    clb_error failure;          /* of the opening */
    clb_device_params params;   /* of the opening; its texts and data are copies */
    clb_report *report;         /* or NULL */
    void *cookie;
    int level; /* of native code */
    bool calibrate;
    atomic_bool begin;    /* the opening is held back no longer */
    pthread_mutex_t lock; /* for all below */
    pthread_cond_t changed;
    want *first, **last;
    bool opening, closing;
    uint32_t idle, worker_count, worker_most;
    pthread_t workers[WORKERS_MAX];
    pthread_mutex_t times; /* for clbi_bundle_state.timings of the native device */
} clbi_tier;

/* ---- The threads ----------------------------------------------------------------------------------------------------
 */

static void *work(void *cookie);

/* Under the lock. */
static bool start_worker(clbi_tier *t)
{
    if (t->worker_count == t->worker_most) return false;
    if (!clbi_thread_start(&t->workers[t->worker_count], STACK_SIZE, work, t)) return false;
    t->worker_count++;
    return true;
}

static clb_status import_timings(clbi_tier *t, const clb_bundle *bundle, const void *data, size_t size, size_t *used,
                                 clb_error *error);

/* A driver that starts takes processors, and locks of the process's memory, from the first call, which would be
 * answered much sooner: it is held back until that call has ended, until a call waits for the device, or for 5 ms. */
static void hold_back(clbi_tier *t)
{
    for (int ms = 0; ms < HELD_BACK_MS && !atomic_load_explicit(&t->begin, memory_order_relaxed); ms++)
        (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static void end_holding_back(clbi_tier *t)
{
    if (!atomic_load_explicit(&t->begin, memory_order_relaxed))
        atomic_store_explicit(&t->begin, true, memory_order_relaxed);
}

static void open_device(clbi_tier *t)
{
    clb_device *fast = NULL;
    clb_error failure = {0};
    const clb_status status = clbi_device_open_best(&t->params, true, &fast, &failure);
    if (status == CLB_OK && fast) {
        atomic_store_explicit(&t->fast, fast, memory_order_release);
        if (t->params.timings)
            (void)import_timings(t, t->params.bundle, t->params.timings, t->params.timings_size, NULL, NULL);
    }
    pthread_mutex_lock(&t->lock);
    t->failure = failure;
    atomic_store_explicit(&t->stage, fast ? CLB_STAGE_OPEN : CLB_STAGE_NATIVE, memory_order_release);
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

/* A refusal is remembered by the device's own state of the program. */
static void build(clbi_tier *t, const want *w)
{
    static const char call[] = "clb_kernel_call";
    clb_device *fast = atomic_load_explicit(&t->fast, memory_order_acquire);
    clbi_program *own = &w->state->programs[w->program];
    clbi_bundle_state *state;
    clb_status status = clbi_bundle_open(fast, w->state->bundle, call, &state, NULL);
    if (status == CLB_OK) status = clbi_program_build(fast, state, w->program, call, NULL);
    if (status == CLB_OK) return;
    const bool passing = status != CLB_ERROR_BUILD && status != CLB_ERROR_UNSUPPORTED && ++own->tries < TRIES_MAX;
    atomic_store_explicit(&own->wanted, passing ? NOT_WANTED : GIVEN_UP, memory_order_release);
}

static void *work(void *cookie)
{
    clbi_tier *t = cookie;
    pthread_mutex_lock(&t->lock);
    while (!t->closing && atomic_load_explicit(&t->stage, memory_order_relaxed) != CLB_STAGE_NATIVE) {
        want *w = t->first;
        if (!t->opening) {
            t->opening = true;
            pthread_mutex_unlock(&t->lock);
            hold_back(t);
            open_device(t);
            pthread_mutex_lock(&t->lock);
        } else if (w && atomic_load_explicit(&t->stage, memory_order_relaxed) == CLB_STAGE_OPEN) {
            t->first = w->next;
            if (!t->first) t->last = &t->first;
            else if (t->idle == 0) (void)start_worker(t);
            pthread_mutex_unlock(&t->lock);
            build(t, w);
            free(w);
            pthread_mutex_lock(&t->lock);
        } else {
            t->idle++;
            pthread_cond_wait(&t->changed, &t->lock);
            t->idle--;
        }
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Each program is asked for once. */
static void ask_for(clbi_tier *t, clbi_bundle_state *native_state, uint32_t program)
{
    unsigned before = NOT_WANTED;
    clbi_program *own = &native_state->programs[program];
    if (!atomic_compare_exchange_strong(&own->wanted, &before, WANTED)) return;
    want *w = malloc(sizeof *w);
    if (!w) {
        atomic_store(&own->wanted, NOT_WANTED); /* the next call asks again */
        return;
    }
    *w = (want){NULL, native_state, program};
    pthread_mutex_lock(&t->lock);
    *t->last = w;
    t->last = &w->next;
    if (t->idle > 0) pthread_cond_broadcast(&t->changed);
    else if (atomic_load_explicit(&t->stage, memory_order_relaxed) == CLB_STAGE_OPEN) (void)start_worker(t);
    pthread_mutex_unlock(&t->lock);
}

/* ---- Parameters and parts -------------------------------------------------------------------------------------------
 */

static bool copy_data(const void **data, size_t size)
{
    if (!*data) return true;
    void *copy = malloc(size ? size : 1);
    if (copy && size > 0) memcpy(copy, *data, size);
    *data = copy;
    return copy != NULL;
}

/* The array and, behind it, the names: one block. */
static bool copy_constants(const clb_constant **constants, size_t count)
{
    if (!*constants || count == 0) {
        *constants = NULL;
        return true;
    }
    const clb_constant *from = *constants;
    size_t size = count > SIZE_MAX / sizeof *from ? SIZE_MAX : count * sizeof *from;
    for (size_t i = 0; i < count; i++) {
        const size_t name = from[i].name ? strlen(from[i].name) + 1 : 0;
        size = size > SIZE_MAX - name ? SIZE_MAX : size + name;
    }
    clb_constant *copy = size < SIZE_MAX ? malloc(size) : NULL;
    *constants = copy;
    if (!copy) return false;
    memcpy(copy, from, count * sizeof *from);
    char *names = (char *)(copy + count);
    for (size_t i = 0; i < count; i++) {
        if (!from[i].name) continue;
        copy[i].name = strcpy(names, from[i].name);
        names += strlen(names) + 1;
    }
    return true;
}

static void free_params(clb_device_params *params)
{
    free((void *)(uintptr_t)params->constants);
    free((void *)(uintptr_t)params->filter);
    free((void *)(uintptr_t)params->binaries);
    free((void *)(uintptr_t)params->timings);
}

/* False: no memory. The copies made so far are the caller's all the same. */
static bool copy_params(clb_device_params *to, const clb_device_params *from, const char *filter)
{
    const void *text = filter;
    *to = *from;
    to->start = CLB_START_BLOCKING;
    to->environment = ""; /* was read */
    to->filter = NULL;
    const bool filtered = copy_data(&text, strlen(filter) + 1);
    to->filter = text;
    const bool binary = copy_data(&to->binaries, from->binaries_size);
    const bool timed = copy_data(&to->timings, from->timings_size);
    const bool constant = copy_constants(&to->constants, from->constant_count);
    return filtered && binary && timed && constant;
}

static clb_device *open_native(const clb_device_params *params)
{
    clb_device *native = NULL;
    const clb_device_params own = {.bundle = params->bundle,
                                   .needs = params->needs,
                                   .memory_size = params->memory_size,
                                   .environment = "",
                                   .profiling = params->profiling,
                                   .threads = params->threads,
                                   .print = params->print,
                                   .cookie = params->cookie,
                                   .finding = params->finding,
                                   .finding_cookie = params->finding_cookie,
                                   .back_ends = CLB_BACK_END_NATIVE,
                                   .constants = params->constants,
                                   .constant_count = params->constant_count};
    return clbi_device_open_best(&own, false, &native, NULL) == CLB_OK ? native : NULL;
}

static clbi_tier *new_tier(void)
{
    clbi_tier *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    if (pthread_mutex_init(&t->lock, NULL) != 0) goto no_lock;
    if (pthread_mutex_init(&t->times, NULL) != 0) goto no_times;
    if (pthread_cond_init(&t->changed, NULL) != 0) goto no_condition;
    t->last = &t->first;
    atomic_init(&t->fast, NULL);
    atomic_init(&t->begin, false);
    atomic_init(&t->stage, CLB_STAGE_OPENING);
    return t;

no_condition:
    pthread_mutex_destroy(&t->times);
no_times:
    pthread_mutex_destroy(&t->lock);
no_lock:
    free(t);
    return NULL;
}

/* No thread works any more. */
static void free_tier(clbi_tier *t)
{
    while (t->first) {
        want *w = t->first;
        t->first = w->next;
        free(w);
    }
    clb_device *fast = atomic_load_explicit(&t->fast, memory_order_acquire);
    clb_device_close(&fast);
    clb_device_close(&t->native);
    clb_error_clear(&t->failure);
    free_params(&t->params);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->times);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

/* ---- Which device it is ---------------------------------------------------------------------------------------------
 */

static clb_stage stage_of(const clbi_tier *t)
{
    return (clb_stage)atomic_load_explicit(&t->stage, memory_order_acquire);
}

static clb_device *current(const clb_device *device)
{
    if (stage_of(device->tier) != CLB_STAGE_OPEN || !clbi_process_is_own(&device->process)) return device->tier->native;
    return atomic_load_explicit(&device->tier->fast, memory_order_acquire);
}

static clb_device *await_choice(clb_device *device)
{
    clbi_tier *t = device->tier;
    if (!clbi_process_is_own(&device->process)) return t->native;
    end_holding_back(t);
    if (stage_of(t) == CLB_STAGE_OPENING) {
        pthread_mutex_lock(&t->lock);
        while (stage_of(t) == CLB_STAGE_OPENING) pthread_cond_wait(&t->changed, &t->lock);
        pthread_mutex_unlock(&t->lock);
    }
    return current(device);
}

static clb_device *native(const clb_device *device)
{
    return device->tier->native;
}

clb_stage clb_device_get_stage(const clb_device *device, clb_error *why)
{
    if (!device || !device->front) return CLB_STAGE_OPEN;
    if (!clbi_process_is_own(&device->process)) return CLB_STAGE_NATIVE;
    const clb_stage stage = stage_of(device->tier);
    if (stage == CLB_STAGE_NATIVE && why && device->tier->failure.status != CLB_OK)
        clbi_error_copy(why, &device->tier->failure);
    return stage;
}

static void build_later(clb_device *device, const clb_bundle *bundle, uint32_t program)
{
    clbi_bundle_state *state;
    if (clbi_process_is_own(&device->process) &&
        clbi_bundle_open(device->tier->native, bundle, "clb_prepare", &state, NULL) == CLB_OK)
        ask_for(device->tier, state, program);
}

/* ---- One call with host memory --------------------------------------------------------------------------------------
 */

/* The tables of a bundle, or NULL: no memory. The lock of the times is held. */
static clbi_timing *timings_of(clbi_bundle_state *native_state)
{
    if (!native_state->timings) {
        const size_t count = native_state->bundle->kernel_count;
        native_state->timings = calloc(count + 1, sizeof *native_state->timings);
    }
    return native_state->timings;
}

/* Whether native code takes a call whose program is ready on the device. */
static bool native_takes(clbi_tier *t, const clbi_use *use, clbi_choice *choice)
{
    pthread_mutex_lock(&t->times);
    clbi_timing *all = timings_of(use->state), *timing = all ? &all[use->number] : NULL;
    const bool small = timing && clbi_timing_is_small(timing, choice->size);
    if (small && timing->spared++ < SMALL_CALLS_MAX) {
        choice->why = CLB_RAN_SMALL;
    } else if (small) {
        timing->spared = 0;
    } else if (timing && t->calibrate && clbi_timing_lacks_native(timing, choice->size, TRIAL_NS_MAX)) {
        choice->why = CLB_RAN_TRIAL;
    }
    pthread_mutex_unlock(&t->times);
    return choice->why != CLB_RAN_CHOSEN;
}

static clb_status move_to(clb_device *device, clbi_bundle_state *state, clbi_use *use, clbi_choice *choice, bool *moved)
{
    use->handle = use->device = device;
    use->state = state;
    choice->side = CLBI_DEVICE_SIDE;
    choice->why = CLB_RAN_CHOSEN;
    *moved = true;
    return CLB_OK;
}

/* There is nothing to run natively: the driver's device is waited for. Where there is none, native code says so. */
static clb_status wait_for_device(clbi_use *use, clbi_choice *choice, bool *moved, clb_error *error)
{
    clbi_tier *t = choice->device->tier;
    clbi_bundle_state *state;
    end_holding_back(t);
    pthread_mutex_lock(&t->lock);
    while (stage_of(t) == CLB_STAGE_OPENING) pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
    clb_device *fast = atomic_load_explicit(&t->fast, memory_order_acquire);
    choice->why = CLB_RAN_NATIVE;
    if (!fast) return CLB_OK;
    const clb_status status = clbi_bundle_open(fast, use->bundle, use->call, &state, error);
    return status == CLB_OK ? move_to(fast, state, use, choice, moved) : status;
}

static clb_status choose(clbi_use *use, clbi_choice *choice, const clbi_range *range, uint64_t bytes, bool *moved,
                         clb_error *error)
{
    clbi_tier *t = choice->device->tier;
    clbi_bundle_state *state;
    const uint32_t program = use->kernel->program;
    choice->size = clbi_call_size_of(range->global, bytes);
    choice->start_ns = clbi_now_ns();
    if (!use->bundle->native || !clbi_native_function(&use->bundle->native[use->number], t->level) ||
        (use->bundle->programs[program].needs & ~t->native->info.features))
        return wait_for_device(use, choice, moved, error);
    switch (stage_of(t)) {
    case CLB_STAGE_NATIVE: choice->why = CLB_RAN_NATIVE; return CLB_OK;
    case CLB_STAGE_OPENING:
        choice->why = CLB_RAN_OPENING;
        ask_for(t, use->state, program);
        return CLB_OK;
    case CLB_STAGE_OPEN: break;
    }
    clb_device *fast = atomic_load_explicit(&t->fast, memory_order_acquire);
    choice->why = CLB_RAN_BUILDING;
    if (clbi_bundle_open(fast, use->bundle, use->call, &state, NULL) != CLB_OK)
        return CLB_OK; /* no memory for it now */
    const int reached = atomic_load_explicit(&state->programs[program].state, memory_order_acquire);
    const unsigned wanted = atomic_load_explicit(&use->state->programs[program].wanted, memory_order_acquire);
    if (reached == CLBI_PROGRAM_READY) {
        choice->why = CLB_RAN_CHOSEN;
        return native_takes(t, use, choice) ? CLB_OK : move_to(fast, state, use, choice, moved);
    }
    if (reached == CLBI_PROGRAM_FAILED || wanted == GIVEN_UP) choice->why = CLB_RAN_REFUSED;
    else ask_for(t, use->state, program);
    return CLB_OK;
}

/* The state of the bundle on the native device, where times are kept. */
static clbi_bundle_state *native_state(clbi_tier *t, const clb_bundle *bundle)
{
    clbi_bundle_state *state = NULL;
    return clbi_bundle_open(t->native, bundle, "clb_kernel_call", &state, NULL) == CLB_OK ? state : NULL;
}

static void end(const clbi_use *use, const clbi_choice *choice, const clb_call_report *report)
{
    clbi_tier *t = choice->device->tier;
    end_holding_back(t);
    if (report->why != CLB_RAN_NOTHING && choice->why != CLB_RAN_NATIVE && choice->why != CLB_RAN_REFUSED) {
        const uint64_t ns = clbi_now_ns() - choice->start_ns;
        clbi_bundle_state *state = native_state(t, use->bundle);
        pthread_mutex_lock(&t->times);
        clbi_timing *all = state ? timings_of(state) : NULL;
        if (all) clbi_timing_note(&all[use->number], choice->size, choice->side, ns);
        pthread_mutex_unlock(&t->times);
    }
    if (t->report) t->report(t->cookie, use->bundle, use->number, report);
}

/* ---- Opening and closing --------------------------------------------------------------------------------------------
 */

static void close_tiered(clb_device *device)
{
    clbi_tier *t = device->tier;
    if (!clbi_process_is_own(&device->process)) {
        /* The threads are not here, their locks may be taken, and the driver's device cannot be closed. */
        clb_device_close(&t->native);
        free_params(&t->params);
        free(t);
        clbi_process_end(&device->process);
        free(device);
        return;
    }
    pthread_mutex_lock(&t->lock);
    t->closing = true;
    end_holding_back(t);
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    /* The number grows no more: workers start workers, and they look at `closing` under the lock before. */
    for (uint32_t i = 0; i < t->worker_count; i++) (void)pthread_join(t->workers[i], NULL);
    clbi_process_end(&device->process);
    free_tier(t);
    free(device);
}

static const clbi_front tiered = {
    .await = await_choice,
    .current = current,
    .native = native,
    .close = close_tiered,
    .build_later = build_later,
    .choose = choose,
    .end = end,
};

clb_device *clbi_tier_open(const clb_device_params *params, const char *filter)
{
    clb_device *made = calloc(1, sizeof *made);
    clbi_tier *t = made ? new_tier() : NULL;
    if (!t) {
        free(made);
        return NULL;
    }
    bool fine = copy_params(&t->params, params, filter);
    if (fine) t->native = open_native(params);
    fine = fine && t->native;
    if (fine) {
        const uint32_t processors = clbi_processors_online();
        t->report = params->report;
        t->cookie = params->report_cookie;
        t->calibrate = params->calibrate;
        t->level = clbi_native_level();
        t->worker_most = processors < WORKERS_MAX ? processors : WORKERS_MAX;
        *made = (clb_device){.front = &tiered, .tier = t, .info = t->native->info};
        clbi_process_init(&made->process);
        pthread_mutex_lock(&t->lock);
        fine = start_worker(t);
        pthread_mutex_unlock(&t->lock);
        if (!fine) clbi_process_end(&made->process);
    }
    if (!fine) {
        free_tier(t);
        free(made);
        return NULL;
    }
    return made;
}

/* ---- Times as bytes -------------------------------------------------------------------------------------------------
 */

/* An entry of binaries.h: in place of options the kernel's name and what native code it was, in place of a binary the
 * times, each 1 + 1 digits of a size, then for either side 4 bytes of calls and 8 of ns. */
enum { TIMED_SIZE = 2 + CLBI_SIDES * 12 };

static const char timings_magic[8] = {'C', 'L', 'B', 'T', 'I', 'M', '\r', '\n'};

/* "NAME\nDRIVER\nTHREADS", to be freed, or NULL. */
static char *native_key(const clbi_tier *t, const clb_bundle *bundle, uint32_t kernel)
{
    char *name = clbi_text_dup(bundle, bundle->kernels[kernel].name);
    const size_t size = (name ? strlen(name) : 0) + sizeof t->native->info.driver + 32;
    char *key = name ? malloc(size) : NULL;
    if (key)
        (void)snprintf(key, size, "%s\n%s\n%u", name, t->native->info.driver, (unsigned)t->native->info.compute_units);
    free(name);
    return key;
}

static clbi_binary_part part_of(const char *text)
{
    return (clbi_binary_part){text, strlen(text)};
}

static clbi_binary_entry entry_for(const clb_bundle *bundle, uint32_t kernel, const clb_device *fast, const char *key)
{
    const clb_program_data *program = &bundle->programs[bundle->kernels[kernel].program];
    return (clbi_binary_entry){
        .hash = {program->hash[0], program->hash[1]},
        .key = {part_of(key), part_of(fast->info.platform), part_of(fast->info.name), part_of(fast->info.driver)}};
}

static bool same_part(clbi_binary_part a, clbi_binary_part b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool same_entry(const clbi_binary_entry *a, const clbi_binary_entry *b)
{
    bool same = a->hash[0] == b->hash[0] && a->hash[1] == b->hash[1];
    for (int i = 0; i < CLBI_KEY_COUNT; i++) same = same && same_part(a->key[i], b->key[i]);
    return same;
}

static void put_timing(const clbi_timing *timing, unsigned char *at)
{
    for (uint32_t i = 0; i < timing->count; i++) {
        const clbi_timed *timed = &timing->of[i];
        *at++ = timed->size.items;
        *at++ = timed->size.bytes;
        for (int side = 0; side < CLBI_SIDES; side++) {
            at = clbi_binaries_put(at, timed->calls[side], 4);
            at = clbi_binaries_put(at, timed->ns[side], 8);
        }
    }
}

/* False: these are no times. */
static bool get_timing(clbi_binary_part data, clbi_timing *timing)
{
    const unsigned char *at = data.data;
    if (data.size % TIMED_SIZE != 0 || data.size / TIMED_SIZE > CLBI_TIMED_MAX) return false;
    *timing = (clbi_timing){.count = (uint32_t)(data.size / TIMED_SIZE), .warm = false};
    for (uint32_t i = 0; i < timing->count; i++) {
        clbi_timed *timed = &timing->of[i];
        timed->size = (clbi_call_size){at[0], at[1]};
        if (at[0] > 64 || at[1] > 64) return false;
        at += 2;
        for (int side = 0; side < CLBI_SIDES; side++, at += 12) {
            timed->calls[side] = (uint32_t)clbi_binaries_get(at, 4);
            timed->ns[side] = clbi_binaries_get(at + 4, 8);
        }
    }
    return true;
}

static clb_status import_timings(clbi_tier *t, const clb_bundle *bundle, const void *data, size_t size, size_t *used,
                                 clb_error *error)
{
    static const char call[] = "clb_timings_import";
    const clb_device *fast = atomic_load_explicit(&t->fast, memory_order_acquire);
    clbi_binary_reader reader;
    clbi_binary_entry entry;
    clbi_bundle_state *state;
    size_t count = 0;
    clb_status status = clbi_bundle_open(t->native, bundle, call, &state, error);
    if (status != CLB_OK) return status;
    const char *wrong = clbi_binaries_open(&reader, timings_magic, data, size);
    if (wrong)
        return clbi_refuse(error, CLB_ERROR_BINARY, call,
                           "%s: the %zu bytes %s; throw them away and export the timings again.", call, size, wrong);
    for (; fast && status == CLB_OK && clbi_binaries_next(&reader, &entry);) {
        clbi_timing timing;
        if (!get_timing(entry.binary, &timing)) continue;
        for (uint32_t k = 0; k < bundle->kernel_count && status == CLB_OK; k++) {
            const clb_program_data *program = &bundle->programs[bundle->kernels[k].program];
            if (entry.hash[0] != program->hash[0] || entry.hash[1] != program->hash[1]) continue;
            char *key = native_key(t, bundle, k);
            if (!key) {
                status = clbi_no_memory(error, call);
                break;
            }
            const clbi_binary_entry own = entry_for(bundle, k, fast, key);
            if (same_entry(&own, &entry)) {
                pthread_mutex_lock(&t->times);
                clbi_timing *all = timings_of(state);
                if (!all) status = clbi_no_memory(error, call);
                if (all && all[k].count == 0) {
                    all[k] = timing;
                    count++;
                }
                pthread_mutex_unlock(&t->times);
            }
            free(key);
        }
    }
    if (status == CLB_OK && used) *used = count;
    return status;
}

/* One more entry, where anything was measured. */
static clb_status export_timing(clbi_tier *t, const clb_bundle *bundle, uint32_t kernel, const clbi_timing *timing,
                                clbi_binary_writer *writer, clb_error *error)
{
    static const char call[] = "clb_timings_export";
    unsigned char times[CLBI_TIMED_MAX * TIMED_SIZE];
    if (timing->count == 0) return CLB_OK;
    char *key = native_key(t, bundle, kernel);
    if (!key) return clbi_no_memory(error, call);
    put_timing(timing, times);
    clbi_binary_entry entry = entry_for(bundle, kernel, atomic_load_explicit(&t->fast, memory_order_acquire), key);
    entry.binary = (clbi_binary_part){times, (size_t)timing->count * TIMED_SIZE};
    const bool fine = clbi_binaries_add(writer, &entry);
    free(key);
    return fine ? CLB_OK : clbi_no_memory(error, call);
}

static clb_status export_timings(clbi_tier *t, const clb_bundle *bundle, void **data, size_t *size, clb_error *error)
{
    static const char call[] = "clb_timings_export";
    clbi_binary_writer writer;
    clbi_bundle_state *state;
    clb_status status = clbi_bundle_open(t->native, bundle, call, &state, error);
    if (status != CLB_OK) return status;
    if (!clbi_binaries_begin(&writer)) return clbi_no_memory(error, call);
    const bool open = atomic_load_explicit(&t->fast, memory_order_acquire) != NULL;
    for (uint32_t k = 0; open && k < bundle->kernel_count && status == CLB_OK; k++) {
        pthread_mutex_lock(&t->times);
        const clbi_timing timing = state->timings ? state->timings[k] : (clbi_timing){.count = 0};
        pthread_mutex_unlock(&t->times);
        status = export_timing(t, bundle, k, &timing, &writer, error);
    }
    if (status != CLB_OK) {
        free(writer.data);
        return status;
    }
    clbi_binaries_end(&writer, timings_magic);
    *data = writer.data;
    *size = writer.size;
    return CLB_OK;
}

static clb_status check_tiered(const clb_device *device, const char *call, clb_error *error)
{
    if (!device) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the device is NULL; open one first.", call);
    if (device->front && clbi_process_is_own(&device->process)) return CLB_OK;
    return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call,
                       "%s: the device measures no calls; open one with .start = CLB_START_TIERED, in this process.",
                       call);
}

clb_status clb_timings_export(clb_device *device, const clb_bundle *bundle, void **data, size_t *size, clb_error *error)
{
    static const char call[] = "clb_timings_export";
    if (!data || !size)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           data ? "size" : "data");
    clb_status status = check_tiered(device, call, error);
    if (status != CLB_OK) return status;
    const int cancel = clbi_cancel_off();
    status = export_timings(device->tier, bundle, data, size, error);
    clbi_cancel_on(cancel);
    return status;
}

clb_status clb_timings_import(clb_device *device, const clb_bundle *bundle, const void *data, size_t size, size_t *used,
                              clb_error *error)
{
    static const char call[] = "clb_timings_import";
    clb_status status = check_tiered(device, call, error);
    if (status != CLB_OK) return status;
    if (!data && size > 0) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `data` is NULL; pass one.", call);
    const int cancel = clbi_cancel_off();
    (void)clbi_device_await(device);
    status = import_timings(device->tier, bundle, data, size, used, error);
    clbi_cancel_on(cancel);
    return status;
}

clb_status clb_timings_break_even(clb_device *device, const clb_bundle *bundle, uint32_t kernel, uint64_t *items,
                                  clb_error *error)
{
    static const char call[] = "clb_timings_break_even";
    clbi_bundle_state *state;
    clb_status status = check_tiered(device, call, error);
    if (status != CLB_OK) return status;
    if (!items) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `items` is NULL; pass one.", call);
    clbi_tier *t = device->tier;
    const int cancel = clbi_cancel_off();
    status = clbi_bundle_open(t->native, bundle, call, &state, error);
    if (status == CLB_OK && kernel >= bundle->kernel_count)
        status =
            clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the bundle has no kernel %u; take a number below %u.",
                        call, (unsigned)kernel, (unsigned)bundle->kernel_count);
    if (status == CLB_OK) {
        pthread_mutex_lock(&t->times);
        *items = state->timings ? clbi_timing_break_even(&state->timings[kernel]) : 0;
        pthread_mutex_unlock(&t->times);
    }
    clbi_cancel_on(cancel);
    return status;
}
