/* Entries: the function of a kernel that unpacks its arguments and runs a range of work-groups.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_ENTRY_H
#define CLB_CGEN_ENTRY_H

#include "cgen/writer.h"

/* The arguments that variants fix. Arguments of 64 bits, such as steps, have a fast variant for 1; other flags have a
 * variant for each value. Arrays by the kernel's parameters, in the program's arena. */
typedef struct entry_variants {
    bool *is_step, *is_flag;
    size_t steps, flags;
} entry_variants;

/* The variants worth having; none if the group has control flow of its own. */
entry_variants entry_find_variants(arena *a, const symbol *kernel, bool has_control);

/* Which of the group's functions there are. has_columns: a version for groups of one work-item along x. lanes: one for
 * sub-groups of so many lanes, or 0. has_proof: beside checked code, a `CLBN(proof_\1)`, and code without checks for
 * groups of which it proves that they need none. `spill_bytes`: they get the scratch behind so many bytes. */
typedef struct entry_functions {
    bool has_columns, has_proof;
    uint64_t lanes;
    size_t spill_bytes;
} entry_functions;

/* Writes the entry behind the group's functions. */
void entry_write(writer *w, const symbol *kernel, const entry_variants *v, const entry_functions *functions);

#endif
