/* SPDX-License-Identifier: MIT */
#include "library/index.h"

#include "library/order.h"

#include <stdlib.h>

static int compare_positions(const void *a, const void *b)
{
    const library_file *x = *(const library_file *const *)a, *y = *(const library_file *const *)b;
    return (x->position > y->position) - (x->position < y->position);
}

void index_write(arena *a, const library *l, buffer *out)
{
    /* If files are left out, the indices may exceed the number of files. */
    const size_t room = l->count ? l->order[0]->owner->count : 0;
    bool *reached = arena_array(a, room, sizeof *reached);
    const library_file **closure = arena_array(a, room, sizeof *closure);
    buffer_adds(out, "stem\tall_depends\n");
    for (size_t i = 0; i < l->count; ++i) {
        const library_file *f = l->order[i];
        const size_t count = order_closure(f, reached, closure);
        qsort(closure + 1, count - 1, sizeof *closure, compare_positions);
        buffer_adds(out, f->stem);
        buffer_addc(out, '\t');
        const char *separator = "";
        for (size_t k = 1; k < count; ++k) {
            buffer_adds(out, separator);
            buffer_adds(out, closure[k]->stem);
            separator = ", ";
        }
        for (size_t k = 0; k < count; ++k) reached[closure[k]->index] = false;
        buffer_addc(out, '\n');
    }
}
