/* Build: clbundle bundle --native --name mine --output-dir . matvec.cl layers.cl
 *        cc -O2 main.c model.c mine.c mine_native.c $(pkg-config --cflags --libs clbundle) -lm -o example
 * A small transformer with random weights writes words: at each position the device computes results for all words, and
 * the word with the largest one comes next. The same pass in plain C (model.c) must give the same results.
 *
 * All of a layer's results are sums of at most 512 products in float, added in different orders. Each sum is then off
 * by at most 512 times the relative rounding error 2^-24 of its largest partial sum, and the ten products in a row
 * before the last results add up to less than 512 * 10 * 2^-24 = 3e-4 of the largest result. The limit is a third of
 * that.
 *
 * SPDX-License-Identifier: MIT */
#include "mine.h"
#include "model.h"

#include <math.h>
#include <stdio.h>

enum { STEPS = 16 };
static const double limit = 1e-4;

/* A matrix on the device. */
typedef struct device_matrix {
    format format;
    int rows, columns;
    clb_buffer_uchar blocks;
} device_matrix;

typedef struct device_layer {
    device_matrix parts[PARTS];
    clb_buffer_float attention_gain, hidden_gain, keys, values;
} device_layer;

typedef struct device_model {
    clb_device *device;
    clb_buffer_half table;
    device_matrix head;
    device_layer layers[LAYERS];
    clb_buffer_float last_gain, x, normal, q, k, v, y, gate, up, scores, results;
} device_model;

static clb_status make_matrix(clb_device *device, const matrix *from, device_matrix *to, clb_error *error)
{
    to->format = from->format;
    to->rows = from->rows;
    to->columns = from->columns;
    return clb_buffer_uchar_create(device, from->size, from->blocks, &to->blocks, error);
}

static clb_status make(device_model *d, const model *m, clb_error *error)
{
    const struct {
        clb_buffer_float *buffer;
        size_t count;
    } results[] = {{&d->x, WIDTH},     {&d->normal, WIDTH}, {&d->q, WIDTH},   {&d->k, WIDTH},
                   {&d->v, WIDTH},     {&d->y, WIDTH},      {&d->up, HIDDEN}, {&d->scores, HEADS * POSITIONS},
                   {&d->gate, HIDDEN}, {&d->results, WORDS}};
    const clb_half *table = (const void *)m->table.blocks;
    clb_status status = clb_buffer_half_create(d->device, (size_t)WORDS * WIDTH, table, &d->table, error);
    if (!status) status = make_matrix(d->device, &m->head, &d->head, error);
    if (!status) status = clb_buffer_float_create(d->device, WIDTH, m->last_gain, &d->last_gain, error);
    for (size_t i = 0; i < sizeof results / sizeof *results && !status; ++i)
        status = clb_buffer_float_create(d->device, results[i].count, NULL, results[i].buffer, error);
    for (int l = 0; l < LAYERS && !status; ++l) {
        device_layer *to = &d->layers[l];
        status = clb_buffer_float_create(d->device, WIDTH, m->attention_gain[l], &to->attention_gain, error);
        if (!status) status = clb_buffer_float_create(d->device, WIDTH, m->hidden_gain[l], &to->hidden_gain, error);
        if (!status) status = clb_buffer_float_create(d->device, POSITIONS * WIDTH, NULL, &to->keys, error);
        if (!status) status = clb_buffer_float_create(d->device, POSITIONS * WIDTH, NULL, &to->values, error);
        for (int p = 0; p < PARTS && !status; ++p)
            status = make_matrix(d->device, &m->of_layer[l][p], &to->parts[p], error);
    }
    return status;
}

static void release(device_model *d)
{
    clb_buffer_float *const buffers[] = {&d->last_gain, &d->x,  &d->normal, &d->q,      &d->k,      &d->v,
                                         &d->y,         &d->up, &d->gate,   &d->scores, &d->results};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; ++i) clb_buffer_float_release(buffers[i]);
    clb_buffer_half_release(&d->table);
    clb_buffer_uchar_release(&d->head.blocks);
    for (int l = 0; l < LAYERS; ++l) {
        clb_buffer_float_release(&d->layers[l].attention_gain);
        clb_buffer_float_release(&d->layers[l].hidden_gain);
        clb_buffer_float_release(&d->layers[l].keys);
        clb_buffer_float_release(&d->layers[l].values);
        for (int p = 0; p < PARTS; ++p) clb_buffer_uchar_release(&d->layers[l].parts[p].blocks);
    }
    clb_device_close(&d->device);
}

/* y = W x, by the kernel of the matrix's format. */
static clb_status matvec(clb_device *d, const device_matrix *w, clb_buffer_float x, clb_buffer_float y,
                         clb_error *error)
{
    const int rows = w->rows, columns = w->columns;
    const clb_buffer_uchar b = w->blocks;
    switch (w->format) {
#define RUN(name) \
    mine_run_##name(d, NULL, mine_buffers_##name(.w = b, .x = x, .y = y, .rows = rows, .columns = columns), NULL, error)
    case F16: return RUN(matvec_f16);
    case Q8_0: return RUN(matvec_q8_0);
    case Q4_0: return RUN(matvec_q4_0);
    case Q4_K: return RUN(matvec_q4_K);
    default: return RUN(matvec_q6_K);
#undef RUN
    }
}

