#include "emit/r.h"

#include "emit/foreign.h"

#include <ctype.h>
#include <string.h>

enum { LINE = 80 };

bool r_is_package_name(const char *name)
{
    const size_t length = strlen(name);
    if (length < 2 || !isalpha((unsigned char)name[0]) || name[length - 1] == '.') return false;
    for (const char *c = name; *c; ++c)
        if (!isalnum((unsigned char)*c) && *c != '.') return false;
    return true;
}

/* Is the line of `length` bytes a pragma that silences a compiler? */
static bool is_silencing(const char *line, size_t length)
{
    static const char words[] = "diagnostic ignored";
    if (!length || *line != '#') return false;
    for (size_t i = 1; i + sizeof words - 1 <= length; ++i)
        if (memcmp(line + i, words, sizeof words - 1) == 0) return true;
    return false;
}

void r_add_source(const buffer *text, buffer *out)
{
    for (size_t at = 0; at < text->length;) {
        const char *line = text->text + at, *end = memchr(line, '\n', text->length - at);
        const size_t length = end ? (size_t)(end - line) : text->length - at;
        if (!is_silencing(line, length)) {
            buffer_add(out, line, length);
            buffer_addc(out, '\n');
        }
        at += length + 1;
    }
}

/* ---- The interface ---- */

/* Behind the bracket that closes the one at `at`, or NULL. Quotes may hold brackets. */
static const char *behind_bracket(const char *at)
{
    size_t depth = 0;
    for (; *at; ++at) {
        if (*at == '"' || *at == '\'') {
            const char *end = strchr(at + 1, *at);
            if (!end) return NULL;
            at = end;
        } else if (*at == '(') {
            ++depth;
        } else if (*at == ')' && --depth == 0) {
            return at + 1;
        }
    }
    return NULL;
}

static bool read_function(arena *a, const char *text, r_function *f)
{
    const char *open = strchr(text, '('), *end = open ? behind_bracket(open) : NULL;
    if (!end || open == text) return false;
    f->name = arena_strndup(a, text, (size_t)(open - text));
    f->formals = arena_strndup(a, open + 1, (size_t)(end - open) - 2);
    while (*end == ' ') ++end;
    if (strncmp(end, "<-", 2) != 0) return false;
    for (end += 2; *end == ' ';) ++end;
    f->body = end;
    for (const char *c = f->name; *c; ++c)
        if (!isalnum((unsigned char)*c) && *c != '.' && *c != '_') return false;
    return *end != '\0';
}

r_function *r_read_interface(arena *a, const source *file, size_t *count, diagnostics *d)
{
    r_function *functions = arena_array(a, file->line_count + 1, sizeof *functions);
    *count = 0;
    for (size_t at = 0; at < file->length;) {
        const size_t begin = at;
        buffer text = {0};
        do {
            const size_t length = strcspn(file->text + at, "\n");
            buffer_add(&text, file->text + at, length);
            at += length + 1;
        } while (at < file->length && file->text[at] == ' ');
        if (text.length && text.text[0] != '#') {
            const char *kept = arena_strndup(a, text.text, text.length);
            if (read_function(a, kept, &functions[*count])) ++*count;
            else diagnose_error(d, (location){file, begin}, "not of the form 'name(arguments) <- expression'");
        }
        buffer_free(&text);
    }
    return functions;
}

/* ---- Kernels as R functions ---- */

static bool is_reserved(const char *name)
{
    static const char *const words[] = {"if", "else", "repeat", "while", "function", "for", "next", "break", "TRUE", "FALSE",
                                        "NULL", "Inf", "NaN", "NA", "in"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strcmp(name, words[i]) == 0) return true;
    return false;
}

static const char *r_name(arena *a, const char *name)
{
    return name[0] == '_' || is_reserved(name) ? arena_printf(a, "arg.%s", name) : name;
}

