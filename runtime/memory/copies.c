/* See copies.h. Knows slots, threads and the order of copies; must not know which driver is slow.
 *
 * SPDX-License-Identifier: MIT */
#include "memory/copies.h"

#include "core/pool.h"
#include "core/status.h"
#include "memory/command.h"
#include "memory/host.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 4,
    FILL_MIN = 1 << 20, /* bytes that the device copies at once: each costs calls to the driver ... */
    FILL_MAX = 8 << 20, /* ... but the time before the first copy and after the last one counts, too */
    UNITS = 16,         /* of which each is a thread's, in a fill */
    ALIGNMENT = 64,     /* of the data in slots */
    THREADS_MAX = 12,   /* more do not copy faster */
    PATIENCE = 300000,  /* ns that a thread waits for a slot before it sleeps: waking takes longer than most waits */
    SIZE_MIN = 8 << 20  /* bytes in all for which threads are woken */
};

/* The copies of a call as one row of bytes: `fill` number k is the part of it that slot k % SLOTS holds. */
typedef struct slot {
    atomic_size_t ready;  /* the fill whose units may be copied */
    atomic_size_t left;   /* units of it that threads have not copied */
    pthread_mutex_t lock; /* for all below */
    pthread_cond_t changed;
    size_t fill;            /* that it holds, or held last, or is to hold next */
    bool filling;           /* to the device: threads still copy to it */
    clbi_completion copied; /* by the device: its last copy that may be under way */
} slot;

/* The copies under way, which threads share. A thread that copies the last unit of a fill calls the driver: few calls,
 * since they wait for each other in there, those for other devices too. */
typedef struct flow {
    clbi_copies *of;
    clbi_host_memory memory;
    size_t fill_size, unit_size; /* bytes */
    size_t units, fills;
    atomic_size_t next; /* unit */
    slot slots[SLOTS];
    atomic_bool failed;
    pthread_mutex_t lock; /* for the two below */
    clb_status status;
    clb_error *error;
} flow;

/* A run of bytes of one copy, which begins at `at` in the row. */
typedef struct run {
    const clbi_copy *copy;
    size_t begin, at, size;
} run;

/* ---- One by one -------------------------------------------------------------------------------------------------- */

/* Only the last one blocks, since the queue is in order. */
static clb_status copy_directly(clbi_copies *c, bool block, clb_error *error)
{
    for (size_t i = 0; i < c->count; i++) {
        const clbi_copy *one = &c->list[i];
        const bool last = block && i + 1 == c->count;
        const clb_status status =
            c->back ? clbi_memory_read(c->device, one, last, error) : clbi_memory_write(c->device, one, last, error);
        if (status != CLB_OK) return status;
        c->done = last;
    }
    return CLB_OK;
}

/* ---- By way of slots --------------------------------------------------------------------------------------------- */

