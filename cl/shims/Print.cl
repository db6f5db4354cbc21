// @provides: Rprintf, REprintf, Rvprintf, REvprintf
// @depends: shims
// @includes: shims
//
// R_ext/Print.h: a device has no console of R's.
// SPDX-License-Identifier: MIT

#define Rprintf(...) ((void)0)
#define REprintf(...) ((void)0)
#define Rvprintf(...) ((void)0)
#define REvprintf(...) ((void)0)
