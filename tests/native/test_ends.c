/* Ranges that the local size does not divide: natively all kernels, on an OpenCL device those that do not see their
 * place in the range. usage: test_ends [opencl]; opencl: the device of this machine, skipped without one.
 *
 * SPDX-License-Identifier: MIT */
#include <clbundle.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ends.h"

enum { MOST = 4096, WORDS = MOST * 15 };

static int32_t in[MOST], out[WORDS];
static int failures;
static bool opencl;

typedef struct shape {
    uint32_t dimensions;
    size_t global[3], local[3], offset[3];
} shape;

/* Sizes 1 to 3 dimensions, with every combination of dimensions that divide and do not, and groups wider than the
 * range. */
static const shape shapes[] = {
    {1, {100, 1, 1}, {7, 1, 1}, {0}}, {1, {64, 1, 1}, {64, 1, 1}, {0}},   {1, {65, 1, 1}, {64, 1, 1}, {0}},
    {1, {5, 1, 1}, {16, 1, 1}, {0}},  {1, {1000, 1, 1}, {48, 1, 1}, {3}}, {2, {10, 8, 1}, {4, 3, 1}, {0}},
    {2, {12, 8, 1}, {4, 3, 1}, {0}},  {2, {10, 9, 1}, {4, 3, 1}, {0}},    {2, {33, 17, 1}, {16, 16, 1}, {5, 2}},
    {2, {3, 50, 1}, {8, 7, 1}, {0}},  {2, {1, 31, 1}, {1, 8, 1}, {0}},    {3, {7, 5, 3}, {2, 2, 2}, {0}},
    {3, {8, 5, 3}, {2, 2, 2}, {0}},   {3, {7, 4, 3}, {2, 2, 2}, {0}},     {3, {7, 5, 4}, {2, 2, 2}, {1, 2, 3}},
    {3, {8, 4, 4}, {2, 2, 2}, {0}},   {3, {20, 9, 7}, {6, 4, 3}, {0}},    {3, {20, 9, 7}, {32, 4, 2}, {0}},
};

static void fail(const char *name, const shape *s, const char *what, long wanted, long found)
{
    if (++failures < 20)
        printf("%s, %zu x %zu x %zu in groups of %zu x %zu x %zu: %s: %ld, and should be %ld\n", name, s->global[0],
               s->global[1], s->global[2], s->local[0], s->local[1], s->local[2], what, found, wanted);
}

static void expect(const char *name, const shape *s, const char *what, size_t wanted, int32_t found)
{
    if ((long)wanted != (long)found) fail(name, s, what, (long)wanted, found);
}

static bool launch(clb_device *device, uint32_t kernel, const shape *s, const clb_host_argument *arguments,
                   size_t count)
{
    clb_error error = {0};
    clb_launch l = {.dimensions = s->dimensions};
    memcpy(l.global, s->global, sizeof l.global);
    memcpy(l.local, s->local, sizeof l.local);
    memcpy(l.offset, s->offset, sizeof l.offset);
    memset(out, 0xff, sizeof out);
    if (clb_kernel_call(device, &ends_bundle, kernel, &l, arguments, count, &error) == CLB_OK) return true;
    printf("%s\n%s\n", error.message, error.build_log ? error.build_log : "");
    ++failures;
    clb_error_clear(&error);
    return false;
}

/* A work-item's group in one dimension. */
typedef struct place {
    size_t group, local_id, local_size, groups;
} place;

static place place_of(const shape *s, int d, size_t id)
{
    const size_t group = id / s->local[d], left = s->global[d] - group * s->local[d];
    return (place){group, id % s->local[d], left < s->local[d] ? left : s->local[d],
                   (s->global[d] + s->local[d] - 1) / s->local[d]};
}

static void check_places(clb_device *device, const shape *s)
{
    const char *name = "places";
    const clb_host_argument arguments[] = {{out, sizeof out}};
    if (!launch(device, (uint32_t)clb_kernel_find(&ends_bundle, name), s, arguments, 1)) return;
    for (size_t i = 0; i < s->global[0] * s->global[1] * s->global[2]; ++i) {
        const size_t ids[] = {i % s->global[0], i / s->global[0] % s->global[1], i / s->global[0] / s->global[1]};
        for (int d = 0; d < 3; ++d) {
            const place p = place_of(s, d, ids[d]);
            const int32_t *o = out + i * 15 + 5 * d;
            expect(name, s, "get_local_id", p.local_id, o[0]);
            expect(name, s, "get_local_size", p.local_size, o[1]);
            expect(name, s, "get_enqueued_local_size", s->local[d], o[2]);
            expect(name, s, "get_group_id", p.group, o[3]);
            expect(name, s, "get_num_groups", p.groups, o[4]);
        }
    }
}

