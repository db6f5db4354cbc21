/* The layout of a bundle: what the generator writes and the runtime reads. Included by clbundle/core.h; applications
 * need not read it. All of it is const data; only the few pointers of struct clb_bundle need a relocation.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_DATA_H
#define CLBUNDLE_DATA_H

#include <stddef.h>
#include <stdint.h>

/* Number of this layout. A bundle and a runtime with different numbers refuse each other: at compile time by an
 * #error in the generated files, at run time by CLB_ERROR_ABI. */
#define CLB_ABI 9

/* All text of a bundle is one stream, cut into rows of CLB_TEXT_ROW bytes that end in a NUL of their own, so that every
 * literal stays below the limits of C11 (4095 characters) and of MSVC (2048 bytes a piece). */
#define CLB_TEXT_ROW 2000

/* A piece of the text stream: offset and length in bytes, not counting the rows' NULs. */
typedef struct clb_span {
    uint32_t offset, length;
} clb_span;

/* The kind of argument that a kernel's parameter takes. */
typedef enum clb_argument_kind {
    CLB_ARGUMENT_VALUE = 0,    /* scalar, vector or structure by value */
    CLB_ARGUMENT_GLOBAL = 1,   /* __global pointer: a buffer */
    CLB_ARGUMENT_CONSTANT = 2, /* __constant pointer: a buffer */
    CLB_ARGUMENT_LOCAL = 3,    /* __local pointer: a size in bytes */
    CLB_ARGUMENT_IMAGE = 4,    /* image: a clb_image, or a cl_mem of the application's */
    CLB_ARGUMENT_SAMPLER = 5,  /* sampler or queue: a clb_sampler, or a cl_command_queue of the application's */
    CLB_ARGUMENT_PIPE = 6      /* pipe: a clb_pipe, or a cl_mem of the application's */
} clb_argument_kind;

/* How a kernel uses the memory behind a buffer argument, or an image. */
typedef enum clb_access {
    CLB_ACCESS_NONE = 0,
    CLB_ACCESS_IN = 1,
    CLB_ACCESS_OUT = 2,
    CLB_ACCESS_IN_OUT = 3
} clb_access;

/* How a value argument is read by expressions over a kernel's scalars. */
typedef enum clb_number {
    CLB_NUMBER_NONE = 0, /* not an integer scalar */
    CLB_NUMBER_I8,
    CLB_NUMBER_U8,
    CLB_NUMBER_I16,
    CLB_NUMBER_U16,
    CLB_NUMBER_I32,
    CLB_NUMBER_U32,
    CLB_NUMBER_I64,
    CLB_NUMBER_U64
} clb_number;

/* ---- Formats of images ---- */

/* Which numbers make a pixel, in memory's order. The values are OpenCL's (CL_RGBA). Those of sRGB hold colours in
 * sRGB's non-linear form, which a kernel gets and gives as linear ones. */
typedef enum clb_channel_order {
    CLB_ORDER_R = 0x10B0,
    CLB_ORDER_A,
    CLB_ORDER_RG,
    CLB_ORDER_RA,
    CLB_ORDER_RGB,
    CLB_ORDER_RGBA,
    CLB_ORDER_BGRA,
    CLB_ORDER_ARGB,
    CLB_ORDER_INTENSITY,
    CLB_ORDER_LUMINANCE,
    CLB_ORDER_RX,
    CLB_ORDER_RGX,
    CLB_ORDER_RGBX,
    CLB_ORDER_DEPTH,
    CLB_ORDER_SRGB = 0x10BF,
    CLB_ORDER_SRGBX,
    CLB_ORDER_SRGBA,
    CLB_ORDER_SBGRA,
    CLB_ORDER_ABGR
} clb_channel_order;

/* How each number is stored. The values are OpenCL's (CL_UNORM_INT8). Kernels read SNORM, UNORM, HALF_FLOAT and FLOAT
 * by read_imagef, SIGNED by read_imagei, UNSIGNED by read_imageui. */
