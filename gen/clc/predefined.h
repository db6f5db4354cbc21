/* Macros that a device with fp64 predefines, as X(NAME, BODY). Knows the specification's tables only.
 * Clauses: OpenCL C 1.2 6.10 (names), 6.12.2 and 6.12.3 (limits and constants), 6.12.8, 6.12.14 (CLK_).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_PREDEFINED_H
#define CLB_CLC_PREDEFINED_H

/* Names whose definition differs between devices, or that only some devices define. Names of later versions are
 * included: drivers that are built on clang define them whatever the requested version. */
/* clang-format off */
#define PREDEFINED_DEVICE(X)                               \
    X("CL_VERSION_1_0", "100")                             \
    X("CL_VERSION_1_1", "110")                             \
    X("CL_VERSION_1_2", "120")                             \
    X("CL_VERSION_2_0", "200")                             \
    X("CL_VERSION_3_0", "300")                             \
    X("__ENDIAN_LITTLE__", "1")                            \
    X("__IMAGE_SUPPORT__", "1")                            \
    X("__ROUNDING_MODE__", "rte")                          \
    X("cl_khr_fp64", "1")                                  \
    X("cl_khr_byte_addressable_store", "1")                \
    X("cl_khr_global_int32_base_atomics", "1")             \
    X("cl_khr_global_int32_extended_atomics", "1")         \
    X("cl_khr_local_int32_base_atomics", "1")              \
    X("cl_khr_local_int32_extended_atomics", "1")

/* Of such names, those whose definition follows the requested version: X(first version, one behind the last, ...). */
#define PREDEFINED_VERSION(X)                     \
    X(0, 200, "__OPENCL_VERSION__", "120")        \
    X(0, 100, "__OPENCL_C_VERSION__", "120")      \
    X(100, 110, "__OPENCL_C_VERSION__", "100")    \
    X(110, 120, "__OPENCL_C_VERSION__", "110")    \
    X(120, 200, "__OPENCL_C_VERSION__", "120")    \
    X(200, 300, "__OPENCL_VERSION__", "200")      \
    X(200, 300, "__OPENCL_C_VERSION__", "200")    \
    X(300, 400, "__OPENCL_VERSION__", "300")      \
    X(300, 400, "__OPENCL_C_VERSION__", "300")

/* Of such names, those of OpenCL C 3.0 (6.2.1) that the assumed device defines: features that native code has too. */
#define PREDEFINED_THIRD(X)                                \
    X("__opencl_c_fp64", "1")                              \
    X("__opencl_c_int64", "1")                             \
    X("__opencl_c_images", "1")                            \
    X("__opencl_c_3d_image_writes", "1")                   \
    X("__opencl_c_read_write_images", "1")                 \
    X("__opencl_c_atomic_order_acq_rel", "1")              \
    X("__opencl_c_atomic_order_seq_cst", "1")              \
    X("__opencl_c_atomic_scope_device", "1")               \
    X("__opencl_c_generic_address_space", "1")             \
    X("__opencl_c_program_scope_global_variables", "1")    \
    X("__opencl_c_work_group_collective_functions", "1")   \
    X("__opencl_c_subgroups", "1")                         \
    X("__opencl_c_pipes", "1")                             \
    X("__opencl_c_device_enqueue", "1")                    \
    X("__opencl_c_integer_dot_product_input_4x8bit", "1")  \
    X("__opencl_c_integer_dot_product_input_4x8bit_packed", "1") \
    PREDEFINED_FLOAT_ATOMICS(X)                            \
    X("memory_scope_all_devices", "3")

/* cl_ext_float_atomics */
#define PREDEFINED_FLOAT_ATOMIC(X, kind)                   \
    X("__opencl_c_ext_" kind "_global_atomic_add", "1")    \
    X("__opencl_c_ext_" kind "_global_atomic_min_max", "1") \
    X("__opencl_c_ext_" kind "_local_atomic_add", "1")     \
    X("__opencl_c_ext_" kind "_local_atomic_min_max", "1")
#define PREDEFINED_FLOAT_ATOMICS(X)                        \
    X("__opencl_c_ext_fp16_global_atomic_load_store", "1") \
    X("__opencl_c_ext_fp16_local_atomic_load_store", "1")  \
    PREDEFINED_FLOAT_ATOMIC(X, "fp16")                     \
    PREDEFINED_FLOAT_ATOMIC(X, "fp32")                     \
    PREDEFINED_FLOAT_ATOMIC(X, "fp64")

