/* The help pages of an R package: one for all functions whose kernels stand in one file.
 * Knows Rd; must not know R code.
 *
 * SPDX-License-Identifier: MIT */
#include "emit/r_state.h"

#include "base/escape.h"
#include "base/source.h"

#include <ctype.h>
#include <string.h>

enum { LINE = 80 };

/* The first sentence, without its end, on one line. */
static const char *title_of(arena *a, const char *comment, const char *page)
{
    size_t end = 0;
    for (; comment[end] && comment[end] != ';' && comment[end] != ':'; ++end)
        if (comment[end] == '.' && (comment[end + 1] == '\0' || isspace((unsigned char)comment[end + 1]))) break;
    char *title = end ? arena_strndup(a, comment, end) : arena_printf(a, "Kernels of %s", page);
    for (char *c = title; *c; ++c)
        if (*c == '\n') *c = ' ';
    return title;
}

/* The end of the formal at `at`: a comma outside of brackets and strings, or the end of the text. */
static size_t formal_length(const char *at)
{
    size_t length = 0, depth = 0;
    for (char quote = '\0'; at[length]; ++length) {
        const char c = at[length];
        if (quote) {
            if (c == '\\' && at[length + 1]) ++length;
            else if (c == quote) quote = '\0';
        } else if (c == '"' || c == '\'' || c == '`') {
            quote = c;
        } else if (strchr("([{", c)) {
            ++depth;
        } else if (strchr(")]}", c)) {
            depth -= depth > 0;
        } else if (c == ',' && !depth) {
            break;
        }
    }
    return length;
}

/* Breaks a call of many arguments into lines. */
static void add_usage(arena *a, const char *name, const char *formals, buffer *out)
{
    size_t column = strlen(name) + 1;
    escape_rd_code(out, name);
    buffer_addc(out, '(');
    for (const char *at = formals + strspn(formals, " "); *at; at += strspn(at, " ")) {
        const size_t length = formal_length(at);
        if (column + length > LINE) {
            buffer_adds(out, "\n  ");
            column = 2;
        }
        escape_rd_code(out, arena_strndup(a, at, length));
        column += length + 2;
        at += length;
        if (*at != ',') break;
        buffer_adds(out, ", ");
        ++at;
    }
    buffer_adds(out, ")\n");
}

/* Takes one name of the formals from *at, and its default as *value. */
static const char *next_formal(arena *a, const char **at, const char **value)
{
    *at += strspn(*at, " ,\n");
    if (!**at) return NULL;
    const size_t length = formal_length(*at);
    const char *text = arena_strndup(a, *at, length), *equals = strchr(text, '=');
    size_t end = equals ? (size_t)(equals - text) : length;
    while (end && strchr(" \n", text[end - 1])) --end;
    *value = equals ? equals + 1 + strspn(equals + 1, " ") : "";
    *at += length;
    /* Help pages name arguments without quotes. */
    if (end > 1 && text[0] == '`' && text[end - 1] == '`') return arena_strndup(a, text + 1, end - 2);
    return arena_strndup(a, text, end);
}

/* The values of all configurations, each as code. */
static const char *written_choices(const foreign_functions *all, const foreign_function *f)
{
    buffer text = {0};
    escape_rd(&text, foreign_choices(all, f, "\""));
    const char *copy = arena_strndup(all->a, text.text, text.length);
    buffer_free(&text);
    return copy;
}

