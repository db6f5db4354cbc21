/* The forms of help: text, a manual page, completion for bash, zsh and fish.
 *
 * SPDX-License-Identifier: MIT */
#include "command/help.h"

#include <string.h>

const char *const help_form_names[HELP_FORMS] = {"", "man", "bash", "zsh", "fish"};

static const option help_option = {.name = "--help", .help = "print this help"};

/* The options that a command parses, then the one that all have. */
static const option *option_at(const option *options, size_t option_count, size_t i)
{
    return i < option_count ? &options[i] : &help_option;
}

/* ---- Text ---- */

enum { TEXT_WIDTH = 79, TEXT_OPTION = 24 };

static void add_usage(buffer *out, const char *separator, const option *o)
{
    buffer_addf(out, "%s%s%s", separator, o->required ? "" : "[", o->name);
    if (o->value) buffer_addf(out, " %s", o->value);
    buffer_addf(out, "%s%s", o->required ? "" : "]", o->values && !o->required ? "..." : "");
}

/* Required options first. The separator stands before each part: a blank, or a new line. */
static void add_usages(buffer *out, const char *separator, const command *c, const option *options, size_t option_count)
{
    for (int required = 1; required >= 0; --required)
        for (size_t i = 0; i < option_count; ++i)
            if (options[i].required == required) add_usage(out, separator, &options[i]);
    if (*c->operands) buffer_addf(out, "%s%s", separator, c->operands);
}

void help_usage(buffer *out, const command *c, const option *options, size_t option_count)
{
    buffer_addf(out, "clbundle %s", c->name);
    add_usages(out, " ", c, options, option_count);
}

/* Text in lines of TEXT_WIDTH, all but the first indented. The text holds no word that is longer than a line. */
static void add_filled(buffer *out, size_t column, size_t indent, const char *text)
{
    while (*text) {
        const size_t word = strcspn(text, " \n");
        if (column > indent && column + 1 + word > TEXT_WIDTH) {
            buffer_addf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            buffer_addc(out, ' ');
            ++column;
        }
        buffer_add(out, text, word);
        column += word;
        text += word;
        for (; *text == ' ' || *text == '\n'; ++text)
            if (*text == '\n') {
                buffer_addc(out, '\n');
                column = indent;
            }
    }
    buffer_addc(out, '\n');
}

