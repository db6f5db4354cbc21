/* Values as expressions of C, and accesses to memory. See scalar_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/scalar_state.h"

#include "cgen/enqueued.h"
#include "cgen/provide.h"
#include "cgen/spell.h"

#include <string.h>

/* ---- names ---- */

static scalar_text *text_of(const scalar_writer *s, const ir_value *v)
{
    return &s->values.of[v->number];
}

static const char *name_of(scalar_writer *s, const ir_value *v)
{
    const char *text = s->c.names.values[v->number];
    return text ? text : arena_printf(s->c.a, "t%u", v->number);
}

static void give_name(scalar_writer *s, const ir_value *v)
{
    scalar_text *t = text_of(s, v);
    const char *name = name_of(s, v), *type = cgen_c_type(v->type);
    if (v->type == IR_POINTER) scalar_line(s, "char *const %s = %s;", name, t->text);
    else scalar_line(s, "const %s %s = %s;", type, name, t->text);
    *t = (scalar_text){.text = name, .vector = t->vector};
}

/* ---- operands ---- */

static const char *leaf(scalar_writer *s, const ir_value *v, scalar_level *level);

/* The value's text. */
static scalar_text *text_for(scalar_writer *s, const ir_value *v)
{
    scalar_text *t = text_of(s, v);
    if (t->text) return t;
    t->text = leaf(s, v, &t->level);
    if (!t->text) {
        ir_refuse(s->c.f, v->token, arena_printf(s->c.a, "internal error: value %u has no text", v->number));
        t->text = "0";
    }
    return t;
}

const char *scalar_operand(scalar_writer *s, const ir_value *v, scalar_level level)
{
    const scalar_text *t = text_for(s, v);
    return t->level > level ? arena_printf(s->c.a, "(%s)", t->text) : t->text;
}

/* ---- leaves ---- */

static const char *constant_text(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    const char *text = cgen_constant(s->c.a, v);
    if (v->type == IR_I64 && (int64_t)v->bits >= 0)
        text = arena_printf(s->c.a, "INT64_C(%llu)", (unsigned long long)v->bits);
    *level = cgen_is_signed_or_cast(v) ? LEVEL_UNARY : LEVEL_NAME;
    return text;
}

static const char *argument(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    const symbol *p = v->symbol;
    const char *name = spell_parameter(s->c.a, s->c.w.program->text->prefix, p);
    if (type_is_object(p->type)) *level = LEVEL_UNARY;
    if (type_is_object(p->type)) return arena_printf(s->c.a, "(char *)&%s", name);
    if (type_is_vector(p->type)) return arena_printf(s->c.a, "%s[%llu]", name, (unsigned long long)v->bits);
    if (v->type != IR_POINTER) return name;
    *level = LEVEL_UNARY;
    return arena_printf(s->c.a, "(char *)%s", name);
}

/* Whether C's name of the object is the object itself, not an array or a pointer. */
static bool is_named_object(const scalar_writer *s, const ir_value *v)
{
    const type *t = v->variable->declared;
    return v->op == IR_ADDRESS && t && t->kind != TYPE_ARRAY && !lower_is_elsewhere(s->c.l, v->variable);
}

static const char *leaf(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    *level = LEVEL_NAME;
    switch (v->op) {
    case IR_CONSTANT: return constant_text(s, v, level);
    case IR_QUERY: *level = LEVEL_UNARY; return cgen_query(s->c.a, v, "lx", "ly");
    case IR_ARGUMENT: return argument(s, v, level);
    case IR_LOCAL:
    case IR_ADDRESS:
        *level = LEVEL_UNARY;
        return arena_printf(s->c.a, is_named_object(s, v) ? "(char *)&%s" : "(char *)%s",
                            s->c.names.variables[v->variable->number]);
    case IR_INPUT: return scalar_input(s, v);
    case IR_STRING: *level = LEVEL_UNARY; return cgen_string(s->c.a, v);
    case IR_OBJECT: return cgen_object(&s->c, v);
    default: return NULL;
    }
}

/* ---- lvalues in memory ---- */

