/* Statements, calls and kernels. See build.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/facts.h"

/* ---- control ---- */

static void nested(builder *b, ir_block *inside, const statement *s)
{
    ir_block *outside = b->block;
    b->block = inside;
    if (s) build_statement(b, s);
    b->block = outside;
}

static ir_value *construct(builder *b, ir_op op, const token *where, int blocks)
{
    ir_value *v = ir_add(b->f, b->block, op, IR_VOID, where, 0);
    for (int i = 0; i < blocks; ++i) v->blocks[i] = ir_add_block(b->f, b->block, v);
    return v;
}

static void build_if(builder *b, const statement *s)
{
    if (s->value->has_value && !build_is_entered(b, s)) {
        const bool taken = type_is_floating(s->value->type) ? s->value->value.real != 0 : s->value->value.integer != 0;
        const statement *item = taken ? s->body : s->otherwise;
        if (item) build_statement(b, item);
        return;
    }
    ir_value *condition = build_condition(b, s->value, s, s->body);
    ir_value *v = ir_add(b->f, b->block, IR_IF, IR_VOID, s->token, 1, condition);
    v->asked = s->value->token;
    for (int i = 0; i < 2; ++i) v->blocks[i] = ir_add_block(b->f, b->block, v);
    nested(b, v->blocks[0], s->body);
    nested(b, v->blocks[1], s->otherwise);
}

static void build_loop(builder *b, const statement *s)
{
    ir_block *outside = b->block;
    /* A variable of the loop's head lives as long as the loop, each time the loop is reached. */
    if (s->first && build_is_entered(b, s)) {
        build_declare_before(b, s->first);
        (void)build_unless_entered(b, s);
    }
    if (s->first) build_statement(b, s->first);
    b->block = outside;
    ir_value *v = construct(b, IR_LOOP, s->token, 3);
    v->test_last = s->kind == STATEMENT_DO;
    v->index = s->unroll;
    if (s->value && !(s->value->has_value && type_is_integer(s->value->type) && s->value->value.integer)) {
        b->block = v->blocks[0];
        v->asked = s->value->token;
        /* At the end of a round no jump is under way. */
        v->condition = v->test_last ? build_truth(b, s->value) : build_condition(b, s->value, s, s->body);
    }
    jump_target target = {s, v, v, b->frame->targets};
    b->frame->targets = &target;
    b->block = v->blocks[1];
    build_statement(b, s->body);
    b->frame->targets = target.outer;
    b->block = v->blocks[2];
    if (s->step) build_value(b, s->step);
    b->block = outside;
}

/* ---- switch ---- */

typedef struct label_visit {
    builder *b;
    ir_value *value;
    ir_value *any; /* some case matches */
    bool has_default;
} label_visit;

ir_value *build_matches(builder *b, ir_value *value, const statement *label)
{
    ir_value *low = build_constant(b, value->type, (uint64_t)label->low);
    if (label->low == label->high) return build_binary(b, IR_EQUAL, value, low, label->token);
    ir_value *high = build_constant(b, value->type, (uint64_t)label->high);
    ir_value *above = build_binary(b, IR_LESS_EQUAL, low, value, label->token);
    ir_value *below = build_binary(b, IR_LESS_EQUAL, value, high, label->token);
    return build_binary(b, IR_AND, above, below, label->token);
}

static bool ends_here(const statement *s)
{
    if (s->kind == STATEMENT_BREAK || s->kind == STATEMENT_CONTINUE || s->kind == STATEMENT_RETURN) return true;
    return s->kind == STATEMENT_BLOCK && s->item_count && ends_here(s->items[s->item_count - 1]);
}

static bool is_label(const statement *s)
{
    return s->kind == STATEMENT_CASE || s->kind == STATEMENT_DEFAULT;
}

