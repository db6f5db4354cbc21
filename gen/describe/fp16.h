/* The configuration of a unit for devices with cl_khr_fp16, if the unit tests that macro. The native device supports
 * half and must run this configuration; the unit itself is the one without it.
 * Knows both configurations of a kernel and what must be equal in them; must not know what the second one is used for.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DESCRIBE_FP16_H
#define CLB_DESCRIBE_FP16_H

#include "prune/reach.h"
#include "prune/unit.h"

/* A unit with cl_khr_fp16 defined. */
typedef struct fp16_configuration {
    unit *unit;
    map kernels;         /* name -> number of the item that defines it, plus one */
    const char *problem; /* why the file has errors in this configuration, or NULL */
} fp16_configuration;

/* Whether the items that `r` keeps of u mention cl_khr_fp16, which only the device defines. If not, both
 * configurations are equal. */
bool fp16_matters(const unit_context *context, const unit *u, const reached *r);

/* Reads the file in this configuration. Nothing is reported: an error becomes the configuration's `problem`. */
fp16_configuration *fp16_read(const unit_context *context, const kernel_file *file);

/* The difference between the signatures of the kernel in both configurations, which keeps the second from replacing
 * the first; NULL if there is none. */
const char *fp16_signature_problem(arena *a, const symbol *first, const symbol *second);

/* The same, except for the required size of work-groups. */
const char *fp16_parameter_problem(arena *a, const symbol *first, const symbol *second);

/* The first error, with its location, as part of a sentence; `otherwise` if there is none. */
const char *fp16_first_error(arena *a, const diagnostics *d, const char *otherwise);

#endif
