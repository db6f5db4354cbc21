/* See waiting.h.
 *
 * SPDX-License-Identifier: MIT */
#include "native/waiting.h"

#include "clbundle/data.h"
#include "platform/platform.h"

#include <stdlib.h>

enum {
    STACK = 2 << 20, /* bytes of a thread's stack */
    SPINS = 16,      /* calls of a stuck group after which it sleeps between them, */
    NAPS = 100       /* and after which it sleeps longer */
};

typedef struct clbi_waiting_thread {
    struct clbi_waiting_thread *next;
    clbi_waiting *waiting;
    pthread_t thread;
    void *memory;
} clbi_waiting_thread;

/* ---- The room ------------------------------------------------------------------------------------------------------
 */

bool clbi_waiting_room_open(clbi_waiting_room *room, unsigned calls)
{
    *room = (clbi_waiting_room){.calls = calls, .epoch = 1};
    atomic_init(&room->others, 0);
    atomic_init(&room->left, 0);
    return pthread_mutex_init(&room->lock, NULL) == 0;
}

void clbi_waiting_room_close(clbi_waiting_room *room)
{
    pthread_mutex_destroy(&room->lock);
}

void clbi_waiting_room_enter(clbi_waiting_room *room)
{
    atomic_fetch_add(&room->others, 1);
}

void clbi_waiting_room_leave(clbi_waiting_room *room)
{
    atomic_fetch_add(&room->left, 1);
    atomic_fetch_sub(&room->others, 1);
}

/* What was known of the groups holds no longer. Under the lock. */
static void begin_epoch(clbi_waiting_room *room)
{
    room->epoch++;
    room->stuck = 0;
}

/* ---- Launches ------------------------------------------------------------------------------------------------------
 */

void clbi_waiting_open(clbi_waiting *w, const clbi_waiting_params *params)
{
    *w = (clbi_waiting){.params = *params, .turn = 1};
    atomic_init(&w->next, 0);
    atomic_init(&w->ended, false);
}

bool clbi_waiting_close(clbi_waiting *w)
{
    /* A thread may start another one until it has ended. */
    for (;;) {
        pthread_mutex_lock(&w->params.room->lock);
        clbi_waiting_thread *t = w->threads;
        if (t) w->threads = t->next;
        pthread_mutex_unlock(&w->params.room->lock);
        if (!t) return w->dead;
        (void)pthread_join(t->thread, NULL);
        clbi_aligned_free(t->memory);
        free(t);
    }
}

/* ---- Threads that run groups ---------------------------------------------------------------------------------------
 */

/* Under the lock. */
static void change_active(clbi_waiting *w, bool begins)
{
    clbi_waiting_room *room = w->params.room;
    const uint32_t by = begins ? 1u : UINT32_MAX;
    w->active += by;
    w->turn++;
    w->waiting = 0;
    room->active += by;
    begin_epoch(room);
}

void clbi_waiter_begin(clbi_waiter *self, clbi_waiting *w, size_t most)
{
    *self = (clbi_waiter){.waiting = w, .left = most};
    pthread_mutex_lock(&w->params.room->lock);
    change_active(w, true);
    pthread_mutex_unlock(&w->params.room->lock);
}

void clbi_waiter_end(clbi_waiter *self)
{
    clbi_waiting *w = self->waiting;
    pthread_mutex_lock(&w->params.room->lock);
    change_active(w, false);
    pthread_mutex_unlock(&w->params.room->lock);
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
    clbi_waiting_room *room = w->params.room;
    const uint64_t left = atomic_load(&room->left);
    if (self->turn != w->turn) {
        self->turn = w->turn;
        w->waiting++;
    }
    if (!stuck || room->seen != left) begin_epoch(room);
    room->seen = left;
    if (self->epoch != room->epoch) {
        self->epoch = room->epoch;
        self->calls = 0;
    }
    if (stuck && ++self->calls == room->calls) room->stuck++;
}

/* Whether nothing will ever change. Threads of the launch may be started. Under the lock. */
static bool is_dead(clbi_waiting *w)
{
    const clbi_waiting_room *room = w->params.room;
    if (w->waiting == w->active && start_threads(w)) return false;
    return room->stuck == room->active && atomic_load(&room->others) == 0;
}

int clbi_waiter_wait(void *waiter, uint32_t what, const char *file, size_t line)
{
    clbi_waiter *self = waiter;
    clbi_waiting *w = self->waiting;
    bool ends = w->params.stopped && w->params.stopped(w->params.context);
    pthread_mutex_lock(&w->params.room->lock);
    if (ends) atomic_store_explicit(&w->ended, true, memory_order_relaxed);
    ends = atomic_load_explicit(&w->ended, memory_order_relaxed);
    if (!ends) {
        count(w, self, what == CLB_WAIT_STUCK);
        if (is_dead(w)) {
            ends = w->dead = true;
            atomic_store_explicit(&w->ended, true, memory_order_relaxed);
            w->file = file;
            w->line = line;
        }
    }
    pthread_mutex_unlock(&w->params.room->lock);
    self->pauses = what == CLB_WAIT_STUCK ? self->pauses + 1 : 0;
    if (!ends && self->pauses > SPINS) clbi_thread_sleep(self->pauses > NAPS ? 1000 : 50);
    return ends;
}
