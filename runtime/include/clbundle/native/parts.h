/* Which parts of the built-in functions a file contains. A generated file defines CLBN_SELECTED and CLBN_USES_X for
 * the parts that its kernels call; this header adds the parts that those need. A file without CLBN_SELECTED has all
 * of them. Part of clbundle/native/native.h, before the first level. Knows which part needs which; must not know kernels.
 *
 *   NUMBERS     as_T of scalars, rounding to whole numbers, neighbours   ENDS        the ends of integer types
 *   INTEGER     integers                                                 CONVERT     convert_T between float and double
 *   MATH        the exact functions: rounding, parts, remainders         SUMS        sums and products with their errors
 *   EXP, LOG    exponential functions, logarithms, and their kin         POWER       powers and roots
 *   TRIG, ARC   trigonometric functions; their inverses                  GAMMA       error and gamma functions
 *   COMMON, GEOMETRIC, RELATIONAL, ATOMIC, PRINTF: as the specification calls them
 *   HALF        half precision                                           SIMD        work-items side by side in vectors
 *   ATOMIC_OBJECT  atomics of OpenCL C 2.0                               SUB_GROUP   functions of sub-groups
 *   SIMD_MATH   mathematical functions of those vectors                  IMAGE       images
 *   SIMD_BASIC  their functions of few instructions                      SIMD_WIDE   their masks of 64 bits a work-item
 *   SIMD_MEMORY_X  their memory of the type X                            SIMD_PRIVATE  their private arrays
 *   SIMD_BLENDS stores to memory that only one thread touches
 *   SIMD_CLOSE  elements that mostly lie close to each other
 *   SIMD_PACKS, _X short vectors in them, of the type X: f, i, u
 *   SIMD_TABLE  look-ups in small constant tables
 *   SIMD_NARROW_X  the same as vectors of bytes and shorts: c, h, s, t
 *   SIMD_SUB_GROUP  functions of sub-groups that are lanes of those vectors
 *   CHECKS      what checked code calls                                  PIPE        pipes
 *   WAITING     loops in which work-groups wait for each other           ENQUEUE     device-side queues
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
#define CLBN_USES_PIPE
#define CLBN_USES_PRINTF
#define CLBN_USES_ENQUEUE
#define CLBN_USES_SIMD_MATH
#define CLBN_USES_SIMD_MEMORY_c
#define CLBN_USES_SIMD_MEMORY_h
#define CLBN_USES_SIMD_MEMORY_s
#define CLBN_USES_SIMD_MEMORY_t
#define CLBN_USES_SIMD_MEMORY_i
#define CLBN_USES_SIMD_MEMORY_u
#define CLBN_USES_SIMD_MEMORY_f
#define CLBN_USES_SIMD_MEMORY_l
#define CLBN_USES_SIMD_MEMORY_m
#define CLBN_USES_SIMD_MEMORY_d
#define CLBN_USES_SIMD_PACKS_f
#define CLBN_USES_SIMD_PACKS_i
#define CLBN_USES_SIMD_PACKS_u
#define CLBN_USES_SIMD_NARROW_c
#define CLBN_USES_SIMD_NARROW_h
#define CLBN_USES_SIMD_NARROW_s
#define CLBN_USES_SIMD_NARROW_t
#define CLBN_USES_SIMD_PRIVATE
#define CLBN_USES_SIMD_BLENDS
#define CLBN_USES_SIMD_CLOSE
#define CLBN_USES_SIMD_TABLE
#define CLBN_USES_IMAGE
#define CLBN_USES_SIMD_SUB_GROUP
#define CLBN_USES_CHECKS
#define CLBN_USES_WAITING
#endif

/* Each part in front of those that it needs. */
#if defined(CLBN_USES_SIMD_MATH) || defined(CLBN_USES_SIMD_SUB_GROUP)
#define CLBN_USES_SIMD
#endif
#ifdef CLBN_USES_SIMD_MATH
#define CLBN_USES_SIMD_WIDE
#endif
#if defined(CLBN_USES_SIMD_NARROW_c) || defined(CLBN_USES_SIMD_NARROW_h) || defined(CLBN_USES_SIMD_NARROW_s) ||        \
    defined(CLBN_USES_SIMD_NARROW_t)
