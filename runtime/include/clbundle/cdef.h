/* The runtime's functions for Python's cffi: ffi.cdef(open("clbundle/cdef.h").read()), then the same with the
 * NAME_cdef.h of each bundle (clbundle bundle --cdef), then ffi.dlopen() of the library that holds them.
 * clbundle/core.h says what each function does.
 *
 * SPDX-License-Identifier: MIT */
typedef enum clb_status {
    CLB_OK,
    CLB_ERROR_ARGUMENT,
    CLB_ERROR_MEMORY,
    CLB_ERROR_ABI,
    CLB_ERROR_NO_DEVICE,
    CLB_ERROR_UNSUPPORTED,
    CLB_ERROR_BUILD,
    CLB_ERROR_SIZE,
    CLB_ERROR_DEVICE_MEMORY,
    CLB_ERROR_DEVICE,
    CLB_ERROR_BINARY,
    CLB_ERROR_CANCELLED,
    CLB_ERROR_KERNEL
} clb_status;
typedef enum clb_device_type {
    CLB_DEVICE_OTHER,
    CLB_DEVICE_CPU,
    CLB_DEVICE_GPU,
    CLB_DEVICE_ACCELERATOR
} clb_device_type;

typedef enum clb_start { CLB_START_BLOCKING, CLB_START_TIERED } clb_start;
typedef enum clb_stage { CLB_STAGE_OPEN, CLB_STAGE_OPENING, CLB_STAGE_NATIVE } clb_stage;
typedef enum clb_ran {
    CLB_RAN_CHOSEN,
    CLB_RAN_OPENING,
    CLB_RAN_BUILDING,
    CLB_RAN_SMALL,
    CLB_RAN_TRIAL,
    CLB_RAN_REFUSED,
    CLB_RAN_NATIVE,
    CLB_RAN_NOTHING
} clb_ran;

typedef struct clb_bundle clb_bundle;
typedef struct clb_device clb_device;
typedef struct clb_buffer clb_buffer;
typedef struct clb_event clb_event;
typedef struct clb_queue clb_queue;
typedef struct clb_watch clb_watch;

typedef struct clb_error {
    clb_status status;
    int32_t code;
    const char *code_name;
    const char *call;
    const char *hint;
    char device[128];
    char driver[128];
    char message[1024];
    char *build_log;
} clb_error;

typedef struct clb_device_info {
    char back_end[16];
    char platform[128], vendor[128], name[128], driver[128], version[128];
    clb_device_type type;
    uint32_t features;
    uint32_t compute_units;
    uint64_t memory_size;
    uint64_t allocation_size;
    uint64_t local_memory_size;
    size_t work_group_size;
    size_t work_item_sizes[3];
    uint32_t sub_group_size;
    bool emulates_fp64;
    bool local_is_global;
    bool rejected;
    char reason[256];
} clb_device_info;

typedef struct clb_call_report {
    const clb_device_info *device;
    clb_ran why;
} clb_call_report;

typedef enum clb_constant_kind { CLB_CONSTANT_INTEGER, CLB_CONSTANT_UNSIGNED, CLB_CONSTANT_REAL } clb_constant_kind;

typedef struct clb_constant {
    const char *name;
    clb_constant_kind kind;
    int64_t integer;
    uint64_t natural;
    double real;
} clb_constant;

typedef enum clb_finding_kind {
    CLB_FINDING_OUTSIDE,
    CLB_FINDING_NULL,
    CLB_FINDING_MISALIGNED,
    CLB_FINDING_UNWRITTEN,
    CLB_FINDING_RACE,
    CLB_FINDING_BARRIER,
    CLB_FINDING_DIVISION,
    CLB_FINDING_SHIFT,
    CLB_FINDING_FORMAT
} clb_finding_kind;

typedef struct clb_finding {
    clb_finding_kind kind;
    bool is_warning;
    const char *kernel;
    const char *file;
    uint32_t line;
    const char *array;
    size_t offset, size;
    size_t global_id[3], local_id[3], group_id[3];
    const char *message;
} clb_finding;

