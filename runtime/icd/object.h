/* OpenCL's objects: the head that they share, the members of each kind, and the functions on them that several files
 * need. Every handle of the application points to an object.
 *
 * An object has two counts. References are the application's (CL_..._REFERENCE_COUNT). Holds are those of commands and
 * of other objects, and one for the application as long as it has a reference. The object is destroyed with its last
 * hold. The memory of destroyed objects is used again late, so that a released handle is recognised for a while.
 *
 * Knows the native back end's table (core/backend.h) and source.h; must not know where programs come from.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_OBJECT_H
#define CLBI_ICD_OBJECT_H

#include "core/backend.h"
#include "icd/api.h"
#include "icd/source.h"
#include "native/variables.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kind of an object. Other memory hardly contains these numbers. */
typedef enum icd_kind {
    ICD_DEAD = 0,
    ICD_PLATFORM = 0x0c1b0001,
    ICD_DEVICE = 0x0c1b0002,
    ICD_CONTEXT = 0x0c1b0003,
    ICD_QUEUE = 0x0c1b0004,
    ICD_MEMORY = 0x0c1b0005,
    ICD_PROGRAM = 0x0c1b0006,
    ICD_KERNEL = 0x0c1b0007,
    ICD_EVENT = 0x0c1b0008,
    ICD_SAMPLER = 0x0c1b0009,
    ICD_DEVICE_QUEUE = 0x0c1b000a /* a cl_command_queue */
} icd_kind;

typedef struct icd_object {
    const cl_icd_dispatch *dispatch; /* first: loaders read it */
    _Atomic(void *) dispatch_data;   /* second: of cl_khr_icd 2, the loader's own */
    atomic_uint kind;                /* icd_kind */
    atomic_uint references;          /* the application's */
    atomic_uint holds;
    void (*destroy)(struct icd_object *object); /* releases what the object holds, but not its own memory */
    struct icd_object *next;                    /* in the list of destroyed objects */
} icd_object;

/* A new object of `size` bytes, all zero behind the head, with one reference; NULL without memory. `size` is the same
 * for all objects of a kind. */
void *clbi_icd_object_new(icd_kind kind, size_t size, void (*destroy)(icd_object *object));
/* Destroys an object at once, also a half-built one. NULL is allowed. */
void clbi_icd_object_discard(icd_object *object);
/* Sets the loader's data in this object and in all that are made later. */
void clbi_icd_object_set_data(icd_object *object, void *dispatch_data);
/* Whether the handle points to a live object of this kind. */
bool clbi_icd_object_valid(const void *handle, icd_kind kind);
void clbi_icd_object_hold(icd_object *object);
void clbi_icd_object_drop(icd_object *object); /* NULL is allowed */
void clbi_icd_object_retain(icd_object *object);
void clbi_icd_object_release(icd_object *object);

/* Answers a clGet...Info. `room`: the bytes at `value`; CL_INVALID_VALUE: they are too few. `value` NULL: the
 * application asks only for the size. */
cl_int clbi_icd_answer(size_t room, void *value, size_t *size_ret, const void *answer, size_t size);
cl_int clbi_icd_answer_text(size_t room, void *value, size_t *size_ret, const char *text);

/* Sets *errcode_ret. NULL is allowed. */
void clbi_icd_code(cl_int *errcode_ret, cl_int code);

/* Copies a list of pairs of integers of `size` bytes, which ends in a 0. *count: its length with the 0. For NULL, *copy
 * is NULL and *count 0. False without memory. */
bool clbi_icd_properties_copy(const void *list, size_t size, void **copy, size_t *count);

/* The lock of all members that are marked with it: mappings, SVM areas, builds. It is held for a few operations only.
 */
void clbi_icd_lock(void);
void clbi_icd_unlock(void);

/* ---- Destructor callbacks ------------------------------------------------------------------------------------------
 */

/* A function of the application of any type. The file that adds it casts it back to its type for the call. */
typedef void CL_CALLBACK icd_notify(void);

/* A callback of clSet...DestructorCallback. They are called in the reverse order of registration. */
typedef struct icd_destructor {
    struct icd_destructor *next;
    icd_notify *notify;
    void *user_data;
} icd_destructor;

/* False without memory. Thread-safe. */
bool clbi_icd_destructor_add(_Atomic(icd_destructor *) *list, icd_notify *notify, void *user_data);
/* Calls and frees all. `call` casts `notify` to its type, and calls it. */
void clbi_icd_destructors_call(_Atomic(icd_destructor *) *list, icd_object *object,
                               void (*call)(icd_notify *notify, icd_object *object, void *user_data));

/* ---- Objects -------------------------------------------------------------------------------------------------------
 */

struct _cl_platform_id {
    icd_object object;
};

