#include "command/command.h"

#include "base/output.h"
#include "library/order.h"

#include <stdarg.h>
#include <string.h>

void string_list_add(arena *a, string_list *list, const char *text)
{
    list->items = arena_reserve(a, list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = text;
}

void command_begin(command_run *run, const char *usage)
{
    *run = (command_run){.usage = usage};
    run->diagnostics.arena = &run->arena;
    run->sources.arena = &run->arena;
    run->sources.by_path.arena = &run->arena;
}

int command_misused(command_run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("clbundle: error: ", stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nusage: %s\n", run->usage);
    arena_free(&run->arena);
    return EXIT_USAGE;
}

static const option *find_option(const option *options, size_t count, const char *text, const char **value)
{
    for (size_t i = 0; i < count; ++i) {
        const size_t length = strlen(options[i].name);
        if (strncmp(text, options[i].name, length) != 0) continue;
        if (text[length] == '\0') {
            *value = NULL;
            return &options[i];
        }
        if (text[length] == '=' && options[i].values && text[1] == '-') {
            *value = text + length + 1;
            return &options[i];
        }
    }
    return NULL;
}

bool command_parse(command_run *run, int argc, char **argv, const option *options, size_t option_count,
                   string_list *operands)
{
    bool only_operands = false;
    for (int i = 0; i < argc; ++i) {
        const char *text = argv[i], *value = NULL;
        if (only_operands || text[0] != '-' || text[1] == '\0') {
            string_list_add(&run->arena, operands, text);
            continue;
        }
        if (strcmp(text, "--") == 0) {
            only_operands = true;
            continue;
        }
        const option *o = find_option(options, option_count, text, &value);
        if (!o) {
            command_misused(run, "unknown option '%s'", text);
            return false;
        }
        if (o->flag) {
            *o->flag = true;
            continue;
        }
        if (!value && i + 1 == argc) {
            command_misused(run, "option '%s' needs a value", text);
            return false;
        }
        string_list_add(&run->arena, o->values, value ? value : argv[++i]);
    }
    return true;
}

bool command_single(command_run *run, const string_list *values, const char *name, const char **value)
{
    if (values->count > 1) {
        command_misused(run, "option '%s' is given more than once", name);
        return false;
    }
    *value = values->count ? values->items[0] : NULL;
    return true;
}

int command_end(command_run *run)
{
    diagnostics_print(&run->diagnostics, stderr);
    const int status = run->diagnostics.errors ? EXIT_INPUT : EXIT_FINE;
    arena_free(&run->arena);
    return status;
}

void command_read_libraries(command_run *run, const string_list *options, library_set *set)
{
    arena *a = &run->arena;
    for (size_t i = 0; i < options->count; ++i) {
        const char *text = options->items[i], *equals = strchr(text, '=');
        const char *directory = equals ? equals + 1 : text;
        const char *name = equals ? arena_strndup(a, text, (size_t)(equals - text)) : library_name_of(a, text);
        if (!*name || !*directory) {
            diagnose_error(&run->diagnostics, (location){0}, "'--library %s': write --library NAME=FOLDER", text);
            continue;
        }
        if (library_set_find(set, name)) {
            diagnose_error(&run->diagnostics, (location){0}, "the library '%s' is given twice", name);
            continue;
        }
        library *l = library_read(&run->sources, directory, name, &run->diagnostics);
        if (!l) continue;
        if (order_compute(a, l, &run->diagnostics)) order_check_tags(a, l, &run->diagnostics);
        library_set_add(a, set, l);
    }
    library_set_link(a, set, &run->diagnostics);
}

void command_write(command_run *run, const char *path, const buffer *text)
{
    const char *why = NULL;
    const char *bytes = text->text ? text->text : "";
    if (path && strcmp(path, "-") != 0) {
        if (!output_write(&run->arena, path, bytes, text->length, NULL, &why))
            diagnose_error(&run->diagnostics, (location){0}, "%s", why);
        return;
    }
    if (fwrite(bytes, 1, text->length, stdout) != text->length || fflush(stdout) != 0)
        diagnose_error(&run->diagnostics, (location){0}, "cannot write to standard output");
}