typedef struct clb_device_params {
    size_t struct_size;
    const clb_bundle *bundle;
    uint32_t needs;
    uint64_t memory_size;
    const char *filter;
    const char *environment;
    bool profiling;
    uint32_t threads;
    void (*print)(void *cookie, const char *text, size_t length);
    void *cookie;
    uint32_t back_ends;
    clb_start start;
    const void *binaries;
    size_t binaries_size;
    const void *timings;
    size_t timings_size;
    bool calibrate;
    void (*report)(void *cookie, const clb_bundle *bundle, uint32_t kernel, const clb_call_report *report);
    void *report_cookie;
    uint32_t probe_ms;
    const clb_constant *constants;
    size_t constant_count;
    bool checked;
    void (*finding)(void *cookie, const clb_finding *finding);
    void *finding_cookie;
} clb_device_params;

typedef struct clb_launch {
    size_t struct_size;
    uint32_t dimensions;
    size_t global[3];
    size_t local[3];
    size_t offset[3];
    clb_event *const *wait;
    size_t wait_count;
    clb_call_report *report;
    clb_queue *queue;
    const clb_watch *watch;
} clb_launch;

typedef struct clb_argument {
    const void *value;
    clb_buffer *buffer;
    size_t size;
} clb_argument;

typedef struct clb_image clb_image;
typedef uintptr_t clb_sampler;
typedef struct clb_host_image {
    clb_image *image;
    void *pixels;
    uint32_t order, type;
    size_t width, height, depth;
    size_t layers;
    size_t row_pitch, slice_pitch;
} clb_host_image;
typedef struct clb_host_argument {
    const void *value;
    size_t size;
} clb_host_argument;

void clb_error_clear(clb_error *error);
const char *clb_status_name(clb_status status);
clb_status clb_device_list(const clb_device_params *params, clb_device_info **list, size_t *count, clb_error *error);
void clb_device_list_free(clb_device_info **list);
clb_status clb_device_open(const clb_device_params *params, clb_device **device, clb_error *error);
void clb_device_close(clb_device **device);
const clb_device_info *clb_device_get_info(const clb_device *device);
clb_stage clb_device_get_stage(const clb_device *device, clb_error *why);
clb_status clb_device_finish(clb_device *device, clb_error *error);
clb_status clb_buffer_create(clb_device *device, size_t size, const void *host, clb_buffer **buffer, clb_error *error);
void clb_buffer_release(clb_buffer **buffer);
size_t clb_buffer_size(const clb_buffer *buffer);
clb_status clb_buffer_write(clb_buffer *buffer, size_t offset, const void *host, size_t size, clb_error *error);
clb_status clb_buffer_read(clb_buffer *buffer, size_t offset, void *host, size_t size, clb_error *error);
clb_status clb_event_wait(clb_event *event, clb_error *error);
clb_status clb_event_times(clb_event *event, uint64_t *start_ns, uint64_t *end_ns, clb_error *error);
void clb_event_release(clb_event **event);
int32_t clb_kernel_find(const clb_bundle *bundle, const char *name);
clb_status clb_binaries_export(clb_device *device, const clb_bundle *bundle, void **data, size_t *size,
                               clb_error *error);
clb_status clb_binaries_import(clb_device *device, const clb_bundle *bundle, const void *data, size_t size,
                               size_t *used, clb_error *error);
clb_status clb_timings_export(clb_device *device, const clb_bundle *bundle, void **data, size_t *size,
                              clb_error *error);
clb_status clb_timings_import(clb_device *device, const clb_bundle *bundle, const void *data, size_t size, size_t *used,
                              clb_error *error);
clb_status clb_timings_break_even(clb_device *device, const clb_bundle *bundle, uint32_t kernel, uint64_t *items,
                                  clb_error *error);
