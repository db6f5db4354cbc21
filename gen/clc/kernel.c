/* The rules for a kernel's signature. See kernel.h.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/kernel.h"

#include <string.h>

/* One kernel while it is checked. */
typedef struct check {
    arena *a;
    diagnostics *d;
    const symbol *kernel;
    map fitting; /* structures and unions without forbidden members, by the bytes of the pointer to the record */
    bool fp16;
    unsigned version;
    bool failed;
} check;

/* The name of a type like size_t, whose size differs between devices; or NULL. */
static const char *size_name(const type *t)
{
    return t->varies ? t->alias ? t->alias : "size_t" : NULL;
}

/* The kind of a struct's member that a host cannot pass, or NULL. Depth is bounded by type_depth; each record is
 * looked at once, however often it occurs. */
static const char *forbidden_member(check *c, const type *t)
{
    while (t->kind == TYPE_ARRAY) t = t->base;
    if (t->kind == TYPE_POINTER) return "a pointer";
    if (t->kind == TYPE_BOOL) return "a bool";
    if (size_name(t)) return size_name(t);
    if (type_element_kind(t) == TYPE_HALF && !c->fp16) return "a half";
    if (type_is_opaque(t)) return "an image, sampler or event";
    if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) return NULL;
    record *const *key = &t->record;
    if (map_get(&c->fitting, (const char *)key, sizeof *key)) return NULL;
    for (size_t i = 0; i < t->record->field_count; ++i) {
        const char *found = forbidden_member(c, t->record->fields[i].type);
        if (found) return found;
    }
    *map_at(&c->fitting, (const char *)key, sizeof *key) = c;
    return NULL;
}

static void refuse(check *c, const symbol *s, const char *message)
{
    c->failed = true;
    token_error(c->d, s->token, "kernel parameter '%s' %s", s->name, message);
}

static void doubt(check *c, const symbol *s, const char *message)
{
    token_warning(c->d, s->token, "kernel parameter '%s' %s", s->name, message);
}

/* OpenCL C 1.2 6.9.a, p, and 6.5: pointers. */
static void check_pointer(check *c, const symbol *s, const type *t)
{
    const type *to = t->base;
    const address_space space = type_space(to);
    if (to->kind == TYPE_POINTER && c->version < 200) {
        refuse(c, s, "is a pointer to a pointer, which a host cannot fill (6.9.a): pass one array and offsets into it");
    } else if (space == SPACE_PRIVATE || space == SPACE_GENERIC) {
        refuse(
            c, s,
            arena_printf(c->a, "points to private memory: write '%s'",
                         type_declare(c->a, type_pointer(c->a, type_in_space(c->a, to, SPACE_GLOBAL, true)), s->name)));
    } else if (type_is_opaque(to)) {
        refuse(c, s, arena_printf(c->a, "points to '%s' (6.9.b): pass it itself", type_spell(c->a, to)));
    } else if (to->kind == TYPE_BOOL || size_name(to)) {
        /* Compilers accept it, but a host would have to know the size on the device. */
        doubt(c, s,
              arena_printf(c->a, "points to %s, whose size differs between devices (6.9.k): use %s",
                           to->kind == TYPE_BOOL ? "bool" : size_name(to),
                           to->kind == TYPE_BOOL ? "uchar"
                           : type_is_signed(to)  ? "long"
                                                 : "ulong"));
    } else if (to->kind == TYPE_STRUCT || to->kind == TYPE_UNION) {
        const char *found = to->record->complete ? forbidden_member(c, to) : NULL;
        if (found && strcmp(found, "a pointer") == 0)
            doubt(c, s,
                  arena_printf(c->a, "points to '%s', which holds a pointer that no host can fill",
                               type_spell(c->a, type_unqualified(c->a, to))));
    }
}

/* OpenCL C 1.2 6.9.k, and 6.7 for by-value arguments. */
static void check_parameter(check *c, const symbol *s)
{
    const type *t = s->type;
    if (t->kind == TYPE_ERROR) {
        c->failed = true;
    } else if (t->kind == TYPE_POINTER) {
        check_pointer(c, s, t);
    } else if (size_name(t)) {
        const bool is_signed = type_is_signed(t);
        refuse(c, s,
               arena_printf(c->a, "is of type %s, whose size a host cannot know (6.9.k): use %s or %s", size_name(t),
                            is_signed ? "long" : "ulong", is_signed ? "int" : "uint"));
    } else if (t->kind == TYPE_BOOL) {
        refuse(c, s, "is of type bool, whose size a host cannot know (6.9.k): use int or uchar");
    } else if (type_element_kind(t) == TYPE_HALF && !c->fp16) {
        refuse(c, s, "is of type half: without cl_khr_fp16 use float, or a pointer to half with vload_half()");
    } else if (t->kind == TYPE_EVENT) {
        refuse(c, s, "is of type event_t (6.9): create events inside the kernel");
    } else if ((type_is_handle(t) && t->kind != TYPE_QUEUE) || t->kind == TYPE_ATOMIC) {
        refuse(c, s,
               arena_printf(c->a, "is of type %s, of which a host has no values (6.9): make it inside the kernel",
                            type_spell(c->a, t)));
    } else if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) {
        const char *found = t->record->complete ? forbidden_member(c, t) : NULL;
        if (!t->record->complete) {
            refuse(c, s, arena_printf(c->a, "has the incomplete type '%s'", type_spell(c->a, t)));
        } else if (found) {
            refuse(c, s,
                   arena_printf(c->a, "of type '%s' holds %s, which a host cannot pass (6.9)", type_spell(c->a, t),
                                found));
        }
    }
}

bool kernel_check(arena *a, diagnostics *d, const symbol *kernel, bool fp16, unsigned version)
{
    check c = {.a = a, .d = d, .kernel = kernel, .fitting.arena = a, .fp16 = fp16, .version = version};
    const type *t = kernel->type;
    if (t->kind != TYPE_FUNCTION) return false;
    if (t->base->kind != TYPE_VOID && t->base->kind != TYPE_ERROR) {
        c.failed = true;
        token_error(d, kernel->token, "kernel '%s' must return void, not '%s' (6.7.1): write results through a pointer",
                    kernel->name, type_spell(a, t->base));
    }
    if (t->variadic) {
        c.failed = true;
        token_error(d, kernel->token, "kernel '%s' cannot take variable arguments (6.9.e)", kernel->name);
    }
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        const symbol *s = kernel->parameters[i];
        check_parameter(&c, s);
    }
    return !c.failed;
}
