/* clbundle translate: captured programs -> a shared object that libclbundle-opencl loads.
 *
 * SPDX-License-Identifier: MIT */
#include "base/process.h"
#include "command/captured_programs.h"
#include "command/run.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The flags of native_c_args in the build files, for gcc and clang. Kernels' text may do things that a compiler
 * warns about. */
static const char *const compile_arguments[] = {
    "-std=gnu11",
    "-O2",
    "-shared",
    "-fPIC",
    "-w",
    "-fvisibility=default",
    "-fno-fast-math",
    "-fno-unsafe-math-optimizations",
    "-DCLB_ICD_NO_LIST",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fno-strict-aliasing",
#if defined(__i386__)
    "-msse2",
    "-mfpmath=sse",
#elif defined(__s390x__)
    "-fexcess-precision=fast",
#endif
};

/* The file for the C text, which a compiler reads at once. */
typedef struct workshop {
    const char *sources, *headers, *object;
    const char *compiler, *level, *flags; /* $CC; arguments for the level; further ones, or NULL */
} workshop;

static void compile(command_run *run, const workshop *w)
{
    arena *a = &run->arena;
    string_list words = {0};
    char **files = NULL;
    const char *why = NULL;
    size_t count = 0, file_count = 0;
    const char **compiler = process_words(a, w->compiler, &count);
    for (size_t i = 0; i < count; ++i) string_list_add(a, &words, compiler[i]);
    for (size_t i = 0; i < sizeof compile_arguments / sizeof *compile_arguments; ++i)
        string_list_add(a, &words, compile_arguments[i]);
    const char **flags = process_words(a, arena_printf(a, "%s %s", w->level, w->flags ? w->flags : ""), &count);
    for (size_t i = 0; i < count; ++i) string_list_add(a, &words, flags[i]);
    string_list_add(a, &words, "-I");
    string_list_add(a, &words, w->headers);
    if (!directory_list(a, w->sources, ".c", &files, &file_count, &why)) {
        diagnose_error(&run->diagnostics, (location){0}, "%s", why);
        return;
    }
    for (size_t i = 0; i < file_count; ++i) string_list_add(a, &words, path_join(a, w->sources, files[i]));
    string_list_add(a, &words, "-o");
    string_list_add(a, &words, w->object);
    string_list_add(a, &words, "-lm");
    string_list_add(a, &words, NULL);
    if (!process_run(a, words.items, &why))
        diagnose_error(&run->diagnostics, (location){0}, "the C compiler failed: %s; $CC names another compiler", why);
}

static bool read_number(const char *text, unsigned long most, unsigned long *number)
{
    char *end = NULL;
    *number = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && *number <= most;
}

/* The paths of all files that were read, a line each. */
static void write_paths(command_run *run, const char *path)
{
    buffer text = {0};
    for (size_t i = 0; i < run->sources.count; ++i) buffer_addf(&text, "%s\n", run->sources.items[i]->path);
    command_write(run, path, &text);
    buffer_free(&text);
}

/* The compiler's flags for an instruction set; NULL: there is no such set. */
static const char *level_flags(const char *level)
{
    static const char *const names[] = {"base", "v3", "v4"};
    static const char *const flags[] = {"-DCLB_NATIVE_LEVEL_MASK=1", "-DCLB_NATIVE_LEVEL_MASK=2",
                                        "-DCLB_NATIVE_LEVEL_MASK=4"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(level, names[i]) == 0) return flags[i];
    return NULL;
}

