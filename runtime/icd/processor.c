/* Asks the processor for its name and the C library for the caches, and measures the clock frequency. Knows CPUID; must
 * not know OpenCL.
 *
 * SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _GNU_SOURCE /* _SC_LEVEL3_CACHE_SIZE */
#endif
#include "icd/processor.h"

#include "clbundle/data.h"
#include "core/pool.h"
#include "native/access.h"

#include <string.h>
#include <unistd.h>
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#include <cpuid.h>
#endif

static void ask_name(clbi_icd_processor *processor)
{
    memcpy(processor->name, "processor", sizeof "processor");
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    unsigned words[12] = {0}, a = 0, maker[3] = {0};
    if (__get_cpuid(0, &a, &maker[0], &maker[2], &maker[1])) {
        if (memcmp(maker, "GenuineIntel", 12) == 0) processor->vendor = 0x8086;
        else if (memcmp(maker, "AuthenticAMD", 12) == 0) processor->vendor = 0x1022;
    }
    for (unsigned i = 0; i < 3; i++) {
        unsigned *part = words + (size_t)4 * i;
        if (!__get_cpuid(0x80000002u + i, &part[0], &part[1], &part[2], &part[3])) return;
    }
    char text[sizeof words + 1] = {0};
    memcpy(text, words, sizeof words);
    const char *start = text;
    while (*start == ' ') start++;
    size_t length = strlen(start);
    while (length > 0 && start[length - 1] == ' ') length--;
    if (length == 0) return;
    memcpy(processor->name, start, length);
    processor->name[length] = '\0';
#endif
}

static void ask_caches(clbi_icd_processor *processor)
{
    long size = 0, line = 0;
#if defined(_SC_LEVEL3_CACHE_SIZE)
    size = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (size <= 0) size = sysconf(_SC_LEVEL2_CACHE_SIZE);
    line = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
#endif
    processor->cache = size > 0 ? (size_t)size : 0;
    processor->cache_line = line > 0 ? (size_t)line : 64;
}

/* Times a chain of operations of one cycle each, in which each one needs the result before it. Takes the best of
 * several tries, since other processes may use the processor. */
static uint32_t measure_megahertz(void)
{
    enum { TRIES = 8, STEPS = 100000, OPERATIONS = 3 };
    uint64_t best = UINT64_MAX;
    volatile uint32_t seed = 1;
    for (int i = 0; i < TRIES; i++) {
        uint32_t x = seed;
        const uint64_t start = clbi_now_ns();
        for (int k = 0; k < STEPS; k++) {
            x ^= x >> 7;
            x += 0x9e3779b9u;
        }
        const uint64_t took = clbi_now_ns() - start;
        seed = x | 1;
        if (took < best) best = took;
    }
    return best > 0 ? (uint32_t)((uint64_t)STEPS * OPERATIONS * 1000 / best) : 0;
}

void clbi_icd_processor_ask(clbi_icd_processor *processor)
{
    *processor = (clbi_icd_processor){.vendor = 0};
    ask_name(processor);
    ask_caches(processor);
    processor->megahertz = measure_megahertz();
    const int level = clbi_native_level();
    processor->vector = level == CLB_NATIVE_V4 ? 64 : level == CLB_NATIVE_V3 ? 32 : 16;
}
