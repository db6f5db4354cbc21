/* Pipes of the runtime: what clb_pipe_create and launches refuse, what full and empty pipes and reservations do, and
 * that threads which send and receive at once lose no packet and invent none. Run under a thread sanitizer, too.
 * usage: test_pipes [opencl]; opencl: with an OpenCL device that has pipes, in place of the native one.
 *
 * SPDX-License-Identifier: MIT */
#include "packets.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
static const char *filter = "native";

static bool is_native(void)
{
    return strcmp(filter, "native") == 0;
}

#define CHECK(condition_)                                                    \
    do {                                                                     \
        if (!(condition_)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition_); \
            failures++;                                                      \
        }                                                                    \
    } while (0)

#define OK(call_)                                                                          \
    do {                                                                                   \
        clb_error error = {0};                                                             \
        if ((call_) != CLB_OK) {                                                           \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call_, error.message); \
            failures++;                                                                    \
        }                                                                                  \
        clb_error_clear(&error);                                                           \
    } while (0)

/* The call fails with this status, and its message has these words. */
#define FAILS(call_, status_, words_)                                                                    \
    do {                                                                                                 \
        clb_error error = {0};                                                                           \
        const clb_status is_ = (call_);                                                                  \
        if (is_ != (status_) || !strstr(error.message, (words_))) {                                      \
            fprintf(stderr, "%s:%d: %s: %d, %s\n", __FILE__, __LINE__, #call_, (int)is_, error.message); \
            failures++;                                                                                  \
        }                                                                                                \
        clb_error_clear(&error);                                                                         \
    } while (0)

/* The type `packet` of packets.cl. */
typedef struct host_packet {
    int32_t number;
    double half_of;
    int16_t copies[3];
} host_packet;

enum { PACKET = sizeof(host_packet) };

static clb_device *open_device(void)
{
    clb_device *device = NULL;
    OK(clb_device_open(
        &(clb_device_params){.bundle = &packets_bundle, .filter = filter, .environment = "", .threads = 4}, &device,
        &error));
    return device;
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

static void creation_refuses_wrong_sizes(clb_device *device)
{
    clb_pipe *pipe = NULL;
    FAILS(clb_pipe_create(NULL, 4, 4, &pipe, &error), CLB_ERROR_ARGUMENT, "`device` is NULL");
    FAILS(clb_pipe_create(device, 4, 4, NULL, &error), CLB_ERROR_ARGUMENT, "`pipe` is NULL");
    FAILS(clb_pipe_create(device, 0, 4, &pipe, &error), CLB_ERROR_SIZE, "`packet_size` is 0");
    FAILS(clb_pipe_create(device, 4, 0, &pipe, &error), CLB_ERROR_SIZE, "`max_packets` is 0");
    FAILS(clb_pipe_create(device, UINT32_MAX, UINT32_MAX, &pipe, &error), CLB_ERROR_SIZE, "");
#if SIZE_MAX > UINT32_MAX
    FAILS(clb_pipe_create(device, (size_t)UINT32_MAX + 1, 4, &pipe, &error), CLB_ERROR_SIZE,
          "`packet_size` is 4294967296");
    FAILS(clb_pipe_create(device, 4, (size_t)UINT32_MAX + 1, &pipe, &error), CLB_ERROR_SIZE,
          "`max_packets` is 4294967296");
#endif
    CHECK(!pipe);
    clb_pipe_release(NULL);
    clb_pipe_release(&pipe);
    CHECK(clb_pipe_get_packet_size(NULL) == 0 && clb_pipe_get_max_packets(NULL) == 0 && !clb_pipe_get_handle(NULL));
    OK(clb_pipe_create(device, 12, 5, &pipe, &error));
    CHECK(clb_pipe_get_packet_size(pipe) == 12 && clb_pipe_get_max_packets(pipe) == 5 &&
          !clb_pipe_get_handle(pipe) == is_native());
    clb_pipe_release(&pipe);
    CHECK(!pipe);
}

/* The application's own rings, natively. */
static void refuse_wrong_handles(clb_device *device)
{
    uint64_t memory[32] = {0};
    void *handle = memory;
    int32_t received[4];
    const int32_t n = 4;
    clb_host_argument arguments[] = {{&handle, sizeof handle}, {received, 0}, {&n, sizeof n}};
    FAILS(clb_kernel_call(device, &packets_bundle, packets_KERNEL_receive, NULL, arguments, 3, &error),
          CLB_ERROR_ARGUMENT, "is no clb_native_pipe");
    clb_native_pipe *own = aligned_alloc(128, (clb_native_pipe_size(8, 4) + 127) / 128 * 128);
    clb_native_pipe_init(own, 8, 4);
    handle = own;
    FAILS(clb_kernel_call(device, &packets_bundle, packets_KERNEL_receive, NULL, arguments, 3, &error), CLB_ERROR_SIZE,
          "the pipe was made for 8");
    free(own);
    own = aligned_alloc(128, (clb_native_pipe_size(PACKET, 4) + 127) / 128 * 128);
    clb_native_pipe_init(own, PACKET, 4);
    handle = own;
    OK(clb_kernel_call(device, &packets_bundle, packets_KERNEL_receive, NULL, arguments, 3, &error));
    CHECK(received[0] == -1 && received[3] == -1);
    free(own);
}

static void launches_refuse_wrong_pipes(clb_device *device)
{
    clb_device *other = open_device();
    clb_pipe *pipe = NULL, *wide = NULL, *strange = NULL;
    uint64_t memory[32] = {0};
    int32_t received[4];
    OK(clb_pipe_create(device, PACKET, 4, &pipe, &error));
    OK(clb_pipe_create(device, PACKET + 8, 4, &wide, &error));
    OK(clb_pipe_create(other, PACKET, 4, &strange, &error));
    FAILS(packets_call_receive(device, packets_args_receive(.from = NULL, .received = received, .n = 4), &error),
          CLB_ERROR_ARGUMENT, "'from'");
    FAILS(packets_call_receive(device, packets_args_receive(.from = wide, .received = received, .n = 4), &error),
          CLB_ERROR_SIZE, "with packets of 24 bytes, and the pipe was made for 32");
    FAILS(packets_call_receive(device, packets_args_receive(.from = strange, .received = received, .n = 4), &error),
          CLB_ERROR_ARGUMENT, "belongs to another device");
    FAILS(packets_call_receive(
              device, packets_args_receive(.from = (clb_pipe *)(void *)memory, .received = received, .n = 4), &error),
          CLB_ERROR_ARGUMENT, "is no clb_pipe");
    if (is_native()) refuse_wrong_handles(device);
    clb_pipe_release(&pipe);
    clb_pipe_release(&wide);
    clb_pipe_release(&strange);
    clb_device_close(&other);
}

static void sizes_of_native_pipes_do_not_overflow(void)
{
    CHECK(clb_native_pipe_size(0, 1) == 0 && clb_native_pipe_size(1, 0) == 0);
    CHECK(clb_native_pipe_size(UINT32_MAX, UINT32_MAX) == 0);
    CHECK(clb_native_pipe_size(1, 1) > sizeof(clb_native_pipe) + 8 && clb_native_pipe_size(1, 1) < 1024);
    CHECK(clb_native_pipe_size(100, 17) - clb_native_pipe_size(100, 16) >= 100);
}

/* ---- One thread -------------------------------------------------------------------------------------------------- */

static void packets_pass_in_order_until_the_pipe_is_full(clb_device *device)
{
    enum { ROOM = 7, N = 10 };
    clb_pipe *pipe = NULL;
    int32_t sent[N], received[N];
    const clb_launch one_group = CLB_INIT(clb_launch, .dimensions = 1, .global = {N}, .local = {N});
    OK(clb_pipe_create(device, PACKET, ROOM, &pipe, &error));
    /* One group, so that the order is known. */
    for (int32_t round = 0; round < 30; round++) {
        const int32_t first = 100 * round, n = N;
        const clb_host_argument send[] = {{pipe, 0}, {&first, sizeof first}, {sent, 0}, {&n, sizeof n}};
        const clb_host_argument receive[] = {{pipe, 0}, {received, 0}, {&n, sizeof n}};
        OK(clb_kernel_call(device, &packets_bundle, packets_KERNEL_send, &one_group, send, 4, &error));
        OK(clb_kernel_call(device, &packets_bundle, packets_KERNEL_receive, &one_group, receive, 3, &error));
        for (int i = 0; i < N; i++) {
            CHECK(i < ROOM ? sent[i] == 0 : sent[i] < 0);
            CHECK(received[i] == (i < ROOM ? first + i : -1));
        }
    }
    clb_pipe_release(&pipe);
}

static void reservations_are_granted_whole_and_seen_when_committed(clb_device *device)
{
    clb_pipe *pipe = NULL;
    int32_t outcomes[64];
    static const int32_t expected[] = {0, 0,  0,  1, 1,  0, -1, 5, 0,  -1, 0,  -1, 0,  0, 0, 0, 1, 0,  1,
                                       0, 12, -1, 0, 20, 0, 21, 0, 22, 0,  11, -1, -1, 0, 1, 5, 0, 10, -1};
    OK(clb_pipe_create(device, sizeof(int32_t), 5, &pipe, &error));
    /* More than once, so that reservations go over the end of the ring at each place. */
    for (int round = 0; round < 12; round++) {
        OK(packets_call_follow(device, packets_args_follow(.to = pipe, .from = pipe, .outcomes = outcomes), &error));
        for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
            if (outcomes[i] != expected[i]) {
                fprintf(stderr, "round %d, outcome %d: %d in place of %d\n", round, (int)i, outcomes[i], expected[i]);
                failures++;
            }
        CHECK(outcomes[sizeof expected / sizeof *expected] == -77);
    }
    clb_pipe_release(&pipe);
}

static void a_launch_keeps_the_pipe_that_the_caller_released(clb_device *device)
{
    enum { N = 64 };
    clb_pipe *pipe = NULL;
    clb_queue *queue = NULL;
    clb_event *event = NULL;
    clb_buffer_int sent = {0};
    int32_t host[N];
    OK(clb_pipe_create(device, PACKET, N, &pipe, &error));
    OK(clb_queue_create(device, &queue, &error));
    OK(clb_buffer_int_create(device, N, NULL, &sent, &error));
    const clb_launch launch = CLB_INIT(clb_launch, .queue = queue);
    OK(packets_run_send(device, &launch, packets_buffers_send(.to = pipe, .first = 1, .sent = sent, .n = N), &event,
                        &error));
    clb_pipe_release(&pipe);
    OK(clb_event_wait(event, &error));
    OK(clb_buffer_int_read(sent, 0, host, N, &error));
    for (int i = 0; i < N; i++) CHECK(host[i] == 0);
    clb_event_release(&event);
    clb_buffer_int_release(&sent);
    clb_queue_release(&queue);
}

/* ---- Groups that wait for each other -------------------------------------------------------------------------------
 */

static void groups_of_a_launch_may_wait_for_packets(clb_device *device)
{
    enum { EACH = 50, ALL = 32 * EACH };
    static int32_t counts[ALL];
    clb_pipe *pipe = NULL;
    OK(clb_pipe_create(device, sizeof(int32_t), 3, &pipe, &error));
    memset(counts, 0, sizeof counts);
    OK(packets_call_stream(device, packets_args_stream(.to = pipe, .from = pipe, .counts = counts, .n = EACH), &error));
    for (int i = 0; i < ALL; i++) CHECK(counts[i] == 1);
    FAILS(packets_call_wait_for_ever(device, packets_args_wait_for_ever(.from = pipe, .counts = counts), &error),
          CLB_ERROR_KERNEL, "wait_for_ever");
    clb_pipe_release(&pipe);
}

/* ---- Several threads --------------------------------------------------------------------------------------------- */

/* N: work-items of a launch, of 8 in a group. ROOM is no multiple of anything. */
enum { THREADS = 6, ROUNDS = 400, N = 48, ROOM = 101, NUMBERS = THREADS * ROUNDS * 3 * N };

typedef enum way { SINGLE, RESERVED, GROUP, WAYS } way;

typedef struct worker {
    clb_device *device;
    clb_pipe *pipe, *second;
    way way;
    int number;
    char *sent;    /* by a number: it went into the pipe; each thread has its own range of them */
    int *received; /* the same: how often it came out; of this thread */
    int bad;
    pthread_t thread;
} worker;

static void note(worker *w, int32_t number)
{
    if (number == -1) return;
    if (number < 0 || number >= NUMBERS) w->bad++;
    else w->received[number]++;
}

static void send_some(worker *w, int32_t first)
{
    int32_t sent[N];
    clb_error error = {0};
    clb_status status = CLB_OK;
    switch (w->way) {
    case SINGLE:
        status = packets_call_send(w->device, packets_args_send(.to = w->pipe, .first = first, .sent = sent, .n = N),
                                   &error);
        break;
    case RESERVED:
        status = packets_call_send_reserved(
            w->device, packets_args_send_reserved(.to = w->pipe, .first = first, .sent = sent, .n = N), &error);
        break;
    default:
        status = packets_call_send_group(
            w->device, packets_args_send_group(.to = w->pipe, .first = first, .sent = sent, .n = N), &error);
    }
    w->bad += status != CLB_OK;
    for (int i = 0; i < N && status == CLB_OK; i++) {
        const int each = w->way == RESERVED ? 3 : 1, count = w->way == RESERVED ? i % 3 + 1 : 1;
        w->bad += sent[i] < -1;
        for (int k = 0; k < count; k++) w->sent[first + each * i + k] = sent[i] == 0;
    }
    clb_error_clear(&error);
}

static void receive_some(worker *w)
{
    int32_t received[2 * N];
    clb_error error = {0};
    clb_status status = CLB_OK;
    switch (w->way) {
    case SINGLE:
        status = packets_call_receive(w->device, packets_args_receive(.from = w->second, .received = received, .n = N),
                                      &error);
        break;
    case RESERVED:
        status = packets_call_receive_reserved(
            w->device, packets_args_receive_reserved(.from = w->second, .received = received, .n = N), &error);
        break;
    default:
        status = packets_call_receive_group(
            w->device, packets_args_receive_group(.from = w->second, .received = received, .n = N), &error);
    }
    w->bad += status != CLB_OK;
    for (int i = 0; i < (w->way == RESERVED ? 2 * N : N) && status == CLB_OK; i++) note(w, received[i]);
    clb_error_clear(&error);
}

/* Sends and receives in turn, and passes on from the first pipe to the second. */
static void *work(void *argument)
{
    worker *w = argument;
    for (int round = 0; round < ROUNDS && !w->bad; round++) {
        int32_t passed[N];
        clb_error error = {0};
        send_some(w, (w->number * ROUNDS + round) * 3 * N);
        if (w->second != w->pipe)
            w->bad += packets_call_pass_on(
                          w->device, packets_args_pass_on(.from = w->pipe, .to = w->second, .sent = passed, .n = N),
                          &error) != CLB_OK;
        clb_error_clear(&error);
        receive_some(w);
    }
    return NULL;
}

static void drain(worker *w, clb_pipe *pipe)
{
    int32_t received[ROOM];
    OK(packets_call_receive(w->device, packets_args_receive(.from = pipe, .received = received, .n = ROOM), &error));
    for (int i = 0; i < ROOM; i++) note(w, received[i]);
}

/* Every number that was sent is received once. `pipes`: one, or two with a kernel between them. */
static void threads_lose_no_packet(clb_device *device, way how, int pipes)
{
    static char sent[NUMBERS];
    static int received[THREADS][NUMBERS];
    worker workers[THREADS];
    clb_pipe *first = NULL, *second = NULL;
    int passed = 0, wrong = 0;
    memset(sent, 0, sizeof sent);
    memset(received, 0, sizeof received);
    OK(clb_pipe_create(device, PACKET, ROOM, &first, &error));
    if (pipes > 1) OK(clb_pipe_create(device, PACKET, ROOM, &second, &error));
    for (int t = 0; t < THREADS; t++) {
        workers[t] = (worker){device, first, second ? second : first, how, t, sent, received[t], 0, 0};
        CHECK(pthread_create(&workers[t].thread, NULL, work, &workers[t]) == 0);
    }
    for (int t = 0; t < THREADS; t++) {
        CHECK(pthread_join(workers[t].thread, NULL) == 0);
        CHECK(workers[t].bad == 0);
    }
    drain(&workers[0], first);
    if (second) drain(&workers[0], second);
    CHECK(workers[0].bad == 0);
    for (int i = 0; i < NUMBERS; i++) {
        int times = 0;
        for (int t = 0; t < THREADS; t++) times += received[t][i];
        wrong += times != sent[i];
        passed += times;
    }
    if (wrong || passed < ROOM)
        fprintf(stderr, "way %d, %d pipes: %d numbers lost or invented, %d passed\n", (int)how, pipes, wrong, passed);
    failures += wrong != 0 || passed < ROOM;
    clb_pipe_release(&first);
    clb_pipe_release(&second);
}

int main(int argc, char **argv)
{
    if (argc > 1) filter = argv[1];
    clb_device *device = open_device();
    if (!device) return 1;
    sizes_of_native_pipes_do_not_overflow();
    creation_refuses_wrong_sizes(device);
    launches_refuse_wrong_pipes(device);
    packets_pass_in_order_until_the_pipe_is_full(device);
    reservations_are_granted_whole_and_seen_when_committed(device);
    a_launch_keeps_the_pipe_that_the_caller_released(device);
    if (is_native()) groups_of_a_launch_may_wait_for_packets(device);
    for (way how = SINGLE; how < WAYS; how = (way)(how + 1))
        for (int pipes = 1; pipes <= 2; pipes++) threads_lose_no_packet(device, how, pipes);
    clb_device_close(&device);
    printf("%d failures\n", failures);
    return failures != 0;
}
