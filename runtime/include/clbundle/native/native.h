/* OpenCL C's types and built-in functions for the host, used by generated work-group functions (NAME_native.c).
 * Included once for the whole file, and then once per level of instructions with CLB_NATIVE_LEVEL (0: the target's
 * baseline, 1: x86-64-v3, 2: x86-64-v4) defined, between two inclusions of clbundle/native/level.h; every function of that time has the level in its name: CLBN(name).
 * For gcc and clang: this and the files beside it are the only files that use their extensions of C. Knows no
 * kernels.
 *
 * A built-in function is CLBN(NAME__A_B...), where A, B are the exact types of its parameters:
 *   c h s t i u l m f d  char uchar short ushort int uint long ulong float double, then the width of a vector;
 *   p before it          pointer, into any address space; n: half in memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_NATIVE_H
#define CLBUNDLE_NATIVE_H

#include "../data.h"

#if defined(__GNUC__) || defined(__clang__) /* clang in cl's mode is not GNU C */
#define CLBN_AVAILABLE 1
#else
#define CLBN_AVAILABLE 0
#endif

/* Flags that change values break the functions here without a word: the rounding tricks, the compensated sums and the
 * tests for NaN. */
#if defined(__FAST_MATH__)
#error "Work-group functions of clbundle must not be compiled with -ffast-math (or -Ofast): add -fno-fast-math for this file."
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "Work-group functions of clbundle must not be compiled with -ffinite-math-only: add -fno-finite-math-only for this file."
#endif
#if defined(__ASSOCIATIVE_MATH__)
#error "Work-group functions of clbundle must not be compiled with -fassociative-math: add -fno-associative-math for this file."
#endif
#if defined(__RECIPROCAL_MATH__)
#error "Work-group functions of clbundle must not be compiled with -freciprocal-math: add -fno-reciprocal-math for this file."
#endif
#if defined(__NO_SIGNED_ZEROS__)
#error "Work-group functions of clbundle must not be compiled with -fno-signed-zeros: add -fsigned-zeros for this file."
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && CLBN_AVAILABLE
#error "Work-group functions of clbundle need float and double to be computed as such: on 32-bit x86 add -msse2 -mfpmath=sse, on s390x add -fexcess-precision=fast."
#endif

/* Which instruction sets code is compiled for. -DCLB_NATIVE_LEVEL_MASK=N states them: 1 is the baseline, 2 x86-64-v3, 4
 * x86-64-v4, and sums of these. -DCLB_NATIVE_BASELINE_ONLY is the same as 1.
 *
 * Without optimisation every operation on lanes keeps its result on the stack, and no instruction set makes that fast. */
#if CLBN_AVAILABLE && !defined(__OPTIMIZE__) && !defined(CLB_NATIVE_BASELINE_ONLY) && !defined(CLB_NATIVE_LEVEL_MASK)
#define CLB_NATIVE_BASELINE_ONLY
#endif

/* gcc for Windows keeps vectors of 32 bytes on stacks that are aligned to 16 (GCC bug 54412): nothing above the baseline. */
#if defined(_WIN32) && defined(__GNUC__) && !defined(__clang__) && !defined(CLB_NATIVE_BASELINE_ONLY)
#define CLB_NATIVE_BASELINE_ONLY
#endif
/* In cl's mode, clang's <immintrin.h> omits intrinsics beyond the target's baseline. */
#if defined(_MSC_VER) && !defined(CLB_NATIVE_BASELINE_ONLY)
#define CLB_NATIVE_BASELINE_ONLY
#endif

