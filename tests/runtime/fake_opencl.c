/* An OpenCL without devices, for tests: see fake_opencl.h.
 * Kernel objects are deliberately not locked, so that a thread sanitizer sees a runtime that shares them.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "fake_opencl.h"

#include "clbundle/image.h"
#include "opencl/cl_api.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_ARGUMENTS = 40, MAX_LAUNCHES = 64, MAX_WAITS = 64, MAX_COMMANDS = 256 };

/* ---- Control ---------------------------------------------------------------------------------------------------- */

enum {
#define NUMBER(result, name, parameters) NUMBER_##name,
    CLBI_CL_FUNCTIONS(NUMBER) NUMBER_run,
    NUMBERS
};

static const char *const names[NUMBERS] = {
#define NAME(result, name, parameters) #name,
    CLBI_CL_FUNCTIONS(NAME) "run"};

static fake_setup setup;
static atomic_uint calls[NUMBERS];
static unsigned fail_function = NUMBERS, fail_at;
static int fail_code;
static atomic_long live;
static atomic_uint misused, launches_made, ordinary_copies, late_flushes;
static atomic_uint_least64_t memory_used;
static fake_launch launches[MAX_LAUNCHES];
static fake_command commands[MAX_COMMANDS]; /* under run_lock, as what follows */
static atomic_uint commands_run;
static uint64_t engine_ready[FAKE_READ + 1];
static atomic_uint_least64_t host_time; /* when what the host has waited for had ended */

/* The code that the test wants from this call, or 0. */
static cl_int entered(unsigned function)
{
    const unsigned n = atomic_fetch_add_explicit(&calls[function], 1, memory_order_relaxed) + 1;
    return function == fail_function && n == fail_at ? fail_code : 0;
}

