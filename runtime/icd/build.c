/* clBuildProgram, clCompileProgram and clLinkProgram. Without a callback they work in the caller's thread, with one in
 * a thread of their own. Knows program objects and the interface of source.h; must not know catalogues nor the
 * translator.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/program.h"

#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

enum { STACK = 8 << 20 }; /* bytes of a build thread's stack, in which a translator may run */

typedef void CL_CALLBACK icd_build_notify(cl_program program, void *user_data);

/* A build under way. */
typedef struct work {
    cl_program program; /* held */
    icd_unit **units;   /* they become the program's on success */
    size_t unit_count;
    bool links;                  /* false: one unit is compiled or built */
    bool executable;             /* the result has kernels */
    cl_program_binary_type type; /* of the result */
    icd_build_notify *notify;
    void *user_data;
} work;

static char *duplicate(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    if (length > 0) memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static icd_unit *new_unit(const struct _cl_program *program, const char *options, cl_uint header_count,
                          const cl_program *headers, const char **names)
{
    icd_unit *unit = calloc(1, sizeof *unit);
    if (!unit) return NULL;
    atomic_init(&unit->references, 1);
    clbi_icd_text *list = calloc((size_t)header_count + 1, sizeof *list);
    unit->source.headers = list;
    unit->source.text =
        (clbi_icd_text){NULL, duplicate(program->source, program->source_length), program->source_length};
    unit->source.options = duplicate(options, strlen(options));
    bool fits = list && unit->source.text.text && unit->source.options;
    for (cl_uint i = 0; fits && i < header_count; i++) {
        list[i] = (clbi_icd_text){duplicate(names[i], strlen(names[i])),
                                  duplicate(headers[i]->source, headers[i]->source_length), headers[i]->source_length};
        unit->source.header_count++;
        fits = list[i].name && list[i].text;
    }
    if (fits) return unit;
    clbi_icd_unit_release(unit);
    return NULL;
}

static void free_work(work *w)
{
    for (size_t i = 0; i < w->unit_count; i++) clbi_icd_unit_release(w->units[i]);
    free(w->units);
    if (w->program) clbi_icd_object_drop(&w->program->object);
    free(w);
}

/* ---- A build -------------------------------------------------------------------------------------------------------
 */

/* Finds or makes the native form of the units; *binary stays NULL where the result has no kernels. */
static cl_int make_binary(const work *w, clbi_icd_binary **binary, char **log)
{
    if (w->program->origin == ICD_FROM_BINARY) {
        *binary = w->program->given;
        clbi_icd_binary_retain(*binary);
        return CL_SUCCESS;
    }
    if (!w->executable) return w->links ? CL_SUCCESS : clbi_icd_unit_check(&w->units[0]->source, log);
    clbi_icd_source *units = calloc(w->unit_count + 1, sizeof *units);
    if (!units) return CL_OUT_OF_HOST_MEMORY;
    for (size_t i = 0; i < w->unit_count; i++) units[i] = w->units[i]->source;
    const clbi_icd_units all = {units, w->unit_count, w->links ? w->program->options : ""};
    cl_int code = clbi_icd_binary_make(&all, binary, log);
    if (code == CL_BUILD_PROGRAM_FAILURE && w->links) code = CL_LINK_PROGRAM_FAILURE;
    if (code == CL_INVALID_BUILD_OPTIONS && w->links) code = CL_INVALID_LINKER_OPTIONS;
    free(units);
    return code;
}

static cl_int do_work(work *w)
{
    cl_program program = w->program;
    clbi_icd_binary *binary = NULL;
    char *log = NULL;
    cl_int code = make_binary(w, &binary, &log);
    clbi_icd_lock();
    if (code == CL_SUCCESS && binary && !clbi_icd_program_fill(program, binary)) code = CL_OUT_OF_HOST_MEMORY;
    free(program->log);
    program->log = log;
    program->status = code == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    program->type = code == CL_SUCCESS ? w->type : CL_PROGRAM_BINARY_TYPE_NONE;
    if (code == CL_SUCCESS) {
        program->units = w->units;
        program->unit_count = w->unit_count;
        w->units = NULL;
        w->unit_count = 0;
    }
    clbi_icd_unlock();
    clbi_icd_binary_release(binary);
    if (w->notify) w->notify(program, w->user_data);
    free_work(w);
    return code;
}

static void *run_builder(void *argument)
{
    (void)do_work(argument);
    return NULL;
}

/* Takes over the work. With a callback a new thread does it. If no thread can be started, this one does. */
static cl_int begin(work *w)
{
    pthread_t thread;
    if (w->notify && clbi_thread_start(&thread, STACK, run_builder, w)) {
        (void)pthread_detach(thread);
        return CL_SUCCESS;
    }
    return do_work(w);
}

/* Marks the program as being built with these options. CL_INVALID_OPERATION: it has kernels, or is being built. */
static cl_int claim(cl_program program, const char *options)
{
    char *copy = duplicate(options, strlen(options));
    if (!copy) return CL_OUT_OF_HOST_MEMORY;
    clbi_icd_lock();
    const bool is_free = program->kernels == 0 && program->status != CL_BUILD_IN_PROGRESS;
    if (is_free) {
        clbi_icd_program_clear(program);
        program->options = copy;
        program->status = CL_BUILD_IN_PROGRESS;
    }
    clbi_icd_unlock();
    if (!is_free) free(copy);
    return is_free ? CL_SUCCESS : CL_INVALID_OPERATION;
}

/* New work for a program, which it holds, with room for `count` units that the caller fills in. NULL: no memory. */
static work *new_work(cl_program program, size_t count, icd_build_notify *notify, void *user_data)
{
    work *w = calloc(1, sizeof *w);
    icd_unit **units = w ? calloc(count + 1, sizeof *units) : NULL;
    if (!units) {
        free(w);
        return NULL;
    }
    *w = (work){.program = program, .units = units, .notify = notify, .user_data = user_data};
    clbi_icd_object_hold(&program->object);
    return w;
}

/* ---- OpenCL's functions --------------------------------------------------------------------------------------------
 */

static cl_int check_build(cl_program program, cl_uint count, const cl_device_id *devices, icd_build_notify *notify,
                          const void *user_data)
{
    if (!clbi_icd_object_valid(program, ICD_PROGRAM)) return CL_INVALID_PROGRAM;
    if (!notify && user_data) return CL_INVALID_VALUE;
    return clbi_icd_check_devices(count, devices, program->device_count, program->devices);
}

cl_int CL_API_CALL clbi_clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                                       const char *options,
                                       void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                       void *user_data)
{
    cl_int code = check_build(program, num_devices, device_list, pfn_notify, user_data);
    if (code != CL_SUCCESS) return code;
    if (program->origin != ICD_FROM_SOURCE && program->origin != ICD_FROM_BINARY) return CL_INVALID_OPERATION;
    if (!options) options = "";
    work *w = new_work(program, 1, pfn_notify, user_data);
    if (!w) return CL_OUT_OF_HOST_MEMORY;
    w->executable = true;
    w->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    if (program->source) {
        w->units[0] = new_unit(program, options, 0, NULL, NULL);
        if (w->units[0]) w->unit_count = 1;
        else code = CL_OUT_OF_HOST_MEMORY;
    }
    if (code == CL_SUCCESS) code = claim(program, options);
    if (code == CL_SUCCESS) return begin(w);
    free_work(w);
    return code;
}

