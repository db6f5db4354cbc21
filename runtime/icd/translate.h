/* Translates and compiles programs that no catalogue has, by child processes while the application runs. Knows
 * `clbundle run` and `clbundle translate`; must not know catalogues that are linked in, nor OpenCL's objects.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_TRANSLATE_H
#define CLBI_ICD_TRANSLATE_H

#include "icd/unit.h"

/* The settings of `clbundle run`, from the file `config` in the folder that CLBUNDLE_RUN names. */
typedef struct clbi_icd_run {
    char *folder;    /* private to this run */
    char *generator; /* the path of `clbundle` */
    char *cache;     /* the folder of compiled programs, or NULL */
    char *level;     /* the instruction set; NULL: this processor's */
    uint32_t units;  /* for CL_DEVICE_MAX_COMPUTE_UNITS; 0: the machine's */
    bool explains;   /* the generator explains its decisions on standard error */
    bool checked;    /* programs are compiled as checked code */
    bool captures;   /* requests stay in the folder, and launches are recorded there */
} clbi_icd_run;

/* Reads the settings. On success the caller frees them. False: this process was not started by `clbundle run`, or there
 * is no memory. */
bool clbi_icd_run_read(clbi_icd_run *run);
void clbi_icd_run_free(clbi_icd_run *run);

/* Translates a program, or loads it if any process of this run has translated it before. On CL_SUCCESS *program lives
 * until the process ends. *log as in clbi_icd_binary_make; NULL for a program that is loaded. Errors:
 * CL_BUILD_PROGRAM_FAILURE, CL_OUT_OF_HOST_MEMORY. Thread-safe. */
cl_int clbi_icd_translate(const clbi_icd_run *run, const clbi_icd_units *units, const uint64_t key[2],
                          const clb_icd_program **program, char **log);

/* Checks that the generator can read a unit of clCompileProgram. Errors: CL_COMPILE_PROGRAM_FAILURE,
 * CL_OUT_OF_HOST_MEMORY. *log as above. */
cl_int clbi_icd_translate_check(const clbi_icd_run *run, const clbi_icd_source *unit, char **log);

#endif
