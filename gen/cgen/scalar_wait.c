/* Waiting loops, in loops over work-items: their rounds are counted by clbundle/native/waiting.h, and a group that
 * shall end leaves its function. See scalar_state.h and passes/waits.c.
 *
 * SPDX-License-Identifier: MIT */
#include "base/escape.h"
#include "cgen/provide.h"
#include "cgen/scalar_state.h"

#include <string.h>

void scalar_wait_begin(scalar_writer *s, const ir_value *loop)
{
    if (!loop->waiting) return;
    provide_feature(s->c.w.program->text, "WAITING");
    scalar_open(s);
    scalar_line(s, "clbn_wait wait_%u = {0};", loop->waiting);
}

void scalar_wait_end(scalar_writer *s, const ir_value *loop)
{
    if (loop->waiting) scalar_close(s);
}

void scalar_wait_round(scalar_writer *s, const ir_value *loop)
{
    if (!loop->waiting) return;
    const token *at = loop->token ? loop->token : s->c.f->kernel->token;
    const location where = at->site.source ? at->site : at->where;
    const size_t line = where.source ? source_position(where.source, where.offset).line : 0;
    const char *file = where.source ? where.source->name : "";
    buffer name = {0};
    escape_string(&name, file, strlen(file));
    scalar_line(s, "if (clbn_wait_round(&wait_%u, w->range, %s, %zu)) return;", loop->waiting, name.text, line);
    buffer_free(&name);
}

/* The value's bits, as a uint64_t. */
static const char *bits_of(scalar_writer *s, const ir_value *v)
{
    const char *text = scalar_operand(s, v, LEVEL_UNARY);
    switch (v->type) {
    case IR_F32: return arena_printf(s->c.a, "clbn_wait_float(%s)", text);
    case IR_F64: return arena_printf(s->c.a, "clbn_wait_double(%s)", text);
    case IR_POINTER: return arena_printf(s->c.a, "(uint64_t)(uintptr_t)%s", text);
    default: return arena_printf(s->c.a, "(uint64_t)%s", text);
    }
}

void scalar_observe(scalar_writer *s, const ir_value *v)
{
    const char *list = "";
    if (v->index) {
        const ir_value *value = v->operands[1];
        scalar_line(s, "wait_%u.changed |= clbn_wait_differs(%s, %s, %zu);", v->waiting,
                    scalar_operand(s, v->operands[0], LEVEL_CHOICE), bits_of(s, value), ir_size(value->type));
        return;
    }
    for (size_t i = 0; i < v->operand_count; ++i) {
        list =
            arena_printf(s->c.a, "%s clbn_wait_observe(&wait_%u, %s);", list, v->waiting, bits_of(s, v->operands[i]));
    }
    if (v->operand_count) scalar_line(s, "if (clbn_wait_observes(&wait_%u)) {%s }", v->waiting, list);
    else scalar_line(s, "wait_%u.changed = 1;", v->waiting);
}
