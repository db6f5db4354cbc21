/* Building a program with OpenCL, from source or from a binary, and exporting its binary. Knows bundles and a driver's
 * messages; must not know launches.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

#include "core/bundle.h"

#include <stdlib.h>
#include <string.h>

static const char *const out_of_memory_call = "clBuildProgram";

/* The first kernel of the program, for messages. */
static clbi_name program_name(const clb_bundle *bundle, uint32_t number)
{
    for (uint32_t i = 0; i < bundle->kernel_count; i++)
        if (bundle->kernels[i].program == number) return clbi_span_name(bundle, bundle->kernels[i].name);
    return (clbi_name){""};
}

/* The driver's log in full, or NULL. */
static char *read_log(clbi_cl_device *device, cl_program program)
{
    size_t size = 0;
    if (device->cl.clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) != CL_SUCCESS ||
        size == 0 || size == SIZE_MAX)
        return NULL;
    char *log = calloc(size + 1, 1);
    if (log &&
        device->cl.clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, size, log, NULL) != CL_SUCCESS) {
        free(log);
        log = NULL;
    }
    return log;
}

static clb_status fail_build(clbi_cl_device *device, const clb_bundle *bundle, uint32_t number, cl_program program,
                             cl_int code, clb_error *error)
{
    /* Whatever number the driver returns, it has refused the program, unless the failure may pass. */
    const bool passing = code == CL_OUT_OF_HOST_MEMORY || code == CL_OUT_OF_RESOURCES;
    const clb_status status = passing ? clbi_code_status(code) : CLB_ERROR_BUILD;
    (void)clbi_fail(error,
                    (clbi_cause){.status = status, .code = code, .call = "clBuildProgram", .device = device->info},
                    "Cannot build the program of kernel '%s'.", program_name(bundle, number).text);
    if (error && status == CLB_ERROR_BUILD) {
        char *log = read_log(device, program);
        if (log) error->build_log = clbi_cl_log_translate(bundle, number, log);
    }
    return status;
}

static clb_status create_from_source(clbi_cl_device *device, const clb_bundle *bundle, uint32_t number,
                                     cl_program *program, clb_error *error)
{
    const size_t count = clbi_program_piece_count(bundle, number);
    clb_status status = CLB_OK;
    cl_int code = CL_SUCCESS;
    const char **texts = calloc(count + 1, sizeof *texts);
    size_t *lengths = calloc(count + 1, sizeof *lengths);
    if (!texts || !lengths) {
        status = clbi_no_memory(error, out_of_memory_call);
        goto end;
    }
    clbi_program_pieces(bundle, number, texts, lengths);
    *program = device->cl.clCreateProgramWithSource(device->context, (cl_uint)count, texts, lengths, &code);
    if (code != CL_SUCCESS || !*program) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        status = CLBI_CL_FAIL(error, device, code, "clCreateProgramWithSource",
                              "Cannot create the program of kernel '%s'.", program_name(bundle, number).text);
    }
end:
    free(lengths);
    free(texts);
    return status;
}

static clb_status create_from_binary(clbi_cl_device *device, const void *binary, size_t size, cl_program *program)
{
    cl_int code = CL_SUCCESS, accepted = CL_SUCCESS;
    const unsigned char *bytes = binary;
    *program = device->cl.clCreateProgramWithBinary(device->context, 1, &device->id, &size, &bytes, &accepted, &code);
    return code == CL_SUCCESS && accepted == CL_SUCCESS && *program ? CLB_OK : CLB_ERROR_BUILD;
}

/* Creates every kernel of the program too: some drivers compile only then. */
static clb_status open_kernels(clbi_cl_device *device, const clb_bundle *bundle, uint32_t number,
                               clbi_cl_program *program, clb_error *error)
{
    for (uint32_t i = 0; i < bundle->kernel_count; i++) {
        clbi_cl_kernel *kernel = NULL;
        if (bundle->kernels[i].program != number) continue;
        const clb_status status = clbi_cl_kernel_open(device, bundle, i, program, &kernel, error);
        if (status != CLB_OK) return status;
        kernel->next = program->kernels;
        program->kernels = kernel;
    }
    return CLB_OK;
}

