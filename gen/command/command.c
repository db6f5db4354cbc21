/* SPDX-License-Identifier: MIT */
#include "command/command.h"

#include "command/help.h"

#include "base/escape.h"
#include "base/output.h"
#include "library/claims.h"
#include "library/order.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void string_list_add(arena *a, string_list *list, const char *text)
{
    list->items = arena_reserve(a, list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = text;
}

void command_begin(command_run *run, const command *c)
{
    *run = (command_run){.command = c, .status = EXIT_USAGE};
    run->diagnostics.arena = &run->arena;
    run->sources.arena = &run->arena;
    run->sources.by_path.arena = &run->arena;
}

int command_misused(command_run *run, const char *format, ...)
{
    buffer out = {0};
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(&run->arena, format, args);
    va_end(args);
    escape_terminal(&out, message, strlen(message));
    fprintf(stderr, "clbundle: error: %s\n", out.text ? out.text : "");
    buffer_free(&out);
    help_usage(&out, run->command, run->options, run->option_count);
    fprintf(stderr, "usage: %s\n", out.text ? out.text : "");
    buffer_free(&out);
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
        if (text[length] == '=' && options[i].value && text[1] == '-') {
            *value = text + length + 1;
            return &options[i];
        }
    }
    return NULL;
}

/* The option nearest to an unknown one, or NULL. */
static const char *nearest_option(command_run *run, const char *text)
{
    const char **names = arena_array(&run->arena, run->option_count + 1, sizeof *names);
    for (size_t i = 0; i < run->option_count; ++i) names[i] = run->options[i].name;
    names[run->option_count] = "--help";
    return nearest_name(text, names, run->option_count + 1);
}

/* Handles words that are neither an option nor `--help`. */
static void refuse_option(command_run *run, const char *text)
{
    for (size_t i = 0; i < run->option_count; ++i) {
        const option *o = &run->options[i];
        const size_t length = strlen(o->name);
        if (!o->flag || strncmp(text, o->name, length) != 0 || text[length] != '=') continue;
        command_misused(run, "option '%s' takes no value", o->name);
        return;
    }
    const char *near = nearest_option(run, text);
    if (near) command_misused(run, "unknown option '%s'; did you mean '%s'?", text, near);
    else command_misused(run, "unknown option '%s'", text);
}

static bool take_value(command_run *run, const option *o, const char *value)
{
    if (o->values) {
        string_list_add(&run->arena, o->values, value);
        return true;
    }
    if (*o->single) {
        command_misused(run, "option '%s' is given more than once", o->name);
        return false;
    }
    *o->single = value;
    return true;
}

static bool has_required(command_run *run)
{
    for (size_t i = 0; i < run->option_count; ++i) {
        const option *o = &run->options[i];
        if (!o->required || (o->single ? *o->single != NULL : o->values->count != 0)) continue;
        command_misused(run, "%s is missing", o->name);
        return false;
    }
    return true;
}

/* `--help`, or `--help=FORM`. */
static bool print_help(command_run *run, const char *form)
{
    buffer out = {0};
    size_t i = *form == '\0' ? HELP_TEXT : HELP_MAN;
    while (i < HELP_FORMS && *form && (*form != '=' || strcmp(form + 1, help_form_names[i]) != 0)) ++i;
    if (i == HELP_FORMS) return false;
    help_command(&out, run->command, run->options, run->option_count, (help_form)i);
    command_write(run, NULL, &out);
    buffer_free(&out);
    run->status = command_end(run);
    return true;
}

bool command_parse(command_run *run, int argc, char **argv, const option *options, size_t option_count,
                   string_list *operands)
{
    bool only_operands = false;
    run->options = options;
    run->option_count = option_count;
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
            if (strcmp(text, "-h") == 0) text = "--help";
            if (strncmp(text, "--help", 6) != 0 || !print_help(run, text + 6)) refuse_option(run, text);
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
        if (!take_value(run, o, value ? value : argv[++i])) return false;
    }
    return has_required(run);
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
        if (order_compute(a, l, &run->diagnostics)) claims_check(a, l, CLAIMS_FEW, &run->diagnostics);
        library_set_add(a, set, l);
    }
    library_set_link(a, set, &run->diagnostics);
}

void command_make_folder(command_run *run, const char *path)
{
    const char *why = NULL;
    if (!run->diagnostics.errors && !output_make_folder(&run->arena, path, &why))
        diagnose_error(&run->diagnostics, (location){0}, "%s", why);
}

bool command_may_write(command_run *run, const char *path)
{
    const source *read = source_of_file(&run->sources, path);
    if (read)
        diagnose_error(&run->diagnostics, (location){0},
                       "cannot write %s: it is the input '%s'; choose another name or folder", path, read->path);
    return !read;
}

void command_write(command_run *run, const char *path, const buffer *text)
{
    const char *why = NULL;
    if (path && strcmp(path, "-") != 0 && !command_may_write(run, path)) return;
    const char *bytes = text->text ? text->text : "";
    if (path && strcmp(path, "-") != 0) {
        bool changed = false;
        if (!output_write(&run->arena, path, bytes, text->length, &changed, &why) ||
            (!changed && getenv("MAKELEVEL") && !output_touch(&run->arena, path, &why)))
            diagnose_error(&run->diagnostics, (location){0}, "%s", why);
        return;
    }
    if (fwrite(bytes, 1, text->length, stdout) != text->length || fflush(stdout) != 0)
        diagnose_error(&run->diagnostics, (location){0}, "cannot write to standard output");
}
