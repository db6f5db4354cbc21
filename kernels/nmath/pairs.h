/* Element-wise kernels of light functions, in files with `@gpu_range: n-n/2`: a work-item of a GPU takes two
 * neighbours, which doubles the memory that is under way while it computes. Knows no more than signatures.h does.
 * SPDX-License-Identifier: MIT */
#include "signatures.h"

#ifdef CLB_GPU
/* All loads come first: behind the first call's branches no compiler would move them up. An array whose elements lie in
 * pairs of 16 bytes is read and written by pairs. The last of an odd number of elements is its own neighbour. */
#define PAIRED(v) (two && ((ulong)(v)&15) == 0)
#define TWO(v)                                                   \
    double v##_1, v##_2;                                         \
    if (v##_step && PAIRED(v)) {                                 \
        const double2 both = ((__global const double2 *)(v))[i]; \
        v##_1 = both.x;                                          \
        v##_2 = both.y;                                          \
    } else {                                                     \
        v##_1 = v[v##_step ? 2 * i : 0];                         \
        v##_2 = v[v##_step ? 2 * i + two : 0];                   \
    }
#define PAIR(loads, one, other)                                          \
    {                                                                    \
        const size_t i = get_global_id(0), pairs = n / 2;                \
        if (i < n - pairs) {                                             \
            const int two = i < pairs;                                   \
            loads const double first = one, second = other;              \
            if (PAIRED(out)) {                                           \
                ((__global double2 *)out)[i] = (double2)(first, second); \
            } else {                                                     \
                out[2 * i] = first;                                      \
                if (two) out[2 * i + 1] = second;                        \
            }                                                            \
        }                                                                \
    }
#define EACH1(f, a, rest) PAIR(TWO(a), f(a##_1 rest), f(a##_2 rest))
/* clang-format off */
#define EACH2(f, a, b, rest) PAIR(TWO(a) TWO(b), f(a##_1, b##_1 rest), f(a##_2, b##_2 rest))
#define EACH3(f, a, b, c, rest) \
    PAIR(TWO(a) TWO(b) TWO(c), f(a##_1, b##_1, c##_1 rest), f(a##_2, b##_2, c##_2 rest))
/* clang-format on */
#else /* as in elementwise.h: what the device decides cannot include a file */
#define EACH1(f, a, rest) BODY(f(AT(a) rest))
#define EACH2(f, a, b, rest) BODY(f(AT(a), AT(b) rest))
#define EACH3(f, a, b, c, rest) BODY(f(AT(a), AT(b), AT(c) rest))
#endif
