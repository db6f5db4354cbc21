/* The preprocessor: a sequence of sources -> one translation unit of expanded tokens, plus the events on the way,
 * such as definitions and conditions (C99 6.10). Knows macros and directives; must not know declarations or the use
 * of events.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_PREPROCESS_H
#define CLB_CLC_PREPROCESS_H

#include "clc/lex.h"

/* A definition. A redefinition is another object. */
struct macro {
    const char *name;  /* NUL-terminated */
    location where;    /* the name in the directive */
    size_t begin, end; /* the directive in where.source: from its '#' to before the '\n' that ends its last line */
    bool function_like, variadic;
    bool predefined;    /* defined by OpenCL C or by the caller, not by the program's text */
    bool given;         /* defined by the caller: preprocess_options.definitions */
    bool spec_constant; /* ... and the device's compiler may get another body: preprocess_options.spec_constant_count */
    bool dynamic;       /* __LINE__, __FILE__, __COUNTER__: no body */
    bool disabled;      /* for the preprocessor: its expansion is in progress */
    location noted;     /* for the preprocessor: the latest EVENT_MACRO_USE, and the open file in which it happened */
    const void *noted_in;
    const token *parameters; /* identifiers; for a variadic macro the last one is __VA_ARGS__ */
    size_t parameter_count;
    const token *body; /* raw tokens; operands of # and ## included */
    size_t body_count;
};

typedef enum event_kind {
    EVENT_ENTER,   /* the text of `source` begins (each of the sequence, and each included one) */
    EVENT_LEAVE,   /* ... ends */
    EVENT_DEFINE,  /* #define: `macro` */
    EVENT_UNDEF,   /* #undef: `name`; `macro` is the definition that it ends, or NULL */
    EVENT_PRAGMA,  /* #pragma or _Pragma: `name` is its text (not for "once") */
    EVENT_INCLUDE, /* #include: `included`, or NULL where it was dropped or failed; `skipped` by #pragma once */
    EVENT_LINE,    /* #line: `line_shift`, and `name` if one was given here or before */
    EVENT_MESSAGE, /* #error or #warning that was reached: only the range is set */
    EVENT_IF,      /* #if, #ifdef, #ifndef */
    EVENT_ELIF,    /* also for branches behind the taken one, whose conditions are not evaluated */
    EVENT_ELSE,
    EVENT_ENDIF,
    EVENT_MACRO_USE, /* `macro` was expanded, or tested by a condition (`in_condition`); recorded once for one outermost
                        use */
} event_kind;

/* Events stand in the order in which they happened. Nothing is recorded inside branches that are not taken, except
 * the INCLUDE, ENTER and LEAVE of files that another device would include there. */
typedef struct event {
    event_kind kind;
    size_t token; /* index of the first token that was produced afterwards (= token count at that time) */
    /* Directives: the directive's own bytes, from '#' to before the '\n' that ends its last line (continuation lines
     * and comments included). MACRO_USE and _Pragma: the outermost invocation, as in token.site; inside a condition,
     * the directive. ENTER, LEAVE: the whole text of the source. */
    const source *source;
    size_t begin, end;
    const macro *macro;
    const char *name;
    const source *included;
    bool skipped;
    bool taken; /* IF, ELIF, ELSE: the group below it was processed */
    /* IF, ELIF: only the device's compiler can decide the condition, or that of an earlier branch of the same #if:
     * it mentions a name that is reserved or predefined, may differ between devices, and was not defined by the
     * program's own text. ELSE, ENDIF: one of the earlier conditions is of this kind. `taken` is then the answer for
     * an OpenCL C 1.2 device with fp64. */
    bool depends_on_device;
    bool in_condition;
    long long line_shift; /* LINE: the number to add to the real number of a later line */
    size_t group;         /* IF, ELIF, ELSE, ENDIF: index of the group's IF event */
    size_t next;          /* IF, ELIF, ELSE: index of the next event of the same group (ELIF, ELSE or ENDIF) */
} event;

typedef struct preprocess_options {
    /* The source that `#include "name"` (angle: `#include <name>`) in `includer` names, or NULL with *why as text.
     * If the callback is NULL, no include works. */
    const source *(*resolve)(void *context, const source *includer, const char *name, bool angle, const char **why);
    void *context;
    const char *const *definitions; /* "NAME" or "NAME=BODY" or "NAME(a,b)=BODY", as for -D */
    size_t definition_count;
    size_t spec_constant_count; /* the last ones are specialisation constants, this many: the device's compiler may get
                                   other bodies */
    bool pieces;                /* the sources are pieces of one text: a conditional may reach over their ends */
    unsigned version;           /* the version of OpenCL C, which decides what is predefined; 120, 200 ...; 0: 120 */
    size_t token_limit;         /* limit of the tokens, events and expansions in memory at any time; 0: LEX_LIMIT */
} preprocess_options;

typedef struct preprocessed {
    token *tokens; /* tokens[token_count] has kind TOKEN_END, at the end of the last source */
    size_t token_count;
    event *events;
    size_t event_count;
    bool failed; /* an error was reported (also if it was seen in an earlier program and is not shown again) */
} preprocessed;

/* PREPROCESS_NESTING: the depth of macro arguments, and of conditionals over all open files. PREPROCESS_WORK:
 * expansion may make at most this many times token_limit tokens, including those that are dropped again. */
enum {
    PREPROCESS_INCLUDE_DEPTH = 64,
    PREPROCESS_INCLUDES = 10000,
    PREPROCESS_INCLUDE_NAME = 4096,
    PREPROCESS_NESTING = 200,
    PREPROCESS_WORK = 32,
    PREPROCESS_LONGEST_NAME = 4096
};

/* Preprocesses the sources in order as one translation unit: macros carry over, conditionals must be closed in the
 * source that opened them. The result is allocated from `a`, which may be freed before the cache's arena (the
 * tokens' texts lie in both). All errors are reported to `d`; the result is usable in any case. */
preprocessed preprocess(arena *a, lex_cache *cache, diagnostics *d, const source *const *sources, size_t count,
                        const preprocess_options *options);

/* The name of the extension in the text of a pragma, `OPENCL EXTENSION name : behaviour`; NULL if the pragma is
 * another. */
const char *preprocess_extension(const char *pragma, size_t *length);

/* Whether the name is reserved for implementations: __x, _X, cl_..., CL_..., CLK_... */
bool preprocess_is_reserved(const char *name, size_t length);

#endif
