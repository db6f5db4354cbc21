/* The functions of the example's files, and the settings of the passes. SPDX-License-Identifier: MIT */
#ifndef DARKROOM_H
#define DARKROOM_H

#include <stddef.h>
#include <stdint.h>

enum { CURVE = 256 };

/* The settings of the passes; see the kernels of darkroom.cl. Raw numbers count from 0 to 65535. */
typedef struct settings {
    int width, height;             /* of the raw picture */
    int shown_width, shown_height; /* of the result */
    int radius;                    /* of the noise filter, pixels */
    int taps;                      /* samples along each side of a pixel of the result */
    float black, red_gain, blue_gain, nearness, likeness, exposure;
} settings;

/* scene.c: takes a picture of a computed scene, with a camera's noise and mosaic (red, green; green, blue). */
void take_picture(const settings *s, uint16_t *raw);

/* plain.c: the four passes in plain C. `work` has room for 4 * width * height floats twice; `shown` for four bytes a
 * pixel of the result. */
void develop(const settings *s, const uint16_t *raw, const float curve[CURVE], float *work, unsigned char *shown);
/* Fills the table of the tone curve: the shown value for light l is at l / (1 + l). */
void make_curve(float curve[CURVE]);

/* png.c: writes a PNG file of 8-bit RGB. Returns 0, or -1 with errno set. */
int write_png(const char *path, const unsigned char *rgba, int width, int height);

#endif
