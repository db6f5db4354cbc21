// @provides: PI, M_SQRT_3, M_SQRT_32, M_LOG10_2, M_2PI, M_SQRT_PI, M_1_SQRT_2PI, M_SQRT_2dPI, M_LN_2PI, M_LN_SQRT_PI, M_LN_SQRT_2PI, M_LN_SQRT_PId2
// @depends: shims
// @includes: shims
//
// R's constants (R_ext/Constants.h and Rmath.h document their names): sqrt 3, sqrt 32, log10 2, 2 pi, sqrt pi,
// 1/sqrt(2 pi), sqrt(2/pi), log(2 pi), log sqrt pi, log sqrt(2 pi), log sqrt(pi/2), rounded from 40 digits.
// OpenCL C itself has M_PI, M_E, M_LN2, M_SQRT2 and their like.
// SPDX-License-Identifier: MIT

#ifndef PI
#define PI M_PI
#endif
#ifndef M_SQRT_3
#define M_SQRT_3 1.732050807568877293527446341506
#endif
#ifndef M_SQRT_32
#define M_SQRT_32 5.656854249492380195206754896838
#endif
#ifndef M_LOG10_2
#define M_LOG10_2 0.301029995663981195213738894724
#endif
#ifndef M_2PI
#define M_2PI 6.283185307179586476925286766559
#endif
#ifndef M_SQRT_PI
#define M_SQRT_PI 1.772453850905516027298167483341
#endif
#ifndef M_1_SQRT_2PI
#define M_1_SQRT_2PI 0.398942280401432677939946059934
#endif
#ifndef M_SQRT_2dPI
#define M_SQRT_2dPI 0.797884560802865355879892119869
#endif
#ifndef M_LN_2PI
#define M_LN_2PI 1.837877066409345483560659472811
#endif
#ifndef M_LN_SQRT_PI
#define M_LN_SQRT_PI 0.572364942924700087071713675677
#endif
#ifndef M_LN_SQRT_2PI
#define M_LN_SQRT_2PI 0.918938533204672741780329736406
#endif
#ifndef M_LN_SQRT_PId2
#define M_LN_SQRT_PId2 0.225791352644727432363097614947
#endif
