/* See common.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/common.h"

#include "base/escape.h"
#include "cgen/provide.h"
#include "cgen/spell.h"
#include "cgen/variables.h"

#include <math.h>
#include <string.h>

/* ---- types ---- */

static const struct {
    char letter;
    const char *c_type, *unsigned_type, *code;
} types[IR_TYPES] = {
    [IR_BOOL] = {'i', "int", "int", "i"},          [IR_I8] = {'i', "int8_t", "uint8_t", "c"},
    [IR_U8] = {'u', "uint8_t", "uint8_t", "h"},    [IR_I16] = {'i', "int16_t", "uint16_t", "s"},
    [IR_U16] = {'u', "uint16_t", "uint16_t", "t"}, [IR_I32] = {'i', "int32_t", "uint32_t", "i"},
    [IR_U32] = {'u', "uint32_t", "uint32_t", "u"}, [IR_I64] = {'l', "int64_t", "uint64_t", "l"},
    [IR_U64] = {'m', "uint64_t", "uint64_t", "m"}, [IR_F16] = {'u', "uint16_t", "uint16_t", "t"},
    [IR_F32] = {'f', "float", NULL, "f"},          [IR_F64] = {'d', "double", NULL, "d"},
    [IR_POINTER] = {'m', "char *", NULL, "m"},
};

char cgen_letter(ir_type t)
{
    return types[t].letter;
}
const char *cgen_c_type(ir_type t)
{
    return types[t].c_type;
}
const char *cgen_unsigned_type(ir_type t)
{
    return types[t].unsigned_type;
}
const char *cgen_code(ir_type t)
{
    return types[t].code;
}

/* ---- leaves ---- */

static const char *real(arena *a, ir_type t, uint64_t bits)
{
    double value;
    if (t == IR_F32) {
        const uint32_t low = (uint32_t)bits;
        float narrow;
        memcpy(&narrow, &low, sizeof narrow);
        value = (double)narrow;
    } else {
        memcpy(&value, &bits, sizeof value);
    }
    const char *suffix = t == IR_F32 ? "f" : "";
    if (isnan(value)) return arena_printf(a, "__builtin_nan%s(\"\")", suffix);
    if (isinf(value)) return arena_printf(a, "%s__builtin_inf%s()", value < 0 ? "-" : "", suffix);
    return arena_printf(a, "%a%s", value, suffix);
}

const char *cgen_constant(arena *a, const ir_value *v)
{
    if (v->type == IR_F16) return arena_printf(a, "0x%04x", (unsigned)(v->bits & UINT16_MAX));
    if (ir_is_floating(v->type)) return real(a, v->type, v->bits);
    switch (v->type) {
    case IR_BOOL: return v->bits ? "1" : "0";
    case IR_POINTER: return arena_printf(a, "(char *)(uintptr_t)%llu", (unsigned long long)v->bits);
    case IR_I64: return arena_printf(a, "(int64_t)UINT64_C(%llu)", (unsigned long long)v->bits);
    case IR_U64: return arena_printf(a, "UINT64_C(%llu)", (unsigned long long)v->bits);
    case IR_U32: return arena_printf(a, "%lluu", (unsigned long long)(v->bits & UINT32_MAX));
    case IR_I32:
        if ((int32_t)v->bits == INT32_MIN) return "INT32_MIN";
        return arena_printf(a, "%ld", (long)(int32_t)v->bits);
    case IR_I8: return arena_printf(a, "(int8_t)%d", (int)(int8_t)v->bits);
    case IR_I16: return arena_printf(a, "(int16_t)%d", (int)(int16_t)v->bits);
    default: return arena_printf(a, "(%s)%llu", cgen_c_type(v->type), (unsigned long long)v->bits);
    }
}

bool cgen_is_signed_or_cast(const ir_value *v)
{
    switch (v->type) {
    case IR_F32:
    case IR_F64: {
        const unsigned width = (unsigned)ir_size(v->type) * 8, digits = v->type == IR_F32 ? 23 : 52;
        const uint64_t sign = UINT64_C(1) << (width - 1), infinity = (sign - 1) >> digits << digits;
        const bool is_nan = (v->bits & (sign - 1)) > infinity;
        return (v->bits & sign) && !is_nan;
    }
    case IR_I32: return (int32_t)v->bits < 0 && (int32_t)v->bits != INT32_MIN;
    case IR_I64: return (int64_t)v->bits < 0;
    case IR_F16:
    case IR_BOOL:
    case IR_U32:
    case IR_U64: return false;
    default: return true;
    }
}

