/* clbundle bundle: writes the C source, the header and the manifest of a bundle.
 *
 * SPDX-License-Identifier: MIT */
#include "base/escape.h"
#include "base/output.h"
#include "command/captured_programs.h"
#include "command/programs.h"
#include "emit/emit.h"
#include "base/name.h"
#include "emit/native.h"
#include "emit/python.h"
#include "emit/r.h"
#include "emit/standalone.h"
#include "passes/divergence.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void refuse_path(command_run *run, const char *path, const char *what)
{
    diagnose_error(&run->diagnostics, (location){0},
                   "the depfile cannot name '%s': rules that both Make and Ninja read have "
                   "no spelling for %s; rename it, or leave --depfile out",
                   path, what);
}

/* "base,v3": a bit for each level. */
static bool read_levels(const char *list, unsigned *levels)
{
    static const char *const names[NATIVE_LEVELS] = {"base", "v3", "v4"};
    *levels = 0;
    for (;; ++list) {
        const size_t length = strcspn(list, ",");
        unsigned level = 0;
        while (level < NATIVE_LEVELS && (strlen(names[level]) != length || strncmp(names[level], list, length) != 0))
            ++level;
        if (level == NATIVE_LEVELS) return false;
        *levels |= 1u << level;
        list += length;
        if (!*list) return true;
    }
}

/* Every file that was read, and the folders: a file that is added or removed changes its folder. */
static string_list list_dependencies(command_run *run, const program_inputs *inputs)
{
    string_list all = {0};
    arena *a = &run->arena;
    for (size_t i = 0; i < run->sources.count; ++i) string_list_add(a, &all, run->sources.items[i]->path);
    for (size_t i = 0; i < inputs->set.count; ++i) string_list_add(a, &all, inputs->set.items[i]->directory);
    for (size_t i = 0; i < inputs->layer_files.folder_count; ++i)
        string_list_add(a, &all, inputs->layer_files.folders[i]);
    /* In Make, `target: a=b` sets a variable; behind another path, a=b is a path. */
    size_t plain = 0;
    while (plain < all.count && strchr(all.items[plain], '=')) ++plain;
    if (plain < all.count) {
        const char *first = all.items[plain];
        memmove(all.items + 1, all.items, plain * sizeof *all.items);
        all.items[0] = first;
    } else if (all.count) {
        refuse_path(run, all.items[0], "a '=' in every path");
    }
    return all;
}

static void write_depfile(command_run *run, const program_inputs *inputs, const char *target, const char *path)
{
    buffer out = {0};
    const string_list all = list_dependencies(run, inputs);
    const char *what = escape_make(&out, target);
    if (!what && strpbrk(target, "=%")) what = "a '=' or '%' in the output";
    if (what) refuse_path(run, target, what);
    buffer_addc(&out, ':');
    for (size_t i = 0; i < all.count; ++i) {
        buffer_adds(&out, " \\\n  ");
        what = escape_make(&out, all.items[i]);
        if (what) refuse_path(run, all.items[i], what);
    }
    buffer_addc(&out, '\n');
    if (!run->diagnostics.errors) command_write(run, path, &out);
    buffer_free(&out);
}

/* Further outputs beside the bundle itself, and the folder. */
typedef struct target {
    const char *folder, *depfile;
    bool split, checked, standalone, cdef, starpu;
    unsigned levels;    /* instruction levels for emit_native() */
    const r_package *r; /* or NULL */
    const char *python; /* or NULL: the package's name */
} target;

/* Adds a file of C. */
static void write_source(command_run *run, const target *t, const char *path, const buffer *text)
{
    buffer clean = {0};
    if (t->r) r_add_source(text, &clean);
    command_write(run, path, t->r ? &clean : text);
    buffer_free(&clean);
}

