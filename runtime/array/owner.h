/* Owners: they keep the memory of an imported array alive. Knows how memory is released; must not know what it holds.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_OWNER_H
#define CLBI_ARRAY_OWNER_H

#include "clbundle/exchange.h"

/* `size` bytes that live as long as the owner; NULL if memory runs out. */
void *clbi_owner_keep(clb_owner *owner, size_t size);

/* Transfers a type of clb_type_read to the owner. */
void clbi_owner_keep_type(clb_owner *owner, const clb_type *type);

/* From now on the last release calls release(held). */
void clbi_owner_set(clb_owner *owner, void (*release)(void *held), void *held);

#endif
