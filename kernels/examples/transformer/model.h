/* A small transformer of the kind that language models are: its sizes, its weights, and a forward pass in plain C that
 * the device's is compared with. Knows no device.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TRANSFORMER_MODEL_H
#define TRANSFORMER_MODEL_H

#include <stddef.h>
#include <stdint.h>

enum { LAYERS = 2, WIDTH = 256, HEADS = 4, HEAD = WIDTH / HEADS, HIDDEN = 512, WORDS = 512, POSITIONS = 32 };
#define EPSILON 1e-5f

typedef enum format { F16, Q8_0, Q4_0, Q4_K, Q6_K, FORMATS } format;

/* The matrices of a layer. */
typedef enum part { QUERY, KEY, VALUE, OUTPUT, GATE, UP, DOWN, PARTS } part;

/* rows x columns numbers, by rows, in blocks of the format (matvec.cl). */
typedef struct matrix {
    format format;
    int rows, columns;
    uint8_t *blocks;
    size_t size; /* bytes */
} matrix;

typedef struct model {
    matrix table, head; /* words x width: of the tokens, of the results */
    matrix of_layer[LAYERS][PARTS];
    float attention_gain[LAYERS][WIDTH], hidden_gain[LAYERS][WIDTH], last_gain[WIDTH];
} model;

/* Keys and values of the positions so far. */
typedef struct cache {
    float keys[LAYERS][POSITIONS * WIDTH], values[LAYERS][POSITIONS * WIDTH];
} cache;

size_t matrix_size(format f, int rows, int columns); /* bytes; columns: a multiple of 256 */
/* Random blocks, whose numbers have about the standard deviation 1/sqrt(columns). 0: no memory. */
int matrix_make(matrix *m, format f, int rows, int columns, uint64_t *seed);
void matrix_free(matrix *m);
/* 0: no memory; model_free() is due either way. */
int model_make(model *m, uint64_t seed);
void model_free(model *m);

float half_to_float(uint16_t h);
/* y = W x, one row after the other. */
void plain_matvec(const matrix *w, const float *x, float *y);
/* The results (logits) for all words behind a token at a position. */
void plain_forward(const model *m, cache *c, int token, int position, float results[WORDS]);

#endif