/* The runtime: clbundle.c, its headers, and those for native code if needed. */
static void write_runtime(command_run *run, bool native, const target *t, const char *folder)
{
    for (size_t i = 0; i < standalone_file_count; ++i) {
        const standalone_file *file = &standalone_files[i];
        buffer text = {0};
        if (!standalone_is_runtime(file) || (standalone_is_native(file) && !native)) continue;
        /* Packages compile the runtime once: the other files only convert arrays faster. */
        if ((t->r || t->python) && standalone_is_level(file)) continue;
        const char *path = path_join(&run->arena, folder, file->name);
        standalone_add(file, &text);
        command_make_folder(run, path_directory(&run->arena, path));
        if (!run->diagnostics.errors) write_source(run, t, path, &text);
        buffer_free(&text);
    }
}

static void write_package(command_run *run, const target *t, const package_file *files, size_t count)
{
    arena *a = &run->arena;
    for (size_t i = 0; i < count; ++i) {
        const char *path = path_join(a, t->folder, files[i].path);
        command_make_folder(run, path_directory(a, path));
        if (!run->diagnostics.errors && !(files[i].kept && access(path, F_OK) == 0))
            command_write(run, path, &files[i].text);
    }
}

/* Whether two paths, whose files need not exist, denote the same file. */
static bool is_same_file(arena *a, const char *x, const char *y)
{
    const char *in_x = path_directory(a, x), *in_y = path_directory(a, y);
    struct stat of_x, of_y;
    if (strcmp(path_base(x), path_base(y)) != 0) return false;
    if (strcmp(in_x, in_y) == 0) return true;
    return stat(in_x, &of_x) == 0 && stat(in_y, &of_y) == 0 && of_x.st_dev == of_y.st_dev && of_x.st_ino == of_y.st_ino;
}

/* Whether all files may be written: none is an input, and the depfile differs from all others. */
static bool check_outputs(command_run *run, const target *t, const char *const *paths, size_t count)
{
    arena *a = &run->arena;
    bool fine = true;
    for (size_t i = 0; i < count; ++i) {
        fine = command_may_write(run, paths[i]) && fine;
        if (!t->depfile || !is_same_file(a, t->depfile, paths[i])) continue;
        diagnose_error(&run->diagnostics, (location){0},
                       "--depfile %s: this file is written by the bundle itself; choose another "
                       "name",
                       t->depfile);
        fine = false;
    }
    return (!t->depfile || command_may_write(run, t->depfile)) && fine;
}

/* The same for the runtime in `folder`, and for the files of a package. */
static bool check_copies(command_run *run, const target *t, const char *folder, const package_file *package,
                         size_t count)
{
    arena *a = &run->arena;
    bool fine = true;
    for (size_t i = 0; i < standalone_file_count && t->standalone; ++i)
        if (standalone_is_runtime(&standalone_files[i]))
            fine = command_may_write(run, path_join(a, folder, standalone_files[i].name)) && fine;
    for (size_t i = 0; i < count; ++i)
        if (!package[i].kept) fine = command_may_write(run, path_join(a, t->folder, package[i].path)) && fine;
    return fine;
}

/* NAME.h, NAME.c and NAME.json, the depfile if requested, and further files of the target. All texts of the bundle
 * are made before the first is written, so that a failure leaves the files of an earlier run consistent. */
