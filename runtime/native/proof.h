/* Proofs: whether no access of a launch's groups can be a fault, by an abstract interpretation of a kernel's
 * clb_proof: all work-items of all groups at once. Knows ids, arguments and sizes; must not know threads.
 *
 * What all groups do alike, whatever the data are, need not be proved: it is enough that one group does it under
 * checks. Such is most use of local memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_PROOF_H
#define CLBI_NATIVE_PROOF_H

#include "native/proof_launch.h"

typedef enum clbi_proof_result {
    CLBI_UNPROVED,
    CLBI_PROVED_BY_SAMPLE, /* if one group, run under checks, is without findings */
    CLBI_PROVED
} clbi_proof_result;

/* Work is bounded, whatever the kernel. Without memory for it nothing is proved. `fills`: memory that counts as written
 * when the groups have run, as far as it did not before. Any thread. */
clbi_proof_result clbi_proof_run(const clb_proof *proof, const clbi_proof_launch *launch, clbi_proof_fills *fills);

/* The same of single objects, where some access of the kernel is not proved. `*objects` has a bit for each of the
 * checker's first 64 objects no access of which can be a fault; `fills` are of these alone. */
clbi_proof_result clbi_proof_run_parts(const clb_proof *proof, const clbi_proof_launch *launch, clbi_proof_fills *fills,
                                       uint64_t *objects);

#endif
