/* The native form of a program: it comes from a catalogue that is linked in, or from a translation while the
 * application runs. Knows both and hides them; must not know OpenCL's objects.
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
    const clb_bundle *bundle; /* its kernels are those of the program, and all have native code */
    uint64_t key[2];          /* see key.h */
    unsigned char *archive;   /* the bytes of CL_PROGRAM_BINARIES: see archive.h */
    size_t archive_size;
    atomic_uint references;
    struct clbi_icd_record *record;               /* of `clbundle capture`, or NULL */
    void (*free)(struct clbi_icd_binary *binary); /* called when nothing refers to it */
} clbi_icd_binary;

/* Whether programs are translated to checked code, or some linked one has such. */
bool clbi_icd_is_checked(void);

/* Finds or makes the native form of a program. On CL_SUCCESS the caller releases *binary. *log: the text of
 * CL_PROGRAM_BUILD_LOG or NULL, which the caller frees in every case. Errors: CL_BUILD_PROGRAM_FAILURE (no catalogue
 * has the program, or its translation failed: the log has the reason), CL_INVALID_BUILD_OPTIONS, CL_OUT_OF_HOST_MEMORY.
 * Thread-safe. A translation takes as long as the compilation. */
cl_int clbi_icd_binary_make(const clbi_icd_units *units, clbi_icd_binary **binary, char **log);

/* For clCompileProgram: checks that the unit can be part of a program. With a translator, it must be readable; without
 * one, some program of a catalogue must have it. Errors and log as above, with CL_COMPILE_PROGRAM_FAILURE. */
cl_int clbi_icd_unit_check(const clbi_icd_source *unit, char **log);

void clbi_icd_binary_retain(clbi_icd_binary *binary);
void clbi_icd_binary_release(clbi_icd_binary *binary); /* NULL is allowed */

/* The answer to CL_DEVICE_COMPILER_AVAILABLE. */
bool clbi_icd_compiler_available(void);

/* The number of compute units that `clbundle run` states; 0: it states none, and the machine's number holds. */
uint32_t clbi_icd_compute_units(void);

/* The names of the built-in kernels, which are all kernels of all catalogues, joined by ';', each name once. From
 * malloc; NULL without memory. */
char *clbi_icd_built_in_names(void);
/* Finds the first program that has a kernel of this name. On success the caller releases *binary, and *kernel is the
 * kernel's number in its bundle. Errors: CL_INVALID_VALUE (no program has it), CL_OUT_OF_HOST_MEMORY. */
cl_int clbi_icd_built_in_find(const char *name, size_t length, clbi_icd_binary **binary, uint32_t *kernel);

/* Reads the bytes that CL_PROGRAM_BINARIES has given. On success the caller releases *binary. Errors: CL_INVALID_BINARY
 * (the bytes are none of these, or no catalogue has the program and it cannot be translated), CL_OUT_OF_HOST_MEMORY. */
cl_int clbi_icd_binary_read(const unsigned char *bytes, size_t size, clbi_icd_binary **binary);

/* ---- Recording -----------------------------------------------------------------------------------------------------
 */

/* Records a launch, if the binary has a record. `arguments`: one for each argument of the kernel. */
void clbi_icd_record_launch(const clbi_icd_binary *binary, uint32_t kernel, const clbi_icd_range *range,
                            const clbi_icd_recorded *arguments);

#endif
