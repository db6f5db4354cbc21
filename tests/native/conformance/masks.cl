// Nested branches around barriers whose conditions nothing proves uniform: they are loaded from memory. Where a group's
// work-items take one way, the OpenCL device agrees. Kernels named check_... let them take several ways, which OpenCL
// leaves undefined; here a barrier waits for those that reach it. Each compares the steps that a work-item took with
// those of the same branches without barriers.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

#define LARGEST 64
#define STEP(k) (path = path * 5 + (k))
#define WAIT barrier(CLK_LOCAL_MEM_FENCE)
#define NO_WAIT

// Steps of a chain: else if, four deep, with a barrier in all arms but one.
#define CHAIN(v, WAITS)                                \
    if ((v) % 2 == 0) {                                \
        STEP(1);                                       \
        WAITS;                                         \
        STEP(2);                                       \
    } else if ((v) % 3 == 0) {                         \
        STEP(3);                                       \
        WAITS;                                         \
        STEP(1);                                       \
        WAITS;                                         \
        STEP(4);                                       \
    } else if ((v) % 5 == 0) {                         \
        STEP(2);                                       \
    } else if ((v) % 7 == 0) {                         \
        WAITS;                                         \
        STEP(3);                                       \
    } else {                                           \
        STEP(4);                                       \
        WAITS;                                         \
        STEP(3);                                       \
    }

// Branches in branches, three deep, each with both ways.
#define NEST(v, WAITS)                                 \
    if ((v) & 1) {                                     \
        STEP(1);                                       \
        if ((v) & 2) {                                 \
            WAITS;                                     \
            if ((v) & 4) { STEP(1); WAITS; STEP(2); }  \
            else { STEP(2); WAITS; STEP(3); }          \
            STEP(1);                                   \
        } else {                                       \
            if ((v) & 4) STEP(4);                      \
            else { STEP(3); WAITS; }                   \
            STEP(2);                                   \
        }                                              \
        STEP(1);                                       \
    } else {                                           \
        if ((v) & 8) { STEP(2); }                      \
        else if ((v) & 2) {                            \
            STEP(4);                                   \
            if ((v) & 4) { WAITS; STEP(4); }           \
            else { STEP(1); }                          \
        } else { STEP(3); WAITS; STEP(3); }            \
        STEP(4);                                       \
    }

// In a loop that work-items leave, and rounds that they end early, from the depth of branches.
#define ROUNDS(v, WAITS)                               \
    for (int i = 0; i < 6; ++i) {                      \
        const int w = (v) + i * 5;                     \
        if (w % 3 == 0) {                              \
            STEP(1);                                   \
            WAITS;                                     \
            if (w % 2 == 0) continue;                  \
            else if (w > 24) { WAITS; STEP(3); break; } \
            else { STEP(2); WAITS; }                   \
            STEP(4);                                   \
        } else if (w % 5 == 0) {                       \
            STEP(3);                                   \
            WAITS;                                     \
        } else if (w % 7 == 0) {                       \
            STEP(2);                                   \
            if (i > 3) break;                          \
            WAITS;                                     \
            STEP(1);                                   \
        } else {                                       \
            STEP(4);                                   \
            CHAIN(w, WAITS)                            \
        }                                              \
        path ^= i;                                     \
    }

static uint chain(const int v) { uint path = 1; CHAIN(v, NO_WAIT) return path; }
static uint nest(const int v) { uint path = 1; NEST(v, NO_WAIT) return path; }
static uint rounds(const int v) { uint path = 1; ROUNDS(v, NO_WAIT) return path; }

// The same number for the whole group, which only the data tells.
#define OF_GROUP(in) in[get_group_id(0) + (get_local_id(0) >> 10)]

#define BY_DATA(name, BRANCHES)                                                                   \
    __kernel void data_##name(__global const int *in, __global int *out, const int n)             \
    {                                                                                             \
        const int g = get_global_id(0), v = OF_GROUP(in);                                         \
        uint path = 1;                                                                            \
        BRANCHES(v, WAIT)                                                                         \
        out[g] = path;                                                                            \
    }
