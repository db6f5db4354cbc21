/* Used by the generated headers of bundles: arguments by name, and buffers that know the type of their elements.
 *
 * A kernel's arguments are the fields of a structure, in the kernel's order and by the kernel's names:
 *
 *     mine_call_scale(device, mine_args_scale(.x = x, .a = 2.0, .y = y, .n = 3), &error);
 *
 * Calls over arrays take mine_arrays_scale in this way, and ckernels mine_values_scale (clbundle/call.h).
 *
 * mine_args_scale is the structure, and in C also a macro that makes one and points to it; it compiles only where every
 * field is stated. `&(mine_args_scale){.x = x, ...}` is the same without that check: omitted fields are zero. In C++
 * the functions also take the structure by reference: mine_call_scale(device, {.x = x, ...}, &error) in C++20.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_TYPED_H
#define CLBUNDLE_TYPED_H

#include "image.h"
#include "pipe.h"

/* ---- Arguments by name ------------------------------------------------------------------------------------------ */

/* A structure whose fields are to be named where it is filled, by {.x = x} or one by one. gcc warns where they are not:
 * of {0}, too. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(__cplusplus)
#define CLB_NAMED __attribute__((designated_init))
#else
#define CLB_NAMED
#endif

/* How many arguments a macro got: 1 to 64. */
#define CLB_COUNT(...)                                                                                                \
    CLB_COUNT_OF(__VA_ARGS__, 64, 63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, \
                 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18,  \
                 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define CLB_COUNT_OF(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, \
                     a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40,  \
                     a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59,  \
                     a60, a61, a62, a63, a64, count, ...)                                                            \
    count

#ifndef __cplusplus
/* A pointer to a structure of this type, whose `count` fields are all stated. A value with a comma of its own needs
 * parentheses around it, or a variable. Its lifetime is that of a compound literal: the block around it. */
#define CLB_ARGUMENTS(type, count, ...)                                                                   \
    (&(const type){__VA_ARGS__} +                                                                         \
     0 * sizeof(struct {                                                                                  \
         CLB_STATIC_ASSERT(CLB_COUNT(__VA_ARGS__) == (count),                                             \
                           #type ": state every field once, in parentheses where its value has a comma"); \
         int member;                                                                                      \
     }))
#endif

/* ---- Buffers of one type ---------------------------------------------------------------------------------------- */

/* In C++ a handle names the type of its elements, for clbundle/clbundle.hpp. */
#ifdef __cplusplus
#define CLB_ELEMENT(type) typedef type clb_element;
#else
#define CLB_ELEMENT(type)
#endif

/* buffer_type: a handle to a buffer of the device whose elements are of `type`. C and C++ refuse one where another
 * is expected. {b} makes one of an untyped buffer, whose content is then assumed to be of that type; {0} is none.
 * The functions are those of clb_buffer, with counts in elements. */
/* clang-format off */
#define CLB_BUFFER_TYPE(buffer_type, type)                                                                             \
    typedef struct buffer_type {                                                                                      \
        clb_buffer *buffer;                                                                                           \
        CLB_ELEMENT(type)                                                                                             \
    } buffer_type;                                                                                                    \
    CLB_MUST_CHECK static inline clb_status buffer_type##_create(clb_device *device, size_t count, const type *host,  \
                                                                 buffer_type *made, clb_error *error)                 \
    {                                                                                                                 \
        return clb_buffer_create(device, clb_bytes(count, sizeof(type)), host, made ? &made->buffer : NULL, error);   \
    }                                                                                                                 \
    CLB_MUST_CHECK static inline clb_status buffer_type##_write(buffer_type to, size_t first, const type *host,       \
                                                                size_t count, clb_error *error)                       \
    {                                                                                                                 \
        return clb_buffer_write(to.buffer, clb_bytes(first, sizeof(type)), host, clb_bytes(count, sizeof(type)), error); \
    }                                                                                                                 \
    CLB_MUST_CHECK static inline clb_status buffer_type##_read(buffer_type from, size_t first, type *host,            \
                                                               size_t count, clb_error *error)                        \
    {                                                                                                                 \
        return clb_buffer_read(from.buffer, clb_bytes(first, sizeof(type)), host, clb_bytes(count, sizeof(type)), error); \
    }                                                                                                                 \
    static inline size_t buffer_type##_count(buffer_type of)                                                          \
    {                                                                                                                 \
        return clb_buffer_size(of.buffer) / sizeof(type);                                                             \
    }                                                                                                                 \
    static inline void buffer_type##_release(buffer_type *released)                                                   \
    {                                                                                                                 \
        if (released) clb_buffer_release(&released->buffer);                                                          \
    }

/* clb_buffer_double, clb_buffer_double2, ...: of a scalar type and of its vectors. */
#define CLB_BUFFER_TYPES(type, name)                       \
    CLB_BUFFER_TYPE(clb_buffer_##name, type)               \
    CLB_BUFFER_TYPE(clb_buffer_##name##2, clb_##name##2)   \
    CLB_BUFFER_TYPE(clb_buffer_##name##3, clb_##name##3)   \
    CLB_BUFFER_TYPE(clb_buffer_##name##4, clb_##name##4)   \
    CLB_BUFFER_TYPE(clb_buffer_##name##8, clb_##name##8)   \
    CLB_BUFFER_TYPE(clb_buffer_##name##16, clb_##name##16)
CLB_BUFFER_TYPES(int8_t, char)
CLB_BUFFER_TYPES(uint8_t, uchar)
CLB_BUFFER_TYPES(int16_t, short)
CLB_BUFFER_TYPES(uint16_t, ushort)
CLB_BUFFER_TYPES(int32_t, int)
CLB_BUFFER_TYPES(uint32_t, uint)
CLB_BUFFER_TYPES(int64_t, long)
CLB_BUFFER_TYPES(uint64_t, ulong)
CLB_BUFFER_TYPES(clb_half, half)
CLB_BUFFER_TYPES(float, float)
CLB_BUFFER_TYPES(double, double)
/* clang-format on */
#undef CLB_BUFFER_TYPES

#endif