#define ENTER(name)                                    \
    do {                                               \
        const cl_int wanted_ = entered(NUMBER_##name); \
        if (wanted_) return wanted_;                   \
    } while (0)
#define ENTER_CREATE(name, code)          \
    do {                                  \
        *(code) = entered(NUMBER_##name); \
        if (*(code)) return NULL;         \
    } while (0)

struct clbi_cl_platform {
    uint32_t number;
};
struct clbi_cl_device_id {
    uint32_t platform, number;
};

static struct clbi_cl_platform platforms[FAKE_PLATFORMS];
static struct clbi_cl_device_id devices[FAKE_PLATFORMS][FAKE_DEVICES];

static unsigned find_function(const char *name)
{
    for (unsigned i = 0; i < NUMBERS; i++)
        if (strcmp(names[i], name) == 0) return i;
    abort();
}

static void control_reset(const fake_setup *wanted)
{
    static const fake_setup one = {
        .platform_count = 1,
        .platforms = {{"Fake platform",
                       1,
                       {{.name = "Fake GPU", .type = CL_DEVICE_TYPE_GPU, .units = 4, .images = true}}}},
    };
    setup = wanted ? *wanted : one;
    for (uint32_t p = 0; p < FAKE_PLATFORMS; p++) {
        platforms[p].number = p;
        for (uint32_t d = 0; d < FAKE_DEVICES; d++) devices[p][d] = (struct clbi_cl_device_id){p, d};
    }
    for (unsigned i = 0; i < NUMBERS; i++) atomic_store(&calls[i], 0);
    fail_function = NUMBERS;
    atomic_store(&misused, 0);
    atomic_store(&launches_made, 0);
    atomic_store(&ordinary_copies, 0);
    atomic_store(&late_flushes, 0);
    atomic_store(&commands_run, 0);
    atomic_store(&host_time, 0);
    memset(engine_ready, 0, sizeof engine_ready);
}

static void control_fail(const char *function, unsigned n, int code)
{
    fail_function = find_function(function);
    fail_at = n;
    fail_code = code;
}

static unsigned control_calls(const char *function)
{
    return atomic_load(&calls[find_function(function)]);
}

static unsigned control_function_count(void)
{
    return NUMBERS;
}

static const char *control_function_name(unsigned i)
{
    return names[i];
}

static long control_live(void)
{
    return atomic_load(&live);
}

static unsigned control_misuse(void)
{
    return atomic_load(&misused);
}

static char latest_options[256];
static pthread_mutex_t options_lock = PTHREAD_MUTEX_INITIALIZER;

static const char *control_options(void)
{
    return latest_options;
}

static fake_launch control_launch(unsigned i)
{
    return launches[i];
}

static unsigned control_ordinary_copies(void)
{
    return atomic_load(&ordinary_copies);
}

static unsigned control_late_flushes(void)
{
    return atomic_load(&late_flushes);
}

static bool control_command(unsigned i, fake_command *command)
{
    if (i >= atomic_load(&commands_run) || i >= MAX_COMMANDS) return false;
    *command = commands[i];
    return true;
}

const fake_control *fake_opencl_control(void)
{
    static const fake_control control = {control_reset,           control_fail,          control_calls,
                                         control_function_count,  control_function_name, control_live,
                                         control_misuse,          control_options,       control_launch,
                                         control_ordinary_copies, control_late_flushes,  control_command};
    return &control;
}

/* ---- Objects ---------------------------------------------------------------------------------------------------- */

typedef struct object {
    uint32_t magic;
    atomic_int references;
} object;

enum {
    CONTEXT = 0x434f4e54,
    QUEUE = 0x51554555,
    MEMORY = 0x4d454d4f,
    PROGRAM = 0x50524f47,
    KERNEL = 0x4b45524e,
    EVENT = 0x4556454e,
    SAMPLER = 0x53414d50
};

struct clbi_cl_context {
    object head;
};

struct clbi_cl_mem {
    object head;
    size_t size;
    unsigned char *bytes;
    bool lent;               /* the application's */
    cl_mem parent;           /* of a part, which keeps it */
    size_t pixel, extent[3]; /* of an image: bytes of a pixel, and sizes in pixels; otherwise 0 */
};

/* A mapping. */
typedef struct mapping {
    struct mapping *next;
    cl_mem memory;
    unsigned char *at;
    size_t size;
} mapping;

struct clbi_cl_program_object {
    object head;
    char *source;
    bool binary, built;
    char log[4000];
};

struct clbi_cl_kernel_object {
    object head;
    char name[32];
    cl_uint argument_count;
    _Alignas(16) unsigned char values[MAX_ARGUMENTS][16];
    const char *kinds; /* a letter an argument: b buffer, l local memory, v value */
    bool set[MAX_ARGUMENTS];
    /* The thread that has set arguments and not yet enqueued, as an address in it; whether a call is in progress. */
    _Atomic(void *) owner;
    atomic_int busy;
};

typedef struct callback {
    struct callback *next;
    void (*function)(cl_event, cl_int, void *);
    void *cookie;
} callback;

struct clbi_cl_event {
    object head;
    atomic_int state; /* CL_COMPLETE, 1 (running), 3 (queued) or an error */
    struct clbi_cl_queue *queue;
    cl_ulong start, end;
    unsigned number; /* in the queue */
    bool profiling;
    callback *callbacks; /* under run_lock */
};

/* Where a box lies. */
typedef struct box_place {
    size_t origin[3], row, slice;
} box_place;

typedef struct command {
    struct command *next;
    enum { READ, WRITE, RUN, COPY, FILL, MAP, UNMAP, MARK } kind;
    cl_mem memory, target;
    size_t offset, target_offset, size;
    void *to;
    const void *from;
    unsigned char pattern[128];
    size_t pattern_size;
    bool is_box;
    box_place place, other; /* in `memory`, in host memory or `target` */
    size_t region[3];
    struct clbi_cl_kernel_object kernel; /* a copy: arguments count as they are at the call */
    fake_launch range;
    uint64_t enqueued; /* host_time */
    cl_event event;
    cl_uint wait_count;
    cl_event wait[MAX_WAITS];
} command;

struct clbi_cl_queue {
    object head;
    pthread_mutex_t lock;
    command *first, **last;
    bool waiting; /* a kernel has not been flushed */
    bool profiling, non_uniform;
    unsigned enqueued; /* commands */
    atomic_uint flushed;
    uint64_t ready;    /* when its last command that has run ended; under run_lock */
    atomic_int broken; /* the failure of a kernel, after which a driver does not go on */
};

/* What the fake takes where the process has no more memory, so that the library's own calls are all that fails. */
static _Alignas(64) char reserve[8 << 20];
static atomic_size_t reserve_taken;

static void *take(size_t size)
{
    void *made = calloc(1, size);
    if (made) return made;
    const size_t at = atomic_fetch_add(&reserve_taken, (size + 63) / 64 * 64);
    if (at > sizeof reserve || size > sizeof reserve - at) abort();
    return reserve + at;
}

static void give_back(void *memory)
{
    const uintptr_t at = (uintptr_t)memory, start = (uintptr_t)reserve;
    if (at < start || at >= start + sizeof reserve) free(memory);
}

static void *new_object(size_t size, uint32_t magic)
{
    object *made = take(size);
    made->magic = magic;
    atomic_init(&made->references, 1);
    atomic_fetch_add_explicit(&live, 1, memory_order_relaxed);
    return made;
}

/* Of all queues. */
static atomic_uint_least64_t the_clock;

static void retain(object *o)
{
    atomic_fetch_add(&o->references, 1);
}

/* True: that was the last one, free what it holds and then the object. */
static bool drop(object *o, uint32_t magic)
{
    if (!o || o->magic != magic) {
        atomic_fetch_add(&misused, 1);
        return false;
    }
    if (atomic_fetch_sub(&o->references, 1) != 1) return false;
    o->magic = 0;
    atomic_fetch_sub_explicit(&live, 1, memory_order_relaxed);
    return true;
}

static bool is(const object *o, uint32_t magic)
{
    if (o && o->magic == magic) return true;
    atomic_fetch_add(&misused, 1);
    return false;
}

static void rest(uint32_t microseconds)
{
    if (microseconds == 0) return;
    (void)nanosleep(&(struct timespec){microseconds / 1000000, (long)(microseconds % 1000000) * 1000}, NULL);
}

/* ---- Platforms and devices --------------------------------------------------------------------------------------- */

static void make_trouble(void)
{
    switch (setup.trouble) {
    case FAKE_WELL: return;
    case FAKE_ABORTS: (void)fprintf(stderr, "first line\nNot enough memory to run on this device.\n"); abort();
    case FAKE_CRASHES: (void)raise(SIGSEGV); return;
    case FAKE_HANGS:
        for (;;) (void)nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    }
}

cl_int clGetPlatformIDs(cl_uint count, cl_platform_id *ids, cl_uint *total)
{
    ENTER(clGetPlatformIDs);
    make_trouble();
    if (setup.platform_code) return setup.platform_code;
    for (uint32_t i = 0; ids && i < count && i < setup.platform_count; i++) ids[i] = &platforms[i];
    if (total) *total = setup.platform_count;
    return CL_SUCCESS;
}

static cl_int answer(const void *data, size_t length, size_t size, void *value, size_t *full)
{
    if (value && size < length) return CL_INVALID_VALUE;
    if (value) memcpy(value, data, length);
    if (full) *full = length;
    return CL_SUCCESS;
}

static cl_int answer_text(const char *text, size_t size, void *value, size_t *full)
{
    return answer(text, strlen(text) + 1, size, value, full);
}

static cl_int answer_uint(cl_uint number, size_t size, void *value, size_t *full)
{
    return answer(&number, sizeof number, size, value, full);
}

static cl_int answer_ulong(cl_ulong number, size_t size, void *value, size_t *full)
{
    return answer(&number, sizeof number, size, value, full);
}

cl_int clGetPlatformInfo(cl_platform_id id, cl_platform_info parameter, size_t size, void *value, size_t *full)
{
    ENTER(clGetPlatformInfo);
    if (parameter != CL_PLATFORM_NAME) return CL_INVALID_VALUE;
    return answer_text(setup.platforms[id->number].name, size, value, full);
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint count, cl_device_id *ids, cl_uint *total)
{
    ENTER(clGetDeviceIDs);
    (void)type;
    const fake_platform *p = &setup.platforms[platform->number];
    if (p->device_count == 0) return CL_DEVICE_NOT_FOUND;
    for (uint32_t i = 0; ids && i < count && i < p->device_count; i++) ids[i] = &devices[platform->number][i];
    if (total) *total = p->device_count;
    return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id id, cl_device_info parameter, size_t size, void *value, size_t *full)
{
    ENTER(clGetDeviceInfo);
    const fake_device *d = &setup.platforms[id->platform].devices[id->number];
    const cl_ulong memory = d->memory ? d->memory : UINT64_C(1) << 30;
    const size_t group = 1024;
    switch (parameter) {
    case CL_DEVICE_TYPE: return answer_ulong(d->type, size, value, full);
    case CL_DEVICE_MAX_COMPUTE_UNITS: return answer_uint(d->units, size, value, full);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return answer(&group, sizeof group, size, value, full);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: return answer_ulong(memory / 4, size, value, full);
    case CL_DEVICE_IMAGE_SUPPORT: return answer_uint(d->images, size, value, full);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: return answer_uint(8 * FAKE_ALIGNMENT, size, value, full);
    case CL_DEVICE_GLOBAL_MEM_SIZE: return answer_ulong(memory, size, value, full);
    case CL_DEVICE_LOCAL_MEM_SIZE: return answer_ulong(32768, size, value, full);
    case CL_DEVICE_AVAILABLE: return answer_uint(!d->unavailable, size, value, full);
    case CL_DEVICE_COMPILER_AVAILABLE: return answer_uint(!d->no_compiler, size, value, full);
    case CL_DEVICE_NAME: return answer_text(d->name, size, value, full);
    case CL_DEVICE_VENDOR: return answer_text("  Fake vendor ", size, value, full);
    case CL_DRIVER_VERSION: return answer_text(d->driver ? d->driver : "1.0", size, value, full);
    case CL_DEVICE_VERSION:
        return answer_text(d->old                       ? "OpenCL 1.1 fake"
                           : d->non_uniform || d->pipes ? "OpenCL 3.0 fake"
                                                        : "OpenCL 1.2 fake",
                           size, value, full);
    case CL_DEVICE_PIPE_SUPPORT: return answer_uint(d->pipes, size, value, full);
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT: return answer_uint(d->non_uniform, size, value, full);
    case CL_DEVICE_EXTENSIONS: {
        char extensions[256];
        (void)snprintf(extensions, sizeof extensions, "%s %s", d->no_fp64 ? "cl_khr_fp64x" : "a cl_khr_fp64",
                       d->extensions ? d->extensions : "");
        return answer_text(extensions, size, value, full);
    }
    case CL_DEVICE_DOUBLE_FP_CONFIG: return answer_ulong(d->soft_fp64 ? 63 | CL_FP_SOFT_FLOAT : 63, size, value, full);
    case CL_DEVICE_LOCAL_MEM_TYPE: return answer_uint(d->local_is_global ? CL_GLOBAL : 1, size, value, full);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: {
        size_t sizes[3];
        for (int i = 0; i < 3; i++) sizes[i] = d->item_sizes[i] ? (size_t)d->item_sizes[i] : group;
        return answer(sizes, sizeof sizes, size, value, full);
    }
    case CLBI_CL_DEVICE_WARP_SIZE_NV:
    case CLBI_CL_DEVICE_WAVEFRONT_WIDTH_AMD: return answer_uint(d->sub_group_size, size, value, full);
    case CLBI_CL_DEVICE_SUB_GROUP_SIZES_INTEL: {
        const size_t sizes[] = {8, d->sub_group_size, 16};
        return answer(sizes, sizeof sizes, size, value, full);
    }
    default: return CL_INVALID_VALUE;
    }
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *ids,
                           void (*notify)(const char *, const void *, size_t, void *), void *cookie, cl_int *code)
{
    (void)properties, (void)count, (void)ids, (void)notify, (void)cookie;
    ENTER_CREATE(clCreateContext, code);
    rest(setup.open_ms * UINT32_C(1000));
    return new_object(sizeof(struct clbi_cl_context), CONTEXT);
}

cl_int clReleaseContext(cl_context context)
{
    const cl_int code = entered(NUMBER_clReleaseContext);
    if (drop(&context->head, CONTEXT)) give_back(context);
    return code; /* released all the same */
}

/* ---- Memory and commands ----------------------------------------------------------------------------------------- */

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *code)
{
    ENTER_CREATE(clCreateBuffer, code);
    (void)is(&context->head, CONTEXT);
    if (setup.memory_limit && atomic_load(&memory_used) + size > setup.memory_limit) {
        *code = -4;
        return NULL;
    }
    cl_mem memory = new_object(sizeof *memory, MEMORY);
    memory->size = size;
    memory->lent = (flags & CL_MEM_USE_HOST_PTR) != 0;
    memory->bytes = memory->lent ? host : take(size);
    if (flags & CL_MEM_COPY_HOST_PTR) memcpy(memory->bytes, host, size);
    atomic_fetch_add(&memory_used, size);
    return memory;
}

static void drop_memory(cl_mem memory)
{
    if (!drop(&memory->head, MEMORY)) return;
    if (memory->parent) {
        drop_memory(memory->parent);
    } else {
        atomic_fetch_sub(&memory_used, memory->size);
        if (!memory->lent) give_back(memory->bytes);
    }
    give_back(memory);
}

cl_mem clCreateSubBuffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type, const void *info, cl_int *code)
{
    const cl_buffer_region *region = info;
    ENTER_CREATE(clCreateSubBuffer, code);
    *code = CL_INVALID_VALUE;
    if (flags || type != CL_BUFFER_CREATE_TYPE_REGION || !is(&parent->head, MEMORY) || parent->parent) return NULL;
    if (region->size == 0 || region->origin > parent->size || region->size > parent->size - region->origin) return NULL;
    *code = -13;
    if (region->origin % FAKE_ALIGNMENT != 0) return NULL;
    *code = CL_SUCCESS;
    cl_mem memory = new_object(sizeof *memory, MEMORY);
    retain(&parent->head);
    memory->parent = parent;
    memory->size = region->size;
    memory->bytes = parent->bytes + region->origin;
    return memory;
}

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets,
                    const cl_pipe_properties *properties, cl_int *code)
{
    ENTER_CREATE(clCreatePipe, code);
    (void)is(&context->head, CONTEXT);
    *code = CL_INVALID_VALUE;
    if (flags != CL_MEM_READ_WRITE || properties) return NULL;
    *code = CL_INVALID_PIPE_SIZE;
    if (packet_size == 0 || packet_size > 1024 || max_packets == 0) return NULL;
    *code = CL_SUCCESS;
    cl_mem memory = new_object(sizeof *memory, MEMORY);
    memory->size = (size_t)packet_size * max_packets;
    memory->bytes = take(memory->size);
    atomic_fetch_add(&memory_used, memory->size);
    return memory;
}

