/* OpenCL's objects: what they have in common, and what each of them holds. Every handle of the application points to
 * one.
 *
 * An object counts the application's references (CL_..._REFERENCE_COUNT) apart from its holds: those of commands, of
 * other objects, and one for the application as long as it has a reference. It is destroyed with its last hold. The
 * memory of destroyed objects is used again late, so that a handle that was released is recognised for a while.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_OBJECT_H
#define CLBI_ICD_OBJECT_H

#include "core/backend.h"
#include "icd/api.h"
#include "icd/source.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What kind of object a handle points to. Numbers that other memory hardly has. */
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
    ICD_SAMPLER = 0x0c1b0009
} icd_kind;

typedef struct icd_object {
    const cl_icd_dispatch *dispatch; /* first: loaders read it */
    _Atomic(void *) dispatch_data;   /* second: of cl_khr_icd 2, the loader's own */
    atomic_uint kind;                /* icd_kind */
    atomic_uint references;          /* the application's */
    atomic_uint holds;
    void (*destroy)(struct icd_object *object); /* gives back what it holds; not its own memory */
    struct icd_object *next;                    /* of destroyed ones */
} icd_object;

/* A new object of `size` bytes, all zero behind the head, with one reference; NULL: no memory. `size` is the same for
 * all objects of a kind. */
void *clbi_icd_object_new(icd_kind kind, size_t size, void (*destroy)(icd_object *object));
/* Of one that failed half-way: destroys it. NULL is allowed. */
void clbi_icd_object_discard(icd_object *object);
/* The loader's data: for the object, and all that are made later. */
void clbi_icd_object_set_data(icd_object *object, void *dispatch_data);
/* Whether it is a live object of this kind. */
bool clbi_icd_object_valid(const void *handle, icd_kind kind);
void clbi_icd_object_hold(icd_object *object);
void clbi_icd_object_drop(icd_object *object); /* NULL is allowed */
void clbi_icd_object_retain(icd_object *object);
void clbi_icd_object_release(icd_object *object);

/* The answer to a clGet...Info: CL_INVALID_VALUE where the room is too small. `value` NULL: only the size is asked for.
 */
cl_int clbi_icd_answer(size_t room, void *value, size_t *size_ret, const void *answer, size_t size);
cl_int clbi_icd_answer_text(size_t room, void *value, size_t *size_ret, const char *text);

/* Sets *errcode_ret, which may be NULL. */
void clbi_icd_code(cl_int *errcode_ret, cl_int code);

/* A list of pairs of integers of `size` bytes that a 0 ends, copied: *count is its length with the 0; NULL stays NULL
 * with 0. False: no memory. */
bool clbi_icd_properties_copy(const void *list, size_t size, void **copy, size_t *count);

/* One lock for what objects keep beside the scheduler: mappings, areas, builds. It is held for a few operations only.
 */
void clbi_icd_lock(void);
void clbi_icd_unlock(void);

/* ---- Destructor callbacks ------------------------------------------------------------------------------------------
 */

/* A function of the application's, whatever its type: the file that adds it calls it by that. */
typedef void CL_CALLBACK icd_notify(void);

/* Called in the reverse order of their registration. */
typedef struct icd_destructor {
    struct icd_destructor *next;
    icd_notify *notify;
    void *user_data;
} icd_destructor;

/* False: no memory. Thread-safe. */
bool clbi_icd_destructor_add(_Atomic(icd_destructor *) *list, icd_notify *notify, void *user_data);
/* `call` calls `notify` by its own type. */
void clbi_icd_destructors_call(_Atomic(icd_destructor *) *list, icd_object *object,
                               void (*call)(icd_notify *notify, icd_object *object, void *user_data));

/* ---- Objects -------------------------------------------------------------------------------------------------------
 */

struct _cl_platform_id {
    icd_object object;
};

struct _cl_device_id {
    icd_object object;
    cl_device_id parent; /* of a sub-device, which holds it */
    clb_device_info info;
    void *native;                            /* of clbi_native_backend */
    uint32_t index;                          /* among the sub-devices that were made at once */
    cl_device_id next;                       /* of all devices */
    cl_device_partition_property *partition; /* by which it was made; NULL: none */
    size_t partition_count;
};

struct _cl_context {
    icd_object object;
    cl_device_id *devices;
    cl_uint device_count;
    cl_context_properties *properties;
    size_t property_count;
    _Atomic(icd_destructor *) destructors;
    struct icd_area *areas; /* of clSVMAlloc; under clbi_icd_lock */
};

