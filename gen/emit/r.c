/* See r.h. SPDX-License-Identifier: MIT */
#include "emit/r.h"

#include "base/escape.h"
#include "base/source.h"
#include "emit/native.h"
#include "emit/r_state.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool r_is_package_name(const char *name)
{
    const size_t length = strlen(name);
    if (length < 2 || !isalpha((unsigned char)name[0]) || name[length - 1] == '.') return false;
    for (const char *c = name; *c; ++c)
        if (!isalnum((unsigned char)*c) && *c != '.') return false;
    return true;
}

/* Whether the line of `length` bytes is a pragma that silences a compiler. */
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

/* ---- Names ---- */

static const char *written(arena *a, void (*write)(buffer *, const char *), const char *name)
{
    buffer text = {0};
    write(&text, name);
    const char *copy = text.text ? arena_strndup(a, text.text, text.length) : "";
    buffer_free(&text);
    return copy;
}

const char *r_parameter_name(arena *a, const char *name)
{
    const bool plain = *name != '_' && !escape_is_r_reserved(name);
    return written(a, escape_r_name, plain ? name : arena_printf(a, "arg.%s", name));
}

/* Reports parameters that are the same in R, or that are the function's own. */
static void check_parameters(arena *a, const foreign_function *f, diagnostics *d)
{
    const bundle_kernel *k = f->kernel->kernel;
    map known = {.arena = a};
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        const char *name = r_parameter_name(a, g->name);
        void **slot = map_ats(&known, name);
        if (f->face && strcmp(name, "options") == 0)
            diagnose_error(d, g->where,
                           "parameter '%s' of kernel '%s': '%s' is a name that the R package uses; rename it", g->name,
                           f->name, name);
        if (*slot)
            diagnose_error(d, g->where,
                           "the parameters '%s' and '%s' of kernel '%s' would both be '%s' in R; rename one",
                           (const char *)*slot, g->name, f->name, name);
        *slot = (void *)(uintptr_t)g->name;
    }
}

/* Reports functions that would hide one another. */
static void check_functions(const foreign_functions *all, const r_package *p)
{
    arena *a = all->a;
    diagnostics *d = all->d;
    map kernels = {.arena = a}, functions = {.arena = a};
    const char *device = arena_printf(a, "%s_device", p->name);
    for (size_t i = 0; i < all->count; ++i) {
        const foreign_function *f = &all->list[i];
        *map_ats(&kernels, f->name) = &kernels;
        check_parameters(a, f, d);
        if (strcmp(f->name, device) == 0)
            diagnose_error(
                d, f->kernel->kernel->where,
                "kernel '%s' has the name of a function of the R package's own; rename the kernel or the package",
                f->name);
    }
    for (size_t i = 0; i < p->function_count; ++i) {
        const r_function *f = &p->functions[i];
        void **slot = map_ats(&functions, f->name);
        if (*slot) diagnose_error(d, f->where, "a second function '%s'; name it otherwise", f->name);
        *slot = &functions;
        if (map_gets(&kernels, f->name))
            diagnose_error(d, f->where,
                           "the function '%s' would hide the kernel of this name; name one of them otherwise", f->name);
        if (strcmp(f->name, device) == 0)
            diagnose_error(d, f->where, "'%s' is a function of the R package's own; name this one otherwise", f->name);
    }
}

/* ---- Code ---- */

/* The parameters of the R function: those that may be left out come last. */
static const char *formals_of(arena *a, const foreign_kernel *k)
{
    const char *text = "";
    for (int last = 0; last < 2; ++last)
        for (size_t i = 0; i < k->kernel->argument_count; ++i) {
            const foreign_argument *own = &k->arguments[i];
            if (own->output || own->step_of || (own->optional || own->found) != (last == 1)) continue;
            text = arena_printf(a, "%s%s%s%s", text, *text ? ", " : "",
                                r_parameter_name(a, k->kernel->arguments[i].name), own->optional ? " = NULL" : "");
        }
    return text;
}

/* What it passes for each parameter of the kernel. */
static const char *values_of(arena *a, const foreign_kernel *k)
{
    const char *text = "";
    for (size_t i = 0; i < k->kernel->argument_count; ++i) {
        const foreign_argument *own = &k->arguments[i];
        const bool given = !own->output && !own->step_of;
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "",
                            given ? r_parameter_name(a, k->kernel->arguments[i].name) : "NULL");
    }
    return text;
}

