/* Observations of the demo: groups of trials, each at one value of the explanatory variable.
 * Knows files of numbers; must not know models or devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DEMO_DATA_H
#define CLB_DEMO_DATA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct dataset {
    size_t count;
    double *x, *total, *reached; /* owned */
} dataset;

/* Menarche in Polish girls by age group (Milicer and Szczotka 1966, Human Biology 38, 199-203). */
bool dataset_menarche(dataset *d);

/* Reads lines `x,total,reached`; a first line that is no numbers is a header. On failure false and a message with file
 * and line in `why`. */
bool dataset_read(dataset *d, const char *path, char *why, size_t capacity);

void dataset_free(dataset *d);

#endif
