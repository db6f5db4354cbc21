/* The built-in functions that OpenCL C 2.0 added, as X(CLASS, name, elements, widths, signature): see builtin.h for the
 * columns. Clauses are of OpenCL C 2.0. Knows the specification only.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_BUILTIN_SECOND_H
#define CLB_CLC_BUILTIN_SECOND_H

#include "clc/builtin_extension.h"

/* 6.13.15 */
/* clang-format off */
#define BUILTIN_FOLDS(X, name)                                             \
    X(COLLECTIVE, "work_group_reduce_" name, "iIlLfd", "1", "S S")         \
    X(COLLECTIVE, "work_group_scan_exclusive_" name, "iIlLfd", "1", "S S") \
    X(COLLECTIVE, "work_group_scan_inclusive_" name, "iIlLfd", "1", "S S") \
    X(COLLECTIVE, "work_group_reduce_" name, "h", "1", "S S")              \
    X(COLLECTIVE, "work_group_scan_exclusive_" name, "h", "1", "S S")      \
    X(COLLECTIVE, "work_group_scan_inclusive_" name, "h", "1", "S S")

#define BUILTIN_COLLECTIVES(X)                                                       \
    X(COLLECTIVE, "work_group_all", "", "", "int int")                               \
    X(COLLECTIVE, "work_group_any", "", "", "int int")                               \
    X(COLLECTIVE, "work_group_broadcast", "iIlLfd", "1", "S S size_t")               \
    X(COLLECTIVE, "work_group_broadcast", "iIlLfd", "1", "S S size_t size_t")        \
    X(COLLECTIVE, "work_group_broadcast", "iIlLfd", "1", "S S size_t size_t size_t") \
    X(COLLECTIVE, "work_group_broadcast", "h", "1", "S S size_t")                    \
    X(COLLECTIVE, "work_group_broadcast", "h", "1", "S S size_t size_t")             \
    X(COLLECTIVE, "work_group_broadcast", "h", "1", "S S size_t size_t size_t")      \
    BUILTIN_FOLDS(X, "add")                                                          \
    BUILTIN_FOLDS(X, "min")                                                          \
    BUILTIN_FOLDS(X, "max")

/* 6.13.11; cl_ext_float_atomics for floating-point operands. An operation without "_explicit" has no order and scope; one
 * with it has an order and may have a scope behind it. */
#define BUILTIN_ORDERED(X, name, elements, signature)                                               \
    X(ATOMIC_OBJECT, name, elements, "1", signature)                                                       \
    X(ATOMIC_OBJECT, name "_explicit", elements, "1", signature " memory_order")                           \
    X(ATOMIC_OBJECT, name "_explicit", elements, "1", signature " memory_order memory_scope")

#define BUILTIN_EXCHANGED(X, name)                                                                  \
    X(ATOMIC_OBJECT, name, "iIlLhfd", "1", "bool *GLv:A *@A:S S")                                          \
    X(ATOMIC_OBJECT, name "_explicit", "iIlLhfd", "1", "bool *GLv:A *@A:S S memory_order memory_order")    \
    X(ATOMIC_OBJECT, name "_explicit", "iIlLhfd", "1", "bool *GLv:A *@A:S S memory_order memory_order memory_scope")

#define BUILTIN_ATOMIC_OBJECTS(X)                                                                   \
    X(ATOMIC_OBJECT, "atomic_init", "iIlLhfd", "1", "void *GLv:A S")                                       \
    BUILTIN_ORDERED(X, "atomic_store", "iIlLhfd", "void *GLv:A S")                                  \
    BUILTIN_ORDERED(X, "atomic_load", "iIlLhfd", "S *GLv:A")                                        \
    BUILTIN_ORDERED(X, "atomic_exchange", "iIlLhfd", "S *GLv:A S")                                  \
    BUILTIN_EXCHANGED(X, "atomic_compare_exchange_strong")                                          \
    BUILTIN_EXCHANGED(X, "atomic_compare_exchange_weak")                                            \
    BUILTIN_ORDERED(X, "atomic_fetch_add", "iIlLhfd", "S *GLv:A S")                                 \
    BUILTIN_ORDERED(X, "atomic_fetch_sub", "iIlLhfd", "S *GLv:A S")                                 \
    BUILTIN_ORDERED(X, "atomic_fetch_min", "iIlLhfd", "S *GLv:A S")                                 \
    BUILTIN_ORDERED(X, "atomic_fetch_max", "iIlLhfd", "S *GLv:A S")                                 \
    BUILTIN_ORDERED(X, "atomic_fetch_and", "iIlL", "S *GLv:A S")                                    \
    BUILTIN_ORDERED(X, "atomic_fetch_or", "iIlL", "S *GLv:A S")                                     \
    BUILTIN_ORDERED(X, "atomic_fetch_xor", "iIlL", "S *GLv:A S")                                    \
    BUILTIN_ORDERED(X, "atomic_flag_test_and_set", "", "bool *GLv:atomic_flag")                     \
    BUILTIN_ORDERED(X, "atomic_flag_clear", "", "void *GLv:atomic_flag")                            \
    X(FENCE, "atomic_work_item_fence", "", "", "void cl_mem_fence_flags memory_order memory_scope")

