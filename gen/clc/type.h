/* Types of OpenCL C: what they are, how large, when equal, how written.
 * Knows the type system of a little-endian device with 64-bit pointers; must not know tokens, scopes or expressions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_TYPE_H
#define CLB_CLC_TYPE_H

#include "base/diagnostics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Scalars that vectors are made of: X(NAME, spelling, bytes, unsigned counterpart, signed counterpart).
 * OpenCL C 1.2 6.1.1. The order is that of conversion ranks. */
/* clang-format off */
#define TYPE_SCALARS(X)                  \
    X(CHAR, "char", 1, UCHAR, CHAR)      \
    X(UCHAR, "uchar", 1, UCHAR, CHAR)    \
    X(SHORT, "short", 2, USHORT, SHORT)  \
    X(USHORT, "ushort", 2, USHORT, SHORT) \
    X(INT, "int", 4, UINT, INT)          \
    X(UINT, "uint", 4, UINT, INT)        \
    X(LONG, "long", 8, ULONG, LONG)      \
    X(ULONG, "ulong", 8, ULONG, LONG)    \
    X(HALF, "half", 2, USHORT, SHORT)    \
    X(FLOAT, "float", 4, UINT, INT)      \
    X(DOUBLE, "double", 8, ULONG, LONG)

/* OpenCL C 1.2 6.1.3, cl_khr_depth_images, cl_khr_gl_msaa_sharing; X(NAME, spelling, number of coordinates that an integer vector of a read needs). */
#define TYPE_IMAGES(X)                         \
    X(1D, "image1d_t", 1)                      \
    X(1D_BUFFER, "image1d_buffer_t", 1)        \
    X(1D_ARRAY, "image1d_array_t", 2)          \
    X(2D, "image2d_t", 2)                      \
    X(2D_ARRAY, "image2d_array_t", 4)          \
    X(3D, "image3d_t", 4)                      \
    X(2D_DEPTH, "image2d_depth_t", 2)          \
    X(2D_ARRAY_DEPTH, "image2d_array_depth_t", 4) \
    X(2D_MSAA, "image2d_msaa_t", 2)            \
    X(2D_ARRAY_MSAA, "image2d_array_msaa_t", 4) \
    X(2D_MSAA_DEPTH, "image2d_msaa_depth_t", 2) \
    X(2D_ARRAY_MSAA_DEPTH, "image2d_array_msaa_depth_t", 4)

/* OpenCL C 2.0 6.1.3: values that only functions make and read. X(NAME, spelling, bytes). */
#define TYPE_HANDLES(X)                        \
    X(QUEUE, "queue_t", 8)                     \
    X(CLK_EVENT, "clk_event_t", 8)             \
    X(RESERVE_ID, "reserve_id_t", 8)           \
    X(NDRANGE, "ndrange_t", 80)
/* clang-format on */

typedef enum type_kind {
    TYPE_ERROR, /* the type of an expression with a reported error: silences further messages */
    TYPE_VOID,
    TYPE_BOOL,
#define X(name, text, size, u, s) TYPE_##name,
    TYPE_SCALARS(X)
#undef X
        TYPE_ENUM, /* an int, or a uint where no enumerator is negative (record: its name) */
    TYPE_VECTOR,   /* `count` elements of scalar type `base` */
    TYPE_POINTER,  /* to `base` */
    TYPE_ARRAY,    /* `count` elements of `base`; count 0 and `incomplete`: [] */
    TYPE_STRUCT,
    TYPE_UNION,
    TYPE_FUNCTION, /* returns `base` */
    TYPE_CLOSURE,  /* OpenCL C 2.0 6.12: a block, `base` is its function type */
    TYPE_IMAGE,
    TYPE_SAMPLER,
    TYPE_EVENT,
#define X(name, text, size) TYPE_##name,
    TYPE_HANDLES(X)
#undef X
        TYPE_ATOMIC, /* OpenCL C 2.0 6.1.1: of the scalar `base` */
    TYPE_PIPE,       /* OpenCL C 2.0 6.13.16: of packets `base`, for `access` */
    TYPE_KINDS
} type_kind;