#if defined(CLB_NATIVE_LEVEL_MASK) && (CLB_NATIVE_LEVEL_MASK < 1 || CLB_NATIVE_LEVEL_MASK > 7)
#error "CLB_NATIVE_LEVEL_MASK is a sum of 1 (baseline), 2 (x86-64-v3) and 4 (x86-64-v4)."
#endif
#if defined(CLB_NATIVE_LEVEL_MASK) && !(CLB_NATIVE_LEVEL_MASK & 1) && (!defined(__x86_64__) || defined(CLB_NATIVE_BASELINE_ONLY))
#error "This target or compiler has the baseline only: CLB_NATIVE_LEVEL_MASK must contain 1."
#endif
#if !defined(__x86_64__) || defined(CLB_NATIVE_BASELINE_ONLY)
#define CLBN_HAS_LEVEL(level) ((level) == 0)
#elif defined(CLB_NATIVE_LEVEL_MASK)
#define CLBN_HAS_LEVEL(level) (CLB_NATIVE_LEVEL_MASK >> (level) & 1)
#else
#define CLBN_HAS_LEVEL(level) 1
#endif

#if CLBN_AVAILABLE
#include "parts.h"
#include <stddef.h>
#include <stdint.h>
#ifdef CLBN_USES_PRINTF
#include <stdarg.h>
#include <stdio.h>
#endif
#if (defined(CLBN_USES_SIMD) || defined(CLBN_USES_HALF)) && defined(__x86_64__)
#include "x86.h"
#endif

/* For the rest of the file: what vectorises at any -O level and changes no value. Without traps and errno, branches become
 * selections; jump threading would split chains of selections into many paths; and gcc 12's SLP vectoriser makes fused
 * operations of a * b + c and a * b - c side by side in spite of -ffp-contract=off, which ruins exact products. Kernels look at
 * memory as any type, and walk over a row of an array of arrays into the next one: drivers let them. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#pragma clang fp reassociate(off) /* of -fassociative-math clang tells nothing by a macro */
#pragma clang diagnostic ignored "-Wpass-failed" /* a loop that cannot be vectorised is no mistake */
#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wpsabi" /* vectors never cross a call that is not inlined */
#else
#pragma GCC optimize("fp-contract=off", "no-math-errno", "no-trapping-math", "no-thread-jumps", \
                     "no-tree-slp-vectorize", "vect-cost-model=dynamic", "no-strict-aliasing", \
                     "no-aggressive-loop-optimizations")
#if defined(__aarch64__) && __GNUC__ < 13
/* gcc 12 crashes at vectors of 8 bytes that are taken out of larger ones in loops, in whatever pass comes next: here it makes
 * such vectors by itself. */
#pragma GCC optimize("no-tree-forwprop")
#endif
#if defined(__i386__)
/* gcc keeps vectors of 8 bytes in MMX registers and never leaves that mode, in which the x87 unit computes NaN. */
#pragma GCC target("no-mmx")
#endif
#if !defined(__SSE2__) && !defined(__ARM_NEON) && !defined(__ALTIVEC__) && !defined(__VX__) && !defined(__riscv_vector) && \
    !defined(__mips_msa) && !defined(__loongarch_sx)
/* Without vectors gcc 12 makes pairs of 32-bit numbers in a register, and of the high halves of their products nonsense. */
#pragma GCC optimize("no-tree-vectorize")
#endif
#pragma GCC diagnostic ignored "-Wpsabi" /* vectors never cross a call that is not inlined */
#pragma GCC diagnostic ignored "-Wunused-function"
#endif

/* Before a loop over work-items: they do not depend on one another. */
#if defined(__clang__)
#define CLBN_SIMD _Pragma("clang loop vectorize(assume_safety)")
#else
#define CLBN_SIMD _Pragma("GCC ivdep")
#endif

/* Before a short loop of few rounds, whose rounds shall stand one behind the other: clang does so by itself. */
#if defined(__clang__)
#define CLBN_UNROLL
#else
#define CLBN_UNROLL _Pragma("GCC unroll 8")
#endif

/* For a loop that sums in order: gcc would compute the terms in vectors and extract them again, which costs more. */
#if defined(__clang__)
#define CLBN_IN_ORDER ((void)0)
#else
#define CLBN_IN_ORDER __asm__ volatile("")
#endif

