/* Control flow of kernels in loops: it is C's own. See scalar.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/checked.h"
#include "cgen/scalar_state.h"

#include <string.h>

void scalar_line(scalar_writer *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    cgen_line(&s->c, format, list);
    va_end(list);
}

void scalar_open(scalar_writer *s)
{
    scalar_line(s, "{");
    ++s->c.w.indent;
}

void scalar_close(scalar_writer *s)
{
    --s->c.w.indent;
    scalar_line(s, "}");
}

static void turn(scalar_writer *s, const char *text)
{
    --s->c.w.indent;
    scalar_line(s, "%s", text);
    ++s->c.w.indent;
}

/* ---- variables ---- */

void scalar_declare_pointer(scalar_writer *s, const ir_variable *v, const char *to)
{
    const type *t = v->declared && v->declared->kind == TYPE_ARRAY ? v->declared->base : v->declared;
    const char *name =
        arena_printf(s->c.a, t && t->kind == TYPE_ARRAY ? "(*const %s)" : "*const %s", s->c.names.variables[v->number]);
    name = t ? write_declaration(&s->c.w, type_qualify(s->c.a, t, 0), name) : arena_printf(s->c.a, "char %s", name);
    scalar_line(s, "%s = (void *)(%s);", name, to);
}

void scalar_declare(scalar_writer *s, const ir_variable *v)
{
    const char *name = s->c.names.variables[v->number];
    s->variables.declared[v->number] = true;
    if (s->c.l->names.is_packed[v->number]) {
        if (!v->component)
            scalar_line(s, "%s %s = {0};", scalar_pack_type(s, v->type, v->components), scalar_pack_variable(s, v));
    } else if (v->type == IR_POINTER) {
        scalar_line(s, "char *%s = NULL;", name);
    } else if (v->type != IR_VOID) {
        scalar_line(s, "%s %s = 0;", cgen_c_type(v->type), name);
    } else if (!s->c.p->objects.unit[v->number] ||
               (lower_is_elsewhere(s->c.l, v) && !s->c.l->layout.in_scratch[v->number])) {
        return; /* it became variables; or it is in the context, and the region has its pointer */
    } else if (s->c.l->layout.in_scratch[v->number]) {
        scalar_declare_pointer(s, v, arena_printf(s->c.a, "scratch + %zu", s->c.l->layout.offset[v->number]));
    } else if (v->declared) {
        scalar_line(s, "%s;", write_declaration(&s->c.w, type_qualify(s->c.a, v->declared, 0), name));
    } else {
        scalar_line(s, "char %s[%zu] __attribute__((aligned(%zu)));", name, v->size, v->align);
    }
}

/* `x = y`, or `x += y`. */
static const char *assignment(scalar_writer *s, const ir_value *v)
{
    static const char *const signs[IR_OP_COUNT] = {
        [IR_ADD] = "+", [IR_SUBTRACT] = "-", [IR_MULTIPLY] = "*", [IR_AND] = "&", [IR_OR] = "|", [IR_XOR] = "^"};
    const ir_value *y = v->operands[0];
    const char *name = s->c.names.variables[v->variable->number], *value = scalar_operand(s, y, LEVEL_CHOICE);
    const scalar_text *t = &s->values.of[y->number];
    if (y->type == IR_BOOL || !signs[y->op] || !t->open || t->updates != v->variable)
        return arena_printf(s->c.a, "%s = %s", name, value);
    if (ir_is_integer(y->type) && ir_is_constant(y->operands[1], 1) && (y->op == IR_ADD || y->op == IR_SUBTRACT))
        return arena_printf(s->c.a, "%s%s", y->op == IR_ADD ? "++" : "--", name);
    return arena_printf(s->c.a, "%s %s= %s", name, signs[y->op], t->update);
}

void scalar_set(scalar_writer *s, const ir_value *v)
{
    const ir_variable *x = v->variable;
    const char *text = assignment(s, v);
    const char *type = s->variables.declared[x->number] ? ""
                       : x->type == IR_POINTER          ? "char *"
                                                        : arena_printf(s->c.a, "%s ", cgen_c_type(x->type));
    s->variables.declared[x->number] = true;
    scalar_line(s, "%s%s;", type, text);
}

/* ---- jumps ---- */

const char *scalar_label(scalar_writer *s, const char *stem, const ir_value *construct)
{
    return arena_printf(s->c.a, "%s_%u", stem, construct->number);
}