/* The default of an integer: from the arrays that come in. */
static void add_default(arena *a, const bundle *b, const bundle_kernel *k, size_t index, buffer *out)
{
    size_t found = 0, n = 0, step = 0;
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        if (!foreign_is_memory(g) || g->access == CLB_ACCESS_OUT) continue;
        for (size_t d = 0; d < g->dim_count; ++d) {
            if (!shape_is_scalar(&b->code, g->dims[d], &n) || n != index) continue;
            buffer_addf(out, " = extent_of(%s, %zu, %zu)", r_name(a, g->name), d + 1, g->dim_count);
            return;
        }
    }
    for (size_t i = 0; i < k->argument_count; ++i) {
        if (!foreign_is_stepped(b, &k->arguments[i], &n, &step) || n != index) continue;
        buffer_adds(out, found++ ? ", " : " = recycled_length(");
        buffer_adds(out, r_name(a, k->arguments[i].name));
    }
    if (found) buffer_addc(out, ')');
}

/* The formals as R's `function` has them: integers that arrays can tell come last, with defaults. */
static void add_formals(arena *a, const bundle *b, const bundle_kernel *k, buffer *out)
{
    const char *between = "";
    for (int last = 0; last < 2; ++last)
        for (size_t i = 0; i < k->argument_count; ++i) {
            const bundle_argument *g = &k->arguments[i];
            if (foreign_is_memory(g) ? g->access == CLB_ACCESS_OUT : foreign_is_step(b, k, i)) continue;
            if (foreign_is_extent(b, k, i) != (last == 1)) continue;
            buffer_addf(out, "%s%s", between, r_name(a, g->name));
            between = ", ";
            if (last) add_default(a, b, k, i, out);
        }
}

static void add_kernel(arena *a, const bundle *b, size_t number, buffer *out)
{
    const bundle_kernel *k = &b->kernels[number];
    size_t n = 0, step = 0;
    buffer flags = {0};
    buffer_addf(out, "\n%s <- function(", k->name);
    add_formals(a, b, k, out);
    buffer_adds(out, ") {\n");
    for (size_t i = 0; i < k->argument_count; ++i)
        if (foreign_is_extent(b, k, i)) buffer_addf(out, "  force(%s)\n", r_name(a, k->arguments[i].name));
    for (size_t i = 0; i < k->argument_count; ++i)
        if (foreign_is_stepped(b, &k->arguments[i], &n, &step)) {
            const char *name = r_name(a, k->arguments[i].name);
            buffer_addf(out, "  %s <- recycle(%s, %s)\n", name, name, r_name(a, k->arguments[n].name));
        }
    buffer_addf(out, "  .Call(clbr_call, %zuL, list(", number);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        const bool stepped = foreign_is_stepped(b, g, &n, &step);
        buffer_addf(&flags, "%s%s", i ? ", " : "", stepped ? "TRUE" : "FALSE");
        buffer_adds(out, i ? ",\n    " : "\n    ");
        if (foreign_is_memory(g) && g->access == CLB_ACCESS_OUT) {
            buffer_adds(out, "as.double(c(");
            for (size_t d = 0; d < g->dim_count; ++d) {
                if (d) buffer_adds(out, ", ");
                foreign_add_expression(a, b, k, g->dim_texts[d], " %/% ", " %% ", r_name, out);
            }
            buffer_adds(out, "))");
        } else if (g->kind == CLB_ARGUMENT_VALUE && shape_finds(k, &b->code, i)) {
            buffer_adds(out, "NULL");
        } else if (foreign_is_step(b, k, i)) {
            /* Of an array that is not found by itself. */
            for (size_t s = 0; s < k->argument_count; ++s)
                if (foreign_is_stepped(b, &k->arguments[s], &n, &step) && step == i) {
                    buffer_addf(out, "as.double(length(%s) != 1)", r_name(a, k->arguments[s].name));
                    break;
                }
        } else {
            buffer_addf(out, "%s(%s)", foreign_is_memory(g) ? "numbers" : "number", r_name(a, g->name));
        }
    }
    buffer_addf(out, "),\n    c(%s))\n}\n", flags.text ? flags.text : "");
    buffer_free(&flags);
}

