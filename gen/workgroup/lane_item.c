/* Statements and functions for lanes, see lane.h and lane_state.h.
 * Knows control flow and masks; must not know how values are computed. */
#include "workgroup/lane.h"
#include "workgroup/lane_state.h"

#include "workgroup/advance.h"
#include "workgroup/flatten.h"
#include "workgroup/guard.h"
#include "workgroup/interchange.h"
#include "workgroup/provide.h"
#include "workgroup/room.h"
#include "clc/specialise.h"
#include "workgroup/spell.h"
#include "workgroup/uniformity.h"
#include "workgroup/widen.h"

#include <inttypes.h>
#include <string.h>

/* FLAT: up to this, branches are taken without asking whether any lane takes them. INLINE_SIZE: see specialise.h. */
enum { FLAT = 40, INLINE_SIZE = 400, FAR_INLINE = 1500, FAR_TOO_MUCH = 1 << 20 };

static void write_node(lane_writer *l, node *n);

static void open(lane_writer *l, const char *head)
{
    lane_statement(l, "%s{", head);
    ++l->w->indent;
}

static void close(lane_writer *l)
{
    --l->w->indent;
    lane_statement(l, "}");
}

static void write_label(lane_writer *l, const char *stem, const node *n)
{
    buffer_addf(l->w->out, "%s_%u:;\n", stem, n->number);
}

/* ---- what statements do ---- */

static bool is_inside(const node *outer, const node *n)
{
    if (!outer) return false;
    if (outer == n) return true;
    for (size_t i = 0; i < outer->item_count; ++i)
        if (is_inside(outer->items[i], n)) return true;
    return is_inside(outer->body, n) || is_inside(outer->otherwise, n);
}

/* Whether some lanes may go from inside `n` to somewhere outside of `top`, while others stay. */
static bool loses_lanes(const node *n, const node *top, bool apart)
{
    if (!n) return false;
    switch (n->kind) {
    case NODE_RETURN: return apart;
    case NODE_BREAK: return n->target->left_apart && !is_inside(top, n->target);
    case NODE_CONTINUE: return n->target->continued_apart && !is_inside(top, n->target);
    default: break;
    }
    if (n->kind == NODE_IF || n->kind == NODE_LOOP) apart |= n->varies;
    if (n->kind == NODE_LOOP || n->kind == NODE_BLOCK) apart |= n->left_apart || n->continued_apart;
    for (size_t i = 0; i < n->item_count; ++i)
        if (loses_lanes(n->items[i], top, apart)) return true;
    return loses_lanes(n->body, top, apart) || loses_lanes(n->otherwise, top, apart);
}

static unsigned effect_cost(lane_writer *l, const expression *e, unsigned *needs)
{
    while (e && e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_VOID) e = e->left;
    if (!e) return 0;
    if (e->kind == EXPRESSION_ASSIGN) return 1 + lane_cost(l, e->left, needs) + lane_cost(l, e->right, needs);
    if (e->kind == EXPRESSION_STEP) return 1 + lane_cost(l, e->left, needs);
    return lane_cost(l, e, needs);
}

static unsigned node_cost(lane_writer *l, const node *n, unsigned *needs)
{
    unsigned cost = 1;
    if (!n) return 0;
    switch (n->kind) {
    case NODE_LOOP:
    case NODE_SWITCH: return FAR_TOO_MUCH;
    case NODE_DECLARE: cost = effect_cost(l, n->variable->symbol->initialiser, needs); break;
    case NODE_EVALUATE: cost = effect_cost(l, n->value, needs); break;
    default: cost += lane_cost(l, n->value, needs); break;
    }
    for (size_t i = 0; i < n->item_count; ++i) cost += node_cost(l, n->items[i], needs);
    cost += node_cost(l, n->body, needs) + node_cost(l, n->otherwise, needs);
    return cost < FAR_TOO_MUCH ? cost : FAR_TOO_MUCH;
}

