/* Runs work that may crash or hang in a child process.
 * Knows processes; must not know drivers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DOCTOR_CHILD_H
#define CLB_DOCTOR_CHILD_H

#include "base/buffer.h"

typedef enum child_end { CHILD_DONE, CHILD_DIED, CHILD_LATE, CHILD_NOT_STARTED } child_end;

typedef struct child_result {
    child_end how;
    int signal;     /* CHILD_DIED: that ended it, or 0 */
    int status;     /* CHILD_DIED without a signal: its exit status */
    buffer bytes;   /* what the work has added to its buffer; of CHILD_DONE only */
    char said[200]; /* the last line that was printed there, or "" */
    double seconds; /* that it took */
} child_result;

/* Runs work(context, out) in a child process for `seconds` at most, and gives back what it adds to `out`. What the work
 * and all its libraries print is kept from the terminal. The caller frees result->bytes. */
void child_run(void (*work)(void *context, buffer *out), void *context, double seconds, child_result *result);

/* "crashed (Segmentation fault)", "did not answer within 5 s", ...; "" for CHILD_DONE. */
void child_describe(const child_result *result, double seconds, buffer *out);

#endif