static void add_text(buffer *out, const command *c, const option *options, size_t option_count)
{
    buffer usage = {0};
    help_usage(&usage, c, options, option_count);
    buffer_addf(out, "usage: ");
    add_filled(out, 7, 11, usage.text);
    buffer_free(&usage);
    buffer_addc(out, '\n');
    add_filled(out, 0, 0, c->text);
    buffer_adds(out, "\noptions:\n");
    for (size_t i = 0; i <= option_count; ++i) {
        const option *o = option_at(options, option_count, i);
        const size_t begin = out->length;
        buffer_addf(out, "  %s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
        const size_t width = out->length - begin;
        if (width + 2 > TEXT_OPTION) buffer_addf(out, "\n%*s", TEXT_OPTION, "");
        else buffer_addf(out, "%*s", (int)(TEXT_OPTION - width), "");
        add_filled(out, TEXT_OPTION, TEXT_OPTION, o->help);
    }
    buffer_adds(out, "\nExit status: 0 success, 1 a problem in the input, 2 wrong usage.\n");
}

void help_overview(buffer *out)
{
    buffer_adds(out, "usage: clbundle COMMAND [ARGUMENT]...\n\ncommands:\n");
    for (size_t i = 0; i < COMMAND_COUNT; ++i)
        buffer_addf(out, "  %-9s %s\n", command_list[i]->name, command_list[i]->summary);
    buffer_adds(out, "\n`clbundle COMMAND --help` explains one command.\n"
                     "Exit status: 0 success, 1 a problem in the input, 2 wrong usage.\n");
}

/* ---- A manual page ---- */

/* Dashes that can be copied, and nothing that roff takes for a request. Empty lines divide paragraphs. */
static void add_roff(buffer *out, const char *text)
{
    for (; *text; ++text) {
        if (*text == '-' || *text == '\\') buffer_adds(out, *text == '-' ? "\\-" : "\\e");
        else if (*text == '\n') buffer_adds(out, text[1] == '\n' ? "\n.PP" : "\n");
        else buffer_addc(out, *text);
    }
}

static void add_man(buffer *out, const command *c, const option *options, size_t option_count)
{
    buffer usage = {0};
    help_usage(&usage, c, options, option_count);
    buffer_addf(out, ".SS clbundle %s\n", c->name);
    add_roff(out, usage.text);
    buffer_free(&usage);
    buffer_adds(out, "\n.PP\n");
    add_roff(out, c->text);
    buffer_addc(out, '\n');
    for (size_t i = 0; i < option_count; ++i) {
        buffer_adds(out, ".TP\n\\fB");
        add_roff(out, options[i].name);
        buffer_adds(out, "\\fR");
        if (options[i].value) {
            buffer_adds(out, " \\fI");
            add_roff(out, options[i].value);
            buffer_adds(out, "\\fR");
        }
        buffer_addc(out, '\n');
        add_roff(out, options[i].help);
        buffer_addc(out, '\n');
    }
}

static void begin_man(buffer *out)
{
    buffer_adds(out,
                ".\\\" Generated by `clbundle help --man`.\n.TH CLBUNDLE 1 \"\" \"clbundle " CLBUNDLE_VERSION
                "\" \"User Commands\"\n.SH NAME\nclbundle \\- compile OpenCL kernels into C programs\n.SH SYNOPSIS\n"
                ".B clbundle\n.I COMMAND\n.RI [ ARGUMENT ]...\n.br\n.B clbundle\n.I COMMAND\n.B \\-\\-help\n.br\n"
                ".B clbundle \\-\\-version\n.SH DESCRIPTION\n");
    add_roff(
        out,
        "clbundle reads OpenCL C at build time and writes plain C: the complete program of each kernel with only the "
        "functions that it reaches, a typed function that calls the kernel, and on request the kernel as C for the "
        "CPU. A small runtime runs them. The output depends only on the names and bytes of the input files.\n\n"
        "An option --name VALUE may be written --name=VALUE; -- ends the options. Every command has an option "
        "--help.");
    buffer_adds(out, "\n.SH COMMANDS\n");
}

static void end_man(buffer *out)
{
    buffer_adds(out,
                ".SH EXIT STATUS\n.TP\n0\nsuccess\n.TP\n1\na problem in the input: messages on standard error, as\n"
                ".IR file : line : column :\n.B error:\n.I text\n.TP\n2\nwrong usage\n");
}

/* ---- bash ---- */

static void add_bash(buffer *out, const command *c, const option *options, size_t option_count)
{
    buffer_addf(out, "    %s) options='", c->name);
    for (size_t i = 0; i <= option_count; ++i)
        buffer_addf(out, "%s%s", i ? " " : "", option_at(options, option_count, i)->name);
    buffer_adds(out, "' ;;\n");
}

static void add_names(buffer *out, const char *before, const char *behind)
{
    for (size_t i = 0; i < COMMAND_COUNT; ++i) buffer_addf(out, "%s%s", i ? " " : before, command_list[i]->name);
    buffer_adds(out, behind);
}

static void begin_bash(buffer *out)
{
    buffer_adds(out, "# Generated by `clbundle help --completion bash`.\n_clbundle()\n{\n"
                     "    local word=${COMP_WORDS[COMP_CWORD]} commands=");
    add_names(out, "'", "' options= words=\n    case ${COMP_WORDS[1]} in\n");
}

static void end_bash(buffer *out)
{
    buffer_adds(out, "    esac\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words=\"$commands --help --version\"\n"
                     "    elif [ \"${word#-}\" != \"$word\" ]; then\n        words=$options\n"
                     "    elif [ \"${COMP_WORDS[1]}\" = help ]; then\n        words=$commands\n    fi\n"
                     "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
                     "complete -o default -F _clbundle clbundle\n");
}

/* ---- zsh and fish ---- */

/* In single quotes of a shell. `special` get a backslash. */
static void add_quoted(buffer *out, const char *text, const char *special)
{
    for (; *text; ++text) {
        if (*text == '\'') {
            buffer_adds(out, "'\\''");
            continue;
        }
        if (strchr(special, *text)) buffer_addc(out, '\\');
        buffer_addc(out, *text);
    }
}

static void add_zsh(buffer *out, const command *c, const option *options, size_t option_count)
{
    buffer_addf(out, "    %s)\n        _arguments", c->name);
    for (size_t i = 0; i <= option_count; ++i) {
        const option *o = option_at(options, option_count, i);
        buffer_addf(out, " \\\n            '%s%s[", o->values ? "*" : "", o->name);
        add_quoted(out, o->help, "[]\\");
        buffer_addc(out, ']');
        if (o->value) {
            buffer_addc(out, ':');
            add_quoted(out, o->value, ":\\");
            buffer_adds(out, ":_files");
        }
        buffer_addc(out, '\'');
    }
    buffer_adds(out, " \\\n            '*:operand:");
    if (c == &command_help) add_names(out, "(", ")' ;;\n");
    else buffer_adds(out, "_files' ;;\n");
}

static void begin_zsh(buffer *out)
{
    buffer_adds(out, "#compdef clbundle\n# Generated by `clbundle help --completion zsh`.\n_clbundle()\n{\n    local "
                     "-a commands=(\n");
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        buffer_addf(out, "        '%s:", command_list[i]->name);
        add_quoted(out, command_list[i]->summary, ":\\");
        buffer_adds(out, "'\n");
    }
    buffer_adds(out,
                "    )\n    if ((CURRENT == 2)); then\n        _describe command commands\n        return\n    fi\n"
                "    shift words\n    ((CURRENT--))\n    case $words[1] in\n");
}

