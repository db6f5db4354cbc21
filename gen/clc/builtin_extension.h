/* The built-in functions of extensions, as X(CLASS, name, elements, widths, signature): see builtin.h for the columns.
 * Drivers offer them in every version of OpenCL C. Knows the extensions' specifications only.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_BUILTIN_EXTENSION_H
#define CLB_CLC_BUILTIN_EXTENSION_H

#include "clc/builtin_table.h"

/* cl_khr_subgroups, and cl_intel_subgroups where it is the same */
/* clang-format off */
#define BUILTIN_GROUP_FOLDS(X, group, name, elements)                         \
    X(SUB_GROUP, group "reduce_" name, elements, "1", "S S")                     \
    X(SUB_GROUP, group "scan_exclusive_" name, elements, "1", "S S")             \
    X(SUB_GROUP, group "scan_inclusive_" name, elements, "1", "S S")

#define BUILTIN_SUB_GROUPS(X)                                                 \
    X(SUB_GROUP, "get_sub_group_size", "", "", "uint")                           \
    X(SUB_GROUP, "get_max_sub_group_size", "", "", "uint")                       \
    X(SUB_GROUP, "get_num_sub_groups", "", "", "uint")                           \
    X(SUB_GROUP, "get_enqueued_num_sub_groups", "", "", "uint")                  \
    X(SUB_GROUP, "get_sub_group_id", "", "", "uint")                             \
    X(SUB_GROUP, "get_sub_group_local_id", "", "", "uint")                       \
    X(SUB_GROUP, "sub_group_barrier", "", "", "void cl_mem_fence_flags")         \
    X(SUB_GROUP, "sub_group_all", "", "", "int int")                             \
    X(SUB_GROUP, "sub_group_any", "", "", "int int")                             \
    X(SUB_GROUP, "sub_group_broadcast", "iIlLhfd", "1", "T T uint")              \
    BUILTIN_GROUP_FOLDS(X, "sub_group_", "add", "iIlLhfd")                            \
    BUILTIN_GROUP_FOLDS(X, "sub_group_", "min", "iIlLhfd")                            \
    BUILTIN_GROUP_FOLDS(X, "sub_group_", "max", "iIlLhfd")

/* cl_khr_subgroup_non_uniform_vote, cl_khr_subgroup_ballot */
#define BUILTIN_BALLOTS(X)                                                    \
    X(SUB_GROUP, "sub_group_elect", "", "", "int")                               \
    X(SUB_GROUP, "sub_group_non_uniform_all", "", "", "int int")                 \
    X(SUB_GROUP, "sub_group_non_uniform_any", "", "", "int int")                 \
    X(SUB_GROUP, "sub_group_non_uniform_all_equal", A, "1", "int S")             \
    X(SUB_GROUP, "sub_group_non_uniform_broadcast", A, N, "T T uint")            \
    X(SUB_GROUP, "sub_group_broadcast_first", A, "1", "S S")                     \
    X(SUB_GROUP, "sub_group_ballot", "", "", "uint4 int")                        \
    X(SUB_GROUP, "sub_group_inverse_ballot", "", "", "int uint4")                \
    X(SUB_GROUP, "sub_group_ballot_bit_extract", "", "", "int uint4 uint")       \
    X(SUB_GROUP, "sub_group_ballot_bit_count", "", "", "uint uint4")             \
    X(SUB_GROUP, "sub_group_ballot_inclusive_scan", "", "", "uint uint4")        \
    X(SUB_GROUP, "sub_group_ballot_exclusive_scan", "", "", "uint uint4")        \
    X(SUB_GROUP, "sub_group_ballot_find_lsb", "", "", "uint uint4")              \
    X(SUB_GROUP, "sub_group_ballot_find_msb", "", "", "uint uint4")              \
    X(SUB_GROUP, "get_sub_group_eq_mask", "", "", "uint4")                       \
    X(SUB_GROUP, "get_sub_group_ge_mask", "", "", "uint4")                       \
    X(SUB_GROUP, "get_sub_group_gt_mask", "", "", "uint4")                       \
    X(SUB_GROUP, "get_sub_group_le_mask", "", "", "uint4")                       \
    X(SUB_GROUP, "get_sub_group_lt_mask", "", "", "uint4")