cl_int CL_API_CALL clbi_clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                                         const char *options, cl_uint num_input_headers,
                                         const cl_program *input_headers, const char **header_include_names,
                                         void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                         void *user_data)
{
    cl_int code = check_build(program, num_devices, device_list, pfn_notify, user_data);
    if (code != CL_SUCCESS) return code;
    if ((num_input_headers == 0) != (input_headers == NULL) ||
        (num_input_headers == 0) != (header_include_names == NULL))
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_input_headers; i++) {
        if (!clbi_icd_object_valid(input_headers[i], ICD_PROGRAM)) return CL_INVALID_PROGRAM;
        if (!header_include_names[i]) return CL_INVALID_VALUE;
        if (!input_headers[i]->source) return CL_INVALID_OPERATION;
    }
    if (!program->source) return CL_INVALID_OPERATION;
    if (!options) options = "";
    work *w = new_work(program, 1, pfn_notify, user_data);
    if (!w) return CL_OUT_OF_HOST_MEMORY;
    w->type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    w->units[0] = new_unit(program, options, num_input_headers, input_headers, header_include_names);
    if (w->units[0]) w->unit_count = 1;
    else code = CL_OUT_OF_HOST_MEMORY;
    if (code == CL_SUCCESS) code = claim(program, options);
    if (code != CL_SUCCESS) {
        free_work(w);
        return code;
    }
    code = begin(w);
    if (code == CL_INVALID_BUILD_OPTIONS) code = CL_INVALID_COMPILER_OPTIONS;
    return code;
}

