/* The GLM kernels of six families on any device, against a plain C reference in long double that shares nothing with
 * them; gradients and second derivatives also against differences of that reference, and each variant against the
 * kernel that it stands in for, and groups of devices against one, bit by bit. Skipped if a driver is requested and
 * there is none; without native code it fails.
 *
 * SPDX-License-Identifier: MIT */
#include "glm.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef long double real;

/* Under an emulator long doubles take long: the largest problem, the last of a table, is left out, and so are groups.
 */
#ifdef EMULATED
enum { LEFT_OUT = 1 };
#else
enum { LEFT_OUT = 0 };
#endif

typedef enum family { GAUSSIAN, LOGIT, PROBIT, CLOGLOG, POISSON, GAMMA } family;

/* A problem: sizes and data of one call. */
typedef struct problem {
    family family;
    int l1, l2, m1;
    double *X, *B, *mu, *P, *alpha, *y, *wt;
} problem;

/* One function of all kernels, which differ in nothing but their name. */
#define CALL(kernel)                                                                                                \
    static clb_status call_##kernel(clb_device *on, const problem *p, double *qf, double *grad, clb_error *error)   \
    {                                                                                                               \
        return glm_call_##kernel(on,                                                                                \
                                 glm_args_##kernel(.X = p->X, .B = p->B, .mu = p->mu, .P = p->P, .alpha = p->alpha, \
                                                   .y = p->y, .wt = p->wt, .qf = qf, .grad = grad, .l1 = p->l1,     \
                                                   .l2 = p->l2, .m1 = p->m1),                                       \
                                 error);                                                                            \
    }
#define GROUP_CALL(kernel)                                                                                           \
    static clb_status group_##kernel(clb_group *on, const problem *p, double *qf, double *grad, clb_error *error)    \
    {                                                                                                                \
        return glm_group_##kernel(on,                                                                                \
                                  glm_args_##kernel(.X = p->X, .B = p->B, .mu = p->mu, .P = p->P, .alpha = p->alpha, \
                                                    .y = p->y, .wt = p->wt, .qf = qf, .grad = grad, .l1 = p->l1,     \
                                                    .l2 = p->l2, .m1 = p->m1),                                       \
                                  error);                                                                            \
    }
/* clang-format off */
#define CALL_OTHERS(family)                                                                                             \
    CALL(f2_f3_##family)                                                                                                \
    GROUP_CALL(f2_f3_##family)                                                                                          \
    static clb_status value_##family(clb_device *on, const problem *p, double *qf, clb_error *error)                    \
    {                                                                                                                   \
        return glm_call_f2_##family(on, glm_args_f2_##family(.X = p->X, .B = p->B, .mu = p->mu, .P = p->P,              \
                                                             .alpha = p->alpha, .y = p->y, .wt = p->wt, .qf = qf,       \
                                                             .l1 = p->l1, .l2 = p->l2, .m1 = p->m1), error);            \
    }                                                                                                                   \
    static clb_status bend_##family(clb_device *on, const problem *p, double *qf, double *grad, double *hess,           \
                                    clb_error *error)                                                                   \
    {                                                                                                                   \
        return glm_call_f2_f3_f4_##family(                                                                              \
            on, glm_args_f2_f3_f4_##family(.X = p->X, .B = p->B, .mu = p->mu, .P = p->P, .alpha = p->alpha, .y = p->y,  \
                                           .wt = p->wt, .qf = qf, .grad = grad, .hess = hess, .l1 = p->l1, .l2 = p->l2, \
                                           .m1 = p->m1), error);                                                        \
    }
CALL_OTHERS(gaussian)
CALL_OTHERS(binomial_logit)
CALL_OTHERS(binomial_probit)
CALL_OTHERS(binomial_cloglog)
CALL_OTHERS(poisson)
CALL_OTHERS(gamma)
/* clang-format on */

