/* SPDX-License-Identifier: MIT */
#include "command/captured_annotate.h"

#include "base/output.h"
#include "capture/imply.h"
#include "command/captured_programs.h"

#include <stdlib.h>
#include <string.h>

/* ---- Removing old tags ---- */

static void write_text(command_run *run, const char *path, const buffer *text)
{
    const char *why = NULL;
    if (!output_write(&run->arena, path, text->text ? text->text : "", text->length, NULL, &why))
        diagnose_error(&run->diagnostics, (location){0}, "%s", why);
}

static void strip_text(command_run *run, const source *s)
{
    buffer text = {0};
    size_t length = 0;
    const char *stripped = captured_text(&run->arena, s, &length);
    if (length == s->length) return;
    buffer_add(&text, stripped, length);
    write_text(run, s->path, &text);
    buffer_free(&text);
}

static int strip_folder(const char *folder)
{
    command_run run;
    command_begin(&run, &command_capture);
    const captured all = captured_read(&run.arena, &run.sources, folder, &run.diagnostics);
    for (size_t p = 0; p < all.program_count && !run.diagnostics.errors; ++p)
        for (size_t u = 0; u < all.programs[p].unit_count; ++u) strip_text(&run, all.programs[p].units[u].text);
    return command_end(&run);
}

/* ---- Finding kernels ---- */

typedef struct insertion {
    const source *source;
    size_t offset;
    buffer text;
} insertion;

typedef struct work {
    command_run *run;
    const char *folder;
    const captured_program *program;
    insertion *insertions;
    size_t count;
    buffer calls;
} work;

static bool has_word(const char *text, size_t length, const char *word)
{
    const size_t size = strlen(word);
    for (size_t i = 0; i + size <= length; ++i)
        if (memcmp(text + i, word, size) == 0) return true;
    return false;
}

/* The first line of a kernel's definition, above its name: the one with `kernel`, or attributes before it. SIZE_MAX:
 * it is not within a few lines, for example because a macro makes it. */
static size_t head_of(const source *s, size_t name)
{
    size_t line = 0;
    while (line + 1 < s->line_count && s->lines[line + 1] <= name) ++line;
    for (size_t up = 0; up < 16; ++up, --line) {
        const size_t end = line + 1 < s->line_count ? s->lines[line + 1] : s->length;
        const size_t length = up ? end - s->lines[line] : name - s->lines[line];
        if (has_word(s->text + s->lines[line], length, "kernel")) break;
        if (up == 15 || line == 0) return SIZE_MAX;
    }
    while (line > 0 && strncmp(s->text + s->lines[line - 1], "__attribute__", 13) == 0) --line;
    return s->lines[line];
}

static imply_kind kind_of(const bundle_argument *g)
{
    static const bool has_sign[] = {[CLB_NUMBER_I8] = true,
                                    [CLB_NUMBER_I16] = true,
                                    [CLB_NUMBER_I32] = true,
                                    [CLB_NUMBER_I64] = true,
                                    [CLB_NUMBER_U64] = false};
    if (g->kind == CLB_ARGUMENT_GLOBAL || g->kind == CLB_ARGUMENT_CONSTANT) return IMPLY_MEMORY;
    if (g->kind == CLB_ARGUMENT_LOCAL) return IMPLY_LOCAL;
    if (g->kind != CLB_ARGUMENT_VALUE || g->number == CLB_NUMBER_NONE) return IMPLY_OTHER;
    return has_sign[g->number] ? IMPLY_SIGNED : IMPLY_INTEGER;
}

static imply_kernel describe(arena *a, const bundle_kernel *k, const merged_kernel *recorded)
{
    imply_parameter *list = arena_array(a, k->argument_count + 1, sizeof *list);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        list[i] = (imply_parameter){.name = g->name,
                                    .kind = kind_of(g),
                                    .size = g->size,
                                    .stated = g->extent_text != NULL,
                                    .direction = g->access == CLB_ACCESS_IN    ? "in"
                                                 : g->access == CLB_ACCESS_OUT ? "out"
                                                                               : "inout"};
    }
    return (imply_kernel){recorded, list, k->argument_count, k->range_text != NULL,
                          k->local_text || k->local_count || k->required_local[0]};
}

