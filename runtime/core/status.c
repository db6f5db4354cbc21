/* SPDX-License-Identifier: MIT */
#include "core/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OpenCL's error numbers: name, number, the status that callers get, and a hint. */
/* clang-format off */
#define CODES(X)                                                                                                      \
    X(CL_DEVICE_NOT_FOUND, -1, NO_DEVICE, "")                                                                         \
    X(CL_DEVICE_NOT_AVAILABLE, -2, DEVICE, "Another program may hold the device, or it was taken away.")              \
    X(CL_COMPILER_NOT_AVAILABLE, -3, BUILD, "Choose a device whose driver has a compiler.")                           \
    X(CL_MEM_OBJECT_ALLOCATION_FAILURE, -4, DEVICE_MEMORY, "Use smaller or fewer buffers, or another device.")        \
    X(CL_OUT_OF_RESOURCES, -5, DEVICE,                                                                                \
      "Use a smaller work-group or less memory; many drivers also say this when a kernel touched memory that is not " \
      "its own.")                                                                                                     \
    X(CL_OUT_OF_HOST_MEMORY, -6, MEMORY, "Free host memory and try again.")                                           \
    X(CL_PROFILING_INFO_NOT_AVAILABLE, -7, UNSUPPORTED, "Open the device with .profiling set.")                       \
    X(CL_MEM_COPY_OVERLAP, -8, DEVICE, "")                                                                            \
    X(CL_IMAGE_FORMAT_MISMATCH, -9, DEVICE, "")                                                                       \
    X(CL_IMAGE_FORMAT_NOT_SUPPORTED, -10, UNSUPPORTED, "Choose another image format.")                                \
    X(CL_BUILD_PROGRAM_FAILURE, -11, BUILD, "The build log has the driver's messages.")                               \
    X(CL_MAP_FAILURE, -12, DEVICE, "")                                                                                \
    X(CL_MISALIGNED_SUB_BUFFER_OFFSET, -13, DEVICE, "")                                                               \
    X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, -14, DEVICE, "A command that this one waited for has failed.")    \
    X(CL_COMPILE_PROGRAM_FAILURE, -15, BUILD, "The build log has the driver's messages.")                             \
    X(CL_LINKER_NOT_AVAILABLE, -16, BUILD, "Choose a device whose driver has a linker.")                              \
    X(CL_LINK_PROGRAM_FAILURE, -17, BUILD, "The build log has the driver's messages.")                                \
    X(CL_DEVICE_PARTITION_FAILED, -18, DEVICE, "")                                                                    \
    X(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, -19, DEVICE, "")                                                              \
    X(CL_INVALID_VALUE, -30, DEVICE, "")                                                                              \
    X(CL_INVALID_DEVICE_TYPE, -31, DEVICE, "")                                                                        \
    X(CL_INVALID_PLATFORM, -32, DEVICE, "")                                                                           \
    X(CL_INVALID_DEVICE, -33, DEVICE, "The device may have been taken away.")                                         \
    X(CL_INVALID_CONTEXT, -34, DEVICE, "")                                                                            \
    X(CL_INVALID_QUEUE_PROPERTIES, -35, UNSUPPORTED, "Open the device without .profiling.")                           \
    X(CL_INVALID_COMMAND_QUEUE, -36, DEVICE,                                                                          \
      "An earlier command on this device has crashed; open the device again and check the kernels launched before.")  \
    X(CL_INVALID_HOST_PTR, -37, DEVICE, "")                                                                           \
    X(CL_INVALID_MEM_OBJECT, -38, DEVICE, "Check that the image or buffer was not released before.")                  \
    X(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, -39, DEVICE, "")                                                            \
    X(CL_INVALID_IMAGE_SIZE, -40, DEVICE, "")                                                                         \
    X(CL_INVALID_SAMPLER, -41, DEVICE, "Check that the sampler was not released before.")                             \
    X(CL_INVALID_BINARY, -42, BUILD, "Export the binaries again.")                                                    \
    X(CL_INVALID_BUILD_OPTIONS, -43, BUILD, "Remove build options that this driver does not know.")                   \
    X(CL_INVALID_PROGRAM, -44, BUILD, "")                                                                             \
    X(CL_INVALID_PROGRAM_EXECUTABLE, -45, BUILD, "")                                                                  \
    X(CL_INVALID_KERNEL_NAME, -46, BUILD, "If it has the name of a built-in function, rename it; else generate the bundle again.") \
    X(CL_INVALID_KERNEL_DEFINITION, -47, BUILD, "")                                                                   \
    X(CL_INVALID_KERNEL, -48, DEVICE, "")                                                                             \
    X(CL_INVALID_ARG_INDEX, -49, DEVICE, "The driver sees a different parameter list; generate the bundle again.")    \
    X(CL_INVALID_ARG_VALUE, -50, DEVICE, "The driver sees a different parameter list; generate the bundle again.")    \
    X(CL_INVALID_ARG_SIZE, -51, DEVICE, "The driver sees a different parameter list; generate the bundle again.")     \
    X(CL_INVALID_KERNEL_ARGS, -52, DEVICE, "The driver sees a different parameter list; generate the bundle again.")  \
    X(CL_INVALID_WORK_DIMENSION, -53, SIZE, "The device does not know ranges of that many dimensions.")               \
    X(CL_INVALID_WORK_GROUP_SIZE, -54, SIZE, "State a smaller local size, or none, and check that it divides the range.")\
    X(CL_INVALID_WORK_ITEM_SIZE, -55, SIZE, "State a smaller local size, or none.")                                   \
    X(CL_INVALID_GLOBAL_OFFSET, -56, SIZE, "Use an offset of zero.")                                                  \
    X(CL_INVALID_EVENT_WAIT_LIST, -57, DEVICE, "")                                                                    \
    X(CL_INVALID_EVENT, -58, DEVICE, "")                                                                              \
    X(CL_INVALID_OPERATION, -59, DEVICE, "")                                                                          \
    X(CL_INVALID_GL_OBJECT, -60, DEVICE, "")                                                                          \
    X(CL_INVALID_BUFFER_SIZE, -61, SIZE, "Use smaller buffers: clb_device_info.allocation_size has the limit.")       \
    X(CL_INVALID_MIP_LEVEL, -62, DEVICE, "")                                                                          \
    X(CL_INVALID_GLOBAL_WORK_SIZE, -63, SIZE, "The range is larger than the device can count; launch parts of it.")   \
    X(CL_INVALID_PROPERTY, -64, DEVICE, "")                                                                           \
    X(CL_INVALID_IMAGE_DESCRIPTOR, -65, DEVICE, "")                                                                   \
    X(CL_INVALID_COMPILER_OPTIONS, -66, BUILD, "Remove build options that this driver does not know.")                \
    X(CL_INVALID_LINKER_OPTIONS, -67, BUILD, "Remove build options that this driver does not know.")                  \
    X(CL_INVALID_DEVICE_PARTITION_COUNT, -68, DEVICE, "")                                                             \
    X(CL_INVALID_PIPE_SIZE, -69, DEVICE, "")                                                                          \
    X(CL_INVALID_DEVICE_QUEUE, -70, DEVICE, "")                                                                       \
    X(CL_INVALID_SPEC_ID, -71, DEVICE, "")                                                                            \
    X(CL_MAX_SIZE_RESTRICTION_EXCEEDED, -72, SIZE, "Use smaller arguments.")                                          \
    X(CL_PLATFORM_NOT_FOUND_KHR, -1001, NO_DEVICE, "Install an OpenCL driver for this machine's devices.")