struct _cl_command_queue {
    icd_object object;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties flags;
    cl_queue_properties *properties;
    size_t property_count;
    /* Under the scheduler's lock: command.c. */
    cl_event first, last;                          /* commands that have not ended, in order */
    cl_event first_ready, last_ready;              /* of them, those that may run now */
    cl_event barrier;                              /* the last one that has not ended */
    uint64_t count;                                /* commands that were ever in the list */
    unsigned ready;                                /* length of the list of ready ones */
    unsigned direct;                               /* commands that run in the thread that enqueues them */
    unsigned waiters;                              /* threads that sleep until something changes */
    cl_command_queue next_active, previous_active; /* of the queues with ready commands */
    cl_command_queue next_queue, previous_queue;   /* of all queues */
    bool active;
    bool conditioned; /* there is a condition */
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
    void *host; /* as given to clCreateBuffer */
    char *data;
    bool owned;    /* data is freed with it */
    bool shared;   /* host is an SVM pointer */
    cl_mem parent; /* of a sub-buffer, which holds it */
    size_t origin; /* in the parent */
    cl_mem_properties *properties;
    size_t property_count;
    _Atomic(icd_destructor *) destructors;
    icd_mapping *mappings; /* under clbi_icd_lock, as their number */
    unsigned map_count;
    clb_native_image image; /* of an image: what kernels get */
    cl_image_format format;
};

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

/* A kernel that a program has. */
typedef struct icd_entry {
    clbi_icd_binary *binary; /* held by the program */
    uint32_t number;         /* in its bundle */
    char *name;
    atomic_uint cost; /* ps a work-item, as lately seen; 0: not known */
} icd_entry;

/* How a program came to be, which decides what may be done with it. */
typedef enum icd_origin { ICD_FROM_SOURCE, ICD_FROM_BINARY, ICD_FROM_BUILT_IN, ICD_FROM_LINK } icd_origin;

/* A unit that a program was compiled or linked from. Shared: counted. */
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
    char *source; /* NULL: none */
    size_t source_length;
    clbi_icd_binary *given; /* FROM_BINARY: what it stands for, until it is built */
    _Atomic(icd_destructor *) destructors;
    /* Under clbi_icd_lock. */
    cl_build_status status;
    cl_program_binary_type type;
    char *options, *log;
    icd_unit **units; /* of the last compilation or link */
    size_t unit_count;
    icd_entry *entries;
    uint32_t entry_count;
    unsigned kernels; /* objects: while there are any, it cannot be built again */
};

/* An argument of a kernel as it was set. */
typedef struct icd_argument {
    bool set;
    cl_mem memory; /* not held: the application keeps it until the kernel is enqueued */
    void *pointer; /* without a memory object: the address */
    size_t size;   /* bytes of local memory */
    size_t place;  /* of a value or a sampler's bits, in the kernel's */
} icd_argument;

struct _cl_kernel {
    icd_object object;
    cl_program program;
    icd_entry *entry;
    const clb_bundle *bundle;
    const clb_kernel_data *data;
    const clb_argument_data *parameters;
    const clb_native_kernel *native;
    const uint32_t *required; /* the work-group size that it requires, or zeros */
    clbi_value *constants;    /* the defaults of its bundle's specialisation constants, or NULL: there are none */
    uint32_t count;           /* of arguments */
    uint32_t missing;         /* arguments that are not set */
    icd_argument *arguments;  /* count */
    char *values;             /* of arguments by value, each aligned as its type needs */
    size_t value_size;
    bool uneven; /* its program's version of OpenCL C lets the last group of a dimension be smaller */
};

/* That an event waits for another one. */
typedef struct icd_edge {
    struct icd_edge *next; /* of the same event that is waited for */
    cl_event waiting;
} icd_edge;

typedef struct icd_callback {
    struct icd_callback *next;
    cl_event event; /* held while it is due */
    cl_int type;    /* CL_SUBMITTED, CL_RUNNING or CL_COMPLETE */
    cl_int status;  /* what it is called with */
    void(CL_CALLBACK *notify)(cl_event event, cl_int status, void *user_data);
    void *user_data;
} icd_callback;

/* What a command does. */
typedef struct icd_command {
    cl_command_type type;
    uint64_t cost; /* ns, estimated; UINT64_MAX: not known */
    /* NULL: nothing. CL_SUCCESS, or the error that ends the command. */
    cl_int (*run)(const struct icd_command *command, cl_command_queue queue);
    /* Makes *command outlive the call that enqueues it: holds and copies what it points to. False: no memory; then
     * nothing is held. NULL: there is nothing to hold. */
    bool (*keep)(struct icd_command *command);
    void (*drop)(struct icd_command *command); /* gives back what keep took */
    /* Of the command: see transfer.c, launch.c, svm.c. */
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
    atomic_int status;                          /* of execution */
    uint64_t queued, submitted, started, ended; /* ns */
    bool profiled;
    /* Under the scheduler's lock. */
    icd_state state;
    bool in_order;           /* runs when all commands of its queue before it have ended */
    bool failed;             /* an event that it waited for did */
    uint64_t number;         /* of the queue's commands, from 1 */
    size_t waits;            /* events that it waits for */
    cl_event previous, next; /* of the queue's commands */
    cl_event next_ready;
    icd_edge *dependents; /* who waits for this one */
    icd_callback *callbacks;
    icd_edge *edges, few[ICD_EDGES]; /* with which this one waits */
    icd_command command;
};