/* cl_khr_subgroup_non_uniform_arithmetic, cl_khr_subgroup_clustered_reduce */
#define BUILTIN_GROUP_ARITHMETIC(X, name, elements)                           \
    BUILTIN_GROUP_FOLDS(X, "sub_group_non_uniform_", name, elements)          \
    X(SUB_GROUP, "sub_group_clustered_reduce_" name, elements, "1", "S S uint")

#define BUILTIN_GROUP_LOGIC(X, name)                                                         \
    X(SUB_GROUP, "sub_group_non_uniform_reduce_logical_" name, "", "", "int int")               \
    X(SUB_GROUP, "sub_group_non_uniform_scan_inclusive_logical_" name, "", "", "int int")       \
    X(SUB_GROUP, "sub_group_non_uniform_scan_exclusive_logical_" name, "", "", "int int")       \
    X(SUB_GROUP, "sub_group_clustered_reduce_logical_" name, "", "", "int int uint")

/* ... and cl_khr_subgroup_shuffle, cl_khr_subgroup_shuffle_relative, cl_khr_subgroup_rotate */
#define BUILTIN_GROUP_EXCHANGES(X)                                            \
    BUILTIN_GROUP_ARITHMETIC(X, "add", A)                                     \
    BUILTIN_GROUP_ARITHMETIC(X, "mul", A)                                     \
    BUILTIN_GROUP_ARITHMETIC(X, "min", A)                                     \
    BUILTIN_GROUP_ARITHMETIC(X, "max", A)                                     \
    BUILTIN_GROUP_ARITHMETIC(X, "and", I)                                     \
    BUILTIN_GROUP_ARITHMETIC(X, "or", I)                                      \
    BUILTIN_GROUP_ARITHMETIC(X, "xor", I)                                     \
    BUILTIN_GROUP_LOGIC(X, "and")                                             \
    BUILTIN_GROUP_LOGIC(X, "or")                                              \
    BUILTIN_GROUP_LOGIC(X, "xor")                                             \
    X(SUB_GROUP, "sub_group_shuffle", A, "1", "S S uint")                        \
    X(SUB_GROUP, "sub_group_shuffle_xor", A, "1", "S S uint")                    \
    X(SUB_GROUP, "sub_group_shuffle_up", A, "1", "S S uint")                     \
    X(SUB_GROUP, "sub_group_shuffle_down", A, "1", "S S uint")                   \
    X(SUB_GROUP, "sub_group_rotate", A, "1", "S S int")                          \
    X(SUB_GROUP, "sub_group_clustered_rotate", A, "1", "S S int uint")

/* cl_intel_subgroups, and its additions _char, _short, _long and cl_intel_subgroup_local_block_io */
#define BUILTIN_INTEL_SHUFFLES(X, elements, widths)                           \
    X(SUB_GROUP, "intel_sub_group_shuffle", elements, widths, "T T uint")        \
    X(SUB_GROUP, "intel_sub_group_shuffle_xor", elements, widths, "T T uint")    \
    X(SUB_GROUP, "intel_sub_group_shuffle_down", elements, widths, "T T T uint") \
    X(SUB_GROUP, "intel_sub_group_shuffle_up", elements, widths, "T T T uint")