/* From the binary where one is given, from source otherwise. */
static clb_status build(clbi_cl_device *device, const clbi_build *how, const char *options, clbi_cl_program **result,
                        clb_error *error)
{
    const clb_bundle *bundle = how->bundle;
    const uint32_t number = how->program;
    clbi_cl_program *program = calloc(1, sizeof *program);
    if (!program) return clbi_no_memory(error, out_of_memory_call);
    clb_status status = how->binary ? create_from_binary(device, how->binary, how->binary_size, &program->program)
                                    : create_from_source(device, bundle, number, &program->program, error);
    if (status == CLB_OK) {
        const cl_int code = device->cl.clBuildProgram(program->program, 1, &device->id, options, NULL, NULL);
        if (code != CL_SUCCESS) status = fail_build(device, bundle, number, program->program, code, error);
    }
    if (status == CLB_OK) status = open_kernels(device, bundle, number, program, error);
    if (status != CLB_OK) {
        clbi_cl_program_release(device, program);
        return status;
    }
    *result = program;
    return CLB_OK;
}

/* The program's own with its constants, and CLB_GPU where the device is a GPU and a kernel has a range for one.
 * NULL: no memory. */
static char *build_options(const clbi_cl_device *device, const clb_bundle *bundle, uint32_t number,
                           const clbi_value *values)
{
    static const char definition[] = " -DCLB_GPU=1";
    char *options = clbi_program_options(bundle, number, values);
    bool asked = false;
    for (uint32_t i = 0; i < bundle->kernel_count && !asked; i++)
        asked = bundle->kernels[i].program == number && bundle->kernels[i].gpu_range[0] != 0;
    if (!options || !asked || device->info->type != CLB_DEVICE_GPU) return options;
    const size_t length = strlen(options);
    char *longer = realloc(options, length + sizeof definition);
    if (!longer) {
        free(options);
        return NULL;
    }
    memcpy(longer + length, definition, sizeof definition);
    return longer;
}

clb_status clbi_cl_program_build(void *impl, const clbi_build *how, void **built, clb_error *error)
{
    clbi_cl_device *device = impl;
    clbi_cl_program *program = NULL;
    clb_status status = CLB_ERROR_BUILD;
    char *options = build_options(device, how->bundle, how->program, how->values);
    if (!options) return clbi_no_memory(error, out_of_memory_call);
    clbi_build from_source = *how;
    from_source.binary = NULL;
    if (how->binary) status = build(device, how, options, &program, NULL);
    if (status != CLB_OK) status = build(device, &from_source, options, &program, error);
    free(options);
    if (status != CLB_OK) return status;
    for (clbi_cl_kernel *kernel = program->kernels; kernel; kernel = kernel->next)
        how->kernels[kernel->number] = kernel;
    *built = program;
    return CLB_OK;
}

void clbi_cl_program_release(void *impl, void *built)
{
    clbi_cl_device *device = impl;
    clbi_cl_program *program = built;
    while (program->kernels) {
        clbi_cl_kernel *kernel = program->kernels;
        program->kernels = kernel->next;
        clbi_cl_kernel_close(device, kernel);
    }
    if (program->program) (void)device->cl.clReleaseProgram(program->program);
    free(program);
}

clb_status clbi_cl_program_binary(void *impl, void *built, void **data, size_t *size, clb_error *error)
{
    clbi_cl_device *device = impl;
    const clbi_cl_program *program = built;
    static const char call[] = "clGetProgramInfo";
    size_t length = 0; /* the context has one device, so there is one size and one binary */
    cl_int code = device->cl.clGetProgramInfo(program->program, CL_PROGRAM_BINARY_SIZES, sizeof length, &length, NULL);
    if (code == CL_SUCCESS && length == 0) {
        *data = NULL;
        *size = 0;
        return CLB_OK;
    }
    unsigned char *bytes = NULL;
    if (code == CL_SUCCESS) {
        bytes = malloc(length);
        if (!bytes) return clbi_no_memory(error, call);
        code = device->cl.clGetProgramInfo(program->program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL);
    }
    if (code != CL_SUCCESS) {
        free(bytes);
        return CLBI_CL_FAIL(error, device, code, call, "Cannot take the binary of a program.");
    }
    *data = bytes;
    *size = length;
    return CLB_OK;
}
