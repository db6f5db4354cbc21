/* Expressions for lanes, see lane_state.h. What all lanes share stays scalar and is written by writer_expression.c;
 * the rest is written here.
 * Knows values, masks and places; must not know loops. */
#include "workgroup/lane_state.h"

#include "clc/builtin.h"
#include "workgroup/provide.h"
#include "workgroup/room.h"
#include "clc/specialise.h"
#include "workgroup/uniformity.h"
#include "workgroup/widen.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

const char *lane_refuse(lane_writer *l, const expression *e, const char *reason)
{
    write_refuse(l->w, e->token, reason);
    return "0";
}

void lane_statement(lane_writer *l, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    write_indent(l->w);
    buffer_addv(l->w->out, format, list);
    va_end(list);
    buffer_addc(l->w->out, '\n');
}

const char *lane_mask(const lane_writer *l) { return l->scope->mask; }

const char *lane_new(lane_writer *l, const char *stem) { return arena_printf(l->a, "%s_%u", stem, ++l->w->temporaries); }

void lane_enter(lane_writer *l, lane_scope *s, const char *mask)
{
    *s = (lane_scope){.outer = l->scope, .mask = mask};
    l->scope = s;
}

void lane_leave(lane_writer *l, lane_scope *s) { l->scope = s->outer; }

/* ---- what varies ---- */

bool lane_varies(const lane_writer *l, const expression *e) { return uniformity_varies(l->w->tree, e); }

const char *lane_uniform(lane_writer *l, const expression *e)
{
    if (e->type->kind == TYPE_HALF) return lane_refuse(l, e, "half in lanes");
    buffer text = {0}, *out = l->w->out;
    l->w->out = &text;
    write_expression(l->w, e);
    l->w->out = out;
    const char *result = arena_strndup(l->a, text.text ? text.text : "", text.length);
    buffer_free(&text);
    return result;
}

static const char *splat(lane_writer *l, const type *t, const char *value)
{
    if (lane_is_raw_pointer(t)) return arena_printf(l->a, "CLBN(splat_m)((uintptr_t)(%s))", value);
    return arena_printf(l->a, "CLBN(splat_%s)(%s)", lane_code(l, t), value);
}

const char *lane_bits(lane_writer *l, const char *to, const char *from, const char *value)
{
    return strcmp(to, from) == 0 ? value : arena_printf(l->a, "CLBN_BITS(%s, %s, %s)", to, from, value);
}

const char *lane_bytes(lane_writer *l, const char *base, const char *op, const char *count, size_t size)
{
    return arena_printf(l->a, "CLBN_%s(m, %s, CLBN_MULTIPLY(m, %s, CLBN(splat_m)(%zu)))", op, base, lane_bits(l, "m", "l", count), size);
}

const char *lane_convert(lane_writer *l, const type *to, const type *from, const char *value)
{
    const char *t = lane_code(l, to), *f = lane_code(l, from);
    if (from->kind == TYPE_BOOL) from = type_basic(TYPE_INT); /* as which lanes have it */
    else if (to->kind == TYPE_BOOL)
        return arena_printf(l->a, "CLBN(pick_i)(CLBN(ne_%s)(%s, CLBN(splat_%s)(0)), CLBN(splat_i)(1), CLBN(splat_i)(0))", f, value, f);
    if (strcmp(t, f) == 0) return value;
    if (type_size(to) == type_size(from) && !type_is_floating(to) && !type_is_floating(from)) return lane_bits(l, t, f, value);
    if (type_size(to) >= 4 && type_size(from) >= 4) return arena_printf(l->a, "CLBN(cast_%s_%s)(%s)", t, f, value);
    return arena_printf(l->a, "CLBN_CONVERT(%s, %s, %s)", t, f, value);
}

/* ---- operators ---- */

