/* The devices of OpenCL's platforms: listing, opening and closing them. Knows platforms and the filter; must not know
 * bundles.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

#include "core/filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A device found, by OpenCL's names. */
typedef struct found_device {
    cl_platform_id platform;
    cl_device_id id;
} found_device;

typedef struct session {
    clbi_cl_library cl;
    found_device *found;
    clb_device_info *infos;
    size_t count;
} session;

/* ---- Describing a device ----------------------------------------------------------------------------------------- */

/* The first call that fails makes the device one that cannot be used. */
typedef struct inquiry {
    const clbi_cl_library *cl;
    found_device device;
    cl_int code;
    const char *call, *what;
} inquiry;

static bool ask(inquiry *q, cl_uint parameter, size_t size, void *value, size_t *full_size, const char *what)
{
    const bool platform = parameter == CL_PLATFORM_NAME;
    const cl_int code = platform ? q->cl->clGetPlatformInfo(q->device.platform, parameter, size, value, full_size)
                                 : q->cl->clGetDeviceInfo(q->device.id, parameter, size, value, full_size);
    if (code != CL_SUCCESS && q->code == CL_SUCCESS) {
        q->code = code;
        q->call = platform ? "clGetPlatformInfo" : "clGetDeviceInfo";
        q->what = what;
    }
    return code == CL_SUCCESS;
}

#define ASK(q, parameter, value) (void)ask((q), (parameter), sizeof(value), &(value), NULL, #parameter)

/* A text of any length; "" where it cannot be had. The caller frees it. NULL: no memory. */
static char *ask_text(inquiry *q, cl_uint parameter, const char *what)
{
    size_t size = 0;
    if (!ask(q, parameter, 0, NULL, &size, what)) size = 0;
    char *text = size < SIZE_MAX ? calloc(size + 1, 1) : NULL;
    if (text && size > 0 && !ask(q, parameter, size, text, NULL, what)) text[0] = '\0';
    return text;
}

/* Without the blanks at its ends that drivers like to add. */
static bool set_text(inquiry *q, cl_uint parameter, char *to, size_t capacity, const char *what)
{
    char *text = ask_text(q, parameter, what);
    if (!text) return false;
    const char *start = text + strspn(text, " \t\r\n");
    size_t length = strlen(start);
    while (length > 0 && strchr(" \t\r\n", start[length - 1])) length--;
    text[(size_t)(start - text) + length] = '\0';
    clbi_text_set(to, capacity, start);
    free(text);
    return true;
}

#define SET_TEXT(q, parameter, member) set_text((q), (parameter), (member), sizeof(member), #parameter)

/* An extension's name as a whole word of the list. */
static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' ')) return true;
    return false;
}

/* Facts that an extension tells; they stay unknown if the driver does not answer. */
static uint32_t ask_sub_groups(const inquiry *q, const char *extensions)
{
    size_t sizes[16] = {0}, length = 0, most = 0;
    cl_uint width = 0;
    if (has_word(extensions, "cl_nv_device_attribute_query"))
        (void)q->cl->clGetDeviceInfo(q->device.id, CLBI_CL_DEVICE_WARP_SIZE_NV, sizeof width, &width, NULL);
    else if (has_word(extensions, "cl_amd_device_attribute_query"))
        (void)q->cl->clGetDeviceInfo(q->device.id, CLBI_CL_DEVICE_WAVEFRONT_WIDTH_AMD, sizeof width, &width, NULL);
    else if (has_word(extensions, "cl_intel_required_subgroup_size") &&
             q->cl->clGetDeviceInfo(q->device.id, CLBI_CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof sizes, sizes, &length) ==
                 CL_SUCCESS)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes && i < length / sizeof *sizes; i++)
            if (sizes[i] > most) most = sizes[i];
    return most > 0 && most <= UINT32_MAX ? (uint32_t)most : width;
}

/* Double precision of instructions that are not made for it. Drivers of OpenCL 1.1 do not know the question. */
static bool emulates_fp64(const inquiry *q)
{
    cl_bitfield abilities = 0;
    return q->cl->clGetDeviceInfo(q->device.id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof abilities, &abilities, NULL) ==
               CL_SUCCESS &&
           (abilities & CL_FP_SOFT_FLOAT);
}

/* The major number of "OpenCL 3.0 ...". */
static unsigned long major_of(const char *version)
{
    static const char begin[] = "OpenCL ";
    return strncmp(version, begin, sizeof begin - 1) == 0 ? strtoul(version + sizeof begin - 1, NULL, 10) : 0;
}