/* ---- The skeleton of a call ----------------------------------------------------------------------------------------
 */

/* The size and value of an argument in the launch, as recorded. */
static const char *recorded_word(const merged_launch *l, size_t number)
{
    const char *at = l->sizes;
    for (; number > 0 && *at; --number) at += strcspn(at, " "), at += strspn(at, " ");
    return at;
}

static void add_sizes(buffer *out, const char *name, size_t dimensions, const size_t sizes[3])
{
    buffer_addf(out, ", .%s = {%zu", name, sizes[0]);
    for (size_t d = 1; d < dimensions; ++d) buffer_addf(out, ", %zu", sizes[d]);
    buffer_addc(out, '}');
}

/* A launch whose range no tag states. */
static void add_launch(const merged_launch *l, buffer *out)
{
    buffer_addf(out, "    const clb_launch launch = CLB_INIT(clb_launch, .dimensions = %zu", l->dimensions);
    add_sizes(out, "global", l->dimensions, l->global);
    if (l->has_local) add_sizes(out, "local", l->dimensions, l->local);
    if (l->offset[0] || l->offset[1] || l->offset[2]) add_sizes(out, "offset", l->dimensions, l->offset);
    buffer_adds(out, ");\n");
}

/* `tags`: the lines above the kernel. */
static void add_call(work *w, const bundle_kernel *k, const merged_launch *l, const char *tags)
{
    const char *name = w->program->name;
    arena *a = &w->run->arena;
    const bool has_range = k->range_text || strstr(tags, "// @range:");
    buffer *out = &w->calls;
    buffer_addf(out, "clb_status call_%s(clb_device *device, clb_error *error)\n{\n    %s_args_%s arguments;\n",
                k->name, name, k->name);
    if (!has_range) add_launch(l, out);
    buffer_adds(out, "    memset(&arguments, 0, sizeof arguments);\n");
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        const char *word = recorded_word(l, i), *value = word + strcspn(word, " =");
        const unsigned long long bytes = strtoull(word, NULL, 10);
        const bool has_extent = g->extent_text || strstr(tags, arena_printf(a, "// @arg %s:", g->name));
        if (kind_of(g) == IMPLY_MEMORY) {
            buffer_addf(out, "    arguments.%s = NULL; /* %s, %llu bytes */\n", g->name, g->spelling, bytes);
            if (!has_extent && g->size) buffer_addf(out, "    arguments.%s_count = %llu;\n", g->name, bytes / g->size);
        } else if (*value == '=') {
            buffer_addf(out, "    arguments.%s = (%s)%llu;\n", g->name,
                        kind_of(g) == IMPLY_SIGNED ? "int64_t" : "uint64_t", strtoull(value + 1, NULL, 10));
        } else {
            buffer_addf(out, "    /* arguments.%s: %s, %llu bytes */\n", g->name, g->spelling, bytes);
        }
    }
    buffer_addf(out, "    return %s_call_%s(device, %s&arguments, error);\n}\n\n", name, k->name,
                has_range ? "" : "&launch, ");
}

static void write_calls(work *w)
{
    const char *name = w->program->name;
    buffer text = {0};
    buffer_addf(&text,
                "/* A skeleton of calls of %s's kernels, with the sizes of their first launch; to be filled in.\n"
                " * clbundle bundle --native --name %s --options '%s' --output-dir DIR %s writes %s.h.\n */\n"
                "#include \"%s.h\"\n\n#include <string.h>\n\n",
                name, name, strstr(w->program->options, "*/") ? "..." : w->program->options,
                path_base(w->program->entry), name, name);
    buffer_add(&text, w->calls.text ? w->calls.text : "", w->calls.length);
    write_text(w->run, path_join(&w->run->arena, w->folder, arena_printf(&w->run->arena, "%s_call.c", name)), &text);
    buffer_free(&text);
}

/* ---- Writing -------------------------------------------------------------------------------------------------------
 */

