/* See spell.h. All names that are visible at one place differ: none hides another, so an expression means the same
 * wherever it is written. */
#include "workgroup/spell.h"

#include "base/name.h"
#include "workgroup/writer.h"

#include <ctype.h>
#include <string.h>

/* Names that generated functions have for themselves. Beside them, all that end in an underscore and digits, and those of
 * values and masks: t and m with digits. */
static bool is_generated(const char *name, const char *prefix)
{
    static const char own[] = " lx ly lz bx by bz sx sy sz nx ny nz ex ey ez wi row items w scratch room own all list listed "
                              "from next at m0 fixed returned step context from_ to_ own_ nr bound ";
    const size_t length = strlen(name), begin = strlen(prefix);
    const char *digits = name + length;
    for (const char *found = own; (found = strstr(found, name)) != NULL; ++found)
        if (found > own && found[-1] == ' ' && found[length] == ' ') return true;
    while (digits > name && isdigit((unsigned char)digits[-1])) --digits;
    if (*digits && digits > name && digits[-1] == '_') return true;
    if (*digits && digits == name + 1 && (name[0] == 't' || name[0] == 'm')) return true;
    return (strncmp(name, prefix, begin) == 0 && name[begin] == '_') || name[0] == '_' || name[length - 1] == '_';
}

const char *spell_name(arena *a, const char *prefix, const char *name)
{
    const char *ascii = write_name(a, "", name);
    if (!isalpha((unsigned char)*ascii) && *ascii != '_') return arena_printf(a, "p_%s", ascii); /* the number of one without a name */
    if (!is_generated(ascii, prefix) && name_is_free(ascii)) return ascii;
    const char *other = arena_printf(a, "%s_", ascii);
    return name_is_free(other) && *other != '_' ? other : arena_printf(a, "v%s", other);
}

const char *spell_parameter(arena *a, const char *prefix, const symbol *parameter)
{
    /* Beside the parameters, the function that takes a launch's arguments apart has these. */
    static const char *const own[] = {"range", "arguments", "first", "end"};
    const char *name = spell_name(a, prefix, parameter->name);
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i)
        if (strcmp(name, own[i]) == 0) return arena_printf(a, "%s_", name);
    return name;
}

typedef struct speller {
    arena *arena;
    const char *prefix;
    map visible; /* name -> itself, or NULL: not any more */
} speller;

/* A name for the variable that nothing visible has. */
static const char *choose(speller *s, variable *v)
{
    const char *wanted = spell_name(s->arena, s->prefix, v->symbol->name), *name = wanted;
    for (unsigned n = 2; map_gets(&s->visible, name); ++n)
        name = arena_printf(s->arena, "%s%s%u_", wanted, isdigit((unsigned char)wanted[strlen(wanted) - 1]) ? "_" : "", n);
    *map_ats(&s->visible, name) = (void *)name;
    v->spelling = name;
    return name;
}

static bool is_everywhere(const variable *v)
{
    return v->stored == STORED_ONCE || v->stored == STORED_LOCAL || v->in_room;
}

static void walk(speller *s, const node *n)
{
    if (!n) return;
    const char **own = arena_array(s->arena, n->item_count + 1, sizeof *own);
    size_t count = 0;
    for (size_t i = 0; i < n->item_count; ++i) {
        const node *item = n->items[i];
        if (item->kind == NODE_DECLARE && item->variable->symbol && !item->variable->spelling) own[count++] = choose(s, item->variable);
        walk(s, item);
    }
    while (count) *map_ats(&s->visible, own[--count]) = NULL;
    walk(s, n->body);
    walk(s, n->otherwise);
}

void spell_variables(tree *t, const char *prefix)
{
    speller s = {.arena = t->arena, .prefix = prefix, .visible = {.arena = t->arena}};
    for (size_t i = 0; i < t->function->parameter_count; ++i) {
        const char *name = spell_parameter(t->arena, prefix, t->function->parameters[i]);
        *map_ats(&s.visible, name) = (void *)name;
    }
    for (size_t i = 0; i < t->variable_count; ++i) {
        variable *v = t->variables[i];
        v->spelling = NULL;
        if (!v->symbol) continue;
        if (v->stored == STORED_PARAMETER) v->spelling = spell_parameter(t->arena, prefix, v->symbol);
        else if (is_everywhere(v)) (void)choose(&s, v);
    }
    walk(&s, t->body);
    /* What passes have made and declare elsewhere. */
    for (size_t i = 0; i < t->variable_count; ++i) {
        variable *v = t->variables[i];
        if (v->symbol && !v->spelling) v->spelling = arena_printf(t->arena, "v_%s_%u", write_name(t->arena, "", v->symbol->name), v->number);
    }
}
