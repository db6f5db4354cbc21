/* Program-scope constants in C: __constant variables, and const variables outside functions, once a file. Knows
 * constant expressions and initialisers, and evaluates addresses; must not know statements. See writer.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/writer.h"

#include "base/escape.h"
#include "clc/facts.h"
#include "lower/access.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A program-scope constant in the file. */
typedef struct written {
    bool busy;
    const char *name; /* or NULL */
    refusal refused;
} written;

/* An address: bytes behind an object or a string literal; without either, behind the null pointer. */
typedef struct address {
    const symbol *object;
    const expression *string;
    int64_t offset;
} address;

static const char no_constant[] = "an initialiser of a __constant variable that is computed at run time";

static void add(writer *w, const char *text)
{
    buffer_adds(w->out, text);
}

/* ---- numbers ---- */

static void write_real(writer *w, double value, bool is_float)
{
    const char *suffix = is_float ? "f" : "";
    if (isnan(value)) buffer_addf(w->out, "__builtin_nan%s(\"\")", suffix);
    else if (isinf(value)) buffer_addf(w->out, "(%s__builtin_inf%s())", value < 0 ? "-" : "", suffix);
    else buffer_addf(w->out, signbit(value) ? "(%a%s)" : "%a%s", value, suffix);
}

static void write_number(writer *w, const type *t, const constant *value)
{
    const int64_t s = (int64_t)value->integer;
    switch (t->kind) {
    case TYPE_FLOAT: write_real(w, value->real, true); break;
    case TYPE_DOUBLE: write_real(w, value->real, false); break;
    case TYPE_HALF: buffer_addf(w->out, "((uint16_t)0x%04x)", (unsigned)constant_half_bits(value->real)); break;
    case TYPE_UINT: buffer_addf(w->out, "%" PRIu32 "u", (uint32_t)value->integer); break;
    case TYPE_ULONG: buffer_addf(w->out, "UINT64_C(%" PRIu64 ")", value->integer); break;
    case TYPE_LONG:
        if (s == INT64_MIN) add(w, "INT64_MIN");
        else buffer_addf(w->out, s < 0 ? "(INT64_C(%" PRId64 "))" : "INT64_C(%" PRId64 ")", s);
        break;
    case TYPE_INT:
    case TYPE_ENUM:
        if (s == INT32_MIN) add(w, "INT32_MIN");
        else buffer_addf(w->out, s < 0 ? "(%" PRId64 ")" : "%" PRId64, s);
        break;
    default: buffer_addf(w->out, "((%s)%" PRId64 ")", write_type(w, t), s); break;
    }
}

/* Writes the components of a vector in order, or a scalar. */
static void write_components(writer *w, const expression *e)
{
    if (e->kind == EXPRESSION_VECTOR) {
        for (size_t i = 0; i < e->operand_count; ++i) {
            if (i) add(w, ", ");
            write_components(w, e->operands[i]);
        }
    } else if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_SPLAT) {
        for (size_t i = 0; i < type_width(e->type); ++i) {
            if (i) add(w, ", ");
            write_components(w, e->left);
        }
    } else if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NONE) {
        write_components(w, e->left);
    } else if (e->has_value && type_is_arithmetic(e->type)) {
        write_number(w, e->type, &e->value);
    } else {
        write_refuse(w, e->token, type_is_vector(e->type) ? "a computed vector in a __constant variable" : no_constant);
    }
}

/* ---- addresses ---- */

static bool find_member(const expression *e, address *at);

/* No valid address is farther away. */
static bool step(address *at, int64_t count, size_t size)
{
    const int64_t limit = INT64_C(1) << 40;
    if (count > limit || count < -limit || size > (size_t)1 << 20) return false;
    at->offset += count * (int64_t)size;
    return at->offset <= limit && at->offset >= -limit;
}

