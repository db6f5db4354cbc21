/* The six GLM kernels on any device, against a plain C reference in long double that shares nothing with them, and
 * their gradients against differences of that reference. Skipped if a driver is requested and there is none; without
 * native code it fails. */
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

typedef enum family { GAUSSIAN, LOGIT, PROBIT, CLOGLOG, POISSON, GAMMA } family;

/* A problem: sizes and data of one call. */
typedef struct problem {
    family family;
    int l1, l2, m1;
    double *X, *B, *mu, *P, *alpha, *y, *wt;
} problem;

/* One function of all kernels, which differ in nothing but their name. */
#define CALL(kernel)                                                                                                    \
    static clb_status call_##kernel(clb_device *on, const problem *p, double *qf, double *grad, clb_error *error)          \
    {                                                                                                                   \
        return glm_call_##kernel(on, glm_args_##kernel(.X = p->X, .B = p->B, .mu = p->mu, .P = p->P, .alpha = p->alpha,    \
                                                       .y = p->y, .wt = p->wt, .qf = qf, .grad = grad, .l1 = p->l1,     \
                                                       .l2 = p->l2, .m1 = p->m1), error);                               \
    }
CALL(f2_f3_gaussian)
CALL(f2_f3_binomial_logit)
CALL(f2_f3_binomial_probit)
CALL(f2_f3_binomial_cloglog)
CALL(f2_f3_poisson)
CALL(f2_f3_gamma)

static const struct {
    const char *name;
    clb_status (*call)(clb_device *, const problem *, double *, double *, clb_error *);
} families[] = {
    [GAUSSIAN] = {"f2_f3_gaussian", call_f2_f3_gaussian},
    [LOGIT] = {"f2_f3_binomial_logit", call_f2_f3_binomial_logit},
    [PROBIT] = {"f2_f3_binomial_probit", call_f2_f3_binomial_probit},
    [CLOGLOG] = {"f2_f3_binomial_cloglog", call_f2_f3_binomial_cloglog},
    [POISSON] = {"f2_f3_poisson", call_f2_f3_poisson},
    [GAMMA] = {"f2_f3_gamma", call_f2_f3_gamma},
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
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
            problem p = make_problem((family)f, sizes[s][0], sizes[s][1], sizes[s][2], 1.0);
            compare(device, &p);
            free_problem(&p);
        }
}

static void extreme_linear_predictors_stay_finite(void **state)
{
    (void)state;
    for (int f = LOGIT; f <= LOGIT; ++f) {
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
        assert_true(fabs(qf[0] - 2400.0) < 10.0);
        free_problem(&p);
    }
}

static void a_buffer_that_is_too_small_is_refused_before_the_launch(void **state)
{
    clb_error error = {0};
    clb_buffer_double small = {0};
    (void)state;
    assert_int_equal(clb_buffer_double_create(device, 1, NULL, &small, &error), CLB_OK);
    assert_int_equal(glm_run_f2_f3_poisson(device, NULL, glm_buffers_f2_f3_poisson(
                         .X = small, .B = small, .mu = small, .P = small, .alpha = small, .y = small, .wt = small, .qf = small,
                         .grad = small, .l1 = 1, .l2 = 2, .m1 = 1), NULL, &error), CLB_ERROR_SIZE);
    assert_non_null(strstr(error.message, "X"));
    clb_buffer_double_release(&small);
    clb_error_clear(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_gradients_agree_with_the_reference),
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