/* With the parameter that chooses a configuration, if there are several. */
static const char *all_formals(arena *a, const foreign_function *f)
{
    return f->face ? arena_printf(a, "%s%soptions = \"\"", f->formals, *f->formals ? ", " : "") : f->formals;
}

/* R looks up the word `function` itself: a kernel of this name is assigned after all uses of the word. */
static bool is_late(const foreign_function *f)
{
    return strcmp(f->name, "function") == 0;
}

/* The number of the kernel's facts, from 1. */
static void add_facts_number(arena *a, const foreign_function *f, buffer *out)
{
    if (!f->face) {
        buffer_addf(out, "%zuL", f->places[0] + 1);
        return;
    }
    buffer_addf(out, ".clb$configured(.clbr_select, %zuL, %s, options, base::c(", f->table,
                written(a, escape_r_string, f->types));
    for (size_t i = 0; i < f->count; ++i) buffer_addf(out, "%s%zuL", i ? ", " : "", f->places[i] + 1);
    buffer_adds(out, "))");
}

static void add_function(arena *a, const foreign_function *f, buffer *out)
{
    buffer_addc(out, '\n');
    escape_r_name(out, f->name);
    buffer_addf(out, " <- function(%s)\n  .clb$run(.clbr_call, ", all_formals(a, f));
    add_facts_number(a, f, out);
    buffer_addf(out, ", base::list(%s))\n", f->values);
}

/* One vector of a kernel's facts. */
#define ADD_VECTOR(name, format, value)                            \
    do {                                                           \
        buffer_adds(out, ",\n    " name " = c(");                  \
        for (size_t i = 0; i < count; ++i) {                       \
            const foreign_argument *own = &k->arguments[i];        \
            const bundle_argument *g = &k->kernel->arguments[i];   \
            (void)own;                                             \
            (void)g;                                               \
            buffer_addf(out, "%s" format, i ? ", " : "", (value)); \
        }                                                          \
        buffer_addc(out, ')');                                     \
    } while (0)

static void add_facts(arena *a, const foreign_kernel *k, buffer *out)
{
    const size_t count = k->kernel->argument_count;
    const bool whole = (k->kernel->flags & CLB_KERNEL_ELEMENTWISE) != 0;
    buffer_addf(out, "  list(number = %zuL, whole = %s, length = ", k->number, whole ? "TRUE" : "FALSE");
    if (whole && k->length) buffer_addf(out, "%zuL", k->length);
    else buffer_adds(out, "NULL");
    ADD_VECTOR("names", "%s", written(a, escape_r_string, r_parameter_name(a, g->name)));
    ADD_VECTOR("kind", "\"%s\"",
               own->local     ? "local"
               : own->sampler ? "sampler"
               : own->step_of ? "step"
               : own->output  ? "output"
               : own->memory  ? "array"
                              : "value");
    ADD_VECTOR("record", "%s", !own->local && !own->sampler && foreign_is_record(g->type) ? "TRUE" : "FALSE");
    ADD_VECTOR("optional", "%s", own->optional ? "TRUE" : "FALSE");
    ADD_VECTOR("counter", "%zuL", own->counter);
    ADD_VECTOR("step_of", "%zuL", own->step_of);
    ADD_VECTOR("teller", "%zuL", own->teller);
    ADD_VECTOR("dimension", "%zuL", own->dimension + 1);
    ADD_VECTOR("dimensions", "%zuL", g->dim_count);
    buffer_addc(out, ')');
}

static void add_code(const foreign_functions *all, const r_package *p, const buffer *calls, buffer *out)
{
    arena *a = all->a;
    buffer_adds(out, "# Made by clbundle: do not edit.\n\n");
    buffer_add(out, calls->text, calls->length);
    buffer_adds(out, "facts <- list(\n");
    for (size_t i = 0; i < all->kernel_count; ++i) {
        add_facts(a, &all->kernels[i], out);
        buffer_adds(out, i + 1 < all->kernel_count ? ",\n" : "\n");
    }
    buffer_addf(out,
                ")\n\n}, envir = .clb)\n\n%s_device <- function(filter = NULL) {\n"
                "  if (!base::is.null(filter) && !(base::is.character(filter) && base::length(filter) == 1 && "
                "!base::is.na(filter)))\n"
                "    base::stop(\"'filter' must be a string or NULL\")\n"
                "  .Call(.clbr_device, filter)\n}\n\n"
                ".onUnload <- function(libpath) base::library.dynam.unload(\"%s\", libpath)\n",
                p->name, p->name);
    for (size_t i = 0; i < p->function_count; ++i)
        buffer_addf(out, "\n%s <- function(%s)\n  %s\n", p->functions[i].name, p->functions[i].formals,
                    p->functions[i].body);
    for (int late = 0; late < 2; ++late)
        for (size_t i = 0; i < all->count; ++i)
            if (is_late(&all->list[i]) == (late == 1)) add_function(a, &all->list[i], out);
}