cl_int clReleaseMemObject(cl_mem memory)
{
    const cl_int code = entered(NUMBER_clReleaseMemObject);
    drop_memory(memory);
    return code; /* released all the same */
}

#define VALUE(type, i) (*(const type *)(const void *)kernel->values[i])
#define BUFFER(type, i) ((type *)(void *)VALUE(cl_mem, i)->bytes)

static void run_scale(const struct clbi_cl_kernel_object *kernel, size_t x, size_t y)
{
    (void)y;
    BUFFER(double, 2)[x] = VALUE(double, 1) * BUFFER(double, 0)[x];
}

static void run_increase(const struct clbi_cl_kernel_object *kernel, size_t x, size_t y)
{
    (void)y;
    BUFFER(int32_t, 0)[x] += 1;
}

static void run_add(const struct clbi_cl_kernel_object *kernel, size_t x, size_t y)
{
    (void)y;
    BUFFER(double, 4)
    [x] = BUFFER(double, 0)[VALUE(uint64_t, 1) ? x : 0] + BUFFER(double, 2)[VALUE(uint64_t, 3) ? x : 0];
}

static void run_shift(const struct clbi_cl_kernel_object *kernel, size_t x, size_t y)
{
    (void)y;
    BUFFER(double, 0)[x] += (double)VALUE(int64_t, 1);
}

