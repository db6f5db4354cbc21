// @provides: M_LN_SQRT_2PI, M_LN_SQRT_PId2,
//   M_1_SQRT_2PI, M_SQRT_2dPI, M_LN_2PI, M_2PI
// @provides: NM_FN, NM_INLINE, NM_FLAT
// @depends:
// @includes: nmath
//
// Header of the library: constants that its files share. Knows no function.
// Values: R's documentation of Rmath.h names them; digits from their definitions (40 digits, rounded to 30).
// SPDX-License-Identifier: MIT

#ifndef M_LN_SQRT_2PI
#define M_LN_SQRT_2PI 0.918938533204672741780329736406 /* log(sqrt(2*pi)) */
#endif
#ifndef M_LN_SQRT_PId2
#define M_LN_SQRT_PId2 0.225791352644727432363097614947 /* log(sqrt(pi/2)) */
#endif
#ifndef M_1_SQRT_2PI
#define M_1_SQRT_2PI 0.398942280401432677939946059934 /* 1/sqrt(2*pi) */
#endif
#ifndef M_SQRT_2dPI
#define M_SQRT_2dPI 0.797884560802865355879892119869 /* sqrt(2/pi) */
#endif
#ifndef M_LN_2PI
#define M_LN_2PI 1.837877066409345483560659472811 /* log(2*pi) */
#endif
#ifndef M_2PI
#define M_2PI 6.283185307179586476925286766559 /* 2*pi */
#endif

// A function that is compiled once however often it is called, and that a program may leave uncalled.
#define NM_FN NOINLINE __attribute__((unused))
// A small one, to be inlined; the same leave to stay uncalled.
#define NM_INLINE INLINE __attribute__((unused))
// One to be inlined whatever its size: a call, or a pair returned, stops vectorisation across work-items.
#ifdef __NO_INLINE__
#define NM_FLAT NM_INLINE
#else
#define NM_FLAT NM_INLINE __attribute__((always_inline))
#endif
