#include "emit/literal.h"

void literal_write(buffer *out, const char *text, size_t length, bool lines)
{
    buffer_adds(out, lines ? "    \"" : "\"");
    for (size_t i = 0; i < length; ++i) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '\n') {
            buffer_adds(out, "\\n");
            if (lines && i + 1 < length) buffer_adds(out, "\"\n    \"");
        } else if (c == '"' || c == '\\') {
            buffer_addc(out, '\\');
            buffer_addc(out, (char)c);
        } else if (c == '?' && i && text[i - 1] == '?') {
            buffer_adds(out, "\\?"); /* no trigraphs */
        } else if (c == '\t') {
            buffer_adds(out, "\\t");
        } else if (c < 32 || c >= 127) {
            buffer_addf(out, "\\%03o", c);
        } else {
            buffer_addc(out, (char)c);
        }
    }
    buffer_addc(out, '"');
}