/* Of such names, those that the assumed device does not define. */
#define PREDEFINED_ABSENT(X)   \
    X("__FAST_RELAXED_MATH__") \
    X("FP_FAST_FMA")           \
    X("FP_FAST_FMAF")          \
    X("FP_FAST_FMA_HALF")      \
    X("HALF_MAX")              \
    X("HALF_MIN")              \
    X("HALF_EPSILON")          \
    X("__DATE__")              \
    X("__TIME__")

/* Function-like: written with their parameters. */
#define PREDEFINED_FIXED(X)                                                                   \
    X("__STDC__", "1")                                                                        \
    X("__kernel_exec(X, T)", "__kernel __attribute__((work_group_size_hint(X, 1, 1))) "       \
                             "__attribute__((vec_type_hint(T)))")                             \
    X("kernel_exec(X, T)", "__kernel_exec(X, T)")                                             \
    X("NULL", "((void *)0)")                                                                  \
    X("true", "1")                                                                            \
    X("false", "0")                                                                           \
    X("CHAR_BIT", "8")                                                                        \
    X("SCHAR_MAX", "127")                                                                     \
    X("SCHAR_MIN", "(-127 - 1)")                                                              \
    X("CHAR_MAX", "SCHAR_MAX")                                                                \
    X("CHAR_MIN", "SCHAR_MIN")                                                                \
    X("UCHAR_MAX", "255")                                                                     \
    X("SHRT_MAX", "32767")                                                                    \
    X("SHRT_MIN", "(-32767 - 1)")                                                             \
    X("USHRT_MAX", "65535")                                                                   \
    X("INT_MAX", "2147483647")                                                                \
    X("INT_MIN", "(-2147483647 - 1)")                                                         \
    X("UINT_MAX", "0xffffffffU")                                                              \
    X("LONG_MAX", "0x7fffffffffffffffL")                                                      \
    X("LONG_MIN", "(-0x7fffffffffffffffL - 1)")                                               \
    X("ULONG_MAX", "0xffffffffffffffffUL")                                                    \
    X("FLT_DIG", "6")                                                                         \
    X("FLT_MANT_DIG", "24")                                                                   \
    X("FLT_MAX_10_EXP", "+38")                                                                \
    X("FLT_MAX_EXP", "+128")                                                                  \
    X("FLT_MIN_10_EXP", "-37")                                                                \
    X("FLT_MIN_EXP", "-125")                                                                  \
    X("FLT_RADIX", "2")                                                                       \
    X("FLT_MAX", "0x1.fffffep127f")                                                           \
    X("FLT_MIN", "0x1.0p-126f")                                                               \
    X("FLT_EPSILON", "0x1.0p-23f")                                                            \
    X("FP_ILOGB0", "(-2147483647 - 1)")                                                       \
    X("FP_ILOGBNAN", "2147483647")                                                            \
    X("MAXFLOAT", "0x1.fffffep127f")                                                          \
    X("HUGE_VALF", "(__builtin_huge_valf())")                                                 \
    X("INFINITY", "(__builtin_inff())")                                                       \
    X("NAN", "(__builtin_nanf(\"\"))")                                                        \
    X("HUGE_VAL", "(__builtin_huge_val())")                                                   \
    X("DBL_DIG", "15")                                                                        \
    X("DBL_MANT_DIG", "53")                                                                   \
    X("DBL_MAX_10_EXP", "+308")                                                               \
    X("DBL_MAX_EXP", "+1024")                                                                 \
    X("DBL_MIN_10_EXP", "-307")                                                               \
    X("DBL_MIN_EXP", "-1021")                                                                 \
    X("DBL_RADIX", "2")                                                                       \
    X("DBL_MAX", "0x1.fffffffffffffp1023")                                                    \
    X("DBL_MIN", "0x1.0p-1022")                                                               \
    X("DBL_EPSILON", "0x1.0p-52")                                                             \
    X("M_E_F", "2.71828182845904523536028747135266250f")                                      \
    X("M_LOG2E_F", "1.44269504088896340735992468100189214f")                                  \
    X("M_LOG10E_F", "0.434294481903251827651128918916605082f")                                \
    X("M_LN2_F", "0.693147180559945309417232121458176568f")                                   \
    X("M_LN10_F", "2.30258509299404568401799145468436421f")                                   \
    X("M_PI_F", "3.14159265358979323846264338327950288f")                                     \
    X("M_PI_2_F", "1.57079632679489661923132169163975144f")                                   \
    X("M_PI_4_F", "0.785398163397448309615660845819875721f")                                  \
    X("M_1_PI_F", "0.318309886183790671537767526745028724f")                                  \
    X("M_2_PI_F", "0.636619772367581343075535053490057448f")                                  \
    X("M_2_SQRTPI_F", "1.12837916709551257389615890312154517f")                               \
    X("M_SQRT2_F", "1.41421356237309504880168872420969808f")                                  \
    X("M_SQRT1_2_F", "0.707106781186547524400844362104849039f")                               \
    X("M_E", "2.71828182845904523536028747135266250")                                         \
    X("M_LOG2E", "1.44269504088896340735992468100189214")                                     \
    X("M_LOG10E", "0.434294481903251827651128918916605082")                                   \
    X("M_LN2", "0.693147180559945309417232121458176568")                                      \
    X("M_LN10", "2.30258509299404568401799145468436421")                                      \
    X("M_PI", "3.14159265358979323846264338327950288")                                        \
    X("M_PI_2", "1.57079632679489661923132169163975144")                                      \
    X("M_PI_4", "0.785398163397448309615660845819875721")                                     \
    X("M_1_PI", "0.318309886183790671537767526745028724")                                     \
    X("M_2_PI", "0.636619772367581343075535053490057448")                                     \
    X("M_2_SQRTPI", "1.12837916709551257389615890312154517")                                  \
    X("M_SQRT2", "1.41421356237309504880168872420969808")                                     \
    X("M_SQRT1_2", "0.707106781186547524400844362104849039")                                  \
    X("CLK_LOCAL_MEM_FENCE", "0x01")                                                          \
    X("CLK_GLOBAL_MEM_FENCE", "0x02")                                                         \
    X("CLK_NORMALIZED_COORDS_FALSE", "0")                                                     \
    X("CLK_NORMALIZED_COORDS_TRUE", "1")                                                      \
    X("CLK_ADDRESS_NONE", "0")                                                                \
    X("CLK_ADDRESS_CLAMP_TO_EDGE", "2")                                                       \
    X("CLK_ADDRESS_CLAMP", "4")                                                               \
    X("CLK_ADDRESS_REPEAT", "6")                                                              \
    X("CLK_ADDRESS_MIRRORED_REPEAT", "8")                                                     \
    X("CLK_FILTER_NEAREST", "0x10")                                                           \
    X("CLK_FILTER_LINEAR", "0x20")                                                            \
    X("CLK_SNORM_INT8", "0x10D0")                                                             \
    X("CLK_SNORM_INT16", "0x10D1")                                                            \
    X("CLK_UNORM_INT8", "0x10D2")                                                             \
    X("CLK_UNORM_INT16", "0x10D3")                                                            \
    X("CLK_UNORM_SHORT_565", "0x10D4")                                                        \
    X("CLK_UNORM_SHORT_555", "0x10D5")                                                        \
    X("CLK_UNORM_INT_101010", "0x10D6")                                                       \
    X("CLK_SIGNED_INT8", "0x10D7")                                                            \
    X("CLK_SIGNED_INT16", "0x10D8")                                                           \
    X("CLK_SIGNED_INT32", "0x10D9")                                                           \
    X("CLK_UNSIGNED_INT8", "0x10DA")                                                          \
    X("CLK_UNSIGNED_INT16", "0x10DB")                                                         \
    X("CLK_UNSIGNED_INT32", "0x10DC")                                                         \
    X("CLK_HALF_FLOAT", "0x10DD")                                                             \
    X("CLK_FLOAT", "0x10DE")                                                                  \
    X("CLK_UNORM_INT24", "0x10DF")                                                            \
    X("CLK_R", "0x10B0")                                                                      \
    X("CLK_A", "0x10B1")                                                                      \
    X("CLK_RG", "0x10B2")                                                                     \
    X("CLK_RA", "0x10B3")                                                                     \
    X("CLK_RGB", "0x10B4")                                                                    \
    X("CLK_RGBA", "0x10B5")                                                                   \
    X("CLK_BGRA", "0x10B6")                                                                   \
    X("CLK_ARGB", "0x10B7")                                                                   \
    X("CLK_INTENSITY", "0x10B8")                                                              \
    X("CLK_LUMINANCE", "0x10B9")                                                              \
    X("CLK_Rx", "0x10BA")                                                                     \
    X("CLK_RGx", "0x10BB")                                                                    \
    X("CLK_RGBx", "0x10BC")                                                                   \
    X("CLK_DEPTH", "0x10BD")                                                                  \
    X("CLK_DEPTH_STENCIL", "0x10BE")                                                          \
    X("HALF_DIG", "3")                                                                        \
    X("HALF_MANT_DIG", "11")                                                                  \
    X("HALF_MAX_10_EXP", "+4")                                                                \
    X("HALF_MAX_EXP", "+16")                                                                  \
    X("HALF_MIN_10_EXP", "-4")                                                                \
    X("HALF_MIN_EXP", "-13")                                                                  \
    X("HALF_RADIX", "2")                                                                      \
    X("M_E_H", "2.71828182845904523536028747135266250h")                                      \
    X("M_LOG2E_H", "1.44269504088896340735992468100189214h")                                  \
    X("M_LOG10E_H", "0.434294481903251827651128918916605082h")                                \
    X("M_LN2_H", "0.693147180559945309417232121458176568h")                                   \
    X("M_LN10_H", "2.30258509299404568401799145468436421h")                                   \
    X("M_PI_H", "3.14159265358979323846264338327950288h")                                     \
    X("M_PI_2_H", "1.57079632679489661923132169163975144h")                                   \
    X("M_PI_4_H", "0.785398163397448309615660845819875721h")                                  \
    X("M_1_PI_H", "0.318309886183790671537767526745028724h")                                  \
    X("M_2_PI_H", "0.636619772367581343075535053490057448h")                                  \
    X("M_2_SQRTPI_H", "1.12837916709551257389615890312154517h")                               \
    X("M_SQRT2_H", "1.41421356237309504880168872420969808h")                                  \
    X("M_SQRT1_2_H", "0.707106781186547524400844362104849039h")

