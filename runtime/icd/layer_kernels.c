/* Queries of programs, kernels and their arguments. Knows how drivers spell types; must not know records.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/layer_kernels.h"

#include <stdlib.h>
#include <string.h>

/* ---- Programs ------------------------------------------------------------------------------------------------------
 */

static char *program_text(const cl_icd_dispatch *driver, cl_program program, cl_program_info what)
{
    size_t size = 0;
    if (driver->clGetProgramInfo(program, what, 0, NULL, &size) != CL_SUCCESS || size == 0) return NULL;
    char *text = calloc(1, size + 1);
    if (text && driver->clGetProgramInfo(program, what, size, text, NULL) == CL_SUCCESS) return text;
    free(text);
    return NULL;
}

char *clbi_icd_layer_source(const cl_icd_dispatch *driver, cl_program program, size_t *length)
{
    char *text = program_text(driver, program, CL_PROGRAM_SOURCE);
    *length = text ? strlen(text) : 0;
    if (*length) return text;
    free(text);
    return NULL;
}

char *clbi_icd_layer_options(const cl_icd_dispatch *driver, cl_program program)
{
    cl_device_id few[16], *devices = few;
    size_t size = 0;
    char *text = NULL;
    if (driver->clGetProgramInfo(program, CL_PROGRAM_DEVICES, 0, NULL, &size) != CL_SUCCESS || size < sizeof *devices)
        return NULL;
    if (size > sizeof few) devices = malloc(size);
    if (devices && driver->clGetProgramInfo(program, CL_PROGRAM_DEVICES, size, devices, NULL) == CL_SUCCESS &&
        driver->clGetProgramBuildInfo(program, devices[0], CL_PROGRAM_BUILD_OPTIONS, 0, NULL, &size) == CL_SUCCESS) {
        text = calloc(1, size + 1);
        if (text && driver->clGetProgramBuildInfo(program, devices[0], CL_PROGRAM_BUILD_OPTIONS, size, text, NULL) !=
                        CL_SUCCESS) {
            free(text);
            text = NULL;
        }
    }
    if (devices != few) free(devices);
    return text;
}

/* ---- Kernels -------------------------------------------------------------------------------------------------------
 */

static char *argument_text(const cl_icd_dispatch *driver, cl_kernel kernel, cl_uint number, cl_kernel_arg_info what)
{
    size_t size = 0;
    if (driver->clGetKernelArgInfo(kernel, number, what, 0, NULL, &size) != CL_SUCCESS) return NULL;
    char *text = calloc(1, size + 1);
    if (text && driver->clGetKernelArgInfo(kernel, number, what, size, text, NULL) == CL_SUCCESS) return text;
    free(text);
    return NULL;
}

static bool address_of(const cl_icd_dispatch *driver, cl_kernel kernel, cl_uint number,
                       cl_kernel_arg_address_qualifier *address)
{
    return driver->clGetKernelArgInfo(kernel, number, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof *address, address,
                                      NULL) == CL_SUCCESS;
}

/* Adds an argument's type as a kernel writes it: `__global const float *`, where the driver says `float*`. */
static void add_type(const cl_icd_dispatch *driver, cl_kernel kernel, cl_uint number, clbi_icd_words *out)
{
    cl_kernel_arg_address_qualifier address = CL_KERNEL_ARG_ADDRESS_PRIVATE;
    cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
    cl_kernel_arg_type_qualifier qualifier = CL_KERNEL_ARG_TYPE_NONE;
    char *name = argument_text(driver, kernel, number, CL_KERNEL_ARG_TYPE_NAME);
    clbi_icd_words type = {0};
    const size_t length = name ? strcspn(name, " *") : 0;
    const bool points = name && strchr(name, '*');
    (void)address_of(driver, kernel, number, &address);
    (void)driver->clGetKernelArgInfo(kernel, number, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL);
    (void)driver->clGetKernelArgInfo(kernel, number, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier, NULL);
    if (access != CL_KERNEL_ARG_ACCESS_NONE)
        clbi_icd_words_addf(&type, access == CL_KERNEL_ARG_ACCESS_READ_ONLY    ? "__read_only "
                                   : access == CL_KERNEL_ARG_ACCESS_WRITE_ONLY ? "__write_only "
                                                                               : "__read_write ");
    else if (points)
        clbi_icd_words_addf(&type, address == CL_KERNEL_ARG_ADDRESS_CONSTANT ? "__constant "
                                   : address == CL_KERNEL_ARG_ADDRESS_LOCAL  ? "__local "
                                                                             : "__global ");
    if (points && address == CL_KERNEL_ARG_ADDRESS_GLOBAL && (qualifier & CL_KERNEL_ARG_TYPE_CONST))
        clbi_icd_words_addf(&type, "const ");
    if (points && (qualifier & CL_KERNEL_ARG_TYPE_VOLATILE)) clbi_icd_words_addf(&type, "volatile ");
    if (points) clbi_icd_words_addf(&type, "%.*s *", (int)length, name);
    else clbi_icd_words_addf(&type, "%s", name ? name : "");
    clbi_icd_words_add_string(out, type.text ? type.text : "");
    out->failed = out->failed || type.failed;
    free(type.text);
    free(name);
}

