/* SPDX-License-Identifier: MIT */
#include "tier/timing.h"

/* Binary digits of a number. */
static uint8_t digits(uint64_t n)
{
    uint8_t count = 0;
    for (; n; n >>= 1) count++;
    return count;
}

clbi_call_size clbi_call_size_of(const size_t global[3], uint64_t bytes)
{
    uint64_t items = 1;
    for (int d = 0; d < 3; d++) items = global[d] > UINT64_MAX / items ? UINT64_MAX : items * global[d];
    return (clbi_call_size){digits(items), digits(bytes)};
}

static const clbi_timed *find_timed(const clbi_timing *timing, clbi_call_size size)
{
    for (uint32_t i = 0; i < timing->count; i++)
        if (timing->of[i].size.items == size.items && timing->of[i].size.bytes == size.bytes) return &timing->of[i];
    return NULL;
}

/* The entry of a size; a new one if there is none; NULL if the table is full. */
static clbi_timed *entry_of(clbi_timing *timing, clbi_call_size size)
{
    const clbi_timed *found = find_timed(timing, size);
    if (found) return &timing->of[found - timing->of];
    if (timing->count == CLBI_TIMED_MAX) return NULL;
    timing->of[timing->count] = (clbi_timed){.size = size};
    return &timing->of[timing->count++];
}

/* Falls at once and rises slowly: a long time often has other reasons. */
void clbi_timing_note(clbi_timing *timing, clbi_call_size size, clbi_side side, uint64_t ns)
{
    if (side == CLBI_DEVICE_SIDE && !timing->warm) {
        timing->warm = true;
        return;
    }
    clbi_timed *entry = entry_of(timing, size);
    if (!entry) return;
    if (entry->calls[side] == 0 || ns < entry->ns[side]) entry->ns[side] = ns;
    else entry->ns[side] += (ns - entry->ns[side]) / 8;
    if (entry->calls[side] < UINT32_MAX) entry->calls[side]++;
}

static bool is_within(clbi_call_size small, clbi_call_size large)
{
    return small.items <= large.items && small.bytes <= large.bytes;
}

/* The longest time that native code may take: that of a larger call. 0: not known. */
static uint64_t native_most(const clbi_timing *timing, clbi_call_size size)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < timing->count; i++) {
        const clbi_timed *entry = &timing->of[i];
        if (entry->calls[CLBI_NATIVE_SIDE] == 0 || !is_within(size, entry->size)) continue;
        const uint64_t ns = entry->ns[CLBI_NATIVE_SIDE] ? entry->ns[CLBI_NATIVE_SIDE] : 1;
        if (most == 0 || ns < most) most = ns;
    }
    return most;
}

/* The shortest time that it may take: that of a smaller call. 0: not known. */
static uint64_t least(const clbi_timing *timing, clbi_call_size size, clbi_side side)
{
    const uint32_t enough = side == CLBI_DEVICE_SIDE ? CLBI_TIMED_ENOUGH : 1;
    uint64_t ns = 0;
    for (uint32_t i = 0; i < timing->count; i++) {
        const clbi_timed *entry = &timing->of[i];
        if (entry->calls[side] >= enough && is_within(entry->size, size) && entry->ns[side] > ns) ns = entry->ns[side];
    }
    return ns;
}

static bool is_faster_natively(const clbi_timing *timing, clbi_call_size size)
{
    const uint64_t native = native_most(timing, size);
    return native > 0 && native < least(timing, size, CLBI_DEVICE_SIDE);
}

/* A measurement of the very size counts. Otherwise the result follows from other sizes: a kernel that is faster
 * natively stays so for smaller sizes, since a device takes time before it begins. */
bool clbi_timing_is_small(const clbi_timing *timing, clbi_call_size size)
{
    const clbi_timed *own = find_timed(timing, size);
    if (own && own->calls[CLBI_NATIVE_SIDE] > 0 && own->calls[CLBI_DEVICE_SIDE] >= CLBI_TIMED_ENOUGH)
        return own->ns[CLBI_NATIVE_SIDE] < own->ns[CLBI_DEVICE_SIDE];
    if (is_faster_natively(timing, size)) return true;
    for (uint32_t i = 0; i < timing->count; i++)
        if (is_within(size, timing->of[i].size) && is_faster_natively(timing, timing->of[i].size)) return true;
    return false;
}

bool clbi_timing_lacks_native(const clbi_timing *timing, clbi_call_size size, uint64_t most_ns)
{
    const clbi_timed *own = find_timed(timing, size);
    return own && own->calls[CLBI_NATIVE_SIDE] == 0 && own->calls[CLBI_DEVICE_SIDE] >= CLBI_TIMED_ENOUGH &&
           own->ns[CLBI_DEVICE_SIDE] < most_ns && native_most(timing, size) == 0 &&
           least(timing, size, CLBI_NATIVE_SIDE) <= own->ns[CLBI_DEVICE_SIDE];
}

uint64_t clbi_timing_break_even(const clbi_timing *timing)
{
    uint8_t most = 0;
    for (uint32_t i = 0; i < timing->count; i++)
        if (timing->of[i].size.items > most && clbi_timing_is_small(timing, timing->of[i].size))
            most = timing->of[i].size.items;
    return most == 0 ? 0 : most >= 64 ? UINT64_MAX : UINT64_C(1) << most;
}