/* 6.13.14: images that a kernel reads and writes */
#define BUILTIN_READ_WRITES(X, suffix, color)                             \
    X(IMAGE, "read_image" suffix, "", "", color " x:image1d_t int")        \
    X(IMAGE, "read_image" suffix, "", "", color " x:image1d_buffer_t int") \
    X(IMAGE, "read_image" suffix, "", "", color " x:image1d_array_t int2") \
    X(IMAGE, "read_image" suffix, "", "", color " x:image2d_t int2")       \
    X(IMAGE, "read_image" suffix, "", "", color " x:image2d_array_t int4") \
    X(IMAGE, "read_image" suffix, "", "", color " x:image3d_t int4")       \
    BUILTIN_WRITES(X, "write_image" suffix, color, "x:")

#define BUILTIN_READ_WRITE_IMAGES(X)                                             \
    BUILTIN_READ_WRITES(X, "f", "float4")                                        \
    BUILTIN_READ_WRITES(X, "i", "int4")                                          \
    BUILTIN_READ_WRITES(X, "ui", "uint4")                                        \
    BUILTIN_READ_WRITES(X, "h", "half4")                                         \
    X(IMAGE, "read_imagef", "", "", "float x:image2d_depth_t int2")              \
    X(IMAGE, "read_imagef", "", "", "float x:image2d_array_depth_t int4")        \
    X(IMAGE, "read_imagef", "", "", "float4 x:image2d_msaa_t int2 int")          \
    X(IMAGE, "read_imagef", "", "", "float4 x:image2d_array_msaa_t int4 int")    \
    X(IMAGE, "read_imagef", "", "", "float x:image2d_msaa_depth_t int2 int")     \
    X(IMAGE, "read_imagef", "", "", "float x:image2d_array_msaa_depth_t int4 int") \
    X(IMAGE, "read_imagei", "", "", "int4 x:image2d_msaa_t int2 int")            \
    X(IMAGE, "read_imagei", "", "", "int4 x:image2d_array_msaa_t int4 int")      \
    X(IMAGE, "read_imageui", "", "", "uint4 x:image2d_msaa_t int2 int")          \
    X(IMAGE, "read_imageui", "", "", "uint4 x:image2d_array_msaa_t int4 int")    \
    X(IMAGE, "write_imagef", "", "", "void x:image2d_depth_t int2 float")        \
    X(IMAGE, "write_imagef", "", "", "void x:image2d_array_depth_t int4 float")

/* 6.13.16; those of a sub-group: cl_khr_subgroups */
#define BUILTIN_RESERVES(X, group)                                                  \
    X(PIPE, group "reserve_read_pipe", "", "", "reserve_id_t r:pipe uint")        \
    X(PIPE, group "reserve_write_pipe", "", "", "reserve_id_t w:pipe uint")       \
    X(PIPE, group "commit_read_pipe", "", "", "void r:pipe reserve_id_t")         \
    X(PIPE, group "commit_write_pipe", "", "", "void w:pipe reserve_id_t")

#define BUILTIN_PIPES(X)                                                            \
    X(PIPE, "read_pipe", "", "", "int r:pipe *@A:packet")                         \
    X(PIPE, "read_pipe", "", "", "int r:pipe reserve_id_t uint *@A:packet")       \
    X(PIPE, "write_pipe", "", "", "int w:pipe *@Ak:packet")                       \
    X(PIPE, "write_pipe", "", "", "int w:pipe reserve_id_t uint *@Ak:packet")     \
    BUILTIN_RESERVES(X, "")                                                         \
    BUILTIN_RESERVES(X, "work_group_")                                              \
    BUILTIN_RESERVES(X, "sub_group_")                                               \
    X(PIPE, "get_pipe_num_packets", "", "", "uint rw:pipe")                       \
    X(PIPE, "get_pipe_max_packets", "", "", "uint rw:pipe")                       \
    X(PIPE, "is_valid_reserve_id", "", "", "bool reserve_id_t")