static void build_switch(builder *b, const statement *s)
{
    if (!build_switch_is_plain(b, s)) {
        build_wild_switch(b, s);
        return;
    }
    ir_value *value = build_number(b, s->value), *none = NULL;
    for (size_t i = 0; i < s->body->item_count; ++i)
        for (const statement *l = s->body->items[i]; is_label(l); l = l->body)
            if (l->kind == STATEMENT_CASE) {
                ir_value *made = build_matches(b, value, l);
                none = none ? build_binary(b, IR_OR, none, made, l->token) : made;
            }
    ir_value *scope = construct(b, IR_SCOPE, s->token, 1);
    ir_block *outside = b->block;
    jump_target target = {s, scope, NULL, b->frame->targets};
    b->frame->targets = &target;
    b->block = scope->blocks[0];
    for (size_t i = 0; i < s->body->item_count; ++i)
        if (s->body->items[i]->kind == STATEMENT_DECLARATION) build_declare_before(b, s->body->items[i]);
    ir_variable *inside = ir_add_variable(b->f, "inside", IR_BOOL); /* a case above matched and falls through */
    inside->home = b->block;
    ir_add(b->f, b->block, IR_SET, IR_VOID, s->token, 1, build_constant(b, IR_BOOL, 0))->variable = inside;
    bool goes_on = false;
    for (size_t i = 0; i < s->body->item_count && !b->f->reason;) {
        const statement *first = s->body->items[i];
        if (!is_label(first)) {
            ++i; /* a declaration; its initialisers never run */
            continue;
        }
        ir_value *meant = NULL;
        const statement *l = first;
        for (; is_label(l); l = l->body) {
            ir_value *made = l->kind == STATEMENT_CASE ? build_matches(b, value, l)
                             : none                    ? ir_add(b->f, b->block, IR_NOT, IR_BOOL, l->token, 1, none)
                                                       : build_constant(b, IR_BOOL, 1);
            meant = meant ? build_binary(b, IR_OR, meant, made, l->token) : made;
        }
        if (goes_on) {
            ir_value *was = ir_add(b->f, b->block, IR_GET, IR_BOOL, first->token, 0);
            was->variable = inside;
            meant = build_binary(b, IR_OR, was, meant, first->token);
        }
        ir_value *branch = ir_add(b->f, b->block, IR_IF, IR_VOID, first->token, 1, meant);
        branch->asked = s->value->token;
        for (int k = 0; k < 2; ++k) branch->blocks[k] = ir_add_block(b->f, b->block, branch);
        ir_block *chain = b->block;
        b->block = branch->blocks[0];
        build_statement(b, l);
        bool ended = ends_here(l);
        for (++i; i < s->body->item_count && !is_label(s->body->items[i]) && !b->f->reason; ++i) {
            build_statement(b, s->body->items[i]);
            ended = ends_here(s->body->items[i]);
        }
        goes_on |= !ended;
        if (!ended)
            ir_add(b->f, b->block, IR_SET, IR_VOID, first->token, 1, build_constant(b, IR_BOOL, 1))->variable = inside;
        b->block = chain;
    }
    b->frame->targets = target.outer;
    b->block = outside;
}

/* ---- declarations ---- */

/* Whether the initialiser has constant numbers alone. */
static bool has_constants(const expression *e)
{
    if (e->kind != EXPRESSION_INITIALISER) return e->has_value && type_is_arithmetic(e->type);
    for (size_t i = 0; i < e->element_count; ++i)
        if (!has_constants(e->elements[i].value)) return false;
    return true;
}

/* Whether the variable is an array of numbers that never change. */
static bool is_fixed_array(const builder *b, const symbol *s)
{
    const type *t = s->type;
    while (t->kind == TYPE_ARRAY) t = t->base;
    return s->type->kind == TYPE_ARRAY && type_is_arithmetic(t) && !(type_qualifiers(s->type) & QUALIFIER_VOLATILE) &&
           s->initialiser && s->initialiser->kind == EXPRESSION_INITIALISER && !s->assigned && !s->escapes &&
           !b->f->checked && !s->function->has_closures && has_constants(s->initialiser);
}