/* All devices of OpenCL 2.0 have pipes; those of 3.0 say whether they do. */
static bool has_pipes(const inquiry *q, const char *version)
{
    cl_bool has = CL_FALSE;
    const unsigned long major = major_of(version);
    if (major < 3) return major == 2;
    return q->cl->clGetDeviceInfo(q->device.id, CL_DEVICE_PIPE_SUPPORT, sizeof has, &has, NULL) == CL_SUCCESS && has;
}

static bool ask_features(inquiry *q, uint32_t *features, uint32_t *sub_groups)
{
    cl_bool images = CL_FALSE;
    char *extensions = ask_text(q, CL_DEVICE_EXTENSIONS, "CL_DEVICE_EXTENSIONS");
    if (!extensions) return false;
    ASK(q, CL_DEVICE_IMAGE_SUPPORT, images);
    if (images) *features |= CLB_NEEDS_IMAGES;
    if (has_word(extensions, "cl_khr_fp64")) *features |= CLB_NEEDS_FP64;
    if (has_word(extensions, "cl_khr_fp16")) *features |= CLB_NEEDS_FP16;
    if (has_word(extensions, "cl_khr_int64_base_atomics") && has_word(extensions, "cl_khr_int64_extended_atomics"))
        *features |= CLB_NEEDS_INT64_ATOMICS;
    if (has_word(extensions, "cl_khr_subgroups")) *features |= CLB_NEEDS_SUBGROUPS;
    if (has_word(extensions, "cl_khr_3d_image_writes")) *features |= CLB_NEEDS_3D_IMAGE_WRITES;
    *sub_groups = ask_sub_groups(q, extensions);
    free(extensions);
    return true;
}

static clb_device_type device_type(cl_device_type bits)
{
    return bits & CL_DEVICE_TYPE_GPU           ? CLB_DEVICE_GPU
           : bits & CL_DEVICE_TYPE_ACCELERATOR ? CLB_DEVICE_ACCELERATOR
           : bits & CL_DEVICE_TYPE_CPU         ? CLB_DEVICE_CPU
                                               : CLB_DEVICE_OTHER;
}

/* False: no memory. */
static bool describe(const clbi_cl_library *cl, found_device device, clb_device_info *info)
{
    inquiry q = {.cl = cl, .device = device};
    cl_device_type type = 0;
    cl_uint units = 0, local_type = 0;
    size_t dimensions[8] = {0}, dimensions_size = 0;
    cl_ulong memory = 0, allocation = 0, local = 0;
    size_t group = 0;
    cl_bool available = CL_FALSE, compiler = CL_FALSE;
    *info = (clb_device_info){.back_end = "opencl"};
    if (!SET_TEXT(&q, CL_PLATFORM_NAME, info->platform) || !SET_TEXT(&q, CL_DEVICE_VENDOR, info->vendor) ||
        !SET_TEXT(&q, CL_DEVICE_NAME, info->name) || !SET_TEXT(&q, CL_DRIVER_VERSION, info->driver) ||
        !SET_TEXT(&q, CL_DEVICE_VERSION, info->version) || !ask_features(&q, &info->features, &info->sub_group_size))
        return false;
    if (has_pipes(&q, info->version)) info->features |= CLB_NEEDS_PIPES;
    ASK(&q, CL_DEVICE_TYPE, type);
    ASK(&q, CL_DEVICE_MAX_COMPUTE_UNITS, units);
    ASK(&q, CL_DEVICE_GLOBAL_MEM_SIZE, memory);
    ASK(&q, CL_DEVICE_MAX_MEM_ALLOC_SIZE, allocation);
    ASK(&q, CL_DEVICE_LOCAL_MEM_SIZE, local);
    ASK(&q, CL_DEVICE_MAX_WORK_GROUP_SIZE, group);
    ASK(&q, CL_DEVICE_AVAILABLE, available);
    ASK(&q, CL_DEVICE_COMPILER_AVAILABLE, compiler);
    /* More dimensions than 3, and no answer, are no reason to do without the device. */
    if (cl->clGetDeviceInfo(device.id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof dimensions, dimensions,
                            &dimensions_size) == CL_SUCCESS)
        for (size_t d = 0; d < 3 && d < dimensions_size / sizeof *dimensions; d++)
            info->work_item_sizes[d] = dimensions[d];
    if (cl->clGetDeviceInfo(device.id, CL_DEVICE_LOCAL_MEM_TYPE, sizeof local_type, &local_type, NULL) == CL_SUCCESS)
        info->local_is_global = local_type == CL_GLOBAL;
    info->emulates_fp64 = (info->features & CLB_NEEDS_FP64) && emulates_fp64(&q);
    info->type = device_type(type);
    info->compute_units = units;
    info->memory_size = memory;
    info->allocation_size = allocation;
    info->local_memory_size = local;
    info->work_group_size = group;
    if (q.code != CL_SUCCESS)
        (void)snprintf(info->reason, sizeof info->reason, "%s(%s) returned %s (%d)", q.call, q.what,
                       clbi_code_name(q.code), (int)q.code);
    else if (!available) clbi_text_set(info->reason, sizeof info->reason, "its driver says that it is not available");
    else if (!compiler) clbi_text_set(info->reason, sizeof info->reason, "its driver has no compiler");
    info->rejected = info->reason[0] != '\0';
    return true;
}