static bool is_flat(lane_writer *l, const node *n)
{
    unsigned needs = 0;
    return node_cost(l, n, &needs) <= FLAT && !(needs & LANE_NEEDS_SOMEBODY);
}

/* ---- statements ---- */

static void write_items(lane_writer *l, node *block)
{
    unsigned opened = 0;
    for (size_t i = 0; i < block->item_count; ++i) {
        l->may_hold = block == l->region && !opened;
        write_node(l, block->items[i]);
        unsigned needs = 0;
        unsigned rest = 0;
        for (size_t k = i + 1; k < block->item_count && rest <= FLAT; ++k)
            rest += node_cost(l, block->items[k], &needs);
        if (!loses_lanes(block->items[i], block->items[i], l->scope->outer != NULL) || (rest <= FLAT && !(needs & LANE_NEEDS_SOMEBODY))) continue;
        open(l, arena_printf(l->a, "if (CLBN(any)(%s)) ", lane_mask(l)));
        ++opened;
    }
    for (; opened; --opened) close(l);
}

/* A value that neighbouring lanes have at equal distances stays that. */
static bool declare_line(lane_writer *l, variable *v)
{
    const symbol *s = v->symbol;
    lane_line line;
    const bool is_index = type_is_integer(v->type) && type_size(v->type) >= 4;
    if ((!is_index && !lane_is_raw_pointer(v->type)) || s->assigned || s->address_taken || !s->initialiser) return false;
    if (!lane_find_ring(l, s->initialiser, &line)) return false;
    v->line_wraps = line.wraps;
    v->line_base = write_spelling(l->a, v);
    lane_statement(l, "%s = %s;", write_declaration(l->w, type_qualify(l->a, v->type, 0), v->line_base), line.base);
    v->line_step = line.step;
    if (strcmp(line.step, "0") == 0 || strcmp(line.step, "1") == 0) return true;
    v->line_step = arena_printf(l->a, "s_%s_%u", write_name(l->a, "", s->name), v->number);
    lane_statement(l, "const ptrdiff_t %s = %s;", v->line_step, line.step);
    return true;
}

static expression *as_expression(lane_writer *l, const variable *v, const token *where)
{
    expression *e = ARENA_NEW(l->a, expression);
    *e = (expression){.kind = EXPRESSION_SYMBOL, .token = where, .type = v->type, .lvalue = true, .symbol = v->symbol};
    return e;
}

/* A variable of the context that begins in this region is written there once, when the region ends. */
static void hold(lane_writer *l, variable *v)
{
    const bool number = type_is_scalar(v->type) && v->type->kind != TYPE_POINTER;
    if (v->stored != STORED_CONTEXT || !l->may_hold || l->w->listed || !number || !v->symbol->initialiser || v->symbol->address_taken)
        return;
    v->stored = STORED_HERE;
    l->held[l->held_count++] = v;
}

static void write_held(lane_writer *l)
{
    for (size_t i = 0; i < l->held_count; ++i) {
        const expression *e = as_expression(l, l->held[i], l->held[i]->symbol->token);
        const char *value = lane_value(l, e);
        l->held[i]->stored = STORED_CONTEXT;
        l->held[i]->line_base = l->held[i]->truth = NULL;
        lane_change(l, e, value);
    }
}

/* What lives in the context, or for the whole group, begins with a value there. */
static void write_elsewhere(lane_writer *l, node *n)
{
    variable *v = n->variable;
    expression *initialiser = v->symbol->initialiser;
    if (v->stored == STORED_AGAIN || (!initialiser && v->stored != STORED_ONCE)) return;
    if (v->stored == STORED_ONCE) {
        write_item_node(l->w, n);
        return;
    }
    if (v->stored != STORED_CONTEXT || initialiser->kind == EXPRESSION_INITIALISER) {
        write_refuse(l->w, n->token, "an initialiser of an array in the context, in lanes");
        return;
    }
    expression *left = as_expression(l, v, n->token), *whole = ARENA_NEW(l->a, expression);
    *whole = (expression){.kind = EXPRESSION_ASSIGN, .token = n->token, .type = v->type, .left = left, .right = initialiser};
    lane_effect(l, whole);
}