const char *cgen_query(arena *a, const ir_value *v, const char *lx, const char *ly)
{
    static const char letters[] = "xyz";
    const unsigned d = v->index;
    const char *const ids[] = {lx, ly, "lz"};
    switch (v->query) {
    case IR_GLOBAL_ID: return arena_printf(a, "(uint64_t)(b%c + %s)", letters[d], ids[d]);
    case IR_LOCAL_ID: return arena_printf(a, "(uint64_t)%s", ids[d]);
    case IR_GROUP_ID: return arena_printf(a, "(uint64_t)w->group[%u]", d);
    case IR_GLOBAL_SIZE: return arena_printf(a, "(uint64_t)w->range->global[%u]", d);
    case IR_LOCAL_SIZE: return arena_printf(a, "(uint64_t)s%c", letters[d]);
    case IR_ENQUEUED_LOCAL_SIZE: return arena_printf(a, "(uint64_t)w->range->enqueued_local[%u]", d);
    case IR_GROUPS: return arena_printf(a, "(uint64_t)w->range->groups[%u]", d);
    case IR_GLOBAL_OFFSET: return arena_printf(a, "(uint64_t)w->range->offset[%u]", d);
    case IR_BYTE_ORDER: return "CLBN_BYTE_ORDER";
    case IR_LANE:
        return arena_printf(a, "(uint64_t)(((lz * sy + %s) * sx + %s) %% %llu)", ly, lx, (unsigned long long)v->bits);
    default: return "(uint64_t)w->range->dimensions";
    }
}

const char *cgen_string(arena *a, const ir_value *v)
{
    buffer b = {0};
    escape_string(&b, v->name, (size_t)v->bits);
    const char *text = arena_printf(a, "(char *)(uintptr_t)%.*s", (int)b.length, b.text);
    buffer_free(&b);
    return text;
}

/* ---- functions ---- */

const char *cgen_function(arena *a, const ir_value *v)
{
    const char *name = v->name;
    if (strncmp(name, "convert_", 8) == 0) { /* the type has its name in the typed form */
        for (ir_type t = IR_I8; t <= IR_F64; t = (ir_type)(t + 1)) {
            const size_t length = strlen(ir_type_name(t));
            if (strncmp(name + 8, ir_type_name(t), length) == 0 && (name[8 + length] == '_' || !name[8 + length]))
                name = arena_printf(a, "convert_%s%s", cgen_code(t), name + 8 + length);
        }
    }
    const char *full = arena_printf(a, "%s_", name);
    for (size_t i = 0; i < v->operand_count; ++i)
        full = arena_printf(a, "%s_%s", full, cgen_code(v->operands[i]->type));
    return full;
}

static builtin_class class_of(const ir_value *v)
{
    bool integers = ir_is_integer(v->type);
    for (size_t i = 0; i < v->operand_count; ++i) integers &= ir_is_integer(v->operands[i]->type);
    if (integers) return BUILTIN_INTEGER;
    static const char *const common[] = {"max", "min", "sign"};
    for (size_t i = 0; i < sizeof common / sizeof *common; ++i)
        if (strcmp(v->name, common[i]) == 0) return BUILTIN_COMMON;
    return BUILTIN_MATH;
}

void cgen_provide_vector(arena *a, native_text *text, const ir_value *v, unsigned count)
{
    const char *codes[4] = {NULL};
    for (size_t i = 0; i < v->operand_count && i < 4; ++i)
        codes[i] = arena_printf(a, "%s%u", cgen_code(v->operands[i]->type), count);
    const char *result = arena_printf(a, "%s%u", cgen_code(v->type), count);
    provide_builtin(a, text, &(provided_call){class_of(v), v->name, result, codes, v->operand_count});
}

bool cgen_is_of_half(const ir_value *v)
{
    return strcmp(v->name, "of_half") == 0 || strncmp(v->name, "to_half", 7) == 0 || strncmp(v->name, "half_", 5) == 0;
}

