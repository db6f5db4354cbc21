/* SPDX-License-Identifier: MIT */
#include "command/programs.h"

#include <string.h>

void program_options(program_inputs *inputs, option options[PROGRAM_OPTIONS])
{
    options[0] = (option){"--layer", "PATH", "put this file, or the files of this folder, before all libraries",
                          .values = &inputs->layers};
    options[1] = (option){"--library", "NAME=DIR", "offer the functions of the library in this folder to the kernels",
                          .values = &inputs->libraries};
    options[2] =
        (option){"--depends-tag", "TAG", "read this tag, not @depends_LIB, for the direct dependencies of a kernel",
                 .single = &inputs->tag};
    options[3] = (option){"--no-prune", NULL, "keep whole files, also what no kernel reaches", .flag = &inputs->whole};
    options[4] = (option){"--options", "TEXT", "options for the driver; by default -cl-std=CL1.2",
                          .single = &inputs->build_text};
    options[5] = (option){"--quiet-derived", NULL, "do not report stale derived tags", .flag = &inputs->quiet_derived};
}

option program_configurations(program_inputs *inputs)
{
    return (option){"--configurations", "FILE",
                    "build the kernels with each set of -D values that this file lists, and write a function for each "
                    "kernel that finds one at run time",
                    .single = &inputs->configurations};
}

/* With keep_going: errors since there were `errors` do not stop the run. Returns whether there was one. */
static bool tolerate(command_run *run, program_inputs *inputs, size_t errors)
{
    if (!inputs->keep_going || run->diagnostics.errors == errors) return false;
    inputs->tolerated += run->diagnostics.errors - errors;
    run->diagnostics.errors = errors;
    return true;
}

/* Leaves file i out. */
static void leave_out(program_inputs *inputs, size_t i)
{
    --inputs->file_count;
    memmove(&inputs->files[i], &inputs->files[i + 1], (inputs->file_count - i) * sizeof *inputs->files);
    if (inputs->skipped)
        memmove(&inputs->skipped[i], &inputs->skipped[i + 1], (inputs->file_count - i) * sizeof *inputs->skipped);
}

/* Leaves file i out of the option set `set`. Where there are no sets, or no other one has it, leaves it out. Returns
 * whether it is still there. A note names the set, if there are more than `said` diagnostics: other sets may have had
 * the same errors. */
static bool leave_out_of_set(command_run *run, program_inputs *inputs, size_t i, size_t set, size_t said)
{
    const option_sets *sets = &inputs->sets;
    size_t left = 0;
    if (sets->count) {
        inputs->skipped[i][set] = true;
        for (size_t s = 0; s < sets->count; ++s) left += !inputs->skipped[i][s];
    }
    if (sets->count && run->diagnostics.count > said) {
        diagnose_note(&run->diagnostics, sets->items[set].where, "this is so in the configuration '%s': %s",
                      sets->items[set].name, option_set_text(&run->arena, sets, set));
    }
    if (!left) leave_out(inputs, i);
    return left != 0;
}

/* With keep_going: names the option sets that each of the files lacks. */
static void note_skipped(command_run *run, const program_inputs *inputs)
{
    for (size_t i = 0; i < inputs->file_count && inputs->skipped; ++i) {
        buffer names = {0};
        size_t count = 0;
        for (size_t s = 0; s < inputs->sets.count; ++s)
            if (inputs->skipped[i][s]) buffer_addf(&names, "%s'%s'", count++ ? ", " : "", inputs->sets.items[s].name);
        if (count)
            diagnose_note(&run->diagnostics, (location){inputs->files[i]->source, 0},
                          "'%s' is left out of %zu of %zu configurations, in which it has errors: %s",
                          inputs->files[i]->stem, count, inputs->sets.count, names.text);
        buffer_free(&names);
    }
}

/* With keep_going: leaves the file out if it takes a library file that has errors. */
static bool leave_out_faulty(command_run *run, program_inputs *inputs, size_t i)
{
    const kernel_file *k = inputs->files[i];
    const size_t errors = run->diagnostics.errors;
    if (!inputs->keep_going || !k->faulty) return false;
    diagnose_error(&run->diagnostics, (location){k->source, 0},
                   "'%s' is left out: it needs '%s' of the library '%s', which has errors", k->stem, k->faulty->stem,
                   k->faulty->owner->name);
    (void)tolerate(run, inputs, errors);
    leave_out(inputs, i);
    return true;
}

/* Reads the text as one of the option sets has it. */
static void use_set(program_inputs *inputs, size_t set)
{
    const parse_help *help = inputs->context.text.language.help;
    inputs->context.text = inputs->sets.items[set].text;
    inputs->context.text.language.help = help;
}

