/* Writing C: what a generated file holds, and what the texts of types, constants and functions share.
 * Knows how to express OpenCL C's types in C with GNU vectors; must not know the typed form. */
#ifndef CLB_CGEN_WRITER_H
#define CLB_CGEN_WRITER_H

#include "base/buffer.h"
#include "base/map.h"
#include "clc/ast.h"

/* All that one generated file holds. Equal texts are kept once, whatever programs they come from. */
typedef struct native_text {
    arena *arena;
    const char *prefix;
    buffer types;     /* structures, once a file */
    buffer constants; /* program-scope constants, once a file */
    buffer functions; /* once a level */
    map texts;        /* text without its own name -> name */
    map names;        /* names that are taken */
    map features, instances; /* of built-in functions (provide.h), and of what else is declared where it is first used */
    bool says_lines;  /* lines say by a mark which one of a kernel's file they stand for */
    map files;        /* name of such a file -> its place among the names, a size_t */
    const char **file_names;
    size_t file_count, file_capacity;
} native_text;

/* A line that begins with a mark, a line's number, a comma, the place of a file's name, and a mark again stands for
 * that line of that file. What shows the text to anybody takes them out: emit/lines.h. */
enum { WRITE_MARK = '\2' };

/* An empty one, of a file whose names begin with the prefix. */
native_text write_start(arena *a, const char *prefix);

/* One program on its way into the file. */
typedef struct native_program {
    arena *arena;     /* lives as long as the program's tree */
    native_text *text;
    map constants;    /* of constant.c: symbol -> what stands for it */
    map functions;    /* of the typed form: symbol and how its INPUTs differ -> cgen_called */
    map records;      /* record -> name */
} native_program;

/* Why what is being written cannot be, and where that shows; or NULL. */
typedef struct refusal {
    const char *reason;
    const token *where;
} refusal;

/* One function or constant on its way into the text. */
typedef struct writer {
    native_program *program;
    refusal *refused;
    buffer *out;
    unsigned indent;
    const token *at; /* what lines stand for, or NULL */
} writer;

/* "int32_t", "clbn_double4", "NAME_s_point"; refuses what has no C type. */
const char *write_type(writer *w, const type *t);
/* "double *x", "int32_t (*x)[4]" */
const char *write_declaration(writer *w, const type *t, const char *name);
/* Refuses what was written if it nests deeper than compilers take: clang has a limit of 256 for each kind of bracket.
 */
void write_check_nesting(writer *w, const token *where, const buffer *text);
/* The first reason counts. */
void write_refuse(writer *w, const token *where, const char *reason);
void write_indent(writer *w);

/* A name as C takes it: letters outside of ASCII are spelled out. */
const char *write_name(arena *a, const char *prefix, const char *name);

/* The name of what is constant outside of functions, or static in them, which is written before whoever asks; NULL:
 * refused. */
const char *write_constant(native_program *p, const symbol *s, refusal *refused);

/* Keeps a text once. In it, '\1' stands for the name, which begins with `wanted`. *known: it was there already. */
const char *write_once(native_text *text, const char *wanted, const char *content, bool *existed);
/* Adds the text with the name in place of '\1'. */
void write_named(buffer *out, const char *content, const char *name);

#endif