typedef enum clb_channel_type {
    CLB_CHANNEL_SNORM_INT8 = 0x10D0, /* -127 .. 127 stand for -1 .. 1 */
    CLB_CHANNEL_SNORM_INT16,
    CLB_CHANNEL_UNORM_INT8, /* 0 .. 255 stand for 0 .. 1 */
    CLB_CHANNEL_UNORM_INT16,
    CLB_CHANNEL_UNORM_SHORT_565,  /* a pixel in 16 bits, red in the highest 5 */
    CLB_CHANNEL_UNORM_SHORT_555,  /* a pixel in 16 bits, of which the highest is not used */
    CLB_CHANNEL_UNORM_INT_101010, /* a pixel in 32 bits, of which the highest two are not used */
    CLB_CHANNEL_SIGNED_INT8,
    CLB_CHANNEL_SIGNED_INT16,
    CLB_CHANNEL_SIGNED_INT32,
    CLB_CHANNEL_UNSIGNED_INT8,
    CLB_CHANNEL_UNSIGNED_INT16,
    CLB_CHANNEL_UNSIGNED_INT32,
    CLB_CHANNEL_HALF_FLOAT,
    CLB_CHANNEL_FLOAT,
    CLB_CHANNEL_UNORM_INT_101010_2 = 0x10E0 /* a pixel in 32 bits, alpha in the lowest 2 */
} clb_channel_type;

/* clb_argument_data.size of an IMAGE whose @arg states a format. */
#define CLB_IMAGE_FORMAT(order, type) ((uint32_t)(order) << 16 | (uint32_t)(type))

/* A parameter of a kernel. */
typedef struct clb_argument_data {
    clb_span name, type; /* as written in the kernel */
    uint32_t size;       /* VALUE: bytes of the value; pointers: bytes of one element; PIPE: bytes of a packet; IMAGE:
                            CLB_IMAGE_FORMAT of @arg, with which it has a shape, or 0; otherwise 0 */
    uint32_t extent;     /* elements behind a pointer, for LOCAL of a work-group: where the expression starts in
                            clb_bundle.code; 0: not stated */
    uint8_t kind;        /* clb_argument_kind */
    uint8_t access;      /* clb_access */
    uint8_t number;      /* clb_number */
    uint8_t step;   /* ELEMENTWISE: number of the argument, from 1, that is 0 where element 0 stands for all, else 1 */
    uint32_t shape; /* dimensions of an array: where they start in clb_bundle.shapes; 0: not stated. Of an image: slices
                       or layers, rows, pixels, and the numbers of a pixel where there are several */
    uint32_t
        split; /* of a kernel that can be split: number of the dimension that is cut, from 1; 0: parts have it whole */
} clb_argument_data;

/* Features of a device that a program needs; also struct clb_device_params.needs. */
#define CLB_NEEDS_FP64 0x01u
#define CLB_NEEDS_FP16 0x02u
#define CLB_NEEDS_IMAGES 0x04u
#define CLB_NEEDS_INT64_ATOMICS 0x08u
#define CLB_NEEDS_SUBGROUPS 0x10u
#define CLB_NEEDS_3D_IMAGE_WRITES 0x20u
#define CLB_NEEDS_PIPES 0x40u

/* No work-item of the kernel looks at its group: no local id, no barrier, no local memory, no global size. Such a
 * range may be cut anywhere. */
#define CLB_KERNEL_INDEPENDENT 0x01u

/* The range is one integer, which is also the number of elements of every array: arrays of any shape are one row of
 * elements to the kernel, and broadcast. */
#define CLB_KERNEL_ELEMENTWISE 0x02u

/* Besides, each work-item touches, in every array, only the element of its own global id (element 0 where a step is 0).
 * So arrays may be given to it piece by piece. */
#define CLB_KERNEL_PIECEWISE 0x04u

/* For kernels that are not independent: no work-item queries the range or its group's position in it, by a group id,
 * a number of groups, a global size or an offset. Such a range may be cut between work-groups. */
