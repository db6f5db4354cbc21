/* Escaping of text that comes from input files: one function for each kind of place where such text is written.
 * File names, comments, annotations and messages may hold any bytes. Each function looks at what it has written so
 * far, because a harmless character can get a meaning from the one before it.
 * Knows the syntax of each place; must not know whose text it is. Texts need not be UTF-8.
 *
 * If a place has no way to spell them, '?' replaces each byte that is not UTF-8, and each control character,
 * invisible character or mark that reorders text. */
#ifndef CLB_BASE_ESCAPE_H
#define CLB_BASE_ESCAPE_H

#include "base/buffer.h"

#include <stdbool.h>

/* Into a block comment of C that is open: nothing in the text ends it, begins another one, joins lines or is a trigraph.
 * Each line gets `indent` in front, blanks and backslashes at its end are dropped, and a line feed comes behind it. */
void escape_comment(buffer *out, const char *indent, const char *text);

/* A C string literal of these bytes, with its quotes: printable ASCII. */
void escape_string(buffer *out, const char *text, size_t length);

/* The file name of a `#line` in OpenCL C, with its quotes. Drivers differ in what escapes they know there, so there are
 * none: '_' stands for a quote, a backslash, and whatever is not shown. */
void escape_line_name(buffer *out, const char *name);

/* A JSON string, with its quotes: valid UTF-8. What is not shown is written as \uXXXX; U+FFFD stands for bytes that are no
 * UTF-8. */
void escape_json(buffer *out, const char *text);

/* A quoted identifier of Graphviz's DOT language, with its quotes: valid UTF-8. U+FFFD stands for what is not shown. */
void escape_dot(buffer *out, const char *text);

/* Text or an attribute's value in XML: valid UTF-8. */
void escape_xml(buffer *out, const char *text);

/* A path in a rule of Make, so that GNU make and Ninja read the same bytes. NULL, or what it is in the path that has no
 * spelling both of them know ("a line feed", "';'"); nothing was written then. */
const char *escape_make(buffer *out, const char *path);

/* For a terminal, one column for each character and each bad byte: messages and lines of source files. A line feed in a
 * name cannot begin a line that looks like another message. */
void escape_terminal(buffer *out, const char *text, size_t length);

#endif
