/* What of a buffer counts as written for checked code: commands of the host, and kernels. Each scene makes a buffer and
 * says how many of its elements are written from its begin on; the kernel `bytes` reads all of them.
 *
 * SPDX-License-Identifier: MIT */
#include <clbundle/core.h>
#include <clbundle/pipeline.h>

#include <stdio.h>
#include <string.h>

extern const clb_bundle checked_bundle;

enum { ITEMS = 64, GROUP = 16, BYTES = ITEMS * sizeof(int) };

typedef struct scene {
    clb_device *device;
    clb_queue *queue;
    clb_buffer *x, *other; /* without data */
    int data[ITEMS];
    clb_error error;
} scene;

typedef struct found {
    unsigned count;
    size_t first; /* element that was read without being written */
} found;

static void told(void *cookie, const clb_finding *f)
{
    found *to = cookie;
    if (f->kind != CLB_FINDING_UNWRITTEN || strcmp(f->array, "x") != 0) to->count += 100;
    if (to->count++ == 0) to->first = f->offset / sizeof(int);
}

static clb_status launch(scene *s, const char *kernel, clb_buffer *x, clb_buffer *y)
{
    const int n = ITEMS;
    const clb_launch range = {.dimensions = 1, .global = {ITEMS}, .local = {GROUP}};
    const clb_argument arguments[] = {
        {.buffer = x}, {.buffer = y}, {.size = GROUP * sizeof(int)}, {.value = &n, .size = sizeof n}};
    return clb_kernel_launch(s->device, &checked_bundle, (uint32_t)clb_kernel_find(&checked_bundle, kernel), &range,
                             arguments, 4, NULL, &s->error);
}

/* ---- scenes: how many elements of x are written ---- */

static int nothing(scene *s)
{
    (void)s;
    return 0;
}

static int write_part(scene *s)
{
    return clb_buffer_write(s->x, 0, s->data, 12, &s->error) ? -1 : 3;
}

static int write_later(scene *s)
{
    const clb_command command = {.queue = s->queue};
    if (clb_buffer_write_async(s->x, 0, s->data, BYTES, &command, NULL, &s->error) ||
        clb_queue_finish(s->queue, &s->error))
        return -1;
    return ITEMS;
}

static int write_box(scene *s)
{
    const clb_box to = {.row_pitch = 32}, from = {.row_pitch = 20};
    const size_t region[3] = {20, 8, 1};
    return clb_buffer_write_box(s->x, &to, s->data, &from, region, NULL, NULL, &s->error) ? -1 : 5;
}

static int fill(scene *s)
{
    const int one = 1;
    return clb_buffer_fill(s->x, 0, 28, &one, sizeof one, NULL, NULL, &s->error) ? -1 : 7;
}

static int copy_of_written(scene *s)
{
    if (clb_buffer_write(s->other, 0, s->data, BYTES, &s->error) ||
        clb_buffer_copy(s->other, 0, s->x, 0, 36, NULL, NULL, &s->error))
        return -1;
    return 9;
}

static int copy_of_unwritten(scene *s)
{
    if (clb_buffer_write(s->other, 0, s->data, 44, &s->error) ||
        clb_buffer_copy(s->other, 0, s->x, 0, BYTES, NULL, NULL, &s->error))
        return -1;
    return 11;
}

static int map_to_read(scene *s)
{
    void *host;
    if (clb_buffer_map(s->x, CLB_MAP_READ, 0, BYTES, NULL, &host, NULL, &s->error) ||
        clb_buffer_unmap(s->x, host, NULL, NULL, &s->error))
        return -1;
    return 0;
}

static int map_to_write(scene *s)
{
    void *host;
    if (clb_buffer_map(s->x, CLB_MAP_WRITE, 0, 52, NULL, &host, NULL, &s->error)) return -1;
    memcpy(host, s->data, 52);
    return clb_buffer_unmap(s->x, host, NULL, NULL, &s->error) ? -1 : 13;
}

static int map_to_discard(scene *s)
{
    void *host;
    if (clb_buffer_map(s->x, CLB_MAP_DISCARD, 0, BYTES, NULL, &host, NULL, &s->error)) return -1;
    memcpy(host, s->data, BYTES);
    return clb_buffer_unmap(s->x, host, NULL, NULL, &s->error) ? -1 : ITEMS;
}