static const char helpers[] =
    "# Made by clbundle: do not edit.\n\n"
    "# The length of a result: that of the longest argument, or 0 where one is empty.\n"
    "recycled_length <- function(...) {\n"
    "  lengths <- lengths(list(...))\n"
    "  if (any(lengths == 0)) 0 else max(lengths)\n"
    "}\n\n"
    "# One element, or n of them.\n"
    "recycle <- function(x, n) {\n"
    "  x <- numbers(x)\n"
    "  if (length(x) == 1 || length(x) == n) return(x)\n"
    "  if (length(x) == 0) return(if (n == 0) x[1L] else stop(\"an argument is empty\", call. = FALSE))\n"
    "  if (n %% length(x) != 0)\n"
    "    warning(\"longer argument not a multiple of length of shorter\", call. = FALSE)\n"
    "  rep_len(x, n)\n"
    "}\n\n"
    "# Extent d of an array that a kernel sees with so many dimensions.\n"
    "extent_of <- function(x, d, dimensions) {\n"
    "  if (dimensions == 1) return(length(x))\n"
    "  if (length(dim(x)) != dimensions)\n"
    "    stop(\"an array of \", dimensions, \" dimensions is needed\", call. = FALSE)\n"
    "  dim(x)[d]\n"
    "}\n\n"
    "numbers <- function(x) {\n"
    "  if (!is.numeric(x) && !is.logical(x))\n"
    "    stop(\"Non-numeric argument to mathematical function\", call. = FALSE)\n"
    "  x\n"
    "}\n\n"
    "number <- function(x) {\n"
    "  if (length(x) != 1) stop(\"a single number is needed\", call. = FALSE)\n"
    "  numbers(x)\n"
    "}\n";

/* ---- Documentation ---- */

static void add_rd(const char *text, buffer *out)
{
    for (; *text; ++text) {
        if (*text == '%' || *text == '\\' || *text == '{' || *text == '}') buffer_addc(out, '\\');
        if ((unsigned char)*text < 0x80) buffer_addc(out, *text);
        else if (((unsigned char)*text & 0xc0) != 0x80) buffer_addc(out, '?');
    }
}

/* The first sentence, without its end. */
static const char *title_of(arena *a, const bundle_kernel *k)
{
    size_t end = 0;
    const char *text = k->comment;
    for (; text[end] && text[end] != ';' && text[end] != ':'; ++end)
        if (text[end] == '.' && (text[end + 1] == '\0' || isspace((unsigned char)text[end + 1]))) break;
    char *title = end ? arena_strndup(a, text, end) : arena_printf(a, "Kernel %s", k->name);
    for (char *c = title; *c; ++c)
        if (*c == '\n') *c = ' ';
    return title;
}

/* Breaks a call of many arguments into lines. */
static void add_usage(const char *name, const char *formals, buffer *out)
{
    size_t column = strlen(name) + 1;
    buffer_addf(out, "%s(", name);
    for (const char *at = formals; *at;) {
        size_t length = 0, depth = 0;
        for (; at[length] && (depth || at[length] != ','); ++length)
            depth += (at[length] == '(') - (size_t)(at[length] == ')');
        while (*at == ' ') ++at, --length;
        if (column + length > LINE) {
            buffer_adds(out, "\n  ");
            column = 2;
        }
        char part[512];
        const size_t kept = length < sizeof part - 1 ? length : sizeof part - 1;
        memcpy(part, at, kept);
        part[kept] = '\0';
        add_rd(part, out);
        column += length + 2;
        at += length;
        if (*at == ',') {
            buffer_adds(out, ", ");
            ++at;
        }
    }
    buffer_adds(out, ")\n");
}

/* One name of the formals from *at, its default's first letter in *value. */
static const char *next_formal(arena *a, const char **at, const char **value)
{
    while (**at == ' ' || **at == ',') ++*at;
    if (!**at) return NULL;
    const size_t length = strcspn(*at, " ,=");
    const char *name = arena_strndup(a, *at, length);
    *at += length;
    while (**at == ' ') ++*at;
    *value = **at == '=' ? *at + 1 + strspn(*at + 1, " ") : "";
    size_t depth = 0;
    for (; **at && (depth || **at != ','); ++*at) depth += (**at == '(') - (size_t)(**at == ')');
    return name;
}