/* The type that C accesses memory with. */
static const char *memory_type(ir_type t)
{
    return t == IR_POINTER ? "uint64_t" : cgen_c_type(t);
}

static ir_type scalar_kind(const type *t)
{
    static const ir_type kinds[] = {
        [TYPE_BOOL] = IR_U8,    [TYPE_CHAR] = IR_I8,  [TYPE_UCHAR] = IR_U8,  [TYPE_SHORT] = IR_I16,
        [TYPE_USHORT] = IR_U16, [TYPE_INT] = IR_I32,  [TYPE_UINT] = IR_U32,  [TYPE_LONG] = IR_I64,
        [TYPE_ULONG] = IR_U64,  [TYPE_HALF] = IR_F16, [TYPE_FLOAT] = IR_F32, [TYPE_DOUBLE] = IR_F64};
    return (size_t)t->kind < sizeof kinds / sizeof *kinds ? kinds[t->kind] : IR_VOID;
}

/* A name that C can index as an array of such elements, or NULL. */
static const char *array_name(scalar_writer *s, const ir_value *v, ir_type element)
{
    const type *t = NULL;
    const char *name = NULL;
    if (v->op == IR_ARGUMENT) {
        t = v->symbol->type->kind == TYPE_POINTER ? v->symbol->type->base : NULL;
        name = spell_parameter(s->c.a, s->c.w.program->text->prefix, v->symbol);
    } else if (v->op == IR_LOCAL || v->op == IR_ADDRESS) {
        t = v->variable->declared;
        if (t && t->kind == TYPE_ARRAY) t = t->base;
        name = s->c.names.variables[v->variable->number];
    }
    return t && scalar_kind(t) == element ? name : NULL;
}

/* The index without its conversion to 64 bits, which C does itself. */
static const ir_value *plain_index(scalar_writer *s, const ir_value *v)
{
    const bool widens = v->op == IR_CONVERT && v->type == IR_I64 && ir_is_integer(v->operands[0]->type);
    return widens && !s->c.names.values[v->number] && text_of(s, v)->open ? v->operands[0] : v;
}

/* An lvalue: `text`, or `*text`. */
typedef struct lvalue_form {
    const char *text;
    bool is_pointer;
} lvalue_form;

/* The lvalue of a LOAD, a STORE or an EACH. */
static lvalue_form find_lvalue(scalar_writer *s, const ir_value *access, ir_type t)
{
    const ir_value *p = access->operands[0];
    scalar_text *entry = text_for(s, p);
    const size_t size = ir_size(t);
    if (access_is_unaligned(access, p, t)) {
        const char *type = arena_printf(s->c.a, "%s_any_%s", s->c.w.program->text->prefix, ir_type_name(t));
        map *instances = &s->c.w.program->text->instances;
        if (!map_gets(instances, type)) {
            *map_ats(instances, arena_strndup(s->c.w.program->text->arena, type, strlen(type))) = s->c.w.program->text;
            buffer_addf(&s->c.w.program->text->types, "typedef %s %s __attribute__((aligned(1)));\n", memory_type(t),
                        type);
        }
        return (lvalue_form){arena_printf(s->c.a, "(%s *)(%s)", type, scalar_operand(s, p, LEVEL_CHOICE)), true};
    }
    const ir_value *base = p, *by = NULL;
    if (p->op == IR_MOVE && (entry->open || !entry->text) && p->bits == size) {
        base = p->operands[0];
        by = plain_index(s, p->operands[1]);
    }
    const char *name = array_name(s, base, t);
    if (name && base->op == IR_ADDRESS && is_named_object(s, base)) {
        if (by) name = NULL;
        else return (lvalue_form){name, false};
    }
    if (!by) {
        const char *text = scalar_operand(s, p, LEVEL_UNARY);
        return (lvalue_form){name ? name : arena_printf(s->c.a, "(%s *)%s", memory_type(t), text), true};
    }
    const char *index =
        by->op == IR_CONSTANT ? arena_printf(s->c.a, "%lld", (long long)by->bits) : text_for(s, by)->text;
    if (name) return (lvalue_form){arena_printf(s->c.a, "%s[%s]", name, index), false};
    scalar_text *b = text_for(s, base);
    const char *text = b->level > LEVEL_UNARY ? arena_printf(s->c.a, "(%s)", b->text) : b->text;
    return (lvalue_form){arena_printf(s->c.a, "((%s *)%s)[%s]", memory_type(t), text, index), false};
}