/* `way`: LEFT or RIGHT; by a plain number where it is known, for which compilers have instructions of their own. */
static const char *shift(lane_writer *l, const char *way, const type *t, const char *value, const expression *by, const char *amount)
{
    const size_t most = type_size(t) * 8 - 1;
    const char *code = lane_code(l, t);
    if (by->has_value) return arena_printf(l->a, "CLBN_%s(%s, %s, %zu)", way, code, value, (size_t)(by->value.integer & most));
    const type *u = type_basic(type_to_unsigned(type_element_kind(t)));
    const char *from = lane_code(l, u);
    amount = arena_printf(l->a, "CLBN_AND(%s, %s, CLBN(splat_%s)(%zu))", from, lane_convert(l, u, by->type, amount), from, most);
    return arena_printf(l->a, "CLBN_%s_BY(%s, %s, %s)", way, code, value, lane_bits(l, code, from, amount));
}

/* b is the text of `right`. */
static const char *operate(lane_writer *l, ast_operator op, const type *t, const char *a, const char *b, const expression *right)
{
    static const char *const names[OPERATOR_COUNT] = {
        [OPERATOR_ADD] = "ADD", [OPERATOR_SUBTRACT] = "SUBTRACT", [OPERATOR_MULTIPLY] = "MULTIPLY", [OPERATOR_DIVIDE] = "DIVIDE",
        [OPERATOR_AND] = "AND", [OPERATOR_OR] = "OR",             [OPERATOR_XOR] = "XOR",
    };
    const char *code = lane_code(l, t);
    if ((op == OPERATOR_DIVIDE || op == OPERATOR_REMAINDER) && type_is_integer(t))
        return arena_printf(l->a, "CLBN(%s_%s)(%s, %s)", op == OPERATOR_DIVIDE ? "divide" : "remainder", code, a, b);
    if (op == OPERATOR_SHIFT_LEFT || op == OPERATOR_SHIFT_RIGHT) {
        if (op == OPERATOR_SHIFT_RIGHT) return shift(l, "RIGHT", t, a, right, b);
        const type *u = type_basic(type_to_unsigned(type_element_kind(t)));
        const char *from = lane_code(l, u);
        return lane_bits(l, code, from, shift(l, "LEFT", u, lane_bits(l, from, code, a), right, b));
    }
    if (!names[op]) {
        write_refuse(l->w, NULL, "an operator without lanes");
        return "0";
    }
    return arena_printf(l->a, "CLBN_%s(%s, %s, %s)", names[op], code, a, b);
}

static const char *pointer_sum(lane_writer *l, const expression *e)
{
    const char *base = lane_first(l, e->left, e->right);
    if (e->right->type->kind == TYPE_POINTER)
        return arena_printf(l->a, "CLBN(divide_l)(CLBN_BITS(l, m, CLBN_SUBTRACT(m, %s, %s)), CLBN(splat_l)(%zu))", base,
                            lane_value(l, e->right), type_size(e->left->type->base));
    return lane_bytes(l, base, e->op == OPERATOR_ADD ? "ADD" : "SUBTRACT", lane_long(l, e->right), type_size(e->type->base));
}

/* ---- changes ---- */

static const char *compound(lane_writer *l, const expression *e, const char *old)
{
    const type *t = e->left->type;
    if (lane_is_raw_pointer(t))
        return lane_bytes(l, old, e->op == OPERATOR_ADD ? "ADD" : "SUBTRACT", lane_long(l, e->right), type_size(t->base));
    const char *left = lane_convert(l, e->computation, t, old);
    return lane_convert(l, t, e->computation, operate(l, e->op, e->computation, left, lane_value(l, e->right), e->right));
}

static bool note_effect(void *context, expression *e)
{
    bool *any = context;
    *any |= e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP || e->kind == EXPRESSION_CALL;
    return !*any;
}

/* A place that is read and then written is looked for twice, so looking must change nothing. */
static void refuse_effects(lane_writer *l, const expression *left)
{
    bool any = false;
    tree_visit((expression *)left, note_effect, &any);
    if (any) lane_refuse(l, left, "a place that is found with side effects, read and written, in lanes");
}

