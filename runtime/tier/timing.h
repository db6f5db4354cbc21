/* How long calls of one kernel take natively and on the device, by their size; and which of the two is faster.
 * Knows numbers only. It takes no locks: tier/tier.c does.
 *
 * Work does not always grow with the number of work-items alone, so a size has two parts. Conclusions on a size come
 * only from a larger call (native) and a smaller one (device).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_TIMING_H
#define CLBI_TIMING_H

#include "launch/choice.h"

typedef struct clbi_timed {
    clbi_call_size size;
    uint32_t calls[CLBI_SIDES];
    uint64_t ns[CLBI_SIDES]; /* of a call, as it mostly is; nothing where there were no calls */
} clbi_timed;

enum {
    CLBI_TIMED_MAX = 32,
    CLBI_TIMED_ENOUGH = 3 /* calls on a device: one time that is too long would keep calls away from it */
};

/* Of one kernel; {0} to begin with. */
typedef struct clbi_timing {
    uint32_t count;
    uint32_t spared; /* calls that ran natively since the device was last asked instead */
    bool warm;       /* the device has run the kernel once: that time is not counted */
    clbi_timed of[CLBI_TIMED_MAX];
} clbi_timing;

clbi_call_size clbi_call_size_of(const size_t global[3], uint64_t bytes);

void clbi_timing_note(clbi_timing *timing, clbi_call_size size, clbi_side side, uint64_t ns);

/* True: native code is faster, as far as was measured. */
bool clbi_timing_is_small(const clbi_timing *timing, clbi_call_size size);

/* True: the device takes less than `most_ns` for the size, and it is not known that native code takes longer. */
bool clbi_timing_lacks_native(const clbi_timing *timing, clbi_call_size size, uint64_t most_ns);

/* Above the work-items of the largest size that is small, or 0. */
uint64_t clbi_timing_break_even(const clbi_timing *timing);

#endif