static const char *lvalue_text(scalar_writer *s, const ir_value *access, ir_type t)
{
    const lvalue_form l = find_lvalue(s, access, t);
    return l.is_pointer ? arena_printf(s->c.a, "*%s", l.text) : l.text;
}

static const char *address_text(scalar_writer *s, const ir_value *access, ir_type t)
{
    const lvalue_form l = find_lvalue(s, access, t);
    return l.is_pointer ? l.text : arena_printf(s->c.a, "&%s", l.text);
}

/* ---- short vectors in memory ---- */

static const char *vector_pointer(scalar_writer *s, ir_type t, unsigned components, bool fixed)
{
    const type *vector = scalar_pack_vector(t, components);
    return write_type(&s->c.w, fixed ? vector : type_pointer(s->c.a, vector));
}

/* The vector at a pointer, written as the kernel would if its pointer is one to such vectors. */
static const char *vector_lvalue(scalar_writer *s, const ir_value *p, ir_type t, unsigned components)
{
    const bool indexed = p->op == IR_MOVE && text_of(s, p)->open && p->bits == components * ir_size(t);
    const ir_value *base = indexed ? p->operands[0] : p;
    const type *of =
        base->op == IR_ARGUMENT && base->symbol->type->kind == TYPE_POINTER ? base->symbol->type->base : NULL;
    const char *at = scalar_operand(s, p, LEVEL_UNARY);
    if (!of || !type_is_vector(of) || type_width(of) != components || scalar_kind(type_element(of)) != t)
        return arena_printf(s->c.a, "*(%s)%s", vector_pointer(s, t, components, false), at);
    const char *name = spell_parameter(s->c.a, s->c.w.program->text->prefix, base->symbol);
    if (!indexed) return arena_printf(s->c.a, "*%s", name);
    const ir_value *by = plain_index(s, p->operands[1]);
    return arena_printf(s->c.a, "%s[%s]", name,
                        by->op == IR_CONSTANT ? arena_printf(s->c.a, "%lld", (long long)by->bits)
                                              : text_for(s, by)->text);
}

void scalar_load_vector(scalar_writer *s, const ir_value *v)
{
    const char *name = scalar_is_in_pack(s, v) ? scalar_pack_name(s, v) : arena_printf(s->c.a, "t%u", v->number);
    const char *at = vector_lvalue(s, v->operands[0], v->type, v->components);
    scalar_line(s, "const %s %s = %s;", vector_pointer(s, v->type, v->components, true), name, at);
    text_of(s, v)->vector = name;
    if (scalar_is_in_pack(s, v)) s->packs.texts[v->number] = name;
}

static const char *load(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    const char *text = lvalue_text(s, v, v->type);
    *level = LEVEL_UNARY;
    return v->type == IR_POINTER ? arena_printf(s->c.a, "(char *)(uintptr_t)%s", text) : text;
}

const char *scalar_store_vector(scalar_writer *s, ir_value *const *items)
{
    const ir_value *v = items[0];
    const ir_type t = v->operands[1]->type;
    const char *values = "", *at = vector_lvalue(s, v->operands[0], t, v->components);
    if (scalar_is_in_pack(s, v))
        return arena_printf(s->c.a, "%s = %s", at, scalar_pack_operand(s, s->c.p->packs.of[v->number], 1));
    for (unsigned found = 0; found < v->components; ++items) {
        if ((*items)->op != IR_STORE) continue;
        values = arena_printf(s->c.a, "%s%s%s", values, found++ ? ", " : "",
                              scalar_operand(s, (*items)->operands[1], LEVEL_CHOICE));
    }
    return arena_printf(s->c.a, "%s = (%s){%s}", at, vector_pointer(s, t, v->components, true), values);
}

