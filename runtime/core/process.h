/* Fork and cancellation of threads, which may happen at any time while the library is used. Knows the system; must not
 * know devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_PROCESS_H
#define CLBI_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

/* The process in which something was made. */
typedef struct clbi_process {
    const volatile uint32_t *mark; /* 0 in a child made by fork; NULL: the system has no such memory */
    long number;
} clbi_process;

void clbi_process_init(clbi_process *process);
void clbi_process_end(clbi_process *process);

/* False in a child made by fork, however far down. */
bool clbi_process_is_own(const clbi_process *process);

/* A thread that is cancelled inside a call would leave locks taken and frames that others work on: public calls hold
 * the request off until they return. */
int clbi_cancel_off(void);
void clbi_cancel_on(int before);

#endif
