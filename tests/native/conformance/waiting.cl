// Work-groups that wait for each other. Kernels named check_... write 1 for each work-item with correct results; kernels
// named stuck_... wait for what never comes, in the loop whose line ends in "stuck"; pair_... run two at once. `state` is zeros. Kernels with
// `volatile` in their names race in the sense of C, as programs of OpenCL 1.2 do.
// @range: n
// @local: 8
// @arg state: inout 4096
// @arg out: out n
// SPDX-License-Identifier: MIT

#define ATOMIC(i) ((volatile __global atomic_int *)state + (i))
#define GET(i) atomic_load_explicit(ATOMIC(i), memory_order_acquire, memory_scope_device)
#define PUT(i, x) atomic_store_explicit(ATOMIC(i), x, memory_order_release, memory_scope_device)
#define GROUP const int g = get_group_id(0), groups = get_num_groups(0), l = get_local_id(0), id = get_global_id(0);

// All groups meet several times. Between two meetings each looks at what another one wrote.
__kernel void check_meeting(__global int *state, __global int *out, const int n)
{
    GROUP
    int right = 1;
    for (int round = 1; round <= 3; ++round) {
        if (l == 0) {
            atomic_store_explicit(ATOMIC(16 + g), round * (g + 1), memory_order_relaxed, memory_scope_device);
            atomic_fetch_add(ATOMIC(0), 1);
            while (atomic_load(ATOMIC(0)) < round * groups) {}
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        const int other = (g + round) % groups;
        const int found =
            atomic_load_explicit(ATOMIC(16 + other), memory_order_relaxed, memory_scope_device);
        right &= found == round * (other + 1);
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (l == 0) {
            atomic_fetch_add(ATOMIC(1), 1);
            while (atomic_load(ATOMIC(1)) < round * groups) {}
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    out[id] = right;
}

// The same in the words of OpenCL 1.2.
__kernel void check_volatile_meeting(volatile __global int *state, __global int *out, const int n)
{
    GROUP
    if (l == 0) {
        state[16 + g] = g * g;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_inc(&state[0]);
        while (state[0] < groups) {}
        mem_fence(CLK_GLOBAL_MEM_FENCE);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    const int other = (g + 1) % groups;
    out[id] = state[16 + other] == other * other;
}

// A sum over the groups before this one: decoupled look-back (Merrill and Garland, NVIDIA technical report 2016-002).
__kernel void check_look_back(__global int *state, __global int *out, const int n)
{
    GROUP
    if (l == 0) {
        const int own = g + 3;
        int before = 0, at = g - 1;
        atomic_store(ATOMIC(1024 + g), own);
        PUT(16 + g, g == 0 ? 2 : 1);
        while (at >= 0) {
            const int flag = GET(16 + at);
            if (flag == 2) {
                before += at == 0 ? 3 : atomic_load(ATOMIC(2048 + at));
                break;
            }
            if (flag == 1) before += atomic_load(ATOMIC(1024 + at)), --at;
        }
        atomic_store(ATOMIC(2048 + g), before + own);
        PUT(16 + g, 2);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[id] = atomic_load(ATOMIC(2048 + g)) == (g + 1) * (g + 6) / 2;
}

// The other way round: in the order in which groups begin, each waits for one that has not begun.
__kernel void check_look_ahead(__global int *state, __global int *out, const int n)
{
    GROUP
    if (l == 0) {
        int behind = 0;
        if (g + 1 < groups) {
            while (GET(16 + g + 1) == 0) {}
            behind = atomic_load(ATOMIC(1024 + g + 1));
        }
        atomic_store(ATOMIC(1024 + g), behind + 1);
        PUT(16 + g, 1);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[id] = atomic_load(ATOMIC(1024 + g)) == groups - g;
}

// Even groups take what odd ones make, several times, and thank for each.
__kernel void check_producers(__global int *state, __global int *out, const int n)
{
    GROUP
    int right = 1;
    const int slot = 16 + (g & ~1) * 4;
    if (l == 0 && (g | 1) < groups) {
        for (int i = 1; i <= 20; ++i) {
            if (g & 1) {
                atomic_store(ATOMIC(slot + 2), i * i);
                PUT(slot, i);
                while (GET(slot + 1) != i) {}
            } else {
                while (GET(slot) != i) {}
                right &= atomic_load(ATOMIC(slot + 2)) == i * i;
                PUT(slot + 1, i);
            }
        }
    }
    out[id] = right;
}

// Each work-item in turn takes a lock and lets it go: in lanes in lock step, the one that has it would wait for others.
__kernel void check_volatile_lock(volatile __global int *state, __global int *out, const int n)
{
    GROUP
    while (atomic_cmpxchg(&state[0], 0, 1)) {}
    const int old = state[1];
    state[1] = old + 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(&state[0], 0);
    out[id] = old >= 0 && old < n;
}

void take(volatile __global atomic_int *lock)
{
    while (atomic_exchange_explicit(lock, 1, memory_order_acquire)) {}
}

__attribute__((noinline)) bool try_to_take(volatile __global atomic_int *lock)
{
    int free = 0;
    return atomic_compare_exchange_strong(lock, &free, 1);
}

__kernel void check_called_lock(__global int *state, __global int *out, const int n)
{
    GROUP
    take(ATOMIC(0));
    const int old = atomic_load(ATOMIC(1));
    atomic_store(ATOMIC(1), old + 1);
    PUT(0, 0);
    out[id] = old >= 0 && old < n;
}

__kernel void check_tried_lock(__global int *state, __global int *out, const int n)
{
    GROUP
    bool done = false;
    int old = -1;
    while (!done) {
        if (!try_to_take(ATOMIC(0))) continue;
        old = atomic_load(ATOMIC(1));
        atomic_store(ATOMIC(1), old + 1);
        PUT(0, 0);
        done = true;
    }
    out[id] = old >= 0 && old < n;
}

__kernel void check_tickets(__global int *state, __global int *out, const int n)
{
    GROUP
    const int ticket = atomic_fetch_add(ATOMIC(0), 1);
    while (GET(1) != ticket) {}
    const int old = atomic_load(ATOMIC(2));
    atomic_store(ATOMIC(2), old + 1);
    PUT(1, ticket + 1);
    out[id] = old == ticket;
}

// A lock of the group's own, in local memory.
__kernel void check_local_lock(__global int *state, __global int *out, const int n)
{
    GROUP
    __local int lock, count;
    if (l == 0) lock = count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    while (atomic_cmpxchg(&lock, 0, 1)) {}
    const int old = atomic_or(&count, 0); // checked code knows no locks
    atomic_xchg(&count, old + 1);
    atomic_xchg(&lock, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[id] = count == (int)get_local_size(0);
}

// The whole group polls, with barriers in the loop. The last group says that it may end.
__kernel void check_polled_together(__global int *state, __global int *out, const int n)
{
    GROUP
    __local int seen;
    int rounds = 0;
    if (g == groups - 1 && l == 0) PUT(0, 5);
    for (;;) {
        if (l == 0) seen = GET(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int now = seen;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (now == 5) break;
        ++rounds;
    }
    out[id] = rounds >= 0;
}

// One loop both works and waits: a group does a round of its work when it is its turn.
__kernel void check_turns(__global int *state, __global int *out, const int n)
{
    GROUP
    int done = 0;
    if (l == 0)
        while (done < 10) {
            const int now = GET(0);
            if (now % groups != groups - 1 - g) continue;
            ++done;
            PUT(0, now + 1);
        }
    out[id] = l != 0 || done == 10;
}

// The first groups wait while the last one computes for long.
__kernel void check_long_work(__global int *state, __global int *out, const int n)
{
    GROUP
    uint x = 1;
    if (g == groups - 1 && l == 0) {
        for (int i = 0; i < 3000000; ++i) x = x * 1664525u + 1013904223u;
        PUT(0, (int)(x | 1));
    }
    if (l == 0)
        while (GET(0) == 0) {}
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[id] = GET(0) != 0;
}

// A search along flags: what it reads is the same in all rounds but the last, and yet it goes on.
__kernel void check_search(__global int *state, __global int *out, const int n)
{
    GROUP
    int at = 0;
    if (id == 0) PUT(4095, 1);
    while (GET(4095) == 0) {}
    while (atomic_load(ATOMIC(at)) == 0) ++at;
    out[id] = at == 4095;
}

// A long countdown hidden behind what a round reads: the loop ends by itself.
__kernel void check_countdown(__global int *state, __global int *out, const int n)
{
    GROUP
    int left = 50000, flag = 0, rounds = 0;
    while (flag == 0) {
        ++rounds;
        if (GET(7) == 0 && left-- > 0) continue;
        flag = 1;
    }
    out[id] = rounds == 50001;
}

// The same count in a private array, and in local memory.
__kernel void check_hidden_counts(__global int *state, __global int *out, const int n)
{
    GROUP
    __local int counts[64];
    int own[4] = {0, 0, 0, 0};
    counts[l] = 0;
    while (GET(7) == 0) {
        ++own[l & 3];
        if (own[l & 3] > 20000) ++counts[l];
        if (counts[l] > 20000) break;
    }
    out[id] = own[l & 3] == 40001;
}

// Rounds that store: the last store of each group is seen by the next one, and nothing is stuck meanwhile.
__kernel void check_stores_late(__global int *state, __global int *out, const int n)
{
    GROUP
    uint rounds = 0;
    if (l == 0)
        do {
            PUT(16 + g, (int)(++rounds >> 14));
        } while (GET(16 + g) < 4 || (g > 0 && GET(15 + g) < 4));
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[id] = GET(16 + g) >= 4;
}

// A place far ahead is stored after many rounds that look alike.
__kernel void check_stores_elsewhere(__global int *state, __global int *out, const int n)
{
    GROUP
    uint at = 0;
    if (g == 0 && l == 0)
        while (GET(4000) == 0) {
            ++at;
            PUT(at >> 16, 1);
            if (GET(3) == 1) PUT(4000, 1);
        }
    if (g > 0 && l == 0)
        while (GET(3) == 0) {}
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[id] = GET(3) == 1;
}

// Two groups store different values to one place, and each waits until both were there.
__kernel void check_stores_in_turn(__global int *state, __global int *out, const int n)
{
    GROUP
    int seen = 0;
    if (g < 2 && l == 0 && groups > 1)
        while (seen != 3 || GET(17 - g) != 1) {
            seen |= GET(2);
            PUT(2, 1 + g);
            if (seen == 3) PUT(16 + g, 1);
        }
    out[id] = 1;
}

// ---- two launches at once ----

__kernel void pair_waits(__global int *state, __global int *out, const int n)
{
    GROUP
    PUT(2, 1);
    while (GET(0) == 0) {}
    out[id] = 1;
}

// It never waits, and takes long.
__kernel void pair_computes(__global int *state, __global int *out, const int n)
{
    uint x = 1;
    for (int i = 0; i < 30000000; ++i) x = x * 1664525u + 1013904223u;
    PUT(0, (int)(x | 1));
}

__kernel void pair_answers(__global int *state, __global int *out, const int n)
{
    while (GET(2) == 0) {}
    PUT(0, 1);
}

// ---- what never comes ----

__kernel void stuck_flag(__global int *state, __global int *out, const int n)
{
    while (GET(0) == 0) {} // stuck
    out[get_global_id(0)] = 1;
}

// Spins that are bounded, inside of a loop that is not.
__kernel void stuck_spin(__global int *state, __global int *out, const int n)
{
    int done = 0, rounds = 0;
    while (!done) { // stuck
        for (int i = 0; i < 50; ++i)
            if (GET(0)) {
                done = 1;
                break;
            }
        ++rounds;
    }
    out[get_global_id(0)] = rounds;
}

__kernel void stuck_spin_with_two_ends(__global int *state, __global int *out, const int n)
{
    for (;;) { // stuck
        int i = 0;
        while (GET(0) == 0 && i < 100) ++i;
        if (i < 100) break;
    }
    out[get_global_id(0)] = 1;
}

__kernel void stuck_spin_that_returns(__global int *state, __global int *out, const int n)
{
    while (GET(1) == 0) { // stuck
        for (int i = 0; i < 20; ++i)
            if (GET(0)) return;
    }
    out[get_global_id(0)] = 1;
}

// Each round stores what is there already.
__kernel void stuck_storing(__global int *state, __global int *out, const int n)
{
    GROUP
    int rounds = 0;
    do { // stuck
        PUT(16 + g, 1);
        out[id] = 2;
        if (l & 1) PUT(17 + g, 1);
        ++rounds;
    } while (GET(0) == 0);
    out[id] = rounds;
}

__kernel void stuck_volatile_storing(volatile __global int *state, __global int *out, const int n)
{
    GROUP
    for (;;) { // stuck
        state[16 + g] = (int)g;
        if (state[7] == 1) break;
    }
    out[id] = 1;
}

__kernel void stuck_volatile_flag(volatile __global float *state, __global int *out, const int n)
{
    while (state[get_group_id(0)] == 0.0f) {} // stuck
    out[get_global_id(0)] = 1;
}

// Each waits for the one before it, in a ring.
__kernel void stuck_ring(__global int *state, __global int *out, const int n)
{
    GROUP
    const int other = (g + groups - 1) % groups;
    if (l == 0) {
        while (GET(16 + other) == 0) {} // stuck
        PUT(16 + g, 1);
    }
    out[id] = 1;
}

// A lock that is never let go.
__kernel void stuck_lock(__global int *state, __global int *out, const int n)
{
    uint tries = 0;
    int value = 0;
    for (;; ++tries) { // stuck
        int free = 0;
        if (!atomic_compare_exchange_strong(ATOMIC(0), &free, 1)) continue;
        value = state[1]++;
        if (value == 1) break;
    }
    out[get_global_id(0)] = (int)tries;
}

// A lock that is taken twice, in a function, with pauses that grow up to a bound.
void take_slowly(volatile __global atomic_int *lock, __global int *out)
{
    int pause = 1, wasted = 0;
    while (atomic_exchange(lock, 1)) { // stuck
        for (int i = 0; i < pause; ++i) wasted ^= i;
        pause = min(pause * 2, 64);
    }
    out[get_global_id(0)] = wasted;
}

__kernel void stuck_twice(__global int *state, __global int *out, const int n)
{
    take_slowly(ATOMIC(0), out);
    take_slowly(ATOMIC(0), out);
}

// A work-item waits for a later one of its own group.
__kernel void stuck_item(__global int *state, __global int *out, const int n)
{
    GROUP
    if (l == 0)
        while (GET(16 + g) == 0) {} // stuck
    PUT(16 + g, 1);
    out[id] = 1;
}

__kernel void stuck_together(__global int *state, __global int *out, const int n)
{
    GROUP
    __local int seen;
    int now, rounds = 0;
    do { // stuck
        if (l == 0) seen = GET(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        now = seen;
        barrier(CLK_LOCAL_MEM_FENCE);
        ++rounds;
    } while (now == 0);
    out[id] = rounds;
}

// Odd groups leave; even ones wait for them.
__kernel void stuck_behind(__global int *state, __global int *out, const int n)
{
    GROUP
    out[id] = 1;
    if (g & 1) return;
    while (GET(16 + g) != 7) {} // stuck
    out[id] = 2;
}

// The same on several devices, each of which has a part.
// @split: n
// @arg state: in 4096
__kernel void stuck_parts(volatile __global const int *state, __global int *out, const int n)
{
    while (state[7] == 0) {} // stuck
    out[get_global_id(0)] = 1;
}