struct _cl_device_id {
    icd_object object;
    cl_device_id parent; /* of a sub-device, which holds it; or NULL */
    clb_device_info info;
    void *native;                            /* of clbi_native_backend */
    uint32_t index;                          /* among the sub-devices that were made at once */
    cl_device_id next;                       /* in the list of all devices */
    cl_device_partition_property *partition; /* the properties of clCreateSubDevices, or NULL */
    size_t partition_count;
};

struct _cl_context {
    icd_object object;
    cl_device_id *devices;
    cl_uint device_count;
    cl_command_queue *default_queues; /* on the device, or NULL: one for each device; under clbi_icd_lock */
    atomic_bool has_defaults;         /* there has been one that is not NULL */
    cl_context_properties *properties;
    size_t property_count;
    _Atomic(icd_destructor *) destructors;
    struct icd_area *areas; /* allocations of clSVMAlloc; under clbi_icd_lock */
};

struct _cl_command_queue {
    icd_object object;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties flags;
    cl_queue_properties *properties;
    size_t property_count;
    cl_uint size; /* bytes, of a queue on the device, which has no members of those that follow */
    /* Under the scheduler's lock, in command.c. */
    cl_event first, last;                          /* commands that have not ended, in order */
    cl_event first_ready, last_ready;              /* commands that may run now, in order */
    cl_event barrier;                              /* the last barrier, if it has not ended */
    uint64_t count;                                /* commands that were ever in the list */
    unsigned ready;                                /* commands that may run now */
    unsigned direct;                               /* commands that run in the thread that enqueues them */
    unsigned waiters;                              /* threads that sleep until something changes for them */
    unsigned finishing;                            /* threads that wait until all commands have ended... */
    uint64_t finish_number;                        /* ...up to one with at least this number */
    cl_command_queue next_active, previous_active; /* in the list of queues with ready commands */
    cl_command_queue next_queue, previous_queue;   /* in the list of all queues */
    bool active;                                   /* the queue is in the list of queues with ready commands */
    bool conditioned;                              /* `changed` is initialised */
    pthread_cond_t changed;
};

/* A mapping, for clEnqueueUnmapMemObject. */
typedef struct icd_mapping {
    struct icd_mapping *next;
    void *address;
} icd_mapping;

struct _cl_mem {
    icd_object object;
    cl_context context;
    cl_mem_object_type type;
    cl_mem_flags flags;
    size_t size;
    void *host;    /* as given to clCreateBuffer, or NULL */
    char *data;    /* the first byte of the object's memory */
    bool owned;    /* data is freed with the object */
    bool shared;   /* host is an SVM pointer */
    cl_mem parent; /* the buffer of a sub-buffer or image, which holds it; or NULL */
    size_t origin; /* of a sub-buffer: bytes from the start of the parent */
    cl_mem_properties *properties;
    size_t property_count;
    _Atomic(icd_destructor *) destructors;
    icd_mapping *mappings; /* under clbi_icd_lock, like their number */
    unsigned map_count;
    clb_native_image image; /* of an image: the description that kernels get */
    cl_image_format format;
    clb_native_pipe *pipe; /* of a pipe: the same; it is `data` */
};

static inline bool icd_is_image(const struct _cl_mem *memory)
{
    return memory->type != CL_MEM_OBJECT_BUFFER && memory->type != CL_MEM_OBJECT_PIPE;
}

struct _cl_sampler {
    icd_object object;
    cl_context context;
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    uint32_t bits; /* CLB_SAMPLER_... */
    cl_sampler_properties *properties;
    size_t property_count;
};

/* A kernel of a program. */
typedef struct icd_entry {
    clbi_icd_binary *binary; /* held by the program */
    uint32_t number;         /* in its bundle */
    char *name;
    atomic_uint cost;     /* ps for each work-item, by earlier launches; 0: not known */
    atomic_uint launches; /* of which some are timed: a number that grows */
} icd_entry;

/* The call that created a program, which decides what may be done with it. */
typedef enum icd_origin { ICD_FROM_SOURCE, ICD_FROM_BINARY, ICD_FROM_BUILT_IN, ICD_FROM_LINK } icd_origin;

/* A unit that a program was compiled or linked from. Programs share units. */
typedef struct icd_unit {
    atomic_uint references;
    clbi_icd_source source; /* owns its texts */
} icd_unit;

struct _cl_program {
    icd_object object;
    cl_context context;
    icd_origin origin;
    cl_device_id *devices;
    cl_uint device_count;
    clbi_variables *variables; /* one for each device; empty when it is built anew */
    char *source;              /* NULL: none */
    size_t source_length;
    clbi_icd_binary *given; /* of ICD_FROM_BINARY: the binary that it was created from */
    _Atomic(icd_destructor *) destructors;
    /* Under clbi_icd_lock. */
    cl_build_status status;
    cl_program_binary_type type;
    char *options, *log;
    icd_unit **units; /* of the last compilation or link */
    size_t unit_count;
    icd_entry *entries;
    uint32_t entry_count;
    unsigned kernels; /* kernel objects: while there are any, the program cannot be built again */
};

