/* The table of built-in functions as X(CLASS, name, elements, widths, signature): see builtin.h for the columns.
 * OpenCL C 1.2, 6.12. Knows the specification only.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_BUILTIN_TABLE_H
#define CLB_CLC_BUILTIN_TABLE_H

#define F "hfd"         /* floating point */
#define I "cCsSiIlL"    /* integers */
#define A "cCsSiIlLhfd" /* all */
#define N "12348x"
#define V "2348x"

/* 6.12.1 */
/* clang-format off */
#define BUILTIN_WORK_ITEMS(X)                          \
    X(WORK_ITEM, "get_work_dim", "", "", "uint")       \
    X(WORK_ITEM, "get_global_size", "", "", "size_t uint") \
    X(WORK_ITEM, "get_global_id", "", "", "size_t uint") \
    X(WORK_ITEM, "get_local_size", "", "", "size_t uint") \
    X(WORK_ITEM, "get_local_id", "", "", "size_t uint") \
    X(WORK_ITEM, "get_num_groups", "", "", "size_t uint") \
    X(WORK_ITEM, "get_group_id", "", "", "size_t uint") \
    X(WORK_ITEM, "get_global_offset", "", "", "size_t uint")

/* 6.12.2 */
#define BUILTIN_MATHS(X)                        \
    X(MATH, "acos", F, N, "T T")                \
    X(MATH, "acosh", F, N, "T T")               \
    X(MATH, "acospi", F, N, "T T")              \
    X(MATH, "asin", F, N, "T T")                \
    X(MATH, "asinh", F, N, "T T")               \
    X(MATH, "asinpi", F, N, "T T")              \
    X(MATH, "atan", F, N, "T T")                \
    X(MATH, "atan2", F, N, "T T T")             \
    X(MATH, "atanh", F, N, "T T")               \
    X(MATH, "atanpi", F, N, "T T")              \
    X(MATH, "atan2pi", F, N, "T T T")           \
    X(MATH, "cbrt", F, N, "T T")                \
    X(MATH, "ceil", F, N, "T T")                \
    X(MATH, "copysign", F, N, "T T T")          \
    X(MATH, "cos", F, N, "T T")                 \
    X(MATH, "cosh", F, N, "T T")                \
    X(MATH, "cospi", F, N, "T T")               \
    X(MATH, "erfc", F, N, "T T")                \
    X(MATH, "erf", F, N, "T T")                 \
    X(MATH, "exp", F, N, "T T")                 \
    X(MATH, "exp2", F, N, "T T")                \
    X(MATH, "exp10", F, N, "T T")               \
    X(MATH, "expm1", F, N, "T T")               \
    X(MATH, "fabs", F, N, "T T")                \
    X(MATH, "fdim", F, N, "T T T")              \
    X(MATH, "floor", F, N, "T T")               \
    X(MATH, "fma", F, N, "T T T T")             \
    X(MATH, "fmax", F, N, "T T T")              \
    X(MATH, "fmax", F, V, "T T S")              \
    X(MATH, "fmin", F, N, "T T T")              \
    X(MATH, "fmin", F, V, "T T S")              \
    X(MATH, "fmod", F, N, "T T T")              \
    X(MATH, "fract", F, N, "T T *GLP:T")        \
    X(MATH, "frexp", F, N, "T T *GLP:intN")     \
    X(MATH, "hypot", F, N, "T T T")             \
    X(MATH, "ilogb", F, N, "intN T")            \
    X(MATH, "ldexp", F, N, "T T intN")          \
    X(MATH, "ldexp", F, V, "T T int")           \
    X(MATH, "lgamma", F, N, "T T")              \
    X(MATH, "lgamma_r", F, N, "T T *GLP:intN")  \
    X(MATH, "log", F, N, "T T")                 \
    X(MATH, "log2", F, N, "T T")                \
    X(MATH, "log10", F, N, "T T")               \
    X(MATH, "log1p", F, N, "T T")               \
    X(MATH, "logb", F, N, "T T")                \
    X(MATH, "mad", F, N, "T T T T")             \
    X(MATH, "maxmag", F, N, "T T T")            \
    X(MATH, "minmag", F, N, "T T T")            \
    X(MATH, "modf", F, N, "T T *GLP:T")         \
    X(MATH, "nan", F, N, "T U")                 \
    X(MATH, "nextafter", F, N, "T T T")         \
    X(MATH, "pow", F, N, "T T T")               \
    X(MATH, "pown", F, N, "T T intN")           \
    X(MATH, "powr", F, N, "T T T")              \
    X(MATH, "remainder", F, N, "T T T")         \
    X(MATH, "remquo", F, N, "T T T *GLP:intN")  \
    X(MATH, "rint", F, N, "T T")                \
    X(MATH, "rootn", F, N, "T T intN")          \
    X(MATH, "round", F, N, "T T")               \
    X(MATH, "rsqrt", F, N, "T T")               \
    X(MATH, "sin", F, N, "T T")                 \
    X(MATH, "sincos", F, N, "T T *GLP:T")       \
    X(MATH, "sinh", F, N, "T T")                \
    X(MATH, "sinpi", F, N, "T T")               \
    X(MATH, "sqrt", F, N, "T T")                \
    X(MATH, "tan", F, N, "T T")                 \
    X(MATH, "tanh", F, N, "T T")                \
    X(MATH, "tanpi", F, N, "T T")               \
    X(MATH, "tgamma", F, N, "T T")              \
    X(MATH, "trunc", F, N, "T T")

