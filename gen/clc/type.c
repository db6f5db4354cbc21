/* Types of OpenCL C. See type.h.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/type.h"

#include "base/buffer.h"

#include <string.h>

/* The built-in types: shared tables, never written. */
#define X(name, text, size, u, s) [TYPE_##name] = {.kind = TYPE_##name},
static const type basics[TYPE_KINDS] = {[TYPE_ERROR] = {.kind = TYPE_ERROR},
                                        [TYPE_VOID] = {.kind = TYPE_VOID},
                                        [TYPE_BOOL] = {.kind = TYPE_BOOL},
                                        TYPE_SCALARS(X)[TYPE_SAMPLER] = {.kind = TYPE_SAMPLER},
                                        [TYPE_EVENT] = {.kind = TYPE_EVENT},
#undef X
#define X(name, text, size) [TYPE_##name] = {.kind = TYPE_##name},
                                        TYPE_HANDLES(X)
#undef X
};

enum { WIDTHS = 5 };

static const unsigned char widths[WIDTHS] = {2, 3, 4, 8, 16};

#define VECTOR(name, n)                                                           \
    {                                                                             \
        .kind = TYPE_VECTOR, .count = n, .base = &basics[TYPE_##name], .depth = 1 \
    }
#define X(name, text, size, u, s) \
    [TYPE_##name] = {VECTOR(name, 2), VECTOR(name, 3), VECTOR(name, 4), VECTOR(name, 8), VECTOR(name, 16)},
static const type vectors[TYPE_KINDS][WIDTHS] = {TYPE_SCALARS(X)};
#undef X
#undef VECTOR

#define IMAGE(name, a) [a] = {.kind = TYPE_IMAGE, .image = IMAGE_##name, .access = (a)}
#define X(name, text, coordinates)                                                                   \
    [IMAGE_##name] = {IMAGE(name, ACCESS_NONE), IMAGE(name, ACCESS_READ), IMAGE(name, ACCESS_WRITE), \
                      IMAGE(name, ACCESS_READ_WRITE)},
static const type images[IMAGE_KINDS][4] = {TYPE_IMAGES(X)};
#undef X
#undef IMAGE

#define X(name, text, size, u, s) [TYPE_##name] = {.kind = TYPE_ATOMIC, .base = &basics[TYPE_##name], .depth = 1},
static const type atomics[TYPE_KINDS] = {TYPE_SCALARS(X)};
#undef X

/* Built-in typedefs: OpenCL C 1.2 6.1.1, 6.12.8. */
static const struct {
    const char *name;
    type type;
} aliases[] = {
    {"size_t", {.kind = TYPE_ULONG, .alias = "size_t", .varies = true}},
    {"ptrdiff_t", {.kind = TYPE_LONG, .alias = "ptrdiff_t", .varies = true}},
    {"intptr_t", {.kind = TYPE_LONG, .alias = "intptr_t", .varies = true}},
    {"uintptr_t", {.kind = TYPE_ULONG, .alias = "uintptr_t", .varies = true}},
    {"cl_mem_fence_flags", {.kind = TYPE_UINT, .alias = "cl_mem_fence_flags"}},
};

/* ... and of 2.0: 6.13.11, 6.13.17. */
#define ATOMIC(of, text)                                                               \
    {                                                                                  \
        text,                                                                          \
        {                                                                              \
            .kind = TYPE_ATOMIC, .base = &basics[TYPE_##of], .depth = 1, .alias = text \
        }                                                                              \
    }
static const struct {
    const char *name;
    type type;
} second_aliases[] = {
    ATOMIC(INT, "atomic_int"),
    ATOMIC(UINT, "atomic_uint"),
    ATOMIC(LONG, "atomic_long"),
    ATOMIC(ULONG, "atomic_ulong"),
    ATOMIC(HALF, "atomic_half"),
    ATOMIC(FLOAT, "atomic_float"),
    ATOMIC(DOUBLE, "atomic_double"),
    ATOMIC(INT, "atomic_flag"),
    ATOMIC(LONG, "atomic_intptr_t"),
    ATOMIC(ULONG, "atomic_uintptr_t"),
    ATOMIC(ULONG, "atomic_size_t"),
    ATOMIC(LONG, "atomic_ptrdiff_t"),
    {"memory_order", {.kind = TYPE_INT, .alias = "memory_order"}},
    {"memory_scope", {.kind = TYPE_INT, .alias = "memory_scope"}},
    {"kernel_enqueue_flags_t", {.kind = TYPE_INT, .alias = "kernel_enqueue_flags_t"}},
    {"clk_profiling_info", {.kind = TYPE_INT, .alias = "clk_profiling_info"}},
};
#undef ATOMIC

static const struct {
    const char *name;
    unsigned char size;
} handles[TYPE_KINDS] = {
#define X(name, text, size) [TYPE_##name] = {text, size},
    TYPE_HANDLES(X)
#undef X
};

static const struct {
    const char *name;
    unsigned char size, to_unsigned, to_signed;
} scalars[TYPE_KINDS] = {
#define X(name, text, size, u, s) [TYPE_##name] = {text, size, TYPE_##u, TYPE_##s},
    TYPE_SCALARS(X)
#undef X
};

static const char *const image_names[] = {
#define X(name, text, coordinates) text,
    TYPE_IMAGES(X)
#undef X
};

const type *type_basic(type_kind kind)
{
    return &basics[kind];
}

const type *type_vector(type_kind element, size_t width)
{
    if (width == 1) return &basics[element];
    for (size_t i = 0; i < WIDTHS; ++i)
        if (widths[i] == width && scalars[element].name) return &vectors[element][i];
    return NULL;
}

const type *type_image(image_kind kind, image_access access)
{
    return &images[kind][access];
}

static bool same_text(const char *name, size_t length, const char *text)
{
    return strlen(text) == length && memcmp(name, text, length) == 0;
}

/* The width that the digits behind a scalar's name spell, or 0. */
static size_t width_of(const char *digits, size_t length)
{
    if (length == 1 && strchr("2348", digits[0])) return (size_t)(digits[0] - '0');
    return length == 2 && digits[0] == '1' && digits[1] == '6' ? 16 : 0;
}

const type *type_named(const char *name, size_t length)
{
    for (int kind = 0; kind < TYPE_KINDS; ++kind) {
        const char *text = scalars[kind].name;
        const size_t n = text ? strlen(text) : 0;
        if (!text || length < n || memcmp(name, text, n) != 0) continue;
        if (length == n) return &basics[kind];
        const size_t width = width_of(name + n, length - n);
        if (width) return type_vector((type_kind)kind, width);
    }
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; ++i)
        if (same_text(name, length, aliases[i].name)) return &aliases[i].type;
    for (size_t i = 0; i < IMAGE_KINDS; ++i)
        if (same_text(name, length, image_names[i])) return &images[i][ACCESS_NONE];
    if (same_text(name, length, "sampler_t")) return &basics[TYPE_SAMPLER];
    if (same_text(name, length, "event_t")) return &basics[TYPE_EVENT];
    return NULL;
}

const type *type_named_second(const char *name, size_t length)
{
    const type *t = type_named(name, length);
    for (size_t i = 0; !t && i < sizeof second_aliases / sizeof *second_aliases; ++i)
        if (same_text(name, length, second_aliases[i].name)) t = &second_aliases[i].type;
    for (int kind = 0; !t && kind < TYPE_KINDS; ++kind)
        if (handles[kind].name && same_text(name, length, handles[kind].name)) t = &basics[kind];
    return t;
}

const char *type_suggestion(arena *a, const char *name)
{
    const char *names[TYPE_KINDS * (WIDTHS + 1) + 16] = {"void", "bool", "sampler_t", "event_t", "unsigned", "struct"};
    size_t count = 6;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; ++i) names[count++] = aliases[i].name;
    for (int kind = 0; kind < TYPE_KINDS; ++kind) {
        if (!scalars[kind].name) continue;
        names[count++] = scalars[kind].name;
        for (size_t i = 0; i < WIDTHS; ++i)
            names[count++] = arena_printf(a, "%s%d", scalars[kind].name, (int)widths[i]);
    }
    return nearest_name(name, names, count);
}

/* OpenCL C 1.2 6.1.4. */
bool type_name_is_reserved(const char *name, size_t length)
{
    static const char *const exact[] = {"quad", "complex", "imaginary", "bool2", "bool3", "bool4", "bool8", "bool16"};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; ++i)
        if (same_text(name, length, exact[i])) return true;
    if (length > 4 && memcmp(name, "quad", 4) == 0) return width_of(name + 4, length - 4) != 0;
    for (int kind = TYPE_FLOAT; kind <= TYPE_DOUBLE; ++kind) {
        const size_t n = strlen(scalars[kind].name);
        if (length > n && memcmp(name, scalars[kind].name, n) == 0) {
            const char *x = memchr(name + n, 'x', length - n);
            if (x && width_of(name + n, (size_t)(x - name) - n) && width_of(x + 1, length - (size_t)(x + 1 - name)))
                return true;
        }
    }
    return false;
}

