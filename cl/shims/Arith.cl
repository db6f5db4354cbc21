// @provides: R_NaN, R_PosInf, R_NegInf, NA_REAL, NA_INTEGER, ISNAN, ISNA, R_FINITE, R_IsNA, R_IsNaN, R_finite, finite
// @depends: shims
// @includes: shims
//
// R's predicates and special values (R_ext/Arith.h documents them). A device cannot tell NA from other NaNs by its
// payload, which arithmetic need not keep: ISNA is never true.
// SPDX-License-Identifier: MIT

#define R_NaN ((double)NAN) /* 0.0 / 0.0 is divided out by some compilers wherever it stands */
#define R_PosInf ((double)INFINITY)
#define R_NegInf (-(double)INFINITY)
#define NA_REAL R_NaN
#define NA_INTEGER INT_MIN

#define ISNAN(x) (isnan(x) != 0)
#define ISNA(x) ((void)(x), 0)
#define R_FINITE(x) (isfinite(x) != 0)
#define finite(x) R_FINITE(x)

// Functions, since R's headers declare them: the name of a macro with parameters would be expanded in its prototype.
R_INLINE __attribute__((unused)) int R_IsNA(double x) { return ISNA(x); }
R_INLINE __attribute__((unused)) int R_IsNaN(double x) { return ISNAN(x); }
R_INLINE __attribute__((unused)) int R_finite(double x) { return R_FINITE(x); }
