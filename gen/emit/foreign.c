#include "emit/foreign.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

bool foreign_is_memory(const bundle_argument *g)
{
    return g->kind == CLB_ARGUMENT_GLOBAL || g->kind == CLB_ARGUMENT_CONSTANT;
}

static bool is_number(const type *t)
{
    return t && ((t->kind >= TYPE_BOOL && t->kind <= TYPE_DOUBLE) || t->kind == TYPE_ENUM);
}

const char *foreign_refusal(const bundle_kernel *k)
{
    if (!k->range_dimensions) return "it has no @range";
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        if (g->kind == CLB_ARGUMENT_IMAGE || g->kind == CLB_ARGUMENT_SAMPLER) return "it takes images or samplers";
        if (g->kind != CLB_ARGUMENT_LOCAL && !is_number(g->type))
            return "an argument is neither a number nor an array of numbers";
        if (foreign_is_memory(g) && !g->dim_count) return "the extent of an array is not stated";
    }
    return NULL;
}

bool foreign_is_offered(const bundle_kernel *k) { return !k->variant_count && !foreign_refusal(k); }

bool foreign_is_stepped(const bundle *b, const bundle_argument *g, size_t *n, size_t *step)
{
    return foreign_is_memory(g) && g->access == CLB_ACCESS_IN && g->dim_count == 1 &&
           shape_is_stepped(&b->code, g->dims[0], n, step);
}

bool foreign_is_step(const bundle *b, const bundle_kernel *k, size_t index)
{
    for (size_t i = 0; i < k->argument_count; ++i) {
        size_t n = 0, step = 0;
        if (foreign_is_stepped(b, &k->arguments[i], &n, &step) && step == index) return true;
    }
    return false;
}

bool foreign_is_extent(const bundle *b, const bundle_kernel *k, size_t index)
{
    return k->arguments[index].kind == CLB_ARGUMENT_VALUE && shape_finds(k, &b->code, index) && !foreign_is_step(b, k, index);
}

/* The number that the name stands for in an extent, or NULL: it is a parameter. */
static const char *number_of_name(arena *a, const bundle *b, const bundle_kernel *k, const char *name)
{
    for (size_t i = 0; i < k->constant_count; ++i)
        if (strcmp(k->constants[i].name, name) == 0) return arena_printf(a, "(%" PRId64 ")", k->constants[i].value);
    if (map_gets(&k->by_name, name)) return NULL;
    for (size_t i = 0; i < b->special_count; ++i)
        if (strcmp(b->specials[i].name, name) == 0)
            return arena_printf(a, "(%s)", special_value(a, b->specials[i].type, b->specials[i].values[0]));
    return NULL;
}

void foreign_add_expression(arena *a, const bundle *b, const bundle_kernel *k, const char *text, const char *divide,
                            const char *modulo, const char *(*name)(arena *, const char *), buffer *out)
{
    while (*text) {
        if (isalpha((unsigned char)*text) || *text == '_') {
            size_t length = 0;
            while (isalnum((unsigned char)text[length]) || text[length] == '_') ++length;
            const char *word = arena_strndup(a, text, length), *number = number_of_name(a, b, k, word);
            buffer_adds(out, number ? number : name(a, word));
            text += length;
            continue;
        }
        if (*text == '/') buffer_adds(out, divide);
        else if (*text == '%') buffer_adds(out, modulo);
        else buffer_addc(out, *text);
        ++text;
    }
}
