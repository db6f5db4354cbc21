/* SPDX-License-Identifier: MIT */
#include "describe/fp16.h"

#include <string.h>

static const char macro_name[] = "cl_khr_fp16";

static bool is_given(const unit_context *context)
{
    const size_t length = sizeof macro_name - 1;
    for (size_t i = 0; i < context->text.definition_count; ++i) {
        const char *definition = context->text.definitions[i];
        if (strncmp(definition, macro_name, length) != 0) continue;
        if (!definition[length] || definition[length] == '=') return true;
    }
    return false;
}

bool fp16_matters(const unit_context *context, const unit *u, const reached *r)
{
    return !is_given(context) && reached_mentions(&u->items, r, macro_name);
}

const char *fp16_first_error(arena *a, const diagnostics *d, const char *otherwise)
{
    for (size_t i = 0; i < d->count; ++i) {
        const diagnostic *it = &d->items[i];
        if (it->severity != SEVERITY_ERROR) continue;
        if (!it->where.source) return arena_printf(a, "%s", it->message);
        const position at = source_position(it->where.source, it->where.offset);
        return arena_printf(a, "%s:%zu:%zu: %s", it->where.source->name, at.line, at.column, it->message);
    }
    return otherwise;
}

fp16_configuration *fp16_read(const unit_context *context, const kernel_file *file)
{
    arena *a = context->sources->arena;
    fp16_configuration *configuration = ARENA_NEW(a, fp16_configuration);
    diagnostics unheard = {.arena = a};
    unit_context quiet = *context;
    quiet.diagnostics = &unheard;
    unit *u = unit_read_defined(&quiet, file, "cl_khr_fp16=1");
    configuration->unit = u;
    configuration->kernels.arena = a;
    if (u->text.failed || u->syntax.failed || unheard.errors) {
        configuration->problem = fp16_first_error(a, &unheard, "it has errors");
        return configuration;
    }
    for (size_t i = 0; i < u->syntax.declaration_count; ++i) {
        const declaration *d = &u->syntax.declarations[i];
        if (d->kind == DECLARATION_FUNCTION && d->symbol->is_kernel)
            *map_ats(&configuration->kernels, d->name) = (void *)(uintptr_t)(unit_item_of(u, d->first) + 1);
    }
    return configuration;
}

static bool is_alike_parameter(const type *x, const type *y)
{
    if (x->kind != TYPE_POINTER || y->kind != TYPE_POINTER) return type_is_alike(x, y);
    return type_space(x->base) == type_space(y->base) && type_qualifiers(x->base) == type_qualifiers(y->base) &&
           type_is_alike(x->base, y->base);
}

const char *fp16_parameter_problem(arena *a, const symbol *first, const symbol *second)
{
    if (first->parameter_count != second->parameter_count)
        return arena_printf(a, "it has %zu parameters", second->parameter_count);
    for (size_t i = 0; i < first->parameter_count; ++i)
        if (!is_alike_parameter(first->parameters[i]->type, second->parameters[i]->type))
            return arena_printf(a, "its parameter '%s' has another type", second->parameters[i]->name);
    return NULL;
}

const char *fp16_signature_problem(arena *a, const symbol *first, const symbol *second)
{
    const char *problem = fp16_parameter_problem(a, first, second);
    if (problem) return problem;
    for (size_t i = 0; i < 3; ++i) {
        const uint64_t x = first->attributes.has_reqd_size ? first->attributes.reqd_size[i] : 0;
        const uint64_t y = second->attributes.has_reqd_size ? second->attributes.reqd_size[i] : 0;
        if (x != y) return "its required work-group size differs";
    }
    return NULL;
}
