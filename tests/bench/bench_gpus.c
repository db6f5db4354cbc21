/* Several GPUs of one machine beside one of them, and what one saves by copying while it computes:
 *
 *   resident: each device has its piece of all arrays in its own memory; one launch a device, on a queue of its own.
 *   group: clb_group_call, from and to host memory.
 *   copies: blocking copies of some sizes from and to ordinary memory, others from and to mapped memory; and how fast
 *   the host's own threads copy.
 *   overlap: one device, a call in chunks: copies in, launches and copies out one behind the other, then on three
 *   queues (clbundle/pipeline.h), from ordinary host memory and from mapped memory.
 *
 * Times are medians; one device and all take turns. All results are compared with those of one device, bit by bit.
 *
 * usage: bench_gpus [--any] [--n LOG2] [--points M1] [--repeats N] [--learn N]
 *     [resident|group|copies|overlap]...
 *   --any: any OpenCL device, not only GPUs. PoCL shows two of them by POCL_DEVICES="pthread pthread".
 *   --learn: calls of a group before those that count
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "clbundle/group.h"
#include "clbundle/pipeline.h"
#include "glm.h"
#include "nmath.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEVICES = 8, ARGUMENTS = 16, REPEATS = 9, WARM = 2, CHUNKS = 16 };

static clb_error error;
static char filters[DEVICES][32];
static size_t device_count;
static int repeats = REPEATS, learn = 40;

static void need(clb_status status)
{
    if (status == CLB_OK) return;
    fprintf(stderr, "bench_gpus: %s\n%s", error.message, error.build_log ? error.build_log : "");
    exit(1);
}

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, (size_t)repeats, sizeof *values, ascending);
    return values[repeats / 2];
}

static void *memory(size_t size)
{
    void *made = malloc(size ? size : 1);
    if (!made) {
        fputs("bench_gpus: out of memory\n", stderr);
        exit(1);
    }
    return memset(made, 0, size);
}

static double *uniform(size_t count, double low, double high)
{
    static uint64_t state = 5;
    double *made = memory(count * sizeof *made);
    for (size_t i = 0; i < count; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        made[i] = low + (high - low) * ((double)(state >> 11) / 9007199254740992.0);
    }
    return made;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

/* A call over host memory. */
typedef struct work {
    char name[64];
    const clb_bundle *bundle;
    uint32_t kernel, count;
    clb_host_argument arguments[ARGUMENTS];
    clb_split split;
    clb_split_array arrays[ARGUMENTS];
    uint32_t units; /* the argument that counts them */
    int first;      /* the argument that says the number of the first one; -1: none */
    union {
        int32_t i;
        uint64_t u;
        double d;
    } scalars[ARGUMENTS];
    void *owned[ARGUMENTS]; /* host memory */
} work;

static const clb_argument_data *parameter(const work *w, uint32_t i)
{
    return &w->bundle->arguments[w->bundle->kernels[w->kernel].first_argument + i];
}

static bool is_written(const work *w, uint32_t i)
{
    return parameter(w, i)->kind == CLB_ARGUMENT_GLOBAL && (parameter(w, i)->access & CLB_ACCESS_OUT) != 0;
}

static size_t whole(const work *w, uint32_t i)
{
    return w->arrays[i].blocks * w->arrays[i].stride;
}

static work begin_work(const clb_bundle *bundle, const char *kernel)
{
    work w = {.bundle = bundle, .first = -1};
    const int32_t number = clb_kernel_find(bundle, kernel);
    if (number < 0) {
        fprintf(stderr, "bench_gpus: no kernel %s\n", kernel);
        exit(1);
    }
    w.kernel = (uint32_t)number;
    w.count = bundle->kernels[number].argument_count;
    (void)snprintf(w.name, sizeof w.name, "%s", kernel);
    return w;
}

static void end_work(work *w)
{
    for (uint32_t i = 0; i < w->count; i++) free(w->owned[i]);
}

