/* See variables.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/variables.h"

#include "base/escape.h"

#include <inttypes.h>
#include <string.h>

native_variables *variables_start(native_text *text)
{
    native_variables *n = ARENA_NEW(text->arena, native_variables);
    n->text = text;
    n->known.arena = n->names.arena = text->arena;
    return n;
}

/* Bytes that checked code has behind each member, so that an access there is seen to have left it. */
enum { GAP = 128 };

/* ---- members ---- */

static void enter(native_variables *n)
{
    native_text *t = n->text;
    t->variables =
        arena_reserve(t->arena, t->variables, t->variables_count, &t->variables_capacity, sizeof *t->variables);
    t->variables[t->variables_count++] = n;
    n->name = arena_printf(t->arena, "%s_variables_%zu", t->prefix, t->variables_count);
}

/* A name that no other member has. */
static const char *name_member(native_variables *n, const char *symbol)
{
    arena *a = n->text->arena;
    const char *wanted = write_name(a, "m_", symbol), *name = wanted;
    unsigned *copies = map_gets(&n->names, wanted);
    while (map_gets(&n->names, name)) name = arena_printf(a, "%s_%u", wanted, ++*copies);
    copies = ARENA_NEW(a, unsigned);
    *copies = 1;
    *map_ats(&n->names, name) = copies;
    return name;
}

static const char *spell_location(arena *a, location where)
{
    return where.source ? arena_printf(a, "%s:%zu", where.source->name, where.offset) : "";
}

variable *variables_find(native_program *p, const symbol *s, const char *declaration)
{
    native_variables *n = p->variables;
    arena *a = n->text->arena;
    const char *key =
        arena_printf(a, "%s\n%s\n%s\n%s", s->name, declaration, s->token ? spell_location(a, s->token->where) : "",
                     s->token ? spell_location(a, s->token->site) : "");
    /* A macro may declare several static variables at one place. */
    size_t *times = map_gets(&p->stored, key);
    if (!times) *map_ats(&p->stored, key) = times = ARENA_NEW(p->arena, size_t);
    key = arena_printf(a, "%s\n%zu", key, ++*times);
    variable *v = map_gets(&n->known, key);
    if (v) return v;
    if (!n->name) enter(n);
    v = ARENA_NEW(a, variable);
    v->name = name_member(n, s->name);
    v->symbol = arena_strndup(a, s->name, strlen(s->name));
    *map_ats(&n->known, key) = v;
    return v;
}

void variables_add(native_variables *n, variable *v, const char *declaration, const char *initial, const char *reason)
{
    arena *a = n->text->arena;
    v->is_written = true;
    v->reason = reason ? arena_strndup(a, reason, strlen(reason)) : NULL;
    buffer_adds(&n->members, "    ");
    write_named(&n->members, declaration, v->name);
    buffer_adds(&n->members, ";\n");
    if (n->text->checked) buffer_addf(&n->members, "    char gap_%zu[%d];\n", n->count, GAP);
    buffer_addf(&n->list, "    {offsetof(%s, %s), sizeof ((%s *)0)->%s, ", n->name, v->name, n->name, v->name);
    if (initial && !reason) {
        const char *constant = arena_printf(a, "%s_%s", n->name, v->name);
        buffer_adds(&n->initial, "static const ");
        write_named(&n->initial, declaration, constant);
        buffer_addf(&n->initial, " = %s;\n", initial);
        buffer_addf(&n->list, "&%s, ", constant);
    } else {
        buffer_adds(&n->list, "NULL, ");
    }
    escape_string(&n->list, v->symbol, strlen(v->symbol));
    buffer_adds(&n->list, "},\n");
    ++n->count;
}

void variables_point(native_variables *n, const char *place, const char *member, int64_t offset)
{
    buffer_addf(&n->pointers, "    {offsetof(%s, %s), (int64_t)offsetof(%s, %s)", n->name, place, n->name, member);
    if (offset) buffer_addf(&n->pointers, offset < 0 ? " - %" PRId64 : " + %" PRId64, offset < 0 ? -offset : offset);
    buffer_adds(&n->pointers, "},\n");
    ++n->pointer_count;
}

/* ---- the file ---- */

void variables_write_types(const native_text *text, buffer *out)
{
    for (size_t i = 0; i < text->variables_count; ++i) {
        const native_variables *n = text->variables[i];
        buffer_addf(out,
                    "/* Variables that kernels write. Each device has a set of them, and so has each program object "
                    "of OpenCL's API. */\ntypedef struct %s {\n%s} %s;\n",
                    n->name, n->members.text, n->name);
    }
}

void variables_write_sets(const native_text *text, bool split, buffer *out)
{
    for (size_t i = 0; i < text->variables_count; ++i) {
        const native_variables *n = text->variables[i];
        const char *name = n->name;
        if (n->initial.text) buffer_adds(out, n->initial.text);
        buffer_addf(out, "static const clb_native_variable %s_list[] = {\n%s};\n", name, n->list.text);
        if (n->pointer_count)
            buffer_addf(out, "static const clb_native_variable_pointer %s_pointers[] = {\n%s};\n", name,
                        n->pointers.text);
        if (split) buffer_addf(out, "const clb_native_variables CLBN_PASTE(%s, %s_PART)", name, text->prefix);
        else buffer_addf(out, "static const clb_native_variables %s_set", name);
        buffer_addf(out, " = {sizeof(%s), _Alignof(%s), %zu, %zu, %s_list, ", name, name, n->count, n->pointer_count,
                    name);
        if (n->pointer_count) buffer_addf(out, "%s_pointers};\n\n", name);
        else buffer_adds(out, "NULL};\n\n");
    }
}

void variables_free(native_text *text)
{
    for (size_t i = 0; i < text->variables_count; ++i) {
        native_variables *n = text->variables[i];
        buffer_free(&n->members);
        buffer_free(&n->initial);
        buffer_free(&n->list);
        buffer_free(&n->pointers);
    }
    text->variables_count = 0;
}