/* A value that others look at is kept before it is stored: its text may read the place. */
static const char *keep(lane_writer *l, const type *t, const char *value)
{
    const char *kept = lane_new(l, "t");
    lane_statement(l, "const %s = %s;", lane_declaration(l, type_unqualified(l->a, t), kept), value);
    return kept;
}

static bool note_call(void *context, expression *e)
{
    bool *any = context;
    if (e->kind == EXPRESSION_CALL || e->kind == EXPRESSION_BUILTIN)
        for (size_t i = 0; i < e->operand_count; ++i) *any |= e->operands[i]->type->kind == TYPE_POINTER;
    return !*any;
}

bool lane_changes(const expression *e)
{
    bool any = false;
    tree_visit((expression *)e, note_call, &any);
    return any;
}

const char *lane_first(lane_writer *l, const expression *e, const expression *next)
{
    const char *value = lane_value(l, e);
    if (lane_is_private_pointer(e->type) || (!lane_changes(e) && !lane_changes(next))) return value;
    return keep(l, e->type, value);
}

static const char *assign(lane_writer *l, const expression *e, bool wanted)
{
    if (e->op != OPERATOR_NONE) refuse_effects(l, e->left);
    const char *value = e->op == OPERATOR_NONE ? lane_value(l, e->right) : compound(l, e, lane_read_place(l, e->left));
    if (wanted) value = keep(l, e->type, value);
    lane_change(l, e->left, value);
    return value;
}

static const char *step(lane_writer *l, const expression *e, bool wanted)
{
    const type *t = e->left->type;
    const bool up = e->op == OPERATOR_PRE_INCREMENT || e->op == OPERATOR_POST_INCREMENT;
    const bool before = e->op == OPERATOR_PRE_INCREMENT || e->op == OPERATOR_PRE_DECREMENT;
    refuse_effects(l, e->left);
    const char *old = lane_read_place(l, e->left), *kept = wanted ? keep(l, t, old) : old;
    const size_t by = lane_is_raw_pointer(t) ? type_size(t->base) : 1;
    const char *code = lane_code(l, t);
    const char *value = arena_printf(l->a, "CLBN_%s(%s, %s, CLBN(splat_%s)(%zu))", up ? "ADD" : "SUBTRACT", code, kept, code, by);
    lane_change(l, e->left, value);
    return before ? value : kept;
}

/* ---- calls ---- */

static const char *operand(lane_writer *l, const expression *call, size_t i)
{
    for (size_t k = i + 1; k < call->operand_count; ++k)
        if (lane_changes(call->operands[i]) || lane_changes(call->operands[k])) return lane_first(l, call->operands[i], call->operands[k]);
    return lane_value(l, call->operands[i]);
}

static const char *call(lane_writer *l, const expression *e)
{
    buffer text = {0};
    char *signature = arena_printf(l->a, "%*s", (int)e->operand_count, "");
    for (size_t i = 0; i < e->operand_count; ++i) {
        const expression *o = e->operands[i];
        const bool number = type_is_scalar(o->type) && o->type->kind != TYPE_POINTER;
        const bool uniform = (number || lane_is_raw_pointer(o->type)) && !lane_varies(l, o);
        signature[i] = uniform ? 'u' : lane_is_private_pointer(o->type) && lane_is_whole(l, o) ? 'w' : 'v';
    }
    called *c = lane_called(l->w->program, e->symbol, signature);
    room_count_call(l->w, c);
    if (c->state != CALLED_READY) {
        write_refuse(l->w, c->where ? c->where : e->token, c->reason ? c->reason : "recursion");
        return "0";
    }
    for (size_t i = 0; i < e->operand_count; ++i)
        buffer_addf(&text, ", %s", signature[i] == 'u' ? lane_uniform(l, e->operands[i]) : operand(l, e, i));
    if (c->looks_at_item) {
        if (l->w->listed) lane_refuse(l, e, "a function that asks for its work-item, for listed ones");
        l->w->looks_at_item = true;
        buffer_adds(&text, ", w, lx, ly, lz");
    }
    if (c->room)
        buffer_addf(&text, ", %s - %zu", l->w->is_kernel ? "scratch" : "room", l->w->tree->room_bytes);
    const char *result = arena_printf(l->a, "CLBN(%s)(%s%s)", c->name, lane_mask(l), text.text ? text.text : "");
    buffer_free(&text);
    return result;
}