static const struct {
    const char *name;
    uint32_t number;
    clb_status (*call)(clb_device *, const problem *, double *, double *, clb_error *);
    clb_status (*group)(clb_group *, const problem *, double *, double *, clb_error *);
    clb_status (*value)(clb_device *, const problem *, double *, clb_error *);
    clb_status (*bend)(clb_device *, const problem *, double *, double *, double *, clb_error *);
} families[] = {
    [GAUSSIAN] = {"f2_f3_gaussian", glm_KERNEL_f2_f3_gaussian, call_f2_f3_gaussian, group_f2_f3_gaussian,
                  value_gaussian, bend_gaussian},
    [LOGIT] = {"f2_f3_binomial_logit", glm_KERNEL_f2_f3_binomial_logit, call_f2_f3_binomial_logit,
               group_f2_f3_binomial_logit, value_binomial_logit, bend_binomial_logit},
    [PROBIT] = {"f2_f3_binomial_probit", glm_KERNEL_f2_f3_binomial_probit, call_f2_f3_binomial_probit,
                group_f2_f3_binomial_probit, value_binomial_probit, bend_binomial_probit},
    [CLOGLOG] = {"f2_f3_binomial_cloglog", glm_KERNEL_f2_f3_binomial_cloglog, call_f2_f3_binomial_cloglog,
                 group_f2_f3_binomial_cloglog, value_binomial_cloglog, bend_binomial_cloglog},
    [POISSON] = {"f2_f3_poisson", glm_KERNEL_f2_f3_poisson, call_f2_f3_poisson, group_f2_f3_poisson, value_poisson,
                 bend_poisson},
    [GAMMA] = {"f2_f3_gamma", glm_KERNEL_f2_f3_gamma, call_f2_f3_gamma, group_f2_f3_gamma, value_gamma, bend_gamma},
};

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 11;
}

static double uniform(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)next_random(state) / 9007199254740992.0);
}

static double *random_array(uint64_t *state, size_t count, double low, double high)
{
    double *a = malloc(count * sizeof *a);
    assert_non_null(a);
    for (size_t i = 0; i < count; ++i) a[i] = uniform(state, low, high);
    return a;
}

static problem make_problem(family f, int l1, int l2, int m1, double spread)
{
    uint64_t state = 17 + (uint64_t)f * 1000 + (uint64_t)(l1 * l2 + m1);
    const size_t n = (size_t)l1, k = (size_t)l2;
    problem p = {f, l1, l2, m1, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    const double size = spread / sqrt((double)l2);
    p.X = random_array(&state, n * k, -size, size);
    p.B = random_array(&state, (size_t)m1 * k, -1.5, 1.5);
    p.mu = random_array(&state, k, -0.5, 0.5);
    p.P = random_array(&state, k * k, -0.05, 0.05);
    p.alpha = random_array(&state, n, -0.5, 0.5);
    p.y = random_array(&state, n, 0.0, 1.0);
    p.wt = random_array(&state, n, 0.5, 3.0);
    for (size_t r = 0; r < k; ++r) {
        p.P[r * k + r] += 1.0;
        for (size_t c = 0; c < r; ++c) p.P[r * k + c] = p.P[c * k + r];
    }
    for (size_t i = 0; i < n; ++i) {
        if (f == LOGIT || f == PROBIT || f == CLOGLOG) {
            p.wt[i] = (double)(1 + i % 5);
            p.y[i] = floor(p.y[i] * (p.wt[i] + 1.0)) / p.wt[i];
        } else if (f == POISSON) {
            p.y[i] = floor(p.y[i] * 6.0);
        } else if (f == GAMMA) {
            p.y[i] += 0.01;
        }
        if (i % 11 == 3) p.wt[i] = 0.0;
    }
    return p;
}

static void free_problem(problem *p)
{
    double *all[] = {p->X, p->B, p->mu, p->P, p->alpha, p->y, p->wt};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) free(all[i]);
}

/* ---- the reference ---- */

static real log_choose(real n, real k)
{
    return lgammal(n + 1) - lgammal(k + 1) - lgammal(n - k + 1);
}

static real binomial(real s, real n, real p, real q)
{
    real value = -log_choose(n, s);
    if (s > 0) value -= s * logl(p);
    if (n - s > 0) value -= (n - s) * logl(q);
    return value;
}