/* 6.12.2, table 6.9: single precision only */
#define BUILTIN_NATIVES(X)                      \
    X(NATIVE, "half_cos", "f", N, "T T")        \
    X(NATIVE, "half_divide", "f", N, "T T T")   \
    X(NATIVE, "half_exp", "f", N, "T T")        \
    X(NATIVE, "half_exp2", "f", N, "T T")       \
    X(NATIVE, "half_exp10", "f", N, "T T")      \
    X(NATIVE, "half_log", "f", N, "T T")        \
    X(NATIVE, "half_log2", "f", N, "T T")       \
    X(NATIVE, "half_log10", "f", N, "T T")      \
    X(NATIVE, "half_powr", "f", N, "T T T")     \
    X(NATIVE, "half_recip", "f", N, "T T")      \
    X(NATIVE, "half_rsqrt", "f", N, "T T")      \
    X(NATIVE, "half_sin", "f", N, "T T")        \
    X(NATIVE, "half_sqrt", "f", N, "T T")       \
    X(NATIVE, "half_tan", "f", N, "T T")        \
    X(NATIVE, "native_cos", "f", N, "T T")      \
    X(NATIVE, "native_divide", "f", N, "T T T") \
    X(NATIVE, "native_exp", "f", N, "T T")      \
    X(NATIVE, "native_exp2", "f", N, "T T")     \
    X(NATIVE, "native_exp10", "f", N, "T T")    \
    X(NATIVE, "native_log", "f", N, "T T")      \
    X(NATIVE, "native_log2", "f", N, "T T")     \
    X(NATIVE, "native_log10", "f", N, "T T")    \
    X(NATIVE, "native_powr", "f", N, "T T T")   \
    X(NATIVE, "native_recip", "f", N, "T T")    \
    X(NATIVE, "native_rsqrt", "f", N, "T T")    \
    X(NATIVE, "native_sin", "f", N, "T T")      \
    X(NATIVE, "native_sqrt", "f", N, "T T")     \
    X(NATIVE, "native_tan", "f", N, "T T")

/* 6.12.3 */
#define BUILTIN_INTEGERS(X)                     \
    X(INTEGER, "abs", I, N, "U T")              \
    X(INTEGER, "abs_diff", I, N, "U T T")       \
    X(INTEGER, "add_sat", I, N, "T T T")        \
    X(INTEGER, "hadd", I, N, "T T T")           \
    X(INTEGER, "rhadd", I, N, "T T T")          \
    X(INTEGER, "clamp", I, N, "T T T T")        \
    X(INTEGER, "clamp", I, V, "T T S S")        \
    X(INTEGER, "clz", I, N, "T T")              \
    X(INTEGER, "mad_hi", I, N, "T T T T")       \
    X(INTEGER, "mad_sat", I, N, "T T T T")      \
    X(INTEGER, "max", I, N, "T T T")            \
    X(INTEGER, "max", I, V, "T T S")            \
    X(INTEGER, "min", I, N, "T T T")            \
    X(INTEGER, "min", I, V, "T T S")            \
    X(INTEGER, "mul_hi", I, N, "T T T")         \
    X(INTEGER, "rotate", I, N, "T T T")         \
    X(INTEGER, "sub_sat", I, N, "T T T")        \
    X(INTEGER, "upsample", "cCsSiI", N, "W T U") \
    X(INTEGER, "popcount", I, N, "T T")         \
    X(INTEGER, "mad24", "iI", N, "T T T T")     \
    X(INTEGER, "mul24", "iI", N, "T T T")

