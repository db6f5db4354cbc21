// Kernels of the test of pipes. But for the last two, each work-item tries once.
// @range: n
// @arg sent: out n
// @arg received: out n
// SPDX-License-Identifier: MIT

typedef struct {
    int number;
    double half_of;
    short copies[3];
} packet;

static packet packet_of(int number)
{
    packet p;
    p.number = number;
    p.half_of = number * 0.5;
    for (int i = 0; i < 3; ++i) p.copies[i] = (short)(number + i);
    return p;
}

// The number, or -2 if the parts of the packet do not belong together.
static int number_of(packet p)
{
    for (int i = 0; i < 3; ++i)
        if (p.copies[i] != (short)(p.number + i)) return -2;
    return p.half_of == p.number * 0.5 ? p.number : -2;
}

__kernel void send(write_only pipe packet to, const int first, __global int *sent, const int n)
{
    const int i = get_global_id(0);
    const packet p = packet_of(first + i);
    sent[i] = write_pipe(to, &p);
}

__kernel void receive(read_only pipe packet from, __global int *received, const int n)
{
    const int i = get_global_id(0);
    packet p;
    received[i] = read_pipe(from, &p) == 0 ? number_of(p) : -1;
}

// Work-item i has numbers 3 * i, 3 * i + 1 and 3 * i + 2, and sends the first i % 3 + 1 of them.
__kernel void send_reserved(write_only pipe packet to, const int first, __global int *sent, const int n)
{
    const int i = get_global_id(0), count = i % 3 + 1;
    const reserve_id_t r = reserve_write_pipe(to, count);
    sent[i] = is_valid_reserve_id(r) ? 0 : -1;
    if (!is_valid_reserve_id(r)) return;
    for (int k = count - 1; k >= 0; --k) {
        const packet p = packet_of(first + 3 * i + k);
        if (write_pipe(to, r, k, &p) != 0) sent[i] = -2;
    }
    commit_write_pipe(to, r);
}

// @arg received: out 2 * n
__kernel void receive_reserved(read_only pipe packet from, __global int *received, const int n)
{
    const int i = get_global_id(0);
    const reserve_id_t r = reserve_read_pipe(from, 2);
    for (int k = 0; k < 2; ++k) {
        packet p;
        received[2 * i + k] = -1;
        if (is_valid_reserve_id(r)) received[2 * i + k] = read_pipe(from, r, k, &p) == 0 ? number_of(p) : -2;
    }
    if (is_valid_reserve_id(r)) commit_read_pipe(from, r);
}

// @local: 8
__kernel void send_group(write_only pipe packet to, const int first, __global int *sent, const int n)
{
    const int i = get_global_id(0);
    const packet p = packet_of(first + i);
    const reserve_id_t r = work_group_reserve_write_pipe(to, get_local_size(0));
    sent[i] = -1;
    if (is_valid_reserve_id(r)) {
        sent[i] = write_pipe(to, r, get_local_id(0), &p) == 0 ? 0 : -2;
        work_group_commit_write_pipe(to, r);
    }
}

// @local: 8
__kernel void receive_group(read_only pipe packet from, __global int *received, const int n)
{
    const int i = get_global_id(0);
    packet p;
    const reserve_id_t r = work_group_reserve_read_pipe(from, get_local_size(0));
    received[i] = -1;
    if (is_valid_reserve_id(r)) {
        received[i] = read_pipe(from, r, get_local_id(0), &p) == 0 ? number_of(p) : -2;
        work_group_commit_read_pipe(from, r);
    }
}

// Takes from one pipe what the other one has room for.
__kernel void pass_on(read_only pipe packet from, write_only pipe packet to, __global int *sent, const int n)
{
    packet p;
    const reserve_id_t room = reserve_write_pipe(to, 1);
    const int i = get_global_id(0);
    sent[i] = -1;
    if (!is_valid_reserve_id(room)) return;
    // A reservation cannot be given back, so it carries a packet that stands for nothing.
    p = packet_of(-1);
    if (read_pipe(from, &p) == 0) sent[i] = number_of(p);
    write_pipe(to, room, 0, &p);
    commit_write_pipe(to, room);
}

#define NOTE(outcome) outcomes[at++] = (outcome)
#define VALID(reservation) NOTE(is_valid_reserve_id(reservation))

// One work-item, a pipe with room for 5 numbers: what succeeds, in order.
// @range: 1
// @arg outcomes: out 64
__kernel void follow(write_only pipe int to, read_only pipe int from, __global int *outcomes)
{
    int at = 0, x = -1, ten = 10, eleven = 11, twelve = 12;
    for (int i = 0; i < 64; ++i) outcomes[i] = -77;
    VALID(reserve_write_pipe(to, 6));
    VALID(reserve_write_pipe(to, 0));
    VALID(reserve_read_pipe(from, 1));
    const reserve_id_t three = reserve_write_pipe(to, 3), two = reserve_write_pipe(to, 2);
    VALID(three);
    VALID(two);
    VALID(reserve_write_pipe(to, 1));
    NOTE(write_pipe(to, &ten));
    NOTE(get_pipe_num_packets(to));
    NOTE(write_pipe(to, two, 1, &twelve));
    NOTE(write_pipe(to, two, 2, &twelve));
    NOTE(write_pipe(to, two, 0, &eleven));
    commit_write_pipe(to, two);
    // The packets before these are not there yet.
    NOTE(read_pipe(from, &x));
    for (uint i = 0; i < 3; ++i) {
        x = 20 + i;
        NOTE(write_pipe(to, three, i, &x));
    }
    commit_write_pipe(to, three);
    VALID(reserve_read_pipe(from, 6));
    const reserve_id_t four = reserve_read_pipe(from, 4);
    VALID(four);
    VALID(reserve_read_pipe(from, 2));
    NOTE(get_pipe_num_packets(from));
    NOTE(read_pipe(from, &x));
    NOTE(x);
    // What is read and not committed has its room still.
    NOTE(write_pipe(to, &ten));
    for (uint i = 0; i < 5; ++i) {
        x = -1;
        NOTE(read_pipe(from, four, i, &x));
        NOTE(x);
    }
    commit_read_pipe(from, four);
    NOTE(write_pipe(to, &ten));
    NOTE(get_pipe_num_packets(to));
    NOTE(get_pipe_max_packets(to));
    NOTE(read_pipe(from, &x));
    NOTE(x);
    NOTE(read_pipe(from, &x));
}

// Groups that wait for each other: those with an even number send n numbers a work-item, the others receive as many.
// @range: 64
// @local: 4
// @arg counts: inout 32 * n
__kernel void stream(write_only pipe int to, read_only pipe int from, __global int *counts, const int n)
{
    const int group = get_group_id(0), item = group / 2 * 4 + get_local_id(0);
    for (int i = 0; i < n; ++i) {
        int v = item * n + i;
        if (group % 2 == 0) {
            while (write_pipe(to, &v) != 0) {
            }
        } else {
            while (read_pipe(from, &v) != 0) {
            }
            atomic_inc(&counts[v]);
        }
    }
}

// @range: 4
// @arg counts: inout 4
__kernel void wait_for_ever(read_only pipe int from, __global int *counts)
{
    int v;
    while (read_pipe(from, &v) != 0) {
    }
    counts[get_global_id(0)] = v;
}