/* What is only asked whether it holds stays a mask. */
static bool declare_truth(lane_writer *l, variable *v)
{
    const symbol *s = v->symbol;
    const bool is_flag = v->type->kind == TYPE_BOOL || (type_is_integer(v->type) && type_size(v->type) >= 4 && type_is_scalar(v->type));
    if (!is_flag || s->assigned || s->address_taken || !s->initialiser || !lane_is_truth(l, s->initialiser)) return false;
    const char *name = write_spelling(l->a, v);
    lane_statement(l, "const CLBN(mask) %s = %s;", name, lane_truth(l, s->initialiser));
    v->truth = name;
    return true;
}

/* A large variable was declared at the function's top, as its lanes where all of the function is for lanes. */
static void write_in_room(lane_writer *l, const node *n)
{
    const variable *v = n->variable;
    const char *name = arena_printf(l->a, "(*%s)", write_spelling(l->a, v));
    if (l->region) write_refuse(l->w, n->token, "a large variable, in the lanes of a region");
    if (!v->symbol->initialiser)
        lane_statement(l, "__builtin_memset(&%s, 0, sizeof %s);", name, name);
    else if (v->symbol->initialiser->kind == EXPRESSION_INITIALISER || v->type->kind == TYPE_ARRAY)
        write_refuse(l->w, n->token, "a large variable with a list of values, in lanes");
    else
        lane_statement(l, "%s = %s;", name, lane_initial(l, type_unqualified(l->a, v->type), v->symbol->initialiser));
}

static void declare_rooms(lane_writer *l)
{
    const tree *t = l->w->tree;
    for (size_t i = 0; i < t->variable_count; ++i) {
        const variable *v = t->variables[i];
        if (!v->in_room || !v->varies) continue;
        const char *name = write_spelling(l->a, v);
        const char *declaration = lane_declaration(l, type_unqualified(l->a, v->type), arena_printf(l->a, "(*const %s)", name));
        lane_statement(l, "%s = (void *)(%s - %zu);", declaration, l->w->is_kernel ? "scratch" : "room", v->offset);
        lane_statement(l, "_Static_assert(sizeof *%s <= %zu, \"room\");", name, room_lane_size(v->type));
    }
}

static void write_declare(lane_writer *l, node *n)
{
    variable *v = n->variable;
    const expression *initialiser = v->symbol->initialiser;
    const type *t = type_unqualified(l->a, v->type);
    const bool private_pointer = t->kind == TYPE_POINTER && !lane_is_raw_pointer(t);
    v->line_base = v->truth = NULL;
    v->lane_mask = lane_mask(l);
    if (type_is_vector(t)) {
        write_refuse(l->w, n->token, "vectors in lanes");
        return;
    }
    hold(l, v);
    if (v->in_room && v->varies) {
        write_in_room(l, n);
        return;
    }
    if (v->stored == STORED_HERE && v->varies && !v->in_room) room_count_lanes(l->w, t);
    if (v->stored != STORED_HERE) {
        write_elsewhere(l, n);
        return;
    }
    if (!v->varies && !private_pointer) {
        write_item_node(l->w, n);
        return;
    }
    if (declare_line(l, v) || declare_truth(l, v)) return;
    buffer name = {0}, *out = l->w->out;
    l->w->out = &name;
    write_variable(l->w, v);
    l->w->out = out;
    const char *declaration = lane_declaration(l, t, name.text ? name.text : "");
    lane_statement(l, "%s = %s;", declaration, initialiser ? lane_initial(l, t, initialiser) : private_pointer ? "0" : lane_zero(l, t));
    buffer_free(&name);
}

