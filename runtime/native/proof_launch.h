/* What a proof is about. Knows ids, arguments and sizes; must not know how proofs work.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_PROOF_LAUNCH_H
#define CLBI_NATIVE_PROOF_LAUNCH_H

#include "clbundle/checks.h"

/* A launch: its range, of which the groups from `first` to before `end` count; its arguments; and the checker's objects
 * for these, by their numbers. */
typedef struct clbi_proof_launch {
    const clb_native_range *range;
    const size_t *first, *end;
    void *const *arguments;
    const clb_check_object *objects;
    uint32_t object_count;
} clbi_proof_launch;

/* Bytes of argument number `argument` that the groups write, all of them, before anything reads them. */
typedef struct clbi_proof_fill {
    uint32_t argument;
    size_t begin, end;
} clbi_proof_fill;

enum { CLBI_PROOF_FILLS = 16 };

typedef struct clbi_proof_fills {
    clbi_proof_fill of[CLBI_PROOF_FILLS];
    size_t count;
} clbi_proof_fills;

#endif
