/* clbundle: the command line. Knows the names of the commands and nothing else. */
#include "command/command.h"

#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"sort", command_sort, "print a library's load order, a stem a line"},
    {"index", command_index, "write a library's kernel_dependency_index.tsv"},
    {"program", command_program, "print the assembled program of a kernel file"},
    {"bundle", command_bundle, "write the C sources and the header of a bundle"},
    {"subset", command_subset, "copy the library files that kernels reach"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static int print_help(FILE *file, int status)
{
    fputs("usage: clbundle COMMAND [ARGUMENT]...\n\ncommands:\n", file);
    for (size_t i = 0; i < COMMAND_COUNT; ++i) fprintf(file, "  %-9s %s\n", commands[i].name, commands[i].summary);
    fputs("\nExit status: 0 fine, 1 a problem in the input, 2 wrong usage.\n", file);
    return ferror(file) || fflush(file) ? EXIT_INPUT : status;
}

int main(int argc, char **argv)
{
    if (argc < 2) return print_help(stderr, EXIT_USAGE);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return print_help(stdout, EXIT_FINE);
    if (strcmp(argv[1], "--version") == 0) {
        puts("clbundle " CLBUNDLE_VERSION);
        return EXIT_FINE;
    }
    for (size_t i = 0; i < COMMAND_COUNT; ++i)
        if (strcmp(argv[1], commands[i].name) == 0) return commands[i].run(argc - 2, argv + 2);
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; ++i) names[i] = commands[i].name;
    const char *near = nearest_name(argv[1], names, COMMAND_COUNT);
    fprintf(stderr, near ? "clbundle: error: unknown command '%s'; did you mean '%s'?\n"
                         : "clbundle: error: unknown command '%s'\n", argv[1], near);
    return print_help(stderr, EXIT_USAGE);
}
