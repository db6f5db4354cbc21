/* Groups on a simulated clock: parts follow the speeds of devices, and a device that slows others down is left out.
 * The parts run on fake devices; what they take is stated here. A part ends when no other one ends before it, so that
 * neither the scheduler nor the load of the machine changes the order of events. Knows clbi_seat and clbi_speeds, whose
 * calls it stands in front of.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include "clbundle/group.h"
#include "group/part.h"
#include "group/speed.h"

#include <pthread.h>
#include <time.h>

enum { MEMBERS = 2 };

/* OUT: takes no part in the call. COMING: about to begin a part or to wait. WAITING: for a part of the other one. */
typedef enum phase { OUT, COMING, WAITING, RUNNING } phase;

static struct simulation {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    double alone[MEMBERS], beside[MEMBERS]; /* seconds a unit; where the other one takes part, too */
    phase phases[MEMBERS];
    double now[MEMBERS], end[MEMBERS]; /* of the member; of its part under way */
    double latest;
} simulation = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static _Thread_local int self = -1;      /* the member that the thread works for */
static _Thread_local bool inside_a_part; /* the fake device is at work: its clock and waits are the system's */
static clb_group *group;
static sample_copy *copy;
static uint32_t shapes[8];
static clb_error error;

/* ---- In front of the runtime ------------------------------------------------------------------------------------- */

void __real_clbi_speeds_begin(clbi_speeds *speeds, uint64_t units);
void __wrap_clbi_speeds_begin(clbi_speeds *speeds, uint64_t units);
clb_status __real_clbi_seat_open(clbi_seat *seat, const clbi_group_call *of, clb_device *device, clb_error *why);
clb_status __wrap_clbi_seat_open(clbi_seat *seat, const clbi_group_call *of, clb_device *device, clb_error *why);
void __real_clbi_seat_close(clbi_seat *seat);
void __wrap_clbi_seat_close(clbi_seat *seat);
clb_status __real_clbi_seat_run(clbi_seat *seat, uint64_t first, uint64_t count, clb_error *why);
clb_status __wrap_clbi_seat_run(clbi_seat *seat, uint64_t first, uint64_t count, clb_error *why);
int __real_pthread_cond_wait(pthread_cond_t *changed, pthread_mutex_t *lock);
int __wrap_pthread_cond_wait(pthread_cond_t *changed, pthread_mutex_t *lock);
int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

/* A call begins: it is known which members take part. */
void __wrap_clbi_speeds_begin(clbi_speeds *speeds, uint64_t units)
{
    __real_clbi_speeds_begin(speeds, units);
    pthread_mutex_lock(&simulation.lock);
    for (size_t m = 0; m < MEMBERS; m++) {
        simulation.phases[m] = clbi_speeds_leave_out(speeds, m) ? OUT : COMING;
        simulation.now[m] = simulation.latest;
    }
    pthread_mutex_unlock(&simulation.lock);
}

clb_status __wrap_clbi_seat_open(clbi_seat *seat, const clbi_group_call *of, clb_device *device, clb_error *why)
{
    const clb_status status = __real_clbi_seat_open(seat, of, device, why);
    self = strcmp(clb_device_get_info(device)->name, "One") == 0 ? 0 : 1;
    if (self == 0) return status;
    /* The first device takes its first part first. */
    pthread_mutex_lock(&simulation.lock);
    while (simulation.phases[0] == COMING) (void)__real_pthread_cond_wait(&simulation.changed, &simulation.lock);
    pthread_mutex_unlock(&simulation.lock);
    return status;
}

void __wrap_clbi_seat_close(clbi_seat *seat)
{
    self = -1;
    __real_clbi_seat_close(seat);
}

/* Under the lock: whether no other part ends, or may begin, before this one ends. */
static bool is_next(int member)
{
    const int other = 1 - member;
    switch (simulation.phases[other]) {
    case COMING: return false;
    case RUNNING:
        return simulation.end[member] < simulation.end[other] ||
               (simulation.end[member] == simulation.end[other] && member < other);
    case OUT:
    case WAITING: break;
    }
    return true;
}

clb_status __wrap_clbi_seat_run(clbi_seat *seat, uint64_t first, uint64_t count, clb_error *why)
{
    const int m = self, other = 1 - m;
    inside_a_part = true;
    const clb_status status = __real_clbi_seat_run(seat, first, count, why);
    inside_a_part = false;
    pthread_mutex_lock(&simulation.lock);
    const double *cost = simulation.phases[other] == OUT ? simulation.alone : simulation.beside;
    simulation.end[m] = simulation.now[m] + (double)count * cost[m];
    simulation.phases[m] = RUNNING;
    (void)pthread_cond_broadcast(&simulation.changed);
    while (!is_next(m)) (void)__real_pthread_cond_wait(&simulation.changed, &simulation.lock);
    simulation.now[m] = simulation.latest = simulation.end[m];
    simulation.phases[m] = COMING;
    if (simulation.phases[other] == WAITING) simulation.phases[other] = COMING; /* the end of a part wakes it */
    pthread_mutex_unlock(&simulation.lock);
    return status;
}

