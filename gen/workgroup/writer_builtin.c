/* Calls of built-in functions in C: work-item functions from the loops' ids, everything else by its name in
 * clbundle_native.h. See writer.h. */
#include "workgroup/provide.h"

#include "clc/builtin.h"

#include <string.h>

static void add(writer *w, const char *text) { buffer_adds(w->out, text); }

/* A work-item function for one dimension. */
static const char *id_text(writer *w, const char *name, unsigned d)
{
    static const char *const locals[] = {"lx", "ly", "lz"}, *const sizes[] = {"sx", "sy", "sz"};
    static const char *const bases[] = {"bx", "by", "bz"};
    arena *a = w->program->arena;
    const bool id = strcmp(name, "get_global_id") == 0, local = strcmp(name, "get_local_id") == 0;
    if (d > 2) return strstr(name, "size") || strstr(name, "num") ? "1" : "0";
    if (id || local) w->looks_at_item = true;
    if (local) return locals[d];
    if (id) return w->is_kernel ? arena_printf(a, "(%s + %s)", bases[d], locals[d])
                                : arena_printf(a, "(w->base[%u] + %s)", d, locals[d]);
    w->looks_at_item = true;
    if (strcmp(name, "get_local_size") == 0 || strcmp(name, "get_enqueued_local_size") == 0)
        return w->is_kernel ? sizes[d] : arena_printf(a, "w->range->local[%u]", d);
    if (strcmp(name, "get_global_size") == 0) return arena_printf(a, "w->range->global[%u]", d);
    if (strcmp(name, "get_num_groups") == 0) return arena_printf(a, "w->range->groups[%u]", d);
    if (strcmp(name, "get_group_id") == 0) return arena_printf(a, "w->group[%u]", d);
    return arena_printf(a, "w->range->offset[%u]", d);
}

static void write_id(writer *w, const expression *e)
{
    const char *name = e->builtin->name;
    if (e->operand_count == 0) {
        w->looks_at_item = true;
        if (strcmp(name, "get_work_dim") == 0)
            add(w, "w->range->dimensions");
        else if (strcmp(name, "get_local_linear_id") == 0)
            add(w, "((uint64_t)((lz * w->range->local[1] + ly) * w->range->local[0] + lx))");
        else
            add(w, "((uint64_t)(((w->base[2] - w->range->offset[2] + lz) * w->range->global[1] + w->base[1] - w->range->offset[1] "
                   "+ ly) * w->range->global[0] + w->base[0] - w->range->offset[0] + lx))");
        return;
    }
    const expression *dimension = e->operands[0];
    while (dimension->kind == EXPRESSION_CAST && !dimension->has_value) dimension = dimension->left;
    if (dimension->has_value) {
        const uint64_t d = dimension->value.integer;
        buffer_addf(w->out, "((uint64_t)%s)", id_text(w, name, d > 2 ? 3 : (unsigned)d));
        return;
    }
    const unsigned n = ++w->temporaries;
    buffer_addf(w->out, "({ const uint32_t t_%u = ", n);
    write_expression(w, e->operands[0]);
    add(w, ";");
    for (unsigned d = 0; d < 3; ++d) buffer_addf(w->out, " t_%u == %u ? (uint64_t)%s :", n, d, id_text(w, name, d));
    buffer_addf(w->out, " UINT64_C(%s); })", id_text(w, name, 3));
}

/* A work-item function for one known dimension: its name and the dimension; or NULL. */
static const char *known_id(const expression *e, unsigned *d)
{
    if (e->kind != EXPRESSION_BUILTIN || e->builtin->entry->class_ != BUILTIN_WORK_ITEM || e->operand_count != 1) return NULL;
    const expression *dimension = e->operands[0];
    while (dimension->kind == EXPRESSION_CAST && !dimension->has_value) dimension = dimension->left;
    if (!dimension->has_value || dimension->value.integer > 2) return NULL;
    *d = (unsigned)dimension->value.integer;
    return e->builtin->name;
}

enum { SMALL_OFFSET = 1 << 20, SMALL_SIZE = 1024 };

static bool is_small(const expression *e, uint64_t limit)
{
    return e->has_value && type_is_integer(e->type) && (uint64_t)e->value.integer <= limit;
}