/* The posterior of a regression at m1 grid points. */
static work regression(int32_t l1, int32_t l2, int32_t m1)
{
    work w = begin_work(&glm_bundle, "f2_f3_binomial_logit");
    const size_t o = (size_t)l1, c = (size_t)l2, p = (size_t)m1;
    double *const arrays[] = {uniform(o * c, -0.5, 0.5), uniform(p * c, -0.3, 0.3), uniform(c, 0, 0),
                              uniform(c * c, 0, 0.01),   uniform(o, -0.1, 0.1),     uniform(o, 0.2, 0.8),
                              uniform(o, 1, 1),          uniform(p, 0, 0),          uniform(p * c, 0, 0)};
    for (uint32_t i = 0; i < 9; i++) w.arguments[i].value = w.owned[i] = arrays[i];
    const int32_t sizes[] = {l1, l2, m1};
    for (uint32_t i = 0; i < 3; i++) {
        w.scalars[9 + i].i = sizes[i];
        w.arguments[9 + i] = (clb_host_argument){NULL, sizeof *sizes};
    }
    w.units = 11;
    (void)snprintf(w.name, sizeof w.name, "GLM logit, %d x %d, %d points", (int)l1, (int)l2, (int)m1);
    return w;
}

/* A function of nmath; its arguments, each an array of n elements, or one that holds for all. */
static work elementwise(const char *kernel, size_t n, const double (*ranges)[2])
{
    work w = begin_work(&nmath_bundle, kernel);
    size_t input = 0;
    for (uint32_t i = 0; i < w.count; i++) {
        const clb_argument_data *a = parameter(&w, i);
        char name[64];
        (void)clb_text_copy(w.bundle, a->name, name, sizeof name);
        const size_t length = strlen(name);
        if (a->kind == CLB_ARGUMENT_GLOBAL) {
            const bool out = is_written(&w, i), one = !out && ranges[input][0] == ranges[input][1];
            w.owned[i] = out ? uniform(n, 0, 0) : uniform(one ? 1 : n, ranges[input][0], ranges[input][1]);
            w.arguments[i] = (clb_host_argument){w.owned[i], (one ? 1 : n) * sizeof(double)};
            if (!out) input++;
            continue;
        }
        w.arguments[i].size = a->size;
        if (strcmp(name, "n") == 0) {
            w.units = i;
            w.scalars[i].u = n;
        } else if (strcmp(name, "first") == 0) {
            w.first = (int)i;
        } else if (strcmp(name, "seed") == 0) {
            w.scalars[i].u = 7;
        } else if (strcmp(name, "lower_tail") == 0) {
            w.scalars[i].i = 1;
        } else if (length > 5 && strcmp(name + length - 5, "_step") == 0) {
            w.scalars[i].u = w.arguments[i - 1].size > sizeof(double);
        }
    }
    return w;
}

/* What parts have of each array; of a kernel without @split, whatever has an element for each unit is cut. */
static void find_pieces(work *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (parameter(w, i)->kind == CLB_ARGUMENT_VALUE) w->arguments[i].value = &w->scalars[i];
    need(clb_split_get(w->bundle, w->kernel, w->arguments, w->count, &w->split, w->arrays, &error));
    if (w->split.can_split) return;
    w->split.units = w->scalars[w->units].u;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->arrays[i].blocks && w->arrays[i].stride == w->split.units * sizeof(double))
            w->arrays[i] = (clb_split_array){1, w->arrays[i].stride, sizeof(double), 0};
}

/* ---- Data that stay on their devices ----------------------------------------------------------------------------- */

/* A part of a call, with its pieces in the memory of a device. */
typedef struct part {
    clb_device *device;
    clb_queue *queue;
    uint64_t begin, units;
    clb_argument arguments[ARGUMENTS];
    union {
        int32_t i;
        uint64_t u;
    } count, number;
    clb_event *event;
} part;

static size_t piece(const work *w, uint32_t i, uint64_t units)
{
    const clb_split_array *a = &w->arrays[i];
    return a->unit ? (size_t)((ptrdiff_t)(units * a->unit) + a->halo) : a->stride;
}

static void place(const work *w, part *p)
{
    for (uint32_t i = 0; i < w->count; i++) {
        const clb_split_array *a = &w->arrays[i];
        p->arguments[i] = (clb_argument){.value = w->arguments[i].value, .size = w->arguments[i].size};
        if (!a->blocks) continue;
        const size_t size = piece(w, i, p->units);
        p->arguments[i] = (clb_argument){0};
        need(clb_buffer_create(p->device, a->blocks * size, NULL, &p->arguments[i].buffer, &error));
        const char *host = (const char *)w->arguments[i].value + p->begin * a->unit;
        for (size_t block = 0; block < a->blocks && (parameter(w, i)->access & CLB_ACCESS_IN); block++)
            need(clb_buffer_write(p->arguments[i].buffer, block * size, host + block * a->stride, size, &error));
    }
    if (w->arguments[w->units].size == sizeof(int32_t)) p->count.i = (int32_t)p->units;
    else p->count.u = p->units;
    p->arguments[w->units].value = &p->count;
    if (w->first < 0) return;
    p->number.u = w->scalars[w->first].u + p->begin;
    p->arguments[w->first].value = &p->number;
}