static int run_translate(int argc, char **argv)
{
    command_run run;
    string_list operands = {0};
    const char *programs = NULL, *object = NULL, *name = NULL, *headers = NULL, *flags = NULL, *seconds = NULL,
               *memory = NULL;
    const char *why = NULL, *folder = NULL, *own = NULL, *paths = NULL, *level = NULL;
    unsigned long second_count = 0, mebibytes = 0;
    bool explains = false, checks = false, checked = false;
    buffer explanation = {0};
    const option options[] = {
        {"--programs", "DIR", "take the programs of this folder, which `clbundle capture` wrote", .required = true,
         .single = &programs},
        {"--output", "FILE.so", "write the shared object to this file", .single = &object},
        {"--check", NULL, "only read the programs, and report what is wrong with them", .flag = &checks},
        {"--name", "NAME", "name of the bundle; 'programs' by default", .single = &name},
        {"--include", "DIR", "take clbundle's headers from this folder, not the ones that this command carries",
         .single = &headers},
        {"--c-flags", "TEXT", "further arguments for the C compiler", .single = &flags},
        {"--level", "LEVEL", "compile for this instruction set alone: base, v3 or v4; all of them by default",
         .single = &level},
        {"--work-dir", "DIR", "write the C to this folder and keep it there", .single = &own},
        {"--files", "FILE", "write the paths of all files that were read to this file, a line each", .single = &paths},
        {"--seconds", "N", "processor time that the C compiler may use; no limit by default", .single = &seconds},
        {"--memory", "MIB", "memory that the C compiler may use, in MiB; no limit by default", .single = &memory},
        {"--explain", NULL, "print how each kernel was translated, and why", .flag = &explains},
        {"--checked", NULL, "write code that finds faults of kernels, such as accesses outside of buffers",
         .flag = &checked},
    };
    command_begin(&run, &command_translate);
    if (!command_parse(&run, argc, argv, options, sizeof options / sizeof *options, &operands)) return run.status;
    if (operands.count) return command_misused(&run, "expected no operand, got '%s'", operands.items[0]);
    if (checks == (object != NULL)) return command_misused(&run, "give either --output or --check");
    if (seconds && !read_number(seconds, 1000000, &second_count))
        return command_misused(&run, "--seconds %s: expected a number of seconds up to 1000000", seconds);
    if (memory && !read_number(memory, SIZE_MAX >> 21, &mebibytes))
        return command_misused(&run, "--memory %s: expected a number of MiB", memory);

    if (level && !level_flags(level)) return command_misused(&run, "--level %s: expected base, v3 or v4", level);
    if (checks) {
        captured_programs_check(&run, programs);
        return command_end(&run);
    }
    folder = own ? own : process_private_folder(&run.arena, "clbundle-translate", &why);
    if (!folder) diagnose_error(&run.diagnostics, (location){0}, "%s", why);
    if (folder) {
        const char *compiler = getenv("CC");
        const workshop w = {folder,
                            headers ? headers : path_join(&run.arena, folder, "include"),
                            object,
                            compiler && *compiler ? compiler : "cc",
                            level ? level_flags(level) : "",
                            flags};
        const captured_request request = {.name = name ? name : "programs",
                                          .folder = programs,
                                          .output = folder,
                                          .lines = true,
                                          .checked = checked,
                                          .explanation = explains ? &explanation : NULL};
        captured_programs_write(&run, &request);
        if (!headers && !run.diagnostics.errors) run_write_headers(&run, w.headers);
        process_limit((unsigned)second_count, (size_t)mebibytes << 20);
        if (!run.diagnostics.errors) compile(&run, &w);
        process_unlimit_memory(); /* what follows is this process's own work */
        if (!own) process_remove_folder(folder);
        if (paths && !run.diagnostics.errors) write_paths(&run, paths);
    }
    if (explains && !run.diagnostics.errors) command_write(&run, NULL, &explanation);
    buffer_free(&explanation);
    return command_end(&run);
}

const command command_translate = {
    .name = "translate",
    .operands = "",
    .summary = "compile captured OpenCL programs into a shared object",
    .text =
        "Translates the programs of a captured folder to C and compiles them with $CC (or cc) into one shared object. "
        "`clbundle run` uses it for each program that an application builds. To put programs into an application or a "
        "package, "
        "use `clbundle bundle --programs --icd`, which writes the C.",
    .run = run_translate,
};
