/* Configurations in C: their numbers, and for each kernel that differs between them the table and the function by which
 * an application finds one. Knows the form of clbundle/configuration.h; must not know how a kernel is called.
 *
 * SPDX-License-Identifier: MIT */
#include "emit/emit.h"

#include "base/escape.h"

#include <string.h>

void emit_configuration_numbers(const bundle *b, buffer *out)
{
    buffer_adds(out,
                "/* Numbers of the configurations: sets of values with which the kernels were built. */\nenum {\n");
    for (size_t s = 0; s < b->sets->count; ++s) {
        buffer_addf(out, "    %s_CONFIGURATION_%s = %zu, /* ", b->name, b->sets->items[s].name, s);
        arena scratch = {0};
        const char *text = option_set_text(&scratch, b->sets, s);
        /* No value ends the comment: it has no comments of its own. */
        for (const char *c = text; *c; ++c) buffer_addc(out, (unsigned char)*c < 127 && *c != '*' ? *c : '_');
        arena_free(&scratch);
        buffer_adds(out, " */\n");
    }
    buffer_addf(out, "    %s_CONFIGURATION_COUNT = %zu\n};\n\n", b->name, b->sets->count);
}

void emit_configuration_declaration(arena *a, const bundle *b, const bundle_face *face, buffer *out)
{
    const char *functions = "";
    for (size_t n = 0; n < face->front_count; ++n)
        functions =
            arena_printf(a, "%s%s%s_call_%s", functions, n ? ", " : "", b->name, b->fronts[face->first_front + n].name);
    buffer_addf(out, "/* Kernel %s: finds a configuration by its values, as clb_configuration_select.\n",
                face->function);
    escape_comment(out, " * ",
                   arena_printf(a, "Its number is for %s%s.", functions,
                                face->front_count > 1 ? ": each takes those with its types" : ""));
    buffer_addf(out,
                " */\nextern const clb_configurations %s_configurations_%s;\n"
                "CLB_MUST_CHECK clb_status %s_select_%s(\n    clb_device *device,\n    const char *options,\n"
                "    size_t *configuration,\n    clb_error *error);\n\n",
                b->name, face->function, b->name, face->function);
}

/* The numbers of the kernels, of all sets or of those with one front. */
static void add_kernels(const bundle *b, const bundle_face *face, const char *name, const char *front, buffer *out)
{
    buffer_addf(out, "static const uint32_t %s_kernels_of_%s[] = {", b->name, name);
    for (size_t s = 0; s < b->sets->count; ++s) {
        const size_t kernel = face->kernels[s];
        const bool has = kernel && (!front || strcmp(b->kernels[kernel - 1].front, front) == 0);
        buffer_adds(out, s % 8 ? " " : "\n    ");
        if (has) buffer_addf(out, "%zu,", kernel - 1);
        else buffer_adds(out, "CLB_NO_KERNEL,");
    }
    buffer_adds(out, "\n};\n");
}

/* For which classes of devices each set is the best. Returns how many lines that makes. */
static size_t add_best(const bundle *b, const bundle_face *face, buffer *out)
{
    size_t count = 0;
    for (size_t s = 0; s < b->sets->count; ++s)
        for (size_t i = 0; i < b->sets->items[s].best_count; ++i) {
            const option_best *best = &b->sets->items[s].best[i];
            if (!best->classes || (best->kernel && strcmp(best->kernel, face->function) != 0)) continue;
            if (!count++)
                buffer_addf(out, "static const clb_configuration_best %s_best_%s[] = {\n", b->name, face->function);
            buffer_addf(out, "    {0x%x, %zu},\n", (unsigned)best->classes, s);
        }
    if (count) buffer_adds(out, "};\n");
    return count;
}

static void add_table(const bundle *b, const bundle_face *face, const char *name, const char *best, size_t best_count,
                      buffer *out)
{
    buffer_addf(out,
                "const clb_configurations %s_configurations_%s = {\n    &%s_bundle, \"%s\", %s_configuration_names, "
                "%s_configuration_values, %s_kernels_of_%s, %zu, %s, %zu};\n",
                b->name, name, b->name, face->function, b->name, b->name, b->name, name, b->sets->count, best,
                best_count);
}

void emit_configurations(arena *a, const bundle *b, buffer *out)
{
    const option_sets *sets = b->sets;
    size_t chosen = 0;
    for (size_t f = 0; f < b->face_count; ++f) chosen += b->faces[f].member_count > 1;
    if (!chosen) return;
    buffer_addf(out, "static const char *const %s_configuration_names[] = {\n", b->name);
    for (size_t s = 0; s < sets->count; ++s) buffer_addf(out, "    \"%s\",\n", sets->items[s].name);
    buffer_addf(out, "};\nstatic const char *const %s_configuration_values[] = {\n", b->name);
    for (size_t s = 0; s < sets->count; ++s) {
        buffer lines = {0};
        for (size_t i = 0; i < sets->name_count; ++i)
            if (sets->items[s].values[i]) buffer_addf(&lines, "%s=%s\n", sets->names[i], sets->items[s].values[i]);
        buffer_adds(out, "    ");
        escape_string(out, lines.text ? lines.text : "", lines.length);
        buffer_adds(out, ",\n");
        buffer_free(&lines);
    }
    buffer_adds(out, "};\n\n");
    for (size_t f = 0; f < b->face_count; ++f) {
        const bundle_face *face = &b->faces[f];
        if (face->member_count < 2) continue;
        const size_t best_count = add_best(b, face, out);
        add_kernels(b, face, face->function, NULL, out);
        add_table(b, face, face->function, best_count ? arena_printf(a, "%s_best_%s", b->name, face->function) : "NULL",
                  best_count, out);
        for (size_t n = 0; n < face->front_count; ++n) {
            const char *front = b->fronts[face->first_front + n].name;
            if (strcmp(front, face->function) == 0) continue;
            add_kernels(b, face, front, front, out);
            buffer_adds(out, "static ");
            add_table(b, face, front, "NULL", 0, out);
        }
        buffer_addf(out,
                    "\nclb_status %s_select_%s(\n    clb_device *device,\n    const char *options,\n"
                    "    size_t *configuration,\n    clb_error *error)\n{\n"
                    "    return clb_configuration_select(device, &%s_configurations_%s, options, configuration, "
                    "error);\n}\n\n",
                    b->name, face->function, b->name, face->function);
    }
}