static void write_branch(lane_writer *l, node *body, const char *mask, bool asks)
{
    lane_scope s;
    open(l, !asks && is_flat(l, body) ? "" : arena_printf(l->a, "if (CLBN(any)(%s)) ", mask));
    lane_enter(l, &s, mask);
    write_items(l, body);
    lane_leave(l, &s);
    close(l);
}

static void write_if(lane_writer *l, node *n)
{
    if (!n->varies) {
        open(l, arena_printf(l->a, "if (%s) ", lane_uniform(l, n->value)));
        write_items(l, n->body);
        close(l);
        if (!n->otherwise) return;
        open(l, "else ");
        write_items(l, n->otherwise);
        close(l);
        return;
    }
    open(l, "");
    const char *condition = lane_new(l, "m"), *yes = lane_new(l, "m"), *no = n->otherwise ? lane_new(l, "m") : NULL;
    lane_statement(l, "const CLBN(mask) %s = %s;", condition, lane_truth(l, n->value));
    lane_statement(l, "CLBN(mask) %s = CLBN(both)(%s, %s);", yes, lane_mask(l), condition);
    if (no) lane_statement(l, "CLBN(mask) %s = CLBN(without)(%s, %s);", no, lane_mask(l), condition);
    const bool asks = lane_is_common(l, n->value);
    write_branch(l, n->body, yes, asks);
    if (no) write_branch(l, n->otherwise, no, asks);
    close(l);
}

static void write_test(lane_writer *l, const node *n, const char *mask)
{
    if (!n->value) return;
    if (n->varies) lane_statement(l, "%s = CLBN(both)(%s, %s);", mask, mask, lane_truth(l, n->value));
    else lane_statement(l, "if (!(%s)) break;", lane_uniform(l, n->value));
}

/* All lanes go round together. */
static void write_common_loop(lane_writer *l, node *n)
{
    open(l, "for (;;) ");
    if (!n->test_last) write_test(l, n, NULL);
    write_items(l, n->body);
    if (n->continue_jumped_to) write_label(l, "again", n);
    if (loses_lanes(n->body, n, l->scope->outer != NULL)) lane_statement(l, "if (!CLBN(any)(%s)) break;", lane_mask(l));
    if (n->step) lane_effect(l, n->step);
    if (n->test_last) write_test(l, n, NULL);
    close(l);
    if (n->jumped_to) write_label(l, "leave", n);
}

/* Lanes leave one by one, and the last one ends it. */
static void write_loop(lane_writer *l, node *n)
{
    lane_scope inside, round;
    if (!n->varies && !n->left_apart && !n->continued_apart) {
        write_common_loop(l, n);
        return;
    }
    const char *mask = lane_new(l, "m");
    open(l, "");
    lane_statement(l, "CLBN(mask) %s = %s;", mask, lane_mask(l));
    lane_enter(l, &inside, mask);
    inside.node = n;
    open(l, "for (;;) ");
    if (!n->test_last) write_test(l, n, mask);
    lane_statement(l, "if (!CLBN(any)(%s)) break;", mask);
    if (n->continued_apart) {
        const char *present = lane_new(l, "m");
        lane_statement(l, "CLBN(mask) %s = %s;", present, mask);
        lane_enter(l, &round, present);
        round.node = n;
        round.is_round = true;
        write_items(l, n->body);
        lane_leave(l, &round);
    } else {
        write_items(l, n->body);
    }
    if (n->continue_jumped_to) write_label(l, "again", n);
    if (n->step) lane_effect(l, n->step);
    if (n->test_last) write_test(l, n, mask);
    close(l);
    lane_leave(l, &inside);
    close(l);
    if (n->jumped_to) write_label(l, "leave", n);
}

