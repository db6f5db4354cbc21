/* How each access reaches memory, from the shape of its address. In vectors this decides which instructions are used;
 * in loops it only informs readers. Knows the form and the results of the passes; must not know C.
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_ACCESS_H
#define CLB_LOWER_ACCESS_H

#include "passes/passes.h"

/* X(NAME, text) */
/* clang-format off */
#define ACCESS_KINDS(X)                                                                                       \
    X(UNKNOWN, "unknown")                                                                                           \
    X(OBJECT, "private object")         /* a slot of a private object of its own */                          \
    X(UNIFORM, "uniform")               /* one address for all lanes */                                      \
    X(CONTIGUOUS, "contiguous")         /* neighbouring lanes have adjacent elements */                      \
    X(STRIDED, "strided")               /* elements at equal distances of `step` bytes */                    \
    X(TABLE, "table look-up")           /* an index of a small constant table, which fits into registers */   \
    X(EITHER, "one of two")             /* a uniform condition selects between two affine addresses */       \
    X(PROGRESSION, "uniformly strided") /* elements at equal distances that are known at run time */         \
    X(RING, "ring")                     /* contiguous modulo 2^32 elements */                                \
    X(NEAR, "mostly contiguous")        /* contiguous up to an edge or within rows, in elements */          \
    X(GATHER, "gather")                 /* a uniform base and a 32-bit index */                              \
    X(ANY, "any address")               /* a 64-bit address for each lane */                                 \
    X(EACH, "one lane at a time")       /* a function with effects */
/* clang-format on */

typedef enum access_kind {
#define X(name, text) ACCESS_##name,
    ACCESS_KINDS(X)
#undef X
        ACCESS_KIND_COUNT
} access_kind;

/* The units in which several components are accessed at once. X(NAME, text) */
#define ACCESS_UNITS(X)                                                                                 \
    X(NONE, "")       /* each component by itself */                                                    \
    X(WORD, "word")   /* a short vector in one word of 32 bits */                                       \
    X(WORDS, "words") /* 2, 4 or 8 words, contiguous with the neighbours' unless the mask is partial */ \
    X(WORDS_APART, "scattered words") /* 2 or 4 words at the lane's own address */                      \
    X(PACK, "pack")                   /* a pack that is contiguous with the neighbours' */              \
    X(PACK_WORD, "pack in a word")    /* a pack in one word, at the lane's own address */               \
    X(PACK_APART, "scattered pack")   /* a pack of 8 or 16 bytes, at the lane's own address */

typedef enum access_unit {
#define X(name, text) UNIT_##name,
    ACCESS_UNITS(X)
#undef X
        ACCESS_UNIT_COUNT
} access_unit;

/* An access: a LOAD, STORE or EACH. */
typedef struct access {
    access_kind kind;
    const ir_value *pointer;
    int64_t step; /* bytes from lane to lane, if affine; of NEAR, the step that it mostly has */
    /* Of TABLE, PROGRESSION, RING, NEAR, GATHER: the pointer is a uniform one, moved by `move`, and then by uniform
     * steps. */
    const ir_value *move;
    const ir_value *index; /* of TABLE, RING, NEAR, GATHER: the index, in elements of move->bits bytes; in 32 bits but
                              for TABLE, where it may have 64 */
    bool is_unsigned;      /* the index has no sign */
    bool is_blended;       /* of a STORE of adjacent elements: under a mask it writes a whole vector, where the bytes of
                              inactive lanes stay what they are */
    bool is_clamped;       /* of NEAR: between its bounds the index is affine; see access_next_of_clamped() */
    bool is_close;         /* of NEAR: elements that are not contiguous may lie close to each other */
    /* Of a component of a short vector or a pack: the access of all at once, at the address of the first one; or NULL.
     */
    const struct access *whole;
    access_unit unit; /* of such an access */
    unsigned words;   /* of WORD and WORDS: words of 32 bits, with the fourth of three components */
    unsigned of_word; /* components in a word */
} access;

/* The bytes of a program-scope constant in C, which are a power of two from 16 on, if it is an array of numbers whose
 * elements vectors look up in registers; else 0. */
size_t access_table_bytes(const symbol *constant);

/* The operand of a clamped index that is not uniform: of a min or max with a bound, a sum with a uniform number, or a
 * difference. NULL: v is none of these. Such operands lead to an affine value of step 1. */
const ir_value *access_next_of_clamped(const passes *p, const ir_value *v);
/* Whether v is a min or max. */
bool access_is_bound(const ir_value *v);

/* By the number of a value. In the function's arena. */
const access *access_find(const passes *p);
/* The class of a pointer to elements of that many bytes. */
access access_classify(const passes *p, const ir_value *pointer, size_t size);

/* Whether the pointer leads to local memory, which is in the cache. */
bool access_is_local(const ir_value *pointer);

/* The pointer of an access that rows of work-items can make together, and its size: of one element of at most 4 bytes
 * for each lane, also of several components; else NULL. Not of reads of local memory. */
const ir_value *access_of_row(const access *a, const ir_value *v, size_t *size);

/* Whether v, which has the access, needs an address for each lane, most of them not at equal distances. Of several
 * values that are accessed at once, only the first counts. */
bool access_is_gather(const access *a, const ir_value *v);

/* In loops: whether a LOAD or STORE of a pointer's element may be at any address. */
bool access_is_unaligned(const ir_value *v, const ir_value *pointer, ir_type element);
/* In loops: whether items[0] is component 0 of a vector access: the components follow each other, and no other access
 * lies between. `uses`: by a value's number. */
bool access_is_vector(ir_value *const *items, size_t count, const unsigned *uses);

const char *access_kind_name(access_kind kind);
const char *access_unit_name(access_unit unit);

#endif
