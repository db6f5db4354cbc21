// @provides: ML_ERROR, ML_WARNING, ML_WARN_return_NAN, ML_VALID, MATHLIB_ERROR, MATHLIB_WARNING, MATHLIB_WARNING2, MATHLIB_WARNING3, MATHLIB_WARNING4, MATHLIB_WARNING5, ME_NONE, ME_DOMAIN, ME_RANGE, ME_NOCONV, ME_PRECISION, ME_UNDERFLOW
// @depends: shims, Arith
// @includes: shims
//
// Conditions of numerical routines, as sources written for R's Mathlib name them: silent, as in Error.cl.
// SPDX-License-Identifier: MIT

#define ME_NONE 0
#define ME_DOMAIN 1
#define ME_RANGE 2
#define ME_NOCONV 4
#define ME_PRECISION 8
#define ME_UNDERFLOW 16
#define ML_ERROR(...) ((void)0)
#define ML_WARNING(...) ((void)0)
#define MATHLIB_ERROR(...) ((void)0)
#define MATHLIB_WARNING(...) ((void)0)
#define MATHLIB_WARNING2(...) ((void)0)
#define MATHLIB_WARNING3(...) ((void)0)
#define MATHLIB_WARNING4(...) ((void)0)
#define MATHLIB_WARNING5(...) ((void)0)
#define ML_VALID(x) (!ISNAN(x))
#define ML_WARN_return_NAN return R_NaN