/* `before`: the variable is bound before its declaration is reached, and always gets storage. */
static void declare(builder *b, const symbol *s, bool before)
{
    ir_function *f = b->f;
    if (type_space(s->type) == SPACE_CONSTANT || (before && build_bound(b, s))) return;
    if (s->storage == STORAGE_STATIC) return;
    if (s->storage == STORAGE_EXTERN) {
        build_refuse(b, s->token, "a variable of another program");
        return;
    }
    binding *own = build_bound(b, s);
    if (own && own->block) {
        build_block_reached(b, own->block, s->initialiser);
        return;
    }
    if (own) { /* bound before */
        if (s->initialiser) build_initialise(b, &own->storage, s->type, s->initialiser);
        return;
    }
    if (s->type->kind == TYPE_CLOSURE) {
        const block_value *block = before ? build_block_before(b, s->initialiser) : build_block(b, s->initialiser);
        build_bind(b, s)->block = block;
        return;
    }
    own = build_bind(b, s);
    if (type_space(s->type) == SPACE_LOCAL) {
        const symbol **key = arena_grow(f->arena, &s, 1, 1, sizeof s); /* the map keeps the key itself */
        void **known = map_at(&b->locals, (const char *)key, sizeof *key);
        ir_variable *v = *known;
        if (!v) {
            *known = v = ir_add_variable(f, s->name, IR_VOID);
            v->local = true;
            v->size = type_size(s->type);
            v->align = type_align(s->type);
            v->declared = build_declared(s->type);
        }
        ir_value *address = ir_add(f, b->block, IR_LOCAL, IR_POINTER, s->token, 0);
        address->variable = v;
        own->storage = build_at(b, address, s->type);
        return;
    }
    if (!before && !type_is_object(s->type) && !s->assigned && !s->address_taken && s->initialiser &&
        s->initialiser->kind != EXPRESSION_INITIALISER) {
        own->is_value = true;
        own->value = build_value(b, s->initialiser);
        for (size_t i = 0; i < own->value.count; ++i)
            if (!own->value.v[i]->spelling) build_spell(b, own->value.v[i], s->name, own->value.count, i);
        return;
    }
    own->storage = build_storage(b, s->name, s->type, s->address_taken);
    if (!before && is_fixed_array(b, s)) own->storage.address->variable->fixed = s;
    if (s->initialiser && !f->reason && !before) build_initialise(b, &own->storage, s->type, s->initialiser);
}

static void declare_all(builder *b, const statement *s, bool before)
{
    for (size_t i = 0; i < s->symbol_count; ++i)
        if (s->symbols[i]->kind == SYMBOL_VARIABLE) declare(b, s->symbols[i], before);
}

void build_declare_before(builder *b, const statement *s)
{
    if (s->kind == STATEMENT_DECLARATION) declare_all(b, s, true);
}

/* ---- statements ---- */

static const jump_target *target_of(const builder *b, const statement *s)
{
    const jump_target *t = b->frame->targets;
    while (t && t->statement != s) t = t->outer;
    return t;
}

static void jump(builder *b, ir_op op, ir_value *target, const token *where)
{
    ir_add(b->f, b->block, op, IR_VOID, where, 0)->target = target;
}

static void build_return(builder *b, const statement *s)
{
    frame *inlined = b->frame;
    components p = {0};
    if (s->value) p = build_value(b, s->value);
    if (b->f->reason) return;
    if (!inlined->scope) {
        inlined->returned = p;
        return;
    }
    if (s->value && s->value->type->kind != TYPE_VOID) build_copy(b, &inlined->result, &p, s->value->type, s->token);
    jump(b, IR_LEAVE, inlined->scope, s->token);
}