static bool is_given(const char *name)
{
    static const char *const given[] = {"fabs__d", "fabs__f", "copysign__d_d", "mad__d_d_d", "mad__f_f_f", "fmax__d_d", "fmax__f_f",
                                        "fmin__d_d", "fmin__f_f", "fma__d_d_d", "fma__f_f_f", "sqrt__d", "rint__d", "floor__d",
                                        "ceil__d", "trunc__d", "as_d__l", "as_d__m", "as_l__d", "as_m__d", "as_f__i", "as_f__u",
                                        "as_i__f", "as_u__f", "as_l__m", "as_m__l", "as_i__u", "as_u__i"};
    for (size_t i = 0; i < sizeof given / sizeof *given; ++i)
        if (strcmp(given[i], name) == 0) return true;
    return false;
}

/* The macro's instance that makes the function of a few operations (clbundle_native_wide.h), or NULL: there is none. */
static const char *operations(lane_writer *l, const char *name, const char *const *codes, size_t count)
{
    static const struct {
        const char *name, *types; /* codes; 'F', 'D', 'I', 'U': by a macro of that type's own */
    } known[] = {{"min", "iulmfd"}, {"max", "iulmfd"}, {"clamp", "iulm"}, {"abs_diff", "iulm"}, {"abs", "iulm"}, {"rotate", "iulm"},
                 {"hadd", "iulm"}, {"rhadd", "iulm"}, {"bitselect", "iulmfd"}, {"select", "iulmfd"}, {"mul24", "iu"}, {"mad24", "iu"},
                 {"mul_hi", "IU"}, {"mix", "fd"}, {"rsqrt", "FD"}, {"sqrt", "F"}, {"rint", "F"}, {"floor", "F"}, {"ceil", "F"},
                 {"trunc", "F"}};
    const char code = codes[0][0], own = (char)toupper((unsigned char)code);
    if (codes[0][1] || !strchr("iulmfd", code)) return NULL;
    const char *same = strchr("iuf", code) ? "u, i" : "m, l";
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (strcmp(known[i].name, name) != 0) continue;
        if (strchr(known[i].types, own)) return arena_printf(l->a, "%s_%c(%c, %s)", name, code, code, same);
        if (!strchr(known[i].types, code)) break;
        if (strcmp(name, "select") == 0) return arena_printf(l->a, "select(%c, %s, %s)", code, same + 3, codes[count - 1]);
        return arena_printf(l->a, "%s(%c, %s)", name, code, same);
    }
    if (strcmp(name, "clamp") == 0) return arena_printf(l->a, "clamp_real(%c, %s)", code, same);
    return NULL;
}

/* Has the function written for lanes. */
static void provide(lane_writer *l, const char *name, const char *codes)
{
    native_text *text = l->w->program->text;
    if (is_given(name) || l->w->tree->reason) return;
    provide_part(text, "LANES");
    const char *content = arena_printf(l->a, "CLBN_WIDE_%s\n", codes);
    bool known = false;
    write_once(text, arena_printf(l->a, "wide_%s", name), content, &known);
    if (!known) buffer_adds(&text->functions, content);
}

