/* The address space of a generic pointer, OpenCL C 2.0 6.13.9. It is found where the program is translated: calls are
 * inlined, so a pointer mostly leads back to what it was made of. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

enum { DEPTH = 64 };

static bool is_pointer_to(const type *t, address_space *space)
{
    if (t->kind != TYPE_POINTER || type_space(t->base) == SPACE_GENERIC) return false;
    *space = type_space(t->base);
    return true;
}

/* Whether the value's space is known. */
static bool find_space(const ir_value *v, int depth, address_space *space)
{
    address_space other;
    if (depth > DEPTH) return false;
    switch (v->op) {
    case IR_MOVE:
    case IR_REINTERPRET: return find_space(v->operands[0], depth + 1, space);
    case IR_SELECT:
        return find_space(v->operands[1], depth + 1, space) && find_space(v->operands[2], depth + 1, &other) &&
               *space == other;
    case IR_LOCAL: *space = SPACE_LOCAL; return true;
    case IR_ADDRESS: *space = SPACE_PRIVATE; return true;
    case IR_OBJECT: *space = SPACE_GLOBAL; return true;
    case IR_ARGUMENT: return v->symbol && is_pointer_to(v->symbol->type, space);
    default: return false;
    }
}

components build_space(builder *b, const expression *e)
{
    const token *w = e->token;
    const expression *made_of = e->operands[0];
    address_space space = SPACE_GENERIC;
    ir_value *p = build_number(b, made_of);
    if (b->f->reason) return (components){0};
    bool known = find_space(p, 0, &space);
    for (; !known && made_of; made_of = made_of->kind == EXPRESSION_CAST ? made_of->left : NULL)
        known = is_pointer_to(made_of->type, &space);
    if (!known)
        return build_refuse(b, w,
                            arena_printf(b->f->arena,
                                         "the function '%s' on a pointer that is read from a variable or from memory",
                                         e->builtin->name));
    const char *name = e->builtin->name;
    if (strcmp(name, "get_fence") == 0) { /* CLK_LOCAL_MEM_FENCE or CLK_GLOBAL_MEM_FENCE */
        const uint64_t flags = space == SPACE_LOCAL ? 1 : space == SPACE_GLOBAL ? 2 : 0;
        return (components){{build_constant(b, build_scalar(e->type), flags)}, 1};
    }
    const address_space asked = strcmp(name, "to_global") == 0  ? SPACE_GLOBAL
                                : strcmp(name, "to_local") == 0 ? SPACE_LOCAL
                                                                : SPACE_PRIVATE;
    return (components){{space == asked ? p : build_constant(b, IR_POINTER, 0)}, 1};
}
