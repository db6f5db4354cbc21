/* Makes the n-th system call of the generator fail. Linked into it with the linker's --wrap; tests/cli/test_faults.py
 * runs it. System calls inside a C library function (in fopen, in fflush) fail as that function does.
 *
 * Environment: FAULTS_AT, the number of the call that fails (0: none); FAULTS_FD, a file descriptor to which the failed
 * function's name goes, or, where none is to fail, the name of each one that is called; a name a line.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* clang-format off */
#define FUNCTIONS(X)                                                                                                  \
    X(malloc) X(calloc) X(realloc) X(stat) X(lstat) X(fopen) X(fread) X(fwrite) X(fflush) X(fclose) X(opendir) X(readdir) \
    X(mkdir) X(mkstemp) X(fchmod) X(fdopen) X(rename) X(realpath) X(fputs) X(fputc) X(fprintf)
/* clang-format on */

enum {
#define NUMBER(name) NUMBER_##name,
    FUNCTIONS(NUMBER) NUMBERS
};

static const char *const names[NUMBERS] = {
#define NAME(name) #name,
    FUNCTIONS(NAME)};

static long calls, fail_at;
static int report = -1;
static FILE *broken; /* its last call has failed: ferror says so */

static void tell(const char *name)
{
    if (report >= 0 && (write(report, name, strlen(name)) < 0 || write(report, "\n", 1) < 0)) abort();
}

static __attribute__((constructor)) void start(void)
{
    const char *at = getenv("FAULTS_AT"), *file = getenv("FAULTS_FD");
    fail_at = at ? strtol(at, NULL, 10) : 0;
    report = file ? (int)strtol(file, NULL, 10) : -1;
}

/* True: this call is to fail. */
static bool enter(int function)
{
    const bool fails = ++calls == fail_at;
    if (fails || fail_at == 0) tell(names[function]);
    return fails;
}

/* `result wrapped(parameters)`, which fails by `failure`. */
#define WRAP_AS(result, name, parameters, arguments, number, failure) \
    result __real_##name parameters;                                  \
    result __wrap_##name parameters;                                  \
    result __wrap_##name parameters                                   \
    {                                                                 \
        if (enter(NUMBER_##number)) failure;                          \
        return __real_##name arguments;                               \
    }
#define WRAP(result, name, parameters, arguments, failure) WRAP_AS(result, name, parameters, arguments, name, failure)
/* With 64-bit offsets the C library's name is another one. */
/* clang-format off */
#define WRAP_64(result, name, parameters, arguments, failure)       \
    WRAP_AS(result, name, parameters, arguments, name, failure)     \
    WRAP_AS(result, name##64, parameters, arguments, name, failure)
/* clang-format on */

#define FAIL(number, value) return (errno = number, value)
#define FAIL_FILE(number, value) return (broken = file, errno = number, value)
typedef struct stat status;
typedef struct dirent entry;

WRAP(void *, malloc, (size_t size), (size), FAIL(ENOMEM, NULL))
WRAP(void *, calloc, (size_t count, size_t size), (count, size), FAIL(ENOMEM, NULL))
WRAP(void *, realloc, (void *old, size_t size), (old, size), FAIL(ENOMEM, NULL))
WRAP_64(int, stat, (const char *path, status *info), (path, info), FAIL(EIO, -1))
WRAP_64(int, lstat, (const char *path, status *info), (path, info), FAIL(EIO, -1))
WRAP_64(FILE *, fopen, (const char *path, const char *mode), (path, mode), FAIL(EMFILE, NULL))
WRAP(size_t, fread, (void *to, size_t size, size_t count, FILE *file), (to, size, count, file), FAIL_FILE(EIO, 0))
WRAP(size_t, fwrite, (const void *from, size_t size, size_t count, FILE *file), (from, size, count, file),
     FAIL_FILE(ENOSPC, 0))
WRAP(int, fflush, (FILE * file), (file), FAIL_FILE(ENOSPC, EOF))
/* The file is closed even where that fails. */
WRAP(int, fclose, (FILE * file), (file), return (__real_fclose(file), errno = ENOSPC, EOF))
WRAP(DIR *, opendir, (const char *path), (path), FAIL(EMFILE, NULL))
WRAP_64(entry *, readdir, (DIR * folder), (folder), FAIL(EIO, NULL))
WRAP(int, mkdir, (const char *path, mode_t mode), (path, mode), FAIL(EACCES, -1))
WRAP_64(int, mkstemp, (char *name), (name), FAIL(EACCES, -1))
WRAP(int, fchmod, (int file, mode_t mode), (file, mode), FAIL(EPERM, -1))
WRAP(FILE *, fdopen, (int file, const char *mode), (file, mode), FAIL(ENOMEM, NULL))
WRAP(int, rename, (const char *from, const char *to), (from, to), FAIL(EACCES, -1))
WRAP(char *, realpath, (const char *path, char *to), (path, to), FAIL(EACCES, NULL))
WRAP(int, fputs, (const char *text, FILE *file), (text, file), FAIL_FILE(ENOSPC, EOF))
WRAP(int, fputc, (int c, FILE *file), (c, file), FAIL_FILE(ENOSPC, EOF))

int __wrap_fprintf(FILE *file, const char *format, ...);
int __wrap_fprintf(FILE *file, const char *format, ...)
{
    if (enter(NUMBER_fprintf)) FAIL_FILE(ENOSPC, -1);
    va_list arguments;
    va_start(arguments, format);
    const int length = vfprintf(file, format, arguments);
    va_end(arguments);
    return length;
}

/* Asks, and cannot fail. */
int __real_ferror(FILE *file);
int __wrap_ferror(FILE *file);
int __wrap_ferror(FILE *file)
{
    return file == broken || __real_ferror(file);
}
