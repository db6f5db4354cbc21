/* Program-scope and static variables in C. Those that never change are constants, once a file; the others are members
 * of their program's variables. Knows constant expressions and initialisers, and evaluates addresses; must not know
 * statements. See writer.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/writer.h"

#include "base/escape.h"
#include "cgen/variables.h"
#include "clc/facts.h"
#include "lower/access.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A program-scope variable in the file. */
typedef struct written {
    bool busy;
    bool is_placed, is_stored; /* is_stored is known; it is a member of the program's variables */
    const char *name;          /* in C, or NULL */
    const char *member;        /* of the program's variables */
    refusal refused;
} written;

/* What an initialiser is for: the variable, or an element of what `outer` is for. */
typedef struct place {
    const struct place *outer;
    const element *element; /* NULL: the variable */
    const char *member;     /* the variable's, among those of the program */
} place;

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

/* The components of a vector that is computed from constants. */
static void write_folded(writer *w, const expression *e)
{
    const type *element = type_basic(type_element_kind(e->type));
    for (size_t i = 0; i < type_width(e->type); ++i) {
        constant value;
        if (!constant_component(e, i, &value)) {
            write_refuse(w, e->token, "a vector in a __constant variable that is too long to be folded");
            return;
        }
        if (i) add(w, ", ");
        write_number(w, element, &value);
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
    } else if (type_is_vector(e->type)) {
        write_folded(w, e);
    } else {
        write_refuse(w, e->token, no_constant);
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

static written *find_written(native_program *p, const symbol *s)
{
    const symbol **key = ARENA_NEW(p->arena, const symbol *);
    *key = s;
    void **at = map_at(&p->constants, (const char *)key, sizeof *key);
    if (!*at) *at = ARENA_NEW(p->arena, written);
    return *at;
}

/* Whether the initialiser has the address of a variable of the program that has a place among what kernels write. */
static bool mentions_stored(native_program *p, const expression *e)
{
    address at = {0};
    if (e->kind == EXPRESSION_INITIALISER) {
        for (size_t i = 0; i < e->element_count; ++i)
            if (mentions_stored(p, e->elements[i].value)) return true;
        return false;
    }
    if (e->kind == EXPRESSION_COMPOUND) return mentions_stored(p, e->left);
    return e->type->kind == TYPE_POINTER && find_address(e, &at) && at.object && write_is_stored(p, at.object);
}

bool write_is_stored(native_program *p, const symbol *s)
{
    written *c = find_written(p, s);
    if (c->is_placed) return c->is_stored;
    c->is_placed = true; /* so that a constant which has its own address is found here, too */
    c->is_stored = !facts_is_fixed(s) || (s->initialiser && mentions_stored(p, s->initialiser));
    return c->is_stored;
}

/* "m_list[2].m_next" */
static const char *spell_place(arena *a, const place *at)
{
    if (!at->element) return at->member;
    const char *outer = spell_place(a, at->outer);
    if (!at->element->field) return arena_printf(a, "%s[%zu]", outer, at->element->index);
    return arena_printf(a, "%s.%s", outer, write_name(a, "m_", at->element->field->name));
}

/* `place` is the pointer's, of a member of the program's variables; else NULL. */
static void write_address(writer *w, const expression *e, const place *place)
{
    address at = {0};
    if (!find_address(e, &at)) {
        write_refuse(w, e->token, no_constant);
        return;
    }
    if (at.object && write_is_stored(w->program, at.object)) {
        if (!place) write_refuse(w, e->token, no_constant);
        else if (write_constant(w->program, at.object, w->refused))
            variables_point(w->program->variables, spell_place(w->program->arena, place),
                            find_written(w->program, at.object)->member, at.offset);
        add(w, "(void *)0");
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

/* `boxed`: the object's pointers are in unions, see pointer_box. `at`: of a member of the program's variables, what it
 * is for; else NULL. */
static void write_initialiser(writer *w, const expression *e, bool boxed, const place *at);

/* A later value for the same element wins. */
static bool counts(const expression *e, size_t i)
{
    const element *x = &e->elements[i];
    for (size_t k = i + 1; k < e->element_count && k < i + 64; ++k)
        if (e->elements[k].index == x->index && e->elements[k].field == x->field) return false;
    return true;
}

static void write_elements(writer *w, const expression *e, bool boxed, const place *at, bool *any)
{
    size_t next = 0; /* the element of a value without a designator */
    for (size_t i = 0; i < e->element_count; ++i) {
        const element *x = &e->elements[i];
        if (!counts(e, i)) continue;
        if (e->type->kind != TYPE_ARRAY && x->field && !*x->field->name && x->value->kind == EXPRESSION_INITIALISER) {
            write_elements(w, x->value, boxed, at, any);
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
        write_initialiser(w, x->value, boxed, at ? &(place){at, x, NULL} : NULL);
    }
}

static void write_initialiser(writer *w, const expression *e, bool boxed, const place *at)
{
    if (e->kind == EXPRESSION_STRING) {
        escape_string(w->out, e->text, e->text_length);
    } else if (e->kind == EXPRESSION_INITIALISER) {
        bool any = false;
        add(w, "{");
        write_elements(w, e, boxed, at, &any);
        add(w, any ? "}" : "0}");
    } else if (e->kind == EXPRESSION_COMPOUND) {
        write_initialiser(w, e->left, boxed, at);
    } else if (type_is_vector(e->type)) {
        add(w, "{");
        write_components(w, e);
        add(w, "}");
    } else if (e->type->kind == TYPE_POINTER) {
        if (boxed) add(w, "{");
        write_address(w, e, at);
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

static const char *alignment_of(native_program *p, const symbol *s)
{
    return s->attributes.align ? arena_printf(p->arena, " __attribute__((aligned(%zu)))", s->attributes.align) : "";
}

/* A member of the program's variables. It has its name before its initialiser, which may have its address. */
static void store_variable(native_program *p, const symbol *s, written *c)
{
    arena *a = p->arena;
    buffer initial = {0};
    writer w = {.program = p, .refused = &c->refused, .out = &initial};
    bool boxed = false;
    if (s->storage == STORAGE_EXTERN && !s->defined)
        write_refuse(&w, s->token, "a variable that the program does not define");
    const char *declaration =
        arena_printf(a, "%s%s", declare(&w, type_qualify(a, s->type, 0), &boxed), alignment_of(p, s));
    if (!c->refused.reason) {
        variable *v = variables_find(p, s, declaration);
        c->member = v->name;
        c->name = arena_printf(a, "variables_->%s", v->name);
        if (!v->is_written && s->initialiser) write_initialiser(&w, s->initialiser, boxed, &(place){.member = v->name});
        if (!v->is_written) variables_add(p->variables, v, declaration, initial.text, c->refused.reason);
        if (v->reason && !c->refused.reason) c->refused = (refusal){v->reason, s->token};
        if (c->refused.reason) c->name = NULL;
    }
    buffer_free(&initial);
}

static void write_variable(native_program *p, const symbol *s, written *c)
{
    arena *a = p->arena;
    buffer text = {0};
    writer w = {.program = p, .refused = &c->refused, .out = &text};
    const type *t = type_qualify(a, s->type, 0);
    bool boxed = false;
    if (access_table_bytes(s)) {
        type *padded = ARENA_NEW(a, type);
        *padded = *t;
        padded->count = access_table_bytes(s) / type_size(t->base);
        t = padded;
    }
    buffer_addf(&text, "static const %s%s", declare(&w, t, &boxed), alignment_of(p, s));
    if (s->initialiser) {
        add(&w, " = ");
        write_initialiser(&w, s->initialiser, boxed, NULL);
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
    written *c = find_written(p, s);
    if (!c->name && !c->refused.reason && !c->busy) {
        c->busy = true;
        if (write_is_stored(p, s)) store_variable(p, s, c);
        else write_variable(p, s, c);
        c->busy = false;
    }
    if (c->busy && !c->name) c->refused = (refusal){"a constant that needs its own address", s->token};
    if (!c->name && !refused->reason) *refused = c->refused;
    return c->name;
}
