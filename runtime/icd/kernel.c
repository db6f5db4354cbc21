/* Kernels as objects, and their arguments. Knows the parameters of a bundle's kernels; must not know how kernels run.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/kernel.h"

#include "core/bundle.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

static void destroy_kernel(icd_object *object)
{
    cl_kernel kernel = (cl_kernel)(void *)object;
    clbi_aligned_free(kernel->values);
    free(kernel->constants);
    free(kernel->arguments);
    if (!kernel->program) return;
    clbi_icd_lock();
    kernel->program->kernels--;
    clbi_icd_unlock();
    clbi_icd_object_drop(&kernel->program->object);
}

/* Makes room for the arguments, and for values with the alignment of their types. False without memory. */
static bool make_arguments(cl_kernel kernel)
{
    size_t total = 0;
    kernel->arguments = calloc((size_t)kernel->count + 1, sizeof *kernel->arguments);
    if (!kernel->arguments) return false;
    for (uint32_t i = 0; i < kernel->count; i++) {
        const size_t size = icd_value_size(&kernel->parameters[i]);
        if (size == 0) continue;
        total = icd_align(total, icd_alignment_of(size));
        if (kernel->value_alignment < icd_alignment_of(size)) kernel->value_alignment = icd_alignment_of(size);
        kernel->arguments[i].place = total;
        total += size;
    }
    kernel->value_size = total;
    kernel->values = clbi_aligned_alloc(total);
    if (!kernel->values) return false;
    memset(kernel->values, 0, total);
    return true;
}

/* Reads from the program's options whether the last group of a dimension may be smaller: from OpenCL C 2.0 on it may,
 * unless an option forbids it. False without memory. */
static bool read_version(cl_kernel kernel)
{
    char *options = clbi_text_dup(kernel->bundle, kernel->bundle->programs[kernel->data->program].options);
    if (!options) return false;
    const char *version = strstr(options, "-cl-std=CL");
    kernel->uneven = version && version[10] >= '2' && !strstr(options, "-cl-uniform-work-group-size");
    free(options);
    return true;
}

/* Chooses the version of native code for the defaults of the specialisation constants. False without memory. */
static bool choose_native(cl_kernel kernel)
{
    const clb_bundle *bundle = kernel->bundle;
    const clb_kernel_data *data = kernel->data;
    kernel->native = &bundle->native[kernel->entry->number];
    kernel->required = data->required_local;
    if (bundle->constant_count == 0) return true;
    kernel->constants = calloc(bundle->constant_count, sizeof *kernel->constants);
    if (!kernel->constants || clbi_constants_set(bundle, &(clbi_given_constants){NULL, 0}, NULL, "clCreateKernel",
                                                 kernel->constants, NULL) != CLB_OK)
        return false;
    if (data->first_version == 0) return true;
    const uint32_t version =
        data->first_version - 1 + clbi_constants_version(bundle, &bundle->programs[data->program], kernel->constants);
    kernel->native = &bundle->native[bundle->kernel_count + version];
    kernel->required = bundle->versions[version].required_local;
    return true;
}

/* Under clbi_icd_lock. */
static cl_int create(cl_program program, icd_entry *entry, cl_kernel *result)
{
    cl_kernel kernel = clbi_icd_object_new(ICD_KERNEL, sizeof *kernel, destroy_kernel);
    if (!kernel) return CL_OUT_OF_HOST_MEMORY;
    kernel->entry = entry;
    kernel->bundle = entry->binary->bundle;
    kernel->data = &kernel->bundle->kernels[entry->number];
    kernel->parameters = &kernel->bundle->arguments[kernel->data->first_argument];
    kernel->count = kernel->missing = kernel->data->argument_count;
    if (!choose_native(kernel) || !make_arguments(kernel) || !read_version(kernel)) {
        clbi_icd_object_discard(&kernel->object);
        return CL_OUT_OF_HOST_MEMORY;
    }
    kernel->program = program;
    clbi_icd_object_hold(&program->object);
    program->kernels++;
    *result = kernel;
    return CL_SUCCESS;
}

static bool is_executable(const struct _cl_program *program)
{
    return program->status == CL_BUILD_SUCCESS && program->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

cl_kernel CL_API_CALL clbi_clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret)
{
    cl_kernel kernel = NULL;
    cl_int code = CL_INVALID_PROGRAM;
    if (clbi_icd_object_valid(program, ICD_PROGRAM)) {
        clbi_icd_lock();
        code = CL_INVALID_PROGRAM_EXECUTABLE;
        if (is_executable(program)) {
            code = kernel_name ? CL_INVALID_KERNEL_NAME : CL_INVALID_VALUE;
            for (uint32_t i = 0; kernel_name && i < program->entry_count; i++) {
                if (strcmp(program->entries[i].name, kernel_name) != 0) continue;
                code = create(program, &program->entries[i], &kernel);
                break;
            }
        }
        clbi_icd_unlock();
    }
    clbi_icd_code(errcode_ret, code);
    return kernel;
}

