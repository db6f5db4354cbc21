/* Facts about the installed OpenCL drivers that can be found without starting them. Knows where loaders on Linux look
 * for drivers, and the device files of GPUs; opens no file, and only lists that folder.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__) && !defined(__ANDROID__)

#include <dirent.h>
#include <unistd.h>

/* With one of these set, a loader finds other drivers, or PoCL other devices, than we can see here. */
static const char *const redirections[] = {"OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH",
                                           "OPENCL_LAYERS", "POCL_DEVICES"};

/* Without any of these, no driver of a GPU on this machine works. A render node is there for every GPU whose driver is
 * part of the kernel, and their numbers start at 128. */
static const char *const device_files[] = {"/dev/dri/renderD128", "/dev/nvidiactl", "/dev/kfd",     "/dev/dxg",
                                           "/dev/accel",          "/dev/mali0",     "/dev/kgsl-3d0"};

/* PoCL is the one driver of which we know that it has no devices but processors where there is no device file. */
static bool is_for_processors(const char *file)
{
    return strncmp(file, "pocl", 4) == 0;
}

static bool has_suffix(const char *text, const char *suffix)
{
    const size_t length = strlen(text), part = strlen(suffix);
    return length >= part && strcmp(text + length - part, suffix) == 0;
}

bool clbi_cl_may_accelerate(void)
{
    size_t for_processors = 0, others = 0;
    for (size_t i = 0; i < sizeof redirections / sizeof *redirections; i++)
        if (getenv(redirections[i])) return true;
    for (size_t i = 0; i < sizeof device_files / sizeof *device_files; i++)
        if (access(device_files[i], F_OK) == 0) return true;
    DIR *vendors = opendir("/etc/OpenCL/vendors");
    if (!vendors) return true;
    for (const struct dirent *entry; (entry = readdir(vendors)) != NULL;) {
        if (!has_suffix(entry->d_name, ".icd")) continue;
        if (is_for_processors(entry->d_name)) for_processors++;
        else others++;
    }
    (void)closedir(vendors);
    /* Where none is listed, the loader may be a driver itself. */
    return others > 0 || for_processors == 0;
}

#else

bool clbi_cl_may_accelerate(void)
{
    return true;
}

#endif