#define CLB_KERNEL_BY_GROUPS 0x08u

/* For a kernel that can be split: no work-item's results depend on its position in the range, or its author says so
 * by `alone`. A part may run as a call of its own, with its own pieces, ids from 0, and its own number of units
 * instead of the whole one. */
#define CLB_KERNEL_RELATIVE 0x10u

/* A configuration of a kernel that needs more of a device than another one of the same kernel: a device that lacks it
 * can run the bundle all the same. */
#define CLB_KERNEL_OPTIONAL 0x20u

/* The native version checks what it does: `clbundle bundle --native-checked`. */
#define CLB_KERNEL_CHECKED 0x40u

/* Its native code has a loop in which work-groups may wait for each other. */
#define CLB_KERNEL_WAITS 0x80u

/* The kinds of faults that checked code finds. */
typedef enum clb_finding_kind {
    CLB_FINDING_OUTSIDE = 0, /* an access outside of a buffer, of local memory, or of a private or constant object */
    CLB_FINDING_NULL,        /* an access through NULL */
    CLB_FINDING_MISALIGNED,  /* an access at an address that the type cannot have */
    CLB_FINDING_UNWRITTEN,   /* a read of memory, or of a variable, that was never written */
    CLB_FINDING_RACE, /* two work-items of a group access the same bytes, one of them writes, no barrier is between */
    CLB_FINDING_BARRIER,  /* a barrier that not all work-items of a group reach */
    CLB_FINDING_DIVISION, /* an integer is divided by zero */
    CLB_FINDING_SHIFT,    /* a shift count beyond the width: defined, it is taken modulo the width; a warning */
    CLB_FINDING_FORMAT    /* pixels of an image are read or written as numbers that its format does not hold */
} clb_finding_kind;

struct clb_native_checks; /* clbundle/checks.h */
struct clb_native_queue;  /* clbundle/enqueue.h */

/* The work-items of a sub-group that the kernel requires (intel_reqd_sub_group_size): four bits, 1 + the logarithm to
 * base 2; 0: it requires none. */
#define CLB_KERNEL_SUB_GROUP_SHIFT 24
#define CLB_KERNEL_SUB_GROUP_MASK 0x0f000000u

/* Work-items of a native sub-group, where the kernel requires none. */
#define CLB_SUB_GROUP_SIZE 16

/* Extensions of sub-groups that native code has, as X(name): what libclbundle-opencl claims, and what captured programs
 * find defined. Not cl_khr_subgroups: it says that a sub-group goes on while another one waits. */
/* clang-format off */
#define CLB_SUB_GROUP_EXTENSIONS(X)                                                                          \
    X(cl_khr_subgroup_extended_types) X(cl_khr_subgroup_non_uniform_vote) X(cl_khr_subgroup_ballot)            \
    X(cl_khr_subgroup_non_uniform_arithmetic) X(cl_khr_subgroup_shuffle) X(cl_khr_subgroup_shuffle_relative)   \
    X(cl_khr_subgroup_clustered_reduce) X(cl_khr_subgroup_rotate)
#define CLB_INTEL_EXTENSIONS(X) X(cl_intel_subgroups) X(cl_intel_subgroups_short) X(cl_intel_media_block_io)
/* clang-format on */

/* Other extensions of kernels alone, likewise. */
#define CLB_KERNEL_EXTENSIONS(X) X(cl_khr_extended_bit_ops) X(cl_khr_expect_assume) X(cl_ext_float_atomics)
#define CLB_DOT_PRODUCT_EXTENSION(X) X(cl_khr_integer_dot_product) /* of version 2.0 */

/* A shape in clb_bundle.shapes: its dimensions (and CLB_SHAPE_COLUMN, where the first one is the fastest in memory),
 * then for each of them where its expression starts in clb_bundle.code. */
#define CLB_SHAPE_COLUMN 0x100u
enum { CLB_SHAPE_DIMENSIONS = 16 };