const char *scalar_store(scalar_writer *s, const ir_value *v)
{
    const ir_value *x = v->operands[1];
    const char *value = scalar_operand(s, x, LEVEL_CHOICE);
    if (x->type == IR_POINTER) value = arena_printf(s->c.a, "(uint64_t)(uintptr_t)(%s)", value);
    const char *to = lvalue_text(s, v, x->type);
    return arena_printf(s->c.a, "%s = %s", to, value);
}

/* ---- operators ---- */

static const char *const signs[IR_OP_COUNT] = {
    [IR_ADD] = "+",    [IR_SUBTRACT] = "-", [IR_MULTIPLY] = "*", [IR_DIVIDE] = "/",     [IR_REMAINDER] = "%",
    [IR_LEFT] = "<<",  [IR_RIGHT] = ">>",   [IR_AND] = "&",      [IR_OR] = "|",         [IR_XOR] = "^",
    [IR_EQUAL] = "==", [IR_UNEQUAL] = "!=", [IR_LESS] = "<",     [IR_LESS_EQUAL] = "<="};
static const scalar_level levels[IR_OP_COUNT] = {[IR_ADD] = LEVEL_ADD,
                                                 [IR_SUBTRACT] = LEVEL_ADD,
                                                 [IR_MULTIPLY] = LEVEL_MULTIPLY,
                                                 [IR_DIVIDE] = LEVEL_MULTIPLY,
                                                 [IR_REMAINDER] = LEVEL_MULTIPLY,
                                                 [IR_LEFT] = LEVEL_SHIFT,
                                                 [IR_RIGHT] = LEVEL_SHIFT,
                                                 [IR_AND] = LEVEL_AND,
                                                 [IR_OR] = LEVEL_OR,
                                                 [IR_XOR] = LEVEL_XOR,
                                                 [IR_EQUAL] = LEVEL_EQUAL,
                                                 [IR_UNEQUAL] = LEVEL_EQUAL,
                                                 [IR_LESS] = LEVEL_COMPARE,
                                                 [IR_LESS_EQUAL] = LEVEL_COMPARE};

/* Arithmetic that may overflow where the kernel does not compute it: C has that for numbers without a sign. */
static bool is_speculative(const ir_value *v)
{
    const bool overflows = v->op == IR_ADD || v->op == IR_SUBTRACT || v->op == IR_MULTIPLY || v->op == IR_NEGATE;
    return v->speculative && overflows && ir_is_signed(v->type) && ir_size(v->type) >= 4;
}

static const char *binary(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    const char *sign = signs[v->op];
    scalar_level precedence = levels[v->op];
    if (v->type == IR_BOOL && (v->op == IR_AND || v->op == IR_OR)) {
        sign = v->op == IR_AND ? "&&" : "||";
        precedence = v->op == IR_AND ? LEVEL_BOTH : LEVEL_EITHER;
    }
    /* Parentheses where readers expect them: around operands of shifts, comparisons and the like, unless they are
     * sums. */
    const bool sums = precedence == LEVEL_ADD || precedence == LEVEL_MULTIPLY,
               compares = precedence == LEVEL_COMPARE || precedence == LEVEL_EQUAL;
    const scalar_level left = sums                       ? precedence
                              : compares                 ? LEVEL_ADD
                              : precedence >= LEVEL_BOTH ? LEVEL_EQUAL
                                                         : LEVEL_UNARY;
    const bool chains = precedence >= LEVEL_AND && text_for(s, v->operands[0])->level == precedence;
    const ir_type t = v->type;
    const bool wraps = is_speculative(v), shifts = v->op == IR_LEFT && ir_is_signed(t);
    const char *x = scalar_operand(s, v->operands[0], wraps || shifts ? LEVEL_UNARY : chains ? precedence : left);
    const char *y = scalar_operand(s, v->operands[1],
                                   wraps  ? LEVEL_UNARY
                                   : sums ? (scalar_level)(precedence - 1)
                                          : left);
    *level = precedence;
    if (wraps || shifts) {
        const char *u = cgen_unsigned_type(t), *by = wraps ? arena_printf(s->c.a, "(%s)%s", u, y) : y;
        *level = LEVEL_UNARY;
        return arena_printf(s->c.a, "(%s)((%s)%s %s %s)", cgen_c_type(t), u, x, sign, by);
    }
    const char *text = arena_printf(s->c.a, "%s %s %s", x, sign, y);
    /* A product of two ushorts does not fit an int. */
    if (t == IR_U16 && v->op == IR_MULTIPLY) text = arena_printf(s->c.a, "(uint32_t)%s", text);
    if (!ir_is_integer(t) || ir_size(t) >= 4) {
        const ir_value *first = v->operands[0];
        if (first->op != IR_GET || !text_of(s, first)->open || s->values.chosen[first->variable->number].text)
            return text;
        text_of(s, v)->updates = first->variable;
        text_of(s, v)->update = y;
        return text;
    }
    *level = LEVEL_UNARY;
    return arena_printf(s->c.a, "(%s)(%s)", cgen_c_type(t), text);
}