void cgen_provide(arena *a, native_text *text, const ir_value *v)
{
    const char *codes[4] = {NULL}, *name = v->name;
    for (size_t i = 0; i < v->operand_count && i < 4; ++i) {
        const ir_type t = v->operands[i]->type;
        codes[i] =
            v->op == IR_EACH && t == IR_POINTER ? arena_printf(a, "p%s", cgen_code((ir_type)v->bits)) : cgen_code(t);
    }
    builtin_class class_ = class_of(v);
    if (cgen_is_of_half(v)) {
        provide_feature(text, "HALF");
        return;
    }
    if (v->op == IR_EACH && strncmp(name, "pipe_", 5) == 0) {
        provide_feature(text, "PIPE");
        return;
    }
    if (v->op == IR_EACH && strstr(name, "object_half_")) provide_feature(text, "HALF");
    if (v->op == IR_EACH && v->operands[0]->type == IR_POINTER)
        class_ = strncmp(name, "sub_group_", 10) == 0 ? BUILTIN_SUB_GROUP
                 : strstr(name, "object_")            ? BUILTIN_ATOMIC_OBJECT
                                                      : BUILTIN_ATOMIC;
    else if (strncmp(name, "convert_", 8) == 0) class_ = BUILTIN_CONVERT;
    if (class_ == BUILTIN_CONVERT) { /* the type has its name in the typed form */
        const char *full = cgen_function(a, v);
        name = arena_strndup(a, full, strlen(full) - strlen(codes[0]) - 2);
    }
    provide_builtin(
        a, text,
        &(provided_call){class_, name, v->type == IR_VOID ? "i" : cgen_code(v->type), codes, v->operand_count});
}

const ir_value *cgen_image_sampler(const ir_value *v)
{
    return strncmp(v->name, "read_image", 10) == 0 ? v->operands[1] : NULL;
}

/* ---- names ---- */

/* Takes a name, with a counter of its copies, so that many copies of one name cost no more than others. */
static void take(cgen_names *n, const char *name)
{
    unsigned *copies = ARENA_NEW(n->arena, unsigned);
    *copies = 1;
    *map_ats(&n->spelled, name) = copies;
}

const char *cgen_spell_new(cgen_names *n, const char *wanted)
{
    const char *text = wanted;
    unsigned *copies = map_gets(&n->spelled, wanted);
    while (map_gets(&n->spelled, text)) text = arena_printf(n->arena, "%s_%u_", wanted, ++*copies);
    take(n, text);
    return text;
}

const char *cgen_spell(cgen_names *n, const char *name)
{
    return cgen_spell_new(n, spell_name(n->arena, n->prefix, name));
}

static void spell_values(cgen_names *n, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->spelling && !n->values[v->number]) n->values[v->number] = cgen_spell(n, v->spelling);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) spell_values(n, v->blocks[k]);
    }
}

static cgen_names find_names(arena *a, const char *prefix, const ir_function *f)
{
    cgen_names n = {.arena = a, .prefix = prefix, .spelled = {.arena = a}};
    const symbol *kernel = f->kernel;
    n.variables = arena_array(a, f->variable_count + 1, sizeof *n.variables);
    n.values = arena_array(a, f->values + 1, sizeof *n.values);
    for (size_t i = 0; i < kernel->parameter_count && !f->is_called; ++i) {
        const char *name = spell_parameter(a, prefix, kernel->parameters[i]);
        take(&n, name);
    }
    for (size_t i = 0; i < f->variable_count; ++i) n.variables[i] = cgen_spell(&n, f->variables[i]->name);
    spell_values(&n, f->body);
    return n;
}

cgen_common cgen_begin(native_program *program, const lowered *l, refusal *refused, buffer *out)
{
    ir_function *f = l->f;
    *refused = (refusal){0};
    return (cgen_common){.a = f->arena,
                         .l = l,
                         .f = f,
                         .p = l->p,
                         .w = {.program = program, .refused = refused, .out = out, .indent = 1},
                         .names = find_names(f->arena, program->text->prefix, f)};
}

const char *cgen_object(cgen_common *c, const ir_value *v)
{
    refusal refused = {0};
    const char *name = write_constant(c->w.program, v->symbol, &refused);
    if (!name) {
        ir_refuse(c->f, refused.where ? refused.where : v->token, refused.reason);
        return "NULL";
    }
    c->uses_variables |= write_is_stored(c->w.program, v->symbol);
    return arena_printf(c->a, "((char *)&%s)", name);
}

void cgen_declare_variables(const cgen_common *c, size_t begin)
{
    buffer *out = c->w.out;
    if (!c->uses_variables) return;
    const char *type = c->w.program->variables->name;
    c->w.program->uses_variables = true;
    const char *rest = arena_strndup(c->a, out->text + begin, out->length - begin);
    out->length = begin;
    buffer_addf(out, "    %s *const variables_ = w->range->variables;\n%s", type, rest);
}

