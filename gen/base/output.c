/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "base/output.h"

#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool holds(arena *a, const char *path, const struct stat *info, const char *text, size_t length)
{
    if ((uintmax_t)info->st_size != length) return false;
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    char *old = arena_array(a, length + 1, 1);
    const size_t read = fread(old, 1, length + 1, file);
    fclose(file);
    return read == length && (length == 0 || memcmp(old, text, length) == 0);
}

/* Writes and closes. Returns 0, or the error's number. */
static int write_and_close(FILE *file, const char *text, size_t length)
{
    int error = 0;
    errno = EIO; /* for a library that sets none */
    if ((length && fwrite(text, 1, length, file) != length) || fflush(file) != 0) error = errno;
    if (fclose(file) != 0 && !error) error = errno;
    return error;
}

/* Writes a temporary file in the same folder, which then replaces the file, or is created, in one step. */
static int replace(arena *a, const char *path, mode_t mode, const char *text, size_t length)
{
    /* A name of its own: one made of the file's could be too long where that is not. */
    char *temporary = path_join(a, path_directory(a, path), ".clbundle.XXXXXX");
    const int descriptor = mkstemp(temporary);
    if (descriptor < 0) return errno;
    FILE *file = fchmod(descriptor, mode) == 0 ? fdopen(descriptor, "wb") : NULL;
    int error = file ? 0 : errno;
    if (file) error = write_and_close(file, text, length);
    else close(descriptor);
    if (!error && rename(temporary, path) != 0) error = errno;
    if (error) remove(temporary);
    return error;
}

/* mkstemp makes files that only their owner can read; an output has the mode of any new file. */
static mode_t new_mode(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

bool output_write(arena *a, const char *path, const char *text, size_t length, bool *changed, const char **why)
{
    struct stat info;
    int error = 0;
    if (changed) *changed = false;
    if (stat(path, &info) != 0) {
        if (errno != ENOENT) {
            error = errno;
        } else if (lstat(path, &info) == 0) {
            *why = arena_printf(a, "cannot write %s: it is a dangling symbolic link", path);
            return false;
        } else {
            error = replace(a, path, new_mode(), text, length);
        }
    } else if (S_ISREG(info.st_mode)) {
        if (holds(a, path, &info, text, length)) return true;
        /* The file that a symbolic link names is replaced, not the link. */
        char *real = realpath(path, NULL);
        error = real ? replace(a, real, info.st_mode & 0777, text, length) : errno;
        free(real);
    } else if (S_ISCHR(info.st_mode) || S_ISFIFO(info.st_mode)) {
        FILE *file = fopen(path, "wb");
        error = file ? write_and_close(file, text, length) : errno;
    } else {
        *why = arena_printf(a, "cannot write %s: it is %s", path,
                            S_ISDIR(info.st_mode)   ? "a folder"
                            : S_ISBLK(info.st_mode) ? "a disk"
                                                    : "no file");
        return false;
    }
    if (error) {
        *why = arena_printf(a, "cannot write %s: %s", path, strerror(error));
        return false;
    }
    if (changed) *changed = true;
    return true;
}

bool output_touch(arena *a, const char *path, const char **why)
{
    if (utimensat(AT_FDCWD, path, NULL, 0) == 0) return true;
    *why = arena_printf(a, "cannot set the time of %s: %s", path, strerror(errno));
    return false;
}

bool output_make_folder(arena *a, const char *path, const char **why)
{
    char *copy = arena_strndup(a, path, strlen(path));
    for (char *p = copy + 1; *copy; ++p) {
        if (*p != '/' && *p != '\0') continue;
        const char c = *p;
        *p = '\0';
        struct stat info;
        if (mkdir(copy, 0777) != 0 && !(errno == EEXIST && stat(copy, &info) == 0 && S_ISDIR(info.st_mode))) {
            *why = arena_printf(a, "cannot make the folder %s: %s", copy, strerror(errno));
            return false;
        }
        *p = c;
        if (c == '\0') break;
    }
    return true;
}