/* ---- The package ---- */

static const char device_page[] =
    "%% Made by clbundle: do not edit.\n\\name{%s_device}\n\\alias{%s_device}\n"
    "\\title{The device that runs the kernels}\n\\description{\n"
    "Tells the device that runs the kernels of this package, or chooses another one. Without a choice it is the\n"
    "best that can run them: a graphics processor with an OpenCL driver, or the compiled code of this package,\n"
    "called \\dQuote{native}.\n}\n"
    "\\usage{\n%s_device(filter = NULL)\n}\n\\arguments{\n"
    "  \\item{filter}{words that the device's description must hold, such as \\code{\"gpu\"}, \\code{\"native\"} or\n"
    "    part of a name; \\code{NULL}: the device stays. The environment variable \\env{CLBUNDLE_DEVICE} comes "
    "first.}\n}\n"
    "\\value{\nThe device's name.\n}\n\\examples{\n%s_device()\n}\n";

/* The names have been through escape_dcf. */
static const char description[] =
    "Package: %s\nType: Package\nTitle: Compute Kernels of the Bundle '%s'\nVersion: 0.1.0\n"
    "Authors@R: person(\"Package\", \"Maintainer\", email = \"maintainer@example.org\", role = c(\"aut\", \"cre\"))\n"
    "Description: Runs the compute kernels of the bundle '%s' on graphics processors through\n"
    "    'OpenCL' where a driver is installed, and as compiled code everywhere else.\n"
    "License: MIT + file LICENSE\nEncoding: UTF-8\nDepends: R (>= 3.5.0)\nNeedsCompilation: yes\n";

/* R's own flags end in -g and -O2, so the rules below append others. Debug information of generated code takes as
 * long as its optimisation, and twice the memory. Few processors run the baseline of x86-64: -O1. (R's check takes
 * the -m of uname for a compiler flag.) Takes the name of the bundle four times. */
static const char makevars[] = "# Made by clbundle: do not edit. OpenCL is looked for when the package runs.\n"
                               "PKG_CPPFLAGS = -DCLB_NO_STANDARD_OUTPUT\nPKG_LIBS = -lpthread -lm\n\n"
                               "all: $(SHLIB)\n\n"
                               "clbundle.o: clbundle.c\n\t$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -g0 -DCLB_QUICK_BUILD -c "
                               "clbundle.c -o clbundle.o\n\n"
                               "%s_native.o: %s_native.c\n"
                               "\tcase `arch` in x86_64|i386) level=1;; *) level=2;; esac; \\\n"
                               "\t$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -g0 -O$$level -c %s_native.c -o %s_native.o\n\n";

static void add_makevars(const r_package *p, buffer *out)
{
    const char *name = p->bundle->name; /* an identifier: Make needs no escapes for it */
    buffer_addf(out, makevars, name, name, name, name);
    for (unsigned level = 1; level < NATIVE_LEVELS; ++level) {
        const char *suffix = native_suffixes[level];
        if (!(p->levels >> level & 1)) continue;
        buffer_addf(out,
                    "%s_native%s.o: %s_native%s.c %s_native.c\n"
                    "\t$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -g0 -c %s_native%s.c -o %s_native%s.o\n\n",
                    name, suffix, name, suffix, name, name, suffix, name, suffix);
    }
    buffer_adds(out, ".PHONY: all\n");
}

static buffer *add_file(package_file *files, size_t *count, const char *path, bool kept)
{
    package_file *f = &files[(*count)++];
    *f = (package_file){.path = path, .kept = kept};
    return &f->text;
}

