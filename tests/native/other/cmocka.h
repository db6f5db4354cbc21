/* As much of cmocka as test_glm.c uses, for processors for which the library is not at hand: the first failure ends the
 * program.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBT_CMOCKA_H
#define CLBT_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function) \
    {                              \
#function, function        \
    }
#define print_message(...) printf(__VA_ARGS__)
#define fail_msg(...)                          \
    do {                                       \
        printf("%s:%d: ", __FILE__, __LINE__); \
        printf(__VA_ARGS__);                   \
        printf("\n");                          \
        exit(1);                               \
    } while (0)
#define assert_true(condition)                        \
    do {                                              \
        if (!(condition)) fail_msg("%s", #condition); \
    } while (0)
#define assert_non_null(pointer) assert_true((pointer) != NULL)
#define assert_int_equal(a, b) assert_true((a) == (b))
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)
#define cmocka_run_group_tests(tests, setup, teardown) clbt_run(tests, sizeof(tests) / sizeof *(tests))

static int clbt_run(const struct CMUnitTest *tests, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        void *state = NULL;
        printf("%s\n", tests[i].name);
        fflush(stdout);
        tests[i].run(&state);
    }
    return 0;
}

#endif
