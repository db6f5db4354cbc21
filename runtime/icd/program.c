/* Programs as objects: creation and queries. Knows the interface of source.h; must not know how programs are built,
 * which is in build.c.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/program.h"

#include "core/bundle.h"
#include "native/access.h"

#include <stdlib.h>
#include <string.h>

static void call_destructor(icd_notify *notify, icd_object *object, void *user_data)
{
    ((void(CL_CALLBACK *)(cl_program, void *))notify)((cl_program)(void *)object, user_data);
}

static void free_entries(cl_program program)
{
    for (uint32_t i = 0; i < program->entry_count; i++) {
        clbi_icd_binary_release(program->entries[i].binary);
        free(program->entries[i].name);
    }
    free(program->entries);
    program->entries = NULL;
    program->entry_count = 0;
}

void clbi_icd_unit_release(icd_unit *unit)
{
    if (!unit || atomic_fetch_sub(&unit->references, 1) != 1) return;
    for (size_t i = 0; i < unit->source.header_count; i++) {
        free((void *)(uintptr_t)unit->source.headers[i].name);
        free((void *)(uintptr_t)unit->source.headers[i].text);
    }
    free((void *)(uintptr_t)unit->source.headers);
    free((void *)(uintptr_t)unit->source.text.text);
    free((void *)(uintptr_t)unit->source.options);
    free(unit);
}

void clbi_icd_program_clear(cl_program program)
{
    for (cl_uint i = 0; i < program->device_count; i++) clbi_variables_clear(&program->variables[i]);
    free_entries(program);
    for (size_t i = 0; i < program->unit_count; i++) clbi_icd_unit_release(program->units[i]);
    free(program->units);
    program->units = NULL;
    program->unit_count = 0;
    free(program->options);
    free(program->log);
    program->options = program->log = NULL;
    program->type = CL_PROGRAM_BINARY_TYPE_NONE;
}

static void destroy_program(icd_object *object)
{
    cl_program program = (cl_program)(void *)object;
    clbi_icd_destructors_call(&program->destructors, object, call_destructor);
    clbi_icd_program_clear(program);
    clbi_icd_binary_release(program->given);
    free(program->source);
    for (cl_uint i = 0; i < program->device_count; i++) clbi_icd_object_drop(&program->devices[i]->object);
    free(program->devices);
    free(program->variables);
    if (program->context) clbi_icd_object_drop(&program->context->object);
}

cl_program clbi_icd_program_new(cl_context context, icd_origin origin, cl_uint device_count,
                                const cl_device_id *devices)
{
    cl_program program = clbi_icd_object_new(ICD_PROGRAM, sizeof *program, destroy_program);
    if (!program) return NULL;
    if (!devices) {
        devices = context->devices;
        device_count = context->device_count;
    }
    program->origin = origin;
    program->status = CL_BUILD_NONE;
    program->devices = calloc(device_count, sizeof *devices);
    program->variables = calloc(device_count, sizeof *program->variables);
    if (!program->devices || !program->variables) {
        clbi_icd_object_discard(&program->object);
        return NULL;
    }
    for (; program->device_count < device_count; program->device_count++) {
        program->devices[program->device_count] = devices[program->device_count];
        clbi_icd_object_hold(&devices[program->device_count]->object);
    }
    program->context = context;
    clbi_icd_object_hold(&context->object);
    return program;
}

cl_int clbi_icd_check_devices(cl_uint count, const cl_device_id *devices, cl_uint all_count, const cl_device_id *all)
{
    if ((count == 0) != (devices == NULL)) return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < count; i++) {
        bool found = false;
        for (cl_uint k = 0; k < all_count; k++) found = found || all[k] == devices[i];
        if (!found) return CL_INVALID_DEVICE;
    }
    return CL_SUCCESS;
}

bool clbi_icd_program_fill(cl_program program, clbi_icd_binary *binary)
{
    const clb_bundle *bundle = binary->bundle;
    icd_entry *entries = calloc((size_t)bundle->kernel_count + 1, sizeof *entries);
    if (!entries) return false;
    for (uint32_t k = 0; k < bundle->kernel_count; k++) {
        entries[k].binary = binary;
        entries[k].number = k;
        entries[k].name = clbi_text_dup(bundle, bundle->kernels[k].name);
        if (entries[k].name) continue;
        while (k > 0) free(entries[--k].name);
        free(entries);
        return false;
    }
    free_entries(program);
    program->entries = entries;
    for (; program->entry_count < bundle->kernel_count; program->entry_count++) clbi_icd_binary_retain(binary);
    return true;
}

/* ---- Creation ------------------------------------------------------------------------------------------------------
 */