static real reference_term(family f, real y, real wt, real eta)
{
    const real two_pi = 8 * atanl(1.0L);
    switch (f) {
    case GAUSSIAN: return wt * (y - eta) * (y - eta) / 2 + logl(two_pi / wt) / 2;
    case LOGIT: return binomial(y * wt, wt, 1 / (1 + expl(-eta)), 1 / (1 + expl(eta)));
    case PROBIT: return binomial(y * wt, wt, erfcl(-eta / sqrtl(2)) / 2, erfcl(eta / sqrtl(2)) / 2);
    case CLOGLOG: return binomial(y * wt, wt, -expm1l(-expl(eta)), expl(-expl(eta)));
    case POISSON: return wt * (expl(eta) - y * eta + lgammal(y + 1));
    case GAMMA: return -(wt * logl(wt / expl(eta)) + (wt - 1) * logl(y) - wt * y / expl(eta) - lgammal(wt));
    }
    return NAN;
}

static real reference_value(const problem *p, const real *b)
{
    const size_t n = (size_t)p->l1, k = (size_t)p->l2;
    real value = 0;
    for (size_t r = 0; r < k; ++r)
        for (size_t c = 0; c < k; ++c)
            value += (b[r] - (real)p->mu[r]) * (real)p->P[c * k + r] * (b[c] - (real)p->mu[c]) / 2;
    for (size_t i = 0; i < n; ++i) {
        real eta = p->alpha[i];
        for (size_t c = 0; c < k; ++c) eta += (real)p->X[c * n + i] * b[c];
        if (p->wt[i] != 0.0) value += reference_term(p->family, p->y[i], p->wt[i], eta);
    }
    return value;
}

/* Second derivative of reference_term by eta. */
static real reference_bend(family f, real y, real wt, real eta)
{
    const real s = y * wt, g = wt - s;
    switch (f) {
    case GAUSSIAN: return wt;
    case LOGIT: return wt / ((1 + expl(-eta)) * (1 + expl(eta)));
    case PROBIT: {
        const real p = erfcl(-eta / sqrtl(2)) / 2, q = erfcl(eta / sqrtl(2)) / 2;
        const real density = expl(-eta * eta / 2) / sqrtl(8 * atanl(1.0L));
        return s * (density / p) * (density / p + eta) + g * (density / q) * (density / q - eta);
    }
    case CLOGLOG: {
        const real t = expl(eta), p = -expm1l(-t);
        return g * t + s * (t * expl(-t) / p) * (t - p) / p;
    }
    case POISSON: return wt * expl(eta);
    case GAMMA: return wt * y * expl(-eta);
    }
    return NAN;
}

/* H[r, c] at b. */
static real reference_second(const problem *p, const real *b, size_t r, size_t c)
{
    const size_t n = (size_t)p->l1, k = (size_t)p->l2;
    real value = p->P[c * k + r];
    for (size_t i = 0; i < n; ++i) {
        real eta = p->alpha[i];
        for (size_t m = 0; m < k; ++m) eta += (real)p->X[m * n + i] * b[m];
        if (p->wt[i] != 0.0)
            value += reference_bend(p->family, p->y[i], p->wt[i], eta) * (real)p->X[r * n + i] * (real)p->X[c * n + i];
    }
    return value;
}

/* The same by differences of the value: of second order, twice. */
static real difference_second(const problem *p, real *b, size_t r, size_t c)
{
    real d[2];
    for (size_t n = 0; n < 2; ++n) {
        const real h = n ? 4e-3L : 2e-3L;
        real sum = 0;
        for (int s = 0; s < 4; ++s) {
            const real x = b[r], z = b[c], signs = s == 0 || s == 3 ? 1 : -1;
            b[r] += s & 1 ? -h : h;
            b[c] += s & 2 ? -h : h;
            sum += signs * reference_value(p, b);
            b[r] = x;
            b[c] = z;
        }
        d[n] = sum / (4 * h * h);
    }
    return (4 * d[0] - d[1]) / 3;
}

