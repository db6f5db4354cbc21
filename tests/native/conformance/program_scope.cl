// Variables of the program that kernels write, and pointers to them: each kernel looks at its own results. They are kept
// from launch to launch, so a kernel may only rely on what all its launches do.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

global int state = 5;
global atomic_int firsts, turns = ATOMIC_VAR_INIT(100);
global int table[3][64] = {{1, 2, 3}};
global int *global cursor = &table[1][0];
global struct pair { char low; double high; global int *to; } pair = {-3, 0.25, &state};

global atomic_int calls = ATOMIC_VAR_INIT(7);

static int next_turn(void)
{
    static int called = 3;
    if (called != 3 && called != 4) return -1;
    called = 4;
    return atomic_fetch_add(&calls, 1);
}

__attribute__((noinline)) static int read_state(int i)
{
    return i < 0 ? 0 : state;
}

// One group after the other may run at once with others, so only the group's own words of the table are its own.
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void check_variables(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), l = get_local_id(0), own = g % 64;
    int right = table[0][l % 3] == l % 3 + 1 && pair.to == &state && cursor == table[1];
    const int before = next_turn(), after = next_turn();
    right &= before >= 7 && after > before;
    const int old = atomic_fetch_add(&turns, 1);
    right &= old >= 100 && atomic_load(&turns) > old;
    if (g < 64) {
        cursor[own] = in[g] + 1;
        table[2][own] = cursor[own] + table[1][own];
        right &= table[2][own] == 2 * (in[g] + 1);
    }
    out[g] = right;
}

// A function that reads a variable is called again after a change.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void check_calls(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int right = 1;
    if (g == 0) {
        for (int i = 0; i < 3; ++i) {
            state = i * 3 + in[0];
            right &= read_state(1) == i * 3 + in[0];
            *pair.to += 1;
            right &= read_state(1) == i * 3 + in[0] + 1 && state == read_state(1);
        }
        pair.high += 0.25;
        right &= pair.high > 0.25 && pair.low == -3;
        state = 5;
    }
    out[g] = right;
}
