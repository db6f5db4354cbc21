/* bench_ordinary [--check] [--list] [--only NAME]… [--device FILTER]… [--runs N] [--level base|v3|v4]: the kernels in
 * ordinary/, such as programs of all kinds ship, natively and on OpenCL's CPU devices (those that the filters name, or
 * all).
 *
 * Prints, tab separated, a line a kernel: its name, milliseconds of processor time of a native launch, and for each
 * other device its milliseconds and the ratio native/other; at the end for each the geometric mean of the ratios, how
 * many are above 1.0 and the largest. Launches alternate, each after one that warms the caches; the median of N (9).
 * The results are also compared: exit status 1 if some differ. --check only compares, at small sizes; exit status 77
 * if there is nothing to compare with. --level chooses native code for a lower level than this processor has.
 *
 * On Linux, times are those of one processor, whatever the machine has: the clock of a process lags behind for threads
 * that run on others, by up to a tick of the system, and would take half of its time off a driver whose threads spin.
 *
 * Knows what each kernel is given (the table below); extents, ranges and groups stand in the kernels' annotations.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "core/expression.h"
#include "level.h"
#include "ordinary.h"
#include "quiet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ARGUMENTS = 12, SIZES = 3, DEVICES = 8, RUNS = 9 };

/* What an argument is. `low`, `high`: the range of its elements, or the value. */
typedef enum what {
    NONE = 0,
    SIZE,    /* an int: size number `low` of the row */
    INTEGER, /* an int, or uint */
    REAL,    /* a float */
    LOCAL,   /* local memory, as much as the kernel states */
    FLOATS,
    DOUBLES,
    INTS,
    SHORTS,
    BYTES,         /* buffers; high excluded */
    FLOAT3S,       /* floats in threes, each with room for a fourth */
    FLOATS_RISING, /* from 0 to 1 */
    WORDS,         /* any bits */
    STARTS,        /* where rows of `low` elements in the mean start, in arrays of compressed rows */
    INDICES,       /* ints below size number `low` of the row */
    PERMUTATION,
    BELL,      /* weights of a Gaussian, their sum 1 */
    BALLS,     /* struct sphere */
    PARTICLES, /* struct particle */
    CELLS,     /* struct cell */
} what;

typedef struct argument {
    what what;
    double low, high;
} argument;

typedef struct row {
    const char *name;
    int sizes[SIZES], small[SIZES]; /* for times, for --check */
    double tolerance;               /* of floats: relative; of whole numbers: absolute */
    double share;                   /* of the elements that may lie beyond: where a rounded value decides a branch */
    argument arguments[ARGUMENTS];
} row;

#define N0         \
    {              \
        SIZE, 0, 0 \
    }
#define N1         \
    {              \
        SIZE, 1, 0 \
    }
#define N2         \
    {              \
        SIZE, 2, 0 \
    }
#define OUT_FLOATS   \
    {                \
        FLOATS, 0, 0 \
    }
#define OUT_DOUBLES   \
    {                 \
        DOUBLES, 0, 0 \
    }
#define OUT_INTS   \
    {              \
        INTS, 0, 0 \
    }
#define OUT_BYTES   \
    {               \
        BYTES, 0, 0 \
    }
#define ANY_WORDS   \
    {               \
        WORDS, 0, 0 \
    }
#define OUT_SHORTS   \
    {                \
        SHORTS, 0, 0 \
    }
#define OUT_FLOAT3S   \
    {                 \
        FLOAT3S, 0, 0 \
    }
#define OUT_CELLS   \
    {               \
        CELLS, 0, 0 \
    }
#define RISING              \
    {                       \
        FLOATS_RISING, 0, 0 \
    }
#define PIXELS        \
    {                 \
        BYTES, 0, 256 \
    }

