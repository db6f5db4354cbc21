/* SPDX-License-Identifier: MIT */
#include "core/pool.h"

#include "clbundle/data.h"
#include "platform/platform.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum {
    STACK = 8 << 20,    /* bytes of a thread's stack: private arrays of kernels live there */
    FIRST_WAKE = 10000, /* ns that a thread takes to wake, until one has been seen to */
    LONGEST_WAKE = 100000,
    SHARES = 4,     /* a thread takes the remaining units, divided by so many for each thread */
    FREE_BLOCKS = 4 /* blocks of memory kept for callers */
};

/* Memory for the work of one thread. */
typedef struct block {
    size_t size;
    void *memory;
} block;

/* A piece of work under way. Lives in the frame of clbi_pool_run. */
typedef struct task {
    const clbi_work *work;
    atomic_size_t next;     /* unit that no thread has taken */
    struct task *following; /* in the pool's list */
    unsigned helpers;       /* threads of the pool at it; under the pool's lock */
    unsigned wanted;        /* helpers that may still join */
    size_t shares;          /* the remaining units are divided by it, to take one share */
    uint64_t shown;         /* when, to the pool */
    pthread_cond_t left;    /* helpers has become 0 */
} task;

struct clbi_pool {
    pthread_mutex_t lock;
    pthread_cond_t published; /* there is a task, or the end */
    task *tasks;              /* that want helpers */
    bool ending;
    uint32_t most;    /* threads of the pool */
    uint32_t started; /* under the lock */
    bool exhausted;   /* the machine lets us start no more; under the lock */
    pthread_t *threads;
    atomic_uint wake;               /* ns from the call for helpers until one works, as lately seen */
    block free_blocks[FREE_BLOCKS]; /* under the lock */
};