static const char *describe(const bundle *b, const bundle_kernel *k, arena *a, const char *name, const char *value)
{
    size_t n = 0, step = 0;
    if (strncmp(value, "TRUE", 4) == 0 || strncmp(value, "FALSE", 5) == 0) return "\\code{TRUE} or \\code{FALSE}.";
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        if (strcmp(r_name(a, g->name), name) != 0) continue;
        if (foreign_is_stepped(b, g, &n, &step)) return "numbers; recycled to the length of the longest.";
        if (foreign_is_memory(g) && g->access == CLB_ACCESS_IN) return "numbers that the kernel reads.";
        if (foreign_is_memory(g)) return "numbers that the kernel changes.";
        if (foreign_is_extent(b, k, i)) return "an extent of the arrays.";
        return "a single number.";
    }
    return "numbers.";
}

typedef struct r_export {
    const char *name, *formals;
    const bundle_kernel *kernel; /* whose comment tells what it does */
} r_export;

/* The kernel that an expression calls first, or NULL. */
static const bundle_kernel *kernel_in(const bundle *b, const char *body)
{
    while (*body) {
        size_t length = 0;
        while (isalnum((unsigned char)body[length]) || body[length] == '_' || body[length] == '.') ++length;
        for (size_t i = 0; length && i < b->kernel_count; ++i)
            if (strlen(b->kernels[i].name) == length && memcmp(b->kernels[i].name, body, length) == 0) return &b->kernels[i];
        body += length ? length : 1;
    }
    return NULL;
}

static const char *page_of(arena *a, const bundle_kernel *k)
{
    return path_stem(a, k->where.source ? k->where.source->name : k->name);
}

/* One page: all exports whose kernels stand in one file. */
static void add_page(arena *a, const r_package *p, const char *page, const r_export *exports, size_t count, buffer *out)
{
    const bundle_kernel *first = NULL;
    map known = {.arena = a};
    buffer aliases = {0}, usage = {0}, arguments = {0};
    for (size_t i = 0; i < count; ++i) {
        const char *at = exports[i].formals, *value = "", *name;
        if (strcmp(page_of(a, exports[i].kernel), page) != 0) continue;
        if (!first) first = exports[i].kernel;
        buffer_addf(&aliases, "\\alias{%s}\n", exports[i].name);
        add_usage(exports[i].name, exports[i].formals, &usage);
        while ((name = next_formal(a, &at, &value)) != NULL) {
            void **place = map_ats(&known, name);
            if (*place) continue;
            *place = &known;
            buffer_addf(&arguments, "  \\item{%s}{%s}\n", name, describe(p->bundle, exports[i].kernel, a, name, value));
        }
    }
    if (!first) return;
    buffer_addf(out, "%% Made by clbundle: do not edit.\n\\name{%s-kernels}\n%s\\title{", page, aliases.text);
    add_rd(title_of(a, first), out);
    buffer_adds(out, "}\n\\description{\n");
    add_rd(*first->comment ? first->comment : title_of(a, first), out);
    buffer_addf(out, "\n}\n\\usage{\n%s}\n", usage.text);
    if (arguments.text) buffer_addf(out, "\\arguments{\n%s}\n", arguments.text);
    buffer_addf(out, "\\value{\nWhat the kernel writes: one result as it is, several as a list. Where an element is \\code{NA},\n"
                     "so is its result.\n}\n\\seealso{\\code{\\link{%s_device}}}\n", p->name);
    buffer_free(&aliases);
    buffer_free(&usage);
    buffer_free(&arguments);
}

