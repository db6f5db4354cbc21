/* The functions of <immintrin.h> that the files beside this one use, as macros. The compiler's header has 15,000 lines, which take
 * gcc longer than all else in the file of a small kernel. Each macro has the expansion of gcc 12's header. Other compilers may
 * have other built-in functions, so they get their own header, as all compilers do with -DCLB_NATIVE_IMMINTRIN.
 * Part of clbundle/native/native.h. Knows the processor's instructions; must not know lanes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_NATIVE_X86_H
#define CLBUNDLE_NATIVE_X86_H

#if defined(__clang__) || __GNUC__ != 12 || defined(CLB_NATIVE_IMMINTRIN)
#include <immintrin.h>
#else

typedef float __m128 __attribute__((vector_size(16), may_alias));
typedef long long __m128i __attribute__((vector_size(16), may_alias));
typedef float __m256 __attribute__((vector_size(32), may_alias));
typedef double __m256d __attribute__((vector_size(32), may_alias));
typedef long long __m256i __attribute__((vector_size(32), may_alias));
typedef float __m512 __attribute__((vector_size(64), may_alias));
typedef double __m512d __attribute__((vector_size(64), may_alias));
typedef long long __m512i __attribute__((vector_size(64), may_alias));
typedef unsigned char __mmask8;
typedef unsigned short __mmask16;

/* Vector types by gcc's names: the number of elements, then qi, hi, si and di for integers of 8 to 64 bits, sf and df. */
typedef float clbn_v4sf __attribute__((vector_size(16)));
typedef int clbn_v4si __attribute__((vector_size(16)));
typedef short clbn_v8hi __attribute__((vector_size(16)));
typedef char clbn_v16qi __attribute__((vector_size(16)));
typedef long long clbn_v2di __attribute__((vector_size(16)));
typedef float clbn_v8sf __attribute__((vector_size(32)));
typedef double clbn_v4df __attribute__((vector_size(32)));
typedef int clbn_v8si __attribute__((vector_size(32)));
typedef short clbn_v16hi __attribute__((vector_size(32)));
typedef char clbn_v32qi __attribute__((vector_size(32)));
typedef long long clbn_v4di __attribute__((vector_size(32)));
typedef float clbn_v16sf __attribute__((vector_size(64)));
typedef double clbn_v8df __attribute__((vector_size(64)));
typedef int clbn_v16si __attribute__((vector_size(64)));
typedef short clbn_v32hi __attribute__((vector_size(64)));
typedef char clbn_v64qi __attribute__((vector_size(64)));
typedef long long clbn_v8di __attribute__((vector_size(64)));
typedef unsigned char clbn_v32qu __attribute__((vector_size(32)));
typedef unsigned char clbn_v64qu __attribute__((vector_size(64)));
typedef float clbn_any_ps __attribute__((vector_size(16), may_alias, aligned(1)));
typedef long long clbn_any_si128 __attribute__((vector_size(16), may_alias, aligned(1)));
typedef long long clbn_any_si256 __attribute__((vector_size(32), may_alias, aligned(1)));
typedef long long clbn_any_si64 __attribute__((may_alias, aligned(1)));

/* An unspecified vector, for lanes outside of a mask. */
#define CLBN_UNDEFINED(T) __extension__({ T any = any; any; })

/* Comparisons: equal, unequal or NaN, less, less or equal. */
#define _CMP_EQ_OQ 0x00
#define _CMP_NEQ_UQ 0x04
#define _CMP_LT_OQ 0x11
#define _CMP_LE_OQ 0x12

/* Vectors of given elements, casts, and accesses to memory with the alignment of bytes. */
#define _mm_setr_epi8(...) ((__m128i)(clbn_v16qi){__VA_ARGS__})
#define _mm_setr_epi32(...) ((__m128i)(clbn_v4si){__VA_ARGS__})
#define _mm_set1_epi32(x) ((__m128i)((clbn_v4si){0} + (x)))
#define _mm256_setr_epi8(...) ((__m256i)(clbn_v32qi){__VA_ARGS__})
#define _mm256_setr_epi32(...) ((__m256i)(clbn_v8si){__VA_ARGS__})
#define _mm256_set1_epi8(x) ((__m256i)((clbn_v32qi){0} + (x)))
#define _mm256_set1_epi16(x) ((__m256i)((clbn_v16hi){0} + (x)))
#define _mm256_set1_epi32(x) ((__m256i)((clbn_v8si){0} + (x)))
#define _mm256_set1_epi64x(x) ((__m256i)((clbn_v4di){0} + (x)))
#define _mm512_set1_epi8(x) ((__m512i)((clbn_v64qi){0} + (x)))
#define _mm512_set1_epi16(x) ((__m512i)((clbn_v32hi){0} + (x)))
#define _mm256_castps_si256(a) ((__m256i)(__m256)(a))
#define _mm256_castps128_ps256(a) ((__m256)__builtin_ia32_ps256_ps((clbn_v4sf)(a)))
#define _mm256_castps256_ps128(a) ((__m128)__builtin_ia32_ps_ps256((clbn_v8sf)(a)))
#define _mm256_castsi128_si256(a) ((__m256i)__builtin_ia32_si256_si((clbn_v4si)(a)))
#define _mm256_castsi256_si128(a) ((__m128i)__builtin_ia32_si_si256((clbn_v8si)(a)))
#define _mm512_castps256_ps512(a) ((__m512)__builtin_ia32_ps512_256ps((clbn_v8sf)(a)))
#define _mm512_castsi256_si512(a) ((__m512i)__builtin_ia32_si512_256si((clbn_v8si)(a)))
#define _mm512_castps512_ps256(a) ((__m256)__builtin_ia32_extractf64x4_mask((clbn_v8df)(a), 0, CLBN_UNDEFINED(clbn_v4df), -1))
#define _mm512_castsi512_si256(a) ((__m256i)__builtin_ia32_extractf64x4_mask((clbn_v8df)(a), 0, CLBN_UNDEFINED(clbn_v4df), -1))
#define _mm_cvtsi128_si64(a) (((clbn_v2di)(a))[0])
#define _mm_loadu_ps(p) (*(const clbn_any_ps *)(const void *)(p))
#define _mm_storeu_ps(p, a) ((void)(*(clbn_any_ps *)(void *)(p) = (a)))
#define _mm_loadu_si128(p) (*(const clbn_any_si128 *)(const void *)(p))
#define _mm_loadl_epi64(p) ((__m128i)(clbn_v2di){*(const clbn_any_si64 *)(const void *)(p), 0})
#define _mm256_loadu_si256(p) (*(const clbn_any_si256 *)(const void *)(p))
#define _mm256_storeu_si256(p, a) ((void)(*(clbn_any_si256 *)(void *)(p) = (a)))

