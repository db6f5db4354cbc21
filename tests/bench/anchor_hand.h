/* softmax and filter of anchor.cl by hand, by the vectors of AVX2 (v3) and AVX-512 (v4); there for x86-64 alone, and to
 * be called where the processor has them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ANCHOR_HAND_H
#define ANCHOR_HAND_H

/* 2 if this processor has AVX-512, 1 if it has AVX2 with FMA, else 0. */
int anchor_level(void);

/* `rows` rows of n numbers each, n a multiple of 64. */
void anchor_softmax_v3(const float *in, float *out, int rows, int n);
void anchor_softmax_v4(const float *in, float *out, int rows, int n);

/* Pixels in rows without gaps; 25 weights by rows; width at least 2. */
void anchor_filter_v3(const float *in, float *out, const float *weights, int width, int height);
void anchor_filter_v4(const float *in, float *out, const float *weights, int width, int height);

#endif
