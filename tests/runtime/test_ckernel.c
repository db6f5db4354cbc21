/* ckernels: the worked examples of clbundle/ckernel.h run, and whatever fails while they are built, nothing leaks.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/ckernel.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Memory that is counted, moves at every growth, and can fail ------------------------------------------------- */

typedef struct heap {
    long calls, fail, blocks; /* calls that want memory; the one to fail, from 1; blocks alive */
    size_t largest;
} heap;

static void *heap_resize(void *cookie, void *memory, size_t old_size, size_t size)
{
    heap *h = cookie;
    if (size == 0) {
        h->blocks--;
        free(memory);
        return NULL;
    }
    if (++h->calls == h->fail) return NULL;
    char *made = malloc(size);
    if (!made) return NULL;
    memset(made, 0xa5, size); /* nobody may rely on zero memory from here */
    if (memory) memcpy(made, memory, old_size);
    free(memory);
    if (!memory) h->blocks++;
    if (size > h->largest) h->largest = size;
    return made;
}

/* What the examples take from malloc: counted and made to fail too. */
static long tables, fail_tables;
static void *table_malloc(size_t size)
{
    if (fail_tables > 0 && --fail_tables == 0) return NULL;
    tables++;
    return malloc(size);
}
static void table_free(void *memory)
{
    tables -= memory != NULL;
    free(memory);
}

#define malloc table_malloc
#define free table_free
#include "ckernel_examples.h"
#undef malloc
#undef free

static void start(clb_ckernel_builder *builder, clb_allocator *allocator, heap *h)
{
    memset(builder, 0xa5, sizeof *builder);
    *allocator = (clb_allocator){heap_resize, h};
    clb_ckernel_builder_init(builder, allocator);
}

static unsigned char negative[256];
static int fill_table(void **state)
{
    (void)state;
    for (int i = 0; i < 256; i++) negative[i] = (unsigned char)~i;
    return 0;
}

/* A source of make_pair_copy: a pointer to a number, and a byte. */
typedef struct pair_source {
    const int32_t *number;
    unsigned char byte;
} pair_source;

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

static void a_trivial_leaf_runs_as_single_and_as_strided(void **state)
{
    (void)state;
    const int32_t from[] = {1, 2, 3, 4};
    int32_t to[4] = {0};
    size_t end = 0;
    clb_ckernel_builder b;
    clb_ckernel_call call = {0};
    clb_ckernel_builder_init(&b, NULL);
    assert_int_equal(make_copy_int32(&b, 0, CLB_CKERNEL_STRIDED, &end, NULL), CLB_OK);
    assert_int_equal(end, CLB_CKERNEL_SIZE(clb_ckernel));
    const char *src = (const char *)&from[3];
    const ptrdiff_t backwards = -4;
    assert_int_equal(clb_ckernel_run_strided(clb_ckernel_root(&b), (char *)to, 4, &src, &backwards, 4, &call), 4);
    for (int i = 0; i < 4; i++) assert_int_equal(to[i], from[3 - i]);
    clb_ckernel_builder_clear(&b);
    assert_int_equal(make_copy_int32(&b, 0, CLB_CKERNEL_SINGLE, &end, NULL), CLB_OK);
    assert_int_equal(clb_ckernel_run_single(clb_ckernel_root(&b), (char *)to, &src, &call), 1);
    assert_int_equal(to[0], 4);
    clb_ckernel_builder_clear(&b);
}

static void a_failure_stops_at_its_element_and_says_where_and_why(void **state)
{
    (void)state;
    const int32_t from[] = {1, 2, 1001, 4};
    int32_t to[4] = {0};
    clb_error error = {0};
    assert_int_equal(copy_limited(to, from, 2, &error), CLB_OK);
    assert_int_equal(copy_limited(to, from, 4, &error), CLB_ERROR_ARGUMENT);
    assert_string_equal(error.message, "The number (2) is above the limit.");
    assert_int_equal(to[1], 2);
    assert_int_equal(to[2], 0);

    clb_ckernel_call call = {0};
    (void)clb_ckernel_fail(&call, CLB_ERROR_SIZE, "is odd");
    for (size_t i = 0; i < 40; i++) clb_ckernel_fail_at(&call, i ? SIZE_MAX - i : i);
    assert_int_equal(clb_ckernel_report(&call, "Element", &error), CLB_ERROR_SIZE);
    assert_non_null(strstr(error.message, ", 0) is odd."));
    assert_int_equal(clb_ckernel_report(&call, "Element", NULL), CLB_ERROR_SIZE);
}

