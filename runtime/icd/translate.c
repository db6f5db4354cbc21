/* Runs `clbundle translate` on a request folder, and loads the shared object that it makes. Knows child processes and
 * the names of compiled programs; must not know how a program is translated.
 *
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "icd/translate.h"

#include "icd/request.h"
#include "native/access.h"
#include "platform/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Limits of the C compiler for one program, since a program can be hostile. */
enum { COMPILE_SECONDS = 600, COMPILE_MEBIBYTES = 8192 };

/* ---- The configuration ---------------------------------------------------------------------------------------------
 */

static bool take(char **field, const char *value)
{
    free(*field);
    *field = strdup(value);
    return *field != NULL;
}

static bool read_line(clbi_icd_run *run, const char *key, const char *value)
{
    if (strcmp(key, "generator") == 0) return take(&run->generator, value);
    if (strcmp(key, "cache") == 0) return take(&run->cache, value);
    if (strcmp(key, "capture") == 0) run->captures = true;
    if (strcmp(key, "level") == 0) return take(&run->level, value);
    if (strcmp(key, "units") == 0) run->units = (uint32_t)strtoul(value, NULL, 10);
    if (strcmp(key, "explain") == 0) run->explains = true;
    if (strcmp(key, "checked") == 0) run->checked = true;
    return true;
}

bool clbi_icd_run_read(clbi_icd_run *run)
{
    const char *folder = getenv("CLBUNDLE_RUN");
    clbi_icd_words path = {0};
    size_t length = 0;
    *run = (clbi_icd_run){0};
    if (!folder || !*folder) return false;
    clbi_icd_words_addf(&path, "%s/config", folder);
    char *text = path.failed ? NULL : clbi_icd_file_read(path.text, &length);
    free(path.text);
    bool fits = text && take(&run->folder, folder);
    for (char *line = text; fits && *line;) {
        char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
        *end = '\0';
        char *value = strchr(line, ' ');
        if (value) {
            *value++ = '\0';
            fits = read_line(run, line, value);
        }
        line = next;
    }
    free(text);
    if (fits && run->generator) return true;
    clbi_icd_run_free(run);
    return false;
}

void clbi_icd_run_free(clbi_icd_run *run)
{
    free(run->folder);
    free(run->generator);
    free(run->cache);
    free(run->level);
    *run = (clbi_icd_run){0};
}

/* ---- Names of compiled programs ------------------------------------------------------------------------------------
 */

static const char *level_of(const clbi_icd_run *run)
{
    static const char *const levels[CLB_NATIVE_LEVELS] = {"base", "v3", "v4"};
    return run->level ? run->level : levels[clbi_native_level()];
}

static void hash_text(uint64_t *hash, const char *text)
{
    for (; *text; text++) *hash = (*hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    *hash = (*hash ^ 0x1f) * UINT64_C(1099511628211);
}

/* A hash of all inputs of the object beside the program: the versions of the layouts, the generator, the compiler and
 * the instruction set. */
static uint64_t hash_of_tools(const clbi_icd_run *run)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    const char *compiler = getenv("CC");
    struct stat info;
    char text[96];
    const bool found = stat(run->generator, &info) == 0;
    (void)snprintf(text, sizeof text, "%d %d %jd %jd", CLB_ABI, CLB_ICD_ABI, found ? (intmax_t)info.st_size : 0,
                   found ? (intmax_t)info.st_mtime : 0);
    hash_text(&hash, text);
    hash_text(&hash, run->generator);
    hash_text(&hash, compiler ? compiler : "");
    hash_text(&hash, level_of(run));
    if (run->checked) hash_text(&hash, "checked");
    return hash;
}

/* ---- Loading -------------------------------------------------------------------------------------------------------
 */

/* Loads the program of a shared object. NULL, with the reason in `why`: there is no such file, it belongs to another
 * user, or its layout is of another version. */
static const clb_icd_program *load(const char *path, char *why, size_t size)
{
    struct stat info;
    if (stat(path, &info) != 0 || info.st_uid != geteuid() || !S_ISREG(info.st_mode)) {
        (void)snprintf(why, size, "there is no such file of this user");
        return NULL;
    }
#ifdef CLBI_HAVE_OPENCL
    void *library = clbi_library_open(path, why, size);
    if (!library) return NULL;
    const clb_icd_catalogue *catalogue = clbi_library_find(library, "program_catalogue");
    if (catalogue && catalogue->abi == CLB_ICD_ABI && catalogue->program_count == 1 && catalogue->programs[0].bundle)
        return &catalogue->programs[0];
    (void)snprintf(why, size, "it holds no program of this version of clbundle");
    clbi_library_close(library);
#else
    (void)snprintf(why, size, "this library was built with -Dopencl=disabled and loads no shared object");
#endif
    return NULL;
}