/* Vectors of 32 bytes and below: AVX2, FMA, F16C and BMI2. */
#define _mm_maskload_epi32(p, m) ((__m128i)__builtin_ia32_maskloadd((const clbn_v4si *)(const void *)(p), (clbn_v4si)(m)))
#define _mm256_maskload_epi32(p, m) ((__m256i)__builtin_ia32_maskloadd256((const clbn_v8si *)(const void *)(p), (clbn_v8si)(m)))
#define _mm256_maskstore_epi32(p, m, a) __builtin_ia32_maskstored256((clbn_v8si *)(void *)(p), (clbn_v8si)(m), (clbn_v8si)(a))
#define _mm256_maskload_epi64(p, m) ((__m256i)__builtin_ia32_maskloadq256((const clbn_v4di *)(const void *)(p), (clbn_v4di)(m)))
#define _mm256_maskstore_epi64(p, m, a) __builtin_ia32_maskstoreq256((clbn_v4di *)(void *)(p), (clbn_v4di)(m), (clbn_v4di)(a))
#define _mm256_maskload_ps(p, m) ((__m256)__builtin_ia32_maskloadps256((const clbn_v8sf *)(const void *)(p), (clbn_v8si)(m)))
#define _mm256_maskstore_ps(p, m, a) __builtin_ia32_maskstoreps256((clbn_v8sf *)(void *)(p), (clbn_v8si)(m), (clbn_v8sf)(a))
#define _mm256_maskload_pd(p, m) ((__m256d)__builtin_ia32_maskloadpd256((const clbn_v4df *)(const void *)(p), (clbn_v4di)(m)))
#define _mm256_maskstore_pd(p, m, a) __builtin_ia32_maskstorepd256((clbn_v4df *)(void *)(p), (clbn_v4di)(m), (clbn_v4df)(a))
#define _mm256_max_epi32(a, b) ((__m256i)__builtin_ia32_pmaxsd256((clbn_v8si)(a), (clbn_v8si)(b)))
#define _mm256_max_epu32(a, b) ((__m256i)__builtin_ia32_pmaxud256((clbn_v8si)(a), (clbn_v8si)(b)))
#define _mm256_min_epi32(a, b) ((__m256i)__builtin_ia32_pminsd256((clbn_v8si)(a), (clbn_v8si)(b)))
#define _mm256_min_epu32(a, b) ((__m256i)__builtin_ia32_pminud256((clbn_v8si)(a), (clbn_v8si)(b)))
#define _mm256_min_epi16(a, b) ((__m256i)__builtin_ia32_pminsw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_min_epi8(a, b) ((__m256i)__builtin_ia32_pminsb256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_min_epu8(a, b) ((__m256i)__builtin_ia32_pminub256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_min_epu16(a, b) ((__m256i)__builtin_ia32_pminuw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_max_epi8(a, b) ((__m256i)__builtin_ia32_pmaxsb256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_max_epu8(a, b) ((__m256i)__builtin_ia32_pmaxub256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_max_epi16(a, b) ((__m256i)__builtin_ia32_pmaxsw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_max_epu16(a, b) ((__m256i)__builtin_ia32_pmaxuw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_adds_epi8(a, b) ((__m256i)__builtin_ia32_paddsb256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_adds_epu8(a, b) ((__m256i)__builtin_ia32_paddusb256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_adds_epi16(a, b) ((__m256i)__builtin_ia32_paddsw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_adds_epu16(a, b) ((__m256i)__builtin_ia32_paddusw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_subs_epi8(a, b) ((__m256i)__builtin_ia32_psubsb256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_subs_epu8(a, b) ((__m256i)__builtin_ia32_psubusb256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_subs_epi16(a, b) ((__m256i)__builtin_ia32_psubsw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_avg_epu8(a, b) ((__m256i)__builtin_ia32_pavgb256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_avg_epu16(a, b) ((__m256i)__builtin_ia32_pavgw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_mulhi_epi16(a, b) ((__m256i)__builtin_ia32_pmulhw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_mulhi_epu16(a, b) ((__m256i)__builtin_ia32_pmulhuw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_packus_epi16(a, b) ((__m256i)__builtin_ia32_packuswb256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_cvtepi8_epi16(a) ((__m256i)__builtin_ia32_pmovsxbw256((clbn_v16qi)(a)))
#define _mm256_cvtepu8_epi16(a) ((__m256i)__builtin_ia32_pmovzxbw256((clbn_v16qi)(a)))
#define _mm256_mul_epi32(a, b) ((__m256i)__builtin_ia32_pmuldq256((clbn_v8si)(a), (clbn_v8si)(b)))
#define _mm256_mul_epu32(a, b) ((__m256i)__builtin_ia32_pmuludq256((clbn_v8si)(a), (clbn_v8si)(b)))
#define _mm256_subs_epu16(a, b) ((__m256i)__builtin_ia32_psubusw256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_madd_epi16(a, b) ((__m256i)__builtin_ia32_pmaddwd256((clbn_v16hi)(a), (clbn_v16hi)(b)))
#define _mm256_maddubs_epi16(a, b) ((__m256i)__builtin_ia32_pmaddubsw256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_sad_epu8(a, b) ((__m256i)__builtin_ia32_psadbw256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_shuffle_epi8(a, b) ((__m256i)__builtin_ia32_pshufb256((clbn_v32qi)(a), (clbn_v32qi)(b)))
#define _mm256_permutevar8x32_epi32(a, b) ((__m256i)__builtin_ia32_permvarsi256((clbn_v8si)(a), (clbn_v8si)(b)))
#define _mm256_permutevar8x32_ps(a, n) ((__m256)__builtin_ia32_permvarsf256((clbn_v8sf)(a), (clbn_v8si)(n)))
#define _mm256_add_epi8(a, b) ((__m256i)((clbn_v32qu)(a) + (clbn_v32qu)(b)))
#define _mm256_and_si256(a, b) ((__m256i)((clbn_v4di)(a) & (clbn_v4di)(b)))
#define _mm_packus_epi32(a, b) ((__m128i)__builtin_ia32_packusdw128((clbn_v4si)(a), (clbn_v4si)(b)))
#define _mm_unpacklo_epi32(a, b) ((__m128i)__builtin_ia32_punpckldq128((clbn_v4si)(a), (clbn_v4si)(b)))
#define _mm_unpacklo_epi64(a, b) ((__m128i)__builtin_ia32_punpcklqdq128((clbn_v2di)(a), (clbn_v2di)(b)))
#define _mm256_max_ps(a, b) ((__m256)__builtin_ia32_maxps256((clbn_v8sf)(a), (clbn_v8sf)(b)))
#define _mm256_max_pd(a, b) ((__m256d)__builtin_ia32_maxpd256((clbn_v4df)(a), (clbn_v4df)(b)))
#define _mm256_min_ps(a, b) ((__m256)__builtin_ia32_minps256((clbn_v8sf)(a), (clbn_v8sf)(b)))
#define _mm256_min_pd(a, b) ((__m256d)__builtin_ia32_minpd256((clbn_v4df)(a), (clbn_v4df)(b)))
#define _mm256_unpacklo_ps(a, b) ((__m256)__builtin_ia32_unpcklps256((clbn_v8sf)(a), (clbn_v8sf)(b)))
#define _mm256_unpackhi_ps(a, b) ((__m256)__builtin_ia32_unpckhps256((clbn_v8sf)(a), (clbn_v8sf)(b)))
#define _mm256_testz_si256(a, b) __builtin_ia32_ptestz256((clbn_v4di)(a), (clbn_v4di)(b))
#define _mm256_testc_si256(a, b) __builtin_ia32_ptestc256((clbn_v4di)(a), (clbn_v4di)(b))
#define _mm256_movemask_ps(a) __builtin_ia32_movmskps256((clbn_v8sf)(a))
#define _mm256_cvtepi8_epi32(a) ((__m256i)__builtin_ia32_pmovsxbd256((clbn_v16qi)(a)))
#define _mm256_cvtepu8_epi32(a) ((__m256i)__builtin_ia32_pmovzxbd256((clbn_v16qi)(a)))
#define _mm256_cvtepi16_epi32(a) ((__m256i)__builtin_ia32_pmovsxwd256((clbn_v8hi)(a)))
#define _mm256_cvtepu16_epi32(a) ((__m256i)__builtin_ia32_pmovzxwd256((clbn_v8hi)(a)))
#define _mm256_cvtepi32_epi64(a) ((__m256i)__builtin_ia32_pmovsxdq256((clbn_v4si)(a)))
#define _mm256_cvtepi32_ps(a) ((__m256)__builtin_ia32_cvtdq2ps256((clbn_v8si)(a)))
#define _mm256_cvtepi32_pd(a) ((__m256d)__builtin_ia32_cvtdq2pd256((clbn_v4si)(a)))
#define _mm256_cvtps_pd(a) ((__m256d)__builtin_ia32_cvtps2pd256((clbn_v4sf)(a)))
#define _mm256_cvtpd_ps(a) ((__m128)__builtin_ia32_cvtpd2ps256((clbn_v4df)(a)))
#define _mm256_cvttpd_epi32(a) ((__m128i)__builtin_ia32_cvttpd2dq256((clbn_v4df)(a)))
#define _mm256_cvtph_ps(a) ((__m256)__builtin_ia32_vcvtph2ps256((clbn_v8hi)(a)))
#define _mm256_sqrt_ps(a) ((__m256)__builtin_ia32_sqrtps256((clbn_v8sf)(a)))
#define _mm256_sqrt_pd(a) ((__m256d)__builtin_ia32_sqrtpd256((clbn_v4df)(a)))
#define _mm256_broadcastsi128_si256(a) ((__m256i)__builtin_ia32_vbroadcastsi256((clbn_v2di)(a)))
#define _mm256_cvtps_ph(a, n) ((__m128i)__builtin_ia32_vcvtps2ph256((clbn_v8sf)(a), n))
#define _mm256_round_ps(a, n) ((__m256)__builtin_ia32_roundps256((clbn_v8sf)(a), n))
#define _mm256_round_pd(a, n) ((__m256d)__builtin_ia32_roundpd256((clbn_v4df)(a), n))
#define _mm256_srli_epi32(a, n) ((__m256i)__builtin_ia32_psrldi256((clbn_v8si)(a), n))
#define _mm256_srli_epi64(a, n) ((__m256i)__builtin_ia32_psrlqi256((clbn_v4di)(a), n))
#define _mm256_permute4x64_epi64(a, n) ((__m256i)__builtin_ia32_permdi256((clbn_v4di)(a), n))
#define _mm256_extractf128_ps(a, n) ((__m128)__builtin_ia32_vextractf128_ps256((clbn_v8sf)(a), n))
#define _mm256_extracti128_si256(a, n) ((__m128i)__builtin_ia32_extract128i256((clbn_v4di)(a), n))
#define _mm256_blend_epi32(a, b, n) ((__m256i)__builtin_ia32_pblendd256((clbn_v8si)(a), (clbn_v8si)(b), n))
#define _mm256_insertf128_ps(a, b, n) ((__m256)__builtin_ia32_vinsertf128_ps256((clbn_v8sf)(a), (clbn_v4sf)(b), n))
#define _mm256_inserti128_si256(a, b, n) ((__m256i)__builtin_ia32_insert128i256((clbn_v4di)(a), (clbn_v2di)(b), n))
#define _mm256_permute2f128_ps(a, b, n) ((__m256)__builtin_ia32_vperm2f128_ps256((clbn_v8sf)(a), (clbn_v8sf)(b), n))
#define _mm256_shuffle_ps(a, b, n) ((__m256)__builtin_ia32_shufps256((clbn_v8sf)(a), (clbn_v8sf)(b), n))
#define _mm256_blendv_ps(a, b, c) ((__m256)__builtin_ia32_blendvps256((clbn_v8sf)(a), (clbn_v8sf)(b), (clbn_v8sf)(c)))
#define _mm256_blendv_pd(a, b, c) ((__m256d)__builtin_ia32_blendvpd256((clbn_v4df)(a), (clbn_v4df)(b), (clbn_v4df)(c)))
#define _mm256_fmadd_ps(a, b, c) ((__m256)__builtin_ia32_vfmaddps256((clbn_v8sf)(a), (clbn_v8sf)(b), (clbn_v8sf)(c)))
#define _mm256_fmadd_pd(a, b, c) ((__m256d)__builtin_ia32_vfmaddpd256((clbn_v4df)(a), (clbn_v4df)(b), (clbn_v4df)(c)))
#define _cvtsh_ss(a) (__builtin_ia32_vcvtph2ps((clbn_v8hi){(short)(a)})[0])
#define _cvtss_sh(a, n) ((unsigned short)__builtin_ia32_vcvtps2ph((clbn_v4sf){a}, n)[0])
#define _pdep_u32(a, b) __builtin_ia32_pdep_si(a, b)

