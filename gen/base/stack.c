/* The generator's stack: that of a thread, which the system maps page by page as it is used. See stack.h.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "base/stack.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct work {
    int (*run)(int argc, char **argv);
    int argc, result;
    char **argv;
    sigset_t signals; /* that were blocked before */
} work;

static void *start(void *context)
{
    work *w = context;
    (void)pthread_sigmask(SIG_SETMASK, &w->signals, NULL);
    w->result = w->run(w->argc, w->argv);
    return NULL;
}

/* The deepest trees of expressions (AST_DEPTH) take some 8 MiB without optimisation, statements within inlined
 * functions up to 100. */
static const size_t sizes[] = {(size_t)512 << 20, (size_t)128 << 20, (size_t)32 << 20, (size_t)8 << 20};

static bool run_in_thread(work *w)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        pthread_attr_t attributes;
        pthread_t thread;
        if (pthread_attr_init(&attributes) != 0) break;
        const int refused = pthread_attr_setstacksize(&attributes, sizes[i]) != 0 ||
                            pthread_create(&thread, &attributes, start, w) != 0;
        (void)pthread_attr_destroy(&attributes);
        if (refused) continue;
        (void)pthread_join(thread, NULL);
        return true;
    }
    return false;
}

int stack_run(int (*run)(int argc, char **argv), int argc, char **argv)
{
    work w = {.run = run, .argc = argc, .argv = argv};
    sigset_t all;
    /* Signals are for the thread that works: one that it waits for must not end the process here. */
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &w.signals);
    const bool ran = run_in_thread(&w);
    (void)pthread_sigmask(SIG_SETMASK, &w.signals, NULL);
    return ran ? w.result : run(argc, argv);
}