/* The exports of the package. */
static r_export *list_exports(const foreign_functions *all, const r_package *p, size_t *count)
{
    arena *a = all->a;
    r_export *exports = arena_array(a, all->count + p->function_count + 1, sizeof *exports);
    map kernels = {.arena = a};
    *count = 0;
    for (size_t i = 0; i < all->count; ++i) *map_ats(&kernels, all->list[i].name) = &all->list[i];
    for (size_t i = 0; i < p->function_count; ++i) {
        const r_function *f = &p->functions[i];
        const foreign_function *k = NULL;
        /* The kernel that stands first in the expression. */
        for (const char *at = f->body; *at && !k;) {
            size_t length = 0;
            while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '.') ++length;
            if (length) k = map_get(&kernels, at, length);
            at += length ? length : 1;
        }
        if (!k) diagnose_error(all->d, f->where, "the R function '%s' calls no kernel of the bundle", f->name);
        else exports[(*count)++] = (r_export){f->name, f->name, f->formals, k};
    }
    for (size_t i = 0; i < all->count && !p->function_count; ++i) {
        const foreign_function *f = &all->list[i];
        exports[(*count)++] = (r_export){f->name, written(a, escape_r_name, f->name), all_formals(a, f), f};
    }
    return exports;
}

/* A name for the page of functions whose kernels stand in this file: letters, digits, '.', '_' and '-', as R
 * requires of file names. */
static const char *page_of(arena *a, const bundle_kernel *k)
{
    char *stem = arena_printf(a, "%s", path_stem(a, k->where.source ? k->where.source->name : k->name));
    for (char *c = stem; *c; ++c)
        if ((unsigned char)*c >= 0x80 || !(isalnum((unsigned char)*c) || (c > stem && strchr("._-", *c))))
            *c = c > stem ? '_' : 'x';
    return stem;
}

/* Exports of one page are adjacent, in the order of the exports. */
typedef struct paged {
    const char *page;
    size_t index;
} paged;

