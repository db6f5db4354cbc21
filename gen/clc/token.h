/* Tokens of OpenCL C: what lexer, preprocessor and parser exchange.
 * Knows spellings and locations; must not know grammar, macros' rules or types.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_TOKEN_H
#define CLB_CLC_TOKEN_H

#include "base/diagnostics.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* C99 6.4.6: punctuators; a longer spelling comes before one that it begins with. */
/* clang-format off */
#define TOKEN_PUNCTUATORS(X)          \
    X(ELLIPSIS, "...")                \
    X(SHIFT_LEFT_ASSIGN, "<<=")       \
    X(SHIFT_RIGHT_ASSIGN, ">>=")      \
    X(ARROW, "->")                    \
    X(INCREMENT, "++")                \
    X(DECREMENT, "--")                \
    X(SHIFT_LEFT, "<<")               \
    X(SHIFT_RIGHT, ">>")              \
    X(LESS_EQUAL, "<=")               \
    X(GREATER_EQUAL, ">=")            \
    X(EQUAL, "==")                    \
    X(NOT_EQUAL, "!=")                \
    X(AND_AND, "&&")                  \
    X(OR_OR, "||")                    \
    X(STAR_ASSIGN, "*=")              \
    X(SLASH_ASSIGN, "/=")             \
    X(PERCENT_ASSIGN, "%=")           \
    X(PLUS_ASSIGN, "+=")              \
    X(MINUS_ASSIGN, "-=")             \
    X(AND_ASSIGN, "&=")               \
    X(XOR_ASSIGN, "^=")               \
    X(OR_ASSIGN, "|=")                \
    X(HASH_HASH, "##")                \
    X(LEFT_BRACKET, "[")              \
    X(RIGHT_BRACKET, "]")             \
    X(LEFT_PAREN, "(")                \
    X(RIGHT_PAREN, ")")               \
    X(LEFT_BRACE, "{")                \
    X(RIGHT_BRACE, "}")               \
    X(DOT, ".")                       \
    X(AND, "&")                       \
    X(STAR, "*")                      \
    X(PLUS, "+")                      \
    X(MINUS, "-")                     \
    X(TILDE, "~")                     \
    X(NOT, "!")                       \
    X(SLASH, "/")                     \
    X(PERCENT, "%")                   \
    X(LESS, "<")                      \
    X(GREATER, ">")                   \
    X(XOR, "^")                       \
    X(OR, "|")                        \
    X(QUESTION, "?")                  \
    X(COLON, ":")                     \
    X(SEMICOLON, ";")                 \
    X(ASSIGN, "=")                    \
    X(COMMA, ",")                     \
    X(HASH, "#")

/* C99 6.4.1, OpenCL C 1.2 6.1.9, and the spellings of the clang family. Several spellings share a keyword.
 * To the preprocessor all of them are identifiers. Built-in type names (float4, size_t, image2d_t) are not here. */