/* Tells the compiler what always holds. */
#define CLBN_ASSUME(condition)                     \
    do {                                           \
        if (!(condition)) __builtin_unreachable(); \
    } while (0)

/* Whether n numbers, each `step` more than the previous one, keep their distances as ints: all have the same bits
 * above those of an int. For uints, the highest bit must be the same, too. */
static inline __attribute__((always_inline, unused)) int clbn_stays_int(uint64_t first, size_t n, int64_t step)
{
    const uint64_t low = first + (UINT64_C(1) << 31), span = (n - 1) * (uint64_t)step;
    return !((low ^ (low + span)) >> 32) && !((span + (UINT64_C(1) << 31)) >> 32);
}
static inline __attribute__((always_inline, unused)) int clbn_stays_uint(uint64_t first, size_t n, int64_t step)
{
    return !((first ^ (first + (n - 1) * (uint64_t)step)) >> 31);
}

#define CLBN_PASTE_(name, level) clbn_##name##_##level
#define CLBN_PASTE(name, level) CLBN_PASTE_(name, level)
#define CLBN(name) CLBN_PASTE(name, CLB_NATIVE_LEVEL)

#define CLBN_FN static inline __attribute__((always_inline, unused))
/* Too long and too rare to be inlined. */
#define CLBN_FAR static __attribute__((noinline, unused))

/* Are fused multiply-adds single instructions at this level? */
#if defined(__x86_64__)
#if defined(__FMA__)
#define CLBN_FUSED 1
#else
#define CLBN_FUSED (CLB_NATIVE_LEVEL > 0)
#endif
#elif defined(__FP_FAST_FMA)
#define CLBN_FUSED 1
#else
#define CLBN_FUSED 0
#endif

#ifdef CLBN_USES_GAMMA
/* POSIX, which <math.h> may hide. */
extern double lgamma_r(double, int *);
#endif

#include "types.h"
#ifdef CLBN_USES_CHECKS
#include "checked.h"
#endif
#ifdef CLBN_USES_WAITING
#include "waiting.h"
#endif
#ifdef CLBN_USES_ENQUEUE
#include "../enqueue.h"
#endif
#endif
#endif

#if CLBN_AVAILABLE && defined(CLB_NATIVE_LEVEL)
#if CLB_NATIVE_LEVEL == 2 && !defined(__clang__)
/* gcc 12 mixes up values, masks among them, if spilled values share slots on the stack. */
#pragma GCC optimize("no-ira-share-spill-slots")
#endif
#include "integer.h"
#include "convert.h"
#include "math.h"
#include "common.h"
#include "relational.h"
#ifdef CLBN_USES_HALF
#include "half.h"
#endif
#include "memory.h"
#include "atomic.h"
#include "atomic_object.h"
#include "pipe.h"
#include "sub_group.h"
#ifdef CLBN_USES_PRINTF
#include "printf.h"
#endif
#ifdef CLBN_USES_ENQUEUE
#include "enqueue.h"
#endif
#ifdef CLBN_USES_SIMD
#include "simd.h"
#include "simd_memory.h"
#ifdef CLBN_USES_SIMD_TABLE
#include "simd_table.h"
#endif
#ifdef CLBN_USES_SIMD_PACKS
#include "simd_packs.h"
#endif
#ifdef CLBN_USES_SIMD_NARROW
#include "simd_narrow.h"
#endif
#ifdef CLBN_USES_SIMD_BASIC
#include "simd_basic.h"
#endif
#ifdef CLBN_USES_HALF
#include "simd_half.h"
#endif
#ifdef CLBN_USES_SIMD_MATH
#include "simd_math.h"
#endif
#ifdef CLBN_USES_SIMD_SUB_GROUP
#include "simd_sub_group.h"
#endif
#endif
#ifdef CLBN_USES_IMAGE
#include "image.h"
#ifdef CLBN_USES_SIMD
#include "simd_image.h"
#endif
#endif
#endif