/* Sums of what counts work-items, and small numbers. */
static bool is_id_sum(const expression *e)
{
    unsigned d;
    const char *name = known_id(e, &d);
    if (name)
        return strcmp(name, "get_global_id") == 0 || strcmp(name, "get_local_id") == 0 || strcmp(name, "get_group_id") == 0 ||
               strcmp(name, "get_local_size") == 0;
    if (is_small(e, SMALL_OFFSET)) return true;
    if (e->kind != EXPRESSION_BINARY) return false;
    if (e->op == OPERATOR_ADD || e->op == OPERATOR_SUBTRACT) return is_id_sum(e->left) && is_id_sum(e->right);
    if (e->op != OPERATOR_MULTIPLY) return false;
    const expression *group = known_id(e->left, &d) ? e->left : e->right, *size = group == e->left ? e->right : e->left;
    name = known_id(group, &d);
    if (name && strcmp(name, "get_local_size") == 0) {
        const expression *other = size;
        size = group;
        group = other;
        name = known_id(group, &d);
    }
    if (!name || strcmp(name, "get_group_id") != 0) return false;
    name = known_id(size, &d);
    return name ? strcmp(name, "get_local_size") == 0 : is_small(size, SMALL_SIZE);
}

static void write_id_sum(writer *w, const expression *e)
{
    unsigned d = 0;
    const char *name = known_id(e, &d);
    if (name && strcmp(name, "get_global_id") == 0) {
        w->looks_at_item = true;
        buffer_addf(w->out, "((int32_t)b%c + (int32_t)l%c)", "xyz"[d], "xyz"[d]);
    } else if (name) {
        buffer_addf(w->out, "((int32_t)%s)", id_text(w, name, d));
    } else if (e->has_value) {
        buffer_addf(w->out, "%d", (int)e->value.integer);
    } else {
        add(w, "(");
        write_id_sum(w, e->left);
        add(w, e->op == OPERATOR_ADD ? " + " : e->op == OPERATOR_SUBTRACT ? " - " : " * ");
        write_id_sum(w, e->right);
        add(w, ")");
    }
}

/* The sum is one of ints, which does not wrap: of a size_t that is made an int, gcc cannot tell that neighbours stay
 * neighbours, and gathers what lies side by side. */
bool write_int_id(writer *w, const expression *e)
{
    if (!w->is_kernel || e->has_value || !is_id_sum(e)) return false;
    write_id_sum(w, e);
    return true;
}

static void write_printf(writer *w, const expression *e)
{
    const unsigned first = w->temporaries;
    provide_part(w->program->text, "PRINTF");
    w->temporaries += (unsigned)e->operand_count;
    w->looks_at_item = true;
    /* Vectors are handed over by address. */
    add(w, "({ ");
    for (size_t i = 1; i < e->operand_count; ++i) {
        const type *t = type_unqualified(w->program->arena, e->operands[i]->type);
        if (!type_is_vector(t)) continue;
        buffer_addf(w->out, "const %s t_%u = ", write_type(w, t), first + (unsigned)i);
        write_expression(w, e->operands[i]);
        add(w, "; ");
    }
    add(w, "CLBN(printf)(w->range, (const char *)");
    for (size_t i = 0; i < e->operand_count; ++i) {
        if (i) add(w, ", ");
        if (i && type_is_vector(e->operands[i]->type)) buffer_addf(w->out, "(const void *)&t_%u", first + (unsigned)i);
        else write_expression(w, e->operands[i]);
    }
    add(w, "); })");
}

/* A copy by the whole group: its first work-item does it. */
static void write_copy(writer *w, const expression *e)
{
    const bool strided = strstr(e->builtin->name, "strided") != NULL;
    const bool to_local = type_space(e->operands[0]->type->base) == SPACE_LOCAL;
    const unsigned n = w->temporaries + 1;
    w->temporaries += 4;
    w->looks_at_item = true;
    /* The pointers' own types: vectors behind them are aligned as their elements are. */
    buffer_addf(w->out, "({ %s const t_%u = ", write_type(w, type_unqualified(w->program->arena, e->operands[0]->type)), n);
    write_expression(w, e->operands[0]);
    buffer_addf(w->out, "; %s const t_%u = ", write_type(w, type_unqualified(w->program->arena, e->operands[1]->type)), n + 1);
    write_expression(w, e->operands[1]);
    buffer_addf(w->out, "; const size_t t_%u = ", n + 2);
    write_expression(w, e->operands[2]);
    buffer_addf(w->out, ", t_%u = ", n + 3);
    if (strided) write_expression(w, e->operands[3]);
    else add(w, "1");
    buffer_addf(w->out, "; if (!(lx | ly | lz)) for (size_t i = 0; i < t_%u; ++i) ", n + 2);
    if (to_local) buffer_addf(w->out, "t_%u[i] = t_%u[i * t_%u];", n, n + 1, n + 3);
    else buffer_addf(w->out, "t_%u[i * t_%u] = t_%u[i];", n, n + 3, n + 1);
    add(w, " (int32_t)0; })");
}