/* Vectors of 64 bytes, and masks: AVX-512 F, VL, BW, DQ and CD. The mask -1 has all lanes. The rounding 4 is the current one. */
#define _mm512_max_epi32(a, b) ((__m512i)__builtin_ia32_pmaxsd512_mask((clbn_v16si)(a), (clbn_v16si)(b), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_max_epu32(a, b) ((__m512i)__builtin_ia32_pmaxud512_mask((clbn_v16si)(a), (clbn_v16si)(b), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_min_epi32(a, b) ((__m512i)__builtin_ia32_pminsd512_mask((clbn_v16si)(a), (clbn_v16si)(b), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_min_epu32(a, b) ((__m512i)__builtin_ia32_pminud512_mask((clbn_v16si)(a), (clbn_v16si)(b), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_min_epi8(a, b) ((__m512i)__builtin_ia32_pminsb512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v64qi){0}, -1))
#define _mm512_min_epu8(a, b) ((__m512i)__builtin_ia32_pminub512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v64qi){0}, -1))
#define _mm512_min_epi16(a, b) ((__m512i)__builtin_ia32_pminsw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_min_epu16(a, b) ((__m512i)__builtin_ia32_pminuw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_max_epi8(a, b) ((__m512i)__builtin_ia32_pmaxsb512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v64qi){0}, -1))
#define _mm512_max_epu8(a, b) ((__m512i)__builtin_ia32_pmaxub512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v64qi){0}, -1))
#define _mm512_max_epi16(a, b) ((__m512i)__builtin_ia32_pmaxsw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_max_epu16(a, b) ((__m512i)__builtin_ia32_pmaxuw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_adds_epi8(a, b) ((__m512i)__builtin_ia32_paddsb512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v64qi){0}, -1))
#define _mm512_adds_epu8(a, b) ((__m512i)__builtin_ia32_paddusb512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v64qi){0}, -1))
#define _mm512_adds_epi16(a, b) ((__m512i)__builtin_ia32_paddsw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_adds_epu16(a, b) ((__m512i)__builtin_ia32_paddusw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_subs_epi8(a, b) ((__m512i)__builtin_ia32_psubsb512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v64qi){0}, -1))
#define _mm512_subs_epu8(a, b) ((__m512i)__builtin_ia32_psubusb512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v64qi){0}, -1))
#define _mm512_subs_epi16(a, b) ((__m512i)__builtin_ia32_psubsw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_subs_epu16(a, b) ((__m512i)__builtin_ia32_psubusw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_avg_epu8(a, b) ((__m512i)__builtin_ia32_pavgb512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v64qi){0}, -1))
#define _mm512_avg_epu16(a, b) ((__m512i)__builtin_ia32_pavgw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_mulhi_epi16(a, b) ((__m512i)__builtin_ia32_pmulhw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_mulhi_epu16(a, b) ((__m512i)__builtin_ia32_pmulhuw512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v32hi){0}, -1))
#define _mm512_packus_epi16(a, b) ((__m512i)__builtin_ia32_packuswb512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v64qi){0}, -1))
#define _mm512_cvtepi8_epi16(a) ((__m512i)__builtin_ia32_pmovsxbw512_mask((clbn_v32qi)(a), (clbn_v32hi){0}, -1))
#define _mm512_cvtepu8_epi16(a) ((__m512i)__builtin_ia32_pmovzxbw512_mask((clbn_v32qi)(a), (clbn_v32hi){0}, -1))
#define _mm512_permutexvar_epi64(n, a) \
    ((__m512i)__builtin_ia32_permvardi512_mask((clbn_v8di)(a), (clbn_v8di)(n), CLBN_UNDEFINED(clbn_v8di), -1))
