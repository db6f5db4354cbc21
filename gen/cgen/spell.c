/* See spell.h. All names that are visible at one point differ. So none hides another, and an expression means the
 * same wherever it is written.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/spell.h"

#include "base/name.h"
#include "cgen/writer.h"

#include <ctype.h>
#include <string.h>

/* Names that generated functions use themselves. They also use names that end in an underscore and digits, and t and
 * m with digits. */
static bool is_generated(const char *name, const char *prefix)
{
    static const char text[] =
        " until lx ly lz bx by bz sx sy sz nx ny nz ex ey ez wi row items w scratch room own all list listed "
        "from next at m0 fixed returned step width context from_ to_ own_ nr bound checker self none entered region "
        "tells done ";
    const size_t length = strlen(name), begin = strlen(prefix);
    const char *digits = name + length;
    for (const char *found = text; (found = strstr(found, name)) != NULL; ++found)
        if (found > text && found[-1] == ' ' && found[length] == ' ') return true;
    while (digits > name && isdigit((unsigned char)digits[-1])) --digits;
    if (*digits && digits > name && digits[-1] == '_') return true;
    if (*digits && digits == name + 1 && (name[0] == 't' || name[0] == 'm')) return true;
    return (strncmp(name, prefix, begin) == 0 && name[begin] == '_') || name[0] == '_' || name[length - 1] == '_';
}

const char *spell_name(arena *a, const char *prefix, const char *name)
{
    const char *ascii = write_name(a, "", name);
    if (!isalpha((unsigned char)*ascii) && *ascii != '_')
        return arena_printf(a, "p_%s", ascii); /* a parameter without a name has its number */
    if (!is_generated(ascii, prefix) && name_is_free(ascii)) return ascii;
    const char *other = arena_printf(a, "%s_", ascii);
    return name_is_free(other) && *other != '_' ? other : arena_printf(a, "v%s", other);
}

const char *spell_parameter(arena *a, const char *prefix, const symbol *parameter)
{
    /* The entry uses these names beside the parameters. */
    static const char *const text[] = {"range", "arguments", "first", "end"};
    const char *name = spell_name(a, prefix, parameter->name);
    for (size_t i = 0; i < sizeof text / sizeof *text; ++i)
        if (strcmp(name, text[i]) == 0) return arena_printf(a, "%s_", name);
    return name;
}
