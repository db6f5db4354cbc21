/* Reading a bundle's const data: text spans, names, checks. Knows nothing about devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_BUNDLE_H
#define CLBI_BUNDLE_H

#include "clbundle/core.h"

/* CLB_ERROR_ARGUMENT for NULL, CLB_ERROR_ABI for another layout or for data that contradict themselves. Linear in the
 * bundle: done once for each device. */
clb_status clbi_bundle_check(const clb_bundle *bundle, const char *call, clb_error *error);

/* Only the cheap part: not NULL, this layout. */
clb_status clbi_bundle_check_abi(const clb_bundle *bundle, const char *call, clb_error *error);

/* A span as a string of the caller's (free), or NULL. */
char *clbi_text_dup(const clb_bundle *bundle, clb_span span);

/* Part of a span that lies in one row. Starts with .span; false at the end. Never an empty piece. */
typedef struct clbi_piece {
    const char *text;
    size_t length;
} clbi_piece;
bool clbi_text_next(const clb_bundle *bundle, clb_span *rest, clbi_piece *piece);

/* Number of pieces of a program, and the pieces. */
size_t clbi_program_piece_count(const clb_bundle *bundle, uint32_t program);
void clbi_program_pieces(const clb_bundle *bundle, uint32_t program, const char **texts, size_t *lengths);

/* All needs of all programs. */
uint32_t clbi_bundle_needs(const clb_bundle *bundle);

/* "fp64, images": the names of CLB_NEEDS_ bits, as much as fits. */
void clbi_needs_text(uint32_t needs, char *text, size_t capacity);

/* A kernel's or parameter's name for messages, cut where it is too long. */
typedef struct clbi_name {
    char text[96];
} clbi_name;
clbi_name clbi_span_name(const clb_bundle *bundle, clb_span span);

#endif
