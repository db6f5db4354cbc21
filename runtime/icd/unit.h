/* Data that an application gives: the texts of a program, and the range and arguments of a launch. Knows no objects and
 * no origin of programs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_UNIT_H
#define CLBI_ICD_UNIT_H

#include "clbundle/icd.h"

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text, which need not end in a NUL. */
typedef struct clbi_icd_text {
    const char *name; /* of a header; NULL for a source */
    const char *text;
    size_t length; /* bytes */
} clbi_icd_text;

/* One compilation unit. */
typedef struct clbi_icd_source {
    clbi_icd_text text;           /* the strings of clCreateProgramWithSource, joined */
    const char *options;          /* as given to clBuildProgram or clCompileProgram; never NULL */
    const clbi_icd_text *headers; /* of clCompileProgram */
    size_t header_count;
} clbi_icd_source;

/* The units that a program is linked from, in order. */
typedef struct clbi_icd_units {
    const clbi_icd_source *list;
    size_t count;
    const char *link_options; /* as given to clLinkProgram; "" for a program that is built; never NULL */
} clbi_icd_units;

/* The NDRange of a launch as the application gives it: sizes for each dimension. */
typedef struct clbi_icd_range {
    uint32_t dimensions;
    const size_t *offset, *global, *local; /* NULL: not stated */
} clbi_icd_range;

/* An argument of a launch. */
typedef struct clbi_icd_recorded {
    size_t size;       /* bytes of the buffer, the value or the local memory; 0: not known */
    const void *value; /* of an argument by value, otherwise NULL */
    bool is_integer;   /* the value's type is an integer, so that it may be a size */
} clbi_icd_recorded;

#endif