/* clang-format on */

typedef struct code_entry {
    int32_t number;
    clb_status status;
    const char *name, *hint;
} code_entry;

#define CODE_ENTRY(name, number, status, hint) {number, CLB_ERROR_##status, #name, hint},
static const code_entry codes[] = {CODES(CODE_ENTRY)};

/* clang-format off */
#define STATUSES(X) \
    X(OK)           \
    X(ERROR_ARGUMENT) \
    X(ERROR_MEMORY) \
    X(ERROR_ABI)    \
    X(ERROR_NO_DEVICE) \
    X(ERROR_UNSUPPORTED) \
    X(ERROR_BUILD)  \
    X(ERROR_SIZE)   \
    X(ERROR_DEVICE_MEMORY) \
    X(ERROR_DEVICE) \
    X(ERROR_BINARY) \
    X(ERROR_CANCELLED) \
    X(ERROR_KERNEL)
/* clang-format on */

const char *clb_status_name(clb_status status)
{
    switch (status) {
#define STATUS_NAME(name) \
    case CLB_##name: return "CLB_" #name;
        STATUSES(STATUS_NAME)
    }
    return "unknown status";
}

static const code_entry *find_code(int32_t code)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].number == code) return &codes[i];
    return NULL;
}

clb_status clbi_code_status(int32_t code)
{
    const code_entry *entry = find_code(code);
    return code == 0 ? CLB_OK : entry ? entry->status : CLB_ERROR_DEVICE;
}

