/* SPDX-License-Identifier: MIT */
#include "core/expression.h"

#include <string.h>

static clbi_outcome read_number(clb_number kind, const void *value, int64_t *result)
{
#define READ(NUMBER, type)           \
    case CLB_NUMBER_##NUMBER: {      \
        type x;                      \
        memcpy(&x, value, sizeof x); \
        *result = (int64_t)x;        \
        return CLBI_VALUE;           \
    }
    switch (kind) {
        READ(I8, int8_t)
        READ(U8, uint8_t)
        READ(I16, int16_t)
        READ(U16, uint16_t)
        READ(I32, int32_t)
        READ(U32, uint32_t)
        READ(I64, int64_t)
    case CLB_NUMBER_U64: {
        uint64_t x;
        memcpy(&x, value, sizeof x);
        if (x > INT64_MAX) return CLBI_OVERFLOW;
        *result = (int64_t)x;
        return CLBI_VALUE;
    }
    case CLB_NUMBER_NONE: break;
    }
#undef READ
    return CLBI_MALFORMED;
}

static clbi_outcome read_argument(const clb_bundle *bundle, const clb_kernel_data *kernel, int64_t i,
                                  const clb_argument *arguments, int64_t *result)
{
    if (i < 0 || i >= (int64_t)kernel->argument_count) return CLBI_MALFORMED;
    const clb_argument_data *parameter = &bundle->arguments[kernel->first_argument + (uint32_t)i];
    return read_number((clb_number)parameter->number, arguments[i].value, result);
}

static clbi_outcome read_member(const clb_bundle *bundle, const clb_kernel_data *kernel, int64_t word,
                                const clb_argument *arguments, int64_t *result)
{
    static const uint8_t sizes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8}; /* of clb_number */
    const uint64_t index = (uint64_t)word & 0xFFFFFF, offset = (uint64_t)word >> 24 & UINT32_MAX,
                   number = (uint64_t)word >> 56;
    if (index >= kernel->argument_count || number == CLB_NUMBER_NONE || number >= sizeof sizes) return CLBI_MALFORMED;
    const clb_argument_data *parameter = &bundle->arguments[kernel->first_argument + index];
    if (parameter->kind != CLB_ARGUMENT_VALUE || offset + sizes[number] > parameter->size || !arguments[index].value)
        return CLBI_MALFORMED;
    return read_number((clb_number)number, (const char *)arguments[index].value + offset, result);
}

static clbi_outcome apply(clb_operation operation, int64_t a, int64_t b, int64_t *result)
{
    switch (operation) {
    case CLB_OP_ADD:
        if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return CLBI_OVERFLOW;
        *result = a + b;
        return CLBI_VALUE;
    case CLB_OP_SUBTRACT:
        if (b < 0 ? a > INT64_MAX + b : a < INT64_MIN + b) return CLBI_OVERFLOW;
        *result = a - b;
        return CLBI_VALUE;
    case CLB_OP_MULTIPLY:
        if (a > 0) {
            if (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a) return CLBI_OVERFLOW;
        } else if (a < 0) {
            if (b > 0 ? a < INT64_MIN / b : b < INT64_MAX / a) return CLBI_OVERFLOW;
        }
        *result = a * b;
        return CLBI_VALUE;
    case CLB_OP_DIVIDE:
        if (b == 0) return CLBI_DIVISION;
        if (a == INT64_MIN && b == -1) return CLBI_OVERFLOW;
        *result = a / b;
        return CLBI_VALUE;
    case CLB_OP_MODULO:
        if (b == 0) return CLBI_DIVISION;
        *result = b == -1 ? 0 : a % b;
        return CLBI_VALUE;
    case CLB_OP_MINIMUM: *result = a < b ? a : b; return CLBI_VALUE;
    case CLB_OP_MAXIMUM: *result = a > b ? a : b; return CLBI_VALUE;
    case CLB_OP_LESS: *result = a < b; return CLBI_VALUE;
    case CLB_OP_LESS_EQUAL: *result = a <= b; return CLBI_VALUE;
    case CLB_OP_EQUAL: *result = a == b; return CLBI_VALUE;
    case CLB_OP_NOT_EQUAL: *result = a != b; return CLBI_VALUE;
    case CLB_OP_AND: *result = a != 0 && b != 0; return CLBI_VALUE;
    case CLB_OP_OR: *result = a != 0 || b != 0; return CLBI_VALUE;
    case CLB_OP_END:
    case CLB_OP_CONSTANT:
    case CLB_OP_ARGUMENT:
    case CLB_OP_MEMBER:
    case CLB_OP_SPEC_CONSTANT: break;
    }
    return CLBI_MALFORMED;
}

clbi_outcome clbi_expression_run(const clb_bundle *bundle, const clb_kernel_data *kernel, uint32_t start,
                                 const clb_argument *arguments, const clbi_value *values, int64_t *result)
{
    int64_t stack[CLB_EXPRESSION_STACK];
    uint32_t depth = 0;
    /* Most expressions are one argument. */
    if (start + 2 < bundle->code_count && bundle->code[start] == CLB_OP_ARGUMENT &&
        bundle->code[start + 2] == CLB_OP_END)
        return read_argument(bundle, kernel, bundle->code[start + 1], arguments, result);
    for (uint32_t at = start; at < bundle->code_count; at++) {
        const int64_t word = bundle->code[at];
        if (word < CLB_OP_END || word > CLB_OP_SPEC_CONSTANT) return CLBI_MALFORMED;
        const clb_operation operation = (clb_operation)word;
        clbi_outcome outcome = CLBI_VALUE;

        if (operation == CLB_OP_END) {
            if (depth != 1) return CLBI_MALFORMED;
            *result = stack[0];
            return CLBI_VALUE;
        }
        if (operation == CLB_OP_CONSTANT || operation == CLB_OP_ARGUMENT || operation == CLB_OP_MEMBER ||
            operation == CLB_OP_SPEC_CONSTANT) {
            if (++at >= bundle->code_count || depth == CLB_EXPRESSION_STACK) return CLBI_MALFORMED;
            const int64_t operand = bundle->code[at];
            if (operation == CLB_OP_CONSTANT) {
                stack[depth] = operand;
            } else if (operation == CLB_OP_MEMBER) {
                outcome = read_member(bundle, kernel, operand, arguments, &stack[depth]);
            } else if (operation == CLB_OP_SPEC_CONSTANT) {
                if (operand < 0 || operand >= (int64_t)bundle->constant_count ||
                    bundle->constants[operand].type >= CLB_CONSTANT_FLOAT)
                    return CLBI_MALFORMED;
                if (!clbi_constants_integer(bundle, values, (size_t)operand, &stack[depth])) outcome = CLBI_OVERFLOW;
            } else {
                outcome = read_argument(bundle, kernel, operand, arguments, &stack[depth]);
            }
            depth++;
        } else {
            if (depth < 2) return CLBI_MALFORMED;
            depth--;
            outcome = apply(operation, stack[depth - 1], stack[depth], &stack[depth - 1]);
        }
        if (outcome != CLBI_VALUE) return outcome;
    }
    return CLBI_MALFORMED;
}

const char *clbi_outcome_text(clbi_outcome outcome)
{
    switch (outcome) {
    case CLBI_VALUE: break;
    case CLBI_OVERFLOW: return "exceeds 64 bits";
    case CLBI_DIVISION: return "divides by zero";
    case CLBI_MALFORMED: return "is damaged in the bundle";
    }
    return "is a number";
}
