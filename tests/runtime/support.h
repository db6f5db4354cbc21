/* The base of the tests over the fake OpenCL.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "fake_opencl.h"
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The fake, which must be the first libOpenCL.so.1 of the search path; ends the program as skipped otherwise. */
const fake_control *fake(void);

/* cmocka set-up and tear-down: a reset fake before, nothing left alive after. */
int start_fake(void **state);
int end_fake(void **state);

/* An opened device of the fake. */
clb_device *open_fake(void);

#define OK(call_, error_)                                                               \
    do {                                                                                \
        const clb_status ok_ = (call_);                                                 \
        if (ok_ != CLB_OK) fail_msg("%s: %s", clb_status_name(ok_), (error_)->message); \
    } while (0)

/* The call fails with the status, and the message contains the text. Clears the error. */
#define FAILS(call_, status_, error_, text_)                                                            \
    do {                                                                                                \
        const clb_status failed_ = (call_);                                                             \
        if (failed_ != (status_) || (error_)->status != (status_) || !strstr((error_)->message, text_)) \
            fail_msg("%s: \"%s\" lacks \"%s\"", clb_status_name(failed_), (error_)->message, text_);    \
        clb_error_clear(error_);                                                                        \
    } while (0)

/* y = a * x through clb_kernel_call. */
clb_status call_scale(clb_device *device, const double *x, double a, double *y, int32_t n, clb_error *error);

/* Launches `shift` on a buffer. */
clb_status launch_shift(clb_device *device, clb_buffer *y, int64_t by, int32_t n, const clb_launch *launch,
                        clb_event **event, clb_error *error);

#endif