/* "convert_i4_sat_rte" */
static const char *conversion_name(writer *w, const expression *e)
{
    const builtin_call *call = e->builtin;
    return arena_printf(w->program->arena, "convert_%s%s%s%s", write_mangled(w, type_unqualified(w->program->arena, e->type)),
                        call->saturate ? "_sat" : "", call->rounding ? "_" : "", call->rounding ? call->rounding : "");
}

/* as_T and convert_T where one side is a half. */
static void write_half_conversion(writer *w, const expression *e)
{
    const builtin_call *call = e->builtin;
    const type *to = type_unqualified(w->program->arena, e->type);
    if (call->entry->class_ == BUILTIN_AS) {
        buffer_addf(w->out, "((%s)(", write_type(w, to));
        write_expression(w, e->operands[0]);
        add(w, "))");
        return;
    }
    if (to->kind == TYPE_HALF) {
        provide_part(w->program->text, "HALF");
        buffer_addf(w->out, "CLBN(to_half_%s__d)((double)", call->rounding ? call->rounding : "rte");
    } else {
        const char *name = conversion_name(w, e), *from = "f";
        provide_builtin(w->program->arena, w->program->text,
                        &(provided_call){BUILTIN_CONVERT, name, write_mangled(w, to), &from, 1});
        buffer_addf(w->out, "CLBN(%s__f)(", name);
    }
    write_number(w, e->operands[0]);
    add(w, ")");
}

static bool is_half(const type *t) { return type_is_number(t) && type_element_kind(t) == TYPE_HALF; }

static void write_named_call(writer *w, const expression *e)
{
    const builtin_call *call = e->builtin;
    const builtin_class class_ = call->entry->class_;
    arena *a = w->program->arena;
    const char *name = call->name;
    bool halves = is_half(e->type), vectors = type_is_vector(e->type);
    for (size_t i = 0; i < e->operand_count; ++i) {
        const type *t = i < call->parameter_count ? call->parameters[i] : e->operands[i]->type;
        halves |= is_half(t);
        vectors |= type_is_vector(t);
    }
    if (halves && !vectors && (class_ == BUILTIN_CONVERT || class_ == BUILTIN_AS)) {
        write_half_conversion(w, e);
        return;
    }
    if (halves) write_refuse(w, e->token, vectors ? "vectors of half" : "a built-in function on half");
    const type *result = type_unqualified(a, e->type);
    const char *code = result->kind == TYPE_VOID ? "" : write_mangled(w, result);
    if (class_ == BUILTIN_CONVERT) name = conversion_name(w, e);
    else if (class_ == BUILTIN_AS) name = arena_printf(a, "as_%s", code);
    const bool local = class_ == BUILTIN_ATOMIC && type_space(e->operands[0]->type->base) == SPACE_LOCAL;
    const char **codes = arena_array(a, e->operand_count + 1, sizeof *codes);
    buffer_addf(w->out, "CLBN(%s%s_", local ? "local_" : "", name);
    for (size_t i = 0; i < e->operand_count; ++i) {
        const type *t = i < call->parameter_count ? call->parameters[i] : e->operands[i]->type;
        codes[i] = write_mangled(w, type_unqualified(a, t));
        buffer_addf(w->out, "_%s", codes[i]);
    }
    if (!w->tree->reason) provide_builtin(a, w->program->text, &(provided_call){class_, name, code, codes, e->operand_count});
    add(w, ")(");
    for (size_t i = 0; i < e->operand_count; ++i) {
        if (i) add(w, ", ");
        write_expression(w, e->operands[i]);
    }
    add(w, ")");
}

void write_builtin(writer *w, const expression *e)
{
    switch (e->builtin->entry->class_) {
    case BUILTIN_WORK_ITEM: write_id(w, e); return;
    case BUILTIN_FENCE: add(w, "__atomic_thread_fence(__ATOMIC_ACQ_REL)"); return;
    case BUILTIN_COLLECTIVE:
    case BUILTIN_BARRIER: write_refuse(w, e->token, "a barrier in a function that was not flattened"); return;
    case BUILTIN_PRINTF: write_printf(w, e); return;
    case BUILTIN_DRIVER:
        write_refuse(w, e->token, arena_printf(w->program->arena, "the function '%s', which only drivers have", e->builtin->name));
        return;
    case BUILTIN_IMAGE: write_refuse(w, e->token, "images and samplers"); return;
    case BUILTIN_ASYNC:
        if (strcmp(e->builtin->name, "prefetch") == 0) add(w, "((void)0)");
        else if (strcmp(e->builtin->name, "wait_group_events") == 0)
            write_refuse(w, e->token, "a barrier in a function that was not flattened");
        else write_copy(w, e);
        return;
    default: write_named_call(w, e); return;
    }
}