/* 6.13.17; the functions that take blocks are call.c's */
#define BUILTIN_NDRANGES(X, name)                                                   \
    X(DRIVER, name, "", "", "ndrange_t *@Pk:size_t")                                \
    X(DRIVER, name, "", "", "ndrange_t *@Pk:size_t *@Pk:size_t")                    \
    X(DRIVER, name, "", "", "ndrange_t *@Pk:size_t *@Pk:size_t *@Pk:size_t")

#define BUILTIN_QUEUES(X)                                                           \
    X(DRIVER, "ndrange_1D", "", "", "ndrange_t size_t")                             \
    X(DRIVER, "ndrange_1D", "", "", "ndrange_t size_t size_t")                      \
    X(DRIVER, "ndrange_1D", "", "", "ndrange_t size_t size_t size_t")               \
    BUILTIN_NDRANGES(X, "ndrange_2D")                                               \
    BUILTIN_NDRANGES(X, "ndrange_3D")                                               \
    X(DRIVER, "get_default_queue", "", "", "queue_t")                               \
    X(DRIVER, "enqueue_marker", "", "", "int queue_t uint *@Ak:clk_event_t *@A:clk_event_t") \
    X(DRIVER, "create_user_event", "", "", "clk_event_t")                           \
    X(DRIVER, "retain_event", "", "", "void clk_event_t")                           \
    X(DRIVER, "release_event", "", "", "void clk_event_t")                          \
    X(DRIVER, "is_valid_event", "", "", "bool clk_event_t")                         \
    X(DRIVER, "set_user_event_status", "", "", "void clk_event_t int")              \
    X(DRIVER, "capture_event_profiling_info", "", "", "void clk_event_t clk_profiling_info *@G:void")

/* cl_khr_subgroup_extended_types, which needs 2.0 */
#define BUILTIN_EXTENDED_TYPES(X)                                                   \
    X(SUB_GROUP, "sub_group_broadcast", "iIlLhfd", V, "T T uint")                      \
    X(SUB_GROUP, "sub_group_broadcast", "cCsS", N, "T T uint")                         \
    BUILTIN_GROUP_FOLDS(X, "sub_group_", "add", "cCsS")                             \
    BUILTIN_GROUP_FOLDS(X, "sub_group_", "min", "cCsS")                             \
    BUILTIN_GROUP_FOLDS(X, "sub_group_", "max", "cCsS")

/* 6.13.1, 6.13.3, 6.13.8, 6.13.9 */
#define BUILTIN_SECOND_TABLE(X)                                                     \
    BUILTIN_COLLECTIVES(X)                                                          \
    X(WORK_ITEM, "get_global_linear_id", "", "", "size_t")                          \
    X(WORK_ITEM, "get_local_linear_id", "", "", "size_t")                           \
    X(WORK_ITEM, "get_enqueued_local_size", "", "", "size_t uint")                  \
    X(INTEGER, "ctz", I, N, "T T")                                                  \
    X(BARRIER, "work_group_barrier", "", "", "void cl_mem_fence_flags")             \
    X(BARRIER, "work_group_barrier", "", "", "void cl_mem_fence_flags memory_scope") \
    X(SUB_GROUP, "sub_group_barrier", "", "", "void cl_mem_fence_flags memory_scope")  \
    X(ASYNC, "wait_group_events", "", "", "void int *@A:event_t")                   \
    X(SPACE, "to_global", "", "", "*@G:pointee pointer")                           \
    X(SPACE, "to_local", "", "", "*@L:pointee pointer")                            \
    X(SPACE, "to_private", "", "", "*@P:pointee pointer")                          \
    X(SPACE, "get_fence", "", "", "cl_mem_fence_flags *@Ak:void")                 \
    BUILTIN_EXTENDED_TYPES(X)                                                       \
    BUILTIN_ATOMIC_OBJECTS(X)                                                       \
    BUILTIN_READ_WRITE_IMAGES(X)                                                    \
    BUILTIN_PIPES(X)                                                                \
    BUILTIN_QUEUES(X)
/* clang-format on */

#endif
