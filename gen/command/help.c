/* clbundle help: prints help on all commands or on one, the manual page, and completion for shells.
 *
 * SPDX-License-Identifier: MIT */
#include "command/help.h"

#include <string.h>

const command *const command_list[COMMAND_COUNT] = {
    &command_sort,    &command_index,       &command_program, &command_bundle,     &command_subset,
    &command_runtime, &command_run_program, &command_capture, &command_translate,  &command_annotate,
    &command_check,   &command_graph,       &command_doctor,  &command_precompile, &command_help,
};

/* Every command prints its own part, from the table that it also parses. */
static int print_file(command_run *run, help_form form)
{
    buffer out = {0};
    int status = EXIT_FINE;
    help_begin(&out, form);
    command_write(run, NULL, &out);
    buffer_free(&out);
    char *argument = arena_printf(&run->arena, "--help=%s", help_form_names[form]);
    for (size_t i = 0; i < COMMAND_COUNT && status == EXIT_FINE; ++i) status = command_list[i]->run(1, &argument);
    help_end(&out, form);
    command_write(run, NULL, &out);
    buffer_free(&out);
    const int own = command_end(run);
    return status != EXIT_FINE ? status : own;
}

static int print_overview(command_run *run)
{
    buffer out = {0};
    help_overview(&out);
    command_write(run, NULL, &out);
    buffer_free(&out);
    return command_end(run);
}

static int print_command(command_run *run, const char *name)
{
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        names[i] = command_list[i]->name;
        if (strcmp(name, names[i]) != 0) continue;
        char help[] = "--help", *argument = help;
        (void)command_end(run);
        return command_list[i]->run(1, &argument);
    }
    const char *near = nearest_name(name, names, COMMAND_COUNT);
    return near ? command_misused(run, "unknown command '%s'; did you mean '%s'?", name, near)
                : command_misused(run, "unknown command '%s'", name);
}

static int run_help(int argc, char **argv)
{
    command_run run;
    bool man = false;
    string_list operands = {0};
    const char *shell = NULL;
    const option options[] = {
        {"--man", NULL, "print the manual page", .flag = &man},
        {"--completion", "SHELL", "print completion for bash, zsh or fish", .single = &shell},
    };
    command_begin(&run, &command_help);
    if (!command_parse(&run, argc, argv, options, 2, &operands)) return run.status;
    if (operands.count + man + (shell != NULL) > 1)
        return command_misused(&run, "expected one of: a command, --man, --completion");
    if (man) return print_file(&run, HELP_MAN);
    if (!shell) return operands.count ? print_command(&run, operands.items[0]) : print_overview(&run);
    for (help_form form = HELP_BASH; form < HELP_FORMS; ++form)
        if (strcmp(shell, help_form_names[form]) == 0) return print_file(&run, form);
    return command_misused(&run, "--completion %s: expected bash, zsh or fish", shell);
}

const command command_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "explain clbundle, or one command",
    .text = "Prints the list of commands, or explains one command and its options.",
    .run = run_help,
};
