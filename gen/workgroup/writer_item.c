/* Statements that single work-items run, and whole functions, in C. See writer.h. */
#include "workgroup/writer.h"

#include "workgroup/flatten.h"
#include "workgroup/room.h"
#include "clc/specialise.h"
#include "workgroup/spell.h"

#include <inttypes.h>

static void line(writer *w, const char *text)
{
    write_indent(w);
    buffer_adds(w->out, text);
    buffer_addc(w->out, '\n');
}

static void open(writer *w)
{
    buffer_adds(w->out, " {\n");
    ++w->indent;
}

static void close(writer *w)
{
    --w->indent;
    line(w, "}");
}

/* In its brackets. */
static void write_condition(writer *w, const expression *e)
{
    w->bare = true;
    write_number(w, e);
    w->bare = false;
}

static void write_items(writer *w, node *block)
{
    for (size_t i = 0; i < block->item_count; ++i) write_item_node(w, block->items[i]);
}

static void write_declare(writer *w, node *n)
{
    variable *v = n->variable;
    const expression *initialiser = v->symbol->initialiser;
    if (v->stored == STORED_AGAIN || (!initialiser && v->stored != STORED_HERE)) return;
    write_indent(w);
    if (v->in_room || (v->stored == STORED_CONTEXT && type_size(v->type) >= ROOM_LARGE)) {
        buffer place = {0}, *out = w->out;
        w->out = &place;
        write_variable(w, v);
        w->out = out;
        if (initialiser) write_filling(w, place.text, v->type, initialiser);
        else buffer_adds(out, ";\n");
        buffer_free(&place);
        return;
    }
    if (v->stored == STORED_HERE) {
        room_count(w, v->type, 1);
        buffer name = {0}, *out = w->out;
        w->out = &name;
        write_variable(w, v);
        w->out = out;
        const type *t = type_qualify(w->program->arena, v->type, 0);
        buffer_adds(out, write_declaration(w, t, name.text));
        buffer_free(&name);
        if (v->symbol->attributes.align)
            buffer_addf(out, " __attribute__((aligned(%zu)))", v->symbol->attributes.align);
        if (initialiser) {
            buffer_adds(out, " = ");
            write_initialiser(w, initialiser);
        }
        buffer_adds(out, ";\n");
        return;
    }
    if (v->stored == STORED_LOCAL) {
        write_refuse(w, n->token, "a __local variable with an initialiser");
        return;
    }
    if (v->stored == STORED_SPREAD || v->type->kind == TYPE_ARRAY) {
        if (v->stored == STORED_SPREAD) {
            write_refuse(w, n->token, "an array with an initialiser in the context");
            return;
        }
        room_count(w, v->type, 1);
        buffer_adds(w->out, "__builtin_memcpy(");
        write_variable(w, v);
        const char *type = write_declaration(w, type_qualify(w->program->arena, v->type, 0), "");
        buffer_addf(w->out, ", (%s)", type);
        write_initialiser(w, initialiser);
        buffer_addf(w->out, ", sizeof(%s));\n", type);
        return;
    }
    write_variable(w, v);
    buffer_adds(w->out, " = ");
    if (initialiser->kind == EXPRESSION_INITIALISER) {
        room_count(w, v->type, 1);
        buffer_addf(w->out, "(%s)", write_type(w, type_qualify(w->program->arena, v->type, 0)));
    }
    write_initialiser(w, initialiser);
    buffer_adds(w->out, ";\n");
}

static void write_if(writer *w, node *n)
{
    write_indent(w);
    for (;;) {
        buffer_adds(w->out, "if (");
        write_condition(w, n->value);
        buffer_adds(w->out, ")");
        open(w);
        write_items(w, n->body);
        close(w);
        if (!n->otherwise) return;
        write_indent(w);
        buffer_adds(w->out, "else");
        /* Compilers limit how deeply blocks nest. */
        node *next = n->otherwise->item_count == 1 ? n->otherwise->items[0] : NULL;
        if (!next || next->kind != NODE_IF) break;
        w->at = next->token;
        buffer_addc(w->out, ' ');
        n = next;
    }
    open(w);
    write_items(w, n->otherwise);
    close(w);
}

/* A label behind a block or loop that something leaves by goto. */
static void write_exit(writer *w, const node *n)
{
    if (!n->jumped_to) return;
    write_indent(w);
    buffer_addf(w->out, "leave_%u:;\n", n->number);
}

/* Sums up, one after the other, numbers whose order counts. */
static bool sums_in_order(const node *n)
{
    const expression *e = n->kind == NODE_EVALUATE ? n->value : NULL;
    if (e && e->kind == EXPRESSION_ASSIGN && (e->op == OPERATOR_ADD || e->op == OPERATOR_SUBTRACT) &&
        e->left->kind == EXPRESSION_SYMBOL && !type_is_vector(e->type) && type_is_number(e->type) && !type_is_integer(e->type))
        return true;
    for (size_t i = 0; i < n->item_count; ++i)
        if (sums_in_order(n->items[i])) return true;
    return false;
}

