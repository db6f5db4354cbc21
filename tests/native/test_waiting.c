/* Launches of kernels whose work-groups wait for each other (conformance/waiting.cl): they end, on one thread or
 * several, or with a status that says where they are stuck. Knows the kernels' three arguments. usage: test_waiting
 * FILE.cl [races]; races: not those that are no races in OpenCL 1.2 only.
 *
 * SPDX-License-Identifier: MIT */
#include <clbundle/core.h>
#include <clbundle/group.h>
#include <clbundle/pipeline.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef WAITING_BUNDLE
#define WAITING_BUNDLE waiting_bundle
#endif
extern const clb_bundle WAITING_BUNDLE;

enum { LOCAL = 8, STATE = 4096, MOST = 300 * LOCAL };

static int failures;

static void expect(bool is_right, const char *kernel, size_t items, const char *what, const char *message)
{
    if (is_right) return;
    printf("%s, %zu work-items: %s%s%s\n", kernel, items, what, *message ? ": " : "", message);
    ++failures;
}

static const char *name_of(uint32_t kernel, char *out, size_t size)
{
    const clb_span s = WAITING_BUNDLE.kernels[kernel].name;
    size_t n = 0;
    for (; n < s.length && n + 1 < size; ++n) {
        const size_t at = s.offset + n;
        out[n] = WAITING_BUNDLE.text[at / CLB_TEXT_ROW][at % CLB_TEXT_ROW];
    }
    out[n] = '\0';
    return out;
}

/* The line of the loop in which the kernel is stuck, as "waiting.cl:N". The loop of stuck_twice is in a function above.
 */
static void find_place(const char *path, const char *kernel, char *place, size_t size)
{
    FILE *file = fopen(path, "r");
    char line[256], wanted[160];
    unsigned number = 0, last = 0;
    bool inside = false;
    *place = '\0';
    if (!file) return;
    (void)snprintf(wanted, sizeof wanted, "__kernel void %s(", kernel);
    while (!*place && fgets(line, sizeof line, file)) {
        ++number;
        if (strstr(line, wanted)) {
            inside = true;
            if (strcmp(kernel, "stuck_twice") == 0) (void)snprintf(place, size, "waiting.cl:%u)", last);
        }
        if (strstr(line, "// stuck")) last = number;
        if (inside && last == number) (void)snprintf(place, size, "waiting.cl:%u)", last);
    }
    (void)fclose(file);
}

typedef struct room {
    int32_t state[STATE], out[MOST];
} room;

static clb_status call(clb_device *device, uint32_t kernel, size_t items, room *r, clb_error *error)
{
    int32_t n = (int32_t)items;
    memset(r, 0, sizeof *r);
    const clb_host_argument arguments[] = {
        {r->state, sizeof r->state}, {r->out, items * sizeof *r->out}, {&n, sizeof n}};
    const clb_launch launch = {.dimensions = 1, .global = {items, 1, 1}, .local = {LOCAL, 1, 1}};
    return clb_kernel_call(device, &WAITING_BUNDLE, kernel, &launch, arguments, 3, error);
}

static void run(clb_device *device, uint32_t kernel, const char *name, size_t items, const char *place, room *r)
{
    clb_error error = {0};
    const clb_status status = call(device, kernel, items, r, &error);
    if (strncmp(name, "check_", 6) == 0) {
        size_t wrong = 0;
        for (size_t i = 0; i < items; ++i) wrong += r->out[i] != 1;
        expect(status == CLB_OK, name, items, "it did not end", error.message);
        expect(status != CLB_OK || wrong == 0, name, items, "results are wrong", "");
    } else {
        expect(status == CLB_ERROR_KERNEL, name, items, "it was not found to be stuck", error.message);
        expect(strstr(error.message, name) && strstr(error.message, "wait for each other for ever") &&
                   strstr(error.message, place),
               name, items, "the message lacks the kernel or the place", error.message);
    }
    clb_error_clear(&error);
}

static clb_device *open_device(uint32_t threads, clb_start start)
{
    clb_device *device = NULL;
    clb_error error = {0};
    const clb_device_params params = {.struct_size = sizeof params,
                                      .bundle = &WAITING_BUNDLE,
                                      .filter = "native",
                                      .environment = "",
                                      .threads = threads,
                                      .start = start};
    expect(clb_device_open(&params, &device, &error) == CLB_OK, "device", threads, "it does not open", error.message);
    clb_error_clear(&error);
    return device;
}