/* Classes of devices. A driver's device is of CLB_CLASS_OPENCL besides its own class. */
#define CLB_CLASS_GPU 0x01u
#define CLB_CLASS_CPU 0x02u /* a driver's CPU; native code is a class of its own */
#define CLB_CLASS_ACCELERATOR 0x04u
#define CLB_CLASS_OPENCL 0x08u
#define CLB_CLASS_NATIVE 0x10u

/* A @local for some devices, which replaces the kernel's own there. The first one that fits counts. */
typedef struct clb_local_data {
    uint32_t classes; /* CLB_CLASS_...: the device is of one of them */
    uint32_t size[3]; /* as clb_kernel_data.local */
} clb_local_data;

/* A @variant: a kernel with the same parameters that runs instead of another one. The first one that fits counts. */
typedef struct clb_variant_data {
    uint32_t kernel;    /* the number of the kernel that runs */
    uint32_t classes;   /* CLB_CLASS_...: the device is of one of them */
    uint32_t condition; /* expression, as clb_argument_data.extent: not 0 where the variant is to run; 0: always */
} clb_variant_data;

/* A kernel of a bundle. */
typedef struct clb_kernel_data {
    clb_span name;
    uint32_t program;                        /* index of its program */
    uint32_t first_argument, argument_count; /* in clb_bundle.arguments */
    uint32_t flags;                          /* CLB_KERNEL_... */
    uint32_t required_local[3];              /* reqd_work_group_size, or 0 */
    uint32_t range_dimensions;               /* of @range; 0: the caller states the range */
    uint32_t range[3], local[3];             /* expressions of @range and @local, as clb_argument_data.extent */
    uint32_t gpu_range[3];                   /* of @gpu_range: replaces `range` on a GPU; 0: as range */
    uint32_t first_local, local_count;       /* in clb_bundle.locals */
    uint32_t first_variant, variant_count;   /* in clb_bundle.variants */
    uint32_t first_version;   /* one for each choice of listed constants: in clb_bundle.versions, and behind
                                 the kernels in clb_bundle.native; counted from 1; 0: there is one version */
    uint32_t split;           /* of @split: number of the argument that counts the units, from 1; 0: none */
    uint32_t split_dimension; /* of the range that grows with the units, from 0 */
} clb_kernel_data;

/* A program of a bundle: the text and the options that a driver builds. */
typedef struct clb_program_data {
    uint32_t first_segment, segment_count;   /* in clb_bundle.program_segments */
    uint32_t needs;                          /* CLB_NEEDS_... */
    clb_span options;                        /* build options */
    uint64_t hash[2];                        /* of the assembled text and the options */
    uint32_t first_constant, constant_count; /* that it uses: in clb_bundle.program_constants */
} clb_program_data;

/* ---- Specialisation constants: @constant -------------------------------------------------------------------------
 * A constant is a macro of the programs that use it. An OpenCL driver gets it by -DNAME=VALUE. In native code one whose
 * values are listed is compiled in, once for each value; any other is an argument behind those of the kernel. */

/* The type of a constant. In a program, those from BOOL to USHORT are int, as C's literals are. */
typedef enum clb_constant_type {
    CLB_CONSTANT_BOOL = 0,
    CLB_CONSTANT_CHAR,
    CLB_CONSTANT_UCHAR,
    CLB_CONSTANT_SHORT,
    CLB_CONSTANT_USHORT,
    CLB_CONSTANT_INT,
    CLB_CONSTANT_UINT,
    CLB_CONSTANT_LONG,
    CLB_CONSTANT_ULONG,
    CLB_CONSTANT_FLOAT,
    CLB_CONSTANT_DOUBLE
} clb_constant_type;

/* Which values it may have. */
typedef enum clb_constant_rule {
    CLB_CONSTANT_ANY = 0, /* all of its type */
    CLB_CONSTANT_RANGE,   /* from the first value to the second */
    CLB_CONSTANT_LIST     /* one of the values */
} clb_constant_rule;

