/* Filling a clb_error, by which every part of the runtime reports a failure.
 * Knows OpenCL's numbers (they are part of the public error) and nothing of devices but their description.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_STATUS_H
#define CLBI_STATUS_H

#include "clbundle/core.h"

#include <stdarg.h>

#if defined(__MINGW32__) /* where `printf` is Microsoft's, which is not the one that is called */
#define CLBI_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define CLBI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CLBI_PRINTF(text, first)
#endif

/* The place and the kind of a failure. Everything but `status` may be left out. */
typedef struct clbi_cause {
    clb_status status;
    int32_t code;                  /* OpenCL's number, or 0 */
    const char *call;              /* the function that failed; a constant */
    const clb_device_info *device; /* the device at work */
    const char *hint;              /* replaces the hint that belongs to `code` or `status`; a constant */
} clbi_cause;

/* Writes the cause and the text into `error`, unless that is NULL, and returns cause.status, so that a failing function
 * ends in `return clbi_fail(...)`. The text is one sentence with its full stop; the code's name, the device and the
 * hint are added to it. */
clb_status clbi_fail(clb_error *error, clbi_cause cause, const char *format, ...) CLBI_PRINTF(3, 4);

/* Short forms: a failure of one of our own calls; memory that ran out. */
clb_status clbi_refuse(clb_error *error, clb_status status, const char *call, const char *format, ...)
    CLBI_PRINTF(4, 5);
clb_status clbi_no_memory(clb_error *error, const char *call);

/* The status that an OpenCL number stands for, and its name ("" for 0, "unknown code" for one that is not known). */
clb_status clbi_code_status(int32_t code);
const char *clbi_code_name(int32_t code);

/* A copy with a log of its own; without the log where memory runs out. */
void clbi_error_copy(clb_error *to, const clb_error *from);

/* Copies as much of `text` as fits, NUL-terminated, never cutting a UTF-8 sequence. */
void clbi_text_set(char *to, size_t capacity, const char *text);

#endif
