/* The device of this machine, its sub-devices, and the timers. Knows the table of the native back end; must not know
 * queues' commands. Queries are in device_info.c.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/device.h"

#include "core/pool.h"
#include "icd/source.h"
#include "native/access.h"
#include "native/allocations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OpenCL has no call that opens a device, so the device belongs to the process. */
static struct {
    pthread_mutex_t lock;
    cl_device_id device;
    cl_device_id all; /* a list of the device and all sub-devices */
    clbi_icd_processor processor;
    _Atomic(clbi_allocations *) allocations; /* NULL: nothing is checked */
} machine = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Takes the text of printf in kernels. */
static void print_text(void *cookie, const char *text, size_t length)
{
    (void)cookie;
    (void)fwrite(text, 1, length, stdout);
}

/* Prints a finding of checked code: OpenCL's API has no call that could return it. */
static void print_finding(void *cookie, const clb_finding *finding)
{
    (void)cookie;
    (void)fprintf(stderr, "%s: %s\n", finding->is_warning ? "warning" : "error", finding->message);
}

clbi_allocations *clbi_icd_allocations(void)
{
    return atomic_load_explicit(&machine.allocations, memory_order_acquire);
}

/* Once: devices are made one after the other, and the first is of the whole machine. */
static void know_allocations(void)
{
    clbi_allocations *none = NULL, *made = clbi_icd_is_checked() ? clbi_allocations_create() : NULL;
    if (made && !atomic_compare_exchange_strong(&machine.allocations, &none, made)) clbi_allocations_destroy(made);
}

static void destroy_device(icd_object *object)
{
    cl_device_id device = (cl_device_id)(void *)object;
    pthread_mutex_lock(&machine.lock);
    cl_device_id *at = &machine.all;
    while (*at && *at != device) at = &(*at)->next;
    if (*at) *at = device->next;
    pthread_mutex_unlock(&machine.lock);
    if (device->native) clbi_native_backend.close(device->native);
    free(device->partition);
    if (device->parent) clbi_icd_object_drop(&device->parent->object);
}

static bool open_native(cl_device_id device)
{
    if (clbi_native_backend.open(NULL, 0, &device->info, false, &device->native, NULL) != CLB_OK) {
        device->native = NULL;
        return false;
    }
    clbi_native_backend.print_to(device->native, print_text, NULL);
    clbi_native_backend.find_to(device->native, false, print_finding, NULL);
    clbi_native_share_allocations(device->native, clbi_icd_allocations());
    return true;
}

/* A device that runs on `units` threads; NULL without memory. */
static cl_device_id new_device(const clb_device_info *info, uint32_t units)
{
    cl_device_id device = clbi_icd_object_new(ICD_DEVICE, sizeof *device, destroy_device);
    if (!device) return NULL;
    device->info = *info;
    device->info.compute_units = units;
    if (!open_native(device)) {
        clbi_icd_object_discard(&device->object);
        return NULL;
    }
    pthread_mutex_lock(&machine.lock);
    device->next = machine.all;
    machine.all = device;
    pthread_mutex_unlock(&machine.lock);
    return device;
}

/* Makes the machine's device. If two threads do so at the same time, the first device is kept. */
static cl_device_id make_machine_device(void)
{
    clb_device_info *info = NULL;
    size_t count = 0;
    void *session;
    clbi_note note;
    clbi_icd_processor processor;
    cl_device_id device = NULL, first = NULL;
    if (clbi_native_backend.discover(&session, &info, &count, &note, NULL) == CLB_OK && count > 0) {
        const uint32_t units = clbi_icd_compute_units();
        clbi_icd_processor_ask(&processor);
        know_allocations();
        device = new_device(info, units ? units : info->compute_units);
    }
    free(info);
    if (!device) return NULL;
    clbi_icd_fork_watch();
    pthread_mutex_lock(&machine.lock);
    first = machine.device;
    if (!first) {
        machine.processor = processor;
        machine.device = device;
    }
    pthread_mutex_unlock(&machine.lock);
    if (!first) return device;
    clbi_icd_object_discard(&device->object);
    return first;
}

cl_device_id clbi_icd_device(void)
{
    pthread_mutex_lock(&machine.lock);
    cl_device_id device = machine.device;
    pthread_mutex_unlock(&machine.lock);
    return device ? device : make_machine_device();
}

void clbi_icd_devices_set_data(void *dispatch_data)
{
    pthread_mutex_lock(&machine.lock);
    for (cl_device_id device = machine.all; device; device = device->next)
        clbi_icd_object_set_data(&device->object, dispatch_data);
    pthread_mutex_unlock(&machine.lock);
}

void clbi_icd_devices_fork(icd_fork when)
{
    if (when == ICD_BEFORE_FORK) pthread_mutex_lock(&machine.lock);
    else pthread_mutex_unlock(&machine.lock);
}

void clbi_icd_devices_mend(void)
{
    pthread_mutex_lock(&machine.lock);
    for (cl_device_id device = machine.all; device; device = device->next) {
        if (device->native) clbi_native_backend.abandon(device->native);
        (void)open_native(device);
    }
    pthread_mutex_unlock(&machine.lock);
}

const clbi_icd_processor *clbi_icd_device_processor(void)
{
    return &machine.processor;
}