static void run_group_sum(const struct clbi_cl_kernel_object *kernel, size_t x, size_t y)
{
    (void)y;
    float sum = 0;
    for (size_t i = 0; x % 64 == 0 && i < 64; i++) sum += BUFFER(float, 0)[x + i];
    if (x % 64 == 0) BUFFER(float, 2)[x / 64] = sum;
}

static void run_grid(const struct clbi_cl_kernel_object *kernel, size_t x, size_t y)
{
    BUFFER(int32_t, 0)[(size_t)VALUE(int32_t, 1) * y + x] = (int32_t)(x + 1000 * y);
}

static void run_wide(const struct clbi_cl_kernel_object *kernel, size_t x, size_t y)
{
    (void)x;
    (void)y;
    int32_t sum = 0;
    for (int i = 0; i < 30; i++) sum += VALUE(int32_t, i);
    BUFFER(int32_t, 30)[0] = sum;
}

static void run_required(const struct clbi_cl_kernel_object *kernel, size_t x, size_t y)
{
    (void)y;
    BUFFER(int32_t, 0)[x] = (int32_t)(x % 8);
}

static void run_extent(const struct clbi_cl_kernel_object *kernel, size_t x, size_t y)
{
    (void)y;
    BUFFER(double, 0)[x * (size_t)VALUE(int16_t, 2)] += 1;
}