/* The address that the pointer holds; false: it is not constant. */
static bool find_address(const expression *e, address *at)
{
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_ADDRESS) return find_member(e->left, at);
    if (e->kind == EXPRESSION_CONDITIONAL && e->condition->has_value)
        return find_address(e->condition->value.integer ? e->left : e->right, at);
    if (e->kind == EXPRESSION_BINARY && e->type->kind == TYPE_POINTER && e->right->has_value) {
        const int64_t n = (int64_t)e->right->value.integer;
        if (!find_address(e->left, at)) return false;
        if (e->op == OPERATOR_ADD) return step(at, n, type_size(e->type->base));
        return e->op == OPERATOR_SUBTRACT && n != INT64_MIN && step(at, -n, type_size(e->type->base));
    }
    if (e->kind != EXPRESSION_CAST) return false;
    switch (e->conversion) {
    case CONVERSION_DECAY: return find_member(e->left, at);
    case CONVERSION_NONE:
    case CONVERSION_POINTER: return find_address(e->left, at);
    case CONVERSION_NULL: return true;
    case CONVERSION_INTEGER_POINTER: return e->left->has_value && step(at, (int64_t)e->left->value.integer, 1);
    default: return false;
    }
}

/* The address of the lvalue. */
static bool find_member(const expression *e, address *at)
{
    switch (e->kind) {
    case EXPRESSION_SYMBOL: at->object = e->symbol; return e->symbol->kind == SYMBOL_VARIABLE;
    case EXPRESSION_STRING: at->string = e; return true;
    case EXPRESSION_UNARY: return e->op == OPERATOR_DEREFERENCE && find_address(e->left, at);
    case EXPRESSION_MEMBER: return find_member(e->left, at) && step(at, 1, e->field_offset);
    case EXPRESSION_INDEX:
        return e->right->has_value && find_address(e->left, at) &&
               step(at, (int64_t)e->right->value.integer, type_size(e->type));
    default: return false;
    }
}

static void write_address(writer *w, const expression *e)
{
    address at = {0};
    if (!find_address(e, &at)) {
        write_refuse(w, e->token, no_constant);
        return;
    }
    if (!at.object && !at.string) {
        buffer_addf(w->out, "(void *)%" PRId64, at.offset);
        return;
    }
    add(w, "(void *)((char *)");
    if (at.string) {
        escape_string(w->out, at.string->text, at.string->text_length);
    } else {
        const char *name = write_constant(w->program, at.object, w->refused);
        buffer_addf(w->out, "&%s", name ? name : "");
    }
    buffer_addf(w->out, at.offset < 0 ? " - %" PRIu64 ")" : " + %" PRIu64 ")",
                at.offset < 0 ? 0 - (uint64_t)at.offset : (uint64_t)at.offset);
}

/* ---- initialisers ---- */

/* `boxed`: the object's pointers are in unions, see pointer_box. */
static void write_initialiser(writer *w, const expression *e, bool boxed);

/* A later value for the same element wins. */
static bool counts(const expression *e, size_t i)
{
    const element *x = &e->elements[i];
    for (size_t k = i + 1; k < e->element_count && k < i + 64; ++k)
        if (e->elements[k].index == x->index && e->elements[k].field == x->field) return false;
    return true;
}

static void write_elements(writer *w, const expression *e, bool boxed, bool *any)
{
    size_t next = 0; /* the element of a value without a designator */
    for (size_t i = 0; i < e->element_count; ++i) {
        const element *x = &e->elements[i];
        if (!counts(e, i)) continue;
        if (e->type->kind != TYPE_ARRAY && x->field && !*x->field->name && x->value->kind == EXPRESSION_INITIALISER) {
            write_elements(w, x->value, boxed, any);
            continue;
        }
        if (*any) add(w, i % 8 ? ", " : ",\n        ");
        *any = true;
        if (!x->field) {
            if (x->index != next) buffer_addf(w->out, "[%zu] = ", x->index);
            next = x->index + 1;
        } else if (!*x->field->name) {
            write_refuse(w, x->value->token, "a member without a name that is initialised as a whole");
        } else {
            buffer_addf(w->out, ".%s = ", write_name(w->program->arena, "m_", x->field->name));
        }
        write_initialiser(w, x->value, boxed);
    }
}