/* ---- Finding them ------------------------------------------------------------------------------------------------ */

static void note_code(clbi_note *note, const char *call, cl_int code)
{
    (void)snprintf(note->text, sizeof note->text, "%s returned %s (%d).", call, clbi_code_name(code), (int)code);
}

/* All devices of a platform. False: no memory. A platform that fails is passed over and noted. */
static bool add_platform(session *s, cl_platform_id platform, clbi_note *note)
{
    cl_uint count = 0;
    bool done = false;
    cl_int code = s->cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    if (code != CL_SUCCESS && code != CL_DEVICE_NOT_FOUND) note_code(note, "clGetDeviceIDs", code);
    if (code == CL_OUT_OF_HOST_MEMORY) return false;
    if (code != CL_SUCCESS || count == 0) return true;

    cl_device_id *ids = calloc(count, sizeof *ids);
    if (!ids) return false;
    code = s->cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL);
    if (code != CL_SUCCESS) {
        note_code(note, "clGetDeviceIDs", code);
        done = code != CL_OUT_OF_HOST_MEMORY;
        goto end;
    }
    found_device *found = realloc(s->found, (s->count + count) * sizeof *found);
    if (!found) goto end;
    s->found = found;
    clb_device_info *infos = realloc(s->infos, (s->count + count) * sizeof *infos);
    if (!infos) goto end;
    s->infos = infos;
    for (cl_uint i = 0; i < count; i++) {
        found[s->count] = (found_device){platform, ids[i]};
        if (!describe(&s->cl, found[s->count], &infos[s->count])) goto end;
        s->count++;
    }
    done = true;
end:
    free(ids);
    return done;
}

/* False: no memory. */
static bool add_platforms(session *s, clbi_note *note)
{
    cl_uint count = 0;
    bool done = false;
    cl_int code = s->cl.clGetPlatformIDs(0, NULL, &count);
    if (code == CL_OUT_OF_HOST_MEMORY) return false;
    if (code != CL_SUCCESS) note_code(note, "clGetPlatformIDs", code);
    else if (count == 0) clbi_text_set(note->text, sizeof note->text, "The OpenCL loader found no platform.");
    if (code != CL_SUCCESS || count == 0) return true;

    cl_platform_id *platforms = calloc(count, sizeof *platforms);
    if (!platforms) return false;
    code = s->cl.clGetPlatformIDs(count, platforms, NULL);
    if (code != CL_SUCCESS) {
        note_code(note, "clGetPlatformIDs", code);
        done = code != CL_OUT_OF_HOST_MEMORY;
        goto end;
    }
    clbi_text_set(note->text, sizeof note->text, "The OpenCL platforms offer no device.");
    done = true;
    for (cl_uint i = 0; i < count && done; i++) done = add_platform(s, platforms[i], note);
end:
    free(platforms);
    return done;
}

clb_status clbi_cl_discover(void **result, clb_device_info **infos, size_t *count, clbi_note *note, clb_error *error)
{
    static const char call[] = "clb_device_list";
    session *s = calloc(1, sizeof *s);
    if (!s) return clbi_no_memory(error, call);
    if (!clbi_cl_open(&s->cl, note)) {
        free(s);
        *infos = NULL;
        *count = 0;
        return CLB_OK;
    }
    if (!add_platforms(s, note)) {
        clbi_cl_end_session(s);
        return clbi_no_memory(error, call);
    }
    *infos = s->infos;
    *count = s->count;
    s->infos = NULL;
    *result = s;
    return CLB_OK;
}

