/* Blocks of OpenCL C 2.0 (6.12): their types `int (^)(int)`, their expressions `^(int x) { ... }`, and their calls.
 * A block is called a closure here, since the tree also has blocks of statements.
 * Knows what a block may be and use; must not know how it is run.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include "clc/builtin.h"

const type *closure_type(parser *p, const token *caret, const type *of)
{
    if (of->kind == TYPE_ERROR) return of;
    if (parse_version(p) < 200) {
        parse_error(p, caret, "blocks need OpenCL C 2.0: the option -cl-std=CL2.0");
        return type_basic(TYPE_ERROR);
    }
    if (of->kind != TYPE_FUNCTION) {
        parse_error(p, caret, "'^' makes a block of a function's type, not of '%s'", type_spell(p->a, of));
        return type_basic(TYPE_ERROR);
    }
    if (of->variadic) {
        parse_error(p, caret, "a block cannot take variable arguments (6.12)");
        return type_basic(TYPE_ERROR);
    }
    return type_closure(p->a, of);
}

bool closure_check_variable(parser *p, const specifiers *s, const declarator *d)
{
    if (d->type->kind != TYPE_CLOSURE) return false;
    if (s->storage == STORAGE_EXTERN)
        parse_error(p, d->name, "the block '%.*s' cannot be extern (6.12)", (int)d->name->length, d->name->text);
    else if (!parse_at(p, TOKEN_ASSIGN))
        parse_error(p, d->name, "the block '%.*s' must be initialised: it cannot change later (6.12)",
                    (int)d->name->length, d->name->text);
    return true;
}

bool closure_is_refused(parser *p, const token *t, const type *of, const char *where)
{
    if (of->kind != TYPE_CLOSURE) return false;
    parse_error(p, t, "'%s' is the type of a block, which cannot be %s (6.12)", type_spell(p->a, of), where);
    return true;
}

/* Only a driver can run a kernel with blocks: blocks exist to be enqueued. */
static void note_driver(parser *p)
{
    if (p->body.function) p->body.function->has_closures = true;
}

/* "^" [specifiers abstract-declarator] ["(" parameters ")"] "{" ... "}" */
expression *parse_closure(parser *p)
{
    const token *caret = parse_next(p);
    closure c = {.outer = p->body.closure, .scope = p->scopes.inner, .captures = {.arena = p->a}};
    declarator d = {0};
    const bool known = parse_version(p) >= 200;
    if (!known) parse_error(p, caret, "blocks need OpenCL C 2.0: the option -cl-std=CL2.0");
    if (!parse_deeper(p)) return make_error(p, caret);
    parse_closure_signature(p, &d, &c.result_is_open);
    if (!p->panic && d.type->kind == TYPE_FUNCTION && d.type->variadic)
        parse_error(p, caret, "a block cannot take variable arguments (6.12)");
    if (!p->panic && d.type->kind != TYPE_FUNCTION) parse_syntax_error(p, caret, "expected '{' after '^'");
    if (p->panic) {
        p->depth--;
        return make_error(p, caret);
    }
    symbol *s = parse_symbol(p, SYMBOL_FUNCTION, NULL, d.type);
    s->token = caret;
    s->name = "block";
    s->parameters = d.parameters;
    s->parameter_count = d.parameter_count;
    s->defined = true;
    s->function = p->body.function;
    c.symbol = s;
    c.result = d.type->base;
    p->body.closure = &c;
    parse_closure_body(p, s);
    p->body.closure = c.outer;
    p->depth--;
    if (p->panic || !known) return make_error(p, caret);
    if (c.result->kind == TYPE_ERROR) return make_error(p, caret);
    s->type = type_function(p->a, c.result, d.type->parameters, d.type->parameter_count, false);
    note_driver(p);
    expression *e = make_expression(p, EXPRESSION_CLOSURE, caret, type_closure(p->a, s->type));
    e->symbol = s;
    e->is_constant = true;
    return e;
}

void closure_return(parser *p, const token *t, statement *s, expression *value)
{
    closure *c = p->body.closure;
    if (value) value = read_value(p, value);
    if (value && is_error(value)) return;
    const type *given = value ? type_unqualified(p->a, value->type) : type_basic(TYPE_VOID);
    if (c->result_is_open && !c->returned) {
        c->result = given;
    } else if (c->result_is_open && !type_equal(c->result, given, false)) {
        parse_error(p, t, "this block returns '%s' before, and '%s' here: write its type after '^'",
                    type_spell(p->a, c->result), type_spell(p->a, given));
    } else if (!value && c->result->kind != TYPE_VOID) {
        parse_error(p, t, "this block must return a value of type '%s'", type_spell(p->a, c->result));
    } else if (value && c->result->kind == TYPE_VOID && given->kind != TYPE_VOID) {
        parse_error(p, t, "this block returns void and cannot return a value");
    } else if (value && c->result->kind != TYPE_VOID) {
        value = convert_to(p, value, c->result, "as the result of this block");
    }
    c->returned = true;
    s->value = value;
}