/* Values are 64 bits: those of an int64_t, for ULONG of a uint64_t, for FLOAT and DOUBLE of a double. */
typedef struct clb_constant_data {
    clb_span name;
    uint32_t first_value, value_count; /* in clb_bundle.constant_values: the default, then value_count of the rule */
    uint8_t type;                      /* clb_constant_type */
    uint8_t rule;                      /* clb_constant_rule */
} clb_constant_data;

/* The data that differ between the versions of a kernel. Versions are numbered by the indices of the values in the
 * lists of the program's listed constants; the last constant changes fastest. */
typedef struct clb_version_data {
    uint32_t required_local[3]; /* replaces clb_kernel_data.required_local */
} clb_version_data;

/* Expressions over a kernel's integer scalars: operations of a stack machine on int64_t, with every overflow caught.
 * One word an operation, operand (where there is one) in the next word. */
typedef enum clb_operation {
    CLB_OP_END = 0,      /* the result is on the stack */
    CLB_OP_CONSTANT = 1, /* push the next word */
    CLB_OP_ARGUMENT = 2, /* push the integer value of the argument whose index is the next word */
    CLB_OP_ADD,
    CLB_OP_SUBTRACT,
    CLB_OP_MULTIPLY,
    CLB_OP_DIVIDE,
    CLB_OP_MODULO, /* truncate like C; by zero is an error */
    CLB_OP_MINIMUM,
    CLB_OP_MAXIMUM,
    CLB_OP_MEMBER, /* push an integer inside a VALUE; the next word is CLB_MEMBER(argument, offset, clb_number) */
    CLB_OP_LESS,
    CLB_OP_LESS_EQUAL,
    CLB_OP_EQUAL,
    CLB_OP_NOT_EQUAL, /* 1 or 0 */
    CLB_OP_AND,
    CLB_OP_OR,           /* of numbers, 0 being false: 1 or 0 */
    CLB_OP_SPEC_CONSTANT /* push the value of the constant whose index in clb_bundle.constants is the next word: no
                      FLOAT, DOUBLE */
} clb_operation;

/* Index of the argument (below 2^24), offset in bytes (below 2^32), type of the number. */
#define CLB_MEMBER(index, offset, number) \
    ((int64_t)((uint64_t)(index) | (uint64_t)(offset) << 24 | (uint64_t)(number) << 56))

enum { CLB_EXPRESSION_STACK = 16 }; /* no expression needs more */

/* ---- Work-group functions: kernels as C, run by the native back end ------------------------------------------- */

/* The data that all groups of one call of a work-group function share. If the local size does not divide the global
 * one, the last group of a dimension is smaller. All groups of one call have the same size, so such a range takes up
 * to eight calls: one for its full groups, and one for each combination of dimensions in which groups are last.
 * clb_native_range_make fills it for a range of full groups. */
typedef struct clb_native_range {
    size_t global[3], groups[3], offset[3]; /* of the whole range; unused dimensions: 1, 1, 0 */
    size_t enqueued_local[3];               /* of a full group; unused dimensions: 1 */
    size_t local[3];                        /* of each group of this call; unused dimensions: 1 */
    size_t first_group[3], end_group[3];    /* this call's groups in each dimension: first_group .. end_group - 1 */
    uint32_t dimensions;
    void (*print)(void *cookie, const char *text, size_t length); /* of printf; may be NULL */
    void *cookie;
    const struct clb_native_checks *checks; /* of checked code, which alone reads it; NULL: nothing is checked */
    /* Of kernels with CLB_KERNEL_WAITS, which alone read it. A group calls it now and then in a loop in which it waits
     * for others, at this place of the kernel's source; not 0: the group must end without any further effect. NULL: it
     * goes on for ever. */
    int (*wait)(void *waiter, uint32_t what, const char *file, size_t line);
    void *waiter;
    const struct clb_native_queue *queue; /* of kernels that enqueue blocks; NULL: nothing can be enqueued */
    void *variables; /* of kernels with clb_native_kernel.variables: memory that clb_native_variables_init has filled,
                        the same for all launches that share their values; else not read */
} clb_native_range;