/* The results, to where they belong in host memory. */
static void fetch(const work *w, const part *p)
{
    for (uint32_t i = 0; i < w->count; i++) {
        const size_t size = piece(w, i, p->units);
        for (size_t block = 0; is_written(w, i) && block < w->arrays[i].blocks; block++)
            need(clb_buffer_read(p->arguments[i].buffer, block * size,
                                 (char *)w->owned[i] + block * w->arrays[i].stride + p->begin * w->arrays[i].unit, size,
                                 &error));
    }
}

static void take_away(part *p)
{
    for (size_t i = 0; i < ARGUMENTS; i++) clb_buffer_release(&p->arguments[i].buffer);
    clb_queue_release(&p->queue);
}

/* Launches all parts and waits for them. *kernel: the longest time of one on its device's clock. Returns the time on
 * the clock of the host, from the first launch to the end of all. */
static double run_parts(const work *w, part *parts, size_t count, double *kernel)
{
    *kernel = 0;
    const double begun = now();
    for (size_t d = 0; d < count; d++)
        need(clb_kernel_launch(parts[d].device, w->bundle, w->kernel, &(clb_launch){.queue = parts[d].queue},
                               parts[d].arguments, w->count, &parts[d].event, &error));
    for (size_t d = 0; d < count; d++) need(clb_event_wait(parts[d].event, &error));
    const double seconds = now() - begun;
    for (size_t d = 0; d < count; d++) {
        uint64_t start, end;
        need(clb_event_times(parts[d].event, &start, &end, &error));
        clb_event_release(&parts[d].event);
        if (1e-9 * (double)(end - start) > *kernel) *kernel = 1e-9 * (double)(end - start);
    }
    return seconds;
}

/* ---- Comparing results ------------------------------------------------------------------------------------------- */

static void keep_results(const work *w, void **kept)
{
    for (uint32_t i = 0; i < w->count; i++) {
        kept[i] = NULL;
        if (!is_written(w, i)) continue;
        kept[i] = memory(whole(w, i));
        memcpy(kept[i], w->owned[i], whole(w, i));
    }
}

static size_t count_differences(const work *w, void *const *kept)
{
    size_t different = 0;
    for (uint32_t i = 0; i < w->count; i++)
        for (size_t at = 0; kept[i] && at < whole(w, i); at += sizeof(double))
            different += memcmp((const char *)kept[i] + at, (const char *)w->owned[i] + at, sizeof(double)) != 0;
    return different;
}

static void clear_results(const work *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (is_written(w, i)) memset(w->owned[i], 0x5a, whole(w, i));
}

static void free_results(void **kept)
{
    for (size_t i = 0; i < ARGUMENTS; i++) free(kept[i]);
}

/* ---- Resident ---------------------------------------------------------------------------------------------------- */