void scalar_jump(scalar_writer *s, const ir_value *v)
{
    const ir_value *target = v->target;
    const bool leaves = v->op == IR_LEAVE, here = s->loops.innermost && s->loops.innermost->loop == target;
    if (here && leaves) {
        scalar_line(s, "break;");
    } else if ((here && s->loops.innermost->goes_on) || (!s->loops.innermost && leaves && target == s->loops.rest)) {
        scalar_line(s, "continue;");
    } else {
        scalar_line(s, "goto %s;", scalar_label(s, leaves ? "end" : "next", target));
        (leaves ? s->labels.ends : s->labels.nexts)[target->number] = true;
    }
}

/* ---- constructs ---- */

void scalar_make(scalar_writer *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i)
        if (!ir_has_effect(b->items[i]) && s->values.uses[b->items[i]->number]) scalar_value(s, b->items[i]);
}

/* The assignment of a simple block, or "". */
static const char *simple_step(scalar_writer *s, const ir_block *b)
{
    const ir_value *last = b->count ? b->items[b->count - 1] : NULL;
    s->values.unnamed = true;
    scalar_make(s, b);
    s->values.unnamed = false;
    if (!last || last->op != IR_SET) return "";
    return assignment(s, last);
}

static const char *simple_condition(scalar_writer *s, const ir_value *v)
{
    s->values.unnamed = true;
    scalar_make(s, v->blocks[0]);
    s->values.unnamed = false;
    return scalar_operand(s, v->condition, LEVEL_CHOICE);
}

static void write_test(scalar_writer *s, const ir_value *v)
{
    scalar_block(s, v->blocks[0]);
    if (v->condition) scalar_line(s, "if (!%s) break;", scalar_operand(s, v->condition, LEVEL_NAME));
}

/* Whether the loop sums floating-point numbers: gcc would vectorise the terms and extract them again. */
static bool sums_in_order(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op != IR_SET || !ir_is_floating(v->variable->type)) continue;
        const ir_value *x = v->operands[0];
        if (x->op != IR_ADD && x->op != IR_SUBTRACT) continue;
        for (size_t k = 0; k < 2; ++k)
            if (x->operands[k]->op == IR_GET && x->operands[k]->variable == v->variable) return true;
    }
    return false;
}

const char *scalar_head(scalar_writer *s, const ir_value *v)
{
    if (!expressions_fit_head(s->c.l, v)) return NULL;
    const char *begin = s->loops.head ? s->loops.head : "", *step = simple_step(s, v->blocks[2]);
    const char *condition = v->condition ? simple_condition(s, v) : "";
    s->loops.head = NULL;
    return *step || *begin || !v->condition ? arena_printf(s->c.a, "for (%s; %s; %s)", begin, condition, step)
                                            : arena_printf(s->c.a, "while (%s)", condition);
}

static void write_loop(scalar_writer *s, const ir_value *v)
{
    const bool expression = v->condition && expressions_are_simple(s->c.l, v->blocks[0], 0);
    const char *head = scalar_head(s, v);
    const bool stepped = head != NULL;
    scalar_loop inside = {s->loops.innermost, v, stepped};
    const scalar_loop *outer = s->loops.innermost;
    scalar_wait_begin(s, v);
    scalar_line(s, "%s {", v->test_last ? "do" : stepped ? head : "for (;;)");
    ++s->c.w.indent;
    s->loops.innermost = &inside;
    if (!v->test_last && !stepped) write_test(s, v);
    if (s->c.p->shapes.diverges[v->number] && sums_in_order(v->blocks[1])) scalar_line(s, "CLBN_IN_ORDER;");
    scalar_block(s, v->blocks[1]);
    if (s->labels.nexts[v->number]) scalar_line(s, "%s:;", scalar_label(s, "next", v));
    if (!stepped) scalar_block(s, v->blocks[2]);
    scalar_wait_round(s, v);
    s->loops.innermost = outer;
    if (!v->test_last) {
        scalar_close(s);
    } else {
        const char *condition = "1";
        if (expression) {
            condition = simple_condition(s, v);
        } else {
            write_test(s, v);
        }
        --s->c.w.indent;
        scalar_line(s, "} while (%s);", condition);
    }
    if (s->labels.ends[v->number]) scalar_line(s, "%s:;", scalar_label(s, "end", v));
    scalar_wait_end(s, v);
}

