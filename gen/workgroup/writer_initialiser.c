/* Initialisers in C. See writer.h.
 * Variables in the launch's scratch memory have no declaration. They are filled in place, since a compound literal
 * would be on the stack first. */
#include "workgroup/writer.h"

#include "base/escape.h"

static void add(writer *w, const char *text) { buffer_adds(w->out, text); }

/* A later value for the same place wins. */
static bool counts(const expression *e, size_t i)
{
    const element *x = &e->elements[i];
    for (size_t k = i + 1; k < e->element_count && k < i + 64; ++k)
        if (e->elements[k].index == x->index && e->elements[k].field == x->field) return false;
    return true;
}

static void write_elements(writer *w, const expression *e, bool *any)
{
    size_t next = 0; /* where a value without a designator would go */
    for (size_t i = 0; i < e->element_count; ++i) {
        const element *x = &e->elements[i];
        if (!counts(e, i)) continue;
        if (e->type->kind != TYPE_ARRAY && !*x->field->name && x->value->kind == EXPRESSION_INITIALISER) {
            write_elements(w, x->value, any);
            continue;
        }
        if (*any) add(w, i % 8 ? ", " : ",\n        ");
        *any = true;
        if (e->type->kind == TYPE_ARRAY) {
            if (x->index != next) buffer_addf(w->out, "[%zu] = ", x->index);
            next = x->index + 1;
        } else if (!*x->field->name) {
            write_refuse(w, x->value->token, "a member without a name that is initialised as a whole");
        } else {
            buffer_addf(w->out, ".%s = ", write_name(w->program->arena, "m_", x->field->name));
        }
        write_initialiser(w, x->value);
    }
}

void write_initialiser(writer *w, const expression *e)
{
    if (e->kind == EXPRESSION_STRING) {
        escape_string(w->out, e->text, e->text_length);
        return;
    }
    if (e->kind != EXPRESSION_INITIALISER) {
        write_bare(w, e);
        return;
    }
    add(w, "{");
    bool any = false;
    write_elements(w, e, &any);
    add(w, any ? "}" : "0}");
}

/* ---- in place ---- */

static bool is_known(const expression *e)
{
    if (e->kind == EXPRESSION_STRING) return true;
    if (e->kind != EXPRESSION_INITIALISER) return e->has_value && type_is_arithmetic(e->type);
    for (size_t i = 0; i < e->element_count; ++i)
        if (!is_known(e->elements[i].value)) return false;
    return true;
}

static void fill_elements(writer *w, const char *place, const expression *e)
{
    arena *a = w->program->arena;
    for (size_t i = 0; i < e->element_count; ++i) {
        const element *x = &e->elements[i];
        if (!counts(e, i)) continue;
        const char *part = e->type->kind == TYPE_ARRAY ? arena_printf(a, "%s[%zu]", place, x->index)
                           : *x->field->name           ? arena_printf(a, "%s.%s", place, write_name(a, "m_", x->field->name))
                                                       : place;
        if (x->value->kind == EXPRESSION_INITIALISER) {
            fill_elements(w, part, x->value);
            continue;
        }
        write_indent(w);
        if (x->value->kind == EXPRESSION_STRING) {
            const size_t length = x->value->text_length, room = type_size(x->value->type);
            buffer_addf(w->out, "__builtin_memcpy(%s, ", part);
            escape_string(w->out, x->value->text, length);
            buffer_addf(w->out, ", %zu);\n", length + 1 < room ? length + 1 : room);
        } else if (part == place) {
            write_refuse(w, x->value->token, "a member without a name that is initialised as a whole");
        } else {
            buffer_addf(w->out, "%s = ", part);
            write_expression(w, x->value);
            add(w, ";\n");
        }
    }
}

void write_filling(writer *w, const char *place, const type *t, const expression *e)
{
    arena *a = w->program->arena;
    const bool braces = e->kind == EXPRESSION_INITIALISER;
    if (!braces && e->kind != EXPRESSION_STRING) {
        buffer_addf(w->out, "%s = ", place);
        write_expression(w, e);
        add(w, ";\n");
    } else if (is_known(e) && (!braces || e->element_count > 1)) {
        buffer_addf(w->out, "{ static const %s = ", write_declaration(w, type_qualify(a, t, 0), "fixed"));
        write_initialiser(w, e);
        buffer_addf(w->out, "; __builtin_memcpy(&%s, &fixed, sizeof fixed); }\n", place);
    } else {
        /* What the host has: its pointers may be smaller. */
        buffer_addf(w->out, "__builtin_memset(&%s, 0, sizeof(%s));\n", place, place);
        fill_elements(w, place, e);
    }
}
