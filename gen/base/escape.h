/* Escaping of text that comes from input files: one function for each kind of output that such text is written to. File
 * names, comments, annotations and messages may hold any bytes. Each function looks at what it has written so far,
 * because a harmless character can get a meaning from the one before it.
 * Knows the syntax of each output; must not know the origin of the text. Texts need not be UTF-8.
 *
 * If the output has no spelling for them, '?' replaces each byte that is not UTF-8, and each control character,
 * invisible character or mark that reorders text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_ESCAPE_H
#define CLB_BASE_ESCAPE_H

#include "base/buffer.h"

#include <stdbool.h>

/* Into a block comment of C that is open: nothing in the text ends it, begins another one, joins lines or is a
 * trigraph. Each line gets `indent` in front, blanks and backslashes at its end are dropped, and a line feed comes
 * behind it. */
void escape_comment(buffer *out, const char *indent, const char *text);

/* A C string literal of these bytes, with its quotes: printable ASCII. */
void escape_string(buffer *out, const char *text, size_t length);

/* The file name of a `#line` in OpenCL C, with its quotes. Drivers differ in what escapes they know there, so there are
 * none: '_' stands for a quote, a backslash, and whatever is not shown. */
void escape_line_name(buffer *out, const char *name);

/* A JSON string, with its quotes: valid UTF-8. What is not shown is written as \uXXXX; U+FFFD stands for bytes that are
 * no UTF-8. */
void escape_json(buffer *out, const char *text);

/* A quoted identifier of Graphviz's DOT language, with its quotes: valid UTF-8. U+FFFD stands for what is not shown. */
void escape_dot(buffer *out, const char *text);

/* Text or an attribute's value in XML: valid UTF-8. */
void escape_xml(buffer *out, const char *text);

/* A path in a rule of Make, so that GNU make and Ninja read the same bytes. NULL, or what it is in the path that has no
 * spelling both of them know ("a line feed", "';'"); nothing was written then. */
const char *escape_make(buffer *out, const char *path);

/* ---- Packages for R and Python ---- */

/* Text of an Rd page (LaTeX-like): printable ASCII and line feeds, '?' for the rest. Nothing in it is markup, a comment
 * or a directive (#ifdef). */
void escape_rd(buffer *out, const char *text);

/* R code in the \usage of an Rd page (R-like), the same otherwise. Strings in it stay strings. */
void escape_rd_code(buffer *out, const char *text);

/* An R string, with its quotes: ASCII. */
void escape_r_string(buffer *out, const char *text);

/* An R name that is a C identifier: in backticks where R would not read it as a name. Characters that are not ASCII are
 * written as uXXXX. */
void escape_r_name(buffer *out, const char *name);

/* Is it a word that R reserves? */
bool escape_is_r_reserved(const char *name);

/* The value of a field of DESCRIPTION (Debian control format): one line. */
void escape_dcf(buffer *out, const char *text);

/* A Python string, with its quotes, on one line. */
void escape_python_string(buffer *out, const char *text);

/* A Python name from a C identifier: an underscore follows a word that Python reserves. Letters that Python would not
 * take as they are are written as uXXXX. */
void escape_python_name(buffer *out, const char *name);
bool escape_is_python_reserved(const char *name);

/* A basic string of TOML, with its quotes. */
void escape_toml(buffer *out, const char *text);

/* For a terminal, one column for each character and each bad byte: messages and lines of source files. A line feed in a
 * name cannot begin a line that looks like another message. */
void escape_terminal(buffer *out, const char *text, size_t length);

#endif