/* An argument of a kernel as it was set. */
typedef struct icd_argument {
    bool set;
    cl_mem memory; /* not held: the application keeps it until the kernel is enqueued */
    void *pointer; /* an SVM pointer, if memory is NULL */
    size_t size;   /* bytes of local memory */
    size_t place;  /* of a value or a sampler's bits: bytes from the start of the kernel's values */
} icd_argument;

struct _cl_kernel {
    icd_object object;
    cl_program program;
    icd_entry *entry;
    const clb_bundle *bundle;
    const clb_kernel_data *data;
    const clb_argument_data *parameters;
    const clb_native_kernel *native;
    const uint32_t *required; /* three sizes: the work-group size that it requires, or zeros */
    clbi_value *constants;    /* the defaults of its bundle's specialisation constants; NULL: it has none */
    uint32_t count;           /* of arguments */
    uint32_t missing;         /* arguments that are not set */
    icd_argument *arguments;  /* count */
    char *values;             /* of arguments by value, each aligned as its type needs */
    size_t value_size, value_alignment;
    bool uneven; /* the last group of a dimension may be smaller */
};

/* `waiting` waits for the event in whose list `dependents` this edge stands. */
typedef struct icd_edge {
    struct icd_edge *next;
    cl_event waiting;
} icd_edge;

typedef struct icd_callback {
    struct icd_callback *next;
    cl_event event; /* held while the callback is due */
    cl_int type;    /* CL_SUBMITTED, CL_RUNNING or CL_COMPLETE */
    cl_int status;  /* the argument of the call */
    void(CL_CALLBACK *notify)(cl_event event, cl_int status, void *user_data);
    void *user_data;
} icd_callback;

/* The work of a command. */
typedef struct icd_command {
    cl_command_type type;
    uint64_t cost; /* ns, estimated; UINT64_MAX: not known */
    /* Does the work, and returns CL_SUCCESS or the error with which the command ends. NULL: there is no work. */
    cl_int (*run)(const struct icd_command *command, cl_command_queue queue);
    /* Makes *command outlive the call that enqueues it: copies what its pointers point to, or holds it. False without
     * memory; then nothing is held. NULL: there is nothing to hold. */
    bool (*keep)(struct icd_command *command);
    void (*drop)(struct icd_command *command); /* releases what keep copied or holds */
    /* Data of the kinds of commands: see transfer.c, image_transfer.c, launch.c and svm.c. */
    cl_mem memory[2];
    void *to;
    const void *from;
    size_t size, count;
    size_t region[3], to_pitch[2], from_pitch[2]; /* bytes */
    unsigned char pattern[128];
    void *extra;
    const struct icd_launch *launch;
    void(CL_CALLBACK *native)(void *arguments);
    void(CL_CALLBACK *svm_free)(cl_command_queue queue, cl_uint count, void *pointers[], void *user_data);
} icd_command;

typedef enum icd_state { ICD_WAITING, ICD_READY, ICD_RUNNING, ICD_ENDED } icd_state;

enum { ICD_EDGES = 4 };

struct _cl_event {
    icd_object object;
    cl_context context;
    cl_command_queue queue;                     /* NULL: a user event */
    atomic_int status;                          /* CL_COMPLETE to CL_QUEUED, or an error */
    uint64_t queued, submitted, started, ended; /* ns */
    bool profiled;
    /* Under the scheduler's lock. */
    icd_state state;
    bool in_order;           /* it runs when all earlier commands of its queue have ended */
    bool failed;             /* an event that it waited for has failed */
    uint64_t number;         /* among the queue's commands, from 1 */
    size_t waits;            /* events that it still waits for */
    unsigned awaited;        /* threads that wait for it */
    cl_event previous, next; /* in the queue */
    cl_event next_ready;
    icd_edge *dependents; /* the events that wait for this one */
    icd_callback *callbacks;
    icd_edge *edges, few[ICD_EDGES]; /* one for each event that this one waits for */
    icd_command command;
};

/* ---- Scheduler: command.c ------------------------------------------------------------------------------------------
 */

/* CL_SUCCESS, CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT. */
cl_int clbi_icd_check_wait_list(cl_context context, cl_uint count, const cl_event *list);

/* Enqueues a command whose wait list has been checked. With `block`, returns when it has ended, with its error. Memory
 * that the command points to need only last for the call. On success *event (unless NULL) belongs to the application.
 */
