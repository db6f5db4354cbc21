/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "doctor/drivers.h"

#include "doctor/child.h"
#include "doctor/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- The list ---- */

/* In the child: a count and so many devices, twice; or nothing, and the message as the last line that is printed. */
typedef struct listing {
    const wanted *bundle;
    uint32_t back_ends;
} listing;

static bool add_list(const clb_device_params *params, buffer *out)
{
    clb_error error = {0};
    clb_device_info *list = NULL;
    size_t count = 0;
    if (clb_device_list(params, &list, &count, &error) != CLB_OK) {
        fprintf(stderr, "%s\n", error.message);
        clb_error_clear(&error);
        return false;
    }
    buffer_add(out, (const char *)&count, sizeof count);
    buffer_add(out, (const char *)list, count * sizeof *list);
    clb_device_list_free(&list);
    return true;
}

static void list(void *context, buffer *out)
{
    const listing *l = context;
    clb_program_data program;
    const clb_bundle like = doctor_probe_like(l->bundle->name, l->bundle->needs, l->bundle->native, &program);
    if (!add_list(&(clb_device_params){.bundle = &doctor_probe, .environment = "", .back_ends = l->back_ends}, out) ||
        !add_list(&(clb_device_params){.bundle = &like, .back_ends = l->back_ends}, out))
        exit(1);
}

static bool take_list(arena *a, const buffer *bytes, size_t *at, clb_device_info **devices, size_t *count)
{
    if (bytes->length - *at < sizeof *count) return false;
    memcpy(count, bytes->text + *at, sizeof *count);
    *at += sizeof *count;
    if (*count > (bytes->length - *at) / sizeof **devices) return false;
    *devices = arena_array(a, *count, sizeof **devices);
    if (*count) memcpy(*devices, bytes->text + *at, *count * sizeof **devices);
    *at += *count * sizeof **devices;
    return true;
}

/* NULL, or what went wrong. */
static const char *ask(arena *a, listing *l, double seconds, drivers_answer *s)
{
    child_result r;
    buffer why = {0};
    size_t at = 0;
    child_run(list, l, seconds, &r);
    const bool whole = r.how == CHILD_DONE && take_list(a, &r.bytes, &at, &s->devices, &s->device_count) &&
                       take_list(a, &r.bytes, &at, &s->ranked, &s->ranked_count);
    if (!whole) {
        child_describe(&r, seconds, &why);
        s->device_count = s->ranked_count = 0;
    }
    const char *problem = whole ? NULL : arena_strndup(a, why.text ? why.text : "", why.length);
    buffer_free(&r.bytes);
    buffer_free(&why);
    return problem;
}

/* ---- Test launches ---- */

typedef struct timing {
    double open_seconds, first_seconds, second_seconds;
    bool right;
    clb_status status;
    char message[1024];
} timing;

static double now(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The device to open. Native code is opened by its name, so that no driver is started for it. */
typedef struct target {
    uint32_t back_ends;
    char filter[32];
} target;

static void launch(void *context, buffer *out)
{
    const target *p = context;
    clb_error error = {0};
    clb_device *device = NULL;
    timing t;
    memset(&t, 0, sizeof t); /* it is sent as bytes */
    const double start = now();
    t.status = clb_device_open(
        &(clb_device_params){
            .bundle = &doctor_probe, .filter = p->filter, .environment = "", .back_ends = p->back_ends},
        &device, &error);
    t.open_seconds = now() - start;
    if (t.status == CLB_OK) t.status = doctor_probe_call(device, &t.right, &t.first_seconds, &t.second_seconds, &error);
    if (t.status != CLB_OK) (void)snprintf(t.message, sizeof t.message, "%s", error.message);
    buffer_add(out, (const char *)&t, sizeof t);
    /* A driver may hang or crash when it is left, too; but that is not what was asked. */
}

static device_test test_device(arena *a, const clb_device_info *info, size_t number, double seconds)
{
    target p = {CLB_BACK_END_NATIVE, ""};
    child_result r;
    timing t;
    buffer why = {0};
    device_test test = {.done = true};
    if (strcmp(info->back_end, "native") != 0) {
        p.back_ends = 0;
        (void)snprintf(p.filter, sizeof p.filter, "#%zu", number);
    }
    child_run(launch, &p, seconds, &r);
    if (r.how != CHILD_DONE || r.bytes.length != sizeof t) {
        buffer_adds(&why, "the process ");
        child_describe(&r, seconds, &why);
        test.problem = arena_strndup(a, why.text, why.length);
    } else {
        memcpy(&t, r.bytes.text, sizeof t);
        test.open_seconds = t.open_seconds;
        test.first_seconds = t.first_seconds;
        test.second_seconds = t.second_seconds;
        test.right = t.status == CLB_OK && t.right;
        if (t.status != CLB_OK) test.problem = arena_strndup(a, t.message, strlen(t.message));
        else if (!t.right) test.problem = "the kernel ran, but its results are wrong";
    }
    buffer_free(&r.bytes);
    buffer_free(&why);
    return test;
}

drivers_answer drivers_query(arena *a, const wanted *bundle, bool with_launch, double seconds)
{
    drivers_answer s = {0};
    listing all = {bundle, 0}, native = {bundle, CLB_BACK_END_NATIVE};
    s.problem = ask(a, &all, seconds, &s);
    if (s.problem) (void)ask(a, &native, seconds, &s);
    s.tests = arena_array(a, s.device_count, sizeof *s.tests);
    for (size_t i = 0; with_launch && i < s.device_count; ++i)
        if (!s.devices[i].rejected) s.tests[i] = test_device(a, &s.devices[i], i, seconds);
    return s;
}

/* ---- One driver at a time ---- */

static void list_one(void *context, buffer *out)
{
    const machine_driver *d = context;
    /* One loader looks at the first, another one at the second. */
    (void)setenv("OCL_ICD_VENDORS", d->file, 1);
    (void)setenv("OCL_ICD_FILENAMES", d->library, 1);
    if (!add_list(&(clb_device_params){.environment = "", .back_ends = CLB_BACK_END_OPENCL}, out)) exit(1);
}

void drivers_blame(arena *a, machine *m, double seconds)
{
    for (size_t i = 0; i < m->driver_count; ++i) {
        machine_driver *d = &m->drivers[i];
        child_result r;
        buffer why = {0};
        if (d->problem) continue;
        child_run(list_one, d, seconds, &r);
        if (r.how != CHILD_DONE) {
            buffer_adds(&why, "it ");
            child_describe(&r, seconds, &why);
            d->problem = arena_strndup(a, why.text, why.length);
        }
        buffer_free(&r.bytes);
        buffer_free(&why);
    }
}