static void write_files(command_run *run, const program_inputs *inputs, bundle *b, native_output *native,
                        const target *t)
{
    enum { HEADER, SOURCE, MANIFEST, NATIVE, FILES = NATIVE + NATIVE_LEVELS + 2 };
    arena *a = &run->arena;
    const char *paths[FILES], *folder = t->r || t->python ? path_join(a, t->folder, "src") : t->folder;
    const char *manifests = t->r ? path_join(a, t->folder, "inst") : folder;
    buffer texts[FILES] = {0};
    python_texts python = {0};
    r_texts r = {0};
    package_file *package = NULL;
    size_t count = NATIVE, package_count = 0;
    paths[HEADER] = path_join(a, folder, arena_printf(a, "%s.h", b->name));
    paths[SOURCE] = path_join(a, folder, arena_printf(a, "%s.c", b->name));
    paths[MANIFEST] = path_join(a, manifests, arena_printf(a, "%s.json", b->name));
    if (native) native_settle(native, b);
    for (size_t i = 0; i < b->kernel_count && t->checked; ++i) b->kernels[i].flags |= CLB_KERNEL_CHECKED;
    emit_header(a, b, &texts[HEADER]);
    emit_source(a, b, native != NULL, &texts[SOURCE]);
    emit_manifest(a, b, native != NULL, &texts[MANIFEST]);
    if (native) {
        paths[count] = path_join(a, folder, arena_printf(a, "%s_native.c", b->name));
        emit_native(native, b, &run->diagnostics, t->split, t->levels, &texts[count++]);
    }
    for (unsigned level = 1; native && t->split && level < NATIVE_LEVELS; ++level) {
        if (t->levels && !(t->levels >> level & 1)) continue;
        paths[count] = path_join(a, folder, arena_printf(a, "%s_native%s.c", b->name, native_suffixes[level]));
        emit_native_level(b, level, &texts[count++]);
    }
    if (t->cdef) {
        paths[count] = path_join(a, folder, arena_printf(a, "%s_cdef.h", b->name));
        emit_cdef(a, b, &texts[count++]);
    }
    if (t->starpu) {
        paths[count] = path_join(a, folder, arena_printf(a, "%s_starpu.h", b->name));
        emit_starpu(a, b, &texts[count++]);
    }

    if (t->r) {
        standalone_add(standalone_find("r/glue.c.in"), &r.glue);
        standalone_add(standalone_find("r/calls.R.in"), &r.calls);
        package = r_emit(a, t->r, &r, &package_count, &run->diagnostics);
    } else if (t->python) {
        standalone_add(standalone_find("python/glue.c.in"), &python.glue);
        standalone_add(standalone_find("python/calls.py.in"), &python.calls);
        package = python_emit(a, t->python, b, &python, &package_count, &run->diagnostics);
    }

    const bool writable = check_outputs(run, t, paths, count);
    if (check_copies(run, t, folder, package, package_count) && writable) {
        command_make_folder(run, folder);
        command_make_folder(run, manifests);
    }
    if (!run->diagnostics.errors) {
        for (size_t i = 0; i < count; ++i) write_source(run, t, paths[i], &texts[i]);
    }
    if (t->standalone && !run->diagnostics.errors) write_runtime(run, native != NULL, t, folder);
    write_package(run, t, package, package_count);
    if (t->depfile && !run->diagnostics.errors) write_depfile(run, inputs, paths[SOURCE], t->depfile);
    for (size_t i = 0; i < count; ++i) buffer_free(&texts[i]);
    for (size_t i = 0; i < package_count; ++i) buffer_free(&package[i].text);
    buffer_free(&python.glue);
    buffer_free(&python.calls);
    buffer_free(&r.glue);
    buffer_free(&r.calls);
}

/* The functions of a package, from the file of --r-interface. */
static void read_interface(command_run *run, const char *path, r_package *r)
{
    const char *why = NULL;
    const source *file = source_read(&run->sources, path, path, &why);
    if (!file) {
        diagnose_error(&run->diagnostics, (location){0}, "%s", why);
        return;
    }
    r->functions = r_read_interface(&run->arena, file, &r->function_count, &run->diagnostics);
}

/* The visitors of each program of the bundle. */
typedef struct look {
    diagnostics *diagnostics;
    native_output *native; /* or NULL */
} look;

static void visit_program(void *context, arena *a, const parsed *program, uint32_t number)
{
    const look *l = context;
    divergence_check(a, program, l->diagnostics);
    if (l->native) native_add_program(l->native, a, program, number);
}

static void visit_fp16_kernel(void *context, arena *a, const char *name, uint32_t program, symbol *kernel,
                              const char *problem)
{
    const look *l = context;
    native_add_fp16_kernel(l->native, a, name, program, kernel, problem);
}

static void visit_version(void *context, arena *a, const kernel_version *version)
{
    const look *l = context;
    native_add_version(l->native, a, version);
}

