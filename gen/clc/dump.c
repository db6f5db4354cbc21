/* The tree as text. See dump.h.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/dump.h"

#include <inttypes.h>

static const char *const operators[] = {
#define X(name, text) text,
    AST_OPERATORS(X)
#undef X
};

static void dump_constant(buffer *b, arena *a, const expression *e)
{
    if (type_is_floating(e->type)) buffer_addf(b, "%.17g", e->value.real);
    else if (type_is_signed(e->type)) buffer_addf(b, "%" PRId64, (int64_t)e->value.integer);
    else buffer_addf(b, "%" PRIu64, e->value.integer);
    if (e->type->kind != TYPE_INT) buffer_addf(b, ":%s", type_spell(a, e->type));
}

static void dump_list(buffer *b, arena *a, expression *const *list, size_t count)
{
    buffer_addc(b, '(');
    for (size_t i = 0; i < count; ++i) {
        if (i) buffer_adds(b, ", ");
        dump_expression(b, a, list[i]);
    }
    buffer_addc(b, ')');
}

static void dump_initialiser(buffer *b, arena *a, const expression *e)
{
    buffer_addc(b, '{');
    for (size_t i = 0; i < e->element_count; ++i) {
        const element *x = &e->elements[i];
        if (i) buffer_adds(b, ", ");
        if (x->field) buffer_addf(b, ".%s = ", x->field->name);
        else buffer_addf(b, "[%zu] = ", x->index);
        dump_expression(b, a, x->value);
    }
    buffer_addc(b, '}');
}

static void dump_cast(buffer *b, arena *a, const expression *e)
{
    const char *type = type_spell(a, e->type);
    switch (e->conversion) {
    case CONVERSION_DECAY: buffer_adds(b, "<decay>"); break;
    case CONVERSION_SPLAT: buffer_addf(b, e->implicit ? "<splat %s>" : "(splat %s)", type); break;
    case CONVERSION_NULL: buffer_addf(b, e->implicit ? "<null %s>" : "(null %s)", type); break;
    default: buffer_addf(b, e->implicit ? "<%s>" : "(%s)", type); break;
    }
    dump_expression(b, a, e->left);
}

static void dump_statement(buffer *b, arena *a, const statement *s, int level);

static void dump_operator(buffer *b, arena *a, const expression *e)
{
    switch (e->kind) {
    case EXPRESSION_UNARY:
        buffer_adds(b, operators[e->op]);
        buffer_addc(b, '(');
        dump_expression(b, a, e->left);
        buffer_addc(b, ')');
        break;
    case EXPRESSION_STEP: {
        const bool before = e->op == OPERATOR_PRE_INCREMENT || e->op == OPERATOR_PRE_DECREMENT;
        if (before) buffer_adds(b, operators[e->op]);
        buffer_addc(b, '(');
        dump_expression(b, a, e->left);
        buffer_addc(b, ')');
        if (!before) buffer_adds(b, operators[e->op]);
        break;
    }
    case EXPRESSION_BINARY:
        buffer_addc(b, '(');
        dump_expression(b, a, e->left);
        buffer_addf(b, e->op == OPERATOR_COMMA ? "%s " : " %s ", operators[e->op]);
        dump_expression(b, a, e->right);
        buffer_addc(b, ')');
        break;
    case EXPRESSION_ASSIGN:
        buffer_addc(b, '(');
        dump_expression(b, a, e->left);
        buffer_addf(b, " %s", operators[e->op]);
        if (e->computation) buffer_addf(b, ":%s", type_spell(a, e->computation));
        buffer_adds(b, "= ");
        dump_expression(b, a, e->right);
        buffer_addc(b, ')');
        break;
    case EXPRESSION_CONDITIONAL:
        buffer_addc(b, '(');
        dump_expression(b, a, e->condition);
        buffer_adds(b, " ? ");
        dump_expression(b, a, e->left);
        buffer_adds(b, " : ");
        dump_expression(b, a, e->right);
        buffer_addc(b, ')');
        break;
    default: break;
    }
}

void dump_expression(buffer *b, arena *a, const expression *e)
{
    switch (e->kind) {
    case EXPRESSION_ERROR: buffer_adds(b, "(error)"); break;
    case EXPRESSION_CONSTANT: dump_constant(b, a, e); break;
    case EXPRESSION_STRING: buffer_addf(b, "\"%zu bytes\"", e->text_length); break;
    case EXPRESSION_SYMBOL: buffer_adds(b, e->symbol->name); break;
    case EXPRESSION_UNARY:
    case EXPRESSION_STEP:
    case EXPRESSION_BINARY:
    case EXPRESSION_ASSIGN:
    case EXPRESSION_CONDITIONAL: dump_operator(b, a, e); break;
    case EXPRESSION_CAST: dump_cast(b, a, e); break;
    case EXPRESSION_CALL:
        buffer_adds(b, e->symbol->name);
        dump_list(b, a, e->operands, e->operand_count);
        break;
    case EXPRESSION_BUILTIN:
        buffer_addf(b, "%s:%s", e->builtin->name, type_spell(a, e->type));
        dump_list(b, a, e->operands, e->operand_count);
        break;
    case EXPRESSION_MEMBER:
        dump_expression(b, a, e->left);
        buffer_addf(b, ".%s", e->field->name);
        break;
    case EXPRESSION_SWIZZLE:
        dump_expression(b, a, e->left);
        buffer_adds(b, ".s");
        for (size_t i = 0; i < e->index_count; ++i) buffer_addf(b, "%x", (unsigned)e->indices[i]);
        break;
    case EXPRESSION_INDEX:
        dump_expression(b, a, e->left);
        buffer_addc(b, '[');
        dump_expression(b, a, e->right);
        buffer_addc(b, ']');
        break;
    case EXPRESSION_VECTOR:
        buffer_addf(b, "(%s)", type_spell(a, e->type));
        dump_list(b, a, e->operands, e->operand_count);
        break;
    case EXPRESSION_COMPOUND:
        buffer_addf(b, "(%s)", type_spell(a, e->type));
        dump_expression(b, a, e->left);
        break;
    case EXPRESSION_BLOCK:
        buffer_adds(b, "(\n");
        dump_statement(b, a, e->body, 1);
        buffer_addc(b, ')');
        break;
    case EXPRESSION_CLOSURE:
        buffer_addf(b, "^%s\n", type_spell(a, e->type));
        if (e->symbol->body) dump_statement(b, a, e->symbol->body, 1);
        break;
    case EXPRESSION_INVOCATION:
        dump_expression(b, a, e->left);
        dump_list(b, a, e->operands, e->operand_count);
        break;
    case EXPRESSION_INITIALISER: dump_initialiser(b, a, e); break;
    }
}

static void indent(buffer *b, int level)
{
    for (int i = 0; i < level && i < 40; ++i) buffer_adds(b, "  ");
}

static void dump_value(buffer *b, arena *a, const char *before, const expression *e, const char *behind)
{
    buffer_adds(b, before);
    if (e) dump_expression(b, a, e);
    buffer_adds(b, behind);
}

static void dump_symbol(buffer *b, arena *a, const symbol *s)
{
    buffer_adds(b, type_declare(a, s->type, s->name));
    if (s->initialiser) dump_value(b, a, " = ", s->initialiser, "");
    buffer_adds(b, ";\n");
}

static void dump_if(buffer *b, arena *a, const statement *s, int level)
{
    for (const char *word = "if ("; s; word = "else if (") {
        if (word[0] == 'e') indent(b, level);
        if (s->kind != STATEMENT_IF) {
            buffer_adds(b, "else\n");
            dump_statement(b, a, s, level + 1);
            return;
        }
        dump_value(b, a, word, s->value, ")\n");
        dump_statement(b, a, s->body, level + 1);
        s = s->otherwise;
    }
}

static void dump_statement(buffer *b, arena *a, const statement *s, int level)
{
    if (!s) return;
    indent(b, level);
    switch (s->kind) {
    case STATEMENT_EMPTY: buffer_adds(b, ";\n"); break;
    case STATEMENT_BLOCK:
        buffer_adds(b, "{\n");
        for (size_t i = 0; i < s->item_count; ++i) dump_statement(b, a, s->items[i], level + 1);
        indent(b, level);
        buffer_adds(b, "}\n");
        break;
    case STATEMENT_DECLARATION:
        for (size_t i = 0; i < s->symbol_count; ++i) {
            if (i) indent(b, level);
            dump_symbol(b, a, s->symbols[i]);
        }
        if (s->symbol_count == 0) buffer_adds(b, ";\n");
        break;
    case STATEMENT_EXPRESSION: dump_value(b, a, "", s->value, ";\n"); break;
    case STATEMENT_IF: dump_if(b, a, s, level); break;
    case STATEMENT_SWITCH:
        dump_value(b, a, "switch (", s->value, ")\n");
        dump_statement(b, a, s->body, level + 1);
        break;
    case STATEMENT_CASE:
    case STATEMENT_DEFAULT:
    case STATEMENT_LABEL:
        if (s->kind == STATEMENT_DEFAULT) buffer_adds(b, "default:\n");
        else if (s->kind == STATEMENT_LABEL) buffer_addf(b, "%s:\n", s->name);
        else if (s->low == s->high) buffer_addf(b, "case %" PRId64 ":\n", s->low);
        else buffer_addf(b, "case %" PRId64 " ... %" PRId64 ":\n", s->low, s->high);
        dump_statement(b, a, s->body, level);
        break;
    case STATEMENT_WHILE:
        dump_value(b, a, "while (", s->value, ")\n");
        dump_statement(b, a, s->body, level + 1);
        break;
    case STATEMENT_DO:
        buffer_adds(b, "do\n");
        dump_statement(b, a, s->body, level + 1);
        indent(b, level);
        dump_value(b, a, "while (", s->value, ");\n");
        break;
    case STATEMENT_FOR:
        buffer_adds(b, "for\n");
        if (s->first) dump_statement(b, a, s->first, level + 2);
        indent(b, level + 1);
        dump_value(b, a, "(", s->value, "; ");
        dump_value(b, a, "", s->step, ")\n");
        dump_statement(b, a, s->body, level + 1);
        break;
    case STATEMENT_GOTO: buffer_addf(b, "goto %s;\n", s->name); break;
    case STATEMENT_CONTINUE: buffer_adds(b, "continue;\n"); break;
    case STATEMENT_BREAK: buffer_adds(b, "break;\n"); break;
    case STATEMENT_RETURN: dump_value(b, a, s->value ? "return " : "return", s->value, ";\n"); break;
    }
}

void dump_function(buffer *b, arena *a, const symbol *f)
{
    buffer_addf(b, "%s%s(", f->is_kernel ? "__kernel " : "", type_declare(a, f->type->base, f->name));
    for (size_t i = 0; i < f->parameter_count; ++i)
        buffer_addf(b, "%s%s", i ? ", " : "", type_declare(a, f->parameters[i]->type, f->parameters[i]->name));
    buffer_adds(b, ")\n");
    dump_statement(b, a, f->body, 0);
}
