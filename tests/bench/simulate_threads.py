#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""simulate_threads.py [--threads N,...] [--groups N] [--markdown]: how well a launch's work-groups would fill many threads.

No machine with 64 processors is needed: the schedule of runtime/core/pool.c is run event by event on a model of a
machine, beside two others, for launches of several sizes and shapes of work. Prints the efficiency of each: the time of
all groups, one behind the other, over threads times the time until the last one ends.

  guided    pool.c's: the caller alone until its pieces show that threads are worth waking, then each thread takes the
            remaining groups divided by 4 for each thread, at least the grain, from one counter
  static    equal shares, one a thread, all woken at once
  stealing  equal shares at first; a thread without work takes half of what the fullest one has left

Shapes: even (all groups alike), ramp (the last group takes twice the mean, the first nothing), tail (one group in 64
takes 32 times as long as the others: an image of which a part is hard).

The machine's figures are options; the defaults were measured on an EPYC with two processors (--wake: from the call until
a thread works; --handoff: from one woken thread to the next, which share a lock; --take: a piece from the counter when
no other thread wants it) or are those of published measurements (--bounce: a line of memory that another processor wrote
last, within one socket; --steal: a look at the others, and the taking).

Memory: --memory adds the time of launches that move bytes and compute little, on machines of several nodes: each node has
its own bandwidth, and a group's bytes lie where its first writer was. A thread on another node gets --remote of it."""
import argparse
import heapq
import random

POLICIES = ('guided', 'static', 'stealing')
SHAPES = ('even', 'ramp', 'tail')
PIECES_A_THREAD, SHARES = 64, 4


def shape_of(name, groups):
    """Times of the groups, of mean 1."""
    if name == 'even': return [1.0] * groups
    if name == 'ramp': return [2.0 * (i + 0.5) / groups for i in range(groups)]
    random.seed(1)
    times = [32.0 if random.randrange(64) == 0 else 1.0 for _ in range(groups)]
    mean = sum(times) / groups
    return [t / mean for t in times]


def sums_of(times):
    sums = [0.0]
    for t in times: sums.append(sums[-1] + t)
    return sums


def arrivals(threads, machine):
    """When each thread comes to work: the caller at once, the others one behind the other through the pool's lock."""
    return [0.0] + [machine.wake + i * machine.handoff for i in range(threads - 1)]