/* A work-item of a kernel. */
typedef void item_function(const struct clbi_cl_kernel_object *kernel, size_t x, size_t y);

static const struct {
    const char *name;
    item_function *run;
} kernels[] = {{"scale", run_scale}, {"increase", run_increase},   {"add", run_add},
               {"shift", run_shift}, {"group_sum", run_group_sum}, {"grid", run_grid},
               {"wide", run_wide},   {"required", run_required},   {"extent", run_extent}};

/* Commands run one at a time, whatever their queues: what waits for another queue has that run first. */
static pthread_mutex_t run_lock;
static pthread_once_t run_once = PTHREAD_ONCE_INIT;

static void make_run_lock(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&run_lock, &kind);
    pthread_mutexattr_destroy(&kind);
}

static void lock_runs(void)
{
    (void)pthread_once(&run_once, make_run_lock);
    pthread_mutex_lock(&run_lock);
}

static pthread_mutex_t mapped_lock = PTHREAD_MUTEX_INITIALIZER;
static mapping *mapped;

/* A kernel: the items. */
static void run_items(const command *c)
{
    item_function *run = NULL;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (strcmp(kernels[i].name, c->kernel.name) == 0) run = kernels[i].run;
    for (uint64_t z = 0; run && z < c->range.global[2]; z++)
        for (uint64_t y = 0; y < c->range.global[1]; y++)
            for (uint64_t x = 0; x < c->range.global[0]; x++)
                run(&c->kernel, (size_t)(c->range.offset[0] + x), (size_t)(c->range.offset[1] + y));
}

static size_t byte_of(const box_place *p, size_t x, size_t y, size_t z)
{
    return p->origin[0] + x + (p->origin[1] + y) * p->row + (p->origin[2] + z) * p->slice;
}

static void move_box(const command *c)
{
    unsigned char *to = c->kind == COPY ? c->target->bytes : c->to;
    for (size_t z = 0; z < c->region[2]; z++)
        for (size_t y = 0; y < c->region[1]; y++)
            for (size_t x = 0; x < c->region[0]; x++) {
                unsigned char *byte = c->memory->bytes + byte_of(&c->place, x, y, z);
                if (c->kind == FILL) *byte = c->pattern[x % c->pattern_size];
                else if (c->kind == WRITE) *byte = ((const unsigned char *)c->from)[byte_of(&c->other, x, y, z)];
                else to[byte_of(&c->other, x, y, z)] = *byte;
            }
}

static void move(const command *c)
{
    if (c->is_box) {
        move_box(c);
        return;
    }
    unsigned char *memory = c->memory ? c->memory->bytes + c->offset : NULL;
    switch (c->kind) {
    case WRITE: memcpy(memory, c->from, c->size); break;
    case READ: memcpy(c->to, memory, c->size); break;
    case COPY: memcpy(c->target->bytes + c->target_offset, memory, c->size); break;
    case FILL:
        for (size_t i = 0; i < c->size; i++) memory[i] = c->pattern[i % c->pattern_size];
        break;
    default: break;
    }
}

static void drain(struct clbi_cl_queue *queue, cl_event event);