/* The options of a run. */
typedef struct bundle_request {
    program_inputs inputs;
    string_list groups;
    const char *name, *interface, *programs, *levels;
    target target;
    r_package r;
    bool unchecked, with_native, no_line, explains, icd;
    buffer explanation;
} bundle_request;

/* `--programs FOLDER --icd` */
static int bundle_programs(command_run *run, bundle_request *q)
{
    const program_inputs *inputs = &q->inputs;
    const target *t = &q->target;
    buffer *explanation = q->explains ? &q->explanation : NULL;
    if (inputs->kernels.count)
        return command_misused(run, "--programs: the folder names the files; leave '%s' out", inputs->kernels.items[0]);
    if (t->r || t->python || t->cdef || t->starpu || t->split)
        return command_misused(
            run, "--programs --icd writes no package, no declarations and no tasks: bundle the .cl files for these");
    const option_sets sets = inputs->configurations ? option_sets_read(&run->arena, &run->sources,
                                                                       inputs->configurations, "", &run->diagnostics)
                                                    : (option_sets){0};
    const captured_request request = {.name = q->name,
                                      .folder = q->programs,
                                      .output = t->folder,
                                      .lines = !q->no_line,
                                      .checked = t->checked,
                                      .levels = t->levels,
                                      .keep_going = inputs->keep_going,
                                      .sets = inputs->configurations ? &sets : NULL,
                                      .explanation = explanation};
    if (!run->diagnostics.errors) captured_programs_write(run, &request);
    if (t->standalone && !run->diagnostics.errors) write_runtime(run, true, t, t->folder);
    if (t->depfile && !run->diagnostics.errors)
        write_depfile(run, inputs, path_join(&run->arena, t->folder, arena_printf(&run->arena, "%s_icd.c", q->name)),
                      t->depfile);
    if (explanation && !run->diagnostics.errors) command_write(run, NULL, explanation);
    if (explanation) buffer_free(explanation);
    return command_end(run);
}

/* Wrong values of single options. EXIT_FINE, or a status after a message. */
static int check_names(command_run *run, const bundle_request *q)
{
    const char *r = q->r.name, *python = q->target.python;
    if (r && !r_is_package_name(r))
        return command_misused(run, "--r %s: names of R packages consist of letters, digits and dots", r);
    if (q->interface && !r) return command_misused(run, "--r-interface needs --r");
    if (python && (!program_is_identifier(python) || escape_is_python_reserved(python)))
        return command_misused(run, "--python %s: not a valid package name", python);
    if (r && python) return command_misused(run, "--r and --python cannot be combined");
    return EXIT_FINE;
}

/* Completes the options by what they imply, and checks them together. */
static int settle_options(command_run *run, bundle_request *q)
{
    target *t = &q->target;
    const int status = check_names(run, q);
    if (status != EXIT_FINE) return status;
    if (q->r.name) t->r = &q->r;
    t->standalone |= t->r || t->python;
    t->split |= t->r || t->python;
    if (t->checked && (t->split || q->levels))
        return command_misused(run, "--native-checked is for one instruction set: leave %s out",
                               q->levels ? "--levels" : "--native-split and packages");
    q->with_native |= t->split || t->checked || q->icd;
    if (q->levels && !q->with_native) return command_misused(run, "--levels needs --native");
    if (q->levels && !read_levels(q->levels, &t->levels))
        return command_misused(run, "--levels %s: expected base, v3 and v4, with commas between them", q->levels);
    if (!t->levels && (t->r || t->python)) t->levels = PACKAGE_LEVELS;
    q->r.levels = t->levels;
    if (q->explains && !q->with_native) return command_misused(run, "--explain needs --native");
    if (q->with_native && q->unchecked)
        return command_misused(run, "--native and --no-check cannot be combined: native code needs the check");
    if (!program_is_identifier(q->name)) return command_misused(run, "--name %s: not a C identifier", q->name);
    if (name_is_header(q->name) || q->name[0] == '_')
        return command_misused(run, "--name %s: this name is reserved by C or by clbundle", q->name);
    if (q->icd != (q->programs != NULL)) return command_misused(run, "--programs and --icd belong together");
    if (!q->programs && !q->inputs.kernels.count) return command_misused(run, "no kernel file given");
    return EXIT_FINE;
}

