/* clb_group: opens the devices, keeps a thread for each, and distributes the units of a call among them. part.c runs
 * a part on a device; speed.c knows how fast they are.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/group.h"

#include "core/bundle.h"
#include "core/params.h"
#include "core/process.h"
#include "core/status.h"
#include "group/part.h"
#include "group/speed.h"
#include "group/split.h"
#include "platform/platform.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    STACK = 1 << 20,
    PROBES = 32,     /* a device of unknown speed gets its share in this many equal parts */
    GOOD_STEP = 1024 /* units */
};

static const double PART_MIN =
    0.0005;                           /* the shortest duration of a part in seconds, since distributing it costs, too */
static const double REST_MIN = 0.001; /* seconds of all members' work from which some units are reserved */
static const double CALL_MIN = 0.001; /* seconds of the fastest member alone: a shorter call is not shared */
static const double HOPE =
    1.1; /* factor by which a member's speed is raised in a call that gave it nothing, since conditions change */

typedef struct member {
    clb_group *group;
    clb_device *device;
    pthread_t thread;
    bool started;
    bool lost;
    clb_error error;       /* the reason */
    struct sharing *given; /* the work for its thread, or NULL */
} member;

struct clb_group {
    clbi_process process;  /* the process that opened it */
    pthread_mutex_t calls; /* held by the current call */
    pthread_mutex_t lock;  /* guards everything below, and the sharing of the current call */
    pthread_cond_t changed;
    bool has_calls, has_lock, has_condition, closing;
    clbi_speeds *speeds;
    size_t count;
    member *members;
};

/* An interval of units that no member works on yet. */
typedef struct interval {
    uint64_t first, end;
} interval;

/* The current call. Guarded by the group's lock, except `of`. */
typedef struct sharing {
    const clbi_group_call *of;
    clbi_speeds *speeds;
    clb_group_share *shares; /* one for each member */
    interval *waiting;       /* units that no member works on: at most one interval for each member, plus one */
    size_t waiting_count;
    uint64_t left;     /* number of units in `waiting` */
    uint32_t busy;     /* number of parts in progress */
    uint32_t threads;  /* number of threads that use this sharing */
    bool alone;        /* the lead does everything unless it fails */
    clb_status status; /* the first failure of any member */
    clb_error error;
} sharing;

