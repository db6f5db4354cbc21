/* Between two inclusions of this file, clang assumes that any two accesses to memory may alias, because kernels
 * access one memory as several types. For gcc, a pragma does that for the whole file; clang has only the flag
 * -fno-strict-aliasing, which a build without flags lacks. Part of clbundle/native/native.h. Knows compilers; must not know
 * kernels.
 *
 * SPDX-License-Identifier: MIT */
#if defined(__clang__)
#ifndef CLBN_ALIASING
#define CLBN_ALIASING
#define _Bool clbn_any_bool
#define int16_t clbn_any_short
#define uint16_t clbn_any_ushort
#define int32_t clbn_any_int
#define uint32_t clbn_any_uint
#define int64_t clbn_any_long
#define uint64_t clbn_any_ulong
#define float clbn_any_float
#define double clbn_any_double
#else
#undef CLBN_ALIASING
#undef _Bool
#undef int16_t
#undef uint16_t
#undef int32_t
#undef uint32_t
#undef int64_t
#undef uint64_t
#undef float
#undef double
#endif
#endif
