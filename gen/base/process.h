/* Child processes: another program, run to its end.
 * Knows processes; must not know why they run.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_PROCESS_H
#define CLB_BASE_PROCESS_H

#include "base/arena.h"

#include <stdbool.h>

/* The words of a command as $CC holds it: divided by blanks. NULL-terminated; *count without the NULL. */
const char **process_words(arena *a, const char *text, size_t *count);

/* From now on, this process and each child may use at most so many seconds of processor time and so many bytes of
 * address space. 0: no limit. */
void process_limit(unsigned seconds, size_t memory);

/* Takes the limit of memory back, for this process and for children from now on. */
void process_unlimit_memory(void);

/* Runs the NULL-terminated `argv`, whose first word is looked for in $PATH, and waits for its end. Its standard output
 * goes to this process's standard error. true if it ended with status 0; otherwise *why says how it ended. */
bool process_run(arena *a, const char *const *argv, const char **why);

/* The same, with this process's standard streams. A signal that asks this process to end goes to the child, so that the
 * caller can tidy up. *status: as a shell gives it, 128 + N for signal N. false, and *why, if it could not be started.
 */
bool process_run_in_front(arena *a, const char *const *argv, int *status, const char **why);

/* The path of this process's own executable, or NULL. */
const char *process_own_path(arena *a);

/* A new folder, for this user only, in $TMPDIR or /tmp, whose name begins with `name`; NULL, and *why. */
const char *process_private_folder(arena *a, const char *name, const char **why);

/* Removes a folder and all that is in it. Does not follow links. */
void process_remove_folder(const char *path);

#endif
