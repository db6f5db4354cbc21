/* The extensions of the platform and of its device, which are the same, and the optional features of OpenCL C: as text,
 * and with their versions. Knows only names; gen/clc decides what kernels may use.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_EXTENSIONS_H
#define CLBI_ICD_EXTENSIONS_H

#include "clbundle/data.h"

/* X(name): those of version 1.0.0, and of version 2.0.0 */
/* clang-format off */
#define ICD_FIRST_EXTENSIONS(X)                                                                                        \
    X(cl_khr_byte_addressable_store) X(cl_khr_global_int32_base_atomics) X(cl_khr_global_int32_extended_atomics)         \
    X(cl_khr_local_int32_base_atomics) X(cl_khr_local_int32_extended_atomics) X(cl_khr_int64_base_atomics)               \
    X(cl_khr_int64_extended_atomics) X(cl_khr_fp16) X(cl_khr_fp64) X(cl_khr_extended_versioning)                         \
    X(cl_khr_3d_image_writes) X(cl_khr_depth_images) X(cl_khr_image2d_from_buffer) X(cl_khr_srgb_image_writes)                 \
    CLB_SUB_GROUP_EXTENSIONS(X) CLB_INTEL_EXTENSIONS(X) CLB_KERNEL_EXTENSIONS(X)
#define ICD_SECOND_EXTENSIONS(X) X(cl_khr_icd) CLB_DOT_PRODUCT_EXTENSION(X)
/* clang-format on */

#define ICD_EXTENSION_TEXT(name) " " #name
#define ICD_EXTENSIONS (&(ICD_FIRST_EXTENSIONS(ICD_EXTENSION_TEXT) ICD_SECOND_EXTENSIONS(ICD_EXTENSION_TEXT))[1])

#define ICD_FIRST_VERSION(extension) {.version = CL_MAKE_VERSION(1, 0, 0), .name = #extension},
#define ICD_SECOND_VERSION(extension) {.version = CL_MAKE_VERSION(2, 0, 0), .name = #extension},
#define ICD_EXTENSIONS_WITH_VERSION                                                       \
    {                                                                                     \
        ICD_FIRST_EXTENSIONS(ICD_FIRST_VERSION) ICD_SECOND_EXTENSIONS(ICD_SECOND_VERSION) \
    }

/* Optional features of OpenCL C 3.0. */
/* clang-format off */
#define ICD_FLOAT_ATOMICS(X, kind)                                                                                       \
    X(__opencl_c_ext_##kind##_global_atomic_add) X(__opencl_c_ext_##kind##_global_atomic_min_max)                         \
    X(__opencl_c_ext_##kind##_local_atomic_add) X(__opencl_c_ext_##kind##_local_atomic_min_max)
#define ICD_FEATURE_LIST(X)                                                         \
    X(__opencl_c_fp64) X(__opencl_c_int64) X(__opencl_c_generic_address_space)        \
    X(__opencl_c_work_group_collective_functions) X(__opencl_c_images) X(__opencl_c_3d_image_writes)                      \
    X(__opencl_c_read_write_images) X(__opencl_c_subgroups) X(__opencl_c_pipes) X(__opencl_c_device_enqueue)             \
    X(__opencl_c_program_scope_global_variables)                                                                          \
    X(__opencl_c_atomic_order_acq_rel) X(__opencl_c_atomic_order_seq_cst) X(__opencl_c_atomic_scope_device)               \
    X(__opencl_c_ext_fp16_global_atomic_load_store) X(__opencl_c_ext_fp16_local_atomic_load_store)                        \
    ICD_FLOAT_ATOMICS(X, fp16) ICD_FLOAT_ATOMICS(X, fp32) ICD_FLOAT_ATOMICS(X, fp64)                                      \
    X(__opencl_c_integer_dot_product_input_4x8bit) X(__opencl_c_integer_dot_product_input_4x8bit_packed)
/* clang-format on */
#define ICD_FEATURE_VERSION(feature) {.version = CL_MAKE_VERSION(3, 0, 0), .name = #feature},
#define ICD_FEATURES_WITH_VERSION             \
    {                                         \
        ICD_FEATURE_LIST(ICD_FEATURE_VERSION) \
    }

#endif
