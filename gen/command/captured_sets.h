/* Captured programs with the option sets of `--configurations`: the programs that the application would build if it
 * chose other values for some of its -D options. Knows options as text; must not know what the values do to a program.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_COMMAND_CAPTURED_SETS_H
#define CLB_COMMAND_CAPTURED_SETS_H

#include "capture/captured.h"
#include "names/option_set.h"

/* All programs of the folder, and behind each one what every option set makes of it: its options without those -D and
 * -U that name a macro of the sets, and with the values and options of the set. A program that neither defines nor
 * mentions such a macro stays alone, as does one of several linked units, of which a note is given. Programs with the
 * same text and options occur once. Problems are reported. All memory is the arena's. */
captured captured_with_sets(arena *a, const captured *all, const option_sets *sets, diagnostics *d);

#endif
