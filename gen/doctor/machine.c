/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* dladdr */
#include "doctor/machine.h"

#include "base/source.h"
#include "doctor/child.h"

#include <dlfcn.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Libraries, loaded in a child ---- */

/* "+PATH", or "-REASON". `context`: names, ended by NULL, of which the first that there is counts. */
static void load(void *context, buffer *out)
{
    const char *const *names = context;
    const char *why = NULL;
    for (size_t i = 0; names[i]; ++i) {
        void *handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        Dl_info found;
        if (handle) {
            void *symbol = dlsym(handle, "clGetPlatformIDs");
            if (!symbol) symbol = dlsym(handle, "clIcdGetPlatformIDsKHR");
            buffer_addf(out, "+%s", symbol && dladdr(symbol, &found) && found.dli_fname ? found.dli_fname : names[i]);
            return;
        }
        const char *said = dlerror();
        if (!why) buffer_addf(out, "-%s", why = said ? said : names[i]);
    }
}

/* The path of the library, or NULL and *problem. */
static const char *try_library(arena *a, const char *const *names, double seconds, const char **problem)
{
    child_result r;
    buffer why = {0};
    const char *path = NULL;
    child_run(load, (void *)(uintptr_t)names, seconds, &r);
    if (r.how == CHILD_DONE && r.bytes.length && r.bytes.text[0] == '+') {
        path = arena_strndup(a, r.bytes.text + 1, r.bytes.length - 1);
    } else {
        if (r.how == CHILD_DONE)
            buffer_addf(&why, "it does not load: %s", r.bytes.length ? r.bytes.text + 1 : "no reason was given");
        else buffer_adds(&why, "loading it "), child_describe(&r, seconds, &why);
        *problem = arena_strndup(a, why.text, why.length);
    }
    buffer_free(&why);
    buffer_free(&r.bytes);
    return path;
}

/* ---- Drivers ---- */

/* The first line of a file, without blanks around it. */
static const char *first_line(arena *a, const char *path)
{
    char line[1024] = "";
    FILE *file = fopen(path, "r");
    if (file && !fgets(line, sizeof line, file)) line[0] = '\0';
    if (file) fclose(file);
    const char *begin = line + strspn(line, " \t\r\n");
    return arena_strndup(a, begin, strcspn(begin, " \t\r\n"));
}

static void look_for_drivers(arena *a, machine *m, const char *root, double seconds)
{
    char **names = NULL;
    const char *why = NULL;
    m->folder = getenv("OCL_ICD_VENDORS");
    if (!m->folder || !*m->folder) m->folder = arena_printf(a, "%s/etc/OpenCL/vendors", root);
    if (!directory_list(a, m->folder, ".icd", &names, &m->driver_count, &why)) m->driver_count = 0;
    m->drivers = arena_array(a, m->driver_count, sizeof *m->drivers);
    for (size_t i = 0; i < m->driver_count; ++i) {
        machine_driver *d = &m->drivers[i];
        d->file = path_join(a, m->folder, names[i]);
        d->library = first_line(a, d->file);
        const char *const libraries[] = {d->library, NULL};
        if (!*d->library) d->problem = "it names no library";
        else (void)try_library(a, libraries, seconds, &d->problem);
    }
}

/* ---- Device files ---- */

static void look_at_file(arena *a, machine *m, const char *path, size_t *capacity)
{
    struct stat info;
    if (stat(path, &info) != 0 || S_ISDIR(info.st_mode)) return;
    const struct group *group = getgrgid(info.st_gid);
    m->files = arena_reserve(a, m->files, m->file_count, capacity, sizeof *m->files);
    m->files[m->file_count++] = (machine_file){path, access(path, R_OK | W_OK) == 0,
                                               group ? arena_strndup(a, group->gr_name, strlen(group->gr_name)) : ""};
}

static void look_for_files(arena *a, machine *m, const char *root)
{
    static const char *const single[] = {"/dev/nvidiactl", "/dev/kfd", "/dev/dxg", "/dev/mali0", "/dev/kgsl-3d0"};
    static const char *const folders[][2] = {{"/dev/dri", "renderD"}, {"/dev/accel", "accel"}, {"/dev", "nvidia"}};
    size_t capacity = 0;
    for (size_t f = 0; f < sizeof folders / sizeof *folders; ++f) {
        char **names = NULL;
        size_t count = 0;
        const char *why = NULL;
        const size_t length = strlen(folders[f][1]);
        const char *folder = arena_printf(a, "%s%s", root, folders[f][0]);
        if (!directory_list(a, folder, "", &names, &count, &why)) continue;
        for (size_t i = 0; i < count; ++i) {
            const char last = names[i][length < strlen(names[i]) ? length : 0];
            if (strncmp(names[i], folders[f][1], length) == 0 && last >= '0' && last <= '9')
                look_at_file(a, m, path_join(a, folder, names[i]), &capacity);
        }
    }
    for (size_t i = 0; i < sizeof single / sizeof *single; ++i)
        look_at_file(a, m, arena_printf(a, "%s%s", root, single[i]), &capacity);
}

/* ---- All of it ---- */

machine machine_inspect(arena *a, const char *root, double seconds)
{
    static const char *const loaders[] = {"libOpenCL.so.1", "libOpenCL.so", NULL};
    static const char *const variables[] = {
        "CLBUNDLE_DEVICE", "OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH",   "OPENCL_LAYERS",
        "POCL_DEVICES",    "POCL_CACHE_DIR",  "RUSTICL_ENABLE",    "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"};
    machine m = {0};
    m.loader = try_library(a, loaders, seconds, &m.loader_problem);
    look_for_drivers(a, &m, root, seconds);
    look_for_files(a, &m, root);
    m.variables = arena_array(a, sizeof variables / sizeof *variables, sizeof *m.variables);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; ++i) {
        const char *value = getenv(variables[i]);
        if (value)
            m.variables[m.variable_count++] = (machine_variable){variables[i], arena_strndup(a, value, strlen(value))};
    }
    return m;
}
