/* A bundle without native code for the levels of x86-64 above one of them, so that a benchmark can show what a lesser
 * processor would do.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_LEVEL_H
#define BENCH_LEVEL_H

#include <clbundle/core.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const level_names[CLB_NATIVE_LEVELS] = {"base", "v3", "v4"};

/* The number of a level by its name, "base", "v3" or "v4"; or CLB_NATIVE_LEVELS. */
static inline int level_find(const char *name)
{
    int level = 0;
    while (level < CLB_NATIVE_LEVELS && strcmp(level_names[level], name) != 0) ++level;
    return level;
}

/* `kept`: the caller's, to be freed behind the bundle's last use. false: no memory. */
static inline bool level_cap(clb_bundle *bundle, int level, clb_native_kernel **kept)
{
    *kept = calloc(bundle->kernel_count ? bundle->kernel_count : 1, sizeof **kept);
    if (!*kept) return false;
    for (uint32_t k = 0; k < bundle->kernel_count; ++k) {
        (*kept)[k] = bundle->native[k];
        for (int l = level + 1; l < CLB_NATIVE_LEVELS; ++l) (*kept)[k].run[l] = NULL;
    }
    bundle->native = *kept;
    return true;
}

#endif