static double now(void)
{
    struct timespec t = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- The share of a member --------------------------------------------------------------------------------------- */

static bool takes_part(const clb_group *group, const sharing *w, size_t m)
{
    return !group->members[m].lost && w->shares[m].status == CLB_OK && !clbi_speeds_leave_out(w->speeds, m);
}

/* The size of the next part for member m, of the units that are left; 0: others finish them sooner. */
static uint64_t choose_count(const clb_group *group, const sharing *w, size_t m)
{
    const double own = w->speeds->of[m].speed, left = (double)w->left;
    double all = 0, best = 0;
    size_t count = 0;
    for (size_t k = 0; k < group->count; k++) {
        if (!takes_part(group, w, k)) continue;
        const double speed = w->speeds->of[k].speed;
        count++;
        all += speed;
        if (speed > best) best = speed;
    }
    if (w->alone || count == 1) return w->left;
    if (own <= 0) return (uint64_t)(left / (double)(PROBES * count)) + 1;
    /* Members without a measured speed are assumed to be as fast as the best. */
    for (size_t k = 0; k < group->count; k++)
        if (takes_part(group, w, k) && w->speeds->of[k].speed <= 0) all += best;
    /* Some units are reserved for the member that is ready first, if they are worth a part. */
    const double portion = clbi_speeds_portion(w->speeds, m), rest = (1 - portion) * left / all;
    const double share = (rest < REST_MIN ? 1 : portion) * left * own / all, least = PART_MIN * own;
    if (share >= least) return (uint64_t)share + 1;
    return own < best ? 0 : (uint64_t)least + 1;
}

/* While many units are left, parts have a multiple of this many: drivers look for group sizes that divide a range,
 * and some compile a kernel again for each size. */
static uint64_t choose_step(const clb_group *group, const sharing *w)
{
    const uint64_t granule = w->of->split.granule;
    if (w->left / GOOD_STEP / 16 < group->count || granule > w->left / GOOD_STEP) return granule;
    return granule % GOOD_STEP == 0 ? granule : granule * (GOOD_STEP / clbi_split_gcd(granule, GOOD_STEP));
}

/* Takes some units; false: there are none, or none for this member. */
static bool take_units(const clb_group *group, sharing *w, size_t m, interval *taken)
{
    if (w->left == 0) return false;
    interval *last = &w->waiting[w->waiting_count - 1];
    const uint64_t step = choose_step(group, w), whole = last->end - last->first;
    uint64_t count = choose_count(group, w, m);
    if (count == 0) return false;
    const uint64_t rest = count % step;
    if (rest != 0) count = count > UINT64_MAX - step ? whole : count + (step - rest);
    if (count > whole) count = whole;
    *taken = (interval){last->first, last->first + count};
    last->first += count;
    w->left -= count;
    if (last->first == last->end) w->waiting_count--;
    return true;
}

static void put_back(sharing *w, interval units)
{
    w->waiting[w->waiting_count++] = units;
    w->left += units.end - units.first;
}

static void note_part(sharing *w, size_t m, uint64_t units, double seconds)
{
    w->shares[m].units += units;
    w->shares[m].parts++;
    w->shares[m].seconds += seconds;
    clbi_speeds_note(w->speeds, m, units, seconds);
}

/* ---- Members at work --------------------------------------------------------------------------------------------- */

/* A member leaves the call. The caller holds the lock. */
static void leave(clb_group *group, sharing *w, size_t m, clb_status status, clb_error *error)
{
    w->shares[m].status = status;
    clbi_speeds_take_all(w->speeds);
    if (status == CLB_ERROR_DEVICE) {
        group->members[m].lost = true;
        group->members[m].error = *error;
        group->members[m].error.build_log = NULL;
    }
    if (w->status == CLB_OK) {
        w->status = status;
        w->error = *error;
        error->build_log = NULL;
    }
    clb_error_clear(error);
    (void)pthread_cond_broadcast(&group->changed); /* others may have left the rest to this member */
}

/* Does parts until none are left. The caller holds the lock; it is released while a part runs. */
static void do_work(clb_group *group, sharing *w, size_t m)
{
    clbi_seat seat;
    clb_error error = {0};
    interval units = {0, 0};
    pthread_mutex_unlock(&group->lock);
    clb_status status = clbi_seat_open(&seat, w->of, group->members[m].device, &error);
    const bool opened = status == CLB_OK;
    pthread_mutex_lock(&group->lock);
    while (status == CLB_OK) {
        if (!take_units(group, w, m, &units)) {
            if (w->busy == 0 && w->left == 0) break;
            /* Another member may still fail and return its part, or leave the rest to a member that fails. */
            (void)pthread_cond_wait(&group->changed, &group->lock);
            continue;
        }
        w->busy++;
        pthread_mutex_unlock(&group->lock);
        const double begun = now();
        status = clbi_seat_run(&seat, units.first, units.end - units.first, &error);
        const double seconds = now() - begun;
        pthread_mutex_lock(&group->lock);
        w->busy--;
        if (status == CLB_OK) note_part(w, m, units.end - units.first, seconds);
        else put_back(w, units);
        /* Either all is done, or a waiting member may be the one that does the rest. */
        (void)pthread_cond_broadcast(&group->changed);
    }
    if (status != CLB_OK) leave(group, w, m, status, &error);
    if (!opened) return;
    pthread_mutex_unlock(&group->lock);
    clbi_seat_close(&seat);
    pthread_mutex_lock(&group->lock);
}

static void *be_member(void *argument)
{
    member *self = argument;
    clb_group *group = self->group;
    pthread_mutex_lock(&group->lock);
    while (!group->closing) {
        sharing *w = self->given;
        if (!w) {
            (void)pthread_cond_wait(&group->changed, &group->lock);
            continue;
        }
        do_work(group, w, (size_t)(self - group->members));
        self->given = NULL;
        w->threads--;
        (void)pthread_cond_broadcast(&group->changed);
    }
    pthread_mutex_unlock(&group->lock);
    return NULL;
}

/* The member for which the calling thread works: the fastest. */
static size_t choose_lead(const clb_group *group, sharing *w)
{
    size_t lead = group->count;
    bool known = true;
    for (size_t m = 0; m < group->count; m++) {
        if (!takes_part(group, w, m)) continue;
        if (lead == group->count || w->speeds->of[m].speed > w->speeds->of[lead].speed) lead = m;
        known = known && w->speeds->of[m].speed > 0;
    }
    w->alone = !w->of->split.can_split ||
               (lead < group->count && known && (double)w->left < CALL_MIN * w->speeds->of[lead].speed);
    return lead;
}

/* Starts all members but one. */
static void call_members(clb_group *group, sharing *w, size_t lead)
{
    for (size_t m = 0; m < group->count; m++) {
        if (m == lead || !takes_part(group, w, m)) continue;
        group->members[m].given = w;
        w->threads++;
    }
    (void)pthread_cond_broadcast(&group->changed);
}

/* The caller holds the lock. */
static clb_status share_out(clb_group *group, sharing *w, clb_error *error)
{
    /* A member that fails may return its part when all others have left: they are called again. */
    while (w->left > 0) {
        size_t lead = choose_lead(group, w);
        if (lead == group->count) { /* the members that took part were lost in calls of other kernels */
            clbi_speeds_take_all(w->speeds);
            lead = choose_lead(group, w);
        }
        if (lead == group->count) break;
        if (!w->alone) call_members(group, w, lead);
        do_work(group, w, lead);
        while (w->threads > 0) (void)pthread_cond_wait(&group->changed, &group->lock);
    }
    if (w->left == 0) {
        clb_error_clear(&w->error);
        return CLB_OK;
    }
    if (w->status == CLB_OK)
        return clbi_refuse(error, CLB_ERROR_NO_DEVICE, w->of->call,
                           "%s: all devices of the group were lost in earlier calls; close the "
                           "group and open another.",
                           w->of->call);
    clbi_error_copy(error, &w->error);
    clb_error_clear(&w->error);
    return w->status;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

/* The caller holds the lock. */
static clb_status run_shared(clb_group *group, sharing *w, clb_error *error)
{
    const uint64_t units = w->left;
    const double begun = now();
    clbi_speeds_begin(w->speeds, units);
    const clb_status status = share_out(group, w, error);
    if (status != CLB_OK || w->alone) return status;
    for (size_t m = 0; m < group->count; m++)
        if (takes_part(group, w, m) && w->shares[m].parts == 0) w->speeds->of[m].speed *= HOPE;
    clbi_speeds_end(w->speeds, units, now() - begun);
    return status;
}

static clb_status run_call(clb_group *group, const clbi_group_call *of, clb_group_share *shares, clb_error *error)
{
    sharing w = {.of = of};
    w.shares = calloc(group->count, sizeof *w.shares);
    w.waiting = calloc(group->count + 1, sizeof *w.waiting);
    clb_status status = w.shares && w.waiting ? CLB_OK : clbi_no_memory(error, of->call);
    if (status == CLB_OK) {
        pthread_mutex_lock(&group->lock);
        w.speeds = clbi_speeds_find(&group->speeds, of->bundle, of->kernel, group->count, true);
        for (size_t m = 0; m < group->count; m++) {
            if (!group->members[m].lost) continue;
            w.shares[m].status = CLB_ERROR_DEVICE;
            if (w.speeds) w.speeds->of[m].speed = 0;
        }
        put_back(&w, (interval){of->first, of->end});
        status = w.speeds ? run_shared(group, &w, error) : clbi_no_memory(error, of->call);
        pthread_mutex_unlock(&group->lock);
    }
    if (status == CLB_OK && shares) memcpy(shares, w.shares, group->count * sizeof *shares);
    free(w.shares);
    free(w.waiting);
    return status;
}

/* Makes the checks that do not depend on a device, and finds the units. */
static clb_status read_call(clbi_group_call *of, const clb_part *part, clb_split_array *arrays, clb_error *error)
{
    const clb_kernel_data *kernel = &of->bundle->kernels[of->kernel];
    const clb_argument_data *parameters = of->bundle->arguments + kernel->first_argument;
    clb_host_argument *whole = calloc((size_t)of->count + 1, sizeof *whole);
    if (!whole) return clbi_no_memory(error, of->call);
    for (uint32_t i = 0; i < of->count; i++) {
        whole[i] = of->arguments[i];
        if (part && parameters[i].split != 0) whole[i].size = 0;
    }
    const clbi_split_call call = {of->bundle, kernel, of->constants, of->required_local, whole, of->count, of->call};
    const clb_status status = clbi_split_find(&call, &of->split, arrays, error);
    free(whole);
    if (status != CLB_OK) return status;
    of->end = of->split.units;
    const clb_launch *launch = of->launch;
    bool own = !launch || launch->dimensions == 0;
    for (int d = 0; launch && d < 3; d++) own = own && launch->local[d] == 0 && launch->offset[d] == 0;
    if (of->split.can_split && !own)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, of->call,
                           "%s: kernel '%s' has a @split, so that its range is its own; pass NULL "
                           "as launch.",
                           of->call, clbi_span_name(of->bundle, kernel->name).text);
    if (!part) return CLB_OK;
    if (!of->split.can_split)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, of->call, "%s: kernel '%s' has no @split; call it as a whole.",
                           of->call, clbi_span_name(of->bundle, kernel->name).text);
    if (part->first > of->end || part->count > of->end - part->first ||
        (part->count > 0 && part->first % of->split.granule != 0) ||
        (part->first + part->count != of->end && part->count % of->split.granule != 0))
        return clbi_refuse(error, CLB_ERROR_SIZE, of->call,
                           "%s: units %" PRIu64 " to %" PRIu64 " are no part of the %" PRIu64 " of "
                           "kernel '%s', which is cut at multiples of %" PRIu64 "; choose others.",
                           of->call, part->first, part->first + part->count, of->end,
                           clbi_span_name(of->bundle, kernel->name).text, of->split.granule);
    of->first = part->first;
    of->end = part->first + part->count;
    return CLB_OK;
}