static void end_zsh(buffer *out)
{
    buffer_adds(out, "    esac\n}\n_clbundle \"$@\"\n");
}

static void add_fish(buffer *out, const command *c, const option *options, size_t option_count)
{
    buffer_addf(out, "complete -c clbundle -n __fish_use_subcommand -a %s -d '", c->name);
    add_quoted(out, c->summary, "\\");
    buffer_adds(out, "'\n");
    for (size_t i = 0; i <= option_count; ++i) {
        const option *o = option_at(options, option_count, i);
        const bool word = o->name[1] == '-';
        buffer_addf(out, "complete -c clbundle -n '__fish_seen_subcommand_from %s' %s %s%s -d '", c->name,
                    word ? "-l" : "-s", o->name + 1 + word, o->value ? " -r" : "");
        add_quoted(out, o->help, "\\");
        buffer_adds(out, "'\n");
    }
}

static void begin_fish(buffer *out)
{
    buffer_adds(out, "# Generated by `clbundle help --completion fish`.\n");
}

static void end_fish(buffer *out)
{
    buffer_adds(out, "complete -c clbundle -n '__fish_seen_subcommand_from help' -f -a ");
    add_names(out, "'", "'\n");
}

/* ---- All of them ---- */

void help_command(buffer *out, const command *c, const option *options, size_t option_count, help_form form)
{
    static void (*const forms[HELP_FORMS])(buffer *, const command *, const option *, size_t) = {
        add_text, add_man, add_bash, add_zsh, add_fish,
    };
    forms[form](out, c, options, option_count);
}

void help_begin(buffer *out, help_form form)
{
    static void (*const forms[HELP_FORMS])(buffer *) = {NULL, begin_man, begin_bash, begin_zsh, begin_fish};
    if (forms[form]) forms[form](out);
}

void help_end(buffer *out, help_form form)
{
    static void (*const forms[HELP_FORMS])(buffer *) = {NULL, end_man, end_bash, end_zsh, end_fish};
    if (forms[form]) forms[form](out);
}
