/* libclbundle-layer: a layer of the OpenCL loader (OPENCL_LAYERS) for `clbundle capture --through`. It passes every
 * call on to the machine's own driver, and writes down the programs that are built and the launches of their kernels.
 * Knows the loader's dispatch table and the files of request.h and record.h; must not know how anything is translated.
 * OpenCL gives a layer no object of its own: `layer` is the state of the process.
 *
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "icd/key.h"
#include "icd/layer_kernels.h"
#include "icd/record.h"

#include <CL/cl_layer.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A unit of clBuildProgram or clCompileProgram. Immutable but for the count. */
typedef struct unit {
    atomic_uint references;
    clbi_icd_source source; /* all its texts are from malloc */
} unit;

/* A program with kernels whose text is known. Lives as long as the process. */
typedef struct recorded {
    struct recorded *next;
    clbi_icd_key key;
    clbi_icd_record *record; /* NULL: its files could not be made */
} recorded;

/* The state of a cl_program. */
typedef struct program_state {
    unit **units;
    size_t count;
    recorded *recorded; /* NULL: not built, or without kernels */
} program_state;

typedef struct argument_state {
    clbi_icd_layer_kind kind;
    size_t size;
    unsigned char value[8];
    bool has_value;
} argument_state;

/* The state of a cl_kernel. */
typedef struct kernel_state {
    recorded *recorded;
    char *name;
    argument_state *arguments;
    cl_uint count;
} kernel_state;

typedef enum handle_kind { HANDLE_PROGRAM, HANDLE_KERNEL, HANDLE_MEMORY } handle_kind;

typedef struct handle {
    struct handle *next;
    const void *object;
    handle_kind kind;
    union {
        program_state program;
        kernel_state kernel;
    } state;
} handle;

enum { BUCKETS = 4096 };

static struct {
    pthread_mutex_t lock; /* of `handles`, what they hold, and `programs` */
    cl_icd_dispatch driver, own;
    char *folder; /* of the capture; NULL: nothing is recorded */
    handle *handles[BUCKETS];
    recorded *programs;
} layer = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Handles: all with the lock held -------------------------------------------------------------------------------
 */

static handle **place_of(handle_kind kind, const void *object)
{
    const uintptr_t number = (uintptr_t)object;
    handle **at = &layer.handles[(number >> 4 ^ number >> 16) % BUCKETS];
    while (*at && ((*at)->object != object || (*at)->kind != kind)) at = &(*at)->next;
    return at;
}

static void release_unit(unit *u)
{
    if (!u || atomic_fetch_sub(&u->references, 1) != 1) return;
    for (size_t i = 0; i < u->source.header_count; i++) {
        free((void *)(uintptr_t)u->source.headers[i].name);
        free((void *)(uintptr_t)u->source.headers[i].text);
    }
    free((void *)(uintptr_t)u->source.headers);
    free((void *)(uintptr_t)u->source.options);
    free((void *)(uintptr_t)u->source.text.text);
    free(u);
}

static void release_units(unit **units, size_t count)
{
    for (size_t i = 0; i < count; i++) release_unit(units[i]);
    free(units);
}

static void clear_state(handle *h)
{
    if (h->kind == HANDLE_PROGRAM) release_units(h->state.program.units, h->state.program.count);
    if (h->kind == HANDLE_KERNEL) {
        free(h->state.kernel.name);
        free(h->state.kernel.arguments);
    }
    memset(&h->state, 0, sizeof h->state);
}

static void forget(handle_kind kind, const void *object)
{
    handle **at = place_of(kind, object), *found = *at;
    if (!found) return;
    *at = found->next;
    clear_state(found);
    free(found);
}

/* Adds a handle, or clears the state that an earlier object at this address has left. NULL without memory. */
static handle *remember(handle_kind kind, const void *object)
{
    handle **at = place_of(kind, object);
    if (*at) clear_state(*at);
    else if ((*at = calloc(1, sizeof **at))) {
        (*at)->object = object;
        (*at)->kind = kind;
    }
    return *at;
}

static void forget_locked(handle_kind kind, const void *object)
{
    pthread_mutex_lock(&layer.lock);
    forget(kind, object);
    pthread_mutex_unlock(&layer.lock);
}

/* ---- Programs ------------------------------------------------------------------------------------------------------
 */