/* ... and from OpenCL C 2.0 on: 6.13.8, 6.13.11, 6.13.14, 6.13.16, 6.13.17. */
#define PREDEFINED_SECOND(X)                                                                  \
    X("ATOMIC_VAR_INIT(VALUE)", "(VALUE)")                                                    \
    X("ATOMIC_FLAG_INIT", "0")                                                                \
    X("memory_order_relaxed", "0")                                                            \
    X("memory_order_acquire", "2")                                                            \
    X("memory_order_release", "3")                                                            \
    X("memory_order_acq_rel", "4")                                                            \
    X("memory_order_seq_cst", "5")                                                            \
    X("memory_scope_work_item", "0")                                                          \
    X("memory_scope_work_group", "1")                                                         \
    X("memory_scope_device", "2")                                                             \
    X("memory_scope_all_svm_devices", "3")                                                    \
    X("memory_scope_sub_group", "4")                                                          \
    X("CLK_IMAGE_MEM_FENCE", "0x04")                                                          \
    X("CLK_sRGB", "0x10BF")                                                                   \
    X("CLK_sRGBx", "0x10C0")                                                                  \
    X("CLK_sRGBA", "0x10C1")                                                                  \
    X("CLK_sBGRA", "0x10C2")                                                                  \
    X("CLK_ABGR", "0x10C3")                                                                   \
    X("CLK_NULL_RESERVE_ID", "(__builtin_astype((size_t)-1, reserve_id_t))")                  \
    X("CLK_NULL_EVENT", "(__builtin_astype((size_t)-1, clk_event_t))")                        \
    X("CLK_NULL_QUEUE", "0")                                                                  \
    X("CL_COMPLETE", "0x0")                                                                   \
    X("CL_RUNNING", "0x1")                                                                    \
    X("CL_SUBMITTED", "0x2")                                                                  \
    X("CL_QUEUED", "0x3")                                                                     \
    X("CLK_SUCCESS", "0")                                                                     \
    X("CLK_ENQUEUE_FAILURE", "-101")                                                          \
    X("CLK_INVALID_QUEUE", "-102")                                                            \
    X("CLK_INVALID_NDRANGE", "-160")                                                          \
    X("CLK_INVALID_EVENT_WAIT_LIST", "-57")                                                   \
    X("CLK_DEVICE_QUEUE_FULL", "-161")                                                        \
    X("CLK_INVALID_ARG_SIZE", "-51")                                                          \
    X("CLK_EVENT_ALLOCATION_FAILURE", "-100")                                                 \
    X("CLK_OUT_OF_RESOURCES", "-5")                                                           \
    X("CLK_ENQUEUE_FLAGS_NO_WAIT", "0x0")                                                     \
    X("CLK_ENQUEUE_FLAGS_WAIT_KERNEL", "0x1")                                                 \
    X("CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP", "0x2")                                             \
    X("CLK_PROFILING_COMMAND_EXEC_TIME", "0x1")
/* clang-format on */

#endif
