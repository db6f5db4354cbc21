/* The ckernels at the leaves of an assignment: numbers and plain bytes, which arrays run on blocks of two dimensions.
 * Knows numbers and bytes; must not know arrays.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ASSIGN_NUMBER_H
#define CLBI_ASSIGN_NUMBER_H

#include "clbundle/assign.h"

/* A dimension of an assignment: elements, and bytes from one to the next. */
typedef struct clbi_dim {
    size_t count;
    ptrdiff_t to, from;
} clbi_dim;

static inline bool clbi_is_number(const clb_type *type)
{
    return type->kind >= CLB_KIND_BOOL && type->kind <= CLB_KIND_COMPLEX128;
}

/* The ckernel that clb_assign_make was asked for. */
typedef struct clbi_assignment {
    clb_ckernel_builder *builder;
    size_t offset; /* of the ckernel, from the builder's beginning */
    const clb_type *dst, *src;
    clb_assign_mode mode;
    clb_ckernel_request request;
} clbi_assignment;

/* The leaf for two numbers. */
clb_status clbi_assign_make_number(const clbi_assignment *a, size_t *end, clb_error *error);

/* The leaf that copies `size` bytes an element. */
clb_status clbi_assign_make_copy(clb_ckernel_builder *builder, size_t offset, size_t size, clb_ckernel_request request,
                                 size_t *end, clb_error *error);

/* Whether a strided ckernel is one of these leaves. Then clbi_assign_block assigns blocks of any number of rows and
 * columns. False if an element is refused. */
bool clbi_assign_has_blocks(const clb_ckernel *self);
bool clbi_assign_block(const clb_ckernel *self, char *to, const char *from, const clbi_dim *row,
                       const clbi_dim *column);

/* The same for a run. */
bool clbi_assign_run(const clb_ckernel *self, char *to, const char *from, const clbi_dim *column);

/* Whether such a leaf only transposes these whole dimensions (contiguous in `to`, strided in `from`, and the other
 * way round), and they exceed the caches. Then *rows and *columns are a good tile, and clbi_assign_transpose does
 * one, bypassing the caches. */
bool clbi_assign_transposes(const clb_ckernel *self, const clbi_dim *row, const clbi_dim *column, size_t *rows,
                            size_t *columns);
void clbi_assign_transpose(const clb_ckernel *self, char *to, const char *from, const clbi_dim *row,
                           const clbi_dim *column);

#endif