static void write_switch(lane_writer *l, node *n)
{
    if (n->varies || n->left_apart) {
        write_refuse(l->w, n->token, "a switch that splits lanes");
        return;
    }
    open(l, arena_printf(l->a, "switch (%s) ", lane_uniform(l, n->value)));
    for (size_t i = 0; i < n->body->item_count; ++i) write_node(l, n->body->items[i]);
    close(l);
    if (n->jumped_to) write_label(l, "leave", n);
}

/* Takes the lanes of the present mask out of all scopes up to `last`. */
static void clear_masks(lane_writer *l, const lane_scope *last)
{
    const char *mask = lane_mask(l);
    for (const lane_scope *s = l->scope; s != last; s = s->outer)
        lane_statement(l, "%s = CLBN(without)(%s, %s);", s->outer->mask, s->outer->mask, mask);
    lane_statement(l, "%s = CLBN(full)(0);", mask);
}

static void write_jump(lane_writer *l, node *n)
{
    const bool again = n->kind == NODE_CONTINUE;
    const lane_scope *last = l->scope;
    while (last->outer) last = last->outer;
    if (l->w->leave_lanes && l->w->leave_lanes(l->w->leave_context, n, lane_mask(l))) {
        clear_masks(l, last);
        return;
    }
    if (again ? !n->target->continued_apart : !n->target->left_apart) {
        if (again) n->target->continue_jumped_to = true;
        else n->target->jumped_to = true;
        lane_statement(l, "goto %s_%u;", again ? "again" : "leave", n->target->number);
        return;
    }
    const lane_scope *s = l->scope;
    while (s && (s->node != n->target || s->is_round != again)) s = s->outer;
    if (!s) write_refuse(l->w, n->token, "a jump that lanes cannot take");
    else clear_masks(l, s);
}

static void write_return(lane_writer *l, const node *n)
{
    const lane_scope *last = l->scope;
    const char *value = n->value && l->result ? lane_value(l, n->value) : NULL;
    if (n->value && !l->result) lane_effect(l, n->value);
    while (last->outer) last = last->outer;
    if (last == l->scope) {
        if (value && l->left_early) value = lane_pick(l, l->result, lane_mask(l), value, "returned");
        lane_statement(l, value ? "return %s;" : "return%s;", value ? value : "");
        return;
    }
    l->left_early = true;
    if (value) lane_statement(l, "returned = %s;", lane_pick(l, l->result, lane_mask(l), value, "returned"));
    clear_masks(l, last);
}

static void write_block(lane_writer *l, node *n)
{
    lane_scope s;
    open(l, "");
    if (n->left_apart) {
        const char *mask = lane_new(l, "m");
        lane_statement(l, "CLBN(mask) %s = %s;", mask, lane_mask(l));
        lane_enter(l, &s, mask);
        s.node = n;
    }
    write_items(l, n);
    if (n->left_apart) lane_leave(l, &s);
    close(l);
    if (n->jumped_to) write_label(l, "leave", n);
}

static void write_node(lane_writer *l, node *n)
{
    const token *const at = l->w->at;
    if (l->w->tree->reason) return;
    l->w->at = n->token;
    switch (n->kind) {
    case NODE_BLOCK: write_block(l, n); break;
    case NODE_DECLARE: write_declare(l, n); break;
    case NODE_EVALUATE: lane_effect(l, n->value); break;
    case NODE_IF: write_if(l, n); break;
    case NODE_LOOP: write_loop(l, n); break;
    case NODE_SWITCH: write_switch(l, n); break;
    case NODE_CASE:
    case NODE_DEFAULT: write_item_node(l->w, n); break;
    case NODE_BREAK:
    case NODE_CONTINUE: write_jump(l, n); break;
    case NODE_RETURN: write_return(l, n); break;
    case NODE_LABEL:
    case NODE_GOTO: write_refuse(l->w, n->token, "goto in lanes"); break;
    case NODE_COLLECTIVE:
    case NODE_BARRIER: write_refuse(l->w, n->token, "a barrier in lanes"); break;
    }
    l->w->at = at;
}

/* ---- functions ---- */