/* The checks that a member's part needs, done on a device that works. */
static clb_status check_call(clb_device *device, clbi_group_call *of, size_t argument_count, clb_error *error)
{
    clbi_use use;
    const clbi_request request = {device, of->bundle, of->kernel, of->arguments, argument_count, of->call};
    clb_status status = clbi_use_open(&request, &use, error);
    if (status != CLB_OK) return status;
    of->count = (uint32_t)argument_count;
    of->constants = use.state->values;
    of->required_local = use.required_local;
    for (uint32_t i = 0; i < of->count; i++)
        if (use.parameters[i].kind == CLB_ARGUMENT_IMAGE || use.parameters[i].kind == CLB_ARGUMENT_SAMPLER ||
            use.parameters[i].kind == CLB_ARGUMENT_PIPE)
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, of->call,
                               "%s: argument '%s' of kernel '%s' is an object of one device; run the "
                               "kernel on that one.",
                               of->call, clbi_span_name(of->bundle, use.parameters[i].name).text,
                               clbi_span_name(of->bundle, use.kernel->name).text);
    clb_argument *values = calloc(argument_count + 1, sizeof *values);
    if (!values) return clbi_no_memory(error, of->call);
    for (uint32_t i = 0; i < of->count; i++)
        values[i] = (clb_argument){.value = of->arguments[i].value, .size = of->arguments[i].size};
    status = clbi_check_values(&use, values, error);
    free(values);
    return status;
}

