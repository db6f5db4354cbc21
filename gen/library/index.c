#include "library/index.h"

#include "library/order.h"

#include <string.h>

void index_write(arena *a, const library *l, buffer *out)
{
    bool *reached = arena_array(a, l->count, sizeof *reached);
    const library_file **stack = arena_array(a, l->count, sizeof *stack);
    buffer_adds(out, "stem\tall_depends\n");
    for (size_t i = 0; i < l->count; ++i) {
        const library_file *f = l->order[i];
        memset(reached, 0, l->count * sizeof *reached);
        order_closure(f, reached, stack);
        buffer_adds(out, f->stem);
        buffer_addc(out, '\t');
        const char *separator = "";
        for (size_t k = 0; k < i; ++k) {
            if (!reached[l->order[k]->index]) continue;
            buffer_adds(out, separator);
            buffer_adds(out, l->order[k]->stem);
            separator = ", ";
        }
        buffer_addc(out, '\n');
    }
}
