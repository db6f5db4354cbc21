/* libOpenCL.so.1 for tests: a loader with one platform "fake" of its own, and the one of libclbundle-opencl, which it
 * opens as a driver. Its objects have a table of their own at their heads. Functions that it lacks are no mistake: a
 * loader may be older than OpenCL 3.0.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const cl_icd_dispatch table;

struct _cl_platform_id {
    const cl_icd_dispatch *dispatch;
};
struct _cl_device_id {
    const cl_icd_dispatch *dispatch;
};
struct _cl_context {
    const cl_icd_dispatch *dispatch;
    int references;
};
struct _cl_mem {
    const cl_icd_dispatch *dispatch;
};

static struct _cl_platform_id platform = {&table};
static struct _cl_device_id device = {&table};

typedef cl_int CL_API_CALL get_platforms(cl_uint, cl_platform_id *, cl_uint *);
typedef void *CL_API_CALL get_address(const char *);

/* As loaders do with each driver. */
static cl_platform_id platform_of_driver(void)
{
    const char *path = getenv("FAKE_LOADER_DRIVER");
    void *driver = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL, *address;
    get_address *find;
    get_platforms *list = NULL;
    cl_platform_id found = NULL;
    if (!driver || !(address = dlsym(driver, "clGetExtensionFunctionAddress"))) return NULL;
    memcpy(&find, &address, sizeof find);
    address = find("clIcdGetPlatformIDsKHR");
    memcpy(&list, &address, sizeof list);
    return list && list(1, &found, NULL) == CL_SUCCESS ? found : NULL;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint count, cl_platform_id *list, cl_uint *total)
{
    /* A driver that asks the process for OpenCL while it starts. */
    void *address = dlsym(RTLD_DEFAULT, "clGetPlatformIDs");
    get_platforms *other;
    cl_platform_id own = platform_of_driver();
    cl_uint n = 0;
    memcpy(&other, &address, sizeof other);
    if (address && other != clGetPlatformIDs) (void)other(0, NULL, &n);
    n = 0;
    if (own) {
        if (list && n < count) list[n] = own;
        ++n;
    }
    if (list && n < count) list[n] = &platform;
    if (total) *total = n + 1;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id p, cl_platform_info name, size_t room, void *value,
                                                  size_t *size)
{
    if (p != &platform) return CL_INVALID_PLATFORM;
    if (name != CL_PLATFORM_NAME) return CL_INVALID_VALUE;
    if (value && room >= 5) memcpy(value, "fake", 5);
    if (size) *size = 5;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id p, cl_device_type type, cl_uint count, cl_device_id *list,
                                               cl_uint *total)
{
    (void)type;
    if (p != &platform) return CL_INVALID_PLATFORM;
    if (list && count) list[0] = &device;
    if (total) *total = 1;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_context CL_API_CALL
clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user, cl_int *code)
{
    cl_context made = calloc(1, sizeof *made);
    (void)properties, (void)count, (void)devices, (void)notify, (void)user;
    made->dispatch = &table;
    made->references = 1;
    if (code) *code = CL_SUCCESS;
    return made;
}

CL_API_ENTRY cl_context CL_API_CALL
clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                        void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user, cl_int *code)
{
    (void)type;
    return clCreateContext(properties, 1, NULL, notify, user, code);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseContext(cl_context context)
{
    if (context->dispatch != &table) return CL_INVALID_CONTEXT;
    if (--context->references == 0) free(context);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info name, size_t room, void *value,
                                                 size_t *size)
{
    if (context->dispatch != &table || name != CL_CONTEXT_REFERENCE_COUNT) return CL_INVALID_VALUE;
    const cl_uint count = 4000 + (cl_uint)context->references;
    if (value && room >= sizeof count) memcpy(value, &count, sizeof count);
    if (size) *size = sizeof count;
    return CL_SUCCESS;
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    return strcmp(name, "clFakeKHR") == 0 ? &platform : NULL;
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id p, const char *name)
{
    return p == &platform ? clGetExtensionFunctionAddress(name) : NULL;
}
