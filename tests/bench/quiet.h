/* What makes the processor times of two runtimes comparable. Its users define _GNU_SOURCE.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_QUIET_H
#define BENCH_QUIET_H

#include <sched.h>
#include <stdio.h>
#include <time.h>

/* Keeps the process on one processor; to be called before any driver asks how many there are. The clock of a process
 * does not count a thread on another processor until the next tick, so a runtime whose threads spin would be charged
 * for half of its work. */
static inline void quiet_stay_on_one_processor(void)
{
#ifdef __linux__
    cpu_set_t all, one;
    int first = 0;
    if (sched_getaffinity(0, sizeof all, &all)) return;
    while (first < CPU_SETSIZE && !CPU_ISSET(first, &all)) ++first;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    if (sched_setaffinity(0, sizeof one, &one)) fprintf(stderr, "times may be of several processors\n");
#endif
}

/* Waits until the process computes nothing. Runtimes let their threads spin for a while behind a launch, and what those
 * spend would count for the next launch, whoever makes it. */
static inline void quiet_wait(void)
{
    for (int k = 0; k < 200; ++k) {
        struct timespec a, b;
        const struct timespec pause = {0, 200000};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        nanosleep(&pause, NULL);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        const double used = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
        if (used < 4e-5) return;
    }
}

#endif