/* Computes the parts for all members at once. */
static clb_status check_constants(const clb_group *group, const clbi_group_call *of, size_t argument_count,
                                  clb_error *error)
{
    const clb_kernel_data *kernel = &of->bundle->kernels[of->kernel];
    const clb_program_data *program = &of->bundle->programs[kernel->program];
    for (size_t m = 1; program->constant_count > 0 && m < group->count; m++) {
        clbi_use use;
        if (group->members[m].lost) continue;
        const clbi_request request = {group->members[m].device, of->bundle, of->kernel, of->arguments,
                                      argument_count,           of->call};
        const clb_status status = clbi_use_open(&request, &use, error);
        if (status != CLB_OK) return status;
        if (!clbi_constants_are_equal(of->bundle, program, of->constants, use.state->values))
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, of->call,
                               "%s: the devices of the group have different values for constants of kernel '%s'; open "
                               "all with the same .constants.",
                               of->call, clbi_span_name(of->bundle, kernel->name).text);
    }
    return CLB_OK;
}

static clb_status call_group(clb_group *group, clbi_group_call *of, const clb_part *part, size_t argument_count,
                             clb_group_share *shares, clb_error *error)
{
    clb_split_array *arrays = NULL;
    if (!group)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, of->call, "%s: the group is NULL; open one first.", of->call);
    if (!clbi_process_is_own(&group->process))
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, of->call,
                           "%s: the group was opened before this process was forked, and its "
                           "threads are not here; open one in this process.",
                           of->call);
    pthread_mutex_lock(&group->calls);
    clb_status status = check_call(group->members[0].device, of, argument_count, error);
    if (status == CLB_OK) status = check_constants(group, of, argument_count, error);
    if (status == CLB_OK) {
        arrays = calloc(argument_count + 1, sizeof *arrays);
        of->arrays = arrays;
        status = arrays ? read_call(of, part, arrays, error) : clbi_no_memory(error, of->call);
    }
    of->pieces = part != NULL;
    if (status == CLB_OK && of->first == of->end && shares) memset(shares, 0, group->count * sizeof *shares);
    if (status == CLB_OK && of->first < of->end) status = run_call(group, of, shares, error);
    pthread_mutex_unlock(&group->calls);
    free(arrays);
    return status;
}