const char *clbi_code_name(int32_t code)
{
    const code_entry *entry = find_code(code);
    return code == 0 ? "" : entry ? entry->name : "unknown code";
}

void clbi_text_set(char *to, size_t capacity, const char *text)
{
    size_t length = strlen(text);
    if (capacity == 0) return;
    if (length >= capacity) {
        length = capacity - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0u) == 0x80u) length--;
    }
    memmove(to, text, length);
    to[length] = '\0';
}

void clb_error_clear(clb_error *error)
{
    if (!error) return;
    free(error->build_log);
    *error = (clb_error){0};
}

void clbi_error_copy(clb_error *to, const clb_error *from)
{
    if (!to) return;
    free(to->build_log);
    *to = *from;
    if (from->build_log) {
        const size_t size = strlen(from->build_log) + 1;
        to->build_log = malloc(size);
        if (to->build_log) memcpy(to->build_log, from->build_log, size);
    }
}

static void append(char *text, size_t capacity, const char *format, ...) CLBI_PRINTF(3, 4);
static void append(char *text, size_t capacity, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text + length, capacity - length, format, arguments);
    va_end(arguments);
}

static void fill(clb_error *error, clbi_cause cause, const char *format, va_list arguments) CLBI_PRINTF(3, 0);
static void fill(clb_error *error, clbi_cause cause, const char *format, va_list arguments)
{
    const code_entry *entry = find_code(cause.code);
    free(error->build_log);
    *error = (clb_error){.status = cause.status, .code = cause.code};
    error->code_name = clbi_code_name(cause.code);
    error->call = cause.call ? cause.call : "";
    error->hint = cause.hint ? cause.hint : entry ? entry->hint : "";

    (void)vsnprintf(error->message, sizeof error->message, format, arguments);
    if (cause.code != 0) {
        /* The text ends in a full stop; what follows belongs to the same sentence. */
        size_t length = strlen(error->message);
        if (length > 0 && error->message[length - 1] == '.') error->message[length - 1] = '\0';
        append(error->message, sizeof error->message, ": %s%sreturned %s (%" PRId32 ")", error->call,
               *error->call ? " " : "", error->code_name, cause.code);
        if (!cause.device) append(error->message, sizeof error->message, ".");
    }
    if (cause.device) {
        clbi_text_set(error->device, sizeof error->device, cause.device->name);
        (void)snprintf(error->driver, sizeof error->driver, "%.*s, driver %.*s", 64, cause.device->platform, 48,
                       cause.device->driver);
        if (cause.code != 0)
            append(error->message, sizeof error->message, " on %s (%s).", error->device, error->driver);
    }
    if (*error->hint) append(error->message, sizeof error->message, " %s", error->hint);
}

clb_status clbi_fail(clb_error *error, clbi_cause cause, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        fill(error, cause, format, arguments);
        va_end(arguments);
    }
    return cause.status;
}

clb_status clbi_refuse(clb_error *error, clb_status status, const char *call, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        fill(error, (clbi_cause){.status = status, .call = call}, format, arguments);
        va_end(arguments);
    }
    return status;
}

clb_status clbi_no_memory(clb_error *error, const char *call)
{
    return clbi_fail(error,
                     (clbi_cause){.status = CLB_ERROR_MEMORY, .call = call, .hint = "Free host memory and try again."},
                     "%s found no host memory.", call);
}
