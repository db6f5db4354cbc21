/* The pool of threads by itself: which threads get to work, and that each unit is done once.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "core/pool.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

enum { UNITS = 48 };

typedef struct seen {
    atomic_uint times[UNITS]; /* that each unit was run */
    pthread_t caller;
    atomic_bool helped; /* another thread has run a unit */
    size_t short_units; /* that take no time, at the beginning */
} seen;

/* A unit takes 20 ms, asleep so that a busy machine has time for the others; once another thread came, none. */
static void run(const void *context, void *memory, size_t first, size_t end)
{
    seen *s = (seen *)(uintptr_t)context;
    (void)memory;
    for (size_t i = first; i < end; ++i) {
        atomic_fetch_add(&s->times[i], 1);
        if (!pthread_equal(pthread_self(), s->caller)) atomic_store(&s->helped, true);
        const struct timespec t = {0, 20000000};
        if (i >= s->short_units && !atomic_load(&s->helped)) nanosleep(&t, NULL);
    }
}

static void check(size_t short_units, size_t grain, size_t count)
{
    static seen s;
    s = (seen){.caller = pthread_self(), .short_units = short_units};
    clbi_pool *pool = clbi_pool_create(2);
    assert_non_null(pool);
    const clbi_work work = {.run = run, .context = &s, .count = count, .grain = grain};
    assert_true(clbi_pool_run(pool, &work));
    clbi_pool_destroy(pool);
    for (size_t i = 0; i < UNITS; ++i) assert_int_equal(atomic_load(&s.times[i]), i < count);
}

static void test_a_second_thread_helps_with_long_units(void **state)
{
    (void)state;
    static seen s;
    s = (seen){.caller = pthread_self()};
    clbi_pool *pool = clbi_pool_create(2);
    assert_non_null(pool);
    assert_true(clbi_pool_run(pool, &(clbi_work){.run = run, .context = &s, .count = UNITS, .grain = 1}));
    assert_true(atomic_load(&s.helped));
    clbi_pool_destroy(pool);
}

static void test_a_second_thread_helps_where_the_first_units_are_short(void **state)
{
    (void)state;
    static const size_t shorts[] = {1, 2, 5};
    for (size_t k = 0; k < sizeof shorts / sizeof *shorts; ++k) {
        static seen s;
        s = (seen){.caller = pthread_self(), .short_units = shorts[k]};
        clbi_pool *pool = clbi_pool_create(2);
        assert_non_null(pool);
        assert_true(clbi_pool_run(pool, &(clbi_work){.run = run, .context = &s, .count = UNITS, .grain = 1}));
        assert_true(atomic_load(&s.helped));
        for (size_t i = 0; i < UNITS; ++i) assert_int_equal(atomic_load(&s.times[i]), 1);
        clbi_pool_destroy(pool);
    }
}

static void test_each_unit_is_run_once_for_all_counts_and_grains(void **state)
{
    (void)state;
    for (size_t count = 1; count < 40; ++count)
        for (size_t grain = 1; grain < 12; ++grain) check(UNITS, grain, count);
    check(3, 3, 9);
    check(7, 7, 17);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_second_thread_helps_with_long_units),
        cmocka_unit_test(test_a_second_thread_helps_where_the_first_units_are_short),
        cmocka_unit_test(test_each_unit_is_run_once_for_all_counts_and_grains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
