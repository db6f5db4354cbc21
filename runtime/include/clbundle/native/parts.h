/* Which parts of the built-in functions a file contains. A generated file defines CLBN_SELECTED and CLBN_USES_X for
 * the parts that its kernels call; this header adds the parts that those need. A file without CLBN_SELECTED has all
 * of them.
 * Part of clbundle/native/native.h, before the first level.
 *
 *   NUMBERS     as_T of scalars, rounding to whole numbers, neighbours   ENDS        the ends of integer types
 *   INTEGER     integers                                                 CONVERT     convert_T between float and double
 *   MATH        the exact functions: rounding, parts, remainders         SUMS        sums and products with their errors
 *   EXP, LOG    exponential functions, logarithms, and their kin         POWER       powers and roots
 *   TRIG, ARC   trigonometric functions; their inverses                  GAMMA       error and gamma functions
 *   COMMON, GEOMETRIC, RELATIONAL, ATOMIC, PRINTF: as the specification calls them
 *   HALF        half precision                                           SIMD        work-items side by side in vectors
 *   ATOMIC_OBJECT  atomics of OpenCL C 2.0                               SUB_GROUP   functions of sub-groups
 *   SIMD_MATH   mathematical functions of those vectors                    IMAGE       images
 *   SIMD_SUB_GROUP  functions of sub-groups that are lanes of those vectors
 *   CHECKS      what checked code calls
 *
 * Functions of vectors, most conversions and native_X come in thousands of forms. Each form is a macro's instance, such as
 * CLBN_LANES_2(4, max, i, i, i), which a generated file writes in front of the function that calls it. CLBN_INSTANCES
 * selects all of them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_NATIVE_PARTS_H
#define CLBUNDLE_NATIVE_PARTS_H

#ifndef CLBN_SELECTED
#define CLBN_INSTANCES
#define CLBN_USES_INTEGER
#define CLBN_USES_CONVERT
#define CLBN_USES_MATH
#define CLBN_USES_EXP
#define CLBN_USES_LOG
#define CLBN_USES_POWER
#define CLBN_USES_TRIG
#define CLBN_USES_ARC
#define CLBN_USES_GAMMA
#define CLBN_USES_COMMON
#define CLBN_USES_GEOMETRIC
#define CLBN_USES_RELATIONAL
#define CLBN_USES_ATOMIC
#define CLBN_USES_ATOMIC_OBJECT
#define CLBN_USES_SUB_GROUP
#define CLBN_USES_PRINTF
#define CLBN_USES_SIMD_MATH
#define CLBN_USES_IMAGE
#define CLBN_USES_SIMD_SUB_GROUP
#define CLBN_USES_CHECKS
#endif

/* Each part in front of those that it needs. */
#if defined(CLBN_USES_SIMD_MATH) || defined(CLBN_USES_SIMD_SUB_GROUP)
#define CLBN_USES_SIMD
#endif
#if defined(CLBN_USES_PRINTF) || defined(CLBN_USES_IMAGE)
#define CLBN_USES_HALF
#endif
#if defined(CLBN_USES_HALF) || defined(CLBN_USES_COMMON) || defined(CLBN_USES_GEOMETRIC)
#define CLBN_USES_MATH
#endif
#ifdef CLBN_USES_POWER
#define CLBN_USES_LOG
#define CLBN_USES_MATH
#endif
#if defined(CLBN_USES_POWER) || defined(CLBN_USES_GAMMA)
#define CLBN_USES_EXP
#endif
#if defined(CLBN_USES_EXP) || defined(CLBN_USES_LOG) || defined(CLBN_USES_TRIG) || defined(CLBN_USES_ARC)
#define CLBN_USES_SUMS
#endif
#if defined(CLBN_USES_INTEGER) || defined(CLBN_USES_CONVERT)
#define CLBN_USES_ENDS
#endif
#if defined(CLBN_USES_SUMS) || defined(CLBN_USES_MATH) || defined(CLBN_USES_CONVERT) || defined(CLBN_USES_RELATIONAL)
#define CLBN_USES_NUMBERS
#endif

#endif
