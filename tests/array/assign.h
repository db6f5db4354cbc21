/* The base of the tests of assignment: checks of a status, random numbers, and runs with the loops of each instruction
 * set of this processor. Programs are linked with --wrap=clbi_loops_best. With -DSAMPLED=1 they test fewer values, for
 * sanitizers: faults of memory do not hide behind single values.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_ASSIGN_H
#define TEST_ASSIGN_H

#include "array/convert.h"
#include "clbundle/assign.h"
#include "sample_native.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call_)                                                                   \
    do {                                                                            \
        clb_error error = {0};                                                      \
        const clb_status ok_ = (call_);                                             \
        if (ok_ != CLB_OK) fail_msg("%s: %s", clb_status_name(ok_), error.message); \
    } while (0)
#define FAILS(status_, text_, call_)                                                             \
    do {                                                                                         \
        clb_error error = {0};                                                                   \
        const clb_status failed_ = (call_);                                                      \
        if (failed_ != (status_) || !strstr(error.message, text_))                               \
            fail_msg("%s: \"%s\" lacks \"%s\"", clb_status_name(failed_), error.message, text_); \
    } while (0)
#define SHAPE(...)   \
    (const size_t[]) \
    {                \
        __VA_ARGS__  \
    }
#define STRIDES(...)    \
    (const ptrdiff_t[]) \
    {                   \
        __VA_ARGS__     \
    }

#ifndef SAMPLED
#define SAMPLED 0
#endif

static uint64_t seed = 20260101;

static inline uint64_t random_bits(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static inline size_t below(size_t limit)
{
    return (size_t)(random_bits() >> 11) % limit;
}

/* The element of that number, rows one after the other; its index, if asked for. */
static inline char *at(const clb_array *a, size_t number, size_t *index)
{
    char *place = a->data;
    for (uint32_t d = a->dims; d-- > 0; number /= a->shape[d]) {
        if (index) index[d] = number % a->shape[d];
        place += (ptrdiff_t)(number % a->shape[d]) * a->strides[d];
    }
    return place;
}

static const clbi_loops *loops;
static int rounds;

const clbi_loops *__wrap_clbi_loops_best(void);
const clbi_loops *__wrap_clbi_loops_best(void)
{
    return loops;
}

/* Runs the tests once for each instruction set, the first time with more rounds. Returns how many failed. */
static inline int run_for_each_level(const struct CMUnitTest *tests, size_t count)
{
    static const struct {
        int level;
        const char *name;
    } levels[] = {{CLB_NATIVE_V4, "loops for AVX-512"},
                  {CLB_NATIVE_V3, "loops for AVX2"},
                  {CLB_NATIVE_BASE, "loops for any processor"}};
    int failed = 0;
    rounds = SAMPLED ? 1 : 5;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        loops = clbi_loops_of(levels[i].level);
        if (!loops) {
            (void)printf("skipped: %s are not for this processor\n", levels[i].name);
            continue;
        }
        failed += _cmocka_run_group_tests(levels[i].name, tests, count, NULL, NULL);
        rounds = SAMPLED ? 1 : 2; /* the loops come from one text */
    }
    return failed;
}

#endif