/* Making types */

static type *copy(arena *a, const type *t)
{
    type *made = ARENA_NEW(a, type);
    *made = *t;
    return made;
}

const type *type_pointer(arena *a, const type *to)
{
    type *t = ARENA_NEW(a, type);
    *t = (type){.kind = TYPE_POINTER, .base = to, .depth = (unsigned short)(to->depth + 1)};
    return t;
}

const type *type_closure(arena *a, const type *of)
{
    type *t = ARENA_NEW(a, type);
    *t = (type){.kind = TYPE_CLOSURE, .base = of, .depth = (unsigned short)(of->depth + 1)};
    return t;
}

const type *type_array(arena *a, const type *of, size_t count, bool incomplete)
{
    type *t = ARENA_NEW(a, type);
    *t = (type){.kind = TYPE_ARRAY,
                .base = of,
                .count = count,
                .incomplete = incomplete,
                .depth = (unsigned short)(of->depth + 1)};
    return t;
}

const type *type_record(arena *a, record *r)
{
    type *t = ARENA_NEW(a, type);
    *t = (type){.kind = r->kind, .record = r};
    return t;
}

const type *type_atomic(type_kind scalar)
{
    return scalars[scalar].size >= 4 || scalar == TYPE_HALF ? &atomics[scalar] : NULL;
}