#define BUILTIN_INTEL_BLOCKS(X, suffix, element, widths)                                             \
    X(SUB_GROUP, "intel_sub_group_block_read" suffix, "", "", element " *GLek:" element)                 \
    X(SUB_GROUP, "intel_sub_group_block_read" suffix, "", "", element " r:image2d_t int2")              \
    X(SUB_GROUP, "intel_sub_group_block_read" suffix, "", "", element " x:image2d_t int2")              \
    X(SUB_GROUP, "intel_sub_group_block_write" suffix, "", "", "void *GLe:" element " " element)         \
    X(SUB_GROUP, "intel_sub_group_block_write" suffix, "", "", "void w:image2d_t int2 " element)        \
    X(SUB_GROUP, "intel_sub_group_block_write" suffix, "", "", "void x:image2d_t int2 " element)        \
    X(SUB_GROUP, "intel_sub_group_block_read" suffix "#", "", widths, element "N *GLek:" element)        \
    X(SUB_GROUP, "intel_sub_group_block_read" suffix "#", "", widths, element "N r:image2d_t int2")     \
    X(SUB_GROUP, "intel_sub_group_block_read" suffix "#", "", widths, element "N x:image2d_t int2")     \
    X(SUB_GROUP, "intel_sub_group_block_write" suffix "#", "", widths, "void *GLe:" element " " element "N") \
    X(SUB_GROUP, "intel_sub_group_block_write" suffix "#", "", widths, "void w:image2d_t int2 " element "N") \
    X(SUB_GROUP, "intel_sub_group_block_write" suffix "#", "", widths, "void x:image2d_t int2 " element "N")

/* cl_intel_media_block_io */
#define BUILTIN_MEDIA_BLOCK(X, suffix, widths, type)                                                                \
    X(SUB_GROUP, "intel_sub_group_media_block_read" suffix, "", widths, type " int2 int int r:image2d_t")            \
    X(SUB_GROUP, "intel_sub_group_media_block_read" suffix, "", widths, type " int2 int int x:image2d_t")            \
    X(SUB_GROUP, "intel_sub_group_media_block_write" suffix, "", widths, "void int2 int int " type " w:image2d_t")   \
    X(SUB_GROUP, "intel_sub_group_media_block_write" suffix, "", widths, "void int2 int int " type " x:image2d_t")
#define BUILTIN_MEDIA_BLOCKS(X, suffix, element, widths)      \
    BUILTIN_MEDIA_BLOCK(X, suffix, "", element)               \
    BUILTIN_MEDIA_BLOCK(X, suffix "#", widths, element "N")

#define BUILTIN_INTELS(X)                                                     \
    BUILTIN_INTEL_SHUFFLES(X, "cCsSiIf", N)                                   \
    BUILTIN_INTEL_SHUFFLES(X, "lLhd", "1")                                    \
    BUILTIN_INTEL_BLOCKS(X, "", "uint", "248")                                \
    BUILTIN_INTEL_BLOCKS(X, "_ui", "uint", "248")                             \
    BUILTIN_INTEL_BLOCKS(X, "_us", "ushort", "248x")                          \
    BUILTIN_INTEL_BLOCKS(X, "_uc", "uchar", "248x")                           \
    BUILTIN_INTEL_BLOCKS(X, "_ul", "ulong", "248")                            \
    BUILTIN_MEDIA_BLOCKS(X, "_ui", "uint", "248")                             \
    BUILTIN_MEDIA_BLOCKS(X, "_us", "ushort", "248x")                          \
    BUILTIN_MEDIA_BLOCKS(X, "_uc", "uchar", "248x")                           \
    X(SUB_GROUP, "intel_sub_group_broadcast", "sScC", N, "T T uint")             \
    BUILTIN_GROUP_FOLDS(X, "intel_sub_group_", "add", "sScC")                 \
    BUILTIN_GROUP_FOLDS(X, "intel_sub_group_", "min", "sScC")                 \
    BUILTIN_GROUP_FOLDS(X, "intel_sub_group_", "max", "sScC")

/* cl_khr_integer_dot_product */
#define BUILTIN_PACKED_DOTS(X, kind, result)                                                        \
    X(DOT, "dot_4x8packed_" kind "_" result, "", "", result " uint uint")                        \
    X(DOT, "dot_acc_sat_4x8packed_" kind "_" result, "", "", result " uint uint " result)