static size_t align(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* The first run of bytes at or behind *at, and before `end`; *at: the start of the next search. False: there is
 * none. */
static bool find_run(const clbi_copies *c, size_t *at, size_t end, run *found)
{
    size_t start = 0;
    for (size_t i = 0; i < c->count; i++) {
        const clbi_copy *one = &c->list[i];
        if (*at < start + one->size) {
            const size_t from = *at > start ? *at : start, to = start + one->size < end ? start + one->size : end;
            if (from >= to) return false;
            *found = (run){one, from - start, from, to - from};
            *at = to;
            return true;
        }
        start += align(one->size);
    }
    return false;
}

static char *bytes_at(const flow *f, size_t at)
{
    return f->memory.host + at % (SLOTS * f->fill_size);
}

static size_t units_of(const flow *f, size_t fill)
{
    const size_t before = fill * UNITS;
    return f->units - before < UNITS ? f->units - before : UNITS;
}

static void note_failure(flow *f, clb_status status, clb_error *own)
{
    pthread_mutex_lock(&f->lock);
    if (f->status == CLB_OK) {
        f->status = status;
        clbi_error_copy(f->error, own);
    }
    pthread_mutex_unlock(&f->lock);
    atomic_store(&f->failed, true);
    clb_error_clear(own);
}

static void wait_for_device(flow *f, slot *s)
{
    const clb_device *device = f->of->device;
    clb_error own = {0};
    if (!s->copied.first) return;
    const clb_status status = device->backend->event_wait(device->impl, &s->copied, &own);
    device->backend->event_release(device->impl, &s->copied);
    s->copied = (clbi_completion){NULL, NULL};
    if (status != CLB_OK) note_failure(f, status, &own);
}

/* Has the device copy what a slot holds, or is to hold. */
static void enqueue_fill(flow *f, slot *s)
{
    clb_device *device = f->of->device;
    const size_t end = (s->fill + 1) * f->fill_size;
    size_t at = s->fill * f->fill_size;
    clb_status status = CLB_OK;
    clb_error own = {0};
    run r;
    if (atomic_load(&f->failed)) return;
    while (status == CLB_OK && find_run(f->of, &at, end, &r)) {
        clbi_transfer t = {.kind = f->of->back ? CLBI_READ : CLBI_WRITE,
                           .buffer = r.copy->buffer,
                           .offset = r.copy->offset + r.begin,
                           .size = r.size};
        if (f->of->back) t.host = bytes_at(f, r.at);
        else t.from = bytes_at(f, r.at);
        /* The queue is in order: the last one tells of all. */
        if (s->copied.first) device->backend->event_release(device->impl, &s->copied);
        s->copied = (clbi_completion){NULL, NULL};
        status = clbi_transfer_enqueue(device, &t, &s->copied, &own);
    }
    if (status == CLB_OK) status = device->backend->flush(device->impl, &own);
    if (status != CLB_OK) note_failure(f, status, &own);
}

/* Makes a slot ready for a fill, if it is its turn. The slot's lock is held. */
static bool prepare_slot(flow *f, slot *s, size_t fill)
{
    if (atomic_load(&s->ready) == fill) return true;
    if (f->of->back ? s->fill != fill : s->fill + SLOTS != fill || s->filling) return false;
    wait_for_device(f, s);
    if (!f->of->back) {
        s->fill = fill;
        s->filling = true;
        atomic_store(&s->left, units_of(f, fill));
    }
    atomic_store(&s->ready, fill);
    (void)pthread_cond_broadcast(&s->changed);
    return true;
}

/* The slot of a fill, when threads may copy from or to it. Units are taken in order, so that the fill before it in this
 * slot has all its units taken: a thread will end it. */
static slot *enter_slot(flow *f, size_t fill)
{
    slot *s = &f->slots[fill % SLOTS];
    uint64_t begun = 0;
    while (atomic_load(&s->ready) != fill) {
        if (pthread_mutex_trylock(&s->lock) == 0) {
            const bool ready = prepare_slot(f, s, fill);
            pthread_mutex_unlock(&s->lock);
            if (ready) break;
        }
        const uint64_t now = clbi_now_ns();
        if (begun == 0) begun = now;
        if (now - begun < PATIENCE) {
            (void)sched_yield();
            continue;
        }
        pthread_mutex_lock(&s->lock);
        while (!prepare_slot(f, s, fill)) (void)pthread_cond_wait(&s->changed, &s->lock);
        pthread_mutex_unlock(&s->lock);
    }
    return s;
}

/* A unit of the slot's fill is done. */
static void leave_slot(flow *f, slot *s)
{
    if (atomic_fetch_sub(&s->left, 1) != 1) return;
    pthread_mutex_lock(&s->lock);
    if (!f->of->back) {
        enqueue_fill(f, s);
        s->filling = false;
    } else if (s->fill + SLOTS < f->fills) {
        s->fill += SLOTS;
        atomic_store(&s->left, units_of(f, s->fill));
        enqueue_fill(f, s);
    }
    (void)pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

/* After a failure units are still counted, so that no thread waits for ever. */
static bool copy_unit(flow *f)
{
    const size_t unit = atomic_fetch_add(&f->next, 1), end = (unit + 1) * f->unit_size;
    size_t at = unit * f->unit_size;
    run r;
    if (unit >= f->units) return false;
    slot *s = enter_slot(f, unit / UNITS);
    while (!atomic_load(&f->failed) && find_run(f->of, &at, end, &r)) {
        char *bytes = bytes_at(f, r.at), *host = r.copy->host + r.begin;
        if (f->of->back) memcpy(host, bytes, r.size);
        else memcpy(bytes, host, r.size);
    }
    leave_slot(f, s);
    return true;
}

/* Once for each thread, and once before them: the first tells whether it is worth waking the others. */
static void copy_units(const void *context, void *memory, size_t first, size_t end)
{
    flow *f = (flow *)(uintptr_t)context;
    (void)memory;
    for (size_t i = first; i < end; i++)
        while (copy_unit(f) && i > 0) continue;
}

static void end_slots(flow *f, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wait_for_device(f, &f->slots[i]);
        pthread_cond_destroy(&f->slots[i].changed);
        pthread_mutex_destroy(&f->slots[i].lock);
    }
}

static bool begin_slots(flow *f)
{
    for (size_t i = 0; i < SLOTS; i++) {
        slot *s = &f->slots[i];
        s->fill = i - SLOTS;
        atomic_init(&s->ready, SIZE_MAX - SLOTS + i); /* none: before the first */
        atomic_init(&s->left, 0);
        const bool locked = pthread_mutex_init(&s->lock, NULL) == 0;
        if (locked && pthread_cond_init(&s->changed, NULL) == 0) continue;
        if (locked) pthread_mutex_destroy(&s->lock);
        end_slots(f, i);
        return false;
    }
    for (size_t i = 0; f->of->back && i < SLOTS && i < f->fills; i++) {
        f->slots[i].fill = i;
        atomic_store(&f->slots[i].left, units_of(f, i));
        enqueue_fill(f, &f->slots[i]);
    }
    return true;
}

static flow make_flow(clbi_copies *c, clb_error *error)
{
    flow f = {.of = c, .error = error};
    size_t size = 0;
    for (size_t i = 0; i < c->count; i++) size += align(c->list[i].size);
    /* Powers of two: memory that was made for one size mostly does for the next. */
    f.fill_size = FILL_MIN;
    while (f.fill_size < FILL_MAX && f.fill_size * SLOTS < size) f.fill_size *= 2;
    f.unit_size = f.fill_size / UNITS;
    f.units = (size + f.unit_size - 1) / f.unit_size;
    f.fills = (f.units + UNITS - 1) / UNITS;
    return f;
}

/* False: nothing has been copied, since there is no such memory or no thread to help. */
static bool copy_by_slots(clbi_copies *c, clb_status *status, clb_error *error)
{
    uint32_t threads;
    bool copied = false;
    clbi_pool *pool = clbi_host_pool(c->device, &threads);
    flow f = make_flow(c, error);
    if (!pool || clbi_host_take(c->device, SLOTS * f.fill_size, &f.memory, c->call, NULL) != CLB_OK) return false;
    if (f.memory.memory && pthread_mutex_init(&f.lock, NULL) == 0) {
        if (begin_slots(&f)) {
            const clbi_work work = {.run = copy_units,
                                    .context = &f,
                                    .grain = 1,
                                    .count = 1 + (size_t)(threads < THREADS_MAX ? threads : THREADS_MAX)};
            copied = clbi_pool_run(pool, &work);
            end_slots(&f, SLOTS);
        }
        pthread_mutex_destroy(&f.lock);
    }
    clbi_host_put(c->device, &f.memory);
    *status = f.status;
    return copied;
}

/* ---- Both -------------------------------------------------------------------------------------------------------- */

bool clbi_copies_are_slow(const clb_device *device)
{
    return device->backend->copies_slowly && device->backend->copies_slowly(device->impl);
}

bool clbi_copies_pay(const clb_device *device, size_t size)
{
    return size >= SIZE_MIN && clbi_copies_are_slow(device);
}

void clbi_copies_map(clb_device *device, const void *host, size_t size)
{
    if (clbi_copies_are_slow(device)) clbi_host_map(device, host, size);
}

void clbi_copies_unmap(clb_device *device, const void *host)
{
    if (clbi_copies_are_slow(device)) clbi_host_unmap(device, host);
}

static clb_status make_copies(clbi_copies *c, bool block, clb_error *error)
{
    size_t size = 0;
    clb_status status = CLB_OK;
    for (size_t i = 0; i < c->count; i++) size += c->list[i].size;
    if (c->mapped || !clbi_copies_pay(c->device, size) || !copy_by_slots(c, &status, error))
        status = copy_directly(c, block, error);
    else if (status == CLB_OK) c->done = true; /* and all commands before them */
    c->count = 0;
    c->mapped = false;
    return status;
}

static bool overlaps(const clbi_copy *one, const char *host, size_t size)
{
    const uintptr_t a = (uintptr_t)one->host, b = (uintptr_t)host;
    return a < b ? b - a < one->size : a - b < size;
}

clb_status clbi_copies_add(clbi_copies *c, clb_buffer *buffer, size_t offset, char *host, size_t size, clb_error *error)
{
    clb_status status = CLB_OK;
    if (size == 0) return CLB_OK;
    bool full = c->count == CLBI_COPIES_AT_ONCE;
    for (size_t i = 0; i < c->count && c->back; i++) full = full || overlaps(&c->list[i], host, size);
    if (full) status = make_copies(c, false, error);
    c->mapped = c->mapped || (clbi_copies_pay(c->device, size) && clbi_host_is_mapped(c->device, host, size));
    c->list[c->count++] = (clbi_copy){buffer, offset, size, host};
    return status;
}

clb_status clbi_copies_end(clbi_copies *c, bool block, clb_error *error)
{
    if (c->count > 0) return make_copies(c, block, error);
    if (c->done || !block) return CLB_OK;
    const clb_status status = c->device->backend->finish(c->device->impl, error);
    c->done = true;
    return status;
}

clb_status clbi_copy_now(clb_device *here, bool back, const clbi_copy *copy, const char *call, clb_error *error)
{
    clbi_copies copies = clbi_copies_begin(here, back, call);
    const clb_status status = clbi_copies_add(&copies, copy->buffer, copy->offset, copy->host, copy->size, error);
    return status == CLB_OK ? clbi_copies_end(&copies, true, error) : status;
}