const type *type_pipe(arena *a, const type *packet, image_access access)
{
    type *t = ARENA_NEW(a, type);
    *t = (type){.kind = TYPE_PIPE, .base = packet, .access = access, .depth = (unsigned short)(packet->depth + 1)};
    return t;
}

const type *type_function(arena *a, const type *returns, const type *const *parameters, size_t count, bool variadic)
{
    type *t = ARENA_NEW(a, type);
    *t = (type){.kind = TYPE_FUNCTION,
                .base = returns,
                .parameters = parameters,
                .parameter_count = count,
                .variadic = variadic};
    t->depth = returns->depth;
    for (size_t i = 0; i < count; ++i)
        if (parameters[i]->depth > t->depth) t->depth = parameters[i]->depth;
    t->depth++;
    return t;
}

const type *type_qualify(arena *a, const type *t, unsigned qualifiers)
{
    if (type_qualifiers(t) == qualifiers || t->kind == TYPE_ERROR) return t;
    type *made = copy(a, t);
    if (t->kind == TYPE_ARRAY) made->base = type_qualify(a, t->base, qualifiers);
    else made->qualifiers = qualifiers;
    return made;
}

const type *type_in_space(arena *a, const type *t, address_space space, bool written)
{
    if (t->space == space && t->space_written == written && t->kind != TYPE_ARRAY) return t;
    if (t->kind == TYPE_ERROR) return t;
    type *made = copy(a, t);
    made->space = space;
    made->space_written = written;
    if (t->kind == TYPE_ARRAY) made->base = type_in_space(a, t->base, space, written);
    return made;
}

const type *type_alias(arena *a, const type *t, const char *name)
{
    type *made = copy(a, t);
    made->alias = name;
    return made;
}

const type *type_unqualified(arena *a, const type *t)
{
    if (t->qualifiers == 0 && t->space == SPACE_PRIVATE && !t->space_written) return t;
    type *made = copy(a, t);
    made->qualifiers = 0;
    made->space = SPACE_PRIVATE;
    made->space_written = false;
    return made;
}

/* Properties of types */

unsigned type_qualifiers(const type *t)
{
    while (t->kind == TYPE_ARRAY) t = t->base;
    return t->qualifiers;
}

address_space type_space(const type *t)
{
    while (t->kind == TYPE_ARRAY) t = t->base;
    return t->space;
}

bool type_space_written(const type *t)
{
    while (t->kind == TYPE_ARRAY) t = t->base;
    return t->space_written;
}

