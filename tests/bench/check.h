/* CHECK(call) of the benches that call OpenCL: a code other than CL_SUCCESS ends the program with a message. Needs
 * OpenCL's header before it, and BENCH_NAME.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BENCH_CHECK_H
#define CLB_BENCH_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(call_) check_code((call_), #call_)

static inline void check_code(cl_int code, const char *call)
{
    if (code == CL_SUCCESS) return;
    fprintf(stderr, "%s: %s: %d\n", BENCH_NAME, call, (int)code);
    exit(1);
}

#endif