static void bench_resident(clb_device *const *devices, work w)
{
    enum { SIDES = 2 }; /* one device, all */
    part parts[SIDES][DEVICES] = {{{0}}};
    const size_t counts[SIDES] = {1, device_count};
    double wall[SIDES][REPEATS], kernel[SIDES][REPEATS];
    void *kept[ARGUMENTS] = {NULL};
    size_t different = 0;
    find_pieces(&w);
    const uint64_t step = w.split.units / device_count > 4096 ? 1024 : w.split.granule;
    for (int s = 0; s < SIDES; s++)
        for (size_t d = 0; d < counts[s]; d++) {
            part *p = &parts[s][d];
            p->device = devices[d];
            const uint64_t all = w.split.units, end = all * (d + 1) / counts[s] / step * step;
            p->begin = all * d / counts[s] / step * step;
            p->units = (d + 1 == counts[s] ? all : end) - p->begin;
            need(clb_queue_create(p->device, &p->queue, &error));
            place(&w, p);
        }
    for (int r = -WARM; r < repeats; r++)
        for (int s = 0; s < SIDES; s++) {
            double longest;
            const double seconds = run_parts(&w, parts[s], counts[s], &longest);
            if (r < 0) continue;
            wall[s][r] = seconds;
            kernel[s][r] = longest;
        }
    for (int s = 0; s < SIDES; s++) {
        clear_results(&w);
        for (size_t d = 0; d < counts[s]; d++) fetch(&w, &parts[s][d]);
        if (s == 0) keep_results(&w, kept);
        else different = count_differences(&w, kept);
        for (size_t d = 0; d < counts[s]; d++) take_away(&parts[s][d]);
    }
    const double k1 = median(kernel[0]), k2 = median(kernel[1]), w1 = median(wall[0]), w2 = median(wall[1]);
    printf("%-36s %9.3f %9.3f %6.3f   %9.3f %9.3f %6.3f   %zu\n", w.name, 1e3 * k1, 1e3 * k2, k1 / k2, 1e3 * w1,
           1e3 * w2, w1 / w2, different);
    fflush(stdout);
    free_results(kept);
    end_work(&w);
}

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

static clb_group *open_group(size_t devices, size_t times, bool native)
{
    clb_device_params members[2 * DEVICES + 1] = {{0}};
    clb_group *group = NULL;
    size_t count = 0;
    for (size_t d = 0; d < devices; d++)
        for (size_t t = 0; t < times; t++)
            members[count++] = (clb_device_params){.struct_size = sizeof(clb_device_params),
                                                   .bundle = &glm_bundle,
                                                   .filter = filters[d],
                                                   .environment = ""};
    if (native)
        members[count++] = (clb_device_params){
            .struct_size = sizeof(clb_device_params), .bundle = &glm_bundle, .filter = "native", .environment = ""};
    need(clb_group_open(&(clb_group_params){.members = members, .member_count = count}, &group, &error));
    return group;
}

static void bench_group(clb_device *device, clb_group *const *groups, const char *const *names, size_t group_count,
                        work w)
{
    void *kept[ARGUMENTS] = {NULL};
    double times[5][REPEATS], one = 0;
    clb_group_share shares[5][2 * DEVICES + 1];
    find_pieces(&w);
    clear_results(&w);
    need(clb_kernel_call(device, w.bundle, w.kernel, NULL, w.arguments, w.count, &error));
    keep_results(&w, kept);
    for (int r = -learn; r < repeats; r++) /* a group learns who is fast, and who helps */
        for (size_t g = 0; g < group_count; g++) {
            const double begun = now();
            need(clb_group_call(groups[g], w.bundle, w.kernel, NULL, w.arguments, w.count, shares[g], &error));
            if (r >= 0) times[g][r] = now() - begun;
        }
    for (size_t g = 0; g < group_count; g++) {
        clear_results(&w);
        need(clb_group_call(groups[g], w.bundle, w.kernel, NULL, w.arguments, w.count, shares[g], &error));
        const double t = median(times[g]);
        if (g == 0) one = t;
        printf("%-36s %-26s %10.3f %6.3f   %8zu   units %% (parts, busy ms):", g ? "" : w.name, names[g], 1e3 * t,
               one / t, count_differences(&w, kept));
        for (size_t m = 0; m < clb_group_size(groups[g]); m++)
            printf(" %.1f (%u, %.2f)", 100 * (double)shares[g][m].units / (double)w.split.units,
                   (unsigned)shares[g][m].parts, 1e3 * shares[g][m].seconds);
        putchar('\n');
        fflush(stdout);
    }
    free_results(kept);
    end_work(&w);
}

/* ---- Overlap ----------------------------------------------------------------------------------------------------- */

/* A call in chunks on one device: `host` has what the arguments point to. */
typedef struct chunked {
    const work *of;
    clb_device *device;
    clb_buffer *buffers[ARGUMENTS], *views[CHUNKS][ARGUMENTS];
    void *host[ARGUMENTS];
    uint64_t n; /* elements of a chunk */
} chunked;

typedef enum steps { ALL, IN, COMPUTE, OUT } steps;

