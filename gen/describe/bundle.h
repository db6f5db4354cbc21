/* A bundle before it becomes text: kernels, programs, segments and the facts about each. Knows the content of the
 * emitted files; must not know their form.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DESCRIBE_BUNDLE_H
#define CLB_DESCRIBE_BUNDLE_H

#include "clc/type.h"
#include "library/spec_constant.h"
#include "library/expression.h"
#include "names/option_set.h"
#include "prune/segment.h"

typedef struct bundle_argument {
    const char *name;      /* the parameter's name */
    const char *spelling;  /* its type in OpenCL C, for people and metadata */
    const char *qualified; /* the same with the parameter's own `restrict`, as OpenCL's API reports it */
    const type *type;      /* of the value, or of what the pointer points to (NULL: void, image, sampler); of an image
                              whose @arg states a format, of a pixel's numbers */
    const type *image;     /* IMAGE: its type; otherwise NULL */
    const char *format;    /* IMAGE: as @arg states it, or NULL */
    clb_argument_kind kind;
    clb_access access;
    clb_number number;
    uint32_t size;           /* as clb_argument_data.size */
    uint32_t extent;         /* code of the expression, or 0 */
    const char *extent_text; /* as written, or NULL; of several dimensions, their product */
    uint32_t *dims;          /* code of each dimension: the slowest in memory comes first, or last with `column` */
    const char **dim_texts;  /* as written */
    size_t dim_count;        /* 0: no extent */
    bool column;
    bool foreign; /* SAMPLER: an object of the application's own driver: a queue */
    size_t step;  /* see shape.h: number of the argument that is its step, from 1; 0: none */
    size_t
        split; /* see split.h: number of the dimension that @split cuts, from 1; 0: every part gets the whole array */
    location where;
} bundle_argument;

/* A version of a kernel, with other values of constants, while its program is checked. */
typedef struct kernel_version {
    const char *name;
    uint32_t program;
    size_t number;
    symbol *kernel;      /* NULL: `problem` says why there is no native code */
    const char *problem; /* or NULL */
} kernel_version;

/* The data of one version of a kernel: clb_version_data. */
typedef struct bundle_version {
    uint32_t required_local[3];
} bundle_version;

/* A macro in a kernel's extents and ranges, and its value. */
typedef struct bundle_constant {
    const char *name;
    int64_t value;
} bundle_constant;

/* `@local CLASS: ...` */
typedef struct bundle_local {
    uint32_t classes, size[3]; /* as clb_local_data */
    const char *word, *text;   /* the class and the expressions, as written */
} bundle_local;

/* `@variant of NAME: ...`, as the variant states it. */
typedef struct bundle_variant {
    const char *of;
    location where;
    uint32_t classes, condition; /* as clb_variant_data */
    const char *words;           /* the classes, separated by blanks */
    const char *text;            /* the condition as written, or NULL: always */
} bundle_variant;

/* A variant, from the side of the kernel that it may replace. */
typedef struct bundle_alternative {
    size_t kernel; /* the variant's number in the bundle */
    const bundle_variant *variant;
} bundle_alternative;

typedef struct bundle_kernel {
    const char *name;         /* distinct in the bundle: `function`, or, where option sets make several kernels of one,
                                 that with the name of the first set */
    const char *function;     /* its name in its program */
    const char *comment;      /* the comment above the kernel, lines separated by '\n'; "" if none */
    const char *file_comment; /* the comment at the head of its file, likewise */
    const char *front;        /* the name of its functions in C, which it may share: of bundle.fronts */
    const char *table;        /* of a front whose functions take the number of a configuration: the name, behind that of
                                 the bundle, of the table in which they look the kernel up; NULL: it is one kernel */
    bool no_arrays;           /* of such a front: the integers that arrays bring along differ */
    location where;
    bundle_argument *arguments;
    size_t argument_count;
    map by_name;      /* name of an argument -> its number, plus one */
    uint32_t program; /* number of its program */
    uint32_t flags;   /* CLB_KERNEL_... */
    uint32_t required_local[3];
    uint32_t range_dimensions, range[3], local[3], gpu_range[3];
    bool native;                /* it has a work-group function */
    bool has_spec_constants;    /* its program uses specialisation constants */
    bundle_constant *constants; /* in the order of their first mention */
    size_t constant_count, constant_capacity;
    bundle_version
        *versions; /* one for each choice of the listed constants that its program uses; NULL: there is only one */
    size_t version_count;
    const char *range_text, *local_text, *gpu_range_text; /* as written, or NULL */
    bundle_local *locals;                                 /* in the order in which they are tried */
    size_t local_count;
    bundle_variant *variants; /* the kernels of which it is a variant */
    size_t variant_count;
    bundle_alternative *alternatives; /* its own variants, in the order in which they are tried */
    size_t alternative_count, alternative_capacity;
    const annotation *split_tag; /* `@split`, or NULL */
    bool split_alone;            /* `alone`: a part may run as a call of its own */
    size_t split;                /* number of the argument in `@split`, from 1; 0: none */
    uint32_t split_dimension;    /* of the range */
} bundle_kernel;

typedef struct bundle_program {
    const char *options; /* for clBuildProgram */
    uint32_t needs;
    uint64_t hash[2];
    uint32_t *spec_constants; /* numbers of the specialisation constants that it uses */
    size_t spec_constant_count;
} bundle_program;

/* A kernel of the files, as the option sets make one or several kernels of the bundle of it. */
typedef struct bundle_face {
    const char *function;
    size_t *kernels; /* of each option set: the number of its kernel in the bundle, plus one; 0: it has none */
    size_t *members; /* the kernels, in the order of the sets */
    size_t member_count, member_capacity;
    size_t first_front, front_count; /* in bundle.fronts */
} bundle_face;

typedef struct bundle {
    const char *name;        /* prefix of all names */
    const char *options;     /* for clBuildProgram; what option sets add stands with the programs */
    const option_sets *sets; /* or NULL */
    bundle_face *faces;      /* in the order of the files; without option sets: one a kernel */
    size_t face_count, face_capacity;
    bundle_kernel *fronts; /* what functions in C are written for: kernels, and for those that have functions in common
                              the first, under the name of the functions */
    size_t front_count;
    bundle_kernel *kernels;
    size_t kernel_count;
    bundle_program *programs; /* as many as segmentation.program_count */
    segmentation text;
    code_list code;
    spec_constant *spec_constants; /* specialisation constants of all files, each name once */
    size_t spec_constant_count, spec_constant_capacity;
    const char **licences; /* distinct SPDX expressions of the files used, sorted */
    size_t licence_count;
    const source **files; /* all files that hold a piece, in order of name */
    size_t file_count;
} bundle;

#endif
