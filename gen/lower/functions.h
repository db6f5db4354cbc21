/* How built-in functions run in vectors. Knows which functions the runtime's headers have for vectors; must not know
 * how C spells them. SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_FUNCTIONS_H
#define CLB_LOWER_FUNCTIONS_H

#include "ir/ir.h"

typedef enum function_kind {
    FUNCTION_EACH_LANE,   /* one lane at a time */
    FUNCTION_BASIC,       /* of clbundle/native/simd_basic.h: one or two instructions, or a root */
    FUNCTION_EXTREME,     /* min or max of a narrow type, which is that of 32 bits */
    FUNCTION_HALF,        /* of clbundle/native/simd_half.h */
    FUNCTION_MATHEMATICAL /* of clbundle/native/simd_math.h */
} function_kind;

/* Of a CALL. */
function_kind function_find(const ir_value *call);
/* Whether the CALL is one or two instructions. */
bool function_is_instruction(const ir_value *call);

#endif
