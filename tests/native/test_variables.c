/* Variables that kernels write (variables.cl): each device has its own, they last from launch to launch, begin anew
 * with a new device, hold addresses of each other, and may be used by several threads at once. Knows what the kernels
 * do; must not know where the variables lie.
 *
 * SPDX-License-Identifier: MIT */
#include <clbundle/clbundle.h>

#include <pthread.h>
#if !defined(_WIN32) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define HAS_FORK /* sanitizers take no care of fork */
#include <sys/wait.h>
#include <unistd.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const clb_bundle VARIABLES_BUNDLE;

enum { LOOK, CHANGE, SCALE, DRAW, GIVE, TAKE, ENQUEUE, PLAIN };
enum { LOOKS = 16, THREADS = 8, DRAWS = 50, ITEMS = 100, DEVICES = 2 };

/* What `look` tells of variables that nothing has changed. */
static const int32_t first_look[LOOKS] = {5, 10, 0, 3, 1, 20, 5, 3, 'b', 4, 100, 110, 1, 1, 1, 1};

static int failures;

static void expect(const char *what, long long wanted, long long found)
{
    if (wanted == found) return;
    printf("%s: expected %lld, found %lld\n", what, wanted, found);
    failures++;
}

static clb_device *open_device(void)
{
    clb_error error = {0};
    clb_device *device = NULL;
    const clb_device_params params = CLB_INIT(clb_device_params, .bundle = &VARIABLES_BUNDLE, .filter = "native");
    if (clb_device_open(&params, &device, &error)) {
        printf("%s\n", error.message);
        exit(1);
    }
    return device;
}

static void call(clb_device *device, uint32_t kernel, size_t items, const clb_host_argument *host, size_t count)
{
    clb_error error = {0};
    const clb_launch how = {.dimensions = 1, .global = {items}};
    if (clb_kernel_call(device, &VARIABLES_BUNDLE, kernel, &how, host, (uint32_t)count, &error)) {
        printf("kernel %u: %s\n", (unsigned)kernel, error.message);
        failures++;
    }
    clb_error_clear(&error);
}

static void change(clb_device *device, int32_t by)
{
    call(device, CHANGE, 1, &(clb_host_argument){&by, sizeof by}, 1);
}

static void expect_look(clb_device *device, const char *what, const int32_t *wanted)
{
    int32_t found[LOOKS] = {0};
    char text[64];
    call(device, LOOK, 1, &(clb_host_argument){found, sizeof found}, 1);
    for (int i = 0; i < LOOKS; i++) {
        (void)snprintf(text, sizeof text, "%s, value %d", what, i);
        expect(text, wanted[i], found[i]);
    }
}

/* Two devices have different values, which last, and a device that is opened later begins with the first ones. */
static void check_devices(void)
{
    static const int32_t first_changed[LOOKS] = {12, 10, 21, 1, 1, 40, 12, 6, 'c', 8, 101, 120, 0, 0, 1, 1},
                         second_changed[LOOKS] = {8, 10, 9, 1, 1, 40, 8, 6, 'c', 8, 101, 120, 0, 0, 1, 1},
                         twice_changed[LOOKS] = {10, 10, 6, 1, 1, 40, 10, 12, 'd', 16, 102, 130, 0, 0, 1, 1};
    clb_device *devices[DEVICES] = {open_device(), open_device()};
    expect_look(devices[0], "first look", first_look);
    change(devices[0], 7);
    expect_look(devices[0], "changed device", first_changed);
    expect_look(devices[1], "other device", first_look);
    change(devices[1], 3);
    expect_look(devices[1], "other device, changed", second_changed);
    change(devices[1], 2);
    expect_look(devices[1], "other device, changed again", twice_changed);
    for (int i = 0; i < DEVICES; i++) clb_device_close(&devices[i]);
    devices[0] = open_device();
    expect_look(devices[0], "new device", first_look);
    clb_device_close(&devices[0]);
}

static void check_vectors(void)
{
    float x[ITEMS], y[ITEMS] = {0};
    int32_t n = ITEMS;
    clb_device *device = open_device();
    const clb_host_argument host[] = {{x, sizeof x}, {y, sizeof y}, {&n, sizeof n}};
    for (int i = 0; i < ITEMS; i++) x[i] = (float)(i * 2);
    for (int round = 0; round < 2; round++) {
        call(device, SCALE, ITEMS, host, 3);
        for (int i = 0; i < ITEMS; i++)
            expect("scaled", (round ? 6 : 3) * i + (i & 1 ? 2 : round ? 5 : 1), (long long)y[i]);
        change(device, 4);
    }
    clb_device_close(&device);
}

/* Addresses of variables, as another launch gets them from the host's memory. */
static void check_pointers(void)
{
    uint64_t places[2] = {0}, others[2] = {0};
    int32_t wanted[LOOKS], plain = 0;
    clb_device *device = open_device(), *other = open_device();
    const clb_host_argument host = {places, sizeof places};
    call(device, GIVE, 1, &host, 1);
    call(device, TAKE, 1, &host, 1);
    call(other, GIVE, 1, &(clb_host_argument){others, sizeof others}, 1);
    expect("devices have other addresses", 1, places[0] != others[0]);
    memcpy(wanted, first_look, sizeof wanted);
    wanted[0] = wanted[6] = 1005;
    expect_look(device, "changed by address", wanted);
    expect_look(other, "not changed by address", first_look);
    call(device, PLAIN, 1, &(clb_host_argument){&plain, sizeof plain}, 1);
    expect("a constant", 30, plain);
    clb_device_close(&device);
    clb_device_close(&other);
}

