/* SPDX-License-Identifier: MIT
 * The annotations of one kernel, and the grammar of each tag for calls: `@arg`, `@local`, `@variant`, `@split`.
 * Knows how tags are written; must not know parameters or types, nor what an expression in a tag means. */
#ifndef CLB_LIBRARY_KERNEL_TAGS_H
#define CLB_LIBRARY_KERNEL_TAGS_H

#include "clbundle/data.h"
#include "library/annotation.h"
#include "library/image_format.h"

typedef struct kernel_tags {
    const annotation_block *head; /* of the file */
    const annotation_block *own;  /* directly above the kernel, or NULL */
} kernel_tags;

/* The annotations of a file for the kernel whose definition begins at `begin`. */
kernel_tags kernel_tags_find(const annotations *all, const source *file, location begin);

/* The last annotation with that tag and subject, the kernel's own before the head's; or NULL. */
const annotation *kernel_tags_last(const kernel_tags *tags, const char *tag, const char *subject);

/* `@arg NAME: in|out|inout [[row|column] EXTENT, ...]`, `@arg NAME: in|out|inout ORDER TYPE EXTENT, ...` of an image,
 * `@arg NAME: local [EXTENT]` */
typedef struct arg_tag {
    clb_access access; /* CLB_ACCESS_NONE: local */
    bool column;
    image_format format;       /* of an image; order 0: it states none */
    const char *format_text;   /* as written */
    annotation_value *extents; /* one for each dimension */
    size_t extent_count;
} arg_tag;

/* `@variant of KERNEL: [CLASS ...] [when CONDITION]` */
typedef struct variant_tag {
    const char *of;             /* "": the tag is malformed */
    uint32_t classes;           /* CLB_CLASS_... */
    const char *words;          /* the classes as written, separated by blanks */
    annotation_value condition; /* text NULL: none */
} variant_tag;

/* Reads one tag. false after a report. */
bool kernel_tags_read_arg(arena *a, const annotation *tag, arg_tag *arg, diagnostics *d);
bool kernel_tags_read_variant(arena *a, const annotation *tag, variant_tag *variant, diagnostics *d);

/* Whether `@split: N[, alone]` is well-formed, and *alone. false after a report. */
bool kernel_tags_read_split(const annotation *tag, bool *alone, diagnostics *d);

/* The device classes that `@local CLASS` and `@variant` name, narrow ones before wide ones. */
typedef struct device_class {
    const char *word;
    uint32_t classes; /* CLB_CLASS_... */
} device_class;
enum { DEVICE_CLASSES = 5 };
extern const device_class device_classes[DEVICE_CLASSES];

/* Reports the classes of `@local CLASS` that do not exist. */
void kernel_tags_check_classes(const kernel_tags *tags, diagnostics *d);

#endif