/* Attention over the positions up to this one, from d->normal to d->normal. */
static clb_status attention(device_model *d, const device_layer *l, int position, clb_error *error)
{
    clb_device *device = d->device;
    const int count = position + 1;
    clb_status status = matvec(device, &l->parts[QUERY], d->normal, d->q, error);
    if (!status) status = matvec(device, &l->parts[KEY], d->normal, d->k, error);
    if (!status) status = matvec(device, &l->parts[VALUE], d->normal, d->v, error);
    if (!status)
        status = mine_run_rope(device, NULL,
                               mine_buffers_rope(.x = d->k, .y = l->keys, .heads = HEADS, .size = HEAD,
                                                 .stride = POSITIONS * HEADS, .first = position * HEADS,
                                                 .position = position),
                               NULL, error);
    if (!status)
        status = mine_run_rope(device, NULL,
                               mine_buffers_rope(.x = d->q, .y = d->k, .heads = HEADS, .size = HEAD, .stride = HEADS,
                                                 .first = 0, .position = position),
                               NULL, error);
    if (!status)
        status = mine_run_keep(
            device, NULL,
            mine_buffers_keep(.x = d->v, .cache = l->values, .n = WIDTH, .rows = POSITIONS, .position = position), NULL,
            error);
    if (!status)
        status = mine_run_score(device, NULL,
                                mine_buffers_score(.q = d->k, .keys = l->keys, .scores = d->scores, .heads = HEADS,
                                                   .size = HEAD, .rows = POSITIONS, .count = count),
                                NULL, error);
    if (!status)
        status = mine_run_softmax(
            device, NULL, mine_buffers_softmax(.x = d->scores, .heads = HEADS, .rows = POSITIONS, .count = count), NULL,
            error);
    if (!status)
        status = mine_run_attend(device, NULL,
                                 mine_buffers_attend(.weights = d->scores, .values = l->values, .y = d->normal,
                                                     .heads = HEADS, .size = HEAD, .rows = POSITIONS, .count = count),
                                 NULL, error);
    return status;
}

static clb_status norm(device_model *d, clb_buffer_float gain, clb_error *error)
{
    return mine_run_rms_norm(
        d->device, NULL, mine_buffers_rms_norm(.x = d->x, .gain = gain, .y = d->normal, .n = WIDTH, .epsilon = EPSILON),
        NULL, error);
}

static clb_status add(device_model *d, clb_error *error)
{
    return mine_run_add(d->device, NULL, mine_buffers_add(.x = d->x, .y = d->y, .n = WIDTH), NULL, error);
}

static clb_status run_layer(device_model *d, const device_layer *l, int position, clb_error *error)
{
    clb_device *device = d->device;
    clb_status status = norm(d, l->attention_gain, error);
    if (!status) status = attention(d, l, position, error);
    if (!status) status = matvec(device, &l->parts[OUTPUT], d->normal, d->y, error);
    if (!status) status = add(d, error);
    if (!status) status = norm(d, l->hidden_gain, error);
    if (!status) status = matvec(device, &l->parts[GATE], d->normal, d->gate, error);
    if (!status) status = matvec(device, &l->parts[UP], d->normal, d->up, error);
    if (!status)
        status = mine_run_silu_mul(
            device, NULL, mine_buffers_silu_mul(.x = d->gate, .z = d->up, .y = d->up, .n = HIDDEN), NULL, error);
    if (!status) status = matvec(device, &l->parts[DOWN], d->up, d->y, error);
    if (!status) status = add(d, error);
    return status;
}

static clb_status forward(device_model *d, int token, int position, float results[WORDS], clb_error *error)
{
    clb_status status = mine_run_get_rows(
        d->device, NULL, mine_buffers_get_rows(.table = d->table, .y = d->x, .rows = WORDS, .n = WIDTH, .token = token),
        NULL, error);
    for (int l = 0; l < LAYERS && !status; ++l) status = run_layer(d, &d->layers[l], position, error);
    if (!status) status = norm(d, d->last_gain, error);
    if (!status) status = matvec(d->device, &d->head, d->normal, d->results, error);
    return status ? status : clb_buffer_float_read(d->results, 0, results, WORDS, error);
}

/* The largest difference, as a part of the largest expected result. */
static double difference(const float *found, const float *expected)
{
    double largest = 0, off = 0;
    for (int i = 0; i < WORDS; ++i) {
        const double d = fabs((double)found[i] - (double)expected[i]);
        largest = fmax(largest, fabs((double)expected[i]));
        off = d > off || isnan(d) ? d : off;
    }
    return off / largest;
}

static clb_status write_words(device_model *d, const model *m, double *off, clb_error *error)
{
    static cache c;
    int token = 1;
    for (int position = 0; position < STEPS; ++position) {
        float found[WORDS], expected[WORDS];
        const clb_status status = forward(d, token, position, found, error);
        if (status) return status;
        plain_forward(m, &c, token, position, expected);
        *off = fmax(*off, difference(found, expected));
        token = 0;
        for (int i = 1; i < WORDS; ++i)
            if (expected[i] > expected[token]) token = i;
        printf("%d%s", token, position + 1 < STEPS ? " " : "\n");
    }
    return CLB_OK;
}

int main(void)
{
    model m = {0};
    device_model d = {0};
    clb_error error = {0};
    double off = 0;
    if (!model_make(&m, 2024)) {
        fprintf(stderr, "no memory\n");
        model_free(&m);
        return 1;
    }
    clb_status status = clb_device_open(&(clb_device_params){.bundle = &mine_bundle}, &d.device, &error);
    if (!status) status = make(&d, &m, &error);
    if (!status) status = write_words(&d, &m, &off, &error);
    if (status) fprintf(stderr, "%s\n", error.message);
    else if (off > limit) fprintf(stderr, "the results differ by %g of the largest one\n", off);
    else printf("as in plain C\n");
    release(&d);
    clb_error_clear(&error);
    model_free(&m);
    return status || off > limit;
}