static const row rows[] = {
    /* bits.cl */
    {"hash_blocks", {1 << 16, 32}, {192, 5}, 0, 0, {ANY_WORDS, OUT_INTS, N0, N1, {INTEGER, 42, 0}}},
    {"hash_words", {1 << 16, 64}, {192, 5}, 0, 0, {ANY_WORDS, OUT_INTS, N0, N1}},
    {"chacha", {1 << 16}, {192}, 0, 0, {ANY_WORDS, ANY_WORDS, OUT_INTS, N0}},
    {"xtea", {1 << 18}, {192}, 0, 0, {ANY_WORDS, ANY_WORDS, OUT_INTS, N0}},
    {"philox", {1 << 18}, {192}, 0, 0, {OUT_FLOATS, N0, {INTEGER, 7, 0}}},
    {"xorshift", {1 << 13, 256}, {192, 9}, 0, 0, {ANY_WORDS, OUT_INTS, N0, N1}},
    {"hamming", {1 << 10, 1 << 10}, {192, 33}, 0, 0, {ANY_WORDS, ANY_WORDS, OUT_INTS, N0, N1}},
    {"bit_tricks", {1 << 21}, {192}, 0, 0, {ANY_WORDS, OUT_INTS, N0}},
    {"morton", {1 << 20}, {192}, 0, 0, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_INTS, N0}},
    {"hilbert", {1 << 17, 16}, {192, 11}, 0, 0, {ANY_WORDS, ANY_WORDS, OUT_INTS, N0, N1}},
    /* image.cl */
    {"box", {512, 512, 3}, {48, 40, 3}, 0, 0, {PIXELS, OUT_BYTES, N0, N1, N2}},
    {"gaussian_rows", {512, 512, 5}, {64, 24, 5}, 1e-5, 0, {PIXELS, {BELL, 0, 0}, OUT_FLOATS, N0, N1, N2}},
    {"gaussian_columns", {512, 512, 5}, {64, 24, 5}, 1, 0, {{FLOATS, 0, 255}, {BELL, 0, 0}, OUT_BYTES, N0, N1, N2}},
    {"median", {1024, 512}, {48, 40}, 0, 0, {PIXELS, OUT_BYTES, N0, N1}},
    {"bilateral", {256, 256, 2}, {48, 40, 2}, 1, 0, {PIXELS, OUT_BYTES, N0, N1, N2, {REAL, 0.1, 0}, {REAL, 0.0005, 0}}},
    {"sobel", {1024, 512}, {48, 40}, 1, 0, {PIXELS, OUT_BYTES, N0, N1}},
    {"grey", {1 << 22}, {192}, 0, 0, {PIXELS, OUT_BYTES, N0}},
    {"ycbcr", {1 << 19}, {192}, 1, 0, {PIXELS, OUT_BYTES, N0}},
    {"turn", {512, 512}, {48, 40}, 1, 0.002, {PIXELS, OUT_BYTES, N0, N1, {REAL, 0.3, 0}, {REAL, 0.95393920, 0}}},
    {"convolve", {1024, 512}, {48, 40}, 1e-5, 0, {{FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"equalise", {1 << 21}, {192}, 0, 0, {PIXELS, PIXELS, OUT_BYTES, N0}},
    {"blend", {1 << 21}, {192}, 0, 0, {PIXELS, PIXELS, OUT_BYTES, N0}},
    {"saturate", {1 << 19}, {192}, 0, 0, {PIXELS, PIXELS, OUT_BYTES, N0}},
    {"life", {2048, 1024}, {64, 40}, 0, 0, {{BYTES, 0, 2}, OUT_BYTES, N0, N1}},
    /* linear.cl */
    {"saxpy", {1 << 22}, {192}, 1e-6, 0, {{FLOATS, -1, 1}, {FLOATS, -1, 1}, {REAL, 2.5, 0}, N0}},
    {"product_naive", {256}, {48}, 1e-4, 0, {{FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0}},
    {"matrix_vector", {1 << 13, 128}, {192, 9}, 1e-4, 0, {{FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"spmv_csr",
     {1 << 17, 1 << 21},
     {192, 16 * 192},
     1e-4,
     0,
     {{STARTS, 16, 0}, {INDICES, 0, 0}, {FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"spmv_ell",
     {1 << 17, 16},
     {192, 7},
     1e-4,
     0,
     {{INDICES, 0, 0}, {FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"lu_step", {2048}, {48}, 1e-5, 0, {{FLOATS, 1, 2}, N0, {INTEGER, 5, 0}}},
    {"transpose_naive", {1024, 1024}, {48, 80}, 0, 0, {{FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"transpose_blocks", {512, 256}, {24, 40}, 0, 0, {{FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"softmax", {1 << 13, 64}, {192, 10}, 1e-5, 0, {{FLOATS, -5, 5}, OUT_FLOATS, N0, N1}},
    {"product_int8", {256, 256, 64}, {40, 48, 9}, 1e-6, 0, {PIXELS, PIXELS, OUT_FLOATS, N0, N1, N2, {REAL, 0.01, 0}}},
    {"gather", {1 << 20}, {192}, 1e-6, 0, {{INDICES, 0, 0}, {FLOATS, -1, 1}, OUT_FLOATS, N0}},
    {"scatter", {1 << 20}, {192}, 0, 0, {{PERMUTATION, 0, 0}, {FLOATS, -1, 1}, OUT_FLOATS, N0}},
    {"bfs_step",
     {1 << 18, 1 << 21},
     {192, 8 * 192},
     0,
     0,
     {{STARTS, 8, 0}, {INDICES, 0, 0}, {INTS, -1, 3}, OUT_BYTES, N0, N1, {INTEGER, 2, 0}}},
    {"bitonic_step", {1 << 20}, {192}, 0, 0, {ANY_WORDS, N0, {INTEGER, 16, 0}, {INTEGER, 64, 0}}},
    {"needleman_step",
     {1024, 2048},
     {192, 5},
     0,
     0,
     {{BYTES, 0, 4},
      {BYTES, 0, 4},
      {INTS, -50, 50},
      {INTS, -50, 50},
      OUT_INTS,
      N0,
      N1,
      {INTEGER, 150, 0},
      {INTEGER, 4, 0}}},
    /* number.cl */
    {"black_scholes",
     {1 << 18},
     {192},
     1e-4,
     0,
     {{FLOATS, 10, 100},
      {FLOATS, 10, 100},
      {FLOATS, 0.25, 5},
      OUT_FLOATS,
      OUT_FLOATS,
      N0,
      {REAL, 0.02, 0},
      {REAL, 0.3, 0}}},
    {"black_scholes4",
     {1 << 17},
     {192},
     1e-4,
     0,
     {{FLOATS, 10, 100},
      {FLOATS, 10, 100},
      {FLOATS, 0.25, 5},
      OUT_FLOATS,
      OUT_FLOATS,
      N0,
      {REAL, 0.02, 0},
      {REAL, 0.3, 0}}},
    {"binomial",
     {1 << 12},
     {192},
     1e-4,
     0,
     {{FLOATS, 10, 100}, {FLOATS, 10, 100}, OUT_FLOATS, N0, {REAL, 1.03, 0}, {REAL, 0.51, 0}, {REAL, 0.999, 0}}},
    {"mandelbrot", {256, 256, 256}, {48, 40, 50}, 0, 0.01, {OUT_INTS, N0, N1, N2}},
    {"fft_radix4", {1 << 17, 1 << 6}, {192, 16}, 1e-5, 0, {{FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"fft_radix8", {1 << 16, 1 << 6}, {192, 8}, 1e-5, 0, {{FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"dct_rows", {1 << 18}, {192}, 1e-5, 0, {{FLOATS, -128, 127}, OUT_FLOATS, N0}},
    {"kmeans", {1 << 15, 16, 8}, {192, 5, 3}, 0, 0.005, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_INTS, N0, N1, N2}},
    {"nbody",
     {1 << 10},
     {192},
     1e-4,
     0,
     {{FLOATS, 0, 1}, {FLOATS, -1, 1}, OUT_FLOATS, OUT_FLOATS, N0, {REAL, 0.01, 0}, {REAL, 0.01, 0}}},
    {"ray_sphere", {256, 256, 32}, {48, 40, 9}, 1e-3, 0.005, {{BALLS, 0, 0}, OUT_FLOATS, N0, N1, N2}},
    {"heat", {256, 128, 64}, {64, 12, 9}, 1e-5, 0, {{FLOATS, 0, 1}, OUT_FLOATS, N0, N1, N2, {REAL, 0.1, 0}}},
    {"lattice", {512, 512}, {64, 12}, 1e-5, 0, {{FLOATS, 0.1, 0.2}, OUT_FLOATS, N0, N1, {REAL, 1.2, 0}}},
    {"particles_aos", {1 << 18}, {192}, 1e-5, 0, {{PARTICLES, 0, 0}, {PARTICLES, 0, 0}, N0, {REAL, 0.1, 0}}},
    {"particles_soa",
     {1 << 20},
     {192},
     1e-5,
     0,
     {{FLOATS, -1, 1}, {FLOATS, -1, 1}, {FLOATS, -1, 1}, {FLOATS, -1, 1}, {INTS, 0, 9}, N0, {REAL, 0.1, 0}}},
    /* shared.cl */
    {"nbody_local",
     {1 << 10},
     {192},
     1e-4,
     0,
     {{FLOATS, 0, 1}, {FLOATS, -1, 1}, OUT_FLOATS, OUT_FLOATS, {LOCAL, 0, 0}, N0, {REAL, 0.01, 0}, {REAL, 0.01, 0}}},
    {"product_tiled", {64}, {24}, 1e-4, 0, {{FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0}},
    {"transpose_tiled", {1024, 1024}, {48, 80}, 0, 0, {{FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"sum_squares", {1 << 15, 32}, {384, 3}, 1e-5, 0, {{FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"scan_tree", {1 << 18}, {384}, 0, 0, {{INTS, 0, 1000}, OUT_INTS, OUT_INTS, N0}},
    {"histogram", {1 << 14, 32}, {384, 3}, 0, 0, {PIXELS, OUT_INTS, N0, N1}},
    {"dct_block", {512, 512}, {48, 40}, 1e-5, 0, {{FLOATS, -128, 127}, {FLOATS, -0.5, 0.5}, OUT_FLOATS, N0, N1}},
    {"binomial_group",
     {1 << 9},
     {3},
     1e-4,
     0,
     {{FLOATS, 10, 100}, {FLOATS, 10, 100}, OUT_FLOATS, N0, {REAL, 1.03, 0}, {REAL, 0.51, 0}, {REAL, 0.999, 0}}},
    /* native_exp is as exact as each device likes. */
    {"softmax_group", {1 << 11, 1000}, {3, 150}, 1e-3, 0, {{FLOATS, -5, 5}, OUT_FLOATS, N0, N1}},
    {"bitonic_block", {1 << 16}, {384}, 0, 0, {ANY_WORDS, N0}},
    {"fft_group", {1 << 16}, {192}, 1e-5, 0, {{FLOATS, -1, 1}, OUT_FLOATS, N0}},
    {"filter_tiled", {512, 512}, {64, 12}, 1e-5, 0, {{FLOATS, 0, 255}, {BELL, 0, 0}, OUT_FLOATS, N0, N1}},
    {"spmv_shared",
     {1 << 15, 1 << 19},
     {192, 16 * 192},
     1e-4,
     0,
     {{STARTS, 16, 0}, {INDICES, 0, 0}, {FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"path_rows", {48 << 12}, {144}, 0, 0, {{INTS, 0, 10}, {INTS, 0, 100}, OUT_INTS, N0}},
    {"plate", {1024, 512}, {64, 12}, 1e-12, 0, {{DOUBLES, 0, 1}, {DOUBLES, -1, 1}, OUT_DOUBLES, OUT_DOUBLES, N0, N1}},
    {"molecules", {1 << 13, 64}, {192, 7}, 1e-9, 0, {{DOUBLES, 0, 1}, {INDICES, 0, 0}, OUT_DOUBLES, N0, N1}},
    /* media.cl */
    {"median5", {256, 128}, {48, 40}, 0, 0, {PIXELS, OUT_BYTES, N0, N1}},
    {"bilateral4",
     {256, 128, 3},
     {48, 40, 2},
     1,
     0,
     {PIXELS, OUT_BYTES, N0, N1, N2, {REAL, 0.1, 0}, {REAL, 0.0005, 0}}},
    {"convolve_tiled", {512, 512}, {64, 48}, 1e-5, 0, {{FLOATS, 0, 255}, {FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    {"jpeg_block", {512, 512}, {64, 48}, 1, 0.01, {PIXELS, {FLOATS, -0.5, 0.5}, OUT_SHORTS, N0, N1}},
    {"yuv420", {512, 512}, {64, 48}, 0, 0, {PIXELS, OUT_BYTES, OUT_BYTES, OUT_BYTES, N0, N1}},
    {"bicubic", {300, 200}, {37, 29}, 1, 0, {PIXELS, OUT_BYTES, N0, N1, {INTEGER, 512, 0}, {INTEGER, 320, 0}}},
    {"optical_flow", {512, 256}, {64, 48}, 1e-2, 0.001, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_FLOATS, N0, N1}},
    {"hsv", {1 << 19}, {192}, 1e-5, 0.001, {PIXELS, OUT_FLOATS, N0}},
    {"column_sums", {1024, 512}, {64, 9}, 1e-5, 0, {{FLOATS, 0, 1}, OUT_FLOATS, N0, N1}},
    {"row_sums", {512, 1024}, {9, 64}, 1e-5, 0, {{FLOATS, 0, 1}, OUT_FLOATS, N0, N1}},
    {"dilate", {1024, 512}, {64, 48}, 0, 0, {PIXELS, OUT_BYTES, N0, N1}},
    {"through_table", {1 << 20}, {192}, 0, 0, {PIXELS, PIXELS, OUT_BYTES, N0}},
    {"depthwise",
     {128, 64, 32},
     {32, 8, 3},
     1e-5,
     0,
     {{FLOATS, -1, 1}, {FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0, N1, N2}},
    {"max_pool", {512, 512}, {32, 8}, 0, 0, {{FLOATS, -1, 1}, OUT_FLOATS, OUT_INTS, N0, N1}},
    {"layer_norm", {2048, 500}, {7, 100}, 1e-4, 0, {{FLOATS, -1, 1}, {FLOATS, 0, 1}, OUT_FLOATS, N0, N1}},
    {"product_char4",
     {128, 128, 64},
     {32, 48, 9},
     1,
     0.001,
     {PIXELS, PIXELS, OUT_BYTES, N0, N1, N2, {REAL, 0.0002, 0}}},
    /* physics.cl */
    {"nbody3", {1 << 11}, {192}, 1e-4, 0, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_FLOAT3S, N0, {REAL, 0.01, 0}}},
    {"lattice_cells", {512, 256}, {64, 12}, 1e-5, 0, {{CELLS, 0, 0}, OUT_CELLS, N0, N1, {REAL, 1.2, 0}}},
    {"jacobi", {128, 64, 64}, {32, 12, 10}, 1e-5, 0, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_FLOATS, N0, N1, N2}},
    {"gradient_step",
     {1 << 19},
     {384},
     1e-5,
     0,
     {{FLOATS, -1, 1}, {FLOATS, -1, 1}, {FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, {REAL, 0.3, 0}, N0}},
    {"quaternions", {1 << 18}, {192}, 1e-5, 0, {{FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0}},
    {"skinning",
     {1 << 16},
     {192},
     1e-4,
     0,
     {{FLOATS, -1, 1}, {FLOATS, -1, 1}, PIXELS, {FLOATS, 0, 1}, {FLOATS, -1, 1}, OUT_FLOATS, OUT_FLOATS, N0}},
    {"tree_rays", {1023, 128, 128}, {127, 24, 16}, 0, 0.002, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_INTS, N0, N1, N2}},
    {"cubes", {128, 64, 64}, {32, 12, 10}, 0, 0, {{FLOATS, -1, 1}, OUT_BYTES, OUT_INTS, N0, N1, N2, {REAL, 0.1, 0}}},
    {"nearest8", {1 << 12, 1 << 9}, {192, 50}, 1e-5, 0, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_FLOATS, N0, N1}},
    {"cloth",
     {512, 256},
     {48, 12},
     1e-4,
     0,
     {{FLOATS, 0, 9}, {FLOATS, 0, 9}, OUT_FLOATS, N0, N1, {REAL, 10, 0}, {REAL, 0.01, 0}}},
    {"neighbours4",
     {1 << 13, 64},
     {192, 7},
     1e-4,
     0,
     {{FLOATS, 0, 9}, {INDICES, 0, 0}, OUT_FLOATS, N0, N1, {REAL, 30, 0}}},
    {"hotspot",
     {384},
     {48},
     1e-5,
     0,
     {{FLOATS, 0, 1}, {FLOATS, 70, 90}, OUT_FLOATS, N0, {INTEGER, 2, 0}, {REAL, 0.5, 0}}},
    {"noise", {512, 256, 4}, {48, 12, 3}, 1e-4, 0.001, {OUT_FLOATS, N0, N1, N2}},
    {"product_blocks", {256}, {64}, 1e-4, 0, {{FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0}},
    /* search.cl */
    {"aes_tables", {1 << 15}, {192}, 0, 0, {ANY_WORDS, ANY_WORDS, ANY_WORDS, OUT_INTS, N0}},
    {"sha256", {1 << 13}, {192}, 0, 0, {ANY_WORDS, OUT_INTS, N0}},
    {"twister", {1 << 12, 64}, {192, 40}, 0, 0, {ANY_WORDS, OUT_FLOATS, N0, N1}},
    {"monte_carlo",
     {1 << 7, 64},
     {3, 9},
     1e-4,
     0,
     {{FLOATS, 10, 100}, OUT_FLOATS, N0, N1, {REAL, 0.01, 0}, {REAL, 0.2, 0}}},
    {"crc", {1 << 13, 128}, {192, 13}, 0, 0, {ANY_WORDS, ANY_WORDS, OUT_INTS, N0, N1}},
    {"find_word", {1 << 20, 6}, {192, 6}, 0, 0, {{BYTES, 97, 100}, {BYTES, 97, 100}, OUT_INTS, N0, N1}},
    {"waterman_step",
     {1 << 19, 1 << 19},
     {192, 190},
     0,
     0,
     {{BYTES, 0, 4}, {BYTES, 0, 4}, {INTS, 0, 50}, {INTS, 0, 50}, {INTS, 0, 50}, OUT_INTS, N0, N1}},
    {"all_ways", {512}, {48}, 0, 0, {{INTS, 0, 1000}, {INTS, 0, 9}, N0, {INTEGER, 5, 0}}},
    {"spmv_any",
     {1 << 14, 1 << 19},
     {192, 1024},
     0,
     0,
     {{INDICES, 0, 0}, {INDICES, 0, 0}, {INTS, -9, 9}, {INTS, -9, 9}, OUT_INTS, N0, N1}},
    {"radix_count", {1 << 20}, {768}, 0, 0, {ANY_WORDS, OUT_INTS, N0, {INTEGER, 8, 0}}},
    {"radix_block", {1 << 16}, {384}, 0, 0, {ANY_WORDS, OUT_INTS, N0, {INTEGER, 4, 0}}},
    {"compact", {1 << 18}, {384}, 0, 0, {{FLOATS, 0, 1}, OUT_FLOATS, OUT_INTS, {REAL, 0.6, 0}, N0}},
    {"sobol", {1 << 16, 4}, {192, 3}, 0, 0, {ANY_WORDS, OUT_FLOATS, N0, N1}},
    {"binary_search", {1 << 17, 1 << 12}, {192, 50}, 0, 0, {RISING, {FLOATS, 0, 1}, OUT_INTS, N0, N1}},
    {"labels", {1024, 512}, {48, 12}, 0, 0, {{BYTES, 0, 2}, {INTS, 0, 99999}, OUT_INTS, N0, N1}},
    {"back_layer", {256, 256}, {32, 5}, 1e-4, 0, {{FLOATS, -1, 1}, {FLOATS, -1, 1}, OUT_FLOATS, N0, N1}},
    /* samples.cl */
    {"gravity",
     {1 << 10},
     {192},
     1e-4,
     0,
     {{FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_FLOATS, N0, {REAL, 0.01, 0}, {REAL, 0.1, 0}}},
    {"luma", {1 << 20}, {192}, 0, 0, {PIXELS, OUT_BYTES, N0}},
    {"block_differences", {1024, 512}, {48, 40}, 0, 0, {PIXELS, PIXELS, OUT_SHORTS, N0, N1}},
    {"fir", {1 << 19}, {192}, 0, 0, {{SHORTS, -3000, 3000}, {SHORTS, -3000, 3000}, OUT_SHORTS, N0}},
    {"harris", {1024, 512}, {48, 40}, 1e-4, 0, {{FLOATS, 0, 1}, OUT_FLOATS, N0, N1}},
    {"march", {256, 256}, {48, 40}, 1e-3, 0.01, {OUT_FLOATS, N0, N1}},
    {"fields", {1024, 512}, {48, 40}, 1e-5, 0, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, {FLOATS, 0, 1}, N0, N1}},
    {"transform", {1 << 18}, {192}, 1e-4, 0, {{FLOATS, 1, 2}, {FLOATS, 1, 2}, OUT_FLOATS, N0}},
    {"mandelbrot4", {64, 256}, {16, 40}, 0, 0.01, {OUT_BYTES, N0, N1, {INTEGER, 128, 0}}},
    {"box_muller", {1 << 16}, {192}, 1e-2, 0.001, {ANY_WORDS, OUT_FLOATS, N0}},
    {"kmeans_soa", {1 << 16, 16}, {192, 5}, 0, 0.005, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_INTS, N0, N1}},
    {"hsv_turn", {1 << 18}, {192}, 1e-4, 0.001, {{FLOATS, 0, 1}, OUT_FLOATS, N0}},
    {"gamma_correct", {512, 512}, {48, 40}, 1, 0, {{FLOATS, 0, 1}, OUT_BYTES, N0, N1, {REAL, 0.45, 0}}},
    {"gradients", {1024, 512}, {48, 40}, 1e-4, 0, {{FLOATS, 0, 1}, OUT_FLOATS, OUT_FLOATS, N0, N1}},
    {"match_words", {1 << 12, 128, 4}, {192, 9, 3}, 0, 0, {ANY_WORDS, ANY_WORDS, OUT_INTS, N0, N1, N2}},
    {"reduce4", {1 << 18}, {384}, 1e-4, 0, {{FLOATS, 0, 1}, OUT_FLOATS, N0}},
    {"scan_shifted", {1 << 18}, {384}, 0, 0, {{INTS, 0, 1000}, OUT_INTS, OUT_INTS, N0}},
    {"histogram_shared", {1 << 18}, {384}, 0, 0, {PIXELS, {INTS, 0, 9}, N0}},
    {"blur_shared", {512, 512}, {48, 32}, 1e-5, 0, {{FLOATS, 0, 1}, OUT_FLOATS, N0, N1}},
    {"product4", {256}, {64}, 1e-4, 0, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_FLOATS, N0}},
    {"newton", {1 << 17}, {192}, 1e-3, 0.01, {{FLOATS, 0, 1}, {FLOATS, 0, 1}, OUT_FLOATS, N0}},
    {"pcg", {1 << 17}, {192}, 1e-5, 0, {ANY_WORDS, OUT_FLOATS, N0}},
    {"haar8", {1 << 17}, {192}, 1e-4, 0, {{FLOATS, 0, 1}, OUT_FLOATS, N0}},
    {"erode", {1024, 512}, {48, 40}, 0, 0, {PIXELS, OUT_BYTES, N0, N1}},
    {"options_erfc", {1 << 18}, {192}, 1e-3, 0.001, {{FLOATS, 0.2, 1}, OUT_FLOATS, N0}},
    {"gelu", {1 << 20}, {192}, 1e-5, 0, {{FLOATS, 0, 1}, OUT_FLOATS, N0}},
    {"levenshtein", {1 << 13, 32}, {192, 20}, 0, 0, {PIXELS, PIXELS, OUT_INTS, N0, N1}},
    {"relax",
     {1 << 16, 1 << 19},
     {192, 8 * 192},
     0,
     0,
     {{STARTS, 8, 0}, {INDICES, 0, 0}, {INTS, 0, 999}, {INTS, 0, 999}, N0, N1}},
    {"pack565", {1 << 20}, {192}, 0, 0, {PIXELS, OUT_SHORTS, N0}},
    {"heston", {1 << 13, 64}, {192, 9}, 1e-2, 0.001, {{FLOATS, 0, 1}, OUT_FLOATS, N0, N1}},
};

enum { ROWS = sizeof rows / sizeof *rows };

typedef struct side {
    clb_device *device;
    clb_buffer *buffers[ARGUMENTS];
    double *times;
    double logarithms, largest; /* of the ratios */
    const char *name_of_largest;
    size_t above;
} side;

typedef struct plan {
    const clb_bundle *bundle;
    const row *row;
    uint32_t kernel;
    const clb_kernel_data *data;
    const clb_argument_data *parameters;
    int32_t integers[ARGUMENTS];
    float reals[ARGUMENTS];
    clb_argument arguments[ARGUMENTS]; /* values; buffers are each side's */
    size_t bytes[ARGUMENTS];
    unsigned char *start[ARGUMENTS]; /* what is in the buffers before a launch */
    unsigned char *results[2][ARGUMENTS];
} plan;

static void fail(const char *where, const clb_error *error)
{
    fprintf(stderr, "bench_ordinary: %s: %s\n%s", where, error->message, error->build_log ? error->build_log : "");
    exit(1);
}

static void stop(const char *where, const char *text)
{
    fprintf(stderr, "bench_ordinary: %s: %s\n", where, text);
    exit(1);
}

static void *room(size_t size)
{
    void *p = calloc(1, size ? size : 1);
    if (!p) stop("memory", "ran out");
    return p;
}

/* ---- What the kernels are given ------------------------------------------------------------------------------- */

static uint32_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 32);
}

static double between(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)next(state) / 4294967296.0);
}

/* Rows in pairs, one as much longer than the mean as the other is shorter, so that the sum is certain. */
static void fill_starts(int32_t *to, size_t count, int32_t mean, uint64_t *state)
{
    int32_t longer = 0;
    to[0] = 0;
    for (size_t i = 1; i < count; ++i) {
        longer = i % 2 ? (int32_t)between(state, 1 - mean, mean) : -longer;
        to[i] = to[i - 1] + mean + longer;
    }
}

static void fill_permutation(int32_t *to, size_t count, uint64_t *state)
{
    for (size_t i = 0; i < count; ++i) to[i] = (int32_t)i;
    for (size_t i = count; i > 1; --i) {
        const size_t k = next(state) % i;
        const int32_t t = to[i - 1];
        to[i - 1] = to[k];
        to[k] = t;
    }
}

static void fill_bell(float *to, size_t count)
{
    double sum = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (size_t i = 0; i < count; ++i) {
            const double x = ((double)i - (double)(count / 2)) / (double)count * 4;
            if (pass) to[i] = (float)(exp(-0.5 * x * x) / sum);
            else sum += exp(-0.5 * x * x);
        }
}

static void fill(unsigned char *to, size_t size, const argument *a, const int *sizes, uint64_t *state)
{
    float *const floats = (float *)to;
    int32_t *const ints = (int32_t *)to;
    switch (a->what) {
    case FLOATS:
        for (size_t i = 0; i < size / 4; ++i) floats[i] = (float)between(state, a->low, a->high);
        break;
    case DOUBLES:
        for (size_t i = 0; i < size / 8; ++i) ((double *)to)[i] = between(state, a->low, a->high);
        break;
    case INTS:
        for (size_t i = 0; i < size / 4; ++i) ints[i] = (int32_t)floor(between(state, a->low, a->high));
        break;
    case SHORTS:
        for (size_t i = 0; i < size / 2; ++i) {
            const int16_t own = (int16_t)floor(between(state, a->low, a->high));
            memcpy(to + 2 * i, &own, sizeof own);
        }
        break;
    case BYTES:
        for (size_t i = 0; i < size; ++i) to[i] = (unsigned char)between(state, a->low, a->high);
        break;
    case WORDS:
        for (size_t i = 0; i < size; ++i) to[i] = (unsigned char)next(state);
        break;
    case STARTS: fill_starts(ints, size / 4, (int32_t)a->low, state); break;
    case INDICES:
        for (size_t i = 0; i < size / 4; ++i) ints[i] = (int32_t)(next(state) % (uint32_t)sizes[(int)a->low]);
        break;
    case PERMUTATION: fill_permutation(ints, size / 4, state); break;
    case BELL: fill_bell(floats, size / 4); break;
    case BALLS: /* centre and radius, colour */
        for (size_t i = 0; i < size / 4; ++i)
            floats[i] = (float)(i % 8 == 2   ? between(state, 4, 9)
                                : i % 8 == 3 ? between(state, 0.3, 1)
                                : i % 8 < 2  ? between(state, -3, 3)
                                             : between(state, 0, 1));
        break;
    case FLOATS_RISING:
        for (size_t i = 0; i < size / 4; ++i) floats[i] = (float)i / (float)(size / 4);
        break;
    case CELLS: /* nine floats and an int */
        for (size_t i = 0; i < size / 4; ++i)
            if (i % 10 < 9) floats[i] = (float)between(state, 0.1, 0.2);
            else ints[i] = next(state) % 10 == 0;
        break;
    case PARTICLES: /* place, speed, mass and charge, then two ints */
        for (size_t i = 0; i < size / 4; ++i)
            if (i % 12 < 10) floats[i] = (float)(i % 12 < 8 ? between(state, -1, 1) : between(state, 0.5, 2));
            else ints[i] = (int32_t)(next(state) % 50);
        break;
    default: break;
    }
}

/* ---- A kernel and its arguments -------------------------------------------------------------------------------- */

static void make_plan(plan *p, const clb_bundle *bundle, const row *r, bool small)
{
    const int *sizes = small ? r->small : r->sizes;
    const int32_t number = clb_kernel_find(bundle, r->name);
    uint64_t state = 5;
    memset(p, 0, sizeof *p);
    if (number < 0) stop(r->name, "no such kernel in the bundle");
    p->bundle = bundle;
    p->row = r;
    p->kernel = (uint32_t)number;
    p->data = &bundle->kernels[number];
    p->parameters = bundle->arguments + p->data->first_argument;
    if (p->data->argument_count > ARGUMENTS) stop(r->name, "has too many arguments");
    if (bundle->native[number].reason) stop(r->name, bundle->native[number].reason);
    for (uint32_t i = 0; i < p->data->argument_count; ++i) {
        const argument *a = &r->arguments[i];
        p->integers[i] = a->what == SIZE ? sizes[(int)a->low] : a->what == INTEGER ? (int32_t)a->low : 0;
        p->reals[i] = (float)a->low;
        const clb_argument_kind kind = (clb_argument_kind)p->parameters[i].kind;
        const bool value = kind == CLB_ARGUMENT_VALUE;
        if (a->what == NONE || value != (a->what == SIZE || a->what == INTEGER || a->what == REAL) ||
            (kind == CLB_ARGUMENT_LOCAL) != (a->what == LOCAL))
            stop(r->name, "the table gives an argument of another kind");
        if (value)
            p->arguments[i] = (clb_argument){a->what == REAL ? (const void *)&p->reals[i] : &p->integers[i], NULL, 4};
    }
    for (uint32_t i = 0; i < p->data->argument_count; ++i) {
        const clb_argument_data *a = &p->parameters[i];
        int64_t count = 0;
        if (a->kind != CLB_ARGUMENT_GLOBAL && a->kind != CLB_ARGUMENT_CONSTANT) continue;
        if (!a->extent || clbi_expression_run(bundle, p->data, a->extent, p->arguments, NULL, &count) != CLBI_VALUE ||
            count <= 0)
            stop(r->name, "an extent is missing, or no size");
        p->bytes[i] = clb_bytes((size_t)count, a->size);
        p->start[i] = room(p->bytes[i]);
        for (int k = 0; k < 2; ++k) p->results[k][i] = a->access & CLB_ACCESS_OUT ? room(p->bytes[i]) : NULL;
        if (a->access != CLB_ACCESS_OUT) fill(p->start[i], p->bytes[i], &r->arguments[i], sizes, &state);
    }
}

static void free_plan(plan *p)
{
    for (size_t i = 0; i < ARGUMENTS; ++i) {
        free(p->start[i]);
        free(p->results[0][i]);
        free(p->results[1][i]);
    }
}

static void make_buffers(side *s, const plan *p)
{
    clb_error error = {0};
    for (size_t i = 0; i < ARGUMENTS; ++i)
        if (p->start[i] && clb_buffer_create(s->device, p->bytes[i], p->start[i], &s->buffers[i], &error))
            fail(p->row->name, &error);
}

static void release_buffers(side *s)
{
    for (size_t i = 0; i < ARGUMENTS; ++i) clb_buffer_release(&s->buffers[i]);
}

/* Seconds of processor time of all threads. What the kernel changes is as before each time. */
static double launch(const side *s, const plan *p)
{
    struct timespec a, b;
    clb_error error = {0};
    clb_argument arguments[ARGUMENTS];
    memcpy(arguments, p->arguments, sizeof arguments);
    for (uint32_t i = 0; i < p->data->argument_count; ++i) {
        if (!p->start[i]) continue;
        arguments[i].buffer = s->buffers[i];
        if (p->parameters[i].access == CLB_ACCESS_IN_OUT &&
            clb_buffer_write(s->buffers[i], 0, p->start[i], p->bytes[i], &error))
            fail(p->row->name, &error);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    if (clb_kernel_launch(s->device, p->bundle, p->kernel, NULL, arguments, p->data->argument_count, NULL, &error) ||
        clb_device_finish(s->device, &error))
        fail(p->row->name, &error);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    return (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
}

static void read_results(const side *s, const plan *p, unsigned char *const *results)
{
    clb_error error = {0};
    for (size_t i = 0; i < ARGUMENTS; ++i)
        if (results[i] && clb_buffer_read(s->buffers[i], 0, results[i], p->bytes[i], &error))
            fail(p->row->name, &error);
}

/* ---- Comparison ------------------------------------------------------------------------------------------------- */

/* Numbers: relative to the element and to the mean of all; whole numbers: by steps. */
static bool near(double a, double b, double tolerance, bool whole, double scale)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    return a == b || fabs(a - b) <= tolerance * (whole ? 1 : fabs(b) + scale);
}

/* Element i of a result, and whether it is a whole number. */
static bool is_whole(what type, size_t i)
{
    return type == BYTES || type == SHORTS || type == INTS || (type == PARTICLES && i % 12 >= 10) ||
           (type == CELLS && i % 10 == 9);
}

static double number(const unsigned char *at, what type, size_t i)
{
    if (type == BYTES) return at[i];
    if (type == SHORTS) return ((const int16_t *)at)[i];
    if (type == FLOAT3S && i % 4 == 3) return 0; /* any value */
    if (type == DOUBLES) return ((const double *)at)[i];
    if (is_whole(type, i)) return ((const int32_t *)at)[i];
    return (double)((const float *)at)[i];
}

/* Whether no more elements of the results differ than may; says on standard error what does. */
static bool same_results(const plan *p, const char *other)
{
    bool same = true;
    for (uint32_t k = 0; k < p->data->argument_count; ++k) {
        const unsigned char *found = p->results[0][k], *expected = p->results[1][k];
        if (!found) continue;
        const what stated = p->row->arguments[k].what, type = stated == WORDS ? INTS : stated;
        const size_t count = p->bytes[k] / (type == BYTES ? 1 : type == SHORTS ? 2 : type == DOUBLES ? 8 : 4);
        double scale = type == PARTICLES || type == CELLS; /* as large as the cube that they are in */
        size_t wrong = 0, first = 0;
        for (size_t i = 0; (type == FLOATS || type == FLOAT3S || type == DOUBLES) && i < count; ++i)
            scale += fabs(number(expected, type, i)) / (double)count;
        for (size_t i = 0; i < count; ++i)
            if (!near(number(found, type, i), number(expected, type, i), p->row->tolerance, is_whole(type, i), scale))
                first = wrong++ ? first : i;
        if ((double)wrong <= p->row->share * (double)count) continue;
        same = false;
        fprintf(stderr, "%s: argument %u: %zu of %zu elements differ from %s's; element %zu is %.17g, not %.17g\n",
                p->row->name, k + 1, wrong, count, other, first, number(found, type, first),
                number(expected, type, first));
    }
    return same;
}

/* Natively something must have been written: two devices that do nothing agree, too. */
static bool did_something(const plan *p)
{
    for (size_t i = 0; i < ARGUMENTS; ++i)
        if (p->results[0][i] && memcmp(p->results[0][i], p->start[i], p->bytes[i]) == 0) {
            fprintf(stderr, "%s: argument %zu is as it was before\n", p->row->name, i + 1);
            return false;
        }
    return true;
}

/* ---- The run --------------------------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, size_t count)
{
    qsort(times, count, sizeof *times, by_value);
    return count % 2 ? times[count / 2] : 0.5 * (times[count / 2 - 1] + times[count / 2]);
}

static bool run_row(side *sides, size_t count, const clb_bundle *bundle, const row *r, bool check, size_t runs)
{
    plan p;
    bool same = true;
    make_plan(&p, bundle, r, check);
    for (size_t k = 0; k < count; ++k) {
        make_buffers(&sides[k], &p);
        launch(&sides[k], &p);
        read_results(&sides[k], &p, p.results[k > 0]);
        if (k == 0) same = did_something(&p);
        else same = same_results(&p, clb_device_get_info(sides[k].device)->platform) && same;
    }
    if (check) {
        printf("%s\t%s\n", r->name, same ? "same" : "DIFFERS");
    } else {
        for (size_t n = 0; n < runs; ++n)
            for (size_t k = 0; k < count; ++k) {
                quiet_wait();
                launch(&sides[k], &p); /* the other side has emptied the caches */
                sides[k].times[n] = launch(&sides[k], &p);
            }
        const double native = median(sides[0].times, runs);
        printf("%s\t%.3f ms", r->name, 1e3 * native);
        for (size_t k = 1; k < count; ++k) {
            const double other = median(sides[k].times, runs), ratio = native / other;
            sides[k].logarithms += log(ratio);
            sides[k].above += ratio > 1.0;
            if (ratio > sides[k].largest) {
                sides[k].largest = ratio;
                sides[k].name_of_largest = r->name;
            }
            printf("\t%.3f ms\t%.2f", 1e3 * other, ratio);
        }
        printf("%s\n", same ? "" : "\tDIFFERS");
    }
    fflush(stdout);
    for (size_t k = 0; k < count; ++k) release_buffers(&sides[k]);
    free_plan(&p);
    return same;
}

static void open_side(side *s, const clb_bundle *bundle, const char *filter, uint32_t back_ends, size_t runs)
{
    clb_error error = {0};
    const clb_device_params params = {.bundle = bundle, .filter = filter, .environment = "", .back_ends = back_ends};
    if (clb_device_open(&params, &s->device, &error)) fail(filter, &error);
    s->times = room(runs * sizeof *s->times);
    const clb_device_info *info = clb_device_get_info(s->device);
    printf("device\t%s\t%s\t%s\n", info->platform, info->name, info->driver);
}

/* All CPU devices of OpenCL's drivers. */
static size_t open_all(side *sides, size_t count, const clb_bundle *bundle, size_t runs)
{
    clb_error error = {0};
    clb_device_info *list = NULL;
    size_t length = 0;
    if (clb_device_list(&(clb_device_params){.bundle = bundle, .environment = "", .back_ends = CLB_BACK_END_OPENCL},
                        &list, &length, &error))
        fail("devices", &error);
    for (size_t i = 0; i < length && count < DEVICES; ++i) {
        char filter[32];
        if (list[i].rejected || list[i].type != CLB_DEVICE_CPU) continue;
        snprintf(filter, sizeof filter, "#%zu", i);
        open_side(&sides[count++], bundle, filter, CLB_BACK_END_OPENCL, runs);
    }
    clb_device_list_free(&list);
    return count;
}

static int usage(void)
{
    fputs("usage: bench_ordinary [--check] [--list] [--only NAME]... [--device FILTER]... [--runs N] "
          "[--level base|v3|v4]\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    side sides[DEVICES] = {{0}};
    const char *filters[DEVICES];
    bool chosen[ROWS] = {false}, check = false, some = false, same = true;
    size_t filter_count = 0, runs = RUNS, count = 1, done = 0;
    int level = CLB_NATIVE_LEVELS - 1;
    for (int i = 1; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--check") == 0) {
            check = true;
            continue;
        }
        if (strcmp(argv[i], "--list") == 0) {
            for (size_t k = 0; k < ROWS; ++k) puts(rows[k].name);
            return 0;
        }
        if (!value) return usage();
        if (strcmp(argv[i], "--only") == 0) {
            size_t k = 0;
            while (k < ROWS && strcmp(rows[k].name, value) != 0) ++k;
            if (k == ROWS) stop(value, "no such kernel; --list shows them");
            chosen[k] = some = true;
        } else if (strcmp(argv[i], "--device") == 0 && filter_count + 1 < DEVICES) {
            filters[filter_count++] = value;
        } else if (strcmp(argv[i], "--runs") == 0 && atoi(value) > 0) {
            runs = (size_t)atoi(value);
        } else if (strcmp(argv[i], "--level") == 0) {
            level = level_find(value);
            if (level == CLB_NATIVE_LEVELS) return usage();
        } else {
            return usage();
        }
        ++i;
    }
    if (!check) quiet_stay_on_one_processor();
    /* The bundle without the levels above. */
    clb_bundle bundle = ordinary_bundle;
    clb_native_kernel *native = NULL;
    if (!level_cap(&bundle, level, &native)) stop("memory", "there is none");
    printf("level\tat most %s\n", level_names[level]);
    open_side(&sides[0], &bundle, "native", CLB_BACK_END_NATIVE, runs);
    for (size_t i = 0; i < filter_count; ++i) open_side(&sides[count++], &bundle, filters[i], 0, runs);
    if (!filter_count) count = open_all(sides, count, &bundle, runs);
    for (size_t i = 0; i < ROWS; ++i)
        if (!some || chosen[i]) {
            same = run_row(sides, count, &bundle, &rows[i], check, runs) && same;
            ++done;
        }
    for (size_t k = 1; !check && k < count; ++k)
        printf("native over %s\tgeometric mean %.3f of %zu\tabove 1.0: %zu\tlargest %.2f (%s)\n",
               clb_device_get_info(sides[k].device)->platform, exp(sides[k].logarithms / (double)done), done,
               sides[k].above, sides[k].largest, sides[k].name_of_largest);
    for (size_t k = 0; k < count; ++k) {
        free(sides[k].times);
        clb_device_close(&sides[k].device);
    }
    free(native);
    if (!same) return 1;
    if (check && count == 1) return 77;
    return 0;
}