static void note_capture(parser *p, closure *c, symbol *s)
{
    if (p->unevaluated || type_space(s->type) == SPACE_CONSTANT) return;
    if (map_get(&c->captures, (const char *)&s, sizeof s)) return;
    symbol **key = ARENA_NEW(p->a, symbol *);
    *key = s;
    *map_at(&c->captures, (const char *)key, sizeof *key) = s;
    c->symbol->captures = arena_reserve(p->a, c->symbol->captures, c->symbol->capture_count, &c->capture_capacity,
                                        sizeof *c->symbol->captures);
    c->symbol->captures[c->symbol->capture_count++] = s;
}

/* A block at program scope is called by the functions that mention its variable. */
static void mention_global(parser *p, const symbol *variable)
{
    const expression *made = variable->initialiser;
    while (made && made->kind == EXPRESSION_CAST) made = made->left;
    if (p->unevaluated || !p->body.function || !made || made->kind != EXPRESSION_CLOSURE) return;
    parse_note_callees(p, made->symbol);
    p->body.function->calls_barrier |= made->symbol->calls_barrier;
    p->body.function->has_closures = true;
}

bool closure_is_capture(const parser *p, const symbol *s)
{
    return p->body.closure && s->kind != SYMBOL_FUNCTION && !s->is_global && s->storage != STORAGE_STATIC &&
           s->storage != STORAGE_EXTERN && !parse_declared_within(p, p->body.closure->scope, s);
}

expression *closure_capture(parser *p, expression *e)
{
    symbol *s = e->symbol;
    if (s->kind == SYMBOL_VARIABLE && s->type->kind == TYPE_CLOSURE) mention_global(p, s);
    if (!closure_is_capture(p, s)) return e;
    if (s->type->kind == TYPE_CLOSURE) {
        parse_error(p, e->token, "a block cannot mention the block '%s' outside of it (6.12)", s->name);
        return make_error(p, e->token);
    }
    for (closure *c = p->body.closure; c && !parse_declared_within(p, c->scope, s); c = c->outer) note_capture(p, c, s);
    /* A block uses a copy of the value, made when the block was created. */
    if (e->type->kind != TYPE_ERROR) e->type = type_qualify(p->a, e->type, type_qualifiers(e->type) | QUALIFIER_CONST);
    return e;
}

expression *closure_capture_constant(parser *p, expression *e)
{
    const bool in_function = p->body.closure && p->body.closure->symbol->function != NULL;
    const expression *of = e->kind == EXPRESSION_CAST ? e->left : e;
    if (!in_function || of->kind != EXPRESSION_SYMBOL) return e;
    for (closure *c = p->body.closure; c; c = c->outer) note_capture(p, c, of->symbol);
    return e;
}

expression *apply_invocation(parser *p, const token *t, expression *callee, expression **arguments, size_t count)
{
    const type *of = callee->type->base;
    bool failed = false;
    if (count != of->parameter_count) {
        parse_error(p, t, "this block takes %zu argument%s, but %zu %s given", of->parameter_count,
                    of->parameter_count == 1 ? "" : "s", count, count == 1 ? "is" : "are");
        return make_error(p, t);
    }
    expression *e = make_expression(p, EXPRESSION_INVOCATION, t, type_unqualified(p->a, of->base));
    for (size_t i = 0; i < count; ++i) {
        const char *what = arena_printf(p->a, "for argument %zu of this block", i + 1);
        arguments[i] = convert_to(p, arguments[i], of->parameters[i], what);
        failed |= is_error(arguments[i]);
        note_depth(p, e, arguments[i]);
    }
    note_depth(p, e, callee);
    note_driver(p);
    if (failed) return make_error(p, t);
    e->left = callee;
    e->operands = arguments;
    e->operand_count = count;
    return e;
}

/* Functions that take blocks: OpenCL C 2.0 6.13.17. */

/* Whether the parameters of the enqueued block are as the language requires: pointers to __local memory. */
static bool check_enqueued(parser *p, const expression *e, const token *name)
{
    if (is_error(e)) return false;
    if (e->type->kind != TYPE_CLOSURE) {
        parse_error(p, e->token, "'%.*s' needs a block here, not '%s'", (int)name->length, name->text,
                    type_spell(p->a, type_unqualified(p->a, e->type)));
        return false;
    }
    const type *of = e->type->base;
    bool fits = of->base->kind == TYPE_VOID;
    for (size_t i = 0; i < of->parameter_count; ++i)
        fits &= type_is_void_pointer(of->parameters[i]) && type_space(of->parameters[i]->base) == SPACE_LOCAL;
    if (!fits)
        parse_error(p, e->token,
                    "a block that is enqueued returns void and takes pointers of type '__local void *', not '%s'",
                    type_spell(p->a, type_unqualified(p->a, e->type)));
    return fits;
}

static bool convert_argument(parser *p, expression **argument, const type *to, const token *name, size_t number)
{
    const char *what = arena_printf(p->a, "for argument %zu of '%.*s'", number, (int)name->length, name->text);
    *argument = convert_to(p, *argument, to, what);
    return !is_error(*argument);
}

