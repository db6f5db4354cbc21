/* Pipes (OpenCL C 2.0, 6.13.16) over the ring of clb_native_pipe. Part of clbundle/native/native.h, once per level. Knows the
 * ring; must not know kernels.
 *
 * Writers and readers each take positions with one compare-exchange, after they have seen that all slots of these positions
 * are free, or filled. From then on the slots are theirs; they give them back in any order, each by its state, with a
 * release that the next owner acquires. So any number of threads may write and read, and none waits for another one: where
 * a packet is reserved and not yet committed, the pipe looks full, or empty, to what comes to it.
 *
 * A packet is its distance from the pipe in bytes, or 0; a reservation its first position. Whatever number a kernel gives
 * for a reservation, accesses stay inside the ring.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_PIPE

CLBN_FN volatile clb_native_slot *CLBN(pipe_slot)(const volatile clb_native_pipe *p, uint64_t position)
{
    return (volatile clb_native_slot *)(uintptr_t)((const volatile char *)p + p->slots_at) + position % p->max_packets;
}
CLBN_FN uint64_t CLBN(pipe_at)(const volatile clb_native_pipe *p, uint64_t position)
{
    return p->packets_at + position % p->max_packets * p->packet_size;
}

/* How a slot's state compares with the state in which it may be taken for this position. 0: it may be taken; below: it is not
 * free, or not filled, yet; above: it was taken before, so that the position is old. */
CLBN_FN int32_t CLBN(pipe_compare)(const volatile clb_native_pipe *p, uint64_t position, uint32_t filled)
{
    const uint32_t wanted = (uint32_t)(position / p->max_packets) * 2u + filled;
    const uint32_t state = __atomic_load_n(&CLBN(pipe_slot)(p, position)->state, __ATOMIC_ACQUIRE);
    return (int32_t)(state - wanted);
}

/* Takes n positions from *end on. UINT64_MAX: there are not as many. */
CLBN_FAR uint64_t CLBN(pipe_take)(volatile clb_native_pipe *p, volatile uint64_t *end, uint32_t n, uint32_t filled)
{
    uint64_t position = __atomic_load_n(end, __ATOMIC_RELAXED);
    if (n == 0 || n > p->max_packets) return UINT64_MAX;
    for (;;) {
        int32_t order = 0;
        for (uint32_t i = 0; i < n && order == 0; i++) order = CLBN(pipe_compare)(p, position + i, filled);
        if (order == 0) {
            if (__atomic_compare_exchange_n(end, &position, position + n, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return position;
            continue;
        }
        const uint64_t seen = position;
        position = __atomic_load_n(end, __ATOMIC_RELAXED);
        if (position == seen) return UINT64_MAX; /* order is above 0 where a kernel committed what is not its own */
    }
}

CLBN_FN void CLBN(pipe_give)(volatile clb_native_pipe *p, uint64_t position)
{
    (void)__atomic_fetch_add(&CLBN(pipe_slot)(p, position)->state, 1u, __ATOMIC_RELEASE);
}

CLBN_FN uint64_t CLBN(pipe_begin)(volatile clb_native_pipe *p, volatile uint64_t *end, uint32_t filled)
{
    const uint64_t position = CLBN(pipe_take)(p, end, 1, filled);
    return position == UINT64_MAX ? 0 : CLBN(pipe_at)(p, position);
}
CLBN_FN uint64_t CLBN(pipe_begin_write__pm)(volatile void *pipe)
{
    volatile clb_native_pipe *p = (volatile clb_native_pipe *)pipe;
    return CLBN(pipe_begin)(p, &p->written, 0);
}
CLBN_FN uint64_t CLBN(pipe_begin_read__pm)(volatile void *pipe)
{
    volatile clb_native_pipe *p = (volatile clb_native_pipe *)pipe;
    return CLBN(pipe_begin)(p, &p->read, 1);
}
CLBN_FN void CLBN(pipe_end__pm_m)(volatile void *pipe, uint64_t packet)
{
    volatile clb_native_pipe *p = (volatile clb_native_pipe *)pipe;
    CLBN(pipe_give)(p, (packet - p->packets_at) / p->packet_size);
}

CLBN_FN uint64_t CLBN(pipe_reserve)(volatile clb_native_pipe *p, volatile uint64_t *end, uint32_t n, uint32_t filled)
{
    const uint64_t position = CLBN(pipe_take)(p, end, n, filled);
    if (position != UINT64_MAX) __atomic_store_n(&CLBN(pipe_slot)(p, position)->reserved, n, __ATOMIC_RELAXED);
    return position;
}
CLBN_FN uint64_t CLBN(pipe_reserve_write__pm_u)(volatile void *pipe, uint32_t n)
{
    volatile clb_native_pipe *p = (volatile clb_native_pipe *)pipe;
    return CLBN(pipe_reserve)(p, &p->written, n, 0);
}
CLBN_FN uint64_t CLBN(pipe_reserve_read__pm_u)(volatile void *pipe, uint32_t n)
{
    volatile clb_native_pipe *p = (volatile clb_native_pipe *)pipe;
    return CLBN(pipe_reserve)(p, &p->read, n, 1);
}
CLBN_FN uint64_t CLBN(pipe_packet__pm_m_u)(volatile void *pipe, uint64_t reservation, uint32_t index)
{
    volatile clb_native_pipe *p = (volatile clb_native_pipe *)pipe;
    if (reservation == UINT64_MAX) return 0;
    if (index >= __atomic_load_n(&CLBN(pipe_slot)(p, reservation)->reserved, __ATOMIC_RELAXED)) return 0;
    return CLBN(pipe_at)(p, reservation + index);
}
CLBN_FAR void CLBN(pipe_commit__pm_m)(volatile void *pipe, uint64_t reservation)
{
    volatile clb_native_pipe *p = (volatile clb_native_pipe *)pipe;
    if (reservation == UINT64_MAX) return;
    /* A second commit finds nothing reserved. */
    const uint32_t n = __atomic_exchange_n(&CLBN(pipe_slot)(p, reservation)->reserved, 0, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < n; i++) CLBN(pipe_give)(p, reservation + i);
}

/* Packets that were reserved for writing count, those that were reserved for reading do not. */
CLBN_FN uint32_t CLBN(pipe_num_packets__pm)(volatile void *pipe)
{
    volatile clb_native_pipe *p = (volatile clb_native_pipe *)pipe;
    const uint64_t read = __atomic_load_n(&p->read, __ATOMIC_ACQUIRE);
    const uint64_t n = __atomic_load_n(&p->written, __ATOMIC_RELAXED) - read;
    return n < p->max_packets ? (uint32_t)n : p->max_packets;
}
CLBN_FN uint32_t CLBN(pipe_max_packets__pm)(volatile void *pipe)
{
    return ((volatile clb_native_pipe *)pipe)->max_packets;
}

#endif