/* A division by zero gives some value; the smallest number by -1 gives itself. */
static const char *division(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    const ir_value *x = v->operands[0], *y = v->operands[1];
    if (lower_is_safe_divisor(y)) return binary(s, v, level);
    const char *a = scalar_operand(s, x, LEVEL_UNARY), *b = scalar_operand(s, y, LEVEL_UNARY),
               *t = cgen_c_type(v->type);
    const char *plain = arena_printf(s->c.a, "%s %s (%s ? %s : 1)", a, signs[v->op], b, b);
    *level = LEVEL_MULTIPLY;
    if (ir_size(v->type) < 4 || ir_is_signed(v->type)) *level = LEVEL_CHOICE;
    if (!ir_is_signed(v->type)) return ir_size(v->type) < 4 ? arena_printf(s->c.a, "(%s)(%s)", t, plain) : plain;
    const char *other =
        v->op == IR_REMAINDER ? "0" : arena_printf(s->c.a, "(%s)(0 - (%s)%s)", t, cgen_unsigned_type(v->type), a);
    return arena_printf(s->c.a, "%s == -1 ? %s : (%s)(%s)", b, other, t, plain);
}

/* Unsigned sums of queries such as get_global_id(0), computed in 32 bits. Compilers do not see that neighbours stay
 * adjacent if a 64-bit sum is truncated. NULL: it is no such sum. */
static const char *narrow_sum(scalar_writer *s, const ir_value *v, bool nested, bool *has_id)
{
    const char *const open = nested ? "(" : "", *const close = nested ? ")" : "";
    if (!ir_is_leaf(v) && !text_of(s, v)->open) return NULL;
    switch (v->op) {
    case IR_CONSTANT: return arena_printf(s->c.a, "%lluu", (unsigned long long)(v->bits & UINT32_MAX));
    case IR_QUERY: {
        const char d = "xyz"[v->index];
        *has_id |= v->query == IR_GLOBAL_ID || v->query == IR_LOCAL_ID;
        if (v->query == IR_GLOBAL_ID)
            return arena_printf(s->c.a, "%s(uint32_t)b%c + (uint32_t)l%c%s", open, d, d, close);
        if (v->query == IR_LOCAL_ID) return arena_printf(s->c.a, "(uint32_t)l%c", d);
        if (v->query == IR_LOCAL_SIZE) return arena_printf(s->c.a, "(uint32_t)s%c", d);
        return v->query == IR_GROUP_ID ? arena_printf(s->c.a, "(uint32_t)w->group[%u]", v->index) : NULL;
    }
    case IR_CONVERT: {
        const ir_type from = v->operands[0]->type;
        if (!ir_is_integer(from) || ir_size(from) > 4) return NULL;
        const scalar_text *x = text_for(s, v->operands[0]);
        return arena_printf(s->c.a, x->level > LEVEL_UNARY ? "(uint32_t)(%s)" : "(uint32_t)%s", x->text);
    }
    case IR_MULTIPLY:
    case IR_ADD:
    case IR_SUBTRACT: {
        const char *x = narrow_sum(s, v->operands[0], true, has_id);
        const char *y = narrow_sum(s, v->operands[1], true, has_id);
        return x && y ? arena_printf(s->c.a, "%s%s %s %s%s", open, x, signs[v->op], y, close) : NULL;
    }
    default: return NULL;
    }
}

