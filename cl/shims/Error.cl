// @provides: error, warning, Rf_error, Rf_warning, R_ShowMessage, UNIMPLEMENTED, WrongArgCount, R_CheckUserInterrupt, R_CheckStack
// @depends: shims
// @includes: shims
//
// R_ext/Error.h and R_ext/Utils.h: errors and warnings are callbacks into a process that a device does not have. They
// say nothing here; a function must return NaN by itself, as R's Mathlib does.
// SPDX-License-Identifier: MIT

#define error(...) ((void)0)
#define warning(...) ((void)0)
#define Rf_error(...) ((void)0)
#define Rf_warning(...) ((void)0)
#define R_ShowMessage(...) ((void)0)
#define UNIMPLEMENTED(...) ((void)0)
#define WrongArgCount(...) ((void)0)

// R's headers declare these: see Arith.cl.
R_INLINE __attribute__((unused)) void R_CheckUserInterrupt(void) {}
R_INLINE __attribute__((unused)) void R_CheckStack(void) {}
