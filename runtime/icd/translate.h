/* Programs that no catalogue has, translated and compiled by child processes while the application runs.
 * Knows `clbundle run` and `clbundle translate`; must not know catalogues that are linked in, nor OpenCL's objects.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_TRANSLATE_H
#define CLBI_ICD_TRANSLATE_H

#include "icd/unit.h"

/* What `clbundle run` says to the platform: the file `config` in the folder that CLBUNDLE_RUN names. */
typedef struct clbi_icd_run {
    char *folder;    /* private to this run */
    char *generator; /* path of `clbundle` */
    char *cache;     /* where compiled programs are kept, or NULL */
    char *level;     /* instruction set, or NULL: this processor's */
    uint32_t units;  /* that CL_DEVICE_MAX_COMPUTE_UNITS states, or 0 */
    bool explains;
    bool checked;  /* programs check what their kernels do */
    bool captures; /* requests stay in the folder, and launches are recorded there */
} clbi_icd_run;

/* False: this process was not started by `clbundle run`, or there is no memory. On success the caller's:
 * clbi_icd_run_free. */
bool clbi_icd_run_read(clbi_icd_run *run);
void clbi_icd_run_free(clbi_icd_run *run);

/* Translates a program. On CL_SUCCESS *program lives until the process ends. *log as clbi_icd_binary_make; of a program
 * that comes from a cache NULL. Thread-safe; a program that was translated before in this run, by any process of it, is
 * loaded. CL_BUILD_PROGRAM_FAILURE, CL_OUT_OF_HOST_MEMORY. */
cl_int clbi_icd_translate(const clbi_icd_run *run, const clbi_icd_units *units, const uint64_t key[2],
                          const clb_icd_program **program, char **log);

/* Whether a unit of clCompileProgram can be read. CL_COMPILE_PROGRAM_FAILURE, CL_OUT_OF_HOST_MEMORY; *log as above. */
cl_int clbi_icd_translate_check(const clbi_icd_run *run, const clbi_icd_source *unit, char **log);

#endif
