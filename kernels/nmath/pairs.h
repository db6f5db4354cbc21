/* Element-wise kernels of light functions, in files with `@gpu_range: n-n/2`: a work-item of a GPU takes two neighbours,
 * which doubles the memory that is under way while it computes. Knows no more than signatures.h does.
 * SPDX-License-Identifier: MIT */
#include "signatures.h"

#ifdef CLB_GPU
/* All loads come first: behind the first call's branches no compiler would move them up. The last of an odd number of
 * elements is its own neighbour. */
#define TWO(v) const double v##_1 = v[v##_step ? i : 0], v##_2 = v[v##_step ? j : 0];
#define PAIR(loads, one, two)                                             \
    {                                                                     \
        const size_t i = 2 * get_global_id(0), j = i + 1 < n ? i + 1 : i; \
        if (i < n) {                                                      \
            loads                                                         \
            const double first = one, second = two;                       \
            out[i] = first;                                               \
            out[j] = second;                                              \
        }                                                                 \
    }
#define EACH1(f, a, rest) PAIR(TWO(a), f(a##_1 rest), f(a##_2 rest))
#define EACH2(f, a, b, rest) PAIR(TWO(a) TWO(b), f(a##_1, b##_1 rest), f(a##_2, b##_2 rest))
#define EACH3(f, a, b, c, rest) \
    PAIR(TWO(a) TWO(b) TWO(c), f(a##_1, b##_1, c##_1 rest), f(a##_2, b##_2, c##_2 rest))
#else /* as in elementwise.h: what the device decides cannot include a file */
#define EACH1(f, a, rest) BODY(f(AT(a) rest))
#define EACH2(f, a, b, rest) BODY(f(AT(a), AT(b) rest))
#define EACH3(f, a, b, c, rest) BODY(f(AT(a), AT(b), AT(c) rest))
#endif