static void check_blocks(void)
{
    int32_t status = -1, wanted[LOOKS];
    clb_device *device = open_device();
    for (int i = 1; i <= 2; i++) {
        call(device, ENQUEUE, 1, &(clb_host_argument){&status, sizeof status}, 1);
        expect("enqueue_kernel", 0, status);
        memcpy(wanted, first_look, sizeof wanted);
        wanted[0] = wanted[6] = 5 + 101 * i;
        wanted[1] = 10 + 128 * i;
        wanted[10] += i - 1;
        wanted[11] += 10 * (i - 1);
        expect_look(device, "changed by a block", wanted);
    }
    clb_device_close(&device);
}

/* Threads of the application that launch on one device at once: its variables are made once. */
typedef struct drawer {
    pthread_t thread;
    pthread_mutex_t *gate; /* open when all threads are there */
    clb_device *device;
    int32_t drawn[DRAWS * ITEMS];
} drawer;

static void *draw(void *argument)
{
    drawer *d = argument;
    int32_t n = ITEMS;
    pthread_mutex_lock(d->gate);
    pthread_mutex_unlock(d->gate);
    for (int i = 0; i < DRAWS; i++) {
        const clb_host_argument host[] = {{d->drawn + i * ITEMS, ITEMS * sizeof *d->drawn}, {&n, sizeof n}};
        call(d->device, DRAW, ITEMS, host, 2);
    }
    return NULL;
}

static void check_threads(void)
{
    static drawer drawers[THREADS];
    static unsigned char seen[DRAWS * ITEMS * THREADS];
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    clb_device *device = open_device();
    pthread_mutex_lock(&gate);
    for (int t = 0; t < THREADS; t++) {
        drawers[t].gate = &gate;
        drawers[t].device = device;
        if (pthread_create(&drawers[t].thread, NULL, draw, &drawers[t]) != 0) exit(1);
    }
    pthread_mutex_unlock(&gate);
    for (int t = 0; t < THREADS; t++) pthread_join(drawers[t].thread, NULL);
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < DRAWS * ITEMS; i++) {
            const int32_t number = drawers[t].drawn[i] - 10;
            if (number >= 0 && number < DRAWS * ITEMS * THREADS) seen[number]++;
        }
    for (int i = 0; i < DRAWS * ITEMS * THREADS; i++) expect("draws of a number", 1, seen[i]);
    clb_device_close(&device);
}

/* The launches of a queue of its own see the device's variables. */
static void check_queue(void)
{
    int32_t wanted[LOOKS], n = ITEMS;
    clb_error error = {0};
    clb_queue *queue = NULL;
    clb_buffer *out = NULL;
    clb_device *device = open_device();
    if (clb_queue_create(device, &queue, &error) ||
        clb_buffer_create(device, sizeof(int32_t) * ITEMS, NULL, &out, &error))
        failures++;
    const clb_argument arguments[] = {{.buffer = out}, {.value = &n, .size = sizeof n}};
    const clb_launch how = {.dimensions = 1, .global = {ITEMS}, .queue = queue};
    for (int i = 0; i < 3; i++)
        if (clb_kernel_launch(device, &VARIABLES_BUNDLE, DRAW, &how, arguments, 2, NULL, &error)) failures++;
    if (clb_queue_finish(queue, &error)) failures++;
    memcpy(wanted, first_look, sizeof wanted);
    wanted[1] += 3 * ITEMS;
    expect_look(device, "changed on a queue", wanted);
    if (error.message[0]) printf("%s\n", error.message);
    clb_error_clear(&error);
    clb_buffer_release(&out);
    clb_queue_release(&queue);
    clb_device_close(&device);
}

/* A child made by fork goes on with the values, and changes its own. */
static void check_fork(void)
{
#if defined(HAS_FORK)
    int32_t wanted[LOOKS];
    clb_device *device = open_device();
    expect_look(device, "before fork", first_look);
    memcpy(wanted, first_look, sizeof wanted);
    wanted[10]++;
    wanted[11] += 10;
    (void)fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        expect_look(device, "in the child", wanted);
        change(device, 9);
        (void)fflush(stdout);
        _exit(failures != 0);
    }
    int status = 1;
    expect("the child", child, waitpid(child, &status, 0));
    expect("status of the child", 0, status);
    expect_look(device, "in the parent", wanted);
    clb_device_close(&device);
#else
    puts("not tested: fork");
#endif
}

/* A ckernel belongs to no device. */
static void check_ckernel(void)
{
    clb_ckernel_builder builder;
    clb_error error = {0};
    size_t end = 0;
    clb_ckernel_builder_init(&builder, NULL);
    const clb_array_argument none[3] = {{0}};
    const clb_status status =
        clb_kernel_ckernel_make(&builder, 0, &VARIABLES_BUNDLE, SCALE, none, 3, CLB_CKERNEL_STRIDED, &end, &error);
    expect("status of a ckernel", CLB_ERROR_UNSUPPORTED, status);
    if (!strstr(error.message, "keeps variables from call to call")) printf("%s\n", error.message), failures++;
    clb_error_clear(&error);
    clb_ckernel_builder_clear(&builder);
}

int main(void)
{
    check_devices();
    check_vectors();
    check_pointers();
    check_blocks();
    check_threads();
    check_queue();
    check_fork();
    check_ckernel();
    printf("%d failures\n", failures);
    return failures != 0;
}
