/* Reads and writes of images for vectors and for one work-item, over arrays of 16 work-items, for one level.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/native/native.h"

#ifndef CLBT_SIMD_IMAGE
#define CLBT_SIMD_IMAGE
enum { CLBT_ITEMS = 16 };

/* Coordinates, whole numbers or floats, and colours, each as its bits. */
typedef struct clbt_numbers {
    uint32_t of[4][CLBT_ITEMS];
} clbt_numbers;
#endif

static void CLBN(read_all)(const clb_native_image *m, uint32_t sampler, int whole, const clbt_numbers *at,
                           clbt_numbers *to)
{
    for (int i = 0; i < CLBT_ITEMS; i += CLBN_SIMD_W) {
        CLBN(simd_i) place[3];
        CLBN(simd_u) colour[4];
        for (int d = 0; d < 3; ++d) place[d] = (CLBN(simd_i))CLBN(simd_all_u)((const char *)&at->of[d][i]);
        if (whole)
            colour[0] = CLBN(simd_read_imageui__i)(m, sampler, place[0], place[1], place[2], &colour[1], &colour[2],
                                                   &colour[3]);
        else
            colour[0] = CLBN(simd_read_imageui__f)(m, sampler, (CLBN(simd_f))place[0], (CLBN(simd_f))place[1],
                                                   (CLBN(simd_f))place[2], &colour[1], &colour[2], &colour[3]);
        for (int c = 0; c < 4; ++c) CLBN(simd_put_all_u)((char *)&to->of[c][i], colour[c]);
    }
}

static void CLBN(read_each)(const clb_native_image *m, uint32_t sampler, int whole, const clbt_numbers *at,
                            clbt_numbers *to)
{
    for (int i = 0; i < CLBT_ITEMS; ++i) {
        int32_t n[3];
        float f[3];
        for (int d = 0; d < 3; ++d) {
            memcpy(&n[d], &at->of[d][i], sizeof n[d]);
            memcpy(&f[d], &at->of[d][i], sizeof f[d]);
        }
        to->of[0][i] =
            whole ? CLBN(read_imageui__i)(m, sampler, n[0], n[1], n[2], &to->of[1][i], &to->of[2][i], &to->of[3][i])
                  : CLBN(read_imageui__f)(m, sampler, f[0], f[1], f[2], &to->of[1][i], &to->of[2][i], &to->of[3][i]);
    }
}

/* For the work-items whose bit of `active` is set. */
static void CLBN(write_all)(const clb_native_image *m, uint32_t active, const clbt_numbers *at,
                            const clbt_numbers *from)
{
    for (int i = 0; i < CLBT_ITEMS; i += CLBN_SIMD_W) {
        CLBN(simd_i) place[3];
        CLBN(simd_u) colour[4];
        CLBN(simd_mask) mask = CLBN(simd_full)(0);
        for (int k = 0; k < CLBN_SIMD_W; ++k)
            if (active >> (i + k) & 1) mask = CLBN(simd_either)(mask, CLBN(simd_number)((uint64_t)k));
        for (int d = 0; d < 3; ++d) place[d] = (CLBN(simd_i))CLBN(simd_all_u)((const char *)&at->of[d][i]);
        for (int c = 0; c < 4; ++c) colour[c] = CLBN(simd_all_u)((const char *)&from->of[c][i]);
        CLBN(simd_write_imageui)(mask, m, place[0], place[1], place[2], colour[0], colour[1], colour[2], colour[3]);
    }
}

static void CLBN(write_each)(const clb_native_image *m, uint32_t active, const clbt_numbers *at,
                             const clbt_numbers *from)
{
    for (int i = 0; i < CLBT_ITEMS; ++i) {
        int32_t n[3];
        if (!(active >> i & 1)) continue;
        for (int d = 0; d < 3; ++d) memcpy(&n[d], &at->of[d][i], sizeof n[d]);
        CLBN(write_imageui)(m, n[0], n[1], n[2], from->of[0][i], from->of[1][i], from->of[2][i], from->of[3][i]);
    }
}