/* The units as an array, which shares their texts. From malloc; NULL without memory. */
static clbi_icd_source *sources_of(unit *const *units, size_t count)
{
    clbi_icd_source *sources = calloc(count + 1, sizeof *sources);
    for (size_t i = 0; sources && i < count; i++) sources[i] = units[i]->source;
    return sources;
}

/* Writes the program's folder. Of several processes of the application, only the first does so. */
static void write_request(const clbi_icd_key *key, const clbi_icd_units *units)
{
    clbi_icd_words mark = {0}, folder = {0};
    const char *why = NULL;
    clbi_icd_words_addf(&mark, "%s/through-%016" PRIx64 "%016" PRIx64, layer.folder, key->words[0], key->words[1]);
    clbi_icd_words_addf(&folder, "%s/translate-XXXXXX", layer.folder);
    if (!mark.failed && !folder.failed && mkdir(mark.text, 0700) == 0 && mkdtemp(folder.text))
        (void)clbi_icd_request_write(folder.text, key->words, units, &why);
    free(folder.text);
    free(mark.text);
}

static recorded *find_recorded(const clbi_icd_key *key)
{
    recorded *r = layer.programs;
    while (r && memcmp(&r->key, key, sizeof *key) != 0) r = r->next;
    return r;
}

/* The record of a program that was built. The first program with a key makes it. NULL: the program has no kernels, or
 * there is no memory. */
static recorded *record_program(cl_program program, unit *const *units, size_t count, const char *link_options)
{
    clbi_icd_source *sources = sources_of(units, count);
    clbi_icd_words kernels = {0};
    clbi_icd_key key;
    recorded *found = NULL;
    const clbi_icd_units given = {sources, count, link_options};
    if (sources && clbi_icd_key_program(&given, &key)) {
        pthread_mutex_lock(&layer.lock);
        found = find_recorded(&key);
        pthread_mutex_unlock(&layer.lock);
        if (!found && clbi_icd_layer_kernels(&layer.driver, program, &kernels)) {
            pthread_mutex_lock(&layer.lock);
            found = find_recorded(&key); /* another thread may have been faster */
            if (!found && (found = calloc(1, sizeof *found))) {
                found->key = key;
                found->next = layer.programs;
                layer.programs = found;
                write_request(&key, &given);
                found->record = clbi_icd_record_open(layer.folder, &kernels, key.words);
            }
            pthread_mutex_unlock(&layer.lock);
        }
    }
    free(kernels.text);
    free(sources);
    return found;
}

/* Takes over the units. `built`: the program has been built or linked. */
static void note_program(cl_program program, unit **units, size_t count, const char *link_options, bool built)
{
    recorded *r = built && count ? record_program(program, units, count, link_options) : NULL;
    pthread_mutex_lock(&layer.lock);
    handle *h = count ? remember(HANDLE_PROGRAM, program) : NULL;
    if (h) h->state.program = (program_state){units, count, r};
    else forget(HANDLE_PROGRAM, program);
    pthread_mutex_unlock(&layer.lock);
    if (!h) release_units(units, count);
}

static unit *unit_of(cl_program program, const char *options, cl_uint header_count, const cl_program *headers,
                     const char *const *names)
{
    unit *u = calloc(1, sizeof *u);
    if (!u) return NULL;
    atomic_init(&u->references, 1);
    clbi_icd_text *list = calloc((size_t)header_count + 1, sizeof *list);
    u->source.headers = list;
    u->source.options = strdup(options ? options : "");
    u->source.text.text = clbi_icd_layer_source(&layer.driver, program, &u->source.text.length);
    bool fits = list && u->source.options && u->source.text.text;
    for (cl_uint i = 0; fits && i < header_count; i++) {
        list[i].name = strdup(names[i]);
        list[i].text = clbi_icd_layer_source(&layer.driver, headers[i], &list[i].length);
        if (!list[i].text) list[i].text = strdup(""); /* an empty header */
        u->source.header_count++;
        fits = list[i].name && list[i].text;
    }
    if (fits) return u;
    release_unit(u);
    return NULL;
}

/* Takes over the unit, which may be NULL. */
static void note_unit(cl_program program, unit *u, bool built)
{
    unit **units = u ? malloc(sizeof *units) : NULL;
    if (units) *units = u;
    else release_unit(u);
    note_program(program, units, units ? 1 : 0, "", built);
}