#define TOKEN_KEYWORDS(X)             \
    X(AUTO, "auto")                   \
    X(BREAK, "break")                 \
    X(CASE, "case")                   \
    X(CHAR, "char")                   \
    X(CONST, "const")                 \
    X(CONST, "__const")               \
    X(CONST, "__const__")             \
    X(CONTINUE, "continue")           \
    X(DEFAULT, "default")             \
    X(DO, "do")                       \
    X(DOUBLE, "double")               \
    X(ELSE, "else")                   \
    X(ENUM, "enum")                   \
    X(EXTERN, "extern")               \
    X(FLOAT, "float")                 \
    X(FOR, "for")                     \
    X(GOTO, "goto")                   \
    X(IF, "if")                       \
    X(INLINE, "inline")               \
    X(INLINE, "__inline")             \
    X(INLINE, "__inline__")           \
    X(INT, "int")                     \
    X(LONG, "long")                   \
    X(REGISTER, "register")           \
    X(RESTRICT, "restrict")           \
    X(RESTRICT, "__restrict")         \
    X(RESTRICT, "__restrict__")       \
    X(RETURN, "return")               \
    X(SHORT, "short")                 \
    X(SIGNED, "signed")               \
    X(SIGNED, "__signed")             \
    X(SIGNED, "__signed__")           \
    X(SIZEOF, "sizeof")               \
    X(STATIC, "static")               \
    X(STRUCT, "struct")               \
    X(SWITCH, "switch")               \
    X(TYPEDEF, "typedef")             \
    X(UNION, "union")                 \
    X(UNSIGNED, "unsigned")           \
    X(VOID, "void")                   \
    X(VOLATILE, "volatile")           \
    X(VOLATILE, "__volatile")         \
    X(VOLATILE, "__volatile__")       \
    X(WHILE, "while")                 \
    X(BOOL, "_Bool")                  \
    X(BOOL, "bool")                   \
    X(COMPLEX, "_Complex")            \
    X(IMAGINARY, "_Imaginary")        \
    X(STATIC_ASSERT, "_Static_assert")\
    X(ALIGNOF, "_Alignof")            \
    X(ALIGNOF, "__alignof")           \
    X(ALIGNOF, "__alignof__")         \
    X(TYPEOF, "__typeof")             \
    X(TYPEOF, "__typeof__")           \
    X(EXTENSION, "__extension__")     \
    X(ASM, "asm")                     \
    X(ASM, "__asm")                   \
    X(ASM, "__asm__")                 \
    X(ATTRIBUTE, "__attribute__")     \
    X(ATTRIBUTE, "__attribute")       \
    X(HALF, "half")                   \
    X(VEC_STEP, "vec_step")           \
    X(KERNEL, "__kernel")             \
    X(KERNEL, "kernel")               \
    X(GLOBAL, "__global")             \
    X(GLOBAL, "global")               \
    X(LOCAL, "__local")               \
    X(LOCAL, "local")                 \
    X(CONSTANT, "__constant")         \
    X(CONSTANT, "constant")           \
    X(PRIVATE, "__private")           \
    X(PRIVATE, "private")             \
    X(GENERIC, "__generic")           \
    X(READ_ONLY, "__read_only")       \
    X(READ_ONLY, "read_only")         \
    X(WRITE_ONLY, "__write_only")     \
    X(WRITE_ONLY, "write_only")       \
    X(READ_WRITE, "__read_write")     \
    X(READ_WRITE, "read_write")
/* clang-format on */

typedef enum token_kind {
    TOKEN_END,          /* behind the last token */
    TOKEN_IDENTIFIER,   /* keywords too: see `keyword` */
    TOKEN_NUMBER,       /* a preprocessing number, C99 6.4.8 */
    TOKEN_CHARACTER,    /* 'c', with its quotes */
    TOKEN_STRING,       /* "s", with its quotes */
    TOKEN_OTHER,        /* a byte that begins nothing else */
    TOKEN_UNTERMINATED, /* a quote without its partner on the line */
    TOKEN_OPEN_COMMENT, /* a comment that the file's end cuts off */
#define X(name, text) TOKEN_##name,
    TOKEN_PUNCTUATORS(X)
#undef X
        TOKEN_KINDS
} token_kind;