static bool has_lanes(const expression *e)
{
    switch (e->builtin->entry->class_) {
    case BUILTIN_MATH:
    case BUILTIN_NATIVE:
    case BUILTIN_INTEGER:
    case BUILTIN_COMMON:
    case BUILTIN_GEOMETRIC:
    case BUILTIN_RELATIONAL:
    case BUILTIN_CONVERT:
    case BUILTIN_AS: return true;
    default: return false;
    }
}

/* The place of listed work-items in the first dimension. */
static const char *listed_id(lane_writer *l, const expression *e)
{
    const char *name = e->builtin->name;
    if (strcmp(name, "get_local_id") == 0) return "CLBN_BITS(m, l, at)";
    if (strcmp(name, "get_global_id") == 0) return "CLBN_ADD(m, CLBN_BITS(m, l, at), CLBN(splat_m)(bx))";
    return lane_refuse(l, e, "a work-item function for listed work-items");
}

static const char *built_in(lane_writer *l, const expression *e)
{
    const builtin_call *b = e->builtin;
    lane_line line;
    if (b->entry->class_ == BUILTIN_WORK_ITEM) {
        if (!lane_find_line(l, e, &line))
            return l->w->listed ? listed_id(l, e) : lane_refuse(l, e, "a work-item function of a dimension that varies");
        return arena_printf(l->a, "CLBN(ramp_%s)(%s, %s)", lane_code(l, e->type), line.base, line.step);
    }
    if (!has_lanes(e) || !type_is_scalar(e->type) || e->operand_count < 1 || e->operand_count > 3)
        return lane_refuse(l, e, "a built-in function without lanes");
    if (lane_is_truth(l, e) && type_is_floating(e->operands[0]->type)) return lane_truth_value(l, e->type, lane_truth(l, e));
    const char *name = b->name, *result = lane_code(l, e->type);
    if (b->entry->class_ == BUILTIN_CONVERT)
        name = arena_printf(l->a, "convert_%s%s%s%s", result, b->saturate ? "_sat" : "", b->rounding ? "_" : "",
                            b->rounding ? b->rounding : "");
    else if (b->entry->class_ == BUILTIN_AS)
        name = arena_printf(l->a, "as_%s", result);
    const char *full = arena_printf(l->a, "%s_", name), *codes = result, *arguments = "", *scalar[3] = {0};
    bool pointer = false;
    const type *from = b->parameter_count ? b->parameters[0] : e->operands[0]->type;
    const bool plain = !b->saturate && !b->rounding && (type_is_integer(from) || type_is_floating(e->type));
    if (b->entry->class_ == BUILTIN_CONVERT && plain && from->kind != TYPE_HALF && e->type->kind != TYPE_HALF)
        return lane_convert(l, e->type, from, lane_value(l, e->operands[0]));
    for (size_t i = 0; i < e->operand_count; ++i) {
        const expression *o = e->operands[i];
        const type *t = i < b->parameter_count ? b->parameters[i] : o->type;
        if (lane_is_private_pointer(t) && i == 1 && e->operand_count == 2) {
            pointer = true;
            const char *code = lane_code(l, t->base);
            scalar[i] = arena_printf(l->a, "p%s", code);
            full = arena_printf(l->a, "%s_p%s", full, code);
            codes = arena_printf(l->a, "%s, %s", codes, code);
            arguments = arena_printf(l->a, "%s, %s", arguments, lane_private_pointer(l, o));
            continue;
        }
        if (!type_is_scalar(t) || t->kind == TYPE_POINTER) return lane_refuse(l, e, "a built-in function without lanes");
        scalar[i] = lane_code(l, t);
        full = arena_printf(l->a, "%s_%s", full, scalar[i]);
        codes = arena_printf(l->a, "%s, %s", codes, lane_code(l, t));
        arguments = arena_printf(l->a, "%s%s%s", arguments, i ? ", " : "", lane_value(l, o));
    }
    const char *few = operations(l, name, scalar, e->operand_count);
    if (few) {
        provide(l, full, few);
        return arena_printf(l->a, "CLBN(wide_%s)(%s)", full, arguments);
    }
    if (!is_given(full) && !l->w->tree->reason)
        provide_builtin(l->a, l->w->program->text, &(provided_call){b->entry->class_, name, result, scalar, e->operand_count});
    provide(l, full, arena_printf(l->a, "%s(%s, %s)", pointer ? "1P" : e->operand_count == 1 ? "1" : e->operand_count == 2 ? "2" : "3",
                                  full, codes));
    return arena_printf(l->a, "CLBN(wide_%s)(%s%s%s)", full, pointer ? lane_mask(l) : "", pointer ? ", " : "", arguments);
}