void cgen_line(cgen_common *c, const char *format, va_list list)
{
    write_indent(&c->w);
    buffer_addv(c->w.out, format, list);
    buffer_addc(c->w.out, '\n');
}

/* ---- called functions ---- */

cgen_called *cgen_find_called(native_program *p, const lower_called *callee)
{
    if (callee->earlier) return callee->earlier->written;
    const lower_called **key = ARENA_NEW(p->arena, const lower_called *);
    *key = callee;
    void **at = map_at(&p->functions, (const char *)key, sizeof *key);
    if (!*at) *at = ARENA_NEW(p->arena, cgen_called);
    return *at;
}

static void *copy_of(arena *a, const void *from, size_t size)
{
    return memcpy(arena_array(a, size + 1, 1), from, size);
}

void cgen_share(native_program *p, const lower_called *callee, size_t inputs, const cgen_called *c)
{
    arena *a = p->text->arena;
    if (!callee->key || !c->name || c->needs_variables) return; /* each program has variables of its own */
    lower_earlier *e = ARENA_NEW(a, lower_earlier);
    cgen_called *kept = ARENA_NEW(a, cgen_called);
    *kept = *c;
    kept->takes = copy_of(a, c->takes, (inputs + 1) * sizeof *c->takes);
    kept->results = copy_of(a, c->results, c->result_count * sizeof *c->results);
    *e = (lower_earlier){callee->sizes, callee->result_count, kept};
    *map_ats(&p->text->called, arena_strndup(a, callee->key, strlen(callee->key))) = e;
}

void cgen_keep_function(native_program *p, const ir_function *f, const char *prefix, const buffer *text, cgen_called *c)
{
    const ir_value *end = f->body->items[f->body->count - 1];
    bool existed = false;
    ir_type *results = arena_array(f->arena, end->operand_count + 1, sizeof *results);
    for (size_t i = 0; i < end->operand_count; ++i) results[i] = end->operands[i]->type;
    c->results = results;
    c->result_count = end->operand_count;
    c->name = write_once(p->text, write_name(p->arena, prefix, f->kernel->name), text->text, &existed);
    if (existed) return;
    buffer_addc(&p->text->functions, '\n');
    write_named(&p->text->functions, text->text, c->name);
}

bool cgen_has_objects(const passes *p)
{
    for (size_t i = 0; i < p->f->variable_count; ++i)
        if (p->f->variables[i]->type == IR_VOID && p->objects.unit[i]) return true;
    return false;
}

bool cgen_needs_item(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if ((v->op == IR_QUERY && v->query != IR_BYTE_ORDER) || v->op == IR_PRINT || v->op == IR_QUEUE) return true;
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k] && cgen_needs_item(b->items[i]->blocks[k])) return true;
    }
    return false;
}

void cgen_write_item(writer *w)
{
    static const char names[] = "xyz";
    w->indent = 1;
    w->at = NULL;
    for (size_t d = 0; d < 3; ++d) {
        write_indent(w);
        buffer_addf(w->out, "const size_t s%c = w->range->local[%zu], b%c = w->base[%zu];\n", names[d], d, names[d], d);
        write_indent(w);
        buffer_addf(w->out, "(void)s%c, (void)b%c;\n", names[d], names[d]);
    }
}

bool *cgen_find_taken(arena *a, const ir_function *f, size_t inputs, const unsigned *uses)
{
    bool *taken = arena_array(a, inputs + 1, sizeof *taken);
    for (size_t i = 0; i < f->body->count; ++i) {
        const ir_value *v = f->body->items[i];
        if (v->op == IR_INPUT) taken[v->index] = uses[v->number] != 0;
    }
    return taken;
}

/* ---- kernels ---- */

void cgen_parameters(writer *w, const symbol *kernel, bool restricts)
{
    arena *a = w->program->arena;
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        const symbol *p = kernel->parameters[i];
        const char *name = spell_parameter(a, w->program->text->prefix, p);
        const bool alone =
            restricts && p->type->kind == TYPE_POINTER && (type_qualifiers(p->type) & QUALIFIER_RESTRICT);
        if (alone) name = arena_printf(a, "restrict %s", name);
        buffer_addf(w->out, "%s, ", write_declaration(w, type_qualify(a, p->type, 0), name));
    }
}
