/* The variants of the element-wise kernels of nmath against the kernels that they stand in for, bit by bit, on a
 * driver's device: typical and extreme arguments, counts about the sizes of a group, arrays and single values, all
 * flags. A NaN may be any NaN. Skipped if there is no driver.
 *
 * SPDX-License-Identifier: MIT */
#include "nmath.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_INPUTS = 4, MAX_ARGUMENTS = 16, MOST = 5000, GUARD = 3 };

static clb_device *device;

static double uniform(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* Mostly from where the methods differ; wild: any number at all. */
static double draw(uint64_t *state, bool wild)
{
    static const double edges[] = {0.0,           -0.0,
                                   0.5,           1.0,
                                   2.0,           3.0,
                                   12.0,          60.0,
                                   250.0,         -1.0,
                                   1e-290,        1e290,
                                   1e8,           1e-30,
                                   DBL_MIN / 4.0, DBL_MIN,
                                   DBL_MAX,       INFINITY,
                                   -INFINITY,     NAN,
                                   -1e300,        -0.69314718055994530942};
    const double which = uniform(state), u = uniform(state);
    if (wild && which < 0.3) return edges[(size_t)(u * (double)(sizeof edges / sizeof *edges))];
    if (wild && which < 0.5) return exp((u - 0.5) * 1400.0) * (uniform(state) < 0.1 ? -1.0 : 1.0);
    if (which < 0.7) return u;
    if (which < 0.9) return 0.1 + 50.0 * u;
    return exp((u - 0.5) * 20.0);
}

/* The arguments of a kernel: arrays by turns of n elements and of one; which flags are set is a number's bits. */
typedef struct call {
    clb_host_argument arguments[MAX_ARGUMENTS];
    uint64_t steps[2], n;
    int32_t flags[2];
    size_t out;
} call;

static void bind(call *c, const clb_kernel_data *k, double *const *inputs, uint64_t n, unsigned set, unsigned single)
{
    size_t input = 0, flag = 0;
    *c = (call){.steps = {0, 1}, .n = n, .flags = {0, 1}};
    assert_true(k->argument_count <= MAX_ARGUMENTS);
    for (uint32_t i = 0; i < k->argument_count; ++i) {
        const clb_argument_data *a = &nmath_bundle.arguments[k->first_argument + i];
        char name[64];
        (void)clb_text_copy(&nmath_bundle, a->name, name, sizeof name);
        const size_t length = strlen(name);
        if (a->kind == CLB_ARGUMENT_GLOBAL && a->access == CLB_ACCESS_IN) {
            assert_true(input < MAX_INPUTS);
            c->arguments[i] = (clb_host_argument){inputs[input++], 0};
        } else if (a->kind == CLB_ARGUMENT_GLOBAL) {
            c->out = i;
        } else if (length > 5 && strcmp(name + length - 5, "_step") == 0) {
            c->arguments[i] = (clb_host_argument){&c->steps[!(single >> (input - 1) & 1)], sizeof *c->steps};
        } else if (strcmp(name, "n") == 0) {
            c->arguments[i] = (clb_host_argument){&c->n, sizeof c->n};
        } else {
            assert_int_equal(a->size, sizeof *c->flags);
            c->arguments[i] = (clb_host_argument){&c->flags[set >> flag++ & 1], sizeof *c->flags};
        }
    }
}

static void run(uint32_t kernel, call *c, double *out)
{
    clb_error error = {0};
    for (size_t i = 0; i < c->n + GUARD; ++i) out[i] = -77.0;
    c->arguments[c->out] = (clb_host_argument){out, 0};
    if (clb_kernel_call(device, &nmath_bundle, kernel, NULL, c->arguments, nmath_bundle.kernels[kernel].argument_count,
                        &error) != CLB_OK)
        fail_msg("kernel %u: %s\n%s", kernel, error.message, error.build_log ? error.build_log : "");
}

static void compare(uint32_t base, uint32_t variant, double *const *inputs, uint64_t n, unsigned flags, unsigned single)
{
    double *expected = malloc((MOST + GUARD) * sizeof *expected), *found = malloc((MOST + GUARD) * sizeof *found);
    char name[80];
    call c;
    assert_true(expected && found);
    (void)clb_text_copy(&nmath_bundle, nmath_bundle.kernels[variant].name, name, sizeof name);
    bind(&c, &nmath_bundle.kernels[base], inputs, n, flags, single);
    run(base, &c, expected);
    run(variant, &c, found);
    for (size_t i = 0; i < n + GUARD; ++i)
        if (memcmp(&found[i], &expected[i], sizeof *found) != 0 && !(isnan(found[i]) && isnan(expected[i])))
            fail_msg("%s: flags %u, single %u: element %zu of %zu is %.17g, not %.17g", name, flags, single, i,
                     (size_t)n, found[i], expected[i]);
    free(expected);
    free(found);
}

static void variants_give_the_same_bits(void **state)
{
    static const uint64_t counts[] = {1, 255, 1024, 2049, 1025, MOST};
    double *inputs[MAX_INPUTS];
    size_t variants = 0;
    (void)state;
    for (size_t i = 0; i < MAX_INPUTS; ++i) assert_non_null(inputs[i] = malloc(MOST * sizeof **inputs));
    for (uint32_t base = 0; base < nmath_bundle.kernel_count; ++base) {
        const clb_kernel_data *k = &nmath_bundle.kernels[base];
        for (uint32_t v = 0; v < k->variant_count; ++v, ++variants) {
            const uint32_t variant = nmath_bundle.variants[k->first_variant + v].kernel;
            /* An element of ptukey takes a thousand times as long as others. */
            const uint64_t slow = (int64_t)base == clb_kernel_find(&nmath_bundle, "ptukey_kernel") ? 40 : 1;
            uint64_t seed = 7 + base;
            for (unsigned turn = 0; turn < 10; ++turn) {
                const uint64_t n = (counts[turn % (sizeof counts / sizeof *counts)] + slow - 1) / slow;
                for (size_t i = 0; i < MAX_INPUTS; ++i)
                    for (size_t e = 0; e < n; ++e) inputs[i][e] = draw(&seed, turn >= 5);
                /* The lower tail itself, then all flags; all arrays, then each of them a single value in turn. */
                compare(base, variant, inputs, n, turn < 2 ? 1 : turn & 3, turn < 4 ? 0 : 1u << turn % 3);
            }
        }
    }
    assert_true(variants >= 11);
    for (size_t i = 0; i < MAX_INPUTS; ++i) free(inputs[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(variants_give_the_same_bits)};
    const clb_device_params params = {.bundle = &nmath_bundle, .back_ends = CLB_BACK_END_OPENCL};
    clb_error error = {0};
    if (clb_device_open(&params, &device, &error) != CLB_OK) {
        const bool lacks_driver = error.status == CLB_ERROR_NO_DEVICE;
        printf("no device: %s\n", error.message);
        clb_error_clear(&error);
        return lacks_driver ? 77 : 1;
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clb_device_close(&device);
    clb_error_clear(&error);
    return failed;
}