static const char *converted(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    const ir_value *x = v->operands[0];
    const ir_type to = v->type, from = x->type;
    bool has_id = false;
    const char *counted = scalar_sum_text(s, v, level);
    if (counted) {
        return counted;
    }
    if (from == IR_U64 && to == IR_U32) {
        const char *sum = narrow_sum(s, x, false, &has_id);
        if (sum && has_id) {
            *level = x->op != IR_QUERY ? levels[x->op] : x->query == IR_GLOBAL_ID ? LEVEL_ADD : LEVEL_UNARY;
            return sum;
        }
    }
    *level = LEVEL_UNARY;
    /* C promotes narrower numbers to int, and its comparisons give an int. */
    if (to == IR_I32 && (from == IR_BOOL || ir_size(from) < 4)) {
        *level = text_for(s, x)->level;
        return scalar_operand(s, x, LEVEL_CHOICE);
    }
    return arena_printf(s->c.a, "(%s)%s", cgen_c_type(to), scalar_operand(s, x, LEVEL_UNARY));
}

static const char *reinterpretation(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    const ir_type to = v->type, from = v->operands[0]->type;
    const char *t = cgen_c_type(to), *x = scalar_operand(s, v->operands[0], LEVEL_UNARY);
    *level = LEVEL_UNARY;
    if (to == IR_POINTER) return arena_printf(s->c.a, "(char *)(uintptr_t)%s", x);
    if (from == IR_POINTER) return arena_printf(s->c.a, "(%s)(uintptr_t)%s", t, x);
    if ((ir_is_integer(from) || from == IR_F16) && (ir_is_integer(to) || to == IR_F16))
        return arena_printf(s->c.a, "(%s)%s", t, x);
    provide_feature(s->c.w.program->text, "NUMBERS");
    *level = LEVEL_NAME;
    return arena_printf(s->c.a, "CLBN(as_%s__%s)(%s)", cgen_code(to), cgen_code(from), x);
}

static const char *pointer(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    const ir_value *by = v->operands[1];
    *level = LEVEL_ADD;
    const char *base = scalar_operand(s, v->operands[0], LEVEL_ADD);
    if (by->op == IR_CONSTANT) {
        const uint64_t product = by->bits * v->bits;
        const int64_t bytes = (int64_t)product;
        return arena_printf(s->c.a, "%s %c %lld", base, bytes < 0 ? '-' : '+', (long long)(bytes < 0 ? -bytes : bytes));
    }
    if (v->bits == 1) return arena_printf(s->c.a, "%s + %s", base, scalar_operand(s, by, LEVEL_MULTIPLY));
    return arena_printf(s->c.a, "%s + %s * %lld", base, scalar_operand(s, by, LEVEL_UNARY), (long long)v->bits);
}

static const char *call(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    cgen_provide(s->c.a, s->c.w.program->text, v);
    const char *text = arena_printf(s->c.a, "CLBN(%s)(", cgen_function(s->c.a, v));
    for (size_t i = 0; i < v->operand_count; ++i)
        text = arena_printf(s->c.a, "%s%s%s", text, i ? ", " : "", scalar_operand(s, v->operands[i], LEVEL_CHOICE));
    *level = LEVEL_NAME;
    return arena_printf(s->c.a, "%s)", text);
}

static const char *unary(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    const ir_type t = v->type;
    const char *x = scalar_operand(s, v->operands[0], LEVEL_NAME);
    const char *sign = v->op == IR_NEGATE ? "-" : t == IR_BOOL ? "!" : "~";
    *level = LEVEL_UNARY;
    if (is_speculative(v)) return arena_printf(s->c.a, "(%s)(0 - (%s)%s)", cgen_c_type(t), cgen_unsigned_type(t), x);
    if (ir_is_integer(t) && ir_size(t) < 4) return arena_printf(s->c.a, "(%s)%s%s", cgen_c_type(t), sign, x);
    return arena_printf(s->c.a, "%s%s", sign, x);
}