static void write_branch(scalar_writer *s, const ir_value *v)
{
    if (ir_is_constant(v->operands[0], 1) || v == s->loops.guard) {
        scalar_block(s, v->blocks[0]);
        return;
    }
    const char *condition = scalar_operand(s, v->operands[0], LEVEL_CHOICE);
    scalar_line(s, "if (%s) {", condition);
    ++s->c.w.indent;
    scalar_block(s, v->blocks[0]);
    while (v->blocks[1]->count) {
        const ir_value *next = expressions_only_branch(s->c.l, v->blocks[1]);
        if (!next) {
            turn(s, "} else {");
            scalar_block(s, v->blocks[1]);
            break;
        }
        const ir_block before = {.items = v->blocks[1]->items, .count = v->blocks[1]->count - 1};
        s->values.unnamed = true;
        scalar_make(s, &before);
        s->values.unnamed = false;
        turn(s, arena_printf(s->c.a, "} else if (%s) {", scalar_operand(s, next->operands[0], LEVEL_CHOICE)));
        scalar_block(s, next->blocks[0]);
        v = next;
    }
    scalar_close(s);
}

static void write_scope(scalar_writer *s, const ir_value *v)
{
    scalar_block(s, v->blocks[0]);
    if (s->labels.ends[v->number]) scalar_line(s, "%s:;", scalar_label(s, "end", v));
}

/* ---- loop heads ---- */

/* The item that follows item i, without leaves. */
static const ir_value *next_item(ir_value *const *items, size_t count, size_t i)
{
    for (++i; i < count; ++i)
        if (!ir_is_leaf(items[i])) return items[i];
    return NULL;
}

/* Whether `int k = 0` can stand in the head of the loop that follows. */
static bool is_head(const scalar_writer *s, const ir_value *v, const ir_value *next)
{
    const unsigned x = v->variable->number;
    return next && next->op == IR_LOOP && s->c.l->expressions.last[x] == next && s->c.l->expressions.first[x] == v &&
           !s->variables.declared[x] && expressions_fit_head(s->c.l, next) && v->variable->type != IR_POINTER;
}

void scalar_set_or_head(scalar_writer *s, ir_value *const *items, size_t count, size_t i)
{
    const ir_value *v = items[i];
    if (!is_head(s, v, next_item(items, count, i))) {
        scalar_set(s, v);
        return;
    }
    s->loops.head = arena_printf(s->c.a, "%s %s", cgen_c_type(v->variable->type), assignment(s, v));
    s->variables.declared[v->variable->number] = true;
}

void scalar_items(scalar_writer *s, ir_value *const *items, size_t count)
{
    ir_value *const *vector = NULL; /* STOREs that are written at once */
    for (size_t i = 0; i < count && !s->c.f->reason; ++i) {
        const ir_value *v = items[i];
        if (!ir_has_effect(v) && !s->values.uses[v->number]) continue;
        if (v->token) s->c.w.at = v->token;
        if (scalar_pack_item(s, v)) continue;
        switch (v->op) {
        case IR_IF:
        case IR_LOOP:
        case IR_SCOPE:
            if (v->op == IR_IF && s->c.l->expressions.choices[v->number]) {
                scalar_choose(s, v);
                break;
            }
            if (v->op == IR_IF) write_branch(s, v);
            else if (v->op == IR_LOOP) write_loop(s, v);
            else write_scope(s, v);
            break;
        case IR_LEAVE:
        case IR_CONTINUE: scalar_jump(s, v); break;
        case IR_SET:
            if (!s->c.l->expressions.is_chosen[v->variable->number]) scalar_set_or_head(s, items, count, i);
            break;
        case IR_STORE: {
            if (s->c.l->names.is_vector[v->number]) vector = items + i;
            if (vector && v->component + 1 < v->components) break; /* the last STORE writes all */
            const char *text = vector ? scalar_store_vector(s, vector) : scalar_store(s, v);
            vector = NULL;
            scalar_line(s, "%s;", text);
            break;
        }
        case IR_COPY: {
            const char *text = scalar_copy(s, v);
            scalar_line(s, "%s;", text);
            break;
        }
        case IR_CHECK: checked_write(s, v); break;
        case IR_EACH: scalar_each(s, v); break;
        case IR_INVOKE: scalar_invoke(s, v); break;
        case IR_RETURN: scalar_return(s, v); break;
        case IR_PRINT: scalar_print(s, v); break;
        case IR_QUEUE: scalar_queue(s, v); break;
        case IR_OBSERVE: scalar_observe(s, v); break;
        case IR_FENCE: scalar_line(s, "__atomic_thread_fence(__ATOMIC_ACQ_REL);"); break;
        case IR_COLLECT: scalar_collect_step(s, v); break;
        case IR_BARRIER: ir_refuse(s->c.f, v->token, "internal error: a barrier inside a region"); break;
        case IR_LOAD:
            if (s->c.l->names.is_vector[v->number]) scalar_load_vector(s, v);
            /* fall through */
        default: scalar_value(s, v); break;
        }
    }
}

