/* SPDX-License-Identifier: MIT */
#include "observe/profile.h"

#include "core/status.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { WAITING_MAX = 256 }; /* completions that are kept before those that have run are looked at */

typedef struct waiting {
    size_t row;
    clbi_completion completion;
    uint64_t bytes;
} waiting;

typedef struct clbi_profile clbi_profile;
struct clbi_profile {
    pthread_mutex_t lock;
    clb_profile_row *rows;
    size_t count, capacity;
    waiting *waiting;
    size_t waiting_count, waiting_capacity;
    uint64_t starts; /* of a table */
};

/* ---- Under the lock -----------------------------------------------------------------------------------------------
 */

static void *grown(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return array;
    const size_t wanted = *capacity ? 2 * *capacity : 16;
    void *more = realloc(array, wanted * size);
    if (more) *capacity = wanted;
    return more;
}

static bool find_row(clbi_profile *p, const clb_bundle *bundle, uint32_t number, const char *name, size_t *row)
{
    for (*row = 0; *row < p->count; ++*row)
        if (p->rows[*row].bundle == bundle && p->rows[*row].kernel == number) return true;
    clb_profile_row *rows = grown(p->rows, p->count, &p->capacity, sizeof *rows);
    if (!rows) return false;
    p->rows = rows;
    rows[p->count] = (clb_profile_row){.bundle = bundle, .kernel = number};
    clbi_text_set(rows[p->count].name, sizeof rows[p->count].name, name);
    p->count++;
    return true;
}

static void add_times(clb_profile_row *row, uint64_t ns, uint64_t bytes)
{
    if (row->count == 0 || ns < row->min_ns) row->min_ns = ns;
    if (ns > row->max_ns) row->max_ns = ns;
    row->count++;
    row->total_ns += ns;
    row->bytes += bytes;
}

/* Adds a command that is complete. Asks the event for its times and nothing else: this may run in a callback, where
 * nothing may wait. */
static void add_command(clb_device *device, clbi_profile *p, waiting *w)
{
    clb_profile_row *row = &p->rows[w->row];
    uint64_t start = 0, end = 0;
    if (device->backend->event_times(device->impl, &w->completion, &start, &end, NULL) == CLB_OK)
        add_times(row, end > start ? end - start : 0, w->bytes);
    else row->failed++;
}

/* Adds the commands that are complete. */
static void add_complete(clb_device *device, clbi_profile *p)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->waiting_count; i++) {
        waiting *w = &p->waiting[i];
        bool complete = false;
        if (device->backend->event_poll(device->impl, &w->completion, &complete, NULL) != CLB_OK || !complete) {
            p->waiting[kept++] = *w;
            continue;
        }
        add_command(device, p, w);
        device->backend->event_release(device->impl, &w->completion);
    }
    p->waiting_count = kept;
}

static void drop_waiting(clb_device *device, clbi_profile *p)
{
    for (size_t i = 0; i < p->waiting_count; i++)
        device->backend->event_release(device->impl, &p->waiting[i].completion);
    p->waiting_count = 0;
}

/* ---- Commands -----------------------------------------------------------------------------------------------------
 */

static void note(clb_device *device, const clb_bundle *bundle, uint32_t number, const char *name, uint64_t bytes,
                 const clbi_completion *completion)
{
    clbi_profile *p = atomic_load_explicit(&device->profile, memory_order_acquire);
    size_t row;
    if (!p || !completion->first) return;
    pthread_mutex_lock(&p->lock);
    if (find_row(p, bundle, number, name, &row)) {
        if (p->waiting_count >= WAITING_MAX) add_complete(device, p);
        waiting *more = grown(p->waiting, p->waiting_count, &p->waiting_capacity, sizeof *more);
        if (more) {
            p->waiting = more;
            more[p->waiting_count] = (waiting){row, *completion, bytes};
            if (device->backend->event_retain(device->impl, completion, NULL) == CLB_OK) p->waiting_count++;
        }
    }
    pthread_mutex_unlock(&p->lock);
}

void clbi_profile_transfer(clb_device *device, clbi_transfer_kind kind, uint64_t bytes,
                           const clbi_completion *completion)
{
    static const char *const names[] = {
        [CLBI_READ] = "(read)", [CLBI_WRITE] = "(write)", [CLBI_COPY] = "(copy)", [CLBI_FILL] = "(fill)",
        [CLBI_MAP] = "(map)",   [CLBI_UNMAP] = "(unmap)", [CLBI_MARK] = "(mark)",
    };
    note(device, NULL, (uint32_t)kind, names[kind], bytes, completion);
}

void clbi_profile_launch(clb_device *device, const clb_bundle *bundle, uint32_t kernel, uint64_t bytes,
                         const clbi_completion *completion)
{
    note(device, bundle, kernel, clbi_span_name(bundle, bundle->kernels[kernel].name).text, bytes, completion);
}

/* ---- Public -------------------------------------------------------------------------------------------------------
 */