bool type_is_integer(const type *t)
{
    return (t->kind >= TYPE_BOOL && t->kind <= TYPE_ULONG) || t->kind == TYPE_ENUM;
}

bool type_is_floating(const type *t)
{
    return t->kind >= TYPE_HALF && t->kind <= TYPE_DOUBLE;
}

bool type_is_arithmetic(const type *t)
{
    return t->kind >= TYPE_BOOL && t->kind <= TYPE_ENUM;
}

bool type_is_scalar(const type *t)
{
    return type_is_arithmetic(t) || t->kind == TYPE_POINTER;
}

bool type_is_vector(const type *t)
{
    return t->kind == TYPE_VECTOR;
}

bool type_is_number(const type *t)
{
    return type_is_arithmetic(t) || t->kind == TYPE_VECTOR;
}

bool type_is_signed(const type *t)
{
    const type_kind kind = type_element_kind(t);
    return kind == TYPE_CHAR || kind == TYPE_SHORT || kind == TYPE_INT || kind == TYPE_LONG ||
           (kind >= TYPE_HALF && kind <= TYPE_DOUBLE);
}

bool type_is_aggregate(const type *t)
{
    return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION || t->kind == TYPE_ARRAY;
}

bool type_is_object(const type *t)
{
    return type_is_aggregate(t) || t->kind == TYPE_NDRANGE;
}

bool type_is_opaque(const type *t)
{
    return t->kind == TYPE_IMAGE || t->kind == TYPE_SAMPLER || t->kind == TYPE_PIPE || type_is_handle(t);
}

bool type_is_handle(const type *t)
{
    return t->kind == TYPE_EVENT || handles[t->kind].name != NULL;
}

bool type_is_complete(const type *t)
{
    switch (t->kind) {
    case TYPE_VOID:
    case TYPE_FUNCTION: return false;
    case TYPE_ARRAY: return !t->incomplete && type_is_complete(t->base);
    case TYPE_STRUCT:
    case TYPE_UNION: return t->record->complete;
    case TYPE_ENUM: return t->record->size <= 4; /* wider enums only name numbers */
    default: return true;
    }
}

bool type_is_void_pointer(const type *t)
{
    return t->kind == TYPE_POINTER && t->base->kind == TYPE_VOID;
}

const type *type_element(const type *t)
{
    return t->kind == TYPE_VECTOR ? t->base : t;
}

type_kind type_element_kind(const type *t)
{
    const type_kind kind = type_element(t)->kind;
    return kind != TYPE_ENUM ? kind : t->record->is_signed ? TYPE_INT : TYPE_UINT;
}

size_t type_width(const type *t)
{
    return t->kind == TYPE_VECTOR ? t->count : 1;
}

type_kind type_to_unsigned(type_kind scalar)
{
    return scalars[scalar].name ? (type_kind)scalars[scalar].to_unsigned : scalar;
}

type_kind type_to_signed(type_kind scalar)
{
    return scalars[scalar].name ? (type_kind)scalars[scalar].to_signed : scalar;
}

bool type_equal(const type *a, const type *b, bool qualified)
{
    if (a == b || a->kind == TYPE_ERROR || b->kind == TYPE_ERROR) return true;
    if (a->kind != b->kind) return false;
    if (qualified && (a->qualifiers != b->qualifiers || a->space != b->space)) return false;
    switch (a->kind) {
    case TYPE_POINTER:
    case TYPE_CLOSURE: return type_equal(a->base, b->base, true);
    case TYPE_ATOMIC: return a->base->kind == b->base->kind;
    case TYPE_PIPE: return a->access == b->access && type_equal(a->base, b->base, false);
    case TYPE_VECTOR: return a->count == b->count && a->base->kind == b->base->kind;
    case TYPE_ARRAY:
        return (a->incomplete || b->incomplete || a->count == b->count) && type_equal(a->base, b->base, qualified);
    case TYPE_STRUCT:
    case TYPE_UNION:
    case TYPE_ENUM: return a->record == b->record;
    case TYPE_IMAGE: return a->image == b->image && a->access == b->access;
    case TYPE_FUNCTION:
        if (!type_equal(a->base, b->base, true)) return false;
        if (a->unprototyped || b->unprototyped) return true;
        if (a->parameter_count != b->parameter_count || a->variadic != b->variadic) return false;
        for (size_t i = 0; i < a->parameter_count; ++i)
            if (!type_equal(a->parameters[i], b->parameters[i], false)) return false;
        return true;
    default: return true;
    }
}

