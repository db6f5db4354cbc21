/* clbundle: the types of array elements, which may be nested, and their text form. Included by clbundle/array.h.
 *
 * A clb_type is a const value that owns nothing and points to the types that it is made of. Types written down in C
 * are static data:
 *
 *     static const clb_field point_fields[] = {{"x", 0, &clb_type_float64}, {"label", 8, &clb_type_int32}};
 *     static const clb_type point = {.kind = CLB_KIND_RECORD, .size = 16, .alignment = 8,
 *                                    .fields = point_fields, .field_count = 2};
 *
 * and those read from text are one block of memory: clb_type_read, clb_type_free. The text form is datashape's:
 *
 *     bool, int8 ... uint64, float16, bfloat16, float32, float64, complex[float32], complex[float64]
 *     ?int32                          may be missing (see CLB_TYPE_OPTIONAL)
 *     >float64, <float64, ?>int32     big endian, little endian; what this machine has need not be said
 *     bytes[16]                       16 bytes without a meaning
 *     float32x4                       OpenCL's vector of 4; likewise x2, x3, x8, x16
 *     pointer[int32]                  the address of an int32
 *     3 * float64                     fixed dimension: 3 neighbours; 3[stride=16] * float64: one every 16 bytes
 *     var * float64                   variable-size dimension: clb_var; var[stride=16] * float64
 *     list32 * float64, list64 * …    variable-size dimension between two neighbouring offsets, as Arrow has it
 *     {x: float64, "a b": ?int32}     record, laid out as C does
 *     {x: float64 @ 4, y: int32 @ 0}[size=12, align=4]   record with its layout written out; a field without @ stands
 *                                     behind the one before it; without size, the size that C would give
 *
 * Blanks may stand between any two words. Names are identifiers or strings with the escapes \" \\ \n \t \xHH.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_TYPE_H
#define CLBUNDLE_TYPE_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of types. */
typedef enum clb_type_kind {
    CLB_KIND_NONE = 0, /* of {0}: no type */
    CLB_KIND_BOOL,     /* one byte, 0 or 1 (any other value counts as 1) */
    CLB_KIND_INT8,
    CLB_KIND_INT16,
    CLB_KIND_INT32,
    CLB_KIND_INT64,
    CLB_KIND_UINT8,
    CLB_KIND_UINT16,
    CLB_KIND_UINT32,
    CLB_KIND_UINT64,
    CLB_KIND_FLOAT16,
    CLB_KIND_BFLOAT16,
    CLB_KIND_FLOAT32,
    CLB_KIND_FLOAT64,
    CLB_KIND_COMPLEX64,
    CLB_KIND_COMPLEX128, /* two float32, two float64: real, imaginary */
    CLB_KIND_BYTES,      /* `size` bytes */
    CLB_KIND_VECTOR,     /* `count` of `element`: 2, 3, 4, 8 or 16; a vector of 3 has the size of one of 4 */
    CLB_KIND_RECORD,     /* `fields` */
    CLB_KIND_POINTER,    /* a char * to an `element`; NULL is an error, unless optional */
    CLB_KIND_FIXED,      /* `count` of `element`, `stride` bytes from one to the next */
    CLB_KIND_VAR,        /* a clb_var */
    CLB_KIND_LIST        /* two neighbouring offsets into `values`: see below */
} clb_type_kind;

/* The bytes of each number stand in the order that this machine has not: numbers, complex numbers (each half), vectors
 * (each component). */
#define CLB_TYPE_SWAPPED 0x01u

/* A value may be missing: bool, numbers, complex numbers, pointers. Missing is: the smallest value of a signed integer
 * (as R's NA), the greatest of an unsigned one, 2 for a bool, a NaN for a floating number, a NaN as the real part of a
 * complex one, NULL for a pointer. */
#define CLB_TYPE_OPTIONAL 0x02u

typedef struct clb_type clb_type;

/* A field of a record: `offset` bytes from the record's start. */
typedef struct clb_field {
    const char *name; /* not empty, UTF-8 */
    size_t offset;
    const clb_type *type;
} clb_field;

/* A variable-size dimension in memory: `count` elements from `data`, `stride` (of the type) bytes apart. */
typedef struct clb_var {
    char *data; /* may be NULL where count is 0 */
    size_t count;
} clb_var;