static void write_loop(writer *w, node *n)
{
    write_indent(w);
    if (n->test_last) {
        buffer_adds(w->out, "do");
    } else {
        buffer_adds(w->out, "for (; ");
        if (n->value) write_condition(w, n->value);
        buffer_adds(w->out, "; ");
        w->bare = true;
        if (n->step) write_effect(w, n->step);
        w->bare = false;
        buffer_adds(w->out, ")");
    }
    node *const loop = w->loop, *const breakable = w->breakable;
    w->loop = w->breakable = n;
    open(w);
    if (n->varies && sums_in_order(n->body)) {
        write_indent(w);
        buffer_adds(w->out, "CLBN_IN_ORDER;\n");
    }
    write_items(w, n->body);
    if (n->continue_jumped_to) buffer_addf(w->out, "again_%u:;\n", n->number);
    close(w);
    w->loop = loop;
    w->breakable = breakable;
    if (!n->test_last) return;
    write_indent(w);
    buffer_adds(w->out, "while (");
    write_condition(w, n->value);
    buffer_adds(w->out, ");\n");
}

static void write_switch(writer *w, node *n)
{
    node *const breakable = w->breakable;
    write_indent(w);
    buffer_adds(w->out, "switch (");
    write_expression(w, n->value);
    buffer_adds(w->out, ")");
    w->breakable = n;
    open(w);
    write_items(w, n->body);
    close(w);
    w->breakable = breakable;
}

static void write_case(writer *w, const node *n)
{
    write_indent(w);
    if (n->kind == NODE_DEFAULT) {
        buffer_adds(w->out, "default:;\n");
        return;
    }
    buffer_addf(w->out, "case %" PRId64, n->low);
    if (n->high != n->low) buffer_addf(w->out, " ... %" PRId64, n->high);
    buffer_adds(w->out, ":;\n");
}

/* C's own words where they mean the target, else a jump to a label behind it. */
static void write_jump(writer *w, node *n)
{
    if (w->leave && w->leave(w->leave_context, n)) return;
    write_indent(w);
    if (n->kind == NODE_CONTINUE && n->target == w->loop) {
        buffer_adds(w->out, "continue;\n");
    } else if (n->kind == NODE_BREAK && n->target == w->breakable) {
        buffer_adds(w->out, "break;\n");
    } else if (n->kind == NODE_CONTINUE) {
        n->target->continue_jumped_to = true;
        buffer_addf(w->out, "goto again_%u;\n", n->target->number);
    } else {
        n->target->jumped_to = true;
        buffer_addf(w->out, "goto leave_%u;\n", n->target->number);
    }
}

void write_item_node(writer *w, node *n)
{
    const token *const at = w->at;
    if (w->tree->reason) return;
    w->at = n->token;
    switch (n->kind) {
    case NODE_BLOCK:
        write_indent(w);
        buffer_adds(w->out, "{\n");
        ++w->indent;
        write_items(w, n);
        close(w);
        write_exit(w, n);
        break;
    case NODE_DECLARE: write_declare(w, n); break;
    case NODE_EVALUATE:
        write_indent(w);
        w->bare = true;
        write_effect(w, n->value);
        w->bare = false;
        buffer_adds(w->out, ";\n");
        break;
    case NODE_IF: write_if(w, n); break;
    case NODE_LOOP:
        write_loop(w, n);
        write_exit(w, n);
        break;
    case NODE_SWITCH:
        write_switch(w, n);
        write_exit(w, n);
        break;
    case NODE_CASE:
    case NODE_DEFAULT: write_case(w, n); break;
    case NODE_BREAK:
    case NODE_CONTINUE: write_jump(w, n); break;
    case NODE_RETURN:
        write_indent(w);
        buffer_adds(w->out, "return");
        if (n->value) {
            buffer_addc(w->out, ' ');
            write_bare(w, n->value);
        }
        buffer_adds(w->out, ";\n");
        break;
    case NODE_LABEL:
        write_indent(w);
        buffer_addf(w->out, "%s:;\n", write_name(w->program->arena, "label_", n->name));
        break;
    case NODE_GOTO:
        write_indent(w);
        buffer_addf(w->out, "goto %s;\n", write_name(w->program->arena, "label_", n->name));
        break;
    case NODE_COLLECTIVE:
    case NODE_BARRIER: write_refuse(w, n->token, "a barrier in a function that was not flattened"); break;
    }
    w->at = at;
}

/* ---- functions and constants of the program ---- */

static called *find(native_program *p, symbol *s)
{
    symbol **key = ARENA_NEW(p->arena, symbol *);
    *key = s;
    void **at = map_at(&p->symbols, (const char *)key, sizeof *key);
    if (!*at) *at = ARENA_NEW(p->arena, called);
    return *at;
}

static void refuse(called *c, const tree *t)
{
    c->state = CALLED_REFUSED;
    c->reason = t->reason;
    c->where = t->where;
}