/* Layout */

size_t type_size(const type *t)
{
    switch (t->kind) {
    case TYPE_BOOL: return 1;
    case TYPE_ENUM: return 4;
    case TYPE_VECTOR: return scalars[t->base->kind].size * (t->count == 3 ? 4 : t->count);
    case TYPE_POINTER:
    case TYPE_CLOSURE:
    case TYPE_IMAGE:
    case TYPE_SAMPLER:
    case TYPE_EVENT:
    case TYPE_PIPE: return 8;
    case TYPE_ATOMIC: return type_size(t->base);
    case TYPE_QUEUE:
    case TYPE_CLK_EVENT:
    case TYPE_RESERVE_ID:
    case TYPE_NDRANGE: return handles[t->kind].size;
    case TYPE_ARRAY: return t->count * type_size(t->base);
    case TYPE_STRUCT:
    case TYPE_UNION: return t->record->size;
    default: return scalars[t->kind].size;
    }
}

size_t type_align(const type *t)
{
    size_t align;
    switch (t->kind) {
    case TYPE_ARRAY: align = type_align(t->base); break;
    case TYPE_STRUCT:
    case TYPE_UNION: align = t->record->align; break;
    case TYPE_NDRANGE: align = 8; break;
    default: align = type_size(t); break;
    }
    return t->align_asked > align ? t->align_asked : align;
}

static size_t round_up(size_t n, size_t to)
{
    return to ? (n + to - 1) / to * to : n;
}

bool type_lay_out(record *r)
{
    size_t end = 0, align = 1;
    for (size_t i = 0; i < r->field_count; ++i) {
        field *f = &r->fields[i];
        size_t wanted = r->packed ? 1 : type_align(f->type);
        if (f->align > wanted) wanted = f->align;
        const size_t size = type_size(f->type);
        f->offset = r->kind == TYPE_UNION ? 0 : round_up(end, wanted);
        if (size > TYPE_LARGEST || f->offset + size > TYPE_LARGEST) return false;
        if (f->offset + size > end) end = f->offset + size;
        if (wanted > align) align = wanted;
    }
    if (r->align_asked > align) align = r->align_asked;
    r->align = align;
    r->size = round_up(end, align);
    return r->size <= TYPE_LARGEST;
}

const field *type_field(const record *r, const char *name, size_t length, size_t *offset)
{
    for (size_t i = 0; i < r->field_count; ++i) {
        const field *f = &r->fields[i];
        if (same_text(name, length, f->name) && length > 0) {
            *offset = f->offset;
            return f;
        }
        if (!f->name[0] && (f->type->kind == TYPE_STRUCT || f->type->kind == TYPE_UNION)) {
            const field *inner = type_field(f->type->record, name, length, offset);
            if (inner) {
                *offset += f->offset;
                return inner;
            }
        }
    }
    return NULL;
}

size_t type_depth(const type *t)
{
    size_t depth = 0;
    for (; t->kind == TYPE_ARRAY; t = t->base) ++depth;
    return depth + (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION ? t->record->depth : 0);
}

/* Spelling */

const char *type_space_name(address_space space)
{
    static const char *const names[] = {"", "__global", "__local", "__constant", "__generic"};
    return names[space];
}

static void spell_qualifiers(buffer *b, const type *t)
{
    if (t->space != SPACE_PRIVATE) buffer_addf(b, "%s ", type_space_name(t->space));
    if (t->qualifiers & QUALIFIER_CONST) buffer_adds(b, "const ");
    if (t->qualifiers & QUALIFIER_VOLATILE) buffer_adds(b, "volatile ");
    if (t->qualifiers & QUALIFIER_RESTRICT) buffer_adds(b, "restrict ");
}