/* Finds the library files that the kernel files lack, as they read in the option set `set`. With keep_going, those with
 * errors are left out. `all`: also files that have tags. */
static bool resolve_files(command_run *run, program_inputs *inputs, size_t set, bool all)
{
    bool changed = false;
    for (size_t i = 0; i < inputs->file_count && (all || !run->diagnostics.errors);) {
        const size_t errors = run->diagnostics.errors, said = run->diagnostics.count;
        kernel_file *k = inputs->files[i];
        if (inputs->skipped && inputs->skipped[i][set]) {
            ++i;
            continue;
        }
        if (all || resolve_is_open(inputs->resolver, k))
            changed = resolve_file(inputs->resolver, k, &run->diagnostics) || changed;
        if (!all && resolve_is_open(inputs->resolver, k))
            kernel_file_check_calls(&run->arena, k, &inputs->set, &run->diagnostics);
        if (tolerate(run, inputs, errors)) {
            i += leave_out_of_set(run, inputs, i, set, said);
            changed = true;
        } else if (leave_out_faulty(run, inputs, i)) {
            changed = true;
        } else {
            ++i;
        }
    }
    return changed;
}

/* The same with each option set: what a file needs may depend on it. */
static bool resolve_all(command_run *run, program_inputs *inputs, bool all)
{
    bool changed = false;
    if (!inputs->sets.count) return resolve_files(run, inputs, 0, all);
    for (size_t i = inputs->sets.count; i-- > 0;) {
        use_set(inputs, i);
        changed = resolve_files(run, inputs, i, all) || changed;
    }
    return changed;
}

/* Adds the folders of `folders`, which no option names. */
static void add_folders(arena *a, const program_inputs *inputs, build_text *text)
{
    const char **all = arena_array(a, text->folder_count + inputs->folder_count + 1, sizeof *all);
    if (text->folder_count) memcpy(all, text->folders, text->folder_count * sizeof *all);
    for (size_t i = 0; i < inputs->folder_count; ++i) all[text->folder_count++] = inputs->folders[i];
    text->folders = all;
}

void program_read(command_run *run, program_inputs *inputs)
{
    arena *a = &run->arena;
    run->diagnostics.quiet_derived = inputs->quiet_derived;
    for (size_t i = 0; i < inputs->layers.count; ++i)
        layer_add(&run->sources, &inputs->layer_files, inputs->layers.items[i], &run->diagnostics);
    const size_t before = run->diagnostics.errors;
    command_read_libraries(run, &inputs->libraries, &inputs->set);
    if (inputs->set.count == inputs->libraries.count) (void)tolerate(run, inputs, before);
    inputs->files = arena_array(a, inputs->kernels.count, sizeof *inputs->files);
    for (size_t i = 0; i < inputs->kernels.count; ++i) {
        const size_t errors = run->diagnostics.errors;
        kernel_file *k =
            kernel_file_read(&run->sources, inputs->kernels.items[i], &inputs->set, inputs->tag, &run->diagnostics);
        if (k) inputs->files[inputs->file_count++] = k;
        if (tolerate(run, inputs, errors) && k) inputs->file_count--;
    }
    lex_cache_start(&inputs->cache, a);
    inputs->context = (unit_context){.sources = &run->sources,
                                     .cache = &inputs->cache,
                                     .layers = &inputs->layer_files,
                                     .diagnostics = &run->diagnostics};
    inputs->context.text = inputs->build_text ? build_text_read(a, inputs->build_text, &run->diagnostics)
                                              : (build_text){.driver = "-cl-std=CL1.2"};
    inputs->driver = inputs->context.text.driver;
    if (inputs->folder_count) add_folders(a, inputs, &inputs->context.text);
    if (inputs->configurations)
        inputs->sets = option_sets_read(a, &run->sources, inputs->configurations,
                                        inputs->build_text ? inputs->build_text : "-cl-std=CL1.2", &run->diagnostics);
    if (inputs->configurations && run->diagnostics.errors) return;
    if (inputs->keep_going && inputs->sets.count) {
        inputs->skipped = arena_array(a, inputs->file_count + 1, sizeof *inputs->skipped);
        for (size_t i = 0; i < inputs->file_count; ++i)
            inputs->skipped[i] = arena_array(a, inputs->sets.count, sizeof **inputs->skipped);
    }
    inputs->resolver = resolver_start(&inputs->context, &inputs->set);
    (void)resolve_all(run, inputs, false);
}

/* One for each file; with option sets, for each file of each set. */
static size_t outcome_count(const program_inputs *inputs)
{
    return inputs->file_count * (inputs->sets.count ? inputs->sets.count : 1);
}

