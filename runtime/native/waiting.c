/* See waiting.h.
 *
 * SPDX-License-Identifier: MIT */
#include "native/waiting.h"

#include "clbundle/data.h"
#include "platform/platform.h"

#include <stdlib.h>

enum {
    STACK = 2 << 20, /* bytes of a thread's stack */
    CALLS = 4,       /* of a stuck group, until it counts as such: it has then seen all that others wrote before */
    SPINS = 16       /* calls of a stuck group after which it sleeps between them */
};

typedef struct clbi_waiting_thread {
    struct clbi_waiting_thread *next;
    clbi_waiting *waiting;
    pthread_t thread;
    void *memory;
} clbi_waiting_thread;

bool clbi_waiting_open(clbi_waiting *w, const clbi_waiting_params *params)
{
    *w = (clbi_waiting){.params = *params, .epoch = 1, .turn = 1};
    atomic_init(&w->next, 0);
    atomic_init(&w->ended, false);
    return pthread_mutex_init(&w->lock, NULL) == 0;
}

bool clbi_waiting_close(clbi_waiting *w)
{
    /* A thread may start another one until it has ended. */
    for (;;) {
        pthread_mutex_lock(&w->lock);
        clbi_waiting_thread *t = w->threads;
        if (t) w->threads = t->next;
        pthread_mutex_unlock(&w->lock);
        if (!t) break;
        (void)pthread_join(t->thread, NULL);
        clbi_aligned_free(t->memory);
        free(t);
    }
    pthread_mutex_destroy(&w->lock);
    return w->dead;
}

/* ---- Threads that run groups ---------------------------------------------------------------------------------------
 */

/* What was known of the groups holds no longer. Under the lock. */
static void begin_epoch(clbi_waiting *w)
{
    w->epoch++;
    w->stuck = 0;
}

static void change_active(clbi_waiting *w, bool begins)
{
    w->active += begins ? 1u : UINT32_MAX;
    w->turn++;
    w->waiting = 0;
    begin_epoch(w);
}

void clbi_waiter_begin(clbi_waiter *self, clbi_waiting *w, size_t most)
{
    *self = (clbi_waiter){.waiting = w, .left = most};
    pthread_mutex_lock(&w->lock);
    change_active(w, true);
    pthread_mutex_unlock(&w->lock);
}

void clbi_waiter_end(clbi_waiter *self)
{
    clbi_waiting *w = self->waiting;
    pthread_mutex_lock(&w->lock);
    change_active(w, false);
    pthread_mutex_unlock(&w->lock);
}

bool clbi_waiter_next(clbi_waiter *self, size_t *group)
{
    clbi_waiting *w = self->waiting;
    if (self->left == 0 || atomic_load_explicit(&w->ended, memory_order_relaxed)) return false;
    if (w->params.stopped && w->params.stopped(w->params.context)) return false;
    /* Far below SIZE_MAX: each thread adds at most one beyond the end of each of its pieces. */
    *group = atomic_fetch_add_explicit(&w->next, 1, memory_order_relaxed);
    self->left--;
    return *group < w->params.groups;
}

static void *run_thread(void *argument)
{
    const clbi_waiting_thread *t = argument;
    clbi_waiter self = {.waiting = t->waiting, .left = SIZE_MAX}; /* it was counted when it was started */
    t->waiting->params.work(t->waiting->params.context, t->memory, &self);
    clbi_waiter_end(&self);
    return NULL;
}

/* Starts a thread for groups that have not begun. Under the lock. */
static bool start_thread(clbi_waiting *w)
{
    if (w->exhausted || w->thread_count == w->params.most_threads) return false;
    if (atomic_load_explicit(&w->next, memory_order_relaxed) >= w->params.groups) return false;
    clbi_waiting_thread *t = calloc(1, sizeof *t);
    if (!t) goto failed;
    t->waiting = w;
    if (w->params.memory && !(t->memory = clbi_aligned_alloc(w->params.memory))) goto failed;
    if (!clbi_thread_start(&t->thread, STACK, run_thread, t)) goto failed;
    t->next = w->threads;
    w->threads = t;
    w->thread_count++;
    change_active(w, true);
    return true;

failed:
    if (t) clbi_aligned_free(t->memory);
    free(t);
    w->exhausted = true;
    return false;
}

/* Starts as many threads as there are. Under the lock. */
static bool start_threads(clbi_waiting *w)
{
    unsigned count = 0;
    for (const uint32_t wanted = w->active; count < wanted && start_thread(w);) count++;
    return count > 0;
}

/* ---- Waiting -------------------------------------------------------------------------------------------------------
 */

/* Counts the thread as one that waits, and, if it was stuck often enough since something changed, as a stuck one. Under
 * the lock. */
static void count(clbi_waiting *w, clbi_waiter *self, bool stuck)
{
    if (self->turn != w->turn) {
        self->turn = w->turn;
        w->waiting++;
    }
    if (!stuck) {
        begin_epoch(w);
        return;
    }
    if (self->epoch != w->epoch) {
        self->epoch = w->epoch;
        self->calls = 0;
    }
    if (++self->calls == CALLS) w->stuck++;
}

int clbi_waiter_wait(void *waiter, uint32_t what, const char *file, size_t line)
{
    clbi_waiter *self = waiter;
    clbi_waiting *w = self->waiting;
    bool ends = w->params.stopped && w->params.stopped(w->params.context);
    pthread_mutex_lock(&w->lock);
    if (ends) atomic_store_explicit(&w->ended, true, memory_order_relaxed);
    ends = atomic_load_explicit(&w->ended, memory_order_relaxed);
    if (!ends) {
        count(w, self, what == CLB_WAIT_STUCK);
        if (!(w->waiting == w->active && start_threads(w)) && w->stuck == w->active) {
            ends = w->dead = true;
            atomic_store_explicit(&w->ended, true, memory_order_relaxed);
            w->file = file;
            w->line = line;
        }
    }
    pthread_mutex_unlock(&w->lock);
    self->pauses = what == CLB_WAIT_STUCK ? self->pauses + 1 : 0;
    if (!ends && self->pauses > SPINS) clbi_thread_sleep();
    return ends;
}
