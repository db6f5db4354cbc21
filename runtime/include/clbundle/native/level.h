/* Included before and after the code for an instruction set level, CLB_NATIVE_LEVEL. The only file that says what a
 * level means to compilers. Knows nothing about that code.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBN_LEVEL_OPEN
#define CLBN_LEVEL_OPEN
#if CLB_NATIVE_LEVEL == 1 && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt,f16c,movbe"))), apply_to = function)
#elif CLB_NATIVE_LEVEL == 1
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt,f16c,movbe")
#elif CLB_NATIVE_LEVEL == 2 && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,avx512cd," \
                                                   "avx2,fma,bmi,bmi2,lzcnt,popcnt,f16c,movbe"))), apply_to = function)
#elif CLB_NATIVE_LEVEL == 2
#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,avx512cd", "avx2,fma,bmi,bmi2,lzcnt,popcnt,f16c,movbe", \
                   "prefer-vector-width=512")
#endif
#else
#undef CLBN_LEVEL_OPEN
#if CLB_NATIVE_LEVEL > 0 && defined(__clang__)
#pragma clang attribute pop
#elif CLB_NATIVE_LEVEL > 0
#pragma GCC pop_options
#endif
#endif