/* What a group says of its loop. */
#define CLB_WAIT_BEGUN 0u   /* the first call in this loop */
#define CLB_WAIT_GOES_ON 1u /* since the last call, rounds differed, or the group has changed memory */
#define CLB_WAIT_STUCK 2u   /* the last two rounds were the same: only a change of memory by others can end the loop */

/* A range whose local size divides the global one in each dimension. Three sizes each, none of them 0; unused
 * dimensions are 1, 1 and 0. Nothing is printed. */
static inline clb_native_range clb_native_range_make(uint32_t dimensions, const size_t *global, const size_t *local,
                                                     const size_t *offset)
{
    clb_native_range range;
    int d;
    for (d = 0; d < 3; d++) {
        range.global[d] = global[d];
        range.offset[d] = offset[d];
        range.local[d] = range.enqueued_local[d] = local[d];
        range.groups[d] = range.end_group[d] = global[d] / local[d];
        range.first_group[d] = 0;
    }
    range.dimensions = dimensions;
    range.print = NULL;
    range.cookie = NULL;
    range.checks = NULL;
    range.wait = NULL;
    range.waiter = NULL;
    range.queue = NULL;
    range.variables = NULL;
    return range;
}

/* Variables of a program that kernels write, in one block of memory, which a device or an application keeps from launch
 * to launch. */
typedef struct clb_native_variable {
    uint64_t offset, size; /* bytes, from the block's beginning */
    const void *initial;   /* what it begins as; NULL: zeros */
    const char *name;      /* in the program */
} clb_native_variable;

/* A pointer in them, of 8 bytes at `offset`, that begins as the address of byte `target` of the block. */
typedef struct clb_native_variable_pointer {
    uint64_t offset;
    int64_t target;
} clb_native_variable_pointer;

/* Constant data of generated code. `list` is in the order of the offsets. */
typedef struct clb_native_variables {
    uint64_t size, alignment; /* bytes of the block */
    uint64_t count, pointer_count;
    const clb_native_variable *list;
    const clb_native_variable_pointer *pointers;
} clb_native_variables;

/* Gives the variables their first values. `memory`: a block of zeros, of the size and alignment that `variables`
 * states. No kernel may use it meanwhile. */
static inline void clb_native_variables_init(const clb_native_variables *variables, void *memory)
{
    char *const block = (char *)memory;
    uint64_t i, byte;
    for (i = 0; i < variables->count; i++) {
        const clb_native_variable *v = &variables->list[i];
        const char *from = (const char *)v->initial;
        if (!from) continue;
        for (byte = 0; byte < v->size; byte++) block[v->offset + byte] = from[byte];
    }
    for (i = 0; i < variables->pointer_count; i++) {
        const uint64_t address = (uint64_t)(uintptr_t)block + (uint64_t)variables->pointers[i].target;
        const char *from = (const char *)&address;
        for (byte = 0; byte < sizeof address; byte++) block[variables->pointers[i].offset + byte] = from[byte];
    }
}

/* An image of native code: pixels in memory that it does not own. Pixel (x, y, z) is at data + x * pixel_size +
 * y * row_pitch + z * slice_pitch; of an array, layer n is n * slice_pitch bytes further, for one- and two-dimensional
 * images alike. order and type have OpenCL's values (CL_RGBA = 0x10B5, CL_UNORM_INT8 = 0x10D2); others are not
 * supported. */
#define CLB_NATIVE_IMAGE_TAG UINT64_C(0x636c625f696d6167)