/* Copies and launches of all chunks: in[0], in[1], in[2] are the queues for copies in, launches and copies out. */
static double run_chunks(const chunked *c, clb_queue *const queues[3], bool blocking, steps which)
{
    const work *w = c->of;
    const double begun = now();
    for (size_t k = 0; k < CHUNKS; k++) {
        clb_argument arguments[ARGUMENTS];
        clb_event *copied = NULL, *launched = NULL;
        for (uint32_t i = 0; i < w->count; i++) {
            const clb_host_argument *given = &w->arguments[i];
            arguments[i] = (clb_argument){.value = given->value, .size = given->size};
            if (c->views[k][i]) arguments[i] = (clb_argument){.buffer = c->views[k][i]};
            if (!c->views[k][i] || is_written(w, i) || (which != ALL && which != IN)) continue;
            const char *from = (const char *)c->host[i] + k * c->n * sizeof(double);
            const clb_command command = {.queue = queues[0]};
            clb_event_release(&copied); /* the queue keeps the order: the last copy is enough */
            const size_t size = c->n * sizeof(double);
            if (blocking) need(clb_buffer_write(c->views[k][i], 0, from, size, &error));
            else need(clb_buffer_write_async(c->views[k][i], 0, from, size, &command, &copied, &error));
        }
        arguments[w->units].value = &c->n;
        const clb_launch launch = {.queue = queues[1], .wait = &copied, .wait_count = copied ? 1 : 0};
        if (which == ALL || which == COMPUTE)
            need(clb_kernel_launch(c->device, w->bundle, w->kernel, &launch, arguments, w->count, &launched, &error));
        for (uint32_t i = 0; i < w->count && (which == ALL || which == OUT); i++) {
            char *to = (char *)c->host[i] + k * c->n * sizeof(double);
            const clb_command command = {.queue = queues[2], .wait = &launched, .wait_count = launched ? 1 : 0};
            if (!is_written(w, i)) continue;
            if (blocking) need(clb_buffer_read(c->views[k][i], 0, to, c->n * sizeof(double), &error));
            else need(clb_buffer_read_async(c->views[k][i], 0, to, c->n * sizeof(double), &command, NULL, &error));
        }
        clb_event_release(&copied);
        clb_event_release(&launched);
    }
    need(clb_device_finish(c->device, &error));
    return now() - begun;
}

/* mapped: host memory is that of buffers that are mapped, from which drivers copy without the processor. */
static void bench_overlap(clb_device *device, work w, bool mapped)
{
    enum { WAYS = 6 };
    static const char *const names[WAYS] = {"copies in",        "launches",          "copies out",
                                            "serial, blocking", "serial, one queue", "three queues"};
    chunked c = {.of = &w, .device = device};
    clb_buffer *pinned[ARGUMENTS] = {NULL};
    clb_queue *queues[3] = {NULL}, *own[3] = {NULL}, *same[3];
    void *kept[ARGUMENTS] = {NULL};
    double times[WAYS][REPEATS], middle[WAYS];
    size_t different[WAYS] = {0};
    find_pieces(&w);
    c.n = w.split.units / CHUNKS;
    for (uint32_t i = 0; i < w.count; i++) {
        if (!w.arrays[i].blocks) continue;
        need(clb_buffer_create(device, whole(&w, i), NULL, &c.buffers[i], &error));
        c.host[i] = w.owned[i];
        if (mapped) {
            need(clb_buffer_create(device, whole(&w, i), NULL, &pinned[i], &error));
            need(clb_buffer_map(pinned[i], CLB_MAP_READ | CLB_MAP_WRITE, 0, whole(&w, i), NULL, &c.host[i], NULL,
                                &error));
            memcpy(c.host[i], w.owned[i], whole(&w, i));
        }
        for (size_t k = 0; k < CHUNKS; k++)
            need(clb_buffer_view(c.buffers[i], k * c.n * sizeof(double), c.n * sizeof(double), &c.views[k][i], &error));
    }
    for (int q = 0; q < 3; q++) need(clb_queue_create(device, &queues[q], &error));
    for (int q = 0; q < 3; q++) same[q] = queues[0];
    for (int r = -WARM; r < repeats; r++)
        for (int way = 0; way < WAYS; way++) {
            const double t = way < 3    ? run_chunks(&c, same, false, (steps)(way + 1))
                             : way == 3 ? run_chunks(&c, own, true, ALL)
                                        : run_chunks(&c, way == 4 ? same : queues, false, ALL);
            if (r >= 0) times[way][r] = t;
        }
    for (int way = 3; way < WAYS; way++) {
        for (uint32_t i = 0; i < w.count; i++)
            if (is_written(&w, i)) memset(c.host[i], 0x5a, whole(&w, i));
        (void)(way == 3 ? run_chunks(&c, own, true, ALL) : run_chunks(&c, way == 4 ? same : queues, false, ALL));
        for (uint32_t i = 0; i < w.count; i++)
            if (is_written(&w, i) && mapped) memcpy(w.owned[i], c.host[i], whole(&w, i));
        if (way == 3) keep_results(&w, kept);
        else different[way] = count_differences(&w, kept);
    }
    for (int way = 0; way < WAYS; way++) middle[way] = median(times[way]);
    printf("%s, %zu elements in %d chunks, %s memory:\n", w.name, (size_t)w.split.units, CHUNKS,
           mapped ? "mapped" : "ordinary");
    for (int way = 0; way < WAYS; way++)
        printf("  %-20s %9.3f ms   %.3f of serial, blocking   %zu differ\n", names[way], 1e3 * middle[way],
               middle[way] / middle[3], different[way]);
    fflush(stdout);
    for (int q = 0; q < 3; q++) clb_queue_release(&queues[q]);
    for (uint32_t i = 0; i < w.count; i++) {
        for (size_t k = 0; k < CHUNKS; k++) clb_buffer_release(&c.views[k][i]);
        if (mapped && pinned[i]) need(clb_buffer_unmap(pinned[i], c.host[i], NULL, NULL, &error));
        clb_buffer_release(&pinned[i]);
        clb_buffer_release(&c.buffers[i]);
    }
    free_results(kept);
    end_work(&w);
}