uint64_t clbi_now_ns(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- Memory --------------------------------------------------------------------------------------------------------
 */

static bool grow(block *b, size_t size)
{
    if (b->size >= size) return true;
    clbi_aligned_free(b->memory);
    *b = (block){0};
    if (size > SIZE_MAX / 2) return false;
    const size_t wanted = (size + 4095) / 4096 * 4096;
    b->memory = clbi_aligned_alloc(wanted);
    if (!b->memory) return false;
    b->size = wanted;
    return true;
}

static bool take_block(clbi_pool *pool, size_t size, block *b)
{
    *b = (block){0};
    if (size == 0) return true;
    pthread_mutex_lock(&pool->lock);
    size_t best = 0;
    for (size_t i = 1; i < FREE_BLOCKS; i++)
        if (pool->free_blocks[i].size > pool->free_blocks[best].size) best = i;
    *b = pool->free_blocks[best];
    pool->free_blocks[best] = (block){0};
    pthread_mutex_unlock(&pool->lock);
    return grow(b, size);
}

static void put_block(clbi_pool *pool, block b)
{
    if (!b.memory) return;
    pthread_mutex_lock(&pool->lock);
    size_t least = 0;
    for (size_t i = 1; i < FREE_BLOCKS; i++)
        if (pool->free_blocks[i].size < pool->free_blocks[least].size) least = i;
    if (pool->free_blocks[least].size < b.size) {
        const block other = pool->free_blocks[least];
        pool->free_blocks[least] = b;
        b = other;
    }
    pthread_mutex_unlock(&pool->lock);
    clbi_aligned_free(b.memory);
}

/* ---- Threads -------------------------------------------------------------------------------------------------------
 */

/* Takes units until there are none: many while many are left, so that there are few pieces, fewer towards the end, so
 * that all threads end together (guided self-scheduling: Polychronopoulos and Kuck, IEEE Trans. Computers 36 (1987)
 * 1425). */
static void work_on(task *t, void *memory)
{
    const clbi_work *work = t->work;
    size_t first = atomic_load_explicit(&t->next, memory_order_relaxed);
    while (first < work->count) {
        const size_t left = work->count - first, share = left / t->shares;
        const size_t piece = share > work->grain ? share : left < work->grain ? left : work->grain;
        if (!atomic_compare_exchange_weak_explicit(&t->next, &first, first + piece, memory_order_relaxed,
                                                   memory_order_relaxed))
            continue;
        work->run(work->context, memory, first, first + piece);
        first = atomic_load_explicit(&t->next, memory_order_relaxed);
    }
}

/* Removes a task that is in the list. Under the lock. */
static void unlink_task(clbi_pool *pool, const task *t)
{
    task **at = &pool->tasks;
    while (*at && *at != t) at = &(*at)->following;
    if (*at) *at = t->following;
}

/* The estimate falls fast and rises slowly: a long time often has other reasons. Under the lock. */
static void note_wake(clbi_pool *pool, uint64_t ns)
{
    const unsigned before = atomic_load_explicit(&pool->wake, memory_order_relaxed);
    const unsigned seen = ns < LONGEST_WAKE ? (unsigned)ns : LONGEST_WAKE;
    atomic_store_explicit(&pool->wake, seen < before ? (before + seen) / 2 : before + (seen - before) / 8,
                          memory_order_relaxed);
}

/* Whether `left` pieces of `ns` each end sooner with helpers: they have to do more than what passes until they come. */
static bool pays(clbi_pool *pool, uint64_t ns, size_t left)
{
    return ns > (uint64_t)2 * atomic_load_explicit(&pool->wake, memory_order_relaxed) / left;
}

/* The same for a launch of `pieces`, of which the first took `ns`. Where it does not pay, the estimate wears off, so
 * that it is taken again some day. */
static bool is_worth_a_wake(clbi_pool *pool, uint64_t ns, size_t pieces)
{
    if (pays(pool, ns, pieces - 1)) return true;
    const unsigned wake = atomic_load_explicit(&pool->wake, memory_order_relaxed);
    atomic_store_explicit(&pool->wake, wake - wake / 128, memory_order_relaxed);
    return false;
}

static void *be_helper(void *argument)
{
    clbi_pool *pool = argument;
    block own = {0};
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        bool slept = false;
        while (!pool->tasks && !pool->ending) {
            pthread_cond_wait(&pool->published, &pool->lock);
            slept = true;
        }
        if (pool->ending) break;
        task *t = pool->tasks;
        if (slept) note_wake(pool, clbi_now_ns() - t->shown);
        t->helpers++;
        if (--t->wanted == 0) unlink_task(pool, t);
        pthread_mutex_unlock(&pool->lock);
        /* Without memory the others do the work. */
        if (grow(&own, t->work->memory)) {
            if (t->work->start) t->work->start(t->work->context, own.memory);
            work_on(t, own.memory);
        }
        pthread_mutex_lock(&pool->lock);
        if (--t->helpers == 0) pthread_cond_signal(&t->left);
    }
    pthread_mutex_unlock(&pool->lock);
    clbi_aligned_free(own.memory);
    return NULL;
}

/* Starts threads up to `wanted`, as far as the machine lets us. Under the lock. The signals of the process are not for
 * them. */
static void start_threads(clbi_pool *pool, uint32_t wanted)
{
    if (wanted > pool->most) wanted = pool->most;
    if (pool->started >= wanted || pool->exhausted) return;
    while (pool->started < wanted && clbi_thread_start(&pool->threads[pool->started], STACK, be_helper, pool))
        pool->started++;
    pool->exhausted = pool->started < wanted;
}

clbi_pool *clbi_pool_create(uint32_t threads)
{
    clbi_pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pool->most = threads > 0 ? threads - 1 : 0;
    pool->threads = calloc((size_t)pool->most + 1, sizeof *pool->threads);
    if (!pool->threads) goto no_threads;
    atomic_init(&pool->wake, FIRST_WAKE);
    if (pthread_mutex_init(&pool->lock, NULL) != 0) goto no_lock;
    if (pthread_cond_init(&pool->published, NULL) != 0) goto no_condition;
    return pool;

no_condition:
    pthread_mutex_destroy(&pool->lock);
no_lock:
    free(pool->threads);
no_threads:
    free(pool);
    return NULL;
}

