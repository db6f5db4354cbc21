/* Expressions of `@arg` extents, `@range` and `@variant`: text -> operations of the runtime's stack machine.
 * Knows names, integers and operators; must not know kernels or files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_EXPRESSION_H
#define CLB_LIBRARY_EXPRESSION_H

#include "clbundle/data.h"
#include "library/annotation.h"

/* The code of all expressions of a bundle; word 0 is unused, so that 0 can mean "none". */
typedef struct code_list {
    int64_t *words;
    size_t count, capacity;
    map known; /* the code of each expression -> its beginning */
} code_list;

/* The meaning of a name: the operation that pushes it, and the word that follows the operation. */
typedef struct expression_operand {
    clb_operation operation; /* CLB_OP_CONSTANT, CLB_OP_ARGUMENT, CLB_OP_MEMBER, CLB_OP_SPEC_CONSTANT */
    int64_t word;
} expression_operand;

/* The meaning of `name` or `name.member.member`. false: it has none; *why then says the reason ("is no integer scalar",
 * "is no parameter of the kernel"). */
typedef bool expression_lookup(void *context, const char *name, expression_operand *found, const char **why);

/* Compiles `expr := term { (+|-) term }`, `term := factor { (*|/|%) factor }`, `factor := integer | name { . name } |
 * -factor | (expr) | min(expr, expr) | max(expr, expr)`.
 * Returns the beginning of its code, or 0 after a report. Equal code is shared. */
uint32_t expression_compile(arena *a, code_list *code, const annotation_value *text, expression_lookup *lookup,
                            void *context, diagnostics *d);

/* The same for a condition, whose value is a truth value: `condition := conjunction { || conjunction }`,
 * `conjunction := comparison { && comparison }`, `comparison := expr [ (<|<=|>|>=|==|!=) expr ]`; a condition may
 * stand in the parentheses of a factor. Both sides of && and || are always computed. */
uint32_t expression_compile_condition(arena *a, code_list *code, const annotation_value *text,
                                      expression_lookup *lookup, void *context, diagnostics *d);

#endif
