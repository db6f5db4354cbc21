/* Entries: the function of a kernel that unpacks the arguments and runs a range of work-groups. */
#ifndef CLB_CGEN_ENTRY_H
#define CLB_CGEN_ENTRY_H

#include "cgen/writer.h"

/* The arguments that variants fix: those of 64 bits, steps and the like, are fast where they are not zero; others have
 * a variant for each value. Arrays of the kernel's parameters, in the program's arena. */
typedef struct entry_variants {
    bool *is_step, *is_flag;
    size_t steps, flags;
} entry_variants;

/* Those that pay; none where the group has control of its own. */
entry_variants entry_find_variants(arena *a, const symbol *kernel, bool has_control);

/* Writes the entry behind the group's functions. has_columns: there is one for groups of one work-item in x. `room`:
 * bytes of the scratch that lie below what the group's functions get as theirs. */
void entry_write(writer *w, const symbol *kernel, const entry_variants *v, bool has_columns, size_t spill_bytes);

#endif
