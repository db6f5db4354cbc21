/* Types for lanes, see lane_state.h: scalars become vectors, records and arrays hold vectors. */
#include "workgroup/lane_state.h"

#include "base/map.h"
#include "workgroup/provide.h"

#include <string.h>

bool lane_is_raw_pointer(const type *t) { return t->kind == TYPE_POINTER && type_space(t->base) != SPACE_PRIVATE; }

bool lane_is_private_pointer(const type *t) { return t->kind == TYPE_POINTER && !lane_is_raw_pointer(t); }

const char *lane_code(lane_writer *l, const type *t)
{
    if (lane_is_raw_pointer(t)) return "m";
    if (t->kind == TYPE_HALF || !type_is_scalar(t) || t->kind == TYPE_POINTER) {
        write_refuse(l->w, NULL, "a type without lanes");
        return "i";
    }
    if (type_size(t) < 4 && t->kind != TYPE_BOOL) provide_part(l->w->program->text, "SMALL_LANES");
    return write_mangled(l->w, type_unqualified(l->a, t));
}

static const char *record_of_lanes(lane_writer *l, const type *t);

/* Member by member: gcc clears a whole record by an instruction that takes longer than it all. */
static void write_zero(lane_writer *l, const record *r, buffer *out)
{
    buffer_adds(out, "CLBN_FN CLBN(\1) CLBN(zero_\1)(void)\n{\n    CLBN(\1) a;\n");
    for (size_t i = 0; i < r->field_count; ++i) {
        const type *f = r->fields[i].type;
        const char *index = "";
        if (f->kind == TYPE_ARRAY) {
            buffer_addf(out, "    for (int k = 0; k < %zu; k++)\n    ", f->count);
            index = "[k]";
            f = f->base;
        }
        if (f->kind == TYPE_ARRAY) return; /* refused */
        buffer_addf(out, "    a.%s%s = %s;\n", write_name(l->a, "m_", r->fields[i].name), index,
                    lane_zero(l, f));
    }
    buffer_adds(out, "    return a;\n}\n\n");
}

static const char *record_of_lanes(lane_writer *l, const type *t)
{
    native_text *text = l->w->program->text;
    const record *r = t->record;
    const char *plain = write_type(l->w, type_unqualified(l->a, t));
    if (r->kind != TYPE_STRUCT || r->packed) write_refuse(l->w, NULL, "a union or packed structure in lanes");
    for (size_t i = 0; i < r->field_count; ++i) {
        const type *inner = r->fields[i].type;
        while (inner->kind == TYPE_ARRAY) inner = inner->base;
        if (inner->kind == TYPE_POINTER || !*r->fields[i].name)
            write_refuse(l->w, NULL, "a structure with pointers or members without names, in lanes");
    }
    if (l->w->tree->reason) return "int";
    buffer b = {0};
    buffer_adds(&b, "typedef struct {\n");
    for (size_t i = 0; i < r->field_count; ++i)
        buffer_addf(&b, "    %s;\n", lane_declaration(l, r->fields[i].type, write_name(l->a, "m_", r->fields[i].name)));
    buffer_adds(&b, "} CLBN(\1);\n\n");
    write_zero(l, r, &b);
    buffer_adds(&b, "CLBN_FN CLBN(\1) CLBN(pick_\1)(CLBN(mask) m, CLBN(\1) a, CLBN(\1) b)\n{\n");
    for (size_t i = 0; i < r->field_count; ++i) {
        const type *f = r->fields[i].type;
        const char *name = write_name(l->a, "m_", r->fields[i].name);
        const char *index = "";
        if (f->kind == TYPE_ARRAY) {
            buffer_addf(&b, "    for (int k = 0; k < %zu; k++)\n    ", f->count);
            index = "[k]";
            f = f->base;
            if (f->kind == TYPE_ARRAY) write_refuse(l->w, NULL, "a structure with an array of arrays in lanes");
        }
        const char *left = arena_printf(l->a, "a.%s%s", name, index), *right = arena_printf(l->a, "b.%s%s", name, index);
        buffer_addf(&b, "    %s = %s;\n", right, lane_pick(l, f, "m", left, right));
    }
    buffer_adds(&b, "    return b;\n}\n");
    const char *name = "int";
    if (!l->w->tree->reason) {
        bool known = false;
        provide_part(text, "LANES");
        name = write_once(text, arena_printf(l->a, "w_%s", plain), b.text, &known);
        if (!known) {
            buffer_addc(&text->functions, '\n');
            write_named(&text->functions, b.text, name);
        }
    }
    buffer_free(&b);
    return name;
}

const char *lane_declaration(lane_writer *l, const type *t, const char *name)
{
    if (t->kind == TYPE_ARRAY) {
        if (t->incomplete) write_refuse(l->w, NULL, "an array without a size");
        return lane_declaration(l, t->base, arena_printf(l->a, "%s[%zu]", name, t->count));
    }
    if (t->kind == TYPE_POINTER && !lane_is_raw_pointer(t)) {
        if (t->base->kind == TYPE_POINTER || t->base->kind == TYPE_ARRAY || t->base->kind == TYPE_VOID)
            write_refuse(l->w, NULL, "a pointer to pointers or arrays in lanes");
        return lane_declaration(l, t->base, arena_printf(l->a, "*%s", name));
    }
    if (t->kind == TYPE_STRUCT) return arena_printf(l->a, "CLBN(%s) %s", record_of_lanes(l, t), name);
    if (t->kind == TYPE_VOID) return arena_printf(l->a, "void %s", name);
    return arena_printf(l->a, "CLBN(w_%s) %s", lane_code(l, t), name);
}

const char *lane_type(lane_writer *l, const type *t)
{
    const char *s = lane_declaration(l, type_unqualified(l->a, t), "");
    size_t length = strlen(s);
    while (length && s[length - 1] == ' ') --length;
    return arena_strndup(l->a, s, length);
}

const char *lane_zero(lane_writer *l, const type *t)
{
    if (t->kind == TYPE_ARRAY) return "{0}";
    return t->kind == TYPE_STRUCT ? arena_printf(l->a, "CLBN(zero_%s)()", record_of_lanes(l, t))
                                  : arena_printf(l->a, "CLBN(splat_%s)(0)", lane_code(l, t));
}

const char *lane_pick(lane_writer *l, const type *t, const char *mask, const char *a, const char *b)
{
    if (t->kind == TYPE_STRUCT)
        return arena_printf(l->a, "CLBN(pick_%s)(%s, %s, %s)", record_of_lanes(l, t), mask, a, b);
    return arena_printf(l->a, "CLBN(pick_%s)(%s, %s, %s)", lane_code(l, t), mask, a, b);
}