static const char *expression_of(scalar_writer *s, const ir_value *v, scalar_level *level)
{
    switch (v->op) {
    case IR_GET: {
        const scalar_text *chosen = &s->values.chosen[v->variable->number];
        if (chosen->text) {
            *level = chosen->level;
            return chosen->text;
        }
        *level = LEVEL_NAME;
        return s->c.names.variables[v->variable->number];
    }
    case IR_LOAD: return load(s, v, level);
    case IR_NOT:
    case IR_NEGATE: return unary(s, v, level);
    case IR_SELECT: {
        const char *c = scalar_operand(s, v->operands[0], LEVEL_EITHER),
                   *x = scalar_operand(s, v->operands[1], LEVEL_EITHER);
        *level = LEVEL_CHOICE;
        return arena_printf(s->c.a, "%s ? %s : %s", c, x, scalar_operand(s, v->operands[2], LEVEL_EITHER));
    }
    case IR_CONVERT: return converted(s, v, level);
    case IR_REINTERPRET: return reinterpretation(s, v, level);
    case IR_MOVE: return pointer(s, v, level);
    case IR_CALL: return call(s, v, level);
    case IR_DIVIDE:
    case IR_REMAINDER:
        if (ir_is_integer(v->type)) return division(s, v, level);
        return binary(s, v, level);
    default: return binary(s, v, level);
    }
}

/* ---- choices ---- */

/* `x = a; if (a) x = b;`, the same with !a, and `if (c) x = a; else x = b;`. */
void scalar_choose(scalar_writer *s, const ir_value *v)
{
    const ir_value *set = s->c.l->expressions.choices[v->number], *c = v->operands[0];
    const ir_block *first = v->blocks[0], *second = v->blocks[1];
    scalar_text *t = &s->values.chosen[set->variable->number];
    const char *text;
    s->values.unnamed = true;
    if (!second->count) {
        const bool both = set->operands[0] == c;
        const ir_value *left = set->operands[0];
        const scalar_level level = both ? LEVEL_BOTH : LEVEL_EITHER;
        const char *x = scalar_operand(s, left, text_for(s, left)->level == level ? level : LEVEL_EQUAL);
        scalar_make(s, first);
        text = arena_printf(s->c.a, "%s %s %s", x, both ? "&&" : "||",
                            scalar_operand(s, first->items[first->count - 1]->operands[0], LEVEL_EQUAL));
        t->level = level;
    } else {
        const char *x = scalar_operand(s, c, LEVEL_EITHER);
        scalar_make(s, first);
        x = arena_printf(s->c.a, "%s ? %s", x,
                         scalar_operand(s, first->items[first->count - 1]->operands[0], LEVEL_EITHER));
        scalar_make(s, second);
        text = arena_printf(s->c.a, "%s : %s", x,
                            scalar_operand(s, second->items[second->count - 1]->operands[0], LEVEL_EITHER));
        t->level = LEVEL_CHOICE;
    }
    s->values.unnamed = false;
    t->text = text;
}

/* ---- values ---- */

void scalar_value(scalar_writer *s, const ir_value *v)
{
    scalar_text *t = text_of(s, v);
    const bool is_named = s->c.l->names.is_named[v->number];
    if (ir_is_leaf(v)) {
        if (!is_named) return;
        *t = (scalar_text){.text = leaf(s, v, &t->level)};
        give_name(s, v);
        return;
    }
    if (v->op == IR_RESULT) { /* the call has named it */
        t->text = arena_printf(s->c.a, "r%u_%u", v->operands[0]->number, v->index);
        return;
    }
    if (v->op == IR_LOAD && v->first && text_of(s, v->first)->vector) {
        *t = (scalar_text){.text = arena_printf(s->c.a, "%s[%u]", text_of(s, v->first)->vector, v->component),
                           .vector = t->vector};
        if (is_named) give_name(s, v);
        return;
    }
    *t = (scalar_text){.level = LEVEL_CHOICE, .open = true};
    t->text = expression_of(s, v, &t->level);
    if (is_named && !s->values.unnamed) give_name(s, v);
}