/* All kernels, several times on one device: a launch that was stuck leaves nothing behind. */
static void test_kernels(const char *path, bool skips_races, uint32_t threads, room *r)
{
    static const size_t sizes[] = {LOCAL, 2 * LOCAL, 9 * LOCAL, 40 * LOCAL + 3};
    clb_device *device = open_device(threads, CLB_START_BLOCKING);
    for (uint32_t k = 0; k < WAITING_BUNDLE.kernel_count && device; ++k) {
        char name[128], place[64];
        name_of(k, name, sizeof name);
        find_place(path, name, place, sizeof place);
        if (skips_races && (strstr(name, "_volatile_") || strcmp(name, "stuck_parts") == 0)) continue;
        if (strncmp(name, "pair_", 5) == 0) continue;
        expect(WAITING_BUNDLE.native[k].run[0] != NULL, name, 0, "no native version", "");
        if (!WAITING_BUNDLE.native[k].run[0]) continue;
        /* A stuck launch ends after a part of a second: one size for each number of threads. */
        const size_t first = *place ? (threads == 2 ? 3 : 2) : 0,
                     end = *place ? first + 1 : sizeof sizes / sizeof *sizes;
        for (size_t i = first; i < end; ++i) run(device, k, name, sizes[i], place, r);
    }
    clb_device_close(&device);
}

static uint32_t find(const char *wanted)
{
    char name[128];
    for (uint32_t k = 0; k < WAITING_BUNDLE.kernel_count; ++k)
        if (strcmp(name_of(k, name, sizeof name), wanted) == 0) return k;
    printf("there is no kernel %s\n", wanted);
    exit(1);
}

/* More groups than threads may be started: only what needs them all at once fails. */
static void test_many_groups(room *r)
{
    clb_device *device = open_device(2, CLB_START_BLOCKING);
    clb_error error = {0};
    if (!device) return;
    expect(call(device, find("check_meeting"), MOST, r, &error) == CLB_ERROR_KERNEL, "check_meeting", MOST,
           "it was not found to be stuck", error.message);
    expect(strstr(error.message, "no more of the 300 can run at once") != NULL, "check_meeting", MOST,
           "the message lacks the bound", error.message);
    expect(call(device, find("check_look_back"), MOST, r, &error) == CLB_OK, "check_look_back", MOST, "it did not end",
           error.message);
    clb_error_clear(&error);
    clb_device_close(&device);
}

/* ---- queues ---- */

typedef struct queues {
    clb_device *device;
    clb_buffer *state, *out;
    clb_queue *queues[2];
    clb_event *events[2];
    clb_error error;
} queues;

/* Two launches with the same buffers, each on a queue of its own; NULL: only the first. Returns what the events say. */
static void run_two(queues *q, const char *first, const char *second, clb_status found[2], room *r)
{
    const char *const kernels[] = {first, second};
    int32_t n = 16;
    clb_status status = CLB_OK;
    memset(q, 0, sizeof *q);
    memset(r, 0, sizeof *r);
    q->device = open_device(2, CLB_START_BLOCKING);
    if (!q->device) return;
    if (!status) status = clb_buffer_create(q->device, sizeof r->state, r->state, &q->state, &q->error);
    if (!status) status = clb_buffer_create(q->device, sizeof r->out, r->out, &q->out, &q->error);
    const clb_argument arguments[] = {{.buffer = q->state, .size = sizeof r->state},
                                      {.buffer = q->out, .size = sizeof r->out},
                                      {.value = &n, .size = sizeof n}};
    for (int i = 0; i < 2 && !status && kernels[i]; ++i) {
        status = clb_queue_create(q->device, &q->queues[i], &q->error);
        const clb_launch launch = {.struct_size = sizeof launch,
                                   .dimensions = 1,
                                   .global = {16, 1, 1},
                                   .local = {LOCAL, 1, 1},
                                   .queue = q->queues[i]};
        if (!status)
            status = clb_kernel_launch(q->device, &WAITING_BUNDLE, find(kernels[i]), &launch, arguments, 3,
                                       &q->events[i], &q->error);
    }
    expect(status == CLB_OK, first, 16, "a launch was refused", q->error.message);
    for (int i = 0; i < 2 && !status && kernels[i]; ++i) {
        found[i] = clb_event_wait(q->events[i], &q->error);
        expect(clb_queue_finish(q->queues[i], &q->error) == found[i], kernels[i], 16, "queue and event do not agree",
               q->error.message);
    }
}

static void close_two(queues *q)
{
    for (int i = 0; i < 2; ++i) {
        clb_event_release(&q->events[i]);
        clb_queue_release(&q->queues[i]);
    }
    clb_buffer_release(&q->state);
    clb_buffer_release(&q->out);
    clb_error_clear(&q->error);
    clb_device_close(&q->device);
}

