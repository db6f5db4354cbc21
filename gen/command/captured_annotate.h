/* Writes the tags that launches imply into the texts of a captured folder.
 * Knows where tags stand in a file; must not know how they are found.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_COMMAND_CAPTURED_ANNOTATE_H
#define CLB_COMMAND_CAPTURED_ANNOTATE_H

/* Writes tags above each kernel that was launched, replacing those of an earlier call, and PROGRAM_call.c. Prints
 * problems; a program with errors keeps its text, the others are annotated. Returns an exit status. */
int captured_annotate(const char *folder);

#endif