int __wrap_pthread_cond_wait(pthread_cond_t *changed, pthread_mutex_t *lock)
{
    if (self < 0 || inside_a_part) return __real_pthread_cond_wait(changed, lock);
    pthread_mutex_lock(&simulation.lock);
    simulation.phases[self] = WAITING;
    (void)pthread_cond_broadcast(&simulation.changed);
    pthread_mutex_unlock(&simulation.lock);
    const int result = __real_pthread_cond_wait(changed, lock);
    pthread_mutex_lock(&simulation.lock);
    simulation.phases[self] = COMING;
    if (simulation.now[self] < simulation.latest) simulation.now[self] = simulation.latest;
    pthread_mutex_unlock(&simulation.lock);
    return result;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    if (clock != CLOCK_MONOTONIC || inside_a_part) return __real_clock_gettime(clock, time);
    pthread_mutex_lock(&simulation.lock);
    const double now = 1000 + (self < 0 ? simulation.latest : simulation.now[self]);
    pthread_mutex_unlock(&simulation.lock);
    time->tv_sec = (time_t)now;
    time->tv_nsec = (long)(1e9 * (now - (double)time->tv_sec));
    return 0;
}

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

/* The sample's `scale` with a @split. */
static void make_bundle(void)
{
    copy = sample_clone();
    clb_kernel_data *k = &copy->kernels[SAMPLE_SCALE];
    copy->bundle.shapes = shapes;
    copy->bundle.shape_count = 1;
    k->split = 4;
    for (uint32_t i = 0; i < k->argument_count; i++) {
        clb_argument_data *a = &copy->arguments[k->first_argument + i];
        if (a->kind != CLB_ARGUMENT_GLOBAL) continue;
        a->shape = copy->bundle.shape_count;
        a->split = 1;
        shapes[copy->bundle.shape_count++] = 1;
        shapes[copy->bundle.shape_count++] = a->extent;
    }
}

static int start(void **state)
{
    static const fake_setup setup = {
        .platform_count = 1,
        .platforms = {
            {"Fake", MEMBERS, {{.name = "One", .type = 4, .units = 4}, {.name = "Two", .type = 4, .units = 4}}}}};
    const clb_device_params members[MEMBERS] = {{.struct_size = sizeof(clb_device_params), .filter = "One"},
                                                {.struct_size = sizeof(clb_device_params), .filter = "Two"}};
    (void)start_fake(state);
    make_bundle();
    fake()->reset(&setup);
    OK(clb_group_open(&(clb_group_params){.members = members, .member_count = MEMBERS}, &group, &error), &error);
    return 0;
}

static int end(void **state)
{
    clb_group_close(&group);
    sample_free(copy);
    return end_fake(state);
}

static void set_speeds(const double alone[MEMBERS], const double beside[MEMBERS])
{
    memcpy(simulation.alone, alone, sizeof simulation.alone);
    memcpy(simulation.beside, beside, sizeof simulation.beside);
}

/* A call of `n` units, checked. Returns its seconds. */
static double call(int32_t n, clb_group_share shares[MEMBERS])
{
    enum { MOST = 400 };
    static double x[MOST], y[MOST];
    const double a = 3, before = simulation.latest;
    const clb_host_argument list[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    assert_true(n <= MOST);
    memset(y, 0, sizeof y);
    for (int i = 0; i < n; i++) x[i] = i;
    OK(clb_group_call(group, &copy->bundle, SAMPLE_SCALE, NULL, list, 4, shares, &error), &error);
    for (int i = 0; i < n; i++) assert_true(y[i] == 3.0 * i);
    assert_int_equal(shares[0].units + shares[1].units, n);
    return simulation.latest - before;
}

/* One device takes three times as long for a unit as the other. */
static void parts_are_in_proportion_to_speed(void **state)
{
    (void)state;
    const double speeds[MEMBERS] = {0.0005, 0.0015};
    clb_group_share shares[MEMBERS];
    set_speeds(speeds, speeds);
    double seconds = 0;
    for (int i = 0; i < 3; i++) seconds = call(400, shares);
    print_message("units: %u and %u, %g s\n", (unsigned)shares[0].units, (unsigned)shares[1].units, seconds);
    assert_in_range(shares[0].units, 295, 305);
    assert_true(shares[0].parts > 1);
    assert_true(seconds < 1.01 * 0.15); /* the fast one alone: 0.2; in halves, one after the other: 0.153 */
    for (size_t m = 0; m < MEMBERS; m++) assert_true(shares[m].seconds < seconds + 1e-6);
}

/* The units of 400 that the second device got in the last 30 of 100 calls, on average. */
static double units_of_the_slow(const double beside[MEMBERS])
{
    static const double alone[MEMBERS] = {0.0001, 0.0004};
    clb_group_share shares[MEMBERS];
    uint64_t units = 0;
    set_speeds(alone, beside);
    for (int i = 0; i < 100; i++) {
        (void)call(400, shares);
        if (i >= 70) units += shares[1].units;
    }
    return (double)units / 30;
}

static void a_slow_device_takes_part_where_it_helps(void **state)
{
    (void)state;
    const double units = units_of_the_slow((const double[]){0.0001, 0.0004});
    print_message("units of 400: %.1f\n", units);
    assert_true(units > 65 && units < 95); /* by its speed, 80 */
}

/* As a processor may that computes while another device is to be copied to: both take turns. */
static void a_slow_device_is_left_out_if_it_does_not_help(void **state)
{
    (void)state;
    const double units = units_of_the_slow((const double[]){0.0005, 0.0005});
    print_message("units of 400: %.1f\n", units);
    assert_true(units < 20); /* now and then it is tried */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(parts_are_in_proportion_to_speed, start, end),
        cmocka_unit_test_setup_teardown(a_slow_device_takes_part_where_it_helps, start, end),
        cmocka_unit_test_setup_teardown(a_slow_device_is_left_out_if_it_does_not_help, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