/* The units of all the programs. NULL: one is not known, for example since it was made from a binary. */
static unit **gather_units(cl_uint program_count, const cl_program *programs, size_t *count)
{
    unit **units = NULL;
    bool known = true;
    *count = 0;
    pthread_mutex_lock(&layer.lock);
    for (cl_uint p = 0; known && p < program_count; p++) {
        const handle *h = *place_of(HANDLE_PROGRAM, programs[p]);
        unit **more = h ? realloc(units, (*count + h->state.program.count) * sizeof *units) : NULL;
        known = more != NULL;
        if (!known) break;
        units = more;
        for (size_t i = 0; i < h->state.program.count; i++) {
            units[*count] = h->state.program.units[i];
            atomic_fetch_add(&units[(*count)++]->references, 1);
        }
    }
    pthread_mutex_unlock(&layer.lock);
    if (known) return units;
    release_units(units, *count);
    *count = 0;
    return NULL;
}

/* A build with a callback: the state to note when the driver calls back. */
typedef void(CL_CALLBACK *notification)(cl_program program, void *user);
typedef struct pending {
    notification notify;
    void *user;
    unit **units;
    size_t count;
    char *link_options;
} pending;

static void CL_CALLBACK note_pending_built(cl_program program, void *data)
{
    pending *p = data;
    note_program(program, p->units, p->count, p->link_options ? p->link_options : "", true);
    p->notify(program, p->user);
    free(p->link_options);
    free(p);
}

/* Takes over the units. NULL without memory. Where the driver's call fails, it may or may not call back, so nothing
 * frees the result before the callback. */
static pending *make_pending(notification notify, void *user, unit **units, size_t count, const char *link_options)
{
    pending *p = malloc(sizeof *p);
    if (p) *p = (pending){notify, user, units, count, strdup(link_options)};
    else release_units(units, count);
    return p;
}

static cl_int CL_API_CALL build_program(cl_program program, cl_uint device_count, const cl_device_id *devices,
                                        const char *options, notification notify, void *user)
{
    unit *u = unit_of(program, options, 0, NULL, NULL);
    if (notify) {
        unit **units = u ? malloc(sizeof *units) : NULL;
        if (units) *units = u;
        else release_unit(u);
        pending *p = make_pending(notify, user, units, units ? 1 : 0, "");
        return layer.driver.clBuildProgram(program, device_count, devices, options, p ? note_pending_built : notify,
                                           p ? (void *)p : user);
    }
    const cl_int code = layer.driver.clBuildProgram(program, device_count, devices, options, NULL, user);
    if (code == CL_SUCCESS) note_unit(program, u, true);
    else release_unit(u);
    return code;
}

static cl_int CL_API_CALL compile_program(cl_program program, cl_uint device_count, const cl_device_id *devices,
                                          const char *options, cl_uint header_count, const cl_program *headers,
                                          const char **names, notification notify, void *user)
{
    const bool usable = header_count == 0 || (headers && names);
    unit *u = usable ? unit_of(program, options, header_count, headers, names) : NULL;
    const cl_int code = layer.driver.clCompileProgram(program, device_count, devices, options, header_count, headers,
                                                      names, notify, user);
    /* The driver may still be compiling it. If that fails, linking fails, too, and nothing is recorded. */
    if (code == CL_SUCCESS) note_unit(program, u, false);
    else release_unit(u);
    return code;
}

static cl_program CL_API_CALL link_program(cl_context context, cl_uint device_count, const cl_device_id *devices,
                                           const char *options, cl_uint program_count, const cl_program *programs,
                                           notification notify, void *user, cl_int *error)
{
    size_t count = 0;
    unit **units = programs ? gather_units(program_count, programs, &count) : NULL;
    cl_int code = CL_SUCCESS;
    if (notify) {
        pending *p = make_pending(notify, user, units, count, options ? options : "");
        return layer.driver.clLinkProgram(context, device_count, devices, options, program_count, programs,
                                          p ? note_pending_built : notify, p ? (void *)p : user, error);
    }
    cl_program linked =
        layer.driver.clLinkProgram(context, device_count, devices, options, program_count, programs, NULL, user, &code);
    if (linked && code == CL_SUCCESS) note_program(linked, units, count, options ? options : "", true);
    else release_units(units, count);
    if (error) *error = code;
    return linked;
}