cl_int CL_API_CALL clbi_clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                                       cl_device_id *devices, cl_uint *num_devices)
{
    const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                 CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    if (platform && !clbi_icd_object_valid(platform, ICD_PLATFORM)) return CL_INVALID_PLATFORM;
    if (device_type != CL_DEVICE_TYPE_ALL && (device_type == 0 || (device_type & ~known)))
        return CL_INVALID_DEVICE_TYPE;
    if ((devices && num_entries == 0) || (!devices && !num_devices)) return CL_INVALID_VALUE;
    const bool fits = (device_type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT)) != 0;
    if (num_devices) *num_devices = fits;
    if (!fits) return CL_DEVICE_NOT_FOUND;
    cl_device_id device = clbi_icd_device();
    if (!device) return CL_OUT_OF_HOST_MEMORY;
    if (devices) devices[0] = device;
    return CL_SUCCESS;
}

/* ---- Sub-devices ---------------------------------------------------------------------------------------------------
 */

/* Computes the number of units of each sub-device into `sizes`, which has room for as many as the device has units.
 * Returns the number of sub-devices; or 0, and the error in *code. */
static size_t compute_parts(cl_device_id device, const cl_device_partition_property *properties, uint32_t *sizes,
                            size_t *words, cl_int *code)
{
    const uint32_t units = device->info.compute_units;
    size_t count = 0, total = 0;
    *code = CL_INVALID_VALUE;
    if (properties[0] == CL_DEVICE_PARTITION_EQUALLY) {
        const intptr_t each = properties[1];
        if (each <= 0 || properties[2] != 0) return 0;
        if ((uintmax_t)each > units) {
            *code = CL_DEVICE_PARTITION_FAILED;
            return 0;
        }
        for (; count < units / (uint32_t)each; count++) sizes[count] = (uint32_t)each;
        *words = 3;
        return count;
    }
    if (properties[0] != CL_DEVICE_PARTITION_BY_COUNTS) return 0;
    for (; properties[count + 1] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; count++) {
        const intptr_t part_units = properties[count + 1];
        *code = CL_INVALID_DEVICE_PARTITION_COUNT;
        if (part_units <= 0 || (uintmax_t)part_units > units - total || count >= units) return 0;
        sizes[count] = (uint32_t)part_units;
        total += (size_t)part_units;
    }
    if (count == 0) *code = CL_INVALID_DEVICE_PARTITION_COUNT;
    *words = count + 3;
    return count;
}

/* Copies the list of properties that the application gave. False without memory. */
static bool copy_partition(cl_device_id device, const cl_device_partition_property *properties, size_t words)
{
    device->partition = calloc(words, sizeof *properties);
    if (!device->partition) return false;
    /* A list by counts ends in two zeros. The application may leave out the second one, which calloc has set. */
    memcpy(device->partition, properties, (words - 1) * sizeof *properties);
    device->partition_count = words;
    return true;
}

cl_int CL_API_CALL clbi_clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property *properties,
                                           cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret)
{
    if (!clbi_icd_object_valid(in_device, ICD_DEVICE)) return CL_INVALID_DEVICE;
    if (!properties) return CL_INVALID_VALUE;
    uint32_t *sizes = calloc((size_t)in_device->info.compute_units + 1, sizeof *sizes);
    if (!sizes) return CL_OUT_OF_HOST_MEMORY;
    size_t words = 0, made = 0;
    cl_int code;
    const size_t count = compute_parts(in_device, properties, sizes, &words, &code);
    if (count == 0) goto done;
    code = CL_INVALID_VALUE;
    if ((out_devices && num_devices < count) || (!out_devices && !num_devices_ret)) goto done;
    code = CL_OUT_OF_HOST_MEMORY;
    for (; out_devices && made < count; made++) {
        cl_device_id device = new_device(&in_device->info, sizes[made]);
        if (!device) goto done;
        device->parent = in_device;
        clbi_icd_object_hold(&in_device->object);
        out_devices[made] = device;
        if (copy_partition(device, properties, words)) continue;
        made++;
        goto done;
    }
    code = CL_SUCCESS;
    if (num_devices_ret) *num_devices_ret = (cl_uint)count;

done:
    while (code != CL_SUCCESS && made > 0) {
        clbi_icd_object_release(&out_devices[--made]->object);
        out_devices[made] = NULL;
    }
    free(sizes);
    return code;
}

/* References of the machine's device are not counted: it lives as long as the process. */
cl_int CL_API_CALL clbi_clRetainDevice(cl_device_id device)
{
    if (!clbi_icd_object_valid(device, ICD_DEVICE)) return CL_INVALID_DEVICE;
    if (device->parent) clbi_icd_object_retain(&device->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clReleaseDevice(cl_device_id device)
{
    if (!clbi_icd_object_valid(device, ICD_DEVICE)) return CL_INVALID_DEVICE;
    if (device->parent) clbi_icd_object_release(&device->object);
    return CL_SUCCESS;
}

/* ---- Timers --------------------------------------------------------------------------------------------------------
 */

cl_int CL_API_CALL clbi_clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp)
{
    if (!clbi_icd_object_valid(device, ICD_DEVICE)) return CL_INVALID_DEVICE;
    if (!host_timestamp) return CL_INVALID_VALUE;
    *host_timestamp = clbi_now_ns();
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                                                cl_ulong *host_timestamp)
{
    if (!clbi_icd_object_valid(device, ICD_DEVICE)) return CL_INVALID_DEVICE;
    if (!device_timestamp || !host_timestamp) return CL_INVALID_VALUE;
    *device_timestamp = *host_timestamp = clbi_now_ns();
    return CL_SUCCESS;
}