/* Adds the units of all programs. CL_INVALID_OPERATION: one is neither compiled nor a library. */
static cl_int collect_units(work *w, cl_uint count, const cl_program *inputs)
{
    for (cl_uint i = 0; i < count; i++) {
        cl_int code = CL_SUCCESS;
        clbi_icd_lock();
        if (inputs[i]->status != CL_BUILD_SUCCESS || (inputs[i]->type != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT &&
                                                      inputs[i]->type != CL_PROGRAM_BINARY_TYPE_LIBRARY))
            code = CL_INVALID_OPERATION;
        icd_unit **grown = NULL;
        if (code == CL_SUCCESS) {
            grown = realloc(w->units, (w->unit_count + inputs[i]->unit_count + 1) * sizeof *grown);
            if (!grown) code = CL_OUT_OF_HOST_MEMORY;
        }
        if (grown) w->units = grown;
        for (size_t k = 0; grown && k < inputs[i]->unit_count; k++) {
            atomic_fetch_add(&inputs[i]->units[k]->references, 1);
            w->units[w->unit_count++] = inputs[i]->units[k];
        }
        clbi_icd_unlock();
        if (code != CL_SUCCESS) return code;
    }
    return CL_SUCCESS;
}

/* Whether a word is among the options. */
static bool has_option(const char *options, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = strstr(options, word); at; at = strstr(at + 1, word))
        if ((at == options || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' ')) return true;
    return false;
}

/* The parameters of clLinkProgram but for errcode_ret. */
typedef struct link_params {
    cl_context context;
    cl_uint device_count;
    const cl_device_id *devices; /* NULL: those of the context */
    const char *options;         /* or NULL */
    cl_uint count;
    const cl_program *inputs; /* count */
    icd_build_notify *notify; /* or NULL */
    void *user_data;
} link_params;

static cl_int check_link(const link_params *p)
{
    if (!clbi_icd_object_valid(p->context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    const cl_int code =
        clbi_icd_check_devices(p->device_count, p->devices, p->context->device_count, p->context->devices);
    if (code != CL_SUCCESS) return code;
    if (p->count == 0 || !p->inputs || (!p->notify && p->user_data)) return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < p->count; i++)
        if (!clbi_icd_object_valid(p->inputs[i], ICD_PROGRAM) || p->inputs[i]->context != p->context)
            return CL_INVALID_PROGRAM;
    return CL_SUCCESS;
}

static cl_int link_programs(const link_params *p, cl_program *result)
{
    cl_int code = check_link(p);
    if (code != CL_SUCCESS) return code;
    const char *options = p->options ? p->options : "";
    cl_program program = clbi_icd_program_new(p->context, ICD_FROM_LINK, p->device_count, p->devices);
    work *w = program ? new_work(program, 0, p->notify, p->user_data) : NULL;
    if (!w) {
        if (program) clbi_icd_object_discard(&program->object);
        return CL_OUT_OF_HOST_MEMORY;
    }
    const bool library = has_option(options, "-create-library");
    w->links = true;
    w->executable = !library;
    w->type = library ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    code = collect_units(w, p->count, p->inputs);
    if (code == CL_SUCCESS) code = claim(program, options);
    if (code != CL_SUCCESS) {
        free_work(w);
        clbi_icd_object_release(&program->object);
        return code;
    }
    /* A program that fails to link is returned, too: the application reads its log. */
    code = begin(w);
    if (code == CL_SUCCESS || code == CL_LINK_PROGRAM_FAILURE) *result = program;
    else clbi_icd_object_release(&program->object);
    return code;
}

cl_program CL_API_CALL clbi_clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                                          const char *options, cl_uint num_input_programs,
                                          const cl_program *input_programs,
                                          void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                          void *user_data, cl_int *errcode_ret)
{
    cl_program program = NULL;
    const link_params params = {context,        num_devices, device_list, options, num_input_programs,
                                input_programs, pfn_notify,  user_data};
    clbi_icd_code(errcode_ret, link_programs(&params, &program));
    return program;
}
