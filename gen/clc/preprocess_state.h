/* What the two halves of the preprocessor share: directives (preprocess.c) and expansion (expand.c).
 * Private to them. */
#ifndef CLB_CLC_PREPROCESS_STATE_H
#define CLB_CLC_PREPROCESS_STATE_H

#include "clc/preprocess.h"

typedef struct token_list {
    token *items;
    size_t count, capacity;
} token_list;

/* Tokens that are read before the rest of the file: a macro's expansion, or a list that is expanded on its own. */
typedef struct reading {
    const token *tokens;
    size_t count, next;
    macro *macro;  /* enabled again when the tokens are used up; NULL for a list of its own */
    bool barrier;  /* reading ends here: what lies below is not seen */
    struct reading *below;
} reading;

/* An open #if. */
typedef struct conditional {
    size_t first, last;    /* events: the group's IF, and its latest branch */
    bool done;             /* a branch was taken */
    bool has_else;
    bool depends;          /* a condition so far depends on the device */
    location where;
    struct conditional *outer;
} conditional;

/* A file that is being read. */
typedef struct reader {
    const lexed *file;
    size_t next;
    conditional *conditionals;
    long long line_shift;  /* #line: what to add to the real line */
    const char *line_name; /* #line: the name, or NULL */
    struct reader *includer;
} reader;

typedef struct preprocessor {
    arena *a;
    lex_cache *cache;
    diagnostics *d;
    const preprocess_options *options;
    map macros;    /* name -> macro */
    map uncertain; /* names whose definition depends on the device: key -> non-NULL */
    map once;      /* sources with #pragma once, by the bytes of the pointer */
    reader *file;
    reading *top, *spare;
    token_list out;
    event *events;
    size_t event_count, event_capacity;
    size_t made, limit; /* tokens that expansion has made */
    size_t includes;
    int depth;          /* arguments within arguments that are being expanded */
    int device_groups;  /* open conditionals whose branch depends on the device */
    bool predefining;   /* the definitions come from outside the program */
    bool in_arguments;  /* reading a file's tokens as arguments of a macro */
    bool stopped;       /* a limit was hit: everything ends */
    bool failed;
    /* Set while a condition is evaluated. */
    bool in_condition;
    bool condition_depends;
    const source *condition_source;
    size_t condition_begin, condition_end;
} preprocessor;

/* Reports, and marks the run as failed. */
void preprocessor_error(preprocessor *p, const token *t, const char *format, ...);

event *preprocessor_event(preprocessor *p, event_kind kind, const source *s, size_t begin, size_t end);

/* Looks a macro up for a condition or an expansion: notes its use and whether the answer depends on the device. */
macro *preprocessor_find(preprocessor *p, const token *name);
void preprocessor_note_use(preprocessor *p, const macro *m, const token *name, size_t site_end);
void preprocessor_note_device(preprocessor *p, const token *name, const macro *m);

void token_list_add(preprocessor *p, token_list *list, const token *t);

/* The directive whose '#' is the file's next token. Reads it. */
void preprocessor_directive(preprocessor *p);

/* expand.c */

/* The next token after expansion, or one of kind TOKEN_END at the end of the file or of a list of its own. */
token expand_next(preprocessor *p);

/* The next token without expansion. */
token expand_raw(preprocessor *p);

/* Reads a list of tokens on its own, between push and pop. */
void expand_push_list(preprocessor *p, const token *tokens, size_t count);
void expand_pop_list(preprocessor *p);

/* #define: `line` are the tokens behind the word "define". */
void expand_define(preprocessor *p, const token *line, size_t count, const token *hash, size_t end);

/* The body of __LINE__ and __FILE__ at a place. */
token expand_dynamic(preprocessor *p, const macro *m, const token *name);

#endif
