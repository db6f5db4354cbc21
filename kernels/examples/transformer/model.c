/* See model.h. Sums are added in float, in the order of the numbers.
 *
 * SPDX-License-Identifier: MIT */
#include "model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- random weights ---- */

/* SplitMix64 (Steele, Lea and Flood 2014). */
static uint64_t next(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void put_half(uint8_t *at, uint16_t h)
{
    memcpy(at, &h, sizeof h);
}

/* A half in [2^exponent, 2^(exponent + 1)). */
static uint16_t random_half(int exponent, uint64_t *seed)
{
    return (uint16_t)((unsigned)(exponent + 15) << 10 | (next(seed) & 1023));
}

size_t matrix_size(format f, int rows, int columns)
{
    static const size_t block[FORMATS] = {2, 34, 18, 144, 210}, numbers[FORMATS] = {1, 32, 32, 256, 256};
    return (size_t)rows * ((size_t)columns / numbers[f] * block[f]);
}

/* All bits are random but for the scales, which have a fixed exponent. */
static void fill(matrix *m, uint64_t *seed)
{
    static const size_t block[FORMATS] = {2, 34, 18, 144, 210};
    const int e = m->columns > 256 ? -1 : 0;
    for (size_t i = 0; i < m->size; ++i) m->blocks[i] = (uint8_t)next(seed);
    for (uint8_t *b = m->blocks; b < m->blocks + m->size; b += block[m->format]) {
        switch (m->format) {
        case F16: put_half(b, (uint16_t)(random_half(e - 5, seed) | (next(seed) & 1) << 15)); break;
        case Q8_0: put_half(b, random_half(e - 11, seed)); break;
        case Q4_0: put_half(b, random_half(e - 7, seed)); break;
        case Q4_K: /* m about 7.5 d, so that the mean is near 0 */
            put_half(b, random_half(e - 12, seed));
            put_half(b + 2, random_half(e - 9, seed));
            break;
        default: put_half(b + 208, random_half(e - 15 + 1, seed)); break;
        }
    }
}

int matrix_make(matrix *m, format f, int rows, int columns, uint64_t *seed)
{
    *m = (matrix){f, rows, columns, NULL, matrix_size(f, rows, columns)};
    m->blocks = malloc(m->size);
    if (!m->blocks) return 0;
    fill(m, seed);
    return 1;
}

void matrix_free(matrix *m)
{
    free(m->blocks);
    m->blocks = NULL;
}

static void fill_gain(float gain[WIDTH], uint64_t *seed)
{
    for (int i = 0; i < WIDTH; ++i) gain[i] = 0.75f + (float)(next(seed) & 1023) / 2048;
}

int model_make(model *m, uint64_t seed)
{
    static const format formats[PARTS] = {Q4_0, Q4_0, Q8_0, Q4_K, Q4_K, Q6_K, Q6_K};
    int made = matrix_make(&m->table, F16, WORDS, WIDTH, &seed) & matrix_make(&m->head, F16, WORDS, WIDTH, &seed);
    for (int l = 0; l < LAYERS; ++l) {
        fill_gain(m->attention_gain[l], &seed);
        fill_gain(m->hidden_gain[l], &seed);
        for (int p = 0; p < PARTS; ++p)
            made &= matrix_make(&m->of_layer[l][p], formats[p], p == GATE || p == UP ? HIDDEN : WIDTH,
                                p == DOWN ? HIDDEN : WIDTH, &seed);
    }
    fill_gain(m->last_gain, &seed);
    return made;
}

void model_free(model *m)
{
    matrix_free(&m->table);
    matrix_free(&m->head);
    for (int l = 0; l < LAYERS; ++l)
        for (int p = 0; p < PARTS; ++p) matrix_free(&m->of_layer[l][p]);
}

/* ---- products ---- */

/* The bits of a half, moved to where a float has them, are the number divided by 2^112. */
float half_to_float(uint16_t h)
{
    uint32_t bits = (uint32_t)(h & 0x7fff) << 13;
    float value;
    if ((h & 0x7c00) == 0x7c00) bits |= 0x7f800000u; /* infinite or not a number */
    memcpy(&value, &bits, sizeof value);
    if ((h & 0x7c00) != 0x7c00) value *= 0x1p112f;
    return h >> 15 ? -value : value;
}

static float half_at(const uint8_t *at)
{
    uint16_t h;
    memcpy(&h, at, sizeof h);
    return half_to_float(h);
}

static float row_f16(const uint8_t *row, const float *x, int n)
{
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += half_at(row + 2 * i) * x[i];
    return sum;
}

static float row_q8_0(const uint8_t *row, const float *x, int n)
{
    float sum = 0;
    for (int b = 0; b < n / 32; ++b, row += 34, x += 32) {
        const int8_t *q = (const int8_t *)(row + 2);
        float of_block = 0;
        for (int i = 0; i < 32; ++i) of_block += (float)q[i] * x[i];
        sum += half_at(row) * of_block;
    }
    return sum;
}

static float row_q4_0(const uint8_t *row, const float *x, int n)
{
    float sum = 0;
    for (int b = 0; b < n / 32; ++b, row += 18, x += 32) {
        float of_block = 0;
        for (int i = 0; i < 16; ++i)
            of_block += (float)((row[2 + i] & 15) - 8) * x[i] + (float)((row[2 + i] >> 4) - 8) * x[i + 16];
        sum += half_at(row) * of_block;
    }
    return sum;
}

static float row_q4_K(const uint8_t *row, const float *x, int n)
{
    float sum = 0;
    for (int b = 0; b < n / 256; ++b, row += 144) {
        const uint8_t *s = row + 4;
        for (int p = 0; p < 8; ++p, x += 32) {
            const int scale = p < 4 ? s[p] & 63 : (s[p + 4] & 15) | (s[p - 4] >> 6) << 4;
            const int offset = p < 4 ? s[p + 4] & 63 : s[p + 4] >> 4 | (s[p] >> 6) << 4;
            const uint8_t *q = row + 16 + p / 2 * 32;
            float products = 0, numbers = 0;
            for (int i = 0; i < 32; ++i) {
                products += (float)(p % 2 ? q[i] >> 4 : q[i] & 15) * x[i];
                numbers += x[i];
            }
            sum += half_at(row) * (float)scale * products - half_at(row + 2) * (float)offset * numbers;
        }
    }
    return sum;
}

static float row_q6_K(const uint8_t *row, const float *x, int n)
{
    float sum = 0;
    for (int b = 0; b < n / 256; ++b, row += 210, x += 256) {
        float of_block = 0;
        for (int p = 0; p < 16; ++p) {
            float of_part = 0;
            for (int k = 0; k < 16; ++k) {
                const int i = p * 16 + k, quarter = i % 128 / 32, low = row[i / 128 * 64 + quarter % 2 * 32 + i % 32];
                const int top = row[128 + i / 128 * 32 + i % 32] >> 2 * quarter & 3;
                of_part += (float)(((quarter < 2 ? low & 15 : low >> 4) | top << 4) - 32) * x[i];
            }
            of_block += (float)(int8_t)row[192 + p] * of_part;
        }
        sum += half_at(row + 208) * of_block;
    }
    return sum;
}

void plain_matvec(const matrix *w, const float *x, float *y)
{
    static float (*const rows[FORMATS])(const uint8_t *, const float *, int) = {row_f16, row_q8_0, row_q4_0, row_q4_K,
                                                                                row_q6_K};
    const size_t row = w->size / (size_t)w->rows;
    for (int r = 0; r < w->rows; ++r) y[r] = rows[w->format](w->blocks + (size_t)r * row, x, w->columns);
}

/* ---- the forward pass ---- */

static void rms_norm(const float *x, const float *gain, float *y)
{
    float sum = 0;
    for (int i = 0; i < WIDTH; ++i) sum += x[i] * x[i];
    for (int i = 0; i < WIDTH; ++i) y[i] = x[i] / sqrtf(sum / WIDTH + EPSILON) * gain[i];
}

static void rope(const float *x, float *y, int position)
{
    for (int i = 0; i < WIDTH; i += 2) {
        const float angle = (float)position * powf(10000, -(float)(i % HEAD) / HEAD);
        y[i] = x[i] * cosf(angle) - x[i + 1] * sinf(angle);
        y[i + 1] = x[i] * sinf(angle) + x[i + 1] * cosf(angle);
    }
}

static void attend(const float *q, const float *keys, const float *values, float *y, int count)
{
    for (int h = 0; h < HEADS; ++h) {
        float weights[POSITIONS], largest = -INFINITY, sum = 0;
        for (int t = 0; t < count; ++t) {
            float dot = 0;
            for (int i = 0; i < HEAD; ++i) dot += q[h * HEAD + i] * keys[t * WIDTH + h * HEAD + i];
            weights[t] = dot / sqrtf(HEAD);
            largest = fmaxf(largest, weights[t]);
        }
        for (int t = 0; t < count; ++t) sum += weights[t] = expf(weights[t] - largest);
        for (int i = 0; i < HEAD; ++i) {
            float mean = 0;
            for (int t = 0; t < count; ++t) mean += weights[t] / sum * values[t * WIDTH + h * HEAD + i];
            y[h * HEAD + i] = mean;
        }
    }
}

static void layer(const matrix *w, const float *attention_gain, const float *hidden_gain, float *keys, float *values,
                  float *x, int position)
{
    float normal[WIDTH], q[WIDTH], k[WIDTH], y[WIDTH], gate[HIDDEN], up[HIDDEN];
    rms_norm(x, attention_gain, normal);
    plain_matvec(&w[QUERY], normal, q);
    plain_matvec(&w[KEY], normal, k);
    plain_matvec(&w[VALUE], normal, values + position * WIDTH);
    rope(k, keys + position * WIDTH, position);
    rope(q, k, position);
    attend(k, keys, values, y, position + 1);
    plain_matvec(&w[OUTPUT], y, q);
    for (int i = 0; i < WIDTH; ++i) x[i] += q[i];
    rms_norm(x, hidden_gain, normal);
    plain_matvec(&w[GATE], normal, gate);
    plain_matvec(&w[UP], normal, up);
    for (int i = 0; i < HIDDEN; ++i) up[i] *= gate[i] / (1 + expf(-gate[i]));
    plain_matvec(&w[DOWN], up, y);
    for (int i = 0; i < WIDTH; ++i) x[i] += y[i];
}

void plain_forward(const model *m, cache *c, int token, int position, float results[WORDS])
{
    float x[WIDTH], normal[WIDTH];
    for (int i = 0; i < WIDTH; ++i) x[i] = half_at(m->table.blocks + 2 * ((size_t)token * WIDTH + (size_t)i));
    for (int l = 0; l < LAYERS; ++l)
        layer(m->of_layer[l], m->attention_gain[l], m->hidden_gain[l], c->keys[l], c->values[l], x, position);
    rms_norm(x, m->last_gain, normal);
    plain_matvec(&m->head, normal, results);
}