clb_status clb_group_call(clb_group *group, const clb_bundle *bundle, uint32_t kernel, const clb_launch *launch,
                          const clb_host_argument *arguments, size_t argument_count, clb_group_share *shares,
                          clb_error *error)
{
    clb_launch own;
    clbi_group_call of = {.call = "clb_group_call",
                          .bundle = bundle,
                          .kernel = kernel,
                          .launch = launch ? &own : NULL,
                          .arguments = arguments};
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_params_read(CLBI_FORM_LAUNCH, launch, &own, of.call, error);
    if (status == CLB_OK) status = call_group(group, &of, NULL, argument_count, shares, error);
    clbi_cancel_on(cancel);
    return status;
}

clb_status clb_group_call_part(clb_group *group, const clb_bundle *bundle, uint32_t kernel, const clb_part *part,
                               const clb_host_argument *arguments, size_t argument_count, clb_group_share *shares,
                               clb_error *error)
{
    clbi_group_call of = {.call = "clb_group_call_part", .bundle = bundle, .kernel = kernel, .arguments = arguments};
    if (!part)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, of.call, "%s: `part` is NULL; pass the units to run.", of.call);
    const int cancel = clbi_cancel_off();
    const clb_status status = call_group(group, &of, part, argument_count, shares, error);
    clbi_cancel_on(cancel);
    return status;
}

static clb_status call_part(clb_device *device, clbi_group_call *of, const clb_part *part, size_t argument_count,
                            clb_error *error)
{
    clbi_seat seat;
    clb_status status = check_call(device, of, argument_count, error);
    if (status != CLB_OK) return status;
    clb_split_array *arrays = calloc(argument_count + 1, sizeof *arrays);
    if (!arrays) return clbi_no_memory(error, of->call);
    of->arrays = arrays;
    of->pieces = true;
    status = read_call(of, part, arrays, error);
    if (status == CLB_OK && of->first < of->end) {
        status = clbi_seat_open(&seat, of, device, error);
        if (status == CLB_OK) {
            status = clbi_seat_run(&seat, of->first, of->end - of->first, error);
            clbi_seat_close(&seat);
        }
    }
    free(arrays);
    return status;
}

clb_status clb_kernel_call_part(clb_device *device, const clb_bundle *bundle, uint32_t kernel, const clb_part *part,
                                const clb_host_argument *arguments, size_t argument_count, clb_error *error)
{
    clbi_group_call of = {.call = "clb_kernel_call_part", .bundle = bundle, .kernel = kernel, .arguments = arguments};
    if (!part)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, of.call, "%s: `part` is NULL; pass the units to run.", of.call);
    const int cancel = clbi_cancel_off();
    const clb_status status = call_part(device, &of, part, argument_count, error);
    clbi_cancel_on(cancel);
    return status;
}