/* The status of a command of a queue reaches its event and the queue. Groups may wait for another launch, and two
 * launches that are both stuck end. */
static void test_queues(room *r)
{
    static const struct {
        const char *first, *second;
        clb_status expected;
    } cases[] = {{"stuck_ring", NULL, CLB_ERROR_KERNEL},
                 {"pair_waits", "pair_computes", CLB_OK},
                 {"pair_waits", "pair_answers", CLB_OK},
                 {"pair_answers", "pair_waits", CLB_OK},
                 {"stuck_ring", "stuck_flag", CLB_ERROR_KERNEL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        queues q;
        clb_status found[2] = {cases[i].expected, cases[i].expected};
        run_two(&q, cases[i].first, cases[i].second, found, r);
        expect(found[0] == cases[i].expected, cases[i].first, 16, "another status", q.error.message);
        expect(found[1] == cases[i].expected, cases[i].first, 16, "another status of the other", q.error.message);
        close_two(&q);
    }
}

/* Two devices of a group: the call fails with the status of a part. */
static void test_group(room *r)
{
    clb_group *group = NULL;
    clb_error error = {0};
    int32_t n = 64;
    const clb_device_params member = {
        .struct_size = sizeof member, .bundle = &WAITING_BUNDLE, .filter = "native", .environment = "", .threads = 2};
    const clb_device_params members[] = {member, member};
    const clb_group_params params = {.struct_size = sizeof params, .members = members, .member_count = 2};
    memset(r, 0, sizeof *r);
    const clb_host_argument arguments[] = {
        {r->state, sizeof r->state}, {r->out, (size_t)n * sizeof *r->out}, {&n, sizeof n}};
    clb_status status = clb_group_open(&params, &group, &error);
    expect(status == CLB_OK, "group", 64, "it does not open", error.message);
    if (!status) status = clb_group_call(group, &WAITING_BUNDLE, find("stuck_parts"), NULL, arguments, 3, NULL, &error);
    expect(status == CLB_ERROR_KERNEL && strstr(error.message, "stuck_parts"), "group", 64, "another status",
           error.message);
    clb_error_clear(&error);
    clb_group_close(&group);
}

/* A request to stop reaches groups that wait for one that computes. */
static bool stop_at_once(void *cookie, uint64_t done, uint64_t total)
{
    (void)cookie;
    (void)done;
    (void)total;
    return false;
}

static void test_watched(room *r)
{
    clb_device *device = open_device(2, CLB_START_BLOCKING);
    clb_error error = {0};
    int32_t n = 16;
    if (!device) return;
    memset(r, 0, sizeof *r);
    const clb_host_argument arguments[] = {{r->state, sizeof r->state}, {r->out, sizeof r->out}, {&n, sizeof n}};
    const clb_watch watch = {.progress = stop_at_once};
    const clb_launch launch = {
        .struct_size = sizeof launch, .dimensions = 1, .global = {16, 1, 1}, .local = {LOCAL, 1, 1}, .watch = &watch};
    const clb_status status =
        clb_kernel_call(device, &WAITING_BUNDLE, find("check_search"), &launch, arguments, 3, &error);
    expect(status == CLB_ERROR_CANCELLED || status == CLB_OK, "watched", 16, "another status", error.message);
    clb_error_clear(&error);
    clb_device_close(&device);
}

/* A tiered start answers natively, with the same status. */
static void test_tiered(room *r)
{
    clb_device *device = open_device(2, CLB_START_TIERED);
    clb_error error = {0};
    if (!device) return;
    expect(call(device, find("stuck_flag"), 16, r, &error) == CLB_ERROR_KERNEL, "tiered", 16,
           "it was not found to be stuck", error.message);
    expect(call(device, find("check_meeting"), 40, r, &error) == CLB_OK, "tiered", 40, "it did not end", error.message);
    clb_error_clear(&error);
    clb_device_close(&device);
}

int main(int argc, char **argv)
{
    static room r;
    if (argc < 2) return 2;
    const bool skips_races = argc > 2 && strcmp(argv[2], "races") == 0;
    static const uint32_t threads[] = {1, 2, 4};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; ++i) test_kernels(argv[1], skips_races, threads[i], &r);
    if (!skips_races) test_many_groups(&r); /* 256 threads are too many for sanitizers */
    test_queues(&r);
    if (!skips_races) test_group(&r);
    test_watched(&r);
    test_tiered(&r);
    printf("%d failures\n", failures);
    return failures != 0;
}