/* Has the commands run that this one waits for; the failure of one. */
static cl_int wait_for_others(const struct clbi_cl_queue *queue, const command *c)
{
    cl_int state = CL_SUCCESS;
    for (cl_uint i = 0; i < c->wait_count; i++) {
        cl_event event = c->wait[i];
        /* A queue that has not been flushed may never begin. */
        if (atomic_load(&event->state) > 0) {
            if (event->queue != queue && event->number > event->queue->flushed) atomic_fetch_add(&misused, 1);
            drain(event->queue, event);
        }
        if (atomic_load(&event->state) < 0) state = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    return state;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The times of a command that runs now. */
static fake_command find_times(struct clbi_cl_queue *queue, const command *c)
{
    fake_command made = {.kind = c->kind == WRITE  ? FAKE_WRITE
                                 : c->kind == READ ? FAKE_READ
                                 : c->kind == RUN  ? FAKE_LAUNCH
                                                   : FAKE_OTHER};
    if (setup.bytes_per_tick) {
        const uint64_t items = c->range.global[0] * c->range.global[1] * c->range.global[2];
        const uint64_t amount =
            made.kind == FAKE_LAUNCH ? items / setup.items_per_tick : c->size / setup.bytes_per_tick;
        made.start = later(c->enqueued, queue->ready);
        if (made.kind != FAKE_OTHER) made.start = later(made.start, engine_ready[made.kind]);
        for (cl_uint i = 0; i < c->wait_count; i++) made.start = later(made.start, c->wait[i]->end);
        made.end = made.start + amount + 1;
        engine_ready[made.kind] = made.end;
    } else {
        made.start = atomic_fetch_add(&the_clock, 2) + 1;
        made.end = made.start + 1;
    }
    queue->ready = made.end;
    const unsigned i = atomic_load(&commands_run);
    if (i < MAX_COMMANDS) commands[i] = made;
    atomic_store(&commands_run, i + 1);
    return made;
}

/* The host has waited until then. */
static void host_waited(uint64_t end)
{
    uint64_t before = atomic_load(&host_time);
    while (before < end && !atomic_compare_exchange_weak(&host_time, &before, end)) continue;
}

static void finish_event(cl_event event, cl_int state, const fake_command *times)
{
    event->start = times->start;
    event->end = times->end;
    atomic_store(&event->state, state);
    while (event->callbacks) {
        callback *first = event->callbacks;
        event->callbacks = first->next;
        first->function(event, state, first->cookie);
        give_back(first);
    }
    if (drop(&event->head, EVENT)) give_back(event);
}

static void run_command(struct clbi_cl_queue *queue, command *c)
{
    const cl_int others = wait_for_others(queue, c);
    cl_int state = atomic_load(&queue->broken);
    const fake_command times = find_times(queue, c);
    if (state >= 0) {
        if (c->kind == RUN) {
            state = entered(NUMBER_run);
            rest(setup.run_us);
        }
        if (others) state = others;
        if (state == 0 && c->kind == RUN) run_items(c);
        else if (state == 0) move(c);
        if (state < 0) atomic_store(&queue->broken, state);
    }
    if (c->event) finish_event(c->event, state, &times);
    const struct clbi_cl_kernel_object *kernel = &c->kernel;
    for (int i = 0; c->kind == RUN && kernel->kinds[i]; i++)
        if (kernel->kinds[i] == 'b') drop_memory(VALUE(cl_mem, i));
    for (cl_uint i = 0; i < c->wait_count; i++)
        if (drop(&c->wait[i]->head, EVENT)) give_back(c->wait[i]);
    if (c->memory) drop_memory(c->memory);
    if (c->target) drop_memory(c->target);
    give_back(c);
}

/* As far as the event; NULL: to the end. */
static void drain(struct clbi_cl_queue *queue, cl_event event)
{
    lock_runs();
    while (!event || atomic_load(&event->state) > 0) {
        pthread_mutex_lock(&queue->lock);
        command *c = queue->first;
        if (c) queue->first = c->next;
        if (!queue->first) queue->last = &queue->first;
        queue->waiting = false; /* waiting flushes */
        queue->flushed = queue->enqueued;
        pthread_mutex_unlock(&queue->lock);
        if (!c) break;
        run_command(queue, c);
    }
    pthread_mutex_unlock(&run_lock);
}

/* The host waits for a queue to end. */
static void finish_queue(struct clbi_cl_queue *queue)
{
    drain(queue, NULL);
    lock_runs();
    host_waited(queue->ready);
    pthread_mutex_unlock(&run_lock);
}

/* Memory that is mapped: few, since a driver has little of it. */
static bool is_mapped(const void *host, size_t size)
{
    bool found = false;
    pthread_mutex_lock(&mapped_lock);
    for (const mapping *m = mapped; m && !found; m = m->next) {
        const uintptr_t at = (uintptr_t)host, start = (uintptr_t)m->at;
        found = at >= start && at - start <= m->size && size <= m->size - (at - start);
    }
    pthread_mutex_unlock(&mapped_lock);
    return found;
}

static cl_int append(struct clbi_cl_queue *queue, const command *wanted, cl_uint count, const cl_event *wait,
                     cl_event *event);

static void *map_memory(cl_command_queue queue, cl_mem memory, cl_map_flags flags, size_t offset, size_t size,
                        cl_uint count, const cl_event *wait, cl_event *event, cl_int *code)
{
    *code = CL_INVALID_VALUE;
    if (flags == 0 || flags > CL_MAP_WRITE_INVALIDATE_REGION || !is(&memory->head, MEMORY) || offset > memory->size ||
        size > memory->size - offset)
        return NULL;
    *code = append(queue, &(command){.kind = MAP, .memory = memory}, count, wait, event);
    if (*code) return NULL;
    retain(&memory->head);
    mapping *made = take(sizeof *made);
    pthread_mutex_lock(&mapped_lock);
    *made = (mapping){mapped, memory, memory->bytes + offset, size};
    mapped = made;
    pthread_mutex_unlock(&mapped_lock);
    return made->at;
}

static mapping *take_mapping(cl_mem memory, const void *host);

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool block, cl_map_flags flags, size_t offset,
                         size_t size, cl_uint count, const cl_event *wait, cl_event *event, cl_int *code)
{
    ENTER_CREATE(clEnqueueMapBuffer, code);
    void *host = map_memory(queue, memory, flags, offset, size, count, wait, event, code);
    if (host && block) finish_queue(queue);
    if (host) *code = atomic_load(&queue->broken);
    if (!host || !*code) return host;
    mapping *found = take_mapping(memory, host);
    drop_memory(found->memory);
    give_back(found);
    return NULL;
}

static mapping *take_mapping(cl_mem memory, const void *host)
{
    pthread_mutex_lock(&mapped_lock);
    mapping **at = &mapped;
    while (*at && ((*at)->memory != memory || (*at)->at != host)) at = &(*at)->next;
    mapping *found = *at;
    if (found) *at = found->next;
    pthread_mutex_unlock(&mapped_lock);
    return found;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *host, cl_uint count, const cl_event *wait,
                               cl_event *event)
{
    cl_int code = entered(NUMBER_clEnqueueUnmapMemObject);
    mapping *found = take_mapping(memory, host);
    if (!found) return CL_INVALID_VALUE;
    if (!code) code = append(queue, &(command){.kind = UNMAP, .memory = memory}, count, wait, event);
    drop_memory(found->memory);
    give_back(found);
    return code; /* unmapped all the same */
}

cl_int clFlush(cl_command_queue queue)
{
    ENTER(clFlush);
    pthread_mutex_lock(&queue->lock);
    queue->waiting = false;
    queue->flushed = queue->enqueued;
    pthread_mutex_unlock(&queue->lock);
    return atomic_load(&queue->broken);
}

static cl_int append(struct clbi_cl_queue *queue, const command *wanted, cl_uint count, const cl_event *wait,
                     cl_event *event)
{
    const cl_int broken = atomic_load(&queue->broken);
    if (broken) return broken; /* as a driver that has lost its context */
    for (cl_uint i = 0; i < count; i++)
        if (!is(&wait[i]->head, EVENT)) return -57;
    if (count > MAX_WAITS) abort();
    command *c = take(sizeof *c);
    *c = *wanted;
    c->wait_count = count;
    c->enqueued = atomic_load(&host_time);
    for (cl_uint i = 0; i < count; i++) {
        retain(&wait[i]->head);
        c->wait[i] = wait[i];
    }
    if (c->memory) retain(&c->memory->head);
    if (c->target) retain(&c->target->head);
    if (event) {
        cl_event made = new_object(sizeof *made, EVENT);
        atomic_init(&made->state, 3);
        made->queue = queue;
        made->profiling = queue->profiling;
        retain(&made->head);
        c->event = *event = made;
    }
    pthread_mutex_lock(&queue->lock);
    queue->enqueued++;
    if (c->event) c->event->number = queue->enqueued;
    if (c->kind == RUN) queue->waiting = true;
    if (c->kind == WRITE && queue->waiting) atomic_fetch_add(&late_flushes, 1);
    *queue->last = c;
    queue->last = &c->next;
    pthread_mutex_unlock(&queue->lock);
    return CL_SUCCESS;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                                      cl_int *code)
{
    ENTER_CREATE(clCreateCommandQueue, code);
    (void)is(&context->head, CONTEXT);
    struct clbi_cl_queue *queue = new_object(sizeof *queue, QUEUE);
    queue->non_uniform = setup.platforms[device->platform].devices[device->number].non_uniform;
    queue->profiling = (properties & CL_QUEUE_PROFILING_ENABLE) != 0;
    pthread_mutex_init(&queue->lock, NULL);
    queue->last = &queue->first;
    return queue;
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    const cl_int code = entered(NUMBER_clReleaseCommandQueue);
    if (!is(&queue->head, QUEUE)) return code;
    drain(queue, NULL);
    if (drop(&queue->head, QUEUE)) {
        pthread_mutex_destroy(&queue->lock);
        give_back(queue);
    }
    return code; /* released all the same */
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool block, size_t offset, size_t size, void *to,
                           cl_uint count, const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueReadBuffer);
    if (!is(&memory->head, MEMORY) || offset > memory->size || size > memory->size - offset) return CL_INVALID_VALUE;
    if (!block && !is_mapped(to, size)) atomic_fetch_add(&ordinary_copies, 1);
    const command c = {.kind = READ, .memory = memory, .offset = offset, .size = size, .to = to};
    const cl_int code = append(queue, &c, count, wait, event);
    if (code) return code;
    if (block) finish_queue(queue);
    return block ? atomic_load(&queue->broken) : CL_SUCCESS;
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool block, size_t offset, size_t size,
                            const void *from, cl_uint count, const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueWriteBuffer);
    if (!is(&memory->head, MEMORY) || offset > memory->size || size > memory->size - offset) return CL_INVALID_VALUE;
    if (!block && !is_mapped(from, size)) atomic_fetch_add(&ordinary_copies, 1);
    const command c = {.kind = WRITE, .memory = memory, .offset = offset, .size = size, .from = from};
    const cl_int code = append(queue, &c, count, wait, event);
    if (code) return code;
    if (block) finish_queue(queue);
    return block ? atomic_load(&queue->broken) : CL_SUCCESS;
}