/* ---- Scheduler: command.c ------------------------------------------------------------------------------------------
 */

/* CL_SUCCESS, CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT. */
cl_int clbi_icd_check_wait_list(cl_context context, cl_uint count, const cl_event *list);

/* Enqueues a command after its wait list was checked. With `block`, returns when it has ended, with its error. What the
 * command points to need only last for the call. On success *event (unless NULL) is the application's. */
cl_int clbi_icd_enqueue(cl_command_queue queue, const icd_command *command, cl_uint count, const cl_event *list,
                        bool block, cl_event *event);
/* Where and how the application enqueues a command: the parameters that the clEnqueue functions share. */
typedef struct icd_submission {
    cl_command_queue queue;
    cl_bool blocking;
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_event *event; /* NULL: none is wanted */
} icd_submission;

/* clbi_icd_enqueue by these parameters. */
cl_int clbi_icd_submit(const icd_submission *submission, const icd_command *command);
/* Ends a user event. CL_INVALID_OPERATION: it has ended before. */
cl_int clbi_icd_end_user_event(cl_event event, cl_int status);
cl_int clbi_icd_wait(cl_event event); /* its status when it has ended: CL_COMPLETE or an error */
void clbi_icd_finish(cl_command_queue queue);
/* The scheduler knows all queues. */
void clbi_icd_queue_add(cl_command_queue queue);
void clbi_icd_queue_remove(cl_command_queue queue);
/* CL_SUCCESS, CL_OUT_OF_HOST_MEMORY. */
cl_int clbi_icd_add_callback(cl_event event, cl_int type,
                             void(CL_CALLBACK *notify)(cl_event event, cl_int status, void *data), void *user_data);
void clbi_icd_event_destroy(icd_object *object);

/* ---- fork ----------------------------------------------------------------------------------------------------------
 * A child has the objects but none of the threads. fork.c takes all locks before, and gives them back on both sides;
 * what a child must mend is mended when it first enqueues or waits. */

typedef enum icd_fork { ICD_BEFORE_FORK, ICD_IN_PARENT, ICD_IN_CHILD } icd_fork;

void clbi_icd_fork_watch(void); /* once or more often */
void clbi_icd_scheduler_fork(icd_fork when);
void clbi_icd_objects_fork(icd_fork when);
void clbi_icd_devices_fork(icd_fork when);
void clbi_icd_devices_set_data(void *dispatch_data); /* of cl_khr_icd 2 */
/* In a child: gives every device threads of its own; one for which there is no memory runs no kernels. */
void clbi_icd_devices_mend(void);

/* ---- Others --------------------------------------------------------------------------------------------------------
 */

cl_platform_id clbi_icd_platform(void);
/* The device of this machine; NULL: no memory. */
cl_device_id clbi_icd_device(void);
bool clbi_icd_context_has(cl_context context, cl_device_id device);

/* The bytes of the SVM area around an address, from there on; 0: there is none. */
size_t clbi_icd_svm_size(cl_context context, const void *address);
void clbi_icd_svm_clear(cl_context context);

/* A buffer that commands may use: CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT. */
cl_int clbi_icd_check_buffer(cl_command_queue queue, cl_mem buffer);

/* ---- Memory objects: memory.c, transfer.c --------------------------------------------------------------------------
 */

/* Without memory behind it; NULL: there is no memory. */
cl_mem clbi_icd_memory_new(cl_context context, cl_mem_object_type type, cl_mem_flags flags, size_t size);
/* CL_INVALID_VALUE: flags that exclude each other or do not exist. */
cl_int clbi_icd_check_flags(cl_mem_flags flags);
/* The flags of a memory object that is made of a buffer: CL_INVALID_VALUE, or *flags with what it inherits. */
cl_int clbi_icd_inherit_flags(cl_mem buffer, cl_mem_flags *flags);
uint64_t clbi_icd_largest_allocation(cl_context context);

#define ICD_DEVICE_ACCESS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define ICD_HOST_CANNOT_READ (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)
#define ICD_HOST_CANNOT_WRITE (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)

/* Commands that copy boxes, and what holds their memory objects while they wait. */
cl_int clbi_icd_run_box(const icd_command *command, cl_command_queue queue);
bool clbi_icd_keep_memory(icd_command *command);
void clbi_icd_drop_memory(icd_command *command);
uint64_t clbi_icd_move_cost(size_t size); /* ns */
/* CL_INVALID_VALUE: such flags there are not; CL_INVALID_OPERATION: the host may not. */
cl_int clbi_icd_check_map(cl_mem memory, cl_map_flags flags);
bool clbi_icd_mapping_add(cl_mem memory, void *address);          /* false: no memory */
bool clbi_icd_mapping_remove(cl_mem memory, const void *address); /* false: nothing is mapped there */

#endif