static cl_int join(cl_program program, cl_uint count, const char **strings, const size_t *lengths)
{
    size_t total = 0, at = 0;
    for (cl_uint i = 0; i < count; i++) {
        const size_t length = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
        if (length > SIZE_MAX - 1 - total) return CL_OUT_OF_HOST_MEMORY;
        total += length;
    }
    program->source = malloc(total + 1);
    if (!program->source) return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; i < count; i++) {
        const size_t length = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
        if (length > 0) memcpy(program->source + at, strings[i], length);
        at += length;
    }
    program->source[total] = '\0';
    program->source_length = total;
    return CL_SUCCESS;
}

cl_program CL_API_CALL clbi_clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                                      const size_t *lengths, cl_int *errcode_ret)
{
    cl_program program = NULL;
    cl_int code = CL_SUCCESS;
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) code = CL_INVALID_CONTEXT;
    else if (count == 0 || !strings) code = CL_INVALID_VALUE;
    for (cl_uint i = 0; code == CL_SUCCESS && i < count; i++)
        if (!strings[i]) code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS) {
        program = clbi_icd_program_new(context, ICD_FROM_SOURCE, 0, NULL);
        code = program ? join(program, count, strings, lengths) : CL_OUT_OF_HOST_MEMORY;
        if (code != CL_SUCCESS && program) {
            clbi_icd_object_discard(&program->object);
            program = NULL;
        }
    }
    clbi_icd_code(errcode_ret, code);
    return program;
}

cl_program CL_API_CALL clbi_clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                                  cl_int *errcode_ret)
{
    (void)il, (void)length;
    clbi_icd_code(errcode_ret, clbi_icd_object_valid(context, ICD_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
    return NULL;
}

/* All devices run the same code, so all binaries must be those of one program. */
static cl_int read_binaries(cl_uint count, const size_t *lengths, const unsigned char **binaries, cl_int *status,
                            clbi_icd_binary **first)
{
    cl_int result = CL_SUCCESS;
    for (cl_uint i = 0; i < count; i++) {
        clbi_icd_binary *binary = NULL;
        cl_int code = CL_INVALID_VALUE;
        if (lengths[i] > 0 && binaries[i]) code = clbi_icd_binary_read(binaries[i], lengths[i], &binary);
        if (code == CL_SUCCESS && *first && memcmp((*first)->key, binary->key, sizeof binary->key) != 0)
            code = CL_INVALID_BINARY;
        if (status) status[i] = code;
        if (code != CL_SUCCESS && result == CL_SUCCESS) result = code;
        if (code == CL_SUCCESS && !*first) *first = binary;
        else clbi_icd_binary_release(binary);
    }
    return result;
}

cl_program CL_API_CALL clbi_clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                      const cl_device_id *device_list, const size_t *lengths,
                                                      const unsigned char **binaries, cl_int *binary_status,
                                                      cl_int *errcode_ret)
{
    cl_program program = NULL;
    clbi_icd_binary *given = NULL;
    cl_int code = CL_INVALID_CONTEXT;
    if (clbi_icd_object_valid(context, ICD_CONTEXT)) {
        code = CL_INVALID_VALUE;
        if (num_devices > 0 && device_list && lengths && binaries)
            code = clbi_icd_check_devices(num_devices, device_list, context->device_count, context->devices);
    }
    if (code == CL_SUCCESS) code = read_binaries(num_devices, lengths, binaries, binary_status, &given);
    if (code == CL_SUCCESS) {
        program = clbi_icd_program_new(context, ICD_FROM_BINARY, num_devices, device_list);
        if (!program) code = CL_OUT_OF_HOST_MEMORY;
    }
    if (program) program->given = given;
    else clbi_icd_binary_release(given);
    clbi_icd_code(errcode_ret, code);
    return program;
}

/* Adds the kernels of a list of names that are separated by ';'. */
static cl_int add_built_in(cl_program program, const char *names)
{
    size_t count = 1;
    for (const char *at = names; *at; at++) count += *at == ';';
    program->entries = calloc(count, sizeof *program->entries);
    if (!program->entries) return CL_OUT_OF_HOST_MEMORY;
    for (const char *at = names;;) {
        const size_t length = strcspn(at, ";");
        clbi_icd_binary *binary;
        uint32_t number = 0;
        const cl_int code = clbi_icd_built_in_find(at, length, &binary, &number);
        if (code != CL_SUCCESS) return code;
        icd_entry *entry = &program->entries[program->entry_count];
        entry->binary = binary;
        entry->number = number;
        entry->name = clbi_text_dup(binary->bundle, binary->bundle->kernels[number].name);
        program->entry_count++;
        if (!entry->name) return CL_OUT_OF_HOST_MEMORY;
        at += length;
        if (!*at) break;
        at++;
    }
    program->status = CL_BUILD_SUCCESS;
    program->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    return CL_SUCCESS;
}

cl_program CL_API_CALL clbi_clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                              const cl_device_id *device_list, const char *kernel_names,
                                                              cl_int *errcode_ret)
{
    cl_program program = NULL;
    cl_int code = CL_INVALID_CONTEXT;
    if (clbi_icd_object_valid(context, ICD_CONTEXT)) {
        code = CL_INVALID_VALUE;
        if (num_devices > 0 && device_list && kernel_names)
            code = clbi_icd_check_devices(num_devices, device_list, context->device_count, context->devices);
    }
    if (code == CL_SUCCESS) {
        program = clbi_icd_program_new(context, ICD_FROM_BUILT_IN, num_devices, device_list);
        code = program ? add_built_in(program, kernel_names) : CL_OUT_OF_HOST_MEMORY;
        if (code != CL_SUCCESS && program) {
            clbi_icd_object_discard(&program->object);
            program = NULL;
        }
    }
    clbi_icd_code(errcode_ret, code);
    return program;
}

