/* Building a bundle: kernel files -> units -> programs of shared segments.
 * Knows the order of the steps; each step has a file of its own.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BUNDLE_BUILD_H
#define CLB_BUNDLE_BUILD_H

#include "describe/bundle.h"
#include "prune/unit.h"

/* Kernels of one file that share a program on request. */
typedef struct build_group {
    const char *name;
    const char **kernels;
    size_t count;
} build_group;

/* Called with each checked program and its number in the bundle; the program's arena lives only as long as the call. */
typedef void syntax_visitor(void *context, arena *a, const parsed *program, uint32_t number);

/* Called before that, with each of the program's kernels in the configuration for devices with cl_khr_fp16, if that
 * may make a difference. If there is no such kernel with the same signature, `kernel` is NULL, and `problem` says
 * why. */
typedef void fp16_visitor(void *context, arena *a, const char *name, uint32_t program, symbol *kernel,
                          const char *problem);

/* Called after the program itself, with each further version of one of its kernels: with other values of listed
 * constants. If the version cannot be made natively, `kernel` is NULL, and `problem` says why. */
typedef void version_visitor(void *context, arena *a, const kernel_version *version);

/* The result of building one kernel file, if errors in one file do not stop the others. */
typedef struct build_outcome {
    bool failed;
    size_t first, end; /* its diagnostics: those with these numbers */
    size_t errors;     /* the number of errors among them */
} build_outcome;

typedef struct build_options {
    const char *name;        /* the bundle's name */
    const char *options;     /* for clBuildProgram */
    const option_sets *sets; /* the kernels are built with each of them; or NULL */
    bool whole;              /* whole files instead of what the kernels reach */
    bool text_only;          /* with `whole`: no kernels, only the program's text */
    const char *kernel;      /* the only kernel to build, or NULL for all */
    bool together;           /* one program for all kernels */
    bool may_lack_kernels;   /* a file without kernels is no error */
    const build_group *groups;
    size_t group_count;
    syntax_visitor *visit;          /* or NULL */
    fp16_visitor *visit_fp16;       /* or NULL; only with `visit` */
    version_visitor *visit_version; /* or NULL; only with `visit` */
    void *visit_context;
    build_outcome *outcomes; /* NULL: an error ends the build. Otherwise one for each file, with option sets one for
                                each file of each set, all of the first set coming first: errors in one file do not
                                stop the others, and missing kernels that a failed file may have had are not reported.
                                If a file failed, the bundle is not complete: build it again without that file. */
    bool *const *skipped;    /* for each file, the option sets without which it is built; NULL: none. With `sets` */
    bool unchecked;          /* function bodies are not checked for unknown names and wrong types */
} build_options;

/* Problems are reported; the bundle is complete unless one is an error. */
bundle *build_bundle(const unit_context *context, kernel_file *const *files, size_t count,
                     const build_options *options);

/* Frees all memory that is not the arena's. */
void build_free(bundle *b);

#endif