static const char device_page[] =
    "%% Made by clbundle: do not edit.\n\\name{%s_device}\n\\alias{%s_device}\n"
    "\\title{The device that runs the kernels}\n\\description{\n"
    "Tells the device that runs the kernels of this package, or chooses another one. Without a choice it is the\n"
    "best that can run them: a graphics processor with an OpenCL driver, or the compiled code of this package,\n"
    "called \\dQuote{native}.\n}\n"
    "\\usage{\n%s_device(filter = NULL)\n}\n\\arguments{\n"
    "  \\item{filter}{words that the device's description must hold, such as \\code{\"gpu\"}, \\code{\"native\"} or\n"
    "    part of a name; \\code{NULL}: the device stays. The environment variable \\env{CLBUNDLE_DEVICE} comes first.}\n}\n"
    "\\value{\nThe device's name.\n}\n\\examples{\n%s_device()\n}\n";

/* ---- The package ---- */

static const char description[] =
    "Package: %s\nType: Package\nTitle: Compute Kernels of the Bundle '%s'\nVersion: 0.1.0\n"
    "Authors@R: person(\"Package\", \"Maintainer\", email = \"maintainer@example.org\", role = c(\"aut\", \"cre\"))\n"
    "Description: Runs the compute kernels of the bundle '%s' on graphics processors through\n"
    "    'OpenCL' where a driver is installed, and as compiled code everywhere else.\n"
    "License: MIT + file LICENSE\nEncoding: UTF-8\nDepends: R (>= 3.5.0)\nNeedsCompilation: yes\n";

static const char makevars[] =
    "# Made by clbundle: do not edit. OpenCL is looked for when the package runs.\n"
    "PKG_CPPFLAGS = -DCLB_NO_STANDARD_OUTPUT\nPKG_LIBS = -lpthread -lm\n";

static package_file *add_file(package_file *files, size_t *count, const char *path, bool kept)
{
    package_file *f = &files[(*count)++];
    *f = (package_file){.path = path, .kept = kept};
    return f;
}

/* What the package offers. */
static r_export *list_exports(arena *a, const r_package *p, size_t *count, diagnostics *d)
{
    const bundle *b = p->bundle;
    r_export *exports = arena_array(a, b->kernel_count + p->function_count + 1, sizeof *exports);
    *count = 0;
    for (size_t i = 0; i < p->function_count; ++i) {
        const r_function *f = &p->functions[i];
        const bundle_kernel *k = kernel_in(b, f->body);
        if (!k) diagnose_error(d, (location){0}, "the R function '%s' calls no kernel of the bundle", f->name);
        else exports[(*count)++] = (r_export){f->name, f->formals, k};
    }
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const bundle_kernel *k = &b->kernels[i];
        const char *why = k->variant_count ? NULL : foreign_refusal(k);
        if (why) diagnose_note(d, k->where, "kernel '%s' is left out of the R package: %s", k->name, why);
        if (!foreign_is_offered(k) || p->function_count) continue;
        buffer formals = {0};
        add_formals(a, b, k, &formals);
        exports[(*count)++] = (r_export){k->name, formals.text ? arena_strndup(a, formals.text, formals.length) : "", k};
        buffer_free(&formals);
    }
    return exports;
}

static void add_code(arena *a, const r_package *p, buffer *out)
{
    const bundle *b = p->bundle;
    buffer_adds(out, helpers);
    buffer_addf(out, "\n%s_device <- function(filter = NULL) {\n"
                     "  if (!is.null(filter) && !(is.character(filter) && length(filter) == 1 && !is.na(filter)))\n"
                     "    stop(\"'filter' must be a string or NULL\")\n"
                     "  .Call(clbr_device, filter)\n}\n\n"
                     ".onUnload <- function(libpath) library.dynam.unload(\"%s\", libpath)\n", p->name, p->name);
    for (size_t i = 0; i < b->kernel_count; ++i)
        if (foreign_is_offered(&b->kernels[i])) add_kernel(a, b, i, out);
    for (size_t i = 0; i < p->function_count; ++i)
        buffer_addf(out, "\n%s <- function(%s)\n  %s\n", p->functions[i].name, p->functions[i].formals, p->functions[i].body);
}

