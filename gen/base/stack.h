/* The generator's stack. Its functions recurse as deep as the input nests, and the limits of that are constant: so the
 * stack is, too, whatever `ulimit -s` says, and the same input is accepted everywhere.
 * Knows threads; must not know what runs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_STACK_H
#define CLB_BASE_STACK_H

/* Runs the function on a stack that is large enough for everything that the limits allow, and returns its result.
 * Without memory for that, on as large a one as there is. */
int stack_run(int (*run)(int argc, char **argv), int argc, char **argv);

#endif
