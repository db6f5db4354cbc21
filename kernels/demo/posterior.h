/* The posterior of a logistic regression with two coefficients on a grid, and its moments.
 * Knows statistics; must not know devices, files or pictures.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DEMO_POSTERIOR_H
#define CLB_DEMO_POSTERIOR_H

#include "data.h"

/* The mode of the posterior and the lower triangle L of its covariance there (LL' = inverse Hessian). */
typedef struct mode {
    double beta[2];
    double l00, l10, l11;
} mode;

/* A grid of side x side points beta = mode + L (u, v), with u and v from -width to width. */
typedef struct grid {
    size_t side;
    double width;
    double *points; /* side * side * 2: (intercept, slope); owned */
    double *value;  /* side * side: the negative log-posterior; owned */
} grid;

typedef struct summary {
    double mean[2], deviation[2], correlation;
} summary;

/* Newton's method on the log-posterior with the prior N(0, 1/precision) for both coefficients. false if it does not
 * converge: the data do not determine the fit. */
bool mode_find(const dataset *d, double precision, mode *m);

bool grid_make(grid *g, const mode *m, size_t side, double width);
void grid_free(grid *g);

/* Moments of the posterior from grid.value. */
summary grid_summary(const grid *g);

/* The values of grid.value that bound the smallest regions of the given probabilities. */
void grid_levels(const grid *g, const double *probabilities, double *levels, size_t count);

#endif