/* ---- Members ----------------------------------------------------------------------------------------------------- */

size_t clb_group_size(const clb_group *group)
{
    return group ? group->count : 0;
}

clb_status clb_group_get_member(clb_group *group, size_t index, clb_group_member *member, clb_error *error)
{
    static const char call[] = "clb_group_get_member";
    if (!group || index >= group->count || !member)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: %s.", call,
                           !group    ? "the group is NULL; open one first"
                           : !member ? "`member` is NULL; pass an address"
                                     : "the group has no such member; see clb_group_size");
    const bool own = clbi_process_is_own(&group->process);
    if (own) pthread_mutex_lock(&group->lock);
    *member = (clb_group_member){group->members[index].device, group->members[index].lost, group->members[index].error};
    if (own) pthread_mutex_unlock(&group->lock);
    return CLB_OK;
}

double clb_group_speed(clb_group *group, const clb_bundle *bundle, uint32_t kernel, size_t member)
{
    if (!group || member >= group->count || !clbi_process_is_own(&group->process)) return 0;
    pthread_mutex_lock(&group->lock);
    const clbi_speeds *s = clbi_speeds_find(&group->speeds, bundle, kernel, group->count, false);
    const double speed = s ? s->of[member].speed : 0;
    pthread_mutex_unlock(&group->lock);
    return speed;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* The devices of a group without named members, by their numbers in the list: *count of *numbers (to be freed). */
static clb_status choose_devices(const clb_device_params *asked, size_t **numbers, size_t *count, clb_error *error)
{
    clb_device_params all = *asked;
    clb_device_info *list = NULL;
    size_t length = 0;
    *numbers = NULL;
    *count = 0;
    all.filter = NULL;
    all.environment = "";
    clb_status status = clb_device_list(&all, &list, &length, error);
    if (status != CLB_OK) return status;
    *numbers = calloc(2 * length + 1, sizeof **numbers);
    if (!*numbers) status = clbi_no_memory(error, "clb_group_open");
    for (size_t i = 0; status == CLB_OK && i < length; i++) {
        const bool native = strcmp(list[i].back_end, "native") == 0;
        const bool fast = list[i].type == CLB_DEVICE_GPU || list[i].type == CLB_DEVICE_ACCELERATOR;
        if (list[i].rejected || (!native && !fast)) continue;
        (*numbers)[(*count)++] = i;
        if (fast) (*numbers)[(*count)++] = i;
    }
    clb_device_list_free(&list);
    return status;
}

/* Whether the caller, or the environment, names a particular device. */
static bool is_named(const clb_device_params *asked)
{
    const char *variable = asked->environment ? asked->environment : "CLBUNDLE_DEVICE";
    const char *value = *variable ? getenv(variable) : NULL;
    return (value && *value) || (asked->filter && *asked->filter);
}

/* The parameters of one member. */
static clb_status read_member(const clb_group_params *params, size_t m, clb_device_params *own, clb_error *error)
{
    const void *given = params->device;
    if (params->members) given = (const char *)params->members + m * params->members->struct_size;
    return clbi_params_read(CLBI_FORM_DEVICE_PARAMS, given, own, "clb_group_open", error);
}

static clb_status open_members(clb_group *group, const clb_group_params *params, const size_t *numbers, size_t count,
                               clb_error *error)
{
    group->members = calloc(count, sizeof *group->members);
    if (!group->members) return clbi_no_memory(error, "clb_group_open");
    group->count = count;
    for (size_t m = 0; m < count; m++) {
        clb_device_params one;
        char filter[32];
        clb_status status = read_member(params, m, &one, error);
        if (status != CLB_OK) return status;
        if (numbers) {
            (void)snprintf(filter, sizeof filter, "#%zu", numbers[m]);
            one.filter = filter;
            one.environment = "";
        }
        status = clb_device_open(&one, &group->members[m].device, error);
        if (status != CLB_OK) return status;
        group->members[m].group = group;
    }
    return CLB_OK;
}

static clb_status start(clb_group *group, clb_error *error)
{
    group->has_calls = pthread_mutex_init(&group->calls, NULL) == 0;
    group->has_lock = group->has_calls && pthread_mutex_init(&group->lock, NULL) == 0;
    group->has_condition = group->has_lock && pthread_cond_init(&group->changed, NULL) == 0;
    bool started = group->has_condition;
    for (size_t m = 0; started && m < group->count; m++)
        started = group->members[m].started =
            clbi_thread_start(&group->members[m].thread, STACK, be_member, &group->members[m]);
    return started ? CLB_OK : clbi_no_memory(error, "clb_group_open");
}

/* Members are stored one behind the other, so their size must be known. */
static clb_status check_member_size(const clb_group_params *params, size_t m, const char *call, clb_error *error)
{
    const size_t size = params->members->struct_size;
    size_t own = 0;
    if (size > 0) memcpy(&own, (const char *)params->members + m * size, sizeof own);
    if (size > 0 && own == size) return CLB_OK;
    return clbi_refuse(
        error, CLB_ERROR_ARGUMENT, call,
        "%s: .struct_size of member %zu is %zu; set it to sizeof(clb_device_params) in each member, as CLB_INIT "
        "does.",
        call, m, own);
}

static clb_status open_group(const clb_group_params *params, clb_group **group, clb_error *error)
{
    static const char call[] = "clb_group_open";
    size_t *numbers = NULL, count = params->members ? params->member_count : 1;
    clb_device_params asked;
    clb_status status = CLB_OK;
    if (params->members && params->member_count == 0)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: `members` has no member; name one, or pass NULL for all.", call);
    if (params->members && params->member_count > 1)
        for (size_t m = 0; m < params->member_count && status == CLB_OK; m++)
            status = check_member_size(params, m, call, error);
    if (!params->members) status = read_member(params, 0, &asked, error);
    if (status == CLB_OK && !params->members && !is_named(&asked)) {
        status = choose_devices(&asked, &numbers, &count, error);
        if (status == CLB_OK && count == 0) {
            free(numbers);
            numbers = NULL;
            count = 1;
        }
    }
    clb_group *made = status == CLB_OK ? calloc(1, sizeof *made) : NULL;
    if (status == CLB_OK && !made) status = clbi_no_memory(error, call);
    if (made) {
        clbi_process_init(&made->process);
        status = open_members(made, params, numbers, count, error);
        if (status == CLB_OK) status = start(made, error);
        if (status == CLB_OK) *group = made;
        else clb_group_close(&made);
    }
    free(numbers);
    return status;
}

clb_status clb_group_open(const clb_group_params *params, clb_group **group, clb_error *error)
{
    static const char call[] = "clb_group_open";
    clb_group_params own;
    if (!group)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `group` is NULL; pass the address of a pointer.",
                           call);
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_params_read(CLBI_FORM_GROUP_PARAMS, params, &own, call, error);
    if (status == CLB_OK) status = open_group(&own, group, error);
    clbi_cancel_on(cancel);
    return status;
}

static void end_threads(clb_group *group)
{
    if (group->has_condition) {
        pthread_mutex_lock(&group->lock);
        group->closing = true;
        (void)pthread_cond_broadcast(&group->changed);
        pthread_mutex_unlock(&group->lock);
    }
    for (size_t m = 0; m < group->count; m++)
        if (group->members[m].started) (void)pthread_join(group->members[m].thread, NULL);
    if (group->has_condition) pthread_cond_destroy(&group->changed);
    if (group->has_lock) pthread_mutex_destroy(&group->lock);
    if (group->has_calls) pthread_mutex_destroy(&group->calls);
}

void clb_group_close(clb_group **group)
{
    if (!group || !*group) return;
    clb_group *closed = *group;
    const int cancel = clbi_cancel_off();
    *group = NULL;
    if (clbi_process_is_own(&closed->process)) end_threads(closed); /* a child process has no such threads */
    for (size_t m = 0; m < closed->count; m++) clb_device_close(&closed->members[m].device);
    clbi_speeds_free(&closed->speeds);
    clbi_process_end(&closed->process);
    free(closed->members);
    free(closed);
    clbi_cancel_on(cancel);
}
