#define _POSIX_C_SOURCE 200809L
#include "base/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool holds(arena *a, const char *path, const char *text, size_t length)
{
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || (size_t)info.st_size != length) return false;
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    char *old = arena_array(a, length + 1, 1);
    const size_t read = fread(old, 1, length + 1, file);
    fclose(file);
    return read == length && (length == 0 || memcmp(old, text, length) == 0);
}

bool output_write(arena *a, const char *path, const char *text, size_t length, bool *changed, const char **why)
{
    if (changed) *changed = false;
    if (holds(a, path, text, length)) return true;

    char *temporary = arena_printf(a, "%s.XXXXXX", path);
    const int descriptor = mkstemp(temporary);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    bool ok = file != NULL;
    int error = errno;
    if (ok && length && fwrite(text, 1, length, file) != length) ok = false, error = errno;
    if (ok && fflush(file) != 0) ok = false, error = errno;
    /* mkstemp makes files that only their owner can read; an output has the mode of any new file. */
    const mode_t mask = umask(0);
    umask(mask);
    if (ok && fchmod(descriptor, 0666 & ~mask) != 0) ok = false, error = errno;
    if (file && fclose(file) != 0 && ok) ok = false, error = errno;
    if (!file && descriptor >= 0) close(descriptor);
    if (ok && rename(temporary, path) != 0) ok = false, error = errno;
    if (!ok) {
        if (descriptor >= 0) remove(temporary);
        *why = arena_printf(a, "cannot write %s: %s", path, strerror(error));
        return false;
    }
    if (changed) *changed = true;
    return true;
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