/* Made when it is first wanted; stays with the device. */
static clb_status open_profile(clb_device *device, const char *call, clbi_profile **result, clb_error *error)
{
    clbi_profile *p = atomic_load_explicit(&device->profile, memory_order_acquire), *other = NULL;
    if (!p) {
        p = calloc(1, sizeof *p);
        if (!p) return clbi_no_memory(error, call);
        if (pthread_mutex_init(&p->lock, NULL) != 0) {
            free(p);
            return clbi_no_memory(error, call);
        }
        if (!atomic_compare_exchange_strong(&device->profile, &other, p)) {
            pthread_mutex_destroy(&p->lock);
            free(p);
            p = other;
        }
    }
    *result = p;
    return CLB_OK;
}

static clb_status start_profile(clb_device *device, const char *call, clb_error *error)
{
    clbi_profile *p = NULL;
    clb_status status = clbi_device_in_process(device, call, &device, error);
    if (status == CLB_OK) status = open_profile(device, call, &p, error);
    if (status != CLB_OK) return status;
    pthread_mutex_lock(&p->lock);
    drop_waiting(device, p);
    p->count = 0;
    p->starts++;
    pthread_mutex_unlock(&p->lock);
    atomic_store(&device->profiled, true);
    return CLB_OK;
}

clb_status clb_device_profile_start(clb_device *device, clb_error *error)
{
    static const char call[] = "clb_device_profile_start";
    if (!device) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the device is NULL; open one first.", call);
    device = clbi_device_await(device);
    if (!device->profiling)
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call,
                           "%s: the device's queues keep no times; open it with .profiling set.", call);
    const int cancel = clbi_cancel_off();
    const clb_status status = start_profile(device, call, error);
    clbi_cancel_on(cancel);
    return status;
}

void clb_device_profile_stop(clb_device *device)
{
    if (!device) return;
    const int cancel = clbi_cancel_off();
    if (clbi_device_in_process(device, "clb_device_profile_stop", &device, NULL) == CLB_OK)
        atomic_store(&device->profiled, false);
    clbi_cancel_on(cancel);
}

static int by_total(const void *a, const void *b)
{
    const clb_profile_row *x = a, *y = b;
    if (x->total_ns != y->total_ns) return x->total_ns < y->total_ns ? 1 : -1;
    return strcmp(x->name, y->name);
}

/* Waits for the commands that count so far, and adds them. Without the lock while it waits: a callback may stand
 * between such a command and its end, and enqueue others. */
static void add_all(clb_device *device, clbi_profile *p)
{
    const clbi_backend *backend = device->backend;
    pthread_mutex_lock(&p->lock);
    waiting *taken = p->waiting;
    const size_t count = p->waiting_count;
    const uint64_t starts = p->starts;
    p->waiting = NULL;
    p->waiting_count = p->waiting_capacity = 0;
    pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < count; i++) (void)backend->event_wait(device->impl, &taken[i].completion, NULL);
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; i < count && p->starts == starts; i++) add_command(device, p, &taken[i]);
    pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < count; i++) backend->event_release(device->impl, &taken[i].completion);
    free(taken);
}

static clb_status get_table(clb_device *device, const char *call, clb_profile_row **rows, size_t *count,
                            clb_error *error)
{
    clb_profile_row *copy = NULL;
    clb_status status = clbi_device_in_process(device, call, &device, error);
    if (status != CLB_OK) return status;
    clbi_profile *p = atomic_load_explicit(&device->profile, memory_order_acquire);
    if (!p)
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call,
                           "%s: no table was started; call clb_device_profile_start before the commands.", call);
    add_all(device, p);
    pthread_mutex_lock(&p->lock);
    const size_t n = p->count;
    if (n > 0) copy = malloc(n * sizeof *copy);
    if (n > 0 && !copy) status = clbi_no_memory(error, call);
    else if (n > 0) memcpy(copy, p->rows, n * sizeof *copy);
    pthread_mutex_unlock(&p->lock);
    if (status != CLB_OK) return status;
    if (copy) qsort(copy, n, sizeof *copy, by_total);
    *rows = copy;
    *count = n;
    return CLB_OK;
}

clb_status clb_device_profile_get(clb_device *device, clb_profile_row **rows, size_t *count, clb_error *error)
{
    static const char call[] = "clb_device_profile_get";
    if (!device || !rows || !count)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           !device ? "device"
                           : !rows ? "rows"
                                   : "count");
    const int cancel = clbi_cancel_off();
    const clb_status status = get_table(device, call, rows, count, error);
    clbi_cancel_on(cancel);
    return status;
}

void clb_device_profile_free(clb_profile_row **rows)
{
    if (!rows) return;
    free(*rows);
    *rows = NULL;
}

static void free_profile(clb_device *device, clbi_profile *p)
{
    drop_waiting(device, p);
    free(p->waiting);
    free(p->rows);
    free(p);
}

void clbi_profile_close(clb_device *device)
{
    clbi_profile *p = atomic_load_explicit(&device->profile, memory_order_acquire);
    if (!p) return;
    pthread_mutex_destroy(&p->lock);
    free_profile(device, p);
}

void clbi_profile_abandon(clb_device *device)
{
    clbi_profile *p = atomic_load_explicit(&device->profile, memory_order_acquire);
    if (!p || pthread_mutex_trylock(&p->lock) != 0) return;
    free_profile(device, p);
}