/* An expression; the last one of a statement expression with jumps is its value. */
static void build_last_or_ordinary(builder *b, const statement *s)
{
    const components p = build_value(b, s->value);
    block_result *wanted = b->frame->wanted;
    while (wanted && wanted->last != s) wanted = wanted->outer;
    if (wanted && !b->f->reason && s->value->type->kind != TYPE_VOID)
        build_copy(b, &wanted->storage, &p, s->value->type, s->token);
}

void build_statement(builder *b, const statement *s)
{
    if (b->f->reason) return;
    if ((b->frame->jumps || s->kind == STATEMENT_GOTO) && build_jumping(b, s)) return;
    switch (s->kind) {
    case STATEMENT_EMPTY: break;
    case STATEMENT_BLOCK:
        for (size_t i = 0; i < s->item_count; ++i) {
            build_statement(b, s->items[i]);
            const statement_kind kind = s->items[i]->kind;
            /* Code behind a jump is never reached, as there are no labels. */
            if (kind == STATEMENT_RETURN || kind == STATEMENT_BREAK || kind == STATEMENT_CONTINUE) break;
        }
        break;
    case STATEMENT_DECLARATION: declare_all(b, s, false); break;
    case STATEMENT_EXPRESSION: build_last_or_ordinary(b, s); break;
    case STATEMENT_IF: build_if(b, s); break;
    case STATEMENT_SWITCH: build_switch(b, s); break;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR: build_loop(b, s); break;
    case STATEMENT_CONTINUE: {
        const jump_target *t = target_of(b, s->parent);
        if (t && t->go_on) jump(b, IR_CONTINUE, t->go_on, s->token);
        else build_refuse(b, s->token, "a jump out of a statement expression");
        break;
    }
    case STATEMENT_BREAK: {
        const jump_target *t = target_of(b, s->parent);
        if (t) jump(b, IR_LEAVE, t->leave, s->token);
        else build_refuse(b, s->token, "a jump out of a statement expression");
        break;
    }
    case STATEMENT_RETURN: build_return(b, s); break;
    case STATEMENT_LABEL: build_statement(b, s->body); break;
    default: build_refuse(b, s->token, "a case label outside its switch");
    }
}

/* The expression that is the value of the block, maybe behind labels; or NULL. */
static const statement *last_of(const statement *block)
{
    const statement *last = block->item_count ? block->items[block->item_count - 1] : NULL;
    while (last && last->kind == STATEMENT_LABEL) last = last->body;
    return last && last->kind == STATEMENT_EXPRESSION ? last : NULL;
}

const expression *build_but_last(builder *b, const expression *e)
{
    const statement *s = e->body, *last = last_of(s);
    if (build_has_jumps(b, s)) return NULL;
    for (size_t i = 0; i < s->item_count - (last != NULL); ++i) build_statement(b, s->items[i]);
    return last ? last->value : NULL;
}

components build_block_value(builder *b, const expression *e)
{
    components p = {0};
    const statement *s = e->body, *last = last_of(s);
    if (build_has_jumps(b, s)) {
        block_result wanted = {.last = last, .outer = b->frame->wanted};
        const bool is_void = e->type->kind == TYPE_VOID;
        if (!is_void) wanted.storage = build_storage(b, "value", e->type, false);
        b->frame->wanted = &wanted;
        build_statement(b, s);
        b->frame->wanted = wanted.outer;
        return is_void || b->f->reason ? p : build_read(b, &wanted.storage, e->token);
    }
    const expression *value = build_but_last(b, e);
    return value ? build_value(b, value) : p;
}

/* ---- functions ---- */

static size_t returns_in(const statement *s, bool nests);

static void add_returns(void *context, const statement *s)
{
    *(size_t *)context += returns_in(s, true);
}

