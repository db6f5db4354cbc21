/* Writing C: what a generated file holds, and what is shared by the texts of types, constants and functions. Knows
 * how to express OpenCL C's types in C with GNU vectors; must not know the typed form.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_WRITER_H
#define CLB_CGEN_WRITER_H

#include "base/buffer.h"
#include "base/map.h"
#include "clc/ast.h"

/* All text of one generated file. Equal texts are kept once, even from different programs. */
typedef struct native_text {
    arena *arena;
    const char *prefix;
    buffer types;            /* structures, once a file */
    buffer constants;        /* program-scope constants, once a file */
    buffer functions;        /* once a level */
    map texts;               /* text without its own name -> name */
    map names;               /* names in use */
    map called;              /* called functions that programs share: as lower_program.earlier */
    map features, instances; /* selected features (provide.h), and lines that are added once */
    bool checked;            /* the code checks what kernels do */
    bool says_lines;         /* lines carry a mark with their line in the kernel's file */
    map files;               /* name of a kernel's file -> its number in file_names, a size_t */
    const char **file_names;
    size_t file_count, file_capacity;
    struct native_variables **variables; /* the sets that are in use (variables.h) */
    size_t variables_count, variables_capacity;
    size_t programs;
} native_text;

/* A line that begins with a mark, a line number, a comma, a file's number and a mark again has its origin at that
 * line of that file. emit/lines.h turns marks into #line. */
enum { WRITE_MARK = '\2' };

/* An empty text, for a file whose names begin with the prefix. */
native_text write_start(arena *a, const char *prefix);

/* A program that is being written. */
typedef struct native_program {
    arena *arena; /* as long-lived as the program's tree */
    native_text *text;
    map constants;                      /* of constant.c: symbol -> its constant in C */
    size_t number;                      /* of the file's programs */
    struct native_variables *variables; /* what its kernels write (variables.h) */
    map stored;                         /* of variables.c: how often it has added a variable */
    bool uses_variables;                /* the kernel or block that is being translated does */
    map lowered;                        /* called functions: of lower/calls.h */
    map functions;                      /* the same as C: lower_called -> cgen_called */
    map records;                        /* record -> name */
    struct {
        map known;                 /* kernel -> cgen_enqueued */
        struct cgen_enqueued **of; /* those that the present kernel mentions */
        size_t count, capacity;
        size_t blocks, translation; /* how many there are, and how many kernels were begun */
    } enqueued;                     /* of enqueued.h */
} native_program;

/* Why something cannot be written, and the token that shows it; or NULL. */
typedef struct refusal {
    const char *reason;
    const token *where;
} refusal;

/* A function or constant that is being written. */
typedef struct writer {
    native_program *program;
    refusal *refused;
    buffer *out;
    unsigned indent;
    const token *at; /* the token that lines refer to, or NULL */
} writer;

/* "int32_t", "clbn_double4", "NAME_s_point"; refuses types that C lacks. */
const char *write_type(writer *w, const type *t);
/* "double *x", "int32_t (*x)[4]" */
const char *write_declaration(writer *w, const type *t, const char *name);
/* Refuses text that nests deeper than compilers accept: clang accepts 256 brackets of each kind. */
void write_check_nesting(writer *w, const token *where, const buffer *text);
/* The first reason counts. */
void write_refuse(writer *w, const token *where, const char *reason);
void write_indent(writer *w);

/* A name in C: letters outside ASCII are spelled out. */
const char *write_name(arena *a, const char *prefix, const char *name);

/* A program-scope or static variable in C, which is written before its user: the name of a constant, or the member
 * "variables_->m_x" of the program's variables. NULL: it is refused. */
const char *write_constant(native_program *p, const symbol *s, refusal *refused);
/* Whether it is such a member: kernels write it, or it holds the address of one that they write. */
bool write_is_stored(native_program *p, const symbol *s);

/* Keeps a text once. '\1' in it stands for its name, which begins with `wanted`. *existed: the file has it already. */
const char *write_once(native_text *text, const char *wanted, const char *content, bool *existed);
/* Adds the text, with the name in place of '\1'. */
void write_named(buffer *out, const char *content, const char *name);

#endif