/* 6.12.4 */
#define BUILTIN_COMMONS(X)                      \
    X(COMMON, "clamp", F, N, "T T T T")         \
    X(COMMON, "clamp", F, V, "T T S S")         \
    X(COMMON, "degrees", F, N, "T T")           \
    X(COMMON, "max", F, N, "T T T")             \
    X(COMMON, "max", F, V, "T T S")             \
    X(COMMON, "min", F, N, "T T T")             \
    X(COMMON, "min", F, V, "T T S")             \
    X(COMMON, "mix", F, N, "T T T T")           \
    X(COMMON, "mix", F, V, "T T T S")           \
    X(COMMON, "radians", F, N, "T T")           \
    X(COMMON, "step", F, N, "T T T")            \
    X(COMMON, "step", F, V, "T S T")            \
    X(COMMON, "smoothstep", F, N, "T T T T")    \
    X(COMMON, "smoothstep", F, V, "T S S T")    \
    X(COMMON, "sign", F, N, "T T")

/* 6.12.5 */
#define BUILTIN_GEOMETRICS(X)                           \
    X(GEOMETRIC, "cross", F, "34", "T T T")             \
    X(GEOMETRIC, "dot", F, "1234", "S T T")             \
    X(GEOMETRIC, "distance", F, "1234", "S T T")        \
    X(GEOMETRIC, "length", F, "1234", "S T")            \
    X(GEOMETRIC, "normalize", F, "1234", "T T")         \
    X(GEOMETRIC, "fast_distance", "hf", "1234", "S T T") \
    X(GEOMETRIC, "fast_length", "hf", "1234", "S T")     \
    X(GEOMETRIC, "fast_normalize", "hf", "1234", "T T")

/* 6.12.6 */
#define BUILTIN_RELATIONALS(X)                      \
    X(RELATIONAL, "isequal", F, N, "R T T")         \
    X(RELATIONAL, "isnotequal", F, N, "R T T")      \
    X(RELATIONAL, "isgreater", F, N, "R T T")       \
    X(RELATIONAL, "isgreaterequal", F, N, "R T T")  \
    X(RELATIONAL, "isless", F, N, "R T T")          \
    X(RELATIONAL, "islessequal", F, N, "R T T")     \
    X(RELATIONAL, "islessgreater", F, N, "R T T")   \
    X(RELATIONAL, "isfinite", F, N, "R T")          \
    X(RELATIONAL, "isinf", F, N, "R T")             \
    X(RELATIONAL, "isnan", F, N, "R T")             \
    X(RELATIONAL, "isnormal", F, N, "R T")          \
    X(RELATIONAL, "isordered", F, N, "R T T")       \
    X(RELATIONAL, "isunordered", F, N, "R T T")     \
    X(RELATIONAL, "signbit", F, N, "R T")           \
    X(RELATIONAL, "any", "csil", N, "int T")        \
    X(RELATIONAL, "all", "csil", N, "int T")        \
    X(RELATIONAL, "bitselect", A, N, "T T T T")     \
    X(RELATIONAL, "select", A, N, "T T T I")        \
    X(RELATIONAL, "select", A, N, "T T T U")

/* 6.12.7 */
#define BUILTIN_VECTOR_DATAS(X)                                         \
    X(VECTOR_DATA, "vload#", A, V, "T size_t *GLPCk:S")                 \
    X(VECTOR_DATA, "vstore#", A, V, "void T size_t *GLP:S")             \
    X(VECTOR_DATA, "vload_half", "", "", "float size_t *GLPCk:half")    \
    X(VECTOR_DATA, "vload_half#", "", V, "floatN size_t *GLPCk:half")   \
    X(VECTOR_DATA, "vloada_half#", "", V, "floatN size_t *GLPCk:half")  \
    X(VECTOR_DATA, "vstore_half@", "", "", "void float size_t *GLP:half") \
    X(VECTOR_DATA, "vstore_half@", "", "", "void double size_t *GLP:half") \
    X(VECTOR_DATA, "vstore_half#@", "", V, "void floatN size_t *GLP:half") \
    X(VECTOR_DATA, "vstore_half#@", "", V, "void doubleN size_t *GLP:half") \
    X(VECTOR_DATA, "vstorea_half#@", "", V, "void floatN size_t *GLP:half") \
    X(VECTOR_DATA, "vstorea_half#@", "", V, "void doubleN size_t *GLP:half")

