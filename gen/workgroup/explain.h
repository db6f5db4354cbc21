/* Decisions about a kernel, in words, for `clbundle bundle --explain`. Must not decide anything itself. */
#ifndef CLB_WORKGROUP_EXPLAIN_H
#define CLB_WORKGROUP_EXPLAIN_H

#include "workgroup/tree.h"

/* " (file:line)", or nothing where the place is not known. */
void explain_place(buffer *out, const token *at);

/* The statements, regions and variables of a kernel outside of the typed form. */
void explain_tree(const tree *t, buffer *out);

#endif
