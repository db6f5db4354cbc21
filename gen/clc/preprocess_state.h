/* The preprocessor's state, which directives (preprocess.c) and expansion (expand.c) share. Private to them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_PREPROCESS_STATE_H
#define CLB_CLC_PREPROCESS_STATE_H

#include "clc/preprocess.h"

/* Its memory comes from the preprocessor's free lists and returns to them: see token_list_free. */
typedef struct token_list {
    token *items;
    size_t count, capacity;
} token_list;

enum { BLOCK_SIZES = 48 };

/* A token stream that is read before the rest of the file: a macro's expansion, or a list that is expanded on its
 * own. */
typedef struct token_stream {
    const token *tokens;
    size_t count, next;
    macro *macro;      /* enabled again when all tokens were read; NULL for a list of its own */
    bool barrier;      /* the stream ends here: tokens below it are not visible */
    token_list memory; /* the memory of `tokens`, if it is free afterwards */
    struct token_stream *below;
} token_stream;

/* An open #if. */
typedef struct conditional {
    size_t first, last; /* events: the group's IF, and its latest branch */
    bool done;          /* a branch was taken */
    bool has_else;
    bool depends; /* a condition so far depends on the device */
    location where;
    struct conditional *outer;
} conditional;

/* The state of "#pragma once" for a source. */
typedef struct once_state {
    bool seen;
    const conditional
        *group; /* the conditional outside of whose branch only the device decides whether the pragma counts; or NULL */
    size_t branch;
} once_state;

/* A file that is being read. */
typedef struct reader {
    const lexed *file;
    size_t next;
    conditional *conditionals;
    long long line_shift;  /* #line: the number to add to the real line */
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
    map once;      /* once_state of sources, by the bytes of the pointer */
    reader *file;
    token_stream *top, *spare;
    token_list out;
    event *events;
    size_t event_count, event_capacity;
    /* Tokens made so far: `alive` counts those in memory, `made` all of them. */
    size_t alive, made, limit;
    void *free_blocks[BLOCK_SIZES]; /* free memory blocks of 2^i bytes, each holding the address of the next */
    size_t open_conditionals;
    size_t includes;
    const source *unread[PREPROCESS_INCLUDE_DEPTH + 1]; /* open includes of a branch that is not taken */
    size_t unread_depth;
    size_t counter;       /* the next value of __COUNTER__ */
    int depth;            /* the depth of nested arguments that are being expanded */
    int device_groups;    /* the number of open conditionals whose branch depends on the device */
    conditional *carried; /* the conditionals that are open at the end of a piece: preprocess_options.pieces */
    size_t skipped;       /* ... the number of those within a branch that is not taken, or 0 */
    bool predefining;     /* the definitions come from outside the program */
    bool in_arguments;    /* a file's tokens are read as arguments of a macro */
    bool stopped;         /* a limit was exceeded: preprocessing ends */
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

/* Looks a macro up for a condition or an expansion. Notes its use, and whether the answer depends on the device. */
macro *preprocessor_find(preprocessor *p, const token *name);
void preprocessor_note_use(preprocessor *p, macro *m, const token *name, size_t site_end);
void preprocessor_note_device(preprocessor *p, const token *name, const macro *m);

/* Takes memory for so many more tokens at once. */
void token_list_reserve(preprocessor *p, token_list *list, size_t more);
void token_list_add(preprocessor *p, token_list *list, const token *t);
void token_list_free(preprocessor *p, token_list *list); /* the list is empty afterwards */

/* Counts memory that stays allocated. false if the limit is exceeded, which ends preprocessing. */
bool preprocessor_keep(preprocessor *p, size_t tokens, const token *at);

/* Reads and executes the directive whose '#' is the file's next token. */
void preprocessor_directive(preprocessor *p);

/* expand.c */

/* The next token after expansion, or one of kind TOKEN_END at the end of the file or of a list that is expanded on
 * its own. */
token expand_next(preprocessor *p);

/* The next token without expansion. */
token expand_raw(preprocessor *p);

/* Starts and ends the reading of a list on its own. */
void expand_push_list(preprocessor *p, const token *tokens, size_t count);
void expand_pop_list(preprocessor *p);

/* #define: `line` holds the tokens behind the word "define". */
void expand_define(preprocessor *p, const token *line, size_t count, const token *hash, size_t end);

/* The body of __LINE__, __FILE__ and __COUNTER__ at a location. */
token expand_dynamic(preprocessor *p, macro *m, const token *name);

#endif
