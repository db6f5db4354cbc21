/* Names of tokens, and diagnostics at tokens. Knows what token.h knows.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/token.h"

#include "clc/preprocess.h"

#include <stdarg.h>
#include <string.h>

const char *token_kind_name(token_kind kind)
{
    static const char *const names[] = {[TOKEN_END] = "end of file",
                                        [TOKEN_IDENTIFIER] = "identifier",
                                        [TOKEN_NUMBER] = "number",
                                        [TOKEN_CHARACTER] = "character constant",
                                        [TOKEN_STRING] = "string literal",
                                        [TOKEN_OTHER] = "stray character",
                                        [TOKEN_UNTERMINATED] = "unterminated quote",
                                        [TOKEN_OPEN_COMMENT] = "unterminated comment",
#define X(name, text) [TOKEN_##name] = text,
                                        TOKEN_PUNCTUATORS(X)
#undef X
    };
    return kind < TOKEN_KINDS ? names[kind] : "token";
}

bool token_is(const token *t, const char *text)
{
    const size_t length = strlen(text);
    return t->length == length && memcmp(t->text, text, length) == 0;
}

char *token_text(arena *a, const token *t)
{
    return arena_strndup(a, t->text, t->length);
}

bool token_reports_enough(const diagnostics *d)
{
    enum { ENOUGH = 2000 };
    return d->errors >= ENOUGH || d->warnings >= ENOUGH;
}

/* A longer chain of macros is cut in the middle, which helps a reader least. */
enum { MAX_NOTES = 8 };

void token_format(char message[MESSAGE_SIZE], const char *format, va_list args)
{
    const int length = vsnprintf(message, MESSAGE_SIZE, format, args);
    if (length >= MESSAGE_SIZE) memcpy(message + MESSAGE_SIZE - 4, "...", 4);
}

static void report_with(diagnostics *d, severity s, const token *t, bool chain, const char *format, va_list args)
{
    if (token_reports_enough(d)) return;
    char message[MESSAGE_SIZE];
    token_format(message, format, args);

    /* Messages do not point into the body of a predefined macro, but to its use. */
    location where = t->where;
    const macro_use *use = t->use;
    for (; use && use->macro->predefined && (!use->macro->given || use->macro->spec_constant); use = use->outer)
        where = use->where;

    const size_t before = d->errors + d->warnings;
    diagnose(d, s, where, "%s", message);
    /* A message that was already reported is not repeated, nor are its notes. */
    if (!chain || d->errors + d->warnings == before) return;
    for (int notes = 0; use && notes < MAX_NOTES; use = use->outer, ++notes)
        diagnose_note(d, use->where, "in expansion of macro '%s'", use->macro->name);
}

void token_report(diagnostics *d, severity s, const token *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report_with(d, s, t, true, format, args);
    va_end(args);
}

void token_error(diagnostics *d, const token *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report_with(d, SEVERITY_ERROR, t, true, format, args);
    va_end(args);
}

void token_warning(diagnostics *d, const token *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report_with(d, SEVERITY_WARNING, t, true, format, args);
    va_end(args);
}

void token_note(diagnostics *d, const token *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report_with(d, SEVERITY_NOTE, t, false, format, args);
    va_end(args);
}