static called *find(native_program *p, symbol *s, const char *signature)
{
    const char *key = arena_printf(p->arena, "%p %s", (void *)s, signature);
    void **at = map_ats(&p->lanes, key);
    if (!*at) *at = ARENA_NEW(p->arena, called);
    return *at;
}

static void write_head(lane_writer *l, const symbol *s, const char *signature, buffer *out)
{
    bool loops = false;
    const size_t size = specialise_size(s, &loops);
    const bool small = !loops && size <= (s->attributes.always_inline ? FAR_INLINE : INLINE_SIZE);
    buffer_addf(out, "%s %s CLBN(\1)(CLBN(mask) m0", small ? "CLBN_FN" : "static", lane_type(l, s->type->base));
    for (size_t i = 0; i < s->parameter_count; ++i) {
        const symbol *p = s->parameters[i];
        const char *name = spell_parameter(l->a, l->w->program->text->prefix, p);
        const type *t = type_qualify(l->a, p->type, 0);
        buffer_addf(out, ", %s", signature[i] == 'u' ? write_declaration(l->w, t, name) : lane_declaration(l, t, name));
    }
    if (l->w->looks_at_item) buffer_addf(out, ", const %s_place *w, size_t lx, size_t ly, size_t lz", l->w->program->text->prefix);
    if (room_bytes(l->w)) buffer_adds(out, ", char *room");
    buffer_adds(out, ")\n{\n");
}

static void set_parameters(tree *t, const char *signature)
{
    size_t next = 0;
    for (size_t i = 0; i < t->variable_count; ++i) {
        variable *v = t->variables[i];
        if (v->stored == STORED_PARAMETER && signature[next]) v->varies = signature[next++] != 'u';
    }
}

/* Lanes that have returned see again what a pointer points to. */
static void set_masks(tree *t, const char *signature)
{
    const bool stay = !loses_lanes(t->body, t->body, false);
    size_t next = 0;
    for (size_t i = 0; i < t->variable_count; ++i) {
        variable *v = t->variables[i];
        if (v->stored != STORED_PARAMETER) continue;
        v->lane_mask = "m0";
        if (signature[next] && signature[next++] == 'w' && stay) v->whole_mask = "m0";
    }
}

static void write_function(native_program *p, symbol *s, const char *signature, called *c)
{
    tree *t = flatten(p->arena, s, false, NULL, NULL);
    buffer body = {0}, text = {0};
    writer w = {.program = p, .tree = t, .out = &body, .indent = 1, .lanes = true};
    const type *result = type_unqualified(p->arena, s->type->base);
    lane_scope all = {.mask = "m0", .node = t->body};
    lane_writer l = {.w = &w, .a = p->arena, .scope = &all, .result = result->kind == TYPE_VOID ? NULL : result};
    t->uniform_loads = true;
    set_parameters(t, signature);
    advance(t, true);
    uniformity_find(t);
    widen(t);
    if (result->kind == TYPE_POINTER) tree_refuse(t, s->token, "a function that returns a pointer, in lanes");
    set_masks(t, signature);
    room_place(t, ROOM_LARGE, true);
    spell_variables(t, p->text->prefix);
    room_declare(&w);
    declare_rooms(&l);
    if (l.result) lane_statement(&l, "%s = %s;", lane_declaration(&l, result, "returned"), lane_zero(&l, result));
    write_items(&l, t->body);
    if (l.result) lane_statement(&l, "return returned;");
    write_check_nesting(&w, s->token, &body);
    write_head(&l, s, signature, &text);
    if (body.text) buffer_add(&text, body.text, body.length);
    buffer_adds(&text, "}\n");
    if (t->reason) {
        c->state = CALLED_REFUSED;
        c->reason = t->reason;
        c->where = t->where;
    } else {
        bool known = false;
        c->looks_at_item = w.looks_at_item;
        room_finish(&w, false, c);
        provide_part(p->text, "LANES");
        c->name = write_once(p->text, write_name(p->arena, "l_", s->name), text.text, &known);
        if (!known) {
            buffer_addc(&p->text->functions, '\n');
            write_named(&p->text->functions, text.text, c->name);
        }
        c->state = CALLED_READY;
    }
    buffer_free(&body);
    buffer_free(&text);
}