#define _mm512_mul_epi32(a, b) ((__m512i)__builtin_ia32_pmuldq512_mask((clbn_v16si)(a), (clbn_v16si)(b), CLBN_UNDEFINED(clbn_v8di), -1))
#define _mm512_mul_epu32(a, b) ((__m512i)__builtin_ia32_pmuludq512_mask((clbn_v16si)(a), (clbn_v16si)(b), CLBN_UNDEFINED(clbn_v8di), -1))
#define _mm512_rolv_epi32(a, b) ((__m512i)__builtin_ia32_prolvd512_mask((clbn_v16si)(a), (clbn_v16si)(b), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_rolv_epi64(a, b) ((__m512i)__builtin_ia32_prolvq512_mask((clbn_v8di)(a), (clbn_v8di)(b), CLBN_UNDEFINED(clbn_v8di), -1))
#define _mm512_madd_epi16(a, b) ((__m512i)__builtin_ia32_pmaddwd512_mask((clbn_v32hi)(a), (clbn_v32hi)(b), (clbn_v16si){0}, -1))
#define _mm512_maddubs_epi16(a, b) ((__m512i)__builtin_ia32_pmaddubsw512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v32hi){0}, -1))
#define _mm512_shuffle_epi8(a, b) ((__m512i)__builtin_ia32_pshufb512_mask((clbn_v64qi)(a), (clbn_v64qi)(b), (clbn_v64qi){0}, -1))
#define _mm512_add_epi8(a, b) ((__m512i)((clbn_v64qu)(a) + (clbn_v64qu)(b)))
#define _mm512_sad_epu8(a, b) ((__m512i)__builtin_ia32_psadbw512((clbn_v64qi)(a), (clbn_v64qi)(b)))
#define _mm512_max_ps(a, b) ((__m512)__builtin_ia32_maxps512_mask((clbn_v16sf)(a), (clbn_v16sf)(b), CLBN_UNDEFINED(clbn_v16sf), -1, 4))
#define _mm512_max_pd(a, b) ((__m512d)__builtin_ia32_maxpd512_mask((clbn_v8df)(a), (clbn_v8df)(b), CLBN_UNDEFINED(clbn_v8df), -1, 4))
#define _mm512_min_ps(a, b) ((__m512)__builtin_ia32_minps512_mask((clbn_v16sf)(a), (clbn_v16sf)(b), CLBN_UNDEFINED(clbn_v16sf), -1, 4))
#define _mm512_min_pd(a, b) ((__m512d)__builtin_ia32_minpd512_mask((clbn_v8df)(a), (clbn_v8df)(b), CLBN_UNDEFINED(clbn_v8df), -1, 4))
#define _mm512_scalef_ps(a, b) ((__m512)__builtin_ia32_scalefps512_mask((clbn_v16sf)(a), (clbn_v16sf)(b), CLBN_UNDEFINED(clbn_v16sf), -1, 4))
#define _mm512_getexp_ps(a) ((__m512)__builtin_ia32_getexpps512_mask((clbn_v16sf)(a), CLBN_UNDEFINED(clbn_v16sf), -1, 4))
#define _MM_MANT_NORM_p75_1p5 3
#define _MM_MANT_SIGN_nan 2
#define _mm512_getmant_ps(a, interval, sign) \
    ((__m512)__builtin_ia32_getmantps512_mask((clbn_v16sf)(a), (sign) << 2 | (interval), CLBN_UNDEFINED(clbn_v16sf), -1, 4))