const char *scalar_copy(scalar_writer *s, const ir_value *v)
{
    const char *to = scalar_operand(s, v->operands[0], LEVEL_CHOICE);
    if (v->operand_count == 1)
        return arena_printf(s->c.a, "__builtin_memset(%s, 0, %llu)", to, (unsigned long long)v->bits);
    /* A structure may be assigned to itself. */
    const char *from = scalar_operand(s, v->operands[1], LEVEL_CHOICE);
    return arena_printf(s->c.a, "__builtin_memmove(%s, %s, %llu)", to, from, (unsigned long long)v->bits);
}

/* A call with effects is a statement. */
static void finish_call(scalar_writer *s, const ir_value *v, const char *text)
{
    if (v->type == IR_VOID || !s->values.uses[v->number]) {
        scalar_line(s, "(void)%s;", text);
        return;
    }
    text_of(s, v)->text = text;
    give_name(s, v);
}

/* Such as frexp(x, &exponent). */
static void each_with_second_result(scalar_writer *s, const ir_value *v)
{
    const char *name = arena_printf(s->c.a, "%s_", v->name), *operands = "";
    for (size_t i = 0; i < v->operand_count; ++i) {
        const ir_type t = v->operands[i]->type;
        const bool points = t == IR_POINTER;
        name = arena_printf(s->c.a, "%s_%s%s", name, points ? "p" : "", cgen_code(points ? (ir_type)v->bits : t));
        const char *x = scalar_operand(s, v->operands[i], points ? LEVEL_UNARY : LEVEL_CHOICE);
        if (points) x = arena_printf(s->c.a, "(%s *)%s", cgen_c_type((ir_type)v->bits), x);
        operands = arena_printf(s->c.a, "%s%s%s", operands, i ? ", " : "", x);
    }
    cgen_provide(s->c.a, s->c.w.program->text, v);
    finish_call(s, v, arena_printf(s->c.a, "CLBN(%s)(%s)", name, operands));
}

void scalar_each(scalar_writer *s, const ir_value *v)
{
    const ir_type pointee = (ir_type)v->bits;
    const char *name = arena_printf(s->c.a, "%s__p%s", v->name, cgen_code(pointee)), *operands = "";
    if (v->operands[0]->type != IR_POINTER) {
        each_with_second_result(s, v);
        return;
    }
    for (size_t i = 0; i < v->operand_count; ++i) {
        const char *x = i ? scalar_operand(s, v->operands[i], LEVEL_CHOICE) : address_text(s, v, pointee);
        if (i) name = arena_printf(s->c.a, "%s_%s", name, cgen_code(v->operands[i]->type));
        operands = i ? arena_printf(s->c.a, "%s, %s", operands, x) : x;
    }
    cgen_provide(s->c.a, s->c.w.program->text, v);
    finish_call(s, v, arena_printf(s->c.a, "CLBN(%s)(%s)", name, operands));
}

/* Vectors are passed by address. */
void scalar_print(scalar_writer *s, const ir_value *v)
{
    const char *operands = "w->range";
    provide_feature(s->c.w.program->text, "PRINTF");
    for (size_t i = 0; i < v->operand_count; ++i)
        operands = arena_printf(s->c.a, "%s, %s", operands, scalar_operand(s, v->operands[i], LEVEL_CHOICE));
    finish_call(s, v, arena_printf(s->c.a, "CLBN(printf)(%s)", operands));
}

void scalar_queue(scalar_writer *s, const ir_value *v)
{
    const char *operands = "w->range";
    provide_feature(s->c.w.program->text, "ENQUEUE");
    if (v->symbol)
        operands = arena_printf(s->c.a, "%s, &%s", operands, enqueued_mention(s->c.w.program, (symbol *)v->symbol));
    for (size_t i = 0; i < v->operand_count; ++i)
        operands = arena_printf(s->c.a, "%s, %s", operands, scalar_operand(s, v->operands[i], LEVEL_CHOICE));
    finish_call(s, v, arena_printf(s->c.a, "CLBN(%s)(%s)", v->name, operands));
}
