/* clbundle: the command line. Knows only that there are commands.
 *
 * SPDX-License-Identifier: MIT */
#include "base/escape.h"
#include "base/stack.h"
#include "command/help.h"

#include <string.h>

static int print_help(FILE *file, int status)
{
    buffer out = {0};
    help_overview(&out);
    fputs(out.text, file);
    buffer_free(&out);
    return ferror(file) || fflush(file) ? EXIT_INPUT : status;
}

static int run(int argc, char **argv)
{
    if (argc < 2) return print_help(stderr, EXIT_USAGE);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return print_help(stdout, EXIT_FINE);
    if (strcmp(argv[1], "--version") == 0) {
        puts("clbundle " CLBUNDLE_VERSION);
        return ferror(stdout) || fflush(stdout) ? EXIT_INPUT : EXIT_FINE;
    }
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        names[i] = command_list[i]->name;
        if (strcmp(argv[1], names[i]) == 0) return command_list[i]->run(argc - 2, argv + 2);
    }
    const char *near = nearest_name(argv[1], names, COMMAND_COUNT);
    buffer word = {0};
    escape_terminal(&word, argv[1], strlen(argv[1]));
    fprintf(stderr, "clbundle: error: unknown command '%s'", word.text ? word.text : "");
    if (near) fprintf(stderr, "; did you mean '%s'?", near);
    fputc('\n', stderr);
    buffer_free(&word);
    return print_help(stderr, EXIT_USAGE);
}

int main(int argc, char **argv)
{
    return stack_run(run, argc, argv);
}
