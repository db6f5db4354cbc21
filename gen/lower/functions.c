/* See functions.h.
 * SPDX-License-Identifier: MIT */
#include "lower/functions.h"

#include <string.h>

/* The functions whose operands all have the type, with blanks around their names. */
typedef struct function_names {
    ir_type type;
    const char *names;
} function_names;

static const function_names basic[] = {
    {IR_F32, " fabs copysign max min fmax fmin rint floor ceil trunc sqrt fma muladd mulsub submul rsqrt hypot "},
    {IR_F64, " fabs copysign max min fmax fmin rint floor ceil trunc sqrt fma muladd mulsub submul "},
    {IR_I8, " add_sat sub_sat hadd rhadd "},
    {IR_U8, " add_sat sub_sat hadd rhadd "},
    {IR_I16, " add_sat sub_sat hadd rhadd mul_hi "},
    {IR_U16, " add_sat sub_sat hadd rhadd mul_hi "},
    {IR_I32, " max min rotate mul_hi "},
    {IR_U32, " max min rotate mul_hi popcount clz "},
    {IR_I64, " max min rotate popcount "},
    {IR_U64, " max min rotate mul_hi popcount "},
};

static const function_names mathematical[] = {
    {IR_F32, " exp exp2 exp10 expm1 log log2 log10 log1p sinh cosh tanh asinh atanh pow powr cbrt erf erfc sin cos tan "
             "sinpi cospi atan atan2 fmod remainder "},
    {IR_F64, " sin cos tan exp exp2 log "},
};

static const function_names of_half[] = {
    {IR_F16, " of_half "},
    {IR_U16, " of_half "},
    {IR_F32, " to_half_rte to_half_rtn to_half_rtp to_half_rtz "},
    {IR_F64, " to_half_rte to_half_rtn to_half_rtp to_half_rtz "},
};

static bool is_among(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = names; (at = strstr(at, name)) != NULL; ++at)
        if (at[-1] == ' ' && at[length] == ' ') return true;
    return false;
}

static bool has(const function_names *table, size_t count, const ir_value *call)
{
    for (size_t i = 0; i < call->operand_count; ++i)
        if (call->operands[i]->type != call->operands[0]->type) return false;
    for (size_t i = 0; i < count && call->operand_count; ++i)
        if (table[i].type == call->operands[0]->type) return is_among(table[i].names, call->name);
    return false;
}
#define HAS(table, call) has(table, sizeof(table) / sizeof *(table), call)

static bool is_pown(const ir_value *call)
{
    return strcmp(call->name, "pown") == 0 && call->operands[0]->type == IR_F32 && call->operands[1]->type == IR_I32;
}

static bool is_extreme(const ir_value *call)
{
    return (strcmp(call->name, "max") == 0 || strcmp(call->name, "min") == 0) && ir_is_integer(call->type) &&
           ir_size(call->type) < 4;
}

function_kind function_find(const ir_value *call)
{
    if (is_extreme(call)) return FUNCTION_EXTREME;
    if (HAS(basic, call)) return FUNCTION_BASIC;
    if (HAS(of_half, call)) return FUNCTION_HALF;
    return HAS(mathematical, call) || is_pown(call) ? FUNCTION_MATHEMATICAL : FUNCTION_EACH_LANE;
}

bool function_is_instruction(const ir_value *call)
{
    const function_kind kind = function_find(call);
    if (strcmp(call->name, "sqrt") == 0 || strcmp(call->name, "rsqrt") == 0 || strcmp(call->name, "hypot") == 0)
        return false;
    return kind == FUNCTION_BASIC || kind == FUNCTION_EXTREME || kind == FUNCTION_HALF;
}