typedef struct clb_native_image {
    uint64_t tag; /* CLB_NATIVE_IMAGE_TAG: a handle of an OpenCL driver is none */
    void *data;
    size_t row_pitch, slice_pitch; /* bytes */
    uint32_t dimensions;           /* 1, 2 or 3, without that of an array */
    uint32_t width, height, depth; /* pixels; unused ones: 1 */
    uint32_t array_size;           /* layers; 0: it is no array */
    uint32_t order, type;          /* of the channels */
    uint32_t pixel_size, channels; /* bytes; numbers in memory that make up a pixel (of packed types, 1) */
} clb_native_image;

/* A pipe of native code: a ring of packets in one block of memory, which clb_native_pipe_init makes: this head, a slot
 * for each packet, the packets. Positions count packets since the pipe was made; packet number n has slot
 * n % max_packets. Kernels of any number of launches and threads may use it at once: clbundle/native/pipe.h. */
#define CLB_NATIVE_PIPE_TAG UINT64_C(0x636c625f70697065)

typedef struct clb_native_pipe {
    uint64_t tag;                      /* CLB_NATIVE_PIPE_TAG: a handle of an OpenCL driver is none */
    uint32_t packet_size, max_packets; /* bytes; packets */
    uint64_t slots_at, packets_at;     /* where both begin: bytes from here */
    uint64_t unused[12];               /* so that writers and readers share no cache line */
    uint64_t written;                  /* position behind the last packet that was reserved for writing */
    uint64_t unused_too[15];
    uint64_t read; /* the same for reading */
    uint64_t unused_again[15];
} clb_native_pipe;

/* The slot of a packet. `state` is 2 * (position / max_packets) if the packet with this position may be written, and
 * one more when it was written. `reserved`: of a reservation's first packet, how many packets it has. */
typedef struct clb_native_slot {
    uint32_t state, reserved;
} clb_native_slot;

/* Bytes of a pipe; 0: there is no such pipe, as a size is 0 or too large. */
static inline size_t clb_native_pipe_size(uint32_t packet_size, uint32_t max_packets)
{
    const uint64_t slots = ((uint64_t)max_packets * sizeof(clb_native_slot) + 127) / 128 * 128;
    const uint64_t size = sizeof(clb_native_pipe) + slots;
    if (packet_size == 0 || max_packets == 0 || packet_size > (UINT64_MAX / 4 - size) / max_packets) return 0;
    if (size + (uint64_t)packet_size * max_packets > SIZE_MAX / 2) return 0;
    return (size_t)(size + (uint64_t)packet_size * max_packets);
}

/* Makes an empty pipe in clb_native_pipe_size() bytes of memory that is aligned to CLB_NATIVE_ALIGNMENT. No kernel may
 * use it meanwhile. */
static inline void clb_native_pipe_init(void *memory, uint32_t packet_size, uint32_t max_packets)
{
    clb_native_pipe *pipe = (clb_native_pipe *)memory;
    clb_native_slot *slots = (clb_native_slot *)(pipe + 1);
    uint32_t i;
    pipe->tag = CLB_NATIVE_PIPE_TAG;
    pipe->packet_size = packet_size;
    pipe->max_packets = max_packets;
    pipe->slots_at = sizeof *pipe;
    pipe->packets_at = sizeof *pipe + ((uint64_t)max_packets * sizeof *slots + 127) / 128 * 128;
    pipe->written = 0;
    pipe->read = 0;
    for (i = 0; i < max_packets; i++) slots[i].state = slots[i].reserved = 0;
}

/* A sampler of native code is a sum of these: CLK_... of OpenCL C. Without LINEAR the filter is nearest. */
#define CLB_SAMPLER_NORMALIZED 0x01u
#define CLB_SAMPLER_CLAMP_TO_EDGE 0x02u
#define CLB_SAMPLER_CLAMP 0x04u
#define CLB_SAMPLER_REPEAT 0x06u
#define CLB_SAMPLER_MIRRORED_REPEAT 0x08u
#define CLB_SAMPLER_ADDRESSING 0x0Eu /* these four; 0: coordinates are never outside */
#define CLB_SAMPLER_NEAREST 0x10u
#define CLB_SAMPLER_LINEAR 0x20u
#define CLB_SAMPLER_NONE 0x50u /* of generated code: a read without a sampler; NEAREST */

