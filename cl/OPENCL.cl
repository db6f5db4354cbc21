// @provides: ML_NAN, ML_POSINF, ML_NEGINF, INLINE, NOINLINE, HAVE_EXPM1, HAVE_LOG1P
//
// Layer 0: the configuration of every program, before any other text.
// Knows what the device's compiler offers; must not know any library.
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Results must not depend on whether a compiler fuses a*b+c: code that wants a fused operation calls fma().
#pragma OPENCL FP_CONTRACT OFF

#define HAVE_EXPM1 1
#define HAVE_LOG1P 1

// Not 0.0 / 0.0, which some compilers divide out wherever it stands.
#define ML_NAN ((double)NAN)
#define ML_POSINF ((double)INFINITY)
#define ML_NEGINF (-(double)INFINITY)

// A bare `inline` has no external definition (C11 6.7.4p7) and fails on conforming drivers.
#define INLINE static inline
#define NOINLINE __attribute__((noinline)) static