cl_int CL_API_CALL clbi_clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                                                 cl_uint *num_kernels_ret)
{
    if (!clbi_icd_object_valid(program, ICD_PROGRAM)) return CL_INVALID_PROGRAM;
    cl_int code = CL_SUCCESS;
    uint32_t made = 0;
    clbi_icd_lock();
    const uint32_t count = program->entry_count;
    if (!is_executable(program)) code = CL_INVALID_PROGRAM_EXECUTABLE;
    else if (kernels && num_kernels < count) code = CL_INVALID_VALUE;
    while (code == CL_SUCCESS && kernels && made < count) {
        code = create(program, &program->entries[made], &kernels[made]);
        if (code == CL_SUCCESS) made++;
    }
    clbi_icd_unlock();
    while (code != CL_SUCCESS && made > 0) {
        clbi_icd_object_release(&kernels[--made]->object);
        kernels[made] = NULL;
    }
    if (code == CL_SUCCESS && num_kernels_ret) *num_kernels_ret = count;
    return code;
}

cl_kernel CL_API_CALL clbi_clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret)
{
    cl_kernel kernel = NULL;
    cl_int code = CL_INVALID_KERNEL;
    if (clbi_icd_object_valid(source_kernel, ICD_KERNEL)) {
        clbi_icd_lock();
        code = create(source_kernel->program, source_kernel->entry, &kernel);
        clbi_icd_unlock();
    }
    if (kernel) {
        memcpy(kernel->arguments, source_kernel->arguments, kernel->count * sizeof *kernel->arguments);
        memcpy(kernel->values, source_kernel->values, kernel->value_size);
        kernel->missing = source_kernel->missing;
    }
    clbi_icd_code(errcode_ret, code);
    return kernel;
}