/* `nests`: also in statement expressions. */
static size_t returns_in(const statement *s, bool nests)
{
    if (!s) return 0;
    size_t count = s->kind == STATEMENT_RETURN;
    for (size_t i = 0; i < s->item_count; ++i) count += returns_in(s->items[i], nests);
    if (nests) build_visit_nested(s, add_returns, &count);
    return count + returns_in(s->first, nests) + returns_in(s->body, nests) + returns_in(s->otherwise, nests);
}

static bool returns_last(const statement *body, bool nests)
{
    const size_t count = returns_in(body, nests);
    return !count || (count == 1 && body->items[body->item_count - 1]->kind == STATEMENT_RETURN);
}

void build_body(builder *b, const symbol *function)
{
    ir_block *outside = b->block;
    const bool nests = function->has_block_values;
    if (!returns_last(function->body, nests) || build_has_goto(function->body, nests)) {
        if (function->type->base->kind != TYPE_VOID)
            b->frame->result = build_storage(b, function->name, function->type->base, false);
        b->frame->scope = construct(b, IR_SCOPE, function->body->token, 1);
        b->block = b->frame->scope->blocks[0];
    }
    build_find_jumps(b);
    build_statement(b, function->body);
    b->block = outside;
}

ir_function *build_begin(arena *a, symbol *function)
{
    ir_function *f = ARENA_NEW(a, ir_function);
    f->arena = a;
    f->kernel = function;
    f->body = ir_add_block(f, NULL, NULL);
    return f;
}

/* Instructions. VECTORS: of a form for vectors. FREE, A_NODE, LARGEST: of one for work-items that run one by one, in
 * all, for each node of the source, and at most. What has no barrier stays a function where the kernel is large, so
 * only functions with barriers can make the form larger than the source is. */
enum { VECTORS = 20000, FREE = 20000, A_NODE = 64, LARGEST = 16000000 };

builder build_start(ir_function *f, frame *inlined, bool one_by_one)
{
    const symbol *function = inlined->function;
    size_t most = VECTORS;
    if (one_by_one) {
        const size_t nodes = function->facts ? facts_count_nodes(f->arena, function) : 0;
        most = nodes < (LARGEST - FREE) / A_NODE ? FREE + A_NODE * nodes : LARGEST;
    }
    return (builder){.f = f,
                     .block = f->body,
                     .frame = inlined,
                     .locals = {.arena = f->arena},
                     .fuses = function->attributes.fuses,
                     .how = {.one_by_one = one_by_one, .most = most}};
}

static ir_function *build(arena *a, symbol *kernel, bool one_by_one, bool in_lanes, bool checked, bool copies_gaps)
{
    ir_function *f = build_begin(a, kernel);
    f->in_lanes = in_lanes;
    f->checked = checked;
    frame inlined = {.function = kernel, .bindings = {.arena = a}};
    builder b = build_start(f, &inlined, one_by_one);
    b.how.large = build_is_large(kernel);
    b.how.copies_gaps = copies_gaps;
    for (size_t i = 0; i < kernel->parameter_count; ++i) build_parameter(&b, kernel->parameters[i], (unsigned)i);
    build_captured(&b, kernel);
    if (!f->reason) build_body(&b, kernel);
    if (b.how.takes_gaps && b.how.gives_gaps) return build(a, kernel, one_by_one, in_lanes, checked, true);
    if (!f->reason) build_drop_copies(&b);
    if (!f->reason) build_find_spaces(&b);
    return f;
}

ir_function *ir_build(arena *a, symbol *kernel)
{
    return build(a, kernel, false, false, false, false);
}
ir_function *ir_build_with_gaps(arena *a, symbol *kernel)
{
    return build(a, kernel, false, false, false, true);
}
ir_function *ir_build_in_lanes(arena *a, symbol *kernel)
{
    return build(a, kernel, false, true, false, false);
}
ir_function *ir_build_one_by_one(arena *a, symbol *kernel)
{
    return build(a, kernel, true, false, false, false);
}
ir_function *ir_build_checked(arena *a, symbol *kernel)
{
    return build(a, kernel, true, false, true, false);
}