static void write_initialiser(writer *w, const expression *e, bool boxed)
{
    if (e->kind == EXPRESSION_STRING) {
        escape_string(w->out, e->text, e->text_length);
    } else if (e->kind == EXPRESSION_INITIALISER) {
        bool any = false;
        add(w, "{");
        write_elements(w, e, boxed, &any);
        add(w, any ? "}" : "0}");
    } else if (e->kind == EXPRESSION_COMPOUND) {
        write_initialiser(w, e->left, boxed);
    } else if (type_is_vector(e->type)) {
        add(w, "{");
        write_components(w, e);
        add(w, "}");
    } else if (e->type->kind == TYPE_POINTER) {
        if (boxed) add(w, "{");
        write_address(w, e);
        if (boxed) add(w, "}");
    } else {
        write_components(w, e);
    }
}

/* ---- variables ---- */

/* A pointer takes 8 bytes, even if the host's pointers have 4. */
static const char pointer_box[] = "union { const void *to; uint64_t bits; }";

/* "union {...} \1[3]" for an object made of pointers; otherwise C's declaration. */
static const char *declare(writer *w, const type *t, bool *boxed)
{
    arena *a = w->program->arena;
    const type *innermost = t;
    const char *sizes = "";
    for (; innermost->kind == TYPE_ARRAY; innermost = innermost->base)
        sizes = arena_printf(a, "%s[%zu]", sizes, innermost->count);
    *boxed = innermost->kind == TYPE_POINTER;
    return *boxed ? arena_printf(a, "%s \1%s", pointer_box, sizes) : write_declaration(w, t, "\1");
}

static void write_variable(native_program *p, const symbol *s, written *c)
{
    arena *a = p->arena;
    buffer text = {0};
    writer w = {.program = p, .refused = &c->refused, .out = &text};
    const type *t = type_qualify(a, s->type, 0);
    const bool fixed = facts_is_fixed(s);
    bool boxed = false;
    if (!fixed && s->storage == STORAGE_EXTERN && !s->defined)
        write_refuse(&w, s->token, "a variable that the program does not define");
    /* Programs that declare the same variable have one each. */
    if (!fixed) buffer_addf(&text, "/* Kept between launches, of program %zu. */\n", p->number);
    if (access_table_bytes(s)) {
        type *padded = ARENA_NEW(a, type);
        *padded = *t;
        padded->count = access_table_bytes(s) / type_size(t->base);
        t = padded;
    }
    buffer_addf(&text, "static %s%s", fixed ? "const " : "", declare(&w, t, &boxed));
    if (s->attributes.align) buffer_addf(&text, " __attribute__((aligned(%zu)))", s->attributes.align);
    if (s->initialiser) {
        add(&w, " = ");
        write_initialiser(&w, s->initialiser, boxed);
    }
    add(&w, ";\n");
    if (!c->refused.reason) {
        bool existing = false;
        const char *wanted = write_name(a, arena_printf(a, "%s_k_", p->text->prefix), s->name);
        c->name = write_once(p->text, wanted, text.text, &existing);
        if (!existing) write_named(&p->text->constants, text.text, c->name);
    }
    buffer_free(&text);
}

const char *write_constant(native_program *p, const symbol *s, refusal *refused)
{
    const symbol **key = ARENA_NEW(p->arena, const symbol *);
    *key = s;
    void **at = map_at(&p->constants, (const char *)key, sizeof *key);
    written *c = *at;
    if (!c) {
        *at = c = ARENA_NEW(p->arena, written);
        c->busy = true;
        write_variable(p, s, c);
        c->busy = false;
    }
    if (c->busy) c->refused = (refusal){"a constant that needs its own address", s->token};
    if (!c->name && !refused->reason) *refused = c->refused;
    return c->name;
}
