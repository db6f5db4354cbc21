/* Launches whose work-groups may wait for each other. A group that waits keeps its thread. So when all threads of the
 * launch wait, as many further ones are started for groups that have not begun. If none can be started, and every
 * thread of the device is in a loop of which no round differs from the one before, nothing will ever change: the launch
 * ends with an error. Counts calls, and looks at no clock. Knows groups by number; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_WAITING_H
#define CLBI_NATIVE_WAITING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLBI_WAITING_THREADS = 256, /* that a launch starts beside the pool's, at most */
    CLBI_WAITING_CALLS = 400    /* of a thread, after which it counts as stuck: most of them sleep a millisecond */
};

typedef struct clbi_waiter clbi_waiter;

/* What all launches of a device share: groups may wait for those of another launch, such as through a pipe. */
typedef struct clbi_waiting_room {
    unsigned calls;             /* CLBI_WAITING_CALLS, or another number */
    atomic_uint others;         /* launches of kernels that never wait */
    atomic_uint_least64_t left; /* such launches that have ended */
    pthread_mutex_t lock;       /* for all that follows, and for the launches */
    uint64_t seen;              /* `left` as it was in the last call */
    uint64_t epoch;             /* begins anew when something has changed that may end a loop */
    uint32_t active, stuck;     /* threads that run groups of waiting kernels; those stuck since then */
} clbi_waiting_room;

/* False without memory. */
bool clbi_waiting_room_open(clbi_waiting_room *room, unsigned calls);
void clbi_waiting_room_close(clbi_waiting_room *room);
/* Around a launch of a kernel that never waits. */
void clbi_waiting_room_enter(clbi_waiting_room *room);
void clbi_waiting_room_leave(clbi_waiting_room *room);

typedef struct clbi_waiting_params {
    clbi_waiting_room *room;
    size_t groups;         /* all groups of the launch */
    size_t memory;         /* bytes of memory of a thread; may be 0 */
    unsigned most_threads; /* that may be started */
    /* What a further thread does: it takes groups by clbi_waiter_next() until there are none. */
    void (*work)(const void *context, void *memory, clbi_waiter *self);
    bool (*stopped)(const void *context); /* whether the launch shall end early */
    const void *context;
} clbi_waiting_params;

/* One launch. Lives in the frame of the call, which closes it when its own groups have ended. */
typedef struct clbi_waiting {
    clbi_waiting_params params;
    atomic_size_t next; /* group that has not begun */
    atomic_bool ended;  /* groups shall leave their loops, and none shall begin */
    /* Under the room's lock: */
    uint32_t active;  /* threads that run groups */
    uint64_t turn;    /* begins anew when their number changes */
    uint32_t waiting; /* threads that have waited since then */
    bool dead;        /* all groups were stuck, one of them here: */
    const char *file;
    size_t line;
    struct clbi_waiting_thread *threads;
    unsigned thread_count;
    bool exhausted; /* the machine lets us start no more */
} clbi_waiting;

/* A thread that runs groups of a launch. */
struct clbi_waiter {
    clbi_waiting *waiting;
    size_t left;    /* groups that it may still take */
    uint64_t epoch; /* of the room, in which it was stuck `calls` times */
    unsigned calls;
    uint64_t turn; /* of the launch, in which it has waited */
    unsigned pauses;
};

void clbi_waiting_open(clbi_waiting *w, const clbi_waiting_params *params);
/* Joins the threads. Whether all groups were stuck; the fields of `w` then say where, and `next` how many had begun. */
bool clbi_waiting_close(clbi_waiting *w);

/* The calling thread runs up to `most` groups, from begin to end. */
void clbi_waiter_begin(clbi_waiter *self, clbi_waiting *w, size_t most);
void clbi_waiter_end(clbi_waiter *self);
/* The number of a group for it to run; false: there is none, or the launch ends. */
bool clbi_waiter_next(clbi_waiter *self, size_t *group);

/* For clb_native_range.wait: `waiter` is the clbi_waiter of the thread that runs the group. */
int clbi_waiter_wait(void *waiter, uint32_t what, const char *file, size_t line);

#endif