void clbi_cl_end_session(void *opened)
{
    session *s = opened;
    free(s->found);
    free(s->infos);
    clbi_cl_close(&s->cl);
    free(s);
}

/* ---- Opening one ------------------------------------------------------------------------------------------------- */

/* Facts that views and some commands need. A device that does not tell its alignment gets one that is enough for any.
 */
static void look_closer(clbi_cl_device *device)
{
    enum { ANY = 4096 };
    cl_uint bits = 0;
    const cl_int code = device->cl.clGetDeviceInfo(device->id, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
    device->view_alignment = code == CL_SUCCESS && bits >= 8 ? bits / 8 : ANY;
    device->short_offsets = clbi_filter_names_platform("nvidia", device->info->platform);
    device->slow_copies = device->short_offsets && device->info->type == CLB_DEVICE_GPU;
    /* "OpenCL 1.1 ..." */
    static const char begin[] = "OpenCL ";
    const char *version = device->info->version;
    if (strncmp(version, begin, sizeof begin - 1) != 0) return;
    char *point;
    const unsigned long major = strtoul(version + sizeof begin - 1, &point, 10);
    const unsigned long minor = *point == '.' ? strtoul(point + 1, NULL, 10) : 0;
    cl_bool partial = major == 2 ? CL_TRUE : CL_FALSE;
    if (major > 2 && device->cl.clGetDeviceInfo(device->id, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof partial,
                                                &partial, NULL) != CL_SUCCESS)
        partial = CL_FALSE;
    device->non_uniform = partial != CL_FALSE;
    device->has_1_2 = (major > 1 || (major == 1 && minor >= 2)) && device->cl.clEnqueueFillBuffer &&
                      device->cl.clEnqueueMarkerWithWaitList && device->cl.clCreateImage &&
                      device->cl.clEnqueueFillImage;
}

clb_status clbi_cl_device_open(void *opened, size_t index, const clb_device_info *info, bool profiling, void **result,
                               clb_error *error)
{
    const session *s = opened;
    clbi_note note = {""};
    cl_int code = CL_SUCCESS;
    const char *call = "clCreateContext";
    clbi_cl_device *device = calloc(1, sizeof *device);
    if (!device) return clbi_no_memory(error, "clb_device_open");
    *device = (clbi_cl_device){
        .info = info, .platform = s->found[index].platform, .id = s->found[index].id, .profiling = profiling};
    if (pthread_mutex_init(&device->sampler_lock, NULL) != 0) {
        free(device);
        return clbi_no_memory(error, "clb_device_open");
    }
    if (!clbi_cl_open(&device->cl, &note)) {
        pthread_mutex_destroy(&device->sampler_lock);
        free(device);
        return clbi_refuse(error, CLB_ERROR_NO_DEVICE, "clb_device_open", "%s Try again.", note.text);
    }

    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)device->platform, 0};
    device->context = device->cl.clCreateContext(properties, 1, &device->id, NULL, NULL, &code);
    if (code == CL_SUCCESS && device->context) {
        call = "clCreateCommandQueue";
        device->queue = device->cl.clCreateCommandQueue(device->context, device->id,
                                                        profiling ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
    }
    if (code != CL_SUCCESS || !device->queue) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        const clb_status status = CLBI_CL_FAIL(error, device, code, call, "Cannot open the device.");
        clbi_cl_device_close(device);
        return status;
    }
    look_closer(device);
    *result = device;
    return CLB_OK;
}

void clbi_cl_device_close(void *impl)
{
    clbi_cl_device *device = impl;
    for (size_t i = 0; i < CLBI_CL_SAMPLERS; i++)
        if (device->samplers[i]) (void)device->cl.clReleaseSampler(device->samplers[i]);
    pthread_mutex_destroy(&device->sampler_lock);
    if (device->queue) (void)device->cl.clReleaseCommandQueue(device->queue);
    if (device->context) (void)device->cl.clReleaseContext(device->context);
    clbi_cl_close(&device->cl);
    free(device);
}

clb_status clbi_cl_finish(void *impl, clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_int code = device->cl.clFinish(device->queue);
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clFinish", "Cannot wait for the device's commands.");
}

void *clbi_cl_get_handle(const void *impl, clb_handle which)
{
    const clbi_cl_device *device = impl;
    switch (which) {
    case CLB_HANDLE_PLATFORM: return device->platform;
    case CLB_HANDLE_DEVICE: return device->id;
    case CLB_HANDLE_CONTEXT: return device->context;
    case CLB_HANDLE_QUEUE: return device->queue;
    }
    return NULL;
}