static int by_offset(const void *a, const void *b)
{
    const insertion *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Whether there is only white space and comments before the offset. */
static bool is_first_code(const source *s, size_t offset)
{
    const char *at = s->text, *end = s->text + offset;
    while (at < end) {
        if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') ++at;
        else if (at[0] == '/' && at[1] == '/') at += strcspn(at, "\n");
        else if (at[0] == '/' && at[1] == '*' && strstr(at + 2, "*/")) at = strstr(at + 2, "*/") + 2;
        else return false;
    }
    return true;
}

static void write_unit(work *w, const source *s)
{
    buffer text = {0};
    size_t at = 0;
    for (size_t i = 0; i < w->count; ++i) {
        const insertion *n = &w->insertions[i];
        if (n->source != s) continue;
        buffer_add(&text, s->text + at, n->offset - at);
        buffer_adds(&text, CAPTURED_BEGIN);
        /* Tags before all code apply to all kernels of the file. So a null directive comes first: it is code without
         * effect. */
        if (is_first_code(s, n->offset)) buffer_adds(&text, "#\n");
        buffer_add(&text, n->text.text, n->text.length);
        buffer_adds(&text, CAPTURED_END);
        at = n->offset;
    }
    buffer_add(&text, s->text + at, s->length - at);
    if (at || w->count) write_text(w->run, s->path, &text);
    buffer_free(&text);
}

static const source *unit_at(const captured_program *p, const source *s)
{
    for (size_t u = 0; u < p->unit_count; ++u)
        if (s && strcmp(p->units[u].text->path, s->path) == 0) return p->units[u].text;
    return NULL;
}

static void annotate_program(work *w, const merged_program *recorded, const bundle *b)
{
    w->insertions = arena_array(&w->run->arena, b->kernel_count + 1, sizeof *w->insertions);
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const bundle_kernel *k = &b->kernels[i];
        const merged_kernel *seen = NULL;
        for (size_t n = 0; n < recorded->kernel_count; ++n)
            if (strcmp(recorded->kernels[n].name, k->name) == 0) seen = &recorded->kernels[n];
        if (!seen || !seen->launch_count) continue;
        const source *s = unit_at(w->program, k->where.source);
        const size_t head = s ? head_of(s, k->where.offset) : SIZE_MAX;
        const imply_kernel described = describe(&w->run->arena, k, seen);
        buffer text = {0};
        if (head != SIZE_MAX) imply_tags(&w->run->arena, &described, &text);
        add_call(w, k, &seen->launches[0], text.length ? text.text : "");
        if (text.length) w->insertions[w->count++] = (insertion){s, head, text};
        else buffer_free(&text);
    }
    qsort(w->insertions, w->count, sizeof *w->insertions, by_offset);
    for (size_t u = 0; u < w->program->unit_count; ++u) write_unit(w, w->program->units[u].text);
    if (w->calls.length) write_calls(w);
    for (size_t i = 0; i < w->count; ++i) buffer_free(&w->insertions[i].text);
    buffer_free(&w->calls);
}

int captured_annotate(const char *folder)
{
    command_run run;
    merged m;
    size_t errors = 0;
    const int status = strip_folder(folder);
    if (status != EXIT_FINE) return status;
    command_begin(&run, &command_capture);
    merge_start(&m, &run.arena, &run.sources, &run.diagnostics);
    merge_folder(&m, folder);
    captured all = {0};
    if (!run.diagnostics.errors) all = captured_read(&run.arena, &run.sources, folder, &run.diagnostics);
    for (size_t i = 0; i < all.program_count; ++i) {
        work w = {.run = &run, .folder = folder, .program = &all.programs[i]};
        bundle *b = captured_programs_build(&run, w.program);
        for (size_t n = 0; b && n < m.program_count; ++n)
            if (strcmp(m.programs[n].name, w.program->name) == 0) annotate_program(&w, &m.programs[n], b);
        if (b) build_free(b);
        if (run.diagnostics.errors)
            diagnose_note(&run.diagnostics, w.program->where, "the program '%s' is not annotated", w.program->name);
        errors += run.diagnostics.errors;
        run.diagnostics.errors = 0;
    }
    run.diagnostics.errors += errors;
    return command_end(&run);
}
