// Loops around barriers that work-items leave in different rounds, and work-items that return before barriers. A barrier
// waits for the work-items that come to it. Each kernel compares the steps that a work-item took with those of the same
// code without barriers.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

#define STEP(k) (path = path * 5 + (k))
#define WAIT barrier(CLK_LOCAL_MEM_FENCE)
#define NO_WAIT

#define SHAPE(name, CODE)                                                            \
    static uint name##_alone(const int v, const int m, const int limit)              \
    {                                                                                \
        uint path = 1;                                                               \
        do { CODE(NO_WAIT) } while (0);                                              \
        return path;                                                                 \
    }                                                                                \
    __kernel void check_leaving_##name(__global const int *in, __global int *out, const int n) \
    {                                                                                \
        const int g = get_global_id(0), v = in[g], m = n % 5 + 2, limit = n;         \
        uint path = 1;                                                               \
        do { CODE(WAIT) } while (0);                                                 \
        out[g] = path == name##_alone(v, m, limit);                                  \
    }

#define COUNTED(WAITS) \
    for (int k = 0; k < v % 7; ++k) { STEP(k); WAITS; path ^= v; WAITS; }

#define STRIDED(WAITS) \
    int k; \
    for (k = v; k < 20; k += m) { STEP(k); WAITS; STEP(2); } \
    path += k;

#define LEFT(WAITS)                          \
    int k = 0;                               \
    while (1) {                              \
        STEP(k);                             \
        WAITS;                               \
        if (k++ > v) break;                  \
        if ((k ^ v) & 1) continue;           \
        STEP(3);                             \
        WAITS;                               \
        if (k == 9) { STEP(4); break; }      \
    }                                        \
    STEP(k);

#define AFTER(WAITS) \
    int k = v; \
    do { STEP(k); WAITS; k -= 3; } while (k > 0);

#define NESTED(WAITS)                                        \
    for (int k = 0; k < v % 4 + 1; ++k) {                    \
        WAITS;                                               \
        for (int j = v % 3; j < m; ++j) { STEP(j); WAITS; if (j == v % 5) break; } \
        if (v & 2) { STEP(7); WAITS; } else STEP(8);         \
    }

// Work-items that do not take part in the rest: `break` leaves the `do` around the code.
#define EARLY(WAITS)                                  \
    if (v > 15) break;                                \
    STEP(1);                                          \
    for (int k = 0; k < m; ++k) { STEP(k); WAITS; path += v; WAITS; } \
    STEP(2);

#define EARLIER(WAITS)                                \
    const int first = v * 3;                          \
    if (v % 3 == 0) { STEP(first); break; }           \
    int i, sum = first;                               \
    for (i = 0; i < m; ++i) { WAITS; sum += i * v; STEP(i); } \
    if (sum % 2) break;                               \
    for (i = m; i > 0; --i) { STEP(sum); WAITS; if (v & 4) { sum -= i; WAITS; } } \
    STEP(sum);

#define LATER(WAITS)                                  \
    for (int k = 0; k < 3; ++k) { STEP(k); WAITS; }   \
    if (v < 5) STEP(5); else { path ^= 77; break; }   \
    WAITS;                                            \
    for (int k = 0; k < v; ++k) { STEP(k); WAITS; }

#define IN_LOOP(WAITS)                                \
    for (int k = 0; k < 4; ++k) {                     \
        if ((v + k) % 4 == 0) continue;               \
        STEP(k);                                      \
        WAITS;                                        \
        if (v + k > limit % 11 + 9) break;            \
        for (int j = 0; j < m; ++j) { STEP(j); WAITS; } \
    }

SHAPE(counted, COUNTED)
SHAPE(strided, STRIDED)
SHAPE(left, LEFT)
SHAPE(after, AFTER)
SHAPE(nested, NESTED)
SHAPE(early, EARLY)
SHAPE(earlier, EARLIER)
SHAPE(later, LATER)
SHAPE(in_loop, IN_LOOP)

// Returns of the kernel itself, with values of the group's memory behind them.
__kernel void check_leaving_returned(__global const int *in, __global int *out, const int n)
{
    __local int t[4096];
    const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    const int at = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * size + l;
    out[g] = 1;
    if (g < 0) return;
    int sum = 0, expected = 0;
    for (int k = 0; k < size; k += 3) {
        t[at] = l * k;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < size; ++i) sum += t[at - l + i];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < size; ++i) expected += i * k;
    }
    if (in[g] < 3) { out[g] = sum == expected; return; }
    for (int k = 0; k < in[g] % 5; ++k) {
        t[at] = k;
        barrier(CLK_LOCAL_MEM_FENCE);
        expected += k;
        sum += t[at];
    }
    out[g] = sum == expected;
}