/* What copies to and fro in its own thread. */
typedef struct copier {
    pthread_t thread;
    clb_device *device; /* NULL: from host memory to host memory */
    clb_buffer *buffer, *pinned;
    clb_queue *queue;
    char *host, *back;
    void *mapped;
    size_t size;
    int way;
} copier;

enum { COPY_WAYS = 5 };
static const char *const copy_ways[COPY_WAYS] = {"in", "out", "mapped in", "mapped out", "both mapped"};

static void open_copier(copier *c, clb_device *device, size_t size)
{
    *c = (copier){.device = device, .size = size, .host = memory(size), .back = memory(size)};
    for (size_t i = 0; i < size; i++) c->host[i] = (char)(i * 7 + i / 255);
    if (!device) return;
    need(clb_buffer_create(device, size, NULL, &c->buffer, &error));
    need(clb_buffer_create(device, size, NULL, &c->pinned, &error));
    need(clb_buffer_map(c->pinned, CLB_MAP_READ | CLB_MAP_WRITE, 0, size, NULL, &c->mapped, NULL, &error));
    need(clb_queue_create(device, &c->queue, &error));
    memcpy(c->mapped, c->host, size);
}

static void close_copier(copier *c)
{
    if (c->device) {
        need(clb_buffer_unmap(c->pinned, c->mapped, NULL, NULL, &error));
        clb_queue_release(&c->queue);
        clb_buffer_release(&c->pinned);
        clb_buffer_release(&c->buffer);
    }
    free(c->host);
    free(c->back);
}

static void *copy_once(void *argument)
{
    copier *c = argument;
    const clb_command command = {.queue = c->queue}, own = {0};
    clb_error failure = {0};
    clb_status status = CLB_OK;
    if (!c->device) memcpy(c->back, c->host, c->size);
    else if (c->way == 0) status = clb_buffer_write(c->buffer, 0, c->host, c->size, &failure);
    else if (c->way == 1) status = clb_buffer_read(c->buffer, 0, c->back, c->size, &failure);
    /* Both ways at once: a half each. */
    const bool both = c->way == 4;
    const size_t half = c->size / 2, first = both ? half : 0;
    if (status == CLB_OK && (c->way == 2 || both))
        status = clb_buffer_write_async(c->buffer, 0, c->mapped, both ? half : c->size, &command, NULL, &failure);
    if (status == CLB_OK && (c->way == 3 || both))
        status = clb_buffer_read_async(c->buffer, first, (char *)c->mapped + first, c->size - first,
                                       both ? &own : &command, NULL, &failure);
    if (status == CLB_OK && c->device) status = clb_device_finish(c->device, &failure);
    if (status != CLB_OK) {
        fprintf(stderr, "bench_gpus: %s\n", failure.message);
        exit(1);
    }
    return NULL;
}