static cl_int CL_API_CALL release_program(cl_program program)
{
    cl_uint references = 0;
    if (layer.driver.clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof references, &references, NULL) ==
            CL_SUCCESS &&
        references == 1)
        forget_locked(HANDLE_PROGRAM, program);
    return layer.driver.clReleaseProgram(program);
}

/* ---- Kernels -------------------------------------------------------------------------------------------------------
 */

/* The record of a program. While its callback has not come, the options are asked of the driver. */
static recorded *recorded_of(cl_program program)
{
    pthread_mutex_lock(&layer.lock);
    const handle *h = *place_of(HANDLE_PROGRAM, program);
    recorded *r = h ? h->state.program.recorded : NULL;
    pthread_mutex_unlock(&layer.lock);
    if (h) return r;
    char *options = clbi_icd_layer_options(&layer.driver, program);
    unit *u = unit_of(program, options, 0, NULL, NULL);
    free(options);
    if (!u) return NULL;
    r = record_program(program, &u, 1, "");
    release_unit(u);
    return r;
}

/* Takes over the name and the arguments in `state`. */
static void note_kernel_state(cl_kernel kernel, kernel_state state)
{
    pthread_mutex_lock(&layer.lock);
    handle *h = state.name && state.arguments ? remember(HANDLE_KERNEL, kernel) : NULL;
    if (h) h->state.kernel = state;
    else forget(HANDLE_KERNEL, kernel);
    pthread_mutex_unlock(&layer.lock);
    if (h) return;
    free(state.name);
    free(state.arguments);
}

static void note_kernel(cl_kernel kernel, cl_program program)
{
    kernel_state state = {.recorded = recorded_of(program), .name = clbi_icd_layer_name(&layer.driver, kernel)};
    (void)layer.driver.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof state.count, &state.count, NULL);
    state.arguments = calloc((size_t)state.count + 1, sizeof *state.arguments);
    for (cl_uint i = 0; state.arguments && i < state.count; i++)
        state.arguments[i].kind = clbi_icd_layer_argument(&layer.driver, kernel, i);
    note_kernel_state(kernel, state);
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *error)
{
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = layer.driver.clCreateKernel(program, name, &code);
    if (kernel && code == CL_SUCCESS) note_kernel(kernel, program);
    if (error) *error = code;
    return kernel;
}

static cl_int CL_API_CALL create_kernels(cl_program program, cl_uint count, cl_kernel *kernels, cl_uint *found)
{
    cl_uint number = 0;
    const cl_int code = layer.driver.clCreateKernelsInProgram(program, count, kernels, &number);
    for (cl_uint i = 0; code == CL_SUCCESS && kernels && i < number && i < count; i++) note_kernel(kernels[i], program);
    if (code == CL_SUCCESS && found) *found = number;
    return code;
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel source, cl_int *error)
{
    cl_int code = CL_SUCCESS;
    cl_kernel clone = layer.driver.clCloneKernel(source, &code);
    if (clone && code == CL_SUCCESS) {
        kernel_state state = {0};
        pthread_mutex_lock(&layer.lock);
        const handle *h = *place_of(HANDLE_KERNEL, source);
        if (h) {
            state = h->state.kernel;
            state.name = strdup(state.name);
            state.arguments = calloc((size_t)state.count + 1, sizeof *state.arguments);
            if (state.arguments)
                memcpy(state.arguments, h->state.kernel.arguments, state.count * sizeof *state.arguments);
        }
        pthread_mutex_unlock(&layer.lock);
        note_kernel_state(clone, state);
    }
    if (error) *error = code;
    return clone;
}

static cl_int CL_API_CALL release_kernel(cl_kernel kernel)
{
    cl_uint references = 0;
    if (layer.driver.clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof references, &references, NULL) ==
            CL_SUCCESS &&
        references == 1)
        forget_locked(HANDLE_KERNEL, kernel);
    return layer.driver.clReleaseKernel(kernel);
}

/* Whether a value of unknown type is recorded as an integer. Small values are: read as floating-point numbers, their
 * bits would be 0 or subnormal. */
static bool looks_like_integer(const unsigned char *value, size_t size)
{
    uint32_t word = 0;
    uint64_t wide = 0;
    if (size == sizeof word) memcpy(&word, value, sizeof word);
    if (size == sizeof wide) memcpy(&wide, value, sizeof wide);
    return size == sizeof word ? word < UINT32_C(0x00800000) : size == sizeof wide ? wide < UINT64_C(1) << 40 : true;
}

