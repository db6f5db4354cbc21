/* What other languages need to know about a kernel: which parameters the caller gives, and which follow from the
 * arrays.
 * Knows the bundle; must not know any of the languages. */
#ifndef CLB_EMIT_FOREIGN_H
#define CLB_EMIT_FOREIGN_H

#include "emit/emit.h"

/* Why a language with arrays of numbers cannot call the kernel, or NULL. */
const char *foreign_refusal(const bundle_kernel *k);

/* Does the language get a function for it? Variants run in place of the kernel that is called. */
bool foreign_is_offered(const bundle_kernel *k);

bool foreign_is_memory(const bundle_argument *g);

/* Is the array one element, or one for each of the range? *n, *step: the numbers of these integers. */
bool foreign_is_stepped(const bundle *b, const bundle_argument *g, size_t *n, size_t *step);

/* Is the parameter the step of such an array? */
bool foreign_is_step(const bundle *b, const bundle_kernel *k, size_t index);

/* Is it another integer that the call with arrays finds by itself? */
bool foreign_is_extent(const bundle *b, const bundle_kernel *k, size_t index);

/* An extent's text with the operators and names of another language. Macros, and constants by their defaults, are
 * numbers. */
void foreign_add_expression(arena *a, const bundle *b, const bundle_kernel *k, const char *text, const char *divide,
                            const char *modulo, const char *(*name)(arena *, const char *), buffer *out);

#endif
