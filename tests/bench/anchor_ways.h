/* softmax and filter of anchor.cl by hand, for one width of vectors: WIDTH floats, of type V, by the macros that
 * anchor_hand.c defines before each inclusion. Knows nothing of clbundle.
 *
 * SPDX-License-Identifier: MIT */

/* exp x for -87 <= x <= 0 to 2 ulp: x = k log 2 + r by Cody and Waite, the Taylor polynomial of degree 6 in r. */
TARGET static inline V NAME(exp)(V x)
{
    x = MAX(x, SET(-87.0f));
    const V k = ROUND(MUL(x, SET(1.44269504f)));
    V r = FMA(k, SET(-0.693359375f), x);
    r = FMA(k, SET(2.12194440e-4f), r);
    V p = SET(1.0f / 720.0f);
    p = FMA(p, r, SET(1.0f / 120.0f));
    p = FMA(p, r, SET(1.0f / 24.0f));
    p = FMA(p, r, SET(1.0f / 6.0f));
    p = FMA(p, r, SET(0.5f));
    p = FMA(p, r, SET(1.0f));
    p = FMA(p, r, SET(1.0f));
    return SCALE(p, k);
}

/* Rows of n numbers, n a multiple of 4 WIDTH. */
TARGET void NAME(softmax)(const float *in, float *out, int rows, int n)
{
    for (int row = 0; row < rows; ++row, in += n, out += n) {
        V most[4], sum[4];
        for (int k = 0; k < 4; ++k) most[k] = LOAD(in + k * WIDTH);
        for (int i = 4 * WIDTH; i < n; i += 4 * WIDTH)
            for (int k = 0; k < 4; ++k) most[k] = MAX(most[k], LOAD(in + i + k * WIDTH));
        float part[WIDTH], top, total = 0.0f;
        STORE(part, MAX(MAX(most[0], most[1]), MAX(most[2], most[3])));
        top = part[0];
        for (int k = 1; k < WIDTH; ++k) top = part[k] > top ? part[k] : top;
        for (int k = 0; k < 4; ++k) sum[k] = SET(0.0f);
        for (int i = 0; i < n; i += 4 * WIDTH)
            for (int k = 0; k < 4; ++k) {
                const V e = NAME(exp)(SUB(LOAD(in + i + k * WIDTH), SET(top)));
                STORE(out + i + k * WIDTH, e);
                sum[k] = ADD(sum[k], e);
            }
        STORE(part, ADD(ADD(sum[0], sum[1]), ADD(sum[2], sum[3])));
        for (int k = 0; k < WIDTH; ++k) total += part[k];
        const V share = SET(1.0f / total);
        for (int i = 0; i < n; i += WIDTH) STORE(out + i, MUL(LOAD(out + i), share));
    }
}

/* Two vectors of a row at a time, the edges by single numbers. */
TARGET void NAME(filter)(const float *in, float *out, const float *weights, int width, int height)
{
    for (int y = 0; y < height; ++y) {
        const float *rows[5];
        for (int j = 0; j < 5; ++j) {
            const int at = y + j - 2;
            rows[j] = in + (size_t)(at < 0 ? 0 : at >= height ? height - 1 : at) * (size_t)width;
        }
        int x = 0;
        for (; x < 2; ++x) out[(size_t)y * (size_t)width + (size_t)x] = filter_edge(rows, weights, x, width);
        for (; x + 2 + 2 * WIDTH <= width; x += 2 * WIDTH) {
            V a = SET(0.0f), b = a;
            for (int j = 0; j < 5; ++j)
                for (int i = 0; i < 5; ++i) {
                    const V w = SET(weights[5 * j + i]);
                    a = FMA(w, LOAD(rows[j] + x + i - 2), a);
                    b = FMA(w, LOAD(rows[j] + x + i - 2 + WIDTH), b);
                }
            STORE(out + (size_t)y * (size_t)width + x, a);
            STORE(out + (size_t)y * (size_t)width + x + WIDTH, b);
        }
        for (; x < width; ++x) out[(size_t)y * (size_t)width + (size_t)x] = filter_edge(rows, weights, x, width);
    }
}