static void compare_others(clb_device *device, const problem *p)
{
    const size_t k = (size_t)p->l2, m = (size_t)p->m1, packed = k * (k + 1) / 2;
    double *qf = malloc(m * sizeof *qf), *grad = malloc(m * k * sizeof *grad);
    double *alone = malloc(m * sizeof *alone), *with = malloc(m * sizeof *with), *slope = malloc(m * k * sizeof *slope);
    double *hess = malloc(m * packed * sizeof *hess);
    real *b = malloc(k * sizeof *b);
    const char *name = families[p->family].name;
    clb_error error = {0};
    assert_true(qf && grad && alone && with && slope && hess && b);
    for (size_t i = 0; i < m * packed; ++i) hess[i] = NAN;
    if (families[p->family].call(device, p, qf, grad, &error) != CLB_OK ||
        families[p->family].value(device, p, alone, &error) != CLB_OK ||
        families[p->family].bend(device, p, with, slope, hess, &error) != CLB_OK)
        fail_msg("%s: %s\n%s", name, error.message, error.build_log ? error.build_log : "");
    assert_memory_equal(alone, qf, m * sizeof *qf);
    assert_memory_equal(with, qf, m * sizeof *qf);
    assert_memory_equal(slope, grad, m * k * sizeof *grad);
    for (size_t j = 0; j < m; ++j) {
        for (size_t c = 0; c < k; ++c) b[c] = p->B[j * k + c];
        for (size_t r = 0, at = 0; r < k; ++r)
            for (size_t c = 0; c <= r; ++c, ++at) {
                const double found = hess[at * m + j];
                const real expected = reference_second(p, b, r, c);
                if (!(fabsl(found - expected) <= 2e-13L * (fabsl(expected) + p->l1)))
                    fail_msg("%s: hess[%zu,%zu,%zu] = %.17g, expected %.17Lg", name, j, r, c, found, expected);
                /* The reference's own formula, at some points. */
                const real difference = (at + j) % 7 == 0 ? difference_second(p, b, r, c) : expected;
                if (!(fabsl(expected - difference) <= 2e-9L * (fabsl(difference) + p->l1)))
                    fail_msg("%s: hess[%zu,%zu,%zu] = %.17Lg, by differences %.17Lg", name, j, r, c, expected,
                             difference);
            }
    }
    free(qf);
    free(grad);
    free(alone);
    free(with);
    free(slope);
    free(hess);
    free(b);
}

static void compare(clb_device *device, const problem *p)
{
    const size_t k = (size_t)p->l2, m = (size_t)p->m1;
    double *qf = malloc(m * sizeof *qf), *grad = malloc(m * k * sizeof *grad);
    real *b = malloc(k * sizeof *b);
    clb_error error = {0};
    assert_true(qf && grad && b);
    if (families[p->family].call(device, p, qf, grad, &error) != CLB_OK)
        fail_msg("%s: %s\n%s", families[p->family].name, error.message, error.build_log ? error.build_log : "");
    for (size_t j = 0; j < m; ++j) {
        for (size_t c = 0; c < k; ++c) b[c] = p->B[j * k + c];
        const real value = reference_value(p, b);
        if (fabsl(qf[j] - value) > 1e-13L * (fabsl(value) + p->l1))
            fail_msg("%s: qf[%zu] = %.17g, expected %.17Lg", families[p->family].name, j, qf[j], value);
        for (size_t c = 0; c < k; ++c) {
            /* Differences of fourth order: their error is far below the tolerance. */
            const real h = 1e-3L, at = b[c];
            real d[4];
            static const real steps[4] = {-2, -1, 1, 2};
            for (size_t s = 0; s < 4; ++s) {
                b[c] = at + steps[s] * h;
                d[s] = reference_value(p, b);
            }
            b[c] = at;
            const real slope = (d[0] - 8 * d[1] + 8 * d[2] - d[3]) / (12 * h);
            if (fabsl(grad[c * m + j] - slope) > 1e-9L * (fabsl(slope) + p->l1))
                fail_msg("%s: grad[%zu,%zu] = %.17g, expected %.17Lg", families[p->family].name, j, c, grad[c * m + j],
                         slope);
        }
    }
    free(qf);
    free(grad);
    free(b);
}

/* ---- tests ---- */

static clb_device *device;

static void values_and_gradients_agree_with_the_reference(void **state)
{
    /* l2 below, at and beyond the block in which the gradient is kept; a prime number of points. */
    static const int sizes[][3] = {{25, 2, 7}, {40, 16, 5}, {30, 17, 13}, {20, 35, 3}, {1, 1, 1}, {300, 14, 101}};
    (void)state;
    for (size_t f = 0; f < sizeof families / sizeof *families; ++f)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes - LEFT_OUT; ++s) {
            problem p = make_problem((family)f, sizes[s][0], sizes[s][1], sizes[s][2], 1.0);
            compare(device, &p);
            free_problem(&p);
        }
}