/* ---- all of them ---- */

const char *lane_initial(lane_writer *l, const type *t, const expression *e)
{
    if (e->kind != EXPRESSION_INITIALISER) return e->kind == EXPRESSION_STRING ? lane_refuse(l, e, "a string in lanes") : lane_value(l, e);
    if (!type_is_aggregate(t) && t->kind != TYPE_ARRAY) return lane_refuse(l, e, "an initialiser without lanes");
    buffer b = {0};
    bool any = false;
    buffer_addc(&b, '{');
    for (size_t i = 0; i < e->element_count; ++i) {
        const element *x = &e->elements[i];
        bool last = true;
        for (size_t k = i + 1; k < e->element_count && k < i + 64 && last; ++k)
            last = e->elements[k].index != x->index || e->elements[k].field != x->field;
        if (!last) continue;
        buffer_adds(&b, any ? ", " : "");
        any = true;
        if (t->kind == TYPE_ARRAY) buffer_addf(&b, "[%zu] = ", x->index);
        else buffer_addf(&b, ".%s = ", write_name(l->a, "m_", x->field->name));
        buffer_adds(&b, lane_initial(l, t->kind == TYPE_ARRAY ? t->base : x->field->type, x->value));
    }
    buffer_adds(&b, any ? "}" : "0}");
    const char *result = arena_strndup(l->a, b.text, b.length);
    buffer_free(&b);
    return result;
}

static bool is_cast_from_32_bits(const expression *e)
{
    return e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NUMBER && type_is_integer(e->left->type) &&
           !type_is_vector(e->left->type) && type_size(e->left->type) == 4;
}

/* (int)(char)x and its like in place: gcc 12 takes both ways through memory, and now and then fails at it. NULL: e is
 * something else. */
static const char *cut(lane_writer *l, const expression *e)
{
    const expression *small = e->left;
    if (!is_cast_from_32_bits(small) || !type_is_integer(e->type) || type_is_vector(e->type) || type_size(e->type) != 4 ||
        !type_is_integer(small->type) || small->type->kind == TYPE_BOOL || type_size(small->type) > 2)
        return NULL;
    const size_t bits = 8 * type_size(small->type);
    const char *code = lane_code(l, e->type), *from = lane_code(l, small->left->type), *value = lane_value(l, small->left);
    if (!type_is_signed(small->type))
        return arena_printf(l->a, "CLBN_AND(%s, %s, CLBN(splat_%s)(%d))", code, lane_bits(l, code, from, value), code, (1 << bits) - 1);
    value = arena_printf(l->a, "CLBN_LEFT(u, %s, %zu)", lane_bits(l, "u", from, value), 32 - bits);
    return lane_bits(l, code, "i", arena_printf(l->a, "CLBN_RIGHT(i, CLBN_BITS(i, u, %s), %zu)", value, 32 - bits));
}