static void add_arguments(const cl_icd_dispatch *driver, cl_kernel kernel, clbi_icd_words *out)
{
    cl_uint count = 0;
    (void)driver->clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
    for (cl_uint i = 0; i < count; i++) {
        char *name = argument_text(driver, kernel, i, CL_KERNEL_ARG_NAME);
        clbi_icd_words_addf(out, "%s{\"name\": ", i ? ", " : "");
        clbi_icd_words_add_string(out, name ? name : "");
        clbi_icd_words_addf(out, ", \"type\": ");
        add_type(driver, kernel, i, out);
        clbi_icd_words_add(out, "}", 1);
        free(name);
    }
}

bool clbi_icd_layer_kernels(const cl_icd_dispatch *driver, cl_program program, clbi_icd_words *out)
{
    char *names = program_text(driver, program, CL_PROGRAM_KERNEL_NAMES);
    size_t count = 0;
    *out = (clbi_icd_words){0};
    clbi_icd_words_add(out, "[", 1);
    for (char *name = names, *next = NULL; name && *name; name = next) {
        next = name + strcspn(name, ";");
        if (*next) *next++ = '\0';
        cl_int code = CL_SUCCESS;
        cl_kernel kernel = driver->clCreateKernel(program, name, &code);
        clbi_icd_words_addf(out, "%s{\"name\": ", count++ ? ",\n" : "");
        clbi_icd_words_add_string(out, name);
        clbi_icd_words_addf(out, ", \"arguments\": [");
        if (code == CL_SUCCESS && kernel) {
            add_arguments(driver, kernel, out);
            (void)driver->clReleaseKernel(kernel);
        }
        clbi_icd_words_addf(out, "]}");
    }
    clbi_icd_words_addf(out, "]\n");
    free(names);
    return count > 0 && !out->failed;
}

static bool is_integer_name(const char *name)
{
    static const char *const names[] = {"bool",     "char",           "uchar", "unsigned char", "short",
                                        "ushort",   "unsigned short", "int",   "uint",          "unsigned int",
                                        "unsigned", "long",           "ulong", "unsigned long"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

clbi_icd_layer_kind clbi_icd_layer_argument(const cl_icd_dispatch *driver, cl_kernel kernel, cl_uint number)
{
    cl_kernel_arg_address_qualifier address;
    if (!address_of(driver, kernel, number, &address)) return CLBI_ICD_LAYER_UNKNOWN;
    if (address == CL_KERNEL_ARG_ADDRESS_LOCAL) return CLBI_ICD_LAYER_LOCAL;
    if (address != CL_KERNEL_ARG_ADDRESS_PRIVATE) return CLBI_ICD_LAYER_MEMORY;
    char *name = argument_text(driver, kernel, number, CL_KERNEL_ARG_TYPE_NAME);
    const bool integer = name && is_integer_name(name);
    free(name);
    return integer ? CLBI_ICD_LAYER_INTEGER : CLBI_ICD_LAYER_OTHER;
}

char *clbi_icd_layer_name(const cl_icd_dispatch *driver, cl_kernel kernel)
{
    size_t size = 0;
    if (driver->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, 0, NULL, &size) != CL_SUCCESS) return NULL;
    char *name = calloc(1, size + 1);
    if (name && driver->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, size, name, NULL) == CL_SUCCESS) return name;
    free(name);
    return NULL;
}