static void second_derivatives_agree_and_the_value_alone_is_the_same(void **state)
{
    /* Second derivatives below, at and beyond the block; more than one chunk of observations. */
    static const int sizes[][3] = {{25, 2, 7}, {40, 5, 5}, {30, 6, 3}, {20, 17, 2}, {1, 1, 1}, {600, 3, 11}};
    (void)state;
    for (size_t f = 0; f < sizeof families / sizeof *families; ++f)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes - LEFT_OUT; ++s) {
            problem p = make_problem((family)f, sizes[s][0], sizes[s][1], sizes[s][2], 1.0);
            compare_others(device, &p);
            free_problem(&p);
        }
}

/* Whether the name is that of a variant of `base` for so many coefficients. */
static bool is_variant(const char *name, const char *base, int l2)
{
    const size_t length = strlen(base);
    if (strncmp(name, base, length) != 0 || name[length] != '_') return false;
    const int most = atoi(name + length + 1);
    return l2 <= (most ? most : 16);
}

/* Runs all variants of the family's kernels that the sizes allow, each by its own name; how many there are. expected:
 * values and gradients. */
static size_t compare_variants(const problem *p, const double *expected, double *found)
{
    const size_t m = (size_t)p->m1, all = m * ((size_t)p->l2 + 1);
    const char *const base = families[p->family].name; /* f2_f3_...; that of the value is f2_... */
    char value_base[80];
    size_t compared = 0;
    clb_error error = {0};
    (void)snprintf(value_base, sizeof value_base, "f2_%s", base + strlen("f2_f3_"));
    for (uint32_t k = 0; k < glm_bundle.kernel_count; ++k) {
        char name[80];
        (void)clb_text_copy(&glm_bundle, glm_bundle.kernels[k].name, name, sizeof name);
        const bool alone = is_variant(name, value_base, p->l2);
        if (!alone && !is_variant(name, base, p->l2)) continue;
        const size_t count = alone ? m : all;
        clb_host_argument arguments[12] = {{p->X, 0}, {p->B, 0},  {p->mu, 0}, {p->P, 0},     {p->alpha, 0},
                                           {p->y, 0}, {p->wt, 0}, {found, 0}, {found + m, 0}};
        const int *const sizes[3] = {&p->l1, &p->l2, &p->m1};
        for (size_t i = 0; i < 3; ++i) arguments[(alone ? 8 : 9) + i] = (clb_host_argument){sizes[i], sizeof *sizes[i]};
        for (size_t i = 0; i < count; ++i) found[i] = NAN;
        if (clb_kernel_call(device, &glm_bundle, k, NULL, arguments, alone ? 11 : 12, &error) != CLB_OK)
            fail_msg("%s: %s\n%s", name, error.message, error.build_log ? error.build_log : "");
        for (size_t i = 0; i < count; ++i)
            if (memcmp(&found[i], &expected[i], sizeof *found) != 0)
                fail_msg("%s: l1 = %d, l2 = %d, m1 = %d: number %zu is %.17g, not %.17g", name, p->l1, p->l2, p->m1, i,
                         found[i], expected[i]);
        ++compared;
    }
    return compared;
}

static void variants_give_the_same_bits(void **state)
{
    /* One stripe and many, a chunk and several, a group's points and more. */
    static const int sizes[][3] = {{1, 1, 1},     {33, 2, 300}, {511, 4, 5}, {300, 14, 101},
                                   {1030, 16, 9}, {64, 8, 257}, {7, 12, 8}};
    size_t compared = 0;
    (void)state;
    if (strcmp(clb_device_get_info(device)->back_end, "native") == 0) {
        print_message("variants are for drivers' devices\n");
        return;
    }
    for (size_t f = 0; f < sizeof families / sizeof *families; ++f)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
            problem p = make_problem((family)f, sizes[s][0], sizes[s][1], sizes[s][2], 1.0);
            const size_t m = (size_t)p.m1, count = m * ((size_t)p.l2 + 1);
            double *expected = malloc(count * sizeof *expected), *found = malloc(count * sizeof *found);
            clb_error error = {0};
            assert_true(expected && found);
            assert_int_equal(families[f].call(device, &p, expected, expected + m, &error), CLB_OK);
            compared += compare_variants(&p, expected, found);
            free(expected);
            free(found);
            free_problem(&p);
        }
    assert_true(compared > 100);
}

