/* SPDX-License-Identifier: MIT */
#include "posterior.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

bool mode_find(const dataset *d, double precision, mode *m)
{
    double b0 = 0.0, b1 = 0.0, centre = 0.0;
    for (size_t i = 0; i < d->count; ++i) centre += d->x[i] / (double)d->count;
    /* About the centre the two coefficients are nearly independent, and Newton's steps are safe. */
    for (int step = 0; step < 100; ++step) {
        const double a = b0 - b1 * centre;
        double g0 = -precision * a, g1 = -precision * b1 + precision * a * centre;
        double h00 = precision, h01 = -precision * centre, h11 = precision * (1.0 + centre * centre);
        for (size_t i = 0; i < d->count; ++i) {
            const double x = d->x[i] - centre, p = 1.0 / (1.0 + exp(-(b0 + b1 * x))), w = d->total[i] * p * (1.0 - p);
            const double r = d->reached[i] - d->total[i] * p;
            g0 += r;
            g1 += r * x;
            h00 += w;
            h01 += w * x;
            h11 += w * x * x;
        }
        const double determinant = h00 * h11 - h01 * h01;
        if (!(determinant > 0.0)) return false;
        double s0 = (h11 * g0 - h01 * g1) / determinant, s1 = (h00 * g1 - h01 * g0) / determinant;
        const double length = fabs(s0) + fabs(s1) * 5.0;
        if (length > 5.0) s0 *= 5.0 / length, s1 *= 5.0 / length;
        b0 += s0;
        b1 += s1;
        if (length > 1e-10 * (1.0 + fabs(b0) + fabs(b1))) continue;

        /* From (b0, b1) about the centre to (intercept, slope): the first is b0 - centre b1. */
        const double c00 = h11 / determinant, c01 = -h01 / determinant, c11 = h00 / determinant;
        const double v00 = c00 - 2.0 * centre * c01 + centre * centre * c11, v01 = c01 - centre * c11;
        m->beta[0] = b0 - centre * b1;
        m->beta[1] = b1;
        m->l00 = sqrt(v00);
        m->l10 = v01 / m->l00;
        m->l11 = sqrt(c11 - m->l10 * m->l10);
        return isfinite(m->l00) && isfinite(m->l11) && m->l11 > 0.0;
    }
    return false;
}

void grid_free(grid *g)
{
    free(g->points);
    free(g->value);
    *g = (grid){0};
}

bool grid_make(grid *g, const mode *m, size_t side, double width)
{
    *g = (grid){.side = side, .width = width};
    if (side < 2 || side > 10000) return false;
    g->points = malloc(side * side * 2 * sizeof *g->points);
    g->value = malloc(side * side * sizeof *g->value);
    if (!g->points || !g->value) {
        grid_free(g);
        return false;
    }
    for (size_t i = 0; i < side; ++i)
        for (size_t k = 0; k < side; ++k) {
            const double u = width * (2.0 * (double)i / (double)(side - 1) - 1.0);
            const double v = width * (2.0 * (double)k / (double)(side - 1) - 1.0);
            double *point = g->points + 2 * (i * side + k);
            point[0] = m->beta[0] + m->l00 * u;
            point[1] = m->beta[1] + m->l10 * u + m->l11 * v;
        }
    return true;
}

static double smallest(const grid *g)
{
    double least = INFINITY;
    for (size_t i = 0; i < g->side * g->side; ++i)
        if (g->value[i] < least) least = g->value[i];
    return least;
}

summary grid_summary(const grid *g)
{
    const double least = smallest(g);
    double total = 0.0, mean[2] = {0.0, 0.0}, square[3] = {0.0, 0.0, 0.0};
    const double *origin = g->points + g->side * g->side / 2 * 2;
    for (size_t i = 0; i < g->side * g->side; ++i) {
        const double w = exp(least - g->value[i]);
        const double d0 = g->points[2 * i] - origin[0], d1 = g->points[2 * i + 1] - origin[1];
        total += w;
        mean[0] += w * d0;
        mean[1] += w * d1;
        square[0] += w * d0 * d0;
        square[1] += w * d1 * d1;
        square[2] += w * d0 * d1;
    }
    for (size_t k = 0; k < 2; ++k) mean[k] /= total;
    summary s = {.mean = {origin[0] + mean[0], origin[1] + mean[1]}};
    s.deviation[0] = sqrt(square[0] / total - mean[0] * mean[0]);
    s.deviation[1] = sqrt(square[1] / total - mean[1] * mean[1]);
    s.correlation = (square[2] / total - mean[0] * mean[1]) / (s.deviation[0] * s.deviation[1]);
    return s;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void grid_levels(const grid *g, const double *probabilities, double *levels, size_t count)
{
    const size_t n = g->side * g->side;
    double *sorted = malloc(n * sizeof *sorted), total = 0.0;
    for (size_t i = 0; i < count; ++i) levels[i] = INFINITY;
    if (!sorted) return;
    for (size_t i = 0; i < n; ++i) sorted[i] = g->value[i];
    qsort(sorted, n, sizeof *sorted, ascending);
    for (size_t i = 0; i < n; ++i) total += exp(sorted[0] - sorted[i]);
    for (size_t k = 0; k < count; ++k) {
        double sum = 0.0;
        size_t i = 0;
        while (i < n && sum < probabilities[k] * total) sum += exp(sorted[0] - sorted[i++]);
        levels[k] = sorted[i ? i - 1 : 0];
    }
    free(sorted);
}
