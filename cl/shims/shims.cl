// @provides: NULL, R_INLINE, IEEE_754, attribute_hidden, LDOUBLE, Rboolean, TRUE, FALSE
// @depends: 
// @includes: shims
//
// Layer 1: what plain C sources expect of <stddef.h>, <stdbool.h> and R's configuration, so that they can be library
// files once their #include lines are left out. Defines the least that does it; each name gives way to a definition of
// the device's compiler.
// SPDX-License-Identifier: MIT

#ifndef NULL
#define NULL ((void *)0)
#endif

// Sources ask for it before they look at NaN and infinities, which every device with doubles has.
#ifndef IEEE_754
#define IEEE_754 1
#endif

#define R_INLINE static inline
#define attribute_hidden static

// There is no wider type on a device: sums that count on one lose what it gave them.
#define LDOUBLE double

typedef int Rboolean;
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif
