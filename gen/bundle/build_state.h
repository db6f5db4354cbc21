/* SPDX-License-Identifier: MIT
 * What the files of the building of a bundle share: build.c, programs.c, configurations.c and variants.c. Private to
 * them. */
#ifndef CLB_BUNDLE_BUILD_STATE_H
#define CLB_BUNDLE_BUILD_STATE_H

#include "bundle/build.h"
#include "describe/elementwise.h"
#include "describe/fp16.h"
#include "describe/kernel.h"
#include "describe/relative.h"
#include "prune/reach.h"

/* Native code for processors of the other byte order would be wrong where this is asked for. */
#define BYTE_ORDER_MACRO "__ENDIAN_LITTLE__"

/* What a program was made of, for the last check. */
typedef struct made_program {
    const unit *unit;
    reached items;
    const char *kernel;       /* one of its kernels */
    uint32_t *spec_constants; /* as bundle_program.spec_constants */
    size_t spec_constant_count;
} made_program;

/* The program as a driver reads it that defines CLB_GPU, or gets other values of specialisation constants. */
typedef struct configuration {
    uint32_t program;
    bool gpu;
    const char *where; /* "with CLB_GPU defined" */
    made_program made;
} configuration;

typedef struct builder {
    arena *arena;
    const unit_context *context;
    const build_options *options;
    bundle *bundle;
    pool *pool;
    size_t kernel_capacity;
    made_program *made; /* as many as the pool has programs */
    size_t made_capacity;
    configuration *others; /* of all programs */
    size_t other_count, other_capacity;
    bool *wanted;                        /* of each constant of the present unit, whether the present program uses it */
    const size_t *spec_constant_numbers; /* of the present unit's constants, in the bundle */
    map configurations;       /* of the present unit: values of listed constants, and CLB_GPU -> the unit read so */
    map kernels;              /* name -> its place among the bundle's kernels, plus one */
    map groups;               /* name of a kernel -> its group */
    map used;                 /* paths of files that hold a kept piece */
    map uses;                 /* kernel -> element_use of each argument */
    map for_drivers;          /* names of kernels that are */
    map relative;             /* kernel -> its relative_uses */
    fp16_configuration *fp16; /* of the present unit, or NULL while it was not needed */
    const source **files;
    size_t file_count, file_capacity;
} builder;

/* The kernels of a unit that share a program. */
typedef struct sharing {
    size_t first;            /* the first of them */
    size_t *roots, *kernels; /* the items that define them; their places among the unit's kernels */
    size_t count, capacity;
    const char *gpu, *no_gpu; /* one with a '@gpu_range', one without */
} sharing;

/* One of the versions of a program. */
typedef struct version_configuration {
    unit *unit; /* NULL: the base itself */
    const char *where;
    size_t *roots;
} version_configuration;

static inline bool build_is_kernel(const declaration *d, size_t first_token)
{
    return d->kind == DECLARATION_FUNCTION && d->symbol->is_kernel && d->first >= first_token;
}

/* programs.c */

/* Adds the files that the ranges lie in to those of the bundle. */
void build_note_files(builder *b, const text_range *ranges, size_t count);

/* Reports functions that kernels call, directly or not, and that nothing in the program defines: a driver finds that
 * out when it links, and names neither file nor caller. Marks what it has seen. */
void build_check_defined(symbol *caller, symbol **stack, const parse_help *help, diagnostics *d);

/* Keeps only what is true of the uses of the arguments in another configuration of the kernel, too. */
void build_narrow_uses(builder *b, const symbol *kernel);

/* The kernel of that name, or NULL. */
symbol *build_find_kernel(const parsed *syntax, const char *name);

/* Finds which constants the program uses that keeps r of u. */
void build_find_spec_constants(builder *b, const unit *u, const reached *r);

/* How the present program is parsed: with those constants that it uses, whatever its configuration. */
parse_options build_language(const builder *b, const unit *u);

/* The features, CLB_NEEDS_..., that the syntax asks for. */
uint32_t build_needs(const parsed *syntax);

/* Checks the text that a program holds as a driver's front end would, unless problems are not to be reported. What it
 * drops is not checked. Returns the features that only the syntax shows it to need: a value may be a half where
 * nothing names the type. */
uint32_t build_check_program(builder *b, unit *u, reached *r, syntax_visitor *visit);

/* Adds the program that holds what the kernels of `s` need. */
uint32_t build_add_program(builder *b, unit *u, const sharing *s, bundle_kernel *kernels, uint32_t *independence);

/* configurations.c */

/* Does the program that keeps r of u hold the text that another configuration of it needs? Reports it if not. */
bool configurations_check_text(builder *b, const unit *u, const reached *r, const unit *other, const reached *needed,
                               const char *kernel, const char *where);

/* Adds a configuration to those that are verified once all programs are written. */
void configurations_note(builder *b, uint32_t program, bool gpu, const char *where, made_program made);

/* The other versions of a program, and what all of them need. Sets the kernels' versions. */
version_configuration *configurations_read(builder *b, unit *u, const sharing *s, bundle_kernel *kernels, size_t *count,
                                           uint32_t *needs, uint32_t *independence);

/* Checks the program of kernel `index` as a GPU's driver reads it, which defines CLB_GPU, with all values of its
 * constants. *independence: what no work-item looks at there. */
void configurations_check_gpu(builder *b, unit *u, bundle_kernel *kernels, size_t index, uint32_t *independence);

/* variants.c */

/* Gives each kernel its variants, in the order of the bundle. */
void variants_settle(builder *b);

/* Groups must name kernels of the bundle, all of one file. */
void variants_check_groups(builder *b);

#endif