#define _mm512_fixupimm_ps(a, b, table, flags) \
    ((__m512)__builtin_ia32_fixupimmps512_mask((clbn_v16sf)(a), (clbn_v16sf)(b), (clbn_v16si)(table), flags, -1, 4))
#define _mm512_scalef_pd(a, b) ((__m512d)__builtin_ia32_scalefpd512_mask((clbn_v8df)(a), (clbn_v8df)(b), CLBN_UNDEFINED(clbn_v8df), -1, 4))
#define _mm512_unpacklo_ps(a, b) ((__m512)__builtin_ia32_unpcklps512_mask((clbn_v16sf)(a), (clbn_v16sf)(b), CLBN_UNDEFINED(clbn_v16sf), -1))
#define _mm512_unpackhi_ps(a, b) ((__m512)__builtin_ia32_unpckhps512_mask((clbn_v16sf)(a), (clbn_v16sf)(b), CLBN_UNDEFINED(clbn_v16sf), -1))
#define _mm512_permutexvar_epi32(n, a) \
    ((__m512i)__builtin_ia32_permvarsi512_mask((clbn_v16si)(a), (clbn_v16si)(n), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_permutexvar_ps(n, a) \
    ((__m512)__builtin_ia32_permvarsf512_mask((clbn_v16sf)(a), (clbn_v16si)(n), CLBN_UNDEFINED(clbn_v16sf), -1))
#define _mm512_permutex2var_epi32(a, n, b) \
    ((__m512i)__builtin_ia32_vpermt2vard512_mask((clbn_v16si)(n), (clbn_v16si)(a), (clbn_v16si)(b), -1))
#define _mm512_permutex2var_epi64(a, n, b) \
    ((__m512i)__builtin_ia32_vpermt2varq512_mask((clbn_v8di)(n), (clbn_v8di)(a), (clbn_v8di)(b), -1))
#define _mm512_cvtepi8_epi32(a) ((__m512i)__builtin_ia32_pmovsxbd512_mask((clbn_v16qi)(a), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_cvtepu8_epi32(a) ((__m512i)__builtin_ia32_pmovzxbd512_mask((clbn_v16qi)(a), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_cvtepi16_epi32(a) ((__m512i)__builtin_ia32_pmovsxwd512_mask((clbn_v16hi)(a), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_cvtepu16_epi32(a) ((__m512i)__builtin_ia32_pmovzxwd512_mask((clbn_v16hi)(a), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_cvtepi32_epi64(a) ((__m512i)__builtin_ia32_pmovsxdq512_mask((clbn_v8si)(a), CLBN_UNDEFINED(clbn_v8di), -1))
#define _mm512_lzcnt_epi32(a) ((__m512i)__builtin_ia32_vplzcntd_512_mask((clbn_v16si)(a), (clbn_v16si){0}, -1))
#define _mm512_broadcast_i32x4(a) ((__m512i)__builtin_ia32_broadcasti32x4_512((clbn_v4si)(a), CLBN_UNDEFINED(clbn_v16si), -1))
#define _mm512_cvtepi32_epi8(a) ((__m128i)__builtin_ia32_pmovdb512_mask((clbn_v16si)(a), CLBN_UNDEFINED(clbn_v16qi), -1))
#define _mm512_cvtepi32_epi16(a) ((__m256i)__builtin_ia32_pmovdw512_mask((clbn_v16si)(a), CLBN_UNDEFINED(clbn_v16hi), -1))
#define _mm512_cvtepi64_epi32(a) ((__m256i)__builtin_ia32_pmovqd512_mask((clbn_v8di)(a), CLBN_UNDEFINED(clbn_v8si), -1))
#define _mm512_broadcast_f32x4(a) ((__m512)__builtin_ia32_broadcastf32x4_512((clbn_v4sf)(a), CLBN_UNDEFINED(clbn_v16sf), -1))
#define _mm512_cvtepi64_pd(a) ((__m512d)__builtin_ia32_cvtqq2pd512_mask((clbn_v8di)(a), (clbn_v8df){0}, -1, 4))
#define _mm512_cvtepu64_pd(a) ((__m512d)__builtin_ia32_cvtuqq2pd512_mask((clbn_v8di)(a), (clbn_v8df){0}, -1, 4))
#define _mm512_cvtepi32_pd(a) ((__m512d)__builtin_ia32_cvtdq2pd512_mask((clbn_v8si)(a), CLBN_UNDEFINED(clbn_v8df), -1))
#define _mm512_cvtepu32_ps(a) ((__m512)__builtin_ia32_cvtudq2ps512_mask((clbn_v16si)(a), CLBN_UNDEFINED(clbn_v16sf), -1, 4))
#define _mm512_cvttps_epu32(a) ((__m512i)__builtin_ia32_cvttps2udq512_mask((clbn_v16sf)(a), CLBN_UNDEFINED(clbn_v16si), -1, 4))
#define _mm512_cvtps_pd(a) ((__m512d)__builtin_ia32_cvtps2pd512_mask((clbn_v8sf)(a), CLBN_UNDEFINED(clbn_v8df), -1, 4))
#define _mm512_cvtpd_ps(a) ((__m256)__builtin_ia32_cvtpd2ps512_mask((clbn_v8df)(a), CLBN_UNDEFINED(clbn_v8sf), -1, 4))
#define _mm512_cvttpd_epi32(a) ((__m256i)__builtin_ia32_cvttpd2dq512_mask((clbn_v8df)(a), CLBN_UNDEFINED(clbn_v8si), -1, 4))
#define _mm512_cvtph_ps(a) ((__m512)__builtin_ia32_vcvtph2ps512_mask((clbn_v16hi)(a), CLBN_UNDEFINED(clbn_v16sf), -1, 4))
#define _mm512_sqrt_ps(a) ((__m512)__builtin_ia32_sqrtps512_mask((clbn_v16sf)(a), CLBN_UNDEFINED(clbn_v16sf), -1, 4))
#define _mm512_sqrt_pd(a) ((__m512d)__builtin_ia32_sqrtpd512_mask((clbn_v8df)(a), CLBN_UNDEFINED(clbn_v8df), -1, 4))
#define _mm512_cvtps_ph(a, n) ((__m256i)__builtin_ia32_vcvtps2ph512_mask((clbn_v16sf)(a), n, CLBN_UNDEFINED(clbn_v16hi), -1))
#define _mm512_roundscale_ps(a, n) ((__m512)__builtin_ia32_rndscaleps_mask((clbn_v16sf)(a), n, CLBN_UNDEFINED(clbn_v16sf), -1, 4))
#define _mm512_roundscale_pd(a, n) ((__m512d)__builtin_ia32_rndscalepd_mask((clbn_v8df)(a), n, CLBN_UNDEFINED(clbn_v8df), -1, 4))
#define _mm512_srli_epi64(a, n) ((__m512i)__builtin_ia32_psrlqi512_mask((clbn_v8di)(a), n, CLBN_UNDEFINED(clbn_v8di), -1))
#define _mm512_extractf32x4_ps(a, n) ((__m128)__builtin_ia32_extractf32x4_mask((clbn_v16sf)(a), n, CLBN_UNDEFINED(clbn_v4sf), -1))
#define _mm512_extracti64x4_epi64(a, n) ((__m256i)__builtin_ia32_extracti64x4_mask((clbn_v8di)(a), n, CLBN_UNDEFINED(clbn_v4di), -1))
#define _mm512_insertf32x8(a, b, n) ((__m512)__builtin_ia32_insertf32x8_mask((clbn_v16sf)(a), (clbn_v8sf)(b), n, (clbn_v16sf){0}, -1))
#define _mm512_inserti64x4(a, b, n) \
    ((__m512i)__builtin_ia32_inserti64x4_mask((clbn_v8di)(a), (clbn_v4di)(b), n, CLBN_UNDEFINED(clbn_v8di), -1))
#define _mm512_shuffle_ps(a, b, n) \
    ((__m512)__builtin_ia32_shufps512_mask((clbn_v16sf)(a), (clbn_v16sf)(b), n, CLBN_UNDEFINED(clbn_v16sf), -1))
#define _mm512_fmadd_ps(a, b, c) ((__m512)__builtin_ia32_vfmaddps512_mask((clbn_v16sf)(a), (clbn_v16sf)(b), (clbn_v16sf)(c), -1, 4))
#define _mm512_fmadd_pd(a, b, c) ((__m512d)__builtin_ia32_vfmaddpd512_mask((clbn_v8df)(a), (clbn_v8df)(b), (clbn_v8df)(c), -1, 4))
#define _mm512_cmp_epi32_mask(a, b, how) ((__mmask16)__builtin_ia32_cmpd512_mask((clbn_v16si)(a), (clbn_v16si)(b), how, -1))
#define _mm512_cmp_epu32_mask(a, b, how) ((__mmask16)__builtin_ia32_ucmpd512_mask((clbn_v16si)(a), (clbn_v16si)(b), how, -1))
#define _mm512_cmp_epi64_mask(a, b, how) ((__mmask8)__builtin_ia32_cmpq512_mask((clbn_v8di)(a), (clbn_v8di)(b), how, -1))
#define _mm512_cmp_epu64_mask(a, b, how) ((__mmask8)__builtin_ia32_ucmpq512_mask((clbn_v8di)(a), (clbn_v8di)(b), how, -1))
#define _mm512_cmp_ps_mask(a, b, how) ((__mmask16)__builtin_ia32_cmpps512_mask((clbn_v16sf)(a), (clbn_v16sf)(b), how, -1, 4))
#define _mm512_cmp_pd_mask(a, b, how) ((__mmask8)__builtin_ia32_cmppd512_mask((clbn_v8df)(a), (clbn_v8df)(b), how, -1, 4))
#define _mm512_mask_blend_epi32(m, a, b) ((__m512i)__builtin_ia32_blendmd_512_mask((clbn_v16si)(a), (clbn_v16si)(b), (__mmask16)(m)))
#define _mm512_mask_blend_epi64(m, a, b) ((__m512i)__builtin_ia32_blendmq_512_mask((clbn_v8di)(a), (clbn_v8di)(b), (__mmask8)(m)))
#define _mm512_mask_blend_ps(m, a, b) ((__m512)__builtin_ia32_blendmps_512_mask((clbn_v16sf)(a), (clbn_v16sf)(b), (__mmask16)(m)))
#define _mm_maskz_loadu_ps(m, p) \
    ((__m128)__builtin_ia32_loadups128_mask((const float *)(const void *)(p), (clbn_v4sf){0}, (__mmask8)(m)))
#define _mm_mask_storeu_ps(p, m, a) __builtin_ia32_storeups128_mask((float *)(void *)(p), (clbn_v4sf)(a), (__mmask8)(m))
#define _mm_maskz_loadu_epi8(m, p) \
    ((__m128i)__builtin_ia32_loaddquqi128_mask((const char *)(const void *)(p), (clbn_v16qi){0}, (__mmask16)(m)))
#define _mm256_maskz_loadu_epi16(m, p) \
    ((__m256i)__builtin_ia32_loaddquhi256_mask((const short *)(const void *)(p), (clbn_v16hi){0}, (__mmask16)(m)))
#define _mm512_maskz_loadu_epi32(m, p) \
    ((__m512i)__builtin_ia32_loaddqusi512_mask((const int *)(const void *)(p), (clbn_v16si){0}, (__mmask16)(m)))
#define _mm512_mask_storeu_epi32(p, m, a) __builtin_ia32_storedqusi512_mask((int *)(void *)(p), (clbn_v16si)(a), (__mmask16)(m))
#define _mm512_maskz_loadu_epi64(m, p) \
    ((__m512i)__builtin_ia32_loaddqudi512_mask((const long long *)(const void *)(p), (clbn_v8di){0}, (__mmask8)(m)))
#define _mm512_mask_storeu_epi64(p, m, a) __builtin_ia32_storedqudi512_mask((long long *)(void *)(p), (clbn_v8di)(a), (__mmask8)(m))
#define _mm512_maskz_loadu_ps(m, p) \
    ((__m512)__builtin_ia32_loadups512_mask((const float *)(const void *)(p), (clbn_v16sf){0}, (__mmask16)(m)))
#define _mm512_mask_storeu_ps(p, m, a) __builtin_ia32_storeups512_mask((float *)(void *)(p), (clbn_v16sf)(a), (__mmask16)(m))
#define _mm512_maskz_loadu_pd(m, p) \
    ((__m512d)__builtin_ia32_loadupd512_mask((const double *)(const void *)(p), (clbn_v8df){0}, (__mmask8)(m)))
#define _mm512_mask_storeu_pd(p, m, a) __builtin_ia32_storeupd512_mask((double *)(void *)(p), (clbn_v8df)(a), (__mmask8)(m))
#define _mm256_mask_i32gather_epi32(none, p, at, m, scale) \
    ((__m256i)__builtin_ia32_gathersiv8si((clbn_v8si)(none), (const int *)(const void *)(p), (clbn_v8si)(at), (clbn_v8si)(m), scale))
#define _mm256_mask_i32gather_epi64(none, p, at, m, scale)                                                                        \
    ((__m256i)__builtin_ia32_gathersiv4di((clbn_v4di)(none), (const long long *)(const void *)(p), (clbn_v4si)(at), (clbn_v4di)(m), \
                                          scale))
#define _mm256_mask_i64gather_epi32(none, p, at, m, scale) \
    ((__m128i)__builtin_ia32_gatherdiv4si256((clbn_v4si)(none), (const int *)(const void *)(p), (clbn_v4di)(at), (clbn_v4si)(m), scale))
#define _mm256_mask_i64gather_epi64(none, p, at, m, scale)                                                                        \
    ((__m256i)__builtin_ia32_gatherdiv4di((clbn_v4di)(none), (const long long *)(const void *)(p), (clbn_v4di)(at), (clbn_v4di)(m), \
                                          scale))
#define _mm512_mask_i32gather_epi32(none, m, at, p, scale) \
    ((__m512i)__builtin_ia32_gathersiv16si((clbn_v16si)(none), p, (clbn_v16si)(at), (__mmask16)(m), scale))
#define _mm512_mask_i32scatter_epi32(p, m, at, v, scale) \
    __builtin_ia32_scattersiv16si(p, m, (clbn_v16si)(at), (clbn_v16si)(v), scale)
#define _mm512_mask_i32gather_epi64(none, m, at, p, scale) \
    ((__m512i)__builtin_ia32_gathersiv8di((clbn_v8di)(none), p, (clbn_v8si)(at), (__mmask8)(m), scale))
#define _mm512_mask_i64gather_epi32(none, m, at, p, scale) \
    ((__m256i)__builtin_ia32_gatherdiv16si((clbn_v8si)(none), p, (clbn_v8di)(at), (__mmask8)(m), scale))
#define _mm512_mask_i64gather_epi64(none, m, at, p, scale) \
    ((__m512i)__builtin_ia32_gatherdiv8di((clbn_v8di)(none), p, (clbn_v8di)(at), (__mmask8)(m), scale))
#define _mm512_mask_cvtepi32_storeu_epi8(p, m, a) \
    __builtin_ia32_pmovdb512mem_mask((clbn_v16qi *)(void *)(p), (clbn_v16si)(a), (__mmask16)(m))
#define _mm512_mask_cvtepi32_storeu_epi16(p, m, a) \
    __builtin_ia32_pmovdw512mem_mask((clbn_v16hi *)(void *)(p), (clbn_v16si)(a), (__mmask16)(m))

#endif
#endif
