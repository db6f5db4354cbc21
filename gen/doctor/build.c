/* SPDX-License-Identifier: MIT */
#include "doctor/build.h"

#include "doctor/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The input of the child processes. */
typedef struct task {
    const clb_bundle *bundle;
    const char *filter;
    size_t number; /* of the device in the list */
} task;

static void fail(clb_error *error)
{
    fprintf(stderr, "%s\n", error->message); /* the last line, which child_describe quotes */
    clb_error_clear(error);
    exit(1);
}

static void list_devices(void *context, buffer *out)
{
    const task *t = context;
    clb_error error = {0};
    clb_device_info *list = NULL;
    size_t count = 0;
    const clb_device_params params = {
        .bundle = t->bundle, .filter = t->filter, .environment = "", .back_ends = CLB_BACK_END_OPENCL};
    if (clb_device_list(&params, &list, &count, &error) != CLB_OK) fail(&error);
    if (count) buffer_add(out, (const char *)list, count * sizeof *list);
    clb_device_list_free(&list);
}

/* A message of `length` bytes and, behind it, the binaries. */
static void build_one(void *context, buffer *out)
{
    const task *t = context;
    clb_error error = {0};
    clb_device *device = NULL;
    void *data = NULL;
    size_t size = 0;
    char filter[32];
    (void)snprintf(filter, sizeof filter, "#%zu", t->number);
    const clb_device_params params = {
        .bundle = t->bundle, .filter = filter, .environment = "", .back_ends = CLB_BACK_END_OPENCL};
    if (clb_device_open(&params, &device, &error) != CLB_OK) fail(&error);
    /* The programs that were built count, even if others failed. */
    const clb_status built = clb_prepare(device, t->bundle, NULL, &error);
    const size_t length = built == CLB_OK ? 0 : strlen(error.message);
    buffer_add(out, (const char *)&length, sizeof length);
    buffer_add(out, error.message, length);
    clb_error_clear(&error);
    if (clb_binaries_export(device, t->bundle, &data, &size, &error) != CLB_OK) fail(&error);
    buffer_add(out, data, size);
    free(data);
    /* A driver may hang or crash when it is left: that is not what was asked. */
}

static const char *describe(arena *a, const child_result *r, double seconds)
{
    buffer why = {0};
    child_describe(r, seconds, &why);
    const char *text = arena_strndup(a, why.text ? why.text : "", why.length);
    buffer_free(&why);
    return text;
}

static bool take_answer(arena *a, const buffer *bytes, built *result)
{
    size_t length = 0;
    if (bytes->length < sizeof length) return false;
    memcpy(&length, bytes->text, sizeof length);
    if (length > bytes->length - sizeof length) return false;
    const char *at = bytes->text + sizeof length;
    if (length) result->problem = arena_strndup(a, at, length);
    buffer_add(&result->binaries, at + length, bytes->length - sizeof length - length);
    return true;
}

static void build_on(arena *a, const task *t, double seconds, built *result)
{
    child_result r;
    task own = *t;
    child_run(build_one, &own, seconds, &r);
    if (r.how != CHILD_DONE) {
        result->problem = describe(a, &r, seconds);
    } else if (!take_answer(a, &r.bytes, result)) {
        result->problem = "the process ended in the middle of its answer";
    }
    buffer_free(&r.bytes);
}

static bool same_device(const clb_device_info *x, const clb_device_info *y)
{
    return strcmp(x->platform, y->platform) == 0 && strcmp(x->name, y->name) == 0 && strcmp(x->driver, y->driver) == 0;
}

built *build_on_devices(arena *a, const clb_bundle *bundle, const char *filter, double seconds, size_t *count,
                        const char **problem)
{
    task t = {bundle, filter, 0};
    child_result r;
    clb_device_info info;
    *count = 0;
    *problem = NULL;
    child_run(list_devices, &t, seconds, &r);
    if (r.how != CHILD_DONE) {
        *problem = describe(a, &r, seconds);
        buffer_free(&r.bytes);
        return NULL;
    }
    const size_t listed = r.bytes.length / sizeof info;
    built *all = arena_array(a, listed + 1, sizeof *all);
    for (size_t i = 0; i < listed; ++i) {
        bool known = false;
        memcpy(&info, r.bytes.text + i * sizeof info, sizeof info);
        if (info.rejected) continue;
        for (size_t k = 0; k < *count; ++k) known |= same_device(&all[k].info, &info);
        if (known) continue;
        all[*count] = (built){.info = info};
        t.number = i;
        build_on(a, &t, seconds, &all[(*count)++]);
    }
    buffer_free(&r.bytes);
    return all;
}
