/* Help on commands as text, manual page and shell completion. Knows these forms; the words come from the commands'
 * tables of options, which are also what is parsed.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_COMMAND_HELP_H
#define CLB_COMMAND_HELP_H

#include "command/command.h"

/* All commands, in the order of the help. */
enum { COMMAND_COUNT = 15 };
extern const command *const command_list[COMMAND_COUNT];

typedef enum help_form { HELP_TEXT, HELP_MAN, HELP_BASH, HELP_ZSH, HELP_FISH, HELP_FORMS } help_form;

/* "", "man", "bash", ...: `--help=bash` prints a command's part of the file that `clbundle help` puts together. */
extern const char *const help_form_names[HELP_FORMS];

/* `clbundle sort [--verbose] DIR`, in one line. */
void help_usage(buffer *out, const command *c, const option *options, size_t option_count);

/* The part of one command. */
void help_command(buffer *out, const command *c, const option *options, size_t option_count, help_form form);

/* The text before and behind the commands' parts in a file of this form. */
void help_begin(buffer *out, help_form form);
void help_end(buffer *out, help_form form);

/* Usage, and the list of commands. */
void help_overview(buffer *out);

#endif
