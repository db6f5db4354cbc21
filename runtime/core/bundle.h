/* The tables of a bundle: checks, programs, needs. Knows nothing about devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_BUNDLE_H
#define CLBI_BUNDLE_H

#include "core/text.h"

/* CLB_ERROR_ARGUMENT for NULL, CLB_ERROR_ABI for another layout or for data that contradict themselves. Linear in the
 * bundle: done once for each device. */
clb_status clbi_bundle_check(const clb_bundle *bundle, const char *call, clb_error *error);

/* Number of pieces of a program, and the pieces. */
size_t clbi_program_piece_count(const clb_bundle *bundle, uint32_t program);
void clbi_program_pieces(const clb_bundle *bundle, uint32_t program, const char **texts, size_t *lengths);

/* All needs of all programs, but for those of variants alone: a variant does not fit a device that lacks something. */
uint32_t clbi_bundle_needs(const clb_bundle *bundle);

/* Whether a word of the program's build options begins with `prefix`. */
bool clbi_program_has_option(const clb_bundle *bundle, const clb_program_data *program, const char *prefix);

#endif
