/* The posterior as a picture: contours in the plane of the two coefficients, written as SVG.
 * Knows coordinates and SVG; must not know devices or data.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DEMO_PICTURE_H
#define CLB_DEMO_PICTURE_H

#include "posterior.h"

/* Contours that hold 50, 90 and 99 % of the probability, and the posterior mean. false if the file cannot be written.
 */
bool picture_write(const char *path, const grid *g, const summary *s);

#endif