static int view_of_it(scene *s)
{
    clb_buffer *view = NULL;
    if (clb_buffer_view(s->x, 0, 60, &view, &s->error)) return -1;
    const clb_status status = clb_buffer_write(view, 0, s->data, 60, &s->error);
    clb_buffer_release(&view);
    return status ? -1 : 15;
}

static int kernel_writes(scene *s)
{
    if (clb_buffer_write(s->other, 0, s->data, BYTES, &s->error) || launch(s, "bytes", s->other, s->x)) return -1;
    return ITEMS;
}

/* `other` is written before, with numbers from 0 on. */
static int run_fill(scene *s, const char *kernel, int written)
{
    for (int i = 0; i < ITEMS; i++) s->data[i] = i;
    if (clb_buffer_write(s->other, 0, s->data, BYTES, &s->error)) return -1;
    return launch(s, kernel, s->x, s->other) ? -1 : written;
}

static int kernel_fills(scene *s)
{
    return run_fill(s, "proved_fills", ITEMS);
}

static int kernel_fills_but_one(scene *s)
{
    return run_fill(s, "proved_fills_but_one", ITEMS - 1);
}

static int kernel_fills_by_data(scene *s)
{
    return run_fill(s, "proved_fills_by_data", 7);
}

static int kernel_fills_every_other(scene *s)
{
    return run_fill(s, "proved_fills_every_other", 1);
}

static const struct {
    const char *name;
    int (*prepare)(scene *s);
} scenes[] = {{"filled by a proved kernel", kernel_fills},
              {"filled but for one element", kernel_fills_but_one},
              {"filled where data say so", kernel_fills_by_data},
              {"every other element", kernel_fills_every_other},
              {"nothing", nothing},
              {"write of a part", write_part},
              {"write in a queue", write_later},
              {"write of a box", write_box},
              {"fill", fill},
              {"copy of what is written", copy_of_written},
              {"copy of what is not", copy_of_unwritten},
              {"map to read", map_to_read},
              {"map to write", map_to_write},
              {"map to discard", map_to_discard},
              {"write to a view", view_of_it},
              {"a kernel", kernel_writes}};

static bool run(scene *s, size_t i, found *seen)
{
    clb_buffer *y = NULL;
    clb_status status = clb_buffer_create(s->device, BYTES, NULL, &s->x, &s->error);
    if (!status) status = clb_buffer_create(s->device, BYTES, NULL, &s->other, &s->error);
    if (!status) status = clb_buffer_create(s->device, BYTES, NULL, &y, &s->error);
    *seen = (found){0};
    const int written = status ? -1 : scenes[i].prepare(s);
    bool fine = written >= 0 && seen->count == 0;
    if (fine) {
        status = launch(s, "bytes", s->x, y);
        fine = written == ITEMS ? status == CLB_OK && seen->count == 0
                                : status == CLB_ERROR_KERNEL && seen->count == 1 && seen->first == (size_t)written;
    }
    if (!fine)
        fprintf(stderr, "%s: %d elements are written; %u findings, the first of element %u: %s\n", scenes[i].name,
                written, seen->count, (unsigned)seen->first, s->error.message);
    clb_error_clear(&s->error);
    clb_buffer_release(&y);
    clb_buffer_release(&s->x);
    clb_buffer_release(&s->other);
    return fine;
}

int main(void)
{
    static scene s;
    found seen;
    unsigned wrong = 0;
    const clb_device_params params = {
        .bundle = &checked_bundle, .checked = true, .threads = 1, .finding = told, .finding_cookie = &seen};
    for (int i = 0; i < ITEMS; i++) s.data[i] = i;
    if (clb_device_open(&params, &s.device, &s.error) || clb_queue_create(s.device, &s.queue, &s.error)) {
        fprintf(stderr, "%s\n", s.error.message);
        return 1;
    }
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) wrong += !run(&s, i, &seen);
    clb_queue_release(&s.queue);
    clb_device_close(&s.device);
    printf("%u scenes, %u wrong\n", (unsigned)(sizeof scenes / sizeof *scenes), wrong);
    return wrong != 0;
}