void clbi_pool_destroy(clbi_pool *pool)
{
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    pthread_cond_broadcast(&pool->published);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->started; i++) (void)pthread_join(pool->threads[i], NULL);
    for (size_t i = 0; i < FREE_BLOCKS; i++) clbi_aligned_free(pool->free_blocks[i].memory);
    pthread_cond_destroy(&pool->published);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}

void clbi_pool_abandon(clbi_pool *pool)
{
    if (pthread_mutex_trylock(&pool->lock) != 0) return; /* a thread that is not there holds it */
    for (size_t i = 0; i < FREE_BLOCKS; i++) clbi_aligned_free(pool->free_blocks[i].memory);
    free(pool->threads);
    free(pool);
}

/* ---- Work ----------------------------------------------------------------------------------------------------------
 */

/* Shows the task to the pool, and returns when no thread works on it any more. */
static void share(clbi_pool *pool, task *t, void *memory, size_t pieces)
{
    if (pthread_cond_init(&t->left, NULL) != 0) {
        work_on(t, memory);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    start_threads(pool, pieces < pool->most ? (uint32_t)pieces : pool->most);
    t->wanted = pieces < pool->started ? (unsigned)pieces : pool->started;
    t->shares = SHARES * ((size_t)t->wanted + 1);
    t->shown = clbi_now_ns();
    if (t->wanted > 0) {
        /* At the end, so that earlier callers are helped first. */
        task **at = &pool->tasks;
        while (*at) at = &(*at)->following;
        *at = t;
        if (t->wanted == 1) pthread_cond_signal(&pool->published);
        else pthread_cond_broadcast(&pool->published);
    }
    pthread_mutex_unlock(&pool->lock);

    work_on(t, memory);

    pthread_mutex_lock(&pool->lock);
    unlink_task(pool, t);
    while (t->helpers > 0) pthread_cond_wait(&t->left, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_destroy(&t->left);
}

/* What follows the first piece, whose time said that helpers do not pay. It may have been the shortest: so the caller
 * goes on in steps, each of four times as many pieces, and asks again behind each by that step's time. */
static void work_alone(clbi_pool *pool, task *t, void *memory)
{
    const clbi_work *work = t->work;
    size_t first = work->grain, step = work->grain;
    uint64_t before = clbi_now_ns();
    while (first < work->count) {
        const size_t left = work->count - first;
        step = step < left / 4 ? 4 * step : left;
        work->run(work->context, memory, first, first + step);
        first += step;
        if (first == work->count) return;
        const uint64_t now = clbi_now_ns();
        const size_t pieces = (work->count - first - 1) / work->grain + 1;
        if (pays(pool, (now - before) / (step / work->grain), pieces)) {
            atomic_store_explicit(&t->next, first, memory_order_relaxed);
            share(pool, t, memory, pieces);
            return;
        }
        before = now;
    }
}

bool clbi_pool_run(clbi_pool *pool, const clbi_work *work)
{
    const size_t pieces = work->grain == 1 ? work->count : work->count / work->grain + (work->count % work->grain != 0);
    block own;
    if (!take_block(pool, work->memory, &own)) return false;
    if (work->start) work->start(work->context, own.memory);
    if (pieces < 2 || pool->most == 0) {
        work->run(work->context, own.memory, 0, work->count);
    } else {
        /* The first piece tells whether the rest is worth waking a thread. */
        task t = {.work = work, .shares = 1};
        const uint64_t before = clbi_now_ns();
        work->run(work->context, own.memory, 0, work->grain);
        const uint64_t piece = clbi_now_ns() - before;
        atomic_init(&t.next, work->grain);
        if (is_worth_a_wake(pool, piece, pieces)) share(pool, &t, own.memory, pieces - 1);
        else work_alone(pool, &t, own.memory);
    }
    put_block(pool, own);
    return true;
}
