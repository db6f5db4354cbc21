/* What the parts of the example share. SPDX-License-Identifier: MIT */
#ifndef DARKROOM_H
#define DARKROOM_H

#include <stddef.h>
#include <stdint.h>

enum { CURVE = 256 };

/* How a picture is developed. Raw numbers count from 0 to 65535. */
typedef struct settings {
    int width, height;             /* of the raw picture */
    int shown_width, shown_height; /* of the result */
    int radius, taps;
    float black, red_gain, blue_gain, nearness, likeness, exposure;
} settings;

/* scene.c: what a camera sees of a made-up scene, with its noise, in a mosaic (red, green; green, blue). */
void take_picture(const settings *s, uint16_t *raw);

/* plain.c: the four passes in plain C. `work` has room for 4 * width * height floats twice; `shown` for four bytes a
 * pixel of the result. */
void develop(const settings *s, const uint16_t *raw, const float curve[CURVE], float *work, unsigned char *shown);
/* The tone curve: what is shown for light l, at l / (1 + l) of the table. */
void make_curve(float curve[CURVE]);

/* png.c: 0, or -1 with errno set. */
int write_png(const char *path, const unsigned char *rgba, int width, int height);

#endif
