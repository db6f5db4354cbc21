/* A PNG file of 8-bit RGB without compression: W3C, Portable Network Graphics (Second Edition); RFC 1950 and RFC 1951.
 * SPDX-License-Identifier: MIT */
#include "darkroom.h"

#include <stdio.h>
#include <string.h>

/* A file under way, with the checksums of the chunk and of the data. */
typedef struct writer {
    FILE *file;
    uint32_t crc, a, b;
} writer;

static void put(writer *w, const void *data, size_t size)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++) {
        w->crc ^= byte[i];
        for (int k = 0; k < 8; k++) w->crc = w->crc >> 1 ^ (w->crc & 1 ? 0xEDB88320u : 0);
    }
    (void)fwrite(data, 1, size, w->file);
}

static void put_number(writer *w, uint32_t n)
{
    const unsigned char bytes[4] = {(unsigned char)(n >> 24), (unsigned char)(n >> 16), (unsigned char)(n >> 8),
                                    (unsigned char)n};
    put(w, bytes, 4);
}

static void begin(writer *w, const char *type, uint32_t size)
{
    put_number(w, size);
    w->crc = 0xFFFFFFFFu;
    put(w, type, 4);
}

static void end(writer *w)
{
    put_number(w, ~w->crc);
}

/* A row is a stored block: a filter byte of 0, then the pixels. */
static void put_row(writer *w, const unsigned char *rgba, int width, int last)
{
    const uint32_t size = 3 * (uint32_t)width + 1;
    const unsigned char head[6] = {(unsigned char)last,  (unsigned char)size,         (unsigned char)(size >> 8),
                                   (unsigned char)~size, (unsigned char)(~size >> 8), 0};
    put(w, head, 6);
    w->b = (w->b + w->a) % 65521;
    for (int x = 0; x < width; x++, rgba += 4) {
        put(w, rgba, 3);
        for (int c = 0; c < 3; c++) {
            w->a = (w->a + rgba[c]) % 65521;
            w->b = (w->b + w->a) % 65521;
        }
    }
}

int write_png(const char *path, const unsigned char *rgba, int width, int height)
{
    static const unsigned char signature[] = {137, 'P', 'N', 'G', '\r', '\n', 26, '\n'};
    writer w = {.file = fopen(path, "wb"), .a = 1};
    if (!w.file) return -1;
    put(&w, signature, sizeof signature);
    begin(&w, "IHDR", 13);
    put_number(&w, (uint32_t)width);
    put_number(&w, (uint32_t)height);
    put(&w, (const unsigned char[]){8, 2, 0, 0, 0}, 5);
    end(&w);
    begin(&w, "IDAT", 2 + (uint32_t)height * (3 * (uint32_t)width + 6) + 4);
    put(&w, (const unsigned char[]){0x78, 0x01}, 2);
    for (int y = 0; y < height; y++) put_row(&w, rgba + 4 * (size_t)y * (size_t)width, width, y + 1 == height);
    put_number(&w, w.b << 16 | w.a);
    end(&w);
    begin(&w, "IEND", 0);
    end(&w);
    const int failed = ferror(w.file);
    return fclose(w.file) || failed ? -1 : 0;
}