cl_int CL_API_CALL clbi_clRetainKernel(cl_kernel kernel)
{
    if (!clbi_icd_object_valid(kernel, ICD_KERNEL)) return CL_INVALID_KERNEL;
    clbi_icd_object_retain(&kernel->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clReleaseKernel(cl_kernel kernel)
{
    if (!clbi_icd_object_valid(kernel, ICD_KERNEL)) return CL_INVALID_KERNEL;
    clbi_icd_object_release(&kernel->object);
    return CL_SUCCESS;
}

/* ---- Arguments -----------------------------------------------------------------------------------------------------
 */

static cl_int set_memory(const struct _cl_kernel *kernel, icd_argument *argument, size_t size, const void *value)
{
    cl_mem memory = NULL;
    if (size != sizeof memory) return CL_INVALID_ARG_SIZE;
    if (value) memcpy(&memory, value, sizeof memory);
    if (memory && (!clbi_icd_object_valid(memory, ICD_MEMORY) || memory->type != CL_MEM_OBJECT_BUFFER ||
                   memory->context != kernel->program->context))
        return CL_INVALID_MEM_OBJECT;
    argument->memory = memory;
    argument->pointer = NULL;
    return CL_SUCCESS;
}

/* CL_INVALID_ARG_VALUE: the image was not created for the kernel's kind of access. */
static cl_int set_image(const struct _cl_kernel *kernel, const clb_argument_data *parameter, icd_argument *argument,
                        size_t size, const void *value)
{
    cl_mem memory = NULL;
    if (size != sizeof memory) return CL_INVALID_ARG_SIZE;
    if (value) memcpy(&memory, value, sizeof memory);
    if (!clbi_icd_object_valid(memory, ICD_MEMORY) || !icd_is_image(memory) ||
        memory->context != kernel->program->context)
        return CL_INVALID_MEM_OBJECT;
    char *type = clbi_text_dup(kernel->bundle, parameter->type);
    if (!type) return CL_OUT_OF_HOST_MEMORY;
    const cl_kernel_arg_access_qualifier access = clbi_icd_access_of(parameter, type);
    free(type);
    if (((memory->flags & CL_MEM_WRITE_ONLY) && access != CL_KERNEL_ARG_ACCESS_WRITE_ONLY) ||
        ((memory->flags & CL_MEM_READ_ONLY) && access != CL_KERNEL_ARG_ACCESS_READ_ONLY))
        return CL_INVALID_ARG_VALUE;
    argument->memory = memory;
    return CL_SUCCESS;
}

/* A pipe holds packets of one size, with which every kernel that it is given to must agree. */
static cl_int set_pipe(const struct _cl_kernel *kernel, const clb_argument_data *parameter, icd_argument *argument,
                       size_t size, const void *value)
{
    cl_mem memory = NULL;
    if (size != sizeof memory) return CL_INVALID_ARG_SIZE;
    if (value) memcpy(&memory, value, sizeof memory);
    if (!clbi_icd_object_valid(memory, ICD_MEMORY) || memory->type != CL_MEM_OBJECT_PIPE ||
        memory->context != kernel->program->context)
        return CL_INVALID_MEM_OBJECT;
    if (memory->pipe->packet_size != parameter->size) return CL_INVALID_ARG_VALUE;
    argument->memory = memory;
    return CL_SUCCESS;
}

static bool is_queue_parameter(const struct _cl_kernel *kernel, const clb_argument_data *parameter)
{
    static const char name[] = "queue_t";
    const clb_span type = parameter->type;
    size_t i = 0;
    while (i < type.length && name[i] &&
           kernel->bundle->text[(type.offset + i) / CLB_TEXT_ROW][(type.offset + i) % CLB_TEXT_ROW] == name[i])
        i++;
    return i == type.length && !name[i];
}

static cl_int set_queue(cl_kernel kernel, const icd_argument *argument, size_t size, const void *value)
{
    cl_command_queue queue = NULL;
    if (size != sizeof queue) return CL_INVALID_ARG_SIZE;
    if (value) memcpy(&queue, value, sizeof queue);
    if (!clbi_icd_object_valid(queue, ICD_DEVICE_QUEUE) || queue->context != kernel->program->context)
        return CL_INVALID_DEVICE_QUEUE;
    memcpy(kernel->values + argument->place, &queue, sizeof queue);
    return CL_SUCCESS;
}

static cl_int set_sampler(cl_kernel kernel, const icd_argument *argument, size_t size, const void *value)
{
    cl_sampler sampler = NULL;
    if (size != sizeof sampler) return CL_INVALID_ARG_SIZE;
    if (value) memcpy(&sampler, value, sizeof sampler);
    if (!clbi_icd_object_valid(sampler, ICD_SAMPLER) || sampler->context != kernel->program->context)
        return CL_INVALID_SAMPLER;
    const uintptr_t bits = sampler->bits;
    memcpy(kernel->values + argument->place, &bits, sizeof bits);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void *arg_value)
{
    if (!clbi_icd_object_valid(kernel, ICD_KERNEL)) return CL_INVALID_KERNEL;
    if (arg_index >= kernel->count) return CL_INVALID_ARG_INDEX;
    const clb_argument_data *parameter = &kernel->parameters[arg_index];
    icd_argument *argument = &kernel->arguments[arg_index];
    cl_int code = CL_SUCCESS;
    switch (parameter->kind) {
    case CLB_ARGUMENT_GLOBAL:
    case CLB_ARGUMENT_CONSTANT: code = set_memory(kernel, argument, arg_size, arg_value); break;
    case CLB_ARGUMENT_LOCAL:
        if (arg_value) return CL_INVALID_ARG_VALUE;
        if (arg_size == 0) return CL_INVALID_ARG_SIZE;
        argument->size = arg_size;
        break;
    case CLB_ARGUMENT_VALUE:
        if (!arg_value) return CL_INVALID_ARG_VALUE;
        if (arg_size != parameter->size) return CL_INVALID_ARG_SIZE;
        memcpy(kernel->values + argument->place, arg_value, arg_size);
        break;
    case CLB_ARGUMENT_PIPE: code = set_pipe(kernel, parameter, argument, arg_size, arg_value); break;
    case CLB_ARGUMENT_SAMPLER:
        code = is_queue_parameter(kernel, parameter) ? set_queue(kernel, argument, arg_size, arg_value)
                                                     : set_sampler(kernel, argument, arg_size, arg_value);
        break;
    default: code = set_image(kernel, parameter, argument, arg_size, arg_value); break;
    }
    if (code == CL_SUCCESS && !argument->set) {
        argument->set = true;
        kernel->missing--;
    }
    return code;
}

/* Any address is valid: all memory of the process is shared. */
cl_int CL_API_CALL clbi_clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value)
{
    if (!clbi_icd_object_valid(kernel, ICD_KERNEL)) return CL_INVALID_KERNEL;
    if (arg_index >= kernel->count) return CL_INVALID_ARG_INDEX;
    if (!icd_takes_memory(&kernel->parameters[arg_index])) return CL_INVALID_ARG_VALUE;
    icd_argument *argument = &kernel->arguments[arg_index];
    argument->memory = NULL;
    argument->pointer = (void *)(uintptr_t)arg_value;
    if (!argument->set) kernel->missing--;
    argument->set = true;
    return CL_SUCCESS;
}

/* The lists change nothing: kernels reach all memory of the process. */
cl_int CL_API_CALL clbi_clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
                                            const void *param_value)
{
    if (!clbi_icd_object_valid(kernel, ICD_KERNEL)) return CL_INVALID_KERNEL;
    if (!param_value) return CL_INVALID_VALUE;
    if (param_name == CL_KERNEL_EXEC_INFO_SVM_PTRS)
        return param_value_size > 0 && param_value_size % sizeof(void *) == 0 ? CL_SUCCESS : CL_INVALID_VALUE;
    if (param_name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM)
        return param_value_size == sizeof(cl_bool) ? CL_SUCCESS : CL_INVALID_VALUE;
    return CL_INVALID_VALUE;
}