clb_status clb_kernel_launch(clb_device *device, const clb_bundle *bundle, uint32_t kernel, const clb_launch *launch,
                             const clb_argument *arguments, size_t argument_count, clb_event **event, clb_error *error);
clb_status clb_kernel_call(clb_device *device, const clb_bundle *bundle, uint32_t kernel, const clb_launch *launch,
                           const clb_host_argument *arguments, size_t argument_count, clb_error *error);

/* Elements and buffers of them. Vectors lack the alignment that C gives them, so they are reached through pointers
 * only. */
typedef uint16_t clb_half;
typedef struct clb_buffer_char {
    clb_buffer *buffer;
} clb_buffer_char;
typedef struct clb_char2 {
    int8_t s[2];
} clb_char2;
typedef struct clb_char4 {
    int8_t s[4];
} clb_char4;
typedef struct clb_char8 {
    int8_t s[8];
} clb_char8;
typedef struct clb_char16 {
    int8_t s[16];
} clb_char16;
typedef clb_char4 clb_char3;
typedef struct clb_buffer_char2 {
    clb_buffer *buffer;
} clb_buffer_char2;
typedef struct clb_buffer_char3 {
    clb_buffer *buffer;
} clb_buffer_char3;
typedef struct clb_buffer_char4 {
    clb_buffer *buffer;
} clb_buffer_char4;
typedef struct clb_buffer_char8 {
    clb_buffer *buffer;
} clb_buffer_char8;
typedef struct clb_buffer_char16 {
    clb_buffer *buffer;
} clb_buffer_char16;
typedef struct clb_buffer_uchar {
    clb_buffer *buffer;
} clb_buffer_uchar;
typedef struct clb_uchar2 {
    uint8_t s[2];
} clb_uchar2;
typedef struct clb_uchar4 {
    uint8_t s[4];
} clb_uchar4;
typedef struct clb_uchar8 {
    uint8_t s[8];
} clb_uchar8;
typedef struct clb_uchar16 {
    uint8_t s[16];
} clb_uchar16;
typedef clb_uchar4 clb_uchar3;
typedef struct clb_buffer_uchar2 {
    clb_buffer *buffer;
} clb_buffer_uchar2;
typedef struct clb_buffer_uchar3 {
    clb_buffer *buffer;
} clb_buffer_uchar3;
typedef struct clb_buffer_uchar4 {
    clb_buffer *buffer;
} clb_buffer_uchar4;
typedef struct clb_buffer_uchar8 {
    clb_buffer *buffer;
} clb_buffer_uchar8;
typedef struct clb_buffer_uchar16 {
    clb_buffer *buffer;
} clb_buffer_uchar16;
typedef struct clb_buffer_short {
    clb_buffer *buffer;
} clb_buffer_short;
typedef struct clb_short2 {
    int16_t s[2];
} clb_short2;
typedef struct clb_short4 {
    int16_t s[4];
} clb_short4;
typedef struct clb_short8 {
    int16_t s[8];
} clb_short8;
typedef struct clb_short16 {
    int16_t s[16];
} clb_short16;
typedef clb_short4 clb_short3;
typedef struct clb_buffer_short2 {
    clb_buffer *buffer;
} clb_buffer_short2;
typedef struct clb_buffer_short3 {
    clb_buffer *buffer;
} clb_buffer_short3;
typedef struct clb_buffer_short4 {
    clb_buffer *buffer;
} clb_buffer_short4;
typedef struct clb_buffer_short8 {
    clb_buffer *buffer;
} clb_buffer_short8;
typedef struct clb_buffer_short16 {
    clb_buffer *buffer;
} clb_buffer_short16;
typedef struct clb_buffer_ushort {
    clb_buffer *buffer;
} clb_buffer_ushort;
typedef struct clb_ushort2 {
    uint16_t s[2];
} clb_ushort2;
typedef struct clb_ushort4 {
    uint16_t s[4];
} clb_ushort4;
typedef struct clb_ushort8 {
    uint16_t s[8];
} clb_ushort8;
typedef struct clb_ushort16 {
    uint16_t s[16];
} clb_ushort16;
typedef clb_ushort4 clb_ushort3;
typedef struct clb_buffer_ushort2 {
    clb_buffer *buffer;
} clb_buffer_ushort2;
typedef struct clb_buffer_ushort3 {
    clb_buffer *buffer;
} clb_buffer_ushort3;
typedef struct clb_buffer_ushort4 {
    clb_buffer *buffer;
} clb_buffer_ushort4;
typedef struct clb_buffer_ushort8 {
    clb_buffer *buffer;
} clb_buffer_ushort8;
typedef struct clb_buffer_ushort16 {
    clb_buffer *buffer;
} clb_buffer_ushort16;
typedef struct clb_buffer_int {
    clb_buffer *buffer;
} clb_buffer_int;
typedef struct clb_int2 {
    int32_t s[2];
} clb_int2;
typedef struct clb_int4 {
    int32_t s[4];
} clb_int4;
typedef struct clb_int8 {
    int32_t s[8];
} clb_int8;
typedef struct clb_int16 {
    int32_t s[16];
} clb_int16;
typedef clb_int4 clb_int3;
typedef struct clb_buffer_int2 {
    clb_buffer *buffer;
} clb_buffer_int2;
typedef struct clb_buffer_int3 {
    clb_buffer *buffer;
} clb_buffer_int3;
typedef struct clb_buffer_int4 {
    clb_buffer *buffer;
} clb_buffer_int4;
typedef struct clb_buffer_int8 {
    clb_buffer *buffer;
} clb_buffer_int8;
typedef struct clb_buffer_int16 {
    clb_buffer *buffer;
} clb_buffer_int16;
typedef struct clb_buffer_uint {
    clb_buffer *buffer;
} clb_buffer_uint;
typedef struct clb_uint2 {
    uint32_t s[2];
} clb_uint2;
typedef struct clb_uint4 {
    uint32_t s[4];
} clb_uint4;
typedef struct clb_uint8 {
    uint32_t s[8];
} clb_uint8;
typedef struct clb_uint16 {
    uint32_t s[16];
} clb_uint16;
typedef clb_uint4 clb_uint3;
typedef struct clb_buffer_uint2 {
    clb_buffer *buffer;
} clb_buffer_uint2;
typedef struct clb_buffer_uint3 {
    clb_buffer *buffer;
} clb_buffer_uint3;
typedef struct clb_buffer_uint4 {
    clb_buffer *buffer;
} clb_buffer_uint4;
typedef struct clb_buffer_uint8 {
    clb_buffer *buffer;
} clb_buffer_uint8;
typedef struct clb_buffer_uint16 {
    clb_buffer *buffer;
} clb_buffer_uint16;
typedef struct clb_buffer_long {
    clb_buffer *buffer;
} clb_buffer_long;
typedef struct clb_long2 {
    int64_t s[2];
} clb_long2;
typedef struct clb_long4 {
    int64_t s[4];
} clb_long4;
typedef struct clb_long8 {
    int64_t s[8];
} clb_long8;
typedef struct clb_long16 {
    int64_t s[16];
} clb_long16;
typedef clb_long4 clb_long3;
typedef struct clb_buffer_long2 {
    clb_buffer *buffer;
} clb_buffer_long2;
typedef struct clb_buffer_long3 {
    clb_buffer *buffer;
} clb_buffer_long3;
typedef struct clb_buffer_long4 {
    clb_buffer *buffer;
} clb_buffer_long4;
typedef struct clb_buffer_long8 {
    clb_buffer *buffer;
} clb_buffer_long8;
typedef struct clb_buffer_long16 {
    clb_buffer *buffer;
} clb_buffer_long16;
typedef struct clb_buffer_ulong {
    clb_buffer *buffer;
} clb_buffer_ulong;
typedef struct clb_ulong2 {
    uint64_t s[2];
} clb_ulong2;
typedef struct clb_ulong4 {
    uint64_t s[4];
} clb_ulong4;
typedef struct clb_ulong8 {
    uint64_t s[8];
} clb_ulong8;
typedef struct clb_ulong16 {
    uint64_t s[16];
} clb_ulong16;
typedef clb_ulong4 clb_ulong3;
typedef struct clb_buffer_ulong2 {
    clb_buffer *buffer;
} clb_buffer_ulong2;
typedef struct clb_buffer_ulong3 {
    clb_buffer *buffer;
} clb_buffer_ulong3;
typedef struct clb_buffer_ulong4 {
    clb_buffer *buffer;
} clb_buffer_ulong4;
typedef struct clb_buffer_ulong8 {
    clb_buffer *buffer;
} clb_buffer_ulong8;
typedef struct clb_buffer_ulong16 {
    clb_buffer *buffer;
} clb_buffer_ulong16;
typedef struct clb_buffer_half {
    clb_buffer *buffer;
} clb_buffer_half;
typedef struct clb_half2 {
    clb_half s[2];
} clb_half2;
typedef struct clb_half4 {
    clb_half s[4];
} clb_half4;
typedef struct clb_half8 {
    clb_half s[8];
} clb_half8;
typedef struct clb_half16 {
    clb_half s[16];
} clb_half16;
typedef clb_half4 clb_half3;
typedef struct clb_buffer_half2 {
    clb_buffer *buffer;
} clb_buffer_half2;
typedef struct clb_buffer_half3 {
    clb_buffer *buffer;
} clb_buffer_half3;
typedef struct clb_buffer_half4 {
    clb_buffer *buffer;
} clb_buffer_half4;
typedef struct clb_buffer_half8 {
    clb_buffer *buffer;
} clb_buffer_half8;
typedef struct clb_buffer_half16 {
    clb_buffer *buffer;
} clb_buffer_half16;
typedef struct clb_buffer_float {
    clb_buffer *buffer;
} clb_buffer_float;
typedef struct clb_float2 {
    float s[2];
} clb_float2;
typedef struct clb_float4 {
    float s[4];
} clb_float4;
typedef struct clb_float8 {
    float s[8];
} clb_float8;
typedef struct clb_float16 {
    float s[16];
} clb_float16;
typedef clb_float4 clb_float3;
typedef struct clb_buffer_float2 {
    clb_buffer *buffer;
} clb_buffer_float2;
typedef struct clb_buffer_float3 {
    clb_buffer *buffer;
} clb_buffer_float3;
typedef struct clb_buffer_float4 {
    clb_buffer *buffer;
} clb_buffer_float4;
typedef struct clb_buffer_float8 {
    clb_buffer *buffer;
} clb_buffer_float8;
typedef struct clb_buffer_float16 {
    clb_buffer *buffer;
} clb_buffer_float16;
typedef struct clb_buffer_double {
    clb_buffer *buffer;
} clb_buffer_double;
typedef struct clb_double2 {
    double s[2];
} clb_double2;
typedef struct clb_double4 {
    double s[4];
} clb_double4;
typedef struct clb_double8 {
    double s[8];
} clb_double8;
typedef struct clb_double16 {
    double s[16];
} clb_double16;
typedef clb_double4 clb_double3;
typedef struct clb_buffer_double2 {
    clb_buffer *buffer;
} clb_buffer_double2;
typedef struct clb_buffer_double3 {
    clb_buffer *buffer;
} clb_buffer_double3;
typedef struct clb_buffer_double4 {
    clb_buffer *buffer;
} clb_buffer_double4;
typedef struct clb_buffer_double8 {
    clb_buffer *buffer;
} clb_buffer_double8;
typedef struct clb_buffer_double16 {
    clb_buffer *buffer;
} clb_buffer_double16;
