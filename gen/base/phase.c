/* SPDX-License-Identifier: MIT */
#include "base/phase.h"

#include <string.h>

char phase_trigraph(const char *text, size_t length, size_t at)
{
    static const char from[] = "=/'()!<>-", to[] = "#\\^[]|{}~";
    if (at + 2 >= length || text[at] != '?' || text[at + 1] != '?') return '\0';
    const char *known = memchr(from, text[at + 2], sizeof from - 1);
    return known ? to[known - from] : '\0';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

size_t phase_behind_continuations(const char *text, size_t length, size_t at)
{
    for (;;) {
        size_t next = at;
        if (at < length && text[at] == '\\') next = at + 1;
        else if (phase_trigraph(text, length, at) == '\\') next = at + 3;
        else return at;
        while (next < length && is_blank(text[next])) ++next;
        if (next >= length || text[next] != '\n') return at;
        at = next + 1;
    }
}

size_t phase_line_end(const char *text, size_t begin, size_t end)
{
    size_t last = end;
    while (last > begin && is_blank(text[last - 1])) --last;
    if (last > begin && text[last - 1] == '\\') return last - 1;
    if (last >= begin + 3 && phase_trigraph(text, last, last - 3) == '\\') return last - 3;
    return end;
}