static void write_constant_variable(native_program *p, symbol *s, called *c)
{
    tree none = {.arena = p->arena, .function = s};
    buffer text = {0};
    writer w = {.program = p, .tree = &none, .out = &text, .is_static = true};
    const type *t = type_qualify(p->arena, s->type, 0);
    const bool fixed = type_space(s->type) == SPACE_CONSTANT || (type_qualifiers(s->type) & QUALIFIER_CONST);
    if (!fixed) tree_refuse(&none, s->token, "a variable outside of functions that is not constant");
    buffer_adds(&text, "static const ");
    buffer_adds(&text, write_declaration(&w, t, "\1"));
    if (s->attributes.align) buffer_addf(&text, " __attribute__((aligned(%zu)))", s->attributes.align);
    if (s->initialiser) {
        buffer_adds(&text, " = ");
        write_initialiser(&w, s->initialiser);
    }
    buffer_adds(&text, ";\n");
    if (none.reason) {
        refuse(c, &none);
    } else {
        bool known = false;
        const char *wanted = write_name(p->arena, arena_printf(p->arena, "%s_k_", p->text->prefix), s->name);
        c->name = write_once(p->text, wanted, text.text, &known);
        if (!known) write_named(&p->text->constants, text.text, c->name);
        c->state = CALLED_READY;
    }
    buffer_free(&text);
}

/* What a program keeps out of line has its reasons on a device; here straight code must be in the loop that runs it. */
static bool is_inlined(const symbol *s)
{
    bool loops = false;
    return specialise_size(s, &loops) <= WRITE_STRAIGHT && !loops;
}

static void write_head(writer *w, const symbol *s, buffer *out)
{
    arena *a = w->program->arena;
    const bool room = room_bytes(w) > 0;
    buffer_addf(out, "%s %s CLBN(\1)(",
                is_inlined(s) ? "static inline __attribute__((always_inline))" : s->attributes.noinline_ ? "static" : "static inline",
                write_type(w, type_unqualified(a, s->type->base)));
    for (size_t i = 0; i < s->parameter_count; ++i) {
        const symbol *p = s->parameters[i];
        if (i) buffer_adds(out, ", ");
        buffer_adds(out, write_declaration(w, type_qualify(a, p->type, 0), spell_parameter(a, w->program->text->prefix, p)));
    }
    if (w->looks_at_item)
        buffer_addf(out, "%sconst %s_place *w, size_t lx, size_t ly, size_t lz", s->parameter_count ? ", " : "",
                    w->program->text->prefix);
    if (room) buffer_addf(out, "%schar *room", s->parameter_count || w->looks_at_item ? ", " : "");
    if (!room && !w->looks_at_item && !s->parameter_count) buffer_adds(out, "void");
    buffer_adds(out, ")\n{\n");
}

/* false: nothing was written, as too much of its variables would lie on the stack. */
static bool write_function_with(native_program *p, symbol *s, called *c, size_t least)
{
    tree *t = flatten(p->arena, s, false, NULL, NULL);
    buffer body = {0}, text = {0};
    writer w = {.program = p, .tree = t, .out = &body, .indent = 1};
    room_place(t, least, false);
    spell_variables(t, p->text->prefix);
    room_declare(&w);
    for (size_t i = 0; i < s->parameter_count; ++i) room_count(&w, s->parameters[i]->type, 1);
    for (size_t i = 0; i < t->variable_count; ++i)
        if (type_space(t->variables[i]->type) == SPACE_LOCAL)
            tree_refuse(t, t->variables[i]->symbol->token, "a __local variable in a function that is not the kernel");
    write_items(&w, t->body);
    write_check_nesting(&w, s->token, &body);
    if (least > ROOM_SMALL && !t->reason && room_stack(&w, 1) > ROOM_CALLED) {
        buffer_free(&body);
        return false;
    }
    write_head(&w, s, &text);
    if (body.text) buffer_add(&text, body.text, body.length);
    if (s->type->base->kind != TYPE_VOID)
        buffer_addf(&text, "    return (%s){0};\n", write_type(&w, type_unqualified(p->arena, s->type->base)));
    buffer_adds(&text, "}\n");
    if (t->reason) {
        refuse(c, t);
    } else {
        bool known = false;
        c->looks_at_item = w.looks_at_item;
        c->name = write_once(p->text, write_name(p->arena, "f_", s->name), text.text, &known);
        if (!known) {
            buffer_addc(&p->text->functions, '\n');
            write_named(&p->text->functions, text.text, c->name);
        }
        room_finish(&w, is_inlined(s), c);
        c->state = CALLED_READY;
    }
    buffer_free(&body);
    buffer_free(&text);
    return true;
}

static void write_function(native_program *p, symbol *s, called *c)
{
    if (!write_function_with(p, s, c, is_inlined(s) ? ROOM_INLINED : ROOM_LARGE)) (void)write_function_with(p, s, c, ROOM_SMALL);
}

called *write_called(native_program *p, symbol *s)
{
    called *c = find(p, s);
    if (c->state == CALLED_NEW) {
        c->state = CALLED_BUSY;
        if (s->kind != SYMBOL_FUNCTION) {
            write_constant_variable(p, s, c);
        } else if (!s->body) {
            c->state = CALLED_REFUSED;
            c->reason = "a function without a body";
            c->where = s->token;
        } else {
            write_function(p, s, c);
        }
    }
    return c;
}