called *lane_called(native_program *p, symbol *s, const char *signature)
{
    called *c = find(p, s, signature);
    if (c->state != CALLED_NEW) return c;
    c->state = CALLED_BUSY;
    if (s->body && s->kind == SYMBOL_FUNCTION) {
        write_function(p, s, signature, c);
    } else {
        c->state = CALLED_REFUSED;
        c->reason = "a function without a body";
        c->where = s->token;
    }
    return c;
}

/* ---- kernels ---- */

tree *lane_prepare(arena *a, symbol *kernel)
{
    if (flatten_waits(kernel)) return NULL;
    tree *t = flatten(a, kernel, true, interchange_wants_memory, NULL);
    if (t->reason) return NULL;
    guard_find(t);
    t->uniform_loads = true;
    advance(t, true);
    uniformity_find(t);
    widen(t);
    for (size_t i = 0; i < t->variable_count; ++i)
        if (type_space(t->variables[i]->type) == SPACE_LOCAL && t->variables[i]->stored != STORED_PARAMETER) return NULL;
    return lane_saves(t, &t->body, 1) ? t : NULL;
}

void lane_write_kernel(writer *w)
{
    lane_scope all = {.mask = "m0", .node = w->tree->body};
    lane_writer l = {.w = w, .a = w->program->arena, .scope = &all};
    declare_rooms(&l);
    write_items(&l, w->tree->body);
    if (w->tree->body->jumped_to) write_label(&l, "leave", w->tree->body);
}

void lane_write_region(writer *w, node *const *items, size_t count)
{
    lane_scope all = {.mask = "m0"};
    node block = {.kind = NODE_BLOCK, .items = (node **)items, .item_count = count};
    lane_writer l = {.w = w, .a = w->program->arena, .scope = &all, .region = &block};
    l.held = arena_array(l.a, count, sizeof(variable *));
    write_items(&l, &block);
    write_held(&l);
}

/* ---- what gains ---- */

static bool loads_for_some(void *context, expression *e)
{
    bool *found = context;
    if (e->kind == EXPRESSION_CONDITIONAL) {
        unsigned loads = 0;
        for (const expression *side = e->left; side; side = side == e->left ? e->right : NULL)
            for (const expression *x = side; x; x = x->left) loads += x->kind == EXPRESSION_INDEX;
        *found |= loads > 0;
    }
    if (e->kind == EXPRESSION_CALL && !specialise_is_straight(e->symbol)) *found = true;
    return !*found;
}

static bool pays(const node *n)
{
    bool found = false;
    if (!n) return false;
    if ((n->kind == NODE_IF || n->kind == NODE_LOOP || n->kind == NODE_BLOCK) && (n->varies || n->left_apart || n->continued_apart))
        return true;
    tree_visit(n->value, loads_for_some, &found);
    tree_visit(n->step, loads_for_some, &found);
    if (n->kind == NODE_DECLARE) tree_visit(n->variable->symbol->initialiser, loads_for_some, &found);
    for (size_t i = 0; i < n->item_count && !found; ++i) found = pays(n->items[i]);
    return found || pays(n->body) || pays(n->otherwise);
}

bool lane_is_unwanted(const symbol *kernel)
{
    const type *hint = kernel->attributes.vec_type_hint;
    return hint && type_is_vector(hint);
}

bool lane_pays(const tree *t, node *const *items, size_t count)
{
    if (t->keep_groups || lane_is_unwanted(t->function)) return false;
    for (size_t i = 0; i < count; ++i)
        if (pays(items[i])) return lane_saves(t, items, count);
    return false;
}
