/* The passes of darkroom.cl in plain C, one pixel after the other. SPDX-License-Identifier: MIT */
#include "darkroom.h"

#include <math.h>

static int clamp(int i, int size)
{
    return i < 0 ? 0 : i > size - 1 ? size - 1 : i;
}

static int mirror(int i, int size)
{
    if (i < 0) i = -i;
    return i > size - 1 ? 2 * (size - 1) - i : i;
}

static float at(const settings *s, const uint16_t *raw, int x, int y)
{
    return (float)raw[(size_t)mirror(y, s->height) * (size_t)s->width + (size_t)mirror(x, s->width)] / 65535.0f;
}

static void demosaic(const settings *s, const uint16_t *raw, float *to)
{
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++, to += 4) {
            const float here = at(s, raw, x, y);
            const float beside = at(s, raw, x - 1, y) + at(s, raw, x + 1, y);
            const float above = at(s, raw, x, y - 1) + at(s, raw, x, y + 1);
            const float far_beside = at(s, raw, x - 2, y) + at(s, raw, x + 2, y);
            const float far_above = at(s, raw, x, y - 2) + at(s, raw, x, y + 2);
            const float corners = at(s, raw, x - 1, y - 1) + at(s, raw, x + 1, y - 1) + at(s, raw, x - 1, y + 1) +
                                  at(s, raw, x + 1, y + 1);
            const float cross = (4 * here + 2 * (beside + above) - far_beside - far_above) / 8;
            const float diagonal = (6 * here + 2 * corners - 1.5f * (far_beside + far_above)) / 8;
            const float of_row = (5 * here + 4 * beside - far_beside - corners + 0.5f * far_above) / 8;
            const float of_column = (5 * here + 4 * above - far_above - corners + 0.5f * far_beside) / 8;
            float red = here, green = cross, blue = here;
            if (x % 2 == 0 && y % 2 == 0) blue = diagonal;
            else if (x % 2 == 1 && y % 2 == 1) red = diagonal;
            else if (y % 2 == 0) red = of_row, green = here, blue = of_column;
            else red = of_column, green = here, blue = of_row;
            const float light[3] = {s->red_gain * (red - s->black), green - s->black, s->blue_gain * (blue - s->black)};
            for (int c = 0; c < 3; c++) to[c] = sqrtf(fmaxf(light[c] / (1 - s->black), 0));
            to[3] = 0;
        }
}

static void denoise(const settings *s, const float *from, float *to)
{
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++, to += 4) {
            const float *here = from + 4 * ((size_t)y * (size_t)s->width + (size_t)x);
            float sum[3] = {0, 0, 0}, weights = 0;
            for (int dy = -s->radius; dy <= s->radius; dy++)
                for (int dx = -s->radius; dx <= s->radius; dx++) {
                    const float *other = from + 4 * ((size_t)clamp(y + dy, s->height) * (size_t)s->width +
                                                     (size_t)clamp(x + dx, s->width));
                    float apart = 0;
                    for (int c = 0; c < 3; c++) apart += (other[c] - here[c]) * (other[c] - here[c]);
                    const float weight = expf(-s->nearness * (float)(dx * dx + dy * dy) - s->likeness * apart);
                    for (int c = 0; c < 3; c++) sum[c] += weight * other[c];
                    weights += weight;
                }
            for (int c = 0; c < 3; c++) to[c] = sum[c] / weights * (sum[c] / weights);
            to[3] = 0;
        }
}

/* Between four pixels. */
static void sample(const settings *s, const float *from, float u, float v, float sum[3])
{
    const float x = u * (float)s->width - 0.5f, y = v * (float)s->height - 0.5f;
    const float left = floorf(x), top = floorf(y), a = x - left, b = y - top;
    for (int k = 0; k < 4; k++) {
        const int i = clamp((int)left + k % 2, s->width), j = clamp((int)top + k / 2, s->height);
        const float weight = (k % 2 ? a : 1 - a) * (k / 2 ? b : 1 - b);
        for (int c = 0; c < 3; c++) sum[c] += weight * from[4 * ((size_t)j * (size_t)s->width + (size_t)i) + (size_t)c];
    }
}

static void resample(const settings *s, const float *from, float *to)
{
    const float taps = (float)s->taps;
    for (int y = 0; y < s->shown_height; y++)
        for (int x = 0; x < s->shown_width; x++, to += 4) {
            float sum[3] = {0, 0, 0};
            for (int j = 0; j < s->taps; j++)
                for (int i = 0; i < s->taps; i++)
                    sample(s, from, ((float)x + ((float)i + 0.5f) / taps) / (float)s->shown_width,
                           ((float)y + ((float)j + 0.5f) / taps) / (float)s->shown_height, sum);
            for (int c = 0; c < 3; c++) to[c] = sum[c] / (taps * taps);
        }
}

/* K. Narkowicz's fit of the film curve of ACES (2015), and sRGB's transfer function (IEC 61966-2-1). */
void make_curve(float curve[CURVE])
{
    for (int i = 0; i < CURVE; i++) {
        const double place = (double)i / (CURVE - 1), l = place < 1 ? place / (1 - place) : 1e6;
        double film = l * (2.51 * l + 0.03) / (l * (2.43 * l + 0.59) + 0.14);
        if (film > 1) film = 1;
        curve[i] = (float)(film <= 0.0031308 ? 12.92 * film : 1.055 * pow(film, 1 / 2.4) - 0.055);
    }
}

static void tone(const settings *s, const float *from, const float curve[CURVE], unsigned char *to)
{
    static const float screen[3][3] = {{1.66f, -0.52f, -0.14f}, {-0.20f, 1.48f, -0.28f}, {0.02f, -0.46f, 1.44f}};
    for (size_t k = 0; k < (size_t)s->shown_width * (size_t)s->shown_height; k++, from += 4, to += 4) {
        for (int c = 0; c < 3; c++) {
            float light = 0;
            for (int i = 0; i < 3; i++) light += screen[c][i] * from[i] * s->exposure;
            light = fmaxf(light, 0);
            const float place = light / (1 + light) * (CURVE - 1);
            const int i = clamp((int)place, CURVE - 1);
            const float value = curve[i] + (place - (float)i) * (curve[i + 1] - curve[i]);
            to[c] = (unsigned char)lrintf(255 * value);
        }
        to[3] = 255;
    }
}

void develop(const settings *s, const uint16_t *raw, const float curve[CURVE], float *work, unsigned char *shown)
{
    float *other = work + 4 * (size_t)s->width * (size_t)s->height;
    demosaic(s, raw, work);
    denoise(s, work, other);
    resample(s, other, work);
    tone(s, work, curve, shown);
}