/* With the lock held. */
static bool is_memory(const argument_state *argument, size_t size, const void *value)
{
    void *object = NULL;
    if (argument->kind == CLBI_ICD_LAYER_MEMORY) return true;
    if (argument->kind != CLBI_ICD_LAYER_UNKNOWN || size != sizeof object || !value) return false;
    memcpy(&object, value, sizeof object);
    return *place_of(HANDLE_MEMORY, object) != NULL;
}

static argument_state read_argument(clbi_icd_layer_kind kind, bool memory, size_t size, const void *value)
{
    argument_state argument = {.kind = kind, .size = size};
    cl_mem object = NULL;
    if (memory) {
        if (value && size == sizeof object) memcpy(&object, value, sizeof object);
        argument.size = 0;
        if (object && layer.driver.clGetMemObjectInfo(object, CL_MEM_SIZE, sizeof argument.size, &argument.size,
                                                      NULL) != CL_SUCCESS)
            argument.size = 0;
    } else if (value && size <= sizeof argument.value) {
        memcpy(argument.value, value, size);
        argument.has_value = kind == CLBI_ICD_LAYER_INTEGER ||
                             (kind == CLBI_ICD_LAYER_UNKNOWN && looks_like_integer(argument.value, size));
    }
    return argument;
}

static void note_argument(cl_kernel kernel, cl_uint number, size_t size, const void *value)
{
    pthread_mutex_lock(&layer.lock);
    const handle *h = *place_of(HANDLE_KERNEL, kernel);
    const bool known = h && number < h->state.kernel.count;
    const clbi_icd_layer_kind kind = known ? h->state.kernel.arguments[number].kind : CLBI_ICD_LAYER_UNKNOWN;
    const bool memory = known && is_memory(&h->state.kernel.arguments[number], size, value);
    pthread_mutex_unlock(&layer.lock);
    if (!known) return;
    const argument_state argument = read_argument(kind, memory, size, value);
    pthread_mutex_lock(&layer.lock);
    handle *again = *place_of(HANDLE_KERNEL, kernel);
    if (again && number < again->state.kernel.count) again->state.kernel.arguments[number] = argument;
    pthread_mutex_unlock(&layer.lock);
}

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint number, size_t size, const void *value)
{
    const cl_int code = layer.driver.clSetKernelArg(kernel, number, size, value);
    if (code == CL_SUCCESS) note_argument(kernel, number, size, value);
    return code;
}

static cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint number, const void *value)
{
    const cl_int code = layer.driver.clSetKernelArgSVMPointer(kernel, number, value);
    if (code == CL_SUCCESS) note_argument(kernel, number, 0, NULL);
    return code;
}

static void note_launch(cl_kernel kernel, const clbi_icd_range *range)
{
    clbi_icd_recorded *list = NULL;
    argument_state *arguments = NULL;
    clbi_icd_record *record = NULL;
    char *name = NULL;
    cl_uint count = 0;
    for (cl_uint d = 0; d < range->dimensions; d++)
        if (!range->global || !range->global[d]) return; /* nothing runs */
    pthread_mutex_lock(&layer.lock);
    const handle *h = *place_of(HANDLE_KERNEL, kernel);
    if (h && h->state.kernel.recorded && (record = h->state.kernel.recorded->record)) {
        count = h->state.kernel.count;
        name = strdup(h->state.kernel.name);
        arguments = malloc(((size_t)count + 1) * sizeof *arguments);
        if (arguments) memcpy(arguments, h->state.kernel.arguments, count * sizeof *arguments);
    }
    pthread_mutex_unlock(&layer.lock);
    if (arguments) list = calloc((size_t)count + 1, sizeof *list);
    for (cl_uint i = 0; list && i < count; i++)
        list[i] = (clbi_icd_recorded){arguments[i].size, arguments[i].has_value ? arguments[i].value : NULL,
                                      arguments[i].has_value};
    const clbi_icd_launch launch = {name, *range, list, count};
    if (list && name) clbi_icd_record_add(record, &launch);
    free(list);
    free(arguments);
    free(name);
}

static cl_int CL_API_CALL enqueue_range(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                        const size_t *offset, const size_t *global, const size_t *local, cl_uint count,
                                        const cl_event *list, cl_event *event)
{
    const cl_int code =
        layer.driver.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, list, event);
    if (code == CL_SUCCESS) note_launch(kernel, &(clbi_icd_range){dimensions, offset, global, local});
    return code;
}

static cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event *list,
                                       cl_event *event)
{
    const size_t one = 1;
    const cl_int code = layer.driver.clEnqueueTask(queue, kernel, count, list, event);
    if (code == CL_SUCCESS) note_launch(kernel, &(clbi_icd_range){1, NULL, &one, &one});
    return code;
}

/* ---- Memory objects, by which an argument of unknown type is recognised --------------------------------------------
 */

static cl_mem note_memory(cl_mem memory)
{
    pthread_mutex_lock(&layer.lock);
    if (memory) (void)remember(HANDLE_MEMORY, memory);
    pthread_mutex_unlock(&layer.lock);
    return memory;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error)
{
    return note_memory(layer.driver.clCreateBuffer(context, flags, size, host, error));
}

static cl_mem CL_API_CALL create_buffer_with(cl_context context, const cl_mem_properties *properties,
                                             cl_mem_flags flags, size_t size, void *host, cl_int *error)
{
    return note_memory(layer.driver.clCreateBufferWithProperties(context, properties, flags, size, host, error));
}

static cl_mem CL_API_CALL create_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                                            const void *info, cl_int *error)
{
    return note_memory(layer.driver.clCreateSubBuffer(buffer, flags, type, info, error));
}

static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                                       const cl_image_desc *description, void *host, cl_int *error)
{
    return note_memory(layer.driver.clCreateImage(context, flags, format, description, host, error));
}

static cl_mem CL_API_CALL create_image_with(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                                            const cl_image_format *format, const cl_image_desc *description, void *host,
                                            cl_int *error)
{
    return note_memory(
        layer.driver.clCreateImageWithProperties(context, properties, flags, format, description, host, error));
}

static cl_int CL_API_CALL release_memory(cl_mem memory)
{
    cl_uint references = 0;
    if (layer.driver.clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL) ==
            CL_SUCCESS &&
        references == 1)
        forget_locked(HANDLE_MEMORY, memory);
    return layer.driver.clReleaseMemObject(memory);
}

/* ---- Functions that the loader calls --------------------------------------------------------------------------------
 */

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *size_ret)
{
    static const char name[] = "clbundle capture";
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const void *from = what == CL_LAYER_API_VERSION ? (const void *)&version : name;
    const size_t length = what == CL_LAYER_API_VERSION ? sizeof version : sizeof name;
    if (what != CL_LAYER_API_VERSION && what != CL_LAYER_NAME) return CL_INVALID_VALUE;
    if (value && size < length) return CL_INVALID_VALUE;
    if (value) memcpy(value, from, length);
    if (size_ret) *size_ret = length;
    return CL_SUCCESS;
}

/* Replaces the entries that concern programs, kernels, memory objects and launches. */
static void replace_entries(cl_icd_dispatch *own)
{
    own->clBuildProgram = build_program;
    own->clCompileProgram = compile_program;
    own->clLinkProgram = link_program;
    own->clReleaseProgram = release_program;
    own->clCreateKernel = create_kernel;
    own->clCreateKernelsInProgram = create_kernels;
    own->clCloneKernel = clone_kernel;
    own->clReleaseKernel = release_kernel;
    own->clSetKernelArg = set_argument;
    own->clSetKernelArgSVMPointer = set_pointer;
    own->clEnqueueNDRangeKernel = enqueue_range;
    own->clEnqueueTask = enqueue_task;
    own->clCreateBuffer = create_buffer;
    own->clCreateBufferWithProperties = create_buffer_with;
    own->clCreateSubBuffer = create_sub_buffer;
    own->clCreateImage = create_image;
    own->clCreateImageWithProperties = create_image_with;
    own->clReleaseMemObject = release_memory;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *driver, cl_uint *count_ret,
                                            const cl_icd_dispatch **own)
{
    const char *folder = getenv("CLBUNDLE_RUN");
    /* The table of an older loader is shorter, and lacks entries that are replaced here. */
    if (!driver || !count_ret || !own || count < sizeof layer.driver / sizeof(void *)) return CL_INVALID_VALUE;
    layer.driver = layer.own = *driver;
    layer.folder = folder && *folder ? strdup(folder) : NULL;
    if (layer.folder) replace_entries(&layer.own);
    *count_ret = sizeof layer.own / sizeof(void *);
    *own = &layer.own;
    return CL_SUCCESS;
}