/* ---- The child process ---------------------------------------------------------------------------------------------
 */

static int wait_for(pid_t child)
{
    int state = 0;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR) return 0; /* the application ignores SIGCHLD; whether the object exists tells the result */
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128;
}

/* Runs `clbundle translate`, which writes errors to the file `log`, and explanations to this process's standard error.
 * `object` NULL: it only checks the program. Returns its exit status, or the negative of a number of errno.h. */
static int run_generator(const clbi_icd_run *run, const char *request, const char *object, const char *log)
{
    char seconds[16], memory[16];
    clbi_icd_words headers = {0}, files = {0}, sources = {0};
    posix_spawn_file_actions_t actions;
    pid_t child = 0;
    (void)snprintf(seconds, sizeof seconds, "%d", COMPILE_SECONDS);
    (void)snprintf(memory, sizeof memory, "%d", COMPILE_MEBIBYTES);
    clbi_icd_words_addf(&headers, "%s/include", run->folder);
    clbi_icd_words_addf(&files, "%s/files", request);
    clbi_icd_words_addf(&sources, "%s/c", request);
    int error = headers.failed || files.failed || sources.failed ? ENOMEM : posix_spawn_file_actions_init(&actions);
    if (!error) {
        union {
            const char *given[24];
            char *taken[24];
        } words = {{run->generator,
                    "translate",
                    "--programs",
                    request,
                    object ? "--output" : "--check",
                    object,
                    "--name",
                    "program",
                    "--include",
                    headers.text,
                    "--work-dir",
                    sources.text,
                    "--files",
                    files.text,
                    "--level",
                    level_of(run),
                    "--seconds",
                    seconds,
                    "--memory",
                    memory,
                    run->checked    ? "--checked"
                    : run->explains ? "--explain"
                                    : NULL,
                    run->checked && run->explains ? "--explain" : NULL,
                    NULL}};
        error = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
        if (!error)
            error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (!error) error = posix_spawn(&child, run->generator, &actions, NULL, words.taken, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    free(headers.text);
    free(files.text);
    free(sources.text);
    return error ? -error : wait_for(child);
}

/* ---- Translation ---------------------------------------------------------------------------------------------------
 */

/* The paths of one translation, which are freed in one place. */
typedef struct work {
    clbi_icd_words object;     /* of the shared object, where other processes find it */
    clbi_icd_words request;    /* of the request folder */
    clbi_icd_words unfinished; /* of the shared object while it is made */
    clbi_icd_words log;        /* of the generator's messages */
} work;

static void add_log(char **log, const char *format, const char *text)
{
    clbi_icd_words words = {0};
    if (*log) clbi_icd_words_add(&words, *log, strlen(*log));
    clbi_icd_words_addf(&words, format, text);
    if (words.failed) {
        free(words.text);
        return;
    }
    free(*log);
    *log = words.text;
}

/* The generator's messages, without the temporary folder in the names of files. From malloc; NULL: there are none, or
 * no memory. */
static char *read_log(const work *w)
{
    size_t length = 0, folder = w->request.length;
    char *text = clbi_icd_file_read(w->log.text, &length), *to = text;
    for (const char *at = text; at && *at;) {
        if (strncmp(at, w->request.text, folder) == 0 && at[folder] == '/') at += folder + 1;
        else *to++ = *at++;
    }
    if (text) *to = '\0';
    if (text && *text) return text;
    free(text);
    return NULL;
}

/* Writes the request folder and compiles it into a new shared object. */
static cl_int make_object(const clbi_icd_run *run, const clbi_icd_units *units, const uint64_t key[2], work *w,
                          char **log)
{
    const char *why = NULL;
    const int error = clbi_icd_request_write(w->request.text, key, units, &why);
    if (error == ENOMEM) return CL_OUT_OF_HOST_MEMORY;
    if (error) {
        add_log(log, "clbundle: error: cannot write the program to a temporary folder: %s\n",
                error < 0 ? why : strerror(error));
        return CL_BUILD_PROGRAM_FAILURE;
    }
    const int status = run_generator(run, w->request.text, w->unfinished.text, w->log.text);
    free(*log);
    *log = read_log(w);
    if (status < 0) add_log(log, "clbundle: error: cannot start the generator: %s\n", strerror(-status));
    return status == 0 && access(w->unfinished.text, R_OK) == 0 ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

static cl_int translate(const clbi_icd_run *run, const clbi_icd_units *units, const uint64_t key[2], work *w,
                        const clb_icd_program **program, char **log)
{
    char why[256] = "";
    clbi_icd_words_addf(&w->object, "%s/%016" PRIx64 "%016" PRIx64 "-%016" PRIx64 ".so",
                        run->cache ? run->cache : run->folder, key[0], key[1], hash_of_tools(run));
    clbi_icd_words_addf(&w->request, "%s/translate-XXXXXX", run->folder);
    if (w->object.failed || w->request.failed) return CL_OUT_OF_HOST_MEMORY;
    if (!run->captures && access(w->object.text, R_OK) == 0 && (*program = load(w->object.text, why, sizeof why)))
        return CL_SUCCESS;
    if (!mkdtemp(w->request.text)) {
        add_log(log, "clbundle: error: cannot make a temporary folder: %s\n", strerror(errno));
        w->request.length = 0;
        return CL_BUILD_PROGRAM_FAILURE;
    }
    clbi_icd_words_addf(&w->unfinished, "%s.so", w->request.text);
    clbi_icd_words_addf(&w->log, "%s/log", w->request.text);
    if (w->unfinished.failed || w->log.failed) return CL_OUT_OF_HOST_MEMORY;
    const cl_int code = make_object(run, units, key, w, log);
    if (code != CL_SUCCESS) return code;
    /* If the cache is on another disk or cannot be written, the object is loaded from the request folder. */
    const bool moved = rename(w->unfinished.text, w->object.text) == 0;
    *program = load(moved ? w->object.text : w->unfinished.text, why, sizeof why);
    if (*program) return CL_SUCCESS;
    add_log(log, "clbundle: error: cannot load the compiled program: %s\n", why);
    return CL_BUILD_PROGRAM_FAILURE;
}

static cl_int check(const clbi_icd_run *run, const clbi_icd_source *unit, work *w, char **log)
{
    static const uint64_t no_key[2] = {0, 0};
    const char *why = NULL;
    clbi_icd_words_addf(&w->request, "%s/check-XXXXXX", run->folder);
    if (w->request.failed || !mkdtemp(w->request.text)) return CL_OUT_OF_HOST_MEMORY;
    clbi_icd_words_addf(&w->log, "%s/log", w->request.text);
    if (w->log.failed) return CL_OUT_OF_HOST_MEMORY;
    const int error = clbi_icd_request_write(w->request.text, no_key, &(clbi_icd_units){unit, 1, ""}, &why);
    if (error == ENOMEM) return CL_OUT_OF_HOST_MEMORY;
    if (error) {
        add_log(log, "clbundle: error: cannot write the program to a temporary folder: %s\n",
                error < 0 ? why : strerror(error));
        return CL_COMPILE_PROGRAM_FAILURE;
    }
    const int status = run_generator(run, w->request.text, NULL, w->log.text);
    *log = read_log(w);
    return status == 0 ? CL_SUCCESS : CL_COMPILE_PROGRAM_FAILURE;
}

static void end_work(work *w)
{
    free(w->object.text);
    free(w->request.text);
    free(w->unfinished.text);
    free(w->log.text);
}

cl_int clbi_icd_translate_check(const clbi_icd_run *run, const clbi_icd_source *unit, char **log)
{
    work w = {0};
    *log = NULL;
    const cl_int code = check(run, unit, &w, log);
    if (w.request.length && !w.request.failed) clbi_icd_folder_remove(w.request.text);
    end_work(&w);
    return code;
}

cl_int clbi_icd_translate(const clbi_icd_run *run, const clbi_icd_units *units, const uint64_t key[2],
                          const clb_icd_program **program, char **log)
{
    work w = {0};
    *program = NULL;
    *log = NULL;
    const cl_int code = translate(run, units, key, &w, program, log);
    if (w.request.length && !run->captures) clbi_icd_folder_remove(w.request.text);
    end_work(&w);
    return code;
}
