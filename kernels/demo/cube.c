/* SPDX-License-Identifier: MIT */
#include "cube.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

bool cube_make(cube *c, const dataset *d, size_t side, double width)
{
    *c = (cube){.side = side, .width = width};
    const size_t n = d->count;
    for (size_t i = 0; i < n; ++i) c->centre += d->x[i] / (double)n;
    for (size_t i = 0; i < n; ++i) c->scale += (d->x[i] - c->centre) * (d->x[i] - c->centre) / (double)n;
    c->scale = sqrt(c->scale);
    if (side < 2 || !(c->scale > 0.0) || n > SIZE_MAX / CUBE_COEFFICIENTS / sizeof *c->design) return false;
    c->design = malloc(n * CUBE_COEFFICIENTS * sizeof *c->design);
    if (!c->design) return false;
    for (size_t i = 0; i < n; ++i) {
        const double z = (d->x[i] - c->centre) / c->scale;
        c->design[i] = 1.0;
        c->design[n + i] = z;
        c->design[2 * n + i] = z * z;
    }
    return true;
}

void cube_free(cube *c)
{
    free(c->design);
    *c = (cube){0};
}

/* The lower triangle of a matrix given by packed rows: A = LL'. false: A is not positive definite. */
static bool decompose(const double *packed, double lower[CUBE_COEFFICIENTS][CUBE_COEFFICIENTS])
{
    for (size_t r = 0; r < CUBE_COEFFICIENTS; ++r)
        for (size_t k = 0; k <= r; ++k) {
            double sum = packed[r * (r + 1) / 2 + k];
            for (size_t m = 0; m < k; ++m) sum -= lower[r][m] * lower[k][m];
            if (r == k && !(sum > 0.0)) return false;
            lower[r][k] = r == k ? sqrt(sum) : sum / lower[k][k];
        }
    return true;
}

/* b = L^-1 b, or L'^-1 b. */
static void solve(double lower[CUBE_COEFFICIENTS][CUBE_COEFFICIENTS], bool transposed, double *b)
{
    for (size_t n = 0; n < CUBE_COEFFICIENTS; ++n) {
        const size_t r = transposed ? CUBE_COEFFICIENTS - 1 - n : n;
        for (size_t k = 0; k < CUBE_COEFFICIENTS; ++k)
            if (transposed ? k > r : k < r) b[r] -= (transposed ? lower[k][r] : lower[r][k]) * b[k];
        b[r] /= lower[r][r];
    }
}

/* L with LL' = A^-1, where A = RR': of the inverse, by its columns. */
static bool factor_inverse(cube *c, double root[CUBE_COEFFICIENTS][CUBE_COEFFICIENTS])
{
    double inverse[CUBE_COEFFICIENTS * (CUBE_COEFFICIENTS + 1) / 2];
    for (size_t k = 0; k < CUBE_COEFFICIENTS; ++k) {
        double column[CUBE_COEFFICIENTS] = {0};
        column[k] = 1.0;
        solve(root, false, column);
        solve(root, true, column);
        for (size_t r = k; r < CUBE_COEFFICIENTS; ++r) inverse[r * (r + 1) / 2 + k] = column[r];
    }
    return decompose(inverse, c->factor);
}

bool cube_find_mode(cube *c, cube_derivatives *derivatives, void *context)
{
    double value, gradient[CUBE_COEFFICIENTS], second[CUBE_COEFFICIENTS * (CUBE_COEFFICIENTS + 1) / 2];
    double root[CUBE_COEFFICIENTS][CUBE_COEFFICIENTS] = {{0}};
    for (size_t step = 0; step < 100; ++step) {
        if (!derivatives(context, c->mode, &value, gradient, second) || !decompose(second, root)) return false;
        solve(root, false, gradient);
        solve(root, true, gradient);
        double length = 0.0, size = 1.0;
        for (size_t k = 0; k < CUBE_COEFFICIENTS; ++k) {
            length += fabs(gradient[k]);
            size += fabs(c->mode[k]);
        }
        const double factor = length > 2.0 ? 2.0 / length : 1.0; /* far from the mode the steps are too long */
        for (size_t k = 0; k < CUBE_COEFFICIENTS; ++k) c->mode[k] -= factor * gradient[k];
        if (length <= 1e-10 * size) return factor_inverse(c, root);
        if (!isfinite(length)) return false;
    }
    return false;
}

void cube_slice(const cube *c, size_t slice, double *points)
{
    const double step = 2.0 * c->width / (double)(c->side - 1);
    const double u = (double)slice * step - c->width;
    for (size_t i = 0; i < c->side; ++i)
        for (size_t k = 0; k < c->side; ++k) {
            const double v = (double)i * step - c->width, w = (double)k * step - c->width;
            double *point = points + CUBE_COEFFICIENTS * (i * c->side + k);
            point[0] = c->mode[0] + c->factor[0][0] * u;
            point[1] = c->mode[1] + c->factor[1][0] * u + c->factor[1][1] * v;
            point[2] = c->mode[2] + c->factor[2][0] * u + c->factor[2][1] * v + c->factor[2][2] * w;
        }
}

void moments_add(moments *m, const cube *c, const double *points, const double *values, size_t count)
{
    double least = m->least;
    for (size_t i = 0; i < count; ++i)
        if (values[i] < least) least = values[i];
    if (least < m->least) {
        const double factor = exp(least - m->least); /* 0 at first: least was infinite */
        m->total *= factor;
        m->above *= factor;
        for (size_t k = 0; k < CUBE_COEFFICIENTS; ++k) {
            m->first[k] *= factor;
            m->second[k] *= factor;
        }
        m->least = least;
    }
    for (size_t i = 0; i < count; ++i) {
        const double weight = exp(least - values[i]), *point = points + CUBE_COEFFICIENTS * i;
        m->total += weight;
        if (point[CUBE_COEFFICIENTS - 1] > 0.0) m->above += weight;
        for (size_t k = 0; k < CUBE_COEFFICIENTS; ++k) {
            const double d = point[k] - c->mode[k];
            m->first[k] += weight * d;
            m->second[k] += weight * d * d;
        }
    }
}

void moments_of(const moments *m, const cube *c, size_t coefficient, double *mean, double *deviation)
{
    const double d = m->first[coefficient] / m->total;
    *mean = c->mode[coefficient] + d;
    *deviation = sqrt(m->second[coefficient] / m->total - d * d);
}