static const char *cast(lane_writer *l, const expression *e)
{
    const char *in_place = e->conversion == CONVERSION_NUMBER ? cut(l, e) : NULL;
    if (in_place) return in_place;
    switch (e->conversion) {
    case CONVERSION_NUMBER:
    case CONVERSION_BOOLEAN:
        if (lane_is_truth(l, e->left)) return lane_truth_value(l, e->type, lane_truth(l, e->left));
        if (e->conversion == CONVERSION_BOOLEAN) return lane_truth_value(l, e->type, lane_truth(l, e->left));
        return lane_convert(l, e->type, e->left->type, lane_value(l, e->left));
    case CONVERSION_NONE:
    case CONVERSION_POINTER: return lane_value(l, e->left);
    case CONVERSION_INTEGER_POINTER:
        if (lane_is_raw_pointer(e->type)) return lane_convert(l, type_basic(TYPE_ULONG), e->left->type, lane_value(l, e->left));
        return lane_is_raw_pointer(e->left->type) ? lane_convert(l, e->type, type_basic(TYPE_ULONG), lane_value(l, e->left))
                                                  : lane_refuse(l, e, "a number made of a pointer to private memory");
    case CONVERSION_DECAY: return lane_address(l, e);
    default: return lane_refuse(l, e, "a conversion without lanes");
    }
}

static const char *unary(lane_writer *l, const expression *e)
{
    switch (e->op) {
    case OPERATOR_PLUS: return lane_value(l, e->left);
    case OPERATOR_NEGATE: return arena_printf(l->a, "CLBN_NEGATE(%s, %s)", lane_code(l, e->type), lane_value(l, e->left));
    case OPERATOR_COMPLEMENT: return arena_printf(l->a, "CLBN_COMPLEMENT(%s, %s)", lane_code(l, e->type), lane_value(l, e->left));
    case OPERATOR_NOT: return lane_truth_value(l, e->type, lane_truth(l, e));
    case OPERATOR_ADDRESS: return lane_address(l, e);
    default: return lane_read_place(l, e);
    }
}

/* A 64-bit number whose low half is the value of `e`. */
static const char *with_low_half(lane_writer *l, const expression *e)
{
    const expression *whole = e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NUMBER ? e->left : NULL;
    if (whole && type_is_integer(whole->type) && !type_is_vector(whole->type) && type_size(whole->type) == 8)
        return lane_convert(l, type_basic(TYPE_ULONG), whole->type, lane_value(l, whole));
    return lane_convert(l, type_basic(TYPE_ULONG), e->type, lane_value(l, e));
}

static const char *half_product(lane_writer *l, const expression *e)
{
    const expression *sides[2] = {widen_factor(e->left), widen_factor(e->right)};
    const char *text[2];
    if (e->op != OPERATOR_MULTIPLY || e->type->kind != TYPE_ULONG) return NULL;
    for (size_t i = 0; i < 2; ++i) {
        const expression *side = i ? e->right : e->left;
        if (sides[i]) text[i] = with_low_half(l, sides[i]);
        else if (side->has_value && side->value.integer <= UINT32_MAX)
            text[i] = arena_printf(l->a, "CLBN(splat_m)(%" PRIu64 "u)", side->value.integer);
        else return NULL;
    }
    return arena_printf(l->a, "CLBN(product_low)(%s, %s)", text[0], text[1]);
}

static const char *binary(lane_writer *l, const expression *e)
{
    if (e->op == OPERATOR_COMMA) {
        lane_effect(l, e->left);
        return lane_value(l, e->right);
    }
    if (lane_is_truth(l, e)) return lane_truth_value(l, e->type, lane_truth(l, e));
    if (lane_is_raw_pointer(e->left->type)) return pointer_sum(l, e);
    const char *product = half_product(l, e);
    if (product) return product;
    const char *a = lane_first(l, e->left, e->right);
    const bool divides = (e->op == OPERATOR_DIVIDE || e->op == OPERATOR_REMAINDER) && type_is_integer(e->type);
    /* By a constant, compilers divide without dividing. */
    if (divides && e->right->has_value && (int64_t)e->right->value.integer > 0 && e->right->value.integer < INT32_MAX)
        return arena_printf(l->a, "CLBN_%s(%s, %s, %" PRIu64 ")", e->op == OPERATOR_DIVIDE ? "QUOTIENT" : "REST", lane_code(l, e->type),
                            a, e->right->value.integer);
    return operate(l, e->op, e->type, a, lane_value(l, e->right), e->right);
}

