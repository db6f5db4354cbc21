/* The built-in functions of OpenCL C (1.2, 6.12; 2.0, 6.13; extensions): names, classes and generic types.
 * Knows the table; must not know expressions. Resolution of calls is in call.c.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_BUILTIN_H
#define CLB_CLC_BUILTIN_H

#include "clc/type.h"

typedef enum builtin_class {
    BUILTIN_WORK_ITEM,
    BUILTIN_MATH,
    BUILTIN_NATIVE, /* native_ and half_: low accuracy is allowed */
    BUILTIN_INTEGER,
    BUILTIN_COMMON,
    BUILTIN_GEOMETRIC,
    BUILTIN_RELATIONAL,
    BUILTIN_VECTOR_DATA,
    BUILTIN_BARRIER,
    BUILTIN_COLLECTIVE, /* work-group functions of OpenCL C 2.0: each waits for all work-items of the group */
    BUILTIN_FENCE,
    BUILTIN_ASYNC,
    BUILTIN_ATOMIC,
    BUILTIN_ATOMIC_OBJECT, /* atomics of OpenCL C 2.0, on objects of atomic types */
    BUILTIN_SPACE,         /* to_global and similar functions, which test the address space of a generic pointer */
    BUILTIN_SUB_GROUP, /* functions that exchange values with other work-items of the sub-group, or query the sub-group
                        */
    BUILTIN_DOT,       /* integer dot products */
    BUILTIN_BITS,      /* fields of bits, and their order */
    BUILTIN_MEDIA,     /* cl_amd_media_ops */
    BUILTIN_SHUFFLE,
    BUILTIN_IMAGE,
    BUILTIN_PRINTF,
    BUILTIN_PIPE,
    BUILTIN_DRIVER,  /* device queues and their events */
    BUILTIN_CONVERT, /* convert_T: not in the table */
    BUILTIN_AS       /* as_T: not in the table */
} builtin_class;

/* One pattern of a function; a name may have several.
 *
 * `name`: "#" stands for the vector width, "@" for nothing or a rounding mode ("_rte" ...).
 * `elements`: for which element types E it exists: c C s S i I l L (char, uchar ... ulong), h f d.
 * `widths`: for which vector widths N: 1 2 3 4 8 and x for 16.
 * `signature`: the result and the parameters, as words:
 *   T  E with N components     S  E alone            M  E with any of the widths, independent of N
 *   I  signed integer of E's size, N components      U  the same, unsigned
 *   R  result of a comparison: int if N is 1, else as I
 *   W  an integer of twice E's size and E's signedness, N components
 *   A  the atomic type of E (2.0)
 *   intN, uintN, floatN, doubleN: that type with N components
 *   *SPACES[e][k][v]:word  a pointer; SPACES among G L P C (global, local, private, constant), one choice for the whole
 *       call; also the generic space, if G and L are allowed and there is no e (exactly); k: to const, v: to volatile
 *   *@SPACE[k][v]:word  a pointer into that space; A: the generic one
 *   r:image w:image x:image rw:image  an image that is read, written, both in one kernel, any of these
 *   r:pipe w:pipe  a pipe that is read, written; *...:packet is a pointer to its packet
 *   pointer     the first argument, if it points into any space but constant; pointee: the type that it points to
 *   any other word: the type of that name */
typedef struct builtin {
    builtin_class class_;
    const char *name;
    const char *elements;
    const char *widths;
    const char *signature;
    unsigned since; /* the first version of OpenCL C that has it; 0: all versions, also for extensions that drivers
                       offer in all versions */
} builtin;

/* The types with which a pattern is instantiated. */
typedef struct builtin_binding {
    type_kind element;
    size_t width;
    size_t other; /* width of M */
    address_space space;
    const type *first; /* of the call's first argument, or NULL */
} builtin_binding;

/* The patterns of one full name. */
typedef struct builtin_name {
    const builtin *pattern;
    size_t width;         /* fixed by the name, or 0 */
    const char *rounding; /* spelled in the name, or NULL */
    struct builtin_name *next;
} builtin_name;

/* The patterns of that name in a version of OpenCL C (120, 200 ...), or NULL. */
builtin_name *builtin_find(arena *a, const char *name, size_t length, unsigned version);

/* The name of the nearest built-in function of that version, or NULL. */
const char *builtin_suggestion(arena *a, const char *name, unsigned version);

/* Word `i` of the signature (0: the result) as a type. */
const type *builtin_word(arena *a, const builtin *b, size_t i, const builtin_binding *with);
size_t builtin_parameters(const builtin *b);

/* Whether the pattern's pointers can point to that space. A pattern that chooses no space has SPACE_PRIVATE alone.
 * `generic`: there is a generic space. */
bool builtin_has_space(const builtin *b, address_space space, bool generic);
bool builtin_has_element(const builtin *b, type_kind element);
bool builtin_has_width(const builtin *b, size_t width);
bool builtin_has_other(const builtin *b); /* whether M occurs */

/* convert_TYPE[_sat][_ROUNDING]: the type, or NULL if the name has not this form */
const type *builtin_conversion(const char *name, size_t length, bool *saturate, const char **rounding);
/* as_TYPE */
const type *builtin_reinterpretation(const char *name, size_t length);

#endif