typedef enum image_kind {
#define X(name, text, coordinates) IMAGE_##name,
    TYPE_IMAGES(X)
#undef X
        IMAGE_KINDS
} image_kind;

/* The address space of an object. SPACE_GENERIC only with parse_options.generic_pointers. */
typedef enum address_space { SPACE_PRIVATE, SPACE_GLOBAL, SPACE_LOCAL, SPACE_CONSTANT, SPACE_GENERIC } address_space;

enum { QUALIFIER_CONST = 1, QUALIFIER_VOLATILE = 2, QUALIFIER_RESTRICT = 4 };

typedef enum image_access { ACCESS_NONE, ACCESS_READ, ACCESS_WRITE, ACCESS_READ_WRITE } image_access;

typedef struct type type;

/* A member of a struct or union. */
typedef struct field {
    const char *name; /* "" for an anonymous struct or union, whose members are found through it */
    const type *type;
    location where;
    size_t offset; /* bytes from the beginning */
    size_t align;  /* requested by an attribute, or 0 */
} field;

/* The struct, union or enum of a tag. Shared by all types that name it; completed in place. */
typedef struct record {
    type_kind kind;
    const char *name; /* "" without a tag */
    location where;
    bool complete, packed;
    bool is_signed;     /* of an enum: an enumerator is negative */
    bool has_flexible;  /* the last member is an array without size */
    bool has_const;     /* a member, or a member of a member, is const */
    size_t depth;       /* depth of nested structures and arrays: see type_depth */
    size_t align_asked; /* requested by an attribute, or 0 */
    size_t size, align;
    field *fields;
    size_t field_count;
    bool laying_out;
} record;

struct type {
    type_kind kind;
    unsigned qualifiers; /* of the object */
    address_space space; /* of the object; for a pointee, the space that the pointer points to */
    bool space_written;  /* the address space was spelled out */
    image_kind image;
    image_access access;  /* of images and pipes */
    bool incomplete;      /* of an array: no size */
    bool variadic;        /* of a function */
    bool unprototyped;    /* of a function: declared with () */
    unsigned short depth; /* depth of nested types: at most TYPE_NESTING */
    size_t count;
    const type *base;
    record *record;
    const type *const *parameters; /* of a function; without qualifiers at the top level */
    size_t parameter_count;
    /* The typedef name through which the type was named, and the type behind it; NULL if it was named directly.
     * Built-in typedefs count: size_t is ulong with this name. Equality ignores them. */
    const char *alias;
    bool varies;        /* size_t and similar types, under any name: the size differs between devices */
    size_t align_asked; /* by an attribute of a typedef, or 0 */
};

/* The built-in types; shared, never written. Width 1, 2, 3, 4, 8 or 16; NULL for other widths. */
const type *type_basic(type_kind kind);
const type *type_vector(type_kind element, size_t width);
const type *type_image(image_kind kind, image_access access);

/* The built-in type of that name: char to double16, size_t, event_t, image2d_t, ...; NULL if none. The parser
 * handles keywords that combine (unsigned, long). bool, half, char, ... are found too. */
const type *type_named(const char *name, size_t length);

/* The same, with the types of OpenCL C 2.0: atomic_int, queue_t, memory_order ... */
const type *type_named_second(const char *name, size_t length);

/* The name of the built-in type that is nearest to `name`, or NULL. */
const char *type_suggestion(arena *a, const char *name);

/* Names that OpenCL C reserves for types that no device has: quad4, double2x2, complex ... */
bool type_name_is_reserved(const char *name, size_t length);