static void nested_children_pass_results_and_failures_on(void **state)
{
    (void)state;
    const int32_t numbers[] = {7, 1001};
    const pair_source from[] = {{&numbers[0], 1}, {NULL, 2}, {&numbers[1], 3}};
    struct {
        int32_t number;
        unsigned char byte;
    } to[3] = {{0, 0}, {0, 0}, {0, 0}};
    size_t end = 0;
    heap h = {0};
    clb_allocator allocator;
    clb_ckernel_builder b;
    clb_error error = {0};
    start(&b, &allocator, &h);
    assert_int_equal(make_pair_copy(&b, 0, 1000, negative, CLB_CKERNEL_STRIDED, &end, &error), CLB_OK);
    assert_true(end <= b.used);
    assert_int_equal(h.calls, 0);

    const char *src = (const char *)from;
    const ptrdiff_t step = sizeof *from;
    clb_ckernel_call call = {0};
    assert_int_equal(clb_ckernel_run_strided(clb_ckernel_root(&b), (char *)to, sizeof *to, &src, &step, 3, &call), 1);
    assert_int_equal(to[0].number, 7);
    assert_int_equal(to[0].byte, 254);
    assert_int_equal(clb_ckernel_report(&call, "Pair", &error), CLB_ERROR_ARGUMENT);
    assert_string_equal(error.message, "Pair (1) is a null pointer.");
    src += 2 * sizeof *from;
    assert_int_equal(clb_ckernel_run_strided(clb_ckernel_root(&b), (char *)to, sizeof *to, &src, &step, 1, &call), 0);
    assert_string_equal(call.reason, "is above the limit");
    clb_ckernel_builder_clear(&b);
    assert_int_equal(tables, 0);
}

/* A tree that does not fit the inline memory: pairs behind each other. */
enum { PAIRS = 12 };
typedef struct row {
    clb_ckernel base;
    size_t children[PAIRS];
} row;

static void row_destroy(clb_ckernel *self)
{
    const row *me = (const row *)self;
    for (int i = 0; i < PAIRS; i++)
        if (me->children[i]) clb_ckernel_destroy(clb_ckernel_child(self, me->children[i]));
}

static size_t row_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    const row *me = (const row *)self;
    for (size_t i = 0; i < PAIRS; i++) {
        const char *from = src[0] + i * sizeof(pair_source);
        if (!clb_ckernel_run_single(clb_ckernel_child(self, me->children[i]), dst + 8 * i, &from, call)) {
            clb_ckernel_fail_at(call, i);
            return 0;
        }
    }
    return 1;
}

static clb_status make_row(clb_ckernel_builder *builder, clb_error *error)
{
    size_t at = CLB_CKERNEL_SIZE(row);
    clb_status status = clb_ckernel_reserve(builder, at, error);
    if (status) return status;
    clb_ckernel_at(builder, 0)->destructor = row_destroy;
    clb_ckernel_set(clb_ckernel_at(builder, 0), CLB_CKERNEL_SINGLE, row_single, NULL);
    for (int i = 0; i < PAIRS && !status; i++) {
        status = clb_ckernel_reserve(builder, at, error);
        if (status) break;
        ((row *)clb_ckernel_at(builder, 0))->children[i] = at;
        status = make_pair_copy(builder, at, 1000, negative, CLB_CKERNEL_SINGLE, &at, error);
    }
    return status;
}