/* Recycling gives what elements one by one give. */
static void add_test(arena *a, const r_package *p, buffer *out)
{
    const bundle *b = p->bundle;
    buffer_addf(out, "# Made by clbundle: do not edit.\nlibrary(%s)\nstopifnot(is.character(%s_device()))\n", p->name, p->name);
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const bundle_kernel *k = &b->kernels[i];
        size_t n = 0, step = 0;
        buffer one = {0}, three = {0};
        bool stepped = false;
        if (!foreign_is_offered(k) || !(k->flags & CLB_KERNEL_ELEMENTWISE)) continue;
        for (size_t g = 0; g < k->argument_count; ++g) {
            const bundle_argument *argument = &k->arguments[g];
            if (foreign_is_memory(argument) && argument->access == CLB_ACCESS_OUT) continue;
            if (foreign_is_step(b, k, g) || foreign_is_extent(b, k, g)) continue;
            const bool is_input = foreign_is_stepped(b, argument, &n, &step);
            stepped = stepped || is_input;
            buffer_add_item(&one, arena_printf(a, "%s = 1", r_name(a, argument->name)));
            buffer_add_item(&three, arena_printf(a, "%s = %s", r_name(a, argument->name), is_input ? "c(1, 1, 1)" : "1"));
        }
        if (stepped)
            buffer_addf(out, "stopifnot(identical(\n  unlist(suppressWarnings(%s:::%s(%s)))[[1]],\n"
                             "  unlist(suppressWarnings(%s:::%s(%s)))[[1]]))\n",
                        p->name, k->name, one.text, p->name, k->name, three.text);
        buffer_free(&one);
        buffer_free(&three);
    }
}

package_file *r_emit(arena *a, const r_package *p, const buffer *glue, size_t *count, diagnostics *d)
{
    size_t export_count = 0;
    const r_export *exports = list_exports(a, p, &export_count, d);
    package_file *files = arena_array(a, export_count + 16, sizeof *files);
    *count = 0;
    buffer *text = &add_file(files, count, "DESCRIPTION", true)->text;
    buffer_addf(text, description, p->name, p->bundle->name, p->bundle->name);
    text = &add_file(files, count, "LICENSE", true)->text;
    buffer_adds(text, "YEAR: 2026\nCOPYRIGHT HOLDER: the authors of the kernels\n");
    text = &add_file(files, count, "NAMESPACE", false)->text;
    buffer_addf(text, "# Made by clbundle: do not edit.\nuseDynLib(%s, clbr_call, clbr_device)\nexport(%s_device)\n",
                p->name, p->name);
    for (size_t i = 0; i < export_count; ++i) buffer_addf(text, "export(%s)\n", exports[i].name);
    add_code(a, p, &add_file(files, count, "R/kernels.R", false)->text);
    text = &add_file(files, count, arena_printf(a, "man/%s_device.Rd", p->name), false)->text;
    buffer_addf(text, device_page, p->name, p->name, p->name, p->name);
    map pages = {.arena = a};
    for (size_t i = 0; i < export_count; ++i) {
        const char *page = page_of(a, exports[i].kernel);
        void **place = map_ats(&pages, page);
        if (*place) continue;
        *place = &pages;
        text = &add_file(files, count, arena_printf(a, "man/%s-kernels.Rd", page), false)->text;
        add_page(a, p, page, exports, export_count, text);
    }
    add_test(a, p, &add_file(files, count, "tests/kernels.R", false)->text);
    buffer_adds(&add_file(files, count, "src/Makevars", false)->text, makevars);
    text = &add_file(files, count, arena_printf(a, "src/%s_r.c", p->bundle->name), false)->text;
    char *symbol = arena_strndup(a, p->name, strlen(p->name));
    for (char *c = symbol; *c; ++c)
        if (*c == '.') *c = '_';
    buffer_addf(text, "/* Made by clbundle: do not edit. */\n#include \"%s.h\"\n\n#define CLBR_BUNDLE %s_bundle\n"
                      "#define CLBR_INIT R_init_%s\n#define CLBR_UNLOAD R_unload_%s\n\n", p->bundle->name, p->bundle->name, symbol, symbol);
    buffer_add(text, glue->text, glue->length);
    return files;
}