const type *type_pointer(arena *a, const type *to);
const type *type_closure(arena *a, const type *of);
const type *type_array(arena *a, const type *of, size_t count, bool incomplete);
const type *type_record(arena *a, record *r);
const type *type_atomic(type_kind scalar); /* NULL if that scalar has none */
const type *type_pipe(arena *a, const type *packet, image_access access);
const type *type_function(arena *a, const type *returns, const type *const *parameters, size_t count, bool variadic);

/* The same type with exactly these qualifiers; for an array, those of its elements. */
const type *type_qualify(arena *a, const type *t, unsigned qualifiers);
const type *type_in_space(arena *a, const type *t, address_space space, bool written);
const type *type_alias(arena *a, const type *t, const char *name);
const type *type_unqualified(arena *a, const type *t); /* an rvalue of the type: no qualifiers, private */

unsigned type_qualifiers(const type *t); /* of an array, the elements' */
address_space type_space(const type *t);
bool type_space_written(const type *t); /* of an array, the elements' */

bool type_is_integer(const type *t); /* bool and enum included */
bool type_is_floating(const type *t);
bool type_is_arithmetic(const type *t); /* a scalar number */
bool type_is_scalar(const type *t);     /* a number or pointer, C99 6.2.5 p21 */
bool type_is_vector(const type *t);
bool type_is_number(const type *t);    /* arithmetic, or a vector */
bool type_is_signed(const type *t);    /* of the element; bool is not */
bool type_is_aggregate(const type *t); /* struct, union, array */
bool type_is_object(const type *t);    /* an aggregate or an ndrange_t: it is copied as bytes */
bool type_is_opaque(const type *t);    /* image, sampler, pipe, or a handle */
bool type_is_handle(const type *t);    /* event_t, queue_t ...: opaque, but assigned, pointed to, put into arrays */
bool type_is_complete(const type *t);
bool type_is_void_pointer(const type *t);
const type *type_element(const type *t);    /* of a vector; the type itself otherwise */
type_kind type_element_kind(const type *t); /* of a vector or scalar; enum counts as int or uint */
size_t type_width(const type *t);           /* of a vector; 1 otherwise */
type_kind type_to_unsigned(type_kind scalar);
type_kind type_to_signed(type_kind scalar);

/* Whether the types are the same, C99 6.2.7. The object's own qualifiers and address space count only with
 * `qualified`; those of inner types always count. TYPE_ERROR equals every type. */
bool type_equal(const type *a, const type *b, bool qualified);

/* sizeof and alignof, OpenCL C 1.2 6.1.5, 6.11.1: a vector of three takes as much memory as one of four. 0 for
 * incomplete types. Never SIZE_MAX / 4 or more: larger types are rejected when they are made. */
size_t type_size(const type *t);
size_t type_align(const type *t);

/* Sets the offsets of the members of a complete struct or union, and its size. false: larger than any device's
 * memory. */
bool type_lay_out(record *r);

/* The member of that name, also in anonymous members, or NULL. *offset: from the record's beginning. */
const field *type_field(const record *r, const char *name, size_t length, size_t *offset);

/* The type as the language writes it, for messages: "__global const float *", "int [4]", "struct s". With the
 * typedef names of the source. */
const char *type_spell(arena *a, const type *t);

/* The same for a declaration of `name`: "__global float *x", "int a[4]". */
const char *type_declare(arena *a, const type *t, const char *name);

const char *type_space_name(address_space space); /* "__global" ...; "" for private */

enum { TYPE_NESTING = 64 }; /* the depth of nested pointers, arrays and functions */

/* The depth of nested arrays, structures and unions. It bounds recursion from a type to its parts. Pointers end it.
 * No complete type is deeper than TYPE_MEMBER_NESTING and TYPE_NESTING together. */
size_t type_depth(const type *t);

enum { TYPE_MEMBER_NESTING = 256 };

#define TYPE_LARGEST ((size_t)1 << 40)

/* Whether types of two readings of a text, whose structures are different records, look alike in memory. */
bool type_is_alike(const type *x, const type *y);

#endif
