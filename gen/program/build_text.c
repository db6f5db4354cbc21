#include "program/build_text.h"

#include <ctype.h>
#include <string.h>

/* The next word, or NULL. */
static const char *next_word(arena *a, const char **at)
{
    *at += strspn(*at, " \t\n");
    const size_t length = strcspn(*at, " \t\n");
    if (!length) return NULL;
    const char *word = arena_strndup(a, *at, length);
    *at += length;
    return word;
}

static bool is_definition(const char *text)
{
    const size_t length = strcspn(text, "=(");
    if (!length || isdigit((unsigned char)*text)) return false;
    for (size_t i = 0; i < length; ++i)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_' && (unsigned char)text[i] < 0x80) return false;
    return true;
}

build_text build_text_read(arena *a, const char *text, diagnostics *d)
{
    build_text b = {.definitions = NULL};
    size_t capacity = 0, folder_capacity = 0;
    for (const char *word; (word = next_word(a, &text)) != NULL;) {
        if (strncmp(word, "-D", 2) == 0) {
            const char *definition = word[2] ? word + 2 : next_word(a, &text);
            if (!definition || !is_definition(definition)) {
                diagnose_error(d, (location){0}, "--options: -D %s: write -D NAME or -D NAME=VALUE",
                               definition ? definition : "");
                continue;
            }
            b.definitions = arena_reserve(a, b.definitions, b.definition_count, &capacity, sizeof *b.definitions);
            b.definitions[b.definition_count++] = definition;
        } else if (strncmp(word, "-I", 2) == 0) {
            const char *folder = word[2] ? word + 2 : next_word(a, &text);
            if (!folder) {
                diagnose_error(d, (location){0}, "--options: -I: write -I FOLDER");
                continue;
            }
            b.folders = arena_reserve(a, b.folders, b.folder_count, &folder_capacity, sizeof *b.folders);
            b.folders[b.folder_count++] = folder;
        } else if (strncmp(word, "-cl-std=", 8) == 0) {
            static const char *const versions[] = {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"};
            size_t v = 0;
            while (v < sizeof versions / sizeof *versions && strcmp(word + 8, versions[v]) != 0) ++v;
            if (v == sizeof versions / sizeof *versions)
                diagnose_error(d, (location){0}, "--options: %s: the versions are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0", word);
            b.language.generic_pointers = b.language.program_scope = v > 2;
        } else if (strcmp(word, "-cl-single-precision-constant") == 0) {
            b.language.single_constants = true;
        } else if (strcmp(word, "-Werror") == 0) {
            d->strict = true;
        }
    }
    return b;
}
