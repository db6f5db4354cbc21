/* clbundle check: compares the annotations of libraries with their code.
 *
 * SPDX-License-Identifier: MIT */
#include "base/escape.h"
#include "command/audits.h"

#include <string.h>

static const char *const kind_words[] = {
#define X(name, word) word,
    FINDING_KINDS(X)
#undef X
};

/* The options. */
typedef struct check_options {
    bool json, quiet;
} check_options;

/* The result for one folder. */
typedef struct checked {
    const library *l;
    audit found;
} checked;

static void count_findings(const audit *found, size_t *errors, size_t *warnings)
{
    for (size_t i = 0; i < found->count; ++i) {
        *errors += found->findings[i].severity == SEVERITY_ERROR;
        *warnings += found->findings[i].severity == SEVERITY_WARNING;
    }
}

static void add_finding(buffer *out, const finding *f)
{
    static const char *const severities[] = {"note", "warning", "error"};
    buffer_addf(out, "{\"kind\": \"%s\", \"severity\": \"%s\"", kind_words[f->kind], severities[f->severity]);
    if (f->where.source) {
        const position at = source_position(f->where.source, f->where.offset);
        buffer_adds(out, ", \"file\": ");
        escape_json(out, f->where.source->path);
        buffer_addf(out, ", \"line\": %zu, \"column\": %zu", at.line, at.column);
    }
    buffer_adds(out, ", \"message\": ");
    escape_json(out, f->message);
    buffer_addc(out, '}');
}

static void add_json(buffer *out, const checked *all, size_t count)
{
    buffer_adds(out, "{\"folders\": [");
    for (size_t i = 0; i < count; ++i) {
        const audit *found = &all[i].found;
        size_t errors = 0, warnings = 0;
        count_findings(found, &errors, &warnings);
        buffer_adds(out, i ? ",\n  {\"folder\": " : "\n  {\"folder\": ");
        escape_json(out, all[i].l->directory);
        buffer_addf(out, ", \"files\": %zu, \"errors\": %zu, \"warnings\": %zu, \"stale\": %zu, \"findings\": [",
                    all[i].l->count, errors, warnings, found->stale);
        for (size_t k = 0; k < found->count; ++k) {
            buffer_adds(out, k ? ",\n    " : "\n    ");
            add_finding(out, &found->findings[k]);
        }
        buffer_adds(out, found->count ? "\n  ]}" : "]}");
    }
    buffer_adds(out, "\n]}\n");
}

/* Many warnings on derived tags are reported as one line. */
static void add_text(command_run *run, buffer *out, const checked *c, const check_options *o)
{
    enum { FEW = 3 };
    const audit *found = &c->found;
    size_t errors = 0, warnings = 0;
    const bool each = found->stale <= FEW;
    for (size_t i = 0; i < found->count; ++i)
        if (each || found->findings[i].kind != FINDING_STALE) {
            errors += found->findings[i].severity == SEVERITY_ERROR;
            warnings += found->findings[i].severity == SEVERITY_WARNING;
            diagnose(&run->diagnostics, found->findings[i].severity, found->findings[i].where, "%s",
                     found->findings[i].message);
        }
    buffer_addf(out, "%s: %zu file%s, %zu error%s, %zu warning%s", c->l->directory, c->l->count,
                c->l->count == 1 ? "" : "s", errors, errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
    if (found->stale && !each && !o->quiet)
        buffer_addf(out, ", %zu files with stale derived tags (--fix rewrites them)", found->stale);
    buffer_addc(out, '\n');
}

/* Reads the folders and audits all of them. */
static checked *audit_all(command_run *run, audit_inputs *inputs, const check_options *o)
{
    audits_read(run, inputs);
    if (run->diagnostics.errors) return NULL;
    checked *all = arena_array(&run->arena, inputs->set.count, sizeof *all);
    for (size_t i = 0; i < inputs->set.count; ++i) {
        all[i].l = inputs->set.items[i];
        all[i].found = audit_library(&run->arena, inputs->providers, inputs->set.items[i], !o->quiet);
    }
    return all;
}

/* Writes the corrections. Returns whether all went well. */
static bool fix(const audit_inputs *given, const check_options *o, buffer *out)
{
    command_run run;
    audit_inputs inputs = {.directories = given->directories, .layers = given->layers};
    command_begin(&run, &command_check);
    const checked *all = audit_all(&run, &inputs, o);
    for (size_t i = 0; all && i < inputs.set.count; ++i) {
        for (size_t k = 0; k < all[i].l->count; ++k) {
            const file_edits *edits = &all[i].found.edits[k];
            const source *s = edits->file->source;
            buffer text = {0};
            if (edits->count && audits_rewrite(&run, edits, &text) &&
                (text.length != s->raw_length || memcmp(text.text, s->raw, text.length) != 0) &&
                audits_write(&run, edits->file, &text)) {
                buffer_adds(out, "rewritten: ");
                escape_terminal(out, s->path, strlen(s->path));
                buffer_addc(out, '\n');
            }
            buffer_free(&text);
        }
    }
    return command_end(&run) == EXIT_FINE;
}

static int run_check(int argc, char **argv)
{
    command_run run;
    audit_inputs inputs = {0};
    check_options o = {0};
    bool fixes = false;
    const option options[] = {
        {"--fix", NULL, "correct the files", .flag = &fixes},
        {"--json", NULL, "print JSON", .flag = &o.json},
        {"--quiet-derived", NULL, "do not report stale derived tags", .flag = &o.quiet},
        {"--layer", "PATH", "put this file, or the files of this folder, before all libraries",
         .values = &inputs.layers},
    };
    command_begin(&run, &command_check);
    if (!command_parse(&run, argc, argv, options, 4, &inputs.directories)) return run.status;
    if (!inputs.directories.count) return command_misused(&run, "no folder given");
    run.diagnostics.limit = SIZE_MAX - 1;
    buffer out = {0};
    if (fixes && !fix(&inputs, &o, &out)) {
        command_write(&run, NULL, &out);
        buffer_free(&out);
        (void)command_end(&run);
        return EXIT_INPUT;
    }
    const checked *all = audit_all(&run, &inputs, &o);
    size_t errors = 0, warnings = 0;
    if (all && o.json) {
        buffer_free(&out);
        out = (buffer){0};
        add_json(&out, all, inputs.set.count);
    }
    for (size_t i = 0; all && i < inputs.set.count; ++i) {
        if (!o.json) add_text(&run, &out, &all[i], &o);
        count_findings(&all[i].found, &errors, &warnings);
    }
    command_write(&run, NULL, &out);
    buffer_free(&out);
    const int status = command_end(&run);
    return errors ? EXIT_INPUT : status;
}

const command command_check = {
    .name = "check",
    .operands = "DIR...",
    .summary = "compare the annotations of libraries with their code",
    .text =
        "Compares the tags of each library's files with their code, and reports what is missing, superfluous, wrong, "
        "cyclic, "
        "duplicate, ambiguous or stale. Errors give exit status 1, warnings do not. Of stale derived tags, only the "
        "number of files is reported.",
    .run = run_check,
};