/* ... and cl_arm_integer_dot_product_int8, _accumulate_int8, _accumulate_int16, _accumulate_saturate_int8 */
#define BUILTIN_DOTS(X)                                                       \
    X(DOT, "dot", "", "", "uint uchar4 uchar4")                            \
    X(DOT, "dot", "", "", "int char4 char4")                               \
    X(DOT, "dot", "", "", "int uchar4 char4")                              \
    X(DOT, "dot", "", "", "int char4 uchar4")                              \
    X(DOT, "dot_acc_sat", "", "", "uint uchar4 uchar4 uint")               \
    X(DOT, "dot_acc_sat", "", "", "int char4 char4 int")                   \
    X(DOT, "dot_acc_sat", "", "", "int uchar4 char4 int")                  \
    X(DOT, "dot_acc_sat", "", "", "int char4 uchar4 int")                  \
    BUILTIN_PACKED_DOTS(X, "uu", "uint")                                      \
    BUILTIN_PACKED_DOTS(X, "ss", "int")                                       \
    BUILTIN_PACKED_DOTS(X, "us", "int")                                       \
    BUILTIN_PACKED_DOTS(X, "su", "int")                                       \
    X(DOT, "arm_dot", "", "", "uint uchar4 uchar4")                        \
    X(DOT, "arm_dot", "", "", "int char4 char4")                           \
    X(DOT, "arm_dot_acc", "", "", "uint uchar4 uchar4 uint")               \
    X(DOT, "arm_dot_acc", "", "", "int char4 char4 int")                   \
    X(DOT, "arm_dot_acc", "", "", "uint ushort2 ushort2 uint")             \
    X(DOT, "arm_dot_acc", "", "", "int short2 short2 int")                 \
    X(DOT, "arm_dot_acc_sat", "", "", "uint uchar4 uchar4 uint")           \
    X(DOT, "arm_dot_acc_sat", "", "", "int char4 char4 int")

/* cl_khr_extended_bit_ops */
#define BUILTIN_BIT_OPS(X)                                                    \
    X(BITS, "bitfield_insert", I, N, "T T T uint uint")                       \
    X(BITS, "bitfield_extract_signed", I, N, "I T uint uint")                 \
    X(BITS, "bitfield_extract_unsigned", I, N, "U T uint uint")               \
    X(BITS, "bit_reverse", I, N, "T T")

/* cl_amd_media_ops, cl_amd_media_ops2 */
#define BUILTIN_MEDIA_OPS(X)                                                  \
    X(MEDIA, "amd_bitalign", "I", N, "T T T T")                               \
    X(MEDIA, "amd_bytealign", "I", N, "T T T T")                              \
    X(MEDIA, "amd_lerp", "I", N, "T T T T")                                   \
    X(MEDIA, "amd_pack", "", "", "uint float4")                               \
    X(MEDIA, "amd_sad4", "", "", "uint uint4 uint4 uint")                     \
    X(MEDIA, "amd_sadhi", "I", N, "T T T T")                                  \
    X(MEDIA, "amd_sad", "I", N, "T T T T")                                    \
    X(MEDIA, "amd_unpack0", "", N, "floatN uintN")                            \
    X(MEDIA, "amd_unpack1", "", N, "floatN uintN")                            \
    X(MEDIA, "amd_unpack2", "", N, "floatN uintN")                            \
    X(MEDIA, "amd_unpack3", "", N, "floatN uintN")                            \
    X(MEDIA, "amd_bfe", "iI", N, "T T U U")                                   \
    X(MEDIA, "amd_bfm", "I", N, "T T T")                                      \
    X(MEDIA, "amd_max3", "iIf", N, "T T T T")                                 \
    X(MEDIA, "amd_median3", "iIf", N, "T T T T")                              \
    X(MEDIA, "amd_min3", "iIf", N, "T T T T")                                 \
    X(MEDIA, "amd_mqsad", "", N, "ulongN ulongN uintN ulongN")                \
    X(MEDIA, "amd_qsad", "", N, "ulongN ulongN uintN ulongN")                 \
    X(MEDIA, "amd_msad", "I", N, "T T T T")                                   \
    X(MEDIA, "amd_sadd", "I", N, "T T T T")                                   \
    X(MEDIA, "amd_sadw", "I", N, "T T T T")