/* Builds the bundle, and again while libraries have names that it lacks. */
static bundle *build(command_run *run, bundle_request *q, build_group *groups, native_output **native)
{
    program_inputs *inputs = &q->inputs;
    bundle *b = NULL;
    do {
        if (b) build_free(b);
        program_build_start(run, inputs);
        buffer_free(&q->explanation);
        *native =
            native_start(&run->arena, q->name, !q->no_line, q->target.checked, q->explains ? &q->explanation : NULL);
        look visit = {inputs->context.diagnostics, q->with_native ? *native : NULL};
        const build_options options = {.name = q->name,
                                       .options = inputs->driver,
                                       .sets = inputs->configurations ? &inputs->sets : NULL,
                                       .whole = inputs->whole,
                                       .unchecked = q->unchecked,
                                       .groups = groups,
                                       .group_count = q->groups.count,
                                       .outcomes = inputs->outcomes,
                                       .skipped = inputs->skipped,
                                       .visit = visit_program,
                                       .visit_fp16 = q->with_native ? visit_fp16_kernel : NULL,
                                       .visit_version = q->with_native ? visit_version : NULL,
                                       .visit_context = &visit};
        b = build_bundle(&inputs->context, inputs->files, inputs->file_count, &options);
    } while (program_build_again(run, inputs, q->unchecked));
    return b;
}

static int write_bundle(command_run *run, bundle_request *q)
{
    program_inputs *inputs = &q->inputs;
    program_read(run, inputs);
    if (q->interface) read_interface(run, q->interface, &q->r);
    if (run->diagnostics.errors || !inputs->file_count) {
        program_end(run, inputs);
        return command_end(run);
    }
    build_group *groups = program_read_groups(run, &q->groups);
    if (!groups) return EXIT_USAGE;
    native_output *native = NULL;
    bundle *b = build(run, q, groups, &native);
    q->r.bundle = b;
    bool has_split = false;
    for (size_t i = 0; i < b->kernel_count; ++i) has_split = has_split || b->kernels[i].split;
    if (q->target.starpu && !has_split && !run->diagnostics.errors)
        diagnose_error(&run->diagnostics, (location){0},
                       "--starpu: no kernel has a '@split', so that none can be cut into tasks");
    if (!run->diagnostics.errors && inputs->file_count)
        write_files(run, inputs, b, q->with_native ? native : NULL, &q->target);
    if (q->explains && !run->diagnostics.errors) command_write(run, NULL, &q->explanation);
    buffer_free(&q->explanation);
    build_free(b);
    program_end(run, inputs);
    return command_end(run);
}

