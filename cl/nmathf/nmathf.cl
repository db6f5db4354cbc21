// @provides: NMF_FN, NMF_INLINE, NMF_NAN, NMF_INF, NMF_LN_SQRT_2PI, NMF_LN2
// @depends:
// @includes: nmathf
//
// Header of the library: how its functions are declared, and constants. No text of this library holds a double, so
// that its programs build on devices without them. Knows no function.
// SPDX-License-Identifier: MIT

// Results must not depend on whether a compiler fuses a*b+c: code that wants a fused operation calls fma().
#pragma OPENCL FP_CONTRACT OFF

#define NMF_NAN ((float)NAN)
#define NMF_INF ((float)INFINITY)

// A function that is compiled once however often it is called, and that a program may leave uncalled; a small one.
#define NMF_FN __attribute__((noinline)) __attribute__((unused)) static
#define NMF_INLINE __attribute__((unused)) static inline

// Pairs: log sqrt(2 pi), log 2.
#define NMF_LN_SQRT_2PI nmf_make(0x1.d67f1cp-1f, 0x1.0c97d6p-26f)
#define NMF_LN2 nmf_make(0x1.62e430p-1f, -0x1.05c610p-29f)
