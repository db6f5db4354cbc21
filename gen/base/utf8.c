/* See utf8.h. SPDX-License-Identifier: MIT */
#include "base/utf8.h"

int32_t utf8_decode(const char *text, size_t length, size_t *used)
{
    const unsigned char first = (unsigned char)text[0];
    const size_t count = first < 0x80   ? 1
                         : first < 0xC2 ? 0
                         : first < 0xE0 ? 2
                         : first < 0xF0 ? 3
                         : first < 0xF5 ? 4
                                        : 0;
    static const int32_t masks[] = {0, 0x7F, 0x1F, 0x0F, 0x07}, least[] = {0, 0, 0x80, 0x800, 0x10000};
    *used = 1;
    if (count == 0 || count > length) return -1;
    int32_t c = first & masks[count];
    for (size_t i = 1; i < count; ++i) {
        if (((unsigned char)text[i] & 0xC0) != 0x80) return -1;
        c = c << 6 | ((unsigned char)text[i] & 0x3F);
    }
    if (c < least[count] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return -1;
    *used = count;
    return c;
}

bool utf8_is_shown(int32_t c)
{
    static const struct {
        int32_t first, last;
    } hidden[] = {
        {-1, 0x1F},                                           /* no character; control characters */
        {0x7F, 0x9F},                                         /* control characters */
        {0x61C, 0x61C},                                       /* marks of direction, here and below */
        {0x180E, 0x180E},                                     /* invisible, here and below */
        {0x200B, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202E}, /* line and paragraph separators; directions */
        {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}, /* tags */
    };
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; ++i)
        if (c >= hidden[i].first && c <= hidden[i].last) return false;
    return true;
}