/* The sizes of local memory behind the block, one for each of its parameters. */
static bool check_sizes(parser *p, const expression *block, expression **sizes, size_t count, const token *name)
{
    const size_t wanted = block->type->base->parameter_count;
    bool fits = count == wanted;
    if (!fits)
        parse_error(p, name, "the block takes %zu pointer%s to local memory, but %zu size%s given after it", wanted,
                    wanted == 1 ? "" : "s", count, count == 1 ? " is" : "s are");
    for (size_t i = 0; i < count; ++i) {
        if (type_is_integer(sizes[i]->type)) continue;
        parse_error(p, sizes[i]->token, "the size of local memory must be an integer");
        fits = false;
    }
    return fits;
}

/* enqueue_kernel(queue, flags, range[, number of events, events, event], block[, sizes]...) */
static bool check_enqueue(parser *p, const token *name, expression **arguments, size_t count)
{
    const bool plain = count > 3 && arguments[3]->type->kind == TYPE_CLOSURE;
    const size_t block = plain ? 3 : 6;
    if (count <= block) {
        parse_error(p, name,
                    "'enqueue_kernel' takes a queue, flags, an ndrange_t and a block, with or without events "
                    "before the block");
        return false;
    }
    const type *event = type_pointer(p->a, type_in_space(p->a, type_basic(TYPE_CLK_EVENT), SPACE_GENERIC, true));
    bool fits = convert_argument(p, &arguments[0], type_basic(TYPE_QUEUE), name, 1);
    fits &= convert_argument(p, &arguments[1], type_basic(TYPE_INT), name, 2);
    fits &= convert_argument(p, &arguments[2], type_basic(TYPE_NDRANGE), name, 3);
    if (!plain) {
        if (!type_is_integer(arguments[3]->type)) {
            parse_error(p, arguments[3]->token, "'enqueue_kernel' needs a block or the number of events here, not '%s'",
                        type_spell(p->a, type_unqualified(p->a, arguments[3]->type)));
            return false;
        }
        fits &= convert_argument(p, &arguments[4], event, name, 5);
        fits &= convert_argument(p, &arguments[5], event, name, 6);
    }
    return fits && check_enqueued(p, arguments[block], name) &&
           check_sizes(p, arguments[block], arguments + block + 1, count - block - 1, name);
}

/* get_kernel_...([range, ]block) */
static bool check_query(parser *p, const token *name, expression **arguments, size_t count, size_t wanted)
{
    if (count != wanted) {
        parse_error(p, name, "'%.*s' takes %zu argument%s, but %zu %s given", (int)name->length, name->text, wanted,
                    wanted == 1 ? "" : "s", count, count == 1 ? "is" : "are");
        return false;
    }
    if (wanted == 2 && !convert_argument(p, &arguments[0], type_basic(TYPE_NDRANGE), name, 1)) return false;
    return check_enqueued(p, arguments[wanted - 1], name);
}

expression *closure_builtin(parser *p, const token *name, expression **arguments, size_t count)
{
    static const struct {
        builtin entry;
        size_t arguments; /* the number of arguments; 0 for enqueue_kernel, whose number varies */
    } functions[] = {
        {{.class_ = BUILTIN_DRIVER, .name = "enqueue_kernel"}, 0},
        {{.class_ = BUILTIN_DRIVER, .name = "get_kernel_work_group_size"}, 1},
        {{.class_ = BUILTIN_DRIVER, .name = "get_kernel_preferred_work_group_size_multiple"}, 1},
        {{.class_ = BUILTIN_DRIVER, .name = "get_kernel_sub_group_count_for_ndrange"}, 2},
        {{.class_ = BUILTIN_DRIVER, .name = "get_kernel_max_sub_group_size_for_ndrange"}, 2},
    };
    size_t n = 0;
    while (n < sizeof functions / sizeof *functions && !token_is(name, functions[n].entry.name)) ++n;
    if (n == sizeof functions / sizeof *functions || parse_version(p) < 200) return NULL;
    const size_t wanted = functions[n].arguments;
    if (!(wanted ? check_query(p, name, arguments, count, wanted) : check_enqueue(p, name, arguments, count)))
        return make_error(p, name);
    builtin_call *call = ARENA_NEW(p->a, builtin_call);
    const type **types = arena_array(p->a, count, sizeof *types);
    expression *e = make_expression(p, EXPRESSION_BUILTIN, name, type_basic(wanted ? TYPE_UINT : TYPE_INT));
    for (size_t i = 0; i < count; ++i) {
        types[i] = arguments[i]->type;
        note_depth(p, e, arguments[i]);
    }
    *call = (builtin_call){.entry = &functions[n].entry,
                           .name = functions[n].entry.name,
                           .parameters = types,
                           .parameter_count = count,
                           .says_why = p->options->debugging};
    e->builtin = call;
    e->operands = arguments;
    e->operand_count = count;
    note_driver(p);
    return e;
}