static const char *describe(const foreign_functions *all, const foreign_function *f, const char *name,
                            const char *value)
{
    arena *a = all->a;
    const foreign_kernel *k = f->kernel;
    if (f->face && strcmp(name, "options") == 0)
        return arena_printf(a,
                            "values of macros in one string, such as %s.\n    The first configuration that has them is "
                            "called.",
                            written_choices(all, f));
    if (strncmp(value, "TRUE", 4) == 0 || strncmp(value, "FALSE", 5) == 0) return "\\code{TRUE} or \\code{FALSE}.";
    for (size_t i = 0; i < k->kernel->argument_count; ++i) {
        const bundle_argument *g = &k->kernel->arguments[i];
        const foreign_argument *own = &k->arguments[i];
        if (strcmp(r_parameter_name(a, g->name), name) != 0) continue;
        if (own->counter) return "numbers; recycled to the length of the longest.";
        if (own->local)
            return own->optional ? "bytes of local memory; \\code{NULL}: as many as needed." : "bytes of local memory.";
        if (own->sampler)
            return "a list with some of \\code{addressing} (\\code{\"none\"}, \\code{\"clamp_to_edge\"}, the default,\n"
                   "    \\code{\"clamp\"}, \\code{\"repeat\"} or \\code{\"mirrored_repeat\"}; the last two need "
                   "normalised coordinates),\n"
                   "    \\code{filter} (\\code{\"nearest\"}, the default, or \\code{\"linear\"}) and "
                   "\\code{normalized}\n"
                   "    (\\code{TRUE}: coordinates go from 0 to 1).";
        if (foreign_is_record(g->type))
            return own->memory ? "a data frame, or a list of columns, with the members of the structure."
                               : "a list of the members of the structure.";
        if (own->memory)
            return g->access == CLB_ACCESS_IN ? "numbers that the kernel reads." : "numbers that the kernel changes.";
        if (own->optional) return "an extent of the arrays; \\code{NULL}: the arrays tell it.";
        return own->found ? "an extent of the arrays." : "a single number.";
    }
    return "numbers.";
}

void r_add_page(const foreign_functions *all, const r_package *p, const char *page, const r_export *exports,
                size_t count, buffer *out)
{
    arena *a = all->a;
    map known = {.arena = a};
    buffer usage = {0}, arguments = {0};
    const bundle_kernel *first = exports[0].function->kernel->kernel;
    const char *comment = *first->file_comment ? first->file_comment : first->comment;
    const char *title = title_of(a, comment, page);
    buffer_addf(out, "%% Made by clbundle: do not edit.\n\\name{%s-kernels}\n", page);
    for (size_t i = 0; i < count; ++i) {
        const char *at = exports[i].formals, *value = "", *name;
        buffer_adds(out, "\\alias{");
        escape_rd(out, exports[i].name);
        buffer_adds(out, "}\n");
        add_usage(a, exports[i].code_name, exports[i].formals, &usage);
        while ((name = next_formal(a, &at, &value)) != NULL) {
            void **slot = map_ats(&known, name);
            if (*slot) continue;
            *slot = &known;
            buffer_adds(&arguments, "  \\item{");
            escape_rd(&arguments, name);
            buffer_addf(&arguments, "}{%s}\n", describe(all, exports[i].function, name, value));
        }
    }
    buffer_adds(out, "\\title{");
    escape_rd(out, title);
    buffer_adds(out, "}\n\\description{\n");
    escape_rd(out, *comment ? comment : title);
    /* The kernel's own comment, unless the page has it already. */
    for (size_t i = 0; i < count; ++i) {
        const char *own = exports[i].function->kernel->kernel->comment;
        if (!*own || own == comment || strcmp(own, comment) == 0) continue;
        buffer_adds(out, "\n\n\\code{");
        escape_rd(out, exports[i].name);
        buffer_adds(out, "}: ");
        escape_rd(out, own);
    }
    buffer_addf(out, "\n}\n\\usage{\n%s}\n", usage.text);
    if (arguments.text) buffer_addf(out, "\\arguments{\n%s}\n", arguments.text);
    buffer_addf(
        out,
        "\\value{\nWhat the kernel writes: one result as it is, several as a list. Where an element is \\code{NA},\n"
        "so is its result.\n}\n\\seealso{\\code{\\link{%s_device}}}\n",
        p->name);
    buffer_free(&usage);
    buffer_free(&arguments);
}
