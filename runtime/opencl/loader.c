/* SPDX-License-Identifier: MIT */
#include "opencl/loader.h"

#include "core/status.h"
#include "platform/platform.h"

#include <stdio.h>
#include <string.h>

#ifdef CLBI_OPENCL_LINKED

#define DECLARE(result, name, parameters) extern result CL_API_CALL name parameters;
CLBI_CL_FUNCTIONS(DECLARE)

bool clbi_cl_open(clbi_cl_library *library, clbi_note *note)
{
    (void)note;
    library->handle = NULL;
#define TAKE(result, name, parameters) library->name = name;
    CLBI_CL_FUNCTIONS(TAKE)
    return true;
}

void clbi_cl_close(clbi_cl_library *library)
{
    (void)library;
}

#else

static const char *const loader_names[] = {
#if defined(_WIN32)
    "OpenCL.dll",
#elif defined(__APPLE__)
    "/System/Library/Frameworks/OpenCL.framework/OpenCL",
#elif defined(__ANDROID__)
    "libOpenCL.so",
    "/vendor/lib64/libOpenCL.so",
    "/system/vendor/lib64/libOpenCL.so",
    "/system/lib64/libOpenCL.so",
    "/vendor/lib64/egl/libGLES_mali.so",
    "/vendor/lib/libOpenCL.so",
    "/system/vendor/lib/libOpenCL.so",
    "/system/lib/libOpenCL.so",
    "/vendor/lib/egl/libGLES_mali.so",
    "libOpenCL-pixel.so",
#else
    "libOpenCL.so.1",
    "libOpenCL.so",
#endif
};

static void *open_loader(clbi_note *note)
{
    char why[160];
    for (size_t i = 0; i < sizeof loader_names / sizeof *loader_names; i++) {
        void *handle = clbi_library_open(loader_names[i], why, sizeof why);
        if (handle) return handle;
        if (i == 0) (void)snprintf(note->text, sizeof note->text, "No OpenCL loader could be opened (%s).", why);
    }
    return NULL;
}

/* The address of a function; ISO C has no conversion from void *. */
static bool find_function(void *handle, const char *name, void *function, size_t size, clbi_note *note)
{
    void *address = clbi_library_find(handle, name);
    if (address) memcpy(function, &address, size);
    else (void)snprintf(note->text, sizeof note->text, "The OpenCL loader lacks %s; update it.", name);
    return address != NULL;
}

static bool is_optional(const char *function)
{
#define NAME(name) #name,
    static const char *const names[] = {CLBI_CL_OPTIONAL(NAME)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], function) == 0) return true;
    return false;
}

bool clbi_cl_open(clbi_cl_library *library, clbi_note *note)
{
    *library = (clbi_cl_library){0};
    if (clbi_program_is_static()) {
        clbi_text_set(note->text, sizeof note->text,
                      "The program is linked statically, where no OpenCL loader can work; link it dynamically to use "
                      "OpenCL.");
        return false;
    }
    library->handle = open_loader(note);
    if (!library->handle) return false;
    bool complete = true;
#define FIND(result, name, parameters)                                                                           \
    complete = complete && (find_function(library->handle, #name, &library->name, sizeof library->name, note) || \
                            is_optional(#name));
    CLBI_CL_FUNCTIONS(FIND)
    if (!complete) clbi_cl_close(library);
    return complete;
}

void clbi_cl_close(clbi_cl_library *library)
{
    if (library->handle) clbi_library_close(library->handle);
    library->handle = NULL;
}

#endif
