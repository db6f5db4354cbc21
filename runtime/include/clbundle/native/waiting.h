/* Loops in which work-groups wait for each other. Part of clbundle/native/native.h, once for the whole file. Knows rounds of a
 * loop; must not know threads.
 *
 * Such a loop counts its rounds. After CLBN_WAIT_ROUNDS it compares two rounds, by all that its end depends on, and tells the
 * launch whether they were the same: then no further round ends the loop, unless memory changes. The launch lets other groups
 * begin, or makes the group leave. Without a launch that listens, the loop just goes on.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_NATIVE_WAITING_H
#define CLBUNDLE_NATIVE_WAITING_H

/* CLBN_WAIT_AGAIN: rounds until the launch is told once more, unless rounds differed. */
enum { CLBN_WAIT_ROUNDS = 1024, CLBN_WAIT_AGAIN = 64 };

typedef struct clbn_wait {
    uint32_t rounds;
    uint32_t told;    /* the launch has heard of this loop */
    uint32_t changed; /* the group has changed memory since the launch was told */
    uint64_t seen;    /* of the present round, if it is one of those that are compared */
    uint64_t before;  /* of the round before it */
} clbn_wait;

static inline __attribute__((always_inline, unused)) int clbn_wait_observes(const clbn_wait *s)
{
    return __builtin_expect(s->rounds >= CLBN_WAIT_ROUNDS, 0) != 0;
}

/* Adds a value to what the round has seen: FNV-1a (Fowler, Noll, Vo) over whole words, and the high half folded in. */
static __attribute__((noinline, unused)) void clbn_wait_observe(clbn_wait *s, uint64_t bits)
{
    const uint64_t mixed = (s->seen ^ bits) * UINT64_C(0x00000100000001b3) + UINT64_C(0x9e3779b97f4a7c15);
    s->seen = mixed ^ mixed >> 32;
}

static inline __attribute__((always_inline, unused)) uint64_t clbn_wait_float(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline __attribute__((always_inline, unused)) uint64_t clbn_wait_double(double x)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Whether memory holds another value of `size` bytes than the one that will be stored there. Other groups may store at the
 * same time: so it is loaded atomically, or by bytes where it is not aligned or a processor has no such load. */
static inline __attribute__((always_inline, unused)) uint32_t clbn_wait_differs(const volatile void *p, uint64_t bits, size_t size)
{
    uint8_t bytes[8] = {0};
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    const int aligned = (uintptr_t)p % size == 0;
    if (size == 1) return __atomic_load_n((const volatile uint8_t *)p, __ATOMIC_RELAXED) != (uint8_t)bits;
    if (size == 2 && aligned) return __atomic_load_n((const volatile uint16_t *)p, __ATOMIC_RELAXED) != (uint16_t)bits;
    if (size == 4 && aligned) return __atomic_load_n((const volatile uint32_t *)p, __ATOMIC_RELAXED) != (uint32_t)bits;
#if __SIZEOF_POINTER__ == 8
    if (size == 8 && aligned) return __atomic_load_n((const volatile uint64_t *)p, __ATOMIC_RELAXED) != bits;
#endif
    for (size_t i = 0; i < size; ++i) bytes[i] = __atomic_load_n((const volatile uint8_t *)p + i, __ATOMIC_RELAXED);
    __builtin_memcpy(&two, bytes, sizeof two);
    __builtin_memcpy(&four, bytes, sizeof four);
    __builtin_memcpy(&eight, bytes, sizeof eight);
    return size == 2 ? two != (uint16_t)bits : size == 4 ? four != (uint32_t)bits : eight != bits;
}

static __attribute__((noinline, unused)) int clbn_wait_far(clbn_wait *s, const clb_native_range *range, const char *file,
                                                           size_t line)
{
    if (s->rounds == CLBN_WAIT_ROUNDS + 1) {
        s->before = s->seen;
        s->seen = 0;
        return 0;
    }
    const uint32_t what = !s->told ? CLB_WAIT_BEGUN : s->changed || s->seen != s->before ? CLB_WAIT_GOES_ON : CLB_WAIT_STUCK;
    s->told = 1;
    s->changed = 0;
    s->seen = 0;
    s->rounds = what == CLB_WAIT_GOES_ON ? 0 : CLBN_WAIT_ROUNDS - CLBN_WAIT_AGAIN;
    return range->wait ? range->wait(range->waiter, what, file, line) : 0;
}

/* At the end of a round; not 0: the group must end. Memory is read again in the next round. */
static inline __attribute__((always_inline, unused)) int clbn_wait_round(clbn_wait *s, const clb_native_range *range,
                                                                         const char *file, size_t line)
{
    __asm__ volatile("" ::: "memory");
    return __builtin_expect(++s->rounds > CLBN_WAIT_ROUNDS, 0) && clbn_wait_far(s, range, file, line);
}

#endif
