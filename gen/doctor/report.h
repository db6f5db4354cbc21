/* The doctor's report, as text and as JSON. Knows both forms; must not know where the facts come from.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DOCTOR_REPORT_H
#define CLB_DOCTOR_REPORT_H

#include "base/buffer.h"
#include "doctor/drivers.h"

/* A bundle as its manifest describes it. */
typedef struct report_bundle {
    wanted wanted;
    size_t kernel_count, native_count;
    const char *first_without; /* a kernel that has no native code, or NULL */
    long abi;
} report_bundle;

typedef struct report {
    machine machine;
    drivers_answer answer;
    const report_bundle *bundle; /* NULL: no manifest was given */
} report;

/* The device that would be chosen, or NULL. */
const clb_device_info *report_choice(const report *r);

void report_text(const report *r, buffer *out);
void report_json(const report *r, buffer *out);

#endif
