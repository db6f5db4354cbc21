/* A back end whose memory is the host's gets the application's own memory in a call, without a copy, unless an alias
 * or its alignment forbids it. The back end here does nothing but run two kernels of sample.h.
 *
 * SPDX-License-Identifier: MIT */
#include "sample.h"

#include "launch/open.h"
#include "core/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned created, copied;
static const void *seen[4]; /* the addresses that the last kernel got */

static clb_status host_open(void *session, size_t index, const clb_device_info *info, bool profiling, void **device,
                            clb_error *error)
{
    (void)session, (void)index, (void)info, (void)profiling, (void)error;
    *device = &created;
    return CLB_OK;
}

static void host_close(void *device)
{
    (void)device;
}

static clb_status host_finish(void *device, clb_error *error)
{
    (void)device, (void)error;
    return CLB_OK;
}

static void *host_handle(const void *device, clb_handle which)
{
    (void)device, (void)which;
    return NULL;
}

static clb_status host_create(void *device, size_t size, const void *host, void **memory, clb_error *error)
{
    (void)device;
    *memory = malloc(size);
    if (!*memory) return clbi_no_memory(error, "malloc");
    if (host) memcpy(*memory, host, size);
    created++;
    return CLB_OK;
}

static void host_release(void *device, void *memory)
{
    (void)device;
    free(memory);
}

static clb_status host_write(void *device, const clbi_memory_copy *copy, bool block, clb_error *error)
{
    (void)device, (void)block, (void)error;
    memcpy((char *)copy->memory + copy->offset, copy->host, copy->size);
    copied++;
    return CLB_OK;
}

static clb_status host_read(void *device, const clbi_memory_copy *copy, bool block, clb_error *error)
{
    (void)device, (void)block, (void)error;
    memcpy(copy->host, (char *)copy->memory + copy->offset, copy->size);
    copied++;
    return CLB_OK;
}

static clb_status host_build(void *device, const clbi_build *build, void **built, clb_error *error)
{
    (void)device, (void)error;
    for (uint32_t i = 0; i < build->bundle->kernel_count; i++) build->kernels[i] = &created;
    *built = &created;
    return CLB_OK;
}

static void host_release_program(void *device, void *built)
{
    (void)device, (void)built;
}

static clb_status host_launch(void *device, void *kernel, const clbi_job *job, clbi_completion *completion,
                              clb_error *error)
{
    (void)device, (void)kernel, (void)completion, (void)error;
    for (uint32_t i = 0; i < 4 && i < job->kernel->argument_count; i++)
        seen[i] = job->arguments[i].buffer ? job->arguments[i].buffer->memory : NULL;
    double *y = job->arguments[0].buffer->memory;
    for (size_t i = 0; i < job->range->global[0]; i++) {
        if (job->kernel == &job->bundle->kernels[SAMPLE_SHIFT]) {
            y[i] += (double)*(const int64_t *)job->arguments[1].value;
        } else {
            double *out = job->arguments[2].buffer->memory;
            out[i] = y[i] * *(const double *)job->arguments[1].value;
        }
    }
    return CLB_OK;
}

static clb_status host_wait(void *device, const clbi_completion *completion, clb_error *error)
{
    (void)device, (void)completion, (void)error;
    return CLB_OK;
}

static void host_release_event(void *device, clbi_completion *completion)
{
    (void)device, (void)completion;
}

static const clbi_backend host = {
    .name = "host",
    .host_memory = true,
    .open = host_open,
    .close = host_close,
    .finish = host_finish,
    .get_handle = host_handle,
    .memory_create = host_create,
    .memory_release = host_release,
    .memory_write = host_write,
    .memory_read = host_read,
    .program_build = host_build,
    .program_release = host_release_program,
    .launch = host_launch,
    .event_wait = host_wait,
    .event_release = host_release_event,
};

static clb_device *device;

static int open_host(void **state)
{
    (void)state;
    const clb_device_info info = {.name = "host", .features = CLB_NEEDS_FP64, .memory_size = 1u << 20};
    clb_error error = {0};
    created = copied = 0;
    return clbi_device_create(&(clbi_device_source){.backend = &host, .info = &info, .hooks = clbi_device_hook_list},
                              &device, &error) == CLB_OK
               ? 0
               : -1;
}

static int close_host(void **state)
{
    (void)state;
    clb_device_close(&device);
    return 0;
}

static void scale(const double *x, double *y, int32_t n)
{
    const double a = 2;
    clb_error error = {0};
    const clb_host_argument arguments[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    assert_int_equal(clb_kernel_call(device, sample_bundle(), SAMPLE_SCALE, NULL, arguments, 4, &error), CLB_OK);
}

static void host_memory_is_lent_without_a_copy(void **state)
{
    (void)state;
    double x[4] = {1, 2, 3, 4}, y[4] = {0};
    scale(x, y, 4);
    assert_true(y[3] == 8);
    assert_ptr_equal(seen[0], x);
    assert_ptr_equal(seen[2], y);
    assert_int_equal(created + copied, 0);
}

static void overlapping_memory_is_not_lent(void **state)
{
    (void)state;
    double x[6] = {1, 2, 3, 4, 5, 6};
    scale(x, x + 2, 4); /* as with copies: x is read before anything is written */
    const double expected[] = {1, 2, 2, 4, 6, 8};
    assert_memory_equal(x, expected, sizeof x);
    assert_true(seen[0] != x && seen[2] != x + 2);
    assert_int_equal(copied, 2);
    scale(x, x + 3, 3); /* side by side is no overlap */
    assert_ptr_equal(seen[0], x);
    assert_ptr_equal(seen[2], x + 3);
}

static void unaligned_memory_is_not_lent(void **state)
{
    (void)state;
    _Alignas(8) char bytes[5 * 8] = {0};
    double x[4] = {1, 2, 3, 4}, y[4];
    scale(x, (double *)(void *)(bytes + 4), 4);
    memcpy(y, bytes + 4, sizeof y);
    assert_true(y[3] == 8);
    assert_ptr_equal(seen[0], x);
    assert_true(seen[2] != bytes + 4);
}

static void back_end_without_binaries_says_so(void **state)
{
    (void)state;
    clb_error error = {0};
    void *data = NULL;
    size_t size = 0;
    assert_int_equal(clb_binaries_export(device, sample_bundle(), &data, &size, &error), CLB_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "the host back end has no binaries"));
    clb_error_clear(&error);
}

static void buffers_of_host_memory_have_no_handle(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_buffer *buffer = NULL;
    assert_int_equal(clb_buffer_create(device, 8, NULL, &buffer, &error), CLB_OK);
    assert_null(clb_buffer_get_handle(buffer));
    clb_buffer_release(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(host_memory_is_lent_without_a_copy, open_host, close_host),
        cmocka_unit_test_setup_teardown(overlapping_memory_is_not_lent, open_host, close_host),
        cmocka_unit_test_setup_teardown(unaligned_memory_is_not_lent, open_host, close_host),
        cmocka_unit_test_setup_teardown(back_end_without_binaries_says_so, open_host, close_host),
        cmocka_unit_test_setup_teardown(buffers_of_host_memory_have_no_handle, open_host, close_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
