/* Functions of sub-groups whose work-items are lanes of one vector: one function of clbundle/native/simd_sub_group.h
 * each, over the active lanes. See simd_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/provide.h"
#include "cgen/simd_state.h"

void simd_sub_group(simd_writer *s, const ir_value *v)
{
    if (v->type == IR_VOID) { /* lanes run in lock-step, so only the C compiler must keep the order */
        simd_line(s, "__atomic_signal_fence(__ATOMIC_SEQ_CST);");
        return;
    }
    provide_feature(s->c.w.program->text, "SIMD_SUB_GROUP");
    const char letter = cgen_letter(v->type);
    const char *mask = simd_narrow_mask_or_full(s), *name = arena_printf(s->c.a, "t%u", v->number), *operands = "";
    for (size_t i = 0; i < v->operand_count; ++i)
        operands = arena_printf(s->c.a, "%s, %s", operands, simd_vector(s, v->operands[i]));
    simd_line(s, "const CLBN(simd_%c) %s = CLBN(simd_sub_group_%s_%c)(%s%s, %llu);", letter, name, v->name, letter,
              mask, operands, (unsigned long long)v->bits);
    *simd_text(s, v) = name;
}
