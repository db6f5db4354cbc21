// Variables that serve several purposes, one after the other. Each kernel computes the same once with one variable and
// once with a variable for each purpose, and compares.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

#define WAIT barrier(CLK_LOCAL_MEM_FENCE)
#define STEP(path, k) (path = path * 5 + (k))

// A and B are one variable in `shared`, and two in `apart`.
#define TWICE(name, CODE)                                                              \
    static uint name##_shared(const int v, const int n) { uint path = 1; int a = v; CODE(a, a) return path; } \
    static uint name##_apart(const int v, const int n) { uint path = 1; int a = v, b = v; CODE(a, b) return path; } \
    __kernel void check_web_##name(__global const int *in, __global int *out, const int n) \
    {                                                                                  \
        const int g = get_global_id(0);                                                \
        out[g] = name##_shared(in[g], n) == name##_apart(in[g], n);                    \
    }

#define LOOPS(A, B)                                        \
    for (A = 0; A < 5; ++A) STEP(path, A + v);             \
    for (B = v; B < 20; B += 3) STEP(path, B);             \
    STEP(path, B);
#define IN_LOOP(A, B)                                      \
    for (int k = 0; k < 4; ++k) {                          \
        for (A = k; A < 5; ++A) STEP(path, A);             \
        for (B = v + k; B > 3; B -= 2) STEP(path, B);      \
    }
// B is carried from round to round, A is not.
#define CARRIED(A, B)                                      \
    B = 3;                                                 \
    for (int k = 0; k < 6; ++k) {                          \
        STEP(path, B);                                     \
        B = B + v % 4;                                     \
        if (B > 9) break;                                  \
        if ((B + k) % 3 == 0) continue;                    \
        STEP(path, k);                                     \
    }                                                      \
    STEP(path, B);                                         \
    A = v * 2;                                             \
    STEP(path, A);
#define BRANCHES(A, B)                                     \
    if (v % 2) { A = v + 1; STEP(path, A); }               \
    else { A = v - 1; STEP(path, A * 2); }                 \
    STEP(path, A);                                         \
    if (v % 3) B = 4; else B = v;                          \
    if (v % 5) STEP(path, B);                              \
    do { --B; STEP(path, B); if (B % 7 == 1) break; } while (B > 0);
#define SWITCHES(A, B)                                     \
    switch (v % 4) {                                       \
    case 0: A = 7; break;                                  \
    case 1: A = v;                                         \
    case 2: A = 9 - v; STEP(path, 2);                      \
    default: A = 1;                                        \
    }                                                      \
    STEP(path, A);                                         \
    switch (v % 3) {                                       \
    case 0: B = v; break;                                  \
    default: B = 2;                                        \
    }                                                      \
    for (; B < 6; ++B) {                                   \
        if (B == 4 && v > 9) continue;                     \
        STEP(path, B);                                     \
    }
#define RETURNS(A, B)                                      \
    for (A = 0; A < 9; ++A) {                              \
        STEP(path, A);                                     \
        if (A > v) return path;                            \
    }                                                      \
    B = v;                                                 \
    while (B > 0) { B /= 2; STEP(path, B); if (B == 5) return path + 1; }
#define JUMPS(A, B)                                        \
    A = 0;                                                 \
    again:                                                 \
    STEP(path, A);                                         \
    if (++A < v % 6) goto again;                           \
    B = 5;                                                 \
    back:                                                  \
    STEP(path, B);                                         \
    if ((B -= 2) > v % 3) goto back;

TWICE(loops, LOOPS)
TWICE(in_loop, IN_LOOP)
TWICE(carried, CARRIED)
TWICE(branches, BRANCHES)
TWICE(switches, SWITCHES)
TWICE(returns, RETURNS)
TWICE(jumps, JUMPS)

// The second purpose is the group's: the first loop differs between work-items, and so it was in the context.
__kernel void check_web_around_barriers(__global const int *in, __global int *out, const int n)
{
    __local int tile[64];
    const int l = get_local_id(0) % 64, size = min((int)get_local_size(0), 64);
    int i, sum = 0, expected = 0;
    for (i = l; i < 40; i += 3) sum += i;
    tile[l] = sum;
    WAIT;
    sum = 0;
    for (i = 0; i < size; ++i) sum += tile[i];
    WAIT;
    i = in[get_global_id(0)];
    tile[l] = i;
    WAIT;
    for (int k = 0; k < size; ++k)
        for (int j = k; j < 40; j += 3) expected += j;
    out[get_global_id(0)] = sum == expected && i == in[get_global_id(0)];
}
