/* A program as an application gives it, and where its native form comes from: a catalogue that is linked in, or a
 * translation while the application runs. Knows nothing of OpenCL's objects.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_SOURCE_H
#define CLBI_ICD_SOURCE_H

#include "icd/unit.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The native form of a program. Immutable but for the count. */
typedef struct clbi_icd_binary {
    const clb_bundle *bundle; /* all its kernels belong to the program, and all have native code */
    uint64_t key[2];          /* of the texts, options and headers */
    unsigned char *archive;   /* what CL_PROGRAM_BINARIES gives: archive.h */
    size_t archive_size;
    atomic_uint references;
    struct clbi_icd_record *record;               /* of `clbundle capture`, or NULL */
    void (*free)(struct clbi_icd_binary *binary); /* called when nothing refers to it */
} clbi_icd_binary;

/* Finds or makes the native form of a program. On CL_SUCCESS *binary is the caller's: clbi_icd_binary_release. *log:
 * the text of CL_PROGRAM_BUILD_LOG, from malloc, the caller's in every case, perhaps NULL. CL_BUILD_PROGRAM_FAILURE: it
 * is in no catalogue, or its translation failed; the log says why. CL_INVALID_BUILD_OPTIONS. CL_OUT_OF_HOST_MEMORY.
 * Thread-safe. Takes as long as a compilation does.
 */
cl_int clbi_icd_binary_make(const clbi_icd_units *units, clbi_icd_binary **binary, char **log);

/* clCompileProgram: whether the unit may be part of a program later: with a translator, that it can be read; in a
 * bundle, that some program of a catalogue has it. Errors and log as above, with CL_COMPILE_PROGRAM_FAILURE. */
cl_int clbi_icd_unit_check(const clbi_icd_source *unit, char **log);

void clbi_icd_binary_retain(clbi_icd_binary *binary);
void clbi_icd_binary_release(clbi_icd_binary *binary); /* NULL is allowed */

/* CL_DEVICE_COMPILER_AVAILABLE. */
bool clbi_icd_compiler_available(void);

/* CL_DEVICE_MAX_COMPUTE_UNITS in place of the machine's number; 0: the machine's. */
uint32_t clbi_icd_compute_units(void);

/* Built-in kernels: the names of all kernels of all catalogues, joined by ';', each name once. From malloc; NULL: no
 * memory. */
char *clbi_icd_built_in_names(void);
/* The first program that has a kernel of this name. CL_INVALID_VALUE: none has. CL_OUT_OF_HOST_MEMORY. On success
 * *binary is the caller's, and *kernel the number of the kernel in its bundle. */
cl_int clbi_icd_built_in_find(const char *name, size_t length, clbi_icd_binary **binary, uint32_t *kernel);

/* What CL_PROGRAM_BINARIES gives, and takes back. CL_INVALID_BINARY: not such bytes, or the program is not here and
 * cannot be translated. CL_OUT_OF_HOST_MEMORY. On success *binary is the caller's. */
cl_int clbi_icd_binary_read(const unsigned char *bytes, size_t size, clbi_icd_binary **binary);

/* ---- Recording -----------------------------------------------------------------------------------------------------
 */

/* For each launch of a kernel whose binary has a record. `arguments`: as many as the kernel has. */
void clbi_icd_record_launch(const clbi_icd_binary *binary, uint32_t kernel, const clbi_icd_range *range,
                            const clbi_icd_recorded *arguments);

#endif