/* cl_khr_depth_images, cl_khr_gl_msaa_sharing */
#define BUILTIN_DEPTH_ASKS(X, name, result)                                   \
    X(IMAGE, name, "", "", result " rw:image2d_depth_t")                      \
    X(IMAGE, name, "", "", result " rw:image2d_array_depth_t")                \
    X(IMAGE, name, "", "", result " rw:image2d_msaa_t")                       \
    X(IMAGE, name, "", "", result " rw:image2d_array_msaa_t")                 \
    X(IMAGE, name, "", "", result " rw:image2d_msaa_depth_t")                 \
    X(IMAGE, name, "", "", result " rw:image2d_array_msaa_depth_t")

#define BUILTIN_MSAA_READS(X, name, result)                                   \
    X(IMAGE, name, "", "", result " r:image2d_msaa_t int2 int")               \
    X(IMAGE, name, "", "", result " r:image2d_array_msaa_t int4 int")

#define BUILTIN_DEPTHS(X)                                                           \
    X(IMAGE, "read_imagef", "", "", "float r:image2d_depth_t sampler_t int2")       \
    X(IMAGE, "read_imagef", "", "", "float r:image2d_depth_t sampler_t float2")     \
    X(IMAGE, "read_imagef", "", "", "float r:image2d_array_depth_t sampler_t int4") \
    X(IMAGE, "read_imagef", "", "", "float r:image2d_array_depth_t sampler_t float4") \
    X(IMAGE, "read_imagef", "", "", "float r:image2d_depth_t int2")                 \
    X(IMAGE, "read_imagef", "", "", "float r:image2d_array_depth_t int4")           \
    X(IMAGE, "read_imagef", "", "", "float r:image2d_msaa_depth_t int2 int")        \
    X(IMAGE, "read_imagef", "", "", "float r:image2d_array_msaa_depth_t int4 int")  \
    BUILTIN_MSAA_READS(X, "read_imagef", "float4")                                  \
    BUILTIN_MSAA_READS(X, "read_imagei", "int4")                                    \
    BUILTIN_MSAA_READS(X, "read_imageui", "uint4")                                  \
    X(IMAGE, "write_imagef", "", "", "void w:image2d_depth_t int2 float")           \
    X(IMAGE, "write_imagef", "", "", "void w:image2d_array_depth_t int4 float")     \
    BUILTIN_DEPTH_ASKS(X, "get_image_width", "int")                                 \
    BUILTIN_DEPTH_ASKS(X, "get_image_height", "int")                                \
    BUILTIN_DEPTH_ASKS(X, "get_image_channel_data_type", "int")                     \
    BUILTIN_DEPTH_ASKS(X, "get_image_channel_order", "int")                         \
    BUILTIN_DEPTH_ASKS(X, "get_image_dim", "int2")                                  \
    X(IMAGE, "get_image_array_size", "", "", "size_t rw:image2d_array_depth_t")     \
    X(IMAGE, "get_image_array_size", "", "", "size_t rw:image2d_array_msaa_t")      \
    X(IMAGE, "get_image_array_size", "", "", "size_t rw:image2d_array_msaa_depth_t") \
    X(IMAGE, "get_image_num_samples", "", "", "int rw:image2d_msaa_t")              \
    X(IMAGE, "get_image_num_samples", "", "", "int rw:image2d_array_msaa_t")        \
    X(IMAGE, "get_image_num_samples", "", "", "int rw:image2d_msaa_depth_t")        \
    X(IMAGE, "get_image_num_samples", "", "", "int rw:image2d_array_msaa_depth_t")

/* cl_khr_mipmap_image, cl_khr_mipmap_image_writes: with a level, or with gradients */
#define BUILTIN_LEVEL_READS(X, name, result, access)                                                 \
    X(IMAGE, name, "", "", result " " access "image1d_t sampler_t float float")                      \
    X(IMAGE, name, "", "", result " " access "image1d_t sampler_t float float float")                \
    X(IMAGE, name, "", "", result " " access "image1d_array_t sampler_t float2 float")               \
    X(IMAGE, name, "", "", result " " access "image1d_array_t sampler_t float2 float float")         \
    X(IMAGE, name, "", "", result " " access "image2d_t sampler_t float2 float")                     \
    X(IMAGE, name, "", "", result " " access "image2d_t sampler_t float2 float2 float2")             \
    X(IMAGE, name, "", "", result " " access "image2d_array_t sampler_t float4 float")               \
    X(IMAGE, name, "", "", result " " access "image2d_array_t sampler_t float4 float2 float2")       \
    X(IMAGE, name, "", "", result " " access "image3d_t sampler_t float4 float")                     \
    X(IMAGE, name, "", "", result " " access "image3d_t sampler_t float4 float4 float4")