const char *lane_value(lane_writer *l, const expression *e)
{
    if (l->w->tree->reason) return "0";
    if (lane_is_private_pointer(e->type)) return lane_private_pointer(l, e);
    if (type_is_vector(e->type)) return lane_refuse(l, e, "vectors in lanes");
    if (!type_is_aggregate(e->type) && !lane_varies(l, e)) return splat(l, e->type, lane_uniform(l, e));
    switch (e->kind) {
    case EXPRESSION_SYMBOL: return lane_read_variable(l, e);
    case EXPRESSION_UNARY: return unary(l, e);
    case EXPRESSION_STEP: return step(l, e, true);
    case EXPRESSION_BINARY: return binary(l, e);
    case EXPRESSION_ASSIGN: return assign(l, e, true);
    case EXPRESSION_CONDITIONAL: return lane_choose(l, e);
    case EXPRESSION_CAST: {
        lane_line line;
        /* A counter and how far it went, in one. */
        if (e->type->kind == TYPE_INT && type_is_integer(e->left->type) && type_size(e->left->type) == 8 && lane_find_line(l, e, &line))
            return arena_printf(l->a, "CLBN(ramp_i)(%s, (int32_t)%s)", line.base, line.step);
        return cast(l, e);
    }
    case EXPRESSION_CALL: return call(l, e);
    case EXPRESSION_BUILTIN: return built_in(l, e);
    case EXPRESSION_MEMBER:
    case EXPRESSION_INDEX: return lane_read_place(l, e);
    case EXPRESSION_COMPOUND: return arena_printf(l->a, "((%s)%s)", lane_type(l, e->type), lane_initial(l, e->type, e->left));
    default: return lane_refuse(l, e, "an expression without lanes");
    }
}

static bool note_change(void *context, expression *e)
{
    bool *any = context;
    *any |= e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP || e->kind == EXPRESSION_CALL || e->kind == EXPRESSION_BUILTIN;
    return !*any;
}

void lane_effect(lane_writer *l, const expression *e)
{
    if (l->w->tree->reason) return;
    while (e->kind == EXPRESSION_CAST && (e->conversion == CONVERSION_VOID || e->conversion == CONVERSION_NONE)) e = e->left;
    const variable *v = uniformity_target(l->w->tree, e);
    bool any = false;
    tree_visit((expression *)e, note_change, &any);
    if (!any) return;
    if (v && !v->varies && v->stored == STORED_HERE) {
        buffer text = {0}, *out = l->w->out;
        l->w->out = &text;
        write_effect(l->w, e);
        l->w->out = out;
        lane_statement(l, "%s;", text.text ? text.text : "");
        buffer_free(&text);
        return;
    }
    switch (e->kind) {
    case EXPRESSION_ASSIGN: assign(l, e, false); break;
    case EXPRESSION_STEP: step(l, e, false); break;
    case EXPRESSION_CONDITIONAL:
        if (e->type->kind == TYPE_VOID) lane_choose(l, e);
        else lane_statement(l, "(void)(%s);", lane_value(l, e));
        break;
    case EXPRESSION_BINARY:
        if (e->op == OPERATOR_COMMA) {
            lane_effect(l, e->left);
            lane_effect(l, e->right);
            break;
        }
        if (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR) {
            lane_statement(l, "(void)(%s);", lane_truth(l, e));
            break;
        }
        lane_effect(l, e->left);
        lane_effect(l, e->right);
        break;
    default: lane_statement(l, "(void)(%s);", e->type->kind == TYPE_VOID && e->kind == EXPRESSION_CALL ? call(l, e) : lane_value(l, e)); break;
    }
}
