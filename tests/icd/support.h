/* The base of the tests of OpenCL's API: a context with a queue, and the program icd.cl, which the bundle `icd` holds.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

/* The text of icd.cl, in pieces that a NULL ends: written by catalogue.py. */
extern const char *const icd_pieces[];

/* cmocka's state of a test. */
typedef struct fixture {
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue, disordered; /* in order; out of order. Both measure times */
    cl_program program;                 /* icd.cl, built */
} fixture;

int start(void **state);
int end(void **state);

/* The call returns CL_SUCCESS. */
#define OK(call_)                                                    \
    do {                                                             \
        const cl_int ok_ = (call_);                                  \
        if (ok_ != CL_SUCCESS) fail_msg("%s: %d", #call_, (int)ok_); \
    } while (0)

/* The call returns this code. */
#define CODE(call_, code_)                                                                     \
    do {                                                                                       \
        const cl_int is_ = (call_);                                                            \
        if (is_ != (code_)) fail_msg("%s: %d in place of %d", #call_, (int)is_, (int)(code_)); \
    } while (0)

/* The call, whose last argument is the caller's &code, returns no object and this code. */
#define NO_OBJECT(call_, code_)                                                                             \
    do {                                                                                                    \
        code = 12345;                                                                                       \
        const void *object_ = (call_);                                                                      \
        if (object_ || code != (code_)) fail_msg("%s: %d in place of %d", #call_, (int)code, (int)(code_)); \
    } while (0)

cl_program source_program(cl_context context);
cl_kernel kernel_of(cl_program program, const char *name);
cl_mem buffer_of(cl_context context, cl_mem_flags flags, size_t size, void *host);
cl_event user_event(cl_context context);
cl_int status_of(cl_event event);
cl_uint references_of_event(cl_event event);

/* Sets the arguments of the kernel `advance`, which makes y[0] 3 * y[0] + a, and enqueues it. */
cl_int enqueue_advance(cl_command_queue queue, cl_kernel kernel, cl_mem y, cl_int a, cl_uint count,
                       const cl_event *list, cl_event *event);

#endif