#define CLBN_USES_SIMD_NARROW
#define CLBN_USES_SIMD_PACKS_u
#endif
#ifdef CLBN_USES_SIMD_NARROW_s
#define CLBN_USES_SIMD_MEMORY_s
#endif
#ifdef CLBN_USES_SIMD_NARROW_t
#define CLBN_USES_SIMD_MEMORY_t
#endif
#if defined(CLBN_USES_SIMD_PACKS_f) || defined(CLBN_USES_SIMD_PACKS_i) || defined(CLBN_USES_SIMD_PACKS_u)
#define CLBN_USES_SIMD_PACKS
#define CLBN_USES_SIMD_MEMORY_m
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
#if defined(CLBN_USES_SIMD_MATH) || defined(CLBN_USES_SIMD_SUB_GROUP) || defined(CLBN_USES_HALF) || defined(CLBN_USES_IMAGE)
#define CLBN_USES_SIMD_BASIC
#endif

/* The argument, where its type is in use. */
#ifdef CLBN_USES_SIMD_MEMORY_c
#define CLBN_SIMD_MEMORY_c(...) __VA_ARGS__
#else
#define CLBN_SIMD_MEMORY_c(...)
#endif
#ifdef CLBN_USES_SIMD_MEMORY_h
#define CLBN_SIMD_MEMORY_h(...) __VA_ARGS__
#else
#define CLBN_SIMD_MEMORY_h(...)
#endif
#ifdef CLBN_USES_SIMD_MEMORY_s
#define CLBN_SIMD_MEMORY_s(...) __VA_ARGS__
#else
#define CLBN_SIMD_MEMORY_s(...)
#endif
#ifdef CLBN_USES_SIMD_MEMORY_t
#define CLBN_SIMD_MEMORY_t(...) __VA_ARGS__
#else
#define CLBN_SIMD_MEMORY_t(...)
#endif
#ifdef CLBN_USES_SIMD_MEMORY_i
#define CLBN_SIMD_MEMORY_i(...) __VA_ARGS__
#else
#define CLBN_SIMD_MEMORY_i(...)
#endif
#ifdef CLBN_USES_SIMD_MEMORY_u
#define CLBN_SIMD_MEMORY_u(...) __VA_ARGS__
#else
#define CLBN_SIMD_MEMORY_u(...)
#endif
#ifdef CLBN_USES_SIMD_MEMORY_f
#define CLBN_SIMD_MEMORY_f(...) __VA_ARGS__
#else
#define CLBN_SIMD_MEMORY_f(...)
#endif
#ifdef CLBN_USES_SIMD_MEMORY_l
#define CLBN_SIMD_MEMORY_l(...) __VA_ARGS__
#else
#define CLBN_SIMD_MEMORY_l(...)
#endif
#ifdef CLBN_USES_SIMD_MEMORY_m
#define CLBN_SIMD_MEMORY_m(...) __VA_ARGS__
#else
#define CLBN_SIMD_MEMORY_m(...)
#endif
#ifdef CLBN_USES_SIMD_MEMORY_d
#define CLBN_SIMD_MEMORY_d(...) __VA_ARGS__
#else
#define CLBN_SIMD_MEMORY_d(...)
#endif
#ifdef CLBN_USES_SIMD_NARROW_c
#define CLBN_SIMD_NARROW_c(...) __VA_ARGS__
#else
#define CLBN_SIMD_NARROW_c(...)
#endif
#ifdef CLBN_USES_SIMD_NARROW_h
#define CLBN_SIMD_NARROW_h(...) __VA_ARGS__
#else
#define CLBN_SIMD_NARROW_h(...)
#endif
#ifdef CLBN_USES_SIMD_NARROW_s
#define CLBN_SIMD_NARROW_s(...) __VA_ARGS__
#else
#define CLBN_SIMD_NARROW_s(...)
#endif
#ifdef CLBN_USES_SIMD_NARROW_t
#define CLBN_SIMD_NARROW_t(...) __VA_ARGS__
#else
#define CLBN_SIMD_NARROW_t(...)
#endif
#ifdef CLBN_USES_SIMD_PACKS_f
#define CLBN_SIMD_PACKS_f(...) __VA_ARGS__
#else
#define CLBN_SIMD_PACKS_f(...)
#endif
#ifdef CLBN_USES_SIMD_PACKS_i
#define CLBN_SIMD_PACKS_i(...) __VA_ARGS__
#else
#define CLBN_SIMD_PACKS_i(...)
#endif
#ifdef CLBN_USES_SIMD_PACKS_u
#define CLBN_SIMD_PACKS_u(...) __VA_ARGS__
#else
#define CLBN_SIMD_PACKS_u(...)
#endif

#endif