/* Runs the call's groups first .. end - 1 (linear number among them, the first dimension fastest). arguments[i]: VALUE:
 * address of the value; GLOBAL, CONSTANT: the memory itself; LOCAL: memory for one group, the same for all groups of
 * the call; IMAGE: a const clb_native_image; PIPE: a clb_native_pipe; SAMPLER: address of a uintptr_t, which is the
 * sampler. Behind them: the addresses of the program's constants that are not listed, each with its type in the
 * program. scratch: memory for one group, aligned to CLB_NATIVE_ALIGNMENT. */
typedef void clb_native_function(const clb_native_range *range, void *const *arguments, size_t first, size_t end,
                                 void *scratch);

enum { CLB_NATIVE_ALIGNMENT = 128 };

/* Instruction sets that native code is compiled for: X(name, how its files end, what people call it). The first is what
 * every processor of the target has. Beside this list, clbundle/native/level.h tells compilers what a level means, and
 * runtime/native/device.c asks the processor. */
/* clang-format off */
#define CLB_NATIVE_LEVEL_LIST(X) X(BASE, "", "baseline") X(V3, "_v3", "x86-64-v3") X(V4, "_v4", "x86-64-v4")
/* clang-format on */
#define CLB_NATIVE_LEVEL_ENUMERATOR(name, suffix, text) CLB_NATIVE_##name,
enum { CLB_NATIVE_LEVEL_LIST(CLB_NATIVE_LEVEL_ENUMERATOR) CLB_NATIVE_LEVELS };
#undef CLB_NATIVE_LEVEL_ENUMERATOR

/* The native versions of a kernel. */
typedef struct clb_native_kernel {
    clb_native_function *run[CLB_NATIVE_LEVELS]; /* NULL: not compiled for this target */
    uint32_t fixed_scratch;                      /* bytes: automatic __local variables, uniform values */
    uint32_t context_scratch;                    /* bytes a work-item of a group: what lives across barriers */
    uint32_t preferred_local[3];                 /* group size to choose where the caller states none; 0: any. The size
                                                    that the kernel requires, or one whose memory stays in the cache */
    const char *reason;                          /* NULL, or why there is no native version (then run[] is NULL) */
    const clb_native_variables *variables[CLB_NATIVE_LEVELS]; /* of its program, for the function of the same level;
                                                                 NULL: kernels write none */
} clb_native_kernel;

/* A bundle. Immutable; may be used from any number of threads and devices at once. */
typedef struct clb_bundle {
    uint32_t abi; /* CLB_ABI of the generator */
    uint32_t kernel_count, program_count, segment_count, argument_count, code_count, program_segment_count, shape_count;
    uint64_t text_length;                 /* bytes of the stream */
    const char *name;                     /* the prefix of the generated names */
    const char (*text)[CLB_TEXT_ROW + 1]; /* rows */
    const clb_span *segments;
    const uint32_t *program_segments; /* indices into segments */
    const clb_program_data *programs;
    const clb_kernel_data *kernels;
    const clb_argument_data *arguments;
    const int64_t *code;                 /* code[0] is unused, so that 0 can mean "none" */
    const clb_native_kernel *native;     /* one a kernel, then one a version; or NULL */
    const uint32_t *shapes;              /* shapes[0] is unused */
    const struct clb_type *const *types; /* of the elements or value of each argument; NULL for what is none */
    uint32_t local_count, variant_count;
    const clb_local_data *locals;
    const clb_variant_data *variants;
    uint32_t constant_count, constant_value_count, program_constant_count, version_count;
    const clb_constant_data *constants; /* each name once */
    const uint64_t *constant_values;
    const uint32_t *program_constants; /* indices into constants */
    const clb_version_data *versions;
} clb_bundle;

#endif
