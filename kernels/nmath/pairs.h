/* Element-wise kernels of light functions, in files with `@gpu_range: n-n/2`: a work-item of a GPU takes two
 * neighbours, which doubles the memory that is under way while it computes. Knows no more than signatures.h does.
 * SPDX-License-Identifier: MIT */
#include "signatures.h"

#ifdef CLB_GPU
/* All loads come first: behind the first call's branches no compiler would move them up. Where all arrays have n
 * elements and lie in pairs of 16 bytes, they are read and written by pairs: one branch for all, as a branch for each
 * array took a seventh of the instructions of plnorm. The last of an odd number of elements is its own neighbour. */
#define PAIRED(v) (v##_step != 0 && ((ulong)(v)&15) == 0)
#define WIDE(v) v##_both = ((__global const double2 *)(v))[i]
#define NARROW(v) v##_both = (double2)(v[v##_step ? 2 * i : 0], v[v##_step ? 2 * i + two : 0])
#define NEIGHBOURS(names, paired, wide, narrow, compute)                 \
    {                                                                    \
        const size_t i = get_global_id(0), pairs = n / 2;                \
        if (i < n - pairs) {                                             \
            const int two = i < pairs, both = two && paired;             \
            double2 names;                                               \
            double first, second;                                        \
            if (both) {                                                  \
                wide;                                                    \
            } else {                                                     \
                narrow;                                                  \
            }                                                            \
            compute;                                                     \
            if (both) {                                                  \
                ((__global double2 *)out)[i] = (double2)(first, second); \
            } else {                                                     \
                out[2 * i] = first;                                      \
                if (two) out[2 * i + 1] = second;                        \
            }                                                            \
        }                                                                \
    }
#define AND ,
#define ALIGNED ((ulong)out & 15) == 0
#define BOTH(one, other) \
    {                    \
        first = one;     \
        second = other;  \
    }
/* clang-format off */
#define NEIGHBOURS1(a, compute) NEIGHBOURS(a##_both, PAIRED(a) && ALIGNED, WIDE(a), NARROW(a), compute)
#define NEIGHBOURS2(a, b, compute) \
    NEIGHBOURS(a##_both AND b##_both, PAIRED(a) && PAIRED(b) && ALIGNED, \
               WIDE(a); WIDE(b), NARROW(a); NARROW(b), compute)
#define NEIGHBOURS3(a, b, c, compute) \
    NEIGHBOURS(a##_both AND b##_both AND c##_both, PAIRED(a) && PAIRED(b) && PAIRED(c) && ALIGNED, \
               WIDE(a); WIDE(b); WIDE(c), NARROW(a); NARROW(b); NARROW(c), compute)
#define EACH1(f, a, rest) NEIGHBOURS1(a, BOTH(f(a##_both.x rest), f(a##_both.y rest)))
#define EACH2(f, a, b, rest) NEIGHBOURS2(a, b, BOTH(f(a##_both.x, b##_both.x rest), f(a##_both.y, b##_both.y rest)))
#define EACH3(f, a, b, c, rest) \
    NEIGHBOURS3(a, b, c, BOTH(f(a##_both.x, b##_both.x, c##_both.x rest), f(a##_both.y, b##_both.y, c##_both.y rest)))
/* One branch for both neighbours, so that their instructions stand side by side. */
#define SCALES(flag, log_one, log_other, one, other) \
    if (flag) BOTH(log_one, log_other) else BOTH(one, other)
#define SCALE1(f, a, rest, flag) \
    NEIGHBOURS1(a, SCALES(flag, f(a##_both.x rest, 1), f(a##_both.y rest, 1), \
                          f(a##_both.x rest, 0), f(a##_both.y rest, 0)))
#define SCALE2(f, a, b, rest, flag) \
    NEIGHBOURS2(a, b, SCALES(flag, f(a##_both.x, b##_both.x rest, 1), f(a##_both.y, b##_both.y rest, 1), \
                             f(a##_both.x, b##_both.x rest, 0), f(a##_both.y, b##_both.y rest, 0)))
#define SCALE3(f, a, b, c, rest, flag) \
    NEIGHBOURS3(a, b, c, SCALES(flag, f(a##_both.x, b##_both.x, c##_both.x rest, 1), \
                                f(a##_both.y, b##_both.y, c##_both.y rest, 1), \
                                f(a##_both.x, b##_both.x, c##_both.x rest, 0), \
                                f(a##_both.y, b##_both.y, c##_both.y rest, 0)))
/* clang-format on */
#else /* as in elementwise.h: what the device decides cannot include a file */
#define EACH1(f, a, rest) BODY(f(AT(a) rest))
#define EACH2(f, a, b, rest) BODY(f(AT(a), AT(b) rest))
#define EACH3(f, a, b, c, rest) BODY(f(AT(a), AT(b), AT(c) rest))
#define SCALE1(f, a, rest, flag) BODY(f(AT(a) rest, flag))
#define SCALE2(f, a, b, rest, flag) BODY(f(AT(a), AT(b) rest, flag))
#define SCALE3(f, a, b, c, rest, flag) BODY(f(AT(a), AT(b), AT(c) rest, flag))
#endif