static bool fits(cl_mem memory, size_t offset, size_t size)
{
    return is(&memory->head, MEMORY) && offset <= memory->size && size <= memory->size - offset;
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                           size_t size, cl_uint count, const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueCopyBuffer);
    if (!fits(from, from_offset, size) || !fits(to, to_offset, size)) return CL_INVALID_VALUE;
    const unsigned char *a = from->bytes + from_offset, *b = to->bytes + to_offset;
    if ((a < b ? b - a : a - b) < (ptrdiff_t)size) return -8;
    return append(queue,
                  &(command){.kind = COPY,
                             .memory = from,
                             .target = to,
                             .offset = from_offset,
                             .target_offset = to_offset,
                             .size = size},
                  count, wait, event);
}

static bool box_fits(const command *c, cl_mem memory, const box_place *p)
{
    return is(&memory->head, MEMORY) && c->region[0] > 0 && c->region[1] > 0 && c->region[2] > 0 &&
           p->row >= c->region[0] && p->slice >= c->region[1] * p->row && p->slice % p->row == 0 &&
           byte_of(p, c->region[0] - 1, c->region[1] - 1, c->region[2] - 1) < memory->size;
}

static cl_int append_box(cl_command_queue queue, command *c, const size_t *origin, const size_t *other,
                         const size_t *region, const size_t pitches[4], cl_uint count, const cl_event *wait,
                         cl_event *event)
{
    c->is_box = true;
    c->place = (box_place){{origin[0], origin[1], origin[2]}, pitches[0], pitches[1]};
    c->other = (box_place){{other[0], other[1], other[2]}, pitches[2], pitches[3]};
    memcpy(c->region, region, sizeof c->region);
    if (!box_fits(c, c->memory, &c->place) || (c->target && !box_fits(c, c->target, &c->other)))
        return CL_INVALID_VALUE;
    return append(queue, c, count, wait, event);
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem memory, cl_bool block, const size_t *origin,
                               const size_t *other, const size_t *region, size_t row, size_t slice, size_t host_row,
                               size_t host_slice, void *to, cl_uint count, const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueReadBufferRect);
    if (block) return CL_INVALID_VALUE; /* nobody does */
    return append_box(queue, &(command){.kind = READ, .memory = memory, .to = to}, origin, other, region,
                      (const size_t[]){row, slice, host_row, host_slice}, count, wait, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem memory, cl_bool block, const size_t *origin,
                                const size_t *other, const size_t *region, size_t row, size_t slice, size_t host_row,
                                size_t host_slice, const void *from, cl_uint count, const cl_event *wait,
                                cl_event *event)
{
    ENTER(clEnqueueWriteBufferRect);
    if (block) return CL_INVALID_VALUE;
    return append_box(queue, &(command){.kind = WRITE, .memory = memory, .from = from}, origin, other, region,
                      (const size_t[]){row, slice, host_row, host_slice}, count, wait, event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *origin,
                               const size_t *other, const size_t *region, size_t row, size_t slice, size_t to_row,
                               size_t to_slice, cl_uint count, const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueCopyBufferRect);
    return append_box(queue, &(command){.kind = COPY, .memory = from, .target = to}, origin, other, region,
                      (const size_t[]){row, slice, to_row, to_slice}, count, wait, event);
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void *pattern, size_t pattern_size,
                           size_t offset, size_t size, cl_uint count, const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueFillBuffer);
    command c = {.kind = FILL, .memory = memory, .offset = offset, .size = size, .pattern_size = pattern_size};
    if (!fits(memory, offset, size) || pattern_size == 0 || pattern_size > sizeof c.pattern || offset % pattern_size ||
        size % pattern_size)
        return CL_INVALID_VALUE;
    memcpy(c.pattern, pattern, pattern_size);
    return append(queue, &c, count, wait, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueMarkerWithWaitList);
    return append(queue, &(command){.kind = MARK}, count, wait, event);
}

