/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 720, HEIGHT = 540, MARGIN = 70, CONTOURS = 3 };

static const double probabilities[CONTOURS] = {0.99, 0.90, 0.50};
static const char *const colours[CONTOURS] = {"#9ecae1", "#4292c6", "#08519c"};

/* The part of the plane that is shown. */
typedef struct frame {
    double low[2], high[2];
} frame;

static double map_x(const frame *f, double x)
{
    return MARGIN + (x - f->low[0]) / (f->high[0] - f->low[0]) * (WIDTH - 1.5 * MARGIN);
}

static double map_y(const frame *f, double y)
{
    return HEIGHT - MARGIN - (y - f->low[1]) / (f->high[1] - f->low[1]) * (HEIGHT - 1.5 * MARGIN);
}

/* Where a contour crosses the edge between two grid points. */
static void crossing(const grid *g, size_t a, size_t b, double level, double point[2])
{
    const double t = (level - g->value[a]) / (g->value[b] - g->value[a]);
    for (size_t k = 0; k < 2; ++k) point[k] = g->points[2 * a + k] + t * (g->points[2 * b + k] - g->points[2 * a + k]);
}

/* Marching squares, each square cut into two triangles: a triangle is crossed by one line or none. */
static void write_contour(FILE *file, const frame *f, const grid *g, double level, const char *colour)
{
    fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"", colour);
    for (size_t i = 0; i + 1 < g->side; ++i)
        for (size_t k = 0; k + 1 < g->side; ++k) {
            const size_t at = i * g->side + k;
            const size_t triangles[2][3] = {{at, at + 1, at + g->side}, {at + 1, at + g->side, at + g->side + 1}};
            for (size_t t = 0; t < 2; ++t) {
                double ends[3][2];
                size_t n = 0;
                for (size_t e = 0; e < 3; ++e) {
                    const size_t a = triangles[t][e], b = triangles[t][(e + 1) % 3];
                    if ((g->value[a] < level) != (g->value[b] < level)) crossing(g, a, b, level, ends[n++]);
                }
                if (n == 2)
                    fprintf(file, "M%.1f %.1fL%.1f %.1f", map_x(f, ends[0][0]), map_y(f, ends[0][1]),
                            map_x(f, ends[1][0]), map_y(f, ends[1][1]));
            }
        }
    fputs("\"/>\n", file);
}

static void write_axes(FILE *file, const frame *f)
{
    static const char *const names[2] = {"intercept", "slope"};
    fprintf(file, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"#444\"/>\n",
            map_x(f, f->low[0]), map_y(f, f->high[1]), map_x(f, f->high[0]) - map_x(f, f->low[0]),
            map_y(f, f->low[1]) - map_y(f, f->high[1]));
    for (size_t axis = 0; axis < 2; ++axis) {
        const double range = f->high[axis] - f->low[axis], power = pow(10.0, floor(log10(range / 4.0)));
        const double step = range / power > 20.0 ? 5.0 * power : range / power > 8.0 ? 2.0 * power : power;
        for (double at = ceil(f->low[axis] / step) * step; at <= f->high[axis]; at += step) {
            const double x = axis ? MARGIN - 8.0 : map_x(f, at), y = axis ? map_y(f, at) + 4.0 : HEIGHT - MARGIN + 18.0;
            fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%g</text>\n", x, y, axis ? "end" : "middle",
                    fabs(at) < step * 1e-9 ? 0.0 : at);
        }
        if (axis)
            fprintf(file, "<text transform=\"translate(18 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
                    HEIGHT / 2, names[axis]);
        else
            fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", WIDTH / 2, HEIGHT - 20,
                    names[axis]);
    }
}

bool picture_write(const char *path, const grid *g, const summary *s)
{
    FILE *file = fopen(path, "w");
    if (!file) return false;
    frame f;
    for (size_t k = 0; k < 2; ++k) {
        f.low[k] = s->mean[k] - 4.0 * s->deviation[k];
        f.high[k] = s->mean[k] + 4.0 * s->deviation[k];
    }
    double levels[CONTOURS];
    grid_levels(g, probabilities, levels, CONTOURS);
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
            "font-size=\"12\">\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    write_axes(file, &f);
    for (size_t i = 0; i < CONTOURS; ++i) {
        write_contour(file, &f, g, levels[i], colours[i]);
        fprintf(file, "<text x=\"%d\" y=\"%zu\" text-anchor=\"end\" fill=\"%s\">%.0f %%</text>\n", WIDTH - MARGIN,
                60 + 18 * i, colours[i], 100.0 * probabilities[i]);
    }
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#cb181d\"/>\n", map_x(&f, s->mean[0]),
            map_y(&f, s->mean[1]));
    fprintf(
        file,
        "<text x=\"%d\" y=\"24\" font-size=\"15\">Posterior of the logistic regression; the dot is its mean</text>\n"
        "</svg>\n",
        MARGIN);
    const bool failed = ferror(file) != 0;
    return fclose(file) == 0 && !failed;
}