cl_int clbi_icd_enqueue(cl_command_queue queue, const icd_command *command, cl_uint count, const cl_event *list,
                        bool block, cl_event *event);
/* The parameters that the clEnqueue functions share: the queue, whether to block, the wait list, and the event. */
typedef struct icd_submission {
    cl_command_queue queue;
    cl_bool blocking;
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_event *event; /* NULL: none is wanted */
} icd_submission;

/* Calls clbi_icd_enqueue with these parameters. */
cl_int clbi_icd_submit(const icd_submission *submission, const icd_command *command);
/* Ends a user event. CL_INVALID_OPERATION: it had ended before. */
cl_int clbi_icd_end_user_event(cl_event event, cl_int status);
/* Waits until the event has ended. Returns its status: CL_COMPLETE or an error. */
cl_int clbi_icd_wait(cl_event event);
/* Waits until all commands that the queue has now have ended. */
void clbi_icd_finish(cl_command_queue queue);
/* The scheduler knows all queues. */
void clbi_icd_queue_add(cl_command_queue queue);
void clbi_icd_queue_remove(cl_command_queue queue);
/* CL_SUCCESS, CL_OUT_OF_HOST_MEMORY. */
cl_int clbi_icd_add_callback(cl_event event, cl_int type,
                             void(CL_CALLBACK *notify)(cl_event event, cl_int status, void *data), void *user_data);
void clbi_icd_event_destroy(icd_object *object);

/* ---- fork ----------------------------------------------------------------------------------------------------------
 * A child has the objects but none of the other threads. fork.c takes all locks before the fork, and releases them in
 * both processes. The child restores the scheduler and the devices when it first enqueues or waits. */

typedef enum icd_fork { ICD_BEFORE_FORK, ICD_IN_PARENT, ICD_IN_CHILD } icd_fork;

void clbi_icd_fork_watch(void); /* further calls do nothing */
void clbi_icd_scheduler_fork(icd_fork when);
void clbi_icd_objects_fork(icd_fork when);
void clbi_icd_devices_fork(icd_fork when);
void clbi_icd_devices_set_data(void *dispatch_data); /* of cl_khr_icd 2 */
/* In a child: gives every device new threads. Without memory for them, launches on the device fail. */
void clbi_icd_devices_mend(void);

/* ---- Others --------------------------------------------------------------------------------------------------------
 */

cl_platform_id clbi_icd_platform(void);
/* The device of this machine; NULL without memory. */
cl_device_id clbi_icd_device(void);
bool clbi_icd_context_has(cl_context context, cl_device_id device);

/* The number of bytes from an address to the end of its SVM area; 0: it is in none. */
size_t clbi_icd_svm_size(cl_context context, const void *address);
void clbi_icd_svm_clear(cl_context context);

/* Whether commands of the queue may use the buffer: CL_SUCCESS, CL_INVALID_MEM_OBJECT or CL_INVALID_CONTEXT. */
cl_int clbi_icd_check_buffer(cl_command_queue queue, cl_mem buffer);

/* ---- Memory objects: memory.c, transfer.c --------------------------------------------------------------------------
 */

/* A memory object to which the caller gives its memory; NULL without memory. */
cl_mem clbi_icd_memory_new(cl_context context, cl_mem_object_type type, cl_mem_flags flags, size_t size);
/* CL_INVALID_VALUE: flags exclude each other or do not exist. */
cl_int clbi_icd_check_flags(cl_mem_flags flags);
/* Adds to *flags those that a sub-buffer or image inherits from its buffer. CL_INVALID_VALUE: they contradict them. */
cl_int clbi_icd_inherit_flags(cl_mem buffer, cl_mem_flags *flags);
uint64_t clbi_icd_largest_allocation(cl_context context);

#define ICD_DEVICE_ACCESS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define ICD_HOST_CANNOT_READ (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)
#define ICD_HOST_CANNOT_WRITE (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)

/* `run` of commands that copy boxes; `keep` and `drop` of commands with memory objects. */
cl_int clbi_icd_run_box(const icd_command *command, cl_command_queue queue);
bool clbi_icd_keep_memory(icd_command *command);
void clbi_icd_drop_memory(icd_command *command);
uint64_t clbi_icd_move_cost(size_t size); /* the expected time of a copy, ns */
/* CL_INVALID_VALUE: the flags do not exist, or exclude each other. CL_INVALID_OPERATION: the host may not access it so.
 */
cl_int clbi_icd_check_map(cl_mem memory, cl_map_flags flags);
bool clbi_icd_mapping_add(cl_mem memory, void *address);          /* false without memory */
bool clbi_icd_mapping_remove(cl_mem memory, const void *address); /* false: nothing is mapped at the address */

#endif
