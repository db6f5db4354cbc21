/* Prints the form: one instruction per line, blocks indented.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/ir.h"

static const char *const ops[] = {
#define X(name, text) text,
    IR_OPS(X)
#undef X
};
static const char *const queries[] = {
#define X(name, text) text,
    IR_QUERIES(X)
#undef X
};
static const char *const combinations[] = {
#define X(name, text) text,
    IR_COMBINATIONS(X)
#undef X
};

static const char *const checks[] = {
#define X(name, text) text,
    IR_CHECKS(X)
#undef X
};

const char *ir_op_name(ir_op op)
{
    return ops[op];
}

static void print_block(const ir_block *b, unsigned depth, buffer *out)
{
    for (size_t k = 0; k < b->count; ++k) {
        const ir_value *v = b->items[k];
        for (unsigned i = 0; i < depth; ++i) buffer_adds(out, "  ");
        if (v->type != IR_VOID) buffer_addf(out, "%%%u: %s = ", v->number, ir_type_name(v->type));
        if (v->op == IR_INVOKE) buffer_addf(out, "%%%u: ", v->number);
        buffer_adds(out, ops[v->op]);
        if (v->op == IR_CONSTANT) buffer_addf(out, " 0x%llx", (unsigned long long)v->bits);
        if (v->op == IR_QUERY) buffer_addf(out, " %s %u", queries[v->query], v->index);
        if (v->op == IR_ARGUMENT) buffer_addf(out, " %s", v->symbol->name);
        if (v->op == IR_ARGUMENT && v->bits) buffer_addf(out, "[%llu]", (unsigned long long)v->bits);
        if (v->op == IR_COPY) buffer_addf(out, " %llu bytes", (unsigned long long)v->bits);
        if (v->op == IR_CHECK)
            buffer_addf(out, " %s %s, %llu bytes", checks[v->check->kind], v->check->name,
                        (unsigned long long)v->check->size);
        if (v->op == IR_MOVE) buffer_addf(out, " x%llu", (unsigned long long)v->bits);
        if (v->variable) buffer_addf(out, " %s_%u", v->variable->name, v->variable->number);
        if (v->op == IR_STRING) buffer_addf(out, " of %llu characters", (unsigned long long)v->bits);
        else if (v->name) buffer_addf(out, " %s", v->name);
        if (v->op == IR_OBJECT || (v->op == IR_INVOKE && v->symbol)) buffer_addf(out, " %s", v->symbol->name);
        if (v->op == IR_INPUT || v->op == IR_RESULT) buffer_addf(out, " %u", v->index);
        for (size_t i = 0; i < v->operand_count; ++i) buffer_addf(out, "%s %%%u", i ? "," : "", v->operands[i]->number);
        if (v->components > 1) buffer_addf(out, " (%u of %u)", v->component + 1, v->components);
        if (v->op == IR_LOOP || v->op == IR_SCOPE) buffer_addf(out, " #%u", v->number);
        if (v->op == IR_COLLECT)
            buffer_addf(out, " (%s%s)", combinations[v->combination],
                        v->range == IR_UP_TO_HERE    ? ", up to here"
                        : v->range == IR_BEFORE_HERE ? ", before here"
                                                     : "");
        if (v->target) buffer_addf(out, " #%u", v->target->number);
        if (v->test_last) buffer_adds(out, " (tests last)");
        if (v->waiting) buffer_addf(out, " (waiting loop %u)", v->waiting);
        buffer_addc(out, '\n');
        for (int i = 0; i < 3; ++i) {
            static const char *const names[][3] = {{"then", "else", ""}, {"head", "body", "step"}};
            if (!v->blocks[i] || (!v->blocks[i]->count && i)) continue;
            if (v->op != IR_SCOPE) {
                for (unsigned n = 0; n < depth; ++n) buffer_adds(out, "  ");
                buffer_addf(out, "%s:\n", names[v->op == IR_LOOP][i]);
            }
            print_block(v->blocks[i], depth + 1, out);
            if (v->op == IR_LOOP && i == 0 && v->condition) {
                for (unsigned n = 0; n <= depth; ++n) buffer_adds(out, "  ");
                buffer_addf(out, "while %%%u\n", v->condition->number);
            }
        }
    }
}

void ir_print(const ir_function *f, buffer *out)
{
    if (f->reason) {
        buffer_addf(out, "refused: %s\n", f->reason);
        return;
    }
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *v = f->variables[i];
        buffer_addf(out, "%s_%u: %s", v->name, v->number, v->type == IR_VOID ? "object" : ir_type_name(v->type));
        if (v->type == IR_VOID) buffer_addf(out, " of %zu bytes%s", v->size, v->local ? ", local" : "");
        buffer_addc(out, '\n');
    }
    print_block(f->body, 0, out);
}
