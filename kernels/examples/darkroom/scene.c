/* A scene that is computed: a lake between mountains in the evening, a chart of colours, and a star of black and white
 * rays. Light is linear; a camera's filters mix its colours, and its noise is that of counted photons.
 *
 * SPDX-License-Identifier: MIT */
#include "darkroom.h"

#include <math.h>

typedef struct colour {
    float c[3];
} colour;

static colour mix(colour a, colour b, float t)
{
    for (int i = 0; i < 3; i++) a.c[i] += t * (b.c[i] - a.c[i]);
    return a;
}

static float limit(float t)
{
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* The height of a ridge at x. */
static float ridge(float x, int layer)
{
    const float k = (float)layer;
    return 0.34f + 0.075f * k + 0.05f * sinf(3.1f * x + 2.3f * k) + 0.03f * sinf(7.7f * x + 5.1f * k) +
           0.012f * sinf(23 * x + 1.7f * k) + 0.005f * sinf(61 * x + 0.9f * k);
}

static colour sky(float x, float y)
{
    const colour high = {{0.03f, 0.08f, 0.26f}}, low = {{0.80f, 0.34f, 0.12f}};
    const float dx = x - 1.22f, dy = y - 0.27f, far = dx * dx + dy * dy;
    colour seen = mix(high, low, powf(limit(y / 0.5f), 1.6f));
    const float glow = 0.7f * expf(-9 * far) + 9.0f * limit(1.5f - far / 0.0016f);
    seen.c[0] += glow;
    seen.c[1] += 0.72f * glow;
    seen.c[2] += 0.38f * glow;
    return seen;
}

/* Above the water: x from 0 to 1.8, y from 0 at the top to the shore at 0.62. */
static colour land(float x, float y)
{
    const colour haze = {{0.34f, 0.20f, 0.20f}}, rock = {{0.030f, 0.045f, 0.055f}};
    colour seen = sky(x, y);
    for (int layer = 0; layer < 4; layer++) {
        const float tree = 1 - 2 * fabsf(fmodf(47 * x, 1) - 0.5f),
                    other = 1 - 2 * fabsf(fmodf(31 * x + 0.3f, 1) - 0.5f);
        const float firs = layer == 3 ? fmaxf(0.022f * tree, 0.030f * other) : 0;
        if (y > ridge(x, layer) - firs) seen = mix(haze, rock, layer == 3 ? 1 : 0.22f + 0.22f * (float)layer);
    }
    return seen;
}

static colour chart(float u, float v)
{
    static const colour patches[2][6] = {{{{0.17f, 0.09f, 0.06f}},
                                          {{0.54f, 0.31f, 0.23f}},
                                          {{0.12f, 0.20f, 0.34f}},
                                          {{0.45f, 0.05f, 0.05f}},
                                          {{0.06f, 0.29f, 0.07f}},
                                          {{0.04f, 0.06f, 0.30f}}},
                                         {{{0.90f, 0.90f, 0.90f}},
                                          {{0.59f, 0.59f, 0.59f}},
                                          {{0.36f, 0.36f, 0.36f}},
                                          {{0.20f, 0.20f, 0.20f}},
                                          {{0.09f, 0.09f, 0.09f}},
                                          {{0.03f, 0.03f, 0.03f}}}};
    const float column = u * 6, row = v * 2;
    const float x = column - floorf(column), y = row - floorf(row);
    if (x < 0.08f || x > 0.92f || y < 0.08f || y > 0.92f) return (colour){{0.015f, 0.015f, 0.015f}};
    return patches[(int)row][(int)column];
}

static colour scene(float x, float y)
{
    const float shore = 0.62f, deep = (y - shore) / (1 - shore);
    const float u = (x - 0.07f) / 0.54f, v = (y - 0.76f) / 0.18f;
    const float dx = x - 1.61f, dy = y - 0.83f, radius = sqrtf(dx * dx + dy * dy);
    if (u >= 0 && u < 1 && v >= 0 && v < 1) return chart(u, v);
    if (radius < 0.12f) {
        const float ray = sinf(24 * atan2f(dy, dx)) > 0 ? 0.85f : 0.02f;
        return (colour){{ray, ray, ray}};
    }
    if (y < shore) return land(x, y);
    /* The water mirrors what is above it, in waves. */
    const float wave = deep * (0.020f * sinf(150 * deep + 9 * x) + 0.010f * sinf(260 * deep - 17 * x));
    colour seen = land(x + wave, shore - (y - shore) * 1.25f + 0.5f * wave);
    const colour water = {{0.020f, 0.045f, 0.060f}};
    return mix(seen, water, 0.25f + 0.45f * deep);
}

/* A number from 0 to 1 of a position: the high bits of a mixed counter. */
static float random_of(uint32_t n)
{
    n ^= n >> 16;
    n *= 0x7feb352du;
    n ^= n >> 15;
    n *= 0x846ca68bu;
    n ^= n >> 16;
    return (float)(n >> 8) * 0x1p-24f;
}

void take_picture(const settings *s, uint16_t *raw)
{
    static const float filters[3][3] = {{0.66f, 0.25f, 0.09f}, {0.11f, 0.76f, 0.13f}, {0.03f, 0.24f, 0.73f}};
    const float photons = 2600; /* of a white pixel */
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            const uint32_t pixel = (uint32_t)(y * s->width + x);
            const int c = y % 2 + x % 2; /* red, green, blue */
            const float step = 1 / (float)s->height;
            float light = 0, noise = 0;
            for (int k = 0; k < 4; k++) { /* four samples of the pixel's area */
                const colour seen = scene(((float)x + 0.25f + 0.5f * (float)(k % 2)) * step,
                                          ((float)y + 0.25f + 0.5f * (float)(k / 2)) * step);
                for (int i = 0; i < 3; i++) light += filters[c][i] * seen.c[i] / 4;
            }
            light *= c == 0 ? 0.5f / s->red_gain * 1.0f : c == 2 ? 0.5f / s->blue_gain : 0.5f;
            for (uint32_t k = 0; k < 4; k++) noise += random_of(4 * pixel + k) - 0.5f; /* nearly normal */
            const float own = light + noise * 1.7320508f * sqrtf(light / photons + 1.5e-6f);
            const float number = s->black + (1 - s->black) * own;
            raw[pixel] = (uint16_t)(65535 * limit(number));
        }
}
