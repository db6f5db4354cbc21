/* SPDX-License-Identifier: MIT
 * The state of building a bundle, which the files of this folder share. Private to them. */
#ifndef CLB_BUNDLE_BUILD_STATE_H
#define CLB_BUNDLE_BUILD_STATE_H

#include "bundle/build.h"
#include "describe/elementwise.h"
#include "describe/fp16.h"
#include "describe/kernel.h"
#include "describe/relative.h"
#include "prune/identity.h"
#include "prune/reach.h"

/* The text tests the byte order: native code for processors of the other byte order would be wrong. */
#define BYTE_ORDER_MACRO "__ENDIAN_LITTLE__"

/* The parts of a program, for the last check. */
typedef struct made_program {
    const unit *unit;
    reached items;
    const char *kernel; /* one of its kernels */
    const unit_context *context;
    uint32_t *spec_constants; /* as bundle_program.spec_constants */
    size_t spec_constant_count;
} made_program;

/* A program that several option sets may have, with what was found of the kernels that share it. */
typedef struct shared_program {
    uint32_t number, independence;
    element_use **uses;
    relative_uses **relative;
} shared_program;

/* The text of the program for a driver that defines CLB_GPU, or with other values of specialisation constants. */
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
    made_program *made; /* one for each program of the pool */
    size_t made_capacity;
    configuration *others; /* of all programs */
    size_t other_count, other_capacity;
    bool *wanted; /* for each constant of the present unit: whether the present program uses it */
    const size_t *spec_constant_numbers; /* for each constant of the present unit: its number in the bundle */
    map configurations;       /* of the present unit: values of listed constants, and CLB_GPU -> the unit in that
                                 configuration */
    size_t set, set_count;    /* the present option set; without option sets, there is one */
    map kernels;              /* name -> its index among the bundle's kernels, plus one: of the present option set */
    map faces;                /* name -> its index among the bundle's faces, plus one */
    map shared;               /* text and options of a program -> shared_program */
    map told;                 /* names of kernels that were reported as left out */
    map groups;               /* name of a kernel -> its group */
    map used;                 /* paths of files that hold a kept item */
    map uses;                 /* kernel -> element_use of each argument */
    map for_drivers;          /* names of the kernels that only drivers run */
    map relative;             /* kernel -> its relative_uses */
    identities *identities;   /* of functions that are translated */
    fp16_configuration *fp16; /* of the present unit, or NULL if it was not needed yet */
    const source **files;
    size_t file_count, file_capacity;
} builder;

/* The kernels of a unit that share a program. */
typedef struct sharing {
    size_t first;            /* the first of them */
    size_t *roots, *kernels; /* the items that define them; their indices among the unit's kernels */
    size_t count, capacity;
    const char *gpu, *no_gpu; /* a kernel with '@gpu_range', and one without */
} sharing;

/* One of the versions of a program. */
typedef struct version_configuration {
    unit *unit; /* NULL: the base configuration itself */
    const char *where;
    size_t *roots;
} version_configuration;

static inline bool build_is_kernel(const declaration *d, size_t first_token)
{
    return d->kind == DECLARATION_FUNCTION && d->symbol->is_kernel && d->first >= first_token;
}

/* check.c */

/* Reports functions that kernels call, directly or not, and that nothing in the program defines: a driver would find
 * that out when it links, without naming file or caller. Marks the functions that it has seen. */
void build_check_defined(symbol *caller, symbol **stack, const parse_help *help, diagnostics *d);

/* Keeps only the facts about the uses of the arguments that hold in another configuration of the kernel, too. */
void build_narrow_uses(builder *b, const symbol *kernel);

/* The kernel of that name, or NULL. */
symbol *build_find_kernel(const parsed *syntax, const char *name);

/* Finds the constants that the program which keeps r of u uses. */
void build_find_spec_constants(builder *b, const unit *u, const reached *r);

/* The parse options of the present program: with the constants that it uses, in any configuration. */
parse_options build_language(const builder *b, const unit *u);

/* The features, CLB_NEEDS_..., that the syntax asks for. */
uint32_t build_needs(const parsed *syntax);

/* Checks the text of a program as a driver's front end would, unless problems are not to be reported. Dropped text
 * is not checked. Returns the features whose need only the syntax shows: a value may be a half without naming the
 * type. */
uint32_t build_check_program(builder *b, unit *u, reached *r, syntax_visitor *visit);

/* programs.c */

/* Adds the files of the ranges to those of the bundle. */
void build_note_files(builder *b, const text_range *ranges, size_t count);

/* Adds the program that holds everything that the kernels of `s` need. */
uint32_t build_add_program(builder *b, unit *u, const sharing *s, bundle_kernel *kernels, uint32_t *independence);

/* configurations.c */

/* Whether the program holds the text that another configuration of it needs. Reports it if not. */
bool configurations_check_text(builder *b, const made_program *made, const made_program *other, const char *where);

/* Adds a configuration to those that are verified when all programs are written. */
void configurations_note(builder *b, uint32_t program, bool gpu, const char *where, made_program made);

/* The versions of a program. */
typedef struct version_list {
    version_configuration *items; /* by a version's number; of the program itself, the unit is NULL */
    size_t count;
    uint32_t needs;        /* the features that some version needs */
    uint32_t independence; /* the queries that no work-item of any version makes */
} version_list;

/* Reads the other versions of a program, sets those of the kernels, and adds to the program's own needs and
 * independence, which stand in the list. Without others, or after an error, the list has no items. */
void configurations_read(builder *b, unit *u, const sharing *s, bundle_kernel *kernels, version_list *list);

/* Checks the program of kernel `index` as a GPU's driver reads it, with CLB_GPU defined, for all values of its
 * constants. *independence: the queries that no work-item makes there. */
void configurations_check_gpu(builder *b, unit *u, bundle_kernel *kernels, size_t index, uint32_t *independence);

/* faces.c */

/* Adds a kernel to the bundle; returns its number. */
size_t faces_append_kernel(builder *b, const bundle_kernel *k);

/* Adds a kernel of the present option set: to a face that has the same one, or to the bundle. Reports a second one of
 * its name. */
void faces_add_kernel(builder *b, const bundle_kernel *k);

/* Names the kernels that option sets have made of one, and finds which of them have functions in common. */
void faces_settle(builder *b);

/* variants.c */

/* Gives each kernel of the present option set its variants, in the order of the bundle. Kernels from `first` on are
 * the set's own; it shares those before with other sets. */
void variants_settle(builder *b, size_t first);

/* Groups must name kernels of the bundle, all from one file. */
void variants_check_groups(builder *b);

#endif