/* GB/s of all together. */
static double copy_all(copier *copiers, size_t count, int way)
{
    double times[REPEATS], bytes = 0;
    for (int r = -WARM; r < repeats; r++) {
        const double begun = now();
        for (size_t i = 0; i < count; i++) {
            copiers[i].way = way;
            if (i == 0) continue;
            if (pthread_create(&copiers[i].thread, NULL, copy_once, &copiers[i]) != 0) exit(1);
        }
        (void)copy_once(&copiers[0]);
        for (size_t i = 1; i < count; i++) (void)pthread_join(copiers[i].thread, NULL);
        if (r >= 0) times[r] = now() - begun;
    }
    for (size_t i = 0; i < count; i++) bytes += (double)copiers[i].size;
    return 1e-9 * bytes / median(times);
}

/* Blocking copies with ordinary memory, the others with mapped memory. */
static void bench_copies(clb_device *const *devices, size_t count, size_t size)
{
    copier copiers[DEVICES];
    bool equal = true;
    for (size_t d = 0; d < count; d++) open_copier(&copiers[d], devices[d], size);
    printf("%zu x %7zu KiB", count, size >> 10);
    for (int way = 0; way < COPY_WAYS; way++) printf(" %11.2f", copy_all(copiers, count, way));
    for (size_t d = 0; d < count; d++)
        equal = equal && memcmp(copiers[d].host, copiers[d].back, size) == 0 &&
                memcmp(copiers[d].host, copiers[d].mapped, size) == 0;
    printf("   %s\n", equal ? "equal" : "DIFFERENT");
    fflush(stdout);
    for (size_t d = 0; d < count; d++) close_copier(&copiers[d]);
}

static void bench_host_copies(size_t size)
{
    enum { MOST = 16 };
    copier copiers[MOST];
    for (size_t i = 0; i < MOST; i++) open_copier(&copiers[i], NULL, size / MOST);
    printf("host memory, by threads:");
    for (size_t count = 1; count <= MOST; count *= 2) printf("  %zu: %.1f", count, copy_all(copiers, count, 0));
    putchar('\n');
    for (size_t i = 0; i < MOST; i++) close_copier(&copiers[i]);
}

/* ---- The devices ------------------------------------------------------------------------------------------------- */

static void find_devices(bool any)
{
    clb_device_info *list = NULL;
    size_t count = 0;
    need(clb_device_list(&(clb_device_params){.bundle = &glm_bundle, .environment = ""}, &list, &count, &error));
    for (size_t i = 0; i < count && device_count < DEVICES; i++) {
        if (list[i].rejected || strcmp(list[i].back_end, "opencl") != 0) continue;
        if (!any && list[i].type != CLB_DEVICE_GPU) continue;
        (void)snprintf(filters[device_count], sizeof *filters, "#%zu", i);
        printf("device %zu: %s, driver %s\n", device_count++, list[i].name, list[i].driver);
    }
    clb_device_list_free(&list);
}

/* Ranges of the numeric arguments. */
static const double densities[][2] = {{-5, 5}, {-1, 1}, {0.5, 2}};
static const double gammas[][2] = {{0.1, 50}, {0.5, 31}, {0.5, 2}};
static const double gamma_quantiles[][2] = {{0.001, 0.999}, {0.5, 31}, {0.5, 2}};
static const double betas[][2] = {{0.001, 0.999}, {0.5, 20}, {0.5, 20}};
static const double standard[][2] = {{0, 0}, {1, 1}}, mean[][2] = {{10, 10}};

static void run_resident(clb_device *const *devices, size_t n, int32_t points)
{
    printf("\nResident, milliseconds: 1 device and %zu\n%-36s %9s %9s %6s   %9s %9s %6s   %s\n", device_count, "",
           "kernel, 1", "all", "ratio", "wall, 1", "all", "ratio", "numbers that differ");
    bench_resident(devices, regression(300, 14, points));
    bench_resident(devices, regression(10000, 14, points / 389 + 1));
    bench_resident(devices, regression(300, 14, points / 80 + 1)); /* one device takes another layout than two */
    bench_resident(devices, regression(300, 14, points / 389 + 1));
    bench_resident(devices, elementwise("dnorm_kernel", n, densities));
    bench_resident(devices, elementwise("pnorm_kernel", n, densities));
    bench_resident(devices, elementwise("pgamma_kernel", n, gammas));
    bench_resident(devices, elementwise("qgamma_kernel", n, gamma_quantiles));
    bench_resident(devices, elementwise("rnorm_kernel", n, standard));
    bench_resident(devices, elementwise("rgamma_kernel", n, gammas + 1));
    bench_resident(devices, elementwise("rpois_kernel", n, mean));
}