void program_build_start(command_run *run, program_inputs *inputs)
{
    inputs->attempt = (diagnostics){.arena = &run->arena,
                                    .limit = run->diagnostics.limit,
                                    .strict = run->diagnostics.strict,
                                    .silent = run->diagnostics.silent};
    inputs->attempt.quiet_derived = inputs->quiet_derived;
    inputs->context.diagnostics = &inputs->attempt;
    if (inputs->keep_going)
        inputs->outcomes = arena_array(&run->arena, outcome_count(inputs) + 1, sizeof *inputs->outcomes);
}

/* With keep_going: leaves out the files whose kernels have errors, which are reported; with option sets, leaves them
 * out of the sets in which they have errors. Returns whether there were any. */
static bool leave_out_failed(command_run *run, program_inputs *inputs)
{
    const size_t count = inputs->keep_going ? outcome_count(inputs) : 0, files = inputs->file_count;
    bool any = false;
    size_t built = 0, own = 0;
    size_t *places = arena_array(&run->arena, files + 1, sizeof *places); /* of the files that are left */
    for (size_t n = 0; n < count; ++n) any = any || inputs->outcomes[n].failed;
    for (size_t n = 0; n < files; ++n) places[n] = n;
    for (size_t n = 0; any && n < count; ++n) {
        const build_outcome *o = &inputs->outcomes[n];
        const diagnostics part = {.arena = &run->arena,
                                  .items = inputs->attempt.items + o->first,
                                  .count = o->end - o->first,
                                  .errors = o->errors};
        const size_t errors = run->diagnostics.errors, said = run->diagnostics.count;
        if (o->failed) diagnostics_append(&run->diagnostics, &part);
        (void)tolerate(run, inputs, errors);
        if (o->failed && !leave_out_of_set(run, inputs, places[n % files], n / files, said))
            for (size_t k = n % files + 1; k < files; ++k) --places[k];
        built = o->end;
        own += o->errors;
    }
    const diagnostics late = {.arena = &run->arena,
                              .items = inputs->attempt.items + built,
                              .count = inputs->attempt.count - built,
                              .errors = inputs->attempt.errors - own};
    const size_t errors = run->diagnostics.errors;
    if (any && late.errors) diagnostics_append(&run->diagnostics, &late);
    (void)tolerate(run, inputs, errors);
    return any;
}

bool program_build_again(command_run *run, program_inputs *inputs, bool unchecked)
{
    bool changed = false;
    inputs->context.diagnostics = &run->diagnostics;
    if ((inputs->attempt.errors || unchecked) && resolver_met_unknown(inputs->resolver)) {
        const size_t errors = run->diagnostics.errors;
        changed = resolve_all(run, inputs, true);
        if (run->diagnostics.errors > errors) return false; /* these errors explain the others */
    }
    if (!changed && inputs->attempt.errors) changed = leave_out_failed(run, inputs);
    if (!changed) diagnostics_append(&run->diagnostics, &inputs->attempt);
    return changed && inputs->file_count;
}

void program_end(command_run *run, const program_inputs *inputs)
{
    const size_t left_out = inputs->kernels.count - inputs->file_count;
    note_skipped(run, inputs);
    if (inputs->tolerated && left_out)
        diagnose_note(&run->diagnostics, (location){0},
                      "%zu of %zu kernel files have errors or need files with errors, and are left out", left_out,
                      inputs->kernels.count);
    run->diagnostics.errors += inputs->tolerated;
}

/* `NAME=KERNEL,KERNEL...` */
static bool read_group(command_run *run, const char *text, build_group *group)
{
    arena *a = &run->arena;
    const char *equals = strchr(text, '=');
    string_list kernels = {0};
    if (!equals || equals == text || !equals[1]) {
        command_misused(run, "--group %s: write --group NAME=KERNEL,KERNEL", text);
        return false;
    }
    for (const char *at = equals + 1; *at;) {
        const size_t length = strcspn(at, ",");
        if (length) string_list_add(a, &kernels, arena_strndup(a, at, length));
        at += length + (at[length] == ',');
    }
    *group = (build_group){arena_strndup(a, text, (size_t)(equals - text)), kernels.items, kernels.count};
    return true;
}

build_group *program_read_groups(command_run *run, const string_list *options)
{
    build_group *groups = arena_array(&run->arena, options->count + 1, sizeof *groups);
    for (size_t i = 0; i < options->count; ++i)
        if (!read_group(run, options->items[i], &groups[i])) return NULL;
    return groups;
}

bool program_is_identifier(const char *text)
{
    if (!*text || (*text >= '0' && *text <= '9')) return false;
    for (; *text; ++text)
        if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || (*text >= '0' && *text <= '9') ||
              *text == '_'))
            return false;
    return true;
}