#ifndef EMULATED
/* How often a group does a call, in other parts each time. A driver may compile the kernel anew for each size of a
 * part. */
static int least_rounds(void)
{
    return strcmp(clb_device_get_info(device)->back_end, "native") == 0 ? 3 : 1;
}

/* Families over devices with these filters against one device; logit alone where one is a driver's, and so where they
 * are of two kinds, since others take functions from the device. */
static void compare_group(const char *const filters[2], bool logit_alone)
{
    clb_error error = {0};
    clb_group *group = NULL;
    clb_device_params members[2] = {
        {.struct_size = sizeof(clb_device_params), .bundle = &glm_bundle, .filter = filters[0], .environment = ""},
        {.struct_size = sizeof(clb_device_params), .bundle = &glm_bundle, .filter = filters[1], .environment = ""}};
    if (clb_group_open(&(clb_group_params){.members = members, .member_count = 2}, &group, &error) != CLB_OK)
        fail_msg("%s", error.message);
    for (size_t f = 0; f < sizeof families / sizeof *families; ++f) {
        if (logit_alone && f != LOGIT) continue;
        problem p = make_problem((family)f, 300, 14, 8009, 1.0);
        const size_t m = (size_t)p.m1, count = m * ((size_t)p.l2 + 1);
        double *expected = malloc(count * sizeof *expected), *found = malloc(count * sizeof *found);
        assert_true(expected && found);
        if (families[f].call(device, &p, expected, expected + m, &error) != CLB_OK) fail_msg("%s", error.message);
        bool shared = false; /* one device may have done it all before the other had begun */
        for (int again = 0; again < least_rounds() || (!shared && again < 20); ++again) {
            for (size_t i = 0; i < count; ++i) found[i] = NAN;
            if (families[f].group(group, &p, found, found + m, &error) != CLB_OK) fail_msg("%s", error.message);
            for (size_t i = 0; i < count; ++i)
                if (memcmp(&found[i], &expected[i], sizeof *found) != 0)
                    fail_msg("%s: number %zu is %.17g, not %.17g", families[f].name, i, found[i], expected[i]);
            shared = clb_group_speed(group, &glm_bundle, families[f].number, 0) > 0 &&
                     clb_group_speed(group, &glm_bundle, families[f].number, 1) > 0;
        }
        assert_true(shared);
        free(expected);
        free(found);
        free_problem(&p);
    }
    clb_group_close(&group);
}

static void a_group_gives_the_bits_of_one_device(void **state)
{
    const bool native = strcmp(clb_device_get_info(device)->back_end, "native") == 0;
    const char *const one_kind[2] = {native ? "native" : "opencl", native ? "native" : "opencl"};
    static const char *const both[2] = {"native", "opencl"};
    (void)state;
    compare_group(one_kind, !native);
    if (native || !strstr(clb_device_get_info(device)->platform, "Portable Computing Language")) {
        print_message("native code is compared with PoCL\n");
        return;
    }
    compare_group(both, true);
}

/* The value alone, and the kernel whose range has two dimensions. */
static void groups_share_the_other_kernels(void **state)
{
    const bool native = strcmp(clb_device_get_info(device)->back_end, "native") == 0;
    clb_device_params members[2] = {{.struct_size = sizeof(clb_device_params),
                                     .bundle = &glm_bundle,
                                     .filter = native ? "native" : "opencl",
                                     .environment = ""}};
    problem p = make_problem(LOGIT, 200, 6, 6007, 1.0);
    enum { PACKED = 21 };
    const size_t m = (size_t)p.m1, all = m * (1 + 6 + PACKED);
    double *expected = malloc(all * sizeof *expected), *found = malloc(all * sizeof *found);
    clb_error error = {0};
    clb_group *group = NULL;
    (void)state;
    members[1] = members[0];
    assert_true(expected && found);
    if (clb_group_open(&(clb_group_params){.members = members, .member_count = 2}, &group, &error) != CLB_OK ||
        bend_binomial_logit(device, &p, expected, expected + m, expected + 7 * m, &error) != CLB_OK)
        fail_msg("%s", error.message);
    for (int again = 0; again < least_rounds(); ++again) {
        for (size_t i = 0; i < all; ++i) found[i] = NAN;
        if (glm_group_f2_f3_f4_binomial_logit(
                group,
                glm_args_f2_f3_f4_binomial_logit(.X = p.X, .B = p.B, .mu = p.mu, .P = p.P, .alpha = p.alpha, .y = p.y,
                                                 .wt = p.wt, .qf = found, .grad = found + m, .hess = found + 7 * m,
                                                 .l1 = p.l1, .l2 = p.l2, .m1 = p.m1),
                &error) != CLB_OK)
            fail_msg("%s", error.message);
        assert_memory_equal(found, expected, all * sizeof *found);
        for (size_t i = 0; i < m; ++i) found[i] = NAN;
        if (glm_group_f2_binomial_logit(group,
                                        glm_args_f2_binomial_logit(.X = p.X, .B = p.B, .mu = p.mu, .P = p.P,
                                                                   .alpha = p.alpha, .y = p.y, .wt = p.wt, .qf = found,
                                                                   .l1 = p.l1, .l2 = p.l2, .m1 = p.m1),
                                        &error) != CLB_OK)
            fail_msg("%s", error.message);
        assert_memory_equal(found, expected, m * sizeof *found);
    }
    free(expected);
    free(found);
    free_problem(&p);
    clb_group_close(&group);
}
#endif