#define DIVERGENT(name, BRANCHES)                                                                 \
    __kernel void check_divergent_##name(__global const int *in, __global int *out, const int n)  \
    {                                                                                             \
        const int g = get_global_id(0), v = in[g];                                                \
        uint path = 1;                                                                            \
        BRANCHES(v, WAIT)                                                                         \
        out[g] = path == name(v);                                                                 \
    }                                                                                             \
    /* Some work-items have left. */                                                              \
    __kernel void check_left_##name(__global const int *in, __global int *out, const int n)       \
    {                                                                                             \
        const int g = get_global_id(0), v = in[g];                                                \
        uint path = 1;                                                                            \
        out[g] = 1;                                                                               \
        if (v % 4 == 1) return;                                                                   \
        out[g] = 2;                                                                               \
        WAIT;                                                                                     \
        BRANCHES(v, WAIT)                                                                         \
        if (path != name(v)) return;                                                              \
        WAIT;                                                                                     \
        out[g] = 1;                                                                               \
    }

BY_DATA(chain, CHAIN)
BY_DATA(nest, NEST)
DIVERGENT(chain, CHAIN)
DIVERGENT(nest, NEST)
DIVERGENT(rounds, ROUNDS)

// A chain in a loop, each round another arm.
__kernel void data_in_loop(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), v = OF_GROUP(in);
    uint path = 1;
    for (int i = 0; i < 5; ++i) {
        CHAIN(v + i, WAIT)
        path += g;
    }
    out[g] = path;
}

// Local memory that the arms of a chain exchange.
__kernel void data_exchanged(__global const int *in, __global int *out, const int n)
{
    __local int tile[LARGEST];
    const int g = get_global_id(0), l = get_local_id(0), last = get_local_size(0) - 1, first = OF_GROUP(in);
    int value = in[g];
    if (first % 2 == 0) {
        tile[l] = value;
        WAIT;
        value = tile[last - l];
    } else if (first % 3 == 0) {
        tile[l] = value * 2;
        WAIT;
        value -= tile[0];
    } else if (first > 10) {
        value = -value;
    } else {
        tile[last - l] = value + l;
        WAIT;
        value += 3 * tile[l];
    }
    out[g] = value + l;
}

// The arm that is entered counts itself, so that one which runs for others too is seen.
__kernel void check_entered_once(__global const int *in, __global int *out, const int n)
{
    __local int entered[4], left;
    const int g = get_global_id(0), v = in[g];
    if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) entered[0] = entered[1] = entered[2] = entered[3] = left = 0;
    WAIT;
    if (v > 15) {
        atomic_inc(&entered[0]);
        WAIT;
    } else if (v > 10) {
        atomic_inc(&entered[1]);
        WAIT;
    } else {
        if (v > 5) {
            atomic_inc(&entered[2]);
            WAIT;
        } else {
            atomic_inc(&entered[3]);
        }
        atomic_inc(&left);
    }
    WAIT;
    const int all = get_local_size(0) * get_local_size(1) * get_local_size(2);
    out[g] = entered[0] + entered[1] + entered[2] + entered[3] == all && left == entered[2] + entered[3];
}

// Returns from the depth of a chain; those that are left go on.
__kernel void check_returns(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), v = in[g];
    int steps = 0;
    out[g] = 0;
    if (v < 4) {
        WAIT;
        ++steps;
    } else if (v < 8) {
        steps += 2;
        WAIT;
        out[g] = steps == 2;
        return;
    } else if (v < 12) {
        steps += 3;
    } else {
        steps += 4;
        WAIT;
        if (v < 16) {
            out[g] = steps == 4;
            return;
        } else {
            WAIT;
            steps += 5;
        }
    }
    WAIT;
    out[g] = steps == (v < 4 ? 1 : v < 12 ? 3 : 9);
}
