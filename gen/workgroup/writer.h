/* Writing C: what the texts of types, expressions and functions share.
 * Knows how to express OpenCL C in C with GNU vectors; must not know work-item loops (lower.h). */
#ifndef CLB_WORKGROUP_WRITER_H
#define CLB_WORKGROUP_WRITER_H

#include "workgroup/tree.h"

/* All that one generated file holds. Equal texts are kept once, whatever programs they come from. */
typedef struct native_text {
    arena *arena;
    const char *prefix;
    buffer types;     /* structures, once a file */
    buffer constants; /* program-scope constants, once a file */
    buffer functions; /* once a level */
    map texts;        /* text without its own name -> name */
    map names;        /* names that are taken */
    map parts, instances; /* of built-in functions (provide.h), and of what else is declared where it is first used */
    bool says_lines;  /* lines say by a mark which one of a kernel's file they stand for */
    map files;        /* name of such a file -> its place among the names, a size_t */
    const char **file_names;
    size_t file_count, file_capacity;
} native_text;

/* A line that begins with a mark, a line's number, a comma, the place of a file's name, and a mark again stands for that
 * line of that file. What shows the text to anybody takes them out: emit/lines.h. */
enum { WRITE_MARK = '\2' };

/* An empty one, of a file whose names begin with the prefix. */
native_text write_start(arena *a, const char *prefix);

/* Up to this size (of specialise.h), code without loops is put in line. */
enum { WRITE_STRAIGHT = 4000 };

typedef enum called_state { CALLED_NEW, CALLED_BUSY, CALLED_READY, CALLED_REFUSED } called_state;

/* A function or constant of the program, as it stands in the file. */
typedef struct called {
    called_state state;
    const char *name;
    const char *reason;
    const token *where;
    bool looks_at_item; /* takes the work-item's place as parameters */
    bool in_order;      /* as in writer */
    size_t room;        /* bytes of the launch's scratch that it and what it calls need: then it takes their end as a parameter */
    size_t stack;       /* a bound of the stack that it and what it calls need */
    size_t inlined;     /* of that, what a caller adds to its own at each call */
    size_t calls;       /* the longest chain of calls that begins with it */
} called;

/* One program on its way into the file. */
typedef struct native_program {
    arena *arena;     /* lives as long as the program's tree */
    native_text *text;
    map symbols;      /* symbol -> called */
    map lanes;        /* symbol and which parameters vary -> called */
    map functions;    /* of the typed form: symbol and how its INPUTs differ -> cgen_called */
    map records;      /* record -> name */
} native_program;

/* One function on its way into the text. */
typedef struct writer {
    native_program *program;
    tree *tree;
    buffer *out;
    unsigned temporaries;
    unsigned indent;
    const token *at; /* what lines stand for, or NULL */
    bool bare;       /* the next expression needs no brackets around all of it */
    node *loop, *breakable; /* what C's continue and break mean here, or NULL */
    /* Asked before a jump is written: whether it was written already, because it leaves the region. May be NULL. */
    bool (*leave)(void *context, const node *jump);
    /* The same for the lanes of a mask (lane.h). */
    bool (*leave_lanes)(void *context, const node *jump, const char *mask);
    void *leave_context;
    bool left_region;
    bool listed;        /* lanes are no neighbours: `at` holds where each stands in its row */
    bool is_static;     /* outside of functions: only what C calls a constant expression */
    bool is_kernel;     /* the ids are the loops' own */
    bool looks_at_item; /* found while writing */
    bool lanes;         /* what is written is for lanes (lane.h) */
    bool in_order;      /* found while writing: components of a vector in memory are set one by one, or elements of a private
                           array at places not known here: compilers get that wrong where they are told that work-items
                           may run side by side */
    bool uses_room;     /* found while writing: work-items have a room in common, so they cannot run side by side */
    size_t room_below, stack, words, stack_below, calls_below; /* room.h: found while writing */
} writer;

/* "int32_t", "clbn_double4", "NAME_s_point"; refuses what has no C type. */
const char *write_type(writer *w, const type *t);
/* "double *x", "int32_t (*x)[4]" */
const char *write_declaration(writer *w, const type *t, const char *name);
/* Whether a structure's member of that type stands there as a pointer without a type. */
bool write_is_untyped(const type *member);
void write_expression(writer *w, const expression *e);
/* The same where brackets, commas or the end of the statement are around it. */
void write_bare(writer *w, const expression *e);
/* A call of a built-in function. */
void write_builtin(writer *w, const expression *e);
/* get_global_id(0) and the like, or a sum of such, as an int; false: the expression is something else, and nothing was
 * written. */
bool write_int_id(writer *w, const expression *e);
/* The value as C computes with it and asks whether it is true: a half as a float. */
void write_number(writer *w, const expression *e);
/* A COLLECTIVE node: a loop over the work-items, in the order of their linear ids, that makes the node's variable of the
 * operands. `mask`: of those who are there, or NULL: all. */
void write_collective(writer *w, const node *n, const variable *mask);
/* An expression of which only the effects count. */
void write_effect(writer *w, const expression *e);
/* The initialiser of a variable, behind its "= ". */
void write_initialiser(writer *w, const expression *e);
/* Statements that give the value to a variable in memory, without a copy on the stack. The line was begun already. */
void write_filling(writer *w, const char *place, const type *t, const expression *e);
/* Refuses what was written if it nests deeper than compilers take: clang has a limit of 256 for each kind of bracket. */
void write_check_nesting(writer *w, const token *where, const buffer *text);
void write_refuse(writer *w, const token *where, const char *reason);
void write_indent(writer *w);

/* A name as C takes it: letters outside of ASCII are spelled out. */
const char *write_name(arena *a, const char *prefix, const char *name);

/* The function or constant, written before whoever asks. Never NULL; look at its state. */
called *write_called(native_program *p, symbol *s);

/* The variable's name in C, and that of its array in the context. */
const char *write_spelling(arena *a, const variable *v);
const char *write_context(arena *a, const variable *v);
/* How the variable is spoken of in an expression. */
void write_variable(writer *w, const variable *v);

/* Keeps a text once. In it, '\1' stands for the name, which begins with `wanted`. *known: it was there already. */
const char *write_once(native_text *text, const char *wanted, const char *content, bool *known);
/* Adds the text with the name in place of '\1'. */
void write_named(buffer *out, const char *content, const char *name);

/* The statements of a function that single work-items run. */
void write_item_node(writer *w, node *n);

/* The letter (and width) of a type in the names of built-in functions. */
const char *write_mangled(writer *w, const type *t);

#endif