static void run_row(const clb_ckernel *root)
{
    const int32_t seven = 7;
    pair_source from[PAIRS];
    unsigned char to[PAIRS * 8];
    const char *src = (const char *)from;
    clb_ckernel_call call = {0};
    for (size_t i = 0; i < PAIRS; i++) from[i] = (pair_source){&seven, (unsigned char)i};
    if (clb_ckernel_run_single(root, (char *)to, &src, &call) != 1) abort();
    for (size_t i = 0; i < PAIRS; i++)
        if (memcmp(to + 8 * i, &seven, sizeof seven) != 0 || to[8 * i + 4] != (unsigned char)~i) abort();
}

static void a_tree_outgrows_the_builder_and_moves(void **state)
{
    (void)state;
    heap h = {0};
    clb_allocator allocator;
    clb_ckernel_builder b;
    start(&b, &allocator, &h);
    assert_int_equal(make_row(&b, NULL), CLB_OK);
    assert_true(h.calls > 0 && b.memory != b.inline_memory);
    run_row(clb_ckernel_root(&b));
    clb_ckernel_builder_clear(&b);
    assert_int_equal(h.blocks, 0);
    assert_int_equal(tables, 0);
    /* The builder can be used again. */
    assert_int_equal(make_row(&b, NULL), CLB_OK);
    clb_ckernel_builder_clear(&b);
    assert_int_equal(h.blocks, 0);
}

static void whatever_fails_while_building_nothing_leaks(void **state)
{
    (void)state;
    int failures = 0;
    for (long fail = 1, done = 0; !done; fail++) {
        for (int which = 0; which < 2; which++) {
            heap h = {.fail = which ? 0 : fail};
            clb_allocator allocator;
            clb_ckernel_builder b;
            clb_error error = {0};
            clb_shared_ckernel *shared = NULL;
            start(&b, &allocator, &h);
            fail_tables = which ? fail : 0;
            clb_status status = make_row(&b, &error);
            if (status == CLB_OK) status = clb_ckernel_share(&b, &shared, &error);
            if (status == CLB_OK) {
                run_row(clb_shared_ckernel_root(shared));
                done += which;
            } else {
                assert_int_equal(status, CLB_ERROR_MEMORY);
                assert_null(shared);
                failures++;
            }
            clb_shared_ckernel_release(&shared);
            clb_ckernel_builder_clear(&b);
            assert_int_equal(h.blocks, 0);
            assert_int_equal(tables, 0);
        }
    }
    assert_true(failures > PAIRS + 2);
    fail_tables = 0;
}

static void impossible_sizes_are_refused_and_the_tree_stays(void **state)
{
    (void)state;
    heap h = {0};
    clb_allocator allocator;
    clb_ckernel_builder b;
    clb_error error = {0};
    size_t offset = 5;
    start(&b, &allocator, &h);
    assert_int_equal(make_row(&b, &error), CLB_OK);
    const size_t used = b.used;
    assert_int_equal(clb_ckernel_reserve(&b, SIZE_MAX, &error), CLB_ERROR_SIZE);
    assert_int_equal(clb_ckernel_reserve(&b, SIZE_MAX / 2, &error), CLB_ERROR_SIZE);
    assert_int_equal(clb_ckernel_reserve_leaf(&b, SIZE_MAX - 3, &error), CLB_ERROR_SIZE);
    assert_int_equal(clb_ckernel_scratch(&b, SIZE_MAX, &offset, &error), CLB_ERROR_SIZE);
    assert_int_equal(offset, 5);
    h.fail = h.calls + 1;
    assert_int_equal(clb_ckernel_reserve(&b, 1 << 20, &error), CLB_ERROR_MEMORY);
    assert_int_equal(b.used, used);
    run_row(clb_ckernel_root(&b));
    clb_ckernel_builder_clear(&b);
}