/* 6.12.8 to 6.12.10 */
#define BUILTIN_SYNCHRONISATIONS(X)                                                          \
    X(BARRIER, "barrier", "", "", "void cl_mem_fence_flags")                                 \
    X(FENCE, "mem_fence", "", "", "void cl_mem_fence_flags")                                 \
    X(FENCE, "read_mem_fence", "", "", "void cl_mem_fence_flags")                            \
    X(FENCE, "write_mem_fence", "", "", "void cl_mem_fence_flags")                           \
    X(ASYNC, "async_work_group_copy", A, N, "event_t *@L:T *@Gk:T size_t event_t")   \
    X(ASYNC, "async_work_group_copy", A, N, "event_t *@G:T *@Lk:T size_t event_t")   \
    X(ASYNC, "async_work_group_strided_copy", A, N, "event_t *@L:T *@Gk:T size_t size_t event_t") \
    X(ASYNC, "async_work_group_strided_copy", A, N, "event_t *@G:T *@Lk:T size_t size_t event_t") \
    X(ASYNC, "wait_group_events", "", "", "void int *@P:event_t")                             \
    X(ASYNC, "prefetch", A, N, "void *@Gk:T size_t")

/* 6.12.11, and cl_khr_int64_base_atomics, cl_khr_int64_extended_atomics for atom_ */
#define BUILTIN_ATOMICS(X)                                \
    X(ATOMIC, "atomic_add", "iI", "1", "S *GLev:S S")      \
    X(ATOMIC, "atomic_sub", "iI", "1", "S *GLev:S S")      \
    X(ATOMIC, "atomic_xchg", "iIf", "1", "S *GLev:S S")    \
    X(ATOMIC, "atomic_inc", "iI", "1", "S *GLev:S")        \
    X(ATOMIC, "atomic_dec", "iI", "1", "S *GLev:S")        \
    X(ATOMIC, "atomic_cmpxchg", "iI", "1", "S *GLev:S S S") \
    X(ATOMIC, "atomic_min", "iI", "1", "S *GLev:S S")      \
    X(ATOMIC, "atomic_max", "iI", "1", "S *GLev:S S")      \
    X(ATOMIC, "atomic_and", "iI", "1", "S *GLev:S S")      \
    X(ATOMIC, "atomic_or", "iI", "1", "S *GLev:S S")       \
    X(ATOMIC, "atomic_xor", "iI", "1", "S *GLev:S S")      \
    X(ATOMIC, "atom_add", "iIlL", "1", "S *GLev:S S")      \
    X(ATOMIC, "atom_sub", "iIlL", "1", "S *GLev:S S")      \
    X(ATOMIC, "atom_xchg", "iIlL", "1", "S *GLev:S S")     \
    X(ATOMIC, "atom_inc", "iIlL", "1", "S *GLev:S")        \
    X(ATOMIC, "atom_dec", "iIlL", "1", "S *GLev:S")        \
    X(ATOMIC, "atom_cmpxchg", "iIlL", "1", "S *GLev:S S S") \
    X(ATOMIC, "atom_min", "iIlL", "1", "S *GLev:S S")      \
    X(ATOMIC, "atom_max", "iIlL", "1", "S *GLev:S S")      \
    X(ATOMIC, "atom_and", "iIlL", "1", "S *GLev:S S")      \
    X(ATOMIC, "atom_or", "iIlL", "1", "S *GLev:S S")       \
    X(ATOMIC, "atom_xor", "iIlL", "1", "S *GLev:S S")

/* 6.12.12, 6.12.13 */
#define BUILTIN_SHUFFLES(X)                               \
    X(SHUFFLE, "shuffle", A, "248x", "T M U")             \
    X(SHUFFLE, "shuffle2", A, "248x", "T M M U")          \
    X(PRINTF, "printf", "", "", "int *@Ck:char")