/* ---- Life ----------------------------------------------------------------------------------------------------------
 */

cl_int CL_API_CALL clbi_clRetainProgram(cl_program program)
{
    if (!clbi_icd_object_valid(program, ICD_PROGRAM)) return CL_INVALID_PROGRAM;
    clbi_icd_object_retain(&program->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clReleaseProgram(cl_program program)
{
    if (!clbi_icd_object_valid(program, ICD_PROGRAM)) return CL_INVALID_PROGRAM;
    clbi_icd_object_release(&program->object);
    return CL_SUCCESS;
}

/* The callback is for destructors of program-scope objects, which only C++ for OpenCL has. */
cl_int CL_API_CALL clbi_clSetProgramReleaseCallback(cl_program program,
                                                    void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                                    void *user_data)
{
    (void)user_data;
    if (!clbi_icd_object_valid(program, ICD_PROGRAM)) return CL_INVALID_PROGRAM;
    return pfn_notify ? CL_INVALID_OPERATION : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clbi_clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                                           const void *spec_value)
{
    (void)spec_id, (void)spec_size, (void)spec_value;
    return clbi_icd_object_valid(program, ICD_PROGRAM) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}

/* ---- Queries -------------------------------------------------------------------------------------------------------
 */

/* The binary of an executable program. NULL: it has none, or several. */
static const clbi_icd_binary *single_binary(const struct _cl_program *program)
{
    if (program->origin == ICD_FROM_BUILT_IN) return NULL;
    if (program->entry_count > 0) return program->entries[0].binary;
    return program->given;
}

static cl_int ask_sizes(cl_program program, size_t room, void *value, size_t *size_ret)
{
    const clbi_icd_binary *binary = single_binary(program);
    size_t *sizes = calloc(program->device_count, sizeof *sizes);
    if (!sizes) return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; i < program->device_count; i++) sizes[i] = binary ? binary->archive_size : 0;
    const cl_int code = clbi_icd_answer(room, value, size_ret, sizes, program->device_count * sizeof *sizes);
    free(sizes);
    return code;
}

static cl_int ask_binaries(cl_program program, size_t room, void *value, size_t *size_ret)
{
    const size_t size = program->device_count * sizeof(unsigned char *);
    const clbi_icd_binary *binary = single_binary(program);
    if (value && room < size) return CL_INVALID_VALUE;
    for (cl_uint i = 0; value && binary && i < program->device_count; i++) {
        unsigned char *to = ((unsigned char **)value)[i];
        if (to) memcpy(to, binary->archive, binary->archive_size);
    }
    if (size_ret) *size_ret = size;
    return CL_SUCCESS;
}

static cl_int ask_names(cl_program program, size_t room, void *value, size_t *size_ret)
{
    size_t total = 1;
    for (uint32_t i = 0; i < program->entry_count; i++) total += strlen(program->entries[i].name) + 1;
    char *names = malloc(total);
    if (!names) return CL_OUT_OF_HOST_MEMORY;
    size_t at = 0;
    for (uint32_t i = 0; i < program->entry_count; i++) {
        const size_t length = strlen(program->entries[i].name);
        if (i > 0) names[at++] = ';';
        memcpy(names + at, program->entries[i].name, length);
        at += length;
    }
    names[at] = '\0';
    const cl_int code = clbi_icd_answer_text(room, value, size_ret, names);
    free(names);
    return code;
}

static cl_int ask_built(cl_program program, cl_program_info name, size_t room, void *value, size_t *size_ret)
{
    const size_t count = program->entry_count;
    switch (name) {
    case CL_PROGRAM_BINARY_SIZES: return ask_sizes(program, room, value, size_ret);
    case CL_PROGRAM_BINARIES: return ask_binaries(program, room, value, size_ret);
    default: break;
    }
    if (program->status != CL_BUILD_SUCCESS || program->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    if (name == CL_PROGRAM_NUM_KERNELS) return clbi_icd_answer(room, value, size_ret, &count, sizeof count);
    return ask_names(program, room, value, size_ret);
}

cl_int CL_API_CALL clbi_clGetProgramInfo(cl_program program, cl_program_info param_name, size_t room, void *value,
                                         size_t *size_ret)
{
    if (!clbi_icd_object_valid(program, ICD_PROGRAM)) return CL_INVALID_PROGRAM;
    const cl_uint references = atomic_load(&program->object.references);
    const cl_bool no = CL_FALSE;
    switch (param_name) {
    case CL_PROGRAM_REFERENCE_COUNT: return clbi_icd_answer(room, value, size_ret, &references, sizeof references);
    case CL_PROGRAM_CONTEXT: return clbi_icd_answer(room, value, size_ret, &program->context, sizeof program->context);
    case CL_PROGRAM_NUM_DEVICES:
        return clbi_icd_answer(room, value, size_ret, &program->device_count, sizeof program->device_count);
    case CL_PROGRAM_DEVICES:
        return clbi_icd_answer(room, value, size_ret, program->devices, program->device_count * sizeof(cl_device_id));
    case CL_PROGRAM_SOURCE: return clbi_icd_answer_text(room, value, size_ret, program->source ? program->source : "");
    case CL_PROGRAM_IL: return clbi_icd_answer(room, value, size_ret, NULL, 0);
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT: return clbi_icd_answer(room, value, size_ret, &no, sizeof no);
    case CL_PROGRAM_BINARY_SIZES:
    case CL_PROGRAM_BINARIES:
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES: {
        clbi_icd_lock();
        const cl_int code = ask_built(program, param_name, room, value, size_ret);
        clbi_icd_unlock();
        return code;
    }
    default: return CL_INVALID_VALUE;
    }
}

static const clb_native_variables *variables_of(const icd_entry *entry)
{
    return clbi_native_variables(&entry->binary->bundle->native[entry->number], clbi_native_level());
}

/* The bytes of the variables that kernels write. Kernels of one program of a bundle share them; the first one counts.
 */
static size_t variables_size(const struct _cl_program *program)
{
    size_t size = 0;
    for (uint32_t i = 0; i < program->entry_count; i++) {
        const clb_native_variables *own = variables_of(&program->entries[i]);
        uint32_t first = 0;
        if (!own) continue;
        while (variables_of(&program->entries[first]) != own) first++;
        if (first == i) size += (size_t)own->size;
    }
    return size;
}

static cl_int ask_build(cl_program program, cl_program_build_info name, size_t room, void *value, size_t *size_ret)
{
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
        return clbi_icd_answer(room, value, size_ret, &program->status, sizeof program->status);
    case CL_PROGRAM_BUILD_OPTIONS:
        return clbi_icd_answer_text(room, value, size_ret, program->options ? program->options : "");
    case CL_PROGRAM_BUILD_LOG: return clbi_icd_answer_text(room, value, size_ret, program->log ? program->log : "");
    case CL_PROGRAM_BINARY_TYPE: return clbi_icd_answer(room, value, size_ret, &program->type, sizeof program->type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE: {
        const size_t size = variables_size(program);
        return clbi_icd_answer(room, value, size_ret, &size, sizeof size);
    }
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL clbi_clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name,
                                              size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    if (!clbi_icd_object_valid(program, ICD_PROGRAM)) return CL_INVALID_PROGRAM;
    const cl_int devices = clbi_icd_check_devices(1, &device, program->device_count, program->devices);
    if (devices != CL_SUCCESS) return CL_INVALID_DEVICE;
    clbi_icd_lock();
    const cl_int code = ask_build(program, param_name, param_value_size, param_value, param_value_size_ret);
    clbi_icd_unlock();
    return code;
}
