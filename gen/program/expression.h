/* Expressions of `@arg` extents and `@range`: text -> operations of the runtime's stack machine.
 * Knows names, integers and operators; must not know kernels or files. */
#ifndef CLB_PROGRAM_EXPRESSION_H
#define CLB_PROGRAM_EXPRESSION_H

#include "clbundle_data.h"
#include "library/annotation.h"

/* The code of all expressions of a bundle; word 0 is unused, so that 0 can mean "none". */
typedef struct code_list {
    int64_t *words;
    size_t count, capacity;
} code_list;

/* What a name means: the index of an integer scalar argument, or -1 where there is none; *why then says the reason
 * ("is not an integer", "is not a parameter of the kernel"). */
typedef long expression_lookup(void *context, const char *name, const char **why);

/* Compiles `expr := term { (+|-) term }`, `term := factor { (*|/|%) factor }`,
 * `factor := integer | name | -factor | (expr) | min(expr, expr) | max(expr, expr)`.
 * Returns where its code starts, equal code being shared, or 0 after a report. */
uint32_t expression_compile(arena *a, code_list *code, const annotation_value *text, expression_lookup *lookup,
                            void *context, diagnostics *d);

#endif
