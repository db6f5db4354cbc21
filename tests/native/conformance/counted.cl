// Loops with barriers inside a divergent branch. Where the counter lives in the branch and depends on nothing that
// differs between work-items, the loop is the whole group's; all other shapes must give the same results. Each kernel
// compares the steps that a work-item took with those of the same code without barriers.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

#define STEP(k) (path = path * 5 + (k))
#define WAIT barrier(CLK_LOCAL_MEM_FENCE)
#define NO_WAIT

#define UP(v, m, WAITS)                                         \
    if ((v) % 3) {                                              \
        STEP(1);                                                \
        for (int k = 0; k < 7; ++k) { STEP(k); WAITS; path ^= k; } \
        STEP(2);                                                \
    }

// The bound and the step are arguments; the counter is used behind the loop, and the other branch counts down.
#define BOTH(v, m, WAITS)                                                      \
    if ((v) % 3) {                                                             \
        int k = 0;                                                             \
        for (; k < m; k += m % 3 + 1) { WAITS; STEP(k); }                      \
        path += k;                                                             \
    } else {                                                                   \
        for (uint k = m; k > 0; --k) { STEP(k); WAITS; path += k * (v); }      \
        STEP(3);                                                               \
    }

#define NESTED(v, m, WAITS)                                                     \
    if ((v) > 7) {                                                              \
        for (int k = 0; k < 3; ++k) {                                           \
            STEP(k);                                                            \
            for (int j = k; j < m; ++j) { WAITS; STEP(j); if (j & 1) WAITS; }   \
            if (k != 1) { STEP(2); WAITS; } else STEP(4);                       \
        }                                                                       \
    }

#define LAST(v, m, WAITS)                                       \
    if ((v) % 2 == 0) {                                         \
        int k = 3;                                              \
        do { STEP(k); WAITS; k += 2; STEP(v); } while (k < m);  \
    }

// Not alike: the counter depends on the work-item, some leave, it lives outside of the branch, it comes from memory.
#define HURRIED(v, m, WAITS)                                                         \
    if ((v) % 3) {                                                                   \
        for (int k = 0; k < 7; ++k) { STEP(k); WAITS; if ((v) > 12) ++k; }           \
    }
#define LEFT(v, m, WAITS)                                                            \
    if ((v) % 3) {                                                                   \
        for (int k = 0; k < 7; ++k) { STEP(k); WAITS; if (k > (v)) break; STEP(1); } \
    }
#define OUTSIDE(v, m, WAITS)                                                         \
    int k = 9;                                                                       \
    if ((v) % 3) {                                                                   \
        for (k = 0; k < 4; ++k) { STEP(k); WAITS; }                                  \
    }                                                                                \
    path += k;
#define LOADED(v, m, WAITS)                                                          \
    if ((v) % 3) {                                                                   \
        for (int k = 0; k < (in[1] & 7); ++k) { STEP(k); WAITS; }                    \
    }
#define ENDED(v, m, WAITS)                                                           \
    if ((v) % 3) {                                                                   \
        for (int k = 0; k < 5; ++k) { STEP(k); if (k == m % 4) continue; WAITS; STEP(2); } \
    }

// No work-item is in the branch, and the loop would not end.
#define IDLE(v, m, WAITS)                                                            \
    if ((v) < -n) {                                                                  \
        for (int k = 1; k != 2 * m; k += 2) { STEP(k); WAITS; }                      \
    }

#define CHECKED(name, CODE)                                                                       \
    static uint name(__global const int *in, const int v, const int m, const int n) { uint path = 1; CODE(v, m, NO_WAIT) return path; } \
    __kernel void check_counted_##name(__global const int *in, __global int *out, const int n)            \
    {                                                                                             \
        const int g = get_global_id(0), v = in[g], m = n % 5 + 4;                                 \
        uint path = 1;                                                                            \
        CODE(v, m, WAIT)                                                                          \
        out[g] = path == name(in, v, m, n);                                                          \
    }                                                                                             \
    __kernel void check_counted_bound_##name(__global const int *in, __global int *out, const int n)      \
    {                                                                                             \
        const int g = get_global_id(0), v = in[g], m = n % 5 + 4;                                 \
        uint path = 1, expected = 1;                                                              \
        if (g < n - 3) {                                                                          \
            CODE(v, m, WAIT)                                                                      \
        }                                                                                         \
        if (g < n - 3) expected = name(in, v, m, n);                                                 \
        out[g] = path == expected;                                                                \
    }

CHECKED(up, UP)
CHECKED(both, BOTH)
CHECKED(nested, NESTED)
CHECKED(last, LAST)
CHECKED(hurried, HURRIED)
CHECKED(left, LEFT)
CHECKED(outside, OUTSIDE)
CHECKED(loaded, LOADED)
CHECKED(ended, ENDED)
CHECKED(idle, IDLE)
