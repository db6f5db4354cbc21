/* Negative tests of the front end: each DIR/NAME.cl must give exactly the messages of DIR/NAME.err.
 *
 *   test_clc_errors DIR [--update]
 *
 * --update writes the .err files from what is reported now: read the difference before you keep it.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include "clc/parse.h"

#include <stdio.h>
#include <stdlib.h>

static const source *resolve(void *context, const source *includer, const char *name, bool angle, const char **why)
{
    workbench *w = context;
    *why = "a device program has no system headers";
    if (angle) return NULL;
    const char *path = path_join(&w->arena, path_directory(&w->arena, includer->path), name);
    const source *found = source_read(&w->sources, path, name, why);
    if (!found) *why = "not found";
    return found;
}

/* The messages for one file. */
static const char *messages_of(workbench *w, const char *dir, const char *name)
{
    const char *why = NULL;
    const char *path = path_join(&w->arena, dir, name);
    const source *s = source_read(&w->sources, path, name, &why);
    if (!s) return arena_printf(&w->arena, "%s\n", why);
    lex_cache cache;
    lex_cache_start(&cache, &w->arena);
    const preprocess_options options = {.resolve = resolve, .context = w};
    const preprocessed unit = preprocess(&w->arena, &cache, &w->diagnostics, &s, 1, &options);
    (void)parse(&w->arena, &w->diagnostics, &unit, NULL);
    return workbench_messages(w);
}

static bool check(const char *dir, const char *name, bool update)
{
    workbench w;
    workbench_start(&w);
    const char *found = messages_of(&w, dir, name);
    const char *path = arena_printf(&w.arena, "%s/%s.err", dir, path_stem(&w.arena, name));
    const char *why = NULL;
    bool same = true;
    if (update) {
        FILE *file = fopen(path, "wb");
        same = file && fputs(found, file) >= 0;
        if (file && fclose(file) != 0) same = false;
    } else {
        const source *expected = source_read(&w.sources, path, path, &why);
        same = expected && strcmp(expected->text, found) == 0;
        if (!same) printf("--- %s: expected\n%s--- found\n%s", name, expected ? expected->text : why, found);
    }
    workbench_end(&w);
    return same;
}

int main(int argc, char **argv)
{
    arena a = {0};
    char **names = NULL;
    size_t count = 0, wrong = 0;
    const char *why = NULL;
    if (argc < 2) {
        fputs("usage: test_clc_errors DIR [--update]\n", stderr);
        return 2;
    }
    if (!directory_list(&a, argv[1], ".cl", &names, &count, &why)) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    for (size_t i = 0; i < count; ++i) wrong += !check(argv[1], names[i], argc > 2 && strcmp(argv[2], "--update") == 0);
    printf("%zu files, %zu differ\n", count, wrong);
    arena_free(&a);
    return count == 0 || wrong > 0;
}