static void spell_base(buffer *b, const type *t)
{
    static const char *const accesses[] = {"", "__read_only ", "__write_only ", "__read_write "};
    spell_qualifiers(b, t);
    if (t->alias) {
        buffer_adds(b, t->alias);
        return;
    }
    switch (t->kind) {
    case TYPE_ERROR: buffer_adds(b, "(invalid type)"); break;
    case TYPE_VOID: buffer_adds(b, "void"); break;
    case TYPE_BOOL: buffer_adds(b, "bool"); break;
    case TYPE_SAMPLER: buffer_adds(b, "sampler_t"); break;
    case TYPE_EVENT: buffer_adds(b, "event_t"); break;
    case TYPE_IMAGE: buffer_addf(b, "%s%s", accesses[t->access], image_names[t->image]); break;
    case TYPE_VECTOR: buffer_addf(b, "%s%zu", scalars[t->base->kind].name, t->count); break;
    case TYPE_ATOMIC: buffer_addf(b, "atomic_%s", scalars[t->base->kind].name); break;
    case TYPE_PIPE:
        buffer_addf(b, "%spipe ", accesses[t->access]);
        spell_base(b, t->base);
        break;
    case TYPE_STRUCT:
    case TYPE_UNION:
    case TYPE_ENUM:
        buffer_addf(b, "%s %s",
                    t->kind == TYPE_STRUCT  ? "struct"
                    : t->kind == TYPE_UNION ? "union"
                                            : "enum",
                    t->record->name[0] ? t->record->name : "(unnamed)");
        break;
    default:
        buffer_adds(b, scalars[t->kind].name   ? scalars[t->kind].name
                       : handles[t->kind].name ? handles[t->kind].name
                                               : "?");
    }
}

/* `inner` is the declarator so far; each level wraps it. */
static void spell(arena *a, buffer *out, const type *t, const char *inner)
{
    if (!t->alias && (t->kind == TYPE_POINTER || t->kind == TYPE_CLOSURE)) {
        buffer b = {0};
        buffer_addc(&b, t->kind == TYPE_POINTER ? '*' : '^');
        if (*inner || t->qualifiers || t->space) spell_qualifiers(&b, t);
        buffer_adds(&b, inner);
        if (b.text[b.length - 1] == ' ') b.text[b.length - 1] = '\0';
        const bool wrap = !t->base->alias && (t->base->kind == TYPE_ARRAY || t->base->kind == TYPE_FUNCTION);
        const char *text = wrap ? arena_printf(a, "(%s)", b.text) : arena_printf(a, "%s", b.text);
        buffer_free(&b);
        spell(a, out, t->base, text);
    } else if (!t->alias && t->kind == TYPE_ARRAY) {
        spell(a, out, t->base,
              t->incomplete ? arena_printf(a, "%s[]", inner) : arena_printf(a, "%s[%zu]", inner, t->count));
    } else if (!t->alias && t->kind == TYPE_FUNCTION) {
        buffer b = {0};
        buffer_addf(&b, "%s(", inner);
        for (size_t i = 0; i < t->parameter_count; ++i)
            buffer_addf(&b, "%s%s", i ? ", " : "", type_spell(a, t->parameters[i]));
        buffer_adds(&b, t->variadic ? ", ...)" : t->parameter_count == 0 && !t->unprototyped ? "void)" : ")");
        const char *text = arena_strndup(a, b.text, b.length);
        buffer_free(&b);
        spell(a, out, t->base, text);
    } else {
        spell_base(out, t);
        if (*inner) buffer_addf(out, " %s", inner);
    }
}

const char *type_declare(arena *a, const type *t, const char *name)
{
    buffer b = {0};
    spell(a, &b, t, name);
    const char *text = arena_strndup(a, b.text, b.length);
    buffer_free(&b);
    return text;
}

const char *type_spell(arena *a, const type *t)
{
    return type_declare(a, t, "");
}

bool type_is_alike(const type *x, const type *y)
{
    if (x->kind != y->kind || type_size(x) != type_size(y) || type_align(x) != type_align(y)) return false;
    switch (x->kind) {
    case TYPE_VECTOR:
    case TYPE_ARRAY: return x->count == y->count && type_is_alike(x->base, y->base);
    case TYPE_ATOMIC:
    case TYPE_PIPE: return x->access == y->access && type_is_alike(x->base, y->base);
    case TYPE_IMAGE: return x->image == y->image && x->access == y->access;
    case TYPE_STRUCT:
    case TYPE_UNION: break;
    default: return true;
    }
    if (x->record->field_count != y->record->field_count) return false;
    for (size_t i = 0; i < x->record->field_count; ++i) {
        const field *f = &x->record->fields[i], *g = &y->record->fields[i];
        if (strcmp(f->name, g->name) != 0 || f->offset != g->offset || !type_is_alike(f->type, g->type)) return false;
    }
    return true;
}