static void extreme_linear_predictors_stay_finite(void **state)
{
    (void)state;
    for (int f = LOGIT; f <= PROBIT; ++f) {
        problem p = make_problem((family)f, 4, 1, 2, 1.0);
        double qf[2], grad[2];
        clb_error error = {0};
        for (int i = 0; i < 4; ++i) {
            p.X[i] = i % 2 ? 400.0 : -400.0;
            p.wt[i] = 1.0;
            p.y[i] = i < 2 ? 1.0 : 0.0;
        }
        p.B[0] = 3.0;
        p.B[1] = -3.0;
        assert_int_equal(families[f].call(device, &p, qf, grad, &error), CLB_OK);
        for (int j = 0; j < 2; ++j) assert_true(isfinite(qf[j]) && isfinite(grad[j]));
        assert_true(fabs(qf[0] / (f == LOGIT ? 2400.0 : 1440000.0) - 1.0) < 0.01);
        free_problem(&p);
    }
}

static void a_buffer_that_is_too_small_is_refused_before_the_launch(void **state)
{
    clb_error error = {0};
    clb_buffer_double small = {0};
    (void)state;
    assert_int_equal(clb_buffer_double_create(device, 1, NULL, &small, &error), CLB_OK);
    assert_int_equal(
        glm_run_f2_f3_poisson(device, NULL,
                              glm_buffers_f2_f3_poisson(.X = small, .B = small, .mu = small, .P = small, .alpha = small,
                                                        .y = small, .wt = small, .qf = small, .grad = small, .l1 = 1,
                                                        .l2 = 2, .m1 = 1),
                              NULL, &error),
        CLB_ERROR_SIZE);
    assert_non_null(strstr(error.message, "X"));
    clb_buffer_double_release(&small);
    clb_error_clear(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_gradients_agree_with_the_reference),
        cmocka_unit_test(second_derivatives_agree_and_the_value_alone_is_the_same),
        cmocka_unit_test(variants_give_the_same_bits),
#ifndef EMULATED
        cmocka_unit_test(a_group_gives_the_bits_of_one_device),
        cmocka_unit_test(groups_share_the_other_kernels),
#endif
        cmocka_unit_test(extreme_linear_predictors_stay_finite),
        cmocka_unit_test(a_buffer_that_is_too_small_is_refused_before_the_launch),
    };
    clb_error error = {0};
    if (clb_device_open(&(clb_device_params){.bundle = &glm_bundle}, &device, &error) != CLB_OK) {
        /* A machine may lack a driver, but native code is always there: only the first is a reason to skip. */
        const char *wanted = getenv("CLBUNDLE_DEVICE");
        printf("no device: %s\n", error.message);
        const bool lacks_driver = error.status == CLB_ERROR_NO_DEVICE && wanted && strcmp(wanted, "opencl") == 0;
        clb_error_clear(&error);
        return lacks_driver ? 77 : 1;
    }
    printf("device: %s\n", clb_device_get_info(device)->name);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clb_device_close(&device);
    clb_error_clear(&error);
    return failed;
}
