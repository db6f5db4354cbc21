/* The texts of a bundle: spans, names, needs in words. Knows nothing about the tables that the texts belong to.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_TEXT_H
#define CLBI_TEXT_H

#include "clbundle/core.h"

/* The cheap part of clbi_bundle_check: not NULL, this layout. */
clb_status clbi_bundle_check_abi(const clb_bundle *bundle, const char *call, clb_error *error);

/* Whether a span lies within the bundle's text. */
bool clbi_text_fits(const clb_bundle *bundle, clb_span span);

/* A span as a string of the caller's (free), or NULL. */
char *clbi_text_dup(const clb_bundle *bundle, clb_span span);

/* Part of a span that lies in one row. Starts with .span; false at the end. Never an empty piece. */
typedef struct clbi_piece {
    const char *text;
    size_t length;
} clbi_piece;
bool clbi_text_next(const clb_bundle *bundle, clb_span *rest, clbi_piece *piece);

/* "fp64, images": the names of CLB_NEEDS_ bits, as much as fits. */
void clbi_needs_text(uint32_t needs, char *text, size_t capacity);

/* A kernel's or parameter's name for messages, cut where it is too long. */
typedef struct clbi_name {
    char text[96];
} clbi_name;
clbi_name clbi_span_name(const clb_bundle *bundle, clb_span span);

#endif