static void run_group(clb_device *device, size_t n, int32_t points)
{
    static const char *const names[] = {"1 device", "1 device, opened twice", "all devices", "all devices, twice each",
                                        "the same and native code"};
    clb_group *groups[] = {open_group(1, 1, false), open_group(1, 2, false), open_group(device_count, 1, false),
                           open_group(device_count, 2, false), open_group(device_count, 2, true)};
    /* Native code's last bits may differ: it is left out where that would show. */
    puts("\nGroups, from and to host memory: milliseconds, how many times as fast as the first, numbers that differ");
    bench_group(device, groups, names, 5, regression(300, 14, points));
    bench_group(device, groups, names, 4, elementwise("dnorm_kernel", n, densities));
    bench_group(device, groups, names, 4, elementwise("pgamma_kernel", n, gammas));
    bench_group(device, groups, names, 4, elementwise("qbeta_kernel", n, betas));
    bench_group(device, groups, names, 4, elementwise("rnorm_kernel", n, standard));
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) clb_group_close(&groups[g]);
}

static void run_overlap(clb_device *device, size_t n)
{
    printf("\nOne device, copies beside computing\n");
    for (int mapped = 0; mapped < 2; mapped++) {
        bench_overlap(device, elementwise("qbeta_kernel", n, betas), mapped == 1);
        bench_overlap(device, elementwise("qgamma_kernel", n, gamma_quantiles), mapped == 1);
    }
}

static void run_copies(clb_device *const *devices, size_t n)
{
    const size_t most = n * sizeof(double);
    printf("\nCopies, GB/s\n%15s", "");
    for (int way = 0; way < COPY_WAYS; way++) printf(" %11s", copy_ways[way]);
    putchar('\n');
    for (size_t size = (size_t)1 << 20; size <= most; size *= 4) bench_copies(devices, 1, size);
    if (device_count > 1) bench_copies(devices, device_count, most);
    bench_host_copies(4 * most);
}

int main(int argc, char **argv)
{
    bool any = false, resident = false, group = false, overlap = false, copies = false;
    unsigned log2_n = 26;
    int32_t points = 1594323;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--any") == 0) any = true;
        else if (strcmp(argv[i], "resident") == 0) resident = true;
        else if (strcmp(argv[i], "group") == 0) group = true;
        else if (strcmp(argv[i], "overlap") == 0) overlap = true;
        else if (strcmp(argv[i], "copies") == 0) copies = true;
        else if (i + 1 < argc && strcmp(argv[i], "--n") == 0) log2_n = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--points") == 0) points = (int32_t)strtol(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--repeats") == 0) repeats = (int)strtol(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--learn") == 0) learn = (int)strtol(argv[++i], NULL, 10);
        else points = 0; /* no such option */
    }
    if (points < 4000 || log2_n < 12 || log2_n > 30 || repeats < 1 || repeats > REPEATS) {
        fputs("usage: bench_gpus [--any] [--n LOG2] [--points M1] [--repeats N] [--learn N] "
              "[resident|group|copies|overlap]...\n",
              stderr);
        return 2;
    }
    const size_t n = (size_t)1 << log2_n, host_n = n > 1 << 14 ? n / 4 : n;
    clb_device *devices[DEVICES] = {NULL};
    find_devices(any);
    if (device_count == 0) {
        puts("no such device");
        return 0;
    }
    for (size_t d = 0; d < device_count; d++)
        need(clb_device_open(
            &(clb_device_params){.bundle = &glm_bundle, .filter = filters[d], .environment = "", .profiling = true},
            &devices[d], &error));
    const bool all = !resident && !group && !overlap && !copies;
    if (resident || all) run_resident(devices, n, points);
    if (copies || all) run_copies(devices, host_n);
    if (overlap || all) run_overlap(devices[0], host_n);
    if (group || all) run_group(devices[0], host_n, points);
    for (size_t d = 0; d < device_count; d++) clb_device_close(&devices[d]);
    return 0;
}