static void new_room_is_zero(void **state)
{
    (void)state;
    heap h = {0};
    clb_allocator allocator;
    clb_ckernel_builder b;
    start(&b, &allocator, &h);
    for (size_t size = 1; size < 5000; size = size * 2 + 1) {
        const size_t used = b.used;
        assert_int_equal(clb_ckernel_reserve(&b, size, NULL), CLB_OK);
        assert_true(b.used >= CLB_CKERNEL_ROUND(size) + sizeof(clb_ckernel) && b.used <= b.capacity);
        for (size_t i = used; i < b.used; i++) assert_int_equal(b.memory[i], 0);
    }
    clb_ckernel_builder_clear(&b);
    assert_int_equal(h.blocks, 0);
}

static void scratch_is_separate_for_each_ckernel(void **state)
{
    (void)state;
    size_t end, first = 9, second = 9;
    clb_ckernel_builder b;
    clb_ckernel_builder_init(&b, NULL);
    assert_int_equal(clb_ckernel_scratch(&b, 100, &first, NULL), CLB_OK);
    assert_int_equal(make_reversed_copy(&b, 0, 5, CLB_CKERNEL_SINGLE, &end, NULL), CLB_OK);
    assert_int_equal(clb_ckernel_scratch(&b, 1, &second, NULL), CLB_OK);
    assert_int_equal(first, 0);
    assert_int_equal(second, 192);
    assert_int_equal(b.scratch_size, 256);
    char text[] = "abcde", scratch[256];
    const char *src = text;
    clb_ckernel_call call = {.scratch = scratch};
    assert_int_equal(clb_ckernel_run_single(clb_ckernel_root(&b), text, &src, &call), 1);
    assert_string_equal(text, "edcba");
    clb_ckernel_builder_clear(&b);
}

static void *run_rows(void *root)
{
    for (int i = 0; i < 1000; i++) run_row(root);
    return NULL;
}

static void a_shared_tree_is_compact_and_runs_in_many_threads(void **state)
{
    (void)state;
    heap h = {0};
    clb_allocator allocator;
    clb_ckernel_builder b;
    clb_shared_ckernel *shared = NULL;
    clb_error error = {0};
    start(&b, &allocator, &h);
    assert_int_equal(make_row(&b, &error), CLB_OK);
    const size_t used = b.used;
    size_t offset;
    assert_int_equal(clb_ckernel_scratch(&b, 10, &offset, &error), CLB_OK);
    h.largest = 0;
    assert_int_equal(clb_ckernel_share(&b, &shared, &error), CLB_OK);
    assert_true(h.largest < used + 100);
    assert_int_equal(h.blocks, 1);
    assert_int_equal(clb_shared_ckernel_scratch_size(shared), 64);
    clb_ckernel_builder_clear(&b); /* has it no more */
    assert_int_equal(tables, PAIRS);

    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, run_rows, (void *)(uintptr_t)clb_shared_ckernel_root(shared)), 0);
    clb_shared_ckernel *other = clb_shared_ckernel_retain(shared);
    clb_shared_ckernel_release(&shared);
    assert_null(shared);
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(tables, PAIRS);
    clb_shared_ckernel_release(&other);
    clb_shared_ckernel_release(&other);
    clb_shared_ckernel_release(NULL);
    assert_int_equal(tables, 0);
    assert_int_equal(h.blocks, 0);

    assert_int_equal(share_limited(&shared, &error), CLB_OK); /* from malloc */
    clb_shared_ckernel_release(&shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trivial_leaf_runs_as_single_and_as_strided),
        cmocka_unit_test(a_failure_stops_at_its_element_and_says_where_and_why),
        cmocka_unit_test(nested_children_pass_results_and_failures_on),
        cmocka_unit_test(a_tree_outgrows_the_builder_and_moves),
        cmocka_unit_test(whatever_fails_while_building_nothing_leaks),
        cmocka_unit_test(impossible_sizes_are_refused_and_the_tree_stays),
        cmocka_unit_test(new_room_is_zero),
        cmocka_unit_test(scratch_is_separate_for_each_ckernel),
        cmocka_unit_test(a_shared_tree_is_compact_and_runs_in_many_threads),
    };
    return cmocka_run_group_tests(tests, fill_table, NULL);
}