#define BUILTIN_LEVEL_WRITES(X, name, value, access)                                   \
    X(IMAGE, name, "", "", "void " access "image1d_t int int " value)                  \
    X(IMAGE, name, "", "", "void " access "image1d_array_t int2 int " value)           \
    X(IMAGE, name, "", "", "void " access "image2d_t int2 int " value)                 \
    X(IMAGE, name, "", "", "void " access "image2d_array_t int4 int " value)           \
    X(IMAGE, name, "", "", "void " access "image3d_t int4 int " value)

#define BUILTIN_LEVEL_ACCESSES(X, reads, writes)                                                           \
    BUILTIN_LEVEL_READS(X, "read_imagef", "float4", reads)                                                 \
    BUILTIN_LEVEL_READS(X, "read_imagei", "int4", reads)                                                   \
    BUILTIN_LEVEL_READS(X, "read_imageui", "uint4", reads)                                                 \
    X(IMAGE, "read_imagef", "", "", "float " reads "image2d_depth_t sampler_t float2 float")               \
    X(IMAGE, "read_imagef", "", "", "float " reads "image2d_depth_t sampler_t float2 float2 float2")       \
    X(IMAGE, "read_imagef", "", "", "float " reads "image2d_array_depth_t sampler_t float4 float")         \
    X(IMAGE, "read_imagef", "", "", "float " reads "image2d_array_depth_t sampler_t float4 float2 float2") \
    BUILTIN_LEVEL_WRITES(X, "write_imagef", "float4", writes)                                              \
    BUILTIN_LEVEL_WRITES(X, "write_imagei", "int4", writes)                                                \
    BUILTIN_LEVEL_WRITES(X, "write_imageui", "uint4", writes)                                              \
    X(IMAGE, "write_imagef", "", "", "void " writes "image2d_depth_t int2 int float")                      \
    X(IMAGE, "write_imagef", "", "", "void " writes "image2d_array_depth_t int4 int float")

#define BUILTIN_LEVELS(X)                                                                       \
    BUILTIN_LEVEL_ACCESSES(X, "r:", "w:")                                                       \
    BUILTIN_LEVEL_ACCESSES(X, "x:", "x:")                                                       \
    X(IMAGE, "get_image_num_mip_levels", "", "", "int rw:image1d_t")                            \
    X(IMAGE, "get_image_num_mip_levels", "", "", "int rw:image1d_array_t")                      \
    X(IMAGE, "get_image_num_mip_levels", "", "", "int rw:image2d_t")                            \
    X(IMAGE, "get_image_num_mip_levels", "", "", "int rw:image2d_array_t")                      \
    X(IMAGE, "get_image_num_mip_levels", "", "", "int rw:image2d_depth_t")                      \
    X(IMAGE, "get_image_num_mip_levels", "", "", "int rw:image2d_array_depth_t")                \
    X(IMAGE, "get_image_num_mip_levels", "", "", "int rw:image3d_t")

/* cl_khr_fp16 */
#define BUILTIN_HALF_IMAGES(X)                        \
    BUILTIN_READS(X, "read_imageh", "half4")          \
    BUILTIN_WRITES(X, "write_imageh", "half4", "w:")

#define BUILTIN_EXTENSION_TABLE(X) \
    BUILTIN_SUB_GROUPS(X)          \
    BUILTIN_BALLOTS(X)             \
    BUILTIN_GROUP_EXCHANGES(X)     \
    BUILTIN_INTELS(X)              \
    BUILTIN_DOTS(X)                \
    BUILTIN_BIT_OPS(X)             \
    BUILTIN_MEDIA_OPS(X)           \
    BUILTIN_DEPTHS(X)              \
    BUILTIN_LEVELS(X)              \
    BUILTIN_HALF_IMAGES(X)
/* clang-format on */

#endif