/* 6.12.14 */
#define BUILTIN_READS(X, suffix, result)                                        \
    X(IMAGE, suffix, "", "", result " r:image1d_t sampler_t int")               \
    X(IMAGE, suffix, "", "", result " r:image1d_t sampler_t float")             \
    X(IMAGE, suffix, "", "", result " r:image1d_array_t sampler_t int2")        \
    X(IMAGE, suffix, "", "", result " r:image1d_array_t sampler_t float2")      \
    X(IMAGE, suffix, "", "", result " r:image2d_t sampler_t int2")              \
    X(IMAGE, suffix, "", "", result " r:image2d_t sampler_t float2")            \
    X(IMAGE, suffix, "", "", result " r:image2d_array_t sampler_t int4")        \
    X(IMAGE, suffix, "", "", result " r:image2d_array_t sampler_t float4")      \
    X(IMAGE, suffix, "", "", result " r:image3d_t sampler_t int4")              \
    X(IMAGE, suffix, "", "", result " r:image3d_t sampler_t float4")            \
    X(IMAGE, suffix, "", "", result " r:image1d_t int")                         \
    X(IMAGE, suffix, "", "", result " r:image1d_buffer_t int")                  \
    X(IMAGE, suffix, "", "", result " r:image1d_array_t int2")                  \
    X(IMAGE, suffix, "", "", result " r:image2d_t int2")                        \
    X(IMAGE, suffix, "", "", result " r:image2d_array_t int4")                  \
    X(IMAGE, suffix, "", "", result " r:image3d_t int4")

#define BUILTIN_WRITES(X, suffix, value, access)                              \
    X(IMAGE, suffix, "", "", "void " access "image1d_t int " value)           \
    X(IMAGE, suffix, "", "", "void " access "image1d_buffer_t int " value)    \
    X(IMAGE, suffix, "", "", "void " access "image1d_array_t int2 " value)    \
    X(IMAGE, suffix, "", "", "void " access "image2d_t int2 " value)          \
    X(IMAGE, suffix, "", "", "void " access "image2d_array_t int4 " value)    \
    X(IMAGE, suffix, "", "", "void " access "image3d_t int4 " value)

#define BUILTIN_ASKS(X, name)                         \
    X(IMAGE, name, "", "", "int rw:image1d_t")        \
    X(IMAGE, name, "", "", "int rw:image1d_buffer_t") \
    X(IMAGE, name, "", "", "int rw:image1d_array_t")  \
    X(IMAGE, name, "", "", "int rw:image2d_t")        \
    X(IMAGE, name, "", "", "int rw:image2d_array_t")  \
    X(IMAGE, name, "", "", "int rw:image3d_t")

#define BUILTIN_IMAGES(X)                                                      \
    BUILTIN_READS(X, "read_imagef", "float4")                                  \
    BUILTIN_READS(X, "read_imagei", "int4")                                    \
    BUILTIN_READS(X, "read_imageui", "uint4")                                  \
    BUILTIN_WRITES(X, "write_imagef", "float4", "w:")                      \
    BUILTIN_WRITES(X, "write_imagei", "int4", "w:")                        \
    BUILTIN_WRITES(X, "write_imageui", "uint4", "w:")                      \
    BUILTIN_ASKS(X, "get_image_width")                                         \
    BUILTIN_ASKS(X, "get_image_channel_data_type")                             \
    BUILTIN_ASKS(X, "get_image_channel_order")                                 \
    X(IMAGE, "get_image_height", "", "", "int rw:image2d_t")                   \
    X(IMAGE, "get_image_height", "", "", "int rw:image2d_array_t")             \
    X(IMAGE, "get_image_height", "", "", "int rw:image3d_t")                   \
    X(IMAGE, "get_image_depth", "", "", "int rw:image3d_t")                    \
    X(IMAGE, "get_image_dim", "", "", "int2 rw:image2d_t")                     \
    X(IMAGE, "get_image_dim", "", "", "int2 rw:image2d_array_t")               \
    X(IMAGE, "get_image_dim", "", "", "int4 rw:image3d_t")                     \
    X(IMAGE, "get_image_array_size", "", "", "size_t rw:image1d_array_t")      \
    X(IMAGE, "get_image_array_size", "", "", "size_t rw:image2d_array_t")

#define BUILTIN_TABLE(X)        \
    BUILTIN_WORK_ITEMS(X)       \
    BUILTIN_MATHS(X)            \
    BUILTIN_NATIVES(X)          \
    BUILTIN_INTEGERS(X)         \
    BUILTIN_COMMONS(X)          \
    BUILTIN_GEOMETRICS(X)       \
    BUILTIN_RELATIONALS(X)      \
    BUILTIN_VECTOR_DATAS(X)     \
    BUILTIN_SYNCHRONISATIONS(X) \
    BUILTIN_ATOMICS(X)          \
    BUILTIN_SHUFFLES(X)         \
    BUILTIN_IMAGES(X)
/* clang-format on */

#endif
