/* The posterior of a logistic regression with three coefficients, for 1, z and z^2 with z = (x - centre) / scale, on a
 * cube of points that nobody stores: a slice at a time is made, and added to the moments. Knows statistics; must not
 * know devices, files or terminals.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DEMO_CUBE_H
#define CLB_DEMO_CUBE_H

#include "data.h"

enum { CUBE_COEFFICIENTS = 3 };

typedef struct cube {
    size_t side;          /* points along each axis; a slice has side * side of them, and there are as many slices */
    double width;         /* in standard deviations to either side */
    double centre, scale; /* of the explaining variable */
    double *design;       /* d.count * 3, column-major; owned */
    double mode[CUBE_COEFFICIENTS];
    double factor[CUBE_COEFFICIENTS][CUBE_COEFFICIENTS]; /* lower L, LL' = inverse of the Hessian at the mode */
} cube;

/* Sums over the points seen, with weights exp(least - value). */
typedef struct moments {
    double least, total, first[CUBE_COEFFICIENTS], second[CUBE_COEFFICIENTS];
    double above; /* the weight of points whose last coefficient is above 0 */
} moments;

/* Value, gradient and packed second derivatives (rows of the lower triangle) of the negative log-posterior at beta.
 * false: the search is to end. */
typedef bool cube_derivatives(void *context, const double *beta, double *value, double *gradient, double *second);

/* The variable's centre and scale, and the design. false: no memory, or all x are the same. */
bool cube_make(cube *c, const dataset *d, size_t side, double width);
void cube_free(cube *c);

/* Newton's method from 0 by the derivatives given; sets mode and factor. false: it does not converge, or was ended. */
bool cube_find_mode(cube *c, cube_derivatives *derivatives, void *context);

/* The points of a slice: side * side * 3. */
void cube_slice(const cube *c, size_t slice, double *points);

/* moments start as {.least = INFINITY}. */
void moments_add(moments *m, const cube *c, const double *points, const double *values, size_t count);

/* Mean and standard deviation of a coefficient. */
void moments_of(const moments *m, const cube *c, size_t coefficient, double *mean, double *deviation);

#endif
