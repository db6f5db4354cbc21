/* A kernel of checked code as a clb_proof (clbundle/checks.h): what its addresses and its control are computed from,
 * for the runtime to prove that a launch needs no checks. Knows the form and its CHECKs; must not know how code is
 * written.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_PROOF_H
#define CLB_CGEN_PROOF_H

#include "base/buffer.h"
#include "ir/ir.h"

/* Adds the constant `CLBN(proof_\1)` with what it needs. `f`: the form behind the pass `checks`. false: nothing is
 * added, as the kernel has something that no proof deals with. */
bool proof_write(const ir_function *f, buffer *out);

#endif