/* Members that a kind does not mention are 0. A size is a multiple of its alignment. Alignment is what a type would
 * like and what lays out records; the data of an array may be aligned less. A record whose alignment is less than that
 * of a field is packed.
 *
 * CLB_KIND_LIST: an element lies at the address of an offset, an int32_t or int64_t (by `size`), and is the elements
 * number o[0] to o[1] - 1 of `values`, where o[1] is the offset that follows in memory; so n rows are n + 1 offsets.
 * This type alone is bound to memory. One read from text has `values` NULL: it describes, but is no array's. */
struct clb_type {
    clb_type_kind kind;
    uint32_t flags;          /* CLB_TYPE_... */
    size_t size, alignment;  /* bytes; FIXED: size = stride * (count - 1) + element->size, or 0 without elements */
    const clb_type *element; /* VECTOR, POINTER, FIXED, VAR, LIST */
    size_t count;            /* VECTOR, FIXED: elements */
    ptrdiff_t stride;        /* FIXED, VAR, LIST: bytes from element to element, at least element->size */
    const clb_field *fields; /* RECORD: at least one, not overlapping, in any order */
    size_t field_count;
    char *values;       /* LIST: element 0 */
    size_t value_count; /* LIST: elements there; no offset may exceed it */
};

enum {
    CLB_TYPE_DEPTH = 64,    /* how deep types may nest */
    CLB_TYPE_NODES = 65536, /* how many types one may be made of, each counted as often as it is reached */
    CLB_TYPE_FIELDS = 4096  /* fields of one record */
};

/* In the byte order of this machine, never missing. */
extern const clb_type clb_type_bool, clb_type_int8, clb_type_int16, clb_type_int32, clb_type_int64, clb_type_uint8,
    clb_type_uint16, clb_type_uint32, clb_type_uint64, clb_type_float16, clb_type_bfloat16, clb_type_float32,
    clb_type_float64, clb_type_complex64, clb_type_complex128;

/* The const object of a bool, number or complex number with these CLB_TYPE_... flags; without flags, one of those
 * above. NULL for another kind or flag; a type of one byte has no order, so it ignores CLB_TYPE_SWAPPED.
 * Thread-safety: safe. */
const clb_type *clb_type_of(clb_type_kind kind, uint32_t flags);

/* "float64", "record", ... A constant, never NULL. Thread-safety: safe. */
const char *clb_kind_name(clb_type_kind kind);

/* Whether a kind is a bool, an integer or a real floating number. */
static inline bool clb_kind_is_real(clb_type_kind kind)
{
    return kind >= CLB_KIND_BOOL && kind <= CLB_KIND_FLOAT64;
}

/* Fills in size, alignment and stride of a type from the members that say what it is: kind, flags, element, count,
 * fields with their types. A stride of 0 becomes the element's size. Fields get no offsets here: clb_type_layout.
 * BYTES: `size` is the caller's. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE where a size does not fit.
 * Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_type_complete(clb_type *type, clb_error *error);

/* Gives fields the offsets that C would, and sets *size and *alignment to those of the whole record.
 * Errors: CLB_ERROR_SIZE. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_type_layout(clb_field *fields, size_t count, size_t *size, size_t *alignment,
                                          clb_error *error);

/* Whether a type that was filled in by hand is valid: depth and number of nodes (so that a cycle is found), sizes,
 * alignments, strides, names and offsets of fields, flags. Every function below takes only valid types.
 * Errors: CLB_ERROR_ARGUMENT with the problem and its location. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_type_check(const clb_type *type, clb_error *error);

/* Same kind, flags, layout, names and elements. The memory of a list and the order in which fields are listed do not
 * count. Thread-safety: safe. */
bool clb_type_equal(const clb_type *a, const clb_type *b);

/* The field of that name, or NULL; of a record. Thread-safety: safe. */
const clb_field *clb_type_find_field(const clb_type *type, const char *name);

/* Reads the text form. On success *type is owned by the caller, one block: clb_type_free. An error names the column.
 * Errors: CLB_ERROR_ARGUMENT (syntax, depth), CLB_ERROR_SIZE (a size that does not fit), CLB_ERROR_MEMORY.
 * Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_type_read(const char *text, size_t length, const clb_type **type, clb_error *error);

/* Frees a type that clb_type_read or an import made, and all that it points to, and sets *type to NULL. NULL is fine.
 * No other thread may use the type any more. */
void clb_type_free(const clb_type **type);

/* Writes the text form, NUL-terminated and cut where it does not fit, into `text` of `capacity` bytes (0: nothing is
 * written), and returns the length of the whole, as snprintf does. What it writes clb_type_read reads as an equal
 * type. Thread-safety: safe. */
size_t clb_type_print(const clb_type *type, char *text, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
