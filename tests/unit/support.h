/* The base of the unit tests of the generator: an arena, sources made of text, and the diagnostics as text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_TEST_SUPPORT_H
#define CLB_TEST_SUPPORT_H

#include "base/buffer.h"
#include "base/diagnostics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct workbench {
    arena arena;
    diagnostics diagnostics;
    source_set sources;
} workbench;

static inline void workbench_start(workbench *w)
{
    *w = (workbench){0};
    w->diagnostics.arena = w->sources.arena = w->sources.by_path.arena = &w->arena;
}

static inline const source *workbench_source(workbench *w, const char *name, const char *text)
{
    return source_from_text(&w->sources, name, text, strlen(text));
}

/* All messages, one a line: "file:line:column: error: text". */
static inline const char *workbench_messages(workbench *w)
{
    static const char *const names[] = {"note", "warning", "error"};
    const char *all = "";
    for (size_t i = 0; i < w->diagnostics.count; ++i) {
        const diagnostic *d = &w->diagnostics.items[i];
        position p = {0, 0};
        if (d->where.source) p = source_position(d->where.source, d->where.offset);
        all = arena_printf(&w->arena, "%s%s:%zu:%zu: %s: %s\n", all, d->where.source ? d->where.source->name : "",
                           p.line, p.column, names[d->severity], d->message);
    }
    return all;
}

static inline void workbench_end(workbench *w)
{
    arena_free(&w->arena);
}

#endif