def guided(sums, threads, machine):
    groups, total = len(sums) - 1, sums[-1]
    grain = 1 if groups < 2 * threads * PIECES_A_THREAD else groups // (threads * PIECES_A_THREAD)
    # The caller alone, in steps that grow, until what is left is worth threads by the time of the last step.
    at = step = grain
    took = sums[grain]
    while threads > 1 and at < groups:
        pieces = -(-(groups - at) // grain)
        if took / (step // grain or 1) > 2.0 * machine.wake / pieces: break
        if machine.first_piece_alone: return total
        step = min(4 * step, groups - at)
        took = sums[at + step] - sums[at]
        at += step
    if threads == 1 or at == groups: return total
    first = sums[at]
    helpers = min(pieces, threads - 1)
    shares = SHARES * (helpers + 1)
    heap = [(first + t, i) for i, t in enumerate(arrivals(helpers + 1, machine))]
    heapq.heapify(heap)
    free, end = 0.0, first
    while at < groups:
        now, thread = heapq.heappop(heap)
        # The counter's line goes from one processor to the next.
        now = max(now, free) + machine.take
        free = now + (machine.bounce if helpers else 0.0)
        left = groups - at
        size = min(left, max(left // shares, grain))
        now += sums[at + size] - sums[at]
        at += size
        end = max(end, now)
        heapq.heappush(heap, (now, thread))
    return end


def static(sums, threads, machine):
    groups = len(sums) - 1
    bounds = [groups * i // threads for i in range(threads + 1)]
    return max(t + sums[b] - sums[a] for t, a, b in zip(arrivals(threads, machine), bounds, bounds[1:]))


def stealing(sums, threads, machine):
    groups = len(sums) - 1
    bounds = [groups * i // threads for i in range(threads + 1)]
    ranges = [[a, b] for a, b in zip(bounds, bounds[1:])]
    heap = [(t, i) for i, t in enumerate(arrivals(threads, machine))]
    heapq.heapify(heap)
    end = 0.0
    while heap:
        now, thread = heapq.heappop(heap)
        own = ranges[thread]
        if own[0] == own[1]:
            victim = max(ranges, key=lambda r: r[1] - r[0])
            left = victim[1] - victim[0]
            if left < 1: continue
            take = (left + 1) // 2
            own[:] = [victim[1] - take, victim[1]]
            victim[1] -= take
            now += machine.steal
        # A sixteenth of its own at a time, which no other thread wants.
        size = max(1, (own[1] - own[0]) // 16)
        now += machine.take + sums[own[0] + size] - sums[own[0]]
        own[0] += size
        end = max(end, now)
        heapq.heappush(heap, (now, thread))
    return end


def efficiency(policy, shape, groups, threads, microseconds, machine):
    """`microseconds`: of all groups, one behind the other."""
    scale = 1000.0 * microseconds / groups
    sums = sums_of([t * scale for t in shape_of(shape, groups)])
    return sums[-1] / (threads * {'guided': guided, 'static': static, 'stealing': stealing}[policy](sums, threads, machine))


def memory_share(nodes, remote, first_touch):
    """Of the machine's bandwidth that a launch gets whose threads take groups from one counter (any group on any node),
    or, with first_touch, whose threads take those groups that they wrote first."""
    if nodes == 1 or first_touch: return 1.0
    near = 1.0 / nodes
    return 1.0 / (near + (1.0 - near) / remote)


def table(threads_list, groups, machine, markdown):
    head = ['threads', 'shape', 'all groups'] + list(POLICIES)
    rows = []
    for threads in threads_list:
        for shape in SHAPES:
            for microseconds in (100, 1000, 10000, 100000):
                rows.append([str(threads), shape, '%g ms' % (microseconds / 1000)] +
                            ['%.2f' % efficiency(p, shape, groups, threads, microseconds, machine) for p in POLICIES])
    if markdown:
        print('| ' + ' | '.join(head) + ' |\n| ' + ' | '.join('---:' if i != 1 else '---' for i in range(len(head))) + ' |')
        for r in rows: print('| ' + ' | '.join(r) + ' |')
        return
    print('\t'.join(head))
    for r in rows: print('\t'.join(r))


def numbers(text):
    values = [int(t) for t in text.split(',')]
    if not values or min(values) < 1: raise ValueError
    return values


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--threads', type=numbers, default=[2, 8, 16, 64], help='numbers of threads (2,8,16,64)')
    parser.add_argument('--groups', type=int, default=16384, help='work-groups of a launch (16384)')
    for name, ns in (('wake', 10000), ('handoff', 1000), ('take', 20), ('bounce', 100), ('steal', 500)):
        parser.add_argument('--' + name, type=float, default=ns, help='nanoseconds (%d)' % ns)
    parser.add_argument('--remote', type=float, default=0.6, help="bandwidth from another node over one's own (0.6)")
    parser.add_argument('--first-piece-alone', action='store_true',
                        help='as before 0.3.0: what the first piece takes decides for the whole launch')
    parser.add_argument('--memory', action='store_true', help='the share of the bandwidth that launches get, by nodes')
    parser.add_argument('--markdown', action='store_true')
    machine = parser.parse_args()
    if machine.groups < 1 or min(machine.wake, machine.handoff, machine.take, machine.bounce, machine.steal) < 0:
        parser.error('numbers are positive')
    if not 0 < machine.remote <= 1: parser.error('--remote is above 0 and at most 1')
    if machine.memory:
        for nodes in (1, 2, 4, 8):
            print('%d nodes\tany group on any node %.2f\twhere they were first written %.2f' %
                  (nodes, memory_share(nodes, machine.remote, False), memory_share(nodes, machine.remote, True)))
        return
    table(machine.threads, machine.groups, machine, machine.markdown)


if __name__ == '__main__':
    main()