static void check_counted(clb_device *device, const shape *s)
{
    const char *name = "counted";
    const clb_host_argument arguments[] = {{out, sizeof out}, {NULL, 4 * s->local[0] * s->local[1] * s->local[2]}};
    if (!launch(device, (uint32_t)clb_kernel_find(&ends_bundle, name), s, arguments, 2)) return;
    for (size_t i = 0; i < s->global[0] * s->global[1] * s->global[2]; ++i) {
        const place x = place_of(s, 0, i % s->global[0]), y = place_of(s, 1, i / s->global[0] % s->global[1]),
                    z = place_of(s, 2, i / s->global[0] / s->global[1]);
        expect(name, s, "get_global_linear_id", i, out[3 * i]);
        expect(name, s, "get_local_linear_id", (z.local_id * y.local_size + y.local_id) * x.local_size + x.local_id,
               out[3 * i + 1]);
        expect(name, s, "work-items behind the barrier", x.local_size * y.local_size * z.local_size, out[3 * i + 2]);
    }
}

/* The sum of x over the group of a work-item. */
static int32_t sum_of(const shape *s, const size_t ids[3])
{
    int32_t sum = 0;
    size_t first[3], end[3];
    for (int d = 0; d < 3; ++d) {
        const place p = place_of(s, d, ids[d]);
        first[d] = p.group * s->local[d];
        end[d] = first[d] + p.local_size;
    }
    for (size_t z = first[2]; z < end[2]; ++z)
        for (size_t y = first[1]; y < end[1]; ++y)
            for (size_t x = first[0]; x < end[0]; ++x) sum += in[(z * s->global[1] + y) * s->global[0] + x];
    return sum;
}

/* Kernels that do not see their place, without an offset. */
static void check_values(clb_device *device, const shape *given)
{
    shape s = *given;
    const int32_t width = (int32_t)s.global[0], height = (int32_t)s.global[1];
    const size_t items = s.global[0] * s.global[1] * s.global[2];
    memset(s.offset, 0, sizeof s.offset);
    const clb_host_argument arguments[] = {{in, sizeof in},
                                           {out, sizeof out},
                                           {&width, sizeof width},
                                           {&height, sizeof height},
                                           {NULL, 4 * s.local[0] * s.local[1] * s.local[2]}};
    if (launch(device, (uint32_t)clb_kernel_find(&ends_bundle, "sums"), &s, arguments, 5))
        for (size_t i = 0; i < items; ++i) {
            const size_t ids[] = {i % s.global[0], i / s.global[0] % s.global[1], i / s.global[0] / s.global[1]};
            const int32_t wanted = sum_of(&s, ids) * 3 + in[i];
            if (out[i] != wanted) fail("sums", &s, "a sum", wanted, out[i]);
        }
    if (launch(device, (uint32_t)clb_kernel_find(&ends_bundle, "doubled"), &s, arguments, 4))
        for (size_t i = 0; i < items; ++i)
            if (out[i] != 2 * in[i] + 1) fail("doubled", &s, "a number", 2 * in[i] + 1, out[i]);
}

/* The native code of a kernel that requires its size has that compiled in. */
static void check_required(clb_device *device)
{
    clb_error error = {0};
    const clb_host_argument arguments[] = {{out, sizeof out}};
    const uint32_t kernel = (uint32_t)clb_kernel_find(&ends_bundle, "required");
    const clb_status status = clb_kernel_call(device, &ends_bundle, kernel,
                                              &(clb_launch){.dimensions = 1, .global = {10}}, arguments, 1, &error);
    if (status != CLB_ERROR_SIZE || !strstr(error.message, "does not divide")) {
        printf("required: status %d: %s\n", (int)status, error.message);
        ++failures;
    }
    clb_error_clear(&error);
}

int main(int argc, char **argv)
{
    clb_error error = {0};
    clb_device *device = NULL;
    opencl = argc > 1 && strcmp(argv[1], "opencl") == 0;
    const clb_device_params params = {
        .bundle = &ends_bundle, .filter = opencl ? "opencl" : "native", .environment = "", .threads = 3};
    if (clb_device_open(&params, &device, &error) != CLB_OK) {
        printf("%s\n", error.message);
        return opencl ? 77 : 1;
    }
    for (int i = 0; i < MOST; ++i) in[i] = i * 37 % 101;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        if (!opencl) check_places(device, &shapes[i]);
        if (!opencl) check_counted(device, &shapes[i]);
        check_values(device, &shapes[i]);
    }
    if (!opencl) check_required(device);
    clb_device_close(&device);
    if (failures) printf("%d wrong\n", failures);
    return failures != 0;
}