#include "fake_images.h"

cl_int clFinish(cl_command_queue queue)
{
    const cl_int code = entered(NUMBER_clFinish);
    finish_queue(queue); /* even a failing one: the commands are gone */
    return code ? code : atomic_load(&queue->broken);
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

cl_int clWaitForEvents(cl_uint count, const cl_event *events)
{
    ENTER(clWaitForEvents);
    bool failed = false;
    for (cl_uint i = 0; i < count; i++) {
        if (!is(&events[i]->head, EVENT)) return -58;
        if (atomic_load(&events[i]->state) > 0) drain(events[i]->queue, events[i]);
        while (atomic_load(&events[i]->state) > 0) (void)nanosleep(&(struct timespec){0, 10000}, NULL);
        host_waited(events[i]->end);
        failed = failed || atomic_load(&events[i]->state) < 0;
    }
    return failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS;
}

cl_int clGetEventInfo(cl_event event, cl_event_info parameter, size_t size, void *value, size_t *full)
{
    ENTER(clGetEventInfo);
    if (!is(&event->head, EVENT) || parameter != CL_EVENT_COMMAND_EXECUTION_STATUS) return CL_INVALID_VALUE;
    const cl_int state = atomic_load(&event->state);
    return answer(&state, sizeof state, size, value, full);
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info parameter, size_t size, void *value, size_t *full)
{
    ENTER(clGetEventProfilingInfo);
    if (!is(&event->head, EVENT)) return -58;
    if (!event->profiling || atomic_load(&event->state) != CL_COMPLETE) return -7;
    return answer_ulong(parameter == CL_PROFILING_COMMAND_START ? event->start : event->end, size, value, full);
}

cl_int clSetEventCallback(cl_event event, cl_int when, void (*function)(cl_event, cl_int, void *), void *cookie)
{
    ENTER(clSetEventCallback);
    if (!is(&event->head, EVENT) || when != CL_COMPLETE) return -58;
    lock_runs();
    const cl_int state = atomic_load(&event->state);
    if (state <= 0) {
        function(event, state, cookie);
    } else {
        callback *made = take(sizeof *made);
        *made = (callback){event->callbacks, function, cookie};
        event->callbacks = made;
    }
    pthread_mutex_unlock(&run_lock);
    return CL_SUCCESS;
}

cl_int clRetainEvent(cl_event event)
{
    ENTER(clRetainEvent);
    if (!is(&event->head, EVENT)) return -58;
    retain(&event->head);
    return CL_SUCCESS;
}

cl_int clReleaseEvent(cl_event event)
{
    const cl_int code = entered(NUMBER_clReleaseEvent);
    if (drop(&event->head, EVENT)) give_back(event);
    return code; /* released all the same */
}

#include "fake_programs.h"
