/* Buffers of the native back end: memory of the host, aligned for any vector.
 *
 * SPDX-License-Identifier: MIT */
#include "native/native.h"
#include "platform/platform.h"
#include "status.h"

#include <string.h>

clb_status clbi_native_memory_create(void *impl, size_t size, const void *host, void **memory, clb_error *error)
{
    const clbi_native_device *device = impl;
    void *made = NULL;
    if (size > SIZE_MAX / 2 || !(made = clbi_aligned_alloc(size)))
        return clbi_fail(error, (clbi_cause){.status = CLB_ERROR_DEVICE_MEMORY, .call = "clbi_aligned_alloc",
                                             .device = device->info},
                         "Cannot create a buffer of %zu bytes.", size);
    if (host) memcpy(made, host, size);
    *memory = made;
    return CLB_OK;
}

void clbi_native_memory_release(void *impl, void *memory)
{
    (void)impl;
    clbi_aligned_free(memory);
}

clb_status clbi_native_memory_write(void *impl, void *memory, size_t offset, const void *host, size_t size,
                                    bool block, clb_error *error)
{
    (void)impl, (void)block, (void)error;
    memcpy((char *)memory + offset, host, size);
    return CLB_OK;
}

clb_status clbi_native_memory_read(void *impl, void *memory, size_t offset, void *host, size_t size, bool block,
                                   clb_error *error)
{
    (void)impl, (void)block, (void)error;
    memcpy(host, (const char *)memory + offset, size);
    return CLB_OK;
}
