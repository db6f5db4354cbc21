/* Element-wise kernels whose work-items take an element each. Knows no more than signatures.h does.
 * SPDX-License-Identifier: MIT */
#include "signatures.h"

#define EACH1(f, a, rest) BODY(f(AT(a) rest))
#define EACH2(f, a, b, rest) BODY(f(AT(a), AT(b) rest))
#define EACH3(f, a, b, c, rest) BODY(f(AT(a), AT(b), AT(c) rest))
#define EACH4(f, a, b, c, d, rest) BODY(f(AT(a), AT(b), AT(c), AT(d) rest))
#define SCALE1(f, a, rest, flag) BODY(f(AT(a) rest, flag))
#define SCALE2(f, a, b, rest, flag) BODY(f(AT(a), AT(b) rest, flag))
#define SCALE3(f, a, b, c, rest, flag) BODY(f(AT(a), AT(b), AT(c) rest, flag))