typedef enum keyword {
    KEYWORD_NONE,
    KEYWORD_AUTO,
    KEYWORD_BREAK,
    KEYWORD_CASE,
    KEYWORD_CHAR,
    KEYWORD_CONST,
    KEYWORD_CONTINUE,
    KEYWORD_DEFAULT,
    KEYWORD_DO,
    KEYWORD_DOUBLE,
    KEYWORD_ELSE,
    KEYWORD_ENUM,
    KEYWORD_EXTERN,
    KEYWORD_FLOAT,
    KEYWORD_FOR,
    KEYWORD_GOTO,
    KEYWORD_IF,
    KEYWORD_INLINE,
    KEYWORD_INT,
    KEYWORD_LONG,
    KEYWORD_REGISTER,
    KEYWORD_RESTRICT,
    KEYWORD_RETURN,
    KEYWORD_SHORT,
    KEYWORD_SIGNED,
    KEYWORD_SIZEOF,
    KEYWORD_STATIC,
    KEYWORD_STRUCT,
    KEYWORD_SWITCH,
    KEYWORD_TYPEDEF,
    KEYWORD_UNION,
    KEYWORD_UNSIGNED,
    KEYWORD_VOID,
    KEYWORD_VOLATILE,
    KEYWORD_WHILE,
    KEYWORD_BOOL,
    KEYWORD_COMPLEX,
    KEYWORD_IMAGINARY,
    KEYWORD_STATIC_ASSERT,
    KEYWORD_ALIGNOF,
    KEYWORD_TYPEOF,
    KEYWORD_EXTENSION,
    KEYWORD_ASM,
    KEYWORD_ATTRIBUTE,
    KEYWORD_HALF,
    KEYWORD_VEC_STEP,
    KEYWORD_KERNEL,
    KEYWORD_GLOBAL,
    KEYWORD_LOCAL,
    KEYWORD_CONSTANT,
    KEYWORD_PRIVATE,
    KEYWORD_GENERIC,
    KEYWORD_READ_ONLY,
    KEYWORD_WRITE_ONLY,
    KEYWORD_READ_WRITE
} keyword;

typedef struct macro macro; /* preprocess.h */

/* One expansion of a macro, and the one that it stands in. */
typedef struct macro_use {
    const macro *macro;
    location where;                /* the macro's name, where it was written */
    const struct macro_use *outer; /* the expansion that produced the name or took it as an argument, or NULL */
} macro_use;

typedef struct token {
    uint8_t kind;     /* token_kind */
    uint8_t keyword;  /* keyword, or KEYWORD_NONE */
    bool space;       /* white space or a comment stands before it */
    bool first;       /* first of its logical line (of a file's own tokens only) */
    bool blocked;     /* the name of a macro that must not be expanded any more, C99 6.10.3.4 */
    uint32_t length;  /* bytes of `text` */
    const char *text; /* the spelling, without line continuations and trigraphs; not NUL-terminated */
    location where;   /* the location where it was written: in a macro's body if it came from there */
    size_t end;       /* one past its last byte in where.source (for a pasted token: of its first part) */
    /* The bytes of a file, outside any directive, that produced the token: the token itself if no macro took part,
     * otherwise the outermost invocation from the macro's name to its closing parenthesis. The tokens that follow
     * may continue an expansion (an object-like macro that ends in the name of a function-like one): tokens from
     * there on have a longer range with the same beginning. */
    location site;
    size_t site_end;
    const macro_use *use; /* the innermost expansion that it came through, or NULL */
} token;

/* The fixed spelling of a punctuator kind; a description in words for the other kinds. */
const char *token_kind_name(token_kind kind);

/* Whether the token spells exactly this text. */
bool token_is(const token *t, const char *text);

/* A NUL-terminated copy of the spelling. */
char *token_text(arena *a, const token *t);

/* The text of a message, cut at a limit, since names in it may have any length. */
enum { MESSAGE_SIZE = 1024 };
void token_format(char message[MESSAGE_SIZE], const char *format, va_list args);

/* Whether the limit of messages is reached: further ones would only cost memory and are dropped. */
bool token_reports_enough(const diagnostics *d);

/* A diagnostic at the location where the token was written, with a note for each macro that it came through. A token
 * from a predefined macro is reported at the macro's use. */
void token_report(diagnostics *d, severity s, const token *t, const char *format, ...);
void token_error(diagnostics *d, const token *t, const char *format, ...);
void token_warning(diagnostics *d, const token *t, const char *format, ...);
void token_note(diagnostics *d, const token *t, const char *format, ...); /* without the notes for macros */

#endif