static int compare_pages(const void *a, const void *b)
{
    const paged *x = a, *y = b;
    const int order = strcmp(x->page, y->page);
    return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

/* The page's name. A number is appended if another name differs only in case, since some file systems do not
 * distinguish them. */
static const char *unused_page(arena *a, map *known, const char *page)
{
    char *lower = arena_strndup(a, page, strlen(page));
    for (char *c = lower; *c; ++c) *c = (char)tolower((unsigned char)*c);
    size_t number = (size_t)(uintptr_t)map_gets(known, lower); /* of the last page of this name */
    const char *suffix = "";
    if (number) {
        do suffix = arena_printf(a, "-%zu", ++number);
        while (map_gets(known, arena_printf(a, "%s%s", lower, suffix)));
    }
    *map_ats(known, arena_printf(a, "%s%s", lower, suffix)) = known;
    *map_ats(known, lower) = (void *)(uintptr_t)(number ? number : 1);
    return arena_printf(a, "%s%s", page, suffix);
}

static void add_pages(const foreign_functions *all, const r_package *p, const r_export *exports, size_t export_count,
                      package_file *files, size_t *count)
{
    arena *a = all->a;
    paged *order = arena_array(a, export_count + 1, sizeof *order);
    r_export *of_page = arena_array(a, export_count + 1, sizeof *of_page);
    map known = {.arena = a};
    for (size_t i = 0; i < export_count; ++i) order[i] = (paged){page_of(a, exports[i].function->kernel->kernel), i};
    qsort(order, export_count, sizeof *order, compare_pages);
    for (size_t i = 0, end; i < export_count; i = end) {
        for (end = i; end < export_count && strcmp(order[end].page, order[i].page) == 0; ++end)
            of_page[end - i] = exports[order[end].index];
        const char *page = unused_page(a, &known, order[i].page);
        r_add_page(all, p, page, of_page, end - i,
                   add_file(files, count, arena_printf(a, "man/%s-kernels.Rd", page), false));
    }
}

/* Recycling gives the same results as one call for each element. */
static void add_test(const foreign_functions *all, const r_package *p, buffer *out)
{
    arena *a = all->a;
    buffer_addf(out,
                "# Made by clbundle: do not edit.\nlibrary(%s)\nbase::stopifnot(base::is.character(%s_device()))\n",
                p->name, p->name);
    for (size_t n = 0; n < all->count; ++n) {
        const foreign_kernel *kernel = all->list[n].kernel;
        const bundle_kernel *k = kernel->kernel;
        buffer one = {0}, three = {0};
        bool stepped = false, numbers = true;
        for (size_t g = 0; g < k->argument_count; ++g) {
            const foreign_argument *own = &kernel->arguments[g];
            const char *name = r_parameter_name(a, k->arguments[g].name);
            if (own->output || own->step_of || own->optional || own->local) continue;
            numbers = numbers && !own->sampler && !foreign_is_record(k->arguments[g].type) && !own->found;
            stepped = stepped || own->counter;
            buffer_add_item(&one, arena_printf(a, "%s = 1", name));
            buffer_add_item(&three, arena_printf(a, "%s = %s", name, own->counter ? "base::c(1, 1, 1)" : "1"));
        }
        if (stepped && numbers && (k->flags & CLB_KERNEL_ELEMENTWISE)) {
            const char *name = written(a, escape_r_name, all->list[n].name);
            buffer_addf(out,
                        "base::stopifnot(base::identical(\n  base::unlist(base::suppressWarnings(%s:::%s(%s)))[[1]],\n"
                        "  base::unlist(base::suppressWarnings(%s:::%s(%s)))[[1]]))\n",
                        p->name, name, one.text, p->name, name, three.text);
        }
        buffer_free(&one);
        buffer_free(&three);
    }
}

static void add_namespace(const foreign_functions *all, const r_package *p, const r_export *exports, size_t count,
                          buffer *out)
{
    buffer_addf(
        out,
        "# Made by clbundle: do not edit.\nuseDynLib(%s, .clbr_call = clbr_call, .clbr_device = clbr_device%s)\n"
        "export(%s_device)\n",
        p->name, all->tables.length ? ", .clbr_select = clbr_select" : "", p->name);
    for (size_t i = 0; i < count; ++i) {
        buffer_adds(out, "export(");
        escape_r_string(out, exports[i].name);
        buffer_adds(out, ")\n");
    }
}

static void add_description(arena *a, const r_package *p, buffer *out)
{
    const char *bundle_name = written(a, escape_dcf, p->bundle->name);
    buffer_addf(out, description, written(a, escape_dcf, p->name), bundle_name, bundle_name);
}

static void add_glue(const foreign_functions *all, const r_package *p, const r_texts *texts, buffer *out)
{
    arena *a = all->a;
    char *symbol = arena_strndup(a, p->name, strlen(p->name));
    for (char *c = symbol; *c; ++c)
        if (*c == '.') *c = '_';
    buffer_addf(out,
                "/* Made by clbundle: do not edit. */\n#include \"%s.h\"\n\n#define CLBR_BUNDLE %s_bundle\n"
                "#define CLBR_INIT R_init_%s\n#define CLBR_UNLOAD R_unload_%s\n",
                p->bundle->name, p->bundle->name, symbol, symbol);
    if (all->tables.length) buffer_addf(out, "#define CLBR_CONFIGURATIONS %s\n", all->tables.text);
    buffer_addc(out, '\n');
    buffer_add(out, texts->glue.text, texts->glue.length);
}

package_file *r_emit(arena *a, const r_package *p, const r_texts *texts, size_t *count, diagnostics *d)
{
    static const foreign_form form = {"the R package", formals_of, values_of};
    size_t export_count = 0;
    foreign_functions all = foreign_list_functions(a, p->bundle, &form, d);
    const r_export *exports = list_exports(&all, p, &export_count);
    package_file *files = arena_array(a, export_count + 16, sizeof *files);
    check_functions(&all, p);
    *count = 0;
    add_description(a, p, add_file(files, count, "DESCRIPTION", true));
    buffer_adds(add_file(files, count, "LICENSE", true), "YEAR: 2026\nCOPYRIGHT HOLDER: the authors of the kernels\n");
    add_namespace(&all, p, exports, export_count, add_file(files, count, "NAMESPACE", false));
    add_code(&all, p, &texts->calls, add_file(files, count, "R/kernels.R", false));
    buffer_addf(add_file(files, count, arena_printf(a, "man/%s_device.Rd", p->name), false), device_page, p->name,
                p->name, p->name, p->name);
    add_pages(&all, p, exports, export_count, files, count);
    add_test(&all, p, add_file(files, count, "tests/kernels.R", false));
    add_makevars(p, add_file(files, count, "src/Makevars", false));
    add_glue(&all, p, texts, add_file(files, count, arena_printf(a, "src/%s_r.c", p->bundle->name), false));
    buffer_free(&all.tables);
    return files;
}