void scalar_block(scalar_writer *s, const ir_block *b)
{
    for (const ir_variable *v = lower_first_at(s->c.l, b); v; v = lower_next_at(s->c.l, v)) {
        const unsigned i = v->number;
        const ir_value *first = s->c.l->expressions.first[i];
        if (v->local) continue;
        s->variables.declared[i] = false; /* the block may be written once more in another region */
        if (s->c.l->expressions.is_chosen[i]) continue;
        if (s->c.l->names.is_packed[i] || v->type == IR_VOID ||
            (first && (first->op != IR_SET || first->variable != v)))
            scalar_declare(s, v);
    }
    scalar_items(s, b->items, b->count);
}

/* ---- kernels ---- */

static bool queries_y(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_QUERY && v->index == 1 && (v->query == IR_GLOBAL_ID || v->query == IR_LOCAL_ID)) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && queries_y(v->blocks[k])) return true;
    }
    return false;
}

bool scalar_has_columns(const ir_function *f)
{
    const symbol *kernel = f->kernel;
    const uint64_t *size = kernel->attributes.reqd_size;
    if (kernel->attributes.has_reqd_size && (size[0] != 1 || size[1] == 1)) return false;
    return queries_y(f->body);
}

scalar_writer scalar_begin(native_program *program, const lowered *l, refusal *nothing, buffer *out)
{
    ir_function *f = l->f;
    const size_t values = f->values + 1;
    scalar_writer s = {.c = cgen_begin(program, l, nothing, out)};
    s.values.of = arena_array(f->arena, values, sizeof *s.values.of);
    s.values.uses = arena_array(f->arena, values, sizeof *s.values.uses);
    s.labels.ends = arena_array(f->arena, values, sizeof *s.labels.ends);
    s.labels.nexts = arena_array(f->arena, values, sizeof *s.labels.nexts);
    s.packs.texts = arena_array(f->arena, values, sizeof *s.packs.texts);
    s.packs.names = arena_array(f->arena, values, sizeof *s.packs.names);
    s.packs.mask_bytes = arena_array(f->arena, values, sizeof *s.packs.mask_bytes);
    s.packs.variables = arena_array(f->arena, f->variable_count + 1, sizeof *s.packs.variables);
    s.values.chosen = arena_array(f->arena, f->variable_count + 1, sizeof *s.values.chosen);
    s.variables.declared = arena_array(f->arena, f->variable_count + 1, sizeof *s.variables.declared);
    scalar_write_called(&s, f->body);
    memcpy(s.values.uses, l->names.uses, f->values * sizeof *s.values.uses);
    scalar_name_pack_variables(&s);
    return s;
}

bool scalar_write_group(native_program *program, const lowered *l, const scalar_wish *wish, buffer *out)
{
    ir_function *f = l->f;
    const size_t before = out->length;
    refusal nothing;
    scalar_writer s = scalar_begin(program, l, &nothing, out);
    s.loops.columns = wish->columns;
    buffer_adds(out, wish->inlined && !wish->columns ? "static inline __attribute__((always_inline)) void "
                     : f->checked                    ? "CLBN_CHECKED void "
                                                     : "static void ");
    buffer_adds(out, wish->columns ? "CLBN(column_\1)(" : f->checked ? "CLBN(checked_\1)(" : "CLBN(group_\1)(");
    cgen_parameters(&s.c.w, f->kernel, !f->checked);
    buffer_addf(out, "const %s_position *w, char *scratch)\n{\n", program->text->prefix);
    const size_t begin = out->length;
    scalar_group(&s);
    cgen_declare_variables(&s.c, begin);
    buffer_adds(out, "}\n\n");
    if (nothing.reason) ir_refuse(f, nothing.where, nothing.reason);
    if (f->reason && out->text) out->text[out->length = before] = '\0';
    return !f->reason;
}
