/* The values of a bundle's specialisation constants: which ones were given, whether they are allowed, and how drivers
 * and native code get them. Knows the bundle's tables; knows nothing about devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_CONSTANTS_H
#define CLBI_CONSTANTS_H

#include "clbundle/core.h"

/* One value. */
typedef struct clbi_value {
    uint64_t bits; /* as in clb_bundle.constant_values */
    union {
        int32_t i32;
        uint32_t u32;
        int64_t i64;
        uint64_t u64;
        float f32;
        double f64;
    } native; /* the literal of the program, as native code reads it */
} clbi_value;

/* The values that a caller gives. */
typedef struct clbi_given_constants {
    const clb_constant *list;
    size_t count;
} clbi_given_constants;

/* Whether the tables of the constants, of the programs' and of the kernels' versions hold together. */
bool clbi_constants_fit(const clb_bundle *bundle);

/* Fills values[constant_count] with `base`, or with the defaults if that is NULL, and replaces the values that are
 * given. CLB_ERROR_ARGUMENT: no such constant, one given twice, of another type, a value that is not allowed. */
clb_status clbi_constants_set(const clb_bundle *bundle, const clbi_given_constants *given, const clbi_value *base,
                              const char *call, clbi_value *values, clb_error *error);

/* The options with which a driver builds a program, those of its constants included. The caller's (free), or NULL. */
char *clbi_program_options(const clb_bundle *bundle, uint32_t program, const clbi_value *values);

/* The number of the version of a program's kernels that has these values: see clb_version_data. */
uint32_t clbi_constants_version(const clb_bundle *bundle, const clb_program_data *program, const clbi_value *values);

/* Whether the constants that a program uses have the same values; `a` NULL: the defaults. */
bool clbi_constants_are_equal(const clb_bundle *bundle, const clb_program_data *program, const clbi_value *a,
                              const clbi_value *b);

/* An integer constant for an expression; false: it exceeds int64_t. `values` NULL: the default. */
bool clbi_constants_integer(const clb_bundle *bundle, const clbi_value *values, size_t number, int64_t *result);

#endif