static int run_bundle(int argc, char **argv)
{
    command_run run;
    bundle_request q = {0};
    target *t = &q.target;
    enum { OWN_OPTIONS = 21 };
    option options[OWN_OPTIONS + PROGRAM_OPTIONS] = {
        {"--name", "NAME", "name of the bundle; all names in the generated C start with it", .required = true,
         .single = &q.name},
        {"--output-dir", "DIR", "write the files to this folder", .required = true, .single = &t->folder},
        {"--depfile", "FILE", "write a Make rule that lists every file that was read", .single = &t->depfile},
        {"--native", NULL, "also write NAME_native.c: the kernels as C for the CPU", .flag = &q.with_native},
        {"--native-split", NULL, "like --native, with one file for each instruction set", .flag = &t->split},
        {"--native-checked", NULL,
         "like --native, with code that finds faults of kernels, such as accesses outside of buffers: for tests",
         .flag = &t->checked},
        {"--levels", "LIST",
         "with --native: compile for these instruction sets alone: base, v3, v4, with commas between them",
         .single = &q.levels},
        {"--explain", NULL, "with --native: print how each kernel was translated, and why", .flag = &q.explains},
        {"--standalone", NULL, "also write the runtime, so that any C compiler builds the files without clbundle",
         .flag = &t->standalone},
        {"--r", "PACKAGE", "write an R package with this name around the bundle", .single = &q.r.name},
        {"--r-interface", "FILE", "with --r: read the names, arguments and defaults of the R functions from this file",
         .single = &q.interface},
        {"--python", "PACKAGE", "write a Python package with this name around the bundle", .single = &t->python},
        {"--cdef", NULL, "also write NAME_cdef.h: declarations for Python's cffi", .flag = &t->cdef},
        {"--starpu", NULL, "also write NAME_starpu.h: the kernels with @split as StarPU tasks", .flag = &t->starpu},
        {"--programs", "DIR",
         "with --icd: take the programs of this folder, which `clbundle capture` wrote, and no kernel files",
         .single = &q.programs},
        {"--icd", NULL,
         "with --programs: write NAME_icd.c, by which libclbundle-opencl offers the programs to OpenCL applications",
         .flag = &q.icd},
        {"--group", "GROUP=KERNEL,KERNEL", "build these kernels of one file as one program", .values = &q.groups},
        {"--no-line", NULL, "write native code without #line: debuggers then show the C, not the .cl file",
         .flag = &q.no_line},
        {"--keep-going", NULL,
         "leave out kernel files that have errors or need files with errors, and write the others; the exit "
         "status is 1 all the same",
         .flag = &q.inputs.keep_going},
        {"--no-check", NULL, "do not check function bodies; the driver will", .flag = &q.unchecked},
        program_configurations(&q.inputs),
    };
    program_options(&q.inputs, options + OWN_OPTIONS);
    command_begin(&run, &command_bundle);
    if (!command_parse(&run, argc, argv, options, OWN_OPTIONS + PROGRAM_OPTIONS, &q.inputs.kernels)) return run.status;
    const int status = settle_options(&run, &q);
    if (status != EXIT_FINE) return status;
    return q.programs ? bundle_programs(&run, &q) : write_bundle(&run, &q);
}

const command command_bundle = {
    .name = "bundle",
    .operands = "KERNEL.cl...",
    .summary = "turn kernels into C: the source, the header, the manifest",
    .text =
        "Turns the kernels of the files into C. NAME.c holds their programs, NAME.h declares a function for each "
        "kernel, and "
        "NAME.json describes them for other tools.\n\n"
        "Each kernel is a program of its own, unless --group combines several. clbundle itself acts on -D, -I, "
        "-cl-std, "
        "-cl-single-precision-constant, -cl-fast-relaxed-math, -cl-unsafe-math-optimizations, -cl-mad-enable, -w and "
        "-Werror in --options; all other options reach "
        "only "
        "the driver.\n\n"
        "With --explain, it prints for each kernel: its regions between barriers; which variables are equal in "
        "neighbouring work-items (uniform), rise by a constant from one to the next (affine), differ (varying) or are "
        "kept "
        "from region to region (context), and why; which branches and loops run under masks; which memory accesses are "
        "contiguous; and what prevented vectors. Files and lines are those of the kernel.\n\n"
        "`// @constant NAME: TYPE = VALUE [in VALUE, VALUE ... | in LOWEST..HIGHEST]` at the top of a file or above a "
        "kernel makes "
        "NAME a macro whose value the application chooses when it opens a device or prepares the bundle. Drivers get "
        "it by "
        "-D. A constant with a list may be used wherever C needs a constant: each value is checked and compiled. "
        "Packages for "
        "R and Python have the defaults.\n\n"
        "--configurations names a JSON file with sets of -D values: {\"clbundle_configurations\": 1, "
        "\"configurations\": [{\"values\": {\"WIDTH\": [1, 4]}, \"best\": [\"gpu\"]}]}. The bundle then holds "
        "the kernels as they read with each of them; text and native code that do not differ are there once. "
        "NAME_select_KERNEL finds a configuration at run time.",
    .run = run_bundle,
};
